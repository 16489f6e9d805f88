//! Files that fights use: their results, and all errors in their names and contents.

mod faults;
mod included;
mod joined;
mod keys;
mod references;

use crate::faults::brief;
use evenodds::scenario::{Scenario, load};
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use tempfile::TempDir;

/// A folder with files, which is the current folder of calls.
struct Folder(TempDir);

/// Result of a call.
struct Answer {
    code: Option<i32>,
    out: String,
    err: String,
}

impl Folder {
    fn with(files: &[(&str, &str)]) -> Self {
        let folder = Self(tempfile::tempdir().unwrap());
        for (name, text) in files {
            folder.write(name, text.as_bytes());
        }
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, bytes: &[u8]) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_evenodds"));
        command.env("EVENODDS_CACHE", "off");
        command.args(arguments).current_dir(self.0.path());
        command
    }

    fn call(&self, arguments: &[&str]) -> Answer {
        let output = self.command(arguments).output().unwrap();
        Answer {
            code: output.status.code(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// Returns the error for an invalid file; asserts that the exit code is 2.
    fn refused(&self, arguments: &[&str]) -> String {
        let answer = self.call(arguments);
        assert_eq!(answer.code, Some(2), "{arguments:?}: {}", answer.err);
        assert_eq!(answer.out, "", "{arguments:?}");
        brief(&answer.err)
    }

    /// Returns the output of a call that must succeed.
    fn output(&self, arguments: &[&str]) -> String {
        let answer = self.call(arguments);
        assert_eq!(answer.code, Some(0), "{arguments:?}: {}", answer.err);
        answer.out
    }

    /// Returns the hash of a scenario in results.
    fn hash(&self, arguments: &[&str]) -> String {
        let all = [&["run", "-n", "10", "-f", "json"], arguments].concat();
        let results: serde_json::Value = serde_json::from_str(&self.output(&all)).unwrap();
        results["scenario"]["hash"].as_str().unwrap().to_owned()
    }
}

const HEROES: &str = "title = \"The crew\"\n\n[[side]]\nname = \"heroes\"\n[[side.combatant]]\nname = \"Dirk\"\nclasses = [{ name = \"Mercenary\", dice = 4 }]\n[[side.combatant]]\nname = \"Emily\"\nclasses = [{ name = \"Survivalist\", dice = 3 }]\n";
const DRONES: &str = "[[side]]\nname = \"drones\"\nplayer = \"brawler\"\n[[side.combatant]]\nname = \"Drone\"\ncount = 3\nclasses = [{ name = \"Drone\", dice = 2 }]\n";
const BOTH: &str = "kind = \"combat\"\nuse = [\"heroes.toml\", \"drones.toml\"]\n";

/// Returns a fight of the crew, from a file, with drones of its own.
fn fight() -> String {
    format!("kind = \"combat\"\nuse = [\"heroes.toml\"]\n{DRONES}")
}

/// Creates a folder with the crew and the fight.
fn table() -> Folder {
    Folder::with(&[("heroes.toml", HEROES), ("fight.toml", &fight())])
}

/// Returns the error for a fight that begins with this line instead, with drones of its own.
fn named(line: &str) -> String {
    let folder = table();
    folder.write(
        "fight.toml",
        fight().replace("use = [\"heroes.toml\"]", line).as_bytes(),
    );
    folder.refused(&["run", "fight.toml"])
}

fn written_out(text: &str) -> Scenario {
    load("x.toml", text.as_bytes(), &[]).unwrap_or_else(|error| panic!("{error}"))
}
