//! Chances by play-outs: a fight is played to its end many times from where it stands, by the very
//! players of the file and under all its rules. The share that a side wins is without bias, whoever
//! plays and whatever rules are in force.

use super::Combat;
use super::engine::{Engine, Progress, Turn};
use super::fight::Fight;
use super::ledger::Uncounted;
use super::player::Player;
use super::players::Declared;
use super::players::Noticed;
use super::rules::Table;
use super::small::{Board, End, Small};
use super::view::{Action, View};
use crate::contest::{CERTAIN, Rules, Silent, deadline};
use crate::dice::{Dice, Sampled};

/// What play-outs need, made once for many.
pub struct Playouts<'a> {
    combat: &'a Combat,
    /// How many from each position.
    count: u32,
    dice: Sampled,
    /// The table on which they are played.
    table: Table,
    /// The fight for a board, where it fits on one.
    small: Option<Small>,
    /// Where the fight stood before dice were first thrown in it.
    start: Fight,
    wins: Vec<u32>,
    /// What all play-outs have cost so far, in nanoseconds, roughly.
    work: u64,
}

/// How a play-out goes on from where the fight stands.
#[derive(Clone, Copy)]
enum Next {
    /// With this action of the one whose turn it is.
    Action(usize, Action),
    /// With the rest of that one's turn.
    RestOfTurn(usize),
    /// With a new turn.
    Turn,
}

impl<'a> Playouts<'a> {
    /// So many from each position, 1 or more.
    pub fn new(combat: &'a Combat, count: u32) -> Self {
        Self {
            combat,
            count: count.max(1),
            dice: Sampled::new(0, &combat.roller_names()),
            table: combat.state(),
            small: Small::new(combat, |who| who.player),
            start: Fight::new(combat),
            wins: vec![0; combat.sides.len()],
            work: 0,
        }
    }

    /// What all play-outs have cost so far, in nanoseconds, roughly.
    pub(super) fn work(&self) -> u64 {
        self.work
    }

    /// From now on with other luck. Positions judged with the same luck differ by less than chance
    /// would have it: the n-th roll of everybody is the same in play-out k of each.
    pub fn reseed(&mut self, seed: u64) {
        self.dice.reseed(seed);
    }

    /// Appends the chance of each side, of [`CERTAIN`], where `view` shows the fight to somebody who
    /// has to decide; behind `action`, if there is one. What is left to all of them is the chance
    /// that nobody wins.
    pub(super) fn judge(&mut self, view: &View, action: Option<Action>, chances: &mut Vec<u32>) {
        self.count_wins(view, action);
        let share = |&wins: &u32| u64::from(wins) * u64::from(CERTAIN) / u64::from(self.count);
        chances.extend(self.wins.iter().map(|wins| share(wins) as u32));
    }

    /// How many of the play-outs each side wins, from the same places.
    pub fn count_wins(&mut self, view: &View, action: Option<Action>) -> &[u32] {
        let mut wins = std::mem::take(&mut self.wins);
        wins.fill(0);
        self.play_each(view, action, |won| {
            if let Some(side) = won {
                wins[side] += 1;
            }
        });
        self.wins = wins;
        &self.wins
    }

    /// Plays all of them, from the same places: who wins each, if anybody does.
    pub(super) fn play_each(
        &mut self,
        view: &View,
        action: Option<Action>,
        mut ended: impl FnMut(Option<usize>),
    ) {
        let (_, now) = view.table();
        let next = match action {
            Some(action) => Next::Action(view.actor(), action),
            None => Next::RestOfTurn(view.actor()),
        };
        if let Some(next) = self.first_throw(now, next) {
            // All begin there, so that a board is laid once.
            let board = self.board(next, &self.start);
            for playout in 0..self.count {
                deadline::check();
                self.dice.start(u64::from(playout));
                ended(if let Some(board) = &board {
                    self.play_on(board.clone())
                } else {
                    self.table.fight.clone_from(&self.start);
                    self.play(next)
                });
            }
        } else {
            // Without luck one play-out is as good as many.
            let winner = winner(&self.table.fight);
            (0..self.count).for_each(|_| ended(winner));
        }
    }

    /// Plays on until dice are thrown, and keeps where the fight stood before the action or turn in
    /// which they were, since all play-outs are the same up to there. `None` if none are thrown
    /// before its end, which then lies on the table.
    fn first_throw(&mut self, now: &Fight, mut next: Next) -> Option<Next> {
        self.dice.start(0);
        self.table.fight.clone_from(now);
        loop {
            self.start.clone_from(&self.table.fight);
            let mut noticed = Noticed {
                dice: &mut self.dice,
                thrown: false,
                given: None,
            };
            let (over, then) = advance(
                self.combat,
                &mut self.table,
                &mut noticed,
                &mut self.work,
                next,
            );
            if noticed.thrown {
                return Some(next);
            }
            if over {
                return None;
            }
            next = then;
        }
    }

    /// Plays to the end. The side that wins.
    fn play(&mut self, mut next: Next) -> Option<usize> {
        loop {
            if let Some(board) = self.board(next, &self.table.fight) {
                return self.play_on(board);
            }
            let (over, then) = advance(
                self.combat,
                &mut self.table,
                &mut self.dice,
                &mut self.work,
                next,
            );
            if over {
                return winner(&self.table.fight);
            }
            next = then;
        }
    }

    /// The board on which a fight is played on, where a new turn begins and it fits on one.
    fn board(&self, next: Next, fight: &Fight) -> Option<Board> {
        let fits = matches!(next, Next::Turn) && self.small.is_some();
        fits.then(|| Board::of(fight))
    }

    /// Plays a board to the end. The side that wins.
    fn play_on(&mut self, mut board: Board) -> Option<usize> {
        let end = board.play(self.small.as_ref()?, &mut self.dice);
        // Brawlers make as much work as finishers do.
        self.work += u64::from(board.turns()) * Player::Finisher.effort();
        match end {
            End::Outcome(side) => Some(side.into()).filter(|&side| side < self.combat.sides.len()),
            End::Open | End::Long => None,
        }
    }
}

/// Who has won a fight that is over: a deadlock that does not end leaves several sides standing.
fn winner(fight: &Fight) -> Option<usize> {
    (fight.sides == 1).then(|| fight.winner()).flatten()
}

/// Plays an action, the rest of a turn, or a turn: whether the fight is over, and what comes next.
#[inline]
fn advance<D: Dice>(
    combat: &Combat,
    table: &mut Table,
    dice: &mut D,
    work: &mut u64,
    next: Next,
) -> (bool, Next) {
    let Table { fight, thought } = table;
    let mut engine = Engine {
        combat,
        fight,
        dice,
        observer: Silent,
        ledger: Uncounted,
        decide: Declared {
            thought: thought.as_mut(),
            see: |view: &View, _| *work += view.player().effort(),
        },
    };
    match next {
        Next::Action(actor, action) => {
            if engine.step(actor, action) == Turn::GoesOn {
                return (false, Next::RestOfTurn(actor));
            }
        }
        Next::RestOfTurn(actor) => engine.turn(actor),
        Next::Turn => return (engine.next_turn() != Progress::Played, Next::Turn),
    }
    (false, Next::Turn)
}
