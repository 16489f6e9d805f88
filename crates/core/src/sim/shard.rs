//! File of a shard of a run: the tally of some of its trials, with all data needed to resume it, to
//! join it with other shards, and to verify its integrity.
//!
//! The file consists of one line and a JSON object. The line has the format version, the length of
//! the object in bytes and its BLAKE3 hash, which reveal a truncated or changed file.

use super::plan::ShareEstimator;
use super::results::ScenarioIdentity;
use crate::contest::{Contest, Metric, Tally, TallyCounts};
use crate::document::printable;
use serde::{Deserialize, Serialize};
use std::io::{self, Read};
use std::ops::Range;

/// Start of the first line of a file.
const MARK: &str = "evenodds part";
/// Version of the format of shards and checkpoints.
pub const SHARD_FORMAT: u32 = 3;
/// Maximum length of the first line in bytes.
const LONGEST_LINE: u64 = 256;

/// Share of a run's trials that belongs to shard `index` of `of`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Share {
    /// Number of the shard, from 1.
    pub index: u64,
    /// Number of shards.
    pub of: u64,
}

impl Share {
    /// The whole run as a single shard.
    pub const WHOLE: Self = Self { index: 1, of: 1 };

    /// Returns the trial numbers of this share in a run of `trials` trials.
    ///
    /// The shares of a run are consecutive without gaps, and their lengths differ by at most one.
    ///
    /// ```
    /// use evenodds_core::sim::Share;
    /// let share = |index| Share { index, of: 3 }.of_trials(10);
    /// assert_eq!([share(1), share(2), share(3)], [0..3, 3..6, 6..10]);
    /// ```
    pub fn of_trials(self, trials: u64) -> Range<u64> {
        let end = |index: u64| {
            let product = u128::from(trials) * u128::from(index) / u128::from(self.of.max(1));
            product as u64
        };
        end(self.index.saturating_sub(1))..end(self.index)
    }
}

/// Tally of one shard of a run, with its provenance.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shard {
    /// Version of the program that played the shard.
    pub tool: String,
    /// Hash of the sources of the program that played the shard.
    pub build: String,
    /// Scenario that was played.
    pub scenario: ScenarioIdentity,
    /// Text of the scenario, including the contents of all files that it uses.
    pub text: String,
    /// Assignments that were applied to the scenario.
    pub assignments: Vec<String>,
    /// Random seed.
    pub seed: u64,
    /// Number of trials of the whole run.
    pub run: u64,
    /// Precision at which the run stops; `None` to play all trials.
    pub precision: Option<f64>,
    /// Estimator of the shares.
    #[serde(default, skip_serializing_if = "ShareEstimator::is_plain")]
    pub estimator: ShareEstimator,
    /// Share of the run's trials that belongs to this shard.
    pub share: Share,
    /// Number of the shard's first trial.
    pub first_trial: u64,
    /// Number after the last trial played so far.
    pub end: u64,
    /// Names of the metrics, in the order of the counts.
    pub metrics: Vec<String>,
    /// Counts of these trials.
    pub counts: TallyCounts,
}

/// Returns the names of the metrics of a contest.
pub fn metric_names(contest: &dyn Contest) -> Vec<String> {
    contest.metrics().iter().map(Metric::name).collect()
}

/// Reason why a file is not usable as a shard.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ShardError {
    /// The file is not a shard.
    #[error("it is not a shard")]
    Foreign,
    /// The file has another version of the format.
    #[error("it has format version {}; expected version {SHARD_FORMAT}", printable(.0))]
    Version(String),
    /// The file is truncated or changed.
    #[error("it is truncated or changed: its content does not match its first line")]
    Truncated,
    /// The file is complete, but its content is invalid.
    #[error("it is damaged: {}", printable(.0))]
    Damaged(String),
}

/// Returns whether a file that starts with these bytes is a shard, complete or not.
pub fn is_shard(bytes: &[u8]) -> bool {
    bytes.starts_with(format!("{MARK} ").as_bytes())
}

impl Shard {
    /// Returns the bytes of the file.
    pub fn to_bytes(&self) -> Vec<u8> {
        // Plain data without maps always serializes.
        let body = serde_json::to_string(self).unwrap_or_default();
        let hash = blake3::hash(body.as_bytes()).to_hex();
        format!("{MARK} {SHARD_FORMAT} {} {hash}\n{body}\n", body.len()).into_bytes()
    }

    /// Reads a file of `length` bytes; reads only its start if it is not a shard.
    ///
    /// # Errors
    /// The outer error is an I/O error; the inner one is that of [`Shard::from_bytes`].
    pub fn read(mut from: impl Read, length: u64) -> io::Result<Result<Self, ShardError>> {
        let mut bytes = Vec::new();
        from.by_ref().take(LONGEST_LINE).read_to_end(&mut bytes)?;
        let announced = first_line(&bytes).and_then(|first| {
            let body = first
                .claimed_hash
                .split_once(' ')
                .map(|(body, _)| body.parse::<u64>());
            let body = body.and_then(Result::ok).ok_or(ShardError::Truncated)?;
            Ok(body.saturating_add(first.length as u64 + 1))
        });
        match announced {
            Err(error) => return Ok(Err(error)),
            Ok(announced) if announced != length => return Ok(Err(ShardError::Truncated)),
            Ok(_) => {}
        }
        from.take(length).read_to_end(&mut bytes)?;
        Ok(Self::from_bytes(&bytes))
    }

    /// Parses the bytes of a file.
    ///
    /// # Errors
    /// Returns an error if the bytes are not a complete shard.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ShardError> {
        let first = first_line(bytes)?;
        let body = &bytes[first.length..];
        let body = body.strip_suffix(b"\n").ok_or(ShardError::Truncated)?;
        let hash = blake3::hash(body).to_hex();
        if first.claimed_hash != format!("{} {hash}", body.len()) {
            return Err(ShardError::Truncated);
        }
        let shard: Self =
            serde_json::from_slice(body).map_err(|error| ShardError::Damaged(error.to_string()))?;
        let planned = shard.share.of_trials(shard.run);
        let fits = shard.first_trial == planned.start
            && (planned.start..=planned.end).contains(&shard.end)
            && (1..=shard.share.of).contains(&shard.share.index);
        if !fits {
            let text = "its trials are not the trials of its share".to_owned();
            return Err(ShardError::Damaged(text));
        }
        Ok(shard)
    }

    /// Returns the tally of the shard, given the contest of its scenario. Metrics are matched by
    /// name, since their order may differ.
    ///
    /// # Errors
    /// Returns an error if the counts do not fit the contest or do not add up to the trials.
    pub fn tally(&self, contest: &dyn Contest) -> Result<Tally, ShardError> {
        let names = metric_names(contest);
        let place = |name: &String| self.metrics.iter().position(|one| one == name);
        let places: Option<Vec<usize>> = names.iter().map(place).collect();
        let places = places.filter(|places| places.len() == self.metrics.len());
        let arranged = places.map(|places| self.counts.arranged(&places));
        let tally = arranged.and_then(|counts| Tally::from_counts(contest, &counts));
        let tally = tally.ok_or_else(|| {
            ShardError::Damaged("its counts belong to another contest".to_owned())
        })?;
        if tally.trials() != self.end - self.first_trial {
            let text = "its counts do not add up to its number of trials".to_owned();
            return Err(ShardError::Damaged(text));
        }
        Ok(tally)
    }

    /// Returns a message if a program other than the `build` of this one played the shard, else `None`.
    ///
    /// Builds are compared, since two builds may have the same version number.
    pub fn foreign_program(&self, build: &str) -> Option<String> {
        let ours = (env!("CARGO_PKG_VERSION"), build);
        if (self.tool.as_str(), self.build.as_str()) == ours {
            return None;
        }
        let (tool, build) = (printable(&self.tool), printable(&self.build));
        Some(format!(
            "was played by version {tool}, build {build}, but this is version {}, build {}",
            ours.0, ours.1
        ))
    }

    /// Returns whether all trials of the shard have been played.
    pub fn is_done(&self) -> bool {
        self.end == self.share.of_trials(self.run).end
    }
}

/// Parsed first line of a file.
struct FirstLine<'a> {
    /// Length and hash of the body, as text.
    claimed_hash: &'a str,
    /// Length of the line in bytes, including the line end.
    length: usize,
}

fn first_line(bytes: &[u8]) -> Result<FirstLine<'_>, ShardError> {
    let rest = bytes
        .strip_prefix(MARK.as_bytes())
        .and_then(|rest| rest.strip_prefix(b" "))
        .ok_or(if MARK.as_bytes().starts_with(bytes) {
            // The file is empty or truncated within the mark.
            ShardError::Truncated
        } else {
            ShardError::Foreign
        })?;
    let end = rest
        .iter()
        .position(|&byte| byte == b'\n')
        .ok_or(ShardError::Truncated)?;
    let line = std::str::from_utf8(&rest[..end]).map_err(|_| ShardError::Truncated)?;
    let (version, claimed_hash) = line.split_once(' ').unwrap_or((line, ""));
    if version != SHARD_FORMAT.to_string() {
        let shown: String = version.chars().take(20).collect();
        return Err(ShardError::Version(shown));
    }
    Ok(FirstLine {
        claimed_hash,
        length: bytes.len() - rest.len() + end + 1,
    })
}

/// Joins named shards to the tally of the whole run.
///
/// # Errors
/// Returns all problems: shards of different runs, missing or duplicate trials, and counts that do
/// not fit the contest.
pub fn join(shards: &[(String, Shard)], contest: &dyn Contest) -> Result<Tally, Vec<String>> {
    let Some((first_name, first)) = shards.first() else {
        return Err(vec!["no shards were given".to_owned()]);
    };
    let settings = |counted: &Tally| counted.control().map(|sums| sums.control.clone());
    let control = first.tally(contest).ok().as_ref().and_then(settings);
    let mut tally = Tally::new(contest).with_control(control.as_ref());
    let mut faults = setting_faults(shards);
    if !faults.is_empty() {
        return Err(faults);
    }
    let mut order: Vec<&(String, Shard)> = shards.iter().collect();
    order.sort_by_key(|(_, shard)| (shard.first_trial, shard.end));
    let mut next = 0;
    let mut before = "";
    for (name, shard) in order {
        match shard.tally(contest) {
            Ok(counted) if settings(&counted) != control => faults.push(format!(
                "{name} has other settings of the control variate than {first_name}"
            )),
            Ok(counted) => tally.merge(&counted),
            Err(error) => faults.push(format!("{name}: {error}")),
        }
        if shard.first_trial > next {
            faults.push(missing(&(next..shard.first_trial)));
        } else if shard.first_trial < next && shard.end > shard.first_trial {
            let overlap = shard.first_trial..next.min(shard.end);
            faults.push(duplicated(&overlap, [before, name]));
        }
        if shard.end >= next {
            next = shard.end;
            before = name;
        }
    }
    if next < first.run {
        faults.push(missing(&(next..first.run)));
    }
    if faults.is_empty() {
        Ok(tally)
    } else {
        Err(faults)
    }
}

/// Returns the faults of shards that cannot be joined: those of runs with a precision, and of other
/// runs than the first.
fn setting_faults(shards: &[(String, Shard)]) -> Vec<String> {
    let mut faults = Vec::new();
    let Some((first_name, first)) = shards.first() else {
        return faults;
    };
    let differs = |name: &String, what: &str, this: &str, that: &str| {
        let (this, that) = (printable(this), printable(that));
        format!(
            "{name} has {what} {this}, but {first_name} has {that}: they are shards of different runs"
        )
    };
    for (name, shard) in shards {
        if shard.precision.is_some() {
            faults.push(format!(
                "{name} is a shard of a run with --precision: resume it with the same `run` and --checkpoint"
            ));
        }
    }
    for (name, shard) in &shards[1..] {
        for (what, this, that) in [
            ("version", &shard.tool, &first.tool),
            ("build", &shard.build, &first.build),
            ("kind", &shard.scenario.kind, &first.scenario.kind),
            ("hash", &shard.scenario.hash, &first.scenario.hash),
            (
                "estimator",
                &shard.estimator.name(),
                &first.estimator.name(),
            ),
        ] {
            if this != that {
                faults.push(differs(name, what, this, that));
            }
        }
        for (what, this, that) in [
            ("seed", shard.seed, first.seed),
            ("trials in the run:", shard.run, first.run),
        ] {
            if this != that {
                faults.push(differs(name, what, &this.to_string(), &that.to_string()));
            }
        }
    }
    faults
}

fn missing(range: &Range<u64>) -> String {
    let (first, last) = (range.start, range.end - 1);
    if first == last {
        format!("trial {first} is missing")
    } else {
        format!("trials {first} to {last} are missing")
    }
}

fn duplicated(range: &Range<u64>, [one, other]: [&str; 2]) -> String {
    let (first, last) = (range.start, range.end - 1);
    if first == last {
        format!("trial {first} is included twice, in {one} and in {other}")
    } else {
        format!("trials {first} to {last} are included twice, in {one} and in {other}")
    }
}
