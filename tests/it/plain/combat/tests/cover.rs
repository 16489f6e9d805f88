//! Cover, case by case.

use super::super::{Class, Combatant, Cover, CoverFrom, Event, Rules, Table};
use super::{combatant, finishers, scripted};
use crate::plain::dice::Script;

/// What an attack of this face with so much Cover leaves the target of its pool, and the Cover that
/// is removed. Combatant 0 attacks combatant 1.
fn attacked(
    face: u8,
    pool: &[u8],
    [own, side, field]: [&[u8]; 3],
    cover_per_attack: usize,
) -> (Vec<u8>, Vec<(CoverFrom, u8)>) {
    let mut fighters = [combatant(0, &[2]), combatant(1, &[pool.len()])];
    fighters[1].cover = Some(Cover::Faces(own.to_vec()));
    // The Cover of others is no help.
    fighters[0].cover = Some(Cover::Faces(vec![1, 2, 3, 4, 5, 6]));
    let rules = Rules {
        side_cover: vec![
            Some(Cover::Faces(vec![1, 2, 3, 4, 5, 6])),
            Some(Cover::Faces(side.to_vec())),
        ],
        field_cover: Some(Cover::Faces(field.to_vec())),
        cover_per_attack,
        ..Rules::default()
    };
    let mut dice = Script::new(vec![vec![face, face], pool.to_vec()]);
    let mut table = Table::start(&fighters, 2, &rules, &mut dice);
    let before = table.cover.clone();
    table.attack(0, face, 1, &mut dice, &mut finishers());
    let used: Vec<(CoverFrom, u8)> = table
        .log
        .iter()
        .filter_map(|event| match *event {
            Event::Cover {
                target: 1,
                from,
                face,
            } => Some((from, face)),
            _ => None,
        })
        .collect();

    // What was removed is gone, and nothing else.
    let mut after = before;
    for &(from, face) in &used {
        let cover = match from {
            CoverFrom::Own => &mut after.own[1],
            CoverFrom::Side => &mut after.sides[1],
            CoverFrom::Field => &mut after.field,
        };
        let position = cover.iter().position(|&die| die == face);
        cover.remove(position.expect("Cover that lay there"));
    }
    assert_eq!(table.cover, after);
    assert_eq!(table.cover_spent, [0, used.len() as u64]);
    (table.seats[1].pool.clone(), used)
}

const NONE: &[u8] = &[];

#[test]
fn a_cover_die_keeps_all_dice_of_its_face() {
    let (pool, used) = attacked(4, &[1, 3, 3, 4, 5], [&[3], NONE, NONE], 1);
    assert_eq!(pool, [3, 3, 5]);
    assert_eq!(used, [(CoverFrom::Own, 3)]);
}

#[test]
fn anyone_may_use_the_cover_of_the_battlefield_and_its_own_sides() {
    let (pool, used) = attacked(6, &[2, 5], [NONE, &[5], NONE], 1);
    assert_eq!((pool, used), (vec![5], vec![(CoverFrom::Side, 5)]));
    let (pool, used) = attacked(6, &[2, 5], [NONE, NONE, &[5]], 1);
    assert_eq!((pool, used), (vec![5], vec![(CoverFrom::Field, 5)]));
}

#[test]
fn the_cover_that_keeps_most_initiative_is_used() {
    // Three dice of 2 are worth more than one of 5.
    let (pool, used) = attacked(6, &[2, 2, 2, 5], [&[5], NONE, &[2]], 1);
    assert_eq!(pool, [2, 2, 2]);
    assert_eq!(used, [(CoverFrom::Field, 2)]);
}

#[test]
fn equal_cover_is_ones_own_then_the_sides_then_the_battlefields() {
    let (_, used) = attacked(6, &[4], [&[4], &[4], &[4]], 1);
    assert_eq!(used, [(CoverFrom::Own, 4)]);
    let (_, used) = attacked(6, &[4], [&[3], &[4], &[4]], 1);
    assert_eq!(used, [(CoverFrom::Side, 4)]);
    // Whose it is comes before the face: both keep 6.
    let (_, used) = attacked(6, &[3, 3, 6], [&[3], &[6], &[6]], 1);
    assert_eq!(used, [(CoverFrom::Own, 3)]);
    let (_, used) = attacked(6, &[3, 3, 6], [NONE, &[3], &[6]], 1);
    assert_eq!(used, [(CoverFrom::Side, 3)]);
}

#[test]
fn equal_cover_from_one_place_is_the_higher_face() {
    let (pool, used) = attacked(6, &[2, 2, 2, 3, 3, 6], [NONE, &[2, 3, 6], NONE], 1);
    assert_eq!(pool, [6]);
    assert_eq!(used, [(CoverFrom::Side, 6)]);
    let (pool, used) = attacked(5, &[2, 2, 4], [NONE, NONE, &[2, 4]], 1);
    assert_eq!(pool, [4]);
    assert_eq!(used, [(CoverFrom::Field, 4)]);
}

#[test]
fn no_cover_is_used_that_would_keep_nothing() {
    // Faces above the attack are in no danger, and the target holds no 1.
    let (pool, used) = attacked(3, &[2, 4, 6], [&[1], &[4], &[6]], 1);
    assert_eq!(pool, [4, 6]);
    assert_eq!(used, []);
    // Of the faces in danger the lower one is used, though the higher die lies there.
    let (pool, used) = attacked(3, &[2, 4, 4], [&[4], &[2], NONE], 1);
    assert_eq!(pool, [2, 4, 4]);
    assert_eq!(used, [(CoverFrom::Side, 2)]);
}

#[test]
fn several_cover_dice_against_one_attack_each_keep_what_is_not_kept_yet() {
    let (pool, used) = attacked(5, &[1, 3, 3, 5], [&[3, 3], &[5], &[1]], 2);
    assert_eq!(pool, [3, 3, 5]);
    assert_eq!(used, [(CoverFrom::Own, 3), (CoverFrom::Side, 5)]);
    // A second die of the same face would keep nothing more.
    let (pool, used) = attacked(5, &[1, 3, 3, 5], [&[3], &[3], &[3]], 2);
    assert_eq!(pool, [3, 3]);
    assert_eq!(used, [(CoverFrom::Own, 3)]);
    let (pool, used) = attacked(5, &[1, 3, 3, 5], [&[3, 3], &[5], &[1]], 3);
    assert_eq!(pool, [1, 3, 3, 5]);
    assert_eq!(used.len(), 3);
    let (pool, used) = attacked(5, &[1, 3, 3, 5], [&[3, 3], &[5], &[1]], 0);
    assert_eq!((pool, used), (vec![], vec![]));
}

#[test]
fn cover_is_rolled_in_one_throw_by_rollers_of_its_own() {
    let mut fighters = [combatant(0, &[1]), combatant(1, &[1])];
    fighters[1].cover = Some(Cover::Rolled(2));
    let rules = Rules {
        field_cover: Some(Cover::Rolled(1)),
        side_cover: vec![Some(Cover::Rolled(3))],
        ..Rules::default()
    };
    // Two combatants, the lot, two with whims, the battlefield, two sides, two combatants.
    let mut dice = Script::new(vec![
        vec![1],
        vec![6],
        vec![],
        vec![],
        vec![],
        vec![4],
        vec![5, 1, 3],
        vec![],
        vec![],
        vec![6, 2],
    ]);
    let table = Table::start(&fighters, 2, &rules, &mut dice);
    assert!(dice.is_used_up());
    assert_eq!(table.cover.field, [4]);
    assert_eq!(table.cover.sides, [vec![1, 3, 5], vec![]]);
    assert_eq!(table.cover.own, [vec![], vec![2, 6]]);
}

#[test]
fn cover_is_used_before_the_attack_in_the_log_and_is_gone() {
    let mut fighters = [combatant(0, &[2]), combatant(1, &[1])];
    fighters[1].cover = Some(Cover::Faces(vec![2]));
    let report = scripted(&fighters, 2, &Rules::default(), &[&[2, 4], &[2]]);
    assert_eq!(
        report.log[2..],
        [
            Event::Cover {
                target: 1,
                from: CoverFrom::Own,
                face: 2
            },
            Event::Attack {
                combatant: 0,
                target: 1,
                face: 2,
                lost: vec![]
            },
            Event::Attack {
                combatant: 0,
                target: 1,
                face: 4,
                lost: vec![2]
            },
            Event::TakenOut { combatant: 1 },
        ]
    );
    assert_eq!(report.cover_spent, [0, 1]);
    assert_eq!(report.taken_out_by, [1, 0]);
}

/// What a die of 5 of the Class in use, one of two that ignore Cover or not, leaves of {5} behind
/// Cover of every kind.
fn five_against_cover(classes: [bool; 2], in_use: usize) -> Vec<u8> {
    let attacker = Combatant {
        classes: classes
            .map(|ignores_cover| Class {
                dice: 2,
                ignores_cover,
                ..Class::default()
            })
            .to_vec(),
        ..Combatant::default()
    };
    let mut target = combatant(1, &[2]);
    target.cover = Some(Cover::Faces(vec![5]));
    let rules = Rules {
        side_cover: vec![None, Some(Cover::Faces(vec![5]))],
        field_cover: Some(Cover::Faces(vec![5])),
        cover_per_attack: 3,
        ..Rules::default()
    };
    let fighters = [attacker, target];
    let mut dice = Script::new(vec![vec![5, 5, 5, 5], vec![5, 6]]);
    let mut table = Table::start(&fighters, 2, &rules, &mut dice);
    if in_use == 1 {
        table.change_tactic(0, 1, &mut dice);
    }
    table.attack(0, 5, 1, &mut dice, &mut finishers());
    assert_eq!(
        table.cover_spent,
        [0, u64::from(table.seats[1].pool.len() == 2)]
    );
    table.seats[1].pool.clone()
}

#[test]
fn a_class_that_ignores_cover_is_not_stopped() {
    assert_eq!(five_against_cover([false, false], 0), [5, 6]);
    assert_eq!(five_against_cover([true, true], 0), [6]);
    // It is the Class in use that counts.
    assert_eq!(five_against_cover([true, false], 0), [6]);
    assert_eq!(five_against_cover([true, false], 1), [5, 6]);
    assert_eq!(five_against_cover([false, true], 0), [5, 6]);
    assert_eq!(five_against_cover([false, true], 1), [6]);
}
