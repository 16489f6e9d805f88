//! Losses, their durations and their counts, each in an adventure without chance or with exact
//! chances.

use super::exact::exact;
use super::readings::{HEALS, NO_HEALER, cost, costly, narration, value};
use super::{Report, report, scenario};
use std::fmt::Write as _;

/// Returns the results of trials.
fn trials(text: &str, count: u64) -> Vec<Report> {
    let scenario = scenario(text);
    let contest = scenario.contest.as_ref();
    let mut all = Vec::new();
    contest.watch(1, 0..count, &mut |_, record| {
        all.push(report(contest, record));
        true
    });
    all
}

/// Returns a cost of the success of a scene.
fn costs(keys: &str) -> String {
    format!("cost = {{ success = {{ {keys} }} }}")
}

#[test]
fn a_group_pays_with_its_dice() {
    let [two, more] = ["prosperity = 2", "prosperity = 4"].map(costs);
    let scenes = [("toll", "Lute", two.as_str()), ("fine", "Lute", &more)];
    let text = costly(&scenes, "", "") + "[group]\nprosperity = 3\n";
    assert_eq!(value(&text, "prosperity_after.toll"), 1);
    assert_eq!(value(&text, "prosperity_after.fine"), 0);
    assert_eq!(value(&text, "prosperity"), 0);
    // Without dice, the cargo is gone, and its sale brings nothing.
    let sale = r#"[[scene]]
name = "sale"
contest = { kind = "trade", cargo = [{ name = "Silk" }], step = [{ type = "sell", cargo = "Silk" }] }
[group]
prosperity = 0
cargo = [{ name = "Silk", dice = 2 }]
"#;
    for (lost, prosperity) in [(1, 1), (2, 0)] {
        let keys = costs(&format!("dice = {{ Silk = {lost} }}"));
        let text = costly(&[("storm", "Lute", &keys)], "", "") + sale;
        assert_eq!(value(&text, "prosperity"), prosperity);
    }
}

#[test]
fn costs_are_paid_by_all_who_took_part_or_by_those_named() {
    let after = |cost: &str, metrics: [&str; 4]| {
        let text = costly(&[("trap", "Lute", &costs(cost))], "", NO_HEALER);
        metrics.map(|metric| value(&text, metric))
    };
    let metrics = ["out.Ann", "out.Bob", "died.Ann", "classes_lost"];
    assert_eq!(after("captured = true", metrics), [1, 0, 0, 0]);
    assert_eq!(
        after("captured = true, of = [\"Bob\"]", metrics),
        [0, 1, 0, 0]
    );
    assert_eq!(after("classes = true", metrics), [0, 0, 0, 1]);
    assert_eq!(
        after("classes = true, of = [\"Ann\"]", metrics),
        [0, 0, 0, 1]
    );
    assert_eq!(
        after("classes = true, of = [\"Bob\"]", metrics),
        [0, 0, 0, 0]
    );
    // The loss of a Class is no harm.
    let metrics = ["classes_lost_in.trap", "hurt_in.trap", "hurt.Ann", "fit"];
    assert_eq!(after("classes = true", metrics), [1, 0, 0, 1]);
    assert_eq!(after("wound = [\"nasty_wound\"]", metrics), [0, 1, 1, 1]);
}

#[test]
fn a_class_is_lost_for_the_scenes_of_the_rules() {
    let classes = costs("classes = true");
    let plain = |name| (name, "Lute", "");
    let scenes = [
        ("one", "Lute", classes.as_str()),
        plain("two"),
        plain("three"),
    ];
    for (scenes_lost, won) in [(1, [1, 0, 1]), (2, [1, 0, 0])] {
        let text = costly(
            &scenes,
            "",
            &format!("lost_for = {{ scenes = {scenes_lost} }}"),
        );
        assert_eq!(
            ["won.one", "won.two", "won.three"].map(|one| value(&text, one)),
            won
        );
    }
}

#[test]
fn a_scene_without_its_people_has_its_worst_outcome_and_cost_or_is_skipped() {
    let classes = costs("classes = true");
    let cost = "cost = { failure = { captured = true, of = [\"Bob\"] } }";
    let scenes = [("one", "Lute", classes.as_str()), ("two", "Lute", cost)];
    for (rules, captured) in [("unmanned = \"worst\"", 1), ("unmanned = \"skip\"", 0)] {
        let text = costly(&scenes, "", rules);
        let metrics = ["reached.two", "won.two", "out.Bob"];
        assert_eq!(metrics.map(|one| value(&text, one)), [1, 0, captured]);
    }
}

#[test]
fn a_session_does_not_end_after_the_last_scene() {
    let keys = cost("[\"nasty_wound\"]") + "\nsession_ends = true";
    let text = costly(&[("fall", "Lute", &keys)], "", NO_HEALER);
    assert!(!narration(&text).contains("The session ends."));
}

#[test]
fn permanent_losses_are_the_last_losable_classes_then_the_one_in_use() {
    let keys = cost("[\"permanent_loss\"]");
    let scenes = ["one", "two", "three"].map(|name| (name, "Sword", keys.as_str()));
    let text = costly(
        &scenes,
        "losable = [\"Lute\", \"Rope\"]",
        "healing = \"none\"\nwounds_to_die = 9",
    );
    let narration = narration(&text);
    let lines = narration.lines().filter(|line| line.contains("loses"));
    let lost: Vec<&str> = lines
        .map(|line| line.split("loses ").nth(1).unwrap())
        .collect();
    assert_eq!(lost, ["Rope.", "Lute.", "Sword."]);
}

/// Returns the text of the treatments in an adventure with a third character, Cleo.
fn treatments(scenes: &[(&str, &str, &str)], cleo: &str, rules: &str) -> String {
    let mut text = costly(scenes, "", rules);
    if !cleo.is_empty() {
        let cleo = format!("[[character]]\nname = \"Cleo\"\n{cleo}\n[rules]");
        text = text.replacen("[rules]", &cleo, 1);
    }
    let narration = narration(&text);
    let treats = narration.lines().filter(|line| line.contains(" treats "));
    let treats = treats.map(|line| line.split(" (").next().unwrap());
    treats.collect::<Vec<_>>().join(", ")
}

#[test]
fn the_present_character_with_the_most_dice_treats_others() {
    let wound = cost("true");
    let fall: &[(&str, &str, &str)] = &[("fall", "Lute", &wound)];
    let doctor = |dice: u32| {
        format!("healer = \"Doctor\"\nclasses = [{{ name = \"Doctor\", dice = {dice} }}]")
    };
    assert_eq!(treatments(fall, "", HEALS), "Bob treats Ann");
    assert_eq!(treatments(fall, &doctor(2), HEALS), "Bob treats Ann");
    assert_eq!(treatments(fall, &doctor(4), HEALS), "Cleo treats Ann");
    // Of equals the first.
    assert_eq!(treatments(fall, &doctor(3), HEALS), "Bob treats Ann");
    // No one treats itself, and captives neither treat nor are treated.
    let own = costs("wound = true, of = [\"Bob\"]");
    assert_eq!(treatments(&[("fall", "Lute", &own)], "", HEALS), "");
    let captive = costs("wound = true, captured = true");
    assert_eq!(treatments(&[("fall", "Lute", &captive)], "", HEALS), "");
    let captured = costs("captured = true, of = [\"Bob\"]");
    let scenes = [
        ("trap", "Lute", captured.as_str()),
        ("fall", "Lute", &wound),
    ];
    assert_eq!(treatments(&scenes, "", HEALS), "");
    // The Class of a healer is back for the treatment before the scene in which it is available.
    let tired = costly(&[("call", "Sword", &costs("classes = true"))], "", "");
    let tired = tired.replace(
        "{ character = \"Ann\", classes = [\"Sword\"] }",
        "{ character = \"Bob\" }",
    );
    let call = tired.split_once("[[scene]]").unwrap().1;
    for (scenes_lost, treats) in [(1, true), (2, false)] {
        let rules = format!("{HEALS}\nlost_for = {{ scenes = {scenes_lost} }}");
        let text = costly(fall, "", &rules);
        let text = text.replacen("[[scene]]", &format!("[[scene]]{call}[[scene]]"), 1);
        assert_eq!(narration(&text).contains("Bob treats Ann"), treats);
    }
}

/// Returns an adventure of sessions that begin with these scenes in turn. In the scene `test`, Ann
/// needs a total of 12 with her Class `tested`.
fn sessions(first: &[&str], classes: &str, rules: &str, tested: &str) -> String {
    let wound = |wound: &str| costs(&format!("wound = {wound}"));
    let mut text = format!(
        r#"kind = "adventure"
sessions = {}
first = {first:?}
endings = {{ lost = "It is lost." }}
group = {{ prosperity = 3 }}
[[character]]
name = "Ann"
losable = ["C"]
classes = [{classes}]
[[character]]
name = "Bob"
classes = [{{ name = "B", dice = 1 }}]
[[scene]]
name = "bill"
then = {{ ruined = "done", solvent = "done" }}
contest = {{ kind = "trade", backer = [{{ character = "Ann", classes = ["C"] }}], step = [{{ type = "bill", difficulty = 6, payer = "Ann" }}] }}
"#,
        first.len()
    );
    for (name, keys) in [
        ("easy", String::new()),
        ("fall", wound("[\"permanent_loss\"]")),
        ("death", wound("true")),
    ] {
        let _ = write!(
            text,
            "[[scene]]\nname = \"{name}\"\nthen = {{ success = \"done\" }}\n{keys}\n\
             contest = {{ kind = \"quick\", difficulty = 1, actor = {{ character = \"Ann\", classes = [\"A\"] }} }}\n"
        );
    }
    let _ = write!(
        text,
        "[[scene]]\nname = \"test\"\nthen = {{ failure = \"lost\" }}\n\
         contest = {{ kind = \"quick\", difficulty = 12, actor = {{ character = \"Ann\", classes = [\"{tested}\"] }} }}\n\
         [rules]\n{rules}\n"
    );
    text
}

#[test]
fn a_session_adds_a_die_to_the_class_of_the_rules() {
    let chance = |dice: u32| {
        let text = format!(
            "kind = \"quick\"\ndifficulty = 12\nactor = {{ name = \"Ann\", dice = {dice} }}"
        );
        exact(&scenario(&text)).outcomes[0]
    };
    let assert_dice = |first: &[&str], dice: [u32; 3], rules: &str, expected: [u32; 3]| {
        for (class, expected) in ["A", "B", "C"].iter().zip(expected) {
            let names = ["A", "B", "C"].iter().zip(dice);
            let classes =
                names.map(|(name, dice)| format!("{{ name = \"{name}\", dice = {dice} }}"));
            let classes: Vec<String> = classes.collect();
            let text = sessions(first, &classes.join(", "), rules, class);
            let found = exact(&scenario(&text)).outcomes[0];
            let expected = if expected == 0 { 0.0 } else { chance(expected) };
            assert!((found - expected).abs() < 1e-12, "{rules}, {class}");
        }
    };
    let twice = ["easy", "test"];
    assert_dice(&twice, [3, 2, 2], "", [3, 2, 2]);
    assert_dice(&twice, [3, 2, 2], "advance = \"lowest\"", [3, 3, 2]);
    assert_dice(&twice, [6, 4, 4], "advance = \"highest\"", [6, 5, 4]);
    assert_dice(&twice, [6, 3, 4], "advance = \"first\"", [6, 4, 4]);
    // A Class that is lost for good gets no die, and stays lost.
    let fall = ["fall", "test"];
    assert_dice(&fall, [4, 3, 2], "advance = \"lowest\"", [4, 4, 0]);
    let thrice = ["fall", "easy", "test"];
    assert_dice(&thrice, [4, 3, 2], "", [4, 3, 0]);
    // A newcomer has the initial dice.
    let died = ["easy", "death", "test"];
    let rules = "wounds_to_die = 1\nbetween = \"replace\"\nadvance = \"lowest\"";
    assert_dice(&died, [4, 3, 2], rules, [4, 3, 2]);
}

#[test]
fn a_payer_without_dice_has_lost_its_class_for_good() {
    let classes = r#"{ name = "A", dice = 3 }, { name = "C", dice = 1 }"#;
    for rules in ["", "advance = \"lowest\""] {
        let scenario = scenario(&sessions(&["bill", "easy"], classes, rules, "A"));
        let answer = exact(&scenario);
        // A die fails to show 6 in 5 of 6 throws.
        for (metric, chances) in [
            ("classes_lost", [(0, 1.0 / 6.0), (1, 5.0 / 6.0)]),
            ("fit", [(1, 5.0 / 6.0), (2, 1.0 / 6.0)]),
        ] {
            let mut metrics = scenario.contest.metrics().iter();
            let wanted = metrics.position(|one| one.name() == metric).unwrap();
            let mut solved = answer.metrics.iter();
            let found = solved.find(|one| one.metric == wanted).unwrap().overall();
            assert_eq!(found.len(), 2, "{metric}: {found:?}");
            for (one, other) in found.iter().zip(chances) {
                assert!(
                    one.0 == other.0 && (one.1 - other.1).abs() < 1e-12,
                    "{found:?}"
                );
            }
        }
    }
}

#[test]
fn counts_of_sessions_and_scenes_add_up() {
    let wound = cost("true");
    let scenes = [("one", "Lute", ""), ("two", "Lute", wound.as_str())];
    let text = costly(&scenes, "", NO_HEALER).replacen("kind", "sessions = 2\nkind", 1);
    let trial = &trials(&text, 1)[0];
    assert_eq!(trial.hurt_at, [(0, 2)]);
    let metrics = ["done.1", "done.2", "alive_after.1", "won.two", "wounds"];
    assert_eq!(metrics.map(|one| trial.metrics[one]), [1, 1, 2, 2, 2]);
}

/// Returns an adventure with a fight of Ann, with these keys, and Bob against two strong foes.
fn fight(ann: &str, seat: &str, keys: &str, fight_rules: &str) -> String {
    format!(
        r#"kind = "adventure"
[[character]]
name = "Ann"
{ann}
classes = [{{ name = "Sword", dice = 1 }}, {{ name = "Bow", dice = 2 }}]
[[character]]
name = "Bob"
classes = [{{ name = "Club", dice = 4 }}]
[[scene]]
name = "cave"
then = {{ us = "done", them = "done" }}
{keys}
[scene.contest]
kind = "combat"
rules = {{ {fight_rules} }}
side = [
  {{ name = "us", player = "random", combatant = [{{ character = "Ann"{seat} }}, {{ character = "Bob" }}] }},
  {{ name = "them", combatant = [{{ name = "Ogre", classes = [{{ name = "Fist", dice = 3 }}, {{ name = "Foot", dice = 2 }}] }}] }},
]
[rules]
wounds_to_die = 4
retreated = "captured"
"#
    )
}

#[test]
fn those_taken_out_lose_the_classes_used_and_in_deadly_fights_their_lives() {
    let all = trials(&fight("", "", "", ""), 300);
    let lost_in_scene = |trial: &Report| trial.metrics["classes_lost_in.cave"];
    let alone = all
        .iter()
        .filter(|trial| trial.metrics["hurt.Ann"] == 1 && trial.metrics["hurt.Bob"] == 0);
    let mut lost: Vec<i64> = alone.map(lost_in_scene).collect();
    lost.sort_unstable();
    lost.dedup();
    assert_eq!(lost, [1, 2]);
    assert!(all.iter().all(|trial| trial.metrics["alive"] == 2));
    for trial in trials(&fight("", "", "", "deadly = true"), 300) {
        let [hurt, died] = ["hurt.Ann", "died.Ann"].map(|one| trial.metrics[one]);
        assert_eq!(hurt, died);
    }
    let wounded = trials(
        &fight(
            "wounds = true\nwound_choice = \"fight_on\"",
            "",
            "",
            "wounds_to_die = 3",
        ),
        300,
    );
    let wounds = |trial: &Report| ["wounds", "wounds_in.cave"].map(|one| trial.metrics[one]);
    assert!(
        wounded
            .iter()
            .all(|trial| wounds(trial)[0] == wounds(trial)[1])
    );
    assert!(wounded.iter().any(|trial| wounds(trial)[0] > 1));
    let mortal = fight("wounds = true", "", "", "wounds_to_die = 1");
    let died = |trial: &Report| trial.metrics["died.Ann"] == 1;
    assert!(trials(&mortal, 300).iter().any(died));
}

#[test]
fn losers_who_left_a_fight_are_captured() {
    let all = trials(&fight("", "", "", ""), 300);
    let is_captured = |trial: &&Report| trial.metrics["out.Ann"] > trial.metrics["died.Ann"];
    assert!(all.iter().any(|trial| is_captured(&trial)));
    for trial in all.iter().filter(is_captured) {
        assert_eq!(trial.metrics["won.cave"], 0);
    }
}

#[test]
fn a_seat_has_the_choices_of_its_character_unless_it_has_its_own() {
    let loses = |ann: &str, seat: &str| {
        let ann = format!("wounds = true\narmor = true\nwound_choice = \"fight_on\"\n{ann}");
        let trials = trials(&fight(&ann, seat, "", ""), 200);
        let mut hurt = trials.iter().filter(|trial| trial.metrics["hurt.Bob"] == 0);
        hurt.any(|trial| trial.metrics["classes_lost"] > 0)
    };
    let [nasty, permanent] = ["nasty_wound", "permanent_loss"];
    let key = |option: &str| format!("wound_option = \"{option}\"");
    assert!(!loses(&key(nasty), ""));
    assert!(loses(&key(permanent), ""));
    assert!(loses(&key(nasty), &format!(", {}", key(permanent))));
    assert!(!loses(&key(permanent), &format!(", {}", key(nasty))));
}

#[test]
fn the_class_in_use_of_a_cost_is_the_first_with_which_a_character_took_part() {
    let keys = "cost = { us = { wound = true, of = [\"Ann\"] } }";
    let text = fight("wounds = true", "", keys, "");
    let scenario = scenario(&text);
    let stories = (0..100).map(|trial| scenario.contest.narrate_trial(1, trial).lines);
    let mut lines = stories.flatten();
    let line = lines.find(|line| line.starts_with("Ann is wounded (out of fights) and loses"));
    assert_eq!(
        line.unwrap(),
        "Ann is wounded (out of fights) and loses Sword."
    );
}
