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
pub(super) fn glued(words: Vec<String>) -> Vec<String> {
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
    let mut columns = Columns {
        label: label_width,
        left: width - MARGIN,
        right: None,
    };
    if beside {
        let half = (columns.left - GAP) / 2;
        (columns.left, columns.right) = (half, Some(columns.left - GAP - half));
    }
    let bars = bars(&shown, &mut columns, color);
    let mut lines = Vec::new();
    for pair in bars.chunks(if beside { 2 } else { 1 }) {
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

/// How wide things are.
struct Columns {
    label: usize,
    left: usize,
    /// `None` where there is one column.
    right: Option<usize>,
}

impl Columns {
    /// How wide the text behind a label is in a cell of that width.
    fn text(&self, cell: usize) -> usize {
        cell.saturating_sub(self.label + GAP).max(SHORTEST_BAR)
    }

    /// The width of a whole line.
    fn whole(&self) -> usize {
        self.left + self.right.map_or(0, |right| GAP + right)
    }

    /// Gives what the left column does not need to the right one.
    fn narrow_left(&mut self, needed: usize) {
        if let Some(right) = &mut self.right
            && needed < self.left
        {
            *right += self.left - needed;
            self.left = needed;
        }
    }
}

/// Label, figure and bar of each outcome, with the cells each takes; the left column becomes as
/// narrow as they allow.
fn bars(
    shown: &[(usize, &OutcomeResult)],
    columns: &mut Columns,
    color: bool,
) -> Vec<(String, usize)> {
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
    let room = columns.text(columns.left).saturating_sub(used);
    let bar_width = room.min(LONGEST_BAR);
    columns.narrow_left(columns.label + GAP + used + bar_width);
    let columns = &*columns;
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
            let blanks = (columns.left + GAP).saturating_sub(*used);
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
        if let (Some(right), Some(second)) = (columns.right, others.first()) {
            let left = wrap(&first.pieces, columns.text(columns.left));
            let right = wrap(&second.pieces, columns.text(right));
            if left.len() == 1 && right.len() <= LINES_BESIDE {
                lines.extend(side_by_side((first, &left), (second, &right), columns));
                rest = &others[1..];
                continue;
            }
        }
        let wrapped = wrap(&first.pieces, columns.text(columns.whole()));
        let labelled = labelled(&first.label, &wrapped, columns);
        lines.extend(
            labelled
                .iter()
                .map(|line| format!("{}{line}", " ".repeat(MARGIN))),
        );
        rest = others;
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
pub(super) fn duration(elapsed: Duration) -> String {
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

#[cfg(test)]
mod tests {
    use super::super::sample::{Ambush, solved, spoil, with_outcomes};
    use super::*;
    use insta::assert_snapshot;

    fn canyon() -> Results {
        let mut results = Ambush::new().results(2_000);
        with_outcomes(
            &mut results,
            &[
                ("heroes", "heroes win", 243_300, true),
                ("ambushers", "ambushers win", 756_700, true),
                ("draw", "nobody is left standing", 0, false),
                ("unresolved", "the fight never ends", 0, false),
            ],
        );
        results
    }

    fn options() -> ScreenOptions<'static> {
        ScreenOptions {
            elapsed: Some(Duration::from_millis(140)),
            command: "evenodds run @canyon -n 1000000 -s 42",
            ..ScreenOptions::default()
        }
    }

    #[test]
    fn two_outcomes_stand_side_by_side() {
        assert_snapshot!(screen(&canyon(), &options()), @"
        Ambush in the canyon: heroes win about 1 time in 4 (24.3 %, 24.2-24.4 at 95 %), players finisher v
        finisher.

          heroes     24.33 %  ▇▇▇▇▇▍                  ambushers  75.67 %  ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▋
          turns      15.4 (90 %: 8-24)                taken out  Dirk 57 %, Emily 60 %, Mark Four 72 %;
                                                                 Duke Zero 55 %, Assassin Drone 70 % each
          1,000,000 trials, seed 42, 0.14 s · evenodds run @canyon -n 1000000 -s 42
        ");
    }

    #[test]
    fn in_a_narrow_terminal_everything_stands_below_each_other() {
        let options = ScreenOptions {
            width: 60,
            ..options()
        };
        assert_snapshot!(screen(&canyon(), &options), @"
        Ambush in the canyon: heroes win about 1 time in 4 (24.3 %,
        24.2-24.4 at 95 %), players finisher v finisher.

          heroes     24.33 %  ▇▇▇▇▇▍
          ambushers  75.67 %  ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▋
          turns      15.4 (90 %: 8-24)
          taken out  Dirk 57 %, Emily 60 %, Mark Four 72 %;
                     Duke Zero 55 %, Assassin Drone 70 % each
          1,000,000 trials, seed 42, 0.14 s
          evenodds run @canyon -n 1000000 -s 42
        ");
    }

    #[test]
    fn more_outcomes_stand_on_a_line_each_and_tiny_shares_are_not_nothing() {
        let mut results = canyon();
        with_outcomes(
            &mut results,
            &[
                ("heroes", "heroes win", 31, true),
                ("ambushers", "ambushers win", 999_960, true),
                ("draw", "nobody is left standing", 8, false),
                ("unresolved", "the fight never ends", 1, false),
            ],
        );
        assert_snapshot!(screen(&results, &options()), @"
        Ambush in the canyon: heroes win almost never, about 1 time in 32,000 (0.0031 %, 0.0022-0.0044 at
        95 %), players finisher v finisher.

          heroes       <0.01 %  ▏
          ambushers   >99.99 %  ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇
          draw         <0.01 %  ▏
          unresolved   <0.01 %  ▏
          turns       15.4 (90 %: 8-24)
          taken out   Dirk 57 %, Emily 60 %, Mark Four 72 %; Duke Zero 55 %, Assassin Drone 70 % each
          1,000,000 trials, seed 42, 0.14 s · evenodds run @canyon -n 1000000 -s 42
        ");
    }

    #[test]
    fn exact_answers_have_no_interval_no_seed_and_no_trials() {
        let mut results = canyon();
        solved(&mut results, &[0.243_261_7, 0.756_738_3, 0.0, 0.0]);
        results.highlights.clear();
        let options = ScreenOptions {
            command: "evenodds exact @canyon",
            ..ScreenOptions::default()
        };
        assert_snapshot!(screen(&results, &options), @"
        Ambush in the canyon: heroes win about 1 time in 4 (exactly 24.326… %), players finisher v finisher.

          heroes     24.33 %  ▇▇▇▇▇▍                  ambushers  75.67 %  ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▋
          solved exactly, no trials · evenodds exact @canyon
        ");
    }

    #[test]
    fn exact_shares_stand_beside_sampled_ones() {
        let mut results = canyon();
        for outcome in &mut results.outcomes {
            outcome.exact = outcome.share.map(|share| share + 0.0001);
        }
        results.highlights.clear();
        assert_snapshot!(screen(&results, &options()), @"
        Ambush in the canyon: heroes win about 1 time in 4 (24.3 %, 24.2-24.4 at 95 %), players finisher v
        finisher.

          heroes     24.33 %  exact 24.34 %  ▇▇▇▏           ambushers  75.67 %  exact 75.68 %  ▇▇▇▇▇▇▇▇▇▉
          1,000,000 trials, seed 42, 0.14 s · evenodds run @canyon -n 1000000 -s 42
        ");
    }

    #[test]
    fn an_early_end_is_said() {
        let mut results = canyon();
        with_outcomes(
            &mut results,
            &[
                ("heroes", "heroes win", 30, true),
                ("ambushers", "ambushers win", 70, true),
            ],
        );
        results.highlights.clear();
        results.stopped = StopReason::Interrupted;
        assert_snapshot!(screen(&results, &options()), @"
        Ambush in the canyon: heroes win about 3 times in 10 (30.0 %, 21.9-39.6 at 95 %), players finisher v
        finisher.

          heroes     30.0 %  ▇▇▇▇▇▇▋                 ambushers  70.0 %  ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▍
          interrupted after 100 trials, seed 42, 0.14 s · evenodds run @canyon -n 1000000 -s 42
        ");
        results.stopped = StopReason::Precision;
        results.first_trial = 5_000;
        let text = screen(&results, &options());
        assert!(
            text.contains("  precise enough after 100 trials from number 5,000, seed 42, 0.14 s")
        );
    }

    #[test]
    fn nothing_played_is_said() {
        let mut results = canyon();
        with_outcomes(
            &mut results,
            &[("heroes", "heroes win", 0, true), ("b", "b win", 0, true)],
        );
        results.metrics.clear();
        results.stopped = StopReason::Interrupted;
        assert_snapshot!(screen(&results, &options()), @"
        Ambush in the canyon: nothing is known yet on whether heroes win, players finisher v finisher.

          heroes  ?                          b       ?
          interrupted after 0 trials, seed 42, 0.14 s · evenodds run @canyon -n 1000000 -s 42
        ");
    }

    #[test]
    fn lines_fit_the_terminal_and_names_cannot_steer_it() {
        for columns in [40, 60, 80, 100, 140] {
            let mut results = canyon();
            results.outcomes.truncate(2);
            spoil(&mut results);
            let options = ScreenOptions {
                width: columns,
                command: "",
                ..options()
            };
            let text = screen(&results, &options);
            assert!(!text.contains('\u{1b}'));
            for line in text.lines() {
                let unbroken = line.split_whitespace().map(width).max().unwrap_or(0);
                assert!(width(line) <= columns.max(unbroken + 40), "{line}");
            }
        }
    }

    #[test]
    fn colour_changes_nothing_but_colour() {
        let plain = screen(&canyon(), &options());
        let colored = screen(
            &canyon(),
            &ScreenOptions {
                color: true,
                ..options()
            },
        );
        let mut text = colored;
        for code in ["\u{1b}[1m", "\u{1b}[0m", "\u{1b}[34m", "\u{1b}[33m"] {
            assert!(text.contains(code));
            text = text.replace(code, "");
        }
        assert_eq!(text, plain);
    }

    #[test]
    fn durations_are_said_as_people_say_them() {
        let said = |milliseconds| duration(Duration::from_millis(milliseconds));
        assert_eq!(said(140), "0.14 s");
        assert_eq!(said(12_345), "12.3 s");
        assert_eq!(said(59_999), "1 min 00 s");
        assert_eq!(said(125_000), "2 min 05 s");
        assert_eq!(said(3_725_000), "1 h 02 min");
    }
}
