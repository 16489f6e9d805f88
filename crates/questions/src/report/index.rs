//! Page that links to many reports, with the verdict and a small chart of each.

use super::listed::{Listed, ListedScenario, OutcomeChange};
use super::page::PageError;
use super::text::{clean, clean_lines, counted, decimal, decimals, join_parts, percent, words};
use super::trend::Sparkline;
use crate::analysis::{ChangeVerdict, ExpectationResult, Verdict};
use crate::charts::{ColorRole, ShareStrip, hex};
use crate::document::percent_encoded;
use crate::stats::Interval;
use askama::Template;
use std::path::Path;

#[derive(Template)]
#[template(path = "index.html")]
struct IndexPage {
    tool: &'static str,
    title: String,
    expected: String,
    changed: String,
    /// Number of runs in the sparklines; `None` without a history.
    nights: Option<usize>,
    pressing: Vec<AttentionEntry>,
    table: Vec<IndexRow>,
    groups: Vec<IndexGroup>,
}

/// An entry that needs attention.
struct AttentionEntry {
    link: Option<String>,
    title: String,
    reasons: Vec<String>,
}

struct IndexGroup {
    name: String,
    id: String,
    cards: Vec<IndexCard>,
}

struct IndexRow {
    link: Option<String>,
    title: String,
    kind: String,
    outcome: String,
    share: String,
    interval: String,
    course: Option<Sparkline>,
    expectations: String,
    since: Option<String>,
}

#[derive(Default)]
struct IndexCard {
    link: Option<String>,
    title: String,
    about: String,
    headline: String,
    figures: String,
    strip: String,
    legend: Vec<(String, String)>,
    verdicts: Vec<(&'static str, String)>,
    fault: String,
}

/// Returns the HTML of an index.
///
/// # Errors
/// Fails only if the drawing or the template library fails; no data causes an error.
pub fn index_page(listed: &Listed) -> Result<String, PageError> {
    let mut groups: Vec<IndexGroup> = Vec::new();
    for entry in &listed.reports {
        let folder = folder_of(&entry.path);
        let card = card(entry)?;
        match groups.last_mut().filter(|group| group.name == folder) {
            Some(group) => group.cards.push(card),
            None => groups.push(IndexGroup {
                name: folder,
                id: format!("group-{}", groups.len() + 1),
                cards: vec![card],
            }),
        }
    }
    if let [only] = &mut groups[..] {
        "All scenarios".clone_into(&mut only.name);
    }
    let mut reports = listed.reports.iter();
    let attention = reports.clone().filter_map(pressing);
    let nightly = reports.find_map(|entry| entry.nightly.as_ref());
    let page = IndexPage {
        tool: env!("CARGO_PKG_VERSION"),
        title: listed.in_short(),
        expected: listed.expected(),
        changed: listed.changed(),
        nights: nightly.map(|nightly| nightly.shares.len()),
        pressing: attention.chain(gone(listed)).collect(),
        table: rows(listed),
        groups,
    };
    Ok(format!("{}\n", page.render()?.trim_end()))
}

/// Returns the folder of a file, as text.
fn folder_of(path: &str) -> String {
    if path.starts_with('@') {
        return "Built-in scenarios".to_owned();
    }
    match Path::new(path).parent() {
        Some(parent) if !parent.as_os_str().is_empty() => clean(&parent.to_string_lossy()),
        _ => "This folder".to_owned(),
    }
}

fn link(entry: &ListedScenario) -> Option<String> {
    let folder = entry.folder.as_ref()?;
    Some(format!("{}/index.html", percent_encoded(folder)))
}

fn title(entry: &ListedScenario) -> String {
    let summary = entry.summary.as_ref();
    let title = summary.map_or("", |summary| summary.scenario.title.as_str());
    clean(if title.is_empty() { &entry.path } else { title })
}

/// Returns an entry for a file with an error, or with expectations that fail or are undecided.
fn pressing(entry: &ListedScenario) -> Option<AttentionEntry> {
    let mut reasons = Vec::new();
    if let Some(problem) = entry.problem() {
        let first = clean_lines(problem);
        reasons.push(first.lines().next().unwrap_or_default().to_owned());
    }
    let result = entry.expectations().iter();
    let open = result.filter(|result| result.verdict != Verdict::Holds);
    reasons.extend(open.map(|result| clean(&result.line)));
    let since = entry.since.as_ref();
    let changed = since.filter(|change| change.verdict == ChangeVerdict::Changed);
    reasons.extend(changed.map(|change| format!("since the last run {}", change.line())));
    (!reasons.is_empty()).then(|| AttentionEntry {
        link: link(entry),
        title: title(entry),
        reasons,
    })
}

/// Yields the files of an earlier index that are not in this one.
fn gone(listed: &Listed) -> impl Iterator<Item = AttentionEntry> {
    listed.gone.iter().flatten().map(|path| AttentionEntry {
        link: None,
        title: clean(path),
        reasons: vec!["gone since the last run".to_owned()],
    })
}

/// Returns the scenarios, those that need attention first.
fn rows(listed: &Listed) -> Vec<IndexRow> {
    let mut entries: Vec<&ListedScenario> = listed.reports.iter().collect();
    entries.sort_by_key(|entry| pressing(entry).is_none());
    entries.into_iter().map(row).collect()
}

fn row(entry: &ListedScenario) -> IndexRow {
    let summary = entry.valid_summary();
    let first = entry.leading();
    let score = summary.and_then(|summary| summary.score.as_ref());
    let result = entry.expectations();
    let verdicts = [Verdict::Fails, Verdict::Undecided, Verdict::Holds];
    let expectations = verdicts.into_iter().filter_map(|verdict| {
        let number = result.iter().filter(|one| one.verdict == verdict).count();
        let [one, many] = verdict.verbs();
        let name = if number > 1 { many } else { one };
        (number > 0).then(|| format!("{number} {name}"))
    });
    let expectations: Vec<String> = expectations.collect();
    let (outcome, share, interval) = match (score, first) {
        (Some(score), _) => (
            clean(&score.name),
            decimal(score.exact.unwrap_or(score.mean), 2),
            match score.exact {
                Some(_) => "exact".to_owned(),
                None => format!("{} – {}", decimal(score.low, 2), decimal(score.high, 2)),
            },
        ),
        (None, Some((name, share))) => (
            words(&clean(name)),
            percent(share.value, 1),
            match (share.is_exact(), share.interval) {
                (true, _) => "exact".to_owned(),
                (_, Interval { low, high }) => {
                    format!("{} – {}", percent(low, 1), percent(high, 1))
                }
            },
        ),
        (None, None) => Default::default(),
    };
    IndexRow {
        link: link(entry),
        title: title(entry),
        kind: summary.map_or_else(
            || "not a scenario".to_owned(),
            |summary| clean(&words(&summary.scenario.kind)),
        ),
        outcome,
        share,
        interval,
        course: entry.nightly.as_ref().and_then(Sparkline::of),
        expectations: expectations.join(", "),
        since: entry.since.as_ref().map(OutcomeChange::line),
    }
}

fn card(entry: &ListedScenario) -> Result<IndexCard, PageError> {
    let name = title(entry);
    let mut card = IndexCard {
        link: link(entry),
        title: name.clone(),
        verdicts: entry.expectations().iter().map(mark).collect(),
        fault: entry.problem().map(clean_lines).unwrap_or_default(),
        ..IndexCard::default()
    };
    let Some(summary) = entry.valid_summary() else {
        return Ok(card);
    };
    let kind = words(&summary.scenario.kind);
    let about = [&kind, &summary.players, &entry.path].map(|text| clean(text));
    card.about = join_parts(about, " · ");
    card.headline = clean(&summary.headline);
    let trials = match summary.trials {
        0 => "exact".to_owned(),
        trials => counted(trials, "trial"),
    };
    card.figures = join_parts([&clean(&summary.figures), &trials], "; ");
    let role = |color: Option<usize>| color.map_or(ColorRole::Neutral, ColorRole::Series);
    let slices = summary.outcomes.iter();
    let slices = slices.map(|slice| (slice, slice.figure(summary.trials)));
    let parts = slices
        .clone()
        .map(|(slice, share)| (share.value, role(slice.color)));
    let strip = ShareStrip {
        title: format!("Shares of the outcomes of {name}"),
        parts: parts.collect(),
    };
    card.strip = strip
        .svg()
        .map_err(|source| PageError::Chart { name, source })?;
    let legend = slices.map(|(slice, share)| {
        let Interval { low, high } = share.interval;
        let digits = decimals(share.value, low, high);
        let name = words(&clean(&slice.name));
        let share = percent(share.value, digits);
        (hex(role(slice.color)), format!("{name} {share}"))
    });
    card.legend = legend.collect();
    Ok(card)
}

/// Returns the symbol for a verdict, with its meaning as text.
fn mark(result: &ExpectationResult) -> (&'static str, String) {
    (result.verdict.name(), clean(&result.line))
}
