//! The exact answers: how a game ends, and every metric.

use super::chain::{self, Ends};
use super::measure::{ALIVE, BOUGHT, DEATHS, LEVELS, RESULTS, SCORE, TREASURES};
use super::{DiceAdventures, SURVIVED, WIPED_OUT};
use crate::contest::{Exact, ExactMetric, NoExact, Solve};

impl Solve for DiceAdventures {
    fn exact(&self) -> Result<Exact, NoExact> {
        let ends = chain::ends(self);
        let outcome = |outcome: usize| ends.alive[outcome].iter().sum::<f64>();
        Ok(Exact {
            outcomes: vec![outcome(SURVIVED), outcome(WIPED_OUT)],
            bound: 0.0,
            metrics: metrics(&ends),
        })
    }
}

fn metrics(ends: &Ends) -> Vec<ExactMetric> {
    let metric = |metric: usize, lowest: i64, chances: [&Vec<f64>; 2]| ExactMetric {
        metric,
        by_outcome: chances
            .map(|chances| {
                let values = (lowest..).zip(chances.iter().copied());
                values.filter(|&(_, chance)| chance > 0.0).collect()
            })
            .into(),
    };
    let from = |position, lowest, chances: &[Vec<f64>; 2]| {
        metric(position, lowest, [&chances[SURVIVED], &chances[WIPED_OUT]])
    };
    let mut metrics = vec![
        from(SCORE, ends.lowest_score, &ends.scores),
        from(LEVELS, 0, &ends.levels),
        from(ALIVE, 0, &ends.alive),
        from(TREASURES, 0, &ends.treasures),
        from(DEATHS, 0, &ends.deaths),
    ];
    let [survived, wiped_out] = &ends.things;
    for (thing, chances) in survived.iter().zip(wiped_out).enumerate() {
        metrics.push(metric(BOUGHT + thing, 0, [chances.0, chances.1]));
    }
    let [survived, wiped_out] = &ends.results;
    for (played, chances) in survived.iter().zip(wiped_out).enumerate() {
        metrics.push(metric(RESULTS + played, 0, [chances.0, chances.1]));
    }
    metrics
}
