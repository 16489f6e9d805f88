//! Table of the changes, with its caption, lead and notes.

use super::super::table::{NONE, Table};
use super::super::target::confidence;
use super::super::text::{capital, clean, counted, joined, listed};
use super::{NAMES, aim, called, is_race, labels, rows};
use crate::analysis::{Advice, ChangeEffect, Reason};
use crate::document::TunableStep;
use crate::document::shell::quoted;
use crate::records::Columns;
use std::time::Duration;

/// Factor for the longer budget that a note suggests.
const LONGER: u32 = 4;
/// Maximum number of changes named in a note.
const MOST_NAMED: usize = 6;

/// A change that has an effect.
#[derive(Clone)]
pub struct Effective<'a> {
    /// Rank, from 1 for the change nearest to the target.
    pub number: usize,
    /// Change in words.
    pub label: String,
    /// The change.
    pub change: &'a ChangeEffect,
}

/// Returns the changes that have an effect, in their order.
pub fn effective(advice: &Advice) -> Vec<Effective<'_>> {
    let all = advice.changes.iter().zip(labels(advice)).zip(1..);
    let all = all.map(|((change, label), number)| Effective {
        number,
        label,
        change,
    });
    all.collect()
}

/// Returns an effect in points, with half of its interval: `+16.9 ±0.8`.
pub fn effect(change: &ChangeEffect) -> String {
    let Some(effect) = change.effect.known() else {
        return NONE.to_owned();
    };
    let points = match format!("{:+.1}", effect * 100.0) {
        zero if zero == "-0.0" => "+0.0".to_owned(),
        points => points,
    };
    let half = change.effect.interval.half_width() * 100.0;
    if half < 0.000_001 {
        points
    } else {
        format!("{points} ±{:.1}", half.max(0.1))
    }
}

/// Returns at most `most` changes with their shares and effects. With `ranges`, it adds the
/// intervals of the shares and the assignments that make the changes. Effects and distances are in
/// points.
pub fn table(advice: &Advice, most: usize, ranges: bool) -> Table {
    let (aim, labels, is_race) = (aim(advice), labels(advice), is_race(advice));
    let width = labels.len().min(most).to_string().len();
    let numbered = |number: &str, what: &str| format!("{number:>width$}  {what}");
    let columns = Columns::of(rows(advice).take(most.saturating_add(1)))
        .cell(numbered("", "change"), |(number, ..)| match number {
            0 => numbered("", "unchanged"),
            _ => numbered(&number.to_string(), &labels[number - 1]),
        })
        .cell(clean(&advice.target.figure.name()), |(_, one, _)| {
            aim.value(&one.share)
        })
        .cell_if(ranges, "interval", |(_, one, _)| {
            aim.interval_or_exact(&one.share)
        })
        .cell("effect", |(.., change)| {
            change.map(effect).unwrap_or_default()
        })
        .cell_if(is_race, format!("to {}", aim.goal()), |(_, one, _)| {
            let off = one.share.known()? - advice.target.value;
            Some(format!("{:+.1}", off * 100.0))
        })
        .cell_if(is_race, "", |(number, one, change)| {
            let is_possible = change.is_some_and(|change| change.possible);
            match (one.meets, is_possible, number) {
                (true, _, _) => "meets",
                (_, true, 1) => "nearest",
                (_, true, _) => "may be nearest",
                _ => "",
            }
        })
        .cell_if(ranges, "--set", |(.., change)| {
            let set = change.map(|change| quoted(&change.step.assignment()));
            set.unwrap_or_default()
        });
    Table::of(&columns.shown)
}

/// Returns the caption of the table.
pub fn caption(advice: &Advice, most: usize) -> String {
    let what = capital(&aim(advice).what(&clean(&advice.phrase)));
    let all = effective(advice).len();
    let shown = all.min(most);
    match (is_race(advice), shown == all) {
        (true, true) => {
            format!("{what}, after one-step changes, the nearest to the target first")
        }
        (true, false) => {
            format!("{what}: the {shown} of {all} one-step changes nearest to the target")
        }
        (false, true) => format!("{what}: effects of one-step changes, the largest first"),
        (false, false) => {
            format!("{what}: the {shown} largest of {all} effects of one-step changes")
        }
    }
}

/// Returns the sentences that explain the table.
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
        "{what} are in points. The intervals are simultaneous at {} confidence and valid at any \
         stopping time. Each change is compared with the unchanged contest on common random numbers.",
        confidence(advice.alpha)
    )
}

/// Returns the first names as a list, with the number of the others.
fn few(names: &[String]) -> String {
    let named = joined(names.iter().take(MOST_NAMED), "; ");
    match names.len().saturating_sub(MOST_NAMED) {
        0 => named,
        more => format!("{named}; and {more} more"),
    }
}

/// Returns a budget as typed on the command line: `30s`, `2m`.
pub fn in_words(budget: Duration) -> String {
    let seconds = budget.as_secs_f64();
    if seconds >= 60.0 && seconds % 60.0 == 0.0 {
        format!("{}m", seconds / 60.0)
    } else {
        format!("{seconds}s")
    }
}

/// Returns notes about what the table leaves out.
pub fn notes(advice: &Advice) -> Vec<(&'static str, String)> {
    let mut notes = Vec::new();
    if let Some(simple) = &advice.simple {
        let aim = aim(advice);
        let known = (1..).zip(&simple.changes);
        let known = known.filter_map(|(number, value)| {
            Some(format!("{} with {number}", aim.rounded((*value)?)))
        });
        let base = format!("{} unchanged", aim.rounded(simple.base));
        let figures = match listed(known) {
            none if none.is_empty() => base,
            known => format!("{base}, {known}"),
        };
        let note = format!("with {} on all sides: {figures}", simple.player);
        notes.push(("simple play", note));
    }
    let late = advice.untried_for(Reason::Time);
    let late: Vec<String> = late.map(|step| called(step, NAMES)).collect();
    if !late.is_empty() {
        let longer = advice.budget.map(|budget| {
            let (budget, longer) = (in_words(budget), in_words(LONGER * budget));
            format!("; {budget} was too short, --budget {longer} may be enough")
        });
        notes.push(("not tried", few(&late) + &longer.unwrap_or_default()));
    }
    if advice.rough > 0 && advice.steps.is_some() {
        let longer = advice.budget.map_or_else(String::new, |budget| {
            format!("; --budget {} narrows them", in_words(LONGER * budget))
        });
        let rough = counted(advice.rough as u64, "effect");
        let note = format!("{rough} known only to within their intervals{longer}");
        notes.push(("estimated roughly", note));
    }
    let left = LEFT_OUT.into_iter().filter_map(|(reason, why)| {
        let count = advice.untried_for(reason).count();
        (count > 0).then(|| format!("{why}: {count}"))
    });
    notes.push(("left out", joined(left, "; ")));
    let same = effective(advice).into_iter().flat_map(|row| {
        let label = |step: &TunableStep| format!("{} (same as {})", called(step, NAMES), row.label);
        row.change.same.iter().map(label).collect::<Vec<_>>()
    });
    notes.push(("listed once", few(&same.collect::<Vec<_>>())));
    if !advice.idle.is_empty() {
        let note = match advice.steps {
            Some(_) => "no difference so far",
            None => "no effect",
        };
        notes.push((note, advice.idle.len().to_string()));
    }
    notes
}

/// Reasons why changes are left out, as they are worded in a note.
const LEFT_OUT: [(Reason, &str); 7] = [
    (Reason::Excluded, "by --only or --keep"),
    (Reason::Reach, "readings of the rules (--all)"),
    (Reason::Players, "other players (--players)"),
    (Reason::Slow, "with slow players (--slow)"),
    (Reason::Refused, "not accepted by the file"),
    (Reason::Outcome, "without this outcome"),
    (Reason::Constraint, "that violate --where"),
];
