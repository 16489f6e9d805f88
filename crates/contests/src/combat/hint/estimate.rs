//! Values of actions, as estimated by `expert`, which looks some decisions ahead.

use crate::combat::ending::Ending;
use crate::combat::engine::FightMove;
use crate::combat::fight::Fight;
use crate::combat::players::{SimulationBuffers, expert};
use crate::combat::prepared::Combat;
use crate::combat::view::{Action, View};
use evenodds_core::contest::game::{ActionValues, EstimateDepth, distinct};
use evenodds_core::contest::{CERTAIN, HintBy};

/// Number of decisions that `expert` looks ahead, and number of samples per action that leads to
/// throws of dice. Smaller numbers make its choice less accurate.
#[derive(Clone, Copy, Debug)]
pub(super) struct LookaheadPlan {
    pub(super) depth: u32,
    pub(super) samples: u64,
}

/// Number of actions above which each gets fewer samples, in fights of fewer than 2 ×
/// [`COMBATANTS_PER_UNIT`] combatants.
const ACTIONS_PER_UNIT: u64 = 64;
/// Number of combatants for which a decision costs one unit; the cost of larger fights is
/// proportional.
const COMBATANTS_PER_UNIT: u64 = 16;
/// Minimum number of samples per action.
const MIN_SAMPLES: u64 = 8;

impl LookaheadPlan {
    pub(super) fn of(care: EstimateDepth) -> Self {
        let (depth, samples) = match care {
            EstimateDepth::Full => (6, 256),
            EstimateDepth::Quick => (5, 64),
        };
        Self { depth, samples }
    }

    /// Returns the lookahead that [`values`] uses at a position.
    pub(super) fn at(self, view: &View) -> Self {
        let (combat, fight) = view.table();
        self.bounded(distinct(combat, fight).len() as u64, view)
    }

    /// Returns the lookahead at a position with `actions` distinct actions. More actions get fewer
    /// samples each. If even the minimum would exceed the usual total, the lookahead is one
    /// decision.
    fn bounded(self, actions: u64, view: &View) -> Self {
        let combatants = view.table().0.combatants.len() as u64;
        let units =
            (actions * (combatants / COMBATANTS_PER_UNIT).max(1)).div_ceil(ACTIONS_PER_UNIT);
        let samples = (self.samples / units).max(MIN_SAMPLES.min(self.samples));
        if units * MIN_SAMPLES > self.samples {
            Self { depth: 1, samples }
        } else {
            Self { samples, ..self }
        }
    }
}

/// Returns whether each action is proven to win for certain.
pub(super) fn certain_wins(
    combat: &Combat,
    fight: &Fight,
    actions: &[FightMove],
    care: EstimateDepth,
) -> Vec<bool> {
    /// Maximum number of combatants: the cost of a step is proportional to it.
    const COMBATANTS: usize = 16;
    /// Maximum number of steps of the search in a round, divided among the actions: few at first, so
    /// that an action that is hard to search does not hide another one.
    const ROUNDS: [u64; 2] = [30_000, 400_000];
    if combat.combatants.len() > COMBATANTS {
        return Vec::new();
    }
    let rounds = match care {
        EstimateDepth::Full => &ROUNDS[..],
        EstimateDepth::Quick => &ROUNDS[..1],
    };
    let side = combat.combatants[fight.actor].side;
    let mut ending = Ending::certain(combat, side);
    let mut found = vec![None; actions.len()];
    for &steps in rounds {
        let steps = steps / actions.len().max(1) as u64;
        for (found, &action) in found.iter_mut().zip(actions) {
            *found = found.or_else(|| ending.is_certain(fight, action, steps));
        }
    }
    found.into_iter().map(|found| found == Some(true)).collect()
}

/// Returns the values of distinct actions. Of actions with equal values against the players of the
/// file, the best one against experts is preferred, since simple opponents rarely punish errors.
pub(super) fn values(
    combat: &Combat,
    fight: &Fight,
    actions: &[Action],
    plan: LookaheadPlan,
) -> ActionValues {
    let bounded = plan.bounded(actions.len() as u64, &View::of(combat, fight));
    let among = |combat: &Combat, actions: &mut dyn Iterator<Item = Action>| -> Vec<f64> {
        let mut buffers = SimulationBuffers::new(combat);
        let (ahead, view) = ((bounded.depth, bounded.samples), View::of(combat, fight));
        let chance = |action| expert::estimate_action(ahead, &view, action, &mut buffers);
        let chances = actions.map(chance);
        chances
            .map(|chance| f64::from(chance) / f64::from(CERTAIN))
            .collect()
    };
    let wins = among(combat, &mut actions.iter().copied());
    let best = wins.iter().copied().fold(0.0, f64::max);
    let is_best = |number: usize| wins[number] >= best;
    let mut preference = vec![0.0; actions.len()];
    let equal: Vec<usize> = (0..actions.len())
        .filter(|&number| is_best(number))
        .collect();
    if equal.len() > 1 {
        let mut equals = equal.iter().map(|&number| actions[number]);
        let chances = among(&combat.with_experts(), &mut equals);
        for (&number, chance) in equal.iter().zip(chances) {
            preference[number] = chance;
        }
    }
    ActionValues {
        by: HintBy::Estimated,
        values: wins.into_iter().map(|wins| (wins, 0.0)).collect(),
        preference,
    }
}
