//! Games with decisions, playable from any position.
//!
//! A kind whose players decide implements [`Game`]: a position that is cheap to copy,
//! [`Game::advance`] up to the next decision and [`Game::apply`] for the action taken there; and
//! [`Explain`], which has the words. Everything else is written once on top of both:
//!
//! - here: [`Rules`], whose trial is the loop over `advance` and `apply`.
//! - `playouts`: plays a position to its end many times; `rollout`: the player that chooses by
//!   play-outs.
//! - `rank`: compares the actions of a decision, for hints and advice; `explain`: hints and advice
//!   in words.
//! - `trajectory`: the chances along a trial, for drama.
//! - `enumerate`: optimal play by value iteration, where the positions can be enumerated.

mod enumerate;
mod explain;
mod playouts;
mod rank;
mod rollout;
#[cfg(test)]
mod tests;
mod trajectory;

pub use enumerate::{OptimalPolicy, TooMany};
#[cfg(test)]
pub(crate) use explain::rank;
pub use explain::{Care, Described, Explain, Reduced};
pub use playouts::Playouts;
pub(crate) use rank::distinct;
pub use rank::{ActionValues, Ranked};
pub(crate) use rollout::seed_of;
pub use rollout::{WIN, parallel_rollout, rollout};
pub use trajectory::Closeness;

use super::{
    ActingSide, Advised, Aftermath, Describe, Observer, RatedSide, Record, Rules, Tally, win_value,
};
use crate::dice::{Dice, Pool, Roller, Sampled};
use std::fmt::Debug;
use std::ops::Range;
use std::sync::OnceLock;

/// Result of playing to the next stop of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameStop {
    /// The actor at this position of [`Game::actors`] has a decision to make.
    Decision(usize),
    /// The game is over, with the outcome at this position of the contest's list.
    End(usize),
}

/// A position with the players' memory of one thread.
#[derive(Clone, Debug)]
pub struct ActivePosition<P, M> {
    /// The position.
    pub position: P,
    /// Caches and work space of the players; see [`Game::Memory`].
    pub memory: M,
}

/// Rules that stop at decisions. They implement [`Rules`] for every contest that implements
/// [`Explain`].
pub trait Game: Describe {
    /// An event, for observers.
    type Event;
    /// Everything that determines how the game continues. `clone_from` should reuse allocations.
    type Position: Clone + Send + Sync + 'static;
    /// An action at a decision.
    type Action: Copy + PartialEq + Debug + Send + Sync;
    /// Caches and work space of the players. It must not change what they choose, apart from what
    /// [`attend`](Self::attend) restores.
    type Memory: Send + 'static;

    /// Returns the stable names of all rollers, in the order of their positions.
    fn roller_names(&self) -> Vec<String>;

    /// Returns an event as a line of a narration; a picture may take more than one line.
    fn narrate(&self, event: &Self::Event) -> String;

    /// Returns the position before the opening throws of a trial.
    fn start(&self) -> Self::Position;

    /// Resets a position to the one that [`start`](Self::start) returns.
    fn restart(&self, position: &mut Self::Position) {
        *position = self.start();
    }

    /// Throws the opening dice of a trial at a position from [`start`](Self::start), for games that
    /// need the players' caches for it. Other games throw them in [`advance`](Self::advance).
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

    /// Plays to the next decision or the end. Changes nothing if the position is at a decision or
    /// the end already.
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

    /// Returns the action of the contest's player at a decision. Random choices come from the
    /// rollers of players, see [`is_policy_roller`](Self::is_policy_roller).
    fn choose<D: Dice>(
        &self,
        position: &Self::Position,
        memory: &mut Self::Memory,
        dice: &mut D,
    ) -> Self::Action;

    /// Completes a trial that is over: throws the dice due after its end, and sets the outcome and
    /// every value of the record that was not counted during play.
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

    /// Plays these trials and adds them to `tally` by a faster program with the same counts.
    /// Returns false if there is none.
    fn count_trials(&self, seed: u64, trials: Range<u64>, tally: &mut Tally) -> bool {
        let _ = (seed, trials, tally);
        false
    }

    /// Returns the names of the characters with lasting effects of a trial.
    fn characters(&self) -> Vec<String> {
        Vec::new()
    }

    /// Returns the state of a character after a trial.
    fn left_behind(
        &self,
        position: &Self::Position,
        record: &Record,
        character: usize,
    ) -> Aftermath {
        let _ = (position, record, character);
        Aftermath::default()
    }

    /// Prepares the players' memory for a position that does not follow from the last one.
    fn attend(&self, position: &Self::Position, memory: &mut Self::Memory) {
        let _ = (position, memory);
    }

    /// Draws the information that is hidden from the player at a decision, from its distribution
    /// given what the player sees. Only games with hidden information need it.
    fn resample<D: Dice>(&self, position: &mut Self::Position, dice: &mut D) {
        let _ = (position, dice);
    }

    /// Whether positions have anything for [`resample`](Self::resample) to draw.
    const HIDDEN: bool = false;

    /// Finishes the game from a position by a faster program with the same result. Returns the
    /// outcome and the number of decisions, or `None` if there is no such program for the position.
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
    /// as which Cover die to spend, count as part of how a game continues.
    fn is_major(&self, position: &Self::Position) -> bool {
        let _ = position;
        true
    }

    /// Returns the number of the decision's turn, from 1. `None` if a turn is a run of decisions by
    /// one actor.
    fn turn(&self, position: &Self::Position) -> Option<u32> {
        let _ = position;
        None
    }

    /// Returns whether two actions differ only in which of some equal targets they have.
    fn alike(&self, position: &Self::Position, one: Self::Action, other: Self::Action) -> bool {
        let _ = position;
        one == other
    }

    /// Returns whether an action leaves the contest voluntarily.
    fn leaves(&self, action: Self::Action) -> bool {
        let _ = action;
        false
    }

    /// Returns whether an action is useless, so that it is listed after others with the same value.
    fn is_waste(&self, position: &Self::Position, action: Self::Action) -> bool {
        let _ = (position, action);
        false
    }

    /// Returns the score of a side where a play-out of [`parallel_rollout`] ends without a winner,
    /// up to [`WIN`].
    fn prospect(&self, position: &Self::Position, side: usize) -> u64 {
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

    /// Returns the chance of the actor's side after each action: the chance to win plus half of the
    /// chance of no winner. Decisions along a trial are compared by it. `None` if only play-outs
    /// give it.
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
                .map(|(wins, nobody)| win_value(wins, nobody))
                .collect(),
        )
    }

    /// Returns the name of the player whose evaluation compares actions along a trial.
    fn evaluator(&self) -> &'static str {
        "optimal"
    }

    /// Returns whether a roller belongs to players and not to the rules.
    fn is_policy_roller(&self, roller: Roller) -> bool {
        let _ = roller;
        false
    }

    /// Returns the estimated cost of a decision by the contest's player, in nanoseconds.
    fn decision_cost(&self, position: &Self::Position) -> u64 {
        let _ = position;
        100
    }

    /// Returns the sides that may win, each with its outcomes; two or more.
    fn sides(&self) -> Vec<RatedSide> {
        RatedSide::each(self.outcomes().iter().map(|outcome| &*outcome.name))
    }

    /// Returns the actors that decide, in the order of their sides.
    fn actors(&self) -> Vec<ActingSide> {
        let sides = self.sides().into_iter().enumerate();
        sides
            .map(|(side, one)| ActingSide {
                name: one.name,
                side,
                count: 1,
            })
            .collect()
    }

    /// Returns whether following a thousand trials takes long.
    fn is_slow_to_follow(&self) -> bool {
        self.is_slow()
    }

    /// Returns the contest's cell for the measured `Closeness`, so that it is measured once.
    fn followed(&self) -> Option<&OnceLock<Closeness>> {
        None
    }
}

impl<G: Explain> Rules for G {
    type Event = G::Event;
    type State = ActivePosition<G::Position, G::Memory>;

    fn rollers(&self) -> Vec<String> {
        self.roller_names()
    }

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

    fn count(&self, seed: u64, trials: Range<u64>, tally: &mut Tally) -> bool {
        self.count_trials(seed, trials, tally)
    }

    fn sentence(&self, event: &Self::Event) -> String {
        self.narrate(event)
    }

    fn advised<D: Dice>(&self, dice: &mut D) -> (Advised<Self::Event>, Record) {
        explain::advised(self, dice)
    }

    fn has_advice(&self) -> bool {
        true
    }

    fn actors(&self) -> Vec<String> {
        self.characters()
    }

    fn aftermath(&self, state: &Self::State, record: &Record, actor: usize) -> Aftermath {
        self.left_behind(&state.position, record, actor)
    }
}

/// Plays one trial with decisions by `choose`, which takes the position, the actor, the players'
/// memory and the dice.
#[inline]
pub(crate) fn play<G: Game, D: Dice, O: Observer<G::Event>>(
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

/// An observer that adds counts to the record of a trial.
pub struct Recording<'a, O> {
    /// The observer of events.
    pub observer: &'a mut O,
    /// The record for counts.
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

/// Dice that record whether the rules threw any, and whether anything was thrown or drawn at all.
pub(crate) struct Watched<'a, G, D> {
    pub(crate) game: &'a G,
    pub(crate) dice: &'a mut D,
    /// Whether the rules threw dice.
    pub(crate) thrown: bool,
    /// Whether anything was thrown or drawn, by the rules or by players.
    pub(crate) drawn: bool,
}

impl<'a, G: Game, D: Dice> Watched<'a, G, D> {
    pub(crate) fn new(game: &'a G, dice: &'a mut D) -> Self {
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

impl<G: Game, D: Dice> Dice for Watched<'_, G, D> {
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
pub(crate) fn winner(sides: &[RatedSide], outcome: usize) -> Option<usize> {
    sides
        .iter()
        .position(|side| side.outcomes.contains(&outcome))
}
