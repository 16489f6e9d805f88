//! Players of the searchers.

use super::field::{Places, each};
use super::search::Search;
use super::view::{Exploration, View};
use evenodds_core::contest::{Level, PlayerHelp, choices};
use evenodds_core::dice::{Dice, Roller};

/// Roller of the player's random choices.
pub(super) const POLICY: Roller = 2;

pub(super) static HELP: [PlayerHelp; Player::ALL.len()] = {
    let mut help = PlayerHelp::quick(&Player::NAMES);
    help[Player::Thrifty as usize].level = Level::Simple;
    help[Player::Optimal as usize].level = Level::Good;
    help
};

choices! {
    /// Player of a search.
    pub enum Player {
        /// picks uniformly among the dice that it can explore
        Random = "random",
        /// explores the cheapest die; on the trail a die of the Prize first; ties by lot
        Thrifty = "thrifty",
        /// plays optimally: with the highest possible chance of success
        Optimal = "optimal",
    }
}

/// Decision of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// A certain exploration.
    One(Exploration),
    /// Exploration of one of these places by lot, with the smallest sufficient die.
    Lot(Places),
}

impl Player {
    /// Returns the next exploration. At least one die can be explored.
    #[inline]
    pub fn choose<D: Dice>(self, view: &View, dice: &mut D, search: &mut Search) -> Exploration {
        match self.decide(view, search) {
            Decision::One(exploration) => exploration,
            Decision::Lot(places) => {
                let pick = dice.choose(POLICY, places.count_ones().max(1));
                let place = each(places).nth(pick as usize);
                let exploration = view.single(place.unwrap_or(places));
                if self == Self::Optimal {
                    search.follow(view, exploration);
                }
                exploration
            }
        }
    }

    /// Returns the next exploration, before any lot is drawn.
    #[inline]
    pub fn decide(self, view: &View, search: &mut Search) -> Decision {
        match self {
            Self::Random => Decision::Lot(view.affordable()),
            Self::Thrifty => thrifty(view),
            // If no candidate can be won, `optimal` plays as `thrifty`.
            Self::Optimal => {
                let best = search.best_action(view).map(Decision::One);
                let decision = best.unwrap_or_else(|| thrifty(view));
                if let Decision::One(exploration) = decision {
                    search.follow(view, exploration);
                }
                decision
            }
        }
    }
}

/// Returns the exploration of the cheapest die; on the trail, dice of the Prize come first. A lot
/// breaks ties.
fn thrifty(view: &View) -> Decision {
    let affordable = view.affordable();
    let prize = view.trail.map_or(0, |face| view.field.showing(face));
    let cheapest = (1..=6).map(|face| view.field.showing(face));
    let places = std::iter::once(prize)
        .chain(cheapest)
        .map(|places| places & affordable)
        .find(|&places| places != 0)
        .unwrap_or(affordable);
    if places.is_power_of_two() {
        Decision::One(view.single(places))
    } else {
        Decision::Lot(places)
    }
}
