//! Search for typed names, and the fault of an unknown name.

use super::SpannedText;
use crate::document::Fault;
use crate::document::nearest::nearest;

/// Result of a search for a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FoundName {
    /// The name at this index.
    One(usize),
    /// The text matches more than one name.
    Ambiguous,
    /// The text matches no name.
    Missing,
}

/// Finds a name: by its exact text, else ignoring case, else by consecutive words of it, if all
/// other names with these words are longer names of the same group. `groups` has the group of each
/// name.
pub fn find(typed: &str, names: &[impl AsRef<str>], groups: &[usize]) -> FoundName {
    let exact = names.iter().position(|name| name.as_ref() == typed);
    if let Some(exact) = exact {
        return FoundName::One(exact);
    }
    let wanted = folded(typed);
    if wanted.is_empty() {
        return FoundName::Missing;
    }
    let known: Vec<Vec<String>> = names.iter().map(|name| folded(name.as_ref())).collect();
    let has_it = |name: &&[String]| name.windows(wanted.len()).any(|part| part == wanted);
    let matching = || {
        let all = known.iter().enumerate();
        all.filter(|(_, name)| has_it(&name.as_slice()))
    };
    let whole = matching().find(|(_, name)| name.len() == wanted.len());
    if let Some((whole, _)) = whole {
        return FoundName::One(whole);
    }
    let group = |place: usize| groups.get(place).copied().unwrap_or(place);
    match matching().min_by_key(|(_, name)| name.len()) {
        None => FoundName::Missing,
        Some((place, name)) => {
            let alone = matching().all(|(other, with)| {
                other == place || group(other) == group(place) && with.len() > name.len()
            });
            if alone {
                FoundName::One(place)
            } else {
                FoundName::Ambiguous
            }
        }
    }
}

/// Returns the fault of a name that is unknown or ambiguous.
pub fn unknown(
    whose: &str,
    typed: &SpannedText,
    found: FoundName,
    (what, names): (&str, &[impl AsRef<str>]),
) -> Fault {
    const MOST: usize = 20;
    let all = names.iter().map(AsRef::as_ref);
    let mut known: Vec<&str> = all.clone().take(MOST).collect();
    if names.len() > MOST {
        known.push("…");
    }
    let known = match &*known {
        [] => format!("there are no {what}"),
        known => format!("the {what} are {}", known.join(", ")),
    };
    let text = &typed.text;
    let (alone, of, meant) = if found == FoundName::Ambiguous {
        (
            format!("`{text}` is ambiguous"),
            format!("has `{text}`, which is ambiguous"),
            Some("give the whole name".to_owned()),
        )
    } else {
        (
            format!("`{text}` is unknown"),
            format!("has `{text}`"),
            nearest(text, all).map(|near| format!("did you mean {near}?")),
        )
    };
    let found = if whose.is_empty() { alone } else { of };
    match meant {
        Some(meant) => typed.fault(whose, found, meant).with_help(Some(known)),
        None => typed.fault(whose, found, known),
    }
}

/// Returns the words of a name in lower case.
fn folded(name: &str) -> Vec<String> {
    let words = name.split(|sign: char| sign.is_whitespace() || sign == '.');
    let words = words.filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_found_by_words_that_no_other_name_has() {
        let names = [
            "Duke Zero",
            "Assassin Drone",
            "Assassin Drone 1",
            "Assassin Drone 2",
            "Old Guard",
            "Guard Dog",
        ];
        let groups = [0, 1, 1, 1, 2, 3];
        for (typed, found) in [
            ("Duke Zero", FoundName::One(0)),
            ("duke  zero", FoundName::One(0)),
            ("Duke", FoundName::One(0)),
            ("drone", FoundName::One(1)),
            ("Drone 2", FoundName::One(3)),
            ("Guard", FoundName::Ambiguous),
            ("Dog", FoundName::One(5)),
            ("Duk", FoundName::Missing),
            ("", FoundName::Missing),
        ] {
            assert_eq!(find(typed, &names, &groups), found, "{typed}");
        }
    }
}
