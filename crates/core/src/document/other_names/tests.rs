//! Tests of keys for other names, and of tables under free keys: each use of a table of keys
//! handles them.

use super::check::check;
use super::faults::{Faults, brief};
use super::item::CheckedTable;
use super::keys::Key;
use super::line_up::line_up;
use super::lint::lint;
use super::merge::overlay;
use super::path::{escaped, quoted};
use super::read::parse;
use super::resolve_path::resolve;
use super::sample::{KEYS, checked};
use super::shape::ValueShape;
use super::source::Source;
use super::template::{Shown, template};
use super::tree::Node;
use super::tunable::steps;
use super::{canonical, set};
use proptest::prelude::*;

const SIDES: &str = "kind = 'x'\nside = [{ name = 'a' }, { name = 'b' }]\n";

/// Goblins with fields of all shapes, and a hero.
const TEAMS: &str = "[team.goblins]
player = 'rollout'
members = [
  { name = 'Goblin', hp = 7, ac = 15, count = 6, dice = '1d6', luck = { value = 2, most = 3 } },
  { name = 'Big Wolf', bite = 2 },
]
[team.heroes]
members = [{ name = 'Dirk', hp = 30 }]
";

fn teams(assignments: &[&str]) -> CheckedTable {
    let (table, faults) = checked(&format!("{SIDES}{TEAMS}"), assignments);
    assert!(faults.is_empty(), "{faults}");
    table
}

/// Returns the members of the team with this index.
fn members(table: &CheckedTable, team: usize) -> &[CheckedTable] {
    let (_, team) = &table.map("team")[team];
    team.as_table().unwrap().tables("members")
}

/// Returns the faults of a file whose team `t` has these members.
fn faults_of(members: &str) -> String {
    let text = format!("{SIDES}team.t.members = {members}\n");
    brief(&checked(&text, &[]).1)
}

fn refused(assignment: &str) -> String {
    brief(&checked(&format!("{SIDES}{TEAMS}"), &[assignment]).1)
}

#[test]
fn other_names_are_a_map_in_file_order() {
    let table = teams(&[]);
    let [goblin, wolf] = members(&table, 0) else {
        panic!("two members");
    };
    let names = |member: &CheckedTable| -> Vec<String> {
        let fields = member.map("fields").iter();
        fields.map(|(name, _)| name.clone()).collect()
    };
    assert_eq!(names(goblin), ["hp", "ac", "dice", "luck"]);
    assert_eq!(names(wolf), ["bite"]);
    assert_eq!(goblin.integer("count"), Some(6));
    let (_, luck) = &goblin.map("fields")[3];
    assert_eq!(luck.path(), "team.goblins.Goblin.luck");
    assert_eq!(luck.as_table().unwrap().integer("most"), Some(3));
    assert!(goblin.given("fields"));

    let (table, faults) = checked(
        &format!("{SIDES}team.t.members = [{{ name = 'a' }}]\n"),
        &[],
    );
    assert!(faults.is_empty(), "{faults}");
    let member = &members(&table, 0)[0];
    assert!(!member.given("fields") && member.map("fields").is_empty());
    assert_eq!(member.path_of("fields"), "team.t.a");
}

#[test]
fn faults_of_other_names_have_their_places() {
    insta::assert_snapshot!(faults_of("[{ name = 'A b', hp = true, mp = -1 }, { hp = 1, luck = { valu = 1 } }, 3]"), @r#"
    x.toml:3:40: team.t.'A b'.hp is true; expected an integer of at least 0, or a table, or a text in quotes / help: write it in quotes
    x.toml:3:51: team.t.'A b'.mp is -1; expected an integer of at least 0
    x.toml:3:57: team.t.members[1].name is missing; expected a text in quotes / help: for example name = "Goblin"
    x.toml:3:76: team.t.members[1].luck.valu is not a key here; did you mean value? / help: the keys here are value, most
    x.toml:3:90: team.t.members[2] is 3; expected a table
    "#);
    insta::assert_snapshot!(faults_of("{ name = 'a', hp = 3 }"), @r#"x.toml:3:18: team.t.members is { name = "a", hp = 3 }; expected a list of at most 9 tables / help: write a list in brackets, even of one element: [{ … }]"#);
    // The name of the key itself is a free name, and a misspelled key is one too.
    assert_eq!(faults_of("[{ name = 'a', fields = 3, cuont = 4 }]"), "");
    let many: Vec<String> = (0..10_001).map(|number| format!("x{number} = 1")).collect();
    let many = faults_of(&format!("[{{ name = 'a', {} }}]", many.join(", ")));
    assert!(
        many.ends_with("team.t.a has 10001 keys; expected a table"),
        "{many}"
    );
}

#[test]
fn assignments_reach_fixed_keys_and_existing_names() {
    let before = canonical(&teams(&[]), &[]);
    for assignment in [
        "team.goblins.Goblin.count=8",
        "team.goblins.Goblin.hp=9",
        "team.goblins.members.Goblin.hp=9",
        "team.goblins.members[0].hp=9",
        "team.goblins.members.count=3",
        "team.goblins.Goblin.luck.value=0",
        "team.goblins.Goblin.luck=5",
        "team.goblins.Goblin.luck=",
        "team.goblins.Goblin.luck.most=",
        "team.goblins.Goblin.dice=2d6",
        "team.goblins.'Big Wolf'.bite=3",
        "team.goblins.player=finisher",
        "team.heroes.Dirk=",
        "team.heroes=",
    ] {
        let after = canonical(&teams(&[assignment]), &[]);
        assert_ne!(before, after, "{assignment}");
    }
    let table = teams(&["team.goblins.Goblin.hp=9", "team.goblins.Goblin.luck="]);
    let fields = members(&table, 0)[0].map("fields");
    assert_eq!(fields.len(), 3);
    assert_eq!(fields[0].1.as_integer(), Some(9));
}

#[test]
fn unknown_names_get_the_nearest_of_fixed_and_other_names() {
    let all = [
        "team.goblins.Goblin.hpp=3",
        "team.goblins.Goblin.cuont=3",
        "team.goblins.Goblin.mana=3",
        "team.goblins.Goblin.fields=3",
        "team.goblins.Goblin.luck.valeu=3",
        "team.goblins.Goblni.hp=3",
        "team.gobblins.Goblin.hp=3",
        "team.goblins.hp=3",
        "team.goblins.count=3",
        "Goblin.hp=3",
        "goblins.Goblin.hp=3",
        "heroes.player=finisher",
        "team.goblins.Goblin.hp=true",
    ];
    let all: Vec<String> = all.into_iter().map(refused).collect();
    insta::assert_snapshot!(all.join("\n"), @"
    --set:1:21: team.goblins.Goblin.hpp is not a key here; did you mean hp? / help: the keys here are name, count, lines, hp, ac, dice, luck
    --set:1:21: team.goblins.Goblin.cuont is not a key here; did you mean count? / help: the keys here are name, count, lines, hp, ac, dice, luck
    --set:1:21: team.goblins.Goblin.mana is not a key here; the keys here are name, count, lines, hp, ac, dice, luck
    --set:1:21: team.goblins.Goblin.fields is not a key here; the keys here are name, count, lines, hp, ac, dice, luck
    --set:1:26: team.goblins.Goblin.luck.valeu is not a key here; did you mean value? / help: the keys here are value, most
    --set:1:14: team.goblins.Goblni is not a key here; did you mean Goblin? / help: the names and keys here are Goblin, 'Big Wolf', player, members
    --set:1:6: team.gobblins is not a name here; did you mean goblins? / help: the names here are goblins, heroes
    --set:1:14: team.goblins.hp is not a key here; did you mean Goblin.hp?
    --set:1:14: team.goblins.count is not a key here; did you mean Goblin.count or 'Big Wolf'.count?
    --set:1:1: Goblin is not a key here; did you mean team.goblins.Goblin.hp? / help: the keys here are kind, title, side, rules, field, expect, scene, team
    --set:1:1: goblins is not a key here; did you mean team.goblins.Goblin.hp? / help: the keys here are kind, title, side, rules, field, expect, scene, team
    --set:1:1: heroes is not a key here; did you mean team.heroes.player? / help: the keys here are kind, title, side, rules, field, expect, scene, team
    --set:1:24: team.goblins.Goblin.hp is true; expected an integer of at least 0, or a table, or a text in quotes / help: write it in quotes
    ");
}

#[test]
fn steps_change_fields_with_integers_and_can_be_assigned() {
    let lines = steps(&teams(&[])).into_iter().map(|step| {
        let assignment = step.assignment();
        teams(&[&assignment]);
        format!("{} | {assignment}", step.owners.join(", "))
    });
    let lines: Vec<String> = lines.filter(|line| line.contains("team.")).collect();
    insta::assert_snapshot!(lines.join("\n"), @"
    goblins, Goblin | team.goblins.Goblin.count=5
    goblins, Goblin | team.goblins.Goblin.count=7
    goblins, Goblin | team.goblins.Goblin.hp=6
    goblins, Goblin | team.goblins.Goblin.hp=8
    goblins, Goblin | team.goblins.Goblin.ac=14
    goblins, Goblin | team.goblins.Goblin.ac=16
    goblins, Goblin, luck | team.goblins.Goblin.luck.value=1
    goblins, Goblin, luck | team.goblins.Goblin.luck.value=3
    goblins, Big Wolf | team.goblins.'Big Wolf'.count=2
    goblins, Big Wolf | team.goblins.'Big Wolf'.bite=1
    goblins, Big Wolf | team.goblins.'Big Wolf'.bite=3
    goblins | team.goblins.'Big Wolf'=
    heroes, Dirk | team.heroes.Dirk.count=2
    heroes, Dirk | team.heroes.Dirk.hp=27
    heroes, Dirk | team.heroes.Dirk.hp=33
    heroes | team.heroes.Dirk=
    ");
}

#[test]
fn teams_are_sheets_and_their_members_rows() {
    let sheets = line_up(&teams(&[]), &["kind", "side"]);
    let mut lines = Vec::new();
    for sheet in sheets {
        lines.push(format!("[{}] {:?}", sheet.name, sheet.facts));
        let rows = std::iter::once(&sheet.columns).chain(&sheet.rows);
        lines.extend(rows.map(|row| row.join(" | ")));
    }
    insta::assert_snapshot!(lines.join("\n"), @r#"
    [goblins] [("player", "rollout")]
     | name | count | hp | ac | dice | luck | bite
    members | Goblin | 6 | 7 | 15 | 1d6 | value 2, most 3 | 
    members | Big Wolf |  |  |  |  |  | 2
    [heroes] []
     | name | hp
    members | Dirk | 30
    "#);
}

#[test]
fn overlaid_teams_are_completed_by_key_and_members_by_name() {
    let node = |text: &str| {
        let mut faults = Faults::new();
        let node = parse(&Source::new("x.toml", text), &mut faults);
        assert!(faults.is_empty(), "{faults}");
        node
    };
    let mut root = node(TEAMS);
    let over = "[team.goblins]\nplayer = 'finisher'\nmembers = [\n\
                { name = 'Goblin', hp = 8, luck = { value = 1 }, speed = 3 }, { name = 'Ogre' } ]\n\
                [team.guards]\nmembers = []\n";
    overlay(&mut root, node(over), &KEYS);
    insta::assert_snapshot!(root.literal(), @r#"{ team = { goblins = { player = "finisher", members = [{ name = "Goblin", hp = 8, ac = 15, count = 6, dice = "1d6", luck = { value = 1 }, speed = 3 }, { name = "Big Wolf", bite = 2 }, { name = "Ogre" }] }, heroes = { members = [{ name = "Dirk", hp = 30 }] }, guards = { members = [] } } }"#);
}

/// A table with both a list whose elements need no key in paths, and other names.
static ITEM: [Key; 2] = [
    Key::required("name", ValueShape::Text),
    Key::required("dice", ValueShape::integer(1, 6)),
];
static NUMBER: ValueShape = ValueShape::integer(0, 99);
static BOX: [Key; 2] = [
    Key::default("item", ValueShape::elided_tables(&ITEM, 0, 9), "[]"),
    Key::others("numbers", &NUMBER),
];
static BOXES: [Key; 1] = [Key::required("box", ValueShape::Table(&BOX))];

fn checked_box(text: &str, assignments: &[&str]) -> (Node, CheckedTable, Faults) {
    let mut faults = Faults::new();
    let mut root = parse(&Source::new("x.toml", text), &mut faults);
    for assignment in assignments {
        set::apply(&mut root, &BOXES, assignment, &mut faults);
    }
    let table = check(&root, &BOXES, &mut faults);
    (root, table, faults)
}

#[test]
fn an_element_named_like_another_name_keeps_its_key_in_paths() {
    let text =
        "box = { rope = 3, item = [{ name = 'rope', dice = 2 }, { name = 'axe', dice = 2 }] }";
    let paths = |text: &str| -> Vec<String> {
        let (_, table, faults) = checked_box(text, &[]);
        assert!(faults.is_empty(), "{faults}");
        let items = table.table("box").unwrap().tables("item");
        items.iter().map(CheckedTable::path).collect()
    };
    assert_eq!(paths(text), ["box.item.rope", "box.axe"]);
    assert_eq!(
        paths(&text.replace("rope = 3, ", "")),
        ["box.rope", "box.axe"]
    );
    let (_, table, _) = checked_box(text, &["box.rope=4", "box.item.rope.dice=5"]);
    let inner = table.table("box").unwrap();
    assert_eq!(inner.map("numbers")[0].1.as_integer(), Some(4));
    assert_eq!(inner.tables("item")[0].integer("dice"), Some(5));
}

#[test]
fn a_template_shows_a_sample_of_other_names() {
    static SHOWN: [Key; 2] = [
        Key::required("name", ValueShape::Text),
        Key::others("fields", &NUMBER).help("what it has").shown(),
    ];
    static TABLE: [Key; 2] = [
        Key::required("box", ValueShape::Table(&BOX)),
        Key::required("chest", ValueShape::Table(&SHOWN)),
    ];
    insta::assert_snapshot!(template(&TABLE, Shown::All), @r#"
    [box]
    # numbers = 1  # an integer from 0 to 99

    # [[box.item]]
    # name = "…"
    # dice = 1    # an integer from 1 to 6

    [chest]
    name = "…"
    fields = 1  # what it has; an integer from 0 to 99
    "#);
    assert_eq!(lint(&TABLE), Vec::<String>::new());
}

#[test]
fn faulty_keys_for_other_names_are_flaws() {
    static TWICE: [Key; 2] = [Key::others("a", &NUMBER), Key::others("b", &NUMBER)];
    static PLAIN: Key = {
        let mut key = Key::default("a", NUMBER, "1");
        key.others = true;
        key
    };
    static ODD: [Key; 1] = [PLAIN];
    static BAD: [Key; 3] = [
        Key::optional("twice", ValueShape::Table(&TWICE)),
        Key::optional("odd", ValueShape::Table(&ODD)),
        Key::others("top", &NUMBER),
    ];
    let found = lint(&BAD);
    for flaw in [
        "twice.* has other names, as another key",
        "odd.a has other names, but is not an optional map",
        "* has other names, but in the document itself",
    ] {
        let is_found = found.iter().any(|found| found.starts_with(flaw));
        assert!(is_found, "{flaw}: {found:?}");
    }
}

/// Returns a proptest strategy for the entries of a member, each with its own name.
fn entries() -> impl Strategy<Value = Vec<(String, String)>> {
    let value = prop_oneof![
        (0..100_i64).prop_map(|value| value.to_string()),
        (0..100_i64).prop_map(|value| format!("{{ value = {value} }}")),
        "[0-9]d[0-9]".prop_map(|dice| format!("'{dice}'")),
    ];
    let name = prop_oneof!["[a-z]{1,3}", "\\PC{1,4}"];
    let names = name.prop_filter("fixed keys", |name| {
        !["name", "count", "lines"].contains(&name.as_str())
    });
    let free = proptest::collection::btree_map(names, value, 0..5);
    free.prop_map(|free| free.into_iter().collect())
}

fn document(entries: &[(String, String)]) -> String {
    let entries = entries
        .iter()
        .map(|(name, value)| format!("{} = {value}", escaped(name)));
    let entries: Vec<String> = entries.collect();
    format!("{SIDES}team.t.members = [{{ {} }}]\n", entries.join(", "))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn the_order_of_names_means_nothing(
        (free, shuffled) in entries().prop_flat_map(|free| {
            let all = [("name", "'m'"), ("count", "2")].map(|(name, value)| (name.into(), value.into()));
            let all: Vec<(String, String)> = all.into_iter().chain(free).collect();
            (Just(all.clone()), Just(all).prop_shuffle())
        })
    ) {
        let text = |entries: &[(String, String)]| {
            let (table, faults) = checked(&document(entries), &[]);
            assert!(faults.is_empty(), "{faults}");
            canonical(&table, &[])
        };
        prop_assert_eq!(text(&free), text(&shuffled));
        if free.len() > 2 {
            prop_assert_ne!(text(&free), text(&free[..free.len() - 1]));
        }
    }

    #[test]
    fn printed_paths_of_other_names_can_be_typed(free in entries(), member in "\\PC{1,6}") {
        prop_assume!(!member.trim().is_empty());
        let mut all = vec![("name".to_owned(), escaped(&member))];
        all.extend(free);
        let text = document(&all);
        let (table, faults) = checked(&text, &[]);
        prop_assert!(faults.is_empty(), "{}", faults);
        for (index, (_, item)) in members(&table, 0)[0].map("fields").iter().enumerate() {
            let (table, faults) = checked(&text, &[&format!("{}=1234", item.path())]);
            prop_assert!(faults.is_empty(), "{}", faults);
            let changed = &members(&table, 0)[0].map("fields")[index].1;
            prop_assert_eq!(changed.as_integer(), Some(1234));
        }
    }

    #[test]
    fn a_path_resolves_only_to_a_name_of_the_file(free in entries(), typed in "[a-z]{1,3}") {
        let mut all = vec![("name".to_owned(), "'m'".to_owned())];
        all.extend(free);
        let root = parse(&Source::new("x.toml", document(&all)), &mut Faults::new());
        let path = format!("team.t.m.{}", quoted(&typed)).parse().unwrap();
        let is_there = all.iter().any(|(name, _)| *name == typed);
        prop_assert_eq!(resolve(&root, &KEYS, &path).is_ok(), is_there);
    }
}
