//! The engine, the solver and the best replies beside each other.

use super::super::fighters::tests::{plain, rounds, setup};
use super::*;
use crate::contest::conformance::{assert_enumerated, assert_sampled, assert_sums_to_one};
use crate::contest::{Solve, tell_with};
use crate::contests::action_dice::{Dive, HitTie, Threat};
use crate::dice::Scripted;
use crate::stats::saddle;

/// Two sides of these fighters and players; each fighter is a group.
fn exchange(fighting: [Vec<Fighter>; 2], players: [Player; 2], options: Options) -> Exchange {
    Exchange::new(setup(fighting, players, options))
}

const GUARDED: [Player; 2] = [Player::Guarded; 2];
const ALL_OUT: [Player; 2] = [Player::AllOut; 2];

/// All options beside the usual ones, one by one.
fn other_options(usual: Options) -> Vec<Options> {
    vec![
        usual,
        Options {
            hit_tie: HitTie::Defender,
            ..usual
        },
        Options {
            defend_against: Threat::Strongest,
            ..usual
        },
        Options {
            hits_to_win: 2,
            ..usual
        },
        Options {
            dive: Dive::Dice,
            ..usual
        },
        Options {
            half: crate::contest::Half::Down,
            ..usual
        },
    ]
}

#[test]
fn one_round_agrees_with_every_throw_enumerated() {
    let weak = |change: fn(&mut Fighter)| {
        let mut one = plain(1, 0);
        change(&mut one);
        one
    };
    for options in other_options(rounds(1)) {
        for players in [GUARDED, [Player::Guarded, Player::AllOut]] {
            let duel = [vec![plain(2, 0)], vec![plain(3, 0)]];
            assert_enumerated(&exchange(duel, players, options), 6, 0.0);
        }
        // Low defences, so that most attacks hit.
        let noncombat = || weak(|who| who.noncombat = true);
        let two = [
            vec![noncombat(), noncombat()],
            vec![noncombat(), weak(|_| ())],
        ];
        assert_enumerated(&exchange(two, ALL_OUT, options), 6, 0.0);
        let general = || {
            weak(|who| {
                (who.stance, who.for_defence, who.attack) = (Stance::General, 2, Reach::Ranged);
            })
        };
        let three = [
            vec![noncombat(), weak(|who| who.attack = Reach::Ranged)],
            vec![general()],
        ];
        assert_enumerated(&exchange(three, ALL_OUT, options), 6, 0.0);
        let diver =
            || weak(|who| (who.stance, who.for_defence, who.movement) = (Stance::Dive, 1, 1));
        let shots = || weak(|who| (who.attack, who.noncombat) = (Reach::Ranged, true));
        let dive = [vec![shots(), shots()], vec![diver()]];
        assert_enumerated(&exchange(dive, ALL_OUT, options), 6, 0.0);
    }
}

#[test]
fn who_has_no_die_to_dive_with_dodges_like_one_who_dodges() {
    let shares = |stance| {
        let archer = Fighter {
            attack: Reach::Ranged,
            ..plain(3, 3)
        };
        let other = Fighter {
            stance,
            specialised: Some((Skill::Dodge, 2)),
            ..archer.clone()
        };
        let shooting = exchange([vec![other], vec![archer]], ALL_OUT, rounds(20));
        shooting.exact().unwrap().outcomes
    };
    assert_eq!(shares(Stance::Dive), shares(Stance::Dodge));
    assert!(shares(Stance::Dive)[1] < 0.5);
}

#[test]
fn two_rounds_agree_with_every_throw_enumerated() {
    for options in other_options(rounds(2)) {
        let duel = [vec![plain(1, 0)], vec![plain(1, 1)]];
        assert_enumerated(&exchange(duel, ALL_OUT, options), 8, 0.0);
        let blind = |general| Fighter {
            noncombat: true,
            ..plain(general, 0)
        };
        assert_enumerated(
            &exchange([vec![blind(1)], vec![blind(2)]], ALL_OUT, options),
            8,
            0.0,
        );
    }
}

#[test]
fn samples_agree_within_four_standard_errors() {
    let stances = [
        Stance::Single,
        Stance::Parry,
        Stance::Dodge,
        Stance::General,
        Stance::Dive,
    ];
    for (number, stance) in stances.into_iter().enumerate() {
        for options in other_options(rounds(20)) {
            for players in [GUARDED, [Player::Attack(1), Player::AllOut]] {
                let one = Fighter {
                    stance,
                    attack: Reach::Ranged,
                    ..plain(3, number as u32)
                };
                let other = Fighter {
                    stance,
                    specialised: Some((Skill::Dodge, 1)),
                    attack: Reach::Ranged,
                    ..plain(2, 2)
                };
                let third = Fighter {
                    for_attack: 1,
                    ..plain(2, 1)
                };
                assert_sampled(
                    &exchange([vec![one.clone()], vec![other.clone()]], players, options),
                    3,
                    20_000,
                );
                let group = [vec![one.clone()], vec![other.clone(), third.clone()]];
                assert_sampled(&exchange(group, players, options), 3, 20_000);
            }
        }
    }
    let group = [
        vec![plain(2, 1), plain(2, 1)],
        vec![plain(2, 2), plain(2, 0)],
    ];
    assert_sampled(&exchange(group, GUARDED, rounds(10)), 3, 20_000);
}

#[test]
fn samples_of_the_best_agree_too() {
    for players in [
        [Player::Best; 2],
        [Player::Best, Player::AllOut],
        [Player::Guarded, Player::Best],
    ] {
        for (red, blue) in [
            (plain(4, 0), plain(3, 0)),
            (plain(3, 4), plain(3, 4)),
            (plain(2, 1), plain(3, 0)),
        ] {
            for hits_to_win in [1, 2] {
                let options = Options {
                    hits_to_win,
                    ..rounds(8)
                };
                assert_sampled(
                    &exchange([vec![red.clone()], vec![blue.clone()]], players, options),
                    9,
                    20_000,
                );
            }
        }
    }
}

/// The shares of the first two outcomes.
fn wins(red: &Fighter, blue: &Fighter, players: [Player; 2], options: Options) -> [f64; 2] {
    let exact = exchange([vec![red.clone()], vec![blue.clone()]], players, options)
        .exact()
        .unwrap();
    assert_sums_to_one(&exact);
    [exact.outcomes[0], exact.outcomes[1]]
}

fn score(wins: [f64; 2]) -> f64 {
    0.5 + (wins[0] - wins[1]) / 2.0
}

#[test]
fn no_fixed_split_wins_more_often_than_the_best_reply() {
    let fixed = [
        Player::Attack(1),
        Player::Attack(2),
        Player::Attack(3),
        Player::Guarded,
        Player::AllOut,
    ];
    for (red, blue) in [
        (plain(4, 0), plain(3, 0)),
        (plain(3, 4), plain(3, 4)),
        (plain(2, 1), plain(3, 2)),
    ] {
        for hits_to_win in [1, 3] {
            let options = Options {
                hits_to_win,
                ..rounds(30)
            };
            let worth = score(wins(&red, &blue, [Player::Best; 2], options));
            for other in fixed {
                let best = wins(&red, &blue, [Player::Best, other], options);
                let against = wins(&red, &blue, [other, Player::Best], options);
                for own in fixed {
                    assert!(best[0] >= wins(&red, &blue, [own, other], options)[0] - 1e-9);
                    assert!(against[1] >= wins(&red, &blue, [other, own], options)[1] - 1e-9);
                }
                // Whoever is known can be answered at least as well as whoever is not.
                if best[0] + best[1] > 1.0 - 1e-9 {
                    assert!(score(best) >= worth - 1e-5, "{other:?}");
                }
                if against[0] + against[1] > 1.0 - 1e-9 {
                    assert!(score(against) <= worth + 1e-5, "{other:?}");
                }
            }
        }
    }
}

#[test]
fn of_splits_that_win_alike_the_best_takes_the_one_that_ends_sooner() {
    // Three action dice and six of skill cannot lose to one die without skill, whenever they strike.
    for other in [Player::AllOut, Player::Guarded, Player::Best] {
        let players = [Player::Best, other];
        let duel = exchange([vec![plain(3, 6)], vec![plain(1, 0)]], players, rounds(100));
        let exact = duel.exact().unwrap();
        assert!(exact.outcomes[0] > 1.0 - 1e-9, "{other:?} {exact:?}");
        let mut metrics = exact.metrics.iter();
        let rounds = metrics
            .find(|metric| metric.metric == duel.layout.rounds)
            .unwrap();
        let values = rounds.overall().into_iter();
        let mean: f64 = values.map(|(value, chance)| value as f64 * chance).sum();
        assert!(mean < 1.1, "{other:?}: {mean} rounds");
    }
}

#[test]
fn the_best_against_each_other_play_the_saddle_point_of_the_splits() {
    let mut mixed = 0;
    for (red, blue) in [
        (plain(4, 0), plain(3, 0)),
        (plain(3, 4), plain(3, 4)),
        (plain(3, 1), plain(2, 2)),
    ] {
        let splits = |fighter: &Fighter| {
            (0..=fighter.general)
                .map(Player::Attack)
                .collect::<Vec<_>>()
        };
        let matrix: Vec<Vec<f64>> = splits(&red)
            .iter()
            .map(|&own| {
                let other = splits(&blue);
                other
                    .iter()
                    .map(|&other| score(wins(&red, &blue, [own, other], rounds(1))))
                    .collect()
            })
            .collect();
        let found = saddle(&matrix).unwrap();
        let worth = score(wins(&red, &blue, [Player::Best; 2], rounds(1)));
        assert!((found.value() - worth).abs() < 1e-5, "{found:?} {worth}");
        mixed += usize::from(found.rows.iter().all(|&weight| weight < 0.99));
    }
    assert!(mixed > 0, "all are pure");
}

#[test]
fn those_who_act_at_once_take_each_other_out_and_those_who_are_out_act_no_more() {
    let duel = |tie: bool| {
        let duel = exchange([vec![plain(2, 0)], vec![plain(2, 0)]], ALL_OUT, rounds(3));
        let second = if tie { vec![6, 4] } else { vec![6, 3] };
        let mut dice = Scripted::new(vec![vec![5, 5], second, vec![], vec![]]);
        let story = tell_with(&duel, &mut dice);
        assert_eq!(dice.fault(), None);
        story
    };
    insta::assert_snapshot!(duel(true).lines.join("\n"), @"
    Round 1.
       red 0 attacks with 2 dice of action, {5,5}: 10.
       blue 0 attacks with 2 dice of action, {4,6}: 10.
       red 0: 10 against the 5 of blue 0, a hit.
       blue 0: 10 against the 5 of red 0, a hit.
       red 0 is out.
       blue 0 is out.
    Nobody is left standing.
    ");
    assert_eq!(duel(true).record.outcome, DRAW);
    insta::assert_snapshot!(duel(false).lines.join("\n"), @"
    Round 1.
       red 0 attacks with 2 dice of action, {5,5}: 10.
       blue 0 attacks with 2 dice of action, {3,6}: 9.
       red 0: 10 against the 5 of blue 0, a hit.
       blue 0 is out.
    red wins.
    ");
    assert_eq!(duel(false).record.outcome, 0);
}

#[test]
fn a_parry_holds_against_one_attacker_and_a_general_defence_against_all() {
    let story = |stance, threat| {
        let hero = Fighter {
            stance,
            ..plain(3, 2)
        };
        let strong = Fighter {
            attack_extra: 1,
            ..plain(1, 1)
        };
        let options = Options {
            defend_against: threat,
            ..rounds(1)
        };
        let group = [vec![hero], vec![plain(1, 1), strong]];
        let players = [Player::Attack(1), Player::AllOut];
        let dice = match stance {
            Stance::General => vec![3, 3],
            _ => vec![3, 3, 1, 1],
        };
        let lists = vec![
            vec![1, 1, 2],
            vec![6, 4],
            vec![3, 5, 3],
            dice,
            vec![],
            vec![],
        ];
        let mut dice = Scripted::new(lists);
        let story = tell_with(&exchange(group, players, options), &mut dice);
        assert_eq!(dice.fault(), None);
        story.lines.join("\n")
    };
    insta::assert_snapshot!(story(Stance::Single, Threat::First), @"
    Round 1.
       red 0 parries blue 0 with 4 dice, {1,1,3,3}: 8.
       red 0 attacks with 1 die of action, {1}: 1.
       blue 0 attacks with 1 die of action, {6}: 6.
       blue 1 attacks with 1 die of action, {3}: 3.
       blue 0 adds {4}: 10 against the 15 of red 0, a miss.
       blue 1 adds {3,5}: 11 against the 7 of red 0, a hit.
       red 0 is out.
    blue win.
    ");
    insta::assert_snapshot!(story(Stance::Single, Threat::Strongest), @"
    Round 1.
       red 0 parries blue 1 with 4 dice, {1,1,3,3}: 8.
       red 0 attacks with 1 die of action, {1}: 1.
       blue 0 attacks with 1 die of action, {6}: 6.
       blue 1 attacks with 1 die of action, {3}: 3.
       blue 0 adds {4}: 10 against the 7 of red 0, a hit.
       red 0 is out.
    blue win.
    ");
    insta::assert_snapshot!(story(Stance::General, Threat::First), @"
    Round 1.
       red 0 defends against all with 2 dice, {3,3}: 6.
       red 0 attacks with 1 die of action, {1}: 1.
       blue 0 attacks with 1 die of action, {6}: 6.
       blue 1 attacks with 1 die of action, {3}: 3.
       blue 0 adds {4}: 10 against the 13 of red 0, a miss.
       blue 1 adds {3,5}: 11 against the 13 of red 0, a miss.
       red 0 adds {1,2}: 4 against the 6 of blue 0, a miss.
    The rounds are over, and both sides stand.
    ");
}

#[test]
fn exchanges_that_are_too_large_say_so() {
    let crowd = || vec![plain(3, 2); 8];
    let large = exchange([crowd(), crowd()], ALL_OUT, rounds(10));
    insta::assert_snapshot!(large.exact().unwrap_err().to_string(), @"with so many combatants and dice the ways through a round are too many to go through; `run` it instead");
}
