//! What stands above and below every chart: title, subtitle, legend, notes; and the chart without data.

use super::canvas::{Anchor, Canvas, Letters, Level, WIDTH, sheet};
use super::error::ChartError;
use super::finish::Head;
use super::palette::{INK, PAPER, Rgb, SOFT_INK};
use super::text::{Weight, clean, clean_label, shorten, width, wrap};

/// Blank border left and right, above and below.
pub(super) const MARGIN: f64 = 20.0;
/// Titles.
const TITLE: Letters = Letters {
    size: 20.0,
    weight: Weight::Bold,
    color: INK,
};
/// Subtitles, notes.
const SUBTITLE: Letters = Letters {
    size: 14.0,
    weight: Weight::Regular,
    color: SOFT_INK,
};
/// Names of things.
pub(super) const LABEL: Letters = Letters {
    size: 14.0,
    weight: Weight::Regular,
    color: INK,
};
/// Names of groups of things.
pub(super) const STRONG: Letters = Letters {
    size: 14.0,
    weight: Weight::Bold,
    color: INK,
};
/// Numbers and titles of axes, notes.
pub(super) const SMALL: Letters = Letters {
    size: 13.0,
    weight: Weight::Regular,
    color: SOFT_INK,
};
/// The most entries of a legend.
const MOST_ENTRIES: usize = 12;
/// The widest label of a legend.
const ENTRY_LIMIT: f64 = 220.0;
/// Between a sign and its label.
const SIGN_GAP: f64 = 7.0;

/// The sign beside an entry of a legend.
#[derive(Debug, Clone, Copy)]
pub(super) enum Sign {
    Block(Rgb),
    Line(Rgb, u32, &'static str),
    Marker(Shape, Rgb),
    Whisker,
    Exact,
    None,
}

/// The shape of a marker: groups stay apart in print without colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    Circle,
    Square,
    Triangle,
    Diamond,
}

impl Shape {
    /// The n-th shape; they repeat.
    pub(super) fn of(index: usize) -> Self {
        [Self::Circle, Self::Square, Self::Triangle, Self::Diamond][index % 4]
    }

    /// Draws the marker with a white rim, so that it stays apart from lines.
    pub(super) fn draw(
        self,
        canvas: &mut Canvas,
        (x, y): (f64, f64),
        color: Rgb,
    ) -> Result<(), ChartError> {
        for (radius, color) in [(6.0, PAPER), (4.0, color)] {
            match self {
                Self::Circle => canvas.circle((x, y), radius as i32, color)?,
                Self::Square => {
                    canvas.rectangle((x - radius, y - radius), (x + radius, y + radius), color)?;
                }
                Self::Triangle => {
                    let half = radius + 1.0;
                    canvas.polygon(
                        &[
                            (x - half, y + radius),
                            (x + half, y + radius),
                            (x, y - half),
                        ],
                        color,
                    )?;
                }
                Self::Diamond => {
                    let half = radius + 1.0;
                    canvas.polygon(
                        &[(x - half, y), (x, y - half), (x + half, y), (x, y + half)],
                        color,
                    )?;
                }
            }
        }
        Ok(())
    }
}

/// An exact value: a triangle that stands on its point, `y` being the point.
pub(super) fn exact_marker(canvas: &mut Canvas, (x, y): (f64, f64)) -> Result<(), ChartError> {
    let triangle =
        |half: f64, top: f64, tip: f64| [(x - half, y - top), (x + half, y - top), (x, y + tip)];
    canvas.polygon(&triangle(7.0, 10.0, 2.0), PAPER)?;
    canvas.polygon(&triangle(5.0, 9.0, 0.0), INK)
}

/// A whisker between two x with caps.
pub(super) fn whisker(
    canvas: &mut Canvas,
    (low, high): (f64, f64),
    y: f64,
    cap: f64,
) -> Result<(), ChartError> {
    canvas.line((low, y), (high, y), INK, 2)?;
    for end in [low, high] {
        canvas.line((end, y - cap), (end, y + cap), INK, 2)?;
    }
    Ok(())
}

/// Title, subtitle and legend, broken into lines.
pub(super) struct Heading {
    title: Vec<String>,
    subtitle: Vec<String>,
    legend: Vec<(Sign, String)>,
    /// For each entry its left edge and line.
    places: Vec<(f64, usize)>,
    head: Head,
}

impl Heading {
    pub(super) fn new(title: &str, subtitle: &str, legend: Vec<(Sign, String)>) -> Self {
        let room = WIDTH - 2.0 * MARGIN;
        let head = Head::new(title, subtitle);
        let more = legend.len().saturating_sub(MOST_ENTRIES);
        let mut legend: Vec<(Sign, String)> = legend
            .into_iter()
            .take(MOST_ENTRIES)
            .map(|(sign, label)| {
                let label = shorten(&clean_label(&label), LABEL.size, LABEL.weight, ENTRY_LIMIT);
                (sign, label)
            })
            .collect();
        if more > 0 {
            legend.push((Sign::None, format!("and {more} more")));
        }
        let mut places = Vec::new();
        let (mut x, mut line) = (0.0, 0);
        for (sign, label) in &legend {
            let length = sign.width() + SIGN_GAP + width(label, LABEL.size, LABEL.weight);
            if x > 0.0 && x + length > room {
                (x, line) = (0.0, line + 1);
            }
            places.push((MARGIN + x, line));
            x += length + 22.0;
        }
        Self {
            title: wrap(&clean(title), TITLE.size, TITLE.weight, room, 2),
            subtitle: wrap(&clean(subtitle), SUBTITLE.size, SUBTITLE.weight, room, 3),
            legend,
            places,
            head,
        }
    }

    pub(super) fn head(&self) -> &Head {
        &self.head
    }

    /// How far down the heading reaches, with the space below it.
    pub(super) fn height(&self) -> f64 {
        self.legend_top() + self.legend_lines() as f64 * 22.0 + 14.0
    }

    /// Draws it at the top of the sheet.
    pub(super) fn draw(&self, canvas: &mut Canvas) -> Result<(), ChartError> {
        let left = (Anchor::Start, Level::Top);
        let mut y = MARGIN;
        for line in &self.title {
            canvas.text(line, (MARGIN, y), left, TITLE)?;
            y += 26.0;
        }
        for line in &self.subtitle {
            canvas.text(line, (MARGIN, y + 1.0), left, SUBTITLE)?;
            y += 20.0;
        }
        let top = self.legend_top();
        for ((sign, label), (x, line)) in self.legend.iter().zip(&self.places) {
            let y = top + *line as f64 * 22.0 + 10.0;
            sign.draw(canvas, (*x, y))?;
            let place = (x + sign.width() + SIGN_GAP, y);
            canvas.text(label, place, (Anchor::Start, Level::Middle), LABEL)?;
        }
        Ok(())
    }

    fn legend_top(&self) -> f64 {
        let gap = if self.legend.is_empty() { 0.0 } else { 4.0 };
        MARGIN + self.title.len() as f64 * 26.0 + self.subtitle.len() as f64 * 20.0 + gap
    }

    fn legend_lines(&self) -> usize {
        self.places.last().map_or(0, |&(_, line)| line + 1)
    }
}

impl Sign {
    fn width(self) -> f64 {
        match self {
            Self::Block(_) => 14.0,
            Self::Line(..) => 24.0,
            Self::Marker(..) | Self::Exact => 10.0,
            Self::Whisker => 18.0,
            Self::None => 0.0,
        }
    }

    /// Draws the sign to the right of x, centred on y.
    fn draw(self, canvas: &mut Canvas, (x, y): (f64, f64)) -> Result<(), ChartError> {
        let middle = x + self.width() / 2.0;
        let end = x + self.width();
        match self {
            Self::Block(color) => canvas.rectangle((x, y - 7.0), (end, y + 7.0), color),
            Self::Line(color, stroke, dash) => {
                canvas.path(&[(x, y), (end, y)], color, stroke, dash)
            }
            Self::Marker(shape, color) => shape.draw(canvas, (middle, y), color),
            Self::Whisker => whisker(canvas, (x + 1.0, end - 1.0), y, 4.0),
            Self::Exact => exact_marker(canvas, (middle, y + 5.0)),
            Self::None => Ok(()),
        }
    }
}

/// Notes below a chart, a line each; they start at `y`.
pub(super) fn notes(canvas: &mut Canvas, notes: &[String], y: f64) -> Result<(), ChartError> {
    for (index, note) in notes.iter().enumerate() {
        let place = (MARGIN, y + index as f64 * NOTE_LINE);
        canvas.text(note, place, (Anchor::Start, Level::Top), SMALL)?;
    }
    Ok(())
}

/// The height of a line of [`notes`].
pub(super) const NOTE_LINE: f64 = 19.0;

/// The chart that has nothing to show, and says so.
pub(super) fn no_data(title: &str, subtitle: &str) -> Result<String, ChartError> {
    let heading = Heading::new(title, subtitle, Vec::new());
    let top = heading.height();
    sheet(top + 110.0, heading.head(), |canvas| {
        heading.draw(canvas)?;
        let middle = (WIDTH / 2.0, top + 45.0);
        canvas.text(
            "no data",
            middle,
            (Anchor::Middle, Level::Middle),
            Letters {
                color: SOFT_INK,
                ..LABEL
            },
        )
    })
}
