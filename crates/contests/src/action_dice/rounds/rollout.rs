//! The player `rollout`, which evaluates every legal declaration or answer in play-outs of this
//! round and two more. In these the other side plays as configured but without errors, and a
//! rule-based player replaces one that looks ahead. The own side continues with one of three plans.

use super::super::fighters::{Player, Setup};
use super::act::DeclaredAction;
use super::exchange::Rounds;
use super::exchange_state::ExchangeState;
use super::legal::Action;
use evenodds_core::contest::ErrorRate;
use evenodds_core::contest::game::{Game, Playouts, rollout, seed_of, shuffle};
use evenodds_core::dice::Dice;

/// Plans of the own side: the players with which it continues a play-out.
pub(super) const PLANS: [Player; 3] = [Player::AllOut, Player::Guarded, Player::Heavy];

/// Player that replaces players that look ahead in play-outs.
pub(super) const LOOK_AHEAD_REPLACEMENT: Player = Player::AllOut;

/// Number of further rounds of a play-out; then the remaining hits are compared.
const FURTHER_ROUNDS: u32 = 2;

impl Rounds {
    /// Returns the exchanges for the play-outs of a side, one for each plan.
    pub(super) fn playout_rounds(setup: &Setup, own: usize) -> Vec<Self> {
        if !setup.sides[own].player.uses_playouts() {
            return Vec::new();
        }
        let playout_rounds = |plan| {
            let mut playout_rounds = setup.clone();
            for side in &mut playout_rounds.sides {
                side.error = ErrorRate::NONE;
            }
            playout_rounds.sides[own].player = plan;
            let other = &mut playout_rounds.sides[1 - own].player;
            if other.looks_ahead() {
                *other = LOOK_AHEAD_REPLACEMENT;
            }
            Self::new(playout_rounds)
        };
        PLANS.map(playout_rounds).into()
    }

    /// Returns the action with the best score in play-outs. Lots break ties between targets.
    #[cold]
    pub(super) fn best_in_playouts<D: Dice>(
        &self,
        state: &ExchangeState,
        side: usize,
        playouts: u32,
        dice: &mut D,
    ) -> Option<Action> {
        let mut ahead = state.clone();
        ahead.rounds_left = ahead.rounds_left.min(1 + FURTHER_ROUNDS);
        let plans = self.with_playout_players[side].iter();
        let mut plans: Vec<_> = plans.map(|plan| Playouts::new(plan, playouts)).collect();
        let roller = self.policy_roller + side;
        let seed = seed_of(dice, roller);
        let mut actions = Vec::new();
        self.actions(state, &mut actions);
        for targets in actions.chunk_by_mut(|&one, &other| differ_by_target(one, other)) {
            shuffle(dice, roller, targets);
        }
        rollout(self, &mut plans, (&ahead, actions), side, seed)
    }

    /// Returns the score of a side in an unfinished play-out: its share of the hits that all
    /// fighters can still take.
    pub(super) fn hits_left(&self, state: &ExchangeState, side: usize) -> f64 {
        let left = |side: usize| -> u32 {
            let members = &state.fighters[self.sides[side].members.clone()];
            let left = members
                .iter()
                .map(|one| self.options.hits_to_win - one.hits);
            left.sum()
        };
        match left(side) + left(1 - side) {
            0 => 0.5,
            both => f64::from(left(side)) / f64::from(both),
        }
    }
}

/// Returns whether two actions are attacks with the same dice on different targets.
fn differ_by_target(one: Action, other: Action) -> bool {
    let dice = |action| match action {
        Action::Declare(Some((DeclaredAction::Attack { .. }, dice))) => Some(dice),
        _ => None,
    };
    dice(one).is_some() && dice(one) == dice(other)
}
