//! Charts in files of their own: SVG or PNG, as the end of the name says.

use super::failure::Failure;
use super::output;
use evenodds::charts::{ChartError, png};
use evenodds::document::shown;
use evenodds::report::Figure;
use std::path::Path;

fn ending(path: &Path) -> String {
    let ending = path.extension().unwrap_or_default();
    ending.to_string_lossy().to_lowercase()
}

/// Whether the file may be written, asked before anything is played.
pub fn check(path: &Path, force: bool) -> Result<(), Failure> {
    if ["svg", "png"].contains(&ending(path).as_str()) {
        return output::check_file(path, force);
    }
    Err(Failure::Input(format!(
        "--chart {}: the name of a chart ends in .svg or .png",
        shown(path)
    )))
}

/// Draws a figure.
pub fn write(figure: &Figure, path: &Path, force: bool) -> Result<(), Failure> {
    let failed = |error: ChartError| Failure::Storage(error.to_string());
    let svg = figure.chart.svg().map_err(failed)?;
    let bytes = if ending(path) == "png" {
        png(&svg).map_err(failed)?
    } else {
        svg.into_bytes()
    };
    output::write(path, &bytes, force)
}
