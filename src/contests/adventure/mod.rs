//! Adventures (`kind = "adventure"`): scenes, each a contest of another kind, through which the same
//! characters go. What a scene leaves behind of them is what they bring to the next.
//!
//! - `keys`: the file; `variants`: the keys of the contests in it; `names`: the characters in those;
//!   `crew`, `cost`, `read`: from a checked file to an [`Adventure`].
//! - `party`: the characters on their way; `wounds`: their open wounds; `cast`: a scene's contest with the characters as they are.
//! - `scenes`: contests prepared on the way; `evening`: a trial; `consequences`: what scenes do to the
//!   characters; `measure`: its metrics; `flow`: the ways
//!   between scenes.
//! - `tell`: the story; `solve`: the exact answer.

mod cast;
mod consequences;
mod cost;
mod crew;
mod evening;
mod flow;
mod keys;
mod measure;
mod names;
mod party;
mod read;
mod scenes;
mod solve;
mod tell;
mod variants;
mod wounds;

use crate::contest::{
    Build, Chosen, Describe, Effort, Flow, Kind, Metric, Outcome, Timeline, WoundChoice,
    WoundOption, choices, default, table, whole,
};
use crate::document::{Node, Place};
use measure::Layout;
use scenes::Scenes;

/// The most that `wounds_to_die` may be.
const MOST_TO_DIE: usize = 20;

/// Adventures, as `kind = "adventure"` chooses them.
pub static KIND: Kind = Kind {
    name: "adventure",
    title: "Adventure",
    summary: "How does a chain of contests end for those who carry their losses on?",
    keys: keys::KEYS,
    positions: &[],
    players: &[],
    seats: crate::contest::Seat::none,
    outcomes: "the endings by their names, `done` behind the last scene, `unresolved` if there is no end after rules.max_scenes scenes",
    metrics: Layout::HELP,
    examine: read::examine,
    build: read::build,
};

/// A character.
#[derive(Clone, Debug)]
pub(crate) struct Character {
    name: String,
    classes: Vec<Class>,
    wounds: bool,
    armor: bool,
    wound_choice: Option<WoundChoice>,
    wound_option: Option<WoundOption>,
    /// The Class with which it treats wounds.
    healer: Option<usize>,
    /// The Classes that a wound may cost for good.
    losable: Vec<usize>,
    place: Place,
}

/// A Class of a character.
#[derive(Clone, Debug)]
pub(crate) struct Class {
    name: String,
    dice: u32,
}

impl Character {
    /// The position of the Class of that name.
    fn class(&self, name: &str) -> Option<usize> {
        self.classes.iter().position(|class| class.name == name)
    }
}

/// All characters, and what they own together.
#[derive(Clone, Debug, Default)]
pub(crate) struct Crew {
    /// Behind the characters come the bases, each with the one Class that it lends.
    characters: Vec<Character>,
    /// How many of them are characters.
    people: usize,
    cargoes: Vec<Cargo>,
}

/// A cargo at the beginning.
#[derive(Clone, Debug)]
struct Cargo {
    name: String,
    parcel: party::Parcel,
}

impl Crew {
    /// The position of the character of that name.
    fn position(&self, name: &str) -> Option<usize> {
        let mut characters = self.characters.iter();
        characters.position(|character| character.name == name)
    }

    /// Whether it is a base, to which nothing happens but that it loses dice.
    fn is_base(&self, character: usize) -> bool {
        character >= self.people
    }

    /// The characters without the bases.
    fn people(&self) -> &[Character] {
        &self.characters[..self.people]
    }

    /// The base or cargo of that name.
    fn possession(&self, name: &str) -> Option<Possession> {
        let base = self.position(name).filter(|&one| self.is_base(one));
        let cargo = || self.cargo(name).map(Possession::Cargo);
        base.map(Possession::Base).or_else(cargo)
    }

    /// The names of all bases and cargoes.
    fn possessions(&self) -> Vec<&str> {
        let bases = self.characters[self.people..].iter();
        let cargoes = self.cargoes.iter().map(|cargo| cargo.name.as_str());
        bases
            .map(|base| base.name.as_str())
            .chain(cargoes)
            .collect()
    }

    /// The position of the cargo of that name.
    fn cargo(&self, name: &str) -> Option<usize> {
        self.cargoes.iter().position(|cargo| cargo.name == name)
    }
}

/// Where an outcome leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Target {
    Scene(usize),
    Ending(usize),
}

/// What an outcome costs.
#[derive(Clone, Debug, Default)]
struct Cost {
    prosperity: u32,
    /// Dice of bases and cargoes.
    dice: Vec<(Possession, u32)>,
    /// Those who pay the rest; none stands for all who took part.
    of: Vec<usize>,
    classes: bool,
    harm: Harm,
    captured: bool,
}

/// What has dice and is nobody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Possession {
    /// A base, by its position among the characters.
    Base(usize),
    Cargo(usize),
}

/// The wound that an outcome costs, if any.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Harm {
    /// The options that those without armor suffer.
    all: Option<Chosen>,
    /// The options that those in armor suffer.
    in_armor: Option<Chosen>,
}

impl Harm {
    /// Returns the options that a character suffers.
    fn to(self, character: &Character) -> Option<Chosen> {
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
    reason = "what it has to do with the characters, each by itself"
)]
struct Scene {
    name: String,
    kind: &'static Kind,
    /// The contest as it is written.
    contest: Node,
    /// Whether those in it have several Classes, rather than dice.
    several: bool,
    /// Whether somebody may be hurt in it.
    fight: bool,
    /// Whether it is about the group's prosperity.
    prosperous: bool,
    /// The group's cargoes of which it speaks.
    cargoes: Vec<usize>,
    /// The characters of whom it speaks.
    concerned: Vec<usize>,
    /// By name of an outcome where it leads; all others lead to `next`.
    then: Vec<(String, Target)>,
    next: Target,
    /// Where it may lead, each once.
    targets: Vec<Target>,
    /// The position of the first of these ways among those of all scenes.
    first_way: usize,
    /// The outcome where nobody takes a part.
    worst: String,
    rest: bool,
    session_ends: bool,
    cost: Vec<(String, Cost)>,
    /// The outcome that is asked about first.
    won: String,
}

impl Scene {
    /// Where an outcome leads.
    fn target(&self, outcome: &str) -> Target {
        let found = self.then.iter().find(|(name, _)| name == outcome);
        found.map_or(self.next, |&(_, target)| target)
    }
}

/// How long a Class is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LostFor {
    /// Until the adventure ends.
    Adventure,
    /// Until the session ends.
    Session,
    /// For so many scenes.
    Scenes(u32),
}

table! {
    /// The readings of the rules: the keys under `[rules]`.
    #[derive(Clone, Debug)]
    pub struct Options {
        /// For how long those who are taken out in a fight that is not deadly lose all Classes that
        /// they used in it; { scenes = 2 } is for the next two scenes.
        pub lost_for: LostFor = default("\"adventure\"", LostFor::SHAPE).example("{ scenes = 2 }"),
        /// Of which wound a character dies, counting those that are still open.
        pub wounds_to_die: u32 = default("2", whole(1, MOST_TO_DIE as i64)).tunable(1.0),
        /// When wounds are treated by those who have a healer's Class.
        pub healing: WhenHealed = WhenHealed::Scenes.usual().tunable(1.0),
        /// What a healer's dice have to reach; one try for each wound.
        pub healing_difficulty: i64 = default("10", whole(1, 1_000)).tunable(1.0),
        /// What becomes of those of the losing side who left a fight.
        pub retreated: Retreated = Retreated::Escape.usual().tunable(1.0),
        /// What happens in a scene where nobody can take a part that somebody has to.
        pub unmanned: Unmanned = Unmanned::Worst.usual().tunable(1.0),
        /// What characters gain between two sessions.
        pub advance: Advance = Advance::None.usual().tunable(1.0),
        /// Who takes the place of the dead between two sessions.
        pub between: Between = Between::Nobody.usual().tunable(1.0),
        /// After how many scenes a session without an end counts as unresolved.
        pub max_scenes: u32 = default("100", whole(1, 1_000)),
        /// Which Classes characters may have at the beginning. In the rules of a scene it checks nothing:
        /// there stand the Classes that suit.
        pub build: Build = Build::KEY,
    }
}

choices! {
    /// When wounds are treated.
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
    /// Those of the losing side who left a fight.
    pub enum Retreated {
        /// they escape
        Escape = "escape",
        /// they are out for the rest of the adventure
        Captured = "captured",
    }
}

choices! {
    /// A scene for which there is nobody.
    pub enum Unmanned {
        /// its worst outcome comes up
        Worst = "worst",
        /// the next scene follows
        Skip = "skip",
    }
}

choices! {
    /// What characters gain between two sessions: one die more.
    pub enum Advance {
        /// nothing
        None = "none",
        /// in the Class with the fewest dice
        Lowest = "lowest",
        /// in the Class with the most dice below six
        Highest = "highest",
        /// in the first Class with fewer than six
        First = "first",
    }
}

choices! {
    /// Who takes the place of the dead.
    pub enum Between {
        /// nobody
        Nobody = "none",
        /// a newcomer with the dice that the character began with
        Replace = "replace",
    }
}

/// A prepared adventure.
pub struct Adventure {
    crew: Crew,
    /// The characters at the beginning.
    start: party::Party,
    scenes: Vec<Scene>,
    /// The scenes where sessions begin, one after another in turn.
    first: Vec<usize>,
    endings: Vec<String>,
    sessions: u32,
    has_group: bool,
    options: Options,
    outcomes: Vec<Outcome>,
    metrics: Vec<Metric>,
    /// A character each.
    timelines: Vec<Timeline>,
    layout: Layout,
    /// Contests that were prepared on the way.
    prepared: Scenes,
    effort: Effort,
    slow: bool,
    players: String,
}

impl Describe for Adventure {
    fn unhinted(&self) -> &'static str {
        "whoever decides in it decides in one of its scenes; ask about a file with that scene alone"
    }

    fn outcomes(&self) -> &[Outcome] {
        &self.outcomes
    }

    fn metrics(&self) -> &[Metric] {
        &self.metrics
    }

    fn timelines(&self) -> &[Timeline] {
        &self.timelines
    }

    fn flow(&self) -> Option<Flow> {
        Some(flow::flow(self))
    }

    fn highlights(&self) -> &[&'static str] {
        &["scenes", "alive", "fit", "ended_in", "prosperity"]
    }

    fn is_slow(&self) -> bool {
        self.slow
    }

    fn effort(&self) -> Effort {
        self.effort
    }

    fn players(&self) -> String {
        self.players.clone()
    }
}
