//! The player that chooses uniformly among its legal actions, except retreat.

use crate::combat::view::{Action, PolicyRandomness, View};
use evenodds_core::dice::Dice;

/// Chooses uniformly among the distinct actions: attacks (face by opponent), supports (face by
/// ally), changes of tactic. Counts them first, so that none are stored.
pub(super) fn choose<D: Dice>(view: &View, randomness: &mut PolicyRandomness<D>) -> Action {
    let faces = view.own().distinct_count();
    let attacks = faces * view.opponents().count() as u32;
    let supports = faces * view.aidable().count() as u32;
    let changes = view.next_classes().count() as u32;
    let pick = randomness.choose(attacks + supports + changes);
    let action = if pick < attacks {
        pair(view, pick, attacks / faces, view.opponents())
            .map(|(face, target)| Action::Attack { face, target })
    } else if pick < attacks + supports {
        pair(view, pick - attacks, supports / faces, view.aidable())
            .map(|(face, ally)| Action::Support { face, ally })
    } else {
        view.next_classes()
            .nth((pick - attacks - supports) as usize)
            .map(|class| Action::Change { class })
    };
    // The pick is below the number of actions, so there always is one.
    action.unwrap_or(Action::Retreat)
}

/// Returns the pair of index `pick` of all faces by all combatants, with `per_face` pairs for each
/// face.
fn pair(
    view: &View,
    pick: u32,
    per_face: u32,
    mut combatants: impl Iterator<Item = usize>,
) -> Option<(u32, usize)> {
    let face = view.own().distinct().nth((pick / per_face) as usize)?;
    Some((face, combatants.nth((pick % per_face) as usize)?))
}
