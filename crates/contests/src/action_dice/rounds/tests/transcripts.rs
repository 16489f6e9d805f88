//! Tests of the rules of the source text for a round, sentence by sentence.
//!
//! Policy dice choose declarations by index: 0 to wait, then attacks by number of dice, Group
//! Attacks (two or more dice), moves, and General Defenses (two or more dice). Answers are: 0 for
//! none, then parries and dodges by number of dice, General Defenses (two or more dice), and dives.

use super::*;
use evenodds_core::contest::narrate_with;
use evenodds_core::dice::Scripted;

/// Returns the transcript with these dice, by roller: attacks, defenses, random policies, lots.
/// Asserts that all dice are used.
fn transcript(rounds: &Rounds, lists: &[&[u32]]) -> String {
    let lists: Vec<Vec<u32>> = lists.iter().map(|list| list.to_vec()).collect();
    let mut dice = Scripted::new(lists);
    let transcript = narrate_with(rounds, &mut dice);
    assert_eq!(dice.fault(), None, "{}", transcript.lines.join("\n"));
    let left = dice.left();
    assert!(
        left.iter().all(Vec::is_empty),
        "{left:?}\n{}",
        transcript.lines.join("\n")
    );
    transcript.lines.join("\n")
}

const RANDOM: [Player; 2] = [Player::Random; 2];
const ALL_OUT: [Player; 2] = [Player::AllOut; 2];

#[test]
fn the_fighter_with_fewest_dice_left_declares_first_and_targets_answer_at_once() {
    let duel = duel(plain(3, 0), plain(2, 0), ALL_OUT, rounds(1));
    let lists: [&[u32]; 5] = [&[3, 6], &[2], &[1], &[1], &[]];
    insta::assert_snapshot!(transcript(&duel, &lists), @"
    Round 1.
       blue 0 attacks red 0 with 1 action die.
          red 0 parries blue 0 with 1 die, {1}: 1.
       red 0 attacks blue 0 with 1 action die.
          blue 0 parries red 0 with 1 die, {1}: 1.
       blue 0 throws 1 action die, {2}: 2.
       red 0 throws 1 action die, {3}: 3.
       red 0: 3 against the 6 of blue 0, a miss.
       blue 0: 2 against the 6 of red 0, a miss.
       red 0 attacks blue 0 with 1 action die.
       red 0 throws 1 action die, {6}: 6.
       red 0: 6 against the 6 of blue 0, a hit.
       blue 0 is out.
    red wins.
    ");
}

#[test]
fn the_action_with_the_most_dice_comes_first_and_fighters_that_are_out_do_not_act() {
    let duel = duel(plain(2, 0), plain(1, 0), [Player::Heavy; 2], rounds(1));
    insta::assert_snapshot!(transcript(&duel, &[&[2, 3], &[6], &[], &[], &[]]), @"
    Round 1.
       blue 0 attacks red 0 with 1 action die.
       red 0 attacks blue 0 with 2 action dice.
       blue 0 throws 1 action die, {6}: 6.
       red 0 throws 2 action dice, {2,3}: 5.
       red 0: 5 against the 5 of blue 0, a hit.
       blue 0 is out.
    red wins.
    ");
}

#[test]
fn if_there_is_still_a_tie_the_actions_are_simultaneous() {
    let duel = duel(plain(2, 0), plain(2, 0), [Player::Heavy; 2], rounds(1));
    insta::assert_snapshot!(transcript(&duel, &[&[2, 4], &[5, 1], &[], &[], &[1]]), @"
    Round 1.
       blue 0 attacks red 0 with 2 action dice.
       red 0 attacks blue 0 with 2 action dice.
       blue 0 throws 2 action dice, {1,5}: 6.
       red 0 throws 2 action dice, {2,4}: 6.
       red 0: 6 against the 5 of blue 0, a hit.
       blue 0: 6 against the 5 of red 0, a hit.
       blue 0 is out.
       red 0 is out.
    No side is left standing.
    ");
}

#[test]
fn a_group_attack_is_one_roll_of_half_of_the_dice_against_all_targets() {
    let hero = Fighter {
        hand_to_hand: 5,
        ..plain(2, 0)
    };
    let townsfolk = || plain(1, 0);
    let strong = Fighter {
        dodge: 6,
        ..plain(1, 0)
    };
    let group = exchange(
        [vec![hero], vec![townsfolk(), strong, townsfolk()]],
        [Player::Random, Player::Keep(1)],
        rounds(1),
    );
    // The Group Attack follows waiting and six attacks on three opponents. Half of seven dice are
    // four, one of them an action die. Each opponent answers separately; lots determine the order.
    let lists: [&[u32]; 11] = [
        &[3, 2, 2, 2],
        &[],
        &[],
        &[],
        &[],
        &[3],
        &[1; 7],
        &[5],
        &[7],
        &[],
        &[0, 0, 0, 0],
    ];
    insta::assert_snapshot!(transcript(&group, &lists), @"
    Round 1.
       blue 0 waits with 1 die.
       blue 1 waits with 1 die.
       blue 2 waits with 1 die.
       red 0 attacks all in reach (blue 0, blue 1, blue 2) with 2 action dice.
          blue 0 parries red 0 with 1 die, {3}: 3.
          blue 1 dodges red 0 with 7 dice, {1,1,1,1,1,1,1}: 7.
          blue 2 parries red 0 with 1 die, {5}: 5.
       red 0 throws 1 action die, {3}: 3.
       red 0 adds {2,2,2}: 9.
          9 against the 8 of blue 0, a hit.
          9 against the 18 of blue 1, a miss.
          9 against the 10 of blue 2, a miss.
       blue 0 is out.
    The rounds are over, and both sides stand.
    ");
}

#[test]
fn a_defense_is_wasted_if_the_action_being_defended_against_fails_to_happen() {
    let group = exchange(
        [vec![plain(3, 0)], vec![plain(1, 0), plain(1, 0)]],
        [Player::Random, Player::Heavy],
        rounds(1),
    );
    // Red parries blue 0 with one die, and acts first with its two others. That parry does not
    // count against blue 1, and its die is used up.
    let lists: [&[u32]; 9] = [&[3, 3], &[6], &[5], &[4], &[], &[], &[1, 0, 3], &[], &[0]];
    insta::assert_snapshot!(transcript(&group, &lists), @"
    Round 1.
       blue 0 attacks red 0 with 1 action die.
          red 0 parries blue 0 with 1 die, {4}: 4.
       blue 1 attacks red 0 with 1 action die.
       red 0 attacks blue 0 with 2 action dice.
       blue 0 throws 1 action die, {6}: 6.
       blue 1 throws 1 action die, {5}: 5.
       red 0 throws 2 action dice, {3,3}: 6.
       red 0: 6 against the 5 of blue 0, a hit.
       blue 0 is out.
       blue 0 is out, and does not act.
       blue 1: 5 against the 5 of red 0, a hit.
       red 0 is out.
    blue win.
    ");
}

#[test]
fn a_general_defense_holds_against_all_attackers_until_the_end_of_the_round() {
    let hero = Fighter {
        stance: Stance::General,
        ..plain(2, 2)
    };
    let group = exchange(
        [vec![hero], vec![plain(1, 1), plain(2, 1)]],
        [Player::Keep(2), Player::AllOut],
        rounds(2),
    );
    // All attacks of the first round would hit the base of 7, including that of the second
    // sequence. In the second round the old roll no longer counts: 10 would not have hit it.
    let lists: [&[u32]; 9] = [
        &[],
        &[5, 6, 4, 6],
        &[4, 5, 6, 6, 1],
        &[3, 4, 1, 1],
        &[],
        &[],
        &[],
        &[],
        &[0, 0],
    ];
    insta::assert_snapshot!(transcript(&group, &lists), @"
    Round 1.
       blue 0 attacks red 0 with 1 action die.
          red 0 defends against all with 2 dice, {3,4}: 7.
       blue 1 attacks red 0 with 1 action die.
       blue 0 throws 1 action die, {5}: 5.
       blue 1 throws 1 action die, {4}: 4.
       blue 0 adds {6}: 11 against the 14 of red 0, a miss.
       blue 1 adds {5}: 9 against the 14 of red 0, a miss.
       blue 1 attacks red 0 with 1 action die.
       blue 1 throws 1 action die, {6}: 6.
       blue 1 adds {6}: 12 against the 14 of red 0, a miss.
    Round 2.
       blue 0 attacks red 0 with 1 action die.
          red 0 defends against all with 2 dice, {1,1}: 2.
       blue 1 attacks red 0 with 1 action die.
       blue 0 throws 1 action die, {4}: 4.
       blue 1 throws 1 action die, {1}: 1.
       blue 0 adds {6}: 10 against the 9 of red 0, a hit.
       red 0 is out.
    blue win.
    ");
}

#[test]
fn a_dive_counts_against_one_ranged_attack() {
    let archer = archer(2, 1);
    let diver = Fighter {
        stance: Stance::Dive,
        movement: 1,
        ..plain(1, 0)
    };
    let options = Options {
        hits_to_win: 2,
        ..rounds(1)
    };
    let duel = duel(archer, diver, [Player::AllOut, Player::Keep(1)], options);
    // The best two dice of the dive count. Then no dice are left, and the dive no longer counts.
    let lists: [&[u32]; 5] = [&[5, 4, 2, 3], &[], &[], &[2, 5], &[]];
    insta::assert_snapshot!(transcript(&duel, &lists), @"
    Round 1.
       blue 0 waits with 1 die.
       red 0 attacks blue 0 with 1 action die.
          blue 0 dives for cover from red 0 with 2 dice, {2,5}: 7.
       red 0 throws 1 action die, {5}: 5.
       red 0 adds {4}: 9 against the 12 of blue 0, a miss.
       red 0 attacks blue 0 with 1 action die.
       red 0 throws 1 action die, {2}: 2.
       red 0 adds {3}: 5 against the 5 of blue 0, a hit.
    The rounds are over, and both sides stand.
    ");
}

#[test]
fn at_the_end_of_the_round_fighters_with_dice_act_or_keep_them_for_defense() {
    let fight = |reserve_rule| {
        let options = Options {
            reserve_rule,
            ..rounds(1)
        };
        duel(plain(1, 0), plain(2, 0), RANDOM, options)
    };
    // Both wait. At the last declaration red keeps its die for defense, blue attacks with one die,
    // and red parries. Blue's other die is lost.
    let asked: [&[u32]; 7] = [&[], &[4], &[2], &[], &[0, 0, 1], &[0, 1], &[]];
    insta::assert_snapshot!(transcript(&fight(ReserveRule::Declare), &asked), @"
    Round 1.
       red 0 waits with 1 die.
       blue 0 waits with 2 dice.
       All wait: the end of the round is near.
       red 0 keeps 1 die for defence only.
       blue 0 attacks red 0 with 1 action die.
          red 0 parries blue 0 with 1 die, {2}: 2.
       blue 0 throws 1 action die, {4}: 4.
       blue 0: 4 against the 7 of red 0, a miss.
       blue 0 loses 1 unused die.
    The rounds are over, and both sides stand.
    ");
    let lost: [&[u32]; 7] = [&[], &[], &[], &[], &[0], &[0], &[]];
    insta::assert_snapshot!(transcript(&fight(ReserveRule::Lost), &lost), @"
    Round 1.
       red 0 waits with 1 die.
       blue 0 waits with 2 dice.
       red 0 loses 1 unused die.
       blue 0 loses 2 unused dice.
    The rounds are over, and both sides stand.
    ");
}

#[test]
fn fighters_out_of_reach_move_before_they_attack_and_ranged_attacks_lose_dice_with_distance() {
    let archer = archer(1, 2);
    let runner = Fighter {
        movement: 1,
        hand_to_hand: 1,
        ..plain(2, 0)
    };
    let options = Options {
        distance: 3,
        range_penalty: 1,
        hits_to_win: 2,
        ..rounds(3)
    };
    let duel = duel(archer, runner, [Player::AllOut, Player::Keep(0)], options);
    // At a distance of three units red's attack loses two dice. Blue answers with one die, and
    // moves two units with the other. In the second round nothing is lost, and blue moves into
    // reach for the third.
    let lists: [&[u32]; 5] = [&[6, 1, 2, 2, 1, 1, 1], &[2, 2], &[], &[4, 5, 4], &[]];
    insta::assert_snapshot!(transcript(&duel, &lists), @"
    Round 1.
       red 0 attacks blue 0 with 1 action die.
          blue 0 parries red 0 with 1 die, {4}: 4.
       blue 0 moves with 1 action die.
       red 0 throws 1 action die, {6}: 6.
       red 0: 6 against the 9 of blue 0, a miss.
       blue 0 moves 2 units closer.
    Round 2.
       red 0 attacks blue 0 with 1 action die.
          blue 0 parries red 0 with 1 die, {5}: 5.
       blue 0 moves with 1 action die.
       red 0 throws 1 action die, {1}: 1.
       red 0 adds {2,2}: 5 against the 10 of blue 0, a miss.
       blue 0 moves 2 units closer.
    Round 3.
       red 0 attacks blue 0 with 1 action die.
          blue 0 parries red 0 with 1 die, {4}: 4.
       blue 0 attacks red 0 with 1 action die.
       red 0 throws 1 action die, {1}: 1.
       blue 0 throws 1 action die, {2}: 2.
       blue 0 adds {2}: 4 against the 7 of red 0, a miss.
       red 0 adds {1,1}: 3 against the 9 of blue 0, a miss.
    The rounds are over, and both sides stand.
    ");
}

#[test]
fn each_round_standing_fighters_choose_by_lot_whether_to_be_noncombatants() {
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
    // Rule-based players keep the status of the file. Red is first a noncombatant with two dice,
    // which any attack hits. Then red is a combatant with one die and a base of 5, and parries.
    let lists: [&[u32]; 9] = [
        &[],
        &[1, 6],
        &[1, 1, 1, 2],
        &[4],
        &[],
        &[],
        &[1, 0, 0, 0, 0, 0, 0, 0, 1],
        &[],
        &[0, 0, 0, 0, 0, 0],
    ];
    insta::assert_snapshot!(transcript(&group, &lists), @"
    Round 1.
       red 0 is noncombat this round.
       blue 1 is noncombat this round.
       blue 0 attacks red 0 with 1 action die.
       red 0 waits with 2 dice.
       blue 1 attacks red 0 with 2 action dice.
       blue 0 throws 1 action die, {1}: 1.
       blue 1 throws 2 action dice, {1,1}: 2.
       blue 1: 2 against the 0 of red 0, a hit.
       blue 0: 1 against the 0 of red 0, a hit.
       red 0 waits with 2 dice.
       All wait: the end of the round is near.
       red 0 keeps 2 dice for defence only.
       red 0 loses 2 unused dice.
    Round 2.
       blue 1 is noncombat this round.
       red 0 waits with 1 die.
       blue 0 attacks red 0 with 1 action die.
          red 0 parries blue 0 with 1 die, {4}: 4.
       blue 1 attacks red 0 with 2 action dice.
       blue 0 throws 1 action die, {6}: 6.
       blue 1 throws 2 action dice, {1,2}: 3.
       blue 1: 3 against the 5 of red 0, a miss.
       blue 0: 6 against the 9 of red 0, a miss.
    The rounds are over, and both sides stand.
    ");
}
