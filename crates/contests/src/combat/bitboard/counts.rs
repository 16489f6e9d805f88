//! Counts of small fights. The fates of all combatants in a trial are one number; these numbers are
//! counted, and decoded after each block of trials.

use super::{BitboardSetup, Board, FightEnd, MAX_COMBATANTS, MAX_COUNTED, members};
use crate::combat::fight::{Fate, Fight};
use crate::combat::measure;
use crate::combat::prepared::Combat;
use evenodds_core::contest::{Describe, PlainTrials, Record, Tally, Trials};
use evenodds_core::dice::Sampled;
use std::ops::Range;

/// Maximum number of trials counted together, since counts have 32 bits.
const MAX_TRIALS: u64 = 1 << 28;
/// Number of endings: three fates for each of [`MAX_COMBATANTS`] combatants.
const ENDINGS: usize = 3_usize.pow(MAX_COMBATANTS as u32);
/// Length of the counts of turns and other quantities, from 0.
const VALUES: usize = MAX_COUNTED as usize + 1;

/// Sum of the digit weights of a set of combatants, by bit mask. The number of an ending has a
/// base-3 digit for each combatant's fate.
static DIGIT_WEIGHTS: [u16; 1 << MAX_COMBATANTS] = {
    let mut places = [0; 1 << MAX_COMBATANTS];
    let mut who = 0;
    while who < places.len() {
        let (mut combatant, mut weight) = (0, 1);
        while combatant < MAX_COMBATANTS {
            if who >> combatant & 1 == 1 {
                places[who] += weight;
            }
            weight *= 3;
            combatant += 1;
        }
        who += 1;
    }
    places
};

/// Trials of a fight that fits the bitboard.
pub(in crate::combat) struct BitboardTrials<'a> {
    seed: u64,
    setup: BitboardSetup,
    dice: Sampled,
    board: Board,
    counts: FightCounts<'a>,
}

impl<'a> BitboardTrials<'a> {
    /// Creates the trials of a seed; `None` if the fight does not fit.
    pub(in crate::combat) fn new(combat: &'a Combat, seed: u64) -> Option<Self> {
        let mut names = combat.rollers();
        names.truncate(combat.policy_randomness(combat.combatants.len()));
        Some(Self {
            seed,
            setup: BitboardSetup::for_counting(combat)?,
            dice: Sampled::new(seed, &names),
            board: Board::new(),
            counts: FightCounts::new(combat),
        })
    }
}

impl Trials for BitboardTrials<'_> {
    fn play(&mut self, trials: Range<u64>, tally: &mut Tally) {
        let mut too_long = Vec::new();
        for trial in trials {
            if self.counts.trials == MAX_TRIALS {
                self.finish(tally);
            }
            self.dice.start(trial);
            self.board.open(&self.setup, &mut self.dice);
            match self.board.play(&self.setup, &mut self.dice) {
                FightEnd::Outcome(outcome) => self.counts.add(&self.board, usize::from(outcome)),
                FightEnd::Undecided | FightEnd::TooLong => too_long.push(trial),
            }
        }
        self.play_with_engine(&too_long, tally);
    }

    fn finish(&mut self, tally: &mut Tally) {
        self.counts.add_to(tally);
        self.counts = FightCounts::new(self.counts.combat);
    }
}

impl BitboardTrials<'_> {
    /// Plays trials that are too long for the bitboard with the engine.
    #[cold]
    fn play_with_engine(&self, trials: &[u64], tally: &mut Tally) {
        if trials.is_empty() {
            return;
        }
        let mut plain = PlainTrials::new(self.counts.combat, self.seed);
        for &trial in trials {
            tally.add(plain.record(trial));
        }
    }
}

/// Number of quantities with their own distributions: turns, re-rolls, then by group turns and
/// opponents taken out.
const QUANTITIES: usize = 2 + 2 * MAX_COMBATANTS;

/// Counts of the trials so far.
struct FightCounts<'a> {
    combat: &'a Combat,
    trials: u64,
    groups: [u8; MAX_COMBATANTS],
    /// Numbers of trials by outcome and ending, [`ENDINGS`] per outcome.
    endings: Vec<u32>,
    /// Numbers of trials by outcome, quantity and value.
    quantities: Vec<[[u32; VALUES]; QUANTITIES]>,
    /// Numbers of departures by group and turn.
    left: [[u32; VALUES]; MAX_COMBATANTS],
}

impl<'a> FightCounts<'a> {
    fn new(combat: &'a Combat) -> Self {
        let mut groups = [0; MAX_COMBATANTS];
        for (group, who) in groups.iter_mut().zip(&combat.combatants) {
            *group = who.group as u8;
        }
        // The outcomes of the sides, and one without a winner.
        let outcomes = combat.sides.len() + 1;
        Self {
            combat,
            trials: 0,
            groups,
            endings: vec![0; ENDINGS * outcomes],
            quantities: vec![[[0; VALUES]; QUANTITIES]; outcomes],
            left: [[0; VALUES]; MAX_COMBATANTS],
        }
    }

    #[inline]
    fn add(&mut self, board: &Board, outcome: usize) {
        self.trials += 1;
        let standing = DIGIT_WEIGHTS[usize::from(board.standing)];
        let taken_out = DIGIT_WEIGHTS[usize::from(board.taken_out)];
        self.endings[ENDINGS * outcome + usize::from(standing + 2 * taken_out)] += 1;
        let quantities = &mut self.quantities[outcome];
        let number = |lanes: u64, group: usize| (lanes >> (8 * group)) as usize % VALUES;
        quantities[0][board.turn as usize % VALUES] += 1;
        quantities[1][board.rerolls as usize % VALUES] += 1;
        for group in 0..self.combat.groups.len().min(MAX_COMBATANTS) {
            quantities[2 + group][number(board.turns_taken, group)] += 1;
            quantities[2 + MAX_COMBATANTS + group][number(board.opponents_out, group)] += 1;
        }
        let all = (u32::MAX >> (32 - self.combat.combatants.len())) as u8;
        for who in members(all & !board.standing) {
            let group = usize::from(self.groups[who]) % MAX_COMBATANTS;
            self.left[group][number(board.left, who)] += 1;
        }
    }

    /// Adds all counts to `tally`.
    fn add_to(&self, tally: &mut Tally) {
        let layout = &self.combat.layout;
        let groups = 0..self.combat.groups.len();
        // Pairs of a quantity and the index of its metric.
        let mut quantities = vec![(0, layout.turns), (1, layout.rerolls)];
        quantities.extend(
            groups
                .clone()
                .map(|group| (2 + group, layout.turns_taken + group)),
        );
        quantities.extend(groups.clone().map(|group| {
            (
                2 + MAX_COMBATANTS + group,
                layout.opponents_taken_out + group,
            )
        }));
        for (outcome, counts) in self.quantities.iter().enumerate() {
            for &(quantity, metric) in &quantities {
                for (number, &times) in counts[quantity].iter().enumerate() {
                    tally.count(metric, outcome, number as i64, times.into());
                }
            }
        }
        self.add_endings(tally, &quantities);
        for group in groups {
            for (turn, &times) in self.left[group].iter().enumerate() {
                tally.count_ends(group, turn as i64, times.into());
            }
        }
    }

    /// Adds the outcomes and all metrics that depend on the fates of combatants.
    fn add_endings(&self, tally: &mut Tally, quantities: &[(usize, usize)]) {
        let mut fight = Fight::new(self.combat);
        let mut record = Record::new(self.combat);
        let metrics: Vec<usize> = (0..record.values.len())
            .filter(|metric| quantities.iter().all(|(_, counts)| counts != metric))
            .collect();
        for (outcome, endings) in self.endings.chunks(ENDINGS).enumerate() {
            for (ending, &times) in endings.iter().enumerate().filter(|(_, times)| **times > 0) {
                let mut fates = ending;
                for seat in &mut fight.seats {
                    seat.fate = [Fate::Retreated, Fate::Standing, Fate::TakenOut][fates % 3];
                    fates /= 3;
                }
                record.values.fill(0);
                measure::finish(self.combat, &fight, &mut record);
                tally.count_outcome(outcome, times.into());
                for &metric in &metrics {
                    tally.count(metric, outcome, record.values[metric], times.into());
                }
            }
        }
    }
}
