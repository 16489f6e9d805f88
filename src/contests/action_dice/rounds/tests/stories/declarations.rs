//! What the source says of declarations: moves of ranged attackers, General Defense before any attack, the order after
//! answers, and the choice to be a noncombatant.

use super::*;

#[test]
fn ranged_attackers_come_nearer_to_lose_fewer_dice() {
    let archer = Fighter {
        movement: 1,
        ..archer(1, 2)
    };
    let options = Options {
        distance: 4,
        range_penalty: 1,
        ..rounds(2)
    };
    let players = [Player::Random, Player::Keep(1)];
    let duel = duel(archer, plain(1, 0), players, options);
    // At four units an attack loses both dice of the skill. Red moves two units, and then loses one.
    let lists: [&[u32]; 7] = [&[6, 4], &[], &[], &[2], &[2, 1], &[], &[0, 0]];
    insta::assert_snapshot!(story(&duel, &lists), @"
    Round 1.
       red 0 moves with 1 die of action.
       blue 0 waits with 1 die.
       red 0 comes nearer by 2 units.
       blue 0 waits with 1 die.
       All wait: the end of the round is near.
       blue 0 keeps 1 die for defence only.
       blue 0 loses 1 die that was not used.
    Round 2.
       red 0 attacks blue 0 with 1 die of action.
          blue 0 parries red 0 with 1 die, {2}: 2.
       red 0 throws 1 die of action, {6}: 6.
       red 0 adds {4}: 10 against the 7 of blue 0, a hit.
       blue 0 is out.
    red wins.
    ");
}

#[test]
fn a_ranged_attacker_may_move_as_long_as_an_attack_loses_dice() {
    let count = |attack, distance, range_penalty| {
        let options = Options {
            distance,
            range_penalty,
            ..rounds(1)
        };
        let one = Fighter {
            attack,
            ..plain(1, 0)
        };
        let duel = duel(one, plain(1, 0), RANDOM, options);
        let all = duel.declarations_of(&duel.opening(1), 0);
        let moves = (0..all.count()).filter(|&number| {
            let declared = all.at(number);
            matches!(declared, legal::Declaration::Move { .. })
        });
        moves.count()
    };
    // Ranged attacks lose nothing up to a unit, nor without a penalty; hand-to-hand attacks need 0 units.
    for (distance, penalty, ranged, hand_to_hand) in [
        (0, 1, 0, 0),
        (1, 1, 0, 1),
        (2, 1, 1, 1),
        (2, 0, 0, 1),
        (50, 12, 1, 1),
    ] {
        assert_eq!(
            count(Reach::Ranged, distance, penalty),
            ranged,
            "{distance}"
        );
        assert_eq!(count(Reach::HandToHand, distance, penalty), hand_to_hand);
    }
}

#[test]
fn group_attacks_lose_dice_with_the_distance_of_the_farthest_unless_an_option_says_no() {
    let fight = |group_penalty| {
        let archer = archer(3, 4);
        let runner = Fighter {
            movement: 2,
            ..plain(1, 0)
        };
        let options = Options {
            distance: 3,
            range_penalty: 2,
            group_penalty,
            ..rounds(1)
        };
        let players = [Player::Random, Player::Heavy];
        exchange([vec![archer], vec![runner, plain(1, 0)]], players, options)
    };
    // One comes near, the other one is two units away, where an attack loses two dice before they are halved.
    // After nothing, six attacks and a Group Attack with two dice comes one with three: two of action, and two others.
    let whims: &[u32] = &[0, 8];
    let lists: [&[u32]; 9] = [&[1, 1, 3], &[], &[], &[], &[], &[], whims, &[], &[0]];
    insta::assert_snapshot!(story(&fight(true), &lists), @"
    Round 1.
       blue 0 moves with 1 die of action.
       blue 1 moves with 1 die of action.
       red 0 waits with 3 dice.
       blue 0 comes nearer by 3 units.
       blue 1 comes nearer by 1 unit.
       red 0 attacks all in reach (blue 0, blue 1) with 3 dice of action.
       red 0 throws 2 dice of action, {1,1}: 2.
       red 0 adds {3}: 5.
          5 against the 5 of blue 0, a hit.
          5 against the 5 of blue 1, a hit.
       blue 0 is out.
       blue 1 is out.
    red wins.
    ");
    let lists: [&[u32]; 9] = [&[1, 1, 1, 1], &[], &[], &[], &[], &[], whims, &[], &[0]];
    insta::assert_snapshot!(story(&fight(false), &lists), @"
    Round 1.
       blue 0 moves with 1 die of action.
       blue 1 moves with 1 die of action.
       red 0 waits with 3 dice.
       blue 0 comes nearer by 3 units.
       blue 1 comes nearer by 1 unit.
       red 0 attacks all in reach (blue 0, blue 1) with 3 dice of action.
       red 0 throws 2 dice of action, {1,1}: 2.
       red 0 adds {1,1}: 4.
          4 against the 5 of blue 0, a miss.
          4 against the 5 of blue 1, a miss.
    The rounds are over, and both sides stand.
    ");
}

#[test]
fn a_general_defense_may_be_declared_before_anybody_attacks() {
    let players = [Player::Random, Player::AllOut];
    let duel = duel(plain(2, 2), plain(3, 0), players, rounds(1));
    // After nothing, two attacks and a Group Attack comes General Defense with two dice.
    let lists: [&[u32]; 7] = [&[], &[6, 6, 6], &[3, 4], &[], &[4], &[], &[]];
    insta::assert_snapshot!(story(&duel, &lists), @"
    Round 1.
       red 0 defends against all with 2 dice, {3,4}: 7.
       blue 0 attacks red 0 with 1 die of action.
       blue 0 throws 1 die of action, {6}: 6.
       blue 0: 6 against the 14 of red 0, a miss.
       blue 0 attacks red 0 with 1 die of action.
       blue 0 throws 1 die of action, {6}: 6.
       blue 0: 6 against the 14 of red 0, a miss.
       blue 0 attacks red 0 with 1 die of action.
       blue 0 throws 1 die of action, {6}: 6.
       blue 0: 6 against the 14 of red 0, a miss.
    The rounds are over, and both sides stand.
    ");
    let mut dice = Scripted::new(lists.map(<[u32]>::to_vec).to_vec());
    let record = play_record(&duel, &mut dice, &mut Recorder(Vec::new()));
    // It counts as a defense, and not as an attack.
    let first = |metric: usize| record.values[metric];
    assert_eq!(first(duel.layout.attacks), 0);
    assert_eq!(first(duel.layout.defences), 1);
}

#[test]
fn a_general_defense_is_declared_once_a_round_and_never_by_noncombatants() {
    let generals = |fighter: Fighter, is_in_force: bool| {
        let duel = duel(fighter, plain(1, 0), RANDOM, rounds(1));
        let mut table = duel.opening(1);
        if is_in_force {
            table.fighters[0].general.better(table.round, 5);
        }
        let all = duel.declarations_of(&table, 0);
        let general = (0..all.count()).filter_map(|number| match all.at(number) {
            legal::Declaration::General { dice } => Some(dice),
            _ => None,
        });
        general.collect::<Vec<u32>>()
    };
    let specialised = Fighter {
        specialised: Some((Skill::Dodge, 1)),
        for_attack: 3,
        ..plain(2, 0)
    };
    let clerk = Fighter {
        noncombat: true,
        ..plain(4, 0)
    };
    assert_eq!(generals(plain(1, 5), false), [0; 0]);
    assert_eq!(generals(plain(4, 0), false), [2, 3, 4]);
    assert_eq!(generals(plain(4, 0), true), [0; 0]);
    assert_eq!(generals(specialised, false), [2, 3]);
    assert_eq!(generals(clerk, false), [0; 0]);
}

#[test]
fn dice_spent_on_answers_change_the_declaring_order_only_by_an_option() {
    let waits = |answers_reorder| {
        let options = Options {
            answers_reorder,
            ..rounds(1)
        };
        let group = exchange(
            [vec![plain(1, 0)], vec![plain(3, 0), plain(2, 0)]],
            [Player::AllOut, Player::Random],
            options,
        );
        // Red attacks blue 0, who parries with two of three dice and has then fewer than blue 1.
        let lists: [&[u32]; 9] = [
            &[1],
            &[],
            &[],
            &[],
            &[1, 1],
            &[],
            &[],
            &[3, 0, 0, 0, 0, 0, 0],
            &[],
        ];
        let story = story(&group, &lists);
        let waits = story.lines().filter(|line| line.contains("waits"));
        waits.take(2).collect::<Vec<_>>().join("\n")
    };
    insta::assert_snapshot!(waits(false), @"
    blue 1 waits with 2 dice.
    blue 0 waits with 1 die.
    ");
    insta::assert_snapshot!(waits(true), @"
    blue 0 waits with 1 die.
    blue 1 waits with 2 dice.
    ");
}

#[test]
fn who_is_tied_after_an_answer_draws_lots_anew() {
    let options = Options {
        answers_reorder: true,
        ..rounds(1)
    };
    let group = exchange(
        [
            vec![plain(1, 0)],
            vec![plain(3, 0), plain(2, 0), plain(2, 0)],
        ],
        [Player::AllOut, Player::Random],
        Options {
            declare_tie: DeclareTie::Random,
            ..options
        },
    );
    // With one die blue 0 parries, and three of blue have two dice: the last is drawn, then the first.
    let lists: [&[u32]; 11] = [
        &[1],
        &[],
        &[],
        &[],
        &[],
        &[6],
        &[],
        &[],
        &[],
        &[1, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        &[2, 0, 0, 0, 0, 0],
    ];
    let story = story(&group, &lists);
    let waits: Vec<&str> = story
        .lines()
        .filter(|line| line.contains("waits"))
        .collect();
    insta::assert_snapshot!(waits[..3].join("\n"), @"
    blue 2 waits with 2 dice.
    blue 0 waits with 2 dice.
    blue 1 waits with 2 dice.
    ");
}

#[test]
fn an_answer_is_the_action_of_the_sequence_only_by_an_option() {
    let fight = |defense_is_action| {
        let options = Options {
            defense_is_action,
            ..rounds(1)
        };
        duel(plain(1, 0), plain(2, 0), ALL_OUT, options)
    };
    // Blue parries with one die of two; with the other one it attacks in the same sequence, or in the next.
    let lists: [&[u32]; 5] = [&[3], &[2], &[], &[4], &[]];
    insta::assert_snapshot!(story(&fight(false), &lists), @"
    Round 1.
       red 0 attacks blue 0 with 1 die of action.
          blue 0 parries red 0 with 1 die, {4}: 4.
       blue 0 attacks red 0 with 1 die of action.
       red 0 throws 1 die of action, {3}: 3.
       blue 0 throws 1 die of action, {2}: 2.
       red 0: 3 against the 9 of blue 0, a miss.
       blue 0: 2 against the 5 of red 0, a miss.
    The rounds are over, and both sides stand.
    ");
    insta::assert_snapshot!(story(&fight(true), &lists), @"
    Round 1.
       red 0 attacks blue 0 with 1 die of action.
          blue 0 parries red 0 with 1 die, {4}: 4.
       red 0 throws 1 die of action, {3}: 3.
       red 0: 3 against the 9 of blue 0, a miss.
       blue 0 attacks red 0 with 1 die of action.
       blue 0 throws 1 die of action, {2}: 2.
       blue 0: 2 against the 5 of red 0, a miss.
    The rounds are over, and both sides stand.
    ");
}

#[test]
fn each_round_all_who_stand_choose_in_file_order_whether_to_be_noncombatants() {
    let options = Options {
        noncombat_choice: NoncombatChoice::EachRound,
        hits_to_win: 3,
        ..rounds(2)
    };
    let clerk = Fighter {
        noncombat: true,
        ..plain(2, 0)
    };
    let group = exchange(
        [vec![plain(1, 0)], vec![plain(1, 0), clerk]],
        [Player::Random, Player::Heavy],
        options,
    );
    // Who follows a rule does what the file says. Red is a noncombatant with two dice first, whom any attack
    // hits; then it is none, has a die and a base of 5, and parries with it.
    let lists: [&[u32]; 9] = [
        &[],
        &[1, 6],
        &[1, 1, 1, 2],
        &[4],
        &[],
        &[],
        &[1, 0, 0, 0, 0, 0, 0, 0, 1],
        &[],
        &[0, 0],
    ];
    insta::assert_snapshot!(story(&group, &lists), @"
    Round 1.
       red 0 is noncombat this round.
       blue 1 is noncombat this round.
       blue 0 attacks red 0 with 1 die of action.
       red 0 waits with 2 dice.
       blue 1 attacks red 0 with 2 dice of action.
       blue 0 throws 1 die of action, {1}: 1.
       blue 1 throws 2 dice of action, {1,1}: 2.
       blue 1: 2 against the 0 of red 0, a hit.
       blue 0: 1 against the 0 of red 0, a hit.
       red 0 waits with 2 dice.
       All wait: the end of the round is near.
       red 0 keeps 2 dice for defence only.
       red 0 loses 2 dice that were not used.
    Round 2.
       blue 1 is noncombat this round.
       red 0 waits with 1 die.
       blue 0 attacks red 0 with 1 die of action.
          red 0 parries blue 0 with 1 die, {4}: 4.
       blue 1 attacks red 0 with 2 dice of action.
       blue 0 throws 1 die of action, {6}: 6.
       blue 1 throws 2 dice of action, {1,2}: 3.
       blue 1: 3 against the 5 of red 0, a miss.
       blue 0: 6 against the 9 of red 0, a miss.
    The rounds are over, and both sides stand.
    ");
}
