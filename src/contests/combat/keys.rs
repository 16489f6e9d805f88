//! The keys of a fight's file, and how a checked file becomes a fight.

use super::duel;
use super::players::{self, Player};
use super::{
    Arrival, Class, Combat, Combatant, Cover, Group, Healer, Options, Setup, Side, When,
    WoundOption,
};
use crate::contest::{CLASS_DICE, CLASS_FIT, Contest, Half, PlayerHelp, Seat, class_dice};
use crate::dice::Pool;
use crate::document::{Choice, Fault, Faults, Item, Key, Shape, Table, literal};
use std::collections::{HashMap, HashSet};

/// Positions of combatants fit into 16 bits; this leaves room and is far beyond any table.
const MOST_COMBATANTS: i64 = 4_000;
/// Outcomes that a side may not be called by.
const RESERVED: [&str; 2] = ["draw", "unresolved"];

pub(super) static KEYS: &[Key] = &[
    Key::required("side", Shape::named_tables(SIDE, 2, 100))
        .help("Those who win together. A fight has two sides or more.")
        .shared()
        .example(EXAMPLE),
    COVER,
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
    Key::optional(
        "reinforcement",
        Shape::elided_tables(REINFORCEMENT, 0, 1_000),
    )
    .help("Those who join it later: at_turn or when_standing says when.")
    .example(LATER),
    COVER,
];

const NAME: Key = Key::required("name", Shape::Text)
    .help("What the combatant is called.")
    .example("\"Dirk\"");

const COUNT: Key = Key::default("count", Shape::Integer { min: 1, max: 1_000 }, "1")
    .help("How many of them there are; copies are numbered and reported together.")
    .lever(1.0)
    .counts();

const CLASSES: Key = Key::required("classes", Shape::tables(CLASS, 1, 12))
    .help("The Classes in the order of their use: the first is rolled at the start, the others by change of tactic. A legendary item is a Class like any other.")
    .example("[{ name = \"Former Mercenary\", dice = 4 }]");

const OWN_PLAYER: Key = Key::optional("player", PLAYER)
    .help("Who decides for this combatant, if not the side's player.");

const MONSTER: Key = Key::default("monster", Shape::Flag, "false")
    .help("A large monster: whenever it would be taken out it comes back with one die fewer than it last rolled, until none is left.")
    .lever(1.0);

const WOUNDS: Key = Key::default("wounds", Shape::Flag, "false")
    .help("A character who is wounded instead of simply taken out, and makes choices for it.")
    .lever(1.0);

const ARMOR: Key = Key::default("armor", Shape::Flag, "false")
    .help("Armour that fits the weapons: a wound asks for one choice instead of two.")
    .lever(1.0);

const COVER: Key = Key::optional("cover", Shape::Table(COVER_KEYS))
    .help("Cover dice: when attacked, spending one keeps all dice of its face.")
    .example("{ dice = 2 }");

static COVER_KEYS: &[Key] = &[
    Key::optional("dice", Shape::Integer { min: 1, max: 20 })
        .help("How many are rolled at the start.")
        .lever(1.0)
        .example("2"),
    Key::optional(
        "faces",
        Shape::List {
            item: &Shape::Integer { min: 1, max: 6 },
            min: 1,
            max: 20,
        },
    )
    .help("Their faces, instead of rolling them.")
    .example("[4, 6]"),
];

static COMBATANT: &[Key] = &[
    NAME, COUNT, CLASSES, OWN_PLAYER, MONSTER, WOUNDS, ARMOR, COVER,
];

static REINFORCEMENT: &[Key] = &[
    Key::optional("at_turn", Shape::Integer { min: 1, max: 1_000_000 })
        .help("They come before this turn, counted from 1, if the fight still runs.")
        .lever(1.0)
        .example("6"),
    Key::optional("when_standing", Shape::Integer { min: 0, max: 4_000 })
        .help("They come as soon as at most so many of their side stand; 0 saves a side that would have lost.")
        .lever(1.0)
        .example("1"),
    NAME, COUNT, CLASSES, OWN_PLAYER, MONSTER, WOUNDS, ARMOR, COVER,
];

static CLASS: &[Key] = &[
    Key::required("name", Shape::Text)
        .help("What the Class is called.")
        .example("\"Former Mercenary\""),
    CLASS_DICE,
    CLASS_FIT,
    Key::default("ignores_cover", Shape::Flag, "false")
        .help("A rare and destructive weapon: Cover does not stop its attacks.")
        .lever(1.0),
];

const PLAYER: Shape = Shape::Either(&[
    Shape::Choice(PLAYERS),
    Shape::Table(&[
        Key::required("name", Shape::Choice(PLAYERS)).help("The player."),
        Key::optional(
            "playouts",
            Shape::Integer {
                min: 1,
                max: 1_000_000,
            },
        )
        .help("Only for rollout: how often it tries each action; 64 unless set.")
        .lever(64.0)
        .example("64"),
        Key::optional("depth", Shape::Integer { min: 0, max: 64 })
            .help(
                "Only for expert: how many decisions behind its own it looks ahead; unless set 0, or 3 against finishers alone with optional rules or three sides.",
            )
            .lever(1.0)
            .example("2"),
    ]),
]);

static PLAYERS: &[Choice] = &PlayerHelp::choices::<{ players::HELP.len() }>(players::HELP);

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
    Key::default("cover_per_attack", Shape::Integer { min: 1, max: 6 }, "1")
        .help("How many Cover dice a target may spend on one attack.")
        .lever(1.0),
    Key::default("monster_spent", Shape::Choice(MONSTER_SPENT), "\"retreats\"")
        .help("What becomes of a large monster that spends its last die attacking.")
        .lever(1.0),
    Key::default("wounds_to_die", Shape::Integer { min: 1, max: 20 }, "2")
        .help("Of which wound a character dies.")
        .lever(1.0),
    Key::default("wound_choice", Shape::Choice(WOUND_CHOICE), "\"stay_down\"")
        .help("Whether the wounded choose to be out of the fight.")
        .lever(1.0),
    Key::default("wound_option", Shape::Choice(WOUND_OPTION), "\"nasty_wound\"")
        .help("What the wounded choose besides being out of the fight; in armour, instead of it."),
    Key::default("healer", HEALER, "\"none\"")
        .help("Who looks after the wounded when the fight is over, and undoes one choice of each: a permanent loss if there is one, else a nasty wound, else being out of the fight. A table with dice and difficulty rolls for it.")
        .example("{ dice = 3, difficulty = 10 }"),
    Key::default("deadly", Shape::Flag, "false")
        .help("What being taken out means afterwards: death, or else the loss of every Class used in the fight. A label: it changes no figure."),
];

static MONSTER_SPENT: &[Choice] = &[
    Choice::new("retreats", "it leaves like anybody else"),
    Choice::new("returns", "it comes back as if it had been taken out"),
];

static WOUND_CHOICE: &[Choice] = &[
    Choice::new("stay_down", "they are out of the fight"),
    Choice::new(
        "fight_on",
        "they change tactic at once, or retreat without an unused Class",
    ),
];

static WOUND_OPTION: &[Choice] = &[
    Choice::new("nasty_wound", "the wound takes a session longer to heal"),
    Choice::new("permanent_loss", "something important is lost for good"),
];

const HEALER: Shape = Shape::Either(&[
    Shape::Choice(&[
        Choice::new("none", "nobody"),
        Choice::new("automatic", "somebody who always succeeds"),
    ]),
    Shape::Table(&[
        CLASS_DICE.help("The dice of the healer's Class; fit and half do not matter here."),
        Key::required("difficulty", Shape::Integer { min: 1, max: 1_000 })
            .help("What the healer's dice have to reach.")
            .lever(1.0)
            .example("10"),
    ]),
]);

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

const LATER: &str = r#"[[side.reinforcement]]
when_standing = 1
name = "Late Drone"
count = 2
classes = [{ name = "Assassin Drone", dice = 2 }]
"#;

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
    cover_is_one_thing(table, faults);
    let mut total = 0;
    for side in table.tables("side") {
        cover_is_one_thing(side, faults);
        player_has_its_settings(side, faults);
        if let Some(name) = side.text("name")
            && RESERVED.contains(&name)
        {
            let accepted =
                "any other name: \"draw\" and \"unresolved\" are outcomes that no side wins";
            faults.refuse(side, "name", accepted, None);
        }
        names_are_apart(side, faults);
        for combatant in members(side) {
            cover_is_one_thing(combatant, faults);
            player_has_its_settings(combatant, faults);
            total += combatant.integer("count").unwrap_or(0);
            if combatant.flag("monster") == Some(true) && combatant.flag("wounds") == Some(true) {
                let accepted = "a large monster comes back instead of being wounded, so leave out one of the two";
                faults.refuse(combatant, "wounds", accepted, None);
            }
        }
        for late in side.tables("reinforcement") {
            let (found, accepted) = match (late.given("at_turn"), late.given("when_standing")) {
                (false, false) if faults.explain(late) => continue,
                (false, false) => (
                    "does not say when it comes",
                    "give at_turn or when_standing",
                ),
                (true, true) => (
                    "says twice when it comes",
                    "give at_turn or when_standing, not both",
                ),
                _ => continue,
            };
            faults.refuse_table(late, found, accepted, None);
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
    optimal_plays_duels(table, faults);
}

/// Refuses the player `optimal` where there is no duel that can be solved.
fn optimal_plays_duels(table: &Table, faults: &mut Faults) {
    let sides = table.tables("side").iter();
    let all: Vec<&Table> = sides
        .flat_map(|side| std::iter::once(side).chain(members(side)))
        .filter(|table| {
            let named = table.item("player").and_then(player);
            named == Some(Player::Optimal)
        })
        .collect();
    if all.is_empty() {
        return;
    }
    let Some(Err(reason)) = combat(table).as_ref().map(duel::check) else {
        return;
    };
    for table in all {
        let accepted = format!("any other player: {reason}");
        faults.refuse(table, "player", accepted, None);
    }
}

/// The combatants of a side in file order, with those who come later.
fn members(side: &Table) -> impl Iterator<Item = &Table> {
    side.tables("combatant")
        .iter()
        .chain(side.tables("reinforcement"))
}

/// Finds names on a side that are those of another combatant or of one of its copies.
fn names_are_apart(side: &Table, faults: &mut Faults) {
    let mut taken: HashSet<String> = HashSet::new();
    for array in ["combatant", "reinforcement"] {
        let mut names: HashSet<&str> = HashSet::new();
        for combatant in side.tables(array) {
            let (Some(name), Some(count)) = (combatant.text("name"), combatant.integer("count"))
            else {
                continue;
            };
            if !names.insert(name) {
                // That every name is used once in an array has been checked.
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
                    "another name: another combatant or a copy of it is called that".to_owned()
                };
                faults.refuse(combatant, "name", accepted, None);
            }
        }
    }
}

/// Finds Cover that is both rolled and given, or neither.
fn cover_is_one_thing(table: &Table, faults: &mut Faults) {
    if let Some(cover) = table.table("cover") {
        let (found, accepted) = match (cover.given("dice"), cover.given("faces")) {
            (false, false) if faults.explain(cover) => return,
            (false, false) => ("does not say which dice", "give dice or faces"),
            (true, true) => ("says twice which dice", "give dice or faces, not both"),
            _ => return,
        };
        faults.refuse_table(cover, found, accepted, None);
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

/// A seat for each side; a combatant with a player of its own keeps it.
pub(super) fn seats(table: &Table) -> Vec<Seat> {
    let sides = table.tables("side").iter();
    sides
        .filter_map(|side| {
            let name = side.text("name")?;
            let sitting = side.item("player")?;
            Some(Seat {
                name: name.to_owned(),
                path: side.path_of("player"),
                outcome: name.to_owned(),
                own: members(side)
                    .filter(|combatant| combatant.given("player"))
                    .filter_map(|combatant| combatant.text("name"))
                    .map(str::to_owned)
                    .collect(),
                player: player(sitting)?.name(),
                value: literal(sitting),
            })
        })
        .collect()
}

/// See [`Combat::read`].
pub(super) fn combat(table: &Table) -> Option<Combat> {
    let half = Half::read(table);
    let mut names: HashMap<&str, u32> = HashMap::new();
    for side in table.tables("side") {
        for combatant in members(side) {
            *names.entry(combatant.text("name")?).or_insert(0) += 1;
        }
    }
    let mut setup = Setup {
        options: options(table.table("rules")?)?,
        field_cover: cover(table)?,
        ..Setup::default()
    };
    for (position, side) in table.tables("side").iter().enumerate() {
        let side_name = side.text("name")?;
        let side_player = player(side.item("player")?)?;
        let first = setup.combatants.len();
        for (index, combatant) in members(side).enumerate() {
            let name = combatant.text("name")?;
            let count = combatant.integer("count")?;
            let comes_later = index >= side.tables("combatant").len();
            let start = setup.combatants.len();
            let one = Combatant {
                name: String::new(),
                side: position,
                group: setup.groups.len(),
                classes: combatant
                    .tables("classes")
                    .iter()
                    .map(|class| self::class(class, half))
                    .collect::<Option<_>>()?,
                player: match combatant.item("player") {
                    Some(item) => player(item)?,
                    None => side_player,
                },
                monster: combatant.flag("monster")?,
                wounds: combatant.flag("wounds")?,
                armor: combatant.flag("armor")?,
                cover: cover(combatant)?,
                arrival: comes_later.then_some(setup.arrivals.len()),
            };
            let named = |name| Combatant {
                name,
                ..one.clone()
            };
            setup
                .combatants
                .extend(copies(name, count).into_iter().map(named));
            if comes_later {
                let when = match combatant.integer("at_turn") {
                    Some(turn) => When::Turn(turn as u32),
                    None => When::Standing(combatant.integer("when_standing")? as u32),
                };
                setup.arrivals.push(Arrival {
                    side: position,
                    members: start..setup.combatants.len(),
                    when,
                });
            }
            setup.groups.push(Group {
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
        setup.sides.push(Side {
            name: side_name.to_owned(),
            members: first..setup.combatants.len(),
            cover: cover(side)?,
        });
    }
    Some(Combat::new(setup))
}

fn options(rules: &Table) -> Option<Options> {
    let healer = rules.item("healer")?;
    Some(Options {
        last_blow_draws: rules.choice("last_blow")? == "draw",
        deadlock_lot: rules.choice("deadlock")? == "lot",
        max_rerolls: rules.integer("max_rerolls")? as u32,
        cover_per_attack: rules.integer("cover_per_attack")? as u32,
        monster_spent_returns: rules.choice("monster_spent")? == "returns",
        wounds_to_die: rules.integer("wounds_to_die")? as u32,
        fights_on: rules.choice("wound_choice")? == "fight_on",
        wound_option: match rules.choice("wound_option")? {
            "permanent_loss" => WoundOption::PermanentLoss,
            _ => WoundOption::NastyWound,
        },
        healer: match (healer.as_choice(), healer.as_table()) {
            (Some("automatic"), _) => Healer::Automatic,
            (Some(_), _) => Healer::None,
            (None, table) => Healer::Rolls {
                dice: table?.integer("dice")? as u32,
                difficulty: table?.integer("difficulty")?,
            },
        },
    })
}

/// The Cover of a table: `Some(None)` where it has none, `None` where it is not valid.
#[expect(clippy::option_option, reason = "absent and invalid are two things")]
fn cover(table: &Table) -> Option<Option<Cover>> {
    if !table.given("cover") {
        return Some(None);
    }
    let cover = table.table("cover")?;
    if let Some(dice) = cover.integer("dice") {
        return Some(Some(Cover::Rolled(dice as u32)));
    }
    let faces: Vec<u32> = cover
        .list("faces")
        .iter()
        .map(|face| face.as_integer().map(|face| face as u32))
        .collect::<Option<_>>()?;
    (!faces.is_empty()).then(|| Some(Cover::Faces(Pool::from_faces(&faces))))
}

fn class(table: &Table, half: Half) -> Option<Class> {
    Some(Class {
        name: table.text("name")?.to_owned(),
        dice: class_dice(table, half)?.1,
        ignores_cover: table.flag("ignores_cover")?,
    })
}

/// The player that an item names, alone or as a table with a name and its settings.
fn player(item: &Item) -> Option<Player> {
    let Some(table) = item.as_table() else {
        return Player::named(item.as_choice()?);
    };
    let setting = |key| table.integer(key).map(|value| value as u32);
    Some(match Player::named(table.choice("name")?)? {
        Player::Rollout { playouts } => Player::Rollout {
            playouts: setting("playouts").unwrap_or(playouts),
        },
        Player::Expert { depth } => Player::Expert {
            depth: setting("depth").or(depth),
        },
        player => player,
    })
}

/// Finds settings that the named player does not have.
fn player_has_its_settings(table: &Table, faults: &mut Faults) {
    let Some(player) = table.item("player").and_then(Item::as_table) else {
        return;
    };
    let Some(name) = player.choice("name") else {
        return;
    };
    for (setting, owner, accepted) in [
        (
            "playouts",
            "rollout",
            "only rollout has play-outs: name it, or leave them out",
        ),
        (
            "depth",
            "expert",
            "only expert looks ahead: name it, or leave the depth out",
        ),
    ] {
        if player.given(setting) && name != owner {
            faults.refuse(player, setting, accepted, None);
        }
    }
}
