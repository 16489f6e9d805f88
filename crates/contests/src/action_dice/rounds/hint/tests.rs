//! Tests of hints on positions of exchanges.

use super::super::super::fighters::tests::{plain, rounds, setup};
use super::super::dice_left::DiceLeft;
use super::super::{AttackReach, Fighter, Specialty, Stance};
use super::*;
use crate::action_dice::{NoncombatChoice, Options};
use evenodds_core::contest::conformance::assert_corrupted_positions_are_handled;
use evenodds_core::contest::game::{GameStop, distinct};
use evenodds_core::contest::{BestAction, Describe, HintBy, HintPlan, Hints, Silent, Solve};
use evenodds_core::dice::{Dice, Enumerated, Sampled};
use evenodds_testing::size;

fn exchange(fighting: [Vec<Fighter>; 2], players: [Player; 2], options: Options) -> Rounds {
    Rounds::new(setup(fighting, players, options))
}

fn hinted(rounds: &Rounds, table: &str, plan: &HintPlan) -> BestAction {
    match rounds.hint(&Source::new("--table", table), plan) {
        Ok(hint) => hint,
        Err(faults) => panic!("{table}\n{faults}"),
    }
}

/// Returns a random position of a duel; the last roller of `dice` selects it.
fn any_position(rounds: &Rounds, dice: &mut Sampled) -> Option<ExchangeState> {
    let lots = rounds.rollers().len();
    let most = rounds.options.max_rounds;
    let mut state = rounds.round_start(1 + dice.choose(lots, most));
    if rounds.chooses_status() {
        let fighter = dice.choose(lots, 4) as usize;
        for chosen in 0..fighter.min(2) {
            state.fighters[chosen].noncombat = dice.choose(lots, 2) == 1;
            state.fighters[chosen].left = rounds.sheet(&state, chosen).start;
        }
        if fighter < 2 {
            state.choosing = [2, 0][fighter];
            (state.actor, state.phase) = (fighter, Phase::Status);
            return Some(state);
        }
    }
    for fighter in 0..2 {
        let all = rounds.sheet(&state, fighter).start.sorts();
        let [general, attack, defence, special] = all.map(|all| dice.choose(lots, all + 1));
        state.fighters[fighter].left = DiceLeft::new(general, attack, defence, special);
        state.fighters[fighter].hits = dice.choose(lots, rounds.options.hits_to_win);
        if dice.choose(lots, 3) == 0 {
            let pair = fighter * 2 + 1 - fighter;
            state.parries[pair].raise_to(state.round, 1 + dice.choose(lots, 8));
        }
    }
    let open: Vec<usize> = (0..2)
        .filter(|&one| !state.fighters[one].left.is_none())
        .collect();
    let lot = open.get(dice.choose(lots, open.len().max(1) as u32) as usize);
    let first = rounds.first_to_declare(&state, &open).or(lot.copied())?;
    rounds.set_order(&mut state, &[], first, &open);
    (state.actor, state.phase) = (first, Phase::Declaration);
    if dice.choose(lots, 2) == 0 {
        return Some(state);
    }
    let actions = distinct(rounds, &state);
    let (action, _) = actions[dice.choose(lots, actions.len() as u32) as usize];
    rounds.apply(&mut state, action, dice, &mut Silent);
    match rounds.advance(&mut state, dice, &mut Silent) {
        GameStop::Decision(_) => Some(state),
        GameStop::End(_) => None,
    }
}

/// Returns the chances to win and of no winner after an action, by enumeration of all later rolls
/// with the engine. The actor continues as `optimal`.
fn enumerated(rounds: &Rounds, position: &ExchangeState, action: Action) -> [f64; 2] {
    let own = rounds.fighters[position.actor].side;
    let solved = rounds.with_players(own, Player::Optimal, rounds.sides[1 - own].player);
    let (mut wins, mut no_winner) = (0.0, 0.0);
    let mut state = solved.start();
    let seen = Enumerated::explore(
        40,
        |dice| {
            state.clone_from(position);
            let mut action = action;
            loop {
                solved.apply(&mut state, action, dice, &mut Silent);
                match solved.advance(&mut state, dice, &mut Silent) {
                    GameStop::Decision(_) => action = solved.choose(&state, &mut (), dice),
                    GameStop::End(outcome) => return outcome,
                }
            }
        },
        |chance, outcome| {
            if outcome == own {
                wins += chance;
            } else if outcome > 1 {
                no_winner += chance;
            }
        },
    );
    assert!(seen.left == 0.0, "{seen:?}");
    [wins, no_winner]
}

#[test]
fn every_action_has_the_value_found_by_enumeration() {
    let mut seen = [0; 2];
    let guard = |fighter: Fighter| Fighter {
        stance: Stance::General,
        ..fighter
    };
    let limited = || Fighter {
        for_defence: 1,
        ..plain(1, 1)
    };
    for (fighting, players, options) in [
        ([plain(2, 0), plain(2, 1)], [Player::Optimal; 2], rounds(1)),
        ([plain(2, 1), limited()], [Player::Optimal; 2], rounds(1)),
        (
            [plain(2, 0), guard(plain(2, 0))],
            [Player::Heavy, Player::AllOut],
            rounds(1),
        ),
        (
            [plain(1, 0), plain(1, 1)],
            [Player::Optimal, Player::Guarded],
            rounds(2),
        ),
        (
            [plain(2, 0), plain(1, 0)],
            [Player::Random, Player::Optimal],
            Options {
                hits_to_win: 2,
                ..rounds(1)
            },
        ),
        (
            [plain(1, 0), plain(1, 1)],
            [Player::Optimal; 2],
            Options {
                noncombat_choice: NoncombatChoice::EachRound,
                defense_is_action: true,
                ..rounds(1)
            },
        ),
        (
            [plain(2, 0), plain(1, 0)].map(|fighter| Fighter {
                attack: AttackReach::Ranged,
                ..fighter
            }),
            [Player::Optimal; 2],
            Options {
                distance: 3,
                range_penalty: 1,
                ..rounds(1)
            },
        ),
    ]
    .into_iter()
    .step_by(size(2, 1))
    {
        let [red, blue] = fighting;
        let rounds = exchange([vec![red], vec![blue]], players, options);
        let rollers = [rounds.rollers(), vec!["/any".to_owned()]].concat();
        let mut dice = Sampled::new(6, &rollers);
        for number in 0..size(30, 80) {
            dice.start(number);
            let Some(position) = any_position(&rounds, &mut dice) else {
                continue;
            };
            let own = rounds.fighters[position.actor].side;
            let text = rounds.typed(&position);
            let hint = hinted(&rounds, &text, &HintPlan::default());
            if hint.by != HintBy::Solved {
                // The position is unreachable: the die would have been used for an answer.
                seen[1] += 1;
                continue;
            }
            let costs: Vec<f64> = (0..hint.actions.len()).map(|at| hint.cost(at)).collect();
            assert!(costs.is_sorted(), "{text}");
            let other = rounds.sides[1 - own].player;
            if !hint.method.ends_with(&format!("as {}", other.name())) {
                // The position is unreachable with the player of the file.
                seen[1] += 1;
                continue;
            }
            for (action, _) in distinct(&rounds, &position) {
                let action_name = rounds.name(&position, action);
                let found = hint
                    .actions
                    .iter()
                    .find(|one| one.action == action_name)
                    .unwrap();
                let [wins, no_winner] = enumerated(&rounds, &position, action);
                assert!(
                    (found.value - wins).abs() < 1e-9,
                    "{text}: {action_name} {wins} {found:?}"
                );
                assert!(
                    (found.no_winner - no_winner).abs() < 1e-9,
                    "{text}: {action_name}"
                );
            }
            if hint.actions.len() == 1 {
                continue;
            }
            // The first duel has the player of the file, the second `optimal`.
            let solved = rounds.with_players(own, Player::Optimal, other);
            let chosen = solved.choose(&position, &mut (), &mut dice);
            let action_name = rounds.name(&position, chosen);
            assert_eq!(hint.actions[0].action, action_name, "{text}");
            seen[0] += 1;
        }
    }
    assert!(seen[0] > size(40, 100) && seen[1] < seen[0] / 2, "{seen:?}");
}

#[test]
fn the_best_first_action_has_the_exact_value() {
    for players in [[Player::Optimal; 2], [Player::Optimal, Player::Guarded]] {
        let rounds = exchange([vec![plain(3, 2)], vec![plain(2, 2)]], players, rounds(20));
        let exact = rounds.exact().unwrap().outcomes;
        // The second fighter has fewer dice, so it declares first.
        let hint = hinted(&rounds, &HintGame::example(&rounds), &HintPlan::default());
        assert_eq!(hint.actor, "blue 0");
        let wanted = if players[1] == Player::Optimal {
            exact[1] + f64::midpoint(exact[2], exact[3])
        } else {
            continue;
        };
        assert!((hint.actions[0].score() - wanted).abs() < 1e-9);
    }
}

#[test]
fn hints_for_groups_come_from_play_outs() {
    let rounds = exchange(
        [
            vec![plain(3, 2), plain(2, 1)],
            vec![plain(2, 1), plain(2, 1)],
        ],
        [Player::Guarded, Player::AllOut],
        rounds(20),
    );
    let table =
        "red 0: 2 (turn); red 1: 1; blue 0: 1 (attacks red 0 with 1); blue 1: 2 (waits); Round: 2";
    let plan = HintPlan {
        playouts: Some(400),
        quick: true,
        ..HintPlan::default()
    };
    let hint = hinted(&rounds, table, &plan);
    assert_eq!(
        (hint.by, hint.actor.as_str()),
        (HintBy::Played(400), "red 0")
    );
    assert_eq!(hint, hinted(&rounds, table, &plan));
    // One wait, four attacks with one or two dice, one Group Attack, and one General Defense.
    assert_eq!(hint.actions.len(), 1 + 4 + 1 + 1);
    for (place, one) in hint.actions.iter().enumerate() {
        let behind = one.played.unwrap().behind;
        assert!((behind.mean().unwrap() - hint.cost(place)).abs() < 1e-12);
    }
    let answers = "red 0: 2 (answers blue 0); red 1: 1; blue 0: 1 (attacks all with 1); blue 1: 2";
    let source = Source::new("--table", answers);
    let faults = rounds.hint(&source, &plan).unwrap_err().to_string();
    assert!(
        faults.contains("expected an opponent in reach, and at least two dice"),
        "{faults}"
    );
    let answers = "red 0: 2 (answers blue 0); red 1: 1; blue 0: 0 (attacks all with 2); blue 1: 2";
    let hint = hinted(&rounds, answers, &plan);
    assert!(
        hint.turn.contains("may answer the attack of blue 0"),
        "{}",
        hint.turn
    );
    // One empty answer, four parries and dodges with up to two dice, and one General Defense.
    assert_eq!(hint.actions.len(), 1 + 4 + 1);
}

#[test]
fn an_invalid_position_is_refused_with_all_its_faults() {
    let options = Options {
        hits_to_win: 2,
        ..rounds(4)
    };
    let rounds = exchange(
        [vec![plain(3, 1)], vec![plain(3, 1)]],
        [Player::AllOut; 2],
        options,
    );
    let refused = |table: &str| {
        let source = Source::new("--table", table);
        rounds
            .hint(&source, &HintPlan::default())
            .unwrap_err()
            .to_string()
    };
    let all = refused(
        "red 0: 7 (2 hits, sings, attacks green with 1, parry x, turn on); blue 0: 2 defence; Rand: 1; Round: 0; Last: maybe",
    );
    for part in [
        "red 0 has 7; expected the action dice left in the round: all, or 0 to 3 general",
        "expected 0 to 1 for a combatant that stands",
        "red 0 has `sings`; the notes are out, hits, covered, attacks, ",
        "red 0 has `green`",
        "red 0 is `x`; expected an integer from 0 to 1000",
        "combatant[0].turn is \"on\"",
        "blue 0 has 2 defence",
        "`Rand` is unknown",
        "Round is `0`; expected an integer from 1 to 1000",
        "last is \"maybe\"; expected true or false",
    ] {
        assert!(all.contains(part), "{part}\n{all}");
    }
    for (table, part) in [
        ("red 0: 2; blue 0: 2", "mark the one that won the lot"),
        (
            "red 0: 2; blue 0: 1; Round: 5",
            "Round is 5; expected a number from 1 to 4",
        ),
        ("red 0: 2", "no combatant of blue is standing"),
        ("red 0: 0; blue 0: 0", "no combatant is left to declare"),
        ("red 0: 2 (answers); blue 0: 2", "red 0 answers no attack"),
        (
            "red 0: 0 (answers); blue 0: 2 (attacks with 1)",
            "red 0 cannot answer",
        ),
        (
            "red 0: 2 (attacks with 2); blue 0: 2",
            "of its 3 dice, besides those left",
        ),
        (
            "red 0: 1 (attacks with 1, waits); blue 0: 2",
            "a combatant declares once in a sequence",
        ),
        ("red 0: 1 (attacks); blue 0: 2", "red 0 uses no dice"),
        (
            "red 0: 1 (with 1); blue 0: 2",
            "red 0 uses dice for no action",
        ),
        (
            "red 0: out (turn); blue 0: 2",
            "red 0 is out but has `turn`",
        ),
        (
            "red 0: 2 (turn); blue 0: 2 (turn)",
            "blue 0 has the turn too; one combatant has the turn",
        ),
        (
            "red 0: 1 (covered 3); blue 0: 2",
            "expected at most 0, the distance at the beginning",
        ),
    ] {
        let faults = refused(table);
        assert!(faults.contains(part), "{part}\n{faults}");
    }
    let text = "red 0: 1 (1 hit, attacks blue 0 with 2); blue 0: 2 (answers red 0, parry 7 red 0); Round: 2; Last: no";
    assert_corrupted_positions_are_handled(&rounds, text, 600);
}

#[test]
fn a_fighter_that_cannot_lose_is_not_advised_to_wait() {
    for (playouts, by) in [(None, HintBy::Solved), (Some(50), HintBy::Played(50))] {
        for player in [Player::Optimal, Player::AllOut] {
            let rounds = exchange(
                [vec![plain(3, 6)], vec![plain(1, 0)]],
                [player, Player::AllOut],
                rounds(100),
            );
            let plan = HintPlan {
                playouts,
                quick: true,
                ..HintPlan::default()
            };
            for table in [
                "red 0: 3 (turn); blue 0: 0; Round: 1",
                "red 0: 1 (turn); blue 0: 0; Round: 2",
            ] {
                let hint = hinted(&rounds, table, &plan);
                assert_eq!(hint.by, by);
                let best = &hint.actions[0];
                assert!(
                    best.score() > 0.9 && best.action.starts_with("attack"),
                    "{table} {best:?}"
                );
            }
        }
    }
}

#[test]
fn options_of_the_rules_add_notes_to_positions() {
    let duel = |options| {
        exchange(
            [vec![plain(2, 1)], vec![plain(2, 1)]],
            [Player::Optimal, Player::AllOut],
            options,
        )
    };
    let chosen = duel(Options {
        noncombat_choice: NoncombatChoice::EachRound,
        defense_is_action: true,
        ..rounds(2)
    });
    let hint = |table: &str| hinted(&chosen, table, &HintPlan::default());
    let first = hint(&HintGame::example(&chosen));
    assert_eq!((first.actor.as_str(), first.by), ("red 0", HintBy::Solved));
    assert_eq!(first.actions.len(), 2);
    // One wait, three attacks, Group Attacks with two and three dice, and no General Defense.
    let clerk = hint("red 0: 3 (noncombat, turn); blue 0: 2 (waits)");
    assert_eq!(clerk.actions.len(), 1 + 3 + 2);
    // A fighter with a General Defense in force cannot declare another.
    let general = hint("red 0: 2 (general 3, turn); blue 0: 2 (waits)");
    assert_eq!(general.actions.len(), 1 + 2 + 1);
    let second = hint("red 0: 2 (turn); blue 0: 0 (defends with 2, general 3)");
    assert_eq!(second.actions.len(), 1 + 2 + 1 + 1);
    let fixed = duel(rounds(2));
    for (rounds, table, part) in [
        (
            &chosen,
            "red 0: 1 (attacks with 1); blue 0: 1 (answered)",
            "no combatant is left to declare",
        ),
        (
            &chosen,
            "red 0: 3; blue 0: 2",
            "red 0 has 3; expected the action dice",
        ),
        (
            &chosen,
            "red 0: all (chooses, combatant); blue 0: all",
            "combatants choose one at a time",
        ),
        (
            &chosen,
            "red 0: 1 (chooses); blue 0: all",
            "all that stand have all dice",
        ),
        (
            &fixed,
            "red 0: 2 (noncombat); blue 0: 1",
            "the file determines who is noncombat",
        ),
        (
            &fixed,
            "red 0: 2 (chooses); blue 0: 1",
            "red 0 has `chooses`",
        ),
        (
            &fixed,
            "red 0: 2; blue 0: 1 (answered)",
            "blue 0 has `answered`",
        ),
        (
            &fixed,
            "red 0: 0 (defends with 2); blue 0: 1",
            "its roll is another note",
        ),
        (
            &fixed,
            "red 0: 1 (defends with 1, general 4); blue 0: 1",
            "takes two dice",
        ),
    ] {
        let source = Source::new("--table", table);
        let faults = rounds.hint(&source, &HintPlan::default()).unwrap_err();
        let faults = faults.to_string();
        assert!(faults.contains(part), "{part}\n{faults}");
    }
    let text =
        "red 0: 3 (noncombat, turn); blue 0: 0 (answered, defends with 2, general 3); Round: 1";
    assert_corrupted_positions_are_handled(&chosen, text, 300);
}

#[test]
fn the_short_form_and_toml_give_the_same_position() {
    let limited = Fighter {
        for_attack: 1,
        specialised: Some((Specialty::Dodge, 2)),
        ..plain(2, 1)
    };
    let options = Options {
        hits_to_win: 3,
        distance: 4,
        defense_is_action: true,
        noncombat_choice: NoncombatChoice::EachRound,
        ..rounds(9)
    };
    let archers = [limited.clone(), limited].map(|fighter| Fighter {
        attack: AttackReach::Ranged,
        ..fighter
    });
    let rounds = exchange(
        [archers.to_vec(), vec![plain(4, 1), plain(3, 1)]],
        [Player::Guarded; 2],
        options,
    );
    for (short, toml) in [
        (
            "red 0: 2 general 1 specialised (2 hits, attacks blue 1 with 2); red 1: {1 attack}; \
             Blue 0: 3 (answered, covered 2, parry 9 red 0, dodge 7 red 0, dive 8 red 1); \
             blue 1: all (answers red 0); Round: 3",
            "round = 3\ncombatant = [\
             { name = 'red 0', dice = '2 general 1 specialised', hits = 2, attacks = 'blue 1', with = 2 },\
             { name = 'red 1', dice = '1 attack' },\
             { name = 'blue 0', dice = 3, answered = true, covered = 2, \
               parry = [{ name = 'red 0', roll = 9 }], dodge = [{ name = 'red 0', roll = 7 }], \
               dive = [{ name = 'red 1', roll = 8 }] },\
             { name = 'blue 1', dice = 'all', answers = 'red 0' }]",
        ),
        (
            "red 0: 2 (hits 1, defends with 2, general 7); blue 1: 3; red 1: out; \
             blue 0: 2 (moves with 1, turn no); Last: yes",
            "last = true\ncombatant = [\
             { name = 'blue 0', dice = 2, moves = true, with = 1 },\
             { name = 'red 0', dice = '2', hits = 1, defends = true, with = 2, general = 7 },\
             { name = 'blue 1', dice = 3, turn = false }]",
        ),
        (
            "red 0: all (chooses); blue 0: all",
            "combatant = [{ name = 'red 0', dice = 'all', chooses = true }, { name = 'blue 0', dice = 4 }]",
        ),
        (
            "red 0: 1 (turn); red 1: 2 (waits); blue 1: 0 (noncombat)",
            "combatant = [{ name = 'red 0', dice = 1, turn = true }, { name = 'red 1', dice = 2, waits = true }, \
             { name = 'blue 1', dice = 0, noncombat = true }]",
        ),
    ] {
        let [short, toml] = [short, toml].map(|text| {
            let state = rounds.read(&Source::new("--table", text));
            state.unwrap_or_else(|faults| panic!("{text}\n{faults}"))
        });
        assert_eq!(format!("{short:?}"), format!("{toml:?}"));
    }
}
