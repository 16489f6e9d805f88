//! Exact answers about duels: how they end, what they are worth, how well somebody plays them.

use super::duel;
use super::perfect::{Policy, ROUNDS, Seat, Shares, Solver, TAKEN_OUT, UNRESOLVED};
use super::player::Player;
use super::view::{Action, View};
use super::{Combat, Healer, LastBlow};
use crate::contest::{Aftermath, Ends, Exact, NoExact, Part, Remainder, Remainders, Solve};

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
        let (shares, bound) = self.played()?;
        let mut ends = Ends::new(self);
        for (outcome, chance) in worth(shares).into_iter().enumerate() {
            ends.end(outcome, chance);
        }
        Ok(Exact {
            bound,
            ..ends.exact()
        })
    }

    fn remainders(&self) -> Result<Remainders, NoExact> {
        let (shares, bound) = self.played()?;
        self.is_plain_afterwards()?;
        let mut all = Vec::new();
        for loser in [1, 0] {
            let (winner, taken_out) = (1 - loser, shares[TAKEN_OUT + loser]);
            let ends = [
                (Part::TakenOut, taken_out),
                (Part::Left, shares[winner] - taken_out),
            ];
            for (part, chance) in ends {
                all.push(Remainder {
                    outcome: winner,
                    chance,
                    aftermaths: vec![self.lost_duel(loser, part), self.won_duel(winner)],
                    means: None,
                });
            }
        }
        let both = [0, 1].map(|actor| (actor, Aftermath::default()));
        all.push(Remainder {
            outcome: UNRESOLVED,
            chance: shares[UNRESOLVED],
            aftermaths: both.to_vec(),
            means: None,
        });
        all.retain(|one| one.chance > 0.0);
        Ok(Remainders { all, bound })
    }
}

impl Combat {
    /// The chances of the outcomes with those who play, and how far they may be off.
    fn played(&self) -> Result<(Shares, f64), NoExact> {
        self.solvable()?;
        if let Some(who) = self.combatants.iter().find(|who| who.player.thinks()) {
            return Err(NoExact(format!(
                "{} is played by {}, whose choices hang on luck in its head: `run` it instead, or name another player",
                who.name,
                who.player.name()
            )));
        }
        let seats = [0, 1].map(|seat: usize| Seat::Player(self.combatants[seat].player));
        Ok(self.shares(seats))
    }

    /// Refuses a duel that leaves more behind than who lost it and how.
    fn is_plain_afterwards(&self) -> Result<(), NoExact> {
        let options = &self.options;
        let several = self.combatants.iter().find(|who| who.classes.len() > 1);
        let mut wounded = self.combatants.iter().filter(|who| who.wounds);
        let fights_on = wounded.any(|who| self.fights_on_wounded(who));
        let reason = if let Some(who) = several {
            format!("which Classes {} has used is not known exactly", who.name)
        } else if options.last_blow == LastBlow::Draw {
            "with last_blow = \"draw\" it is not known exactly who leaves a fight that nobody wins"
                .to_owned()
        } else if fights_on || options.healer != Healer::None {
            "wounds of those who fight on or are treated at once are not known exactly".to_owned()
        } else {
            return Ok(());
        };
        Err(NoExact(reason))
    }

    /// What is left of one who lost a duel with its only Class.
    fn lost_duel(&self, loser: usize, part: Part) -> (usize, Aftermath) {
        let (who, options) = (&self.combatants[loser], &self.options);
        let mut after = Aftermath {
            part,
            deadly: options.deadly,
            lost: true,
            used: 1,
            ..Aftermath::default()
        };
        if who.wounds && part == Part::TakenOut {
            after.wounds = 1;
            if options.wounds_to_die <= 1 {
                after.died = true;
            } else {
                let winner = &self.combatants[1 - loser];
                let armored = who.is_armored_against(&winner.classes[0]);
                after.chosen.push(0, self.chosen(who, armored));
            }
        }
        (loser, after)
    }

    /// What is left of one who won it.
    fn won_duel(&self, winner: usize) -> (usize, Aftermath) {
        let after = Aftermath {
            deadly: self.options.deadly,
            used: 1,
            ..Aftermath::default()
        };
        (winner, after)
    }

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
            worth(self.shares(seats).0)
        };
        Ok(Judgement {
            worth: worth(self.shares([Seat::Perfect; 2]).0),
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
    fn shares(&self, seats: [Seat; 2]) -> (Shares, f64) {
        let mut shares = Solver::new(self, seats).opening();
        let mut bound = 0.0;
        if self.options.max_rerolls > ROUNDS {
            // All deadlocks that were followed no further; how they would end is not known.
            bound = std::mem::take(&mut shares[UNRESOLVED]);
        }
        (shares, bound)
    }
}

/// The chances of the outcomes alone.
fn worth([outcomes @ .., _, _]: Shares) -> [f64; 4] {
    outcomes
}
