//! Drama figures, computed once from the counts, in a fixed order.

use super::counts::{
    BINS, ChanceBins, ChancePart, ChoiceCounts, DEPTHS, DramaCounts, DramaEvent, DramaStatistic,
    SideCounts,
};
use super::evaluated_trial::EvaluatedTrial;
use crate::contest::{ActingSide, CERTAIN, ConfiguredPlayers, Contest, RatedSide};
use crate::sim::{LEVEL, ScenarioIdentity, StopReason};
use crate::stats::{
    Figure, FigureKind, Interval, Moments, RatioSums, Sums, explained_variance, wilson,
};
use serde::Serialize;
use std::cmp::Reverse;

/// Reliability figures of one side.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PilotSide {
    /// Name of the side.
    pub name: String,
    /// Bins of evaluated chances, of equal width, ascending, with the observed wins.
    pub bins: Vec<EvaluatedBin>,
    /// Effect of dice per trial; a reliable evaluation has a mean of zero.
    pub dice: MeanEstimate,
}

/// Result of the reliability check.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Pilot {
    /// Number of trials.
    pub trials: u64,
    /// Description of the first deviation, as a clause; `None` if the evaluation is reliable.
    pub fault: Option<String>,
    /// Figures by side.
    pub sides: Vec<PilotSide>,
}

/// A mean, or the share of cases of which a trial may have more than one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct MeanEstimate {
    /// The mean or share.
    #[serde(flatten, serialize_with = "Figure::as_mean")]
    pub mean: Figure,
    /// Standard deviation; `None` unless each trial has one observation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sd: Option<f64>,
}

impl MeanEstimate {
    /// Returns the estimate of values in units of `1 / unit`, from this number of trials.
    fn new(moments: Option<Moments>, unit: f64, trials: u64) -> Self {
        let figure = |all: &Moments| {
            let interval = Interval::new(all.interval.low / unit, all.interval.high / unit);
            Figure::read(FigureKind::Mean, all.mean / unit, interval, trials)
        };
        Self {
            mean: moments.as_ref().map(figure).unwrap_or_default(),
            sd: moments.map(|all| all.sd / unit),
        }
    }

    /// Returns the estimate of integer values.
    fn of(sums: &Sums) -> Self {
        Self::new(sums.moments(LEVEL), 1.0, sums.count())
    }

    /// Returns the estimate of values in units of [`CERTAIN`].
    pub(super) fn of_parts(sums: &Sums) -> Self {
        Self::new(sums.moments(LEVEL), f64::from(CERTAIN), sums.count())
    }

    /// Returns the estimate of the ratio of both values of the pairs, limited to 0 to 1.
    fn of_pairs(pairs: &RatioSums, unit: f64) -> Self {
        Self::new(pairs.ratio(LEVEL), unit, pairs.first().count()).share()
    }

    /// Returns the estimate limited to 0 to 1, without its standard deviation.
    fn share(self) -> Self {
        let mut mean = self.mean;
        if mean.known().is_some() {
            mean.interval.low = mean.interval.low.max(0.0);
            mean.interval.high = mean.interval.high.min(1.0);
        }
        mean.kind = FigureKind::Share;
        Self { mean, sd: None }
    }
}

/// A count out of a total, with the Wilson interval of the share.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Proportion {
    /// The number of hits.
    pub count: u64,
    /// The total.
    pub of: u64,
    /// The share.
    #[serde(flatten, serialize_with = "Figure::as_share")]
    pub share: Figure,
}

impl Proportion {
    pub(super) fn new(count: u64, of: u64) -> Self {
        let share = Figure::share(count, of, wilson(count, of, LEVEL));
        Self { count, of, share }
    }
}

/// A trial with an extreme value.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ExtremeTrial {
    /// Number of the trial, from 0.
    pub trial: u64,
    /// The extreme value.
    pub value: f64,
}

/// Lead changes.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LeadChanges {
    /// Number of changes per trial.
    pub changes: MeanEstimate,
    /// Trials without a change.
    pub none: Proportion,
    /// Histogram of the number of changes, ascending: changes, number of trials.
    pub histogram: Vec<(i64, u64)>,
    /// The first trial with the most changes.
    pub most: Option<ExtremeTrial>,
}

/// The time at which the winner took the lead for good.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct FinalLead {
    /// Fraction of the trial's turns before that time.
    pub at: MeanEstimate,
    /// Trials won by the side that led before the first turn.
    pub favourite_won: Proportion,
    /// Trials in which the winner did not lead at the start of the last turn.
    pub at_the_end: Proportion,
}

/// Play after a side is near-certain to win.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct DecidedPlay {
    /// Trials in which a side was near-certain to win before the end.
    pub seen: Proportion,
    /// Number of turns from then to the end.
    pub turns: MeanEstimate,
    /// Trials in which the near-certain side did not win.
    pub upsets: Proportion,
}

/// Share of trials in which the winner's chance was below a bound.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Depth {
    /// The bound, in percent.
    pub below: u32,
    /// Trials below the bound.
    pub trials: Proportion,
}

/// Comebacks of winners.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comebacks {
    /// Trials in which another side led at the start of some turn.
    pub behind: Proportion,
    /// The winner's deficit to the leader, averaged over the turns of a trial.
    pub behind_by: MeanEstimate,
    /// The winner's lowest chance.
    pub lowest: MeanEstimate,
    /// Trials in which the winner's chance was below each bound.
    pub depths: Vec<Depth>,
    /// The first trial with the lowest chance.
    pub deepest: Option<ExtremeTrial>,
}

/// Kinds of decisions, as shares of turns.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct DecisionShares {
    /// Number of turns counted.
    pub turns: u64,
    /// Turns in which more than one action, but not every one, is about as good as the best.
    pub real: MeanEstimate,
    /// Turns in which one action is clearly better than all others.
    pub clear: MeanEstimate,
    /// Turns in which all actions are about equally good.
    pub idle: MeanEstimate,
}

impl DecisionShares {
    fn new(ChoiceCounts([real, clear, idle]): &ChoiceCounts) -> Self {
        Self {
            turns: real.all() as u64,
            real: MeanEstimate::of_pairs(real, 1.0),
            clear: MeanEstimate::of_pairs(clear, 1.0),
            idle: MeanEstimate::of_pairs(idle, 1.0),
        }
    }
}

/// A bin of evaluated chances, against the observed wins.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct EvaluatedBin {
    /// Lower bound, inclusive.
    pub from: f64,
    /// Upper bound, exclusive except in the last bin.
    pub to: f64,
    /// The mean of the evaluated chances.
    #[serde(rename = "judged")]
    pub estimated: Option<f64>,
    /// Trials that the side won.
    pub won: Proportion,
}

/// Effect of the opening throws on a side.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Opening {
    /// The side's chance after the opening throws.
    #[serde(rename = "judged")]
    pub estimated: MeanEstimate,
    /// Fraction of the variance of winning that lies between the bins.
    pub settles: MeanEstimate,
    /// Bins of opening chances, of equal width, ascending.
    pub bins: Vec<EvaluatedBin>,
}

/// Sources of the change in a side's chance from the opening to the end, in shares of a win. The
/// effects of dice and of policy randomness sum to the share of wins minus the mean opening chance.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ChangeSources {
    /// Change caused by dice.
    pub dice: MeanEstimate,
    /// Change caused by policy randomness.
    #[serde(rename = "whims")]
    pub policy_randomness: MeanEstimate,
    /// Total absolute change caused by dice in a trial.
    pub swing: MeanEstimate,
}

/// Drama figures of one side.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SideDrama {
    /// Name of the side.
    pub name: String,
    /// Trials that the side won.
    pub won: Proportion,
    /// Kinds of its decisions.
    pub choices: DecisionShares,
    /// Loss of its decisions compared with the best actions, by the assessor's evaluation, in
    /// shares of a win; 0 or less.
    pub lost: MeanEstimate,
    /// Effect of the opening throws on its chance.
    pub opening: Opening,
    /// Effects of randomness; `None` if the evaluation is not reliable.
    #[serde(rename = "luck")]
    pub change_sources: Option<ChangeSources>,
}

/// Drama figures of one actor, or of a group of equal actors.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ActorDrama {
    /// Name of the actor or of the group.
    pub name: String,
    /// Name of the side.
    pub side: String,
    /// Number of actors in the group.
    pub count: u32,
    /// Kinds of its decisions.
    pub choices: DecisionShares,
    /// Share of trials in which it leaves for good; for a group, the average of its members.
    pub leaves: MeanEstimate,
    /// Median turn in which the actor leaves; `None` if it never leaves.
    pub turn: Option<i64>,
    /// Fraction of the trial's turns missed after leaving, over all departures.
    pub then_misses: MeanEstimate,
    /// Fraction of the trial's turns missed, over all trials.
    pub misses: MeanEstimate,
}

/// All drama figures.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DramaFigures {
    /// The scenario that was played.
    pub scenario: ScenarioIdentity,
    /// The random seed.
    pub seed: u64,
    /// Number of trials.
    pub trials: u64,
    /// Reason for stopping.
    pub stopped: StopReason,
    /// Description of the position evaluation.
    #[serde(rename = "judge")]
    pub evaluation: String,
    /// The player whose evaluation compares decisions.
    pub assessor: &'static str,
    /// Reliability of the evaluation.
    pub pilot: Pilot,
    /// The players, as a phrase.
    #[serde(skip)]
    pub played_by: ConfiguredPlayers,
    /// Number of turns per trial.
    pub turns: MeanEstimate,
    /// Lead changes.
    pub leads: LeadChanges,
    /// The time at which the winner took the lead for good.
    pub settled: FinalLead,
    /// Play after a side is near-certain to win.
    pub aftermath: DecidedPlay,
    /// Comebacks of winners.
    pub comebacks: Comebacks,
    /// Kinds of decisions.
    pub choices: DecisionShares,
    /// Figures by side.
    pub sides: Vec<SideDrama>,
    /// Figures by actor.
    pub actors: Vec<ActorDrama>,
    /// The most typical trial.
    pub typical: Option<EvaluatedTrial>,
    /// The trial with the most lead changes, and of these the one with the largest comeback.
    pub closest: Option<EvaluatedTrial>,
}

/// Computes all drama figures from the counts.
#[expect(clippy::too_many_arguments, reason = "each is a field of the result")]
pub fn drama(
    scenario: ScenarioIdentity,
    contest: &dyn Contest,
    (sides, actors): (&[RatedSide], &[ActingSide]),
    seed: u64,
    stopped: StopReason,
    (evaluation, assessor): (String, &'static str),
    pilot: Pilot,
    counts: &DramaCounts,
    (typical, closest): (Option<EvaluatedTrial>, Option<EvaluatedTrial>),
) -> DramaFigures {
    let dramas = sides.iter().zip(&counts.sides);
    let is_reliable = pilot.fault.is_none();
    let dramas = dramas.map(|(side, own)| SideDrama::of(side, own, counts, is_reliable));
    DramaFigures {
        scenario,
        seed,
        trials: counts.trials,
        stopped,
        evaluation,
        assessor,
        played_by: contest.players(),
        turns: MeanEstimate::of(counts.sums(DramaStatistic::Turns)),
        leads: LeadChanges::of(counts),
        settled: FinalLead::of(counts),
        aftermath: DecidedPlay::of(counts),
        comebacks: Comebacks::of(counts),
        choices: DecisionShares::new(&counts.choices),
        sides: dramas.collect(),
        actors: self::actors(sides, actors, counts),
        pilot,
        typical,
        closest,
    }
}

impl LeadChanges {
    fn of(counts: &DramaCounts) -> Self {
        let mut bins = counts.lead_changes.iter();
        let none = bins.find(|bin| bin.0 == 0).map_or(0, |bin| bin.1);
        let most = counts.most_changes;
        let moments = Moments::of(&counts.lead_changes, LEVEL);
        Self {
            changes: MeanEstimate::new(moments, 1.0, counts.lead_changes.total()),
            none: Proportion::new(none, counts.times(DramaEvent::Played)),
            histogram: counts.lead_changes.iter().collect(),
            most: most.map(|(changes, Reverse(trial))| ExtremeTrial {
                trial,
                value: f64::from(changes),
            }),
        }
    }
}

impl FinalLead {
    fn of(counts: &DramaCounts) -> Self {
        let at = counts.sums(DramaStatistic::FinalLead);
        let times = |event: DramaEvent, of: u64| Proportion::new(counts.times(event), of);
        Self {
            favourite_won: times(DramaEvent::FavoriteWon, counts.times(DramaEvent::Favorite)),
            at_the_end: times(DramaEvent::AtTheEnd, at.count()),
            at: MeanEstimate::of_parts(at).share(),
        }
    }
}

impl DecidedPlay {
    fn of(counts: &DramaCounts) -> Self {
        let turns = counts.sums(DramaStatistic::Aftermath);
        let seen = turns.count();
        Self {
            seen: Proportion::new(seen, counts.times(DramaEvent::Played)),
            turns: MeanEstimate::of(turns),
            upsets: Proportion::new(counts.times(DramaEvent::Upset), seen),
        }
    }
}

impl Comebacks {
    fn of(counts: &DramaCounts) -> Self {
        let won = counts.sums(DramaStatistic::FinalLead).count();
        let depths = DEPTHS.iter().zip(counts.below);
        let depths = depths.map(|(&below, count)| Depth {
            below,
            trials: Proportion::new(count, won),
        });
        let mean = |number: DramaStatistic| MeanEstimate::of_parts(counts.sums(number)).share();
        let deepest = counts.deepest;
        Self {
            behind: Proportion::new(counts.times(DramaEvent::Behind), won),
            behind_by: mean(DramaStatistic::BehindBy),
            lowest: mean(DramaStatistic::Lowest),
            depths: depths.collect(),
            deepest: deepest.map(|(Reverse(lowest), Reverse(trial))| ExtremeTrial {
                trial,
                value: f64::from(lowest) / f64::from(CERTAIN),
            }),
        }
    }
}

impl SideDrama {
    /// Returns the figures of a side from its counts; `is_reliable` for those that need a reliable
    /// evaluation.
    fn of(side: &RatedSide, own: &SideCounts, counts: &DramaCounts, is_reliable: bool) -> Self {
        let won = side.outcomes.iter();
        let won = won.map(|&outcome| counts.outcomes[outcome]);
        let part = |part: ChancePart| MeanEstimate::of_parts(own.part(part));
        Self {
            name: side.name.clone(),
            won: Proportion::new(won.sum(), counts.trials),
            choices: DecisionShares::new(&own.choices),
            lost: part(ChancePart::Lost),
            opening: opening(own),
            change_sources: is_reliable.then(|| ChangeSources {
                dice: part(ChancePart::Dice),
                policy_randomness: part(ChancePart::PolicyRandomness),
                swing: part(ChancePart::Swing),
            }),
        }
    }
}

fn opening(sums: &SideCounts) -> Opening {
    let cells: Vec<_> = sums.bins.0.iter().map(|bin| bin.cell).collect();
    Opening {
        estimated: MeanEstimate::of_parts(sums.part(ChancePart::Opening)),
        settles: MeanEstimate {
            mean: explained_variance(&cells, LEVEL).unwrap_or_default(),
            sd: None,
        },
        bins: evaluated_bins(&sums.bins),
    }
}

/// Returns the bins of evaluated chances with the observed wins.
pub fn evaluated_bins(bins: &ChanceBins) -> Vec<EvaluatedBin> {
    let bins = bins.0.iter().enumerate().map(|(place, bin)| EvaluatedBin {
        from: place as f64 / BINS as f64,
        to: (place + 1) as f64 / BINS as f64,
        estimated: (bin.cell.trials > 0)
            .then(|| bin.sum as f64 / f64::from(CERTAIN) / bin.cell.trials as f64),
        won: Proportion::new(bin.cell.hits, bin.cell.trials),
    });
    bins.collect()
}

fn actors(sides: &[RatedSide], actors: &[ActingSide], counts: &DramaCounts) -> Vec<ActorDrama> {
    let about = actors.iter().zip(&counts.actors);
    let dramas = about.map(|(actor, sums)| {
        let each = f64::from(actor.count.max(1));
        let all = each * f64::from(CERTAIN);
        let missed = sums.missed.first();
        ActorDrama {
            name: actor.name.clone(),
            side: sides[actor.side].name.clone(),
            count: actor.count,
            choices: DecisionShares::new(&sums.choices),
            leaves: MeanEstimate::new(sums.left.moments(LEVEL), each, sums.left.count()).share(),
            turn: sums.when.quantile(0.5),
            then_misses: MeanEstimate::of_pairs(&sums.missed, f64::from(CERTAIN)),
            misses: MeanEstimate::new(missed.moments(LEVEL), all, missed.count()).share(),
        }
    });
    dramas.collect()
}
