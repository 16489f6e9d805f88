//! The engine and the solver beside each other, the best play, and what everybody may do.

mod stories;

use super::super::fighters::tests::fighter;
use super::*;
use crate::contest::conformance::{
    assert_enumerated_as_solved, assert_sampled_as_solved, assert_sums_to_one,
};
use crate::contest::{Half, Solve};
use crate::contests::action_dice::{AttackOn, DeclareTie, Dive, HitTie, ReserveRule, TwoDieExtra};

/// Two sides of these fighters and players; each fighter is a group.
fn exchange(fighting: [Vec<Fighter>; 2], players: [Player; 2], options: Options) -> Rounds {
    let mut fighters: Vec<Fighter> = Vec::new();
    let mut fighting = fighting.into_iter();
    let sides = [("red", 0), ("blue", 1)].map(|(name, side): (&str, usize)| {
        let first = fighters.len();
        for (number, one) in fighting.next().into_iter().flatten().enumerate() {
            fighters.push(Fighter {
                name: format!("{name} {number}"),
                side,
                group: fighters.len(),
                ..one
            });
        }
        Side {
            name: name.to_owned(),
            members: first..fighters.len(),
            player: players[side],
        }
    });
    let groups = fighters.iter().map(|fighter| Group {
        label: fighter.name.clone(),
        side: fighter.side,
        size: 1,
    });
    Rounds::new(Setup {
        groups: groups.collect(),
        sides,
        fighters,
        options,
    })
}

/// A duel.
fn duel(red: Fighter, blue: Fighter, players: [Player; 2], options: Options) -> Rounds {
    exchange([vec![red], vec![blue]], players, options)
}

/// Somebody with so many action dice and that many dice in every skill.
fn plain(general: u32, skill: u32) -> Fighter {
    Fighter {
        general,
        hand_to_hand: skill,
        ranged: skill,
        dodge: skill,
        movement: skill,
        ..fighter("", 0)
    }
}

fn rounds(max_rounds: u32) -> Options {
    Options {
        max_rounds,
        ..Options::default()
    }
}

/// All options beside the usual ones, one by one.
fn other_options(usual: Options) -> Vec<Options> {
    vec![
        usual,
        Options {
            hit_tie: HitTie::Defender,
            ..usual
        },
        Options {
            declare_tie: DeclareTie::Random,
            ..usual
        },
        Options {
            reserve_rule: ReserveRule::Lost,
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
            half: Half::Down,
            ..usual
        },
        Options {
            distance: 3,
            range_penalty: 1,
            ..usual
        },
        Options {
            two_die_extra: TwoDieExtra::Whole,
            attack_on: AttackOn::Weakest,
            ..usual
        },
    ]
}

/// Duellists of all sorts.
fn duellists() -> Vec<Fighter> {
    vec![
        plain(1, 0),
        plain(2, 1),
        Fighter {
            attack: Reach::Ranged,
            stance: Stance::Dive,
            ..plain(2, 0)
        },
        Fighter {
            noncombat: true,
            attack_extra: 1,
            ..plain(2, 0)
        },
        Fighter {
            stance: Stance::General,
            for_defence: 1,
            specialised: Some((Skill::Dodge, 1)),
            ..plain(1, 1)
        },
        Fighter {
            for_attack: 1,
            specialised: Some((Skill::Movement, 1)),
            ..plain(1, 0)
        },
    ]
}

const NAMED: [Player; 4] = [
    Player::AllOut,
    Player::Guarded,
    Player::Keep(1),
    Player::Heavy,
];

#[test]
fn one_round_agrees_with_every_throw_enumerated() {
    for options in other_options(rounds(1)) {
        for player in [Player::AllOut, Player::Heavy, Player::Random] {
            let red = Fighter {
                attack: Reach::Ranged,
                ..plain(1, 0)
            };
            let blue = Fighter {
                for_defence: 1,
                stance: Stance::Dive,
                noncombat: true,
                ..plain(1, 0)
            };
            let duel = duel(red, blue, [player, Player::AllOut], options);
            assert_enumerated_as_solved(&duel, 14, 0.0);
        }
    }
}

#[test]
fn samples_agree_within_four_standard_errors() {
    for options in other_options(rounds(6)) {
        for (number, red) in duellists().into_iter().enumerate() {
            for (other, blue) in duellists().into_iter().enumerate() {
                let players = [NAMED[(number + other) % 4], NAMED[other % 4]];
                let duel = duel(red.clone(), blue, players, options);
                assert_sampled_as_solved(&duel, 3, 4_000);
            }
        }
    }
}

#[test]
fn samples_of_those_who_choose_by_chance_or_have_thought_agree_too() {
    let choosing = [
        [Player::Random, Player::Random],
        [Player::Random, Player::Guarded],
        [Player::Optimal, Player::Random],
        [Player::AllOut, Player::Optimal],
        [Player::Optimal, Player::Optimal],
    ];
    for options in other_options(rounds(4)) {
        for (number, red) in duellists().into_iter().enumerate() {
            let blue = duellists().swap_remove((number + 1) % 6);
            let duel = duel(red, blue, choosing[number % 5], options);
            assert_sampled_as_solved(&duel, 5, 4_000);
        }
        let [red, blue] = [plain(2, 1), plain(3, 0)];
        for players in choosing {
            let duel = duel(red.clone(), blue.clone(), players, options);
            assert_sampled_as_solved(&duel, 5, 4_000);
        }
    }
}

/// What the first one's chance to win, and half of that of nobody, is.
fn score(duel: &Rounds) -> f64 {
    let exact = duel.exact().unwrap();
    assert_sums_to_one(&exact);
    0.5 + (exact.outcomes[0] - exact.outcomes[1]) / 2.0
}

#[test]
fn nobody_does_better_than_those_who_have_thought_it_through() {
    let others = [
        Player::AllOut,
        Player::Keep(1),
        Player::Keep(2),
        Player::Guarded,
        Player::Heavy,
        Player::Random,
    ];
    for (red, blue) in [
        (plain(3, 1), plain(3, 1)),
        (plain(2, 2), plain(3, 0)),
        (
            Fighter {
                stance: Stance::General,
                ..plain(4, 0)
            },
            plain(2, 1),
        ),
    ] {
        for hits_to_win in [1, 2] {
            let options = Options {
                hits_to_win,
                ..rounds(10)
            };
            let worth = |players| score(&duel(red.clone(), blue.clone(), players, options));
            let both = worth([Player::Optimal; 2]);
            for other in others {
                let best = worth([Player::Optimal, other]);
                let against = worth([other, Player::Optimal]);
                assert!(best >= both - 1e-9, "{other:?} {best} {both}");
                assert!(against <= both + 1e-9, "{other:?} {against} {both}");
                for own in others {
                    assert!(best >= worth([own, other]) - 1e-9, "{own:?} {other:?}");
                    assert!(against <= worth([other, own]) + 1e-9, "{own:?} {other:?}");
                }
            }
        }
    }
}
