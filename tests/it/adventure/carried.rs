//! Fields of teams that scenes take over from earlier ones, and rests between them.

use super::exact::{assert_follows, exact};
use super::{scenario, tally};
use evenodds::scenario::{Scenario, load};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Steps of a fight in which each member hits on one face of two and takes one hit point.
const FLIPS: &str = r#"
[[scene.contest.step]]
each = ["heroes", "traps"]
target = { among = "enemies" }
roll = { hit = "1d2" }
then = [{ if = "hit = 2", target.hp = "target.hp - 1" }]
"#;

/// Returns a scene with heroes and traps.
fn scene(keys: &str, heroes: &str, traps: &str, steps: &str) -> String {
    format!(
        "[[scene]]\n{keys}\n[scene.contest]\nkind = \"dice\"\n[scene.contest.team.heroes]\n{heroes}\n\
         [scene.contest.team.traps]\nmembers = [{traps}]\n{steps}"
    )
}

/// Returns an adventure of these scenes, which ends badly with `lost`.
fn evening(scenes: &[String]) -> String {
    let scenes = scenes.concat();
    format!("kind = \"adventure\"\n{scenes}\n[endings]\nlost = \"They are lost.\"\n")
}

/// Returns the distribution of a metric over all outcomes; `None` is a trial without the metric.
fn distribution(scenario: &Scenario, name: &str) -> BTreeMap<Option<i64>, f64> {
    let metrics = scenario.contest.metrics();
    let place = metrics.iter().position(|metric| metric.name() == name);
    let place = place.unwrap_or_else(|| panic!("no metric {name}"));
    let exact = exact(scenario);
    let metric = exact.metrics.iter().find(|metric| metric.metric == place);
    let mut all = BTreeMap::new();
    for &(value, chance) in metric.into_iter().flat_map(|one| &one.by_outcome).flatten() {
        let value = metrics[place].is_measured(value).then_some(value);
        *all.entry(value).or_insert(0.0) += chance;
    }
    all
}

fn assert_near(found: f64, expected: f64, what: &str) {
    assert!(
        (found - expected).abs() < 1e-9,
        "{what}: {found}, expected {expected}"
    );
}

/// Returns the hit points of the hero after a fight of flips, with their probabilities; the hero
/// acts first and has lost with none.
fn flips(hero: i64, trap: i64) -> BTreeMap<i64, f64> {
    let mut open = BTreeMap::from([((hero, trap), 1.0)]);
    let mut ends = BTreeMap::new();
    for _ in 0..400 {
        let mut next = BTreeMap::new();
        for ((hero, trap), chance) in open {
            for hit in [0, 1] {
                if trap == hit {
                    *ends.entry(hero).or_insert(0.0) += chance / 2.0;
                    continue;
                }
                for hurt in [0, 1] {
                    let left = hero - hurt;
                    let all = if left == 0 {
                        &mut ends
                    } else {
                        &mut BTreeMap::new()
                    };
                    *all.entry(left).or_insert(0.0) += chance / 4.0;
                    if left > 0 {
                        *next.entry((left, trap - hit)).or_insert(0.0) += chance / 4.0;
                    }
                }
            }
        }
        open = next;
    }
    ends
}

#[test]
fn carried_hit_points_follow_a_plain_computation() {
    let heroes = |hp: i64| format!("carry = [\"hp\"]\nmembers = [{{ name = \"Ann\", hp = {hp} }}]");
    let trap = |hp: i64| format!("{{ name = \"Trap\", hp = {hp} }}");
    let rest = r#"rest = { hp = "if hp > 0 then hp + 1d2 else 0" }"#;
    let text = evening(&[
        scene(
            &format!("name = \"first\"\n{rest}"),
            &heroes(4),
            &trap(2),
            FLIPS,
        ),
        scene(
            "name = \"second\"\nthen = { traps = \"lost\" }\nrest = { hp = \"most - 1\" }",
            &heroes(3),
            &trap(3),
            FLIPS,
        ),
        scene(
            "name = \"third\"\nthen = { traps = \"lost\" }",
            &heroes(4),
            &trap(4),
            FLIPS,
        ),
    ]);
    let mut done = 0.0;
    let mut last: BTreeMap<Option<i64>, f64> = BTreeMap::new();
    for (hp, chance) in flips(4, 2) {
        // A lost first scene leads to the second, which the fallen lose at once.
        if hp == 0 {
            *last.entry(Some(0)).or_insert(0.0) += chance;
            continue;
        }
        for more in [1, 2] {
            // The bounds of the second scene count when it begins.
            let start = (hp + more).min(4).min(3);
            for (hp, part) in flips(start, 3) {
                let chance = chance / 2.0 * part;
                if hp == 0 {
                    *last.entry(Some(0)).or_insert(0.0) += chance;
                    continue;
                }
                for (hp, part) in flips(3, 4) {
                    done += if hp > 0 { chance * part } else { 0.0 };
                    *last.entry(Some(hp)).or_insert(0.0) += chance * part;
                }
            }
        }
    }
    let scenario = scenario(&text);
    let solved = exact(&scenario);
    assert_near(solved.outcomes[0], done, "done");
    let found = distribution(&scenario, "carried.Ann hp");
    assert_eq!(
        found.keys().collect::<Vec<_>>(),
        last.keys().collect::<Vec<_>>()
    );
    for (value, chance) in &last {
        assert_near(found[value], *chance, &format!("{value:?} hit points"));
    }
    assert_follows(&solved, &tally(&scenario, 5, 20_000), "three fights");
}

/// Fields that no step of a scene changes are carried too, and read there.
#[test]
fn a_scene_reads_the_carried_value_of_a_field_that_it_does_not_change() {
    let heroes = "carry = [\"luck\"]\nmembers = [{ name = \"Ann\", hp = 1, luck = 2 }]";
    let trap = "{ name = \"Trap\", hp = 1 }";
    let spend = "[[scene.contest.step]]\nroll = { lost = \"1d2\" }\nthen = [{ heroes.Ann.luck = \"heroes.Ann.luck - lost\", \
                 traps.Trap.hp = 0 }]\n";
    let read = "[[scene.contest.step]]\nthen = [\n  { if = \"heroes.Ann.luck = 1\", traps.Trap.hp = 0 \
                },\n  { if = \"heroes.Ann.luck != 1\", heroes.Ann.hp = 0 },\n]\n";
    let text = evening(&[
        scene("name = \"first\"", heroes, trap, spend),
        scene(
            "name = \"second\"\nthen = { traps = \"lost\" }",
            heroes,
            trap,
            read,
        ),
    ]);
    assert_near(exact(&scenario(&text)).outcomes[0], 0.5, "luck of 1");
}

/// A start value that is rolled is rolled in the first scene with it only.
#[test]
fn rolled_start_values_are_carried() {
    let heroes = "carry = [\"hp\"]\nmembers = [{ name = \"Ann\", hp = { roll = \"1d4\" } }]";
    let wait = "[[scene.contest.step]]\nthen = [{ traps.Trap.hp = 0 }]\n";
    let test = "[[scene.contest.step]]\nthen = [{ if = \"heroes.Ann.hp = 4\", traps.Trap.hp = 0 }, \
                { if = \"heroes.Ann.hp < 4\", heroes.Ann.hp = 0 }]\n";
    let trap = "{ name = \"Trap\", hp = 1 }";
    let scenes: Vec<String> = [("first", wait), ("second", test), ("third", test)]
        .into_iter()
        .map(|(name, steps)| {
            let keys = format!("name = \"{name}\"\nthen = {{ traps = \"lost\" }}");
            scene(&keys, heroes, trap, steps)
        })
        .collect();
    let scenario = scenario(&evening(&scenes));
    let solved = exact(&scenario);
    assert_near(solved.outcomes[0], 0.25, "four hit points in all scenes");
    assert_follows(&solved, &tally(&scenario, 3, 4_000), "rolled");
}

/// Returns an evening of two numbered guards and a captain, whose second scene lists members and
/// keys in another order. Nothing in it depends on the order of turns.
fn guards(is_reversed: bool) -> String {
    let steps = |kind: &str| {
        format!(
            "[[scene.contest.step]]\nat_once = true\n{kind}\ntarget = {{ among = \"enemies\" }}\n\
             roll = {{ hit = \"1d2\" }}\nthen = [{{ if = \"hit = 2\", target.hp = \"target.hp - 1\" }}]\n"
        )
    };
    let members = [
        "{ name = \"Guard\", count = 2, hp = 2, ac = 1 }",
        "{ name = \"Captain\", ac = 2, hp = 3 }",
    ];
    let (plain, turned) = ("[\"hp\", \"ac\"]", "[\"ac\", \"hp\"]");
    let own = |is_reversed: bool| {
        let [one, other] =
            if is_reversed { [1, 0] } else { [0, 1] }.map(|place: usize| members[place]);
        let list = format!("members = [{one}, {other}]");
        if is_reversed {
            format!("{list}\ncarry = {turned}\nplayer = \"random\"")
        } else {
            format!("player = \"random\"\ncarry = {plain}\n{list}")
        }
    };
    let traps = "{ name = \"Trap\", hp = 2, ac = 0 }";
    let each = "each = [\"heroes\", \"traps\"]";
    let rest = "rest = { hp = \"if hp > 0 then hp + 1 else 0\", ac = 1 }";
    let (a, b) = ("name = \"first\"", "then = { traps = \"lost\" }");
    let keys = if is_reversed {
        [rest, b, a]
    } else {
        [a, b, rest]
    }
    .join("\n");
    evening(&[
        scene(&keys, &own(false), traps, &steps(each)),
        scene(
            "name = \"second\"\nthen = { traps = \"lost\" }",
            &own(is_reversed),
            traps,
            &steps(each),
        ),
    ])
}

#[test]
fn the_order_of_keys_and_members_changes_nothing() {
    let [one, other] = [false, true].map(|is_reversed| scenario(&guards(is_reversed)));
    let [a, b] = [&one, &other].map(exact);
    for (a, b) in a.outcomes.iter().zip(&b.outcomes) {
        assert_near(*a, *b, "outcome");
    }
    for name in ["Captain hp", "Guard 1 hp", "Guard 2 hp", "Captain ac"] {
        let [a, b] = [&one, &other].map(|one| distribution(one, &format!("carried.{name}")));
        assert_eq!(
            a.keys().collect::<Vec<_>>(),
            b.keys().collect::<Vec<_>>(),
            "{name}"
        );
        for (value, chance) in &a {
            assert_near(b[value], *chance, name);
        }
    }
    assert_follows(&a, &tally(&other, 1, 10_000), "guards");
}

/// Sessions begin with the start values of the files, and nothing is carried before the first scene.
#[test]
fn each_session_begins_anew() {
    let heroes = "carry = [\"hp\"]\nmembers = [{ name = \"Ann\", hp = 3 }]";
    let keys = "name = \"only\"\nthen = { traps = \"lost\" }";
    let one = evening(&[scene(keys, heroes, "{ name = \"Trap\", hp = 2 }", FLIPS)]);
    let two = one.replace("kind = \"adventure\"", "kind = \"adventure\"\nsessions = 2");
    let [one, two] = [one, two].map(|text| scenario(&text));
    assert_near(
        exact(&two).outcomes[0],
        exact(&one).outcomes[0],
        "the last session",
    );
}

/// A transcript has the values that a scene takes over, and what a rest changed.
#[test]
fn transcripts_state_carried_values_and_rests() {
    let scenario = scenario(&guards(false));
    let mut rests = 0;
    for trial in 0..50 {
        let lines = scenario.contest.narrate_trial(1, trial).lines;
        if trial < 5 {
            let advised = scenario.contest.narrate_with_advice(1, trial);
            assert_eq!(advised.unwrap().lines, lines);
        }
        let mut hp: BTreeMap<String, i64> = BTreeMap::new();
        let mut scenes = 0;
        for line in lines {
            let line = line.trim().trim_end_matches('.');
            if line.starts_with("Scene") {
                scenes += 1;
            } else if let Some(values) = line.strip_prefix("Carried over: ") {
                for (owner, fields) in values.split("; ").filter_map(|one| one.split_once(": ")) {
                    let value = fields.split("hp ").nth(1).unwrap();
                    let start = if owner == "Captain" { 3 } else { 2 };
                    let before = hp.get(owner).copied().unwrap_or(start);
                    assert_eq!(value.parse(), Ok(before), "{owner} in trial {trial}");
                }
                assert_eq!(scenes, 2);
            } else if let Some((owner, change)) = line.split_once(" rests: hp ") {
                let (from, to) = change.split_once(" to ").unwrap();
                let start = if owner == "Captain" { 3 } else { 2 };
                assert_eq!(from.parse(), Ok(hp.get(owner).copied().unwrap_or(start)));
                hp.insert(owner.to_owned(), to.parse().unwrap());
                rests += 1;
            } else if let Some((owner, change)) = line
                .strip_prefix("hp of ")
                .and_then(|line| line.split_once(": "))
            {
                let (_, to) = change.split_once(" to ").unwrap();
                hp.insert(owner.to_owned(), to.parse().unwrap());
            }
        }
    }
    assert!(rests > 0);
}

#[test]
fn what_does_not_fit_is_a_fault_at_its_place() {
    let heroes = "carry = [\"hp\", \"luck\"]\nmembers = [{ name = \"Ann\", hp = 4, luck = 1 }, { name = \"Bo\", hp = 3, luck = 1 }]";
    let good = evening(&[
        scene(
            "name = \"first\"\nrest = { hp = \"hp + 1\" }",
            heroes,
            "{ name = \"Trap\", hp = 2 }",
            FLIPS,
        ),
        scene(
            "name = \"second\"",
            heroes,
            "{ name = \"Trap\", hp = 2 }",
            FLIPS,
        ),
    ]);
    scenario(&good);
    let second = good.find("name = \"second\"").unwrap();
    let mut found = String::new();
    for (is_second, from, to) in [
        (true, "carry = [\"hp\", \"luck\"]\n", ""),
        (true, "[\"hp\", \"luck\"]", "[\"hp\"]"),
        (true, "[\"hp\", \"luck\"]", "[\"hp\", \"luk\"]"),
        (true, "[\"hp\", \"luck\"]", "\"hp\""),
        (true, "name = \"Bo\"", "name = \"Bob\""),
        (true, "name = \"Bo\"", "name = \"Bo\", count = 2"),
        (true, "name = \"Bo\"", "name = \"Ann\""),
        (true, ", { name = \"Bo\", hp = 3, luck = 1 }", ""),
        (true, "hp = 3, luck = 1", "hp = 3"),
        (true, "luck = 1", "luck = \"1d2\""),
        (true, "team.heroes]", "team.heros]"),
        (false, "hp = \"hp + 1\"", "mana = \"mana + 1\""),
        (false, "hp = \"hp + 1\"", "hp = \"hp + luk\""),
        (false, "hp = \"hp + 1\"", "hp = \"hp + 1d\""),
        (false, "hp = \"hp + 1\"", "hp = [\"hp\"]"),
        (false, "{ hp = \"hp + 1\" }", "3"),
    ] {
        let start = if is_second { second } else { 0 };
        let place = start + good[start..].find(from).unwrap_or_else(|| panic!("{from}"));
        let text = format!("{}{to}{}", &good[..place], &good[place + from.len()..]);
        let faults = match load("x.toml", text.as_bytes(), &[]) {
            Ok(scenario) => scenario.contest.description().warnings.join("\n"),
            Err(error) => error.to_string(),
        };
        let _ = writeln!(found, "{} -> {to}", from.trim());
        for line in faults
            .lines()
            .filter(|line| line.contains("x.toml") || line.starts_with("help"))
        {
            let _ = writeln!(found, "    {line}");
        }
    }
    insta::assert_snapshot!(found);
}
