//! The tables of keys.

use super::super::exchange::players;
use crate::contest::{Half, PlayerHelp};
use crate::document::{Choice, Key, Shape};

pub(in super::super) static KEYS: &[Key] = &[
    Key::required("contest", Shape::Choice(CONTESTS))
        .help("Which contest it is.")
        .example("\"exchange\""),
    Key::optional(
        "difficulty",
        Shape::Integer {
            min: 1,
            max: i64::MAX,
        },
    )
    .help("Of a check, and of an ability without a rival: what the total has to reach.")
    .accepts("a difficulty is a positive whole number")
    .lever(1.0)
    .example("12"),
    Key::optional("a", Shape::Table(ROLL))
        .help("Who rolls; of two the first.")
        .example("{ name = \"Runner\", action = 2, skill = 3 }"),
    Key::optional("b", Shape::Table(ROLL))
        .help("Of two the second.")
        .example("{ name = \"Chaser\", action = 3, skill = 2 }"),
    Key::optional("side", Shape::named_tables(SIDE, 2, 2))
        .help("Of an exchange: the two groups.")
        .shown()
        .example(EXAMPLE),
    Key::default("rules", Shape::Table(RULES), "{}")
        .help("How the open points of the rules are read."),
];

static CONTESTS: &[Choice] = &[
    Choice::new("check", "a roll of a skill against a difficulty"),
    Choice::new("opposed", "two rolls against each other"),
    Choice::new(
        "ability",
        "a roll of an ability, of which only the best dice count, against a difficulty or a rival",
    ),
    Choice::new("order", "who acts first, and who declares first"),
    Choice::new(
        "exchange",
        "attacks and defences of two groups, round by round",
    ),
];

const SPECIAL_DICE: Shape = Shape::Integer { min: 0, max: 6 };
const SKILL_DICE: Shape = Shape::Integer { min: 0, max: 12 };

static ROLL: &[Key] = &[
    Key::required("name", Shape::Text)
        .help("The name; it also names the luck, and of two the outcome.")
        .example("\"Runner\""),
    Key::default("action", SPECIAL_DICE, "1")
        .help("General action dice used on this action.")
        .lever(1.0),
    Key::default("limited", SPECIAL_DICE, "0")
        .help("Limited action dice used on it.")
        .lever(1.0),
    Key::default("specialised", SPECIAL_DICE, "0")
        .help("Specialised action dice used on it.")
        .lever(1.0),
    Key::optional("skill", SKILL_DICE)
        .help("Dice of the skill.")
        .lever(1.0)
        .example("3"),
    Key::optional("ability", SKILL_DICE)
        .help("Dice of the ability, instead of a skill.")
        .lever(1.0)
        .example("2"),
    Key::optional("cap", Shape::Integer { min: 1, max: 40 })
        .help("Of an ability: how many of the best dice count, if not one more than the ability has.")
        .lever(1.0)
        .example("3"),
    Key::default("passive", Shape::Flag, "false")
        .help("An ability that takes no action, such as Toughness: no action dice are rolled."),
    Key::default("extra", SPECIAL_DICE, "0")
        .help("Extra dice: more time, better tools.")
        .lever(1.0),
    Key::default("two_die", Shape::Flag, "false")
        .help("A two-die action, such as a Group Attack: half of two action dice and the skill's, and further action dice whole."),
    Key::default("noncombat", Shape::Flag, "false")
        .help("Declared noncombat: one more general action die, used here."),
    Key::default("reserve", Shape::Table(RESERVE), "{}")
        .help("Of order: action dice that are kept for later in the round."),
    Key::default("spent", Shape::Integer { min: 0, max: 20 }, "0")
        .help("Of order: action dice of all kinds that were used earlier in the round."),
];

static RESERVE: &[Key] = &[
    Key::default("action", SPECIAL_DICE, "0").help("General ones."),
    Key::default("limited", SPECIAL_DICE, "0").help("Limited ones."),
    Key::default("specialised", SPECIAL_DICE, "0").help("Specialised ones."),
];

static SIDE: &[Key] = &[
    Key::required("name", Shape::Text)
        .help("What the side is called; also the outcome that it wins.")
        .example("\"guards\""),
    Key::default("player", Shape::Choice(PLAYERS), "\"guarded\"")
        .help("Who splits the action dice of the side between attack and defence."),
    Key::required("combatant", Shape::elided_tables(COMBATANT, 1, 50))
        .help("Those on this side; attacks go to the first who stands."),
];

static PLAYERS: &[Choice] = &PlayerHelp::choices::<{ players::HELP.len() }>(players::HELP);

static COMBATANT: &[Key] = &[
    Key::required("name", Shape::Text)
        .help("What the combatant is called.")
        .example("\"Guard\""),
    Key::default("count", Shape::Integer { min: 1, max: 50 }, "1")
        .help("How many of them there are; copies are numbered and reported together.")
        .lever(1.0)
        .counts(),
    Key::required("action", Shape::Integer { min: 1, max: 6 })
        .help("General action dice: 1 an ordinary person, 3 a hero.")
        .accepts("a combatant has 1 to 6 general action dice")
        .lever(1.0)
        .example("2"),
    Key::optional("limited", Shape::Table(LIMITED))
        .help("Action dice for a broad class of actions.")
        .example("{ dice = 1, to = \"attack\" }"),
    Key::optional("specialised", Shape::Table(SPECIALISED))
        .help("Action dice for one skill: it serves the attack if that takes the skill, else the defence.")
        .example("{ dice = 1, to = \"dodge\" }"),
    Key::default("hand_to_hand", SKILL_DICE, "0")
        .help("Dice of the best hand-to-hand combat skill.")
        .lever(1.0),
    Key::default("ranged", SKILL_DICE, "0")
        .help("Dice of the best ranged combat skill.")
        .lever(1.0),
    Key::default("dodge", SKILL_DICE, "0")
        .help("Dice of Dodge.")
        .lever(1.0),
    Key::default("movement", SKILL_DICE, "0")
        .help("Dice of movement, an ability: for a dive for cover.")
        .lever(1.0),
    Key::default("attack", Shape::Choice(REACHES), "\"hand_to_hand\"")
        .help("How it attacks."),
    Key::default("defence", Shape::Choice(STANCES), "\"single\"")
        .help("How it defends with the dice that do not attack."),
    Key::default("attack_extra", SPECIAL_DICE, "0")
        .help("Extra dice of its attacks.")
        .lever(1.0),
    Key::default("defence_extra", SPECIAL_DICE, "0")
        .help("Extra dice of its defences by a skill.")
        .lever(1.0),
    Key::default("noncombat", Shape::Flag, "false")
        .help("Declared noncombat in every round: one more general action die, but a base defence of 0 and no General Defense."),
];

static LIMITED: &[Key] = &[
    Key::required("dice", Shape::Integer { min: 1, max: 6 })
        .help("How many.")
        .lever(1.0)
        .example("1"),
    Key::required("to", Shape::Choice(CLASSES))
        .help("What they are for.")
        .example("\"attack\""),
];

static SPECIALISED: &[Key] = &[
    Key::required("dice", Shape::Integer { min: 1, max: 6 })
        .help("How many.")
        .lever(1.0)
        .example("1"),
    Key::required("to", Shape::Choice(SKILLS))
        .help("What they are for.")
        .example("\"dodge\""),
];

static CLASSES: &[Choice] = &[
    Choice::new("attack", "attacks"),
    Choice::new("defence", "defensive actions"),
];

static SKILLS: &[Choice] = &[
    Choice::new("hand_to_hand", "hand-to-hand combat: attack or parry"),
    Choice::new("ranged", "ranged combat: attack or parry"),
    Choice::new("dodge", "Dodge, and General Defense by Dodge"),
    Choice::new("movement", "movement: dive for cover"),
];

static REACHES: &[Choice] = &[
    Choice::new("hand_to_hand", "within four metres"),
    Choice::new("ranged", "from afar"),
];

static STANCES: &[Choice] = &[
    Choice::new("single", "parry or dodge, whichever has more dice"),
    Choice::new("parry", "parry, with the skill of the attack's category"),
    Choice::new("dodge", "dodge"),
    Choice::new(
        "general",
        "General Defense, with Dodge or the lower skill, whichever has more dice; without two action dice for it as single",
    ),
    Choice::new(
        "dive",
        "dive for cover from ranged attacks; against others, and without an action die for it, as single",
    ),
];

static RULES: &[Key] = &[
    Half::KEY,
    Key::default("two_die_extra", Shape::Choice(TWO_DIE_EXTRA), "\"halved\"")
        .help("What becomes of extra dice in a two-die action.")
        .lever(1.0),
    Key::default("passive_cap", Shape::Choice(PASSIVE_CAP), "\"one_more\"")
        .help("How many dice of a passive ability count, unless its cap is given.")
        .lever(1.0),
    Key::default("declare_tie", Shape::Choice(DECLARE_TIE), "\"total\"")
        .help("What settles who declares first if the dice that are left do not.")
        .lever(1.0),
    Key::default("hit_tie", Shape::Choice(HIT_TIE), "\"attacker\"")
        .help("Whose favour it is if an attack equals the defence.")
        .lever(1.0),
    Key::default("defend_against", Shape::Choice(DEFEND_AGAINST), "\"first\"")
        .help("Which opponent a parry, a dodge or a dive is for.")
        .lever(1.0),
    Key::default("dive", Shape::Choice(DIVE), "\"roll\"")
        .help("What a dive for cover adds.")
        .lever(1.0),
    Key::default("hits_to_win", Shape::Integer { min: 1, max: 20 }, "1")
        .help("Of which hit a combatant is out.")
        .lever(1.0),
    Key::default("max_rounds", Shape::Integer { min: 1, max: 1_000 }, "100")
        .help("Rounds after which an exchange is unresolved."),
];

static TWO_DIE_EXTRA: &[Choice] = &[
    Choice::new("halved", "they are halved with the dice of the skill"),
    Choice::new("whole", "they are rolled whole"),
];

static PASSIVE_CAP: &[Choice] = &[
    Choice::new(
        "one_more",
        "one more than the ability has, as of active ones",
    ),
    Choice::new("flat", "as many as the ability has"),
];

static DECLARE_TIE: &[Choice] = &[
    Choice::new("total", "who has fewer action dice in all; then a lot"),
    Choice::new("random", "a lot"),
];

static HIT_TIE: &[Choice] = &[
    Choice::new("attacker", "it hits"),
    Choice::new("defender", "it misses"),
];

static DEFEND_AGAINST: &[Choice] = &[
    Choice::new("first", "the first who stands"),
    Choice::new(
        "strongest",
        "the one who attacks with most dice, of equals the first",
    ),
];

static DIVE: &[Choice] = &[
    Choice::new("roll", "the total of the movement roll"),
    Choice::new(
        "dice",
        "one for each die of it that counts; nothing is rolled",
    ),
];

const EXAMPLE: &str = r#"[[side]]
name = "hero"
player = "guarded"                   # or "attack_1", "attack_2", "all_out", "best"
  [[side.combatant]]
  name = "Emily"
  action = 3
  hand_to_hand = 4
  dodge = 2

[[side]]
name = "guards"
player = "all_out"
  [[side.combatant]]
  name = "Guard"
  count = 2
  action = 2
  hand_to_hand = 2
"#;
