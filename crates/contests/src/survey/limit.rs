//! Limit for Surveys that take too long to search.
//!
//! Without `combine` every search is fast, whatever the Field and the Supply. With it a die may
//! explore many low dice in very many ways. Rolled Fields rarely have that many low dice, but given
//! ones may, so they are checked before any trial.

use super::prepared::Survey;
use super::rules::SearchState;
use super::search::Search;
use super::setup::FieldFrom;
use super::solve::supplies;

/// Maximum number of explorations visited during the check (a few tenths of a second).
pub const MAX_ACTIONS: u64 = 5_000_000;

/// Maximum number of Supplies checked.
const MOST_SUPPLIES: usize = 64;

/// Returns whether optimal play on a given Field takes too long to find with any possible Supply.
pub fn is_search_too_large(survey: &Survey) -> bool {
    let setup = survey.setup();
    let FieldFrom::Given(field) = setup.field else {
        return false;
    };
    if !setup.combine {
        return false;
    }
    let supplies = supplies(&setup.supply);
    let mut search = Search::combined_up_to(MAX_ACTIONS);
    supplies
        .iter()
        .step_by(supplies.len().div_ceil(MOST_SUPPLIES))
        .any(|&(supply, _)| {
            search.value(&SearchState::new(field, supply, field.eligible(), 0).view);
            search.effort() > MAX_ACTIONS
        })
}
