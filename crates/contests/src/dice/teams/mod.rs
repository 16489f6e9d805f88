//! Contests of teams whose members have fields, such as hit points, and take turns.
//!
//! `roster` reads the teams, `scope` has the names that expressions can read, `read` reads the
//! steps into a `plan`. `position` has the values of a position, `rules` the course of a contest,
//! and `act` what an action throws and changes. `players` choose, one of them by `focus`, and `rollout` by play-outs. `results`
//! computes what an action leads to, `solve` the exact answer from it, and `optimal` the best
//! choices. `carry` has the fields that scenes of an adventure take over. `narrate` renders the
//! transcript, `hint` reads typed positions.

mod act;
mod build;
mod carry;
mod focus;
mod hint;
mod narrate;
mod optimal;
mod options;
mod plan;
mod players;
mod position;
mod read;
mod results;
mod rollout;
mod roster;
mod rules;
mod scope;
mod solve;
#[cfg(test)]
mod tests;

pub(super) use build::{build, seats};

use super::keys::{MOST_TEAMS, Player};
use super::pilot::Pilot;
use evenodds_core::contest::game::{Game, distinct};
use evenodds_core::contest::{
    ConfiguredPlayers, Cost, Describe, Description, ErrorRate, Evaluate, Hints, LastingEffects,
    PlayerErrors, Replaced, ReplacedSeat, Substitute,
};
use evenodds_core::dice::Dice;
use evenodds_dice::exact::TooLarge;
use evenodds_dice::expression::{Evaluator, NodeId, Range};
use focus::Focus;
use optimal::Policy;
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

/// Parts of a contest that are computed when they are first needed. A copy is empty.
#[derive(Debug, Default)]
struct Prepared {
    focus: OnceLock<Focus>,
    /// Optimal play within the limits of trials, or the reason why there is none.
    policy: OnceLock<Result<Policy, TooLarge>>,
    /// Optimal play within the limits of exact answers, or the reason why there is none.
    long_policy: OnceLock<Result<Policy, TooLarge>>,
    /// The contest with an optimal player of a team, for hints.
    advisors: [OnceLock<Box<TeamContest>>; MOST_TEAMS],
    /// The contest of play-outs.
    playouts: OnceLock<Box<TeamContest>>,
    /// Estimated cost of a trial.
    trial_cost: OnceLock<u64>,
    /// For each entry, true if it has interchangeable members.
    sorted: OnceLock<Vec<bool>>,
}

impl Clone for Prepared {
    fn clone(&self) -> Self {
        Self::default()
    }
}

/// A contest of teams.
#[derive(Clone, Debug)]
pub struct TeamContest {
    roster: Roster,
    world: Vec<WorldState>,
    /// Values of a board at the start, before any are rolled.
    start_values: Vec<i64>,
    /// For each member, true if it has joined at the start.
    joined: Vec<bool>,
    /// Number of members of each team that join later.
    late: Vec<u32>,
    /// Fields of each entry that never change.
    constants: Vec<Vec<i64>>,
    /// Bounds of the fields of each entry.
    bounds: Vec<Vec<Range>>,
    /// For each entry and field, the index of the entry's text among those of the field.
    text_places: Vec<Vec<i64>>,
    team_of: Vec<usize>,
    /// Condition under which the members of each entry stand.
    standing: Vec<Standing>,
    /// Start values of each entry that are rolled.
    start_rolls: Vec<Vec<(FieldId, ValuePlan)>>,
    steps: Vec<Step>,
    /// Outcomes, metrics, and conditions under which members join.
    world_formulas: Formulas,
    /// True if members join later.
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
    /// Metric of the standing members of each team.
    survivors_metrics: Vec<usize>,
    /// Outcome of each team.
    outcome_of: Vec<usize>,
    description: Description,
    prepared: Prepared,
}

impl TeamContest {
    /// Returns the outcome of contests that end without a standing member.
    fn draw(&self) -> usize {
        self.outcomes().len() - 2
    }

    /// Returns the outcome of contests that are cut off.
    fn unresolved(&self) -> usize {
        self.outcomes().len() - 1
    }

    /// Sets the players of the description to those of the teams, if any of them has choices.
    fn name_players(&mut self) {
        if !self.has_choices() {
            return;
        }
        for team in 0..self.roster.teams.len() {
            if !self.chooses(team) {
                self.roster.teams[team].error = ErrorRate::NONE;
            }
        }
        let mut teams: Vec<_> = self.roster.teams.iter().collect();
        teams.sort_by_key(|team| team.place);
        let players = teams
            .iter()
            .map(|team| [team.error.named(team.player.name())]);
        self.description.players = ConfiguredPlayers::of_sides(players);
        let rates = self.roster.teams.iter().map(|team| team.error);
        self.description.errors = PlayerErrors::new(rates, self.rollers.len());
        self.description.is_slow = self.rollout_team().is_some();
    }

    /// Sets the values of a finished contest that are not counted in play.
    fn measure(&self, position: &mut Position, values: &mut [i64]) {
        values[0] = i64::from(position.state.round);
        for &metric in self.standing_metrics.iter().chain(&self.survivors_metrics) {
            values[metric] = 0;
        }
        for (member, stands) in position.state.board.stands.iter().enumerate() {
            if *stands {
                values[self.standing_metrics[self.roster.entry_of[member]]] += 1;
                values[self.survivors_metrics[self.team_of[member]]] += 1;
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

/// Cost of an action with its decision, in nanoseconds.
const COST_OF_ACTION: u64 = 120;

impl Describe for TeamContest {
    fn description(&self) -> &Description {
        &self.description
    }

    fn rollers(&self) -> Vec<String> {
        let own = self.rollers.iter().cloned();
        own.chain(self.description.error_rollers()).collect()
    }

    fn cost(&self) -> Cost {
        let per_trial = self.prepared.trial_cost.get_or_init(|| {
            let pilot = Pilot::new(self, |position, dice| {
                let own = position.state.own?;
                let index = self.team_of[own];
                let team = &self.roster.teams[index];
                if team.player == Player::Rollout {
                    let options = distinct(self, position).into_iter().map(|one| one.0);
                    let by = (self.description.actors[index].side, self.rollers_of[own]);
                    let from = (position, options.collect());
                    return dice.best_by_playout(self.playout_contest(), from, by, team.playouts);
                }
                let mut actions = Vec::new();
                self.actions(position, &mut actions);
                let place = dice.choose(self.lots, actions.len() as u32);
                actions.get(place as usize).copied()
            });
            pilot.cost(COST_OF_ACTION, self.most_rounds)
        });
        Cost {
            setup: if self.has_optimal() { Cost::SECOND } else { 0 },
            per_trial: *per_trial,
        }
    }

    fn substitute(&self, replaced: Replaced) -> Option<Substitute> {
        if !self.has_optimal() {
            return None;
        }
        let reason = match replaced {
            Replaced::Uncomputable => self.policy().err()?.0,
            Replaced::All(_) => String::new(),
        };
        let mut contest = self.clone();
        let mut seats = Vec::new();
        for team in &mut contest.roster.teams {
            if team.player == Player::Optimal {
                team.player = Player::Focus;
                let player = team.player.name();
                seats.push(ReplacedSeat {
                    name: team.name.clone(),
                    player,
                    value: player.to_owned(),
                });
            }
        }
        contest.name_players();
        Some(Substitute {
            contest: Box::new(contest),
            seats,
            playouts: None,
            wanted: Player::Optimal.name(),
            reason,
        })
    }

    /// Returns the evaluation only if optimal play is solved: play-outs of every option of every turn
    /// take too long.
    fn evaluation(&self) -> Option<&dyn Evaluate> {
        let teams = 0..self.roster.teams.len();
        let mut choosing = teams.filter(|&team| self.chooses(team)).peekable();
        choosing.peek()?;
        // Play-outs in which each choice takes play-outs take too long.
        if self.rollout_team().is_some() {
            return None;
        }
        let is_solved = |team| self.advisor(team).policy().is_ok();
        choosing.all(is_solved).then_some(self)
    }

    fn lasting_effects(&self) -> &dyn LastingEffects {
        self
    }

    fn hints(&self) -> Result<&dyn Hints, &'static str> {
        if self.has_choices() {
            return Ok(self);
        }
        Err("its members have no choices; `run` or `trace` it instead")
    }
}
