//! The designs of a round robin: tables of files, or of one file with values of keys.

use crate::analysis::study::variants::Variants;
use crate::document::path::PathError;
use crate::document::{Path, distinct};
use crate::scenario::{GridError, LoadError, OpposedTables, Scenario, Vary, idle_advice};

/// Maximum number of designs.
pub const MOST_DESIGNS: usize = 40;

/// Designs that can play each other.
#[derive(Debug)]
pub struct Entrants<'a> {
    /// The scenario with everything but the designs.
    pub(super) scenario: &'a Scenario,
    /// Opposed tables of the two seats.
    pub(super) seats: OpposedTables,
    /// Name, path of the file and table of each, in the order of the names.
    pub(super) designs: Vec<(String, String, OpposedTables)>,
}

/// Reason why designs cannot play each other.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EntrantsError {
    /// The seat or the number of designs is not valid, or the files differ elsewhere.
    #[error("{0}")]
    Refused(String),
    /// The varied keys do not form a grid.
    #[error("{0}")]
    Grid(#[from] GridError),
    /// A scenario with a value, or with two designs, is not valid.
    #[error("{0}")]
    Load(#[from] LoadError),
}

impl<'a> Entrants<'a> {
    /// Returns the tables at `seat` of these scenarios as designs. All other tables are
    /// those of the first scenario.
    ///
    /// # Errors
    /// Fails if there is no such table, or another beside it, and if the scenarios differ elsewhere.
    pub fn of_files(
        scenario: &'a Scenario,
        others: &[Scenario],
        seat: &str,
    ) -> Result<Self, EntrantsError> {
        let all = || std::iter::once(scenario).chain(others);
        if let Some(twice) = all()
            .enumerate()
            .find(|(index, one)| all().take(*index).any(|earlier| earlier.path == one.path))
        {
            let text = format!(
                "{}: the file is given twice; expected each design once",
                twice.1.path
            );
            return Err(EntrantsError::Refused(text));
        }
        let seat = seat_path(seat)?;
        let tables = all().map(|one| match one.opposed_tables(&seat) {
            Ok(found) => Ok((one, found)),
            Err(reason) => Err(EntrantsError::Refused(format!(
                "{}: --seat: {reason}",
                one.path
            ))),
        });
        let tables = tables.collect::<Result<Vec<_>, EntrantsError>>()?;
        let first = &tables[0].1;
        for (other, own) in &tables[1..] {
            let Some(key) = scenario.first_difference(other, [first, own]) else {
                continue;
            };
            return Err(EntrantsError::Refused(format!(
                "{key} is not the same in {} and {}; designs may differ only in {} and {}, titles and \
                 notes",
                scenario.path, other.path, first.paths[0], first.paths[1]
            )));
        }
        let stems: Vec<&str> = all().map(|one| stem(&one.path)).collect();
        let is_unique = distinct(stems.clone()).len() == stems.len();
        let named = tables.iter().zip(stems).map(|((one, table), stem)| {
            let name = if is_unique { stem } else { &*one.path };
            (name.to_owned(), one.path.clone(), table.clone())
        });
        Self::sorted(scenario, first.clone(), named.collect())
    }

    /// Returns the table that contains these keys, with each combination of their values, as designs.
    /// The seat is the first part of the paths that is a table with one beside it, if not given.
    ///
    /// # Errors
    /// Fails if there is no such table, or if a value is not valid.
    pub fn of_values(
        scenario: &'a Scenario,
        keys: &[Vary],
        seat: Option<&str>,
    ) -> Result<Self, Vec<EntrantsError>> {
        let refused = |text: String| vec![EntrantsError::Refused(text)];
        let paths = keys
            .iter()
            .map(|key| seat_path(&key.path).map_err(|error| vec![error]));
        let paths = paths.collect::<Result<Vec<Path>, _>>()?;
        let Some(first) = paths.first() else {
            return Err(vec![GridError::Empty.into()]);
        };
        let given = seat
            .map(seat_path)
            .transpose()
            .map_err(|error| vec![error])?;
        let seat = if let Some(seat) = given {
            seat
        } else {
            let parts = (1..first.segments().len()).map(|count| first.prefix(count));
            let mut reason = format!("{first} is not inside a side or a team");
            let mut found = None;
            for part in parts {
                match scenario.opposed_tables(&part) {
                    Ok(_) => {
                        found = Some(part);
                        break;
                    }
                    Err(why) => reason = why,
                }
            }
            found.ok_or_else(|| refused(format!("--vary: {reason}")))?
        };
        let opposed = |one: &Scenario| {
            let found = one.opposed_tables(&seat);
            found.map_err(|reason| refused(format!("--seat: {reason}")))
        };
        let seats = opposed(scenario)?;
        let depth = seat.segments().len();
        if let Some(other) = paths.iter().find(|path| path.prefix(depth) != seat) {
            return Err(refused(format!(
                "--vary: {other} is not inside the seat {seat}"
            )));
        }
        let idle = |path: String| EntrantsError::Refused(idle_advice(&path));
        let variants = Variants::of(scenario, (keys, &[]), idle)?;
        let mut designs = Vec::new();
        for (setting, one) in variants.settings.iter().zip(&variants.scenarios) {
            let values = keys.iter().zip(setting);
            let values =
                values.map(|(key, &value)| format!("{} {}", key.name(1), key.label(value)));
            let name = values.collect::<Vec<_>>().join(", ");
            designs.push((name, one.path.clone(), opposed(one)?));
        }
        Self::sorted(scenario, seats, designs).map_err(|error| vec![error])
    }

    fn sorted(
        scenario: &'a Scenario,
        seats: OpposedTables,
        mut designs: Vec<(String, String, OpposedTables)>,
    ) -> Result<Self, EntrantsError> {
        if !(2..=MOST_DESIGNS).contains(&designs.len()) {
            return Err(EntrantsError::Refused(format!(
                "the number of designs is {}; expected 2 to {MOST_DESIGNS}: pass a file for each, or \
                 --vary PATH=VALUES with values of a key inside the seat",
                designs.len()
            )));
        }
        // Sorted, so that no figure depends on the order of the files or of the values.
        designs.sort_by(|one, other| one.0.cmp(&other.0));
        Ok(Self {
            scenario,
            seats,
            designs,
        })
    }

    /// Returns the scenario with two designs, by index, in the seats.
    ///
    /// # Errors
    /// Fails if that is not a valid contest.
    pub(super) fn seated(&self, [first, second]: [usize; 2]) -> Result<Scenario, LoadError> {
        let tables = [&self.designs[first].2, &self.designs[second].2];
        self.scenario.with_tables(&self.seats, tables)
    }
}

fn seat_path(text: &str) -> Result<Path, EntrantsError> {
    let refused = |error: PathError| {
        EntrantsError::Refused(format!(
            "--seat {text}: {error}; expected the path of a side or a team, such as side.red"
        ))
    };
    text.trim().parse().map_err(refused)
}

/// Returns the name of a file without its folders and extension.
fn stem(path: &str) -> &str {
    let name = std::path::Path::new(path.trim_start_matches('@')).file_stem();
    name.and_then(std::ffi::OsStr::to_str).unwrap_or(path)
}
