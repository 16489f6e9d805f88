//! Tests of the answer of `advise` on a screen.

use super::*;
use crate::report::ScreenOptions;

fn advise_screen(advice: &Advice, options: &ScreenOptions) -> String {
    let replay = Replay {
        path: "@canyon",
        assignments: &[],
    };
    crate::report::screen(&advise_answer(advice, Some(&replay)), options)
}

mod screen {
    use super::super::sample::advice;
    use super::*;

    fn on_screen(advice: &Advice, width: usize) -> String {
        let options = ScreenOptions {
            width,
            command: "evenodds advise @canyon --target heroes=0.5 -s 42",
            ..ScreenOptions::default()
        };
        advise_screen(advice, &options)
    }

    #[test]
    fn the_nearest_changes_are_a_table_with_commands_below() {
        insta::assert_snapshot!(on_screen(&advice(), 100), @r#"
        Ambush in the canyon: heroes win 41.2% of the time with "ambushers, Assassin Drone: count 4 → 3"
        instead of 24.3%, 8.8 points below 50%; no other change is nearer by more than 1 point (95%
        confidence, 5 one-step changes).

          How often heroes win, after one-step changes, the nearest to the target first
             change                                  heroes      effect  to 50%
             unchanged                                24.3%               -25.7
          1  ambushers, Assassin Drone: count 4 → 3   41.2%  +16.9 ±0.4    -8.8         nearest
          2  Dirk, Former Mercenary: dice 4 → 5       40.9%  +16.6 ±0.4    -9.1  may be nearest
          3  heroes: with cover (dice 1)              29.3%   +5.0 ±0.4   -20.7
          4  heroes: without Emily                     4.3%  -20.0 ±0.4   -45.7

          Effects and distances are in points. The intervals are simultaneous at 95% confidence and valid at
          any stopping time. Each change is compared with the unchanged contest on common random numbers.
          left out   not accepted by the file: 1
          no effect  1

          Commands that run them:
          1  evenodds run @canyon --set "side.ambushers.'Assassin Drone'.count=3"
          2  evenodds run @canyon --set 'side.heroes.Dirk.classes[0].dice=5'
          3  evenodds run @canyon --set 'side.heroes.cover={ dice = 1 }'
          4  evenodds run @canyon --set side.heroes.Emily=

          600,000 trials, players finisher v finisher, seed 42
          evenodds advise @canyon --target heroes=0.5 -s 42
        "#);
    }
}
