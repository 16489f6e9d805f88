//! Contents of a file: states, steps, outcomes, sides and limits.

use super::choices::Choice;
use super::keys::Player;
use evenodds_core::contest::{ActingSide, Cutoff, ErrorRate, MainFigure, RatedSide};
use evenodds_dice::expression::{NodeId, Range};

/// Name of players that choose by an expression.
pub(super) const RULE: &str = "rule";

/// A variable that lasts between steps.
#[derive(Clone, Debug)]
pub(super) struct State {
    pub(super) name: String,
    /// Position in the file, for display.
    pub(super) place: usize,
    pub(super) start: i64,
    pub(super) bounds: Range,
}

/// A step of a round.
#[derive(Clone, Debug, Default)]
pub(super) struct Step {
    pub(super) when: Option<NodeId>,
    /// Number of times that the step is taken, and the state that counts the remaining times.
    pub(super) times: Option<(NodeId, usize)>,
    /// Rolls that are thrown, ascending.
    pub(super) rolls: Vec<usize>,
    pub(super) choices: Vec<Choice>,
    pub(super) writes: Vec<Write>,
}

impl Step {
    /// Returns the expressions that can read rolls.
    pub(super) fn roots(&self) -> Vec<NodeId> {
        let writes = self.writes.iter().flat_map(|write| {
            let changes = write.changes.iter().map(|change| change.1);
            write.condition.into_iter().chain(changes)
        });
        let conditions = self.choices.iter().flat_map(Choice::conditions);
        writes.chain(conditions).collect()
    }
}

/// Changes of states, with one condition.
#[derive(Clone, Debug)]
pub(super) struct Write {
    pub(super) condition: Option<NodeId>,
    /// State and new value.
    pub(super) changes: Vec<(usize, NodeId)>,
}

/// An outcome of the file.
#[derive(Clone, Debug)]
pub(super) struct Ending {
    pub(super) name: String,
    pub(super) phrase: String,
    pub(super) when: Option<NodeId>,
    pub(super) at_round: bool,
    pub(super) is_success: bool,
}

/// Aim of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Aim {
    /// An outcome, by index.
    Outcome(usize),
    /// A high mean of a metric of the file, by index.
    High(usize),
    /// A low mean of a metric of the file, by index.
    Low(usize),
}

/// A side that chooses.
#[derive(Clone, Debug)]
pub(super) struct Side {
    pub(super) name: String,
    pub(super) aim: Aim,
    /// The player, unless there is a rule.
    pub(super) player: Player,
    /// Number of play-outs of each action, if the player is `rollout`.
    pub(super) playouts: u32,
    pub(super) error: ErrorRate,
    /// Expression of the value that the side chooses.
    pub(super) rule: Option<NodeId>,
}

impl Side {
    /// Returns whether the side chooses by the values of optimal play.
    pub(super) fn is_optimal(&self) -> bool {
        self.player == Player::Optimal && self.rule.is_none()
    }

    /// Returns whether the side chooses by play-outs.
    pub(super) fn is_rollout(&self) -> bool {
        self.player == Player::Rollout && self.rule.is_none()
    }

    /// Returns whether the side looks at what follows its choices.
    pub(super) fn looks_ahead(&self) -> bool {
        self.player.looks_ahead() && self.rule.is_none()
    }

    pub(super) fn player_name(&self) -> String {
        self.error.named(match self.rule {
            Some(_) => RULE,
            None => self.player.name(),
        })
    }
}

/// Contents of a file.
#[derive(Clone, Debug)]
pub(super) struct Parts {
    /// States of the file by name, then those that the rules keep: rounds, repeated steps, bags.
    pub(super) states: Vec<State>,
    /// Number of the states of the file.
    pub(super) declared: usize,
    /// The state that counts the rounds, if an expression reads it.
    pub(super) rounds: Option<usize>,
    pub(super) steps: Vec<Step>,
    pub(super) endings: Vec<Ending>,
    pub(super) metrics: Vec<(String, NodeId)>,
    /// Positions of the metrics in the file, for display.
    pub(super) metric_places: Vec<usize>,
    pub(super) sides: Vec<Side>,
    pub(super) most_rounds: u32,
    pub(super) most_explosions: u32,
    pub(super) most_states: usize,
    /// Limit of the steps of exact answers and of optimal play, if the file sets it.
    pub(super) most_steps: Option<u64>,
    /// Warnings about what the rule of order changes in the file.
    pub(super) warnings: Vec<String>,
}

impl Parts {
    /// Returns the first side of each aim.
    pub(super) fn aims(&self) -> Vec<&Side> {
        let mut first: Vec<&Side> = Vec::new();
        for side in &self.sides {
            if !first.iter().any(|one| one.aim == side.aim) {
                first.push(side);
            }
        }
        first
    }

    /// Returns a side for each aim. If there is only one, `failure` wins with all other outcomes, of
    /// this number in total.
    pub(super) fn rated_sides(&self, outcomes: usize) -> Vec<RatedSide> {
        let mut rated: Vec<RatedSide> = (self.aims().iter())
            .map(|side| RatedSide {
                name: side.name.clone(),
                outcomes: match side.aim {
                    Aim::Outcome(outcome) => vec![outcome],
                    Aim::High(_) | Aim::Low(_) => Vec::new(),
                },
            })
            .collect();
        if rated.len() < 2 {
            let is_other =
                |outcome: &usize| !rated.iter().any(|side| side.outcomes.contains(outcome));
            let outcomes = (0..outcomes).filter(is_other).collect();
            let name = "failure".to_owned();
            rated.push(RatedSide { name, outcomes });
        }
        rated
    }

    /// Returns the main figure: the successes, else the aim of a side, else the first metric of a
    /// contest with one outcome, else the most likely outcome.
    pub(super) fn main_figure(&self) -> MainFigure {
        let endings = self.endings.iter().enumerate();
        let marked = endings.filter(|(_, ending)| ending.is_success);
        let marked: Vec<usize> = marked.map(|(index, _)| index).collect();
        if !marked.is_empty() {
            return MainFigure::Successes(marked);
        }
        // The order of sides has no meaning, that of outcomes has.
        let wanted = self.sides.iter().filter_map(|side| match side.aim {
            Aim::Outcome(outcome) => Some(outcome),
            Aim::High(_) | Aim::Low(_) => None,
        });
        if let Some(outcome) = wanted.min() {
            return MainFigure::Successes(vec![outcome]);
        }
        let aims = self.sides.iter().filter_map(|side| match side.aim {
            Aim::High(metric) | Aim::Low(metric) => Some(metric),
            Aim::Outcome(_) => None,
        });
        let first_of = |metrics: &mut dyn Iterator<Item = usize>| {
            metrics.min_by_key(|&metric| self.metric_places[metric])
        };
        let metric = first_of(&mut { aims }).or_else(|| {
            let is_alone = self.endings.len() == 1;
            first_of(&mut (0..self.metrics.len()).filter(|_| is_alone))
        });
        metric.map_or(MainFigure::MostLikely, |metric| {
            MainFigure::Metric(format!("value.{}", self.metrics[metric].0))
        })
    }

    /// Returns the limits of the file that can cut off trials.
    pub(super) fn cutoffs(&self, is_single: bool) -> Vec<Cutoff> {
        let rounds = Cutoff {
            key: "limit.rounds",
            most: self.most_rounds,
            unit: "rounds",
            outcome: Some(self.endings.len()),
        };
        let explosions = Cutoff {
            key: "limit.explode",
            most: self.most_explosions,
            unit: "explosions of a die",
            outcome: None,
        };
        let rounds = Some(rounds).filter(|_| !is_single);
        rounds.into_iter().chain([explosions]).collect()
    }

    pub(super) fn actors(&self) -> Vec<ActingSide> {
        let aims = self.aims();
        let actor = |side: &Side| ActingSide {
            side: aims.iter().position(|one| one.aim == side.aim).unwrap_or(0),
            ..ActingSide::alone(&side.name)
        };
        self.sides.iter().map(actor).collect()
    }
}
