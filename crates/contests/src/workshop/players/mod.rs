//! Players: the number of dice of the Supply to roll, and the die to replace with one of them.

pub(super) mod matcher;
pub(super) mod one_by_one;

use super::craft::{Craft, PlacedCraft, Replacement};
use super::plan::RoundPlan;
use super::player::Player;
use super::prepared::Workshop;
use evenodds_core::dice::Pool;

impl Player {
    /// Returns the number of dice to roll with `supply` left, at least 1, for a Craft that is not
    /// complete.
    #[inline]
    pub(super) fn dice(
        self,
        workshop: &Workshop,
        plan_state: &mut PlanState,
        craft: &Craft,
        supply: u32,
    ) -> u32 {
        match self {
            Self::OneByOne | Self::Matcher => 1,
            Self::Optimal => {
                let placed = plan_state.placed.get_or_insert_with(|| craft.placed());
                plan_state.plan = workshop.perfect().plan_of(placed.rank(), supply);
                plan_state.plan.dice()
            }
        }
    }

    /// Returns the replacement with one of the rolled dice, if any, with `left` dice left.
    #[inline]
    pub(super) fn replacement(
        self,
        workshop: &Workshop,
        plan_state: &mut PlanState,
        craft: &Craft,
        left: u32,
        rolled: Pool,
    ) -> Option<Replacement> {
        match self {
            Self::OneByOne => one_by_one::replacement(craft, rolled.lowest() as u8),
            Self::Matcher => matcher::replacement(craft, left, rolled.lowest() as u8),
            Self::Optimal => {
                let perfect = workshop.perfect();
                let Some(placed) = &mut plan_state.placed else {
                    // The plan did not roll these dice.
                    return perfect.best_replacement(craft, left, rolled);
                };
                let new = perfect.replacement(plan_state.plan, craft, placed, left, rolled)?;
                let mut pile = craft.piles()[new.pile];
                pile[new.die] = new.face;
                placed.replaced(new.pile, pile);
                Some(new)
            }
        }
    }
}

/// State of `optimal` between the decisions of a trial.
#[derive(Clone, Copy, Debug, Default)]
pub struct PlanState {
    /// The Craft after the chosen replacements; `None` if unknown.
    placed: Option<PlacedCraft>,
    /// Plan of this round.
    plan: RoundPlan,
}
