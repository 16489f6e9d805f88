//! The player that tries every action in play-outs of the rest of the fight.
//!
//! Finishers use randomness only in throws of dice, after a support or a change of tactic and in a
//! deadlock, and in lots among equal opponents. Up to the first of these all play-outs of an action
//! are the same, so that part is played once, and the play-outs start after it. A fight that ends
//! without throws, and without lots that matter, is played only once. A support throws one die, so
//! there are six such parts after it. The choice is the same as if every play-out were played in
//! full, as the reference program of the tests does.

use super::finisher;
use crate::combat::bitboard::{BitboardSetup, Board, FightEnd};
use crate::combat::engine::{Engine, FightMove};
use crate::combat::fight::{Fight, FightStage};
use crate::combat::player::Player;
use crate::combat::prepared::Combat;
use crate::combat::shield::{CoverDie, CoverView};
use crate::combat::view::{Action, PolicyRandomness, View};
use evenodds_core::contest::{Describe, deadline};
use evenodds_core::dice::{Dice, FACES, Pool, Roller, Sampled};

/// Buffers of a player that simulates fights, reused for many fights.
#[derive(Clone, Debug)]
pub struct SimulationBuffers {
    dice: Sampled,
    /// Fight that is played out.
    fight: Fight,
    /// Fights after an action, up to the first throw; after a support, one for each face of the
    /// given die.
    parts: Vec<RestOfFight>,
    /// The fight among finishers on a bitboard; `None` if it does not fit.
    bitboard: Option<BitboardSetup>,
    /// Best actions so far, equal in wins and rank.
    best: Vec<Action>,
}

/// Parts of [`SimulationBuffers`] that other players use.
pub(super) struct Scratch<'a> {
    pub(super) dice: &'a mut Sampled,
    /// Fight that is played out.
    pub(super) fight: &'a mut Fight,
}

/// A fight after an action, played up to the first throw.
#[derive(Clone, Debug)]
struct RestOfFight {
    /// Position before a turn or within one.
    fight: Fight,
    /// The same position on a bitboard, if the fight fits and a new turn begins.
    board: Board,
    next: FightContinuation,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FightContinuation {
    /// Not yet determined.
    Unknown,
    /// Decided without dice; contains whether the deciding player's side wins.
    Decided(bool),
    /// Depends on dice.
    Undecided,
}

impl SimulationBuffers {
    /// Creates the buffers for fights of `combat`.
    pub(in crate::combat) fn new(combat: &Combat) -> Self {
        // The rest of a fight rolls no Cover and has no healing.
        let mut rollers = combat.rollers();
        rollers.truncate(combat.policy_randomness(combat.combatants().len()));
        let fight = Fight::new(combat);
        let part = RestOfFight {
            fight: fight.clone(),
            board: Board::new(),
            next: FightContinuation::Unknown,
        };
        Self {
            dice: Sampled::new(0, &rollers),
            fight,
            parts: vec![part; FACES as usize],
            bitboard: BitboardSetup::new(combat, |_| Player::Finisher),
            // Opponents, allies or Classes, of which a combatant has at most twelve.
            best: Vec::with_capacity(combat.combatants().len().max(12)),
        }
    }

    /// Returns the dice and the fight for another player.
    pub(super) fn scratch(&mut self) -> Scratch<'_> {
        Scratch {
            dice: &mut self.dice,
            fight: &mut self.fight,
        }
    }
}

/// Dice that record throws and lots.
pub(super) struct TrackedDice<'a> {
    pub(super) dice: &'a mut Sampled,
    /// True if any dice were thrown.
    pub(super) thrown: bool,
    /// Number of lots drawn.
    pub(super) lots: u32,
    /// Result of the next single die, if already known.
    pub(super) given: Option<u32>,
}

impl Dice for TrackedDice<'_> {
    #[inline]
    fn pool(&mut self, roller: Roller, count: u32) -> Pool {
        self.thrown = true;
        self.dice.pool(roller, count)
    }

    #[inline]
    fn die(&mut self, roller: Roller, sides: u32) -> u32 {
        if let Some(face) = self.given.take() {
            return face;
        }
        self.thrown = true;
        self.dice.die(roller, sides)
    }

    #[inline]
    fn choose(&mut self, roller: Roller, options: u32) -> u32 {
        self.lots += 1;
        self.dice.choose(roller, options)
    }
}

impl TrackedDice<'_> {
    /// Returns whether anything was left to chance.
    pub(super) fn are_used(&self) -> bool {
        self.thrown || self.lots > 0
    }
}

/// A decision of a player.
struct PlayoutDecision<'a> {
    combat: &'a Combat,
    /// Position at the decision.
    now: &'a Fight,
    /// Side of the deciding player.
    side: usize,
    playouts: u32,
    buffers: &'a mut SimulationBuffers,
}

/// Returns the action with the most play-outs won by the actor's side. Ties go to the lowest
/// [`Action::rank`], then to one drawn by lot. Finishers decide for all combatants. Play-out *k* has
/// the same random seed for each action, independent of the trial's dice.
pub(super) fn choose<D: Dice>(
    playouts: u32,
    view: &View,
    randomness: &mut PolicyRandomness<D>,
    buffers: &mut SimulationBuffers,
) -> Action {
    buffers.dice.reseed(randomness.seed());
    let (combat, now) = view.table();
    let actor = view.actor();
    let mut decision = PlayoutDecision {
        combat,
        now,
        side: combat.combatants()[actor].side,
        playouts,
        buffers,
    };
    let (mut most, mut rank) = (-1, 0);
    for action in view.actions() {
        let may_tie = action.rank() == rank;
        let wins = decision.wins(FightMove::Turn(action), most - i64::from(may_tie));
        let best = &mut decision.buffers.best;
        if wins > most {
            best.clear();
            (most, rank) = (wins, action.rank());
        }
        if wins == most && action.rank() == rank {
            best.push(action);
        }
    }
    let best = randomness.draw(buffers.best.iter().copied());
    best.unwrap_or(Action::Retreat)
}

/// Returns the Cover die with the most play-outs won by the target's side, or `None` for no more
/// Cover. Ties go to the first in the order of [`CoverView::choices`], with `None` last. After a
/// die, others may be spent as `finisher` does.
pub(super) fn cover<D: Dice>(
    playouts: u32,
    attacked: &CoverView,
    randomness: &mut PolicyRandomness<D>,
    buffers: &mut SimulationBuffers,
) -> Option<CoverDie> {
    buffers.dice.reseed(randomness.seed());
    let (combat, now, shield) = attacked.table();
    let mut decision = PlayoutDecision {
        combat,
        now,
        side: combat.combatants()[shield.target].side,
        playouts,
        buffers,
    };
    let mut best = (-1, None);
    for &die in &*shield.choices() {
        let wins = decision.wins(FightMove::Cover(Some(die)), best.0);
        if wins > best.0 {
            best = (wins, Some(die));
        }
    }
    let wins = decision.wins(FightMove::Cover(None), best.0);
    if wins > best.0 {
        best = (wins, None);
    }
    best.1
}

impl PlayoutDecision<'_> {
    /// Returns the number of play-outs of a step that the side wins. If that is at most `best`, the
    /// result may be any smaller number, since the step is not chosen then.
    fn wins(&mut self, step: FightMove, best: i64) -> i64 {
        for part in &mut self.buffers.parts {
            part.next = FightContinuation::Unknown;
        }
        // Reinforcements due after a support throw their dice in the same step.
        let aided = match step {
            FightMove::Turn(Action::Support { ally, .. }) if !self.combat.has_awaited_arrivals => {
                Some(ally)
            }
            _ => None,
        };
        if aided.is_none() {
            self.buffers.dice.start(0);
            self.explore(0, step, None);
            if let FightContinuation::Decided(won) = self.buffers.parts[0].next {
                return if won { i64::from(self.playouts) } else { 0 };
            }
        }
        let mut wins = 0;
        for playout in 0..self.playouts {
            deadline::check();
            if wins + i64::from(self.playouts - playout) <= best {
                break;
            }
            self.buffers.dice.start(u64::from(playout));
            let part = aided.map_or(0, |ally| self.part_after_aid(ally, playout, step));
            wins += i64::from(self.wins_playout(part, step));
        }
        wins
    }

    /// Throws the die given to an ally; returns the part that continues after its face.
    fn part_after_aid(&mut self, ally: usize, playout: u32, step: FightMove) -> usize {
        let face = self.buffers.dice.die(ally, FACES);
        let part = face as usize - 1;
        if self.buffers.parts[part].next == FightContinuation::Unknown {
            self.explore(part, step, Some(face));
            // The exploration may have thrown dice of this play-out.
            self.buffers.dice.start(u64::from(playout));
            self.buffers.dice.die(ally, FACES);
        }
        part
    }

    /// Plays the fight after a step up to the first throw, not counting the die that shows `given`.
    /// A step that throws at once leaves its part unknown.
    fn explore(&mut self, part: usize, step: FightMove, given: Option<u32>) {
        let buffers = &mut *self.buffers;
        let part = &mut buffers.parts[part];
        buffers.fight.clone_from(self.now);
        let mut tracked = TrackedDice {
            dice: &mut buffers.dice,
            thrown: false,
            lots: 0,
            given,
        };
        let mut engine = Engine::silent(self.combat, &mut buffers.fight, &mut tracked);
        engine.apply(step);
        if engine.dice.are_used() {
            return;
        }
        let mut void_lots = 0;
        loop {
            // The part ends before the first lot among equal targets. It cannot change who wins, but
            // decides who throws dice later, so each play-out draws it. A lot in a deadlock matters.
            if void_lots == 0 {
                part.fight.clone_from(engine.fight);
            }
            let mut has_equal_targets = false;
            let over = !engine.play_turn(|view, randomness| {
                let action = finisher::choose(view, randomness);
                has_equal_targets = view.has_equal_targets(action);
                action
            });
            void_lots += u32::from(has_equal_targets && engine.dice.lots > void_lots);
            if engine.dice.thrown || engine.dice.lots > void_lots {
                part.next = FightContinuation::Undecided;
                if buffers.bitboard.is_some() && part.fight.stage == FightStage::BetweenTurns {
                    part.board = Board::of(&part.fight);
                }
                return;
            }
            if over {
                part.next = FightContinuation::Decided(engine.fight.is_won_by(self.side));
                return;
            }
        }
    }

    /// Continues from the end of a part with the dice of the current play-out; returns whether the
    /// side wins.
    fn wins_playout(&mut self, part: usize, step: FightMove) -> bool {
        let buffers = &mut *self.buffers;
        let part = &buffers.parts[part];
        let won = FightEnd::Outcome(self.side as u8);
        match (part.next, &buffers.bitboard) {
            (FightContinuation::Decided(won), _) => return won,
            (FightContinuation::Undecided, Some(bitboard))
                if part.fight.stage == FightStage::BetweenTurns =>
            {
                return part.board.clone().play(bitboard, &mut buffers.dice) == won;
            }
            _ => {}
        }
        let is_open = part.next == FightContinuation::Undecided;
        buffers
            .fight
            .clone_from(if is_open { &part.fight } else { self.now });
        let mut engine = Engine::silent(self.combat, &mut buffers.fight, &mut buffers.dice);
        if !is_open {
            engine.apply(step);
        }
        if let Some(bitboard) = &buffers.bitboard {
            if engine.fight.stage != FightStage::BetweenTurns {
                engine.play_turn(finisher::choose);
            }
            return Board::of(engine.fight).play(bitboard, engine.dice) == won;
        }
        while engine.play_turn(finisher::choose) {}
        engine.fight.is_won_by(self.side)
    }
}
