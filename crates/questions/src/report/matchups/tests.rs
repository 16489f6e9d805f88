//! Tests of the answer of `matchups`.

use super::super::text::width;
use super::*;
use crate::analysis::RankedDesign;
use crate::report::ScreenOptions;
use crate::sim::ScenarioIdentity;
use crate::stats::{FigureKind, FigureMethod, Interval};
use insta::assert_snapshot;

/// Returns a round robin with these scores above the diagonal, with intervals of this half-width.
fn sample(names: &[&str], scores: &[f64], half: f64) -> Matchups {
    let count = names.len();
    let even = Figure::exact(FigureKind::Share, 0.5);
    let mut found = Matchups {
        scenario: ScenarioIdentity {
            path: "armies/wolves.toml".to_owned(),
            title: "Wolves".to_owned(),
            ..ScenarioIdentity::default()
        },
        seats: ["team.red", "team.blue"].map(str::to_owned),
        seed: 7,
        trials: 2_000,
        alpha: 0.05,
        margin: 0.03,
        designs: Vec::new(),
        scores: vec![vec![even; count]; count],
        seated: vec![vec![None; count]; count],
        replaced: Vec::new(),
    };
    let mut scores = scores.iter();
    let sampled = |score: f64| {
        let range = Interval::new(score - half, score + half);
        Figure::new(
            FigureKind::Share,
            FigureMethod::Sampled,
            Some(score),
            range,
            2_000,
        )
    };
    for own in 0..count {
        for other in own + 1..count {
            let score = scores.next().unwrap();
            found.scores[own][other] = sampled(*score);
            found.scores[other][own] = sampled(1.0 - score);
            found.seated[own][other] = Some(score + 0.02);
            found.seated[other][own] = Some(1.02 - score);
        }
    }
    for (own, name) in names.iter().enumerate() {
        let sum: f64 = found.scores[own].iter().map(|one| one.value).sum();
        found.designs.push(RankedDesign {
            name: (*name).to_owned(),
            path: format!("armies/{name}.toml"),
            mean: (sum - 0.5) / (count - 1) as f64,
        });
    }
    found
}

#[test]
fn the_answer_names_what_is_proven() {
    let found = sample(&["wolves", "bears", "lynxes"], &[0.54, 0.61, 0.505], 0.012);
    let answer = matchups_answer(&found, Some([0.45, 0.55]));
    assert_snapshot!(crate::report::screen(&answer, &ScreenOptions::default()), @"
    3 designs: the best one is wolves, ahead of all others (54% to 61%); bears and lynxes are even
    within 3 points.

      Score of the row against the column, over both seats
      design   mean  weight        wolves         bears        lynxes
      wolves  57.5%    100%             –  54.0% ±1.2 ▲  61.0% ±1.2 ▲
      bears   48.2%      0%  46.0% ±1.2 ▼             –  50.5% ±1.2 =
      lynxes  44.2%      0%  39.0% ±1.2 ▼  49.5% ±1.2 =             –

      ▲ ahead, ▼ behind, = even within the margin; all are proven.
      even         bears and lynxes
      dominated    bears by wolves, lynxes by wolves
      equilibrium  best choice against the best choice: wolves 100%; never chosen, proven: all others
      seats        team.red scores 52.0% ±2.2 on average against team.blue
      outside      wolves v lynxes; 1 undecided
      certainty    the intervals of all pairs hold simultaneously with 95% confidence (Bonferroni, fixed
                   number of trials), and so do all statements based on them
      3 pairs, 2,000 trials in each seat, seed 7
    ");
    assert_snapshot!(matchups_junit(&found, [0.45, 0.55]), @r#"
    <?xml version="1.0" encoding="UTF-8"?>
    <testsuites name="evenodds matchups" tests="3" failures="1" errors="0" skipped="1">
      <testsuite name="armies/wolves.toml" tests="3" failures="1" errors="0" skipped="1">
        <testcase name="wolves v bears" classname="armies/wolves.toml" file="armies/wolves.toml">
          <skipped message="wolves v bears undecided: 54.0% ±1.2, expected 45.0% to 55.0%"/>
        </testcase>
        <testcase name="wolves v lynxes" classname="armies/wolves.toml" file="armies/wolves.toml">
          <failure type="fails" message="wolves v lynxes FAILS: 61.0% ±1.2, expected 45.0% to 55.0%">wolves v lynxes FAILS: 61.0% ±1.2, expected 45.0% to 55.0%</failure>
        </testcase>
        <testcase name="bears v lynxes" classname="armies/wolves.toml" file="armies/wolves.toml"/>
      </testsuite>
    </testsuites>
    "#);
    let narrow = ScreenOptions {
        width: 48,
        ..ScreenOptions::default()
    };
    let text = crate::report::screen(&answer, &narrow);
    assert!(
        text.lines().all(|line| width(line) <= 48) && text.contains("54 ▲"),
        "{text}"
    );
}

#[test]
fn the_headline_follows_from_the_intervals() {
    let headline =
        |names: &[&str], scores: &[f64], half| statements::headline(&sample(names, scores, half));
    let three = ["rock", "scissors", "paper"];
    assert_snapshot!([
        headline(&three, &[0.6, 0.4, 0.6], 0.02),
        headline(&three, &[0.6, 0.4, 0.6], 0.2),
        headline(&three, &[0.6, 0.5, 0.5], 0.02),
        headline(&three[..2], &[0.6], 0.02),
        headline(&three[..2], &[0.51], 0.02),
    ].join("\n"), @"
    none is proven ahead of all others; rock, scissors and paper form a cycle, each ahead of the next.
    none is proven ahead of another.
    none is proven ahead of all others; 2 pairs are even within 3 points.
    the better one is rock, ahead of scissors (60.0%).
    none is proven ahead of another; rock and scissors are even within 3 points.
    ");
}
