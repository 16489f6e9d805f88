//! Tests of the answer of a comparison in every medium.

use super::super::text::width;
use super::*;
use crate::report::ScreenOptions;

fn compare_screen(comparison: &Comparison, options: &ScreenOptions) -> String {
    crate::report::screen(&compare_answer(comparison), options)
}

fn compare_json(comparison: &Comparison) -> String {
    crate::report::json(&compare_answer(comparison))
}

fn compare_markdown(comparisons: &[Comparison]) -> String {
    let answers: Vec<Answer> = comparisons.iter().map(compare_answer).collect();
    crate::report::markdown(&answers)
}

mod screen {
    use super::super::sample::comparison;
    use super::*;
    use insta::assert_snapshot;

    #[test]
    fn the_figures_are_side_by_side() {
        let options = ScreenOptions {
            command: "evenodds compare @canyon --vary side.heroes.player=brawler -s 1",
            ..ScreenOptions::default()
        };
        assert_snapshot!(compare_screen(&comparison(), &options), @"
        Ambush in the canyon: with side.heroes.player=brawler, heroes win less often: 14.33% instead of
        24.33% (9.60 to 10.40 points less, 95% CI).

                          A       B  difference         interval  verdict
          heroes     24.33%  14.33%      -10.00  -10.40 to -9.60  different
          ambushers  75.67%  85.67%      +10.00  +9.60 to +10.40  different
          crowd       1.00%   1.10%       +0.10   -0.30 to +0.50  no larger than 0.5 points

                          A      B  difference          interval
          mean.turns  5.420  5.110      -0.310  -0.350 to -0.270

          A            Ambush in the canyon (players finisher v finisher)
          B            with side.heroes.player=brawler (players brawler v finisher)
          certainty    all verdicts together have 95% confidence at any stopping time; other intervals hold
                       individually
          discordance  14.58% of the trials have different outcomes in A and B; heroes in 12.29% only in A,
                       in 2.29% only in B
          pairing      without common random numbers, heroes would need 1.8 times as many trials
          never        draw, in neither contest
          only in A    returns.Beast
          12,207 trials of each, seed 1 · evenodds compare @canyon --vary side.heroes.player=brawler -s 1
        ");
    }

    #[test]
    fn a_narrow_screen_has_one_column() {
        let options = ScreenOptions {
            width: 44,
            ..ScreenOptions::default()
        };
        let text = compare_screen(&comparison(), &options);
        assert!(text.lines().all(|line| width(line) <= 44), "{text}");
        assert_snapshot!(text, @"
        Ambush in the canyon: with
        side.heroes.player=brawler, heroes win less
        often: 14.33% instead of 24.33% (9.60 to
        10.40 points less, 95% CI).

          heroes
            A 24.33%, B 14.33%, difference -10.00,
            interval -10.40 to -9.60,
            verdict different
          ambushers
            A 75.67%, B 85.67%, difference +10.00,
            interval +9.60 to +10.40,
            verdict different
          crowd
            A 1.00%, B 1.10%, difference +0.10,
            interval -0.30 to +0.50,
            verdict no larger than 0.5 points

          mean.turns
            A 5.420, B 5.110, difference -0.310,
            interval -0.350 to -0.270

          A            Ambush in the canyon (players
                       finisher v finisher)
          B            with
                       side.heroes.player=brawler
                       (players brawler v finisher)
          certainty    all verdicts together have
                       95% confidence at any
                       stopping time; other
                       intervals hold individually
          discordance  14.58% of the trials have
                       different outcomes in A and
                       B; heroes in 12.29% only in
                       A, in 2.29% only in B
          pairing      without common random
                       numbers, heroes would need
                       1.8 times as many trials
          never        draw, in neither contest
          only in A    returns.Beast
          12,207 trials of each, seed 1
        ");
    }
}

mod json {
    use super::super::sample::comparison;
    use super::*;

    #[test]
    fn the_keys_are_in_order() {
        insta::assert_snapshot!(compare_json(&comparison()), @r#"
        {
          "format": 1,
          "tool": "0.1.0",
          "a": {"path": "canyon.toml", "title": "Ambush in the canyon", "kind": "combat", "hash": "0123456789abcdef"},
          "b": {"path": "canyon.toml", "title": "Ambush in the canyon", "kind": "combat", "hash": "fedcba9876543210"},
          "changes": [
            "side.heroes.player=brawler"
          ],
          "seed": 1,
          "trials": 12207,
          "stopped": "decided",
          "interval": {"method": "confidence_sequence", "level": 0.95},
          "otherwise": 1780,
          "figures": [
            {"name": "heroes", "verdict": "different", "margin": 0.005, "a": 0.2433, "b": 0.14329999999999998, "difference": -0.1, "low": -0.10400000000000001, "high": -0.096, "alpha": 0.016666666666666666, "only_a": 1500, "only_b": 280, "outside": 0, "pairing": 1.83},
            {"name": "ambushers", "verdict": "different", "margin": 0.005, "a": 0.7567, "b": 0.8567, "difference": 0.1, "low": 0.096, "high": 0.10400000000000001, "alpha": 0.016666666666666666, "only_a": null, "only_b": null, "outside": 0, "pairing": null},
            {"name": "crowd", "verdict": "no_larger_difference", "margin": 0.005, "a": 0.01, "b": 0.011, "difference": 0.001, "low": -0.003, "high": 0.005, "alpha": 0.016666666666666666, "only_a": null, "only_b": null, "outside": 0, "pairing": null},
            {"name": "draw", "verdict": "no_larger_difference", "margin": 0.005, "a": 0.0, "b": 0.0, "difference": 0.0, "low": -0.004, "high": 0.004, "alpha": 0.016666666666666666, "only_a": null, "only_b": null, "outside": 0, "pairing": null},
            {"name": "mean.turns", "verdict": null, "margin": null, "a": 5.42, "b": 5.11, "difference": -0.31, "low": -0.35, "high": -0.27, "alpha": 0.016666666666666666, "only_a": null, "only_b": null, "outside": 0, "pairing": null},
            {"name": "mean.rerolls", "verdict": null, "margin": null, "a": 1.2, "b": 0.8899999999999999, "difference": -0.31, "low": -0.35, "high": -0.27, "alpha": 0.016666666666666666, "only_a": null, "only_b": null, "outside": 0, "pairing": null}
          ],
          "only_a": [
            "returns.Beast"
          ],
          "only_b": []
        }
        "#);
    }
}

mod markdown {
    use super::super::sample::comparison;
    use super::*;

    #[test]
    fn all_figures_are_included() {
        insta::assert_snapshot!(compare_markdown(&[comparison()]), @"
        ## Ambush in the canyon / with side.heroes.player=brawler

        Ambush in the canyon: with side.heroes.player=brawler, heroes win less often: 14.33% instead of 24.33% (9.60 to 10.40 points less, 95% CI).

        |           |      A |      B | difference |        interval |                   verdict |
        | --------- | -----: | -----: | ---------: | --------------: | ------------------------: |
        | heroes    | 24.33% | 14.33% |     -10.00 | -10.40 to -9.60 |                 different |
        | ambushers | 75.67% | 85.67% |     +10.00 | +9.60 to +10.40 |                 different |
        | crowd     |  1.00% |  1.10% |      +0.10 |  -0.30 to +0.50 | no larger than 0.5 points |

        |              |     A |     B | difference |         interval |
        | ------------ | ----: | ----: | ---------: | ---------------: |
        | mean.turns   | 5.420 | 5.110 |     -0.310 | -0.350 to -0.270 |
        | mean.rerolls | 1.200 | 0.890 |     -0.310 | -0.350 to -0.270 |

        - A: Ambush in the canyon (players finisher v finisher)
        - B: with side.heroes.player=brawler (players brawler v finisher)
        - certainty: all verdicts together have 95% confidence at any stopping time; other intervals hold individually
        - discordance: 14.58% of the trials have different outcomes in A and B; heroes in 12.29% only in A, in 2.29% only in B
        - pairing: without common random numbers, heroes would need 1.8 times as many trials
        - never: draw, in neither contest
        - only in A: returns.Beast

        12,207 trials of each, seed 1, hashes 0123456789abcdef and fedcba9876543210, evenodds 0.1.0
        ");
    }
}

mod values {
    use super::super::sample::comparison;
    use super::*;
    use crate::charts::Chart;
    use crate::report::ReportChart;

    fn with(change: &str) -> Comparison {
        Comparison {
            changes: vec![change.to_owned()],
            ..comparison()
        }
    }

    fn charts(answer: &Answer) -> Vec<&Chart> {
        let charts = answer.charts.iter();
        charts.map(|ReportChart { chart, .. }| chart).collect()
    }

    #[test]
    fn values_of_one_key_are_one_table() {
        let all = [with("rules.half=up"), with("rules.half=down")];
        let answer = values_answer(&all).unwrap();
        assert!(matches!(charts(&answer)[..], [Chart::Targeted(_), ..]));
        insta::assert_snapshot!(crate::report::screen(&answer, &ScreenOptions::default()), @"
        Ambush in the canyon: for half up, down: of 6 figures, 4 differ and 2 differ by no more than the
        margin.

          half  figure          A       B  difference         interval  verdict
          up    heroes     24.33%  14.33%      -10.00  -10.40 to -9.60  different
                ambushers  75.67%  85.67%      +10.00  +9.60 to +10.40  different
                crowd       1.00%   1.10%       +0.10   -0.30 to +0.50  within margin
          down  heroes     24.33%  14.33%      -10.00  -10.40 to -9.60  different
                ambushers  75.67%  85.67%      +10.00  +9.60 to +10.40  different
                crowd       1.00%   1.10%       +0.10   -0.30 to +0.50  within margin

          A          Ambush in the canyon
          B          with each value of rules.half
          certainty  the verdicts about each value together have 95% confidence at any stopping time; they
                     are not corrected for the number of values
          pairing    A and B use common random numbers: the same seed and trial numbers
          24,414 trials of A and of B, seed 1
        ");
        assert!(values_answer(&all[..1]).is_none());
        assert!(values_answer(&[with("rules.half=up"), with("rules.of=2")]).is_none());
    }

    #[test]
    fn numbers_are_areas_of_all_outcomes_and_a_curve_of_each_difference() {
        let answer = values_answer(&[with("field.dice=3"), with("field.dice=2")]).unwrap();
        let charts = charts(&answer);
        let [Chart::StackedAreas(areas), Chart::Curve(curve), ..] = charts[..] else {
            panic!("{charts:?}")
        };
        // The draw never occurs.
        assert_eq!((areas.layers.len(), charts.len()), (3, 4));
        let places: Vec<f64> = curve.points.iter().map(|point| point.x).collect();
        assert_eq!(places, [2.0, 3.0]);
        let band = curve.target.as_ref().unwrap();
        assert_eq!((band.value, band.tolerance), (0.0, 0.5));
    }
}
