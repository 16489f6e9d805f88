//! Compares two sets of results, such as two runs of a report. A figure counts as changed only if
//! the difference is significant. The family-wise false-positive rate over all figures is at most
//! alpha (Holm's procedure).
//!
//! The trials of both sets are treated as independent. With the same seed they are positively
//! correlated, so the standard error of the difference is smaller and the test is conservative.
//! `compare` tests pairs of trials.

mod loaded;

pub use loaded::{LoadedError, LoadedScenario};

use super::expect::Verdict as Expected;
use crate::document::distinct;
use crate::stats::{Figure, FigureKind, Interval, holm};
use serde::Serialize;

/// Changes between two sets of results.
#[derive(Clone, Debug, PartialEq)]
pub struct Diff {
    /// Family-wise false-positive rate.
    pub alpha: f64,
    /// Largest difference of shares that does not count, and of means as a part of the old one.
    pub margin: f64,
    /// Number of figures tested, which the p values are corrected for.
    pub tested: usize,
    /// Scenarios in the order of the new results, then scenarios that only the old results have.
    pub scenarios: Vec<ScenarioDiff>,
}

/// Change in a scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct ScenarioDiff {
    /// The old results.
    pub old: Option<LoadedScenario>,
    /// The new results.
    pub new: Option<LoadedScenario>,
    /// Verdict on the scenario.
    pub verdict: ChangeVerdict,
    /// Figures of the new results, then those that only the old results have.
    pub figures: Vec<FigureDiff>,
    /// Expectations that newly fail, as worded in the new results.
    pub broken: Vec<String>,
}

/// Change in a figure.
#[derive(Clone, Debug, PartialEq)]
pub struct FigureDiff {
    /// The name of an outcome, or `mean.turns`.
    pub name: String,
    /// The old value.
    pub old: Option<Figure>,
    /// The new value.
    pub new: Option<Figure>,
    /// 95% interval of the difference, new minus old.
    pub interval: Option<Interval>,
    /// p value of the difference, corrected for the number of figures.
    pub p: Option<f64>,
    /// Verdict on the figure.
    pub verdict: ChangeVerdict,
}

/// Verdict on a scenario or a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ChangeVerdict {
    /// Only in the new results.
    New,
    /// Only in the old results.
    Gone,
    /// All digits are identical.
    Same,
    /// The difference is not significant, or not significantly beyond the margin.
    Open,
    /// The difference is significant, and significantly beyond the margin.
    Changed,
    /// Not comparable: the old or the new file is not a valid scenario.
    Fault,
}

impl ChangeVerdict {
    /// Returns the name in machine formats.
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
    /// Returns the number of scenarios with a verdict.
    pub fn count(&self, verdict: ChangeVerdict) -> usize {
        let scenarios = self.scenarios.iter();
        scenarios.filter(|one| one.verdict == verdict).count()
    }

    /// Returns whether the changes need attention: a significant change, an expectation that newly
    /// fails, or a file that is no longer a valid scenario.
    pub fn needs_attention(&self) -> bool {
        self.scenarios.iter().any(|one| {
            one.verdict == ChangeVerdict::Changed
                || !one.broken.is_empty()
                || one.is_no_longer_valid()
        })
    }
}

impl ScenarioDiff {
    /// Returns the new results, else the old results.
    pub fn held(&self) -> Option<&LoadedScenario> {
        self.new.as_ref().or(self.old.as_ref())
    }

    /// Returns whether the file was a valid scenario and no longer is.
    pub fn is_no_longer_valid(&self) -> bool {
        let is_faulty =
            |held: &Option<LoadedScenario>| held.as_ref().is_some_and(|one| one.fault.is_some());
        is_faulty(&self.new) && self.old.is_some() && !is_faulty(&self.old)
    }

    /// Yields the figures with this verdict.
    pub fn with_verdict(&self, verdict: ChangeVerdict) -> impl Iterator<Item = &FigureDiff> {
        let figures = self.figures.iter();
        figures.filter(move |figure| figure.verdict == verdict)
    }

    /// Returns whether the contest itself was edited: other dice, rules or players.
    pub fn is_edited(&self) -> bool {
        let sides = self.old.as_ref().zip(self.new.as_ref());
        sides.is_some_and(|(old, new)| old.scenario.hash != new.scenario.hash)
    }
}

impl FigureDiff {
    /// Returns the new value minus the old one.
    pub fn difference(&self) -> Option<f64> {
        Some(self.new?.value - self.old?.value)
    }

    /// Returns whether the figure is a share.
    pub fn is_share(&self) -> bool {
        let value = self.new.or(self.old);
        value.is_some_and(|value| value.kind == FigureKind::Share)
    }
}

/// Predicate that matches the old and the new results of a scenario.
type Fits = fn(&LoadedScenario, &LoadedScenario) -> bool;

/// Compares old with new results. Scenarios are matched by path, else by folder among reports; if
/// each side has a single one, these match. A figure counts as changed if it differs by more than
/// `margin`: a difference of shares, or a part of the old mean.
pub fn diff(
    old: Vec<LoadedScenario>,
    new: Vec<LoadedScenario>,
    (alpha, margin): (f64, f64),
) -> Diff {
    let single = old.len() == 1 && new.len() == 1;
    let mut left: Vec<Option<LoadedScenario>> = old.into_iter().map(Some).collect();
    // Matches by path come first, so that no match by folder takes a scenario that has a match by
    // path.
    let mut partners: Vec<Option<LoadedScenario>> = vec![None; new.len()];
    let path: Fits = |old, new| old.scenario.path == new.scenario.path;
    let folder: Fits = |old, new| old.folder.is_some() && old.folder == new.folder;
    let any: Fits = |_, _| true;
    for fits in [path, folder].into_iter().chain(single.then_some(any)) {
        for (held, partner) in new.iter().zip(&mut partners) {
            if partner.is_none() {
                let found = |old: &&mut Option<LoadedScenario>| {
                    old.as_ref().is_some_and(|old| fits(old, held))
                };
                *partner = left.iter_mut().find(found).and_then(Option::take);
            }
        }
    }
    let changes = partners.into_iter().zip(new).map(|(old, new)| match old {
        None => alone(None, Some(new), ChangeVerdict::New),
        Some(old) => between(old, new, margin),
    });
    let gone = left.into_iter().flatten();
    let gone = gone.map(|old| alone(Some(old), None, ChangeVerdict::Gone));
    let mut scenarios: Vec<ScenarioDiff> = changes.chain(gone).collect();
    let tested = correct(&mut scenarios, alpha);
    Diff {
        alpha,
        margin,
        tested,
        scenarios,
    }
}

fn alone(
    old: Option<LoadedScenario>,
    new: Option<LoadedScenario>,
    verdict: ChangeVerdict,
) -> ScenarioDiff {
    let broken = broken(&[], new.as_ref());
    ScenarioDiff {
        old,
        new,
        verdict,
        figures: Vec::new(),
        broken,
    }
}

/// Returns the expectations that newly fail.
fn broken(before: &[super::ExpectationResult], new: Option<&LoadedScenario>) -> Vec<String> {
    let failed = |expected: &str| {
        let mut before = before.iter();
        before.any(|old| old.verdict == Expected::Fails && old.expected == expected)
    };
    let now = new.into_iter().flat_map(|new| &new.expectations);
    let fails = now.filter(|one| one.verdict == Expected::Fails && !failed(&one.expected));
    fails.map(|one| one.line.clone()).collect()
}

fn between(old: LoadedScenario, new: LoadedScenario, margin: f64) -> ScenarioDiff {
    let broken = broken(&old.expectations, Some(&new));
    if old.fault.is_some() || new.fault.is_some() {
        return ScenarioDiff {
            broken,
            ..alone(Some(old), Some(new), ChangeVerdict::Fault)
        };
    }
    let value = |held: &LoadedScenario, name: &str| {
        let mut figures = held.figures.iter();
        figures.find(|one| one.0 == name).map(|one| one.1)
    };
    let names = distinct(new.figures.iter().chain(&old.figures).map(|one| &one.0));
    let figures = names.into_iter().map(|name| {
        let (was, is) = (value(&old, name), value(&new, name));
        let compared = was.zip(is).filter(|(was, is)| was.kind == is.kind);
        let compared =
            compared.map(|(was, is)| (was.difference(&is), was.p_value_beyond(&is, margin)));
        FigureDiff {
            name: name.clone(),
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

/// Corrects the p values of all differing figures for their number, sets the verdicts, and returns
/// that number.
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
        let has = |verdict| scenario.with_verdict(verdict).next().is_some();
        if scenario.verdict == ChangeVerdict::Same {
            // An added or removed figure means that the contests differ.
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
