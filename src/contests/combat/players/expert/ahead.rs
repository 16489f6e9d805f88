//! `expert` with a look ahead: its best actions are played on for some decisions, and the network
//! judges what has become of the fight then.

use super::network::{CERTAIN, Network};
use super::table::odds_at;
use super::{choose, fitting, weigh};
use crate::contest::Silent;
use crate::contests::combat::Combat;
use crate::contests::combat::engine::{Engine, Turn};
use crate::contests::combat::fight::Fight;
use crate::contests::combat::ledger::Uncounted;
use crate::contests::combat::players::{Player, finisher};
use crate::contests::combat::view::{Action, View, Whims};
use crate::dice::{Dice, Pool, Roller, Sampled};
use std::cell::Cell;

/// How far `expert` looks where all others are finishers and there are three sides or more, or any
/// optional rules: what comes of them is hard to judge, and what finishers do easy to foresee.
pub(in crate::contests::combat) const DEPTH: u32 = 3;

/// How many actions are played on.
const CANDIDATES: usize = 3;
/// Only actions within this chance of the best one are worth it, of [`CERTAIN`].
const WITHIN: u32 = CERTAIN / 10;
/// How often an action is played on that throws dice.
const SAMPLES: u64 = 8;

/// The action after which `depth` more decisions end best for the actor's side, on average over its
/// own luck. Everybody decides as declared, but nobody looks ahead in turn: finishers are
/// finishers, all others are taken for experts.
pub fn look_ahead<D: Dice>(
    depth: u32,
    view: &View,
    whims: &mut Whims<D>,
    (dice, fight): (&mut Sampled, &mut Fight),
) -> Action {
    let network = fitting(view);
    let mut best = [(i32::MIN, Action::Retreat); CANDIDATES];
    weigh(view, network, |odds, action| {
        let place = best.iter().position(|&(other, _)| odds > other);
        if let Some(place) = place {
            best[place..].rotate_right(1);
            best[place] = (odds, action);
        }
    });
    let least = network.chance(best[0].0).saturating_sub(WITHIN);
    let worth_it = |&&(odds, _): &&(i32, Action)| odds > i32::MIN && network.chance(odds) >= least;
    let candidates = best.iter().filter(worth_it).count();
    if candidates == 1 || network.chance(best[0].0) == CERTAIN {
        return best[0].1;
    }
    dice.reseed(whims.seed());
    let mut highest = (0, best[0].1);
    for &(_, action) in &best[..candidates] {
        let chance = average(depth, view, network, action, dice, fight);
        if chance > highest.0 {
            highest = (chance, action);
        }
    }
    highest.1
}

/// The chance of winning behind an action, summed over [`SAMPLES`].
fn average(
    depth: u32,
    view: &View,
    network: &Network,
    action: Action,
    dice: &mut Sampled,
    fight: &mut Fight,
) -> u64 {
    let mut sum = 0;
    for sample in 0..SAMPLES {
        dice.start(sample);
        let (chance, thrown) = play_on(depth, view, network, action, dice, fight);
        if !thrown {
            return u64::from(chance) * SAMPLES;
        }
        sum += u64::from(chance);
    }
    sum
}

/// Dice that tell whether anybody threw them, and stop a fight once it is judged.
struct Watched<'a> {
    dice: &'a mut Sampled,
    thrown: bool,
    judged: &'a Cell<Option<u32>>,
}

impl Dice for Watched<'_> {
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

    #[inline]
    fn abandoned(&self) -> bool {
        self.judged.get().is_some()
    }
}

/// Plays `action` and `depth` decisions more. Returns the chance of the actor's side then, and
/// whether dice were thrown on the way.
fn play_on(
    depth: u32,
    view: &View,
    network: &Network,
    action: Action,
    dice: &mut Sampled,
    fight: &mut Fight,
) -> (u32, bool) {
    let (combat, now) = view.table();
    let actor = view.actor();
    let side = combat.combatants()[actor].side;
    fight.clone_from(now);
    let judged = Cell::new(None);
    let mut left = depth;
    let mut watched = Watched {
        dice,
        thrown: false,
        judged: &judged,
    };
    let mut engine = Engine {
        combat,
        fight,
        dice: &mut watched,
        observer: Silent,
        ledger: Uncounted,
        choose: |view: &View, _: &mut Whims<Watched>| {
            if left == 0 {
                judged.set(Some(network.chance(odds_at(view, network, side))));
                // Nobody looks at the fight any more.
                return Action::Retreat;
            }
            left -= 1;
            reply(combat, view)
        },
    };
    if engine.step(actor, action) == Turn::GoesOn {
        engine.turn(actor);
    }
    let ended = engine.play();
    let (thrown, won) = (engine.dice.thrown, engine.fight.is_won_by(side));
    let chance = judged
        .get()
        .unwrap_or(if ended && won { CERTAIN } else { 0 });
    (chance, thrown)
}

/// What somebody does a decision or more ahead.
fn reply(combat: &Combat, view: &View) -> Action {
    match combat.combatants()[view.actor()].player {
        Player::Finisher => finisher::choose(view),
        _ => choose(view, fitting(view)),
    }
}
