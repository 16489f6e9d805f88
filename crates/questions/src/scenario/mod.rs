//! Scenarios: checked and hashed contests, loaded from files with assignments from the command
//! line, and ready to play.

mod constraint;
mod error;
mod expect;
mod files;
mod folder_search;
mod gather;
mod grid;
mod include;
mod keys;
mod kind;
mod library;
mod line_up;
mod link;
mod load;
mod opposed;
mod parsed;
mod playing;
mod quantity;
mod solution;
mod target;
mod varied;
mod vary;

pub use constraint::Constraint;
pub use error::LoadError;
pub use expect::Expectation;
pub use files::near_file;
pub use folder_search::FolderSearch;
pub use gather::USE;
pub use grid::{
    GridError, MOST_SETTINGS, assignments, idle, settings, settings_where, too_many, try_settings,
};
pub use keys::{SCENARIO_FORMAT, shared_key};
pub use library::Library;
pub use link::{LINK_FORMAT, Link, MOST_LINK_ASSIGNMENTS, MOST_LINK_BYTES};
pub use opposed::OpposedTables;
pub use quantity::{Quantity, unknown_metric};
pub use solution::{NamedSolution, SolutionStore};
pub use target::{Target, TargetError};
pub use varied::{SweepTable, TuneTable, idle_advice};
pub use vary::{MOST_VALUES, TextError, Vary, VaryError};

#[cfg(test)]
mod testing;
#[cfg(test)]
pub(crate) use testing::{load, load_part, open, open_simple};

use crate::contest::{Contest, Kind, PlayerHelp, Seat};
use crate::document::{
    CheckedTable, Path, Restriction, RuleReading, TunableStep, ValueChange, accepted_values,
    changes, readings, restrictions, steps,
};
use crate::sim::ScenarioIdentity;
use playing::Playing;
use std::path::PathBuf;
use std::sync::Arc;

/// A contest loaded from a file, with the settings of the file.
pub struct Scenario {
    /// Name of the file as typed by the user, `-` for standard input, or `@name` for a built-in
    /// scenario.
    pub path: String,
    /// Title; by default the name of the file.
    pub title: String,
    /// Notes; may be empty.
    pub notes: String,
    /// Kind of contest.
    pub kind: &'static Kind,
    /// Hash of the resolved contest: contests with equal hashes give equal trials. It does not
    /// depend on the title, notes, `[run]`, `[expect]`, `[sweep]`, `[tune]`, layout or written-out
    /// defaults.
    pub hash: String,
    /// Number of trials, if the file sets it.
    pub trials: Option<u64>,
    /// Random seed, if the file sets it.
    pub seed: Option<u64>,
    /// Expectations of the table `[expect]`.
    pub expectations: Vec<Expectation>,
    /// The table `[sweep]`.
    pub sweep: Option<SweepTable>,
    /// The table `[tune]`: the target, and the keys to vary.
    pub tune: Option<TuneTable>,
    /// Text of the file as it was read.
    pub text: String,
    /// Text of the file with all used files inserted; empty if there are none.
    whole: String,
    /// The parsed file.
    origin: Arc<load::ParsedFile>,
    /// Files that the scenario uses.
    files: files::Files,
    /// Assignments that were applied to the file.
    pub assignments: Vec<String>,
    /// Seats for which a player can be chosen, with their keys.
    pub seats: Vec<Seat>,
    /// Checked values of all keys.
    checked: CheckedTable,
    /// The contest.
    pub contest: Box<dyn Contest>,
    /// Store of exact answers; `None` after loading. Variants inherit it.
    pub solutions: Option<Arc<dyn SolutionStore>>,
    /// Players of the contest; see [`Scenario::play`].
    playing: Playing,
}

impl Scenario {
    /// Returns the players that the file can have, in the order of the kind.
    pub fn known_players(&self) -> impl Iterator<Item = &'static PlayerHelp> {
        let players = self.kind.players.iter();
        players.filter(|player| player.is_for(&self.checked))
    }

    /// Returns the scenario with further assignments after the current ones. Files are not read
    /// again.
    ///
    /// # Errors
    /// Returns an error if the assignments have faults.
    pub fn with(&self, assignments: &[String]) -> Result<Self, LoadError> {
        let all = [&self.assignments, assignments].concat();
        self.variant(&all, &[])
    }

    /// Returns the same as [`Scenario::with`] for varied keys, whose assignments have their own
    /// source name in faults.
    ///
    /// # Errors
    /// Returns an error if the assignments have faults.
    pub fn varied(&self, assignments: &[String]) -> Result<Self, LoadError> {
        self.variant(&self.assignments, assignments)
    }

    fn variant(&self, given: &[String], varied: &[String]) -> Result<Self, LoadError> {
        let variant = load::variant(&self.origin, &self.files, given, varied)?;
        let mut variant = Self {
            solutions: self.solutions.clone(),
            ..variant
        };
        variant.play_as(self, &[given, varied].concat())?;
        Ok(variant)
    }

    /// Returns the library with its kind.
    pub fn library(&self) -> &'static Library {
        self.origin.library
    }

    /// Returns the one-step changes that the keys allow; some may give an invalid contest.
    pub fn steps(&self) -> Vec<TunableStep> {
        steps(&self.checked)
    }

    /// Returns the other readings of the options under `[rules]`; some may give an invalid contest.
    pub fn readings(&self) -> Vec<RuleReading> {
        readings(&self.checked)
    }

    /// Returns the changes from this contest to another of the same kind.
    pub fn changes_to(&self, other: &Self) -> Vec<ValueChange> {
        changes(&self.checked, &other.checked, &load::NOT_HASHED)
    }

    /// Returns the number at a path; `None` if there is no value or another one.
    pub fn number_at(&self, path: &Path) -> Option<f64> {
        constraint::number_at(&self.checked, path)
    }

    /// Returns the options that can be forbidden; some may give an invalid contest.
    pub fn restrictions(&self) -> Vec<Restriction> {
        restrictions(&self.checked)
    }

    /// Returns all accepted values of the key at a path, if they are a list of names or yes and no.
    pub fn accepted_values(&self, path: &str) -> Option<Vec<String>> {
        let path: Path = path.parse().ok()?;
        accepted_values(&self.checked, &path.to_string())
    }

    /// Returns the self-contained text of the scenario: the file with all used files inserted.
    pub fn whole_text(&self) -> &str {
        if self.whole.is_empty() {
            &self.text
        } else {
            &self.whole
        }
    }

    /// Returns the assignments that turn [`Scenario::whole_text`] into this scenario, without those
    /// that change the used files, which the text includes.
    pub fn whole_assignments(&self) -> Vec<String> {
        let all = [self.origin.own_assignments(), &self.assignments].concat();
        load::beyond_files(&self.origin, &all)
    }

    /// Returns the canonical paths of the files on the disk that it uses, directly or indirectly.
    pub fn used_files(&self) -> Vec<PathBuf> {
        self.files.on_disk()
    }

    /// Returns the identity of the scenario for results.
    pub fn identity(&self) -> ScenarioIdentity {
        ScenarioIdentity {
            path: self.path.clone(),
            title: self.title.clone(),
            kind: self.kind.name.to_owned(),
            hash: self.hash.clone(),
        }
    }
}

impl std::fmt::Debug for Scenario {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Scenario")
            .field("path", &self.path)
            .field("kind", &self.kind.name)
            .field("hash", &self.hash)
            .finish_non_exhaustive()
    }
}
