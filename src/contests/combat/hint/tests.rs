//! Hints on tables of fights.

use super::*;
use crate::contests::combat::fight::Fight;

/// The fight of a scenario inside the program.
fn fight(name: &str) -> Combat {
    use crate::document::{Faults, check, parse};
    let text = crate::scenario::builtin(name).unwrap().text;
    let mut faults = Faults::new();
    let tree = parse(&Source::new(name, text), &mut faults);
    let table = check(&tree, &crate::scenario::keys_of(&super::super::KIND), &mut faults);
    Combat::read(&table).unwrap()
}

/// The table behind the opening throws of a trial, and whose turn it is, if it is anybody's.
fn opening(combat: &Combat, seed: u64, trial: u64) -> Option<(Lie, usize)> {
    let mut fight = Fight::new(combat);
    let mut dice = Sampled::new(seed, &combat.roller_names());
    dice.start(trial);
    let mut engine = Engine {
        combat,
        fight: &mut fight,
        dice: &mut dice,
        observer: Silent,
        ledger: Uncounted,
        decide: |_: &View, _: &mut Whims<Sampled>| Action::Retreat,
    };
    engine.open();
    let actor = fight.order.next()?;
    fight.turn = 1;
    Some((Lie::seen(combat, &fight), actor))
}

/// How far the recommended action is from the best one by play-outs, in points.
fn regrets(combat: &Combat, positions: u64, playouts: u32, settings: &[(u32, u64)]) -> Vec<Vec<f64>> {
    let mut regrets = vec![Vec::new(); settings.len()];
    for trial in 0..positions {
        let Some((lie, actor)) = opening(combat, 7, trial) else { continue };
        let left = combat.left_of(&lie, combat.combatants[actor].side, false);
        let own = left.place(actor).unwrap();
        let view = View::new(&left.combat, &left.fight, own);
        let truth = weigh::played(&left, &view, playouts, 99);
        let best = truth[0].wins;
        for (&(depth, samples), regrets) in settings.iter().zip(&mut regrets) {
            let advised = weigh::judged(&left, &view, depth, samples)[0].action;
            let found = truth.iter().find(|one| one.action == advised).unwrap();
            regrets.push(100.0 * (best - found.wins));
        }
    }
    regrets
}

#[test]
#[ignore = "minutes"]
fn measure_the_advice_in_the_canyon() {
    let settings = [(0, 1), (1, 64), (2, 64), (3, 256), (5, 256), (8, 512)];
    let combat = fight("canyon");
    for (setting, mut regrets) in settings.iter().zip(regrets(&combat, 100, 10_000, &settings)) {
        regrets.sort_by(f64::total_cmp);
        let within = regrets.iter().filter(|&&regret| regret <= 1.0).count();
        let mean = regrets.iter().sum::<f64>() / regrets.len() as f64;
        println!("{setting:?}: {within} of {} within a point, mean {mean:.3}, most {:?}", regrets.len(), &regrets[regrets.len() - 6..]);
    }
}
