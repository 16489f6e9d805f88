//! The changes of advice as a table, and what has to be known about it.

use super::super::table::{NONE, Table};
use super::super::target::confidence;
use super::super::text::{capital, listed};
use super::{NAMES, aim, called, is_race, labels};
use crate::analysis::{Advice, Changed, Reason};
use crate::document::Step;
use crate::document::shell::quoted;
use crate::stats::Interval;
use std::time::Duration;

/// The column with the intervals of shares.
const RANGES: usize = 2;
/// So many times a budget that was too short may do.
const LONGER: u32 = 4;
/// How many changes are named in a note.
const MOST_NAMED: usize = 6;

/// A change that does something.
pub struct Effective<'a> {
    /// Its number, from 1: the nearest to the target comes first.
    pub number: usize,
    /// What it is called.
    pub label: String,
    /// What it does.
    pub change: &'a Changed,
}

/// The changes that do something, in their order.
pub fn effective(advice: &Advice) -> Vec<Effective<'_>> {
    let all = advice.changes.iter().zip(labels(advice));
    (1..)
        .zip(all)
        .map(|(number, (change, label))| Effective {
            number,
            label,
            change,
        })
        .collect()
}

/// An effect with its interval in points: `+16.9 ±0.8`.
pub fn effect(change: &Changed) -> String {
    let Some(effect) = change.effect else {
        return NONE.to_owned();
    };
    let points = format!("{:+.1}", effect * 100.0);
    let points = if points == "-0.0" {
        "+0.0".to_owned()
    } else {
        points
    };
    let half = change.effect_interval.half_width() * 100.0;
    if half < 0.000_001 {
        points
    } else {
        format!("{points} ±{:.1}", half.max(0.1))
    }
}

/// At most so many changes with their shares and effects, and where there is room with the intervals of the shares
/// and the assignments that make the changes. Effects and distances are in points.
pub fn table(advice: &Advice, most: usize, ranges: bool) -> Table {
    let aim = aim(advice);
    let width = effective(advice).len().min(most).to_string().len();
    let figure = advice.target.figure.name();
    let mut headings = vec![
        format!("{}  change", " ".repeat(width)),
        super::super::text::clean(&figure),
        "interval".to_owned(),
        "effect".to_owned(),
    ];
    if is_race(advice) {
        headings.extend([format!("to {}", aim.goal()), String::new()]);
    }
    let shown = |share: Option<f64>, interval: Interval, exact: bool| {
        let value = share.map_or_else(|| NONE.to_owned(), |share| aim.figure(share));
        let range = if exact {
            "exact".to_owned()
        } else {
            aim.interval(interval)
        };
        let off = share.map_or_else(
            || NONE.to_owned(),
            |share| {
                let off = share - advice.target.value;
                format!("{:+.1}", off * 100.0)
            },
        );
        [value, range, off]
    };
    let base = &advice.base;
    let [value, range, off] = shown(base.share, base.interval, base.exact);
    let met = |meets: bool| if meets { "meets" } else { "" };
    let mut rows = vec![vec![
        format!("{}  as it is", " ".repeat(width)),
        value,
        range,
        String::new(),
        off,
        met(base.meets).to_owned(),
    ]];
    let columns = headings.len();
    rows.extend(effective(advice).into_iter().take(most).map(|row| {
        let (number, one) = (row.number, row.change);
        let standing = &one.standing;
        let [value, range, off] = shown(standing.share, standing.interval, standing.exact);
        let mark = match (standing.meets, one.possible, number) {
            (true, _, _) => "meets",
            (_, true, 1) => "nearest",
            (_, true, _) => "may be nearest",
            _ => "",
        };
        vec![
            format!("{number:>width$}  {}", row.label),
            value,
            range,
            effect(one),
            off,
            mark.to_owned(),
        ]
    }));
    for row in &mut rows {
        row.truncate(columns);
    }
    if ranges {
        headings.push("--set".to_owned());
        let changes = effective(advice).into_iter();
        let sets = changes.map(|row| quoted(&row.change.step.assignment()));
        for (row, set) in rows
            .iter_mut()
            .zip(std::iter::once(String::new()).chain(sets))
        {
            row.push(set);
        }
    } else {
        headings.remove(RANGES);
        for row in &mut rows {
            row.remove(RANGES);
        }
    }
    Table::new(headings, rows)
}

/// What the table is.
pub fn caption(advice: &Advice, most: usize) -> String {
    let what = capital(&aim(advice).what(&super::super::text::clean(&advice.phrase)));
    let all = effective(advice).len();
    let shown = all.min(most);
    if !is_race(advice) {
        let which = if shown == all {
            String::new()
        } else {
            format!("the {shown} largest of {all} ")
        };
        return format!("{what}: {which}effects of one step, the largest first");
    }
    if shown == all {
        format!("{what}, by changes of one step, the nearest to the target first")
    } else {
        format!("{what}: the {shown} of {all} changes of one step that come nearest to the target")
    }
}

/// What has to be known to read the table.
pub fn lead(advice: &Advice) -> String {
    let what = if is_race(advice) {
        "Effects and distances"
    } else {
        "Effects"
    };
    if advice.trials == 0 {
        return format!("All figures are exact. {what} are in points.");
    }
    format!(
        "{what} are in points. All intervals hold together with {} confidence, however \
         long was played. Each change met the same luck as the contest as it is.",
        confidence(advice.alpha)
    )
}

/// The first of many names, and how many more there are.
fn few(names: &[String]) -> String {
    let shown = names.len().min(MOST_NAMED);
    let named = names[..shown].join("; ");
    match names.len() - shown {
        0 => named,
        more => format!("{named}; and {more} more"),
    }
}

/// A budget as it is typed: `30s`, `2m`.
pub fn in_words(budget: Duration) -> String {
    let seconds = budget.as_secs_f64();
    if seconds >= 60.0 && seconds % 60.0 == 0.0 {
        format!("{}m", seconds / 60.0)
    } else {
        format!("{seconds}s")
    }
}

/// What is not in the table.
pub fn notes(advice: &Advice) -> Vec<(String, String)> {
    let mut notes = Vec::new();
    if let Some(simple) = &advice.simple {
        let aim = aim(advice);
        let known = (1..).zip(&simple.changes);
        let known = known.filter_map(|(number, value)| Some((number, (*value)?)));
        let known: Vec<String> = known
            .map(|(number, value)| format!("{} with {number}", aim.rounded(value)))
            .collect();
        let base = aim.rounded(simple.base);
        let with = if known.is_empty() {
            String::new()
        } else {
            format!(", {}", listed(&known))
        };
        notes.push((
            "simple play".to_owned(),
            format!("with {} on all sides {base} as it is{with}", simple.player),
        ));
    }
    let late: Vec<String> = advice
        .untried_for(Reason::Time)
        .map(|step| called(step, NAMES))
        .collect();
    if !late.is_empty() {
        let longer = match advice.budget {
            Some(budget) => format!(
                "; {} was too short for them, --budget {} may do",
                in_words(budget),
                in_words(LONGER * budget)
            ),
            None => String::new(),
        };
        notes.push(("not tried".to_owned(), format!("{}{longer}", few(&late))));
    }
    let left: Vec<String> = LEFT_OUT
        .into_iter()
        .filter_map(|(reason, why)| {
            let count = advice.untried_for(reason).count();
            (count > 0).then(|| format!("{why}: {count}"))
        })
        .collect();
    if !left.is_empty() {
        notes.push(("left out".to_owned(), left.join("; ")));
    }
    let same = effective(advice).into_iter().flat_map(|row| {
        let label = |step: &Step| format!("{} (same as {})", called(step, NAMES), row.label);
        row.change.same.iter().map(label).collect::<Vec<_>>()
    });
    let same: Vec<String> = same.collect();
    if !same.is_empty() {
        notes.push(("listed once".to_owned(), few(&same)));
    }
    if !advice.idle.is_empty() {
        notes.push(("no effect".to_owned(), advice.idle.len().to_string()));
    }
    notes
}

/// Why changes are left out, as their number follows it.
const LEFT_OUT: [(Reason, &str); 5] = [
    (Reason::Excluded, "by --only or --keep"),
    (Reason::Reach, "readings of the rules (--all)"),
    (Reason::Slow, "with slow players (--slow)"),
    (Reason::Refused, "not accepted by the file"),
    (Reason::Outcome, "without this outcome"),
];
