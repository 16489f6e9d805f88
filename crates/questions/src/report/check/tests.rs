//! Tests of the answer of `check` in every medium.

use super::super::text::width;
use super::*;
use crate::report::ScreenOptions;

fn check_screen(report: &CheckReport, options: &ScreenOptions) -> String {
    crate::report::screen(&check_answer(report), options)
}

fn check_json(report: &CheckReport) -> String {
    crate::report::json(&check_answer(report))
}

fn check_markdown(report: &CheckReport) -> String {
    crate::report::markdown(&[check_answer(report)])
}

mod screen {
    use super::super::sample::report;
    use super::*;
    use insta::assert_snapshot;

    #[test]
    fn a_line_for_each_expectation_and_the_counts() {
        let options = ScreenOptions {
            command: "evenodds check scenarios -s 1",
            ..ScreenOptions::default()
        };
        assert_snapshot!(check_screen(&report(), &options), @"
          verdict    expectation  figure  interval         expected    trials
        fights/canyon.toml  Ambush in the canyon
          holds      heroes       24.33%  22.90 to 25.80%  20 to 30%   10,000
          FAILS      mean.turns    5.421  5.401 to 5.441   6 to 7      10,000
          undecided  p50.turns         5  5 to 6           5          160,000
          holds      max.turns        17  17 or more       10 to 30   160,000
        lock.toml
          holds      success      62.50%  exactly          60 to 65%    exact
        new.toml  Nothing yet: no expectations
        bad.toml: faulty

          mean.turns  3 values outside the bounds of the metric were replaced by the bounds
          undecided: the interval includes an end of the expected range; more trials (--max-trials) or a
          wider range may decide it

        5 expectations in 2 files: 3 hold, 1 FAILS, 1 is undecided; 1 file has no expectations; 1 file is
        faulty; 1 file without a kind was left out.
          seed 1 · evenodds check scenarios -s 1
        ");
    }

    #[test]
    fn a_narrow_screen_has_two_lines_for_each() {
        let options = ScreenOptions {
            width: 44,
            ..ScreenOptions::default()
        };
        let text = check_screen(&report(), &options);
        assert!(text.lines().all(|line| width(line) <= 44), "{text}");
        assert_snapshot!(text, @"
        fights/canyon.toml  Ambush in the canyon
          holds      heroes
            figure 24.33%, interval 22.90 to 25.80%,
            expected 20 to 30%, trials 10,000
          FAILS      mean.turns
            figure 5.421, interval 5.401 to 5.441,
            expected 6 to 7, trials 10,000
          undecided  p50.turns
            figure 5, interval 5 to 6, expected 5,
            trials 160,000
          holds      max.turns
            figure 17, interval 17 or more,
            expected 10 to 30, trials 160,000
        lock.toml
          holds      success
            figure 62.50%, interval exactly,
            expected 60 to 65%, trials exact
        new.toml  Nothing yet: no expectations
        bad.toml: faulty

          mean.turns  3 values outside the bounds of
                      the metric were replaced by
                      the bounds
          undecided: the interval includes an end of
          the expected range; more trials
          (--max-trials) or a wider range may decide
          it

        5 expectations in 2 files: 3 hold, 1 FAILS,
        1 is undecided; 1 file has no expectations;
        1 file is faulty; 1 file without a kind was
        left out.
          seed 1
        ");
    }
}

mod json {
    use super::super::sample::report;
    use super::*;

    #[test]
    fn the_keys_are_in_order_and_unbounded_ends_are_null() {
        insta::assert_snapshot!(check_json(&report()), @r#"
        {
          "format": 1,
          "tool": "0.1.0",
          "alpha": 0.05,
          "counts": {"holds": 3, "fails": 1, "undecided": 1, "promise_nothing": 1, "faulty": 1},
          "scenarios": [
            {
              "scenario": {"path": "fights/canyon.toml", "title": "Ambush in the canyon", "kind": "combat", "hash": "0123456789abcdef"},
              "seed": 1,
              "trials": 160000,
              "stopped": "trials",
              "expectations": [
                {"name": "heroes", "verdict": "holds", "value": 0.2433, "low": 0.229, "high": 0.258, "from": 0.2, "to": 0.3, "method": "confidence_sequence", "trials": 10000, "outside": 0},
                {"name": "mean.turns", "verdict": "fails", "value": 5.4213, "low": 5.4012, "high": 5.4414, "from": 6.0, "to": 7.0, "method": "confidence_sequence", "trials": 10000, "outside": 3},
                {"name": "p50.turns", "verdict": "undecided", "value": 5.0, "low": 5.0, "high": 6.0, "from": 5.0, "to": 5.0, "method": "confidence_sequence", "trials": 160000, "outside": 0},
                {"name": "max.turns", "verdict": "holds", "value": 17.0, "low": 17.0, "high": null, "from": 10.0, "to": 30.0, "method": "trials", "trials": 160000, "outside": 0}
              ]
            },
            {
              "scenario": {"path": "lock.toml", "title": "lock", "kind": "combat", "hash": "0123456789abcdef"},
              "seed": 1,
              "trials": 0,
              "stopped": "exact",
              "expectations": [
                {"name": "success", "verdict": "holds", "value": 0.625, "low": 0.625, "high": 0.625, "from": 0.6, "to": 0.65, "method": "exact", "trials": 0, "outside": 0}
              ]
            },
            {
              "scenario": {"path": "new.toml", "title": "Nothing yet", "kind": "combat", "hash": "0123456789abcdef"},
              "seed": 1,
              "trials": 0,
              "stopped": "nothing",
              "expectations": []
            }
          ],
          "faulty": [
            {"path": "bad.toml", "unreadable": false, "message": "bad.toml:1:1: difficulty is missing: it has to be a whole number"}
          ],
          "left_out": [
            "party.toml"
          ],
          "not_judged": [],
          "absent": []
        }
        "#);
    }
}

mod markdown {
    use super::super::sample::report;
    use super::*;

    #[test]
    fn a_row_for_each_expectation() {
        insta::assert_snapshot!(check_markdown(&report()), @"
        ## Expectations

        5 expectations in 2 files: 3 hold, 1 FAILS, 1 is undecided; 1 file has no expectations; 1 file is faulty; 1 file without a kind was left out.

        | file               |   verdict | expectation | figure |        interval |  expected |  trials |
        | ------------------ | --------: | ----------: | -----: | --------------: | --------: | ------: |
        | fights/canyon.toml |     holds |      heroes | 24.33% | 22.90 to 25.80% | 20 to 30% |  10,000 |
        | fights/canyon.toml |     FAILS |  mean.turns |  5.421 |  5.401 to 5.441 |    6 to 7 |  10,000 |
        | fights/canyon.toml | undecided |   p50.turns |      5 |          5 to 6 |         5 | 160,000 |
        | fights/canyon.toml |     holds |   max.turns |     17 |      17 or more |  10 to 30 | 160,000 |
        | lock.toml          |     holds |     success | 62.50% |         exactly | 60 to 65% |   exact |

        - mean.turns: 3 values outside the bounds of the metric were replaced by the bounds

        - new.toml: no expectations
        - bad.toml: faulty

        seed 1, error probability of each verdict at most 0.05, evenodds 0.1.0
        ");
    }
}
