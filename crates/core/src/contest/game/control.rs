//! Trials with the control variate: the estimated chance at the opening.

use super::{GameStop, PlayoutGame, play};
use crate::contest::{CERTAIN, CHANCE_UNITS, ControlledTrials, Openings, Record, Silent, deadline};
use crate::dice::Sampled;

/// A game that estimates the chance of the first side at the first decision of a trial.
pub trait OpeningEstimate: PlayoutGame {
    /// Returns the estimated cost of an opening, throw and evaluation, in nanoseconds.
    fn opening_cost(&self) -> u64;

    /// Returns the estimated chance of the first side at the first decision of a trial, in units of
    /// [`CERTAIN`].
    fn opening_chance(&self, position: &Self::Position) -> u32;
}

impl<G: OpeningEstimate> Openings for G {
    fn opening_cost(&self) -> u64 {
        OpeningEstimate::opening_cost(self)
    }

    fn controlled_trials(&self, seed: u64, openings: u32) -> Box<dyn ControlledTrials + '_> {
        Box::new(GameTrials::new(self, seed, openings))
    }
}

/// Trials of a game, each with further openings that are thrown but not played.
struct GameTrials<'a, G: OpeningEstimate> {
    game: &'a G,
    openings: u32,
    dice: Sampled,
    /// Dice of the further openings, with their own random streams.
    further: Sampled,
    position: G::Position,
    memory: G::Memory,
    record: Record,
}

impl<'a, G: OpeningEstimate> GameTrials<'a, G> {
    fn new(game: &'a G, seed: u64, openings: u32) -> Self {
        let names = game.rollers();
        let further: Vec<String> = names
            .iter()
            .map(|name| format!("/opening {name}"))
            .collect();
        Self {
            game,
            openings,
            dice: Sampled::new(seed, &names),
            further: Sampled::new(seed, &further),
            position: game.start(),
            memory: game.memory(),
            record: Record::new(game),
        }
    }

    /// Throws the further openings of a trial; returns the sum of their estimates.
    fn throw_further(&mut self, trial: u64) -> u32 {
        let (game, position) = (self.game, &mut self.position);
        self.further.start(trial);
        let mut sum = 0;
        for _ in 0..self.openings {
            game.restart(position);
            game.begin(position, &mut self.memory, &mut self.further, &mut Silent);
            let stop = game.advance(position, &mut self.further, &mut Silent);
            if let GameStop::Decision(_) = stop {
                sum += units(game.opening_chance(position));
            }
        }
        sum
    }
}

impl<G: OpeningEstimate> ControlledTrials for GameTrials<'_, G> {
    fn trial(&mut self, trial: u64) -> (&Record, i64) {
        deadline::check();
        let further = self.throw_further(trial);
        let game = self.game;
        self.dice.start(trial);
        self.record.ends.clear();
        let mut chance = None;
        let choose = |position: &G::Position, actor, memory: &mut G::Memory, dice: &mut Sampled| {
            if chance.is_none() {
                chance = Some(units(game.opening_chance(position)));
            }
            game.decide(position, actor, memory, dice)
        };
        let state = (&mut self.position, &mut self.memory);
        let record = &mut self.record;
        play(game, state, &mut self.dice, &mut Silent, record, choose);
        // An opening without a decision counts as 0, as in `throw_further`.
        let scaled = i64::from(self.openings) * i64::from(chance.unwrap_or(0));
        (&self.record, scaled - i64::from(further))
    }
}

/// Converts a chance in units of 1 / [`CERTAIN`] to one in units of 1 / [`CHANCE_UNITS`].
fn units(chance: u32) -> u32 {
    chance / (CERTAIN / CHANCE_UNITS)
}
