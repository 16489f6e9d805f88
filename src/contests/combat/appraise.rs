//! The course of a fight as `expert` judges it: chances of the sides before every decision, and what
//! each decision was worth.
//!
//! The judge is always the network that learnt against experts, whoever plays: what it says of a
//! position is the chance if all went on as well as `expert` does. One yardstick for both sides is
//! what makes decisions of weaker players show as losses.

use super::Combat;
use super::decide::Declared;
use super::fight::{Fight, Seat};
use super::players::expert;
use super::rules::Table;
use super::view::{Action, View};
use crate::contest::{
    Actor, Appraise, CERTAIN, Choice, Course, Decision, NEAR, Record, Rules, Side, Silent,
    share_out,
};
use crate::dice::{Dice, Pool, Roller, Sampled};
use expert::Network;
use std::cell::Cell;
use std::ops::Range;

const _: () = assert!(expert::CERTAIN == CERTAIN, "chances have one unit");

impl Appraise for Combat {
    fn judge(&self) -> &'static str {
        "expert"
    }

    fn sides(&self) -> Vec<Side> {
        let side = |(outcome, side): (usize, &super::Side)| Side {
            name: side.name.clone(),
            outcome,
        };
        self.sides.iter().enumerate().map(side).collect()
    }

    fn actors(&self) -> Vec<Actor> {
        let actor = |group: &super::Group| Actor {
            name: group.label.clone(),
            side: group.side,
            count: group.size,
        };
        self.groups.iter().map(actor).collect()
    }

    fn appraise(&self, seed: u64, trials: Range<u64>, see: &mut dyn FnMut(u64, &Course) -> bool) {
        let mut dice = Sampled::new(seed, &self.roller_names());
        let Table {
            mut fight,
            mut thought,
        } = self.state();
        let mut record = Record::new(self);
        let mut judge = Judge::new(self);
        for trial in trials {
            dice.start(trial);
            record.ends.clear();
            judge.course.clear();
            let thrown = Cell::new(false);
            let mut watched = Watched {
                dice: &mut dice,
                thrown: &thrown,
                rollers: self.lot() + 1,
            };
            let declared = Declared {
                thought: thought.as_mut(),
                see: |view: &View, action| {
                    judge.noted_throws(thrown.take());
                    judge.see(view, action);
                },
            };
            self.fight_by(&mut watched, &mut fight, &mut Silent, &mut record, declared);
            judge.noted_throws(thrown.get());
            let course = &mut judge.course;
            course.outcome = record.outcome;
            course.winner = (record.outcome < self.sides.len()).then_some(record.outcome);
            course.turns = fight.turn;
            let left = record.ends.iter();
            course
                .departures
                .extend(left.map(|&(group, turn)| (group, turn as u32)));
            if !see(trial, course) {
                break;
            }
        }
    }
}

/// Dice that tell whether any were thrown on the table: players' whims, and healers once the fight is
/// over, do not count.
struct Watched<'a> {
    dice: &'a mut Sampled,
    thrown: &'a Cell<bool>,
    /// The combatants and the lot come before all other rollers.
    rollers: Roller,
}

impl Watched<'_> {
    #[inline]
    fn note(&self, roller: Roller) {
        if roller < self.rollers {
            self.thrown.set(true);
        }
    }
}

impl Dice for Watched<'_> {
    #[inline]
    fn pool(&mut self, roller: Roller, count: u32) -> Pool {
        self.note(roller);
        self.dice.pool(roller, count)
    }

    #[inline]
    fn die(&mut self, roller: Roller, sides: u32) -> u32 {
        self.note(roller);
        self.dice.die(roller, sides)
    }

    #[inline]
    fn choose(&mut self, roller: Roller, options: u32) -> u32 {
        self.note(roller);
        self.dice.choose(roller, options)
    }
}

/// What an action does. Those that are equal differ only in which of several alike they are done to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Effect {
    /// A die is spent for nothing, at whomever.
    Wasted {
        face: u32,
    },
    Attack {
        face: u32,
        target: Likeness,
    },
    Support {
        face: u32,
        ally: Likeness,
    },
    Change {
        dice: u32,
        ignores_cover: bool,
    },
    Retreat,
}

/// All that tells a combatant from others of its group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Likeness {
    group: usize,
    pool: Pool,
    used: u16,
    rolled: u8,
    wounds: u8,
    cover: Pool,
}

/// One who follows a fight.
struct Judge {
    network: &'static Network,
    course: Course,
    /// What the actions of one decision do, with the chances behind them.
    weighed: Vec<(u32, Effect)>,
}

impl Judge {
    fn new(combat: &Combat) -> Self {
        Self {
            network: Network::against_experts(),
            course: Course::new(combat.sides.len()),
            weighed: Vec::new(),
        }
    }

    /// Tells whether dice were thrown since the last decision.
    fn noted_throws(&mut self, thrown: bool) {
        if let Some(last) = self.course.decisions.last_mut() {
            last.thrown = thrown;
        }
    }

    /// Takes note of a decision.
    fn see(&mut self, view: &View, action: Action) {
        let (combat, fight) = view.table();
        let start = self.course.chances.len();
        for side in 0..combat.sides.len() {
            let odds = expert::odds_at(view, self.network, side);
            self.course.chances.push(expert::chance(self.network, odds));
        }
        share_out(&mut self.course.chances[start..]);

        self.weighed.clear();
        let (weighed, network) = (&mut self.weighed, self.network);
        let mut best: Option<(u32, Effect)> = None;
        let mut chosen = None;
        expert::weigh(view, network, |odds, other| {
            let chance = expert::chance(network, odds);
            let effect = effect(combat, fight, view.actor(), other);
            weighed.push((chance, effect));
            if best.is_none_or(|(highest, _)| chance > highest) {
                best = Some((chance, effect));
            }
            if other == action {
                chosen = Some(chance);
            }
        });
        // Retreat is always allowed, so there is a best action.
        let (best, effect) = best.unwrap_or((0, Effect::Retreat));
        self.course.decisions.push(Decision {
            turn: fight.turn,
            actor: combat.combatants[view.actor()].group as u32,
            best,
            chosen: chosen.unwrap_or(best),
            choice: choice(&self.weighed, best, effect),
            thrown: false,
        });
    }
}

/// How many of the actions are about as good as the best one.
fn choice(weighed: &[(u32, Effect)], best: u32, best_effect: Effect) -> Choice {
    let is_near = |chance: u32| chance.saturating_add(NEAR) >= best;
    let others = || {
        weighed
            .iter()
            .filter(move |(_, effect)| *effect != best_effect)
    };
    let staying = || others().filter(|(_, effect)| *effect != Effect::Retreat);
    if !others().any(|&(chance, _)| is_near(chance)) || staying().next().is_none() {
        Choice::Clear
    } else if staying().all(|&(chance, _)| is_near(chance)) {
        Choice::Idle
    } else {
        Choice::Real
    }
}

fn effect(combat: &Combat, fight: &Fight, actor: usize, action: Action) -> Effect {
    match action {
        Action::Attack { face, target } => {
            let pool = fight.seats[target].pool;
            if pool.above(face) == pool {
                return Effect::Wasted { face };
            }
            Effect::Attack {
                face,
                target: likeness(combat, fight, target),
            }
        }
        Action::Support { face, ally } => Effect::Support {
            face,
            ally: likeness(combat, fight, ally),
        },
        Action::Change { class } => {
            let class = &combat.combatants[actor].classes[class];
            Effect::Change {
                dice: class.dice,
                ignores_cover: class.ignores_cover,
            }
        }
        Action::Retreat => Effect::Retreat,
    }
}

fn likeness(combat: &Combat, fight: &Fight, who: usize) -> Likeness {
    let Seat { pool, used, .. } = fight.seats[who];
    let extras = &fight.extras;
    let basic = combat.is_basic();
    Likeness {
        group: combat.combatants[who].group,
        pool,
        used,
        rolled: if basic { 0 } else { extras.rolled[who] },
        wounds: if basic { 0 } else { extras.wounds[who].count },
        cover: if basic {
            Pool::EMPTY
        } else {
            extras.cover[who]
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contests::combat::{Class, Combatant, Group, Setup};

    fn wasted(face: u32) -> Effect {
        Effect::Wasted { face }
    }

    /// What kind of choice there is between wasting these faces with so many percent each.
    fn kind(actions: &[(u32, Effect)]) -> Choice {
        let scaled = |&(percent, effect): &(u32, Effect)| (CERTAIN / 100 * percent, effect);
        let weighed: Vec<_> = actions.iter().map(scaled).collect();
        let best = *weighed.iter().rev().max_by_key(|one| one.0).unwrap();
        choice(&weighed, best.0, best.1)
    }

    #[test]
    fn choices_are_real_only_between_different_actions_of_about_the_same_worth() {
        let (one, two, three) = (wasted(1), wasted(2), wasted(3));
        assert_eq!(kind(&[(50, one), (49, two), (30, three)]), Choice::Real);
        assert_eq!(kind(&[(50, one), (47, two), (30, three)]), Choice::Clear);
        assert_eq!(kind(&[(50, one), (49, two), (48, three)]), Choice::Idle);
        // The same to one of several alike is no other action.
        assert_eq!(kind(&[(50, one), (50, one), (30, three)]), Choice::Clear);
        // Leaving does not make a choice idle or not, but may be as good as the rest.
        let retreat = Effect::Retreat;
        assert_eq!(kind(&[(50, one), (49, two), (1, retreat)]), Choice::Idle);
        assert_eq!(kind(&[(50, one), (1, retreat)]), Choice::Clear);
        assert_eq!(kind(&[(50, one), (49, retreat), (10, two)]), Choice::Real);
        assert_eq!(kind(&[(0, retreat)]), Choice::Clear);
    }

    #[test]
    fn attacks_on_one_of_several_alike_do_the_same() {
        // One against two of a group and one of another.
        let combatant = |side, group, dice| Combatant {
            side,
            group,
            classes: vec![Class {
                dice,
                ..Class::default()
            }],
            ..Combatant::default()
        };
        let side = |members| crate::contests::combat::Side {
            name: String::new(),
            members,
            cover: None,
        };
        let group = |side, size| Group {
            label: String::new(),
            side,
            size,
        };
        let combat = Combat::new(Setup {
            sides: vec![side(0..1), side(1..4)],
            combatants: vec![
                combatant(0, 0, 2),
                combatant(1, 1, 2),
                combatant(1, 1, 2),
                combatant(1, 2, 2),
            ],
            groups: vec![group(0, 1), group(1, 2), group(1, 1)],
            ..Setup::default()
        });
        let mut fight = Fight::new(&combat);
        fight.clear(&combat);
        for (who, faces) in [&[3, 5][..], &[2, 4], &[4, 2], &[2, 4]].iter().enumerate() {
            let pool = faces
                .iter()
                .fold(Pool::EMPTY, |pool, &face| pool.with(face));
            fight.enter(who, combat.combatants[who].side, pool);
        }
        let of = |face, target| effect(&combat, &fight, 0, Action::Attack { face, target });
        assert_eq!(of(3, 1), of(3, 2));
        assert_ne!(of(3, 1), of(3, 3), "another group");
        assert_ne!(of(3, 1), of(5, 1));
        assert_eq!(of(1, 1), of(1, 3), "nothing is lost to a 1");
    }
}
