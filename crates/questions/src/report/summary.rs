//! Summary of a report in `report.json`: data for an index of many reports, and for deciding
//! whether the report is up to date.

use super::results::{ends, headline};
use super::text::words;
use super::{RelatedPages, ReportFlags, ReportInput};
use crate::analysis::{ExpectationResult, PlayLevel};
use crate::charts::ColorRole;
use crate::document::printable_json;
use crate::sim::{RESULTS_FORMAT, ScenarioIdentity, ShareEstimator};
use crate::stats::{Figure, FigureKind, Interval};
use serde::{Deserialize, Serialize};
use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// File of the summary in a report.
pub(super) const SUMMARY: &str = "report.json";

/// All inputs that determine the content of a report.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SummaryRequest<'a> {
    /// Hash of the program's sources.
    pub build: &'a str,
    /// Scenario of the report.
    pub scenario: &'a ScenarioIdentity,
    /// Text of the scenario's file, with its included files.
    pub text: &'a str,
    /// Assignments that were applied to it.
    pub assignments: &'a [String],
    /// Random seed.
    pub seed: u64,
    /// Maximum number of trials.
    pub trials: u64,
    /// Target precision, if the run stops adaptively.
    pub precision: Option<f64>,
    /// Estimator of the shares.
    pub estimator: ShareEstimator,
    /// Requested sections and files.
    pub flags: ReportFlags,
    /// Related pages.
    pub related: RelatedPages<'a>,
}

impl SummaryRequest<'_> {
    /// Returns a hash of these inputs and the file formats that the program can write. Reports with
    /// equal keys are identical byte by byte.
    pub fn key(&self) -> String {
        key_of(self)
    }
}

/// Returns the key of a page about a file that is not a valid scenario, by a program with the hash
/// `build` of its sources.
pub fn fault_key(build: &str, path: &str, message: &str) -> String {
    key_of(&(build, path, message))
}

fn key_of(decides: &impl Serialize) -> String {
    let built = (
        env!("CARGO_PKG_VERSION"),
        cfg!(feature = "charts"),
        cfg!(feature = "frames"),
    );
    // Plain data without maps always converts to JSON.
    let text = serde_json::to_string(&(built, decides)).unwrap_or_default();
    blake3::hash(text.as_bytes()).to_hex().to_string()
}

/// Summary of a report.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    format: u32,
    tool: String,
    /// Key of its inputs, see [`SummaryRequest::key`].
    pub key: String,
    /// Scenario of the report.
    pub scenario: ScenarioIdentity,
    /// Random seed; `None` if no trials were played.
    pub seed: Option<u64>,
    /// Number of trials.
    pub trials: u64,
    /// The answer as a sentence.
    pub headline: String,
    /// Figure of the answer with its interval; may be empty.
    pub figures: String,
    /// Players; may be empty.
    pub players: String,
    /// Words for the chance, if known.
    #[serde(default)]
    pub verdict: Option<String>,
    /// Main figure under good play, if known.
    #[serde(default, rename = "well")]
    pub good_play: Option<f64>,
    /// Main figure under simple play, if known.
    #[serde(default)]
    pub simple: Option<f64>,
    /// Mean of the score, if the scenario has one.
    #[serde(default)]
    pub score: Option<Score>,
    /// Shares of the outcomes.
    pub outcomes: Vec<Slice>,
    /// Results of the scenario's expectations.
    pub expectations: Vec<ExpectationResult>,
    /// Error message, if the file is not a valid scenario.
    pub fault: Option<String>,
    /// Other files of the report, sorted by path.
    pub files: Vec<Written>,
}

/// Mean of a score.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Score {
    /// Name of the score.
    pub name: String,
    /// Mean value.
    pub mean: f64,
    /// Lower end of the interval of the mean.
    pub low: f64,
    /// Upper end of the interval of the mean.
    pub high: f64,
    /// Exact mean, if known.
    #[serde(default)]
    pub exact: Option<f64>,
}

/// Share of an outcome.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Slice {
    /// Name of the outcome.
    pub name: String,
    /// Share, 0 to 1.
    pub share: f64,
    /// Lower end of the interval of the share.
    pub low: f64,
    /// Upper end of the interval of the share.
    pub high: f64,
    /// Exact share, if known.
    #[serde(default)]
    pub exact: Option<f64>,
    /// Index of its color in charts; `None` for gray.
    pub color: Option<usize>,
}

impl Slice {
    /// Returns the share, exact if known, else from this number of trials.
    pub(super) fn figure(&self, trials: u64) -> Figure {
        let interval = Interval::new(self.low, self.high);
        let share = Figure::read(FigureKind::Share, self.share, interval, trials);
        share.or_exact(self.exact)
    }
}

/// A file of a report.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Written {
    /// Path within the report, with `/` between names.
    pub path: String,
    /// Size in bytes.
    pub bytes: u64,
}

impl Summary {
    /// Returns the summary of a report, without its files.
    pub(super) fn of(input: &ReportInput) -> Self {
        let results = input.results;
        let skill = input.result_context.skill;
        let headline = headline(results, skill);
        let own = results.main_figure();
        let play = |level| Some(skill?.at(level, own)?.figure.value);
        let score = results.score().map(|score| {
            let mean = score.mean?;
            Some(Score {
                name: words(if score.subject.is_empty() {
                    score.base
                } else {
                    &score.subject
                }),
                mean: mean.value,
                low: mean.interval.low,
                high: mean.interval.high,
                exact: score.exact_mean().map(|exact| exact.value),
            })
        });
        let slices = ends(results).map(|(outcome, figure, color)| Slice {
            name: outcome.name.clone(),
            share: outcome.share.unwrap_or(figure).value,
            low: outcome.shown_share().interval.low,
            high: outcome.shown_share().interval.high,
            exact: outcome.exact,
            color: match color {
                ColorRole::Series(index) => Some(index),
                ColorRole::Neutral => None,
            },
        });
        Self {
            key: input.key.to_owned(),
            scenario: results.scenario.clone(),
            seed: Some(results.seed),
            trials: results.trials,
            headline: headline.brief(),
            figures: headline.basis(),
            players: headline.players,
            verdict: headline.verdict,
            good_play: play(PlayLevel::Good),
            simple: play(PlayLevel::Simple),
            score: score.flatten(),
            outcomes: slices.collect(),
            expectations: input.result_context.verdicts.to_vec(),
            ..Self::empty()
        }
    }

    /// Returns the summary of a page about an invalid file.
    pub(super) fn of_fault(build: &str, path: &str, message: &str) -> Self {
        Self {
            key: fault_key(build, path, message),
            scenario: ScenarioIdentity {
                path: path.to_owned(),
                ..ScenarioIdentity::default()
            },
            fault: Some(message.to_owned()),
            ..Self::empty()
        }
    }

    pub(super) fn empty() -> Self {
        Self {
            format: RESULTS_FORMAT,
            tool: env!("CARGO_PKG_VERSION").to_owned(),
            ..Self::default()
        }
    }

    /// Writes the summary into the folder of the report, with a list of its files.
    pub(super) fn write(mut self, folder: &Path) -> io::Result<()> {
        self.files = files_in(folder)?;
        let mut text = serde_json::to_string_pretty(&self).unwrap_or_default();
        text.push('\n');
        write_synced(&folder.join(SUMMARY), printable_json(&text).as_bytes())
    }

    /// Returns the summary of the report in a folder; `None` if there is none.
    pub fn read(folder: &Path) -> Option<Self> {
        serde_json::from_slice(&fs::read(folder.join(SUMMARY)).ok()?).ok()
    }

    /// Returns whether this file or folder, directly in the folder of the report, belongs to it.
    pub(super) fn has(&self, name: &str) -> bool {
        let mut files = self.files.iter();
        files.any(|file| file.path.split('/').next() == Some(name))
    }

    /// Returns the summary of the report in a folder, if it is complete and has this key: all of
    /// its files have their sizes, and there are no others.
    pub fn finished(folder: &Path, key: &str) -> Option<Self> {
        let found = Self::read(folder)?;
        (found.key == key && files_in(folder).ok()? == found.files).then_some(found)
    }
}

/// Writes a file and syncs it to disk, for results that take long to reproduce. After a power
/// failure, other files may be truncated; then their sizes differ from the summary, so the report
/// is rebuilt.
pub(super) fn write_synced(file: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = fs::File::create(file)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// Returns all files below a folder but the summary, in order.
fn files_in(folder: &Path) -> io::Result<Vec<Written>> {
    let mut found = Vec::new();
    collect(folder, "", &mut found)?;
    found.retain(|file| file.path != SUMMARY);
    found.sort();
    Ok(found)
}

fn collect(folder: &Path, before: &str, found: &mut Vec<Written>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = format!("{before}{}", entry.file_name().to_string_lossy());
        let about = entry.metadata()?;
        if about.is_dir() {
            collect(&entry.path(), &format!("{path}/"), found)?;
        } else {
            found.push(Written {
                path,
                bytes: about.len(),
            });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::ReportExtras;
    use super::*;

    fn order(scenario: &ScenarioIdentity) -> SummaryRequest<'_> {
        SummaryRequest {
            build: "a build",
            scenario,
            text: "kind = \"quick\"",
            assignments: &[],
            seed: 1,
            trials: 100,
            precision: None,
            estimator: ShareEstimator::Plain,
            flags: ReportFlags::default(),
            related: RelatedPages::default(),
        }
    }

    #[test]
    fn every_input_of_a_report_changes_its_key() {
        let scenario = Summary::empty().scenario;
        let first = order(&scenario);
        let other = ScenarioIdentity {
            title: "other".to_owned(),
            ..scenario.clone()
        };
        let drama = ReportExtras {
            drama: true,
            ..ReportExtras::default()
        };
        let orders = [
            SummaryRequest {
                build: "another build",
                ..first.clone()
            },
            SummaryRequest {
                scenario: &other,
                ..first.clone()
            },
            SummaryRequest {
                text: "kind = \"trade\"",
                ..first.clone()
            },
            SummaryRequest {
                assignments: &["a=1".to_owned()],
                ..first.clone()
            },
            SummaryRequest {
                seed: 2,
                ..first.clone()
            },
            SummaryRequest {
                trials: 101,
                ..first.clone()
            },
            SummaryRequest {
                precision: Some(0.1),
                ..first.clone()
            },
            SummaryRequest {
                flags: ReportFlags {
                    extras: drama,
                    ..first.flags
                },
                ..first.clone()
            },
            SummaryRequest {
                flags: ReportFlags {
                    safe_csv: true,
                    ..first.flags
                },
                ..first.clone()
            },
            SummaryRequest {
                flags: ReportFlags {
                    png: true,
                    ..first.flags
                },
                ..first.clone()
            },
        ];
        let mut keys: Vec<String> = orders.iter().map(SummaryRequest::key).collect();
        let all = keys.len() + 1;
        keys.push(first.key());
        assert_eq!(first.key(), order(&scenario).key());
        keys.sort();
        keys.dedup();
        assert_eq!(keys.len(), all);
    }

    #[test]
    fn only_a_complete_report_with_the_same_key_is_finished() {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path();
        fs::create_dir(folder.join("charts")).unwrap();
        fs::write(folder.join("charts/a.svg"), "<svg>").unwrap();
        fs::write(folder.join("index.html"), "<html>").unwrap();
        let summary = Summary::of_fault("a build", "a.toml", "wrong");
        let key = summary.key.clone();
        assert!(Summary::finished(folder, &key).is_none());
        summary.write(folder).unwrap();
        let found = Summary::finished(folder, &key).unwrap();
        assert_eq!(found.fault.as_deref(), Some("wrong"));
        let paths: Vec<&str> = found.files.iter().map(|file| file.path.as_str()).collect();
        assert_eq!(paths, ["charts/a.svg", "index.html"]);
        assert!(Summary::finished(folder, "other").is_none());
        fs::write(folder.join("charts/a.svg"), "<sv").unwrap();
        assert!(
            Summary::finished(folder, &key).is_none(),
            "a file is shorter"
        );
        fs::write(folder.join("charts/a.svg"), "<svg>").unwrap();
        assert!(Summary::finished(folder, &key).is_some());
        fs::write(folder.join("mine.txt"), "").unwrap();
        assert!(
            Summary::finished(folder, &key).is_none(),
            "there is a file more"
        );
    }
}
