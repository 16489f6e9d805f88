//! Wrong files: every message in full.

use evenodds::scenario::{LoadError, load};

fn answer(text: &str) -> String {
    match load("x.toml", text.as_bytes(), &[]) {
        Err(LoadError::Faults(faults)) => faults.render(false),
        Err(other) => other.to_string(),
        Ok(_) => panic!("there is no fault:\n{text}"),
    }
}

const GOOD: &str = r#"kind = "adventure"
group = { prosperity = 2 }
[[character]]
name = "Ann"
healer = "Doctor"
losable = ["Rope"]
classes = [{ name = "Doctor", dice = 2 }, { name = "Rope", dice = 3 }]
[[character]]
name = "Bob"
classes = [{ name = "Tools", dice = 2 }]
[[scene]]
name = "cliff"
then = { failure = "lost" }
cost = { success = { wound = true, of = ["Bob"] } }
worst = "failure"
[scene.contest]
kind = "quick"
difficulty = 9
actor = { character = ["Ann", "Bob"], classes = ["Rope"] }
helper = [{ character = "Bob", classes = ["Tools"] }]
[[scene]]
name = "door"
[scene.contest]
kind = "abstract"
skill = 3
task = 2
[endings]
lost = "It is lost."
"#;

/// The answer where the right file says something else in one place.
fn with(from: &str, to: &str) -> String {
    assert_eq!(GOOD.matches(from).count(), 1, "{from}");
    answer(&GOOD.replacen(from, to, 1))
}

#[test]
fn the_file_that_is_made_wrong_is_right() {
    assert!(load("x.toml", GOOD.as_bytes(), &[]).is_ok());
}

#[test]
fn outcomes_lead_to_scenes_and_endings() {
    insta::assert_snapshot!(with("failure = \"lost\"", "failure = \"dor\""), @r#"
    x.toml:13:20: scene.cliff.then.failure is "dor": did you mean door?
       |
    13 | then = { failure = "dor" }
       |                    ^^^^^
    help: the scenes and endings are cliff, door, done, lost

    1 fault; nothing was run
    "#);
    insta::assert_snapshot!(with("{ failure = \"lost\" }", "{ failed = \"lost\" }"), @r#"
    x.toml:13:19: scene.cliff.then.failed is no outcome: the outcomes here are success, failure
       |
    13 | then = { failed = "lost" }
       |                   ^^^^^^

    1 fault; nothing was run
    "#);
    insta::assert_snapshot!(with("cost = { success =", "cost = { succes ="), @r#"
    x.toml:14:19: scene.cliff.cost.succes is no outcome: did you mean success?
       |
    14 | cost = { succes = { wound = true, of = ["Bob"] } }
       |                   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    help: the outcomes here are success, failure

    1 fault; nothing was run
    "#);
    insta::assert_snapshot!(with("worst = \"failure\"", "worst = \"fail\""), @r#"
    x.toml:15:9: scene.cliff.worst is "fail": the outcomes here are success, failure
       |
    15 | worst = "fail"
       |         ^^^^^^

    1 fault; nothing was run
    "#);
}

#[test]
fn an_adventure_has_an_end() {
    let text = r#"kind = "adventure"
[[scene]]
name = "there"
then = { success = "back", failure = "back" }
contest = { kind = "quick", difficulty = 5, actor = { name = "Kate", dice = 1 } }
[[scene]]
name = "back"
then = { success = "there", failure = "there" }
contest = { kind = "quick", difficulty = 5, actor = { name = "Kate", dice = 1 } }
"#;
    insta::assert_snapshot!(answer(text), @r#"
    x.toml:2:1: scene never ends: its scenes lead to each other in a circle: let an outcome lead to an ending, as in then = { success = "done" }
      |
    2 | [[scene]]
      | ^^^^^^^^^

    1 fault; nothing was run
    "#);
}

#[test]
fn characters_and_their_classes_are_known() {
    insta::assert_snapshot!(with("[\"Ann\", \"Bob\"]", "[\"Ann\", \"Bop\"]"), @r#"
    x.toml:19:31: scene.cliff.contest.actor.character is "Bop": did you mean Bob?
       |
    19 | actor = { character = ["Ann", "Bop"], classes = ["Rope"] }
       |                               ^^^^^
    help: the characters are Ann, Bob

    1 fault; nothing was run
    "#);
    insta::assert_snapshot!(with("[\"Tools\"]", "[\"Rope\"]"), @r#"
    x.toml:20:43: scene.cliff.contest.helper[0].classes[0] is "Rope": their Classes are Tools
       |
    20 | helper = [{ character = "Bob", classes = ["Rope"] }]
       |                                           ^^^^^^

    1 fault; nothing was run
    "#);
    insta::assert_snapshot!(with("of = [\"Bob\"]", "of = [\"Bop\"]"), @r#"
    x.toml:14:41: scene.cliff.cost.success.of is ["Bop"]: did you mean Bob?
       |
    14 | cost = { success = { wound = true, of = ["Bop"] } }
       |                                         ^^^^^^^
    help: the characters are Ann, Bob

    1 fault; nothing was run
    "#);
    insta::assert_snapshot!(with("healer = \"Doctor\"", "healer = \"Tools\""), @r#"
    x.toml:5:10: Ann.healer is "Tools": Classes of Ann are Doctor, Rope
      |
    5 | healer = "Tools"
      |          ^^^^^^^

    1 fault; nothing was run
    "#);
    insta::assert_snapshot!(with("[\"Rope\"]\nclasses", "[\"Ropes\"]\nclasses"), @r#"
    x.toml:6:11: Ann.losable is ["Ropes"]: did you mean Rope?
      |
    6 | losable = ["Ropes"]
      |           ^^^^^^^^^
    help: Classes of Ann are Doctor, Rope

    1 fault; nothing was run
    "#);
}

#[test]
fn nobody_has_two_seats() {
    let bob = "character = \"Bob\", classes = [\"Tools\"]";
    let in_both = GOOD.replace("[\"Ann\", \"Bob\"]", "\"Bob\"");
    let in_both = in_both.replace("classes = [\"Rope\"] }", "classes = [\"Tools\"] }");
    insta::assert_snapshot!(answer(&in_both), @r#"
    x.toml:20:25: scene.cliff.contest.helper[0].character is "Bob": somebody else: Bob has a seat in this scene already
       |
    20 | helper = [{ character = "Bob", classes = ["Tools"] }]
       |                         ^^^^^

    1 fault; nothing was run
    "#);
    let thrice = format!("{bob} }}, {{ name = \"Bob\", dice = 2");
    insta::assert_snapshot!(with(bob, &thrice), @r#"
    x.toml:20:64: scene.cliff.contest.helper[1].name is "Bob": somebody else: Bob has a seat in this scene already
       |
    20 | helper = [{ character = "Bob", classes = ["Tools"] }, { name = "Bob", dice = 2 }]
       |                                                                ^^^^^

    1 fault; nothing was run
    "#);
}

#[test]
fn an_adventure_is_no_scene() {
    insta::assert_snapshot!(with("kind = \"abstract\"", "kind = \"adventure\""), @r#"
    x.toml:24:8: scene.door.contest.kind is "adventure": one of "combat", "survey", "workshop", "quick", "trade", "action_dice", "dice_adventures", "abstract"
       |
    24 | kind = "adventure"
       |        ^^^^^^^^^^^

    1 fault; nothing was run
    "#);
}

#[test]
fn scenes_and_endings_have_names_of_their_own() {
    insta::assert_snapshot!(with("lost = \"It is lost.\"", "door = \"It is open.\"\nlost = \"It is lost.\""), @r#"
    x.toml:28:8: endings.door is an ending: another name: a scene is called that
       |
    28 | door = "It is open."
       |        ^^^^^^^^^^^^^

    1 fault; nothing was run
    "#);
    insta::assert_snapshot!(with("name = \"door\"", "name = \"done\""), @r#"
    x.toml:22:8: scene.done.name is "done": another name: it is what an end is called
       |
    22 | name = "done"
       |        ^^^^^^

    1 fault; nothing was run
    "#);
    insta::assert_snapshot!(with("name = \"door\"", "name = \"cliff\""), @r#"
    x.toml:22:8: scene[1].name is "cliff": a name is used once, and x.toml:12:8 has it
       |
    22 | name = "cliff"
       |        ^^^^^^^

    1 fault; nothing was run
    "#);
}

#[test]
fn there_is_no_prosperity_without_a_group() {
    let text = GOOD.replace("group = { prosperity = 2 }\n", "");
    let text = text.replace("wound = true, of", "prosperity = 1, of");
    insta::assert_snapshot!(answer(&text), @r#"
    x.toml:13:35: scene.cliff.cost.success.prosperity is 1: 0: there is no group that has prosperity
       |
    13 | cost = { success = { prosperity = 1, of = ["Bob"] } }
       |                                   ^
    help: give it some: group = { prosperity = 3 }

    1 fault; nothing was run
    "#);
}

/// The answer where several places say something else.
fn with_all(changes: &[(&str, &str)]) -> String {
    let mut text = GOOD.to_owned();
    for (from, to) in changes {
        assert_eq!(text.matches(from).count(), 1, "{from}");
        text = text.replace(from, to);
    }
    answer(&text)
}

#[test]
fn all_faults_of_scenes_are_told_at_once() {
    let changes = [
        ("failure = \"lost\"", "failure = \"dor\", tie = \"lost\""),
        ("cost = { success", "cost = { failed"),
        ("of = [\"Bob\"]", "of = [\"Ann\", \"Bop\"]"),
        ("worst = \"failure\"", "worst = \"fail\""),
        (
            "name = \"door\"",
            "name = \"door\"\nthen = { lost = \"cliff\", success = \"nowhere\" }",
        ),
        (
            "lost = \"It is lost.\"",
            "lost = \"It is lost.\"\ncliff = \"They fall.\"",
        ),
    ];
    insta::assert_snapshot!(with_all(&changes), @r#"
    x.toml:13:20: scene.cliff.then.failure is "dor": did you mean door?
       |
    13 | then = { failure = "dor", tie = "lost" }
       |                    ^^^^^
    help: the scenes and endings are cliff, door, done, lost

    x.toml:13:33: scene.cliff.then.tie is no outcome: the outcomes here are success, failure
       |
    13 | then = { failure = "dor", tie = "lost" }
       |                                 ^^^^^^

    x.toml:14:19: scene.cliff.cost.failed is no outcome: the outcomes here are success, failure
       |
    14 | cost = { failed = { wound = true, of = ["Ann", "Bop"] } }
       |                   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

    x.toml:15:9: scene.cliff.worst is "fail": the outcomes here are success, failure
       |
    15 | worst = "fail"
       |         ^^^^^^

    x.toml:23:17: scene.door.then.lost is no outcome: the outcomes here are success, failure
       |
    23 | then = { lost = "cliff", success = "nowhere" }
       |                 ^^^^^^^

    x.toml:23:36: scene.door.then.success is "nowhere": the scenes and endings are cliff, door, done, lost
       |
    23 | then = { lost = "cliff", success = "nowhere" }
       |                                    ^^^^^^^^^

    x.toml:30:9: endings.cliff is an ending: another name: a scene is called that
       |
    30 | cliff = "They fall."
       |         ^^^^^^^^^^^^

    7 faults; nothing was run
    "#);
}

#[test]
fn all_faults_of_contests_are_told_at_once() {
    let changes = [
        ("difficulty = 9", "difficulty = 0"),
        (
            "[\"Ann\", \"Bob\"], classes = [\"Rope\"]",
            "[\"Anna\", \"Bob\"], classes = [\"Pen\"]",
        ),
        ("skill = 3\n", "skills = 3\n"),
        (
            "lost = \"It is lost.\"",
            "unresolved = \"It is open.\"\nlost = 3",
        ),
    ];
    insta::assert_snapshot!(with_all(&changes), @r#"
    x.toml:18:14: scene.cliff.contest.difficulty is 0: a difficulty is a positive whole number
       |
    18 | difficulty = 0
       |              ^

    x.toml:19:24: scene.cliff.contest.actor.character is "Anna": did you mean Ann?
       |
    19 | actor = { character = ["Anna", "Bob"], classes = ["Pen"] }
       |                        ^^^^^^
    help: the characters are Ann, Bob

    x.toml:19:51: scene.cliff.contest.actor.classes[0] is "Pen": their Classes are Tools
       |
    19 | actor = { character = ["Anna", "Bob"], classes = ["Pen"] }
       |                                                   ^^^^^

    x.toml:23:1: scene.door.contest.skill is missing: a level is a whole number from -1000 to 1000
       |
    23 | [scene.contest]
       | ^^^^^^^^^^^^^^^
    help: for example skill = 57

    x.toml:25:1: scene.door.contest.skills is not a key here: did you mean skill?
       |
    25 | skills = 3
       | ^^^^^^
    help: keys here are kind, skill, task, rules

    x.toml:28:14: endings.unresolved is an ending: another name: "unresolved" is what has no end
       |
    28 | unresolved = "It is open."
       |              ^^^^^^^^^^^^^

    x.toml:29:8: endings.lost is 3: a sentence for each ending, as in done = "The crew flies home."
       |
    29 | lost = 3
       |        ^
    help: write it in quotes

    7 faults; nothing was run
    "#);
}

#[test]
fn all_faults_of_characters_are_told_at_once() {
    let changes = [
        ("healer = \"Doctor\"", "healer = \"Doktor\""),
        ("losable = [\"Rope\"]", "losable = [\"Rope\", \"Pen\"]"),
        ("name = \"Bob\"", "name = \"Ann\""),
        ("name = \"Tools\", dice = 2", "name = \"Tools\", dice = 7"),
        ("wound = true, of", "wounds = true, of"),
    ];
    insta::assert_snapshot!(with_all(&changes), @r#"
    x.toml:5:10: Ann.healer is "Doktor": did you mean Doctor?
      |
    5 | healer = "Doktor"
      |          ^^^^^^^^
    help: Classes of Ann are Doctor, Rope

    x.toml:6:11: Ann.losable is ["Rope", "Pen"]: Classes of Ann are Doctor, Rope
      |
    6 | losable = ["Rope", "Pen"]
      |           ^^^^^^^^^^^^^^^

    x.toml:9:8: character[1].name is "Ann": a name is used once, and x.toml:4:8 has it
      |
    9 | name = "Ann"
      |        ^^^^^

    x.toml:10:37: character[1].classes.Tools.dice is 7: a Class has 1 to 6 dice
       |
    10 | classes = [{ name = "Tools", dice = 7 }]
       |                                     ^

    x.toml:14:22: scene.cliff.cost.success.wounds is not a key here: did you mean wound?
       |
    14 | cost = { success = { wounds = true, of = ["Bob"] } }
       |                      ^^^^^^
    help: keys here are prosperity, dice, of, classes, wound, armor_fits, captured

    5 faults; nothing was run
    "#);
}
