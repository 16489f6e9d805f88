//! Search with two or more keys, where many settings may meet a target; it finds all of them.
//!
//! Settings drop out in rounds that double the trials, as in successive halving (K. Jamieson and A.
//! Talwalkar, *Non-stochastic best arm identification and hyperparameter optimization*, AISTATS
//! 2016), but only by proof: each has a confidence sequence at level alpha / K, and drops out once
//! the interval is wholly outside the tolerance.

use super::race::{Finish, RaceResult, Settings, race};
use super::race_field::RaceField;
use crate::analysis::expect::Verdict;
use crate::analysis::study::{Estimation, Sample, Study, VariantFigure};
use crate::analysis::sweep::Trend;

/// Searches for all settings within the tolerance; if there are none, for the nearest. Returns
/// `None` if cancelled.
pub fn search<S: Estimation>(
    study: &mut Study<'_, VariantFigure<S>>,
    settings: &Settings,
) -> Option<RaceResult> {
    let first = settings.first_of(study);
    study.run(|study| {
        if study.left() == 0 {
            return Vec::new();
        }
        // Every open setting gets as many further trials as the largest sample has.
        let most = study.variants.iter().map(Sample::trials).max();
        let further = most.filter(|&most| most > 0).unwrap_or(first);
        let field = settings.field(study);
        let trials = |setting: usize| study.variants[setting].trials();
        let is_open = |setting: usize| {
            !field.values[setting].is_exact()
                && (trials(setting) == 0
                    || (field.meets(setting) == Verdict::Undecided && !field.is_enough(setting)))
        };
        let open = (0..study.variants.len()).filter(|&setting| is_open(setting));
        open.map(|setting| (setting, trials(setting) + further))
            .collect()
    })?;
    let field = settings.field(study);
    let possible = field.with_verdict(|verdict| verdict != Verdict::Fails);
    let meeting = field.with_verdict(|verdict| verdict == Verdict::Holds);
    let finish = match (field.leader(&meeting), field.leader(&possible)) {
        (Some(nearest), _) => Finish::Within(nearest),
        (None, Some(nearest)) if possible.iter().all(|&one| field.is_borderline(one)) => {
            Finish::Borderline(nearest)
        }
        (None, Some(nearest)) => Finish::Undecided(nearest),
        (None, None) => {
            // No setting meets the target; the race finds the nearest from the trials so far.
            let ordered = false;
            return race(
                study,
                &Settings {
                    ordered,
                    ..*settings
                },
            );
        }
    };
    Some(RaceResult {
        finish,
        trend: Trend::Level,
        left: possible,
    })
}

/// Returns the answer, then the other settings that are proven to meet the target, the nearest
/// first. They replace the answer if holdout trials contradict it.
pub fn others_first<S: Estimation>(
    answer: usize,
    finish: Finish,
    field: &RaceField<'_, S>,
) -> Vec<usize> {
    let mut order = vec![answer];
    if matches!(finish, Finish::Within(_)) {
        let mut others = field.with_verdict(|verdict| verdict == Verdict::Holds);
        others.retain(|&setting| setting != answer);
        let far = |setting: usize| field.distances(setting).1;
        others.sort_by(|&one, &other| far(one).total_cmp(&far(other)));
        order.extend(others);
    }
    order
}
