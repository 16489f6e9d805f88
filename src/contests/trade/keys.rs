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
    Choice::new(
        "foreign",
        "from elsewhere: it can be given for a local cargo",
    ),
    Choice::new("local", "from here: it can be had for a foreign cargo"),
];

static STEP: [Key; 10] = [
    Key::required("type", Shape::Choice(&TYPES))
        .help("What happens.")
        .example("\"bill\""),
    Key::optional("name", Shape::Text)
        .help("What the step is called in stories.")
        .example("\"Dock fees\""),
    Key::optional(
        "difficulty",
        Shape::Integer {
            min: 1,
            max: i64::MAX,
        },
    )
    .help("Of a bill: what the dice have to reach.")
    .accepts("a difficulty is a positive whole number")
    .lever(1.0)
    .example("10"),
    Key::optional(
        "contributors",
        Shape::List {
            item: &Shape::Text,
            min: 1,
            max: 7,
        },
    )
    .help("Of a bill: the backers who throw too, each six adding 6.")
    .example("[\"Travelling Millionaire\"]"),
    Key::optional("payer", Shape::Text)
        .help("Of a bill: the backer who takes all of it, instead of the group.")
        .example("\"Travelling Millionaire\""),
    Key::optional("pay_on_failure", Shape::Flag)
        .help(
            "Of a bill: whether a failure is paid with a die, if not as rules.pay_on_failure says.",
        )
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
    Choice::new(
        "sell",
        "a cargo is sold; prosperity gains a die if the cargo has more",
    ),
    Choice::new(
        "barter",
        "a foreign cargo is offered for a local one: both are rolled",
    ),
    Choice::new(
        "travel",
        "a journey: what is on board becomes foreign, refusals are forgotten",
    ),
    Choice::new("windfall", "prosperity gains dice"),
    Choice::new("expense", "prosperity loses dice"),
];

static RULES: [Key; 4] = [
    Key::default("pay_on_failure", Shape::Flag, "true")
        .help(
            "Whether a bill that failed is paid all the same, with a die; else it is left unpaid.",
        )
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

#[cfg(test)]
mod tests {
    use super::super::KIND;
    use crate::contest::conformance;

    const SHIP: &str = r#"
prosperity = 3
backer = [{ name = "Base", dice = 2 }]
cargo = [{ name = "Goods", dice = 2 }, { name = "Spice", dice = 3, origin = "local", held = false }]
[[step]]
type = "bill"
difficulty = 8
contributors = ["Base"]
[[step]]
type = "barter"
give = "Goods"
get = "Spice"
[[step]]
type = "sell"
cargo = "Spice"
"#;

    fn solvent(sets: &[&str]) -> String {
        let contest =
            conformance::read(&KIND, SHIP, sets).unwrap_or_else(|faults| panic!("{faults}"));
        let exact = contest.exact().unwrap();
        let mean: f64 = exact.metrics[0]
            .overall()
            .iter()
            .map(|&(value, chance)| value as f64 * chance)
            .sum();
        format!("{mean:.6}")
    }

    #[test]
    fn every_option_changes_the_figures_where_it_should() {
        let usual = solvent(&[]);
        for set in [
            "rules.pay_on_failure=true",
            "rules.last_die=spend",
            "rules.barter_tie=trade",
            "rules.barter_refused=pair",
            "restock=false",
            "repeat=1",
        ] {
            assert_eq!(solvent(&[set]), usual, "{set}");
        }
        for set in [
            "rules.pay_on_failure=false",
            "rules.barter_tie=no",
            "repeat=2",
            "step[0].pay_on_failure=false",
            "step[0].difficulty=9",
            "backer.Base.dice=3",
            "cargo.Goods.dice=3",
            "prosperity=2",
        ] {
            assert_ne!(solvent(&[set]), usual, "{set}");
        }
        let poor = ["prosperity=1", "step[0].difficulty=12"];
        let keeps = [&poor[..], &["rules.last_die=keep"]].concat();
        assert_ne!(solvent(&poor), solvent(&keeps));
        let twice = ["repeat=2", "rules.barter_tie=no"];
        let stocked = [&twice[..], &["restock=true"]].concat();
        assert_ne!(solvent(&twice), solvent(&stocked));
    }

    #[test]
    fn all_faults_are_told_at_once() {
        let text = r#"
prosperity = 7
repeat = 400
backer = [{ name = "Base", dice = 2 }, { name = "Base", dice = 9 }]
cargo = [{ name = "Goods", dice = 2 }, { name = "Spice", dice = 3, origin = "local" }]
[[step]]
type = "bill"
contributors = ["Bass", "Base", "Base"]
payer = "Nobody"
[[step]]
type = "barter"
give = "Good"
get = "Spice"
[[step]]
type = "barter"
give = "Goods"
get = "Goods"
[[step]]
type = "barter"
give = "Spice"
get = "Goods"
[[step]]
type = "travel"
dice = 2
[[step]]
type = "windfall"
difficulty = 3
[[step]]
type = "loan"
[rules]
barter_tie = "yes"
"#;
        let answer = conformance::read(&KIND, text, &[])
            .err()
            .unwrap_or_default();
        insta::assert_snapshot!(answer, @r#"
        x.toml:2:14: prosperity is 7: a Class has 1 to 6 dice
        x.toml:3:10: repeat makes 2800 steps of 7: 500 steps are played at most, all repetitions together
        x.toml:4:49: backer[1].name is "Base": a name is used once, and x.toml:4:20 has it
        x.toml:4:64: backer[1].dice is 9: a Class has 1 to 6 dice
        x.toml:6:1: step[0].difficulty is missing: a step of type "bill" needs it
        x.toml:8:17: step[0].contributors[0] is "Bass", which is none of the backers: did you mean Base?
        x.toml:8:33: step[0].contributors[2] is "Base": a backer contributes once to a bill, and is there already
        x.toml:9:9: step[0].payer is "Nobody", which is none of the backers: backers are Base, Base
        x.toml:9:9: step[0].payer is "Nobody": a payer takes the full bill alone: leave out one of payer and contributors
        x.toml:12:8: step[1].give is "Good", which is none of the cargoes: did you mean Goods?
        x.toml:13:7: step[1].get is "Spice": a cargo on offer: in the file it has held = false
        x.toml:17:7: step[2].get is "Goods": another cargo than the one given
        x.toml:21:7: step[3].get is "Goods": a local cargo: in the file it has origin = "local" and held = false
        x.toml:24:8: step[4].dice is 2: a step of type "travel" has no keys but its name
        x.toml:27:14: step[5].difficulty is 3: a step of type "windfall" has dice
        x.toml:29:8: step[6].type is "loan": one of "bill", "sell", "barter", "travel", "windfall", "expense"
        x.toml:31:14: rules.barter_tie is "yes": one of "trade", "no"
        "#);
    }
}
