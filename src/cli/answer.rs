//! Delivers answers to the terminal or a file, in the format of `--format`.

use super::arguments::{Charted, ChartedVerdicts, Format, Framed, Output, VerdictOptions};
use super::call::Call;
use super::crash;
use super::failure::Failure;
use super::output;
use super::progress::ProgressDisplay;
use crate::ask::{Batch, Context, ScenarioAnswer};
use crate::report::{self, Answer, RecordFrame};
use clap::ValueEnum;
use std::path::{Path, PathBuf};

/// Output options of a command.
pub trait Outputs {
    /// Returns the options common to all commands with answers.
    fn output(&self) -> &Output;

    /// Returns the frame for CSV.
    fn frame(&self) -> RecordFrame {
        RecordFrame::Outcomes
    }

    /// Returns the file for the chart.
    fn chart(&self) -> Option<&Path> {
        None
    }

    /// Returns the file for `JUnit` XML.
    fn junit(&self) -> Option<&Path> {
        None
    }
}

impl Outputs for Output {
    fn output(&self) -> &Output {
        self
    }
}

impl Outputs for Charted {
    fn output(&self) -> &Output {
        &self.output
    }

    fn chart(&self) -> Option<&Path> {
        self.chart.as_deref()
    }
}

impl Outputs for Framed {
    fn output(&self) -> &Output {
        &self.charted.output
    }

    #[cfg(feature = "frames")]
    fn frame(&self) -> RecordFrame {
        self.frame.frame()
    }

    fn chart(&self) -> Option<&Path> {
        self.charted.chart()
    }
}

impl Outputs for VerdictOptions {
    fn output(&self) -> &Output {
        &self.output
    }

    fn junit(&self) -> Option<&Path> {
        self.junit.as_deref()
    }
}

impl Outputs for ChartedVerdicts {
    fn output(&self) -> &Output {
        &self.charted.output
    }

    fn chart(&self) -> Option<&Path> {
        self.charted.chart()
    }

    fn junit(&self) -> Option<&Path> {
        self.junit.as_deref()
    }
}

/// Checked output options.
#[derive(Clone)]
pub struct WantedAnswer {
    call: Call,
    output: Output,
    format: Format,
    #[cfg_attr(
        not(feature = "frames"),
        expect(dead_code, reason = "only CSV has frames")
    )]
    frame: RecordFrame,
    chart: Option<PathBuf>,
    junit: Option<PathBuf>,
}

impl WantedAnswer {
    /// Reads output options, and checks the files before anything is played.
    ///
    /// # Errors
    /// A file cannot be written, its extension contradicts `--format`, or the name of the chart has another
    /// extension than `.svg` or `.png`.
    pub fn new(call: &Call, options: &impl Outputs) -> Result<Self, Failure> {
        let output = options.output();
        let format = format(output)?;
        output::check(call, output)?;
        if let Some(path) = options.chart() {
            check_chart(call, path)?;
        }
        if let Some(path) = options.junit() {
            output::target(call, path)?;
        }
        Ok(Self {
            call: call.clone(),
            output: output.clone(),
            format,
            frame: options.frame(),
            chart: options.chart().map(Path::to_owned),
            junit: options.junit().map(Path::to_owned),
        })
    }

    /// Returns whether a chart is requested.
    pub fn is_charted(&self) -> bool {
        self.chart.is_some()
    }

    /// Returns whether the format is a table for the terminal.
    pub fn is_table(&self) -> bool {
        self.format == Format::Table
    }

    /// Returns whether the format has a headline, or its figures.
    #[cfg_attr(
        not(feature = "frames"),
        expect(clippy::unused_self, reason = "only frames have no headline")
    )]
    fn has_headline(&self) -> bool {
        #[cfg(feature = "frames")]
        if matches!(self.format, Format::Csv | Format::Parquet) {
            return false;
        }
        true
    }

    /// Returns the context in which a question is asked.
    pub fn context<'a>(&self, board: &'a ProgressDisplay<'a>) -> Context<'a> {
        Context {
            one_chart: self.is_charted(),
            has_headline: self.has_headline(),
            ..Context::new(board)
        }
    }

    /// Writes the files of `--chart` and `--junit`.
    #[cfg_attr(
        not(feature = "charts"),
        expect(clippy::unnecessary_wraps, reason = "only charts can fail")
    )]
    pub fn write_files(&self, batch: &Batch) -> Result<(), Failure> {
        if let (Some(path), Some(junit)) = (&self.junit, &batch.junit) {
            output::write(&self.call, path, junit.as_bytes())
                .unwrap_or_else(|failure| self.call.fail(failure));
        }
        #[cfg(feature = "charts")]
        if let (Some(path), Some(figure)) = (&self.chart, &batch.chart) {
            draw(&self.call, figure, path)?;
        }
        if self.chart.is_some() && batch.chart.is_none() {
            let text = "--chart: this answer has no chart; remove --chart";
            self.call.fail(Failure::Input(text.to_owned()));
        }
        Ok(())
    }

    /// Writes all files, and prints the answers or writes them to a file. In an API call, the answers are
    /// captured.
    ///
    /// # Errors
    /// Writing fails, or rendering an answer panics. The other answers are still delivered, and the failure
    /// names the scenario.
    pub fn deliver(&self, batch: &Batch) -> Result<(), Failure> {
        if batch.answers.is_empty() {
            return Ok(());
        }
        // The files come first, since the reader of a pipe may close it early.
        self.write_files(batch)?;
        self.print(batch)
    }

    fn print(&self, batch: &Batch) -> Result<(), Failure> {
        #[cfg(feature = "frames")]
        if let (Format::Parquet, Some(path)) = (self.format, &self.output.out) {
            self.captured(batch, "");
            let bytes = crate::frames::parquet(&self.records(batch))
                .map_err(|error| Failure::Storage(error.to_string()))?;
            return output::write(&self.call, path, &bytes);
        }
        let Ok(text) = crash::isolated("", || self.text(batch)) else {
            let alone = |one: &ScenarioAnswer| Batch {
                answers: vec![one.clone()],
                ..Batch::default()
            };
            let (sound, crashes) = apart(&batch.answers, |one| self.text(&alone(one)));
            // If each can be rendered alone, the bug is in the table of the batch.
            if !sound.is_empty() && sound.len() < batch.answers.len() {
                self.print(&Batch {
                    answers: sound,
                    above: None,
                    ..batch.clone()
                })?;
            }
            return Err(Failure::Crashed(crashes));
        };
        let text = text?;
        if self.captured(batch, &text) && self.output.out.is_none() {
            return Ok(());
        }
        output::deliver(&self.call, &text, &self.output)
    }

    /// Captures the answers for an API call. Returns `false` if there is none.
    fn captured(&self, batch: &Batch, text: &str) -> bool {
        self.call.capture(|called| {
            let answers = batch.answers.iter().map(|one| one.answer.clone());
            called.answers.extend(answers);
            called.several |= batch.is_list;
            called.shown.push_str(text);
            if self.is_table() {
                called
                    .screens
                    .extend(batch.answers.iter().map(|one| self.screen(one)));
            }
        })
    }

    /// Returns the records of the requested frame.
    #[cfg(feature = "frames")]
    fn records(&self, batch: &Batch) -> crate::records::Records {
        let rows = batch.answers.iter().map(|one| &one.answer.rows);
        report::all_records(rows, self.frame)
    }

    /// Renders the answers as text in the requested format.
    #[cfg_attr(
        not(feature = "charts"),
        expect(clippy::unnecessary_wraps, reason = "only pages can fail")
    )]
    fn text(&self, batch: &Batch) -> Result<String, Failure> {
        let answers = &batch.answers;
        let all = || -> Vec<Answer> { answers.iter().map(|one| one.answer.clone()).collect() };
        // Formats for people begin with the answer about the batch.
        let read = || -> Vec<Answer> { batch.above.iter().cloned().chain(all()).collect() };
        Ok(match self.format {
            Format::Table => {
                let above = batch.above.as_ref().map(|above| ScenarioAnswer {
                    elapsed: answers.iter().map(|one| one.elapsed).sum(),
                    ..ScenarioAnswer::new(above.clone(), batch.command.clone())
                });
                let shown = above.as_ref().map_or(&answers[..], std::slice::from_ref);
                let screens: Vec<String> = shown.iter().map(|one| self.screen(one)).collect();
                screens.join("\n")
            }
            Format::Json if batch.is_list => report::json_array(&all()),
            Format::Json => answers
                .iter()
                .map(|one| report::json(&one.answer))
                .collect(),
            Format::Markdown => report::markdown(&read()),
            #[cfg(feature = "charts")]
            Format::Html => report::answers_page(&read())
                .map_err(|error| Failure::Storage(error.to_string()))?,
            #[cfg(feature = "frames")]
            Format::Csv | Format::Parquet => {
                let csv = crate::frames::csv(&self.records(batch));
                if self.output.csv.safe_csv {
                    crate::frames::safe_csv(&csv)
                } else {
                    csv
                }
            }
        })
    }

    fn screen(&self, one: &ScenarioAnswer) -> String {
        // Captured text does not depend on the time.
        let elapsed = one.elapsed.filter(|_| !self.call.is_hosted());
        let options = output::screen_options(&self.output, elapsed, &one.command);
        report::screen(&one.answer, &options)
    }
}

/// Returns the answers that can be rendered, and the messages about the others, or about all of them if each
/// can be rendered alone.
fn apart<T>(
    answered: &[ScenarioAnswer],
    render: impl Fn(&ScenarioAnswer) -> T,
) -> (Vec<ScenarioAnswer>, String) {
    let mut sound = Vec::new();
    let mut crashes = Vec::new();
    for one in answered {
        let path = one.answer.summary_rows.first().map(|row| &*row.path);
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

/// Returns the format of `--format`, else that of the extension of `--out`, else a table.
fn format(output: &Output) -> Result<Format, Failure> {
    let path = output.out.as_deref().filter(|path| *path != Path::new("-"));
    let refused = |path: &Path, why: &str| {
        Failure::Input(format!(
            "--out {}: {why}",
            crate::document::printable_path(path)
        ))
    };
    let named = match path {
        Some(path) => {
            let ending = ending(path);
            let known = match ending.as_str() {
                "json" | "csv" | "parquet" | "html" => ending.as_str(),
                "md" | "markdown" => "markdown",
                "htm" => "html",
                "svg" | "png" => {
                    return Err(refused(
                        path,
                        "results are no picture; pass --chart for a chart",
                    ));
                }
                "toml" => {
                    return Err(refused(
                        path,
                        "results are not TOML; choose another extension",
                    ));
                }
                _ => "",
            };
            // A build without a feature lacks its formats.
            let format = (!known.is_empty()).then(|| Format::from_str(known, false));
            format
                .transpose()
                .map_err(|_| refused(path, "this build of the program cannot write this format"))?
        }
        None => None,
    };
    match (output.format, named, path) {
        (Some(format), Some(named), Some(path)) if format != named => {
            let [format, named] = [format, named].map(name);
            let why = format!(
                "the extension is that of {named}, but --format is {format}; change one of them"
            );
            Err(refused(path, &why))
        }
        #[cfg(feature = "frames")]
        (Some(Format::Parquet), _, None) => Err(Failure::Input(
            "--format parquet: expected --out with a file, because Parquet is not text".to_owned(),
        )),
        (format, named, _) => Ok(format.or(named).unwrap_or(Format::Table)),
    }
}

/// Returns the name of a format on the command line.
fn name(format: Format) -> String {
    let value = format.to_possible_value();
    value.map_or_else(String::new, |value| value.get_name().to_owned())
}

/// Checks that a chart can be written, before anything is played.
fn check_chart(call: &Call, path: &Path) -> Result<(), Failure> {
    if ["svg", "png"].contains(&ending(path).as_str()) {
        return output::target(call, path).map(drop);
    }
    Err(Failure::Input(format!(
        "--chart {}: expected a name that ends in .svg or .png",
        crate::document::printable_path(path)
    )))
}

fn ending(path: &Path) -> String {
    let ending = path.extension().unwrap_or_default();
    ending.to_string_lossy().to_lowercase()
}

/// Draws a chart and writes it to a file.
#[cfg(feature = "charts")]
fn draw(call: &Call, figure: &report::ReportChart, path: &Path) -> Result<(), Failure> {
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
    use crate::cli::session::{EmbeddedCall, Stop, call};
    use std::sync::Arc;

    #[test]
    fn answers_that_cannot_be_rendered_are_named_and_the_others_are_shown() {
        let arguments = ["exact", "@lockpick", "@borderline", "@challenging"];
        let called = call(
            &EmbeddedCall {
                arguments: arguments.map(str::to_owned).to_vec(),
                texts: Vec::new(),
                is_closed: false,
                screen: Arc::new(|_| ()),
            },
            &Stop::default(),
        );
        let answers = called.answers.into_iter();
        let answers = answers.map(|answer| ScenarioAnswer::new(answer, String::new()));
        let answered: Vec<ScenarioAnswer> = answers.collect();
        let (sound, notices) = apart(&answered, |one| {
            assert!(
                !one.answer.origin.is_empty() && one.answer.summary_rows[0].path != "@borderline"
            );
        });
        let paths: Vec<&str> = sound
            .iter()
            .map(|one| &*one.answer.summary_rows[0].path)
            .collect();
        assert_eq!(paths, ["@lockpick", "@challenging"]);
        assert!(
            notices.starts_with("@borderline: the program failed"),
            "{notices}"
        );
        let (sound, notices) = apart(&answered, |_| ());
        assert_eq!(sound.len(), 3);
        assert!(notices.contains("cannot be shown together"), "{notices}");
    }
}
