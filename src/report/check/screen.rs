//! What `check` prints: a line for each expectation, file by file, and how many hold.

use super::super::lines::{GAP, MARGIN};
use super::super::screen::{ScreenOptions, duration, glued};
use super::super::text::{clean, pad, width, wrap};
use super::rows::{HEADINGS, heading, notes, row};
use super::{CheckReport, verdict_word};
use crate::analysis::Verdict;

/// Columns whose cells end at the same place.
const RIGHT: [usize; 2] = [2, 5];

/// The text for a screen, ending in a line break.
pub fn check_screen(report: &CheckReport, options: &ScreenOptions) -> String {
    let room = options.width.max(40);
    let inner = room - MARGIN.len();
    let rows: Vec<Vec<[String; 6]>> = report
        .checked
        .iter()
        .map(|checked| checked.expectations.iter().map(row).collect())
        .collect();
    let widths: Vec<usize> = (0..HEADINGS.len())
        .map(|column| {
            let cells = rows.iter().flatten().map(|row| width(&row[column]));
            cells.chain([HEADINGS[column].len()]).max().unwrap_or(0)
        })
        .collect();
    let whole = widths.iter().sum::<usize>() + GAP * (widths.len() - 1);
    let fits = whole <= inner;
    let mut lines = Vec::new();
    if fits && rows.iter().any(|rows| !rows.is_empty()) {
        let headings = HEADINGS.map(str::to_owned);
        lines.push(format!("{MARGIN}{}", aligned(&headings, &widths)));
    }
    for (checked, rows) in report.checked.iter().zip(&rows) {
        let (path, title) = heading(checked);
        let mut name = if title.is_empty() {
            path
        } else {
            format!("{path}  {title}")
        };
        if rows.is_empty() {
            name.push_str(": promises nothing");
        }
        lines.extend(wrapped(&name, room));
        for (row, judged) in rows.iter().zip(&checked.expectations) {
            let verdict = pad(verdict_word(judged.verdict), widths[0]);
            let painted = painted(&verdict, judged.verdict, options.color);
            if fits {
                let line = aligned(row, &widths);
                lines.push(format!("{MARGIN}{painted}{}", &line[verdict.len()..]));
            } else {
                // A narrow screen has the name on one line and the figures on the next.
                lines.push(format!("{MARGIN}{painted}  {}", row[1]));
                let figures = [
                    format!("{},", row[2]),
                    format!("{};", row[3]),
                    format!("promised {};", row[4]),
                    if row[5] == "exact" {
                        "exact".to_owned()
                    } else {
                        format!("{} trials", row[5])
                    },
                ];
                let left = " ".repeat(widths[0] + GAP);
                let narrow = wrap(&figures, inner.saturating_sub(left.len()).max(20));
                lines.extend(narrow.iter().map(|line| format!("{MARGIN}{left}{line}")));
            }
        }
        for note in notes(checked) {
            lines.extend(indented(&note, inner));
        }
    }
    for file in &report.faulty {
        let why = if file.unreadable {
            "unreadable"
        } else {
            "faulty"
        };
        lines.extend(wrapped(&format!("{}: {why}", clean(&file.path)), room));
    }
    if !lines.is_empty() {
        lines.push(String::new());
    }
    let bold = |line: String| {
        if options.color {
            format!("\u{1b}[1m{line}\u{1b}[0m")
        } else {
            line
        }
    };
    lines.extend(
        wrapped(&format!("{}.", report.counts()), room)
            .into_iter()
            .map(bold),
    );
    lines.extend(foot(report, options, inner));
    let mut text = String::new();
    for line in lines {
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// What to do about the undecided, and how to see the same again.
fn foot(report: &CheckReport, options: &ScreenOptions, inner: usize) -> Vec<String> {
    let mut lines = Vec::new();
    if report.count(Verdict::Undecided) > 0 && report.not_judged.is_empty() {
        lines.extend(indented(
            "undecided: the interval crosses an end of the promised range; more trials (--max-trials) \
             or a wider range may decide it",
            inner,
        ));
    }
    let mut seeds: Vec<u64> = report.checked.iter().map(|checked| checked.seed).collect();
    seeds.sort_unstable();
    seeds.dedup();
    let mut facts = match seeds[..] {
        [] => String::new(),
        [seed] => format!("seed {seed}"),
        _ => "each with the seed of its file".to_owned(),
    };
    if let Some(elapsed) = options.elapsed {
        let comma = if facts.is_empty() { "" } else { ", " };
        facts = format!("{facts}{comma}{}", duration(elapsed));
    }
    let command = clean(options.command);
    if command.is_empty() || facts.is_empty() {
        lines.extend(indented(&facts, inner));
    } else if width(&facts) + 3 + width(&command) <= inner {
        lines.push(format!("{MARGIN}{facts} · {command}"));
    } else {
        // A command that is broken over lines could not be copied.
        lines.extend(indented(&facts, inner));
        lines.push(format!("{MARGIN}{command}"));
    }
    lines
}

fn aligned(cells: &[String; 6], widths: &[usize]) -> String {
    let mut line = String::new();
    for (column, (cell, &room)) in cells.iter().zip(widths).enumerate() {
        if column > 0 {
            line.push_str(&" ".repeat(GAP));
        }
        if RIGHT.contains(&column) {
            line.push_str(&" ".repeat(room.saturating_sub(width(cell))));
            line.push_str(cell);
        } else {
            line.push_str(&pad(cell, room));
        }
    }
    line
}

fn painted(text: &str, verdict: Verdict, color: bool) -> String {
    let code = match verdict {
        Verdict::Holds => "32",
        Verdict::Fails => "1;31",
        Verdict::Undecided => "33",
    };
    if color {
        format!("\u{1b}[{code}m{text}\u{1b}[0m")
    } else {
        text.to_owned()
    }
}

fn wrapped(text: &str, room: usize) -> Vec<String> {
    // Two blanks part a path from a title.
    let words = text.split(' ').map(str::to_owned).collect();
    wrap(&glued(words), room)
}

fn indented(text: &str, inner: usize) -> Vec<String> {
    let lines = wrapped(text, inner);
    lines.iter().map(|line| format!("{MARGIN}{line}")).collect()
}

#[cfg(test)]
mod tests {
    use super::super::sample::report;
    use super::*;
    use insta::assert_snapshot;

    #[test]
    fn a_line_for_each_expectation_and_the_counts() {
        let options = ScreenOptions {
            command: "evenodds check scenarios -s 1",
            ..ScreenOptions::default()
        };
        assert_snapshot!(check_screen(&report(), &options), @"
          verdict    expectation   figure  interval          promised     trials
        fights/canyon.toml  Ambush in the canyon
          holds      heroes       24.33 %  22.90 to 25.80 %  20 to 30 %   10,000
          FAILS      mean.turns     5.421  5.401 to 5.441    6 to 7       10,000
          undecided  p50.turns          5  5 to 6            5           160,000
          holds      max.turns         17  17 or more        10 to 30    160,000
          mean.turns: 3 values beyond the bounds of the metric were taken as the bounds
        lock.toml
          holds      success      62.50 %  exactly           60 to 65 %    exact
        new.toml  Nothing yet: promises nothing
        bad.toml: faulty

        5 expectations in 2 files: 3 hold, 1 FAILS, 1 is undecided; 1 file promises nothing; 1 file is
        faulty; 1 file without a kind was left out.
          undecided: the interval crosses an end of the promised range; more trials (--max-trials) or a
          wider range may decide it
          seed 1 · evenodds check scenarios -s 1
        ");
    }

    #[test]
    fn a_narrow_screen_has_two_lines_for_each() {
        let options = ScreenOptions {
            width: 44,
            ..ScreenOptions::default()
        };
        let text = check_screen(&report(), &options);
        assert!(text.lines().all(|line| width(line) <= 44), "{text}");
        assert_snapshot!(text, @"
        fights/canyon.toml  Ambush in the canyon
          holds      heroes
                     24.33 %, 22.90 to 25.80 %;
                     promised 20 to 30 %;
                     10,000 trials
          FAILS      mean.turns
                     5.421, 5.401 to 5.441;
                     promised 6 to 7; 10,000 trials
          undecided  p50.turns
                     5, 5 to 6; promised 5;
                     160,000 trials
          holds      max.turns
                     17, 17 or more;
                     promised 10 to 30;
                     160,000 trials
          mean.turns: 3 values beyond the bounds of
          the metric were taken as the bounds
        lock.toml
          holds      success
                     62.50 %, exactly;
                     promised 60 to 65 %; exact
        new.toml  Nothing yet: promises nothing
        bad.toml: faulty

        5 expectations in 2 files: 3 hold, 1 FAILS,
        1 is undecided; 1 file promises nothing; 1
        file is faulty; 1 file without a kind was
        left out.
          undecided: the interval crosses an end of
          the promised range; more trials
          (--max-trials) or a wider range may decide
          it
          seed 1
        ");
    }

    #[test]
    fn colour_changes_nothing_but_colour_and_names_cannot_steer() {
        let mut report = report();
        report.checked[0].scenario.title = "a\u{1b}[31m".to_owned();
        report.faulty[0].path = "b\u{1b}[2J.toml".to_owned();
        let plain = check_screen(&report, &ScreenOptions::default());
        assert!(!plain.contains('\u{1b}'));
        let options = ScreenOptions {
            color: true,
            ..ScreenOptions::default()
        };
        let colored = check_screen(&report, &options);
        let mut bare = colored.replace("\u{1b}[0m", "");
        for code in ["1", "32", "1;31", "33"] {
            bare = bare.replace(&format!("\u{1b}[{code}m"), "");
        }
        assert_eq!(bare, plain);
    }
}
