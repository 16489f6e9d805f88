//! The sides of a file: what they want and how they choose.

use super::super::choices::Choice;
use super::super::keys::{NamedPlayer, Player, SideKeys};
use super::super::{Aim, Side, Step};
use super::scope::Readable;
use super::{Builder, one_of};
use evenodds_core::contest::ErrorRate;
use evenodds_core::document::{CheckedTable, Faults};

impl Builder<'_> {
    pub(super) fn sides(tables: &[CheckedTable]) -> Vec<Side> {
        let side = |table: &CheckedTable| {
            // Faults of the player are reported with the aim.
            let named = NamedPlayer::of(table, Player::Optimal, &mut Faults::new());
            Some(Side {
                name: SideKeys::read(table)?.name.0.unwrap_or_default(),
                aim: Aim::Outcome(0),
                player: named.map_or(Player::First, |named| named.player),
                playouts: 0,
                error: ErrorRate::NONE,
                rule: None,
            })
        };
        tables.iter().filter_map(side).collect()
    }

    /// Returns a side with its aim and its player.
    pub(super) fn aim(
        &mut self,
        side: Side,
        table: &CheckedTable,
        outcomes: &[String],
        metrics: &[String],
    ) -> Option<Side> {
        let keys = SideKeys::read(table)?;
        let wants = keys.wants.0?;
        let metric = |text: &str| metrics.iter().position(|name| name == text.trim());
        let aim = if let Some(outcome) = outcomes.iter().position(|name| *name == wants) {
            Some(Aim::Outcome(outcome))
        } else if let Some(metric) = wants.strip_prefix("high ").and_then(metric) {
            Some(Aim::High(metric))
        } else {
            wants.strip_prefix("low ").and_then(metric).map(Aim::Low)
        };
        let Some(aim) = aim else {
            let of_metrics = metrics
                .iter()
                .flat_map(|name| [format!("high {name}"), format!("low {name}")]);
            let all: Vec<String> = outcomes.iter().cloned().chain(of_metrics).collect();
            if self.is_complete {
                self.faults
                    .refuse(table, "wants", one_of(all.iter(), ""), None);
            }
            return None;
        };
        let NamedPlayer {
            player,
            playouts,
            error,
            rule,
        } = NamedPlayer::of(table, Player::Optimal, self.faults)?;
        let rule = match rule {
            Some(rule) => Some(self.expression(&rule, Readable::default())?),
            None => None,
        };
        if player == Player::Focus {
            let accepted = "expected another player, since only teams have `focus`";
            self.faults.refuse(table, "player", accepted, None);
            return None;
        }
        Some(Side {
            aim,
            player,
            playouts,
            error,
            rule,
            ..side
        })
    }

    /// Reports rules of players that read rolls or choices that the side does not see.
    pub(super) fn check_rules(
        &mut self,
        sides: &[Side],
        steps: &[Step],
        tables: &[CheckedTable],
    ) -> Option<()> {
        for (index, (side, table)) in sides.iter().zip(tables).enumerate() {
            let choices = steps.iter().flat_map(|step| &step.choices);
            let mut own = choices.filter(|choice| choice.side == index);
            if side.player == Player::Simple && own.all(|choice| choice.simple.is_none()) {
                let accepted = format!(
                    "expected another player, or `simple` in a choice of {}",
                    side.name
                );
                self.faults.refuse(table, "player", accepted, None);
                return None;
            }
            let Some(rule) = side.rule else { continue };
            let reads = self.program.pools_read(rule);
            let variables = self.program.variables_read(rule);
            for step in steps {
                for choice in step.choices.iter().filter(|choice| choice.side == index) {
                    let pools = self.program.pools.iter().enumerate();
                    let mut rolls = pools
                        .filter(|&(pool, read)| {
                            reads & 1 << pool != 0 && !choice.sight.rolls.contains(&read.roll)
                        })
                        .map(|(_, read)| &self.program.rolls[read.roll].name);
                    let seen = choice.sight.choices.iter().map(|&seen| &step.choices[seen]);
                    let seen: Vec<usize> = seen.filter_map(Choice::variable).collect();
                    let mut choices = self.choices.iter().filter(|(_, variable)| {
                        variables & 1 << **variable != 0 && !seen.contains(variable)
                    });
                    let unseen = rolls.next().or_else(|| Some(choices.next()?.0));
                    if let Some(unseen) = unseen {
                        let accepted = format!(
                            "the rule reads \"{unseen}\", which the choice {} does not see; add it to `sees`",
                            choice.name
                        );
                        self.faults.refuse(table, "player", accepted, None);
                        return None;
                    }
                }
            }
        }
        Some(())
    }
}
