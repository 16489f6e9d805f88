//! A prepared exchange: its sides, the sheets of its fighters, and what is computed on first use.

use super::super::fighters::measure::{self as measures, Layout};
use super::super::fighters::{Fighter, Player, Setup, Side};
use super::super::options::{NoncombatChoice, Options};
use super::duel::solution::Duel;
use super::fighter_sheet::FighterSheet;
use evenodds_core::contest::{
    ConfiguredPlayers, Cost, Describe, Description, Evaluate, Group, Hints, Outcome, PlayerErrors,
    RatedSide,
};
use evenodds_core::dice::Roller;
use std::sync::{Arc, OnceLock};

/// A prepared exchange.
#[derive(Clone, Debug)]
pub struct Rounds {
    pub(in super::super) sides: [Side; 2],
    pub(super) fighters: Vec<Fighter>,
    pub(super) groups: Vec<Group>,
    pub(super) options: Options,
    /// One sheet for each fighter in the status of the file. If fighters choose their status, the
    /// sheets for the opposite status follow.
    pub(super) sheets: Vec<FighterSheet>,
    pub(super) description: Description,
    pub(super) layout: Layout,
    /// First roller of policy randomness, and roller of lots; both follow all others but those of
    /// errors.
    pub(super) policy_roller: Roller,
    pub(super) lot_roller: Roller,
    /// The solved duel, computed on first use.
    pub(super) duel: Arc<Duel>,
    /// Exchanges for play-outs, by side; one for each plan if the player is `rollout`.
    pub(super) with_playout_players: [Vec<Rounds>; 2],
    /// Exchanges in which one side plays optimally, for hints.
    pub(super) optimal_exchanges: Arc<OptimalExchanges>,
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
        let rates = setup.groups.iter();
        let rates = rates.map(|group| setup.sides[group.side].error);
        let description = Description {
            outcomes,
            metrics,
            timelines: measures::timelines(&setup),
            highlights: &["rounds", "out", "unused"],
            players: ConfiguredPlayers::of_sides(
                setup.sides.iter().map(|side| [side.player_name()]),
            ),
            errors: PlayerErrors::new(rates, lot_roller + 1),
            is_slow: setup.sides.iter().any(|side| side.player.uses_playouts()),
            is_slow_to_evaluate: setup.fighters.len() == 2,
            sides: RatedSide::each(setup.sides.iter().map(|side| &*side.name)),
            actors: setup.groups.iter().map(Group::actor).collect(),
            ..Description::default()
        };
        Self {
            sheets,
            description,
            layout,
            sides: setup.sides,
            fighters: setup.fighters,
            groups: setup.groups,
            options: setup.options,
            policy_roller,
            lot_roller,
            duel: Arc::default(),
            with_playout_players: playout_rounds,
            optimal_exchanges,
        }
    }

    /// Returns the roller of a fighter's attacks; the rollers of defenses come after all of them.
    pub(super) fn attacks_of(fighter: usize) -> Roller {
        fighter
    }

    pub(super) fn defences_of(&self, fighter: usize) -> Roller {
        self.fighters.len() + fighter
    }
}

/// Returns whether any player chooses at random, or among more than one opponent.
pub(super) fn is_randomized(sides: &[Side; 2]) -> bool {
    sides.iter().any(|side| {
        side.player == Player::Random || side.player.uses_playouts() || side.members.len() > 1
    })
}

impl Describe for Rounds {
    fn description(&self) -> &Description {
        &self.description
    }

    fn rollers(&self) -> Vec<String> {
        let mut rollers = Setup::rollers(&self.sides, &self.fighters, is_randomized(&self.sides));
        rollers.push("/lots".to_owned());
        rollers.extend(self.description.error_rollers());
        rollers
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

    fn evaluation(&self) -> Option<&dyn Evaluate> {
        Some(self)
    }

    fn hints(&self) -> Result<&dyn Hints, &'static str> {
        Ok(self)
    }
}

/// Exchanges in which one side plays optimally, created on first use.
#[derive(Debug)]
pub(super) struct OptimalExchanges {
    pub(super) players: [Player; 2],
    /// Duels by side that plays optimally: against the player of the file, and against `optimal`.
    pub(super) solved: [[OnceLock<Rounds>; 2]; 2],
}

impl OptimalExchanges {
    fn new(setup: &Setup) -> Self {
        Self {
            players: [0, 1].map(|side: usize| setup.sides[side].player),
            solved: Default::default(),
        }
    }
}
