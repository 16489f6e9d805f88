//! Search for the known name nearest to an unknown one.

/// Returns the candidate of which `typed` is most likely a misspelling, or `None` if none is near.
///
/// A candidate is near if at most a third of the letters of the longer name differ. A candidate
/// that differs only in case, or in `-` for `_`, is always near. In a tie, the first candidate is
/// returned.
pub fn nearest<'a>(typed: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wanted: Vec<char> = folded(typed);
    candidates
        .into_iter()
        .filter_map(|candidate| {
            let known = folded(candidate);
            let bound = wanted.len().max(known.len()) / 3;
            // The difference in length is a cheap lower bound on the distance.
            if wanted.len().abs_diff(known.len()) > bound {
                return None;
            }
            let distance = distance(&wanted, &known);
            (distance <= bound).then_some((distance, candidate))
        })
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

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
/// substring edited twice.
fn distance(first: &[char], second: &[char]) -> usize {
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
    }
    last[second.len()]
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
        assert_eq!(distance(&letters("abcd"), &letters("acbd")), 1);
        assert_eq!(distance(&letters("ca"), &letters("abc")), 3);
        assert_eq!(distance(&[], &letters("abc")), 3);
    }
}
