//! Advice into columns.

use super::FrameError;
use super::build::column;
use crate::analysis::{Advice, Standing};
use polars::prelude::{Column, DataFrame};

/// A row for the contest as it is, whose `set` is null, and one for each change: `set, outcome, target,
/// count, share, low, high, exact, effect, effect_low, effect_high, meets, possible` behind `scenario, kind,
/// hash, seed, trials`. `hash` is that of the contest with the change.
///
/// # Errors
/// If polars cannot build it.
pub fn advice(advice: &Advice) -> Result<DataFrame, FrameError> {
    let standings: Vec<&Standing> = std::iter::once(&advice.base)
        .chain(advice.changes.iter().map(|one| &one.standing))
        .collect();
    let count = standings.len();
    let same = |name: &str, text: &str| column(name, vec![text; count]);
    let numbers = |name: &str, get: &dyn Fn(&Standing) -> Option<f64>| {
        column(
            name,
            standings.iter().map(|one| get(one)).collect::<Vec<_>>(),
        )
    };
    let sets: Vec<Option<String>> = std::iter::once(None)
        .chain(advice.changes.iter().map(|one| Some(one.turn.assignment())))
        .collect();
    let counts: Vec<Option<u64>> = standings
        .iter()
        .map(|one| (!one.exact).then_some(one.count))
        .collect();
    let effects = |get: &dyn Fn(&crate::analysis::Changed) -> Option<f64>| -> Vec<Option<f64>> {
        std::iter::once(None)
            .chain(advice.changes.iter().map(get))
            .collect()
    };
    let possible: Vec<bool> = std::iter::once(false)
        .chain(advice.changes.iter().map(|one| one.possible))
        .collect();
    let columns: Vec<Column> = vec![
        same("scenario", &advice.scenario.path),
        same("kind", &advice.scenario.kind),
        column(
            "hash",
            standings
                .iter()
                .map(|one| one.hash.as_str())
                .collect::<Vec<_>>(),
        ),
        column("seed", vec![advice.seed; count]),
        column(
            "trials",
            standings.iter().map(|one| one.trials).collect::<Vec<_>>(),
        ),
        column("set", sets),
        same("outcome", &advice.target.figure.name()),
        column("target", vec![advice.target.value; count]),
        column("count", counts),
        numbers("share", &|one| one.share),
        numbers("low", &|one| Some(one.interval.low)),
        numbers("high", &|one| Some(one.interval.high)),
        column(
            "exact",
            standings.iter().map(|one| one.exact).collect::<Vec<_>>(),
        ),
        column("effect", effects(&|one| one.effect)),
        column("effect_low", effects(&|one| Some(one.effect_interval.low))),
        column(
            "effect_high",
            effects(&|one| Some(one.effect_interval.high)),
        ),
        column(
            "meets",
            standings.iter().map(|one| one.meets).collect::<Vec<_>>(),
        ),
        column("possible", possible),
    ];
    Ok(DataFrame::new(count, columns)?)
}
