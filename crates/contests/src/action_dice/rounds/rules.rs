//! An exchange as a game that stops at decisions.

#![expect(
    clippy::inline_always,
    reason = "measured: a trial is one loop, in which the stages of the position are known at compile time"
)]

use super::super::fighters::{Player, UNRESOLVED};
use super::super::options::ReserveRule;
use super::dice_left::DiceLeft;
use super::event::Event;
use super::exchange::Rounds;
use super::exchange_state::{ActiveRoll, ExchangeState, FighterState, Phase, Turn};
use super::legal::Action;
use evenodds_core::contest::game::{
    ActionKind, ActionValues, Game, GameStop, PlayoutGame, RatedGame,
};
use evenodds_core::contest::{Observer, Record};
use evenodds_core::dice::{Dice, Roller};

impl Game for Rounds {
    type Position = ExchangeState;
    type Action = Action;
    type Memory = ();

    fn start(&self) -> ExchangeState {
        let count = self.fighters.len();
        let mut state = ExchangeState {
            phase: Phase::Round,
            actor: 0,
            fighters: vec![FighterState::default(); count],
            parries: vec![ActiveRoll::default(); count * count],
            dives: vec![ActiveRoll::default(); count * count],
            order: vec![Turn::default(); count],
            declaring: 0,
            processed: 0,
            updates_order: false,
            undrawn_lots: false,
            targets: 0,
            choosing: 0,
            acts: Vec::with_capacity(count),
            first: [0; 2],
            standing: [0; 2],
            round: 0,
            sequence: 0,
            rounds_left: 0,
            last: false,
        };
        self.restart(&mut state);
        state
    }

    #[inline]
    fn restart(&self, state: &mut ExchangeState) {
        state.phase = Phase::Round;
        state.fighters.fill(FighterState::default());
        for side in 0..2 {
            let members = &self.sides[side].members;
            state.first[side] = members.start;
            state.standing[side] = members.len() as u32;
        }
        state.rounds_left = self.options.max_rounds + 1;
    }

    fn memory(&self) {}

    #[inline(always)]
    fn advance<D: Dice, O: Observer<Event>>(
        &self,
        state: &mut ExchangeState,
        dice: &mut D,
        observer: &mut O,
    ) -> GameStop {
        loop {
            match state.phase {
                Phase::Status | Phase::Declaration | Phase::Answer => {
                    let actor = self.fighters.get(state.actor);
                    return GameStop::Decision(actor.map_or(0, |actor| actor.group));
                }
                Phase::Over(outcome) => return GameStop::End(outcome),
                Phase::Round => self.begin_round(dice, state, observer),
                Phase::Chosen => self.advance_to_status_choice(dice, state),
                Phase::Sequence => self.begin_sequence(dice, state, observer),
                Phase::Next => {
                    if !self.advance_to_next(dice, state) {
                        self.end_sequence(dice, state, observer);
                    }
                }
            }
        }
    }

    #[inline(always)]
    fn apply<D: Dice, O: Observer<Event>>(
        &self,
        state: &mut ExchangeState,
        action: Action,
        dice: &mut D,
        observer: &mut O,
    ) {
        match action {
            Action::Declare(declared) => self.declares(dice, state, declared, observer),
            Action::Answer(answer) => {
                state.phase = Phase::Next;
                if let Some(answer) = answer {
                    let (target, attacker) = (state.actor, state.attacker());
                    self.defends(dice, state, target, Some(attacker), answer, observer);
                }
            }
            Action::Status(noncombat) => {
                state.phase = Phase::Chosen;
                let fighter = state.actor;
                state.fighters[fighter].noncombat = noncombat;
                if noncombat {
                    observer.note(|| Event::Noncombat { fighter });
                }
            }
        }
    }

    fn actions(&self, state: &ExchangeState, actions: &mut Vec<Action>) {
        let all = self.choices(state);
        actions.extend((0..all.count()).map(|number| self.action(state, all, number)));
    }

    #[inline(always)]
    fn choose<D: Dice>(&self, state: &ExchangeState, (): &mut (), dice: &mut D) -> Action {
        let fighter = state.actor;
        match (self.sheets[fighter].player, state.phase) {
            (Player::Keep(_) | Player::Heavy, Phase::Declaration) => {
                Action::Declare(self.declaration_by_rule(dice, state, fighter))
            }
            (Player::Keep(_) | Player::Heavy, Phase::Answer) => {
                Action::Answer(self.answer_by_rule(state, fighter))
            }
            (Player::Keep(_) | Player::Heavy, _) => {
                Action::Status(self.fighters[fighter].noncombat)
            }
            (player, _) => self.computed_action(state, player, dice),
        }
    }

    #[inline]
    fn finish<D: Dice, O: Observer<Event>>(
        &self,
        state: &mut ExchangeState,
        outcome: usize,
        _: &mut D,
        observer: &mut O,
        record: &mut Record,
    ) {
        observer.note(|| Event::Ended { outcome });
        self.measure(self.number(state), state, &mut record.values);
    }
}

impl PlayoutGame for Rounds {
    fn playout_score(&self, won: Option<usize>, state: &mut ExchangeState, side: usize) -> f64 {
        won.map_or_else(
            || self.hits_left(state, side),
            |won| f64::from(u8::from(won == side)),
        )
    }

    fn is_policy_roller(&self, roller: Roller) -> bool {
        (self.policy_roller..self.lot_roller).contains(&roller)
    }

    fn decision_cost(&self, state: &ExchangeState) -> u64 {
        let side = self.fighters[state.actor].side;
        60 + self.sides[side].player.trial_cost() / 10
    }

    fn kind_of(&self, _: &ExchangeState, action: Action) -> ActionKind {
        match action {
            Action::Declare(None) => ActionKind::Useless,
            _ => ActionKind::Ordinary,
        }
    }
}

impl RatedGame for Rounds {
    fn solve(
        &self,
        state: &ExchangeState,
        actions: &[Action],
        (): &mut (),
    ) -> Option<ActionValues> {
        self.solved_values(state, actions)
    }

    fn assessor(&self) -> &'static str {
        match self.optimal_duels(0).next() {
            Some(duel) if duel.solvable().is_ok() => "optimal",
            _ => "a sample of play-outs",
        }
    }
}

impl Rounds {
    /// Returns the number of the round, from 1.
    #[inline]
    pub(super) fn number(&self, state: &ExchangeState) -> u32 {
        self.options.max_rounds + 1 - state.rounds_left
    }

    /// Begins a round; ends the exchange as unresolved if no round is left.
    #[inline(always)]
    fn begin_round<D: Dice, O: Observer<Event>>(
        &self,
        dice: &mut D,
        state: &mut ExchangeState,
        observer: &mut O,
    ) {
        if state.rounds_left == 1 || dice.abandoned() {
            state.phase = Phase::Over(UNRESOLVED);
            return;
        }
        state.rounds_left -= 1;
        let number = self.number(state);
        observer.note(|| Event::Round { number });
        state.round += 1;
        state.last = false;
        if self.chooses_status() {
            let standing = state.fighters.iter().enumerate();
            let standing = standing.filter(|(_, standing)| !standing.is_out);
            state.choosing = standing.fold(0, |all, (fighter, _)| all | 1 << fighter);
            self.advance_to_status_choice(dice, state);
            return;
        }
        for (standing, sheet) in state.fighters.iter_mut().zip(&self.sheets) {
            if !standing.is_out {
                (standing.left, standing.turn) = (sheet.start, sheet.turn);
            }
        }
        state.phase = Phase::Sequence;
    }

    /// Begins a sequence, or ends the round if no dice are left.
    #[inline(always)]
    fn begin_sequence<D: Dice, O: Observer<Event>>(
        &self,
        dice: &mut D,
        state: &mut ExchangeState,
        observer: &mut O,
    ) {
        state.sequence += 1;
        state.acts.clear();
        if self.order(dice, state) == 0 {
            Self::end_round(state, None, observer);
            return;
        }
        state.updates_order = self.options.answers_reorder || self.options.defense_is_action;
        (state.processed, state.phase) = (0, Phase::Next);
    }

    /// Carries out the actions of a sequence.
    #[inline(always)]
    fn end_sequence<D: Dice, O: Observer<Event>>(
        &self,
        dice: &mut D,
        state: &mut ExchangeState,
        observer: &mut O,
    ) {
        state.phase = Phase::Sequence;
        if !state.acts.is_empty() {
            self.resolve(dice, state, observer);
            let ended = state.ended();
            if ended.is_some() || state.last || dice.abandoned() {
                Self::end_round(state, ended, observer);
            }
        } else if state.last || self.options.reserve_rule == ReserveRule::Lost {
            Self::end_round(state, None, observer);
        } else {
            observer.note(|| Event::EndNear);
            state.last = true;
        }
    }

    /// Ends a round, or the exchange if there is an outcome. Remaining dice are lost.
    #[inline(always)]
    fn end_round<O: Observer<Event>>(
        state: &mut ExchangeState,
        outcome: Option<usize>,
        observer: &mut O,
    ) {
        for (fighter, standing) in state.fighters.iter_mut().enumerate() {
            let left = standing.left.count();
            if left > 0 {
                standing.unused += left;
                standing.left = DiceLeft::NONE;
                if outcome.is_none() {
                    observer.note(|| Event::Lost {
                        fighter,
                        dice: left,
                    });
                }
            }
        }
        state.phase = outcome.map_or(Phase::Round, Phase::Over);
    }

    /// Returns the action of a fighter whose player is not rule-based.
    #[inline(never)]
    fn computed_action<D: Dice>(
        &self,
        state: &ExchangeState,
        player: Player,
        dice: &mut D,
    ) -> Action {
        let all = self.choices(state);
        let side = self.fighters[state.actor].side;
        let number = match player {
            // A single action has no node in the solver, which continues to the next decision.
            _ if all.count() == 1 => 0,
            Player::Random => dice.choose(self.policy_roller + side, all.count()),
            Player::Rollout(playouts) => {
                let best = self.best_in_playouts(state, side, playouts, dice);
                return best.unwrap_or_else(|| self.action(state, all, 0));
            }
            Player::Optimal if self.description.errors.is_empty() => self.best(state),
            Player::Optimal => self.best_after_errors(state),
            _ => 0,
        };
        self.action(state, all, number)
    }
}
