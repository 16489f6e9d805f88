//! What lies on the table during a fight: pools, fates, who stands.

use super::Combat;
use super::order::Order;
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

/// The table of one fight. Made once for many fights; [`Fight::clear`] begins a new one.
#[derive(Debug)]
pub struct Fight {
    /// The dice of each combatant; empty for those who are not there.
    pub(super) pools: Vec<Pool>,
    /// Their sums.
    pub(super) initiatives: Vec<u8>,
    /// Their highest faces; [`GONE`] for those who are not there.
    pub(super) tops: Vec<u8>,
    /// Bit *k* is set once Class *k* was used.
    pub(super) used: Vec<u16>,
    pub(super) fates: Vec<Fate>,
    /// How many of each side stand.
    pub(super) standing: Vec<u32>,
    /// How many sides stand.
    pub(super) sides: u32,
    pub(super) order: Order,
    /// Number of the turn, from 1; 0 before the first.
    pub(super) turn: u32,
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
}

/// The wounds of a character and what was chosen for them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Wounds {
    pub(super) count: u8,
    pub(super) losses: u8,
    pub(super) nasty: u8,
    pub(super) non_combatant: bool,
    pub(super) died: bool,
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
            pools: Vec::new(),
            initiatives: Vec::new(),
            tops: Vec::new(),
            used: Vec::new(),
            fates: Vec::new(),
            standing: Vec::new(),
            sides: 0,
            order: Order::new(),
            turn: 0,
            aided: Aided::default(),
            extras: Extras::default(),
        };
        copy.clone_from(self);
        copy
    }

    /// Copies into the lists that are there already, so that a player who thinks a fight through
    /// many times allocates nothing.
    fn clone_from(&mut self, other: &Self) {
        self.pools.clone_from(&other.pools);
        self.initiatives.clone_from(&other.initiatives);
        self.tops.clone_from(&other.tops);
        self.used.clone_from(&other.used);
        self.fates.clone_from(&other.fates);
        self.standing.clone_from(&other.standing);
        self.sides = other.sides;
        self.order.clone_from(&other.order);
        self.turn = other.turn;
        self.aided = other.aided;
        self.extras.classes.clone_from(&other.extras.classes);
        self.extras.rolled.clone_from(&other.extras.rolled);
        self.extras.wounds.clone_from(&other.extras.wounds);
        self.extras.cover.clone_from(&other.extras.cover);
        self.extras.side_cover.clone_from(&other.extras.side_cover);
        self.extras.field_cover = other.extras.field_cover;
        self.extras.entered.clone_from(&other.extras.entered);
    }
}

impl Fight {
    /// An empty table for fights of `combat`.
    pub(super) fn new(combat: &Combat) -> Self {
        let size = combat.combatants.len();
        let extra = |count: usize| if combat.is_basic() { 0 } else { count };
        Self {
            pools: vec![Pool::EMPTY; size],
            initiatives: vec![0; size],
            tops: vec![GONE; size],
            used: vec![0; size],
            fates: vec![Fate::Standing; size],
            standing: vec![0; combat.sides.len()],
            sides: 0,
            order: Order::new(),
            turn: 0,
            aided: Aided::default(),
            extras: Extras {
                classes: vec![0; extra(size)],
                rolled: vec![0; extra(size)],
                wounds: vec![Wounds::default(); extra(size)],
                cover: vec![Pool::EMPTY; extra(size)],
                side_cover: vec![Pool::EMPTY; extra(combat.sides.len())],
                field_cover: Pool::EMPTY,
                entered: vec![false; combat.arrivals.len()],
            },
        }
    }

    /// Makes the table ready for the opening rolls: nobody is there yet.
    #[inline]
    pub(super) fn clear(&mut self, combat: &Combat) {
        self.used.fill(0);
        self.standing.fill(0);
        self.sides = 0;
        self.order = Order::new();
        self.turn = 0;
        if !combat.is_basic() {
            self.pools.fill(Pool::EMPTY);
            self.initiatives.fill(0);
            self.tops.fill(GONE);
            self.fates.fill(Fate::NotEntered);
            self.extras.wounds.fill(Wounds::default());
            self.extras.entered.fill(false);
        }
    }

    /// A combatant comes with these dice of its first Class.
    #[inline]
    pub(super) fn enter(&mut self, combatant: usize, side: usize, pool: Pool) {
        self.used[combatant] = 1;
        self.fates[combatant] = Fate::Standing;
        self.sides += u32::from(self.standing[side] == 0);
        self.standing[side] += 1;
        self.put(combatant, pool);
    }

    /// Gives a standing combatant other dice, at least one.
    #[inline]
    pub(super) fn change(&mut self, combatant: usize, pool: Pool) {
        self.order
            .leave(combatant, u32::from(self.initiatives[combatant]));
        self.put(combatant, pool);
    }

    #[inline]
    fn put(&mut self, combatant: usize, pool: Pool) {
        let sum = pool.sum();
        self.pools[combatant] = pool;
        self.initiatives[combatant] = sum as u8;
        self.tops[combatant] = pool.highest() as u8;
        self.order.enter(combatant, sum);
    }

    /// Takes all dice of a standing combatant, who leaves the fight with that fate.
    #[inline]
    pub(super) fn leave(&mut self, combatant: usize, side: usize, fate: Fate) {
        self.order
            .leave(combatant, u32::from(self.initiatives[combatant]));
        self.pools[combatant] = Pool::EMPTY;
        self.initiatives[combatant] = 0;
        self.tops[combatant] = GONE;
        self.fates[combatant] = fate;
        self.standing[side] -= 1;
        self.sides -= u32::from(self.standing[side] == 0);
    }

    /// The only side that stands; `None` where none does. Meant for when the fight is over.
    pub(super) fn winner(&self) -> Option<usize> {
        self.standing.iter().position(|&standing| standing > 0)
    }
}
