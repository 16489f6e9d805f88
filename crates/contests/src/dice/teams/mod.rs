//! Contests of teams whose members have fields, such as hit points, and take turns.
//!
//! `roster` reads the teams, `scope` has the names that expressions can read, `read` reads the
//! steps into a `plan`. `position` has the values of a position, `rules` the course of a contest,
//! and `act` what an action throws and changes. `players` choose, one of them by `focus`. `results`
//! computes what an action leads to, and `solve` the exact answer from it. `carry` has the fields that
//! scenes of an adventure take over. `narrate` renders the
//! transcript.

mod act;
mod build;
mod carry;
mod focus;
mod narrate;
mod options;
mod plan;
mod players;
mod position;
mod read;
mod results;
mod roster;
mod rules;
mod scope;
mod solve;
#[cfg(test)]
mod tests;

pub(super) use build::{build, seats};

use evenodds_core::contest::{Cost, Describe, Description, Hints, LastingEffects};
use evenodds_dice::expression::{Evaluator, NodeId, Range};
use focus::Focus;
use plan::{Formulas, Step, ValuePlan};
use position::{Actors, Standing};
use roster::{FieldId, Roster};
use rules::Position;
use scope::WorldState;
use std::sync::OnceLock;

/// An outcome of the file.
#[derive(Clone, Debug)]
struct Ending {
    when: Option<NodeId>,
    at_round: bool,
    outcome: usize,
}

/// A contest of teams.
#[derive(Debug)]
pub struct TeamContest {
    roster: Roster,
    world: Vec<WorldState>,
    /// Values of a board at the start, before any are rolled.
    start_values: Vec<i64>,
    /// Which members are there at the start.
    joined: Vec<bool>,
    /// Number of members of each team that are not.
    late: Vec<u32>,
    /// Fields of each entry that never change.
    constants: Vec<Vec<i64>>,
    /// Bounds of the fields of each entry.
    bounds: Vec<Vec<Range>>,
    /// For each entry and field, which of the texts of the field it has.
    text_places: Vec<Vec<i64>>,
    team_of: Vec<usize>,
    /// When the members of each entry stand.
    standing: Vec<Standing>,
    /// Start values of each entry that are rolled.
    start_rolls: Vec<Vec<(FieldId, ValuePlan)>>,
    steps: Vec<Step>,
    /// Outcomes, metrics, and when members join.
    world_formulas: Formulas,
    /// Whether members join later.
    has_late: bool,
    /// Condition under which the members of each entry join, and the variables that it reads.
    from: Vec<Option<(NodeId, Vec<usize>)>>,
    /// Outcomes of the file; empty if the last team that stands wins.
    endings: Vec<Ending>,
    ending_reads: Vec<usize>,
    /// Metrics of the file, with their indices among all.
    metrics: Vec<(NodeId, usize)>,
    metric_reads: Vec<usize>,
    /// Metrics of the states, with their indices among all.
    state_metrics: Vec<(usize, usize)>,
    most_rounds: u32,
    most_steps: Option<u64>,
    rollers: Vec<String>,
    /// First roller of each member.
    rollers_of: Vec<usize>,
    /// Roller of lots; those of steps without turns follow.
    lots: usize,
    hit_points: Option<FieldId>,
    /// Metric of the damage dealt by each entry.
    damage_metrics: Vec<Option<usize>>,
    /// Metric of the standing members of each entry.
    standing_metrics: Vec<usize>,
    /// Outcome of each team.
    outcome_of: Vec<usize>,
    description: Description,
    focus: OnceLock<Focus>,
}

impl TeamContest {
    /// Returns the outcome of contests that end with nobody standing.
    fn draw(&self) -> usize {
        self.outcomes().len() - 2
    }

    /// Returns the outcome of contests that are cut off.
    fn unresolved(&self) -> usize {
        self.outcomes().len() - 1
    }

    /// Sets the values of a finished contest that are not counted in play.
    fn measure(&self, position: &mut Position, values: &mut [i64]) {
        values[0] = i64::from(position.state.round);
        for &metric in &self.standing_metrics {
            values[metric] = 0;
        }
        for (member, stands) in position.state.board.stands.iter().enumerate() {
            if *stands {
                values[self.standing_metrics[self.roster.entry_of[member]]] += 1;
            }
        }
        let Position { state, scratch, .. } = position;
        for &(world, metric) in &self.state_metrics {
            values[metric] = state.board.values[self.world_start() + world];
        }
        if self.metrics.is_empty() {
            return;
        }
        let of_world = scratch.of_world(self);
        let formulas = &self.world_formulas;
        let at = (&state.board, state.round);
        self.load(
            (formulas, &self.metric_reads),
            at,
            Actors::default(),
            of_world,
        );
        of_world.forget();
        for &(node, metric) in &self.metrics {
            values[metric] = Evaluator(&formulas.program).value(of_world, node);
        }
    }
}

/// Estimated cost of a turn, in nanoseconds.
const COST_OF_TURN: u64 = 150;
/// Number of rounds of a contest whose length is not known.
const USUAL_ROUNDS: u64 = 8;

impl Describe for TeamContest {
    fn description(&self) -> &Description {
        &self.description
    }

    fn rollers(&self) -> Vec<String> {
        self.rollers.clone()
    }

    fn cost(&self) -> Cost {
        let turns: usize = self
            .steps
            .iter()
            .map(|step| step.members.len().max(1))
            .sum();
        Cost {
            setup: 0,
            per_trial: turns as u64 * COST_OF_TURN * USUAL_ROUNDS,
        }
    }

    fn lasting_effects(&self) -> &dyn LastingEffects {
        self
    }

    fn hints(&self) -> Result<&dyn Hints, &'static str> {
        Err("positions of contests of teams cannot be typed; `run` or `trace` it instead")
    }
}
