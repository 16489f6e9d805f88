//! Sentences of a page: precision, highlights and method.

use super::super::ReportInput;
use super::super::results::{Headline, played};
use super::super::text::{capital, clean, decimal, join_parts};
use crate::sim::{Results, StopReason};

/// Returns the line below the headline: the basis of the claim, with the number of trials.
pub fn basis(results: &Results, headline: &Headline) -> String {
    let played = match results.stopped {
        StopReason::Exact => String::new(),
        _ if headline.is_exact => {
            let solved = results.metrics.iter().any(|metric| metric.exact.is_some());
            let which = if solved {
                "figures without an exact value"
            } else {
                "other figures"
            };
            format!("{which} from {}", played(results))
        }
        _ => format!("from {}", played(results)),
    };
    match join_parts([headline.basis(), played], "; ") {
        none if none.is_empty() => none,
        basis => format!("{}.", capital(&basis)),
    }
}

/// Yields the headlines of the other answers.
pub fn claims(input: &ReportInput) -> impl Iterator<Item = String> {
    let claims = input
        .answers
        .iter()
        .map(|answer| answer.page_headline.clone());
    claims.filter(|claim| !claim.is_empty())
}

pub fn facts(results: &Results) -> Vec<(&'static str, String)> {
    let mut facts = vec![("Played", capital(&played(results)))];
    if results.stopped != StopReason::Exact {
        facts.push(("Seed", results.seed.to_string()));
    }
    facts.push(("Scenario", clean(&results.scenario.path)));
    facts.push(("Hash", clean(&results.scenario.hash)));
    facts.push(("Tool", format!("evenodds {}", results.tool)));
    facts
}

/// Returns a sentence that explains the intervals.
pub fn method(results: &Results) -> String {
    let level = decimal(results.interval.level * 100.0, 0);
    match results.interval.method {
        "wilson" => format!(
            "Intervals are Wilson score intervals with a coverage of about {level}% for a fixed number \
             of trials."
        ),
        "confidence_sequence" => format!(
            "Intervals are confidence sequences with a coverage of {level}% at any stopping time."
        ),
        "control_variate" => format!(
            "Intervals are Wilson score intervals for shares adjusted by a control variate, with a \
             coverage of about {level}% for a fixed number of trials."
        ),
        "betting" => format!(
            "Intervals are confidence sequences by betting with a coverage of {level}% at any \
             stopping time."
        ),
        _ => "The figures are computed, not sampled; a range shows the precision of the solver."
            .to_owned(),
    }
}
