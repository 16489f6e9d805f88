//! Certain wins, and exact values of the endings of fights.

use super::*;
use crate::combat::ending::Ending;
use crate::combat::fight::FightStage;
use evenodds_testing::size;

fn mill() -> Combat {
    combat_from(
        r#"
[[side]]
name = "heroes"
combatant = [
  { name = "Sanne", classes = [{ name = "Miller", dice = 4 }, { name = "Poacher", dice = 3 }] },
  { name = "Joris", classes = [{ name = "Blacksmith", dice = 4 }, { name = "Brawler", dice = 4 }] },
  { name = "Old Wit", classes = [{ name = "Wizard", dice = 3 }] },
  { name = "Pip", classes = [{ name = "Thief", dice = 4 }, { name = "Cook", dice = 2 }] },
]
[[side]]
name = "brood"
combatant = [
  { name = "Troll", monster = true, classes = [{ name = "Troll", dice = 6 }] },
  { name = "Rat", count = 4, classes = [{ name = "Rat", dice = 2 }] },
]
"#,
    )
}

#[test]
fn certain_wins_are_found_with_and_without_play_outs() {
    let combat = mill();
    let table = "Sanne: 5; Joris: 4 5 5; Old Wit: 5; Pip: 3 3 3 6; Troll: 3 3; Rat 4: 4";
    for plan in [PLAN, playing(200, 1)] {
        let best = combat.hint(&Source::new("--table", table), &plan).unwrap();
        let certain = |action: &str| {
            let mut actions = best.actions.iter();
            let action = actions.find(|one| one.action == action).unwrap();
            (action.certain, action.value)
        };
        assert!(best.actions[0].certain);
        assert_eq!(certain("retreat"), (true, 1.0));
        assert_eq!(certain("attack Rat 4 with the 3"), (true, 1.0));
        // The troll returns with five dice.
        assert!(!certain("attack Troll with the 6").0);
    }
}

#[test]
fn certain_wins_are_won_against_any_play() {
    let (trials, least) = size((2, 3), (8, 12));
    let mut won = 0;
    for (number, combat) in [mill(), beast(), waves(), wounds()].iter().enumerate() {
        let mut dice = Sampled::new(number as u64, &combat.rollers());
        let mut memory = combat.memory();
        for trial in 0..trials {
            dice.start(trial);
            let mut fight = combat.start();
            // The side that has a certain win, with its proof.
            let mut winner: Option<(usize, Ending)> = None;
            while let GameStop::Decision(_) = combat.advance(&mut fight, &mut dice, &mut Silent) {
                let actor = match fight.stage {
                    FightStage::Attacked => fight.extras.shield.target,
                    _ => fight.actor,
                };
                let side = combat.combatants[actor].side;
                let mut actions = Vec::new();
                combat.actions(&fight, &mut actions);
                let decision = match &mut winner {
                    None => {
                        let mut proof = Ending::certain(combat, side);
                        let is_certain = |action: &&FightMove| {
                            proof.is_certain(&fight, **action, 300) == Some(true)
                        };
                        match actions.iter().find(is_certain).copied() {
                            Some(action) => {
                                winner = Some((side, proof));
                                action
                            }
                            None => combat.choose(&fight, &mut memory, &mut dice),
                        }
                    }
                    Some((own, proof)) if *own == side => {
                        let is_certain = |action: &&FightMove| {
                            proof.is_certain(&fight, **action, 1_000_000) == Some(true)
                        };
                        *actions
                            .iter()
                            .find(is_certain)
                            .expect("a certain win stays one")
                    }
                    Some(_) => actions[dice.choose(combat.lot(), actions.len() as u32) as usize],
                };
                combat.apply(&mut fight, decision, &mut dice, &mut Silent);
            }
            if let Some((side, _)) = winner {
                assert!(fight.is_won_by(side), "fight {number}, trial {trial}");
                won += 1;
            }
        }
    }
    assert!(won >= least, "{won}");
}

#[test]
fn endings_with_cover_have_the_values_of_the_duel_solver() {
    let combat = combat_from(
        r#"
cover = { faces = [3, 5] }
rules = { cover_per_attack = 2, last_blow = "draw" }
[[side]]
name = "a"
cover = { faces = [3] }
combatant = [{ name = "A", classes = [{ name = "A", dice = 3 }] }]
[[side]]
name = "b"
cover = { faces = [1, 3, 5] }
combatant = [{ name = "B", cover = { faces = [2] }, classes = [{ name = "B", dice = 4 }] }]
"#,
    );
    let mut solver = Solver::new(&combat, [None; 2]);
    for trial in 0..12 {
        let fight = opening(&combat, 5, trial);
        let view = View::of(&combat, &fight);
        let actions: Vec<Action> = view.actions().collect();
        let mut ending = Ending::optimal(&combat, 5_000_000).unwrap();
        for (&action, shares) in actions.iter().zip(solver.evaluate(&view, &actions)) {
            let found = ending.after(&fight, FightMove::Turn(action)).unwrap();
            for side in 0..2 {
                assert!(
                    (found[side] - shares[side]).abs() < 1e-9,
                    "trial {trial}, {action:?}: {found:?}, {shares:?}"
                );
            }
        }
    }
}
