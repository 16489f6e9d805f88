//! The player `rollout`: everything that may be declared or answered is tried in play-outs. In them the
//! others play as they do, and its own side goes on by one of a few rules, of which the best counts: parallel
//! rollout (H. S. Chang, R. Givan, E. K. P. Chong, *Parallel Rollout for Online Solution of Partially
//! Observable Markov Decision Processes*, 2004).

use super::declare::each;
use super::resolve::Deed;
use super::rules::Table;
use super::sheet::Answer;
use super::{DRAW, Player, Rounds, Setup, UNRESOLVED};
use crate::contest::{Record, Rules, Silent, deadline};
use crate::dice::{Dice, Roller, Sampled};

/// How often it tries each choice unless the file says otherwise.
pub(super) const PLAYOUTS: u32 = 64;

/// What a play-out that is won counts.
const WHOLE: u64 = 840;

/// What it may go on with itself: that with which a choice does best is what the choice is worth.
pub(super) const PLANS: [Player; 3] = [Player::AllOut, Player::Guarded, Player::Heavy];

/// Whom it takes the others for who think themselves.
pub(super) const THINKERS: Player = Player::AllOut;

/// After so many further rounds who still stands is compared.
const FURTHER: u32 = 2;

/// What play-outs need, made once for many trials.
#[derive(Clone, Debug)]
pub(super) struct Thought {
    dice: Sampled,
    /// The table on which they are played.
    table: Table,
    record: Record,
}

/// What is chosen.
#[derive(Clone, Copy)]
pub(super) enum Choice {
    /// What somebody declares, with how many dice.
    Declares(usize, Option<(Deed, u32)>),
    /// What somebody answers to an attacker.
    Answers(usize, usize, Option<Answer>),
    /// A fighter who is a noncombatant in this round, or not.
    Status(usize, bool),
}

impl Choice {
    /// Returns whether nothing is declared.
    fn waits(self) -> bool {
        matches!(self, Self::Declares(_, None))
    }
}

impl Thought {
    /// For exchanges as they are imagined.
    pub(super) fn new(imagined: &Rounds) -> Box<Self> {
        let mut record = Record::new(imagined);
        record.ends.reserve(imagined.fighters.len());
        Box::new(Self {
            dice: Sampled::new(0, &imagined.rollers()),
            table: imagined.state(),
            record,
        })
    }
}

impl Table {
    /// Becomes as another one, which is as large.
    pub(super) fn copy(&mut self, other: &Self) {
        self.fighters.copy_from_slice(&other.fighters);
        self.parries.copy_from_slice(&other.parries);
        self.dives.copy_from_slice(&other.dives);
        self.order.copy_from_slice(&other.order);
        self.acts.clone_from(&other.acts);
        self.declaring = other.declaring;
        self.place = other.place;
        self.first = other.first;
        self.standing = other.standing;
        self.round = other.round;
        self.sequence = other.sequence;
        self.rounds_left = other.rounds_left;
        self.last = other.last;
    }
}

impl Rounds {
    /// The exchange as a side imagines it that tries in play-outs, once for each of its plans.
    pub(super) fn imagined(setup: &Setup, own: usize) -> Vec<Self> {
        if !setup.sides[own].player.tries() {
            return Vec::new();
        }
        let imagined = |plan| {
            let mut imagined = setup.clone();
            imagined.sides[own].player = plan;
            let other = &mut imagined.sides[1 - own].player;
            if other.tries() || *other == Player::Optimal {
                *other = THINKERS;
            }
            Self::new(imagined)
        };
        PLANS.map(imagined).into()
    }

    /// Of so many choices the number of the one with which the side does best in play-outs, the first of
    /// equals, but to wait only where nothing else is as good: one who cannot lose would wait for ever. The luck
    /// of play-out k is the same for each choice and plan, and never the trial's own.
    #[cold]
    pub(super) fn tried<D: Dice>(
        &self,
        dice: &mut D,
        table: &mut Table,
        side: usize,
        playouts: u32,
        count: u32,
        choice: impl Fn(&Table, u32) -> Choice,
    ) -> u32 {
        if count == 1 {
            return 0;
        }
        let Some(mut thought) = table.thought.take() else {
            return 0;
        };
        thought.dice.reseed(seed(dice, self.whims + side));
        let mut best = (None, 0);
        let waits = |number: &u32| choice(table, *number).waits();
        let acts = (0..count).filter(|number| !waits(number));
        for number in acts.chain((0..count).filter(waits)) {
            let choice = choice(table, number);
            for imagined in &self.imagined[side] {
                let score = imagined.score(&mut thought, table, choice, side, playouts, best.0);
                if score > best.0 {
                    best = (score, number);
                }
            }
        }
        table.thought = Some(thought);
        best.1
    }

    /// How well a side does after a choice, all play-outs together; `None` where it cannot be better
    /// than what is known.
    fn score(
        &self,
        thought: &mut Thought,
        now: &Table,
        choice: Choice,
        side: usize,
        playouts: u32,
        best: Option<u64>,
    ) -> Option<u64> {
        let mut score = 0;
        for playout in 0..playouts {
            deadline::check();
            thought.table.copy(now);
            thought.dice.start(u64::from(playout));
            score += match self.played_out(thought, choice) {
                DRAW => WHOLE / 2,
                UNRESOLVED => self.prospect(&thought.table, side),
                winner => WHOLE * u64::from(winner == side),
            };
            let left = u64::from(playouts - 1 - playout);
            if best.is_some_and(|best| score + WHOLE * left <= best) {
                return None;
            }
        }
        Some(score)
    }

    /// The prospects of a side where both still stand: its share of the hits that all together still
    /// can take.
    fn prospect(&self, table: &Table, side: usize) -> u64 {
        let left = |side: usize| -> u64 {
            let members = &table.fighters[self.sides[side].members.clone()];
            let left = members
                .iter()
                .map(|one| self.options.hits_to_win - one.hits);
            left.map(u64::from).sum()
        };
        WHOLE * left(side) / (left(side) + left(1 - side))
    }

    /// Plays on from a choice, at most so many rounds further: the outcome.
    fn played_out(&self, thought: &mut Thought, choice: Choice) -> usize {
        let Thought {
            dice,
            table,
            record,
        } = thought;
        let (ended, number) = self.after_choice(dice, table, record, choice);
        let last = self.options.max_rounds.min(number + FURTHER);
        let further = || {
            (number + 1..=last).find_map(|number| {
                table.rounds_left = self.options.max_rounds - number + 1;
                self.round(dice, table, number, &mut Silent, record)
            })
        };
        ended.or_else(further).unwrap_or(UNRESOLVED)
    }

    /// Plays the rest of a round from a choice on: the outcome, if it ends there, and its number.
    pub(super) fn after_choice<D: Dice>(
        &self,
        dice: &mut D,
        table: &mut Table,
        record: &mut Record,
        choice: Choice,
    ) -> (Option<usize>, u32) {
        record.ends.clear();
        let number = self.options.max_rounds - table.rounds_left + 1;
        match choice {
            Choice::Status(fighter, noncombat) => {
                table.fighters[fighter].noncombat = noncombat;
                self.choose_statuses(dice, table, fighter + 1, &mut Silent);
                let ended = self.sequences(false, dice, table, number, &mut Silent, record);
                return (ended, number);
            }
            Choice::Declares(fighter, deed) => {
                self.declares(dice, table, fighter, deed, &mut Silent);
            }
            Choice::Answers(target, attacker, answer) => {
                if let Some(answer) = answer {
                    self.defends(dice, table, target, Some(attacker), answer, &mut Silent);
                }
                // A Group Attack may be answered by others.
                if let Some(Deed::Group { targets }) = table.acts.last().map(|act| act.deed) {
                    let all = each(targets, self.first_opponent(attacker));
                    for other in all.filter(|&other| other > target) {
                        self.answered(dice, table, other, attacker, &mut Silent);
                    }
                }
            }
        }
        self.declared_from(dice, table, table.place + 1, &mut Silent);
        let ended = self.sequences(true, dice, table, number, &mut Silent, record);
        (ended, number)
    }
}

/// A seed for play-outs, 0 to 2^62 - 1: one for each decision.
fn seed<D: Dice>(dice: &mut D, whims: Roller) -> u64 {
    let half = 1 << 31;
    let high = u64::from(dice.choose(whims, half));
    high << 31 | u64::from(dice.choose(whims, half))
}
