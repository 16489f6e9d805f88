//! The keys that differ between the results of a sweep, a column each.

use super::FrameError;
use polars::prelude::{Column, NamedFrom, Series};

/// A key of the scenario that was varied, with its value for each of the results.
#[derive(Clone, Debug, PartialEq)]
pub struct VariedKey {
    /// The path of the key, such as `side.heroes.Dirk.classes[0].dice`: the name of the column.
    pub name: String,
    /// The values, in the order of the results.
    pub values: VariedValues,
}

/// Values of one type.
#[derive(Clone, Debug, PartialEq)]
pub enum VariedValues {
    /// Whole numbers.
    Integers(Vec<i64>),
    /// Other numbers.
    Numbers(Vec<f64>),
    /// Words.
    Texts(Vec<String>),
    /// True or false.
    Switches(Vec<bool>),
}

impl VariedValues {
    fn len(&self) -> usize {
        match self {
            Self::Integers(values) => values.len(),
            Self::Numbers(values) => values.len(),
            Self::Texts(values) => values.len(),
            Self::Switches(values) => values.len(),
        }
    }
}

impl VariedKey {
    /// Whether there is a value for each result.
    pub(super) fn check(&self, results: usize) -> Result<(), FrameError> {
        if self.values.len() == results {
            Ok(())
        } else {
            Err(FrameError::Length {
                key: self.name.clone(),
                values: self.values.len(),
                results,
            })
        }
    }

    /// The column with the value of `owners[row]` in each row.
    pub(super) fn column(&self, name: &str, owners: &[usize]) -> Column {
        fn pick<T: Clone>(values: &[T], owners: &[usize]) -> Vec<T> {
            owners.iter().map(|&owner| values[owner].clone()).collect()
        }
        let name = name.into();
        match &self.values {
            VariedValues::Integers(values) => Series::new(name, pick(values, owners)),
            VariedValues::Numbers(values) => Series::new(name, pick(values, owners)),
            VariedValues::Texts(values) => Series::new(name, pick(values, owners)),
            VariedValues::Switches(values) => Series::new(name, pick(values, owners)),
        }
        .into()
    }
}
