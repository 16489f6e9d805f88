//! Reads the costs of outcomes from a checked file.

use super::keys::{CostKeys, SceneKeys};
use super::read::AdventureReader;
use super::{Harm, OutcomeCost, Possession};
use evenodds_core::document::{CheckedTable, Fault, not_known};

impl AdventureReader<'_> {
    /// Returns the costs of a scene by outcome; reports outcomes that do not exist.
    pub(super) fn cost(
        &mut self,
        keys: &SceneKeys,
        table: &CheckedTable,
        outcomes: &[&str],
    ) -> Vec<(String, OutcomeCost)> {
        let mut costs = Vec::new();
        for ((outcome, cost), (_, item)) in keys.cost.iter().zip(table.map("cost")) {
            if self.is_outcome(outcome, item, outcomes)
                && let Some(own) = item.as_table()
            {
                costs.push((outcome.clone(), self.one_cost(cost, own)));
            }
        }
        costs
    }

    /// Returns the dice that bases and cargoes lose; reports unknown names.
    fn dice(&mut self, keys: &[(String, u32)], table: &CheckedTable) -> Vec<(Possession, u32)> {
        let mut dice = Vec::new();
        for ((name, lost), (_, item)) in keys.iter().zip(table.map("dice")) {
            if let Some(possession) = self.crew.possession(name) {
                dice.push((possession, *lost));
                continue;
            }
            let possessions = self.crew.possessions();
            let (accepted, help) = not_known(name, &possessions, "bases and cargoes");
            let fault = Fault::new(
                item.span(),
                item.path(),
                "is neither a base nor a cargo",
                accepted,
            );
            self.faults.push(fault.with_help(help));
        }
        dice
    }

    fn one_cost(&mut self, keys: &CostKeys, table: &CheckedTable) -> OutcomeCost {
        let mut of = Vec::new();
        for name in &keys.of {
            let character = self.crew.position(name);
            if let Some(character) = character.filter(|&one| !self.crew.is_base(one)) {
                of.push(character);
            } else {
                let people = &self.crew.names()[..self.crew.people().len()];
                let (accepted, help) = not_known(name, people, "characters");
                self.faults.refuse(table, "of", accepted, help);
            }
        }
        if keys.prosperity > 0 && !self.contents.has_group {
            let accepted = "expected 0, as there is no group with prosperity";
            let help = Some("add a group: group = { prosperity = 3 }".to_owned());
            self.faults.refuse(table, "prosperity", accepted, help);
        }
        OutcomeCost {
            prosperity: keys.prosperity,
            dice: self.dice(&keys.dice, table),
            of,
            classes: keys.classes,
            harm: Harm {
                all: keys.wound.all,
                in_armor: if keys.armor_fits {
                    keys.wound.first
                } else {
                    keys.wound.all
                },
            },
            captured: keys.captured,
        }
    }
}
