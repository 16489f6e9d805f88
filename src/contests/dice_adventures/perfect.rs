//! Perfect play: the exact expected score from every situation, solved backwards from the end.
//!
//! A *situation* is the number of the adventure, the party, what it owns, and in the hardcore modes
//! which classes were used. The dead need no place in it: in the basic mode each costs a point when it
//! dies, in the others they are the classes that were used and do not live. Treasure is gold that is
//! kept.

use super::aims::{Aims, Turners};
use super::backward::{
    best_hired, end_value, last_values, merged, shopped, solve_throw, values_after,
};
use super::book::{Book, HIRELING_PRICE, WEAPON_PRICE};
use super::grid::Grid;
use super::party::Party;
use super::policy::Policy;
use super::reach::{Branches, Next, Places, Reach, hired};
use super::throws::{Throw, Throws, first_best};
use super::view::{Plan, View};
use crate::contest::parallel;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

/// Policies are kept until they take so many bytes; what comes then is worked out each time anew.
const MOST_KEPT: usize = 400 << 20;

/// Perfect play of a game with its values.
#[derive(Debug)]
pub(super) struct Perfect {
    book: Book,
    reach: Reach,
    throws: Throws,
    /// By adventure and party, without and with a hireling: the value before the dice are thrown.
    before: Vec<Vec<[Grid; 2]>>,
    /// By adventure and party: the value after it, before anybody shops or hires.
    after: Vec<Vec<Grid>>,
    /// What to do there; 0 where nobody has asked yet.
    plans: Vec<Vec<OnceLock<Box<[AtomicU32]>>>>,
    /// What to do with the dice, as far as somebody has asked: by adventure, party, and place, those
    /// without a hireling first.
    policies: Vec<Vec<Kept>>,
    kept: AtomicUsize,
}

/// The policies of a party.
type Kept = OnceLock<Box<[OnceLock<Box<Policy>>]>>;

/// A policy, kept or not.
pub(super) enum Held<'a> {
    /// One that is kept.
    Kept(&'a Policy),
    /// One for this time only.
    Own(Box<Policy>),
}

impl std::ops::Deref for Held<'_> {
    type Target = Policy;

    #[inline]
    fn deref(&self) -> &Policy {
        match self {
            Self::Kept(policy) => policy,
            Self::Own(policy) => policy,
        }
    }
}

/// What a party owns when its dice are thrown.
#[derive(Clone, Copy, Debug)]
pub(super) struct Goods {
    pub gold: u32,
    pub provisions: u32,
    pub weapons: u32,
    pub hireling: bool,
}

impl Goods {
    fn money(&self) -> u32 {
        self.gold + self.provisions
    }
}

impl Perfect {
    /// Solves the games that begin with any of these parties.
    pub(super) fn solve(book: &Book, beginnings: &[Party]) -> Self {
        let reach = Reach::new(book, beginnings);
        let throws = Throws::new(book);
        let count = book.adventures as usize;
        let mut before: Vec<Vec<[Grid; 2]>> = Vec::with_capacity(count);
        let mut after: Vec<Vec<Grid>> = Vec::with_capacity(count);
        for adventure in (1..=book.adventures).rev() {
            let parties = &reach.before[adventure as usize - 1];
            let later = after.last();
            let ends = |party: &Party, wealth, result| match later {
                None => last_values(book, party, wealth, result),
                Some(later) => {
                    let places = &reach.after[adventure as usize - 1];
                    values_after(book, places, later, party, wealth, result)
                }
            };
            let solved = parallel::map(parties.parties.len(), |index, room| {
                let (party, wealth) = &parties.parties[index];
                let ends: [Grid; 6] =
                    std::array::from_fn(|result| ends(party, *wealth, result as u8 + 1));
                // Gold is nothing but points in the end, if somebody is sure to live to have them.
                let plain = later.is_none() && (!book.is_hardcore() || party.alive() == 3);
                [false, true].map(|hireling| {
                    let price = if hireling { HIRELING_PRICE } else { 0 };
                    match wealth.checked_sub(price) {
                        Some(bound) if !hireling || book.shop.hireling => {
                            let throw = throws.of(party, hireling, adventure);
                            solve_throw(throw, bound, &ends, plain, room)
                        }
                        _ => Grid::default(),
                    }
                })
            });
            if adventure > 1 {
                let shopped = parallel::map(solved.len(), |index, (): &mut ()| {
                    shopped(book, parties.parties[index].1, &solved[index])
                });
                let places = &reach.after[adventure as usize - 2];
                after.push(parallel::map(places.parties.len(), |index, (): &mut ()| {
                    let (party, wealth) = &places.parties[index];
                    best_hired(book, parties, &shopped, party, *wealth)
                }));
            }
            before.push(solved);
        }
        before.reverse();
        after.reverse();
        let lists = |layer: &Places| layer.parties.iter().map(|_| OnceLock::new()).collect();
        Self {
            plans: reach.after.iter().map(lists).collect(),
            policies: (reach.before.iter())
                .map(|layer| layer.parties.iter().map(|_| OnceLock::new()).collect())
                .collect(),
            book: *book,
            reach,
            throws,
            before,
            after,
            kept: AtomicUsize::new(0),
        }
    }

    /// The expected score of a game that begins with that party; `None` if it was not solved.
    pub(super) fn expected(&self, party: &Party) -> Option<f64> {
        let index = self.reach.before[0].position(&self.book, party)?;
        Some(self.before[0][index][0].at(0, 0, 0))
    }

    /// The expected score from before a throw on, deaths so far left out in the basic mode.
    pub(super) fn value(&self, adventure: u32, party: &Party, goods: &Goods) -> Option<f64> {
        let layer = adventure as usize - 1;
        let index = self.reach.before.get(layer)?.position(&self.book, party)?;
        let grid = &self.before[layer][index][usize::from(goods.hireling)];
        (goods.money() + 2 * goods.weapons <= grid.bound && !grid.values.is_empty())
            .then(|| grid.at(goods.weapons, goods.money(), goods.provisions))
    }

    /// How many situations have a value.
    pub(super) fn situations(&self) -> usize {
        let before = self.before.iter().flatten().flatten();
        before.map(|grid| grid.values.len()).sum()
    }

    /// The cheapest ways to turn dice.
    pub(super) fn aims(&self, turners: Turners) -> Arc<Aims> {
        self.throws.aims(turners)
    }

    /// The dice of a party.
    #[inline]
    pub(super) fn throw(&self, adventure: u32, party: &Party, hireling: bool) -> &Throw {
        self.throws.of(party, hireling, adventure)
    }

    /// The dice in a situation and what to do with them; `None` where no game comes to it.
    #[inline]
    pub(super) fn dealt(
        &self,
        adventure: u32,
        party: &Party,
        goods: &Goods,
    ) -> Option<(&Throw, Held<'_>)> {
        let key = party.level_key();
        let policy = self.policy_of(adventure, party, key, goods)?;
        let throw = self.throws.of_key(key, party, goods.hireling, adventure);
        Some((throw, policy))
    }

    /// What to do with the dice in a situation; `None` where no game comes to it.
    pub(super) fn policy(&self, adventure: u32, party: &Party, goods: &Goods) -> Option<Held<'_>> {
        self.policy_of(adventure, party, party.level_key(), goods)
    }

    #[inline]
    fn policy_of(
        &self,
        adventure: u32,
        party: &Party,
        key: usize,
        goods: &Goods,
    ) -> Option<Held<'_>> {
        let layer = adventure as usize - 1;
        let places = self.reach.before.get(layer)?;
        let index = places.position_of(&self.book, party, key)?;
        let [alone, helped] = &self.before[layer][index];
        let (offset, grid) = if goods.hireling {
            (alone.values.len(), helped)
        } else {
            (0, alone)
        };
        if grid.values.is_empty() || goods.money() + 2 * goods.weapons > grid.bound {
            return None;
        }
        let place = offset + grid.index(goods.weapons, goods.money(), goods.provisions);
        let list = self.policies[layer][index].get_or_init(|| {
            let all = alone.values.len() + helped.values.len();
            (0..all).map(|_| OnceLock::new()).collect()
        });
        if let Some(policy) = list[place].get() {
            return Some(Held::Kept(policy));
        }
        let policy = Box::new(self.worked_out(adventure, party, goods));
        if self.kept.load(Ordering::Relaxed) > MOST_KEPT {
            return Some(Held::Own(policy));
        }
        self.kept.fetch_add(policy.bytes(), Ordering::Relaxed);
        Some(Held::Kept(list[place].get_or_init(|| policy)))
    }

    #[cold]
    fn worked_out(&self, adventure: u32, party: &Party, goods: &Goods) -> Policy {
        let party = party.sorted();
        let branches: [Branches; 6] =
            std::array::from_fn(|result| Branches::of(&self.book, &party, result as u8 + 1));
        let throw = self.throw(adventure, &party, goods.hireling);
        throw.policy(
            goods.weapons as usize,
            goods.provisions,
            |weapons, result, cost| {
                let left = Goods {
                    provisions: goods.provisions - cost,
                    weapons: weapons as u32,
                    ..*goods
                };
                self.after_result(adventure, &branches[usize::from(result) - 1], &left)
            },
        )
    }

    /// The expected score once a result is known.
    pub(super) fn after_result(&self, adventure: u32, branches: &Branches, goods: &Goods) -> f64 {
        let value = |next: &Next| {
            let deaths = if self.book.is_hardcore() {
                0
            } else {
                next.deaths
            };
            self.after_next(adventure, &next.party, goods, next.gold) - f64::from(deaths)
        };
        merged(branches.chosen, branches.iter().map(|next| value(&next)))
    }

    /// The expected score after an adventure, before shopping, with so much gold more; deaths so far
    /// left out in the basic mode.
    pub(super) fn after_next(
        &self,
        adventure: u32,
        party: &Party,
        goods: &Goods,
        gold: u32,
    ) -> f64 {
        if adventure == self.book.adventures {
            return end_value(&self.book, party, goods.gold + gold);
        }
        let layer = adventure as usize - 1;
        match self.reach.after[layer].position(&self.book, party) {
            Some(index) => {
                self.after[layer][index].at(goods.weapons, goods.money() + gold, goods.provisions)
            }
            None => 0.0,
        }
    }

    /// The expected score after an adventure in which the hero of a seat rises, before shopping, by
    /// seat; deaths so far left out in the basic mode.
    #[inline]
    pub(super) fn risen<'a>(
        &'a self,
        adventure: u32,
        party: &'a Party,
        goods: &'a Goods,
    ) -> impl Fn(usize) -> f64 + 'a {
        let key = party.level_key();
        let places = self.reach.after.get(adventure as usize - 1);
        let grids = self.after.get(adventure as usize - 1);
        let money = goods.money();
        move |seat| {
            let Some((places, grids)) = places.zip(grids) else {
                // After the last one a level is a level.
                return 0.0;
            };
            let key = key + party.seats[seat].map_or(0, |hero| 1 << (2 * hero.class as usize));
            let index = places.position_of(&self.book, party, key);
            index.map_or(0.0, |index| {
                grids[index].at(goods.weapons, money, goods.provisions)
            })
        }
    }

    /// What to buy and whom to hire: of equal plans the one with most heroes, then the lowest price,
    /// then without a hireling, then with fewest weapons, then the classes first in the order of the
    /// source.
    #[inline]
    pub(super) fn plan(&self, view: &View) -> Option<Plan> {
        let table = view.table;
        let layer = table.adventure as usize - 1;
        let index = self
            .reach
            .after
            .get(layer)?
            .position(&self.book, &table.party)?;
        let grid = &self.after[layer][index];
        let money = table.gold + table.provisions;
        if money + 2 * table.weapons > grid.bound {
            return None;
        }
        let list = self.plans[layer][index]
            .get_or_init(|| grid.values.iter().map(|_| AtomicU32::new(0)).collect());
        let slot = &list[grid.index(table.weapons, money, table.provisions)];
        let known = slot.load(Ordering::Relaxed);
        if known != 0 {
            return Some(unpacked(known));
        }
        let plan = self.best_plan(view);
        slot.store(packed(&plan), Ordering::Relaxed);
        Some(plan)
    }

    /// The worth of a plan.
    pub(super) fn plan_value(&self, view: &View, plan: &Plan, joined: &Party) -> Option<f64> {
        let table = view.table;
        let goods = Goods {
            gold: table.gold.checked_sub(plan.price())?,
            provisions: table.provisions + plan.provisions,
            weapons: table.weapons + plan.weapons,
            hireling: plan.hireling,
        };
        self.value(table.adventure + 1, joined, &goods)
    }

    #[cold]
    fn best_plan(&self, view: &View) -> Plan {
        let mut plans = Vec::new();
        for (hires, party) in hired(&self.book, &view.table.party) {
            for plan in purchases(view, hires) {
                if let Some(value) = self.plan_value(view, &plan, &party) {
                    plans.push((plan, value));
                }
            }
        }
        first_best(plans.iter().copied())
    }
}

/// All that can be bought, the cheapest first.
fn purchases(view: &View, hires: u8) -> impl Iterator<Item = Plan> {
    let (book, gold) = (*view.book, view.table.gold);
    (0..=gold)
        .flat_map(move |price| {
            [false, true].into_iter().flat_map(move |hireling| {
                let rest = price.checked_sub(if hireling { HIRELING_PRICE } else { 0 });
                let most = rest.map_or(0, |rest| rest / WEAPON_PRICE + 1);
                (0..most).map(move |weapons| Plan {
                    provisions: rest.unwrap_or(0) - WEAPON_PRICE * weapons,
                    weapons,
                    hireling,
                    hires,
                })
            })
        })
        .filter(move |plan| {
            let shop = book.shop;
            (shop.provisions || plan.provisions == 0)
                && (shop.weapons || plan.weapons == 0)
                && (shop.hireling || !plan.hireling)
        })
}

/// A plan in one number above 0.
fn packed(plan: &Plan) -> u32 {
    1 << 31
        | plan.provisions << 16
        | plan.weapons << 8
        | u32::from(plan.hireling) << 6
        | u32::from(plan.hires)
}

#[inline]
fn unpacked(number: u32) -> Plan {
    Plan {
        provisions: number >> 16 & 0xff,
        weapons: number >> 8 & 0xff,
        hireling: number >> 6 & 1 == 1,
        hires: number as u8 & 0b11_1111,
    }
}
