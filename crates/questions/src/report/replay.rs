//! Commands that reproduce results, quoted for a shell.

use crate::document::shell::{option, quoted};

/// A scenario as typed on a command line.
#[derive(Clone, Copy, Debug)]
pub struct Replay<'a> {
    /// Path as given on the command line, `-`, or `@name`.
    pub path: &'a str,
    /// Assignments that were applied to it.
    pub assignments: &'a [String],
}

impl Replay<'_> {
    /// Returns a command line about the scenario, with additional arguments from [`option`].
    ///
    /// ```
    /// use evenodds_questions::report::{Replay, option};
    /// let replay = Replay { path: "@canyon", assignments: &["rules.half=down".to_owned()] };
    /// let again = replay.command("trace", &option("--trial", "7"));
    /// assert_eq!(again, "evenodds trace @canyon --trial 7 --set rules.half=down");
    /// ```
    pub fn command(&self, command: &str, arguments: &str) -> String {
        let changes = set(self.assignments);
        format!("evenodds {command} {}{arguments}{changes}", self.file())
    }

    /// Returns the path of the scenario as an argument that cannot be read as an option.
    pub fn file(&self) -> String {
        let name = self.path;
        if name.starts_with('-') && name != "-" {
            quoted(&format!("./{name}"))
        } else {
            quoted(name)
        }
    }

    /// Returns the command that runs it with additional assignments.
    pub fn run(&self, assignments: &[String]) -> String {
        format!("{}{}", self.command("run", ""), set(assignments))
    }
}

/// Returns assignments as options.
fn set(assignments: &[String]) -> String {
    assignments.iter().map(|one| option("--set", one)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_name_is_never_read_as_an_option() {
        let assignments = &[];
        let file = |path| Replay { path, assignments }.file();
        assert_eq!(file("-x.toml"), "./-x.toml");
        assert_eq!(file("-"), "-");
        assert_eq!(option("--figure", "-x=0.5"), " --figure=-x=0.5");
        assert_eq!(option("--set", "a.b=-1"), " --set a.b=-1");
    }
}
