//! The player `rollout`, case by case.

use std::cell::RefCell;
use std::rc::Rc;

use super::super::{
    Action, Arrival, Attack, Attacked, CoverFrom, Outcome, Player, Rules, fight, rollout,
    rollout_cover,
};
use super::players::{ONE, Scene, view};
use super::{SplitMix, attack, canyon, change, support};
use crate::plain::dice::{PlainDice, PlayoutLuck, Script};

/// For whom the luck of play-outs was asked, decision by decision, and which play-outs were played.
type Asked = Rc<RefCell<Vec<(usize, Vec<usize>)>>>;

/// No luck but that of play-outs: play-out k of every decision has the k-th script.
struct Playouts {
    scripts: Vec<Script>,
    asked: Asked,
}

impl Playouts {
    fn new(scripts: &[&[&[u8]]]) -> Self {
        let script =
            |lists: &&[&[u8]]| Script::new(lists.iter().map(|list| list.to_vec()).collect());
        Self {
            scripts: scripts.iter().map(script).collect(),
            asked: Rc::default(),
        }
    }
}

impl PlainDice for Playouts {
    fn throw(&mut self, roller: usize, _: usize) -> Vec<u8> {
        panic!("roller {roller} rolls dice of the fight in a play-out")
    }

    fn choose(&mut self, roller: usize, _: usize) -> usize {
        panic!("roller {roller} has a whim of the fight in a play-out")
    }

    fn playouts(&mut self, roller: usize) -> PlayoutLuck {
        let scripts = self.scripts.clone();
        let asked = Rc::clone(&self.asked);
        asked.borrow_mut().push((roller, Vec::new()));
        Box::new(move |k| {
            let mut asked = asked.borrow_mut();
            asked.last_mut().expect("asked before").1.push(k);
            Box::new(scripts[k].clone())
        })
    }
}

/// What combatant 0 of the scene does with these play-outs.
fn chosen(scene: &Scene, scripts: &[&[&[u8]]]) -> Action {
    let mut dice = Playouts::new(scripts);
    rollout(&view(&scene.table(), 0, &[]), scripts.len(), &mut dice)
}

#[test]
fn each_action_is_tried_with_the_same_play_outs() {
    // Combatant 1 of three decides: roller 3 + 1 + 1 has its whims.
    let scene = Scene::new(&[(0, ONE, &[6]), (1, ONE, &[1, 2]), (1, ONE, &[3])]);
    let table = scene.table();
    let here = view(&table, 1, &[]);
    let actions = [
        attack(1, 0),
        attack(2, 0),
        support(1, 2),
        support(2, 2),
        Action::Retreat,
    ];
    assert_eq!(here.actions(), actions);

    let script: &[&[u8]] = &[&[1; 9], &[1; 9], &[2; 9]];
    let mut dice = Playouts::new(&[script; 3]);
    rollout(&here, 3, &mut dice);
    let asked = dice.asked.borrow();
    assert_eq!(asked[..], [(5, [0, 1, 2].repeat(actions.len()))]);
}

#[test]
fn each_cover_die_that_keeps_something_and_none_are_tried_with_the_same_play_outs() {
    // Combatant 1 of two is attacked with a 3 that has left the attacker's pool: roller 2 + 1 + 1.
    let scene = Scene::new(&[(0, ONE, &[4]), (1, ONE, &[1, 3, 5])]);
    let mut table = scene.table();
    table.cover.own[1] = vec![1, 5];
    table.cover.field = vec![3, 3];
    let attacked = Attacked {
        table: &table,
        attack: Attack {
            attacker: 0,
            face: 3,
            target: 1,
        },
        kept: &[],
    };
    assert_eq!(
        attacked.choices(),
        [(CoverFrom::Field, 3), (CoverFrom::Own, 1)]
    );
    let script: &[&[u8]] = &[&[1; 9], &[1; 9]];
    let mut dice = Playouts::new(&[script; 2]);
    // It wins whatever it spends: of equals the first.
    let spent = rollout_cover(&attacked, 2, &mut dice);
    assert_eq!(spent, Some((CoverFrom::Field, 3)));
    assert_eq!(dice.asked.borrow()[..], [(4, [0, 1].repeat(3))]);
}

#[test]
fn the_action_with_most_wins_is_taken() {
    // {5} cannot hurt {6} and would leave. Another Class that rolls a 6 ties, and a re-roll decides.
    let scene = Scene::alone(&[true, false], &[5], &[&[6]]);
    let (wins, loses): (&[&[u8]], &[&[u8]]) = (&[&[6, 2], &[1]], &[&[1], &[]]);
    assert_eq!(chosen(&scene, &[loses]), attack(5, 1));
    assert_eq!(chosen(&scene, &[wins]), change(1));
    // One win of three is more than none.
    assert_eq!(chosen(&scene, &[loses, wins, loses]), change(1));
}

#[test]
fn of_equals_the_first_action_is_taken() {
    // Any of the dice wins, and so would another Class.
    let scene = Scene::alone(&[true, false], &[3, 4], &[&[2]]);
    assert_eq!(chosen(&scene, &[&[&[6], &[]]]), attack(3, 1));
    // Everything loses, with the die that `finisher` would take and with all others.
    let scene = Scene::alone(ONE, &[1, 2], &[&[6, 6]]);
    assert_eq!(chosen(&scene, &[&[]]), attack(1, 1));
}

#[test]
fn a_turn_goes_on_after_a_support() {
    // The 1 is better in the hands of the ally, who rolls a 6 with it and takes out both; the actor's
    // turn goes on with a vain attack, after which it retreats.
    let scene = Scene::new(&[
        (0, ONE, &[1, 1]),
        (0, ONE, &[6]),
        (1, ONE, &[5]),
        (1, ONE, &[5]),
    ]);
    let (six, one): (&[&[u8]], &[&[u8]]) = (&[&[], &[6]], &[&[], &[1]]);
    assert_eq!(chosen(&scene, &[six]), support(1, 1));
    assert_eq!(chosen(&scene, &[one, six]), support(1, 1));
    assert_eq!(chosen(&scene, &[one, one]), attack(1, 2));
    // Nobody is aided twice.
    let mut dice = Playouts::new(&[six]);
    let action = rollout(&view(&scene.table(), 0, &[1]), 1, &mut dice);
    assert_eq!(action, attack(1, 2));
}

#[test]
fn finishers_sit_in_every_seat_of_a_play_out() {
    // Another player would want whims, or play-outs of its own.
    let mut scene = Scene::new(&[(0, ONE, &[1, 5]), (0, ONE, &[4]), (1, ONE, &[2, 3, 6])]);
    for (seat, player) in [
        Player::Rollout { playouts: 1 },
        Player::Random,
        Player::Random,
    ]
    .into_iter()
    .enumerate()
    {
        scene.combatants[seat].player = player;
    }
    let mut dice = Playouts::new(&[&[&[1; 9], &[1; 9], &[1; 9]]]);
    rollout(&view(&scene.table(), 0, &[]), 1, &mut dice);
    assert_eq!(dice.asked.borrow().len(), 1);
}

#[test]
fn a_play_out_is_the_rest_of_this_very_fight() {
    // The last die takes out the opponent, and no other Class is needed.
    let mut scene = Scene::new(&[
        (0, &[true, false], &[4]),
        (1, ONE, &[3]),
        (1, &[false], &[]),
    ]);
    scene.combatants[0].classes[1] = 2.into();
    let script: &[&[u8]] = &[&[5, 6], &[], &[2]];
    assert_eq!(chosen(&scene, &[script]), attack(4, 1));

    // With Cover it is.
    let mut table = scene.table();
    table.cover.own[1] = vec![3];
    let mut dice = Playouts::new(&[script]);
    assert_eq!(rollout(&view(&table, 0, &[]), 1, &mut dice), change(1));

    // With somebody to come it is too.
    scene.combatants[2].arrival = Some(Arrival::WhenStanding(0));
    assert_eq!(chosen(&scene, &[script]), change(1));
    scene.combatants[2].arrival = Some(Arrival::AtTurn(2));
    assert_eq!(chosen(&scene, &[script]), attack(4, 1));
}

#[test]
fn an_unresolved_play_out_is_no_win() {
    let mut scene = Scene::alone(&[true, false], &[2], &[&[3]]);
    scene.rules.max_rerolls = 0;
    // The other Class ties, and nobody has patience.
    assert_eq!(chosen(&scene, &[&[&[3], &[]]]), attack(2, 1));
    scene.rules.deadlock_lot = true;
    assert_eq!(chosen(&scene, &[&[&[3], &[], &[0]]]), change(1));
}

#[test]
fn heroes_with_foresight_win_the_canyon_more_often_than_not() {
    let mut fighters = canyon();
    for hero in &mut fighters[..3] {
        hero.player = Player::Rollout { playouts: 16 };
    }
    let mut dice = SplitMix::new(5);
    let wins = (0..150).filter(|_| {
        let report = fight(&fighters, 2, &Rules::default(), &mut dice);
        report.outcome == Outcome::Side(0)
    });
    let share = wins.count() as f64 / 150.0;
    // As `finisher`s they win 0.243.
    assert!(share > 0.42, "{share}");
}
