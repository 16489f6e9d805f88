//! The players, tie by tie.

use super::super::{
    Action, Combatant, Fate, Outcome, Player, Rules, Table, View, brawler, finisher, random,
};
use super::{attack, change, combatant, scripted, single_dice, support};
use crate::plain::dice::Script;

/// A table in the middle of a fight: for each combatant its side, whether each of its Classes is
/// used, and its dice. No dice: it has been taken out,
/// or is a reinforcement that has not entered.
pub struct Scene {
    pub combatants: Vec<Combatant>,
    pub rules: Rules,
    places: Vec<(Vec<bool>, Vec<u8>)>,
}

impl Scene {
    pub fn new(places: &[(usize, &[bool], &[u8])]) -> Self {
        let class_of_each =
            |&(side, used, _): &(usize, &[bool], &[u8])| combatant(side, &vec![1; used.len()]);
        let on_the_table =
            |&(_, used, pool): &(usize, &[bool], &[u8])| (used.to_vec(), pool.to_vec());
        Self {
            combatants: places.iter().map(class_of_each).collect(),
            rules: Rules::default(),
            places: places.iter().map(on_the_table).collect(),
        }
    }

    /// Combatant 0, with Classes that are used or not, alone against the others.
    pub fn alone(used: &[bool], pool: &[u8], opponents: &[&[u8]]) -> Self {
        let mut places: Vec<(usize, &[bool], &[u8])> = vec![(0, used, pool)];
        places.extend(opponents.iter().map(|&pool| (1, &[true][..], pool)));
        Self::new(&places)
    }

    pub fn table(&self) -> Table<'_> {
        let sides = self.combatants.iter().map(|combatant| combatant.side);
        let sides = sides.max().map_or(0, |last| last + 1);
        let mut table = Table::bare(&self.combatants, sides, &self.rules);
        for (seat, (used, pool)) in table.seats.iter_mut().zip(&self.places) {
            seat.used.clone_from(used);
            seat.lay(pool);
            if pool.is_empty() && seat.is_standing() {
                seat.fate = Fate::TakenOut;
            }
        }
        table
    }
}

pub fn view<'a>(table: &'a Table<'a>, actor: usize, aided: &'a [usize]) -> View<'a> {
    View {
        actor,
        table,
        aided,
    }
}

#[track_caller]
fn finisher_does(used: &[bool], pool: &[u8], opponents: &[&[u8]], expected: Action) {
    let scene = Scene::alone(used, pool, opponents);
    assert_eq!(finisher(&view(&scene.table(), 0, &[])), expected);
}

#[track_caller]
fn brawler_does(used: &[bool], pool: &[u8], opponents: &[&[u8]], expected: Action) {
    let scene = Scene::alone(used, pool, opponents);
    assert_eq!(brawler(&view(&scene.table(), 0, &[])), expected);
}

/// A single Class, in use.
pub const ONE: &[bool] = &[true];

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
    let table = scene.table();
    let view = view(&table, 2, &[0]);
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
    let report = scripted(&duel, 2, &Rules::default(), &[&[5], &[3], &[], &[0]]);
    assert_eq!(report.outcome, Outcome::Side(0));
}
