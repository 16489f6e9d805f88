//! How far play decides: a glance at the corners of the ladder, small enough to go with every run.
//!
//! It takes a quarter of the work of the run at most. Work is what contests say of themselves
//! ([`Effort`]), never a time, so that the same run has the same glance on every machine.

use super::Ladder;
use super::seating;
use super::study::Luck;
use crate::contest::{Contest, Effort, PlayerHelp, Seat};
use crate::scenario::Scenario;
use crate::sim::Watch;

/// The share of the first outcome between the weakest and the strongest play.
#[derive(Clone, Debug, PartialEq)]
pub struct Skill {
    /// The weakest player that the file accepts.
    pub weakest: &'static str,
    /// The strongest one that is quick.
    pub strongest: &'static str,
    /// How many seats there are.
    pub seats: usize,
    /// The share where those who strive for the outcome play as the weakest do, and all others as the
    /// strongest. This and the others are good for whole percents; `None` where the scenario is played
    /// so itself.
    pub low: Option<f64>,
    /// The share the other way round.
    pub high: Option<f64>,
    /// The share where all play as the strongest.
    pub well: Option<f64>,
}

impl Skill {
    /// From where to where the share goes, the share as the scenario is played among them.
    pub fn range(&self, own: f64) -> (f64, f64) {
        let shares = [self.low, self.high, self.well].into_iter().flatten();
        shares.fold((own, own), |(low, high), share| {
            (low.min(share), high.max(share))
        })
    }
}

/// Trials of each figure at most: enough for whole percents that are off by two at most.
const TRIALS: u64 = 4_000;
/// With fewer than these, which are off by three at most, there are no figures.
const LEAST: u64 = 1_000;
/// The part of a run's work that the glance may take.
const SHARE: u64 = 4;
/// Contests in which more than so many roll dice take too long for a glance.
const MOST_ROLLERS: usize = 64;

/// The most of what a run took to be solved that counts as its work, in nanoseconds: a short run stays short.
const MOST_SOLVED: u64 = 20_000_000_000;

/// A run that is given a glance at other players.
#[derive(Clone, Copy, Debug)]
pub struct Glanced<'a> {
    /// Its seed.
    pub seed: u64,
    /// How many trials it had.
    pub trials: u64,
    /// Worker threads; 0 for one a core.
    pub threads: usize,
    /// A ladder of the same scenario, whose figures cost nothing.
    pub ladder: Option<&'a Ladder>,
}

impl Glanced<'_> {
    /// The part of the run's work that a glance at the contest may take.
    pub(super) fn work(&self, contest: &dyn Contest) -> u64 {
        let Effort { once, trial } = contest.effort();
        let once = once.min(MOST_SOLVED);
        once.saturating_add(trial.saturating_mul(self.trials)) / SHARE
    }
}

/// Somebody ended it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cancelled")]
pub struct Cancelled;

/// Why there are no figures.
enum NoGlance {
    /// The run was too short for figures that are worth reading.
    TooShort,
    /// Somebody ended it.
    Cancelled,
}

/// How the share of the first outcome changes between the weakest and the strongest quick players. The
/// same trials of the same seed in all; exact where there is a solver, and figures that the ladder has
/// already are taken from it. Nothing where nobody decides anything, for contests that are too large for a
/// glance or in which somebody thinks long, and where the run was too short for figures that are worth
/// reading.
///
/// # Errors
/// `watch` cancelled it.
pub fn skill(
    scenario: &Scenario,
    glanced: &Glanced,
    watch: &dyn Watch,
) -> Result<Option<Skill>, Cancelled> {
    let seats = &scenario.seats;
    if seats.is_empty() || scenario.contest.who_rolls().len() > MOST_ROLLERS {
        return Ok(None);
    }
    let accepted = |player: &&PlayerHelp| seating::everywhere(scenario, player).is_ok();
    let quick = || scenario.kind.players.iter().filter(|player| !player.slow);
    let (Some(weakest), Some(strongest)) = (quick().find(accepted), quick().rev().find(accepted))
    else {
        return Ok(None);
    };
    let first = scenario.contest.outcomes().first();
    let strives = |seat: &Seat| first.is_some_and(|first| first.name == seat.outcome);
    let seated = |player: &dyn Fn(&Seat) -> &'static str| {
        let players: Vec<&str> = seats.iter().map(player).collect();
        seating::seated(scenario, &players).ok()
    };
    let (weak, strong) = (weakest.name, strongest.name);
    let corners = [
        seated(&|seat| if strives(seat) { weak } else { strong }),
        seated(&|seat| if strives(seat) { strong } else { weak }),
        seated(&|_| strong),
    ];
    let mut variants: Vec<Scenario> = Vec::new();
    let mut places = [None; 3];
    for (corner, place) in corners.into_iter().zip(&mut places) {
        let Some(corner) = corner.filter(|one| one.hash != scenario.hash) else {
            continue;
        };
        if corner.contest.is_slow() {
            return Ok(None);
        }
        let known = variants.iter().position(|one| one.hash == corner.hash);
        *place = Some(known.unwrap_or(variants.len()));
        if known.is_none() {
            variants.push(corner);
        }
    }
    let shares = match shares(scenario, &variants, glanced, watch) {
        Ok(shares) => shares,
        Err(NoGlance::TooShort) => return Ok(None),
        Err(NoGlance::Cancelled) => return Err(Cancelled),
    };
    let [low, high, well] = places.map(|place| shares.get(place?).copied());
    Ok(Some(Skill {
        weakest: weak,
        strongest: strong,
        seats: seats.len(),
        low,
        high,
        well,
    }))
}

/// How often the first outcome comes up in each.
fn shares(
    scenario: &Scenario,
    changed: &[Scenario],
    glanced: &Glanced,
    watch: &dyn Watch,
) -> Result<Vec<f64>, NoGlance> {
    let luck = Luck::new(glanced.seed, glanced.threads, watch);
    let laddered = |one: &Scenario| {
        let mut cells = glanced.ladder.into_iter().flat_map(|ladder| &ladder.cells);
        let cell = cells.find(|cell| cell.results.scenario.hash == one.hash)?;
        cell.results.outcomes.first()?.share
    };
    let mut shares: Vec<Option<f64>> = changed.iter().map(laddered).collect();
    let open = |shares: &[Option<f64>]| -> Vec<usize> {
        (0..shares.len())
            .filter(|&one| shares[one].is_none())
            .collect()
    };
    let effort = |one: usize| changed[one].contest.effort();
    let solving = open(&shares).into_iter().map(|one| effort(one).once);
    let Some(left) = glanced
        .work(scenario.contest.as_ref())
        .checked_sub(solving.sum())
    else {
        return Err(NoGlance::TooShort);
    };
    for one in open(&shares) {
        if watch.cancelled() {
            return Err(NoGlance::Cancelled);
        }
        let exact = luck.exact(changed[one].contest.as_ref());
        shares[one] = exact.and_then(|exact| exact.outcomes.first().copied());
    }
    let sampled = open(&shares);
    let together: u64 = sampled.iter().map(|&one| effort(one).trial).sum();
    let trials = TRIALS.min(left / together.max(1));
    if !sampled.is_empty() && trials < LEAST {
        return Err(NoGlance::TooShort);
    }
    for one in sampled {
        let contest = changed[one].contest.as_ref();
        let tally = luck.tally(contest, 0..trials).ok_or(NoGlance::Cancelled)?;
        let count = tally.outcomes().first();
        shares[one] = count.map(|&count| count as f64 / trials as f64);
    }
    Ok(shares.into_iter().flatten().collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{LadderPlan, ladder};
    use crate::scenario::open;
    use crate::sim::Unwatched;

    /// After so many trials of seed 1.
    fn after(trials: u64, ladder: Option<&Ladder>) -> Glanced<'_> {
        Glanced {
            seed: 1,
            trials,
            threads: 0,
            ladder,
        }
    }

    fn found(name: &str, sets: &[&str]) -> Option<Skill> {
        let sets: Vec<String> = sets.iter().map(|&set| set.to_owned()).collect();
        let scenario = open(name, &sets).unwrap();
        skill(&scenario, &after(1_000_000, None), &Unwatched).unwrap()
    }

    #[test]
    fn the_range_goes_from_the_weakest_against_the_strongest_to_the_reverse() {
        let skill = found("@canyon", &[]).unwrap();
        assert_eq!((skill.weakest, skill.strongest), ("random", "expert"));
        // The shares of the players' comparison, 5, 71 and 50 %.
        let shares = [skill.low, skill.high, skill.well];
        for (share, known) in shares.into_iter().zip([0.05, 0.71, 0.50]) {
            assert!((share.unwrap() - known).abs() < 0.025, "{share:?} {known}");
        }
        let (low, high) = skill.range(0.24);
        assert_eq!((Some(low), Some(high)), (skill.low, skill.high));
    }

    #[test]
    fn a_corner_that_is_played_already_has_no_figure_of_its_own() {
        let both = ["side.heroes.player=expert", "side.ambushers.player=expert"];
        let skill = found("@canyon", &both).unwrap();
        assert_eq!(skill.well, None);
        assert!(skill.low.is_some() && skill.high.is_some());
        let alone = found("@prospect", &[]).unwrap();
        assert_eq!((alone.well, alone.high), (None, None));
        assert!(alone.low.unwrap() < 0.3);
        assert_eq!(found("@lockpick", &[]), None);
    }

    #[test]
    fn a_ladder_s_figures_are_used() {
        let scenario = open("@duel", &[]).unwrap();
        let plan = LadderPlan {
            trials: Some(10),
            ..LadderPlan::default()
        };
        let played = ladder(&scenario, &plan, &Unwatched, &|_, _| {});
        let played = played.unwrap().unwrap();
        // Also after a run that would be too short for figures of its own.
        let skill = skill(&scenario, &after(1, Some(&played)), &Unwatched).unwrap();
        let skill = skill.unwrap();
        for share in [skill.low, skill.high, skill.well].into_iter().flatten() {
            assert_eq!((share * 10.0).fract(), 0.0, "{skill:?}");
        }
    }

    #[test]
    fn threads_do_not_matter() {
        let scenario = open("@three-sides", &[]).unwrap();
        let glanced = after(10_000_000, None);
        let [one, three] = [1, 3].map(|threads| {
            let glanced = Glanced { threads, ..glanced };
            skill(&scenario, &glanced, &Unwatched).unwrap()
        });
        assert!(one.is_some());
        assert_eq!(one, three);
    }

    #[test]
    fn it_takes_a_quarter_of_the_work_of_a_run_at_most() {
        use std::sync::atomic::{AtomicU64, Ordering};
        struct Counting(AtomicU64);
        impl Watch for Counting {
            fn advanced(&self, trials: u64) {
                self.0.fetch_add(trials, Ordering::Relaxed);
            }
        }
        for (name, trials, figures, played) in [
            ("@canyon", 1_000, false, 0),
            ("@canyon", 200_000, false, 0),
            ("@canyon", 500_000, true, 6_147),
            ("@canyon", 1_000_000, true, 12_000),
            ("@siege", 50, false, 0),
            ("@siege", 1_000_000, true, 12_000),
            // Here players are solved, and that takes as long as so many trials.
            ("@surgery", 50, false, 0),
            ("@surgery", 1_000_000, true, 0),
        ] {
            let scenario = open(name, &[]).unwrap();
            let watch = Counting(AtomicU64::new(0));
            let found = skill(&scenario, &after(trials, None), &watch).unwrap();
            let counted = watch.0.into_inner();
            assert_eq!(
                (found.is_some(), counted),
                (figures, played),
                "{name} {trials}"
            );
        }
    }

    #[test]
    fn whoever_cancels_it_gets_nothing() {
        struct Ended;
        impl Watch for Ended {
            fn advanced(&self, _trials: u64) {}
            fn cancelled(&self) -> bool {
                true
            }
        }
        let scenario = open("@canyon", &[]).unwrap();
        let glanced = after(1_000_000, None);
        assert!(skill(&scenario, &glanced, &Ended).is_err());
    }
}
