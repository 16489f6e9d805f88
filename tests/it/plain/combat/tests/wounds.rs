//! Wounds and recovery, case by case.

use super::super::{
    Class, Combatant, Event, Fate, Healer, Outcome, Report, Rules, Table, WoundChoice, WoundOption,
    finisher,
};
use super::players::{ONE, Scene, view};
use super::{attack, combatant, finishers, scripted};
use crate::plain::dice::Script;
use WoundOption::{NastyWound, NonCombatant, PermanentLoss};

fn hero(armor: bool, classes: &[usize]) -> Combatant {
    Combatant {
        wounds: true,
        armor,
        ..combatant(1, classes)
    }
}

fn rules(wound_choice: WoundChoice, wound_option: WoundOption) -> Rules {
    Rules {
        wound_choice,
        wound_option,
        ..Rules::default()
    }
}

const CHOICES: [WoundChoice; 2] = [WoundChoice::StayDown, WoundChoice::FightOn];

/// The account of so many attacks on the hero, combatant 1, each of which empties it, and of the
/// healer with these dice. Nothing of it is left to roll.
fn struck(hero: &Combatant, rules: &Rules, blows: usize, healing: &[u8]) -> Report {
    let fighters = [combatant(0, &[6]), hero.clone()];
    // Who fights on rolls another Class for each wound that does not kill, while there is one.
    let changes = match hero.wound_choice.unwrap_or(rules.wound_choice) {
        WoundChoice::StayDown => 0,
        WoundChoice::FightOn => blows.min(rules.wounds_to_die as usize - 1),
    };
    let rolled = hero.classes.iter().take(1 + changes);
    let rolled = rolled.map(|class| class.dice).sum();
    let mut lists = vec![vec![6; 6], vec![1; rolled]];
    // N = 2 and S = 2: the healer of combatant 1 is roller 3N + 2 + S + 1.
    lists.resize(11, vec![]);
    lists.push(healing.to_vec());
    let mut dice = Script::new(lists);
    let mut table = Table::start(&fighters, 2, rules, &mut dice);
    for _ in 0..blows {
        assert_eq!(table.seats[1].fate, Fate::Standing);
        table.attack(0, 6, 1, &mut dice, &mut finishers());
    }
    table.heal(&mut dice);
    assert!(dice.is_used_up());
    assert_eq!(table.seats[0].fate, Fate::Standing);
    table.report(Outcome::Unresolved)
}

fn wounded(report: &Report) -> Vec<(bool, &[WoundOption])> {
    let wounds = report.log.iter().filter_map(|event| match event {
        Event::Wounded {
            combatant: 1,
            died,
            options,
        } => Some((*died, &options[..])),
        _ => None,
    });
    wounds.collect()
}

/// Permanent losses and nasty wounds of the hero.
fn left(report: &Report) -> (u64, u64) {
    (report.permanent_losses[1], report.nasty_wounds[1])
}

#[test]
fn who_stays_down_is_out_and_suffers_the_other_option_too() {
    for (option, suffered) in [(NastyWound, (0, 1)), (PermanentLoss, (1, 0))] {
        // An unused Class is no reason to go on.
        let hero = hero(false, &[2, 3]);
        let report = struck(&hero, &rules(WoundChoice::StayDown, option), 1, &[]);
        assert_eq!(wounded(&report), [(false, &[NonCombatant, option][..])]);
        assert_eq!(left(&report), suffered);
        assert_eq!(report.fates[1], Fate::TakenOut);
        assert_eq!(report.taken_out_by, [1, 0]);
        assert_eq!((report.wounds[1], report.died[1]), (1, false));
        assert_eq!(report.log.last(), Some(&Event::TakenOut { combatant: 1 }));
    }
}

#[test]
fn armor_spares_who_stays_down_the_other_option() {
    for option in [NastyWound, PermanentLoss] {
        let hero = hero(true, &[2, 3]);
        let report = struck(&hero, &rules(WoundChoice::StayDown, option), 1, &[]);
        assert_eq!(wounded(&report), [(false, &[NonCombatant][..])]);
        assert_eq!(left(&report), (0, 0));
        assert_eq!(report.fates[1], Fate::TakenOut);
    }
}

#[test]
fn what_a_combatant_says_of_itself_goes_before_the_rules() {
    let other = |choice| match choice {
        WoundChoice::StayDown => WoundChoice::FightOn,
        WoundChoice::FightOn => WoundChoice::StayDown,
    };
    for (choice, option) in CHOICES
        .into_iter()
        .flat_map(|choice| [NastyWound, PermanentLoss].map(|option| (choice, option)))
    {
        for armor in [false, true] {
            let said = Combatant {
                wound_choice: Some(choice),
                wound_option: Some(option),
                ..hero(armor, &[2, 3])
            };
            for rules_option in [NastyWound, PermanentLoss] {
                let report = struck(&said, &rules(other(choice), rules_option), 1, &[]);
                let by_the_rules = struck(&hero(armor, &[2, 3]), &rules(choice, option), 1, &[]);
                assert_eq!(report, by_the_rules);
            }
        }
    }
    // One of the two may be left to the rules.
    let said = Combatant {
        wound_choice: Some(WoundChoice::FightOn),
        ..hero(true, &[2, 3])
    };
    let report = struck(&said, &rules(WoundChoice::StayDown, PermanentLoss), 1, &[]);
    assert_eq!(wounded(&report), [(false, &[PermanentLoss][..])]);
}

#[test]
fn armor_is_no_help_against_an_attack_that_ignores_it() {
    let weapon = |ignores_armor| Class {
        ignores_armor,
        ..Class::from(2)
    };
    let down = vec![NonCombatant, NastyWound];
    let on = vec![PermanentLoss, NastyWound];
    for (choice, all) in CHOICES.into_iter().zip([down, on]) {
        let rules = rules(choice, NastyWound);
        let least = match choice {
            WoundChoice::StayDown => vec![NonCombatant],
            WoundChoice::FightOn => vec![NastyWound],
        };
        // The attacker has a Class of either sort; the one in use counts.
        for (ignores, in_use, armor, expected) in [
            ([true, false], 0, true, &all),
            ([true, false], 1, true, &least),
            ([false, true], 0, true, &least),
            ([false, true], 1, true, &all),
            ([true, true], 0, false, &all),
            ([false, false], 0, false, &all),
        ] {
            let attacker = Combatant {
                classes: ignores.map(weapon).to_vec(),
                ..Combatant::default()
            };
            let fighters = [attacker, hero(armor, &[1, 1])];
            let mut dice = Script::new(vec![vec![6; 4], vec![1, 1]]);
            let mut table = Table::start(&fighters, 2, &rules, &mut dice);
            if in_use == 1 {
                table.change_tactic(0, 1, &mut dice);
            }
            table.attack(0, 6, 1, &mut dice, &mut finishers());
            let report = table.report(Outcome::Unresolved);
            assert_eq!(wounded(&report), [(false, &expected[..])]);
        }
    }
}

#[test]
fn who_fights_on_changes_tactic_at_once() {
    for option in [NastyWound, PermanentLoss] {
        let hero = hero(false, &[2, 3]);
        let report = struck(&hero, &rules(WoundChoice::FightOn, option), 1, &[]);
        let both = &[PermanentLoss, NastyWound];
        assert_eq!(wounded(&report), [(false, &both[..])]);
        assert_eq!(left(&report), (1, 1));
        assert_eq!(report.fates[1], Fate::Standing);
        assert_eq!(report.taken_out_by, [0, 0]);
    }
    let hero = hero(false, &[1, 1]);
    let report = struck(&hero, &rules(WoundChoice::FightOn, NastyWound), 1, &[]);
    assert_eq!(
        report.log[3..],
        [
            Event::Wounded {
                combatant: 1,
                died: false,
                options: vec![PermanentLoss, NastyWound]
            },
            Event::ChangeTactic {
                combatant: 1,
                class: 1,
                faces: vec![1]
            },
        ]
    );
}

#[test]
fn armor_leaves_who_fights_on_the_one_option_of_the_rules() {
    for (option, suffered) in [(NastyWound, (0, 1)), (PermanentLoss, (1, 0))] {
        let hero = hero(true, &[2, 3]);
        let report = struck(&hero, &rules(WoundChoice::FightOn, option), 1, &[]);
        assert_eq!(wounded(&report), [(false, &[option][..])]);
        assert_eq!(left(&report), suffered);
        assert_eq!(report.fates[1], Fate::Standing);
    }
}

#[test]
fn who_fights_on_without_an_unused_class_retreats() {
    for armor in [false, true] {
        let hero = hero(armor, &[2]);
        let report = struck(&hero, &rules(WoundChoice::FightOn, NastyWound), 1, &[]);
        assert_eq!(report.fates[1], Fate::Retreated);
        assert_eq!(report.left_at[1], Some(1));
        assert_eq!(report.taken_out_by, [0, 0]);
        assert_eq!(report.log.last(), Some(&Event::Retreat { combatant: 1 }));
        assert_eq!(report.nasty_wounds[1], 1);
    }
}

#[test]
fn the_first_unused_class_is_the_one_to_fight_on_with() {
    let fighters = [combatant(0, &[2]), hero(true, &[1, 1, 1, 1])];
    let rules = rules(WoundChoice::FightOn, NastyWound);
    let mut dice = Script::new(vec![vec![6, 6], vec![1, 2, 3]]);
    let mut table = Table::start(&fighters, 2, &rules, &mut dice);
    table.change_tactic(1, 1, &mut dice);
    table.attack(0, 6, 1, &mut dice, &mut finishers());
    assert_eq!(table.seats[1].used, [true, true, true, false]);
    assert_eq!(
        (table.seats[1].class, &table.seats[1].pool[..]),
        (2, &[3][..])
    );
}

#[test]
fn the_second_wound_kills_and_options_add_up_until_then() {
    let mut rules = rules(WoundChoice::FightOn, NastyWound);
    let report = struck(&hero(false, &[1, 1, 1]), &rules, 2, &[]);
    let both = &[PermanentLoss, NastyWound][..];
    // No options for the wound that kills, and no unused Class helps.
    assert_eq!(wounded(&report), [(false, both), (true, &[])]);
    assert_eq!((report.wounds[1], report.died[1]), (2, true));
    assert_eq!(left(&report), (1, 1));
    assert_eq!(report.fates[1], Fate::TakenOut);
    assert_eq!(report.taken_out_by, [1, 0]);

    rules.wounds_to_die = 3;
    let report = struck(&hero(false, &[1, 1, 1]), &rules, 2, &[]);
    assert_eq!(wounded(&report), [(false, both), (false, both)]);
    assert_eq!(left(&report), (2, 2));
    assert_eq!(report.fates[1], Fate::Standing);
    let report = struck(&hero(true, &[1, 1, 1]), &rules, 3, &[]);
    assert_eq!((report.wounds[1], report.died[1]), (3, true));
    assert_eq!(left(&report), (0, 2));
}

#[test]
fn the_first_wound_may_kill() {
    for choice in CHOICES {
        let rules = Rules {
            wounds_to_die: 1,
            ..rules(choice, NastyWound)
        };
        let report = struck(&hero(true, &[1, 1]), &rules, 1, &[]);
        assert_eq!(wounded(&report), [(true, &[][..])]);
        assert_eq!((report.wounds[1], report.died[1]), (1, true));
        assert_eq!(left(&report), (0, 0));
        assert_eq!(report.fates[1], Fate::TakenOut);
    }
}

#[test]
fn wounds_are_settled_before_the_victory_check_and_the_last_die() {
    let fight_on = rules(WoundChoice::FightOn, NastyWound);
    // The hero goes on with another Class, so the attacker's last die is no last blow.
    let fighters = [combatant(0, &[1]), hero(false, &[1, 1])];
    let report = scripted(&fighters, 2, &fight_on, &[&[6], &[1, 2]]);
    assert_eq!(report.outcome, Outcome::Side(1));
    assert_eq!(report.fates, [Fate::Retreated, Fate::Standing]);
    let order: Vec<&Event> = report.log[3..].iter().collect();
    assert!(matches!(
        order[..],
        [
            Event::Wounded { .. },
            Event::ChangeTactic { .. },
            Event::Retreat { combatant: 0 }
        ]
    ));

    // It retreats for want of one: nobody is left to fight, and the last die wins all the same.
    let fighters = [combatant(0, &[1]), hero(false, &[1])];
    let report = scripted(&fighters, 2, &fight_on, &[&[6], &[1]]);
    assert_eq!(report.outcome, Outcome::Side(0));
    assert_eq!(report.fates, [Fate::Standing, Fate::Retreated]);
    let draw = Rules {
        last_blow_draw: true,
        ..fight_on
    };
    let report = scripted(&fighters, 2, &draw, &[&[6], &[1]]);
    assert_eq!(report.outcome, Outcome::Draw);
    assert_eq!(report.fates, [Fate::Retreated, Fate::Retreated]);
}

#[test]
fn who_leaves_otherwise_is_not_wounded() {
    // The hero attacks in vain with its last die.
    let fighters = [combatant(0, &[2]), hero(false, &[1])];
    let rules = rules(WoundChoice::FightOn, NastyWound);
    let mut dice = Script::new(vec![vec![6, 6], vec![1]]);
    let mut table = Table::start(&fighters, 2, &rules, &mut dice);
    table.attack(1, 1, 0, &mut dice, &mut finishers());
    let report = table.report(Outcome::Side(0));
    assert_eq!(report.fates[1], Fate::Retreated);
    assert_eq!(report.wounds, [0, 0]);
    // Nor is anyone who is no player character.
    let fighters = [combatant(0, &[1]), combatant(1, &[1, 1])];
    let report = scripted(&fighters, 2, &rules, &[&[6], &[1]]);
    assert_eq!(report.wounds, [0, 0]);
    assert_eq!(report.fates[1], Fate::TakenOut);
}

/// What a healer makes of these: permanent losses, nasty wounds and whether it undid something.
fn healed(
    armor: bool,
    choice: WoundChoice,
    option: WoundOption,
    undoes: WoundOption,
) -> (u64, u64, bool) {
    let rules = Rules {
        healer: Healer::Automatic,
        healer_undoes: undoes,
        ..rules(choice, option)
    };
    let report = struck(&hero(armor, &[1]), &rules, 1, &[]);
    let (losses, nasty) = left(&report);
    (losses, nasty, report.recovered[1])
}

#[test]
fn a_healer_undoes_one_option_in_its_order() {
    let (down, on) = (WoundChoice::StayDown, WoundChoice::FightOn);
    // First a permanent loss, then a nasty wound.
    assert_eq!(healed(false, on, NastyWound, PermanentLoss), (0, 1, true));
    assert_eq!(healed(false, on, NastyWound, NastyWound), (1, 0, true));
    assert_eq!(healed(false, on, NastyWound, NonCombatant), (0, 1, true));
    assert_eq!(healed(false, down, NastyWound, PermanentLoss), (0, 0, true));
    assert_eq!(healed(false, down, PermanentLoss, NastyWound), (0, 0, true));
    assert_eq!(healed(true, on, NastyWound, PermanentLoss), (0, 0, true));
    // Last, or first, that it was out of the fight.
    assert_eq!(healed(true, down, NastyWound, PermanentLoss), (0, 0, true));
    assert_eq!(healed(false, down, NastyWound, NonCombatant), (0, 1, true));
}

#[test]
fn a_healer_comes_too_late_for_the_fight() {
    let rules = Rules {
        healer: Healer::Automatic,
        ..Rules::default()
    };
    let report = struck(&hero(true, &[1]), &rules, 1, &[]);
    assert_eq!(report.fates[1], Fate::TakenOut);
    assert_eq!((report.wounds[1], report.recovered[1]), (1, true));
    // Of two losses one is undone.
    let rules = Rules {
        wounds_to_die: 3,
        wound_choice: WoundChoice::FightOn,
        ..rules
    };
    let report = struck(&hero(false, &[1, 1, 1]), &rules, 2, &[]);
    assert_eq!((left(&report), report.recovered[1]), ((1, 2), true));
}

#[test]
fn a_healer_may_have_to_roll() {
    let mut rules = Rules {
        healer: Healer::Rolls {
            dice: 2,
            difficulty: 7,
        },
        ..Rules::default()
    };
    let hero = hero(false, &[1]);
    let report = struck(&hero, &rules, 1, &[3, 4]);
    assert_eq!((left(&report), report.recovered[1]), ((0, 0), true));
    let report = struck(&hero, &rules, 1, &[3, 3]);
    assert_eq!((left(&report), report.recovered[1]), ((0, 1), false));
    // The dead and the unhurt are not rolled for: the dice of `struck` are all used.
    rules.wounds_to_die = 1;
    let report = struck(&hero, &rules, 1, &[]);
    assert_eq!((report.died[1], report.recovered[1]), (true, false));
    let report = struck(&hero, &rules, 0, &[]);
    assert_eq!((report.wounds[1], report.recovered[1]), (0, false));
}

#[test]
fn without_a_healer_nothing_is_undone() {
    let report = struck(&hero(false, &[1]), &Rules::default(), 1, &[]);
    assert_eq!((left(&report), report.recovered[1]), ((0, 1), false));
}

#[test]
fn the_dead_do_not_recover() {
    let rules = Rules {
        healer: Healer::Automatic,
        ..rules(WoundChoice::FightOn, NastyWound)
    };
    let report = struck(&hero(false, &[1, 1]), &rules, 2, &[]);
    assert_eq!((left(&report), report.recovered[1]), ((1, 1), false));
}

#[test]
fn the_healer_works_after_a_whole_fight_for_each_of_the_wounded() {
    let fighters = [hero(false, &[1]), hero(false, &[1]), combatant(0, &[2])];
    let rules = Rules {
        healer: Healer::Rolls {
            dice: 1,
            difficulty: 5,
        },
        ..Rules::default()
    };
    // N = 3 and S = 2: healers are rollers 13, 14 and 15.
    let mut lists: Vec<&[u8]> = vec![&[]; 15];
    lists[..3].copy_from_slice(&[&[1], &[2], &[6, 6]]);
    lists[13..].copy_from_slice(&[&[5], &[4]]);
    let report = scripted(&fighters, 2, &rules, &lists);
    assert_eq!(report.outcome, Outcome::Side(0));
    assert_eq!(report.recovered, [true, false, false]);
    assert_eq!(report.nasty_wounds, [0, 1, 0]);
    assert_eq!(report.taken_out_by, [0, 0, 2]);
}

#[test]
fn finisher_counts_the_wounded_who_would_go_on_as_emptied() {
    let mut scene = Scene::alone(ONE, &[2, 6], &[&[2], &[6, 6, 1]]);
    scene.combatants[1] = hero(false, &[1]);
    scene.rules.wound_choice = WoundChoice::FightOn;
    assert_eq!(finisher(&view(&scene.table(), 0, &[])), attack(2, 1));
}

#[test]
#[should_panic(expected = "is a monster and a player character")]
fn a_monster_is_no_player_character() {
    let mut both = hero(false, &[1]);
    both.monster = true;
    Table::bare(&[both], 2, &Rules::default());
}
