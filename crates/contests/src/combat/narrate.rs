//! Narration of a fight, die by die.

use super::event::Event;
use super::shield::CoverOwner;
use super::{Combat, WoundOption};
use evenodds_core::contest::{WoundEffect, counted};

/// Narrates an event in one line.
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
                CoverOwner::Own => "its own Cover",
                CoverOwner::Side => "the side's Cover",
                CoverOwner::Field => "the battlefield's Cover",
            };
            format!(
                "  {} is about to be hit by {} with a {attack}: a {face} of {whose} is spent and keeps {saved}",
                name(target),
                name(actor)
            )
        }
        Event::Returned { combatant, pool } => format!(
            "  {} returns with one die fewer: {pool} = {}",
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
                (true, true) => "to leave the fight".to_owned(),
                (true, false) => format!("to leave the fight and take {second}"),
                (false, true) => format!("to take {second}"),
                (false, false) => "to take a permanent loss and a nasty wound".to_owned(),
            };
            format!("  {} is wounded and chooses {chosen}", name(character))
        }
        Event::Vanquished { monster } => format!(
            "  {} cannot return with one die fewer and is taken out",
            name(monster)
        ),
        Event::Died { character } => {
            format!("  {} is wounded and dies", name(character))
        }
        Event::Recovered { character, from } => {
            let result = match from {
                WoundEffect::PermanentLoss => "the permanent loss is undone",
                WoundEffect::NastyWound => "the nasty wound is undone",
                WoundEffect::NonCombatant => "no longer out of action",
            };
            format!("a healer treats {}: {result}", name(character))
        }
        Event::Entered { combatant, pool } => format!(
            "{} joins the {} as {}: {pool} = {}",
            name(combatant),
            combat.sides[combat.combatants[combatant].side].name,
            class(combatant, 0),
            pool.sum()
        ),
        Event::Spent { combatant } => format!(
            "  {} has spent the last die and does not return",
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
            "all initiatives are shared: {} is drawn by lot from the {among} highest",
            name(combatant)
        ),
        Event::Won { side } => combat.outcomes[side].phrase.clone(),
        Event::Drawn => "draw: no combatant is left standing".to_owned(),
        Event::Unresolved => format!(
            "unresolved: all initiatives are still shared after {}",
            counted(
                combat.options.max_rerolls,
                "round of re-rolls",
                "rounds of re-rolls"
            )
        ),
    }
}
