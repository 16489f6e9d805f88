//! The keys of an Abstract RPG file, and the contest made of them.

use super::{AbstractRpg, Form, Tie};
use crate::contest::Contest;
use crate::document::{Choice, Faults, Key, Shape, Table};

/// The keys of the file.
pub(super) static KEYS: [Key; 3] = [
    Key::required("skill", LEVEL)
        .help("The active side's level; only its lead over the task matters.")
        .accepts("a level is a whole number from -1000 to 1000")
        .lever(1.0)
        .example("57"),
    Key::required("task", LEVEL)
        .help("The passive side's level: how hard it is.")
        .accepts("a level is a whole number from -1000 to 1000")
        .lever(1.0)
        .example("49"),
    Key::default("rules", Shape::Table(&RULES), "{}")
        .help("Readings of what the rules leave open."),
];

const LEVEL: Shape = Shape::Integer {
    min: -1000,
    max: 1000,
};

static RULES: [Key; 2] = [
    Key::default("tie", Shape::Choice(&TIES), "\"coin\"")
        .help("Who wins when the net is 0. Ignored with dice = \"shortcut\" and \"tens\", which have no net: a coin decides.")
        .lever(1.0)
        .example("\"coin\""),
    Key::default("dice", Shape::Choice(&FORMS), "\"d5\"")
        .help("How luck is rolled.")
        .example("\"d5\""),
];

static TIES: [Choice; 4] = [
    Choice::new("coin", "a coin decides"),
    Choice::new("active", "the active side: success"),
    Choice::new("passive", "the passive side: failure"),
    Choice::new("tie", "nobody: an outcome of its own"),
];

static FORMS: [Choice; 7] = [
    Choice::new("d5", "each side counts its d5 before a 1"),
    Choice::new("d6", "d6 before a 1: the stand-in where d5 are missing"),
    Choice::new("d10", "d10 before a 1 or 2: the same chances as d5"),
    Choice::new(
        "d100",
        "each side rolls on the first table, 91-100 adds 10 and rolls again",
    ),
    Choice::new(
        "d100_net",
        "one roll on the combined table is both sides' luck",
    ),
    Choice::new(
        "shortcut",
        "a d10 for each point of the lead: a 1 or 2 stops the lower side, else a coin; success only, no net",
    ),
    Choice::new(
        "tens",
        "as shortcut, but each full ten of the lead is one d10 that has to show 1",
    ),
];

/// Finds nothing: the table of keys says it all.
pub(super) fn examine(_table: &Table, _faults: &mut Faults) {}

/// Makes the contest.
pub(super) fn build(table: &Table) -> Option<Box<dyn Contest>> {
    let rules = table.table("rules")?;
    let tie = match rules.choice("tie")? {
        "coin" => Tie::Coin,
        "active" => Tie::Active,
        "passive" => Tie::Passive,
        "tie" => Tie::Tie,
        _ => return None,
    };
    let form = match rules.choice("dice")? {
        "d5" => Form::D5,
        "d6" => Form::D6,
        "d10" => Form::D10,
        "d100" => Form::First,
        "d100_net" => Form::Combined,
        "shortcut" => Form::Shortcut,
        "tens" => Form::Tens,
        _ => return None,
    };
    Some(Box::new(AbstractRpg::new(
        table.integer("skill")?,
        table.integer("task")?,
        tie,
        form,
    )))
}

#[cfg(test)]
mod tests {
    use super::super::KIND;
    use super::*;
    use crate::contest::Metric;
    use crate::contest::conformance;

    fn read(text: &str, sets: &[&str]) -> Result<Box<dyn Contest>, String> {
        conformance::read(&KIND, text, sets)
    }

    #[test]
    fn every_named_option_makes_a_contest_of_its_own() {
        let mut shapes = Vec::new();
        for form in &FORMS {
            for tie in &TIES {
                let sets = [
                    format!("rules.dice={}", form.name),
                    format!("rules.tie={}", tie.name),
                ];
                let sets: Vec<&str> = sets.iter().map(String::as_str).collect();
                let contest = read("skill = 57\ntask = 49", &sets).unwrap();
                let has_net = !["shortcut", "tens"].contains(&form.name);
                assert_eq!(contest.outcomes().len() == 3, has_net && tie.name == "tie");
                if tie.name == "coin" {
                    let metrics: Vec<String> = contest.metrics().iter().map(Metric::name).collect();
                    let share = contest.exact().unwrap().outcomes[0];
                    shapes.push(format!("{}: {} {share:.6}", form.name, metrics.join(" ")));
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
    fn all_faults_are_told_at_once() {
        let text = "skill = 1001\ntask = 4.5\nlevel = 2\n[rules]\ntie = \"flip\"\ndice = \"d20\"\n";
        insta::assert_snapshot!(read(text, &[]).err().unwrap_or_default(), @r#"
        x.toml:1:9: skill is 1001: a level is a whole number from -1000 to 1000
        x.toml:2:8: task is 4.5: a level is a whole number from -1000 to 1000
        x.toml:3:1: level is not a key here: keys here are skill, task, rules
        x.toml:5:7: rules.tie is "flip": one of "coin", "active", "passive", "tie"
        x.toml:6:8: rules.dice is "d20": one of "d5", "d6", "d10", "d100", "d100_net", "shortcut", "tens"
        "#);
    }

    #[test]
    fn the_shipped_scenario_keeps_what_it_promises() {
        let text = include_str!("../../../scenarios/abstract/climber.toml");
        conformance::assert_shipped(&KIND, text);
    }
}
