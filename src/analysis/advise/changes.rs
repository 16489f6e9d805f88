//! Which changes of one step a scenario allows.

use super::{AdviseError, AdvisePlan};
use crate::analysis::seating;
use crate::analysis::study::statistic::Statistic;
use crate::contest::{Contest, Effort};
use crate::document::{Change, Path, Step};
use crate::scenario::{LoadError, Scenario};
use std::collections::HashSet;

/// No more changes are tried than this.
pub const MOST_CHANGES: usize = 1_000;

/// How far changes go: each takes those before it, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reach {
    /// Who and what there is: how many, with how many dice, how hard.
    Encounter,
    /// Also how things are otherwise, and who plays.
    Scenario,
    /// Also readings of the rules.
    Rules,
}

impl Reach {
    /// How far a change goes.
    pub(super) fn of(step: &Step) -> Self {
        let is_number = |text: &str| text.parse::<f64>().is_ok();
        if is_below(&step.path, "rules") {
            return Self::Rules;
        }
        match &step.change {
            Change::Taken { .. } | Change::Copied { .. } => Self::Encounter,
            Change::Value { from, to, .. } if is_number(from) && is_number(to) => Self::Encounter,
            _ => Self::Scenario,
        }
    }
}

/// A change, and the scenario with it.
pub struct Candidate {
    /// The change.
    pub step: Step,
    /// The scenario.
    pub scenario: Scenario,
}

/// A change that was not tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Untried {
    /// The change.
    pub step: Step,
    /// Why it was not tried.
    pub reason: Reason,
}

/// Why a change was not tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The time was over, or enough changes were tried.
    Time,
    /// It is outside the paths of `only`, or below one of `keep`.
    Excluded,
    /// It goes farther than the plan's reach.
    Reach,
    /// A slow player would take part.
    Slow,
    /// The file does not accept it, nor the next values of the key.
    Refused,
    /// The contest would not have the outcome.
    Outcome,
}

/// The changes that the file accepts, each way to play once, and those that are not tried. Changes that play as
/// the file does are neither. With `slow`, slow players may take part though none does in the file.
pub fn candidates(
    scenario: &Scenario,
    plan: &AdvisePlan,
) -> Result<(Vec<Candidate>, Vec<Untried>), AdviseError> {
    let mut steps = scenario.steps();
    steps.extend(players(scenario));
    // Who there is and with how many dice is what most people turn first.
    steps.sort_by_key(Reach::of);
    for prefix in plan.only.iter().chain(&plan.keep) {
        if !steps.iter().any(|step| is_below(&step.path, prefix)) {
            return Err(AdviseError::NothingBelow(prefix.clone()));
        }
    }
    let mut untried = Vec::new();
    let mut leave = |step: Step, reason: Reason| untried.push(Untried { step, reason });
    let among = |step: &Step, paths: &[String]| paths.iter().any(|path| is_below(&step.path, path));
    let mut chosen = Vec::new();
    for step in steps {
        let is_named = among(&step, &plan.only);
        let is_slow_player = |name: &str| {
            let mut players = scenario.kind.players.iter();
            players.any(|player| player.slow && player.name == name)
        };
        if among(&step, &plan.keep) || (!is_named && !plan.only.is_empty()) {
            leave(step, Reason::Excluded);
        } else if !is_named && Reach::of(&step) > plan.reach {
            leave(step, Reason::Reach);
        } else if !plan.slow
            && matches!(&step.change, Change::Value { key, to, .. } if key == "player" && is_slow_player(to))
        {
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
        if Statistic::of(&plan.target.figure, contest).is_none() {
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

/// The most values of a key that are tried beyond one that the file does not accept.
const MOST_GAP: i64 = 6;

/// The change, or with integers the nearest one in the same direction that the file accepts, with its scenario.
fn accepted(scenario: &Scenario, step: &Step) -> Result<Option<Candidate>, LoadError> {
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

/// The change of an integer carried on in its direction; of other values only the change itself.
fn moved(step: &Step, farther: i64) -> Option<Step> {
    let mut step = step.clone();
    if farther == 0 {
        return Some(step);
    }
    let Change::Value { from, to, .. } = &mut step.change else {
        return None;
    };
    let (own, next): (i64, i64) = (from.parse().ok()?, to.parse().ok()?);
    let value = next.checked_add(next.checked_sub(own)?.checked_mul(farther)?)?;
    *to = value.to_string();
    step.value.clone_from(to);
    Some(step)
}

/// Trials that are enough to compare what contests cost.
const TYPICAL: u64 = 20_000;
/// What costs less than so many times as much as the contest as it is, is tried in the order of the file.
const ALIKE: u64 = 4;

/// What costs little is tried first, and players who think long last: whether there are any, and of those that cost
/// much more than the contest as it is, how often that can be halved.
fn order(own: &dyn Contest, changed: &dyn Contest) -> (bool, u32) {
    let cost = |contest: &dyn Contest| {
        let Effort { once, trial } = contest.effort();
        once.saturating_add(trial.saturating_mul(TYPICAL)).max(1)
    };
    let times = cost(changed) / cost(own);
    let more = if times < ALIKE { 0 } else { times.ilog2() };
    (changed.is_slow() && !own.is_slow(), more)
}

/// Another player in each seat.
fn players(scenario: &Scenario) -> Vec<Step> {
    let seats = scenario.seats.iter();
    seats
        .flat_map(|seat| {
            let others = scenario.kind.players.iter();
            others
                .filter(|player| player.name != seat.player)
                .map(|player| Step {
                    owners: vec![seat.name.clone()],
                    change: Change::Value {
                        key: "player".to_owned(),
                        from: seat.player.to_owned(),
                        to: player.name.to_owned(),
                    },
                    path: seat.path.clone(),
                    value: seating::value(&scenario.seats, player.name),
                })
        })
        .collect()
}

/// Whether a path leads to what another names, or into it.
fn is_below(path: &str, prefix: &str) -> bool {
    let read = |text: &str| text.trim().parse::<Path>().ok();
    match (read(path), read(prefix)) {
        (Some(path), Some(prefix)) => path.segments().starts_with(prefix.segments()),
        _ => false,
    }
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
    fn a_key_with_gaps_is_turned_to_the_next_accepted_values() {
        let sizes = allowed("@prospect", "success", &["field.size"]).unwrap();
        assert_eq!(sizes, ["field.size=10", "field.size=21"]);
        // A key without a description of its gaps.
        let step = Step {
            owners: Vec::new(),
            change: Change::Value {
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
    fn a_quick_contest_has_its_changes_of_one_step() {
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
    fn a_fight_has_its_changes_of_one_step() {
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
    fn changes_can_be_kept_to_a_part() {
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
            "no change of one step begins with side.villains; `evenodds list KIND` marks the keys that \
             are turned"
        );
    }
}
