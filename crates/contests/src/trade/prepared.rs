//! A prepared trade contest.

use super::measure::Layout;
use super::options::OutcomeSet;
use super::setup::Setup;
use super::step::{Holdings, Step};
use evenodds_core::contest::{Describe, Description, LastingEffects, Outcome, Timeline};

/// A prepared trade contest.
#[derive(Clone, Debug)]
pub struct Trade {
    pub(super) setup: Setup,
    pub(super) description: Description,
    pub(super) layout: Layout,
}

/// Maximum number of outcomes.
pub(super) const MOST_OUTCOMES: usize = 4;
/// Index of the outcome `solvent`.
pub(super) const SOLVENT: usize = 0;
/// Index of the outcome `refused`, if there is one.
pub(super) const REFUSED: usize = 1;
/// Index of the outcome `unpaid`, if there is one.
pub(super) const UNPAID: usize = 2;

impl Trade {
    /// Creates a contest from its setup.
    pub fn new(setup: Setup) -> Self {
        let (metrics, layout) = Layout::new(&setup);
        let mut outcomes = Vec::new();
        let mut base = "solvent";
        if setup.options.outcome == OutcomeSet::Ruin {
            outcomes.push(Outcome::new("solvent", "the group stays solvent"));
        } else {
            // The timeline shows only ruin, whereas `solvent` excludes all complications.
            base = "not_ruined";
            outcomes.extend([
                Outcome::new("solvent", "the group has no complications"),
                Outcome::new("refused", "a barter is refused").failing(),
                Outcome::new("unpaid", "a bill stays unpaid").failing(),
            ]);
        }
        outcomes.push(Outcome::new("ruined", "the group is ruined").failing());
        let description = Description {
            outcomes,
            metrics,
            timelines: vec![Timeline {
                base,
                subject: "the group".to_owned(),
                section: String::new(),
                unit: "steps",
                of: 1,
            }],
            highlights: &[
                "final_prosperity",
                "bills_paid",
                "bills_at_cost",
                "bills_unpaid",
                "bills_out_of_reach",
                "bartered",
            ],
            ..Description::default()
        };
        Self {
            setup,
            description,
            layout,
        }
    }

    /// Returns the index of the outcome `ruined`.
    pub(super) fn ruined(&self) -> usize {
        self.outcomes().len() - 1
    }

    /// Returns the outcome for the final holdings.
    pub(super) fn outcome(&self, holdings: &Holdings) -> usize {
        if holdings.ruined {
            self.ruined()
        } else if holdings.unpaid {
            UNPAID
        } else if holdings.turned_down {
            REFUSED
        } else {
            SOLVENT
        }
    }

    /// Yields the steps in the order of play, as (number from 1, index in the file, step).
    pub(super) fn played(&self) -> impl Iterator<Item = (u32, usize, &Step)> {
        let steps = &self.setup.steps;
        let all = (0..self.setup.repeat).flat_map(move |_| steps.iter().enumerate());
        (1..)
            .zip(all)
            .map(|(number, (position, (_, step)))| (number, position, step))
    }
}

impl Describe for Trade {
    fn description(&self) -> &Description {
        &self.description
    }

    fn rollers(&self) -> Vec<String> {
        let backers = self
            .setup
            .backers
            .iter()
            .map(|one| format!("backer/{}", one.name));
        let cargoes = self
            .setup
            .cargoes
            .iter()
            .map(|one| format!("cargo/{}", one.name));
        std::iter::once("prosperity".to_owned())
            .chain(backers)
            .chain(cargoes)
            .collect()
    }

    fn lasting_effects(&self) -> &dyn LastingEffects {
        self
    }
}
