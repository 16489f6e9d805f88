//! Headline of a sweep, as sentences.

use super::super::text::{by_key, joined, listed, width};
use super::super::tunables::value_in_words;
use super::words::{all, names, rounded, subject};
use crate::analysis::{Monotonicity, Quantity, Setting, SweepResult, Trend};
use crate::stats::Figure;
use std::fmt::Write as _;

/// Maximum width of a path that a sentence repeats.
const SHORT: usize = 24;

/// Returns the headline about a figure, by index, without the title and without a full stop. Its
/// wording depends on the figures; it claims no difference within sampling error.
pub fn headline(sweep: &SweepResult, figure: usize) -> String {
    let subject = subject(sweep, figure);
    let Some((wording, lowest, highest)) = extremes(sweep, figure) else {
        return format!("there is no estimate of {subject}");
    };
    let mut headline = match sweep.axes()[..] {
        _ if sweep.settings.len() == 1 => {
            format!("{subject} is {}", wording.at(lowest, false))
        }
        [key] => along(&wording, figure, key, &subject, (lowest, highest)),
        _ => over(&wording, figure, &subject, (lowest, highest)),
    };
    let readings = sweep.settings.iter().map(|one| &one.readings[figure]);
    let without = readings.filter(|reading| reading.is_none()).count();
    if without > 0 {
        let all = sweep.settings.len();
        let _ = write!(headline, "; it has no value in {without} of {all} settings");
    }
    headline
}

/// Returns the lowest and highest values of a figure: `24% at difficulty=10`; `None` if no value
/// is known.
pub fn ends(sweep: &SweepResult, figure: usize) -> Option<[String; 2]> {
    let (wording, lowest, highest) = extremes(sweep, figure)?;
    Some([lowest, highest].map(|found| wording.at(found, false)))
}

/// Returns the settings with the lowest and the highest value of a figure; in a tie the first
/// setting.
fn extremes(sweep: &SweepResult, figure: usize) -> Option<(Wording<'_>, Found<'_>, Found<'_>)> {
    let lower = |one: Found<'_>, other: &Found<'_>| one.1.value < other.1.value;
    let lowest =
        known(sweep, figure).reduce(|least, one| if lower(one, &least) { one } else { least })?;
    let highest =
        known(sweep, figure).reduce(|most, one| if lower(most, &one) { one } else { most })?;
    let wording = Wording {
        sweep,
        names: names(sweep),
        decimals: decimals(&sweep.figures[figure], lowest.1, highest.1),
    };
    Some((wording, lowest, highest))
}

type Found<'a> = (&'a Setting, &'a Figure);

/// Yields the settings in which the figure is known.
fn known(sweep: &SweepResult, figure: usize) -> impl DoubleEndedIterator<Item = Found<'_>> {
    let settings = sweep.settings.iter();
    settings.filter_map(move |setting| Some((setting, setting.readings[figure].as_ref()?)))
}

struct Wording<'a> {
    sweep: &'a SweepResult,
    names: Vec<String>,
    decimals: usize,
}

impl Wording<'_> {
    fn value(&self, known: &Figure) -> String {
        rounded(known.value, known.is_share(), self.decimals)
    }

    /// Returns a value with its setting: `24% at difficulty=10`, or `24% at 10` if a long path
    /// would be repeated.
    fn at(&self, (setting, known): Found, again: bool) -> String {
        format!(
            "{} at {}",
            self.value(known),
            self.setting_in_words(setting, again)
        )
    }

    fn setting_in_words(&self, setting: &Setting, again: bool) -> String {
        let places = self.sweep.axes().into_iter().map(|key| {
            let value = value_in_words(self.sweep.vary[key].label(setting.values[key]));
            match &self.names[key] {
                name if again && width(name) > SHORT => value,
                name => format!("{name}={value}"),
            }
        });
        joined(places, ", ")
    }
}

fn decimals(figure: &Quantity, lowest: &Figure, highest: &Figure) -> usize {
    let apart = highest.value - lowest.value;
    if figure.quantile().is_some() {
        0
    } else if lowest.is_share() {
        // Near 0% and 100%, decimals are significant.
        let near = lowest.value < 0.1 || highest.value > 0.9;
        usize::from(apart < 0.1 || near)
    } else if apart < 1.0 {
        2
    } else {
        1
    }
}

/// Returns the headline for one key with more than one value.
fn along(
    wording: &Wording,
    figure: usize,
    key: usize,
    subject: &str,
    (lowest, highest): (Found, Found),
) -> String {
    let sweep = wording.sweep;
    let path = wording.names[key].clone();
    let monotonicity = sweep.monotonicities(figure, key).first().copied();
    let monotonicity = monotonicity.unwrap_or(Monotonicity {
        trend: Trend::Level,
        each_step: false,
    });
    if monotonicity.trend == Trend::Level {
        return level(wording, figure, subject, &path, (lowest, highest));
    }
    if sweep.vary[key].numbers().is_none() {
        return format!(
            "{subject} ranges from {} to {}",
            wording.at(lowest, false),
            wording.at(highest, true)
        );
    }
    let mut ends = known(sweep, figure);
    let first = ends.next().unwrap_or(lowest);
    let last = ends.next_back().unwrap_or(highest);
    let rises = last.1.value > first.1.value;
    let verb = match monotonicity.trend {
        Trend::Rises if rises => "rises",
        Trend::Falls if !rises => "falls",
        _ => {
            return format!(
                "{subject} rises and falls between {} and {}",
                wording.at(lowest, false),
                wording.at(highest, true)
            );
        }
    };
    let steps = if monotonicity.each_step {
        ", significantly at every step"
    } else {
        ", but not significantly at every step"
    };
    // Two values have only one step.
    let steps = if sweep.settings.len() == 2 { "" } else { steps };
    format!(
        "{subject} {verb} from {} to {}{steps}",
        wording.at(first, false),
        wording.at(last, true)
    )
}

/// Returns the headline for settings without a significant difference.
fn level(
    wording: &Wording,
    figure: usize,
    subject: &str,
    path: &str,
    (lowest, highest): (Found, Found),
) -> String {
    let (low, high) = (wording.value(lowest.1), wording.value(highest.1));
    if all(wording.sweep, figure).all(Figure::is_exact) {
        return format!("{subject} is {low} for all values of {path}");
    }
    let range = if low == high {
        low
    } else {
        format!("{low} to {high}")
    };
    format!("{subject} is {range} for all values of {path}, without a significant difference")
}

/// Returns the headline for two or more keys with more than one value.
fn over(
    wording: &Wording,
    figure: usize,
    subject: &str,
    (lowest, highest): (Found, Found),
) -> String {
    let sweep = wording.sweep;
    if lowest.1.value >= highest.1.value {
        return format!("{subject} is {} in all settings", wording.value(lowest.1));
    }
    let place = |found: Found| {
        let value = wording.value(found.1);
        format!("{value} ({})", wording.setting_in_words(found.0, false))
    };
    let mut text = format!(
        "{subject} ranges from {} to {}",
        place(lowest),
        place(highest)
    );
    // Groups the keys by trend, in order of first occurrence.
    let mut keys = sweep.axes();
    keys.retain(|&key| {
        sweep.vary[key].numbers().is_some() && !sweep.monotonicities(figure, key).is_empty()
    });
    let trends = keys.into_iter().map(|key| {
        let monotonicities = sweep.monotonicities(figure, key);
        let any = |trend| monotonicities.iter().any(|one| one.trend == trend);
        let what = match (any(Trend::Rises), any(Trend::Falls), any(Trend::Turns)) {
            (true, false, false) => "rises with",
            (false, true, false) => "falls with",
            (false, false, false) => "does not change significantly with",
            (true, true, false) => "rises or falls (depending on the other keys) with",
            _ => "rises and falls with",
        };
        (what, &wording.names[key])
    });
    let trends = by_key(trends).into_iter();
    let trends = listed(trends.map(|(what, paths)| format!("{what} {}", listed(paths))));
    if !trends.is_empty() {
        let _ = write!(text, "; it {trends}");
    }
    text
}
