//! Cost of a trial, estimated from a few trials. Players that look ahead are replaced by random
//! choices, and those with play-outs by the best of one play-out of each action.
//!
//! The estimate decides how many trials reports, sweeps and other work play, and whether play-outs
//! replace optimal play, so it depends on the contest alone.

use super::DiceContest;
use evenodds_core::contest::Silent;
use evenodds_core::contest::game::{GameStop, PlayoutGame, RatedGame, shuffle, winner};
use evenodds_core::dice::{Dice, Pool, Roller, Sampled};
use evenodds_dice::expression::NodeId;
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
/// Multiple of the mean rounds of the trials that ended from which on a stopped trial is taken to last for all rounds. Of
/// four exponential durations, the last is longer than this multiple of the mean of the others once in fifty times.
const ROUNDS_OF_LONG_TRIAL: u64 = 8;
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
    /// Events of the current play-outs; outside of play-outs, those of the trials.
    events: Cell<Events>,
    /// Events of all play-outs, each times the number of play-outs that it represents.
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

    fn is_used_up(&self) -> bool {
        self.left.get() == 0
    }

    /// Returns the action with the best result in one play-out of each; a lot decides between equal
    /// ones. Each play-out represents this number of play-outs of a side. Actions for which no dice are
    /// left count as the others on average.
    pub fn best_by_playout<G: PlayoutGame>(
        &mut self,
        game: &G,
        (position, mut actions): (&G::Position, Vec<G::Action>),
        (side, roller): (usize, Roller),
        count: u32,
    ) -> Option<G::Action> {
        if actions.len() < 2 {
            return actions.pop();
        }
        shuffle(self, roller, &mut actions);
        let before = self.events.take();
        let mut scored: Option<(f64, G::Action)> = None;
        let mut played = 0;
        for &action in &actions {
            let (mut position, mut memory) = (position.clone(), game.memory());
            game.apply(&mut position, action, self, &mut Silent);
            self.count(0, STEPS_OF_COPY);
            played += 1;
            let end = self.play_out(game, &mut position, &mut memory);
            let won = end.and_then(|end| winner(game, end));
            let score = game.playout_score(won, &mut position, side);
            if scored.is_none_or(|(best, _)| score > best) {
                scored = Some((score, action));
            }
            if self.is_used_up() {
                break;
            }
        }
        let events = self.events.replace(before);
        let count = u64::from(count) * actions.len() as u64 / played;
        self.of_playouts.add(events, count);
        scored.map(|one| one.1)
    }

    /// Plays a game to its end, and returns its outcome; `None` if no dice are left before.
    fn play_out<G: PlayoutGame>(
        &mut self,
        game: &G,
        position: &mut G::Position,
        memory: &mut G::Memory,
    ) -> Option<usize> {
        let mut options = Vec::new();
        while !self.is_used_up() {
            match game.advance(position, self, &mut Silent) {
                GameStop::End(end) => return Some(end),
                GameStop::Decision(_) => {
                    // Most players list the actions.
                    options.clear();
                    game.actions(position, &mut options);
                    self.count(options.len() as u32, 1);
                    let action = game.choose(position, memory, self);
                    game.apply(position, action, self, &mut Silent);
                }
            }
        }
        None
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

    /// Counts a step, and returns whether the limit is reached. Contests call this once in each step and
    /// for each die that is thrown again by a rule, those of teams after each action and before each round.
    fn abandoned(&self) -> bool {
        self.count(0, 1);
        self.is_used_up()
    }
}

/// Counts of a few trials.
pub struct Pilot {
    /// Rounds of all trials.
    rounds: u64,
    /// Trials that ended before the dice were used up, and their rounds.
    ended: [u64; 2],
    /// Events of all trials, without play-outs.
    events: Events,
    /// Events of all play-outs of all trials.
    of_playouts: Events,
}

impl Pilot {
    /// Plays a few trials and counts their rounds and events. `choose` returns the action at a
    /// position.
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
        let (mut rounds, mut ended) = (0, [0; 2]);
        for trial in 0..TRIALS {
            dice.dice.start(trial);
            game.restart(&mut position);
            while let GameStop::Decision(_) = game.advance(&mut position, &mut dice, &mut Silent) {
                let action = choose(&position, &mut dice);
                let Some(action) = action.filter(|_| !dice.is_used_up()) else {
                    break;
                };
                game.apply(&mut position, action, &mut dice, &mut Silent);
            }
            let own = u64::from(game.turn(&position).unwrap_or(1)).max(1);
            rounds += own;
            if dice.is_used_up() {
                break;
            }
            ended = [ended[0] + 1, ended[1] + own];
        }
        Self {
            rounds,
            ended,
            events: dice.events.get(),
            of_playouts: dice.of_playouts,
        }
    }

    /// Returns the cost of a trial without play-outs, and that of its play-outs, in nanoseconds, with
    /// this cost of a step.
    pub fn costs(&self, of_step: u64, most_rounds: u32) -> [u64; 2] {
        let [trials, rounds] = self.trials(u64::from(most_rounds));
        [self.events, self.of_playouts].map(|Events { dice, steps }| {
            let cost = of_step.saturating_mul(steps);
            let cost = cost.saturating_add(COST_OF_DIE.saturating_mul(dice));
            let cost = u128::from(cost) * u128::from(rounds);
            let each = cost / u128::from(self.rounds * trials);
            u64::try_from(each).unwrap_or(u64::MAX)
        })
    }

    /// Returns a number of trials and the rounds that they take, at most this many each.
    fn trials(&self, most_rounds: u64) -> [u64; 2] {
        let [trials, rounds] = self.ended;
        let stopped = self.rounds - rounds;
        if stopped > ROUNDS_OF_LONG_TRIAL * rounds / trials.max(1) {
            // Some trials end soon and others, as this one, perhaps never.
            [trials + 1, rounds + most_rounds]
        } else {
            self.ended
        }
    }

    /// Returns the cost of a trial in nanoseconds, with this cost of a step.
    pub fn cost(&self, of_step: u64, most_rounds: u32) -> u64 {
        total(self.costs(of_step, most_rounds))
    }
}

/// Returns the cost of a trial with its play-outs; see [`Pilot::costs`].
fn total([own, of_playouts]: [u64; 2]) -> u64 {
    own.saturating_add(of_playouts).max(LEAST_COST)
}

impl DiceContest {
    /// Returns the estimated cost of a trial without that of optimal play, in nanoseconds.
    pub(super) fn trial_cost(&self) -> u64 {
        *(self.trial_cost).get_or_init(|| total(self.trial_costs()))
    }

    /// Returns the estimated costs of a trial without play-outs and of its play-outs, in nanoseconds.
    pub(super) fn trial_costs(&self) -> [u64; 2] {
        let pilot = Pilot::new(self, |position, dice| {
            let choice = self.choice(position)?;
            if let Some(certain) = position.certain {
                return Some(certain);
            }
            let side = self.side_of(choice);
            if side.is_rollout() {
                let actions = choice.actions(&position.dice, position.allowed).collect();
                let (game, by) = (self.contest_of_playouts(), self.rated_by(choice));
                return dice.best_by_playout(game, (position, actions), by, side.playouts);
            }
            Some(self.random_action(position, choice, dice))
        });
        let mut roots: Vec<NodeId> = Vec::new();
        for step in &self.parts.steps {
            roots.extend(step.roots());
            roots.extend(step.when);
            roots.extend(step.times.map(|one| one.0));
        }
        roots.extend(self.parts.endings.iter().filter_map(|ending| ending.when));
        let kinds = self.parts.steps.len().max(1) as u64;
        let of_step = COST_OF_STEP + COST_OF_NODE * self.program.count(roots) as u64 / kinds;
        pilot.costs(of_step, self.parts.most_rounds)
    }
}
