//! Headline of `advise`: the changes that come nearest to a target, as sentences.

use super::super::target::confidence;
use super::super::text::{clean, grouped, joined};
use super::tables::effect;
use super::{aim, is_race, labels};
use crate::analysis::{Advice, ChangeEffect, ChangeEstimate, Reason};
use crate::stats::Interval;

/// Returns the headline without the title, ending in a full stop.
pub fn headline(advice: &Advice) -> String {
    let aim = aim(advice);
    let goal = aim.goal();
    let Some(first) = advice.changes.first() else {
        return "no one-step change has an effect.".to_owned();
    };
    let name = format!("\"{}\"", labels(advice).swap_remove(0));
    if !is_race(advice) {
        return ranked(advice, first, &name);
    }
    let (now, then) = (&advice.base, &first.estimate);
    let solved = then.share.is_exact() && now.share.is_exact();
    let relation = match then.share.known() {
        _ if then.meets => aim.near_enough(),
        Some(share) => aim.relative_to_target(share),
        None => "unknown".to_owned(),
    };
    let is_nearest = advice.proven && advice.changes.len() > 1;
    let found = if advice.improves == Some(false) {
        let nearest = if is_nearest {
            "the nearest change, "
        } else {
            ""
        };
        format!(
            "no change comes nearer to {goal} than the unchanged contest: {}, and {} with {nearest}\
             {name}, {relation}",
            clause(advice, now),
            figure(advice, then)
        )
    } else {
        format!(
            "{} with {name} instead of {}, {relation}",
            clause(advice, then),
            figure(advice, now)
        )
    };
    let is_claimed = then.meets || is_nearest || advice.improves == Some(false);
    let sure = (is_claimed && !solved).then(|| format!("{} confidence", confidence(advice.alpha)));
    let tried = advice.tried();
    let tried = match (tried, advice.untried_for(Reason::Time).count()) {
        (1, 0) => "1 one-step change".to_owned(),
        (many, 0) => format!("{many} one-step changes"),
        (_, left) => format!("the first {tried} of {} one-step changes", tried + left),
    };
    let scope = joined(sure.into_iter().chain([tried]), ", ");
    let others = if !is_nearest || advice.improves == Some(false) {
        String::new()
    } else if solved {
        "; no other change is nearer".to_owned()
    } else {
        format!(
            "; no other change is nearer by more than {}",
            aim.tolerance_text()
        )
    };
    let open = if advice.proven {
        String::new()
    } else {
        let trials = grouped(advice.trials);
        format!("; whether another change is nearer is undecided after {trials} trials")
    };
    let unsure = match advice.improves {
        None => "; whether this is nearer than the unchanged contest is undecided",
        Some(_) => "",
    };
    format!("{found}{others} ({scope}){open}{unsure}.")
}

fn ranked(advice: &Advice, first: &ChangeEffect, name: &str) -> String {
    // A lower bound of this effect against upper bounds of the others.
    let sizes = |change: &ChangeEffect| {
        let Interval { low, high } = change.effect.interval;
        (low.max(-high).max(0.0), high.max(-low))
    };
    let is_largest = (advice.changes.iter().skip(1)).all(|other| sizes(other).1 <= sizes(first).0);
    let largest = if is_largest {
        "largest effect"
    } else {
        "largest estimated effect"
    };
    format!(
        "of {} one-step changes, {name} has the {largest}: {} instead of {} ({} points).",
        advice.tried(),
        clause(advice, &first.estimate),
        figure(advice, &advice.base),
        effect(first)
    )
}

fn clause(advice: &Advice, estimate: &ChangeEstimate) -> String {
    aim(advice).clause(&clean(&advice.phrase), estimate.share.known())
}

fn figure(advice: &Advice, estimate: &ChangeEstimate) -> String {
    let share = aim(advice).value(&estimate.share);
    share.unwrap_or_else(|| "?".to_owned())
}

#[cfg(test)]
mod tests {
    use super::super::sample::advice;
    use super::*;
    use crate::analysis::{Ranking, SkippedChange};
    use crate::stats::FigureMethod;

    #[test]
    fn every_verdict_has_its_sentence() {
        let headline_of = |change: &dyn Fn(&mut Advice)| {
            let mut advice = advice();
            change(&mut advice);
            headline(&advice)
        };
        insta::assert_snapshot!(
            [
                headline_of(&|_| ()),
                headline_of(&|advice| advice.changes[0].estimate.meets = true),
                headline_of(&|advice| advice.improves = Some(false)),
                headline_of(&|advice| (advice.proven, advice.improves) = (false, None)),
                headline_of(&|advice| {
                    advice.base.share.method = FigureMethod::Exact;
                    advice.changes[0].estimate.share.method = FigureMethod::Exact;
                }),
                headline_of(&|advice| {
                    let left = advice.changes.split_off(3);
                    let late = left.into_iter().map(|one| SkippedChange {
                        step: one.step,
                        reason: Reason::Time,
                    });
                    advice.untried = late.collect();
                }),
                headline_of(&|advice| {
                    advice.changes.truncate(1);
                    advice.idle.clear();
                }),
                headline_of(&|advice| advice.ranking = Ranking::Largest),
                headline_of(&|advice| advice.changes.clear()),
            ]
            .join("\n"),
            @r#"
        heroes win 41.2% of the time with "ambushers, Assassin Drone: count 4 → 3" instead of 24.3%, 8.8 points below 50%; no other change is nearer by more than 1 point (95% confidence, 5 one-step changes).
        heroes win 41.2% of the time with "ambushers, Assassin Drone: count 4 → 3" instead of 24.3%, within 1 point of 50%; no other change is nearer by more than 1 point (95% confidence, 5 one-step changes).
        no change comes nearer to 50% than the unchanged contest: heroes win 24.3% of the time, and 41.2% with the nearest change, "ambushers, Assassin Drone: count 4 → 3", 8.8 points below 50% (95% confidence, 5 one-step changes).
        heroes win 41.2% of the time with "ambushers, Assassin Drone: count 4 → 3" instead of 24.3%, 8.8 points below 50% (5 one-step changes); whether another change is nearer is undecided after 600,000 trials; whether this is nearer than the unchanged contest is undecided.
        heroes win 41.2% of the time with "ambushers, Assassin Drone: count 4 → 3" instead of 24.3%, 8.8 points below 50%; no other change is nearer (5 one-step changes).
        heroes win 41.2% of the time with "ambushers, Assassin Drone: count 4 → 3" instead of 24.3%, 8.8 points below 50%; no other change is nearer by more than 1 point (95% confidence, the first 4 of 5 one-step changes).
        heroes win 41.2% of the time with "ambushers, Assassin Drone: count 4 → 3" instead of 24.3%, 8.8 points below 50% (1 one-step change).
        of 5 one-step changes, "ambushers, Assassin Drone: count 4 → 3" has the largest estimated effect: heroes win 41.2% of the time instead of 24.3% (+16.9 ±0.4 points).
        no one-step change has an effect.
        "#
        );
    }
}
