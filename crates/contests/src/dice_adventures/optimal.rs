//! Optimal play: the exact expected score from every situation, by backward induction.
//!
//! A *situation* is the number of the adventure with the remaining cards, the party, its
//! possessions, and in the hardcore modes the classes used. It does not include deaths: the basic
//! mode subtracts a point at each death, and in the hardcore modes the dead are the used classes
//! that are not alive. Treasures are gold kept until the end.

use super::backward::{
    after_hiring, after_shopping, end_value, last_values, lost, mean_drawn, solve_throw,
    values_after,
};
use super::book::{Book, HIRELING_PRICE, WEAPON_PRICE};
use super::draw_stages::{DrawStage, DrawStages, StageRound};
use super::party::{Party, SEATS, classes_of};
use super::place_values::PlaceValues;
use super::policy::DicePolicy;
use super::reachable_parties::{Branches, PartyIndex, ReachableParties, hired, mean};
use super::result_effects::{after_losses, after_rise};
use super::throws::{AdventureThrow, DICE, Throws, first_best};
use super::view::{GameStage, GameState, HIRELING, Position, Purchases};
use evenodds_core::contest::parallel;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

/// Maximum memory of cached policies, in bytes; further policies are computed at each use.
const MAX_CACHED_BYTES: usize = 400 << 20;

/// Solution of a game: values and optimal policies.
#[derive(Debug)]
pub(super) struct SolvedGame {
    book: Book,
    stages: DrawStages,
    reachable: ReachableParties,
    throws: Throws,
    /// Values before the dice are thrown, by round and party, without and with a hireling.
    before: Vec<Vec<[PlaceValues; 2]>>,
    /// Values after the previous adventure, before purchases and hires, by stage and party.
    after: Vec<Vec<PlaceValues>>,
    /// Optimal plans in the situations of `after`, packed; 0 if not yet computed.
    plans: Vec<Vec<OnceLock<Box<[AtomicU32]>>>>,
    /// Optimal policies for the dice, computed on first use, by round, party and place. Places
    /// without a hireling come first.
    policies: Vec<Vec<PolicyCache>>,
    cached_bytes: AtomicUsize,
}

/// Reason why no game reaches a position: the impossible value, and the accepted values.
type Unreachable = (&'static str, &'static str);
const UNREACHABLE_PARTY: Unreachable = (
    "no game of this file reaches such a party by then",
    "levels rise only with results, and earlier heroes count too: list them under Gone",
);
const UNREACHABLE_WEALTH: Unreachable = (
    "no game of this file brings so much gold by then",
    "used items and spent gold do not count, and a hireling has cost 3",
);

/// Cached policies of a party.
type PolicyCache = OnceLock<Box<[OnceLock<Arc<DicePolicy>>]>>;

/// Possessions of a party when it throws its dice.
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
    pub(super) fn of(state: &GameState) -> Self {
        Self {
            gold: state.gold,
            provisions: state.provisions,
            weapons: state.weapons,
            hireling: state.hireling,
        }
    }

    fn money(&self) -> u32 {
        self.gold + self.provisions
    }
}

impl SolvedGame {
    /// Solves the games that start with any of these parties.
    pub(super) fn solve(book: &Book, initial_parties: &[Party]) -> Self {
        let stages = DrawStages::new(book);
        let reachable = ReachableParties::new(book, &stages, initial_parties);
        let throws = Throws::new(book);
        let mut before: Vec<Vec<[PlaceValues; 2]>> =
            stages.rounds.iter().map(|_| Vec::new()).collect();
        let mut after: Vec<Vec<PlaceValues>> = stages.all.iter().map(|_| Vec::new()).collect();
        for (number, draw_stage) in stages.all.iter().enumerate().rev() {
            let parties = &reachable.before[number];
            for place in draw_stage.rounds.clone() {
                let round = &stages.rounds[place];
                let later = round
                    .next
                    .map(|next| (&reachable.after[next], &after[next][..]));
                before[place] = solved(book, &throws, round, parties, later);
            }
            if number == 0 {
                continue;
            }
            let rounds = &stages.rounds[draw_stage.rounds.clone()];
            let solved = &before[draw_stage.rounds.clone()];
            let after_shopping = parallel::map(parties.parties.len(), |index, (): &mut ()| {
                let drawn = |hireling: usize| {
                    let grids: Vec<(u32, &PlaceValues)> = (rounds.iter().zip(solved))
                        .map(|(round, solved)| (round.weight, &solved[index][hireling]))
                        .collect();
                    mean_drawn(&grids, draw_stage.cards)
                };
                after_shopping(book, parties.parties[index].1, &[drawn(0), drawn(1)])
            });
            let places = &reachable.after[number];
            after[number] = parallel::map(places.parties.len(), |index, (): &mut ()| {
                let (party, wealth) = &places.parties[index];
                after_hiring(book, parties, &after_shopping, party, *wealth)
            });
        }
        let lists = |layer: &PartyIndex| layer.parties.iter().map(|_| OnceLock::new()).collect();
        let kept = |draw_stage: usize| {
            let parties = &reachable.before[draw_stage].parties;
            parties.iter().map(|_| OnceLock::new()).collect()
        };
        Self {
            plans: reachable.after.iter().map(lists).collect(),
            policies: (stages.rounds.iter())
                .map(|round| kept(round.draw_stage))
                .collect(),
            book: *book,
            stages,
            reachable,
            throws,
            before,
            after,
            cached_bytes: AtomicUsize::new(0),
        }
    }

    /// Returns the expected score of a game that starts with `party`; `None` if the solution does
    /// not cover it.
    pub(super) fn expected(&self, party: &Party) -> Option<f64> {
        let nothing = Goods {
            gold: 0,
            provisions: 0,
            weapons: 0,
            hireling: false,
        };
        self.value(0, party, &nothing)
    }

    /// Returns the round of a position: the current one, or the last one if it is over.
    #[inline]
    fn round(&self, state: &GameState) -> usize {
        self.stages.round(state)
    }

    /// Returns the expected score at a stage, before its card is drawn; in the basic mode it does
    /// not include deaths so far.
    fn value(&self, draw_stage: usize, party: &Party, goods: &Goods) -> Option<f64> {
        let index = self.reachable.before[draw_stage].position(&self.book, party)?;
        let DrawStage { rounds, cards } = self.stages.all.get(draw_stage)?;
        let values = rounds.clone().map(|round| {
            let grid = &self.before[round][index][usize::from(goods.hireling)];
            let is_reachable =
                goods.money() + 2 * goods.weapons <= grid.bound && !grid.values.is_empty();
            let value =
                is_reachable.then(|| grid.at(goods.weapons, goods.money(), goods.provisions));
            Some((self.stages.rounds[round].weight, value?))
        });
        if rounds.len() == 1 {
            return values.flatten().next().map(|(_, value)| value);
        }
        let weighted = |(weight, value)| f64::from(weight) / f64::from(*cards) * value;
        values.map(|value| value.map(weighted)).sum()
    }

    /// Returns the number of situations with a value.
    pub(super) fn situations(&self) -> usize {
        let before = self.before.iter().flatten().flatten();
        before.map(|grid| grid.values.len()).sum()
    }

    /// Returns the dice of a position before any action with them, with their policy; `None` if no
    /// game reaches the position.
    #[inline]
    pub(super) fn initial_dice(
        &self,
        state: &GameState,
    ) -> Option<(Arc<AdventureThrow>, Arc<DicePolicy>)> {
        let (round, party, goods) = (self.round(state), &state.party, Goods::of(state));
        let key = party.level_key();
        let &StageRound {
            draw_stage,
            modifier,
            ..
        } = self.stages.rounds.get(round)?;
        let index = self.reachable.before[draw_stage].position_of(&self.book, party, key)?;
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
            None => self.cached_policy(throw, state, &list[place]),
        };
        Some((Arc::clone(throw), policy))
    }

    /// Computes a policy for dice, and caches it if there is room.
    #[cold]
    fn cached_policy(
        &self,
        throw: &AdventureThrow,
        state: &GameState,
        slot: &OnceLock<Arc<DicePolicy>>,
    ) -> Arc<DicePolicy> {
        let policy = Arc::new(self.policy(throw, state));
        if self.cached_bytes.load(Ordering::Relaxed) > MAX_CACHED_BYTES {
            return policy;
        }
        self.cached_bytes
            .fetch_add(policy.bytes(), Ordering::Relaxed);
        Arc::clone(slot.get_or_init(|| policy))
    }

    fn policy(&self, throw: &AdventureThrow, state: &GameState) -> DicePolicy {
        throw.policy(
            state.weapons as usize,
            state.provisions,
            self.end_values(state),
        )
    }

    /// Returns the dice of a position with the remaining uses of powers, with their policy.
    #[cold]
    pub(super) fn current_dice(&self, state: &GameState) -> (Arc<AdventureThrow>, Arc<DicePolicy>) {
        let throw = self.throws.current_dice(state, state.hireling);
        let policy = self.policy(&throw, state);
        (Arc::new(throw), Arc::new(policy))
    }

    /// Returns the expected score of a position with dice, after any early change of dice.
    pub(super) fn dice_value(&self, state: &GameState) -> f64 {
        let throw = self.throws.current_dice(state, state.hireling);
        let mut places = [HIRELING; DICE];
        places[..throw.heroes].copy_from_slice(&state.party.order()[..throw.heroes]);
        let face = |die: usize| usize::from(state.faces[places[die]]) - 1;
        let hand = (0..throw.dice)
            .rev()
            .fold(0, |hand, die| 6 * hand + face(die));
        throw.value(
            state.weapons as usize,
            state.provisions,
            hand,
            self.end_values(state),
        )
    }

    /// Returns a function for the expected score after the dice, by number of weapons left, result,
    /// and provisions used.
    fn end_values(&self, state: &GameState) -> impl Fn(usize, u8, u32) -> f64 {
        let (round, goods, party) = (self.round(state), Goods::of(state), state.party.sorted());
        let card = self.stages.rounds[round].card;
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
    pub(super) fn after_result(&self, state: &GameState, result: u8) -> f64 {
        self.end_values(state)(state.weapons as usize, result, 0)
    }

    /// Returns the expected score after an adventure, before purchases, with `gold` added; in the
    /// basic mode it does not include deaths so far.
    fn after_next(&self, round: usize, party: &Party, goods: &Goods, gold: u32) -> f64 {
        let Some(next) = self.stages.rounds[round].next else {
            return end_value(&self.book, party, goods.gold + gold);
        };
        match self.reachable.after[next].position(&self.book, party) {
            Some(index) => {
                self.after[next][index].at(goods.weapons, goods.money() + gold, goods.provisions)
            }
            None => 0.0,
        }
    }

    /// Returns the expected score after a hero has risen, given its seat, before lots for losses
    /// and deaths.
    pub(super) fn after_rise(&self, state: &GameState, seat: usize) -> f64 {
        let round = self.round(state);
        let level = state.party.seats[seat].map_or(0, |hero| hero.level);
        let party = state.party.at_level(seat, level + 1);
        let ends = after_losses(&self.book, &party, state.effect(&self.book));
        mean(&ends, |end| {
            self.after_next(round, &end.party, &Goods::of(state), 0) - lost(&self.book, end.deaths)
        })
    }

    /// Returns the seat whose hero should rise. Ties go to the first class in the order of the
    /// source text.
    #[inline]
    pub(super) fn rise(&self, state: &GameState) -> usize {
        let able = state.able_to_rise();
        if able.is_power_of_two() {
            return able.trailing_zeros() as usize;
        }
        let (party, goods) = (&state.party, Goods::of(state));
        let key = party.level_key();
        let next = self.stages.rounds[self.round(state)].next;
        let continues = state.effect(&self.book).draws_lots();
        let after = |seat: usize| {
            if continues {
                return self.after_rise(state, seat);
            }
            let Some(next) = next else {
                // After the last adventure, a level is worth the same for every hero.
                return 0.0;
            };
            let key = key + party.seats[seat].map_or(0, |hero| 1 << (2 * hero.class as usize));
            let index = self.reachable.after[next].position_of(&self.book, party, key);
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
    /// Returns the impossible value of the position, and the accepted values.
    pub(super) fn check_reachable(&self, position: &Position) -> Result<(), Unreachable> {
        let Position { state, stage } = position;
        let round = self.round(state);
        let Some(now) = self.stages.rounds.get(round) else {
            return Err(UNREACHABLE_PARTY);
        };
        let money = state.gold + state.provisions;
        let owned = money + 2 * state.weapons;
        let fits = |bound: u32| {
            if owned <= bound {
                Ok(())
            } else {
                Err(UNREACHABLE_WEALTH)
            }
        };
        if stage.has_dice() {
            let places = &self.reachable.before[now.draw_stage];
            let index = places
                .position(&self.book, &state.party)
                .ok_or(UNREACHABLE_PARTY)?;
            let grid = &self.before[round][index][usize::from(state.hireling)];
            return if grid.values.is_empty() {
                Err(UNREACHABLE_WEALTH)
            } else {
                fits(grid.bound)
            };
        }
        let Some(next) = now.next else {
            return Ok(());
        };
        let known = |party: &Party| {
            let index = self.reachable.after[next].position(&self.book, party);
            fits(self.after[next][index.ok_or(UNREACHABLE_PARTY)?].bound)
        };
        if *stage != GameStage::Rise {
            return known(&state.party);
        }
        let (_, parties) = after_rise(&self.book, &state.party, state.effect(&self.book));
        let ends = parties.iter().flat_map(|party| {
            let ends = after_losses(&self.book, party, state.effect(&self.book));
            ends.into_iter().map(|end| end.party)
        });
        ends.into_iter().try_for_each(|party| known(&party))
    }

    /// Returns the best purchases and hires. Ties go to the most heroes, then the lowest price, no
    /// hireling, the fewest weapons, and the first classes in the order of the source text.
    #[inline]
    pub(super) fn plan(&self, state: &GameState) -> Option<Purchases> {
        let next = self.stages.rounds[self.round(state)].next?;
        let index = self.reachable.after[next].position(&self.book, &state.party)?;
        let grid = &self.after[next][index];
        let money = state.gold + state.provisions;
        if money + 2 * state.weapons > grid.bound {
            return None;
        }
        let list = self.plans[next][index]
            .get_or_init(|| grid.values.iter().map(|_| AtomicU32::new(0)).collect());
        let slot = &list[grid.index(state.weapons, money, state.provisions)];
        let known = slot.load(Ordering::Relaxed);
        if known != 0 {
            return Some(unpacked(known));
        }
        let plan = self.best_plan(state);
        slot.store(packed(&plan), Ordering::Relaxed);
        Some(plan)
    }

    /// Returns the expected score after a plan; `None` if no game reaches the position.
    pub(super) fn plan_value(&self, state: &GameState, plan: &Purchases) -> Option<f64> {
        let goods = Goods {
            gold: state.gold.checked_sub(plan.price())?,
            provisions: state.provisions + plan.provisions,
            weapons: state.weapons + plan.weapons,
            hireling: plan.hireling,
        };
        let joined = classes_of(plan.hires).fold(state.party, Party::with);
        let next = self.stages.rounds[self.round(state)].next?;
        self.value(next, &joined, &goods)
    }

    #[cold]
    fn best_plan(&self, state: &GameState) -> Purchases {
        let values = plans(&self.book, state)
            .filter_map(|plan| Some((plan, self.plan_value(state, &plan)?)));
        first_best(values.collect::<Vec<_>>().into_iter())
    }
}

/// Returns the values of a round before the dice are thrown, by party, without and with a hireling.
/// `later` has the parties and values after the adventure; `None` after the last one.
fn solved(
    book: &Book,
    throws: &Throws,
    round: &StageRound,
    parties: &PartyIndex,
    later: Option<(&PartyIndex, &[PlaceValues])>,
) -> Vec<[PlaceValues; 2]> {
    parallel::map(parties.parties.len(), |index, buffers| {
        let (party, wealth) = &parties.parties[index];
        let ends: [PlaceValues; 6] = std::array::from_fn(|result| {
            let result = result as u8 + 1;
            match later {
                None => last_values(book, round.card, party, *wealth, result),
                Some(later) => values_after(book, round.card, later, party, *wealth, result),
            }
        });
        // After the last adventure each gold is worth a point, unless all heroes may die in a
        // hardcore mode, with a score of 0.
        let plain = later.is_none() && (!book.is_hardcore() || !may_end(book, round.card, party));
        [false, true].map(|hireling| {
            let price = if hireling { HIRELING_PRICE } else { 0 };
            match wealth.checked_sub(price) {
                Some(bound) if !hireling || book.shop.hireling => {
                    let throw = throws.of(party, hireling, round.modifier);
                    solve_throw(throw, bound, &ends, plain, buffers)
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

/// Returns all legal plans, with the most hires first, then the lowest price.
pub(super) fn plans(book: &Book, state: &GameState) -> impl Iterator<Item = Purchases> {
    let joined = hired(book, &state.party).into_iter();
    joined.flat_map(|(hires, _)| purchases(book, state.gold, hires))
}

/// Returns all affordable purchases by increasing price.
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
