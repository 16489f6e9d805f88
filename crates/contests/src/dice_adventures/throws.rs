//! Solution of the dice of one adventure: rerolls, stopping, and the result to aim at.
//!
//! A *hand* is a number that encodes the dice: faces minus one as base-6 digits, with heroes in
//! class order and the hireling last. The values of all hands are computed from the values of
//! results by backward induction over the number of rerolls left. Problems that differ only in the
//! values of results are solved together: each value is an array of *lanes*.

use super::book::{Book, ModifierWhen};
use super::deck::Modifier;
use super::party::{HeroClass, Party, SEATS};
use super::turn_costs::{TurnCosts, TurnFactors, UNREACHABLE_COST};
use super::view::GameState;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Next move of a policy with a hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum DiceMove {
    /// No further reroll.
    #[default]
    Stop,
    /// The wizard rerolls the wizard's own die.
    Wizard,
    /// The bard rerolls the die of this index.
    Bard(usize),
    /// A magic weapon rerolls the die of this index.
    Weapon(usize),
}

impl DiceMove {
    pub(super) fn code(self) -> u8 {
        match self {
            Self::Stop => 0,
            Self::Wizard => 1,
            Self::Bard(die) => 2 + die as u8,
            Self::Weapon(die) => (2 + DICE + die) as u8,
        }
    }

    pub(super) fn of(code: u8) -> Self {
        match usize::from(code) {
            0 => Self::Stop,
            1 => Self::Wizard,
            code if code < 2 + DICE => Self::Bard(code - 2),
            code => Self::Weapon(code - 2 - DICE),
        }
    }
}

/// Tolerance for equal values: far above rounding errors, and far below relevant differences.
pub(super) const EQUAL: f64 = 1e-9;

/// Maximum number of dice: those of three heroes and a hireling.
pub(super) const DICE: usize = SEATS + 1;

/// Dice of an adventure, with the powers that can change them.
#[derive(Debug)]
pub(super) struct AdventureThrow {
    /// Number of heroes.
    pub heroes: usize,
    /// Number of dice, the hireling's included.
    pub dice: usize,
    /// Chance of each hand when the dice are thrown.
    pub initial: Vec<f64>,
    /// Chances of the faces of each die when it is rerolled.
    pub reroll_chances: [[f64; 6]; DICE],
    /// Index of the wizard and remaining uses of the power.
    pub wizard: Option<(usize, u8)>,
    /// Index of the bard and remaining uses of the power.
    pub bard: Option<(usize, u8)>,
    powers: (usize, usize),
    /// Index of the warrior and remaining uses of the power.
    pub warrior: Option<(usize, u8)>,
    /// Index of the cleric and remaining uses of the power.
    pub cleric: Option<(usize, u8)>,
    /// Number of heroes' dice that get the required change before all actions.
    pub raises: usize,
    /// Required change of a die, applied before or after all actions.
    pub by: i8,
    /// Cheapest turns to each result.
    pub aims: Arc<TurnCosts>,
    /// Index into `costs` for each hand.
    pub kinds: Vec<u16>,
    /// Distinct lists of costs: the provisions needed for each result.
    pub costs: Vec<[u8; 6]>,
}

/// Maximum number of possible rerolls of a hand.
const MOST_REROLLS: usize = 2 + DICE + SEATS;

/// A possible reroll: its move, its die, and the means over the die by the hand without it.
type Reroll<'b, const LANES: usize> = (DiceMove, usize, &'b [[f64; LANES]]);

/// Reusable buffers for the values of hands.
#[derive(Debug)]
pub(super) struct HandBuffers<const LANES: usize> {
    hands: Vec<[f64; LANES]>,
    kinds: Vec<[f64; LANES]>,
    /// Means over a rerolled die, by powers left, die, and hand without that die.
    now: Vec<[f64; LANES]>,
    /// Means as in `now`, with one weapon less.
    before: Vec<[f64; LANES]>,
}

impl<const LANES: usize> Default for HandBuffers<LANES> {
    fn default() -> Self {
        Self {
            hands: Vec::new(),
            kinds: Vec::new(),
            now: Vec::new(),
            before: Vec::new(),
        }
    }
}

pub(super) const POWERS_OF_6: [usize; DICE + 1] = [1, 6, 36, 216, 1296];

/// Returns, for each hand of `dice` dice, the hand without each die.
fn remaining_hands(dice: usize) -> &'static [[u16; DICE]] {
    static RESTS: [OnceLock<Vec<[u16; DICE]>>; DICE + 1] = [const { OnceLock::new() }; DICE + 1];
    RESTS[dice].get_or_init(|| {
        let without = |hand: usize, die: usize| {
            hand / (6 * POWERS_OF_6[die]) * POWERS_OF_6[die] + hand % POWERS_OF_6[die]
        };
        (0..POWERS_OF_6[dice])
            .map(|hand| std::array::from_fn(|die| without(hand, die) as u16))
            .collect()
    })
}

/// Returns the chances of the lowest of `dice` dice.
fn lowest_of(dice: u32) -> [f64; 6] {
    let all = f64::from(6_u32.pow(dice));
    std::array::from_fn(|face| {
        let at_least = |faces: usize| faces.pow(dice) as f64;
        (at_least(6 - face) - at_least(5 - face)) / all
    })
}

/// Returns a hand with another face of a die; `face` is the face minus one.
#[inline]
pub(super) fn with_face(hand: usize, die: usize, face: usize) -> usize {
    hand - (hand / POWERS_OF_6[die] % 6) * POWERS_OF_6[die] + face * POWERS_OF_6[die]
}

/// Returns a hand after a change of 1 on a set of dice.
#[inline]
pub(super) fn raised(hand: usize, set: u8, by: i8) -> usize {
    (0..SEATS).fold(hand, |hand, die| {
        let face = hand / POWERS_OF_6[die] % 6;
        if set & 1 << die == 0 {
            hand
        } else if by > 0 && face < 5 {
            hand + POWERS_OF_6[die]
        } else if by < 0 && face > 0 {
            hand - POWERS_OF_6[die]
        } else {
            hand
        }
    })
}

// The loops over lanes avoid iterators: they are innermost loops and must be fast in test builds,
// which have little optimization.

/// Raises each lane to that of `other`.
#[inline]
fn raise_to<const LANES: usize>(value: &mut [f64; LANES], other: &[f64; LANES]) {
    let mut lane = 0;
    while lane < LANES {
        if other[lane] > value[lane] {
            value[lane] = other[lane];
        }
        lane += 1;
    }
}

/// Adds `chance` times `other` to each lane.
#[inline]
fn add_to<const LANES: usize>(sum: &mut [f64; LANES], chance: f64, other: &[f64; LANES]) {
    let mut lane = 0;
    while lane < LANES {
        sum[lane] += chance * other[lane];
        lane += 1;
    }
}

impl AdventureThrow {
    /// Creates the dice of a party, sorted by class; `uses` has the remaining uses of each hero's
    /// power.
    pub(super) fn new(
        book: &Book,
        party: &Party,
        uses: [u8; SEATS],
        hireling: bool,
        modifier: Modifier,
        aims: impl FnOnce(TurnFactors) -> Arc<TurnCosts>,
    ) -> Self {
        let heroes = party.alive() as usize;
        let dice = heroes + usize::from(hireling);
        let placed = |class| {
            let hero = |&(_, hero): &(usize, super::party::Hero)| hero.class == class;
            let (position, _) = party.heroes().find(hero)?;
            Some((position, uses[position]))
        };
        let (mut first, mut reroll_chances) = ([lowest_of(1); DICE], [lowest_of(1); DICE]);
        for (position, hero) in party.heroes() {
            first[position] = lowest_of(book.dice(hero.class, hero.level));
            reroll_chances[position] = lowest_of(book.reroll_dice(hero.class, hero.level));
        }
        let initial = (0..POWERS_OF_6[dice])
            .map(|hand| {
                let chance = |die: usize| first[die][hand / POWERS_OF_6[die] % 6];
                (0..dice).map(chance).product()
            })
            .collect();
        let after = book.options.modifier_when == ModifierWhen::After;
        let aims = aims(TurnFactors {
            heroes,
            hireling,
            warrior: placed(HeroClass::Warrior),
            cleric: placed(HeroClass::Cleric),
            modifier: if after { modifier } else { Modifier::NONE },
        });
        let mut costs: Vec<[u8; 6]> = Vec::new();
        let mut known = HashMap::new();
        let kinds = (0..POWERS_OF_6[dice])
            .map(|hand| {
                let list = aims.costs(hand);
                *known.entry(list).or_insert_with(|| {
                    costs.push(list);
                    costs.len() as u16 - 1
                })
            })
            .collect();
        let (wizard, bard) = (placed(HeroClass::Wizard), placed(HeroClass::Bard));
        let count = |who: Option<(usize, u8)>| who.map_or(1, |(_, level)| usize::from(level) + 1);
        Self {
            heroes,
            dice,
            initial,
            reroll_chances,
            wizard,
            bard,
            powers: (count(wizard), count(bard)),
            warrior: placed(HeroClass::Warrior),
            cleric: placed(HeroClass::Cleric),
            raises: if after {
                0
            } else {
                modifier.among(heroes as u32)
            },
            by: modifier.by,
            aims,
            kinds,
            costs,
        }
    }

    /// Returns the chances of the faces of the lowest of `dice` dice.
    pub(super) fn chances(dice: u32) -> [f64; 6] {
        lowest_of(dice)
    }

    /// Returns one more than the remaining uses of the wizard's and the bard's powers.
    #[inline]
    pub(super) fn powers(&self) -> (usize, usize) {
        self.powers
    }

    /// Returns the sets of heroes whose dice may be changed before all actions, ascending.
    pub(super) fn raising(&self) -> impl Iterator<Item = u8> + Clone + use<> {
        let raises = self.raises;
        (0_u8..1 << self.heroes).filter(move |set| set.count_ones() as usize == raises)
    }

    /// Solves the dice with up to `weapons` magic weapons. `fill` sets the value of each kind of
    /// hand without further rerolls, for a number of weapons left. Calls `root` with the value
    /// before the throw, for each number of weapons from 0. Stores the moves of lane 0 in `codes`.
    pub(super) fn solve<const LANES: usize>(
        &self,
        weapons: usize,
        buffers: &mut HandBuffers<LANES>,
        mut fill: impl FnMut(usize, &mut [[f64; LANES]]),
        mut root: impl FnMut(usize, [f64; LANES], &[[f64; LANES]]),
        mut codes: Option<&mut [u8]>,
    ) {
        let size = POWERS_OF_6[self.dice];
        let part = size / 6;
        let remaining_hands = &remaining_hands(self.dice)[..size];
        let (wizards, bards) = self.powers();
        let powers = wizards * bards;
        let zero = [0.0; LANES];
        buffers.hands.resize(size, zero);
        buffers.kinds.resize(self.costs.len(), zero);
        buffers.now.resize(powers * DICE * part, zero);
        buffers.before.resize(powers * DICE * part, zero);
        for weapon in 0..=weapons {
            fill(weapon, &mut buffers.kinds);
            for power in 0..powers {
                let (wizard, bard) = (power / bards, power % bards);
                for (hand, &kind) in buffers.hands.iter_mut().zip(&self.kinds) {
                    *hand = buffers.kinds[usize::from(kind)];
                }
                let left = [weapon, power];
                let (options, count) = self.rerolls(left, &buffers.now, &buffers.before);
                let options = &options[..count];
                if let Some(codes) = codes.as_deref_mut() {
                    let start = (weapon * powers + power) * size;
                    for (hand, code) in codes[start..start + size].iter_mut().enumerate() {
                        *code =
                            best_move(&buffers.hands[hand], options, &remaining_hands[hand]).code();
                    }
                }
                for &(_, die, table) in options {
                    for (value, rest) in buffers.hands.iter_mut().zip(remaining_hands) {
                        raise_to(value, &table[usize::from(rest[die])]);
                    }
                }
                let needed = |die: usize| {
                    self.is_rerolled(die, [wizard, bard]) || die < self.heroes && weapon < weapons
                };
                for die in (0..self.dice).filter(|&die| needed(die)) {
                    let table = &mut buffers.now[self.means(power, die)];
                    average(&buffers.hands, die, &self.reroll_chances[die], table);
                }
            }
            let sum = self.before_throw(&buffers.hands);
            root(weapon, sum, &buffers.hands);
            std::mem::swap(&mut buffers.now, &mut buffers.before);
        }
    }

    /// Returns the range of the means over a die, with a number of powers left, in the buffers.
    #[inline]
    fn means(&self, power: usize, die: usize) -> Range<usize> {
        let part = POWERS_OF_6[self.dice] / 6;
        let start = (power * DICE + die) * part;
        start..start + part
    }

    /// Returns the possible rerolls with a number of weapons and of powers left, and their number.
    /// Ties go to the first.
    #[inline]
    fn rerolls<'b, const LANES: usize>(
        &self,
        [weapon, power]: [usize; 2],
        now: &'b [[f64; LANES]],
        before: &'b [[f64; LANES]],
    ) -> ([Reroll<'b, LANES>; MOST_REROLLS], usize) {
        let bards = self.powers.1;
        let (wizard, bard) = (power / bards, power % bards);
        let mut options = [(DiceMove::Stop, 0, &[] as &[[f64; LANES]]); MOST_REROLLS];
        let mut count = 0;
        let mut option = |action, die, table| {
            options[count] = (action, die, table);
            count += 1;
        };
        if let Some((die, _)) = self.wizard
            && wizard > 0
        {
            let means = self.means(power - bards, die);
            option(DiceMove::Wizard, die, &now[means]);
        }
        if let Some((own, _)) = self.bard
            && bard > 0
        {
            for die in (0..self.dice).filter(|&die| die != own) {
                option(DiceMove::Bard(die), die, &now[self.means(power - 1, die)]);
            }
        }
        if weapon > 0 {
            for die in 0..self.heroes {
                option(DiceMove::Weapon(die), die, &before[self.means(power, die)]);
            }
        }
        (options, count)
    }

    /// Returns whether the wizard or the bard may reroll a die with one more use of the power than
    /// these.
    #[inline]
    fn is_rerolled(&self, die: usize, [wizard, bard]: [usize; 2]) -> bool {
        let (wizards, bards) = self.powers;
        self.wizard
            .is_some_and(|(own, _)| own == die && wizard + 1 < wizards)
            || self
                .bard
                .is_some_and(|(own, _)| own != die && bard + 1 < bards)
    }

    /// Returns the value before the throw, from the values of the hands.
    #[inline]
    fn before_throw<const LANES: usize>(&self, hands: &[[f64; LANES]]) -> [f64; LANES] {
        let mut sum = [0.0; LANES];
        for (hand, &chance) in self.initial.iter().enumerate() {
            let mut best = hands[hand];
            if self.raises > 0 {
                best = [f64::NEG_INFINITY; LANES];
                for set in self.raising() {
                    raise_to(&mut best, &hands[raised(hand, set, self.by)]);
                }
            }
            add_to(&mut sum, chance, &best);
        }
        sum
    }
}

/// Returns the best move in lane 0 with a hand of this value; `rest` has the hand without each die.
#[inline]
fn best_move<const LANES: usize>(
    value: &[f64; LANES],
    options: &[Reroll<'_, LANES>],
    rest: &[u16; DICE],
) -> DiceMove {
    let rerolls = options
        .iter()
        .map(|&(action, die, table)| (action, table[usize::from(rest[die])][0]));
    first_best(std::iter::once((DiceMove::Stop, value[0])).chain(rerolls))
}

/// Computes the means over a rerolled die.
#[inline]
fn average<const LANES: usize>(
    hands: &[[f64; LANES]],
    die: usize,
    chances: &[f64; 6],
    table: &mut [[f64; LANES]],
) {
    let place = POWERS_OF_6[die];
    for (rest, mean) in table.iter_mut().enumerate() {
        let mut hand = rest / place * 6 * place + rest % place;
        *mean = [0.0; LANES];
        for &chance in chances {
            add_to(mean, chance, &hands[hand]);
            hand += place;
        }
    }
}

/// Returns the first option with the best value, up to `EQUAL`.
pub(super) fn first_best<T: Copy + Default>(values: impl Iterator<Item = (T, f64)> + Clone) -> T {
    all_best(values).next().unwrap_or_default()
}

/// Returns all options with the best value, up to `EQUAL`.
pub(super) fn all_best<T: Copy>(
    values: impl Iterator<Item = (T, f64)> + Clone,
) -> impl Iterator<Item = T> {
    let best = values
        .clone()
        .fold(f64::NEG_INFINITY, |best, (_, value)| best.max(value));
    let equals = values.filter(move |&(_, value)| value >= best - EQUAL);
    equals.map(|(option, _)| option)
}

/// Dice of all parties, each created on first use.
#[derive(Debug)]
pub(super) struct Throws {
    book: Book,
    /// Dice by modifier, by party, and with or without a hireling.
    list: Box<[OnceLock<Arc<AdventureThrow>>]>,
    aims: Mutex<HashMap<TurnFactors, Arc<TurnCosts>>>,
}

impl Throws {
    pub(super) fn new(book: &Book) -> Self {
        let modifiers = book.modifier_numbers();
        Self {
            book: *book,
            list: (0..4_096 * 2 * modifiers)
                .map(|_| OnceLock::new())
                .collect(),
            aims: Mutex::default(),
        }
    }

    /// Returns the dice of a party, independent of seats, with a required change.
    #[inline]
    pub(super) fn of(&self, party: &Party, hireling: bool, modifier: Modifier) -> &AdventureThrow {
        self.of_key(party.level_key(), party, hireling, modifier)
    }

    /// Returns the dice of a party with the given [`level_key`](Party::level_key).
    #[inline]
    pub(super) fn of_key(
        &self,
        key: usize,
        party: &Party,
        hireling: bool,
        modifier: Modifier,
    ) -> &Arc<AdventureThrow> {
        let slot = (modifier.number() * 4_096 + key) * 2 + usize::from(hireling);
        self.list[slot].get_or_init(|| {
            let aims = |turners| self.aims(turners);
            let party = party.sorted();
            let uses = party.seats.map(|hero| hero.map_or(0, |hero| hero.level));
            Arc::new(AdventureThrow::new(
                &self.book, &party, uses, hireling, modifier, aims,
            ))
        })
    }

    /// Returns the dice of a position with the remaining uses of powers, with or without the
    /// hireling.
    pub(super) fn current_dice(&self, state: &GameState, hireling: bool) -> AdventureThrow {
        let uses = state.party.order().map(|seat| state.uses[seat]);
        let modifier = self.book.modifier(state.adventure, state.card);
        let aims = |turners| self.aims(turners);
        let party = state.party.sorted();
        AdventureThrow::new(&self.book, &party, uses, hireling, modifier, aims)
    }

    fn aims(&self, turners: TurnFactors) -> Arc<TurnCosts> {
        let known = || self.aims.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(aims) = known().get(&turners) {
            return Arc::clone(aims);
        }
        let aims = Arc::new(turners.aims());
        Arc::clone(known().entry(turners).or_insert(aims))
    }
}

/// Returns whether at most this number of provisions pays the cost.
pub(super) fn within(cost: u8, provisions: u32) -> bool {
    cost != UNREACHABLE_COST && u32::from(cost) <= provisions
}
