//! Sheet on which layers are drawn.
//!
//! It collects shapes, the lowest layer first, and grows downward. At the end, plotters draws the
//! shapes as one SVG. Until then nothing can fail, and the height of the chart need not be known.
//!
//! Positions are pixels from the upper left corner. They are rounded to whole pixels, which keeps
//! edges crisp and the SVG short, and clamped to the sheet, so that no number can overflow. Only
//! curves are rounded to tenths, so that they stay smooth.

use std::cell::RefCell;
use std::iter::once;
use std::rc::Rc;

use plotters::coord::Shift;
use plotters::drawing::DrawingArea;
use plotters::element::{Circle, PathElement, Polygon, Rectangle};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, RGBColor, ShapeStyle, TextStyle};

use super::palette::{BACKGROUND, Rgb};
use super::sheet_format::SheetFormat;
use super::svg::Svg;
use super::text::{LabelStyle, clean, prepare_font};
use crate::charts::ChartError;

/// Position in pixels, to the right and down.
pub type Point = (f64, f64);

/// Style of a line.
#[derive(Debug, Clone, Copy)]
pub struct Stroke {
    /// Color.
    pub color: Rgb,
    /// Width in pixels.
    pub width: u32,
    /// SVG dash pattern, empty for a solid line.
    pub dash: &'static str,
}

impl Stroke {
    /// Returns a solid line.
    pub const fn solid(color: Rgb, width: u32) -> Self {
        let dash = "";
        Self { color, width, dash }
    }

    /// Returns the same line with an SVG dash pattern.
    pub const fn dashed(self, dash: &'static str) -> Self {
        Self { dash, ..self }
    }
}

/// Segment of an outline, which starts at the end of the previous segment.
#[derive(Debug, Clone, Copy)]
pub enum PathSegment {
    /// A straight line to a point.
    Line(Point),
    /// A cubic curve with two control points to the third point.
    Curve(Point, Point, Point),
}

/// Anchor of a text: its point that is at the given position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Align {
    /// Start, at the top of capitals.
    TopLeft,
    /// Center, at the top of capitals.
    Top,
    /// End, at the top of capitals.
    TopRight,
    /// Start, halfway up.
    Left,
    /// Center, halfway up.
    Middle,
    /// End, halfway up.
    Right,
}

impl Align {
    fn anchor(self) -> Pos {
        let across = match self {
            Self::TopLeft | Self::Left => HPos::Left,
            Self::Top | Self::Middle => HPos::Center,
            Self::TopRight | Self::Right => HPos::Right,
        };
        let down = match self {
            Self::TopLeft | Self::Top | Self::TopRight => VPos::Top,
            Self::Left | Self::Middle | Self::Right => VPos::Center,
        };
        Pos::new(across, down)
    }
}

/// Shape on a sheet.
#[derive(Debug)]
enum Shape {
    Rectangle(Point, Point, Rgb),
    Path(Vec<Point>, Stroke),
    Polygon(Vec<Point>, Rgb),
    Circle(Point, i32, Rgb),
    Area(Point, Vec<PathSegment>, Rgb),
    Curve(Point, Vec<PathSegment>, Stroke),
    Text(String, Point, Align, LabelStyle),
    /// Start of the group of shapes of a series.
    Begin(String),
    /// End of the group.
    End,
}

impl Shape {
    /// Draws the shape on an area of `svg` whose lower right corner is `limits`.
    fn draw(
        &self,
        area: &DrawingArea<Svg, Shift>,
        svg: &RefCell<Svg>,
        limits: Point,
    ) -> Result<(), ChartError> {
        let pixel = |&point: &Point| pixel(point, limits);
        let pixels = |points: &[Point]| points.iter().map(pixel).collect::<Vec<_>>();
        match self {
            Self::Rectangle(upper_left, lower_right, color) => {
                let corners = [pixel(upper_left), pixel(lower_right)];
                area.draw(&Rectangle::new(corners, rgb(*color).filled()))
            }
            Self::Path(points, stroke) => {
                let mut points = pixels(points);
                points.dedup();
                if points.len() < 2 {
                    return Ok(());
                }
                svg.borrow_mut().dash = stroke.dash;
                let style = ShapeStyle::from(&rgb(stroke.color)).stroke_width(stroke.width);
                area.draw(&PathElement::new(points, style))
            }
            Self::Polygon(points, color) => {
                area.draw(&Polygon::new(pixels(points), rgb(*color).filled()))
            }
            Self::Circle(center, radius, color) => {
                area.draw(&Circle::new(pixel(center), *radius, rgb(*color).filled()))
            }
            Self::Area(start, outline, color) => {
                let path = described(*start, outline, limits);
                svg.borrow_mut().draw_area(&path, &rgb(*color));
                Ok(())
            }
            Self::Curve(start, steps, stroke) => {
                let path = described(*start, steps, limits);
                let mut svg = svg.borrow_mut();
                svg.dash = stroke.dash;
                svg.draw_curve(&path, &rgb(stroke.color), stroke.width);
                Ok(())
            }
            Self::Begin(name) => {
                svg.borrow_mut().begin_of(name);
                Ok(())
            }
            Self::End => {
                svg.borrow_mut().end();
                Ok(())
            }
            Self::Text(text, (x, y), align, label_style) => {
                let anchor = align.anchor();
                // Lowercase letters are centered; capitals and digits look centered slightly
                // lower.
                let lower = match anchor.v_pos {
                    VPos::Center => 1.0,
                    _ => 0.0,
                };
                // All fields are set at once, since the builder methods would copy the font.
                let style = TextStyle {
                    font: label_style.font(),
                    color: rgb(label_style.color).to_backend_color(),
                    pos: anchor,
                };
                area.draw_text(text, &style, pixel(&(*x, y + lower)))
            }
        }
        .map_err(failed)
    }
}

/// Tooltip area: two corners and the text.
type TooltipArea = (Point, Point, String);

/// Maximum number of tooltips; more would take more space than the chart.
const MOST_TOOLTIPS: usize = 900;

/// Drawing surface that collects shapes and renders them as SVG.
#[derive(Debug, Default)]
pub struct Sheet {
    /// Format of the sheet.
    pub format: SheetFormat,
    /// Width of the format, or more if the content needs it.
    pub width: f64,
    shapes: Vec<Shape>,
    tooltips: Vec<TooltipArea>,
    /// Height of the layers, including the space below them.
    pub height: f64,
}

impl Sheet {
    /// Creates an empty sheet.
    pub fn blank(sheet_format: SheetFormat) -> Self {
        Self {
            format: sheet_format,
            width: sheet_format.width(),
            ..Self::default()
        }
    }

    /// Returns the blank border left and right.
    pub fn margin(&self) -> f64 {
        self.format.margin()
    }

    /// Returns the width between the borders.
    pub fn room(&self) -> f64 {
        self.width - 2.0 * self.margin()
    }

    /// Groups the shapes that `draw` adds under the name of a series, such as an outcome, which
    /// readers can select.
    pub fn in_group(&mut self, to: &str, draw: impl FnOnce(&mut Self)) {
        let to = clean(to);
        if to.is_empty() {
            return draw(self);
        }
        self.shapes.push(Shape::Begin(to));
        draw(self);
        self.shapes.push(Shape::End);
    }

    /// Adds a tooltip for the rectangle between two corners.
    pub fn tooltip(&mut self, upper_left: Point, lower_right: Point, words: &str) {
        if self.tooltips.len() < MOST_TOOLTIPS {
            self.tooltips.push((upper_left, lower_right, clean(words)));
        }
    }

    /// Draws a filled rectangle between two corners.
    pub fn rectangle(&mut self, upper_left: Point, lower_right: Point, color: Rgb) {
        let shape = Shape::Rectangle(upper_left, lower_right, color);
        self.shapes.push(shape);
    }

    /// Draws an open path.
    pub fn path(&mut self, points: Vec<Point>, stroke: Stroke) {
        self.shapes.push(Shape::Path(points, stroke));
    }

    /// Draws a solid line between two points.
    pub fn line(&mut self, from: Point, to: Point, color: Rgb, width: u32) {
        self.path(vec![from, to], Stroke::solid(color, width));
    }

    /// Draws a filled polygon.
    pub fn polygon(&mut self, points: Vec<Point>, color: Rgb) {
        self.shapes.push(Shape::Polygon(points, color));
    }

    /// Draws a filled area whose outline begins and ends at `start`.
    pub fn area(&mut self, start: Point, outline: Vec<PathSegment>, color: Rgb) {
        self.shapes.push(Shape::Area(start, outline, color));
    }

    /// Draws a line that may be curved.
    pub fn curve(&mut self, start: Point, steps: Vec<PathSegment>, stroke: Stroke) {
        self.shapes.push(Shape::Curve(start, steps, stroke));
    }

    /// Draws a filled circle.
    pub fn circle(&mut self, center: Point, radius: i32, color: Rgb) {
        self.shapes.push(Shape::Circle(center, radius, color));
    }

    /// Draws a line of text; nothing for an empty one.
    pub fn text(
        &mut self,
        text: impl Into<String>,
        at: Point,
        align: Align,
        label_style: LabelStyle,
    ) {
        let text = text.into();
        if !text.is_empty() {
            self.shapes.push(Shape::Text(text, at, align, label_style));
        }
    }

    /// Renders all shapes on white as SVG, with a title and a description for screen readers.
    ///
    /// # Errors
    /// Fails only if the drawing library fails.
    pub fn svg(&self, title: &str, description: &str) -> Result<String, ChartError> {
        prepare_font()?;
        let height = self.height.ceil().clamp(1.0, 100_000.0);
        let limits = (self.width, height);
        let size = (self.width as u32, height as u32);
        let mut svg = Svg::new(size, &clean(title), &clean(description));
        svg.scrolls = self.width > self.format.width();
        svg.begin();
        let svg = Rc::new(RefCell::new(svg));
        let area = DrawingArea::from(&svg);
        let background = Shape::Rectangle((0.0, 0.0), limits, BACKGROUND);
        for shape in once(&background).chain(&self.shapes) {
            shape.draw(&area, &svg, limits)?;
        }
        let tooltips = self.tooltips.iter();
        let tooltips = tooltips.map(|(one, other, words)| {
            (pixel(*one, limits), pixel(*other, limits), words.as_str())
        });
        svg.borrow_mut().draw_tooltips(tooltips);
        area.present().map_err(failed)?;
        Ok(std::mem::take(&mut svg.borrow_mut().text))
    }
}

/// Returns the SVG path data of an outline, clamped to the size of the sheet.
fn described(start: Point, steps: &[PathSegment], (width, height): Point) -> String {
    let clamped = |value: f64, limit: f64| {
        if value.is_nan() {
            0.0
        } else {
            value.clamp(0.0, limit)
        }
    };
    // Formats tenths without ".0".
    let number = |value: f64| ((value * 10.0).round() / 10.0).to_string();
    let point = |&(x, y): &Point| {
        let (x, y) = (clamped(x, width), clamped(y, height));
        format!("{},{}", number(x), number(y))
    };
    let mut path = format!("M{}", point(&start));
    for step in steps {
        match step {
            PathSegment::Line(end) => path.extend([" L", &point(end)]),
            PathSegment::Curve(first, second, end) => {
                path.extend([" C", &point(first), " ", &point(second), " ", &point(end)]);
            }
        }
    }
    path
}

/// Returns the nearest whole pixel, clamped to the size of the sheet; NaN becomes 0.
fn pixel((x, y): Point, (width, height): Point) -> (i32, i32) {
    let whole = |value: f64, limit: f64| {
        if value.is_nan() {
            0
        } else {
            value.round().clamp(0.0, limit) as i32
        }
    };
    (whole(x, width), whole(y, height))
}

fn rgb(color: Rgb) -> RGBColor {
    let [red, green, blue] = color.light;
    RGBColor(red, green, blue)
}

/// plotters has only generic errors, so only their text is kept.
#[allow(
    clippy::needless_pass_by_value,
    reason = "map_err hands errors over by value"
)]
fn failed(error: impl std::fmt::Display) -> ChartError {
    ChartError::Draw(error.to_string())
}
