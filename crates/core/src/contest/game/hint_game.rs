//! Hints and advice: the ranking of actions at a decision, rendered as text.

use super::rank::{ActionValues, by_playouts, by_values, distinct};
use super::{ActivePosition, Game, GameStop, Ranked, RatedGame, play};
use crate::contest::{
    Advised, BestAction, Cost, Describe, DescribedEntry, HintBy, HintOf, HintPlan, Hints, Notes,
    Observer, RatedAction, RatedSide, Record, Silent, positions,
};
use crate::dice::{Dice, Scripted};
use crate::document::{Faults, Source};
use std::cell::RefCell;
use std::sync::Arc;

/// Smallest difference of chances that advice reports: half a tenth of a percentage point, since
/// chances are shown to a tenth.
const SAME: f64 = 0.000_5;

/// Largest estimated cost of the play-outs for the advice on a trial, in nanoseconds on two cores.
const COST_OF_ADVICE: u64 = 5 * Cost::SECOND;

/// A contest without the parts that no longer matter at a position, in one copy for each possible
/// player of the actor's side.
pub struct Reduced<G: Game> {
    /// Copies of the contest, at least one; they differ only in their players.
    pub games: Vec<G>,
    /// The position in the reduced contest.
    pub position: G::Position,
}

impl<G: Game> Reduced<G> {
    /// Returns a reduced contest with a single possible player for the actor's side.
    pub fn one(game: G, position: G::Position) -> Self {
        Self {
            games: vec![game],
            position,
        }
    }
}

/// Depth of the estimate in an unsolved game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EstimateDepth {
    /// Thorough: for a single hint.
    Full,
    /// Fast: for every decision of a narration.
    Quick,
}

/// Description of a position.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Described {
    /// The participant to move.
    pub actor: String,
    /// The decision and its reason, as a sentence without a full stop.
    pub turn: String,
    /// Dice and state of each participant, or of another holder of dice such as a pile.
    pub table: Vec<DescribedEntry>,
    /// Names of participants that are out or have not yet joined.
    pub missing: Vec<String>,
}

/// A game with typed positions and named actions.
pub trait HintGame: RatedGame + Sized {
    /// Returns an example of a typed position.
    fn example(&self) -> String;

    /// Parses a position. It may be one at which the contest is over; the caller rejects those.
    ///
    /// # Errors
    /// Returns all faults of the text.
    fn read(&self, source: &Arc<Source>) -> Result<Self::Position, Faults>;

    /// Describes a position at a decision.
    fn describe(&self, position: &Self::Position) -> Described {
        let actor = actor_to_move(self, position);
        let actor = self.description().actors[actor].name.clone();
        Described {
            turn: format!("{actor} has the turn"),
            actor,
            ..Described::default()
        }
    }

    /// Returns an action as a clause after `should`: `attack Duke Zero with the 4`.
    fn name(&self, position: &Self::Position, action: Self::Action) -> String;

    /// Returns the immediate effect of an action as a clause; may be empty. `alike` has the actions
    /// that differ from it only in their target.
    fn effect(
        &self,
        position: &Self::Position,
        action: Self::Action,
        alike: &[Self::Action],
    ) -> String {
        let _ = (position, action, alike);
        String::new()
    }

    /// Returns the contest without the parts that no longer matter at a position; `None` for the
    /// whole contest with the players of the file. With `declared`, the actor's side keeps the
    /// file's player; otherwise good players replace it.
    fn reduced(&self, position: &Self::Position, declared: bool) -> Option<Reduced<Self>> {
        let _ = (position, declared);
        None
    }

    /// Converts an action to that of the reduced contest, if it has the action.
    fn reduced_action(
        &self,
        position: &Self::Position,
        action: Self::Action,
    ) -> Option<Self::Action> {
        let _ = position;
        Some(action)
    }

    /// Returns quick estimates of the values of actions; `None` if the game has none.
    fn estimate(
        &self,
        position: &Self::Position,
        actions: &[Self::Action],
        depth: EstimateDepth,
    ) -> Option<ActionValues> {
        let _ = (position, actions, depth);
        None
    }

    /// Returns for each action whether the actor's side then wins for certain, whatever the dice and
    /// the others do; may be empty. A certain win may be missed.
    fn certain_wins(
        &self,
        position: &Self::Position,
        actions: &[Self::Action],
        depth: EstimateDepth,
    ) -> Vec<bool> {
        let _ = (position, actions, depth);
        Vec::new()
    }

    /// Returns the maximum number of play-outs of each action for the advice on a decision.
    fn most_quick_playouts(&self) -> u32 {
        u32::MAX
    }

    /// Returns a description of the method of comparison, as a clause. `games` are the contests
    /// that the play-outs used.
    fn method(&self, position: &Self::Position, by: HintBy, games: &[&Self]) -> String {
        let _ = position;
        match by {
            HintBy::Solved => "solved exactly, with optimal play afterwards".to_owned(),
            HintBy::Estimated => format!("estimated by {}", self.assessor()),
            HintBy::Played(_) => match games {
                [game] => format!("continued by {}", game.players()),
                _ => format!(
                    "continued by whichever of {} players wins most often",
                    games.len()
                ),
            },
        }
    }

    /// Returns the quantity that values of actions measure: chances, or scores.
    fn counts(&self) -> HintOf {
        HintOf::Chance
    }

    /// Returns the clause that introduces a value in a message, such as `heroes then win`.
    fn then(&self, side: usize) -> String {
        outcome_then(self, side)
    }

    /// Returns whether a narration shows the decision before this event.
    fn shows_decision(&self, event: &Self::Event) -> bool {
        let _ = event;
        true
    }
}

/// Returns the clause that introduces the chance of a side's first outcome.
pub fn outcome_then(contest: &impl Describe, side: usize) -> String {
    let RatedSide { name, outcomes } = &contest.description().sides[side];
    let Some(&first) = outcomes.first() else {
        return String::new();
    };
    let outcome = &contest.outcomes()[first];
    match &outcome.predicate {
        Some(predicate) => format!("{name} then {predicate}"),
        None => outcome.phrase.clone(),
    }
}

/// Returns the actor to move at a position, or the outcome if the contest is over.
fn next<G: Game>(game: &G, position: &G::Position) -> GameStop {
    // The position is at a decision or at the end, where `advance` throws no dice.
    let mut dice = Scripted::new(Vec::new());
    game.advance(&mut position.clone(), &mut dice, &mut Silent)
}

fn actor_to_move<G: Game>(game: &G, position: &G::Position) -> usize {
    match next(game, position) {
        GameStop::Decision(actor) => actor,
        GameStop::End(_) => 0,
    }
}

fn side_to_move<G: Game>(game: &G, position: &G::Position) -> usize {
    game.description().actors[actor_to_move(game, position)].side
}

/// Ranks the actions of a decision.
pub fn rank<G: HintGame>(
    games: &[&G],
    position: &G::Position,
    plan: &HintPlan,
    depth: EstimateDepth,
) -> (HintBy, Vec<Ranked<G::Action>>) {
    let mut left = u64::MAX;
    let ranked = rank_within(games, position, plan, (depth, &mut left));
    ranked.unwrap_or((HintBy::Played(0), Vec::new()))
}

/// Ranks the actions of a decision. The estimated cost of its play-outs, in nanoseconds, is
/// subtracted from `left`. Returns `None` if it is larger.
fn rank_within<G: HintGame>(
    games: &[&G],
    position: &G::Position,
    plan: &HintPlan,
    (depth, left): (EstimateDepth, &mut u64),
) -> Option<(HintBy, Vec<Ranked<G::Action>>)> {
    let game = games[0];
    let actions = distinct(game, position);
    let first: Vec<G::Action> = actions.iter().map(|&(action, _)| action).collect();
    let certain_wins = || {
        let depth = if plan.quick {
            EstimateDepth::Quick
        } else {
            depth
        };
        game.certain_wins(position, &first, depth)
    };
    // Play-outs count wins, so games with scores use exact values even if play-outs are requested.
    if plan.playouts.is_none() || game.counts() != HintOf::Chance {
        let solved = game.solve(position, &first, &mut game.memory());
        let values = solved.or_else(|| {
            let estimated = plan.quick.then(|| game.estimate(position, &first, depth));
            estimated.flatten()
        });
        if let Some(values) = values {
            let certain = match values.by {
                HintBy::Solved => Vec::new(),
                _ => certain_wins(),
            };
            let ranked = by_values(game, position, actions, (&values, &certain));
            return Some((values.by, ranked));
        }
    }
    let plays = (actions.len() * games.len()) as u64;
    let most = match depth {
        EstimateDepth::Full => u32::MAX,
        EstimateDepth::Quick => game.most_quick_playouts(),
    };
    let usual = || usual_playouts(game, plays).min(most);
    let count = plan.playouts.unwrap_or_else(usual);
    let cost = game
        .cost()
        .per_trial
        .saturating_mul(plays * u64::from(count));
    *left = left.checked_sub(cost)?;
    let certain = certain_wins();
    let side = side_to_move(game, position);
    let played = by_playouts(
        games,
        position,
        side,
        (actions, &certain),
        (count, plan.seed),
    );
    Some((HintBy::Played(count), played))
}

/// Returns the default number of play-outs per action: a multiple of 100, from 100 to 10,000,
/// estimated to take a second on two cores. `plays` is the number of actions times the number of
/// games.
fn usual_playouts(contest: &impl Describe, plays: u64) -> u32 {
    let each = contest.cost().per_trial.max(1).saturating_mul(plays);
    ((Cost::SECOND / each).clamp(100, 10_000) / 100 * 100) as u32
}

impl<G: HintGame> Hints for G {
    fn example(&self) -> String {
        HintGame::example(self)
    }

    fn hint(&self, table: &Arc<Source>, plan: &HintPlan) -> Result<BestAction, Faults> {
        let whole = self.read(table)?;
        if let GameStop::End(outcome) = next(self, &whole) {
            let mut faults = Faults::new();
            let ended = &self.outcomes()[outcome].phrase;
            faults.push(positions::whole(table, "the contest is over", ended));
            return Err(faults);
        }
        let reduced = self.reduced(&whole, plan.declared);
        let (games, position) = ranking_contests(self, &whole, reduced.as_ref());
        let (by, ranked) = rank(&games, position, plan, EstimateDepth::Full);
        let game = games[0];
        let Described {
            actor,
            turn,
            table,
            missing,
        } = self.describe(&whole);
        let considered = ranked.iter().map(|ranked| RatedAction {
            action: game.name(position, ranked.action),
            effect: game.effect(position, ranked.action, &ranked.alike),
            value: ranked.wins,
            no_winner: ranked.no_winner,
            played: ranked.played,
            certain: ranked.certain,
        });
        Ok(BestAction {
            actor,
            turn,
            then: self.then(side_to_move(self, &whole)),
            of: self.counts(),
            method: game.method(position, by, &games),
            by,
            table,
            missing,
            actions: considered.collect(),
        })
    }
}

/// Returns the contests and the position for ranking actions: the reduced ones if any, else the
/// whole contest.
fn ranking_contests<'a, G: Game>(
    whole: &'a G,
    position: &'a G::Position,
    reduced: Option<&'a Reduced<G>>,
) -> (Vec<&'a G>, &'a G::Position) {
    match reduced {
        Some(reduced) => (reduced.games.iter().collect(), &reduced.position),
        None => (vec![whole], position),
    }
}

/// An observer that stores every event, with advice on events that show a decision.
struct Listener<'a, G: HintGame> {
    game: &'a G,
    advised: Advised<G::Event>,
    pending: &'a RefCell<Option<String>>,
}

impl<G: HintGame> Observer<G::Event> for Listener<'_, G> {
    fn note(&mut self, event: impl FnOnce() -> G::Event) {
        let event = event();
        let shown = self.game.shows_decision(&event);
        let advice = if shown { self.pending.take() } else { None };
        self.advised.push((event, advice));
    }
}

/// Plays one trial with notes on each decision.
pub(super) fn advised<G: HintGame, D: Dice>(
    game: &G,
    dice: &mut D,
    state: &mut ActivePosition<G::Position, G::Memory>,
    notes: Notes,
) -> (Advised<G::Event>, Record) {
    let pending = RefCell::new(None);
    let mut left = Some(COST_OF_ADVICE);
    let mut number = 0..;
    let mut listener = Listener {
        game,
        advised: Vec::new(),
        pending: &pending,
    };
    let mut record = Record::new(game);
    let actors = &game.description().actors;
    let choose = |position: &G::Position, actor: usize, memory: &mut G::Memory, dice: &mut D| {
        let action = game.decide(position, actor, memory, dice);
        if game.is_major(position) {
            let side = actors[actor].side;
            pending.replace(match notes {
                Notes::Advice => advice(game, position, (side, action), &mut left),
                Notes::Number => number.next().map(|number: u32| number.to_string()),
            });
        }
        action
    };
    let playing = (&mut state.position, &mut state.memory);
    play(game, playing, dice, &mut listener, &mut record, choose);
    (listener.advised, record)
}

/// Returns the advice on the action that a side chose; `None` if there was only one. `left` is the
/// cost of play-outs that is left, which becomes `None` after the advice that there is no more.
fn advice<G: HintGame>(
    whole: &G,
    position: &G::Position,
    (side, chosen): (usize, G::Action),
    left: &mut Option<u64>,
) -> Option<String> {
    let cost = left.as_mut()?;
    let plan = HintPlan {
        quick: true,
        ..HintPlan::default()
    };
    let reduced = whole.reduced(position, false);
    let chosen = match &reduced {
        Some(_) => whole.reduced_action(position, chosen)?,
        None => chosen,
    };
    let (games, position) = ranking_contests(whole, position, reduced.as_ref());
    let quick = (EstimateDepth::Quick, cost);
    let Some((_, ranked)) = rank_within(&games, position, &plan, quick) else {
        *left = None;
        let seconds = COST_OF_ADVICE / Cost::SECOND;
        return Some(format!(
            "no more advice: the play-outs of this trial would take more than {seconds} s"
        ));
    };
    if ranked.len() < 2 {
        return None;
    }
    let (best, made) = (
        ranked.first()?,
        ranked.iter().find(|ranked| ranked.has(chosen))?,
    );
    let then = whole.then(side);
    let more = best.score() - made.score();
    let value = |value: f64| match whole.counts() {
        HintOf::Chance => format!("{:.1}%", 100.0 * value),
        of => format!("{:.2}", of.shown(value)),
    };
    let (same, points) = match whole.counts() {
        HintOf::Chance => (SAME, format!("{:.1}", 100.0 * more)),
        _ => (10.0 * SAME, format!("{more:.2}")),
    };
    let how = match whole.counts() {
        HintOf::LowScore => "less",
        _ => "more",
    };
    Some(if more < same {
        format!("best action: {then} {}", value(made.wins))
    } else {
        let name = games[0].name(position, best.action);
        format!(
            "better: {name}; {then} {}, {points} points {how}",
            value(best.wins)
        )
    })
}
