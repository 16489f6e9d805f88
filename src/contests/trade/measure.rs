//! The metrics of trade.

use super::step::{Result, Step};
use super::{MOST_DICE, Setup};
use crate::contest::{Metric, Scale};

/// The metrics by name, for people.
pub(super) static HELP: &[(&str, &str)] = &[
    ("final_prosperity", "dice of prosperity at the end"),
    (
        "ruined_at",
        "the step after which prosperity had no dice for the first time; 0 if it never came to that",
    ),
    ("bills_paid", "bills paid at no cost; of several: how many"),
    (
        "bills_at_cost",
        "bills paid with a die; of several: how many",
    ),
    (
        "bills_unpaid",
        "bills left unpaid after a failure; of several: how many",
    ),
    (
        "bills_out_of_reach",
        "bills that no roll could have paid; of several: how many",
    ),
    (
        "sales_gained",
        "sales that raised prosperity; of several: how many",
    ),
    (
        "bartered",
        "exchanges of cargo that were made; of several: how many",
    ),
    (
        "backer_dice.<name>",
        "of a backer who takes whole bills: dice left at the end",
    ),
    (
        "prosperity.<step>",
        "dice of prosperity after that step, counted from 1 through all repetitions; 0 is the start",
    ),
];

/// Where each metric lies among a record's values. What no step can bring about is not measured.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    pub(super) final_prosperity: usize,
    pub(super) ruined_at: usize,
    /// The first of paid, at cost, unpaid, out of reach.
    bills: Option<usize>,
    sales: Option<usize>,
    barters: Option<usize>,
    /// The backers who pay, with their metrics.
    pub(super) backers: Vec<(usize, usize)>,
    /// Prosperity at the start; that after each step follows. The last of all metrics.
    pub(super) path: usize,
}

impl Layout {
    /// The metric that counts steps that end so.
    #[inline]
    pub(super) fn counted(&self, result: Result) -> Option<usize> {
        let bill = |offset: usize| self.bills.map(|first| first + offset);
        match result {
            Result::Paid => bill(0),
            Result::PaidAtCost => bill(1),
            Result::Unpaid => bill(2),
            Result::OutOfReach => bill(3),
            Result::Sold(true) => self.sales,
            Result::Bartered => self.barters,
            _ => None,
        }
    }
}

impl Layout {
    /// The metrics that count steps.
    pub(super) fn counts(&self) -> impl Iterator<Item = usize> {
        let bills = self.bills.map(|first| first..first + 4);
        let others = [self.sales, self.barters];
        bills
            .into_iter()
            .flatten()
            .chain(others.into_iter().flatten())
    }
}

/// The metrics and where they lie.
pub(super) fn metrics(setup: &Setup) -> (Vec<Metric>, Layout) {
    let total = setup.steps.len() as u32 * setup.repeat;
    let most = i64::from(MOST_DICE);
    let mut metrics = vec![
        Metric::number("final_prosperity", "dice", 0, most),
        Metric::number("ruined_at", "step", 0, i64::from(total)),
    ];
    let count = |wanted: fn(&Step) -> bool| {
        let steps = setup.steps.iter().filter(|(_, step)| wanted(step));
        steps.count() as u32 * setup.repeat
    };
    let mut add = |bases: &[&'static str], unit: &'static str, count: u32| {
        let first = metrics.len();
        metrics.extend(bases.iter().map(|base| {
            let unit = if count == 1 { "yes or no" } else { unit };
            Metric::number(base, unit, 0, 0).out_of(count)
        }));
        (count > 0).then_some(first)
    };
    let bases = [
        "bills_paid",
        "bills_at_cost",
        "bills_unpaid",
        "bills_out_of_reach",
    ];
    let of = |bases: &'static [&'static str], count: u32| if count > 0 { bases } else { &[] };
    let bills = count(|step| matches!(step, Step::Bill { .. }));
    let sales = count(|step| matches!(step, Step::Sell { .. }));
    let barters = count(|step| matches!(step, Step::Barter { .. }));
    let bills = add(if bills > 0 { &bases } else { &[] }, "bills", bills);
    let sales = add(of(&["sales_gained"], sales), "sales", sales);
    let barters = add(of(&["bartered"], barters), "exchanges", barters);
    let pays = |backer: usize| {
        let mut steps = setup.steps.iter();
        steps.any(
            |(_, step)| matches!(step, Step::Bill { payer: Some(payer), .. } if *payer == backer),
        )
    };
    let mut backers = Vec::new();
    for (position, backer) in setup.backers.iter().enumerate() {
        if pays(position) {
            backers.push((position, metrics.len()));
            let dice = Metric::number("backer_dice", "dice", 0, i64::from(backer.dice));
            metrics.push(dice.about(&backer.name, ""));
        }
    }
    let path = metrics.len();
    metrics.extend((0..=total).map(|number| {
        let mut metric =
            Metric::number("prosperity", "dice", 0, most).about(&number.to_string(), "");
        metric.scale = Scale::Path("steps");
        metric
    }));
    let layout = Layout {
        final_prosperity: 0,
        ruined_at: 1,
        bills,
        sales,
        barters,
        backers,
        path,
    };
    (metrics, layout)
}
