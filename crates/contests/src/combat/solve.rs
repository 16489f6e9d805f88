//! Exact answers about duels: outcomes, aftermaths and the optimal policy.

use super::duel;
use super::optimal::{DRAW, DRAWN, ROUNDS, Shares, Solver, TAKEN_OUT, UNRESOLVED};
use super::options::Healer;
use super::player::Player;
use super::policy::DuelPolicy;
use super::prepared::Combat;
use evenodds_core::contest::{
    Aftermath, DistributionBuilder, ExactDistribution, NoExact, ParticipantFate, PlayerErrors,
    Remainder, Remainders, Solve,
};

impl Solve for Combat {
    fn exact(&self) -> Result<ExactDistribution, NoExact> {
        let (shares, bound) = self.solve_with_players()?;
        let mut ends = DistributionBuilder::new(self);
        for (outcome, chance) in outcome_chances(shares).into_iter().enumerate() {
            ends.add_outcome(outcome, chance);
        }
        Ok(ExactDistribution {
            bound,
            ..ends.build()
        })
    }

    fn remainders(&self) -> Result<Remainders, NoExact> {
        let (shares, bound) = self.solve_with_players()?;
        self.check_aftermath()?;
        let mut all = Vec::new();
        for loser in [1, 0] {
            let (winner, taken_out) = (1 - loser, shares[TAKEN_OUT + loser]);
            let ends = [
                (ParticipantFate::TakenOut, taken_out),
                (ParticipantFate::Left, shares[winner] - taken_out),
            ];
            for (part, chance) in ends {
                all.push(Remainder {
                    outcome: winner,
                    chance,
                    aftermaths: vec![
                        self.after_duel(loser, part, true),
                        self.after_duel(winner, ParticipantFate::Stayed, false),
                    ],
                    means: None,
                    carried: Vec::new(),
                });
            }
        }
        for taken_out in 1..=3 {
            // A combatant that takes out the other one with its last die retreats.
            let left = |actor: usize| match taken_out >> actor & 1 {
                1 => self.after_duel(actor, ParticipantFate::TakenOut, false),
                _ => self.after_duel(actor, ParticipantFate::Left, false),
            };
            all.push(Remainder {
                outcome: DRAW,
                chance: shares[DRAWN + taken_out],
                aftermaths: [0, 1].map(left).to_vec(),
                means: None,
                carried: Vec::new(),
            });
        }
        let both = [0, 1].map(|actor| (actor, Aftermath::default()));
        all.push(Remainder {
            outcome: UNRESOLVED,
            chance: shares[UNRESOLVED],
            aftermaths: both.to_vec(),
            means: None,
            carried: Vec::new(),
        });
        all.retain(|one| one.chance > 0.0);
        Ok(Remainders { all, bound })
    }
}

impl Combat {
    /// Returns the chances of the outcomes with the configured players, and a bound on their error.
    fn solve_with_players(&self) -> Result<(Shares, f64), NoExact> {
        self.check_solvable()?;
        if let Some(who) = self.combatants.iter().find(|who| who.player.simulates()) {
            return Err(NoExact(format!(
                "{} is played by {}, whose choices depend on simulated fights: `run` it instead, or choose another player",
                who.name,
                who.player.name()
            )));
        }
        if !self.description.errors.is_empty() {
            return Err(NoExact(PlayerErrors::NOT_EXACT.to_owned()));
        }
        let players = [0, 1].map(|one: usize| Some(self.combatants[one].player));
        Ok(self.shares(players))
    }

    /// Returns an error if the aftermath of the duel depends on more than the loser and the kind of
    /// its loss.
    fn check_aftermath(&self) -> Result<(), NoExact> {
        let options = &self.options;
        let with_classes = self.combatants.iter().find(|who| who.classes.len() > 1);
        let mut wounded = self.combatants.iter().filter(|who| who.wounds);
        let fights_on = wounded.any(|who| self.fights_on_wounded(who));
        let reason = if let Some(who) = with_classes {
            format!(
                "the exact answer does not track which Classes {} has used",
                who.name
            )
        } else if fights_on || options.healer != Healer::None {
            "the exact answer does not track wounds of characters that fight on or are treated at once"
                .to_owned()
        } else {
            return Ok(());
        };
        Err(NoExact(reason))
    }

    /// Returns the aftermath of a duel for `actor`, which has used its only Class. `lost` is
    /// whether the other combatant has won.
    fn after_duel(&self, actor: usize, part: ParticipantFate, lost: bool) -> (usize, Aftermath) {
        let (who, options) = (&self.combatants[actor], &self.options);
        let mut after = Aftermath {
            part,
            deadly: options.deadly,
            lost,
            used: 1,
            ..Aftermath::default()
        };
        if who.wounds && part == ParticipantFate::TakenOut {
            after.wounds = 1;
            if options.wounds_to_die <= 1 {
                after.died = true;
            } else {
                let winner = &self.combatants[1 - actor];
                let armored = who.is_armored_against(&winner.classes[0]);
                after.chosen.push(0, self.chosen(who, armored));
            }
        }
        (actor, after)
    }

    fn check_solvable(&self) -> Result<(), NoExact> {
        duel::check(self).map_err(|reason| NoExact(format!("{reason}; `run` it instead")))
    }

    /// Returns the optimal policy, solved on the first call; `None` if the fight is not a solvable
    /// duel.
    pub(super) fn policy(&self) -> Option<&DuelPolicy> {
        self.policy
            .get_or_init(|| duel::check(self).is_ok().then(|| DuelPolicy::solve(self)))
            .as_ref()
    }

    /// Returns the chances of the outcomes between these players, and a bound on their error.
    fn shares(&self, players: [Option<Player>; 2]) -> (Shares, f64) {
        let mut shares = Solver::new(self, players).opening();
        let mut bound = 0.0;
        if self.options.max_rerolls > ROUNDS {
            // Deadlocks beyond the last computed round have unknown outcomes.
            bound = std::mem::take(&mut shares[UNRESOLVED]);
        }
        (shares, bound)
    }
}

/// Returns the chances of the outcomes, without their parts.
fn outcome_chances([wins, other, draw, unresolved, ..]: Shares) -> [f64; 4] {
    [wins, other, draw, unresolved]
}
