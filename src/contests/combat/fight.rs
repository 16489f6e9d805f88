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
}

/// The highest face that stands for "not in the fight": no attack empties it.
pub(super) const GONE: u8 = 7;

/// The table of one fight. Made once for many fights; [`Fight::clear`] begins a new one.
#[derive(Clone, Debug)]
pub struct Fight {
    /// The dice of each combatant; empty for those who left.
    pub(super) pools: Vec<Pool>,
    /// Their sums.
    pub(super) initiatives: Vec<u8>,
    /// Their highest faces; [`GONE`] for those who left.
    pub(super) tops: Vec<u8>,
    /// Bit *k* is set once Class *k* was used.
    pub(super) used: Vec<u16>,
    pub(super) fates: Vec<Fate>,
    /// How many of each side stand.
    pub(super) standing: Vec<u32>,
    /// How many sides stand.
    pub(super) sides: u32,
    pub(super) order: Order,
    /// Whom the one whose turn it is has aided in it.
    pub(super) aided: Aided,
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

impl Fight {
    /// An empty table for fights of `combat`.
    pub(super) fn new(combat: &Combat) -> Self {
        let size = combat.combatants.len();
        Self {
            pools: vec![Pool::EMPTY; size],
            initiatives: vec![0; size],
            tops: vec![GONE; size],
            used: vec![0; size],
            fates: vec![Fate::Standing; size],
            standing: vec![0; combat.sides.len()],
            sides: 0,
            order: Order::new(),
            aided: Aided::default(),
        }
    }

    /// Makes the table ready for the opening rolls: everybody stands, nobody has dice.
    #[inline]
    pub(super) fn clear(&mut self, combat: &Combat) {
        self.used.fill(0);
        self.fates.fill(Fate::Standing);
        for (standing, side) in self.standing.iter_mut().zip(&combat.sides) {
            *standing = side.members.len() as u32;
        }
        self.sides = combat.sides.len() as u32;
        self.order = Order::new();
    }

    /// The opening roll of a combatant, whose dice from an earlier fight are forgotten.
    #[inline]
    pub(super) fn open(&mut self, combatant: usize, pool: Pool) {
        self.used[combatant] = 1;
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
