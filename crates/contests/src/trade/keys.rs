//! Keys of a trade file, and conversion of a checked file to the contest.

use super::names::{self, Names, StepKind};
use super::options::Options;
use super::prepared::Trade;
use super::setup::{Backer, Cargo, Setup};
use super::step::Step;
use evenodds_core::contest::{Contest, default, fault_of, flag, optional, required, table, whole};
use evenodds_core::document::{CheckedTable, Faults, Key, ValueShape};

/// Maximum number of steps including repetitions. It limits the number of metrics, since each step
/// has one.
const MOST_STEPS: i64 = 500;

pub(super) static KEYS: &[Key] = File::KEYS;

table! {
    /// A file.
    struct File {
        /// Number of dice of the group's prosperity at the start.
        prosperity: u32 = required(whole(0, 6))
            .accepts("0 to 6 dice")
            .tunable(1.0)
            .example("3"),
        /// Number of times that all steps are played, one after another.
        repeat: u32 = default("1", whole(1, MOST_STEPS)),
        /// Whether the cargoes are reset to the start before each repetition.
        restock: bool = flag(false).tunable(1.0),
        /// Backers with their own means: a wealthy character, a base. They contribute to bills, or
        /// pay a whole bill.
        backer: Vec<Backer> = optional(ValueShape::named_tables(Backer::KEYS, 0, 7))
            .example("[{ name = \"Travelling Millionaire\", dice = 4 }]"),
        /// Cargoes, on board or on offer.
        cargo: Vec<Cargo> = optional(ValueShape::named_tables(Cargo::KEYS, 0, 16))
            .example("[{ name = \"Shipful of Foreign Goods\", dice = 2 }]"),
        /// The steps, in this order.
        step: Vec<StepTable> = required(ValueShape::tables(StepTable::KEYS, 1, 64)).example(EXAMPLE),
        /// Options where the rules leave a choice.
        rules: Options = default("{}", ValueShape::Table(Options::KEYS)),
    }
}

const EXAMPLE: &str = r#"[[step]]
type = "bill"
name = "Fuel"
difficulty = 8
[[step]]
type = "bill"
name = "Repairs"
difficulty = 12
[[step]]
type = "expense"
name = "Pirates' toll"
dice = 1
[[step]]
type = "bill"
name = "Wages"
difficulty = 10
pay_on_failure = false
[[step]]
type = "windfall"
dice = 1
"#;

table! {
    /// A step in a file.
    struct StepTable {
        /// Kind of step.
        kind: StepKind = Key::required("type", StepKind::SHAPE).example("\"bill\""),
        /// Name of the step in narration.
        name: Option<String> = optional(ValueShape::Text).example("\"Dock fees\""),
        /// Of a bill: total that the dice must reach.
        difficulty: Option<i64> = optional(whole(1, i64::MAX))
            .accepts("a positive whole number")
            .tunable(1.0)
            .example("10"),
        /// Of a bill: backers who contribute; each six that they throw adds 6.
        contributors: Vec<String> = optional(ValueShape::List { item: &ValueShape::Text, min: 1, max: 7 })
            .example("[\"Travelling Millionaire\"]"),
        /// Of a bill: the backer who pays all of it, instead of the group.
        payer: Option<String> = optional(ValueShape::Text).example("\"Travelling Millionaire\""),
        pay_on_failure: Option<bool> = optional(ValueShape::Flag)
            .help("Of a bill: whether it is paid with a die after a failure; by default as in `rules.pay_on_failure`.")
            .tunable(1.0)
            .example("true"),
        /// Of a sale: the cargo to sell, if it is on board.
        cargo: Option<String> = optional(ValueShape::Text).example("\"Expensive Local Cargo\""),
        /// Of a barter: the cargo given; the step has an effect only while it is on board and
        /// foreign.
        give: Option<String> = optional(ValueShape::Text).example("\"Shipful of Foreign Goods\""),
        /// Of a barter: the cargo wanted, a local one on offer.
        get: Option<String> = optional(ValueShape::Text).example("\"Expensive Local Cargo\""),
        /// Of a windfall or an expense: number of dice.
        dice: Option<u32> = optional(whole(1, 6)).tunable(1.0).example("1"),
    }
}

/// Reports faults that the shapes of keys do not cover.
pub(super) fn examine(table: &CheckedTable, faults: &mut Faults) {
    let names = Names::of(table);
    for cargo in table.tables("cargo") {
        if cargo.flag("on_offer") == Some(true) && cargo.flag("held") == Some(true) {
            let accepted = "expected false, or held = false: a cargo on board is not on offer";
            faults.refuse(cargo, "on_offer", accepted, None);
        }
    }
    for refused in table
        .tables("cargo")
        .iter()
        .flat_map(|cargo| cargo.list("refused"))
    {
        names.cargo_is_known(refused, faults);
    }
    for step in table.tables("step") {
        names::examine(step, &names, faults);
    }
    let steps = table.tables("step").len() as i64;
    if let Some(repeat) = table.integer("repeat")
        && steps * repeat > MOST_STEPS
    {
        let found = format!("makes {} steps of {steps}", steps * repeat);
        let accepted = format!("expected at most {MOST_STEPS} steps, all repetitions together");
        faults.push(fault_of(table, "repeat", found, accepted));
    }
}

pub(super) fn build(table: &CheckedTable, _: &mut Faults) -> Option<Box<dyn Contest>> {
    let file = File::read(table)?;
    let names = Names::of(table);
    let mut pairs = Vec::new();
    let steps = file.step.into_iter().map(|one| {
        let name = one.name.clone().unwrap_or_default();
        Some((name, step(&one, &names, file.rules, &mut pairs)?))
    });
    Some(Box::new(Trade::new(Setup {
        steps: steps.collect::<Option<_>>()?,
        prosperity: file.prosperity,
        repeat: file.repeat,
        restock: file.restock,
        backers: file.backer,
        cargoes: file.cargo,
        options: file.rules,
    })))
}

/// Converts a step of a checked file. `pairs` has the cargoes of all barters so far, for numbering
/// the pairs.
fn step(
    step: &StepTable,
    names: &Names,
    options: Options,
    pairs: &mut Vec<(usize, usize)>,
) -> Option<Step> {
    let cargo = |name: &Option<String>| names.cargo(name.as_ref()?);
    Some(match step.kind {
        StepKind::Bill => Step::Bill {
            difficulty: step.difficulty?,
            contributors: step
                .contributors
                .iter()
                .map(|name| names.backer(name))
                .collect::<Option<_>>()?,
            payer: match &step.payer {
                Some(payer) => Some(names.backer(payer)?),
                None => None,
            },
            pay_on_failure: step.pay_on_failure.unwrap_or(options.pay_on_failure),
        },
        StepKind::Sell => Step::Sell {
            cargo: cargo(&step.cargo)?,
        },
        StepKind::Barter => {
            let (give, get) = (cargo(&step.give)?, cargo(&step.get)?);
            let known = pairs.iter().position(|&pair| pair == (give, get));
            let pair = known.unwrap_or_else(|| {
                pairs.push((give, get));
                pairs.len() - 1
            });
            Step::Barter {
                give,
                get,
                // The cast is lossless, since a file has at most 64 steps.
                pair: pair as u32,
            }
        }
        StepKind::Travel => Step::Travel,
        StepKind::Windfall => Step::Windfall { dice: step.dice? },
        StepKind::Expense => Step::Expense { dice: step.dice? },
    })
}

#[cfg(test)]
mod tests {
    use super::super::KIND;
    use evenodds_core::contest::conformance;

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
    fn every_option_changes_the_expected_figures() {
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
    fn all_faults_are_reported_together() {
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
        x.toml:2:14: prosperity is 7; expected 0 to 6 dice
        x.toml:3:10: repeat makes 2800 steps of 7; expected at most 500 steps, all repetitions together
        x.toml:4:49: backer[1].name is "Base"; the name is already used at x.toml:4:20
        x.toml:4:64: backer[1].dice is 9; expected 1 to 6 dice
        x.toml:6:1: step[0].difficulty is missing; a step of type "bill" requires it
        x.toml:8:17: step[0].contributors[0] is "Bass"; did you mean Base?
        x.toml:8:33: step[0].contributors[2] is "Base"; expected each backer once
        x.toml:9:9: step[0].payer is "Nobody"; the backers are Base, Base
        x.toml:9:9: step[0].payer is "Nobody"; a payer pays the whole bill alone; remove payer or contributors
        x.toml:12:8: step[1].give is "Good"; did you mean Goods?
        x.toml:13:7: step[1].get is "Spice"; expected a cargo on offer, with held = false
        x.toml:17:7: step[2].get is "Goods"; expected a cargo other than the one given
        x.toml:21:7: step[3].get is "Goods"; expected a local cargo, with origin = "local" and held = false
        x.toml:24:8: step[4].dice is 2; a step of type "travel" takes no keys but its name
        x.toml:27:14: step[5].difficulty is 3; a step of type "windfall" takes dice
        x.toml:29:8: step[6].type is "loan"; expected one of "bill", "sell", "barter", "travel", "windfall", "expense"
        x.toml:31:14: rules.barter_tie is "yes"; expected one of "trade", "no"
        "#);
    }
}
