//! Features of a position: the rows of the network that are added.

use super::network::{self, FeatureSide, LOST, Network, Sum, WON};
use crate::combat::fight::Fight;
use crate::combat::prepared::Combat;
use crate::combat::setup::{Arrival, ArrivalCondition};
use crate::combat::view::View;
use evenodds_core::dice::Pool;

/// Maximum number of rivals; more opposing sides are merged into a single one.
pub(super) const MOST_RIVALS: usize = 8;
/// Maximum number of members of a wave of reinforcements that have rows; hundreds would be far
/// outside the network's training data.
pub(super) const MOST_OF_WAVE: usize = 16;
/// Maximum number of turns until the arrival of reinforcements that count as arriving soon.
const SOON: u32 = 3;

/// Opponents with which the evaluated side is compared, one by one.
#[derive(Clone, Debug)]
pub(super) struct Rivals {
    /// First and last side of each rival; no side has the index `usize::MAX`.
    sides: [(usize, usize); MOST_RIVALS],
    count: usize,
}

impl Rivals {
    /// Returns the rivals of `side`: all other sides in the fight or with reinforcements to come.
    pub(super) fn of(combat: &Combat, fight: &Fight, side: usize) -> Self {
        let mut rivals = Self {
            sides: [(usize::MAX, usize::MAX); MOST_RIVALS],
            count: 0,
        };
        for other in 0..combat.sides.len() {
            if other == side || (fight.standing[other] == 0 && !is_coming(combat, fight, other)) {
                continue;
            }
            if rivals.count == MOST_RIVALS {
                // Merging only some of them would make the choice depend on the order of the file.
                rivals.sides[0] = (0, combat.sides.len() - 1);
                rivals.count = 1;
                break;
            }
            rivals.sides[rivals.count] = (other, other);
            rivals.count += 1;
        }
        rivals
    }

    #[inline]
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// Returns the role of `side` when `own` is compared with rival number `rival`.
    #[inline]
    pub(super) fn role(&self, own: usize, rival: usize, side: usize) -> FeatureSide {
        let (first, last) = self.sides[rival];
        if side == own {
            FeatureSide::Own
        } else if first <= side && side <= last {
            FeatureSide::Rival
        } else {
            FeatureSide::Other
        }
    }

    /// Returns the number of combatants in the fight, by role.
    #[inline]
    pub(super) fn counted(&self, fight: &Fight, own: usize, rival: usize) -> [u32; 3] {
        let mut counts = [0; 3];
        for (side, &standing) in fight.standing.iter().enumerate() {
            counts[self.role(own, rival, side) as usize] += standing;
        }
        counts
    }

    /// Returns whether a rival has reinforcements to come.
    pub(super) fn is_coming(
        &self,
        combat: &Combat,
        fight: &Fight,
        own: usize,
        rival: usize,
    ) -> bool {
        let coming = |side| {
            self.role(own, rival, side) == FeatureSide::Rival && is_coming(combat, fight, side)
        };
        (0..combat.sides.len()).any(coming)
    }
}

/// Returns whether a side has reinforcements to come.
#[cold]
pub(super) fn is_coming(combat: &Combat, fight: &Fight, side: usize) -> bool {
    let mut arrivals = combat.arrivals.iter().zip(&fight.extras.entered);
    arrivals.any(|(arrival, &entered)| arrival.side == side && !entered)
}

/// State of a combatant without its dice, as far as the network has rows for it.
#[derive(Clone, Copy, Debug)]
pub(super) struct CombatantState {
    pub(super) used: u16,
    /// Number of dice last rolled by a Class or a return; 0 if no rule needs it.
    pub(super) rolled: u8,
    pub(super) wounds: u8,
    /// The combatant's own Cover dice.
    pub(super) cover: Pool,
}

impl CombatantState {
    #[inline]
    pub(super) fn of(combat: &Combat, fight: &Fight, combatant: usize) -> Self {
        let seat = &fight.seats[combatant];
        let (rolled, wounds, cover) = if combat.is_basic() {
            (0, 0, Pool::EMPTY)
        } else {
            let extras = &fight.extras;
            (
                extras.rolled[combatant],
                extras.wounds[combatant].count,
                extras.cover[combatant],
            )
        };
        Self {
            used: seat.used,
            rolled,
            wounds,
            cover,
        }
    }

    /// Returns the state of a reinforcement on arrival.
    pub(super) fn of_coming(combat: &Combat, fight: &Fight, combatant: usize) -> Self {
        Self {
            used: 1,
            rolled: combat.combatants[combatant].classes[0].dice as u8,
            ..Self::of(combat, fight, combatant)
        }
    }

    /// Returns the state after rolling a Class.
    pub(super) fn with_class(self, combat: &Combat, combatant: usize, class: usize) -> Self {
        Self {
            used: self.used | 1 << class,
            rolled: combat.combatants[combatant].classes[class].dice as u8,
            ..self
        }
    }

    /// Returns the state of a monster that returns with one die fewer; `None` if no die would be
    /// left.
    pub(super) fn one_fewer(self) -> Option<Self> {
        (self.rolled > 1).then(|| Self {
            rolled: self.rolled - 1,
            ..self
        })
    }
}

/// Returns the Class with which a character continues after one more wound; `None` if it leaves the
/// fight.
pub(super) fn fights_on(
    combat: &Combat,
    combatant: usize,
    state: &CombatantState,
) -> Option<usize> {
    let options = &combat.options;
    let lives = u32::from(state.wounds) + 1 < options.wounds_to_die;
    let profile = &combat.combatants[combatant];
    if !(profile.wounds && combat.fights_on_wounded(profile) && lives) {
        return None;
    }
    let class = (!state.used).trailing_zeros() as usize;
    (class < profile.classes.len()).then_some(class)
}

/// Adds the rows of a combatant's state, without its dice.
#[inline]
pub(super) fn of_state(
    combat: &Combat,
    combatant: usize,
    state: &CombatantState,
    role: FeatureSide,
    add_row: &mut impl FnMut(usize),
) {
    let profile = &combat.combatants[combatant];
    if profile.classes.len() > 1 {
        for (position, class) in profile.classes.iter().enumerate().skip(1) {
            if state.used & (1 << position) == 0 {
                add_row(network::of_unused(role, class.dice));
            }
        }
    }
    if profile.monster && state.rolled > 1 {
        add_row(network::of_returns(role, u32::from(state.rolled)));
    }
    if profile.wounds
        && let Some(class) = fights_on(combat, combatant, state)
    {
        add_row(network::of_fighting_on(role, profile.classes[class].dice));
    }
    if !state.cover.is_empty() {
        for face in state.cover.faces() {
            add_row(network::of_cover(Some(role), face));
        }
    }
}

/// Adds the rows for the number of combatants of each role.
#[inline]
pub(super) fn of_counts(counts: &[u32; 3], add_row: &mut impl FnMut(usize)) {
    for (role, &count) in [FeatureSide::Own, FeatureSide::Rival, FeatureSide::Other]
        .into_iter()
        .zip(counts)
    {
        add_row(network::of_standing(role, count));
    }
}

/// Adds all rows at a turn but that of the combatant that acts next.
///
/// The combatants in `thrown` are about to throw the dice that they have in `fight`.
fn of_all(
    combat: &Combat,
    (fight, turn): (&Fight, u32),
    thrown: &[usize],
    own: usize,
    rivals: &Rivals,
    rival: usize,
    add_row: &mut impl FnMut(usize),
) {
    for (combatant, seat) in fight.seats.iter().enumerate() {
        if seat.pool.is_empty() {
            continue;
        }
        let role = rivals.role(own, rival, combat.combatants[combatant].side);
        add_row(if thrown.contains(&combatant) {
            network::of_thrown(role, seat.pool.len())
        } else {
            network::of_pool(role, seat.pool)
        });
        if !combat.is_plain(combatant) {
            let state = CombatantState::of(combat, fight, combatant);
            of_state(combat, combatant, &state, role, add_row);
        }
    }
    of_counts(&rivals.counted(fight, own, rival), add_row);
    if !combat.is_basic() {
        of_optional_rules(combat, fight, turn, own, rivals, rival, add_row);
    }
}

/// Adds the rows of the Cover of sides and the battlefield, and of reinforcements to come.
#[cold]
pub(super) fn of_optional_rules(
    combat: &Combat,
    fight: &Fight,
    turn: u32,
    own: usize,
    rivals: &Rivals,
    rival: usize,
    add_row: &mut impl FnMut(usize),
) {
    let extras = &fight.extras;
    let mut covers = |role: Option<FeatureSide>, pool: Pool| {
        for face in 1..=6 {
            for _ in 0..pool.count(face) {
                add_row(network::of_cover(role, face));
            }
        }
    };
    if combat.has_cover {
        covers(None, extras.field_cover);
        for position in 0..combat.sides.len() {
            let role = Some(rivals.role(own, rival, position));
            covers(role, extras.side_cover[position]);
        }
    }
    of_coming(combat, fight, turn, own, rivals, rival, add_row);
}

/// Adds the rows of all reinforcements to come, relative to a turn.
fn of_coming(
    combat: &Combat,
    fight: &Fight,
    turn: u32,
    own: usize,
    rivals: &Rivals,
    rival: usize,
    add_row: &mut impl FnMut(usize),
) {
    for (arrival, &entered) in combat.arrivals.iter().zip(&fight.extras.entered) {
        if !entered {
            let role = rivals.role(own, rival, arrival.side);
            of_arrival(combat, arrival, turn, role, add_row);
        }
    }
}

/// Adds the rows of one group of reinforcements to come, relative to a turn.
pub(super) fn of_arrival(
    combat: &Combat,
    arrival: &Arrival,
    turn: u32,
    role: FeatureSide,
    add_row: &mut impl FnMut(usize),
) {
    let term = match arrival.when {
        ArrivalCondition::Standing(_) => 0,
        ArrivalCondition::Turn(at) if at <= turn + SOON => 1,
        ArrivalCondition::Turn(_) => 2,
    };
    for combatant in arrival.members.clone().take(MOST_OF_WAVE) {
        let dice = combat.combatants[combatant].classes[0].dice;
        add_row(network::of_coming(role, term, dice));
    }
}

/// Returns the number of rivals that a side is compared with.
pub fn rivals(view: &View, side: usize) -> usize {
    let (combat, fight) = view.table();
    Rivals::of(combat, fight, side).count()
}

/// Calls `add_row` with the number of every row of the position before an action of `view`'s actor,
/// comparing `side` with rival number `rival`.
pub fn rows(view: &View, side: usize, rival: usize, add_row: impl FnMut(usize)) {
    let (combat, fight) = view.table();
    let rivals = Rivals::of(combat, fight, side);
    rows_of(
        combat,
        fight,
        &[],
        (side, &rivals, rival),
        Some(view.actor()),
        add_row,
    );
}

fn rows_of(
    combat: &Combat,
    fight: &Fight,
    thrown: &[usize],
    (own, rivals, rival): (usize, &Rivals, usize),
    actor: Option<usize>,
    mut add_row: impl FnMut(usize),
) {
    let now = (fight, fight.turn);
    of_all(combat, now, thrown, own, rivals, rival, &mut add_row);
    add_row(actor.map_or(network::NO_ACTOR, |actor| {
        let role = rivals.role(own, rival, combat.combatants[actor].side);
        network::of_actor(role, fight.seats[actor].pool)
    }));
}

/// Dice of a combatant before a throw.
#[derive(Clone, Copy, Debug)]
pub enum Earlier {
    /// Known dice.
    Dice(Pool),
    /// No known dice: the throw gave the current ones.
    Unknown,
}

/// Calls `add_row` with the rows of the position before some combatants, listed in `before`, threw
/// their current dice.
///
/// No combatant may have acted since the throw. The other arguments are those of [`rows`].
pub fn rows_before(
    view: &View,
    side: usize,
    rival: usize,
    before: &[(usize, Earlier)],
    add_row: impl FnMut(usize),
) {
    let (combat, fight) = view.table();
    let mut fight = fight.clone();
    let mut thrown = Vec::new();
    for &(combatant, earlier) in before {
        match earlier {
            Earlier::Dice(pool) => fight.change(combatant, pool),
            Earlier::Unknown => thrown.push(combatant),
        }
    }
    let actor = next_except(&fight, &thrown);
    let rivals = Rivals::of(combat, &fight, side);
    rows_of(
        combat,
        &fight,
        &thrown,
        (side, &rivals, rival),
        actor,
        add_row,
    );
}

/// Returns the combatant that acts next, not counting those about to throw dice.
pub(super) fn next_except(fight: &Fight, thrown: &[usize]) -> Option<usize> {
    let mut order = fight.order.clone();
    for &combatant in thrown {
        order.leave(combatant, u32::from(fight.seats[combatant].initiative));
    }
    order.next()
}

/// Returns the log odds of `side` before an action of `view`'s actor.
///
/// They are `-i32::MAX` if the side has left the fight without reinforcements to come, and
/// `i32::MAX` if no rival is left.
pub fn odds_at(view: &View, network: &Network, side: usize) -> i32 {
    let (combat, fight) = view.table();
    odds_with(combat, fight, &[], network, side, Some(view.actor()))
}

/// Returns the log odds of `side` before an action of `actor`, and before the combatants in
/// `thrown` throw their dice. `actor` is `None` if every initiative is shared.
pub(super) fn odds_with(
    combat: &Combat,
    fight: &Fight,
    thrown: &[usize],
    network: &Network,
    side: usize,
    actor: Option<usize>,
) -> i32 {
    if fight.standing[side] == 0 && !is_coming(combat, fight, side) {
        return LOST;
    }
    let rivals = Rivals::of(combat, fight, side);
    let mut all = [0; MOST_RIVALS];
    for (rival, odds) in all.iter_mut().enumerate().take(rivals.count()) {
        let mut sum = Sum::of(network);
        let add_row = |row| sum.push(row);
        rows_of(
            combat,
            fight,
            thrown,
            (side, &rivals, rival),
            actor,
            add_row,
        );
        *odds = network.odds(&sum.row());
    }
    network
        .against_all(&mut all[..rivals.count()])
        .unwrap_or(WON)
}
