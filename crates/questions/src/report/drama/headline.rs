//! Headline of `drama`, as plain sentences.

use super::super::text::{clean, decimal, percent};
use crate::analysis::{ActorDrama, DramaFigures};

/// Mean number of lead changes per trial below which words replace the number.
const RARE: f64 = 0.1;
/// Smallest share of missed turns that the headline mentions.
const WORTH_SAYING: f64 = 0.1;

/// Returns the headline without the title, ending in a full stop. Its wording depends on the
/// figures.
pub fn headline(drama: &DramaFigures) -> String {
    let Some(changes) = drama.leads.changes.mean.known() else {
        return "no player had a decision to make, so there is no drama to measure.".to_owned();
    };
    let times = decimal(changes, 1);
    let noun = if times == "1.0" { "time" } else { "times" };
    let never = drama.leads.none.share.known();
    let never = never.map(|share| percent(share, 0));
    let lead = match never {
        Some(never) if changes < RARE => {
            format!("the lead hardly ever changes, and does not change in {never} of trials")
        }
        Some(never) => format!(
            "the lead changes {times} {noun} on average, and does not change in {never} of trials"
        ),
        None => format!("the lead changes {times} {noun} on average"),
    };
    let mut parts = vec![lead];
    if let Some(settles) = settles(drama) {
        let mut text = format!("the opening rolls explain {settles}");
        if let Some(won) = drama.settled.favourite_won.share.known() {
            let won = percent(won, 0);
            text = format!("{text}, and the side that leads then wins {won} of the time");
        }
        parts.push(text);
    }
    if let Some(real) = drama.choices.real.mean.known() {
        parts.push(format!("{} of turns offer a real choice", percent(real, 0)));
    }
    let misses = |actor: &ActorDrama| actor.misses.mean.known().unwrap_or(0.0);
    // The interval must be above those of all others, so that no actor is named among equal ones.
    let most = drama.actors.iter().find(|&actor| {
        let mut others = drama
            .actors
            .iter()
            .filter(|&other| !std::ptr::eq(other, actor));
        others.all(|other| actor.misses.mean.interval.low > other.misses.mean.interval.high)
    });
    if let Some(actor) = most.filter(|actor| misses(actor) >= WORTH_SAYING) {
        parts.push(format!(
            "{} misses the most turns, {}",
            clean(&actor.name),
            percent(misses(actor), 0)
        ));
    }
    format!("{}.", parts.join("; "))
}

/// Returns the share of the variance of winning that the opening rolls explain: `37% of who wins`.
/// With more than two sides, the figure is about the first side only.
pub(super) fn settles(drama: &DramaFigures) -> Option<String> {
    let side = drama.sides.first()?;
    let share = percent(side.opening.settles.mean.known()?, 0);
    Some(if drama.sides.len() > 2 {
        format!("{share} of whether {} win", clean(&side.name))
    } else {
        format!("{share} of who wins")
    })
}

#[cfg(test)]
mod tests {
    use super::super::sample::{ambush, nothing};
    use super::*;

    #[test]
    fn the_headline_follows_from_the_figures() {
        insta::assert_snapshot!(headline(&ambush()), @"the lead changes 0.8 times on average, and does not change in 56% of trials; the opening rolls explain 38% of who wins, and the side that leads then wins 66% of the time; 46% of turns offer a real choice; Dirk misses the most turns, 34%.");
        insta::assert_snapshot!(headline(&nothing()), @"no player had a decision to make, so there is no drama to measure.");
        let mut calm = ambush();
        for actor in &mut calm.actors {
            actor.misses.mean.value = 0.05;
        }
        calm.leads.changes.mean.value = 0.085;
        let headline_of = headline(&calm);
        assert!(!headline_of.contains("misses"), "{headline_of}");
        let mut equal = ambush();
        let misses = equal.actors[0].misses;
        equal.actors[1].misses = misses;
        let headline_of_equals = headline(&equal);
        assert!(
            !headline_of_equals.contains("misses"),
            "{headline_of_equals}"
        );
        assert!(
            headline_of
                .starts_with("the lead hardly ever changes, and does not change in 56% of trials")
        );
    }
}
