//! Tests of inserted documents in documents with test keys.

use super::*;
use crate::document::brief;
use crate::document::{CheckedTable, ChoiceName, Kinded, Variant, canonical, parse, set, written};
use crate::scenario::load::is_about_files;
use crate::scenario::testing::LIBRARY;
use std::fs;
use std::sync::LazyLock;

static VARIANTS: LazyLock<Vec<Variant>> = LazyLock::new(|| {
    // The other kinds are refused.
    let kinds = ["combat", "workshop", "quick"].into_iter();
    kinds
        .filter_map(|name| LIBRARY.kind(name))
        .map(|kind| {
            Variant::new(
                &CONTEST,
                ChoiceName::new(kind.name, kind.summary),
                kind.keys,
            )
        })
        .collect()
});
static CONTEST: Kinded = Kinded {
    tag: "kind",
    variants: || &VARIANTS,
};
static SCENE: [Key; 3] = [
    Key::required("name", ValueShape::Text),
    Key::optional("file", ValueShape::Text).includes("contest"),
    Key::required("contest", ValueShape::Kinded(&CONTEST)),
];
static KEYS: [Key; 2] = [
    Key::default("title", ValueShape::Text, "\"\""),
    Key::required("scene", ValueShape::named_tables(&SCENE, 1, 4)),
];

const WORKSHOP: &str = "format = 1\nkind = 'workshop'\ntitle = 'T'\n[crafter]\nname = 'Gex'\ndice = 4\n[craft]\npiles = 3\n[expect.outcomes]\nnobody = [0, 1]\n";

const HEROES: &str = "[[side]]\nname = 'heroes'\n[[side.combatant]]\nname = 'Dirk'\nclasses = [{ name = 'Fighter', dice = 4 }]\n";

const FIGHT: &str = "kind = 'combat'\nuse = ['heroes.toml']\n[[side]]\nname = 'guards'\n[[side.combatant]]\nname = 'Guard'\ncount = 2\nclasses = [{ name = 'Fighter', dice = 3 }]\n[rules]\nhalf = 'down'\n";

/// A temporary folder with files.
struct Folder(tempfile::TempDir);

impl Folder {
    fn with(files: &[(&str, &str)]) -> Self {
        let base = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = base.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        Self(base)
    }

    fn path(&self) -> &std::path::Path {
        self.0.path()
    }

    /// Returns a checked document in this folder, with files inserted and assignments applied.
    fn check(&self, text: &str, assignments: &[&str]) -> CheckedDocument {
        self.check_with(text, assignments, &mut Files::new(&LIBRARY))
    }

    fn check_with(&self, text: &str, assignments: &[&str], files: &mut Files) -> CheckedDocument {
        let path = self.path().join("all.toml");
        fs::write(&path, text).unwrap();
        let source = Source::new(path.to_string_lossy(), text);
        let mut faults = Faults::new();
        let mut root = parse(&source, &mut faults);
        for assignment in assignments {
            set::apply(&mut root, &KEYS, assignment, &mut faults);
        }
        let host = IncludingDocument {
            library: &LIBRARY,
            keys: &KEYS,
            source: &source,
            identity: &Identity::Disk(path.canonicalize().unwrap()),
            base: &BaseFolder::Folder(self.path().to_path_buf()),
        };
        let gathered = include(&mut root, host, files, &mut faults);
        let table = check(&root, &KEYS, &mut faults);
        let folder = format!("{}/", self.path().display());
        let faults = if faults.is_empty() {
            String::new()
        } else {
            without_lists(&brief(&faults).replace(&folder, ""))
        };
        CheckedDocument {
            root,
            table,
            faults,
            gathered,
        }
    }
}

/// Returns the text without the lists of kinds and scenarios, which grow with new versions.
fn without_lists(text: &str) -> String {
    let kinds = LIBRARY
        .kinds
        .iter()
        .map(|kind| format!("\"{}\"", kind.name));
    let scenarios = LIBRARY
        .scenarios
        .iter()
        .map(|builtin| format!("@{}", builtin.name));
    text.replace(&kinds.collect::<Vec<_>>().join(", "), "<kinds>")
        .replace(&scenarios.collect::<Vec<_>>().join(", "), "<scenarios>")
}

struct CheckedDocument {
    root: Node,
    table: CheckedTable,
    faults: String,
    gathered: GatherResult,
}

impl CheckedDocument {
    /// Returns the canonical text of a document, which must have no faults.
    fn canonical(&self) -> String {
        assert_eq!(self.faults, "");
        assert!(!self.gathered.incomplete);
        canonical(&self.table, &["title"])
    }
}

#[test]
fn an_inserted_file_equals_its_written_out_contest() {
    let base = Folder::with(&[
        ("shop.toml", WORKSHOP),
        ("fights/fight.toml", FIGHT),
        ("fights/heroes.toml", HEROES),
    ]);
    let named = base.check(
        "[[scene]]\nname = 'a'\nfile = 'shop.toml'\n[[scene]]\nname = 'b'\nfile = 'fights/fight.toml'\n",
        &[],
    );
    let inline = base.check(
        "[[scene]]\nname = 'a'\n[scene.contest]\nkind = 'workshop'\ncrafter = { name = 'Gex', dice = 4 }\ncraft = { piles = 3 }\n\
         [[scene]]\nname = 'b'\n[scene.contest]\nkind = 'combat'\nrules.half = 'down'\n\
         [[scene.contest.side]]\nname = 'heroes'\n[[scene.contest.side.combatant]]\nname = 'Dirk'\nclasses = [{ name = 'Fighter', dice = 4 }]\n\
         [[scene.contest.side]]\nname = 'guards'\n[[scene.contest.side.combatant]]\nname = 'Guard'\ncount = 2\nclasses = [{ name = 'Fighter', dice = 3 }]\n",
        &[],
    );
    assert_eq!(named.canonical(), inline.canonical());
    // The written document needs no other files.
    let sandbox = base.check(&written(&named.root), &[]);
    assert_eq!(sandbox.canonical(), inline.canonical());
    insta::assert_snapshot!(written(&named.root), @r#"
    [[scene]]
    name = "a"

    [scene.contest]
    kind = "workshop"
    crafter = { name = "Gex", dice = 4 }
    craft = { piles = 3 }

    [[scene]]
    name = "b"

    [scene.contest]
    kind = "combat"
    rules = { half = "down" }

    [[scene.contest.side]]
    name = "heroes"

    [[scene.contest.side.combatant]]
    name = "Dirk"
    classes = [{ name = "Fighter", dice = 4 }]

    [[scene.contest.side]]
    name = "guards"

    [[scene.contest.side.combatant]]
    name = "Guard"
    count = 2
    classes = [{ name = "Fighter", dice = 3 }]
    "#);
    let guard = &named.table.tables("scene")[1]
        .table("contest")
        .unwrap()
        .tables("side")[1]
        .tables("combatant")[0];
    assert_eq!(
        guard.path_of("count"),
        "scene.b.contest.side.guards.Guard.count"
    );
    assert!(guard.span("count").to_string().ends_with("fight.toml:7:9"));
}

#[test]
fn keys_beside_the_file_complete_its_contest() {
    let base = Folder::with(&[
        ("fight.toml", FIGHT),
        ("heroes.toml", HEROES),
        ("shop.toml", WORKSHOP),
    ]);
    let checked = base.check(
        "[[scene]]\nname = 'a'\nfile = 'fight.toml'\n[scene.contest]\nkind = 'combat'\nrules.wounds_to_die = 3\n\
         [[scene.contest.side]]\nname = 'guards'\n[[scene.contest.side.combatant]]\nname = 'Guard'\ncount = 7\n[[scene.contest.side.combatant]]\nname = 'Dog'\nclasses = [{ name = 'Beast', dice = 2 }]\n\
         [[scene]]\nname = 'b'\nfile = 'shop.toml'\ncontest = { crafter.dice = 6 }\n",
        &[],
    );
    checked.canonical();
    insta::assert_snapshot!(written(&checked.root), @r#"
    [[scene]]
    name = "a"

    [scene.contest]
    kind = "combat"
    rules = { half = "down", wounds_to_die = 3 }

    [[scene.contest.side]]
    name = "heroes"

    [[scene.contest.side.combatant]]
    name = "Dirk"
    classes = [{ name = "Fighter", dice = 4 }]

    [[scene.contest.side]]
    name = "guards"

    [[scene.contest.side.combatant]]
    name = "Guard"
    count = 7
    classes = [{ name = "Fighter", dice = 3 }]

    [[scene.contest.side.combatant]]
    name = "Dog"
    classes = [{ name = "Beast", dice = 2 }]

    [[scene]]
    name = "b"

    [scene.contest]
    kind = "workshop"
    crafter = { name = "Gex", dice = 6 }
    craft = { piles = 3 }
    "#);
}

#[test]
fn only_fitting_values_complete_a_contest() {
    let base = Folder::with(&[("shop.toml", WORKSHOP)]);
    let checked = base.check(
        "[[scene]]\nname = 'a'\nfile = 'shop.toml'\ncontest = { kind = 'combat', side = [] }\n\
         [[scene]]\nname = 'b'\nfile = 'shop.toml'\ncontest = 'workshop'\n\
         [[scene]]\nname = 'c'\nfile = 'shop.toml'\ncontest = { kind = 3 }\n\
         [[scene]]\nname = 'd'\nfile = 'shop.toml'\n[scene.contest]\ncrafter = 3\nside = []\ncraft.pils = 3\n",
        &[],
    );
    assert!(checked.gathered.incomplete);
    insta::assert_snapshot!(checked.faults, @r#"
    all.toml:4:20: scene.a.contest.kind is "combat"; the kind of the file is "workshop", which cannot be changed, as its other keys depend on it
    all.toml:8:11: scene.b.contest is "workshop"; expected a table of the keys that differ from the file
    all.toml:12:20: scene.c.contest.kind is 3; the kind of the file is "workshop", which cannot be changed, as its other keys depend on it
    all.toml:17:11: scene.d.contest.crafter is 3; expected a table / help: for example crafter = { name = "Gex", dice = 5 }
    all.toml:18:1: scene.d.contest.side is not a key here; the keys here are kind, player, crafter, assistance, time, facility, craft, rules
    all.toml:19:7: scene.d.contest.craft.pils is not a key here; did you mean piles? / help: the keys here are piles, dice
    "#);
}

#[test]
fn invalid_references_are_refused_at_their_positions() {
    let base = Folder::with(&[
        ("shop.toml", WORKSHOP),
        ("folder/x.toml", ""),
        ("survey.toml", "kind = 'survey'\n"),
    ]);
    let pages = [
        ["shp.toml", "folder", "", "nowhere/x.toml"],
        [
            "all.toml",
            "./folder/../all.toml",
            "survey.toml",
            "shop.toml",
        ],
        ["@canyn", "@canyon-heroes", "@", "@canyon"],
    ]
    .map(|named| {
        let scene = |(index, file)| format!("[[scene]]\nname = '{index}'\nfile = '{file}'\n");
        let text: String = named.iter().enumerate().map(scene).collect();
        let checked = base.check(&text, &[]);
        assert!(checked.gathered.incomplete && !checked.gathered.unreadable);
        checked.faults
    });
    insta::assert_snapshot!(pages.join("\n"), @r#"
    all.toml:3:8: scene.0.file is "shp.toml"; the file shp.toml does not exist / help: did you mean shop.toml?
    all.toml:6:8: scene.1.file is "folder"; folder is a folder; expected a file
    all.toml:9:8: scene.2.file is ""; expected the path of a file
    all.toml:12:8: scene.3.file is "nowhere/x.toml"; the file nowhere/x.toml does not exist / help: the folder nowhere does not exist
    all.toml:3:8: scene.0.file is "all.toml"; a file cannot include itself
    all.toml:6:8: scene.1.file is "./folder/../all.toml"; a file cannot include itself
    all.toml:9:8: scene.2.file is "survey.toml"; expected a file whose `kind` is one of "combat", "workshop", "quick" / help: the kind of this file is "survey"
    all.toml:3:8: scene.0.file is "@canyn"; the built-in scenarios are <scenarios> / help: did you mean "@canyon"?
    all.toml:6:8: scene.1.file is "@canyon-heroes"; the built-in scenarios are <scenarios> / help: @canyon-heroes is not a scenario, but a file that scenarios use
    all.toml:9:8: scene.2.file is "@"; the built-in scenarios are <scenarios>
    "#);
}

#[test]
fn faults_of_an_included_file_are_reported_once_at_their_positions() {
    let base = Folder::with(&[
        (
            "broken.toml",
            "kind = 'workshop'\ntitle = \n[crafter]\nname = 'Gex'\ndice = 99\n",
        ),
        ("none.toml", "title = 'T'\n"),
        ("unknown.toml", "kind = 'worksop'\nformat = 2\nside = 3\n"),
    ]);
    fs::write(base.path().join("image.toml"), [0xff, 0xfe, 0, 0]).unwrap();
    let named = ["broken", "none", "unknown", "image"];
    let scene = |name| format!("[[scene]]\nname = '{name}'\nfile = '{name}.toml'\n");
    let checked = base.check(&named.map(scene).concat(), &[]);
    insta::assert_snapshot!(checked.faults, @r#"
    broken.toml:2:9: value is missing
    broken.toml:5:8: scene.broken.contest.crafter.dice is 99; expected 1 to 6 dice
    none.toml:1:1: kind is missing; expected one of <kinds> / help: for example kind = "combat"; `evenodds new combat` prints a whole file to start from
    unknown.toml:1:8: kind is "worksop"; expected one of <kinds> / help: did you mean "workshop"?
    unknown.toml:2:10: format is 2; expected 1, the format of this version of the program
    image.toml:1:1: the file is not text; save it as UTF-8 instead of UTF-16
    "#);
    let twice =
        ["a", "b"].map(|name| format!("[[scene]]\nname = '{name}'\nfile = 'broken.toml'\n"));
    let checked = base.check(&twice.concat(), &[]);
    assert_eq!(
        checked.faults.matches("broken.toml:2:").count(),
        1,
        "{}",
        checked.faults
    );
}

#[test]
fn keys_outside_the_contest_are_checked_and_left_out() {
    let base = Folder::with(&[
        (
            "new.toml",
            "format = 2\nkind = 'workshop'\n[crafter]\nname = 'Gex'\ndice = 4\n[craft]\npiles = 3\n[sweep]\nvari = 3\n",
        ),
        ("use.toml", "kind = 'combat'\nuse = 3\n"),
        (
            "uses.toml",
            "kind = 'combat'\nuse = ['gone.toml', 'bad.toml']\n",
        ),
        ("also.toml", "kind = 'combat'\nuse = ['bad.toml']\n"),
        ("bad.toml", "[[side]]\nnam = 'x'\n[sid]\n"),
    ]);
    let named = ["new", "use", "uses", "also"];
    let scene = |name| format!("[[scene]]\nname = '{name}'\nfile = '{name}.toml'\n");
    let checked = base.check(&named.map(scene).concat(), &[]);
    assert!(checked.gathered.incomplete);
    insta::assert_snapshot!(checked.faults, @r#"
    new.toml:1:10: format is 2; expected 1, the format of this version of the program
    new.toml:9:1: sweep.vari is not a key here; did you mean vary? / help: the keys here are vary, where, figure, trials
    use.toml:2:7: use is 3; expected a list of at most 100 paths, relative to the folder of this file, or names such as "@canyon-ambushers"
    uses.toml:2:8: use[0] is "gone.toml"; the file gone.toml does not exist / help: did you mean new.toml?
    bad.toml:1:1: scene.uses.contest.side[0].combatant is missing; expected a list of 1 to 1000 tables
    bad.toml:1:1: scene.also.contest.side[0].combatant is missing; expected a list of 1 to 1000 tables
    bad.toml:2:1: scene.uses.contest.side[0].nam is not a key here; did you mean name? / help: the keys here are name, player, combatant, reinforcement, cover, allow
    bad.toml:2:1: scene.also.contest.side[0].nam is not a key here; did you mean name? / help: the keys here are name, player, combatant, reinforcement, cover, allow
    bad.toml:3:2: sid is not a key here; did you mean side? / help: the keys here are format, title, notes, use, side
    also.toml:2:1: scene.also.contest.side has 1 element; expected a list of 2 to 100 tables
    "#);
}

#[test]
fn values_that_are_not_strings_are_left_to_the_checker() {
    let base = Folder::with(&[("shop.toml", WORKSHOP)]);
    let checked = base.check(
        "[[scene]]\nname = 'a'\nfile = 3\n[[scene]]\nname = 'b'\nfile = ['shop.toml']\ncontest = { kind = 'quick' }\n",
        &[],
    );
    assert!(checked.gathered.incomplete);
    insta::assert_snapshot!(checked.faults, @r#"
    all.toml:3:8: scene.a.file is 3; expected a text in quotes / help: write it in quotes
    all.toml:6:8: scene.b.file is ["shop.toml"]; expected a text in quotes
    "#);
    for text in ["scene = 3\n", "scene = [3]\n", "[scene]\nfile = 'x'\n", ""] {
        assert!(!base.check(text, &[]).gathered.incomplete, "{text}");
    }
    let many = (0..9).map(|index| format!("[[scene]]\nname = '{index}'\nfile = 'shop.toml'\n"));
    let checked = base.check(&many.collect::<String>(), &[]);
    assert!(
        checked.faults.contains("scene has 9 elements"),
        "{}",
        checked.faults
    );
}

#[test]
fn assigned_references_are_relative_to_the_working_folder() {
    let base = Folder::with(&[("shop.toml", WORKSHOP)]);
    let text = "[[scene]]\nname = 'a'\nfile = 'gone.toml'\n";
    let shop = base.path().join("shop.toml");
    let checked = base.check(text, &[&format!("scene.a.file={}", shop.display())]);
    checked.canonical();
    let checked = base.check(text, &["scene.a.file=shop.toml"]);
    assert!(
        checked.faults.starts_with(
            "--set:1:14: scene.a.file is \"shop.toml\"; the file shop.toml does not exist"
        ),
        "{}",
        checked.faults
    );
    let checked = base.check(text, &["scene.a.file=@android-repair"]);
    checked.canonical();
}

#[test]
fn references_of_built_in_files_are_relative_to_the_source_tree() {
    let source = Source::new(
        "@x",
        "[[scene]]\nname = 'a'\nfile = '../combat/late-drones.toml'\n",
    );
    let mut faults = Faults::new();
    let mut root = parse(&source, &mut faults);
    let host = IncludingDocument {
        library: &LIBRARY,
        keys: &KEYS,
        source: &source,
        identity: &Identity::Program(PathBuf::from("scenarios/adventure/x.toml")),
        base: &BaseFolder::Program(PathBuf::from("scenarios/adventure")),
    };
    let mut files = Files::new(&LIBRARY);
    include(&mut root, host, &mut files, &mut faults);
    let table = check(&root, &KEYS, &mut faults);
    assert!(faults.is_empty(), "{faults}");
    let contest = table.tables("scene")[0].table("contest").unwrap();
    assert!(contest.tables("side").len() >= 2);
    assert!(files.on_disk().is_empty());
}

#[test]
fn files_are_read_once() {
    let base = Folder::with(&[("fight.toml", FIGHT), ("heroes.toml", HEROES)]);
    let text = "[[scene]]\nname = 'a'\nfile = 'fight.toml'\n";
    let mut files = Files::new(&LIBRARY);
    let first = base.check_with(text, &[], &mut files).canonical();
    let mut on_disk = files.on_disk();
    on_disk.sort();
    let expected =
        ["fight.toml", "heroes.toml"].map(|name| base.path().join(name).canonicalize().unwrap());
    assert_eq!(on_disk, expected);
    for name in ["fight.toml", "heroes.toml"] {
        fs::remove_file(base.path().join(name)).unwrap();
    }
    assert_eq!(base.check_with(text, &[], &mut files).canonical(), first);
}

#[cfg(unix)]
#[test]
fn an_unreadable_file_is_distinguished_from_an_invalid_reference() {
    use std::os::unix::fs::PermissionsExt;
    let base = Folder::with(&[("shop.toml", WORKSHOP)]);
    let shop = base.path().join("shop.toml");
    fs::set_permissions(&shop, fs::Permissions::from_mode(0o0)).unwrap();
    let checked = base.check("[[scene]]\nname = 'a'\nfile = 'shop.toml'\n", &[]);
    // A user with all permissions can read the file anyway.
    if fs::read(&shop).is_err() {
        assert!(checked.gathered.unreadable && checked.gathered.incomplete);
        assert!(
            checked.faults.contains("cannot read shop.toml: "),
            "{}",
            checked.faults
        );
    }
}

#[test]
fn assignments_that_name_files_are_recognized() {
    for assignment in [
        "scene.a.file=x.toml",
        "scene[0].file=",
        "scene.a={ name = 'b', file = 'x.toml' }",
        "scene=[]",
    ] {
        assert!(is_about_files(assignment, &KEYS), "{assignment}");
    }
    for assignment in [
        "scene.a.name=x",
        "scene.a.contest.kind=x",
        "title=x",
        "use=[]",
        "file=x",
        "=",
    ] {
        assert!(!is_about_files(assignment, &KEYS), "{assignment}");
    }
}
