//! An exchange in words.

use super::super::roll::dice;
use super::rules::Event;
use super::sheet::{Guard, GuardKind};
use super::{DRAW, Exchange, UNRESOLVED};
use crate::dice::Pool;

/// An event as a line of a story.
pub(super) fn sentence(exchange: &Exchange, event: &Event) -> String {
    let name = |fighter: usize| exchange.fighters[fighter].name.as_str();
    match *event {
        Event::Round { number } => format!("Round {number}."),
        Event::Split { side, attack } => {
            let name = &exchange.sides[side].name;
            let attack = match attack {
                0 => "no die of action attacks".to_owned(),
                1 => "1 die of action attacks".to_owned(),
                _ => format!("{attack} dice of action attack"),
            };
            format!("   The split of {name}: {attack}.")
        }
        Event::Defended {
            fighter,
            guard,
            pool,
            against,
        } => format!(
            "   {} {}.",
            name(fighter),
            defence(guard, pool, name(against))
        ),
        Event::Readied { fighter, pool } => format!(
            "   {} attacks with {} of action, {pool}: {}.",
            name(fighter),
            dice(pool.len()),
            pool.sum()
        ),
        Event::Attacked {
            act,
            target,
            pool,
            total,
            value,
            hit,
        } => {
            let further = if pool.is_empty() {
                String::new()
            } else {
                format!(" adds {pool}")
            };
            let ending = if hit { "a hit" } else { "a miss" };
            format!(
                "   {}{further}: {total} against the {value} of {}, {ending}.",
                name(act.fighter),
                name(target)
            )
        }
        Event::Out { fighter } => format!("   {} is out.", name(fighter)),
        Event::Ended { outcome } => match outcome {
            DRAW => "Nobody is left standing.".to_owned(),
            UNRESOLVED => "The rounds are over, and both sides stand.".to_owned(),
            side => {
                let mut phrase = exchange.outcomes[side].phrase.clone();
                phrase.push('.');
                phrase
            }
        },
    }
}

/// A defence: `parries Dirk with 4 dice, {1,2,5,6}: 14`.
fn defence(guard: Guard, pool: Pool, against: &str) -> String {
    let how = match guard.kind {
        GuardKind::None => return "does not defend".to_owned(),
        GuardKind::Parry => format!("parries {against}"),
        GuardKind::Dodge => format!("dodges {against}"),
        GuardKind::General => "defends against all".to_owned(),
        GuardKind::Dive => format!("dives for cover from {against}"),
    };
    if guard.dice == 0 {
        return format!("{how}: {}", guard.fixed);
    }
    let sum = super::super::roll::best(pool, guard.kept);
    let kept = if guard.kept < guard.dice {
        format!(", the best {} make {sum}", guard.kept)
    } else {
        format!(": {sum}")
    };
    format!("{how} with {}, {pool}{kept}", dice(guard.dice))
}
