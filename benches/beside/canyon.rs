//! The ambush of `@canyon` as an ordinary Rust program, without the library: structs, vectors and a good
//! generator, with the player `finisher` on both sides. `ordinary_canyon 1000000` plays 1,000,000 fights and
//! prints how many of them the heroes win. benches/times.md compares the library with it.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::cmp::Reverse;

type Generator = Xoshiro256PlusPlus;

struct Combatant {
    side: usize,
    classes: &'static [u32],
    dice: Vec<u32>,
}

const HEROES: [&[u32]; 3] = [&[4, 3], &[3], &[2]];
const AMBUSHERS: [&[u32]; 5] = [&[4], &[2], &[2], &[2], &[2]];

fn throw(count: u32, generator: &mut Generator) -> Vec<u32> {
    (0..count).map(|_| generator.random_range(1..=6)).collect()
}

impl Combatant {
    fn new(side: usize, classes: &'static [u32], generator: &mut Generator) -> Self {
        Self {
            side,
            classes: &classes[1..],
            dice: throw(classes[0], generator),
        }
    }

    fn initiative(&self) -> u32 {
        self.dice.iter().sum()
    }
}

/// Returns the index of the combatant with the highest unique initiative, after the necessary re-rolls.
fn next_turn(standing: &mut [Combatant], generator: &mut Generator) -> usize {
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
                *lowest = generator.random_range(1..=6);
            }
        }
    }
}

/// Returns the die and the target of a finisher's attack; `None` if it changes its tactic.
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

/// Plays a fight and returns whether the heroes win.
fn fight(generator: &mut Generator) -> bool {
    let sides = [&HEROES[..], &AMBUSHERS[..]];
    let mut standing = Vec::new();
    for (side, members) in sides.into_iter().enumerate() {
        for classes in members {
            standing.push(Combatant::new(side, classes, generator));
        }
    }
    while both_stand(&standing) {
        let actor = next_turn(&mut standing, generator);
        let Some((face, target)) = attack(&standing, actor) else {
            let own = &mut standing[actor];
            own.dice = throw(own.classes[0], generator);
            own.classes = &own.classes[1..];
            continue;
        };
        let own = &mut standing[actor];
        let spent = own.dice.iter().position(|&die| die == face);
        own.dice.swap_remove(spent.expect("the actor has the die"));
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
    let mut generator = Generator::seed_from_u64(1);
    let won = (0..fights.unwrap_or(10_000)).filter(|_| fight(&mut generator));
    println!("{}", won.count());
}
