//! The player that tries every action in play-outs of the rest of the fight.
//!
//! Finishers use luck only where dice are thrown: after an aid, a change of tactic, in a deadlock.
//! Up to the first throw all play-outs of an action are the same, so that part is played once and the
//! play-outs begin behind it; one that never throws is played once for all. An aid throws one die, so
//! there are six such parts behind it. The choice is the same as if every play-out were played whole,
//! which the plain program does.

use super::finisher;
use crate::contest::deadline;
use crate::contests::combat::Combat;
use crate::contests::combat::engine::{Engine, Move};
use crate::contests::combat::fight::{Fight, Stage};
use crate::contests::combat::player::Player;
use crate::contests::combat::shield::{Attacked, CoverDie};
use crate::contests::combat::small::{Board, End, Small};
use crate::contests::combat::view::{Action, View, Whims};
use crate::dice::{Dice, FACES, Pool, Roller, Sampled};

/// What a player who thinks a fight through needs, made once for many fights.
#[derive(Clone, Debug)]
pub struct Thought {
    dice: Sampled,
    /// The fight being played out.
    fight: Fight,
    /// The fight behind an action, up to its first throw; one for each face of a die given away.
    parts: Vec<Rest>,
    /// The fight among finishers, where it fits on a board.
    small: Option<Small>,
}

/// What another thinker has of a [`Thought`].
pub(super) struct Scratch<'a> {
    pub(super) dice: &'a mut Sampled,
    /// A table for a fight that is played on.
    pub(super) fight: &'a mut Fight,
}

/// A fight up to the first throw.
#[derive(Clone, Debug)]
struct Rest {
    /// Where it stands then: before a turn, or in the middle of one.
    fight: Fight,
    /// The same on a board, where there is one and a new turn begins.
    board: Board,
    next: Next,
}

/// How a fight goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    /// Nobody has looked yet.
    Unknown,
    /// It was decided without luck; true if the side that thinks wins.
    Decided(bool),
    /// With dice.
    Open,
}

impl Thought {
    /// For fights of `combat`.
    pub(in crate::contests::combat) fn new(combat: &Combat) -> Self {
        // Nobody lays Cover or heals in the rest of a fight, and finishers have no whims.
        let mut rollers = combat.roller_names();
        rollers.truncate(combat.combatants().len() + 1);
        let fight = Fight::new(combat);
        let part = Rest {
            fight: fight.clone(),
            board: Board::new(),
            next: Next::Unknown,
        };
        Self {
            dice: Sampled::new(0, &rollers),
            fight,
            parts: vec![part; FACES as usize],
            small: Small::new(combat, |_| Player::Finisher),
        }
    }

    /// Dice and tables for whoever thinks in another way.
    pub(super) fn scratch(&mut self) -> Scratch<'_> {
        Scratch {
            dice: &mut self.dice,
            fight: &mut self.fight,
        }
    }
}

/// Dice that remember whether anybody threw them, for whatever reason.
pub(super) struct Noticed<'a> {
    pub(super) dice: &'a mut Sampled,
    pub(super) thrown: bool,
    /// What the next die shows, if that is settled already.
    pub(super) given: Option<u32>,
}

impl Dice for Noticed<'_> {
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
        self.thrown = true;
        self.dice.choose(roller, options)
    }
}

/// One who thinks about one decision.
struct Thinker<'a> {
    combat: &'a Combat,
    /// The fight as it stands.
    now: &'a Fight,
    /// The side that thinks.
    side: usize,
    playouts: u32,
    thought: &'a mut Thought,
}

/// Of all legal actions the one whose play-outs its side wins most often, the first of equals.
/// Finishers sit in every seat; the luck of play-out k is the same for each action, and never the
/// trial's own.
pub(super) fn choose<D: Dice>(
    playouts: u32,
    view: &View,
    whims: &mut Whims<D>,
    thought: &mut Thought,
) -> Action {
    thought.dice.reseed(whims.seed());
    let (combat, now) = view.table();
    let actor = view.actor();
    let mut thinker = Thinker {
        combat,
        now,
        side: combat.combatants()[actor].side,
        playouts,
        thought,
    };
    let mut best = (-1, Action::Retreat);
    for action in view.actions() {
        let wins = thinker.wins(Move::Turn(action), best.0);
        if wins > best.0 {
            best = (wins, action);
        }
    }
    best.1
}

/// The same for the Cover of one who is attacked: of the dice that could be spent next, and of none,
/// what the target's side wins most often with, the first of equals in the order of
/// [`Attacked::choices`], none last. A die may be followed by others, as `finisher` spends them.
pub(super) fn cover<D: Dice>(
    playouts: u32,
    attacked: &Attacked,
    whims: &mut Whims<D>,
    thought: &mut Thought,
) -> Option<CoverDie> {
    thought.dice.reseed(whims.seed());
    let (combat, now, shield) = attacked.table();
    let mut thinker = Thinker {
        combat,
        now,
        side: combat.combatants()[shield.target].side,
        playouts,
        thought,
    };
    let mut best = (-1, None);
    for &die in &*shield.choices() {
        let wins = thinker.wins(Move::Cover(Some(die)), best.0);
        if wins > best.0 {
            best = (wins, Some(die));
        }
    }
    let wins = thinker.wins(Move::Cover(None), best.0);
    if wins > best.0 {
        best = (wins, None);
    }
    best.1
}

impl Thinker<'_> {
    /// How many play-outs of a step the side wins; any smaller number if those are not more than
    /// `best`, since then nobody asks.
    fn wins(&mut self, step: Move, best: i64) -> i64 {
        for part in &mut self.thought.parts {
            part.next = Next::Unknown;
        }
        // Reinforcements that an aid calls throw dice behind it in the same step.
        let aided = match step {
            Move::Turn(Action::Support { ally, .. }) if !self.combat.has_awaited_arrivals => {
                Some(ally)
            }
            _ => None,
        };
        if aided.is_none() {
            self.thought.dice.start(0);
            self.explore(0, step, None);
            if let Next::Decided(won) = self.thought.parts[0].next {
                return if won { i64::from(self.playouts) } else { 0 };
            }
        }
        let mut wins = 0;
        for playout in 0..self.playouts {
            deadline::check();
            if wins + i64::from(self.playouts - playout) <= best {
                break;
            }
            self.thought.dice.start(u64::from(playout));
            let part = aided.map_or(0, |ally| self.aid(ally, playout, step));
            wins += i64::from(self.goes_well(part, step));
        }
        wins
    }

    /// Throws the die that is given to an ally and returns the part that goes on from what it shows.
    fn aid(&mut self, ally: usize, playout: u32, step: Move) -> usize {
        let face = self.thought.dice.die(ally, FACES);
        let part = face as usize - 1;
        if self.thought.parts[part].next == Next::Unknown {
            self.explore(part, step, Some(face));
            // Looking may have thrown dice of this play-out.
            self.thought.dice.start(u64::from(playout));
            self.thought.dice.die(ally, FACES);
        }
        part
    }

    /// Plays the fight behind a step up to the first throw, other than the die that shows `given`.
    /// A step that throws at once leaves its part unknown.
    fn explore(&mut self, part: usize, step: Move, given: Option<u32>) {
        let thought = &mut *self.thought;
        let part = &mut thought.parts[part];
        thought.fight.clone_from(self.now);
        let mut noticed = Noticed {
            dice: &mut thought.dice,
            thrown: false,
            given,
        };
        let mut engine = Engine::silent(self.combat, &mut thought.fight, &mut noticed);
        engine.apply(step);
        if engine.dice.thrown {
            return;
        }
        loop {
            part.fight.clone_from(engine.fight);
            let over = !engine.play_turn(finisher::choose);
            if engine.dice.thrown {
                part.next = Next::Open;
                if thought.small.is_some() && part.fight.stage == Stage::Between {
                    part.board = Board::of(&part.fight);
                }
                return;
            }
            if over {
                part.next = Next::Decided(engine.fight.is_won_by(self.side));
                return;
            }
        }
    }

    /// Whether the side wins the play-out whose dice lie ready, from where its part ends.
    fn goes_well(&mut self, part: usize, step: Move) -> bool {
        let thought = &mut *self.thought;
        let part = &thought.parts[part];
        let won = End::Outcome(self.side as u8);
        match (part.next, &thought.small) {
            (Next::Decided(won), _) => return won,
            (Next::Open, Some(small)) if part.fight.stage == Stage::Between => {
                return part.board.clone().play(small, &mut thought.dice) == won;
            }
            _ => {}
        }
        let is_open = part.next == Next::Open;
        thought
            .fight
            .clone_from(if is_open { &part.fight } else { self.now });
        let mut engine = Engine::silent(self.combat, &mut thought.fight, &mut thought.dice);
        if !is_open {
            engine.apply(step);
        }
        if let Some(small) = &thought.small {
            if engine.fight.stage != Stage::Between {
                engine.play_turn(finisher::choose);
            }
            return Board::of(engine.fight).play(small, engine.dice) == won;
        }
        while engine.play_turn(finisher::choose) {}
        engine.fight.is_won_by(self.side)
    }
}
