//! Position of a fight: pools, fates and standing combatants.

use super::order::InitiativeOrder;
use super::prepared::Combat;
use evenodds_core::contest::WoundList;
use evenodds_core::dice::Pool;

/// An attack with a known die, and the Cover of its target.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Shield {
    pub(super) actor: usize,
    pub(super) face: u32,
    pub(super) target: usize,
    /// Cover that the target may still use: its own, its side's, and the battlefield's.
    pub(super) places: [Pool; 3],
    /// Dice that the attack takes unless more Cover is spent.
    pub(super) endangered: Pool,
    /// Dice that the spent Cover keeps from the attack.
    pub(super) kept: Pool,
    /// Number of Cover dice that may still be spent.
    pub(super) left: u32,
}

/// Fate of a combatant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// In the fight.
    Standing,
    /// Taken out by an attack.
    TakenOut,
    /// Left by choice, or after spending the last die.
    Retreated,
    /// A reinforcement that has not yet entered.
    NotEntered,
}

/// Value of `CombatantSeat::top` for a combatant that is not in the fight: above all faces, so that
/// no attack empties its pool.
pub(super) const NO_DIE: u8 = 7;

/// State of one combatant, in sixteen bytes: a fight of eight fits into two cache lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CombatantSeat {
    /// The dice; empty for a combatant that is not in the fight.
    pub(super) pool: Pool,
    /// Set of used Classes; bit *k* means Class *k*.
    pub(super) used: u16,
    /// Sum of the dice.
    pub(super) initiative: u8,
    /// Highest face; [`NO_DIE`] for a combatant that is not in the fight.
    pub(super) top: u8,
    pub(super) fate: Fate,
}

impl CombatantSeat {
    const EMPTY: Self = Self {
        pool: Pool::EMPTY,
        used: 0,
        initiative: 0,
        top: NO_DIE,
        fate: Fate::NotEntered,
    };
}

/// Point at which a fight has stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FightStage {
    /// Before the opening rolls.
    Opening,
    /// Between two turns, or after the last one.
    BetweenTurns,
    /// At a decision of the combatant whose turn it is.
    Turn,
    /// At a decision about Cover by the target of an attack; see [`Extras::shield`].
    Attacked,
    /// In a deadlock that is not resolved.
    Unresolved,
}

/// Position of a fight, reused for many fights: [`Fight::clear`] starts a new one.
#[derive(Debug)]
pub struct Fight {
    /// Seats of the combatants, by index.
    pub(super) seats: Vec<CombatantSeat>,
    /// Number of standing combatants, by side.
    pub(super) standing: Vec<u32>,
    /// Number of sides with standing combatants.
    pub(super) sides: u32,
    pub(super) order: InitiativeOrder,
    /// Number of the turn, from 1; 0 before the first turn.
    pub(super) turn: u32,
    pub(super) stage: FightStage,
    /// Combatant whose turn it is, at a decision.
    pub(super) actor: usize,
    /// Allies that the actor has aided in this turn.
    pub(super) aided: Aided,
    /// State of the optional rules; empty in a fight without them.
    pub(super) extras: Extras,
}

/// State of the optional rules. Lists have an entry for each combatant unless noted otherwise.
#[derive(Clone, Debug, Default)]
pub(super) struct Extras {
    /// Index of the Class in use.
    pub(super) classes: Vec<u8>,
    /// Number of dice last rolled by a Class or a return.
    pub(super) rolled: Vec<u8>,
    pub(super) wounds: Vec<Wounds>,
    /// The combatant's own Cover.
    pub(super) cover: Vec<Pool>,
    /// Cover by side.
    pub(super) side_cover: Vec<Pool>,
    /// Cover that any combatant may use.
    pub(super) field_cover: Pool,
    /// For each arrival, true if its reinforcements have entered.
    pub(super) entered: Vec<bool>,
    /// Attack about which its target decides.
    pub(super) shield: Shield,
}

impl Extras {
    /// Returns the state before any combatant has entered.
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

    /// Returns the state of one combatant: Class in use, dice last rolled, wounds, own Cover.
    pub(super) fn of(&self, combatant: usize) -> (u8, u8, Wounds, Pool) {
        (
            self.classes[combatant],
            self.rolled[combatant],
            self.wounds[combatant],
            self.cover[combatant],
        )
    }
}

/// The wounds of a character.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Wounds {
    /// Number of wounds, including those before the fight and a fatal one.
    pub(super) count: u8,
    pub(super) died: bool,
    /// Nonfatal wounds of this fight, with the chosen options.
    pub(super) chosen: WoundList,
}

/// Allies aided in one turn: at most five, since every aid costs a die and one die must remain.
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

    #[inline]
    pub(super) fn contains(&self, ally: usize) -> bool {
        self.count > 0 && self.allies[..self.count].contains(&(ally as u16))
    }
}

impl Clone for Fight {
    fn clone(&self) -> Self {
        let mut copy = Self {
            seats: Vec::new(),
            standing: Vec::new(),
            sides: 0,
            order: InitiativeOrder::new(),
            turn: 0,
            stage: FightStage::Opening,
            actor: 0,
            aided: Aided::default(),
            extras: Extras::default(),
        };
        copy.clone_from(self);
        copy
    }

    /// Copies into the existing lists, so that players that simulate fights do not allocate.
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
    /// Returns an empty position for fights of `combat`.
    pub(super) fn new(combat: &Combat) -> Self {
        let size = combat.combatants.len();
        Self {
            seats: vec![CombatantSeat::EMPTY; size],
            standing: vec![0; combat.sides.len()],
            sides: 0,
            order: InitiativeOrder::new(),
            turn: 0,
            stage: FightStage::Opening,
            actor: 0,
            aided: Aided::default(),
            extras: if combat.is_basic() {
                Extras::default()
            } else {
                Extras::new(combat)
            },
        }
    }

    /// Resets the position to the state before the opening rolls.
    #[inline]
    pub(super) fn clear(&mut self, combat: &Combat) {
        self.seats.fill(CombatantSeat::EMPTY);
        self.standing.fill(0);
        self.sides = 0;
        self.order = InitiativeOrder::new();
        self.turn = 0;
        self.stage = FightStage::Opening;
        if !combat.is_basic() {
            self.extras.wounds.fill(Wounds::default());
            self.extras.entered.fill(false);
        }
    }

    /// Adds a combatant with these dice of its first Class.
    #[inline]
    pub(super) fn enter(&mut self, combatant: usize, side: usize, pool: Pool) {
        self.sides += u32::from(self.standing[side] == 0);
        self.standing[side] += 1;
        let seat = &mut self.seats[combatant];
        seat.used = 1;
        seat.fate = Fate::Standing;
        set_pool(seat, pool);
        self.order.enter(combatant, u32::from(seat.initiative));
    }

    /// Replaces the dice of a standing combatant with `pool`, which has at least one die.
    #[inline]
    pub(super) fn change(&mut self, combatant: usize, pool: Pool) {
        let seat = &mut self.seats[combatant];
        self.order.leave(combatant, u32::from(seat.initiative));
        set_pool(seat, pool);
        self.order.enter(combatant, u32::from(seat.initiative));
    }

    /// Removes a standing combatant and all its dice, and records its fate.
    #[inline]
    pub(super) fn leave(&mut self, combatant: usize, side: usize, fate: Fate) {
        let seat = &mut self.seats[combatant];
        self.order.leave(combatant, u32::from(seat.initiative));
        *seat = CombatantSeat {
            used: seat.used,
            fate,
            ..CombatantSeat::EMPTY
        };
        self.standing[side] -= 1;
        self.sides -= u32::from(self.standing[side] == 0);
    }

    /// Begins the next turn, which is this combatant's.
    #[inline]
    pub(super) fn begin_turn(&mut self, actor: usize) {
        self.turn += 1;
        self.aided.clear();
        self.stop_at(actor);
    }

    /// Stops at a decision of this combatant.
    #[inline]
    pub(super) fn stop_at(&mut self, actor: usize) {
        (self.stage, self.actor) = (FightStage::Turn, actor);
    }

    /// Stops at a decision about Cover against an attack.
    #[inline]
    pub(super) fn stop_at_attack(&mut self, shield: &Shield) {
        (self.stage, self.actor) = (FightStage::Attacked, shield.actor);
        self.extras.shield = *shield;
    }

    /// Returns whether only `side` has standing combatants.
    #[inline]
    pub(super) fn is_won_by(&self, side: usize) -> bool {
        self.standing[side] > 0 && self.sides == 1
    }

    /// Returns the first side with standing combatants, if any. It is the winner once the fight is
    /// over.
    pub(super) fn winner(&self) -> Option<usize> {
        self.standing.iter().position(|&standing| standing > 0)
    }
}

#[inline]
fn set_pool(seat: &mut CombatantSeat, pool: Pool) {
    seat.pool = pool;
    seat.initiative = pool.sum() as u8;
    seat.top = pool.highest() as u8;
}
