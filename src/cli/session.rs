//! API calls from another program, such as Python: they pass arguments of the command line and
//! return answers.
//!
//! Calls may be concurrent; each has a state of its own, and they share the cores. All output is captured
//! for the caller, and the process is never ended.

use super::call::Call;
pub use super::call::{CallResult, Screen};
use super::interrupts::Interrupts;
use indicatif::{ProgressDrawTarget, TermLike};
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// Parameters of a call.
pub struct EmbeddedCall {
    /// Arguments after the name of the program.
    pub arguments: Vec<String>,
    /// Texts of scenarios by name; the arguments use these names in place of files.
    pub texts: Vec<(String, String)>,
    /// True if scenarios are built-in or among `texts`, and use no files. Their names begin with `@`.
    pub is_closed: bool,
    /// Receiver of the progress.
    pub screen: Screen,
}

/// Cancels a call, like a first Ctrl-C that never ends the process. Clones belong to the same call.
#[derive(Clone, Default)]
pub struct Stop(Arc<Interrupts>);

impl Stop {
    /// Cancels the call.
    pub fn stop(&self) {
        self.0.interrupt();
    }
}

/// Runs a command line until it is finished or cancelled by `stop`.
///
/// ```
/// use evenodds::cli::session::{EmbeddedCall, Stop, call};
/// use std::sync::Arc;
/// let asked = EmbeddedCall {
///     arguments: ["run", "@duel", "-n", "1000"].map(str::to_owned).to_vec(),
///     texts: Vec::new(),
///     is_closed: false,
///     screen: Arc::new(|_| ()),
/// };
/// let called = call(&asked, &Stop::default());
/// assert_eq!((called.code, called.answers.len()), (0, 1));
/// ```
pub fn call(asked: &EmbeddedCall, stop: &Stop) -> CallResult {
    let (texts, screen) = (asked.texts.clone(), asked.screen.clone());
    let call = Call::hosted(stop.0.clone(), texts, asked.is_closed, screen);
    let name = std::iter::once("evenodds");
    let all = name.chain(asked.arguments.iter().map(String::as_str));
    super::run_with(&all.map(Into::into).collect::<Vec<_>>(), &call);
    call.called()
}

/// Returns the draw target of progress bars, if this is an API call.
pub(super) fn target(call: &Call) -> Option<ProgressDrawTarget> {
    let lines = Lines {
        screen: call.screen()?,
        state: Mutex::default(),
    };
    Some(ProgressDrawTarget::term_like_with_hz(Box::new(lines), 10))
}

/// Terminal of a few lines, whose text goes to the receiver of the progress.
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

    fn asked(arguments: &[&str], screen: Screen, stop: &Stop) -> CallResult {
        let asked = EmbeddedCall {
            arguments: arguments.iter().map(|&one| one.to_owned()).collect(),
            texts: vec![("<lock>".to_owned(), LOCK.to_owned())],
            is_closed: false,
            screen,
        };
        call(&asked, stop)
    }

    fn called(arguments: &[&str]) -> CallResult {
        asked(arguments, Arc::new(|_| ()), &Stop::default())
    }

    const LOCK: &str =
        "format = 1\nkind = \"quick\"\ndifficulty = 10\nactor = { name = \"Thief\", dice = 3 }\n";

    #[test]
    fn a_scenario_may_be_a_text() {
        let exact = called(&["exact", "<lock>", "--set", "difficulty=11"]);
        assert_eq!(
            (exact.code, exact.answers.len()),
            (0, 1),
            "{}",
            exact.messages_text
        );
        assert!(crate::report::json(&exact.answers[0]).contains("\"path\": \"<lock>\""));
        let other = called(&["exact", "<key>"]);
        assert_eq!(other.code, 3, "{}", other.messages_text);
    }

    #[test]
    fn calls_return_answers_faults_and_printed_text() {
        let run = called(&["run", "@canyon", "-n", "1000", "--no-stronger"]);
        assert_eq!((run.code, run.answers.len(), run.several), (0, 1, false));
        assert!(run.shown.contains("1,000 trials"), "{}", run.shown);
        assert_eq!((run.printed.as_str(), run.messages_text.as_str()), ("", ""));
        let story = called(&["trace", "@canyon", "--trial", "7"]);
        assert_eq!((story.code, story.answers.len()), (0, 0));
        assert!(story.printed.contains("trial 7"), "{}", story.printed);
        let wrong = called(&["run", "@canyon", "--set", "rules.half=sideways"]);
        assert_eq!((wrong.code, wrong.faults.len()), (2, 1));
        assert!(
            wrong.messages_text.contains("rules.half"),
            "{}",
            wrong.messages_text
        );
        assert_eq!(wrong.faults[0].path, "rules.half");
        let unknown = called(&["run", "@canyon", "--trails", "7"]);
        assert_eq!(unknown.code, 2);
        assert!(
            unknown.messages_text.contains("--trials"),
            "{}",
            unknown.messages_text
        );
        let help = called(&["run", "--help"]);
        assert_eq!(help.code, 0);
        assert!(help.printed.contains("Usage: evenodds run"));
        // Calls share no state.
        let again = called(&["run", "@canyon", "-n", "1000", "--no-stronger"]);
        assert_eq!(
            crate::report::json_array(&again.answers),
            crate::report::json_array(&run.answers)
        );
    }

    #[test]
    fn an_interrupted_call_ends_and_other_calls_continue() {
        let stop = Stop::default();
        let own = stop.clone();
        let screen = Arc::new(move |_: &str| own.stop());
        let ended = asked(&["run", "@canyon", "-n", "10G"], screen, &stop);
        assert_eq!(ended.code, 130, "{}", ended.messages_text);
        assert_eq!(called(&["run", "@canyon", "-n", "1000"]).code, 0);
    }

    #[test]
    fn concurrent_calls_give_the_answers_of_consecutive_ones() {
        let questions = [
            &["run", "@canyon", "-n", "5k", "-s", "7"][..],
            &[
                "ladder",
                "@duel",
                "-n",
                "2k",
                "--players",
                "random,finisher",
            ],
            &["run", "@canyon", "--set", "rules.half=sideways"],
            &["exact", "<lock>"],
        ];
        let messages_text = |called: CallResult| {
            let answers = crate::report::json_array(&called.answers);
            (called.code, answers, called.messages_text, called.shown)
        };
        let alone = questions.map(|question| messages_text(called(question)));
        let together = std::thread::scope(|scope| {
            let threads =
                questions.map(|question| scope.spawn(move || messages_text(called(question))));
            threads.map(|thread| thread.join().unwrap())
        });
        assert_eq!(alone, together);
    }

    #[test]
    fn progress_is_reported_as_lines() {
        let seen = Arc::new(Mutex::new(Vec::new()));
        let kept = seen.clone();
        let screen = Arc::new(move |text: &str| kept.lock().unwrap().push(text.to_owned()));
        let run = ["run", "@canyon", "-n", "150k", "-j", "1"];
        assert_eq!(asked(&run, screen, &Stop::default()).code, 0);
        let seen = seen.lock().unwrap();
        let bars = seen
            .iter()
            .filter(|text| text.contains("of 150,000 trials"));
        assert!(bars.count() > 0, "{seen:?}");
        assert!(seen.iter().all(|text| text.lines().count() < 3), "{seen:?}");
    }
}
