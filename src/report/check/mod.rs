//! What became of the promises of scenarios, laid out for people, scripts and CI systems.

mod json;
mod junit;
mod markdown;
mod rows;
mod screen;

pub use json::check_json;
pub(super) use junit::JUNIT_START;
pub use junit::check_junit;
pub use markdown::check_markdown;
pub use screen::check_screen;

use super::text::grouped;
use crate::analysis::{Checked, Verdict};
use std::fmt::Write as _;

/// What became of all files of a call.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CheckReport {
    /// The scenarios that could be judged, in the order of the call.
    pub checked: Vec<Checked>,
    /// The files that could not be opened.
    pub faulty: Vec<FaultyFile>,
    /// TOML files below folders that have no `kind`.
    pub left_out: Vec<String>,
    /// The scenarios that were not judged since somebody ended it.
    pub not_judged: Vec<String>,
    /// The chance at which the verdict on an expectation may be wrong.
    pub alpha: f64,
    /// Whether an undecided expectation is allowed.
    pub allow_undecided: bool,
}

/// A file that is no scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FaultyFile {
    /// The file.
    pub path: String,
    /// What is wrong with it.
    pub message: String,
    /// Whether it could not be read, rather than being wrong.
    pub unreadable: bool,
}

impl CheckReport {
    /// How many expectations have this verdict.
    pub fn count(&self, verdict: Verdict) -> usize {
        let all = self.checked.iter().flat_map(|one| &one.expectations);
        all.filter(|judged| judged.verdict == verdict).count()
    }

    /// How many scenarios promise nothing.
    pub fn without(&self) -> usize {
        let empty = |one: &&Checked| one.expectations.is_empty();
        self.checked.iter().filter(empty).count()
    }

    /// The line that closes the table: `12 expectations in 5 files: 10 hold, 1 fails, 1 is undecided`.
    pub fn counts(&self) -> String {
        let [holds, fails, undecided] =
            [Verdict::Holds, Verdict::Fails, Verdict::Undecided].map(|one| self.count(one));
        let files = self.checked.len() - self.without();
        let mut parts = vec![verb(holds, "holds", "hold")];
        if fails > 0 {
            parts.push(verb(fails, "FAILS", "FAIL"));
        }
        if undecided > 0 {
            let allowed = if self.allow_undecided {
                ", which is allowed"
            } else {
                ""
            };
            parts.push(format!(
                "{}{allowed}",
                verb(undecided, "is undecided", "are undecided")
            ));
        }
        let mut text = format!(
            "{} in {}: {}",
            number(holds + fails + undecided, "expectation"),
            number(files, "file"),
            parts.join(", ")
        );
        let others = [
            (self.without(), "promises nothing", "promise nothing"),
            (self.faulty.len(), "is faulty", "are faulty"),
            (self.not_judged.len(), "was not judged", "were not judged"),
            (
                self.left_out.len(),
                "without a kind was left out",
                "without a kind were left out",
            ),
        ];
        for (count, one, many) in others {
            if count > 0 {
                let words = if count == 1 { one } else { many };
                let _ = write!(text, "; {} {words}", number(count, "file"));
            }
        }
        text
    }
}

/// The word for a verdict; what has to be seen is in capitals.
pub const fn verdict_word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Holds => "holds",
        Verdict::Fails => "FAILS",
        Verdict::Undecided => "undecided",
    }
}

fn number(count: usize, noun: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{} {noun}{ending}", grouped(count as u64))
}

fn verb(count: usize, one: &str, many: &str) -> String {
    let words = if count == 1 { one } else { many };
    format!("{} {words}", grouped(count as u64))
}

#[cfg(test)]
mod sample;
