//! What is written in or beside a place: its name in lines, and its share.

use crate::charts::FlowNode;
use crate::charts::layers::{LARGE, Letters, percent};

/// The letters of names.
pub const NAME: Letters = LARGE.bold();
/// The letters of shares.
pub const FIGURE: Letters = LARGE;
/// From a line to the next.
pub const LINE: f64 = 24.0;
/// The most lines of a name beside a place.
const MOST_LINES: usize = 4;
/// The most lines of a name in a place.
const MOST_INSIDE: usize = 3;
/// Left and right of a name in a place.
const PADDING: f64 = 9.0;
/// Someone who comes by again less often than this part of all is not mentioned.
const SELDOM: f64 = 0.005;

/// Name and share of a place.
pub struct Words {
    name: String,
    figure: String,
    /// The name in one, two and three lines, with how wide a place has to be for it.
    inside: Vec<(f64, Vec<String>)>,
}

/// Words laid out in lines.
#[derive(Clone, Default)]
pub struct Label {
    pub lines: Vec<String>,
    pub figure: String,
    pub width: f64,
    /// Whether it stands in the place rather than beside it.
    pub inside: bool,
    /// Whether some of it is missing, or a word is broken.
    pub cut: bool,
}

impl Words {
    /// The words of a place that is passed so often on average.
    pub fn of(node: &FlowNode, weight: f64) -> Self {
        let name = NAME.name(&node.label, f64::INFINITY);
        let mut figure = percent(node.share, 0);
        if node.end.is_none() && node.share > 0.0 && weight > node.share * (1.0 + SELDOM) + SELDOM {
            figure = format!("{figure}, {:.1}\u{a0}×", weight / node.share);
        }
        let of_figure = FIGURE.width(&figure);
        let room = |lines: &[String]| NAME.widest(lines).max(of_figure) + 2.0 * PADDING;
        let lines = (1..=MOST_INSIDE).filter_map(|count| broken(&name, count));
        let inside = lines.map(|lines| (room(&lines), lines)).collect();
        Self {
            name,
            figure,
            inside,
        }
    }

    /// The words in a place of that width, if they fit.
    pub fn inside(&self, width: f64) -> Option<Label> {
        let (_, lines) = self.inside.iter().find(|(room, _)| width >= *room)?;
        Some(self.label(lines.clone(), true))
    }

    /// The words beside a place, in lines of at most that width; a long word may have up to `word`.
    pub fn beside(&self, limit: f64, word: f64) -> Label {
        let longest = longest_word(&self.name);
        let limit = longest.max(limit).min(word);
        let label = self.label(NAME.wrap(&self.name, limit + 0.5, MOST_LINES), false);
        Label {
            cut: label.cut || longest > limit,
            ..label
        }
    }

    fn label(&self, lines: Vec<String>, inside: bool) -> Label {
        let kept: usize = lines.iter().map(|line| line.replace(' ', "").len()).sum();
        Label {
            width: NAME.widest(&lines).max(FIGURE.width(&self.figure)).ceil(),
            cut: kept != self.name.replace(' ', "").len(),
            lines,
            figure: self.figure.clone(),
            inside,
        }
    }
}

fn longest_word(name: &str) -> f64 {
    let words = name.split(' ').map(|word| NAME.width(word));
    words.fold(0.0, f64::max)
}

/// A name in so many lines of about the same width; none if it has too few words for that.
fn broken(name: &str, count: usize) -> Option<Vec<String>> {
    let whole = NAME.width(name);
    let mut limit = longest_word(name).max(whole / count as f64) + 0.5;
    while limit < whole * 1.1 {
        let lines = NAME.wrap(name, limit, count + 1);
        if lines.len() <= count {
            return (lines.len() == count).then_some(lines);
        }
        limit *= 1.05;
    }
    (count == 1).then(|| vec![name.to_owned()])
}

impl Label {
    /// How high it is.
    pub fn height(&self) -> f64 {
        (self.lines.len() + 1) as f64 * LINE
    }
}
