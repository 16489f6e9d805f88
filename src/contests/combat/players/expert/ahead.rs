//! `expert` with a look ahead: its best actions are played on for some decisions, and the network
//! judges what has become of the fight then.

use super::network::{CERTAIN, Network};
use super::table::odds_at;
use super::{choose_with, cover, fitting, of_side, weigh_cover, weigh_with};
use crate::contest::{Silent, deadline};
use crate::contests::combat::Combat;
use crate::contests::combat::decide::Decide;
use crate::contests::combat::engine::{Engine, Step, Turn};
use crate::contests::combat::fight::Fight;
use crate::contests::combat::ledger::Uncounted;
use crate::contests::combat::player::Player;
use crate::contests::combat::players::finisher;
use crate::contests::combat::players::rollout::{Scratch, Thought};
use crate::contests::combat::shield::{Attacked, CoverDie, Shield};
use crate::contests::combat::view::{Action, View, Whims};
use crate::dice::{Dice, Pool, Roller, Sampled};
use std::cell::Cell;

/// How many choices are played on.
const CANDIDATES: usize = 3;
/// Only choices within this chance of the best one are worth it, of [`CERTAIN`].
const WITHIN: u32 = CERTAIN / 10;
/// How often a player plays a choice on that throws dice.
const SAMPLES: u64 = 8;

/// The best choices by the judgement of the network, the best of them first.
struct Best<T>([(i32, T); CANDIDATES]);

impl<T: Copy> Best<T> {
    fn new(none: T) -> Self {
        Self([(i32::MIN, none); CANDIDATES])
    }

    fn offer(&mut self, odds: i32, choice: T) {
        let place = self.0.iter().position(|&(other, _)| odds > other);
        if let Some(place) = place {
            self.0[place..].rotate_right(1);
            self.0[place] = (odds, choice);
        }
    }

    /// Those that are worth being played on: none where the first one is clear.
    fn worth_it(&self, network: &Network) -> &[(i32, T)] {
        let best = network.chance(self.0[0].0);
        let least = best.saturating_sub(WITHIN);
        let worth_it = |&&(odds, _): &&(i32, T)| odds > i32::MIN && network.chance(odds) >= least;
        let count = self.0.iter().filter(worth_it).count();
        let clear = count == 1 || best == CERTAIN;
        &self.0[..if clear { 0 } else { count }]
    }
}

/// The action after which `depth` more decisions end best for the actor's side, on average over its
/// own luck. Everybody decides as declared, but nobody looks ahead in turn: finishers are
/// finishers, all others are taken for experts.
pub(in crate::contests::combat::players) fn look_ahead<D: Dice>(
    depth: u32,
    view: &View,
    whims: &mut Whims<D>,
    mut scratch: Scratch,
) -> Action {
    let (combat, now) = view.table();
    let network = fitting(view);
    let mut best = Best::new(Action::Retreat);
    weigh_with(view, network, Some(scratch.step), |odds, action| {
        best.offer(odds, action);
    });
    let side = combat.combatants()[view.actor()].side;
    let ahead = Ahead {
        combat,
        now,
        network,
        side,
        depth,
        samples: SAMPLES,
    };
    let worth_it = best.worth_it(network);
    if worth_it.is_empty() {
        return best.0[0].1;
    }
    scratch.dice.reseed(whims.seed());
    let options = worth_it.iter().map(|&(_, action)| action);
    let chosen = ahead.best_of(
        options,
        |action| Step::Action(view.actor(), *action),
        &mut scratch,
    );
    chosen.unwrap_or(best.0[0].1)
}

/// The same for the Cover of one who is attacked. What `finisher` would spend is played on before all
/// others, however the network judges it: the network has learnt from those who spend so.
pub(in crate::contests::combat::players) fn cover_ahead<D: Dice>(
    depth: u32,
    attacked: &Attacked,
    whims: &mut Whims<D>,
    mut scratch: Scratch,
) -> Option<CoverDie> {
    let (combat, now, shield) = attacked.table();
    let side = combat.combatants()[shield.target].side;
    let network = of_side(combat, side);
    let mut best = Best::new((*shield, None));
    weigh_cover(attacked, Some(scratch.step), |odds, shield, first| {
        best.offer(odds, (*shield, first));
    });
    let ahead = Ahead {
        combat,
        now,
        network,
        side,
        depth,
        samples: SAMPLES,
    };
    let ruled = (shield.spent_by_rule(), attacked.most_kept());
    let worth_it = match best.worth_it(network) {
        [] => &best.0[..1],
        several => several,
    };
    let others = worth_it.iter().map(|&(_, option)| option);
    let others = others.filter(|(shield, _)| shield.places != ruled.0.places);
    if others.clone().next().is_none() {
        return ruled.1;
    }
    scratch.dice.reseed(whims.seed());
    let options = [ruled].into_iter().chain(others);
    let chosen = ahead.best_of(options, shielded, &mut scratch);
    chosen.unwrap_or(ruled).1
}

/// The chance of the actor's side behind an action, of [`CERTAIN`], once so many more decisions are played,
/// on average over so many samples of luck, the same for each action. Everybody decides as above.
pub(in crate::contests::combat) fn foresee(
    (depth, samples): (u32, u64),
    view: &View,
    action: Action,
    thought: &mut Thought,
) -> u32 {
    let (combat, now) = view.table();
    let ahead = Ahead {
        combat,
        now,
        network: fitting(view),
        side: combat.combatants()[view.actor()].side,
        depth,
        samples,
    };
    let mut scratch = thought.scratch();
    scratch.dice.reseed(0);
    let sum = ahead.average(Step::Action(view.actor(), action), &mut scratch);
    (sum / samples.max(1)) as u32
}

/// The step of an attack against which Cover is spent.
fn shielded((shield, _): &(Shield, Option<CoverDie>)) -> Step<'_> {
    Step::Shielded(shield)
}

/// What is played on, and for whom.
struct Ahead<'a> {
    combat: &'a Combat,
    now: &'a Fight,
    network: &'a Network,
    side: usize,
    depth: u32,
    /// How often a choice is played on that throws dice.
    samples: u64,
}

impl Ahead<'_> {
    /// Of some options the one that ends best, the first of equals.
    fn best_of<T>(
        &self,
        options: impl Iterator<Item = T>,
        step: impl for<'t> Fn(&'t T) -> Step<'t>,
        scratch: &mut Scratch,
    ) -> Option<T> {
        let mut best = None;
        let mut highest = 0;
        for option in options {
            let chance = self.average(step(&option), scratch);
            if best.is_none() || chance > highest {
                (best, highest) = (Some(option), chance);
            }
        }
        best
    }

    /// The chance of winning behind a step, summed over all samples.
    fn average(&self, step: Step, scratch: &mut Scratch) -> u64 {
        let mut sum = 0;
        for sample in 0..self.samples {
            deadline::check();
            scratch.dice.start(sample);
            let (chance, thrown) = self.play_on(step, scratch);
            if !thrown {
                return u64::from(chance) * self.samples;
            }
            sum += u64::from(chance);
        }
        sum
    }

    /// Plays a step and the decisions that follow. Returns the chance of the side then, and whether
    /// dice were thrown on the way.
    fn play_on(&self, step: Step, scratch: &mut Scratch) -> (u32, bool) {
        scratch.fight.clone_from(self.now);
        let judged = Cell::new(None);
        let mut watched = Watched {
            dice: scratch.dice,
            thrown: false,
            judged: &judged,
        };
        let mut engine = Engine {
            combat: self.combat,
            fight: &mut *scratch.fight,
            dice: &mut watched,
            observer: Silent,
            ledger: Uncounted,
            decide: Replies {
                left: self.depth,
                network: self.network,
                side: self.side,
                judged: &judged,
                step: &mut *scratch.step,
            },
        };
        if step.take(&mut engine) == Turn::GoesOn {
            engine.turn(step.actor());
        }
        let ended = engine.play();
        let (thrown, won) = (engine.dice.thrown, engine.fight.is_won_by(self.side));
        let chance = judged
            .get()
            .unwrap_or(if ended && won { CERTAIN } else { 0 });
        (chance, thrown)
    }
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

/// Everybody decides as declared, without looking ahead, until the fight is judged.
struct Replies<'a> {
    /// How many decisions are still played.
    left: u32,
    network: &'a Network,
    side: usize,
    judged: &'a Cell<Option<u32>>,
    step: &'a mut Fight,
}

impl<D: Dice> Decide<D> for Replies<'_> {
    fn act(&mut self, view: &View, _: &mut Whims<D>) -> Action {
        if self.left == 0 {
            let odds = odds_at(view, self.network, self.side);
            self.judged.set(Some(self.network.chance(odds)));
            // Nobody looks at the fight any more.
            return Action::Retreat;
        }
        self.left -= 1;
        match view.player() {
            Player::Finisher => finisher::choose(view),
            _ => choose_with(view, fitting(view), Some(self.step)),
        }
    }

    fn cover(&mut self, attacked: &Attacked, _: &mut Whims<D>) -> Option<CoverDie> {
        if attacked.player().ponders_cover() {
            cover(attacked, Some(self.step))
        } else {
            attacked.most_kept()
        }
    }
}
