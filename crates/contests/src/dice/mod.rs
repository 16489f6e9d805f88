//! Contests of one's own (`kind = "dice"`): rolls, states that last over rounds, choices and
//! outcomes, declared in a file.
//!
//! A *round* takes the steps in order. A step throws rolls, lets sides choose, and changes states.
//! The first outcome whose condition holds ends the contest. Contests without steps throw all rolls
//! that outcomes and metrics read.
//!
//! Nothing depends on the order of keys: names are sorted when a file is read, and only the display
//! has the order of the file. Conditions are read first, a list is in order, a table is at once.
//!
//! `expression` parses and evaluates dice expressions, `exact` computes their distributions. `keys`
//! declares the file, `model` reads it, `choices` has the actions of sides, `sight` what a choice
//! sees, `rules` plays the game, `pilot` estimates its cost, `narrate` renders the transcript, `hint`
//! reads typed positions. `tree` finds what states lead to, and `branches` stores it; `solve`
//! computes exact answers from it, `optimal` the best choices with `values` of states, and `decision`
//! chooses among equally good ones. `teams` has the contests of files with teams.

mod branches;
mod choices;
mod decision;
mod hint;
mod keys;
mod model;
mod narrate;
mod optimal;
#[cfg(test)]
mod order_tests;
mod pilot;
mod rollout;
mod rules;
mod sight;
mod solve;
mod teams;
#[cfg(test)]
mod tests;
mod transition;
mod tree;
mod values;
mod writes;

use choices::Choice;
use decision::Decided;
use evenodds_core::contest::{
    ActingSide, ConfiguredPlayers, Contest, Cost, Cutoff, Describe, Description, ErrorRate,
    Evaluate, Hints, Kind, Level, ListOrder, MainFigure, Metric, Outcome, PlayerErrors, PlayerHelp,
    RatedSide, Replaced, ReplacedSeat, Seat, Substitute,
};
use evenodds_core::document::{CheckedTable, Faults, literal_without};
use evenodds_dice::exact::TooLarge;
use evenodds_dice::expression::{NodeId, Program, Range};
use keys::Player;
use optimal::Policy;
use std::collections::HashMap;
use std::sync::{OnceLock, RwLock};
use transition::StepPlan;

pub use narrate::Event;

/// Kind of contests of one's own.
pub static KIND: Kind = Kind {
    name: "dice",
    title: "Dice",
    summary: "What happens in a dice game whose rules are in the file: rolls, rounds, choices?",
    keys: keys::KEYS,
    lists: &[
        ("die.*", ListOrder::Free),
        ("table.*", ListOrder::Meaning("the places from 0")),
        ("table.*[]", ListOrder::Meaning("the places from 0")),
        (
            "die.*.faces",
            ListOrder::Meaning("each face has the weight in the same place"),
        ),
        (
            "die.*.weights",
            ListOrder::Meaning("each weight is that of the face in the same place"),
        ),
        ("step", ListOrder::Meaning("the course of a round")),
        (
            "team.*.members",
            ListOrder::Meaning("the order of turns without `order`, and which target is first"),
        ),
        ("team.*.carry", ListOrder::Free),
        (
            "step[].each",
            ListOrder::Meaning("the order of turns of the teams"),
        ),
        ("step[].roll", ListOrder::Free),
        (
            "step[].action",
            ListOrder::Meaning("the player `first` takes the first one"),
        ),
        (
            "step[].action[].then",
            ListOrder::Meaning("the changes in their order"),
        ),
        (
            "step[].choose.*.among",
            ListOrder::Meaning("the player `first` takes the first value"),
        ),
        ("step[].choose.*.sees", ListOrder::Free),
        (
            "step[].then",
            ListOrder::Meaning("the changes in their order"),
        ),
        ("step[].then[].*", ListOrder::Free),
        ("side", ListOrder::Free),
        (
            "outcome",
            ListOrder::Meaning("the first outcome whose condition holds occurs"),
        ),
    ],
    positions: &[],
    players: &PLAYERS,
    seats,
    outcomes: "names of the file's outcomes, or of the last team that stands, and `draw` if none does; \
               `unresolved` after `limit.rounds` rounds",
    metrics: &[
        (
            "rounds",
            "rounds that were played; only with `[state]` or more than one round",
        ),
        ("value.*", "number under `[metric]`"),
        ("state.*", "state at the end"),
        (
            "survivors.*",
            "members of a team that stand at the end; only with `[team]`",
        ),
        (
            "standing.*",
            "members of one entry of a team that stand at the end; only with `[team]`",
        ),
        (
            "damage.*",
            "hit points that enemies lose by the member; only with `[team]` and a field `hp`",
        ),
    ],
    examine: |_, _| (),
    build,
};

static PLAYERS: [PlayerHelp; Player::ALL.len()] = {
    let mut players = PlayerHelp::quick(&Player::NAMES);
    players[Player::Simple as usize].level = Level::Simple;
    players[Player::First as usize].level = Level::Simple;
    players[Player::Focus as usize].level = Level::Good;
    players[Player::Focus as usize].with_key = Some(("team", true));
    players[Player::Never as usize].with_key = Some(("team", false));
    players[Player::Rollout as usize].slow = true;
    players[Player::Rollout as usize].level = Level::Good;
    players[Player::Optimal as usize].level = Level::Good;
    players
};

/// Numbers of rounds that are counted fastest.
const FEW_ROUNDS: u32 = 1_000;
/// Name of players that choose by an expression.
const RULE: &str = "rule";

/// Returns the seats of a checked file.
fn seats(table: &CheckedTable) -> Vec<Seat> {
    if table.given("team") {
        return teams::seats(table);
    }
    let outcomes = table.tables("outcome");
    let first = (outcomes.first()).and_then(|outcome| outcome.text("name"));
    let seats = table.tables("side").iter().filter_map(|side| {
        let wants = side.text("wants")?;
        let is_outcome = outcomes
            .iter()
            .any(|outcome| outcome.text("name") == Some(wants));
        let outcome = if is_outcome { Some(wants) } else { first };
        seat_at(side, side.text("name")?, outcome?, Player::Optimal)
    });
    seats.collect()
}

/// Returns the seat of a side or a team; `usual` is the player that its table leaves out.
fn seat_at(table: &CheckedTable, name: &str, outcome: &str, usual: Player) -> Option<Seat> {
    let settings = table.item("player")?.as_table();
    let Some(settings) = settings.filter(|settings| !settings.given("name")) else {
        return Seat::at(table, name, outcome);
    };
    let is_rule = settings.given("rule");
    let player = if is_rule { RULE } else { usual.name() };
    Some(Seat {
        name: name.to_owned(),
        path: table.path_of("player"),
        outcome: outcome.to_owned(),
        own: Vec::new(),
        player,
        value: if is_rule {
            literal_without(settings, "error")
        } else {
            player.to_owned()
        },
        has_settings: is_rule,
    })
}

/// Returns the contest, or reports all faults of names and expressions, and players that the file
/// names although what they compute is not defined.
fn build(table: &CheckedTable, faults: &mut Faults) -> Option<Box<dyn Contest>> {
    if table.given("team") {
        return teams::build(table, faults).map(|contest| Box::new(contest) as Box<dyn Contest>);
    }
    let contest = model::read(table, faults)?;
    if let Some(reason) = contest.hidden_information() {
        let sides = contest.parts.sides.iter().zip(table.tables("side"));
        let ahead = sides.filter(|(side, _)| side.looks_ahead());
        refuse_players(ahead.map(|one| one.1), &reason, faults)?;
    }
    Some(Box::new(contest))
}

/// Reports the players that these sides or teams name, for a reason. Returns `None` if there are any.
fn refuse_players<'a>(
    tables: impl Iterator<Item = &'a CheckedTable>,
    reason: &str,
    faults: &mut Faults,
) -> Option<()> {
    let before = faults.len();
    for table in tables.filter(|table| table.given("player")) {
        let accepted = format!("expected another player, since {reason}");
        faults.refuse(table, "player", accepted, None);
    }
    (faults.len() == before).then_some(())
}

/// A variable that lasts between steps.
#[derive(Clone, Debug)]
struct State {
    name: String,
    /// Position in the file, for display.
    place: usize,
    start: i64,
    bounds: Range,
}

/// A step of a round.
#[derive(Clone, Debug, Default)]
struct Step {
    when: Option<NodeId>,
    /// Number of times that the step is taken, and the state that counts the remaining times.
    times: Option<(NodeId, usize)>,
    /// Rolls that are thrown, ascending.
    rolls: Vec<usize>,
    choices: Vec<Choice>,
    writes: Vec<Write>,
}

impl Step {
    /// Returns the expressions that can read rolls.
    fn roots(&self) -> Vec<NodeId> {
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
struct Write {
    condition: Option<NodeId>,
    /// State and new value.
    changes: Vec<(usize, NodeId)>,
}

/// An outcome of the file.
#[derive(Clone, Debug)]
struct Ending {
    name: String,
    phrase: String,
    when: Option<NodeId>,
    at_round: bool,
    is_success: bool,
}

/// Aim of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Aim {
    /// An outcome, by index.
    Outcome(usize),
    /// A high mean of a metric of the file, by index.
    High(usize),
    /// A low mean of a metric of the file, by index.
    Low(usize),
}

/// A side that chooses.
#[derive(Clone, Debug)]
struct Side {
    name: String,
    aim: Aim,
    /// The player, unless there is a rule.
    player: Player,
    /// Number of play-outs of each action, if the player is `rollout`.
    playouts: u32,
    error: ErrorRate,
    /// Expression of the value that the side chooses.
    rule: Option<NodeId>,
}

impl Side {
    /// Returns whether the side chooses by the values of optimal play.
    fn is_optimal(&self) -> bool {
        self.player == Player::Optimal && self.rule.is_none()
    }

    /// Returns whether the side chooses by play-outs.
    fn is_rollout(&self) -> bool {
        self.player == Player::Rollout && self.rule.is_none()
    }

    /// Returns whether the side looks at what follows its choices.
    fn looks_ahead(&self) -> bool {
        self.player.looks_ahead() && self.rule.is_none()
    }

    fn player_name(&self) -> String {
        self.error.named(match self.rule {
            Some(_) => RULE,
            None => self.player.name(),
        })
    }
}

/// Contents of a file.
#[derive(Clone, Debug)]
struct Parts {
    /// States of the file by name, then those that the rules keep: rounds, repeated steps, bags.
    states: Vec<State>,
    /// Number of the states of the file.
    declared: usize,
    /// The state that counts the rounds, if an expression reads it.
    rounds: Option<usize>,
    steps: Vec<Step>,
    endings: Vec<Ending>,
    metrics: Vec<(String, NodeId)>,
    /// Positions of the metrics in the file, for display.
    metric_places: Vec<usize>,
    sides: Vec<Side>,
    most_rounds: u32,
    most_explosions: u32,
    most_states: usize,
    /// Limit of the steps of exact answers and of optimal play, if the file sets it.
    most_steps: Option<u64>,
    /// Warnings about what the rule of order changes in the file.
    warnings: Vec<String>,
}

impl Parts {
    /// Returns the first side of each aim.
    fn aims(&self) -> Vec<&Side> {
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
    fn rated_sides(&self, outcomes: usize) -> Vec<RatedSide> {
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
    fn main_figure(&self) -> MainFigure {
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
    fn cutoffs(&self, is_single: bool) -> Vec<Cutoff> {
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

    fn actors(&self) -> Vec<ActingSide> {
        let aims = self.aims();
        let actor = |side: &Side| ActingSide {
            side: aims.iter().position(|one| one.aim == side.aim).unwrap_or(0),
            ..ActingSide::alone(&side.name)
        };
        self.sides.iter().map(actor).collect()
    }
}

/// A contest of one's own.
#[derive(Debug)]
pub struct DiceContest {
    program: Program,
    parts: Parts,
    /// Plans of the steps for exact answers.
    plans: Vec<StepPlan>,
    description: Description,
    /// Aims of the [rated sides](Parts::rated_sides) that have one.
    aims: Vec<Aim>,
    /// For each metric of the file, then each state, its index in `metrics`.
    places: Vec<usize>,
    /// The states in the order of the file.
    shown_states: Vec<usize>,
    /// Optimal play within the limits of trials, or the reason why there is none.
    policy: OnceLock<Result<Policy, TooLarge>>,
    /// Optimal play within the limits of exact answers, or the reason why there is none.
    long_policy: OnceLock<Result<Policy, TooLarge>>,
    /// Values of actions that were computed, by the key of a position.
    decided: RwLock<HashMap<Vec<i64>, Decided>>,
    /// The contest with an optimal player of one side, by side; for hints.
    advisors: Vec<OnceLock<Box<Self>>>,
    /// The contest of play-outs.
    playouts: OnceLock<Box<Self>>,
    /// True in play-outs for a side that does not see choices of others.
    redraws_secrets: bool,
    /// Estimated cost of a trial.
    trial_cost: OnceLock<u64>,
}

/// Returns the predicate of an outcome's clause in the file, if its subject is the first side that
/// aims at the outcome.
fn predicate(sides: &[Side], outcome: usize, phrase: &str) -> Option<String> {
    let side = sides
        .iter()
        .find(|side| side.aim == Aim::Outcome(outcome))?;
    let rest = phrase.strip_prefix(&*side.name)?;
    Some(rest.strip_prefix(' ')?.to_owned())
}

impl DiceContest {
    fn new(program: Program, mut parts: Parts) -> Self {
        for index in 0..parts.sides.len() {
            let choices = parts.steps.iter().flat_map(|step| &step.choices);
            // A side that never chooses does not err.
            if choices.into_iter().all(|choice| choice.side != index) {
                parts.sides[index].error = ErrorRate::NONE;
            }
        }
        let wanted =
            |index: usize| (parts.sides.iter()).any(|side| side.aim == Aim::Outcome(index));
        let marks_successes = parts.endings.iter().any(|ending| ending.is_success);
        let endings = parts.endings.iter().enumerate();
        let mut outcomes: Vec<Outcome> = endings
            .map(|(index, ending)| {
                let outcome = Outcome {
                    predicate: predicate(&parts.sides, index, &ending.phrase),
                    ..Outcome::new(&ending.name, &ending.phrase)
                };
                if ending.is_success || wanted(index) || index == 0 && !marks_successes {
                    outcome
                } else if marks_successes || index == 1 && parts.endings.len() == 2 {
                    outcome.failing()
                } else {
                    outcome.even()
                }
            })
            .collect();
        let is_single = parts.endings.iter().any(|ending| ending.when.is_none());
        if !is_single {
            outcomes.push(Outcome::rare(
                "unresolved",
                format!("no outcome occurs in {} rounds", parts.most_rounds),
            ));
        }
        let main = parts.main_figure();
        let mut metrics = Vec::new();
        if !is_single {
            metrics.push(Metric {
                help: "rounds that were played",
                ..Metric::number(
                    "rounds",
                    "rounds",
                    1,
                    i64::from(parts.most_rounds.min(FEW_ROUNDS)),
                )
            });
        }
        let own = parts.metrics.iter().map(|(name, node)| {
            let range = program.bounds(*node);
            Metric::number("value", "", range.low, range.high).about(name, "")
        });
        let states = parts.states[..parts.declared].iter().map(|state| {
            let Range { low, high } = state.bounds;
            Metric::number("state", "", low, high).about(&state.name, "")
        });
        let measured: Vec<Metric> = own.chain(states).collect();
        let file_order = |places: &mut dyn Iterator<Item = usize>| {
            let mut order: Vec<(usize, usize)> = places.zip(0..).collect();
            order.sort_unstable();
            order.into_iter().map(|one| one.1)
        };
        let shown_states = file_order(
            &mut parts.states[..parts.declared]
                .iter()
                .map(|state| state.place),
        );
        let shown_states: Vec<usize> = shown_states.collect();
        let mut places = vec![0; measured.len()];
        let shown = file_order(&mut parts.metric_places.iter().copied());
        let states = shown_states.iter().map(|state| parts.metrics.len() + state);
        for one in shown.chain(states) {
            places[one] = metrics.len();
            metrics.push(measured[one].clone());
        }
        let mut contest = Self {
            program,
            plans: Vec::new(),
            description: Description {
                warnings: parts.warnings.clone(),
                highlights: if is_single {
                    &["value", "state"]
                } else {
                    &["value", "rounds", "state"]
                },
                players: ConfiguredPlayers::of_sides(
                    parts.sides.iter().map(|side| [side.player_name()]),
                ),
                sides: parts.rated_sides(outcomes.len()),
                actors: parts.actors(),
                outcomes,
                metrics,
                main,
                cutoffs: parts.cutoffs(is_single),
                ..Description::default()
            },
            aims: parts.aims().iter().map(|side| side.aim).collect(),
            places,
            shown_states,
            advisors: parts.sides.iter().map(|_| OnceLock::new()).collect(),
            playouts: OnceLock::new(),
            redraws_secrets: false,
            parts,
            policy: OnceLock::new(),
            long_policy: OnceLock::new(),
            decided: RwLock::default(),
            trial_cost: OnceLock::new(),
        };
        contest.plans = (0..contest.parts.steps.len())
            .map(|step| StepPlan::new(&contest, step))
            .collect();
        contest.description.is_slow = contest.has_rollout();
        let rates = contest.parts.sides.iter().map(|side| side.error);
        contest.description.errors = PlayerErrors::new(rates, contest.rollers().len());
        contest
    }

    /// Returns whether the number of rounds is measured.
    fn has_rounds(&self) -> bool {
        self.outcomes().len() > self.parts.endings.len()
    }

    /// Returns the sides that make choices.
    fn choosers(&self) -> impl Iterator<Item = &Side> {
        self.choosing_sides().map(|side| &self.parts.sides[side])
    }

    /// Returns the indices of the sides that make choices.
    fn choosing_sides(&self) -> impl Iterator<Item = usize> {
        let choices = || self.parts.steps.iter().flat_map(|step| &step.choices);
        let sides = 0..self.parts.sides.len();
        sides.filter(move |&side| choices().any(|choice| choice.side == side))
    }

    /// Returns whether a side makes optimal choices.
    fn has_optimal(&self) -> bool {
        self.choosers().any(Side::is_optimal)
    }

    /// Returns whether a side chooses by play-outs.
    fn has_rollout(&self) -> bool {
        self.choosers().any(Side::is_rollout)
    }

    /// Returns the contest with an optimal player of a side.
    fn advisor(&self, side: usize) -> &Self {
        if self.parts.sides[side].is_optimal() {
            return self;
        }
        self.advisors[side].get_or_init(|| {
            let mut parts = self.parts.clone();
            let own = &mut parts.sides[side];
            (own.player, own.rule, own.error) = (Player::Optimal, None, ErrorRate::NONE);
            let mut advisor = Self::new(self.program.clone(), parts);
            // Positions of both contests have keys with the same known nodes.
            advisor.plans.clone_from(&self.plans);
            Box::new(advisor)
        })
    }
}

impl Describe for DiceContest {
    fn description(&self) -> &Description {
        &self.description
    }

    fn rollers(&self) -> Vec<String> {
        let rolls = self.program.rolls.iter().map(|roll| roll.name.clone());
        let sides = self.parts.sides.iter();
        rolls
            .chain(sides.map(|side| format!("player/{}", side.name)))
            .chain(self.description.error_rollers())
            .collect()
    }

    fn cost(&self) -> Cost {
        let setup = if self.has_optimal() { 100_000_000 } else { 0 };
        Cost {
            setup,
            per_trial: self.trial_cost(),
        }
    }

    fn substitute(&self, replaced: Replaced) -> Option<Substitute> {
        let (reason, playouts) = match replaced {
            Replaced::Uncomputable => (self.policy().err()?.0, self.affordable_playouts()),
            Replaced::All(playouts) => {
                let playouts = playouts.filter(|_| self.hidden_information().is_none());
                (self.has_optimal().then(String::new)?, playouts)
            }
        };
        let choosing: Vec<usize> = self.choosing_sides().collect();
        let replaced = choosing
            .into_iter()
            .filter(|&side| self.parts.sides[side].is_optimal());
        let mut parts = self.parts.clone();
        let mut seats = Vec::new();
        for index in replaced {
            let side = &mut parts.sides[index];
            side.player = match playouts {
                Some(_) => Player::Rollout,
                None if self.has_simple(index) => Player::Simple,
                None => Player::First,
            };
            side.playouts = playouts.unwrap_or(0);
            let player = side.player.name();
            seats.push(ReplacedSeat {
                name: side.name.clone(),
                player,
                value: match playouts {
                    Some(count) => format!("{{name = \"{player}\", playouts = {count}}}"),
                    None => player.to_owned(),
                },
            });
        }
        Some(Substitute {
            contest: Box::new(Self::new(self.program.clone(), parts)),
            seats,
            playouts,
            wanted: Player::Optimal.name(),
            reason,
        })
    }

    fn evaluation(&self) -> Option<&dyn Evaluate> {
        let mut choosers = self.choosers().peekable();
        choosers.peek()?;
        // Play-outs in which each choice takes play-outs take too long.
        let is_evaluated = |side: &Side| matches!(side.aim, Aim::Outcome(_)) && !side.is_rollout();
        choosers.all(is_evaluated).then_some(self)
    }

    fn hints(&self) -> Result<&dyn Hints, &'static str> {
        let mut aims = self
            .choosers()
            .map(|side| matches!(side.aim, Aim::Outcome(_)));
        if let Some(first) = aims.next()
            && aims.all(|aim| aim == first)
        {
            return Ok(self);
        }
        Err("it has no choices, or choices for outcomes and for metrics; `run` it instead")
    }
}
