//! Dice from lists of faces, for worked examples and for comparisons of two implementations.

use super::{Dice, FACES, Pool, Roller};
use std::collections::VecDeque;

/// Error: a roller's list is exhausted, or its next face is not on the die thrown.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the script of roller {roller} has no valid value left for {wanted}")]
pub struct ScriptExhausted {
    /// Roller of the list.
    pub roller: Roller,
    /// Requested throw, such as `a d6`.
    pub wanted: String,
}

/// Dice from a list for each roller, taken from its front.
#[derive(Clone, Debug)]
pub struct Scripted {
    lists: Vec<VecDeque<u32>>,
    fault: Option<ScriptExhausted>,
}

impl Scripted {
    /// Creates a source that gives roller *i* the values of `lists[i]` in order. The value for a
    /// choice is the index chosen, from 0.
    pub fn new(lists: Vec<Vec<u32>>) -> Self {
        Self {
            lists: lists.into_iter().map(VecDeque::from).collect(),
            fault: None,
        }
    }

    /// Returns the first request that a list could not satisfy. The result of the play is then
    /// invalid.
    pub fn fault(&self) -> Option<&ScriptExhausted> {
        self.fault.as_ref()
    }

    /// Returns the unused values, by roller.
    pub fn left(&self) -> Vec<Vec<u32>> {
        self.lists
            .iter()
            .map(|list| list.iter().copied().collect())
            .collect()
    }

    fn next(&mut self, roller: Roller, lowest: u32, highest: u32, wanted: &str) -> u32 {
        let value = self.lists.get_mut(roller).and_then(VecDeque::pop_front);
        match value {
            Some(value) if (lowest..=highest).contains(&value) => value,
            _ => {
                self.fault.get_or_insert_with(|| ScriptExhausted {
                    roller,
                    wanted: wanted.to_owned(),
                });
                lowest
            }
        }
    }
}

impl Dice for Scripted {
    fn pool(&mut self, roller: Roller, count: u32) -> Pool {
        (0..count).fold(Pool::EMPTY, |pool, _| {
            pool.with(self.next(roller, 1, FACES, "a d6"))
        })
    }

    fn die(&mut self, roller: Roller, sides: u32) -> u32 {
        self.next(roller, 1, sides, &format!("a d{sides}"))
    }

    fn choose(&mut self, roller: Roller, options: u32) -> u32 {
        self.next(roller, 0, options - 1, &format!("a choice of {options}"))
    }

    fn abandoned(&self) -> bool {
        self.fault.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_gives_its_faces_in_order_and_says_when_it_is_dry() {
        let mut dice = Scripted::new(vec![vec![6, 1, 0], vec![3]]);
        assert_eq!(dice.die(0, 6), 6);
        assert_eq!(dice.pool(1, 1), Pool::one(3));
        assert_eq!(dice.pool(0, 1), Pool::one(1));
        assert_eq!(dice.left(), vec![vec![0], vec![]]);
        assert!(!dice.abandoned());
        assert_eq!(dice.choose(0, 2), 0);
        assert_eq!(dice.die(1, 20), 1);
        assert_eq!(
            dice.fault().map(ToString::to_string).as_deref(),
            Some("the script of roller 1 has no valid value left for a d20")
        );
    }

    #[test]
    fn a_face_that_the_die_does_not_have_is_a_fault() {
        let mut dice = Scripted::new(vec![vec![7]]);
        dice.pool(0, 1);
        assert!(dice.abandoned());
    }
}
