//! Values of the actions at a decision, and their ranking: by exact values, a player's evaluation or
//! play-outs.

use super::{ActionKind, PlayoutGame, Playouts};
use crate::contest::{HintBy, PlayedOut, PlayoutCounts, parallel, win_value};
use std::cmp::Ordering;

/// A game whose actions have values, and whose decisions can be rated.
pub trait RatedGame: PlayoutGame {
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
    /// chance of no winner. It rates decisions along a trial, so a game with scores does not need it.
    /// `None` for a game without evaluation; then play-outs are used.
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

    /// Returns the name of the player whose evaluation rates the decisions along a trial.
    fn assessor(&self) -> &'static str {
        "optimal"
    }
}

/// An action with its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranked<A> {
    /// The first of a set of equivalent actions.
    pub action: A,
    /// The other equivalent actions.
    pub alike: Vec<A>,
    /// Chance that the actor's side wins, or the expected score.
    pub wins: f64,
    /// The chance of no winner.
    pub no_winner: f64,
    /// Counts of the play-outs; `None` without play-outs.
    pub played: Option<PlayoutCounts>,
    /// Sort key among actions of equal value, highest first.
    pub preference: f64,
    /// True if the actor's side wins for certain, whatever the dice and the others do.
    pub certain: bool,
}

/// Values of actions, with sort keys for actions of equal value.
#[derive(Clone, Debug, PartialEq)]
pub struct ActionValues {
    /// Method of comparing the actions.
    pub by: HintBy,
    /// Chance to win or expected score, and chance of no winner, by action.
    pub values: Vec<(f64, f64)>,
    /// Sort key among actions of equal value, highest first, by action; may be empty.
    pub preference: Vec<f64>,
}

impl ActionValues {
    /// Returns exact values without preferences.
    pub fn exact(values: Vec<(f64, f64)>) -> Self {
        Self {
            by: HintBy::Solved,
            values,
            preference: Vec::new(),
        }
    }

    /// Returns the values, preferring actions of these indices among equal ones.
    #[must_use]
    pub fn preferring(mut self, is_preferred: impl Fn(usize) -> bool) -> Self {
        let preferred = (0..self.values.len()).map(is_preferred);
        self.preference = preferred.map(|one| f64::from(u8::from(one))).collect();
        self
    }
}

impl<A: Copy + PartialEq> Ranked<A> {
    /// Returns the value that ranks actions: the chance to win plus half the chance of no winner,
    /// or the expected score.
    pub fn score(&self) -> f64 {
        win_value(self.wins, self.no_winner)
    }

    /// Returns whether `action` is this action or an equivalent one.
    pub fn has(&self, action: A) -> bool {
        self.action == action || self.alike.contains(&action)
    }
}

/// Actions, each with those that are equivalent to it.
type DistinctActions<A> = Vec<(A, Vec<A>)>;

/// Returns all actions of a decision, with equivalent ones merged.
pub fn distinct<G: RatedGame>(game: &G, position: &G::Position) -> DistinctActions<G::Action> {
    let mut all = Vec::new();
    game.actions(position, &mut all);
    let mut distinct: DistinctActions<G::Action> = Vec::new();
    for action in all {
        let known = distinct.iter_mut();
        let mut known = known.filter(|(known, _)| game.alike(position, *known, action));
        match known.next() {
            Some((_, alike)) => alike.push(action),
            None => distinct.push((action, Vec::new())),
        }
    }
    distinct
}

/// Ranks actions by known values, and those marked in `certain` as certain wins.
pub(super) fn by_values<G: PlayoutGame>(
    game: &G,
    position: &G::Position,
    actions: DistinctActions<G::Action>,
    (values, certain): (&ActionValues, &[bool]),
) -> Vec<Ranked<G::Action>> {
    let is_certain = |number: usize| certain.get(number) == Some(&true);
    let mut ranked: Vec<Ranked<G::Action>> = actions
        .into_iter()
        .zip(&values.values)
        .enumerate()
        .map(|(number, ((action, alike), &(wins, no_winner)))| Ranked {
            action,
            alike,
            wins: if is_certain(number) { 1.0 } else { wins },
            no_winner: if is_certain(number) { 0.0 } else { no_winner },
            played: None,
            preference: values.preference.get(number).copied().unwrap_or(0.0),
            certain: is_certain(number),
        })
        .collect();
    ranked.sort_by(|one, other| better_first(game, position, one, other));
    ranked
}

/// Ranks actions by play-outs on common random numbers. The games differ in the player of the
/// actor's side; each action gets its best result in any game. An action marked in `certain` wins
/// all play-outs.
pub(super) fn by_playouts<G: PlayoutGame>(
    games: &[&G],
    position: &G::Position,
    side: usize,
    (actions, certain): (DistinctActions<G::Action>, &[bool]),
    (count, seed): (u32, u64),
) -> Vec<Ranked<G::Action>> {
    let plays = actions.len() * games.len();
    let outcomes = parallel::map(plays, |index, room: &mut Vec<Option<Playouts<G>>>| {
        let (number, plan) = (index / games.len(), index % games.len());
        if certain.get(number) == Some(&true) {
            return vec![PlayedOut::Won as u8; count as usize];
        }
        room.resize_with(games.len(), || None);
        let playouts = room[plan].get_or_insert_with(|| Playouts::new(games[plan], count));
        playouts.reseed(seed);
        let mut outcomes = Vec::with_capacity(count as usize);
        playouts.play_each(position, Some(actions[number].0), |won, _| {
            outcomes.push(PlayedOut::of(won, side) as u8);
        });
        outcomes
    });
    let mut outcomes = outcomes.into_iter();
    let mut all: Vec<(Ranked<G::Action>, Vec<u8>)> = Vec::new();
    for (number, (action, alike)) in actions.into_iter().enumerate() {
        let mut best: Option<(Ranked<G::Action>, Vec<u8>)> = None;
        for outcomes in outcomes.by_ref().take(games.len()) {
            let ranked = Ranked {
                action,
                alike: alike.clone(),
                wins: PlayedOut::Won.share(&outcomes),
                no_winner: PlayedOut::NoSide.share(&outcomes),
                played: None,
                preference: 0.0,
                certain: certain.get(number) == Some(&true),
            };
            if best
                .as_ref()
                .is_none_or(|(best, _)| ranked.score() > best.score())
            {
                best = Some((ranked, outcomes));
            }
        }
        all.extend(best);
    }
    all.sort_by(|(one, _), (other, _)| better_first(games[0], position, one, other));
    let (mut ranked, outcomes): (Vec<_>, Vec<Vec<u8>>) = all.into_iter().unzip();
    for (one, played) in ranked.iter_mut().zip(PlayoutCounts::all(&outcomes)) {
        one.played = Some(played);
    }
    ranked
}

/// Orders actions by score, the best first; in a tie, useless actions come last.
fn better_first<G: PlayoutGame>(
    game: &G,
    position: &G::Position,
    one: &Ranked<G::Action>,
    other: &Ranked<G::Action>,
) -> Ordering {
    let waste =
        |ranked: &Ranked<G::Action>| game.kind_of(position, ranked.action) == ActionKind::Useless;
    (other.score().total_cmp(&one.score()))
        .then_with(|| other.certain.cmp(&one.certain))
        .then_with(|| other.preference.total_cmp(&one.preference))
        .then_with(|| waste(one).cmp(&waste(other)))
}
