//! Files of any kind that are wrong as a whole: empty, not text, huge, or full of faults.

use super::{CASES, Cases, answer, good};
use evenodds::scenario::load;
use std::fmt::Write as _;
use std::time::{Duration, Instant};

#[test]
fn all_faults_of_a_file_are_reported_in_order() {
    let text = r#"kind = "combat"
titel = "Ambush"
[[side]]
name = "heroes"
player = "finsher"
[[side.combatant]]
name = "Dirk"
classes = [{ name = "Mercenary", dice = 9 }, { dice = 2, fit = "none" }]
[[side.combatant]]
name = "Dirk"
count = "three"
classes = [{ name = "Pilot", dice = 3 }]
[[side]]
name = "draw"
[expect.outcomes]
heroes = [0.2]
"#;
    let refused = load("x.toml", text.as_bytes(), &[]).unwrap_err();
    insta::assert_snapshot!(refused.to_string(), @r#"
    x.toml:2:1: titel is not a key here; did you mean title?
      |
    2 | titel = "Ambush"
      | ^^^^^
    help: the keys here are format, kind, title, notes, use, side, cover, rules, run, expect, sweep, tune

    x.toml:5:10: side.heroes.player is "finsher"; expected one of "random", "brawler", "finisher", "rollout", "expert", "optimal"
      |
    5 | player = "finsher"
      |          ^^^^^^^^^
    help: did you mean "finisher"?

    x.toml:8:41: side.heroes.Dirk.classes[0].dice is 9; expected 1 to 6 dice
      |
    8 | classes = [{ name = "Mercenary", dice = 9 }, { dice = 2, fit = "none" }]
      |                                         ^

    x.toml:8:46: side.heroes.Dirk.classes[1].name is missing; expected a text in quotes
      |
    8 | classes = [{ name = "Mercenary", dice = 9 }, { dice = 2, fit = "none" }]
      |                                              ^^^^^^^^^^^^^^^^^^^^^^^^^^
    help: for example name = "Former Mercenary"

    x.toml:8:64: side.heroes.Dirk.classes[1].fit is "none"; expected one of "full", "semi"
      |
    8 | classes = [{ name = "Mercenary", dice = 9 }, { dice = 2, fit = "none" }]
      |                                                                ^^^^^^

    x.toml:10:8: side.heroes.combatant[1].name is "Dirk"; the name is already used at x.toml:7:8
       |
    10 | name = "Dirk"
       |        ^^^^^^

    x.toml:11:9: side.heroes.combatant[1].count is "three"; expected an integer from 1 to 1000
       |
    11 | count = "three"
       |         ^^^^^^^

    x.toml:13:1: side.draw.combatant is missing; expected a list of 1 to 1000 tables
       |
    13 | [[side]]
       | ^^^^^^^^

    x.toml:14:8: side.draw.name is "draw"; expected another name, as "draw" and "unresolved" are outcomes that no side wins
       |
    14 | name = "draw"
       |        ^^^^^^

    x.toml:16:10: expect.outcomes.heroes has 1 element; expected the lowest and the highest share, from 0 to 1, as in [0.60, 0.70] or ["60%", "70%"]
       |
    16 | heroes = [0.2]
       |          ^^^^^

    10 faults; nothing was run
    "#);
}

#[test]
fn the_fault_of_an_empty_file_has_the_first_lines() {
    insta::assert_snapshot!(answer("", &[]), @r#"x.toml:1:1: kind is missing; expected one of "combat", "survey", "workshop", "quick", "trade", "action_dice", "dice_adventures", "abstract", "dice", "adventure" / help: for example kind = "combat"; `evenodds new combat` prints a whole file to start from"#);
    insta::assert_snapshot!(answer("\n# nothing yet\n", &[]), @r#"x.toml:1:1: kind is missing; expected one of "combat", "survey", "workshop", "quick", "trade", "action_dice", "dice_adventures", "abstract", "dice", "adventure" / help: for example kind = "combat"; `evenodds new combat` prints a whole file to start from"#);
}

#[test]
fn bytes_that_are_no_text_are_placed() {
    let refused = |bytes: &[u8]| match load("x.toml", bytes, &[]) {
        Err(error) => error.to_string(),
        Ok(_) => panic!("went through"),
    };
    let wide: Vec<u8> = "\u{feff}kind = \"quick\"\n"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    insta::assert_snapshot!(refused(&wide), @"x.toml:1:1: the file is not text; save it as UTF-8 instead of UTF-16");
    insta::assert_snapshot!(refused(b"kind = \"quick\"\ntitle = \"caf\xe9\"\n"), @"x.toml:2:13: the file is not text; expected a TOML file in UTF-8");
    insta::assert_snapshot!(refused(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"), @"x.toml:1:1: the file is not text; expected a TOML file in UTF-8");
    insta::assert_snapshot!(refused(b"\x7fELF\x02\x01\x01\0\0\0\0"), @"x.toml:1:8: the file is not text; expected a TOML file in UTF-8");
}

#[test]
fn any_bytes_are_handled() {
    // A fixed sequence without structure.
    let mut state = 1_u32;
    for length in [1, 10, 100, 1_000, 10_000] {
        for _ in 0..20 {
            let bytes: Vec<u8> = (0..length)
                .map(|_| {
                    state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    (state >> 24) as u8
                })
                .collect();
            let ascii: Vec<u8> = bytes.iter().map(|byte| byte & 0x7f).collect();
            for bytes in [bytes, ascii] {
                let error = load("x.toml", &bytes, &[]).expect_err("noise is no scenario");
                assert!(error.to_string().starts_with("x.toml:"), "{error}");
            }
        }
    }
}

#[test]
fn a_byte_order_mark_is_no_fault_and_shifts_no_column() {
    for cases in &CASES {
        let marked = format!("\u{feff}{}", cases.good);
        assert_eq!(good(&marked).hash, good(cases.good).hash);
        let text = cases.good.replacen("kind", "kin", 1);
        assert_eq!(
            answer(&format!("\u{feff}{text}"), &[]),
            answer(&text, &[]),
            "columns count from the first character that is seen"
        );
    }
}

#[test]
fn windows_line_ends_load_and_shift_no_position() {
    for cases in &CASES {
        let windows = cases.good.replace('\n', "\r\n");
        assert_eq!(good(&windows).hash, good(cases.good).hash);
        for case in cases.changed() {
            let windows = case.text.replace('\n', "\r\n");
            let (answered, same) = (answer(&windows, &case.sets), answer(&case.text, &case.sets));
            assert_eq!(answered, same, "{}", case.changes);
        }
    }
}

#[test]
fn huge_nestings_are_refused_in_a_line() {
    let deep = |open: &str, close: &str| {
        let text = format!(
            "kind = \"quick\"\nnotes = {}1{}\n",
            open.repeat(50_000),
            close.repeat(50_000)
        );
        answer(&text, &[])
    };
    insta::assert_snapshot!(deep("[", "]"), @"x.toml:2:73: too deeply nested; expected at most 64 levels of tables and lists");
    assert!(deep("{ a = ", " }").contains("too deeply nested"));
}

#[test]
fn megabytes_are_answered_within_seconds_and_in_pages_that_end() {
    let within = |text: &str, what: &str| {
        let begun = Instant::now();
        let result = load("x.toml", text.as_bytes(), &[]);
        let size = match &result {
            Ok(scenario) => scenario.text.len(),
            Err(error) => error.to_string().len(),
        };
        let elapsed = begun.elapsed();
        // The limit is for unoptimized builds and busy machines; normally it takes a fraction of a
        // second.
        assert!(elapsed < Duration::from_secs(20), "{what}: {elapsed:?}");
        assert!(size < 10_000_000, "{what}: an answer of {size} bytes");
        result.is_ok()
    };
    let story = |lines| {
        format!(
            "notes = \"{}\"\n{}",
            "A very long story. ".repeat(lines),
            Cases::of("quick").good
        )
    };
    assert!(within(&story(1_000), "long notes"));
    assert!(!within(&story(270_000), "notes that are too long"));
    let comments = "# nothing to see here\n".repeat(150_000) + Cases::of("quick").good;
    assert!(within(&comments, "many comments"));
    // The parser is slow without optimization, so its faulty input is smaller then.
    let faults: String =
        (0..50_000).fold(Cases::of("quick").good.to_owned(), |mut text, number| {
            let _ = writeln!(text, "\"k{number}\" = [1, {number}]");
            text
        });
    assert!(!within(&faults, "many unknown keys"));
    assert!(!within(&"=".repeat(1_000_000), "one long line of rubbish"));
    assert!(!within(&"a\n".repeat(500_000), "many lines of rubbish"));
}
