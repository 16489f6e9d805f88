//! Text in or beside a node: its name in lines, and its share.

use crate::charts::ChartNode;
use crate::charts::layers::{LabelStyle, percent};

/// Returns the line height of names and figures.
pub fn line(figure: LabelStyle) -> f64 {
    figure.size + 5.0
}

/// Maximum number of lines of a name beside a node.
const MOST_LINES: usize = 4;
/// Maximum number of lines of a name inside a node.
const MOST_INSIDE: usize = 3;
/// Blank space left and right of a name inside a node.
const PADDING: f64 = 9.0;
/// Minimum share of repeated passes that a label mentions.
const LEAST_REPEATS: f64 = 0.005;

/// Name and share of a node.
pub struct NodeText {
    name: String,
    figure: String,
    label_style: LabelStyle,
    /// Name in one, two and three lines, with the node width that each needs.
    inside: Vec<(f64, Vec<String>)>,
}

/// Text laid out in lines.
#[derive(Clone)]
pub struct Label {
    pub lines: Vec<String>,
    pub figure: String,
    /// Height of a line.
    line: f64,
    pub width: f64,
    /// True if the text is inside the node rather than beside it.
    pub inside: bool,
    /// True if text is missing or a word is broken.
    pub cut: bool,
}

impl NodeText {
    /// Returns the text of a node with the mean number of passes `weight`.
    pub fn of(node: &ChartNode, weight: f64, label_style: LabelStyle) -> Self {
        let bold = label_style.bold();
        let name = bold.name(&node.label, f64::INFINITY);
        let mut figure = percent(node.share, 0);
        if node.end.is_none()
            && node.share > 0.0
            && weight > node.share * (1.0 + LEAST_REPEATS) + LEAST_REPEATS
        {
            figure = format!("{figure}, {:.1}\u{a0}×", weight / node.share);
        }
        let of_figure = label_style.width(&figure);
        let room = |lines: &[String]| bold.widest(lines).max(of_figure) + 2.0 * PADDING;
        let lines = (1..=MOST_INSIDE).filter_map(|count| broken(&name, count, bold));
        let inside = lines.map(|lines| (room(&lines), lines)).collect();
        Self {
            name,
            figure,
            label_style,
            inside,
        }
    }

    /// Returns the text inside a node of the given width, if it fits.
    pub fn inside(&self, width: f64) -> Option<Label> {
        let (_, lines) = self.inside.iter().find(|(room, _)| width >= *room)?;
        Some(self.label(lines.clone(), true))
    }

    /// Returns the text beside a node in lines of at most `limit` pixels; a long word may take up
    /// to `word`.
    pub fn beside(&self, limit: f64, word: f64) -> Label {
        let name = self.label_style.bold();
        let longest = longest_word(&self.name, name);
        let limit = longest.max(limit).min(word);
        let label = self.label(name.wrap(&self.name, limit + 0.5, MOST_LINES), false);
        Label {
            cut: label.cut || longest > limit,
            ..label
        }
    }

    fn label(&self, lines: Vec<String>, inside: bool) -> Label {
        let kept: usize = lines.iter().map(|line| line.replace(' ', "").len()).sum();
        let name = self.label_style.bold().widest(&lines);
        Label {
            line: line(self.label_style),
            width: name.max(self.label_style.width(&self.figure)).ceil(),
            cut: kept != self.name.replace(' ', "").len(),
            lines,
            figure: self.figure.clone(),
            inside,
        }
    }
}

fn longest_word(name: &str, label_style: LabelStyle) -> f64 {
    let words = name.split(' ').map(|word| label_style.width(word));
    words.fold(0.0, f64::max)
}

/// Breaks a name into `count` lines of similar width; `None` if it has too few words.
fn broken(name: &str, count: usize, label_style: LabelStyle) -> Option<Vec<String>> {
    let whole = label_style.width(name);
    let mut limit = longest_word(name, label_style).max(whole / count as f64) + 0.5;
    while limit < whole * 1.1 {
        let lines = label_style.wrap(name, limit, count + 1);
        if lines.len() <= count {
            return (lines.len() == count).then_some(lines);
        }
        limit *= 1.05;
    }
    (count == 1).then(|| vec![name.to_owned()])
}

impl Label {
    /// Returns the height of all lines.
    pub fn height(&self) -> f64 {
        (self.lines.len() + 1) as f64 * self.line
    }
}
