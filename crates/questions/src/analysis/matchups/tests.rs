use super::*;
use crate::scenario::{Vary, load, open_simple as open};
use crate::sim::NoProgress;
use evenodds_testing::size;

/// Returns a scenario whose design is the team `red`, with these members.
fn army(name: &str, members: &str) -> Scenario {
    load(
        &format!("{name}.toml"),
        army_text(name, members).as_bytes(),
        &[],
    )
    .unwrap()
}

fn army_text(name: &str, members: &str) -> String {
    format!(
        r#"
kind = "dice"
title = "{name}"
[team.red]
player = "simple"
members = [{members}]
[team.blue]
members = [{{ name = "Nobody", hp = 1, sort = 0, miss = 0, dice = "1d4" }}]
[[step]]
each = ["red", "blue"]
order = "1d20"
target = {{ among = "enemies", simple = "lowest hp" }}
roll = {{ hit = "1d20", damage = "self.dice" }}
then = [{{ if = "hit > self.miss", target.hp = "target.hp - damage" }}]
"#
    )
}

/// Twelve armies, of which two are equal up to their names.
fn armies() -> Vec<Scenario> {
    let member = |name: &str, count: u32, hp: u32, miss: u32, dice: &str| {
        format!(
            "{{ name = \"{name}\", count = {count}, hp = {hp}, sort = 1, miss = {miss}, dice = \"{dice}\" }}"
        )
    };
    let mut armies: Vec<Scenario> = (0..10)
        .map(|one| {
            let sorts = [
                member("Guard", 2, 14 + one % 5, 8 + one % 3, "1d8"),
                member("Archer", 2, 7 + one % 3, 6 + one % 4, "1d6 + 1"),
            ];
            army(&format!("army{one}"), &sorts.join(", "))
        })
        .collect();
    for name in ["Wolf", "Dog"] {
        armies.push(army(&name.to_lowercase(), &member(name, 4, 11, 8, "2d4")));
    }
    armies
}

fn plan(trials: u64) -> MatchupPlan {
    MatchupPlan {
        trials: Some(trials),
        most: None,
        alpha: 0.05,
        margin: MATCHUP_MARGIN,
        seed: 1,
        threads: 0,
    }
}

fn play(entrants: &Entrants<'_>, plan: &MatchupPlan) -> Matchups {
    let played = entrants.play(plan, &NoProgress, &|_, _| {});
    played.unwrap().expect("the work is not cancelled")
}

/// Returns a round robin with these scores, row by row, and intervals of this half-width.
fn scored(names: &[&str], scores: &[&[f64]], half: f64) -> Matchups {
    let figure = |own: usize, other: usize, score: f64| {
        if own == other {
            return Figure::exact(FigureKind::Share, 0.5);
        }
        let range = Interval::new(score - half, score + half);
        Figure::new(
            FigureKind::Share,
            FigureMethod::Sampled,
            Some(score),
            range,
            1_000,
        )
    };
    let row = |(own, row): (usize, &&[f64])| {
        let row = row.iter().enumerate();
        row.map(|(other, &score)| figure(own, other, score))
            .collect()
    };
    let design = |name: &&str| RankedDesign {
        name: (*name).to_owned(),
        path: String::new(),
        mean: 0.5,
    };
    Matchups {
        scenario: ScenarioIdentity::default(),
        seats: ["side.red", "side.blue"].map(str::to_owned),
        seed: 1,
        trials: 1_000,
        alpha: 0.05,
        margin: 0.03,
        designs: names.iter().map(design).collect(),
        scores: scores.iter().enumerate().map(row).collect(),
        seated: vec![vec![None; names.len()]; names.len()],
        replaced: Vec::new(),
    }
}

#[test]
fn cycles_even_pairs_and_dominated_designs_are_named_if_proven() {
    let names = ["rock", "paper", "scissors", "pebble"];
    let scores: [&[f64]; 4] = [
        &[0.5, 0.3, 0.7, 0.52],
        &[0.7, 0.5, 0.3, 0.8],
        &[0.3, 0.7, 0.5, 0.4],
        &[0.48, 0.2, 0.6, 0.5],
    ];
    let found = scored(&names, &scores, 0.01);
    // Rock is ahead of scissors, which is ahead of paper, which is ahead of rock.
    assert_eq!(found.cycles(), [[0, 2, 1], [1, 3, 2]]);
    assert_eq!(found.best(), None);
    assert_eq!(found.dominated(), [[3, 0]]);
    assert_eq!(found.never_chosen(), [false, false, false, true]);
    let even: Vec<[usize; 2]> = found.pairs().filter(|&pair| found.is_even(pair)).collect();
    assert_eq!(even, [[0, 3]]);
    assert_eq!(found.relation([3, 0]), Relation::Behind);
    let weights = found.weights();
    assert!(
        weights[..3]
            .iter()
            .all(|weight| (weight - 1.0 / 3.0).abs() < 1e-9),
        "{weights:?}"
    );
    // Wider intervals prove nothing.
    let open = scored(&names, &scores, 0.31);
    assert!(open.cycles().is_empty() && open.dominated().is_empty());
    assert_eq!(open.never_chosen(), [false; 4]);
    assert!(
        open.pairs()
            .all(|pair| open.relation(pair) == Relation::Open)
    );
}

#[test]
fn a_design_ahead_of_all_others_is_alone_in_every_equilibrium() {
    let scores: [&[f64]; 3] = [&[0.5, 0.6, 0.55], &[0.4, 0.5, 0.9], &[0.45, 0.1, 0.5]];
    let found = scored(&["a", "b", "c"], &scores, 0.02);
    assert_eq!(found.best(), Some(0));
    // Against c, b does better than a.
    assert!(found.dominated().iter().all(|one| one[0] != 1));
    assert_eq!(found.never_chosen(), [false, true, true]);
    assert_eq!(found.weights(), [1.0, 0.0, 0.0]);
}

/// The interval of a pair depends on the number of pairs alone, so only the equal one is played.
#[test]
fn designs_that_are_equal_up_to_names_are_rarely_separated() {
    let armies = armies();
    let entrants = Entrants::of_files(&armies[0], &armies[1..], "team.red").unwrap();
    let place = |name: &str| {
        entrants
            .designs
            .iter()
            .position(|one| one.0 == name)
            .unwrap()
    };
    let (wolf, dog) = (place("wolf"), place("dog"));
    let orders = [[wolf, dog], [dog, wolf]].map(|order| entrants.seated(order).unwrap());
    assert_ne!(orders[0].hash, orders[1].hash);
    let separated = |level: f64| {
        let seeds = 0..size(40, 200);
        let is_apart = |seed: &u64| {
            let seeded = SeededTrials::new(*seed, 0, &NoProgress);
            let score = entrants.sampled(&orders, (400, level), &seeded).unwrap();
            !score.figure.interval.contains(0.5)
        };
        seeds.filter(is_apart).count()
    };
    // 66 pairs at 95% together.
    assert!(separated(1.0 - 0.05 / 66.0) <= size(2, 10));
    // A single interval at 95%: 10 of 200 are expected, and 22 are 4 standard errors more.
    assert!(separated(0.95) <= size(7, 22));
}

#[test]
fn no_figure_depends_on_the_order_of_files_or_of_seats() {
    let some: Vec<Scenario> = armies().into_iter().skip(8).collect();
    let turned = || {
        let mut turned = armies();
        turned.drain(..8);
        turned.reverse();
        turned
    };
    let play_all = |all: &[Scenario], plan: &MatchupPlan| {
        let entrants = Entrants::of_files(&all[0], &all[1..], "team.red").unwrap();
        play(&entrants, plan)
    };
    let plain = play_all(&some, &plan(300));
    let other = play_all(&turned(), &plan(300));
    assert_eq!(plain.designs, other.designs);
    assert_eq!(plain.scores, other.scores);
    let single = play_all(
        &some,
        &MatchupPlan {
            threads: 1,
            ..plan(300)
        },
    );
    assert_eq!(plain, single);
    // Files with the teams in the other order.
    let swapped = |one: &Scenario| {
        let (before, rest) = one.text.split_once("[team.red]").unwrap();
        let (red, rest) = rest.split_once("[team.blue]").unwrap();
        let (blue, rest) = rest.split_once("[[step]]").unwrap();
        let text = format!("{before}[team.blue]{blue}[team.red]{red}[[step]]{rest}");
        load(&one.path, text.as_bytes(), &[]).unwrap()
    };
    let swapped = play_all(&some.iter().map(swapped).collect::<Vec<_>>(), &plan(300));
    assert_eq!(plain.scores, swapped.scores);
    for pair in plain.pairs() {
        let [own, other] = pair;
        let sum = plain.scores[own][other].value + plain.scores[other][own].value;
        assert!((sum - 1.0).abs() < 1e-15);
        let seats = plain.seated[own][other].unwrap() + 1.0 - plain.seated[other][own].unwrap();
        assert!((seats / 2.0 - plain.scores[own][other].value).abs() < 1e-12);
    }
}

#[test]
fn a_pair_is_the_run_with_either_design_in_the_seat() {
    let all = armies();
    let entrants = Entrants::of_files(&all[3], &all[10..], "team.red").unwrap();
    let found = play(&entrants, &plan(200));
    let shares = |order: [usize; 2]| {
        let scenario = entrants.seated(order).unwrap();
        let seeded = SeededTrials::new(1, 1, &NoProgress);
        let results = seeded.results(&scenario, 0..200, None).unwrap();
        let share = |name: &str| results.outcome_named(name).unwrap().share.unwrap().value;
        f64::midpoint(1.0, share("red") - share("blue"))
    };
    let place = |own: usize| {
        let name = &found.designs[own].name;
        entrants
            .designs
            .iter()
            .position(|one| one.0 == *name)
            .unwrap()
    };
    for [own, other] in found.pairs() {
        let score = shares([place(own), place(other)]);
        assert!((found.seated[own][other].unwrap() - score).abs() < 1e-12);
    }
}

#[test]
fn equal_designs_have_exactly_half_of_the_score() {
    let members = "{ name = \"A\", hp = 3, sort = 1, miss = 5, dice = \"1d4\" }";
    let all = ["one", "two", "three"].map(|name| army(name, members));
    let entrants = Entrants::of_files(&all[0], &all[1..], "team.red").unwrap();
    let found = play(&entrants, &plan(10));
    let even = Figure::exact(FigureKind::Share, 0.5);
    assert!(found.scores.iter().flatten().all(|score| *score == even));
    assert!(found.pairs().all(|pair| found.is_even(pair)));
    let weights = found.weights();
    assert!(
        weights
            .iter()
            .all(|weight| (weight - 1.0 / 3.0).abs() < 1e-9),
        "{weights:?}"
    );
}

#[test]
fn values_of_a_key_are_designs_in_both_seats() {
    let scenario = open("@duel", &[]).unwrap();
    let keys: Vec<Vary> = vec!["side.red.Rosa.classes[0].dice=2,3,4".parse().unwrap()];
    let entrants = Entrants::of_values(&scenario, &keys, None).unwrap();
    assert_eq!(entrants.seats.paths, ["side.red", "side.blue"]);
    let found = play(&entrants, &plan(10));
    let names: Vec<&str> = found.designs.iter().map(|one| &*one.name).collect();
    assert_eq!(names, ["dice 4", "dice 3", "dice 2"]);
    assert_eq!((found.trials, found.best()), (0, Some(0)));
    // The exact answer of the fight with both values.
    let both = [
        "side.red.Rosa.classes[0].dice=4",
        "side.blue.Basil.classes[0].dice=3",
    ];
    let single = open("@duel", &both.map(str::to_owned))
        .unwrap()
        .exact()
        .unwrap();
    let score = f64::midpoint(1.0, single.outcomes[0] - single.outcomes[1]);
    assert!((found.scores[0][1].value - score).abs() < 1e-9, "{found:?}");
}

#[test]
fn designs_that_cannot_play_each_other_are_refused() {
    let all = armies();
    let refused = |others: &[Scenario], seat: &str| {
        Entrants::of_files(&all[0], others, seat)
            .unwrap_err()
            .to_string()
    };
    let text = army_text(
        "x",
        "{ name = \"A\", hp = 1, sort = 0, miss = 0, dice = \"1d4\" }",
    );
    let changed = |from: &str, to: &str| {
        vec![load("x.toml", text.replace(from, to).as_bytes(), &[]).unwrap()]
    };
    insta::assert_snapshot!([
        refused(&[], "team.red"),
        refused(&changed("1d20\"", "1d12\""), "team.red"),
        refused(&changed("x", "y"), "team.green"),
        refused(&changed("x", "y"), "step"),
        refused(&changed("x", "y"), ""),
        refused(&armies()[..1], "team.red"),
        Entrants::of_files(&open("@three-sides", &[]).unwrap(), &[], "side.navy").unwrap_err().to_string(),
        Entrants::of_files(&open("@duel", &[]).unwrap(), &all, "side.red").unwrap_err().to_string(),
    ].join("\n"), @"
    the number of designs is 1; expected 2 to 40: pass a file for each, or --vary PATH=VALUES with values of a key inside the seat
    step[0].order is not the same in army0.toml and x.toml; designs may differ only in team.red and team.blue, titles and notes
    army0.toml: --seat: team.green is not a name here; the names here are red, blue
    army0.toml: --seat: step is not a table; expected a side or a team
    --seat : expected a name, in quotes if it has other characters than letters, digits, `_` and `-`; expected the path of a side or a team, such as side.red
    army0.toml: the file is given twice; expected each design once
    @three-sides: --seat: side.navy has 2 tables beside it (side.pirates, side.guards); expected one opponent
    army0.toml: --seat: side.red is not a name here; there are no names here
    ");
}
