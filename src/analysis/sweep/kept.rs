//! Settings that were played before, elsewhere: each is a run, and comes in the parts of one.

use super::Grid;
use crate::scenario::Scenario;
use crate::sim::{Shard, join};
use std::collections::BTreeMap;

impl Grid<'_> {
    /// Takes the trials of settings from parts with their names, so that [`Grid::play`] plays the other
    /// settings only. What comes of the sweep is the same.
    ///
    /// # Errors
    /// All that is wrong with the parts: those that are of no setting, of another seed, number of trials or
    /// version, and settings of which trials are missing or there twice.
    pub fn take(&mut self, parts: Vec<(String, Shard)>) -> Result<(), Vec<String>> {
        let mut faults = Vec::new();
        let mut of_hash: BTreeMap<String, Vec<(String, Shard)>> = BTreeMap::new();
        for (name, part) in parts {
            of_hash
                .entry(part.scenario.hash.clone())
                .or_default()
                .push((name, part));
        }
        for (index, variant) in self.variants.scenarios.iter().enumerate() {
            let Some(parts) = of_hash.get(&variant.hash) else {
                continue;
            };
            let before = faults.len();
            for (name, part) in parts {
                faults.extend(
                    self.differs(part, variant)
                        .map(|how| format!("{name} {how}")),
                );
            }
            if faults.len() > before {
                continue;
            }
            match join(parts, variant.contest.as_ref()) {
                Ok(tally) => self.kept[index] = Some(tally),
                Err(wrong) => {
                    let which = parts.first().map_or("", |(name, _)| name);
                    faults.extend(wrong.iter().map(|one| format!("setting of {which}: {one}")));
                }
            }
        }
        let ours = |hash: &String| self.variants.scenarios.iter().any(|one| one.hash == *hash);
        for (_, parts) in of_hash.iter().filter(|(hash, _)| !ours(hash)) {
            let other =
                |(name, _): &(String, Shard)| format!("{name} is of no setting of this sweep");
            faults.extend(parts.iter().map(other));
        }
        if faults.is_empty() {
            Ok(())
        } else {
            Err(faults)
        }
    }

    /// How a part of a setting is not what this sweep would play.
    fn differs(&self, part: &Shard, variant: &Scenario) -> Option<String> {
        let trials = self.plan.trials_of(variant.contest.as_ref(), self.trials);
        if part.tool != env!("CARGO_PKG_VERSION") {
            let tool = crate::document::printable(&part.tool);
            let ours = env!("CARGO_PKG_VERSION");
            return Some(format!("was played by version {tool}, and this is {ours}"));
        }
        if part.seed != self.plan.seed {
            let (seed, ours) = (part.seed, self.plan.seed);
            return Some(format!("has seed {seed}, and the sweep has {ours}"));
        }
        if part.run != trials {
            let run = part.run;
            return Some(format!(
                "is of a run of {run} trials, and the settings have {trials}"
            ));
        }
        None
    }
}
