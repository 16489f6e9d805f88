//! What lies on the table during a fight: pools, fates, who stands.

use super::Combat;
use super::order::Order;
use super::shield::Shield;
use crate::contest::WoundList;
use crate::dice::Pool;

/// How a combatant's fight ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// Still there.
    Standing,
    /// Taken out by an attack.
    TakenOut,
    /// Left: by choice, or having spent the last die.
    Retreated,
    /// A reinforcement that did not come.
    NotEntered,
}

/// The highest face that stands for "not in the fight": no attack empties it.
pub(super) const GONE: u8 = 7;

/// What lies before one combatant. Sixteen bytes, so that a fight of eight is two lines of a
/// processor's cache.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seat {
    /// The dice; none for those who are not there.
    pub(super) pool: Pool,
    /// Bit *k* is set once Class *k* was used.
    pub(super) used: u16,
    /// The sum of the dice.
    pub(super) initiative: u8,
    /// The highest face; [`GONE`] for those who are not there.
    pub(super) top: u8,
    pub(super) fate: Fate,
}

impl Seat {
    /// Nobody is there.
    const EMPTY: Self = Self {
        pool: Pool::EMPTY,
        used: 0,
        initiative: 0,
        top: GONE,
        fate: Fate::NotEntered,
    };
}

/// Where a fight stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// Before the opening throws.
    Opening,
    /// Between two turns, or after the last one.
    Between,
    /// At a decision of the combatant whose turn it is.
    Turn,
    /// At a decision about Cover by the target of an attack; see [`Extras::shield`].
    Attacked,
    /// In a deadlock that does not end.
    Stuck,
}

/// The position of a fight. Made once for many fights; [`Fight::clear`] begins a new one.
#[derive(Debug)]
pub struct Fight {
    /// One for each combatant.
    pub(super) seats: Vec<Seat>,
    /// How many of each side stand.
    pub(super) standing: Vec<u32>,
    /// How many sides stand.
    pub(super) sides: u32,
    pub(super) order: Order,
    /// Number of the turn, from 1; 0 before the first.
    pub(super) turn: u32,
    pub(super) stage: Stage,
    /// Whose turn it is, at a decision.
    pub(super) actor: usize,
    /// Whom the one whose turn it is has aided in it.
    pub(super) aided: Aided,
    /// What the optional rules need; empty where a fight has none of them.
    pub(super) extras: Extras,
}

/// What the optional rules need to remember. Lists hold an entry a combatant.
#[derive(Clone, Debug, Default)]
pub(super) struct Extras {
    /// The Class in use.
    pub(super) classes: Vec<u8>,
    /// How many dice were last rolled by a Class or a return.
    pub(super) rolled: Vec<u8>,
    pub(super) wounds: Vec<Wounds>,
    /// Cover of its own.
    pub(super) cover: Vec<Pool>,
    /// Cover of each side.
    pub(super) side_cover: Vec<Pool>,
    /// Cover that anybody may use.
    pub(super) field_cover: Pool,
    /// Which reinforcements have entered.
    pub(super) entered: Vec<bool>,
    /// The attack whose target decides about Cover.
    pub(super) shield: Shield,
}

impl Extras {
    /// Returns those of an empty table.
    pub(super) fn new(combat: &Combat) -> Self {
        let size = combat.combatants.len();
        Self {
            classes: vec![0; size],
            rolled: vec![0; size],
            wounds: vec![Wounds::default(); size],
            cover: vec![Pool::EMPTY; size],
            side_cover: vec![Pool::EMPTY; combat.sides.len()],
            field_cover: Pool::EMPTY,
            entered: vec![false; combat.arrivals.len()],
            shield: Shield::default(),
        }
    }
}

/// The wounds of a character.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Wounds {
    /// The number of wounds, those before the fight and the one that killed among them.
    pub(super) count: u8,
    pub(super) died: bool,
    /// Those of this fight that did not kill, with what was chosen for each.
    pub(super) chosen: WoundList,
}

/// The allies aided in one turn: five at most, since every aid costs a die and one must remain.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Aided {
    allies: [u16; 5],
    count: usize,
}

impl Aided {
    #[inline]
    pub(super) fn clear(&mut self) {
        self.count = 0;
    }

    pub(super) fn add(&mut self, ally: usize) {
        self.allies[self.count] = ally as u16;
        self.count += 1;
    }

    pub(super) fn contains(&self, ally: usize) -> bool {
        self.allies[..self.count].contains(&(ally as u16))
    }
}

impl Clone for Fight {
    fn clone(&self) -> Self {
        let mut copy = Self {
            seats: Vec::new(),
            standing: Vec::new(),
            sides: 0,
            order: Order::new(),
            turn: 0,
            stage: Stage::Opening,
            actor: 0,
            aided: Aided::default(),
            extras: Extras::default(),
        };
        copy.clone_from(self);
        copy
    }

    /// Copies into the lists that are there already, so that a player who thinks a fight through
    /// many times allocates nothing.
    fn clone_from(&mut self, other: &Self) {
        self.seats.clone_from(&other.seats);
        self.standing.clone_from(&other.standing);
        self.sides = other.sides;
        self.order.clone_from(&other.order);
        self.turn = other.turn;
        (self.stage, self.actor) = (other.stage, other.actor);
        self.aided = other.aided;
        if other.extras.classes.is_empty() {
            return;
        }
        self.extras.classes.clone_from(&other.extras.classes);
        self.extras.rolled.clone_from(&other.extras.rolled);
        self.extras.wounds.clone_from(&other.extras.wounds);
        self.extras.cover.clone_from(&other.extras.cover);
        self.extras.side_cover.clone_from(&other.extras.side_cover);
        self.extras.field_cover = other.extras.field_cover;
        self.extras.entered.clone_from(&other.extras.entered);
        self.extras.shield = other.extras.shield;
    }
}

impl Fight {
    /// An empty table for fights of `combat`.
    pub(super) fn new(combat: &Combat) -> Self {
        let size = combat.combatants.len();
        Self {
            seats: vec![Seat::EMPTY; size],
            standing: vec![0; combat.sides.len()],
            sides: 0,
            order: Order::new(),
            turn: 0,
            stage: Stage::Opening,
            actor: 0,
            aided: Aided::default(),
            extras: if combat.is_basic() {
                Extras::default()
            } else {
                Extras::new(combat)
            },
        }
    }

    /// Makes the table ready for the opening rolls: nobody is there yet.
    #[inline]
    pub(super) fn clear(&mut self, combat: &Combat) {
        self.seats.fill(Seat::EMPTY);
        self.standing.fill(0);
        self.sides = 0;
        self.order = Order::new();
        self.turn = 0;
        self.stage = Stage::Opening;
        if !combat.is_basic() {
            self.extras.wounds.fill(Wounds::default());
            self.extras.entered.fill(false);
        }
    }

    /// A combatant comes with these dice of its first Class.
    #[inline]
    pub(super) fn enter(&mut self, combatant: usize, side: usize, pool: Pool) {
        self.sides += u32::from(self.standing[side] == 0);
        self.standing[side] += 1;
        let seat = &mut self.seats[combatant];
        seat.used = 1;
        seat.fate = Fate::Standing;
        put(seat, pool);
        self.order.enter(combatant, u32::from(seat.initiative));
    }

    /// Gives a standing combatant other dice, at least one.
    #[inline]
    pub(super) fn change(&mut self, combatant: usize, pool: Pool) {
        let seat = &mut self.seats[combatant];
        self.order.leave(combatant, u32::from(seat.initiative));
        put(seat, pool);
        self.order.enter(combatant, u32::from(seat.initiative));
    }

    /// Takes all dice of a standing combatant, who leaves the fight with that fate.
    #[inline]
    pub(super) fn leave(&mut self, combatant: usize, side: usize, fate: Fate) {
        let seat = &mut self.seats[combatant];
        self.order.leave(combatant, u32::from(seat.initiative));
        *seat = Seat {
            used: seat.used,
            fate,
            ..Seat::EMPTY
        };
        self.standing[side] -= 1;
        self.sides -= u32::from(self.standing[side] == 0);
    }

    /// Stops at a decision of that combatant.
    #[inline]
    pub(super) fn stop_at(&mut self, actor: usize) {
        (self.stage, self.actor) = (Stage::Turn, actor);
    }

    /// Stops at a decision about Cover against an attack.
    #[inline]
    pub(super) fn stop_at_attack(&mut self, shield: &Shield) {
        (self.stage, self.actor) = (Stage::Attacked, shield.actor);
        self.extras.shield = *shield;
    }

    /// Whether `side` stands and nobody else does.
    #[inline]
    pub(super) fn is_won_by(&self, side: usize) -> bool {
        self.standing[side] > 0 && self.sides == 1
    }

    /// The only side that stands; `None` where none does. Meant for when the fight is over.
    pub(super) fn winner(&self) -> Option<usize> {
        self.standing.iter().position(|&standing| standing > 0)
    }
}

#[inline]
fn put(seat: &mut Seat, pool: Pool) {
    seat.pool = pool;
    seat.initiative = pool.sum() as u8;
    seat.top = pool.highest() as u8;
}
