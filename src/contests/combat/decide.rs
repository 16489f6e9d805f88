//! Who decides in a fight: what the engine asks, and the players of the file as one who answers.

use super::cover::{Attacked, CoverDie};
use super::players::Thought;
use super::view::{Action, View, Whims};
use crate::dice::Dice;

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

/// The players of the file.
pub(super) struct Declared<'a, S> {
    /// For those who think.
    pub(super) thought: Option<&'a mut Thought>,
    /// Is told of every action before it is done.
    pub(super) see: S,
}

impl<D: Dice, S: FnMut(&View, Action)> Decide<D> for Declared<'_, S> {
    #[inline]
    fn act(&mut self, view: &View, whims: &mut Whims<D>) -> Action {
        let action = view
            .player()
            .choose(view, whims, self.thought.as_deref_mut());
        (self.see)(view, action);
        action
    }

    #[inline]
    fn cover(&mut self, attacked: &Attacked, whims: &mut Whims<D>) -> Option<CoverDie> {
        let player = attacked.player();
        player.cover(attacked, whims, self.thought.as_deref_mut())
    }
}
