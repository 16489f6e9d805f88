//! The state of a fight: its turns and their actions.

use super::super::dice::PlainDice;
use super::cover::CoverDice;
use super::report::{Event, Fate, Outcome, Report};
use super::rules::{Combatant, Rules};
use super::view::{Action, Decide, View};
use super::wounds::Wounds;

/// Numbering of the rollers, with N combatants and S sides.
#[derive(Clone, Copy, Debug)]
pub struct Rollers {
    /// Number of combatants, N.
    pub combatants: usize,
    /// Number of sides, S.
    pub sides: usize,
}

impl Rollers {
    /// Returns the roller of lots: number N, after the combatants, which roll their own dice.
    pub fn lot(self) -> usize {
        self.combatants
    }

    /// Returns the roller of policy randomness of a combatant.
    pub fn policy_roller(self, combatant: usize) -> usize {
        self.combatants + 1 + combatant
    }

    /// Returns the roller of the battlefield's Cover.
    pub fn field_cover(self) -> usize {
        2 * self.combatants + 1
    }

    /// Returns the roller of a side's Cover.
    pub fn side_cover(self, side: usize) -> usize {
        2 * self.combatants + 2 + side
    }

    /// Returns the roller of a combatant's Cover.
    pub fn own_cover(self, combatant: usize) -> usize {
        2 * self.combatants + 2 + self.sides + combatant
    }

    /// Returns the roller of a combatant's healer.
    pub fn healer(self, combatant: usize) -> usize {
        3 * self.combatants + 2 + self.sides + combatant
    }
}

/// State of one combatant.
#[derive(Clone, Debug)]
pub struct Seat {
    /// Dice, lowest first; empty once it has left, or before it enters.
    pub pool: Vec<u8>,
    /// For each of its Classes, true if it has used the Class in this fight.
    pub used: Vec<bool>,
    /// Class in use, the last one that it rolled.
    pub class: usize,
    /// Number of dice that it last rolled by a Class or a return; received dice do not count.
    pub rolled: usize,
    /// Wounds so far.
    pub wounds: Wounds,
    /// Fate so far.
    pub fate: Fate,
}

impl Seat {
    /// Returns whether the combatant is in the fight.
    pub fn is_standing(&self) -> bool {
        self.fate == Fate::Standing
    }

    /// Returns the sum of its dice.
    pub fn initiative(&self) -> u64 {
        self.pool.iter().map(|&face| u64::from(face)).sum()
    }

    /// Returns the first Class, in file order, that a change of tactic could roll.
    pub fn first_unused_class(&self) -> Option<usize> {
        self.used.iter().position(|&used| !used)
    }

    /// Replaces all dice by these, as rolled.
    pub(super) fn lay(&mut self, faces: &[u8]) {
        self.rolled = faces.len();
        self.pool = faces.to_vec();
        self.pool.sort_unstable();
    }

    pub(super) fn add(&mut self, face: u8) {
        self.pool.push(face);
        self.pool.sort_unstable();
    }

    pub(super) fn remove(&mut self, face: u8) {
        let position = self.pool.iter().position(|&held| held == face);
        self.pool
            .remove(position.expect("the combatant has the die"));
    }
}

/// A fight in progress.
#[derive(Clone, Debug)]
pub struct Table<'a> {
    /// Combatants in file order.
    pub combatants: &'a [Combatant],
    /// Number of sides.
    pub sides: usize,
    /// Rules of the fight.
    pub rules: &'a Rules,
    /// State of each combatant.
    pub seats: Vec<Seat>,
    /// Cover that is left.
    pub cover: CoverDice,
    /// Number of completed turns.
    pub turns: u64,
    /// All events so far, in order.
    pub log: Vec<Event>,
    pub(super) rerolls: u64,
    pub(super) lots: u64,
    pub(super) left_at: Vec<Option<u64>>,
    pub(super) entered_at: Vec<Option<u64>>,
    pub(super) turns_taken: Vec<u64>,
    pub(super) taken_out_by: Vec<u64>,
    pub(super) cover_spent: Vec<u64>,
    pub(super) returns: Vec<u64>,
}

impl<'a> Table<'a> {
    /// Returns the state before any roll, without combatants in the fight.
    pub fn bare(combatants: &'a [Combatant], sides: usize, rules: &'a Rules) -> Self {
        rules.check();
        for combatant in combatants {
            combatant.check(sides);
        }
        let seat = |combatant: &Combatant| Seat {
            pool: Vec::new(),
            used: vec![false; combatant.classes.len()],
            class: 0,
            rolled: 0,
            wounds: Wounds::default(),
            fate: if combatant.arrival.is_none() {
                Fate::Standing
            } else {
                Fate::NotEntered
            },
        };
        Self {
            combatants,
            sides,
            rules,
            seats: combatants.iter().map(seat).collect(),
            cover: CoverDice::none(combatants.len(), sides),
            turns: 0,
            log: Vec::new(),
            rerolls: 0,
            lots: 0,
            left_at: vec![None; combatants.len()],
            entered_at: vec![None; combatants.len()],
            turns_taken: vec![0; combatants.len()],
            taken_out_by: vec![0; combatants.len()],
            cover_spent: vec![0; sides],
            returns: vec![0; combatants.len()],
        }
    }

    /// Rule 1: rolls the first Class of all combatants that start, then Cover. Then adds the
    /// reinforcements whose condition is already met.
    pub fn start(
        combatants: &'a [Combatant],
        sides: usize,
        rules: &'a Rules,
        dice: &mut dyn PlainDice,
    ) -> Self {
        let mut table = Self::bare(combatants, sides, rules);
        table.lay_cover(dice);
        for combatant in table.standing() {
            let faces = table.roll_class(combatant, 0, dice);
            table.log.push(Event::Start { combatant, faces });
        }
        table.enter_when_standing(dice);
        table
    }

    /// Plays turns from here to the end, with every decision from `decide`.
    pub fn play_to_the_end(
        &mut self,
        dice: &mut dyn PlainDice,
        decide: &mut dyn Decide,
    ) -> Outcome {
        loop {
            // Also before the first turn, as there may be only one side.
            if let Some(outcome) = self.decided() {
                return outcome;
            }
            self.enter_at_turn(dice);
            let Some(actor) = self.next_actor(dice) else {
                return Outcome::Unresolved;
            };
            self.turns_taken[actor] += 1;
            self.finish_turn(actor, &[], dice, decide);
        }
    }

    /// Rule 4: returns the outcome, once at most one side is left standing.
    pub fn decided(&self) -> Option<Outcome> {
        let mut sides = (0..self.sides).filter(|&side| self.count_standing(side) > 0);
        match (sides.next(), sides.next()) {
            (None, _) => Some(Outcome::Draw),
            (Some(side), None) => Some(Outcome::Side(side)),
            (Some(_), Some(_)) => None,
        }
    }

    /// Rule 3, or the rest of it after these allies were supported: any number of supports, then
    /// one action that ends the turn.
    pub fn finish_turn(
        &mut self,
        actor: usize,
        aided: &[usize],
        dice: &mut dyn PlainDice,
        decide: &mut dyn Decide,
    ) {
        let mut aided = aided.to_vec();
        loop {
            let view = View {
                actor,
                table: self,
                aided: &aided,
            };
            let action = decide.act(&view, dice);
            assert!(
                view.is_legal(action),
                "combatant {actor} may not do {action:?} in turn {}",
                self.turns + 1
            );
            match action {
                Action::Support { face, ally } => {
                    self.support(actor, face, ally, dice);
                    aided.push(ally);
                    self.enter_when_standing(dice);
                    continue;
                }
                Action::Attack { face, target } => {
                    self.attack(actor, face, target, dice, decide);
                }
                Action::ChangeTactic { class } => self.change_tactic(actor, class, dice),
                Action::Retreat => self.retreat(actor),
            }
            self.end_turn(dice);
            return;
        }
    }

    /// Ends a turn, except for the reinforcements that it triggers.
    pub(super) fn end_turn(&mut self, dice: &mut dyn PlainDice) {
        self.turns += 1;
        self.enter_when_standing(dice);
    }

    pub(super) fn support(
        &mut self,
        combatant: usize,
        given: u8,
        ally: usize,
        dice: &mut dyn PlainDice,
    ) {
        let rolled = throw_one(dice, ally);
        self.seats[combatant].remove(given);
        self.seats[ally].add(rolled);
        self.log.push(Event::Support {
            combatant,
            ally,
            given,
            rolled,
        });
    }

    pub(super) fn change_tactic(
        &mut self,
        combatant: usize,
        class: usize,
        dice: &mut dyn PlainDice,
    ) {
        let faces = self.roll_class(combatant, class, dice);
        self.log.push(Event::ChangeTactic {
            combatant,
            class,
            faces,
        });
    }

    /// Drops all dice and rolls this Class, which is used from then on.
    pub(super) fn roll_class(
        &mut self,
        combatant: usize,
        class: usize,
        dice: &mut dyn PlainDice,
    ) -> Vec<u8> {
        let faces = dice.throw(combatant, self.combatants[combatant].classes[class].dice);
        let seat = &mut self.seats[combatant];
        seat.lay(&faces);
        seat.used[class] = true;
        seat.class = class;
        faces
    }

    pub(super) fn retreat(&mut self, combatant: usize) {
        self.leave(combatant, Fate::Retreated);
        self.log.push(Event::Retreat { combatant });
    }

    pub(super) fn leave(&mut self, combatant: usize, fate: Fate) {
        self.seats[combatant].pool.clear();
        self.seats[combatant].fate = fate;
        self.left_at[combatant] = Some(self.turns + 1);
    }

    /// Returns all standing combatants, in file order.
    pub fn standing(&self) -> Vec<usize> {
        let everyone = 0..self.seats.len();
        everyone
            .filter(|&combatant| self.seats[combatant].is_standing())
            .collect()
    }

    /// Returns the number of standing combatants of a side.
    pub fn count_standing(&self, side: usize) -> usize {
        let standing = self.standing();
        let own = standing
            .iter()
            .filter(|&&combatant| self.combatants[combatant].side == side);
        own.count()
    }

    pub fn rollers(&self) -> Rollers {
        Rollers {
            combatants: self.combatants.len(),
            sides: self.sides,
        }
    }

    /// Returns the report of the fight with this outcome.
    pub fn report(self, outcome: Outcome) -> Report {
        let wounds: Vec<&Wounds> = self.seats.iter().map(|seat| &seat.wounds).collect();
        let each = |count: fn(&Wounds) -> u64| wounds.iter().map(|wounds| count(wounds)).collect();
        Report {
            outcome,
            turns: self.turns,
            rerolls: self.rerolls,
            lots: self.lots,
            fates: self.seats.iter().map(|seat| seat.fate).collect(),
            left_at: self.left_at,
            entered_at: self.entered_at,
            turns_taken: self.turns_taken,
            taken_out_by: self.taken_out_by,
            cover_spent: self.cover_spent,
            returns: self.returns,
            wounds: each(|wounds| wounds.number),
            permanent_losses: each(|wounds| wounds.permanent_losses),
            nasty_wounds: each(|wounds| wounds.nasty),
            died: wounds.iter().map(|wounds| wounds.died).collect(),
            recovered: wounds.iter().map(|wounds| wounds.recovered).collect(),
            log: self.log,
        }
    }
}

pub(super) fn throw_one(dice: &mut dyn PlainDice, roller: usize) -> u8 {
    dice.throw(roller, 1)[0]
}
