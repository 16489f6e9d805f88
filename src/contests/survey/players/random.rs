//! The player that explores any die.

use super::Whims;
use crate::contests::survey::field::each;
use crate::contests::survey::view::{Go, View};
use crate::dice::Dice;

/// Every die that can be explored has the same chance.
pub(super) fn choose<D: Dice>(view: &View, whims: &mut Whims<D>) -> Go {
    let affordable = view.affordable();
    let pick = whims
        .dice
        .choose(whims.roller, affordable.count_ones().max(1));
    let place = each(affordable).nth(pick as usize);
    view.single(place.unwrap_or(affordable))
}
