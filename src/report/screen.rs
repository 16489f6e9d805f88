//! What `run` and `exact` print: a sentence, bars of the outcomes, highlights, and how to see it again.

use super::highlights::highlights;
use super::sentence::sentence;
use super::text::{clean, grouped, pad, shorten, width, wrap};
use super::words::percent;
use crate::charts::terminal::bar;
use crate::sim::{OutcomeResult, Results, StopReason};
use std::time::Duration;

/// The longest bar in character cells.
const LONGEST_BAR: usize = 22;
/// The shortest bar that still tells something.
const SHORTEST_BAR: usize = 8;
/// The most cells that a label takes.
const WIDEST_LABEL: usize = 24;
/// Blanks at the left of everything but the sentence.
const MARGIN: usize = 2;
/// Blanks between columns.
const GAP: usize = 2;
/// The most lines of a highlight that stands beside another one.
const LINES_BESIDE: usize = 3;
/// ANSI colours of the bars, in turn: blue, yellow, green, magenta, cyan.
const COLORS: [u8; 5] = [34, 33, 32, 35, 36];

/// How to print on a screen.
#[derive(Clone, Copy, Debug)]
pub struct ScreenOptions<'a> {
    /// Character cells in a line.
    pub width: usize,
    /// Whether bars and heading are coloured by ANSI codes.
    pub color: bool,
    /// How long it took, where that is known.
    pub elapsed: Option<Duration>,
    /// The command that gives the same results again; may be empty.
    pub command: &'a str,
}

impl Default for ScreenOptions<'_> {
    fn default() -> Self {
        Self {
            width: 100,
            color: false,
            elapsed: None,
            command: "",
        }
    }
}

/// The text for a screen, ending in a line break.
pub fn screen(results: &Results, options: &ScreenOptions) -> String {
    let width = options.width.max(40);
    let mut lines = heading(results, options.color, width);
    lines.push(String::new());
    lines.extend(figures(results, options.color, width));
    lines.extend(last_line(results, options, width));
    let mut text = String::new();
    for line in lines {
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

fn heading(results: &Results, color: bool, width: usize) -> Vec<String> {
    let words: Vec<String> = sentence(results)
        .to_string()
        .split_whitespace()
        .map(str::to_owned)
        .collect();
    let lines = wrap(&glued(words), width);
    if color {
        lines
            .iter()
            .map(|line| format!("\u{1b}[1m{line}\u{1b}[0m"))
            .collect()
    } else {
        lines
    }
}

/// Words with each `%` kept on the line of its figure.
fn glued(words: Vec<String>) -> Vec<String> {
    let mut glued: Vec<String> = Vec::new();
    for word in words {
        match glued.last_mut() {
            Some(last) if word.starts_with('%') => {
                last.push(' ');
                last.push_str(&word);
            }
            _ => glued.push(word),
        }
    }
    glued
}

/// A label with the text behind it, which is a bar or pieces that may be wrapped.
struct Cell {
    label: String,
    pieces: Vec<String>,
}

fn figures(results: &Results, color: bool, width: usize) -> Vec<String> {
    let shown: Vec<(usize, &OutcomeResult)> = results
        .outcomes
        .iter()
        .enumerate()
        .filter(|(_, outcome)| outcome.usual || is_seen(outcome))
        .collect();
    let beside = shown.len() == 2 && width >= 80;
    let highlights: Vec<Cell> = highlights(results)
        .into_iter()
        .map(|highlight| Cell {
            label: shorten(&highlight.label, WIDEST_LABEL),
            pieces: highlight.pieces(),
        })
        .collect();
    let label_width = shown
        .iter()
        .map(|(_, outcome)| shorten(&clean(&outcome.name), WIDEST_LABEL))
        .chain(highlights.iter().map(|cell| cell.label.clone()))
        .map(|label| self::width(&label))
        .max()
        .unwrap_or(0);
    let columns = Columns {
        label: label_width,
        count: if beside { 2 } else { 1 },
        whole: width - MARGIN,
    };
    let bars = bars(&shown, &columns, color);
    let mut lines = Vec::new();
    for pair in bars.chunks(columns.count) {
        lines.push(row(pair, &columns));
    }
    lines.extend(highlight_lines(&highlights, &columns));
    lines
}

/// Whether an outcome came up, or can.
fn is_seen(outcome: &OutcomeResult) -> bool {
    outcome.count.is_some_and(|count| count > 0)
        || (outcome.count.is_none() && outcome.share.is_some_and(|share| share > 0.0))
}

struct Columns {
    label: usize,
    count: usize,
    whole: usize,
}

impl Columns {
    /// How wide one column is.
    fn cell(&self) -> usize {
        (self.whole - GAP * (self.count - 1)) / self.count
    }

    /// How wide the text of a column is.
    fn text(&self) -> usize {
        self.cell()
            .saturating_sub(self.label + GAP)
            .max(SHORTEST_BAR)
    }

    /// How wide the text is where it has the whole line.
    fn whole_text(&self) -> usize {
        self.whole
            .saturating_sub(self.label + GAP)
            .max(SHORTEST_BAR)
    }
}

/// Label, figure and bar of each outcome, with the cells each takes.
fn bars(shown: &[(usize, &OutcomeResult)], columns: &Columns, color: bool) -> Vec<(String, usize)> {
    let decimals = if shown
        .iter()
        .any(|(_, outcome)| outcome.high - outcome.low > 0.02)
    {
        1
    } else {
        2
    };
    let figures: Vec<String> = shown
        .iter()
        .map(|(_, outcome)| {
            outcome
                .share
                .map_or_else(|| "?".to_owned(), |share| percent(share, decimals))
        })
        .collect();
    // Beside exact figures alone there is nothing to compare them with.
    let exact: Vec<String> = shown
        .iter()
        .map(|(_, outcome)| match (outcome.count, outcome.exact) {
            (Some(_), Some(exact)) => format!("exact {}", percent(exact, decimals)),
            _ => String::new(),
        })
        .collect();
    let widest = |texts: &[String]| texts.iter().map(|text| width(text)).max().unwrap_or(0);
    let (figure_width, exact_width) = (widest(&figures), widest(&exact));
    let used = figure_width
        + GAP
        + if exact_width > 0 {
            exact_width + GAP
        } else {
            0
        };
    let bar_width = columns.text().saturating_sub(used).min(LONGEST_BAR);
    shown
        .iter()
        .zip(figures.iter().zip(&exact))
        .map(|((index, outcome), (figure, exact))| {
            let label = shorten(&clean(&outcome.name), WIDEST_LABEL);
            let figure = format!("{}{figure}", " ".repeat(figure_width - width(figure)));
            let mut text = format!("{}  {figure}", pad(&label, columns.label));
            if exact_width > 0 {
                text = format!("{text}  {}", pad(exact, exact_width));
            }
            let drawn = bar(outcome.share.unwrap_or(0.0), bar_width);
            let cells = width(&text) + GAP + width(&drawn);
            if color && !drawn.is_empty() {
                let code = COLORS[index % COLORS.len()];
                (format!("{text}  \u{1b}[{code}m{drawn}\u{1b}[0m"), cells)
            } else {
                (format!("{text}  {drawn}"), cells)
            }
        })
        .collect()
}

/// Cells side by side; each comes with its width, as it may hold codes that take no room.
fn row(cells: &[(String, usize)], columns: &Columns) -> String {
    let mut line = " ".repeat(MARGIN);
    for (index, (text, used)) in cells.iter().enumerate() {
        line.push_str(text);
        if index + 1 < cells.len() {
            let blanks = (columns.cell() + GAP).saturating_sub(*used);
            line.push_str(&" ".repeat(blanks));
        }
    }
    line
}

/// Highlights side by side where there are two columns and the left one is short; else below each
/// other.
fn highlight_lines(highlights: &[Cell], columns: &Columns) -> Vec<String> {
    let mut lines = Vec::new();
    let mut rest = highlights;
    while let [first, others @ ..] = rest {
        let left = wrap(&first.pieces, columns.text());
        let right = others
            .first()
            .map(|second| wrap(&second.pieces, columns.text()));
        if let Some(right) = right
            && columns.count == 2
            && left.len() == 1
            && right.len() <= LINES_BESIDE
        {
            lines.extend(side_by_side((first, &left), (&others[0], &right), columns));
            rest = &others[1..];
        } else {
            let wrapped = wrap(&first.pieces, columns.whole_text());
            let labelled = labelled(&first.label, &wrapped, columns);
            lines.extend(
                labelled
                    .iter()
                    .map(|line| format!("{}{line}", " ".repeat(MARGIN))),
            );
            rest = others;
        }
    }
    lines
}

fn side_by_side(
    (first, left): (&Cell, &[String]),
    (second, right): (&Cell, &[String]),
    columns: &Columns,
) -> Vec<String> {
    let mut left = labelled(&first.label, left, columns).into_iter();
    labelled(&second.label, right, columns)
        .into_iter()
        .map(|right| {
            let left = left.next().unwrap_or_default();
            row(&[(left.clone(), width(&left)), (right, 0)], columns)
        })
        .collect()
}

/// Lines with the label before the first.
fn labelled(label: &str, lines: &[String], columns: &Columns) -> Vec<String> {
    let lines = lines.iter().enumerate().map(|(index, line)| {
        let label = if index == 0 { label } else { "" };
        format!("{}  {line}", pad(label, columns.label))
    });
    lines.collect()
}

fn last_line(results: &Results, options: &ScreenOptions, width: usize) -> Vec<String> {
    let mut facts = vec![played(results)];
    if results.stopped != StopReason::Exact {
        facts.push(format!("seed {}", results.seed));
    }
    if let Some(elapsed) = options.elapsed {
        facts.push(duration(elapsed));
    }
    let facts = facts.join(", ");
    let command = clean(options.command);
    let margin = " ".repeat(MARGIN);
    if command.is_empty() {
        vec![format!("{margin}{facts}")]
    } else if MARGIN + self::width(&facts) + 3 + self::width(&command) <= width {
        vec![format!("{margin}{facts} · {command}")]
    } else {
        // A command that is broken over lines could not be copied.
        vec![format!("{margin}{facts}"), format!("{margin}{command}")]
    }
}

/// How many trials were played and why no more.
pub fn played(results: &Results) -> String {
    let trials = match results.trials {
        1 => "1 trial".to_owned(),
        trials => format!("{} trials", grouped(trials)),
    };
    let from = if results.first_trial > 0 {
        format!(" from number {}", grouped(results.first_trial))
    } else {
        String::new()
    };
    match results.stopped {
        StopReason::Trials => format!("{trials}{from}"),
        StopReason::Precision => format!("precise enough after {trials}{from}"),
        StopReason::Interrupted => format!("interrupted after {trials}{from}"),
        StopReason::Exact => "solved exactly, no trials".to_owned(),
    }
}

/// A duration for people: `0.14 s`, `12.3 s`, `2 min 05 s`, `1 h 02 min`.
fn duration(elapsed: Duration) -> String {
    let seconds = elapsed.as_secs_f64();
    let whole = seconds.round() as u64;
    if seconds < 9.995 {
        format!("{seconds:.2} s")
    } else if seconds < 59.95 {
        format!("{seconds:.1} s")
    } else if whole < 3600 {
        format!("{} min {:02} s", whole / 60, whole % 60)
    } else {
        format!("{} h {:02} min", whole / 3600, whole % 3600 / 60)
    }
}
