//! Changes of one step that a scenario allows.

use super::{AdviseError, AdvisePlan};
use crate::analysis::seating;
use crate::analysis::study::statistic::Statistic;
use crate::contest::{Contest, Cost};
use crate::document::nearest::nearest;
use crate::document::{Path, TunableChange, TunableStep};
use crate::scenario::{LoadError, Scenario};
use serde::Serialize;
use std::collections::HashSet;

/// Maximum number of changes.
pub const MOST_CHANGES: usize = 1_000;

/// Kinds of changes; each also includes the changes of those above it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ChangeScope {
    /// Numbers and participants: counts, dice and difficulty.
    Encounter,
    /// Also all other values, and players if they are to be changed.
    Scenario,
    /// Also variants of the rules.
    Rules,
}

impl ChangeScope {
    /// Returns the kind of a change.
    pub(super) fn of(step: &TunableStep) -> Self {
        let is_number = |text: &str| text.parse::<f64>().is_ok();
        if is_below(&step.path, "rules") {
            return Self::Rules;
        }
        match &step.change {
            TunableChange::Removed { .. } | TunableChange::Copied { .. } => Self::Encounter,
            TunableChange::Value { from, to, .. } if is_number(from) && is_number(to) => {
                Self::Encounter
            }
            _ => Self::Scenario,
        }
    }
}

/// A change with the changed scenario.
pub struct Candidate {
    /// Change of one step.
    pub step: TunableStep,
    /// Scenario after the change.
    pub scenario: Scenario,
}

/// A change that was not tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkippedChange {
    /// Change of one step.
    pub step: TunableStep,
    /// Reason for skipping it.
    pub reason: Reason,
}

/// Reason for skipping a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// The time budget ended, or enough changes were tried.
    Time,
    /// The key is outside the paths of `only`, or below a path of `keep`.
    Excluded,
    /// The kind of change is beyond the plan's `reach`.
    Reach,
    /// Another player, and players are not changed.
    Players,
    /// The changed contest has a slow player.
    Slow,
    /// The change is not valid, and neither are the next values of the key.
    Refused,
    /// The changed contest lacks the outcome.
    Outcome,
    /// The changed scenario violates a constraint.
    Constraint,
}

/// Returns the valid changes, one for each resulting contest, and the skipped changes. Changes
/// without an effect on the contest are in neither list.
pub fn candidates(
    scenario: &Scenario,
    plan: &AdvisePlan,
) -> Result<(Vec<Candidate>, Vec<SkippedChange>), AdviseError> {
    let mut steps = scenario.steps();
    steps.extend(players(scenario));
    // Numbers of participants and dice come first, since they are the most common changes.
    steps.sort_by_key(ChangeScope::of);
    for prefix in plan.only.iter().chain(&plan.keep) {
        if !steps.iter().any(|step| is_below(&step.path, prefix)) {
            let starts = |step: &TunableStep| {
                let path = step.path.clone();
                let dots: Vec<usize> = path.match_indices('.').map(|(dot, _)| dot).collect();
                let ends = dots.into_iter().chain([path.len()]);
                ends.map(move |end| path[..end].to_owned())
                    .collect::<Vec<_>>()
            };
            let paths: Vec<String> = steps.iter().flat_map(starts).collect();
            let is_near = |path: &&str| {
                let mut pairs = path.split('.').zip(prefix.split('.'));
                pairs.all(|(known, typed)| nearest(typed, [known]).is_some())
            };
            let near = nearest(prefix, paths.iter().map(String::as_str).filter(is_near));
            return Err(AdviseError::NothingBelow {
                path: prefix.clone(),
                help: near.map_or_else(
                    || "`evenodds list KIND --all` marks the tunable parameters".to_owned(),
                    |near| format!("did you mean {near}?"),
                ),
            });
        }
    }
    for constraint in &plan.constraints {
        constraint
            .check(scenario)
            .map_err(AdviseError::Constraint)?;
    }
    let mut untried = Vec::new();
    let mut leave =
        |step: TunableStep, reason: Reason| untried.push(SkippedChange { step, reason });
    let among =
        |step: &TunableStep, paths: &[String]| paths.iter().any(|path| is_below(&step.path, path));
    let mut chosen = Vec::new();
    for step in steps {
        let is_named = among(&step, &plan.only);
        let is_slow_player = |name: &str| {
            let mut players = scenario.kind.players.iter();
            players.any(|player| player.slow && player.name == name)
        };
        if among(&step, &plan.keep) || (!is_named && !plan.only.is_empty()) {
            leave(step, Reason::Excluded);
        } else if !is_named && ChangeScope::of(&step) > plan.reach {
            leave(step, Reason::Reach);
        } else if !is_named && !plan.players && new_player(&step).is_some() {
            leave(step, Reason::Players);
        } else if !plan.slow && new_player(&step).is_some_and(is_slow_player) {
            leave(step, Reason::Slow);
        } else {
            chosen.push(step);
        }
    }
    if chosen.len() > MOST_CHANGES {
        return Err(AdviseError::TooMany(chosen.len()));
    }
    let slow = plan.slow || scenario.contest.is_slow();
    let mut seen = HashSet::from([scenario.hash.clone()]);
    let mut candidates = Vec::new();
    for step in chosen {
        let Some(candidate) = accepted(scenario, &step)? else {
            leave(step, Reason::Refused);
            continue;
        };
        let contest = candidate.scenario.contest.as_ref();
        let change = (&*candidate.step.path, &*candidate.step.value);
        let mut constraints = plan.constraints.iter();
        if !constraints.all(|one| one.is_met_after(scenario, change)) {
            leave(step, Reason::Constraint);
        } else if Statistic::of(&plan.target.figure, contest).is_none() {
            leave(step, Reason::Outcome);
        } else if contest.is_slow() && !slow {
            leave(step, Reason::Slow);
        } else if seen.insert(candidate.scenario.hash.clone()) {
            candidates.push(candidate);
        }
    }
    let own = scenario.contest.as_ref();
    candidates.sort_by_key(|candidate| order(own, candidate.scenario.contest.as_ref()));
    Ok((candidates, untried))
}

/// Returns the new player of a change of players.
fn new_player(step: &TunableStep) -> Option<&str> {
    match &step.change {
        TunableChange::Value { key, to, .. } if key == "player" => Some(to),
        _ => None,
    }
}

/// Maximum number of further values to try after an invalid one.
const MOST_GAP: i64 = 6;

/// Returns the change with its scenario; for integers, the nearest valid change in the same
/// direction.
fn accepted(scenario: &Scenario, step: &TunableStep) -> Result<Option<Candidate>, LoadError> {
    for farther in 0..=MOST_GAP {
        let Some(step) = moved(step, farther) else {
            break;
        };
        match scenario.with(&[step.assignment()]) {
            Err(LoadError::Faults(_)) => {}
            Err(other) => return Err(other),
            Ok(scenario) => return Ok(Some(Candidate { step, scenario })),
        }
    }
    Ok(None)
}

/// Returns the change with `farther` additional steps in its direction; `None` for values that are
/// not integers.
fn moved(step: &TunableStep, farther: i64) -> Option<TunableStep> {
    let mut step = step.clone();
    if farther == 0 {
        return Some(step);
    }
    let TunableChange::Value { from, to, .. } = &mut step.change else {
        return None;
    };
    let (own, next): (i64, i64) = (from.parse().ok()?, to.parse().ok()?);
    let value = next.checked_add(next.checked_sub(own)?.checked_mul(farther)?)?;
    *to = value.to_string();
    step.value.clone_from(to);
    Some(step)
}

/// Number of trials for comparing the costs of contests.
const TYPICAL: u64 = 20_000;
/// Cost ratio to the unchanged contest below which changes keep the order of the file.
const ALIKE: u64 = 4;

/// Returns the sort key of a change: whether it adds a slow player, then the binary logarithm of
/// its cost ratio, 0 for ratios below `ALIKE`.
fn order(own: &dyn Contest, changed: &dyn Contest) -> (bool, u32) {
    let cost = |contest: &dyn Contest| {
        let Cost { setup, per_trial } = contest.cost();
        setup
            .saturating_add(per_trial.saturating_mul(TYPICAL))
            .max(1)
    };
    let times = cost(changed) / cost(own);
    let more = if times < ALIKE { 0 } else { times.ilog2() };
    (changed.is_slow() && !own.is_slow(), more)
}

/// Returns the changes of each seat to another player.
fn players(scenario: &Scenario) -> Vec<TunableStep> {
    let seats = scenario.seats.iter();
    let steps = seats.flat_map(|seat| {
        let others = scenario.kind.players.iter();
        let others = others.filter(|player| player.name != seat.player);
        others.map(|player| TunableStep {
            owners: vec![seat.name.clone()],
            change: TunableChange::Value {
                key: "player".to_owned(),
                from: seat.player.to_owned(),
                to: player.name.to_owned(),
            },
            path: seat.path.clone(),
            value: seating::value(&scenario.seats, player.name).to_owned(),
        })
    });
    steps.collect()
}

/// Returns whether the path of a change or of an assignment is below a prefix or equal to it.
pub(in crate::analysis) fn is_below(change: &str, prefix: &str) -> bool {
    match (Path::read(change), prefix.trim().parse::<Path>()) {
        (Ok((path, ..)), Ok(prefix)) => path.segments().starts_with(prefix.segments()),
        _ => false,
    }
}

/// Returns whether equal effects of two changes are likely to have the same reason: the changes are
/// in the same table, one is inside the other, or both are of the same key of two elements, such as
/// equal members of a side. Effects of unrelated changes may be equal by chance.
pub fn are_related(one: &TunableStep, other: &TunableStep) -> bool {
    let read = |step: &TunableStep| step.path.parse::<Path>().ok();
    let (Some(one), Some(other)) = (read(one), read(other)) else {
        return false;
    };
    let (one, other) = (one.segments(), other.segments());
    let parents = [one, other].map(|path| &path[..path.len().saturating_sub(1)]);
    let is_inside = one.starts_with(other) || other.starts_with(one);
    let is_sibling = !parents[0].is_empty() && parents[0] == parents[1];
    // The paths to a key of two elements differ in the name of the element.
    let differing = one.iter().zip(other).filter(|(one, other)| one != other);
    let is_same_key = one.len() == other.len() && one.last() == other.last();
    is_inside || is_sibling || is_same_key && differing.count() == 1
}

#[cfg(test)]
mod tests {
    use super::super::tests::plan;
    use super::*;
    use crate::scenario::open_simple as open;

    fn allowed(name: &str, outcome: &str, only: &[&str]) -> Result<Vec<String>, String> {
        let scenario = open(name, &[]).unwrap();
        let plan = AdvisePlan {
            only: only.iter().map(|&path| path.to_owned()).collect(),
            ..plan(0.5, outcome)
        };
        candidates(&scenario, &plan)
            .map(|(all, _)| all.iter().map(|one| one.step.assignment()).collect())
            .map_err(|error| error.to_string())
    }

    #[test]
    fn a_key_with_gaps_moves_to_the_next_valid_values() {
        let sizes = allowed("@prospect", "success", &["field.size"]).unwrap();
        assert_eq!(sizes, ["field.size=10", "field.size=21"]);
        // A key without a description of its gaps.
        let step = TunableStep {
            owners: Vec::new(),
            change: TunableChange::Value {
                key: "size".to_owned(),
                from: "15".to_owned(),
                to: "14".to_owned(),
            },
            path: "field.size".to_owned(),
            value: "14".to_owned(),
        };
        let scenario = open("@prospect", &[]).unwrap();
        let found = accepted(&scenario, &step).unwrap().unwrap();
        assert_eq!(found.step.assignment(), "field.size=10");
    }

    #[test]
    fn all_one_step_changes_of_a_quick_contest() {
        insta::assert_snapshot!(allowed("@lockpick", "success", &[]).unwrap().join("\n"), @r#"
        difficulty=9
        difficulty=11
        actor.dice=1
        actor.dice=3
        helper.'Legendary Lockpick'.dice=5
        helper.'Legendary Lockpick'=
        helper.'Legendary Lockpick'.count=2
        actor.fit=semi
        helper.'Legendary Lockpick'.fit=semi
        rules.half=down
        "#);
    }

    #[test]
    fn all_one_step_changes_of_a_fight() {
        insta::assert_snapshot!(allowed("@canyon", "heroes", &[]).unwrap().join("\n"), @r"
        side.heroes.Dirk.count=2
        side.heroes.Dirk.classes[0].dice=3
        side.heroes.Dirk.classes[0].dice=5
        side.heroes.Dirk.classes[0]=
        side.heroes.Dirk.classes[1].dice=2
        side.heroes.Dirk.classes[1].dice=4
        side.heroes.Dirk.classes[1]=
        side.heroes.Dirk=
        side.heroes.Emily.count=2
        side.heroes.Emily.classes[0].dice=2
        side.heroes.Emily.classes[0].dice=4
        side.heroes.Emily=
        side.heroes.'Mark Four'.count=2
        side.heroes.'Mark Four'.classes[0].dice=3
        side.heroes.'Mark Four'.classes[0].dice=5
        side.heroes.'Mark Four'=
        side.ambushers.'Duke Zero'.count=2
        side.ambushers.'Duke Zero'.classes[0].dice=3
        side.ambushers.'Duke Zero'.classes[0].dice=5
        side.ambushers.'Duke Zero'=
        side.ambushers.'Assassin Drone'.count=3
        side.ambushers.'Assassin Drone'.count=5
        side.ambushers.'Assassin Drone'.classes[0].dice=1
        side.ambushers.'Assassin Drone'.classes[0].dice=3
        side.heroes.Dirk.classes[0].fit=semi
        side.heroes.Dirk.classes[0].ignores_cover=true
        side.heroes.Dirk.classes[1].fit=semi
        side.heroes.Dirk.classes[1].ignores_cover=true
        side.heroes.Dirk.wounds=true
        side.heroes.Dirk.armor=true
        side.heroes.Dirk.cover={ dice = 1 }
        side.heroes.Emily.classes[0].fit=semi
        side.heroes.Emily.classes[0].ignores_cover=true
        side.heroes.Emily.wounds=true
        side.heroes.Emily.armor=true
        side.heroes.Emily.cover={ dice = 1 }
        side.heroes.'Mark Four'.classes[0].fit=full
        side.heroes.'Mark Four'.classes[0].ignores_cover=true
        side.heroes.'Mark Four'.wounds=true
        side.heroes.'Mark Four'.armor=true
        side.heroes.'Mark Four'.cover={ dice = 1 }
        side.heroes.cover={ dice = 1 }
        side.ambushers.'Duke Zero'.classes[0].fit=semi
        side.ambushers.'Duke Zero'.classes[0].ignores_cover=true
        side.ambushers.'Duke Zero'.wounds=true
        side.ambushers.'Duke Zero'.armor=true
        side.ambushers.'Duke Zero'.cover={ dice = 1 }
        side.ambushers.'Assassin Drone'.classes[0].fit=semi
        side.ambushers.'Assassin Drone'.classes[0].ignores_cover=true
        side.ambushers.'Assassin Drone'.wounds=true
        side.ambushers.'Assassin Drone'.armor=true
        side.ambushers.'Assassin Drone'.cover={ dice = 1 }
        side.ambushers.cover={ dice = 1 }
        cover={ dice = 1 }
        side.heroes.player=random
        side.heroes.player=brawler
        side.ambushers.player=random
        side.ambushers.player=brawler
        rules.half=down
        rules.last_blow=draw
        rules.deadlock=lot
        rules.cover_per_attack=2
        rules.monster_spent=returns
        rules.wounds_to_die=1
        rules.wounds_to_die=3
        rules.wound_choice=fight_on
        side.heroes.player=expert
        side.ambushers.player=expert
        ");
    }

    #[test]
    fn changes_can_be_limited_to_some_paths() {
        let drones = "side.ambushers.'Assassin Drone'";
        let some = allowed("@canyon", "heroes", &[drones, "rules.half"]).unwrap();
        assert!(some.len() > 4 && some.len() < 12, "{some:?}");
        assert!(
            some.iter()
                .all(|one| one.starts_with(drones) || one.starts_with("rules.half"))
        );
        let typed = allowed("@canyon", "heroes", &["side.ambushers.\"Assassin Drone\""]);
        assert_eq!(typed.unwrap().len() + 1, some.len());
        assert_eq!(
            allowed("@canyon", "heroes", &["side.villains"]).unwrap_err(),
            "no one-step change has a path that begins with side.villains; `evenodds list KIND --all` marks the \
             tunable parameters"
        );
    }
}
