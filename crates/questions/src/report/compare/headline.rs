//! Headline of a comparison, as sentences.

use super::super::answer::title;
use super::super::text::{clean, exact_decimal, grouped, joined, percent, trimmed};
use crate::analysis::{ComparedFigure, Comparison, Difference};
use crate::sim::StopReason;
use crate::stats::Interval;

/// Maximum number of decimals of a difference.
const MOST_PLACES: usize = 9;

/// Returns a sentence about the two contests and what differs between them, with a full stop.
pub fn headline(comparison: &Comparison) -> String {
    let (first, second) = titles(comparison);
    let same = comparison.first.hash == comparison.second.hash;
    let found = found(comparison);
    match (same, comparison.changes.is_empty()) {
        (true, true) => format!("{first} and {second}: both are the same contest."),
        (true, false) => format!("{first} with {second} is the same contest."),
        (false, true) => format!("{first} and {second}: in the second, {found}."),
        (false, false) => format!("{first}: {second}, {found}."),
    }
}

/// Returns the names of both contests: their titles, or their paths if the titles are equal, or the
/// changes if the second is a variant of the first.
pub(super) fn titles(comparison: &Comparison) -> (String, String) {
    let (one, other) = (&comparison.first, &comparison.second);
    let first = title(one);
    if !comparison.changes.is_empty() {
        return (first, format!("with {}", changes(comparison)));
    }
    let second = title(other);
    if first == second {
        (clean(&one.path), clean(&other.path))
    } else {
        (first, second)
    }
}

/// Returns the changes that make the second contest from the first.
pub(super) fn changes(comparison: &Comparison) -> String {
    joined(comparison.changes.iter().map(|one| clean(one)), " and ")
}

fn found(comparison: &Comparison) -> String {
    let with = |verdict| -> Vec<&ComparedFigure> {
        let figures = comparison.figures.iter();
        figures.filter(|one| one.verdict == Some(verdict)).collect()
    };
    let undecided = with(Difference::Undecided);
    match (&with(Difference::Different)[..], &undecided[..]) {
        ([first, ..], []) => changed(first, comparison),
        ([first, ..], open) => {
            let open = joined(open.iter().map(|one| clean(&one.name)), ", ");
            format!("{}; undecided: {open}", changed(first, comparison))
        }
        ([], [first, ..]) => {
            let trials = grouped(comparison.trials);
            let doubtful = doubtful(first, comparison.alpha);
            match comparison.stopped {
                StopReason::Interrupted => {
                    format!("the comparison was interrupted after {trials} trials: {doubtful}")
                }
                _ => format!("no difference is decided after {trials} trials: {doubtful}"),
            }
        }
        ([], []) => same(&with(Difference::Within)),
    }
}

/// Returns the clause for a proven difference.
fn changed(figure: &ComparedFigure, comparison: &Comparison) -> String {
    let up = figure.difference.value > 0.0;
    let words = match (figure.phrase.is_empty(), up) {
        (false, true) => format!("{} more often", clean(&figure.phrase)),
        (false, false) => format!("{} less often", clean(&figure.phrase)),
        (true, true) => format!("{} is higher", name(figure)),
        (true, false) => format!("{} is lower", name(figure)),
    };
    let (one, other) = values(figure);
    let interval = figure.difference.interval;
    let (near, far) = if up {
        (interval.low, interval.high)
    } else {
        (-interval.high, -interval.low)
    };
    let more = if up { "more" } else { "less" };
    let distance = if far - near <= 1e-9 {
        let scale = figure.difference.scale();
        let far = exact_decimal(far * scale, (far - near) * scale, places(figure));
        format!("exactly {} {more}", with_unit(figure, &far))
    } else {
        format!(
            "{} to {} {more}, {}% CI",
            bare(figure, near),
            with_unit(figure, &bare(figure, far)),
            level(comparison.alpha)
        )
    };
    format!("{words}: {other} instead of {one} ({distance})")
}

/// Returns the name of a figure as a subject.
pub(super) fn name(figure: &ComparedFigure) -> String {
    match figure.name.strip_prefix("mean.value.") {
        Some(own) => format!("the mean of {}", clean(own)),
        None => clean(&figure.name),
    }
}

/// Returns the clause for figures whose difference is within the margin.
fn same(within: &[&ComparedFigure]) -> String {
    let margins: Vec<Option<f64>> = within.iter().map(|one| one.margin).collect();
    let all_shares = within.iter().all(|one| one.base.is_empty());
    match within {
        [] => "there is no figure to decide".to_owned(),
        [one] => {
            let (first, second) = values(one);
            let margin = one.margin.unwrap_or(0.0);
            let what = match &*clean(&one.phrase) {
                "" => name(one),
                phrase => format!("how often {phrase}"),
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

/// Returns the clause for a figure with an undecided difference.
fn doubtful(figure: &ComparedFigure, alpha: f64) -> String {
    let (one, other) = values(figure);
    let words = match &*clean(&figure.phrase) {
        "" => format!("{} is {other} instead of {one}", name(figure)),
        phrase => format!("{phrase} {other} of the time instead of {one}"),
    };
    format!(
        "{words} ({}% CI of the difference {} to {})",
        level(alpha),
        signed(figure, figure.difference.interval.low),
        with_unit(figure, &signed(figure, figure.difference.interval.high))
    )
}

/// Returns the values of a figure in both contests.
fn values(figure: &ComparedFigure) -> (String, String) {
    (value(figure, figure.first), value(figure, figure.second))
}

/// Returns a value of a figure as text.
pub(super) fn value(figure: &ComparedFigure, value: Option<f64>) -> String {
    match value {
        None => "?".to_owned(),
        Some(value) if figure.difference.is_share() => percent(value, places(figure)),
        Some(value) => format!("{value:.*}", places(figure)),
    }
}

/// Returns the interval of the difference: `-10.40 to -9.60`.
pub(super) fn between(figure: &ComparedFigure) -> String {
    let interval = figure.difference.interval;
    if interval.half_width() <= 1e-9 {
        return "exactly".to_owned();
    }
    let [low, high] = [interval.low, interval.high].map(|end| signed(figure, end));
    format!("{low} to {high}")
}

/// Returns the number of decimals that show the width of the interval, at least one.
fn places(figure: &ComparedFigure) -> usize {
    let difference = figure.difference;
    match difference.interval.half_width() * difference.scale() {
        half if half >= 0.5 => 1,
        half if half >= 0.05 => 2,
        _ => 3,
    }
}

/// Returns the number of decimals of a difference: enough to see on which side of 0 and of the margin
/// each end of its interval is, so that the verdict can be read from it.
fn places_of_difference(figure: &ComparedFigure) -> usize {
    let Interval { low, high } = figure.difference.interval;
    let margin = figure.margin.unwrap_or(0.0);
    let limits = [-margin, 0.0, margin];
    let seen = |&places: &usize| {
        let unit = 1.0 / figure.difference.scale() * 10_f64.powi(-(places as i32));
        let rounded = |end: f64| (end / unit).round() * unit;
        // A limit itself may be rounded; a distance below rounding error does not count.
        let side = |end: f64, limit: f64| {
            let distance = end - limit;
            if distance.abs() < 1e-12 {
                0.0
            } else {
                distance.signum()
            }
        };
        [low, high].iter().all(|&end| {
            let mut limits = limits.iter();
            limits.all(|&limit| side(rounded(end), limit) == side(end, limit))
        })
    };
    let least = places(figure);
    (least..=MOST_PLACES).find(seen).unwrap_or(least)
}

/// Returns the absolute value of a difference, without the unit.
fn bare(figure: &ComparedFigure, difference: f64) -> String {
    let difference = difference * figure.difference.scale();
    format!("{difference:.*}", places_of_difference(figure))
}

/// Returns a difference with its sign.
pub(super) fn signed(figure: &ComparedFigure, difference: f64) -> String {
    let text = bare(figure, difference);
    let zero = text.chars().all(|one| matches!(one, '0' | '.' | '-'));
    match text.strip_prefix('-') {
        _ if zero => text.trim_start_matches('-').to_owned(),
        Some(_) => text,
        None => format!("+{text}"),
    }
}

/// Adds the unit to a formatted difference.
fn with_unit(figure: &ComparedFigure, difference: &str) -> String {
    let is_share = figure.difference.is_share();
    let unit = if is_share { " points" } else { "" };
    format!("{difference}{unit}")
}

/// Returns a margin with its unit, without trailing zeros.
pub(super) fn amount(figure: &ComparedFigure, margin: f64) -> String {
    with_unit(figure, &trimmed(margin * figure.difference.scale(), 6))
}

/// Returns the joint confidence of all verdicts, in percent.
pub(super) fn level(alpha: f64) -> String {
    trimmed((1.0 - alpha) * 100.0, 3)
}

#[cfg(test)]
mod tests {
    use super::super::sample::{comparison, figure};
    use super::*;
    use crate::stats::FigureKind;

    fn headline_of(figures: Vec<ComparedFigure>) -> String {
        let mut comparison = comparison();
        comparison.figures = figures;
        headline(&comparison)
    }

    #[test]
    fn the_headline_follows_from_the_verdicts() {
        let share = |verdict, difference: f64| {
            let mut figure = figure("heroes", 0.243, difference, 0.004, verdict);
            figure.phrase = "heroes win".to_owned();
            figure
        };
        let mean = |verdict, difference: f64| {
            let mut figure = figure("mean.turns", 5.42, difference, 0.1, verdict);
            figure.difference.kind = FigureKind::Mean;
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
        insta::assert_snapshot!(all.map(headline_of).join("\n"), @"
        Ambush in the canyon: with side.heroes.player=brawler, heroes win more often: 41.00% instead of 24.30% (16.30 to 17.10 points more, 95% CI).
        Ambush in the canyon: with side.heroes.player=brawler, heroes win less often: 7.60% instead of 24.30% (16.30 to 17.10 points less, 95% CI).
        Ambush in the canyon: with side.heroes.player=brawler, how often heroes win differs by no more than 0.5 points (24.30% and 24.40%).
        Ambush in the canyon: with side.heroes.player=brawler, no outcome differs by more than 0.5 points.
        Ambush in the canyon: with side.heroes.player=brawler, no difference is decided after 12,207 trials: heroes win 24.60% of the time instead of 24.30% (95% CI of the difference -0.10 to +0.70 points).
        Ambush in the canyon: with side.heroes.player=brawler, mean.turns is higher: 6.09 instead of 5.42 (0.57 to 0.77 more, 95% CI); undecided: heroes.
        Ambush in the canyon: with side.heroes.player=brawler, mean.turns differs by no more than 0.5 (5.42 and 5.43).
        Ambush in the canyon: with side.heroes.player=brawler, no figure differs by more than its margin.
        ");
    }

    #[test]
    fn the_verdict_can_be_read_from_the_interval() {
        let ends = |low: f64, high: f64, kind| {
            let mut one = figure("heroes", 0.5, 0.0, 0.0, Difference::Different);
            one.difference.interval = Interval::new(low, high);
            one.difference.kind = kind;
            let text = between(&one);
            let (low, high) = text.split_once(" to ").unwrap();
            [low, high].map(|end| end.parse::<f64>().unwrap())
        };
        for exponent in 1..8 {
            let near = 3.0 * 10_f64.powi(-exponent);
            for (low, high) in [(-0.016, -near * 0.016), (near * 0.05, 0.05)] {
                for kind in [FigureKind::Share, FigureKind::Mean] {
                    let shown = ends(low, high, kind);
                    assert!(shown[0] * shown[1] > 0.0, "{low} {high}: {shown:?}");
                }
            }
            let shown = ends(-near * 0.01, 0.02, FigureKind::Share);
            assert!(shown[0] < 0.0 && shown[1] > 0.0, "{shown:?}");
        }
    }

    #[test]
    fn files_with_the_same_title_are_named_by_path() {
        let mut two = comparison();
        two.changes.clear();
        let same_title = headline(&two);
        two.second.title = "The beast".to_owned();
        let titles = headline(&two);
        two.second.hash = two.first.hash.clone();
        let same = headline(&two);
        insta::assert_snapshot!([same_title, titles, same].join("\n"), @"
        canyon.toml and canyon.toml: in the second, heroes win less often: 14.33% instead of 24.33% (9.60 to 10.40 points less, 95% CI).
        Ambush in the canyon and The beast: in the second, heroes win less often: 14.33% instead of 24.33% (9.60 to 10.40 points less, 95% CI).
        Ambush in the canyon and The beast: both are the same contest.
        ");
    }
}
