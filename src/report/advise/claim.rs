//! Headline of `advise`: the changes that come nearest to a target, as sentences.

use super::super::target::confidence;
use super::super::text::{clean, grouped};
use super::tables::effect;
use super::{aim, is_race, labels};
use crate::analysis::{Advice, Changed, Reason, Standing};

/// Returns the claim without the title, ending in a full stop.
pub fn claim(advice: &Advice) -> String {
    let aim = aim(advice);
    let goal = aim.goal();
    let Some(first) = advice.changes.first() else {
        return "no change of one step has an effect.".to_owned();
    };
    let name = format!("\"{}\"", labels(advice).swap_remove(0));
    if !is_race(advice) {
        return ranked(advice, first, &name);
    }
    let solved = first.standing.exact && advice.base.exact;
    let sure = if solved {
        String::new()
    } else {
        format!("with {} confidence ", confidence(advice.alpha))
    };
    let tried = advice.tried();
    let all = match (tried, advice.untried_for(Reason::Time).count()) {
        (1, 0) => "1 change of one step".to_owned(),
        (many, 0) => format!("{many} changes of one step"),
        (_, left) => format!("the first {tried} of {} changes of one step", tried + left),
    };
    let then = clause(advice, &first.standing);
    let now = figure(advice, &advice.base);
    let mut text = if advice.improves == Some(false) {
        format!(
            "none of {all} brings it nearer to {goal} than it is: {} as it is, and {} with {name}",
            clause(advice, &advice.base),
            figure(advice, &first.standing)
        )
    } else {
        let seems = if advice.proven {
            "comes"
        } else {
            "seems to come"
        };
        format!("of {all}, {name} {seems} nearest to {goal}: {then} instead of {now}")
    };
    if first.standing.meets {
        text = format!("{text}; {sure}that is {}", aim.near_enough());
    } else if let Some(share) = first.standing.share {
        text = format!("{text}; that is {}", aim.stands(share));
    }
    let more = if solved {
        String::new()
    } else {
        format!(" by more than {}", aim.near())
    };
    if advice.proven && advice.changes.len() > 1 {
        let sure = if first.standing.meets { "" } else { &sure };
        text = format!("{text}, and {sure}no other is nearer{more}");
    } else if !advice.proven {
        let trials = grouped(advice.trials);
        text = format!("{text}; whether another is nearer is open after {trials} trials");
    }
    if advice.improves.is_none() {
        text = format!("{text}; whether it is nearer than the contest as it is, is open");
    }
    text.push('.');
    text
}

fn ranked(advice: &Advice, first: &Changed, name: &str) -> String {
    format!(
        "of {} changes of one step, {name} does most: {} instead of {} ({} points).",
        advice.tried(),
        clause(advice, &first.standing),
        figure(advice, &advice.base),
        effect(first)
    )
}

fn clause(advice: &Advice, standing: &Standing) -> String {
    match standing.share {
        Some(share) => aim(advice).clause(&clean(&advice.phrase), share),
        None => "nothing was played".to_owned(),
    }
}

fn figure(advice: &Advice, standing: &Standing) -> String {
    match standing.share {
        Some(share) => aim(advice).figure(share),
        None => "?".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample::advice;
    use super::*;
    use crate::analysis::{Ranking, Untried};

    #[test]
    fn every_verdict_has_its_sentence() {
        let said = |change: &dyn Fn(&mut Advice)| {
            let mut advice = advice();
            change(&mut advice);
            claim(&advice)
        };
        insta::assert_snapshot!(
            [
                said(&|_| ()),
                said(&|advice| advice.changes[0].standing.meets = true),
                said(&|advice| advice.improves = Some(false)),
                said(&|advice| (advice.proven, advice.improves) = (false, None)),
                said(&|advice| {
                    advice.base.exact = true;
                    advice.changes[0].standing.exact = true;
                }),
                said(&|advice| {
                    let left = advice.changes.split_off(3);
                    let late = left.into_iter().map(|one| Untried {
                        step: one.step,
                        reason: Reason::Time,
                    });
                    advice.untried = late.collect();
                }),
                said(&|advice| {
                    advice.changes.truncate(1);
                    advice.idle.clear();
                }),
                said(&|advice| advice.ranking = Ranking::Largest),
                said(&|advice| advice.changes.clear()),
            ]
            .join("\n"),
            @r#"
        of 5 changes of one step, "ambushers, Assassin Drone: count 4 → 3" comes nearest to 50%: heroes win 41.2% of the time instead of 24.3%; that is 8.8 points below 50%, and with 95% confidence no other is nearer by more than 1 point.
        of 5 changes of one step, "ambushers, Assassin Drone: count 4 → 3" comes nearest to 50%: heroes win 41.2% of the time instead of 24.3%; with 95% confidence that is within 1 point of 50%, and no other is nearer by more than 1 point.
        none of 5 changes of one step brings it nearer to 50% than it is: heroes win 24.3% of the time as it is, and 41.2% with "ambushers, Assassin Drone: count 4 → 3"; that is 8.8 points below 50%, and with 95% confidence no other is nearer by more than 1 point.
        of 5 changes of one step, "ambushers, Assassin Drone: count 4 → 3" seems to come nearest to 50%: heroes win 41.2% of the time instead of 24.3%; that is 8.8 points below 50%; whether another is nearer is open after 600,000 trials; whether it is nearer than the contest as it is, is open.
        of 5 changes of one step, "ambushers, Assassin Drone: count 4 → 3" comes nearest to 50%: heroes win 41.2% of the time instead of 24.3%; that is 8.8 points below 50%, and no other is nearer.
        of the first 4 of 5 changes of one step, "ambushers, Assassin Drone: count 4 → 3" comes nearest to 50%: heroes win 41.2% of the time instead of 24.3%; that is 8.8 points below 50%, and with 95% confidence no other is nearer by more than 1 point.
        of 1 change of one step, "ambushers, Assassin Drone: count 4 → 3" comes nearest to 50%: heroes win 41.2% of the time instead of 24.3%; that is 8.8 points below 50%.
        of 5 changes of one step, "ambushers, Assassin Drone: count 4 → 3" does most: heroes win 41.2% of the time instead of 24.3% (+16.9 ±0.4 points).
        no change of one step has an effect.
        "#
        );
    }
}
