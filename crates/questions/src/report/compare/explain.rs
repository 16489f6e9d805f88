//! Answer of `compare --explain`: the contributions of the changes to the difference.

use super::super::answer::{Answer, Media, SummaryRow, title};
use super::super::chart::ReportChart;
use super::super::json::{self, Body, JsonLayout};
use super::super::results::{AnswerRows, identified};
use super::super::table::{NONE, Table};
use super::super::text::{capital, clean, grouped, joined, shorten};
use super::super::tunables::{full_paths, short_names, value_in_words};
use super::headline::{level, name, value};
use super::multiple::{axis, intervals};
use crate::analysis::{ChangeGroup, Contribution, Explanation};
use crate::charts::{Chart, RowMark, Targeted, TargetedRow};
use crate::records::Columns;
use crate::stats::{Figure, Interval};
use serde_json::{Value as Json, json};

const LAYOUT: JsonLayout = JsonLayout {
    lines: &["a", "b", "interval"],
    rows: &["contributions"],
};
/// Maximum number of changes in the headline.
const MOST_NAMED: usize = 4;
/// Maximum width of a value before and after a change.
const WIDEST_VALUE: usize = 24;

/// Texts of an explanation.
struct Texts<'a> {
    found: &'a Explanation,
    /// Changes as phrases: `Dirk dice 4 → 3`.
    changes: Vec<String>,
    /// Number of decimals.
    places: usize,
    /// Contributions, then the difference, rounded so that they still add up.
    rounded: Vec<String>,
}

/// Returns the answer of `compare --explain`.
pub fn explain_answer(found: &Explanation) -> Answer {
    let texts = Texts::new(found);
    let columns = columns(found);
    let (one, other) = (&found.first, &found.second);
    let trials = format!(
        "{} trials of each, seed {}",
        grouped(found.trials),
        found.seed
    );
    Answer {
        blocks: vec![
            Media::All.table(texts.caption(), texts.table()),
            Media::All.notes(texts.notes()),
        ],
        facts: match found.trials {
            0 => "exact, no trials".to_owned(),
            _ => trials,
        },
        seed: (found.trials > 0).then_some(found.seed),
        origin: format!("hashes {} and {}", clean(&one.hash), clean(&other.hash)),
        charts: vec![ReportChart::answer("explained", texts.chart())],
        summary_rows: vec![texts.summary_row()],
        ..Answer::new(
            ("explain", "Contributions of the changes"),
            texts.titles().join(" / "),
            texts.headline(),
            (
                Body::new(json(found, &columns), LAYOUT),
                AnswerRows::Own(columns.end()),
            ),
        )
    }
}

/// Returns numbers rounded to integers that add up to the rounded sum: all are rounded down, then
/// those with the largest fractions up.
fn rounded_to_sum(numbers: &[f64]) -> Vec<i64> {
    let sum = numbers.iter().sum::<f64>().round() as i64;
    let mut whole: Vec<i64> = numbers.iter().map(|number| number.floor() as i64).collect();
    let missing = (sum - whole.iter().sum::<i64>()).max(0) as usize;
    let mut order: Vec<usize> = (0..numbers.len()).collect();
    let fraction = |&index: &usize| numbers[index] - numbers[index].floor();
    order.sort_by(|one, other| fraction(other).total_cmp(&fraction(one)));
    for index in order.into_iter().take(missing) {
        whole[index] += 1;
    }
    whole
}

/// Returns a change as a phrase after the short name of its key.
fn phrase(name: &str, change: &ChangeGroup) -> String {
    let words = |text: &str| {
        let bare = text
            .strip_prefix('"')
            .and_then(|text| text.strip_suffix('"'));
        value_in_words(bare.unwrap_or(text))
    };
    let is_short = |text: &str| text.chars().count() <= WIDEST_VALUE;
    let values = [&change.from, &change.to].map(|text| text.as_deref().map(words));
    match values {
        [None, None] => format!("{name} ({} changes)", change.assignments.len()),
        [Some(from), Some(to)] if is_short(&from) && is_short(&to) => {
            format!("{name} {from} → {to}")
        }
        [Some(_), Some(_)] => format!("{name} changed"),
        [None, Some(to)] => format!("{name} {}", shorten(&to, WIDEST_VALUE)),
        [Some(_), None] => format!("{name} removed"),
    }
}

impl<'a> Texts<'a> {
    fn new(found: &'a Explanation) -> Self {
        let shares = &found.contributions;
        let paths: Vec<&str> = shares.iter().map(|one| &*one.change.path).collect();
        let names = short_names(&paths);
        let changes = names.iter().zip(shares);
        let widest = shares.iter().map(|one| one.value.interval.half_width());
        let widest = widest.fold(0.0, f64::max) * found.figure.difference.scale();
        let places = match widest {
            half if half >= 0.5 => 1,
            half if half >= 0.05 || found.figure.difference.is_share() => 2,
            _ => 3,
        };
        let mut texts = Self {
            found,
            changes: changes
                .map(|(name, one)| phrase(name, &one.change))
                .collect(),
            places,
            rounded: Vec::new(),
        };
        let unit = 10_f64.powi(places as i32);
        let scaled = |one: &Contribution| one.value.value * found.figure.difference.scale() * unit;
        let mut whole = rounded_to_sum(&shares.iter().map(scaled).collect::<Vec<_>>());
        whole.push(whole.iter().sum());
        let all = whole
            .into_iter()
            .map(|number| texts.number(number as f64 / unit));
        texts.rounded = all.collect();
        texts
    }

    /// Returns a number in the unit of the texts, with its sign.
    fn number(&self, number: f64) -> String {
        let text = format!("{number:+.*}", self.places);
        let is_zero = text.chars().all(|one| matches!(one, '0' | '.' | '-' | '+'));
        if is_zero { text[1..].to_owned() } else { text }
    }

    /// Returns a difference of the figure in the unit of the texts.
    fn signed(&self, difference: f64) -> String {
        self.number(difference * self.found.figure.difference.scale())
    }

    /// Returns an interval; `exactly` without a width.
    fn between(&self, figure: &Figure) -> String {
        let Interval { low, high } = figure.interval;
        if figure.has_exact_value() {
            return "exactly".to_owned();
        }
        format!("{} to {}", self.signed(low), self.signed(high))
    }

    /// Returns the names of A and of B, or the number of changes that make B.
    fn titles(&self) -> [String; 2] {
        let found = self.found;
        let [one, other] = [&found.first, &found.second].map(title);
        let with = match (&self.changes[..], found.is_file) {
            (_, true) if one != other => other,
            (_, true) => return [&found.first, &found.second].map(|one| clean(&one.path)),
            ([change], _) => format!("with {change}"),
            ([_, _], _) => "with both changes".to_owned(),
            (all, _) => format!("with all {} changes", all.len()),
        };
        [one, with]
    }

    fn headline(&self) -> String {
        let Explanation { figure, .. } = self.found;
        let [one, with] = self.titles();
        let with = if self.found.is_file {
            format!("{one} and {with}: in the second")
        } else {
            format!("{one}: {with}")
        };
        let all = self.rounded.last().map_or("", String::as_str);
        let is_share = figure.difference.is_share();
        let size = all.trim_start_matches(['+', '-']);
        let size = if is_share {
            format!("{size} points")
        } else {
            size.to_owned()
        };
        let words = match (figure.phrase.is_empty(), all.chars().next()) {
            (true, Some('+')) => format!("{} is {size} higher", name(figure)),
            (true, Some('-')) => format!("{} is {size} lower", name(figure)),
            (true, _) => format!("{} is equal", name(figure)),
            (false, Some('+')) => format!("{} {size} more often", clean(&figure.phrase)),
            (false, Some('-')) => format!("{} {size} less often", clean(&figure.phrase)),
            (false, _) => format!("{} equally often", clean(&figure.phrase)),
        };
        let interval = if self.found.trials == 0 {
            String::new()
        } else {
            let range = self.between(&figure.difference);
            format!(" ({range}, {}% CI)", level(self.found.alpha))
        };
        let parts = self.rounded.iter().zip(&self.changes);
        let named = parts.map(|(number, change)| format!("{number} from {change}"));
        let named = match &self.changes[..] {
            [change] => format!("{change} is the whole difference"),
            // A single one is named instead of counted.
            changes if changes.len() > MOST_NAMED + 1 => {
                let rest = changes.len() - MOST_NAMED;
                let first = joined(named.take(MOST_NAMED), ", ");
                format!("{first}, and the rest from {rest} others")
            }
            _ => joined(named, ", "),
        };
        format!("{with}, {words}{interval}: {named}.")
    }

    fn caption(&self) -> String {
        let figure = &self.found.figure;
        let (what, unit) = match (&*clean(&figure.phrase), figure.difference.is_share()) {
            ("", false) => (name(figure), ""),
            ("", true) => (name(figure), ", in points"),
            (phrase, _) => (format!("how often {phrase}"), ", in points"),
        };
        format!("Contributions to the difference of {what}{unit}")
    }

    fn table(&self) -> Table {
        let shares = &self.found.contributions;
        let total = &self.found.figure.difference;
        let figure = |row: usize| shares.get(row).map_or(total, |one| &one.value);
        let effect = |row: usize, of: fn(&Contribution) -> f64| match shares.get(row) {
            Some(one) => self.signed(of(one)),
            None => NONE.to_owned(),
        };
        let columns = Columns::of(0..=shares.len())
            .cell("change", |row| {
                self.changes.get(row).map_or("all changes", String::as_str)
            })
            .cell("contribution", |row| &*self.rounded[row])
            .cell("interval", |row| self.between(figure(row)))
            .cell("alone", |row| effect(row, |one| one.alone))
            .cell("last", |row| effect(row, |one| one.last));
        Table {
            stacks: true,
            ..Table::of(&columns.shown)
        }
    }

    fn notes(&self) -> Vec<(&'static str, String)> {
        let found = self.found;
        let [one, other] = self.titles();
        let named = |title: String, share| format!("{title} ({})", value(&found.figure, share));
        let paths: Vec<&str> = found
            .contributions
            .iter()
            .map(|one| &*one.change.path)
            .collect();
        let certainty = format!(
            "all intervals together have {}% confidence; all combinations of the changes use common random \
             numbers",
            level(found.alpha)
        );
        vec![
            ("A", named(one, found.figure.first)),
            ("B", named(other, found.figure.second)),
            (
                "keys",
                full_paths(&short_names(&paths), &paths).unwrap_or_default(),
            ),
            (
                "contribution",
                format!(
                    "mean effect of the change over all orders of the changes ({} contests)",
                    found.contests
                ),
            ),
            ("alone", "effect of the change on A".to_owned()),
            ("last", "effect after all other changes".to_owned()),
            (
                "certainty",
                if found.trials > 0 {
                    certainty
                } else {
                    String::new()
                },
            ),
        ]
    }

    fn summary_row(&self) -> SummaryRow {
        let first = self.rounded[0].as_str();
        let columns = Columns::of([()])
            .cell("figure", |()| clean(&self.found.figure.name))
            .cell("difference", |()| self.rounded.last().cloned())
            .cell("largest contribution", |()| {
                format!("{first} from {}", self.changes[0])
            });
        SummaryRow::new(&self.found.first, columns)
    }

    /// Returns a bar for each change, and for all together.
    fn chart(&self) -> Chart {
        let found = self.found;
        let scale = found.figure.difference.scale();
        let bar = |label: &str, figure: &Figure, text: &str, mark| TargetedRow {
            label: label.to_owned(),
            value: figure.value * scale,
            interval: Interval::new(figure.interval.low * scale, figure.interval.high * scale),
            figure: text.to_owned(),
            mark,
        };
        let figures = found.contributions.iter().map(|one| &one.value);
        let rows = figures.zip(&self.changes).zip(&self.rounded);
        let mut rows: Vec<TargetedRow> = rows
            .map(|((figure, change), text)| bar(change, figure, text, RowMark::Plain))
            .collect();
        let text = self.rounded.last().map_or("", String::as_str);
        rows.push(bar(
            "all changes",
            &found.figure.difference,
            text,
            RowMark::Answer,
        ));
        Chart::Targeted(Targeted {
            title: capital(&self.caption()),
            subtitle: self.titles().join(" / "),
            interval: intervals(found.alpha),
            x_label: axis(found.figure.difference.is_share()).to_owned(),
            target_label: "no difference".to_owned(),
            base: Some(0.0),
            rows,
            ..Targeted::default()
        })
    }
}

/// Returns a row for each change; `scenario, kind, hash` are those of A.
fn columns(found: &Explanation) -> Columns<&Contribution> {
    let first = &found.first;
    identified(&found.contributions, |_| {
        (first, &first.hash, found.seed, found.trials)
    })
    .file("against", |_| found.second.path.as_str())
    .file("against_hash", |_| found.second.hash.as_str())
    .file("figure", |_| found.figure.name.as_str())
    .all("change", |one| one.change.typed())
    .all("from", |one| one.change.from.as_deref())
    .all("to", |one| one.change.to.as_deref())
    .figure("contribution", |one| Some(one.value))
    .all("standard_error", |one| one.value.standard_error)
    .all("alone", |one| one.alone)
    .all("last", |one| one.last)
}

fn json(found: &Explanation, columns: &Columns<&Contribution>) -> Json {
    let figure = &found.figure;
    let interval = match found.trials {
        0 => json::interval("exact", 1.0),
        _ => json::interval("normal", 1.0 - found.alpha),
    };
    json::answer(json!({
        "a": found.first,
        "b": found.second,
        "seed": found.seed,
        "trials": found.trials,
        "interval": interval,
        "contests": found.contests,
        "figure": figure.name,
        "value_a": figure.first,
        "value_b": figure.second,
        "difference": figure.difference.value,
        "low": figure.difference.interval.low,
        "high": figure.difference.interval.high,
        "contributions": json::rows(&columns.json),
    }))
}

#[cfg(test)]
mod tests {
    use super::super::sample::figure;
    use super::*;
    use crate::analysis::Difference;
    use crate::report::{ScreenOptions, markdown, screen};
    use crate::sim::ScenarioIdentity;
    use crate::stats::FigureKind;

    fn explanation(values: &[f64], trials: u64) -> Explanation {
        let identity = ScenarioIdentity {
            path: "canyon.toml".to_owned(),
            title: "Ambush in the canyon".to_owned(),
            kind: "combat".to_owned(),
            hash: "0123456789abcdef".to_owned(),
        };
        let changes = [
            ("side.heroes.Dirk.classes[0].dice", Some("4"), Some("3")),
            ("rules.half", Some("\"up\""), Some("\"down\"")),
            ("side.heroes.Emily", Some("{name = \"Emily\"}"), None),
            ("side.ambushers", None, None),
            ("rules.healer", None, Some("{dice = 2}")),
        ];
        let of = |value: f64| {
            let half = if trials == 0 { 0.0 } else { 0.002 };
            let interval = Interval::new(value - half, value + half);
            Figure::read(FigureKind::Share, value, interval, trials)
        };
        let contributions = changes.iter().zip(values);
        let contributions = contributions.map(|(&(path, from, to), &value)| Contribution {
            change: ChangeGroup {
                path: path.to_owned(),
                from: from.map(str::to_owned),
                to: to.map(str::to_owned),
                assignments: vec![(0, format!("{path}={}", to.unwrap_or_default())); 2],
            },
            value: of(value),
            alone: value + 0.01,
            last: value - 0.01,
        });
        let sum = values.iter().sum::<f64>();
        let mut compared = figure("heroes", 0.5, sum, 0.002, Difference::Different);
        compared.phrase = "heroes win".to_owned();
        compared.difference = of(sum);
        Explanation {
            first: identity.clone(),
            second: identity,
            is_file: false,
            figure: compared,
            contributions: contributions.collect(),
            contests: 1 << values.len(),
            seed: 42,
            trials,
            alpha: 0.05,
        }
    }

    #[test]
    fn rounded_contributions_add_up_to_the_rounded_difference() {
        assert_eq!(rounded_to_sum(&[0.4, 0.4, 0.4]), [1, 0, 0]);
        assert_eq!(rounded_to_sum(&[-9.4, -3.4, 0.4]), [-9, -3, 0]);
        for seed in 0..1_000_u32 {
            let number = |place: u32| {
                f64::from(seed.wrapping_mul(2_654_435_761).rotate_left(place * 5) % 2_000) / 37.0
                    - 27.0
            };
            let numbers: Vec<f64> = (0..=(seed % 8)).map(number).collect();
            let rounded = rounded_to_sum(&numbers);
            let sum = numbers.iter().sum::<f64>().round() as i64;
            assert_eq!(rounded.iter().sum::<i64>(), sum, "{numbers:?}");
            for (number, whole) in numbers.iter().zip(rounded) {
                assert!((number - whole as f64).abs() < 1.0, "{numbers:?}");
            }
        }
    }

    #[test]
    fn the_answer_names_the_contributions() {
        let values = [-0.0914, -0.0321, 0.0104, 0.0003, -0.0001];
        let answer = explain_answer(&explanation(&values, 100_000));
        insta::assert_snapshot!(screen(&answer, &ScreenOptions::default()), @"
        Ambush in the canyon: with all 5 changes, heroes win 11.29 points less often (-11.49 to -11.09, 95%
        CI): -9.14 from Dirk dice 4 → 3, -3.21 from half up → down, +1.04 from heroes Emily removed, +0.03
        from side ambushers (2 changes), -0.01 from healer dice 2.

          Contributions to the difference of how often heroes win, in points
          change                      contribution          interval  alone    last
          Dirk dice 4 → 3                    -9.14    -9.34 to -8.94  -8.14  -10.14
          half up → down                     -3.21    -3.41 to -3.01  -2.21   -4.21
          heroes Emily removed               +1.04    +0.84 to +1.24  +2.04   +0.04
          side ambushers (2 changes)         +0.03    -0.17 to +0.23  +1.03   -0.97
          healer dice 2                      -0.01    -0.21 to +0.19  +0.99   -1.01
          all changes                       -11.29  -11.49 to -11.09      –       –

          A             Ambush in the canyon (50.00%)
          B             with all 5 changes (38.71%)
          keys          Dirk dice is side.heroes.Dirk.classes[0].dice, half is rules.half, heroes Emily is
                        side.heroes.Emily, side ambushers is side.ambushers, healer is rules.healer
          contribution  mean effect of the change over all orders of the changes (32 contests)
          alone         effect of the change on A
          last          effect after all other changes
          certainty     all intervals together have 95% confidence; all combinations of the changes use
                        common random numbers
          100,000 trials of each, seed 42
        ");
        let narrow = ScreenOptions {
            width: 48,
            ..ScreenOptions::default()
        };
        insta::assert_snapshot!(screen(&answer, &narrow), @"
        Ambush in the canyon: with all 5 changes, heroes
        win 11.29 points less often (-11.49 to -11.09,
        95% CI): -9.14 from Dirk dice 4 → 3, -3.21 from
        half up → down, +1.04 from heroes Emily removed,
        +0.03 from side ambushers (2 changes), -0.01
        from healer dice 2.

          Contributions to the difference of how often
          heroes win, in points
          Dirk dice 4 → 3
            contribution -9.14, interval -9.34 to -8.94,
            alone -8.14, last -10.14
          half up → down
            contribution -3.21, interval -3.41 to -3.01,
            alone -2.21, last -4.21
          heroes Emily removed
            contribution +1.04, interval +0.84 to +1.24,
            alone +2.04, last +0.04
          side ambushers (2 changes)
            contribution +0.03, interval -0.17 to +0.23,
            alone +1.03, last -0.97
          healer dice 2
            contribution -0.01, interval -0.21 to +0.19,
            alone +0.99, last -1.01
          all changes
            contribution -11.29,
            interval -11.49 to -11.09, alone –, last –

          A             Ambush in the canyon (50.00%)
          B             with all 5 changes (38.71%)
          keys          Dirk dice is
                        side.heroes.Dirk.classes[0].dice,
                        half is rules.half, heroes Emily
                        is side.heroes.Emily, side
                        ambushers is side.ambushers,
                        healer is rules.healer
          contribution  mean effect of the change over
                        all orders of the changes (32
                        contests)
          alone         effect of the change on A
          last          effect after all other changes
          certainty     all intervals together have 95%
                        confidence; all combinations of
                        the changes use common random
                        numbers
          100,000 trials of each, seed 42
        ");
        let exact = explain_answer(&explanation(&values[..2], 0));
        insta::assert_snapshot!(markdown(&[exact]), @r"
        ## Ambush in the canyon / with both changes

        Ambush in the canyon: with both changes, heroes win 12.35 points less often: -9.14 from Dirk dice 4 → 3, -3.21 from half up → down.

        Contributions to the difference of how often heroes win, in points:

        | change          | contribution | interval | alone |   last |
        | --------------- | -----------: | -------: | ----: | -----: |
        | Dirk dice 4 → 3 |        -9.14 |  exactly | -8.14 | -10.14 |
        | half up → down  |        -3.21 |  exactly | -2.21 |  -4.21 |
        | all changes     |       -12.35 |  exactly |     – |      – |

        - A: Ambush in the canyon (50.000%)
        - B: with both changes (37.650%)
        - keys: Dirk dice is side.heroes.Dirk.classes\[0\].dice, half is rules.half
        - contribution: mean effect of the change over all orders of the changes (4 contests)
        - alone: effect of the change on A
        - last: effect after all other changes

        exact, no trials, hashes 0123456789abcdef and 0123456789abcdef, evenodds 0.1.0
        ");
        let headline = |values: &[f64]| explain_answer(&explanation(values, 0)).headline;
        insta::assert_snapshot!(headline(&[0.1]), @"Ambush in the canyon: with Dirk dice 4 → 3, heroes win 10.00 points more often: Dirk dice 4 → 3 is the whole difference.");
        insta::assert_snapshot!(headline(&[0.1, -0.1]), @"Ambush in the canyon: with both changes, heroes win equally often: +10.00 from Dirk dice 4 → 3, -10.00 from half up → down.");
        let mut files = explanation(&values[..2], 0);
        files.is_file = true;
        files.figure.phrase.clear();
        insta::assert_snapshot!(explain_answer(&files).headline, @"canyon.toml and canyon.toml: in the second, heroes is 12.35 points lower: -9.14 from Dirk dice 4 → 3, -3.21 from half up → down.");
    }
}
