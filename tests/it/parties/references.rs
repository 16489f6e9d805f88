//! Files that are named in a wrong way, or that do not fit their use.

use super::{BOTH, DRONES, Folder, HEROES, fight, named, table};
use std::fs;

#[test]
fn a_reference_to_no_file_is_a_fault() {
    insta::assert_snapshot!(named("use = [\"heros.toml\", \"parties/heroes.toml\", \" \"]"), @r#"
    fight.toml:2:8: use[0] is "heros.toml"; the file heros.toml does not exist / help: did you mean heroes.toml?
    fight.toml:2:22: use[1] is "parties/heroes.toml"; the file parties/heroes.toml does not exist / help: the folder parties does not exist
    fight.toml:2:45: use[2] is " "; expected the path of a file
    "#);
    insta::assert_snapshot!(named("use = [\"heroes.toml/x.toml\", \"a\\u0000b\"]"), @r#"
    fight.toml:2:8: use[0] is "heroes.toml/x.toml"; the file heroes.toml/x.toml does not exist / help: the folder heroes.toml does not exist
    fight.toml:2:30: use[1] is "a\u0000b"; the file a\u{0}b does not exist
    "#);
    let long = "x".repeat(5_000);
    assert!(named(&format!("use = [\"{long}\"]")).len() < 1_500);
}

#[test]
fn a_reference_to_something_else_than_a_file_is_a_fault() {
    insta::assert_snapshot!(named("use = [\".\"]"), @r#"fight.toml:2:8: use[0] is "."; . is a folder; expected a file"#);
    if cfg!(unix) {
        insta::assert_snapshot!(named("use = [\"/dev/zero\"]"), @r#"fight.toml:2:8: use[0] is "/dev/zero"; /dev/zero is a device; expected a file"#);
    }
    let folder = table();
    folder.write("heroes.toml", &vec![b'#'; (16 << 20) + 1]);
    insta::assert_snapshot!(folder.refused(&["run", "fight.toml"]), @r#"fight.toml:2:8: use[0] is "heroes.toml"; heroes.toml is larger than 16 MB, the limit"#);
}

#[test]
fn references_into_the_program_are_of_parties() {
    insta::assert_snapshot!(named("use = [\"@canyon-heros\", \"@canyon\", \"@\"]"), @r#"
    fight.toml:2:8: use[0] is "@canyon-heros"; the built-in parties are @canyon-ambushers, @canyon-heroes / help: did you mean "@canyon-heroes"?
    fight.toml:2:25: use[1] is "@canyon"; the built-in parties are @canyon-ambushers, @canyon-heroes / help: @canyon is a scenario, which other scenarios cannot use
    fight.toml:2:36: use[2] is "@"; the built-in parties are @canyon-ambushers, @canyon-heroes
    "#);
}

#[test]
fn a_reference_that_is_no_text_is_a_fault() {
    insta::assert_snapshot!(named("use = \"heroes.toml\""), @r#"fight.toml:2:7: use is "heroes.toml"; expected a list of at most 100 paths, relative to the folder of this file, or names such as "@canyon-ambushers" / help: write a list in brackets, even of one element: [ … ]"#);
    insta::assert_snapshot!(named("use = [\"heroes.toml\", 7]"), @r#"fight.toml:2:23: use[1] is 7; expected a list of at most 100 paths, relative to the folder of this file, or names such as "@canyon-ambushers" / help: write it in quotes"#);
    let many = format!("use = [{}]", "\"heroes.toml\", ".repeat(101));
    assert!(named(&many).contains("use has 101 elements; expected a list of at most 100 paths"));
}

#[test]
fn a_file_named_twice_is_a_fault() {
    insta::assert_snapshot!(named("use = [\"heroes.toml\", \"./heroes.toml\"]"), @r#"fight.toml:2:23: use[1] is "./heroes.toml"; use[0] already names this file"#);
}

#[test]
fn cycles_are_faults_with_their_files() {
    let folder = Folder::with(&[
        ("fight.toml", BOTH),
        ("heroes.toml", &format!("use = [\"deep/a.toml\"]\n{HEROES}")),
        ("deep/a.toml", "use = [\"b.toml\"]\n"),
        ("deep/b.toml", "use = [\"../heroes.toml\", \"b.toml\"]\n"),
        ("drones.toml", &format!("use = [\"fight.toml\"]\n{DRONES}")),
    ]);
    insta::assert_snapshot!(folder.refused(&["run", "fight.toml"]), @r#"
    deep/b.toml:1:8: use[0] is "../heroes.toml"; files cannot use each other in a circle (heroes.toml uses deep/a.toml uses deep/b.toml uses heroes.toml)
    deep/b.toml:1:26: use[1] is "b.toml"; a file cannot use itself
    drones.toml:1:8: use[0] is "fight.toml"; files cannot use each other in a circle (fight.toml uses drones.toml uses fight.toml)
    "#);
}

#[test]
fn long_chains_end() {
    let folder = table();
    for number in 0..40 {
        let text = format!("use = [\"{}.toml\"]\n", number + 1);
        folder.write(&format!("{number}.toml"), text.as_bytes());
    }
    folder.write("fight.toml", fight().replace("heroes", "0").as_bytes());
    insta::assert_snapshot!(folder.refused(&["run", "fight.toml"]), @r#"30.toml:1:8: use[0] is "31.toml"; expected a chain of at most 32 files that use each other"#);
}

#[test]
fn a_whole_scenario_cannot_be_used() {
    let folder = table();
    folder.write(
        "heroes.toml",
        format!("{}[rules]\nhalf = \"down\"\n", fight()).as_bytes(),
    );
    insta::assert_snapshot!(folder.refused(&["run", "fight.toml"]), @"heroes.toml:1:1: kind is not a key here; a file that scenarios use is not a scenario itself / help: move the shared elements to a separate file with these keys only: format, title, notes, use, side");
}

#[test]
fn a_party_is_no_scenario() {
    let folder = table();
    insta::assert_snapshot!(folder.refused(&["run", "heroes.toml"]), @r#"heroes.toml:1:1: kind is missing; expected one of "combat", "survey", "workshop", "quick", "trade", "action_dice", "dice_adventures", "abstract", "dice", "adventure" / help: for example kind = "combat"; `evenodds new combat` prints a whole file to start from; to use its elements of `side`, name it in a scenario: use = ["heroes.toml"]"#);
}

#[test]
fn a_file_that_is_no_text_is_a_fault_in_it() {
    let folder = table();
    folder.write(
        "heroes.toml",
        b"title = \"The crew\"\nnotes = \"caf\xe9\"\n",
    );
    insta::assert_snapshot!(folder.refused(&["run", "fight.toml"]), @"heroes.toml:2:13: the file is not text; expected a TOML file in UTF-8");
}

#[test]
fn read_errors_of_the_system_exit_with_3() {
    #[cfg(unix)]
    {
        let folder = table();
        fs::remove_file(folder.path("heroes.toml")).unwrap();
        std::os::unix::fs::symlink("heroes.toml", folder.path("heroes.toml")).unwrap();
        let answer = folder.call(&["run", "fight.toml"]);
        assert_eq!(answer.code, Some(3));
        assert!(
            answer.err.starts_with(
                "fight.toml:2:8: use[0] is \"heroes.toml\"; cannot read heroes.toml: "
            )
        );
    }
}
