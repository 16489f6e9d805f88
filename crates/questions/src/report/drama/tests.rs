//! Tests of the answer of `drama` in every medium.

use super::*;
use crate::report::ScreenOptions;

fn drama_screen(drama: &DramaFigures, options: &ScreenOptions) -> String {
    let replay = Replay {
        path: "@canyon",
        assignments: &[],
    };
    crate::report::screen(&drama_answer(drama, Some(&replay)), options)
}

mod screen {
    use super::super::sample::{ambush, nothing};
    use super::*;

    fn on_screen(drama: &DramaFigures, width: usize) -> String {
        let options = ScreenOptions {
            width,
            command: "evenodds drama @canyon -n 10000 -s 42",
            ..ScreenOptions::default()
        };
        drama_screen(drama, &options)
    }

    #[test]
    fn the_tables_are_aligned() {
        insta::assert_snapshot!(on_screen(&ambush(), 100), @"
        Ambush in the canyon: the lead changes 0.8 times on average, and does not change in 56% of trials;
        the opening rolls explain 38% of who wins, and the side that leads then wins 66% of the time; 46% of
        turns offer a real choice; Dirk misses the most turns, 34%.

          The chance of each side before a turn is estimated by 512 play-outs by these very players. The
          side with the highest chance leads. A turn offers a real choice if expert rates another action,
          but not every action, within 2 points of the best one; between two actions, if it does not.

          Course of play
                                                               mean or share      95% CI
          turns                                                         5.42   5.39–5.45
          lead changes                                                  0.81   0.79–0.83
          trials without a lead change                                 55.8%  54.8–56.7%
          the side that leads before the first turn wins               66.0%  65.1–66.9%
          share of the turns before the winner leads for good          19.7%  19.2–20.2%
          the winner does not lead before the last turn                 0.5%    0.4–0.6%
          the winner was behind                                        44.2%  43.3–45.2%
          lowest chance of the winner                                  57.9%  57.1–58.7%
          the winner was below 10%                                     18.9%  18.2–19.7%
          a side reaches 95% before the end                            98.9%  98.7–99.1%
          turns played after that                                       4.60   4.56–4.64
          that side does not win                                        9.1%    8.5–9.7%
          turns with a real choice                                     45.5%  45.1–45.9%
          turns with one good action                                   30.0%  29.6–30.4%
          turns where nothing is at stake                              24.5%  24.1–24.9%
          variance explained by the opening                            37.5%  35.7–39.3%

          Turns missed, and choices
                                      leaves  median turn  missed after  missed overall  real choices
          Dirk                         85.0%            3         40.0%           34.0%         40.0%
          Emily                        85.0%            3         40.0%           28.0%         40.0%
          all of heroes                                                                         46.0%
          Assassin Drone (each of 4)   85.0%            3         40.0%           22.0%         40.0%
          all of ambushers                                                                      46.0%

          Opening rolls: the estimated chance of heroes before the first turn, and the share of these trials
          won
          estimate  trials  mean estimate    won      95% CI
          0–10%      1,000           5.0%   0.0%    0.0–0.4%
          10–20%     1,000          15.0%  10.0%   8.3–12.0%
          20–30%     1,000          25.0%  20.0%  17.6–22.6%
          30–40%     1,000          35.0%  30.0%  27.2–32.9%
          40–50%         0              –      –           –
          50–60%     1,000          55.0%  50.0%  46.9–53.1%
          60–70%     1,000          65.0%  60.0%  56.9–63.0%
          70–80%     1,000          75.0%  70.0%  67.1–72.8%
          80–90%     1,000          85.0%  80.0%  77.4–82.4%
          90–100%    1,000          95.0%  90.0%  88.0–91.7%

          Luck and decisions, in points of the chance of winning: mean ± half of its 95% interval, with the
          standard deviation between trials in parentheses; decisions as rated by expert
                                                        heroes        ambushers
          chance after the opening rolls        48.0 ±0.9 (44)   52.0 ±0.9 (44)
          effect of dice after that             +0.0 ±0.3 (16)   +0.0 ±0.3 (16)
          wins                                       23.5 ±0.8        76.5 ±0.8
          total absolute effect of dice          5.6 ±0.3 (16)    5.6 ±0.3 (16)
          own decisions against the best ones  -49.0 ±1.0 (52)  -21.0 ±1.0 (52)

          Calibration of the estimates on 2,500 other trials: the chance of heroes at one moment of each
          trial, and the share of these trials won; the mean effect of dice is +0.1 ±0.7 (16)
          estimate  trials  mean estimate    won      95% CI
          0–10%        200           5.0%   0.0%    0.0–1.9%
          10–20%       200          15.0%  10.0%   6.6–14.9%
          20–30%       200          25.0%  20.0%  15.0–26.1%
          30–40%       200          35.0%  30.0%  24.1–36.7%
          40–50%         0              –      –           –
          50–60%       200          55.0%  50.0%  43.1–56.9%
          60–70%       200          65.0%  60.0%  53.1–66.5%
          70–80%       200          75.0%  70.0%  63.3–75.9%
          80–90%       200          85.0%  80.0%  73.9–85.0%
          90–100%      200          95.0%  90.0%  85.1–93.4%

          typical trial                evenodds trace @canyon -s 42 --trial 29
          most lead changes, 2         evenodds trace @canyon -s 42 --trial 6282
          largest comeback, from 0.1%  evenodds trace @canyon -s 42 --trial 9121

          10,000 trials, players finisher v finisher, seed 42 · evenodds drama @canyon -n 10000 -s 42
        ");
    }

    #[test]
    fn an_unreliable_evaluation_hides_the_effects_of_dice() {
        let mut drama = ambush();
        let fault = "positions estimated at 76% for heroes were won 8% of the time";
        drama.pilot.fault = Some(fault.to_owned());
        for side in &mut drama.sides {
            side.change_sources = None;
        }
        let text = on_screen(&drama, 100).replace("\n  ", " ");
        assert!(
            text.contains(&format!(
                "The effect of luck is not shown, because the estimates fail a check on 2,500 other trials: \
                 {fault}."
            )),
            "{text}"
        );
        let row = text.split("effect of dice after that").nth(1).unwrap();
        assert!(row.trim_start().starts_with('–'), "{row}");
    }

    #[test]
    fn a_contest_without_decisions_has_no_drama_figures() {
        let text = on_screen(&nothing(), 100);
        assert!(text.contains("there is no drama to measure"), "{text}");
        assert!(!text.contains("NaN"), "{text}");
    }
}
