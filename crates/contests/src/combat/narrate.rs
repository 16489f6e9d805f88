//! Narration of a fight, die by die.

use super::event::Event;
use super::prepared::Combat;
use super::shield::CoverOwner;
use evenodds_core::contest::WoundOption;
use evenodds_core::contest::{Describe, Events, WoundEffect, counted};
use evenodds_core::dice::Pool;

impl Events for Combat {
    type Event = Event;

    fn narrate(&self, event: &Event) -> String {
        let name = |combatant: usize| self.combatants[combatant].name.as_str();
        let class = |combatant: usize, class: usize| {
            self.combatants[combatant].classes[class].name.as_str()
        };
        let side = |combatant: usize| self.sides[self.combatants[combatant].side].name.as_str();
        match *event {
            Event::Opened { combatant, pool } => {
                let (name, side, class) = (name(combatant), side(combatant), class(combatant, 0));
                format!("{name} ({side}) rolls as {class}: {}", with_sum(pool))
            }
            Event::Turn {
                number,
                actor,
                pool,
            } => {
                let dice = with_sum(pool);
                format!("turn {number}: {} has the turn with {dice}", name(actor))
            }
            Event::Attacked {
                actor,
                face,
                target,
                before,
                after,
            } => {
                let (name, effect) = (name(actor), attack_effect(self, target, before, after));
                let target = &self.combatants[target].name;
                format!("  {name} attacks {target} {before} with a {face}: {target} {effect}")
            }
            Event::Supported {
                actor,
                face,
                ally,
                rolled,
                pool,
            } => {
                let (name, ally, dice) = (name(actor), name(ally), with_sum(pool));
                format!("  {name} gives a {face} to {ally}, re-rolled {rolled}: {ally} has {dice}")
            }
            Event::Changed {
                actor,
                class: used,
                pool,
            } => {
                let (name, class, dice) = (name(actor), class(actor, used), with_sum(pool));
                format!("  {name} changes tactic to {class}: {dice}")
            }
            Event::Retreated { combatant, spent } => {
                let reason = if spent {
                    "has spent the last die and "
                } else {
                    ""
                };
                format!("  {} {reason}retreats", name(combatant))
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
                let (target, actor) = (name(target), name(actor));
                format!(
                    "  {target} is about to be hit by {actor} with a {attack}: a {face} of {whose} is spent and keeps {saved}"
                )
            }
            Event::Returned { combatant, pool } => {
                let dice = with_sum(pool);
                format!("  {} returns with one die fewer: {dice}", name(combatant))
            }
            Event::Wounded {
                character,
                stays_down,
                armored,
            } => {
                let chosen = wound_choice(self, character, stays_down, armored);
                format!("  {} is wounded and chooses {chosen}", name(character))
            }
            Event::Vanquished { monster } => format!(
                "  {} cannot return with one die fewer and is taken out",
                name(monster)
            ),
            Event::Died { character } => format!("  {} is wounded and dies", name(character)),
            Event::Recovered { character, from } => {
                let result = match from {
                    WoundEffect::PermanentLoss => "the permanent loss is undone",
                    WoundEffect::NastyWound => "the nasty wound is undone",
                    WoundEffect::NonCombatant => "no longer out of action",
                };
                format!("a healer treats {}: {result}", name(character))
            }
            Event::Entered { combatant, pool } => {
                let (name, side, class) = (name(combatant), side(combatant), class(combatant, 0));
                format!("{name} joins the {side} as {class}: {}", with_sum(pool))
            }
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
            } => {
                let (name, dice) = (name(combatant), with_sum(pool));
                format!("  {name} re-rolls a {from} into a {to}: {dice}")
            }
            Event::Lot { combatant, among } => format!(
                "all initiatives are shared: {} is drawn by lot from the {among} highest",
                name(combatant)
            ),
            Event::Won { side } => self.outcomes()[side].phrase.clone(),
            Event::Drawn => "draw: no combatant is left standing".to_owned(),
            Event::Unresolved { turn }
                if self.options.max_turns.is_some_and(|most| turn >= most) =>
            {
                let turns = counted(turn, "turn", "turns");
                format!("unresolved: the fight ends after {turns}")
            }
            Event::Unresolved { .. } => {
                let limit = self.options.max_rerolls;
                let rounds = counted(limit, "round of re-rolls", "rounds of re-rolls");
                format!("unresolved: all initiatives are still shared after {rounds}")
            }
        }
    }
}

/// Formats dice and their sum: `{2,5} = 7`.
fn with_sum(pool: Pool) -> String {
    format!("{pool} = {}", pool.sum())
}

/// Describes the effect of an attack on its target.
fn attack_effect(combat: &Combat, target: usize, before: Pool, after: Pool) -> String {
    let target = &combat.combatants[target];
    if after.is_empty() && (target.monster || target.wounds) {
        "loses every die".to_owned()
    } else if after.is_empty() {
        "is taken out".to_owned()
    } else if after == before {
        format!("keeps {}", with_sum(after))
    } else {
        format!("is left with {}", with_sum(after))
    }
}

/// Describes the options that a wounded character chooses.
fn wound_choice(combat: &Combat, character: usize, stays_down: bool, armored: bool) -> String {
    let second = match combat.wound_option(&combat.combatants[character]) {
        WoundOption::PermanentLoss => "a permanent loss",
        WoundOption::NastyWound => "a nasty wound",
    };
    match (stays_down, armored) {
        (true, true) => "to leave the fight".to_owned(),
        (true, false) => format!("to leave the fight and take {second}"),
        (false, true) => format!("to take {second}"),
        (false, false) => "to take a permanent loss and a nasty wound".to_owned(),
    }
}
