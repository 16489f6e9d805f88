//! Printed outputs in the documents are those of the program.
//!
//! An output is a block of `text` right after a block of `sh` with one command, or one that begins
//! with `$ evenodds`. A line `...` represents any number of left-out lines. Durations are not
//! compared. By default, the test compares every second document. With the environment variable
//! `UPDATE_DOCS=1`, it writes the outputs of the program into all documents; each part between
//! left-out lines keeps its number of lines, and is found by the words of its first line.

use super::{documents, is_built, root, words, workplace};
use evenodds_testing::size;
use rayon::prelude::*;
use std::fs;
use std::ops::Range;
use std::path::Path;
use std::process::Command;

/// Left-out lines.
const LEFT_OUT: &str = "...";

/// Output that a document prints.
struct Printed {
    /// Arguments of the command.
    arguments: Vec<String>,
    /// Lines of the output in the document, counted from 0.
    lines: Range<usize>,
}

/// Returns the outputs that a document prints.
fn printed(text: &str) -> Vec<Printed> {
    let lines: Vec<&str> = text.lines().collect();
    let mut all = Vec::new();
    // The block above, and the number of the line after it.
    let mut above: (&str, Range<usize>) = ("", 0..0);
    let mut at = 0;
    while at < lines.len() {
        let Some(language) = lines[at].strip_prefix("```") else {
            at += 1;
            continue;
        };
        let start = at + 1;
        let end = start
            + lines[start..]
                .iter()
                .take_while(|line| !line.starts_with("```"))
                .count();
        let typed = |line: &str| line.strip_prefix("evenodds ").map(words);
        if language == "text" && start < end {
            let between = above.1.end + 1..start - 1;
            let is_next = lines.get(between).is_some_and(|between| {
                between.iter().all(|line| line.trim().is_empty()) && above.0 == "sh"
            });
            if let Some(arguments) = lines[start].strip_prefix("$ ").and_then(typed) {
                let lines = start + 1..end;
                all.push(Printed { arguments, lines });
            } else if is_next
                && let [only] = &lines[above.1.clone()]
                && let Some(arguments) = typed(only)
            {
                let lines = start..end;
                all.push(Printed { arguments, lines });
            }
        }
        above = (language, start..end);
        at = end + 1;
    }
    all
}

/// Returns the lines that a command prints in a folder.
fn output(arguments: &[String], folder: &Path) -> Vec<String> {
    // The answer of a busy machine is the same.
    let patient: &[&str] = match arguments[0].as_str() {
        "advise" => &["--budget", "off"],
        _ => &[],
    };
    let output = Command::new(env!("CARGO_BIN_EXE_evenodds"))
        .env("EVENODDS_CACHE", "off")
        .args(arguments)
        .args(patient)
        .current_dir(folder)
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines()
        .map(|line| line.trim_end().to_owned())
        .collect()
}

/// Returns a line with `T` for each duration, such as `0.77 s` or `1 min 20 s`.
fn timeless(line: &str) -> String {
    let words: Vec<&str> = line.split(' ').collect();
    let is_number = |word: &str| word.parse::<f64>().is_ok();
    let is_unit = |word: Option<&&str>| word.is_some_and(|word| ["s", "min", "h"].contains(word));
    let mut timed: Vec<&str> = Vec::new();
    let mut at = 0;
    while at < words.len() {
        if is_number(words[at]) && is_unit(words.get(at + 1)) {
            if timed.last() != Some(&"T") {
                timed.push("T");
            }
            at += 2;
        } else {
            timed.push(words[at]);
            at += 1;
        }
    }
    timed.join(" ")
}

fn is_left_out(line: &str) -> bool {
    line.trim() == LEFT_OUT
}

/// Returns where the parts of a printed output between left-out lines are in the program's output.
/// `at` compares the lines of a part with those of the output. `None` if a part is not there.
fn places(
    printed: &[String],
    output: &[String],
    at: impl Fn(&[String], &[String]) -> bool,
) -> Option<Vec<Range<usize>>> {
    let parts: Vec<&[String]> = printed.split(|line| is_left_out(line)).collect();
    let mut places: Vec<Range<usize>> = Vec::new();
    for (index, part) in parts.iter().enumerate() {
        let from = places.last().map_or(0, |last| last.end);
        let last = output.len().checked_sub(part.len())?;
        // The first and the last part are at the ends of the output.
        let mut candidates = if index == 0 {
            0..1
        } else if index + 1 == parts.len() {
            last..last + 1
        } else {
            from..last + 1
        };
        let fits = |&start: &usize| {
            start >= from && start <= last && at(part, &output[start..start + part.len()])
        };
        let start = candidates.find(fits)?;
        places.push(start..start + part.len());
    }
    let is_whole = parts.len() == 1;
    (!is_whole || output.len() == printed.len()).then_some(places)
}

/// Returns the printed output with the lines of the program, or `None` if a part is not found.
fn updated(printed: &[String], output: &[String]) -> Option<Vec<String>> {
    if !printed.iter().any(|line| is_left_out(line)) {
        return Some(output.to_vec());
    }
    let same_words = |part: &[String], lines: &[String]| match (part.first(), lines.first()) {
        (Some(part), Some(line)) => letters(part) == letters(line),
        _ => true,
    };
    let mut places = places(printed, output, same_words)?.into_iter();
    let mut lines: Vec<String> = Vec::new();
    for part in printed.split_inclusive(|line| is_left_out(line)) {
        lines.extend_from_slice(&output[places.next()?]);
        lines.extend(part.last().filter(|line| is_left_out(line)).cloned());
    }
    Some(lines)
}

/// Returns the letters of a line, without figures, bars and blanks.
fn letters(line: &str) -> String {
    line.chars().filter(|one| one.is_alphabetic()).collect()
}

#[test]
fn printed_outputs_are_those_of_the_program() {
    let is_update = std::env::var_os("UPDATE_DOCS").is_some();
    let step = if is_update { 1 } else { size(2, 1) };
    let documents: Vec<_> = documents().into_iter().step_by(step).collect();
    let compared = documents.into_par_iter().map(|(name, text)| {
        let folder = workplace(&text);
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let printed = printed(&text);
        // From the last one, since lines are replaced.
        for one in printed.iter().rev().filter(|one| is_built(&one.arguments)) {
            let output = output(&one.arguments, folder.path());
            let shown = &lines[one.lines.clone()];
            let same = |part: &[String], lines: &[String]| {
                let pairs = part.iter().zip(lines);
                pairs.into_iter().all(|(one, other)| timeless(one) == timeless(other))
            };
            if places(shown, &output, same).is_some() {
                continue;
            }
            let command = one.arguments.join(" ");
            let (shown, whole) = (shown.join("\n"), output.join("\n"));
            assert!(
                is_update,
                "{name}: evenodds {command}\nthe document prints\n{shown}\nthe program prints\n{whole}\n\
                 (UPDATE_DOCS=1 writes the outputs of the program into the documents)"
            );
            let new = updated(&lines[one.lines.clone()], &output).unwrap_or_else(|| {
                panic!("{name}: evenodds {command}: a part is not in the output:\n{whole}")
            });
            lines.splice(one.lines.clone(), new);
        }
        let new = lines.join("\n") + "\n";
        if is_update && new != text {
            fs::write(root().join(&name), new).unwrap();
        }
        printed.len()
    });
    let compared: usize = compared.sum();
    assert!(compared >= size(1, 6), "{compared}");
}

#[test]
fn outputs_are_found_compared_and_updated() {
    let own = |lines: &[&str]| -> Vec<String> { lines.iter().map(ToString::to_string).collect() };
    let same = |part: &[String], lines: &[String]| part == lines;
    let text = "```sh\nevenodds run a\n```\n\n```text\none\n```\n```text\n$ evenodds run 'b c'\n2\n```\n\
                ```sh\nls\n```\n```text\nx\n```\n";
    let found = printed(text);
    let found: Vec<_> = found
        .iter()
        .map(|one| (one.arguments.clone(), one.lines.clone()))
        .collect();
    assert_eq!(
        found,
        [(own(&["run", "a"]), 5..6), (own(&["run", "b c"]), 9..10)]
    );

    let output = own(&["head 1", "", "a 2", "b 3", "end 4"]);
    let (old, new) = (
        own(&["head 0", "...", "a 0", "b 0", "..."]),
        own(&["head 1", "...", "a 2", "b 3", "..."]),
    );
    assert_eq!(places(&old, &output, same), None);
    assert_eq!(places(&new, &output, same), Some(vec![0..1, 2..4, 5..5]));
    assert_eq!(updated(&old, &output), Some(new));
    assert_eq!(updated(&own(&["..."]), &output), Some(own(&["..."])));
    assert_eq!(updated(&own(&["old"]), &output), Some(output.clone()));
    assert_eq!(updated(&own(&["other 1", "..."]), &output), None);
    assert_eq!(places(&own(&["head 1"]), &output, same), None);
    for time in ["0.77 s", "12 s", "1 min 20 s"] {
        let line = format!("seed 42, {time} · evenodds");
        assert_eq!(timeless(&line), "seed 42, T · evenodds");
    }
}
