//! Bitboard for small fights: the fast path for runs of ordinary encounters, and for play-outs.
//!
//! It takes at most eight combatants, no optional rule, and only the players `finisher` and
//! `brawler`. Then the set of standing combatants, the holders of each initiative and the highest
//! faces are one word each, and a few operations answer a question for all combatants at once. The
//! rules are those of the engine: a property test plays random fights both ways and compares all
//! counts. Unusually long fights of a run are left to the engine. Play-outs start from any position
//! between turns, and may last as long as they need.

mod counts;
mod lanes;

use super::fight::Fight;
use super::player::Player;
use super::{Combat, Combatant, Deadlock, LastBlow, Options};
use crate::dice::{Dice, Pool};
pub(super) use counts::BitboardTrials;
use lanes::{ONES, highest, lanes_of, lowest_lane, spread};

/// Largest number of combatants.
const MOST: usize = 8;
/// Largest number of turns, and of re-rolls of deadlocks, of a counted fight.
const LONGEST: u32 = 63;
/// Exclusive upper bound on initiatives.
const HOLDERS: usize = 64;
/// Mask of a bit position that gives the first bit of its byte.
const BYTE: u32 = 0x38;
/// Lowest bits of the six bytes of a pool's faces.
const FACES: u64 = 0x0000_0101_0101_0101;

/// Setup of a fight that fits on the bitboard.
#[derive(Clone, Debug)]
pub(super) struct BitboardSetup {
    /// Numbers of dice, by combatant and Class.
    classes: Vec<Vec<u32>>,
    /// Numbers of dice of the first Class, by combatant.
    opening: Vec<u32>,
    /// Set of combatants on other sides, by combatant.
    opponents: [u8; MOST],
    /// Lowest bit of the byte of its group, by combatant.
    groups: [u64; MOST],
    /// Set of combatants played by `finisher`.
    finishers: u8,
    /// State of the fight, by set of standing combatants.
    ends: [FightEnd; 1 << MOST],
    /// True if the last blow of a fight takes the attacker's last die.
    last_blow_is_spent: bool,
    /// Largest number of turns.
    most_turns: u32,
    /// Largest number of re-rolls in one deadlock, and in all deadlocks of a fight.
    most_rerolls: [u32; 2],
}

/// State of a fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FightEnd {
    /// The fight is undecided.
    Open,
    /// The fight is over: the position of the winning side, or the number of sides if no side wins.
    Outcome(u8),
    /// The fight is longer than the limits allow, or a deadlock is not resolved.
    Long,
}

impl BitboardSetup {
    /// Creates the setup for counting trials of `combat`; `None` if the fight does not fit on the
    /// bitboard.
    pub(super) fn counted(combat: &Combat) -> Option<Self> {
        let small = Self::new(combat, |who| who.player)?;
        Some(Self {
            most_turns: LONGEST,
            most_rerolls: [small.most_rerolls[0], LONGEST],
            ..small
        })
    }

    /// Creates the setup for play-outs with these players; `None` if the fight does not fit on the
    /// bitboard.
    pub(super) fn new(combat: &Combat, player: impl Fn(&Combatant) -> Player) -> Option<Self> {
        // A new option does not compile until the bitboard handles or rejects it.
        let Options {
            last_blow,
            deadlock,
            max_rerolls,
            // Applied when the file is read (they change the number of dice), or without effect on
            // any result.
            half: _,
            deadly: _,
            build: _,
            // No basic fight has the Cover, monsters or wounds that these options concern.
            cover_per_attack: _,
            monster_spent: _,
            wounds_to_die: _,
            wound_choice: _,
            wound_option: _,
            healer: _,
        } = combat.options;
        let players = combat.combatants.iter().map(&player);
        let all_play_so = players
            .clone()
            .all(|player| matches!(player, Player::Finisher | Player::Brawler));
        let dice = combat.combatants.iter().flat_map(|who| &who.classes);
        let fits = combat.is_basic()
            && deadlock == Deadlock::Reroll
            && (1..=MOST).contains(&combat.combatants.len())
            && combat.groups.len() <= MOST
            && dice.clone().all(|class| (1..=6).contains(&class.dice));
        if !(fits && all_play_so) {
            return None;
        }
        let mut small = Self {
            classes: Vec::new(),
            opening: Vec::new(),
            opponents: [0; MOST],
            groups: [0; MOST],
            finishers: 0,
            ends: [FightEnd::Open; 1 << MOST],
            last_blow_is_spent: last_blow == LastBlow::Draw,
            most_turns: u32::MAX,
            most_rerolls: [max_rerolls, u32::MAX],
        };
        for (position, who) in combat.combatants.iter().enumerate() {
            let dice: Vec<u32> = who.classes.iter().map(|class| class.dice).collect();
            small.opening.push(dice[0]);
            small.classes.push(dice);
            small.groups[position] = 1 << (8 * who.group);
            small.finishers |= u8::from(player(who) == Player::Finisher) << position;
            for (other, opponent) in combat.combatants.iter().enumerate() {
                small.opponents[position] |= u8::from(opponent.side != who.side) << other;
            }
        }
        for (standing, end) in small.ends.iter_mut().enumerate() {
            let stands = |who: &usize| standing >> who & 1 == 1;
            let mut sides: Vec<usize> = (0..combat.combatants.len())
                .filter(stands)
                .map(|who| combat.combatants[who].side)
                .collect();
            sides.dedup();
            *end = match sides[..] {
                [] => FightEnd::Outcome(combat.sides.len() as u8),
                [side] => FightEnd::Outcome(side as u8),
                _ => FightEnd::Open,
            };
        }
        Some(small)
    }
}

/// Position of a fight. Lanes are bytes of a word, one per combatant.
#[derive(Clone, Debug)]
pub(super) struct Board {
    pools: [Pool; MOST],
    /// Initiative by lane; 0 for combatants that have left.
    initiative: u64,
    /// Set of holders, by initiative.
    holders: [u8; HOLDERS],
    /// Bit *v* is set if exactly one combatant holds initiative *v*.
    unshared: u64,
    /// For each face, a byte with the set of combatants whose highest die shows it.
    tops: u64,
    /// By combatant: bit *k* is set if Class *k* has been used.
    used: [u16; MOST],
    standing: u8,
    taken_out: u8,
    turn: u32,
    rerolls: u32,
    /// Turns taken, by group.
    turns_taken: u64,
    /// Opponents taken out, by group.
    opponents_out: u64,
    /// Turn in which a combatant left, by lane.
    left: u64,
}

impl Board {
    pub(super) const fn new() -> Self {
        Self {
            pools: [Pool::EMPTY; MOST],
            initiative: 0,
            holders: [0; HOLDERS],
            unshared: 0,
            tops: 0,
            used: [1; MOST],
            standing: 0,
            taken_out: 0,
            turn: 0,
            rerolls: 0,
            turns_taken: 0,
            opponents_out: 0,
            left: 0,
        }
    }

    /// Creates the bitboard of a fight that is between turns.
    pub(super) fn of(fight: &Fight) -> Self {
        let mut board = Self::new();
        for (who, seat) in fight.seats.iter().enumerate().take(MOST) {
            board.used[who] = seat.used;
            if !seat.pool.is_empty() {
                board.standing |= 1 << who;
                board.put(who, seat.pool);
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
    pub(super) fn open(&mut self, small: &BitboardSetup, dice: &mut impl Dice) {
        *self = Self::new();
        for (who, &count) in small.opening.iter().enumerate() {
            let pool = dice.pool(who, count);
            self.pools[who & 7] = pool;
            self.initiative |= u64::from(pool.sum()) << (8 * who);
            self.turn_over(who & 7, pool.sum() as usize);
            self.tops |= top(pool) << who;
        }
        self.standing = (u32::MAX >> (32 - small.opening.len())) as u8;
    }

    /// Plays to the end of the fight, or to a limit.
    #[inline]
    pub(super) fn play(&mut self, small: &BitboardSetup, dice: &mut impl Dice) -> FightEnd {
        loop {
            let end = small.ends[usize::from(self.standing)];
            if end != FightEnd::Open {
                return end;
            }
            let Some(actor) = self.next().or_else(|| self.reroll(small, dice)) else {
                return FightEnd::Long;
            };
            if self.turn == small.most_turns {
                return FightEnd::Long;
            }
            self.turn += 1;
            self.turns_taken = self.turns_taken.wrapping_add(small.groups[actor]);
            self.act(small, actor, dice);
        }
    }

    /// Returns the combatant with the highest unshared initiative.
    #[inline]
    fn next(&self) -> Option<usize> {
        // No standing combatant has initiative 0.
        let initiative = (self.unshared | 1).ilog2() as usize;
        (initiative > 0).then(|| self.holders[initiative].trailing_zeros() as usize)
    }

    /// Adds a combatant to the holders of an initiative, or removes it.
    #[inline]
    fn turn_over(&mut self, who: usize, initiative: usize) {
        let initiative = initiative % HOLDERS;
        let holders = self.holders[initiative] ^ 1 << who;
        self.holders[initiative] = holders;
        let alone = u64::from(holders.is_power_of_two()) << initiative;
        self.unshared = self.unshared & !(1 << initiative) | alone;
    }

    /// Re-rolls the lowest die of all combatants until one of them has the turn; `None` at a limit.
    #[cold]
    fn reroll(&mut self, small: &BitboardSetup, dice: &mut impl Dice) -> Option<usize> {
        let [most, most_of_all] = small.most_rerolls;
        for _ in 0..most {
            if self.rerolls == most_of_all {
                break;
            }
            self.rerolls += 1;
            self.initiative = 0;
            self.holders = [0; HOLDERS];
            self.tops = 0;
            // Initiatives with at least one holder, and with at least two.
            let (mut once, mut twice) = (0, 0);
            let mut left = self.standing;
            while left != 0 {
                let who = left.trailing_zeros() as usize;
                left &= left - 1;
                let pool = self.pools[who];
                let pool = pool.without(pool.lowest()).with(dice.die(who, 6));
                self.pools[who] = pool;
                let initiative = pool.sum();
                twice |= once & 1 << initiative;
                once |= 1 << initiative;
                self.holders[initiative as usize % HOLDERS] |= 1 << who;
                self.initiative |= u64::from(initiative) << (8 * who);
                self.tops |= top(pool) << who;
            }
            self.unshared = once & !twice;
            if let Some(actor) = self.next() {
                return Some(actor);
            }
        }
        None
    }

    #[inline]
    fn act(&mut self, small: &BitboardSetup, actor: usize, dice: &mut impl Dice) {
        let own = self.pools[actor];
        let opponents = small.opponents[actor] & self.standing;
        let unused = (!self.used[actor]).trailing_zeros() as usize;
        let may_change = own.len() == 1 && unused < small.classes[actor].len();
        if small.finishers >> actor & 1 == 1 {
            let tops = self.tops & (u64::from(opponents) * FACES);
            // The smallest face of the actor that empties an opponent's pool.
            let lowest = tops.trailing_zeros() & BYTE;
            let usable = own.word() >> lowest << lowest;
            if usable != 0 {
                let face = usable.trailing_zeros() & BYTE;
                let emptied = tops & u64::MAX >> (56 - face);
                // Each combatant has one highest face, so multiplication merges the six bytes
                // without overlap.
                let emptied = (emptied.wrapping_mul(ONES) >> 56) as u8;
                // In most cases there is only one.
                let target = if emptied.is_power_of_two() {
                    emptied.trailing_zeros() as usize
                } else {
                    self.first_of(emptied)
                };
                self.attack(small, actor, face / 8 + 1, target);
                return;
            }
        }
        if may_change {
            let pool = dice.pool(actor, small.classes[actor][unused]);
            self.used[actor] |= 1 << unused;
            self.put(actor, pool);
        } else if small.finishers >> actor & 1 == 1 {
            let (face, target) = self.most_removed(own, opponents);
            self.attack(small, actor, face, target);
        } else {
            let target = self.first_of(opponents);
            self.attack(small, actor, own.highest(), target);
        }
    }

    /// Returns the combatant of a set with the highest initiative, the first among equals.
    #[inline]
    fn first_of(&self, who: u8) -> usize {
        let initiative = self.initiative & spread(who);
        lowest_lane(lanes_of(initiative, highest(initiative)))
    }

    /// Removes a combatant's initiative and returns it.
    #[inline]
    fn clear(&mut self, who: usize) -> usize {
        let before = self.initiative >> (8 * who) & 0xff;
        self.initiative ^= before << (8 * who);
        before as usize
    }

    /// Returns the attack that removes most initiative; among equals the one with the smaller face,
    /// then on the opponent with the higher initiative, then on the first.
    #[cold]
    fn most_removed(&self, own: Pool, opponents: u8) -> (u32, usize) {
        let mut best = ((0, 0, 0), (0, 0));
        for target in (0..MOST).filter(|target| opponents >> target & 1 == 1) {
            let pool = self.pools[target];
            let removed = pool.up_to(own.highest());
            let face = own.lowest_from(removed.highest().max(1));
            let rank = (removed.sum(), 7 - face, pool.sum());
            if rank > best.0 {
                best = (rank, (face, target));
            }
        }
        best.1
    }

    #[inline]
    fn attack(&mut self, small: &BitboardSetup, actor: usize, face: u32, target: usize) {
        let (actor, target) = (actor & 7, target & 7);
        let before = self.pools[target];
        let after = before.above(face);
        if after.is_empty() {
            self.leave(target);
            self.taken_out |= 1 << target;
            self.opponents_out = self.opponents_out.wrapping_add(small.groups[actor]);
        } else if after != before {
            self.put(target, after);
        }
        let rest = self.pools[actor].without(face);
        if !rest.is_empty() {
            self.put(actor, rest);
        } else if small.last_blow_is_spent
            || small.ends[usize::from(self.standing)] == FightEnd::Open
        {
            self.leave(actor);
        }
    }

    /// Replaces the dice of a standing combatant by `pool`, which has at least one die.
    #[inline]
    fn put(&mut self, who: usize, pool: Pool) {
        let who = who & 7;
        self.pools[who] = pool;
        let before = self.clear(who);
        self.turn_over(who, before);
        self.turn_over(who, pool.sum() as usize);
        self.initiative |= u64::from(pool.sum()) << (8 * who);
        self.tops = self.tops & !(FACES << who) | top(pool) << who;
    }

    #[inline]
    fn leave(&mut self, who: usize) {
        self.pools[who & 7] = Pool::EMPTY;
        let before = self.clear(who);
        self.turn_over(who, before);
        self.tops &= !(FACES << who);
        self.standing &= !(1 << who);
        self.left |= u64::from(self.turn) << (8 * who);
    }
}

/// Returns the lowest bit of the byte of a pool's highest face.
#[inline]
fn top(pool: Pool) -> u64 {
    1 << ((pool.word() | 1).ilog2() & BYTE)
}
