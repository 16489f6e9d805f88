//! An exchange in words.

use super::super::roll::dice;
use super::rules::Event;
use super::{DRAW, Exchange, UNRESOLVED};

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
        } => format!("   {} {}.", name(fighter), guard.told(pool, name(against))),
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
