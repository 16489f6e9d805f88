//! Cost of a trial, estimated from a few trials.

use super::TeamContest;
use super::narrate::Event;
use crate::dice::pilot::{LEAST_COST, LimitedDice, TRIALS};
use evenodds_core::contest::game::{Game, GameStop};
use evenodds_core::contest::{Describe, Observer};

/// Cost of an event of a trial, in nanoseconds.
const COST_OF_EVENT: u64 = 70;

/// Number of events.
struct EventCount(u64);

impl Observer<Event> for EventCount {
    fn note(&mut self, _: impl FnOnce() -> Event) {
        self.0 += 1;
    }
}

impl TeamContest {
    /// Returns the estimated cost of a trial, in nanoseconds.
    pub(super) fn trial_cost(&self) -> u64 {
        *self.trial_cost.get_or_init(|| self.pilot())
    }

    fn pilot(&self) -> u64 {
        let mut dice = LimitedDice::new(&self.rollers());
        let (mut position, mut memory) = (self.start(), self.memory());
        let mut events = EventCount(0);
        let (mut played, mut rounds) = (0, 0);
        while played < TRIALS && !dice.is_spent() {
            dice.dice.start(played);
            self.restart(&mut position);
            while let GameStop::Decision(_) = self.advance(&mut position, &mut dice, &mut events) {
                let choice = self.choose(&position, &mut memory, &mut dice);
                self.apply(&mut position, choice, &mut dice, &mut events);
            }
            played += 1;
            rounds += u64::from(position.state.round);
        }
        let cost = COST_OF_EVENT.saturating_mul(events.0);
        // A trial that was cut off takes all rounds.
        let of_trial = if dice.is_spent() {
            cost / rounds.max(1) * u64::from(self.most_rounds)
        } else {
            cost / played.max(1)
        };
        of_trial.max(LEAST_COST)
    }
}
