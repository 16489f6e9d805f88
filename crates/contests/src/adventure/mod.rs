//! Adventures (`kind = "adventure"`): a chain of scenes, each a contest of another kind, for the
//! same characters. Losses in a scene carry over to the next one.
//!
//! - `keys`: the file; `contest_keys`: the keys of the contests in it; `names`: the characters in
//!   them; `crew`, `cost`, `read`: conversion of a checked file to an [`Adventure`].
//! - `party`: the state of the characters; `wounds`: their open wounds; `casting`: a scene's
//!   contest with the characters in their current state.
//! - `carry`: fields of teams that scenes take over; `rest`: their changes between scenes.
//! - `scenes`: prepared contests; `trial`: plays a trial; `consequences`: effects of scenes on the
//!   characters; `measure`: the metrics; `flow`: the transitions between scenes.
//! - `narrate`: narration; `solve`: the exact solution.

mod carry;
mod casting;
mod consequences;
mod contest_keys;
mod cost;
mod crew;
mod flow;
mod keys;
mod measure;
mod names;
mod narrate;
mod party;
mod read;
mod rest;
mod scenes;
mod solve;
mod trial;
mod wounds;

use evenodds_core::contest::{
    Build, CarriedValue, Cost, Describe, Description, Hints, Kind, ListOrder, Replaced, Substitute,
    WoundChoice, WoundEffects, WoundOption, choices, default, table, whole,
};
use evenodds_core::document::{Node, Span};
use measure::Layout;
use scenes::{Scenes, state_words};

/// Upper limit of the option `wounds_to_die`.
const MOST_TO_DIE: usize = 20;

/// The adventure kind, selected by `kind = "adventure"`.
pub static KIND: Kind = Kind {
    name: "adventure",
    title: "Adventure",
    summary: "How does a chain of contests end when losses carry over?",
    keys: keys::KEYS,
    lists: &[
        (
            "first",
            ListOrder::Meaning("the first scene of each session"),
        ),
        ("character", ListOrder::Free),
        (
            "character[].classes",
            ListOrder::Meaning("the first suitable Class is used"),
        ),
        (
            "character[].losable",
            ListOrder::Meaning("wounds cost the last Class first"),
        ),
        ("group.base", ListOrder::Free),
        ("group.cargo", ListOrder::Free),
        (
            "scene",
            ListOrder::Meaning("a scene leads to the next one, unless `then` names another"),
        ),
        (
            "scene[].contest",
            ListOrder::Meaning("in every list of a contest, parts are cast in their order"),
        ),
        ("scene[].cost.*.of", ListOrder::Free),
        (
            "scene[].cost.*.wound",
            ListOrder::Meaning("armor protects against all options but the first"),
        ),
    ],
    positions: &[],
    players: &[],
    seats: evenodds_core::contest::Seat::none,
    outcomes: "the endings by their names, `done` after the last scene, `unresolved` without an ending after `rules.max_scenes` scenes",
    metrics: Layout::HELP,
    examine: read::examine,
    build: read::build,
};

#[derive(Clone, Debug)]
pub(crate) struct Character {
    name: String,
    classes: Vec<CharacterClass>,
    wounds: bool,
    armor: bool,
    wound_choice: Option<WoundChoice>,
    wound_option: Option<WoundOption>,
    /// Class with which the character treats the wounds of others.
    healer: Option<usize>,
    /// Classes that a wound may cost permanently; the last one is lost first.
    losable: Vec<usize>,
    span: Span,
}

/// A Class of a character, with its initial dice.
#[derive(Clone, Debug)]
pub(crate) struct CharacterClass {
    name: String,
    dice: u32,
}

impl Character {
    /// Returns the index of the Class with this name.
    fn class(&self, name: &str) -> Option<usize> {
        self.classes.iter().position(|class| class.name == name)
    }
}

/// All characters with their common possessions.
#[derive(Clone, Debug, Default)]
pub(crate) struct Crew {
    /// Characters, then the bases, each with the only Class that it lends.
    characters: Vec<Character>,
    /// Number of characters, not counting bases.
    people: usize,
    cargoes: Vec<InitialCargo>,
}

/// A cargo in its initial state.
#[derive(Clone, Debug)]
struct InitialCargo {
    name: String,
    cargo_state: party::CargoState,
}

impl Crew {
    /// Returns the index of the character or base with this name.
    fn position(&self, name: &str) -> Option<usize> {
        let mut characters = self.characters.iter();
        characters.position(|character| character.name == name)
    }

    /// Returns whether the index is that of a base, which can lose nothing but dice.
    fn is_base(&self, character: usize) -> bool {
        character >= self.people
    }

    /// Returns the characters, without the bases.
    fn people(&self) -> &[Character] {
        &self.characters[..self.people]
    }

    /// Returns the base or cargo with this name.
    fn possession(&self, name: &str) -> Option<Possession> {
        let base = self.position(name).filter(|&one| self.is_base(one));
        let cargo = || self.cargo(name).map(Possession::Cargo);
        base.map(Possession::Base).or_else(cargo)
    }

    /// Returns the names of all bases and cargoes.
    fn possessions(&self) -> Vec<&str> {
        let bases = self.characters[self.people..].iter();
        let cargoes = self.cargoes.iter().map(|cargo| cargo.name.as_str());
        bases
            .map(|base| base.name.as_str())
            .chain(cargoes)
            .collect()
    }

    /// Returns the index of the cargo with this name.
    fn cargo(&self, name: &str) -> Option<usize> {
        self.cargoes.iter().position(|cargo| cargo.name == name)
    }
}

/// Scene or ending that an outcome leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OutcomeTarget {
    Scene(usize),
    Ending(usize),
}

/// Cost of an outcome.
#[derive(Clone, Debug, Default)]
struct OutcomeCost {
    prosperity: u32,
    /// Dice that bases and cargoes lose.
    dice: Vec<(Possession, u32)>,
    /// Characters that pay all costs but dice and prosperity; empty for all participants.
    of: Vec<usize>,
    classes: bool,
    harm: Harm,
    captured: bool,
}

/// A possession with dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Possession {
    /// A base, by its index among the characters.
    Base(usize),
    Cargo(usize),
}

/// The wound that an outcome costs, if any.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Harm {
    /// Options for characters without armor.
    all: Option<WoundEffects>,
    /// Options for characters in armor.
    in_armor: Option<WoundEffects>,
}

impl Harm {
    /// Returns the options for a character.
    fn to(self, character: &Character) -> Option<WoundEffects> {
        if character.armor {
            self.in_armor
        } else {
            self.all
        }
    }
}

/// A scene.
#[expect(
    clippy::struct_excessive_bools,
    reason = "independent properties of the scene"
)]
#[derive(Clone)]
struct Scene {
    name: String,
    kind: &'static Kind,
    /// The contest, as given in the file.
    contest: Node,
    /// True if participants have lists of Classes instead of dice.
    has_class_lists: bool,
    /// True if characters can be hurt in the scene.
    fight: bool,
    /// True if the contest uses the group's prosperity.
    prosperous: bool,
    /// Cargoes of the group that the contest names.
    cargoes: Vec<usize>,
    /// Characters and bases that the contest names.
    named_characters: Vec<usize>,
    /// Targets by outcome; all other outcomes lead to `next`.
    then: Vec<(String, OutcomeTarget)>,
    next: OutcomeTarget,
    /// All possible targets, without duplicates.
    targets: Vec<OutcomeTarget>,
    /// Index of the scene's first transition among the transitions of all scenes.
    first_transition: usize,
    /// Outcome of the scene if a required part is empty.
    worst: String,
    rest: bool,
    /// Carried fields that change after the scene.
    rests: Vec<rest::Rest>,
    /// Index among all carried values, for each of the contest.
    carried: Vec<usize>,
    session_ends: bool,
    cost: Vec<(String, OutcomeCost)>,
    /// First outcome of the contest, which counts as winning the scene.
    won: String,
    /// True if other players play in place of those that cannot be computed before trials.
    has_substitutes: bool,
}

impl Scene {
    fn target(&self, outcome: &str) -> OutcomeTarget {
        let found = self.then.iter().find(|(name, _)| name == outcome);
        found.map_or(self.next, |&(_, target)| target)
    }
}

/// Duration of the loss of a Class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LostFor {
    /// Until the adventure ends.
    Adventure,
    /// Until the session ends.
    Session,
    /// For a number of scenes.
    Scenes(u32),
}

table! {
    /// Options of the rules: the keys under `[rules]`.
    #[derive(Clone, Debug)]
    pub struct Options {
        /// Time for which characters who are taken out in a fight that is not deadly lose all
        /// Classes that they used in it; `{ scenes = 2 }` is for the next two scenes.
        pub lost_for: LostFor = default("\"adventure\"", LostFor::SHAPE).example("{ scenes = 2 }"),
        /// Number of open wounds at which a character dies.
        pub wounds_to_die: u32 = default("2", whole(1, MOST_TO_DIE as i64)).tunable(1.0),
        /// Time at which characters with a healer's Class treat wounds.
        pub healing: WhenHealed = WhenHealed::Scenes.as_default().tunable(1.0),
        /// Total that a healer's dice must reach; one attempt for each wound.
        pub healing_difficulty: i64 = default("10", whole(1, 1_000)).tunable(1.0),
        /// Fate of characters of the losing side who left a fight.
        pub retreated: Retreated = Retreated::Escape.as_default().tunable(1.0),
        /// Result of a scene with a required part that no character can take.
        pub unmanned: Unmanned = Unmanned::Worst.as_default().tunable(1.0),
        /// Class in which each character gains a die between two sessions.
        pub advance: Advance = Advance::None.as_default().tunable(1.0),
        /// Replacement of dead characters between two sessions.
        pub between: Between = Between::None.as_default().tunable(1.0),
        /// Number of scenes after which a session without an ending counts as unresolved.
        pub max_scenes: u32 = default("100", whole(1, 1_000)),
        /// Classes that characters may have at the beginning. In the rules of a scene the key
        /// checks nothing: a scene lists the suitable Classes only.
        pub build: Build = Build::KEY,
    }
}

choices! {
    /// Time at which wounds are treated.
    pub enum WhenHealed {
        /// after each scene
        Scenes = "scenes",
        /// in scenes with rest = true
        Rest = "rest",
        /// never
        Never = "none",
    }
}

choices! {
    /// Fate of characters of the losing side who left a fight.
    pub enum Retreated {
        /// they escape
        Escape = "escape",
        /// they are out for the rest of the adventure
        Captured = "captured",
    }
}

choices! {
    /// Result of a scene with a required part that no character can take.
    pub enum Unmanned {
        /// its worst outcome comes up
        Worst = "worst",
        /// the next scene follows
        Skip = "skip",
    }
}

choices! {
    /// Class in which each character gains a die between two sessions.
    pub enum Advance {
        /// none
        None = "none",
        /// the Class with the fewest dice
        Lowest = "lowest",
        /// the Class with the most dice below six
        Highest = "highest",
        /// the first Class with fewer than six
        First = "first",
    }
}

choices! {
    /// Replacement of dead characters.
    pub enum Between {
        /// none
        None = "none",
        /// a new character with the initial dice of the dead one
        Replace = "replace",
    }
}

/// A prepared adventure.
pub struct Adventure {
    crew: Crew,
    /// Initial state of the characters.
    start: party::Party,
    scenes: Vec<Scene>,
    /// Fields of members of teams that scenes take over from earlier ones.
    carried: Vec<CarriedValue>,
    /// First scenes of the sessions, used in turn.
    first: Vec<usize>,
    endings: Vec<String>,
    sessions: u32,
    has_group: bool,
    options: Options,
    description: Description,
    layout: Layout,
    /// Cache of prepared contests.
    prepared: Scenes,
    cost: Cost,
}

impl Describe for Adventure {
    fn description(&self) -> &Description {
        &self.description
    }

    fn rollers(&self) -> Vec<String> {
        let begins = self.first[0];
        let first = &self.scenes[begins];
        let mut words = Vec::new();
        let mut party = self.start.clone();
        party.scene = 1;
        state_words(first, begins, &party, &mut words);
        let ready = self.ready(begins, &party, &words);
        ready
            .as_ref()
            .map_or_else(Vec::new, |staged| staged.rollers.clone())
    }

    fn cost(&self) -> Cost {
        self.cost
    }

    /// The scenes are those of the first party.
    fn substitute(&self, replaced: Replaced) -> Option<Substitute> {
        let mut scenes = self.scenes.clone();
        let mut found: Option<Substitute> = None;
        for (position, scene) in scenes.iter_mut().enumerate() {
            let mut words = Vec::new();
            state_words(scene, position, &self.start, &mut words);
            let ready = self.ready(position, &self.start, &words);
            let needed = ready.and_then(|one| {
                let contest = one.contest();
                let reason = contest.substitute(replaced)?.reason;
                // A scene is played many times over: play-outs would take too long.
                let simple = contest.substitute(Replaced::All(None))?;
                Some(Substitute { reason, ..simple })
            });
            let Some(mut own) = needed else {
                continue;
            };
            scene.has_substitutes = true;
            for seat in &mut own.seats {
                seat.name = format!("{} in {}", seat.name, scene.name);
            }
            match &mut found {
                Some(found) => found.seats.append(&mut own.seats),
                None => found = Some(own),
            }
        }
        Some(Substitute {
            contest: Box::new(Self {
                crew: self.crew.clone(),
                start: self.start.clone(),
                scenes,
                carried: self.carried.clone(),
                first: self.first.clone(),
                endings: self.endings.clone(),
                sessions: self.sessions,
                has_group: self.has_group,
                options: self.options.clone(),
                description: self.description.clone(),
                layout: self.layout.clone(),
                prepared: Scenes::default(),
                cost: self.cost,
            }),
            ..found?
        })
    }

    fn hints(&self) -> Result<&dyn Hints, &'static str> {
        Err("its decisions belong to its scenes; ask about a file with one of them alone")
    }
}
