//! How to split the dice of a side in the round that begins now.
//!
//! Both sides split at once, so a hint is for one of them: the table is typed as `Bosun: in; Miller: in (1 hit);
//! Round: 3; For: sailor`.
//!
//! - `read`: the table out of words; `weigh`: what every split is worth; here: in words.

mod read;
#[cfg(test)]
mod tests;
mod weigh;

use super::players::GUARDED;
use super::policy::WHOLE;
use super::{Exchange, Hits};
use crate::contest::laid::quoted;
use crate::contest::{
    Considered, Describe, Hint, HintBy, HintOf, HintPlan, Hints, Lying, counted, then,
};
use crate::document::{Faults, Source};
use std::sync::Arc;
use weigh::Weighed;

/// How an exchange stands when a round begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Standing {
    hits: Hits,
    /// How many rounds are left, this one among them.
    left: u32,
    /// The side that asks.
    side: usize,
}

impl Hints for Exchange {
    fn example(&self) -> String {
        self.typed(Standing {
            hits: [0; 2],
            left: self.options.max_rounds,
            side: 0,
        })
    }

    fn hint(&self, table: &Arc<Source>, plan: &HintPlan) -> Result<Hint, Faults> {
        let standing = read::read(self, table)?;
        Ok(self.hint_at(standing, plan))
    }
}

impl Exchange {
    /// A table as it is typed.
    fn typed(&self, standing: Standing) -> String {
        let mut entries = Vec::new();
        for (side, of) in self.sides.iter().enumerate() {
            let standing_now = self.standing(side, standing.hits);
            for fighter in of.members.clone() {
                let name = quoted(&self.fighters[fighter].name);
                if !standing_now.contains(&fighter) {
                    entries.push(format!("{name}: out"));
                    continue;
                }
                let hits = self.taken(side, fighter, standing.hits);
                entries.push(match hits {
                    0 => format!("{name}: in"),
                    _ => format!("{name}: in ({})", counted(hits, "hit", "hits")),
                });
            }
        }
        entries.push(format!("Round: {}", self.number(standing.left)));
        entries.push(format!("For: {}", quoted(&self.sides[standing.side].name)));
        entries.join("; ")
    }

    /// The hits that somebody who stands has taken: they fall on the first one.
    fn taken(&self, side: usize, fighter: usize, hits: Hits) -> u32 {
        if fighter == self.standing(side, hits).start {
            hits[side] % self.options.hits_to_win
        } else {
            0
        }
    }

    /// The number of the round when so many are left.
    fn number(&self, left: u32) -> u32 {
        self.options.max_rounds + 1 - left
    }

    fn hint_at(&self, standing: Standing, plan: &HintPlan) -> Hint {
        let Standing { hits, left, side } = standing;
        let Weighed { by, splits, asking } = self.weigh(standing, plan);
        let name = |side: usize| self.sides[side].name.as_str();
        let actions = splits.into_iter().map(|split| Considered {
            deed: self.deed(side, split.attack),
            effect: match (split.weight, split.nobody > 0.0 && by == HintBy::Solved) {
                (0 | WHOLE, false) => String::new(),
                (0 | WHOLE, true) => format!("nobody wins {:.1} %", 100.0 * split.nobody),
                (weight, _) => {
                    let share = 100.0 * f64::from(weight) / f64::from(WHOLE);
                    format!("{share:.0} % of the best mix")
                }
            },
            worth: split.wins,
            nobody: if split.counts { split.nobody } else { 0.0 },
            played: split.played,
        });
        let opponent = &self.sides[1 - side];
        let players = format!(
            "{} as {}, {} as {}",
            name(side),
            asking.name(),
            opponent.name,
            opponent.player.name()
        );
        let judge = match by {
            HintBy::Solved => format!("solved exactly, played on by {players}"),
            _ => format!("played on by {players}"),
        };
        let phrase = &self.outcomes()[side].phrase;
        Hint {
            who: name(side).to_owned(),
            turn: format!(
                "round {} of {}: both sides split their dice at once, before anything is rolled",
                self.number(left),
                self.options.max_rounds
            ),
            then: then(phrase),
            of: HintOf::Chance,
            judge,
            by,
            table: self.lying(hits),
            missing: self.missing(hits),
            actions: actions.collect(),
        }
    }

    /// A split in words.
    fn deed(&self, side: usize, split: usize) -> String {
        let most = self.fighters[self.sides[side].members.clone()]
            .iter()
            .map(|fighter| fighter.general as usize)
            .max()
            .unwrap_or(0);
        match split {
            GUARDED => "defend with half of the dice".to_owned(),
            0 => "attack with no general die".to_owned(),
            all if all >= most => "attack with all dice".to_owned(),
            some => format!(
                "attack with {} and defend with the rest",
                counted(some as u32, "general die", "general dice")
            ),
        }
    }

    /// Those who stand.
    fn lying(&self, hits: Hits) -> Vec<Lying> {
        let mut lying = Vec::new();
        for (side, of) in self.sides.iter().enumerate() {
            let standing = self.standing(side, hits);
            for fighter in standing.clone() {
                let one = &self.fighters[fighter];
                let taken = self.taken(side, fighter, hits);
                let mut about = counted(one.dice(), "action die", "action dice");
                if taken > 0 {
                    about = format!("{about}, {} taken", counted(taken, "hit", "hits"));
                }
                lying.push(Lying {
                    name: one.name.clone(),
                    side: of.name.clone(),
                    dice: Vec::new(),
                    about,
                });
            }
        }
        lying
    }

    fn missing(&self, hits: Hits) -> Vec<String> {
        let out =
            (0..2).flat_map(|side| self.sides[side].members.start..self.standing(side, hits).start);
        out.map(|fighter| self.fighters[fighter].name.clone())
            .collect()
    }
}
