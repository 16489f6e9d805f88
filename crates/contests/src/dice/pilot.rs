//! Cost of a trial, estimated from a few trials. Players that look ahead are replaced by random
//! choices.
//!
//! The estimate decides how many trials reports, sweeps and other work play, so it depends on the
//! contest alone.

use super::DiceContest;
use evenodds_core::contest::Silent;
use evenodds_core::contest::game::{GameStop, RatedGame};
use evenodds_core::dice::{Dice, Pool, Roller, Sampled};
use std::cell::Cell;

/// Number of trials.
const TRIALS: u64 = 4;
/// Maximum number of dice and steps of all trials.
const MOST_EVENTS: u32 = 20_000;
/// Cost of a short trial, in nanoseconds.
const LEAST_COST: u64 = 350;
/// Cost of a step that is taken or left out, in nanoseconds.
const COST_OF_STEP: u64 = 35;
/// Cost of an entry of `then`, in nanoseconds.
const COST_OF_ENTRY: u64 = 10;
/// Cost of a die, in nanoseconds.
const COST_OF_DIE: u64 = 6;

/// Dice of a limited number.
pub struct LimitedDice {
    dice: Sampled,
    left: Cell<u32>,
    /// Number of steps that were taken or left out.
    steps: Cell<u32>,
}

impl LimitedDice {
    fn take(&self, events: u32) {
        self.left.set(self.left.get().saturating_sub(events));
    }
}

impl Dice for LimitedDice {
    fn pool(&mut self, roller: Roller, count: u32) -> Pool {
        self.take(count);
        self.dice.pool(roller, count)
    }

    fn die(&mut self, roller: Roller, sides: u32) -> u32 {
        self.take(1);
        self.dice.die(roller, sides)
    }

    fn choose(&mut self, roller: Roller, options: u32) -> u32 {
        self.dice.choose(roller, options)
    }

    /// Counts a step, and returns whether the limit is reached. Contests call this once in each step,
    /// those of teams after each action and before each round.
    fn abandoned(&self) -> bool {
        self.take(1);
        self.steps.set(self.steps.get() + 1);
        self.left.get() == 0
    }
}

/// Counts of trials of random choices.
pub struct Pilot {
    played: u64,
    rounds: u64,
    /// Dice of all trials.
    dice: u64,
    /// Steps or actions of all trials.
    steps: u64,
    /// True if the last trial was cut off.
    is_cut_off: bool,
}

impl Pilot {
    /// Plays a few trials. `choose` takes an action at random.
    pub fn new<G: RatedGame>(
        game: &G,
        choose: impl Fn(&G::Position, &mut LimitedDice) -> Option<G::Action>,
    ) -> Self {
        let mut dice = LimitedDice {
            dice: Sampled::new(0, &game.rollers()),
            left: Cell::new(MOST_EVENTS),
            steps: Cell::new(0),
        };
        let mut position = game.start();
        let (mut played, mut rounds) = (0, 0);
        while played < TRIALS && dice.left.get() > 0 {
            dice.dice.start(played);
            game.restart(&mut position);
            while let GameStop::Decision(_) = game.advance(&mut position, &mut dice, &mut Silent) {
                let Some(action) = choose(&position, &mut dice) else {
                    break;
                };
                game.apply(&mut position, action, &mut dice, &mut Silent);
            }
            played += 1;
            rounds += u64::from(game.turn(&position).unwrap_or(1));
        }
        let used = u64::from(MOST_EVENTS - dice.left.get());
        let steps = u64::from(dice.steps.get());
        Self {
            played,
            rounds,
            dice: used.saturating_sub(steps),
            steps,
            is_cut_off: dice.left.get() == 0,
        }
    }

    /// Returns the cost of a trial with this cost of a step, in nanoseconds.
    pub fn cost(&self, of_step: u64, most_rounds: u32) -> u64 {
        let of_round = (of_step * self.steps + COST_OF_DIE * self.dice) / self.rounds.max(1);
        (of_round * self.rounds_of_trial(most_rounds)).max(LEAST_COST)
    }

    /// Returns the cost of a trial with play-outs, in nanoseconds. `playouts` is their number in all
    /// trials, `of_trial` the cost of a trial without them. A play-out takes half a trial on average.
    pub fn cost_with_playouts(&self, playouts: u64, of_trial: u64, most_rounds: u32) -> u64 {
        let rounds = self.rounds_of_trial(most_rounds);
        let playouts = playouts.saturating_mul(rounds) / self.rounds.max(1);
        of_trial.saturating_add(playouts.saturating_mul(of_trial / 2))
    }

    /// Returns the number of rounds of a trial; one that was cut off takes all rounds.
    fn rounds_of_trial(&self, most_rounds: u32) -> u64 {
        if self.is_cut_off {
            u64::from(most_rounds)
        } else {
            self.rounds / self.played.max(1)
        }
    }
}

impl DiceContest {
    /// Returns the estimated cost of a trial without that of optimal play, in nanoseconds.
    pub(super) fn trial_cost(&self) -> u64 {
        *self.trial_cost.get_or_init(|| self.pilot())
    }

    fn pilot(&self) -> u64 {
        let playouts = Cell::new(0);
        let pilot = Pilot::new(self, |position, dice| {
            let choice = self.choice(position)?;
            playouts.set(playouts.get() + self.playouts_of(choice, position));
            let random = || self.random_action(position, choice, dice);
            Some(position.certain.unwrap_or_else(random))
        });
        let entries: usize = self.parts.steps.iter().map(|step| step.writes.len()).sum();
        let kinds = self.parts.steps.len().max(1) as u64;
        let of_step = COST_OF_STEP + COST_OF_ENTRY * entries as u64 / kinds;
        let cost = pilot.cost(of_step, self.parts.most_rounds);
        pilot.cost_with_playouts(playouts.get(), cost, self.parts.most_rounds)
    }
}
