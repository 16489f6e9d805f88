//! Keys of an Abstract RPG file, and construction of the contest.

use super::{AbstractRpg, MOST_DECIMALS, RandomTermForm, TieRule};
use evenodds_core::contest::{Contest, default, required, table, whole};
use evenodds_core::document::{CheckedTable, Faults, Key, ValueShape};

/// Keys of the file.
pub(super) static KEYS: &[Key] = File::KEYS;

table! {
    /// A file.
    struct File {
        /// Level of the active side; only its lead over the task matters.
        skill: i64 = LEVEL.tunable(1.0).example("57"),
        /// Level of the passive side: the difficulty of the task.
        task: i64 = LEVEL.tunable(1.0).example("49"),
        /// Options where the rules leave a choice.
        rules: RulesKeys = default("{}", ValueShape::Table(RulesKeys::KEYS)),
    }
}

const LEVEL: Key = required(whole(-1000, 1000)).accepts("a whole number from -1000 to 1000");

table! {
    /// The keys under `[rules]`.
    struct RulesKeys {
        /// Winner when the net is 0. Ignored with `dice = "shortcut"` and `"tens"`, which have no
        /// net: a coin decides.
        tie: TieRule = TieRule::Coin.as_default().tunable(1.0).example("\"coin\""),
        /// Dice of the random term.
        dice: RandomTermForm = RandomTermForm::D5.as_default().example("\"d5\""),
        /// Number of decimals of the net: a d10 each, where 10 is the digit 0. They refine the net
        /// away from 0 and decide nothing. Ignored with `dice = "shortcut"` and `"tens"`.
        decimals: u32 = default("0", whole(0, MOST_DECIMALS as i64)).added(),
    }
}

/// Reports nothing, since the shapes of the keys express all constraints.
pub(super) fn examine(_table: &CheckedTable, _faults: &mut Faults) {}

/// Builds the contest.
pub(super) fn build(table: &CheckedTable, _: &mut Faults) -> Option<Box<dyn Contest>> {
    let File { skill, task, rules } = File::read(table)?;
    let contest = AbstractRpg::new(skill, task, rules.tie, rules.dice);
    Some(Box::new(contest.with_decimals(rules.decimals)))
}

#[cfg(test)]
mod tests {
    use super::super::KIND;
    use super::*;
    use evenodds_core::contest::Metric;
    use evenodds_core::contest::conformance;

    fn read(text: &str, sets: &[&str]) -> Result<Box<dyn Contest>, String> {
        conformance::read(&KIND, text, sets)
    }

    #[test]
    fn every_named_option_makes_a_contest_of_its_own() {
        let mut shapes = Vec::new();
        for form in RandomTermForm::ALL {
            for tie in TieRule::ALL {
                let sets = [
                    format!("rules.dice={}", form.name()),
                    format!("rules.tie={}", tie.name()),
                ];
                let sets: Vec<&str> = sets.iter().map(String::as_str).collect();
                let contest = read("skill = 57\ntask = 49", &sets).unwrap();
                let has_net = ![RandomTermForm::Shortcut, RandomTermForm::Tens].contains(&form);
                assert_eq!(
                    contest.outcomes().len() == 3,
                    has_net && tie == TieRule::Tie
                );
                if tie == TieRule::Coin {
                    let metrics: Vec<String> = contest.metrics().iter().map(Metric::name).collect();
                    let share = contest.exact().unwrap().outcomes[0];
                    shapes.push(format!("{}: {} {share:.6}", form.name(), metrics.join(" ")));
                }
            }
        }
        insta::assert_snapshot!(shapes.join("\n"), @"
        d5: net active passive dice 0.916114
        d6: net active passive dice 0.883716
        d10: net active passive dice 0.916114
        d100: net active passive dice 0.920303
        d100_net: net luck dice 0.910000
        shortcut: dice stops 0.916114
        tens: dice stops 0.916114
        ");
    }

    #[test]
    fn left_out_rules_are_the_document_s_own() {
        let plain = read("skill = 3\ntask = 2", &[]).unwrap();
        assert_eq!(plain.outcomes().len(), 2);
        assert!((plain.exact().unwrap().outcomes[0] - 0.6).abs() < 1e-15);
    }

    #[test]
    fn all_faults_are_reported_together() {
        let text = "skill = 1001\ntask = 4.5\nlevel = 2\n[rules]\ntie = \"flip\"\ndice = \"d20\"\ndecimals = 3\n";
        insta::assert_snapshot!(read(text, &[]).err().unwrap_or_default(), @r#"
        x.toml:1:9: skill is 1001; expected a whole number from -1000 to 1000
        x.toml:2:8: task is 4.5; expected a whole number from -1000 to 1000
        x.toml:3:1: level is not a key here; the keys here are skill, task, rules
        x.toml:5:7: rules.tie is "flip"; expected one of "coin", "active", "passive", "tie"
        x.toml:6:8: rules.dice is "d20"; expected one of "d5", "d6", "d10", "d100", "d100_net", "shortcut", "tens"
        x.toml:7:12: rules.decimals is 3; expected an integer from 0 to 2
        "#);
    }

    #[test]
    fn the_shipped_scenario_keeps_what_it_promises() {
        let text = include_str!("../../../../scenarios/abstract/climber.toml");
        conformance::assert_shipped(&KIND, text);
    }
}
