//! What the plain program must do before it may judge another one.

mod base;
mod cover;
mod duels;
mod monsters;
mod players;
mod properties;
mod reinforcement;
mod replay;
mod rollout;
mod worked;
mod wounds;

use super::{Action, Combatant, Player, Report, Rules, View, fight, finisher};
use crate::plain::dice::{PlainDice, PlayoutLuck, Script};

fn combatant(side: usize, classes: &[usize]) -> Combatant {
    Combatant::rolling(side, classes)
}

fn attack(face: u8, target: usize) -> Action {
    Action::Attack { face, target }
}

fn support(face: u8, ally: usize) -> Action {
    Action::Support { face, ally }
}

fn change(class: usize) -> Action {
    Action::ChangeTactic { class }
}

/// Dirk, Emily and Mark Four against Duke Zero and the drones alpha, beta, gamma and delta.
fn canyon() -> Vec<Combatant> {
    vec![
        combatant(0, &[4, 3]),
        combatant(0, &[3]),
        combatant(0, &[2]),
        combatant(1, &[4]),
        combatant(1, &[2]),
        combatant(1, &[2]),
        combatant(1, &[2]),
        combatant(1, &[2]),
    ]
}

/// Finishers in every seat.
fn finishers() -> impl FnMut(&View, &mut dyn PlainDice) -> Action {
    |view: &View, _: &mut dyn PlainDice| finisher(view)
}

/// Combatants of one die each, one for each of these sides.
fn single_dice(sides: &[usize]) -> Vec<Combatant> {
    sides.iter().map(|&side| combatant(side, &[1])).collect()
}

/// A fight of `finisher`s on written dice, all of which it must use.
fn scripted(combatants: &[Combatant], sides: usize, rules: &Rules, lists: &[&[u8]]) -> Report {
    let mut dice = Script::new(lists.iter().map(|list| list.to_vec()).collect());
    let report = fight(combatants, sides, rules, &mut dice);
    assert!(dice.is_used_up());
    report
}

/// A seeded source for sampling: one sequence for all rollers, as each fight is looked at alone.
pub struct SplitMix {
    state: u64,
    /// The seed of the next play-out luck.
    playouts: u64,
}

impl SplitMix {
    pub fn new(seed: u64) -> Self {
        Self {
            state: seed,
            playouts: !seed,
        }
    }

    pub fn below(&mut self, n: usize) -> usize {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.state;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^= bits >> 31;
        // Uneven by less than one part in 2^50 for the few choices of a fight.
        ((u128::from(bits) * n as u128) >> 64) as usize
    }
}

impl PlainDice for SplitMix {
    fn throw(&mut self, _: usize, count: usize) -> Vec<u8> {
        (0..count).map(|_| self.below(6) as u8 + 1).collect()
    }

    fn choose(&mut self, _: usize, n: usize) -> usize {
        self.below(n)
    }
    fn playouts(&mut self, _: usize) -> PlayoutLuck {
        self.playouts = self.playouts.wrapping_add(0x0123_4567_89ab_cdef);
        let seed = self.playouts;
        Box::new(move |k| Box::new(Self::new(seed.wrapping_mul(k as u64 * 2 + 1))))
    }
}
