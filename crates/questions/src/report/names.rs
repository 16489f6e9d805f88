//! Names of output files that all common file systems accept.
//!
//! Letters and digits of any script are kept, all other characters become `-`. Windows is the
//! strictest system: no device names, no trailing dots, and no difference between `A` and `a`.

use crate::scenario::Link;
use std::collections::BTreeSet;

/// Maximum length of a name in bytes; file systems allow 255, and the caller adds an extension.
const LONGEST: usize = 120;

/// Returns a safe file name, without a path, for any text. Equal texts give equal names.
pub fn safe_name(text: &str) -> String {
    let mut name = String::new();
    for character in text.chars() {
        // Combining accents belong to the letter before them; file names on macOS use them.
        let accent = matches!(character, '\u{300}'..='\u{36f}') && ends_in_letter(&name);
        if character.is_alphanumeric() || matches!(character, '_' | '.') || accent {
            name.push(character);
        } else if !name.ends_with('-') {
            name.push('-');
        }
    }
    let mut cut = name.len().min(LONGEST);
    while !name.is_char_boundary(cut) {
        cut -= 1;
    }
    name.truncate(cut);
    let name = name.trim_matches(['-', '.']);
    if name.is_empty() {
        return "unnamed".to_owned();
    }
    let (stem, ending) = name.split_at(name.find('.').unwrap_or(name.len()));
    if is_device(stem) {
        format!("{stem}_{ending}")
    } else {
        name.to_owned()
    }
}

/// Returns a safe name for a scenario path, `@name` or `-`, without `.toml` and leading dots.
pub fn scenario_name(path: &str) -> String {
    if path == "-" {
        return "stdin".to_owned();
    }
    if Link::read(path).is_some() {
        return "link".to_owned();
    }
    safe_name(path.strip_suffix(".toml").unwrap_or(path))
}

/// Generates unique names, ignoring case.
#[derive(Clone, Debug, Default)]
pub struct UniqueNames {
    taken: BTreeSet<String>,
}

impl UniqueNames {
    /// Returns a generator that never returns any of these names.
    pub fn without(taken: &[&str]) -> Self {
        Self {
            taken: taken.iter().map(|name| folded(name)).collect(),
        }
    }

    /// Returns `name` itself if it is unused, else the first unused one of `name-2`, `name-3`...
    pub fn unique(&mut self, name: &str) -> String {
        let mut candidate = name.to_owned();
        let mut number = 2_u64;
        while !self.taken.insert(folded(&candidate)) {
            candidate = format!("{name}-{number}");
            number += 1;
        }
        candidate
    }
}

/// Folds case, since names that differ only in case are the same file on some systems.
fn folded(name: &str) -> String {
    name.to_uppercase().to_lowercase()
}

fn ends_in_letter(name: &str) -> bool {
    let is_letter = |last: char| last.is_alphabetic() || matches!(last, '\u{300}'..='\u{36f}');
    name.chars().next_back().is_some_and(is_letter)
}

/// Returns whether a name without its extension is that of a device on Windows.
pub fn is_device(stem: &str) -> bool {
    let stem = stem.to_ascii_uppercase();
    if matches!(stem.as_str(), "CON" | "PRN" | "AUX" | "NUL") {
        return true;
    }
    let mut numbers = ["COM", "LPT"]
        .iter()
        .filter_map(|port| stem.strip_prefix(port));
    let mut digits = numbers.next().unwrap_or_default().chars();
    // Windows also treats these superscripts as digits.
    matches!(digits.next(), Some('0'..='9' | '¹' | '²' | '³')) && digits.next().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_any_script_stay() {
        assert_eq!(safe_name("Засада в каньоне"), "Засада-в-каньоне");
        assert_eq!(safe_name("峡谷/伏擊"), "峡谷-伏擊");
        assert_eq!(safe_name("cafe\u{301}"), "cafe\u{301}");
        assert_eq!(safe_name("a🎲b"), "a-b");
    }

    #[test]
    fn names_never_leave_the_folder() {
        assert_eq!(safe_name("../../etc/passwd"), "etc-passwd");
        assert_eq!(safe_name("C:\\x\\y"), "C-x-y");
        assert_eq!(safe_name("a\0b\nc"), "a-b-c");
        assert_eq!(safe_name(""), "unnamed");
        assert_eq!(safe_name("-.-"), "unnamed");
    }

    #[test]
    fn device_names_of_windows_are_avoided() {
        assert_eq!(safe_name("CON"), "CON_");
        assert_eq!(safe_name("com1.toml"), "com1_.toml");
        assert_eq!(safe_name("LPT²"), "LPT²_");
        assert_eq!(safe_name("COM10"), "COM10");
        assert_eq!(safe_name("console"), "console");
    }

    #[test]
    fn long_names_are_cut_between_letters() {
        let name = safe_name(&"ж".repeat(300));
        assert!(name.len() <= LONGEST);
        assert!(name.chars().all(|letter| letter == 'ж'));
        assert!(!safe_name(&format!("{}. .", "a".repeat(119))).ends_with('.'));
    }

    #[test]
    fn names_that_differ_only_in_case_become_distinct() {
        let mut names = UniqueNames::default();
        assert_eq!(names.unique("Canyon"), "Canyon");
        assert_eq!(names.unique("canyon"), "canyon-2");
        assert_eq!(names.unique("CANYON"), "CANYON-3");
        assert_eq!(names.unique("canyon-2"), "canyon-2-2");
        assert_eq!(names.unique("other"), "other");
        let mut others = UniqueNames::without(&["index.html"]);
        assert_eq!(others.unique("Index.html"), "Index.html-2");
    }

    proptest::proptest! {
        #[test]
        fn any_text_gives_a_safe_name(text in ".{0,200}") {
            let name = safe_name(&text);
            proptest::prop_assert!(!name.is_empty() && name.len() <= LONGEST + 1);
            proptest::prop_assert!(!name.ends_with(['.', ' ']) && !name.starts_with('.'));
            proptest::prop_assert!(!name.contains(['/', '\\', ':', '*', '?', '"', '<', '>', '|']));
            proptest::prop_assert_eq!(safe_name(&name), name);
        }
    }
}
