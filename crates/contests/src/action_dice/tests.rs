//! Tests of checks, opposed rolls and orders of action.

use super::checks::TIE;
use super::*;
use evenodds_core::contest::conformance::{assert_enumerated, assert_sampled};
use evenodds_core::contest::{Solve, narrate_with};
use evenodds_core::dice::Scripted;

mod check {
    use super::*;

    fn roll(action: u32, other: u32, kept: Option<u32>) -> ActionRoll {
        ActionRoll {
            name: "Emily".to_owned(),
            action,
            other,
            kept,
        }
    }

    #[test]
    fn a_skill_of_six_dice_can_roll_lower_than_no_skill() {
        // The source text says "still better": with one action die the lowest total is 7; without
        // one the highest is 6.
        let skilled = DifficultyCheck::new(roll(1, 6, None), 7);
        assert_eq!(skilled.exact().unwrap().outcomes, [1.0, 0.0]);
        let unskilled = DifficultyCheck::new(roll(1, 0, None), 7);
        assert_eq!(unskilled.exact().unwrap().outcomes, [0.0, 1.0]);
    }

    #[test]
    fn the_solver_agrees_with_every_throw_enumerated() {
        for (action, other, kept, difficulty) in [
            (1, 0, None, 4),
            (2, 2, Some(3), 13),
            (3, 2, None, 17),
            (1, 5, Some(2), 10),
            (2, 2, Some(0), 1),
        ] {
            assert_enumerated(
                &DifficultyCheck::new(roll(action, other, kept), difficulty),
                3,
                0.0,
            );
        }
    }

    #[test]
    fn samples_agree_within_four_standard_errors() {
        for action in [1, 2, 4] {
            for other in [0, 3, 8] {
                for kept in [None, Some(2), Some(4)] {
                    for difficulty in [5, 12, 24] {
                        assert_sampled(
                            &DifficultyCheck::new(roll(action, other, kept), difficulty),
                            11,
                            20_000,
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn a_transcript_shows_every_die() {
        let transcript = |kept| {
            let dice = &mut Scripted::new(vec![vec![2, 6, 3, 5]]);
            narrate_with(&DifficultyCheck::new(roll(2, 2, kept), 15), dice)
                .lines
                .join("\n")
        };
        insta::assert_snapshot!(transcript(None), @"
        Emily throws 4 dice, {2,3,5,6}: 16.
        16 against a difficulty of 15: Emily succeeds with 1 to spare.
        ");
        insta::assert_snapshot!(transcript(Some(3)), @"
        Emily throws 4 dice, {2,3,5,6}, the best 3 make 14.
        14 against a difficulty of 15: Emily fails, 1 short.
        ");
    }
}

mod opposed {
    use super::*;

    fn opposed(first: (u32, u32, Option<u32>), second: (u32, u32, Option<u32>)) -> Opposed {
        let roll = |name: &str, (action, other, kept)| ActionRoll {
            name: name.to_owned(),
            action,
            other,
            kept,
        };
        Opposed::new([roll("Runner", first), roll("Chaser", second)])
    }

    #[test]
    fn equal_rolls_win_equally_often() {
        let exact = opposed((2, 3, None), (2, 3, None)).exact().unwrap();
        assert!((exact.outcomes[0] - exact.outcomes[1]).abs() < 1e-15);
        let die = opposed((1, 0, None), (1, 0, None)).exact().unwrap();
        assert!((die.outcomes[TIE] - 1.0 / 6.0).abs() < 1e-15);
    }

    #[test]
    fn the_solver_agrees_with_every_throw_enumerated() {
        for (a, b) in [
            ((1, 0, None), (1, 1, None)),
            ((2, 2, Some(3)), (1, 2, Some(3))),
            ((3, 0, None), (1, 2, Some(1))),
        ] {
            assert_enumerated(&opposed(a, b), 4, 0.0);
        }
    }

    #[test]
    fn samples_agree_within_four_standard_errors() {
        for action in [1, 2, 3] {
            for other in [0, 2, 5] {
                for kept in [None, Some(3)] {
                    assert_sampled(&opposed((action, other, kept), (2, 2, None)), 7, 20_000);
                    assert_sampled(&opposed((2, 3, Some(3)), (action, other, kept)), 7, 20_000);
                }
            }
        }
    }

    /// The footrace of the source text: the best three of the runner's four dice count.
    #[test]
    fn the_best_three_of_four_dice_beat_three_dice() {
        let race = opposed((2, 2, Some(3)), (1, 2, Some(3)));
        let mut dice = Scripted::new(vec![vec![1, 4, 6, 3], vec![6, 4, 3]]);
        insta::assert_snapshot!(narrate_with(&race, &mut dice).lines.join("\n"), @"
        Runner throws 4 dice, {1,3,4,6}, the best 3 make 13.
        Chaser throws 3 dice, {3,4,6}: 13.
        13 against 13: a tie.
        ");
        let shares = race.exact().unwrap().outcomes;
        assert_eq!(
            shares
                .iter()
                .map(|share| format!("{share:.4}"))
                .collect::<Vec<_>>(),
            ["0.6222", "0.2922", "0.0856"]
        );
    }
}

mod order {
    use super::*;

    fn order(actions: [u32; 2], declarations: [DeclarationRoll; 2]) -> InitiativeCheck {
        let actor = |who: usize, name: &str| ActorDice {
            name: name.to_owned(),
            action: actions[who],
            declaration: declarations[who],
        };
        InitiativeCheck::new([actor(0, "Knight"), actor(1, "Magician")])
    }

    fn left(left: u32, limited: u32, specialised: u32, total: u32) -> DeclarationRoll {
        DeclarationRoll {
            left,
            limited,
            specialised,
            total,
        }
    }

    #[test]
    fn fewer_dice_left_declare_first_then_limited_then_specialized_then_total() {
        let first = |a, b| order([1, 1], [a, b]).declares();
        assert_eq!(first(left(1, 9, 9, 9), left(2, 0, 0, 0)), Some(0));
        assert_eq!(first(left(2, 3, 0, 0), left(2, 2, 9, 9)), Some(1));
        assert_eq!(first(left(2, 2, 0, 9), left(2, 2, 1, 0)), Some(0));
        assert_eq!(first(left(2, 2, 1, 4), left(2, 2, 1, 3)), Some(1));
        assert_eq!(first(left(2, 2, 1, 3), left(2, 2, 1, 3)), None);
    }

    #[test]
    fn more_action_dice_act_first_and_sums_break_ties() {
        let transcript = |actions, lists: [&[u32]; 3]| {
            let lists = lists.map(<[u32]>::to_vec).to_vec();
            let same = [left(2, 0, 0, 0); 2];
            let mut dice = Scripted::new(lists);
            let lines = narrate_with(&order(actions, same), &mut dice).lines;
            assert_eq!(dice.fault(), None);
            lines.join("\n")
        };
        insta::assert_snapshot!(transcript([2, 1], [&[1, 1], &[6], &[1]]), @"
        Magician declares first, by lot.
        Knight throws 2 action dice, {1,1}: 2.
        Magician throws 1 action die, {6}: 6.
        2 against 1 die: Knight acts first.
        ");
        insta::assert_snapshot!(transcript([2, 2], [&[1, 4], &[3, 3], &[0]]), @"
        Knight declares first, by lot.
        Knight throws 2 action dice, {1,4}: 5.
        Magician throws 2 action dice, {3,3}: 6.
        5 against 6: Magician acts first.
        ");
        insta::assert_snapshot!(transcript([2, 2], [&[2, 4], &[3, 3], &[0]]), @"
        Knight declares first, by lot.
        Knight throws 2 action dice, {2,4}: 6.
        Magician throws 2 action dice, {3,3}: 6.
        6 against 6: both act at once.
        ");
    }

    #[test]
    fn the_solver_agrees_with_every_throw_enumerated() {
        let even = [left(2, 0, 0, 0); 2];
        let uneven = [left(1, 0, 0, 0), left(2, 0, 0, 0)];
        for actions in [[1, 1], [2, 2], [1, 3], [3, 2], [0, 1]] {
            for declarations in [even, uneven] {
                assert_enumerated(&order(actions, declarations), 4, 0.0);
            }
        }
    }

    #[test]
    fn samples_agree_within_four_standard_errors() {
        for actions in [[1, 1], [2, 2], [4, 4], [2, 3]] {
            for declarations in [[left(2, 0, 0, 0); 2], [left(3, 0, 0, 0), left(2, 0, 0, 0)]] {
                assert_sampled(&order(actions, declarations), 3, 20_000);
            }
        }
    }
}
