//! The judge: what becomes of the table by each action, as a difference of a few rows. Only the rules
//! that a single step needs are known here, and a test holds every table that it foresees to the one
//! that the engine makes. Where reinforcements come the engine is asked (see `after`).

mod difference;

use super::network::{self, FEW, Network, Role, Row, Sum};
use super::table::{self, Present, Rivals};
use super::{LOST, WON, after};
use crate::contests::combat::engine::Step;
use crate::contests::combat::fight::Fight;
use crate::contests::combat::order::Order;
use crate::contests::combat::shield::{CoverDie, Shield};
use crate::contests::combat::view::{Action, View};
use crate::contests::combat::{Combat, LastBlow, MonsterSpent, When};
use crate::dice::Pool;
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

/// The table after an action, or a part of one.
#[derive(Clone, Debug)]
struct State<const N: usize> {
    /// A sum of rows for each rival.
    sums: [Row; N],
    order: Order,
    /// How many sides stand, how many of the own, how many of each rival.
    sides: u32,
    own: u32,
    standing: [u32; N],
    /// Who was changed, and the dice that they have now.
    changed: [(usize, Pool); 2],
}

/// Nobody.
const NONE: (usize, Pool) = (usize::MAX, Pool::EMPTY);

/// Judges the steps of one turn for one side, which is compared with each of its rivals.
pub(super) struct Judge<'a, const N: usize> {
    network: &'a Network,
    combat: &'a Combat,
    fight: &'a Fight,
    /// Whose turn it is.
    actor: usize,
    /// The side judged.
    side: usize,
    rivals: &'a Rivals,
    /// The table at the next turn if nothing changed.
    now: State<N>,
    /// Whether reinforcements come before the next turn whatever is done.
    awaits: bool,
    /// A table for the engine to play on.
    scratch: RefCell<Option<&'a mut Fight>>,
}

/// An attack: what the attacker has left, the table once it has spent the die (`None` where it will
/// throw dice anew).
struct Attack<'a, const N: usize> {
    spent: Option<&'a State<N>>,
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
        let few = combat.is_basic() && combat.most_rows <= FEW;
        let next = fight.turn + 1;
        let sums = std::array::from_fn(|rival| {
            if few {
                let mut sum = Row::ZERO;
                table::of_all(combat, fight, next, side, rivals, rival, &mut |row| {
                    sum.add(network.row(row));
                });
                return sum.clamped();
            }
            let mut sum = Sum::ZERO;
            table::of_all(combat, fight, next, side, rivals, rival, &mut |row| {
                sum.add(network.row(row));
            });
            sum.row()
        });
        Self {
            network,
            combat,
            fight,
            actor: view.actor(),
            side,
            rivals,
            now: State {
                sums,
                order: fight.order.clone(),
                sides: fight.sides,
                own: fight.standing[side],
                standing: std::array::from_fn(|rival| rivals.standing(fight, side, rival)),
                changed: [NONE; 2],
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
            let spent = self.spent(&self.now, rest);
            if let Some(spent) = &spent {
                *given = spent.sums;
            }
            for target in view.opponents() {
                let odds = self.attack(&Attack {
                    spent: spent.as_ref(),
                    rest,
                    face,
                    target,
                });
                consider(odds, Action::Attack { face, target });
            }
        }
        if view.aidable().next().is_some() {
            // Whoever gives aid keeps a die, so what is left of it was judged above.
            for (face, given) in own.distinct().zip(&mut given) {
                let rest = own.without(face);
                self.take_back_a_turn(given);
                for ally in view.aidable() {
                    let odds = self.support(given, rest, ally);
                    consider(odds, Action::Support { face, ally });
                }
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
        let spent = self.spent(&self.now, rest);
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
        self.thrown(&self.now, self.actor, self.with_class(self.actor, class))
    }

    fn retreat(&self) -> i32 {
        if self.calls_help([Some(self.actor), None]) {
            return self.by_engine(Step::Action(self.actor, Action::Retreat));
        }
        self.odds(&self.changed(&self.now, self.actor, Change::Gone))
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
    fn spent(&self, state: &State<N>, rest: Pool) -> Option<State<N>> {
        if !rest.is_empty() {
            return Some(self.changed(state, self.actor, Change::Dice(rest)));
        }
        match self.comes_back_spent() {
            Some(_) => None,
            None => Some(self.changed(state, self.actor, Change::Gone)),
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

    /// The log odds behind an attack whose target spends Cover as well as the one judged expects it to.
    #[inline]
    fn attack(&self, attack: &Attack<N>) -> i32 {
        if self.combat.has_cover {
            self.attack_on_cover(attack)
        } else {
            let after = self.fight.seats[attack.target].pool.above(attack.face);
            self.struck(attack, after, None)
        }
    }

    #[cold]
    fn attack_on_cover(&self, attack: &Attack<N>) -> i32 {
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
    fn shielded(&self, attack: &Attack<N>, shield: &Shield) -> i32 {
        let after = self.fight.seats[attack.target].pool.above(attack.face);
        self.struck(attack, after.joined(shield.kept), Some(shield))
    }

    /// The log odds behind an attack that leaves its target these dice.
    #[inline]
    fn struck(&self, attack: &Attack<N>, after: Pool, shield: Option<&Shield>) -> i32 {
        let &Attack {
            spent,
            rest,
            face,
            target,
        } = attack;
        let before = self.fight.seats[target].pool;
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
        if falls && self.takes_out_the_last(target) {
            let draws = rest.is_empty() && self.combat.options.last_blow == LastBlow::Draw;
            if !draws {
                let wins = self.combat.combatants[self.actor].side == self.side;
                return if wins { WON } else { LOST };
            }
        }
        let after_both = |state: &State<N>| {
            let uncovered;
            let state = match shield {
                Some(shield) => {
                    uncovered = self.without_cover(state, shield);
                    &uncovered
                }
                None => state,
            };
            match change {
                Change::Thrown(present) => self.thrown(state, target, present),
                Change::Dice(pool) => self.odds_with(state, target, before, pool),
                Change::Gone => self.odds_without(state, target),
            }
        };
        match spent {
            Some(state) => after_both(state),
            None => match self.comes_back_spent() {
                Some(present) => self.average(present.rolled, |pool| {
                    let again = Present { pool, ..present };
                    after_both(&self.thrown_to(&self.now, self.actor, &again))
                }),
                None => LOST,
            },
        }
    }

    /// Whether nobody but the side of the actor stands once the target has left.
    #[inline]
    fn takes_out_the_last(&self, target: usize) -> bool {
        let side = self.combat.combatants[target].side;
        self.fight.sides == 2 && self.fight.standing[side] == 1
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
            coming(turn + 1, &mut |row| sum.subtract(self.network.row(row)));
            coming(turn, &mut |row| sum.add(self.network.row(row)));
        }
    }

    fn support(&self, given: &[Row; N], rest: Pool, ally: usize) -> i32 {
        let aided = self.network.aided(self.fight.seats[ally].pool);
        self.judged(&self.now.standing, |rival| {
            let mut sum = self.supporting(&given[rival], rest, ally);
            sum.add(aided);
            sum
        })
    }

    /// The sum once the actor, who is left with `rest`, has given a die: all but the dice of the ally.
    #[inline]
    fn supporting(&self, given: &Row, rest: Pool, ally: usize) -> Row {
        let pool = self.fight.seats[ally].pool;
        let mut sum = *given;
        sum.subtract(self.network.row(network::of_pool(Role::Own, pool)));
        sum.add(self.network.row(network::of_actor(Role::Own, rest)));
        sum
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
