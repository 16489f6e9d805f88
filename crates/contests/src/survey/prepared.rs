//! A prepared Survey.

use super::field;
use super::players::Player;
use super::setup::{FieldFrom, Layout, OUTCOMES, Setup, SupplyFrom};
use evenodds_core::contest::game::EvaluationDensity;
use evenodds_core::contest::{ConfiguredPlayers, Cost, Describe, Evaluate, Hints, Metric, Outcome};
use std::sync::OnceLock;

/// A prepared Survey.
#[derive(Clone, Debug)]
pub struct Survey {
    pub(super) setup: Setup,
    pub(super) outcomes: [Outcome; OUTCOMES],
    pub(super) metrics: Vec<Metric>,
    /// Density of the estimates along a trial, measured on first use.
    pub(super) evaluation_density: OnceLock<EvaluationDensity>,
}

impl Survey {
    /// Creates a Survey. A given Field must have an eligible number, and the Prize if that is a
    /// number. The Supply must have 1 to 100 dice.
    pub fn new(setup: Setup) -> Self {
        let [success, no_trail, trail_lost] = match &setup.supply {
            SupplyFrom::Rolled { .. } => ["succeeds", "finds no trail", "loses the trail"],
            SupplyFrom::Given(_) => ["succeed", "find no trail", "lose the trail"],
        };
        let leader = setup.supply.leader();
        let outcomes = [
            Outcome::of("success", leader, success),
            Outcome::of("no_trail", leader, no_trail).failing(),
            Outcome::of("trail_lost", leader, trail_lost).failing(),
        ];
        let metrics = Layout::list(&setup);
        Self {
            setup,
            outcomes,
            metrics,
            evaluation_density: OnceLock::new(),
        }
    }

    /// Returns the parameters.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }
}

impl Describe for Survey {
    fn outcomes(&self) -> &[Outcome] {
        &self.outcomes
    }

    fn rollers(&self) -> Vec<String> {
        let mut rollers = ["field", "prize", "whims", "leader"]
            .map(str::to_owned)
            .to_vec();
        if let SupplyFrom::Rolled { helpers, .. } = &self.setup.supply {
            let names = helpers.iter().map(|one| format!("helper/{}", one.name));
            rollers.extend(names);
        }
        rollers
    }

    fn metrics(&self) -> &[Metric] {
        &self.metrics
    }

    fn highlights(&self) -> &[&'static str] {
        &["explored", "solvable", "supply_left"]
    }

    fn is_slow(&self) -> bool {
        let rows = match self.setup.field {
            FieldFrom::Rolled(rows) => rows,
            FieldFrom::Given(field) => field.rows(),
        };
        self.setup.combine && rows == field::MOST_ROWS
    }

    fn cost(&self) -> Cost {
        Cost {
            setup: 2_000_000,
            per_trial: match self.setup.player {
                Player::Random | Player::Thrifty => 300,
                Player::Optimal => 1_500,
            },
        }
    }

    fn players(&self) -> ConfiguredPlayers {
        ConfiguredPlayers::single(self.setup.player.name())
    }

    fn evaluation(&self) -> Option<&dyn Evaluate> {
        Some(self)
    }

    fn hints(&self) -> Option<&dyn Hints> {
        Some(self)
    }
}
