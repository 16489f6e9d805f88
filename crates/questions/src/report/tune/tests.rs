//! Tests of a tuning on a screen.

use super::*;
use crate::report::ScreenOptions;

fn tune_screen(tuning: &Tuning, options: &ScreenOptions) -> String {
    let replay = Replay {
        path: "@canyon",
        assignments: &[],
    };
    crate::report::screen(&tune_answer(tuning, Some(&replay)), options)
}

mod screen {
    use super::super::sample::{exact, several, tuning};
    use super::*;

    fn on_screen(tuning: &Tuning, width: usize) -> String {
        let options = ScreenOptions {
            width,
            command: "evenodds tune @canyon --vary ... -s 42",
            ..ScreenOptions::default()
        };
        tune_screen(tuning, &options)
    }

    #[test]
    fn values_are_a_table_with_the_neighbors_of_the_answer_below() {
        insta::assert_snapshot!(on_screen(&tuning(), 100), @r#"
        Ambush in the canyon: heroes win 39.6% of the time with Assassin Drone count 3, within 1 point of
        40% (95% confidence, 6 values of Assassin Drone count tried).

          How often heroes win: all 6 settings
          Assassin Drone count              heroes    interval   trials        to 40%
          1                     ruled out    87.1%  82.9–91.3%    1,000  +47.1 points
          2                     ruled out    60.1%  55.0–65.2%    1,000  +20.1 points
          3                     the answer   39.6%  39.1–40.1%  153,220   -0.4 points
          4                     ruled out    24.3%  21.2–27.4%    2,000  -15.7 points
          5                     ruled out    14.1%  10.5–17.7%    1,000  -25.9 points
          6                     ruled out     8.2%   5.2–11.2%    1,000  -31.8 points

          The intervals are simultaneous at 95% confidence and valid at any stopping time. A setting is
          ruled out when it is proven to be outside the tolerance, or farther from the target than another
          setting.
          key         Assassin Drone count is side.ambushers.'Assassin Drone'.count
          neighbors   2 has 60.1%, 20.1 points above 40%; 4 has 24.3%, 15.7 points below 40%
          direction   decreasing (no significant increase)
          validation  39.7% (39.4–40.0%) in 100,000 new trials, from trial 153,220 on
          run it      evenodds run @canyon --set "side.ambushers.'Assassin Drone'.count=3"
          259,220 trials, players finisher v finisher, seed 42 · evenodds tune @canyon --vary ... -s 42
        "#);
        insta::assert_snapshot!(on_screen(&several(), 100), @r#"
        Ambush in the canyon: heroes win 40.1% of the time with Assassin Drone count 3 and Dirk dice 4,
        within 1 point of 40% (95% confidence, 4 settings tried); 2 settings meet the target, and this one
        is the nearest.

          How often heroes win: all 4 settings
          setting                                             heroes    interval  trials        to 40%
          Assassin Drone count 3 and Dirk dice 4  the answer   40.1%  39.3–40.9%  40,000   +0.1 points
          Assassin Drone count 4 and Dirk dice 6  meets        39.7%  39.1–40.3%  80,000   -0.3 points
          Assassin Drone count 3 and Dirk dice 5  ruled out    52.0%  50.0–54.0%   8,000  +12.0 points
          Assassin Drone count 4 and Dirk dice 4  ruled out    24.3%  21.2–27.4%   2,000  -15.7 points

          The intervals are simultaneous at 95% confidence and valid at any stopping time. A setting is
          ruled out when it is proven to be outside the tolerance, or farther from the target than another
          setting.
          keys        Assassin Drone count is side.ambushers.'Assassin Drone'.count, Dirk dice is
                      side.heroes.Dirk.classes[0].dice
          validation  39.7% (39.4–40.0%) in 100,000 new trials, from trial 153,220 on
          run it
          evenodds run @canyon --set "side.ambushers.'Assassin Drone'.count=3" --set 'side.heroes.Dirk.classes[0].dice=4'
          259,220 trials, players finisher v finisher, seed 42 · evenodds tune @canyon --vary ... -s 42
        "#);
        insta::assert_snapshot!(on_screen(&exact(), 100), @r#"
        Ambush in the canyon: heroes win 39.6% of the time with Assassin Drone count 3, within 1 point of
        40% (6 values of Assassin Drone count tried).

          How often heroes win: all 6 settings
          Assassin Drone count              heroes        to 40%
          1                     ruled out    87.1%  +47.1 points
          2                     ruled out    60.1%  +20.1 points
          3                     the answer   39.6%   -0.4 points
          4                     ruled out    24.3%  -15.7 points
          5                     ruled out    14.1%  -25.9 points
          6                     ruled out     8.2%  -31.8 points

          All figures are exact.
          key        Assassin Drone count is side.ambushers.'Assassin Drone'.count
          neighbors  2 has 60.1%, 20.1 points above 40%; 4 has 24.3%, 15.7 points below 40%
          direction  decreasing (no significant increase)
          run it     evenodds run @canyon --set "side.ambushers.'Assassin Drone'.count=3"
          exact, no trials · evenodds tune @canyon --vary ... -s 42
        "#);
    }
}
