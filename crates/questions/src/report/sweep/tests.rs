//! Tests of the answer of a sweep in every medium.

use super::*;
use crate::report::ScreenOptions;

fn sweep_screen(sweep: &SweepResult, options: &ScreenOptions) -> String {
    crate::report::screen(&sweep_answer(sweep), options)
}

mod screen {
    use super::*;
    use crate::analysis::{SweepPlan, grid};
    use crate::scenario::open_simple as open;
    use crate::sim::NoProgress;
    use insta::assert_snapshot;

    fn swept(name: &str, vary: &[&str], figures: &[&str], trials: Option<u64>) -> SweepResult {
        let scenario = open(name, &[]).unwrap();
        let plan = SweepPlan {
            vary: vary.iter().map(|text| text.parse().unwrap()).collect(),
            figures: figures.iter().map(|&name| name.to_owned()).collect(),
            trials,
            seed: 1,
            ..SweepPlan::default()
        };
        let grid = grid(&scenario, &plan).unwrap();
        grid.play(&NoProgress, &|_, _| {}).unwrap()
    }

    fn on_screen(sweep: &SweepResult, width: usize) -> String {
        let options = ScreenOptions {
            width,
            command: "evenodds sweep FILE",
            ..ScreenOptions::default()
        };
        sweep_screen(sweep, &options)
    }

    #[test]
    fn one_key_is_a_list_with_bars() {
        let exact = swept("@lockpick", &["difficulty=6..16/2"], &[], None);
        assert_snapshot!(on_screen(&exact, 100), @"
        A tricky lock: the chance that Skinner the Burglar succeeds falls from 90.7% at difficulty=6 to
        31.3% at difficulty=16, significantly at every step.

          difficulty  success  95% CI
          6            90.70%   exact  ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▎
          8            80.46%   exact  ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▏
          10           68.74%   exact  ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▋
          12           56.28%   exact  ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▉
          14           43.07%   exact  ▇▇▇▇▇▇▇▇▇▇▇▇▉
          16           31.35%   exact  ▇▇▇▇▇▇▇▇▇▍

          6 settings, solved exactly · evenodds sweep FILE
        ");
        let vary = ["side.heroes.Dirk.classes[0].dice=1..6"];
        let sampled = swept("@canyon", &vary, &[], Some(2_000));
        assert_snapshot!(on_screen(&sampled, 100), @"
        Ambush in the canyon: the chance that heroes win rises from 3.4% at Dirk dice=1 to 59.8% at Dirk
        dice=6, significantly at every step; players finisher v finisher.

          Dirk dice  heroes      95% CI
          1            3.4%    2.6–4.2%  ▇
          2            6.5%    5.5–7.6%  ▇▉
          3           12.2%  10.8–13.7%  ▇▇▇▋
          4           25.1%  23.3–27.1%  ▇▇▇▇▇▇▇▌
          5           41.1%  39.0–43.3%  ▇▇▇▇▇▇▇▇▇▇▇▇▍
          6           59.8%  57.6–61.9%  ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇

          Dirk dice is side.heroes.Dirk.classes[0].dice
          6 settings, 2,000 trials each, seed 1 · evenodds sweep FILE
        ");
    }

    #[test]
    fn choices_have_no_trend_and_figures_are_side_by_side() {
        let vary = ["side.heroes.player=random,brawler,finisher"];
        let figures = ["heroes", "mean.turns", "p95.turns"];
        let sweep = swept("@canyon", &vary, &figures, Some(2_000));
        assert_snapshot!(on_screen(&sweep, 100), @"
        Ambush in the canyon: the chance that heroes win ranges from 8.2% at heroes player=random to 29.2%
        at heroes player=brawler; the mean of turns ranges from 5.44 at heroes player=finisher to 5.94 at
        heroes player=random; the 95th percentile of turns ranges from 8 at heroes player=finisher to 10 at
        heroes player=random.

          heroes player  heroes      95% CI  mean of turns     95% CI  p95 of turns
          random           8.2%    7.1–9.5%           5.94  5.84–6.03            10
          brawler         29.2%  27.3–31.3%           5.79  5.71–5.88            10
          finisher        25.1%  23.3–27.1%           5.44  5.37–5.52             8

          heroes player is side.heroes.player
          3 settings, 2,000 trials each, seed 1 · evenodds sweep FILE
        ");
    }

    #[test]
    fn two_keys_are_one_matrix_and_three_keys_are_more() {
        let vary = ["difficulty=8..12/2", "actor.dice=1..3"];
        assert_snapshot!(on_screen(&swept("@lockpick", &vary, &[], None), 100), @r"
        A tricky lock: the chance that Skinner the Burglar succeeds ranges from 33.0% (difficulty=12, actor
        dice=1) to 94.6% (difficulty=8, actor dice=3); it falls with difficulty and rises with actor dice.

          The chance that Skinner the Burglar succeeds: rows are difficulty, columns actor dice
          difficulty \ actor dice       1       2       3
          8                        59.81%  80.46%  94.57%
          10                       46.42%  68.74%  87.26%
          12                       33.02%  56.28%  77.21%

          actor dice is actor.dice
          9 settings, solved exactly · evenodds sweep FILE
        ");
        let vary = ["difficulty=8..10", "actor.dice=1..2", "actor.fit=full,semi"];
        assert_snapshot!(on_screen(&swept("@lockpick", &vary, &[], None), 100), @r"
        A tricky lock: the chance that Skinner the Burglar succeeds ranges from 46% (difficulty=10, actor
        dice=1, actor fit=full) to 80% (difficulty=8, actor dice=2, actor fit=full); it falls with
        difficulty and rises with actor dice.

          The chance that Skinner the Burglar succeeds: rows are difficulty, columns actor dice; actor
          fit=full
          difficulty \ actor dice       1       2
          8                        59.81%  80.46%
          9                        53.11%  74.70%
          10                       46.42%  68.74%

          The chance that Skinner the Burglar succeeds: rows are difficulty, columns actor dice; actor
          fit=semi
          difficulty \ actor dice       1       2
          8                        59.81%  59.81%
          9                        53.11%  53.11%
          10                       46.42%  46.42%

          actor dice is actor.dice, actor fit is actor.fit
          12 settings, solved exactly · evenodds sweep FILE
        ");
    }

    #[test]
    fn four_keys_are_a_list_and_a_key_of_one_value_is_shown_once() {
        let vary = [
            "difficulty=8..9",
            "actor.dice=1..2",
            "actor.fit=full,semi",
            "rules.half=up",
            "helper[0].dice=1,6",
        ];
        let text = on_screen(&swept("@lockpick", &vary, &[], None), 100);
        assert_eq!(text.matches("semi").count(), 8, "{text}");
        assert!(text.contains("in all settings rules.half=up"), "{text}");
    }

    #[test]
    fn exact_values_are_shown_with_sampled_ones_if_any() {
        let sweep = swept("@lockpick", &["difficulty=9..10"], &[], Some(1_000));
        assert_snapshot!(on_screen(&sweep, 100), @"
        A tricky lock: the chance that Skinner the Burglar succeeds falls from 74.7% at difficulty=9 to
        68.7% at difficulty=10.

          difficulty  success  95% CI       sampled
          9            74.70%   exact  74.00% ±2.71  ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▍
          10           68.74%   exact  68.60% ±2.87  ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▋

          2 settings, 1,000 trials each, seed 1 · evenodds sweep FILE
        ");
    }

    #[test]
    fn settings_with_different_numbers_of_trials_are_counted_separately() {
        let vary = ["side.red.player=finisher,{ name = 'rollout', playouts = 1 }"];
        let mut sweep = swept("@duel", &vary, &[], Some(50));
        sweep.settings[1].results.trials = 2_000;
        let text = on_screen(&sweep, 100);
        assert!(
            text.contains("2 settings: 1 of 2,000 trials, 1 of 50 trials, seed 1"),
            "{text}"
        );
        assert!(text.contains("rollout, playouts 1 "), "{text}");
    }

    #[test]
    fn insignificant_trends_are_not_claimed() {
        let vary = ["side.heroes.Emily.classes[0].name=Hunter,Scout"];
        let sweep = swept("@canyon", &vary, &[], Some(500));
        let text = on_screen(&sweep, 120);
        assert!(
            text.contains("for all values of Emily name, without a significant"),
            "{text}"
        );
        let vary = ["rules.max_rerolls=900..1000/50"];
        let sweep = swept("@canyon", &vary, &["mean.turns"], Some(500));
        let text = on_screen(&sweep, 100);
        assert!(text.contains("for all values of max_rerolls"), "{text}");
    }
}

#[test]
fn columns_of_keys_have_the_types_of_their_values() {
    let key = |text: &str| text.parse::<Vary>().unwrap();
    assert_eq!(
        values(&key("a=1,2.5"), &[1, 0]),
        ColumnValues::Numbers(vec![Some(2.5), Some(1.0)])
    );
    assert_eq!(
        values(&key("a=true,false"), &[0, 1]),
        ColumnValues::Flags(vec![Some(true), Some(false)])
    );
}
