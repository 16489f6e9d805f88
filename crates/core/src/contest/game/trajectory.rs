//! Trajectories of trials: the chances of the sides before every decision, and the value of each
//! decision.
//!
//! Chances are shares of play-outs by the contest's players, so each is an unbiased estimate, and
//! the effects of dice average to zero. [`RatedGame::evaluate`] compares the actions of a decision in
//! the same way for all players, so that decisions of weaker players show as losses. In games
//! without `evaluate`, play-outs do.

use super::rollout::seed_of;
use super::{ActionKind, GameStop, Playouts, RatedGame, Recording, TrackedDice, winner};
use crate::contest::{CERTAIN, Decision, DecisionKind, Evaluate, NEAR, Record, Silent, Trajectory};
use crate::dice::Sampled;
use std::ops::Range;

/// Maximum and minimum number of play-outs from a position. The maximum gives a standard error of
/// about two percentage points. Below the minimum, the chances of four sides would be mostly noise.
const MOST: u64 = 512;
const FEWEST: u64 = 64;
/// Maximum number of turns from one estimate to the next, a power of two. Turns are skipped if even
/// the minimum number of play-outs exceeds the budget.
const SPARSEST: u64 = 16;
/// Budget for the play-outs of one trial, in nanoseconds.
const BUDGET: u64 = 3_000_000;
/// Number of trials, and of play-outs per position, for measuring the cost of a position.
const SAMPLE: u64 = 8;

/// Number and spacing of the estimates along a trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EvaluationDensity {
    /// Number of play-outs from each position.
    playouts: u32,
    /// Number of turns from one estimate to the next; 1 for an estimate at every decision.
    turns: u32,
}

/// Returns the density of estimates that the budget allows. Both numbers are powers of two and
/// depend only on the contest.
fn evaluation_density<G: RatedGame>(game: &G) -> EvaluationDensity {
    let known = &game.description().evaluation_density;
    *known.get_or_init(|| measured(game))
}

fn measured<G: RatedGame>(game: &G) -> EvaluationDensity {
    let sample = EvaluationDensity {
        playouts: SAMPLE as u32,
        turns: 1,
    };
    let mut follower = Follower::new(game, sample);
    follower.follow(0, 0..SAMPLE, &mut |_, _| true);
    let cost = (follower.playouts.cost() / (SAMPLE * SAMPLE)).max(1);
    let allowed = (BUDGET / cost).clamp(FEWEST, MOST);
    let turns = (FEWEST * cost).div_ceil(BUDGET).next_power_of_two();
    EvaluationDensity {
        playouts: 1 << allowed.ilog2(),
        turns: turns.min(SPARSEST) as u32,
    }
}

impl<G: RatedGame> Evaluate for G {
    fn evaluator(&self) -> String {
        let EvaluationDensity { playouts, turns } = evaluation_density(self);
        match turns {
            1 => format!("{playouts} play-outs by the same players"),
            _ => format!("{playouts} play-outs by the same players every {turns} turns"),
        }
    }

    fn assessor(&self) -> &'static str {
        RatedGame::assessor(self)
    }

    fn is_slow(&self) -> bool {
        let description = self.description();
        description.is_slow || description.is_slow_to_evaluate
    }

    fn evaluate_trials(
        &self,
        seed: u64,
        trials: Range<u64>,
        see: &mut dyn FnMut(u64, &Trajectory) -> bool,
    ) {
        Follower::new(self, evaluation_density(self)).follow(seed, trials, see);
    }
}

/// Evaluator of the trials of one game. Its buffers are reused for all trials.
struct Follower<'a, G: RatedGame> {
    game: &'a G,
    playouts: Playouts<'a, G>,
    /// Play-outs of actions, for games without `evaluate`.
    trials: Playouts<'a, G>,
    memory: G::Memory,
    trajectory: Trajectory,
    evaluation_density: EvaluationDensity,
    /// Next turn with an estimate.
    next: u32,
    /// True if a throw or a random choice occurred since the last estimate; `thrown` is the same,
    /// for throws only.
    moved: bool,
    thrown: bool,
    actions: Vec<G::Action>,
}

impl<'a, G: RatedGame> Follower<'a, G> {
    fn new(game: &'a G, evaluation_density: EvaluationDensity) -> Self {
        Self {
            game,
            playouts: Playouts::new(game, evaluation_density.playouts),
            trials: Playouts::new(game, FEWEST as u32),
            memory: game.memory(),
            trajectory: Trajectory::new(game.description().sides.len()),
            evaluation_density,
            next: 0,
            moved: false,
            thrown: false,
            actions: Vec::new(),
        }
    }

    /// Plays these trials and passes the trajectory of each to `see` until it returns false.
    fn follow(
        &mut self,
        seed: u64,
        trials: Range<u64>,
        see: &mut dyn FnMut(u64, &Trajectory) -> bool,
    ) {
        let game = self.game;
        let has_hidden = game.resampling().is_some();
        let mut dice = Sampled::new(seed, &game.rollers());
        // The estimates have their own random streams, separate from the trial's.
        let mut own = Sampled::new(seed, &["/judge".to_owned()]);
        let (mut position, mut memory) = (game.start(), game.memory());
        let mut record = Record::new(game);
        for trial in trials {
            dice.start(trial);
            own.start(trial);
            record.ends.clear();
            record.values.fill(0);
            self.begin(seed_of(&mut own, 0));
            game.restart(&mut position);
            let mut turns = 0;
            let mut last = None;
            let mut watched = TrackedDice::new(game, &mut dice);
            let mut recording = Recording {
                observer: &mut Silent,
                record: &mut record,
            };
            game.begin(&mut position, &mut memory, &mut watched, &mut recording);
            let outcome = loop {
                let mut recording = Recording {
                    observer: &mut Silent,
                    record: &mut record,
                };
                let next = game.advance(&mut position, &mut watched, &mut recording);
                if game.turn(&position).is_none() {
                    // The record's times may have another unit, so the current turn replaces them.
                    let new = recording.record.ends.drain(..);
                    let new = new.map(|(timeline, _)| (timeline, turns));
                    self.trajectory.departures.extend(new);
                }
                let actor = match next {
                    GameStop::Decision(actor) => actor,
                    GameStop::End(outcome) => break outcome,
                };
                let major = game.is_major(&position);
                let moved = watched.drawn || has_hidden && last.is_some();
                if major {
                    self.note_throws(watched.thrown || has_hidden && last.is_some());
                    (watched.thrown, watched.drawn) = (false, false);
                    if last != Some(actor) {
                        turns += 1;
                    }
                    last = Some(actor);
                }
                let action = game.decide(&position, actor, &mut memory, &mut watched);
                if major {
                    let turn = game.turn(&position).unwrap_or(turns);
                    let randomized = watched.drawn;
                    watched.drawn = false;
                    self.see(&position, (actor, turn), action, moved, randomized);
                }
                game.apply(&mut position, action, &mut watched, &mut recording);
            };
            self.note_throws(watched.thrown || has_hidden);
            game.finish(&mut position, outcome, &mut dice, &mut Silent, &mut record);
            let trajectory = &mut self.trajectory;
            trajectory.outcome = outcome;
            trajectory.winner = winner(game, outcome);
            trajectory.turns = game.turn(&position).unwrap_or(turns);
            let left = record.ends.iter();
            let left = left.map(|&(timeline, turn)| (timeline, turn as u32));
            trajectory.departures.extend(left);
            if !see(trial, trajectory) {
                break;
            }
        }
    }

    /// Starts a trial with this seed for its estimates.
    fn begin(&mut self, seed: u64) {
        self.trajectory.clear();
        self.playouts.reseed(seed);
        self.trials.reseed(seed);
        (self.next, self.moved, self.thrown) = (0, false, false);
    }

    /// Records whether dice were thrown since the last decision; the next estimate shows their
    /// effect.
    fn note_throws(&mut self, thrown: bool) {
        self.thrown |= thrown;
        if let Some(last) = self.trajectory.decisions.last_mut() {
            last.thrown = self.thrown;
        }
    }

    /// Records a decision. `moved` is whether a throw or a random choice occurred since the last
    /// decision, and `randomized` whether this one is a random choice.
    fn see(
        &mut self,
        position: &G::Position,
        (actor, turn): (usize, u32),
        action: G::Action,
        moved: bool,
        randomized: bool,
    ) {
        // Without a random event the chances do not change, since play-outs use the contest's
        // players.
        self.moved |= moved;
        let every = self.evaluation_density.turns == 1;
        let due = every || turn >= self.next;
        let trajectory = &mut self.trajectory;
        if trajectory.decisions.is_empty() || due && self.moved {
            self.playouts
                .chances(position, None, &mut trajectory.chances);
            self.next = turn + self.evaluation_density.turns;
            (self.moved, self.thrown) = (false, false);
        } else {
            let last = trajectory.behind.len() - trajectory.sides;
            trajectory
                .chances
                .extend_from_slice(&trajectory.behind[last..]);
        }
        if randomized && every {
            self.playouts
                .chances(position, Some(action), &mut trajectory.behind);
        } else {
            self.moved |= randomized;
            let last = trajectory.chances.len() - trajectory.sides;
            trajectory
                .behind
                .extend_from_slice(&trajectory.chances[last..]);
        }
        self.assess(position, (actor, turn), action);
    }

    /// Records the values of the chosen action and of the best legal one.
    fn assess(&mut self, position: &G::Position, (actor, turn): (usize, u32), action: G::Action) {
        let game = self.game;
        self.actions.clear();
        game.actions(position, &mut self.actions);
        let values = self.values(position, game.description().actors[actor].side);
        let mut best = 0;
        for (number, value) in values.iter().enumerate() {
            if *value > values[best] {
                best = number;
            }
        }
        let chosen = self.actions.iter().position(|&other| other == action);
        self.trajectory.decisions.push(Decision {
            turn,
            actor: actor as u32,
            best: values[best],
            chosen: values[chosen.unwrap_or(best)],
            choice: self.choice(position, &values, best),
            thrown: false,
        });
    }

    /// Returns the value of each action, in units of [`CERTAIN`].
    fn values(&mut self, position: &G::Position, side: usize) -> Vec<u32> {
        if let Some(values) = self
            .game
            .evaluate(position, &self.actions, &mut self.memory)
        {
            let units = |value: f64| (value.clamp(0.0, 1.0) * f64::from(CERTAIN)).round() as u32;
            return values.into_iter().map(units).collect();
        }
        let playouts = &mut self.trials;
        let value = |&action: &G::Action| {
            let mut chances = Vec::new();
            playouts.chances(position, Some(action), &mut chances);
            let no_winner = CERTAIN - chances.iter().sum::<u32>();
            chances[side] + no_winner / 2
        };
        self.actions.iter().map(value).collect()
    }

    /// Returns the kind of a decision, from the best action and those not equivalent to it.
    fn choice(&self, position: &G::Position, values: &[u32], best: usize) -> DecisionKind {
        let first = self.actions[best];
        let others = || {
            let all = self.actions.iter().zip(values);
            all.filter(|(action, _)| !self.game.alike(position, first, **action))
        };
        choice(
            values[best],
            &others().map(|(&action, &value)| {
                let kind = self.game.kind_of(position, action);
                (value, kind == ActionKind::Retreat)
            }),
        )
    }
}

/// Returns the kind of a decision. `others` has the value of each other action, and whether the
/// action leaves the contest.
fn choice(best: u32, others: &(impl Iterator<Item = (u32, bool)> + Clone)) -> DecisionKind {
    let is_near = |chance: u32| chance.saturating_add(NEAR) >= best;
    let staying = || others.clone().filter(|&(_, leaves)| !leaves);
    let is_pair = staying().count() == 1 && others.clone().count() == 1;
    if is_pair && !staying().any(|(chance, _)| is_near(chance)) {
        DecisionKind::Real
    } else if !others.clone().any(|(chance, _)| is_near(chance)) || staying().next().is_none() {
        DecisionKind::Clear
    } else if staying().all(|(chance, _)| is_near(chance)) {
        DecisionKind::Idle
    } else {
        DecisionKind::Real
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_real_only_between_different_actions_of_about_the_same_value() {
        let kind = |best: u32, others: &[(u32, bool)]| {
            let scaled = others
                .iter()
                .map(|&(percent, leaves)| (CERTAIN / 100 * percent, leaves));
            choice(CERTAIN / 100 * best, &scaled)
        };
        assert_eq!(kind(50, &[(49, false), (30, false)]), DecisionKind::Real);
        assert_eq!(kind(50, &[(47, false), (30, false)]), DecisionKind::Clear);
        assert_eq!(kind(50, &[(49, false), (48, false)]), DecisionKind::Idle);
        // Of two actions one is always best: the choice is real if the other costs something.
        assert_eq!(kind(50, &[(47, false)]), DecisionKind::Real);
        assert_eq!(kind(50, &[(49, false)]), DecisionKind::Idle);
        // A bad action that leaves the contest does not make a decision real.
        assert_eq!(kind(50, &[(49, false), (1, true)]), DecisionKind::Idle);
        assert_eq!(kind(50, &[(1, true)]), DecisionKind::Clear);
        assert_eq!(kind(50, &[(49, true), (10, false)]), DecisionKind::Real);
        assert_eq!(kind(0, &[]), DecisionKind::Clear);
    }
}
