//! What the network is shown of a fight: which rows of its table are summed.

use super::network::{self, Network, Role, Sum};
use super::{LOST, WON};
use crate::contests::combat::fight::Fight;
use crate::contests::combat::view::View;
use crate::contests::combat::{Combat, Combatant, When};
use crate::dice::Pool;
use std::ops::Range;

/// Rivals that are judged one by one; further sides are taken together with the last.
const MOST_RIVALS: usize = 4;
/// Turns within which reinforcements come soon.
const SOON: u32 = 3;

/// The opposing sides with which the side judged is compared.
#[derive(Clone, Debug)]
pub(super) struct Rivals {
    /// The sides of each.
    sides: [(usize, usize); MOST_RIVALS],
    count: usize,
}

impl Rivals {
    /// The rivals of `side`: the others who stand or come.
    pub(super) fn of(combat: &Combat, fight: &Fight, side: usize) -> Self {
        let mut rivals = Self {
            sides: [(0, 0); MOST_RIVALS],
            count: 0,
        };
        for other in 0..combat.sides.len() {
            if other == side || (fight.standing[other] == 0 && !is_coming(combat, fight, other)) {
                continue;
            }
            if rivals.count < MOST_RIVALS {
                rivals.sides[rivals.count] = (other, other);
                rivals.count += 1;
            } else {
                rivals.sides[MOST_RIVALS - 1].1 = other;
            }
        }
        rivals
    }

    #[inline]
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// What a side is when the side `own` is compared with rival number `rival`.
    #[inline]
    pub(super) fn role(&self, own: usize, rival: usize, side: usize) -> Role {
        let (first, last) = self.sides[rival];
        if side == own {
            Role::Own
        } else if first <= side && side <= last {
            Role::Rival
        } else {
            Role::Other
        }
    }

    fn range(&self, rival: usize) -> Range<usize> {
        self.sides[rival].0..self.sides[rival].1 + 1
    }

    /// How many of a rival stand.
    pub(super) fn standing(&self, fight: &Fight, own: usize, rival: usize) -> u32 {
        let sides = self.range(rival).filter(|&side| side != own);
        sides.map(|side| fight.standing[side]).sum()
    }

    /// How many of that role stand.
    pub(super) fn counted(&self, fight: &Fight, own: usize, rival: usize, role: Role) -> u32 {
        match role {
            Role::Own => fight.standing[own],
            Role::Rival => self.standing(fight, own, rival),
            Role::Other => {
                let all: u32 = fight.standing.iter().sum();
                all - fight.standing[own] - self.standing(fight, own, rival)
            }
        }
    }

    /// Whether reinforcements of a rival are to come.
    pub(super) fn is_coming(
        &self,
        combat: &Combat,
        fight: &Fight,
        own: usize,
        rival: usize,
    ) -> bool {
        self.range(rival)
            .any(|side| side != own && is_coming(combat, fight, side))
    }
}

/// Whether reinforcements of a side are to come.
#[cold]
pub(super) fn is_coming(combat: &Combat, fight: &Fight, side: usize) -> bool {
    let mut arrivals = combat.arrivals.iter().zip(&fight.extras.entered);
    arrivals.any(|(arrival, &entered)| arrival.side == side && !entered)
}

/// Whether reinforcements come before that turn.
#[cold]
pub(super) fn arrive_before(combat: &Combat, fight: &Fight, turn: u32) -> bool {
    let mut arrivals = combat.arrivals.iter().zip(&fight.extras.entered);
    arrivals.any(|(arrival, &entered)| arrival.when == When::Turn(turn) && !entered)
}

/// What lies before somebody who stands, as far as rows tell of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Present {
    pub(super) pool: Pool,
    pub(super) used: u16,
    /// Dice last rolled by a Class or a return; 0 where no rule asks.
    pub(super) rolled: u8,
    pub(super) wounds: u8,
    /// Cover of its own.
    pub(super) cover: Pool,
}

impl Present {
    #[inline]
    pub(super) fn of(combat: &Combat, fight: &Fight, who: usize) -> Self {
        let seat = &fight.seats[who];
        let (rolled, wounds, cover) = if combat.is_basic() {
            (0, 0, Pool::EMPTY)
        } else {
            let extras = &fight.extras;
            (
                extras.rolled[who],
                extras.wounds[who].count,
                extras.cover[who],
            )
        };
        Self {
            pool: seat.pool,
            used: seat.used,
            rolled,
            wounds,
            cover,
        }
    }

    /// A monster that comes back.
    pub(super) fn one_fewer(self) -> Option<Self> {
        (self.rolled > 1).then(|| Self {
            rolled: self.rolled - 1,
            ..self
        })
    }
}

/// The Class with which a character, wounded once more, goes on fighting.
pub(super) fn fights_on(combat: &Combat, who: usize, present: &Present) -> Option<usize> {
    let options = &combat.options;
    let lives = u32::from(present.wounds) + 1 < options.wounds_to_die;
    let about = &combat.combatants[who];
    if !(about.wounds && combat.fights_on_wounded(about) && lives) {
        return None;
    }
    let class = (!present.used).trailing_zeros() as usize;
    (class < about.classes.len()).then_some(class)
}

/// The rows of somebody who stands.
#[inline]
pub(super) fn of_one(
    combat: &Combat,
    who: usize,
    present: &Present,
    role: Role,
    see: &mut impl FnMut(usize),
) {
    see(network::of_pool(role, present.pool));
    of_one_but_dice(combat, who, present, role, see);
}

/// The rows of somebody who stands, but that of the dice.
#[inline]
pub(super) fn of_one_but_dice(
    combat: &Combat,
    who: usize,
    present: &Present,
    role: Role,
    see: &mut impl FnMut(usize),
) {
    let about = &combat.combatants[who];
    if combat.has_plain(who) {
        return;
    }
    if about.classes.len() > 1 {
        for (position, class) in about.classes.iter().enumerate().skip(1) {
            if present.used & (1 << position) == 0 {
                see(network::of_unused(role, class.dice));
            }
        }
    }
    if about.monster && present.rolled > 1 {
        see(network::of_returns(role, u32::from(present.rolled)));
    }
    if about.wounds
        && let Some(class) = fights_on(combat, who, present)
    {
        see(network::of_fighting_on(role, about.classes[class].dice));
    }
    if !present.cover.is_empty() {
        for face in present.cover.faces() {
            see(network::of_cover(Some(role), face));
        }
    }
}

impl Combat {
    /// Whether nothing but dice can lie before that combatant.
    #[inline]
    pub(super) fn has_plain(&self, who: usize) -> bool {
        self.is_basic() && self.combatants[who].classes.len() == 1
    }
}

/// How many rows a basic fight has at most: dice and unused Classes, who stands and who acts.
pub(super) fn most_rows(combatants: &[Combatant]) -> usize {
    let of_all: usize = combatants.iter().map(|who| who.classes.len()).sum();
    of_all + 4
}

/// The rows that tell how many stand.
fn of_counts(
    fight: &Fight,
    own: usize,
    rivals: &Rivals,
    rival: usize,
    see: &mut impl FnMut(usize),
) {
    for role in [Role::Own, Role::Rival, Role::Other] {
        see(network::of_standing(
            role,
            rivals.counted(fight, own, rival, role),
        ));
    }
}

/// All rows but that of who acts next, at that turn.
pub(super) fn of_all(
    combat: &Combat,
    fight: &Fight,
    turn: u32,
    own: usize,
    rivals: &Rivals,
    rival: usize,
    see: &mut impl FnMut(usize),
) {
    for (position, side) in combat.sides.iter().enumerate() {
        if fight.standing[position] == 0 {
            continue;
        }
        let role = rivals.role(own, rival, position);
        let first = side.members.start;
        for (place, seat) in fight.seats[side.members.clone()].iter().enumerate() {
            if !seat.pool.is_empty() {
                let who = first + place;
                of_one(combat, who, &Present::of(combat, fight, who), role, see);
            }
        }
    }
    of_counts(fight, own, rivals, rival, see);
    if !combat.is_basic() {
        of_optional_rules(combat, fight, turn, own, rivals, rival, see);
    }
}

#[cold]
fn of_optional_rules(
    combat: &Combat,
    fight: &Fight,
    turn: u32,
    own: usize,
    rivals: &Rivals,
    rival: usize,
    see: &mut impl FnMut(usize),
) {
    let extras = &fight.extras;
    let mut covers = |role: Option<Role>, pool: Pool| {
        for face in 1..=6 {
            for _ in 0..pool.count(face) {
                see(network::of_cover(role, face));
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
    of_coming(combat, fight, turn, own, rivals, rival, see);
}

/// The rows of reinforcements to come, at that turn.
pub(super) fn of_coming(
    combat: &Combat,
    fight: &Fight,
    turn: u32,
    own: usize,
    rivals: &Rivals,
    rival: usize,
    see: &mut (impl FnMut(usize) + ?Sized),
) {
    for (arrival, &entered) in combat.arrivals.iter().zip(&fight.extras.entered) {
        if entered {
            continue;
        }
        let term = match arrival.when {
            When::Standing(_) => 0,
            When::Turn(at) if at <= turn + SOON => 1,
            When::Turn(_) => 2,
        };
        let role = rivals.role(own, rival, arrival.side);
        for who in arrival.members.clone() {
            see(network::of_coming(
                role,
                term,
                combat.combatants[who].classes[0].dice,
            ));
        }
    }
}

/// How many rivals a side is compared with.
pub fn rivals(view: &View, side: usize) -> usize {
    let (combat, fight) = view.table();
    Rivals::of(combat, fight, side).count()
}

/// Tells `see` every row of the table that is summed when `side` is compared with its rival of that
/// number, now that the actor of `view` acts.
pub fn rows(view: &View, side: usize, rival: usize, mut see: impl FnMut(usize)) {
    let (combat, fight) = view.table();
    let rivals = Rivals::of(combat, fight, side);
    of_all(combat, fight, fight.turn, side, &rivals, rival, &mut see);
    let role = rivals.role(side, rival, combat.combatants[view.actor()].side);
    see(network::of_actor(role, view.own()));
}

/// The log odds of `side` now that the actor of `view` acts; the side stands or comes.
pub fn odds_at(view: &View, network: &Network, side: usize) -> i32 {
    let (combat, fight) = view.table();
    odds_with(combat, fight, network, side, Some(view.actor()))
}

/// The same with whoever acts, or nobody without luck.
pub(super) fn odds_with(
    combat: &Combat,
    fight: &Fight,
    network: &Network,
    side: usize,
    actor: Option<usize>,
) -> i32 {
    if fight.standing[side] == 0 && !is_coming(combat, fight, side) {
        return LOST;
    }
    let rivals = Rivals::of(combat, fight, side);
    let odds = (0..rivals.count()).map(|rival| {
        let mut sum = Sum::ZERO;
        let mut see = |row| sum.add(network.row(row));
        of_all(combat, fight, fight.turn, side, &rivals, rival, &mut see);
        see(actor.map_or(network::NOBODY, |actor| {
            let role = rivals.role(side, rival, combat.combatants[actor].side);
            network::of_actor(role, fight.seats[actor].pool)
        }));
        network.odds(&sum.row())
    });
    odds.reduce(|one, other| network.against_both(one, other))
        .unwrap_or(WON)
}

/// The same for the table before re-rolls, at which nobody could act: `before` tells the pools that
/// lay there.
pub fn rows_before_rerolls(
    view: &View,
    side: usize,
    rival: usize,
    before: &[(usize, Pool)],
    mut see: impl FnMut(usize),
) {
    let (combat, fight) = view.table();
    let rivals = Rivals::of(combat, fight, side);
    let mut fight = fight.clone();
    for &(who, pool) in before {
        fight.seats[who].pool = pool;
    }
    of_all(combat, &fight, fight.turn, side, &rivals, rival, &mut see);
    see(network::NOBODY);
}
