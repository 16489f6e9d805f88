//! Who decides in a fight: what the engine asks.

use super::shield::{Attacked, CoverDie};
use super::view::{Action, View, Whims};

/// Decides for the combatants of a fight. A function that chooses actions does so too: Cover is then
/// spent by the rule that `finisher` has for it.
pub trait Decide<D> {
    /// What the one whose turn it is does: something that [`View::allows`].
    fn act(&mut self, view: &View, whims: &mut Whims<D>) -> Action;

    /// Which Cover die the one attacked spends next, one of [`Attacked::choices`]; `None`: no more
    /// of them. Asked until it says so.
    #[inline]
    fn cover(&mut self, attacked: &Attacked, _whims: &mut Whims<D>) -> Option<CoverDie> {
        attacked.most_kept()
    }
}

impl<D, F: FnMut(&View, &mut Whims<D>) -> Action> Decide<D> for F {
    #[inline]
    fn act(&mut self, view: &View, whims: &mut Whims<D>) -> Action {
        self(view, whims)
    }
}
