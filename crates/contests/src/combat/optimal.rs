//! Solver of duels: the exact chance of every outcome from every position, with any two players,
//! and the optimal policy.
//!
//! Every action of a duel uses up a die, a Class or a return, so a position can recur only in a
//! deadlock. Positions are solved backward from the end, deadlocks by value iteration (see
//! [`ROUNDS`]). The rules are not repeated here: the solver sets up a position, and the engine
//! takes a step from it with dice that enumerate all outcomes. [`DeferredDice`] leaves a throw open
//! and [`Solver::value`] iterates over its outcomes, so that all steps that lead to the same open
//! throw share them.

use super::duel::Position;
use super::engine::{Engine, FightMove};
use super::fight::Shield;
use super::fight::{Fate, Fight, FightStage};
use super::options::Deadlock;
use super::player::Player;
use super::policy::{BestActions, Covers, DuelPolicy, RestOfDuel};
use super::prepared::Combat;
use super::shield::{CoverDie, CoverView};
use super::view::{Action, PolicyRandomness, View};
use evenodds_core::contest::deadline;
use evenodds_core::dice::{Dice, Enumerated, Pool, Roller};
use std::collections::{HashMap, HashSet};

/// Chances of the outcomes, and of their parts. Entries 0 to 3: side 0 wins, side 1 wins, a draw,
/// an unresolved deadlock. Entries 4 and 5: the combatant of side 0 or 1 is taken out and the other
/// side wins. Entries 6 to 8: a draw in which the combatant of side 0, that of side 1, or both are
/// taken out.
pub(super) type Shares = [f64; 9];

/// Index of the chance that the combatant of side 0 is taken out and loses; that of side 1 follows.
pub(super) const TAKEN_OUT: usize = 4;

/// Index of the chance of a draw.
pub(super) const DRAW: usize = 2;

/// Offset of the parts of a draw, to be added to the bit mask of the sides taken out, 1 to 3.
pub(super) const DRAWN: usize = 5;

/// Index of the chance of the unresolved outcome.
pub(super) const UNRESOLVED: usize = 3;

/// Number of rounds of re-rolls that are computed. A round leaves two equal sums with a chance of
/// at most 1/6, for any dice, so at most 6^-24 < 10^-18 of a deadlock is left after these.
pub(super) const ROUNDS: u32 = 24;

/// Maximum difference of scores that count as equal.
const TOLERANCE: f64 = 1e-12;

/// Player of a side; `None` plays optimally against the other side.
type Decider = Option<Player>;

/// Returns the value of these chances for a side: its chance to win plus half of the chances that
/// no side wins.
pub(super) fn score(shares: &Shares, side: usize) -> f64 {
    shares[side] + f64::midpoint(shares[DRAW], shares[UNRESOLVED])
}

/// Dice that defer the throws of combatants: such a throw returns no dice, and its number of dice
/// is recorded. All other dice are enumerated.
#[derive(Default)]
struct DeferredDice<'a> {
    pending: [u8; 2],
    others: Option<&'a mut Enumerated>,
}

impl Dice for DeferredDice<'_> {
    fn pool(&mut self, roller: Roller, count: u32) -> Pool {
        match (self.pending.get_mut(roller), &mut self.others) {
            (Some(pending), _) => {
                *pending = count as u8;
                Pool::EMPTY
            }
            (None, Some(others)) => others.pool(roller, count),
            (None, None) => Pool::EMPTY,
        }
    }

    // Only re-rolls and supports throw single dice, and no step of a duel contains these.
    fn die(&mut self, _roller: Roller, _sides: u32) -> u32 {
        debug_assert!(false, "a step of a duel throws pools only");
        1
    }

    fn choose(&mut self, _roller: Roller, _options: u32) -> u32 {
        debug_assert!(false, "a step of a duel draws no lots");
        0
    }
}

/// Encodes an attack die and the Cover spent on it so far: for each kept face, two bits give the
/// owner of the Cover.
fn cover_key(shield: &Shield, fight: &Fight) -> u16 {
    // In a duel, each combatant has the index of its side.
    let spent = shield.spent(fight, shield.target);
    spent.fold((shield.face as u16) << 12, |code, die| {
        code | (die.of as u16 + 1) << (2 * (die.face - 1))
    })
}

impl DuelPolicy {
    pub(super) fn solve(combat: &Combat) -> Self {
        let mut solver = Solver::new(combat, [None; 2]);
        solver.opening();
        let chosen = |(key, node): (u64, DuelNode)| Some((key, node.choice?));
        Self {
            rests: solver.rests,
            choices: solver.nodes.into_iter().filter_map(chosen).collect(),
            covers: solver.covers,
        }
    }

    /// Returns the optimal action of the combatant whose turn it is, by lot among equals.
    pub(super) fn action<D: Dice>(
        &self,
        view: &View,
        randomness: &mut PolicyRandomness<D>,
    ) -> Option<Action> {
        let (combat, fight) = view.table();
        let position = Position::of(combat, fight, [0; 2]);
        let rest = *self.rests.get(&position.rest)?;
        let choice = *self
            .choices
            .get(&key(rest, &position, turn_of(view.actor())))?;
        view.actions().nth(randomness.draw(choice.indices())?)
    }

    /// Returns the next Cover die that the target of an attack spends; `None` to spend no more.
    pub(super) fn cover(&self, attacked: &CoverView) -> Option<CoverDie> {
        let (combat, fight, shield) = attacked.table();
        let position = Position::of(combat, fight, [0; 2]);
        let choice = self.rests.get(&position.rest).and_then(|&rest| {
            let key = key(rest, &position, turn_of(shield.actor));
            self.covers.get(&(key, cover_key(shield, fight)))
        });
        let choice = choice.map_or(0, |&choice| usize::from(choice));
        shield.choices().get(choice).copied()
    }
}

/// Kinds of duel nodes, stored in the low two bits of a key: a position with open throws, a
/// deadlock, or a turn (`turn_of`).
const UNROLLED: u64 = 0;
const TIED: u64 = 1;

fn turn_of(actor: usize) -> u64 {
    2 + actor as u64
}

/// Returns the key of a node: the number of its [`RestOfDuel`], its pools, and its kind.
fn key(rest: u32, position: &Position, node_kind: u64) -> u64 {
    u64::from(rest) << 38 | position.packed_pools() << 2 | node_kind
}

/// Result of a node of a duel.
#[derive(Clone, Copy)]
struct DuelNode {
    shares: Shares,
    /// Optimal actions; `None` unless an optimal player decides.
    choice: Option<BestActions>,
}

impl BestActions {
    /// Returns the best of these actions for a side. In a duel, only changes of tactic have the same
    /// rank, and there are at most eleven.
    fn among(actions: &[Action], ends: &[Shares], side: usize) -> Self {
        let first = first_best(ends, side);
        let least = least_best(ends, side);
        let set = (actions.iter().zip(ends).skip(first).take(16).enumerate())
            .filter(|(_, (action, shares))| {
                action.rank() == actions[first].rank() && score(shares, side) >= least
            })
            .map(|(offset, _)| 1 << offset)
            .sum();
        let first = first as u8;
        Self { first, set }
    }

    /// Yields the indices of the actions.
    fn indices(self) -> impl Iterator<Item = usize> + Clone {
        let offsets = (0..16).filter(move |offset| self.set >> offset & 1 == 1);
        offsets.map(move |offset| usize::from(self.first) + offset)
    }
}

/// A deadlock in the process of being solved.
struct TiedPosition {
    key: u64,
    /// Shares of the results of the next round that end the deadlock, weighted by their chances.
    ended: Shares,
    /// Deadlocks that may follow the next round, with their chances.
    tied: Vec<(f64, u64)>,
}

/// Solver of a duel between two players.
pub(super) struct Solver<'a> {
    combat: &'a Combat,
    players: [Decider; 2],
    fight: Fight,
    rests: HashMap<RestOfDuel, u32>,
    nodes: HashMap<u64, DuelNode>,
    /// Shares after a deadlock, by number of rounds left; only the last entry if more than
    /// [`ROUNDS`] are allowed.
    ties: HashMap<u64, Vec<Shares>>,
    /// All pools of 0 to 6 dice with their chances, by number of dice.
    throws: Vec<Vec<(Pool, f64)>>,
    covers: Covers,
}

impl<'a> Solver<'a> {
    /// Creates a solver for a fight that [`super::duel::check`] accepts.
    pub(super) fn new(combat: &'a Combat, players: [Decider; 2]) -> Self {
        let throws = |count| {
            let mut pools = Vec::new();
            let throw = |dice: &mut Enumerated| dice.pool(0, count);
            Enumerated::explore(1, throw, |chance, pool| pools.push((pool, chance)));
            pools
        };
        Self {
            combat,
            players,
            fight: Fight::new(combat),
            rests: HashMap::new(),
            nodes: HashMap::new(),
            ties: HashMap::new(),
            throws: (0..=6).map(throws).collect(),
            covers: Covers::new(),
        }
    }

    /// Returns the chances before the opening rolls.
    pub(super) fn opening(&mut self) -> Shares {
        let (combat, fight) = (self.combat, &mut self.fight);
        let mut openings = Vec::new();
        let open = |dice: &mut Enumerated| {
            let mut dice = DeferredDice {
                pending: [0; 2],
                others: Some(dice),
            };
            Engine::silent(combat, fight, &mut dice).open();
            Position::of(combat, fight, dice.pending)
        };
        // There are at most five owners of Cover.
        Enumerated::explore(5, open, |chance, position| {
            openings.push((chance, position));
        });
        self.expected(&openings)
    }

    /// Returns the chances after each of these actions of the actor.
    pub(super) fn evaluate(&mut self, view: &View, actions: &[Action]) -> Vec<Shares> {
        let (combat, fight) = view.table();
        let position = Position::of(combat, fight, [0; 2]);
        let actions = actions.iter();
        actions
            .map(|&action| self.value_after(&position, view.actor(), action))
            .collect()
    }

    /// Returns the mean chances over positions, weighted by their probabilities.
    fn expected(&mut self, positions: &[(f64, Position)]) -> Shares {
        let mut shares = Shares::default();
        for (chance, position) in positions {
            add(&mut shares, *chance, &self.value(position));
        }
        shares
    }

    fn key(&mut self, position: &Position, node_kind: u64) -> u64 {
        let next = self.rests.len() as u32;
        let rest = *self.rests.entry(position.rest).or_insert(next);
        key(rest, position, node_kind)
    }

    /// Returns the chances from a position between turns.
    fn value(&mut self, position: &Position) -> Shares {
        deadline::check();
        let Some(thrower) = position.rest.pending.iter().position(|&count| count > 0) else {
            return match position.turn() {
                Some(actor) => self.value_of_decision(position, actor),
                None if self.combat.options.deadlock == Deadlock::Lot => {
                    self.value_of_lot(position)
                }
                None => self.value_of_tie(position),
            };
        };
        let key = self.key(position, UNROLLED);
        if let Some(node) = self.nodes.get(&key) {
            return node.shares;
        }
        let mut shares = Shares::default();
        let mut next = *position;
        let count = std::mem::take(&mut next.rest.pending[thrower]);
        for outcome in 0..self.throws[usize::from(count)].len() {
            let (pool, chance) = self.throws[usize::from(count)][outcome];
            next.pools[thrower] = pool;
            add(&mut shares, chance, &self.value(&next));
        }
        let choice = None;
        self.nodes.insert(key, DuelNode { shares, choice });
        shares
    }

    /// Returns the chances from a turn.
    fn value_of_decision(&mut self, position: &Position, actor: usize) -> Shares {
        let key = self.key(position, turn_of(actor));
        if let Some(node) = self.nodes.get(&key) {
            return node.shares;
        }
        position.restore(self.combat, &mut self.fight);
        let view = View::new(self.combat, &self.fight, actor);
        let node = match self.players[actor] {
            None => {
                let actions: Vec<Action> = view.actions().collect();
                let ends: Vec<Shares> = (actions.iter())
                    .map(|&action| self.value_after(position, actor, action))
                    .collect();
                // There is always an attack, so there is a best action.
                let best = BestActions::among(&actions, &ends, actor);
                let chance = 1.0 / f64::from(best.set.count_ones());
                let mut shares = Shares::default();
                for index in best.indices() {
                    add(&mut shares, chance, &ends[index]);
                }
                DuelNode {
                    shares,
                    choice: Some(best),
                }
            }
            Some(player) => {
                let mut options = Vec::new();
                let randomness = self.combat.policy_randomness(actor);
                let is_ordered = view.is_ordered_to_retreat();
                let choose = |dice: &mut Enumerated| {
                    if is_ordered {
                        return Action::Retreat;
                    }
                    player.choose(&view, &mut PolicyRandomness::new(dice, randomness), None)
                };
                Enumerated::explore(1, choose, |chance, action| options.push((chance, action)));
                let mut shares = Shares::default();
                for (chance, action) in options {
                    add(
                        &mut shares,
                        chance,
                        &self.value_after(position, actor, action),
                    );
                }
                let choice = None;
                DuelNode { shares, choice }
            }
        };
        self.nodes.insert(key, node);
        node.shares
    }

    /// Returns the chances after an action.
    fn value_after(&mut self, position: &Position, actor: usize, action: Action) -> Shares {
        let combat = self.combat;
        position.restore(combat, &mut self.fight);
        self.fight.stop_at(actor);
        let mut dice = DeferredDice::default();
        Engine::silent(combat, &mut self.fight, &mut dice).apply(FightMove::Turn(action));
        while self.fight.stage == FightStage::Attacked {
            let Some(player) = self.players[1 - actor] else {
                let shield = self.fight.extras.shield;
                return self.value_of_attack(position, &shield, &mut HashMap::new());
            };
            let attacked = CoverView::of(combat, &self.fight);
            let whose = combat.policy_randomness(attacked.target());
            let die = player.cover(
                &attacked,
                &mut PolicyRandomness::new(&mut dice, whose),
                None,
            );
            Engine::silent(combat, &mut self.fight, &mut dice).apply(FightMove::Cover(die));
        }
        self.value_after_turn(dice.pending)
    }

    /// Returns the chances after the best Cover choice of an optimal player under attack, after
    /// some Cover is spent. `known` caches the results for this attack, by the Cover spent.
    fn value_of_attack(
        &mut self,
        position: &Position,
        shield: &Shield,
        known: &mut HashMap<u16, Shares>,
    ) -> Shares {
        position.restore(self.combat, &mut self.fight);
        let cover_key = cover_key(shield, &self.fight);
        if let Some(shares) = known.get(&cover_key) {
            return *shares;
        }
        let choices = shield.choices();
        let mut ends: Vec<Shares> = (choices.iter())
            .map(|&die| self.value_of_attack(position, &shield.with(die), known))
            .collect();
        position.restore(self.combat, &mut self.fight);
        self.fight.stop_at_attack(shield);
        let mut dice = DeferredDice::default();
        Engine::silent(self.combat, &mut self.fight, &mut dice).apply(FightMove::Cover(None));
        ends.push(self.value_after_turn(dice.pending));
        let best = first_best(&ends, shield.target);
        if best > 0 {
            let key = self.key(position, turn_of(shield.actor));
            self.covers.insert((key, cover_key), best as u8);
        }
        known.insert(cover_key, ends[best]);
        ends[best]
    }

    /// Returns the chances after a step that leaves the throws of `pending` open.
    fn value_after_turn(&mut self, pending: [u8; 2]) -> Shares {
        let fight = &self.fight;
        if fight.sides <= 1 {
            let mut shares = Shares::default();
            let winner = fight.winner();
            shares[winner.unwrap_or(DRAW)] = 1.0;
            // In a duel, each combatant has the index of its side.
            let taken_out = [0, 1].map(|who: usize| fight.seats[who].fate == Fate::TakenOut);
            if let Some(winner) = winner {
                let loser = 1 - winner;
                shares[TAKEN_OUT + loser] = f64::from(u8::from(taken_out[loser]));
            } else if taken_out != [false; 2] {
                let who = usize::from(taken_out[0]) + 2 * usize::from(taken_out[1]);
                shares[DRAWN + who] = 1.0;
            }
            return shares;
        }
        let next = Position::of(self.combat, fight, pending);
        self.value(&next)
    }

    /// Returns the chances from a deadlock that a lot resolves.
    fn value_of_lot(&mut self, position: &Position) -> Shares {
        let (combat, fight) = (self.combat, &mut self.fight);
        position.restore(combat, fight);
        let mut drawn = Vec::new();
        let draw = |dice: &mut Enumerated| Engine::silent(combat, fight, dice).draw_lot();
        Enumerated::explore(1, draw, |chance, actor| drawn.push((chance, actor)));
        let mut shares = Shares::default();
        for (chance, actor) in drawn {
            if let Some(actor) = actor {
                add(
                    &mut shares,
                    chance,
                    &self.value_of_decision(position, actor),
                );
            }
        }
        shares
    }

    /// Returns the chances from a deadlock that is re-rolled.
    fn value_of_tie(&mut self, position: &Position) -> Shares {
        let most = self.combat.options.max_rerolls;
        let first = self.key(position, TIED);
        if let Some(shares) = self.ties.get(&first).and_then(|layers| layers.last()) {
            return *shares;
        }
        // All unsolved deadlocks that may follow from this one.
        let mut found = Vec::new();
        let mut found_keys = HashSet::from([first]);
        let mut pending_ties = vec![(first, *position)];
        while let Some((key, position)) = pending_ties.pop() {
            let mut tie = TiedPosition {
                key,
                ended: Shares::default(),
                tied: Vec::new(),
            };
            for (chance, next) in self.rerolled(&position) {
                if let Some(actor) = next.turn() {
                    add(
                        &mut tie.ended,
                        chance,
                        &self.value_of_decision(&next, actor),
                    );
                } else {
                    let key = self.key(&next, TIED);
                    tie.tied.push((chance, key));
                    if !self.ties.contains_key(&key) && found_keys.insert(key) {
                        pending_ties.push((key, next));
                    }
                }
            }
            found.push(tie);
        }
        // For up to `ROUNDS` rounds each number of rounds left has its own entry; beyond that the
        // number does not matter.
        let endless = most > ROUNDS;
        let mut unresolved = Shares::default();
        unresolved[UNRESOLVED] = 1.0;
        for tie in &found {
            self.ties.insert(tie.key, vec![unresolved]);
        }
        for round in 1..=most.min(ROUNDS) as usize {
            let before = if endless { 0 } else { round - 1 };
            let now: Vec<Shares> = (found.iter())
                .map(|tie| {
                    let mut shares = tie.ended;
                    for (chance, key) in &tie.tied {
                        add(&mut shares, *chance, &self.ties[key][before]);
                    }
                    shares
                })
                .collect();
            for (tie, shares) in found.iter().zip(now) {
                if let Some(layers) = self.ties.get_mut(&tie.key) {
                    layers.truncate(before + usize::from(!endless));
                    layers.push(shares);
                }
            }
        }
        self.ties[&first].last().copied().unwrap_or(unresolved)
    }

    /// Returns the positions after a round of re-rolls, with their chances.
    fn rerolled(&mut self, position: &Position) -> Vec<(f64, Position)> {
        let (combat, fight) = (self.combat, &mut self.fight);
        let mut positions = Vec::with_capacity(36);
        let round = |dice: &mut Enumerated| {
            position.restore(combat, fight);
            Engine::silent(combat, fight, dice).reroll();
            Position::of(combat, fight, [0; 2])
        };
        Enumerated::explore(2, round, |chance, position| {
            positions.push((chance, position));
        });
        positions
    }
}

/// Adds `more`, weighted by `chance`, to `shares`.
fn add(shares: &mut Shares, chance: f64, more: &Shares) {
    for (share, more) in shares.iter_mut().zip(more) {
        *share += chance * more;
    }
}

/// Returns the index of the first choice within [`TOLERANCE`] of the best one for a side.
pub(super) fn first_best(ends: &[Shares], side: usize) -> usize {
    let least = least_best(ends, side);
    let first = ends.iter().position(|shares| score(shares, side) >= least);
    first.unwrap_or(0)
}

/// Returns the lowest score that counts as equal to the best one for a side.
fn least_best(ends: &[Shares], side: usize) -> f64 {
    let scores = ends.iter().map(|shares| score(shares, side));
    scores.fold(f64::NEG_INFINITY, f64::max) - TOLERANCE
}
