//! Trials of the Workshop.

use super::craft::{Craft, Replacement};
use super::player::Player;
use super::players::PlanState;
use super::prepared::Workshop;
use super::setup::{CraftStart, FAILURE, Layout, METRICS, SUCCESS};
use evenodds_core::contest::game::{ActionValues, Game, GameStop, PlayoutGame, RatedGame};
use evenodds_core::contest::{Observer, Record};
use evenodds_core::dice::{Dice, Pool, Roller};

/// Roller of the Craft, pile by pile and die by die.
pub(super) const CRAFT: Roller = 0;
/// Roller of the dice of the Supply.
pub(super) const SUPPLY: Roller = 1;

/// An event of a trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// The work begins.
    Started {
        /// The Craft at the start.
        craft: Craft,
    },
    /// The Craft was complete as rolled, so it is rolled again.
    Rerolled {
        /// The Craft that was rolled.
        craft: Craft,
    },
    /// The player rolled dice of the Supply.
    Rolled {
        /// Number of the round, from 1.
        round: u32,
        /// The Craft before the roll.
        craft: Craft,
        /// Number of Supply dice before the roll.
        supply: u32,
        /// Dice rolled.
        rolled: Pool,
    },
    /// The player replaced a die of the Craft, or kept all.
    Replaced {
        /// The Craft before the replacement.
        craft: Craft,
        /// Number of Supply dice left.
        supply: u32,
        /// Dice rolled.
        rolled: Pool,
        /// Replacement with one of them, if any.
        replacement: Option<Replacement>,
    },
    /// The Craft was complete, or the Supply ran out.
    Ended {
        /// The final Craft.
        craft: Craft,
        /// Number of Supply dice left.
        supply: u32,
        /// Number of rounds played.
        rounds: u32,
    },
}

/// A position before a roll, or with rolled dice that are not yet used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WorkshopState {
    /// The Craft.
    pub craft: Craft,
    /// Number of Supply dice left.
    pub supply: u32,
    /// Dice just rolled; empty before a roll.
    pub rolled: Pool,
    /// Number of rolls so far.
    pub rounds: u32,
    /// Number of dice of the Craft replaced so far.
    pub replacements: u32,
    /// Current spread: highest pile total minus the lowest.
    pub(super) spread: u8,
    pub(super) start_spread: u8,
}

/// An action of the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Rolls this number of Supply dice.
    Roll(u32),
    /// Replaces a die of the Craft with one of the rolled dice, or keeps all.
    Replace(Option<Replacement>),
}

impl WorkshopState {
    /// Returns the position at the start of a trial.
    #[inline]
    pub(super) fn new(craft: Craft, supply: u32) -> Self {
        let spread = craft.spread();
        Self {
            craft,
            supply,
            rolled: Pool::EMPTY,
            rounds: 0,
            replacements: 0,
            spread,
            start_spread: spread,
        }
    }
}

impl Game for Workshop {
    type Position = WorkshopState;
    type Action = Action;
    type Memory = PlanState;

    fn start(&self) -> WorkshopState {
        let craft = match self.setup.start {
            CraftStart::Given(craft) => craft,
            CraftStart::Rolled(size) => Craft::rolled(size, || 1),
        };
        WorkshopState::new(craft, self.setup.supply.dice())
    }

    #[inline]
    fn restart(&self, _: &mut WorkshopState) {
        // `begin` sets all of it.
    }

    fn memory(&self) -> PlanState {
        PlanState::default()
    }

    #[inline]
    fn begin<D: Dice, O: Observer<Event>>(
        &self,
        state: &mut WorkshopState,
        plan_state: &mut PlanState,
        dice: &mut D,
        observer: &mut O,
    ) {
        let craft = self.set_up(dice, observer);
        *state = WorkshopState::new(craft, self.setup.supply.dice());
        *plan_state = PlanState::default();
        observer.note(|| Event::Started { craft });
    }

    #[inline]
    fn advance<D: Dice, O: Observer<Event>>(
        &self,
        state: &mut WorkshopState,
        _: &mut D,
        _: &mut O,
    ) -> GameStop {
        if state.spread == 0 {
            GameStop::End(SUCCESS)
        } else if state.supply == 0 && state.rolled.is_empty() {
            GameStop::End(FAILURE)
        } else {
            GameStop::Decision(0)
        }
    }

    #[inline]
    fn apply<D: Dice, O: Observer<Event>>(
        &self,
        state: &mut WorkshopState,
        action: Action,
        dice: &mut D,
        observer: &mut O,
    ) {
        let WorkshopState { craft, supply, .. } = *state;
        match action {
            Action::Roll(count) => {
                state.rounds += 1;
                // A faster equivalent of a pool of one die.
                let rolled = match count {
                    1 => Pool::one(dice.die(SUPPLY, 6)),
                    count => dice.pool(SUPPLY, count),
                };
                observer.note(|| Event::Rolled {
                    round: state.rounds,
                    craft,
                    supply,
                    rolled,
                });
                state.supply -= count;
                state.rolled = rolled;
            }
            Action::Replace(replacement) => {
                let rolled = std::mem::replace(&mut state.rolled, Pool::EMPTY);
                observer.note(|| Event::Replaced {
                    craft,
                    supply,
                    rolled,
                    replacement,
                });
                if let Some(replacement) = replacement {
                    state.craft.replace(replacement);
                    state.spread = state.craft.spread();
                    state.replacements += 1;
                }
            }
        }
    }

    fn actions(&self, state: &WorkshopState, actions: &mut Vec<Action>) {
        if state.rolled.is_empty() {
            actions.extend((1..=state.supply).map(Action::Roll));
            return;
        }
        actions.push(Action::Replace(None));
        for face in state.rolled.distinct() {
            for (pile, dice) in state.craft.piles().iter().enumerate() {
                for (die, &now) in dice.iter().enumerate() {
                    let face = face as u8;
                    if now != face {
                        actions.push(Action::Replace(Some(Replacement { pile, die, face })));
                    }
                }
            }
        }
    }

    #[inline]
    fn choose<D: Dice>(
        &self,
        state: &WorkshopState,
        plan_state: &mut PlanState,
        _: &mut D,
    ) -> Action {
        let WorkshopState { craft, supply, .. } = state;
        let player = self.setup.player;
        if state.rolled.is_empty() {
            Action::Roll(player.dice(self, plan_state, craft, *supply))
        } else {
            Action::Replace(player.replacement(self, plan_state, craft, *supply, state.rolled))
        }
    }

    #[inline]
    fn finish<D: Dice, O: Observer<Event>>(
        &self,
        state: &mut WorkshopState,
        _: usize,
        _: &mut D,
        observer: &mut O,
        record: &mut Record,
    ) {
        let WorkshopState {
            craft,
            supply,
            rounds,
            ..
        } = *state;
        observer.note(|| Event::Ended {
            craft,
            supply,
            rounds,
        });
        if let Ok(values) = <&mut [i64; METRICS]>::try_from(record.values.as_mut_slice()) {
            values[Layout::ROUNDS] = i64::from(rounds);
            values[Layout::DICE_ROLLED] = i64::from(self.setup.supply.dice() - supply);
            values[Layout::SUPPLY_LEFT] = i64::from(supply);
            values[Layout::REPLACEMENTS] = i64::from(state.replacements);
            values[Layout::SPREAD] = i64::from(state.spread);
            values[Layout::START_SPREAD] = i64::from(state.start_spread);
        }
    }
}

impl PlayoutGame for Workshop {
    fn restore_memory(&self, _: &WorkshopState, plan_state: &mut PlanState) {
        // The next decision must use the position after the first action of the play-out.
        *plan_state = PlanState::default();
    }

    fn decision_cost(&self, _: &WorkshopState) -> u64 {
        match self.setup.player {
            Player::Matcher => 500,
            Player::OneByOne | Player::Optimal => 50,
        }
    }
}

impl RatedGame for Workshop {
    fn turn(&self, state: &WorkshopState) -> Option<u32> {
        let is_before_a_roll = state.spread > 0 && state.supply > 0 && state.rolled.is_empty();
        Some(state.rounds + u32::from(is_before_a_roll))
    }

    fn alike(&self, state: &WorkshopState, one: Action, other: Action) -> bool {
        match (one, other) {
            (Action::Replace(Some(one)), Action::Replace(Some(other))) => {
                let old = |new: Replacement| state.craft.piles()[new.pile][new.die];
                (one.pile, one.face, old(one)) == (other.pile, other.face, old(other))
            }
            _ => one == other,
        }
    }

    fn solve(
        &self,
        state: &WorkshopState,
        actions: &[Action],
        _: &mut PlanState,
    ) -> Option<ActionValues> {
        let perfect = self.is_solvable().then(|| self.perfect())?;
        let WorkshopState {
            craft,
            supply,
            rolled,
            ..
        } = *state;
        let best = perfect.best_replacement(&craft, supply, rolled);
        let all = f64::from(6_u32.pow(supply));
        let values = actions.iter().map(|&action| {
            let ways = match action {
                Action::Roll(dice) => perfect.value_of_rolling(&craft, supply, dice),
                Action::Replace(new) => {
                    perfect.value(&new.map_or(craft, |new| craft.with(new)), supply)
                }
            };
            (f64::from(ways) / all, 0.0)
        });
        let values = ActionValues::exact(values.collect());
        let best = Action::Replace(best);
        Some(values.preferring(|number| self.alike(state, actions[number], best)))
    }
}

impl Workshop {
    /// Returns the Craft at the start.
    #[inline]
    fn set_up<D: Dice, O: Observer<Event>>(&self, dice: &mut D, observer: &mut O) -> Craft {
        let size = match self.setup.start {
            CraftStart::Given(craft) => return craft,
            CraftStart::Rolled(size) => size,
        };
        loop {
            let craft = Craft::rolled(size, || dice.die(CRAFT, 6) as u8);
            if !self.setup.reroll_solved || !craft.is_complete() || dice.abandoned() {
                return craft;
            }
            observer.note(|| Event::Rerolled { craft });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Setup, Supply};
    use super::*;
    use evenodds_core::contest::{Play, Silent, play_record};
    use evenodds_core::dice::Scripted;

    fn gex(start: CraftStart, dice: u32, player: Player) -> Workshop {
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
        gex(CraftStart::Given(Craft::new(piles).unwrap()), dice, player)
    }

    /// Returns the outcome and the metrics with these dice for the Craft and the Supply, all of
    /// which must be used.
    fn scripted(workshop: &Workshop, craft: &[u32], supply: &[u32]) -> (usize, Vec<i64>) {
        let mut dice = Scripted::new(vec![craft.to_vec(), supply.to_vec()]);
        let record = play_record(workshop, &mut dice, &mut Silent);
        assert_eq!(dice.fault(), None);
        assert!(dice.left().iter().all(Vec::is_empty));
        (record.outcome, record.values)
    }

    #[test]
    fn matching_piles_are_success_with_the_rest_of_the_supply() {
        // 6, 6, 7: a 4 in place of the 5 completes the Craft.
        let near = [[1, 2, 3], [2, 2, 2], [5, 1, 1]];
        let workshop = given(&near, 4, Player::OneByOne);
        assert_eq!(
            scripted(&workshop, &[], &[6, 4]),
            (SUCCESS, vec![2, 2, 2, 1, 0, 1])
        );
    }

    #[test]
    fn an_empty_supply_is_failure_unless_the_craft_is_complete() {
        let near = [[1, 2, 3], [2, 2, 2], [5, 1, 1]];
        let workshop = given(&near, 2, Player::OneByOne);
        assert_eq!(
            scripted(&workshop, &[], &[6, 4]),
            (SUCCESS, vec![2, 2, 0, 1, 0, 1])
        );
        assert_eq!(
            scripted(&workshop, &[], &[6, 6]),
            (FAILURE, vec![2, 2, 0, 0, 1, 1])
        );
    }

    #[test]
    fn given_dice_that_match_are_success_without_a_roll() {
        let whole = [[1, 2, 3], [2, 2, 2], [4, 1, 1]];
        for player in [Player::OneByOne, Player::Optimal] {
            let workshop = given(&whole, 4, player);
            assert_eq!(
                scripted(&workshop, &[], &[]),
                (SUCCESS, vec![0, 0, 4, 0, 0, 0])
            );
        }
    }

    #[test]
    fn rolled_dice_that_match_are_rerolled_by_default() {
        let whole = [1, 2, 3, 2, 2, 2, 4, 1, 1];
        let near = [1, 2, 3, 2, 2, 2, 5, 1, 1];
        let mut workshop = gex(CraftStart::Rolled(3), 1, Player::OneByOne);
        let twice = [whole, near].concat();
        assert_eq!(
            scripted(&workshop, &twice, &[4]),
            (SUCCESS, vec![1, 1, 0, 1, 0, 1])
        );
        workshop.setup.reroll_solved = false;
        assert_eq!(
            scripted(&workshop, &whole, &[]),
            (SUCCESS, vec![0, 0, 1, 0, 0, 0])
        );
        assert_eq!(
            scripted(&workshop, &near, &[4]),
            (SUCCESS, vec![1, 1, 0, 1, 0, 1])
        );
    }

    #[test]
    fn a_round_spends_its_dice_and_replaces_one_at_most() {
        for player in [Player::OneByOne, Player::Optimal] {
            let contest = gex(CraftStart::Rolled(3), 5, player);
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
    fn the_roll_of_the_craft_does_not_depend_on_player_or_supply() {
        let contests = [
            gex(CraftStart::Rolled(4), 3, Player::OneByOne),
            gex(CraftStart::Rolled(4), 6, Player::OneByOne),
            gex(CraftStart::Rolled(4), 3, Player::Optimal),
        ];
        for trial in 0..200 {
            let spreads = contests
                .each_ref()
                .map(|contest| contest.replay(5, trial).values[Layout::START_SPREAD]);
            assert!(spreads.iter().all(|&spread| spread == spreads[0]));
        }
    }

    #[test]
    fn an_exhausted_script_ends_the_trial() {
        let workshop = gex(CraftStart::Rolled(3), 3, Player::Optimal);
        let mut dice = Scripted::new(vec![vec![1], vec![]]);
        play_record(&workshop, &mut dice, &mut Silent);
        assert!(dice.fault().is_some());
    }
}
