//! Tells files that this program wrote from other people's, and from scenarios.

use crate::document::path::escaped;
use serde::Deserialize;

/// What every object of results in JSON begins with.
#[derive(Deserialize)]
struct Marked {
    #[serde(rename = "format")]
    _format: u32,
    #[serde(rename = "tool")]
    _tool: String,
}

/// Where results and parts say what was played.
#[derive(Deserialize)]
struct Played {
    scenario: Named,
}

#[derive(Deserialize)]
struct Named {
    path: String,
}

/// Whether a file holds results as this program writes them, in any of its formats; an empty file
/// counts too, since nothing is lost with it. A part of a run is none: it is there to be merged.
pub fn is_ours(bytes: &[u8]) -> bool {
    if is_picture(bytes) {
        return true;
    }
    let Ok(text) = std::str::from_utf8(bytes) else {
        return false;
    };
    text.trim().is_empty()
        || text.starts_with(CSV_START)
        || is_page(text)
        || is_screen(text)
        || is_drawing(text)
        || text.trim_end().ends_with(MARKDOWN_MARK)
        || text.starts_with(super::check::JUNIT_START)
        || is_marked(bytes)
}

/// What is said about a file that was given as a scenario, if this program wrote it and it is none:
/// what it holds, and what to give instead. Text as the screen shows it is no such file, since notes of
/// a scenario may hold the same words.
pub fn instead_of_scenario(bytes: &[u8]) -> Option<String> {
    let parquet = bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1");
    let text = std::str::from_utf8(bytes).unwrap_or_default();
    let part = text.starts_with(PART_START);
    let what = if part {
        "a part of a run, or its checkpoint"
    } else if parquet {
        "Parquet, as of results or samples"
    } else if text.starts_with(CSV_START) {
        "results as CSV"
    } else if is_marked(bytes) {
        "results as JSON"
    } else if is_page(text) {
        "a page of results"
    } else if text.trim_end().ends_with(MARKDOWN_MARK) {
        "results as Markdown"
    } else if text.starts_with(super::check::JUNIT_START) {
        "results as JUnit XML"
    } else if is_picture(bytes) || is_drawing(text) {
        "a chart"
    } else {
        return None;
    };
    // Below the line that begins a part is an object, as all of JSON is.
    let object = if part {
        text.split_once('\n').map_or("", |(_, object)| object)
    } else {
        text
    };
    let played = serde_json::from_str::<Played>(object);
    let played = played.map_or_else(
        |_| String::new(),
        |played| format!(", {}", escaped(&played.scenario.path)),
    );
    let merge = if part {
        "; `evenodds merge` puts parts together"
    } else {
        ""
    };
    Some(format!(
        "holds {what}, and a scenario is wanted: give the one that was played{played}{merge}"
    ))
}

/// Whether this is what the screen shows: its last lines say how to see the same again, beside the
/// figures or, if that is too long, on a line of its own below them.
fn is_screen(text: &str) -> bool {
    let mut lines = text.lines();
    lines.any(|line| {
        line.contains(" · evenodds ")
            || [
                "run", "exact", "ladder", "drama", "sweep", "check", "compare", "tune", "advise",
                "merge",
            ]
            .iter()
            .any(|command| line.starts_with(&format!("  evenodds {command} ")))
    })
}

/// Whether this is a page of ours, which says in its head what made it.
fn is_page(text: &str) -> bool {
    text.starts_with("<!DOCTYPE html>")
        && text
            .lines()
            .take(10)
            .any(|line| line.starts_with("<meta name=\"generator\" content=\"evenodds "))
}

/// Whether this is a chart of ours as PNG, which says near its beginning what made it.
fn is_picture(bytes: &[u8]) -> bool {
    let start = &bytes[..bytes.len().min(PICTURE_START)];
    bytes.starts_with(b"\x89PNG\r\n\x1a\n")
        && start
            .windows(PICTURE_MARK.len())
            .any(|part| part == PICTURE_MARK)
}

/// What frames as CSV begin with.
const CSV_START: &str = "scenario,kind,hash,seed,trials";

/// What parts of runs begin with.
const PART_START: &str = "evenodds part ";

/// The words by which a PNG of ours is known, and where they stand at the latest: behind a palette of 256
/// colours.
const PICTURE_MARK: &[u8] = b"tEXtSoftware\0evenodds";
const PICTURE_START: usize = 1_000;

/// Whether this is a chart of ours as SVG: its root says so in a way of its own.
fn is_drawing(text: &str) -> bool {
    text.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 720 ")
        && text.lines().next().is_some_and(|root| {
            root.contains("font-family=\"DejaVu Sans, Verdana, sans-serif\"")
                && root.contains("role=\"img\"")
        })
}

/// The last line of Markdown that this program writes; invisible where it is rendered.
pub(super) const MARKDOWN_MARK: &str = "<!-- written by evenodds -->";

/// Whether these bytes are JSON as this program writes it: an object of results or an array of
/// them.
pub(super) fn is_marked(bytes: &[u8]) -> bool {
    serde_json::from_slice::<Marked>(bytes).is_ok()
        || serde_json::from_slice::<Vec<Marked>>(bytes).is_ok_and(|all| !all.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_told_from_other_peoples_files() {
        for ours in [
            "",
            "\n",
            "scenario,kind,hash,seed,trials,outcome\n",
            "{\"format\": 1, \"tool\": \"0.1.0\", \"seed\": 2}",
            "[{\"format\": 1, \"tool\": \"0.1.0\"}]",
            "  10 trials, seed 1 · evenodds run @canyon\n",
            "A fight: red wins.\n\n  10 trials, seed 1\n  evenodds run @canyon --set rules.half=down\n",
            "<!DOCTYPE html>\n<head>\n<meta name=\"generator\" content=\"evenodds 0.1.0\">\n",
            "| a |\n\n<!-- written by evenodds -->\n",
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"evenodds check\" tests=\"0\">",
        ] {
            assert!(is_ours(ours.as_bytes()), "{ours}");
        }
        for theirs in [
            "thesis",
            "{\"format\": 1}",
            "[]",
            "kind = \"combat\"\n",
            "evenodds part 1 2 abc\n{}\n",
            "a,b\n",
            "<!DOCTYPE html>\n<head>\n<meta name=\"generator\" content=\"hugo\">\n",
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"cargo test\">",
        ] {
            assert!(!is_ours(theirs.as_bytes()), "{theirs}");
        }
        assert!(!is_ours(&[0xff, 0xfe]));
        assert!(!is_ours(b"\x89PNG\r\n\x1a\n and somebody's picture"));
        assert!(!is_ours(
            b"<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 720 9\">\n</svg>"
        ));
    }

    #[test]
    fn results_given_as_a_scenario_are_called_what_they_are() {
        let told = |bytes: &[u8]| instead_of_scenario(bytes).unwrap_or_default();
        for (ours, what) in [
            (
                "{\"format\": 1, \"tool\": \"0.1.0\", \"scenario\": {\"path\": \"a\\u001b.toml\"}}",
                "results as JSON",
            ),
            ("[{\"format\": 1, \"tool\": \"0.1.0\"}]", "results as JSON"),
            ("scenario,kind,hash,seed,trials,outcome\n", "results as CSV"),
            (
                "evenodds part 1 40 00\n{\"scenario\": {\"path\": \"@duel\"}}",
                "a part of a run",
            ),
            (
                "<!DOCTYPE html>\n<head>\n<meta name=\"generator\" content=\"evenodds 0.1.0\">\n",
                "a page",
            ),
            (
                "| a |\n\n<!-- written by evenodds -->\n",
                "results as Markdown",
            ),
            (
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"evenodds check\">",
                "results as JUnit",
            ),
            ("PAR1\u{15}PAR1", "Parquet"),
        ] {
            let told = told(ours.as_bytes());
            assert!(told.starts_with(&format!("holds {what}")), "{ours}: {told}");
            assert!(!told.contains(char::is_control), "{told}");
        }
        assert!(
            told(b"evenodds part 1 40 00\n{\"scenario\": {\"path\": \"@duel\"}}")
                .contains("\"@duel\"")
        );
        for scenario in [
            "",
            "kind = \"quick\"\nnotes = \"\"\"\n  evenodds run @duel\n\"\"\"\n",
            "{\"kind\": \"quick\"}",
        ] {
            assert_eq!(instead_of_scenario(scenario.as_bytes()), None, "{scenario}");
        }
    }

    #[cfg(feature = "charts")]
    #[test]
    fn charts_are_known_as_ours() {
        use crate::charts::{Chart, ShareBars, png};
        let svg = Chart::ShareBars(ShareBars::default()).svg().unwrap();
        assert!(is_ours(svg.as_bytes()));
        assert!(instead_of_scenario(svg.as_bytes()).is_some_and(|told| told.contains("a chart")));
        assert!(is_ours(&png(&svg).unwrap()));
    }
}
