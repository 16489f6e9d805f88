//! Readings of the rules, and of good play, on which the main figure depends.
//!
//! Each other reading of an option under `[rules]` is tried on the same random seed, with the players
//! of the scenario. The good player of one seat at a time is also replaced by a player with more
//! lookahead, while the other seats keep their players. As in [`skill`](super::skill), the work is
//! bounded by the estimated cost of the contests, so that the same contest and seed give the same
//! lines on every machine.

use super::skill::{Cancelled, EstimatedRun, PlayLevel, WORK, affordable_results};
use super::study::SeededTrials;
use crate::document::RuleReading;
use crate::scenario::Scenario;
use crate::sim::Progress;
use crate::stats::Figure;
use serde::Serialize;
use std::collections::HashSet;
use std::ops::RangeInclusive;

/// Number of trials of a reading: 95% intervals of ±1.6 to ±3.1 percentage points at most.
const TRIALS: RangeInclusive<u64> = 1_000..=4_000;
/// Number of trials with a player that looks further: 95% intervals of ±2.2 to ±4.4 points at most.
const TRIALS_OF_PLAY: RangeInclusive<u64> = 500..=2_000;
/// Minimum change of a share, and minimum relative change of a mean score.
const CHANGE: f64 = 0.05;
/// Minimum change of a share or a mean score by a player with more lookahead.
const CHANGE_BY_PLAY: f64 = 0.02;

/// Another reading of a rule, or another player, with the main figure under it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DecisiveReading {
    /// The reading.
    #[serde(flatten)]
    pub reading: RuleReading,
    /// Main figure of the scenario under it.
    #[serde(flatten)]
    pub figure: Figure,
}

/// Returns the readings that change the main figure by more than 5 percentage points, or a mean score
/// by more than 5%, beyond both 95% intervals: of each option the reading with the largest change, the
/// largest first; then the players with more lookahead that change it by more than 2. `None` if they
/// cost too much to try.
///
/// # Errors
/// Fails if `progress` cancelled it.
pub fn decisive_readings(
    scenario: &Scenario,
    estimated_run: &EstimatedRun,
    progress: &dyn Progress,
) -> Result<Option<Vec<DecisiveReading>>, Cancelled> {
    let readings = scenario.readings();
    let deeper = deeper(scenario);
    let seeded = SeededTrials::new(estimated_run.seed, estimated_run.threads, progress);
    let share = WORK / (readings.len() as u64 + 1);
    let share_of_play = 2 * WORK / (deeper.len() as u64).max(1);
    let figure = |scenario: &Scenario, (share, trials): (u64, RangeInclusive<u64>)| {
        let results = affordable_results(scenario, (share, share), trials, &seeded)?;
        Ok(results.and_then(|found| Some((found.main_figure()?, found.score().is_some()))))
    };
    // Before any reading is loaded: it is a contest of the same size.
    let Some((own, is_score)) = figure(scenario, (share, TRIALS))? else {
        return Ok(None);
    };
    let size = if is_score { own.value.abs() } else { 1.0 };
    let change = |figure: &Figure| {
        let overlap = own.interval.overlaps(&figure.interval);
        let change = (figure.value - own.value).abs() / size;
        if overlap { 0.0 } else { change }
    };
    let mut found = Vec::new();
    let readings = (readings.into_iter()).map(|one| (one, (share, TRIALS), CHANGE));
    let of_play = (share_of_play, TRIALS_OF_PLAY);
    let deeper = (deeper.into_iter()).map(|one| (one, of_play.clone(), CHANGE_BY_PLAY));
    for (reading, share, least) in readings.chain(deeper) {
        let Ok(variant) = scenario.with(&[reading.assignment()]) else {
            continue;
        };
        let is_same_question = variant.contest.outcomes() == scenario.contest.outcomes();
        if is_same_question
            && variant.hash != scenario.hash
            && let Some((figure, _)) = figure(&variant, share)?
            && change(&figure) > least
        {
            found.push(DecisiveReading { reading, figure });
        }
    }
    found.sort_by(|one, other| {
        let is_of_play = one.reading.is_of_play().cmp(&other.reading.is_of_play());
        is_of_play.then_with(|| change(&other.figure).total_cmp(&change(&one.figure)))
    });
    let mut named = HashSet::new();
    found.retain(|one| named.insert(one.reading.path.clone()));
    Ok(Some(found))
}

/// Returns the players with more lookahead than those of the scenario, one seat at a time, if all of
/// them play well and it matters in such a contest.
fn deeper(scenario: &Scenario) -> Vec<RuleReading> {
    if !scenario.contest.description().rewards_lookahead
        || PlayLevel::of(scenario) != PlayLevel::Good
    {
        return Vec::new();
    }
    let seats = scenario.seats.iter().filter(|seat| !seat.has_settings);
    let readings = seats.filter_map(|seat| {
        let mut players = scenario.kind.players.iter();
        let player = players.find(|player| player.name == seat.player)?;
        let (value, meaning) = player.deeper;
        (!value.is_empty()).then(|| RuleReading {
            path: seat.path.clone(),
            value: value.to_owned(),
            meaning,
        })
    });
    readings.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::open;
    use crate::sim::NoProgress;

    fn found(name: &str, sets: &[&str]) -> Vec<(String, f64)> {
        let sets: Vec<String> = sets.iter().map(|&set| set.to_owned()).collect();
        let scenario = open(name, &sets).unwrap();
        let estimated_run = EstimatedRun {
            seed: 1,
            trials: 1,
            threads: 0,
            ladder: None,
        };
        let found = decisive_readings(&scenario, &estimated_run, &NoProgress).unwrap();
        let found = found.unwrap().into_iter();
        found
            .map(|one| (one.reading.assignment(), one.figure.value))
            .collect()
    }

    #[test]
    fn a_large_monster_depends_on_the_end_of_its_last_die() {
        let [(reading, share), ..] = &found("@beast", &[])[..] else {
            panic!("one reading")
        };
        assert_eq!(reading, "rules.monster_spent=returns");
        // Four standard errors of the share that a long run of that reading has.
        assert!((share - 0.14).abs() < 0.022, "{share}");
        let back = found("@beast", &["rules.monster_spent=returns"]);
        assert_eq!(back[0].0, "rules.monster_spent=retreats");
    }

    #[test]
    fn fights_without_options_depend_on_no_reading() {
        assert_eq!(found("@canyon", &[]), []);
    }

    #[test]
    fn kinds_without_options_depend_on_no_reading() {
        assert_eq!(found("@ogre", &[]), []);
    }

    #[test]
    fn exact_figures_under_readings_are_exact() {
        let readings = found("@making-ends-meet", &[]);
        assert_eq!(readings, [("rules.pay_on_failure=false".to_owned(), 1.0)]);
    }
}
