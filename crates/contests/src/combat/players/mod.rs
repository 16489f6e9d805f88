//! Decisions of the players. A fight may have any mix of players, so they are an enum, matched at
//! every decision.

mod brawler;
pub mod expert;
mod finisher;
mod random;
mod rollout;

pub(super) use rollout::SimulationBuffers;

use super::player::Player;
use super::shield::{CoverDie, CoverView};
use super::view::{Action, PolicyRandomness, View};
use evenodds_core::dice::Dice;
use expert::Network;

impl Player {
    /// Returns the action of the combatant whose turn it is. At least one opponent must be
    /// standing. Players that simulate fights need `buffers`; without it `rollout` plays as
    /// `finisher` and `expert` does not look ahead.
    #[inline]
    pub fn choose<D: Dice>(
        self,
        view: &View,
        randomness: &mut PolicyRandomness<D>,
        buffers: Option<&mut SimulationBuffers>,
    ) -> Action {
        match self {
            Self::Random => random::choose(view, randomness),
            Self::Brawler => brawler::choose(view, randomness),
            Self::Finisher => finisher::choose(view, randomness),
            Self::Rollout { playouts } => match buffers {
                Some(buffers) => rollout::choose(playouts, view, randomness, buffers),
                None => finisher::choose(view, randomness),
            },
            Self::Optimal => view
                .optimal_action(randomness)
                .unwrap_or_else(|| finisher::choose(view, randomness)),
            Self::Expert { depth } => match (depth, buffers) {
                (1.., Some(buffers)) => {
                    expert::look_ahead(depth, view, randomness, buffers.scratch())
                }
                _ => expert::choose(view, Network::trained(), randomness),
            },
        }
    }

    /// Returns whether this player chooses which Cover to spend; all others spend the Cover that
    /// keeps the most initiative.
    #[inline]
    pub(super) fn chooses_cover(self) -> bool {
        !matches!(self, Self::Random | Self::Brawler | Self::Finisher)
    }

    /// Returns the next Cover die that the target of an attack spends; `None` to spend no more. As
    /// in [`Player::choose`], `rollout` without `buffers` decides as `finisher`.
    #[inline]
    pub fn cover<D: Dice>(
        self,
        attacked: &CoverView,
        randomness: &mut PolicyRandomness<D>,
        buffers: Option<&mut SimulationBuffers>,
    ) -> Option<CoverDie> {
        if self.chooses_cover() {
            self.simulated_cover(attacked, randomness, buffers)
        } else {
            attacked.most_kept()
        }
    }

    #[cold]
    fn simulated_cover<D: Dice>(
        self,
        attacked: &CoverView,
        randomness: &mut PolicyRandomness<D>,
        buffers: Option<&mut SimulationBuffers>,
    ) -> Option<CoverDie> {
        // Without Cover to spend there is no decision.
        let first = attacked.most_kept()?;
        match self {
            Self::Rollout { playouts } => match buffers {
                Some(buffers) => rollout::cover(playouts, attacked, randomness, buffers),
                None => Some(first),
            },
            Self::Optimal => attacked.optimal_cover(),
            Self::Expert { depth } => match (depth, buffers) {
                (1.., Some(buffers)) => {
                    expert::cover_ahead(depth, attacked, randomness, buffers.scratch())
                }
                _ => expert::cover(attacked),
            },
            Self::Random | Self::Brawler | Self::Finisher => Some(first),
        }
    }
}
