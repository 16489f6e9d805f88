//! Optimal play: the exact expected score from every situation, by backward induction.
//!
//! A *situation* is the number of the adventure with the remaining cards, the party, its
//! possessions, and in the hardcore modes the classes used. It does not include deaths: in the
//! basic mode a point is subtracted at each death, and in the hardcore modes the dead are the used
//! classes that are not alive. Treasures are gold kept until the end.

use super::backward::{
    best_hired, end_value, last_values, lost, mean_drawn, shopped, solve_throw, values_after,
};
use super::blows::{risen, struck};
use super::book::{Book, HIRELING_PRICE, WEAPON_PRICE};
use super::course::{Course, Station, StationRound};
use super::party::{Party, SEATS, classes_of};
use super::place_values::PlaceValues;
use super::policy::DicePolicy;
use super::reach::{Branches, PartiesAt, ReachableParties, hired, mean};
use super::throws::{AdventureThrow, DICE, Throws, first_best};
use super::view::{GameStage, GameState, HIRELING, Position, Purchases};
use crate::contest::parallel;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

/// Maximum memory of cached policies, in bytes; beyond it policies are computed on each use.
const MOST_KEPT: usize = 400 << 20;

/// Solution of a game: values and optimal policies.
#[derive(Debug)]
pub(super) struct SolvedGame {
    book: Book,
    course: Course,
    reach: ReachableParties,
    throws: Throws,
    /// Values before the dice are thrown, by round and party, without and with a hireling.
    before: Vec<Vec<[PlaceValues; 2]>>,
    /// Values after the previous adventure, before purchases and hires, by station and party.
    after: Vec<Vec<PlaceValues>>,
    /// Optimal plans in the same situations as `after`, packed; 0 for a plan not computed yet.
    plans: Vec<Vec<OnceLock<Box<[AtomicU32]>>>>,
    /// Optimal policies for the dice, computed on first use: by round, party and place, those
    /// without a hireling first.
    policies: Vec<Vec<Kept>>,
    kept: AtomicUsize,
}

/// Fault of a position that no game reaches: what is impossible, and the accepted values.
type Unknown = (&'static str, &'static str);
const PARTY: Unknown = (
    "no game of this file reaches such a party by then",
    "levels rise only with results, and earlier heroes count too: list them under Gone",
);
const WEALTH: Unknown = (
    "no game of this file brings so much gold by then",
    "used items and spent gold do not count, and a hireling has cost 3",
);

/// Cached policies of a party.
type Kept = OnceLock<Box<[OnceLock<Arc<DicePolicy>>]>>;

/// Possessions of a party when its dice are thrown.
#[derive(Clone, Copy, Debug)]
pub(super) struct Goods {
    pub gold: u32,
    pub provisions: u32,
    pub weapons: u32,
    pub hireling: bool,
}

impl Goods {
    /// Returns the possessions of the party in a position.
    #[inline]
    pub(super) fn of(table: &GameState) -> Self {
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

impl SolvedGame {
    /// Solves the games that begin with any of these parties.
    pub(super) fn solve(book: &Book, beginnings: &[Party]) -> Self {
        let course = Course::new(book);
        let reach = ReachableParties::new(book, &course, beginnings);
        let throws = Throws::new(book);
        let mut before: Vec<Vec<[PlaceValues; 2]>> =
            course.rounds.iter().map(|_| Vec::new()).collect();
        let mut after: Vec<Vec<PlaceValues>> = course.stations.iter().map(|_| Vec::new()).collect();
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
                    let grids: Vec<(u32, &PlaceValues)> = (rounds.iter().zip(solved))
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
        let lists = |layer: &PartiesAt| layer.parties.iter().map(|_| OnceLock::new()).collect();
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

    /// Returns the expected score of a game that begins with a party; `None` if `party` is not
    /// among the solved initial parties.
    pub(super) fn expected(&self, party: &Party) -> Option<f64> {
        let nothing = Goods {
            gold: 0,
            provisions: 0,
            weapons: 0,
            hireling: false,
        };
        self.value(0, party, &nothing)
    }

    /// Returns the round that a position is in or has just finished.
    #[inline]
    fn round(&self, table: &GameState) -> usize {
        self.course.round(table)
    }

    /// Returns the expected score at a station, before its card is drawn; in the basic mode deaths
    /// so far are not subtracted.
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

    /// Returns the number of situations with a value.
    pub(super) fn situations(&self) -> usize {
        let before = self.before.iter().flatten().flatten();
        before.map(|grid| grid.values.len()).sum()
    }

    /// Returns the dice of a position before any action with them, and their policy; `None` if no
    /// game reaches the position.
    #[inline]
    pub(super) fn dealt(
        &self,
        table: &GameState,
    ) -> Option<(Arc<AdventureThrow>, Arc<DicePolicy>)> {
        let (round, party, goods) = (self.round(table), &table.party, Goods::of(table));
        let key = party.level_key();
        let &StationRound {
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

    /// Computes a policy for dice and caches it if there is room.
    #[cold]
    fn worked_out(
        &self,
        throw: &AdventureThrow,
        table: &GameState,
        slot: &OnceLock<Arc<DicePolicy>>,
    ) -> Arc<DicePolicy> {
        let policy = Arc::new(self.policy(throw, table));
        if self.kept.load(Ordering::Relaxed) > MOST_KEPT {
            return policy;
        }
        self.kept.fetch_add(policy.bytes(), Ordering::Relaxed);
        Arc::clone(slot.get_or_init(|| policy))
    }

    fn policy(&self, throw: &AdventureThrow, table: &GameState) -> DicePolicy {
        throw.policy(
            table.weapons as usize,
            table.provisions,
            self.end_values(table),
        )
    }

    /// Returns the dice of a position with the remaining uses of powers, and their policy.
    #[cold]
    pub(super) fn resumed(&self, table: &GameState) -> (Arc<AdventureThrow>, Arc<DicePolicy>) {
        let throw = self.throws.resumed(table, table.hireling);
        let policy = self.policy(&throw, table);
        (Arc::new(throw), Arc::new(policy))
    }

    /// Returns the expected score of a position with dice, after any early change of dice.
    pub(super) fn standing(&self, table: &GameState) -> f64 {
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

    /// Returns a function for the expected score after the dice, by weapons left, result, and
    /// provisions used.
    fn end_values(&self, table: &GameState) -> impl Fn(usize, u8, u32) -> f64 {
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

    /// Returns the expected score after a result of the dice.
    pub(super) fn after_result(&self, table: &GameState, result: u8) -> f64 {
        self.end_values(table)(table.weapons as usize, result, 0)
    }

    /// Returns the expected score after an adventure, before purchases, with `gold` added; in the
    /// basic mode deaths so far are not subtracted.
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

    /// Returns the expected score after the hero of a seat has risen, before lots for losses and
    /// deaths.
    pub(super) fn after_rise(&self, table: &GameState, seat: usize) -> f64 {
        let round = self.round(table);
        let level = table.party.seats[seat].map_or(0, |hero| hero.level);
        let party = table.party.at_level(seat, level + 1);
        let ends = struck(&self.book, &party, table.effect(&self.book));
        mean(&ends, |end| {
            self.after_next(round, &end.party, &Goods::of(table), 0) - lost(&self.book, end.deaths)
        })
    }

    /// Returns the seat whose hero should rise. Ties go to the first class in the order of the
    /// source text.
    #[inline]
    pub(super) fn rise(&self, table: &GameState) -> usize {
        let able = table.able_to_rise();
        if able.is_power_of_two() {
            return able.trailing_zeros() as usize;
        }
        let (party, goods) = (&table.party, Goods::of(table));
        let key = party.level_key();
        let next = self.course.rounds[self.round(table)].next;
        let goes_on = table.effect(&self.book).draws_lots();
        let after = |seat: usize| {
            if goes_on {
                return self.after_rise(table, seat);
            }
            let Some(next) = next else {
                // After the last adventure all levels count the same.
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

    /// Checks that a game can reach a position at a decision.
    ///
    /// # Errors
    /// Returns what is impossible in the position, and the accepted values.
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
        if *stage != GameStage::Rise {
            return known(&table.party);
        }
        let (_, parties) = risen(&self.book, &table.party, table.effect(&self.book));
        let ends = parties.iter().flat_map(|party| {
            let ends = struck(&self.book, party, table.effect(&self.book));
            ends.into_iter().map(|end| end.party)
        });
        ends.into_iter().try_for_each(|party| known(&party))
    }

    /// Returns the best purchases and hires. Ties go to the most heroes, then the lowest price, no
    /// hireling, the fewest weapons, and the first classes in the order of the source text.
    #[inline]
    pub(super) fn plan(&self, table: &GameState) -> Option<Purchases> {
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

    /// Returns the expected score after a plan; `None` if no game reaches it.
    pub(super) fn plan_value(&self, table: &GameState, plan: &Purchases) -> Option<f64> {
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
    fn best_plan(&self, table: &GameState) -> Purchases {
        let values = plans(&self.book, table)
            .filter_map(|plan| Some((plan, self.plan_value(table, &plan)?)));
        first_best(values.collect::<Vec<_>>().into_iter())
    }
}

/// Returns the values of a round before the dice are thrown, by party, without and with a hireling.
/// `later` are the parties and values after the adventure; `None` after the last one.
fn solved(
    book: &Book,
    throws: &Throws,
    round: &StationRound,
    parties: &PartiesAt,
    later: Option<(&PartiesAt, &[PlaceValues])>,
) -> Vec<[PlaceValues; 2]> {
    parallel::map(parties.parties.len(), |index, room| {
        let (party, wealth) = &parties.parties[index];
        let ends: [PlaceValues; 6] = std::array::from_fn(|result| {
            let result = result as u8 + 1;
            match later {
                None => last_values(book, round.card, party, *wealth, result),
                Some(later) => values_after(book, round.card, later, party, *wealth, result),
            }
        });
        // After the last adventure each gold is worth one point, unless all heroes may die in a
        // hardcore mode (score 0).
        let plain = later.is_none() && (!book.is_hardcore() || !may_end(book, round.card, party));
        [false, true].map(|hireling| {
            let price = if hireling { HIRELING_PRICE } else { 0 };
            match wealth.checked_sub(price) {
                Some(bound) if !hireling || book.shop.hireling => {
                    let throw = throws.of(party, hireling, round.modifier);
                    solve_throw(throw, bound, &ends, plain, room)
                }
                _ => PlaceValues::default(),
            }
        })
    })
}

/// Returns whether a result may kill all heroes.
fn may_end(book: &Book, card: u8, party: &Party) -> bool {
    book.deck.card(card).most_deaths() >= party.alive()
}

/// Returns all legal plans, sorted by the most hires, then by the lowest price.
pub(super) fn plans(book: &Book, table: &GameState) -> impl Iterator<Item = Purchases> {
    let joined = hired(book, &table.party).into_iter();
    joined.flat_map(|(hires, _)| purchases(book, table.gold, hires))
}

/// Returns all possible purchases by increasing price.
fn purchases(book: &Book, gold: u32, hires: u8) -> impl Iterator<Item = Purchases> {
    let shop = book.shop;
    (0..=gold)
        .flat_map(move |price| {
            [false, true].into_iter().flat_map(move |hireling| {
                let rest = price.checked_sub(if hireling { HIRELING_PRICE } else { 0 });
                let most = rest.map_or(0, |rest| rest / WEAPON_PRICE + 1);
                (0..most).map(move |weapons| Purchases {
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

/// Packs a plan into a number above 0.
fn packed(plan: &Purchases) -> u32 {
    1 << 31
        | plan.provisions << 16
        | plan.weapons << 8
        | u32::from(plan.hireling) << 6
        | u32::from(plan.hires)
}

#[inline]
fn unpacked(number: u32) -> Purchases {
    Purchases {
        provisions: number >> 16 & 0xff,
        weapons: number >> 8 & 0xff,
        hireling: number >> 6 & 1 == 1,
        hires: number as u8 & 0b11_1111,
    }
}
