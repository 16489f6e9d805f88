//! Tests of the guarantees of every page.

use super::super::sample::{Ambush, solved, spoil, with_outcomes};
use super::*;
use crate::analysis::{ExpectationResult, Verdict};
use crate::report::{ReportFlags, ResultContext};
use crate::sim::Results;

fn input<'a>(results: &'a Results, scenario: &'a str) -> ReportInput<'a> {
    ReportInput {
        results,
        scenario,
        command: "evenodds run canyon.toml",
        key: "",
        flags: ReportFlags::default(),
        result_context: ResultContext::default(),
        related: RelatedPages::default(),
        answers: &[],
    }
}

#[test]
fn the_page_is_deterministic_and_self_contained() {
    let results = Ambush::new().results(2_000);
    let html = page(&input(&results, "kind = \"combat\"\r\n")).unwrap();
    assert_eq!(html, page(&input(&results, "kind = \"combat\"\n")).unwrap());
    for outside in [
        "<script src",
        "<link",
        "<img",
        "src=",
        "@import",
        "url(",
        "http-equiv=\"refresh",
    ] {
        assert!(!html.contains(outside), "{outside}");
    }
    let addresses = html.matches("http:").count() + html.matches("https:").count();
    assert_eq!(
        addresses,
        html.matches("http://www.w3.org/2000/svg").count()
    );
    assert!(!html.contains("<?xml") && !html.contains('\r'));
    assert!(html.starts_with("<!DOCTYPE html>\n<html lang=\"en\">"));
    assert!(html.ends_with("</html>\n"));
}

#[test]
fn names_from_files_stay_text() {
    let mut results = Ambush::new().results(2_000);
    spoil(&mut results);
    let verdicts = [ExpectationResult {
        verdict: Verdict::Holds,
        line: "<script>alert(4)</script>".to_owned(),
        expected: String::new(),
    }];
    let html = page(&ReportInput {
        command: "evenodds run '<script>'",
        result_context: ResultContext {
            verdicts: &verdicts,
            ..ResultContext::default()
        },
        ..input(&results, "</code></pre><script>alert(3)</script>")
    })
    .unwrap();
    // The only script is the page's own, and the policy allows no other.
    assert_eq!(html.matches("<script").count(), 1);
    assert_eq!(html.matches(&*look::PAGE.policy()).count(), 1);
    assert!(html.contains(&format!("<style>{}</style>", look::PAGE.style)));
    assert!(html.contains(&format!("<script>{}</script>", look::PAGE.script)));
    assert_eq!(
        html.matches("</svg>").count(),
        html.matches("<svg ").count()
    );
    assert!(!html.contains('\u{1b}'));
}

#[test]
fn heading_levels_have_no_gaps_and_ids_are_unique() {
    let html = page(&input(&Ambush::new().results(2_000), "x = 1")).unwrap();
    assert_eq!(html.matches("<h1").count(), 1);
    let mut ids: Vec<&str> = html
        .split(" id=\"")
        .skip(1)
        .filter_map(|rest| rest.split('"').next())
        .collect();
    let all = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), all);
    let first_h3 = html.find("<h3").unwrap();
    assert!(html[..first_h3].contains("<h2"));
}

#[test]
fn a_contest_without_metrics_has_no_empty_sections() {
    let mut results = Ambush::new().results(100);
    with_outcomes(
        &mut results,
        &[("a", "a wins", 40, true), ("b", "b wins", 60, true)],
    );
    results.metrics.clear();
    results.by_outcome.clear();
    results.timelines.clear();
    solved(&mut results, &[0.4, 0.6]);
    let html = page(&input(&results, "")).unwrap();
    let headings: Vec<&str> = html
        .split("<h2 id=\"")
        .skip(1)
        .filter_map(|rest| rest.split('"').next())
        .collect();
    assert_eq!(headings, ["ending", "made"]);
    assert!(!html.contains("<dt>Seed</dt>"));
}
