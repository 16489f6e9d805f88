//! Players of the party.

#![expect(
    clippy::inline_always,
    reason = "measured: a step costs as much as its call"
)]

mod greedy;
mod hand;

pub(super) use greedy::GreedyTables;

use super::party::HeroClass;
use super::prepared::DiceAdventures;
use super::view::{Action, GameStage, GameState, HIRELING, Position};
use evenodds_core::contest::{Level, PlayerHelp, choices};
use hand::DiceHand;

pub(super) static HELP: [PlayerHelp; Player::ALL.len()] = {
    let mut help = PlayerHelp::quick(&Player::NAMES);
    help[Player::Greedy as usize].level = Level::Simple;
    help[Player::Optimal as usize].level = Level::Good;
    help
};

choices! {
    /// Player of the party, weakest first.
    pub enum Player {
        /// uses no powers and no items, and keeps all gold as treasure; replaces the dead by the
        /// first class allowed
        Passive = "passive",
        /// uses powers for the best expected score of the current adventure alone; keeps all gold
        /// as treasure
        Greedy = "greedy",
        /// plays for the best expected score of the whole game, after solving it
        Optimal = "optimal",
    }
}

/// Cached dice of the current adventure, with their policy.
#[derive(Clone, Debug, Default)]
pub struct Memory(Option<DiceHand>);

impl GameState {
    /// Returns whether all heroes that can turn dice have all uses of their powers left.
    #[inline]
    fn is_unturned(&self) -> bool {
        let turns = |class: HeroClass| matches!(class, HeroClass::Cleric | HeroClass::Warrior);
        let mut heroes = self.party.heroes();
        heroes.all(|(seat, hero)| !turns(hero.class) || self.uses[seat] == hero.level)
    }
}

impl DiceAdventures {
    /// Returns the action of the configured player at a decision.
    #[inline(always)]
    pub(super) fn decide(&self, position: &Position, memory: &mut Memory) -> Action {
        let state = &position.state;
        match position.stage {
            GameStage::Rise => Action::Rise(match self.player {
                Player::Passive => state.first_to_rise(),
                Player::Greedy => greedy::rise(&self.book, state),
                Player::Optimal => self.solved_game().rise(state),
            }),
            GameStage::Shop => {
                let best = match self.player {
                    Player::Passive | Player::Greedy => None,
                    Player::Optimal => self.solved_game().plan(state),
                };
                Action::Plan(best.unwrap_or_else(|| state.plain_plan(&self.book)))
            }
            _ => self.use_dice(position, memory),
        }
    }

    #[inline(always)]
    fn use_dice(&self, position: &Position, memory: &mut Memory) -> Action {
        let state = &position.state;
        let Memory(hand) = memory;
        if hand.is_none() {
            *hand = self.hand(state);
        }
        let raise = |hand: &Option<DiceHand>| match hand {
            Some(hand) => hand.raise(state),
            None => state.first_seats(usize::from(self.modifier(state).dice)),
        };
        if position.stage == GameStage::Raise {
            return Action::Raise(raise(hand));
        }
        if let Some(hand) = hand
            && let Some(action) = hand.act(state)
        {
            return action;
        }
        let action = Action::Leave {
            raised: self.late_modifier(state).map_or(0, |_| raise(hand)),
            stand_in: hand
                .as_ref()
                .filter(|_| state.faces[HIRELING] != 0)
                .and_then(DiceHand::stand_in),
        };
        // The next adventure has new dice.
        *hand = None;
        action
    }

    /// Returns the solved dice of an adventure; `None` for the passive player, or if no game
    /// reaches the position.
    #[inline]
    fn hand(&self, state: &GameState) -> Option<DiceHand> {
        let (dice, by_seat) = match self.player {
            Player::Passive => return None,
            Player::Greedy if state.is_unturned() => (self.greedy_tables().of(state), true),
            Player::Greedy => (self.greedy_tables().current_dice(state), true),
            Player::Optimal if state.is_unturned() => {
                (self.solved_game().initial_dice(state)?, false)
            }
            Player::Optimal => (self.solved_game().current_dice(state), false),
        };
        Some(DiceHand::new(dice, state.party.order(), by_seat))
    }
}
