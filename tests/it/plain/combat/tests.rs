//! What the plain program must do before it may judge another one.

use std::collections::BTreeMap;

use super::super::dice::{PlainDice, Script};
use super::{
    Action, Combatant, Event, Fate, Outcome, Player, Report, Rules, Seat, View, brawler, fight,
    fight_with, finisher, random,
};

const DEFAULTS: Rules = Rules {
    last_blow_draw: false,
    deadlock_lot: false,
    max_rerolls: 1000,
};

fn combatant(side: usize, classes: &[usize]) -> Combatant {
    Combatant {
        side,
        classes: classes.to_vec(),
        player: Player::Finisher,
    }
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

/// Dirk, Emily and Mark Four against Duke Zero and the drones alpha, beta, gamma and delta.
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

    // The totals on the table before each decision, in file order, nought for who has left; whose
    // decision it is; and what it was.
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
    let report = fight_with(&canyon(), 2, &DEFAULTS, &mut dice, &mut |view, _| {
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
    });

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

// ---- The rules, in small cases ----

/// Combatants of one die each, one for each of these sides.
fn single_dice(sides: &[usize]) -> Vec<Combatant> {
    sides.iter().map(|&side| combatant(side, &[1])).collect()
}

/// A fight of `finisher`s on written dice, all of which it must use.
fn scripted(combatants: &[Combatant], sides: usize, rules: Rules, lists: &[&[u8]]) -> Report {
    let mut dice = Script::new(lists.iter().map(|list| list.to_vec()).collect());
    let report = fight(combatants, sides, &rules, &mut dice);
    assert!(dice.is_used_up());
    report
}

#[test]
fn a_last_die_that_takes_out_the_last_opponent_wins() {
    let report = scripted(&single_dice(&[0, 1]), 2, DEFAULTS, &[&[5], &[3]]);
    assert_eq!(report.outcome, Outcome::Side(0));
    assert_eq!(report.fates, [Fate::Standing, Fate::TakenOut]);
    assert_eq!(report.left_at, [None, Some(1)]);
    assert_eq!(report.turns, 1);
}

#[test]
fn last_blow_draw_makes_its_attacker_retreat_too() {
    let rules = Rules {
        last_blow_draw: true,
        ..DEFAULTS
    };
    let report = scripted(&single_dice(&[0, 1]), 2, rules, &[&[5], &[3]]);
    assert_eq!(report.outcome, Outcome::Draw);
    assert_eq!(report.fates, [Fate::Retreated, Fate::TakenOut]);
    assert_eq!(report.left_at, [Some(1), Some(1)]);
    assert_eq!(report.taken_out_by, [1, 0]);

    // An ally who stands there still wins for both.
    let report = scripted(&single_dice(&[0, 0, 1]), 2, rules, &[&[5], &[2], &[3]]);
    assert_eq!(report.outcome, Outcome::Side(0));
    assert_eq!(
        report.fates,
        [Fate::Retreated, Fate::Standing, Fate::TakenOut]
    );
}

#[test]
fn a_last_die_hands_victory_to_the_third_side() {
    let report = scripted(&single_dice(&[0, 1, 2]), 3, DEFAULTS, &[&[6], &[2], &[1]]);
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
    let report = scripted(&fighters, 2, DEFAULTS, &[&[4], &[1, 5], &[1, 5]]);
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
        &DEFAULTS,
        &mut dice,
        &mut |_, _| Action::Retreat,
    );
    assert_eq!(report.outcome, Outcome::Side(1));
    assert_eq!(report.fates, [Fate::Retreated, Fate::Standing]);
    assert_eq!(report.turns, 1);
}

#[test]
fn a_side_that_came_alone_has_won_before_the_first_turn() {
    let report = scripted(&single_dice(&[1, 1]), 2, DEFAULTS, &[&[4], &[4]]);
    assert_eq!(report.outcome, Outcome::Side(1));
    assert_eq!((report.turns, report.rerolls), (0, 0));
    assert_eq!(scripted(&[], 2, DEFAULTS, &[]).outcome, Outcome::Draw);
}

#[test]
fn everyone_standing_rerolls_the_lowest_die_and_only_that() {
    let three = [combatant(0, &[2]), combatant(0, &[2]), combatant(1, &[2])];
    let report = scripted(&three, 2, DEFAULTS, &[&[2, 4, 1], &[5, 1, 6], &[3, 3, 3]]);
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
        ..DEFAULTS
    };
    let duel = single_dice(&[0, 1]);
    let report = scripted(&duel, 2, rules, &[&[3, 4, 2], &[3, 4, 2]]);
    assert_eq!(report.outcome, Outcome::Unresolved);
    assert_eq!((report.turns, report.rerolls), (0, 2));
    assert_eq!(report.fates, [Fate::Standing, Fate::Standing]);

    // The last round that patience allows may settle it.
    let report = scripted(&duel, 2, rules, &[&[3, 4, 2], &[3, 4, 1]]);
    assert_eq!(report.outcome, Outcome::Side(0));
    assert_eq!((report.turns, report.rerolls), (1, 2));

    let rules = Rules {
        max_rerolls: 0,
        ..DEFAULTS
    };
    let report = scripted(&duel, 2, rules, &[&[3], &[3]]);
    assert_eq!(report.outcome, Outcome::Unresolved);
    assert_eq!(report.rerolls, 0);
}

#[test]
fn a_turn_renews_the_patience_with_rerolls() {
    let rules = Rules {
        max_rerolls: 1,
        ..DEFAULTS
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
        ..DEFAULTS
    };
    let four = single_dice(&[0, 0, 1, 1]);
    // 3, 5, 3, 5: the first lot is between combatants 1 and 3. Combatant 3 takes out combatant 1
    // with its last die and retreats; the second lot is between combatants 0 and 2.
    let report = scripted(&four, 2, rules, &[&[3], &[5], &[3], &[5], &[1, 0]]);
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
    fight_with(&fighters, 2, &DEFAULTS, &mut dice, &mut |_, _| {
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
    let report = fight_with(&duel, 2, &DEFAULTS, &mut dice, &mut |view, _| {
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

// ---- The players, tie by tie ----

/// A table in the middle of a fight: for each combatant its side, whether each of its Classes is
/// used, and its dice. No dice: it has been taken out.
struct Scene {
    combatants: Vec<Combatant>,
    seats: Vec<Seat>,
}

impl Scene {
    fn new(places: &[(usize, &[bool], &[u8])]) -> Self {
        let mut combatants = Vec::new();
        let mut seats = Vec::new();
        for &(side, used, pool) in places {
            combatants.push(combatant(side, &vec![1; used.len()]));
            seats.push(Seat {
                pool: pool.to_vec(),
                used: used.to_vec(),
                fate: if pool.is_empty() {
                    Fate::TakenOut
                } else {
                    Fate::Standing
                },
            });
        }
        Self { combatants, seats }
    }

    /// Combatant 0, with Classes that are used or not, alone against the others.
    fn alone(used: &[bool], pool: &[u8], opponents: &[&[u8]]) -> Self {
        let mut places: Vec<(usize, &[bool], &[u8])> = vec![(0, used, pool)];
        places.extend(opponents.iter().map(|&pool| (1, &[true][..], pool)));
        Self::new(&places)
    }

    fn view<'a>(&'a self, actor: usize, aided: &'a [usize]) -> View<'a> {
        View {
            actor,
            combatants: &self.combatants,
            seats: &self.seats,
            aided,
        }
    }
}

#[track_caller]
fn finisher_does(used: &[bool], pool: &[u8], opponents: &[&[u8]], expected: Action) {
    let scene = Scene::alone(used, pool, opponents);
    assert_eq!(finisher(&scene.view(0, &[])), expected);
}

#[track_caller]
fn brawler_does(used: &[bool], pool: &[u8], opponents: &[&[u8]], expected: Action) {
    let scene = Scene::alone(used, pool, opponents);
    assert_eq!(brawler(&scene.view(0, &[])), expected);
}

/// A single Class, in use.
const ONE: &[bool] = &[true];

#[test]
fn finisher_empties_with_the_smallest_face_that_can() {
    // The 5 would take out the stronger opponent, the 2 is the cheaper die.
    finisher_does(ONE, &[2, 5], &[&[4, 5], &[2]], attack(2, 2));
    // A die of the same face is emptied too, and a face that empties nobody is passed over.
    finisher_does(ONE, &[2, 3, 6], &[&[3, 3], &[6]], attack(3, 1));
    // Taking out comes before removing most.
    finisher_does(ONE, &[1, 5], &[&[1], &[5, 5, 6]], attack(1, 1));
}

#[test]
fn finisher_empties_the_strongest_then_the_first() {
    finisher_does(ONE, &[4], &[&[1], &[3], &[2]], attack(4, 2));
    finisher_does(ONE, &[4], &[&[1], &[2, 2], &[4]], attack(4, 2));
    // Stronger ones that the face does not empty do not count.
    finisher_does(ONE, &[4, 4], &[&[5], &[1, 6], &[3]], attack(4, 3));
    // Nor do those who have left.
    finisher_does(ONE, &[4, 4], &[&[], &[1, 6], &[3]], attack(4, 3));
}

#[test]
fn finisher_changes_tactic_on_the_last_die_that_empties_nobody() {
    finisher_does(&[true, false, false], &[3], &[&[4]], change(1));
    finisher_does(&[true, true, false], &[3], &[&[4]], change(2));
    // It empties somebody; there is no other Class; it is not the last die.
    finisher_does(&[true, false], &[3], &[&[3]], attack(3, 1));
    finisher_does(&[true, true], &[3], &[&[4]], attack(3, 1));
    finisher_does(&[true, false], &[3, 3], &[&[4]], attack(3, 1));
}

#[test]
fn finisher_removes_most_initiative_otherwise() {
    finisher_does(ONE, &[3, 5], &[&[3, 6], &[5, 6]], attack(5, 2));
    // Equal: the smaller face, even at the weaker opponent.
    finisher_does(ONE, &[3, 5], &[&[3, 6]], attack(3, 1));
    finisher_does(ONE, &[3, 5], &[&[4, 6, 6], &[2, 2, 6]], attack(3, 2));
    // Equal with the same face: the stronger opponent, then file order.
    finisher_does(ONE, &[3, 5], &[&[3, 6], &[3, 6, 6]], attack(3, 2));
    finisher_does(ONE, &[3, 5], &[&[6], &[3, 6], &[3, 6]], attack(3, 2));
    // Nothing can be removed at all: the same ties decide.
    finisher_does(ONE, &[1, 2], &[&[6], &[6, 6], &[6, 6]], attack(1, 2));
}

#[test]
fn brawler_strikes_the_strongest_with_its_highest_die() {
    brawler_does(ONE, &[2, 5], &[&[2], &[6, 6]], attack(5, 2));
    brawler_does(ONE, &[2, 5], &[&[2], &[3, 4], &[1, 6]], attack(5, 2));
    brawler_does(ONE, &[2, 5], &[&[], &[1]], attack(5, 2));
    brawler_does(ONE, &[2], &[&[1]], attack(2, 1));
}

#[test]
fn brawler_changes_tactic_on_the_last_die_whatever_it_could_do() {
    brawler_does(&[true, false, false], &[6], &[&[1]], change(1));
    brawler_does(&[true, true, false], &[6], &[&[1]], change(2));
    brawler_does(&[true, false], &[6, 6], &[&[1]], attack(6, 1));
}

#[test]
fn random_chooses_among_the_distinct_actions_in_their_order() {
    let used = [true];
    let scene = Scene::new(&[
        (0, &used, &[1, 2]),
        (1, &used, &[6]),
        (0, &[true, false, false], &[3, 3, 5]),
        (1, &used, &[]),
        (0, &used, &[1]),
        (1, &used, &[2]),
        (0, &used, &[1, 1, 1, 1, 1, 1]),
    ]);
    // Combatant 0 has been aided already, 6 has six dice, 3 has left.
    let view = scene.view(2, &[0]);
    let actions = [
        attack(3, 1),
        attack(3, 5),
        attack(5, 1),
        attack(5, 5),
        support(3, 4),
        support(5, 4),
        change(1),
        change(2),
    ];
    assert_eq!(view.actions_but_retreat(), actions);

    // The whims of combatant 2 of 7 are roller 7 + 1 + 2.
    let mut lists = vec![vec![]; 10];
    lists.push((0..8).collect());
    let mut dice = Script::new(lists);
    for action in actions {
        assert_eq!(random(&view, &mut dice), action);
    }
    assert!(dice.is_used_up());
}

#[test]
fn random_draws_even_where_there_is_no_choice() {
    let mut duel = single_dice(&[0, 1]);
    duel[0].player = Player::Random;
    let report = scripted(&duel, 2, DEFAULTS, &[&[5], &[3], &[], &[0]]);
    assert_eq!(report.outcome, Outcome::Side(0));
}

// ---- Duels of one Class each, exactly ----

/// Every pool of so many dice with its chance.
fn pools(count: usize) -> Vec<(Vec<u8>, f64)> {
    let mut ways = BTreeMap::from([(Vec::new(), 1.0)]);
    for _ in 0..count {
        let mut longer = BTreeMap::new();
        for (pool, chance) in ways {
            for face in 1..=6 {
                *longer.entry(with(&pool, face)).or_insert(0.0) += chance / 6.0;
            }
        }
        ways = longer;
    }
    ways.into_iter().collect()
}

fn with(pool: &[u8], face: u8) -> Vec<u8> {
    let mut pool = pool.to_vec();
    pool.push(face);
    pool.sort_unstable();
    pool
}

/// A's chance to win for each pair of pools, A's first.
type Shares = BTreeMap<(Vec<u8>, Vec<u8>), f64>;

/// The share of whoever has the turn, its pool first, when it attacks as `finisher` does. `shares`
/// knows what the pools after the attack are worth to A, who is the attacker or not.
fn share_of_attack(own: &[u8], other: &[u8], worth: impl Fn(&[u8], &[u8]) -> f64) -> f64 {
    let scene = Scene::alone(ONE, own, &[other]);
    let Action::Attack { face, .. } = finisher(&scene.view(0, &[])) else {
        panic!("a duel of one Class each is attacks only");
    };
    let kept: Vec<u8> = other.iter().copied().filter(|&die| die > face).collect();
    if kept.is_empty() {
        return 1.0;
    }
    if own.len() == 1 {
        return 0.0;
    }
    let spent = own.iter().position(|&die| die == face).expect("held");
    let left = [&own[..spent], &own[spent + 1..]].concat();
    worth(&left, &kept)
}

/// A's share in a duel of `finisher`s who roll so many dice each, with `last_blow = "win"`.
///
/// An attack costs a die, so pools of fewer dice are solved first; only equal totals lead back to
/// pools of the same sizes, through the re-roll, and are iterated until nothing moves.
fn duel(dice_of_a: usize, dice_of_b: usize) -> f64 {
    let mut shares = Shares::new();
    let total = |pool: &[u8]| pool.iter().map(|&face| u32::from(face)).sum::<u32>();
    for a_count in 1..=dice_of_a {
        for b_count in 1..=dice_of_b {
            let mut tied = Vec::new();
            for (a, _) in pools(a_count) {
                for (b, _) in pools(b_count) {
                    let share = match total(&a).cmp(&total(&b)) {
                        std::cmp::Ordering::Greater => {
                            share_of_attack(&a, &b, |a, b| shares[&(a.to_vec(), b.to_vec())])
                        }
                        std::cmp::Ordering::Less => {
                            1.0 - share_of_attack(&b, &a, |b, a| {
                                1.0 - shares[&(a.to_vec(), b.to_vec())]
                            })
                        }
                        std::cmp::Ordering::Equal => {
                            tied.push((a.clone(), b.clone()));
                            0.5
                        }
                    };
                    shares.insert((a.clone(), b), share);
                }
            }
            let mut moved = 1.0;
            while moved > 1e-12 {
                moved = 0.0;
                for (a, b) in &tied {
                    let mut share = 0.0;
                    for a_face in 1..=6 {
                        for b_face in 1..=6 {
                            // Pools are ascending: the first die is the lowest.
                            let pair = (with(&a[1..], a_face), with(&b[1..], b_face));
                            share += shares[&pair] / 36.0;
                        }
                    }
                    let pair = (a.clone(), b.clone());
                    moved = f64::max(moved, (share - shares[&pair]).abs());
                    shares.insert(pair, share);
                }
            }
        }
    }
    let mut share = 0.0;
    for (a, a_chance) in pools(dice_of_a) {
        for (b, b_chance) in pools(dice_of_b) {
            share += a_chance * b_chance * shares[&(a.clone(), b)];
        }
    }
    share
}

#[test]
fn finisher_duels_have_the_shares_of_the_rules() {
    for (a, b, printed) in [(1, 1, 0.5), (2, 3, 0.278_723), (3, 4, 0.311_993)] {
        let share = duel(a, b);
        assert!(
            (share - printed).abs() < 0.000_000_6,
            "{a} dice against {b}: {share}, the rules say {printed}"
        );
        let other_way_round = duel(b, a);
        assert!(
            (share + other_way_round - 1.0).abs() < 1e-9,
            "{share} and {other_way_round} are the two shares of one duel"
        );
    }
}

// ---- Sampled fights ----

/// A seeded source for sampling: one sequence for all rollers, as each fight is looked at alone.
struct SplitMix {
    state: u64,
}

impl SplitMix {
    fn below(&mut self, n: usize) -> usize {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.state;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^= bits >> 31;
        // Uneven by less than one part in 2^50 for the few choices of a fight.
        ((u128::from(bits) * n as u128) >> 64) as usize
    }
}

impl PlainDice for SplitMix {
    fn throw(&mut self, _: usize, count: usize) -> Vec<u8> {
        (0..count).map(|_| self.below(6) as u8 + 1).collect()
    }

    fn choose(&mut self, _: usize, n: usize) -> usize {
        self.below(n)
    }
}

/// The share of fights that side 0 wins, and the mean number of turns.
fn sampled(combatants: &[Combatant], fights: u64, seed: u64) -> (f64, f64) {
    let mut dice = SplitMix { state: seed };
    let mut wins = 0;
    let mut turns = 0;
    for _ in 0..fights {
        let report = fight(combatants, 2, &DEFAULTS, &mut dice);
        wins += u64::from(report.outcome == Outcome::Side(0));
        turns += report.turns;
    }
    (wins as f64 / fights as f64, turns as f64 / fights as f64)
}

#[test]
fn the_canyon_is_a_quarter_of_a_chance() {
    let (share, turns) = sampled(&canyon(), 100_000, 1);
    // 4.4 standard errors of the share.
    assert!((share - 0.2433).abs() < 0.006, "heroes win {share}");
    assert!((turns - 5.42).abs() < 0.05, "{turns} turns on average");
}

#[test]
fn sampled_duels_agree_with_exact_ones() {
    let (share, _) = sampled(&[combatant(0, &[2]), combatant(1, &[3])], 100_000, 2);
    // 4.2 standard errors.
    assert!((share - duel(2, 3)).abs() < 0.006, "{share} sampled");
}
