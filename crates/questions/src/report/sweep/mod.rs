//! Answer of `sweep`: the results of a scenario for different values of its keys.

mod figure;
mod headline;
mod tables;
#[cfg(test)]
mod tests;
pub(super) mod words;

use super::answer::{Answer, Media, PagePosition, SummaryRow, sizes_of, title};
use super::json::{self, Body, JsonLayout};
use super::results::AnswerRows;
use super::text::{capital, clean, counted, grouped, joined};
use super::tunables::left_out_by_constraints;
use crate::analysis::{Monotonicity, Setting, SweepResult, Trend};
use crate::records::{Column, ColumnValues, Columns};
use crate::scenario::Vary;
use crate::sim::{LEVEL, StopReason};
use crate::stats::Figure;
use serde_json::{Value as Json, json};

const LAYOUT: JsonLayout = JsonLayout {
    lines: &["scenario", "interval"],
    rows: &["vary", "figures", "settings"],
};

/// Returns the answer of `sweep`.
pub fn sweep_answer(sweep: &SweepResult) -> Answer {
    let title = title(&sweep.scenario);
    let figures = 0..sweep.figures.len();
    let headlines = figures
        .clone()
        .map(|figure| headline::headline(sweep, figure));
    let headlines: Vec<String> = headlines.collect();
    let players = players(sweep);
    let mut headline = headlines.clone();
    headline.extend(Some(players).filter(|players| !players.is_empty()));
    let sentences = joined(
        headlines.iter().map(|one| format!("{}.", capital(one))),
        " ",
    );
    let mut blocks = vec![Media::Page.text(lead(sweep, &sentences))];
    let is_list = sweep.axes().len() == 1 || sweep.axes().len() > 3;
    for (caption, table) in tables::tables(sweep) {
        if is_list {
            // A screen needs no caption, as the sentence contains it.
            blocks.push(Media::Screen.table("", table.clone()));
            blocks.push(Media::Documents.table(caption, table));
        } else {
            blocks.push(Media::All.table(caption, table));
        }
    }
    let beside = words::places(sweep).into_iter().chain(fixed(sweep));
    let beside = beside.chain(left_out(sweep));
    blocks.extend(beside.map(|text| Media::Text.text(text)));
    let headline = format!("{}.", headline.join("; "));
    let media = (Body::new(json(sweep), LAYOUT), rows(sweep));
    Answer {
        position: PagePosition::First,
        page_headline: String::new(),
        blocks,
        facts: played(sweep),
        seed: sweep.settings.iter().any(is_played).then_some(sweep.seed),
        origin: format!("hash {}", clean(&sweep.scenario.hash)),
        charts: figure::figures(sweep),
        summary_rows: figures.map(|figure| summary_row(sweep, figure)).collect(),
        ..Answer::titled(("sweep", "Parameter sweep"), title, headline, media)
    }
}

/// Returns the summary row of a figure, given by index.
fn summary_row(sweep: &SweepResult, figure: usize) -> SummaryRow {
    let [lowest, highest] =
        headline::ends(sweep, figure).map_or([None, None], |ends| ends.map(Some));
    let columns = Columns::of([&sweep.figures[figure]])
        .cell("figure", |figure| clean(&figure.name()))
        .cell("lowest", |_| lowest.clone())
        .cell("highest", |_| highest.clone())
        .cell("settings", |_| grouped(sweep.settings.len() as u64));
    SummaryRow::new(&sweep.scenario, columns)
}

fn is_played(setting: &Setting) -> bool {
    setting.results.stopped != StopReason::Exact
}

/// Returns the number of settings and trials: `6 settings, 100,000 trials each, seed 1`.
fn played(sweep: &SweepResult) -> String {
    let settings = counted(sweep.settings.len() as u64, "setting");
    let played = sweep.settings.iter().filter(|setting| is_played(setting));
    let sizes = sizes_of(played.map(|setting| setting.results.trials).collect());
    let solved = sweep.settings.len() - sizes.iter().map(|size| size.1).sum::<usize>();
    let text = match (solved, &sizes[..]) {
        (_, []) => return format!("{settings}, solved exactly"),
        (0, [(trials, _)]) => format!("{settings}, {} trials each", grouped(*trials)),
        _ => {
            let solved = (solved > 0).then(|| format!("{solved} solved exactly"));
            let sizes = sizes.iter();
            let sizes =
                sizes.map(|(trials, count)| format!("{count} of {} trials", grouped(*trials)));
            format!(
                "{settings}: {}",
                joined(solved.into_iter().chain(sizes), ", ")
            )
        }
    };
    format!("{text}, seed {}", sweep.seed)
}

/// Returns the keys with a single value, which is the same in all settings: `rules.half=up`.
fn fixed(sweep: &SweepResult) -> Option<String> {
    let axes = sweep.axes();
    let fixed = (0..sweep.vary.len()).filter(|key| !axes.contains(key));
    let fixed = joined(fixed.map(|key| clean(&sweep.vary[key].assignment(0))), ", ");
    (!fixed.is_empty()).then(|| format!("in all settings {fixed}"))
}

/// Returns the number of settings that violate a constraint: `9 settings left out that violate a condition`.
fn left_out(sweep: &SweepResult) -> Option<String> {
    left_out_by_constraints(sweep.left_out)
}

/// Returns the players if they are the same in all settings; else an empty text.
fn players(sweep: &SweepResult) -> String {
    let mut all = sweep.settings.iter().map(|one| &one.results.players);
    match all.next() {
        Some(first) if all.all(|other| other == first) => clean(&first.to_string()),
        _ => String::new(),
    }
}

/// Returns the sentences that explain the tables and charts of a sweep.
fn lead(sweep: &SweepResult, headlines: &str) -> String {
    let mut lead = vec![headlines.to_owned()];
    let all_exact =
        (0..sweep.figures.len()).all(|figure| words::all(sweep, figure).all(Figure::is_exact));
    if all_exact && sweep.settings.iter().any(is_played) {
        lead.push("All figures shown are exact.".to_owned());
    } else if !all_exact {
        lead.push("All sampled settings use common random numbers.".to_owned());
    }
    let facts = [Some(played(sweep)), fixed(sweep), left_out(sweep)];
    let facts = joined(facts.into_iter().flatten(), "; ");
    lead.push(format!("{}.", capital(&facts)));
    lead.extend(words::places(sweep).map(|places| format!("Names of keys: {places}.")));
    lead.join(" ")
}

/// Returns the results of the settings, with the varied keys as columns.
fn rows(sweep: &SweepResult) -> AnswerRows {
    let settings = &sweep.settings;
    let varied = sweep.vary.iter().enumerate().map(|(index, key)| {
        let positions: Vec<usize> = settings.iter().map(|one| one.values[index]).collect();
        Column {
            name: key.path.clone(),
            values: values(key, &positions),
        }
    });
    AnswerRows::Results {
        results: settings.iter().map(|one| one.results.clone()).collect(),
        varied: varied.collect(),
    }
}

/// Returns the values of a key in all settings, in the narrowest type that fits.
fn values(key: &Vary, positions: &[usize]) -> ColumnValues {
    let all = &key.values;
    let pick = |value: usize| all[value].replace('_', "");
    if let Some(numbers) = key.numbers() {
        let whole = positions.iter().map(|&one| pick(one).parse().ok());
        let whole: Vec<Option<i64>> = whole.collect();
        if whole.iter().all(Option::is_some) {
            return ColumnValues::Integers(whole);
        }
        return ColumnValues::Numbers(positions.iter().map(|&one| Some(numbers[one])).collect());
    }
    if all.iter().all(|text| text == "true" || text == "false") {
        let flags = positions.iter().map(|&value| Some(all[value] == "true"));
        return ColumnValues::Flags(flags.collect());
    }
    let texts = positions.iter().map(|&one| Some(key.label(one).to_owned()));
    ColumnValues::Texts(texts.collect())
}

/// Returns the JSON. The outcomes of a setting equal those of `run` or `exact` with its values.
fn json(sweep: &SweepResult) -> Json {
    let vary = sweep.vary.iter().map(|key| {
        let values = (0..key.values.len()).map(|value| typed(key, value));
        json!({"path": key.path, "values": values.collect::<Json>()})
    });
    let figures = (0..sweep.figures.len()).map(|index| {
        let trends = (0..sweep.vary.len()).map(|key| {
            sweep.vary[key].numbers()?;
            let several = sweep.vary[key].values.len() > 1;
            let known = words::all(sweep, index).next().is_some();
            let lines = sweep.monotonicities(index, key);
            (several && known && !lines.is_empty()).then(|| trend(&lines))
        });
        json!({"name": sweep.figures[index].name(), "trends": trends.collect::<Json>()})
    });
    let settings = sweep.settings.iter().map(|setting| {
        let values = setting.values.iter().enumerate();
        let values = values.map(|(key, &value)| typed(&sweep.vary[key], value));
        let figures = setting.readings.iter();
        let figures = figures.map(|known| known.as_ref().map(known_json));
        json!({
            "values": values.collect::<Json>(),
            "hash": setting.results.scenario.hash,
            "trials": setting.results.trials,
            "figures": figures.collect::<Json>(),
            "outcomes": setting.results.outcomes,
        })
    });
    json::answer(json!({
        "scenario": sweep.scenario,
        "seed": sweep.seed,
        "interval": json::interval("wilson", LEVEL),
        "vary": vary.collect::<Json>(),
        "figures": figures.collect::<Json>(),
        "settings": settings.collect::<Json>(),
        "left_out": sweep.left_out,
    }))
}

/// Returns a value as JSON: a number or Boolean if it is one in TOML, else a string.
fn typed(key: &Vary, value: usize) -> Json {
    let text = &key.values[value];
    let plain = text.replace('_', "");
    let number = || match plain.parse::<i64>() {
        Ok(whole) => json!(whole),
        Err(_) => json!(plain.parse::<f64>().ok()),
    };
    match text.as_str() {
        "true" | "false" => json!(text == "true"),
        _ if key.numbers().is_some() => number(),
        _ => json!(key.label(value)),
    }
}

/// Returns one word for all trends along a key.
fn trend(monotonicities: &[Monotonicity]) -> &'static str {
    let any = |trend| monotonicities.iter().any(|one| one.trend == trend);
    match (any(Trend::Rises), any(Trend::Falls), any(Trend::Turns)) {
        (true, false, false) => "rises",
        (false, true, false) => "falls",
        (false, false, false) => "level",
        _ => "turns",
    }
}

fn known_json(known: &Figure) -> Json {
    // Results have no intervals for quantiles.
    let has_interval = known.is_exact() || known.interval.half_width() > 0.0;
    json!({
        "value": known.value,
        "low": has_interval.then_some(known.interval.low),
        "high": has_interval.then_some(known.interval.high),
        "exact": known.is_exact(),
    })
}
