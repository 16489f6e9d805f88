//! Analyses of results and of many runs, independent of the kind of contest.
//!
//! Nearly every analysis is a *study*: variants of a scenario, a statistic of each, and a stopping
//! rule. All variants are played on common random numbers: the same trial numbers of the same seed.
//!
//! | Question | Variants | Data of each | Trials |
//! |---|---|---|---|
//! | `ladder` | a player for each seat, or an error rate for some | all results | a fixed number |
//! | `sweep` | a grid over keys | all results, unless solved | a fixed number |
//! | `skill` | the simple and the good player | a share | a part of the run's work |
//! | `readings` | one other reading of a rule each | a share | the same |
//! | `check` | the scenario as it is | an estimator of each expectation | until each is decided |
//! | `matchups` | two designs in two seats each | pairs of trials | a fixed number |
//! | `compare` | two scenarios | pairs of trials | until each difference is decided |
//! | `compare --explain` | all subsets of some changes | all values, trial by trial | a fixed number |
//! | `restrict` | one option forbidden each | pairs of trials | until each difference is known |
//! | `tune` | a grid over keys | an estimator of a figure | a race for the nearest to a target |
//! | `tune --for-all` | a grid over keys, for each condition | the same | until each setting is decided |
//! | `advise` | one change each | an outcome, trial by trial | a race for the nearest to a target |
//! | `nearby` | one change of the encounter each | the same | a part of the run's work |
//!
//! To add one:
//!
//! 1. **Variants.** `study::variants::Variants::of` loads the scenarios of a grid of keys,
//!    `seating::seated` one with other players. Each is loaded once.
//! 2. **Statistic.** `study::statistic::Statistic` is a figure of a contest by index; it returns
//!    its exact value, or its value in results. `study::estimator::Estimator` estimates it from
//!    trials, by a confidence sequence, which is valid at any stopping time.
//! 3. **Stopping rule.** With a fixed number of trials each, `study::in_turn` calls
//!    `SeededTrials::results` for one variant after another. Otherwise write a rule for
//!    `study::Study::run`: at each look it returns the variants to extend with their new numbers of
//!    trials, and none to stop. Split alpha among the statements that are to hold simultaneously.
//! 4. **Verdict.** `expect::verdict` compares an interval with a range, `study::goal::Goal` with a
//!    target; an exact answer decides first.
//!
//! Other analyses: `trial_search` finds trials to narrate, `drama` measures the course of trials,
//! `hint` finds the best action at a position, `best_responses` and `mixed_strategy` evaluate a
//! player matrix.

mod advise;
mod best_responses;
mod check;
mod compare;
mod diff;
mod drama;
mod error_curves;
mod evidence;
mod expect;
mod explain;
mod hint;
mod ladder;
mod matchups;
mod mixed_strategy;
mod readings;
mod restrict;
mod robust;
mod seating;
mod sensitivity;
mod skill;
mod study;
mod sweep;
mod trial_search;
mod tune;

pub use advise::{
    ADVISE_TRIALS, Advice, AdviseError, AdvisePlan, AdviseProgress, ChangeEffect, ChangeEstimate,
    ChangeScope, Deadlines, MOST_CHANGES, Ranking, Reason, SLOW_ADVISE_TRIALS, SettledChange,
    SkippedChange, WithoutDeadlines, advise,
};
pub use best_responses::{BestResponse, ResponseValue, Spread};
pub use check::{
    CHECK_TRIALS, CheckPlan, CheckResult, MOST_CHECK_TRIALS, SLOW_CHECK_TRIALS, TestedExpectation,
    check,
};
pub use compare::{
    CompareError, ComparePlan, ComparedFigure, Comparison, Difference, MARGIN, MOST_COMPARE_TRIALS,
    Pairing, RequestedFigure, alpha_of_each, compare, correct_together, lead_figure,
};
pub use diff::{ChangeVerdict, Diff, FigureDiff, LoadedError, LoadedScenario, ScenarioDiff, diff};
pub use drama::{
    ActorDrama, BINS, ChanceParts, ChangeSources, Comebacks, DEPTHS, DRAMA_TRIALS, DecidedPlay,
    DecisionShares, Depth, DramaError, DramaFigure, DramaFigures, DramaPlan, EvaluatedBin,
    EvaluatedTrial, ExtremeTrial, FinalLead, LeadChanges, MeanEstimate, Opening, PILOT_FROM, Pilot,
    PilotSide, Proportion, SAFE, SLOW_DRAMA_TRIALS, SideDrama, Swing, TrialStatistics,
    closest_trial, drama, drama_list,
};
pub use error_curves::{ERROR_RATES, ErrorCurve, ErrorCurves, can_err, error_curves, error_rates};
pub use expect::{ExpectationResult, Verdict, verdict, verdicts};
pub use explain::{
    ChangeGroup, Contribution, EXPLAIN_TRIALS, ExplainError, ExplainPlan, Explanation,
    MOST_EXPLAINED, explain,
};
pub use hint::{HintError, HintResult, MOST_PLAYOUTS, hint};
pub use ladder::{
    LadderError, LadderPlan, LadderResult, OmittedPlayer, PlayerPairing, TRIALS, ladder,
};
pub use matchups::{
    Entrants, EntrantsError, MATCHUP_MARGIN, MATCHUP_TRIALS, MOST_DESIGNS, MatchupPlan, Matchups,
    RankedDesign, Relation,
};
pub use readings::{DecisiveReading, decisive_readings};
pub use restrict::{
    MUST_HAVE, RESTRICT_PRECISION, RestrictError, RestrictPlan, RestrictedOption,
    RestrictedOptions, Worth, restrict,
};
pub use robust::{
    ConditionError, Conditions, MOST_CELLS, MOST_CONDITIONS, PlayCondition, RobustCell,
    RobustSearch, RobustSetting, RobustTuning, RobustVerdict, conditions,
};
pub use sensitivity::nearby;
pub use skill::{Cancelled, EstimatedRun, OtherPlay, PlayLevel, Skill, skill};
pub use study::affordable;
pub use sweep::{
    Monotonicity, SWEEP_TRIALS, Setting, SweepError, SweepGrid, SweepPlan, SweepResult, Trend,
    grid, monotonicity,
};
pub use trial_search::{
    Condition, SearchError, extreme_trial, find_trial, sample_trials, typical_trial,
};
pub use tune::{
    Holdout, MEAN_TOLERANCE, SHARE_TOLERANCE, TUNE_TRIALS, TestedSetting, TuneError, TunePlan,
    TuneVerdict, Tuning, tune,
};

pub use crate::scenario::{MOST_VALUES, Quantity, Target, TargetError, Vary, VaryError};

/// Default probability that an answer has a wrong statement.
pub const ALPHA: f64 = 0.05;
/// Default random seed.
pub const SEED: u64 = 1;
