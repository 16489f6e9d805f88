//! The figures of drama: computed once from the counts, in a fixed order.

use super::counts::{BINS, Bins, ChoiceCounts, Counts, DEPTHS, Event, Number, Part, SideCounts};
use super::pilot::Pilot;
use super::typical::Typical;
use crate::contest::{Actor, CERTAIN, Contest, Side};
use crate::sim::{Identity, LEVEL, StopReason};
use crate::stats::{Moments, Pairs, Sums, explained, wilson};
use serde::Serialize;
use std::cmp::Reverse;

/// A mean with its interval. `None` where there was nothing to take it of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Estimate {
    /// The mean.
    pub mean: Option<f64>,
    /// Lower end of its interval.
    pub low: Option<f64>,
    /// Upper end of its interval.
    pub high: Option<f64>,
    /// Standard deviation of the values, where they are one a trial.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sd: Option<f64>,
}

impl Estimate {
    fn new(moments: Option<Moments>, unit: f64) -> Self {
        let scaled = |get: fn(&Moments) -> f64| moments.as_ref().map(|all| get(all) / unit);
        Self {
            mean: scaled(|all| all.mean),
            low: scaled(|all| all.interval.low),
            high: scaled(|all| all.interval.high),
            sd: scaled(|all| all.sd),
        }
    }

    /// Of values in whole numbers.
    fn of(sums: &Sums) -> Self {
        Self::new(sums.moments(LEVEL), 1.0)
    }

    /// Of values in parts of [`CERTAIN`].
    pub(super) fn of_parts(sums: &Sums) -> Self {
        Self::new(sums.moments(LEVEL), f64::from(CERTAIN))
    }

    /// A share of things that are several a trial, within 0 and 1.
    fn of_pairs(pairs: &Pairs) -> Self {
        Self::new(pairs.ratio(LEVEL), 1.0).share()
    }

    /// Within 0 and 1, where no standard deviation is needed.
    fn share(self) -> Self {
        Self {
            mean: self.mean,
            low: self.low.map(|low| low.max(0.0)),
            high: self.high.map(|high| high.min(1.0)),
            sd: None,
        }
    }
}

/// How many of so many, with the Wilson interval of the share.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Proportion {
    /// How many.
    pub count: u64,
    /// Of how many.
    pub of: u64,
    /// The share; `None` of none.
    pub share: Option<f64>,
    /// Lower end of its interval.
    pub low: f64,
    /// Upper end of its interval.
    pub high: f64,
}

impl Proportion {
    pub(super) fn new(count: u64, of: u64) -> Self {
        let interval = wilson(count, of, LEVEL);
        Self {
            count,
            of,
            share: (of > 0).then(|| count as f64 / of as f64),
            low: interval.low,
            high: interval.high,
        }
    }
}

/// A trial that stands out, with what it stands out by.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct MarkedTrial {
    /// Its number.
    pub trial: u64,
    /// The value.
    pub value: f64,
}

/// How often the lead changes.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Leads {
    /// Changes a trial.
    pub changes: Estimate,
    /// Trials without any.
    pub none: Proportion,
    /// Numbers of changes, ascending, with how many trials had so many.
    pub histogram: Vec<(i64, u64)>,
    /// The first trial with the most.
    pub most: Option<MarkedTrial>,
}

/// When the winner took the lead for good.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Settled {
    /// The part of the turns that were played before.
    pub at: Estimate,
    /// How often whoever led before the first turn won.
    pub favourite_won: Proportion,
    /// Trials in which the winner did not lead before the last turn was played.
    pub at_the_end: Proportion,
}

/// What comes once a side is all but sure to win.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Aftermath {
    /// Trials in which a side was, before the end.
    pub seen: Proportion,
    /// Turns that were still played then.
    pub turns: Estimate,
    /// How often that side did not win.
    pub upsets: Proportion,
}

/// How often the winner's chance was that low.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Depth {
    /// Below so many percent.
    pub below: u32,
    /// In so many trials.
    pub trials: Proportion,
}

/// How far behind winners were.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comebacks {
    /// Trials in which another side led before some turn.
    pub behind: Proportion,
    /// How far the winner was behind the leader, on average over the turns of a trial.
    pub behind_by: Estimate,
    /// The winner's lowest chance.
    pub lowest: Estimate,
    /// How low it was how often.
    pub depths: Vec<Depth>,
    /// The first trial with the lowest.
    pub deepest: Option<MarkedTrial>,
}

/// What there is to choose, as shares of turns.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Choices {
    /// How many turns were counted.
    pub turns: u64,
    /// Several actions are about as good as the best one, and not all are.
    pub real: Estimate,
    /// One action is clearly better than all others.
    pub clear: Estimate,
    /// It does not matter what is done.
    pub idle: Estimate,
}

impl Choices {
    fn new(ChoiceCounts([real, clear, idle]): &ChoiceCounts) -> Self {
        Self {
            turns: real.all() as u64,
            real: Estimate::of_pairs(real),
            clear: Estimate::of_pairs(clear),
            idle: Estimate::of_pairs(idle),
        }
    }
}

/// Judged chances that lie close together.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct JudgedBin {
    /// From this chance on.
    pub from: f64,
    /// To below this one; the last bin holds it too.
    pub to: f64,
    /// The mean of the judged chances.
    pub judged: Option<f64>,
    /// How often the side won.
    pub won: Proportion,
}

/// What the opening throws settle.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Opening {
    /// The side's chance once they lie on the table.
    pub judged: Estimate,
    /// How much of the variance of winning lies between the bins.
    pub settles: Estimate,
    /// Opening chances in bins of equal width, ascending.
    pub bins: Vec<JudgedBin>,
}

/// What moves a side's chance from the opening to the end, in shares of a win: dice and whims add up to
/// how often it won less the mean opening chance.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Luck {
    /// What dice do.
    pub dice: Estimate,
    /// What those who decide leave to luck of their own.
    pub whims: Estimate,
    /// How much dice move it up and down in a trial.
    pub swing: Estimate,
}

/// About one side.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SideDrama {
    /// Its name.
    pub name: String,
    /// How often it won.
    pub won: Proportion,
    /// What it had to choose.
    pub choices: Choices,
    /// What its decisions lose against the best ones as the assessor sees both, in shares of a win;
    /// 0 or less.
    pub lost: Estimate,
    /// What the opening throws settle for it.
    pub opening: Opening,
    /// What luck does; `None` where the judge is not to be trusted.
    pub luck: Option<Luck>,
}

/// About one actor, or several alike together.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ActorDrama {
    /// Its name.
    pub name: String,
    /// The name of its side.
    pub side: String,
    /// How many they are.
    pub count: u32,
    /// What it had to choose.
    pub choices: Choices,
    /// The share of trials in which it leaves for good; of several the share of each.
    pub leaves: Estimate,
    /// The turn in which it mostly leaves: the median.
    pub turn: Option<i64>,
    /// The part of the trial's turns that it then misses.
    pub then_misses: Estimate,
    /// The part of the trial's turns that it misses, over all trials.
    pub misses: Estimate,
}

/// All figures.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Drama {
    /// What was played.
    pub scenario: Identity,
    /// The seed.
    pub seed: u64,
    /// How many trials.
    pub trials: u64,
    /// Why no more.
    pub stopped: StopReason,
    /// How positions were judged.
    pub judge: String,
    /// By whose evaluation decisions are compared.
    pub assessor: &'static str,
    /// How right the judge is.
    pub pilot: Pilot,
    /// Who played, as a phrase.
    #[serde(skip)]
    pub played_by: String,
    /// Turns of a trial.
    pub turns: Estimate,
    /// Lead changes.
    pub leads: Leads,
    /// When the winner took the lead for good.
    pub settled: Settled,
    /// What comes once a side is all but sure to win.
    pub aftermath: Aftermath,
    /// How far behind winners were.
    pub comebacks: Comebacks,
    /// What there is to choose.
    pub choices: Choices,
    /// By side.
    pub sides: Vec<SideDrama>,
    /// By actor.
    pub actors: Vec<ActorDrama>,
    /// A trial that goes as they mostly do.
    pub typical: Option<Typical>,
}

/// The figures of these counts.
#[expect(clippy::too_many_arguments, reason = "each is a field of the result")]
pub fn drama(
    scenario: Identity,
    contest: &dyn Contest,
    (sides, actors): (&[Side], &[Actor]),
    seed: u64,
    stopped: StopReason,
    (judge, assessor): (String, &'static str),
    pilot: Pilot,
    counts: &Counts,
    typical: Option<Typical>,
) -> Drama {
    let sums = |number: Number| counts.sums(number);
    let times = |event: Event, of: u64| Proportion::new(counts.times(event), of);
    let (won, played) = (sums(Number::Settled).count(), counts.times(Event::Played));
    let safe = sums(Number::Aftermath);
    Drama {
        scenario,
        seed,
        trials: counts.trials,
        stopped,
        judge,
        assessor,
        played_by: contest.players(),
        turns: Estimate::of(sums(Number::Turns)),
        leads: Leads {
            changes: Estimate::new(Moments::of(&counts.lead_changes, LEVEL), 1.0),
            none: {
                let mut bins = counts.lead_changes.iter();
                let none = bins.find(|bin| bin.0 == 0);
                Proportion::new(none.map_or(0, |bin| bin.1), played)
            },
            histogram: counts.lead_changes.iter().collect(),
            most: counts
                .most_changes
                .map(|(changes, Reverse(trial))| MarkedTrial {
                    trial,
                    value: f64::from(changes),
                }),
        },
        settled: Settled {
            at: Estimate::of_parts(sums(Number::Settled)).share(),
            favourite_won: times(Event::FavouriteWon, counts.times(Event::Favourite)),
            at_the_end: times(Event::AtTheEnd, won),
        },
        aftermath: Aftermath {
            seen: Proportion::new(safe.count(), played),
            turns: Estimate::of(safe),
            upsets: times(Event::Upset, safe.count()),
        },
        comebacks: Comebacks {
            behind: times(Event::Behind, won),
            behind_by: Estimate::of_parts(sums(Number::BehindBy)).share(),
            lowest: Estimate::of_parts(sums(Number::Lowest)).share(),
            depths: DEPTHS
                .iter()
                .zip(counts.below)
                .map(|(&below, count)| Depth {
                    below,
                    trials: Proportion::new(count, won),
                })
                .collect(),
            deepest: counts
                .deepest
                .map(|(Reverse(lowest), Reverse(trial))| MarkedTrial {
                    trial,
                    value: f64::from(lowest) / f64::from(CERTAIN),
                }),
        },
        choices: Choices::new(&counts.choices),
        sides: sides
            .iter()
            .zip(&counts.sides)
            .map(|(side, own)| SideDrama {
                name: side.name.clone(),
                won: Proportion::new(
                    side.outcomes
                        .iter()
                        .map(|&outcome| counts.outcomes[outcome])
                        .sum(),
                    counts.trials,
                ),
                choices: Choices::new(&own.choices),
                lost: Estimate::of_parts(own.part(Part::Lost)),
                opening: opening(own),
                luck: pilot.fault.is_none().then(|| Luck {
                    dice: Estimate::of_parts(own.part(Part::Dice)),
                    whims: Estimate::of_parts(own.part(Part::Whims)),
                    swing: Estimate::of_parts(own.part(Part::Swing)),
                }),
            })
            .collect(),
        actors: self::actors(sides, actors, counts),
        pilot,
        typical,
    }
}

fn opening(sums: &SideCounts) -> Opening {
    let cells: Vec<_> = sums.bins.0.iter().map(|bin| bin.cell).collect();
    let settles = explained(&cells, LEVEL);
    Opening {
        judged: Estimate::of_parts(sums.part(Part::Opening)),
        settles: Estimate {
            mean: settles.map(|found| found.share),
            low: settles.map(|found| found.interval.low),
            high: settles.map(|found| found.interval.high),
            sd: None,
        },
        bins: judged_bins(&sums.bins),
    }
}

/// Judged chances against what came of them.
pub fn judged_bins(bins: &Bins) -> Vec<JudgedBin> {
    let bins = bins.0.iter().enumerate().map(|(place, bin)| JudgedBin {
        from: place as f64 / BINS as f64,
        to: (place + 1) as f64 / BINS as f64,
        judged: (bin.cell.trials > 0)
            .then(|| bin.judged as f64 / f64::from(CERTAIN) / bin.cell.trials as f64),
        won: Proportion::new(bin.cell.hits, bin.cell.trials),
    });
    bins.collect()
}

fn actors(sides: &[Side], actors: &[Actor], counts: &Counts) -> Vec<ActorDrama> {
    let about = actors.iter().zip(&counts.actors);
    about
        .map(|(actor, sums)| {
            let each = f64::from(actor.count.max(1));
            ActorDrama {
                name: actor.name.clone(),
                side: sides[actor.side].name.clone(),
                count: actor.count,
                choices: Choices::new(&sums.choices),
                leaves: Estimate::new(sums.left.moments(LEVEL), each).share(),
                turn: sums.when.quantile(0.5),
                then_misses: Estimate::new(sums.missed.ratio(LEVEL), f64::from(CERTAIN)).share(),
                misses: Estimate::new(
                    sums.missed.first().moments(LEVEL),
                    each * f64::from(CERTAIN),
                )
                .share(),
            }
        })
        .collect()
}
