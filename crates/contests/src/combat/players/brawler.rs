//! The player that attacks its opponent with the highest initiative with its highest die.

use crate::combat::view::{Action, PolicyRandomness, View};
use evenodds_core::dice::Dice;

pub(super) fn choose<D: Dice>(view: &View, randomness: &mut PolicyRandomness<D>) -> Action {
    let own = view.own();
    if own.len() == 1
        && let Some(class) = view.next_class()
    {
        return Action::Change { class };
    }
    let initiatives = view.opponents().map(|opponent| view.initiative(opponent));
    let highest = initiatives.max().unwrap_or(0);
    let strongest = view.opponents();
    let strongest = strongest.filter(|&opponent| view.initiative(opponent) == highest);
    let target = randomness.draw(strongest);
    target.map_or(Action::Retreat, |target| Action::Attack {
        face: own.highest(),
        target,
    })
}
