//! The player `focus`: the option that lowers the enemies' threat the most.
//!
//! A member's threat is its expected damage a round to the standing members of the other side, and
//! its value for each point of life is the threat divided by the life that is left: Smith's rule
//! for jobs in sequence (W. E. Smith, *Various optimizers for single-stage production*, 1956), with
//! threat as weight and life as duration. An attack is worth the value of the points that it is
//! expected to take, at most those that are left.
//!
//! A point of life that an ally regains saves a point; an attack that takes a point of life of the
//! first enemy in this order ends the fight earlier and saves the threat of all enemies divided by
//! that of all allies. Among allies, those with more threat for each point of life come first.

use super::TeamContest;
use super::act::Act;
use super::position::{Actors, Board, Standing};
use super::results::{ResultCache, places};
use super::roster::EntryId;
use super::rules::{Choice, Position, State};
use evenodds_core::contest::game::Game;
use evenodds_dice::exact::{Budget, Limits};
use std::collections::HashMap;
use std::sync::Arc;

/// Largest number of life points for which an expected loss is stored.
const MOST_LIFE: i64 = 4_096;
/// Threat of a member without any, so that members with little life come first.
const LEAST_THREAT: f64 = 1e-6;
/// Relative difference of scores below which they are equal.
const EQUAL: f64 = 1e-9;

/// Effect of an action on the life of a target.
#[derive(Clone, Debug, Default)]
struct Effect {
    /// Expected loss by the points of life that are left, from 0.
    losses: Vec<f64>,
    /// Expected gain by the points that are missing, from 0.
    gains: Vec<f64>,
}

impl Effect {
    /// Returns the effect of an action that takes life as in `losses` from a member that has all,
    /// and gives life as in `gains`, as negative numbers, to one that has the least.
    fn of(losses: &[(i64, f64)], gains: &[(i64, f64)]) -> Self {
        let expected = |falls: &[(i64, f64)], sign: i64| {
            let most = falls.iter().map(|fall| fall.0 * sign).max().unwrap_or(0);
            let most = most.clamp(0, MOST_LIFE);
            let capped = |life: i64| {
                let parts = falls.iter();
                parts
                    .map(|&(fall, chance)| chance * (fall * sign).clamp(0, life) as f64)
                    .sum()
            };
            (0..=most).map(capped).collect::<Vec<f64>>()
        };
        Self {
            losses: expected(losses, 1),
            gains: expected(gains, -1),
        }
    }

    /// Returns the expected loss minus the expected gain of a member with this life, of `most`
    /// points.
    fn fall(&self, life: i64, most: i64) -> f64 {
        let at = |list: &[f64], place: i64| {
            let last = list.len().saturating_sub(1);
            list.get((place.max(0) as usize).min(last))
                .copied()
                .unwrap_or(0.0)
        };
        at(&self.losses, life) - at(&self.gains, most - life)
    }

    /// Returns the expected loss of a member with much life.
    fn rate(&self) -> f64 {
        self.losses.last().copied().unwrap_or(0.0)
    }
}

/// Effects of an action by entry of the target.
type OfAction = Vec<Option<Arc<Effect>>>;

/// Tables of the player, computed once.
#[derive(Debug)]
pub struct Focus {
    /// Effects by step, turn, action, and entry of the target.
    effects: Vec<Vec<Vec<OfAction>>>,
    /// Expected damage a round by entry of the member and of its target, its only one.
    rates: Vec<Vec<f64>>,
}

impl Focus {
    /// Computes the tables.
    pub fn new(contest: &TeamContest) -> Self {
        let mut position = contest.synthetic();
        let entries = contest.roster.entries.len();
        let mut cache = ResultCache::new(Budget::new(Limits::SHORT));
        let mut rates = vec![vec![0.0; entries]; entries];
        let mut effects = Vec::new();
        let mut known: HashMap<[Vec<(i64, u64)>; 2], Arc<Effect>> = HashMap::new();
        for (number, step) in contest.steps.iter().enumerate() {
            let mut of_step = Vec::new();
            position.state.step = number;
            for (index, turn) in step.turns.iter().enumerate() {
                let Some(turn) = turn else {
                    of_step.push(Vec::new());
                    continue;
                };
                let own = contest.roster.entries.get(index).map(|entry| entry.first);
                let mut best = vec![0.0_f64; entries];
                let mut of_turn = Vec::new();
                for (place, action) in turn.actions.iter().enumerate() {
                    let mut of_action = vec![None; entries];
                    let Some(target) = &action.target else {
                        of_turn.push(of_action);
                        continue;
                    };
                    for entry in 0..entries {
                        let mut of_entry = target
                            .members
                            .iter()
                            .copied()
                            .filter(|&member| contest.roster.entry_of[member] == entry);
                        let first = of_entry.next();
                        let other = first
                            .filter(|first| Some(*first) != own)
                            .or_else(|| of_entry.next());
                        let Some(member) = other.or(first) else {
                            continue;
                        };
                        let act = Act {
                            turn,
                            index,
                            action,
                            place,
                            actors: Actors {
                                own,
                                target: Some(member),
                            },
                            is_first: true,
                        };
                        let losses = contest.falls(&mut position, &act, &mut cache);
                        let unhurt = position.state.board.clone();
                        contest.hurt(&mut position.state, member);
                        let gains = contest.falls(&mut position, &act, &mut cache);
                        position.state.board.clone_from(&unhurt);
                        position.state.before = unhurt;
                        let falls = [losses, gains];
                        // Equal effects are stored once.
                        let bits = |&(fall, chance): &(i64, f64)| (fall, chance.to_bits());
                        let effect = known
                            .entry(
                                falls
                                    .each_ref()
                                    .map(|falls| falls.iter().map(bits).collect()),
                            )
                            .or_insert_with(|| Arc::new(Effect::of(&falls[0], &falls[1])));
                        let effect = Arc::clone(effect);
                        best[entry] = best[entry].max(effect.rate());
                        of_action[entry] = Some(effect);
                    }
                    of_turn.push(of_action);
                }
                if index < entries {
                    for (rate, best) in rates[index].iter_mut().zip(best) {
                        *rate += best;
                    }
                }
                of_step.push(of_turn);
            }
            effects.push(of_step);
        }
        Self { effects, rates }
    }

    /// Keeps the options of a member with the highest score.
    pub fn keep_best(
        &self,
        contest: &TeamContest,
        (state, member): (&State, usize),
        options: &mut Vec<Choice>,
        buffers: &mut Buffers,
    ) {
        let step = &contest.steps[state.step];
        let board = state.seen(step);
        let team = contest.team_of[member];
        let effects = &self.effects[state.step][state.turn];
        let Buffers { threats, scores } = buffers;
        threats.clear();
        threats.resize(contest.roster.entries.len(), f64::NAN);
        let mut exchange = None;
        let mut worth = |effects: &OfAction, target: usize| {
            let entry = contest.roster.entry_of[target];
            let Some(effect) = &effects[entry] else {
                return 0.0;
            };
            let threat = &mut threats[entry];
            if threat.is_nan() {
                *threat = self.threat(contest, board, entry);
            }
            let (life, most) = contest.life(board, target);
            let fall = *threat / life.max(1) as f64 * effect.fall(life, most);
            if contest.team_of[target] == team {
                let rate = *exchange.get_or_insert_with(|| self.exchange(contest, board, team));
                -rate * fall
            } else {
                fall
            }
        };
        scores.clear();
        let mut highest = f64::NEG_INFINITY;
        for option in &*options {
            let of_action = &effects[option.action];
            let score = if let Some(target) = option.target {
                worth(of_action, target)
            } else {
                let turn = step.turns[state.turn].as_ref();
                let target = turn.and_then(|turn| turn.actions[option.action].target.as_ref());
                let members = target.map_or(&[][..], |target| &target.members);
                let all = members.iter().filter(|&&one| board.stands[one]);
                all.map(|&one| worth(of_action, one)).sum()
            };
            highest = highest.max(score);
            scores.push(score);
        }
        let least = highest - EQUAL * highest.abs();
        let mut scores = scores.iter();
        options.retain(|_| scores.next().is_none_or(|score| *score >= least));
    }

    /// Returns the value of a point of life of the ally that comes first, relative to the threat for
    /// each point of its life, in points of life of enemies.
    fn exchange(&self, contest: &TeamContest, board: &Board, team: usize) -> f64 {
        // All threat, and the highest for each point of life: of allies and of enemies.
        let mut sums = [0.0; 2];
        let mut highest = [0.0_f64; 2];
        for member in 0..contest.team_of.len() {
            if board.stands[member] {
                let side = usize::from(contest.team_of[member] != team);
                let threat = self.threat(contest, board, contest.roster.entry_of[member]);
                let (life, _) = contest.life(board, member);
                sums[side] += threat;
                highest[side] = highest[side].max(threat / life.max(1) as f64);
            }
        }
        let [allies, enemies] = sums;
        let [of_ally, of_enemy] = highest;
        if enemies > 0.0 && of_ally > 0.0 {
            allies * of_enemy / (enemies * of_ally)
        } else {
            0.0
        }
    }

    /// Returns the threat of the members of an entry.
    fn threat(&self, contest: &TeamContest, board: &Board, entry: EntryId) -> f64 {
        let team = contest.roster.entries[entry].team;
        let (mut sum, mut count) = (0.0, 0.0);
        let others = contest
            .roster
            .entries
            .iter()
            .zip(&board.of_entry)
            .zip(&self.rates[entry]);
        for ((other, &standing), rate) in others {
            if other.team != team {
                sum += f64::from(standing) * rate;
                count += f64::from(standing);
            }
        }
        LEAST_THREAT + if count > 0.0 { sum / count } else { 0.0 }
    }
}

/// Buffers of the player.
#[derive(Debug, Default)]
pub struct Buffers {
    /// Threat of the members of each entry; not a number until it is computed.
    threats: Vec<f64>,
    scores: Vec<f64>,
}

impl TeamContest {
    /// Returns a position in which all members have joined with their start values.
    fn synthetic(&self) -> Position {
        let mut position = self.start();
        position.state.round = 1;
        for member in 0..self.roster.entry_of.len() {
            let entry = self.roster.entry_of[member];
            for (field, _) in &self.start_rolls[entry] {
                let bounds = self.bounds[entry][*field];
                let place = super::plan::Place::Member(member, *field);
                self.set(
                    &mut position.state.board,
                    (place, bounds.high),
                    Actors::default(),
                );
            }
            position.state.board.joined[member] = true;
            self.look_at(&mut position.state.board, member, &mut position.scratch);
        }
        position.state.before = position.state.board.clone();
        position
    }

    /// Lowers the life of a member to the least with which it stands.
    fn hurt(&self, state: &mut State, member: usize) {
        let Standing::Above(field, least) = self.standing[self.roster.entry_of[member]] else {
            return;
        };
        let place = super::plan::Place::Member(member, field);
        for board in [&mut state.board, &mut state.before] {
            self.set(board, (place, least + 1), Actors::default());
        }
    }

    /// Returns how much life the target of an action loses, with probabilities.
    fn falls(
        &self,
        position: &mut Position,
        act: &Act<'_>,
        cache: &mut ResultCache,
    ) -> Vec<(i64, f64)> {
        let Some(target) = act.actors.target else {
            return Vec::new();
        };
        let places = places(act);
        let (before, _) = self.life(&position.state.board, target);
        let start = position.state.board.clone();
        let mut falls = Vec::new();
        let Ok(shared) = cache.shared(self, position, act) else {
            return Vec::new();
        };
        for (given, weight) in shared.iter() {
            let Ok(results) = cache.results(self, position, act, given) else {
                return Vec::new();
            };
            for (new, chance) in results.iter() {
                self.set_results(position, (&places, new), act.actors);
                let (after, _) = self.life(&position.state.board, target);
                falls.push((before - after, weight * chance));
                position.state.board.clone_from(&start);
            }
        }
        falls
    }

    /// Returns how much life a member has left, and how much it can have.
    pub(super) fn life(&self, board: &Board, member: usize) -> (i64, i64) {
        let entry = self.roster.entry_of[member];
        match &self.standing[entry] {
            Standing::Above(field, least) => {
                let high = match self.roster.places[*field] {
                    Some(_) => self.bounds[entry][*field].high,
                    None => self.constants[entry][*field],
                };
                (self.field(board, member, *field) - least, high - least)
            }
            Standing::Always | Standing::If(..) => (i64::from(board.stands[member]), 1),
        }
    }
}
