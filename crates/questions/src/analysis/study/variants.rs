//! The variants of a grid of keys: the scenario with each combination of their values.

use crate::scenario::{
    Constraint, GridError, LoadError, Scenario, Vary, assignments, idle, settings_where,
    try_settings,
};
use rayon::prelude::*;

/// All settings of a grid, with the last key varying fastest.
#[derive(Debug)]
pub struct Variants {
    /// Index of each key's value, by setting.
    pub settings: Vec<Vec<usize>>,
    /// The scenarios.
    pub scenarios: Vec<Scenario>,
    /// Number of settings that violate a constraint.
    pub left_out: usize,
}

impl Variants {
    /// Loads every setting that satisfies the constraints once.
    ///
    /// # Errors
    /// Returns all errors in the keys, the constraints or the settings; `is_idle` constructs the error for a key
    /// without an effect.
    pub fn of<E>(
        scenario: &Scenario,
        (keys, constraints): (&[Vary], &[Constraint]),
        is_idle: impl Fn(String) -> E,
    ) -> Result<Self, Vec<E>>
    where
        E: From<GridError> + From<LoadError>,
    {
        let settings = settings_where(keys, constraints, scenario);
        let (settings, left_out) = settings.map_err(|error| vec![error.into()])?;
        let load = |setting: &Vec<usize>| scenario.varied(&assignments(keys, setting));
        // Scenarios are loaded on all cores, in any order.
        let loaded: Vec<Result<Scenario, LoadError>> = settings.par_iter().map(load).collect();
        let scenarios = match loaded.into_iter().collect::<Result<Vec<_>, _>>() {
            Ok(scenarios) => scenarios,
            Err(first) => {
                let hash = |assignments: &[String]| Ok(scenario.varied(assignments)?.hash);
                let all = try_settings(keys, &settings, hash).err();
                return Err(vec![all.unwrap_or(first).into()]);
            }
        };
        let hashes: Vec<String> = scenarios.iter().map(|one| one.hash.clone()).collect();
        let idle = idle(keys, &settings, &hashes).into_iter();
        let errors: Vec<E> = idle.map(|key| is_idle(keys[key].path.clone())).collect();
        if errors.is_empty() {
            Ok(Self {
                settings,
                scenarios,
                left_out,
            })
        } else {
            Err(errors)
        }
    }

    /// Leaves out the values of keys that no setting has, because of the constraints.
    pub fn leave_out_values(&mut self, keys: &mut [Vary]) {
        for (index, key) in keys.iter_mut().enumerate() {
            let mut kept: Vec<usize> = self.settings.iter().map(|setting| setting[index]).collect();
            kept.sort_unstable();
            kept.dedup();
            for setting in &mut self.settings {
                setting[index] = kept.partition_point(|&value| value < setting[index]);
            }
            key.values = kept
                .iter()
                .map(|&value| key.values[value].clone())
                .collect();
        }
    }
}
