//! One trial of the Quick Formula.

use super::{FAILURE, Quick, SUCCESS};
use evenodds_core::contest::{Observer, Record, Rules};
use evenodds_core::dice::{Dice, Pool, Roller};

/// Roller of the actor; helpers follow in file order.
pub(super) const ACTOR: Roller = 0;

/// Event of a trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// The actor threw.
    Acted {
        /// Dice of the throw.
        pool: Pool,
    },
    /// A helper threw.
    Helped {
        /// Index of the helper.
        helper: usize,
        /// Dice of the throw.
        pool: Pool,
    },
    /// The total was compared with the difficulty.
    Resolved {
        /// Total.
        total: i64,
    },
}

impl Rules for Quick {
    type State = ();

    fn state(&self) -> Self::State {}

    #[inline]
    fn trial<D: Dice, O: Observer<Event>>(
        &self,
        dice: &mut D,
        (): &mut (),
        observer: &mut O,
        record: &mut Record,
    ) {
        let pool = dice.pool(ACTOR, self.actor.dice);
        observer.note(|| Event::Acted { pool });
        let mut sixes = 0;
        for (helper, thrower) in self.helpers.iter().enumerate() {
            let pool = dice.pool(ACTOR + 1 + helper, thrower.dice);
            observer.note(|| Event::Helped { helper, pool });
            sixes += pool.count(6);
        }
        let total = i64::from(pool.sum() + 6 * sixes);
        observer.note(|| Event::Resolved { total });
        record.outcome = if total >= self.difficulty {
            SUCCESS
        } else {
            FAILURE
        };
        if let [all, margin, rest @ ..] = record.values.as_mut_slice() {
            *all = total;
            *margin = total - self.difficulty;
            if let [helper_sixes] = rest {
                *helper_sixes = i64::from(sixes);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Half, Thrower};
    use super::*;
    use evenodds_core::contest::{Narrate, Silent, play_record};
    use evenodds_core::dice::Scripted;

    fn scripted(quick: &Quick, lists: &[&[u32]]) -> (usize, Vec<i64>) {
        let mut dice = Scripted::new(lists.iter().map(|list| list.to_vec()).collect());
        let record = play_record(quick, &mut dice, &mut Silent);
        assert_eq!(dice.fault(), None);
        assert!(dice.left().iter().all(Vec::is_empty));
        (record.outcome, record.values)
    }

    fn skinner(difficulty: i64) -> Quick {
        Quick::new(
            difficulty,
            Thrower::full("Skinner", 2),
            vec![Thrower::full("Legendary Lockpick", 6)],
        )
    }

    #[test]
    fn only_the_sixes_of_a_helper_count_and_each_counts_six() {
        let dice: &[&[u32]] = &[&[3, 6], &[6, 5, 5, 6, 1, 2]];
        assert_eq!(scripted(&skinner(10), dice), (SUCCESS, vec![21, 11, 2]));
    }

    #[test]
    fn reaching_the_difficulty_is_success_and_one_less_is_failure() {
        let dice: &[&[u32]] = &[&[3, 2], &[5, 5, 5, 5, 5, 5]];
        assert_eq!(scripted(&skinner(5), dice), (SUCCESS, vec![5, 0, 0]));
        assert_eq!(scripted(&skinner(6), dice), (FAILURE, vec![5, -1, 0]));
    }

    #[test]
    fn a_semi_fitting_class_throws_half_of_its_dice() {
        let quick = |half| {
            Quick::new(
                10,
                Thrower::semi("Space Marine", 5, half),
                vec![Thrower::semi("Drone", 3, half)],
            )
        };
        let up: &[&[u32]] = &[&[1, 2, 3], &[6, 1]];
        assert_eq!(scripted(&quick(Half::Up), up), (SUCCESS, vec![12, 2, 1]));
        let down: &[&[u32]] = &[&[1, 2], &[6]];
        assert_eq!(
            scripted(&quick(Half::Down), down),
            (FAILURE, vec![9, -1, 1])
        );
    }

    #[test]
    fn an_additional_helper_does_not_change_other_rolls() {
        let alone = Quick::new(10, Thrower::full("Expert", 4), vec![]);
        let rock = Thrower::full("Rock", 3);
        let helped = Quick::new(10, Thrower::full("Expert", 4), vec![rock.clone()]);
        let crowd = Quick::new(
            10,
            Thrower::full("Expert", 4),
            vec![Thrower::full("Newcomer", 1), rock],
        );
        for trial in 0..500 {
            let [alone, helped, crowd] =
                [&alone, &helped, &crowd].map(|quick| quick.narrate_trial(7, trial).record.values);
            assert_eq!(helped[0] - 6 * helped[2], alone[0]);
            assert_eq!(crowd[0] - 6 * crowd[2], alone[0]);
            assert!((helped[2]..=helped[2] + 1).contains(&crowd[2]));
        }
    }
}
