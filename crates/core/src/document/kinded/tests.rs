//! Tests of tagged tables with the other modules of `document`.

use super::*;
use crate::document::brief;
use crate::document::faults::Faults;
use crate::document::item::CheckedTable;
use crate::document::lint::lint;
use crate::document::path::Path;
use crate::document::sample::{CONTEST, checked};
use crate::document::template::{Shown, template};
use crate::document::{TomlValue, canonical, check_at, steps, written};

const BEGIN: &str = "kind = 'x'\nside = [{ name = 'heroes' }, { name = 'ambushers' }]\n";

const FIGHT: &str = "[[scene]]\nname = 'ambush'\n[scene.contest]\nkind = 'fight'\n[[scene.contest.side]]\nname = 'heroes'\n[[scene.contest.side.combatant]]\nname = 'Dirk'\nclasses = [{ name = 'A', dice = 4 }]\n";

const CRAFT: &str = "[[scene]]\nname = 'repair'\n[scene.contest]\nkind = 'craft'\ncrafter = { name = 'Gex', dice = 4 }\n";

fn set(text: &str, assignments: &[&str]) -> (CheckedTable, Faults) {
    checked(&format!("{BEGIN}{text}"), assignments)
}

fn faults(text: &str) -> String {
    brief(&set(text, &[]).1)
}

fn refused(assignment: &str) -> String {
    brief(&set(&format!("{FIGHT}{CRAFT}"), &[assignment]).1)
}

fn sound(text: &str, assignments: &[&str]) -> CheckedTable {
    let (table, faults) = set(text, assignments);
    assert!(faults.is_empty(), "{faults}");
    table
}

fn contest(table: &CheckedTable, scene: usize) -> &CheckedTable {
    table.tables("scene")[scene].table("contest").unwrap()
}

#[test]
fn a_table_is_checked_by_the_keys_of_its_kind() {
    let table = sound(&format!("{FIGHT}{CRAFT}"), &[]);
    assert_eq!(contest(&table, 0).choice("kind"), Some("fight"));
    assert_eq!(contest(&table, 0).tables("side").len(), 1);
    assert_eq!(contest(&table, 1).integer("piles"), Some(3));
    insta::assert_snapshot!(faults(&format!("{FIGHT}count = 0\n{CRAFT}side = []\ncrafte = 1\n[[scene]]\nname = 'last'\ncontest = {{ kind = 'craft', crafter = {{ name = 'Gex', dice = 9 }} }}")), @"
    x.toml:12:9: scene.ambush.contest.side.heroes.Dirk.count is 0; expected an integer from 1 to 99
    x.toml:18:1: scene.repair.contest.side is not a key here; the keys here are kind, crafter, piles
    x.toml:19:1: scene.repair.contest.crafte is not a key here; did you mean crafter? / help: the keys here are kind, crafter, piles
    x.toml:22:62: scene.last.contest.crafter.dice is 9; expected an integer from 1 to 6
    ");
}

#[test]
fn an_unknown_kind_is_the_only_fault_of_its_table() {
    insta::assert_snapshot!(faults("[[scene]]\nname = 'a'\ncontest = { kind = 'fihgt', sides = 3 }\n[[scene]]\nname = 'b'\ncontest = { sides = 3 }\n[[scene]]\nname = 'c'\n[scene.contest]\nkind = 3\n[[scene]]\nname = 'd'\ncontest = 'craft'\n[[scene]]\nname = 'e'\n[[scene.contest]]\nkind = 'craft'\n"), @r#"
    x.toml:5:20: scene.a.contest.kind is "fihgt"; expected one of "fight", "craft" / help: did you mean "fight"?
    x.toml:8:11: scene.b.contest.kind is missing; expected one of "fight", "craft" / help: for example kind = "fight"
    x.toml:12:8: scene.c.contest.kind is 3; expected one of "fight", "craft"
    x.toml:15:11: scene.d.contest is "craft"; expected a table whose `kind` is one of "fight", "craft" / help: for example contest = { kind = "craft", crafter = { name = "Gex", dice = 4 } }
    x.toml:18:1: scene.e.contest is [{ kind = "craft" }]; expected a table whose `kind` is one of "fight", "craft" / help: write a single table, with its header in single brackets: [scene.contest]
    "#);
    let (table, _) = set("[[scene]]\nname = 'a'\ncontest = { kind = 'fihgt' }\n", &[]);
    assert!(table.tables("scene")[0].table("contest").is_none());
    assert!(table.tables("scene")[0].given("contest"));
}

#[test]
fn missing_keys_of_unreadable_documents_are_not_reported() {
    insta::assert_snapshot!(faults("[[scene]]\nname = 'a'\n[scene.contest]\nkind =\n[[scene]]\nname = 'b'\n[scene.contest]\nknd = 'craft'\n"), @"x.toml:6:7: value is missing");
}

#[test]
fn assignments_can_change_an_inserted_contest() {
    for path in [
        "scene.ambush.contest.side.heroes.Dirk.count",
        "scene[0].contest.side[0].combatant[0].count",
        "scene.ambush.contest.side.heroes.combatant.Dirk.count",
    ] {
        let table = sound(FIGHT, &[&format!("{path}=2")]);
        let heroes = &contest(&table, 0).tables("side")[0];
        assert_eq!(heroes.tables("combatant")[0].integer("count"), Some(2));
        assert_eq!(
            heroes.tables("combatant")[0].path_of("count"),
            "scene.ambush.contest.side.heroes.Dirk.count"
        );
    }
    // The kind is assigned first, then its keys.
    let made = [
        "scene.a.contest.kind=craft",
        "scene.a.contest.crafter={ name = 'Gex', dice = 2 }",
        "scene.a.contest.crafter.dice=3",
    ];
    let table = sound("[[scene]]\nname = 'a'\n", &made);
    let crafter = contest(&table, 0).table("crafter").unwrap();
    assert_eq!(crafter.integer("dice"), Some(3));
}

#[test]
fn an_assignment_to_a_key_of_another_kind_is_refused() {
    insta::assert_snapshot!(refused("scene.repair.contest.side.heroes.Dirk.count=2"), @"--set:1:22: scene.repair.contest.side is not a key here; the keys here are kind, crafter, piles");
    insta::assert_snapshot!(refused("scene.ambush.contest.side.heros.count=2"), @"--set:1:27: scene.ambush.contest.side.heros is not a name here; did you mean heroes? / help: the names here are heroes");
    insta::assert_snapshot!(refused("scene.ambush.contest[0]=2"), @"--set:1:21: scene.ambush.contest[0] does not exist; a table has keys, not elements");
    let without = |assignment| brief(&set("[[scene]]\nname = 'a'\n", &[assignment]).1);
    insta::assert_snapshot!(without("scene.a.contest.piles=2"), @r#"--set:1:17: scene.a.contest.piles does not exist; the keys here depend on `kind`, which must be one of "fight", "craft""#);
    insta::assert_snapshot!(without("scene.a.contest.kind.x=2"), @r#"--set:1:22: scene.a.contest.kind.x does not exist; scene.a.contest.kind is one of "fight", "craft", which has no keys or elements"#);
}

#[test]
fn numbers_of_a_tagged_table_are_tunable_and_hashed() {
    let table = sound(&format!("{FIGHT}{CRAFT}"), &[]);
    let turned: Vec<String> = steps(&table)
        .iter()
        .map(|step| format!("{} | {}", step.owners.join(", "), step.assignment()))
        .filter(|line| line.contains("contest"))
        .collect();
    insta::assert_snapshot!(turned.join("\n"), @"
    ambush, contest, heroes, Dirk, A | scene.ambush.contest.side.heroes.Dirk.classes[0].dice=3
    ambush, contest, heroes, Dirk, A | scene.ambush.contest.side.heroes.Dirk.classes[0].dice=5
    ambush, contest, heroes, Dirk | scene.ambush.contest.side.heroes.Dirk.count=2
    ambush, contest, heroes | scene.ambush.contest.side.heroes.Dirk=
    ambush, contest, rules | scene.ambush.contest.rules.half=down
    repair, contest, crafter | scene.repair.contest.crafter.dice=3
    repair, contest, crafter | scene.repair.contest.crafter.dice=5
    ");
    for step in steps(&table) {
        set(&format!("{FIGHT}{CRAFT}"), &[&step.assignment()]);
    }
    let inline = CRAFT
        .replace("[scene.contest]\nkind = 'craft'\n", "")
        .replace(
            "crafter = {",
            "contest = { piles = 3, kind = \"craft\", crafter = {",
        )
        .replace(" }\n", " } }\n");
    let same = sound(&format!("{FIGHT}{inline}"), &[]);
    assert_eq!(canonical(&table, &[]), canonical(&same, &[]));
    insta::assert_snapshot!(canonical(&table, &["kind", "side", "rules", "field"]), @r#"scene = [{contest = {kind = "fight", rules = {half = "up"}, side = [{combatant = [{classes = [{cover = false, dice = 4, name = "A"}], count = 1, name = "Dirk"}], name = "heroes", player = "finisher", reinforcement = []}]}, name = "ambush"}, {contest = {crafter = {dice = 4, name = "Gex"}, kind = "craft", piles = 3}, name = "repair"}]"#);
}

#[test]
fn a_template_shows_the_example_or_the_first_kind() {
    static PLAIN: [Key; 1] = [Key::required("contest", ValueShape::Kinded(&CONTEST))];
    static SHOWN: [Key; 1] = [
        Key::required("contest", ValueShape::Kinded(&CONTEST)).example(
            "[contest]\nkind = \"craft\"\ncrafter = { name = \"Gex\", dice = 2 }  # as it stands here\n",
        ),
    ];
    insta::assert_snapshot!(template(&SHOWN, Shown::All), @r#"
    [contest]
    kind = "craft"
    crafter = { name = "Gex", dice = 2 }  # as it stands here
    "#);
    assert_eq!(lint(&SHOWN), Vec::<String>::new());
    let text = template(&PLAIN, Shown::All);
    assert!(text.starts_with("[contest]\nkind = \"fight\""), "{text}");
}

#[test]
fn flaws_of_kinds_are_reported() {
    static NONE: Kinded = Kinded {
        tag: "kind",
        variants: || &[],
    };
    static TAGLESS: Kinded = Kinded {
        tag: "kind",
        variants: || {
            &[Variant {
                name: "a",
                keys: &[],
            }]
        },
    };
    static TWICE: Kinded = Kinded {
        tag: "kind",
        variants: || {
            const ONE: Variant = Variant {
                name: "a",
                keys: &[],
            };
            &[ONE, ONE]
        },
    };
    static BAD: [Key; 3] = [
        Key::optional("a", ValueShape::Kinded(&NONE)),
        Key::optional("b", ValueShape::Kinded(&TAGLESS)),
        Key::optional("c", ValueShape::Kinded(&TWICE)),
    ];
    assert_eq!(
        lint(&BAD),
        [
            "a has no kinds",
            "b has a kind without exactly one tag",
            "c has two kinds with the same name"
        ]
    );
    for variant in CONTEST.variants() {
        assert_eq!(lint(variant.keys), Vec::<String>::new());
    }
}

#[test]
fn a_checked_table_converts_back_to_its_tree() {
    let text = format!(
        "{BEGIN}title = 'T'\n[rules.bonus]\n'a b' = 2\n[field]\nweight = 2\ndice = [1, 2]\n{FIGHT}{CRAFT}"
    );
    let (table, faults) = checked(&text, &["scene.ambush.contest.side.heroes.Dirk.count=2"]);
    assert!(faults.is_empty(), "{faults}");
    insta::assert_snapshot!(written(&table.to_node()), @r#"
    kind = "x"
    title = "T"
    side = [{ name = "heroes" }, { name = "ambushers" }]

    [rules]
    bonus = { "a b" = 2 }

    [field]
    dice = [1, 2]
    weight = 2

    [[scene]]
    name = "ambush"

    [scene.contest]
    kind = "fight"

    [[scene.contest.side]]
    name = "heroes"

    [[scene.contest.side.combatant]]
    name = "Dirk"
    classes = [{ name = "A", dice = 4 }]
    count = 2

    [[scene]]
    name = "repair"

    [scene.contest]
    kind = "craft"
    crafter = { name = "Gex", dice = 4 }
    "#);
    let node = contest(&table, 0).to_node();
    let entries = node.as_table().unwrap();
    assert_eq!(entries[1].span.to_string(), "x.toml:13:17");
    assert_eq!(entries[1].node.span.text(), "[[scene.contest.side]]");
}

#[test]
fn a_part_is_checked_again_at_its_path() {
    static SIDE: [Key; 2] = [
        Key::required("name", ValueShape::Text),
        Key::required("combatant", ValueShape::elided_tables(&COMBATANT, 1, 1)),
    ];
    static COMBATANT: [Key; 2] = [
        Key::required("name", ValueShape::Text),
        Key::required("classes", ValueShape::Text),
    ];
    static OTHER: [Key; 1] = [Key::required("side", ValueShape::named_tables(&SIDE, 1, 1))];
    let (table, _) = set(&format!("{FIGHT}{CRAFT}"), &[]);
    let contest = contest(&table, 0);
    let mut node = contest.to_node();
    let TomlValue::Table(entries) = &mut node.value else {
        panic!("a table")
    };
    entries.remove("kind");
    let mut faults = Faults::new();
    let again = check_at(&node, &OTHER, contest.own_path(), &mut faults);
    insta::assert_snapshot!(brief(&faults), @r#"x.toml:11:11: scene.ambush.contest.side.heroes.Dirk.classes is [{ name = "A", dice = 4 }]; expected a text in quotes"#);
    assert_eq!(again.path(), "scene.ambush.contest");
    let mut faults = Faults::new();
    check_at(&node, &OTHER, &Path::root().name("else"), &mut faults);
    let paths: Vec<&str> = faults.iter().map(|fault| fault.path.as_str()).collect();
    assert_eq!(paths, ["else.side.heroes.Dirk.classes"]);
}

#[test]
fn faults_are_not_reported_twice() {
    let (table, first) = set(
        "[[scene]]\nname = 'a'\n[scene.contest]\nkind = 'fight'\nside = [3, { name = 'x', player = 9 }]\nrules = 3\nother = 1\n",
        &[],
    );
    assert_eq!(first.len(), 4);
    let contest = contest(&table, 0);
    let keys = CONTEST.variant("fight").unwrap().keys;
    let mut faults = Faults::new();
    check_at(&contest.to_node(), keys, contest.own_path(), &mut faults);
    assert!(faults.is_empty(), "{faults}");
}
