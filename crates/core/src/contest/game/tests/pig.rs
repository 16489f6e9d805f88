//! The dice game Pig, for tests. A turn is a series of rolls of one die. After any roll the player
//! may hold and keep the sum; a 1 loses the sum and ends the turn. The first player with `GOAL`
//! points wins (J. Scarne, *Scarne on Dice*, 1945).

use super::super::{
    ActionValues, Game, GameStop, HintGame, OptimalPolicy, PlayoutGame, Playouts, RatedGame,
    rollout,
};
use crate::contest::positions::position;
use crate::contest::{
    ActingSide, Describe, Description, Evaluate, Events, Hints, Observer, Outcome, RatedSide,
    default, flag, table, whole,
};
use crate::dice::Dice;
use crate::document::{Faults, Source, ValueShape};
use std::sync::{Arc, OnceLock};

pub(super) const GOAL: u32 = 20;
const POINTS: ValueShape = whole(0, GOAL as i64 - 1);
const WHIMS: usize = 2;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Player {
    HoldAt(u32),
    Rollout(u32),
    Optimal,
}

pub(super) struct Pig {
    pub(super) players: [Player; 2],
    description: Description,
    policy: OnceLock<OptimalPolicy<Self>>,
}

table! {
    /// A position. It can be typed.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub(super) struct Position {
        /// Points kept by the player whose turn it is.
        pub(super) own: u32 = default("0", POINTS),
        /// Points kept by the other one.
        pub(super) other: u32 = default("0", POINTS),
        /// Points of this turn.
        pub(super) sum: u32 = default("0", POINTS),
        /// Whether it is Bob's turn.
        pub(super) bobs_turn: bool = flag(false),
    }
}

impl Pig {
    pub(super) fn new(players: [Player; 2]) -> Self {
        let names = ["ann", "bob"];
        let actor = |side: usize| ActingSide {
            side,
            ..ActingSide::alone(names[side])
        };
        Self {
            players,
            description: Description {
                outcomes: names.map(|name| Outcome::of(name, name, "wins")).to_vec(),
                sides: RatedSide::each(names),
                actors: vec![actor(0), actor(1)],
                ..Description::default()
            },
            policy: OnceLock::new(),
        }
    }

    pub(super) fn policy(&self) -> &OptimalPolicy<Self> {
        let solve = || OptimalPolicy::solve(self, 100_000).expect("few positions");
        self.policy.get_or_init(solve)
    }
}

impl Describe for Pig {
    fn description(&self) -> &Description {
        &self.description
    }

    fn rollers(&self) -> Vec<String> {
        ["ann", "bob", "/whims"].map(str::to_owned).to_vec()
    }
    fn evaluation(&self) -> Option<&dyn Evaluate> {
        Some(self)
    }
    fn hints(&self) -> Result<&dyn Hints, &'static str> {
        Ok(self)
    }
}

impl Events for Pig {
    type Event = (usize, bool);

    fn narrate(&self, &(actor, roll): &(usize, bool)) -> String {
        format!("{} {}s", self.outcomes()[actor].name, verb(roll))
    }
}

impl Game for Pig {
    type Position = Position;
    /// `true` to roll, `false` to hold.
    type Action = bool;
    type Memory = ();
    fn start(&self) -> Position {
        Position::default()
    }
    fn memory(&self) {}
    fn advance<D: Dice, O: Observer<(usize, bool)>>(
        &self,
        position: &mut Position,
        _: &mut D,
        _: &mut O,
    ) -> GameStop {
        let actor = position.bobs_turn.into();
        if position.other < GOAL {
            GameStop::Decision(actor)
        } else {
            GameStop::End(1 - actor)
        }
    }
    fn apply<D: Dice, O: Observer<(usize, bool)>>(
        &self,
        position: &mut Position,
        roll: bool,
        dice: &mut D,
        observer: &mut O,
    ) {
        let actor = position.bobs_turn.into();
        observer.note(|| (actor, roll));
        let face = if roll { dice.die(actor, 6) } else { 0 };
        if face > 1 {
            position.sum = (position.sum + face).min(GOAL - position.own);
            return;
        }
        let sum = if face == 1 { 0 } else { position.sum };
        *position = Position {
            own: position.other,
            other: position.own + sum,
            sum: 0,
            bobs_turn: !position.bobs_turn,
        };
    }
    fn actions(&self, _: &Position, actions: &mut Vec<bool>) {
        actions.extend([true, false]);
    }
    fn choose<D: Dice>(&self, position: &Position, (): &mut (), dice: &mut D) -> bool {
        let needed = GOAL - position.own;
        match self.players[usize::from(position.bobs_turn)] {
            Player::HoldAt(most) => position.sum < most.min(needed),
            Player::Optimal => self.policy().action(position) == Some(true),
            Player::Rollout(count) => {
                let simple = Self::new([Player::HoldAt(8); 2]);
                let mut plans = [Playouts::new(&simple, count)];
                let seed = dice.choose(WHIMS, 1 << 31).into();
                let side = position.bobs_turn.into();
                let from = (position, vec![true, false]);
                let best = rollout(&simple, &mut plans, from, side, seed);
                best == Some(true)
            }
        }
    }
}

impl PlayoutGame for Pig {
    fn is_policy_roller(&self, roller: usize) -> bool {
        roller == WHIMS
    }
}

impl RatedGame for Pig {
    fn solve(&self, position: &Position, actions: &[bool], (): &mut ()) -> Option<ActionValues> {
        Some(ActionValues::exact(
            self.policy().values(position, actions)?,
        ))
    }
}

impl HintGame for Pig {
    fn example(&self) -> String {
        "Own: 5; Other: 12; Sum: 4".to_owned()
    }
    fn read(&self, source: &Arc<Source>) -> Result<Position, Faults> {
        let mut faults = Faults::new();
        let read = Position::read(&position(source, Position::KEYS, None, &mut faults));
        faults.into_result(read.unwrap_or_default())
    }
    fn name(&self, _: &Position, roll: bool) -> String {
        verb(roll).to_owned()
    }
}

fn verb(roll: bool) -> &'static str {
    if roll { "roll" } else { "hold" }
}
