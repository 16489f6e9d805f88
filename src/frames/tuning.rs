//! A tuning into columns.

use super::build::column;
use super::{FrameError, VariedKey, VariedValues};
use crate::analysis::{Tried, Tuning};
use polars::prelude::{Column, DataFrame};

/// A row for each setting: `figure, target, value, low, high, exact, meets, possible, answer` behind
/// `scenario, kind, hash, seed, trials` and a column for each key. `hash` is that of the setting;
/// `value`, `low` and `high` are null where nothing is known.
///
/// # Errors
/// If polars cannot build it.
pub fn tuning(tuning: &Tuning) -> Result<DataFrame, FrameError> {
    let count = tuning.tried.len();
    let same = |name: &str, text: &str| column(name, vec![text; count]);
    let flags = |name: &str, get: &dyn Fn(usize, &Tried) -> bool| {
        let all = tuning.tried.iter().enumerate();
        column(
            name,
            all.map(|(index, one)| get(index, one)).collect::<Vec<_>>(),
        )
    };
    let numbers = |name: &str, get: &dyn Fn(&Tried) -> Option<f64>| {
        let all = tuning
            .tried
            .iter()
            .map(|one| get(one).filter(|number| number.is_finite()));
        column(name, all.collect::<Vec<_>>())
    };
    let hashes: Vec<&str> = tuning.tried.iter().map(|one| one.hash.as_str()).collect();
    let trials: Vec<u64> = tuning.tried.iter().map(|one| one.trials).collect();
    let mut columns: Vec<Column> = vec![
        same("scenario", &tuning.scenario.path),
        same("kind", &tuning.scenario.kind),
        column("hash", hashes),
        column("seed", vec![tuning.seed; count]),
        column("trials", trials),
    ];
    let own = vec![
        same("figure", &tuning.target.figure.name()),
        column("target", vec![tuning.target.value; count]),
        numbers("value", &|one| one.value),
        numbers("low", &|one| Some(one.interval.low)),
        numbers("high", &|one| Some(one.interval.high)),
        flags("exact", &|_, one| one.exact),
        flags("meets", &|_, one| one.meets),
        flags("possible", &|_, one| one.possible),
        flags("answer", &|index, _| index == tuning.answer),
    ];
    let mut names: Vec<String> = columns
        .iter()
        .chain(&own)
        .map(|column| column.name().to_string())
        .collect();
    let owners: Vec<usize> = (0..count).collect();
    for (position, path) in tuning.keys.iter().enumerate() {
        let values = tuning.tried.iter().map(|one| one.values[position].clone());
        let key = VariedKey {
            name: path.clone(),
            values: VariedValues::Texts(values.collect()),
        };
        // A key may be called as one of our columns is, such as `seed`.
        let mut name = path.clone();
        while names.contains(&name) {
            name.push_str("_varied");
        }
        columns.push(key.column(&name, &owners));
        names.push(name);
    }
    columns.extend(own);
    Ok(DataFrame::new(count, columns)?)
}
