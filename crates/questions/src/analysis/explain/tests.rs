use super::*;
use crate::scenario::{load, open_simple as open};
use crate::sim::{NoProgress, Plan, run};
use evenodds_testing::size;

fn plan() -> ExplainPlan {
    ExplainPlan {
        figure: None,
        alpha: 0.05,
        trials: Some(2_000),
        seed: 1,
        threads: 1,
    }
}

fn keys(texts: &[String]) -> Vec<Vary> {
    texts.iter().map(|text| text.parse().unwrap()).collect()
}

fn found(scenario: &Scenario, vary: &[Vary], plan: &ExplainPlan) -> Explanation {
    let found = explain(scenario, (None, vary), plan, &NoProgress);
    found.unwrap().unwrap()
}

/// Returns a small contest with four numbers whose effects depend on each other, and changes of them.
fn small(seed: u64) -> (Scenario, Vec<String>) {
    let number = |place: u32| (seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (place * 7)) % 5;
    let [a, b, c, d] = [1, 2, 3, 4].map(number);
    let text = format!(
        "kind = \"dice\"\n[number]\na = {a}\nb = {b}\nc = {c}\nd = {d}\n[roll]\nx = \"2d6\"\ny = \"1d8\"\n\
         [metric]\nexcess = \"x + a * b - y - c * d\"\n\
         [[outcome]]\nname = \"hit\"\nwhen = \"x + a * b > y + c * d\"\n[[outcome]]\nname = \"miss\"\n"
    );
    let scenario = load("small.toml", text.as_bytes(), &[]).unwrap();
    let changes = ["a", "b", "c", "d"]
        .into_iter()
        .zip([a, b, c, d])
        .zip([5, 6, 7, 8]);
    let changes = changes.map(|((name, old), place)| {
        let new = (old + 1 + number(place) % 4) % 6;
        format!("number.{name}={new}")
    });
    (scenario, changes.collect())
}

/// Returns all orders of the numbers below `count`.
fn orders(count: usize) -> Vec<Vec<usize>> {
    let Some(last) = count.checked_sub(1) else {
        return vec![Vec::new()];
    };
    let insert = |order: Vec<usize>| {
        (0..count).map(move |place| {
            let mut order = order.clone();
            order.insert(place, last);
            order
        })
    };
    orders(last).into_iter().flat_map(insert).collect()
}

#[test]
fn exact_contributions_are_the_mean_effects_over_all_orders() {
    for seed in 1..=size(6, 40) {
        let (scenario, changes) = small(seed);
        // A mean of the kind dice has no exact answer that bounds its error.
        {
            let figure = "hit";
            let plan = ExplainPlan {
                figure: Some(figure.to_owned()),
                ..plan()
            };
            let found = found(&scenario, &keys(&changes), &plan);
            assert_eq!(found.trials, 0);
            let value = |made: &[String]| {
                let made = scenario.varied(made).unwrap();
                let exact = made.contest.exact().unwrap();
                let statistic = crate::scenario::Quantity::read(figure, &*made.contest).unwrap();
                let statistic = Statistic::of(&statistic, &*made.contest).unwrap();
                statistic.exact(&*made.contest, &exact).unwrap().value
            };
            let mut means = vec![0.0; changes.len()];
            let all = orders(changes.len());
            for order in &all {
                let mut made = Vec::new();
                for &index in order {
                    let before = value(&made);
                    made.push(changes[index].clone());
                    means[index] += (value(&made) - before) / all.len() as f64;
                }
            }
            let mut sum = 0.0;
            for one in &found.contributions {
                let index = changes.iter().position(|text| *text == one.change.typed());
                let index = index.unwrap();
                let text = &changes[index..=index];
                assert!(
                    (one.value.value - means[index]).abs() < 1e-12,
                    "{seed} {one:?}"
                );
                assert!((one.alone - (value(text) - value(&[]))).abs() < 1e-12);
                let mut others = changes.clone();
                others.remove(index);
                assert!((one.last - (value(&changes) - value(&others))).abs() < 1e-12);
                sum += one.value.value;
            }
            let difference = value(&changes) - value(&[]);
            assert!((sum - difference).abs() < 1e-12);
            assert!((found.figure.difference.value - difference).abs() < 1e-12);
        }
    }
}

#[test]
fn sampled_intervals_contain_the_exact_contributions() {
    for figure in ["hit", "mean.value.excess"] {
        let (scenario, changes) = small(4);
        let plan = ExplainPlan {
            figure: Some(figure.to_owned()),
            alpha: 0.2,
            ..plan()
        };
        let exact = found(&scenario, &keys(&changes), &plan);
        let groups = groups_of_keys(&scenario, &keys(&changes)).unwrap();
        let subsets = Subsets::load(&scenario, &groups).unwrap();
        let statistics = subsets.variants.iter().map(|one| {
            let quantity = crate::scenario::Quantity::read(figure, &*one.contest).unwrap();
            Statistic::of(&quantity, &*one.contest).unwrap()
        });
        let statistics: Vec<Statistic> = statistics.collect();
        let kind = exact.figure.difference.kind;
        let mut missed = 0;
        let (seeds, most) = size((80, 30), (400, 112));
        for seed in 1..=seeds {
            let seeded = SeededTrials::new(seed, 1, &NoProgress);
            let sums = subsets.played(&seeded, &statistics, 400).unwrap();
            let (values, mut all) = subsets.sampled(&sums, kind, plan.alpha);
            let sum: f64 = all[..changes.len()].iter().map(|one| one.value).sum();
            let difference = all.pop().unwrap();
            assert!((sum - difference.value).abs() < 1e-9);
            let ends = [*subsets.places.last().unwrap(), subsets.places[0]];
            let ends = ends.map(|place| values[place]);
            assert!((ends[0] - ends[1] - difference.value).abs() < 1e-9);
            let hits = exact.contributions.iter().all(|one| {
                let index = groups
                    .iter()
                    .position(|group| *group == one.change)
                    .unwrap();
                all[index].interval.contains(one.value.value)
            });
            missed +=
                u64::from(!hits || !difference.interval.contains(exact.figure.difference.value));
        }
        // With an error probability of 0.2 for all together, 16 of 80 and 80 of 400 at most; the
        // bounds are 4 standard errors above.
        assert!(missed <= most, "{figure}: {missed} of {seeds}");
    }
}

#[test]
fn sampled_values_are_those_of_runs_whatever_the_order_and_the_threads() {
    let scenario = open("@canyon", &[]).unwrap();
    let changes = ["side.heroes.Dirk.classes[0].dice=3", "rules.half=down"].map(str::to_owned);
    let one = found(&scenario, &keys(&changes), &plan());
    let turned = [changes[1].clone(), changes[0].clone()];
    let mut other = found(
        &scenario,
        &keys(&turned),
        &ExplainPlan {
            threads: 3,
            ..plan()
        },
    );
    for (index, one) in one.contributions.iter().enumerate() {
        other.contributions[index]
            .change
            .assignments
            .clone_from(&one.change.assignments);
    }
    assert_eq!(one.contributions, other.contributions);
    assert_eq!(one.figure, other.figure);
    let share = |made: &[String]| {
        let made = scenario.varied(made).unwrap();
        let plan = Plan::new(1, 0..2_000);
        run(&*made.contest, &plan, &NoProgress).tally.outcomes()[0] as f64 / 2_000.0
    };
    assert_eq!(one.figure.first, Some(share(&[])));
    assert_eq!(one.figure.second, Some(share(&changes)));
    let contribution = |index: usize| {
        let [own, other] = [&changes[index..=index], &changes[1 - index..2 - index]];
        f64::midpoint(share(own) - share(&[]), share(&changes) - share(other))
    };
    for one in &one.contributions {
        let index = changes.iter().position(|text| *text == one.change.typed());
        assert!((one.value.value - contribution(index.unwrap())).abs() < 1e-12);
    }
}

#[test]
fn weights_are_shares_of_orders() {
    assert_eq!(weights(1), (vec![1], 1));
    assert_eq!(weights(3), (vec![2, 1, 2], 6));
    for changes in 1..=MOST_EXPLAINED {
        let (weights, all) = weights(changes);
        let mut sets = 1;
        let mut sum = 0;
        for (size, weight) in weights.into_iter().enumerate() {
            sum += sets * weight;
            sets = sets * (changes - 1 - size) as i64 / (size + 1) as i64;
        }
        assert_eq!(sum, all);
    }
}

/// Returns the changes between the built-in ambush and an edited one, as assignments by group.
fn between_files(edits: &[(&str, &str)]) -> Result<String, String> {
    let old = open("@canyon", &[]).unwrap();
    let text = edits.iter().fold(old.text.clone(), |text, (from, to)| {
        assert!(text.contains(from), "{from}");
        text.replacen(from, to, 1)
    });
    let new =
        load("new.toml", text.as_bytes(), &old.assignments).map_err(|error| error.to_string())?;
    let groups = groups_of_files(&old, &new).map_err(|error| error.to_string())?;
    let groups = merged(groups);
    let lines = groups
        .iter()
        .map(|one| format!("{}: {}", one.path, one.typed()));
    Ok(lines.collect::<Vec<_>>().join("\n"))
}

#[test]
fn the_changes_between_files_are_told_apart() {
    let emily = "  [[side.combatant]]\n  name = \"Emily\"\n  classes = [{ name = \"Frontier Survivalist\", dice = 3 }]\n";
    let found = between_files(&[
        ("title = \"Ambush in the canyon\"", "title = \"Another\""),
        (
            "[run]\nseed = 42",
            "[run]\nseed = 3\n[rules]\nhalf = \"down\"",
        ),
        ("dice = 4", "dice = 3"),
        (emily, ""),
        ("heroes = [0.45, 0.55]", "heroes = [0.4, 0.5]"),
    ]);
    insta::assert_snapshot!(found.unwrap(), @r#"
    side.heroes.Emily: side.heroes.Emily=
    side.heroes.Dirk.classes[0].dice: side.heroes.Dirk.classes[0].dice=3
    rules.half: rules.half="down"
    "#);
    // More than eight changes are merged by their tables.
    let found = between_files(&[
        ("\"Former Mercenary\", dice = 4", "\"A\", dice = 5"),
        ("\"Heroic Starship Captain\", dice = 3", "\"B\", dice = 2"),
        ("\"Frontier Survivalist\", dice = 3", "\"C\", dice = 2"),
        ("\"Emotionless Machine\", dice = 4", "\"D\", dice = 3"),
        ("\"Bounty Hunter\", dice = 4", "\"E\", dice = 3"),
        ("count = 4", "count = 3"),
    ]);
    insta::assert_snapshot!(found.unwrap(), @r#"
    side.heroes.Dirk.classes[0]: side.heroes.Dirk.classes[0].name="A" side.heroes.Dirk.classes[0].dice=5
    side.heroes.Dirk.classes[1]: side.heroes.Dirk.classes[1].name="B" side.heroes.Dirk.classes[1].dice=2
    side.heroes.Emily.classes[0]: side.heroes.Emily.classes[0].name="C" side.heroes.Emily.classes[0].dice=2
    side.heroes.'Mark Four'.classes[0].name: side.heroes.'Mark Four'.classes[0].name="D"
    side.heroes.'Mark Four'.classes[0].dice: side.heroes.'Mark Four'.classes[0].dice=3
    side.ambushers.'Duke Zero'.classes[0].name: side.ambushers.'Duke Zero'.classes[0].name="E"
    side.ambushers.'Duke Zero'.classes[0].dice: side.ambushers.'Duke Zero'.classes[0].dice=3
    side.ambushers.'Assassin Drone'.count: side.ambushers.'Assassin Drone'.count=3
    "#);
    let found = between_files(&[("title = \"Ambush in the canyon\"", "title = \"Another\"")]);
    insta::assert_snapshot!(found.unwrap_err(), @"new.toml is the same contest; there is nothing to explain");
    let [duel, lock] = ["@duel", "@lockpick"].map(|name| open(name, &[]).unwrap());
    let error = groups_of_files(&duel, &lock).unwrap_err();
    insta::assert_snapshot!(error.to_string(), @"--explain expects files of one kind; this is of the kind combat, @lockpick of the kind quick");
}

#[test]
fn what_cannot_be_explained_is_refused() {
    let (scenario, _) = small(1);
    let refused = |scenario: &Scenario, changes: &[&str], figure: Option<&str>| {
        let changes: Vec<String> = changes.iter().map(|&text| text.to_owned()).collect();
        let plan = ExplainPlan {
            figure: figure.map(str::to_owned),
            ..plan()
        };
        let found = explain(scenario, (None, &keys(&changes)), &plan, &NoProgress);
        found.unwrap_err().to_string()
    };
    let same = scenario
        .text
        .lines()
        .find_map(|line| line.strip_prefix("a = "));
    let same = format!("number.a={}", same.unwrap());
    insta::assert_snapshot!(refused(&scenario, &[&same], None), @"--vary number.a=3 changes nothing; --explain expects changes");
    let changes = [
        "roll={ x = '2d6', y = '1d8', z = '1d4' }",
        "outcome[0].when=x + z > y",
    ];
    insta::assert_snapshot!(refused(&scenario, &changes, None), @r#"
    with outcome[0].when=x + z > y but without roll={ x = '2d6', y = '1d8', z = '1d4' }, the scenario is refused: --vary:1:21: outcome.hit.when has the unknown name "z"; expected one of a, b, c, d, x, y
    help: every combination of the changes must be a scenario; make such changes one, with a whole table as the value of --vary
    "#);
    insta::assert_snapshot!(refused(&scenario, &["number.a=9"], Some("hits")), @"unknown common figure hits; did you mean hit? The common figures are hit, miss, mean.value.excess");
    let drones = open("@late-drones", &[]).unwrap();
    let changes = ["rules.half=down"];
    insta::assert_snapshot!(refused(&drones, &changes, Some("mean.entered_at.Ranger")), @"mean.entered_at.Ranger: not every trial has a value; without exact answers, --explain expects an outcome or a mean over all trials");
}
