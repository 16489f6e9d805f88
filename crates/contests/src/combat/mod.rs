//! Combat: sides of combatants whose dice are their initiative fight until one side is left.
//!
//! - [`keys`](self): the keys of its file, and the conversion of a checked file to a [`Combat`].
//! - `fight`: the position; `order`: the order of turns.
//! - `event`: the events; `player`: the players by name; `view` and `shield`: the players' views.
//! - `engine`: the turns; `cover`, `wounds` and `arrivals`: the optional rules.
//! - `players`: the decisions of each player; `effect`: actions with equal effects.
//! - `bitboard`: a fast path for runs and play-outs of fights of at most eight combatants.
//! - `rules`: the fight as a [`Game`](evenodds_core::contest::game::Game); `measure`: its metrics.
//! - `narrate`: the narration; `hint`: positions and actions as text.
//! - `duel`: fights that can be solved; `optimal`: the solver; `solve`: the exact answers.

mod arrivals;
mod bitboard;
mod cover;
mod duel;
mod effect;
mod ending;
mod engine;
mod event;
mod fight;
mod hint;
mod keys;
mod measure;
mod narrate;
mod optimal;
mod order;
mod player;
mod players;
mod rules;
mod shield;
mod solve;
mod view;
mod wounds;

pub use evenodds_core::contest::{Group, WoundChoice, WoundOption};

pub use engine::FightMove;
pub use event::Event;
pub use fight::Fate;
pub use player::Player;
#[doc(hidden)]
pub use players::expert;
pub use shield::{CoverDie, CoverOwner, CoverView};
pub use view::{Action, PolicyRandomness, View};

use evenodds_core::contest::game::EvaluationDensity;
use evenodds_core::contest::{
    Build, ConfiguredPlayers, Cost, Describe, Evaluate, Half, Hints, Kind, ListOrder, Metric,
    Outcome, Timeline, choices, default, flag, from_defaults, table, whole,
};
use evenodds_core::dice::{Pool, Roller};
use evenodds_core::document::CheckedTable;
use measure::Layout;
use optimal::DuelPolicy;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

/// The contest kind `kind = "combat"`.
pub static KIND: Kind = Kind {
    name: "combat",
    title: "Combat",
    summary: "Who wins a fight, how long does it take, and who is left standing?",
    keys: keys::KEYS,
    lists: &[
        ("side", ListOrder::Free),
        ("side[].combatant", ListOrder::Free),
        (
            "side[].combatant[].classes",
            ListOrder::Meaning("the Classes in the order of their use"),
        ),
        ("side[].reinforcement", ListOrder::Free),
        (
            "side[].reinforcement[].classes",
            ListOrder::Meaning("the Classes in the order of their use"),
        ),
        ("cover.faces", ListOrder::Free),
        ("side[].cover.faces", ListOrder::Free),
        ("side[].combatant[].cover.faces", ListOrder::Free),
        ("side[].reinforcement[].cover.faces", ListOrder::Free),
    ],
    positions: hint::POSITIONS,
    players: &player::HELP,
    seats: keys::seats,
    outcomes: "the sides by their names, `draw` (no combatant is left standing), `unresolved` (a deadlock that re-rolls did not end)",
    metrics: Layout::HELP,
    examine: keys::examine,
    build: keys::build,
};

/// A participant in a fight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Combatant {
    /// Name in narrations; copies of a `count` are numbered.
    pub name: String,
    /// Index of the combatant's side.
    pub side: usize,
    /// Index of the combatant's group in the metrics; the copies of a `count` share a group.
    pub group: usize,
    /// Classes in the order of their use, 1 to 16.
    pub classes: Vec<Class>,
    /// Player that decides for the combatant.
    pub player: Player,
    /// Whether it is a large monster, which comes back with one die fewer when taken out.
    pub monster: bool,
    /// Whether it is a character that is wounded instead of taken out.
    pub wounds: bool,
    /// Whether it wears armor: a wound then has one option fewer, unless the attack ignores armor.
    pub armor: bool,
    /// Choice about being out of the fight when wounded; `None` for the one in the options.
    pub wound_choice: Option<WoundChoice>,
    /// Other option for a wound; `None` for the one in the options.
    pub wound_option: Option<WoundOption>,
    /// The combatant's own Cover.
    pub cover: Option<Cover>,
    /// Index of the arrival with which it enters; `None` if it is present from the start.
    pub arrival: Option<usize>,
}

impl Combatant {
    /// Returns whether no optional rule applies to the combatant. A new field does not compile
    /// until it is listed here.
    fn is_basic(&self) -> bool {
        let Self {
            monster,
            wounds,
            cover,
            // `Combat::new` checks these for the whole fight.
            arrival: _,
            // These have no effect unless `wounds` is true.
            armor: _,
            wound_choice: _,
            wound_option: _,
            // Part of the basic rules.
            name: _,
            side: _,
            group: _,
            classes: _,
            player: _,
        } = self;
        !monster && !wounds && cover.is_none()
    }

    /// Returns whether two combatants are equal but for name, group and player. A new field does not
    /// compile until it is listed here.
    fn equals(&self, other: &Self) -> bool {
        let Self {
            side,
            classes,
            monster,
            wounds,
            armor,
            wound_choice,
            wound_option,
            cover,
            arrival,
            name: _,
            group: _,
            player: _,
        } = self;
        *side == other.side
            && *classes == other.classes
            && *monster == other.monster
            && *wounds == other.wounds
            && *armor == other.armor
            && *wound_choice == other.wound_choice
            && *wound_option == other.wound_option
            && *cover == other.cover
            && *arrival == other.arrival
    }
}

impl Default for Combatant {
    /// Returns a combatant on side 0 with the player `finisher`, without Classes or optional rules.
    fn default() -> Self {
        Self {
            name: String::new(),
            side: 0,
            group: 0,
            classes: Vec::new(),
            player: Player::Finisher,
            monster: false,
            wounds: false,
            armor: false,
            wound_choice: None,
            wound_option: None,
            cover: None,
            arrival: None,
        }
    }
}

/// A Class as it is rolled in this fight.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Class {
    /// Name of the Class.
    pub name: String,
    /// Number of dice rolled, 1 to 6: half of the Class's dice if it only half fits.
    pub dice: u32,
    /// Whether its attacks ignore Cover.
    pub ignores_cover: bool,
    /// Whether armor does not help against wounds by its attacks.
    pub ignores_armor: bool,
}

/// Cover dice at the start of a fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cover {
    /// Number of dice, rolled at the start.
    Rolled(u32),
    /// Given dice, without a roll.
    Faces(Pool),
}

/// Reinforcements that arrive together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrival {
    /// Index of the side.
    pub side: usize,
    /// Indices of the combatants.
    pub members: Range<usize>,
    /// Condition of the arrival.
    pub when: ArrivalCondition,
}

/// Condition of an arrival.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArrivalCondition {
    /// Before this turn, counted from 1, if the fight is still undecided.
    Turn(u32),
    /// When at most this number of combatants of the side are standing.
    Standing(u32),
}

/// Combatants that win together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// Name of the side.
    pub name: String,
    /// Indices of the side's combatants.
    pub members: Range<usize>,
    /// Cover that any of its combatants may use.
    pub cover: Option<Cover>,
}

table! {
    /// Options of the rules: the keys under `[rules]`.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Options {
        /// Rounding of half an odd number of dice. Classes are halved when they are read.
        pub half: Half = Half::KEY,
        /// Result of an attack in which the attacker's last die takes out the last opponent.
        pub last_blow: LastBlow = LastBlow::Win.as_default().tunable(1.0),
        /// Tie-break for the turn when every initiative is shared. With very many combatants
        /// re-rolls practically never end.
        pub deadlock: Deadlock = Deadlock::Reroll.as_default().tunable(1.0),
        /// Number of consecutive rounds of re-rolls after which the fight counts as unresolved.
        pub max_rerolls: u32 = default("1000", whole(1, 1_000_000)),
        /// Number of Cover dice that a target may spend on one attack.
        pub cover_per_attack: u32 = default("1", whole(1, 6)).tunable(1.0),
        /// Fate of a large monster that spends its last die on an attack.
        pub monster_spent: MonsterSpent = MonsterSpent::Retreats.as_default().tunable(1.0),
        /// Number of wounds at which a character dies.
        pub wounds_to_die: u32 = default("2", whole(1, 20)).tunable(1.0),
        /// Whether wounded characters choose to be out of the fight.
        pub wound_choice: WoundChoice = WoundChoice::StayDown.as_default().tunable(1.0),
        /// Option that wounded characters choose besides being out of the fight; in armor, instead
        /// of it.
        pub wound_option: WoundOption = WoundOption::NastyWound.as_default(),
        /// Healer after the fight, who undoes one choice of each wounded character: a permanent
        /// loss if there is one, else a nasty wound, else being out of the fight; with more than
        /// one such wound that of the latest. A healer with `dice` and `difficulty` rolls for each
        /// character.
        pub healer: Healer = default("\"none\"", Healer::SHAPE)
            .example("{ dice = 3, difficulty = 10 }"),
        /// Whether combatants who are taken out die; otherwise they lose every Class used in the
        /// fight. A label: it changes no result.
        pub deadly: bool = flag(false),
        /// Classes that player characters may have. A check of the file: it changes no result.
        pub build: Build = Build::KEY,
    }
}

impl Default for Options {
    /// Returns the options of a file without `[rules]`.
    fn default() -> Self {
        from_defaults(Self::KEYS, Self::read)
    }
}

choices! {
    /// Result of an attack in which the attacker's last die takes out the last opponent.
    pub enum LastBlow {
        /// the fight is decided before the attacker would retreat
        Win = "win",
        /// the attacker retreats too, so that possibly no combatant is left standing
        Draw = "draw",
    }
}

choices! {
    /// Tie-break for the turn when every initiative is shared.
    pub enum Deadlock {
        /// all standing combatants re-roll their lowest die
        Reroll = "reroll",
        /// one of those with the highest initiative, drawn by lot
        Lot = "lot",
    }
}

choices! {
    /// Fate of a large monster that spends its last die on an attack.
    pub enum MonsterSpent {
        /// it retreats like any other combatant
        Retreats = "retreats",
        /// it comes back as if it had been taken out
        Returns = "returns",
    }
}

/// Healer of the wounded after the fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Healer {
    /// No healer.
    None,
    /// A healer that always succeeds.
    Automatic,
    /// A healer that rolls for each patient, as in the Quick Formula.
    Rolls {
        /// Number of the healer's dice.
        dice: u32,
        /// Sum that the dice must reach.
        difficulty: i64,
    },
}

/// Setup of a fight.
#[derive(Clone, Debug, Default)]
pub struct Setup {
    /// The sides in file order.
    pub sides: Vec<Side>,
    /// The combatants in file order, with those of a side adjacent.
    pub combatants: Vec<Combatant>,
    /// The groups in file order.
    pub groups: Vec<Group>,
    /// The reinforcements in file order.
    pub arrivals: Vec<Arrival>,
    /// Cover that any combatant may use.
    pub field_cover: Option<Cover>,
    /// Options of the rules.
    pub options: Options,
}

/// A prepared fight.
#[derive(Clone, Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "independent properties of the optional rules"
)]
pub struct Combat {
    sides: Vec<Side>,
    combatants: Vec<Combatant>,
    groups: Vec<Group>,
    arrivals: Vec<Arrival>,
    field_cover: Option<Cover>,
    options: Options,
    outcomes: Vec<Outcome>,
    metrics: Vec<Metric>,
    timelines: Vec<Timeline>,
    layout: Layout,
    /// Whether no optional rule is in use.
    basic: bool,
    has_cover: bool,
    has_timed_arrivals: bool,
    has_awaited_arrivals: bool,
    /// Whether each combatant has only one Class and no optional rule.
    plain: Vec<bool>,
    /// Optimal policy, solved on first use; `None` if the fight is not a solvable duel.
    policy: Arc<OnceLock<Option<DuelPolicy>>>,
    /// Density of the estimates along a trial, measured on first use.
    evaluation_density: Arc<OnceLock<EvaluationDensity>>,
}

impl Combat {
    /// Prepares a fight.
    pub fn new(setup: Setup) -> Self {
        let sides = setup.sides.iter();
        let sides = sides.map(|side| (side.name.as_str(), side.members.len()));
        let outcomes = Outcome::of_sides(sides, "the fight stays unresolved");
        let has_cover = setup.field_cover.is_some()
            || setup.sides.iter().any(|side| side.cover.is_some())
            || setup.combatants.iter().any(|who| who.cover.is_some());
        let basic = !has_cover
            && setup.arrivals.is_empty()
            && setup.combatants.iter().all(Combatant::is_basic);
        let has_arrival = |wanted: fn(ArrivalCondition) -> bool| {
            setup.arrivals.iter().any(|arrival| wanted(arrival.when))
        };
        let is_plain = |who: &Combatant| who.is_basic() && who.classes.len() == 1;
        let plain = setup.combatants.iter().map(is_plain).collect();
        let (metrics, layout) = Layout::new(&setup, has_cover);
        Self {
            basic,
            has_cover,
            has_timed_arrivals: has_arrival(|when| matches!(when, ArrivalCondition::Turn(_))),
            has_awaited_arrivals: has_arrival(|when| matches!(when, ArrivalCondition::Standing(_))),
            metrics,
            layout,
            timelines: measure::timelines(&setup),
            sides: setup.sides,
            combatants: setup.combatants,
            groups: setup.groups,
            arrivals: setup.arrivals,
            field_cover: setup.field_cover,
            options: setup.options,
            outcomes,
            plain,
            policy: Arc::default(),
            evaluation_density: Arc::default(),
        }
    }

    #[inline]
    fn is_basic(&self) -> bool {
        self.basic
    }

    #[inline]
    fn is_plain(&self, who: usize) -> bool {
        self.plain[who]
    }

    /// Creates the fight of a checked file; `None` if the file has faults.
    pub fn read(table: &CheckedTable) -> Option<Self> {
        keys::combat(table)
    }

    /// Returns the combatants in file order.
    pub fn combatants(&self) -> &[Combatant] {
        &self.combatants
    }

    /// Returns the sides in file order.
    pub fn sides(&self) -> &[Side] {
        &self.sides
    }

    /// Returns the groups that are reported together, in file order.
    pub fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// Returns the options of the rules.
    pub fn options(&self) -> Options {
        self.options
    }

    /// Returns the names of all rollers, in the order of the roller numbers below.
    fn roller_names(&self) -> Vec<String> {
        let of_combatants = |what: &str| {
            let named =
                |who: &Combatant| format!("{what}{}/{}", self.sides[who.side].name, who.name);
            self.combatants.iter().map(named).collect::<Vec<String>>()
        };
        let mut rollers = of_combatants("");
        rollers.push("/lot".to_owned());
        rollers.extend(of_combatants("/whims of "));
        // Creating random streams takes time, so a fight has only those that it may need.
        if !self.basic {
            rollers.push("/cover".to_owned());
            rollers.extend(
                self.sides
                    .iter()
                    .map(|side| format!("/cover of {}", side.name)),
            );
            rollers.extend(of_combatants("/cover of "));
            rollers.extend(of_combatants("/healer of "));
        }
        rollers
    }

    fn lot(&self) -> Roller {
        self.combatants.len()
    }

    #[inline]
    fn policy_randomness(&self, combatant: usize) -> Roller {
        self.combatants.len() + 1 + combatant
    }

    fn field_cover_roller(&self) -> Roller {
        2 * self.combatants.len() + 1
    }

    fn side_cover_roller(&self, side: usize) -> Roller {
        self.field_cover_roller() + 1 + side
    }

    fn own_cover_roller(&self, combatant: usize) -> Roller {
        self.side_cover_roller(self.sides.len()) + combatant
    }

    fn healer_roller(&self, combatant: usize) -> Roller {
        self.own_cover_roller(self.combatants.len()) + combatant
    }
}

impl Describe for Combat {
    fn outcomes(&self) -> &[Outcome] {
        &self.outcomes
    }

    fn metrics(&self) -> &[Metric] {
        &self.metrics
    }

    fn timelines(&self) -> &[Timeline] {
        &self.timelines
    }

    fn highlights(&self) -> &[&'static str] {
        &["turns", "taken_out", "retreated"]
    }

    fn is_slow(&self) -> bool {
        self.combatants.iter().any(|who| who.player.is_slow())
    }

    fn rewards_lookahead(&self) -> bool {
        // In other fights two more decisions gain about a point.
        !self.is_basic() || self.sides.len() > 2
    }

    fn cost(&self) -> Cost {
        let others = self.combatants.len() as u64 - 1;
        let each = self.combatants.iter().map(|who| {
            let classes = who.classes.len() as u64;
            // Lookahead is slower with optional rules.
            let slower = if !self.is_basic() && matches!(who.player, Player::Expert { depth: 1.. })
            {
                4
            } else {
                1
            };
            // Fewer opponents make fights longer rather than shorter.
            who.player
                .effort()
                .saturating_mul((classes * others).max(8) * slower)
                / 8
        });
        Cost {
            // Solving a duel takes a few milliseconds.
            setup: 5_000_000 * u64::from(self.combatants.len() == 2),
            per_trial: each.sum(),
        }
    }

    fn opening_cost(&self) -> Option<u64> {
        Some(60 + 20 * self.combatants.len() as u64)
    }

    fn players(&self) -> ConfiguredPlayers {
        let of_side = |side: &Side| {
            let mut names: Vec<&str> = Vec::new();
            for combatant in &self.combatants[side.members.clone()] {
                if !names.contains(&combatant.player.name()) {
                    names.push(combatant.player.name());
                }
            }
            names
        };
        ConfiguredPlayers::of_sides(self.sides.iter().map(of_side))
    }

    fn evaluation(&self) -> Option<&dyn Evaluate> {
        Some(self)
    }

    fn hints(&self) -> Option<&dyn Hints> {
        Some(self)
    }
}
