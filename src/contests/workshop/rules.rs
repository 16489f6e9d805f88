//! One trial of the Workshop.

use super::craft::{Craft, Replacement};
use super::{FAILURE, Layout, METRICS, SUCCESS, Start, Workshop};
use crate::contest::{Observer, Record, Rules};
use crate::dice::{Dice, Pool, Roller};

/// Who rolls the Craft, pile by pile, die by die.
pub(super) const CRAFT: Roller = 0;
/// Who rolls the dice of the Supply.
pub(super) const SUPPLY: Roller = 1;

/// What happens during a trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// The Craft lies on the table.
    Began {
        /// The Craft.
        craft: Craft,
    },
    /// The Craft was complete as rolled, and is rolled again.
    Again {
        /// What was rolled.
        craft: Craft,
    },
    /// Somebody decided how many dice to roll, and rolled them.
    Rolled {
        /// The round, from 1.
        round: u32,
        /// The Craft.
        craft: Craft,
        /// The dice of the Supply before they were rolled.
        supply: u32,
        /// The dice that were rolled.
        rolled: Pool,
    },
    /// Somebody decided which die to replace.
    Worked {
        /// The Craft before.
        craft: Craft,
        /// The dice of the Supply that are left.
        supply: u32,
        /// The dice that were rolled.
        rolled: Pool,
        /// What was replaced by one of them, if anything.
        replacement: Option<Replacement>,
    },
    /// The Craft was complete, or the Supply gone.
    Ended {
        /// The Craft.
        craft: Craft,
        /// The dice of the Supply that are left.
        supply: u32,
        /// How many rounds it took.
        rounds: u32,
    },
}

impl Rules for Workshop {
    type Event = Event;
    type State = ();

    fn rollers(&self) -> Vec<String> {
        vec!["craft".to_owned(), "supply".to_owned()]
    }

    fn state(&self) -> Self::State {}

    #[inline]
    fn trial<D: Dice, O: Observer<Event>>(
        &self,
        dice: &mut D,
        (): &mut (),
        observer: &mut O,
        record: &mut Record,
    ) {
        let mut craft = self.set_up(dice, observer);
        let all = self.setup.supply.dice();
        let (mut supply, mut rounds, mut replacements) = (all, 0, 0);
        let start_spread = u32::from(craft.spread());
        let mut spread = start_spread;
        observer.note(|| Event::Began { craft });
        if spread > 0 {
            let mut mind = self.setup.player.begin(self, &craft);
            while spread > 0 && supply > 0 {
                rounds += 1;
                let count = mind.dice(supply);
                // The same roll in a shorter way.
                let rolled = match count {
                    1 => Pool::one(dice.die(SUPPLY, 6)),
                    count => dice.pool(SUPPLY, count),
                };
                observer.note(|| Event::Rolled {
                    round: rounds,
                    craft,
                    supply,
                    rolled,
                });
                supply -= count;
                let replacement = mind.replacement(&craft, supply, rolled);
                observer.note(|| Event::Worked {
                    craft,
                    supply,
                    rolled,
                    replacement,
                });
                if let Some(replacement) = replacement {
                    craft.replace(replacement);
                    spread = mind.replaced(&craft, replacement.pile);
                    replacements += 1;
                }
            }
        }
        observer.note(|| Event::Ended {
            craft,
            supply,
            rounds,
        });
        record.outcome = if spread == 0 { SUCCESS } else { FAILURE };
        if let Ok(values) = <&mut [i64; METRICS]>::try_from(record.values.as_mut_slice()) {
            values[Layout::ROUNDS] = i64::from(rounds);
            values[Layout::DICE_ROLLED] = i64::from(all - supply);
            values[Layout::SUPPLY_LEFT] = i64::from(supply);
            values[Layout::REPLACEMENTS] = i64::from(replacements);
            values[Layout::SPREAD] = i64::from(spread);
            values[Layout::START_SPREAD] = i64::from(start_spread);
        }
    }

    fn sentence(&self, event: &Event) -> String {
        super::tell::sentence(self, event)
    }

    fn advice(&self, event: &Event) -> Option<String> {
        let perfect = self.is_solvable().then(|| self.perfect())?;
        super::advice::advice(perfect, event)
    }

    fn has_advice(&self) -> bool {
        self.is_solvable()
    }
}

impl Workshop {
    /// The Craft at the start.
    #[inline]
    fn set_up<D: Dice, O: Observer<Event>>(&self, dice: &mut D, observer: &mut O) -> Craft {
        let size = match self.setup.start {
            Start::Given(craft) => return craft,
            Start::Rolled(size) => size,
        };
        loop {
            let craft = Craft::rolled(size, || dice.die(CRAFT, 6) as u8);
            if !self.setup.reroll_solved || !craft.is_complete() || dice.abandoned() {
                return craft;
            }
            observer.note(|| Event::Again { craft });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Player, Setup, Supply};
    use super::*;
    use crate::contest::{Play, Silent, play_record};
    use crate::dice::Scripted;

    fn gex(start: Start, dice: u32, player: Player) -> Workshop {
        Workshop::new(Setup {
            crafter: "Gex".to_owned(),
            supply: Supply {
                class: dice,
                ..Supply::default()
            },
            start,
            reroll_solved: true,
            player,
        })
    }

    fn given(piles: &[[u8; 3]], dice: u32, player: Player) -> Workshop {
        gex(Start::Given(Craft::new(piles).unwrap()), dice, player)
    }

    /// The outcome and the metrics with these dice for the Craft and the Supply, all of which are used.
    fn scripted(workshop: &Workshop, craft: &[u32], supply: &[u32]) -> (usize, Vec<i64>) {
        let mut dice = Scripted::new(vec![craft.to_vec(), supply.to_vec()]);
        let record = play_record(workshop, &mut dice, &mut Silent);
        assert_eq!(dice.fault(), None);
        assert!(dice.left().iter().all(Vec::is_empty));
        (record.outcome, record.values)
    }

    #[test]
    fn matching_piles_are_success_and_the_supply_that_is_left_is_kept() {
        // 6, 6, 7: a 4 for the 5.
        let near = [[1, 2, 3], [2, 2, 2], [5, 1, 1]];
        let doc = given(&near, 4, Player::OneByOne);
        assert_eq!(
            scripted(&doc, &[], &[6, 4]),
            (SUCCESS, vec![2, 2, 2, 1, 0, 1])
        );
    }

    #[test]
    fn the_supply_gone_first_is_failure_unless_its_last_die_completes_the_craft() {
        let near = [[1, 2, 3], [2, 2, 2], [5, 1, 1]];
        let doc = given(&near, 2, Player::OneByOne);
        assert_eq!(
            scripted(&doc, &[], &[6, 4]),
            (SUCCESS, vec![2, 2, 0, 1, 0, 1])
        );
        assert_eq!(
            scripted(&doc, &[], &[6, 6]),
            (FAILURE, vec![2, 2, 0, 0, 1, 1])
        );
    }

    #[test]
    fn given_dice_that_match_are_success_with_nothing_rolled() {
        let whole = [[1, 2, 3], [2, 2, 2], [4, 1, 1]];
        for player in [Player::OneByOne, Player::Optimal] {
            let doc = given(&whole, 4, player);
            assert_eq!(scripted(&doc, &[], &[]), (SUCCESS, vec![0, 0, 4, 0, 0, 0]));
        }
    }

    #[test]
    fn rolled_dice_that_match_are_rolled_again_unless_the_file_says_otherwise() {
        let whole = [1, 2, 3, 2, 2, 2, 4, 1, 1];
        let near = [1, 2, 3, 2, 2, 2, 5, 1, 1];
        let mut doc = gex(Start::Rolled(3), 1, Player::OneByOne);
        let twice = [whole, near].concat();
        assert_eq!(
            scripted(&doc, &twice, &[4]),
            (SUCCESS, vec![1, 1, 0, 1, 0, 1])
        );
        doc.setup.reroll_solved = false;
        assert_eq!(
            scripted(&doc, &whole, &[]),
            (SUCCESS, vec![0, 0, 1, 0, 0, 0])
        );
        assert_eq!(
            scripted(&doc, &near, &[4]),
            (SUCCESS, vec![1, 1, 0, 1, 0, 1])
        );
    }

    #[test]
    fn a_round_spends_its_dice_and_replaces_one_at_most() {
        for player in [Player::OneByOne, Player::Optimal] {
            let contest = gex(Start::Rolled(3), 5, player);
            contest.watch(4, 0..500, &mut |trial, record| {
                let values = &record.values;
                let [rounds, replacements] =
                    [Layout::ROUNDS, Layout::REPLACEMENTS].map(|metric| values[metric]);
                assert!(
                    (1..=5).contains(&rounds) && replacements <= rounds,
                    "{trial}"
                );
                assert!(values[Layout::DICE_ROLLED] >= rounds, "{trial}");
                assert_eq!(values[Layout::DICE_ROLLED] + values[Layout::SUPPLY_LEFT], 5);
                assert_eq!(record.outcome == SUCCESS, values[Layout::SPREAD] == 0);
                assert!(record.outcome == SUCCESS || values[Layout::SUPPLY_LEFT] == 0);
                true
            });
        }
    }

    #[test]
    fn bonuses_are_a_die_each() {
        let supply = |assistance, time, facility| Supply {
            class: 5,
            assistance,
            time,
            facility,
        };
        assert_eq!(supply(false, false, false).dice(), 5);
        assert_eq!(supply(true, false, false).dice(), 6);
        assert_eq!(supply(false, true, false).dice(), 6);
        assert_eq!(supply(false, false, true).dice(), 6);
        assert_eq!(supply(true, true, true).dice(), 8);
    }

    #[test]
    fn another_player_or_more_supply_leaves_the_luck_of_the_craft_alone() {
        let contests = [
            gex(Start::Rolled(4), 3, Player::OneByOne),
            gex(Start::Rolled(4), 6, Player::OneByOne),
            gex(Start::Rolled(4), 3, Player::Optimal),
        ];
        for trial in 0..200 {
            let spreads = contests
                .each_ref()
                .map(|contest| contest.replay(5, trial).values[Layout::START_SPREAD]);
            assert!(spreads.iter().all(|&spread| spread == spreads[0]));
        }
    }

    #[test]
    fn a_script_that_runs_dry_ends_the_trial() {
        let doc = gex(Start::Rolled(3), 3, Player::Optimal);
        let mut dice = Scripted::new(vec![vec![1], vec![]]);
        play_record(&doc, &mut dice, &mut Silent);
        assert!(dice.fault().is_some());
    }
}
