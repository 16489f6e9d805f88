//! Keys of an adventure's file.

use super::party::{MOST_CHARACTERS, MOST_CLASSES};
use super::{LostFor, Options};
use evenodds_core::contest::{
    CargoOrigin, Typed, WoundChoice, WoundEffect, WoundEffects, WoundOption, choices, default,
    flag, joined, optional, required, table, whole,
};
use evenodds_core::document::{CheckedTable, Item, Key, ValueShape};

/// Largest absolute value of a carried field in a file.
const LARGEST_VALUE: i64 = 1_000_000_000;
/// Maximum number of scenes in a file.
const MOST_SCENES: usize = 100;
/// Maximum number of bases of a group, equal to the maximum number of backers of a bill.
const MOST_BASES: usize = 7;
/// Maximum number of cargoes of a group.
pub(super) const MOST_CARGOES: usize = 16;

pub(super) static KEYS: &[Key] = File::KEYS;

table! {
    /// A file. Elements of arrays are read one by one, as far as they are valid.
    pub(super) struct File {
        /// Number of sessions: how often the same characters play the adventure.
        pub(super) sessions: u32 = default("1", whole(1, 100)),
        /// First scene, or one for each session in turn; by default the first of the file.
        pub(super) first: Option<First> = optional(First::SHAPE)
            .accepts("the name of a scene, or a list of such names")
            .example("\"ambush\""),
        /// The characters, with all their Classes. A participant of a scene with the name of a
        /// character is that character.
        pub(super) character: Vec<CharacterKeys> =
            optional(ValueShape::elided_tables(CharacterKeys::KEYS, 0, MOST_CHARACTERS))
                .shared()
                .shown()
                .example(CHARACTERS),
        /// Common property of the characters.
        pub(super) group: Option<GroupKeys> = optional(ValueShape::Table(GroupKeys::KEYS))
            .example("{ prosperity = 3 }"),
        /// The scenes. Each is followed by the next, unless `then` names another.
        pub(super) scene: Vec<SceneKeys> = required(ValueShape::named_tables(&SCENE, 1, MOST_SCENES))
            .example(SCENES),
        /// Endings, each with a sentence. `done` is the ending after the last scene.
        pub(super) endings: Vec<(String, String)> = default("{}", ValueShape::Map(&ValueShape::Prose))
            .accepts("a sentence for each ending, as in done = \"The crew flies home.\"")
            .shown()
            .example(ENDINGS),
        /// Options where the rules leave a choice.
        pub(super) rules: Options = default("{}", ValueShape::Table(Options::KEYS)),
    }
}

table! {
    /// A character.
    pub(super) struct CharacterKeys {
        /// Name of the character.
        pub(super) name: String = required(ValueShape::Text).example("\"Mark Four\""),
        /// All Classes of the character. A scene may restrict them to suitable ones.
        pub(super) classes: Vec<ClassKeys> =
            required(ValueShape::named_tables(ClassKeys::KEYS, 1, MOST_CLASSES))
                .example("[{ name = \"Technician\", dice = 3 }]"),
        /// Whether it is wounded instead of taken out, and makes choices for each wound.
        pub(super) wounds: bool = flag(false).tunable(1.0),
        /// Whether it wears armor: a wound in a fight requires one choice instead of two, unless
        /// the attack's Class ignores armor. Outside of fights armor counts only for costs with
        /// `armor_fits`.
        pub(super) armor: bool = flag(false).tunable(1.0),
        /// Whether it chooses to be out of the fight when it is wounded; by default as in the rules
        /// of the fight.
        pub(super) wound_choice: Option<WoundChoice> = optional(WoundChoice::SHAPE)
            .example("\"fight_on\""),
        /// Option that it chooses for a wound besides being out of the fight; by default as in the
        /// rules of the fight.
        pub(super) wound_option: Option<WoundOption> = optional(WoundOption::SHAPE)
            .example("\"permanent_loss\""),
        /// Class with which it treats the wounds of others.
        pub(super) healer: Option<String> = optional(ValueShape::Text).example("\"Doctor\""),
        /// Classes that a wound may cost for good, the last first; without any, the Class in use.
        pub(super) losable: Vec<String> = optional(ValueShape::List { item: &ValueShape::Text, min: 0, max: MOST_CLASSES })
            .example("[\"Jet Pack\"]"),
    }
}

table! {
    /// A Class of a character.
    pub(super) struct ClassKeys {
        /// Name of the Class.
        pub(super) name: String = required(ValueShape::Text).example("\"Technician\""),
        pub(super) dice: u32 = evenodds_core::contest::CLASS_DICE,
    }
}

table! {
    /// Common property of the characters.
    pub(super) struct GroupKeys {
        /// Number of dice of prosperity, which scenes of trade spend and earn.
        pub(super) prosperity: u32 = required(whole(0, 6))
            .accepts("0 to 6 dice")
            .tunable(1.0)
            .example("3"),
        /// Bases, whose dice can be used wherever a character can take part, except in fights.
        pub(super) base: Vec<ClassKeys> = optional(ValueShape::named_tables(ClassKeys::KEYS, 0, MOST_BASES))
            .example("[{ name = \"Ship\", dice = 2 }]"),
        /// Cargoes, which scenes of trade refer to by name.
        pub(super) cargo: Vec<CargoKeys> = optional(ValueShape::named_tables(CargoKeys::KEYS, 0, MOST_CARGOES))
            .example("[{ name = \"Silk\", dice = 2 }]"),
    }
}

table! {
    /// A cargo of the characters.
    pub(super) struct CargoKeys {
        /// Name of the cargo.
        pub(super) name: String = required(ValueShape::Text).example("\"Silk\""),
        pub(super) dice: u32 = evenodds_core::contest::CLASS_DICE,
        /// Origin, seen from the first port.
        pub(super) origin: CargoOrigin = CargoOrigin::Foreign.as_default().example("\"foreign\""),
        /// Whether it is on board at the start; otherwise it is on offer, in every port.
        pub(super) held: bool = flag(true),
    }
}

table! {
    /// A scene.
    pub(super) struct SceneKeys {
        /// Name of the scene.
        pub(super) name: String = required(ValueShape::Text).example("\"ambush\""),
        /// The contest of the scene: its kind, and the keys of that kind. A participant may be a
        /// character, as in `{ character = "Mark Four" }`, or a list of characters, of whom the
        /// first available one takes the place. `classes` gives the suitable Classes of the
        /// character, the best first.
        pub(super) contest: CheckedTable = required(ValueShape::Kinded(&super::contest_keys::KINDED))
            .example("{ kind = \"quick\", difficulty = 10, actor = { name = \"Dirk\", dice = 3 } }"),
        /// Next scene or ending of each outcome, by name. All other outcomes lead to the next scene
        /// of the file.
        pub(super) then: Vec<(String, String)> = default("{}", ValueShape::Map(&ValueShape::Text))
            .accepts("the name of a scene or an ending for each outcome, as in { failure = \"guards\" }"),
        /// Outcome when no character can take a required part; by default the last that is not the
        /// side of a character.
        pub(super) worst: Option<String> = optional(ValueShape::Text).example("\"failure\""),
        /// Whether there is time to rest: with `healing = "rest"` wounds are treated only in these
        /// scenes. A table has new values of the fields that teams carry, as expressions of the
        /// carried fields of a member, and of `most`, the highest value.
        pub(super) rest: RestKeys = default("false", RestKeys::SHAPE)
            .accepts("true, false, or new values of carried fields, as in { hp = \"most\" }")
            .example("{ hp = \"hp + 2d6\" }"),
        /// Whether the session ends after the scene, if the adventure continues: wounds heal, and
        /// what is lost for a session comes back. Captives stay captives.
        pub(super) session_ends: bool = flag(false).tunable(1.0),
        /// Costs of outcomes.
        pub(super) cost: Vec<(String, CostKeys)> = default("{}", ValueShape::Map(&ValueShape::Table(CostKeys::KEYS)))
            .accepts("what an outcome costs, as in { failure = { prosperity = 1 } }"),
    }
}

/// Keys of a scene, and `file`, which may replace its contest and is resolved before keys are read.
static SCENE: [Key; SceneKeys::KEYS.len() + 1] = joined(SceneKeys::KEYS, &[FILE]);

const FILE: Key = Key {
    name: "file",
    ..optional(ValueShape::Prose)
}
.help(
    "A file with the contest of the scene, of any other kind; the keys under `contest` complete it.",
)
.includes("contest")
.example("\"ambush.toml\"");

table! {
    /// Cost of an outcome.
    #[derive(Clone, Debug)]
    pub(super) struct CostKeys {
        /// Number of dice of prosperity that the group loses.
        pub(super) prosperity: u32 = default("0", whole(0, 6)).tunable(1.0),
        /// Dice that bases and cargoes lose, by name.
        pub(super) dice: Vec<(String, u32)> = default("{}", ValueShape::Map(&ValueShape::Integer { min: 1, max: 6 }))
            .accepts("1 to 6 dice for each base or cargo, as in { Ship = 1 }"),
        /// Characters who pay the other costs, by name; by default all who took part.
        pub(super) of: Vec<String> = optional(ValueShape::List { item: &ValueShape::Text, min: 1, max: MOST_CHARACTERS })
            .example("[\"Dirk\"]"),
        /// Whether they lose access to the Classes with which they took part, for as long as
        /// characters who are taken out.
        pub(super) classes: bool = flag(false),
        /// Whether they are wounded, or the options chosen for the wound; with true they cannot
        /// fight, and lose the Class in use.
        pub(super) wound: WoundKeys = default("false", WoundKeys::SHAPE)
            .accepts("true, false, or a list of \"non_combatant\", \"permanent_loss\", \"nasty_wound\"")
            .example("[\"nasty_wound\"]"),
        /// Whether armor protects against the wound: characters in armor suffer only the first
        /// option.
        pub(super) armor_fits: bool = flag(false).added(),
        /// Whether they are out for the rest of the adventure.
        pub(super) captured: bool = flag(false),
    }
}

choices! {
    /// Time for which a Class is lost, unless it is a number of scenes.
    pub(super) enum NamedLostFor {
        /// until the adventure ends
        Adventure = "adventure",
        /// until the session ends, which may be within the adventure
        Session = "session",
    }
}

table! {
    /// A number of scenes.
    pub(super) struct ScenesLost {
        /// Number of scenes after this one.
        pub(super) scenes: u32 = required(whole(1, 100)).tunable(1.0).example("2"),
    }
}

impl LostFor {
    pub(super) const SHAPE: ValueShape =
        ValueShape::Either(&[NamedLostFor::SHAPE, ValueShape::Table(ScenesLost::KEYS)]);
}

impl Typed for LostFor {
    fn of(item: &Item) -> Option<Self> {
        Some(match NamedLostFor::of(item) {
            Some(NamedLostFor::Adventure) => Self::Adventure,
            Some(NamedLostFor::Session) => Self::Session,
            None => Self::Scenes(ScenesLost::of(item)?.scenes),
        })
    }
}

/// First scenes of sessions. Names are read from the table later, when faults can be reported.
#[derive(Clone, Debug)]
pub(super) struct First;

impl First {
    const SHAPE: ValueShape = ValueShape::Either(&[
        ValueShape::Text,
        ValueShape::List {
            item: &ValueShape::Text,
            min: 1,
            max: MOST_SCENES,
        },
    ]);
}

impl Typed for First {
    fn of(item: &Item) -> Option<Self> {
        let is_valid = item.as_text().is_some() || Vec::<String>::of(item).is_some();
        is_valid.then_some(Self)
    }
}

/// A rest after a scene.
#[derive(Clone, Debug)]
pub(super) struct RestKeys {
    /// True if there is a rest.
    pub(super) is_rest: bool,
    /// Expressions of carried fields by name.
    pub(super) fields: Vec<(String, Item)>,
}

impl RestKeys {
    const SHAPE: ValueShape = ValueShape::Either(&[
        ValueShape::Flag,
        ValueShape::Map(&ValueShape::Either(&[
            whole(-LARGEST_VALUE, LARGEST_VALUE),
            ValueShape::Prose,
        ])),
    ]);
}

impl Typed for RestKeys {
    fn of(item: &Item) -> Option<Self> {
        let fields = match item.as_flag() {
            Some(_) => Vec::new(),
            None => item.as_map()?.to_vec(),
        };
        Some(Self {
            is_rest: item.as_flag() != Some(false),
            fields,
        })
    }
}

/// Options of a wound, as listed in the file.
#[derive(Clone, Copy, Debug)]
pub(super) struct WoundKeys {
    /// All listed options; `None` for no wound.
    pub(super) all: Option<WoundEffects>,
    /// First listed option.
    pub(super) first: Option<WoundEffects>,
}

impl WoundKeys {
    const SHAPE: ValueShape = ValueShape::Either(&[
        ValueShape::Flag,
        ValueShape::List {
            item: &WoundEffect::SHAPE,
            min: 1,
            max: 3,
        },
    ]);
}

impl Typed for WoundKeys {
    fn of(item: &Item) -> Option<Self> {
        let listed: Vec<WoundEffect> = match item.as_flag() {
            Some(true) => vec![WoundEffect::NonCombatant],
            Some(false) => Vec::new(),
            None => Vec::of(item)?,
        };
        let chosen = |options: &[WoundEffect]| {
            let chosen: WoundEffects = options.iter().copied().collect();
            (!chosen.is_none()).then_some(chosen)
        };
        Some(Self {
            all: chosen(&listed),
            first: chosen(&listed[..listed.len().min(1)]),
        })
    }
}

const CHARACTERS: &str = r#"[[character]]
name = "Emily"
classes = [
  { name = "Frontier Survivalist", dice = 3 },
  { name = "Starship Pilot", dice = 4 },
]
[[character]]
name = "Gex"
wounds = true                        # is wounded instead of taken out
healer = "Field Medic"               # treats the wounds of others with this Class
classes = [
  { name = "Schematic Tinker", dice = 4 },
  { name = "Field Medic", dice = 3 },
]
"#;

const SCENES: &str = r#"[[scene]]
name = "ambush"
then = { drones = "caught" }         # outcome -> scene or ending; others lead to the next scene
  [scene.contest]                    # a contest of any other kind; or file = "ambush.toml"
  kind = "combat"
    [[scene.contest.side]]
    name = "crew"
      [[scene.contest.side.combatant]]
      character = "Emily"
      [[scene.contest.side.combatant]]
      character = "Gex"
      classes = [{ name = "Field Medic", fit = "semi" }]   # suitable Classes, the best first
    [[scene.contest.side]]
    name = "drones"
      [[scene.contest.side.combatant]]
      name = "Drone"
      count = 2
      classes = [{ name = "Drone", dice = 2 }]
[[scene]]
name = "flight"
then = { failure = "caught" }
cost = { success = { classes = false } }
  [scene.contest]
  kind = "quick"
  difficulty = 10
  actor = { character = ["Emily", "Gex"], classes = ["Starship Pilot", "Schematic Tinker"] }
"#;

const ENDINGS: &str = r#"[endings]
done = "The crew flies home."
caught = "The drones have them."
"#;
