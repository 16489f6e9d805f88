//! What `check` answers: which expectations of scenarios hold.

mod junit;
mod rows;
#[cfg(test)]
mod sample;
#[cfg(test)]
mod tests;

pub use junit::check_junit;

use super::answer::{Answer, On, seeds_in_short};
use super::json::{Body, Json, Layout};
use super::results::{Rows, identified};
use super::several::{Absent, FaultyFile, inapplicable};
use super::table::{Table, Tone};
use super::text::{clean, counted, grouped};
use crate::analysis::{Checked, Judged, Method, Verdict};
use crate::records::Records;
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
    /// Keys that some scenarios do not have.
    pub absent: Vec<Absent>,
    /// The chance at which the verdict on an expectation may be wrong.
    pub alpha: f64,
    /// Whether an undecided expectation is allowed.
    pub allow_undecided: bool,
}

impl CheckReport {
    /// How many expectations have this verdict.
    pub fn count(&self, verdict: Verdict) -> usize {
        let all = self.checked.iter().flat_map(|one| &one.expectations);
        all.filter(|judged| judged.verdict == verdict).count()
    }

    /// How many scenarios expect nothing.
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
            counted((holds + fails + undecided) as u64, "expectation"),
            counted(files as u64, "file"),
            parts.join(", ")
        );
        let others = [
            (self.without(), "expects nothing", "expect nothing"),
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
                let _ = write!(text, "; {} {words}", counted(count as u64, "file"));
            }
        }
        text
    }
}

/// The word for a verdict; what has to be seen is in capitals.
const fn verdict_word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Holds => "holds",
        Verdict::Fails => "FAILS",
        Verdict::Undecided => "undecided",
    }
}

/// How its JSON is laid out.
const LAYOUT: Layout = Layout {
    lines: &["scenario", "counts"],
    rows: &["expectations", "faulty"],
};

/// The answer to which expectations hold.
pub fn check_answer(report: &CheckReport) -> Answer {
    let sentence = format!("{}.", report.counts());
    let faulty = report.faulty.iter().map(|file| {
        let why = if file.unreadable {
            "unreadable"
        } else {
            "faulty"
        };
        (clean(&file.path), why.to_owned())
    });
    let nothing = report
        .checked
        .iter()
        .filter(|one| one.expectations.is_empty());
    let nothing = nothing.map(|one| (clean(&one.scenario.path), "expects nothing".to_owned()));
    let mut blocks = vec![On::Screen.table("", by_file(report))];
    let all = of_files(report);
    if !all.rows.is_empty() {
        blocks.push(On::Paper.table("", all));
    }
    blocks.extend([
        On::All.notes(report.checked.iter().flat_map(rows::notes).collect()),
        On::All.notes(inapplicable(&report.absent)),
        On::Paper.notes(nothing.chain(faulty).collect()),
    ]);
    if report.count(Verdict::Undecided) > 0 && report.not_judged.is_empty() {
        blocks.push(On::Screen.text(
            "undecided: the interval crosses an end of the expected range; more trials (--max-trials) or a \
             wider range may decide it",
        ));
    }
    let mut judged = report.checked.iter().flat_map(|one| &one.expectations);
    if judged.any(|one| one.verdict == Verdict::Undecided && one.value.is_none()) {
        blocks.push(On::Screen.text(
            "a figure without a value never came up: an expectation about another one can be decided",
        ));
    }
    let seeds = report.checked.iter().map(|checked| checked.seed);
    let facts = seeds_in_short(seeds.collect());
    Answer {
        question: "check",
        heading: "What was expected",
        title: "Expectations".to_owned(),
        claim: sentence.clone(),
        sentence,
        closes: true,
        leads: false,
        opens: false,
        blocks,
        facts,
        origin: format!(
            "each verdict wrong with a chance of {} at most",
            report.alpha
        ),
        short: Vec::new(),
        charts: Vec::new(),
        json: Body::new(json(report), LAYOUT),
        rows: Rows::Own(of_scenarios(report)),
    }
}

/// A row for each expectation, file by file.
fn by_file(report: &CheckReport) -> Table {
    let mut table = Table {
        more_names: 1,
        left: vec![3, 4],
        stacks: true,
        ..Table::new(rows::HEADINGS, [])
    };
    for checked in &report.checked {
        let (path, title) = rows::heading(checked);
        let mut name = if title.is_empty() {
            path
        } else {
            format!("{path}  {title}")
        };
        if checked.expectations.is_empty() {
            name.push_str(": expects nothing");
        }
        table.above.push((table.rows.len(), name));
        for judged in &checked.expectations {
            table.rows.push(rows::row(judged).to_vec());
            table.tones.push(match judged.verdict {
                Verdict::Holds => Tone::Good,
                Verdict::Fails => Tone::Bad,
                Verdict::Undecided => Tone::Open,
            });
        }
    }
    for file in &report.faulty {
        let why = if file.unreadable {
            "unreadable"
        } else {
            "faulty"
        };
        let line = format!("{}: {why}", clean(&file.path));
        table.above.push((table.rows.len(), line));
    }
    table
}

/// A row for each expectation, with its file.
fn of_files(report: &CheckReport) -> Table {
    let headings = std::iter::once("file").chain(rows::HEADINGS);
    let rows = all(report).into_iter().map(|(checked, judged)| {
        let mut row = vec![rows::heading(checked).0];
        row.extend(rows::row(judged));
        row
    });
    Table::new(headings, rows)
}

/// All expectations with their scenarios.
fn all(report: &CheckReport) -> Vec<(&Checked, &Judged)> {
    let of_one = |checked| move |judged| (checked, judged);
    let scenarios = report.checked.iter();
    scenarios
        .flat_map(|checked| checked.expectations.iter().map(of_one(checked)))
        .collect()
}

/// The word for a verdict in files.
pub(super) const fn verdict_name(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Holds => "holds",
        Verdict::Fails => "fails",
        Verdict::Undecided => "undecided",
    }
}

/// A row for each expectation. `low` and `high` are missing where nothing bounds the figure.
fn records(rows: &[(&Checked, &Judged)]) -> Records {
    let own = identified(
        rows,
        |row| &row.0.scenario,
        |row| row.0.scenario.hash.as_str(),
        (|row| row.0.seed, |row| row.1.trials),
    );
    own.all("expectation", |row| row.1.expectation.quantity.name())
        .all("verdict", |row| verdict_name(row.1.verdict))
        .some("value", |row| row.1.value)
        .all("low", |row| row.1.interval.low)
        .all("high", |row| row.1.interval.high)
        .all("from", |row| row.1.expectation.low)
        .all("to", |row| row.1.expectation.high)
        .all("method", |row| row.1.method.name())
        .all("outside", |row| row.1.outside)
        .end()
}

/// The rows of the frame.
fn of_scenarios(report: &CheckReport) -> Records {
    records(&all(report)).picked(&[
        "scenario",
        "kind",
        "hash",
        "seed",
        "trials",
        "expectation",
        "verdict",
        "value",
        "low",
        "high",
        "from",
        "to",
        "method",
    ])
}

fn json(report: &CheckReport) -> Json {
    let count = |verdict| report.count(verdict).into();
    let counts = Json::object([
        ("holds", count(Verdict::Holds)),
        ("fails", count(Verdict::Fails)),
        ("undecided", count(Verdict::Undecided)),
        ("promise_nothing", report.without().into()),
        ("faulty", report.faulty.len().into()),
    ]);
    let faulty = report.faulty.iter().map(|file| {
        Json::object([
            ("path", (&file.path).into()),
            ("unreadable", file.unreadable.into()),
            ("message", file.message.trim_end().into()),
        ])
    });
    Json::answer([
        ("alpha", report.alpha.into()),
        ("counts", counts),
        ("scenarios", Json::list(report.checked.iter().map(scenario))),
        ("faulty", Json::list(faulty)),
        ("left_out", Json::list(&report.left_out)),
        ("not_judged", Json::list(&report.not_judged)),
    ])
}

fn scenario(checked: &Checked) -> Json {
    let exact = |judged: &Judged| judged.method == Method::Exact;
    let open = |judged: &Judged| judged.verdict == Verdict::Undecided;
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
    let rows: Vec<(&Checked, &Judged)> = all.iter().map(|judged| (checked, judged)).collect();
    let expectations = [
        ("name", "expectation"),
        ("verdict", "verdict"),
        ("value", "value"),
        ("low", "low"),
        ("high", "high"),
        ("from", "from"),
        ("to", "to"),
        ("method", "method"),
        ("trials", "trials"),
        ("outside", "outside"),
    ];
    Json::object([
        ("scenario", (&checked.scenario).into()),
        ("seed", checked.seed.into()),
        ("trials", checked.trials.into()),
        ("stopped", stopped.into()),
        (
            "expectations",
            Json::records(&records(&rows), &expectations).into(),
        ),
    ])
}

fn verb(count: usize, one: &str, many: &str) -> String {
    let words = if count == 1 { one } else { many };
    format!("{} {words}", grouped(count as u64))
}
