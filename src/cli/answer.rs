//! Answers on their way out: to a screen, a pipe or a file, in the form that the command line wants.

use super::arguments::{Format, Output};
use super::call::Call;
use super::crash;
use super::failure::Failure;
use super::output;
use crate::ask::Shown;
use crate::report::{self, Answer, Figure, Frame, Others, several_answer};
use std::path::Path;
use std::time::Duration;

/// An answer with what only the screen shows.
#[derive(Clone)]
pub struct Answered {
    /// What was found out.
    pub answer: Answer,
    /// How long it took.
    pub elapsed: Option<Duration>,
    /// The command that gives the same again.
    pub again: String,
}

impl Answered {
    /// The answer to how a run ended.
    pub fn of(shown: &Shown) -> Self {
        Self {
            answer: shown.answer(),
            elapsed: shown.elapsed,
            again: shown.command.clone(),
        }
    }
}

/// How answers are wanted.
#[derive(Clone)]
pub struct Wanted {
    call: Call,
    output: Output,
    #[cfg_attr(
        not(feature = "frames"),
        expect(dead_code, reason = "only CSV has frames")
    )]
    frame: Frame,
    /// How many answers were asked for. A script that asked for several gets an array, though some of them may be
    /// missing.
    asked: usize,
    /// What became of the others, where one question was asked of several scenarios, and the command that asks it again.
    among: Option<(Others, String)>,
    /// What stands above the answers about several scenarios, where it is more than a row for each.
    above: Option<Answer>,
}

/// A chart, and the file into which it is drawn.
pub struct Chart<'a> {
    #[cfg_attr(
        not(feature = "charts"),
        expect(dead_code, reason = "without charts nothing is drawn")
    )]
    pub figure: Figure,
    #[cfg_attr(
        not(feature = "charts"),
        expect(dead_code, reason = "without charts nothing is drawn")
    )]
    pub path: &'a Path,
}

impl Wanted {
    /// One answer with a single frame. Where it goes is looked at before anything is played, so that nobody waits for
    /// a refusal.
    pub fn new(call: &Call, output: &Output) -> Result<Self, Failure> {
        output::check(call, output)?;
        Ok(Self {
            call: call.clone(),
            output: output.clone(),
            frame: Frame::Outcomes,
            asked: 1,
            among: None,
            above: None,
        })
    }

    /// The same with another frame.
    pub fn framed(self, frame: Frame) -> Self {
        Self { frame, ..self }
    }

    /// The same for so many answers.
    pub fn of(self, asked: usize) -> Self {
        Self { asked, ..self }
    }

    /// The same for answers about several scenarios, asked for by this command: screens have one table of them all.
    pub fn among(self, others: Others, again: String) -> Self {
        Self {
            asked: usize::MAX,
            among: Some((others, again)),
            ..self
        }
    }

    /// The same with this above the answers about several scenarios.
    pub fn above(self, above: Answer) -> Self {
        Self {
            above: Some(above),
            ..self
        }
    }

    /// Whether only people read it.
    pub fn is_read(&self) -> bool {
        #[cfg(feature = "charts")]
        if self.output.format == Format::Html {
            return true;
        }
        matches!(self.output.format, Format::Table | Format::Markdown)
    }

    /// Prints answers, or writes them to the file that the command line names. Another program that asked for them
    /// has them as they are.
    ///
    /// An answer that cannot be rendered for a bug in the program is left out, and named by the failure.
    pub fn deliver(&self, answered: &[Answered]) -> Result<(), Failure> {
        if answered.is_empty() {
            return Ok(());
        }
        let Ok(text) = crash::isolated("", || self.text(answered)) else {
            let (sound, crashes) = apart(answered, |one| self.text(std::slice::from_ref(one)));
            // Where each alone can be rendered, it is the table of them all that cannot.
            if sound.len() < answered.len() {
                self.deliver(&sound)?;
            }
            return Err(Failure::Crashed(crashes));
        };
        let text = text?;
        let kept = self.call.keep(|called| {
            let answers = answered.iter().map(|one| one.answer.clone());
            called.answers.extend(answers);
            called.several |= self.asked > 1;
            called.shown.push_str(&text);
        });
        if kept && self.output.out.is_none() {
            return Ok(());
        }
        output::deliver(&self.call, &text, &self.output)
    }

    /// Answers in the form that the command line wants.
    #[cfg_attr(
        not(any(feature = "charts", feature = "frames")),
        expect(clippy::unnecessary_wraps, reason = "only pages and frames can fail")
    )]
    fn text(&self, answered: &[Answered]) -> Result<String, Failure> {
        let all = || -> Vec<Answer> { answered.iter().map(|one| one.answer.clone()).collect() };
        // What people read begins with all of them at a glance.
        let read = || -> Vec<Answer> {
            let above = self.overview(answered).map(|one| one.answer);
            above.into_iter().chain(all()).collect()
        };
        Ok(match self.output.format {
            Format::Table if self.among.is_some() => {
                let overview = self.overview(answered);
                overview.iter().map(|one| self.screen(one)).collect()
            }
            Format::Table => {
                let screens: Vec<String> = answered.iter().map(|one| self.screen(one)).collect();
                screens.join("\n")
            }
            Format::Json if self.asked > 1 => report::json_array(&all()),
            Format::Json => answered
                .iter()
                .map(|one| report::json(&one.answer))
                .collect(),
            Format::Markdown => report::markdown(&read()),
            #[cfg(feature = "charts")]
            Format::Html => report::answers_page(&read())
                .map_err(|error| Failure::Storage(error.to_string()))?,
            #[cfg(feature = "frames")]
            Format::Csv => {
                let rows = answered.iter().map(|one| &one.answer.rows);
                let csv = crate::frames::csv(&report::all_records(rows, self.frame))
                    .map_err(|error| Failure::Storage(error.to_string()))?;
                if self.output.csv.safe_csv {
                    crate::frames::safe_csv(&csv)
                } else {
                    csv
                }
            }
        })
    }

    /// Draws a chart, if there is one, and prints the answers.
    pub fn deliver_with(
        &self,
        answered: &[Answered],
        chart: Option<&Chart>,
    ) -> Result<(), Failure> {
        #[cfg(feature = "charts")]
        if let Some(Chart { figure, path }) = chart {
            draw(&self.call, figure, path)?;
        }
        #[cfg(not(feature = "charts"))]
        let _ = chart;
        self.deliver(answered)
    }

    /// What stands above answers about several scenarios.
    fn overview(&self, answered: &[Answered]) -> Option<Answered> {
        let (others, again) = self.among.as_ref()?;
        let all = || -> Vec<Answer> { answered.iter().map(|one| one.answer.clone()).collect() };
        let above = self.above.clone();
        Some(Answered {
            answer: above.unwrap_or_else(|| several_answer(&all(), others)),
            elapsed: answered.iter().map(|one| one.elapsed).sum(),
            again: again.clone(),
        })
    }

    fn screen(&self, one: &Answered) -> String {
        // Another program gets the same text for the same question.
        let elapsed = one.elapsed.filter(|_| !self.call.is_hosted());
        let options = output::screen_options(&self.output, elapsed, &one.again);
        report::screen(&one.answer, &options)
    }

    /// If nobody can wait for what is played next, the answers so far are shown all the same, and a line is said.
    pub fn tell_at_the_end(&self, answered: &[Answered], line: String) {
        let (wanted, answered) = (self.clone(), answered.to_vec());
        self.call.last_words(move || {
            // What is wrong with the place where they go is no news any more.
            let _ = wanted.deliver(&answered);
            wanted.call.say(&line);
        });
    }
}

/// The answers that can be rendered, and what to say of the others; of all of them if no single one is at fault.
fn apart<T>(answered: &[Answered], render: impl Fn(&Answered) -> T) -> (Vec<Answered>, String) {
    let mut sound = Vec::new();
    let mut crashes = Vec::new();
    for one in answered {
        let path = one.answer.short.first().map(|row| &*row.path);
        match crash::isolated(path.unwrap_or(&one.answer.title), || render(one)) {
            Ok(_) => sound.push(one.clone()),
            Err(crash) => crashes.extend(crash.message().map(str::to_owned)),
        }
    }
    if crashes.is_empty() {
        crashes.push("the answers cannot be shown together: the program failed".to_owned());
    }
    (sound, crashes.join("\n"))
}

/// Whether a chart may be written, asked before anything is played.
pub fn check_chart(call: &Call, path: Option<&Path>) -> Result<(), Failure> {
    let Some(path) = path else {
        return Ok(());
    };
    if ["svg", "png"].contains(&ending(path).as_str()) {
        return output::target(call, path).map(drop);
    }
    Err(Failure::Input(format!(
        "--chart {}: the name of a chart ends in .svg or .png",
        crate::document::shown(path)
    )))
}

fn ending(path: &Path) -> String {
    let ending = path.extension().unwrap_or_default();
    ending.to_string_lossy().to_lowercase()
}

/// Draws a chart into a file of its own.
#[cfg(feature = "charts")]
fn draw(call: &Call, figure: &Figure, path: &Path) -> Result<(), Failure> {
    use crate::charts::{ChartError, png};
    let failed = |error: ChartError| Failure::Storage(error.to_string());
    let svg = figure.chart.svg().map_err(failed)?;
    let bytes = if ending(path) == "png" {
        png(&svg).map_err(failed)?
    } else {
        svg.into_bytes()
    };
    output::write(call, path, &bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::embedded::{Asked, Stop, call};
    use std::sync::Arc;

    #[test]
    fn answers_that_cannot_be_rendered_are_named_and_the_others_are_shown() {
        let arguments = ["exact", "@lockpick", "@borderline", "@challenging"];
        let called = call(
            &Asked {
                arguments: arguments.map(str::to_owned).to_vec(),
                texts: Vec::new(),
                screen: Arc::new(|_| ()),
            },
            &Stop::default(),
        );
        let answers = called.answers.into_iter().map(|answer| Answered {
            answer,
            elapsed: None,
            again: String::new(),
        });
        let answered: Vec<Answered> = answers.collect();
        let (sound, said) = apart(&answered, |one| {
            assert!(!one.answer.origin.is_empty() && one.answer.short[0].path != "@borderline");
        });
        let paths: Vec<&str> = sound.iter().map(|one| &*one.answer.short[0].path).collect();
        assert_eq!(paths, ["@lockpick", "@challenging"]);
        assert!(
            said.starts_with("@borderline: the program failed"),
            "{said}"
        );
        let (sound, said) = apart(&answered, |_| ());
        assert_eq!(sound.len(), 3);
        assert!(said.contains("cannot be shown together"), "{said}");
    }
}
