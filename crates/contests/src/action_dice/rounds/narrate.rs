//! Narration of an exchange.

use super::super::fighters::{DRAW, UNRESOLVED};
use super::super::roll::{action_dice, dice};
use super::act::{Act, DeclaredAction, fighters_in};
use super::event::Event;
use super::exchange::Rounds;
use evenodds_core::contest::{Describe, Events, counted};
use evenodds_core::dice::Pool;

impl Events for Rounds {
    type Event = Event;

    fn narrate(&self, event: &Event) -> String {
        let name = |fighter: usize| self.fighters[fighter].name.as_str();
        match *event {
            Event::Round { number } => format!("Round {number}."),
            Event::Noncombat { fighter } => {
                format!("   {} is noncombat this round.", name(fighter))
            }
            Event::EndNear => "   All wait: the end of the round is near.".to_owned(),
            Event::Waits {
                fighter,
                dice: left,
                last,
            } => format!("   {} {}.", name(fighter), waiting(left, last)),
            Event::Declared { act } => format!("   {}.", declared(self, act)),
            Event::Defended {
                fighter,
                guard,
                pool,
                against,
            } => {
                let indent = if against.is_some() { "      " } else { "   " };
                let description = guard.description(pool, against.map_or("", name));
                format!("{indent}{} {description}.", name(fighter))
            }
            Event::Readied { act, pool } => {
                let (name, dice) = (name(act.fighter), action_dice(pool.len()));
                format!("   {name} throws {dice}, {pool}: {}.", pool.sum())
            }
            Event::Threw {
                fighter,
                pool,
                total,
            } => format!("   {}{}: {total}.", name(fighter), adds(pool)),
            Event::Struck {
                fighter,
                target,
                pool,
                total,
                value,
                hit,
            } => {
                let ending = if hit { "a hit" } else { "a miss" };
                let who = match pool {
                    Some(pool) => format!("   {}{}: ", name(fighter), adds(pool)),
                    None => "      ".to_owned(),
                };
                let target = name(target);
                format!("{who}{total} against the {value} of {target}, {ending}.")
            }
            Event::Prevented { fighter } => {
                format!("   {} is out, and does not act.", name(fighter))
            }
            Event::Wasted { fighter } => {
                let name = name(fighter);
                format!("   {name} has no standing target for the attack.")
            }
            Event::Moved { fighter, units } => {
                let units = counted(units, "unit", "units");
                format!("   {} moves {units} closer.", name(fighter))
            }
            Event::Out { fighter } => format!("   {} is out.", name(fighter)),
            Event::Lost {
                fighter,
                dice: left,
            } => {
                let left = counted(left, "unused die", "unused dice");
                format!("   {} loses {left}.", name(fighter))
            }
            Event::Ended { outcome } => match outcome {
                DRAW => "No side is left standing.".to_owned(),
                UNRESOLVED => "The rounds are over, and both sides stand.".to_owned(),
                side => format!("{}.", self.outcomes()[side].phrase),
            },
        }
    }
}

/// Describes a fighter that waits: `waits with 2 dice`.
fn waiting(left: u32, is_last: bool) -> String {
    let left = dice(left);
    if is_last {
        format!("keeps {left} for defence only")
    } else {
        format!("waits with {left}")
    }
}

/// Formats further dice: ` adds {1,4}`.
fn adds(pool: Pool) -> String {
    if pool.is_empty() {
        String::new()
    } else {
        format!(" adds {pool}")
    }
}

/// Narrates a declaration: `Dirk attacks Emily with 2 action dice`.
fn declared(rounds: &Rounds, act: Act) -> String {
    let name = |fighter: usize| rounds.fighters[fighter].name.as_str();
    let (who, used) = (name(act.fighter), action_dice(act.used));
    match act.kind {
        DeclaredAction::Attack { target } => format!("{who} attacks {} with {used}", name(target)),
        DeclaredAction::Group { targets } => {
            let first = rounds.sides[1 - rounds.fighters[act.fighter].side]
                .members
                .start;
            let names: Vec<&str> = fighters_in(targets, first).map(name).collect();
            let names = names.join(", ");
            format!("{who} attacks all in reach ({names}) with {used}")
        }
        DeclaredAction::Move => format!("{who} moves with {used}"),
        // The roll of a General Defense is narrated instead.
        DeclaredAction::General => format!("{who} defends against all with {used}"),
    }
}
