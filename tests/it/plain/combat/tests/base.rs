//! The base rules, in small cases.

use super::super::{Action, Event, Fate, Outcome, Player, Rules, fight_with};
use super::{attack, change, combatant, scripted, single_dice, support};
use crate::plain::dice::Script;

#[test]
fn a_last_die_that_takes_out_the_last_opponent_wins() {
    let report = scripted(&single_dice(&[0, 1]), 2, &Rules::default(), &[&[5], &[3]]);
    assert_eq!(report.outcome, Outcome::Side(0));
    assert_eq!(report.fates, [Fate::Standing, Fate::TakenOut]);
    assert_eq!(report.left_at, [None, Some(1)]);
    assert_eq!(report.turns, 1);
}

#[test]
fn last_blow_draw_makes_its_attacker_retreat_too() {
    let rules = Rules {
        last_blow_draw: true,
        ..Rules::default()
    };
    let report = scripted(&single_dice(&[0, 1]), 2, &rules, &[&[5], &[3]]);
    assert_eq!(report.outcome, Outcome::Draw);
    assert_eq!(report.fates, [Fate::Retreated, Fate::TakenOut]);
    assert_eq!(report.left_at, [Some(1), Some(1)]);
    assert_eq!(report.taken_out_by, [1, 0]);

    // An ally who stands there still wins for both.
    let report = scripted(&single_dice(&[0, 0, 1]), 2, &rules, &[&[5], &[2], &[3]]);
    assert_eq!(report.outcome, Outcome::Side(0));
    assert_eq!(
        report.fates,
        [Fate::Retreated, Fate::Standing, Fate::TakenOut]
    );
}

#[test]
fn a_last_die_hands_victory_to_the_third_side() {
    let report = scripted(
        &single_dice(&[0, 1, 2]),
        3,
        &Rules::default(),
        &[&[6], &[2], &[1]],
    );
    assert_eq!(report.outcome, Outcome::Side(2));
    assert_eq!(
        report.fates,
        [Fate::Retreated, Fate::TakenOut, Fate::Standing]
    );
}

#[test]
fn an_attacker_without_dice_retreats_and_may_lose_by_it() {
    // The two at 6 share it, so the 4 has the turn; all it can do is remove a 1.
    let fighters = [combatant(0, &[1]), combatant(1, &[2]), combatant(1, &[2])];
    let report = scripted(&fighters, 2, &Rules::default(), &[&[4], &[1, 5], &[1, 5]]);
    assert_eq!(report.outcome, Outcome::Side(1));
    assert_eq!(
        report.fates,
        [Fate::Retreated, Fate::Standing, Fate::Standing]
    );
    assert_eq!(report.left_at, [Some(1), None, None]);
    assert_eq!(
        report.log[3..],
        [
            Event::Attack {
                combatant: 0,
                target: 1,
                face: 4,
                lost: vec![1]
            },
            Event::Retreat { combatant: 0 },
        ]
    );
}

#[test]
fn a_retreat_of_the_last_of_a_side_ends_the_fight() {
    let mut dice = Script::new(vec![vec![5], vec![3]]);
    let report = fight_with(
        &single_dice(&[0, 1]),
        2,
        &Rules::default(),
        &mut dice,
        &mut |_, _| Action::Retreat,
    );
    assert_eq!(report.outcome, Outcome::Side(1));
    assert_eq!(report.fates, [Fate::Retreated, Fate::Standing]);
    assert_eq!(report.turns, 1);
}

#[test]
fn a_side_that_came_alone_has_won_before_the_first_turn() {
    let report = scripted(&single_dice(&[1, 1]), 2, &Rules::default(), &[&[4], &[4]]);
    assert_eq!(report.outcome, Outcome::Side(1));
    assert_eq!((report.turns, report.rerolls), (0, 0));
    assert_eq!(
        scripted(&[], 2, &Rules::default(), &[]).outcome,
        Outcome::Draw
    );
}

#[test]
fn everyone_standing_rerolls_the_lowest_die_and_only_that() {
    let three = [combatant(0, &[2]), combatant(0, &[2]), combatant(1, &[2])];
    let report = scripted(
        &three,
        2,
        &Rules::default(),
        &[&[2, 4, 1], &[5, 1, 6], &[3, 3, 3]],
    );
    assert_eq!(
        report.log[3..6],
        [
            Event::Reroll {
                combatant: 0,
                from: 2,
                to: 1
            },
            Event::Reroll {
                combatant: 1,
                from: 1,
                to: 6
            },
            Event::Reroll {
                combatant: 2,
                from: 3,
                to: 3
            },
        ]
    );
    // {5, 6} has the turn, and 5 is the smallest face that empties {3, 3}.
    assert_eq!(
        report.log[6],
        Event::Attack {
            combatant: 1,
            target: 2,
            face: 5,
            lost: vec![3, 3]
        }
    );
    assert_eq!((report.rerolls, report.turns), (1, 1));
}

#[test]
fn patience_with_rerolls_ends_after_so_many_rounds_in_a_row() {
    let rules = Rules {
        max_rerolls: 2,
        ..Rules::default()
    };
    let duel = single_dice(&[0, 1]);
    let report = scripted(&duel, 2, &rules, &[&[3, 4, 2], &[3, 4, 2]]);
    assert_eq!(report.outcome, Outcome::Unresolved);
    assert_eq!((report.turns, report.rerolls), (0, 2));
    assert_eq!(report.fates, [Fate::Standing, Fate::Standing]);

    // The last round that patience allows may settle it.
    let report = scripted(&duel, 2, &rules, &[&[3, 4, 2], &[3, 4, 1]]);
    assert_eq!(report.outcome, Outcome::Side(0));
    assert_eq!((report.turns, report.rerolls), (1, 2));

    let rules = Rules {
        max_rerolls: 0,
        ..Rules::default()
    };
    let report = scripted(&duel, 2, &rules, &[&[3], &[3]]);
    assert_eq!(report.outcome, Outcome::Unresolved);
    assert_eq!(report.rerolls, 0);
}

#[test]
fn a_turn_renews_the_patience_with_rerolls() {
    let rules = Rules {
        max_rerolls: 1,
        ..Rules::default()
    };
    let duel = [combatant(0, &[2]), combatant(1, &[2])];
    // 8 to 8; {3, 6} to {1, 6}; after the attack 6 to 6; 5 to 2.
    let mut dice = Script::new(vec![vec![2, 6, 3, 5], vec![2, 6, 1, 2]]);
    let mut attacks = [attack(3, 1), attack(5, 1)].into_iter();
    let report = fight_with(&duel, 2, &rules, &mut dice, &mut |_, _| {
        attacks.next().expect("two turns")
    });
    assert_eq!(report.outcome, Outcome::Side(0));
    assert_eq!((report.turns, report.rerolls), (2, 2));
}

#[test]
fn a_lot_falls_among_the_highest_only() {
    let rules = Rules {
        deadlock_lot: true,
        ..Rules::default()
    };
    let four = single_dice(&[0, 0, 1, 1]);
    // 3, 5, 3, 5: the first lot is between combatants 1 and 3. Combatant 3 takes out combatant 1
    // with its last die and retreats; the second lot is between combatants 0 and 2.
    let report = scripted(&four, 2, &rules, &[&[3], &[5], &[3], &[5], &[1, 0]]);
    assert_eq!(
        report.log[4],
        Event::Lot {
            combatant: 3,
            among: vec![1, 3]
        }
    );
    assert_eq!((report.lots, report.rerolls, report.turns), (2, 0, 2));
    assert_eq!(
        report.fates,
        [
            Fate::Standing,
            Fate::TakenOut,
            Fate::TakenOut,
            Fate::Retreated
        ]
    );
    assert_eq!(report.outcome, Outcome::Side(0));
}

/// Plays these actions in order in a fight of two allies against one.
fn two_against_one(first: &[u8], second: &[u8], actions: &[Action]) {
    let fighters = [
        combatant(0, &[first.len()]),
        combatant(0, &[second.len()]),
        combatant(1, &[1]),
    ];
    let mut dice = Script::new(vec![first.to_vec(), [second, &[1, 1, 1]].concat(), vec![1]]);
    let mut actions = actions.iter();
    fight_with(&fighters, 2, &Rules::default(), &mut dice, &mut |_, _| {
        *actions.next().expect("an action for each decision")
    });
}

#[test]
#[should_panic(expected = "may not do Support { face: 6, ally: 1 } in turn 1")]
fn the_same_ally_is_not_aided_twice_in_a_turn() {
    two_against_one(&[6, 6, 6], &[1], &[support(6, 1), support(6, 1)]);
}

#[test]
#[should_panic(expected = "may not do Support { face: 6, ally: 1 } in turn 1")]
fn an_ally_with_six_dice_is_not_aided() {
    two_against_one(&[6, 6], &[1, 1, 1, 1, 1, 1], &[support(6, 1)]);
}

#[test]
#[should_panic(expected = "may not do Support { face: 6, ally: 1 } in turn 1")]
fn the_last_die_is_not_given_away() {
    two_against_one(&[6], &[1], &[support(6, 1)]);
}

#[test]
#[should_panic(expected = "may not do ChangeTactic { class: 0 } in turn 1")]
fn the_first_class_is_used_from_the_start() {
    two_against_one(&[6], &[1], &[change(0)]);
}

#[test]
fn a_change_of_tactic_drops_all_dice_and_uses_up_the_class() {
    let duel = [combatant(0, &[2, 1, 3]), combatant(1, &[1])];
    // {5, 6} against {3}, then {4}, then {2, 1, 1}, with no Class left.
    let mut dice = Script::new(vec![vec![5, 6, 4, 2, 1, 1], vec![3]]);
    let mut legal_changes = Vec::new();
    let report = fight_with(&duel, 2, &Rules::default(), &mut dice, &mut |view, _| {
        let mut changes = view.actions_but_retreat();
        changes.retain(|action| matches!(action, Action::ChangeTactic { .. }));
        let first = changes.first().copied();
        legal_changes.push(changes);
        first.unwrap_or(Action::Retreat)
    });
    assert_eq!(
        legal_changes,
        [vec![change(1), change(2)], vec![change(2)], vec![]]
    );
    assert!(dice.is_used_up());
    assert_eq!(report.turns_taken, [3, 0]);
}
