//! Games with decisions, playable from any position.
//!
//! A kind whose players decide implements [`Game`]: a position that is cheap to copy,
//! [`Game::advance`] up to the next decision and [`Game::apply`] for the action taken there; and
//! [`HintGame`], which renders positions and actions as text. All other code is generic over these
//! traits:
//!
//! - this module: [`Rules`], whose trial is the loop over `advance` and `apply`.
//! - `playouts`: many plays of a game to its end from one position; `rollout`: the player that
//!   chooses by play-outs.
//! - `control`: trials with a control variate.
//! - `rank`: compares the actions of a decision, for hints and advice; `explain`: renders hints and
//!   advice as text.
//! - `trajectory`: the chances along a trial, for drama.
//! - `enumerate`: optimal play by value iteration, for games with few enough positions.

mod control;
mod enumerate;
mod hint_game;
mod playouts;
mod rank;
mod rollout;
#[cfg(test)]
mod tests;
mod trajectory;

pub use enumerate::{OptimalPolicy, TooMany};
pub use hint_game::{Described, EstimateDepth, HintGame, Reduced, outcome_then, rank};
pub use playouts::Playouts;
pub use rank::distinct;
pub use rank::{ActionValues, Ranked};
pub use rollout::seed_of;
pub use rollout::{WIN, parallel_rollout, rollout};
pub use trajectory::EvaluationDensity;

use super::{Advised, ControlledTrials, Describe, Events, Observer, Record, Rules, win_value};
use crate::dice::{Dice, Pool, Roller, Sampled};
use std::fmt::Debug;

/// Stop of a game: the next decision, or the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameStop {
    /// The actor at this index of [`actors`](super::Description::actors) decides.
    Decision(usize),
    /// The game is over, with the outcome at this index of the contest's list.
    End(usize),
}

/// A position with the players' memory; one per thread.
#[derive(Clone, Debug)]
pub struct ActivePosition<P, M> {
    /// The position.
    pub position: P,
    /// Caches and buffers of the players; see [`Game::Memory`].
    pub memory: M,
}

/// Rules that stop at decisions. A contest that implements this and [`HintGame`] also implements
/// [`Rules`].
pub trait Game: Events {
    /// State that determines the further course of the game. `clone_from` should reuse allocations.
    type Position: Clone + Send + Sync + 'static;
    /// An action at a decision.
    type Action: Copy + PartialEq + Debug + Send + Sync;
    /// Caches and buffers of the players. Choices must not depend on its contents, except those
    /// that [`restore_memory`](Self::restore_memory) restores.
    type Memory: Send + 'static;

    /// Returns the position before the opening throws of a trial.
    fn start(&self) -> Self::Position;

    /// Resets a position to the one that [`start`](Self::start) returns.
    fn restart(&self, position: &mut Self::Position) {
        *position = self.start();
    }

    /// Throws the opening dice at a position from [`start`](Self::start), for games that need the
    /// players' caches for this. Other games throw them in [`advance`](Self::advance).
    fn begin<D: Dice, O: Observer<Self::Event>>(
        &self,
        position: &mut Self::Position,
        memory: &mut Self::Memory,
        dice: &mut D,
        observer: &mut O,
    ) {
        let _ = (position, memory, dice, observer);
    }

    /// Returns the players' memory for any number of trials.
    fn memory(&self) -> Self::Memory;

    /// Plays to the next decision or the end; does nothing at either.
    fn advance<D: Dice, O: Observer<Self::Event>>(
        &self,
        position: &mut Self::Position,
        dice: &mut D,
        observer: &mut O,
    ) -> GameStop;

    /// Carries out an action at a decision. It must be one of [`actions`](Self::actions).
    fn apply<D: Dice, O: Observer<Self::Event>>(
        &self,
        position: &mut Self::Position,
        action: Self::Action,
        dice: &mut D,
        observer: &mut O,
    );

    /// Appends all actions that the rules allow at a decision, in a fixed order.
    fn actions(&self, position: &Self::Position, actions: &mut Vec<Self::Action>);

    /// Returns the action of the contest's player at a decision. Random choices use the players'
    /// rollers; see [`is_policy_roller`](Self::is_policy_roller).
    fn choose<D: Dice>(
        &self,
        position: &Self::Position,
        memory: &mut Self::Memory,
        dice: &mut D,
    ) -> Self::Action;

    /// Completes the record of a finished trial: throws dice that are due after its end, and sets
    /// the outcome and all values not counted during play.
    fn finish<D: Dice, O: Observer<Self::Event>>(
        &self,
        position: &mut Self::Position,
        outcome: usize,
        dice: &mut D,
        observer: &mut O,
        record: &mut Record,
    ) {
        let _ = (position, outcome, dice, observer, record);
    }

    /// Prepares the players' memory for a position that does not follow from the previous one.
    fn restore_memory(&self, position: &Self::Position, memory: &mut Self::Memory) {
        let _ = (position, memory);
    }

    /// Draws the information hidden from the player at a decision, conditional on the visible
    /// information. Only for games with hidden information.
    fn resample<D: Dice>(&self, position: &mut Self::Position, dice: &mut D) {
        let _ = (position, dice);
    }

    /// Whether the game has hidden information, which [`resample`](Self::resample) draws.
    const HIDDEN: bool = false;

    /// Finishes the game from a position with a faster implementation that gives the same result.
    /// Returns the outcome and the cost in the unit of [`decision_cost`](Self::decision_cost), or
    /// `None` if the position is not supported.
    fn shortcut(
        &self,
        position: &Self::Position,
        memory: &mut Self::Memory,
        dice: &mut Sampled,
    ) -> Option<(usize, u64)> {
        let _ = (position, memory, dice);
        None
    }

    /// Returns whether hints and drama cover the decision at this position. Other decisions, such
    /// as which Cover die to spend, count as part of the play that follows.
    fn is_major(&self, position: &Self::Position) -> bool {
        let _ = position;
        true
    }

    /// Returns the number of the decision's turn, from 1. `None` if consecutive decisions of an
    /// actor are a turn.
    fn turn(&self, position: &Self::Position) -> Option<u32> {
        let _ = position;
        None
    }

    /// Returns whether two actions are equivalent: they differ only in their target, and the
    /// targets are equal.
    fn alike(&self, position: &Self::Position, one: Self::Action, other: Self::Action) -> bool {
        let _ = position;
        one == other
    }

    /// Returns whether an action lets the actor leave the contest voluntarily.
    fn is_retreat(&self, action: Self::Action) -> bool {
        let _ = action;
        false
    }

    /// Returns whether an action is useless, so that it ranks below others of the same value.
    fn is_useless(&self, position: &Self::Position, action: Self::Action) -> bool {
        let _ = (position, action);
        false
    }

    /// Returns the score of a side, 0 to [`WIN`], in a play-out of [`parallel_rollout`] that ends
    /// at this position without a winner.
    fn unfinished_score(&self, position: &Self::Position, side: usize) -> u64 {
        let _ = (position, side);
        WIN / 2
    }

    /// Returns exact values of actions at a decision; `None` if the game is not solved.
    fn solve(
        &self,
        position: &Self::Position,
        actions: &[Self::Action],
        memory: &mut Self::Memory,
    ) -> Option<ActionValues> {
        let _ = (position, actions, memory);
        None
    }

    /// Returns the value of each action for the actor's side: the chance to win plus half of the
    /// chance of no winner. It rates decisions along a trial. `None` for a game without evaluation;
    /// then play-outs are used.
    fn evaluate(
        &self,
        position: &Self::Position,
        actions: &[Self::Action],
        memory: &mut Self::Memory,
    ) -> Option<Vec<f64>> {
        let solved = self.solve(position, actions, memory)?;
        let values = solved.values.into_iter();
        Some(
            values
                .map(|(wins, no_winner)| win_value(wins, no_winner))
                .collect(),
        )
    }

    /// Returns the estimated chance of the first side at the first decision of a trial, in units of
    /// [`CERTAIN`](crate::contest::CERTAIN). Only for games with an
    /// [`opening_cost`](super::Describe::opening_cost).
    fn opening_chance(&self, position: &Self::Position) -> u32 {
        let _ = position;
        0
    }

    /// Returns the name of the player whose evaluation rates the decisions along a trial.
    fn assessor(&self) -> &'static str {
        "optimal"
    }

    /// Returns whether a roller provides random choices of players, rather than dice of the rules.
    fn is_policy_roller(&self, roller: Roller) -> bool {
        let _ = roller;
        false
    }

    /// Returns the estimated cost of a decision by the contest's player, in nanoseconds.
    fn decision_cost(&self, position: &Self::Position) -> u64 {
        let _ = position;
        100
    }
}

impl<G: HintGame> Rules for G {
    type State = ActivePosition<G::Position, G::Memory>;

    fn state(&self) -> Self::State {
        ActivePosition {
            position: self.start(),
            memory: self.memory(),
        }
    }

    #[inline]
    fn trial<D: Dice, O: Observer<Self::Event>>(
        &self,
        dice: &mut D,
        state: &mut Self::State,
        observer: &mut O,
        record: &mut Record,
    ) {
        let ActivePosition { position, memory } = state;
        let choose = |position: &G::Position, _, memory: &mut G::Memory, dice: &mut D| {
            self.choose(position, memory, dice)
        };
        play(self, (position, memory), dice, observer, record, choose);
    }

    fn controlled_trials(
        &self,
        seed: u64,
        openings: u32,
    ) -> Option<Box<dyn ControlledTrials + '_>> {
        self.opening_cost()?;
        Some(Box::new(control::GameTrials::new(self, seed, openings)))
    }

    fn advised<D: Dice>(&self, dice: &mut D) -> Option<(Advised<Self::Event>, Record)> {
        Some(hint_game::advised(self, dice))
    }
}

/// Plays a trial in which `choose` decides, given the position, the actor, the players' memory and
/// the dice.
#[inline]
pub fn play<G: Game, D: Dice, O: Observer<G::Event>>(
    game: &G,
    (position, memory): (&mut G::Position, &mut G::Memory),
    dice: &mut D,
    observer: &mut O,
    record: &mut Record,
    mut choose: impl FnMut(&G::Position, usize, &mut G::Memory, &mut D) -> G::Action,
) {
    game.restart(position);
    record.values.fill(0);
    let mut recording = Recording { observer, record };
    game.begin(position, memory, dice, &mut recording);
    let outcome = loop {
        match game.advance(position, dice, &mut recording) {
            GameStop::Decision(actor) => {
                let action = choose(position, actor, memory, dice);
                game.apply(position, action, dice, &mut recording);
            }
            GameStop::End(outcome) => break outcome,
        }
    };
    let Recording { observer, record } = recording;
    record.outcome = outcome;
    game.finish(position, outcome, dice, observer, record);
}

/// An observer that adds counts to the record of a trial and forwards events to another observer.
pub struct Recording<'a, O> {
    /// Observer that receives the events.
    pub observer: &'a mut O,
    /// Record that receives the counts.
    pub record: &'a mut Record,
}

impl<Event, O: Observer<Event>> Observer<Event> for Recording<'_, O> {
    #[inline]
    fn note(&mut self, event: impl FnOnce() -> Event) {
        self.observer.note(event);
    }

    #[inline]
    fn count(&mut self, value: usize, amount: i64) {
        self.record.values[value] += amount;
    }

    #[inline]
    fn left(&mut self, timeline: usize, time: i64) {
        self.record.ends.push((timeline as u32, time));
    }
}

/// Dice that record whether they were thrown by the rules, and whether they were used at all.
pub struct TrackedDice<'a, G, D> {
    /// The game whose rollers are told apart.
    pub game: &'a G,
    /// The dice that are thrown.
    pub dice: &'a mut D,
    /// Whether the rules threw dice.
    pub thrown: bool,
    /// Whether the rules or the players threw dice or drew random numbers.
    pub drawn: bool,
}

impl<'a, G: Game, D: Dice> TrackedDice<'a, G, D> {
    /// Starts to record the use of `dice`.
    pub fn new(game: &'a G, dice: &'a mut D) -> Self {
        Self {
            game,
            dice,
            thrown: false,
            drawn: false,
        }
    }

    #[inline]
    fn note(&mut self, roller: Roller) {
        self.drawn = true;
        if !self.thrown {
            self.thrown = !self.game.is_policy_roller(roller);
        }
    }
}

impl<G: Game, D: Dice> Dice for TrackedDice<'_, G, D> {
    #[inline]
    fn pool(&mut self, roller: Roller, count: u32) -> Pool {
        self.note(roller);
        self.dice.pool(roller, count)
    }

    #[inline]
    fn die(&mut self, roller: Roller, sides: u32) -> u32 {
        self.note(roller);
        self.dice.die(roller, sides)
    }

    #[inline]
    fn choose(&mut self, roller: Roller, options: u32) -> u32 {
        self.note(roller);
        self.dice.choose(roller, options)
    }

    #[inline]
    fn abandoned(&self) -> bool {
        self.dice.abandoned()
    }
}

/// Returns the side that wins with an outcome, if any.
pub fn winner(contest: &impl Describe, outcome: usize) -> Option<usize> {
    let mut sides = contest.description().sides.iter();
    sides.position(|side| side.outcomes.contains(&outcome))
}
