//! Compares the pictures of a report folder with what another renderer of texts makes of its charts.
//!
//! ```sh
//! evenodds report @canyon --out report
//! cargo run --manifest-path benches/beside/pictures/Cargo.toml -- report
//! ```
//!
//! The program draws texts as outlines that it lays out itself. This one lets resvg lay out and shape the texts of
//! each `.svg` beside a `.png`, and fails if the ink of a picture differs by 0.5% or more.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Pixels of a picture per pixel of its SVG.
const SCALE: f32 = 2.0;
/// Largest accepted difference, as a share of the ink.
const LARGEST: f64 = 0.005;

fn main() -> ExitCode {
    let mut charts = Vec::new();
    for folder in std::env::args().skip(1) {
        collect(Path::new(&folder), &mut charts);
    }
    if charts.is_empty() {
        eprintln!("error: no .svg beside a .png; the arguments are folders of `evenodds report`");
        return ExitCode::from(2);
    }
    let mut failed = false;
    for chart in &charts {
        match difference(chart) {
            Ok(difference) => {
                println!("{:6.3}%  {}", 100.0 * difference, chart.display());
                failed |= difference >= LARGEST;
            }
            Err(error) => {
                eprintln!("error: {}: {error}", chart.display());
                failed = true;
            }
        }
    }
    if failed {
        eprintln!("error: a picture differs by {}% or more", 100.0 * LARGEST);
    }
    ExitCode::from(u8::from(failed))
}

/// Adds all SVGs below a folder that have a PNG beside them, sorted by name.
fn collect(folder: &Path, charts: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            collect(&path, charts);
        } else if path.extension().is_some_and(|ending| ending == "svg")
            && path.with_extension("png").exists()
        {
            charts.push(path);
        }
    }
}

/// Returns the sum of the differences of all pixels over the sum of the ink.
fn difference(chart: &Path) -> Result<f64, Box<dyn std::error::Error>> {
    let ours = Pixmap::load_png(chart.with_extension("png"))?;
    let mut options = Options {
        font_family: "DejaVu Sans".to_owned(),
        ..Options::default()
    };
    for bytes in [dejavu::sans::regular(), dejavu::sans::bold()] {
        options.fontdb_mut().load_font_data(bytes.to_vec());
    }
    let tree = Tree::from_str(&fs::read_to_string(chart)?, &options)?;
    let mut theirs = Pixmap::new(ours.width(), ours.height()).ok_or("the picture is empty")?;
    resvg::render(
        &tree,
        Transform::from_scale(SCALE, SCALE),
        &mut theirs.as_mut(),
    );
    let pairs = || ours.pixels().iter().zip(theirs.pixels());
    let apart: f64 = pairs()
        .map(|(one, other)| f64::from(one.green().abs_diff(other.green())))
        .sum();
    let ink: f64 = pairs()
        .map(|(_, other)| 255.0 - f64::from(other.green()))
        .sum();
    Ok(apart / ink.max(1.0))
}
