//! Evaluation of actions: the position after an action is the current one with a few rows changed.
//! Tests compare such positions with those that the engine reaches.
//!
//! - this module: the evaluator, and actions without a target on the other sides.
//! - `after_actor`: positions after an action's effect on the actor.
//! - `attacks`: attacks; `cover`: those on combatants with Cover.
//! - `few`: short lists.
//! - `reinforcements`: reinforcements that arrive with the next turn, or after an action.

mod after_actor;
mod attacks;
mod cover;
mod few;
mod reinforcements;

use super::network::{self, FeatureSide, LOST, Network, ROWS, Sum, WON, WeightRow};
use super::pools::{self, Losses};
use super::table::{self, CombatantState, Rivals};
use crate::combat::fight::Fight;
use crate::combat::options::{LastBlow, MonsterSpent, Options};
use crate::combat::order::Moved;
use crate::combat::prepared::Combat;
use crate::combat::view::{Action, View};
use attacks::Target;
pub(super) use attacks::winning_attack;
use few::Few;

/// Effect of an action on a combatant, other than the loss of some dice.
#[derive(Clone, Copy, Debug)]
enum Transition {
    /// The combatant leaves the fight.
    Leaves,
    /// The combatant is about to throw dice; contains its state then.
    Throws(CombatantState),
}

/// Numbers of sides in the fight, of combatants of the evaluated side, and of combatants of each
/// rival.
#[derive(Clone, Copy, Debug)]
struct StandingCounts<const N: usize> {
    sides: u32,
    own: u32,
    rivals: [u32; N],
}

/// Evaluator of the actions of a turn for one side, which is compared with each of its `N` rivals.
///
/// The side is that of the actor, or of an attack's target.
pub(super) struct Evaluator<'a, const N: usize> {
    network: &'a Network,
    rows: &'a [WeightRow; ROWS],
    losses: &'a [Losses; pools::POOLS],
    combat: &'a Combat,
    fight: &'a Fight,
    actor: usize,
    actors_side: usize,
    /// Number of the actor's pool.
    dice: usize,
    /// The evaluated side.
    side: usize,
    rivals: &'a Rivals,
    last_blow: LastBlow,
    monster_spent: MonsterSpent,
    /// Standing opponents of the actor, in file order.
    targets: Few<Target, 16>,
    /// Allies that the actor may aid if it has at least two dice, in file order, with the numbers of
    /// their pools.
    allies: Few<(u16, u16), 8>,
    /// Position without the actor's dice: for each rival the sum of all rows but those of these
    /// dice and of the next actor. After [`Self::advance`], reinforcements of the next turn are
    /// about to throw dice.
    sums: [WeightRow; N],
    /// Sums for this turn, before the reinforcements of the next one; `None` if they are equal.
    current_sums: Option<[WeightRow; N]>,
    /// Numbers of standing sides and combatants in this turn.
    standing: StandingCounts<N>,
    /// Number of combatants at the next turn, by rival and role.
    counts: [[u32; 3]; N],
    /// Order of turns without the actor.
    order: Moved<'a>,
    /// Row of the next actor in this order, by rival.
    next: [&'a WeightRow; N],
    /// Initiative of the next actor in this order; 0 if there is none.
    top: u32,
}

impl<'a, const N: usize> Evaluator<'a, N> {
    #[expect(
        clippy::inline_always,
        reason = "measured: otherwise the evaluator is copied"
    )]
    #[inline(always)]
    pub(super) fn new(
        view: &View<'a>,
        network: &'a Network,
        side: usize,
        rivals: &'a Rivals,
    ) -> Self {
        let (combat, fight) = view.table();
        let (last_blow, monster_spent) = evaluated_options(&combat.options);
        let actor = view.actor();
        let initiative = u32::from(fight.seats[actor].initiative);
        let order = fight.order.without(actor, initiative);
        Self {
            network,
            rows: network.rows(),
            losses: network.losses(),
            combat,
            fight,
            actor,
            actors_side: combat.combatants[actor].side,
            dice: pools::number(fight.seats[actor].pool),
            side,
            rivals,
            last_blow,
            monster_spent,
            order,
            top: order.top(),
            // `read_position` sets the others.
            targets: Few::of(Target::default()),
            allies: Few::of((0, 0)),
            sums: [WeightRow::ZERO; N],
            current_sums: None,
            standing: StandingCounts {
                sides: fight.sides,
                own: fight.standing[side],
                rivals: [0; N],
            },
            counts: [[0; 3]; N],
            next: [&network.rows()[network::NO_ACTOR]; N],
        }
    }

    /// Reads all combatants in the fight, and advances to the next turn.
    #[inline(never)]
    fn read_position(&mut self) {
        let (combat, fight) = (self.combat, self.fight);
        let mut sums: [Sum; N] = std::array::from_fn(|_| Sum::of(self.network));
        for (side, &standing) in fight.standing.iter().enumerate() {
            if standing == 0 {
                continue;
            }
            let roles = std::array::from_fn(|rival| self.role(rival, side));
            for (counts, role) in self.counts.iter_mut().zip(roles) {
                counts[role as usize] += standing;
            }
            if side == self.actors_side {
                self.read_allies(&mut sums, roles);
            } else {
                self.read_opponents(&mut sums, roles, side);
            }
        }
        for (rival, (sum, counts)) in sums.iter_mut().zip(&self.counts).enumerate() {
            match *counts {
                [own, rival, 0] => sum.push_standing(own, rival),
                _ => table::of_counts(counts, &mut |row| sum.push(row)),
            }
            if !combat.is_basic() {
                let add_row = &mut |row| sum.push(row);
                let (turn, side, rivals) = (fight.turn + 1, self.side, self.rivals);
                table::of_optional_rules(combat, fight, turn, side, rivals, rival, add_row);
            }
            self.standing.rivals[rival] = counts[FeatureSide::Rival as usize];
        }
        for (rival, sum) in sums.iter_mut().enumerate() {
            let role = self.role(rival, self.actors_side);
            let dice = network::of_number(role, self.dice);
            sum.write_before(dice, &mut self.sums[rival]);
        }
        let next = self.order.next().map(|next| self.acting(0, next));
        self.next = self.rows_of_actor(next);
        self.advance();
    }

    /// Reads the combatants of the actor's side.
    // In one loop for all sides, the registers do not suffice.
    #[inline(never)]
    fn read_allies(&mut self, sums: &mut [Sum; N], roles: [FeatureSide; N]) {
        let (combat, fight) = (self.combat, self.fight);
        let members = combat.sides[self.actors_side].members.clone();
        let seats = &fight.seats[members.clone()];
        for (ally, seat) in members.zip(seats) {
            if seat.pool.is_empty() {
                continue;
            }
            if !combat.is_plain(ally) {
                self.push_state(sums, roles, ally);
            }
            if ally == self.actor {
                continue;
            }
            let number = pools::number(seat.pool);
            for (sum, role) in sums.iter_mut().zip(roles) {
                sum.push(network::of_number(role, number));
            }
            if seat.pool.len() < 6 && !fight.aided.contains(ally) {
                self.allies.push((ally as u16, number as u16));
            }
        }
    }

    /// Reads the combatants of another side.
    #[inline(never)]
    fn read_opponents(&mut self, sums: &mut [Sum; N], roles: [FeatureSide; N], side: usize) {
        let (combat, fight) = (self.combat, self.fight);
        let stays = fight.standing[side] > 1 && !combat.has_awaited_arrivals;
        let members = combat.sides[side].members.clone();
        let seats = &fight.seats[members.clone()];
        for (combatant, seat) in members.zip(seats) {
            if seat.pool.is_empty() {
                continue;
            }
            let is_plain = combat.is_plain(combatant);
            if !is_plain {
                self.push_state(sums, roles, combatant);
            }
            let number = pools::number(seat.pool);
            for (sum, role) in sums.iter_mut().zip(roles) {
                sum.push(network::of_number(role, number));
            }
            self.targets.push(Target {
                combatant: combatant as u16,
                side: side as u16,
                dice: number as u16,
                initiative: seat.initiative,
                only_leaves: stays && is_plain,
            });
        }
    }

    /// Adds the rows of a combatant's state.
    // Inlined into the loop over all combatants, it slows down those without a state.
    #[inline(never)]
    fn push_state(&self, sums: &mut [Sum; N], roles: [FeatureSide; N], combatant: usize) {
        let state = CombatantState::of(self.combat, self.fight, combatant);
        for (sum, role) in sums.iter_mut().zip(roles) {
            let add_row = &mut |row| sum.push(row);
            table::of_state(self.combat, combatant, &state, role, add_row);
        }
    }

    /// Calls `visit` with every action and the log odds after it, in the order of
    /// [`View::actions`].
    #[inline]
    pub(super) fn evaluate(&mut self, view: &View, mut visit: impl FnMut(i32, Action)) {
        self.read_position();
        let own = &self.losses[self.dice];
        self.attacks(own, &mut visit);
        if own.dice() > 1 && !self.allies.items().is_empty() && view.allowed().support {
            self.supports(own, &mut visit);
        }
        for class in view.next_classes() {
            visit(self.change(class), Action::Change { class });
        }
        if view.allowed().retreat {
            visit(self.retreat(), Action::Retreat);
        }
    }

    /// Returns the log odds after the actor has retreated.
    fn retreat(&self) -> i32 {
        let (combat, actor, side) = (self.combat, self.actor, self.actors_side);
        if combat.has_awaited_arrivals {
            return self.unchanged(&mut self.after(Transition::Leaves));
        }
        let standing = self.fewer(self.standing, side);
        if let Some(odds) = self.decided(&standing) {
            return odds;
        }
        let odds = |sums: &[WeightRow; N]| {
            self.combined(&standing, |rival| {
                let fewer = self.one_fewer(rival, side);
                self.network
                    .odds_of_three(&sums[rival], self.next[rival], fewer)
            })
        };
        if combat.is_plain(actor) {
            return odds(&self.sums);
        }
        let state = CombatantState::of(combat, self.fight, actor);
        let mut sums = self.sums;
        for (rival, sum) in sums.iter_mut().enumerate() {
            let subtract_row = &mut |row| sum.subtract(&self.rows[row]);
            table::of_state(combat, actor, &state, self.role(rival, side), subtract_row);
        }
        odds(&sums)
    }

    // Inlined into its large caller, its loops run out of registers.
    #[inline(never)]
    fn supports(&self, own: &Losses, visit: &mut impl FnMut(i32, Action)) {
        let sums = self.current_sums.as_ref().unwrap_or(&self.sums);
        let mut given = [WeightRow::ZERO; N];
        for face in own.faces() {
            let rest = own.without(face);
            // A support does not end the turn, so the actor acts next.
            let acting = &self.rows[network::of_acting_number(FeatureSide::Own, rest)];
            for (rival, given) in given.iter_mut().enumerate() {
                let rest = self.row_of_dice(rival, self.actors_side, rest);
                given.set_to_three(&sums[rival], acting, rest);
            }
            for &(ally, number) in self.allies.items() {
                let aid = self.network.aid(usize::from(number));
                let odds = self.combined(&self.standing, |rival| {
                    self.network.odds_of_two(&given[rival], aid)
                });
                let ally = usize::from(ally);
                visit(odds, Action::Support { face, ally });
            }
        }
    }

    /// Returns the log odds after the actor drops its dice and is about to roll a Class.
    fn change(&self, class: usize) -> i32 {
        if !self.combat.is_basic() {
            let state = CombatantState::of(self.combat, self.fight, self.actor);
            let state = state.with_class(self.combat, self.actor, class);
            return self.unchanged(&mut self.after(Transition::Throws(state)));
        }
        // The other rows of the actor's state are those of its other Classes.
        let dice = self.combat.combatants[self.actor].classes[class].dice;
        self.combined(&self.standing, |rival| {
            let role = self.role(rival, self.actors_side);
            self.network.odds_of_exchange(
                &self.sums[rival],
                self.next[rival],
                &self.rows[network::of_thrown(role, dice)],
                &self.rows[network::of_unused(role, dice)],
            )
        })
    }

    /// Adds the rows of a combatant after a transition, and subtracts those of its state, but not
    /// the row of its dice.
    fn replace(
        &self,
        sums: &mut [WeightRow; N],
        combatant: usize,
        side: usize,
        transition: Transition,
    ) {
        let before = CombatantState::of(self.combat, self.fight, combatant);
        for (rival, sum) in sums.iter_mut().enumerate() {
            let role = self.role(rival, side);
            sum.add(match transition {
                Transition::Leaves => self.one_fewer(rival, side),
                Transition::Throws(state) => {
                    &self.rows[network::of_thrown(role, u32::from(state.rolled))]
                }
            });
            if self.combat.is_plain(combatant) && matches!(transition, Transition::Leaves) {
                continue;
            }
            let combat = self.combat;
            let subtract_row = &mut |row| sum.subtract(&self.rows[row]);
            table::of_state(combat, combatant, &before, role, subtract_row);
            if let Transition::Throws(state) = &transition {
                let add_row = &mut |row| sum.add(&self.rows[row]);
                table::of_state(combat, combatant, state, role, add_row);
            }
        }
    }

    #[inline]
    fn number(&self, combatant: usize) -> usize {
        pools::number(self.fight.seats[combatant].pool)
    }

    /// Returns the change of a sum if a combatant of `side` leaves.
    #[inline]
    fn one_fewer(&self, rival: usize, side: usize) -> &'a WeightRow {
        let role = self.role(rival, side);
        self.network
            .one_fewer(role, self.counts[rival][role as usize])
    }

    /// Returns the counts after a combatant of `side` has left.
    #[inline]
    fn fewer(&self, mut standing: StandingCounts<N>, side: usize) -> StandingCounts<N> {
        standing.sides -= u32::from(self.fight.standing[side] == 1);
        standing.own -= u32::from(side == self.side);
        for (rival, standing) in standing.rivals.iter_mut().enumerate() {
            *standing -= u32::from(self.role(rival, side) == FeatureSide::Rival);
        }
        standing
    }

    /// Returns the role of `side`, which must be in the fight, in the comparison with a rival.
    #[inline]
    fn role(&self, rival: usize, side: usize) -> FeatureSide {
        role::<N>(self.rivals, self.side, rival, side)
    }

    /// Returns the pool number and side of the next actor; `own` is the pool number of the current
    /// actor.
    #[inline]
    fn acting(&self, own: usize, next: usize) -> (usize, usize) {
        if next == self.actor {
            (own, self.actors_side)
        } else {
            (self.number(next), self.combat.combatants[next].side)
        }
    }

    /// Returns the row for a pool of `side`, by its number.
    #[inline]
    fn row_of_dice(&self, rival: usize, side: usize, number: usize) -> &'a WeightRow {
        &self.rows[network::of_number(self.role(rival, side), number)]
    }

    /// Returns the row of the next actor, given its pool number and side, by rival.
    #[inline]
    fn rows_of_actor(&self, next: Option<(usize, usize)>) -> [&'a WeightRow; N] {
        let Some((number, side)) = next else {
            return [&self.rows[network::NO_ACTOR]; N];
        };
        std::array::from_fn(|rival| {
            &self.rows[network::of_acting_number(self.role(rival, side), number)]
        })
    }

    /// Returns the log odds if the fight is over, or if the evaluated side has lost.
    #[inline]
    fn decided(&self, standing: &StandingCounts<N>) -> Option<i32> {
        if standing.sides <= 1 {
            return Some(if standing.own > 0 { WON } else { LOST });
        }
        let lost = standing.own == 0 && !table::is_coming(self.combat, self.fight, self.side);
        lost.then_some(LOST)
    }

    /// Combines `odds`, the log odds against each rival, to those against all of them.
    #[expect(
        clippy::inline_always,
        reason = "measured: the rows then have a size known at compile time"
    )]
    #[inline(always)]
    fn combined(&self, standing: &StandingCounts<N>, odds: impl Fn(usize) -> i32) -> i32 {
        if N == 1 {
            return odds(0);
        }
        let mut all = [0; N];
        let mut count = 0;
        for (rival, &standing) in standing.rivals.iter().enumerate() {
            let (combat, fight) = (self.combat, self.fight);
            if standing == 0 && !self.rivals.is_coming(combat, fight, self.side, rival) {
                continue;
            }
            all[count] = odds(rival);
            count += 1;
        }
        self.network.against_all(&mut all[..count]).unwrap_or(WON)
    }
}

/// Returns the options on which the effect of an action depends.
#[inline]
fn evaluated_options(options: &Options) -> (LastBlow, MonsterSpent) {
    // A new option does not compile until it is evaluated here, or listed as one that no action
    // depends on.
    let Options {
        last_blow,
        monster_spent,
        // Evaluated in `table::fights_on` and `Shield`.
        wounds_to_die: _,
        wound_choice: _,
        cover_per_attack: _,
        // These apply between turns, and the network was trained on fights with them.
        deadlock: _,
        max_rerolls: _,
        max_turns: _,
        // These apply when the file is read, or after the fight.
        half: _,
        wound_option: _,
        healer: _,
        deadly: _,
        build: _,
    } = *options;
    (last_blow, monster_spent)
}

/// Returns the role of `side` if `own` is compared with one of `N` rivals.
#[inline]
fn role<const N: usize>(rivals: &Rivals, own: usize, rival: usize, side: usize) -> FeatureSide {
    if N > 1 {
        rivals.role(own, rival, side)
    } else if side == own {
        FeatureSide::Own
    } else {
        FeatureSide::Rival
    }
}

#[cfg(test)]
mod tests;
