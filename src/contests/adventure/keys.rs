//! Keys of an adventure's file.

use super::{LostFor, Options};
use crate::contest::{
    Chosen, OfWound, Origin, Typed, WoundChoice, WoundOption, choices, default, flag, joined,
    optional, required, table, whole,
};
use crate::document::{Item, Key, Shape, Table};

/// Maximum number of scenes in a file.
const MOST_SCENES: usize = 100;
/// Maximum number of characters.
pub(super) const MOST_CHARACTERS: usize = 32;
/// Maximum number of Classes of a character.
pub(super) const MOST_CLASSES: usize = 12;

/// Maximum number of bases of a group, equal to the maximum number of backers of a bill.
const MOST_BASES: usize = 7;
/// Maximum number of cargoes of a group.
pub(super) const MOST_CARGOES: usize = 16;

/// Keys of the file.
pub(super) static KEYS: &[Key] = File::KEYS;

table! {
    /// A file. What stands in arrays is read one by one, as far as it is valid.
    #[expect(dead_code, reason = "most of it declares keys")]
    pub(super) struct File {
        /// How often the adventure is played, one session after another, by the same characters.
        pub(super) sessions: u32 = default("1", whole(1, 100)),
        /// The scene where it begins, or one for each session in turn; unless set the first of the file.
        pub(super) first: Option<First> = optional(First::SHAPE)
            .accepts("the name of a scene, or a list of such names")
            .example("\"ambush\""),
        /// Those who go through it, with all their Classes. In a scene whoever has the name of a
        /// character is that character.
        pub(super) character: Vec<CharacterKeys> =
            optional(Shape::elided_tables(CharacterKeys::KEYS, 0, MOST_CHARACTERS))
                .shared()
                .shown()
                .example(CHARACTERS),
        /// What the characters own together.
        pub(super) group: Option<GroupKeys> = optional(Shape::Table(GroupKeys::KEYS))
            .example("{ prosperity = 3 }"),
        /// The scenes, each followed by the next unless it says otherwise.
        pub(super) scene: Vec<SceneKeys> = required(Shape::named_tables(&SCENE, 1, MOST_SCENES))
            .example(SCENES),
        /// How it may end, each with a sentence; done is the end behind the last scene.
        pub(super) endings: ByName<String> = default("{}", Shape::Map(&Shape::Prose))
            .accepts("a sentence for each ending, as in done = \"The crew flies home.\"")
            .shown()
            .example(ENDINGS),
        /// How the open points of the rules are read.
        pub(super) rules: Options = default("{}", Shape::Table(Options::KEYS)),
    }
}

/// Values of a table with free keys, in file order.
#[derive(Clone, Debug)]
pub(super) struct ByName<T>(pub(super) Vec<(String, T)>);

impl<T: Typed> Typed for ByName<T> {
    fn of(item: &Item) -> Option<Self> {
        let entries = item.as_map()?.iter();
        let read = |(name, item): &(String, Item)| Some((name.clone(), T::of(item)?));
        Some(Self(entries.map(read).collect::<Option<_>>()?))
    }

    fn left_out() -> Option<Self> {
        Some(Self(Vec::new()))
    }
}

table! {
    /// A character.
    pub(super) struct CharacterKeys {
        /// What the character is called.
        pub(super) name: String = required(Shape::Text).example("\"Mark Four\""),
        /// All Classes; what suits a scene is for the scene to say.
        pub(super) classes: Vec<ClassKeys> =
            required(Shape::named_tables(ClassKeys::KEYS, 1, MOST_CLASSES))
                .example("[{ name = \"Technician\", dice = 3 }]"),
        /// Whether it is wounded instead of simply taken out, and makes choices for it.
        pub(super) wounds: bool = flag(false).tunable(1.0),
        /// Armor: a wound in a fight asks for one choice instead of two, unless the attack's Class
        /// ignores it; outside of fights only where a cost says that it fits.
        pub(super) armor: bool = flag(false).tunable(1.0),
        /// Whether it chooses to be out of the fight when it is wounded, if not as the rules of the fight
        /// say.
        pub(super) wound_choice: Option<WoundChoice> = optional(WoundChoice::SHAPE)
            .example("\"fight_on\""),
        /// What it chooses besides being out of the fight, if not as the rules of the fight say.
        pub(super) wound_option: Option<WoundOption> = optional(WoundOption::SHAPE)
            .example("\"permanent_loss\""),
        /// The Class with which it treats the wounds of others.
        pub(super) healer: Option<String> = optional(Shape::Text).example("\"Doctor\""),
        /// The Classes that a wound may cost for good, the last first; if there are none the one in
        /// use.
        pub(super) losable: Vec<String> = optional(Shape::List { item: &Shape::Text, min: 0, max: MOST_CLASSES })
            .example("[\"Jet Pack\"]"),
    }
}

table! {
    /// A Class of a character.
    pub(super) struct ClassKeys {
        /// What the Class is called.
        pub(super) name: String = required(Shape::Text).example("\"Technician\""),
        pub(super) dice: u32 = crate::contest::CLASS_DICE,
    }
}

table! {
    /// What the characters own together.
    pub(super) struct GroupKeys {
        /// The dice of prosperity, which scenes about trade spend and earn.
        pub(super) prosperity: u32 = required(whole(0, 6))
            .accepts("0 to 6 dice")
            .tunable(1.0)
            .example("3"),
        /// Bases, which lend their dice wherever a character may stand, except in fights.
        pub(super) base: Vec<ClassKeys> = optional(Shape::named_tables(ClassKeys::KEYS, 0, MOST_BASES))
            .example("[{ name = \"Ship\", dice = 2 }]"),
        /// Cargoes, which scenes about trade know by their names.
        pub(super) cargo: Vec<CargoKeys> = optional(Shape::named_tables(CargoKeys::KEYS, 0, MOST_CARGOES))
            .example("[{ name = \"Silk\", dice = 2 }]"),
    }
}

table! {
    /// A cargo of the characters.
    pub(super) struct CargoKeys {
        /// What the cargo is called.
        pub(super) name: String = required(Shape::Text).example("\"Silk\""),
        pub(super) dice: u32 = crate::contest::CLASS_DICE,
        /// Where it comes from, seen from the first port.
        pub(super) origin: Origin = Origin::Foreign.usual().example("\"foreign\""),
        /// Whether it is on board at the start; else it is on offer, in every port.
        pub(super) held: bool = flag(true),
    }
}

/// A checked table that is read elsewhere.
#[derive(Clone, Debug)]
pub(super) struct Whole(pub(super) Table);

impl Typed for Whole {
    fn of(item: &Item) -> Option<Self> {
        item.as_table().cloned().map(Self)
    }
}

table! {
    /// A scene.
    pub(super) struct SceneKeys {
        /// What the scene is called.
        pub(super) name: String = required(Shape::Text).example("\"ambush\""),
        /// The contest of the scene: its kind, and the keys of that. In place of somebody with a name
        /// may stand a character, as in { character = "Mark Four" }, or several in a list, of whom the
        /// first who is there takes the place; classes says which of its Classes suit, the best first.
        pub(super) contest: Whole = required(Shape::Kinded(&super::variants::KINDED))
            .example("{ kind = \"quick\", difficulty = 10, actor = { name = \"Dirk\", dice = 3 } }"),
        /// Where outcomes lead: to a scene or an ending, by name. All others go on with the next
        /// scene.
        pub(super) then: ByName<String> = default("{}", Shape::Map(&Shape::Text))
            .accepts("the name of a scene or an ending for each outcome, as in { failure = \"guards\" }"),
        /// The outcome where there is nobody to take the part of a character; unless set the last that
        /// is not the side of a character.
        pub(super) worst: Option<String> = optional(Shape::Text).example("\"failure\""),
        /// Whether there is time to rest: with healing = "rest" wounds are treated here alone.
        pub(super) rest: bool = flag(false),
        /// Whether the session ends behind it, if the adventure goes on: wounds heal, and what is lost for
        /// a session comes back. Captives stay captives.
        pub(super) session_ends: bool = flag(false).tunable(1.0),
        /// What outcomes cost.
        pub(super) cost: ByName<CostKeys> = default("{}", Shape::Map(&Shape::Table(CostKeys::KEYS)))
            .accepts("what an outcome costs, as in { failure = { prosperity = 1 } }"),
    }
}

/// Keys of a scene, with `file`, which may replace its contest and is resolved before reading.
static SCENE: [Key; SceneKeys::KEYS.len() + 1] = joined(SceneKeys::KEYS, &[FILE]);

const FILE: Key = Key {
    name: "file",
    ..optional(Shape::Prose)
}
.help("A file with the contest of the scene, of any other kind; what stands under contest completes it.")
.includes("contest")
.example("\"ambush.toml\"");

table! {
    /// What an outcome costs.
    #[derive(Clone, Debug)]
    pub(super) struct CostKeys {
        /// Dice of prosperity.
        pub(super) prosperity: u32 = default("0", whole(0, 6)).tunable(1.0),
        /// Dice that bases and cargoes lose, by name.
        pub(super) dice: ByName<u32> = default("{}", Shape::Map(&Shape::Integer { min: 1, max: 6 }))
            .accepts("1 to 6 dice for each base or cargo, as in { Ship = 1 }"),
        /// Those who pay the rest, by name; unless set all who took part.
        pub(super) of: Vec<String> = optional(Shape::List { item: &Shape::Text, min: 1, max: MOST_CHARACTERS })
            .example("[\"Dirk\"]"),
        /// Whether they lose access to the Classes with which they took part, for as long as those who
        /// are taken out.
        pub(super) classes: bool = flag(false),
        /// Whether they are wounded, or what is chosen for the wound; true: they cannot fight, and lack
        /// the Class in use.
        pub(super) wound: Wound = default("false", Wound::SHAPE)
            .accepts("true, false, or a list of \"non_combatant\", \"permanent_loss\", \"nasty_wound\"")
            .example("[\"nasty_wound\"]"),
        /// Whether armor is fit for what wounds them: those who wear it suffer the first option alone.
        pub(super) armor_fits: bool = flag(false).added(),
        /// Whether they are out for the rest of the adventure.
        pub(super) captured: bool = flag(false),
    }
}

choices! {
    /// How long a Class is lost, if not for a number of scenes.
    pub(super) enum NamedLostFor {
        /// until the adventure ends
        Adventure = "adventure",
        /// until the session ends, which may be within the adventure
        Session = "session",
    }
}

table! {
    /// So many scenes.
    pub(super) struct ScenesLost {
        /// How many scenes behind this one.
        pub(super) scenes: u32 = required(whole(1, 100)).tunable(1.0).example("2"),
    }
}

impl LostFor {
    pub(super) const SHAPE: Shape =
        Shape::Either(&[NamedLostFor::SHAPE, Shape::Table(ScenesLost::KEYS)]);
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

/// First scenes of sessions. The names are read from the table later, where faults can be reported.
#[derive(Clone, Debug)]
pub(super) struct First;

impl First {
    const SHAPE: Shape = Shape::Either(&[
        Shape::Text,
        Shape::List {
            item: &Shape::Text,
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

/// Options chosen for a wound.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wound {
    /// All listed options; `None` for no wound.
    pub(super) all: Option<Chosen>,
    /// First listed option.
    pub(super) first: Option<Chosen>,
}

impl Wound {
    const SHAPE: Shape = Shape::Either(&[
        Shape::Flag,
        Shape::List {
            item: &OfWound::SHAPE,
            min: 1,
            max: 3,
        },
    ]);
}

impl Typed for Wound {
    fn of(item: &Item) -> Option<Self> {
        let listed: Vec<OfWound> = match item.as_flag() {
            Some(true) => vec![OfWound::NonCombatant],
            Some(false) => Vec::new(),
            None => Vec::of(item)?,
        };
        let chosen = |options: &[OfWound]| {
            let chosen: Chosen = options.iter().copied().collect();
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
wounds = true                        # is wounded instead of simply taken out
healer = "Field Medic"               # treats the wounds of others with this Class
classes = [
  { name = "Schematic Tinker", dice = 4 },
  { name = "Field Medic", dice = 3 },
]
"#;

const SCENES: &str = r#"[[scene]]
name = "ambush"
then = { drones = "caught" }         # outcome -> scene or ending; all others go on
  [scene.contest]                    # a contest of any other kind; or file = "ambush.toml"
  kind = "combat"
    [[scene.contest.side]]
    name = "crew"
      [[scene.contest.side.combatant]]
      character = "Emily"
      [[scene.contest.side.combatant]]
      character = "Gex"
      classes = [{ name = "Field Medic", fit = "semi" }]   # what suits, the best first
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
