//! The library's dice and contests as a source for the plain program.

use crate::plain::adventure::Luck;
use crate::plain::dice::PlainDice;
use crate::tape::Thrown;
use evenodds::dice::{Dice, Sampled};
use evenodds::scenario::{Scenario, load};
use std::collections::HashMap;

/// Dice and contests of a trial.
pub struct Library {
    seed: u64,
    trial: u64,
    /// Contests by their texts.
    contests: HashMap<String, Scenario>,
    /// Dice by the names of their rollers.
    throwers: HashMap<String, Sampled>,
}

impl Library {
    pub fn new(seed: u64) -> Self {
        Self {
            seed,
            trial: 0,
            contests: HashMap::new(),
            throwers: HashMap::new(),
        }
    }

    pub fn start(&mut self, trial: u64) {
        self.trial = trial;
        self.throwers.clear();
    }

    fn contest(&mut self, text: &str) -> &Scenario {
        let entry = self.contests.entry(text.to_owned());
        entry.or_insert_with(|| scenario(text))
    }

    /// Returns the dice of all rollers in a contest.
    fn dice(&mut self, text: &str, prefix: &str) -> Sampled {
        let names = self.contest(text).contest.dice_rollers();
        let names: Vec<String> = names.iter().map(|name| format!("{prefix}{name}")).collect();
        let mut dice = Sampled::new(self.seed, &names);
        dice.start(self.trial);
        dice
    }
}

/// Returns the scenario of a text without faults.
pub fn scenario(text: &str) -> Scenario {
    load("x.toml", text.as_bytes(), &[]).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

impl Luck for Library {
    fn of_sides(&mut self, text: &str, prefix: &str) -> Box<dyn PlainDice> {
        Box::new(Thrown(self.dice(text, prefix)))
    }

    fn of_rollers(&mut self, names: &[String]) -> Box<dyn PlainDice> {
        let mut dice = Sampled::new(self.seed, names);
        dice.start(self.trial);
        Box::new(Thrown(dice))
    }

    fn play(&mut self, text: &str, prefix: &str) -> String {
        let mut dice = self.dice(text, prefix);
        let contest = &self.contest(text).contest;
        let part = contest.as_scene().unwrap();
        let mut stage = part.stage();
        part.perform(&mut stage, &mut dice);
        contest.outcomes()[stage.record.outcome].name.clone()
    }

    fn throw(&mut self, roller: &str, count: u32) -> u32 {
        let dice = self.throwers.entry(roller.to_owned()).or_insert_with(|| {
            let mut dice = Sampled::new(self.seed, &[roller.to_owned()]);
            dice.start(self.trial);
            dice
        });
        dice.pool(0, count).sum()
    }
}
