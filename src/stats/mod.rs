//! Statistics: histograms, intervals, confidence sequences. This floor knows no game words.

mod explained;
mod histogram;
mod interval;
mod moments;
mod saddle;
mod sequence;
mod sums;

pub use explained::{Cell, Explained, explained};
pub use histogram::Histogram;
pub use interval::{Interval, normal_quantile, wilson};
pub use moments::{Moments, exact_moments, exact_quantile};
pub use saddle::{Saddle, saddle};
pub use sequence::confidence_sequence;
pub use sums::{Pairs, Sums};
