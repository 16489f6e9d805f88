//! The library and the command line of `evenodds` for Python: calls with the arguments of the command line, answers as
//! objects. What users see of it is written in Python, in `evenodds/`.

mod frame;

use evenodds::charts::ChartError;
use evenodds::cli::embedded::{Asked, Called, Stop, call as answer};
use evenodds::report::{self, Answer};
use frame::Frame;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use std::ffi::OsString;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How often a call looks whether somebody pressed Ctrl-C, and shows how far it is.
const LOOK: Duration = Duration::from_millis(50);
/// How long it waits for a call that was asked to end.
const GRACE: Duration = Duration::from_millis(600);

/// What became of a call.
#[pyclass(frozen, module = "evenodds._evenodds")]
struct Call {
    called: Called,
}

/// The fault of a file: where it is, which key it has to do with, the whole line, and advice.
type Fault = (String, String, String, Option<String>);

#[pymethods]
impl Call {
    /// The exit code of the command line.
    #[getter]
    fn code(&self) -> u8 {
        self.called.code
    }

    /// How many answers there are.
    fn __len__(&self) -> usize {
        self.called.answers.len()
    }

    /// Whether several were asked for.
    #[getter]
    fn several(&self) -> bool {
        self.called.several
    }

    /// What the screen shows of the answers.
    #[getter]
    fn shown(&self) -> &str {
        &self.called.shown
    }

    /// What else would be printed.
    #[getter]
    fn printed(&self) -> &str {
        &self.called.printed
    }

    /// What went wrong, in words.
    #[getter]
    fn told(&self) -> &str {
        &self.called.told
    }

    /// The faults of files.
    #[getter]
    fn faults(&self) -> Vec<Fault> {
        let faults = self.called.faults.iter();
        faults
            .map(|fault| {
                let place = fault.place.to_string();
                (
                    place,
                    fault.path.clone(),
                    fault.to_string(),
                    fault.help.clone(),
                )
            })
            .collect()
    }

    /// The JSON of the command line: of one answer an object, of several an array.
    #[pyo3(signature = (number=None))]
    fn json(&self, number: Option<usize>) -> PyResult<String> {
        Ok(match (number, self.called.several) {
            (None, true) => report::json_array(&self.called.answers),
            (number, _) => report::json(self.answer(number.unwrap_or(0))?),
        })
    }

    /// A frame of one answer, or of all.
    #[pyo3(signature = (name, number=None))]
    fn frame(&self, name: &str, number: Option<usize>) -> PyResult<Frame> {
        let frame = match name {
            "outcomes" => report::Frame::Outcomes,
            "metrics" => report::Frame::Metrics,
            "histograms" => report::Frame::Histograms,
            _ => return Err(PyValueError::new_err(format!("there is no frame {name}"))),
        };
        let answers = match number {
            Some(_) => std::slice::from_ref(self.answer(number.unwrap_or(0))?),
            None => &self.called.answers,
        };
        let rows = answers.iter().map(|answer| &answer.rows);
        Frame::of(&report::all_records(rows, frame))
    }

    /// The page that `--format html` writes.
    #[pyo3(signature = (number=None))]
    fn page(&self, number: Option<usize>) -> PyResult<String> {
        let answers = match number {
            Some(number) => vec![self.answer(number)?.clone()],
            None => self.called.answers.clone(),
        };
        report::answers_page(&answers).map_err(|error| PyRuntimeError::new_err(error.to_string()))
    }

    /// The answer as Markdown.
    fn markdown(&self, number: usize) -> PyResult<String> {
        Ok(report::markdown(std::slice::from_ref(self.answer(number)?)))
    }

    /// Question, title, sentence and what was played.
    fn words(&self, number: usize) -> PyResult<(&str, &str, &str, &str)> {
        let answer = self.answer(number)?;
        Ok((
            answer.question,
            &answer.title,
            &answer.sentence,
            &answer.facts,
        ))
    }

    /// The charts, each with its name, as SVG.
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
    PyValueError::new_err("there is none of that number")
}

/// Asks what a command line asks, without the name of the program in front; `texts` are scenarios by the names that
/// stand for them there. `show` is called now and then with the lines of the progress bars, and at the end with no
/// text. Ctrl-C ends the call.
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
    // A thread of its own, so that this one can look at the keyboard.
    thread::Builder::new()
        .name("evenodds".to_owned())
        .stack_size(8 << 20)
        .spawn(move || {
            // Nobody waits for a call that was given up.
            let asked = Asked {
                arguments,
                texts,
                screen,
            };
            let _ = sender.send(answer(&asked, &own));
        })?;
    // Only this thread takes from it; the lock lets it go without Python's own meanwhile.
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
                "a fault inside evenodds, told on standard error: please report it with the scenario",
            ));
        }
        if let Some((error, since)) = interrupted.take() {
            if since.elapsed() > GRACE {
                // It ends by itself when it looks up.
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

/// Shows lines to whoever looks on, unless they are those of before.
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

/// The command line of this process, which begins with the name of the program; returns its exit code.
#[pyfunction]
fn main(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| evenodds::cli::main_with(&arguments))
}

/// TOML of a scenario as JSON.
#[pyfunction]
fn toml_of(json: &str) -> PyResult<String> {
    let wrong = |error: String| PyValueError::new_err(format!("this is no scenario: {error}"));
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
