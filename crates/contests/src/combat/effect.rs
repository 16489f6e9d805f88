//! Effects of actions, for identifying actions that differ only in their choice among equivalent
//! combatants.

use super::fight::{CombatantSeat, Fight};
use super::prepared::Combat;
use super::view::Action;
use evenodds_core::dice::Pool;

/// Effect of an action. Actions with equal effects differ only in their choice among equivalent
/// combatants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ActionEffect {
    /// A die is spent without effect; the target does not matter.
    Wasted {
        face: u32,
    },
    Attack {
        face: u32,
        target: TargetState,
    },
    Support {
        face: u32,
        ally: TargetState,
    },
    Change {
        dice: u32,
        ignores_cover: bool,
    },
    Retreat,
}

/// State that distinguishes a combatant from others of its group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TargetState {
    group: usize,
    pool: Pool,
    used: u16,
    rolled: u8,
    wounds: u8,
    cover: Pool,
}

pub(super) fn effect(combat: &Combat, fight: &Fight, actor: usize, action: Action) -> ActionEffect {
    match action {
        Action::Attack { face, target } => {
            let pool = fight.seats[target].pool;
            if pool.above(face) == pool {
                return ActionEffect::Wasted { face };
            }
            ActionEffect::Attack {
                face,
                target: target_state(combat, fight, target),
            }
        }
        Action::Support { face, ally } => ActionEffect::Support {
            face,
            ally: target_state(combat, fight, ally),
        },
        Action::Change { class } => {
            let class = &combat.combatants[actor].classes[class];
            ActionEffect::Change {
                dice: class.dice,
                ignores_cover: class.ignores_cover,
            }
        }
        Action::Retreat => ActionEffect::Retreat,
    }
}

fn target_state(combat: &Combat, fight: &Fight, who: usize) -> TargetState {
    let CombatantSeat { pool, used, .. } = fight.seats[who];
    let extras = &fight.extras;
    let basic = combat.is_basic();
    TargetState {
        group: combat.combatants[who].group,
        pool,
        used,
        rolled: if basic { 0 } else { extras.rolled[who] },
        wounds: if basic { 0 } else { extras.wounds[who].count },
        cover: if basic {
            Pool::EMPTY
        } else {
            extras.cover[who]
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::{Class, Combatant, Group, Setup};

    #[test]
    fn attacks_on_identical_targets_have_equal_effects() {
        // One combatant against two of one group and one of another.
        let combatant = |side, group, dice| Combatant {
            side,
            group,
            classes: vec![Class {
                dice,
                ..Class::default()
            }],
            ..Combatant::default()
        };
        let side = |members| crate::combat::Side {
            name: String::new(),
            members,
            cover: None,
            ..crate::combat::Side::default()
        };
        let group = |side, size| Group {
            label: String::new(),
            side,
            size,
        };
        let combat = Combat::new(Setup {
            sides: vec![side(0..1), side(1..4)],
            combatants: vec![
                combatant(0, 0, 2),
                combatant(1, 1, 2),
                combatant(1, 1, 2),
                combatant(1, 2, 2),
            ],
            groups: vec![group(0, 1), group(1, 2), group(1, 1)],
            ..Setup::default()
        });
        let mut fight = Fight::new(&combat);
        fight.clear(&combat);
        for (who, faces) in [&[3, 5][..], &[2, 4], &[4, 2], &[2, 4]].iter().enumerate() {
            let pool = faces
                .iter()
                .fold(Pool::EMPTY, |pool, &face| pool.with(face));
            fight.enter(who, combat.combatants[who].side, pool);
        }
        let of = |face, target| effect(&combat, &fight, 0, Action::Attack { face, target });
        assert_eq!(of(3, 1), of(3, 2));
        assert_ne!(of(3, 1), of(3, 3), "another group");
        assert_ne!(of(3, 1), of(5, 1));
        assert_eq!(of(1, 1), of(1, 3), "nothing is lost to a 1");
    }
}
