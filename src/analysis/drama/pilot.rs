//! How right the judge is about this table: trials of a pilot, apart from those that are shown, in
//! which one judged moment of each is held against who won, and what dice do against nought.

use super::counts::Bins;
use super::reading::Reading;
use super::result::{Estimate, JudgedBin, judged_bins};
use crate::contest::{Actor, Appraise, CERTAIN, Course, Side};
use crate::stats::{Sums, wilson};
use serde::Serialize;
use std::ops::Range;

/// Trials of a pilot have numbers from here on, where those that are shown never come.
pub const PILOT_FROM: u64 = 1 << 40;
/// A pilot has this part of the trials that are shown.
const PART: u64 = 4;
/// But no fewer than this, as far as there are so many of them.
const FEWEST: u64 = 500;
/// How sure it is that a judge fails who is said to, in all that is looked at together.
const SURE: f64 = 0.999;
/// Errors of a judgement that do not matter: two points, which judging by a limited number of
/// play-outs may err by where chances lie unevenly within a bin.
const ALLOWED: f64 = 0.02;
/// The decision of a trial that is looked at, in turn: which one it is must not hang on how the trial
/// goes on, and how many decisions it has does, so a trial that has fewer is not looked at.
const MOMENTS: [usize; 6] = [0, 1, 2, 4, 8, 16];
/// With fewer trials the mean of what dice do has no interval to speak of.
const FEW: u64 = 100;

/// About one side.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PilotSide {
    /// Its name.
    pub name: String,
    /// Judged chances in bins of equal width, ascending, against what came of them.
    pub bins: Vec<JudgedBin>,
    /// What dice do in a trial, which ought to average nought.
    pub dice: Estimate,
}

/// The check of the judge.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Pilot {
    /// How many trials it had.
    pub trials: u64,
    /// Where the judge fails, as a clause; `None` where it does not.
    pub fault: Option<String>,
    /// By side.
    pub sides: Vec<PilotSide>,
}

/// The numbers of a pilot's trials beside so many that are shown.
pub fn pilot_trials(shown: u64) -> Range<u64> {
    let many = (shown / PART).max(shown.min(FEWEST));
    PILOT_FROM..PILOT_FROM + many
}

/// What trials of a pilot add up to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PilotCounts {
    trials: u64,
    sides: Vec<(Bins, Sums)>,
}

impl PilotCounts {
    /// No trials yet.
    pub fn new(sides: usize) -> Self {
        Self {
            trials: 0,
            sides: vec![(Bins::default(), Sums::default()); sides],
        }
    }

    /// Plays and counts these trials.
    pub fn play(
        &mut self,
        appraise: &dyn Appraise,
        actors: &[Actor],
        seed: u64,
        trials: Range<u64>,
        reading: &mut Reading,
    ) {
        appraise.appraise(seed, trials, &mut |trial, course| {
            reading.read(course, actors);
            self.add(trial, course, reading);
            true
        });
    }

    fn add(&mut self, trial: u64, course: &Course, reading: &Reading) {
        self.trials += 1;
        if course.decisions.is_empty() {
            return;
        }
        // One moment of each, so that what is counted does not hang together.
        let moment = MOMENTS[(trial % MOMENTS.len() as u64) as usize];
        let seen = moment < course.decisions.len();
        for (side, (bins, dice)) in self.sides.iter_mut().enumerate() {
            if seen {
                bins.add(course.before(moment)[side], course.winner == Some(side));
            }
            dice.add(reading.parts[side].dice);
        }
    }

    /// Adds all that `other` has counted.
    pub fn merge(&mut self, other: &Self) {
        self.trials += other.trials;
        for ((bins, dice), (more, sums)) in self.sides.iter_mut().zip(&other.sides) {
            bins.merge(more);
            dice.merge(sums);
        }
    }

    /// The check.
    pub fn result(&self, sides: &[Side]) -> Pilot {
        let about = sides.iter().zip(&self.sides);
        Pilot {
            trials: self.trials,
            fault: self.fault(sides),
            sides: about
                .map(|(side, (bins, dice))| PilotSide {
                    name: side.name.clone(),
                    bins: judged_bins(bins),
                    dice: Estimate::of_parts(dice),
                })
                .collect(),
        }
    }

    /// The first thing that a right judge would not show but once in a thousand pilots.
    fn fault(&self, sides: &[Side]) -> Option<String> {
        let looks = self.sides.len() * (Bins::default().0.len() + 1);
        let level = 1.0 - (1.0 - SURE) / looks as f64;
        let percent = |share: f64| format!("{:.0} %", share * 100.0);
        for (side, (bins, dice)) in sides.iter().zip(&self.sides) {
            for bin in bins.0.iter().filter(|bin| bin.cell.trials > 0) {
                let won = wilson(bin.cell.hits, bin.cell.trials, level);
                let judged = bin.judged as f64 / f64::from(CERTAIN) / bin.cell.trials as f64;
                if judged < won.low - ALLOWED || judged > won.high + ALLOWED {
                    let share = bin.cell.hits as f64 / bin.cell.trials as f64;
                    return Some(format!(
                        "positions in which {} were given {} were won {} of the time",
                        side.name,
                        percent(judged),
                        percent(share)
                    ));
                }
            }
            let moved = dice.moments(level).filter(|_| dice.count() >= FEW);
            if let Some(moved) =
                moved.filter(|moved| moved.interval.low > 0.0 || moved.interval.high < 0.0)
            {
                return Some(format!(
                    "dice, which cannot be for anybody, did {:+.1} points for {}",
                    moved.mean / f64::from(CERTAIN) * 100.0,
                    side.name
                ));
            }
        }
        None
    }
}
