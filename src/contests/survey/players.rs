//! Players of the searchers.

use super::field::each;
use super::rules::POLICY;
use super::search::Search;
use super::view::{Exploration, View};
use crate::contest::{Level, PlayerHelp, choices};
use crate::dice::Dice;

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
        /// explores the cheapest die; on the trail a die of the Prize first
        Thrifty = "thrifty",
        /// plays optimally: with the highest possible chance of success
        Optimal = "optimal",
    }
}

impl Player {
    /// Returns the next exploration. At least one die can be explored.
    #[inline]
    pub fn choose<D: Dice>(self, view: &View, dice: &mut D, search: &mut Search) -> Exploration {
        self.decide(view, search).unwrap_or_else(|| {
            let affordable = view.affordable();
            let pick = dice.choose(POLICY, affordable.count_ones().max(1));
            let place = each(affordable).nth(pick as usize);
            view.single(place.unwrap_or(affordable))
        })
    }

    /// Returns the next exploration, unless it is a random choice.
    #[inline]
    pub fn decide(self, view: &View, search: &mut Search) -> Option<Exploration> {
        match self {
            Self::Random => None,
            Self::Thrifty => Some(thrifty(view)),
            Self::Optimal => {
                // If no candidate can be won, `optimal` plays as `thrifty`.
                let exploration = search.best_action(view).unwrap_or_else(|| thrifty(view));
                search.follow(view, exploration);
                Some(exploration)
            }
        }
    }
}

/// Returns the exploration of the cheapest die; on the trail, dice of the Prize come first. Ties go
/// to the first place.
fn thrifty(view: &View) -> Exploration {
    let affordable = view.affordable();
    let prize = view.trail.map_or(0, |face| view.field.showing(face));
    let cheapest = (1..=6).map(|face| view.field.showing(face));
    let places = std::iter::once(prize)
        .chain(cheapest)
        .map(|places| places & affordable)
        .find(|&places| places != 0)
        .unwrap_or(affordable);
    view.single(places & places.wrapping_neg())
}
