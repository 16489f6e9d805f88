//! Cost of a trial, estimated from a few trials. Players that look ahead are replaced by random
//! choices, and those with play-outs by the best of one play-out of each action.
//!
//! The estimate decides how many trials reports, sweeps and other work play, so it depends on the
//! contest alone.

use super::DiceContest;
use evenodds_core::contest::Silent;
use evenodds_core::contest::game::{GameStop, PlayoutGame, RatedGame, winner};
use evenodds_core::dice::{Dice, Pool, Roller, Sampled};
use std::cell::Cell;

/// Number of trials.
const TRIALS: u64 = 4;
/// Maximum number of dice and steps of all trials.
const MOST_EVENTS: u32 = 20_000;
/// The same for trials with play-outs.
const MOST_EVENTS_WITH_PLAYOUTS: u32 = 100_000;
/// Cost of a short trial, in nanoseconds.
const LEAST_COST: u64 = 350;
/// Cost of a step that is taken or left out, in nanoseconds. This and the two below are fitted to 80
/// scenarios, of which most take between half and twice the estimate.
const COST_OF_STEP: u64 = 70;
/// Cost of a part of an expression of a step, in nanoseconds.
const COST_OF_NODE: u64 = 1;
/// Cost of a die, in nanoseconds.
const COST_OF_DIE: u64 = 16;
/// Number of steps that take as long as a copy of a position does.
const STEPS_OF_COPY: u32 = 4;

/// Dice and steps of trials.
#[derive(Clone, Copy, Default)]
struct Events {
    dice: u64,
    /// Steps that were taken or left out, or actions.
    steps: u64,
}

impl Events {
    /// Adds events that occur this many times.
    fn add(&mut self, other: Self, times: u64) {
        self.dice += other.dice * times;
        self.steps += other.steps * times;
    }
}

/// Dice of a limited number.
pub struct LimitedDice {
    dice: Sampled,
    left: Cell<u32>,
    /// Events since the last play-out began, or of trials without play-outs.
    events: Cell<Events>,
    /// Events of play-outs, times their number.
    of_playouts: Events,
}

impl LimitedDice {
    fn count(&self, dice: u32, steps: u32) {
        self.left.set(self.left.get().saturating_sub(dice + steps));
        let mut events = self.events.get();
        events.dice += u64::from(dice);
        events.steps += u64::from(steps);
        self.events.set(events);
    }

    /// Returns the action with the best result in a play-out of each. `count` is the number of play-outs
    /// of each action whose cost is estimated.
    pub fn best_by_playout<G: PlayoutGame>(
        &mut self,
        game: &G,
        (position, actions): (&G::Position, &[G::Action]),
        (side, count): (usize, u32),
    ) -> Option<G::Action> {
        let before = self.events.take();
        let mut scored: Option<(f64, G::Action)> = None;
        let mut options = Vec::new();
        for &action in actions {
            let (mut position, mut memory) = (position.clone(), game.memory());
            game.apply(&mut position, action, self, &mut Silent);
            self.count(0, STEPS_OF_COPY);
            let end = loop {
                match game.advance(&mut position, self, &mut Silent) {
                    GameStop::End(end) => break end,
                    GameStop::Decision(_) => {
                        // Players that draw an action list them.
                        options.clear();
                        game.actions(&position, &mut options);
                        self.count(options.len() as u32, 1);
                        let action = game.choose(&position, &mut memory, self);
                        game.apply(&mut position, action, self, &mut Silent);
                    }
                }
            };
            let score = game.playout_score(winner(game, end), &mut position, side);
            if scored.is_none_or(|(best, _)| score > best) {
                scored = Some((score, action));
            }
        }
        let events = self.events.replace(before);
        self.of_playouts.add(events, u64::from(count));
        scored.map(|one| one.1)
    }
}

impl Dice for LimitedDice {
    fn pool(&mut self, roller: Roller, count: u32) -> Pool {
        self.count(count, 0);
        self.dice.pool(roller, count)
    }

    fn die(&mut self, roller: Roller, sides: u32) -> u32 {
        self.count(1, 0);
        self.dice.die(roller, sides)
    }

    fn choose(&mut self, roller: Roller, options: u32) -> u32 {
        self.dice.choose(roller, options)
    }

    /// Counts a step, and returns whether the limit is reached. Contests call this once in each step,
    /// those of teams after each action and before each round.
    fn abandoned(&self) -> bool {
        self.count(0, 1);
        self.left.get() == 0
    }
}

/// Counts of trials of random choices.
pub struct Pilot {
    played: u64,
    rounds: u64,
    /// Events of all trials.
    events: Events,
    /// True if the last trial was cut off.
    is_cut_off: bool,
}

impl Pilot {
    /// Plays a few trials. `choose` takes an action.
    pub fn new<G: RatedGame>(
        game: &G,
        choose: impl Fn(&G::Position, &mut LimitedDice) -> Option<G::Action>,
    ) -> Self {
        let most_events = if game.description().is_slow {
            MOST_EVENTS_WITH_PLAYOUTS
        } else {
            MOST_EVENTS
        };
        let mut dice = LimitedDice {
            dice: Sampled::new(0, &game.rollers()),
            left: Cell::new(most_events),
            events: Cell::default(),
            of_playouts: Events::default(),
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
        let mut events = dice.events.get();
        events.add(dice.of_playouts, 1);
        Self {
            played,
            rounds,
            events,
            is_cut_off: dice.left.get() == 0,
        }
    }

    /// Returns the cost of a trial with this cost of a step, in nanoseconds.
    pub fn cost(&self, of_step: u64, most_rounds: u32) -> u64 {
        let Events { dice, steps } = self.events;
        let cost = of_step.saturating_mul(steps);
        let cost = cost.saturating_add(COST_OF_DIE.saturating_mul(dice));
        let of_round = cost / self.rounds.max(1);
        (of_round.saturating_mul(self.rounds_of_trial(most_rounds))).max(LEAST_COST)
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
        let pilot = Pilot::new(self, |position, dice| {
            let choice = self.choice(position)?;
            let side = self.side_of(choice);
            if let (None, true) = (position.certain, side.is_rollout()) {
                let actions = choice.actions(&position.dice, position.allowed);
                let actions: Vec<i64> = actions.collect();
                let aim = self.description.actors[choice.side].side;
                let game = self.contest_of_playouts();
                let plan = (aim, side.playouts);
                return dice.best_by_playout(game, (position, &actions), plan);
            }
            let random = || self.random_action(position, choice, dice);
            Some(position.certain.unwrap_or_else(random))
        });
        let kinds = self.parts.steps.len().max(1) as u64;
        let of_step = COST_OF_STEP + COST_OF_NODE * self.program.node_count() as u64 / kinds;
        pilot.cost(of_step, self.parts.most_rounds)
    }
}
