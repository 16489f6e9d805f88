//! Evaluation of actions: the position after an action is the current one with a few rows changed.
//! Tests compare such positions with those that the engine reaches.
//!
//! - this module: the evaluator, and attacks without Cover.
//! - `after_actor`: positions after an action's effect on the actor.
//! - `cover`: attacks on combatants with Cover.
//! - `reinforcements`: reinforcements that arrive with the next turn, or after an action.

mod after_actor;
mod cover;
mod reinforcements;

use super::network::{self, FeatureSide, LOST, Network, ROWS, Sum, WON, WeightRow};
use super::pools::{self, Losses, Numbers};
use super::table::{self, CombatantState, Rivals};
use crate::combat::fight::Fight;
use crate::combat::options::{LastBlow, MonsterSpent, Options};
use crate::combat::prepared::Combat;
use crate::combat::view::{Action, View};
use after_actor::AfterActor;

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

/// A standing combatant that is attacked.
#[derive(Clone, Copy, Debug)]
struct Target {
    combatant: usize,
    side: usize,
    /// Number of its pool.
    dice: usize,
    initiative: u32,
    /// Whether its side stays in the fight, and no reinforcements arrive, if it leaves.
    side_stays: bool,
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
    /// The evaluated side.
    side: usize,
    rivals: &'a Rivals,
    last_blow: LastBlow,
    monster_spent: MonsterSpent,
    numbers: Numbers,
    /// Position if the action changes nothing: for each rival the sum of all rows but that of the
    /// next actor. After [`Self::advance`], reinforcements of the next turn are about to throw dice.
    sums: [WeightRow; N],
    /// The same sums for this turn; `None` if they are equal.
    current_sums: Option<[WeightRow; N]>,
    /// Counts in this turn.
    standing: StandingCounts<N>,
    /// Number of combatants at the next turn, by rival and role.
    counts: [[u32; 3]; N],
}

impl<'a, const N: usize> Evaluator<'a, N> {
    #[inline]
    pub(super) fn new(
        view: &View<'a>,
        network: &'a Network,
        side: usize,
        rivals: &'a Rivals,
    ) -> Self {
        let (combat, fight) = view.table();
        let (last_blow, monster_spent) = evaluated_options(&combat.options);
        let mut sums: [Sum; N] = std::array::from_fn(|_| Sum::of(network));
        let mut numbers = Numbers::NONE;
        let mut counts = [[0; 3]; N];
        for (position, members) in combat.sides.iter().map(|side| &side.members).enumerate() {
            let standing = fight.standing[position];
            if standing == 0 {
                continue;
            }
            let roles: [FeatureSide; N] =
                std::array::from_fn(|rival| role::<N>(rivals, side, rival, position));
            for (counts, role) in counts.iter_mut().zip(roles) {
                counts[role as usize] += standing;
            }
            let seats = fight.seats[members.clone()].iter();
            for (combatant, seat) in members.clone().zip(seats) {
                if seat.pool.is_empty() {
                    continue;
                }
                let number = pools::number(seat.pool);
                numbers.set(combatant, number);
                for (sum, role) in sums.iter_mut().zip(roles) {
                    sum.push(network::of_number(role, number));
                    if !combat.is_plain(combatant) {
                        let state = CombatantState::of(combat, fight, combatant);
                        let add_row = &mut |row| sum.push(row);
                        table::of_state(combat, combatant, &state, role, add_row);
                    }
                }
            }
        }
        for (sum, counts) in sums.iter_mut().zip(&counts) {
            table::of_counts(counts, &mut |row| sum.push(row));
        }
        if !combat.is_basic() {
            for (rival, sum) in sums.iter_mut().enumerate() {
                let add_row = &mut |row| sum.push(row);
                let turn = fight.turn + 1;
                table::of_optional_rules(combat, fight, turn, side, rivals, rival, add_row);
            }
        }
        Self {
            network,
            rows: network.rows(),
            losses: network.losses(),
            combat,
            fight,
            actor: view.actor(),
            actors_side: combat.combatants[view.actor()].side,
            side,
            rivals,
            last_blow,
            monster_spent,
            numbers,
            sums: std::array::from_fn(|rival| sums[rival].row()),
            current_sums: None,
            standing: StandingCounts {
                sides: fight.sides,
                own: fight.standing[side],
                rivals: std::array::from_fn(|rival| counts[rival][FeatureSide::Rival as usize]),
            },
            counts,
        }
    }

    /// Calls `visit` with every action and the log odds after it, in the order of
    /// [`View::actions`].
    #[inline]
    pub(super) fn evaluate(&mut self, view: &View, mut visit: impl FnMut(i32, Action)) {
        self.advance();
        let own = &self.losses[self.number(self.actor)];
        self.attacks(own, &mut visit);
        if own.dice() > 1 && self.fight.standing[self.actors_side] > 1 {
            self.supports(view, own, &mut visit);
        }
        for class in view.unused_classes() {
            visit(self.change(class), Action::Change { class });
        }
        visit(self.retreat(), Action::Retreat);
    }

    /// Returns the effect on a target of losing its last dice.
    #[inline]
    fn after_last_lost(&self, target: usize) -> Transition {
        if self.combat.is_plain(target) {
            return Transition::Leaves;
        }
        let combatant = &self.combat.combatants[target];
        let state = CombatantState::of(self.combat, self.fight, target);
        if combatant.monster
            && let Some(again) = state.one_fewer()
        {
            return Transition::Throws(again);
        }
        match table::fights_on(self.combat, target, &state) {
            None => Transition::Leaves,
            Some(class) => Transition::Throws(CombatantState {
                wounds: state.wounds + 1,
                ..state.with_class(self.combat, target, class)
            }),
        }
    }

    /// Calls `visit` with every attack and the log odds after it.
    // Inlined into its large caller, its loops run out of registers.
    #[inline(never)]
    fn attacks(&self, own: &Losses, visit: &mut impl FnMut(i32, Action)) {
        for face in own.faces() {
            let after = &mut self.after_spending(own.without(face));
            for (side, opponents) in self.combat.sides.iter().enumerate() {
                if side == self.actors_side {
                    continue;
                }
                let members = opponents.members.clone();
                let side_stays = self.stays_after_loss(side);
                let seats = &self.fight.seats[members.clone()];
                for (combatant, seat) in members.zip(seats) {
                    if seat.pool.is_empty() {
                        continue;
                    }
                    let target = Target {
                        combatant,
                        side,
                        dice: self.number(combatant),
                        initiative: u32::from(seat.initiative),
                        side_stays,
                    };
                    let odds = if self.combat.has_cover {
                        self.attack_on_cover(after, face, target)
                    } else {
                        self.attack(after, face, target)
                    };
                    let target = combatant;
                    visit(odds, Action::Attack { face, target });
                }
            }
        }
    }

    /// Returns whether a side stays in the fight, and no reinforcements arrive, if one of its
    /// combatants leaves.
    #[inline]
    fn stays_after_loss(&self, side: usize) -> bool {
        self.fight.standing[side] > 1 && !self.combat.has_awaited_arrivals
    }

    /// Returns the log odds after an attack without Cover.
    #[expect(
        clippy::inline_always,
        reason = "measured: this is most of the work on an attack"
    )]
    #[inline(always)]
    fn attack(&self, after: &mut AfterActor<'a, N>, face: u32, target: Target) -> i32 {
        let left = self.losses[target.dice].above(face);
        if left == target.dice {
            self.unchanged(after)
        } else if left > 0 || target.side_stays && self.combat.is_plain(target.combatant) {
            self.with_dice(after, &after.sums, target, left)
        } else {
            self.changed(after, target)
        }
    }

    /// Returns the log odds after the target is left with the pool of number `left`; `sums`
    /// includes all other changes. If `left` is 0, the target leaves and its side stays in the
    /// fight.
    #[expect(
        clippy::inline_always,
        reason = "measured: this is most of the work on an attack"
    )]
    #[inline(always)]
    fn with_dice(
        &self,
        after: &AfterActor<'a, N>,
        sums: &[WeightRow; N],
        target: Target,
        left: usize,
    ) -> i32 {
        if let Some(odds) = after.decided {
            return odds;
        }
        let Target { side, dice, .. } = target;
        let next = self.next_with(after, target, left);
        self.exchanged(&after.standing, sums, next, (side, dice), |rival| {
            if left > 0 {
                self.row_of_dice(rival, side, left)
            } else {
                self.one_fewer(rival, side)
            }
        })
    }

    /// Returns the log odds after the actor has retreated.
    fn retreat(&self) -> i32 {
        let (actor, side) = (self.actor, self.actors_side);
        if self.combat.has_awaited_arrivals || !self.combat.is_plain(actor) {
            return self.unchanged(&mut self.after(Transition::Leaves));
        }
        let standing = self.fewer(self.standing, side);
        if let Some(odds) = self.decided(&standing) {
            return odds;
        }
        let initiative = u32::from(self.fight.seats[actor].initiative);
        let order = self.fight.order.unmoved();
        let next = order.next_with(actor, initiative, 0);
        let next = self.rows_of_actor(next.map(|next| self.acting(0, next)));
        let before = (side, self.number(actor));
        self.exchanged(&standing, &self.sums, next, before, |rival| {
            self.one_fewer(rival, side)
        })
    }

    /// Returns the log odds for `sums`, the rows of the next actor and the row `after` in place of
    /// that of a combatant's dice, given its side and pool number.
    #[expect(
        clippy::inline_always,
        reason = "measured: a call costs more than the copies in the large callers"
    )]
    #[inline(always)]
    fn exchanged(
        &self,
        standing: &StandingCounts<N>,
        sums: &[WeightRow; N],
        next: [&WeightRow; N],
        (side, number): (usize, usize),
        after: impl Fn(usize) -> &'a WeightRow,
    ) -> i32 {
        self.combined(standing, |rival| {
            let before = self.row_of_dice(rival, side, number);
            self.network
                .odds_of_exchange(&sums[rival], next[rival], after(rival), before)
        })
    }

    /// Returns the log odds after the target has lost its last dice, with all optional rules.
    #[inline(never)]
    fn changed(&self, after: &AfterActor<'a, N>, target: Target) -> i32 {
        let Target {
            combatant, side, ..
        } = target;
        let transition = self.after_last_lost(combatant);
        let gone = matches!(transition, Transition::Leaves);
        let reinforced = gone && self.calls_reinforcements(side);
        if gone && !reinforced && self.is_last_blow(after, side) {
            return self.won_by_actor();
        }
        let (mut sums, mut standing) = (after.sums, after.standing);
        if gone {
            standing = self.fewer(standing, side);
        }
        self.replace(&mut sums, combatant, side, transition);
        if reinforced {
            self.call_reinforcements(side, &mut sums, &mut standing);
        }
        if let Some(odds) = self.decided(&standing) {
            return odds;
        }
        let next = self.next_with(after, target, 0);
        self.combined(&standing, |rival| {
            self.network.odds_of_two(&sums[rival], next[rival])
        })
    }

    /// Returns whether the target's departure ends the fight before the attacker, without dice,
    /// retreats.
    #[inline]
    fn is_last_blow(&self, after: &AfterActor<'a, N>, side: usize) -> bool {
        self.fight.sides == 2
            && self.fight.standing[side] == 1
            && !(after.left && self.last_blow == LastBlow::Draw)
    }

    fn won_by_actor(&self) -> i32 {
        if self.actors_side == self.side {
            WON
        } else {
            LOST
        }
    }

    /// Replaces the rows of a combatant with those after a transition.
    fn replace(
        &self,
        sums: &mut [WeightRow; N],
        combatant: usize,
        side: usize,
        transition: Transition,
    ) {
        let number = self.number(combatant);
        let before = CombatantState::of(self.combat, self.fight, combatant);
        for (rival, sum) in sums.iter_mut().enumerate() {
            let role = self.role(rival, side);
            let dice = self.row_of_dice(rival, side, number);
            sum.exchange(
                dice,
                match transition {
                    Transition::Leaves => self.one_fewer(rival, side),
                    Transition::Throws(state) => {
                        &self.rows[network::of_thrown(role, u32::from(state.rolled))]
                    }
                },
            );
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

    // Inlined into its large caller, its loops run out of registers.
    #[inline(never)]
    fn supports(&self, view: &View, own: &Losses, visit: &mut impl FnMut(i32, Action)) {
        let sums = self.current_sums.as_ref().unwrap_or(&self.sums);
        let before = self.number(self.actor);
        let mut given = [WeightRow::ZERO; N];
        for face in own.faces() {
            let rest = own.without(face);
            // A support does not end the turn, so the actor acts next.
            let acting = &self.rows[network::of_acting_number(FeatureSide::Own, rest)];
            for (rival, given) in given.iter_mut().enumerate() {
                let [before, rest] =
                    [before, rest].map(|number| self.row_of_dice(rival, self.actors_side, number));
                given.set(&sums[rival], acting, before, rest);
            }
            view.each_aidable(|ally| {
                let aid = self.network.aid(self.number(ally));
                let odds = self.combined(&self.standing, |rival| {
                    self.network.odds_of_two(&given[rival], aid)
                });
                visit(odds, Action::Support { face, ally });
            });
        }
    }

    /// Returns the log odds after the actor drops its dice and is about to roll a Class.
    fn change(&self, class: usize) -> i32 {
        let state = CombatantState::of(self.combat, self.fight, self.actor);
        let state = state.with_class(self.combat, self.actor, class);
        self.unchanged(&mut self.after(Transition::Throws(state)))
    }

    #[inline]
    fn number(&self, combatant: usize) -> usize {
        self.numbers.of_seat(self.fight, combatant)
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

    /// Returns the row of the next actor after the target is left with the pool of number `left`,
    /// by rival.
    #[inline]
    fn next_with(
        &self,
        after: &AfterActor<'a, N>,
        target: Target,
        left: usize,
    ) -> [&'a WeightRow; N] {
        // Losses of a combatant that acts later do not change the next actor.
        if target.initiative < after.top {
            after.next
        } else {
            self.new_next(after, target, left)
        }
    }

    /// Implements [`Self::next_with`] for a target that may have been the next actor, or have
    /// shared its initiative.
    #[inline(never)]
    fn new_next(
        &self,
        after: &AfterActor<'a, N>,
        target: Target,
        left: usize,
    ) -> [&'a WeightRow; N] {
        let Target {
            combatant, side, ..
        } = target;
        let initiative = self.losses[left].initiative();
        let order = &after.order;
        let next = order.next_with(combatant, target.initiative, initiative);
        self.rows_of_actor(next.map(|next| match next {
            next if next == combatant => (left, side),
            next => self.acting(after.own, next),
        }))
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
        // These apply when the file is read, or after the fight.
        half: _,
        wound_option: _,
        healer: _,
        deadly: _,
        build: _,
    } = *options;
    (last_blow, monster_spent)
}

/// Returns the first attack that certainly wins the fight, without an evaluation of any action.
/// `None` if there is none, or if optional rules may continue the fight.
#[inline]
pub(super) fn winning_attack(view: &View) -> Option<Action> {
    let (combat, fight) = view.table();
    let side = combat.combatants[view.actor()].side;
    let standing: u32 = fight.standing.iter().sum();
    if fight.sides != 2
        || standing - fight.standing[side] != 1
        || combat.has_cover
        || combat.has_awaited_arrivals
    {
        return None;
    }
    let target = view.opponents().next()?;
    let face = view.own().lowest_from(view.pool(target).highest());
    let ends = combat.options.last_blow == LastBlow::Win || view.own().len() > 1;
    let leaves = combat.combatants[target].is_basic();
    (face > 0 && ends && leaves).then_some(Action::Attack { face, target })
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
