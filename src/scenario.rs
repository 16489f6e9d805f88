//! Scenarios: checked and hashed contests, loaded from files with assignments from the command line, and ready to
//! play.

use crate::BUILD;
use crate::contests::TEMPLATES;

pub use crate::contest::Builtin;
pub use crate::contests::{BUILTINS, PARTIES};
pub use evenodds_questions::scenario::*;

/// The kinds of contest and the built-in files of this program.
pub static LIBRARY: Library =
    Library::new(crate::contests::KINDS, BUILTINS, PARTIES, &[BUILD]).with_templates(TEMPLATES);

/// Opens a path, `@name` or a [`Link`], with assignments such as `rules.half=up`.
///
/// # Errors
/// The file cannot be read or has faults; the error contains all faults.
pub fn open(argument: &str, assignments: &[String]) -> Result<Scenario, LoadError> {
    LIBRARY.open(argument, assignments)
}

/// Loads a scenario from the bytes of a file, see [`Library::load`].
///
/// # Errors
/// The bytes are not text, or they or used files have faults; the error contains all faults.
pub fn load(name: &str, bytes: &[u8], assignments: &[String]) -> Result<Scenario, LoadError> {
    LIBRARY.load(name, bytes, assignments)
}
