//! What everything is worth that may be declared or answered: exactly in duels that can be solved, else by
//! play-outs of the rest.

use super::super::playouts::{Choice, PLANS, THINKERS};
use super::super::{Player, Rounds};
use super::{Asked, Moment, Way};
use crate::contest::{HintBy, HintPlan, Played, PlayedOut, Record, Rules, Silent, parallel};
use crate::dice::Sampled;

/// Play-outs of each action where none are asked for and there is no exact answer.
const PLAYOUTS: u32 = 2_000;
/// What differs by less is equal.
const EQUAL: f64 = 1e-12;

/// Something that may be done, and what it is worth to the side of the one who does it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Worth {
    pub(super) way: Way,
    pub(super) wins: f64,
    pub(super) nobody: f64,
    pub(super) played: Option<Played>,
}

/// All that may be done, the best first.
#[derive(Clone, Debug)]
pub(super) struct Weighed {
    pub(super) by: HintBy,
    pub(super) worth: Vec<Worth>,
    /// How it was compared, as a clause.
    pub(super) judge: String,
}

impl Worth {
    pub(super) fn score(&self) -> f64 {
        self.wins + self.nobody / 2.0
    }
}

impl Rounds {
    pub(super) fn weigh(&self, moment: &Moment, plan: &HintPlan) -> Weighed {
        let ways = self.ways(moment);
        if plan.playouts.is_none()
            && let Some(solved) = self.solved(moment, &ways)
        {
            return solved;
        }
        self.played(moment, &ways, plan)
    }

    /// The players of both sides where one asks.
    fn players(own: usize, asking: Player, other: Player) -> [Player; 2] {
        let mut players = [asking; 2];
        players[1 - own] = other;
        players
    }

    /// By the solver of duels: against the player of the file, or against one who plays perfectly too where
    /// that one's game never comes to such a table.
    fn solved(&self, moment: &Moment, ways: &[(u32, Way)]) -> Option<Weighed> {
        if self.fighters.len() != 2 {
            return None;
        }
        let own = self.fighters[moment.fighter].side;
        let other = self.sides[1 - own].player;
        let others = [other, Player::Optimal];
        let stage = Self::stage(moment);
        let others = others.into_iter().filter(|other| !other.tries());
        for other in others {
            let solved = self.played_by(Self::players(own, Player::Optimal, other));
            let Moment { table, fighter, .. } = moment;
            let Some(chances) = solved.weighed(table, *fighter, stage, ways.len() == 1) else {
                continue;
            };
            let thought = solved.thought_of(table, stage);
            let mut worth: Vec<(u32, Worth)> = ways
                .iter()
                .filter_map(|&(number, way)| {
                    let [wins, nobody] = *chances.get(number as usize)?;
                    let worth = Worth {
                        way,
                        wins,
                        nobody,
                        played: None,
                    };
                    Some((number, worth))
                })
                .collect();
            let scores = worth.iter().map(|(_, one)| one.score());
            let best = scores.fold(f64::NEG_INFINITY, f64::max);
            worth.sort_by(|(number, one), (next, other)| {
                let last = |number: &u32, one: &Worth| {
                    !(*number == thought && one.score() >= best - EQUAL.sqrt())
                };
                let better = other.score().total_cmp(&one.score());
                last(number, one).cmp(&last(next, other)).then(better)
            });
            let name = |side: usize| self.sides[side].name.as_str();
            return Some(Weighed {
                by: HintBy::Solved,
                worth: worth.into_iter().map(|(_, worth)| worth).collect(),
                judge: format!(
                    "solved exactly, played on by {} as {}, {} as {}",
                    name(own),
                    Player::Optimal.name(),
                    name(1 - own),
                    other.name()
                ),
            });
        }
        None
    }

    /// By play-outs of the rest, to its end, all on the same luck: each action goes on with the plan with
    /// which it does best.
    fn played(&self, moment: &Moment, ways: &[(u32, Way)], plan: &HintPlan) -> Weighed {
        let count = plan.playouts.unwrap_or(PLAYOUTS);
        let own = self.fighters[moment.fighter].side;
        let follows = |player: Player| !player.tries() && player != Player::Optimal;
        let declared = Some(self.sides[own].player).filter(|&player| follows(player));
        let mut plans: Vec<Player> = declared.into_iter().collect();
        if !plan.declared || plans.is_empty() {
            plans.extend(PLANS.into_iter().filter(|one| Some(*one) != declared));
        }
        let other = self.sides[1 - own].player;
        let other = if follows(other) { other } else { THINKERS };
        let imagined: Vec<Self> = plans
            .iter()
            .map(|&plan| self.played_by(Self::players(own, plan, other)))
            .collect();
        let tries: Vec<(usize, usize)> = (0..ways.len())
            .flat_map(|way| (0..plans.len()).map(move |plan| (way, plan)))
            .collect();
        let seed = plan.seed;
        let outcomes = parallel::map(tries.len(), |index, (): &mut ()| {
            let (way, plan) = tries[index];
            imagined[plan].all_played(moment, ways[way].1, own, (count, seed))
        });
        let mut all: Vec<(Worth, Vec<u8>)> = Vec::new();
        for ((way, _), outcomes) in tries.into_iter().zip(outcomes) {
            let worth = Worth {
                way: ways[way].1,
                wins: PlayedOut::Won.share(&outcomes),
                nobody: PlayedOut::Nobody.share(&outcomes),
                played: None,
            };
            match all.iter_mut().find(|(known, _)| known.way == worth.way) {
                None => all.push((worth, outcomes)),
                Some(known) if worth.score() > known.0.score() => *known = (worth, outcomes),
                Some(_) => {}
            }
        }
        all.sort_by(|(one, _), (other, _)| {
            let better = other.score().total_cmp(&one.score());
            better.then(one.way.waits().cmp(&other.way.waits()))
        });
        let (mut worth, outcomes): (Vec<Worth>, Vec<Vec<u8>>) = all.into_iter().unzip();
        for (one, played) in worth.iter_mut().zip(Played::all(&outcomes)) {
            one.played = Some(played);
        }
        let name = |side: usize| self.sides[side].name.as_str();
        let names: Vec<&str> = plans.iter().map(|plan| plan.name()).collect();
        let best = if plans.len() > 1 { "the best of " } else { "" };
        Weighed {
            by: HintBy::Played(count),
            worth,
            judge: format!(
                "played on by {} as {best}{}, {} as {}",
                name(own),
                names.join(", "),
                name(1 - own),
                other.name()
            ),
        }
    }

    /// What became of so many play-outs behind an action.
    fn all_played(
        &self,
        moment: &Moment,
        way: Way,
        own: usize,
        (count, seed): (u32, u64),
    ) -> Vec<u8> {
        let mut dice = Sampled::new(seed, &self.rollers());
        let mut table = self.state();
        let mut record = Record::new(self);
        let played = |playout: u32| {
            dice.start(playout.into());
            table.copy(&moment.table);
            let later = table.place + 1..table.declaring;
            if later.len() > 1 && !self.options.answers_reorder {
                // Lots are drawn only now.
                let mut order = std::mem::take(&mut table.order);
                order[later.clone()].sort_unstable();
                self.draw_lots(&mut dice, &mut order[later]);
                table.order = order;
            }
            let choice = match way {
                Way::Chooses(noncombat) => Choice::Status(moment.fighter, noncombat),
                Way::Declares(deed) => Choice::Declares(moment.fighter, deed),
                Way::Answers(answer) => {
                    let attacker = match moment.asked {
                        Asked::Answers(attacker) => attacker,
                        Asked::Chooses | Asked::Declares => moment.fighter,
                    };
                    Choice::Answers(moment.fighter, attacker, answer)
                }
            };
            let (ended, number) = self.after_choice(&mut dice, &mut table, &mut record, choice);
            let outcome = ended.unwrap_or_else(|| {
                self.rounds_after(number, &mut dice, &mut table, &mut Silent, &mut record)
                    .0
            });
            PlayedOut::of(Some(outcome).filter(|&side| side < 2), own)
        };
        (0..count).map(played).map(|one| one as u8).collect()
    }
}
