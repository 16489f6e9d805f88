//! The worked fight of the primer. Other tests compare the plain program with the library.

use super::{Action, Combatant, Event, Fate, Outcome, Rules, fight_with};
use crate::plain::dice::Script;

fn combatant(side: usize, classes: &[usize]) -> Combatant {
    Combatant::rolling(side, classes)
}

fn attack(face: u8, target: usize) -> Action {
    Action::Attack { face, target }
}

fn support(face: u8, ally: usize) -> Action {
    Action::Support { face, ally }
}

fn change(class: usize) -> Action {
    Action::ChangeTactic { class }
}

/// Returns Dirk, Emily and Mark Four against Duke Zero and the drones alpha, beta, gamma and delta.
fn canyon() -> Vec<Combatant> {
    vec![
        combatant(0, &[4, 3]),
        combatant(0, &[3]),
        combatant(0, &[2]),
        combatant(1, &[4]),
        combatant(1, &[2]),
        combatant(1, &[2]),
        combatant(1, &[2]),
        combatant(1, &[2]),
    ]
}

#[test]
fn the_worked_fight_replays_die_by_die() {
    const DIRK: usize = 0;
    const EMILY: usize = 1;
    const MARK: usize = 2;
    const DUKE: usize = 3;
    const ALPHA: usize = 4;
    const BETA: usize = 5;
    const GAMMA: usize = 6;
    const DELTA: usize = 7;

    let mut dice = Script::new(vec![
        vec![2, 2, 4, 4, 4, 3, 2], // Dirk, then the Captain
        vec![6, 6, 4, 5, 6],       // Emily, Dirk's support, the re-roll
        vec![2, 4, 1],             // Mark, Dirk's support
        vec![6, 5, 3, 2],          // Duke
        vec![1, 1],                // alpha
        vec![3, 4],                // beta
        vec![4, 5, 5],             // gamma, the re-roll
        vec![4, 3, 3],             // delta, alpha's support
    ]);

    // The totals before each decision, in file order, 0 for combatants that have left; the actor;
    // and its action.
    let story = [
        ([12, 16, 6, 16, 2, 7, 9, 7], DIRK, support(2, EMILY)),
        ([10, 21, 6, 16, 2, 7, 9, 7], DIRK, support(2, MARK)),
        ([8, 21, 7, 16, 2, 7, 9, 7], DIRK, attack(4, DUKE)),
        ([4, 21, 7, 11, 2, 7, 9, 7], EMILY, attack(6, DUKE)),
        ([4, 15, 7, 0, 2, 7, 9, 7], EMILY, attack(6, BETA)),
        ([4, 9, 7, 0, 2, 0, 9, 7], DIRK, change(1)),
        ([9, 9, 7, 0, 2, 0, 9, 7], ALPHA, support(1, DELTA)),
        ([9, 9, 7, 0, 1, 0, 9, 10], ALPHA, attack(1, MARK)),
        ([9, 9, 6, 0, 0, 0, 9, 10], DELTA, attack(4, MARK)),
        ([9, 9, 0, 0, 0, 0, 9, 6], DELTA, attack(3, DIRK)),
        ([4, 9, 0, 0, 0, 0, 9, 3], DIRK, attack(4, DELTA)),
        ([0, 11, 0, 0, 0, 0, 10, 0], EMILY, attack(5, GAMMA)),
    ];
    let mut decision = 0;
    let report = fight_with(
        &canyon(),
        2,
        &Rules::default(),
        &mut dice,
        &mut |view, _| {
            let (totals, actor, action) = story[decision];
            for (combatant, &total) in totals.iter().enumerate() {
                assert_eq!(
                    view.initiative(combatant),
                    total,
                    "the total of combatant {combatant} before decision {decision}"
                );
            }
            assert_eq!(view.actor, actor, "whose decision {decision} is");
            decision += 1;
            action
        },
    );

    assert_eq!(decision, story.len());
    assert!(dice.is_used_up());
    assert_eq!(report.outcome, Outcome::Side(0));
    assert_eq!((report.turns, report.rerolls, report.lots), (9, 1, 0));
    assert_eq!(
        report.fates,
        [
            Fate::Retreated,
            Fate::Standing,
            Fate::TakenOut,
            Fate::TakenOut,
            Fate::Retreated,
            Fate::TakenOut,
            Fate::TakenOut,
            Fate::TakenOut,
        ]
    );
    assert_eq!(
        report.left_at,
        [
            Some(8),
            None,
            Some(6),
            Some(2),
            Some(5),
            Some(3),
            Some(9),
            Some(8)
        ]
    );
    assert_eq!(report.turns_taken, [3, 3, 0, 0, 1, 0, 0, 2]);
    assert_eq!(report.taken_out_by, [1, 3, 0, 0, 0, 0, 0, 1]);

    // The dice themselves, where totals could hide them.
    let attacks: Vec<(usize, usize, u8, Vec<u8>)> = report
        .log
        .iter()
        .filter_map(|event| match event.clone() {
            Event::Attack {
                combatant,
                target,
                face,
                lost,
            } => Some((combatant, target, face, lost)),
            _ => None,
        })
        .collect();
    assert_eq!(
        attacks,
        [
            (DIRK, DUKE, 4, vec![2, 3]),
            (EMILY, DUKE, 6, vec![5, 6]),
            (EMILY, BETA, 6, vec![3, 4]),
            (ALPHA, MARK, 1, vec![1]),
            (DELTA, MARK, 4, vec![2, 4]),
            (DELTA, DIRK, 3, vec![2, 3]),
            (DIRK, DELTA, 4, vec![3]),
            (EMILY, GAMMA, 5, vec![5, 5]),
        ]
    );
    let rerolls: Vec<&Event> = report
        .log
        .iter()
        .filter(|event| matches!(event, Event::Reroll { .. }))
        .collect();
    assert_eq!(
        rerolls,
        [
            &Event::Reroll {
                combatant: EMILY,
                from: 4,
                to: 6
            },
            &Event::Reroll {
                combatant: GAMMA,
                from: 4,
                to: 5
            },
        ]
    );
}
