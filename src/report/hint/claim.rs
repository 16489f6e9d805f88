//! A hint as it is read aloud.

use super::super::text::clean;
use super::super::words::percent;
use super::SAME;
use crate::analysis::Hinted;

/// The claim without the title, ending in a full stop: what to do, how likely it then is to win, and what
/// the next best costs.
pub fn claim(hinted: &Hinted) -> String {
    let hint = &hinted.hint;
    let (who, then) = (clean(&hint.who), clean(&hint.then));
    let Some(best) = hint.actions.first() else {
        return format!("{who} can do nothing.");
    };
    let often = often(best.chance);
    let equal = (1..hint.actions.len()).take_while(|&place| hint.cost(place) < SAME);
    let equal = equal.count();
    if equal + 1 == hint.actions.len() {
        return format!("whatever {who} does, {then} {often}.");
    }
    let next = if equal > 1 {
        format!("{equal} other actions are as good")
    } else if equal == 1 {
        format!("to {} is as good", clean(&hint.actions[1].deed))
    } else {
        format!("the next best costs {}", points(hint.cost(1)))
    };
    format!("{who} should {}: {then} {often}; {next}.", clean(&best.deed))
}

/// How often something happens, behind a clause.
fn often(chance: f64) -> String {
    if chance <= 0.0 {
        "in no case".to_owned()
    } else if chance >= 1.0 {
        "in every case".to_owned()
    } else {
        let edge = chance.min(1.0 - chance);
        format!("{} of the time", percent(chance, usize::from(edge < 0.095)))
    }
}

/// A difference of chances: `0.4 points`, `1 point`, `12 points`.
pub fn points(difference: f64) -> String {
    let points = 100.0 * difference;
    let tenths = (10.0 * points).round() / 10.0;
    if tenths == 1.0 {
        "1 point".to_owned()
    } else if tenths < 2.0 {
        format!("{tenths:.1} points")
    } else {
        format!("{points:.0} points")
    }
}
