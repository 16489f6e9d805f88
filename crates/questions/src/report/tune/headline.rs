//! Headline of `tune` with its guarantee, as plain sentences.

use super::super::target::confidence;
use super::super::text::{clean, counted, grouped, joined};
use super::{aim, names, setting};
use crate::analysis::{TestedSetting, TuneVerdict, Tuning};
use crate::records::Cell;

/// Returns the headline without the title, ending in a full stop.
pub fn headline(tuning: &Tuning) -> String {
    let mut text = verdict(tuning);
    if let Some(fresh) = tuning.fresh.as_ref().filter(|fresh| fresh.contradicts) {
        text = format!(
            "{text}; but {} new trials contradict this: {}",
            grouped(fresh.results.trials),
            aim(tuning).figure(fresh.figure.value)
        );
    }
    text.push('.');
    text
}

fn verdict(tuning: &Tuning) -> String {
    let aim = aim(tuning);
    let best = tuning.best();
    let with = setting_with_key(tuning, best);
    let found = clause(tuning, best);
    let (goal, near) = (aim.goal(), aim.near_enough());
    let confidence =
        (!best.figure.is_exact()).then(|| format!("{} confidence", confidence(tuning.alpha)));
    let sure = confidence.iter().map(|sure| format!(" ({sure})"));
    let sure: String = sure.collect();
    let tried = tuning.tried.len() as u64;
    let all = match &tuning.keys[..] {
        [_] => format!("{} of {}", counted(tried, "value"), names(tuning)[0]),
        _ => counted(tried, "setting"),
    };
    match tuning.verdict {
        TuneVerdict::Meets => {
            let scope = confidence.into_iter().chain([format!("{all} tried")]);
            let scope = joined(scope, ", ");
            let met = tuning.tried.iter().filter(|one| one.meets).count();
            match (&tuning.keys[..], met) {
                ([_], _) | (_, 1) => format!("{found} with {with}, {near} ({scope})"),
                (_, met) => format!(
                    "{found} with {with}, {near} ({scope}); {met} settings meet the target, and \
                     this one is the nearest"
                ),
            }
        }
        TuneVerdict::Misses => {
            let more = if best.figure.is_exact() || tuning.tolerance == 0.0 {
                String::new()
            } else {
                format!(" by more than {}", aim.tolerance_text())
            };
            format!(
                "none of {all} is {near}, and none is nearer than {with}{more}: {found}, {}{sure}",
                relative_to_target(tuning, best)
            )
        }
        TuneVerdict::Nearest => format!(
            "{found} with {with}, and no other of {all} is nearer to {goal}{sure}; whether it is \
             {near} is undecided{}",
            after(tuning)
        ),
        TuneVerdict::Borderline => {
            let none = match &tuning.keys[..] {
                [_] => format!(", and no other of {all} is nearer"),
                _ => String::new(),
            };
            format!(
                "{found} with {with}, {}, at the limit of the tolerance{none}{sure}",
                relative_to_target(tuning, best)
            )
        }
        TuneVerdict::Tied => {
            let other = tuning.other.map_or(best, |other| &tuning.tried[other]);
            tied(tuning, [best, other], &all)
        }
        TuneVerdict::Undecided => {
            let open = tuning.tried.iter().filter(|one| one.possible).count();
            format!(
                "which of {all} meets {goal} is undecided{}: {found} with {with}, the nearest so \
                 far; {open} of {tried} may still be the answer",
                after(tuning)
            )
        }
    }
}

/// Returns the verdict on two settings that are equally near the target; `all` are the settings that
/// were tried.
fn tied(tuning: &Tuning, [best, other]: [&TestedSetting; 2], all: &str) -> String {
    let aim = aim(tuning);
    let precision = if best.figure.is_exact() && other.figure.is_exact() {
        String::new()
    } else {
        format!(
            " within the precision of {} trials",
            grouped(tuning.searched())
        )
    };
    let figure = |tried: &TestedSetting| aim.value(&tried.figure).text();
    let figures = format!("{} and {}", figure(best), figure(other));
    format!(
        "of {all}, {} and {} are equally near {}{precision}: {}",
        setting(tuning, best),
        setting(tuning, other),
        aim.goal(),
        aim.clause_with(&clean(&tuning.phrase), &figures)
    )
}

/// Returns a setting with the name of its key: `Assassin Drone count 3`.
fn setting_with_key(tuning: &Tuning, tried: &TestedSetting) -> String {
    match &tuning.keys[..] {
        [_] => format!("{} {}", names(tuning)[0], setting(tuning, tried)),
        _ => setting(tuning, tried),
    }
}

fn after(tuning: &Tuning) -> String {
    format!(" after {} trials", grouped(tuning.searched()))
}

fn clause(tuning: &Tuning, tried: &TestedSetting) -> String {
    aim(tuning).clause(&clean(&tuning.phrase), tried.figure.known())
}

fn relative_to_target(tuning: &Tuning, tried: &TestedSetting) -> String {
    let relative = |value| aim(tuning).relative_to_target(value);
    tried.figure.known().map(relative).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::super::sample::{exact, tuning};
    use super::*;

    #[test]
    fn every_verdict_has_its_sentence_with_its_guarantee() {
        let headline_of = |verdict, answer: usize, other| {
            let mut tuning = tuning();
            tuning.verdict = verdict;
            tuning.answer = answer;
            tuning.other = other;
            headline(&tuning)
        };
        insta::assert_snapshot!(
            [
                headline_of(TuneVerdict::Meets, 2, None),
                headline_of(TuneVerdict::Misses, 1, None),
                headline_of(TuneVerdict::Nearest, 2, None),
                headline_of(TuneVerdict::Borderline, 2, None),
                headline_of(TuneVerdict::Tied, 2, Some(1)),
                headline_of(TuneVerdict::Undecided, 2, None),
            ]
            .join("\n"),
            @"
        heroes win 39.6% of the time with Assassin Drone count 3, within 1 point of 40% (95% confidence, 6 values of Assassin Drone count tried).
        none of 6 values of Assassin Drone count is within 1 point of 40%, and none is nearer than Assassin Drone count 2 by more than 1 point: heroes win 60.1% of the time, 20.1 points above 40% (95% confidence).
        heroes win 39.6% of the time with Assassin Drone count 3, and no other of 6 values of Assassin Drone count is nearer to 40% (95% confidence); whether it is within 1 point of 40% is undecided after 159,220 trials.
        heroes win 39.6% of the time with Assassin Drone count 3, 0.4 points below 40%, at the limit of the tolerance, and no other of 6 values of Assassin Drone count is nearer (95% confidence).
        of 6 values of Assassin Drone count, 3 and 2 are equally near 40% within the precision of 159,220 trials: heroes win 39.6% and 60.1% of the time.
        which of 6 values of Assassin Drone count meets 40% is undecided after 159,220 trials: heroes win 39.6% of the time with Assassin Drone count 3, the nearest so far; 1 of 6 may still be the answer.
        "
        );
    }

    #[test]
    fn exact_answers_need_no_confidence_and_fresh_trials_may_disagree() {
        let mut tuning = tuning();
        if let Some(fresh) = &mut tuning.fresh {
            fresh.contradicts = true;
        }
        insta::assert_snapshot!([headline(&exact()), headline(&tuning)].join("\n"), @"
        heroes win 39.6% of the time with Assassin Drone count 3, within 1 point of 40% (6 values of Assassin Drone count tried).
        heroes win 39.6% of the time with Assassin Drone count 3, within 1 point of 40% (95% confidence, 6 values of Assassin Drone count tried); but 100,000 new trials contradict this: 39.7%.
        ");
    }
}
