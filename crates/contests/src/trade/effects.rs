//! Dice that a step throws, and its effect on the holdings of the group.

use super::options::{BarterRefused, LastDie, OutcomeSet};
use super::prepared::Trade;
use super::setup::{MOST_DICE, Setup};
use super::step::{Holdings, Step, StepResult};
use evenodds_core::contest::{CargoOrigin, GroupMeans};

/// Throw that a step requires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Throw<'a> {
    /// The group's dice, or a payer's, against a bill.
    Bill {
        /// Target of the dice.
        difficulty: i64,
        /// Backer that pays instead of the group, if any.
        payer: Option<usize>,
        /// Number of dice to add.
        dice: u32,
        /// Backers whose sixes count.
        contributors: &'a [usize],
    },
    /// The dice of one cargo against those of another.
    Barter {
        /// Index of the cargo given.
        give: usize,
        /// Index of the wanted cargo.
        get: usize,
    },
}

impl Setup {
    /// Returns the holdings before the first step.
    pub(super) fn start(&self) -> Holdings {
        let mut backers = [0; 7];
        for (dice, backer) in backers.iter_mut().zip(&self.backers) {
            *dice = backer.dice as u8;
        }
        let mut holdings = Holdings {
            prosperity: self.prosperity as u8,
            ruined: false,
            unpaid: false,
            turned_down: false,
            backers,
            held: 0,
            on_offer: 0,
            foreign: 0,
            refused: self.refused(),
        };
        self.restock(&mut holdings);
        holdings
    }

    /// Returns the pairs of cargoes that cannot be exchanged before the first journey.
    fn refused(&self) -> u64 {
        let cargoes = &self.cargoes;
        if self.options.barter_refused == BarterRefused::Port
            && cargoes.iter().any(|cargo| !cargo.refused.is_empty())
        {
            return u64::MAX;
        }
        let is_refused = |&(give, get, _): &(usize, usize, u32)| {
            cargoes[give].refused.contains(&cargoes[get].name)
        };
        let refused = self.barters().filter(is_refused);
        refused.fold(0, |all, (.., pair)| all | 1 << pair)
    }

    /// Returns the cargoes given and wanted in each barter, with the number of the pair.
    pub(super) fn barters(&self) -> impl Iterator<Item = (usize, usize, u32)> {
        self.steps.iter().filter_map(|(_, step)| match *step {
            Step::Barter { give, get, pair } => Some((give, get, pair)),
            _ => None,
        })
    }

    /// Resets the cargoes to their initial state. Refusals stay, since only a journey leads to
    /// other brokers.
    fn restock(&self, holdings: &mut Holdings) {
        let bits = |wanted: &dyn Fn(&super::Cargo) -> bool| {
            let all = self.cargoes.iter().enumerate();
            let bits = all
                .filter(|(_, cargo)| wanted(cargo))
                .map(|(bit, _)| 1 << bit);
            bits.fold(0, |sum: u16, bit: u16| sum | bit)
        };
        holdings.held = bits(&|cargo| cargo.held);
        holdings.on_offer = bits(&|cargo| cargo.on_offer.unwrap_or(!cargo.held));
        holdings.foreign = bits(&|cargo| cargo.origin == CargoOrigin::Foreign);
    }
}

impl Holdings {
    /// Returns the part of the holdings that later contests start with.
    pub(super) fn means(&self) -> GroupMeans {
        GroupMeans {
            prosperity: self.prosperity,
            backers: self.backers,
            held: self.held,
            on_offer: self.on_offer,
            foreign: self.foreign,
            refused: self.refused,
        }
    }
}

impl Trade {
    /// Prepares the step of index `position` in the file: resets the cargoes before the first step,
    /// if the setup restocks.
    #[inline]
    pub(super) fn begin(&self, holdings: &mut Holdings, position: usize) {
        if position == 0 && self.setup.restock {
            self.setup.restock(holdings);
        }
    }

    /// Returns the dice that a step throws, or its result if it needs none.
    #[inline]
    pub(super) fn attempt<'a>(
        &self,
        holdings: &Holdings,
        step: &'a Step,
    ) -> Result<Throw<'a>, StepResult> {
        match *step {
            Step::Bill {
                difficulty,
                ref contributors,
                payer,
                ..
            } => {
                let dice = match payer {
                    Some(backer) => holdings.backers[backer],
                    None => holdings.prosperity,
                };
                let helping: u32 = contributors
                    .iter()
                    .map(|&backer| u32::from(holdings.backers[backer]))
                    .sum();
                let dice = u32::from(dice);
                if 6 * i64::from(dice + helping) < difficulty {
                    return Err(StepResult::OutOfReach);
                }
                Ok(Throw::Bill {
                    difficulty,
                    payer,
                    dice,
                    contributors,
                })
            }
            Step::Barter { give, get, pair } => {
                if holdings.held & 1 << give == 0 {
                    Err(StepResult::NotHeld)
                } else if holdings.foreign & 1 << give == 0 {
                    Err(StepResult::NotForeign)
                } else if holdings.on_offer & 1 << get == 0 {
                    Err(StepResult::NotOnOffer)
                } else if holdings.refused & 1 << pair != 0 {
                    Err(StepResult::RefusedBefore)
                } else {
                    Ok(Throw::Barter { give, get })
                }
            }
            Step::Sell { cargo } => {
                let gains = self.setup.cargoes[cargo].dice > u32::from(holdings.prosperity);
                Err(if holdings.held & 1 << cargo == 0 {
                    StepResult::NotHeld
                } else {
                    StepResult::Sold(gains)
                })
            }
            Step::Travel => Err(StepResult::Travelled),
            Step::Windfall { dice } => Err(StepResult::Changed(
                (u32::from(holdings.prosperity) + dice).min(MOST_DICE) as i8
                    - holdings.prosperity as i8,
            )),
            Step::Expense { dice } => Err(StepResult::Changed(
                -(dice.min(u32::from(holdings.prosperity)) as i8),
            )),
        }
    }

    /// Returns the result of a step whose throw succeeded or failed.
    #[inline]
    pub(super) fn resolve_throw(
        &self,
        holdings: &Holdings,
        step: &Step,
        success: bool,
    ) -> StepResult {
        match *step {
            Step::Bill { .. } if success => StepResult::Paid,
            Step::Bill {
                payer,
                pay_on_failure,
                ..
            } => {
                let dice = match payer {
                    Some(backer) => holdings.backers[backer],
                    None => holdings.prosperity,
                };
                // Contributors may throw for a payer without dice, which cannot lose one.
                let least = match self.setup.options.last_die {
                    LastDie::Spend => 1,
                    LastDie::Keep => 2,
                };
                if pay_on_failure && dice >= least {
                    StepResult::PaidAtCost
                } else {
                    StepResult::Unpaid
                }
            }
            _ if success => StepResult::Bartered,
            _ => StepResult::Refused,
        }
    }

    /// Applies the result of a step to the holdings.
    #[inline]
    pub(super) fn settle(&self, holdings: &mut Holdings, step: &Step, result: StepResult) {
        match (step, result) {
            (&Step::Bill { payer, .. }, StepResult::PaidAtCost) => match payer {
                Some(backer) => holdings.backers[backer] -= 1,
                None => holdings.prosperity -= 1,
            },
            (&Step::Sell { cargo }, StepResult::Sold(gains)) => {
                holdings.held &= !(1 << cargo);
                if gains {
                    // At most 6: the cargo has at most 6 dice, and more than prosperity.
                    holdings.prosperity += 1;
                }
            }
            (&Step::Barter { give, get, .. }, StepResult::Bartered) => {
                holdings.held = holdings.held & !(1 << give) | 1 << get;
                holdings.on_offer &= !(1 << get);
            }
            (&Step::Barter { pair, .. }, StepResult::Refused) => {
                holdings.refused |= match self.setup.options.barter_refused {
                    BarterRefused::Pair => 1 << pair,
                    BarterRefused::Port => u64::MAX,
                };
            }
            (Step::Travel, _) => {
                holdings.foreign |= holdings.held;
                holdings.refused = 0;
            }
            (_, StepResult::Changed(dice)) => {
                holdings.prosperity = holdings.prosperity.saturating_add_signed(dice);
            }
            _ => {}
        }
        holdings.ruined |= holdings.prosperity == 0;
        // Flags without an outcome would make equivalent holdings differ, and slow down the solver.
        if self.setup.options.outcome == OutcomeSet::Complications {
            holdings.unpaid |= matches!(result, StepResult::Unpaid | StepResult::OutOfReach);
            holdings.turned_down |= result == StepResult::Refused;
        }
    }
}
