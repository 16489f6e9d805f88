//! Bitboard for small fights: the fast path for runs of ordinary encounters, and for play-outs.
//!
//! It supports at most eight combatants, no optional rules, and only the players `finisher` and
//! `brawler`. Then the set of standing combatants, the holders of each initiative and the highest
//! faces are one word each, so a few operations process all combatants simultaneously. The rules
//! are those of the engine: a property test plays random fights both ways and compares all counts.
//! The engine plays unusually long fights of a run. Play-outs start from any position between
//! turns, and have no limit on their length.

mod counts;

use super::fight::Fight;
use super::options::{Deadlock, LastBlow, Options};
use super::player::Player;
use super::prepared::Combat;
use super::setup::Combatant;
pub(super) use counts::BitboardTrials;
use evenodds_core::dice::{Dice, Pool, Roller};
use std::iter;

/// Maximum number of combatants.
const MAX_COMBATANTS: usize = 8;
/// Maximum number of turns, and of re-rolls of deadlocks, in a counted fight.
const MAX_COUNTED: u32 = 63;
/// Exclusive upper bound on initiatives.
const INITIATIVES: usize = 64;
/// Mask that reduces a bit index to the first bit of its byte.
const BYTE_START: u32 = 0x38;
/// Lowest bits of the six bytes of a pool's faces.
const FACES: u64 = 0x0000_0101_0101_0101;
/// Lowest bit of every byte.
const ONES: u64 = 0x0101_0101_0101_0101;

/// Setup of a fight that fits the bitboard.
#[derive(Clone, Debug)]
pub(super) struct BitboardSetup {
    /// Numbers of dice, by combatant and Class.
    classes: Vec<Vec<u32>>,
    /// Numbers of dice of the first Class, by combatant.
    opening: Vec<u32>,
    /// Set of combatants on other sides, by combatant.
    opponents: [u8; MAX_COMBATANTS],
    /// Lowest bit of the byte of the combatant's group, by combatant.
    groups: [u64; MAX_COMBATANTS],
    /// Set of combatants played by `finisher`.
    finishers: u8,
    /// Roller of the policy randomness of the first combatant.
    policy_randomness: Roller,
    /// State of the fight, by set of standing combatants.
    ends: [FightEnd; 1 << MAX_COMBATANTS],
    /// True if the last blow of a fight spends the attacker's last die.
    last_blow_is_spent: bool,
    /// Maximum number of turns.
    most_turns: u32,
    /// Maximum numbers of re-rolls in one deadlock, and in all deadlocks of a fight.
    most_rerolls: [u32; 2],
}

/// State of a fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FightEnd {
    /// The fight is undecided.
    Undecided,
    /// The fight is over: the index of the winning side, or the number of sides if no side wins.
    Outcome(u8),
    /// The fight is longer than the limits allow, or a deadlock is not resolved.
    TooLong,
}

impl BitboardSetup {
    /// Creates the setup for counting trials of `combat`; `None` if the fight does not fit.
    pub(super) fn for_counting(combat: &Combat) -> Option<Self> {
        let setup = Self::with_own_players(combat)?;
        Some(Self {
            most_turns: MAX_COUNTED,
            most_rerolls: [setup.most_rerolls[0], MAX_COUNTED],
            ..setup
        })
    }

    /// Creates the setup for play-outs with the players of `combat`; `None` if the fight does not fit.
    pub(super) fn with_own_players(combat: &Combat) -> Option<Self> {
        let has_errors = !combat.description.errors.is_empty();
        let setup = || Self::new(combat, |who| who.player);
        if has_errors { None } else { setup() }
    }

    /// Creates the setup for play-outs with these players; `None` if the fight does not fit.
    pub(super) fn new(combat: &Combat, player: impl Fn(&Combatant) -> Player) -> Option<Self> {
        // A new option does not compile until the bitboard supports or rejects it.
        let Options {
            last_blow,
            deadlock,
            max_rerolls,
            max_turns,
            // Options that only change numbers of dice when the file is read, or that have no
            // effect on results.
            half: _,
            deadly: _,
            build: _,
            // Options about Cover, monsters and wounds, which no basic fight has.
            cover_per_attack: _,
            monster_spent: _,
            wounds_to_die: _,
            wound_choice: _,
            wound_option: _,
            healer: _,
        } = combat.options;
        let players = combat.combatants.iter().map(&player);
        let players_fit = players
            .clone()
            .all(|player| matches!(player, Player::Finisher | Player::Brawler));
        let dice = combat.combatants.iter().flat_map(|who| &who.classes);
        let fits = combat.is_basic()
            && max_turns.is_none()
            // Its players take no other action but changes of tactic.
            && combat.sides.iter().all(|side| side.allowed.change)
            && combat.combatants.iter().all(|who| who.retreat.is_none())
            && deadlock == Deadlock::Reroll
            && (1..=MAX_COMBATANTS).contains(&combat.combatants.len())
            && combat.groups.len() <= MAX_COMBATANTS
            && dice.clone().all(|class| (1..=6).contains(&class.dice));
        if !(fits && players_fit) {
            return None;
        }
        let mut setup = Self {
            classes: Vec::new(),
            opening: Vec::new(),
            opponents: [0; MAX_COMBATANTS],
            groups: [0; MAX_COMBATANTS],
            finishers: 0,
            policy_randomness: combat.policy_randomness(0),
            ends: [FightEnd::Undecided; 1 << MAX_COMBATANTS],
            last_blow_is_spent: last_blow == LastBlow::Draw,
            most_turns: u32::MAX,
            most_rerolls: [max_rerolls, u32::MAX],
        };
        for (position, who) in combat.combatants.iter().enumerate() {
            let dice: Vec<u32> = who.classes.iter().map(|class| class.dice).collect();
            setup.opening.push(dice[0]);
            setup.classes.push(dice);
            setup.groups[position] = 1 << (8 * who.group);
            setup.finishers |= u8::from(player(who) == Player::Finisher) << position;
            for (other, opponent) in combat.combatants.iter().enumerate() {
                setup.opponents[position] |= u8::from(opponent.side != who.side) << other;
            }
        }
        for (standing, end) in setup.ends.iter_mut().enumerate() {
            let is_standing = |who: &usize| standing >> who & 1 == 1;
            let mut sides: Vec<usize> = (0..combat.combatants.len())
                .filter(is_standing)
                .map(|who| combat.combatants[who].side)
                .collect();
            sides.dedup();
            *end = match sides[..] {
                [] => FightEnd::Outcome(combat.sides.len() as u8),
                [side] => FightEnd::Outcome(side as u8),
                _ => FightEnd::Undecided,
            };
        }
        Some(setup)
    }
}

/// Position of a fight. Lanes are bytes of a word, one per combatant.
#[derive(Clone, Debug)]
pub(super) struct Board {
    pools: [Pool; MAX_COMBATANTS],
    /// Initiative by lane; 0 for combatants not in the fight.
    initiative: u64,
    /// Set of holders of each initiative.
    holders: [u8; INITIATIVES],
    /// Bit *v* is set if exactly one combatant has initiative *v*.
    unshared: u64,
    /// For each face, a byte with the set of combatants whose highest die shows the face.
    tops: u64,
    /// Set of used Classes, by combatant; bit *k* means Class *k*.
    used: [u16; MAX_COMBATANTS],
    standing: u8,
    taken_out: u8,
    turn: u32,
    rerolls: u32,
    /// Turns taken, by group.
    turns_taken: u64,
    /// Opponents taken out, by group.
    opponents_out: u64,
    /// Turn of the departure, by lane.
    left: u64,
}

impl Board {
    pub(super) const fn new() -> Self {
        Self {
            pools: [Pool::EMPTY; MAX_COMBATANTS],
            initiative: 0,
            holders: [0; INITIATIVES],
            unshared: 0,
            tops: 0,
            used: [1; MAX_COMBATANTS],
            standing: 0,
            taken_out: 0,
            turn: 0,
            rerolls: 0,
            turns_taken: 0,
            opponents_out: 0,
            left: 0,
        }
    }

    /// Creates the bitboard of a fight between turns.
    pub(super) fn of(fight: &Fight) -> Self {
        let mut board = Self::new();
        for (who, seat) in fight.seats.iter().enumerate().take(MAX_COMBATANTS) {
            board.used[who] = seat.used;
            if !seat.pool.is_empty() {
                board.standing |= 1 << who;
                board.set_pool(who, seat.pool);
            }
        }
        board
    }

    /// Returns the number of turns played on this board.
    pub(super) fn turns(&self) -> u32 {
        self.turn
    }

    /// Opens the fight: every combatant rolls its first Class.
    #[inline]
    pub(super) fn open(&mut self, setup: &BitboardSetup, dice: &mut impl Dice) {
        *self = Self::new();
        let mut shared = 0;
        for (who, &count) in setup.opening.iter().enumerate() {
            self.enter(who, dice.pool(who, count), &mut shared);
        }
        self.unshared &= !shared;
        self.standing = (u32::MAX >> (32 - setup.opening.len())) as u8;
    }

    /// Plays to the end of the fight, or to a limit.
    #[inline]
    pub(super) fn play(&mut self, setup: &BitboardSetup, dice: &mut impl Dice) -> FightEnd {
        loop {
            let end = setup.ends[usize::from(self.standing)];
            if end != FightEnd::Undecided {
                return end;
            }
            let Some(actor) = self.next().or_else(|| self.reroll(setup, dice)) else {
                return FightEnd::TooLong;
            };
            if self.turn == setup.most_turns {
                return FightEnd::TooLong;
            }
            self.turn += 1;
            self.turns_taken = self.turns_taken.wrapping_add(setup.groups[actor]);
            self.act(setup, actor, dice);
        }
    }

    /// Returns the combatant with the highest unshared initiative, if any.
    #[inline]
    fn next(&self) -> Option<usize> {
        // No standing combatant has initiative 0.
        let initiative = (self.unshared | 1).ilog2() as usize;
        (initiative > 0).then(|| self.holders[initiative].trailing_zeros() as usize)
    }

    /// Adds a combatant with these dice. Until all have entered, `unshared` has all initiatives;
    /// those of more than one combatant are added to `shared`.
    #[inline]
    fn enter(&mut self, who: usize, pool: Pool, shared: &mut u64) {
        let who = who & 7;
        let initiative = pool.sum();
        *shared |= self.unshared & 1 << initiative;
        self.unshared |= 1 << initiative;
        self.pools[who] = pool;
        self.initiative |= u64::from(initiative) << (8 * who);
        self.holders[initiative as usize % INITIATIVES] |= 1 << who;
        self.tops |= top(pool) << who;
    }

    /// Adds a combatant to the holders of an initiative, or removes it.
    #[inline]
    fn toggle_holder(&mut self, who: usize, initiative: usize) {
        let initiative = initiative % INITIATIVES;
        let holders = self.holders[initiative] ^ 1 << who;
        self.holders[initiative] = holders;
        let alone = u64::from(holders.is_power_of_two()) << initiative;
        self.unshared = self.unshared & !(1 << initiative) | alone;
    }

    /// Re-rolls the lowest die of all combatants until one of them has the turn; `None` at a limit.
    #[cold]
    fn reroll(&mut self, setup: &BitboardSetup, dice: &mut impl Dice) -> Option<usize> {
        let [most, most_in_all] = setup.most_rerolls;
        for _ in 0..most {
            if self.rerolls == most_in_all {
                break;
            }
            self.rerolls += 1;
            self.initiative = 0;
            self.holders = [0; INITIATIVES];
            self.tops = 0;
            self.unshared = 0;
            let mut shared = 0;
            for who in members(self.standing) {
                let pool = self.pools[who];
                let pool = pool.without(pool.lowest()).with(dice.die(who, 6));
                self.enter(who, pool, &mut shared);
            }
            self.unshared &= !shared;
            if let Some(actor) = self.next() {
                return Some(actor);
            }
        }
        None
    }

    #[inline]
    fn act(&mut self, setup: &BitboardSetup, actor: usize, dice: &mut impl Dice) {
        let own = self.pools[actor];
        let opponents = setup.opponents[actor] & self.standing;
        let is_finisher = setup.finishers >> actor & 1 == 1;
        let (face, targets) = if is_finisher && let Some(attack) = self.taking_out(own, opponents) {
            attack
        } else {
            let unused = (!self.used[actor]).trailing_zeros() as usize;
            if own.len() == 1 && unused < setup.classes[actor].len() {
                let pool = dice.pool(actor, setup.classes[actor][unused]);
                self.used[actor] |= 1 << unused;
                self.set_pool(actor, pool);
                return;
            }
            if is_finisher {
                self.most_removed(own, opponents)
            } else {
                (own.highest(), self.with_highest_initiative(opponents))
            }
        };
        let target = if targets.is_power_of_two() {
            targets.trailing_zeros() as usize
        } else {
            drawn(targets, dice, setup.policy_randomness + actor)
        };
        self.attack(setup, actor, face, target);
    }

    /// Returns the smallest face that takes out an opponent, if any, and the set of those opponents
    /// with the highest initiative.
    #[inline]
    fn taking_out(&self, own: Pool, opponents: u8) -> Option<(u32, u8)> {
        let tops = self.tops & (u64::from(opponents) * FACES);
        // The smallest face of the actor that empties an opponent's pool.
        let lowest = tops.trailing_zeros() & BYTE_START;
        let usable = own.word() >> lowest << lowest;
        if usable == 0 {
            return None;
        }
        let face = usable.trailing_zeros() & BYTE_START;
        let emptied = tops & u64::MAX >> (56 - face);
        // Each combatant has one highest face, so multiplication merges the six bytes without
        // overlap.
        let emptied = (emptied.wrapping_mul(ONES) >> 56) as u8;
        Some((face / 8 + 1, self.with_highest_initiative(emptied)))
    }

    /// Returns the members of a set with the highest initiative.
    #[inline]
    fn with_highest_initiative(&self, who: u8) -> u8 {
        let initiatives = members(who).map(|who| self.initiative_of(who) as usize);
        let highest = initiatives.max().unwrap_or(0);
        self.holders[highest % INITIATIVES] & who
    }

    #[inline]
    fn initiative_of(&self, who: usize) -> u64 {
        self.initiative >> (8 * who) & 0xff
    }

    /// Removes a combatant's initiative, and returns it.
    #[inline]
    fn clear_initiative(&mut self, who: usize) -> usize {
        let before = self.initiative_of(who);
        self.initiative ^= before << (8 * who);
        before as usize
    }

    /// Returns the face of the attack that removes the most initiative, and the set of its equally
    /// good targets. Ties go to the smaller face, then to the opponents with the higher initiative.
    #[cold]
    fn most_removed(&self, own: Pool, opponents: u8) -> (u32, u8) {
        let mut best = ((0, 0, 0), 0);
        for target in members(opponents) {
            let pool = self.pools[target];
            let removed = pool.up_to(own.highest());
            let face = own.lowest_from(removed.highest().max(1));
            let rank = (removed.sum(), 7 - face, pool.sum());
            if rank > best.0 {
                best = (rank, 0);
            }
            best.1 |= u8::from(rank == best.0) << target;
        }
        (7 - best.0.1, best.1)
    }

    #[inline]
    fn attack(&mut self, setup: &BitboardSetup, actor: usize, face: u32, target: usize) {
        let (actor, target) = (actor & 7, target & 7);
        let before = self.pools[target];
        let after = before.above(face);
        if after.is_empty() {
            self.leave(target);
            self.taken_out |= 1 << target;
            self.opponents_out = self.opponents_out.wrapping_add(setup.groups[actor]);
        } else if after != before {
            self.set_pool(target, after);
        }
        let rest = self.pools[actor].without(face);
        if !rest.is_empty() {
            self.set_pool(actor, rest);
        } else if setup.last_blow_is_spent
            || setup.ends[usize::from(self.standing)] == FightEnd::Undecided
        {
            self.leave(actor);
        }
    }

    /// Replaces the dice of a standing combatant with `pool`, which has at least one die.
    #[inline]
    fn set_pool(&mut self, who: usize, pool: Pool) {
        let who = who & 7;
        self.pools[who] = pool;
        let before = self.clear_initiative(who);
        self.toggle_holder(who, before);
        self.toggle_holder(who, pool.sum() as usize);
        self.initiative |= u64::from(pool.sum()) << (8 * who);
        self.tops = self.tops & !(FACES << who) | top(pool) << who;
    }

    #[inline]
    fn leave(&mut self, who: usize) {
        self.pools[who & 7] = Pool::EMPTY;
        let before = self.clear_initiative(who);
        self.toggle_holder(who, before);
        self.tops &= !(FACES << who);
        self.standing &= !(1 << who);
        self.left |= u64::from(self.turn) << (8 * who);
    }
}

/// Draws a member of a set of equally good targets by lot.
#[cold]
fn drawn(targets: u8, dice: &mut impl Dice, roller: Roller) -> usize {
    let number = dice.choose(roller, targets.count_ones());
    members(targets).nth(number as usize).unwrap_or(0)
}

/// Returns the members of a set of combatants, in file order.
#[inline]
fn members(mut set: u8) -> impl Iterator<Item = usize> {
    iter::from_fn(move || {
        let first = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        first
    })
}

/// Returns the lowest bit of the byte of a pool's highest face.
#[inline]
fn top(pool: Pool) -> u64 {
    1 << ((pool.word() | 1).ilog2() & BYTE_START)
}
