//! Endings: positions from which all decisions and dice are searched.
//!
//! Every turn uses up a die, a Class or a return, so a position can recur only in a deadlock; the
//! re-rolls of deadlocks are solved together. As in [`super::optimal`], the rules are not repeated
//! here: the engine takes each step with dice that enumerate all outcomes.

use super::duel::count_pools;
use super::engine::{Engine, FightMove};
use super::fight::{Fight, FightStage};
use super::options::Deadlock;
use super::prepared::Combat;
use super::setup::Combatant;
use super::view::Action;
use evenodds_core::contest::deadline;
use evenodds_core::contest::game::Game;
use evenodds_core::contest::{Silent, win_value};
use evenodds_core::dice::{Enumerated, Pool};
use std::collections::HashMap;

/// Chances of the sides of index 0 and 1 to win; in a proof, 1 or 0 in place of the first.
type Chances = [f64; 2];

/// Minimum of `max_rerolls` at which deadlocks count as always resolved. A round of re-rolls by at
/// most [`MOST_REROLLING`] combatants leaves all sums shared with a chance of less than 1/5, so less
/// than 10^-16 of a deadlock is left after these.
const MIN_REROLLS: u32 = 24;
/// Maximum number of rolls of one step of the engine: all combatants that arrive or re-roll at once.
const ROLLS: usize = 64;
/// Maximum number of outcomes of the arrival of all reinforcements.
const MOST_OUTCOMES: u64 = 5_000;
/// Maximum number of combatants that re-roll at once.
const MOST_REROLLING: u32 = 6;
/// Maximum number of rounds of value iteration over deadlocks.
const ROUNDS: usize = 1_000;

/// Position without what no longer matters: for each combatant in the fight or still to come its
/// state, its dice and its Cover, in an order that is the same for equal combatants; then the rest.
type Key = Vec<[u64; 3]>;

/// Returns the number of dice in play and still to come, of unused Classes and of returns.
pub(super) fn dice_left(combat: &Combat, fight: &Fight) -> u32 {
    let of_seat = |(place, who): (usize, &Combatant)| {
        let seat = &fight.seats[place];
        let is_coming = combat.is_still_to_come(fight, place);
        if seat.pool.is_empty() && !is_coming {
            return 0;
        }
        let unused = who.classes.iter().enumerate();
        let unused = unused.filter(|(class, _)| seat.used >> class & 1 == 0);
        let of_classes: u32 = unused.map(|(_, class)| class.dice).sum();
        let returns = match who.monster {
            true if is_coming => who.classes[0].dice.saturating_sub(1),
            true => u32::from(fight.extras.rolled[place]).saturating_sub(1),
            false => 0,
        };
        seat.pool.len() + of_classes + returns * (returns + 1) / 2
    };
    combat.combatants().iter().enumerate().map(of_seat).sum()
}

/// Search of endings of one fight, with the values of the positions found so far.
pub(super) struct Ending<'a> {
    combat: &'a Combat,
    /// Side whose certain win is searched for; `None` for the chances of both sides, which play
    /// optimally.
    proof: Option<usize>,
    /// The first of the equal combatants, by combatant.
    kinds: Vec<usize>,
    known: HashMap<Key, Chances>,
    /// Number of further steps of the engine.
    steps: u64,
    /// True if fights of this kind are not searched.
    is_refused: bool,
}

impl<'a> Ending<'a> {
    /// Returns a search for the chances of both sides of a fight of two sides, by at most `steps`
    /// steps; `None` for another fight.
    pub(super) fn optimal(combat: &'a Combat, steps: u64) -> Option<Self> {
        (combat.sides.len() == 2).then(|| Self::new(combat, None, steps))
    }

    /// Returns a search for certain wins of a side against any play of all others.
    pub(super) fn certain(combat: &'a Combat, side: usize) -> Self {
        Self::new(combat, Some(side), u64::MAX)
    }

    fn new(combat: &'a Combat, proof: Option<usize>, steps: u64) -> Self {
        let all = combat.combatants();
        let first = |who| all.iter().position(|other| other.equals(who));
        let kinds = all.iter().map(|who| first(who).unwrap_or(0)).collect();
        let is_endless =
            combat.options.deadlock == Deadlock::Reroll && combat.options.max_rerolls < MIN_REROLLS;
        // Upper bound on the outcomes if all reinforcements arrive in one step.
        let mut coming = all.iter().filter(|who| who.arrival.is_some());
        let outcomes = coming.try_fold(1_u64, |outcomes, who| {
            let dice = who.classes[0].dice;
            let pools = count_pools(dice) - count_pools(dice.saturating_sub(1));
            outcomes
                .checked_mul(pools)
                .filter(|&all| all <= MOST_OUTCOMES)
        });
        Self {
            combat,
            proof,
            kinds,
            known: HashMap::new(),
            steps,
            // Positions do not contain the turn.
            is_refused: is_endless || outcomes.is_none() || combat.options.max_turns.is_some(),
        }
    }

    /// Returns the chances of both sides after a decision at `fight`; `None` if the search takes too
    /// many steps.
    pub(super) fn after(&mut self, fight: &Fight, decision: FightMove) -> Option<Chances> {
        let outcomes = self.outcomes(fight, |engine| engine.apply(decision))?;
        self.mean(outcomes, Self::between)
    }

    /// Returns whether the side of the proof wins for certain after a decision; `None` if the search
    /// takes more than `steps` steps.
    pub(super) fn is_certain(
        &mut self,
        fight: &Fight,
        decision: FightMove,
        steps: u64,
    ) -> Option<bool> {
        self.steps = steps;
        Some(self.after(fight, decision)?[0] > 0.5)
    }

    /// Returns the mean of the values of outcomes.
    fn mean(
        &mut self,
        outcomes: Vec<(f64, Fight)>,
        value: impl Fn(&mut Self, Fight) -> Option<Chances>,
    ) -> Option<Chances> {
        let mut mean = [0.0; 2];
        for (chance, fight) in outcomes {
            let value = value(self, fight)?;
            if self.proof.is_some() && value[0] < 1.0 {
                return Some([0.0; 2]);
            }
            mean = [0, 1].map(|side| mean[side] + chance * value[side]);
        }
        Some(if self.proof.is_some() {
            [1.0, 0.0]
        } else {
            mean
        })
    }

    /// Returns the positions after a step of the engine, with their probabilities.
    fn outcomes(
        &mut self,
        fight: &Fight,
        step: impl Fn(&mut Engine<'_, Enumerated, Silent>),
    ) -> Option<Vec<(f64, Fight)>> {
        deadline::check();
        if self.is_refused {
            return None;
        }
        let mut outcomes = Vec::new();
        let play = |dice: &mut Enumerated| {
            let mut fight = fight.clone();
            step(&mut Engine::silent(self.combat, &mut fight, dice));
            fight
        };
        Enumerated::explore(ROLLS, play, |chance, fight| outcomes.push((chance, fight)));
        self.steps = self.steps.checked_sub(outcomes.len() as u64)?;
        Some(outcomes)
    }

    /// Returns the value of a position after a step.
    fn between(&mut self, fight: Fight) -> Option<Chances> {
        if fight.stage != FightStage::BetweenTurns {
            return self.decision(&fight);
        }
        if self.combat.has_timed_arrivals && fight.sides > 1 {
            let arrived = self.outcomes(&fight, |engine| {
                engine.may_continue();
            })?;
            return self.mean(arrived, Self::turn);
        }
        self.turn(fight)
    }

    /// Returns the value of a position before a turn, with all reinforcements that are due.
    fn turn(&mut self, mut fight: Fight) -> Option<Chances> {
        if fight.sides <= 1 {
            return Some(self.ended(fight.winner()));
        }
        if let Some(actor) = fight.order.next() {
            fight.begin_turn(actor);
            return self.decision(&fight);
        }
        if self.combat.options.deadlock == Deadlock::Reroll {
            return self.deadlock(fight);
        }
        let drawn = self.outcomes(&fight, |engine| {
            if let Some(actor) = engine.draw_lot() {
                engine.fight.begin_turn(actor);
            }
        })?;
        self.mean(drawn, |ending, fight| ending.decision(&fight))
    }

    fn ended(&self, winner: Option<usize>) -> Chances {
        match self.proof {
            Some(side) => [f64::from(u8::from(winner == Some(side))), 0.0],
            None => [0, 1].map(|side| f64::from(u8::from(winner == Some(side)))),
        }
    }

    /// Returns the value of a position at a decision.
    fn decision(&mut self, fight: &Fight) -> Option<Chances> {
        let key = self.key(fight);
        if let Some(&known) = self.known.get(&key) {
            return Some(known);
        }
        let actor = match fight.stage {
            FightStage::Attacked => fight.extras.shield.target,
            _ => fight.actor,
        };
        let side = self.combat.combatants[actor].side;
        let mut actions = Vec::new();
        self.combat.actions(fight, &mut actions);
        let proof = self.proof;
        let score = |value: &Chances| match proof {
            Some(own) if own == side => value[0],
            Some(_) => -value[0],
            None => win_value(value[side], 1.0 - value[0] - value[1]),
        };
        let most = if proof.is_some_and(|own| own != side) {
            0.0
        } else {
            1.0
        };
        if proof.is_some() {
            // The first action that decides it ends the search of a position.
            actions.sort_by_key(|&action| self.throws(fight, action));
        }
        let mut best: Option<Chances> = None;
        for action in actions {
            let value = self.after(fight, action)?;
            if best.is_none_or(|best| score(&value) > score(&best)) {
                best = Some(value);
            }
            if score(&value) >= most {
                break;
            }
        }
        let best = best?;
        self.known.insert(key, best);
        Some(best)
    }

    /// Returns the approximate number of dice that an action throws.
    fn throws(&self, fight: &Fight, decision: FightMove) -> u32 {
        match decision {
            FightMove::Turn(Action::Change { class }) => {
                self.combat.combatants[fight.actor].classes[class].dice
            }
            FightMove::Turn(Action::Support { .. }) => 1,
            FightMove::Turn(Action::Attack { face, target })
                if self.combat.combatants[target].monster
                    && fight.seats[target].pool.highest() <= face =>
            {
                u32::from(fight.extras.rolled[target]).saturating_sub(1)
            }
            _ => 0,
        }
    }

    /// Returns the value of a deadlock, together with those of all deadlocks that follow from it.
    fn deadlock(&mut self, fight: Fight) -> Option<Chances> {
        let first = self.key(&fight);
        if let Some(&known) = self.known.get(&first) {
            return Some(known);
        }
        if fight.standing.iter().sum::<u32>() > MOST_REROLLING {
            return None;
        }
        // Value of all outcomes with a turn, and the other outcomes, of each deadlock.
        let mut nodes: Vec<(Chances, Vec<(f64, usize)>)> = Vec::new();
        let mut places = HashMap::from([(first.clone(), 0)]);
        let mut open = vec![fight];
        while nodes.len() < open.len() {
            let fight = open[nodes.len()].clone();
            let (mut fixed, mut ties) = ([0.0; 2], Vec::new());
            let rerolled = self.outcomes(&fight, |engine| {
                engine.reroll();
            });
            for (chance, next) in rerolled? {
                if next.order.next().is_none() {
                    let count = places.len();
                    let place = *places.entry(self.key(&next)).or_insert(count);
                    if place == count {
                        open.push(next);
                    }
                    ties.push((chance, place));
                    continue;
                }
                let value = self.turn(next)?;
                if self.proof.is_some() && value[0] < 1.0 {
                    // The first deadlock can lead here, so it is no certain win.
                    self.known.insert(first, [0.0; 2]);
                    return Some([0.0; 2]);
                }
                fixed = [0, 1].map(|side| fixed[side] + chance * value[side]);
            }
            nodes.push((fixed, ties));
        }
        let mut values = vec![[0.0; 2]; nodes.len()];
        if self.proof.is_some() {
            values.fill([1.0, 0.0]);
        } else {
            for _ in 0..ROUNDS {
                let mut change = 0.0_f64;
                for (place, (fixed, ties)) in nodes.iter().enumerate() {
                    let value = ties.iter().fold(*fixed, |sum, &(chance, tie)| {
                        [0, 1].map(|side| sum[side] + chance * values[tie][side])
                    });
                    for side in 0..2 {
                        change = change.max((value[side] - values[place][side]).abs());
                    }
                    values[place] = value;
                }
                if change < 1e-15 {
                    break;
                }
            }
        }
        let value = values[0];
        for (key, place) in places {
            self.known.insert(key, values[place]);
        }
        Some(value)
    }

    fn key(&self, fight: &Fight) -> Key {
        let combat = self.combat;
        let is_turn = matches!(fight.stage, FightStage::Turn | FightStage::Attacked);
        let (extras, shield) = (&fight.extras, &fight.extras.shield);
        let is_attacked = fight.stage == FightStage::Attacked;
        let mut key = Vec::with_capacity(combat.combatants.len() + 4);
        for (place, seat) in fight.seats.iter().enumerate() {
            if seat.pool.is_empty() && !combat.is_still_to_come(fight, place) {
                continue;
            }
            let flags = u64::from(is_turn && fight.actor == place)
                | u64::from(is_turn && fight.aided.contains(place)) << 1
                | u64::from(is_attacked && shield.target == place) << 2;
            let mut state = (self.kinds[place] as u64) << 3 | flags;
            let mut cover = Pool::EMPTY;
            state = state << 16 | u64::from(seat.used);
            if !combat.is_basic() {
                let (class, rolled, wounds, own) = extras.of(place);
                for part in [class, rolled, wounds.count] {
                    state = state << 8 | u64::from(part);
                }
                cover = own;
            }
            key.push([state, seat.pool.word(), cover.word()]);
        }
        key.sort_unstable();
        if !combat.is_basic() {
            let turn = if combat.has_timed_arrivals {
                u64::from(fight.turn)
            } else {
                0
            };
            key.push([turn, 0, extras.field_cover.word()]);
            for cover in &extras.side_cover {
                key.push([0, 0, cover.word()]);
            }
            if is_attacked {
                let left = u64::from(shield.face) << 8 | u64::from(shield.left);
                key.push([left, shield.endangered.word(), shield.kept.word()]);
                key.push(shield.places.map(Pool::word));
            }
        }
        key
    }
}

#[cfg(test)]
mod tests;
