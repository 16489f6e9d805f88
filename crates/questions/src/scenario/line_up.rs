//! Participants and players of a scenario.

use super::Scenario;
use crate::document::{FactSheet, line_up};

impl Scenario {
    /// Returns the players of the scenario's seats, without duplicates, with their descriptions.
    pub fn players(&self) -> Vec<(&'static str, &'static str)> {
        let known = self.kind.players.iter();
        known
            .filter(|player| self.seats.iter().any(|seat| seat.player == player.name))
            .map(|player| (player.name, player.help))
            .collect()
    }

    /// Returns the participants and settings of the contest, without keys that do not affect it.
    pub fn line_up(&self) -> Vec<FactSheet> {
        let without = [&super::load::NOT_HASHED[..], &["kind"]].concat();
        line_up(&self.checked, &without)
    }
}

#[cfg(test)]
mod tests {
    use crate::scenario::open;

    fn line_up_of(name: &str) -> String {
        let sheets = open(name, &[]).unwrap().line_up();
        let mut lines = Vec::new();
        for sheet in sheets {
            lines.push(format!("[{}]", sheet.name));
            let facts = sheet.facts.iter();
            lines.extend(facts.map(|(key, value)| format!("{key}: {value}")));
            let rows = std::iter::once(&sheet.columns).chain(&sheet.rows);
            lines.extend(rows.map(|row| row.join(" | ")));
        }
        lines.join("\n")
    }

    #[test]
    fn sides_are_sheets_and_combatants_rows() {
        insta::assert_snapshot!(line_up_of("@canyon"), @r"
        [heroes]
         | name | classes
        combatant | Dirk | Former Mercenary 4, Heroic Starship Captain 3
        combatant | Emily | Frontier Survivalist 3
        combatant | Mark Four | Emotionless Machine 4 (semi)
        [ambushers]
         | name | classes | count
        combatant | Duke Zero | Bounty Hunter 4 | 
        combatant | Assassin Drone | Assassin Drone 2 | 4
        ");
    }

    #[test]
    fn named_tables_are_rows_and_other_values_are_facts() {
        insta::assert_snapshot!(line_up_of("@heist"), @r"
        []
        field: size 10
         | name | dice
        leader | Kate | 4
        helper | Demolitions Expert | 3
        ");
        insta::assert_snapshot!(line_up_of("@surgery"), @r"
        []
        player: one_by_one
        time: yes
        craft: dice 6 4 5, 1 6 1, 3 6 4
         | name | dice
        crafter | Doc | 4
        ");
        insta::assert_snapshot!(line_up_of("@millionaire"), @r"
        []
        prosperity: 3
         | name | dice
        backer | Travelling Millionaire | 4
        backer | Arcturus-IV Secret Base | 5
        []
         | name | dice | type | difficulty | contributors | payer
        step | Hull plates |  | bill | 10 | Travelling Millionaire | 
        step | A drive core |  | bill | 20 | Travelling Millionaire, Arcturus-IV Secret Base | 
        step | Pirates | 1 | expense |  |  | 
        step | Docking |  | bill | 8 |  | 
        step | A new shuttle |  | bill | 15 |  | Travelling Millionaire
        ");
        insta::assert_snapshot!(line_up_of("@canyon-evening"), @"
        []
        group: prosperity 3
        endings: done: The crew flies home., captured: Duke Zero has them., stranded: There is no money left for fuel.
         | name | classes
        character | Dirk | Former Mercenary 4, Heroic Starship Captain 3
        character | Emily | Frontier Survivalist 3, Starship Pilot 4
        character | Mark Four | Emotionless Machine 4, Technician 3
        character | Gex | Schematic Tinker 5
        []
         | name | contest | then | cost
        scene | ambush | combat | ambushers: captured | 
        scene | repair | workshop | failure: flight, success: flight | failure: prosperity 1
        scene | flight | trade | ruined: stranded | 
        [ambush: heroes]
         | name | classes
        combatant | Dirk | Former Mercenary 4, Heroic Starship Captain 3
        combatant | Emily | Frontier Survivalist 3
        combatant | Mark Four | Emotionless Machine 4 (semi)
        [ambush: ambushers]
         | name | classes | count
        combatant | Duke Zero | Bounty Hunter 4 | 
        combatant | Assassin Drone | Assassin Drone 2 | 4
        [repair]
        crafter: character Gex, Mark Four, classes Schematic Tinker, Technician
        assistance: yes
        craft: piles 4

        [flight]
         | name | type | difficulty
        step | Fuel | bill | 8
        step | Repairs | bill | 12
        ");
    }
}
