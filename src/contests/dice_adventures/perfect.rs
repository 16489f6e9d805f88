//! Perfect play: the exact expected score from every situation, solved backwards from the end.
//!
//! A *situation* is the number of the adventure with the cards that are left, the party, what it owns, and in the hardcore modes
//! which classes were used. The dead need no place in it: in the basic mode each costs a point when it
//! dies, in the others they are the classes that were used and do not live. Treasure is gold that is
//! kept.

use super::backward::{
    best_hired, end_value, last_values, lost, mean_drawn, shopped, solve_throw, values_after,
};
use super::blows::{risen, struck};
use super::book::{Book, HIRELING_PRICE, WEAPON_PRICE};
use super::course::{Course, Round, Station};
use super::grid::Grid;
use super::party::{Party, SEATS, classes_of};
use super::policy::Policy;
use super::reach::{Branches, Places, Reach, hired, mean};
use super::throws::{DICE, Throw, Throws, first_best};
use super::view::{HIRELING, Plan, Position, Stage, Table};
use crate::contest::parallel;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

/// Policies are kept until they take so many bytes; what comes then is worked out each time anew.
const MOST_KEPT: usize = 400 << 20;

/// Perfect play of a game with its values.
#[derive(Debug)]
pub(super) struct Perfect {
    book: Book,
    course: Course,
    reach: Reach,
    throws: Throws,
    /// By round and party, without and with a hireling: the value before the dice are thrown.
    before: Vec<Vec<[Grid; 2]>>,
    /// By station and party: the value after the adventure before, before anybody shops or hires.
    after: Vec<Vec<Grid>>,
    /// What to do there; 0 where nobody has asked yet.
    plans: Vec<Vec<OnceLock<Box<[AtomicU32]>>>>,
    /// What to do with the dice, as far as somebody has asked: by round, party, and place, those
    /// without a hireling first.
    policies: Vec<Vec<Kept>>,
    kept: AtomicUsize,
}

/// What is wrong with a table to which no game comes, and what is accepted.
type Unknown = (&'static str, &'static str);
const PARTY: Unknown = (
    "no game of this file comes to such a party by then",
    "levels rise with results only, and who was in the party before counts too: say who is Gone",
);
const WEALTH: Unknown = (
    "no game of this file brings so much gold by then",
    "what was used up and what was spent count no more, and a hireling has cost 3",
);

/// The policies of a party.
type Kept = OnceLock<Box<[OnceLock<Arc<Policy>>]>>;

/// What a party owns when its dice are thrown.
#[derive(Clone, Copy, Debug)]
pub(super) struct Goods {
    pub gold: u32,
    pub provisions: u32,
    pub weapons: u32,
    pub hireling: bool,
}

impl Goods {
    /// What the party of a table owns.
    #[inline]
    pub(super) fn of(table: &Table) -> Self {
        Self {
            gold: table.gold,
            provisions: table.provisions,
            weapons: table.weapons,
            hireling: table.hireling,
        }
    }

    fn money(&self) -> u32 {
        self.gold + self.provisions
    }
}

impl Perfect {
    /// Solves the games that begin with any of these parties.
    pub(super) fn solve(book: &Book, beginnings: &[Party]) -> Self {
        let course = Course::new(book);
        let reach = Reach::new(book, &course, beginnings);
        let throws = Throws::new(book);
        let mut before: Vec<Vec<[Grid; 2]>> = course.rounds.iter().map(|_| Vec::new()).collect();
        let mut after: Vec<Vec<Grid>> = course.stations.iter().map(|_| Vec::new()).collect();
        for (number, station) in course.stations.iter().enumerate().rev() {
            let parties = &reach.before[number];
            for place in station.rounds.clone() {
                let round = &course.rounds[place];
                let later = round
                    .next
                    .map(|next| (&reach.after[next], &after[next][..]));
                before[place] = solved(book, &throws, round, parties, later);
            }
            if number == 0 {
                continue;
            }
            let rounds = &course.rounds[station.rounds.clone()];
            let solved = &before[station.rounds.clone()];
            let shopped = parallel::map(parties.parties.len(), |index, (): &mut ()| {
                let drawn = |hireling: usize| {
                    let grids: Vec<(u32, &Grid)> = (rounds.iter().zip(solved))
                        .map(|(round, solved)| (round.weight, &solved[index][hireling]))
                        .collect();
                    mean_drawn(&grids, station.cards)
                };
                shopped(book, parties.parties[index].1, &[drawn(0), drawn(1)])
            });
            let places = &reach.after[number];
            after[number] = parallel::map(places.parties.len(), |index, (): &mut ()| {
                let (party, wealth) = &places.parties[index];
                best_hired(book, parties, &shopped, party, *wealth)
            });
        }
        let lists = |layer: &Places| layer.parties.iter().map(|_| OnceLock::new()).collect();
        let kept = |station: usize| {
            let parties = &reach.before[station].parties;
            parties.iter().map(|_| OnceLock::new()).collect()
        };
        Self {
            plans: reach.after.iter().map(lists).collect(),
            policies: (course.rounds.iter())
                .map(|round| kept(round.station))
                .collect(),
            book: *book,
            course,
            reach,
            throws,
            before,
            after,
            kept: AtomicUsize::new(0),
        }
    }

    /// The expected score of a game that begins with that party; `None` if it was not solved.
    pub(super) fn expected(&self, party: &Party) -> Option<f64> {
        let nothing = Goods {
            gold: 0,
            provisions: 0,
            weapons: 0,
            hireling: false,
        };
        self.value(0, party, &nothing)
    }

    /// The round that a table is in or has behind it.
    #[inline]
    fn round(&self, table: &Table) -> usize {
        self.course.round(table)
    }

    /// The expected score from a station on, before its card is drawn, deaths so far left out in the
    /// basic mode.
    fn value(&self, station: usize, party: &Party, goods: &Goods) -> Option<f64> {
        let index = self.reach.before[station].position(&self.book, party)?;
        let Station { rounds, cards } = self.course.stations.get(station)?;
        let values = rounds.clone().map(|round| {
            let grid = &self.before[round][index][usize::from(goods.hireling)];
            let is_there =
                goods.money() + 2 * goods.weapons <= grid.bound && !grid.values.is_empty();
            let value = is_there.then(|| grid.at(goods.weapons, goods.money(), goods.provisions));
            Some((self.course.rounds[round].weight, value?))
        });
        if rounds.len() == 1 {
            return values.flatten().next().map(|(_, value)| value);
        }
        let weigh = |(weight, value)| f64::from(weight) / f64::from(*cards) * value;
        values.map(|value| value.map(weigh)).sum()
    }

    /// How many situations have a value.
    pub(super) fn situations(&self) -> usize {
        let before = self.before.iter().flatten().flatten();
        before.map(|grid| grid.values.len()).sum()
    }

    /// Returns the dice of a table before anything is done with them, and what to do with them; `None` where no game
    /// comes to it.
    #[inline]
    pub(super) fn dealt(&self, table: &Table) -> Option<(Arc<Throw>, Arc<Policy>)> {
        let (round, party, goods) = (self.round(table), &table.party, Goods::of(table));
        let key = party.level_key();
        let &Round {
            station, modifier, ..
        } = self.course.rounds.get(round)?;
        let index = self.reach.before[station].position_of(&self.book, party, key)?;
        let [alone, helped] = &self.before[round][index];
        let (offset, grid) = if goods.hireling {
            (alone.values.len(), helped)
        } else {
            (0, alone)
        };
        if grid.values.is_empty() || goods.money() + 2 * goods.weapons > grid.bound {
            return None;
        }
        let place = offset + grid.index(goods.weapons, goods.money(), goods.provisions);
        let list = self.policies[round][index].get_or_init(|| {
            let all = alone.values.len() + helped.values.len();
            (0..all).map(|_| OnceLock::new()).collect()
        });
        let throw = self.throws.of_key(key, party, goods.hireling, modifier);
        let policy = match list[place].get() {
            Some(policy) => Arc::clone(policy),
            None => self.worked_out(throw, table, &list[place]),
        };
        Some((Arc::clone(throw), policy))
    }

    /// Returns what to do with dice, and keeps it if there is room.
    #[cold]
    fn worked_out(
        &self,
        throw: &Throw,
        table: &Table,
        slot: &OnceLock<Arc<Policy>>,
    ) -> Arc<Policy> {
        let policy = Arc::new(self.policy(throw, table));
        if self.kept.load(Ordering::Relaxed) > MOST_KEPT {
            return policy;
        }
        self.kept.fetch_add(policy.bytes(), Ordering::Relaxed);
        Arc::clone(slot.get_or_init(|| policy))
    }

    fn policy(&self, throw: &Throw, table: &Table) -> Policy {
        throw.policy(
            table.weapons as usize,
            table.provisions,
            self.end_values(table),
        )
    }

    /// Returns the dice of a table with the uses of powers that are left, and what to do with them.
    #[cold]
    pub(super) fn resumed(&self, table: &Table) -> (Arc<Throw>, Arc<Policy>) {
        let throw = self.throws.resumed(table, table.hireling);
        let policy = self.policy(&throw, table);
        (Arc::new(throw), Arc::new(policy))
    }

    /// Returns the expected score of a table with dice on it, once dice that are changed first are changed.
    pub(super) fn standing(&self, table: &Table) -> f64 {
        let throw = self.throws.resumed(table, table.hireling);
        let mut places = [HIRELING; DICE];
        places[..throw.heroes].copy_from_slice(&table.party.order()[..throw.heroes]);
        let face = |die: usize| usize::from(table.faces[places[die]]) - 1;
        let hand = (0..throw.dice)
            .rev()
            .fold(0, |hand, die| 6 * hand + face(die));
        throw.value(
            table.weapons as usize,
            table.provisions,
            hand,
            self.end_values(table),
        )
    }

    /// Returns the expected score after the dice of a table, by weapons left, result and provisions used.
    fn end_values(&self, table: &Table) -> impl Fn(usize, u8, u32) -> f64 {
        let (round, goods, party) = (self.round(table), Goods::of(table), table.party.sorted());
        let card = self.course.rounds[round].card;
        let branches: [Branches; 6] =
            std::array::from_fn(|result| Branches::of(&self.book, card, &party, result as u8 + 1));
        move |weapons, result, cost| {
            let left = Goods {
                provisions: goods.provisions - cost,
                weapons: weapons as u32,
                ..goods
            };
            branches[usize::from(result) - 1].value(|next| {
                self.after_next(round, &next.party, &left, next.gold)
                    - lost(&self.book, next.deaths)
            })
        }
    }

    /// Returns the expected score once the dice of a table have a result.
    pub(super) fn after_result(&self, table: &Table, result: u8) -> f64 {
        self.end_values(table)(table.weapons as usize, result, 0)
    }

    /// The expected score after an adventure, before shopping, with so much gold more; deaths so far
    /// left out in the basic mode.
    fn after_next(&self, round: usize, party: &Party, goods: &Goods, gold: u32) -> f64 {
        let Some(next) = self.course.rounds[round].next else {
            return end_value(&self.book, party, goods.gold + gold);
        };
        match self.reach.after[next].position(&self.book, party) {
            Some(index) => {
                self.after[next][index].at(goods.weapons, goods.money() + gold, goods.provisions)
            }
            None => 0.0,
        }
    }

    /// Returns the expected score once the hero of a seat has risen, with those who fall and die still to come.
    pub(super) fn after_rise(&self, table: &Table, seat: usize) -> f64 {
        let round = self.round(table);
        let level = table.party.seats[seat].map_or(0, |hero| hero.level);
        let party = table.party.at_level(seat, level + 1);
        let ends = struck(&self.book, &party, table.effect(&self.book));
        mean(&ends, |end| {
            self.after_next(round, &end.party, &Goods::of(table), 0) - lost(&self.book, end.deaths)
        })
    }

    /// Returns the seat whose hero should rise, of equals the first class in the order of the source.
    #[inline]
    pub(super) fn rise(&self, table: &Table) -> usize {
        let able = table.able_to_rise();
        if able.is_power_of_two() {
            return able.trailing_zeros() as usize;
        }
        let (party, goods) = (&table.party, Goods::of(table));
        let key = party.level_key();
        let next = self.course.rounds[self.round(table)].next;
        let goes_on = table.effect(&self.book).goes_on();
        let after = |seat: usize| {
            if goes_on {
                return self.after_rise(table, seat);
            }
            let Some(next) = next else {
                // After the last one a level is a level.
                return 0.0;
            };
            let key = key + party.seats[seat].map_or(0, |hero| 1 << (2 * hero.class as usize));
            let index = self.reach.after[next].position_of(&self.book, party, key);
            index.map_or(0.0, |index| {
                self.after[next][index].at(goods.weapons, goods.money(), goods.provisions)
            })
        };
        let mut values = [(0, f64::NEG_INFINITY); SEATS];
        let seats = party.order().into_iter();
        let seats = seats.filter(|seat| able & 1 << seat != 0);
        for (place, seat) in values.iter_mut().zip(seats) {
            *place = (seat, after(seat));
        }
        first_best(values.iter().copied())
    }

    /// Checks that games come to a position at a decision.
    ///
    /// # Errors
    /// What cannot be, and what is accepted.
    pub(super) fn knows(&self, position: &Position) -> Result<(), Unknown> {
        let Position { table, stage } = position;
        let round = self.round(table);
        let Some(now) = self.course.rounds.get(round) else {
            return Err(PARTY);
        };
        let money = table.gold + table.provisions;
        let owned = money + 2 * table.weapons;
        let fits = |bound: u32| if owned <= bound { Ok(()) } else { Err(WEALTH) };
        if stage.has_dice() {
            let places = &self.reach.before[now.station];
            let index = places.position(&self.book, &table.party).ok_or(PARTY)?;
            let grid = &self.before[round][index][usize::from(table.hireling)];
            return if grid.values.is_empty() {
                Err(WEALTH)
            } else {
                fits(grid.bound)
            };
        }
        let Some(next) = now.next else {
            return Ok(());
        };
        let known = |party: &Party| {
            let index = self.reach.after[next].position(&self.book, party);
            fits(self.after[next][index.ok_or(PARTY)?].bound)
        };
        if *stage != Stage::Rise {
            return known(&table.party);
        }
        let (_, parties) = risen(&self.book, &table.party, table.effect(&self.book));
        let ends = parties.iter().flat_map(|party| {
            let ends = struck(&self.book, party, table.effect(&self.book));
            ends.into_iter().map(|end| end.party)
        });
        ends.into_iter().try_for_each(|party| known(&party))
    }

    /// What to buy and whom to hire: of equal plans the one with most heroes, then the lowest price,
    /// then without a hireling, then with fewest weapons, then the classes first in the order of the
    /// source.
    #[inline]
    pub(super) fn plan(&self, table: &Table) -> Option<Plan> {
        let next = self.course.rounds[self.round(table)].next?;
        let index = self.reach.after[next].position(&self.book, &table.party)?;
        let grid = &self.after[next][index];
        let money = table.gold + table.provisions;
        if money + 2 * table.weapons > grid.bound {
            return None;
        }
        let list = self.plans[next][index]
            .get_or_init(|| grid.values.iter().map(|_| AtomicU32::new(0)).collect());
        let slot = &list[grid.index(table.weapons, money, table.provisions)];
        let known = slot.load(Ordering::Relaxed);
        if known != 0 {
            return Some(unpacked(known));
        }
        let plan = self.best_plan(table);
        slot.store(packed(&plan), Ordering::Relaxed);
        Some(plan)
    }

    /// Returns the expected score after a plan; `None` where no game comes to it.
    pub(super) fn plan_value(&self, table: &Table, plan: &Plan) -> Option<f64> {
        let goods = Goods {
            gold: table.gold.checked_sub(plan.price())?,
            provisions: table.provisions + plan.provisions,
            weapons: table.weapons + plan.weapons,
            hireling: plan.hireling,
        };
        let joined = classes_of(plan.hires).fold(table.party, Party::with);
        let next = self.course.rounds[self.round(table)].next?;
        self.value(next, &joined, &goods)
    }

    #[cold]
    fn best_plan(&self, table: &Table) -> Plan {
        let values = plans(&self.book, table)
            .filter_map(|plan| Some((plan, self.plan_value(table, &plan)?)));
        first_best(values.collect::<Vec<_>>().into_iter())
    }
}

/// The values of a round before the dice are thrown, by party, without and with a hireling. `later` are
/// the parties and values after the adventure; `None` after the last one.
fn solved(
    book: &Book,
    throws: &Throws,
    round: &Round,
    parties: &Places,
    later: Option<(&Places, &[Grid])>,
) -> Vec<[Grid; 2]> {
    parallel::map(parties.parties.len(), |index, room| {
        let (party, wealth) = &parties.parties[index];
        let ends: [Grid; 6] = std::array::from_fn(|result| {
            let result = result as u8 + 1;
            match later {
                None => last_values(book, round.card, party, *wealth, result),
                Some(later) => values_after(book, round.card, later, party, *wealth, result),
            }
        });
        // Gold is nothing but points in the end, if somebody is sure to live to have them.
        let plain = later.is_none() && (!book.is_hardcore() || !may_end(book, round.card, party));
        [false, true].map(|hireling| {
            let price = if hireling { HIRELING_PRICE } else { 0 };
            match wealth.checked_sub(price) {
                Some(bound) if !hireling || book.shop.hireling => {
                    let throw = throws.of(party, hireling, round.modifier);
                    solve_throw(throw, bound, &ends, plain, room)
                }
                _ => Grid::default(),
            }
        })
    })
}

/// Whether a result may be everybody's end.
fn may_end(book: &Book, card: u8, party: &Party) -> bool {
    book.deck.card(card).most_deaths() >= party.alive()
}

/// Returns all plans that are allowed: those that hire most first, then the cheapest.
pub(super) fn plans(book: &Book, table: &Table) -> impl Iterator<Item = Plan> {
    let joined = hired(book, &table.party).into_iter();
    joined.flat_map(|(hires, _)| purchases(book, table.gold, hires))
}

/// Returns all that can be bought, the cheapest first.
fn purchases(book: &Book, gold: u32, hires: u8) -> impl Iterator<Item = Plan> {
    let shop = book.shop;
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
