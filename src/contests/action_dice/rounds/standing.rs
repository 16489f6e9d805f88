//! How everybody stands within a round: dice that are left, defences in force, whose turn it is.

use super::Rounds;
use super::left::Left;
use super::rules::Table;
use crate::dice::Dice;
use std::cmp::Ordering;

/// How somebody stands.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Standing {
    /// Action dice left; none of those who are out.
    pub(super) left: Left,
    /// When it comes to declare with them.
    pub(super) turn: Turn,
    pub(super) hits: u32,
    /// A General Defense.
    pub(super) general: Force,
    /// True once it has fallen: after its last hit, when the moment is over.
    pub(super) is_out: bool,
    /// True if it chose to be a noncombatant in this round.
    pub(super) noncombat: bool,
    /// The last sequence in which it answered an attack.
    pub(super) answered: u64,
    /// Units covered towards the opponents.
    pub(super) covered: u32,
    /// Attacks and defences so far, and dice that were not used.
    pub(super) attacks: u32,
    pub(super) defences: u32,
    pub(super) unused: u32,
}

/// Somebody's turn to declare: what settles when it comes, then who.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Turn(u64);

impl Turn {
    /// The turn of somebody with these dice left.
    #[inline]
    pub(super) fn new(left: Left, total: u32, fighter: usize) -> Self {
        Self(u64::from(left.key()) << 16 | u64::from(total) << 8 | fighter as u64)
    }

    /// What settles when it comes.
    #[inline]
    pub(super) fn key(self) -> u64 {
        self.0 >> 8
    }

    /// Whose it is.
    #[inline]
    pub(super) fn fighter(self) -> usize {
        (self.0 & 0xff) as usize
    }
}

/// A defence roll, in force as long as the round, or the sequence, is the one in which it was made.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Force {
    at: u64,
    roll: u32,
}

impl Force {
    /// What it adds now.
    #[inline]
    pub(super) fn now(self, at: u64) -> u32 {
        if self.at == at { self.roll } else { 0 }
    }

    /// Whether it is in force.
    #[inline]
    fn is(self, at: u64) -> bool {
        self.at == at
    }

    /// One more roll: the better of both counts.
    #[inline]
    pub(super) fn better(&mut self, at: u64, roll: u32) {
        *self = Self {
            at,
            roll: roll.max(self.now(at)),
        };
    }
}

impl Table {
    /// Returns whether a fighter has a General Defense in force.
    pub(super) fn has_general(&self, fighter: usize) -> bool {
        self.fighters[fighter].general.is(self.round)
    }

    /// Returns whether a fighter has answered an attack in this sequence.
    pub(super) fn has_answered(&self, fighter: usize) -> bool {
        self.fighters[fighter].answered == self.sequence
    }

    /// Returns whether a fighter is the last to declare in this sequence.
    pub(super) fn declares_last(&self, fighter: usize) -> bool {
        let last = self.order[..self.declaring].last();
        last.is_some_and(|turn| turn.fighter() == fighter)
    }
}

impl Rounds {
    /// Puts those who have dice left into the order in which they declare; how many they are.
    #[inline]
    pub(super) fn order<D: Dice>(&self, dice: &mut D, table: &mut Table) -> usize {
        let mut count = 0;
        for standing in &table.fighters {
            if !standing.left.is_none() {
                table.order[count] = standing.turn;
                count += 1;
            }
        }
        table.declaring = count;
        if self.options.answers_reorder {
            // Each place is settled when it comes up.
            return count;
        }
        match &mut table.order[..count] {
            [] | [_] => {}
            [first, second] => {
                let is_later = match second.key().cmp(&first.key()) {
                    Ordering::Less => true,
                    Ordering::Greater => false,
                    Ordering::Equal => dice.choose(self.lots, 2) == 1,
                };
                if is_later {
                    std::mem::swap(first, second);
                }
            }
            order => {
                order.sort_unstable();
                self.draw_lots(dice, order);
            }
        }
        count
    }

    /// Settles who declares at a place where answers matter to that; false if its combatant may not
    /// declare.
    #[cold]
    pub(super) fn settled<D: Dice>(&self, dice: &mut D, table: &mut Table, place: usize) -> bool {
        let is_action = self.options.defense_is_action;
        let Table {
            fighters,
            order,
            declaring,
            sequence,
            ..
        } = table;
        let may_declare = |turn: &Turn| {
            let standing = &fighters[turn.fighter()];
            !(standing.left.is_none() || is_action && standing.answered == *sequence)
        };
        if self.options.answers_reorder {
            let open = &mut order[place..*declaring];
            for turn in &mut *open {
                *turn = fighters[turn.fighter()].turn;
            }
            open.sort_unstable_by_key(|turn| (may_declare(turn), *turn));
            if may_declare(&open[0]) {
                let tied = open.iter().take_while(|turn| turn.key() == open[0].key());
                let tied = tied.count();
                if tied > 1 {
                    let drawn = dice.choose(self.lots, tied as u32) as usize;
                    open[..=drawn].rotate_right(1);
                }
            }
        }
        may_declare(&order[place])
    }

    /// Those who are tied are in file order: one after another is drawn out of them.
    pub(super) fn draw_lots<D: Dice>(&self, dice: &mut D, order: &mut [Turn]) {
        for tied in order.chunk_by_mut(|one, other| one.key() == other.key()) {
            for place in 0..tied.len() - 1 {
                let drawn = dice.choose(self.lots, (tied.len() - place) as u32);
                tied[place..=place + drawn as usize].rotate_right(1);
            }
        }
    }
}
