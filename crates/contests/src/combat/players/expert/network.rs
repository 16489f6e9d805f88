//! The network of `expert`, in integer arithmetic, so that results are the same on every machine.
//!
//! The input is a set of features, each of which has one row of weights. The hidden layer is the
//! rectified sum of these rows, in units of 1/256. The output is the natural logarithm of the odds
//! of winning, in units of 1/8192.

use super::pools::{self, Losses, POOLS};
use evenodds_core::dice::Pool;
use std::sync::LazyLock;

/// Number of hidden units.
pub const HIDDEN: usize = 64;
/// Number of units that are computed together.
const BLOCK: usize = 8;

/// Side that a feature describes: the evaluated side, the rival that it is compared with, or any
/// other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FeatureSide {
    Own = 0,
    Rival = 1,
    Other = 2,
}

const ROLES: usize = 3;
/// Maximum number of combatants with its own row; larger numbers share that row.
const MOST_STANDING: usize = 8;

const ACTORS: usize = ROLES * POOLS;
/// Row for a position in which no combatant acts next, since every initiative is shared.
pub(super) const NO_ACTOR: usize = 2 * ACTORS;
const UNUSED: usize = NO_ACTOR + 1;
const STANDING: usize = UNUSED + ROLES * 6;
const COVER: usize = STANDING + ROLES * (MOST_STANDING + 1);
const RETURNS: usize = COVER + (ROLES + 1) * 6;
const FIGHTING_ON: usize = RETURNS + ROLES * 6;
const COMING: usize = FIGHTING_ON + ROLES * 6;
/// Number of terms in which reinforcements arrive: after losses, soon, later.
const TERMS: usize = 3;
const THROWN: usize = COMING + ROLES * TERMS * 6;
/// Number of rows.
pub const ROWS: usize = THROWN + ROLES * 6;
/// Number of weights, one byte each: rows, output weights of the hidden units, a constant.
pub const WEIGHTS: usize = (ROWS + 1) * HIDDEN + 1;

/// Returns the row for a combatant's dice.
#[inline]
pub(super) fn of_pool(role: FeatureSide, pool: Pool) -> usize {
    of_number(role, pools::number(pool))
}

/// Returns the row for a combatant's dice, by the number of the pool.
#[inline]
pub(super) fn of_number(role: FeatureSide, number: usize) -> usize {
    role as usize * POOLS + number
}

/// Returns the row for the dice of the combatant that acts next.
#[inline]
pub(super) fn of_actor(role: FeatureSide, pool: Pool) -> usize {
    ACTORS + of_pool(role, pool)
}

/// Returns the row for the dice of the combatant that acts next, by the number of the pool.
#[inline]
pub(super) fn of_acting_number(role: FeatureSide, number: usize) -> usize {
    ACTORS + of_number(role, number)
}

/// Returns the row for an unused Class.
#[inline]
pub(super) fn of_unused(role: FeatureSide, dice: u32) -> usize {
    UNUSED + by_dice(role, dice)
}

/// Returns the row for the number of combatants still in the fight.
#[inline]
pub(super) fn of_standing(role: FeatureSide, count: u32) -> usize {
    STANDING + role as usize * (MOST_STANDING + 1) + (count as usize).min(MOST_STANDING)
}

/// Returns the row for a Cover die of a side, or of the battlefield if `role` is `None`.
pub(super) fn of_cover(role: Option<FeatureSide>, face: u32) -> usize {
    COVER + role.map_or(ROLES, |role| role as usize) * 6 + face as usize - 1
}

/// Returns the row for a monster that last rolled `dice` dice.
pub(super) fn of_returns(role: FeatureSide, dice: u32) -> usize {
    RETURNS + by_dice(role, dice)
}

/// Returns the row for a character that fights on with `dice` dice when wounded.
pub(super) fn of_fighting_on(role: FeatureSide, dice: u32) -> usize {
    FIGHTING_ON + by_dice(role, dice)
}

/// Returns the row for a reinforcement of `dice` dice that arrives in one of the [`TERMS`].
pub(super) fn of_coming(role: FeatureSide, term: usize, dice: u32) -> usize {
    COMING + (role as usize * TERMS + term) * 6 + dice as usize - 1
}

/// Returns the row for a combatant that is about to throw `dice` dice.
#[inline]
pub(super) fn of_thrown(role: FeatureSide, dice: u32) -> usize {
    THROWN + by_dice(role, dice)
}

#[inline]
fn by_dice(role: FeatureSide, dice: u32) -> usize {
    role as usize * 6 + dice as usize - 1
}

/// Row of weights, one per hidden unit, or a sum of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(super) struct WeightRow([i16; HIDDEN]);

impl WeightRow {
    pub(super) const ZERO: Self = Self([0; HIDDEN]);

    #[inline]
    fn blocks(&self) -> &[[i16; BLOCK]] {
        self.0.as_chunks().0
    }

    /// Returns the sum of the rows `plus` minus the rows `minus`.
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

    /// Sets this sum to that of `start` and of the rows with the numbers `indices`.
    // Inlining would hide from the optimizer that rows are aligned, which doubles the instructions.
    #[inline(never)]
    fn set_to_all(&mut self, start: &Self, rows: &[Self; ROWS], indices: &[u16]) {
        let mut sum = start.0;
        for &index in indices {
            let row = &rows[usize::from(index)].0;
            for unit in 0..HIDDEN {
                sum[unit] = sum[unit].wrapping_add(row[unit]);
            }
        }
        self.0 = sum;
    }

    // Inlining would make the optimizer split the sums into single values, which is several times
    // slower.
    #[inline(never)]
    pub(super) fn add(&mut self, other: &Self) {
        *self = Self::sum([self, other], []);
    }

    #[inline(never)]
    pub(super) fn subtract(&mut self, other: &Self) {
        *self = Self::sum([self], [other]);
    }

    #[inline(never)]
    pub(super) fn set_to_two(&mut self, one: &Self, two: &Self) {
        *self = Self::sum([one, two], []);
    }

    #[inline(never)]
    pub(super) fn set_to_three(&mut self, one: &Self, two: &Self, three: &Self) {
        *self = Self::sum([one, two, three], []);
    }
}

/// Number of rows whose sum with [`Sum::start`] cannot overflow a [`WeightRow`], since each
/// weight is at most 8 × 128.
const MAX_PENDING: usize = 31 - ROLES;
/// Number of rows whose sum with [`Sum::start`] cannot exceed [`LARGEST`].
const MAX_SMALL: usize = LARGEST as usize / (8 * 128) - ROLES;

/// Accumulator of rows. Sums of up to [`MAX_PENDING`] rows need no wider numbers.
pub(super) struct Sum<'a> {
    network: &'a Network,
    /// Sum of up to [`ROLES`] rows to which the pending ones are added.
    start: &'a WeightRow,
    pending: [u16; MAX_PENDING],
    count: usize,
    /// Sum of all rows before these, if any.
    wide: Option<Box<WideSum>>,
}

impl<'a> Sum<'a> {
    #[inline]
    pub(super) fn of(network: &'a Network) -> Self {
        Self {
            network,
            start: &WeightRow::ZERO,
            pending: [0; MAX_PENDING],
            count: 0,
            wide: None,
        }
    }

    /// Adds the rows for the number of combatants of each role, once, if there are none of the role
    /// `Other`.
    #[inline]
    pub(super) fn push_standing(&mut self, own: u32, rival: u32) {
        let capped = |count: u32| (count as usize).min(MOST_STANDING);
        self.start = &self.network.standing[capped(own)][capped(rival)];
    }

    #[inline]
    pub(super) fn push(&mut self, row: usize) {
        match self.pending.get_mut(self.count) {
            Some(place) => *place = row as u16,
            None => self.widen(row),
        }
        self.count += 1;
    }

    #[inline]
    fn write_pending(&self, sum: &mut WeightRow) {
        sum.set_to_all(self.start, &self.network.rows, &self.pending[..self.count]);
    }

    fn pending(&self) -> WeightRow {
        let mut sum = WeightRow::ZERO;
        self.write_pending(&mut sum);
        sum
    }

    #[cold]
    fn widen(&mut self, next: usize) {
        let pending = self.pending();
        let wide = self
            .wide
            .get_or_insert_with(|| Box::new(WideSum([0; HIDDEN])));
        wide.add(&pending);
        self.start = &WeightRow::ZERO;
        (self.pending[0], self.count) = (next as u16, 0);
    }

    /// Sets `sum` to the sum with `row`, minus `row`. It differs from the sum if that is scaled
    /// down.
    #[inline]
    pub(super) fn write_before(&mut self, row: usize, sum: &mut WeightRow) {
        if self.wide.is_none() && self.count < MAX_SMALL {
            self.write_pending(sum);
        } else {
            *sum = self.large_row_before(row);
        }
    }

    #[cold]
    fn large_row_before(&mut self, row: usize) -> WeightRow {
        self.push(row);
        let mut sum = self.row();
        sum.subtract(&self.network.rows[row]);
        sum
    }

    #[inline]
    pub(super) fn row(&self) -> WeightRow {
        let pending = self.pending();
        match &self.wide {
            None if self.count <= MAX_SMALL => pending,
            None => {
                let largest = pending.0.iter().map(|unit| unit.unsigned_abs()).max();
                if largest <= Some(LARGEST as u16) {
                    pending
                } else {
                    WideSum::of(&pending).row()
                }
            }
            Some(wide) => {
                let mut wide = WideSum::clone(wide);
                wide.add(&pending);
                wide.row()
            }
        }
    }
}

/// Maximum magnitude of a unit in a finished sum; leaves room for the differences of an action.
const LARGEST: i32 = 20_000;

/// Sum of any number of rows.
#[derive(Clone, Debug)]
pub(super) struct WideSum([i32; HIDDEN]);

impl WideSum {
    pub(super) fn of(row: &WeightRow) -> Self {
        Self(row.0.map(i32::from))
    }

    pub(super) fn add(&mut self, row: &WeightRow) {
        for (sum, value) in self.0.iter_mut().zip(&row.0) {
            *sum += i32::from(*value);
        }
    }

    pub(super) fn subtract(&mut self, row: &WeightRow) {
        for (sum, value) in self.0.iter_mut().zip(&row.0) {
            *sum -= i32::from(*value);
        }
    }

    /// Returns the sum, scaled down as a whole if any unit exceeds its bound, which keeps the sign
    /// of the odds.
    pub(super) fn row(&self) -> WeightRow {
        let largest = self.0.iter().map(|unit| unit.unsigned_abs()).max();
        let scale = i64::from(largest.unwrap_or(0)).max(i64::from(LARGEST));
        WeightRow(
            self.0
                .map(|unit| (i64::from(unit) * i64::from(LARGEST) / scale) as i16),
        )
    }
}

/// Sorts more than two log odds: combined in another order, they have another rounding error.
#[inline(never)]
fn sort(odds: &mut [i32]) {
    odds.sort_unstable();
}

/// Number of steps of the lookup tables per natural unit of log odds.
const STEPS: i32 = 64;
/// Width of a step, in units of the output.
const STEP: i32 = UNIT / STEPS;
/// Output for one natural unit of log odds.
const UNIT: i32 = 8_192;
/// Maximum log odds in the lookup tables, in natural units.
const RANGE: i32 = 20;
/// Chance of a certain win; the unit of all chances.
pub const CERTAIN: u32 = 1 << 30;

/// Log odds of a won fight.
pub(super) const WON: i32 = i32::MAX;
/// Log odds of a lost fight.
pub(super) const LOST: i32 = -i32::MAX;

/// Network with its lookup tables.
#[derive(Clone, Debug)]
pub struct Network {
    rows: Box<[WeightRow; ROWS]>,
    /// Change of a sum if a combatant leaves, by role and by number of combatants before.
    fewer: [[WeightRow; MOST_STANDING + 2]; ROLES],
    /// Sum of the rows for the numbers of combatants, by those of the roles `Own` and `Rival`; none
    /// have the role `Other`.
    standing: [[WeightRow; MOST_STANDING + 1]; MOST_STANDING + 1],
    /// Mean change of a sum if an ally gains a die, by the number of the ally's pool.
    aid: Vec<WeightRow>,
    output: WeightRow,
    constant: i32,
    /// Chances in units of 1/[`CERTAIN`], by steps of log odds.
    chances: Vec<u32>,
    /// ln(1 + e^-x) in units of the output, by steps of x.
    log1p_exp: Vec<i32>,
    losses: Box<[Losses; POOLS]>,
}

static TRAINED: LazyLock<Network> =
    LazyLock::new(|| Network::of_bytes(include_bytes!("network.bin")));

impl Network {
    /// Creates a network from weights in units of 1/32.
    ///
    /// # Panics
    ///
    /// Panics if there are not exactly [`WEIGHTS`] weights.
    pub fn new(weights: &[i8]) -> Self {
        assert_eq!(weights.len(), WEIGHTS, "expected {WEIGHTS} weights");
        let (table, end) = weights.split_at(ROWS * HIDDEN);
        let (output, constant) = end.split_at(HIDDEN);
        let rows: Vec<WeightRow> = table
            .as_chunks::<HIDDEN>()
            .0
            .iter()
            .map(|row| WeightRow(row.map(|weight| 8 * i16::from(weight))))
            .collect();
        let rows: Box<[WeightRow; ROWS]> = rows
            .try_into()
            .expect("the weights are split at `ROWS` rows");
        let mut aid = vec![WeightRow::ZERO; POOLS];
        for pool in pools::every().filter(|pool| pool.len() < 6) {
            let faces =
                [1, 2, 3, 4, 5, 6].map(|face| &rows[of_pool(FeatureSide::Own, pool.with(face))]);
            let mut average = WeightRow(WeightRow::sum(faces, []).0.map(|sum| sum / 6));
            average.subtract(&rows[of_pool(FeatureSide::Own, pool)]);
            aid[pools::number(pool)] = average;
        }
        let fewer = [FeatureSide::Own, FeatureSide::Rival, FeatureSide::Other].map(|role| {
            std::array::from_fn(|count| {
                let stand = |count: usize| &rows[of_standing(role, count as u32)];
                WeightRow::sum([stand(count.saturating_sub(1))], [stand(count)])
            })
        });
        let standing = std::array::from_fn(|own| {
            std::array::from_fn(|rival| {
                let counts = [own as u32, rival as u32, 0];
                let roles = [FeatureSide::Own, FeatureSide::Rival, FeatureSide::Other];
                let row = |role: FeatureSide| &rows[of_standing(role, counts[role as usize])];
                WeightRow::sum(roles.map(row), [])
            })
        });
        let steps = RANGE * STEPS;
        let at = |step: i32| f64::from(step) / f64::from(STEPS);
        Self {
            rows,
            fewer,
            standing,
            aid,
            output: WeightRow(std::array::from_fn(|unit| i16::from(output[unit]))),
            constant: i32::from(constant[0]) * 256,
            chances: (-steps..=steps + 1)
                .map(|step| (f64::from(CERTAIN) / (1.0 + libm::exp(-at(step)))) as u32)
                .collect(),
            log1p_exp: (0..=steps + 1)
                .map(|step| (f64::from(UNIT) * libm::log1p(libm::exp(-at(step)))) as i32)
                .collect(),
            losses: Losses::of_all(),
        }
    }

    /// Creates a network from the bytes of a weight file.
    fn of_bytes(bytes: &[u8]) -> Self {
        let weights: Vec<i8> = bytes.iter().map(|&byte| byte as i8).collect();
        Self::new(&weights)
    }

    /// Returns the built-in network, trained by self-play.
    #[inline]
    pub fn trained() -> &'static Self {
        &TRAINED
    }

    #[inline]
    pub(super) fn rows(&self) -> &[WeightRow; ROWS] {
        &self.rows
    }

    /// Returns the change of a sum if one of `count` combatants of a role leaves.
    #[inline]
    pub(super) fn one_fewer(&self, role: FeatureSide, count: u32) -> &WeightRow {
        &self.fewer[role as usize][(count as usize).min(MOST_STANDING + 1)]
    }

    /// Returns the mean change of a sum if an ally gains a die, by the number of the ally's pool.
    #[inline]
    pub(super) fn aid(&self, number: usize) -> &WeightRow {
        &self.aid[number]
    }

    /// Returns the losses of all pools, by pool number.
    #[inline]
    pub(super) fn losses(&self) -> &[Losses; POOLS] {
        &self.losses
    }

    /// Returns the log odds of winning against one rival for a sum of rows.
    #[inline]
    pub(super) fn odds(&self, sum: &WeightRow) -> i32 {
        self.odds_of_sum([sum], [])
    }

    /// Returns the log odds for the sum of the rows `plus` minus the rows `minus`.
    ///
    /// Blocks of eight units match a vector register on every machine. Written as one loop over all
    /// units, the optimizer fills only half of each register. Nothing overflows here; with checks
    /// of that, the loops of the version for development would not use vectors.
    #[inline]
    pub(super) fn odds_of_sum<const P: usize, const M: usize>(
        &self,
        plus: [&WeightRow; P],
        minus: [&WeightRow; M],
    ) -> i32 {
        let mut odds = [0_i32; BLOCK];
        for (number, weights) in self.output.blocks().iter().enumerate() {
            let mut sum = [0_i16; BLOCK];
            for row in plus {
                let row = row.blocks()[number];
                sum = std::array::from_fn(|unit| sum[unit].wrapping_add(row[unit]));
            }
            for row in minus {
                let row = row.blocks()[number];
                sum = std::array::from_fn(|unit| sum[unit].wrapping_sub(row[unit]));
            }
            odds = std::array::from_fn(|unit| {
                let weighted = i32::from(sum[unit].max(0)).wrapping_mul(i32::from(weights[unit]));
                odds[unit].wrapping_add(weighted)
            });
        }
        self.constant + odds.iter().sum::<i32>()
    }

    /// Returns the log odds for the sum of two rows.
    #[inline(never)]
    pub(super) fn odds_of_two(&self, one: &WeightRow, two: &WeightRow) -> i32 {
        self.odds_of_sum([one, two], [])
    }

    /// Returns the log odds for the sum of three rows.
    #[inline(never)]
    pub(super) fn odds_of_three(&self, one: &WeightRow, two: &WeightRow, three: &WeightRow) -> i32 {
        self.odds_of_sum([one, two, three], [])
    }

    /// Returns the log odds for the sum of two rows in which `after` replaces `before`.
    #[inline(never)]
    pub(super) fn odds_of_exchange(
        &self,
        one: &WeightRow,
        two: &WeightRow,
        after: &WeightRow,
        before: &WeightRow,
    ) -> i32 {
        self.odds_of_sum([one, two, after], [before])
    }

    /// Combines the log odds against each rival to those against all; `None` without rivals. The
    /// result does not depend on their order, which is changed.
    #[inline]
    pub(super) fn against_all(&self, each: &mut [i32]) -> Option<i32> {
        if each.len() > 2 {
            sort(each);
        }
        let all = each.iter().copied();
        all.reduce(|one, other| self.against_both(one, other))
    }

    /// Returns the log odds of winning against both of two rivals, from those against each: the
    /// odds of losing add up.
    pub(super) fn against_both(&self, one: i32, other: i32) -> i32 {
        let apart = one.saturating_sub(other).saturating_abs();
        let (step, rest) = (apart / STEP, apart % STEP);
        if step >= RANGE * STEPS {
            return one.min(other);
        }
        let (low, high) = (
            self.log1p_exp[step as usize],
            self.log1p_exp[step as usize + 1],
        );
        one.min(other) - (low + (high - low) * rest / STEP)
    }

    /// Converts log odds to a chance to win, in units of 1/[`CERTAIN`].
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
}
