//! Calls from within another program, such as Python: the arguments of the command line, and answers instead of text
//! on a screen.
//!
//! There is one call at a time, since each has all cores: whoever comes second waits. What a call would print or show
//! is kept for its caller, and nothing ends the program.

use super::interrupts;
use crate::document::Fault;
use crate::report::Answer;
use indicatif::{ProgressDrawTarget, TermLike};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What became of a call.
#[derive(Clone, Debug, Default)]
pub struct Called {
    /// What was found out.
    pub answers: Vec<Answer>,
    /// Whether several answers were asked for, though some of them may be missing.
    pub several: bool,
    /// What the screen would show of them.
    pub shown: String,
    /// What else goes to standard output: stories, lists, names of files.
    pub printed: String,
    /// What went wrong, in words, as standard error would have it.
    pub told: String,
    /// The faults of files, each with its place.
    pub faults: Vec<Fault>,
    /// The exit code.
    pub code: u8,
}

/// Who looks on: gets the lines of the progress bars, up to ten times a second.
pub type Screen = Arc<dyn Fn(&str) + Send + Sync>;

/// A call.
pub struct Asked {
    /// What a command line says behind the name of the program.
    pub arguments: Vec<String>,
    /// Scenarios by the names that stand for them among the arguments, where others have files.
    pub texts: Vec<(String, String)>,
    /// Who looks on.
    pub screen: Screen,
}

/// What the call that goes on now has given so far.
struct Call {
    called: Called,
    texts: Vec<(String, String)>,
    screen: Screen,
}

/// Held as long as a call goes on.
static TURN: Mutex<()> = Mutex::new(());
static CALL: Mutex<Option<Call>> = Mutex::new(None);

fn call_now() -> MutexGuard<'static, Option<Call>> {
    CALL.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Does what a command line says.
///
/// ```
/// use evenodds::cli::embedded::{Asked, call};
/// use std::sync::Arc;
/// let called = call(&Asked {
///     arguments: ["run", "@duel", "-n", "1000"].map(str::to_owned).to_vec(),
///     texts: Vec::new(),
///     screen: Arc::new(|_| ()),
/// });
/// assert_eq!((called.code, called.answers.len()), (0, 1));
/// ```
pub fn call(asked: &Asked) -> Called {
    // A call that panicked left nothing half done here.
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    interrupts::forget();
    super::places::forget();
    *call_now() = Some(Call {
        called: Called::default(),
        texts: asked.texts.clone(),
        screen: asked.screen.clone(),
    });
    // Takes the call away also where it panics.
    let kept = Kept;
    let name = std::iter::once("evenodds");
    let all = name.chain(asked.arguments.iter().map(String::as_str));
    let code = super::run_with(&all.map(Into::into).collect::<Vec<_>>());
    let called = call_now().take().map(|call| call.called);
    drop(kept);
    Called {
        code,
        ..called.unwrap_or_default()
    }
}

struct Kept;

impl Drop for Kept {
    fn drop(&mut self) {
        call_now().take();
    }
}

/// Asks the call that goes on to end: as a first Ctrl-C does, but nothing ends the program.
pub fn interrupt() {
    interrupts::interrupt();
}

/// Whether this is a call from within another program.
pub fn is_embedded() -> bool {
    call_now().is_some()
}

/// The scenario that this name stands for in the call that goes on.
pub(super) fn text(name: &str) -> Option<String> {
    let call = call_now();
    let mut texts = call.as_ref()?.texts.iter();
    texts
        .find(|(known, _)| known == name)
        .map(|(_, text)| text.clone())
}

/// Keeps something for the caller; `false` where there is none.
pub(super) fn keep(keep: impl FnOnce(&mut Called)) -> bool {
    match call_now().as_mut() {
        Some(call) => {
            keep(&mut call.called);
            true
        }
        None => false,
    }
}

/// Where progress bars go, if this is such a call.
pub(super) fn target() -> Option<ProgressDrawTarget> {
    let screen = call_now().as_ref().map(|call| call.screen.clone())?;
    let lines = Lines {
        screen,
        state: Mutex::default(),
    };
    Some(ProgressDrawTarget::term_like_with_hz(Box::new(lines), 10))
}

/// A terminal of a few lines, whose text goes to whoever looks on.
struct Lines {
    screen: Screen,
    state: Mutex<(Vec<String>, usize)>,
}

impl fmt::Debug for Lines {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Lines")
    }
}

impl Lines {
    /// Changes the lines and the number of the one that is written.
    fn change(&self, change: impl FnOnce(&mut Vec<String>, &mut usize)) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let (lines, row) = &mut *state;
        change(lines, row);
        if lines.len() <= *row {
            lines.resize(*row + 1, String::new());
        }
    }
}

impl TermLike for Lines {
    fn width(&self) -> u16 {
        80
    }

    fn move_cursor_up(&self, n: usize) -> std::io::Result<()> {
        self.change(|_, row| *row = row.saturating_sub(n));
        Ok(())
    }

    fn move_cursor_down(&self, n: usize) -> std::io::Result<()> {
        self.change(|_, row| *row += n);
        Ok(())
    }

    fn move_cursor_right(&self, _: usize) -> std::io::Result<()> {
        Ok(())
    }

    fn move_cursor_left(&self, _: usize) -> std::io::Result<()> {
        Ok(())
    }

    fn write_line(&self, text: &str) -> std::io::Result<()> {
        self.write_str(text)?;
        self.move_cursor_down(1)
    }

    fn write_str(&self, text: &str) -> std::io::Result<()> {
        self.change(|lines, row| {
            if lines.len() <= *row {
                lines.resize(*row + 1, String::new());
            }
            lines[*row].push_str(&console::strip_ansi_codes(text));
        });
        Ok(())
    }

    fn clear_line(&self) -> std::io::Result<()> {
        self.change(|lines, row| {
            if let Some(line) = lines.get_mut(*row) {
                line.clear();
            }
        });
        Ok(())
    }

    fn flush(&self) -> std::io::Result<()> {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let lines: Vec<&str> = state.0.iter().map(|line| line.trim_end()).collect();
        (self.screen)(lines.join("\n").trim_end());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(arguments: &[&str], screen: Screen) -> Called {
        call(&Asked {
            arguments: arguments.iter().map(|&one| one.to_owned()).collect(),
            texts: vec![("<lock>".to_owned(), LOCK.to_owned())],
            screen,
        })
    }

    fn called(arguments: &[&str]) -> Called {
        asked(arguments, Arc::new(|_| ()))
    }

    const LOCK: &str =
        "format = 1\nkind = \"quick\"\ndifficulty = 10\nactor = { name = \"Thief\", dice = 3 }\n";

    #[test]
    fn a_scenario_may_be_a_text() {
        let exact = called(&["exact", "<lock>", "--set", "difficulty=11"]);
        assert_eq!((exact.code, exact.answers.len()), (0, 1), "{}", exact.told);
        assert!(crate::report::json(&exact.answers[0]).contains("\"path\": \"<lock>\""));
        let other = called(&["exact", "<key>"]);
        assert_eq!(other.code, 3, "{}", other.told);
    }

    #[test]
    fn calls_give_answers_faults_and_what_they_would_print() {
        let run = called(&["run", "@canyon", "-n", "1000", "--no-stronger"]);
        assert_eq!((run.code, run.answers.len(), run.several), (0, 1, false));
        assert!(run.shown.contains("1,000 trials"), "{}", run.shown);
        assert_eq!((run.printed.as_str(), run.told.as_str()), ("", ""));
        let story = called(&["trace", "@canyon", "--trial", "7"]);
        assert_eq!((story.code, story.answers.len()), (0, 0));
        assert!(story.printed.contains("trial 7"), "{}", story.printed);
        let wrong = called(&["run", "@canyon", "--set", "rules.half=sideways"]);
        assert_eq!((wrong.code, wrong.faults.len()), (2, 1));
        assert!(wrong.told.contains("rules.half"), "{}", wrong.told);
        assert_eq!(wrong.faults[0].path, "rules.half");
        let unknown = called(&["run", "@canyon", "--trails", "7"]);
        assert_eq!(unknown.code, 2);
        assert!(unknown.told.contains("--trials"), "{}", unknown.told);
        let help = called(&["run", "--help"]);
        assert_eq!(help.code, 0);
        assert!(help.printed.contains("Usage: evenodds run"));
        // Nothing of an earlier call is left.
        let again = called(&["run", "@canyon", "-n", "1000", "--no-stronger"]);
        assert_eq!(
            crate::report::json_array(&again.answers),
            crate::report::json_array(&run.answers)
        );
    }

    #[test]
    fn an_interrupted_call_ends_and_the_next_one_does_not_know() {
        let ended = called_and_interrupted();
        assert_eq!(ended.code, 130, "{}", ended.told);
        assert_eq!(called(&["run", "@canyon", "-n", "1000"]).code, 0);
    }

    fn called_and_interrupted() -> Called {
        asked(&["run", "@canyon", "-n", "10G"], Arc::new(|_| interrupt()))
    }

    #[test]
    fn progress_comes_in_lines() {
        let seen = Arc::new(Mutex::new(Vec::new()));
        let kept = seen.clone();
        let screen = Arc::new(move |text: &str| kept.lock().unwrap().push(text.to_owned()));
        let run = ["run", "@canyon", "-n", "300k", "-j", "1"];
        assert_eq!(asked(&run, screen).code, 0);
        let seen = seen.lock().unwrap();
        let bars = seen
            .iter()
            .filter(|text| text.contains("of 300,000 trials"));
        assert!(bars.count() > 0, "{seen:?}");
        assert!(seen.iter().all(|text| text.lines().count() < 3), "{seen:?}");
    }
}
