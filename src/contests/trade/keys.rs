//! The keys of a trade file, and the contest made of them.

use super::names::{self, Names};
use super::step::Step;
use super::{Backer, Cargo, Options, Setup, Trade};
use crate::contest::{CLASS_DICE, Contest};
use crate::document::{Choice, Fault, Faults, Key, Shape, Table};

/// The most steps that are played, all repetitions together: each is a metric.
const MOST_STEPS: i64 = 500;

/// The keys of the file.
pub(super) static KEYS: [Key; 7] = [
    Key::required("prosperity", Shape::Integer { min: 1, max: 6 })
        .help("The dice of the group's prosperity at the start.")
        .accepts("a Class has 1 to 6 dice")
        .lever(1.0)
        .example("3"),
    Key::default("repeat", Shape::Integer { min: 1, max: MOST_STEPS }, "1")
        .help("How often the steps are played, one after another.")
        .lever(1.0),
    Key::default("restock", Shape::Flag, "false")
        .help("Whether cargo is as at the start again before each repetition.")
        .lever(1.0),
    Key::optional("backer", Shape::named_tables(&BACKER, 0, 7))
        .help("Those with means of their own: a wealthy character, a base. They contribute to bills, or take a bill upon themselves.")
        .example("[{ name = \"Travelling Millionaire\", dice = 4 }]"),
    Key::optional("cargo", Shape::named_tables(&CARGO, 0, 16))
        .help("Cargoes, on board or on offer.")
        .example("[{ name = \"Shipful of Foreign Goods\", dice = 2 }]"),
    Key::required("step", Shape::tables(&STEP, 1, 64))
        .help("What happens, in this order.")
        .example(EXAMPLE),
    Key::default("rules", Shape::Table(&RULES), "{}")
        .help("Readings of what the rules leave open."),
];

const EXAMPLE: &str = r#"[[step]]
type = "windfall"
dice = 1
[[step]]
type = "bill"
name = "Fuel"
difficulty = 8
[[step]]
type = "bill"
name = "Repairs"
difficulty = 12
pay_on_failure = false
"#;

static BACKER: [Key; 2] = [
    Key::required("name", Shape::Text)
        .help("Its name; it also names its luck.")
        .example("\"Travelling Millionaire\""),
    CLASS_DICE,
];

static CARGO: [Key; 4] = [
    Key::required("name", Shape::Text)
        .help("Its name; it also names its luck.")
        .example("\"Shipful of Foreign Goods\""),
    CLASS_DICE,
    Key::default("origin", Shape::Choice(&ORIGINS), "\"foreign\"")
        .help("Where it comes from, seen from the first port.")
        .example("\"foreign\""),
    Key::default("held", Shape::Flag, "true")
        .help("Whether it is on board at the start; else it is on offer, in every port."),
];

static ORIGINS: [Choice; 2] = [
    Choice::new("foreign", "from elsewhere: it can be given for a local cargo"),
    Choice::new("local", "from here: it can be had for a foreign cargo"),
];

static STEP: [Key; 10] = [
    Key::required("type", Shape::Choice(&TYPES))
        .help("What happens.")
        .example("\"bill\""),
    Key::optional("name", Shape::Text)
        .help("What the step is called in stories.")
        .example("\"Dock fees\""),
    Key::optional("difficulty", Shape::Integer { min: 1, max: i64::MAX })
        .help("Of a bill: what the dice have to reach.")
        .accepts("a difficulty is a positive whole number")
        .lever(1.0)
        .example("10"),
    Key::optional("contributors", Shape::List { item: &Shape::Text, min: 1, max: 7 })
        .help("Of a bill: the backers who throw too, each six adding 6.")
        .example("[\"Travelling Millionaire\"]"),
    Key::optional("payer", Shape::Text)
        .help("Of a bill: the backer who takes all of it, instead of the group.")
        .example("\"Travelling Millionaire\""),
    Key::optional("pay_on_failure", Shape::Flag)
        .help("Of a bill: whether a failure is paid with a die, if not as rules.pay_on_failure says.")
        .lever(1.0)
        .example("true"),
    Key::optional("cargo", Shape::Text)
        .help("Of a sale: the cargo sold, if it is on board.")
        .example("\"Expensive Local Cargo\""),
    Key::optional("give", Shape::Text)
        .help("Of a barter: the cargo given; it has to be on board and foreign by then.")
        .example("\"Shipful of Foreign Goods\""),
    Key::optional("get", Shape::Text)
        .help("Of a barter: the cargo wanted, a local one that is on offer.")
        .example("\"Expensive Local Cargo\""),
    Key::optional("dice", Shape::Integer { min: 1, max: 6 })
        .help("Of a windfall or an expense: how many dice.")
        .lever(1.0)
        .example("1"),
];

static TYPES: [Choice; 6] = [
    Choice::new("bill", "prosperity is rolled against a difficulty"),
    Choice::new("sell", "a cargo is sold; prosperity gains a die if the cargo has more"),
    Choice::new("barter", "a foreign cargo is offered for a local one: both are rolled"),
    Choice::new("travel", "a journey: what is on board becomes foreign, refusals are forgotten"),
    Choice::new("windfall", "prosperity gains dice"),
    Choice::new("expense", "prosperity loses dice"),
];

static RULES: [Key; 4] = [
    Key::default("pay_on_failure", Shape::Flag, "true")
        .help("Whether a bill that failed is paid all the same, with a die; else it is left unpaid.")
        .lever(1.0),
    Key::default("last_die", Shape::Choice(&LAST_DICE), "\"spend\"")
        .help("Whether a bill that failed may take the last die of who pays.")
        .lever(1.0),
    Key::default("barter_tie", Shape::Choice(&TIES), "\"trade\"")
        .help("What happens if both cargoes roll the same.")
        .lever(1.0),
    Key::default("barter_refused", Shape::Choice(&REFUSALS), "\"pair\"")
        .help("What no broker accepts after a failed barter, until the next journey.")
        .lever(1.0),
];

static LAST_DICE: [Choice; 2] = [
    Choice::new("spend", "it may: that is ruin, if it is the group's"),
    Choice::new("keep", "it may not: the bill is left unpaid"),
];

static TIES: [Choice; 2] = [
    Choice::new("trade", "the cargoes are exchanged: to match is enough"),
    Choice::new("no", "they are not: the other cargo has to be beaten"),
];

static REFUSALS: [Choice; 2] = [
    Choice::new("pair", "the same two cargoes"),
    Choice::new("port", "any cargo"),
];

/// Finds what the table of keys cannot say.
pub(super) fn examine(table: &Table, faults: &mut Faults) {
    let names = Names::of(table);
    for step in table.tables("step") {
        names::examine(step, &names, faults);
    }
    let steps = table.tables("step").len() as i64;
    if let Some(repeat) = table.integer("repeat")
        && steps * repeat > MOST_STEPS
    {
        faults.push(Fault {
            place: table.place("repeat"),
            path: table.path_of("repeat"),
            found: format!("makes {} steps of {steps}", steps * repeat),
            accepted: format!("{MOST_STEPS} steps are played at most, all repetitions together"),
            help: None,
        });
    }
}

/// Makes the contest.
pub(super) fn build(table: &Table) -> Option<Box<dyn Contest>> {
    Some(Box::new(Trade::new(setup(table)?)))
}

fn setup(table: &Table) -> Option<Setup> {
    let rules = table.table("rules")?;
    let names = Names::of(table);
    let mut pairs = Vec::new();
    Some(Setup {
        prosperity: table.integer("prosperity")? as u32,
        repeat: table.integer("repeat")? as u32,
        restock: table.flag("restock")?,
        backers: table
            .tables("backer")
            .iter()
            .map(|backer| {
                Some(Backer {
                    name: backer.text("name")?.to_owned(),
                    dice: backer.integer("dice")? as u32,
                })
            })
            .collect::<Option<_>>()?,
        cargoes: table
            .tables("cargo")
            .iter()
            .map(|cargo| {
                Some(Cargo {
                    name: cargo.text("name")?.to_owned(),
                    dice: cargo.integer("dice")? as u32,
                    foreign: cargo.choice("origin")? == "foreign",
                    held: cargo.flag("held")?,
                })
            })
            .collect::<Option<_>>()?,
        steps: table
            .tables("step")
            .iter()
            .map(|one| {
                let name = one.text("name").unwrap_or_default().to_owned();
                let usual = rules.flag("pay_on_failure")?;
                Some((name, step(one, &names, usual, &mut pairs)?))
            })
            .collect::<Option<_>>()?,
        options: Options {
            tie_trades: rules.choice("barter_tie")? == "trade",
            port_refuses: rules.choice("barter_refused")? == "port",
            keeps_last_die: rules.choice("last_die")? == "keep",
        },
    })
}

/// A step of a checked file. `pairs` are the cargoes of the barters so far.
fn step(
    table: &Table,
    names: &Names,
    pays_on_failure: bool,
    pairs: &mut Vec<(usize, usize)>,
) -> Option<Step> {
    let cargo = |key| names.cargo(table.text(key)?);
    Some(match table.choice("type")? {
        "bill" => Step::Bill {
            difficulty: table.integer("difficulty")?,
            contributors: table
                .list("contributors")
                .iter()
                .map(|item| names.backer(item.as_text()?))
                .collect::<Option<_>>()?,
            payer: match table.text("payer") {
                Some(payer) => Some(names.backer(payer)?),
                None => None,
            },
            pay_on_failure: table.flag("pay_on_failure").unwrap_or(pays_on_failure),
        },
        "sell" => Step::Sell {
            cargo: cargo("cargo")?,
        },
        "barter" => {
            let (give, get) = (cargo("give")?, cargo("get")?);
            let known = pairs.iter().position(|&pair| pair == (give, get));
            let pair = known.unwrap_or_else(|| {
                pairs.push((give, get));
                pairs.len() - 1
            });
            Step::Barter {
                give,
                get,
                // A file has 64 steps at most.
                pair: pair as u32,
            }
        }
        "travel" => Step::Travel,
        "windfall" => Step::Windfall {
            dice: table.integer("dice")? as u32,
        },
        "expense" => Step::Expense {
            dice: table.integer("dice")? as u32,
        },
        _ => return None,
    })
}
