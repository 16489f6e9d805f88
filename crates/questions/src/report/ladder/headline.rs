//! Headline of `ladder`, as plain sentences.

use super::super::text::{clean, percent};
use super::phrase;
use crate::analysis::{LadderResult, ResponseValue, Spread};

/// Share of trials above which the choice of players is called more decisive than the dice.
const MORE_THAN_DICE: f64 = 0.5;

/// Returns the headline without the title, ending in a full stop: the range of the shares, a lower
/// bound on the effect of play, and the gain of each seat from better play. Its wording depends on
/// the figures; it claims no difference within sampling error.
pub fn headline(ladder: &LadderResult) -> String {
    let phrase = phrase(ladder);
    let Some(spread) = ladder.spread() else {
        let first = ladder.cells.first();
        let share = first.and_then(|cell| ladder.own_share(cell, 0));
        return match share {
            Some(share) => format!(
                "{phrase} {} of the time; with one player there is no comparison.",
                percent(share.value, 1)
            ),
            None => format!("there is no estimate yet of how often {phrase}."),
        };
    };
    let share = |cell| Some(ladder.own_share(cell, 0)?.value);
    let low = share(spread.lowest).unwrap_or(0.0);
    let high = share(spread.highest).unwrap_or(0.0);
    let decimals = usize::from(high - low < 0.1);
    let (low, high) = (percent(low, decimals), percent(high, decimals));
    if spread.apart <= 0.0 {
        return format!(
            "{phrase} {low} to {high} of the time; these trials show no significant difference \
             between the players."
        );
    }
    let mut text = format!(
        "{phrase} {low} to {high} of the time, depending on the players; {}",
        decided(&spread)
    );
    if let Some(profit) = profit(ladder) {
        text.push_str("; ");
        text.push_str(&profit);
    }
    text.push('.');
    text
}

/// Returns the effect of play as a clause: the share of trials with a different outcome under other
/// players on common random numbers.
fn decided(spread: &Spread) -> String {
    let times = (spread.apart * 100.0).floor();
    if times < 1.0 {
        "on common random numbers an effect of the players is proven in less than 1% of trials"
            .to_owned()
    } else {
        let more = if spread.apart > MORE_THAN_DICE {
            ", more than the dice"
        } else {
            ""
        };
        format!("on common random numbers the players decide at least {times:.0}% of trials{more}")
    }
}

/// Returns the seat that gains most from a better player.
fn profit(ladder: &LadderResult) -> Option<String> {
    let seats = ladder.seats.iter().enumerate();
    let in_order = seats.map(|(seat, one)| Some((clean(&one.name), ladder.response_value(seat)?)));
    let in_order = in_order.collect::<Option<Vec<(String, ResponseValue)>>>()?;
    let mut response_values = in_order.clone();
    // The sort is stable, so ties keep their order.
    response_values.sort_by(|a, b| b.1.points.total_cmp(&a.1.points));
    let points = |response_value: &ResponseValue| {
        let points = (response_value.points * 100.0).round();
        let noun = if points == 1.0 { "point" } else { "points" };
        format!("{points:.0} {noun}")
    };
    let apart = |a: &ResponseValue, b: &ResponseValue| a.points - b.points > a.margin + b.margin;
    match &response_values[..] {
        [_] | [] => None,
        [(first, most), (second, least)] if apart(most, least) => Some(format!(
            "better play helps {first} more ({} against {} for {second})",
            points(most),
            points(least)
        )),
        // Neither seat gains significantly more, so both keep the order of the file.
        [_, _] => Some(format!(
            "better play helps {} and {} about equally ({} and {})",
            in_order[0].0,
            in_order[1].0,
            points(&in_order[0].1),
            points(&in_order[1].1)
        )),
        [(_, most), .., (_, least)] if !apart(most, least) => Some(format!(
            "better play helps all about equally ({} to {})",
            points(least),
            points(most)
        )),
        [(first, most), (_, next), .., (last, least)] if apart(most, next) => Some(format!(
            "better play helps {first} most ({}), {last} least ({})",
            points(most),
            points(least)
        )),
        [(first, most), .., (last, least)] => Some(format!(
            "better play helps {first} more than {last} ({} against {})",
            points(most),
            points(least)
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample::ladder;
    use super::*;

    fn headline_of(shares: &[(u64, u64)], trials: u64) -> String {
        ladder(&["weak", "strong"], shares, trials).headline()
    }

    impl LadderResult {
        fn headline(&self) -> String {
            headline(self)
        }
    }

    #[test]
    fn the_headline_follows_from_the_figures() {
        insta::assert_snapshot!(
            headline_of(&[(2_230, 7_770), (830, 9_170), (4_370, 5_630), (2_430, 7_570)], 10_000),
            @"heroes win 8% to 44% of the time, depending on the players; on common random numbers the players decide at least 33% of trials; better play helps heroes and ambushers about equally (19 points and 17 points)."
        );
        insta::assert_snapshot!(
            headline_of(&[(2_000, 8_000), (1_900, 8_100), (9_000, 1_000), (8_900, 1_100)], 10_000),
            @"heroes win 19% to 90% of the time, depending on the players; on common random numbers the players decide at least 69% of trials, more than the dice; better play helps heroes more (70 points against 1 point for ambushers)."
        );
        insta::assert_snapshot!(
            headline_of(&[(5_000, 5_000), (4_800, 5_200), (5_010, 4_990), (4_990, 5_010)], 10_000),
            @"heroes win 48.0% to 50.1% of the time, depending on the players; on common random numbers an effect of the players is proven in less than 1% of trials; better play helps heroes and ambushers about equally (1 point and 1 point)."
        );
    }

    #[test]
    fn differences_within_sampling_error_are_not_claimed() {
        insta::assert_snapshot!(headline_of(&[(5, 5), (4, 6), (6, 4), (5, 5)], 10), @"heroes win 40% to 60% of the time; these trials show no significant difference between the players.");
        insta::assert_snapshot!(ladder(&["weak"], &[(5, 5)], 10).headline(), @"heroes win 50.0% of the time; with one player there is no comparison.");
    }
}
