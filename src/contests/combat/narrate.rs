//! Narration of a fight, die by die.

use super::event::Event;
use super::shield::CoverOf;
use super::{Combat, WoundOption};
use crate::contest::WoundEffect;

/// Returns the narration of an event, one line.
pub(super) fn sentence(combat: &Combat, event: &Event) -> String {
    let name = |combatant: usize| combat.combatants[combatant].name.as_str();
    let class =
        |combatant: usize, class: usize| combat.combatants[combatant].classes[class].name.as_str();
    match *event {
        Event::Opened { combatant, pool } => format!(
            "{} ({}) rolls as {}: {pool} = {}",
            name(combatant),
            combat.sides[combat.combatants[combatant].side].name,
            class(combatant, 0),
            pool.sum()
        ),
        Event::Turn {
            number,
            actor,
            pool,
        } => format!(
            "turn {number}: {} has the turn with {pool} = {}",
            name(actor),
            pool.sum()
        ),
        Event::Attacked {
            actor,
            face,
            target,
            before,
            after,
        } => {
            let special = combat.combatants[target].monster || combat.combatants[target].wounds;
            let effect = if after.is_empty() && special {
                "loses every die".to_owned()
            } else if after.is_empty() {
                "is taken out".to_owned()
            } else if after == before {
                format!("keeps {after} = {}", after.sum())
            } else {
                format!("is left with {after} = {}", after.sum())
            };
            format!(
                "  {} attacks {} {before} with a {face}: {} {effect}",
                name(actor),
                name(target),
                name(target)
            )
        }
        Event::Supported {
            actor,
            face,
            ally,
            rolled,
            pool,
        } => format!(
            "  {} gives a {face} to {}, re-rolled {rolled}: {} has {pool} = {}",
            name(actor),
            name(ally),
            name(ally),
            pool.sum()
        ),
        Event::Changed {
            actor,
            class: used,
            pool,
        } => format!(
            "  {} changes tactic to {}: {pool} = {}",
            name(actor),
            class(actor, used),
            pool.sum()
        ),
        Event::Retreated { combatant, spent } => {
            if spent {
                format!("  {} has spent the last die and retreats", name(combatant))
            } else {
                format!("  {} retreats", name(combatant))
            }
        }
        Event::Covered {
            actor,
            attack,
            target,
            of,
            face,
            saved,
        } => {
            let whose = match of {
                CoverOf::Own => "its own Cover",
                CoverOf::Side => "the side's Cover",
                CoverOf::Field => "the battlefield's Cover",
            };
            format!(
                "  {} is about to be hit by {} with a {attack}: a {face} of {whose} is spent and keeps {saved}",
                name(target),
                name(actor)
            )
        }
        Event::Returned { combatant, pool } => format!(
            "  {} comes back, a die smaller: {pool} = {}",
            name(combatant),
            pool.sum()
        ),
        Event::Wounded {
            character,
            stays_down,
            armored,
        } => {
            let who = &combat.combatants[character];
            let second = match combat.wound_option(who) {
                WoundOption::PermanentLoss => "a permanent loss",
                WoundOption::NastyWound => "a nasty wound",
            };
            let chosen = match (stays_down, armored) {
                (true, true) => "to be out of the fight".to_owned(),
                (true, false) => format!("to be out of the fight, and {second}"),
                (false, true) => second.to_owned(),
                (false, false) => "a permanent loss and a nasty wound".to_owned(),
            };
            format!("  {} is wounded and chooses {chosen}", name(character))
        }
        Event::Vanquished { monster } => format!(
            "  {} has no smaller throw left to come back with: it is taken out",
            name(monster)
        ),
        Event::Died { character } => {
            format!("  {} is wounded once too often and dies", name(character))
        }
        Event::Recovered { character, from } => {
            let undone = match from {
                WoundEffect::PermanentLoss => "the permanent loss",
                WoundEffect::NastyWound => "the nasty wound",
                WoundEffect::NonCombatant => "being out of action",
            };
            format!("a healer undoes a choice of {}: {undone}", name(character))
        }
        Event::Entered { combatant, pool } => format!(
            "{} joins the {} as {}: {pool} = {}",
            name(combatant),
            combat.sides[combat.combatants[combatant].side].name,
            class(combatant, 0),
            pool.sum()
        ),
        Event::Spent { combatant } => format!(
            "  {} has spent the last die and does not come back",
            name(combatant)
        ),
        Event::Deadlocked => {
            "all initiatives are shared: every combatant re-rolls the lowest die".to_owned()
        }
        Event::Rerolled {
            combatant,
            from,
            to,
            pool,
        } => format!(
            "  {} re-rolls a {from} into a {to}: {pool} = {}",
            name(combatant),
            pool.sum()
        ),
        Event::Lot { combatant, among } => format!(
            "all initiatives are shared: the lot among the {among} highest falls to {}",
            name(combatant)
        ),
        Event::Won { side } => combat.outcomes[side].phrase.clone(),
        Event::Drawn => "no side is left standing: a draw".to_owned(),
        Event::Unresolved => format!(
            "unresolved: {} rounds of re-rolls in a row left every initiative shared",
            combat.options.max_rerolls
        ),
    }
}
