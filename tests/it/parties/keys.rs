//! The keys of parties.

use super::table;
use evenodds::contests::KINDS;
use evenodds::document::{Faults, Key, Presence, Shown, Source, check, lint, parse, template};
use evenodds::scenario::{LIBRARY, PARTIES};
use std::fs;
use std::path::PathBuf;

#[test]
fn tables_of_keys_of_parties_have_no_flaws_and_the_shipped_ones_no_faults() {
    let mut checked = 0;
    for kind in KINDS {
        let Some(keys) = LIBRARY.part_keys_of(kind) else {
            continue;
        };
        assert_eq!(lint(keys), Vec::<String>::new(), "{}", kind.name);
        let template = template(keys, Shown::All);
        let folder = format!("scenarios/{}/", kind.name);
        let shipped = PARTIES
            .iter()
            .filter(|party| party.path.starts_with(&folder));
        for text in shipped.map(|party| party.text).chain([template.as_str()]) {
            let mut faults = Faults::new();
            let root = parse(&Source::new("party.toml", text), &mut faults);
            check(&root, keys, &mut faults);
            assert!(faults.is_empty(), "{text}\n{faults}");
            checked += 1;
        }
    }
    // Every kind that uses other files has a template of a party.
    let kinds = KINDS
        .iter()
        .filter(|kind| LIBRARY.part_keys_of(kind).is_some());
    assert_eq!(checked, PARTIES.len() + kinds.count());
    // The output of `new` is valid without changes.
    let folder = table();
    folder.write(
        "heroes.toml",
        folder.output(&["new", "combat", "--party"]).as_bytes(),
    );
    folder.hash(&["fight.toml"]);
}

#[test]
fn the_page_about_the_format_has_every_key_of_a_party() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(root.join("docs/reference/format.md")).unwrap();
    let page = page.replace("\r\n", "\n");
    let part = page
        .split("\n## ")
        .find(|part| part.starts_with("Shared parties"))
        .unwrap();
    let keys: Vec<&Key> = KINDS
        .iter()
        .filter_map(|kind| LIBRARY.part_keys_of(kind))
        .flatten()
        .collect();
    for key in &keys {
        let default = match key.presence {
            Presence::Required => "required".to_owned(),
            Presence::Optional => String::new(),
            Presence::Default(literal) => format!("`{literal}`"),
        };
        let row = part
            .lines()
            .find(|line| line.starts_with(&format!("| `{}` |", key.name)));
        let cells: Vec<&str> = row.unwrap().split('|').map(str::trim).collect();
        assert_eq!(cells[3], default, "{}", key.name);
    }
    for row in part.lines().filter(|line| line.starts_with("| `")) {
        let name = row.split('`').nth(1).unwrap();
        assert!(keys.iter().any(|key| key.name == name), "no key {name}");
    }
}
