//! Operators, and their values for known operands.

/// Operator with one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    /// `-a`
    Negate,
    /// `not a`: 1 if `a` is 0, else 0
    Not,
    /// `abs(a)`
    Abs,
    /// The value `a` of a roll, which changes of variables after the throw do not affect.
    Roll,
}

/// Operator with two operands. Comparisons and logic give 1 for true and 0 for false.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    /// `a + b`
    Add,
    /// `a - b`
    Subtract,
    /// `a * b`
    Multiply,
    /// `a // b`: the quotient, rounded down
    Divide,
    /// `a % b`: the remainder of `a // b`
    Remainder,
    /// `a < b`
    Less,
    /// `a <= b`
    LessOrEqual,
    /// `a = b`
    Equal,
    /// `a != b`
    NotEqual,
    /// `a >= b`
    GreaterOrEqual,
    /// `a > b`
    Greater,
    /// `a and b`
    And,
    /// `a or b`
    Or,
    /// `max(a, b)`
    Max,
    /// `min(a, b)`
    Min,
}

impl BinaryOp {
    /// Returns whether the operator compares its operands.
    pub const fn is_comparison(self) -> bool {
        matches!(
            self,
            Self::Less
                | Self::LessOrEqual
                | Self::Equal
                | Self::NotEqual
                | Self::GreaterOrEqual
                | Self::Greater
        )
    }
}

/// Returns the value of an operator with one operand.
#[inline]
pub fn unary(op: UnaryOp, a: i64) -> i64 {
    match op {
        UnaryOp::Negate => a.saturating_neg(),
        UnaryOp::Not => i64::from(a == 0),
        UnaryOp::Abs => a.saturating_abs(),
        UnaryOp::Roll => a,
    }
}

/// Returns the value of an operator with two operands. Between the changes of a step, states can
/// be outside their bounds: then large values saturate, and division by 0 gives 0.
#[inline]
pub fn binary(op: BinaryOp, a: i64, b: i64) -> i64 {
    match op {
        BinaryOp::Add => a.saturating_add(b),
        BinaryOp::Subtract => a.saturating_sub(b),
        BinaryOp::Multiply => a.saturating_mul(b),
        BinaryOp::Divide | BinaryOp::Remainder if b == 0 => 0,
        BinaryOp::Divide => {
            let quotient = a.wrapping_div(b);
            quotient - i64::from(a.wrapping_rem(b) != 0 && (a < 0) != (b < 0))
        }
        BinaryOp::Remainder => {
            let rest = a.wrapping_rem(b);
            if rest != 0 && (rest < 0) != (b < 0) {
                rest + b
            } else {
                rest
            }
        }
        BinaryOp::Less => i64::from(a < b),
        BinaryOp::LessOrEqual => i64::from(a <= b),
        BinaryOp::Equal => i64::from(a == b),
        BinaryOp::NotEqual => i64::from(a != b),
        BinaryOp::GreaterOrEqual => i64::from(a >= b),
        BinaryOp::Greater => i64::from(a > b),
        BinaryOp::And => i64::from(a != 0 && b != 0),
        BinaryOp::Or => i64::from(a != 0 || b != 0),
        BinaryOp::Max => a.max(b),
        BinaryOp::Min => a.min(b),
    }
}
