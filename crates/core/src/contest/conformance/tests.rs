//! Tests of the assertions, with a coin that breaks one property at a time.

use super::*;
use crate::contest::{
    Describe, Description, Events, ExactMetric, Metric, NoExact, Observer, Outcome, Seat,
};
use crate::dice::Dice;
use crate::document::CheckedTable;

/// A fair coin whose solver returns `heads` as the probability of heads.
#[derive(Debug)]
struct Coin {
    heads: f64,
    description: Description,
}

fn coin(heads: f64, metric: &'static str) -> Coin {
    Coin {
        heads,
        description: Description {
            outcomes: ["heads", "tails"]
                .map(|name| Outcome::new(name, format!("it shows {name}")))
                .to_vec(),
            metrics: vec![Metric::number(metric, "coins", 0, 0).out_of(1)],
            ..Description::default()
        },
    }
}

impl Describe for Coin {
    fn description(&self) -> &Description {
        &self.description
    }

    fn rollers(&self) -> Vec<String> {
        vec!["coin".to_owned()]
    }
}

impl Events for Coin {
    type Event = usize;

    fn narrate(&self, event: &usize) -> String {
        self.outcomes()[*event].phrase.clone()
    }
}

impl Rules for Coin {
    type State = ();

    fn state(&self) {}

    fn trial<D: Dice, O: Observer<usize>>(
        &self,
        dice: &mut D,
        (): &mut (),
        observer: &mut O,
        record: &mut Record,
    ) {
        record.outcome = dice.choose(0, 2) as usize;
        record.values[0] = record.outcome as i64;
        observer.note(|| record.outcome);
    }
}

impl Solve for Coin {
    fn exact(&self) -> Result<ExactDistribution, NoExact> {
        let shares = [self.heads, 1.0 - self.heads];
        Ok(ExactDistribution {
            outcomes: shares.to_vec(),
            bound: 0.0,
            cut_off: 0.0,
            metrics: vec![ExactMetric {
                metric: 0,
                by_outcome: vec![vec![(0, shares[0])], vec![(1, shares[1])]],
            }],
        })
    }
}

fn kind(
    outcomes: &'static str,
    make: fn(&CheckedTable, &mut Faults) -> Option<Box<dyn Contest>>,
) -> Kind {
    Kind {
        name: "coin",
        title: "Coin",
        summary: "Does it show heads?",
        keys: &[],
        lists: &[],
        positions: &[],
        players: &[],
        seats: Seat::none,
        outcomes,
        metrics: &[("tails", "whether it shows tails")],
        examine: |_, _| (),
        build: make,
    }
}

const HELP: &str = "`heads` or `tails`";

#[test]
fn a_correct_contest_passes() {
    assert_enumerated(&coin(0.5, "tails"), 1, 0.0);
    assert_sampled(&coin(0.5, "tails"), 1, 10_000);
    assert_kind(&kind(HELP, |_, _| Some(Box::new(coin(0.5, "tails")))));
}

#[test]
#[should_panic(expected = "0.51 0.5")]
fn a_solver_that_disagrees_with_enumeration_is_detected() {
    assert_enumerated(&coin(0.51, "tails"), 1, 0.0);
}

#[test]
#[should_panic(expected = "outcome 0")]
fn a_solver_that_disagrees_with_samples_is_detected() {
    assert_sampled(&coin(0.55, "tails"), 1, 10_000);
}

#[test]
#[should_panic(expected = "outcome 0")]
fn missing_help_is_detected_in_a_kind() {
    assert_kind(&kind(HELP, |_, _| Some(Box::new(coin(0.55, "tails")))));
}

#[test]
#[should_panic(expected = "the metric edges is not in the kind's help")]
fn a_metric_without_help_is_detected() {
    assert_kind(&kind(HELP, |_, _| Some(Box::new(coin(0.5, "edges")))));
}

#[test]
#[should_panic(expected = "the outcome tails is neither")]
fn an_outcome_without_help_is_detected() {
    assert_kind(&kind("`heads`", |_, _| Some(Box::new(coin(0.5, "tails")))));
}
