//! What became of promises, into columns.

use super::FrameError;
use super::build::column;
use crate::analysis::{Checked, Judged, Verdict};
use polars::prelude::{Column, DataFrame};

/// A row for each expectation of each scenario: `expectation, verdict, value, low, high, from, to,
/// method` behind `scenario, kind, hash, seed, trials`. `low` and `high` are null where nothing bounds
/// the figure.
///
/// # Errors
/// If polars cannot build it.
pub fn check(scenarios: &[Checked]) -> Result<DataFrame, FrameError> {
    let rows: Vec<(&Checked, &Judged)> = scenarios
        .iter()
        .flat_map(|checked| checked.expectations.iter().map(move |row| (checked, row)))
        .collect();
    let texts = |name: &str, get: fn(&Checked) -> &str| {
        column(name, rows.iter().map(|row| get(row.0)).collect::<Vec<_>>())
    };
    let words = |name: &str, get: fn(&Judged) -> String| {
        let words: Vec<String> = rows.iter().map(|row| get(row.1)).collect();
        column(name, words.iter().map(String::as_str).collect::<Vec<_>>())
    };
    let numbers = |name: &str, get: fn(&Judged) -> Option<f64>| {
        let finite = |row: &(&Checked, &Judged)| get(row.1).filter(|value| value.is_finite());
        column(name, rows.iter().map(finite).collect::<Vec<_>>())
    };
    let columns: Vec<Column> = vec![
        texts("scenario", |checked| &checked.scenario.path),
        texts("kind", |checked| &checked.scenario.kind),
        texts("hash", |checked| &checked.scenario.hash),
        column(
            "seed",
            rows.iter().map(|row| row.0.seed).collect::<Vec<_>>(),
        ),
        column(
            "trials",
            rows.iter().map(|row| row.1.trials).collect::<Vec<_>>(),
        ),
        words("expectation", |judged| judged.expectation.quantity.name()),
        words("verdict", |judged| {
            let word = match judged.verdict {
                Verdict::Holds => "holds",
                Verdict::Fails => "fails",
                Verdict::Undecided => "undecided",
            };
            word.to_owned()
        }),
        numbers("value", |judged| judged.value),
        numbers("low", |judged| Some(judged.interval.low)),
        numbers("high", |judged| Some(judged.interval.high)),
        numbers("from", |judged| Some(judged.expectation.low)),
        numbers("to", |judged| Some(judged.expectation.high)),
        words("method", |judged| judged.method.name().to_owned()),
    ];
    Ok(DataFrame::new(rows.len(), columns)?)
}

#[cfg(test)]
mod tests {
    use super::super::write_csv;
    use super::*;
    use crate::analysis::{CheckPlan, check as judge};
    use crate::scenario::open;
    use crate::sim::Unwatched;

    #[test]
    fn every_expectation_is_a_row() {
        let plan = CheckPlan {
            trials: Some(500),
            most: Some(500),
            alpha: 0.05,
            seed: 1,
            threads: 1,
        };
        let of = |name| judge(&open(name, &[]).unwrap(), &plan, &Unwatched);
        let mut frame = check(&[of("@lockpick"), of("@canyon")]).unwrap();
        let mut bytes = Vec::new();
        write_csv(&mut frame, &mut bytes).unwrap();
        let text = String::from_utf8(bytes).unwrap();
        let mut lines = text.lines();
        assert_eq!(
            lines.next(),
            Some(
                "scenario,kind,hash,seed,trials,expectation,verdict,value,low,high,from,to,method"
            )
        );
        assert!(text.contains(",0,success,holds,"), "{text}");
        assert!(text.contains(",500,mean.turns,"), "{text}");
    }
}
