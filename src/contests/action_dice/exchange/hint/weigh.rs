//! What every split is worth in the round that begins: exactly where that can be found out, else by play-outs.

use super::super::chances::Chances;
use super::super::rules::Table;
use super::super::{Exchange, Hits, Player};
use super::Standing;
use crate::contest::{HintBy, HintPlan, Played, PlayedOut, Rules, Silent, parallel};
use crate::dice::Sampled;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Play-outs of each split where none are asked for and there is no exact answer.
const PLAYOUTS: u32 = 20_000;
/// Splits that a mix plays are as good as one another, but for its rounding to a millionth.
const EQUAL: f64 = 1e-5;

/// A split and what it is worth to the side that asks.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Split {
    /// How many general dice attack.
    pub(super) attack: usize,
    pub(super) wins: f64,
    pub(super) nobody: f64,
    /// Whether half of what nobody wins counts: one who splits against a fixed player wants to win.
    pub(super) counts: bool,
    /// How often the best player takes it.
    pub(super) weight: u32,
    pub(super) played: Option<Played>,
}

/// All splits, the best first.
#[derive(Clone, Debug)]
pub(super) struct Weighed {
    pub(super) by: HintBy,
    pub(super) splits: Vec<Split>,
    /// How the side that asks goes on.
    pub(super) asking: Player,
}

impl Exchange {
    /// The same exchange in which a side is played by somebody else.
    pub(super) fn asked_by(&self, side: usize, player: Player) -> Self {
        let mut exchange = self.clone();
        exchange.sides[side].player = player;
        exchange.policy = Arc::default();
        exchange
    }

    pub(super) fn weigh(&self, standing: Standing, plan: &HintPlan) -> Weighed {
        let own = self.sides[standing.side].player;
        let best = self.asked_by(standing.side, Player::Best);
        let is_solvable = best.solvable().is_ok();
        let (exchange, asking) = if is_solvable && !plan.declared {
            (best, Player::Best)
        } else {
            (self.clone(), own)
        };
        let all = exchange
            .asked_by(standing.side, Player::Best)
            .choices(standing.side);
        match plan.playouts {
            None if is_solvable => Weighed {
                by: HintBy::Solved,
                splits: exchange.solved(standing, &all),
                asking,
            },
            count => {
                let count = count.unwrap_or(PLAYOUTS);
                Weighed {
                    by: HintBy::Played(count),
                    splits: exchange.played(standing, &all, count, plan.seed),
                    asking,
                }
            }
        }
    }

    /// The chances of all splits.
    fn solved(&self, standing: Standing, all: &[usize]) -> Vec<Split> {
        let Standing { hits, left, side } = standing;
        let mut chances = Chances::new(self);
        let thinks = self.sides[side].player == Player::Best;
        let mix = thinks.then(|| *self.policy().mix(side, left, hits));
        let counts = self.sides[1 - side].player == Player::Best;
        let others = self.splits(left, hits);
        let mut splits: Vec<Split> = all
            .iter()
            .map(|&split| {
                let mut now: BTreeMap<Hits, f64> = BTreeMap::new();
                let (mut wins, mut losses) = (0.0, 0.0);
                let mut shares: BTreeMap<usize, f64> = BTreeMap::new();
                for (both, share) in &others {
                    *shares.entry(both[1 - side]).or_insert(0.0) += share;
                }
                let mut add = |after: Hits, share: f64, next: &mut BTreeMap<Hits, f64>| match self
                    .ended(after)
                {
                    Some(winner) if winner == side => wins += share,
                    Some(winner) if winner == 1 - side => losses += share,
                    Some(_) => {}
                    None => *next.entry(after).or_insert(0.0) += share,
                };
                for (other, share) in shares {
                    let mut both = [split; 2];
                    both[1 - side] = other;
                    for &(after, chance) in chances.after(hits, both) {
                        add(after, share * chance, &mut now);
                    }
                }
                for left in (1..left).rev() {
                    let mut next = BTreeMap::new();
                    for (&hits, &share) in &now {
                        for (both, weight) in self.splits(left, hits) {
                            for &(after, chance) in chances.after(hits, both) {
                                add(after, share * weight * chance, &mut next);
                            }
                        }
                    }
                    now = next;
                }
                Split {
                    attack: split,
                    wins: wins.clamp(0.0, 1.0),
                    nobody: (1.0 - wins - losses).max(0.0),
                    counts,
                    weight: mix.map_or(0, |mix| mix[split]),
                    played: None,
                }
            })
            .collect();
        let best = splits.iter().map(Split::score).fold(0.0, f64::max);
        splits.sort_by(|one, other| {
            // Of those that are as good the one that the best player takes most often.
            let weight = |split: &Split| {
                if split.score() >= best - EQUAL {
                    split.weight
                } else {
                    0
                }
            };
            let better = other.score().total_cmp(&one.score());
            weight(other).cmp(&weight(one)).then(better)
        });
        splits
    }

    /// The same by play-outs, all splits on the same luck.
    fn played(&self, standing: Standing, all: &[usize], count: u32, seed: u64) -> Vec<Split> {
        let Standing { hits, left, side } = standing;
        if self.sides.iter().any(|side| side.player == Player::Best) {
            // Found once, and not by each of those who play.
            self.policy();
        }
        let outcomes = parallel::map(all.len(), |index, room: &mut Option<(Sampled, Table)>| {
            let (dice, table) =
                room.get_or_insert_with(|| (Sampled::new(seed, &self.rollers()), self.state()));
            let outcome = |playout: u32| {
                dice.start(playout.into());
                table.hits = hits;
                let mut fixed = Some((side, all[index]));
                let won = self.fought(left, dice, table, &mut fixed);
                PlayedOut::of(won, side)
            };
            (0..count)
                .map(outcome)
                .map(|one| one as u8)
                .collect::<Vec<u8>>()
        });
        let mut splits: Vec<(Split, Vec<u8>)> = all
            .iter()
            .zip(outcomes)
            .map(|(&split, outcomes)| {
                let split = Split {
                    attack: split,
                    wins: PlayedOut::Won.share(&outcomes),
                    nobody: PlayedOut::Nobody.share(&outcomes),
                    counts: true,
                    weight: 0,
                    played: None,
                };
                (split, outcomes)
            })
            .collect();
        splits.sort_by(|(one, _), (other, _)| {
            let better = other.score().total_cmp(&one.score());
            // Of equals not the one that only defends: one who cannot lose would never end it.
            better.then((one.attack == 0).cmp(&(other.attack == 0)))
        });
        let (mut splits, outcomes): (Vec<Split>, Vec<Vec<u8>>) = splits.into_iter().unzip();
        for (split, played) in splits.iter_mut().zip(Played::all(&outcomes)) {
            split.played = Some(played);
        }
        splits
    }

    /// Fights on with so many rounds left, the first one with a fixed split of a side: who wins.
    fn fought(
        &self,
        left: u32,
        dice: &mut Sampled,
        table: &mut Table,
        fixed: &mut Option<(usize, usize)>,
    ) -> Option<usize> {
        for left in (1..=left).rev() {
            let mut splits =
                [0, 1].map(|side| self.split(side, left, table.hits, dice, &mut Silent));
            if let Some((side, split)) = fixed.take() {
                splits[side] = split;
            }
            self.round(dice, table, splits, &mut Silent);
            if let Some(outcome) = self.ended(table.hits) {
                return Some(outcome).filter(|&outcome| outcome < 2);
            }
        }
        None
    }
}

impl Split {
    /// What splits are ranked by.
    fn score(&self) -> f64 {
        if self.counts {
            self.wins + self.nobody / 2.0
        } else {
            self.wins
        }
    }
}
