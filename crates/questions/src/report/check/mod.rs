//! The answer of `check`: which expectations of scenarios hold.

mod junit;
mod rows;
#[cfg(test)]
mod sample;
#[cfg(test)]
mod tests;

pub use junit::check_junit;
pub(super) use junit::{TestFate, junit};

use super::answer::{Answer, Media, seeds_in_short};
use super::batch::{BatchNotes, FaultyFile, inapplicable};
use super::json::{self, Body, JsonLayout};
use super::results::AnswerRows;
use super::table::{Table, Tone};
use super::text::{clean, counted, joined, numbered};
use crate::analysis::{CheckResult, TestedExpectation, Verdict};
use crate::document;
use crate::records::ShownColumn;
use serde_json::{Value as Json, json};

/// Results of all files of a call.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CheckReport {
    /// Scenarios that were checked, in the order of the call.
    pub checked: Vec<CheckResult>,
    /// Files without a result: faulty, left out or not checked.
    pub others: BatchNotes,
    /// Maximum probability of a wrong verdict on an expectation.
    pub alpha: f64,
    /// True if undecided expectations are allowed.
    pub allow_undecided: bool,
}

impl CheckReport {
    /// Returns the number of expectations with this verdict.
    pub fn count(&self, verdict: Verdict) -> usize {
        let all = self.checked.iter().flat_map(|one| &one.expectations);
        all.filter(|result| result.verdict == verdict).count()
    }

    /// Returns the number of scenarios without expectations.
    pub fn without(&self) -> usize {
        let empty = |one: &&CheckResult| one.expectations.is_empty();
        self.checked.iter().filter(empty).count()
    }

    /// Returns the line below the table: `12 expectations in 5 files: 10 hold, 1 fails, 1 is
    /// undecided`.
    pub fn counts(&self) -> String {
        let [holds, fails, undecided] =
            [Verdict::Holds, Verdict::Fails, Verdict::Undecided].map(|one| self.count(one));
        let files = self.checked.len() - self.without();
        let (is, are) = if self.allow_undecided {
            (
                "is undecided, which is allowed",
                "are undecided, which is allowed",
            )
        } else {
            ("is undecided", "are undecided")
        };
        let hold = document::counted(holds as u64, "holds", "hold");
        let others = numbered([(fails, "FAILS", "FAIL"), (undecided, is, are)]);
        let result = format!(
            "{} in {}: {}",
            counted((holds + fails + undecided) as u64, "expectation"),
            counted(files as u64, "file"),
            joined(std::iter::once(hold).chain(others), ", ")
        );
        let others = numbered([
            (
                self.without(),
                "file has no expectations",
                "files have no expectations",
            ),
            (
                self.others.faulty.len(),
                "file is faulty",
                "files are faulty",
            ),
            (
                self.others.unasked.len(),
                "file was not checked",
                "files were not checked",
            ),
            (
                self.others.left_out.len(),
                "file without a kind was left out",
                "files without a kind were left out",
            ),
        ]);
        joined(std::iter::once(result).chain(others), "; ")
    }
}

impl FaultyFile {
    /// Returns a word for the kind of error.
    const fn why(&self) -> &'static str {
        if self.unreadable {
            "unreadable"
        } else {
            "faulty"
        }
    }
}

const LAYOUT: JsonLayout = JsonLayout {
    lines: &["scenario", "counts"],
    rows: &["expectations", "faulty", "absent"],
};

/// Returns the answer of `check`.
pub fn check_answer(report: &CheckReport) -> Answer {
    let sentence = format!("{}.", report.counts());
    let faulty = report.others.faulty.iter();
    let faulty = faulty.map(|file| (clean(&file.path), file.why().to_owned()));
    let nothing = report.checked.iter();
    let nothing = nothing.filter(|one| one.expectations.is_empty());
    let nothing = nothing.map(|one| (clean(&one.scenario.path), "no expectations".to_owned()));
    let columns = rows::columns(&all(report));
    let mut blocks = vec![Media::Screen.table("", by_file(report, &columns.shown))];
    let all = Table::of(&columns.shown);
    if !all.rows.is_empty() {
        blocks.push(Media::Documents.table("", all));
    }
    blocks.extend([
        Media::All.notes(report.checked.iter().flat_map(rows::notes).collect()),
        Media::All.notes(inapplicable(&report.others.absent)),
        Media::Documents.notes(nothing.chain(faulty).collect()),
    ]);
    if report.count(Verdict::Undecided) > 0 && report.others.unasked.is_empty() {
        blocks.push(Media::Screen.text(
            "undecided: the interval includes an end of the expected range; more trials (--max-trials) or a \
             wider range may decide it",
        ));
    }
    let mut result = report.checked.iter().flat_map(|one| &one.expectations);
    if result.any(|one| one.verdict == Verdict::Undecided && one.figure.known().is_none()) {
        blocks.push(Media::Screen.text(
            "a figure without a value did not occur in any trial; its expectation cannot be decided",
        ));
    }
    let seeds = report.checked.iter().map(|checked| checked.seed);
    let media = (
        Body::new(json(report), LAYOUT),
        AnswerRows::Own(columns.end()),
    );
    Answer {
        headline_is_last: true,
        blocks,
        facts: seeds_in_short(seeds.collect()),
        origin: format!("error probability of each verdict at most {}", report.alpha),
        ..Answer::new(
            ("check", "Expectations"),
            "Expectations".to_owned(),
            sentence,
            media,
        )
    }
}

/// Returns a row for each expectation, below the name of its file.
fn by_file(report: &CheckReport, columns: &[ShownColumn]) -> Table {
    let mut table = Table {
        more_names: 1,
        stacks: true,
        // The file name is on a line above the rows.
        ..Table::of(&columns[1..])
    };
    let mut row = 0;
    for checked in &report.checked {
        let mut name = rows::heading(checked);
        if checked.expectations.is_empty() {
            name.push_str(": no expectations");
        }
        table.above.push((row, name));
        row += checked.expectations.len();
        let tones = checked.expectations.iter().map(|one| match one.verdict {
            Verdict::Holds => Tone::Good,
            Verdict::Fails => Tone::Bad,
            Verdict::Undecided => Tone::Open,
        });
        table.tones.extend(tones);
    }
    let faulty = report.others.faulty.iter();
    let faulty = faulty.map(|file| (row, format!("{}: {}", clean(&file.path), file.why())));
    table.above.extend(faulty);
    table
}

/// Returns all expectations with their scenarios.
fn all(report: &CheckReport) -> Vec<(&CheckResult, &TestedExpectation)> {
    let of_one = |checked| move |result| (checked, result);
    let scenarios = report.checked.iter();
    scenarios
        .flat_map(|checked| checked.expectations.iter().map(of_one(checked)))
        .collect()
}

fn json(report: &CheckReport) -> Json {
    let faulty = report.others.faulty.iter().map(|file| {
        json!({
            "path": file.path,
            "unreadable": file.unreadable,
            "message": file.message.trim_end(),
        })
    });
    let absent = report.others.absent.iter();
    let absent = absent.map(|one| json!({"key": one.key, "scenarios": one.paths}));
    json::answer(json!({
        "alpha": report.alpha,
        "counts": {
            "holds": report.count(Verdict::Holds),
            "fails": report.count(Verdict::Fails),
            "undecided": report.count(Verdict::Undecided),
            "promise_nothing": report.without(),
            "faulty": report.others.faulty.len(),
        },
        "scenarios": report.checked.iter().map(scenario).collect::<Json>(),
        "faulty": faulty.collect::<Json>(),
        "left_out": report.others.left_out,
        "not_judged": report.others.unasked,
        "absent": absent.collect::<Json>(),
    }))
}

fn scenario(checked: &CheckResult) -> Json {
    let exact = |result: &TestedExpectation| result.figure.is_exact();
    let open = |result: &TestedExpectation| result.verdict == Verdict::Undecided;
    let all = &checked.expectations;
    let stopped = if checked.interrupted {
        "interrupted"
    } else if all.is_empty() {
        "nothing"
    } else if all.iter().all(exact) {
        "exact"
    } else if all.iter().any(|one| open(one) && !exact(one)) {
        "trials"
    } else {
        "decided"
    };
    let rows: Vec<(&CheckResult, &TestedExpectation)> =
        all.iter().map(|result| (checked, result)).collect();
    json!({
        "scenario": checked.scenario,
        "seed": checked.seed,
        "trials": checked.trials,
        "stopped": stopped,
        "expectations": json::rows(&rows::columns(&rows).json),
    })
}
