//! Optimal policies for the dice of an adventure.

use super::party::SEATS;
use super::throws::{
    AdventureThrow, DiceMove, HandBuffers, POWERS_OF_6, all_best, first_best, raised, with_face,
    within,
};
use super::turn_costs::CheapestTurns;
use std::collections::HashMap;

/// An optimal policy for the dice of an adventure.
#[derive(Debug)]
pub(super) struct DicePolicy {
    /// Maximum number of weapons that the policy uses.
    pub weapons: usize,
    /// Optimal sets of heroes whose dice are changed first, by hand: bit *s* means set *s*.
    /// Empty if no change comes first.
    raises: Box<[u8]>,
    /// Codes of moves, by weapons and powers left, and by hand; empty if no reroll is possible.
    codes: Box<[u8]>,
    /// Results to aim at, by weapons left and by kind of hand.
    ends: Box<[u8]>,
}

impl DicePolicy {
    /// Returns the approximate memory in bytes.
    pub(super) fn bytes(&self) -> usize {
        size_of::<Self>() + self.raises.len() + self.codes.len() + self.ends.len()
    }

    /// Returns the heroes whose dice are changed first. Ties are broken as in [`first_set`].
    #[inline]
    pub(super) fn raise(&self, hand: usize, order: [usize; SEATS]) -> u8 {
        let best = self.raises.get(hand).copied().unwrap_or(0);
        first_set(|set| best & 1 << set != 0, order)
    }
}

/// Returns the first set of heroes that satisfies `wanted`, else the empty set. Sets are compared
/// by the highest hero in which they differ, where hero *i* ranks `order[i]`.
#[inline]
pub(super) fn first_set(wanted: impl Fn(u8) -> bool, order: [usize; SEATS]) -> u8 {
    let ordered = |set: u8| {
        let heroes = (0..SEATS).filter(|hero| set & 1 << hero != 0);
        heroes.fold(0_u8, |ordered, hero| ordered | 1 << order[hero])
    };
    let sets = (0..1_u8 << SEATS).filter(|&set| wanted(set));
    sets.min_by_key(|&set| ordered(set)).unwrap_or(0)
}

impl AdventureThrow {
    /// Returns the value of a hand with all powers and `weapons` weapons left; see
    /// [`policy`](Self::policy) for `value_of`.
    pub(super) fn value(
        &self,
        weapons: usize,
        provisions: u32,
        hand: usize,
        mut value_of: impl FnMut(usize, u8, u32) -> f64,
    ) -> f64 {
        let mut value = f64::NAN;
        let fill = |weapons: usize, kinds: &mut [[f64; 1]]| {
            for (kind, costs) in kinds.iter_mut().zip(&self.costs) {
                let ways = (1..)
                    .zip(costs)
                    .filter(|&(_, &cost)| within(cost, provisions));
                let values = ways.map(|(result, &cost)| value_of(weapons, result, u32::from(cost)));
                kind[0] = values.fold(f64::NEG_INFINITY, f64::max);
            }
        };
        let root = |_: usize, _: [f64; 1], hands: &[[f64; 1]]| value = hands[hand][0];
        self.solve(weapons, &mut HandBuffers::default(), fill, root, None);
        value
    }

    /// Returns the optimal policy for the dice. `value_of` returns the value of an end from the
    /// number of weapons left, the result (1 to 6) and the number of provisions spent, at most
    /// `provisions`.
    pub(super) fn policy(
        &self,
        weapons: usize,
        provisions: u32,
        mut value_of: impl FnMut(usize, u8, u32) -> f64,
    ) -> DicePolicy {
        let (wizards, bards) = self.powers();
        let size = POWERS_OF_6[self.dice];
        let rerolls = weapons > 0 || wizards * bards > 1;
        let mut codes = vec![
            0;
            if rerolls {
                (weapons + 1) * wizards * bards * size
            } else {
                0
            }
        ];
        let mut ends = Vec::with_capacity((weapons + 1) * self.costs.len());
        let mut raises = Vec::new();
        let fill = |weapons: usize, kinds: &mut [[f64; 1]]| {
            let values: Vec<[f64; 6]> = (0..=provisions)
                .map(|cost| std::array::from_fn(|result| value_of(weapons, result as u8 + 1, cost)))
                .collect();
            for (kind, costs) in kinds.iter_mut().zip(&self.costs) {
                // Ties go to the lower cost, then to the first result.
                let ways = (0..=provisions).flat_map(|cost| {
                    let values = &values[cost as usize];
                    let paid = move |result: &usize| u32::from(costs[*result]) == cost;
                    let results = (0..6).filter(paid);
                    results.map(|result| (result as u8 + 1, values[result]))
                });
                ends.push(first_best(ways.clone()));
                kind[0] = ways
                    .map(|(_, value)| value)
                    .fold(f64::NEG_INFINITY, f64::max);
            }
        };
        let root = |weapon: usize, _: [f64; 1], hands: &[[f64; 1]]| {
            if weapon == weapons && self.raises > 0 {
                let sets = |hand: usize| {
                    let values = self
                        .raising()
                        .map(|set| (set, hands[raised(hand, set, self.by)][0]));
                    all_best(values).fold(0, |sets, set| sets | 1 << set)
                };
                raises.extend((0..size).map(sets));
            }
        };
        let noted = rerolls.then_some(codes.as_mut_slice());
        self.solve(weapons, &mut HandBuffers::default(), fill, root, noted);
        DicePolicy {
            weapons,
            raises: raises.into(),
            codes: codes.into(),
            ends: ends.into(),
        }
    }

    /// Returns the next move with these numbers of weapons and of uses of the wizard's and bard's
    /// powers left.
    #[inline]
    pub(super) fn choose(
        &self,
        policy: &DicePolicy,
        weapons: usize,
        powers: impl FnOnce() -> (usize, usize),
        hand: usize,
    ) -> DiceMove {
        if policy.codes.is_empty() {
            return DiceMove::Stop;
        }
        let (wizards, bards) = self.powers();
        let (wizard, bard) = powers();
        let power = wizard * bards + bard;
        DiceMove::of(
            policy.codes[(weapons * wizards * bards + power) * POWERS_OF_6[self.dice] + hand],
        )
    }

    /// Returns the result to aim at after the last reroll, with the turns toward it.
    #[inline]
    pub(super) fn end(
        &self,
        policy: &DicePolicy,
        weapons: usize,
        hand: usize,
    ) -> (u8, CheapestTurns) {
        let kind = usize::from(self.kinds[hand]);
        let result = policy.ends[weapons * self.costs.len() + kind];
        (result, self.aims.aim(hand, result))
    }

    /// Returns the distribution of ends under a policy: (result, provisions spent, weapons left,
    /// chance), sorted. `order` breaks ties among changed dice, see [`DicePolicy::raise`].
    pub(super) fn spread(
        &self,
        policy: &DicePolicy,
        weapons: usize,
        order: [usize; SEATS],
    ) -> Vec<(u8, u8, u8, f64)> {
        let (wizards, bards) = self.powers();
        let size = POWERS_OF_6[self.dice];
        let mut layers: HashMap<(usize, usize, usize), Vec<f64>> = HashMap::new();
        let first = layers
            .entry((weapons, wizards - 1, bards - 1))
            .or_insert_with(|| vec![0.0; size]);
        for (hand, chance) in self.initial.iter().enumerate() {
            first[raised(hand, policy.raise(hand, order), self.by)] += chance;
        }
        let mut ends = vec![[0.0; 6 * 32]; weapons + 1];
        for weapon in (0..=weapons).rev() {
            for wizard in (0..wizards).rev() {
                for bard in (0..bards).rev() {
                    let Some(masses) = layers.remove(&(weapon, wizard, bard)) else {
                        continue;
                    };
                    for (hand, mass) in masses.into_iter().enumerate() {
                        if mass == 0.0 {
                            continue;
                        }
                        let (next, die) = match self.choose(policy, weapon, || (wizard, bard), hand)
                        {
                            DiceMove::Stop => {
                                let (result, aim) = self.end(policy, weapon, hand);
                                let cell = 32 * (usize::from(result) - 1) + usize::from(aim.cost);
                                ends[weapon][cell] += mass;
                                continue;
                            }
                            DiceMove::Wizard => match self.wizard {
                                Some((die, _)) => ((weapon, wizard - 1, bard), die),
                                None => continue,
                            },
                            DiceMove::Bard(die) => ((weapon, wizard, bard - 1), die),
                            DiceMove::Weapon(die) => ((weapon - 1, wizard, bard), die),
                        };
                        let layer = layers.entry(next).or_insert_with(|| vec![0.0; size]);
                        for (face, chance) in self.reroll_chances[die].iter().enumerate() {
                            layer[with_face(hand, die, face)] += mass * chance;
                        }
                    }
                }
            }
        }
        let mut spread = Vec::new();
        for result in 1..=6_u8 {
            for cost in 0..32_u8 {
                for (left, ends) in ends.iter().enumerate() {
                    let mass = ends[32 * (usize::from(result) - 1) + usize::from(cost)];
                    if mass > 0.0 {
                        spread.push((result, cost, left as u8, mass));
                    }
                }
            }
        }
        spread
    }
}
