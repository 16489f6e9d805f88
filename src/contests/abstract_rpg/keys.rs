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
        .help("Who wins when the net is 0. Without a net, with \"shortcut\" and \"tens\", a coin always decides.")
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
    use super::*;
    use crate::contest::Metric;
    use crate::document::flaws::flaws;
    use crate::document::set::apply;
    use crate::document::template::template;
    use crate::document::{Source, Value, check, parse};

    fn read(text: &str, sets: &[&str]) -> Result<Box<dyn Contest>, String> {
        let mut faults = Faults::new();
        let mut root = parse(&Source::new("x.toml", text), &mut faults);
        for set in sets {
            apply(&mut root, &KEYS, set, &mut faults);
        }
        let table = check(&root, &KEYS, &mut faults);
        examine(&table, &mut faults);
        if faults.is_empty() {
            Ok(build(&table).expect("a table without faults makes a contest"))
        } else {
            let lines: Vec<String> = faults.iter().map(ToString::to_string).collect();
            Err(lines.join("\n"))
        }
    }

    #[test]
    fn the_table_of_keys_has_no_flaws_and_its_template_is_a_contest() {
        assert_eq!(flaws(&KEYS), Vec::<String>::new());
        assert!(read(&template(&KEYS), &[]).is_ok());
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

    /// The contest of a shipped scenario, and what it promises about success.
    fn shipped(text: &str) -> (Box<dyn Contest>, [f64; 2]) {
        let mut faults = Faults::new();
        let mut root = parse(&Source::new("shipped.toml", text), &mut faults);
        let Value::Table(entries) = &mut root.value else {
            panic!("a document is a table")
        };
        for common in ["kind", "title", "notes"] {
            entries.remove(common).unwrap();
        }
        let expect = entries.remove("expect").unwrap();
        let bounds = expect.node.as_table().and_then(|all| all.get("outcomes"));
        let bounds = bounds.and_then(|outcomes| outcomes.as_table()?.get("success")?.as_list());
        let bounds: Vec<f64> = bounds
            .unwrap()
            .iter()
            .map(|node| node.literal().parse().unwrap())
            .collect();
        let table = check(&root, &KEYS, &mut faults);
        examine(&table, &mut faults);
        assert!(faults.is_empty(), "{faults}");
        (build(&table).unwrap(), [bounds[0], bounds[1]])
    }

    #[test]
    fn the_shipped_scenario_keeps_what_it_promises() {
        let text = include_str!("../../../scenarios/abstract/climber.toml");
        let (contest, [low, high]) = shipped(text);
        let success = contest.exact().unwrap().outcomes[0];
        assert!((low..=high).contains(&success), "{success}");
    }
}
