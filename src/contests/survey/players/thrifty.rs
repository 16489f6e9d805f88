//! The player that explores what costs least.

use crate::contests::survey::view::{Go, View};

/// On the trail a die of the Prize, else the cheapest; of equals the first by position.
pub(super) fn choose(view: &View) -> Go {
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
