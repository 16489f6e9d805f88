//! Every value of every option is used, and changes a result.

use super::exact::{RANDOM, assert_follows, exact, random};
use super::{Report, report, scenario, tally};
use evenodds::scenario::Scenario;
use evenodds_testing::size;
use std::fmt::Write as _;

/// Values of each key of `[rules]`.
pub const READINGS: [(&str, &[&str]); 9] = [
    (
        "lost_for",
        &[
            "\"adventure\"",
            "\"session\"",
            "{ scenes = 1 }",
            "{ scenes = 2 }",
        ],
    ),
    ("wounds_to_die", &["1", "2", "4"]),
    ("healing", &["\"scenes\"", "\"rest\"", "\"none\""]),
    ("healing_difficulty", &["1", "5", "30"]),
    ("retreated", &["\"escape\"", "\"captured\""]),
    ("unmanned", &["\"worst\"", "\"skip\""]),
    (
        "advance",
        &["\"none\"", "\"lowest\"", "\"highest\"", "\"first\""],
    ),
    ("between", &["\"none\"", "\"replace\""]),
    ("max_scenes", &["1", "3", "100"]),
];

/// Returns all results of some trials.
fn trials(scenario: &Scenario) -> Vec<Report> {
    let mut all = Vec::new();
    let contest = scenario.contest.as_ref();
    contest.watch(1, 0..size(30, 100), &mut |_, record| {
        all.push(report(contest, record));
        true
    });
    all
}

#[test]
fn every_two_readings_of_the_rules_give_different_results() {
    let scenarios: Vec<Scenario> = (0..RANDOM)
        .map(|number| scenario(&random(number)))
        .collect();
    for (key, values) in READINGS {
        for (position, value) in values.iter().enumerate() {
            for other in &values[..position] {
                let differs = scenarios.iter().any(|scenario| {
                    let [one, other] = [value, other].map(|value| {
                        let set = format!("rules.{key}={value}");
                        trials(&scenario.with(&[set]).unwrap())
                    });
                    one != other
                });
                assert!(differs, "{key}: {value} and {other}");
            }
        }
    }
}

/// Returns an adventure of Ann, who is wounded by the costs of scenes, and of Bob, who may be a
/// healer. Each scene has a name, the Class with which Ann takes part, and further keys.
pub fn costly(scenes: &[(&str, &str, &str)], ann: &str, rules: &str) -> String {
    let mut text = format!(
        r#"kind = "adventure"
[[character]]
name = "Ann"
{ann}
classes = [{{ name = "Sword", dice = 3 }}, {{ name = "Lute", dice = 2 }}, {{ name = "Rope", dice = 1 }}]
[[character]]
name = "Bob"
healer = "Doctor"
classes = [{{ name = "Doctor", dice = 3 }}]
[rules]
{rules}
"#
    );
    for (name, class, keys) in scenes {
        write!(
            text,
            r#"[[scene]]
name = "{name}"
{keys}
contest = {{ kind = "quick", difficulty = 1, actor = {{ character = "Ann", classes = ["{class}"] }} }}
"#
        )
        .unwrap();
    }
    text
}

/// Returns the transcript of an adventure without the dice of its scenes.
pub fn narration(text: &str) -> String {
    let story = scenario(text).contest.narrate_trial(1, 0);
    let dice = |line: &&String| {
        !(line.contains(" throws ") || line.contains(": Ann succeeds") || line.starts_with("So "))
    };
    let lines: Vec<&str> = story
        .lines
        .iter()
        .filter(dice)
        .map(String::as_str)
        .collect();
    lines.join("\n")
}

/// Returns the value of a metric in the first trial.
pub fn value(text: &str, metric: &str) -> i64 {
    let scenario = scenario(text);
    report(scenario.contest.as_ref(), &scenario.contest.replay(1, 0)).metrics[metric]
}

/// Returns the key `cost` of a scene: the wound of its success.
pub fn cost(wound: &str) -> String {
    format!("cost = {{ success = {{ wound = {wound} }} }}")
}

pub const NO_HEALER: &str = "healing = \"none\"";
/// Rules for a healer who always succeeds.
pub const HEALS: &str = "healing_difficulty = 1";

#[test]
fn the_class_in_use_is_lost_until_its_wound_heals() {
    let nasty = cost(r#"["non_combatant", "nasty_wound"]"#) + "\nsession_ends = true";
    let scenes = [
        ("fall", "Sword", nasty.as_str()),
        ("night", "Lute", "session_ends = true"),
        ("morning", "Sword", ""),
    ];
    insta::assert_snapshot!(narration(&costly(&scenes, "", NO_HEALER)), @"
    Scene 1: fall
    Ann is wounded (out of fights, nasty) and loses Sword.
    The session ends.
    Ann keeps 1 open wound.
    Scene 2: night
    The session ends.
    Ann recovers from 1 wound and has Sword again.
    Scene 3: morning
    The end: it ends with done.
    ");
    // A wound that is not nasty heals at the end of its session, and its permanent loss remains.
    let common = cost(r#"["non_combatant", "permanent_loss"]"#) + "\nsession_ends = true";
    let scenes = [("fall", "Sword", common.as_str()), ("morning", "Lute", "")];
    insta::assert_snapshot!(narration(&costly(&scenes, "losable = [\"Rope\"]", NO_HEALER)), @"
    Scene 1: fall
    Ann is wounded (out of fights, a permanent loss) and loses Sword, Rope.
    The session ends.
    Ann recovers from 1 wound and has Sword again.
    Scene 2: morning
    The end: it ends with done.
    ");
}

#[test]
fn a_healer_undoes_one_option_of_a_wound_after_another() {
    let all = cost(r#"["non_combatant", "permanent_loss", "nasty_wound"]"#);
    let ends = all.clone() + "\nsession_ends = true";
    let lute = |name| (name, "Lute", "");
    let scenes = [("fall", "Sword", all.as_str()), lute("noon"), lute("dusk")];
    insta::assert_snapshot!(narration(&costly(&scenes, "", HEALS)), @"
    Scene 1: fall
    Ann is wounded (out of fights, a permanent loss, nasty) and loses Sword.
    Bob treats Ann (out of fights, a permanent loss, nasty): 10 against a difficulty of 1, with success: the loss is undone.
    Scene 2: noon
    Bob treats Ann (out of fights, nasty): 12 against a difficulty of 1, with success: the nasty wound is undone.
    Scene 3: dusk
    Bob treats Ann (out of fights): 10 against a difficulty of 1, with success: being out of fights is undone, the wound is healed, Ann has Sword again.
    The end: it ends with done.
    ");
    // The session of a carried wound is over: without its nasty part it is healed.
    let scenes = [("fall", "Sword", ends.as_str()), lute("noon"), lute("dusk")];
    insta::assert_snapshot!(narration(&costly(&scenes, "", HEALS)), @"
    Scene 1: fall
    Ann is wounded (out of fights, a permanent loss, nasty) and loses Sword.
    Bob treats Ann (out of fights, a permanent loss, nasty): 10 against a difficulty of 1, with success: the loss is undone.
    The session ends.
    Ann keeps 1 open wound.
    Scene 2: noon
    Bob treats Ann (out of fights, nasty, carried over): 12 against a difficulty of 1, with success: the nasty wound is undone, the wound is healed, Ann has Sword again.
    Scene 3: dusk
    The end: it ends with done.
    ");
}

#[test]
fn healing_one_wound_does_not_undo_another_that_prevents_fighting() {
    let first = cost("true");
    let second = cost(r#"["non_combatant", "nasty_wound"]"#) + "\nrest = true";
    let scenes = [
        ("fall", "Sword", first.as_str()),
        ("brawl", "Lute", second.as_str()),
    ];
    let rules = format!("{HEALS}\nhealing = \"rest\"\nwounds_to_die = 3");
    let mut text = costly(&scenes, "", &rules);
    text.push_str(
        r#"[[scene]]
name = "duel"
[scene.contest]
kind = "combat"
side = [
  { name = "us", combatant = [{ character = "Ann" }] },
  { name = "them", combatant = [{ name = "Foe", classes = [{ name = "Foe", dice = 1 }] }] },
]
"#,
    );
    insta::assert_snapshot!(narration(&text), @"
    Scene 1: fall
    Ann is wounded (out of fights) and loses Sword.
    Scene 2: brawl
    Ann is wounded (out of fights, nasty) and loses Lute.
    Bob treats Ann (out of fights): 15 against a difficulty of 1, with success: being out of fights is undone, the wound is healed, Ann has Sword again.
    Bob treats Ann (out of fights, nasty): 16 against a difficulty of 1, with success: the nasty wound is undone.
    Scene 3: duel
    No character is left who could take part.
    The end: it ends with done.
    ");
}

#[test]
fn open_wounds_of_an_earlier_session_kill_with_the_next_and_healed_ones_do_not() {
    let nasty = cost(r#"["nasty_wound"]"#) + "\nsession_ends = true";
    let common = cost("true") + "\nsession_ends = true";
    for (first, rules, died) in [
        (&nasty, NO_HEALER, 1),
        (&common, NO_HEALER, 0),
        (&nasty, HEALS, 0),
    ] {
        let scenes = [("fall", "Lute", first.as_str()), ("brawl", "Rope", &common)];
        assert_eq!(value(&costly(&scenes, "", rules), "died.Ann"), died);
    }
}

#[test]
fn a_wound_costs_the_class_in_use_outside_of_battle_and_a_class_is_lost_once() {
    let lost = |wound: &str, ann: &str| {
        let keys = cost(wound);
        value(
            &costly(&[("fall", "Lute", &keys)], ann, NO_HEALER),
            "classes_lost",
        )
    };
    assert_eq!(lost("true", ""), 1);
    assert_eq!(lost(r#"["nasty_wound"]"#, ""), 0);
    assert_eq!(lost(r#"["non_combatant", "permanent_loss"]"#, ""), 1);
    let rope = "losable = [\"Rope\"]";
    assert_eq!(lost(r#"["non_combatant", "permanent_loss"]"#, rope), 2);
    // Two wounds cost the same Class; a character that took no part has none in use.
    let keys = cost("true");
    let scenes = [("fall", "Lute", keys.as_str()), ("noon", "Rope", "")];
    let absent =
        costly(&scenes, "", NO_HEALER).replace("wound = true", "wound = true, of = [\"Bob\"]");
    assert_eq!(value(&absent, "wounds"), 1);
    assert_eq!(value(&absent, "classes_lost"), 0);
}

#[test]
fn armor_is_fit_for_its_source() {
    let armored = |keys: &str| {
        let keys = format!(
            "cost = {{ success = {{ wound = [\"nasty_wound\", \"non_combatant\"]{keys} }} }}"
        );
        let text = costly(&[("fall", "Lute", &keys)], "armor = true", NO_HEALER);
        narration(&text).lines().nth(1).unwrap().to_owned()
    };
    let both = "Ann is wounded (out of fights, nasty) and loses Lute.";
    assert_eq!(armored(""), both);
    assert_eq!(armored(", armor_fits = true"), "Ann is wounded (nasty).");
}

#[test]
fn captives_are_out_for_the_rest_of_the_adventure() {
    let keys = "session_ends = true\ncost = { success = { captured = true } }";
    let scenes = [("trap", "Lute", keys), ("noon", "Lute", "")];
    let text = costly(&scenes, "", "unmanned = \"skip\"");
    insta::assert_snapshot!(narration(&text), @"
    Scene 1: trap
    Ann is captured.
    The session ends.
    Scene 2: noon
    No character is left who could take part.
    The end: it ends with done.
    ");
    let twice = text.replacen("kind =", "sessions = 2\nkind =", 1);
    assert_eq!(value(&twice, "won.trap"), 2);
}

#[test]
fn wounds_of_a_fight_arrive_one_by_one() {
    let text = r#"kind = "adventure"
[[character]]
name = "Ann"
wounds = true
classes = [{ name = "Sword", dice = 1 }, { name = "Bow", dice = 1 }]
[[scene]]
name = "cave"
then = { us = "done", them = "done" }
[scene.contest]
kind = "combat"
rules = { wound_choice = "fight_on", wounds_to_die = 3 }
side = [
  { name = "us", combatant = [{ character = "Ann" }] },
  { name = "them", combatant = [{ name = "Ogre", classes = [{ name = "Club", dice = 5 }] }] },
]
[rules]
wounds_to_die = 3
"#;
    let scenario = scenario(text);
    let stories = (0..50).map(|trial| scenario.contest.narrate_trial(1, trial).lines);
    let mut twice =
        stories.filter(|lines| lines.iter().any(|line| line.contains("is wounded 2 times")));
    let narration = twice.next().unwrap();
    let line = narration
        .iter()
        .find(|line| line.contains("is wounded 2 times"));
    assert_eq!(
        line.unwrap(),
        "Ann is wounded 2 times (a permanent loss, nasty; a permanent loss, nasty) and loses Sword, Bow."
    );
}

#[test]
fn a_group_without_prosperity_goes_on_trading() {
    let text = r#"kind = "adventure"
group = { prosperity = 0 }
[[scene]]
name = "market"
then = { refused = "smugglers", unpaid = "debts", ruined = "poorhouse" }
[scene.contest]
kind = "trade"
cargo = [
  { name = "Cloth", dice = 1 },
  { name = "Spice", dice = 1, origin = "local", held = false },
]
rules = { outcome = "complications" }
[[scene.contest.step]]
type = "windfall"
dice = 2
[[scene.contest.step]]
type = "bill"
difficulty = 4
pay_on_failure = false
[[scene.contest.step]]
type = "barter"
give = "Cloth"
get = "Spice"
[endings]
smugglers = "There are complications."
debts = "The bill stays unpaid."
poorhouse = "Nothing is left."
"#;
    let scenario = scenario(text);
    let outcomes = scenario.contest.outcomes().iter();
    let names: Vec<&str> = outcomes.map(|one| one.name.as_str()).collect();
    assert_eq!(
        names,
        ["done", "smugglers", "debts", "poorhouse", "unresolved"]
    );
    let answer = exact(&scenario);
    // Two dice reach 4 in 33 of 36 rolls, and one die matches another in 21 of 36.
    let (paid, bartered) = (33.0 / 36.0, 21.0 / 36.0);
    let expected = [
        paid * bartered,
        paid * (1.0 - bartered),
        1.0 - paid,
        0.0,
        0.0,
    ];
    for (found, expected) in answer.outcomes.iter().zip(expected) {
        assert!((found - expected).abs() < 1e-12, "{:?}", answer.outcomes);
    }
    assert_follows(&answer, &tally(&scenario, 5, 4_000), "the market");
    // Without the windfall there is nothing to pay with, which is ruin.
    let poor = text.replacen("type = \"windfall\"", "type = \"expense\"", 1);
    assert_eq!(exact(&super::scenario(&poor)).outcomes[3], 1.0);
}

#[test]
fn exact_answers_follow_wounds_and_their_treatment_through_sessions() {
    let nasty = cost(r#"["non_combatant", "permanent_loss", "nasty_wound"]"#);
    let ends = cost("true") + "\nsession_ends = true";
    let scenes = [
        ("fall", "Sword", nasty.as_str()),
        ("brawl", "Lute", ends.as_str()),
        ("noon", "Rope", ""),
    ];
    let rules = "wounds_to_die = 3\nlost_for = { scenes = 1 }";
    let text = costly(&scenes, "losable = [\"Rope\"]", rules)
        .replace("difficulty = 1,", "difficulty = 7,");
    let scenario = scenario(&text);
    assert_follows(&exact(&scenario), &tally(&scenario, 3, 4_000), "wounds");
}
