//! Marks for values, intervals and exact values, in charts and legends.

use super::palette::{BACKGROUND, INK, Rgb};
use super::sheet::{Point, Sheet, Stroke};

/// Line of a target value.
pub const TARGET: Stroke = Stroke::solid(INK, 2).dashed("7 4");

/// Shape of a marker, which distinguishes groups in print without colors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Marker {
    /// A filled circle.
    Circle,
    /// A square.
    Square,
    /// A triangle that points up.
    Triangle,
    /// A square rotated by 45 degrees.
    Diamond,
}

impl Marker {
    /// Returns the n-th shape, modulo 4.
    pub fn of(index: usize) -> Self {
        [Self::Circle, Self::Square, Self::Triangle, Self::Diamond][index % 4]
    }
}

/// Symbol of a legend entry.
#[derive(Debug, Clone, Copy)]
pub enum Symbol {
    /// A filled area.
    Block(Rgb),
    /// A line.
    Line(Stroke),
    /// A value.
    Marker(Marker, Rgb),
    /// An interval.
    Whisker,
    /// A frame.
    Outline,
    /// An empty symbol.
    None,
}

impl Symbol {
    /// Returns the width in pixels.
    pub fn width(self) -> f64 {
        match self {
            Self::Block(_) | Self::Outline => 14.0,
            Self::Line(_) => 24.0,
            Self::Marker(..) => 10.0,
            Self::Whisker => 18.0,
            Self::None => 0.0,
        }
    }
}

impl Sheet {
    /// Draws a marker with a white rim to separate it from lines.
    pub fn marker(&mut self, marker: Marker, (x, y): Point, color: Rgb) {
        for (radius, color) in [(6.0, BACKGROUND), (4.0, color)] {
            // Shapes with corners are slightly larger.
            let far = radius + 1.0;
            match marker {
                Marker::Circle => self.circle((x, y), radius as i32, color),
                Marker::Square => {
                    self.rectangle((x - radius, y - radius), (x + radius, y + radius), color);
                }
                Marker::Triangle => {
                    let base = [(x - far, y + radius), (x + far, y + radius)];
                    self.polygon(vec![base[0], base[1], (x, y - far)], color);
                }
                Marker::Diamond => {
                    let corners = vec![(x - far, y), (x, y - far), (x + far, y), (x, y + far)];
                    self.polygon(corners, color);
                }
            }
        }
    }

    /// Draws an interval: a line between its ends, with caps that extend by `cap` to both sides.
    pub fn whisker(&mut self, low: Point, high: Point, cap: Point) {
        self.line(low, high, INK, 2);
        for (x, y) in [low, high] {
            self.line((x - cap.0, y - cap.1), (x + cap.0, y + cap.1), INK, 2);
        }
    }

    /// Draws a frame along the inner edges of a rectangle.
    pub fn frame(&mut self, (left, top): Point, (right, bottom): Point) {
        let (left, top, right, bottom) = (left + 1.0, top + 1.0, right - 1.0, bottom - 1.0);
        let corners = vec![
            (left, top),
            (right, top),
            (right, bottom),
            (left, bottom),
            (left, top - 1.0),
        ];
        self.path(corners.clone(), Stroke::solid(BACKGROUND, 5));
        self.path(corners, Stroke::solid(INK, 3));
    }

    /// Draws a legend symbol to the right of x, centered vertically on y.
    pub fn symbol(&mut self, symbol: Symbol, (x, y): Point) {
        let end = x + symbol.width();
        let middle = x + symbol.width() / 2.0;
        match symbol {
            Symbol::Block(color) => self.rectangle((x, y - 7.0), (end, y + 7.0), color),
            Symbol::Line(stroke) => self.path(vec![(x, y), (end, y)], stroke),
            Symbol::Marker(marker, color) => self.marker(marker, (middle, y), color),
            Symbol::Whisker => self.whisker((x + 1.0, y), (end - 1.0, y), (0.0, 4.0)),
            Symbol::Outline => self.frame((x, y - 7.0), (end, y + 7.0)),
            Symbol::None => {}
        }
    }
}
