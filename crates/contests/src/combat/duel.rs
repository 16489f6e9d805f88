//! Duels: fights that are small enough to be solved, and their positions.

use super::fight::Fight;
use super::order::InitiativeOrder;
use super::policy::RestOfDuel;
use super::prepared::Combat;
use super::setup::Cover;
use evenodds_core::dice::Pool;
use evenodds_core::document::grouped;
use std::fmt;

/// Maximum number of positions to solve. It is compared with an upper bound: 851,929 for a duel of
/// six dice against six.
pub(super) const MOST_POSITIONS: u64 = 1_000_000;

/// Reason why a fight cannot be solved, displayed as a sentence without a full stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum UnsolvedDuel {
    /// More than two sides, or more than one combatant on a side.
    NotOneOnOne,
    /// A combatant arrives later.
    WithReinforcements,
    /// A limit on turns.
    WithTurnLimit,
    /// More positions than [`MOST_POSITIONS`]; contains the upper bound.
    TooLarge(u64),
}

impl fmt::Display for UnsolvedDuel {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotOneOnOne => formatter
                .write_str("only duels of two sides with one combatant each are solved exactly"),
            Self::WithReinforcements => {
                formatter.write_str("only duels without reinforcements are solved exactly")
            }
            Self::WithTurnLimit => {
                formatter.write_str("only duels without rules.max_turns are solved exactly")
            }
            Self::TooLarge(positions) => write!(
                formatter,
                "this duel has up to {} positions, more than the limit of {}: use fewer dice, Classes or Cover dice",
                grouped(*positions),
                grouped(MOST_POSITIONS)
            ),
        }
    }
}

/// Returns an error if the fight cannot be solved.
pub(super) fn check(combat: &Combat) -> Result<(), UnsolvedDuel> {
    if !combat.arrivals.is_empty() {
        return Err(UnsolvedDuel::WithReinforcements);
    }
    if combat.sides.len() != 2 || combat.combatants.len() != 2 {
        return Err(UnsolvedDuel::NotOneOnOne);
    }
    if combat.options.max_turns.is_some() {
        return Err(UnsolvedDuel::WithTurnLimit);
    }
    match max_positions(combat) {
        most if most > MOST_POSITIONS => Err(UnsolvedDuel::TooLarge(most)),
        _ => Ok(()),
    }
}

/// Returns the number of pools of 1 to `dice` dice.
fn count_nonempty_pools(dice: u32) -> u64 {
    count_pools(dice) - 1
}

/// Returns the number of pools of 0 to `dice` dice: the binomial coefficient C(`dice` + 6, 6).
pub(super) fn count_pools(dice: u32) -> u64 {
    (1..=6).fold(1, |product, k| product * (u64::from(dice) + k) / k)
}

/// Returns an upper bound on the number of positions.
fn max_positions(combat: &Combat) -> u64 {
    let cover_states = |cover: Option<Cover>| match cover {
        None => 1,
        Some(Cover::Rolled(count)) => count_pools(count),
        Some(Cover::Faces(pool)) => (1..=6)
            .map(|face| u64::from(pool.count(face)) + 1)
            .product(),
    };
    let mut product = cover_states(combat.field_cover);
    for (who, side) in combat.combatants.iter().zip(&combat.sides) {
        // One entry for each set of used Classes; the first Class is used from the start.
        let mut of_classes: u64 = 0;
        for others in 0..1u32 << who.classes.len().saturating_sub(1).min(31) {
            let used = others << 1 | 1;
            let most = (who.classes.iter().enumerate())
                .filter(|(class, _)| used >> class & 1 == 1)
                .map(|(_, class)| class.dice)
                .max()
                .unwrap_or(0);
            // A monster's state has the number of dice last rolled and the current pool.
            let dice = if who.monster {
                (1..=most).map(count_nonempty_pools).sum()
            } else {
                count_nonempty_pools(most)
            };
            let in_use = if combat.has_cover {
                u64::from(used.count_ones())
            } else {
                1
            };
            of_classes = of_classes.saturating_add(dice * in_use);
        }
        let wounds = if who.wounds && combat.fights_on_wounded(who) {
            u64::from(combat.options.wounds_to_die).min(who.classes.len() as u64)
        } else {
            1
        };
        for factor in [
            of_classes,
            wounds,
            cover_states(who.cover),
            cover_states(side.cover),
        ] {
            product = product.saturating_mul(factor);
        }
    }
    product
}

/// Position of a duel: all state on which the rest of the duel may depend.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Position {
    pub(super) pools: [Pool; 2],
    pub(super) rest: RestOfDuel,
}

impl Position {
    /// Returns the position of a fight in which both combatants are standing.
    #[inline]
    pub(super) fn of(combat: &Combat, fight: &Fight, pending: [u8; 2]) -> Self {
        let mut rest = RestOfDuel {
            used: [fight.seats[0].used, fight.seats[1].used],
            pending,
            ..RestOfDuel::default()
        };
        if !combat.is_basic() {
            let extras = &fight.extras;
            for (combatant, who) in combat.combatants.iter().enumerate() {
                if who.monster {
                    rest.rolled[combatant] = extras.rolled[combatant];
                }
                if combat.has_cover {
                    rest.classes[combatant] = extras.classes[combatant];
                    rest.cover[combatant] = extras.cover[combatant];
                    rest.cover[2 + combatant] = extras.side_cover[combatant];
                }
                if who.wounds && combat.fights_on_wounded(who) {
                    rest.wounds[combatant] = extras.wounds[combatant].count;
                }
            }
            if combat.has_cover {
                rest.cover[4] = extras.field_cover;
            }
        }
        Self {
            pools: [fight.seats[0].pool, fight.seats[1].pool],
            rest,
        }
    }

    /// Sets a fight to this position.
    pub(super) fn restore(&self, combat: &Combat, fight: &mut Fight) {
        fight.clear(combat);
        for combatant in 0..2 {
            fight.enter(combatant, combatant, self.pools[combatant]);
            fight.seats[combatant].used = self.rest.used[combatant];
            if !combat.is_basic() {
                let extras = &mut fight.extras;
                extras.rolled[combatant] = self.rest.rolled[combatant];
                extras.classes[combatant] = self.rest.classes[combatant];
                extras.cover[combatant] = self.rest.cover[combatant];
                extras.side_cover[combatant] = self.rest.cover[2 + combatant];
                extras.wounds[combatant].count = self.rest.wounds[combatant];
            }
        }
        if !combat.is_basic() {
            fight.extras.field_cover = self.rest.cover[4];
        }
    }

    /// Returns the combatant whose turn it is; `None` in a deadlock.
    #[inline]
    pub(super) fn turn(&self) -> Option<usize> {
        let mut order = InitiativeOrder::new();
        for (combatant, pool) in self.pools.iter().enumerate() {
            order.enter(combatant, pool.sum());
        }
        order.next()
    }

    /// Packs both pools, of up to six dice each, into 36 bits.
    #[inline]
    pub(super) fn packed_pools(&self) -> u64 {
        self.pools.iter().fold(0, |packed, pool| {
            (1..=6).fold(packed, |packed, face| {
                packed << 3 | u64::from(pool.count(face))
            })
        })
    }
}
