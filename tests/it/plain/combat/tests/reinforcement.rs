//! Reinforcements, case by case.

use super::super::{
    Action, Arrival, Combatant, Cover, Event, Fate, Outcome, Rules, Table, fight_with,
};
use super::players::view;
use super::{attack, combatant, scripted, support};
use crate::plain::dice::Script;
use Arrival::{AtTurn, WhenStanding};

/// A reinforcement of one die.
fn coming(side: usize, arrival: Arrival) -> Combatant {
    Combatant {
        arrival: Some(arrival),
        ..combatant(side, &[1])
    }
}

fn base() -> Rules {
    Rules::default()
}

/// The combatants that entered, in order, each with the number of events before it.
fn entered(log: &[Event]) -> Vec<(usize, usize)> {
    let entries = log.iter().enumerate();
    entries
        .filter_map(|(position, event)| match event {
            Event::Entered { combatant, .. } => Some((*combatant, position)),
            _ => None,
        })
        .collect()
}

#[test]
fn at_turn_one_is_right_after_the_opening_rolls() {
    // 3 against 3 is no deadlock, as the 5 is there before anybody looks whose turn it is.
    let fighters = [combatant(0, &[1]), coming(0, AtTurn(1)), combatant(1, &[1])];
    let report = scripted(&fighters, 2, &base(), &[&[3], &[5], &[3]]);
    assert_eq!(
        report.log[..4],
        [
            Event::Start {
                combatant: 0,
                faces: vec![3]
            },
            Event::Start {
                combatant: 2,
                faces: vec![3]
            },
            Event::Entered {
                combatant: 1,
                faces: vec![5]
            },
            Event::Attack {
                combatant: 1,
                target: 2,
                face: 5,
                lost: vec![3]
            },
        ]
    );
    assert_eq!(report.entered_at, [None, Some(1), None]);
    assert_eq!(report.turns, 1);
}

#[test]
fn at_turn_does_not_enter_a_fight_that_is_decided() {
    let fighters = [combatant(0, &[1]), coming(1, AtTurn(1))];
    let report = scripted(&fighters, 2, &base(), &[&[3]]);
    assert_eq!(report.outcome, Outcome::Side(0));
    assert_eq!(report.fates, [Fate::Standing, Fate::NotEntered]);
    assert_eq!(report.entered_at, [None, None]);
    assert_eq!(report.left_at, [None, None]);

    // After one turn the fight is over, and the second one does not come.
    let fighters = [combatant(0, &[1]), combatant(1, &[1]), coming(1, AtTurn(2))];
    let report = scripted(&fighters, 2, &base(), &[&[6], &[1]]);
    assert_eq!(report.outcome, Outcome::Side(0));
    assert_eq!(report.fates[2], Fate::NotEntered);
    assert_eq!(report.fates[0], Fate::Standing);
}

#[test]
fn at_turn_comes_when_all_turns_before_it_are_completed() {
    // Combatant 0 changes tactic for four turns and retreats in the fifth.
    for turn in 1..=6 {
        let fighters = [
            combatant(0, &[1; 5]),
            combatant(1, &[1]),
            coming(1, AtTurn(turn)),
        ];
        let mut dice = Script::new(vec![vec![6; 5], vec![1], vec![2]]);
        let mut seen = Vec::new();
        let report = fight_with(&fighters, 2, &base(), &mut dice, &mut |view, _| {
            seen.push(view.seat(2).is_standing());
            let changes = view.seat(0).first_unused_class();
            changes.map_or(Action::Retreat, |class| Action::ChangeTactic { class })
        });
        let expected: Vec<bool> = (1..=5).map(|now| now >= turn).collect();
        assert_eq!(seen, expected);
        let entered_at = (turn <= 5).then_some(turn);
        assert_eq!(report.entered_at, [None, None, entered_at]);
        assert_eq!(report.outcome, Outcome::Side(1));
    }
}

#[test]
fn at_turn_may_bring_back_a_side_of_which_nobody_stood() {
    let fighters = [
        combatant(0, &[2]),
        combatant(1, &[1]),
        coming(1, AtTurn(2)),
        combatant(2, &[1]),
    ];
    let report = scripted(&fighters, 3, &base(), &[&[4, 6], &[3], &[5], &[2]]);
    // The 4 takes out the first, and the 6 who comes then, stronger than the third side.
    assert_eq!(report.entered_at[2], Some(2));
    assert_eq!(report.left_at, [Some(2), Some(1), Some(2), None]);
    assert_eq!(report.outcome, Outcome::Side(2));
}

#[test]
fn a_reinforcement_to_come_takes_no_part() {
    let fighters = [
        combatant(0, &[2]),
        coming(0, AtTurn(9)),
        combatant(1, &[2]),
        coming(1, WhenStanding(0)),
    ];
    let rules = base();
    let mut dice = Script::new(vec![vec![3, 4], vec![], vec![3, 4]]);
    let table = Table::start(&fighters, 2, &rules, &mut dice);
    assert!(dice.is_used_up());
    assert_eq!(table.standing(), [0, 2]);
    assert!(table.seats[1].pool.is_empty() && table.seats[3].pool.is_empty());
    let view = view(&table, 0, &[]);
    assert_eq!(view.opponents(), [2]);
    assert_eq!(
        view.actions_but_retreat(),
        [attack(3, 2), attack(4, 2)],
        "nobody else to attack or to support"
    );

    // One round of re-rolls: nobody but those who stand.
    let mut dice = Script::new(vec![vec![3, 4, 6], vec![], vec![3, 4, 1], vec![1]]);
    let report = fight_with(&fighters, 2, &rules, &mut dice, &mut |view, _| {
        assert_eq!(view.actor, 0);
        attack(view.own_pool()[0], view.opponents()[0])
    });
    assert_eq!(report.rerolls, 1);
}

#[test]
fn the_cover_of_a_reinforcement_is_rolled_with_all_other_cover() {
    let mut late = coming(1, AtTurn(9));
    late.cover = Some(Cover::Rolled(2));
    let fighters = [combatant(0, &[1]), combatant(1, &[1]), late];
    let mut lists: Vec<&[u8]> = vec![&[6], &[1]];
    // N = 3 and S = 2: Cover of combatant 2 is roller 2N + 2 + S + 2.
    lists.resize(12, &[]);
    lists.push(&[5, 5]);
    let report = scripted(&fighters, 2, &base(), &lists);
    assert_eq!(report.fates[2], Fate::NotEntered);
}

#[test]
fn when_standing_keeps_a_fight_open_that_would_be_over() {
    // The first {1} is taken out, with it the side; the {2} comes instead.
    let fighters = [
        combatant(0, &[2]),
        combatant(1, &[1]),
        coming(1, WhenStanding(0)),
    ];
    let report = scripted(&fighters, 2, &base(), &[&[5, 6], &[1], &[2]]);
    assert_eq!(report.outcome, Outcome::Side(0));
    assert_eq!(report.turns, 2);
    assert_eq!(report.entered_at, [None, None, Some(2)]);
    assert_eq!(report.left_at, [None, Some(1), Some(2)]);
    assert_eq!(report.taken_out_by, [2, 0, 0]);
}

#[test]
fn a_last_die_is_no_last_blow_while_when_standing_is_due() {
    let fighters = [
        combatant(0, &[1]),
        combatant(1, &[1]),
        coming(1, WhenStanding(0)),
    ];
    let report = scripted(&fighters, 2, &base(), &[&[5], &[1], &[2]]);
    assert_eq!(report.outcome, Outcome::Side(1));
    assert_eq!(
        report.fates,
        [Fate::Retreated, Fate::TakenOut, Fate::Standing]
    );
    assert_eq!(
        report.log[3..],
        [
            Event::TakenOut { combatant: 1 },
            Event::Retreat { combatant: 0 },
            Event::Entered {
                combatant: 2,
                faces: vec![2]
            },
        ]
    );

    // What comes at a turn, or has come already, or comes to one's own side, does not matter.
    let ally = coming(0, WhenStanding(0));
    for other in [coming(1, AtTurn(2)), ally] {
        let fighters = [combatant(0, &[1]), combatant(1, &[1]), other];
        let report = scripted(&fighters, 2, &base(), &[&[5], &[1]]);
        assert_eq!(report.outcome, Outcome::Side(0));
        assert_eq!(report.fates[0], Fate::Standing);
    }
    let fighters = [combatant(0, &[1]), coming(1, WhenStanding(0))];
    let report = scripted(&fighters, 2, &base(), &[&[5], &[1]]);
    assert_eq!(report.outcome, Outcome::Side(0));
    assert_eq!(report.fates, [Fate::Standing, Fate::TakenOut]);
}

/// Of a side of three, one after another is taken out. How many of them stood when the reinforcement
/// came, and the number of the turn before which it came.
fn came_when_standing(most: usize) -> (usize, u64) {
    let fighters = [
        combatant(0, &[4]),
        combatant(1, &[1]),
        combatant(1, &[1]),
        combatant(1, &[1]),
        coming(1, WhenStanding(most)),
    ];
    let mut dice = Script::new(vec![vec![6; 4], vec![1], vec![1], vec![1], vec![1]]);
    let mut stood = None;
    let report = fight_with(&fighters, 2, &base(), &mut dice, &mut |view, _| {
        if view.seat(4).is_standing() && stood.is_none() {
            stood = Some(view.table.count_standing(1) - 1);
        }
        // The lowest number, so that the reinforcement goes last.
        attack(6, view.opponents()[0])
    });
    assert!(dice.is_used_up());
    assert_eq!(report.outcome, Outcome::Side(0));
    assert_eq!(entered(&report.log).len(), 1, "once only");
    (
        stood.expect("it comes"),
        report.entered_at[4].expect("it comes"),
    )
}

#[test]
fn when_standing_comes_as_soon_as_so_few_stand() {
    assert_eq!(came_when_standing(0), (0, 4));
    assert_eq!(came_when_standing(1), (1, 3));
    assert_eq!(came_when_standing(2), (2, 2));
    // Right after the opening, if no more are there from the start.
    assert_eq!(came_when_standing(3), (3, 1));
    assert_eq!(came_when_standing(9), (3, 1));
}

#[test]
fn when_standing_is_checked_before_the_first_victory_check() {
    let fighters = [combatant(0, &[1]), coming(1, WhenStanding(0))];
    let report = scripted(&fighters, 2, &base(), &[&[1], &[4]]);
    assert_eq!(report.outcome, Outcome::Side(1));
    assert_eq!(report.entered_at, [None, Some(1)]);
    assert_eq!(report.turns, 1);
}

#[test]
fn when_standing_counts_retreats_of_ones_own_too() {
    // Combatant 0 spends its last die in vain.
    let fighters = [
        combatant(0, &[1]),
        coming(0, WhenStanding(0)),
        combatant(1, &[2]),
        combatant(1, &[2]),
    ];
    let report = scripted(&fighters, 2, &base(), &[&[4], &[3], &[6, 5], &[5, 6]]);
    assert_eq!(report.fates[0], Fate::Retreated);
    assert_eq!(report.entered_at[1], Some(2));
}

/// After the opening, those of side 1 who entered, in order, where `standing` are there.
fn entered_at_the_opening(standing: usize, coming: &[Combatant]) -> Vec<usize> {
    let mut fighters = vec![combatant(0, &[1])];
    fighters.extend(vec![combatant(1, &[1]); standing]);
    let first = fighters.len();
    fighters.extend_from_slice(coming);
    let rules = base();
    let mut dice = Script::new(vec![vec![1]; fighters.len()]);
    let table = Table::start(&fighters, 2, &rules, &mut dice);
    let entered = entered(&table.log);
    entered.iter().map(|&(who, _)| who - first).collect()
}

fn of_group(group: usize, arrival: Arrival) -> Combatant {
    Combatant {
        group,
        ..coming(1, arrival)
    }
}

#[test]
fn several_that_are_due_enter_in_file_order_each_checked_with_the_raised_number() {
    let due = |most: &[usize]| {
        let numbered = most.iter().enumerate();
        let coming: Vec<Combatant> = numbered
            .map(|(group, &most)| of_group(group, WhenStanding(most)))
            .collect();
        entered_at_the_opening(1, &coming)
    };
    // One stands; the first makes two, which is too many for the second.
    assert_eq!(due(&[1, 1]), [0]);
    assert_eq!(due(&[1, 2]), [0, 1]);
    assert_eq!(due(&[2, 1]), [0]);
    assert_eq!(due(&[0, 1, 2, 2, 3]), [1, 2, 4]);
}

#[test]
fn the_copies_of_one_reinforcement_enter_together() {
    let copies = [
        of_group(0, WhenStanding(1)),
        of_group(0, WhenStanding(1)),
        of_group(0, WhenStanding(1)),
        of_group(1, WhenStanding(3)),
        of_group(2, WhenStanding(4)),
        of_group(2, WhenStanding(4)),
    ];
    // One stands, then four: too many for the next, not for the one after it.
    assert_eq!(entered_at_the_opening(1, &copies), [0, 1, 2, 4, 5]);
    assert_eq!(entered_at_the_opening(2, &copies), [3, 4, 5]);
    assert!(entered_at_the_opening(5, &copies).is_empty());

    let copies = [of_group(0, AtTurn(1)), of_group(0, AtTurn(1))];
    let mut fighters = vec![combatant(0, &[1]), combatant(1, &[1])];
    fighters.extend(copies);
    let report = scripted(&fighters, 2, &base(), &[&[1], &[6], &[2], &[2]]);
    assert_eq!(entered(&report.log), [(2, 2), (3, 3)]);
}

#[test]
fn reinforcements_of_several_sides_enter_in_file_order() {
    let fighters = [
        combatant(0, &[1]),
        coming(0, WhenStanding(1)),
        combatant(1, &[1]),
        coming(1, WhenStanding(1)),
    ];
    let rules = base();
    let mut dice = Script::new(vec![vec![1]; 4]);
    let table = Table::start(&fighters, 2, &rules, &mut dice);
    assert_eq!(entered(&table.log), [(1, 2), (3, 3)]);
}

#[test]
fn when_standing_comes_before_at_turn_and_both_count() {
    // One stands, and another one comes for that; the one at turn 1 makes three.
    let fighters = [
        combatant(0, &[1]),
        combatant(1, &[1]),
        coming(1, AtTurn(1)),
        coming(1, WhenStanding(1)),
        of_group(7, WhenStanding(1)),
    ];
    let mut dice = Script::new(vec![vec![6], vec![1], vec![2], vec![3], vec![]]);
    let report = fight_with(&fighters, 2, &base(), &mut dice, &mut |view, _| {
        assert_eq!(view.table.standing(), [0, 1, 2, 3]);
        Action::Retreat
    });
    assert_eq!(entered(&report.log), [(3, 2), (2, 3)]);
    assert_eq!(report.fates[4], Fate::NotEntered);
}

#[test]
fn a_reinforcement_has_its_first_class_used_and_may_be_supported() {
    let mut late = coming(0, AtTurn(1));
    late.classes.push(1.into());
    let fighters = [combatant(0, &[2]), late, combatant(1, &[1])];
    let mut dice = Script::new(vec![vec![5, 6], vec![2, 3], vec![1]]);
    let mut decisions = [support(5, 1), attack(6, 2)].into_iter();
    let report = fight_with(&fighters, 2, &base(), &mut dice, &mut |view, _| {
        assert_eq!(view.seat(1).used, [true, false]);
        decisions.next().expect("two decisions")
    });
    assert_eq!(
        report.log[3],
        Event::Support {
            combatant: 0,
            ally: 1,
            given: 5,
            rolled: 3
        }
    );
    assert_eq!(report.outcome, Outcome::Side(0));
}
