//! Reuse of settings that were played before, on any machine. Each is a run, given as its shards.

use super::SweepGrid;
use crate::scenario::Scenario;
use crate::sim::{Shard, join};
use std::collections::BTreeMap;

impl SweepGrid<'_> {
    /// Takes the trials of settings from named shards, so that [`SweepGrid::play`] plays only the
    /// other settings. The result of the sweep is the same.
    ///
    /// # Errors
    /// Returns all errors: shards that belong to no setting or to another seed, number of trials or
    /// build, and settings with missing or duplicate trials. Settings that are the same contest may
    /// each bring the same shards.
    pub fn take(&mut self, parts: Vec<(String, Shard)>) -> Result<(), Vec<String>> {
        let mut faults = Vec::new();
        let mut of_hash: BTreeMap<String, Vec<(String, Shard)>> = BTreeMap::new();
        for (name, part) in parts {
            let parts = of_hash.entry(part.scenario.hash.clone()).or_default();
            parts.push((name, part));
        }
        // Settings are the same contest if two values of a key are equivalent.
        let mut settings: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (index, variant) in self.variants.scenarios.iter().enumerate() {
            settings.entry(&variant.hash).or_default().push(index);
        }
        for variant in &self.variants.scenarios {
            let Some(mut parts) = of_hash.remove(&variant.hash) else {
                continue;
            };
            let before = faults.len();
            for (name, part) in &parts {
                let how = self.differs(part, variant);
                faults.extend(how.map(|how| format!("{name} {how}")));
            }
            if faults.len() > before {
                continue;
            }
            let same = &settings[variant.hash.as_str()];
            once(&mut parts, same.len());
            match join(&parts, variant.contest.as_ref()) {
                Ok(tally) => {
                    for &setting in same {
                        self.kept[setting] = Some(tally.clone());
                    }
                }
                Err(wrong) => {
                    let which = parts.first().map_or("", |(name, _)| name);
                    faults.extend(wrong.iter().map(|one| format!("setting of {which}: {one}")));
                }
            }
        }
        for (name, _) in of_hash.values().flatten() {
            faults.push(format!("{name} does not belong to a setting of this sweep"));
        }
        if faults.is_empty() {
            Ok(())
        } else {
            Err(faults)
        }
    }

    /// Returns the mismatch of a shard with the settings of this sweep.
    fn differs(&self, part: &Shard, variant: &Scenario) -> Option<String> {
        let trials = self.plan.trials_of(variant.contest.as_ref(), self.trials);
        if let Some(foreign) = part.foreign_program(&variant.library().build()) {
            return Some(foreign);
        }
        if part.seed != self.plan.seed {
            let (seed, ours) = (part.seed, self.plan.seed);
            return Some(format!("has seed {seed}, but the sweep has seed {ours}"));
        }
        if part.run != trials {
            let run = part.run;
            return Some(format!(
                "is part of a run of {run} trials, but the settings have {trials}"
            ));
        }
        None
    }
}

/// Removes duplicate shards, if there are at most as many as settings with this contest: each
/// setting may bring its own.
fn once(parts: &mut Vec<(String, Shard)>, settings: usize) {
    let mut groups: Vec<Vec<(String, Shard)>> = Vec::new();
    for (name, part) in parts.drain(..) {
        let same = |group: &&mut Vec<(String, Shard)>| {
            let other = &group[0].1;
            (part.share, part.end, &part.counts) == (other.share, other.end, &other.counts)
        };
        match groups.iter_mut().find(same) {
            Some(group) => group.push((name, part)),
            None => groups.push(vec![(name, part)]),
        }
    }
    for mut group in groups {
        if group.len() <= settings {
            group.truncate(1);
        }
        parts.append(&mut group);
    }
}
