//! The keys of a fight's file, and how a checked file becomes a fight.

use super::players::Player;
use super::{Class, Combat, Combatant, Group, Options, Side};
use crate::contest::{CLASS_DICE, CLASS_FIT, Contest, Half, class_dice};
use crate::document::{Choice, Fault, Faults, Item, Key, Shape, Table};
use std::collections::{HashMap, HashSet};

/// Positions of combatants fit into 16 bits; this leaves room and is far beyond any table.
const MOST_COMBATANTS: i64 = 4_000;
/// Outcomes that a side may not be called by.
const RESERVED: [&str; 2] = ["draw", "unresolved"];

pub(super) static KEYS: &[Key] = &[
    Key::required("side", Shape::named_tables(SIDE, 2, 100))
        .help("Those who win together. A fight has two sides or more.")
        .example(EXAMPLE),
    Key::default("rules", Shape::Table(RULES), "{}")
        .help("How the open points of the rules are read."),
];

static SIDE: &[Key] = &[
    Key::required("name", Shape::Text)
        .help("What the side is called; also the outcome that it wins.")
        .example("\"heroes\""),
    Key::default("player", PLAYER, "\"finisher\"").help("Who decides for the whole side."),
    Key::required("combatant", Shape::elided_tables(COMBATANT, 1, 1_000))
        .help("Those who fight on this side."),
];

static COMBATANT: &[Key] = &[
    Key::required("name", Shape::Text)
        .help("What the combatant is called.")
        .example("\"Dirk\""),
    Key::default("count", Shape::Integer { min: 1, max: 1_000 }, "1")
        .help("How many of them there are; copies are numbered and reported together.")
        .lever(1.0),
    Key::required("classes", Shape::tables(CLASS, 1, 12))
        .help("The Classes in the order of their use: the first is rolled at the start, the others by change of tactic.")
        .example("[{ name = \"Former Mercenary\", dice = 4 }]"),
    Key::optional("player", PLAYER).help("Who decides for this combatant, if not the side's player."),
];

static CLASS: &[Key] = &[
    Key::required("name", Shape::Text)
        .help("What the Class is called.")
        .example("\"Former Mercenary\""),
    CLASS_DICE,
    CLASS_FIT,
];

const PLAYER: Shape = Shape::Either(&[
    Shape::Choice(PLAYERS),
    Shape::Table(&[Key::required("name", Shape::Choice(PLAYERS)).help("The player.")]),
]);

static PLAYERS: &[Choice] = &[
    Choice::new(super::players::HELP[0].name, super::players::HELP[0].help),
    Choice::new(super::players::HELP[1].name, super::players::HELP[1].help),
    Choice::new(super::players::HELP[2].name, super::players::HELP[2].help),
];

static RULES: &[Key] = &[
    Half::KEY,
    Key::default("last_blow", Shape::Choice(LAST_BLOW), "\"win\"")
        .help("What happens when a last die takes out the last opponent.")
        .lever(1.0),
    Key::default("deadlock", Shape::Choice(DEADLOCK), "\"reroll\"")
        .help("Who has the turn when every initiative is shared. With very many combatants re-rolls practically never end.")
        .lever(1.0),
    Key::default("max_rerolls", Shape::Integer { min: 1, max: 1_000_000 }, "1000")
        .help("Rounds of re-rolls in a row after which the fight counts as unresolved."),
    Key::default("deadly", Shape::Flag, "false")
        .help("What being taken out means afterwards: death, or else the loss of every Class used in the fight. A label: it changes no figure."),
];

static LAST_BLOW: &[Choice] = &[
    Choice::new(
        "win",
        "the fight is decided before the attacker would retreat",
    ),
    Choice::new(
        "draw",
        "the attacker retreats too, and nobody may be left standing",
    ),
];

static DEADLOCK: &[Choice] = &[
    Choice::new("reroll", "everybody standing re-rolls the lowest die"),
    Choice::new("lot", "a lot among those with the highest initiative"),
];

const EXAMPLE: &str = r#"[[side]]
name = "heroes"
player = "finisher"                  # or "brawler", "random"
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
  player = "brawler"                 # a combatant may have a player of its own
  classes = [{ name = "Assassin Drone", dice = 2 }]
"#;

/// Finds what the table of keys cannot say.
pub(super) fn examine(table: &Table, faults: &mut Faults) {
    let mut total = 0;
    for side in table.tables("side") {
        if let Some(name) = side.text("name")
            && RESERVED.contains(&name)
        {
            faults.refuse(
                side,
                "name",
                "any other name: \"draw\" and \"unresolved\" are outcomes that no side wins",
                None,
            );
        }
        let mut names: HashSet<&str> = HashSet::new();
        let mut taken: HashSet<String> = HashSet::new();
        for combatant in side.tables("combatant") {
            let (Some(name), Some(count)) = (combatant.text("name"), combatant.integer("count"))
            else {
                continue;
            };
            total += count;
            if !names.insert(name) {
                // That every name is used once has been checked.
                continue;
            }
            let clash = copies(name, count)
                .into_iter()
                .find(|copy| !taken.insert(copy.clone()));
            if let Some(copy) = clash {
                let accepted = if count > 1 {
                    format!(
                        "another name: its copies are numbered, and \"{copy}\" is there already"
                    )
                } else {
                    "another name: a copy of another combatant is called that".to_owned()
                };
                faults.refuse(combatant, "name", accepted, None);
            }
        }
    }
    if total > MOST_COMBATANTS {
        faults.push(Fault {
            place: table.place("side"),
            path: table.path_of("side"),
            found: format!("has {total} combatants"),
            accepted: format!("a fight has {MOST_COMBATANTS} at most, all sides together"),
            help: None,
        });
    }
}

/// The names of the copies of a combatant.
fn copies(name: &str, count: i64) -> Vec<String> {
    if count == 1 {
        vec![name.to_owned()]
    } else {
        (1..=count).map(|copy| format!("{name} {copy}")).collect()
    }
}

/// Makes the fight out of a table in which no fault was found.
pub(super) fn build(table: &Table) -> Option<Box<dyn Contest>> {
    Combat::read(table).map(|combat| Box::new(combat) as Box<dyn Contest>)
}

/// See [`Combat::read`].
pub(super) fn combat(table: &Table) -> Option<Combat> {
    let rules = table.table("rules")?;
    let half = Half::read(table);
    let mut names: HashMap<&str, u32> = HashMap::new();
    for side in table.tables("side") {
        for combatant in side.tables("combatant") {
            *names.entry(combatant.text("name")?).or_insert(0) += 1;
        }
    }
    let (mut sides, mut groups, mut combatants) = (Vec::new(), Vec::new(), Vec::new());
    for (position, side) in table.tables("side").iter().enumerate() {
        let side_name = side.text("name")?;
        let side_player = player(side.item("player")?)?;
        let first = combatants.len();
        for combatant in side.tables("combatant") {
            let name = combatant.text("name")?;
            let count = combatant.integer("count")?;
            let classes: Vec<Class> = combatant
                .tables("classes")
                .iter()
                .map(|class| self::class(class, half))
                .collect::<Option<_>>()?;
            let player = match combatant.item("player") {
                Some(item) => player(item)?,
                None => side_player,
            };
            combatants.extend(copies(name, count).into_iter().map(|name| Combatant {
                name,
                side: position,
                group: groups.len(),
                classes: classes.clone(),
                player,
            }));
            groups.push(Group {
                // Two sides may both have a "Guard".
                label: if names[name] == 1 {
                    name.to_owned()
                } else {
                    format!("{side_name}.{name}")
                },
                side: position,
                size: count as u32,
            });
        }
        sides.push(Side {
            name: side_name.to_owned(),
            members: first..combatants.len(),
        });
    }
    let options = Options {
        last_blow_draws: rules.choice("last_blow")? == "draw",
        deadlock_lot: rules.choice("deadlock")? == "lot",
        max_rerolls: rules.integer("max_rerolls")? as u32,
    };
    Some(Combat::new(sides, combatants, groups, options))
}

fn class(table: &Table, half: Half) -> Option<Class> {
    Some(Class {
        name: table.text("name")?.to_owned(),
        dice: class_dice(table, half)?.1,
    })
}

/// The player that an item names, alone or as a table with a name.
fn player(item: &Item) -> Option<Player> {
    let name = item
        .as_choice()
        .or_else(|| item.as_table().and_then(|table| table.choice("name")))?;
    Player::named(name)
}
