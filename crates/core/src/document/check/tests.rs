//! Tests of every class of fault, and of the values of the checked table.

use crate::document::brief;
use crate::document::canonical;
use crate::document::check::check;
use crate::document::faults::Faults;
use crate::document::item::CheckedTable;
use crate::document::sample::{KEYS, checked};
use proptest::prelude::*;

/// Returns the faults of a document that has two sides and a kind before `text`.
fn faults(text: &str) -> String {
    brief(&checked(&format!("kind = 'x'\n{text}"), &[]).1)
}

/// Returns a document whose first side has one combatant with these keys.
fn combatant(text: &str) -> String {
    faults(&format!(
        "[[side]]\nname = 'heroes'\n[[side.combatant]]\nname = 'Dirk'\n{text}\n[[side]]\nname = 'ambushers'\n"
    ))
}

const SIDES: &str = "side = [{ name = 'heroes' }, { name = 'ambushers' }]\n";

fn with_sides(text: &str) -> String {
    faults(&format!("{SIDES}{text}"))
}

#[test]
fn a_value_out_of_range_is_refused_with_the_description_of_its_key() {
    insta::assert_snapshot!(combatant("classes = [{ name = 'A', dice = 9 }]"), @"x.toml:6:33: side.heroes.Dirk.classes[0].dice is 9; expected 1 to 6 dice");
}

#[test]
fn the_fault_of_an_unknown_key_suggests_the_nearest() {
    insta::assert_snapshot!(with_sides("[rules]\nhalff = 'up'\nzzz = 1\n"), @"
    x.toml:4:1: rules.halff is not a key here; did you mean half? / help: the keys here are half, healer, bonus
    x.toml:5:1: rules.zzz is not a key here; the keys here are half, healer, bonus
    ");
}

#[test]
fn the_fault_of_a_missing_key_is_at_its_table() {
    insta::assert_snapshot!(combatant("classes = [{ name = 'A' }]"), @"x.toml:6:12: side.heroes.Dirk.classes[0].dice is missing; expected 1 to 6 dice / help: for example dice = 4");
    insta::assert_snapshot!(brief(&checked("", &[]).1), @r#"
    x.toml:1:1: kind is missing; expected a text in quotes / help: for example kind = "combat"
    x.toml:1:1: side is missing; expected a list of 2 tables
    "#);
}

#[test]
fn another_type_is_refused_with_advice() {
    insta::assert_snapshot!(with_sides("title = 3\nfield = { size = 2.0, dice = 3, weight = 'x' }\n[rules]\nhealer = [{}]\nbonus = { a = '3', b = 2.5 }\n"), @r#"
    x.toml:3:9: title is 3; expected a text in quotes / help: write it in quotes
    x.toml:4:18: field.size is 2.0; expected an integer of at least 0 / help: write 2
    x.toml:4:30: field.dice is 3; expected a list of one or more integers, each from 1 to 6 / help: write a list in brackets, even of one element: [ … ]
    x.toml:4:42: field.weight is "x"; expected a number of at least 0
    x.toml:6:10: rules.healer is [{}]; expected a table / help: write a single table, without brackets around it: { … }
    x.toml:7:15: rules.bonus.a is "3"; expected an integer of at least 0 / help: write 3, without quotes
    x.toml:7:24: rules.bonus.b is 2.5; expected an integer of at least 0
    "#);
    insta::assert_snapshot!(faults("[side]\nname = 'a'\n"), @r#"x.toml:2:1: side is { name = "a" }; expected a list of 2 tables / help: write a header in double brackets for each element: [[side]]"#);
    insta::assert_snapshot!(combatant("classes = [{ name = 'A', dice = 1, cover = 'true' }, 7, 1979-05-27]"), @r#"
    x.toml:6:44: side.heroes.Dirk.classes[0].cover is "true"; expected true or false / help: write true, without quotes
    x.toml:6:54: side.heroes.Dirk.classes[1] is 7; expected a table
    x.toml:6:57: side.heroes.Dirk.classes[2] is 1979-05-27; expected a table
    "#);
}

#[test]
fn the_fault_of_an_unknown_choice_suggests_the_nearest() {
    insta::assert_snapshot!(with_sides("[rules]\nhalf = 'upp'\n"), @r#"x.toml:4:8: rules.half is "upp"; expected one of "up", "down" / help: did you mean "up"?"#);
    insta::assert_snapshot!(with_sides("[rules]\nhalf = 'sideways'\n"), @r#"x.toml:4:8: rules.half is "sideways"; expected one of "up", "down""#);
}

#[test]
fn infinities_and_nan_are_out_of_range() {
    insta::assert_snapshot!(with_sides("field = { weight = inf }\n"), @"x.toml:3:20: field.weight is inf; expected a number of at least 0");
    insta::assert_snapshot!(with_sides("field = { weight = nan }\n"), @"x.toml:3:20: field.weight is nan; expected a number of at least 0");
}

#[test]
fn numbers_of_elements_are_checked() {
    insta::assert_snapshot!(faults("side = [{ name = 'a' }]\nfield = { dice = [] }\n[expect.outcomes]\na = [0.1, 0.2, 3]\n"), @"
    x.toml:2:8: side has 1 element; expected a list of 2 tables
    x.toml:3:18: field.dice has 0 elements; expected a list of one or more integers, each from 1 to 6
    x.toml:5:5: expect.outcomes.a has 3 elements; expected a list of 2 numbers, each from 0 to 1
    ");
}

#[test]
fn names_are_unique_and_printable() {
    insta::assert_snapshot!(faults("[[side]]\nname = 'a'\n[[side]]\nname = 'a'\nplayer = 1\n"), @r#"
    x.toml:5:8: side[1].name is "a"; the name is already used at x.toml:3:8
    x.toml:6:10: side[1].player is 1; expected one of "finisher", "rollout", or a table
    "#);
    insta::assert_snapshot!(faults("[[side]]\nname = ''\n[[side]]\nname = \"a\\u001b\"\n"), @r#"
    x.toml:3:8: side[0].name is ""; expected a name that is not blank and has no control characters
    x.toml:5:8: side[1].name is "a\u001B"; expected a name that is not blank and has no control characters
    "#);
}

#[test]
fn alternatives_are_chosen_by_type() {
    insta::assert_snapshot!(faults("[[side]]\nname = 'a'\nplayer = 'finsher'\n[[side]]\nname = 'b'\nplayer = { name = 'rollout', playouts = 0 }\n"), @r#"
    x.toml:4:10: side.a.player is "finsher"; expected one of "finisher", "rollout" / help: did you mean "finisher"?
    x.toml:7:41: side.b.player.playouts is 0; expected an integer from 1 to 4096
    "#);
    insta::assert_snapshot!(faults("[[side]]\nname = 'a'\nplayer = true\n[[side]]\nname = 'b'\n"), @r#"x.toml:4:10: side.a.player is true; expected one of "finisher", "rollout", or a table"#);
}

#[test]
fn paths_use_element_names_and_omit_elided_keys() {
    let side = |combatants: &str| {
        let text = format!(
            "[[side]]\nname = 'two words'\n{combatants}\nreinforcement = [{{ name = 'Late' }}]\n[[side]]\nname = 'b'\n"
        );
        let report = faults(&text);
        let lines: Vec<&str> = report
            .lines()
            .filter_map(|line| line.split(" / help").find(|part| part.contains("missing")))
            .collect();
        lines.join("\n")
    };
    insta::assert_snapshot!(side("combatant = [{ name = \"O'Hara\" }, { name = 'player' }, {}]"), @r#"
    x.toml:4:14: side.'two words'."O'Hara".classes is missing; expected a list of 1 to 6 tables
    x.toml:4:35: side.'two words'.combatant.player.classes is missing; expected a list of 1 to 6 tables
    x.toml:4:56: side.'two words'.combatant[2].name is missing; expected a text in quotes
    x.toml:4:56: side.'two words'.combatant[2].classes is missing; expected a list of 1 to 6 tables
    x.toml:5:18: side.'two words'.Late.at_turn is missing; expected an integer from 1 to 6
    "#);
    insta::assert_snapshot!(side("combatant = [{ name = 'Late' }]"), @"
    x.toml:4:14: side.'two words'.Late.classes is missing; expected a list of 1 to 6 tables
    x.toml:5:18: side.'two words'.reinforcement.Late.at_turn is missing; expected an integer from 1 to 6
    ");
}

#[test]
fn consequences_of_unreadable_text_are_not_reported() {
    insta::assert_snapshot!(faults("[[side]]\nname 'a'\nplayerr = 'finisher'\n[[side]]\nname = b\n[rules]\nhalf = 'upp'\n"), @r#"
    x.toml:3:6: key without a value; expected = and a value after the key / help: write name = 'a'
    x.toml:4:1: side[0].playerr is not a key here; did you mean player? / help: the keys here are name, player, combatant, reinforcement
    x.toml:6:8: text without quotes; expected a number, true, false, or a text in quotes / help: write "b" where a text is accepted
    x.toml:8:8: rules.half is "upp"; expected one of "up", "down" / help: did you mean "up"?
    "#);
}

fn canyon() -> CheckedTable {
    let text = "kind = 'x'\n[[side]]\nname = 'heroes'\nplayer = { name = 'rollout' }\n[[side.combatant]]\nname = 'Dirk'\nclasses = [{ name = 'A', dice = 9 }]\n[[side]]\nname = 'b'\n[rules.bonus]\nz = 1\na = 2\n[field]\nweight = 3\ndice = [1, 6]\n";
    checked(text, &[]).0
}

#[test]
fn accessors_return_values_by_type_and_defaults() {
    let table = canyon();
    assert_eq!(table.text("kind"), Some("x"));
    let rules = table.table("rules").unwrap();
    assert_eq!(rules.choice("half"), Some("up"));
    assert!(!rules.given("half") && table.given("rules"));
    assert_eq!(rules.span("half").to_string(), rules.own_span().to_string());
    assert!(rules.table("healer").is_none() && rules.item("healer").is_none());
    let bonus: Vec<_> = rules
        .map("bonus")
        .iter()
        .map(|(name, item)| (name.as_str(), item.as_integer()))
        .collect();
    assert_eq!(bonus, [("z", Some(1)), ("a", Some(2))]);
    let field = table.table("field").unwrap();
    assert_eq!(field.number("weight"), Some(3.0));
    assert_eq!(field.list("dice").len(), 2);
    assert_eq!(field.span("dice").to_string(), "x.toml:15:8");
    let sides = table.tables("side");
    assert_eq!(
        sides[0]
            .table("player")
            .and_then(|player| player.choice("name")),
        Some("rollout")
    );
    assert_eq!(sides[1].choice("player"), Some("finisher"));
    assert!(sides[1].tables("combatant").is_empty());
}

#[test]
fn invalid_values_are_present_but_have_no_typed_value() {
    let table = canyon();
    let classes = table.tables("side")[0].tables("combatant")[0].tables("classes");
    assert_eq!(classes[0].integer("dice"), None);
    assert!(classes[0].given("dice"));
    assert_eq!(
        classes[0].path_of("dice"),
        "side.heroes.Dirk.classes[0].dice"
    );
    assert_eq!(classes[0].path(), "side.heroes.Dirk.classes[0]");
}

#[test]
fn cross_checks_report_faults_in_the_same_form() {
    let (table, mut faults) = checked(&format!("kind = 'x'\n{SIDES}field = {{ size = 3 }}\n"), &[]);
    let field = table.table("field").unwrap();
    faults.refuse(field, "size", "a Field has 5 dice or more", None);
    faults.refuse(
        field,
        "dice",
        "faces are given, or a size",
        Some("size = 10".to_owned()),
    );
    faults.refuse_table(field, "has a size and dice", "one of the two", None);
    insta::assert_snapshot!(brief(&faults), @"
    x.toml:3:9: field.dice is missing; faces are given, or a size / help: size = 10
    x.toml:3:9: field has a size and dice; one of the two
    x.toml:3:18: field.size is 3; a Field has 5 dice or more
    ");
}

/// Returns a proptest strategy for fragments of documents, so that random texts are nearly valid.
fn scraps() -> impl Strategy<Value = String> {
    let scrap = prop_oneof![
        Just("[[side]]\n".to_owned()),
        Just("[[side.combatant]]\n".to_owned()),
        Just("[rules]\n".to_owned()),
        Just("name = 'a'\n".to_owned()),
        Just("classes = [{ name = 'A', dice = 9 }, 3]\n".to_owned()),
        Just("player.name = \"x\n".to_owned()),
        Just("half = ".to_owned()),
        Just("[team.a]\n".to_owned()),
        Just(
            "members = [{ name = 'a', hp = 7, luck = { value = 2 } }, { hp = true, b = 1 }]\n"
                .to_owned()
        ),
        Just("[[scene]]\n".to_owned()),
        Just("[scene.contest]\nkind = 'fight'\n".to_owned()),
        Just("[[scene.contest.side]]\n".to_owned()),
        Just("contest = { kind = 'craft', crafter = { dice = 9 } }\n".to_owned()),
        "[a-z.'\"\\[\\]{}=, 0-9\n]{0,12}",
        ".{0,8}",
    ];
    proptest::collection::vec(scrap, 0..12).prop_map(|scraps| scraps.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn no_text_makes_the_checker_panic(
        text in prop_oneof![scraps(), any::<String>()],
        assignment in prop_oneof![
            scraps(),
            "(side|side[.]a|side\\[0\\]|rules|field|rules[.]half|team([.]a([.]a)?)?|field[.]dice\\[1\\]|scene\\[0\\][.]contest([.]kind|[.]side\\[0\\])?)([.][a-z]{1,6})?=.{0,9}",
        ],
    ) {
        let (table, faults) = checked(&text, &[&assignment]);
        let _ = (faults.render(true), faults.render(false), canonical(&table, &[]));
    }

    #[test]
    fn a_tree_converted_back_has_the_same_values_and_faults(text in scraps()) {
        let (table, faults) = checked(&text, &[]);
        let mut again = Faults::new();
        // As in the first check, missing keys may be in the unreadable part.
        if faults.is_broken(table.own_span().source()) {
            again.mark_broken(table.own_span().source());
        }
        let same = check(&table.to_node(), &KEYS, &mut again);
        for fault in again.iter() {
            prop_assert!(faults.iter().any(|first| first == fault), "{}", fault);
        }
        prop_assert_eq!(canonical(&table, &[]), canonical(&same, &[]));
    }

    #[test]
    fn printed_paths_of_elements_can_be_typed(name in "\\PC{1,8}", other in "\\PC{1,8}") {
        use crate::document::path::{escaped, quoted};
        prop_assume!(name != other && !name.trim().is_empty() && !other.trim().is_empty());
        let text = format!(
            "kind = 'x'\n[[side]]\nname = {}\n[[side.combatant]]\nname = {}\nclasses = [{{ name = 'A', dice = 9 }}]\n[[side]]\nname = 's'\n",
            escaped(&other), escaped(&name),
        );
        let (table, faults) = checked(&text, &[]);
        let path = table.tables("side")[0].tables("combatant")[0].tables("classes")[0].path_of("dice");
        prop_assume!(other != "s");
        prop_assert_eq!(faults.len(), 1);
        prop_assert!(path.contains(&quoted(&name)));
        let (_, faults) = checked(&text, &[&format!("{path}=3")]);
        prop_assert!(faults.is_empty(), "{}", faults);
    }
}
