//! Characters whose Classes violate `[rules] build`, in the kinds that have it.

use super::answer;
use evenodds::scenario::load;

/// Returns a fight between Ann, whose table ends with these lines, and a rat.
fn fight(build: &str, ann: &str) -> String {
    format!(
        "kind = \"combat\"\n[[side]]\nname = \"crew\"\n[[side.combatant]]\nname = \"Ann\"\n{ann}\n[[side]]\nname = \"rats\"\n[[side.combatant]]\nname = \"Rat\"\nclasses = [{{ name = \"Rat\", dice = 1 }}]\n[rules]\n{build}\n"
    )
}

/// Returns an evening of Ann, whose table ends with these lines, with a fight under these rules.
fn evening(build: &str, ann: &str, of_scene: &str) -> String {
    format!(
        "kind = \"adventure\"\n[[character]]\nname = \"Ann\"\n{ann}\n[[scene]]\nname = \"cellar\"\n[scene.contest]\nkind = \"combat\"\n[scene.contest.rules]\n{of_scene}\n[[scene.contest.side]]\nname = \"crew\"\n[[scene.contest.side.combatant]]\ncharacter = \"Ann\"\nclasses = [\"A\"]\n[[scene.contest.side]]\nname = \"rats\"\n[[scene.contest.side.combatant]]\nname = \"Rat\"\nclasses = [{{ name = \"Rat\", dice = 1 }}]\n[rules]\n{build}\n"
    )
}

/// Returns the key `classes` with a Class for each number of dice.
fn classes(dice: &[u32]) -> String {
    let classes = dice.iter().zip('A'..);
    let classes: Vec<String> = classes
        .map(|(dice, name)| format!("{{ name = \"{name}\", dice = {dice} }}"))
        .collect();
    format!("classes = [{}]", classes.join(", "))
}

const STARTING: &str = "build = \"starting\"";
const LIMIT: &str = "build = \"limit\"";

fn is_accepted(text: &str) -> bool {
    load("x.toml", text.as_bytes(), &[]).is_ok()
}

#[test]
fn a_new_character_has_ten_dice_in_three_or_four_classes_none_above_4() {
    // (dice of the Classes, whether a new character may have them, whether they are within the
    // limit)
    for (dice, starts, within) in [
        (&[4, 3, 3][..], true, true),
        (&[4, 4, 1, 1], true, true),
        (&[4, 4, 2], true, true),
        // Captain Dirk of the source has nine.
        (&[4, 3, 2], false, true),
        (&[1, 1, 1], false, true),
        (&[4, 4, 3], false, false),
        (&[5, 3, 2], false, false),
        (&[5, 1, 1], false, false),
        (&[4, 4], false, false),
        (&[4], false, false),
        (&[2, 2, 2, 2, 2], false, false),
    ] {
        let sheet = classes(dice);
        let marked = format!("wounds = true\n{sheet}");
        for (build, accepted) in [
            ("", true),
            ("build = \"any\"", true),
            (STARTING, starts),
            (LIMIT, within),
        ] {
            let fight = is_accepted(&fight(build, &marked));
            let evening = is_accepted(&evening(build, &sheet, ""));
            assert_eq!((fight, evening), (accepted, accepted), "{dice:?} {build}");
        }
    }
}

#[test]
fn player_characters_of_a_fight_are_those_with_wounds_unless_pc_says_otherwise() {
    let short = classes(&[4]);
    for (marks, accepted) in [
        ("wounds = true", false),
        ("pc = true", false),
        ("wounds = true\npc = false", false),
        ("wounds = false\npc = true", false),
    ] {
        // An option without any character to check is a fault too.
        let found = is_accepted(&fight(STARTING, &format!("{marks}\n{short}")));
        assert_eq!(found, accepted, "{marks}");
    }
    let mate = "[[side.combatant]]\nname = \"Bob\"\npc = true\nclasses = [{ name = \"A\", dice = 4 }, { name = \"B\", dice = 3 }, { name = \"C\", dice = 3 }]";
    for (marks, accepted) in [
        ("", true),
        ("wounds = true\npc = false", true),
        ("wounds = true", false),
        ("pc = true", false),
    ] {
        let text = fight(STARTING, &format!("{marks}\n{short}\n{mate}"));
        assert_eq!(is_accepted(&text), accepted, "{marks}");
    }
}

#[test]
fn a_scene_s_own_rules_check_no_sheet() {
    let sheet = classes(&[2, 2]);
    assert!(is_accepted(&evening("", &sheet, STARTING)));
    assert!(!is_accepted(&evening(STARTING, &sheet, STARTING)));
}

#[test]
fn faults_of_sheets_are_reported() {
    let wounded = |dice: &[u32]| format!("wounds = true\n{}", classes(dice));
    let messages = [
        fight(STARTING, &wounded(&[5, 5])),
        fight(LIMIT, &wounded(&[1])),
        // No character to check.
        fight(STARTING, &classes(&[4])),
        evening(STARTING, &classes(&[4, 3, 2]), ""),
        // A Class that is invalid in itself.
        fight(STARTING, &wounded(&[7, 2, 1])),
    ]
    .map(|text| answer(&text, &[]));
    insta::assert_snapshot!(messages.join("\n"), @r#"
    x.toml:7:11: side.crew.Ann.classes has 10 dice in 2 Classes, 5 of them in "A"; rules.build requires ten dice in three or four Classes, none with more than 4
    x.toml:7:11: side.crew.Ann.classes has 1 die in 1 Class; rules.build requires ten dice or fewer in three or four Classes, none with more than 4
    x.toml:13:9: rules.build is "starting"; expected player characters with ten dice in three or four Classes, none with more than 4 / help: mark a combatant as a player character with pc = true or wounds = true
    x.toml:4:11: Ann.classes has 9 dice in 3 Classes; rules.build requires ten dice in three or four Classes, none with more than 4
    x.toml:7:33: side.crew.Ann.classes[0].dice is 7; expected 1 to 6 dice
    "#);
}
