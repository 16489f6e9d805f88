//! Which Surveys are too much to search.
//!
//! Without `combine` every search ends in a moment, whatever the Field and the Supply. With it a die
//! may take many low dice in very many ways. Rolled Fields hardly ever have so many of them, but
//! somebody may write one down; so that is tried before anything is played.

use super::rules::Table;
use super::search::Search;
use super::solve::supplies;
use super::{FieldFrom, Survey};

/// So many goes may be looked at in trying: some tenths of a second.
pub const MOST_GOES: u64 = 5_000_000;

/// So many Supplies are tried at most.
const MOST_SUPPLIES: usize = 64;

/// Whether best play on the given Field takes too long to find with the Supplies that may come up.
pub fn is_too_much(survey: &Survey) -> bool {
    let setup = survey.setup();
    let FieldFrom::Given(field) = setup.field else {
        return false;
    };
    if !setup.combine {
        return false;
    }
    let supplies = supplies(&setup.supply);
    let mut search = Search::combined_up_to(MOST_GOES);
    supplies
        .iter()
        .step_by(supplies.len().div_ceil(MOST_SUPPLIES))
        .any(|&(supply, _)| {
            search.worth(&Table::new(field, supply, field.eligible(), 0).view);
            search.effort() > MOST_GOES
        })
}
