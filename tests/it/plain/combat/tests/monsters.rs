//! Large monsters, case by case.

use super::super::{Action, Arrival, Combatant, Event, Fate, Outcome, Rules, Table, finisher};
use super::players::{ONE, Scene, view};
use super::{attack, change, combatant, finishers, scripted, support};
use crate::plain::dice::Script;

fn monster(side: usize, classes: &[usize]) -> Combatant {
    Combatant {
        monster: true,
        ..combatant(side, classes)
    }
}

#[test]
fn a_monster_returns_with_a_die_fewer_until_none_is_left() {
    let fighters = [combatant(0, &[3]), monster(1, &[3])];
    let report = scripted(
        &fighters,
        2,
        &Rules::default(),
        &[&[6, 6, 6], &[3, 3, 3, 2, 2, 1]],
    );
    assert_eq!(report.outcome, Outcome::Side(0));
    assert_eq!(
        report.log[2..],
        [
            Event::Attack {
                combatant: 0,
                target: 1,
                face: 6,
                lost: vec![3, 3, 3]
            },
            Event::Returned {
                combatant: 1,
                faces: vec![2, 2]
            },
            Event::Attack {
                combatant: 0,
                target: 1,
                face: 6,
                lost: vec![2, 2]
            },
            Event::Returned {
                combatant: 1,
                faces: vec![1]
            },
            Event::Attack {
                combatant: 0,
                target: 1,
                face: 6,
                lost: vec![1]
            },
            Event::TakenOut { combatant: 1 },
        ]
    );
    // Only the last time is a taking out, and a last blow.
    assert_eq!(report.taken_out_by, [1, 0]);
    assert_eq!(report.returns, [0, 2]);
    assert_eq!(report.fates, [Fate::Standing, Fate::TakenOut]);
    assert_eq!(report.left_at, [None, Some(3)]);
}

#[test]
fn a_return_keeps_the_fight_open_and_the_attackers_last_die_is_spent() {
    let fighters = [combatant(0, &[1]), monster(1, &[2])];
    let report = scripted(&fighters, 2, &Rules::default(), &[&[6], &[1, 1, 5]]);
    assert_eq!(report.outcome, Outcome::Side(1));
    assert_eq!(report.fates, [Fate::Retreated, Fate::Standing]);
    assert_eq!(report.taken_out_by, [0, 0]);
    assert_eq!(
        report.log[3..],
        [
            Event::Returned {
                combatant: 1,
                faces: vec![5]
            },
            Event::Retreat { combatant: 0 },
        ]
    );
}

/// What an attack of a 6 makes of combatant 1, after these actions of it and of its ally, combatant 2.
/// All dice but the attacker's show a 1.
fn struck(classes: &[usize], actions: &[(usize, Action)]) -> (Fate, Vec<u8>) {
    let fighters = [combatant(0, &[2]), monster(1, classes), combatant(1, &[6])];
    let rules = Rules::default();
    let mut dice = Script::new(vec![vec![6; 2], vec![1; 60], vec![1; 60]]);
    let mut table = Table::start(&fighters, 2, &rules, &mut dice);
    for &(actor, action) in actions {
        match action {
            Action::Support { face, ally } => table.support(actor, face, ally, &mut dice),
            Action::ChangeTactic { class } => table.change_tactic(actor, class, &mut dice),
            _ => panic!("{action:?} is no preparation"),
        }
    }
    table.attack(0, 6, 1, &mut dice, &mut finishers());
    (table.seats[1].fate, table.seats[1].pool.clone())
}

#[test]
fn dice_received_or_given_do_not_count_for_a_return() {
    assert_eq!(struck(&[3], &[]), (Fate::Standing, vec![1; 2]));
    let received = [(2, support(1, 1)), (2, support(1, 1))];
    assert_eq!(struck(&[3], &received), (Fate::Standing, vec![1; 2]));
    assert_eq!(struck(&[1], &received), (Fate::TakenOut, vec![]));
    let given = [(1, support(1, 2)), (1, support(1, 2))];
    assert_eq!(struck(&[3], &given), (Fate::Standing, vec![1; 2]));
}

#[test]
fn a_change_of_tactic_is_a_roll_to_return_from() {
    assert_eq!(
        struck(&[2, 4], &[(1, change(1))]),
        (Fate::Standing, vec![1; 3])
    );
    assert_eq!(
        struck(&[4, 2], &[(1, change(1))]),
        (Fate::Standing, vec![1; 1])
    );
    assert_eq!(struck(&[4, 1], &[(1, change(1))]), (Fate::TakenOut, vec![]));
}

#[test]
fn a_return_is_a_roll_to_return_from() {
    let fighters = [combatant(0, &[3]), monster(1, &[3]), combatant(1, &[6])];
    let rules = Rules::default();
    let mut dice = Script::new(vec![vec![6; 3], vec![1; 60], vec![1; 6]]);
    let mut table = Table::start(&fighters, 2, &rules, &mut dice);
    table.attack(0, 6, 1, &mut dice, &mut finishers());
    table.support(2, 1, 1, &mut dice);
    assert_eq!(table.seats[1].pool.len(), 3);
    table.attack(0, 6, 1, &mut dice, &mut finishers());
    assert_eq!(table.seats[1].pool.len(), 1);
    table.attack(0, 6, 1, &mut dice, &mut finishers());
    assert_eq!(table.seats[1].fate, Fate::TakenOut);
    assert_eq!(table.returns, [0, 2, 0]);
}

/// A monster of these Classes spends a 1, its last die, at an opponent that holds a 6 and more dice.
fn spent(dice_rolled: usize, rules: &Rules) -> (Fate, Vec<u8>, Vec<Event>) {
    let fighters = [monster(0, &[dice_rolled]), combatant(1, &[2])];
    let mut dice = Script::new(vec![vec![1; 10], vec![6, 6]]);
    let mut table = Table::start(&fighters, 2, rules, &mut dice);
    table.seats[0].pool = vec![1];
    table.attack(0, 1, 1, &mut dice, &mut finishers());
    assert_eq!(table.taken_out_by, [0, 0]);
    let told = table.log.split_off(3);
    (table.seats[0].fate, table.seats[0].pool.clone(), told)
}

#[test]
fn a_monster_that_spends_its_last_die_retreats_or_returns() {
    let rules = Rules::default();
    let retreat = Event::Retreat { combatant: 0 };
    assert_eq!(
        spent(3, &rules),
        (Fate::Retreated, vec![], vec![retreat.clone()])
    );
    assert_eq!(spent(1, &rules), (Fate::Retreated, vec![], vec![retreat]));

    let rules = Rules {
        monster_spent_returns: true,
        ..rules
    };
    let back = Event::Returned {
        combatant: 0,
        faces: vec![1, 1],
    };
    assert_eq!(spent(3, &rules), (Fate::Standing, vec![1, 1], vec![back]));
    // With nothing to return with it is out, to nobody's credit.
    let out = Event::TakenOut { combatant: 0 };
    assert_eq!(spent(1, &rules), (Fate::TakenOut, vec![], vec![out]));
}

#[test]
fn monster_spent_is_for_monsters_only() {
    let rules = Rules {
        monster_spent_returns: true,
        ..Rules::default()
    };
    let fighters = [combatant(0, &[1]), combatant(1, &[2])];
    let mut dice = Script::new(vec![vec![1], vec![6, 6]]);
    let mut table = Table::start(&fighters, 2, &rules, &mut dice);
    table.attack(0, 1, 1, &mut dice, &mut finishers());
    assert_eq!(table.seats[0].fate, Fate::Retreated);
}

#[test]
fn the_last_blow_of_a_monster_wins_before_its_last_die_counts() {
    for monster_spent_returns in [false, true] {
        for last_blow_draw in [false, true] {
            let rules = Rules {
                last_blow_draw,
                monster_spent_returns,
                ..Rules::default()
            };
            let fighters = [monster(0, &[2]), combatant(1, &[2])];
            let mut dice = Script::new(vec![vec![6, 6, 4], vec![1, 1]]);
            let mut table = Table::start(&fighters, 2, &rules, &mut dice);
            table.seats[0].pool = vec![6];
            table.attack(0, 6, 1, &mut dice, &mut finishers());
            let expected = match (last_blow_draw, monster_spent_returns) {
                (false, _) => (Fate::Standing, 0, Outcome::Side(0)),
                (true, true) => (Fate::Standing, 1, Outcome::Side(0)),
                (true, false) => (Fate::Retreated, 0, Outcome::Draw),
            };
            let found = (
                table.seats[0].fate,
                table.returns[0],
                table.decided().expect("one side at most stands"),
            );
            assert_eq!(found, expected);
        }
    }
}

#[test]
fn finisher_counts_a_monster_that_would_return_as_emptied() {
    // The 2 would send the monster back; the 6 would remove more from the other one.
    let mut scene = Scene::alone(ONE, &[2, 6], &[&[2], &[6, 6, 1]]);
    scene.combatants[1].monster = true;
    assert_eq!(finisher(&view(&scene.table(), 0, &[])), attack(2, 1));
}

#[test]
fn a_monster_may_come_as_a_reinforcement() {
    let mut late = monster(1, &[2]);
    late.arrival = Some(Arrival::WhenStanding(0));
    let fighters = [combatant(0, &[3]), combatant(1, &[1]), late];
    let report = scripted(
        &fighters,
        2,
        &Rules::default(),
        &[&[6; 3], &[1], &[1, 1, 1]],
    );
    assert_eq!(report.returns, [0, 0, 1]);
    assert_eq!(report.taken_out_by, [2, 0, 0]);
    assert_eq!(report.outcome, Outcome::Side(0));
}
