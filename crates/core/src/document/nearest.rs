//! Search for the known name nearest to an unknown one.

use super::shape::is_longer;

/// Returns the candidate of which `typed` is most likely a misspelling, or `None` if none is near.
///
/// A candidate is near if at most a third of the letters of the longer name differ. A candidate
/// that differs only in case, or in `-` for `_`, is always near. In a tie, the first candidate is
/// returned.
///
/// Names of more than 64 letters are not compared, and only the first 1,000 candidates are, so that
/// faults of any file are cheap.
pub fn nearest<'a>(typed: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if is_longer(typed, LONGEST) {
        return None;
    }
    let wanted: Vec<char> = folded(typed);
    candidates
        .into_iter()
        .take(MOST)
        .filter(|candidate| !is_longer(candidate, LONGEST))
        .filter_map(|candidate| {
            let known = folded(candidate);
            let bound = wanted.len().max(known.len()) / 3;
            // The difference in length is a cheap lower bound on the distance.
            if wanted.len().abs_diff(known.len()) > bound {
                return None;
            }
            Some((distance(&wanted, &known, bound)?, candidate))
        })
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// Maximum number of letters of a name that is compared.
const LONGEST: usize = 64;
/// Maximum number of candidates that are compared.
const MOST: usize = 1_000;

fn folded(name: &str) -> Vec<char> {
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

/// Returns the restricted Damerau-Levenshtein distance (optimal string alignment): the minimum
/// number of insertions, deletions, substitutions and swaps of neighboring letters, with no
/// substring edited twice. Returns `None` if it is above `bound`.
fn distance(first: &[char], second: &[char], bound: usize) -> Option<usize> {
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=second.len()).collect();
    for (row, letter) in first.iter().enumerate() {
        let mut current = vec![row + 1];
        for (column, other) in second.iter().enumerate() {
            let mut least = (last[column] + usize::from(letter != other))
                .min(last[column + 1] + 1)
                .min(current[column] + 1);
            if row > 0 && column > 0 && *letter == second[column - 1] && first[row - 1] == *other {
                least = least.min(before_last[column - 1] + 1);
            }
            current.push(least);
        }
        before_last = std::mem::replace(&mut last, current);
        // Later rows have no smaller values than the two rows before them.
        let least = before_last.iter().chain(&last).min();
        if least.is_some_and(|least| *least > bound) {
            return None;
        }
    }
    last.last().copied().filter(|distance| *distance <= bound)
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: [&str; 6] = [
        "half",
        "healer",
        "ignores_cover",
        "a",
        "at_turn",
        "Duke Zero",
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
    fn swapped_neighbors_are_one_edit() {
        let letters = |text: &str| text.chars().collect::<Vec<_>>();
        let distance = |one, other| distance(&letters(one), &letters(other), 9);
        assert_eq!(distance("abcd", "acbd"), Some(1));
        assert_eq!(distance("ca", "abc"), Some(3));
        assert_eq!(distance("", "abc"), Some(3));
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

    proptest::proptest! {
        #[test]
        fn the_bound_changes_no_distance_within_it(
            one in "[a-c]{0,9}",
            other in "[a-c]{0,9}",
            bound in 0_usize..9,
        ) {
            let [one, other]: [Vec<char>; 2] = [one, other].map(|text| text.chars().collect());
            let whole = distance(&one, &other, 20);
            let within = distance(&one, &other, bound);
            proptest::prop_assert_eq!(within, whole.filter(|distance| *distance <= bound));
        }
    }
}
