//! Cost of a trial, estimated from a few trials of random choices; for teams, of their players.
//!
//! The estimate decides how many trials reports, sweeps and other work play, so it depends on the
//! contest alone.

use super::DiceContest;
use evenodds_core::contest::game::{Game, GameStop, RatedGame};
use evenodds_core::contest::{Describe, Silent};
use evenodds_core::dice::{Dice, Pool, Roller, Sampled};
use std::cell::Cell;

/// Number of trials.
pub const TRIALS: u64 = 4;
/// Maximum number of dice and steps of all trials.
const MOST_EVENTS: u32 = 20_000;
/// Cost of a short trial, in nanoseconds.
pub const LEAST_COST: u64 = 350;
/// Cost of a step that is taken or left out, in nanoseconds.
const COST_OF_STEP: u64 = 35;
/// Cost of an entry of `then`, in nanoseconds.
const COST_OF_ENTRY: u64 = 10;
/// Cost of a die, in nanoseconds.
const COST_OF_DIE: u64 = 6;

/// Dice of a limited number.
pub struct LimitedDice {
    pub dice: Sampled,
    left: Cell<u32>,
    /// Number of steps that were taken or left out.
    steps: Cell<u32>,
}

impl LimitedDice {
    pub fn new(rollers: &[String]) -> Self {
        Self {
            dice: Sampled::new(0, rollers),
            left: Cell::new(MOST_EVENTS),
            steps: Cell::new(0),
        }
    }

    /// Returns whether the number is used up.
    pub fn is_spent(&self) -> bool {
        self.left.get() == 0
    }

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

    /// Asked once in each step, for teams in each round and each repeated turn.
    fn abandoned(&self) -> bool {
        self.take(1);
        self.steps.set(self.steps.get() + 1);
        self.is_spent()
    }
}

impl DiceContest {
    /// Returns the estimated cost of a trial without that of optimal play, in nanoseconds.
    pub(super) fn trial_cost(&self) -> u64 {
        *self.trial_cost.get_or_init(|| self.pilot())
    }

    fn pilot(&self) -> u64 {
        let mut dice = LimitedDice::new(&self.rollers());
        let mut position = self.start();
        let (mut played, mut rounds) = (0, 0);
        while played < TRIALS && !dice.is_spent() {
            dice.dice.start(played);
            self.restart(&mut position);
            while let GameStop::Decision(_) = self.advance(&mut position, &mut dice, &mut Silent) {
                let Some(choice) = self.choice(&position) else {
                    break;
                };
                let action = self.random_action(&position, choice, &mut dice);
                self.apply(&mut position, action, &mut dice, &mut Silent);
            }
            played += 1;
            rounds += u64::from(self.turn(&position).unwrap_or(1));
        }
        let used = u64::from(MOST_EVENTS - dice.left.get());
        let steps = u64::from(dice.steps.get());
        let dice_thrown = used.saturating_sub(steps);
        let entries: usize = self.parts.steps.iter().map(|step| step.writes.len()).sum();
        let kinds = self.parts.steps.len().max(1) as u64;
        let of_step = COST_OF_STEP + COST_OF_ENTRY * entries as u64 / kinds;
        let of_round = (of_step * steps + COST_OF_DIE * dice_thrown) / rounds.max(1);
        // A trial that was cut off takes all rounds.
        let of_trial = if dice.is_spent() {
            u64::from(self.parts.most_rounds)
        } else {
            rounds / played.max(1)
        };
        (of_round * of_trial).max(LEAST_COST)
    }
}
