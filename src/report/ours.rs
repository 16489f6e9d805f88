//! Tells files that this program wrote from other people's.

use serde::Deserialize;

/// What every object of results in JSON begins with.
#[derive(Deserialize)]
struct Marked {
    #[serde(rename = "format")]
    _format: u32,
    #[serde(rename = "tool")]
    _tool: String,
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
        || text.starts_with("scenario,kind,hash,seed,trials")
        || is_page(text)
        || is_screen(text)
        || is_drawing(text)
        || text.trim_end().ends_with(MARKDOWN_MARK)
        || text.starts_with(super::check::JUNIT_START)
        || is_marked(bytes)
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

/// The words by which a PNG of ours is known, and where they stand at the latest.
const PICTURE_MARK: &[u8] = b"tEXtSoftware\0evenodds";
const PICTURE_START: usize = 80;

/// Whether this is a chart of ours as SVG: its root says so in a way of its own.
fn is_drawing(text: &str) -> bool {
    text.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 720 ")
        && text.lines().next().is_some_and(|root| {
            root.ends_with("font-family=\"DejaVu Sans, Verdana, sans-serif\">")
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

    #[cfg(feature = "charts")]
    #[test]
    fn charts_are_known_as_ours() {
        use crate::charts::{ShareBars, png};
        let svg = ShareBars::default().svg().unwrap();
        assert!(is_ours(svg.as_bytes()));
        assert!(is_ours(&png(&svg).unwrap()));
    }
}
