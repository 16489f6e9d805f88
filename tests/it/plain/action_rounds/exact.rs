//! The value of a duel by exhaustive search, moment by moment: every lot, random choice and sum of
//! dice with its chance. An optimal player of the first side takes the choice with the highest
//! value to that side, and one of the second the lowest.

use super::actions::{Answer, Declaration, Defending, Purpose, action_dice, serve};
use super::{Exchange, Game, Player, Rolled, Table};
use std::collections::{BTreeMap, HashMap};

/// Chances of the outcomes: the first side wins, the second wins, neither is left, time runs out.
pub type Chances = [f64; 4];

/// Expected numbers from a moment on, for both: attacks, defenses, unused dice.
pub type Means = [[f64; 2]; 3];

const ATTACKS: usize = 0;
const DEFENCES: usize = 1;
const UNUSED: usize = 2;

/// Outcome chances and means from a moment on.
#[derive(Clone, Copy, Default)]
struct Future {
    chances: Chances,
    means: Means,
    /// Expected number of rounds still to begin.
    rounds: f64,
}

impl Future {
    fn ended(outcome: usize) -> Self {
        let mut future = Self::default();
        future.chances[outcome] = 1.0;
        future
    }

    /// Adds one event of this sort now.
    fn and_one(mut self, what: usize, who: usize) -> Self {
        self.means[what][who] += 1.0;
        self
    }

    /// Adds all dice left as lost now.
    fn and_lost(mut self, table: &Table) -> Self {
        for (unused, dice) in self.means[UNUSED].iter_mut().zip(&table.dice) {
            *unused += f64::from(dice.all());
        }
        self
    }
}

/// Sums with their chances.
type Sums = Vec<(u32, f64)>;

/// Declarations of this sequence so far, in order.
type Declared = Vec<(usize, Declaration)>;

/// Hits and units covered, by fighter.
type Place = ([u32; 2], [u32; 2]);

/// Difference in value up to which choices are equal.
const EQUAL: f64 = 1e-12;
/// Difference in rounds up to which equal choices end equally soon.
const SOONER: f64 = 1e-9;

/// A moment, with all that the future depends on.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Moment {
    round: u32,
    /// True if all waited in the previous sequence.
    last: bool,
    table: Table,
    /// Fighters that are still to declare; `None` before the order is settled.
    order: Option<Vec<usize>>,
    declared: Declared,
    /// True if the last declaration is an attack without an answer yet.
    unanswered: bool,
}

pub struct Exact {
    game: Game,
    known: HashMap<Moment, Future>,
    thrown: HashMap<(u32, u32), Sums>,
}

/// Returns the value of an outcome for the first side.
pub fn value(chances: Chances) -> f64 {
    chances[0] + f64::midpoint(chances[2], chances[3])
}

/// Returns the chances of a duel.
pub fn duel(exchange: &Exchange) -> Chances {
    future(exchange).chances
}

/// Returns the expected numbers of a duel.
pub fn means(exchange: &Exchange) -> Means {
    future(exchange).means
}

fn future(exchange: &Exchange) -> Future {
    let game = Game::new(exchange);
    assert_eq!(game.fighters.len(), 2, "a duel has two");
    let find = || {
        let table = game.beginning();
        let mut exact = Exact {
            game,
            known: HashMap::new(),
            thrown: HashMap::new(),
        };
        exact.round(1, table)
    };
    // The recursion is as deep as the number of rounds.
    std::thread::scope(|scope| {
        let deep = std::thread::Builder::new().stack_size(1 << 28);
        let thread = deep.spawn_scoped(scope, find).expect("a thread starts");
        thread.join().expect("a duel ends")
    })
}

fn add(sum: &mut Future, weight: f64, more: Future) {
    let means = sum.means.iter_mut().flatten();
    let more_means = more.means.into_iter().flatten();
    let chances = sum.chances.iter_mut().zip(more.chances);
    for (one, other) in chances.chain(means.zip(more_means)) {
        *one += weight * other;
    }
    sum.rounds += weight * more.rounds;
}

impl Exact {
    /// Returns the future from the beginning of a round.
    fn round(&mut self, round: u32, mut table: Table) -> Future {
        if round > self.game.rules().max_rounds {
            return Future::ended(3);
        }
        self.game.begin_round(&mut table);
        // Progress is capped at the distance, so that equal positions are one.
        for covered in &mut table.covered {
            *covered = (*covered).min(self.game.rules().distance);
        }
        let mut future = self.noncombat(round, &[0, 1], &table);
        future.rounds += 1.0;
        future
    }

    /// Returns what follows from the moment when one of these fighters, by lot, chooses its status
    /// of the round, if it does.
    fn noncombat(&mut self, round: u32, choosing: &[usize], table: &Table) -> Future {
        let mut mean = Future::default();
        for &who in choosing {
            let mut later = choosing.to_vec();
            later.retain(|&other| other != who);
            let chooses = matches!(self.game.player(who), Player::Random | Player::Optimal);
            let future = if chooses && self.game.rules().noncombat_is_chosen {
                let values = [false, true].map(|noncombat| {
                    let mut table = table.clone();
                    self.game.declare_noncombat(&mut table, who, noncombat);
                    self.noncombat(round, &later, &table)
                });
                self.chosen(who, &values)
            } else {
                self.noncombat(round, &later, table)
            };
            add(&mut mean, 1.0 / choosing.len() as f64, future);
        }
        if choosing.is_empty() {
            return self.sequence(round, false, table.clone());
        }
        mean
    }

    /// Returns the future from the beginning of a sequence.
    fn sequence(&mut self, round: u32, last: bool, mut table: Table) -> Future {
        if table.dice.iter().all(|dice| dice.all() == 0) {
            return self.round(round + 1, table);
        }
        for (who, rolled) in table.rolled.iter_mut().enumerate() {
            keep_the_best(rolled);
            // Defenses against an opponent that cannot attack in this round any more are dropped.
            let sheet = &self.game.fighters[1 - who].sheet;
            if serve(sheet, table.dice[1 - who], Purpose::Attack(sheet.attack)) == 0 {
                // A General Defense in force forbids another declaration of one, whatever its
                // value.
                rolled.retain(|one| matches!(one, Rolled::General { .. }));
                rolled.fill(Rolled::General { value: 0 });
            }
        }
        self.value(Moment {
            round,
            last,
            table,
            order: None,
            declared: Vec::new(),
            unanswered: false,
        })
    }

    fn value(&mut self, moment: Moment) -> Future {
        if let Some(&known) = self.known.get(&moment) {
            return known;
        }
        let found = self.find(moment.clone());
        self.known.insert(moment, found);
        found
    }

    fn find(&mut self, mut moment: Moment) -> Future {
        if moment.unanswered {
            return self.answered(moment);
        }
        let Some(order) = &mut moment.order else {
            return self.ordered(&moment);
        };
        if order.is_empty() {
            return self.resolved(moment);
        }
        let who = order.remove(0);
        if moment.table.dice[who].all() == 0 {
            return self.value(moment);
        }
        let options = match self.game.player(who) {
            Player::Random | Player::Optimal => self.game.declarations(&moment.table, who),
            _ => {
                let mut lot = |_| panic!("a duel has one target");
                vec![self.game.named_declaration(&moment.table, who, &mut lot)]
            }
        };
        let mut values = Vec::new();
        let waits = |one: &Declaration| *one == Declaration::Wait;
        // On equal values an action comes before waiting.
        let (waiting, doing): (Vec<_>, Vec<_>) = options.into_iter().partition(waits);
        for declaration in doing.into_iter().chain(waiting) {
            let mut next = moment.clone();
            next.table.dice[who] = self.game.after(&next.table, who, &declaration);
            next.unanswered = matches!(
                declaration,
                Declaration::Attack { .. } | Declaration::Group { .. }
            );
            if declaration != Declaration::Wait {
                next.declared.push((who, declaration.clone()));
            }
            if let Declaration::Defend { dice } = declaration {
                let defending = self.game.general_defence(&moment.table, who, dice);
                let future = self.defended(who, &defending.unwrap(), &next, |value| {
                    Rolled::General { value }
                });
                values.push(future);
                continue;
            }
            let is_attack = next.unanswered;
            let future = self.value(next);
            values.push(if is_attack {
                future.and_one(ATTACKS, who)
            } else {
                future
            });
        }
        self.chosen(who, &values)
    }

    /// Returns the future of the choice of `who`, or the mean of all choices; among equal values
    /// the one that ends sooner.
    fn chosen(&self, who: usize, values: &[Future]) -> Future {
        if self.game.player(who) == Player::Optimal {
            let sign = if self.game.fighters[who].side == 0 {
                1.0
            } else {
                -1.0
            };
            let mut best = values[0];
            for &one in values {
                let gain = sign * (value(one.chances) - value(best.chances));
                let is_sooner = one.rounds < best.rounds - SOONER;
                if gain > EQUAL || gain >= -EQUAL && is_sooner {
                    best = one;
                }
            }
            return best;
        }
        let mut mean = Future::default();
        for &one in values {
            add(&mut mean, 1.0 / values.len() as f64, one);
        }
        mean
    }

    /// Covers all orders that lots may give the two.
    fn ordered(&mut self, moment: &Moment) -> Future {
        // Answers cannot change the order of two: after the first only the other is left.
        let mut lots = 1;
        let (game, table) = (&self.game, &moment.table);
        let order = |lot: &mut dyn FnMut(usize) -> usize| {
            game.declaring_order(table, game.with_dice(table), lot)
        };
        let mut orders = vec![order(&mut |count| {
            lots = count;
            0
        })];
        for lot in 1..lots {
            orders.push(order(&mut |_| lot));
        }
        let mut mean = Future::default();
        let chance = 1.0 / orders.len() as f64;
        for order in orders {
            let value = self.value(Moment {
                order: Some(order),
                ..moment.clone()
            });
            add(&mut mean, chance, value);
        }
        mean
    }

    /// The opponent answers the last declared attack.
    fn answered(&mut self, mut moment: Moment) -> Future {
        moment.unanswered = false;
        let attacker = moment.declared[moment.declared.len() - 1].0;
        let who = 1 - attacker;
        let options = match self.game.player(who) {
            Player::Random | Player::Optimal => self.game.answers(&moment.table, who, attacker),
            _ => vec![self.game.named_answer(&moment.table, who, attacker)],
        };
        let mut values = Vec::new();
        for answer in options {
            if answer == Answer::Nothing {
                values.push(self.value(moment.clone()));
                continue;
            }
            let defending = self
                .game
                .defending(&moment.table, who, attacker, answer)
                .expect("answers are legal");
            let mut next = moment.clone();
            if self.game.rules().defence_is_action
                && let Some(order) = &mut next.order
            {
                order.retain(|&one| one != who);
            }
            let future = self.defended(who, &defending, &next, |value| {
                Game::in_force(answer, attacker, value)
            });
            values.push(future);
        }
        self.chosen(who, &values)
    }

    /// Returns what follows a defense, over all values that it may roll.
    fn defended(
        &mut self,
        who: usize,
        defending: &Defending,
        moment: &Moment,
        in_force: impl Fn(u32) -> Rolled,
    ) -> Future {
        let mut mean = Future::default();
        for (sum, chance) in self.sums(defending.throw, defending.kept).clone() {
            let mut next = moment.clone();
            next.table.dice[who] = defending.left;
            next.table.rolled[who].push(in_force(sum + defending.fixed));
            keep_the_best(&mut next.table.rolled[who]);
            add(&mut mean, chance, self.value(next));
        }
        mean.and_one(DEFENCES, who)
    }

    /// All have declared.
    fn resolved(&mut self, moment: Moment) -> Future {
        let all_wait = moment.declared.is_empty();
        let mut ends: BTreeMap<Place, f64> = BTreeMap::new();
        // Sums of all action dice, in the order of declaration.
        let mut throws: Vec<(Vec<u32>, f64)> = vec![(Vec::new(), 1.0)];
        for (_, declaration) in &moment.declared {
            let dice = match declaration {
                Declaration::Move { .. } | Declaration::Defend { .. } => 0,
                _ => action_dice(declaration),
            };
            let mut longer = Vec::new();
            for (sums, chance) in throws {
                for &(sum, another) in self.sums(dice, dice) {
                    let mut sums = sums.clone();
                    sums.push(sum);
                    longer.push((sums, chance * another));
                }
            }
            throws = longer;
        }
        let mut table = moment.table;
        let place = (
            [table.hits[0], table.hits[1]],
            [table.covered[0], table.covered[1]],
        );
        for (sums, chance) in throws {
            for (end, another) in self.happen(&moment.declared, &sums, &mut table, place) {
                *ends.entry(end).or_insert(0.0) += chance * another;
            }
        }
        let mut mean = Future::default();
        for (place, chance) in ends {
            let mut table = table.clone();
            put(&mut table, place);
            for rolled in &mut table.rolled {
                rolled.retain(|one| !matches!(one, Rolled::Dive { .. }));
            }
            let value = if let Some(outcome) = self.game.ended(&table) {
                Future::ended(outcome).and_lost(&table)
            } else if moment.last || all_wait && !self.game.rules().reserve_is_declared {
                let lost = table.clone();
                self.round(moment.round + 1, table).and_lost(&lost)
            } else {
                self.sequence(moment.round, all_wait, table)
            };
            add(&mut mean, chance, value);
        }
        mean
    }

    /// Resolves the actions, those with the most action dice and the highest sums first, and
    /// collects where this may end. `table` is scratch space.
    fn happen(
        &mut self,
        declared: &[(usize, Declaration)],
        sums: &[u32],
        table: &mut Table,
        place: Place,
    ) -> Vec<(Place, f64)> {
        let key = |position: usize| (action_dice(&declared[position].1), sums[position]);
        let mut places = vec![(place, 1.0)];
        let mut order: Vec<usize> = (0..declared.len()).collect();
        order.sort_by_key(|&position| key(position));
        order.reverse();
        while let Some(&first) = order.first() {
            let now: Vec<usize> = order
                .iter()
                .copied()
                .filter(|&position| key(position) == key(first))
                .collect();
            order.drain(..now.len());
            let mut next = Vec::new();
            for (before, chance) in places {
                let mut after = vec![(before, chance)];
                for &position in &now {
                    put(table, before);
                    self.act(&declared[position], sums[position], table, &mut after);
                }
                next.extend(after);
            }
            places = next;
        }
        places
    }

    /// Resolves one action, from the state `before`.
    fn act(
        &mut self,
        (who, declaration): &(usize, Declaration),
        action_sum: u32,
        before: &Table,
        places: &mut Vec<(Place, f64)>,
    ) {
        let (who, target) = (*who, 1 - *who);
        if !self.game.stands(before, who) || matches!(declaration, Declaration::Defend { .. }) {
            return;
        }
        if let Declaration::Move { dice } = declaration {
            for ((_, covered), _) in places {
                covered[who] += self.game.covers(who, *dice);
            }
            return;
        }
        if !self.game.stands(before, target) {
            return;
        }
        let value = self.game.defence(before, target, who);
        let others = self.game.other_dice(before, who, declaration);
        let tie_hits = self.game.rules().tie_hits;
        let mut hit = 0.0;
        for &(sum, chance) in self.sums(others, others) {
            let total = action_sum + sum;
            if total > value || total == value && tie_hits {
                hit += chance;
            }
        }
        for position in 0..places.len() {
            let ((mut hits, covered), chance) = places[position];
            places[position].1 = chance * (1.0 - hit);
            hits[target] += 1;
            places.push(((hits, covered), chance * hit));
        }
        places.retain(|place| place.1 > 0.0);
    }

    /// Returns the sums of the best `kept` of `dice` dice, cached.
    fn sums(&mut self, dice: u32, kept: u32) -> &Sums {
        let known = self.thrown.entry((dice, kept));
        known.or_insert_with(|| sums(dice, kept))
    }
}

fn put(table: &mut Table, (hits, covered): Place) {
    table.hits.copy_from_slice(&hits);
    table.covered.copy_from_slice(&covered);
}

/// Keeps the best defense of each type: all are against the only opponent and last equally long.
fn keep_the_best(rolled: &mut Vec<Rolled>) {
    rolled.sort_unstable();
    // Sorting puts the best defense of each type last; `dedup_by_key` keeps the first.
    rolled.reverse();
    rolled.dedup_by_key(|one| std::mem::discriminant(one));
}

/// Returns the sums of the best `kept` of `dice` dice.
fn sums(dice: u32, kept: u32) -> Sums {
    let mut throws: BTreeMap<Vec<u8>, f64> = BTreeMap::from([(Vec::new(), 1.0)]);
    for _ in 0..dice {
        let mut more = BTreeMap::new();
        for (faces, chance) in &throws {
            for face in 1..=6 {
                let mut faces = faces.clone();
                faces.push(face);
                faces.sort_unstable();
                *more.entry(faces).or_insert(0.0) += chance / 6.0;
            }
        }
        throws = more;
    }
    let mut sums: Vec<(u32, f64)> = Vec::new();
    for (faces, chance) in throws {
        let best = faces.iter().rev().take(kept as usize);
        let sum = best.map(|&face| u32::from(face)).sum();
        match sums.iter_mut().find(|one| one.0 == sum) {
            Some(known) => known.1 += chance,
            None => sums.push((sum, chance)),
        }
    }
    sums.sort_by_key(|one| one.0);
    sums
}
