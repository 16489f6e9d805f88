//! A prepared fight: its setup, its outcomes and metrics, and its rollers.

use super::bitboard::BitboardTrials;
use super::layout::{self, Layout};
use super::options::Options;
use super::player::Player;
use super::policy::DuelPolicy;
use super::setup::{Arrival, ArrivalCondition, Combatant, Cover, Setup, Side};
use evenodds_core::contest::{
    ConfiguredPlayers, Cost, Describe, Description, ErrorRate, Evaluate, Group, Hints,
    LastingEffects, Openings, Outcome, PlayerErrors, RatedSide, Trials,
};
use evenodds_core::dice::Roller;
use evenodds_core::document::distinct;
use std::sync::{Arc, OnceLock};

/// Number of combatants above which following trials of `expert` takes long.
const MANY_COMBATANTS: usize = 40;

/// A prepared fight.
#[derive(Clone, Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "independent properties of the optional rules"
)]
pub struct Combat {
    pub(super) sides: Vec<Side>,
    pub(super) combatants: Vec<Combatant>,
    pub(super) groups: Vec<Group>,
    pub(super) arrivals: Vec<Arrival>,
    pub(super) field_cover: Option<Cover>,
    pub(super) options: Options,
    pub(super) description: Description,
    pub(super) layout: Layout,
    /// True if no optional rule is in use.
    pub(super) basic: bool,
    pub(super) has_cover: bool,
    pub(super) has_timed_arrivals: bool,
    pub(super) has_awaited_arrivals: bool,
    /// For each combatant, true if it has only one Class and no optional rule.
    pub(super) plain: Vec<bool>,
    /// Optimal policy, solved on first use; `None` if the fight is not a solvable duel.
    pub(super) policy: Arc<OnceLock<Option<DuelPolicy>>>,
}

impl Combat {
    /// Prepares a fight.
    pub fn new(setup: Setup) -> Self {
        let sides = setup.sides.iter();
        let sides = sides.map(|side| (side.name.as_str(), side.members.len()));
        let outcomes = Outcome::of_sides(sides, "the fight stays unresolved");
        let has_cover = setup.field_cover.is_some()
            || setup.sides.iter().any(|side| side.cover.is_some())
            || setup.combatants.iter().any(|who| who.cover.is_some());
        let basic = !has_cover
            && setup.arrivals.is_empty()
            && setup.combatants.iter().all(Combatant::is_basic);
        let has_arrival = |wanted: fn(ArrivalCondition) -> bool| {
            setup.arrivals.iter().any(|arrival| wanted(arrival.when))
        };
        let is_plain = |who: &Combatant| who.is_basic() && who.classes.len() == 1;
        let plain = setup.combatants.iter().map(is_plain).collect();
        let (metrics, layout) = Layout::new(&setup, has_cover);
        let players = setup.sides.iter().map(|side| {
            let members = &setup.combatants[side.members.clone()];
            distinct(members.iter().map(Combatant::player_name))
        });
        let many = setup.combatants.len() > MANY_COMBATANTS;
        let takes_long =
            |player: Player| player.simulates() || many && matches!(player, Player::Expert { .. });
        let has_player = |is_meant: &dyn Fn(Player) -> bool| {
            setup.combatants.iter().any(|who| is_meant(who.player))
        };
        let description = Description {
            outcomes,
            metrics,
            timelines: layout::timelines(&setup),
            highlights: &["turns", "taken_out", "retreated"],
            players: ConfiguredPlayers::of_sides(players),
            is_slow: has_player(&Player::is_slow),
            is_slow_to_evaluate: has_player(&takes_long),
            has_orders: setup.combatants.iter().any(|who| who.retreat.is_some()),
            // In other fights two more decisions gain about a point.
            rewards_lookahead: !basic || setup.sides.len() > 2,
            sides: RatedSide::each(setup.sides.iter().map(|side| &*side.name)),
            actors: setup.groups.iter().map(Group::actor).collect(),
            ..Description::default()
        };
        let mut combat = Self {
            description,
            basic,
            has_cover,
            has_timed_arrivals: has_arrival(|when| matches!(when, ArrivalCondition::Turn(_))),
            has_awaited_arrivals: has_arrival(|when| matches!(when, ArrivalCondition::Standing(_))),
            layout,
            sides: setup.sides,
            combatants: setup.combatants,
            groups: setup.groups,
            arrivals: setup.arrivals,
            field_cover: setup.field_cover,
            options: setup.options,
            plain,
            policy: Arc::default(),
        };
        // The combatants of a group have the same player.
        let rates = combat.groups.iter().enumerate().map(|(group, _)| {
            let mut members = combat.combatants.iter();
            let member = members.find(|who| who.group == group);
            member.map_or(ErrorRate::NONE, |who| who.error)
        });
        combat.description.errors = PlayerErrors::new(rates, combat.rollers().len());
        combat
    }

    #[inline]
    pub(super) fn is_basic(&self) -> bool {
        self.basic
    }

    #[inline]
    pub(super) fn is_plain(&self, who: usize) -> bool {
        self.plain[who]
    }

    /// Returns the combatants in file order.
    pub fn combatants(&self) -> &[Combatant] {
        &self.combatants
    }

    /// Returns the sides in file order.
    pub fn sides(&self) -> &[Side] {
        &self.sides
    }

    /// Returns the groups that are reported together, in file order.
    pub fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// Returns the options of the rules.
    pub fn options(&self) -> Options {
        self.options
    }

    pub(super) fn lot(&self) -> Roller {
        self.combatants.len()
    }

    #[inline]
    pub(super) fn policy_randomness(&self, combatant: usize) -> Roller {
        self.combatants.len() + 1 + combatant
    }

    pub(super) fn field_cover_roller(&self) -> Roller {
        2 * self.combatants.len() + 1
    }

    pub(super) fn side_cover_roller(&self, side: usize) -> Roller {
        self.field_cover_roller() + 1 + side
    }

    pub(super) fn own_cover_roller(&self, combatant: usize) -> Roller {
        self.side_cover_roller(self.sides.len()) + combatant
    }

    pub(super) fn healer_roller(&self, combatant: usize) -> Roller {
        self.own_cover_roller(self.combatants.len()) + combatant
    }
}

impl Describe for Combat {
    fn description(&self) -> &Description {
        &self.description
    }

    fn rollers(&self) -> Vec<String> {
        let of_combatants = |what: &str| {
            let named =
                |who: &Combatant| format!("{what}{}/{}", self.sides[who.side].name, who.name);
            self.combatants.iter().map(named).collect::<Vec<String>>()
        };
        let mut rollers = of_combatants("");
        rollers.push("/lot".to_owned());
        rollers.extend(of_combatants("/whims of "));
        // Creating random streams takes time, so a fight has only those that it may need.
        if !self.basic {
            rollers.push("/cover".to_owned());
            rollers.extend(
                self.sides
                    .iter()
                    .map(|side| format!("/cover of {}", side.name)),
            );
            rollers.extend(of_combatants("/cover of "));
            rollers.extend(of_combatants("/healer of "));
        }
        rollers.extend(self.description.error_rollers());
        rollers
    }

    fn cost(&self) -> Cost {
        let others = self.combatants.len() as u64 - 1;
        let each = self.combatants.iter().map(|who| {
            let classes = who.classes.len() as u64;
            // Lookahead is slower with optional rules.
            let slower = if !self.is_basic() && matches!(who.player, Player::Expert { depth: 1.. })
            {
                4
            } else {
                1
            };
            // Fewer opponents make fights longer rather than shorter.
            who.player
                .effort()
                .saturating_mul((classes * others).max(8) * slower)
                / 8
        });
        Cost {
            // Solving a duel takes a few milliseconds.
            setup: 5_000_000 * u64::from(self.combatants.len() == 2),
            per_trial: each.sum(),
        }
    }

    fn openings(&self) -> Option<&dyn Openings> {
        Some(self)
    }

    fn fast_trials(&self, seed: u64) -> Option<Box<dyn Trials + '_>> {
        Some(Box::new(BitboardTrials::new(self, seed)?))
    }

    fn lasting_effects(&self) -> &dyn LastingEffects {
        self
    }

    fn evaluation(&self) -> Option<&dyn Evaluate> {
        Some(self)
    }

    fn hints(&self) -> Result<&dyn Hints, &'static str> {
        Ok(self)
    }
}
