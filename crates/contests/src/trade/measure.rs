//! Metrics of trade.

use super::setup::{MOST_DICE, Setup};
use super::step::{Step, StepResult};
use evenodds_core::contest::{Metric, Metrics, Scale, metrics};

metrics! {
    /// Indices of the metrics in a record; `None` for metrics of kinds of step that the file does
    /// not have.
    #[derive(Clone, Debug)]
    pub(super) struct Layout(all, setup: &Setup) {
        /// dice of prosperity at the end
        pub(super) final_prosperity: usize = "final_prosperity" =>
            all.number("dice", 0, i64::from(MOST_DICE)),
        /// the step after which prosperity first had no dice, in the trials in which that happened
        pub(super) ruined_at: usize = "ruined_at" =>
            all.each("step", [setup.count(|_| true)], |metric, steps| {
                metric.within(0, i64::from(steps)).or_never(0)
            }),
        /// bills paid at no cost: yes or no, or their number if more than one is possible
        bills_paid: Option<usize> = "bills_paid" => optional_count(all, "bills", setup.bills()),
        /// bills paid with a die: yes or no, or their number if more than one is possible
        bills_at_cost: Option<usize> = "bills_at_cost" => optional_count(all, "bills", setup.bills()),
        /// bills left unpaid after a failure: yes or no, or their number if more than one is possible
        bills_unpaid: Option<usize> = "bills_unpaid" => optional_count(all, "bills", setup.bills()),
        /// bills that no roll could have paid: yes or no, or their number if there are more than
        /// one
        bills_out_of_reach: Option<usize> = "bills_out_of_reach" =>
            optional_count(all, "bills", setup.bills()),
        /// sales that raised prosperity: yes or no, or their number if more than one is possible
        sales_gained: Option<usize> = "sales_gained" =>
            optional_count(all, "sales", setup.count(|step| matches!(step, Step::Sell { .. }))),
        /// exchanges of cargo: yes or no, or their number if more than one is possible
        bartered: Option<usize> = "bartered" =>
            optional_count(all, "exchanges", setup.count(|step| matches!(step, Step::Barter { .. }))),
        /// of a backer who pays whole bills: dice left at the end
        pub(super) backer_dice: Vec<Option<usize>> = "backer_dice.<name>" =>
            all.some("dice", setup.backers.iter().enumerate(), |metric, (position, backer)| {
                let dice = metric.about(&backer.name, "").within(0, i64::from(backer.dice));
                setup.pays(position).then_some(dice)
            }),
        /// dice of prosperity after that step, counted from 1 through all repetitions; 0 is the
        /// start
        pub(super) path: usize = "prosperity.<step>" =>
            all.each("dice", 0..=setup.count(|_| true), |metric, number| Metric {
                scale: Scale::Path("steps"),
                ..metric.about(&number.to_string(), "").within(0, i64::from(MOST_DICE))
            }),
    }
}

impl Setup {
    /// Returns the number of steps that satisfy `wanted`, including repetitions.
    fn count(&self, wanted: fn(&Step) -> bool) -> u32 {
        let steps = self.steps.iter().filter(|(_, step)| wanted(step));
        steps.count() as u32 * self.repeat
    }

    fn bills(&self) -> u32 {
        self.count(|step| matches!(step, Step::Bill { .. }))
    }

    /// Returns whether a backer pays whole bills.
    fn pays(&self, backer: usize) -> bool {
        let mut steps = self.steps.iter();
        steps.any(
            |(_, step)| matches!(step, Step::Bill { payer: Some(payer), .. } if *payer == backer),
        )
    }
}

/// Adds a metric that counts steps out of `count`; returns its index, or `None` if `count` is 0.
fn optional_count(all: &mut Metrics, unit: &'static str, count: u32) -> Option<usize> {
    let metric = |metric: Metric, count| (count > 0).then(|| metric.counting(count));
    all.some(unit, [count], metric)[0]
}

impl Layout {
    /// Returns the index of the metric that counts steps with this result, if any.
    #[inline]
    pub(super) fn counted(&self, result: StepResult) -> Option<usize> {
        match result {
            StepResult::Paid => self.bills_paid,
            StepResult::PaidAtCost => self.bills_at_cost,
            StepResult::Unpaid => self.bills_unpaid,
            StepResult::OutOfReach => self.bills_out_of_reach,
            StepResult::Sold(true) => self.sales_gained,
            StepResult::Bartered => self.bartered,
            _ => None,
        }
    }

    /// Yields the indices of the metrics that count steps.
    pub(super) fn counts(&self) -> impl Iterator<Item = usize> {
        let all = [
            self.bills_paid,
            self.bills_at_cost,
            self.bills_unpaid,
            self.bills_out_of_reach,
            self.sales_gained,
            self.bartered,
        ];
        all.into_iter().flatten()
    }

    /// Yields the backers that pay whole bills, each with the index of its metric.
    #[inline]
    pub(super) fn backers(&self) -> impl Iterator<Item = (usize, usize)> {
        let all = self.backer_dice.iter().enumerate();
        all.filter_map(|(backer, metric)| Some((backer, (*metric)?)))
    }
}
