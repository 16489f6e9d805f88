//! Exact answers about duels: how they end, what they are worth, how well somebody plays them.

use super::Combat;
use super::duel;
use super::perfect::{Policy, ROUNDS, Seat, Solver, UNRESOLVED};
use super::player::Player;
use super::view::{Action, View};
use crate::contest::{Ends, Exact, NoExact, Solve};

/// How well somebody plays a duel. The shares are the chances of the fight's outcomes, in their order:
/// side 0 wins, side 1 wins, `draw`, `unresolved`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judgement {
    /// Between two perfect players: what the duel is worth.
    pub worth: [f64; 4],
    /// With the judged one against `optimal`.
    pub against_optimal: [f64; 4],
    /// With the judged one against the opponent who answers it best, knowing it.
    pub at_worst: [f64; 4],
}

impl Solve for Combat {
    fn exact(&self) -> Result<Exact, NoExact> {
        self.solvable()?;
        if let Some(who) = self.combatants.iter().find(|who| who.player.thinks()) {
            return Err(NoExact(format!(
                "{} is played by {}, whose choices hang on luck in its head: `run` it instead, or name another player",
                who.name,
                who.player.name()
            )));
        }
        let seats = [0, 1].map(|seat: usize| Seat::Player(self.combatants[seat].player));
        let (outcomes, bound) = self.shares(seats);
        let mut ends = Ends::new(self);
        for (outcome, chance) in outcomes.into_iter().enumerate() {
            ends.end(outcome, chance);
        }
        Ok(Exact {
            bound,
            ..ends.exact()
        })
    }
}

impl Combat {
    /// Judges somebody who decides for a side of a duel, 0 or 1, without luck of its own, and spends
    /// Cover as `finisher` does.
    ///
    /// # Errors
    /// Why the fight cannot be solved.
    pub fn judge(
        &self,
        side: usize,
        choose: &dyn Fn(&View) -> Action,
    ) -> Result<Judgement, NoExact> {
        self.solvable()?;
        let against = |opponent| {
            let mut seats = [opponent; 2];
            seats[side] = Seat::Chosen(choose);
            self.shares(seats).0
        };
        Ok(Judgement {
            worth: self.shares([Seat::Perfect; 2]).0,
            against_optimal: against(Seat::Player(Player::Optimal)),
            at_worst: against(Seat::Perfect),
        })
    }

    fn solvable(&self) -> Result<(), NoExact> {
        duel::check(self).map_err(|reason| NoExact(format!("{reason}; `run` it instead")))
    }

    /// Perfect play; solved once, by whoever asks first.
    pub(super) fn policy(&self) -> Option<&Policy> {
        self.policy
            .get_or_init(|| duel::check(self).is_ok().then(|| Policy::solve(self)))
            .as_ref()
    }

    /// The chances of the outcomes, and how far they may be off.
    fn shares(&self, seats: [Seat; 2]) -> ([f64; 4], f64) {
        let mut shares = Solver::new(self, seats).opening();
        let mut bound = 0.0;
        if self.options.max_rerolls > ROUNDS {
            // All deadlocks that were followed no further; how they would end is not known.
            bound = std::mem::take(&mut shares[UNRESOLVED]);
        }
        (shares, bound)
    }
}
