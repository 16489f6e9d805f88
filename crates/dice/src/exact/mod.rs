//! Exact distributions of expressions.
//!
//! `joint` computes the joint distribution of some nodes of a program, pool by pool. It takes the
//! distribution of the figures of one pool, or of some pools that are compared with each other,
//! from `figures`, which iterates over faces instead of dice: if *k* of *n* dice show the current
//! face, the rest is the same problem with one face less and *n* - *k* dice (icepool: Liu,
//! *Icepool: Efficient Computation of Dice Pool Probabilities*, AIIDE 2022). All steps add and
//! multiply probabilities and subtract nothing, so rounding errors stay relative. `budget` limits
//! the steps and the memory.

mod budget;
mod dice;
mod figures;
mod joint;
mod table;

pub use budget::{Budget, Limits, NODES_OF_STEP, STEPS_OF_SECOND, TooLarge};
pub use dice::{Faces, chance_of_more, explosions, single};
pub use joint::{FigureCache, Joint};
pub use table::WeightTable;
