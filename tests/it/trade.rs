//! Trade and wealth beside the plain program, on the same dice.

use crate::plain::trade::{Cargo as PlainCargo, Plan, Report, Step as PlainStep, trade};
use crate::tape::Tape;
use crate::trades::setup;
use evenodds::contest::{Describe, Record, Rules, Silent, play_record};
use evenodds::contests::trade::Trade;
use proptest::prelude::*;

/// The record of the library in the plain program's words.
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
        // Only those who may pay are measured; the others keep what they have.
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
        // One in four is gone.
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
            },
        )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]
    #[test]
    fn the_plain_program_and_the_library_trade_alike(plan in plan(), seed in 0..u64::MAX / 2) {
        let library = Trade::new(setup(&plan));
        let rollers = library.rollers().len();
        let record = play_record(&library, &mut Tape::new(seed, rollers), &mut Silent);
        let expected = trade(&plan, &mut Tape::new(seed, rollers));
        prop_assert_eq!(report(&library, &record, &plan.backers), expected);
    }
}
