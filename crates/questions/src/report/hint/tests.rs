//! Tests of a hint on a screen.

use super::*;
use crate::contest::{BestAction, DescribedEntry, HintPlan, PlayoutCounts};
use crate::report::{ScreenOptions, screen};
use crate::sim::ScenarioIdentity;
use crate::stats::PairedScores;
use insta::assert_snapshot;

fn hinted(by: HintBy, actions: &[(&str, f64, f64)]) -> HintResult {
    let best = actions[0].1;
    let actions = actions
        .iter()
        .map(|&(action, chance, no_winner)| RatedAction {
            certain: false,
            action: action.to_owned(),
            effect: "leaves it 5".to_owned(),
            value: chance,
            no_winner,
            played: matches!(by, HintBy::Played(_)).then(|| PlayoutCounts {
                wins: (chance * 1000.0) as u64,
                no_winner: 0,
                behind: PairedScores {
                    pairs: 1000,
                    sum: 2 * ((best - chance) * 1000.0) as i64,
                    squares: 4 * ((best - chance) * 1000.0) as u64,
                },
            }),
        });
    HintResult {
        scenario: ScenarioIdentity {
            path: "canyon.toml".to_owned(),
            title: "Ambush".to_owned(),
            kind: "combat".to_owned(),
            hash: "0123456789abcdef".to_owned(),
        },
        plan: HintPlan {
            playouts: None,
            quick: true,
            declared: false,
            seed: 42,
        },
        hint: BestAction {
            actor: "Emily".to_owned(),
            turn: "Emily has the turn with 6 4 = 10".to_owned(),
            then: "heroes then win".to_owned(),
            of: HintOf::Chance,
            method: "estimated by expert".to_owned(),
            by,
            table: vec![DescribedEntry {
                name: "Emily".to_owned(),
                side: "heroes".to_owned(),
                dice: vec![6, 4],
                about: String::new(),
            }],
            missing: vec!["Dirk".to_owned()],
            actions: actions.collect(),
        },
    }
}

fn claimed(actions: &[(&str, f64, f64)]) -> String {
    headline::headline(&hinted(HintBy::Estimated, actions))
}

#[test]
fn the_claim_of_a_hint_is_a_sentence() {
    assert_eq!(
        claimed(&[
            ("attack Duke Zero with the 4", 0.37, 0.0),
            ("retreat", 0.35, 0.0)
        ]),
        "Emily should attack Duke Zero with the 4: heroes then win about 37% of the time; the next best action costs 2 points."
    );
    assert_eq!(
        claimed(&[("a", 0.042, 0.0), ("b", 0.042, 0.0), ("c", 0.03, 0.0)]),
        "Emily should a: heroes then win less than 10% of the time; it is equally good to b."
    );
    assert_eq!(
        claimed(&[("a", 0.0, 0.0), ("b", 0.0, 0.0)]),
        "all 2 actions of Emily are equally good: heroes then win less than 10% of the time."
    );
    let certain = |by| headline::headline(&hinted(by, &[("a", 1.0, 0.0), ("b", 0.99, 0.0)]));
    assert_eq!(
        certain(HintBy::Solved),
        "Emily should a: heroes then win in every case; the next best action costs 1 point."
    );
    assert_eq!(
        certain(HintBy::Played(1000)),
        "Emily should a: heroes then win in all of 1,000 play-outs; the next best action costs 1 point."
    );
}

#[test]
fn trials_without_a_winner_count_half() {
    let one = hinted(HintBy::Solved, &[("a", 0.3, 0.2), ("b", 0.35, 0.0)]);
    assert!((one.hint.cost(1) - 0.05).abs() < 1e-12);
}

#[test]
fn a_screen_has_the_ranking_and_the_table() {
    let one = hinted(
        HintBy::Played(1000),
        &[
            ("attack Duke Zero with the 4", 0.37, 0.0),
            ("retreat", 0.1, 0.0),
        ],
    );
    assert_snapshot!(screen(&hint_answer(&one), &ScreenOptions::default()), @"
    Ambush: Emily should attack Duke Zero with the 4: heroes then win in 37% of play-outs; the next best
    action costs 27 points.

      Actions and their costs in points
      action                        wins  costs  95% CI of costs  immediate effect
      attack Duke Zero with the 4  37.0%      –                –  leaves it 5
      retreat                      10.0%     27        24.2–29.7  leaves it 5

      Position
      who    side    dice  sum
      Emily  heroes   6 4  10

      turn       Emily has the turn with 6 4 = 10
      absent     Dirk
      precision  each chance is known to within 3 points (95% CI); costs are more precise, as all
                 actions share common random numbers; with 95% confidence for all of them together,
                 every other action is worse than the first
      1,000 play-outs of each action, estimated by expert, seed 42
    ");
}
