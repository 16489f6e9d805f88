//! What a round may lead to, exactly.
//!
//! Attacks are gone through in acting order: those with most action dice first, and of as many the
//! higher sums before the lower ones, one value of the sum after the other. Who has not acted yet has
//! a sum of at most that value, so the chance to act just now is that of the value among those that are
//! left. Beside hits and who has acted the state holds the defence roll of the first who stands on
//! either side: it is drawn when the first attack comes that it holds against, and forgotten when
//! whoever rolled it is out.

use super::super::HitTie;
use super::{Exchange, GuardKind, Hits, Player};
use crate::contest::deadline;
use crate::dice::{Distribution, FACES};
use std::collections::BTreeMap;

/// Beyond so many steps there is no exact answer: some seconds.
const MOST_WORK: u64 = 400_000_000;
/// The most who act with equally many dice.
const MOST_AT_ONCE: usize = 12;

/// The hits when a round is over, with their chances.
type Ends = Vec<(Hits, f64)>;

/// The chances of rounds, each found once.
pub(super) struct Chances<'a> {
    exchange: &'a Exchange,
    found: BTreeMap<(Hits, [usize; 2]), Ends>,
}

impl Exchange {
    /// The most general action dice that somebody on a side has.
    fn most_general(&self, side: usize) -> usize {
        let members = &self.fighters[self.sides[side].members.clone()];
        members
            .iter()
            .map(|fighter| fighter.general as usize)
            .max()
            .unwrap_or(0)
    }

    /// The splits that a side may choose: its player's own, or all of them.
    pub(super) fn choices(&self, side: usize) -> Vec<usize> {
        match self.sides[side].player.split() {
            Some(split) => vec![split],
            None => (0..=self.most_general(side)).collect(),
        }
    }

    /// All hits at which both sides stand, ascending.
    pub(super) fn unended(&self) -> impl Iterator<Item = Hits> + use<> {
        let most = self.most_hits(1);
        (0..self.most_hits(0)).flat_map(move |first| (0..most).map(move |second| [first, second]))
    }

    /// Whether all rounds can be solved; else why not, as a clause.
    pub(in super::super) fn solvable(&self) -> Result<(), String> {
        let [first, second] = [0, 1].map(|side| self.choices(side));
        let rounds = u64::from(self.options.max_rounds);
        let mut work = 0_u64;
        for hits in self.unended() {
            for &a in &first {
                for &b in &second {
                    work = work.saturating_add(Round::new(self, hits, [a, b]).work());
                    // Each round of the exchange goes over what it may lead to.
                    work = work.saturating_add(rounds * 32);
                    if work > MOST_WORK {
                        let who = if self.sides.iter().any(|side| side.player == Player::Best) {
                            ", and every split of `best`,"
                        } else {
                            ""
                        };
                        return Err(format!(
                            "with so many combatants and dice the ways through a round{who} are too many to go through"
                        ));
                    }
                }
            }
        }
        Ok(())
    }
}

impl<'a> Chances<'a> {
    pub(super) fn new(exchange: &'a Exchange) -> Self {
        Self {
            exchange,
            found: BTreeMap::new(),
        }
    }

    /// The hits after a round with these splits, with their chances.
    pub(super) fn after(&mut self, hits: Hits, splits: [usize; 2]) -> &[(Hits, f64)] {
        let exchange = self.exchange;
        self.found
            .entry((hits, splits))
            .or_insert_with(|| Round::new(exchange, hits, splits).ends())
    }
}

/// Somebody who attacks in a round.
struct Striker {
    fighter: usize,
    side: usize,
    action: u32,
    /// At position x the chance that the dice beyond action dice make x or more.
    tail: Vec<f64>,
}

/// A round to be solved.
struct Round<'a> {
    exchange: &'a Exchange,
    hits: Hits,
    strikers: Vec<Striker>,
    /// By fighter: the defence rolls with their chances, and whom they hold against.
    guards: Vec<Shield>,
}

#[derive(Clone, Default)]
struct Shield {
    rolls: Vec<(i64, f64)>,
    general: bool,
    against: usize,
}

/// A place in a round: more hits of both sides, defence rolls (0: none drawn, else one more than the
/// position), and bits of those who have not acted.
#[derive(Clone, Copy)]
struct Place {
    more: [u32; 2],
    rolls: [usize; 2],
    waiting: usize,
}

/// How many places there are in each direction.
struct Room {
    more: [u32; 2],
    rolls: [usize; 2],
    bits: usize,
}

impl Room {
    fn len(&self) -> usize {
        ((self.more[0] * self.more[1]) as usize * self.rolls[0] * self.rolls[1]) << self.bits
    }

    fn index(&self, place: Place) -> usize {
        let more = (place.more[0] * self.more[1] + place.more[1]) as usize;
        let rolls = (more * self.rolls[0] + place.rolls[0]) * self.rolls[1] + place.rolls[1];
        rolls << self.bits | place.waiting
    }

    fn place(&self, index: usize) -> Place {
        let (rest, waiting) = (index >> self.bits, index & ((1 << self.bits) - 1));
        let (rest, second) = (rest / self.rolls[1], rest % self.rolls[1]);
        let (more, first) = (rest / self.rolls[0], rest % self.rolls[0]);
        let width = self.more[1] as usize;
        Place {
            more: [(more / width) as u32, (more % width) as u32],
            rolls: [first, second],
            waiting,
        }
    }
}

impl<'a> Round<'a> {
    fn new(exchange: &'a Exchange, hits: Hits, splits: [usize; 2]) -> Self {
        let mut strikers = Vec::new();
        for (side, &split) in splits.iter().enumerate() {
            for fighter in exchange.standing(side, hits) {
                let sheet = &exchange.sheets[fighter];
                let action = sheet.attack_action[split];
                if action > 0 {
                    strikers.push(Striker {
                        fighter,
                        side,
                        action,
                        tail: tail(sheet.attack_other),
                    });
                }
            }
        }
        let mut guards = vec![Shield::default(); exchange.fighters.len()];
        for side in 0..2 {
            let threat = exchange.threat(1 - side, hits, splits[1 - side]);
            let reach = exchange.sheets[threat].attack;
            for fighter in exchange.standing(side, hits) {
                let guard = exchange.sheets[fighter].guard(splits[side], reach);
                let general = guard.kind == GuardKind::General;
                let is_used = |striker: &Striker| {
                    striker.side != side && (general || striker.fighter == threat)
                };
                if guard.kind == GuardKind::None || !strikers.iter().any(is_used) {
                    continue;
                }
                // A sheet has far fewer dice than can be counted.
                let rolls = Distribution::of_best(guard.dice, FACES, guard.kept)
                    .unwrap_or_else(|| Distribution::certain(0));
                let fixed = i64::from(guard.fixed);
                guards[fighter] = Shield {
                    rolls: rolls
                        .probabilities()
                        .map(|(value, chance)| (value + fixed, chance))
                        .collect(),
                    general,
                    against: threat,
                };
            }
        }
        Self {
            exchange,
            hits,
            strikers,
            guards,
        }
    }

    /// Numbers of action dice, most first, with the positions of those who have as many.
    fn classes(&self) -> Vec<(u32, Vec<usize>)> {
        let mut numbers: Vec<u32> = self.strikers.iter().map(|striker| striker.action).collect();
        numbers.sort_unstable_by(|a, b| b.cmp(a));
        numbers.dedup();
        let class = |action: u32| {
            let all = self.strikers.iter().enumerate();
            let own = all.filter(|(_, striker)| striker.action == action);
            (action, own.map(|(position, _)| position).collect())
        };
        numbers.into_iter().map(class).collect()
    }

    /// The places of a round, without bits.
    fn room(&self) -> Room {
        let exchange = self.exchange;
        let more = [0, 1].map(|side: usize| {
            let strikers = self.strikers.iter().filter(|striker| striker.side != side);
            let left = exchange.most_hits(side) - self.hits[side];
            left.min(strikers.count() as u32) + 1
        });
        let rolls = [0, 1].map(|side: usize| {
            let standing = exchange.standing(side, self.hits);
            let rolls = standing.map(|fighter| self.guards[fighter].rolls.len());
            rolls.max().unwrap_or(0) + 1
        });
        Room {
            more,
            rolls,
            bits: 0,
        }
    }

    /// About how many steps it takes.
    fn work(&self) -> u64 {
        let places = self.room().len() as u64;
        let classes = self.classes().into_iter();
        let steps = classes.map(|(action, members)| {
            if members.len() > MOST_AT_ONCE {
                return u64::MAX;
            }
            let subsets = 3_u64.pow(members.len() as u32);
            subsets.saturating_mul(u64::from(5 * action + 1))
        });
        steps.fold(0, u64::saturating_add).saturating_mul(places)
    }

    /// The hits when it is over.
    fn ends(&self) -> Ends {
        let mut room = self.room();
        // The shares of all places, between two classes without bits.
        let mut shares = vec![0.0; room.len()];
        shares[0] = 1.0;
        for (action, members) in self.classes() {
            room.bits = members.len();
            let everybody = (1 << members.len()) - 1;
            let mut places = vec![0.0; room.len()];
            for (index, share) in shares.iter().enumerate() {
                places[index << room.bits | everybody] = *share;
            }
            for (value, chance) in arrivals(action) {
                places = self.step(&room, &members, &places, value, chance);
            }
            for (index, share) in shares.iter_mut().enumerate() {
                let first = index << room.bits;
                *share = places[first..=first + everybody].iter().sum();
            }
        }
        room.bits = 0;
        let mut ends: BTreeMap<Hits, f64> = BTreeMap::new();
        for (index, &share) in shares.iter().enumerate() {
            if share > 0.0 {
                let more = room.place(index).more;
                let hits = [self.hits[0] + more[0], self.hits[1] + more[1]];
                *ends.entry(hits).or_insert(0.0) += share;
            }
        }
        ends.into_iter().collect()
    }

    /// Those who have that sum act.
    fn step(
        &self,
        room: &Room,
        members: &[usize],
        places: &[f64],
        value: i64,
        chance: f64,
    ) -> Vec<f64> {
        let mut next = vec![0.0; places.len()];
        for (index, &share) in places.iter().enumerate() {
            deadline::check();
            if share <= 0.0 {
                continue;
            }
            let place = room.place(index);
            let pending = self.pending(members, place);
            let mut acting = pending;
            loop {
                let now = acting.count_ones() as i32;
                let later = pending.count_ones() as i32 - now;
                let weight = share * power(chance, now) * power(1.0 - chance, later);
                if weight > 0.0 {
                    if acting == 0 {
                        next[index] += weight;
                    } else {
                        self.strike(room, members, (place, acting), value, weight, &mut next);
                    }
                }
                if acting == 0 {
                    break;
                }
                acting = (acting - 1) & pending;
            }
        }
        next
    }

    /// The hits of both sides at a place.
    fn hits_at(&self, place: Place) -> Hits {
        [self.hits[0] + place.more[0], self.hits[1] + place.more[1]]
    }

    /// Those of a class who have not acted and stand.
    fn pending(&self, members: &[usize], place: Place) -> usize {
        let hits = self.hits_at(place);
        let mut pending = 0;
        for (bit, &member) in members.iter().enumerate() {
            let striker = &self.strikers[member];
            let stands = self
                .exchange
                .standing(striker.side, hits)
                .contains(&striker.fighter);
            if stands {
                pending |= 1 << bit;
            }
        }
        pending & place.waiting
    }

    /// Those whose bits are `acting` strike at the same moment.
    fn strike(
        &self,
        room: &Room,
        members: &[usize],
        (place, acting): (Place, usize),
        value: i64,
        weight: f64,
        next: &mut [f64],
    ) {
        let hits = self.hits_at(place);
        let waiting = place.waiting & !acting;
        let strikers_at = |side: usize| {
            let all = members.iter().enumerate();
            all.filter(move |(bit, _)| acting >> bit & 1 == 1)
                .map(|(_, &member)| &self.strikers[member])
                .filter(move |striker| striker.side != side)
        };
        let ways = [0, 1].map(|side: usize| {
            let Some(target) = self.exchange.standing(side, hits).next() else {
                return vec![(place.rolls[side], place.more[side], 1.0)];
            };
            let strikers: Vec<&Striker> = strikers_at(side).collect();
            self.falls(side, target, place, &strikers, value)
        });
        for &(first_roll, first_more, first) in &ways[0] {
            for &(second_roll, second_more, second) in &ways[1] {
                let there = Place {
                    more: [first_more, second_more],
                    rolls: [first_roll, second_roll],
                    waiting,
                };
                next[room.index(there)] += weight * first * second;
            }
        }
    }

    /// What strikes at `target`, the first who stands on `side`, may do: the defence roll, more hits,
    /// and the chance.
    fn falls(
        &self,
        side: usize,
        target: usize,
        place: Place,
        strikers: &[&Striker],
        value: i64,
    ) -> Vec<(usize, u32, f64)> {
        let exchange = self.exchange;
        let shield = &self.guards[target];
        let holds = |striker: &Striker| shield.general || shield.against == striker.fighter;
        let drawn = place.rolls[side];
        let draws =
            drawn == 0 && !shield.rolls.is_empty() && strikers.iter().any(|striker| holds(striker));
        let rolls = if draws {
            1..shield.rolls.len() + 1
        } else {
            drawn..drawn + 1
        };
        let mut ways = Vec::new();
        for roll in rolls {
            let (defence, chance) = match roll.checked_sub(1) {
                Some(position) => shield.rolls[position],
                None => (0, 1.0),
            };
            let chance = if draws { chance } else { 1.0 };
            // The chances of 0, 1, 2 hits and so on.
            let mut counts = [0.0; MOST_AT_ONCE + 1];
            counts[0] = chance;
            let mut most = 0;
            for &striker in strikers {
                let sheet = &exchange.sheets[striker.fighter];
                let base = exchange.sheets[target].base(sheet.attack);
                let against = base + if holds(striker) { defence } else { 0 };
                let needed =
                    against + i64::from(exchange.options.hit_tie == HitTie::Defender) - value;
                let hit = match usize::try_from(needed) {
                    Ok(needed) => striker.tail.get(needed).copied().unwrap_or(0.0),
                    Err(_) => 1.0,
                };
                most += 1;
                for count in (0..=most).rev() {
                    let before = if count > 0 { counts[count - 1] } else { 0.0 };
                    counts[count] = counts[count] * (1.0 - hit) + before * hit;
                }
            }
            let now = self.hits[side] + place.more[side];
            for (count, &share) in counts[..=most].iter().enumerate() {
                if share > 0.0 {
                    let after = exchange.after(now, count as u32);
                    // The next one in the row has a roll of their own.
                    let is_out = after > now && after.is_multiple_of(exchange.options.hits_to_win);
                    let roll = if is_out { 0 } else { roll };
                    ways.push((roll, after - self.hits[side], share));
                }
            }
        }
        ways
    }
}

/// A small power; 0 to the 0 is 1.
fn power(base: f64, exponent: i32) -> f64 {
    (0..exponent).fold(1.0, |product, _| product * base)
}

/// At position x the chance that so many dice make x or more.
fn tail(dice: u32) -> Vec<f64> {
    let sum = Distribution::of_dice(dice, FACES).unwrap_or_else(|| Distribution::certain(0));
    let all = sum.total() as f64;
    let highest = i64::from(FACES * dice);
    (0..=highest)
        .map(|value| sum.at_least(value) as f64 / all)
        .collect()
}

/// The sums of so many dice, descending, each with its chance among those that are not higher.
fn arrivals(dice: u32) -> Vec<(i64, f64)> {
    let sum = Distribution::of_dice(dice, FACES).unwrap_or_else(|| Distribution::certain(0));
    let mut below = 0_u128;
    let mut arrivals = Vec::new();
    for (value, weight) in sum.iter() {
        below += weight;
        arrivals.push((value, weight as f64 / below as f64));
    }
    arrivals.reverse();
    arrivals
}
