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
    use super::super::super::text::width;
    use super::super::sample::{exact, several, tuning};
    use super::*;

    fn shown(tuning: &Tuning, width: usize) -> String {
        let options = ScreenOptions {
            width,
            command: "evenodds tune @canyon --vary ... -s 42",
            ..ScreenOptions::default()
        };
        tune_screen(tuning, &options)
    }

    #[test]
    fn values_stand_in_a_table_with_their_neighbours_below() {
        insta::assert_snapshot!(shown(&tuning(), 100), @r#"
        Ambush in the canyon: of 6 values of Assassin Drone count, 3 is the one: heroes win 39.6% of the
        time; with 95% confidence that is within 1 point of 40%.

          How often heroes win: all 6 settings
          Assassin Drone count  heroes    interval   trials        to 40%
          1                      87.1%  82.9–91.3%    1,000  +47.1 points   ruled out
          2                      60.1%  55.0–65.2%    1,000  +20.1 points   ruled out
          3                      39.6%  39.1–40.1%  153,220   -0.4 points  the answer
          4                      24.3%  21.2–27.4%    2,000  -15.7 points   ruled out
          5                      14.1%  10.5–17.7%    1,000  -25.9 points   ruled out
          6                       8.2%   5.2–11.2%    1,000  -31.8 points   ruled out

          All intervals hold together with 95% confidence, however long was played. A setting is ruled out
          once it is proven to be too far from the target, or further than another.
          key          Assassin Drone count is side.ambushers.'Assassin Drone'.count
          neighbours   2 has 60.1%, 20.1 points above 40%; 4 has 24.3%, 15.7 points below 40%
          direction    falls along the values; no rise is proven anywhere
          shown again  39.7% (39.4–40.0%) in 100,000 fresh trials, from number 153,220 on
          to play it   evenodds run @canyon --set "side.ambushers.'Assassin Drone'.count=3"
          259,220 trials, players finisher v finisher, seed 42 · evenodds tune @canyon --vary ... -s 42
        "#);
        insta::assert_snapshot!(shown(&several(), 100), @r#"
        Ambush in the canyon: of 4 settings 2 meet the target, and Assassin Drone count 3 and Dirk dice 4 is
        nearest: heroes win 40.1% of the time; with 95% confidence that is within 1 point of 40%.

          How often heroes win: all 4 settings
          setting                                 heroes    interval  trials        to 40%
          Assassin Drone count 3 and Dirk dice 4   40.1%  39.3–40.9%  40,000   +0.1 points  the answer
          Assassin Drone count 4 and Dirk dice 6   39.7%  39.1–40.3%  80,000   -0.3 points       meets
          Assassin Drone count 3 and Dirk dice 5   52.0%  50.0–54.0%   8,000  +12.0 points   ruled out
          Assassin Drone count 4 and Dirk dice 4   24.3%  21.2–27.4%   2,000  -15.7 points   ruled out

          All intervals hold together with 95% confidence, however long was played. A setting is ruled out
          once it is proven to be too far from the target, or further than another.
          keys         Assassin Drone count is side.ambushers.'Assassin Drone'.count, Dirk dice is
                       side.heroes.Dirk.classes[0].dice
          shown again  39.7% (39.4–40.0%) in 100,000 fresh trials, from number 153,220 on
          to play it
          evenodds run @canyon --set "side.ambushers.'Assassin Drone'.count=3" --set 'side.heroes.Dirk.classes[0].dice=4'
          259,220 trials, players finisher v finisher, seed 42 · evenodds tune @canyon --vary ... -s 42
        "#);
        insta::assert_snapshot!(shown(&exact(), 100), @r#"
        Ambush in the canyon: of 6 values of Assassin Drone count, 3 is the one: heroes win 39.6% of the
        time; that is within 1 point of 40%.

          How often heroes win: all 6 settings
          Assassin Drone count  heroes        to 40%
          1                      87.1%  +47.1 points   ruled out
          2                      60.1%  +20.1 points   ruled out
          3                      39.6%   -0.4 points  the answer
          4                      24.3%  -15.7 points   ruled out
          5                      14.1%  -25.9 points   ruled out
          6                       8.2%  -31.8 points   ruled out

          All figures are exact.
          key         Assassin Drone count is side.ambushers.'Assassin Drone'.count
          neighbours  2 has 60.1%, 20.1 points above 40%; 4 has 24.3%, 15.7 points below 40%
          direction   falls along the values; no rise is proven anywhere
          to play it  evenodds run @canyon --set "side.ambushers.'Assassin Drone'.count=3"
          exact, no trials · evenodds tune @canyon --vary ... -s 42
        "#);
    }

    #[test]
    fn on_a_narrow_screen_no_line_but_commands_is_wider_than_it() {
        for line in shown(&tuning(), 48).lines() {
            assert!(width(line) <= 48 || line.contains("evenodds "), "{line}");
        }
    }

    #[test]
    fn colour_changes_nothing_but_colour_and_names_cannot_steer() {
        let mut tuning = tuning();
        tuning.keys[0] = "a.'\u{1b}[31m'".to_owned();
        tuning.tried[0].values[0] = "\u{1b}[31m".to_owned();
        tuning.phrase = "\u{1b}[31m wins".to_owned();
        let plain = shown(&tuning, 100);
        assert!(!plain.contains('\u{1b}'), "{plain}");
    }
}
