//! Games with decisions, playable from any position.
//!
//! A kind whose players decide implements four traits, and all other code is generic over them:
//!
//! - [`Game`], the play: a position that is cheap to copy, [`Game::advance`] up to the next
//!   decision and [`Game::apply`] for the action taken there.
//! - [`PlayoutGame`]: what play-outs from any position need.
//! - [`RatedGame`]: the values of actions, and the decisions that are rated.
//! - [`HintGame`]: positions and actions as text.
//!
//! All functions of `PlayoutGame` and `RatedGame` have defaults. A game with a control variate also
//! implements [`OpeningEstimate`]. The generic code:
//!
//! - this module: [`Rules`], whose trial is the loop over `advance` and `apply`.
//! - `playouts`: many plays of a game to its end from one position; `rollout`: the player that
//!   chooses by play-outs.
//! - `control`: trials with a control variate.
//! - `rank`: compares the actions of a decision, for hints and advice; `hint_game`: renders hints
//!   and advice as text.
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

pub use control::OpeningEstimate;
pub use enumerate::{OptimalPolicy, TooMany};
pub use hint_game::{Described, EstimateDepth, HintGame, Reduced, outcome_then, rank};
pub use playouts::{ActionKind, PlayoutGame, Playouts};
pub use rank::{ActionValues, Ranked, RatedGame, distinct};
pub use rollout::{rollout, seed_of, shuffle};
pub use trajectory::EvaluationDensity;

use super::{Advised, Describe, Events, Notes, Observer, Record, Rules};
use crate::dice::{Dice, Pool, Roller};
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

/// Rules that stop at decisions. A contest that also implements [`HintGame`] has [`Rules`].
pub trait Game: Events {
    /// State that determines the further course of the game. `clone_from` should reuse allocations.
    type Position: Clone + Send + Sync + 'static;
    /// An action at a decision.
    type Action: Copy + PartialEq + Debug + Send + Sync;
    /// Caches and buffers of the players. Choices must not depend on its contents, except those
    /// that [`restore_memory`](PlayoutGame::restore_memory) restores.
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

    /// Returns the action of the contest's player at a decision, without errors; see
    /// [`decide`](PlayoutGame::decide). Random choices use the players' rollers; see
    /// [`is_policy_roller`](PlayoutGame::is_policy_roller).
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
        let choose = |position: &G::Position, actor, memory: &mut G::Memory, dice: &mut D| {
            self.decide(position, actor, memory, dice)
        };
        play(self, (position, memory), dice, observer, record, choose);
    }

    fn advised<D: Dice>(
        &self,
        dice: &mut D,
        state: &mut Self::State,
        notes: Notes,
    ) -> Option<(Advised<Self::Event>, Record)> {
        Some(hint_game::advised(self, dice, state, notes))
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
    /// The game, which identifies the rollers of policy randomness.
    pub game: &'a G,
    /// The dice that are thrown.
    pub dice: &'a mut D,
    /// True if the rules threw dice.
    pub thrown: bool,
    /// True if the rules or the players threw dice or drew random numbers.
    pub drawn: bool,
}

impl<'a, G: PlayoutGame, D: Dice> TrackedDice<'a, G, D> {
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
            let errors = &self.game.description().errors;
            self.thrown = !(self.game.is_policy_roller(roller) || errors.is_roller(roller));
        }
    }
}

impl<G: PlayoutGame, D: Dice> Dice for TrackedDice<'_, G, D> {
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
