//! Pig, a contest for tests: two players take turns. The one whose turn it is rolls a die as often as wanted and adds it up,
//! or holds and keeps the sum; a 1 loses it. The first to keep `GOAL` points wins (J. Scarne, *Scarne on Dice*, 1945).

use super::{Described, Explain, Game, Next, OptimalPolicy, Playouts, Values, rollout};
use crate::contest::laid::{Once, number};
use crate::contest::{Appraise, Describe, HintBy, Hints, Metric, Observer, Outcome};
use crate::dice::Dice;
use crate::document::{Faults, Source};
use std::sync::{Arc, OnceLock};

pub(super) const GOAL: u32 = 20;
const WHIMS: usize = 2;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Player {
    Random,
    HoldAt(u32),
    Rollout(u32),
    Optimal,
}

pub(super) struct Pig {
    pub(super) players: [Player; 2],
    outcomes: [Outcome; 2],
    policy: OnceLock<OptimalPolicy<Self>>,
    closeness: OnceLock<super::Closeness>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Position {
    pub(super) kept: [u32; 2],
    pub(super) sum: u32,
    pub(super) actor: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
    Roll,
    Hold,
}

impl Pig {
    pub(super) fn new(players: [Player; 2]) -> Self {
        let outcomes = ["ann", "bob"].map(|name| Outcome::usual(name, format!("{name} wins")));
        Self {
            players,
            outcomes,
            policy: OnceLock::new(),
            closeness: OnceLock::new(),
        }
    }

    pub(super) fn policy(&self) -> &OptimalPolicy<Self> {
        self.policy
            .get_or_init(|| OptimalPolicy::solve(self, 100_000).expect("few positions"))
    }
}

impl Describe for Pig {
    fn outcomes(&self) -> &[Outcome] {
        &self.outcomes
    }
    fn metrics(&self) -> &[Metric] {
        &[]
    }
    fn highlights(&self) -> &[&'static str] {
        &[]
    }
    fn appraised(&self) -> Option<&dyn Appraise> {
        Some(self)
    }
    fn hints(&self) -> Option<&dyn Hints> {
        Some(self)
    }
}

impl Game for Pig {
    type Event = (usize, Action);
    type Position = Position;
    type Action = Action;
    type Memory = ();
    fn roller_names(&self) -> Vec<String> {
        ["ann", "bob", "/whims"].map(str::to_owned).to_vec()
    }
    fn narrate(&self, &(actor, action): &Self::Event) -> String {
        format!("{} {action:?}s", self.outcomes[actor].name)
    }
    fn start(&self) -> Position {
        Position::default()
    }
    fn memory(&self) {}
    fn advance<D: Dice, O: Observer<Self::Event>>(
        &self,
        position: &mut Position,
        _: &mut D,
        _: &mut O,
    ) -> Next {
        match position.kept.iter().position(|&kept| kept >= GOAL) {
            Some(winner) => Next::End(winner),
            None => Next::Decision(position.actor),
        }
    }
    fn apply<D: Dice, O: Observer<Self::Event>>(
        &self,
        position: &mut Position,
        action: Action,
        dice: &mut D,
        observer: &mut O,
    ) {
        let actor = position.actor;
        observer.note(|| (actor, action));
        if action == Action::Roll {
            match dice.die(actor, 6) {
                1 => position.sum = 0,
                face => {
                    // More than is needed is the same.
                    position.sum = (position.sum + face).min(GOAL - position.kept[actor]);
                    return;
                }
            }
        }
        position.kept[actor] += std::mem::take(&mut position.sum);
        position.actor = 1 - actor;
    }
    fn actions(&self, _: &Position, actions: &mut Vec<Action>) {
        actions.extend([Action::Roll, Action::Hold]);
    }
    fn choose<D: Dice>(&self, position: &Position, (): &mut (), dice: &mut D) -> Action {
        let enough = |most: u32| {
            position.sum >= most || position.kept[position.actor] + position.sum >= GOAL
        };
        let simple = |most| {
            if enough(most) {
                Action::Hold
            } else {
                Action::Roll
            }
        };
        match self.players[position.actor] {
            Player::Random => [Action::Roll, Action::Hold][dice.choose(WHIMS, 2) as usize],
            Player::HoldAt(most) => simple(most),
            Player::Optimal => self.policy().action(position).unwrap_or(Action::Hold),
            Player::Rollout(count) => {
                let simple = Self::new([Player::HoldAt(8); 2]);
                let seed = dice.choose(WHIMS, 1 << 31).into();
                let mut playouts = Playouts::new(&simple, count);
                rollout(&simple, &mut playouts, position, position.actor, seed)
                    .unwrap_or(Action::Hold)
            }
        }
    }
    fn solve(&self, position: &Position, actions: &[Action], (): &mut ()) -> Option<Values> {
        Some(Values::exact(self.policy().values(position, actions)?))
    }
    fn is_policy_roller(&self, roller: usize) -> bool {
        roller == WHIMS
    }
    fn followed(&self) -> Option<&OnceLock<super::Closeness>> {
        Some(&self.closeness)
    }
}

impl Explain for Pig {
    fn example(&self) -> String {
        "Ann: 5; Bob: 12; Sum: 4".to_owned()
    }
    fn read(&self, source: &Arc<Source>) -> Result<Position, Faults> {
        let mut faults = Faults::new();
        let entries = Once::without_notes(source, &["Ann", "Bob", "Sum"], &mut faults);
        let mut points = [0; 3];
        for (place, points) in points.iter_mut().enumerate() {
            if let Some(entry) = entries.get(place) {
                *points = number(
                    &entry.name.text,
                    entry,
                    0..=GOAL - 1,
                    "a number of points",
                    &mut faults,
                )
                .unwrap_or(0);
            }
        }
        let [ann, bob, sum] = points;
        faults.into_result(Position {
            kept: [ann, bob],
            sum,
            actor: 0,
        })
    }
    fn describe(&self, position: &Position) -> Described {
        Described {
            who: self.outcomes[position.actor].name.clone(),
            turn: format!("{position:?}"),
            ..Described::default()
        }
    }
    fn name(&self, _: &Position, action: Action) -> String {
        format!("{action:?}").to_lowercase()
    }
    fn method(&self, _: &Position, by: HintBy, _: &[&Self]) -> String {
        format!("{by:?}")
    }
}
