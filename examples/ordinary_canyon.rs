//! The ambush of `@canyon` as somebody writes it in Rust who has an evening for it: plain structs and vectors,
//! a good generator, finishers on both sides. `ordinary_canyon 1000000` plays so many fights and prints how many
//! the heroes win. docs/reference/performance.md compares the library with it.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::cmp::Reverse;

type Luck = Xoshiro256PlusPlus;

struct Combatant {
    side: usize,
    classes: &'static [u32],
    dice: Vec<u32>,
}

const HEROES: [&[u32]; 3] = [&[4, 3], &[3], &[2]];
const AMBUSHERS: [&[u32]; 5] = [&[4], &[2], &[2], &[2], &[2]];

fn throw(count: u32, luck: &mut Luck) -> Vec<u32> {
    (0..count).map(|_| luck.random_range(1..=6)).collect()
}

impl Combatant {
    fn new(side: usize, classes: &'static [u32], luck: &mut Luck) -> Self {
        Self {
            side,
            classes: &classes[1..],
            dice: throw(classes[0], luck),
        }
    }

    fn initiative(&self) -> u32 {
        self.dice.iter().sum()
    }
}

/// Whose turn it is: the highest initiative that nobody shares, after as many re-rolls as it takes.
fn next_turn(standing: &mut [Combatant], luck: &mut Luck) -> usize {
    loop {
        let mut holders = [0; 37];
        for one in &*standing {
            holders[one.initiative() as usize] += 1;
        }
        let alone = standing
            .iter()
            .enumerate()
            .filter(|(_, one)| holders[one.initiative() as usize] == 1);
        if let Some((position, _)) = alone.max_by_key(|(_, one)| one.initiative()) {
            return position;
        }
        for one in &mut *standing {
            if let Some(lowest) = one.dice.iter_mut().min() {
                *lowest = luck.random_range(1..=6);
            }
        }
    }
}

/// What a finisher attacks with, and whom; `None` where it changes its tactic.
fn attack(standing: &[Combatant], actor: usize) -> Option<(u32, usize)> {
    let own = &standing[actor];
    let opponents = || {
        let all = standing.iter().enumerate();
        all.filter(|(_, other)| other.side != own.side)
    };
    let faces = || (1..=6).filter(|face| own.dice.contains(face));
    for face in faces() {
        let emptied = opponents().filter(|(_, other)| other.dice.iter().all(|&die| die <= face));
        let best = emptied.max_by_key(|&(place, other)| (other.initiative(), Reverse(place)));
        if let Some((target, _)) = best {
            return Some((face, target));
        }
    }
    if own.dice.len() == 1 && !own.classes.is_empty() {
        return None;
    }
    let all = faces().flat_map(|face| opponents().map(move |(place, other)| (face, place, other)));
    let best = all.max_by_key(|&(face, place, other)| {
        let removed: u32 = other.dice.iter().filter(|&&die| die <= face).sum();
        (removed, Reverse(face), other.initiative(), Reverse(place))
    });
    best.map(|(face, target, _)| (face, target))
}

fn both_stand(standing: &[Combatant]) -> bool {
    (0..2).all(|side| standing.iter().any(|one| one.side == side))
}

/// Whether the heroes win.
fn fight(luck: &mut Luck) -> bool {
    let sides = [&HEROES[..], &AMBUSHERS[..]];
    let mut standing = Vec::new();
    for (side, members) in sides.into_iter().enumerate() {
        for classes in members {
            standing.push(Combatant::new(side, classes, luck));
        }
    }
    while both_stand(&standing) {
        let actor = next_turn(&mut standing, luck);
        let Some((face, target)) = attack(&standing, actor) else {
            let own = &mut standing[actor];
            own.dice = throw(own.classes[0], luck);
            own.classes = &own.classes[1..];
            continue;
        };
        let own = &mut standing[actor];
        let spent = own.dice.iter().position(|&die| die == face);
        own.dice.swap_remove(spent.expect("it has the die"));
        let is_spent = own.dice.is_empty();
        standing[target].dice.retain(|&die| die > face);
        if standing[target].dice.is_empty() {
            standing.remove(target);
        }
        if is_spent && both_stand(&standing) {
            standing.retain(|one| !one.dice.is_empty());
        }
    }
    standing[0].side == 0
}

fn main() {
    let fights = std::env::args().nth(1).and_then(|one| one.parse().ok());
    let mut luck = Luck::seed_from_u64(1);
    let won = (0..fights.unwrap_or(10_000)).filter(|_| fight(&mut luck));
    println!("{}", won.count());
}
