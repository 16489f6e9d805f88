//! What `sweep` answers: what a scenario becomes with other values of some keys.

mod claim;
mod figure;
mod tables;
#[cfg(test)]
mod tests;
mod words;

use super::answer::{Answer, On, Short, title};
use super::json::{Body, Json, Layout};
use super::results::Rows;
use super::table::NONE;
use super::text::{capital, clean, grouped};
use crate::analysis::{Measured, Monotonicity, Setting, Sweep, Trend};
use crate::records::{Column, Values};
use crate::scenario::Vary;
use crate::sim::{IntervalKind, LEVEL, StopReason};

/// How its JSON is laid out.
const LAYOUT: Layout = Layout {
    lines: &["scenario", "interval"],
    rows: &["vary", "figures", "settings"],
};

/// The answer to what other values of some keys do.
pub fn sweep_answer(sweep: &Sweep) -> Answer {
    let title = title(&sweep.scenario);
    let claims: Vec<String> = (0..sweep.figures.len())
        .map(|figure| claim::claim(sweep, figure))
        .collect();
    let players = players(sweep);
    let mut said = claims.clone();
    said.extend(Some(players).filter(|players| !players.is_empty()));
    let sentences = claims.iter().map(|one| format!("{}.", capital(one)));
    let sentences: Vec<String> = sentences.collect();
    let mut blocks = vec![On::Page.text(lead(sweep, &sentences.join(" ")))];
    let is_list = sweep.axes().len() == 1 || sweep.axes().len() > 3;
    for (caption, table) in tables::tables(sweep) {
        if is_list {
            // The sentence says it all.
            blocks.push(On::Screen.table("", table.clone()));
            blocks.push(On::Paper.table(caption, table));
        } else {
            blocks.push(On::All.table(caption, table));
        }
    }
    let beside = words::places(sweep).into_iter().chain(fixed(sweep));
    blocks.extend(beside.map(|text| On::Text.text(text)));
    Answer {
        question: "sweep",
        heading: "What other values do",
        sentence: format!("{title}: {}.", said.join("; ")),
        title,
        closes: false,
        leads: false,
        opens: true,
        claim: String::new(),
        blocks,
        facts: played(sweep),
        origin: format!("hash {}", clean(&sweep.scenario.hash)),
        charts: figure::figures(sweep),
        short: (0..sweep.figures.len())
            .map(|figure| short(sweep, figure))
            .collect(),
        rows: rows(sweep),
        json: Body::new(json(sweep), LAYOUT),
    }
}

/// A figure as a row among several scenarios.
fn short(sweep: &Sweep, figure: usize) -> Short {
    let nothing = || [NONE, NONE].map(str::to_owned);
    let [lowest, highest] = claim::ends(sweep, figure).unwrap_or_else(nothing);
    Short::new(
        &sweep.scenario,
        [
            ("figure", clean(&sweep.figures[figure].name())),
            ("lowest", lowest),
            ("highest", highest),
            ("settings", grouped(sweep.settings.len() as u64)),
        ],
    )
}

/// How many settings of how many trials: `6 settings, 100,000 trials each, seed 1`.
fn played(sweep: &Sweep) -> String {
    let settings = match sweep.settings.len() {
        1 => "1 setting".to_owned(),
        many => format!("{} settings", grouped(many as u64)),
    };
    let mut sizes: Vec<u64> = sweep
        .settings
        .iter()
        .filter(|setting| setting.results.stopped != StopReason::Exact)
        .map(|setting| setting.results.trials)
        .collect();
    sizes.sort_unstable_by(|a, b| b.cmp(a));
    let solved = sweep.settings.len() - sizes.len();
    let mut parts: Vec<(usize, String)> = Vec::new();
    if solved > 0 {
        parts.push((solved, "solved exactly".to_owned()));
    }
    parts.extend(
        sizes
            .chunk_by(|a, b| a == b)
            .map(|same| (same.len(), format!("{} trials each", grouped(same[0])))),
    );
    let mut text = if let [(_, single)] = &parts[..] {
        format!("{settings}, {single}")
    } else {
        let parts: Vec<String> = parts
            .iter()
            .map(|(count, what)| match what.strip_suffix(" each") {
                Some(trials) => format!("{count} of {trials}"),
                None => format!("{count} {what}"),
            })
            .collect();
        format!("{settings}: {}", parts.join(", "))
    };
    if !sizes.is_empty() {
        text = format!("{text}, seed {}", sweep.seed);
    }
    text
}

/// The keys with a single value, which are the same in all settings: `rules.half=up`.
fn fixed(sweep: &Sweep) -> Option<String> {
    let axes = sweep.axes();
    let fixed: Vec<String> = (0..sweep.vary.len())
        .filter(|key| !axes.contains(key))
        .map(|key| clean(&sweep.vary[key].assignment(0)))
        .collect();
    (!fixed.is_empty()).then(|| format!("everywhere with {}", fixed.join(", ")))
}

/// Who plays, if it is the same in all settings; else empty.
fn players(sweep: &Sweep) -> String {
    let mut all = sweep.settings.iter().map(|one| &one.results.players);
    match all.next() {
        Some(first) if all.all(|other| other == first) => clean(first),
        _ => String::new(),
    }
}

/// What has to be known to read the tables and charts of a sweep, in sentences.
fn lead(sweep: &Sweep, claim: &str) -> String {
    let mut lead = vec![claim.to_owned()];
    let is_played = |one: &Setting| one.results.stopped != StopReason::Exact;
    let all_exact =
        (0..sweep.figures.len()).all(|figure| words::all(sweep, figure).all(|one| one.exact));
    if all_exact && sweep.settings.iter().any(is_played) {
        lead.push("All figures shown are exact.".to_owned());
    } else if !all_exact {
        lead.push("All settings that were sampled met the same luck.".to_owned());
    }
    let facts = [Some(played(sweep)), fixed(sweep)];
    let facts: Vec<String> = facts.into_iter().flatten().collect();
    lead.push(format!("{}.", capital(&facts.join("; "))));
    lead.extend(words::places(sweep).map(|places| format!("Here {places}.")));
    lead.join(" ")
}

/// The results of the settings, with the varied keys as columns.
fn rows(sweep: &Sweep) -> Rows {
    let settings = &sweep.settings;
    let varied = sweep.vary.iter().enumerate().map(|(index, key)| {
        let positions: Vec<usize> = settings.iter().map(|one| one.values[index]).collect();
        Column {
            name: key.path.clone(),
            values: values(key, &positions),
        }
    });
    Rows::Results {
        results: settings.iter().map(|one| one.results.clone()).collect(),
        varied: varied.collect(),
    }
}

/// The values of a key in all settings, as the narrowest type that all of them have.
fn values(key: &Vary, positions: &[usize]) -> Values {
    let all = &key.values;
    let pick = |value: usize| all[value].replace('_', "");
    if let Some(numbers) = key.numbers() {
        let whole = positions
            .iter()
            .map(|&value| pick(value).parse::<i64>().ok());
        let whole: Vec<Option<i64>> = whole.collect();
        if whole.iter().all(Option::is_some) {
            return Values::Integers(whole);
        }
        return Values::Numbers(positions.iter().map(|&one| Some(numbers[one])).collect());
    }
    if all.iter().all(|text| text == "true" || text == "false") {
        let flags = positions.iter().map(|&value| Some(all[value] == "true"));
        return Values::Flags(flags.collect());
    }
    let texts = positions
        .iter()
        .map(|&value| Some(key.label(value).to_owned()));
    Values::Texts(texts.collect())
}

/// The outcomes of a setting are those of a run, or of `exact`, with its values.
fn json(sweep: &Sweep) -> Json {
    let vary = sweep.vary.iter().map(|key| {
        let values = (0..key.values.len()).map(|value| typed(key, value));
        Json::object([("path", (&key.path).into()), ("values", Json::list(values))])
    });
    let figures = (0..sweep.figures.len()).map(|index| {
        let trends = (0..sweep.vary.len()).map(|key| {
            sweep.vary[key].numbers()?;
            let several = sweep.vary[key].values.len() > 1;
            let known = words::all(sweep, index).next().is_some();
            (several && known).then(|| trend(&sweep.monotonicities(index, key)))
        });
        Json::object([
            ("name", sweep.figures[index].name().into()),
            ("trends", Json::list(trends)),
        ])
    });
    let settings = sweep.settings.iter().map(|setting| {
        let values = setting.values.iter().enumerate();
        let values = values.map(|(key, &value)| typed(&sweep.vary[key], value));
        let figures = setting
            .readings
            .iter()
            .map(|known| known.as_ref().map(known_json));
        Json::object([
            ("values", Json::list(values)),
            ("hash", (&setting.results.scenario.hash).into()),
            ("trials", setting.results.trials.into()),
            ("figures", Json::list(figures)),
            ("outcomes", Json::list(&setting.results.outcomes)),
        ])
    });
    let interval = IntervalKind {
        method: "wilson",
        level: LEVEL,
    };
    Json::answer([
        ("scenario", (&sweep.scenario).into()),
        ("seed", sweep.seed.into()),
        ("interval", interval.into()),
        ("vary", Json::list(vary)),
        ("figures", Json::list(figures)),
        ("settings", Json::list(settings)),
    ])
}

/// A value as JSON has it: a number or a flag where TOML has one, else text.
fn typed(key: &Vary, value: usize) -> Json {
    let text = &key.values[value];
    let plain = text.replace('_', "");
    match text.as_str() {
        "true" => true.into(),
        "false" => false.into(),
        _ if key.numbers().is_some() => plain.parse::<i64>().map_or_else(
            |_| plain.parse::<f64>().map_or(Json::Null, Json::from),
            Json::from,
        ),
        _ => key.label(value).into(),
    }
}

/// One word for the monotonicities along a key.
fn trend(monotonicities: &[Monotonicity]) -> &'static str {
    let any = |trend| {
        monotonicities
            .iter()
            .any(|monotonicity| monotonicity.trend == trend)
    };
    match (any(Trend::Rises), any(Trend::Falls), any(Trend::Turns)) {
        (true, false, false) => "rises",
        (false, true, false) => "falls",
        (false, false, false) => "level",
        _ => "turns",
    }
}

fn known_json(known: &Measured) -> Json {
    // Results know no interval of a quantile.
    let has_interval = known.exact || known.low < known.high;
    Json::object([
        ("value", known.value.into()),
        ("low", has_interval.then_some(known.low).into()),
        ("high", has_interval.then_some(known.high).into()),
        ("exact", known.exact.into()),
    ])
}
