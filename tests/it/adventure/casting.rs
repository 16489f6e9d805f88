//! Participants of a scene: each scene has the exact answer of the contest with the expected
//! Classes and dice.

use super::exact::exact;
use super::scenario;
use std::fmt::Write as _;

const CREW: &str = r#"kind = "adventure"
group = { prosperity = 3, base = [{ name = "Ship", dice = 2 }] }
endings = { lost = "It is lost." }
[[character]]
name = "Ann"
classes = [{ name = "Sword", dice = 3 }, { name = "Lute", dice = 2 }]
[[character]]
name = "Bob"
classes = [{ name = "Sword", dice = 1 }, { name = "Rope", dice = 2 }]
"#;

/// Asserts that `scene`, in which the characters take part, is as `alone`, the same contest with
/// Classes and dice. Before it, `lost` characters lose these Classes.
fn assert_cast(lost: &[(&str, &str)], scene: &str, alone: &str) {
    let mut text = CREW.to_owned();
    for (number, (who, class)) in lost.iter().enumerate() {
        let _ = write!(
            text,
            r#"[[scene]]
name = "loss {number}"
cost = {{ success = {{ classes = true }} }}
contest = {{ kind = "quick", difficulty = 1, actor = {{ character = "{who}", classes = ["{class}"] }} }}
"#
        );
    }
    let worst = if scene.contains("\"combat\"") {
        "them"
    } else {
        "failure"
    };
    let _ = write!(
        text,
        "[[scene]]\nname = \"last\"\nthen = {{ {worst} = \"lost\" }}\n[scene.contest]\n{scene}\n"
    );
    let [found, expected] = [text.as_str(), alone].map(|text| exact(&scenario(text)).outcomes[1]);
    assert!(
        (found - expected).abs() < 1e-12,
        "{found} instead of {expected}: {scene}"
    );
}

#[test]
fn an_actor_is_the_first_present_candidate_with_its_first_suitable_class() {
    let quick = |actor: &str, helper: &str| {
        format!("kind = \"quick\"\ndifficulty = 8\nactor = {actor}\nhelper = [{helper}]")
    };
    let dice = |dice: u32| format!("{{ name = \"X\", dice = {dice} }}");
    let helper = r#"{ name = "H", dice = 1 }"#;
    for (lost, actor, more, expected, helping) in [
        (
            &[][..],
            r#"{ character = ["Ann", "Bob"], classes = ["Sword"] }"#,
            "",
            dice(3),
            "",
        ),
        (
            &[],
            r#"{ character = ["Bob", "Ann"], classes = ["Sword"] }"#,
            "",
            dice(1),
            "",
        ),
        (
            &[],
            r#"{ character = ["Ann", "Bob"], classes = ["Rope"] }"#,
            "",
            dice(2),
            "",
        ),
        (
            &[],
            r#"{ character = "Ann", classes = ["Lute", "Sword"] }"#,
            "",
            dice(2),
            "",
        ),
        (&[], r#"{ character = "Ann" }"#, "", dice(3), ""),
        (&[], r#"{ character = "Ship" }"#, "", dice(2), ""),
        // The dice of a named character are those of the scene.
        (&[], r#"{ name = "Ann", dice = 5 }"#, "", dice(5), ""),
        (
            &[],
            r#"{ character = "Ann", classes = [{ name = "Sword", fit = "semi" }] }"#,
            "",
            r#"{ name = "X", dice = 3, fit = "semi" }"#.to_owned(),
            "",
        ),
        (
            &[("Ann", "Sword")],
            r#"{ character = ["Ann", "Bob"], classes = ["Sword"] }"#,
            "",
            dice(1),
            "",
        ),
        (
            &[("Ann", "Sword")],
            r#"{ character = "Ann", classes = ["Sword", "Lute"] }"#,
            "",
            dice(2),
            "",
        ),
        // A character takes part once. A helper may be absent.
        (
            &[],
            r#"{ character = "Ann" }"#,
            r#"{ character = ["Ann", "Bob"], classes = ["Sword"] }"#,
            dice(3),
            helper,
        ),
    ] {
        assert_cast(lost, &quick(actor, more), &quick(&expected, helping));
    }
}

#[test]
fn a_fight_has_all_suitable_classes_that_a_character_has() {
    let duel = |us: &str| {
        format!(
            "kind = \"combat\"\nside = [{{ name = \"us\", combatant = [{us}] }}, {{ name = \"them\", combatant = \
             [{{ name = \"Foe\", classes = [{{ name = \"Claw\", dice = 2 }}] }}] }}]"
        )
    };
    let classes = |classes: &str| {
        duel(&format!(
            "{{ name = \"Ann\", classes = [{{ {classes} }}] }}"
        ))
    };
    for (lost, us, expected) in [
        (
            "Lute",
            r#"{ character = "Ann", classes = ["Sword", "Lute"] }"#,
            r#"name = "Sword", dice = 3"#,
        ),
        (
            "Lute",
            r#"{ character = "Ann", classes = [{ name = "Sword", fit = "semi" }] }"#,
            r#"name = "Sword", dice = 3, fit = "semi""#,
        ),
        (
            "Sword",
            r#"{ name = "Ann", classes = ["Sword", "Lute"] }"#,
            r#"name = "Lute", dice = 2"#,
        ),
        // A Class of the scene, such as a weapon found there.
        (
            "Sword",
            r#"{ name = "Ann", classes = [{ name = "Sword", dice = 3 }, { name = "Club", dice = 1 }] }"#,
            r#"name = "Club", dice = 1"#,
        ),
    ] {
        assert_cast(&[("Ann", lost)], &duel(us), &classes(expected));
    }
}

#[test]
fn an_assistant_helps_if_present_with_a_class_and_without_another_part() {
    let workshop = |crafter: &str, assistance: &str| {
        format!(
            "kind = \"workshop\"\nplayer = \"one_by_one\"\ncrafter = {crafter}\nassistance = {assistance}\n\
             craft = {{ dice = [[1, 2, 3], [2, 2, 4], [1, 3, 3]] }}"
        )
    };
    let all_of_bob = [("Bob", "Sword"), ("Bob", "Rope")];
    for (lost, assistance, expected) in [
        (&[][..], "\"Bob\"", "true"),
        (&[], "\"Ann\"", "false"),
        (&all_of_bob, "\"Bob\"", "false"),
    ] {
        assert_cast(
            lost,
            &workshop(r#"{ character = "Ann" }"#, assistance),
            &workshop(r#"{ name = "Ann", dice = 3 }"#, expected),
        );
    }
}
