//! Functions of pools. Each is declared once: name, arguments, range, value and exact distribution.
//! A new function is one more [`PoolFunction`], in the list [`FUNCTIONS`].

use super::bounds::{PoolBounds, Range};
use super::components::SelectionNode;
use super::program::NodeId;
use super::selection::Selection;
use std::fmt::{self, Debug, Formatter};
use std::hash::{Hash, Hasher};

/// Function of the kept dice of a pool, or of two pools. An empty pool gives 0.
pub struct PoolFunction {
    /// Name in expressions.
    pub name: &'static str,
    /// Arguments after the pool.
    pub takes: Takes,
    /// Range of the value, or what is wrong with the dice.
    pub range: fn(&PoolBounds<'_>) -> Result<Range, String>,
    /// Value for dice that were thrown: the arguments, the kept dice of the pool and those of the
    /// other pool, each in descending order. Not for [`SYMBOL`], which counts what faces show.
    pub value: fn(KnownArguments, &[i64], &[i64]) -> i64,
    /// How the exact distribution is computed.
    pub exact: Exact,
}

/// Arguments that a function takes after its pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// None.
    Nothing,
    /// A number.
    Number,
    /// Values, such as `>=5`; the text says which, with an example.
    Values(&'static str),
    /// Another pool.
    Pool,
    /// Another pool, and perhaps the word `ties`.
    PoolAndTies,
}

/// Way in which the exact distribution of a function is computed.
#[derive(Clone, Copy)]
pub enum Exact {
    /// The value is a sum over the kept dice, of what a die with this value adds.
    Sum(fn(KnownArguments, i64) -> i64),
    /// The value is in a register after all faces are visited, from the highest to the lowest.
    Faces {
        /// Number of registers, which begin at 0.
        registers: usize,
        /// The register with the value.
        result: usize,
        /// True if a step needs the numbers of dice that were kept before.
        is_positional: bool,
        /// Changes the registers by the dice that show a face.
        step: fn(&mut [i64], &ShownFace),
    },
}

/// Kept dice that show a face, while faces are visited from the highest to the lowest.
#[derive(Clone, Copy, Debug)]
pub struct ShownFace {
    /// Arguments of the function.
    pub arguments: KnownArguments,
    /// The face.
    pub face: i64,
    /// Number of dice of the pool that show it.
    pub own: i64,
    /// Number of dice of the pool that show a higher one, if the function is positional.
    pub before: i64,
    /// Number of dice of the other pool that show it.
    pub theirs: i64,
    /// Number of dice of the other pool that show a higher one, if the function is positional.
    pub theirs_before: i64,
}

/// A function with its arguments: nodes of a program, or their values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Call<Number, Values> {
    /// The function.
    pub function: &'static PoolFunction,
    /// Arguments after the pools.
    pub arguments: Arguments<Number, Values>,
}

/// A function whose arguments are nodes.
pub type Function = Call<NodeId, SelectionNode>;
/// A function whose arguments are known.
pub type KnownFunction = Call<i64, Selection>;
/// Arguments that are known.
pub type KnownArguments = Arguments<i64, Selection>;

/// Arguments of a function after its pools.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Arguments<Number, Values> {
    /// None.
    None,
    /// A number.
    Number(Number),
    /// Selected values.
    Values(Values),
    /// The word `ties`.
    Ties,
    /// Index of a symbol.
    Symbol(usize),
}

impl KnownArguments {
    /// Returns the number; 0 without one.
    fn number(self) -> i64 {
        match self {
            Self::Number(number) => number,
            _ => 0,
        }
    }

    /// Returns whether a value is selected.
    fn selects(self, value: i64) -> bool {
        matches!(self, Self::Values(selection) if selection.has(value))
    }
}

impl<Number, Values> Call<Number, Values> {
    /// Returns a function without arguments after its pools.
    pub const fn of(function: &'static PoolFunction) -> Self {
        Self {
            function,
            arguments: Arguments::None,
        }
    }

    /// Returns the function with other arguments in place of its own.
    pub fn with<N, V>(
        self,
        number: impl FnOnce(Number) -> N,
        values: impl FnOnce(Values) -> V,
    ) -> Call<N, V> {
        Call {
            function: self.function,
            arguments: match self.arguments {
                Arguments::None => Arguments::None,
                Arguments::Number(one) => Arguments::Number(number(one)),
                Arguments::Values(selected) => Arguments::Values(values(selected)),
                Arguments::Ties => Arguments::Ties,
                Arguments::Symbol(symbol) => Arguments::Symbol(symbol),
            },
        }
    }
}

// Names are different, which a test checks.
impl PartialEq for PoolFunction {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for PoolFunction {}

impl Hash for PoolFunction {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}

impl Debug for PoolFunction {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name)
    }
}

/// A function in expressions.
#[derive(Clone, Copy)]
pub enum ListedFunction {
    /// A function of pools.
    Pool(&'static PoolFunction),
    /// A short form of other nodes, whose arguments the parser defines.
    Form(ShortForm),
}

/// Short form of other nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShortForm {
    /// The highest die of a pool, or the highest of some numbers.
    Max,
    /// The lowest die of a pool, or the lowest of some numbers.
    Min,
    /// 1 if a pool has as many dice of each value as it is named, else 0.
    Has,
    /// The absolute value of a number.
    Abs,
    /// A number within two bounds.
    Clamp,
}

impl ListedFunction {
    /// Returns the name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pool(function) => function.name,
            Self::Form(ShortForm::Max) => "max",
            Self::Form(ShortForm::Min) => "min",
            Self::Form(ShortForm::Has) => "has",
            Self::Form(ShortForm::Abs) => "abs",
            Self::Form(ShortForm::Clamp) => "clamp",
        }
    }
}

/// The functions, in the order of the documentation.
pub static FUNCTIONS: [ListedFunction; 18] = [
    ListedFunction::Pool(&SUM),
    ListedFunction::Pool(&COUNT),
    ListedFunction::Form(ShortForm::Max),
    ListedFunction::Form(ShortForm::Min),
    ListedFunction::Pool(&KTH),
    ListedFunction::Pool(&SIZE),
    ListedFunction::Pool(&DISTINCT),
    ListedFunction::Pool(&SET),
    ListedFunction::Pool(&SET_FACE),
    ListedFunction::Pool(&STRAIGHT),
    ListedFunction::Pool(&PAIR_SUM),
    ListedFunction::Form(ShortForm::Has),
    ListedFunction::Pool(&WINS),
    ListedFunction::Pool(&OVER),
    ListedFunction::Pool(&ABOVE),
    ListedFunction::Pool(&CANCEL),
    ListedFunction::Form(ShortForm::Abs),
    ListedFunction::Form(ShortForm::Clamp),
];

/// Returns the function with this name.
pub fn named(name: &str) -> Option<ListedFunction> {
    FUNCTIONS.into_iter().find(|one| one.name() == name)
}

/// Sum of the dice.
pub static SUM: PoolFunction = PoolFunction {
    name: "sum",
    takes: Takes::Nothing,
    range: |pool| {
        let (values, sizes) = (pool.values(), [pool.least_size(), pool.most_size()]);
        let ends = sizes.map(|size| [values.low, values.high].map(|end| size.saturating_mul(end)));
        Ok(Range::around(ends.into_iter().flatten()))
    },
    value: |_, pool, _| pool.iter().sum(),
    exact: Exact::Sum(|_, value| value),
};

/// Number of the dice.
pub static SIZE: PoolFunction = PoolFunction {
    name: "size",
    takes: Takes::Nothing,
    range: sizes,
    value: |_, pool, _| pool.len() as i64,
    exact: Exact::Sum(|_, _| 1),
};

/// Number of the dice with selected values.
pub static COUNT: PoolFunction = PoolFunction {
    name: "count",
    takes: Takes::Values("the values to count, such as count(5d6, >=5)"),
    range: sizes,
    value: |arguments, pool, _| counted(pool, |value| arguments.selects(value)),
    exact: Exact::Sum(|arguments, value| i64::from(arguments.selects(value))),
};

/// Number of symbols of one sort. Expressions name it after a roll: `attack.skull`.
pub static SYMBOL: PoolFunction = PoolFunction {
    name: "symbol",
    takes: Takes::Nothing,
    range: |pool| Ok(pool.symbols()),
    // `Evaluator` and `exact` look up what the faces show.
    value: |_, _, _| 0,
    exact: Exact::Sum(|_, _| 1),
};

/// The *k*-th highest die, from 1.
pub static KTH: PoolFunction = PoolFunction {
    name: "kth",
    takes: Takes::Number,
    range: |pool| Ok(pool.values().joined(Range::only(0))),
    value: |arguments, pool, _| {
        let place = usize::try_from(arguments.number() - 1).ok();
        let die = place.and_then(|place| pool.get(place));
        die.copied().unwrap_or(0)
    },
    exact: Exact::Faces {
        registers: 1,
        result: 0,
        is_positional: true,
        step: |state, shown| {
            let position = shown.arguments.number();
            if shown.before < position && position <= shown.before + shown.own {
                state[0] = shown.face;
            }
        },
    },
};

/// The lowest die.
pub static LOWEST: PoolFunction = PoolFunction {
    name: "lowest",
    takes: Takes::Nothing,
    range: values_if_any,
    value: |_, pool, _| pool.last().copied().unwrap_or(0),
    exact: Exact::Faces {
        registers: 1,
        result: 0,
        is_positional: false,
        step: |state, shown| {
            if shown.own > 0 {
                state[0] = shown.face;
            }
        },
    },
};

/// Number of different values.
pub static DISTINCT: PoolFunction = PoolFunction {
    name: "distinct",
    takes: Takes::Nothing,
    range: sizes,
    value: |_, pool, _| sets(pool).count() as i64,
    exact: Exact::Faces {
        registers: 1,
        result: 0,
        is_positional: false,
        step: |state, shown| state[0] += i64::from(shown.own > 0),
    },
};

/// Number of dice in the largest set of equal dice.
pub static SET: PoolFunction = PoolFunction {
    name: "set",
    takes: Takes::Nothing,
    range: sizes,
    value: |_, pool, _| sets(pool).map(|set| set.1).max().unwrap_or(0),
    exact: Exact::Faces {
        registers: 1,
        result: 0,
        is_positional: false,
        step: |state, shown| state[0] = state[0].max(shown.own),
    },
};

/// Value of the dice in the largest set; the highest if there is more than one.
pub static SET_FACE: PoolFunction = PoolFunction {
    name: "set_face",
    takes: Takes::Nothing,
    range: values_if_any,
    value: |_, pool, _| {
        // The first of equal sets has the highest value.
        let larger = |best: (i64, i64), set: (i64, i64)| if set.1 > best.1 { set } else { best };
        sets(pool).fold((0, 0), larger).0
    },
    // The size of the set and its value.
    exact: Exact::Faces {
        registers: 2,
        result: 1,
        is_positional: false,
        step: |state, shown| {
            if shown.own > state[0] {
                (state[0], state[1]) = (shown.own, shown.face);
            }
        },
    },
};

/// Number of dice in the longest straight of consecutive values.
pub static STRAIGHT: PoolFunction = PoolFunction {
    name: "straight",
    takes: Takes::Nothing,
    range: sizes,
    value: |_, pool, _| {
        let mut longest = 0;
        let mut run = 0;
        let mut last = None;
        for (value, _) in sets(pool) {
            run = if last == Some(value + 1) { run + 1 } else { 1 };
            last = Some(value);
            longest = longest.max(run);
        }
        longest
    },
    // The straight that ends at the last face, that face, and the longest straight.
    exact: Exact::Faces {
        registers: 3,
        result: 2,
        is_positional: false,
        step: |state, shown| {
            if shown.own > 0 {
                let follows = state[0] > 0 && state[1] == shown.face + 1;
                let run = if follows { state[0] + 1 } else { 1 };
                state[0] = run;
                state[1] = shown.face;
                state[2] = state[2].max(run);
            }
        },
    },
};

/// 1 if two dice add up to a selected value, as in *Can't Stop*, else 0.
pub static PAIR_SUM: PoolFunction = PoolFunction {
    name: "pair_sum",
    takes: Takes::Values("the sums of two dice, such as pair_sum(4d6, 7)"),
    range: |pool| {
        let Range { low, high } = pool.values();
        if low < 0 || high > HIGHEST_OF_PAIR {
            return Err(format!(
                "adds up pairs of dice from {low} to {high}; pair_sum covers values from 0 to {HIGHEST_OF_PAIR}"
            ));
        }
        Ok(Range { low: 0, high: 1 })
    },
    value: |arguments, pool, _| {
        let others = |first: usize| pool[first + 1..].iter();
        let adds_up =
            |first: usize| others(first).any(|other| arguments.selects(pool[first] + other));
        i64::from((0..pool.len()).any(adds_up))
    },
    // The values that were shown and that a later die may still meet, as bits, and whether a pair was
    // found.
    exact: Exact::Faces {
        registers: 2,
        result: 1,
        is_positional: false,
        step: |state, shown| {
            if state[1] != 0 {
                return;
            }
            let ShownFace { face, own, .. } = *shown;
            let meets = |mask: i64, die: i64| mask & partners(shown.arguments, die) != 0;
            if own > 0 && meets(state[0], face) || own > 1 && meets(1 << face, face) {
                // Which values were shown no longer matters.
                (state[0], state[1]) = (0, 1);
                return;
            }
            if own > 0 {
                state[0] |= 1 << face;
            }
            // All later dice are lower.
            let later = (1 << face) - 1;
            let mut left = state[0];
            while left != 0 {
                let value = i64::from(left.trailing_zeros());
                if !meets(later, value) {
                    state[0] &= !(1 << value);
                }
                left &= left - 1;
            }
        },
    },
};

/// Returns the values from 0 to [`HIGHEST_OF_PAIR`] that add up to a selected value with a die, as
/// bits.
fn partners(arguments: KnownArguments, die: i64) -> i64 {
    let Arguments::Values(selection) = arguments else {
        return 0;
    };
    let below = |end: i64| ((1_u64 << end.clamp(0, HIGHEST_OF_PAIR + 1)) - 1) as i64;
    let least = selection.least.saturating_sub(die);
    let most = selection.most.saturating_sub(die).saturating_add(1);
    let inside = below(most) & !below(least);
    if selection.inverted {
        below(HIGHEST_OF_PAIR + 1) & !inside
    } else {
        inside
    }
}

/// Highest value of a die in [`PAIR_SUM`].
const HIGHEST_OF_PAIR: i64 = 20;

/// Dice of both pools are compared in descending order, as in Risk; the number of pairs in which
/// the first pool is higher. With `ties`, equal pairs count too.
pub static WINS: PoolFunction = PoolFunction {
    name: "wins",
    takes: Takes::PoolAndTies,
    range: sizes,
    value: |arguments, pool, other| {
        let ties = arguments == Arguments::Ties;
        let pairs = pool.iter().zip(other);
        pairs.filter(|(a, b)| a > b || ties && a == b).count() as i64
    },
    exact: Exact::Faces {
        registers: 1,
        result: 0,
        is_positional: true,
        step: |state, shown| {
            let ShownFace {
                own,
                before,
                theirs,
                theirs_before,
                ..
            } = *shown;
            // Dice of the other pool that are placed now are lower than those of this pool at the
            // same positions that were placed earlier.
            let won = (theirs_before + theirs).min(before) - theirs_before;
            let last = (before + own).min(theirs_before + theirs);
            let tied = last - before.max(theirs_before);
            let ties = shown.arguments == Arguments::Ties;
            state[0] += won.max(0) + if ties { tied.max(0) } else { 0 };
        },
    },
};

/// Number of dice of the first pool that are higher than all dice of the other.
pub static OVER: PoolFunction = PoolFunction {
    name: "over",
    takes: Takes::Pool,
    range: sizes,
    value: |_, pool, other| {
        let highest = other.first();
        counted(pool, |value| highest.is_none_or(|&highest| value > highest))
    },
    exact: Exact::Faces {
        registers: 1,
        result: 0,
        is_positional: true,
        step: |state, shown| {
            if shown.theirs_before == 0 && shown.theirs == 0 {
                state[0] += shown.own;
            }
        },
    },
};

/// 1 if the first pool is above the other, else 0. The highest dice of both are compared, then the second highest, and so
/// on. If none differ, the pool with more dice is above.
pub static ABOVE: PoolFunction = PoolFunction {
    name: "above",
    takes: Takes::Pool,
    range: |_| Ok(Range { low: 0, high: 1 }),
    value: |_, pool, other| i64::from(pool > other),
    // Whether a face was shown by more dice of one pool, and the value.
    exact: Exact::Faces {
        registers: 2,
        result: 1,
        is_positional: false,
        step: |state, shown| {
            if state[0] == 0 && shown.own != shown.theirs {
                (state[0], state[1]) = (1, i64::from(shown.own > shown.theirs));
            }
        },
    },
};

/// Number of dice of the first pool that are left when each die of the other cancels an equal one.
pub static CANCEL: PoolFunction = PoolFunction {
    name: "cancel",
    takes: Takes::Pool,
    range: sizes,
    value: |_, pool, other| {
        let left = sets(pool).map(|(value, size)| {
            let canceled = counted(other, |one| one == value);
            (size - canceled).max(0)
        });
        left.sum()
    },
    exact: Exact::Faces {
        registers: 1,
        result: 0,
        is_positional: false,
        step: |state, shown| state[0] += (shown.own - shown.theirs).max(0),
    },
};

/// Returns the range from 0 to the highest number of dice.
#[allow(clippy::unnecessary_wraps, reason = "other ranges may fail")]
fn sizes(pool: &PoolBounds<'_>) -> Result<Range, String> {
    Ok(Range {
        low: 0,
        high: pool.most_size(),
    })
}

/// Returns the range of the values of a die, and 0 if there may be none.
#[allow(clippy::unnecessary_wraps, reason = "other ranges may fail")]
fn values_if_any(pool: &PoolBounds<'_>) -> Result<Range, String> {
    Ok(if pool.least_size() > 0 {
        pool.values()
    } else {
        pool.values().joined(Range::only(0))
    })
}

/// Returns the number of dice with accepted values.
fn counted(pool: &[i64], is_counted: impl Fn(i64) -> bool) -> i64 {
    pool.iter().filter(|&&value| is_counted(value)).count() as i64
}

/// Returns the sets of equal dice of descending values: their value and size.
fn sets(pool: &[i64]) -> impl Iterator<Item = (i64, i64)> + '_ {
    pool.chunk_by(|a, b| a == b)
        .map(|set| (set[0], set.len() as i64))
}

#[cfg(test)]
mod tests;
