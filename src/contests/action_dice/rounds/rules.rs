//! An exchange as a game that stops at decisions.

#![expect(
    clippy::inline_always,
    reason = "measured: a trial is one loop, in which the stages of the position are known at compile time"
)]

use super::super::ReserveRule;
use super::dice_left::DiceLeft;
use super::fighter_sheet::AttackAnswer;
use super::resolve::{Act, DeclaredAction};
use super::state::{ExchangeState, FighterState, Force, Phase, Turn};
use super::{Guard, Player, Rounds, Setup, UNRESOLVED, is_randomized};
use crate::contest::game::{ActionValues, EvaluationDensity, Game, GameStop};
use crate::contest::{ActingSide, Describe, Observer, RatedSide, Record};
use crate::dice::{Dice, Pool, Roller};
use std::sync::OnceLock;

/// Events of an exchange.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A round begins.
    Round {
        /// Number of the round, from 1.
        number: u32,
    },
    /// A fighter chose to be a noncombatant in this round.
    Noncombat {
        /// Position of the fighter.
        fighter: usize,
    },
    /// All fighters wait; each may declare once more.
    EndNear,
    /// A fighter waits.
    Waits {
        /// Position of the fighter.
        fighter: usize,
        /// Number of dice left.
        dice: u32,
        /// Whether this was the fighter's last opportunity to declare in the round.
        last: bool,
    },
    /// An action was declared.
    Declared {
        /// The action.
        act: Act,
    },
    /// A defence was rolled.
    Defended {
        /// Position of the fighter that defends.
        fighter: usize,
        /// Defence rolled.
        guard: Guard,
        /// Dice rolled.
        pool: Pool,
        /// Position of the attacker; `None` for a General Defense declared before attacks.
        against: Option<usize>,
    },
    /// The action dice of an attack were rolled.
    Readied {
        /// The attack.
        act: Act,
        /// Dice rolled.
        pool: Pool,
    },
    /// The further dice of a Group Attack were rolled.
    Threw {
        /// Position of the attacker.
        fighter: usize,
        /// Further dice.
        pool: Pool,
        /// Total of all dice.
        total: u32,
    },
    /// An attack met a defence.
    Struck {
        /// Position of the attacker.
        fighter: usize,
        /// Position of the target.
        target: usize,
        /// Further dice; `None` for a Group Attack.
        pool: Option<Pool>,
        /// Total of all dice of the attack.
        total: u32,
        /// Value of the defence.
        value: u32,
        /// Whether the attack hit.
        hit: bool,
    },
    /// A fighter was out before its action.
    Prevented {
        /// Position of the fighter.
        fighter: usize,
    },
    /// The target of an attack was out before it.
    Wasted {
        /// Position of the attacker.
        fighter: usize,
    },
    /// A fighter moved toward the opponents.
    Moved {
        /// Position of the fighter.
        fighter: usize,
        /// Distance covered, in units.
        units: u32,
    },
    /// A fighter is out.
    Out {
        /// Position of the fighter.
        fighter: usize,
    },
    /// The round ended, and a fighter lost its remaining dice.
    Lost {
        /// Position of the fighter.
        fighter: usize,
        /// Number of dice lost.
        dice: u32,
    },
    /// The exchange is over.
    Ended {
        /// Position of the outcome.
        outcome: usize,
    },
}

/// An action at a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Status in this round: true for a noncombatant.
    Status(bool),
    /// Declaration of an action with this number of dice; `None` to wait.
    Declare(Option<(DeclaredAction, u32)>),
    /// Answer to an attack; `None` for no answer.
    Answer(Option<AttackAnswer>),
}

impl Game for Rounds {
    type Event = Event;
    type Position = ExchangeState;
    type Action = Action;
    type Memory = ();

    fn roller_names(&self) -> Vec<String> {
        let mut rollers = Setup::rollers(&self.sides, &self.fighters, is_randomized(&self.sides));
        rollers.push("/lots".to_owned());
        rollers
    }

    fn narrate(&self, event: &Event) -> String {
        super::narrate::sentence(self, event)
    }

    fn start(&self) -> ExchangeState {
        let count = self.fighters.len();
        let mut table = ExchangeState {
            phase: Phase::Round,
            actor: 0,
            fighters: vec![FighterState::default(); count],
            parries: vec![Force::default(); count * count],
            dives: vec![Force::default(); count * count],
            order: vec![Turn::default(); count],
            declaring: 0,
            asked: 0,
            settles: false,
            lots: false,
            targets: 0,
            acts: Vec::with_capacity(count),
            first: [0; 2],
            standing: [0; 2],
            round: 0,
            sequence: 0,
            rounds_left: 0,
            last: false,
        };
        self.restart(&mut table);
        table
    }

    #[inline]
    fn restart(&self, table: &mut ExchangeState) {
        table.phase = Phase::Round;
        table.fighters.fill(FighterState::default());
        for side in 0..2 {
            let members = &self.sides[side].members;
            table.first[side] = members.start;
            table.standing[side] = members.len() as u32;
        }
        table.rounds_left = self.options.max_rounds + 1;
    }

    fn memory(&self) {}

    #[inline(always)]
    fn advance<D: Dice, O: Observer<Event>>(
        &self,
        table: &mut ExchangeState,
        dice: &mut D,
        observer: &mut O,
    ) -> GameStop {
        loop {
            match table.phase {
                Phase::Status | Phase::Declaration | Phase::Answer => {
                    let actor = self.fighters.get(table.actor);
                    return GameStop::Decision(actor.map_or(0, |actor| actor.group));
                }
                Phase::Over(outcome) => return GameStop::End(outcome),
                Phase::Round => self.begin_round(dice, table, observer),
                Phase::Chosen => self.asks_status(table, table.actor + 1),
                Phase::Sequence => self.begin_sequence(dice, table, observer),
                Phase::Next => {
                    if !self.asks_next(dice, table) {
                        self.end_sequence(dice, table, observer);
                    }
                }
            }
        }
    }

    #[inline(always)]
    fn apply<D: Dice, O: Observer<Event>>(
        &self,
        table: &mut ExchangeState,
        action: Action,
        dice: &mut D,
        observer: &mut O,
    ) {
        match action {
            Action::Declare(declared) => self.declares(dice, table, declared, observer),
            Action::Answer(answer) => {
                table.phase = Phase::Next;
                if let Some(answer) = answer {
                    let (target, attacker) = (table.actor, table.attacker());
                    self.defends(dice, table, target, Some(attacker), answer, observer);
                }
            }
            Action::Status(noncombat) => {
                table.phase = Phase::Chosen;
                let fighter = table.actor;
                table.fighters[fighter].noncombat = noncombat;
                if noncombat {
                    observer.note(|| Event::Noncombat { fighter });
                }
            }
        }
    }

    fn actions(&self, table: &ExchangeState, actions: &mut Vec<Action>) {
        let all = self.choices(table);
        actions.extend((0..all.count()).map(|number| self.action(table, all, number)));
    }

    #[inline(always)]
    fn choose<D: Dice>(&self, table: &ExchangeState, (): &mut (), dice: &mut D) -> Action {
        let fighter = table.actor;
        match (self.sheets[fighter].player, table.phase) {
            (Player::Keep(_) | Player::Heavy, Phase::Declaration) => {
                Action::Declare(self.declaration_by_rule(table, fighter))
            }
            (Player::Keep(_) | Player::Heavy, Phase::Answer) => {
                Action::Answer(self.answer_by_rule(table, fighter))
            }
            (Player::Keep(_) | Player::Heavy, _) => {
                Action::Status(self.fighters[fighter].noncombat)
            }
            (player, _) => self.considered(table, player, dice),
        }
    }

    #[inline]
    fn finish<D: Dice, O: Observer<Event>>(
        &self,
        table: &mut ExchangeState,
        outcome: usize,
        _: &mut D,
        observer: &mut O,
        record: &mut Record,
    ) {
        observer.note(|| Event::Ended { outcome });
        self.measure(self.number(table), table, &mut record.values);
    }

    fn is_waste(&self, _: &ExchangeState, action: Action) -> bool {
        action == Action::Declare(None)
    }

    fn prospect(&self, table: &ExchangeState, side: usize) -> u64 {
        self.hits_left(table, side)
    }

    fn solve(
        &self,
        table: &ExchangeState,
        actions: &[Action],
        (): &mut (),
    ) -> Option<ActionValues> {
        self.solved_values(table, actions)
    }

    fn evaluator(&self) -> &'static str {
        match self.played_well(0).next() {
            Some(duel) if duel.solvable().is_ok() => "optimal",
            _ => "a sample of play-outs",
        }
    }

    fn is_policy_roller(&self, roller: Roller) -> bool {
        (self.whims..self.lots).contains(&roller)
    }

    fn decision_cost(&self, table: &ExchangeState) -> u64 {
        let side = self.fighters[table.actor].side;
        60 + self.sides[side].player.effort() / 10
    }

    fn actors(&self) -> Vec<ActingSide> {
        self.groups.iter().map(super::Group::actor).collect()
    }

    fn sides(&self) -> Vec<RatedSide> {
        RatedSide::each(self.sides.iter().map(|side| &*side.name))
    }

    fn is_slow_to_evaluate(&self) -> bool {
        self.is_slow() || self.fighters.len() == 2
    }

    fn density_cache(&self) -> Option<&OnceLock<EvaluationDensity>> {
        Some(&self.evaluation_density)
    }
}

impl Rounds {
    /// Returns the number of the round, from 1.
    #[inline]
    pub(super) fn number(&self, table: &ExchangeState) -> u32 {
        self.options.max_rounds + 1 - table.rounds_left
    }

    /// Begins a round; ends the exchange as unresolved if no round is left.
    #[inline(always)]
    fn begin_round<D: Dice, O: Observer<Event>>(
        &self,
        dice: &mut D,
        table: &mut ExchangeState,
        observer: &mut O,
    ) {
        if table.rounds_left == 1 || dice.abandoned() {
            table.phase = Phase::Over(UNRESOLVED);
            return;
        }
        table.rounds_left -= 1;
        let number = self.number(table);
        observer.note(|| Event::Round { number });
        table.round += 1;
        table.last = false;
        if self.chooses_status() {
            self.asks_status(table, 0);
            return;
        }
        for (standing, sheet) in table.fighters.iter_mut().zip(&self.sheets) {
            if !standing.is_out {
                (standing.left, standing.turn) = (sheet.start, sheet.turn);
            }
        }
        table.phase = Phase::Sequence;
    }

    /// Begins a sequence, or ends the round if no dice are left.
    #[inline(always)]
    fn begin_sequence<D: Dice, O: Observer<Event>>(
        &self,
        dice: &mut D,
        table: &mut ExchangeState,
        observer: &mut O,
    ) {
        table.sequence += 1;
        table.acts.clear();
        if self.order(dice, table) == 0 {
            Self::end_round(table, None, observer);
            return;
        }
        table.settles = self.options.answers_reorder || self.options.defense_is_action;
        (table.asked, table.phase) = (0, Phase::Next);
    }

    /// Carries out the actions of a sequence.
    #[inline(always)]
    fn end_sequence<D: Dice, O: Observer<Event>>(
        &self,
        dice: &mut D,
        table: &mut ExchangeState,
        observer: &mut O,
    ) {
        table.phase = Phase::Sequence;
        if !table.acts.is_empty() {
            self.resolve(dice, table, observer);
            let ended = table.ended();
            if ended.is_some() || table.last || dice.abandoned() {
                Self::end_round(table, ended, observer);
            }
        } else if table.last || self.options.reserve_rule == ReserveRule::Lost {
            Self::end_round(table, None, observer);
        } else {
            observer.note(|| Event::EndNear);
            table.last = true;
        }
    }

    /// Ends a round, or the exchange if there is an outcome. Remaining dice are lost.
    #[inline(always)]
    fn end_round<O: Observer<Event>>(
        table: &mut ExchangeState,
        outcome: Option<usize>,
        observer: &mut O,
    ) {
        for (fighter, standing) in table.fighters.iter_mut().enumerate() {
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
        table.phase = outcome.map_or(Phase::Round, Phase::Over);
    }

    /// Returns the action of a fighter whose player is not rule-based.
    #[inline(never)]
    fn considered<D: Dice>(&self, table: &ExchangeState, player: Player, dice: &mut D) -> Action {
        let all = self.choices(table);
        let side = self.fighters[table.actor].side;
        let number = match player {
            // A single action is no place of the solver, which continues to the next decision.
            _ if all.count() == 1 => 0,
            Player::Random => dice.choose(self.whims + side, all.count()),
            Player::Rollout(playouts) => {
                let tried = self.tried(table, side, playouts, dice);
                return tried.unwrap_or_else(|| self.action(table, all, 0));
            }
            Player::Optimal => self.best(table),
            _ => 0,
        };
        self.action(table, all, number)
    }
}
