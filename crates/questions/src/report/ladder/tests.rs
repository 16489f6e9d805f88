//! Tests of the answer of `ladder` in every medium.

use super::super::text::width;
use super::*;
use crate::report::ScreenOptions;

fn ladder_screen(ladder: &LadderResult, options: &ScreenOptions) -> String {
    crate::report::screen(&ladder_answer(ladder), options)
}

mod screen {
    use super::super::sample::ladder;
    use super::*;
    use insta::assert_snapshot;

    fn canyon() -> LadderResult {
        let shares = [(2_230, 7_770), (830, 9_170), (4_370, 5_630), (2_430, 7_570)];
        ladder(&["random", "finisher"], &shares, 10_000)
    }

    #[test]
    fn the_matrix_is_aligned_and_marked() {
        let options = ScreenOptions {
            command: "evenodds ladder @canyon --players random,finisher -n 10000 -s 42",
            ..ScreenOptions::default()
        };
        assert_snapshot!(ladder_screen(&canyon(), &options), @r"
        Ambush in the canyon: heroes win 8% to 44% of the time, depending on the players; on common random
        numbers the players decide at least 33% of trials; better play helps heroes and ambushers about
        equally (19 points and 17 points).

          How often heroes win: rows are players of heroes, columns of ambushers
          heroes \ ambushers      random      finisher
          random              22.3% ±0.8     8.3% ±0.5 ◀
          finisher            43.7% ±1.0 ▲  24.3% ±0.8 ◆

          ▲ best response of heroes in its column; ◀ best response of ambushers in its row; ◆ equilibrium:
          best response of both
          equilibrium  finisher v finisher (24.3%)
          4 pairings, 10,000 trials each, seed 42
          evenodds ladder @canyon --players random,finisher -n 10000 -s 42
        ");
    }

    #[test]
    fn the_mixed_strategy_is_shown_without_a_pure_equilibrium() {
        let shares = [
            (50, 50),
            (20, 80),
            (90, 10),
            (80, 20),
            (50, 40),
            (30, 70),
            (10, 90),
            (70, 30),
            (50, 50),
        ];
        let shares = shares.map(|(own, other)| (own * 1_000, other * 1_000));
        let ladder = ladder(&["rock", "paper", "scissors"], &shares, 100_000);
        let text = ladder_screen(&ladder, &ScreenOptions::default());
        let start = text.find("  equilibrium").unwrap();
        let end = text.find("  9 pairings").unwrap();
        assert_snapshot!(&text[start..end], @"
        equilibrium     none in pure strategies
        mixed strategy  heroes: rock 25%, paper 44%, scissors 31%; ambushers: rock 20%, paper 44%,
                        scissors 36%; value 51.0% for heroes, counting half of the trials that neither
                        wins
        ");
    }

    #[test]
    fn columns_that_do_not_fit_are_named_below_the_others() {
        let options = ScreenOptions {
            width: 40,
            ..ScreenOptions::default()
        };
        let text = ladder_screen(&canyon(), &options);
        assert_eq!(text.matches("heroes \\ ambushers").count(), 1, "{text}");
        assert!(text.contains("no room for: "), "{text}");
        assert!(text.lines().all(|line| width(line) <= 40), "{text}");
    }
}
