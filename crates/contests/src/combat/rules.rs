//! Combat as a game that stops at decisions.

use super::bitboard::{BitboardSetup, Board, FightEnd};
use super::effect::{ActionEffect, effect};
use super::ending::{self, Ending};
use super::engine::{Engine, FightMove};
use super::event::Event;
use super::fight::{Fate, Fight, FightStage};
use super::optimal::{self, DRAW, Solver, UNRESOLVED, first_best};
use super::player::Player;
use super::players::{SimulationBuffers, expert};
use super::prepared::Combat;
use super::setup::Combatant;
use super::shield::CoverView;
use super::view::{Action, PolicyRandomness, View};
use super::{duel, measure, wounds};
use evenodds_core::contest::game::{
    ActionKind, ActionValues, ActivePosition, Game, GameStop, OpeningEstimate, PlayoutGame,
    RatedGame, play,
};
use evenodds_core::contest::{
    Aftermath, CERTAIN, LastingEffects, Observer, ParticipantFate, Record, Rules, SceneState,
};
use evenodds_core::dice::{Dice, Roller, Sampled};
use expert::Network;
use std::cell::OnceCell;

const _: () = assert!(expert::CERTAIN == CERTAIN, "chances have one unit");

/// Buffers of the players.
pub struct Memory {
    buffers: Option<SimulationBuffers>,
    /// The fight on a bitboard, created by the first play-out; `None` if it does not fit.
    bitboard: OnceCell<Option<BitboardSetup>>,
}

impl Combat {
    /// Returns an engine for a position.
    #[inline]
    fn engine<'a, D, O>(
        &'a self,
        fight: &'a mut Fight,
        dice: &'a mut D,
        observer: O,
    ) -> Engine<'a, D, O> {
        Engine {
            combat: self,
            fight,
            dice,
            observer,
        }
    }

    /// Plays a fight in which `choose` decides for all combatants. It must return actions that
    /// [`View::allows`]. Cover is spent as by `finisher`.
    pub fn fight<D: Dice, O: Observer<Event>>(
        &self,
        dice: &mut D,
        fight: &mut Fight,
        observer: &mut O,
        record: &mut Record,
        mut choose: impl FnMut(&View, &mut PolicyRandomness<D>) -> Action,
    ) {
        let mut memory = Memory {
            buffers: None,
            bitboard: OnceCell::new(),
        };
        let choose = |fight: &Fight, _, _: &mut Memory, dice: &mut D| {
            if fight.stage == FightStage::Attacked {
                return FightMove::Cover(fight.extras.shield.most_kept());
            }
            let mut randomness = PolicyRandomness::new(dice, self.policy_randomness(fight.actor));
            FightMove::Turn(choose(&View::of(self, fight), &mut randomness))
        };
        play(self, (fight, &mut memory), dice, observer, record, choose);
    }

    fn unresolved(&self) -> usize {
        self.sides.len() + 1
    }
}

impl Game for Combat {
    type Position = Fight;
    type Action = FightMove;
    type Memory = Memory;

    fn start(&self) -> Fight {
        Fight::new(self)
    }

    #[inline]
    fn restart(&self, fight: &mut Fight) {
        fight.clear(self);
    }

    fn memory(&self) -> Memory {
        let simulates = self.combatants.iter().any(|who| who.player.simulates());
        Memory {
            buffers: simulates.then(|| SimulationBuffers::new(self)),
            bitboard: OnceCell::new(),
        }
    }

    #[inline]
    fn advance<D: Dice, O: Observer<Event>>(
        &self,
        fight: &mut Fight,
        dice: &mut D,
        observer: &mut O,
    ) -> GameStop {
        if self.engine(fight, dice, observer).advance() {
            let actor = match fight.stage {
                FightStage::Attacked => fight.extras.shield.target,
                _ => fight.actor,
            };
            return GameStop::Decision(self.combatants[actor].group);
        }
        GameStop::End(match fight.winner() {
            _ if fight.stage == FightStage::Unresolved => self.unresolved(),
            Some(side) => side,
            None => self.sides.len(),
        })
    }

    #[inline]
    fn apply<D: Dice, O: Observer<Event>>(
        &self,
        fight: &mut Fight,
        decision: FightMove,
        dice: &mut D,
        observer: &mut O,
    ) {
        self.engine(fight, dice, observer).apply(decision);
    }

    fn actions(&self, fight: &Fight, actions: &mut Vec<FightMove>) {
        if fight.stage == FightStage::Attacked {
            let dice = fight.extras.shield.choices();
            actions.extend(dice.iter().map(|&die| FightMove::Cover(Some(die))));
            actions.push(FightMove::Cover(None));
        } else {
            actions.extend(View::of(self, fight).actions().map(FightMove::Turn));
        }
    }

    #[inline]
    fn choose<D: Dice>(&self, fight: &Fight, memory: &mut Memory, dice: &mut D) -> FightMove {
        let buffers = memory.buffers.as_mut();
        if fight.stage == FightStage::Attacked {
            let attacked = CoverView::of(self, fight);
            let mut randomness =
                PolicyRandomness::new(dice, self.policy_randomness(attacked.target()));
            return FightMove::Cover(attacked.player().cover(&attacked, &mut randomness, buffers));
        }
        let view = View::of(self, fight);
        if view.is_ordered_to_retreat() {
            return FightMove::Turn(Action::Retreat);
        }
        let mut randomness = PolicyRandomness::new(dice, self.policy_randomness(fight.actor));
        FightMove::Turn(view.player().choose(&view, &mut randomness, buffers))
    }

    #[inline]
    fn finish<D: Dice, O: Observer<Event>>(
        &self,
        fight: &mut Fight,
        outcome: usize,
        dice: &mut D,
        observer: &mut O,
        record: &mut Record,
    ) {
        observer.note(|| {
            if outcome < self.sides.len() {
                Event::Won { side: outcome }
            } else if outcome == self.unresolved() {
                Event::Unresolved { turn: fight.turn }
            } else {
                Event::Drawn
            }
        });
        if !self.is_basic() {
            for character in 0..self.combatants.len() {
                if self.combatants[character].wounds
                    && let Some(from) = wounds::heal(self, fight, dice, character)
                {
                    observer.note(|| Event::Recovered { character, from });
                    measure::record_recovery(self, character, record);
                }
            }
        }
        measure::finish(self, fight, record);
    }
}

impl PlayoutGame for Combat {
    fn shortcut(
        &self,
        fight: &Fight,
        memory: &mut Memory,
        dice: &mut Sampled,
    ) -> Option<(usize, u64)> {
        if fight.stage != FightStage::BetweenTurns {
            return None;
        }
        let new = || BitboardSetup::with_own_players(self);
        let bitboard = memory.bitboard.get_or_init(new).as_ref()?;
        let mut board = Board::of(fight);
        let outcome = match board.play(bitboard, dice) {
            FightEnd::Outcome(outcome) => outcome.into(),
            FightEnd::Undecided | FightEnd::TooLong => self.unresolved(),
        };
        // `brawler` costs as much as `finisher`.
        let cost = u64::from(board.turns()) * Player::Finisher.effort();
        Some((outcome, cost))
    }

    fn is_policy_roller(&self, roller: Roller) -> bool {
        roller > self.lot()
    }

    fn decision_cost(&self, fight: &Fight) -> u64 {
        match fight.stage {
            FightStage::Attacked => 0,
            _ => self.combatants[fight.actor].player.effort(),
        }
    }

    fn kind_of(&self, fight: &Fight, decision: FightMove) -> ActionKind {
        match decision {
            FightMove::Turn(Action::Retreat) => ActionKind::Retreat,
            FightMove::Turn(Action::Attack { face, target })
                if fight.seats[target].pool.lowest() > face =>
            {
                ActionKind::Useless
            }
            _ => ActionKind::Ordinary,
        }
    }
}

impl RatedGame for Combat {
    fn is_major(&self, fight: &Fight) -> bool {
        fight.stage != FightStage::Attacked
    }

    fn turn(&self, fight: &Fight) -> Option<u32> {
        Some(fight.turn)
    }

    fn alike(&self, fight: &Fight, one: FightMove, other: FightMove) -> bool {
        match (one, other) {
            (FightMove::Turn(one), FightMove::Turn(other)) => {
                let effect = |action| -> ActionEffect { effect(self, fight, fight.actor, action) };
                effect(one) == effect(other)
            }
            _ => one == other,
        }
    }

    fn solve(&self, fight: &Fight, actions: &[FightMove], _: &mut Memory) -> Option<ActionValues> {
        let turns = turn_actions(actions)?;
        if duel::check(self).is_err() {
            return self.solve_ending(fight, actions);
        }
        let side = self.combatants[fight.actor].side;
        let mut solver = Solver::new(self, [None; 2]);
        let shares = solver.evaluate(&View::of(self, fight), &turns);
        let best = first_best(&shares, side);
        let highest = optimal::score(&shares[best], side);
        let values = shares.iter().map(|own| {
            // A higher score can only be a rounding error.
            let rounded = optimal::score(own, side) > highest;
            let shares = if rounded { &shares[best] } else { own };
            let no_winner = shares[DRAW] + shares[UNRESOLVED];
            (shares[side].clamp(0.0, 1.0), no_winner.clamp(0.0, 1.0))
        });
        let values = ActionValues::exact(values.collect());
        Some(values.preferring(|number| number == best))
    }

    fn evaluate(&self, fight: &Fight, actions: &[FightMove], _: &mut Memory) -> Option<Vec<f64>> {
        let turns = turn_actions(actions)?;
        let network = Network::trained();
        let mut chances = Vec::with_capacity(turns.len());
        // Actions are evaluated in the order of the rules' list.
        expert::evaluate(&View::of(self, fight), network, |odds, action| {
            if turns.get(chances.len()) == Some(&action) {
                let chance = expert::chance(network, odds);
                chances.push(f64::from(chance) / f64::from(CERTAIN));
            }
        });
        Some(chances)
    }

    fn assessor(&self) -> &'static str {
        "expert"
    }
}

impl OpeningEstimate for Combat {
    fn opening_cost(&self) -> u64 {
        60 + 20 * self.combatants.len() as u64
    }

    fn opening_chance(&self, fight: &Fight) -> u32 {
        let network = Network::trained();
        let odds = expert::odds_at(&View::of(self, fight), network, 0);
        expert::chance(network, odds)
    }
}

impl LastingEffects for Combat {
    fn participants(&self) -> Vec<String> {
        self.combatants.iter().map(|who| who.name.clone()).collect()
    }

    fn aftermath(&self, stage: &SceneState, combatant: usize) -> Aftermath {
        let Some(ActivePosition { position, .. }) = stage.state::<<Self as Rules>::State>() else {
            return Aftermath::default();
        };
        let (who, outcome) = (&self.combatants[combatant], stage.record.outcome);
        let seat = &position.seats[combatant];
        let after = Aftermath {
            part: match seat.fate {
                Fate::TakenOut => ParticipantFate::TakenOut,
                Fate::Retreated => ParticipantFate::Left,
                Fate::Standing | Fate::NotEntered => ParticipantFate::Stayed,
            },
            deadly: self.options.deadly,
            lost: outcome < self.sides.len() && outcome != who.side,
            used: seat.used,
            // Without optional rules, it does not matter which of the used Classes this is.
            class: (u16::BITS - (seat.used | 1).leading_zeros() - 1) as u8,
            ..Aftermath::default()
        };
        if self.is_basic() {
            return after;
        }
        let wounds = &position.extras.wounds[combatant];
        Aftermath {
            class: position.extras.classes[combatant],
            wounds: wounds.count,
            died: wounds.died,
            chosen: wounds.chosen,
            ..after
        }
    }
}

impl Combat {
    /// Returns the exact values of actions in an ending with few dice, with good play of both sides.
    fn solve_ending(&self, fight: &Fight, actions: &[FightMove]) -> Option<ActionValues> {
        /// Maximum number of dice in play, of unused Classes and of returns.
        const DICE: u32 = 9;
        /// Maximum number of steps of the search.
        const STEPS: u64 = 400_000;
        let is_good =
            |who: &Combatant| matches!(who.player, Player::Expert { .. } | Player::Optimal);
        if !self.combatants.iter().all(is_good) || ending::dice_left(self, fight) > DICE {
            return None;
        }
        let side = self.combatants[fight.actor].side;
        let mut ending = Ending::optimal(self, STEPS)?;
        let values = actions.iter().map(|&action| {
            let chances = ending.after(fight, action)?;
            Some((chances[side], (1.0 - chances[0] - chances[1]).max(0.0)))
        });
        Some(ActionValues::exact(values.collect::<Option<_>>()?))
    }
}

/// Returns `actions` as actions of a turn; `None` if any is a Cover decision.
pub(super) fn turn_actions(actions: &[FightMove]) -> Option<Vec<Action>> {
    let actions = actions.iter().map(|action| match action {
        FightMove::Turn(action) => Some(*action),
        FightMove::Cover(_) => None,
    });
    actions.collect()
}
