//! Endings against a plain solver of the basic rules, with all actions of random positions.

use super::super::fight::Fight;
use super::super::view::Action;
use super::super::{
    Arrival, ArrivalCondition, Class, Combat, Combatant, Cover, Group, LastBlow, MonsterSpent,
    Setup, Side,
};
use super::*;
use evenodds_core::contest::Describe;
use evenodds_core::contest::game::GameStop;
use evenodds_core::dice::{Dice, Sampled};
use evenodds_testing::size;
use std::collections::BTreeMap;

/// A combatant of the plain solver.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Who {
    side: usize,
    /// Dice in ascending order.
    dice: Vec<u32>,
    /// Numbers of dice of the unused Classes.
    unused: Vec<u32>,
}

impl Who {
    fn with(&self, die: u32) -> Self {
        let mut who = self.clone();
        who.dice.push(die);
        who.dice.sort_unstable();
        who
    }

    fn without(&self, die: u32) -> Self {
        let mut who = self.clone();
        let place = who.dice.iter().position(|&one| one == die);
        who.dice.remove(place.unwrap());
        who
    }
}

/// Plain solver: the chance that side 0 wins, by recursion over all decisions and dice.
#[derive(Default)]
struct Plain(HashMap<(Vec<Who>, u32), f64>);

impl Plain {
    /// Maximum number of re-rolls in a row; fewer than one deadlock in 10^7 needs more.
    const REROLLS: u32 = 9;

    /// Returns the value of a position before a turn.
    fn value(&mut self, all: &[Who], rerolls: u32) -> f64 {
        let standing: Vec<&Who> = all.iter().filter(|who| !who.dice.is_empty()).collect();
        if standing.iter().all(|who| who.side == standing[0].side) {
            return f64::from(u8::from(standing[0].side == 0));
        }
        let mut key: Vec<Who> = standing.into_iter().cloned().collect();
        key.sort_unstable();
        if let Some(&known) = self.0.get(&(key.clone(), rerolls)) {
            return known;
        }
        let sum = |who: &Who| who.dice.iter().sum::<u32>();
        let alone = |who: &&Who| key.iter().filter(|other| sum(other) == sum(who)).count() == 1;
        let first = key.iter().filter(alone).max_by_key(|who| sum(who));
        let place = first.map(|first| key.iter().position(|who| who == first).unwrap());
        let value = match place {
            Some(actor) => self.turn(&key, actor, 0),
            None if rerolls == Self::REROLLS => 0.5,
            None => {
                let mut sum = 0.0;
                let ways = 6_u32.pow(key.len() as u32);
                for way in 0..ways {
                    let rerolled = key.iter().enumerate().map(|(place, who)| {
                        who.without(who.dice[0])
                            .with(way / 6_u32.pow(place as u32) % 6 + 1)
                    });
                    sum += self.value(&rerolled.collect::<Vec<_>>(), rerolls + 1);
                }
                sum / f64::from(ways)
            }
        };
        self.0.insert((key, rerolls), value);
        value
    }

    /// Returns the value of a turn for side 0. `aided` has a bit for each ally that has been aided.
    fn turn(&mut self, all: &[Who], actor: usize, aided: u32) -> f64 {
        let values = self.actions(all, actor, aided);
        let values = values.into_iter().map(|(_, value)| value);
        if all[actor].side == 0 {
            values.fold(0.0, f64::max)
        } else {
            values.fold(1.0, f64::min)
        }
    }

    /// Returns the actions of a turn with their values for side 0.
    fn actions(&mut self, all: &[Who], actor: usize, aided: u32) -> Vec<(Action, f64)> {
        let own = all[actor].clone();
        let mut faces = own.dice.clone();
        faces.dedup();
        let changed = |changes: &[(usize, Who)]| {
            let mut all = all.to_vec();
            for (place, who) in changes {
                all[*place] = who.clone();
            }
            all
        };
        let gone = Who {
            dice: Vec::new(),
            ..own.clone()
        };
        let mut values = Vec::new();
        for &face in &faces {
            for (target, other) in all.iter().enumerate() {
                if other.dice.is_empty() {
                    continue;
                }
                let rest = own.without(face);
                if other.side != own.side {
                    let mut hit = other.clone();
                    hit.dice.retain(|&die| die > face);
                    let mut next = changed(&[(target, hit), (actor, rest.clone())]);
                    let others = |who: &Who| who.side != own.side && !who.dice.is_empty();
                    if !next.iter().any(others) {
                        // Decided before the attacker retreats.
                        next[actor] = own.clone();
                    }
                    values.push((Action::Attack { face, target }, self.value(&next, 0)));
                } else if target != actor
                    && own.dice.len() > 1
                    && other.dice.len() < 6
                    && aided >> target & 1 == 0
                {
                    let mut sum = 0.0;
                    for die in 1..=6 {
                        let next = changed(&[(target, other.with(die)), (actor, rest.clone())]);
                        sum += self.turn(&next, actor, aided | 1 << target) / 6.0;
                    }
                    values.push((Action::Support { face, ally: target }, sum));
                }
            }
        }
        for (place, &dice) in own.unused.iter().enumerate() {
            let mut next = own.clone();
            next.unused.remove(place);
            let mut sum = 0.0;
            let ways = 6_u32.pow(dice);
            for way in 0..ways {
                next.dice = (0..dice).map(|die| way / 6_u32.pow(die) % 6 + 1).collect();
                next.dice.sort_unstable();
                sum += self.value(&changed(&[(actor, next.clone())]), 0);
            }
            let class = place + 1;
            values.push((Action::Change { class }, sum / f64::from(ways)));
        }
        let left = changed(&[(actor, gone)]);
        let is_alone = |who: &Who| who.side == own.side && !who.dice.is_empty();
        let value = if left.iter().any(is_alone) {
            self.value(&left, 0)
        } else {
            f64::from(u8::from(own.side != 0))
        };
        values.push((Action::Retreat, value));
        values
    }
}

/// Returns the fight of these combatants, and the position at the turn of one of them.
fn fight(all: &[Who], actor: usize) -> (Combat, Fight) {
    let mut setup = Setup::default();
    for side in 0..2 {
        let count = all.iter().filter(|who| who.side == side).count();
        let first = setup.sides.last().map_or(0, |side: &Side| side.members.end);
        setup.sides.push(Side {
            name: side.to_string(),
            members: first..first + count,
            cover: None,
            ..Side::default()
        });
    }
    for (place, who) in all.iter().enumerate() {
        let dice = std::iter::once(who.dice.len() as u32).chain(who.unused.iter().copied());
        let classes = dice.map(|dice| Class {
            dice,
            ..Class::default()
        });
        setup.groups.push(Group {
            label: place.to_string(),
            side: who.side,
            size: 1,
        });
        setup.combatants.push(Combatant {
            name: place.to_string(),
            side: who.side,
            group: place,
            classes: classes.collect(),
            ..Combatant::default()
        });
    }
    let combat = Combat::new(setup);
    let mut fight = Fight::new(&combat);
    for (place, who) in all.iter().enumerate() {
        fight.enter(place, who.side, Pool::from_faces(&who.dice));
    }
    fight.stop_at(actor);
    (combat, fight)
}

/// Returns a random position of at most six dice: combatants of both sides, side 0 first.
fn random_position(dice: &mut Sampled) -> Vec<Who> {
    let own = 1 + dice.choose(0, 2);
    let others = 1 + dice.choose(0, 2);
    let mut left = 6 - own - others;
    let mut all = Vec::new();
    for place in 0..own + others {
        let more = dice.choose(0, left.min(3) + 1);
        left -= more;
        let mut faces: Vec<u32> = (0..=more).map(|_| dice.die(0, 6)).collect();
        faces.sort_unstable();
        let unused = if left > 0 && dice.choose(0, 4) == 0 {
            left -= 1;
            vec![1]
        } else {
            Vec::new()
        };
        all.push(Who {
            side: usize::from(place >= own),
            dice: faces,
            unused,
        });
    }
    all
}

#[test]
fn all_actions_of_endings_have_the_values_of_a_plain_solver() {
    let mut dice = Sampled::new(55, &["positions".to_owned()]);
    let mut plain = Plain::default();
    let mut compared = 0;
    let (trials, least) = size((10, 30), (100, 400));
    for trial in 0..trials {
        dice.start(trial);
        let all = random_position(&mut dice);
        let sum = |who: &Who| who.dice.iter().sum::<u32>();
        let alone = |place: &usize| {
            all.iter()
                .filter(|who| sum(who) == sum(&all[*place]))
                .count()
                == 1
        };
        let Some(actor) = (0..all.len())
            .filter(alone)
            .max_by_key(|&place| sum(&all[place]))
        else {
            continue;
        };
        let (combat, fight) = fight(&all, actor);
        let mut ending = Ending::optimal(&combat, 10_000_000).unwrap();
        for (action, expected) in plain.actions(&all, actor, 0) {
            let found = ending.after(&fight, FightMove::Turn(action)).unwrap();
            assert!(
                (found[0] - expected).abs() < 1e-6 && (found[0] + found[1] - 1.0).abs() < 1e-9,
                "{action:?}: {found:?}, {expected} in {all:?}"
            );
            let side = all[actor].side;
            let mut proof = Ending::certain(&combat, side);
            let action = FightMove::Turn(action);
            let certain = proof.is_certain(&fight, action, 10_000_000).unwrap();
            assert_eq!(certain, found[side] > 1.0 - 1e-9, "{action:?} in {all:?}");
            compared += 1;
        }
    }
    assert!(compared > least, "{compared}");
}

#[test]
fn a_search_that_takes_too_many_steps_has_no_result() {
    let who = |side, dice: &[u32]| Who {
        side,
        dice: dice.to_vec(),
        unused: vec![6],
    };
    let (combat, fight) = fight(&[who(0, &[1, 2, 3]), who(1, &[1, 1, 2])], 0);
    let mut ending = Ending::optimal(&combat, 1_000).unwrap();
    assert_eq!(
        ending.after(&fight, FightMove::Turn(Action::Change { class: 1 })),
        None
    );
}

#[test]
fn deadlocks_add_up_to_one_for_a_side_that_cannot_win() {
    let who = |side, dice: &[u32]| Who {
        side,
        dice: dice.to_vec(),
        unused: Vec::new(),
    };
    let others = |side| [who(side, &[4, 6]), who(side, &[5, 5]), who(side, &[3])];
    let [one, two, three] = others(1);
    let [first, second, third] = others(0);
    let fights = [
        (vec![who(0, &[1, 3]), one, two, three], 0),
        (vec![first, second, third, who(1, &[1, 3])], 3),
    ];
    for (all, actor) in fights {
        let (combat, fight) = fight(&all, actor);
        for target in (0..4).filter(|&target| all[target].side != all[actor].side) {
            let mut ending = Ending::optimal(&combat, 10_000_000).unwrap();
            let attack = FightMove::Turn(Action::Attack { face: 1, target });
            let found = ending.after(&fight, attack).unwrap();
            assert!(
                (found[0] + found[1] - 1.0).abs() < 1e-9,
                "{target}: {found:?}"
            );
        }
    }
}

/// Returns a random fight of two sides with one or two combatants each and optional rules.
fn fight_with_options(dice: &mut Sampled) -> Setup {
    let mut setup = Setup::default();
    let mut draw = |options: u32| dice.choose(0, options);
    for side in 0..2 {
        let first = setup.combatants.len();
        for _ in 0..=draw(2) {
            let classes = (0..=draw(4) / 3).map(|_| Class {
                dice: 1 + draw(2),
                ignores_cover: draw(4) == 0,
                ..Class::default()
            });
            let classes = classes.collect();
            let place = setup.combatants.len();
            setup.groups.push(Group {
                label: place.to_string(),
                side,
                size: 1,
            });
            let monster = draw(3) == 0;
            setup.combatants.push(Combatant {
                name: place.to_string(),
                side,
                group: place,
                classes,
                monster,
                wounds: !monster && draw(3) == 0,
                cover: (draw(4) == 0).then_some(Cover::Rolled(1)),
                ..Combatant::default()
            });
        }
        let end = setup.combatants.len();
        if end - first > 1 && draw(3) == 0 {
            let when = match draw(2) {
                0 => ArrivalCondition::Turn(2 + draw(3)),
                _ => ArrivalCondition::Standing(draw(2)),
            };
            setup.combatants[end - 1].arrival = Some(setup.arrivals.len());
            setup.arrivals.push(Arrival {
                side,
                members: end - 1..end,
                when,
            });
        }
        setup.sides.push(Side {
            name: side.to_string(),
            members: first..end,
            cover: (draw(4) == 0).then_some(Cover::Rolled(1)),
            ..Side::default()
        });
    }
    setup.field_cover = (draw(4) == 0).then_some(Cover::Rolled(1));
    setup.options.last_blow = LastBlow::ALL[draw(2) as usize];
    setup.options.monster_spent = MonsterSpent::ALL[draw(2) as usize];
    setup.options.wounds_to_die = 1 + draw(3);
    setup.options.cover_per_attack = 1 + draw(2);
    setup
}

#[test]
fn optimal_play_of_endings_with_optional_rules_wins_its_value() {
    let (fights, trials, least) = size((40, 20, 3), (120, 60, 10));
    let mut random = Sampled::new(56, &["fights".to_owned()]);
    let mut found: BTreeMap<&str, (f64, f64, u32)> = BTreeMap::new();
    for number in 0..fights {
        random.start(number);
        let combat = Combat::new(fight_with_options(&mut random));
        let all = combat.combatants().iter();
        let most: u32 = all
            .map(|who| who.classes.iter().map(|class| class.dice).sum::<u32>())
            .sum();
        if most > 6 {
            continue;
        }
        let mut ending = Ending::optimal(&combat, 3_000_000).unwrap();
        let mut dice = Sampled::new(number, &combat.rollers());
        let (mut sum, mut variance) = (0.0, 0.0);
        let mut is_solved = true;
        'trials: for trial in 0..trials {
            dice.start(trial);
            let mut fight = combat.start();
            let mut expected = None;
            let winner = loop {
                let GameStop::Decision(_) = combat.advance(&mut fight, &mut dice, &mut Silent)
                else {
                    break fight.winner();
                };
                let actor = match fight.stage {
                    FightStage::Attacked => fight.extras.shield.target,
                    _ => fight.actor,
                };
                let side = combat.combatants()[actor].side;
                let mut actions = Vec::new();
                combat.actions(&fight, &mut actions);
                let mut best: Option<(f64, Chances, FightMove)> = None;
                for action in actions {
                    let Some(value) = ending.after(&fight, action) else {
                        is_solved = false;
                        break 'trials;
                    };
                    let score = win_value(value[side], 1.0 - value[0] - value[1]);
                    if best.is_none_or(|best| score > best.0) {
                        best = Some((score, value, action));
                    }
                }
                let (_, value, action) = best.unwrap();
                expected.get_or_insert(value);
                combat.apply(&mut fight, action, &mut dice, &mut Silent);
            };
            let Some([one, _]) = expected else { continue };
            sum += f64::from(u8::from(winner == Some(0))) - one;
            variance += one * (1.0 - one);
        }
        if !is_solved {
            continue;
        }
        let any = |has: fn(&Combatant) -> bool| combat.combatants().iter().any(has);
        let rules = [
            ("monsters", any(|who| who.monster)),
            ("wounds", any(|who| who.wounds)),
            ("reinforcements", any(|who| who.arrival.is_some())),
            ("Cover", combat.has_cover),
            ("all", true),
        ];
        for (rule, _) in rules.into_iter().filter(|one| one.1) {
            let of_rule = found.entry(rule).or_default();
            of_rule.0 += sum;
            of_rule.1 += variance;
            of_rule.2 += 1;
        }
    }
    assert_eq!(found.len(), 5, "{found:?}");
    for (rule, (sum, variance, fights)) in found {
        assert!(fights >= least, "{rule}: {fights} fights");
        let errors = sum / variance.sqrt();
        assert!(errors.abs() < 4.0, "{rule}: {errors} standard errors");
    }
}
