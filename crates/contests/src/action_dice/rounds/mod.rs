//! Exchanges of attacks: the rounds of the source text, simulated action by action.
//!
//! A round consists of *sequences*. In each sequence, all fighters with dice left declare an action
//! or wait, those with the fewest dice first. The target of an attack may answer at once. Then the
//! actions take place, those with the most dice first. The round ends when no fighter has dice
//! left, or when all wait.
//!
//! As a game, an exchange stops at every declaration, answer and choice of status. Each module
//! imports only from its own line or earlier lines, except that `exchange` contains the solution of
//! a duel:
//!
//! - `dice_left`: action dice by sort; `act`: declared actions; `event`: events; `exchange_state`:
//!   positions; `fighter_sheet`: the rolls of a fighter; `legal`: the actions of a decision.
//! - `exchange`: a prepared exchange.
//! - `order`: the order in which fighters declare; `status`: noncombatants; `declare`: declarations
//!   and answers; `actions`: the actions of a sequence; `measure`: metrics; `narrate`: the
//!   narration; `rules`: the game.
//! - `rollout`: the player that evaluates its actions in play-outs.
//! - `duel`: the solver of duels, for `optimal`, hints and exact distributions; `solve`: the exact
//!   distributions; `hint`: typed positions, and actions as text.

mod act;
mod actions;
mod declare;
mod dice_left;
mod duel;
mod event;
mod exchange;
mod exchange_state;
mod fighter_sheet;
mod hint;
mod legal;
mod measure;
mod narrate;
mod order;
mod rollout;
mod rules;
mod solve;
mod status;
#[cfg(test)]
mod tests;

pub use super::fighters::{
    AttackReach, Fighter, Guard, GuardKind, Player, Setup, Side, Specialty, Stance,
};
pub use act::{Act, DeclaredAction};
pub use evenodds_core::contest::Group;
pub use event::Event;
pub use exchange::Rounds;
pub use exchange_state::ExchangeState;
pub use fighter_sheet::AttackAnswer;
pub(super) use hint::POSITIONS;
pub use legal::Action;
