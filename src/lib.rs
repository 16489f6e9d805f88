//! `evenodds` tells whether a tabletop dice contest is what its author wants it to be.

pub mod charts;
