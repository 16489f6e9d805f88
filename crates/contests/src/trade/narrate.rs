//! Narration of trade.

use super::prepared::Trade;
use super::setup::MOST_DICE;
use super::step::{Holdings, Step, StepResult};
use evenodds_core::contest::{Events, sixes_add};
use evenodds_core::dice::Pool;
use evenodds_core::document::capital;

/// Roller of the dice of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepThrower {
    /// The group, with its prosperity.
    Group,
    /// The backer with this index.
    Backer(usize),
    /// The cargo with this index.
    Cargo(usize),
}

/// Event of a trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// The sequence of steps begins.
    Opened {
        /// Dice of prosperity.
        prosperity: u32,
    },
    /// A step begins.
    Begun {
        /// Number of the step among all steps played, from 1.
        number: u32,
        /// Index of the step in the file.
        step: usize,
    },
    /// Dice were thrown and added.
    Threw {
        /// Thrower.
        who: StepThrower,
        /// Dice of the throw.
        pool: Pool,
    },
    /// A contributor threw dice, of which only sixes count.
    Contributed {
        /// Index of the backer.
        backer: usize,
        /// Dice of the throw.
        pool: Pool,
    },
    /// A step ended.
    Ended {
        /// Index of the step in the file.
        step: usize,
        /// Sum of the dice, and target; `None` if no dice were thrown.
        dice: Option<(i64, i64)>,
        /// Result of the step.
        result: StepResult,
        /// Holdings after the step.
        holdings: Holdings,
    },
    /// The group has no dice of prosperity left for the first time.
    Ruined,
}

impl Events for Trade {
    type Event = Event;

    fn narrate(&self, event: &Event) -> String {
        match *event {
            Event::Opened { prosperity } => {
                format!("Prosperity starts with {}.", dice(prosperity))
            }
            Event::Begun { number, step } => format!("{number}. {}.", title(self, step)),
            Event::Threw { who, pool } => format!(
                "   {} throws {}, {pool}: {}.",
                name(self, who),
                dice(pool.len()),
                pool.sum()
            ),
            Event::Contributed { backer, pool } => format!(
                "   {} contributes with {}, {pool}: {}.",
                name(self, StepThrower::Backer(backer)),
                dice(pool.len()),
                sixes_add(pool)
            ),
            Event::Ended {
                step,
                dice,
                result,
                ref holdings,
            } => format!("   {}.", ending(self, step, dice, result, holdings)),
            Event::Ruined => "   The group is ruined.".to_owned(),
        }
    }
}

/// Returns the heading of a step.
fn title(trade: &Trade, position: usize) -> String {
    let (name, step) = &trade.setup.steps[position];
    let cargo = |cargo: usize| &trade.setup.cargoes[cargo].name;
    let about = match *step {
        Step::Bill {
            difficulty, payer, ..
        } => match payer {
            Some(backer) => format!(
                "a bill of {difficulty} for {}",
                trade.setup.backers[backer].name
            ),
            None => format!("a bill of {difficulty}"),
        },
        Step::Sell { cargo: sold } => format!("{} is for sale", cargo(sold)),
        Step::Barter { give, get, .. } => {
            format!("{} for {}", cargo(give), cargo(get))
        }
        Step::Travel => "a journey".to_owned(),
        Step::Windfall { dice } => format!("a windfall of {}", self::dice(dice)),
        Step::Expense { dice } => format!("an expense of {}", self::dice(dice)),
    };
    if name.is_empty() {
        capital(&about)
    } else {
        format!("{name}: {about}")
    }
}

fn ending(
    trade: &Trade,
    position: usize,
    thrown: Option<(i64, i64)>,
    result: StepResult,
    holdings: &Holdings,
) -> String {
    let left = dice(u32::from(holdings.prosperity));
    let step = &trade.setup.steps[position].1;
    let sum = thrown.map_or_else(String::new, |(total, target)| {
        // If the tie rule requires a higher total, the target is one more than the sum of the other
        // cargo's dice.
        let lead = match step {
            Step::Barter { .. } => trade.setup.options.barter_tie.lead(),
            _ => 0,
        };
        format!("{total} against {}: ", target - lead)
    });
    let payer = match *step {
        Step::Bill {
            payer: Some(payer), ..
        } => Some(payer),
        _ => None,
    };
    match result {
        StepResult::Paid => format!("{sum}paid at no cost"),
        StepResult::PaidAtCost => match payer {
            Some(backer) => format!(
                "{sum}paid with a die of {}, {} left",
                trade.setup.backers[backer].name,
                dice(u32::from(holdings.backers[backer]))
            ),
            None => format!("{sum}paid with a die, prosperity now has {left}"),
        },
        StepResult::Unpaid => format!("{sum}left unpaid"),
        StepResult::OutOfReach => "Out of reach: no roll can pay the bill".to_owned(),
        StepResult::Sold(true) => format!("Sold: prosperity now has {left}"),
        StepResult::Sold(false) => {
            "Sold without a gain: the cargo has no more dice than prosperity".to_owned()
        }
        StepResult::Bartered => format!("{sum}the cargoes are exchanged"),
        StepResult::Refused => format!("{sum}the broker refuses"),
        StepResult::NotHeld => "The cargo is not on board".to_owned(),
        StepResult::NotForeign => "The cargo is local and cannot be bartered here".to_owned(),
        StepResult::NotOnOffer => "The cargo is no longer on offer".to_owned(),
        StepResult::RefusedBefore => "The broker refuses until the next journey".to_owned(),
        StepResult::Travelled => "All cargo on board now counts as foreign".to_owned(),
        StepResult::Changed(0) if u32::from(holdings.prosperity) == MOST_DICE => {
            "Prosperity already has the maximum number of dice".to_owned()
        }
        StepResult::Changed(_) => format!("Prosperity now has {left}"),
    }
}

fn name(trade: &Trade, who: StepThrower) -> &str {
    match who {
        StepThrower::Group => "The group",
        StepThrower::Backer(backer) => &trade.setup.backers[backer].name,
        StepThrower::Cargo(cargo) => &trade.setup.cargoes[cargo].name,
    }
}

fn dice(count: u32) -> String {
    match count {
        0 => "no dice".to_owned(),
        1 => "1 die".to_owned(),
        _ => format!("{count} dice"),
    }
}
