//! Play-outs: many plays of a game to its end from one position, by the contest's players.

use super::{Game, GameStop, TrackedDice, winner};
use crate::contest::{CERTAIN, Silent, deadline};
use crate::dice::{Dice, Roller, Sampled};
use std::ops::Range;

/// Kind of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActionKind {
    /// Lets the actor leave the contest voluntarily.
    Retreat,
    /// Useless, so that it ranks below others of the same value.
    Useless,
    /// Any other.
    Ordinary,
}

/// A game that can be played out from any position.
pub trait PlayoutGame: Game {
    /// Prepares the players' memory for a position that does not follow from the previous one, or for
    /// an action that the player did not choose.
    fn restore_memory(&self, position: &Self::Position, memory: &mut Self::Memory) {
        let _ = (position, memory);
    }

    /// Returns the function that draws the information hidden from the player at a decision,
    /// conditional on the visible information; `None` for a game without hidden information.
    fn resampling(&self) -> Option<fn(&Self, &mut Self::Position, &mut Sampled)> {
        None
    }

    /// Finishes the game from a position with a faster implementation that gives the same result.
    /// Returns the outcome and the cost in the unit of [`decision_cost`](Self::decision_cost), or
    /// `None` if the position is not supported. It must support errors or refuse contests with them.
    fn shortcut(
        &self,
        position: &Self::Position,
        memory: &mut Self::Memory,
        dice: &mut Sampled,
    ) -> Option<(usize, u64)> {
        let _ = (position, memory, dice);
        None
    }

    /// Returns the action at a decision of an actor, by the contest's player or by error. An error is
    /// drawn uniformly among all actions except retreat, if there are others.
    #[inline]
    fn decide<D: Dice>(
        &self,
        position: &Self::Position,
        actor: usize,
        memory: &mut Self::Memory,
        dice: &mut D,
    ) -> Self::Action {
        if self.description().errors.is_empty() {
            return self.choose(position, memory, dice);
        }
        erring_action(self, position, actor, memory, dice)
    }

    /// Returns the kind of an action at a decision.
    fn kind_of(&self, position: &Self::Position, action: Self::Action) -> ActionKind {
        let _ = (position, action);
        ActionKind::Ordinary
    }

    /// Returns the score of a side in a play-out of [`rollout`](super::rollout) that a side `won`, if
    /// any, and that ended at this position. The best actions are those with the highest mean.
    fn playout_score(&self, won: Option<usize>, position: &mut Self::Position, side: usize) -> f64 {
        let _ = position;
        won.map_or(0.5, |won| f64::from(u8::from(won == side)))
    }

    /// Returns whether a roller provides random choices of players, rather than dice of the rules.
    /// Those of [errors](crate::contest::PlayerErrors) need not be included.
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

/// Implements [`PlayoutGame::decide`] for a contest with errors.
#[cold]
fn erring_action<G: PlayoutGame + ?Sized, D: Dice>(
    game: &G,
    position: &G::Position,
    actor: usize,
    memory: &mut G::Memory,
    dice: &mut D,
) -> G::Action {
    let mut actions = Vec::new();
    let drawn = game.description().errors.draw(actor, dice, || {
        game.actions(position, &mut actions);
        let stays = |&action: &G::Action| game.kind_of(position, action) != ActionKind::Retreat;
        if actions.iter().any(stays) {
            actions.retain(stays);
        }
        actions.len()
    });
    match drawn.and_then(|place| actions.get(place)) {
        Some(&action) => {
            game.restore_memory(position, memory);
            action
        }
        None => game.choose(position, memory, dice),
    }
}

/// Buffers for the play-outs of one game, reused for many positions.
pub struct Playouts<'a, G: PlayoutGame> {
    game: &'a G,
    count: u32,
    dice: Sampled,
    memory: G::Memory,
    position: G::Position,
    /// The last position that all play-outs share, before the first random step.
    common: G::Position,
    wins: Vec<u32>,
    cost: u64,
}

/// Next step of play-outs after the part that they share.
#[derive(Clone, Copy)]
enum PlayoutStart<A> {
    /// No step: the game ended without a random one.
    Ended,
    /// A choice by the contest's player, or a throw.
    Choice,
    /// A given action.
    Action(A),
}

impl<A> PlayoutStart<A> {
    fn of(action: Option<A>) -> Self {
        action.map_or(Self::Choice, Self::Action)
    }

    fn action(self) -> Option<A> {
        match self {
            Self::Action(action) => Some(action),
            Self::Ended | Self::Choice => None,
        }
    }
}

impl<'a, G: PlayoutGame> Playouts<'a, G> {
    /// Prepares `count` play-outs from each position, 1 or more.
    pub fn new(game: &'a G, count: u32) -> Self {
        Self {
            game,
            count: count.max(1),
            dice: Sampled::new(0, &game.rollers()),
            wins: vec![0; game.description().sides.len()],
            memory: game.memory(),
            position: game.start(),
            common: game.start(),
            cost: 0,
        }
    }

    /// Returns the number of play-outs from each position.
    pub(super) fn count(&self) -> u32 {
        self.count
    }

    /// Returns the estimated cost of all play-outs so far, in nanoseconds.
    pub fn cost(&self) -> u64 {
        self.cost
    }

    /// Changes the random seed. Positions evaluated with the same seed use common random numbers:
    /// in play-out *k*, the *n*-th roll of every roller is the same.
    pub fn reseed(&mut self, seed: u64) {
        self.dice.reseed(seed);
    }

    /// Appends the share of play-outs that each side wins, in units of [`CERTAIN`]. The remainder
    /// is the share without a winner.
    pub fn chances(
        &mut self,
        from: &G::Position,
        action: Option<G::Action>,
        chances: &mut Vec<u32>,
    ) {
        let count = u64::from(self.count);
        let wins = self.count_wins(from, action).iter();
        chances.extend(wins.map(|&wins| (u64::from(wins) * u64::from(CERTAIN) / count) as u32));
    }

    /// Returns the number of play-outs that each side wins.
    pub fn count_wins(&mut self, from: &G::Position, action: Option<G::Action>) -> &[u32] {
        let mut wins = std::mem::take(&mut self.wins);
        wins.fill(0);
        self.play_each(from, action, |won, _| {
            if let Some(side) = won {
                wins[side] += 1;
            }
        });
        self.wins = wins;
        &self.wins
    }

    /// Plays all play-outs from a decision, starting with `action` if given. Calls `ended` with the
    /// winning side and the final position.
    pub fn play_each(
        &mut self,
        from: &G::Position,
        action: Option<G::Action>,
        ended: impl FnMut(Option<usize>, &mut G::Position),
    ) {
        self.play_some(0..self.count, from, action, ended);
    }

    /// Plays the play-outs with these numbers, as [`play_each`](Self::play_each) plays all.
    pub(super) fn play_some(
        &mut self,
        playouts: Range<u32>,
        from: &G::Position,
        action: Option<G::Action>,
        mut ended: impl FnMut(Option<usize>, &mut G::Position),
    ) {
        let resample = self.game.resampling();
        let first = if resample.is_some() {
            // Each play-out starts with a draw of the hidden information, so they share no part.
            self.common.clone_from(from);
            PlayoutStart::of(action)
        } else {
            self.first_throw(from, action)
        };
        if let PlayoutStart::Ended = first {
            // Without randomness all play-outs are the same.
            let outcome = self
                .game
                .advance(&mut self.position, &mut self.dice, &mut Silent);
            let won = match outcome {
                GameStop::End(outcome) => winner(self.game, outcome),
                GameStop::Decision(_) => None,
            };
            for _ in playouts {
                ended(won, &mut self.position);
            }
            return;
        }
        for playout in playouts {
            deadline::check();
            self.dice.start(u64::from(playout));
            self.position.clone_from(&self.common);
            if let Some(resample) = resample {
                resample(self.game, &mut self.position, &mut self.dice);
            }
            let won = self.play_on(first.action());
            ended(won, &mut self.position);
        }
    }

    /// Plays up to the first random step and stores the position before that step in `common`.
    fn first_throw(
        &mut self,
        from: &G::Position,
        mut action: Option<G::Action>,
    ) -> PlayoutStart<G::Action> {
        self.dice.start(0);
        self.position.clone_from(from);
        self.game.restore_memory(from, &mut self.memory);
        loop {
            self.common.clone_from(&self.position);
            let mut watched = TrackedDice::new(self.game, &mut self.dice);
            let next = match action {
                None => self
                    .game
                    .advance(&mut self.position, &mut watched, &mut Silent),
                Some(_) => GameStop::Decision(0),
            };
            if watched.drawn {
                return PlayoutStart::Choice;
            }
            let GameStop::Decision(actor) = next else {
                return PlayoutStart::Ended;
            };
            let chosen = action.unwrap_or_else(|| {
                self.cost += self.game.decision_cost(&self.position);
                self.game
                    .decide(&self.position, actor, &mut self.memory, &mut watched)
            });
            if !watched.drawn {
                self.game
                    .apply(&mut self.position, chosen, &mut watched, &mut Silent);
            }
            if watched.drawn {
                return PlayoutStart::of(action);
            }
            action = None;
        }
    }

    /// Plays to the end; returns the winning side, if any.
    fn play_on(&mut self, mut action: Option<G::Action>) -> Option<usize> {
        let game = self.game;
        game.restore_memory(&self.position, &mut self.memory);
        loop {
            if action.is_none()
                && let Some((outcome, cost)) =
                    game.shortcut(&self.position, &mut self.memory, &mut self.dice)
            {
                self.cost += cost;
                return winner(game, outcome);
            }
            let chosen = match action.take() {
                Some(action) => action,
                None => match game.advance(&mut self.position, &mut self.dice, &mut Silent) {
                    GameStop::Decision(actor) => {
                        self.cost += game.decision_cost(&self.position);
                        game.decide(&self.position, actor, &mut self.memory, &mut self.dice)
                    }
                    GameStop::End(outcome) => return winner(game, outcome),
                },
            };
            game.apply(&mut self.position, chosen, &mut self.dice, &mut Silent);
        }
    }
}
