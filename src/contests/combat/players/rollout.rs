//! The player that tries every action in play-outs of the rest of the fight.

use super::finisher;
use crate::contest::Silent;
use crate::contests::combat::Combat;
use crate::contests::combat::engine::Engine;
use crate::contests::combat::fight::Fight;
use crate::contests::combat::ledger::Uncounted;
use crate::contests::combat::view::{Action, View, Whims};
use crate::dice::{Dice, Pool, Roller, Sampled};

/// What a player who thinks a fight through needs, made once for many fights.
#[derive(Clone, Debug)]
pub struct Thought {
    fight: Fight,
    dice: Sampled,
}

impl Thought {
    /// For fights of `combat`.
    pub(in crate::contests::combat) fn new(combat: &Combat) -> Self {
        // Nobody lays Cover or heals in the rest of a fight, and finishers have no whims.
        let mut rollers = combat.roller_names();
        rollers.truncate(combat.combatants().len() + 1);
        Self {
            fight: Fight::new(combat),
            dice: Sampled::new(0, &rollers),
        }
    }
}

/// Dice that remember whether anybody threw them.
struct Noticed<'a> {
    dice: &'a mut Sampled,
    thrown: bool,
}

impl Dice for Noticed<'_> {
    #[inline]
    fn pool(&mut self, roller: Roller, count: u32) -> Pool {
        self.thrown = true;
        self.dice.pool(roller, count)
    }

    #[inline]
    fn die(&mut self, roller: Roller, sides: u32) -> u32 {
        self.thrown = true;
        self.dice.die(roller, sides)
    }

    #[inline]
    fn choose(&mut self, roller: Roller, options: u32) -> u32 {
        self.thrown = true;
        self.dice.choose(roller, options)
    }
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
    let (combat, fight) = view.table();
    let side = combat.combatants()[view.actor()].side;
    let mut best = (0, Action::Retreat);
    let mut first = true;
    for action in view.actions() {
        let mut wins = 0;
        for playout in 0..playouts {
            thought.dice.start(u64::from(playout));
            thought.fight.clone_from(fight);
            let mut dice = Noticed {
                dice: &mut thought.dice,
                thrown: false,
            };
            let mut engine = Engine {
                combat,
                fight: &mut thought.fight,
                dice: &mut dice,
                observer: &mut Silent,
                ledger: &mut Uncounted,
                choose: &mut |view: &View, _: &mut Whims<Noticed>| finisher::choose(view),
            };
            let resolved = engine.play_from(view.actor(), action);
            let won = resolved && thought.fight.is_won_by(side);
            if !dice.thrown {
                // Without luck every play-out is this one.
                wins = if won { playouts } else { 0 };
                break;
            }
            wins += u32::from(won);
        }
        if first || wins > best.0 {
            best = (wins, action);
            first = false;
        }
    }
    best.1
}
