//! A fight as a story, die by die.

use super::Combat;
use super::rules::Event;

/// One event as a line.
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
            let effect = if after.is_empty() {
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
        Event::Deadlocked => {
            "all initiatives are shared: everybody re-rolls the lowest die".to_owned()
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
            "all initiatives are shared: of the {among} highest the lot falls to {}",
            name(combatant)
        ),
        Event::Won { side } => combat.outcomes[side].phrase.clone(),
        Event::Drawn => "nobody is left standing: a draw".to_owned(),
        Event::Unresolved => format!(
            "unresolved: {} rounds of re-rolls in a row left every initiative shared",
            combat.options.max_rerolls
        ),
    }
}
