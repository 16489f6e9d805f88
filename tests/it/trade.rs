//! Trade and wealth compared with the plain program, on the same dice.

use crate::adventure::scenario;
use crate::plain::trade::{Cargo as PlainCargo, Plan, Report, Step as PlainStep, trade};
use crate::tape::{Tape, Thrown};
use crate::trades::setup;
use evenodds::contest::{Describe, Record, Silent, play_record};
use evenodds::contests::trade::Trade;
use evenodds::dice::Sampled;
use evenodds_testing::size;
use proptest::prelude::*;

/// Returns the record of the library as a report of the plain program.
fn report(trade: &Trade, record: &Record, backers: &[u32]) -> Report {
    let value = |name: &str| {
        let place = trade
            .metrics()
            .iter()
            .position(|metric| metric.name() == name);
        place.map(|place| record.values[place])
    };
    let count = |name: &str| value(name).unwrap_or(0) as u32;
    let path = (0..).map_while(|number| value(&format!("prosperity.{number}")));
    let path: Vec<u32> = path.map(|dice| dice as u32).collect();
    assert_eq!(
        value("final_prosperity"),
        path.last().map(|&dice| i64::from(dice))
    );
    let ruined_at = value("ruined_at")
        .filter(|&step| step > 0)
        .map(|step| step as usize);
    assert_eq!(
        trade.outcomes()[record.outcome].name == "ruined",
        ruined_at.is_some()
    );
    let ends: Vec<(u32, i64)> = ruined_at.iter().map(|&step| (0, step as i64)).collect();
    assert_eq!(record.ends, ends);
    Report {
        path,
        ruined_at,
        paid: count("bills_paid"),
        at_cost: count("bills_at_cost"),
        unpaid: count("bills_unpaid"),
        out_of_reach: count("bills_out_of_reach"),
        gains: count("sales_gained"),
        barters: count("bartered"),
        // Refused barters have no metric; they only affect the outcome.
        refused: 0,
        // Only backers that may pay have a metric; the others keep their dice.
        backers: backers
            .iter()
            .enumerate()
            .map(|(number, &dice)| {
                let left = value(&format!("backer_dice.backer {number}"));
                left.map_or(dice, |left| left as u32)
            })
            .collect(),
    }
}

fn step() -> impl Strategy<Value = PlainStep> {
    prop_oneof![
        4 => (1..24u32, prop::sample::subsequence(vec![0usize, 1], 0..=2), prop::option::of(0..2usize), any::<bool>())
            .prop_map(|(difficulty, contributors, payer, pay_on_failure)| PlainStep::Bill {
                difficulty,
                contributors: if payer.is_some() { vec![] } else { contributors },
                payer,
                pay_on_failure,
            }),
        2 => (0..4usize).prop_map(PlainStep::Sell),
        3 => (0..4usize, 1..4usize).prop_map(|(give, further)| PlainStep::Barter {
            give,
            get: (give + further) % 4,
        }),
        2 => Just(PlainStep::Travel),
        1 => (1..4u32).prop_map(PlainStep::Windfall),
        1 => (1..4u32).prop_map(PlainStep::Expense),
    ]
}

fn plan() -> impl Strategy<Value = Plan> {
    let cargo = (1..=6u32, any::<bool>(), 0..4).prop_map(|(dice, foreign, place)| PlainCargo {
        dice,
        foreign,
        held: place < 2,
        // One cargo in four is neither held nor on offer.
        on_offer: place == 2,
    });
    (
        1..=6u32,
        prop::collection::vec(1..=6u32, 2),
        prop::collection::vec(cargo, 4),
        prop::collection::vec(step(), 1..12),
        1..5u32,
        any::<[bool; 4]>(),
    )
        .prop_map(
            |(prosperity, backers, cargoes, steps, repeat, flags)| Plan {
                prosperity,
                backers,
                cargoes,
                steps,
                repeat,
                restock: flags[0],
                tie_trades: flags[1],
                port_refuses: flags[2],
                keeps_last_die: flags[3],
                refused: Vec::new(),
            },
        )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(size(300, 2_000)))]
    #[test]
    fn the_plain_program_and_the_library_trade_alike(plan in plan(), seed in 0..u64::MAX / 2) {
        let library = Trade::new(setup(&plan));
        let rollers = library.rollers().len();
        let record = play_record(&library, &mut Tape::new(seed, rollers), &mut Silent);
        let expected = trade(&plan, &mut Tape::new(seed, rollers));
        let expected = Report { refused: 0, ..expected };
        prop_assert_eq!(report(&library, &record, &plan.backers), expected);
    }
}

const fn bill(difficulty: u32, pay_on_failure: bool) -> PlainStep {
    PlainStep::Bill {
        difficulty,
        contributors: Vec::new(),
        payer: None,
        pay_on_failure,
    }
}

/// Returns a step as TOML.
fn written(step: &PlainStep) -> String {
    match step {
        PlainStep::Bill {
            difficulty,
            pay_on_failure,
            ..
        } => format!(
            "{{ type = \"bill\", difficulty = {difficulty}, pay_on_failure = {pay_on_failure} }}"
        ),
        PlainStep::Barter { .. } => {
            "{ type = \"barter\", give = \"Silk\", get = \"Tea\" }".to_owned()
        }
        PlainStep::Expense(dice) => format!("{{ type = \"expense\", dice = {dice} }}"),
        PlainStep::Windfall(dice) => format!("{{ type = \"windfall\", dice = {dice} }}"),
        PlainStep::Sell(_) | PlainStep::Travel => panic!("no such step is written here"),
    }
}

/// Returns two cargoes of a die each, one on board and one on offer.
fn plan_of(prosperity: u32, steps: &[PlainStep]) -> Plan {
    let cargo = |held: bool| PlainCargo {
        dice: 1,
        foreign: held,
        held,
        on_offer: !held,
    };
    Plan {
        prosperity,
        backers: Vec::new(),
        cargoes: vec![cargo(true), cargo(false)],
        steps: steps.to_vec(),
        repeat: 1,
        restock: false,
        tie_trades: true,
        port_refuses: false,
        keeps_last_die: false,
        refused: Vec::new(),
    }
}

const BARTER: PlainStep = PlainStep::Barter { give: 0, get: 1 };

#[test]
fn failed_bills_and_barters_are_outcomes_if_the_rules_have_them() {
    // Chances of `solvent`, `ruined`, `unpaid` and `refused`, in 72nds.
    for (prosperity, steps, by_hand) in [
        // A die pays with 4 or more; a barter of equal dice succeeds with 21/36.
        (1, vec![bill(4, false), BARTER], [21, 0, 36, 15]),
        // `unpaid` takes precedence over `refused`, in whatever order they happen.
        (1, vec![BARTER, bill(4, false)], [21, 0, 36, 15]),
        // An impossible barter is not a failed one.
        (1, vec![BARTER, BARTER], [42, 0, 0, 30]),
        // The bill cannot be paid with one die.
        (1, vec![bill(7, true), BARTER], [0, 0, 72, 0]),
        // A bill paid at a cost is paid. Ruin takes precedence, even if a windfall restores
        // prosperity.
        (2, vec![bill(13, true), bill(12, true)], [0, 0, 72, 0]),
        (2, vec![bill(7, true)], [72, 0, 0, 0]),
        (
            1,
            vec![bill(4, true), PlainStep::Windfall(1)],
            [36, 36, 0, 0],
        ),
        (
            1,
            vec![
                bill(7, false),
                PlainStep::Expense(1),
                PlainStep::Windfall(1),
            ],
            [0, 72, 0, 0],
        ),
    ] {
        let plan = plan_of(prosperity, &steps);
        let steps: Vec<String> = steps.iter().map(written).collect();
        let text = |rules: &str| {
            format!(
                "kind = \"trade\"\nprosperity = {prosperity}\nstep = [{}]\ncargo = [\
                 {{ name = \"Silk\", dice = 1 }}, \
                 {{ name = \"Tea\", dice = 1, origin = \"local\", held = false }}]\n{rules}",
                steps.join(", ")
            )
        };
        let rollers = ["prosperity", "cargo/Silk", "cargo/Tea"].map(str::to_owned);
        for (has_complications, rules) in [
            (false, ""),
            (true, "rules = { outcome = \"complications\" }"),
        ] {
            let scenario = scenario(&text(rules));
            let contest = scenario.contest.as_ref();
            let all: &[&str] = if has_complications {
                &["solvent", "refused", "unpaid", "ruined"]
            } else {
                &["solvent", "ruined"]
            };
            let names: Vec<&str> = (contest.outcomes().iter())
                .map(|outcome| outcome.name.as_str())
                .collect();
            assert_eq!(names, all);
            let mut counts = [0; 4];
            let trials = 4_000;
            let mut dice = Thrown(Sampled::new(3, &rollers));
            contest.watch(3, 0..trials, &mut |trial, record| {
                dice.0.start(trial);
                let plainly = trade(&plan, &mut dice).outcome(has_complications);
                assert_eq!(names[record.outcome], plainly, "{}", text(rules));
                counts[record.outcome] += 1;
                true
            });
            if has_complications {
                for (count, chance) in counts.into_iter().zip([0, 3, 2, 1].map(|one| by_hand[one]))
                {
                    let expected = f64::from(chance) / 72.0;
                    let error = (expected * (1.0 - expected) / trials as f64).sqrt();
                    let share = f64::from(count) / trials as f64;
                    assert!(
                        (share - expected).abs() <= 4.0 * error,
                        "{counts:?} {by_hand:?}"
                    );
                }
            }
        }
    }
}
