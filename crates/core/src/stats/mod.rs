//! Statistics: histograms, intervals, tests and confidence sequences, independent of contests.

mod adjusted;
mod bounded;
mod comparison;
mod contradiction;
mod deviation;
mod digits;
mod explained;
mod figure;
mod histogram;
mod interval;
mod median;
mod moments;
mod ordered;
mod paired;
mod scores;
mod sequence;
mod sums;
mod zero_sum;

pub use adjusted::{AdjustedShare, PowerSums, factor, shares_of_whole};
pub use bounded::BoundedMean;
pub use comparison::{apart, holm};
pub use contradiction::{contradicts_mean, contradicts_share};
pub use deviation::BoundedDeviation;
pub use digits::{decimals, digits, exact_decimal, exact_percent, trimmed};
pub use explained::{Stratum, explained_variance};
pub use figure::{Figure, FigureField, FigureKind, FigureMethod};
pub use histogram::Histogram;
pub use interval::{Interval, normal_quantile, wilson};
pub use median::Median;
pub use moments::{Moments, deviation_interval, exact_moments, exact_quantile};
pub use ordered::quantile_sequence;
pub use paired::Discordance;
pub use scores::PairedScores;
pub use sequence::confidence_sequence;
pub use sums::{RatioSums, Sums, merge_each};
pub use zero_sum::{
    Equilibrium, central_equilibrium, maximum_entropy_equilibrium, zero_sum_equilibrium,
};
