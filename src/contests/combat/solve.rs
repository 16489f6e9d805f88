//! The exact answer of a fight.

use super::Combat;
use crate::contest::{Exact, NoExact, Solve};

impl Solve for Combat {
    fn exact(&self) -> Result<Exact, NoExact> {
        Err(NoExact(
            "a fight has no exact solver: `run` it instead".to_owned(),
        ))
    }
}
