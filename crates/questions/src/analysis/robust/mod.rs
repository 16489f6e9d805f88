//! Robust tuning: settings that meet a target under all conditions, such as all pairings of players.
//!
//! A setting is certified if the interval of every condition is within the target. It is refused if
//! the interval of some condition is outside. Both verdicts rest on confidence sequences, which are
//! valid at any stopping time. Of S settings and C conditions:
//!
//! - A setting is certified at level alpha / S in each condition. The test needs no correction for
//!   C, as an intersection-union test (R. L. Berger, *Multiparameter hypothesis testing and
//!   acceptance sampling*, Technometrics 24, 1982). If the setting misses the target in some
//!   condition, the interval of that condition alone must be wrong.
//! - A setting is refused at level alpha / (S C), since any of C intervals may be wrong.
//!
//! A setting either meets the target or not, so only one of the two errors is possible for it, and
//! all verdicts hold together with probability 1 - alpha.
//!
//! Of each open setting, the condition that looks worst is played first (E. Kaufmann, W. M. Koolen
//! and A. Garivier, *Sequential test for the lowest mean: from Thompson to Murphy sampling*, Advances
//! in Neural Information Processing Systems 31, 2018). A refused setting gets no more trials. Exact
//! answers need no trials and no test.

mod conditions;
#[cfg(test)]
mod tests;

pub use conditions::{ConditionError, Conditions, MOST_CONDITIONS, PlayCondition, conditions};

use super::expect::{Verdict, verdict};
use super::study::estimator::StatisticSample;
use super::study::goal::{Goal, least};
use super::study::statistic::{Statistic, phrase};
use super::study::variants::Variants;
use super::study::{
    ATTEMPTS, Sample, SeededTrials, Study, VariantFigure, affordable_at, least_attempt,
};
use super::tune::{SECONDS, TUNE_TRIALS, TuneError, TunePlan};
use crate::contest::ConfiguredPlayers;
use crate::scenario::{
    GridError, Quantity, Scenario, Target, TextError, assignments, settings_where,
};
use crate::sim::{Progress, ScenarioIdentity};
use crate::stats::{Figure, Interval};

/// Maximum number of settings times conditions.
pub const MOST_CELLS: usize = 10_000;
/// Number of initial trials of a cell: fast players, slow players.
const FIRST: [u64; 2] = [200, 50];
/// Divisor for the growth of a cell's sample: a quarter of its trials per look.
const GROWTH: u64 = 4;
/// Largest tolerance of shares for borderline settings, and the tolerance of a one-sided target. A
/// setting is borderline if the interval of its figure contains an end of the range, and has a
/// half-width of at most a fifth of the tolerance.
const ZONE: f64 = 0.05;

/// Verdict on a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RobustVerdict {
    /// Proven to meet the target under all conditions.
    Certified,
    /// Proven to miss the target under some condition.
    Fails,
    /// On an edge of the target under some condition, so that no practical number of trials decides it.
    Borderline,
    /// Undecided: the trials were too few.
    Undecided,
}

/// A setting under one condition.
#[derive(Clone, Debug, PartialEq)]
pub struct RobustCell {
    /// Hash of the scenario with the setting and the condition.
    pub hash: String,
    /// The figure. Its interval has the level of the setting's verdict: alpha / S, or alpha / (S C)
    /// if the setting fails.
    pub figure: Figure,
}

/// A setting under all conditions.
#[derive(Clone, Debug, PartialEq)]
pub struct RobustSetting {
    /// Values of the keys, in their order.
    pub values: Vec<String>,
    /// The verdict.
    pub verdict: RobustVerdict,
    /// Index of the condition with the least margin. For a setting that fails, only the conditions
    /// under which it is proven to miss the target count.
    pub worst: usize,
    /// The figure by condition.
    pub cells: Vec<RobustCell>,
}

impl RobustSetting {
    /// Returns the number of trials under all conditions.
    pub fn trials(&self) -> u64 {
        self.cells.iter().map(|cell| cell.figure.trials).sum()
    }

    /// Returns the figure under the condition that decides.
    pub fn worst(&self) -> &Figure {
        &self.cells[self.worst].figure
    }
}

/// Result of a robust tuning.
#[derive(Clone, Debug, PartialEq)]
pub struct RobustTuning {
    /// The scenario before any key was varied.
    pub scenario: ScenarioIdentity,
    /// The random seed of all trials.
    pub seed: u64,
    /// The figure and its target.
    pub target: Target,
    /// Tolerance for borderline settings: that around the target, at most 5 points of a share.
    pub tolerance: f64,
    /// Accepted range of the figure.
    pub range: [f64; 2],
    /// Probability that some verdict is wrong.
    pub alpha: f64,
    /// The paths of the keys.
    pub keys: Vec<String>,
    /// The conditions.
    pub conditions: Conditions,
    /// All settings, in the order of the values, with the last key varying fastest.
    pub settings: Vec<RobustSetting>,
    /// Number of settings that violate a constraint.
    pub left_out: usize,
    /// Number of trials of all settings together.
    pub trials: u64,
    /// The players of the file, as a phrase; empty if the conditions name players.
    pub players: ConfiguredPlayers,
    /// Event of the target's outcome, as a clause: `heroes win`. Empty for figures of metrics.
    pub phrase: String,
}

impl RobustTuning {
    /// Returns the indices of the settings with this verdict.
    pub fn with_verdict(&self, verdict: RobustVerdict) -> Vec<usize> {
        let all = self.settings.iter().enumerate();
        let all = all.filter(|(_, setting)| setting.verdict == verdict);
        all.map(|(index, _)| index).collect()
    }

    /// Returns whether some setting is certified.
    pub fn is_met(&self) -> bool {
        !self.with_verdict(RobustVerdict::Certified).is_empty()
    }

    /// Returns the indices of the settings, the best first: the certified ones, then those that may
    /// still be certified, then the others; of each kind those with the most room in the condition
    /// that decides.
    pub fn ranked(&self) -> Vec<usize> {
        let key = |index: usize| {
            let setting = &self.settings[index];
            let rank = match setting.verdict {
                RobustVerdict::Certified => 0,
                RobustVerdict::Borderline | RobustVerdict::Undecided => 1,
                RobustVerdict::Fails => 2,
            };
            (rank, -margin(setting.worst().known(), self.range))
        };
        let mut order: Vec<usize> = (0..self.settings.len()).collect();
        order.sort_by(|&one, &other| {
            let (one, other) = (key(one), key(other));
            one.0.cmp(&other.0).then(one.1.total_cmp(&other.1))
        });
        order
    }

    /// Returns the setting that the headline names.
    pub fn best(&self) -> &RobustSetting {
        &self.settings[self.ranked()[0]]
    }

    /// Returns the assignments of a setting, as in `--set`.
    pub fn assignments(&self, setting: &RobustSetting) -> Vec<String> {
        let pairs = self.keys.iter().zip(&setting.values);
        pairs
            .map(|(path, value)| format!("{path}={value}"))
            .collect()
    }
}

/// Returns the distance of a value to the nearer end of a range, negative outside; minus infinity
/// without a value.
fn margin(value: Option<f64>, [low, high]: [f64; 2]) -> f64 {
    value.map_or(f64::NEG_INFINITY, |value| (value - low).min(high - value))
}

/// The cells of a robust tuning, loaded.
pub struct RobustSearch<'a> {
    scenario: &'a Scenario,
    plan: &'a TunePlan,
    conditions: &'a Conditions,
    /// The settings under each condition.
    grids: Vec<Variants>,
    /// The statistic of each cell: the conditions of the first setting, then those of the next.
    statistics: Vec<Statistic>,
}

/// An exact figure, or a sample with the interval at which a setting is certified.
type Cell<'a> = VariantFigure<StatisticSample<'a>>;

impl<'a> RobustSearch<'a> {
    /// Loads all settings under all conditions.
    ///
    /// # Errors
    /// Fails if the keys, their values or the conditions do not fit the scenario, or if a setting
    /// lacks the figure.
    pub fn new(
        scenario: &'a Scenario,
        plan: &'a TunePlan,
        conditions: &'a Conditions,
    ) -> Result<Self, TuneError> {
        let (settings, _) = settings_where(&plan.keys, &plan.constraints, scenario)?;
        let count = settings.len();
        if count.saturating_mul(conditions.all.len()) > MOST_CELLS {
            return Err(TuneError::TooManyCells {
                settings: count,
                conditions: conditions.all.len(),
            });
        }
        let mut grids: Vec<Variants> = Vec::with_capacity(conditions.all.len());
        for (place, condition) in conditions.all.iter().enumerate() {
            let scenario = scenario.with(&condition.assignments)?;
            let grid = (&plan.keys[..], &plan.constraints[..]);
            let grid = Variants::of(&scenario, grid, TuneError::Idle)
                .map_err(|mut errors| errors.swap_remove(0))?;
            if grid.settings != settings {
                let problem = "changes which settings satisfy --where; expected conditions that \
                               change no number in it";
                return Err(TuneError::Grid(GridError::Constraint(TextError {
                    text: condition.name.clone(),
                    problem: problem.to_owned(),
                })));
            }
            let is_same = |other: &&Variants| {
                let pairs = other.scenarios.iter().zip(&grid.scenarios);
                pairs.clone().all(|(one, other)| one.hash == other.hash)
            };
            if let Some(other) = grids.iter().position(|other| is_same(&other)) {
                let names = [other, place].map(|place| conditions.all[place].name.clone());
                return Err(TuneError::SameConditions(names));
            }
            grids.push(grid);
        }
        let mut statistics = Vec::new();
        for setting in 0..count {
            for grid in &grids {
                let contest = grid.scenarios[setting].contest.as_ref();
                let figure = &plan.target.figure;
                let none = || TuneError::NoFigure {
                    figure: figure.name(),
                    setting: assignments(&plan.keys, &grid.settings[setting]).join(", "),
                };
                statistics.push(Statistic::of(figure, contest).ok_or_else(none)?);
            }
        }
        Ok(Self {
            scenario,
            plan,
            conditions,
            grids,
            statistics,
        })
    }

    /// Returns the scenario of a cell.
    fn cell(&self, cell: usize) -> &Scenario {
        let count = self.grids.len();
        &self.grids[cell % count].scenarios[cell / count]
    }

    /// Returns the limit on the trials of all cells together.
    pub fn most(&self) -> u64 {
        let usual = || {
            let count = self.grids.len();
            let costs = (0..count).map(|cell| self.cell(cell).contest.cost().per_trial);
            let all = costs.fold(0, u64::saturating_add);
            affordable_at(all / count.max(1) as u64, SECONDS, (1_000, TUNE_TRIALS))
        };
        self.plan.most.unwrap_or_else(usual)
    }

    /// Plays until every setting is decided, or no trials are left. Returns `None` if `progress`
    /// cancelled it.
    pub fn run(&self, progress: &dyn Progress) -> Option<RobustTuning> {
        let seeded = SeededTrials::new(self.plan.seed, self.plan.threads, progress);
        let count = self.statistics.len();
        let beside = (
            self.most() / count.max(1) as u64,
            least_attempt(ATTEMPTS, count),
        );
        let cells = (0..count).map(|cell| (self.cell(cell), self.statistics[cell]));
        let exact = seeded.exact_values(cells, beside)?;
        self.search(seeded, exact)
    }

    /// Searches with these exact figures; cells without one are played.
    fn search(&self, seeded: SeededTrials<'_>, exact: Vec<Option<Figure>>) -> Option<RobustTuning> {
        let (count, most) = (self.statistics.len(), self.most());
        let conditions = self.grids.len().max(1);
        let rule = self.rule(&exact);
        let needs = (most / count.max(1) as u64, rule.goal.tolerance);
        let cells = exact.into_iter().enumerate().map(|(cell, exact)| {
            VariantFigure::new(exact, || {
                let contest = self.cell(cell).contest.as_ref();
                StatisticSample::new(contest, self.statistics[cell], rule.certify, needs)
            })
        });
        let mut study = Study {
            variants: cells.collect(),
            most,
            seeded,
        };
        let slow = (0..count).any(|cell| self.cell(cell).contest.is_slow());
        let first = FIRST[usize::from(slow)].min(needs.0).max(1);
        let mut decided = vec![None; count / conditions];
        study.run(|study| {
            let mut wanted = Vec::new();
            if study.left() == 0 {
                return wanted;
            }
            let settings = study.variants.chunks(conditions).enumerate();
            for (setting, cells) in settings {
                if decided[setting].is_some() {
                    continue;
                }
                match rule.next(cells) {
                    Ok(chosen) => wanted.extend(chosen.into_iter().map(|condition| {
                        let trials = cells[condition].trials();
                        let further = (trials / GROWTH).max(first);
                        (setting * conditions + condition, trials + further)
                    })),
                    Err(verdict) => decided[setting] = Some(verdict),
                }
            }
            wanted
        })?;
        let settings = study.variants.chunks(conditions).enumerate();
        let settings = settings.map(|(setting, cells)| self.tested(&rule, setting, cells));
        let base = self.cell(0).contest.as_ref();
        let own = self.scenario.contest.players();
        Some(RobustTuning {
            scenario: self.scenario.identity(),
            seed: self.plan.seed,
            target: self.plan.target.clone(),
            tolerance: rule.goal.tolerance,
            range: rule.range,
            alpha: self.plan.alpha,
            keys: self.plan.keys.iter().map(|key| key.path.clone()).collect(),
            conditions: self.conditions.clone(),
            settings: settings.collect(),
            left_out: self.grids[0].left_out,
            trials: study.trials(),
            players: if self.conditions.players.is_empty() {
                own
            } else {
                ConfiguredPlayers::default()
            },
            phrase: phrase(&self.plan.target.figure, base),
        })
    }

    /// Returns the rule, with alpha split among the settings that are played.
    fn rule(&self, exact: &[Option<Figure>]) -> Rule {
        let target = &self.plan.target;
        let tolerance = self.plan.tolerance;
        let tolerance = tolerance.unwrap_or_else(|| target.usual_tolerance());
        let is_share = matches!(target.figure, Quantity::Outcome(_));
        let zone = match target.open {
            Some(_) if is_share => ZONE,
            None if is_share => tolerance.min(ZONE),
            _ => tolerance,
        };
        let by_setting = exact.chunks(self.grids.len().max(1));
        let is_played = |cells: &&[Option<Figure>]| cells.iter().any(Option::is_none);
        let certify = self.plan.alpha / by_setting.filter(is_played).count().max(1) as f64;
        Rule {
            range: target.range(tolerance),
            goal: Goal {
                target: target.value,
                tolerance: zone,
            },
            certify,
            refuse: certify / self.grids.len().max(1) as f64,
        }
    }

    /// Returns a setting with its verdict.
    fn tested(&self, rule: &Rule, setting: usize, cells: &[Cell<'_>]) -> RobustSetting {
        let verdict = rule.next(cells).err().unwrap_or(RobustVerdict::Undecided);
        let fails = verdict == RobustVerdict::Fails;
        let offset = setting * cells.len();
        let figures = cells.iter().enumerate().map(|(condition, cell)| {
            let mut figure = cell.figure(self.statistics[offset + condition].kind());
            if fails {
                figure.interval = rule.wide(cell);
            }
            RobustCell {
                hash: self.cell(offset + condition).hash.clone(),
                figure,
            }
        });
        let all = (0..cells.len()).filter(|&one| !fails || rule.is_refused(&cells[one]));
        let keys = self.plan.keys.iter().zip(&self.grids[0].settings[setting]);
        RobustSetting {
            values: keys
                .map(|(key, &value)| key.values[value].clone())
                .collect(),
            verdict,
            worst: rule.worst(cells, all).unwrap_or(0),
            cells: figures.collect(),
        }
    }
}

/// Rule for the verdict on a setting, and for its next trials.
struct Rule {
    /// Accepted range of the figure.
    range: [f64; 2],
    /// Target and tolerance, for the precision at which a setting is borderline.
    goal: Goal,
    /// Level at which the interval of each condition must be within the range.
    certify: f64,
    /// Level at which the interval of some condition must be outside the range.
    refuse: f64,
}

impl Rule {
    /// Returns the conditions of a setting to play next, or its verdict: all conditions without
    /// trials, else the open one with the least margin.
    fn next(&self, cells: &[Cell<'_>]) -> Result<Vec<usize>, RobustVerdict> {
        let all = 0..cells.len();
        if cells.iter().any(|cell| self.is_refused(cell)) {
            return Err(RobustVerdict::Fails);
        }
        let mut open: Vec<usize> = all.filter(|&one| !self.holds(&cells[one])).collect();
        if open.is_empty() {
            return Err(RobustVerdict::Certified);
        }
        open.retain(|&one| {
            let cell = &cells[one];
            let is_coarse = cell.trials() == 0 || !self.goal.is_fine(cell.interval());
            !cell.is_exact() && is_coarse
        });
        let fresh = open.iter().copied().filter(|&one| cells[one].trials() == 0);
        let fresh: Vec<usize> = fresh.collect();
        if !fresh.is_empty() {
            return Ok(fresh);
        }
        let room = |one: usize| margin(cells[one].value(), self.range);
        let smallest = open
            .iter()
            .map(|&one| room(one))
            .fold(f64::INFINITY, f64::min);
        // All conditions of a tie, so that their order changes no figure.
        open.retain(|&one| room(one) <= smallest);
        if open.is_empty() {
            return Err(RobustVerdict::Borderline);
        }
        Ok(open)
    }

    /// Returns the condition with the least margin, the first one of a tie.
    fn worst(&self, cells: &[Cell<'_>], among: impl IntoIterator<Item = usize>) -> Option<usize> {
        least(among, |one| margin(cells[one].value(), self.range))
    }

    fn holds(&self, cell: &Cell<'_>) -> bool {
        verdict(cell.interval(), cell.is_exact(), self.range) == Verdict::Holds
    }

    /// Returns whether a condition is proven to miss the target.
    fn is_refused(&self, cell: &Cell<'_>) -> bool {
        let fails = |interval| verdict(interval, cell.is_exact(), self.range) == Verdict::Fails;
        // The interval for a certificate is narrower and already known, so it is tested first.
        fails(cell.interval()) && fails(self.wide(cell))
    }

    /// Returns the interval at the level at which a setting is refused.
    fn wide(&self, cell: &Cell<'_>) -> Interval {
        let sampled = cell.sample().map(|sample| sample.interval_at(self.refuse));
        sampled.unwrap_or_else(|| cell.interval())
    }
}
