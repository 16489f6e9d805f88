//! Contests of one's own (`kind = "dice"`): rolls, states that last over rounds, choices and
//! outcomes, declared in a file.
//!
//! A *round* takes the steps in order. A step throws rolls, lets sides choose, and changes states.
//! The first outcome whose condition holds ends the contest. Contests without steps throw all rolls
//! that outcomes and metrics read.
//!
//! Nothing depends on the order of keys: names are sorted when a file is read, and only the display
//! has the order of the file. Conditions are read first, a list is in order, a table is at once.
//!
//! `expression` parses and evaluates dice expressions, `exact` computes their distributions. `kind`
//! and `keys` declare the file, `model` reads it into `parts`, `choices` has the actions of sides,
//! `sight` what a choice sees, `rules` plays the game, `pilot` estimates its cost, `narrate` renders
//! the transcript, `hint` reads typed positions. `tree` finds what states lead to, and `branches` stores it; `solve`
//! computes exact answers from it, `optimal` the best choices with `values` of states, and `decision`
//! chooses among equally good ones. `teams` has the contests of files with teams.

mod branches;
mod choices;
mod decision;
mod hint;
mod keys;
mod kind;
mod model;
mod narrate;
mod optimal;
#[cfg(test)]
mod order_tests;
mod parts;
mod pilot;
mod rollout;
mod rules;
mod sight;
mod solve;
mod teams;
#[cfg(test)]
mod tests;
mod transition;
mod tree;
mod values;
mod writes;

use decision::Decided;
use evenodds_core::contest::{
    ConfiguredPlayers, Cost, Describe, Description, ErrorRate, Evaluate, Hints, Metric, Outcome,
    PlayerErrors, Replaced, ReplacedSeat, Substitute,
};
use evenodds_dice::exact::TooLarge;
use evenodds_dice::expression::{Program, Range};
use keys::Player;
use kind::{refuse_players, seat_at};
use optimal::Policy;
use parts::{Aim, Ending, Parts, RULE, Side, State, Step, Write};
use std::collections::HashMap;
use std::sync::{OnceLock, RwLock};
use transition::StepPlan;

pub use kind::KIND;
pub use narrate::Event;

/// Numbers of rounds that are counted fastest.
const FEW_ROUNDS: u32 = 1_000;

/// A contest of one's own.
#[derive(Debug)]
pub struct DiceContest {
    program: Program,
    parts: Parts,
    /// Plans of the steps for exact answers.
    plans: Vec<StepPlan>,
    description: Description,
    /// Aims of the [rated sides](Parts::rated_sides) that have one.
    aims: Vec<Aim>,
    /// For each metric of the file, then each state, its index in `metrics`.
    places: Vec<usize>,
    /// The states in the order of the file.
    shown_states: Vec<usize>,
    /// Optimal play within the limits of trials, or the reason why there is none.
    policy: OnceLock<Result<Policy, TooLarge>>,
    /// Optimal play within the limits of exact answers, or the reason why there is none.
    long_policy: OnceLock<Result<Policy, TooLarge>>,
    /// Values of actions that were computed, by the key of a position.
    decided: RwLock<HashMap<Vec<i64>, Decided>>,
    /// The contest with an optimal player of one side, by side; for hints.
    advisors: Vec<OnceLock<Box<Self>>>,
    /// The contest of play-outs.
    playouts: OnceLock<Box<Self>>,
    /// True in play-outs for a side that does not see choices of others.
    redraws_secrets: bool,
    /// Estimated cost of a trial.
    trial_cost: OnceLock<u64>,
}

/// Returns the predicate of an outcome's clause in the file, if its subject is the first side that
/// aims at the outcome.
fn predicate(sides: &[Side], outcome: usize, phrase: &str) -> Option<String> {
    let side = sides
        .iter()
        .find(|side| side.aim == Aim::Outcome(outcome))?;
    let rest = phrase.strip_prefix(&*side.name)?;
    Some(rest.strip_prefix(' ')?.to_owned())
}

impl DiceContest {
    fn new(program: Program, mut parts: Parts) -> Self {
        for index in 0..parts.sides.len() {
            let choices = parts.steps.iter().flat_map(|step| &step.choices);
            // A side that never chooses does not err.
            if choices.into_iter().all(|choice| choice.side != index) {
                parts.sides[index].error = ErrorRate::NONE;
            }
        }
        let wanted =
            |index: usize| (parts.sides.iter()).any(|side| side.aim == Aim::Outcome(index));
        let marks_successes = parts.endings.iter().any(|ending| ending.is_success);
        let endings = parts.endings.iter().enumerate();
        let mut outcomes: Vec<Outcome> = endings
            .map(|(index, ending)| {
                let outcome = Outcome {
                    predicate: predicate(&parts.sides, index, &ending.phrase),
                    ..Outcome::new(&ending.name, &ending.phrase)
                };
                if ending.is_success || wanted(index) || index == 0 && !marks_successes {
                    outcome
                } else if marks_successes || index == 1 && parts.endings.len() == 2 {
                    outcome.failing()
                } else {
                    outcome.even()
                }
            })
            .collect();
        let is_single = parts.endings.iter().any(|ending| ending.when.is_none());
        if !is_single {
            outcomes.push(Outcome::rare(
                "unresolved",
                format!("no outcome occurs in {} rounds", parts.most_rounds),
            ));
        }
        let main = parts.main_figure();
        let mut metrics = Vec::new();
        if !is_single {
            metrics.push(Metric {
                help: "rounds that were played",
                ..Metric::number(
                    "rounds",
                    "rounds",
                    1,
                    i64::from(parts.most_rounds.min(FEW_ROUNDS)),
                )
            });
        }
        let own = parts.metrics.iter().map(|(name, node)| {
            let range = program.bounds(*node);
            Metric::number("value", "", range.low, range.high).about(name, "")
        });
        let states = parts.states[..parts.declared].iter().map(|state| {
            let Range { low, high } = state.bounds;
            Metric::number("state", "", low, high).about(&state.name, "")
        });
        let measured: Vec<Metric> = own.chain(states).collect();
        let file_order = |places: &mut dyn Iterator<Item = usize>| {
            let mut order: Vec<(usize, usize)> = places.zip(0..).collect();
            order.sort_unstable();
            order.into_iter().map(|one| one.1)
        };
        let shown_states = file_order(
            &mut parts.states[..parts.declared]
                .iter()
                .map(|state| state.place),
        );
        let shown_states: Vec<usize> = shown_states.collect();
        let mut places = vec![0; measured.len()];
        let shown = file_order(&mut parts.metric_places.iter().copied());
        let states = shown_states.iter().map(|state| parts.metrics.len() + state);
        for one in shown.chain(states) {
            places[one] = metrics.len();
            metrics.push(measured[one].clone());
        }
        let mut contest = Self {
            program,
            plans: Vec::new(),
            description: Description {
                warnings: parts.warnings.clone(),
                highlights: if is_single {
                    &["value", "state"]
                } else {
                    &["value", "rounds", "state"]
                },
                players: ConfiguredPlayers::of_sides(
                    parts.sides.iter().map(|side| [side.player_name()]),
                ),
                sides: parts.rated_sides(outcomes.len()),
                actors: parts.actors(),
                outcomes,
                metrics,
                main,
                cutoffs: parts.cutoffs(is_single),
                ..Description::default()
            },
            aims: parts.aims().iter().map(|side| side.aim).collect(),
            places,
            shown_states,
            advisors: parts.sides.iter().map(|_| OnceLock::new()).collect(),
            playouts: OnceLock::new(),
            redraws_secrets: false,
            parts,
            policy: OnceLock::new(),
            long_policy: OnceLock::new(),
            decided: RwLock::default(),
            trial_cost: OnceLock::new(),
        };
        contest.plans = (0..contest.parts.steps.len())
            .map(|step| StepPlan::new(&contest, step))
            .collect();
        contest.description.is_slow = contest.has_rollout();
        let rates = contest.parts.sides.iter().map(|side| side.error);
        contest.description.errors = PlayerErrors::new(rates, contest.rollers().len());
        contest
    }

    /// Returns whether the number of rounds is measured.
    fn has_rounds(&self) -> bool {
        self.outcomes().len() > self.parts.endings.len()
    }

    /// Returns the sides that make choices.
    fn choosers(&self) -> impl Iterator<Item = &Side> {
        self.choosing_sides().map(|side| &self.parts.sides[side])
    }

    /// Returns the indices of the sides that make choices.
    fn choosing_sides(&self) -> impl Iterator<Item = usize> {
        let choices = || self.parts.steps.iter().flat_map(|step| &step.choices);
        let sides = 0..self.parts.sides.len();
        sides.filter(move |&side| choices().any(|choice| choice.side == side))
    }

    /// Returns whether a side makes optimal choices.
    fn has_optimal(&self) -> bool {
        self.choosers().any(Side::is_optimal)
    }

    /// Returns whether a side chooses by play-outs.
    fn has_rollout(&self) -> bool {
        self.choosers().any(Side::is_rollout)
    }

    /// Returns the contest with an optimal player of a side.
    fn advisor(&self, side: usize) -> &Self {
        if self.parts.sides[side].is_optimal() {
            return self;
        }
        self.advisors[side].get_or_init(|| {
            let mut parts = self.parts.clone();
            let own = &mut parts.sides[side];
            (own.player, own.rule, own.error) = (Player::Optimal, None, ErrorRate::NONE);
            let mut advisor = Self::new(self.program.clone(), parts);
            // Positions of both contests have keys with the same known nodes.
            advisor.plans.clone_from(&self.plans);
            Box::new(advisor)
        })
    }
}

impl Describe for DiceContest {
    fn description(&self) -> &Description {
        &self.description
    }

    fn rollers(&self) -> Vec<String> {
        let rolls = self.program.rolls.iter().map(|roll| roll.name.clone());
        let sides = self.parts.sides.iter();
        rolls
            .chain(sides.map(|side| format!("player/{}", side.name)))
            .chain(self.description.error_rollers())
            .collect()
    }

    fn cost(&self) -> Cost {
        let setup = if self.has_optimal() { 100_000_000 } else { 0 };
        Cost {
            setup,
            per_trial: self.trial_cost(),
        }
    }

    fn substitute(&self, replaced: Replaced) -> Option<Substitute> {
        let (reason, playouts) = match replaced {
            Replaced::Uncomputable => (self.policy().err()?.0, self.affordable_playouts()),
            Replaced::All(playouts) => {
                let playouts = playouts.filter(|_| self.hidden_information().is_none());
                (self.has_optimal().then(String::new)?, playouts)
            }
        };
        let choosing: Vec<usize> = self.choosing_sides().collect();
        let replaced = choosing
            .into_iter()
            .filter(|&side| self.parts.sides[side].is_optimal());
        let mut parts = self.parts.clone();
        let mut seats = Vec::new();
        for index in replaced {
            let side = &mut parts.sides[index];
            side.player = match playouts {
                Some(_) => Player::Rollout,
                None if self.has_simple(index) => Player::Simple,
                None => Player::First,
            };
            side.playouts = playouts.unwrap_or(0);
            let player = side.player.name();
            seats.push(ReplacedSeat {
                name: side.name.clone(),
                player,
                value: match playouts {
                    Some(count) => format!("{{name = \"{player}\", playouts = {count}}}"),
                    None => player.to_owned(),
                },
            });
        }
        Some(Substitute {
            contest: Box::new(Self::new(self.program.clone(), parts)),
            seats,
            playouts,
            wanted: Player::Optimal.name(),
            reason,
        })
    }

    fn evaluation(&self) -> Option<&dyn Evaluate> {
        let mut choosers = self.choosers().peekable();
        choosers.peek()?;
        // Play-outs in which each choice takes play-outs take too long.
        let is_evaluated = |side: &Side| matches!(side.aim, Aim::Outcome(_)) && !side.is_rollout();
        choosers.all(is_evaluated).then_some(self)
    }

    fn hints(&self) -> Result<&dyn Hints, &'static str> {
        let mut aims = self
            .choosers()
            .map(|side| matches!(side.aim, Aim::Outcome(_)));
        if let Some(first) = aims.next()
            && aims.all(|aim| aim == first)
        {
            return Ok(self);
        }
        Err("it has no choices, or choices for outcomes and for metrics; `run` it instead")
    }
}
