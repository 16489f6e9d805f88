//! The player that attacks the highest initiative with its highest die.

use crate::contests::combat::view::{Action, View};

pub(super) fn choose(view: &View) -> Action {
    let own = view.own();
    if own.len() == 1
        && let Some(class) = view.unused_class()
    {
        return Action::Change { class };
    }
    // The first opponent with the highest initiative, in file order.
    let target = view
        .opponents()
        .fold(None, |best: Option<usize>, opponent| match best {
            Some(best) if view.initiative(best) >= view.initiative(opponent) => Some(best),
            _ => Some(opponent),
        });
    target.map_or(Action::Retreat, |target| Action::Attack {
        face: own.highest(),
        target,
    })
}
