//! Drawing of charts: a file per kind puts its layers on a sheet.

mod at_least;
mod bands;
mod bars;
mod calibration;
mod choices;
mod curve;
mod flow;
mod heat_map;
mod histogram;
mod multiples;
mod stacked;
mod strip;
mod survival;
mod targeted;

use super::layers::{Sheet, SheetFormat};
use super::{Chart, ChartError};

impl Chart {
    /// Returns the headline.
    pub fn title(&self) -> &str {
        self.titles().0
    }

    /// Returns title and subtitle.
    fn titles(&self) -> (&str, &str) {
        match self {
            Self::ShareBars(chart) => (&chart.title, &chart.subtitle),
            Self::YesNoBars(chart) => (&chart.title, &chart.subtitle),
            Self::Histogram(chart) => (&chart.title, &chart.subtitle),
            Self::AtLeast(chart) => (&chart.title, &chart.subtitle),
            Self::Survival(chart) => (&chart.title, &chart.subtitle),
            Self::HeatMap(chart) => (&chart.title, &chart.subtitle),
            Self::Calibration(chart) => (&chart.title, &chart.subtitle),
            Self::Bands(chart) => (&chart.title, &chart.subtitle),
            Self::Curve(chart) => (&chart.title, &chart.subtitle),
            Self::StackedAreas(chart) => (&chart.title, &chart.subtitle),
            Self::Multiples(chart) => (&chart.title, &chart.subtitle),
            Self::Targeted(chart) => (&chart.title, &chart.subtitle),
            Self::Flow(chart) => (&chart.title, &chart.subtitle),
        }
    }

    /// Renders the chart as SVG, on a wide sheet.
    ///
    /// # Errors
    /// Fails only if the drawing library fails; any data can be drawn.
    pub fn svg(&self) -> Result<String, ChartError> {
        self.svg_on(SheetFormat::Wide)
    }

    /// Renders the chart as SVG for a phone, with a layout of its own.
    ///
    /// # Errors
    /// Fails under the same conditions as [`Chart::svg`].
    pub fn narrow_svg(&self) -> Result<String, ChartError> {
        self.svg_on(SheetFormat::Narrow)
    }

    fn svg_on(&self, sheet_format: SheetFormat) -> Result<String, ChartError> {
        let layers = match self {
            Self::ShareBars(chart) => chart.layers(sheet_format),
            Self::YesNoBars(chart) => chart.layers(sheet_format),
            Self::Histogram(chart) => chart.layers(sheet_format),
            Self::AtLeast(chart) => chart.layers(sheet_format),
            Self::Survival(chart) => chart.layers(sheet_format),
            Self::HeatMap(chart) => chart.layers(sheet_format),
            Self::Calibration(chart) => chart.layers(sheet_format),
            Self::Bands(chart) => chart.layers(sheet_format),
            Self::Curve(chart) => chart.layers(sheet_format),
            Self::StackedAreas(chart) => chart.layers(sheet_format),
            Self::Multiples(chart) => chart.layers(sheet_format),
            Self::Targeted(chart) => chart.layers(sheet_format),
            Self::Flow(chart) => chart.layers(sheet_format),
        };
        let (title, subtitle) = self.titles();
        let layers = layers.unwrap_or_else(|| Sheet::without_data(sheet_format, title, subtitle));
        let note = match self {
            Self::Flow(chart) => chart.in_words(),
            _ => String::new(),
        };
        layers.svg(title, &format!("{subtitle}{note}"))
    }
}
