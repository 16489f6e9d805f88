//! Keys of a file of `kind = "dice"`.

use evenodds_core::contest::choices;
use evenodds_core::document::{Key, ValueShape};

/// Largest absolute value of a parameter or a state in a file.
pub(super) const LARGEST_VALUE: i64 = 1_000_000_000;

const VALUE: ValueShape = ValueShape::integer(-LARGEST_VALUE, LARGEST_VALUE);
static EXPRESSION: ValueShape = ValueShape::Prose;
static NAME: ValueShape = ValueShape::Text;

/// Keys of the file.
pub(super) static KEYS: &[Key] = &[
    Key::optional("number", ValueShape::Map(&ValueShape::Either(&BOUNDED)))
        .defines()
        .help("Parameters by name: an integer, or a table with `value`, `least` and `most`.")
        .tunable(1.0)
        .shown()
        .example("[number]\ntarget = { value = 5, least = 2, most = 6 }"),
    Key::optional("die", ValueShape::Map(&ValueShape::Either(&DIE_SHAPES)))
        .defines()
        .help(
            "Dice by name: a list of integers, a list of texts with symbols, or a table with \
             `faces` and `weights`.",
        )
        .example("[die]\nfudge = [-1, 0, 1]"),
    Key::required("roll", ValueShape::Map(&EXPRESSION))
        .defines()
        .help("Dice that are thrown together, by name, such as `attack = \"1d20 + 5\"`.")
        .example("[roll]\nattack = \"(dice)d6\""),
    Key::optional("state", ValueShape::Map(&ValueShape::Either(&BOUNDED)))
        .defines()
        .help(
            "Variables that last between steps, by name: the start value, or a table with \
             `value`, `least` and `most`. A value outside the bounds becomes the nearest one.",
        )
        .tunable(1.0)
        .shown()
        .example("[state]\nhits = { value = 0, most = 3 }\nwounds = { value = 0, most = 3 }"),
    Key::optional("step", ValueShape::tables(STEP, 0, 100))
        .help("Steps of a round, in order. Rounds are repeated until an outcome occurs.")
        .shown()
        .example(
            "[[step]]\nchoose = { dice = { by = \"hero\", among = [1, 2, 3] } }\nthen = [\n  { if = \
             \"max(attack) >= target\", hits = \"hits + 1\" },\n  { if = \"count(attack, 1) > 0\", \
             wounds = \"wounds + 1\" },\n]",
        ),
    Key::optional("side", ValueShape::named_tables(SIDE, 0, 8))
        .help("Sides that make choices, with their aims and players.")
        .shown()
        .example("[[side]]\nname = \"hero\"\nwants = \"success\"\nplayer = \"optimal\""),
    Key::required("outcome", ValueShape::named_tables(OUTCOME, 1, 50))
        .help("Outcomes; the first whose condition holds ends the contest.")
        .example(
            "[[outcome]]\nname = \"success\"\nwhen = \"hits = 3\"\nphrase = \"the hero \
             wins\"\n\n[[outcome]]\nname = \"failure\"\nwhen = \"wounds = 3\"",
        ),
    Key::optional("metric", ValueShape::Map(&EXPRESSION))
        .defines()
        .help("Numbers that are measured at the end, by name.")
        .shown()
        .example("[metric]\nlead = \"hits - wounds\""),
    Key::default("limit", ValueShape::Table(LIMIT), "{}")
        .help("Limits of the contest and of its exact answer."),
];

static BOUNDED: [ValueShape; 2] = [VALUE, ValueShape::Table(BOUNDS)];
static BOUNDS: &[Key] = &[
    Key::required("value", VALUE)
        .help("The value, or the start value of a state.")
        .tunable(1.0)
        .example("13"),
    Key::optional("least", VALUE).help("Lowest value."),
    Key::optional("most", VALUE).help("Highest value."),
];

static FACES: [ValueShape; 2] = [VALUE, ValueShape::Text];
static FACE: ValueShape = ValueShape::Either(&FACES);
const FACE_LIST: ValueShape = ValueShape::list(&FACE, 1, 1_000);
static DIE_SHAPES: [ValueShape; 2] = [FACE_LIST, ValueShape::Table(DIE)];
static WEIGHT: ValueShape = ValueShape::integer(1, 1_000_000);
static DIE: &[Key] = &[
    Key::required("faces", FACE_LIST)
        .help("Faces: integers, or texts with the symbols of a face, separated by spaces.")
        .example("[1, 2, 3]"),
    Key::optional("weights", ValueShape::list(&WEIGHT, 1, 1_000))
        .help("Weight of each face; all are equal if left out."),
];

static ROLLS: [ValueShape; 2] = [ValueShape::Text, ROLL_LIST];
const ROLL_LIST: ValueShape = ValueShape::list(&NAME, 0, 64);
static WRITE_VALUES: [ValueShape; 2] = [VALUE, ValueShape::Prose];
static WRITE_VALUE: ValueShape = ValueShape::Either(&WRITE_VALUES);
static WRITE: ValueShape = ValueShape::Map(&WRITE_VALUE);
static CHOICE_TABLE: ValueShape = ValueShape::Table(CHOICE);
static STEP: &[Key] = &[
    Key::optional("when", ValueShape::Prose)
        .help("Condition of the step, read before dice are thrown; a step without one is always taken."),
    Key::optional("roll", ValueShape::Either(&ROLLS)).help(
        "Rolls that are thrown: a name or a list. If left out, those that the step reads are thrown.",
    ),
    Key::optional("choose", ValueShape::Map(&CHOICE_TABLE))
        .defines()
        .help("Choices, by the name under which expressions read them. None sees another unless it says so."),
    Key::optional("then", ValueShape::list(&WRITE, 0, 100)).help(
        "Changes of the state, in order: tables of states and their new values, each with an \
         optional condition `if`. All conditions are read before anything is changed, and all values \
         of a table before any of them is set.",
    ),
];

static INTEGER: ValueShape = VALUE;
static CHOICE: &[Key] = &[
    Key::required("by", ValueShape::Text)
        .help("Side that chooses.")
        .example("\"hero\""),
    Key::optional("among", ValueShape::list(&INTEGER, 1, 100))
        .help("Values to choose from."),
    Key::optional("reroll", ValueShape::Text)
        .help("Roll of which the side may throw any dice again, instead of choosing a value."),
    Key::default("times", ValueShape::integer(1, 10), "1")
        .help("Maximum number of times that dice are thrown again."),
    Key::optional("sees", ROLL_LIST)
        .help("Rolls and choices of the step that the side sees before it chooses."),
    Key::optional("when", ValueShape::Prose)
        .help("Condition of the choice. If it does not hold, the first value is taken, or all dice are kept."),
];

static PLAYERS: [ValueShape; 2] = [Player::SHAPE, ValueShape::Table(PLAYER)];
static SIDE: &[Key] = &[
    Key::required("name", ValueShape::Text)
        .help("Name of the side.")
        .example("\"hero\""),
    Key::required("wants", ValueShape::Text)
        .help("Aim: the name of an outcome, or `high` or `low` and the name of a metric.")
        .example("\"success\""),
    Key::default("player", ValueShape::Either(&PLAYERS), "\"optimal\"")
        .help("Player that chooses: a name, or `{ rule = \"EXPRESSION\" }`."),
];
static PLAYER: &[Key] = &[Key::required("rule", ValueShape::Prose)
    .help(
        "Expression of the chosen value; the nearest value to choose from is taken. Dice below the \
         value are thrown again.",
    )
    .example("\"1\"")];

static OUTCOME: &[Key] = &[
    Key::required("name", ValueShape::Text)
        .help("Name of the outcome.")
        .example("\"success\""),
    Key::optional("when", ValueShape::Prose).help(
        "Condition, read after each step. An outcome without one occurs at the end of the first \
         round if no other does.",
    ),
    Key::default("at", At::SHAPE, "\"step\"").help("When the condition is read."),
    Key::optional("phrase", ValueShape::Text)
        .help("The outcome as a clause for sentences, such as `the thief escapes`."),
];

static LIMIT: &[Key] = &[
    Key::default("rounds", ValueShape::integer(1, 100_000), "1000")
        .help("Rounds after which the outcome is `unresolved`."),
    Key::default("explode", ValueShape::integer(1, 50), "8")
        .help("Maximum number of times that one die explodes."),
    Key::default("states", ValueShape::integer(1, 20_000_000), "2000000")
        .help("Maximum number of states of the exact answer and of optimal play."),
];

choices! {
    /// When the condition of an outcome is read.
    pub enum At {
        /// after each step
        Step = "step",
        /// after the last step of a round
        Round = "round",
    }
}

choices! {
    /// Player of a side.
    pub enum Player {
        /// chooses each option with equal probability
        Random = "random",
        /// chooses the lowest value, or keeps all dice
        Never = "never",
        /// chooses the first value of the list, or keeps all dice
        First = "first",
        /// makes the choice with the best chance of the side's aim
        Optimal = "optimal",
    }
}
