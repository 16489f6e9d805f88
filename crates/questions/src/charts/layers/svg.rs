//! SVG for web pages, as a backend of plotters.
//!
//! plotters' own backend has no dashes and no roles, and repeats the font in each text. There are
//! no `id` attributes, so that a page can contain more than one chart.

use crate::document::xml;
use std::convert::Infallible;
use std::fmt::{self, Write as _};

use plotters::style::text_anchor::{HPos, VPos};
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind,
    FontStyle,
};

/// Built-in font with fallbacks: Verdana has nearly the same widths.
const FAMILIES: &str = "DejaVu Sans, Verdana, sans-serif";

/// Font size of texts without their own size.
pub const USUAL_SIZE: f64 = 13.0;

/// Result of drawing, which cannot fail since it writes to memory.
type Drawn = Result<(), DrawingErrorKind<Infallible>>;

/// SVG under construction, one tag per line.
pub struct Svg {
    /// Tags so far; the complete SVG once it is presented.
    pub text: String,
    /// SVG dash pattern of the next paths, empty for solid ones; plotters' styles have no dashes.
    pub dash: &'static str,
    /// True if the chart keeps its width in a narrower page, and scrolls there.
    pub scrolls: bool,
    size: (u32, u32),
    title: String,
    description: String,
}

impl Svg {
    /// Creates an empty drawing of this size, with a title and a description for screen readers.
    pub fn new(size: (u32, u32), title: &str, description: &str) -> Self {
        Self {
            text: String::new(),
            dash: "",
            scrolls: false,
            size,
            title: escape(if title.is_empty() { "chart" } else { title }),
            description: escape(description),
        }
    }

    /// Writes the root with title and description.
    pub fn begin(&mut self) {
        let (width, height) = self.size;
        let title = std::mem::take(&mut self.title);
        let style = if self.scrolls {
            format!("min-width:{width}px")
        } else {
            "max-width:100%;height:auto".to_owned()
        };
        self.line(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\" style=\"{style}\" \
             role=\"img\" aria-label=\"{title}\" font-family=\"{FAMILIES}\" \
             font-size=\"{USUAL_SIZE}\">\n\
             <title>{title}</title>"
        ));
        let description = std::mem::take(&mut self.description);
        if !description.is_empty() {
            self.line(format_args!("<desc>{description}</desc>"));
        }
    }

    /// Starts the group of shapes of a series.
    pub fn begin_of(&mut self, name: &str) {
        let name = escape(name);
        self.line(format_args!("<g data-of=\"{name}\">"));
    }

    /// Ends the group.
    pub fn end(&mut self) {
        self.line(format_args!("</g>"));
    }

    /// Draws transparent rectangles with tooltips.
    pub fn draw_tooltips<'a>(
        &mut self,
        tooltips: impl ExactSizeIterator<Item = (BackendCoord, BackendCoord, &'a str)>,
    ) {
        if tooltips.len() == 0 {
            return;
        }
        self.line(format_args!("<g fill=\"none\" pointer-events=\"all\">"));
        for ((left, top), (right, bottom), words) in tooltips {
            let (width, height) = (right - left, bottom - top);
            let words = escape(words);
            self.line(format_args!(
                "<path d=\"M{left},{top}h{width}v{height}h-{width}z\"><title>{words}</title></path>"
            ));
        }
        self.end();
    }

    /// Draws a filled area; plotters has no curved areas.
    pub fn draw_area(&mut self, path: &str, style: &impl BackendStyle) {
        self.line(format_args!(
            "<path fill=\"{}\" d=\"{path} Z\"/>",
            hex(style)
        ));
    }

    /// Draws a line along a path.
    pub fn draw_curve(&mut self, path: &str, style: &impl BackendStyle, width: u32) {
        let dashes = self.dashes();
        self.line(format_args!(
            "<path{dashes} fill=\"none\" stroke=\"{}\" stroke-width=\"{width}\" d=\"{path}\"/>",
            hex(style)
        ));
    }

    /// Returns the dash attributes of the next path.
    fn dashes(&self) -> String {
        match self.dash {
            "" => String::new(),
            dash => format!(" stroke-dasharray=\"{dash}\" stroke-linejoin=\"round\""),
        }
    }

    fn line(&mut self, line: fmt::Arguments) {
        // Writing to a `String` cannot fail.
        let _ = writeln!(self.text, "{line}");
    }
}

/// Draws what charts need: filled shapes, open paths, upright text; no outlines of shapes.
impl DrawingBackend for Svg {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        self.size
    }

    fn ensure_prepared(&mut self) -> Drawn {
        Ok(())
    }

    fn present(&mut self) -> Drawn {
        self.line(format_args!("</svg>"));
        Ok(())
    }

    fn draw_pixel(&mut self, (x, y): BackendCoord, color: BackendColor) -> Drawn {
        self.draw_rect((x, y), (x + 1, y + 1), &color, true)
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        (left, top): BackendCoord,
        (right, bottom): BackendCoord,
        style: &S,
        _fill: bool,
    ) -> Drawn {
        self.line(format_args!(
            "<rect x=\"{left}\" y=\"{top}\" width=\"{}\" height=\"{}\" fill=\"{}\"/>",
            right - left,
            bottom - top,
            hex(style)
        ));
        Ok(())
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Drawn {
        let dashes = self.dashes();
        let points = points(path);
        let width = match style.stroke_width() {
            1 => String::new(),
            width => format!(" stroke-width=\"{width}\""),
        };
        // A line between two points has no area to fill.
        let fill = match points.trim_end().matches(' ').count() {
            1 => "",
            _ => " fill=\"none\"",
        };
        self.line(format_args!(
            "<polyline{dashes}{fill} stroke=\"{}\"{width} points=\"{}\"/>",
            hex(style),
            points.trim_end()
        ));
        Ok(())
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Drawn {
        let points = points(path);
        self.line(format_args!(
            "<polygon fill=\"{}\" points=\"{points}\"/>",
            hex(style)
        ));
        Ok(())
    }

    fn draw_circle<S: BackendStyle>(
        &mut self,
        (x, y): BackendCoord,
        radius: u32,
        style: &S,
        _fill: bool,
    ) -> Drawn {
        self.line(format_args!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{}\"/>",
            hex(style)
        ));
        Ok(())
    }

    fn draw_text<S: BackendTextStyle>(
        &mut self,
        text: &str,
        style: &S,
        (x, y): BackendCoord,
    ) -> Drawn {
        let anchor = match style.anchor().h_pos {
            HPos::Left => "",
            HPos::Center => " text-anchor=\"middle\"",
            HPos::Right => " text-anchor=\"end\"",
        };
        let lower = match style.anchor().v_pos {
            VPos::Top => "0.76em",
            VPos::Center => "0.5ex",
            VPos::Bottom => "-0.5ex",
        };
        let weight = match style.style() {
            FontStyle::Bold => " font-weight=\"bold\"",
            _ => "",
        };
        let size = match style.size() {
            USUAL_SIZE => String::new(),
            size => format!(" font-size=\"{size}\""),
        };
        self.line(format_args!(
            "<text x=\"{x}\" y=\"{y}\" dy=\"{lower}\"{anchor}{size} fill=\"{}\"{weight}>{}</text>",
            hex(&style.color()),
            escape(text)
        ));
        Ok(())
    }
}

fn hex<S: BackendStyle>(style: &S) -> String {
    let (red, green, blue) = style.color().rgb;
    format!("#{red:02X}{green:02X}{blue:02X}")
}

fn points(path: impl IntoIterator<Item = BackendCoord>) -> String {
    let points = path.into_iter().map(|(x, y)| format!("{x},{y} "));
    points.collect()
}

/// Escapes the five special characters of XML.
fn escape(text: &str) -> String {
    xml(text).replace('\'', "&apos;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_have_only_the_necessary_attributes() {
        let ink = BackendColor {
            alpha: 1.0,
            rgb: (0, 171, 16),
        };
        let mut svg = Svg::new((7, 8), "a < b", "");
        svg.begin();
        svg.dash = "2 3";
        svg.draw_path([(1, 2), (3, 4)], &ink).unwrap();
        svg.draw_rect((1, 2), (4, 8), &ink, true).unwrap();
        svg.present().unwrap();
        assert!(svg.text.contains("viewBox=\"0 0 7 8\""));
        assert!(svg.text.contains("<title>a &lt; b</title>"));
        assert!(!svg.text.contains("<desc>"));
        assert!(svg.text.ends_with(
            "<polyline stroke-dasharray=\"2 3\" stroke-linejoin=\"round\" \
             stroke=\"#00AB10\" points=\"1,2 3,4\"/>\n\
             <rect x=\"1\" y=\"2\" width=\"3\" height=\"6\" fill=\"#00AB10\"/>\n</svg>\n"
        ));
    }
}
