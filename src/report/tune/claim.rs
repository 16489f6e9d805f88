//! Headline of a tuning with its guarantee, as sentences that a game master can read aloud.

use super::super::target::confidence;
use super::super::text::{clean, counted, grouped};
use super::{aim, names, setting};
use crate::analysis::{Tried, TuneVerdict, Tuning};
use crate::records::Cell;

/// Returns the claim without the title, ending in a full stop.
pub fn claim(tuning: &Tuning) -> String {
    let mut text = verdict(tuning);
    if let Some(fresh) = tuning.fresh.as_ref().filter(|fresh| fresh.contradicts) {
        text = format!(
            "{text}; but {} fresh trials speak against it: {}",
            grouped(fresh.results.trials),
            aim(tuning).figure(fresh.value)
        );
    }
    text.push('.');
    text
}

fn verdict(tuning: &Tuning) -> String {
    let aim = aim(tuning);
    let best = tuning.best();
    let name = setting(tuning, best);
    let (goal, near) = (aim.goal(), aim.near_enough());
    let sure = if best.exact {
        String::new()
    } else {
        format!("with {} confidence ", confidence(tuning.alpha))
    };
    let tried = tuning.tried.len() as u64;
    let all = match &tuning.keys[..] {
        [_] => format!("{} of {}", counted(tried, "value"), names(tuning)[0]),
        _ => counted(tried, "setting"),
    };
    let met = tuning.tried.iter().filter(|one| one.meets).count();
    match tuning.verdict {
        TuneVerdict::Meets => {
            let among = match (&tuning.keys[..], met) {
                ([_], _) | (_, 1) => format!("of {all}, {name} is the one"),
                (_, met) => format!("of {all} {met} meet the target, and {name} is nearest"),
            };
            format!("{among}: {}; {sure}that is {near}", clause(tuning, best))
        }
        TuneVerdict::Misses => format!(
            "none of {all} meets the target: nearest is {name}, where {}, {}; {sure}none is {near}, and \
             none is nearer{}",
            clause(tuning, best),
            stands(tuning, best),
            if best.exact || tuning.tolerance == 0.0 {
                String::new()
            } else {
                format!(" by more than {}", aim.near())
            }
        ),
        TuneVerdict::Nearest => format!(
            "of {all}, {name} is nearest to {goal}: {}; {sure}no other is nearer, but whether it is \
             {near} is open{}",
            clause(tuning, best),
            after(tuning)
        ),
        TuneVerdict::Borderline => {
            let none = match &tuning.keys[..] {
                [_] => ", and no other is nearer",
                _ => "",
            };
            format!(
                "of {all}, {name} is borderline: {}, {}; {sure}that is on the edge of what is {near}{none}",
                clause(tuning, best),
                stands(tuning, best)
            )
        }
        TuneVerdict::Tied => {
            let other = tuning.other.map_or(best, |other| &tuning.tried[other]);
            let as_far = if best.exact && other.exact {
                String::new()
            } else {
                format!(", as far as {} trials tell", grouped(tuning.searched()))
            };
            let figure = |tried: &Tried| tried.value.map(|value| aim.figure(value)).text();
            let figures = format!("{} and {}", figure(best), figure(other));
            format!(
                "of {all}, {name} and {} are equally near {goal}{as_far}: {}",
                setting(tuning, other),
                aim.says(&clean(&tuning.phrase), &figures)
            )
        }
        TuneVerdict::Undecided => {
            let open = tuning.tried.iter().filter(|one| one.possible).count();
            let still = match open {
                1 => "one could be".to_owned(),
                _ => format!("{open} still could be"),
            };
            format!(
                "which of {all} meets {goal} is undecided{}: {name} seems nearest, where {}, and {still}",
                after(tuning),
                clause(tuning, best)
            )
        }
    }
}

fn after(tuning: &Tuning) -> String {
    format!(" after {} trials", grouped(tuning.searched()))
}

fn clause(tuning: &Tuning, tried: &Tried) -> String {
    match tried.value {
        Some(value) => aim(tuning).clause(&clean(&tuning.phrase), value),
        None => "nothing was played".to_owned(),
    }
}

fn stands(tuning: &Tuning, tried: &Tried) -> String {
    let value = tried.value.map(|value| aim(tuning).stands(value));
    value.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::super::sample::{exact, tuning};
    use super::*;

    #[test]
    fn every_verdict_has_its_sentence_with_its_guarantee() {
        let said = |verdict, answer: usize, other| {
            let mut tuning = tuning();
            tuning.verdict = verdict;
            tuning.answer = answer;
            tuning.other = other;
            claim(&tuning)
        };
        insta::assert_snapshot!(
            [
                said(TuneVerdict::Meets, 2, None),
                said(TuneVerdict::Misses, 1, None),
                said(TuneVerdict::Nearest, 2, None),
                said(TuneVerdict::Borderline, 2, None),
                said(TuneVerdict::Tied, 2, Some(1)),
                said(TuneVerdict::Undecided, 2, None),
            ]
            .join("\n"),
            @"
        of 6 values of Assassin Drone count, 3 is the one: heroes win 39.6% of the time; with 95% confidence that is within 1 point of 40%.
        none of 6 values of Assassin Drone count meets the target: nearest is 2, where heroes win 60.1% of the time, 20.1 points above 40%; with 95% confidence none is within 1 point of 40%, and none is nearer by more than 1 point.
        of 6 values of Assassin Drone count, 3 is nearest to 40%: heroes win 39.6% of the time; with 95% confidence no other is nearer, but whether it is within 1 point of 40% is open after 159,220 trials.
        of 6 values of Assassin Drone count, 3 is borderline: heroes win 39.6% of the time, 0.4 points below 40%; with 95% confidence that is on the edge of what is within 1 point of 40%, and no other is nearer.
        of 6 values of Assassin Drone count, 3 and 2 are equally near 40%, as far as 159,220 trials tell: heroes win 39.6% and 60.1% of the time.
        which of 6 values of Assassin Drone count meets 40% is undecided after 159,220 trials: 3 seems nearest, where heroes win 39.6% of the time, and one could be.
        "
        );
    }

    #[test]
    fn exact_answers_need_no_confidence_and_fresh_trials_may_disagree() {
        let mut tuning = tuning();
        if let Some(fresh) = &mut tuning.fresh {
            fresh.contradicts = true;
        }
        insta::assert_snapshot!([claim(&exact()), claim(&tuning)].join("\n"), @"
        of 6 values of Assassin Drone count, 3 is the one: heroes win 39.6% of the time; that is within 1 point of 40%.
        of 6 values of Assassin Drone count, 3 is the one: heroes win 39.6% of the time; with 95% confidence that is within 1 point of 40%; but 100,000 fresh trials speak against it: 39.7%.
        ");
    }
}
