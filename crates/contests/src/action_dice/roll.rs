//! Rolls: the numbers of dice thrown, and the number that counts.

use super::options::{Options, TwoDieExtra};
use evenodds_core::contest::counted;
use evenodds_core::dice::{Distribution, FACES, Pool};

/// Dice used for an action, as given on a character sheet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ActionEffort {
    /// Action dice of all kinds.
    pub action: u32,
    /// Dice of the skill or the ability.
    pub bonus: u32,
    /// Extra dice, for time, tools and the like.
    pub extra: u32,
    /// True if the action is a two-die action, for which half of the dice are thrown.
    pub two_die: bool,
}

impl ActionEffort {
    /// Returns the numbers of action dice and of other dice thrown.
    ///
    /// A two-die action adds two action dice to the skill dice and halves the sum; one die of that
    /// half counts as an action die. Further action dice are thrown in full.
    pub fn thrown(self, options: &Options) -> (u32, u32) {
        let Self {
            action,
            bonus,
            extra,
            two_die,
        } = self;
        if !two_die || action < 2 {
            return (action, bonus + extra);
        }
        let (halved, whole) = if options.two_die_extra == TwoDieExtra::Halved {
            (bonus + extra, 0)
        } else {
            (bonus, extra)
        };
        let half = options.half.of(2 + halved);
        (action - 1, half - 1 + whole)
    }
}

/// A roll of which only the best dice count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionRoll {
    /// Name of the roller.
    pub name: String,
    /// Action dice thrown.
    pub action: u32,
    /// All other dice thrown.
    pub other: u32,
    /// Number of the best dice that count; `None` for all of them.
    pub kept: Option<u32>,
}

impl ActionRoll {
    /// Returns the number of dice thrown.
    pub fn dice(&self) -> u32 {
        self.action + self.other
    }

    /// Returns the number of dice that count.
    pub(super) fn counting(&self) -> u32 {
        self.kept.map_or(self.dice(), |kept| kept.min(self.dice()))
    }

    /// Returns the sum of the dice that count.
    #[inline]
    pub(super) fn total(&self, pool: Pool) -> i64 {
        i64::from(match self.kept {
            Some(kept) if kept < self.dice() => best(pool, kept),
            _ => pool.sum(),
        })
    }

    /// Returns the lowest and the highest total.
    pub(super) fn range(&self) -> (i64, i64) {
        let counting = i64::from(self.counting());
        (counting, i64::from(FACES) * counting)
    }

    /// Returns all totals with their weights; `None` for more than 49 dice.
    pub(super) fn distribution(&self) -> Option<Distribution> {
        Distribution::of_best(self.dice(), FACES, self.counting())
    }
}

/// Returns the sum of the `kept` highest dice.
#[inline]
pub(super) fn best(pool: Pool, kept: u32) -> u32 {
    let mut left = kept;
    let mut sum = 0;
    for face in (1..=FACES).rev() {
        let counted = pool.count(face).min(left);
        sum += face * counted;
        left -= counted;
    }
    sum
}

/// Formats a number of dice: `1 die`, `3 dice`.
pub(super) fn dice(count: u32) -> String {
    counted(count, "die", "dice")
}

/// Formats a number of action dice: `1 action die`, `3 action dice`.
pub(super) fn action_dice(count: u32) -> String {
    counted(count, "action die", "action dice")
}

/// Narrates a throw: `throws 4 dice, {1,3,5,6}, the best 3 make 14`.
pub(super) fn description(roll: &ActionRoll, pool: Pool) -> String {
    let total = roll.total(pool);
    let sum = if roll.counting() < roll.dice() {
        format!(", the best {} make {total}", roll.counting())
    } else {
        format!(": {total}")
    };
    format!("{} throws {}, {pool}{sum}", roll.name, dice(roll.dice()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use evenodds_core::contest::Half;

    fn thrown(action: u32, bonus: u32, extra: u32, options: Options) -> (u32, u32) {
        let effort = ActionEffort {
            action,
            bonus,
            extra,
            two_die: true,
        };
        effort.thrown(&options)
    }

    #[test]
    fn a_two_die_action_throws_half_of_two_action_dice_and_the_skill_and_the_rest_whole() {
        let usual = Options::default();
        assert_eq!(thrown(2, 4, 0, usual), (1, 2));
        assert_eq!(thrown(2, 3, 0, usual), (1, 2));
        assert_eq!(thrown(4, 3, 0, usual), (3, 2));
        assert_eq!(thrown(2, 0, 0, usual), (1, 0));
        let down = Options {
            half: Half::Down,
            ..usual
        };
        assert_eq!(thrown(2, 3, 0, down), (1, 1));
        assert_eq!(thrown(2, 4, 2, usual), (1, 3));
        let whole = Options {
            two_die_extra: TwoDieExtra::Whole,
            ..usual
        };
        assert_eq!(thrown(2, 4, 2, whole), (1, 4));
    }

    #[test]
    fn only_the_best_dice_of_an_ability_count() {
        let roll = ActionRoll {
            name: "Runner".to_owned(),
            action: 2,
            other: 2,
            kept: Some(3),
        };
        assert_eq!(roll.total(Pool::from_faces(&[1, 5, 6, 2])), 13);
        assert_eq!(roll.range(), (3, 18));
        let more = ActionRoll {
            kept: Some(9),
            ..roll
        };
        assert_eq!(more.total(Pool::from_faces(&[1, 5, 6, 2])), 14);
        assert_eq!(more.range(), (4, 24));
    }
}
