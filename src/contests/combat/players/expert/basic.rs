//! The judge of fights by the basic rules in which two sides stand: what `judge` does, from the numbers
//! of pools alone and at half its cost. A test holds it to that judge.

use super::network::{self, FEW, Few, Network, ROWS, Role, Row};
use super::pools::{self, Losses};
use super::table::{self, Present};
use super::{LOST, WON};
use crate::contests::combat::fight::Fight;
use crate::contests::combat::order::Moved;
use crate::contests::combat::view::{Action, View};
use crate::contests::combat::{Combat, Combatant, LastBlow};

/// Seats are found by their five low bits, which are all that there are: [`FEW`] rows leave no room
/// for more.
const SEATS: usize = 32;

/// What is known of a fight before it begins.
#[derive(Clone, Copy, Debug)]
pub(in crate::contests::combat) struct Shape {
    /// Whether it follows the basic rules and a [`Few`] holds all rows of a table.
    few_rows: bool,
    /// Those who have several Classes.
    versatile: Seats,
}

impl Shape {
    /// Of a fight by the basic rules or not.
    pub(in crate::contests::combat) fn of(combatants: &[Combatant], basic: bool) -> Self {
        let few_rows = basic && table::most_rows(combatants) <= FEW;
        let mut versatile = Seats(0);
        if few_rows {
            let several = |who: &&Combatant| who.classes.len() > 1;
            let seats = combatants.iter().enumerate();
            for (seat, _) in seats.filter(|(_, who)| several(who)) {
                versatile.0 |= 1 << seat;
            }
        }
        Self {
            few_rows,
            versatile,
        }
    }

    #[inline]
    pub(super) fn has_few_rows(self) -> bool {
        self.few_rows
    }
}

/// Whether the table is one that is judged here.
#[inline]
pub(super) fn fits(combat: &Combat, fight: &Fight) -> bool {
    combat.shape.few_rows && fight.sides == 2
}

/// Somebody who stands: the number and the sum of the dice.
#[derive(Clone, Copy)]
struct Seated {
    dice: u16,
    initiative: u8,
}

/// A set of seats.
#[derive(Clone, Copy, Debug)]
struct Seats(u32);

impl Seats {
    #[inline]
    fn iter(self) -> impl Iterator<Item = usize> {
        let Self(mut left) = self;
        std::iter::from_fn(move || {
            let seat = left.trailing_zeros() as usize;
            left &= left.wrapping_sub(1);
            (seat < SEATS).then_some(seat)
        })
    }
}

/// The table as the one whose turn it is finds it.
pub(super) struct Table<'a> {
    network: &'a Network,
    rows: &'a [Row; ROWS],
    losses: &'a [Losses; pools::POOLS],
    combat: &'a Combat,
    fight: &'a Fight,
    actor: usize,
    /// The actor's dice and initiative.
    own: usize,
    initiative: u32,
    /// Those who stand.
    seated: [Seated; SEATS],
    opponents: Seats,
    /// All of the actor's side but the actor.
    allies: Seats,
    /// How many stand on the actor's side, and of the opponents.
    standing: [u32; 2],
    /// The sum of all rows but that of who acts next.
    sum: Row,
}

/// The table at the next turn once the actor has done its part of an action.
struct After<'a> {
    /// The sum of all rows but that of who acts next.
    sum: Row,
    /// The row of who acts next if nobody else changes, and the initiative of that one or 0.
    next: &'a Row,
    top: u32,
    order: Moved<'a>,
    /// The actor's dice.
    own: usize,
    /// Whether nobody of the actor's side is left.
    lost: bool,
}

impl<'a> Table<'a> {
    /// The table before the actor of `view`, of a fight that [`fits`].
    #[inline]
    pub(super) fn new(view: &View<'a>, network: &'a Network) -> Self {
        let (combat, fight) = view.table();
        let (actor, side) = (view.actor(), view.own_side());
        let own_side = (1_u32 << side.end).wrapping_sub(1 << side.start);
        let mut seated = [Seated {
            dice: 0,
            initiative: 0,
        }; SEATS];
        let (mut rows, mut standing) = (Few::NONE, 0);
        for ((who, seat), seated) in fight.seats.iter().enumerate().zip(&mut seated) {
            if seat.pool.is_empty() {
                continue;
            }
            let dice = pools::number(seat.pool);
            *seated = Seated {
                dice: dice as u16,
                initiative: seat.initiative,
            };
            standing |= 1 << who;
            rows.push(network::of_number(role(own_side, who), dice));
        }
        let all = rows.len() as u32;
        for who in Seats(standing & combat.shape.versatile.0).iter() {
            let present = Present::of(combat, fight, who);
            let role = role(own_side, who);
            table::of_one_but_dice(combat, who, &present, role, &mut |row| rows.push(row));
        }
        let own = fight.standing[combat.combatants[actor].side];
        rows.push(network::of_standing(Role::Own, own));
        rows.push(network::of_standing(Role::Rival, all - own));
        rows.push(network::of_standing(Role::Other, 0));
        Self {
            network,
            rows: network.rows(),
            losses: network.losses(),
            combat,
            fight,
            actor,
            own: usize::from(seated[actor % SEATS].dice),
            initiative: view.initiative(actor),
            seated,
            opponents: Seats(standing & !own_side),
            allies: Seats(standing & own_side & !(1 << actor)),
            standing: [own, all - own],
            sum: rows.sum(network.rows()),
        }
    }

    /// Tells `consider` the log odds of the actor's side behind every action, in the order of
    /// [`View::actions`].
    #[inline]
    pub(super) fn weigh(&self, view: &View, mut consider: impl FnMut(i32, Action)) {
        let own = &self.losses[self.own];
        for face in own.faces() {
            self.attacks(face, own.without(face), &mut consider);
        }
        if own.dice() > 1 {
            self.supports(own, &mut consider);
        }
        for class in view.unused_classes() {
            consider(self.change(class), Action::Change { class });
        }
        consider(self.retreat(), Action::Retreat);
    }

    /// Weighs all attacks with a die of that face, which leave the actor the `rest`.
    #[inline]
    fn attacks(&self, face: u32, rest: usize, consider: &mut impl FnMut(i32, Action)) {
        let after = if rest > 0 {
            self.after(self.with_dice(rest), rest)
        } else {
            self.after(self.without_actor(), rest)
        };
        let mut unchanged = None;
        for target in self.opponents.iter() {
            let dice = usize::from(self.seated[target].dice);
            let left = self.losses[dice].above(face);
            let odds = if left == 0 {
                self.without(&after, target)
            } else if after.lost {
                LOST
            } else if left == dice {
                *unchanged.get_or_insert_with(|| self.network.odds_of_two(&after.sum, after.next))
            } else {
                self.with(&after, target, left)
            };
            consider(odds, Action::Attack { face, target });
        }
    }

    /// The log odds once an opponent is left with those dice, fewer of the same throw.
    #[inline]
    fn with(&self, after: &After<'a>, target: usize, left: usize) -> i32 {
        let next = self.next_with(after, target, left);
        let before = self.row_of_dice(Role::Rival, usize::from(self.seated[target].dice));
        let left = self.row_of_dice(Role::Rival, left);
        self.network
            .odds_of_exchange(&after.sum, next, left, before)
    }

    /// The log odds once an opponent has left.
    #[inline]
    fn without(&self, after: &After<'a>, target: usize) -> i32 {
        if self.standing[1] == 1 {
            let draws = after.own == 0 && self.combat.options.last_blow == LastBlow::Draw;
            return if draws && after.lost { LOST } else { WON };
        }
        if after.lost {
            return LOST;
        }
        let next = self.next_with(after, target, 0);
        let before = self.row_of_dice(Role::Rival, usize::from(self.seated[target].dice));
        let fewer = self.network.one_fewer(Role::Rival, self.standing[1]);
        if !self.is_versatile(target) {
            return self
                .network
                .odds_of_exchange(&after.sum, next, fewer, before);
        }
        let mut sum = after.sum;
        self.take_besides(&mut sum, target, Role::Rival);
        self.network.odds_of_exchange(&sum, next, fewer, before)
    }

    /// Takes all rows of somebody from a sum but that of the dice.
    fn take_besides(&self, sum: &mut Row, who: usize, role: Role) {
        let present = Present::of(self.combat, self.fight, who);
        table::of_one_but_dice(self.combat, who, &present, role, &mut |row| {
            sum.subtract(&self.rows[row]);
        });
    }

    fn supports(&self, own: &Losses, consider: &mut impl FnMut(i32, Action)) {
        let mut aidable = Seats(0);
        for ally in self.allies.iter() {
            let six = self.losses[usize::from(self.seated[ally].dice)].dice() == 6;
            if !(six || self.fight.aided.contains(ally)) {
                aidable.0 |= 1 << ally;
            }
        }
        if aidable.0 == 0 {
            return;
        }
        for face in own.faces() {
            let rest = own.without(face);
            // The turn goes on.
            let acting = &self.rows[network::of_acting_number(Role::Own, rest)];
            let given = Row::sum([&self.with_dice(rest), acting], []);
            for ally in aidable.iter() {
                let aid = self.network.aid(usize::from(self.seated[ally].dice));
                let odds = self.network.odds_of_two(&given, aid);
                consider(odds, Action::Support { face, ally });
            }
        }
    }

    /// The log odds once the actor has dropped its dice and rolled that Class.
    fn change(&self, class: usize) -> i32 {
        let role = Role::Own;
        let mut sum = self.sum;
        sum.subtract(self.row_of_dice(role, self.own));
        let dice = self.combat.combatants[self.actor].classes[class].dice;
        sum.subtract(&self.rows[network::of_unused(role, dice)]);
        let order = self.fight.order.unmoved();
        let order = order.lifted(self.actor, self.initiative);
        let behind = self.acting(order.next(), 0);
        let throws = self.network.numbers(dice).iter();
        self.network.average(throws.map(|&dice| {
            let dice = usize::from(dice);
            let next = order.next_with(self.losses[dice].initiative());
            let next = if next == order.next() {
                behind
            } else {
                self.acting(next, dice)
            };
            self.network
                .odds_of_three(&sum, self.row_of_dice(role, dice), next)
        }))
    }

    fn retreat(&self) -> i32 {
        let after = self.after(self.without_actor(), 0);
        if after.lost {
            return LOST;
        }
        self.network.odds_of_two(&after.sum, after.next)
    }

    /// The sum of rows once the actor has fewer dice of the same throw.
    #[inline]
    fn with_dice(&self, dice: usize) -> Row {
        let before = self.row_of_dice(Role::Own, self.own);
        Row::sum([&self.sum, self.row_of_dice(Role::Own, dice)], [before])
    }

    /// The sum of rows once the actor has left.
    fn without_actor(&self) -> Row {
        let before = self.row_of_dice(Role::Own, self.own);
        let fewer = self.network.one_fewer(Role::Own, self.standing[0]);
        let mut sum = Row::sum([&self.sum, fewer], [before]);
        if self.is_versatile(self.actor) {
            self.take_besides(&mut sum, self.actor, Role::Own);
        }
        sum
    }

    #[inline]
    fn is_versatile(&self, who: usize) -> bool {
        self.combat.shape.versatile.0 & 1 << who != 0
    }

    #[inline]
    fn after(&self, sum: Row, own: usize) -> After<'a> {
        let order = self.fight.order.unmoved();
        let order = order.with(self.actor, self.initiative, self.losses[own].initiative());
        After {
            sum,
            next: self.acting(order.next(), own),
            top: order.top(),
            order,
            own,
            lost: own == 0 && self.standing[0] == 1,
        }
    }

    /// The row of who acts next; the actor has the dice `own`.
    #[inline]
    fn acting(&self, next: Option<usize>, own: usize) -> &'a Row {
        &self.rows[match next {
            None => network::NOBODY,
            Some(next) if next == self.actor => network::of_acting_number(Role::Own, own),
            Some(next) => {
                let dice = usize::from(self.seated[next % SEATS].dice);
                network::of_acting_number(role(!self.opponents.0, next % SEATS), dice)
            }
        }]
    }

    /// The same once an opponent has those dice.
    #[inline]
    fn next_with(&self, after: &After<'a>, target: usize, left: usize) -> &'a Row {
        let before = u32::from(self.seated[target].initiative);
        // Whoever acts next does so whatever becomes of those behind.
        if before < after.top {
            return after.next;
        }
        let initiative = self.losses[left].initiative();
        let next = after.order.next_with(target, before, initiative);
        if next == Some(target) {
            return &self.rows[network::of_acting_number(Role::Rival, left)];
        }
        self.acting(next, after.own)
    }

    #[inline]
    fn row_of_dice(&self, role: Role, dice: usize) -> &'a Row {
        &self.rows[network::of_number(role, dice)]
    }
}

#[inline]
fn role(own_side: u32, who: usize) -> Role {
    if own_side & 1 << who == 0 {
        Role::Rival
    } else {
        Role::Own
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contest::{Record, Rules, Silent};
    use crate::contests::combat::players::expert::judge::Judge;
    use crate::contests::combat::players::expert::table::Rivals;
    use crate::contests::combat::{Class, Group, Options, Setup, Side};
    use crate::dice::{Dice, Sampled};

    /// A random fight by the basic rules.
    fn combat(luck: &mut Sampled) -> Combat {
        let mut setup = Setup::default();
        for side in 0..2 + luck.choose(0, 2) as usize {
            let first = setup.combatants.len();
            for position in first..=first + luck.choose(0, 4) as usize {
                let classes = (0..=luck.choose(0, 3)).map(|_| Class {
                    dice: 1 + luck.choose(0, 6),
                    ..Class::default()
                });
                setup.combatants.push(Combatant {
                    name: position.to_string(),
                    side,
                    group: position,
                    classes: classes.collect(),
                    ..Combatant::default()
                });
                setup.groups.push(Group {
                    label: position.to_string(),
                    side,
                    size: 1,
                });
            }
            setup.sides.push(Side {
                name: side.to_string(),
                members: first..setup.combatants.len(),
                cover: None,
            });
        }
        setup.options = Options {
            last_blow: LastBlow::ALL[luck.choose(0, 2) as usize],
            ..Options::default()
        };
        Combat::new(setup)
    }

    #[test]
    fn every_action_is_judged_as_by_the_judge_of_all_fights() {
        let mut luck = Sampled::new(3, &["fights".to_owned()]);
        let (mut compared, mut supports) = (0, 0);
        for seed in 0..300 {
            let combat = combat(&mut luck);
            let networks = [Network::against_experts(), Network::against_finishers()];
            let mut dice = Sampled::new(seed, &combat.rollers());
            let mut record = Record::new(&combat);
            let mut state = combat.state();
            let fight = state.fight_mut();
            combat.fight(&mut dice, fight, &mut Silent, &mut record, |view, _| {
                let (combat, fight) = view.table();
                let network = networks[luck.choose(0, 2) as usize];
                if fits(combat, fight) {
                    let side = combat.combatants[view.actor()].side;
                    let rivals = &Rivals::of(combat, fight, side);
                    let (mut here, mut there) = (Vec::new(), Vec::new());
                    let table = Table::new(view, network);
                    table.weigh(view, |odds, action| here.push((odds, action)));
                    let judge = Judge::<1>::new(view, network, side, rivals, None);
                    judge.weigh(view, |odds, action| there.push((odds, action)));
                    assert_eq!(here, there, "{view:?}");
                    assert!(here.iter().map(|&(_, action)| action).eq(view.actions()));
                    compared += here.len();
                    let support = |&&(_, action): &&_| matches!(action, Action::Support { .. });
                    supports += here.iter().filter(support).count();
                }
                let count = view.actions().count() as u32;
                let pick = luck.choose(0, count) as usize;
                view.actions().nth(pick).unwrap_or(Action::Retreat)
            });
        }
        assert!(
            compared > 10_000 && supports > 1_000,
            "{compared} {supports}"
        );
    }
}
