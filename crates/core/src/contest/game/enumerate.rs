//! Optimal play by enumeration: value iteration over all reachable positions.
//!
//! The value of a position is the vector of the sides' chances to win. The actor at each decision
//! maximizes its own side's chance plus half of the chance of no winner. Play may return to a
//! position, so the values are updated in place (Gauss–Seidel iteration) until none changes by more
//! than [`PRECISION`] (M. L. Puterman, *Markov Decision Processes*, 1994, section 6.3).

use super::{Game, GameStop, winner};
use crate::contest::{Silent, deadline, win_value};
use crate::dice::Enumerated;
use std::collections::HashMap;
use std::hash::Hash;

/// Convergence threshold: iteration stops after a sweep that changes no value by more.
const PRECISION: f64 = 1e-12;
/// Maximum number of sweeps.
const SWEEPS: usize = 100_000;
/// Maximum number of rolls between two decisions; longer paths count as games without a winner.
const DEPTH: usize = 64;

/// Error: the game has more positions than the contained maximum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the game has more than {0} positions, the limit of the solver")]
pub struct TooMany(pub usize);

/// Result of an action and its dice: the next decision, or the end.
#[derive(Clone, Copy)]
enum Successor {
    Decision(usize),
    /// The end of the game, with the winning side.
    End(Option<usize>),
}

/// Successors with their probabilities.
type Chances = Vec<(f64, Successor)>;

struct SearchNode<A> {
    side: usize,
    actions: Vec<(A, Chances)>,
    /// The chance of each side to win.
    values: Vec<f64>,
    best: usize,
}

/// An optimal policy for all positions of a game.
pub struct OptimalPolicy<G: Game> {
    positions: HashMap<G::Position, usize>,
    nodes: Vec<SearchNode<G::Action>>,
    /// Number of sides.
    sides: usize,
}

impl<G: Game> OptimalPolicy<G>
where
    G::Position: Hash + Eq,
{
    /// Solves a game with at most `most` positions with a decision.
    ///
    /// # Errors
    /// Returns [`TooMany`] if there are more.
    pub fn solve(game: &G, most: usize) -> Result<Self, TooMany> {
        let mut solved = Self {
            positions: HashMap::new(),
            nodes: Vec::new(),
            sides: game.description().sides.len(),
        };
        let actors = &game.description().actors;
        let mut open = Vec::new();
        solved.follow(game, &game.start(), None, &mut open);
        while let Some((position, actor)) = open.pop() {
            deadline::check();
            if solved.positions.len() > most {
                return Err(TooMany(most));
            }
            let mut actions = Vec::new();
            game.actions(&position, &mut actions);
            let actions = actions.into_iter().map(|action| {
                let chances = solved.follow(game, &position, Some(action), &mut open);
                (action, chances)
            });
            let node = SearchNode {
                side: actors[actor].side,
                actions: actions.collect(),
                values: vec![0.0; solved.sides],
                best: 0,
            };
            let place = solved.positions[&position];
            if solved.nodes.len() <= place {
                solved.nodes.resize_with(place + 1, SearchNode::empty);
            }
            solved.nodes[place] = node;
        }
        solved.iterate();
        Ok(solved)
    }

    /// Returns the successors of a position, after `action` if given. Adds new positions to `open`.
    fn follow(
        &mut self,
        game: &G,
        from: &G::Position,
        action: Option<G::Action>,
        open: &mut Vec<(G::Position, usize)>,
    ) -> Chances {
        let mut chances = Vec::new();
        let play = |dice: &mut Enumerated| {
            let mut position = from.clone();
            if let Some(action) = action {
                game.apply(&mut position, action, dice, &mut Silent);
            }
            let next = game.advance(&mut position, dice, &mut Silent);
            (position, next)
        };
        Enumerated::explore(DEPTH, play, |chance, (position, next)| {
            let target = match next {
                GameStop::End(outcome) => Successor::End(winner(game, outcome)),
                GameStop::Decision(actor) => {
                    let new = self.positions.len();
                    let place = *self.positions.entry(position).or_insert_with_key(|key| {
                        open.push((key.clone(), actor));
                        new
                    });
                    Successor::Decision(place)
                }
            };
            chances.push((chance, target));
        });
        chances
    }

    fn iterate(&mut self) {
        for _ in 0..SWEEPS {
            deadline::check();
            let mut change = 0.0_f64;
            for place in (0..self.nodes.len()).rev() {
                let side = self.nodes[place].side;
                let mut best: Option<(f64, usize, Vec<f64>)> = None;
                for (number, (_, chances)) in self.nodes[place].actions.iter().enumerate() {
                    let values = self.values_of(chances);
                    let score = win_value(values[side], 1.0 - values.iter().sum::<f64>());
                    if best.as_ref().is_none_or(|(most, ..)| score > *most) {
                        best = Some((score, number, values));
                    }
                }
                if let Some((_, number, values)) = best {
                    let node = &mut self.nodes[place];
                    for (known, value) in node.values.iter().zip(&values) {
                        change = change.max((known - value).abs());
                    }
                    (node.best, node.values) = (number, values);
                }
            }
            if change <= PRECISION {
                return;
            }
        }
    }

    fn values_of(&self, chances: &Chances) -> Vec<f64> {
        let mut values = vec![0.0; self.sides];
        for &(chance, target) in chances {
            match target {
                Successor::End(Some(side)) => values[side] += chance,
                Successor::End(None) => {}
                Successor::Decision(place) => {
                    for (value, next) in values.iter_mut().zip(&self.nodes[place].values) {
                        *value += chance * next;
                    }
                }
            }
        }
        values
    }

    /// Returns the best action at a decision, the first one of a tie; `None` if the position cannot
    /// be reached.
    pub fn action(&self, position: &G::Position) -> Option<G::Action> {
        let node = &self.nodes[*self.positions.get(position)?];
        Some(node.actions[node.best].0)
    }

    /// Returns for each of these actions the actor's chance to win and the chance of no winner.
    pub fn values(&self, position: &G::Position, actions: &[G::Action]) -> Option<Vec<(f64, f64)>> {
        let node = &self.nodes[*self.positions.get(position)?];
        let value = |action: &G::Action| {
            let (_, chances) = node.actions.iter().find(|(known, _)| known == action)?;
            let values = self.values_of(chances);
            Some((values[node.side], 1.0 - values.iter().sum::<f64>()))
        };
        actions.iter().map(value).collect()
    }
}

impl<A> SearchNode<A> {
    fn empty() -> Self {
        Self {
            side: 0,
            actions: Vec::new(),
            values: Vec::new(),
            best: 0,
        }
    }
}
