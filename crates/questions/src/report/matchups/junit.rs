//! Pairs as tests in `JUnit` XML.

use super::super::check::{TestFate, junit};
use super::super::text::percent;
use super::words;
use crate::analysis::{Matchups, Verdict, verdict};

/// Returns a test for each pair: one whose score is proven to be outside the range fails, one whose
/// interval crosses an end of the range is skipped.
pub fn matchups_junit(found: &Matchups, range: [f64; 2]) -> String {
    let expected = range.map(|end| percent(end, 1)).join(" to ");
    let test = |[own, other]: [usize; 2]| {
        let score = &found.scores[own][other];
        let pair = [own, other]
            .map(|one| &*found.designs[one].name)
            .join(" v ");
        let message = |verdict: Verdict| {
            let score = words(score);
            format!("{pair} {}: {score}, expected {expected}", verdict.word())
        };
        let fate = match verdict(score.interval, score.is_exact(), range) {
            Verdict::Holds => TestFate::Passed,
            Verdict::Fails => TestFate::Failed("fails", message(Verdict::Fails)),
            Verdict::Undecided => TestFate::Skipped(message(Verdict::Undecided)),
        };
        (pair, fate)
    };
    let tests = found.pairs().map(test).collect();
    junit(
        "evenodds matchups",
        &[(found.scenario.path.as_str(), tests)],
    )
}
