//! The library and the command line of `evenodds` for Python: calls with the arguments of the command line, and answers
//! as objects. The public module is written in Python, in `evenodds/`.

// Functions get their arguments from Python by value.
#![allow(clippy::needless_pass_by_value)]

mod frame;

use evenodds::charts::ChartError;
use evenodds::cli::session::{CallResult, EmbeddedCall, Stop, call as answer};
use evenodds::report::{self, Answer};
use frame::Frame;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use std::ffi::OsString;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Interval at which a call checks for Ctrl-C and shows progress.
const LOOK: Duration = Duration::from_millis(50);
/// Time that a cancelled call has to end.
const GRACE: Duration = Duration::from_millis(600);

/// Result of a call.
#[pyclass(frozen, module = "evenodds._evenodds")]
struct Call {
    called: CallResult,
}

/// Fault of a file: position, key, whole message and hint.
type Fault = (String, String, String, Option<String>);

#[pymethods]
impl Call {
    /// Returns the exit code of the command.
    #[getter]
    fn code(&self) -> u8 {
        self.called.code
    }

    /// Returns the number of answers.
    fn __len__(&self) -> usize {
        self.called.answers.len()
    }

    /// Returns whether the call was about a list of scenarios.
    #[getter]
    fn several(&self) -> bool {
        self.called.several
    }

    /// Returns the answers as printed on the screen.
    #[getter]
    fn shown(&self) -> &str {
        &self.called.shown
    }

    /// Returns other text on standard output.
    #[getter]
    fn printed(&self) -> &str {
        &self.called.printed
    }

    /// Returns the error messages.
    #[getter]
    fn messages_text(&self) -> &str {
        &self.called.messages_text
    }

    /// Returns the faults of files.
    #[getter]
    fn faults(&self) -> Vec<Fault> {
        let faults = self.called.faults.iter();
        faults
            .map(|fault| {
                let place = fault.span.to_string();
                (
                    place,
                    fault.path.clone(),
                    fault.to_string(),
                    fault.help.clone(),
                )
            })
            .collect()
    }

    /// Returns the JSON of the command line: an object for one answer, an array for a list.
    #[pyo3(signature = (number=None))]
    fn json(&self, number: Option<usize>) -> PyResult<String> {
        Ok(match (number, self.called.several) {
            (None, true) => report::json_array(&self.called.answers),
            (number, _) => report::json(self.answer(number.unwrap_or(0))?),
        })
    }

    /// Returns a frame of one answer, or of all.
    #[pyo3(signature = (name, number=None))]
    fn frame(&self, name: &str, number: Option<usize>) -> PyResult<Frame> {
        let frame = match name {
            "outcomes" => report::RecordFrame::Outcomes,
            "metrics" => report::RecordFrame::Metrics,
            "histograms" => report::RecordFrame::Histograms,
            _ => {
                return Err(PyValueError::new_err(format!(
                    "unknown frame {name}; expected outcomes, metrics or histograms"
                )));
            }
        };
        let answers = match number {
            Some(_) => std::slice::from_ref(self.answer(number.unwrap_or(0))?),
            None => &self.called.answers,
        };
        let rows = answers.iter().map(|answer| &answer.rows);
        Ok(Frame::of(report::all_records(rows, frame)))
    }

    /// Returns the page that `--format html` writes.
    #[pyo3(signature = (number=None))]
    fn page(&self, number: Option<usize>) -> PyResult<String> {
        let answers = match number {
            Some(number) => vec![self.answer(number)?.clone()],
            None => self.called.answers.clone(),
        };
        report::answers_page(&answers).map_err(|error| PyRuntimeError::new_err(error.to_string()))
    }

    /// Returns an answer as printed on the screen when it is asked alone.
    fn screen(&self, number: usize) -> PyResult<&str> {
        let screen = self.called.screens.get(number);
        screen
            .map(String::as_str)
            .ok_or_else(|| PyValueError::new_err(format!("there is no answer {number}")))
    }

    /// Returns an answer as Markdown.
    fn markdown(&self, number: usize) -> PyResult<String> {
        Ok(report::markdown(std::slice::from_ref(self.answer(number)?)))
    }

    /// Returns the question, title, headline and facts of an answer.
    fn words(&self, number: usize) -> PyResult<(&str, &str, &str, &str)> {
        let answer = self.answer(number)?;
        Ok((
            answer.question,
            &answer.title,
            &answer.titled_headline,
            &answer.facts,
        ))
    }

    /// Returns the charts of an answer: (name, SVG).
    fn charts(&self, py: Python<'_>, number: usize) -> PyResult<Vec<(String, String)>> {
        let answer = self.answer(number)?;
        let drawn = py.detach(|| {
            let figures = answer.drawn().into_iter();
            let drawn = figures.map(|figure| Ok((figure.chart.svg()?, figure.name)));
            drawn.collect::<Result<Vec<_>, ChartError>>()
        });
        let drawn = drawn.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        Ok(drawn.into_iter().map(|(svg, name)| (name, svg)).collect())
    }
}

impl Call {
    fn answer(&self, number: usize) -> PyResult<&Answer> {
        self.called.answers.get(number).ok_or_else(none)
    }
}

fn none() -> PyErr {
    PyValueError::new_err("there is no answer with that index")
}

/// Runs a command line, without the name of the program. `texts` are (name, text) of scenarios that are not files; the
/// arguments contain their names.
///
/// Calls `show` with the lines of the progress bars, and at the end with an empty text. Ctrl-C ends the call.
#[pyfunction]
#[pyo3(signature = (arguments, texts, show=None))]
fn call(
    py: Python<'_>,
    arguments: Vec<String>,
    texts: Vec<(String, String)>,
    show: Option<Py<PyAny>>,
) -> PyResult<Call> {
    let text = Arc::new(Mutex::new(String::new()));
    let (sender, receiver) = channel();
    let screen = {
        let text = text.clone();
        Arc::new(move |lines: &str| {
            lines.clone_into(&mut text.lock().unwrap_or_else(PoisonError::into_inner));
        })
    };
    let stop = Stop::default();
    let own = stop.clone();
    // The command runs in another thread, so that this one can check for Ctrl-C.
    thread::Builder::new()
        .name("evenodds".to_owned())
        .stack_size(8 << 20)
        .spawn(move || {
            // Sending fails if the call was abandoned.
            let asked = EmbeddedCall {
                arguments,
                texts,
                is_closed: false,
                screen,
            };
            let _ = sender.send(answer(&asked, &own));
        })?;
    // Only this thread receives. The lock makes the receiver `Sync`, so that it can be used while Python is detached.
    let receiver = Mutex::new(receiver);
    let mut last = String::new();
    let mut interrupted: Option<(PyErr, Instant)> = None;
    loop {
        let found = py.detach(|| {
            let receiver = receiver.lock().unwrap_or_else(PoisonError::into_inner);
            receiver.recv_timeout(LOOK)
        });
        let gone = match found {
            Ok(called) => {
                show_lines(py, show.as_ref(), &mut last, "")?;
                return match interrupted {
                    Some((error, _)) => Err(error),
                    None => Ok(Call { called }),
                };
            }
            Err(RecvTimeoutError::Timeout) => false,
            Err(RecvTimeoutError::Disconnected) => true,
        };
        if gone {
            return Err(PyRuntimeError::new_err(
                "internal error in evenodds, see standard error; please report it with the scenario",
            ));
        }
        if let Some((error, since)) = interrupted.take() {
            if since.elapsed() > GRACE {
                // The abandoned thread ends at its next check for cancellation.
                show_lines(py, show.as_ref(), &mut last, "")?;
                return Err(error);
            }
            interrupted = Some((error, since));
        } else if let Err(error) = py.check_signals() {
            stop.stop();
            interrupted = Some((error, Instant::now()));
        } else {
            let now = text.lock().unwrap_or_else(PoisonError::into_inner).clone();
            show_lines(py, show.as_ref(), &mut last, &now)?;
        }
    }
}

/// Shows lines of progress if they changed.
fn show_lines(
    py: Python<'_>,
    show: Option<&Py<PyAny>>,
    last: &mut String,
    now: &str,
) -> PyResult<()> {
    if let Some(show) = show.filter(|_| last != now) {
        show.call1(py, (now,))?;
        now.clone_into(last);
    }
    Ok(())
}

/// Runs the command line of this process, including the name of the program, and returns its exit code.
#[pyfunction]
fn main(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| evenodds::cli::main_with(&arguments))
}

/// Converts a scenario from JSON to TOML.
#[pyfunction]
fn toml_of(json: &str) -> PyResult<String> {
    let wrong = |error: String| PyValueError::new_err(format!("not a scenario: {error}"));
    let value: serde_json::Value =
        serde_json::from_str(json).map_err(|error| wrong(error.to_string()))?;
    toml::to_string(&value).map_err(|error| wrong(error.to_string()))
}

#[pymodule]
fn _evenodds(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<Call>()?;
    module.add_class::<Frame>()?;
    module.add_function(wrap_pyfunction!(call, module)?)?;
    module.add_function(wrap_pyfunction!(main, module)?)?;
    module.add_function(wrap_pyfunction!(toml_of, module)?)?;
    module.add_function(wrap_pyfunction!(frame::read_parquet, module)?)
}
