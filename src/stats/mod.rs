//! Statistics: histograms, intervals, confidence sequences. This floor knows no game words.

mod histogram;
mod interval;
mod moments;
mod saddle;
mod sequence;

pub use histogram::Histogram;
pub use interval::{Interval, normal_quantile, wilson};
pub use moments::{Moments, exact_moments, exact_quantile};
pub use saddle::{Saddle, saddle};
pub use sequence::confidence_sequence;
