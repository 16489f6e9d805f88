//! What `expert` knows: a small network in whole numbers, the same on every machine.
//!
//! Sums are in 1/256, what comes out is in 1/8192: the logarithm of the odds of winning.

use super::pools::{self, Losses, POOLS};
use crate::dice::Pool;
use std::sync::LazyLock;

/// The units of the hidden layer.
pub const HIDDEN: usize = 32;

/// From whom a row of the table speaks: the side judged, the rival that it is compared with, or
/// all others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Own = 0,
    Rival = 1,
    Other = 2,
}

const ROLES: usize = 3;
/// Those who stand are counted up to this many.
const MOST_STANDING: usize = 8;

const ACTORS: usize = ROLES * POOLS;
/// Nobody has an initiative of its own.
pub(super) const NOBODY: usize = 2 * ACTORS;
const UNUSED: usize = NOBODY + 1;
const STANDING: usize = UNUSED + ROLES * 6;
const COVER: usize = STANDING + ROLES * (MOST_STANDING + 1);
const RETURNS: usize = COVER + (ROLES + 1) * 6;
const FIGHTING_ON: usize = RETURNS + ROLES * 6;
const COMING: usize = FIGHTING_ON + ROLES * 6;
/// Terms at which reinforcements come: when too few stand, soon, later.
const TERMS: usize = 3;
/// How many rows the table has.
pub const ROWS: usize = COMING + ROLES * TERMS * 6;
/// The bytes of a network: the rows, what a hidden unit adds, a constant.
pub const WEIGHTS: usize = (ROWS + 1) * HIDDEN + 1;

/// The row for dice that lie on the table.
#[inline]
pub(super) fn of_pool(role: Role, pool: Pool) -> usize {
    of_number(role, pools::number(pool))
}

/// The same for the pool of that number.
#[inline]
pub(super) fn of_number(role: Role, number: usize) -> usize {
    role as usize * POOLS + number
}

/// The row for the dice of who acts next.
#[inline]
pub(super) fn of_actor(role: Role, pool: Pool) -> usize {
    ACTORS + of_pool(role, pool)
}

/// The same for the pool of that number.
#[inline]
pub(super) fn of_acting_number(role: Role, number: usize) -> usize {
    ACTORS + of_number(role, number)
}

/// The row for an unused Class.
#[inline]
pub(super) fn of_unused(role: Role, dice: u32) -> usize {
    UNUSED + by_dice(role, dice)
}

/// The row for so many who stand.
#[inline]
pub(super) fn of_standing(role: Role, count: u32) -> usize {
    STANDING + role as usize * (MOST_STANDING + 1) + (count as usize).min(MOST_STANDING)
}

/// The row for a Cover die of some side; `None`: of the battlefield.
pub(super) fn of_cover(role: Option<Role>, face: u32) -> usize {
    COVER + role.map_or(ROLES, |role| role as usize) * 6 + face as usize - 1
}

/// The row for a monster that last rolled so many dice.
pub(super) fn of_returns(role: Role, dice: u32) -> usize {
    RETURNS + by_dice(role, dice)
}

/// The row for a character who, wounded, goes on with so many dice.
pub(super) fn of_fighting_on(role: Role, dice: u32) -> usize {
    FIGHTING_ON + by_dice(role, dice)
}

/// The row for a reinforcement of so many dice that comes at one of the [`TERMS`].
pub(super) fn of_coming(role: Role, term: usize, dice: u32) -> usize {
    COMING + (role as usize * TERMS + term) * 6 + dice as usize - 1
}

#[inline]
fn by_dice(role: Role, dice: u32) -> usize {
    role as usize * 6 + dice as usize - 1
}

/// A row of the table, or a sum of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(super) struct Row([i16; HIDDEN]);

impl Row {
    pub(super) const ZERO: Self = Self([0; HIDDEN]);

    /// The sum of some rows less others.
    #[inline]
    pub(super) fn sum<const P: usize, const M: usize>(plus: [&Self; P], minus: [&Self; M]) -> Self {
        let mut all = Self::ZERO;
        for (unit, sum) in all.0.iter_mut().enumerate() {
            for row in plus {
                *sum = sum.wrapping_add(row.0[unit]);
            }
            for row in minus {
                *sum = sum.wrapping_sub(row.0[unit]);
            }
        }
        all
    }

    // Calls keep these sums in memory whole: inlined, they were taken to pieces, which took several
    // times as long.
    #[inline(never)]
    pub(super) fn add(&mut self, other: &Self) {
        *self = Self::sum([self, other], []);
    }

    #[inline(never)]
    pub(super) fn subtract(&mut self, other: &Self) {
        *self = Self::sum([self], [other]);
    }

    /// Puts one row in the place of another.
    #[inline(never)]
    pub(super) fn exchange(&mut self, before: &Self, after: &Self) {
        *self = Self::sum([self, after], [before]);
    }
}

/// So many rows add up in a [`Row`] without overflow: each is 8 x 128 at most.
pub(super) const FEW: usize = 31;

/// A few rows that are to be added up, by number.
pub(super) struct Few {
    rows: [u16; FEW],
    count: usize,
}

impl Few {
    pub(super) const NONE: Self = Self {
        rows: [0; FEW],
        count: 0,
    };

    #[inline]
    pub(super) fn push(&mut self, row: usize) {
        self.rows[self.count] = row as u16;
        self.count += 1;
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.count
    }

    /// Their sum, where [`Sum::row`] would have it.
    #[inline]
    pub(super) fn sum(&self, rows: &[Row; ROWS]) -> Row {
        let mut sum = Row::ZERO;
        for &row in self.rows.iter().take(self.count) {
            sum = Row::sum([&sum, &rows[usize::from(row)]], []);
        }
        for sum in &mut sum.0 {
            *sum = (*sum).clamp(-Sum::LARGEST as i16, Sum::LARGEST as i16);
        }
        sum
    }
}

/// A sum of any number of rows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sum([i32; HIDDEN]);

impl Sum {
    /// Leaves room for the few differences that an action makes.
    const LARGEST: i32 = 20_000;

    pub(super) const ZERO: Self = Self([0; HIDDEN]);

    #[inline]
    pub(super) fn add(&mut self, row: &Row) {
        for (sum, value) in self.0.iter_mut().zip(&row.0) {
            *sum += i32::from(*value);
        }
    }

    #[inline]
    pub(super) fn row(&self) -> Row {
        Row(self
            .0
            .map(|sum| sum.clamp(-Self::LARGEST, Self::LARGEST) as i16))
    }
}

/// Steps of the tables below in one unit of log odds.
const STEPS: i32 = 64;
/// Log odds in a step.
const STEP: i32 = UNIT / STEPS;
/// One unit of log odds.
const UNIT: i32 = 8_192;
/// The tables end at so many units.
const RANGE: i32 = 20;
/// A certain win.
pub const CERTAIN: u32 = 1 << 30;

/// How many throws stand for all of a number of dice.
pub(super) const TYPICAL: u32 = 12;

/// Throws at equal distances among all of so many dice in the order of their sums.
fn typical(dice: u32) -> Vec<Pool> {
    let mut throws: Vec<(Pool, u32)> = pools::every()
        .filter(|(pool, _)| pool.len() == dice)
        .collect();
    throws.sort_by_key(|&(pool, _)| (pool.sum(), pools::number(pool)));
    let all = 6_u32.pow(dice);
    (0..TYPICAL)
        .map(|number| {
            let mut left = (2 * number + 1) * all / (2 * TYPICAL);
            let found = throws.iter().find(|&&(_, count)| {
                let found = left < count;
                left = left.saturating_sub(count);
                found
            });
            found.map_or(Pool::EMPTY, |&(pool, _)| pool)
        })
        .collect()
}

/// The network.
#[derive(Clone, Debug)]
pub struct Network {
    rows: Box<[Row; ROWS]>,
    /// By role and the number of those who stand: what one fewer adds.
    fewer: [[Row; MOST_STANDING + 2]; ROLES],
    /// By the number of an ally's pool: what a die more adds to its row, on average.
    aid: Vec<Row>,
    output: Row,
    constant: i32,
    /// Chances by log odds.
    chances: Vec<u32>,
    /// The logarithm of 1 + e^-x by x.
    both: Vec<i32>,
    /// By the number of dice: throws that stand for all, and their numbers.
    throws: [Vec<Pool>; 7],
    numbers: [Vec<u16>; 7],
    losses: Box<[Losses; POOLS]>,
}

static AGAINST_EXPERTS: LazyLock<Network> =
    LazyLock::new(|| Network::of_bytes(include_bytes!("experts.bin")));
static AGAINST_FINISHERS: LazyLock<Network> =
    LazyLock::new(|| Network::of_bytes(include_bytes!("finishers.bin")));

impl Network {
    /// The network of these weights in 1/32, [`WEIGHTS`] of them.
    pub fn new(weights: &[i8]) -> Self {
        assert_eq!(weights.len(), WEIGHTS, "a network has so many weights");
        let (table, end) = weights.split_at(ROWS * HIDDEN);
        let (output, constant) = end.split_at(HIDDEN);
        let rows: Vec<Row> = table
            .as_chunks::<HIDDEN>()
            .0
            .iter()
            .map(|row| Row(row.map(|weight| 8 * i16::from(weight))))
            .collect();
        let rows: Box<[Row; ROWS]> = rows.try_into().expect("the table has so many rows");
        let mut aid = vec![Row::ZERO; POOLS];
        for (pool, _) in pools::every().filter(|(pool, _)| pool.len() < 6) {
            let mut sum = Sum::ZERO;
            for face in 1..=6 {
                sum.add(&rows[of_pool(Role::Own, pool.with(face))]);
            }
            let mut average = Row(sum.0.map(|sum| (sum / 6) as i16));
            average.subtract(&rows[of_pool(Role::Own, pool)]);
            aid[pools::number(pool)] = average;
        }
        let fewer = [Role::Own, Role::Rival, Role::Other].map(|role| {
            std::array::from_fn(|count| {
                let stand = |count: usize| &rows[of_standing(role, count as u32)];
                Row::sum([stand(count.saturating_sub(1))], [stand(count)])
            })
        });
        let throws: [Vec<Pool>; 7] = std::array::from_fn(|dice| typical(dice as u32));
        let numbered = |throws: &Vec<Pool>| {
            let numbers = throws.iter().map(|&pool| pools::number(pool) as u16);
            numbers.collect()
        };
        let steps = RANGE * STEPS;
        let at = |step: i32| f64::from(step) / f64::from(STEPS);
        Self {
            rows,
            fewer,
            aid,
            output: Row(std::array::from_fn(|unit| i16::from(output[unit]))),
            constant: i32::from(constant[0]) * 256,
            chances: (-steps..=steps + 1)
                .map(|step| (f64::from(CERTAIN) / (1.0 + libm::exp(-at(step)))) as u32)
                .collect(),
            both: (0..=steps + 1)
                .map(|step| (f64::from(UNIT) * libm::log1p(libm::exp(-at(step)))) as i32)
                .collect(),
            numbers: throws.each_ref().map(numbered),
            throws,
            losses: Losses::of_all(),
        }
    }

    /// The network of weights as they lie in a file.
    fn of_bytes(bytes: &[u8]) -> Self {
        let weights: Vec<i8> = bytes.iter().map(|&byte| byte as i8).collect();
        Self::new(&weights)
    }

    /// What `expert` has learnt by playing against itself.
    pub fn against_experts() -> &'static Self {
        &AGAINST_EXPERTS
    }

    /// What it has learnt against finishers.
    pub fn against_finishers() -> &'static Self {
        &AGAINST_FINISHERS
    }

    #[inline]
    pub(super) fn row(&self, row: usize) -> &Row {
        &self.rows[row]
    }

    /// All rows.
    #[inline]
    pub(super) fn rows(&self) -> &[Row; ROWS] {
        &self.rows
    }

    /// What it adds to a sum that of so many of that role one has left.
    #[inline]
    pub(super) fn one_fewer(&self, role: Role, count: u32) -> &Row {
        &self.fewer[role as usize][(count as usize).min(MOST_STANDING + 1)]
    }

    /// What a die more adds to the row of the own pool of that number.
    #[inline]
    pub(super) fn aid(&self, number: usize) -> &Row {
        &self.aid[number]
    }

    /// Throws of so many dice that stand for all of them, each as likely as the next.
    #[inline]
    pub(super) fn throws(&self, dice: u32) -> &[Pool] {
        &self.throws[dice as usize]
    }

    /// The numbers of those throws.
    #[inline]
    pub(super) fn numbers(&self, dice: u32) -> &[u16] {
        &self.numbers[dice as usize]
    }

    /// What becomes of pools, by their number.
    #[inline]
    pub(super) fn losses(&self) -> &[Losses; POOLS] {
        &self.losses
    }

    /// The log odds of winning against one rival that a sum of rows stands for.
    #[inline]
    pub(super) fn odds(&self, sum: &Row) -> i32 {
        let mut odds = self.constant;
        for (value, weight) in sum.0.iter().zip(&self.output.0) {
            odds += i32::from((*value).max(0)) * i32::from(*weight);
        }
        odds
    }

    /// The same for the sum of some rows less others.
    #[inline]
    pub(super) fn odds_of_sum<const P: usize, const M: usize>(
        &self,
        plus: [&Row; P],
        minus: [&Row; M],
    ) -> i32 {
        self.odds(&Row::sum(plus, minus))
    }

    /// The same for the sum of three rows, as a call: in the loop over throws what is inlined takes
    /// four times as long.
    #[inline(never)]
    pub(super) fn odds_of_three(&self, one: &Row, two: &Row, three: &Row) -> i32 {
        self.odds_of_sum([one, two, three], [])
    }

    /// The same for the sum of two.
    #[inline(never)]
    pub(super) fn odds_of_two(&self, one: &Row, two: &Row) -> i32 {
        self.odds_of_sum([one, two], [])
    }

    /// The same for the sum of two, once one row is put in the place of another.
    #[inline(never)]
    pub(super) fn odds_of_exchange(&self, one: &Row, two: &Row, after: &Row, before: &Row) -> i32 {
        self.odds_of_sum([one, two, after], [before])
    }

    /// The log odds of the average chance behind as many log odds as there are.
    #[inline]
    pub(super) fn average(&self, odds: impl ExactSizeIterator<Item = i32>) -> i32 {
        let count = odds.len() as u64;
        let sum: u64 = odds.map(|odds| u64::from(super::chance(self, odds))).sum();
        self.odds_of((sum / count).min(u64::from(CERTAIN)) as u32)
    }

    /// The log odds of winning against two rivals, where each has its own: the odds against add up.
    pub(super) fn against_both(&self, one: i32, other: i32) -> i32 {
        let apart = one.saturating_sub(other).saturating_abs();
        let (step, rest) = (apart / STEP, apart % STEP);
        if step >= RANGE * STEPS {
            return one.min(other);
        }
        let (low, high) = (self.both[step as usize], self.both[step as usize + 1]);
        one.min(other) - (low + (high - low) * rest / STEP)
    }

    /// The chance of winning that these log odds stand for, of [`CERTAIN`].
    pub(super) fn chance(&self, odds: i32) -> u32 {
        let most = RANGE * UNIT;
        let above = odds.clamp(-most, most) + most;
        let (step, rest) = ((above / STEP) as usize, i64::from(above % STEP));
        let (low, high) = (
            i64::from(self.chances[step]),
            i64::from(self.chances[step + 1]),
        );
        (low + (high - low) * rest / i64::from(STEP)) as u32
    }

    /// The log odds that stand for this chance, to the step below.
    pub(super) fn odds_of(&self, chance: u32) -> i32 {
        let step = self
            .chances
            .partition_point(|&other| other <= chance)
            .max(1)
            - 1;
        let low = self.chances[step];
        let gap = self.chances.get(step + 1).map_or(0, |&high| high - low);
        let rest = if gap == 0 {
            0
        } else {
            (i64::from(chance - low.min(chance)) * i64::from(STEP) / i64::from(gap)) as i32
        };
        (step as i32) * STEP - RANGE * UNIT + rest.min(STEP)
    }
}
