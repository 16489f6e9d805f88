//! The same question in another form has the same answer.

use super::exact::exact;
use super::{report, scenario, tally};
use std::collections::BTreeMap;
use std::fmt::Write as _;

const CARGO: &str = r#"{ name = "Tea", dice = 5 }, { name = "Cloth", dice = 3 }, { name = "Salt", dice = 4, origin = "local", held = false }, { name = "Wool", dice = 4, origin = "local", held = false }"#;

/// Returns a trade with these steps, and an evening with each step in a scene of its own.
fn in_both_forms(steps: &[&str], rules: &str) -> [String; 2] {
    let flat = format!(
        "kind = \"trade\"\nprosperity = 1\ncargo = [{CARGO}]\nstep = [{}]\nrules = {{ {rules} }}\n",
        steps.join(", ")
    );
    let mut evening = format!(
        "kind = \"adventure\"\ngroup = {{ prosperity = 1, cargo = [{CARGO}] }}\n[[character]]\nname = \"Ann\"\nclasses = [{{ name = \"Banker\", dice = 3 }}]\n"
    );
    for (number, step) in steps.iter().enumerate() {
        let mut names = vec!["Tea", "Cloth", "Salt", "Wool"];
        names.retain(|name| step.contains(name));
        let names: Vec<String> = (names.iter())
            .map(|name| format!("{{ name = \"{name}\" }}"))
            .collect();
        writeln!(
            evening,
            "[[scene]]\nname = \"s{number}\"\ncontest = {{ kind = \"trade\", cargo = [{}], step = [{step}], rules = {{ {rules} }} }}",
            names.join(", ")
        )
        .unwrap();
    }
    [flat, evening]
}

/// Returns the distribution of the prosperity at the end.
fn prosperity(text: &str, metric: &str) -> BTreeMap<i64, f64> {
    let scenario = scenario(text);
    let names = scenario.contest.metrics().iter();
    let wanted = names.clone().position(|one| one.name() == metric).unwrap();
    let exact = exact(&scenario);
    let mut all = exact.metrics.iter();
    let solved = all.find(|one| one.metric == wanted).unwrap();
    let overall = solved.overall();
    // The sampled mean is within 4 standard errors.
    let tally = tally(&scenario, 7, 20_000);
    let counts = (0..scenario.contest.outcomes().len()).flat_map(|outcome| {
        let values = tally.histogram(wanted, outcome);
        values.iter().collect::<Vec<_>>()
    });
    let sampled: i64 = counts.map(|(value, count)| value * count as i64).sum();
    let mean: f64 = overall
        .iter()
        .map(|&(value, share)| value as f64 * share)
        .sum();
    let squares: f64 = overall
        .iter()
        .map(|&(value, share)| (value * value) as f64 * share)
        .sum();
    let error = ((squares - mean * mean).max(0.0) / 20_000.0).sqrt();
    assert!(
        (sampled as f64 / 20_000.0 - mean).abs() <= 4.0 * error + 1e-9,
        "{text}"
    );
    overall.into_iter().collect()
}

#[test]
fn a_trade_in_one_scene_or_in_many_has_the_same_answer() {
    let barter = |give: &str, get: &str| {
        format!("{{ type = \"barter\", give = \"{give}\", get = \"{get}\" }}")
    };
    let (first, second) = (barter("Tea", "Salt"), barter("Cloth", "Wool"));
    let sell = |cargo: &str| format!("{{ type = \"sell\", cargo = \"{cargo}\" }}");
    let (salt, wool) = (sell("Salt"), sell("Wool"));
    let travel = "{ type = \"travel\" }".to_owned();
    let courses: [&[&String]; 4] = [
        &[&first, &first, &salt],
        &[&first, &second, &first, &second, &salt, &wool],
        &[&first, &second, &travel, &first, &second, &salt, &wool],
        &[&second, &travel, &first, &first, &second, &wool],
    ];
    for course in courses {
        let steps: Vec<&str> = course.iter().map(|step| step.as_str()).collect();
        for rules in [
            "barter_refused = \"pair\"",
            "barter_refused = \"port\"",
            "barter_tie = \"no\"",
        ] {
            let [flat, evening] = in_both_forms(&steps, rules);
            let flat = prosperity(&flat, "final_prosperity");
            let evening = prosperity(&evening, "prosperity");
            assert_eq!(flat.len(), evening.len(), "{steps:?} {rules}");
            for (value, share) in &flat {
                assert!(
                    (share - evening[value]).abs() < 1e-12,
                    "{steps:?} {rules}: {flat:?} {evening:?}"
                );
            }
        }
    }
}

#[test]
fn classes_written_in_different_forms_are_those_of_one_form() {
    let fight = |classes: &str| {
        format!(
            "kind = \"adventure\"\n[[character]]\nname = \"Ann\"\nclasses = [{{ name = \"Sword\", dice = 2 }}, {{ name = \"Bow\", dice = 3 }}]\n[[scene]]\nname = \"s\"\n[scene.contest]\nkind = \"combat\"\nside = [{{ name = \"us\", player = \"finisher\", combatant = [{{ character = \"Ann\", classes = [{classes}] }}] }}, {{ name = \"them\", player = \"finisher\", combatant = [{{ name = \"Foe\", classes = [{{ name = \"Claw\", dice = 2 }}] }}] }}]\n"
        )
    };
    let trials = |classes: &str| {
        let scenario = scenario(&fight(classes));
        let mut all = Vec::new();
        let contest = scenario.contest.as_ref();
        contest.watch(1, 0..300, &mut |_, record| {
            all.push(report(contest, record));
            true
        });
        all
    };
    let sword = ["\"Sword\"", "{ name = \"Sword\" }"];
    let bow = "{ name = \"Bow\", fit = \"semi\" }";
    for order in [[0, 1], [1, 0]] {
        let listed = |sword: &str| {
            let both = [sword, bow];
            order.map(|place: usize| both[place]).join(", ")
        };
        assert_eq!(trials(&listed(sword[0])), trials(&listed(sword[1])));
    }
}
