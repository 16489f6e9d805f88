//! Tests of results on a screen.

use super::super::sample::{Ambush, solved, spoil, with_outcomes};
use super::super::screen::ScreenOptions;
use super::super::text::width;
use super::results_answer;
use crate::report::ResultContext;
use crate::sim::{Results, StopReason};
use insta::assert_snapshot;
use std::time::Duration;

fn screen(results: &Results, options: &ScreenOptions) -> String {
    super::super::screen::screen(&results_answer(results, &ResultContext::default()), options)
}

fn canyon() -> Results {
    let mut results = Ambush::new().results(2_000);
    with_outcomes(
        &mut results,
        &[
            ("heroes", "heroes win", 243_300, true),
            ("ambushers", "ambushers win", 756_700, true),
            ("draw", "no side is left standing", 0, false),
            ("unresolved", "the fight never ends", 0, false),
        ],
    );
    results
}

fn options() -> ScreenOptions<'static> {
    ScreenOptions {
        elapsed: Some(Duration::from_millis(140)),
        command: "evenodds run @canyon -n 1000000 -s 42",
        ..ScreenOptions::default()
    }
}

#[test]
fn two_outcomes_are_side_by_side() {
    assert_snapshot!(screen(&canyon(), &options()), @"
    Ambush in the canyon: very hard. Heroes win 24.3% of the time (95% CI 24.2–24.4) with finisher v
    finisher.

      heroes     24.33%  ▇▇▇▇▇▍                  ambushers  75.67%  ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▋
      turns      15.4 (90%: 8–24) ▃█▇▄▂▁▁        taken out  Dirk 57%, Emily 60%, Mark Four 72%;
                                                            Duke Zero 55%, Assassin Drone 70% each
      1,000,000 trials, seed 42, 0.14 s · evenodds run @canyon -n 1000000 -s 42
    ");
}

#[test]
fn a_narrow_terminal_has_one_column() {
    let options = ScreenOptions {
        width: 60,
        ..options()
    };
    assert_snapshot!(screen(&canyon(), &options), @"
    Ambush in the canyon: very hard. Heroes win 24.3% of the
    time (95% CI 24.2–24.4) with finisher v finisher.

      heroes     24.33%  ▇▇▇▇▇▍
      ambushers  75.67%  ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▋
      turns      15.4 (90%: 8–24) ▃█▇▄▂▁▁
      taken out  Dirk 57%, Emily 60%, Mark Four 72%;
                 Duke Zero 55%, Assassin Drone 70% each
      1,000,000 trials, seed 42, 0.14 s
      evenodds run @canyon -n 1000000 -s 42
    ");
}

#[test]
fn more_than_two_outcomes_have_a_line_each_and_tiny_shares_are_not_0() {
    let mut results = canyon();
    with_outcomes(
        &mut results,
        &[
            ("heroes", "heroes win", 31, true),
            ("ambushers", "ambushers win", 999_960, true),
            ("draw", "no side is left standing", 8, false),
            ("unresolved", "the fight never ends", 1, false),
        ],
    );
    assert_snapshot!(screen(&results, &options()), @"
    Ambush in the canyon: nearly hopeless. Heroes win 0.0031% of the time (95% CI 0.0022–0.0044) with
    finisher v finisher.

      heroes       <0.01%  ▏
      ambushers   >99.99%  ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇
      draw         <0.01%  ▏
      unresolved   <0.01%  ▏
      turns       15.4 (90%: 8–24) ▃█▇▄▂▁▁
      taken out   Dirk 57%, Emily 60%, Mark Four 72%; Duke Zero 55%, Assassin Drone 70% each
      1,000,000 trials, seed 42, 0.14 s · evenodds run @canyon -n 1000000 -s 42
    ");
}

#[test]
fn exact_answers_have_no_interval_no_seed_and_no_trials() {
    let mut results = canyon();
    solved(&mut results, &[0.243_261_7, 0.756_738_3, 0.0, 0.0]);
    results.highlights.clear();
    let options = ScreenOptions {
        command: "evenodds exact @canyon",
        ..ScreenOptions::default()
    };
    assert_snapshot!(screen(&results, &options), @"
    Ambush in the canyon: very hard. Heroes win exactly 24.326…% of the time with finisher v finisher.

      heroes     24.33%  ▇▇▇▇▇▍                  ambushers  75.67%  ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▋
      solved exactly, no trials · evenodds exact @canyon
    ");
}

#[test]
fn sampled_shares_are_notes_beside_exact_ones() {
    let mut results = canyon();
    for outcome in &mut results.outcomes {
        outcome.exact = outcome.share.map(|share| share.value + 0.0001);
    }
    results.highlights.clear();
    assert_snapshot!(screen(&results, &options()), @"
    Ambush in the canyon: very hard. Heroes win exactly 24.34% of the time with finisher v finisher.

      heroes     24.34%  sample 24.33%  ▇▇▇▍            ambushers  75.68%  sample 75.67%  ▇▇▇▇▇▇▇▇▇▇▋
      1,000,000 trials, seed 42, 0.14 s · evenodds run @canyon -n 1000000 -s 42
    ");
}

#[test]
fn an_early_stop_is_reported() {
    let mut results = canyon();
    with_outcomes(
        &mut results,
        &[
            ("heroes", "heroes win", 30, true),
            ("ambushers", "ambushers win", 70, true),
        ],
    );
    results.highlights.clear();
    results.stopped = StopReason::Interrupted;
    assert_snapshot!(screen(&results, &options()), @"
    Ambush in the canyon: hard to very hard. Heroes win 30.0% of the time (95% CI 21.9–39.6) with
    finisher v finisher.

      heroes     30.0%  ▇▇▇▇▇▇▋                 ambushers  70.0%  ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▍
      interrupted after 100 trials, seed 42, 0.14 s · evenodds run @canyon -n 1000000 -s 42
    ");
    results.stopped = StopReason::Precision;
    results.first_trial = 5_000;
    let text = screen(&results, &options());
    assert!(
        text.contains("  precision reached after 100 trials from number 5,000, seed 42, 0.14 s")
    );
}

#[test]
fn a_run_without_trials_is_reported() {
    let mut results = canyon();
    with_outcomes(
        &mut results,
        &[("heroes", "heroes win", 0, true), ("b", "b win", 0, true)],
    );
    results.metrics.clear();
    results.stopped = StopReason::Interrupted;
    assert_snapshot!(screen(&results, &options()), @"
    Ambush in the canyon: there is no estimate yet of whether heroes win.

      heroes  ?                          b       ?
      interrupted after 0 trials, seed 42, 0.14 s · evenodds run @canyon -n 1000000 -s 42
    ");
}

#[test]
fn lines_fit_the_terminal_and_names_cannot_control_it() {
    for columns in [40, 60, 80, 100, 140] {
        let mut results = canyon();
        results.outcomes.truncate(2);
        spoil(&mut results);
        let options = ScreenOptions {
            width: columns,
            command: "",
            ..options()
        };
        let text = screen(&results, &options);
        assert!(!text.contains('\u{1b}'));
        for line in text.lines() {
            let unbroken = line.split_whitespace().map(width).max().unwrap_or(0);
            assert!(width(line) <= columns.max(unbroken + 40), "{line}");
        }
    }
}
