//! Keys of a combat file, and conversion of a checked file to a fight.

use super::duel;
use super::options::{Healer, Options};
use super::player::{Player, PlayerSort, RetreatOrder};
use super::prepared::Combat;
use super::setup::{Allowed, Arrival, ArrivalCondition, Class, Combatant, Cover, Setup, Side};
use evenodds_core::contest::{
    Build, CLASS_DICE, CLASS_FIT, Contest, Erring, ErrorRate, Fit, Labels, Lenient, Seat, Typed,
    choices, copies, default, fault_of, flag, joined, one_of_two, optional, required, table, whole,
};
use evenodds_core::contest::{Group, WoundChoice, WoundOption};
use evenodds_core::dice::Pool;
use evenodds_core::document::{CheckedTable, Faults, Item, Key, ValueShape, grouped};
use std::collections::HashSet;

/// Maximum number of combatants: indices fit into 16 bits, and realistic fights are far smaller.
const MOST_COMBATANTS: i64 = 4_000;
/// Outcomes that cannot be names of sides.
const RESERVED: [&str; 2] = ["draw", "unresolved"];

pub(super) static KEYS: &[Key] = File::KEYS;

table! {
    /// A file.
    struct File {
        /// The sides of the fight, 2 or more. The combatants of a side win together.
        side: Vec<SideKeys> = required(ValueShape::named_tables(SideKeys::KEYS, 2, 100))
            .shared()
            .example(EXAMPLE),
        cover: Option<Cover> = COVER,
        /// Options where the rules leave a choice.
        rules: Lenient<Options> = default("{}", ValueShape::Table(Options::KEYS)),
    }
}

table! {
    /// A side.
    struct SideKeys {
        /// Name of the side, and of the outcome that it wins.
        name: String = required(ValueShape::Text).example("\"heroes\""),
        /// Player that decides for the whole side.
        player: OrderedPlayer = default("\"expert\"", PLAYER),
        /// Combatants of the side.
        combatant: Vec<CombatantKeys> = required(ValueShape::elided_tables(CombatantKeys::KEYS, 1, 1_000)),
        reinforcement: Vec<Reinforcement> = optional(ValueShape::elided_tables(&REINFORCEMENT, 0, 1_000))
            .help("Combatants that join the side later; `at_turn` or `when_standing` gives the time.")
            .example(REINFORCEMENT_EXAMPLE),
        cover: Option<Cover> = COVER,
        /// Actions besides attacks that the side may take.
        allow: Lenient<Allowed> = default("{}", ValueShape::Table(Allowed::KEYS))
            .added()
            .restricts(),
    }
}

table! {
    /// A combatant, or a number of identical ones.
    struct CombatantKeys {
        /// Name of the combatant.
        name: String = required(ValueShape::Text).example("\"Dirk\""),
        /// Number of identical combatants. Copies are numbered and reported together.
        count: u32 = default("1", whole(1, 1_000)).tunable(1.0).counts(),
        /// Classes in the order of their use: the first is rolled at the start, each of the others
        /// at a change of tactic. A legendary item is a Class like any other.
        classes: Vec<ClassKeys> = required(ValueShape::tables(ClassKeys::KEYS, 1, 12))
            .example("[{ name = \"Former Mercenary\", dice = 4 }]"),
        /// Player that decides for this combatant, instead of the side's.
        player: Option<OrderedPlayer> = optional(PLAYER),
        /// Whether it is a large monster: when it would be taken out, it comes back with one die
        /// fewer than it last rolled, until none is left.
        monster: bool = flag(false),
        /// Whether it is wounded instead of taken out, and makes choices for each wound.
        wounds: bool = flag(false).tunable(1.0),
        /// Whether it wears armor: a wound requires one choice instead of two, unless the attack's
        /// Class ignores armor.
        armor: bool = flag(false).tunable(1.0),
        /// Whether it is a player character, whose Classes `rules.build` checks; by default the
        /// value of `wounds`.
        pc: Option<bool> = optional(ValueShape::Flag).example("true"),
        wound_choice: Option<WoundChoice> = optional(WoundChoice::SHAPE)
            .help("Whether it chooses to be out of the fight when it is wounded; by default as in `rules.wound_choice`.")
            .example("\"fight_on\""),
        wound_option: Option<WoundOption> = optional(WoundOption::SHAPE)
            .help("Option that it chooses for a wound besides being out of the fight; by default as in `rules.wound_option`.")
            .example("\"permanent_loss\""),
        cover: Option<Cover> = COVER,
    }
}

table! {
    /// Time at which reinforcements arrive: exactly one of the two.
    struct ArrivalKeys {
        /// Turn before which they arrive, counted from 1, if the fight has not ended.
        at_turn: Option<u32> = optional(whole(1, 1_000_000)).tunable(1.0).example("6"),
        /// Number of standing members of the side at or below which they arrive; with 0 they save a
        /// side that would have lost.
        when_standing: Option<u32> = optional(whole(0, 4_000)).tunable(1.0).example("1"),
    }
}

static REINFORCEMENT: [Key; ArrivalKeys::KEYS.len() + CombatantKeys::KEYS.len()] =
    joined(ArrivalKeys::KEYS, CombatantKeys::KEYS);

/// A combatant that arrives later.
struct Reinforcement {
    arrival: ArrivalKeys,
    combatant: CombatantKeys,
}

impl Typed for Reinforcement {
    fn of(item: &Item) -> Option<Self> {
        Self::read(item.as_table()?)
    }

    fn each_of(item: &Item) -> Option<Vec<Option<Self>>> {
        Some(item.as_tables()?.iter().map(Self::read).collect())
    }
}

impl Reinforcement {
    fn read(table: &CheckedTable) -> Option<Self> {
        Some(Self {
            arrival: ArrivalKeys::read(table)?,
            combatant: CombatantKeys::read(table)?,
        })
    }
}

table! {
    /// A Class.
    struct ClassKeys {
        /// Name of the Class.
        name: String = required(ValueShape::Text).example("\"Former Mercenary\""),
        dice: u32 = CLASS_DICE,
        fit: Fit = CLASS_FIT,
        /// Whether Cover does not stop attacks with the Class: a rare and destructive weapon.
        ignores_cover: bool = flag(false).tunable(1.0),
        /// Whether armor does not help against attacks with the Class: the choices for a wound are
        /// those without armor.
        ignores_armor: bool = flag(false).added(),
    }
}

const COVER: Key = optional(ValueShape::Table(CoverKeys::KEYS))
    .help("Cover dice: a target that spends one keeps all its dice of that face.")
    .example("{ dice = 2 }");

table! {
    /// Cover in a file: exactly one of the two.
    struct CoverKeys {
        /// Number of Cover dice rolled at the start.
        dice: Option<u32> = optional(whole(1, 20)).tunable(1.0).example("2"),
        /// Faces of the Cover dice, instead of rolling them.
        faces: Vec<u32> = optional(ValueShape::List { item: &whole(1, 6), min: 1, max: 20 })
            .example("[4, 6]"),
    }
}

impl Typed for Cover {
    fn of(item: &Item) -> Option<Self> {
        let cover = CoverKeys::of(item)?;
        match cover.dice {
            Some(dice) => Some(Self::Rolled(dice)),
            None if cover.faces.is_empty() => None,
            None => Some(Self::Faces(Pool::from_faces(&cover.faces))),
        }
    }
}

const PLAYER: ValueShape =
    ValueShape::Either(&[PlayerSort::SHAPE, ValueShape::Table(&PLAYER_SETTINGS)]);

static PLAYER_SETTINGS: [Key; PlayerKeys::KEYS.len() + 2] =
    joined(PlayerKeys::KEYS, &[ErrorRate::KEY, RETREAT]);

const RETREAT: Key = Key::optional("retreat", ValueShape::Text)
    .help("When it retreats instead of choosing: `dice <= N` (its own) or `standing <= N` (of its side).")
    .example("\"dice <= 1\"");

/// A player with its error rate and its standing order.
#[derive(Clone, Copy)]
struct OrderedPlayer {
    player: Player,
    error: ErrorRate,
    retreat: Option<RetreatOrder>,
}

impl Typed for OrderedPlayer {
    fn of(item: &Item) -> Option<Self> {
        let Erring { player, error } = Erring::of(item)?;
        let retreat = item.as_table().and_then(|table| table.text("retreat"));
        Some(Self {
            player,
            error,
            retreat: match retreat {
                Some(text) => Some(RetreatOrder::read(text)?),
                None => None,
            },
        })
    }
}

table! {
    /// A player with settings.
    struct PlayerKeys {
        /// Name of the player.
        name: PlayerSort = PlayerSort::Expert.as_default(),
        /// Only for `rollout`: number of play-outs of each action; 64 by default.
        playouts: Lenient<u32> = optional(whole(1, 1_000_000)).tunable(64.0).example("64"),
        /// Only for `expert`: number of decisions after its own that it looks ahead; 0 by default.
        depth: Lenient<u32> = optional(whole(0, 64)).tunable(1.0).example("2"),
    }
}

impl Typed for Player {
    fn of(item: &Item) -> Option<Self> {
        let Some(settings) = PlayerKeys::of(item) else {
            return PlayerSort::of(item).map(Self::with_defaults);
        };
        Some(match Self::with_defaults(settings.name) {
            Self::Rollout { playouts } => Self::Rollout {
                playouts: settings.playouts.0.unwrap_or(playouts),
            },
            Self::Expert { depth } => Self::Expert {
                depth: settings.depth.0.unwrap_or(depth),
            },
            player => player,
        })
    }
}

choices! {
    /// A healer without a roll.
    enum NamedHealer {
        /// no healer
        NoOne = "none",
        /// a healer who always succeeds
        Automatic = "automatic",
    }
}

table! {
    /// A healer with a roll for each character.
    struct RollingHealer {
        dice: u32 = CLASS_DICE.help("Number of dice of the healer's Class; all of them are rolled."),
        /// Total that the healer's dice must reach.
        difficulty: i64 = required(whole(1, 1_000)).tunable(1.0).example("10"),
    }
}

impl Healer {
    /// Shape of a key whose value is a healer.
    pub(super) const SHAPE: ValueShape =
        ValueShape::Either(&[NamedHealer::SHAPE, ValueShape::Table(RollingHealer::KEYS)]);
}

impl Typed for Healer {
    fn of(item: &Item) -> Option<Self> {
        Some(match NamedHealer::of(item) {
            Some(NamedHealer::NoOne) => Self::None,
            Some(NamedHealer::Automatic) => Self::Automatic,
            None => {
                let RollingHealer { dice, difficulty } = RollingHealer::of(item)?;
                Self::Rolls { dice, difficulty }
            }
        })
    }
}

const REINFORCEMENT_EXAMPLE: &str = r#"[[side.reinforcement]]
when_standing = 1
name = "Late Drone"
count = 2
classes = [{ name = "Assassin Drone", dice = 2 }]
"#;

const EXAMPLE: &str = r#"[[side]]
name = "heroes"
player = "expert"                    # the default; or "finisher", "brawler", "random"
  [[side.combatant]]
  name = "Dirk"
  classes = [
    { name = "Former Mercenary", dice = 4 },           # rolled at the start
    { name = "Heroic Starship Captain", dice = 3 },    # by change of tactic
  ]
  [[side.combatant]]
  name = "Mark Four"
  classes = [{ name = "Emotionless Machine", dice = 4, fit = "semi" }]

[[side]]
name = "ambushers"
  [[side.combatant]]
  name = "Assassin Drone"
  count = 4
  # player = "finisher"              # a combatant may have a player of its own
  classes = [{ name = "Assassin Drone", dice = 2 }]
"#;

/// Reports faults that the shapes of keys do not cover.
pub(super) fn examine(table: &CheckedTable, faults: &mut Faults) {
    check_cover(table, faults);
    let mut total = 0;
    for side in table.tables("side") {
        check_cover(side, faults);
        check_player_settings(side, faults);
        if let Some(name) = side.text("name")
            && RESERVED.contains(&name)
        {
            let accepted = "expected another name, as \"draw\" and \"unresolved\" are outcomes that no side wins";
            faults.refuse(side, "name", accepted, None);
        }
        check_names(side, faults);
        for combatant in members(side) {
            check_cover(combatant, faults);
            check_player_settings(combatant, faults);
            check_player_name(combatant, faults);
            total += combatant.integer("count").unwrap_or(0);
            if combatant.flag("monster") == Some(true) && combatant.flag("wounds") == Some(true) {
                let accepted = "a large monster returns instead of being wounded, so leave out monster or wounds";
                faults.refuse(combatant, "wounds", accepted, None);
            }
        }
        for late in side.tables("reinforcement") {
            let keys = ["at_turn", "when_standing"];
            one_of_two(late, keys, None, faults);
        }
    }
    if total > MOST_COMBATANTS {
        let accepted = format!(
            "expected at most {} on all sides together",
            grouped(MOST_COMBATANTS.unsigned_abs())
        );
        faults.push(fault_of(
            table,
            "side",
            format!("has {} combatants", grouped(total.unsigned_abs())),
            accepted,
        ));
    }
    let combatants = table.tables("side").iter().flat_map(members);
    let characters = combatants.filter(|combatant| is_player_character(combatant));
    let help = "mark a combatant as a player character with pc = true or wounds = true";
    Build::examine(table, characters, help, faults);
    // The size of a fight with faults is meaningless, and computing it may take long.
    if faults.is_empty() {
        check_optimal(table, faults);
    }
}

/// Returns whether a combatant is a player character: the value of `pc` if given, else of `wounds`.
fn is_player_character(combatant: &CheckedTable) -> bool {
    CombatantKeys::read(combatant).is_some_and(|keys| keys.pc.unwrap_or(keys.wounds))
}

/// Reports the player `optimal`, unless the fight is a solvable duel.
fn check_optimal(table: &CheckedTable, faults: &mut Faults) {
    let sides = table.tables("side").iter();
    let all: Vec<&CheckedTable> = sides
        .flat_map(|side| std::iter::once(side).chain(members(side)))
        .filter(|table| Player::under(table, "player") == Some(Player::Optimal))
        .collect();
    if all.is_empty() {
        return;
    }
    let Some(Err(reason)) = combat(table).as_ref().map(duel::check) else {
        return;
    };
    for table in all {
        faults.refuse_because(
            table,
            "player",
            "expected another player",
            reason.to_string(),
        );
    }
}

/// Returns the combatants of a side in file order, then its reinforcements.
fn members(side: &CheckedTable) -> impl Iterator<Item = &CheckedTable> {
    side.tables("combatant")
        .iter()
        .chain(side.tables("reinforcement"))
}

/// Reports names on a side that another combatant or one of its copies has.
fn check_names(side: &CheckedTable, faults: &mut Faults) {
    let mut taken: HashSet<String> = HashSet::new();
    for array in ["combatant", "reinforcement"] {
        let mut names: HashSet<&str> = HashSet::new();
        for combatant in side.tables(array) {
            let (Some(name), Some(count)) =
                (combatant.text("name"), u32::under(combatant, "count"))
            else {
                continue;
            };
            if !names.insert(name) {
                // Duplicates within an array are already reported.
                continue;
            }
            let taken_copy = copies(name, count)
                .into_iter()
                .find(|copy| !taken.insert(copy.clone()));
            if let Some(copy) = taken_copy {
                let accepted = if count > 1 {
                    format!(
                        "expected another name, as its copies are numbered and \"{copy}\" is taken"
                    )
                } else {
                    "expected a name that no other combatant of the side has".to_owned()
                };
                faults.refuse(combatant, "name", accepted, None);
            }
        }
    }
}

/// Reports Cover with both or neither of `dice` and `faces`.
fn check_cover(table: &CheckedTable, faults: &mut Faults) {
    if let Some(cover) = table.table("cover") {
        one_of_two(cover, ["dice", "faces"], None, faults);
    }
}

/// Builds the fight of a table without faults.
pub(super) fn build(table: &CheckedTable, _: &mut Faults) -> Option<Box<dyn Contest>> {
    Combat::read(table).map(|combat| Box::new(combat) as Box<dyn Contest>)
}

/// Returns a seat for each side; combatants with their own players keep them.
pub(super) fn seats(table: &CheckedTable) -> Vec<Seat> {
    let sides = table.tables("side").iter();
    sides
        .filter_map(|side| {
            let name = side.text("name")?;
            Some(Seat {
                own: members(side)
                    .filter(|combatant| combatant.given("player"))
                    .filter_map(|combatant| combatant.text("name"))
                    .map(str::to_owned)
                    .collect(),
                ..Seat::at(side, name, name)?
            })
        })
        .collect()
}

impl Combat {
    /// Creates the fight of a checked file; `None` if the file has faults.
    pub fn read(table: &CheckedTable) -> Option<Self> {
        combat(table)
    }
}

/// Implements [`Combat::read`].
fn combat(table: &CheckedTable) -> Option<Combat> {
    let file = File::read(table)?;
    let options = file.rules.0.unwrap_or_default();
    let labels = Labels::new(file.side.iter().flat_map(|side| {
        let later = side.reinforcement.iter().map(|late| &late.combatant);
        let all = side.combatant.iter().chain(later);
        all.map(|combatant| &combatant.name)
    }));
    let mut setup = Setup {
        options,
        field_cover: file.cover,
        ..Setup::default()
    };
    for (position, side) in file.side.into_iter().enumerate() {
        let first = setup.combatants.len();
        let initial = side
            .combatant
            .into_iter()
            .map(|combatant| (combatant, None));
        let later = side.reinforcement.into_iter();
        let later = later.map(|late| (late.combatant, Some(late.arrival)));
        for (combatant, arrival) in initial.chain(later) {
            let CombatantKeys { name, count, .. } = combatant;
            let start = setup.combatants.len();
            let OrderedPlayer {
                player,
                error,
                retreat,
            } = combatant.player.unwrap_or(side.player);
            let one = Combatant {
                name: String::new(),
                side: position,
                group: setup.groups.len(),
                classes: (combatant.classes.into_iter())
                    .map(|class| Class {
                        name: class.name,
                        dice: class.fit.thrown(class.dice, options.half),
                        ignores_cover: class.ignores_cover,
                        ignores_armor: class.ignores_armor,
                    })
                    .collect(),
                player,
                error,
                retreat,
                monster: combatant.monster,
                wounds: combatant.wounds,
                armor: combatant.armor,
                wound_choice: combatant.wound_choice,
                wound_option: combatant.wound_option,
                cover: combatant.cover,
                arrival: arrival.as_ref().map(|_| setup.arrivals.len()),
            };
            let named = |name| Combatant {
                name,
                ..one.clone()
            };
            setup
                .combatants
                .extend(copies(&name, count).into_iter().map(named));
            if let Some(arrival) = arrival {
                setup.arrivals.push(Arrival {
                    side: position,
                    members: start..setup.combatants.len(),
                    when: match arrival.at_turn {
                        Some(turn) => ArrivalCondition::Turn(turn),
                        None => ArrivalCondition::Standing(arrival.when_standing?),
                    },
                });
            }
            setup.groups.push(Group {
                label: labels.of(&side.name, &name),
                side: position,
                size: count,
            });
        }
        setup.sides.push(Side {
            name: side.name,
            members: first..setup.combatants.len(),
            cover: side.cover,
            allowed: side.allow.0.unwrap_or_default(),
        });
    }
    Some(Combat::new(setup))
}

/// Reports settings of a combatant's player without its name, which could be that of the side's
/// player or of the default one.
fn check_player_name(combatant: &CheckedTable, faults: &mut Faults) {
    if let Some(player) = combatant.item("player").and_then(Item::as_table)
        && !player.given("name")
    {
        let accepted = "give a name, as the player of the side may be another";
        faults.refuse(player, "name", accepted, None);
    }
}

/// Reports settings that the named player does not have.
fn check_player_settings(table: &CheckedTable, faults: &mut Faults) {
    let Some(player) = table.item("player").and_then(Item::as_table) else {
        return;
    };
    if let Some(text) = player.text("retreat")
        && RetreatOrder::read(text).is_none()
    {
        faults.refuse(player, "retreat", RetreatOrder::ACCEPTED, None);
    }
    let Some(sort) = PlayerSort::under(player, "name") else {
        return;
    };
    for (setting, owner, accepted) in [
        (
            "playouts",
            PlayerSort::Rollout,
            "only rollout uses play-outs; choose rollout or leave out playouts",
        ),
        (
            "depth",
            PlayerSort::Expert,
            "only expert looks ahead; choose expert or leave out depth",
        ),
    ] {
        if player.given(setting) && sort != owner {
            faults.refuse(player, setting, accepted, None);
        }
    }
}
