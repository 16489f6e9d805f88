//! The judge: what becomes of the table by each action, as a difference of a few rows. Only the rules
//! that a single step needs are known here, and a test holds every table that it foresees to the one
//! that the engine makes. Where reinforcements come the engine is asked (see `after`).

mod difference;

use super::network::{self, Few, Network, ROWS, Role, Row, Sum};
use super::pools::Numbers;
use super::table::{self, Present, Rivals};
use super::{LOST, WON, after};
use crate::contests::combat::engine::Step;
use crate::contests::combat::fight::Fight;
use crate::contests::combat::shield::{CoverDie, Shield};
use crate::contests::combat::view::{Action, View};
use crate::contests::combat::{Combat, LastBlow, MonsterSpent, When};
use crate::dice::Pool;
use difference::{Standing, State};
use std::cell::RefCell;

/// What an action makes of somebody.
#[derive(Clone, Copy, Debug)]
enum Change {
    /// Other dice of the same throw.
    Dice(Pool),
    /// No longer there.
    Gone,
    /// A new throw, after which these are left: dice as yet unknown.
    Thrown(Present),
}

/// Judges the steps of one turn for one side, which is compared with each of its rivals.
pub(super) struct Judge<'a, const N: usize> {
    network: &'a Network,
    rows: &'a [Row; ROWS],
    combat: &'a Combat,
    fight: &'a Fight,
    /// Whose turn it is.
    actor: usize,
    /// The side judged.
    side: usize,
    rivals: &'a Rivals,
    /// The table at the next turn if nothing changed: a sum of rows for each rival, and who stands.
    sums: [Row; N],
    standing: Standing<N>,
    /// The numbers of the first pools.
    numbers: Numbers,
    /// Whether reinforcements come before the next turn whatever is done.
    awaits: bool,
    /// A table for the engine to play on.
    scratch: RefCell<Option<&'a mut Fight>>,
}

/// An attack: what the attacker has left, the table once it has spent the die (`None` where it will
/// throw dice anew).
struct Attack<'s, 'a, const N: usize> {
    spent: Option<&'s State<'a, N>>,
    rest: Pool,
    face: u32,
    target: usize,
}

impl<'a, const N: usize> Judge<'a, N> {
    pub(super) fn new(
        view: &View<'a>,
        network: &'a Network,
        side: usize,
        rivals: &'a Rivals,
        scratch: Option<&'a mut Fight>,
    ) -> Self {
        let (combat, fight) = view.table();
        let numbers = Numbers::of(fight);
        let next = fight.turn + 1;
        let sums = std::array::from_fn(|rival| {
            if combat.shape.has_few_rows() {
                let mut rows = Few::NONE;
                let see = &mut |row| rows.push(row);
                table::of_all(combat, fight, next, side, rivals, rival, see);
                return rows.sum(network.rows());
            }
            let mut sum = Sum::ZERO;
            let see = &mut |row| sum.add(network.row(row));
            table::of_all(combat, fight, next, side, rivals, rival, see);
            sum.row()
        });
        Self {
            network,
            rows: network.rows(),
            combat,
            fight,
            actor: view.actor(),
            side,
            rivals,
            sums,
            numbers,
            standing: Standing {
                sides: fight.sides,
                own: fight.standing[side],
                rivals: std::array::from_fn(|rival| rivals.standing(fight, side, rival)),
            },
            awaits: combat.has_timed_arrivals && table::arrive_before(combat, fight, next),
            scratch: RefCell::new(scratch),
        }
    }

    pub(super) fn weigh(&self, view: &View, mut consider: impl FnMut(i32, Action)) {
        let own = view.own();
        let mut given = [[Row::ZERO; N]; 6];
        for (face, given) in own.distinct().zip(&mut given) {
            let rest = own.without(face);
            let spent = self.spent(rest);
            if let Some(spent) = &spent {
                *given = spent.sums;
            }
            let plain = spent.as_ref().filter(|_| self.combat.is_basic());
            view.each_opponent(|target| {
                let odds = match plain {
                    Some(state) => self.hit(state, rest, face, target),
                    None => self.attack(&Attack {
                        spent: spent.as_ref(),
                        rest,
                        face,
                        target,
                    }),
                };
                consider(odds, Action::Attack { face, target });
            });
        }
        if view.aidable().next().is_some() {
            // Whoever gives aid keeps a die, so what is left of it was judged above.
            for (face, given) in own.distinct().zip(&mut given) {
                self.give(given, own.without(face));
                view.aidable().for_each(|ally| {
                    consider(self.support(given, ally), Action::Support { face, ally });
                });
            }
        }
        for class in view.unused_classes() {
            consider(self.change(class), Action::Change { class });
        }
        consider(self.retreat(), Action::Retreat);
    }

    /// Tells `consider` the log odds behind all Cover that may be spent, and the first die of it.
    pub(super) fn weigh_cover(
        &self,
        shield: &Shield,
        mut consider: impl FnMut(i32, &Shield, Option<CoverDie>),
    ) {
        let rest = self.fight.seats[self.actor].pool.without(shield.face);
        let spent = self.spent(rest);
        let attack = Attack {
            spent: spent.as_ref(),
            rest,
            face: shield.face,
            target: shield.target,
        };
        every_cover(*shield, None, &mut |shield, first| {
            consider(self.shielded(&attack, shield), shield, first);
        });
    }

    fn change(&self, class: usize) -> i32 {
        if self.awaits {
            return self.by_engine(Step::Action(self.actor, Action::Change { class }));
        }
        self.thrown(&self.now(), self.actor, self.with_class(self.actor, class))
    }

    fn retreat(&self) -> i32 {
        if self.calls_help([Some(self.actor), None]) {
            return self.by_engine(Step::Action(self.actor, Action::Retreat));
        }
        self.odds(&self.without_actor())
    }

    /// Whether reinforcements come before the next turn once these have left.
    #[inline]
    fn calls_help(&self, fallen: [Option<usize>; 2]) -> bool {
        self.awaits || (self.combat.has_awaited_arrivals && self.is_help_called(fallen))
    }

    #[cold]
    fn is_help_called(&self, fallen: [Option<usize>; 2]) -> bool {
        let fallen = fallen.map(|who| who.map(|who| self.combat.combatants[who].side));
        let arrivals = self.combat.arrivals.iter();
        let mut due = arrivals
            .zip(&self.fight.extras.entered)
            .filter(|(_, entered)| !**entered);
        due.any(|(arrival, _)| {
            let gone = fallen.iter().filter(|&&side| side == Some(arrival.side));
            let left = self.fight.standing[arrival.side] - gone.count() as u32;
            matches!(arrival.when, When::Standing(most) if left <= most)
        })
    }

    #[cold]
    fn by_engine(&self, step: Step) -> i32 {
        let judged = (self.network, self.side);
        match &mut *self.scratch.borrow_mut() {
            Some(scratch) => after::odds(self.combat, (self.fight, scratch), judged, step),
            None => after::odds(
                self.combat,
                (self.fight, &mut self.fight.clone()),
                judged,
                step,
            ),
        }
    }

    /// What `who` has before it once it has rolled that Class.
    fn with_class(&self, who: usize, class: usize) -> Present {
        let present = Present::of(self.combat, self.fight, who);
        let dice = self.combat.combatants[who].classes[class].dice;
        Present {
            used: present.used | 1 << class,
            rolled: dice as u8,
            ..present
        }
    }

    /// The table once the actor has spent a die, before its attack takes effect; `None` where a
    /// monster will throw dice anew.
    #[inline]
    fn spent(&self, rest: Pool) -> Option<State<'a, N>> {
        if !rest.is_empty() {
            return Some(self.with_dice(rest));
        }
        match self.comes_back_spent() {
            Some(_) => None,
            None => Some(self.without_actor()),
        }
    }

    /// The actor as it comes back after its last die.
    fn comes_back_spent(&self) -> Option<Present> {
        let who = &self.combat.combatants[self.actor];
        if !(who.monster && self.combat.options.monster_spent == MonsterSpent::Returns) {
            return None;
        }
        let present = Present::of(self.combat, self.fight, self.actor);
        present.one_fewer()
    }

    /// What becomes of a target whose last dice are lost.
    #[inline]
    fn emptied(&self, target: usize) -> Change {
        let who = &self.combat.combatants[target];
        if who.monster || who.wounds {
            self.survives(target).map_or(Change::Gone, Change::Thrown)
        } else {
            Change::Gone
        }
    }

    #[cold]
    fn survives(&self, target: usize) -> Option<Present> {
        let who = &self.combat.combatants[target];
        let present = Present::of(self.combat, self.fight, target);
        if who.monster
            && let Some(again) = present.one_fewer()
        {
            return Some(again);
        }
        let class = table::fights_on(self.combat, target, &present)?;
        Some(Present {
            wounds: present.wounds + 1,
            ..self.with_class(target, class)
        })
    }

    /// The log odds behind an attack where there are no optional rules.
    #[inline]
    fn hit(&self, state: &State<'a, N>, rest: Pool, face: u32, target: usize) -> i32 {
        let after = self.fight.seats[target].pool.above(face);
        if !after.is_empty() {
            return self.odds_with(state, target, after);
        }
        self.last_blow(target, rest)
            .unwrap_or_else(|| self.odds_without(state, target))
    }

    /// The log odds behind an attack whose target spends Cover as well as the one judged expects it to.
    #[inline]
    fn attack(&self, attack: &Attack<'_, 'a, N>) -> i32 {
        if self.combat.has_cover {
            self.attack_on_cover(attack)
        } else {
            let after = self.fight.seats[attack.target].pool.above(attack.face);
            self.struck(attack, after, None)
        }
    }

    #[cold]
    fn attack_on_cover(&self, attack: &Attack<'_, 'a, N>) -> i32 {
        let Attack { face, target, .. } = *attack;
        let shield = Shield::of(self.combat, self.fight, self.actor, face, target);
        if !self.combat.combatants[target].player.ponders_cover() {
            return self.shielded(attack, &shield.spent_by_rule());
        }
        // Whoever thinks spends what is worst for the attacker.
        let mut worst = i32::MAX;
        every_cover(shield, None, &mut |shield, _| {
            worst = worst.min(self.shielded(attack, shield));
        });
        worst
    }

    /// The log odds behind an attack against which Cover was spent.
    fn shielded(&self, attack: &Attack<'_, 'a, N>, shield: &Shield) -> i32 {
        let after = self.fight.seats[attack.target].pool.above(attack.face);
        self.struck(attack, after.joined(shield.kept), Some(shield))
    }

    /// The log odds behind an attack that leaves its target these dice.
    #[inline]
    fn struck(&self, attack: &Attack<'_, 'a, N>, after: Pool, shield: Option<&Shield>) -> i32 {
        let &Attack {
            spent,
            rest,
            face,
            target,
        } = attack;
        let change = if after.is_empty() {
            self.emptied(target)
        } else {
            Change::Dice(after)
        };
        let falls = matches!(change, Change::Gone);
        let leaves = rest.is_empty() && spent.is_some();
        if self.calls_help([falls.then_some(target), leaves.then_some(self.actor)]) {
            return self.by_engine(match shield {
                Some(shield) => Step::Shielded(shield),
                None => Step::Action(self.actor, Action::Attack { face, target }),
            });
        }
        if falls && let Some(odds) = self.last_blow(target, rest) {
            return odds;
        }
        match (spent, shield) {
            (Some(state), None) => self.changed(state, target, change),
            (Some(state), Some(shield)) => {
                self.changed(&self.without_cover(state, shield), target, change)
            }
            (None, _) => self.struck_by_a_monster_that_returns(shield, target, change),
        }
    }

    #[cold]
    fn struck_by_a_monster_that_returns(
        &self,
        shield: Option<&Shield>,
        target: usize,
        change: Change,
    ) -> i32 {
        let Some(present) = self.comes_back_spent() else {
            return LOST;
        };
        self.average(present.rolled, |pool| {
            let mut state = self.thrown_to(&Present { pool, ..present });
            if let Some(shield) = shield {
                state = self.without_cover(&state, shield);
            }
            self.changed(&state, target, change)
        })
    }

    /// The log odds once that has become of the target.
    #[inline]
    fn changed(&self, state: &State<'a, N>, target: usize, change: Change) -> i32 {
        match change {
            Change::Dice(pool) => self.odds_with(state, target, pool),
            Change::Gone => self.odds_without(state, target),
            Change::Thrown(present) => self.thrown(state, target, present),
        }
    }

    /// The log odds once the target has left, if the fight is over then: the actor, who is left with
    /// `rest`, won it.
    #[inline]
    fn last_blow(&self, target: usize, rest: Pool) -> Option<i32> {
        let side = self.combat.combatants[target].side;
        if self.fight.sides > 2 || self.fight.standing[side] > 1 {
            return None;
        }
        let draws = rest.is_empty() && self.combat.options.last_blow == LastBlow::Draw;
        let wins = self.combat.combatants[self.actor].side == self.side;
        (!draws).then_some(if wins { WON } else { LOST })
    }

    /// Makes sums those of the turn that goes on: other reinforcements may be soon to come.
    #[inline]
    fn take_back_a_turn(&self, sums: &mut [Row; N]) {
        if !self.combat.has_timed_arrivals {
            return;
        }
        let turn = self.fight.turn;
        for (rival, sum) in sums.iter_mut().enumerate() {
            let coming = |turn, see: &mut dyn FnMut(usize)| {
                let (combat, fight, side) = (self.combat, self.fight, self.side);
                table::of_coming(combat, fight, turn, side, self.rivals, rival, see);
            };
            coming(turn + 1, &mut |row| sum.subtract(&self.rows[row]));
            coming(turn, &mut |row| sum.add(&self.rows[row]));
        }
    }

    /// Makes sums those of the actor's next action once it has given a die and is left with `rest`.
    #[inline]
    fn give(&self, sums: &mut [Row; N], rest: Pool) {
        self.take_back_a_turn(sums);
        for sum in sums {
            sum.add(&self.rows[network::of_actor(Role::Own, rest)]);
        }
    }

    /// The log odds once a die was given to that ally.
    #[inline]
    fn support(&self, given: &[Row; N], ally: usize) -> i32 {
        let aid = self.network.aid(self.numbers.of_seat(self.fight, ally));
        self.judged(&self.standing, |rival| {
            self.network.odds_of_sum([&given[rival], aid], [])
        })
    }
}

/// Tells `see` all Cover that may be spent from there on, each set of dice once, and its first die; none
/// at last.
fn every_cover(
    shield: Shield,
    first: Option<CoverDie>,
    see: &mut impl FnMut(&Shield, Option<CoverDie>),
) {
    below(shield, first, 7, see);
}

/// The same with dice of faces below that one alone, so that no set comes up in two orders.
fn below(
    shield: Shield,
    first: Option<CoverDie>,
    face: u32,
    see: &mut impl FnMut(&Shield, Option<CoverDie>),
) {
    for &die in shield.choices().iter().filter(|die| die.face < face) {
        below(shield.with(die), first.or(Some(die)), die.face, see);
    }
    see(&shield, first);
}

#[cfg(test)]
mod tests;
