//! An ambush with made-up chances, for tests of reports. It has four outcomes, all scales of
//! metrics, sections, a group and timelines.

use crate::contest::{
    ConfiguredPlayers, Describe, Description, ExactDistribution, Metric, Narrate, Narration,
    NoExact, Outcome, OutcomeOwner, Play, Record, Solve, Tally, Timeline, Trials,
};
use crate::sim::{
    IntervalKind, LEVEL, NoProgress, OutcomeResult, Plan, Results, ScenarioIdentity, StopReason,
    run,
};
use crate::stats::{Figure, FigureKind, wilson};
use std::ops::Range;

struct SampleCombatant {
    name: &'static str,
    side: usize,
    count: u32,
    /// Number of hits that take the combatant out, and percentage of its turns that hit.
    toughness: u32,
    skill: u64,
}

const SIDES: [&str; 2] = ["heroes", "ambushers"];

const fn combatant(
    name: &'static str,
    side: usize,
    count: u32,
    toughness: u32,
    skill: u64,
) -> SampleCombatant {
    SampleCombatant {
        name,
        side,
        count,
        toughness,
        skill,
    }
}

static COMBATANTS: [SampleCombatant; 5] = [
    combatant("Dirk", 0, 1, 2, 75),
    combatant("Emily", 0, 1, 2, 55),
    combatant("Mark Four", 0, 1, 1, 65),
    combatant("Duke Zero", 1, 1, 2, 60),
    combatant("Assassin Drone", 1, 4, 1, 30),
];

pub struct Ambush {
    description: Description,
}

impl Ambush {
    pub fn new() -> Self {
        let outcome = |name: &str, phrase: &str, always_shown| Outcome {
            name: name.to_owned(),
            phrase: phrase.to_owned(),
            predicate: None,
            always_shown,
            owner: owner(always_shown),
        };
        let mut metrics = vec![
            Metric::number("turns", "turns", 0, 63),
            Metric::number("rerolls", "rerolls", 0, 63),
        ];
        for (side, name) in SIDES.into_iter().enumerate() {
            let members = COMBATANTS.iter().filter(|fighter| fighter.side == side);
            let most = members.map(|fighter| fighter.count).sum();
            metrics.push(
                Metric::number("standing", "combatants", 0, 8)
                    .about(name, "")
                    .out_of(most),
            );
        }
        for base in ["left_standing", "taken_out"] {
            for fighter in &COMBATANTS {
                metrics.push(
                    Metric::number(base, "combatants", 0, 1)
                        .about(fighter.name, SIDES[fighter.side])
                        .out_of(fighter.count),
                );
            }
        }
        for fighter in &COMBATANTS {
            metrics.push(
                Metric::number("turns_taken", "turns", 0, 31)
                    .about(fighter.name, SIDES[fighter.side]),
            );
        }
        let description = Description {
            outcomes: vec![
                outcome("heroes", "heroes win", true),
                outcome("ambushers", "ambushers win", true),
                outcome("draw", "no side is left standing", false),
                outcome("unresolved", "the fight never ends", false),
            ],
            metrics,
            timelines: COMBATANTS
                .iter()
                .map(|fighter| Timeline {
                    base: "standing",
                    subject: fighter.name.to_owned(),
                    section: SIDES[fighter.side].to_owned(),
                    unit: "turns",
                    of: fighter.count,
                })
                .collect(),
            highlights: &["turns", "taken_out"],
            players: ConfiguredPlayers::of_sides([["finisher"], ["finisher"]]),
            ..Description::default()
        };
        Self { description }
    }

    /// Returns the results of `trials` trials.
    pub fn results(&self, trials: u64) -> Results {
        let plan = Plan {
            threads: 1,
            ..Plan::new(42, 0..trials)
        };
        let finished = run(self, &plan, &NoProgress);
        let identity = ScenarioIdentity {
            path: "canyon.toml".to_owned(),
            title: "Ambush in the canyon".to_owned(),
            kind: "combat".to_owned(),
            hash: "0f3a9c51d27be684".to_owned(),
        };
        Results::sampled(identity, self, 42, &finished, false, None)
    }
}

impl Describe for Ambush {
    fn description(&self) -> &Description {
        &self.description
    }

    fn rollers(&self) -> Vec<String> {
        vec!["Dirk".to_owned()]
    }
}

/// Returns a function that draws random numbers below a limit for a trial.
fn random_numbers(seed: u64, trial: u64) -> impl FnMut(u64) -> u64 {
    let mut state = seed ^ trial.wrapping_mul(0xd134_2543_de82_ef95);
    move |limit: u64| {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % limit
    }
}

/// Returns the number of members still standing of each side and of each group, then the number
/// taken out of each group.
fn members_left(standing: &[(usize, u32)]) -> Vec<i64> {
    let left = |group| {
        let members = standing.iter().filter(|&&(other, _)| other == group);
        members.count() as i64
    };
    let of_side = |side| -> i64 {
        let groups = (0..COMBATANTS.len()).filter(|&group| COMBATANTS[group].side == side);
        groups.map(left).sum()
    };
    let groups = COMBATANTS.iter().enumerate();
    let taken_out = groups.map(|(group, fighter)| i64::from(fighter.count) - left(group));
    let mut values = vec![of_side(0), of_side(1)];
    values.extend((0..COMBATANTS.len()).map(left));
    values.extend(taken_out);
    values
}

impl Play for Ambush {
    fn trials(&self, seed: u64) -> Box<dyn Trials + '_> {
        Box::new(move |trials: Range<u64>, tally: &mut Tally| {
            for trial in trials {
                tally.add(&self.replay(seed, trial));
            }
        })
    }

    fn replay(&self, seed: u64, trial: u64) -> Record {
        let mut below = random_numbers(seed, trial);
        // Remaining toughness of each member, with its group.
        let mut standing: Vec<(usize, u32)> = COMBATANTS
            .iter()
            .enumerate()
            .flat_map(|(group, fighter)| {
                std::iter::repeat_n((group, fighter.toughness), fighter.count as usize)
            })
            .collect();
        let mut record = Record::new(self);
        let mut turns = 0;
        let mut rerolls = 0;
        let mut taken = [0_i64; COMBATANTS.len()];
        let outcome = loop {
            let left = |side| {
                standing
                    .iter()
                    .any(|&(group, _)| COMBATANTS[group].side == side)
            };
            match (left(0), left(1)) {
                (true, false) => break 0,
                (false, true) => break 1,
                (false, false) => break 2,
                (true, true) => {}
            }
            turns += 1;
            while below(5) == 0 {
                rerolls += 1;
            }
            let (actor, _) = standing[below(standing.len() as u64) as usize];
            taken[actor] += 1;
            let side = COMBATANTS[actor].side;
            let targets: Vec<usize> = (0..standing.len())
                .filter(|&place| COMBATANTS[standing[place].0].side != side)
                .collect();
            let target = targets[below(targets.len() as u64) as usize];
            if below(100) >= COMBATANTS[actor].skill {
                continue;
            }
            standing[target].1 -= 1;
            if standing[target].1 == 0 {
                let (group, _) = standing.remove(target);
                record.ends.push((group as u32, turns));
                // Occasionally both are taken out.
                if below(200) == 0
                    && let Some(place) = standing.iter().position(|&(group, _)| group == actor)
                {
                    standing.remove(place);
                    record.ends.push((actor as u32, turns));
                }
            }
        };
        record.outcome = outcome;
        record.values = vec![turns, rerolls];
        record.values.extend(members_left(&standing));
        record.values.extend(taken);
        record
    }
}

impl Narrate for Ambush {
    fn narrate_with_advice(&self, _seed: u64, _trial: u64) -> Option<Narration> {
        None
    }

    fn narrate_trial(&self, seed: u64, trial: u64) -> Narration {
        Narration {
            advice: Vec::new(),
            lines: Vec::new(),
            record: self.replay(seed, trial),
        }
    }
}

impl Solve for Ambush {
    fn exact(&self) -> Result<ExactDistribution, NoExact> {
        Err(NoExact("nobody has solved it".to_owned()))
    }
}

/// Replaces the outcomes. Each has a name, a phrase, a count and whether it is always shown.
pub fn with_outcomes(results: &mut Results, outcomes: &[(&str, &str, u64, bool)]) {
    results.trials = outcomes.iter().map(|outcome| outcome.2).sum();
    results.outcomes = outcomes
        .iter()
        .map(|&(name, phrase, count, always_shown)| {
            let interval = wilson(count, results.trials, LEVEL);
            OutcomeResult {
                name: name.to_owned(),
                count: Some(count),
                share: (results.trials > 0).then(|| Figure::share(count, results.trials, interval)),
                exact: None,
                phrase: phrase.to_owned(),
                always_shown,
                owner: owner(always_shown),
            }
        })
        .collect();
}

/// Turns the outcomes into exact ones with these probabilities.
pub fn solved(results: &mut Results, shares: &[f64]) {
    results.trials = 0;
    results.stopped = StopReason::Exact;
    results.interval = IntervalKind {
        method: "exact",
        level: 1.0,
        factor: None,
    };
    for (outcome, &share) in results.outcomes.iter_mut().zip(shares) {
        outcome.count = None;
        outcome.share = Some(Figure::exact(FigureKind::Share, share));
        outcome.exact = Some(share);
    }
}

/// Replaces the names from files with malicious text.
pub fn spoil(results: &mut Results) {
    const NASTY: &str = "</text></svg><script>alert('&')</script>";
    results.scenario.title = format!("{NASTY} Засада 🎲");
    results.scenario.path = format!("{NASTY}.toml");
    results.players = ConfiguredPlayers::single(NASTY);
    results.outcomes[0].name = NASTY.to_owned();
    results.outcomes[0].phrase = format!("{NASTY} wins\n\u{1b}[31m");
    results.outcomes[1].name = "ж".repeat(80);
    let all = results.by_outcome.iter_mut().map(|(_, metrics)| metrics);
    for metric in std::iter::once(&mut results.metrics).chain(all).flatten() {
        if metric.subject == "Dirk" {
            metric.subject = NASTY.to_owned();
            metric.section = NASTY.to_owned();
            metric.name = format!("{}.{NASTY}", metric.base);
        }
    }
    for (outcome, _) in &mut results.by_outcome[..1] {
        *outcome = NASTY.to_owned();
    }
    for timeline in &mut results.timelines {
        timeline.name = format!("standing.{NASTY}");
        timeline.subject = NASTY.to_owned();
    }
}

/// Returns the owner of an outcome; only outcomes that are always shown have one.
fn owner(always_shown: bool) -> OutcomeOwner {
    if always_shown {
        OutcomeOwner::Participant
    } else {
        OutcomeOwner::Unowned
    }
}
