//! A sheet to draw on: plotters' SVG backend behind the few shapes that charts are made of.
//!
//! Positions are pixels from the upper left corner. They are rounded to whole pixels, which keeps
//! edges crisp and the SVG short, and held within the sheet, so that no number can overflow.

use plotters::backend::SVGBackend;
use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, IntoDrawingArea};
use plotters::element::{Circle, PathElement, Polygon, Rectangle};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{
    Color, FontDesc, FontFamily, FontTransform, RGBColor, ShapeStyle, TextStyle,
};

use super::error::ChartError;
use super::finish::{Head, finish};
use super::palette::{PAPER, Rgb};
use super::text::{FAMILY, Weight, prepare_font};

/// Nominal width of every chart.
pub(super) const WIDTH: f64 = 720.0;
/// plotters' SVG backend writes a font size divided by this.
const FONT_SIZE_FACTOR: f64 = 1.24;

/// Where a text's given position is, horizontally.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// Where a text's given position is, vertically.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Level {
    /// At the top of capitals.
    Top,
    /// Half-way up small letters.
    Middle,
}

/// How a text looks.
#[derive(Debug, Clone, Copy)]
pub(super) struct Letters {
    pub size: f64,
    pub weight: Weight,
    pub color: Rgb,
}

/// A sheet that becomes an SVG.
pub(super) struct Canvas<'a> {
    area: DrawingArea<SVGBackend<'a>, Shift>,
    height: f64,
    /// The dash pattern of each open path in the order of drawing; plotters cannot say dashes.
    dashes: Vec<&'static str>,
}

/// Draws a chart of the nominal width and the given height.
pub(super) fn sheet(
    height: f64,
    head: &Head,
    draw: impl FnOnce(&mut Canvas) -> Result<(), ChartError>,
) -> Result<String, ChartError> {
    prepare_font()?;
    let height = height.ceil().clamp(1.0, 100_000.0);
    let size = (WIDTH as u32, height as u32);
    let mut drawn = String::new();
    let dashes = {
        let area = SVGBackend::with_string(&mut drawn, size).into_drawing_area();
        let mut canvas = Canvas {
            area,
            height,
            dashes: Vec::new(),
        };
        canvas.rectangle((0.0, 0.0), (WIDTH, height), PAPER)?;
        draw(&mut canvas)?;
        canvas.area.present().map_err(failed)?;
        canvas.dashes
    };
    Ok(finish(&drawn, size, head, &dashes))
}

impl Canvas<'_> {
    /// A filled rectangle between two corners.
    pub(super) fn rectangle(
        &mut self,
        upper_left: (f64, f64),
        lower_right: (f64, f64),
        color: Rgb,
    ) -> Result<(), ChartError> {
        let corners = [self.pixel(upper_left), self.pixel(lower_right)];
        self.area
            .draw(&Rectangle::new(corners, filled(color)))
            .map_err(failed)
    }

    /// An open path; `dash` is an SVG dash pattern, empty for a solid line.
    pub(super) fn path(
        &mut self,
        points: &[(f64, f64)],
        color: Rgb,
        stroke: u32,
        dash: &'static str,
    ) -> Result<(), ChartError> {
        let mut pixels: Vec<(i32, i32)> = points.iter().map(|&point| self.pixel(point)).collect();
        pixels.dedup();
        if pixels.len() < 2 {
            return Ok(());
        }
        self.dashes.push(dash);
        self.area
            .draw(&PathElement::new(pixels, plain(color).stroke_width(stroke)))
            .map_err(failed)
    }

    /// A solid line between two points.
    pub(super) fn line(
        &mut self,
        from: (f64, f64),
        to: (f64, f64),
        color: Rgb,
        stroke: u32,
    ) -> Result<(), ChartError> {
        self.path(&[from, to], color, stroke, "")
    }

    /// A filled polygon.
    pub(super) fn polygon(&mut self, points: &[(f64, f64)], color: Rgb) -> Result<(), ChartError> {
        let pixels: Vec<(i32, i32)> = points.iter().map(|&point| self.pixel(point)).collect();
        self.area
            .draw(&Polygon::new(pixels, filled(color)))
            .map_err(failed)
    }

    /// A filled circle.
    pub(super) fn circle(
        &mut self,
        center: (f64, f64),
        radius: i32,
        color: Rgb,
    ) -> Result<(), ChartError> {
        self.area
            .draw(&Circle::new(self.pixel(center), radius, filled(color)))
            .map_err(failed)
    }

    /// A line of text. An empty text draws nothing.
    pub(super) fn text(
        &mut self,
        text: &str,
        position: (f64, f64),
        (anchor, level): (Anchor, Level),
        letters: Letters,
    ) -> Result<(), ChartError> {
        if text.is_empty() {
            return Ok(());
        }
        let font = FontDesc::new(
            FontFamily::Name(FAMILY),
            letters.size * FONT_SIZE_FACTOR,
            letters.weight.style(),
        )
        .transform(FontTransform::None);
        let horizontal = match anchor {
            Anchor::Start => HPos::Left,
            Anchor::Middle => HPos::Center,
            Anchor::End => HPos::Right,
        };
        let vertical = match level {
            Level::Top => VPos::Top,
            Level::Middle => VPos::Center,
        };
        let color = rgb(letters.color);
        let style = TextStyle::from(font)
            .color(&color)
            .pos(Pos::new(horizontal, vertical));
        // plotters centres small letters; capitals and digits look centred a little lower.
        let lower = if level == Level::Middle { 1.0 } else { 0.0 };
        let position = self.pixel((position.0, position.1 + lower));
        self.area.draw_text(text, &style, position).map_err(failed)
    }

    /// The nearest whole pixel on the sheet; what is not a number goes to the corner.
    fn pixel(&self, (x, y): (f64, f64)) -> (i32, i32) {
        let whole = |value: f64, limit: f64| {
            if value.is_nan() {
                0
            } else {
                value.round().clamp(0.0, limit) as i32
            }
        };
        (whole(x, WIDTH), whole(y, self.height))
    }
}

fn rgb(color: Rgb) -> RGBColor {
    RGBColor(color.0, color.1, color.2)
}

fn filled(color: Rgb) -> ShapeStyle {
    rgb(color).filled()
}

fn plain(color: Rgb) -> ShapeStyle {
    ShapeStyle::from(&rgb(color))
}

/// plotters' errors borrow nothing but are generic; their words are all that can be passed on.
#[allow(
    clippy::needless_pass_by_value,
    reason = "map_err hands errors over by value"
)]
fn failed(error: impl std::fmt::Display) -> ChartError {
    ChartError::Draw(error.to_string())
}
