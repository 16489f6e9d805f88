//! What changed between two sets of results, such as those of two nights? Each figure is compared with what it was, and
//! only what luck does not explain is called changed: the chance that anything is, though nothing did, is at most
//! alpha over all figures together (Holm's procedure).
//!
//! The trials of both sides count as independent. On the same seed they share their luck, so that differences are
//! smaller than they are taken for: then less is called changed than could be. `compare` plays pairs and knows.

mod held;

pub use held::{Held, HeldError, Value};

use super::expect::Verdict as Expected;
use crate::stats::{Interval, holm};
use serde::Serialize;

/// The chance that anything is called changed though nothing is, where nobody says otherwise.
pub const DIFF_ALPHA: f64 = 0.05;

/// What changed.
#[derive(Clone, Debug, PartialEq)]
pub struct Diff {
    /// The chance that anything is called changed though nothing is.
    pub alpha: f64,
    /// How many figures may have changed by chance alone, and were corrected for their number.
    pub tested: usize,
    /// Those of the new side in their order, then what is gone.
    pub scenarios: Vec<ScenarioDiff>,
}

/// What became of a scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct ScenarioDiff {
    /// What was.
    pub old: Option<Held>,
    /// What is.
    pub new: Option<Held>,
    /// Which of all that may be.
    pub verdict: ChangeVerdict,
    /// Its figures, those of the new side first.
    pub figures: Vec<FigureDiff>,
    /// The expectations that fail and did not before, as the new side puts it.
    pub broken: Vec<String>,
}

/// What became of a figure.
#[derive(Clone, Debug, PartialEq)]
pub struct FigureDiff {
    /// Its name: that of an outcome, or `mean.turns`.
    pub name: String,
    /// What it was.
    pub old: Option<Value>,
    /// What it is.
    pub new: Option<Value>,
    /// By how much it is larger now: its 95 % interval.
    pub interval: Option<Interval>,
    /// How likely so large a difference is if nothing changed, raised for the number of figures.
    pub p: Option<f64>,
    /// Which of all that may be.
    pub verdict: ChangeVerdict,
}

/// What became of something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ChangeVerdict {
    /// It was not there.
    New,
    /// It is no longer there.
    Gone,
    /// It is what it was, to the last digit.
    Same,
    /// It differs by no more than luck explains.
    Open,
    /// It is another beyond doubt.
    Changed,
    /// It cannot be compared: a file is or was no scenario.
    Fault,
}

impl ChangeVerdict {
    /// Its name in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Gone => "gone",
            Self::Same => "same",
            Self::Open => "open",
            Self::Changed => "changed",
            Self::Fault => "fault",
        }
    }
}

impl Diff {
    /// How many scenarios it became of so.
    pub fn count(&self, verdict: ChangeVerdict) -> usize {
        let scenarios = self.scenarios.iter();
        scenarios.filter(|one| one.verdict == verdict).count()
    }

    /// Whether somebody has to look: a figure changed beyond doubt, an expectation fails that did not, or a file is no
    /// scenario any more.
    pub fn wants_a_look(&self) -> bool {
        self.scenarios.iter().any(|one| {
            one.verdict == ChangeVerdict::Changed || !one.broken.is_empty() || one.is_spoilt()
        })
    }
}

impl ScenarioDiff {
    /// What it is, by the newer side that has it.
    pub fn held(&self) -> Option<&Held> {
        self.new.as_ref().or(self.old.as_ref())
    }

    /// Whether its file was a scenario and is none any more.
    pub fn is_spoilt(&self) -> bool {
        let is_faulty = |held: &Option<Held>| held.as_ref().is_some_and(|one| one.fault.is_some());
        is_faulty(&self.new) && self.old.is_some() && !is_faulty(&self.old)
    }

    /// Whether the contest itself is another one: other dice, rules or players.
    pub fn is_edited(&self) -> bool {
        let sides = self.old.as_ref().zip(self.new.as_ref());
        sides.is_some_and(|(old, new)| old.scenario.hash != new.scenario.hash)
    }
}

impl FigureDiff {
    /// By how much it is larger now.
    pub fn difference(&self) -> Option<f64> {
        Some(self.new?.value() - self.old?.value())
    }

    /// Whether it is a share.
    pub fn is_share(&self) -> bool {
        let value = self.new.or(self.old);
        value.is_some_and(|value| matches!(value, Value::Share(_)))
    }
}

/// Whether two sides are of one scenario.
type Fits = fn(&Held, &Held) -> bool;

/// Compares what was with what is. Scenarios belong together that have the same path, else the same folder among
/// reports, and those of two sides that have but one.
pub fn diff(old: Vec<Held>, new: Vec<Held>, alpha: f64) -> Diff {
    let single = old.len() == 1 && new.len() == 1;
    let mut left: Vec<Option<Held>> = old.into_iter().map(Some).collect();
    // Paths first, so that no folder takes what belongs to another by its path.
    let mut partners: Vec<Option<Held>> = vec![None; new.len()];
    let path: Fits = |old, new| old.scenario.path == new.scenario.path;
    let folder: Fits = |old, new| old.folder.is_some() && old.folder == new.folder;
    let any: Fits = |_, _| true;
    for fits in [path, folder].into_iter().chain(single.then_some(any)) {
        for (held, partner) in new.iter().zip(&mut partners) {
            if partner.is_none() {
                let found =
                    |old: &&mut Option<Held>| old.as_ref().is_some_and(|old| fits(old, held));
                *partner = left.iter_mut().find(found).and_then(Option::take);
            }
        }
    }
    let mut scenarios: Vec<ScenarioDiff> = partners
        .into_iter()
        .zip(new)
        .map(|(old, new)| match old {
            None => alone(None, Some(new), ChangeVerdict::New),
            Some(old) => between(old, new),
        })
        .collect();
    let gone = left.into_iter().flatten();
    scenarios.extend(gone.map(|old| alone(Some(old), None, ChangeVerdict::Gone)));
    let tested = correct(&mut scenarios, alpha);
    Diff {
        alpha,
        tested,
        scenarios,
    }
}

fn alone(old: Option<Held>, new: Option<Held>, verdict: ChangeVerdict) -> ScenarioDiff {
    let broken = broken(&[], new.as_ref());
    ScenarioDiff {
        old,
        new,
        verdict,
        figures: Vec::new(),
        broken,
    }
}

/// The expectations that fail and did not before.
fn broken(before: &[super::ExpectationResult], new: Option<&Held>) -> Vec<String> {
    // A line begins with what was meant: `heroes 20 to 30 %: holds, 24 %`.
    let meant = |line: &str| line.split(": ").next().unwrap_or(line).to_owned();
    let failed = |line: &str| {
        let line = meant(line);
        let mut before = before.iter();
        before.any(|old| old.verdict == Expected::Fails && meant(&old.line) == line)
    };
    let now = new.into_iter().flat_map(|new| &new.expectations);
    let fails = now.filter(|one| one.verdict == Expected::Fails && !failed(&one.line));
    fails.map(|one| one.line.clone()).collect()
}

fn between(old: Held, new: Held) -> ScenarioDiff {
    let broken = broken(&old.expectations, Some(&new));
    if old.fault.is_some() || new.fault.is_some() {
        return ScenarioDiff {
            broken,
            ..alone(Some(old), Some(new), ChangeVerdict::Fault)
        };
    }
    let value = |held: &Held, name: &str| {
        let mut figures = held.figures.iter();
        figures.find(|one| one.0 == name).map(|one| one.1)
    };
    let mut names: Vec<&str> = new.figures.iter().map(|one| one.0.as_str()).collect();
    for (name, _) in &old.figures {
        if !names.contains(&name.as_str()) {
            names.push(name);
        }
    }
    let figures = names.into_iter().map(|name| {
        let (was, is) = (value(&old, name), value(&new, name));
        let compared = was.zip(is).and_then(|(was, is)| was.until(&is));
        FigureDiff {
            name: name.to_owned(),
            old: was,
            new: is,
            interval: compared.map(|one| one.0),
            p: compared.map(|one| one.1),
            verdict: match (was, is) {
                (None, _) => ChangeVerdict::New,
                (_, None) => ChangeVerdict::Gone,
                (Some(was), Some(is)) if was == is => ChangeVerdict::Same,
                _ => ChangeVerdict::Open,
            },
        }
    });
    let figures = figures.collect();
    ScenarioDiff {
        old: Some(old),
        new: Some(new),
        verdict: ChangeVerdict::Same,
        figures,
        broken,
    }
}

/// Raises the p values of all figures that differ for their number, and says what changed; how many there are.
fn correct(scenarios: &mut [ScenarioDiff], alpha: f64) -> usize {
    let figures = scenarios.iter_mut().flat_map(|one| &mut one.figures);
    let mut open: Vec<&mut FigureDiff> = figures
        .filter(|figure| figure.verdict == ChangeVerdict::Open && figure.p.is_some())
        .collect();
    let raised = holm(&open.iter().filter_map(|one| one.p).collect::<Vec<f64>>());
    for (figure, p) in open.iter_mut().zip(&raised) {
        figure.p = Some(*p);
        if *p <= alpha {
            figure.verdict = ChangeVerdict::Changed;
        }
    }
    for scenario in scenarios {
        let has = |verdict| scenario.figures.iter().any(|one| one.verdict == verdict);
        if scenario.verdict == ChangeVerdict::Same {
            // Other figures than before are those of another contest.
            let other = has(ChangeVerdict::New) || has(ChangeVerdict::Gone);
            if other || has(ChangeVerdict::Changed) {
                scenario.verdict = ChangeVerdict::Changed;
            } else if has(ChangeVerdict::Open) {
                scenario.verdict = ChangeVerdict::Open;
            }
        }
    }
    raised.len()
}

#[cfg(test)]
mod tests;
