//! What the perfect player would have decided, and what it costs to decide otherwise.
//!
//! Costs are in the chance of success if all that follows is played perfectly.

use super::Event;
use super::craft::{Craft, Replacement};
use super::perfect::Perfect;
use super::tell::{article, counted};
use crate::dice::Pool;

/// What would have been better than what an event shows, as one clause; `None` where nothing was
/// decided.
pub(super) fn advice(perfect: &Perfect, event: &Event) -> Option<String> {
    match *event {
        Event::Rolled {
            craft,
            supply,
            rolled,
            ..
        } => (supply > 1).then(|| how_many(perfect, &craft, supply, rolled.len())),
        Event::Worked {
            craft,
            supply,
            rolled,
            replacement,
        } => Some(which(perfect, &craft, supply, rolled, replacement)),
        Event::Began { .. } | Event::Again { .. } | Event::Ended { .. } => None,
    }
}

/// About how many dice of the Supply to roll.
fn how_many(perfect: &Perfect, craft: &Craft, supply: u32, chosen: u32) -> String {
    let best = perfect.plan(craft, supply).dice();
    let of = Chances {
        best: perfect.worth(craft, supply),
        chosen: perfect.worth_of_rolling(craft, supply, chosen),
        all: 6_u32.pow(supply),
    };
    of.verdict(
        &counted(chosen, "die", "dice"),
        &format!("roll {}", counted(best, "die", "dice")),
    )
}

/// About which die to replace.
fn which(
    perfect: &Perfect,
    craft: &Craft,
    supply: u32,
    rolled: Pool,
    chosen: Option<Replacement>,
) -> String {
    let after = |replacement: Option<Replacement>| {
        let craft = replacement.map_or(*craft, |replacement| craft.with(replacement));
        perfect.worth(&craft, supply)
    };
    let best = perfect.best_replacement(craft, supply, rolled);
    let of = Chances {
        best: after(best),
        chosen: after(chosen),
        all: 6_u32.pow(supply),
    };
    let better = match best {
        None => "replace nothing".to_owned(),
        Some(new) => format!(
            "put {} in the place of {} in pile {}",
            article(new.face),
            article(craft.piles()[new.pile][new.die]),
            new.pile + 1
        ),
    };
    of.verdict(if chosen.is_some() { "this" } else { "nothing" }, &better)
}

/// In how many of all ways the best choice succeeds, and the one that was made.
struct Chances {
    best: u32,
    chosen: u32,
    all: u32,
}

impl Chances {
    fn verdict(&self, chosen: &str, better: &str) -> String {
        let percent = |ways: u32| 100.0 * f64::from(ways) / f64::from(self.all);
        if self.best == 0 {
            return "nothing can help any more".to_owned();
        }
        if self.chosen == self.best {
            return format!(
                "{chosen}: as good as anything, success {:.2} %",
                percent(self.best)
            );
        }
        format!(
            "better {better}: success {:.2} %, {:.2} points more",
            percent(self.best),
            percent(self.best - self.chosen)
        )
    }
}
