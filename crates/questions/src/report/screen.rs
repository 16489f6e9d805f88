//! An answer on a screen: the sentence, the blocks in aligned columns, and the reproduce command.

use super::answer::{Answer, BlockContent, Media};
use super::table::GAP;
use super::text::{clean, join_parts, labelled, pad, width, wrap};
use std::time::Duration;

/// Left margin of all lines except sentences and file names.
pub(super) const MARGIN: &str = "  ";

/// Options for printing on a screen.
#[derive(Clone, Copy, Debug)]
pub struct ScreenOptions<'a> {
    /// Width in character cells.
    pub width: usize,
    /// True if bars, verdicts and the sentence are colored by ANSI codes.
    pub color: bool,
    /// Elapsed time, if known.
    pub elapsed: Option<Duration>,
    /// Reproduce command; may be empty.
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

/// Returns the text for a screen, ending in a line break.
pub fn screen(answer: &Answer, options: &ScreenOptions) -> String {
    let room = options.width.max(40);
    let mut sentence = wrapped(&answer.titled_headline, room);
    if options.color {
        for line in &mut sentence {
            *line = format!("\u{1b}[1m{line}\u{1b}[0m");
        }
    }
    let mut lines = Vec::new();
    if !answer.headline_is_last {
        lines.append(&mut sentence);
    }
    let contents: Vec<&BlockContent> = answer.on(Media::Screen).collect();
    let mut gap = !lines.is_empty();
    for (index, content) in contents.iter().enumerate() {
        let label = label(&contents, index);
        let part = block_lines(content, label, room, options.color);
        if part.is_empty() {
            continue;
        }
        let follows_directly = index > 0 && follows_directly(contents[index - 1], content);
        if gap && !follows_directly {
            lines.push(String::new());
        }
        lines.extend(part);
        gap = true;
    }
    let needs_gap = match contents[..] {
        [.., before, last @ BlockContent::Commands(..)] => !follows_directly(before, last),
        [.., BlockContent::Table(..)] => true,
        _ => false,
    };
    if answer.headline_is_last {
        if !lines.is_empty() {
            lines.push(String::new());
        }
        lines.append(&mut sentence);
    } else if needs_gap {
        lines.push(String::new());
    }
    lines.extend(last_lines(&answer.facts, options, room));
    let lines = lines.iter().map(|line| line.trim_end());
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// Returns whether a block follows the previous one without an empty line.
fn follows_directly(before: &BlockContent, content: &BlockContent) -> bool {
    match content {
        BlockContent::Notes(_) => !matches!(before, BlockContent::Table(..)),
        BlockContent::Text(_) => matches!(before, BlockContent::Text(_) | BlockContent::Notes(_)),
        BlockContent::Commands(caption, _) => caption.is_empty() && is_labelled(before),
        BlockContent::Table(..) | BlockContent::Bars(_) => false,
    }
}

/// Returns whether each line of a block begins with a name.
fn is_labelled(content: &BlockContent) -> bool {
    matches!(content, BlockContent::Notes(_) | BlockContent::Commands(..))
}

/// Returns the width of the names of a block and of the blocks joined to it.
fn label(contents: &[&BlockContent], index: usize) -> usize {
    let is_joined = |&behind: &usize| {
        behind < contents.len()
            && is_labelled(contents[behind - 1])
            && is_labelled(contents[behind])
            && follows_directly(contents[behind - 1], contents[behind])
    };
    let first = (1..=index).rev().take_while(is_joined).last();
    let last = (index + 1..contents.len()).take_while(is_joined).last();
    let joined = first.map_or(index, |first| first - 1)..=last.unwrap_or(index);
    let widths = contents[joined].iter().flat_map(|content| match content {
        BlockContent::Notes(pairs) | BlockContent::Commands(_, pairs) => &pairs[..],
        _ => &[],
    });
    let widest = widths.map(|pair| width(&pair.0)).max().unwrap_or(0);
    match index.checked_sub(1).map(|before| contents[before]) {
        Some(BlockContent::Bars(bars)) => widest.max(bars.label()),
        _ => widest,
    }
}

/// Returns the lines of a block whose names are `label` cells wide.
fn block_lines(content: &BlockContent, label: usize, room: usize, color: bool) -> Vec<String> {
    let inner = room - MARGIN.len();
    match content {
        BlockContent::Text(text) => indented(&wrapped(text, inner)),
        BlockContent::Table(caption, table) => {
            let mut lines = indented(&wrapped(caption, inner));
            lines.extend(table.lines(room, MARGIN, color));
            lines
        }
        BlockContent::Notes(notes) => noted(notes, label, inner),
        BlockContent::Commands(caption, commands) => {
            let mut lines = indented(&wrapped(caption, inner));
            lines.extend(commanded(commands, label, inner));
            lines
        }
        BlockContent::Bars(bars) => bars.lines(room, color),
    }
}

fn indented(lines: &[String]) -> Vec<String> {
    lines.iter().map(|line| format!("{MARGIN}{line}")).collect()
}

/// Returns names with their notes.
fn noted(notes: &[(String, String)], label: usize, inner: usize) -> Vec<String> {
    let room = inner.saturating_sub(label + GAP).max(20);
    let of_note = |(name, text): &(String, String)| {
        indented(&labelled(name, &wrapped(text, room), label).collect::<Vec<_>>())
    };
    notes.iter().flat_map(of_note).collect()
}

/// Returns purposes with their commands to the right, or below if there is no room. Commands are
/// never wrapped, so that they can be copied, even if they exceed the screen.
fn commanded(commands: &[(String, String)], label: usize, inner: usize) -> Vec<String> {
    let of_command = |(name, command): &(String, String)| {
        let command = clean(command);
        // A short label, such as a number, needs no line of its own.
        if label <= 3 || label + GAP + width(&command) <= inner {
            vec![format!("{MARGIN}{}  {command}", pad(name, label))]
        } else {
            vec![format!("{MARGIN}{name}"), format!("{MARGIN}{command}")]
        }
    };
    commands.iter().flat_map(of_command).collect()
}

/// Returns the facts, the elapsed time and the reproduce command.
fn last_lines(facts: &str, options: &ScreenOptions, room: usize) -> Vec<String> {
    let inner = room - MARGIN.len();
    let elapsed = options.elapsed.map(duration);
    let facts = join_parts([facts, &elapsed.unwrap_or_default()], ", ");
    let command = clean(options.command);
    if command.is_empty() || facts.is_empty() {
        return indented(&wrapped(&facts, inner));
    }
    if width(&facts) + 3 + width(&command) <= inner {
        return vec![format!("{MARGIN}{facts} · {command}")];
    }
    let mut lines = indented(&wrapped(&facts, inner));
    lines.push(format!("{MARGIN}{command}"));
    lines
}

/// Wraps words into lines of at most `room` cells.
fn wrapped(text: &str, room: usize) -> Vec<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    wrap(&words, room)
}

/// Returns a duration for people: `0.14 s`, `12.3 s`, `2 min 05 s`, `1 h 02 min`.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_have_units_that_fit_their_size() {
        let shown_duration = |milliseconds| duration(Duration::from_millis(milliseconds));
        assert_eq!(shown_duration(140), "0.14 s");
        assert_eq!(shown_duration(12_345), "12.3 s");
        assert_eq!(shown_duration(59_999), "1 min 00 s");
        assert_eq!(shown_duration(125_000), "2 min 05 s");
        assert_eq!(shown_duration(3_725_000), "1 h 02 min");
    }
}
