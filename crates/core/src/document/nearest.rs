//! Search for the known name nearest to an unknown one.

use super::shape::is_longer;

/// Returns the candidate of which `typed` is most likely a misspelling, or `None` if none is near.
///
/// A candidate is near if at most a third of the letters of the longer name differ. A candidate
/// that differs only in case, in `-` for `_`, or as a singular from its plural, is always near. In a
/// tie, the first candidate is returned.
///
/// Names of more than 64 letters are not compared, and only the first 1,000 candidates are, so that
/// faults of any file are cheap.
pub fn nearest<'a>(typed: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if is_longer(typed, LONGEST) {
        return None;
    }
    let wanted = folded(typed);
    let wanted_length = wanted.chars().count();
    candidates
        .into_iter()
        .take(MOST)
        .filter(|candidate| !is_longer(candidate, LONGEST))
        .filter_map(|candidate| {
            let known = folded(candidate);
            if wanted == known {
                return Some((0, candidate));
            }
            if singular(&wanted) == singular(&known) {
                return Some((1, candidate));
            }
            let known_length = known.chars().count();
            let bound = wanted_length.max(known_length) / 3;
            // The difference in length is a cheap lower bound on the distance.
            if wanted_length.abs_diff(known_length) > bound {
                return None;
            }
            let distance = strsim::osa_distance(&wanted, &known);
            // After the singular or plural of the name.
            (distance <= bound).then_some((distance + 1, candidate))
        })
        .min_by_key(|(rank, _)| *rank)
        .map(|(_, candidate)| candidate)
}

/// Maximum number of letters of a name that is compared.
const LONGEST: usize = 64;
/// Maximum number of candidates that are compared.
const MOST: usize = 1_000;

/// Returns an English noun without the ending of its plural.
fn singular(noun: &str) -> String {
    match noun.strip_suffix("ies") {
        Some(stem) => format!("{stem}y"),
        None => noun.strip_suffix('s').unwrap_or(noun).to_owned(),
    }
}

fn folded(name: &str) -> String {
    name.chars()
        .flat_map(char::to_lowercase)
        .map(|character| {
            if character == '-' || character == ' ' {
                '_'
            } else {
                character
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: [&str; 7] = [
        "half",
        "healer",
        "ignores_cover",
        "a",
        "at_turn",
        "Duke Zero",
        "enemies",
    ];

    #[test]
    fn typing_errors_find_the_intended_name() {
        for (typed, meant) in [
            ("halff", "half"),
            ("hlaf", "half"),
            ("Half", "half"),
            ("haeler", "healer"),
            ("ignore-cover", "ignores_cover"),
            ("A", "a"),
            ("duke zero", "Duke Zero"),
            ("enemy", "enemies"),
        ] {
            assert_eq!(nearest(typed, KNOWN), Some(meant), "{typed}");
        }
    }

    #[test]
    fn distant_names_are_not_suggested() {
        for typed in [
            "b",
            "x",
            "",
            "full",
            "dice",
            "turn",
            &"half".repeat(100_000),
        ] {
            assert_eq!(nearest(typed, KNOWN), None);
        }
    }

    #[test]
    fn long_names_and_many_candidates_cost_little() {
        let long = "a".repeat(LONGEST + 1);
        assert_eq!(nearest(&long, [long.as_str()]), None);
        let names: Vec<String> = (0..=MOST)
            .map(|number| format!("name{number:04}"))
            .collect();
        let candidates = || names.iter().map(String::as_str);
        assert_eq!(nearest("name0999", candidates()), Some("name0999"));
        assert_ne!(nearest("name1000", candidates()), Some("name1000"));
    }
}
