//! Tests of the engine against the solver, of optimal play, and of legal actions.

mod counts;
mod drama;
mod rollout;
mod transcripts;

use super::super::fighters::UNRESOLVED;
use super::super::fighters::tests::{plain, rounds, setup};
use super::*;
use crate::action_dice::{
    AttackOn, DeclareTie, Dive, HitTie, NoncombatChoice, Options, ReserveRule, TwoDieExtra,
};
use evenodds_core::contest::conformance::{
    assert_enumerated_as_solved, assert_sampled_as_solved, assert_sums_to_one,
};
use evenodds_core::contest::{Describe, Half, Recorder, Solve, play_record};
use evenodds_core::dice::Sampled;
use evenodds_testing::size;
use proptest::prelude::*;

/// Returns an exchange of two sides with these fighters and players; each fighter is its own group.
fn exchange(fighting: [Vec<Fighter>; 2], players: [Player; 2], options: Options) -> Rounds {
    Rounds::new(setup(fighting, players, options))
}

/// Returns a fighter with ranged attacks.
fn archer(general: u32, skill: u32) -> Fighter {
    Fighter {
        attack: AttackReach::Ranged,
        ..plain(general, skill)
    }
}

fn duel(red: Fighter, blue: Fighter, players: [Player; 2], options: Options) -> Rounds {
    exchange([vec![red], vec![blue]], players, options)
}

/// Returns variants of the usual options, each with one option changed.
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
        Options {
            distance: 2,
            range_penalty: 1,
            group_penalty: false,
            answers_reorder: true,
            ..usual
        },
        Options {
            defense_is_action: true,
            ..usual
        },
        Options {
            noncombat_choice: NoncombatChoice::EachRound,
            ..usual
        },
    ]
}

/// Returns fighters for duels, with different kinds of dice and skills.
fn duellists() -> Vec<Fighter> {
    vec![
        plain(1, 0),
        plain(2, 1),
        Fighter {
            stance: Stance::Dive,
            ..archer(2, 0)
        },
        Fighter {
            noncombat: true,
            attack_extra: 1,
            ..plain(2, 0)
        },
        Fighter {
            stance: Stance::General,
            for_defence: 1,
            specialised: Some((Specialty::Dodge, 1)),
            ..plain(1, 1)
        },
        Fighter {
            for_attack: 1,
            specialised: Some((Specialty::Movement, 1)),
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
            let red = archer(1, 0);
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
fn samples_of_random_and_optimal_players_agree_too() {
    let choosing = [
        [Player::Random, Player::Random],
        [Player::Random, Player::Guarded],
        [Player::Optimal, Player::Random],
        [Player::AllOut, Player::Optimal],
        [Player::Optimal, Player::Optimal],
    ];
    let (trials, step) = size((1_000, 3), (4_000, 1));
    for options in other_options(rounds(4)) {
        for (number, red) in duellists().into_iter().enumerate().step_by(step) {
            let blue = duellists().swap_remove((number + 1) % 6);
            let duel = duel(red, blue, choosing[number % 5], options);
            assert_sampled_as_solved(&duel, 5, trials);
        }
        let [red, blue] = [plain(2, 1), plain(3, 0)];
        for players in choosing {
            let duel = duel(red.clone(), blue.clone(), players, options);
            assert_sampled_as_solved(&duel, 5, trials);
        }
    }
}

/// Returns the first side's chance to win plus half of the chance of no winner.
fn score(duel: &Rounds) -> f64 {
    let exact = duel.exact().unwrap();
    assert_sums_to_one(&exact);
    0.5 + (exact.outcomes[0] - exact.outcomes[1]) / 2.0
}

#[test]
fn no_player_scores_higher_than_optimal() {
    let others = [
        Player::AllOut,
        Player::Keep(1),
        Player::Keep(2),
        Player::Guarded,
        Player::Heavy,
        Player::Random,
    ];
    let archer = |general, skill| Fighter {
        movement: 1,
        ..archer(general, skill)
    };
    let usual = rounds(10);
    let far = Options {
        distance: 4,
        range_penalty: 1,
        ..usual
    };
    let chosen = Options {
        noncombat_choice: NoncombatChoice::EachRound,
        defense_is_action: true,
        ..usual
    };
    for (red, blue, options) in [
        (plain(3, 1), plain(3, 1), usual),
        (plain(2, 2), plain(3, 0), usual),
        (
            Fighter {
                stance: Stance::General,
                ..plain(4, 0)
            },
            plain(2, 1),
            usual,
        ),
        (archer(2, 3), archer(1, 1), far),
        (plain(1, 0), plain(1, 1), chosen),
    ]
    .into_iter()
    .step_by(size(5, 1))
    {
        for &hits_to_win in size(&[2][..], &[1, 2]) {
            let options = Options {
                hits_to_win,
                ..options
            };
            let mean_score = |players| score(&duel(red.clone(), blue.clone(), players, options));
            let both = mean_score([Player::Optimal; 2]);
            for other in others {
                let best = mean_score([Player::Optimal, other]);
                let against = mean_score([other, Player::Optimal]);
                assert!(best >= both - 1e-9, "{other:?} {best} {both}");
                assert!(against <= both + 1e-9, "{other:?} {against} {both}");
                for own in others {
                    assert!(best >= mean_score([own, other]) - 1e-9, "{own:?} {other:?}");
                    assert!(
                        against <= mean_score([other, own]) + 1e-9,
                        "{own:?} {other:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn an_archer_that_moves_closer_wins_more_often() {
    let archer = Fighter {
        ranged: 4,
        movement: 2,
        ..archer(1, 0)
    };
    let fencer = Fighter {
        hand_to_hand: 1,
        ..plain(1, 0)
    };
    let options = Options {
        distance: 5,
        range_penalty: 3,
        ..rounds(10)
    };
    let found = score(&duel(archer, fencer, [Player::Optimal; 2], options));
    // At five units an attack loses all skill dice; without moves the score is 0.62275.
    assert!((found - 0.99272).abs() < 5e-6, "{found}");
}

/// Returns a proptest strategy for fighters.
fn any_fighter() -> impl Strategy<Value = Fighter> {
    let skill = prop_oneof![
        Just(Specialty::HandToHand),
        Just(Specialty::Ranged),
        Just(Specialty::Dodge),
        Just(Specialty::Movement)
    ];
    let stance = prop::sample::select(&Stance::ALL[..]);
    (
        (1..=4_u32, 0..=2_u32, 0..=2_u32),
        prop::option::of((skill, 1..=2_u32)),
        (0..=3_u32, any::<[bool; 2]>(), stance),
    )
        .prop_map(
            |((general, for_attack, for_defence), specialised, (skill, flags, stance))| Fighter {
                for_attack,
                for_defence,
                specialised,
                attack: AttackReach::BOTH[usize::from(flags[0])],
                noncombat: flags[1],
                stance,
                ..plain(general, skill)
            },
        )
}

/// Checks the dice of all fighters in a transcript, and returns the number of unused dice.
fn assert_never_overspent(rounds: &Rounds, events: &[Event]) -> u32 {
    let count = rounds.fighters.len();
    let mut noncombat = vec![false; count];
    let mut left = vec![dice_left::DiceLeft::NONE; count];
    let (mut given, mut spent) = (0, 0);
    let mut out = vec![false; count];
    let mut covered = vec![0; count];
    let mut has_general = vec![false; count];
    let sheet = |noncombat: &[bool], who: usize| {
        if rounds.chooses_status() {
            rounds.sheet_as(who, noncombat[who])
        } else {
            &rounds.sheets[who]
        }
    };
    for event in events {
        match *event {
            Event::Round { .. } => {
                noncombat.fill(false);
                has_general.fill(false);
                for who in 0..count {
                    left[who] = if out[who] {
                        dice_left::DiceLeft::NONE
                    } else {
                        sheet(&noncombat, who).start
                    };
                    given += left[who].count();
                }
            }
            Event::Noncombat { fighter } => {
                assert!(rounds.chooses_status() && !out[fighter]);
                noncombat[fighter] = true;
                left[fighter] = sheet(&noncombat, fighter).start;
                given += 1;
            }
            Event::Declared { act } => {
                let sheet = sheet(&noncombat, act.fighter);
                let distance = |target: usize| {
                    let covered: u32 = covered[act.fighter] + covered[target];
                    rounds.options.distance.saturating_sub(covered)
                };
                let mut opponents = (0..count)
                    .filter(|&who| rounds.fighters[who].side != rounds.fighters[act.fighter].side);
                let (sorts, least) = match act.kind {
                    DeclaredAction::Move => {
                        let nearest = match sheet.attack {
                            AttackReach::HandToHand => 1,
                            AttackReach::Ranged => 2,
                        };
                        assert!(opponents.any(|who| !out[who] && distance(who) >= nearest));
                        assert!(
                            sheet.attack == AttackReach::HandToHand
                                || rounds.options.range_penalty > 0
                        );
                        (sheet.move_sorts, 1)
                    }
                    DeclaredAction::Group { targets } => {
                        assert_ne!(targets, 0);
                        (sheet.attack_sorts, 2)
                    }
                    DeclaredAction::Attack { target } => {
                        assert!(!out[target]);
                        assert!(distance(target) == 0 || sheet.attack == AttackReach::Ranged);
                        (sheet.attack_sorts, 1)
                    }
                    DeclaredAction::General => panic!("it is narrated as a defense"),
                };
                assert!(!out[act.fighter]);
                assert!((least..=left[act.fighter].serving(sorts)).contains(&act.used));
                left[act.fighter] = left[act.fighter].without(sorts, act.used);
                spent += act.used;
            }
            Event::Defended {
                fighter,
                guard,
                against,
                ..
            } => {
                let sheet = sheet(&noncombat, fighter);
                let attack = against.map_or(sheet.attack, |against| rounds.sheets[against].attack);
                // More action dice mean more dice rolled, so the roll determines their number.
                let way = (1..=left[fighter].count())
                    .find_map(|dice| {
                        let way = sheet.answer_with(guard.kind, left[fighter], dice, attack)?;
                        (way.guard == guard).then_some(way)
                    })
                    .expect("the dice that are left allow it");
                if guard.kind == GuardKind::General {
                    let may = if rounds.chooses_status() {
                        !noncombat[fighter]
                    } else {
                        !rounds.fighters[fighter].noncombat
                    };
                    assert!(may && (against.is_some() || !has_general[fighter]));
                    has_general[fighter] = true;
                } else {
                    assert_ne!(against, None);
                }
                assert!(guard.kind != GuardKind::Dive || attack == AttackReach::Ranged);
                left[fighter] = left[fighter].without(way.sorts, way.dice);
                spent += way.dice;
            }
            Event::Moved { fighter, units } => covered[fighter] += units,
            Event::Out { fighter } => out[fighter] = true,
            _ => {}
        }
    }
    given - spent
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(size(80, 400)))]
    #[test]
    fn random_players_never_use_more_dice_than_they_have(
        red in prop::collection::vec(any_fighter(), 1..4),
        blue in prop::collection::vec(any_fighter(), 1..4),
        player in 0..NAMED.len() + 2,
        distance in 0..4_u32,
        flags in any::<[bool; 8]>(),
        seed in 0..1_000_000_u64,
    ) {
        let options = Options {
            distance,
            range_penalty: u32::from(flags[0]),
            reserve_rule: ReserveRule::ALL[usize::from(flags[1])],
            declare_tie: DeclareTie::ALL[usize::from(flags[2])],
            attack_on: AttackOn::ALL[2 * usize::from(flags[3])],
            group_penalty: flags[4],
            answers_reorder: flags[5],
            defense_is_action: flags[6],
            noncombat_choice: NoncombatChoice::ALL[usize::from(flags[7])],
            hits_to_win: 2,
            ..rounds(5)
        };
        let more = [Player::Random, Player::Rollout(1)];
        let other = NAMED.iter().chain(&more).nth(player).copied().unwrap();
        let fight = exchange([red, blue], [Player::Random, other], options);
        let mut dice = Sampled::new(seed, &fight.rollers());
        let mut recorder = Recorder(Vec::new());
        let record = play_record(&fight, &mut dice, &mut recorder);
        let unused = assert_never_overspent(&fight, &recorder.0);
        let first = fight.layout.unused;
        let counted: i64 = record.values[first..].iter().sum();
        prop_assert_eq!(counted, i64::from(unused));
    }
}
