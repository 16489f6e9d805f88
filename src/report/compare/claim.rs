//! What a comparison says, in words that can be read aloud.

use super::super::text::{clean, grouped};
use super::super::words::percent;
use crate::analysis::{Compared, Comparison, Difference};
use crate::sim::StopReason;

/// The two contests, and then what differs between them: a sentence with a full stop.
pub fn claim(comparison: &Comparison) -> String {
    let (first, second) = titles(comparison);
    let same = comparison.first.hash == comparison.second.hash;
    if same && comparison.changes.is_empty() {
        format!("{first} and {second}: both are the same contest.")
    } else if same {
        format!("{first}: {second} it is the same contest.")
    } else if comparison.changes.is_empty() {
        format!("{first} and {second}: in the second {}.", found(comparison))
    } else {
        format!("{first}: {second} {}.", found(comparison))
    }
}

/// What the first and the second are called: their titles, their paths where the titles are the same,
/// and the changes where the second was made out of the first.
pub(super) fn titles(comparison: &Comparison) -> (String, String) {
    let name = |title: &str, path: &str| {
        let title = clean(title);
        if title.is_empty() {
            clean(path)
        } else {
            title.trim_end_matches(['.', ':']).to_owned()
        }
    };
    let (one, other) = (&comparison.first, &comparison.second);
    let first = name(&one.title, &one.path);
    if !comparison.changes.is_empty() {
        let changes: Vec<String> = comparison.changes.iter().map(|one| clean(one)).collect();
        return (first, format!("with {}", changes.join(" and ")));
    }
    let second = name(&other.title, &other.path);
    if first == second {
        (clean(&one.path), clean(&other.path))
    } else {
        (first, second)
    }
}

fn found(comparison: &Comparison) -> String {
    let decided: Vec<&Compared> = comparison
        .figures
        .iter()
        .filter(|figure| figure.verdict.is_some())
        .collect();
    let with = |verdict| {
        let found = decided
            .iter()
            .filter(move |one| one.verdict == Some(verdict));
        found.copied().collect::<Vec<&Compared>>()
    };
    let (different, within) = (with(Difference::Different), with(Difference::Within));
    let undecided = with(Difference::Undecided);
    let open = |names: &[&Compared]| {
        let names: Vec<String> = names.iter().map(|one| clean(&one.name)).collect();
        names.join(", ")
    };
    if let Some(first) = different.first() {
        let mut text = changed(first, comparison);
        if !undecided.is_empty() {
            text = format!("{text}; undecided: {}", open(&undecided));
        }
        return text;
    }
    if !undecided.is_empty() {
        let after = match comparison.stopped {
            StopReason::Interrupted => "when it was interrupted after",
            _ => "after",
        };
        let text = undecided
            .first()
            .map_or_else(String::new, |one| doubtful(one));
        return format!(
            "nothing is decided {after} {} trials: {text}",
            grouped(comparison.trials)
        );
    }
    same(&within)
}

/// A difference that there is.
fn changed(figure: &Compared, comparison: &Comparison) -> String {
    let up = figure.difference.is_some_and(|difference| difference > 0.0);
    let words = match (figure.phrase.is_empty(), figure.is_share, up) {
        (false, _, true) => format!("{} more often", clean(&figure.phrase)),
        (false, _, false) => format!("{} less often", clean(&figure.phrase)),
        (true, _, true) => format!("{} is higher", clean(&figure.name)),
        (true, _, false) => format!("{} is lower", clean(&figure.name)),
    };
    let (one, other) = values(figure);
    let interval = figure.interval;
    let (near, far) = if up {
        (interval.low, interval.high)
    } else {
        (-interval.high, -interval.low)
    };
    let more = if up { "more" } else { "less" };
    let distance = if far - near <= 1e-9 {
        let far = with_unit(figure, &bare(figure, far));
        format!("exactly {far} {more}")
    } else {
        format!(
            "{} to {} {more} at {} %",
            bare(figure, near),
            with_unit(figure, &bare(figure, far)),
            level(comparison)
        )
    };
    format!("{words}, {other} instead of {one} ({distance})")
}

/// Figures whose difference does not matter.
fn same(within: &[&Compared]) -> String {
    let margins: Vec<Option<f64>> = within.iter().map(|one| one.margin).collect();
    let all_shares = within.iter().all(|one| one.base.is_empty());
    match within {
        [] => "there was nothing to decide".to_owned(),
        [one] => {
            let (first, second) = values(one);
            let margin = one.margin.unwrap_or(0.0);
            let what = if one.phrase.is_empty() {
                clean(&one.name)
            } else {
                format!("how often {}", clean(&one.phrase))
            };
            format!(
                "{what} differs by no more than {} ({first} and {second})",
                amount(one, margin)
            )
        }
        [one, ..] if all_shares && margins.windows(2).all(|pair| pair[0] == pair[1]) => format!(
            "no outcome differs by more than {}",
            amount(one, one.margin.unwrap_or(0.0))
        ),
        _ => "no figure differs by more than its margin".to_owned(),
    }
}

/// A difference of which nothing is known.
fn doubtful(figure: &Compared) -> String {
    let (one, other) = values(figure);
    let words = if figure.phrase.is_empty() {
        format!("{} is {other} instead of {one}", clean(&figure.name))
    } else {
        format!(
            "{} {other} of the time instead of {one}",
            clean(&figure.phrase)
        )
    };
    format!(
        "{words}, and the true difference is between {} and {}",
        signed(figure, figure.interval.low),
        with_unit(figure, &signed(figure, figure.interval.high))
    )
}

/// Both figures.
pub(super) fn values(figure: &Compared) -> (String, String) {
    let show = |value: Option<f64>| {
        value.map_or_else(
            || "?".to_owned(),
            |value| {
                if figure.is_share {
                    percent(value, places(figure))
                } else {
                    format!("{value:.*}", places(figure))
                }
            },
        )
    };
    (show(figure.first), show(figure.second))
}

/// As many decimals as it takes to see how wide the interval is, and one at least.
pub(super) fn places(figure: &Compared) -> usize {
    let scale = if figure.is_share { 100.0 } else { 1.0 };
    let half = figure.interval.half_width() * scale;
    if half <= 1e-9 {
        3
    } else if half >= 0.5 {
        1
    } else if half >= 0.05 {
        2
    } else {
        3
    }
}

/// A difference without sign and unit.
pub(super) fn bare(figure: &Compared, difference: f64) -> String {
    let scale = if figure.is_share { 100.0 } else { 1.0 };
    format!("{:.*}", places(figure), difference * scale)
}

/// A difference with its sign.
pub(super) fn signed(figure: &Compared, difference: f64) -> String {
    let text = bare(figure, difference);
    let zero = text.chars().all(|one| matches!(one, '0' | '.' | '-'));
    match text.strip_prefix('-') {
        _ if zero => text.trim_start_matches('-').to_owned(),
        Some(_) => text,
        None => format!("+{text}"),
    }
}

/// A difference that is known already as text, with its unit.
fn with_unit(figure: &Compared, difference: &str) -> String {
    let unit = if figure.is_share { " points" } else { "" };
    format!("{difference}{unit}")
}

/// A margin with its unit, without idle zeros.
pub(super) fn amount(figure: &Compared, margin: f64) -> String {
    let scale = if figure.is_share { 100.0 } else { 1.0 };
    let text = format!("{:.6}", margin * scale);
    with_unit(figure, text.trim_end_matches('0').trim_end_matches('.'))
}

/// The confidence of all verdicts together, in percent.
pub(super) fn level(comparison: &Comparison) -> String {
    let text = format!("{:.3}", (1.0 - comparison.alpha) * 100.0);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::super::sample::{comparison, figure};
    use super::*;

    fn said(figures: Vec<Compared>) -> String {
        let mut comparison = comparison();
        comparison.figures = figures;
        claim(&comparison)
    }

    #[test]
    fn the_words_follow_from_the_verdicts() {
        let share = |verdict, difference: f64| {
            let mut figure = figure("heroes", 0.243, difference, 0.004, verdict);
            figure.phrase = "heroes win".to_owned();
            figure
        };
        let mean = |verdict, difference: f64| {
            let mut figure = figure("mean.turns", 5.42, difference, 0.1, verdict);
            figure.is_share = false;
            figure.base = "turns";
            figure.margin = Some(0.5);
            figure
        };
        let mut other = share(Difference::Within, 0.0);
        other.name = "draw".to_owned();
        let all = [
            vec![share(Difference::Different, 0.167)],
            vec![share(Difference::Different, -0.167)],
            vec![share(Difference::Within, 0.001)],
            vec![share(Difference::Within, 0.001), other.clone()],
            vec![share(Difference::Undecided, 0.003)],
            vec![
                mean(Difference::Different, 0.67),
                share(Difference::Undecided, 0.0),
            ],
            vec![mean(Difference::Within, 0.01)],
            vec![mean(Difference::Within, 0.01), other],
        ];
        insta::assert_snapshot!(all.map(said).join("\n"), @"
        Ambush in the canyon: with side.heroes.player=brawler heroes win more often, 41.00 % instead of 24.30 % (16.30 to 17.10 points more at 95 %).
        Ambush in the canyon: with side.heroes.player=brawler heroes win less often, 7.60 % instead of 24.30 % (16.30 to 17.10 points less at 95 %).
        Ambush in the canyon: with side.heroes.player=brawler how often heroes win differs by no more than 0.5 points (24.30 % and 24.40 %).
        Ambush in the canyon: with side.heroes.player=brawler no outcome differs by more than 0.5 points.
        Ambush in the canyon: with side.heroes.player=brawler nothing is decided after 12,207 trials: heroes win 24.60 % of the time instead of 24.30 %, and the true difference is between -0.10 and +0.70 points.
        Ambush in the canyon: with side.heroes.player=brawler mean.turns is higher, 6.09 instead of 5.42 (0.57 to 0.77 more at 95 %); undecided: heroes.
        Ambush in the canyon: with side.heroes.player=brawler mean.turns differs by no more than 0.5 (5.42 and 5.43).
        Ambush in the canyon: with side.heroes.player=brawler no figure differs by more than its margin.
        ");
    }

    #[test]
    fn files_are_told_apart() {
        let mut two = comparison();
        two.changes.clear();
        let same_title = claim(&two);
        two.second.title = "The beast".to_owned();
        let titles = claim(&two);
        two.second.hash = two.first.hash.clone();
        let same = claim(&two);
        insta::assert_snapshot!([same_title, titles, same].join("\n"), @"
        canyon.toml and canyon.toml: in the second heroes win less often, 14.33 % instead of 24.33 % (9.60 to 10.40 points less at 95 %).
        Ambush in the canyon and The beast: in the second heroes win less often, 14.33 % instead of 24.33 % (9.60 to 10.40 points less at 95 %).
        Ambush in the canyon and The beast: both are the same contest.
        ");
    }
}
