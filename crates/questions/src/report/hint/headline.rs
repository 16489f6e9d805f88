//! Headline of `hint`, as a sentence.

use super::super::text::{clean, counted, percent};
use super::{costs, rounding};
use crate::analysis::HintResult;
use crate::contest::{HintBy, HintOf};

/// Returns the headline without the title, ending in a full stop: the best action, the chance to win
/// with it, and the cost of the next best action.
pub fn headline(hinted: &HintResult) -> String {
    let hint = &hinted.hint;
    let (actor, then) = (clean(&hint.actor), clean(&hint.then));
    let Some(best) = hint.actions.first() else {
        return format!("{actor} has no legal action.");
    };
    let often = match hint.of {
        HintOf::Chance if best.certain => {
            "in every case, whatever the dice and the others do".to_owned()
        }
        HintOf::Chance => often(best.value, hint.by),
        of => format!("{:.2} on average", of.shown(best.value)),
    };
    let others = 1..hint.actions.len();
    let is_unknown = |&place: &usize| costs(hinted, place).is_some_and(|costs| costs.low <= 0.0);
    let unknown = others.clone().filter(is_unknown).count();
    let equal = others.take_while(|&place| hint.cost(place) < rounding(hint.of));
    let equal = equal.count();
    if equal + 1 == hint.actions.len() {
        return match hint.actions.len() {
            1 => format!("{actor} can only {}: {then} {often}.", clean(&best.action)),
            all => format!("all {all} actions of {actor} are equally good: {then} {often}."),
        };
    }
    let next = match equal {
        _ if unknown == 1 => "1 other action may be as good".to_owned(),
        _ if unknown > 1 => format!("{unknown} other actions may be as good"),
        0 => format!(
            "the next best action costs {}",
            points(hint.cost(1), hint.of)
        ),
        1 => format!("it is equally good to {}", clean(&hint.actions[1].action)),
        _ => format!("{equal} other actions are as good"),
    };
    format!(
        "{actor} should {}: {then} {often}; {next}.",
        clean(&best.action)
    )
}

/// Returns the frequency of an event as the end of a clause. Only solved chances are called
/// certain.
fn often(chance: f64, by: HintBy) -> String {
    let is_open = chance > 0.0 && chance < 1.0;
    match by {
        HintBy::Solved if chance <= 0.0 => "in no case".to_owned(),
        HintBy::Solved if chance >= 1.0 => "in every case".to_owned(),
        HintBy::Played(count) if !is_open => {
            let all = if chance <= 0.0 { "none" } else { "all" };
            format!("in {all} of {}", counted(count.into(), "play-out"))
        }
        _ => {
            // Only a solver supports more extreme chances.
            let chance = chance.clamp(0.000_1, 0.999_9);
            let edge = chance.min(1.0 - chance);
            match (by, edge < 0.095) {
                (HintBy::Estimated, true) if chance < 0.5 => "less than 10% of the time".to_owned(),
                (HintBy::Estimated, true) => "more than 90% of the time".to_owned(),
                (HintBy::Estimated, false) => format!("about {} of the time", percent(chance, 0)),
                (HintBy::Played(_), near_edge) => {
                    format!(
                        "in {} of play-outs",
                        percent(chance, usize::from(near_edge))
                    )
                }
                (HintBy::Solved, near_edge) => {
                    format!("{} of the time", percent(chance, usize::from(near_edge)))
                }
            }
        }
    }
}

/// Returns a difference of chances, or of scores: `0.4 points`, `1 point`, `12 points`.
pub fn points(difference: f64, of: HintOf) -> String {
    let number = number(difference, of);
    let noun = if number == "1" { "point" } else { "points" };
    format!("{number} {noun}")
}

/// Returns the difference without the unit: tenths for small chances, hundredths for scores.
pub fn number(difference: f64, of: HintOf) -> String {
    if of != HintOf::Chance {
        return format!("{difference:.2}");
    }
    let points = 100.0 * difference;
    let tenths = (10.0 * points).round() / 10.0;
    if tenths == 1.0 || tenths >= 2.0 {
        format!("{points:.0}")
    } else {
        format!("{tenths:.1}")
    }
}
