//! The course of a fight: the chances of the sides before every decision, and what each decision was
//! worth.
//!
//! Chances are those of *this* table: play-outs by the very players of the file under its rules. What
//! dice do to them averages nought, since each is without bias. Decisions are compared by the network
//! that learnt against experts, whoever plays: one yardstick for both sides is what makes decisions of
//! weaker players show as losses.

use super::Combat;
use super::decide::Decide;
use super::fight::{Fight, Seat};
use super::player::Player;
use super::players::Declared;
use super::players::expert;
use super::playouts::Playouts;
use super::rules::Table;
use super::shield::{Attacked, CoverDie};
use super::view::{Action, View, Whims};
use crate::contest::{
    Actor, Appraise, CERTAIN, Choice, Decision, Describe, NEAR, Record, Rules, Side, Silent,
    Trajectory,
};
use crate::dice::{Dice, Pool, Roller, Sampled};
use expert::Network;
use std::cell::Cell;
use std::ops::Range;

const _: () = assert!(expert::CERTAIN == CERTAIN, "chances have one unit");

/// Play-outs from a position: the most, where the standard error of a judgement is two points, and the
/// fewest. With fewer still, a judgement such as one of four would say more about its own luck than
/// about the position.
const MOST: u64 = 512;
const FEWEST: u64 = 64;
/// A fight in which even the fewest cost too much is judged at the start of every so many turns, a power
/// of two and no more than this.
const SPARSEST: u64 = 16;
/// Where more than these fight, judging an expert's trial takes long.
const MANY: usize = 40;
/// What judging a trial may cost, in nanoseconds, roughly.
const BUDGET: u64 = 3_000_000;
/// Trials and play-outs by which the price of a judgement is found out.
const SAMPLE: u64 = 8;

/// How closely trials are judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Closeness {
    /// Play-outs from each position.
    playouts: u32,
    /// From one judged turn to the next; 1 where every decision is judged.
    turns: u32,
}

impl Combat {
    /// How closely trials are judged: as closely as the budget allows, in powers of two. It hangs on
    /// the contest alone.
    fn closeness(&self) -> Closeness {
        *self.closeness.get_or_init(|| {
            let sample = Closeness {
                playouts: SAMPLE as u32,
                turns: 1,
            };
            let mut judge = Judge::new(self, sample);
            self.follow(&mut judge, 0, 0..SAMPLE, &mut |_, _| true);
            let price = (judge.playouts.work() / (SAMPLE * SAMPLE)).max(1);
            let allowed = (BUDGET / price).clamp(FEWEST, MOST);
            let turns = (FEWEST * price).div_ceil(BUDGET).next_power_of_two();
            Closeness {
                playouts: 1 << allowed.ilog2(),
                turns: turns.min(SPARSEST) as u32,
            }
        })
    }

    /// Plays these trials and shows the course of each as `judge` sees it, until `see` says false.
    fn follow(
        &self,
        judge: &mut Judge,
        seed: u64,
        trials: Range<u64>,
        see: &mut dyn FnMut(u64, &Trajectory) -> bool,
    ) {
        let mut dice = Sampled::new(seed, &self.roller_names());
        let Table {
            mut fight,
            mut thought,
        } = self.state();
        let mut record = Record::new(self);
        // The judge has luck of its own, never the trial's.
        let mut luck = Sampled::new(seed, &["/judge".to_owned()]);
        for trial in trials {
            dice.start(trial);
            luck.start(trial);
            record.ends.clear();
            judge.begin(Whims::new(&mut luck, 0).seed());
            let (thrown, drawn) = (Cell::new(false), Cell::new(false));
            let mut watched = Watched {
                dice: &mut dice,
                thrown: &thrown,
                drawn: &drawn,
                rollers: self.lot() + 1,
            };
            let followed = Followed {
                players: Declared {
                    thought: thought.as_mut(),
                    see: |_: &View, _| {},
                },
                judge,
                thrown: &thrown,
                drawn: &drawn,
            };
            self.fight_by(&mut watched, &mut fight, &mut Silent, &mut record, followed);
            judge.noted_throws(thrown.get());
            let trajectory = &mut judge.trajectory;
            trajectory.outcome = record.outcome;
            trajectory.winner = (record.outcome < self.sides.len()).then_some(record.outcome);
            trajectory.turns = fight.turn;
            let left = record.ends.iter();
            trajectory
                .departures
                .extend(left.map(|&(group, turn)| (group, turn as u32)));
            if !see(trial, trajectory) {
                break;
            }
        }
    }
}

impl Appraise for Combat {
    fn judge(&self) -> String {
        let Closeness { playouts, turns } = self.closeness();
        let every = match turns {
            1 => String::new(),
            _ => format!(" every {turns} turns"),
        };
        format!("{playouts} play-outs by these very players{every}")
    }

    fn assessor(&self) -> &'static str {
        "expert"
    }

    fn is_slow(&self) -> bool {
        let many = self.combatants.len() > MANY;
        let takes_long =
            |player: Player| player.thinks() || many && matches!(player, Player::Expert { .. });
        Describe::is_slow(self) || self.combatants.iter().any(|who| takes_long(who.player))
    }

    fn sides(&self) -> Vec<Side> {
        let side = |(outcome, side): (usize, &super::Side)| Side {
            name: side.name.clone(),
            outcomes: vec![outcome],
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

    fn appraise(
        &self,
        seed: u64,
        trials: Range<u64>,
        see: &mut dyn FnMut(u64, &Trajectory) -> bool,
    ) {
        let mut judge = Judge::new(self, self.closeness());
        self.follow(&mut judge, seed, trials, see);
    }
}

/// The players of the file, and a judge who follows what they do.
struct Followed<'a, 'b, P> {
    players: P,
    judge: &'a mut Judge<'b>,
    thrown: &'a Cell<bool>,
    drawn: &'a Cell<bool>,
}

impl<D: Dice, P: Decide<D>> Decide<D> for Followed<'_, '_, P> {
    fn act(&mut self, view: &View, whims: &mut Whims<D>) -> Action {
        self.judge.noted_throws(self.thrown.take());
        let moved = self.drawn.take();
        let action = self.players.act(view, whims);
        self.judge.see(view, action, moved, self.drawn.take());
        action
    }

    fn cover(&mut self, attacked: &Attacked, whims: &mut Whims<D>) -> Option<CoverDie> {
        self.players.cover(attacked, whims)
    }
}

/// Dice that tell whether any were thrown on the table, which players' whims, and healers once the
/// fight is over, are not; and whether there was luck of any sort.
struct Watched<'a> {
    dice: &'a mut Sampled,
    thrown: &'a Cell<bool>,
    drawn: &'a Cell<bool>,
    /// The combatants and the lot come before all other rollers.
    rollers: Roller,
}

impl Watched<'_> {
    #[inline]
    fn note(&self, roller: Roller) {
        self.drawn.set(true);
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
pub(super) enum Effect {
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
pub(super) struct Likeness {
    group: usize,
    pool: Pool,
    used: u16,
    rolled: u8,
    wounds: u8,
    cover: Pool,
}

/// One who follows a fight.
struct Judge<'a> {
    network: &'static Network,
    playouts: Playouts<'a>,
    trajectory: Trajectory,
    /// From one judged turn to the next.
    turns: u32,
    /// The next turn that is judged.
    next: u32,
    /// Whether there was luck of any sort since the last judgement, and whether dice were thrown.
    moved: bool,
    thrown: bool,
    /// What the actions of one decision do, with the chances behind them.
    weighed: Vec<(u32, Effect)>,
}

impl<'a> Judge<'a> {
    fn new(combat: &'a Combat, closeness: Closeness) -> Self {
        Self {
            network: Network::trained(),
            playouts: Playouts::new(combat, closeness.playouts),
            trajectory: Trajectory::new(combat.sides.len()),
            turns: closeness.turns,
            next: 0,
            moved: false,
            thrown: false,
            weighed: Vec::new(),
        }
    }

    /// Forgets the last trial, and judges the next one with this luck.
    fn begin(&mut self, seed: u64) {
        self.trajectory.clear();
        self.playouts.reseed(seed);
        (self.next, self.moved, self.thrown) = (0, false, false);
    }

    /// Tells whether dice were thrown since the last decision. What they did shows at the next
    /// judgement, and is theirs there.
    fn noted_throws(&mut self, thrown: bool) {
        self.thrown |= thrown;
        if let Some(last) = self.trajectory.decisions.last_mut() {
            last.thrown = self.thrown;
        }
    }

    /// Takes note of a decision. `moved` tells whether there was luck of any sort since the last one,
    /// and `wavered` whether this one was left to luck.
    fn see(&mut self, view: &View, action: Action, moved: bool, wavered: bool) {
        // How likely each side is to win changes with luck alone, since the judge knows the players.
        self.moved |= moved;
        let turn = view.table().1.turn;
        let due = self.turns == 1 || turn >= self.next;
        let trajectory = &mut self.trajectory;
        if trajectory.decisions.is_empty() || due && self.moved {
            self.playouts.judge(view, None, &mut trajectory.chances);
            self.next = turn + self.turns;
            (self.moved, self.thrown) = (false, false);
        } else {
            let last = trajectory.behind.len() - trajectory.sides;
            trajectory
                .chances
                .extend_from_slice(&trajectory.behind[last..]);
        }
        if wavered && self.turns == 1 {
            self.playouts
                .judge(view, Some(action), &mut trajectory.behind);
        } else {
            self.moved |= wavered;
            let last = trajectory.chances.len() - trajectory.sides;
            trajectory
                .behind
                .extend_from_slice(&trajectory.chances[last..]);
        }
        self.assess(view, action);
    }

    /// What the decision was worth among those there were.
    fn assess(&mut self, view: &View, action: Action) {
        let (combat, fight) = view.table();
        self.weighed.clear();
        let (weighed, network) = (&mut self.weighed, self.network);
        let mut best: Option<(u32, Effect)> = None;
        let mut chosen = None;
        expert::evaluate(view, network, |odds, other| {
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
        self.trajectory.decisions.push(Decision {
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

pub(super) fn effect(combat: &Combat, fight: &Fight, actor: usize, action: Action) -> Effect {
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
