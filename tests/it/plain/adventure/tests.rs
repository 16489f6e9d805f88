//! Worked examples of wounds, losses and trade, on scripted dice.

use super::super::combat::{self, Healer, Player, WoundChoice, WoundOption};
use super::super::dice::{PlainDice, Script};
use super::super::trade::Step;
use super::party::{Lost, Member};
use super::{
    Adventure, Character, Choices, Class, Contest, Cost, Fight, Group, Healing, Luck, Report,
    Rules, Scene, Seat, Side, TradeRules, play,
};
use WoundOption::{NastyWound, NonCombatant, PermanentLoss};
use std::collections::VecDeque;

/// Scripted luck, in the order of use.
#[derive(Default)]
struct Scripted {
    outcomes: VecDeque<&'static str>,
    /// Sums that healers throw.
    throws: VecDeque<u32>,
    /// For each fight and trade the faces by roller.
    dice: VecDeque<Vec<Vec<u8>>>,
}

impl Scripted {
    fn script(&mut self) -> Box<dyn PlainDice> {
        Box::new(Script::new(self.dice.pop_front().unwrap()))
    }
}

impl Luck for Scripted {
    fn of_fight(&mut self, _: &str, _: &str) -> Box<dyn PlainDice> {
        self.script()
    }

    fn of_rollers(&mut self, _: &[String]) -> Box<dyn PlainDice> {
        self.script()
    }

    fn play(&mut self, _: &str, _: &str) -> String {
        self.outcomes.pop_front().unwrap().to_owned()
    }

    fn throw(&mut self, _: &str, _: u32) -> u32 {
        self.throws.pop_front().unwrap()
    }
}

fn character(name: &str, classes: &[&str]) -> Character {
    Character {
        name: name.to_owned(),
        classes: classes.iter().map(|&class| (class.to_owned(), 1)).collect(),
        wounds: true,
        armor: false,
        healer: None,
        losable: Vec::new(),
        choices: Choices::default(),
    }
}

fn ann() -> Character {
    character("Ann", &["Sword", "Bow"])
}

fn seat(classes: &[&str]) -> Seat {
    Seat::AnyOf {
        characters: vec!["Ann".to_owned()],
        classes: classes
            .iter()
            .map(|&class| (class.to_owned(), false))
            .collect(),
    }
}

fn scene(name: &str, contest: Contest) -> Scene {
    Scene {
        name: name.to_owned(),
        contest,
        then: Vec::new(),
        worst: None,
        rest: false,
        session_ends: false,
        cost: Vec::new(),
    }
}

/// A scene for one Class of Ann. Failure costs her a wound with these options, or nothing without options.
fn hazard(name: &str, class: &str, wound: &[WoundOption]) -> Scene {
    let contest = Contest::Quick {
        difficulty: 10,
        actor: seat(&[class]),
        helpers: Vec::new(),
    };
    let cost = Cost {
        wound: Some(wound.to_vec()),
        of: vec!["Ann".to_owned()],
        ..Cost::default()
    };
    let mut scene = scene(name, contest);
    if !wound.is_empty() {
        scene.cost = vec![("failure".to_owned(), cost)];
    }
    scene
}

/// Ann and a healer.
fn adventure(ann: Character, scenes: Vec<Scene>) -> Adventure {
    let mut bob = character("Bob", &["Doctor"]);
    bob.healer = Some("Doctor".to_owned());
    Adventure {
        sessions: 1,
        characters: vec![ann, bob],
        group: None,
        scenes,
        first: Vec::new(),
        endings: Vec::new(),
        rules: Rules::default(),
    }
}

/// Plays an adventure with these outcomes and healer's sums, and checks that all of them are used.
fn played(adventure: &Adventure, outcomes: &[&'static str], throws: &[u32]) -> Report {
    let mut luck = Scripted {
        outcomes: outcomes.iter().copied().collect(),
        throws: throws.iter().copied().collect(),
        dice: VecDeque::new(),
    };
    let report = play(adventure, &mut luck);
    assert!(luck.outcomes.is_empty() && luck.throws.is_empty());
    report
}

fn values<const N: usize>(report: &Report, metrics: [&str; N]) -> [i64; N] {
    metrics.map(|name| report.metrics[name])
}

#[test]
fn the_class_in_use_is_back_as_soon_as_the_wound_is_healed() {
    let scenes = vec![
        hazard("one", "Sword", &[NonCombatant]),
        hazard("two", "Sword", &[]),
        hazard("three", "Sword", &[]),
    ];
    let adventure = adventure(ann(), scenes);
    // The healer fails after the first scene, so no character takes part in the second, and succeeds after it.
    let report = played(&adventure, &["failure", "success"], &[9, 10]);
    let found = values(&report, ["won.two", "won.three", "wounds", "classes_lost"]);
    assert_eq!(found, [0, 1, 1, 1]);
    assert_eq!(values(&report, ["fit", "alive"]), [2, 2]);
}

#[test]
fn the_class_in_use_is_lost_with_a_nasty_wound_until_the_next_session_ends() {
    let mut scenes = vec![
        hazard("one", "Sword", &[NonCombatant, NastyWound]),
        hazard("two", "Sword", &[]),
        hazard("three", "Sword", &[]),
    ];
    for scene in &mut scenes {
        scene.session_ends = true;
    }
    let mut adventure = adventure(ann(), scenes);
    adventure.rules.healing = Healing::Never;
    let report = played(&adventure, &["failure", "success"], &[]);
    let found = values(&report, ["won.two", "won.three", "classes_lost", "fit"]);
    assert_eq!(found, [0, 1, 1, 2]);
    // A wound that is not nasty heals before the second scene.
    adventure.scenes[0] = Scene {
        session_ends: true,
        ..hazard("one", "Sword", &[NonCombatant])
    };
    let report = played(&adventure, &["failure", "success", "success"], &[]);
    assert_eq!(values(&report, ["won.two", "classes_lost"]), [1, 1]);
}

#[test]
fn a_carried_wound_kills_with_the_next_one_and_a_healed_one_does_not() {
    let mut scenes = vec![
        hazard("one", "Sword", &[NastyWound]),
        hazard("two", "Bow", &[NonCombatant]),
    ];
    scenes[0].session_ends = true;
    let adventure = adventure(ann(), scenes);
    let died = |throws: &[u32]| {
        let report = played(&adventure, &["failure", "failure"], throws);
        assert_eq!(report.metrics["wounds"], 2);
        values(&report, ["died.Ann", "classes_lost"])
    };
    assert_eq!(died(&[9]), [1, 0]);
    assert_eq!(died(&[10, 9]), [0, 1]);
}

#[test]
fn a_healer_undoes_permanent_loss_then_nasty_then_non_combatant() {
    let scenes = vec![
        hazard("one", "Sword", &[NonCombatant, NastyWound, PermanentLoss]),
        hazard("two", "Bow", &[]),
        hazard("three", "Sword", &[]),
        hazard("four", "Sword", &[]),
    ];
    // The Sword is lost for two causes and counted once.
    let all = played(
        &adventure(ann(), scenes.clone()),
        &["failure", "success", "success"],
        &[10, 10, 10],
    );
    let found = values(&all, ["won.two", "won.three", "won.four", "classes_lost"]);
    assert_eq!(found, [1, 0, 1, 1]);
    // The Bow is lost for good instead, and back after the first treatment.
    let with_bow = Character {
        losable: vec!["Bow".to_owned()],
        ..ann()
    };
    let all = played(
        &adventure(with_bow, scenes),
        &["failure", "success", "success"],
        &[10, 10, 10],
    );
    let found = values(&all, ["won.two", "won.three", "won.four", "classes_lost"]);
    assert_eq!(found, [1, 0, 1, 2]);
}

#[test]
fn what_is_lost_for_good_stays_lost_when_the_wound_heals_by_itself() {
    let mut scenes = vec![
        hazard("one", "Sword", &[PermanentLoss]),
        hazard("two", "Sword", &[]),
    ];
    scenes[0].session_ends = true;
    let report = played(&adventure(ann(), scenes), &["failure"], &[9]);
    let found = values(&report, ["won.two", "classes_lost", "fit", "alive"]);
    assert_eq!(found, [0, 1, 1, 2]);
}

#[test]
fn a_wound_without_a_part_in_the_scene_costs_no_class_in_use() {
    let mut scenes = vec![
        hazard("one", "Sword", &[NonCombatant]),
        hazard("two", "Sword", &[]),
    ];
    scenes[0].contest = Contest::Abstract { skill: 1, task: 1 };
    let mut adventure = adventure(ann(), scenes);
    adventure.rules.healing = Healing::Never;
    let report = played(&adventure, &["failure", "success"], &[]);
    let found = values(&report, ["won.two", "wounds", "classes_lost", "fit"]);
    assert_eq!(found, [1, 1, 0, 1]);
}

#[test]
fn armor_that_fits_leaves_the_first_option() {
    let armored = Character {
        armor: true,
        ..ann()
    };
    for (character, armor_fits, classes_lost) in [
        (armored.clone(), true, 0),
        (armored, false, 1),
        (ann(), true, 1),
    ] {
        let mut one = hazard("one", "Sword", &[NastyWound, PermanentLoss]);
        one.cost[0].1.armor_fits = armor_fits;
        let report = played(&adventure(character, vec![one]), &["failure"], &[9]);
        let found = values(&report, ["wounds", "classes_lost"]);
        assert_eq!(found, [1, classes_lost]);
    }
}

#[test]
fn captives_stay_out_until_the_next_play_of_the_adventure() {
    let mut scenes = vec![hazard("one", "Sword", &[]), hazard("two", "Sword", &[])];
    let cost = Cost {
        captured: true,
        ..Cost::default()
    };
    scenes[0].cost = vec![("failure".to_owned(), cost)];
    scenes[0].session_ends = true;
    let mut adventure = adventure(ann(), scenes);
    adventure.sessions = 2;
    let report = played(&adventure, &["failure", "success", "success"], &[]);
    assert_eq!(
        values(&report, ["won.one", "won.two", "out.Ann"]),
        [1, 1, 0]
    );
}

/// Plays a fight in which Ann is wounded twice and fights on, with her Sword, then with her Bow.
fn struck_twice(healer: Healer, wounds_to_die: u32) -> Report {
    let side = |name: &str, seat: Seat| Side {
        name: name.to_owned(),
        player: Player::Finisher,
        combatants: vec![seat.into()],
        late: Vec::new(),
    };
    let foe = Seat::Named {
        name: "Foe".to_owned(),
        count: 1,
        classes: vec![Class {
            dice: 3,
            ..Class::default()
        }],
    };
    let fight = Contest::Fight(Fight {
        sides: vec![side("crew", seat(&["Sword", "Bow"])), side("foes", foe)],
        rules: combat::Rules {
            wounds_to_die: 4,
            wound_choice: WoundChoice::FightOn,
            healer,
            ..combat::Rules::default()
        },
        deadly: false,
    });
    let scenes = vec![
        scene("one", fight),
        hazard("two", "Sword", &[]),
        hazard("three", "Bow", &[]),
    ];
    let mut adventure = adventure(ann(), scenes);
    adventure.rules.healing = Healing::Never;
    adventure.rules.wounds_to_die = wounds_to_die;
    let mut luck = Scripted {
        outcomes: ["success"; 2].into(),
        dice: [vec![vec![1, 1], vec![6, 6, 6]]].into(),
        ..Scripted::default()
    };
    play(&adventure, &mut luck)
}

#[test]
fn wounds_of_a_fight_come_one_by_one_with_the_class_in_use() {
    let metrics = ["wounds", "classes_lost", "won.two", "won.three", "died.Ann"];
    // Each wound costs the Class in use at that moment.
    let report = struck_twice(Healer::None, 4);
    assert_eq!(values(&report, metrics), [2, 2, 0, 0, 0]);
    // The fight's own healer undoes the permanent loss of the latest wound.
    let report = struck_twice(Healer::Automatic, 4);
    assert_eq!(values(&report, metrics), [2, 1, 0, 1, 0]);
    // The first wound costs the Sword, the second kills.
    let report = struck_twice(Healer::None, 2);
    assert_eq!(values(&report, metrics), [2, 1, 0, 0, 1]);
    let report = struck_twice(Healer::None, 1);
    assert_eq!(values(&report, metrics), [2, 0, 0, 0, 1]);
}

/// Returns Ann with these wounds, each received while she used her Sword.
fn wounded(wounds: &[&[WoundOption]]) -> Member {
    let about = ann();
    let mut member = Member::new(&about);
    for options in wounds {
        member.suffer(&about, options, Some(0));
    }
    member
}

#[test]
fn wounds_are_open_each_by_itself() {
    let mut member = wounded(&[&[NonCombatant], &[NonCombatant]]);
    member.recover(0);
    member.let_heal();
    assert_eq!(member.wounds.len(), 1);
    // The other wound still costs her fights and the Sword.
    assert!(!member.is_there(true) && member.is_there(false));
    assert_eq!(member.all_there(1), [1]);
    member.recover(0);
    member.let_heal();
    assert!(member.is_there(true));
    assert_eq!(member.all_there(1), [0, 1]);
}

#[test]
fn a_healed_wound_does_not_keep_out_beside_a_carried_one() {
    let mut member = wounded(&[&[NastyWound], &[NonCombatant]]);
    member.end_session();
    assert_eq!(member.wounds.len(), 1);
    assert!(member.is_there(true));
    assert_eq!(member.all_there(1), [0, 1]);
    member.end_session();
    assert!(member.wounds.is_empty());
}

#[test]
fn a_carried_wound_that_is_nasty_no_more_is_healed() {
    let options = [NonCombatant, NastyWound];
    let mut member = wounded(&[&options]);
    // In the session of the wound it stays open.
    member.recover(0);
    member.let_heal();
    assert!(!member.is_there(true) && member.wounds.len() == 1);
    let mut member = wounded(&[&options]);
    member.end_session();
    assert!(!member.is_there(true) && !member.has(0, 1));
    member.recover(0);
    member.let_heal();
    assert!(member.is_there(true) && member.wounds.is_empty() && member.has(0, 1));
}

#[test]
fn a_class_is_there_if_nothing_keeps_it_away() {
    let mut member = wounded(&[&[NonCombatant, PermanentLoss]]);
    member.lose(Some(0), Lost::UntilScene(3));
    // All three causes have to end.
    member.recover(0);
    assert!(!member.has(0, 3));
    member.recover(0);
    member.let_heal();
    assert!(!member.has(0, 2) && member.has(0, 3));
    // The longer of two times holds, and spent dice never come back.
    member.lose(Some(0), Lost::Session);
    member.lose(Some(0), Lost::UntilScene(3));
    assert!(!member.has(0, 3));
    member.end_session();
    assert!(member.has(0, 0));
    member.dice[0] = 0;
    member.rest();
    assert!(!member.has(0, 0));
}

#[test]
fn one_loses_for_good_the_last_that_is_losable_and_not_lost_so() {
    let mut about = character("Ann", &["Sword", "Bow", "Rope"]);
    about.losable = vec!["Bow".to_owned(), "Rope".to_owned()];
    let mut member = Member::new(&about);
    let mut lost = Vec::new();
    for _ in 0..4 {
        member.suffer(&about, &[PermanentLoss], Some(0));
        lost.push(member.wounds.last().unwrap().lost);
    }
    // The last wound finds nothing to take.
    assert_eq!(lost, [Some(2), Some(1), Some(0), None]);
    member.recover(0);
    member.recover(3);
    member.let_heal();
    assert_eq!((member.wounds.len(), member.all_there(1)), (2, vec![2]));
    // Losses outlast wounds that heal by themselves, so the next wound costs another Class.
    member.rest();
    assert_eq!((member.wounds.len(), member.all_there(1)), (0, vec![2]));
    member.suffer(&about, &[PermanentLoss], None);
    assert_eq!(member.wounds[0].lost, Some(2));
}

fn trade(steps: Vec<Step<String>>, has_complications: bool) -> Contest {
    Contest::Trade {
        prosperity: None,
        backers: Vec::new(),
        cargoes: Vec::new(),
        steps,
        rules: TradeRules {
            has_complications,
            ..TradeRules::default()
        },
    }
}

fn bill(difficulty: u32) -> Step<String> {
    Step::Bill {
        difficulty,
        contributors: Vec::new(),
        payer: None,
        pay_on_failure: false,
    }
}

/// Plays scenes of trade from this prosperity on. `thrown` are the faces of prosperity by scene.
fn traded(prosperity: u32, scenes: Vec<Scene>, thrown: &[&[u8]]) -> Report {
    let adventure = Adventure {
        characters: Vec::new(),
        group: Some(Group {
            prosperity,
            bases: Vec::new(),
            cargoes: Vec::new(),
        }),
        ..adventure(ann(), scenes)
    };
    let mut luck = Scripted {
        dice: thrown.iter().map(|faces| vec![faces.to_vec()]).collect(),
        ..Scripted::default()
    };
    play(&adventure, &mut luck)
}

#[test]
fn a_windfall_brings_prosperity_back_from_ruin() {
    let ruin = vec![Step::Expense(2), bill(1), Step::Windfall(1)];
    let scenes = vec![
        scene("one", trade(ruin, false)),
        scene("two", trade(vec![Step::Expense(1)], false)),
        scene("three", trade(vec![Step::Windfall(2), bill(6)], false)),
        scene("four", trade(vec![Step::Travel], false)),
    ];
    let report = traded(2, scenes, &[&[], &[], &[3, 3], &[]]);
    let after = ["one", "two", "three", "four"].map(|name| {
        let of = |metric: &str| report.metrics[&format!("{metric}.{name}")];
        (of("prosperity_after"), of("won"))
    });
    // The first two scenes end in ruin; the third begins without dice and is solvent.
    assert_eq!(after, [(1, 0), (0, 0), (2, 1), (2, 1)]);
}

#[test]
fn complications_lead_somewhere() {
    let then: Vec<(String, String)> = ["unpaid", "refused", "ruined"]
        .map(|outcome| (outcome.to_owned(), "late".to_owned()))
        .into();
    let leads = |steps: Vec<Step<String>>, has_complications: bool, thrown: &[u8]| {
        let mut one = scene("one", trade(steps, has_complications));
        one.then.clone_from(&then);
        let late = scene("late", trade(vec![Step::Windfall(1)], false));
        let scenes = vec![
            one,
            scene("between", trade(vec![Step::Windfall(1)], false)),
            late,
        ];
        let report = traded(1, scenes, &[thrown, &[], &[]]);
        report.metrics["reached.between"] == 0
    };
    assert!(leads(vec![bill(4)], true, &[3]));
    assert!(!leads(vec![bill(4)], true, &[4]));
    // Out of reach is unpaid too.
    assert!(leads(vec![bill(7)], true, &[]));
    assert!(!leads(vec![bill(7)], false, &[]));
    assert!(leads(vec![Step::Expense(1)], false, &[]));
}
