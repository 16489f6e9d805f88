//! Positions of an exchange: dice left, defenses in force, and turns to declare.

use super::super::fighters::DRAW;
use super::act::Act;
use super::dice_left::DiceLeft;
use std::mem::take;

/// Phases of an exchange: decisions, at which the game stops, and automatic steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// A round begins.
    Round,
    /// The actor chooses whether to be a noncombatant in this round.
    Status,
    /// The actor has chosen its status.
    Chosen,
    /// A sequence begins.
    Sequence,
    /// The actor declares an action, or waits.
    Declaration,
    /// The actor may answer the last attack that was declared.
    Answer,
    /// The next fighter answers or declares, or all actions take place.
    Next,
    /// The exchange is over, with the outcome of this index.
    Over(usize),
}

/// A position of an exchange.
#[derive(Debug)]
pub struct ExchangeState {
    pub(super) phase: Phase,
    /// Fighter of the current decision, or of the last one.
    pub(super) actor: usize,
    pub(super) fighters: Vec<FighterState>,
    /// Defenses in force against single attackers, by target and attacker.
    pub(super) parries: Vec<ActiveRoll>,
    /// Dives from the attack of an attacker in this sequence, by target and attacker.
    pub(super) dives: Vec<ActiveRoll>,
    /// Order in which fighters declare in a sequence, and the number of fighters in it.
    pub(super) order: Vec<Turn>,
    pub(super) declaring: usize,
    /// Number of places of the order that have been processed.
    pub(super) processed: usize,
    /// True if the order is updated when each place is processed.
    pub(super) updates_order: bool,
    /// True if lots for the remaining places are still to be drawn, as in a typed position.
    pub(super) undrawn_lots: bool,
    /// Targets of a Group Attack that may still answer; bit 0 is the first opponent.
    pub(super) targets: u64,
    /// Fighters that have yet to choose their status in this round, as bits.
    pub(super) choosing: u128,
    /// The actions of a sequence.
    pub(super) acts: Vec<Act>,
    /// First standing fighter of each side, and number of standing fighters of each side.
    pub(super) first: [usize; 2],
    pub(super) standing: [u32; 2],
    /// Number of the round and of the sequence; neither is reset between trials.
    pub(super) round: u64,
    pub(super) sequence: u64,
    /// Number of rounds left, including this one.
    pub(super) rounds_left: u32,
    /// True if each fighter declares for the last time in this round.
    pub(super) last: bool,
}

impl Clone for ExchangeState {
    fn clone(&self) -> Self {
        Self {
            fighters: self.fighters.clone(),
            parries: self.parries.clone(),
            dives: self.dives.clone(),
            order: self.order.clone(),
            acts: self.acts.clone(),
            ..*self
        }
    }

    fn clone_from(&mut self, other: &Self) {
        self.fighters.clone_from(&other.fighters);
        self.parries.clone_from(&other.parries);
        self.dives.clone_from(&other.dives);
        self.order.clone_from(&other.order);
        self.acts.clone_from(&other.acts);
        *self = Self {
            fighters: take(&mut self.fighters),
            parries: take(&mut self.parries),
            dives: take(&mut self.dives),
            order: take(&mut self.order),
            acts: take(&mut self.acts),
            ..*other
        };
    }
}

/// State of a fighter in a position.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct FighterState {
    /// Action dice left; none for a fighter that is out.
    pub(super) left: DiceLeft,
    /// Turn of the fighter with these dice.
    pub(super) turn: Turn,
    pub(super) hits: u32,
    /// General Defense of the fighter.
    pub(super) general: ActiveRoll,
    /// True if the fighter is out; set after all actions simultaneous with its last hit.
    pub(super) is_out: bool,
    /// True if the fighter chose to be a noncombatant in this round.
    pub(super) noncombat: bool,
    /// The last sequence in which the fighter answered an attack.
    pub(super) answered: u64,
    /// Units moved toward the opponents.
    pub(super) covered: u32,
    /// Attacks and defenses so far, and dice lost unused.
    pub(super) attacks: u32,
    pub(super) defences: u32,
    pub(super) unused: u32,
}

/// Turn of a fighter to declare: the sort key, then the fighter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Turn(u64);

impl Turn {
    /// Creates the turn of a fighter with these dice left.
    #[inline]
    pub(super) fn new(left: DiceLeft, total: u32, fighter: usize) -> Self {
        Self(u64::from(left.key()) << 16 | u64::from(total) << 8 | fighter as u64)
    }

    /// Returns the key that orders turns.
    #[inline]
    pub(super) fn key(self) -> u64 {
        self.0 >> 8
    }

    /// Returns the fighter.
    #[inline]
    pub(super) fn fighter(self) -> usize {
        (self.0 & 0xff) as usize
    }
}

/// A defense roll, in force during the round or the sequence in which it was made.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ActiveRoll {
    at: u64,
    roll: u32,
}

impl ActiveRoll {
    /// Returns the roll if it is in force in the round or sequence `at`, else 0.
    #[inline]
    pub(super) fn roll_at(self, at: u64) -> u32 {
        if self.at == at { self.roll } else { 0 }
    }

    /// Returns whether the roll is in force in the round or sequence `at`.
    #[inline]
    fn is_active(self, at: u64) -> bool {
        self.at == at
    }

    /// Adds a roll; the higher of the two counts.
    #[inline]
    pub(super) fn raise_to(&mut self, at: u64, roll: u32) {
        *self = Self {
            at,
            roll: roll.max(self.roll_at(at)),
        };
    }
}

impl ExchangeState {
    /// Advances to the answer of an attack's target; returns false if it has no dice for an answer.
    #[inline]
    pub(super) fn advance_to_answer(&mut self, target: usize) -> bool {
        let may_answer = !self.fighters[target].left.is_none();
        if may_answer {
            (self.actor, self.phase) = (target, Phase::Answer);
        }
        may_answer
    }

    /// Returns whether a fighter has a General Defense in force.
    pub(super) fn has_general(&self, fighter: usize) -> bool {
        self.fighters[fighter].general.is_active(self.round)
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

    /// Returns whether a fighter is standing; simultaneous actions change this only afterward.
    #[inline]
    pub(super) fn is_standing(&self, fighter: usize) -> bool {
        !self.fighters[fighter].is_out
    }

    /// Returns the fighter with the last declared attack.
    #[inline]
    pub(super) fn attacker(&self) -> usize {
        self.acts.last().map_or(0, |act| act.fighter)
    }

    /// Returns the outcome if the exchange has ended.
    #[inline]
    pub(super) fn ended(&self) -> Option<usize> {
        match self.standing {
            [0, 0] => Some(DRAW),
            [0, _] => Some(1),
            [_, 0] => Some(0),
            _ => None,
        }
    }
}
