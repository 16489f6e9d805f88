//! Ranges of values.

use super::arithmetic::{self, BinaryOp, UnaryOp};
use super::components::{Component, Die, DieRule, KeepRuleNode, Pool};
use super::functions::Arguments;
use super::program::{Node, Program};

/// Closed range of integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// Lowest value.
    pub low: i64,
    /// Highest value.
    pub high: i64,
}

/// Range of conditions.
const YES_OR_NO: Range = Range { low: 0, high: 1 };

impl Range {
    /// Returns the range of a constant.
    pub const fn only(value: i64) -> Self {
        Self {
            low: value,
            high: value,
        }
    }

    /// Returns the range from the lowest to the highest of some values.
    pub fn around(values: impl IntoIterator<Item = i64>) -> Self {
        let mut values = values.into_iter();
        let first = values.next().unwrap_or(0);
        values.fold(Self::only(first), |range, value| Self {
            low: range.low.min(value),
            high: range.high.max(value),
        })
    }

    /// Returns the smallest range with both.
    #[must_use]
    pub fn joined(self, other: Self) -> Self {
        Self {
            low: self.low.min(other.low),
            high: self.high.max(other.high),
        }
    }

    /// Returns whether the value is in the range.
    pub fn contains(self, value: i64) -> bool {
        (self.low..=self.high).contains(&value)
    }
}

/// Returns the range of a node whose operands are in the program.
///
/// # Errors
/// Returns the reason if a divisor can be 0, or dice do not suit a function.
pub fn bounds_of(program: &Program, node: &Node) -> Result<Range, String> {
    Ok(match node {
        Node::Number(number) => Range::only(*number),
        Node::Variable(variable) => program.variables[*variable],
        Node::Unary(op, a) => {
            let a = program.bounds(*a);
            match op {
                UnaryOp::Not => YES_OR_NO,
                UnaryOp::Roll => a,
                UnaryOp::Negate => Range::around([a.low.saturating_neg(), a.high.saturating_neg()]),
                UnaryOp::Abs => {
                    let ends = [a.low.saturating_abs(), a.high.saturating_abs()];
                    let nearest = if a.contains(0) {
                        0
                    } else {
                        ends[0].min(ends[1])
                    };
                    Range::around([nearest, ends[0], ends[1]])
                }
            }
        }
        Node::Binary(op, a, b) => of_operator(*op, program.bounds(*a), program.bounds(*b))?,
        Node::If(_, yes, no) => program.bounds(*yes).joined(program.bounds(*no)),
        Node::Lookup(table, first, second) => {
            let table = &program.tables[*table];
            let first = program.bounds(*first);
            let (rows, columns) = match second {
                Some(second) => (first, program.bounds(*second)),
                None => (Range::only(0), first),
            };
            let places = |range: Range, count: usize| {
                let last = count as i64 - 1;
                if range.high < 0 || range.low > last {
                    let Range { low, high } = range;
                    return Err(format!(
                        "reads place {low} to {high} of {}, which has the places 0 to {last}",
                        table.name
                    ));
                }
                Ok(range.low.clamp(0, last)..=range.high.clamp(0, last))
            };
            let rows = places(rows, table.rows.len())?;
            let columns = places(columns, table.rows[0].len())?;
            Range::around(
                rows.flat_map(|row| columns.clone().map(move |column| table.at(row, column))),
            )
        }
        Node::Figure(figure) => {
            let pool = PoolBounds {
                program,
                pool: &program.pools[figure.pool],
                symbol: match figure.function.arguments {
                    Arguments::Symbol(symbol) => Some(symbol),
                    _ => None,
                },
            };
            (figure.function.function.range)(&pool)?
        }
    })
}

/// Ranges of the kept dice of a pool.
pub struct PoolBounds<'a> {
    program: &'a Program,
    pool: &'a Pool,
    symbol: Option<usize>,
}

impl PoolBounds<'_> {
    /// Returns the range of the values of a die.
    pub fn values(&self) -> Range {
        values_of(self.program, self.pool)
    }

    /// Returns the lowest number of dice.
    pub fn least_size(&self) -> i64 {
        least_kept(self.program, self.pool)
    }

    /// Returns the highest number of dice.
    pub fn most_size(&self) -> i64 {
        size_of(self.program, self.pool)
    }

    /// Returns the range of the number of symbols.
    pub fn symbols(&self) -> Range {
        let most = |component: &Component| match (component.die.clone(), self.symbol) {
            (Die::Symbols(die), Some(symbol)) => {
                let faces = self.program.symbol_dice[die].faces.iter();
                let most = faces.map(|face| i64::from(face.0[symbol])).max();
                (self.program.bounds(component.count).high.max(0)).saturating_mul(most.unwrap_or(0))
            }
            _ => 0,
        };
        let each = self.pool.components.iter().map(most);
        Range {
            low: 0,
            high: each.fold(0, i64::saturating_add),
        }
    }
}

fn of_operator(op: BinaryOp, a: Range, b: Range) -> Result<Range, String> {
    let corners = |of: fn(i64, i64) -> i64| {
        Range::around([
            of(a.low, b.low),
            of(a.low, b.high),
            of(a.high, b.low),
            of(a.high, b.high),
        ])
    };
    Ok(match op {
        BinaryOp::Add => Range {
            low: a.low.saturating_add(b.low),
            high: a.high.saturating_add(b.high),
        },
        BinaryOp::Subtract => Range {
            low: a.low.saturating_sub(b.high),
            high: a.high.saturating_sub(b.low),
        },
        BinaryOp::Multiply => corners(i64::saturating_mul),
        BinaryOp::Divide | BinaryOp::Remainder if b.contains(0) => {
            let range = if b.low == b.high {
                "is 0".to_owned()
            } else {
                format!("is {} to {} and can be 0", b.low, b.high)
            };
            return Err(format!(
                "has a divisor that {range}; write max(1, …) around the divisor"
            ));
        }
        BinaryOp::Divide => corners(|a, b| arithmetic::binary(BinaryOp::Divide, a, b)),
        BinaryOp::Remainder if b.low > 0 => Range {
            low: 0,
            high: b.high - 1,
        },
        BinaryOp::Remainder => Range {
            low: b.low + 1,
            high: 0,
        },
        BinaryOp::Max => corners(i64::max),
        BinaryOp::Min => corners(i64::min),
        _ => YES_OR_NO,
    })
}

/// Returns the range of the value of one die of a pool.
fn values_of(program: &Program, pool: &Pool) -> Range {
    let each = pool.components.iter().map(|component| {
        let mut range = match &component.die {
            Die::Sides(sides) => Range {
                low: 1,
                high: program.bounds(*sides).high.max(1),
            },
            Die::Faces(faces) => (faces.iter())
                .map(|&face| program.bounds(face))
                .reduce(Range::joined)
                .unwrap_or(Range::only(0)),
            Die::Weighted(faces) => Range::around(faces.iter().map(|face| face.0)),
            Die::Symbols(die) => Range {
                low: 0,
                high: program.symbol_dice[*die].faces.len() as i64 - 1,
            },
            Die::Drawn(..) => YES_OR_NO,
        };
        for rule in &component.rules {
            match rule {
                DieRule::AtLeast(n) => {
                    let least = program.bounds(*n);
                    range.low = range.low.max(least.low);
                    range.high = range.high.max(least.high);
                }
                DieRule::AtMost(n) => {
                    let most = program.bounds(*n);
                    range.low = range.low.min(most.low);
                    range.high = range.high.min(most.high);
                }
                DieRule::Penetrate => {
                    let times = i64::from(program.most_explosions) + 1;
                    range.high = range.high.max(range.high.saturating_mul(times));
                    range.low = range.low.min(range.low.saturating_mul(times));
                }
                _ => {}
            }
        }
        range
    });
    each.reduce(Range::joined).unwrap_or(Range::only(0))
}

/// Returns the highest possible number of kept dice.
pub fn size_of(program: &Program, pool: &Pool) -> i64 {
    let each = pool.components.iter().map(|component| {
        let mut count = program.bounds(component.count).high.max(0);
        if let Die::Drawn(own, others) = component.die {
            let left = [own, others].map(|node| program.bounds(node).high.max(0));
            count = count.min(left[0].saturating_add(left[1]));
        }
        let explosions = |rule: &DieRule| match rule {
            DieRule::Explode(_, most) => Some(most.unwrap_or(program.most_explosions)),
            _ => None,
        };
        if let Some(most) = component.rules.iter().find_map(explosions) {
            count.saturating_mul(i64::from(most) + 1)
        } else if (component.rules.iter()).any(|rule| matches!(rule, DieRule::AddOnce(_))) {
            count.saturating_add(i64::from(count > 0))
        } else {
            count
        }
    });
    let mut size = each.fold(0, i64::saturating_add);
    for rule in &pool.keep {
        size = match rule {
            KeepRuleNode::Highest(n) | KeepRuleNode::Lowest(n) => {
                size.min(program.bounds(*n).high.max(0))
            }
            KeepRuleNode::DropHighest(n) | KeepRuleNode::DropLowest(n) => {
                (size - program.bounds(*n).low.max(0)).max(0)
            }
            KeepRuleNode::Keep(_) | KeepRuleNode::Drop(_) => size,
        };
    }
    size
}

/// Returns the lowest possible number of kept dice.
fn least_kept(program: &Program, pool: &Pool) -> i64 {
    let least = |component: &Component| match component.die {
        Die::Sides(sides) if program.bounds(sides).low < 1 => 0,
        Die::Drawn(..) => 0,
        _ => program.bounds(component.count).low.max(0),
    };
    let each = pool.components.iter().map(least);
    let mut size = each.fold(0, i64::saturating_add);
    for rule in &pool.keep {
        size = match rule {
            KeepRuleNode::Highest(n) | KeepRuleNode::Lowest(n) => {
                size.min(program.bounds(*n).low.max(0))
            }
            KeepRuleNode::DropHighest(n) | KeepRuleNode::DropLowest(n) => {
                (size - program.bounds(*n).high.max(0)).max(0)
            }
            KeepRuleNode::Keep(_) | KeepRuleNode::Drop(_) => 0,
        };
    }
    size
}
