//! A prepared Survey.

use super::field;
use super::players::Player;
use super::setup::{FieldFrom, Layout, OUTCOMES, Setup, SupplyFrom};
use evenodds_core::contest::{
    ActingSide, ConfiguredPlayers, Cost, Describe, Description, ErrorRate, Evaluate, Hints,
    Outcome, RatedSide,
};

/// A prepared Survey.
#[derive(Clone, Debug)]
pub struct Survey {
    pub(super) setup: Setup,
    pub(super) description: Description,
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
        let rows = match setup.field {
            FieldFrom::Rolled(rows) => rows,
            FieldFrom::Given(field) => field.rows(),
        };
        let outcomes = vec![
            Outcome::of("success", leader, success),
            Outcome::of("no_trail", leader, no_trail).failing(),
            Outcome::of("trail_lost", leader, trail_lost).failing(),
        ];
        let description = Description {
            outcomes,
            metrics: Layout::list(&setup),
            highlights: &["explored", "solvable", "supply_left"],
            players: ConfiguredPlayers::single(setup.player.name()),
            is_slow: setup.combine && rows == field::MOST_ROWS,
            sides: RatedSide::and_failure(leader, OUTCOMES),
            actors: vec![ActingSide::alone(leader)],
            ..Description::default()
        };
        Self { setup, description }
    }

    /// Returns the Survey with errors of the player.
    #[must_use]
    pub fn with_errors(mut self, rate: ErrorRate) -> Self {
        let rollers = self.rollers().len();
        self.description
            .set_player(self.setup.player.name(), rate, rollers);
        self
    }

    /// Returns the parameters.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }
}

impl Describe for Survey {
    fn description(&self) -> &Description {
        &self.description
    }

    fn rollers(&self) -> Vec<String> {
        let mut rollers = ["field", "prize", "whims", "leader"]
            .map(str::to_owned)
            .to_vec();
        if let SupplyFrom::Rolled { helpers, .. } = &self.setup.supply {
            let names = helpers.iter().map(|one| format!("helper/{}", one.name));
            rollers.extend(names);
        }
        rollers.extend(self.description.error_rollers());
        rollers
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

    fn evaluation(&self) -> Option<&dyn Evaluate> {
        Some(self)
    }

    fn hints(&self) -> Result<&dyn Hints, &'static str> {
        Ok(self)
    }
}
