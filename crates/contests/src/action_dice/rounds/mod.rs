//! Exchanges of attacks: the rounds of the source text, simulated action by action.
//!
//! A round consists of *sequences*. In each sequence, all fighters with dice left declare an action
//! or wait, those with the fewest dice first. The target of an attack may answer at once. Then the
//! actions take place, those with the most dice first. The round ends when no fighter has dice
//! left, or when all wait.
//!
//! As a game, an exchange stops at every declaration, answer and choice of status.
//!
//! - `dice_left`: action dice by sort; `fighter_sheet`: the rolls of a fighter; `legal`: the
//!   actions of a decision.
//! - `exchange_state`: positions, and the order in which
//!   fighters declare; `status`: noncombatants; `declare`: declarations and answers; `actions`: the
//!   actions of a sequence; `rules`: the game; `measure`: metrics; `narrate`: the narration.
//! - `rollout`: the player that evaluates its actions in play-outs.
//! - `hint`: typed positions, and actions as text.
//! - `duel`: the solver of duels, for `optimal`, hints and exact distributions; `solve`: the exact
//!   distributions.

mod actions;
mod declare;
mod dice_left;
mod duel;
mod exchange_state;
mod fighter_sheet;
mod hint;
mod legal;
mod measure;
mod narrate;
mod rollout;
mod rules;
mod solve;
mod status;
#[cfg(test)]
mod tests;

pub use super::fighters::{
    AttackReach, Fighter, Guard, GuardKind, Player, Setup, Side, Specialty, Stance,
};
pub use actions::{Act, DeclaredAction};
pub use evenodds_core::contest::Group;
pub use exchange_state::ExchangeState;
pub use fighter_sheet::AttackAnswer;
pub(super) use hint::POSITIONS;
pub use rules::{Action, Event};

use super::fighters::measure::{self as measures, Layout};
use super::fighters::{DRAW, UNRESOLVED};
use super::{NoncombatChoice, Options};
use duel::Duel;
use evenodds_core::contest::game::EvaluationDensity;
use evenodds_core::contest::{
    ConfiguredPlayers, Cost, Describe, Evaluate, Hints, Metric, Outcome, Timeline,
};
use evenodds_core::dice::Roller;
use fighter_sheet::FighterSheet;
use hint::OptimalExchanges;
use std::sync::{Arc, OnceLock};

/// A prepared exchange.
#[derive(Clone, Debug)]
pub struct Rounds {
    pub(super) sides: [Side; 2],
    fighters: Vec<Fighter>,
    groups: Vec<Group>,
    options: Options,
    /// One sheet for each fighter in the status of the file. If fighters choose their status, the
    /// sheets for the opposite status follow.
    sheets: Vec<FighterSheet>,
    outcomes: Vec<Outcome>,
    metrics: Vec<Metric>,
    timelines: Vec<Timeline>,
    layout: Layout,
    /// First roller of policy randomness, and roller of lots; both follow all others.
    policy_roller: Roller,
    lot_roller: Roller,
    /// The solved duel, computed on first use.
    duel: Arc<Duel>,
    /// Exchanges for play-outs, by side; one for each plan if the player is `rollout`.
    with_playout_players: [Vec<Rounds>; 2],
    /// Exchanges in which one side plays optimally, for hints.
    optimal_exchanges: Arc<OptimalExchanges>,
    evaluation_density: OnceLock<EvaluationDensity>,
}

impl Rounds {
    /// Prepares an exchange. `Optimal` needs a duel that can be solved
    /// ([`solvable`](Self::solvable)); otherwise it waits and never answers.
    pub fn new(setup: Setup) -> Self {
        let playout_rounds = [0, 1].map(|own| Self::playout_rounds(&setup, own));
        let optimal_exchanges = Arc::new(OptimalExchanges::new(&setup));
        let sides = setup.sides.iter();
        let sides = sides.map(|side| (side.name.as_str(), side.members.len()));
        let outcomes = Outcome::of_sides(sides, "no side wins in time");
        let sheet = |(position, fighter): (usize, &Fighter)| {
            let player = setup.sides[fighter.side].player;
            FighterSheet::new(fighter, position, player, &setup.options)
        };
        let mut sheets: Vec<FighterSheet> = setup.fighters.iter().enumerate().map(sheet).collect();
        if setup.options.noncombat_choice == NoncombatChoice::EachRound {
            let flipped: Vec<Fighter> = setup.fighters.iter().map(Fighter::flipped).collect();
            sheets.extend(flipped.iter().enumerate().map(sheet));
        }
        let policy_roller = 2 * setup.fighters.len();
        let lot_roller = policy_roller + 2 * usize::from(is_randomized(&setup.sides));
        let (metrics, layout) = measures::layout(&setup);
        Self {
            sheets,
            outcomes,
            metrics,
            layout,
            timelines: measures::timelines(&setup),
            sides: setup.sides,
            fighters: setup.fighters,
            groups: setup.groups,
            options: setup.options,
            policy_roller,
            lot_roller,
            duel: Arc::default(),
            with_playout_players: playout_rounds,
            optimal_exchanges,
            evaluation_density: OnceLock::new(),
        }
    }

    /// Returns the roller of a fighter's attacks; the rollers of defenses come after all of them.
    fn attacks_of(fighter: usize) -> Roller {
        fighter
    }

    fn defences_of(&self, fighter: usize) -> Roller {
        self.fighters.len() + fighter
    }
}

/// Returns whether any player chooses at random, or among more than one opponent.
fn is_randomized(sides: &[Side; 2]) -> bool {
    sides.iter().any(|side| {
        side.player == Player::Random || side.player.uses_playouts() || side.members.len() > 1
    })
}

impl Describe for Rounds {
    fn outcomes(&self) -> &[Outcome] {
        &self.outcomes
    }

    fn metrics(&self) -> &[Metric] {
        &self.metrics
    }

    fn timelines(&self) -> &[Timeline] {
        &self.timelines
    }

    fn highlights(&self) -> &[&'static str] {
        &["rounds", "out", "unused"]
    }

    fn is_slow(&self) -> bool {
        self.sides.iter().any(|side| side.player.uses_playouts())
    }

    fn cost(&self) -> Cost {
        let costs = self.sides.iter().map(|side| {
            let members = side.members.len() as u64;
            members.saturating_mul(side.player.trial_cost())
        });
        Cost {
            setup: self.solving(),
            per_trial: costs.fold(600, u64::saturating_add),
        }
    }

    fn players(&self) -> ConfiguredPlayers {
        ConfiguredPlayers::of_sides(self.sides.iter().map(|side| [side.player.name()]))
    }

    fn evaluation(&self) -> Option<&dyn Evaluate> {
        Some(self)
    }

    fn hints(&self) -> Option<&dyn Hints> {
        Some(self)
    }
}
