//! Positions and actions of an exchange as text, for hints.
//!
//! - `read`: parses typed positions; `typed`: formats positions; here: actions and their values.
//!
//! A position is typed as `Rosa: 2 (attacks Basil with 1); Basil: 3 (answers); Round: 2`: action
//! dice left, and in parentheses hits, defenses in force, declarations of the sequence, and values
//! that some options of the rules need.

mod read;
#[cfg(test)]
mod tests;
mod typed;

use super::super::fighters::{GuardKind, Player, Setup, Side};
use super::act::{DeclaredAction, fighters_in};
use super::event::Event;
use super::exchange::Rounds;
use super::exchange_state::{ExchangeState, Phase, Turn};
use super::legal::{Action, Declaration};
use super::rollout::{LOOK_AHEAD_REPLACEMENT, PLANS};
use evenodds_core::contest::game::{ActionValues, Described, Game, HintGame, Reduced};
use evenodds_core::contest::positions::ContestNames;
use evenodds_core::contest::{DescribedEntry, Erring, ErrorRate, HintBy, counted};
use evenodds_core::document::{Faults, Key, Source};
use std::sync::Arc;

/// Keys of a typed position.
pub(in super::super) const POSITIONS: &[Key] = read::Position::KEYS;

impl HintGame for Rounds {
    fn example(&self) -> String {
        let mut state = self.round_start(1);
        if self.chooses_status() {
            state.choosing = (1 << self.fighters.len()) - 2;
            (state.actor, state.phase) = (0, Phase::Status);
        } else {
            let all = (0..self.fighters.len()).collect::<Vec<usize>>();
            let first = self.first_to_declare(&state, &all).unwrap_or(0);
            self.set_order(&mut state, &[], first, &all);
            (state.actor, state.phase) = (first, Phase::Declaration);
        }
        self.typed(&state)
    }

    fn read(&self, source: &Arc<Source>) -> Result<ExchangeState, Faults> {
        read::read(self, source)
    }

    fn describe(&self, state: &ExchangeState) -> Described {
        let name = |fighter: usize| self.fighters[fighter].name.clone();
        let number = self.number(state);
        let left = state.fighters[state.actor].left.count();
        let dice = counted(left, "action die", "action dice");
        let who = name(state.actor);
        let turn = match state.phase {
            Phase::Status => format!("round {number}: {who} may be a noncombatant"),
            Phase::Answer => format!(
                "round {number}: {who} may answer the attack of {} with {dice}",
                name(state.attacker())
            ),
            _ if state.last => {
                format!("round {number}: {who} declares for the last time, with {dice}")
            }
            _ => format!("round {number}: {who} declares next, with {dice}"),
        };
        let out = |fighter: &usize| state.fighters[*fighter].is_out;
        Described {
            actor: who,
            turn,
            table: self.described_fighters(state),
            missing: (0..self.fighters.len()).filter(out).map(name).collect(),
        }
    }

    fn name(&self, _: &ExchangeState, action: Action) -> String {
        let dice = |dice: u32| counted(dice, "die", "dice");
        let general = |used: u32| format!("make a General Defense with {}", dice(used));
        match action {
            Action::Status(true) => "be a noncombatant this round".to_owned(),
            Action::Status(false) => "be a combatant this round".to_owned(),
            Action::Declare(None) => "wait".to_owned(),
            Action::Declare(Some((DeclaredAction::Attack { target }, used))) => {
                let whom = &self.fighters[target].name;
                format!("attack {whom} with {}", dice(used))
            }
            Action::Declare(Some((DeclaredAction::Group { .. }, used))) => {
                format!("make a Group Attack with {}", dice(used))
            }
            Action::Declare(Some((DeclaredAction::Move, used))) => {
                format!("move closer with {}", dice(used))
            }
            Action::Declare(Some((DeclaredAction::General, used))) => general(used),
            Action::Answer(None) => "give no answer".to_owned(),
            Action::Answer(Some(answer)) => {
                let what = match answer.guard.kind {
                    GuardKind::Parry => "parry",
                    GuardKind::Dodge => "dodge",
                    GuardKind::General => return general(answer.dice),
                    GuardKind::Dive => "dive for cover",
                    GuardKind::None => "give no answer",
                };
                format!("{what} with {}", dice(answer.dice))
            }
        }
    }

    fn effect(&self, state: &ExchangeState, action: Action, _: &[Action]) -> String {
        let fighter = state.actor;
        let sheet = &self.sheets[fighter];
        let rolls = |dice: u32| format!("rolls {}", counted(dice, "die", "dice"));
        match action {
            Action::Status(noncombat) => {
                let dice = self.sheet_as(fighter, noncombat).start.count();
                let dice = counted(dice, "action die", "action dice");
                if noncombat {
                    format!("{dice}, a base defense of 0, no General Defense")
                } else {
                    dice
                }
            }
            Action::Declare(None) if state.last => "keeps the rest for defence".to_owned(),
            Action::Declare(None) | Action::Answer(None) => String::new(),
            Action::Declare(Some((DeclaredAction::Attack { target }, used))) => {
                let attack_dice = sheet.attack_dice(used, self.distance(state, fighter, target));
                let value = self.value(state, target, fighter);
                format!(
                    "{} against {value}",
                    rolls(attack_dice.action + attack_dice.other)
                )
            }
            Action::Declare(Some((DeclaredAction::Group { targets }, used))) => {
                let targets = fighters_in(targets, self.first_opponent(fighter));
                let distances = targets.map(|target| self.distance(state, fighter, target));
                let attack_dice = sheet.group_attack_dice(used, distances.max().unwrap_or(0));
                format!(
                    "{} against all in reach",
                    rolls(attack_dice.action + attack_dice.other)
                )
            }
            Action::Declare(Some((DeclaredAction::Move, used))) => {
                counted(sheet.move_distance(used), "unit", "units")
            }
            Action::Declare(Some((DeclaredAction::General, used))) => self
                .general(state, fighter, used)
                .map_or(String::new(), |answer| {
                    self.effect(state, Action::Answer(Some(answer)), &[])
                }),
            Action::Answer(Some(answer)) => {
                let guard = answer.guard;
                let (rolled, kept) = (rolls(guard.dice), guard.kept);
                match (guard.dice, guard.fixed) {
                    (0, fixed) => format!("adds {fixed}"),
                    (dice, 0) if kept < dice => format!("{rolled}, of which {kept} count"),
                    (dice, fixed) if kept < dice => {
                        format!("{rolled}, of which {kept} count, and adds {fixed}")
                    }
                    (_, 0) => rolled,
                    (_, fixed) => format!("{rolled} and adds {fixed}"),
                }
            }
        }
    }

    /// Returns the exchanges for play-outs: one for each plan of the actor's side.
    fn reduced(&self, state: &ExchangeState, declared: bool) -> Option<Reduced<Self>> {
        let own = self.fighters[state.actor].side;
        let [known, other] = [own, 1 - own].map(|side| {
            let player = self.sides[side].player;
            Some(player).filter(|player| !player.looks_ahead())
        });
        let mut plans: Vec<Player> = known.into_iter().collect();
        if !declared || plans.is_empty() {
            plans.extend(PLANS.into_iter().filter(|one| Some(*one) != known));
        }
        let erring = |player, error| Erring { player, error };
        let other = erring(
            other.unwrap_or(LOOK_AHEAD_REPLACEMENT),
            self.sides[1 - own].error,
        );
        let games = plans.into_iter().map(|plan| {
            // Only the player of the file errs; a plan is good play.
            let errs = declared && Some(plan) == known;
            let error = self.sides[own].error;
            let plan = erring(plan, if errs { error } else { ErrorRate::NONE });
            Self {
                optimal_exchanges: Arc::clone(&self.optimal_exchanges),
                ..self.with_erring_players(own, plan, other)
            }
        });
        Some(Reduced {
            games: games.collect(),
            position: state.clone(),
        })
    }

    fn method(&self, state: &ExchangeState, by: HintBy, games: &[&Self]) -> String {
        let own = self.fighters[state.actor].side;
        let solved = self.solved_duel(state).filter(|_| by == HintBy::Solved);
        let games = solved.as_ref().map_or(games, std::slice::from_ref);
        let player = |game: &&Self, side: usize| game.sides[side].player_name();
        let plans: Vec<String> = games.iter().map(|game| player(game, own)).collect();
        let plan = match &plans[..] {
            [plan] => plan.clone(),
            _ => format!("the best of {}", plans.join(", ")),
        };
        let [who, other] = [own, 1 - own].map(|side| &self.sides[side].name);
        let theirs = player(&games[0], 1 - own);
        if solved.is_some() {
            format!("solved exactly, with {who} as {plan} and {other} as {theirs}")
        } else {
            format!("continued by {who} as {plan}, {other} as {theirs}")
        }
    }

    fn shows_decision(&self, event: &Event) -> bool {
        matches!(
            event,
            Event::Noncombat { .. }
                | Event::Waits { .. }
                | Event::Declared { .. }
                | Event::Defended { .. }
        )
    }
}

impl Rounds {
    /// Returns the names of the fighters.
    fn names(&self) -> ContestNames {
        let fighters = self.fighters.iter();
        let fighters = fighters.map(|fighter| (fighter.name.as_str(), fighter.group));
        ContestNames::new(&self.groups, |side| &self.sides[side].name, fighters)
    }

    /// Returns the position before the first declaration of a round with this number.
    pub(super) fn round_start(&self, round: u32) -> ExchangeState {
        let mut state = self.start();
        self.hand_out_dice(&mut state);
        (state.round, state.sequence) = (1, 1);
        state.rounds_left = self.options.max_rounds + 1 - round;
        state
    }

    /// Returns which of these fighters declares first; `None` if lots decide.
    fn first_to_declare(&self, state: &ExchangeState, among: &[usize]) -> Option<usize> {
        let turn = |fighter: usize| {
            let left = state.fighters[fighter].left;
            Turn::new(left, self.sheet(state, fighter).total, fighter)
        };
        let mut turns: Vec<Turn> = among.iter().map(|&fighter| turn(fighter)).collect();
        turns.sort_unstable();
        match turns[..] {
            [] => None,
            [first, second, ..] if first.key() == second.key() => None,
            [first, ..] => Some(first.fighter()),
        }
    }

    /// Sets the order of declarations: the fighters that have declared, the current one, and the
    /// others.
    fn set_order(&self, state: &mut ExchangeState, before: &[usize], now: usize, all: &[usize]) {
        let is_later = |one: &&usize| **one != now && !before.contains(*one);
        let later = all.iter().filter(is_later);
        state.declaring = 0;
        for &fighter in before.iter().chain([&now]).chain(later) {
            let left = state.fighters[fighter].left;
            let turn = Turn::new(left, self.sheet(state, fighter).total, fighter);
            state.fighters[fighter].turn = turn;
            state.order[state.declaring] = turn;
            state.declaring += 1;
        }
        state.processed = before.len() + 1;
        // Typed positions do not include the order of fighters with equal dice.
        state.undrawn_lots = state.declaring > state.processed + 1;
        state.updates_order = true;
    }

    /// Returns the exchange with `player` for the side `own` and `other` for the other side, without
    /// errors.
    fn with_players(&self, own: usize, player: Player, other: Player) -> Self {
        let [player, other] = [player, other].map(|player| Erring {
            player,
            error: ErrorRate::NONE,
        });
        self.with_erring_players(own, player, other)
    }

    /// Returns the exchange with `player` for the side `own` and `other` for the other side.
    fn with_erring_players(
        &self,
        own: usize,
        player: Erring<Player>,
        other: Erring<Player>,
    ) -> Self {
        let sides = [0, 1].map(|side: usize| {
            let Erring { player, error } = if side == own { player } else { other };
            Side {
                player,
                error,
                ..self.sides[side].clone()
            }
        });
        Self::new(Setup {
            sides,
            fighters: self.fighters.clone(),
            groups: self.groups.clone(),
            options: self.options,
        })
    }

    /// Returns the duels in which the side `own` plays optimally, against the player of the file
    /// and against `optimal`. Returns none if the exchange is not a duel.
    pub(super) fn optimal_duels(&self, own: usize) -> impl Iterator<Item = &Self> {
        let others = [self.optimal_exchanges.players[1 - own], Player::Optimal].into_iter();
        let others = others.zip(&self.optimal_exchanges.solved[own]);
        others
            .filter(|(other, _)| self.fighters.len() == 2 && !other.uses_playouts())
            .map(move |(other, solved)| {
                solved.get_or_init(|| self.with_players(own, Player::Optimal, other))
            })
    }

    /// Returns the solved duel in which the actor plays optimally. The opponent is the player of
    /// the file, or `optimal` if the position cannot be reached with that player.
    fn solved_duel(&self, state: &ExchangeState) -> Option<&Self> {
        let own = self.fighters[state.actor].side;
        self.optimal_duels(own)
            .find(|duel| duel.has_solution_for(state))
    }

    /// Returns the number of the optimal action at a position to which errors may have led.
    pub(super) fn best_after_errors(&self, state: &ExchangeState) -> u32 {
        let duel = if self.has_solution_for(state) {
            Some(self)
        } else {
            self.solved_duel(state)
        };
        duel.map_or(0, |duel| duel.best(state))
    }

    /// Checks whether the optimal players have a solution for all positions of the exchange,
    /// including those to which only errors lead.
    ///
    /// # Errors
    /// Returns the reason, as a clause, if they do not.
    pub(in super::super) fn is_solved_everywhere(&self) -> Result<(), String> {
        self.solvable()?;
        let has_errors = !self.description.errors.is_empty();
        let solves = |side: &usize| has_errors && self.sides[*side].player == Player::Optimal;
        let mut duels = (0..2)
            .filter(solves)
            .flat_map(|own| self.optimal_duels(own));
        duels.try_for_each(Self::solvable)
    }

    /// Returns the exact values of actions; `None` if the duel is not solved.
    pub(super) fn solved_values(
        &self,
        state: &ExchangeState,
        actions: &[Action],
    ) -> Option<ActionValues> {
        let duel = self.solved_duel(state)?;
        let chances = duel.action_chances(state, actions.len() == 1)?;
        let all = self.choices(state);
        let number = |action: &Action| {
            let mut numbers = 0..all.count();
            numbers.find(|&number| self.action(state, all, number) == *action)
        };
        let values = actions.iter().map(|action| {
            let [wins, no_winner] = *chances.get(number(action)? as usize)?;
            Some((wins, no_winner))
        });
        let mut values: Vec<(f64, f64)> = values.collect::<Option<_>>()?;
        let best = self.action(state, all, duel.best(state));
        let best = actions.iter().position(|&action| action == best)?;
        let score = |&(wins, no_winner): &(f64, f64)| wins + no_winner / 2.0;
        let chosen = values[best];
        for value in &mut values {
            // A value above that of the optimal action can only be a rounding error.
            if score(value) > score(&chosen) {
                *value = chosen;
            }
        }
        Some(ActionValues::exact(values).preferring(|number| number == best))
    }

    /// Returns descriptions of the standing fighters.
    fn described_fighters(&self, state: &ExchangeState) -> Vec<DescribedEntry> {
        let all = self.fighters.iter().enumerate();
        let standing = all.filter(|(fighter, _)| !state.fighters[*fighter].is_out);
        let entries = standing.map(|(fighter, one)| {
            let left = counted(
                state.fighters[fighter].left.count(),
                "action die left",
                "action dice left",
            );
            let notes = self.notes(state, fighter);
            DescribedEntry {
                name: one.name.clone(),
                side: self.sides[one.side].name.clone(),
                dice: Vec::new(),
                about: [vec![left], notes].concat().join(", "),
            }
        });
        entries.collect()
    }

    /// Returns the Group Attack of a fighter on all opponents in reach, if there are any.
    fn group_on(
        &self,
        state: &ExchangeState,
        fighter: usize,
        dice: u32,
    ) -> Option<(DeclaredAction, u32)> {
        let any = self
            .opponents(state, fighter)
            .any(|target| self.reaches(state, fighter, target));
        let declared = self.declared_action(state, fighter, Declaration::Group { dice });
        declared.filter(|_| any)
    }
}
