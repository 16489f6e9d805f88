//! The one sentence that a game master can read aloud.

use super::super::answer::title;
use super::super::text::{capital, clean, decimal, grouped, whole, words};
use super::super::words::{decimals, digits, is_edge, percent, share_in_words};
use crate::analysis::Skill;
use crate::sim::{MetricResult, OutcomeResult, Results, StopReason};

/// The parts of the sentence about a scenario's first outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// The scenario's title, or its path.
    pub title: String,
    /// What happens how often: `heroes win about 1 time in 4`, or where play decides
    /// `heroes win between 5 % and 71 % of the time`.
    pub claim: String,
    /// The figure as it was played: `24.3 %`; may be empty.
    pub figure: String,
    /// How sure it is: `24.3-24.4 at 95 %`; may be empty.
    pub doubt: String,
    /// Who played: `players finisher v finisher`; may be empty.
    pub players: String,
    /// What good play comes to, where play decides: `50 % when both play well (expert)`.
    pub well: Option<String>,
    /// Whether the claim is a range between players.
    pub is_range: bool,
}

impl Sentence {
    /// The claim with a capital first letter and a full stop.
    pub fn headline(&self) -> String {
        format!("{}.", capital(&self.claim))
    }

    /// The figure and how sure it is: `24.3 %, 24.3-24.4 at 95 %`; may be empty.
    pub fn figures(&self) -> String {
        if self.doubt.is_empty() {
            self.figure.clone()
        } else {
            format!("{}, {}", self.figure, self.doubt)
        }
    }

    /// What stands behind a range: `24.3 % with finisher v finisher (24.3-24.4 at 95 %), 50 % when both
    /// play well (expert)`; the doubt comes in words of the caller's own.
    pub(in crate::report) fn behind(&self, doubt: &str) -> String {
        let players = &self.players;
        let players = ["players ", "player "]
            .into_iter()
            .find_map(|before| players.strip_prefix(before))
            .unwrap_or(players);
        let mut text = format!("{} with {players}", self.figure);
        if !doubt.is_empty() {
            text = format!("{text} ({doubt})");
        }
        match &self.well {
            Some(well) => format!("{text}, {well}"),
            None => text,
        }
    }
}

impl std::fmt::Display for Sentence {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}: {}", self.title, self.claim)?;
        if self.is_range {
            return write!(formatter, ": {}.", self.behind(&self.doubt));
        }
        // A claim in percent has said its figure.
        let said = format!("{} of the time", self.figure);
        let figures = if self.claim.ends_with(&said) {
            self.doubt.clone()
        } else {
            self.figures()
        };
        if !figures.is_empty() {
            write!(formatter, " ({figures})")?;
        }
        if !self.players.is_empty() {
            write!(formatter, ", {}", self.players)?;
        }
        formatter.write_str(".")
    }
}

/// Ranges between players that are narrower are not worth a sentence: their ends are off by two points.
const NARROW: f64 = 0.05;

/// The sentence about `results`, with the range between players where that is known and wide.
pub fn sentence(results: &Results, skill: Option<&Skill>) -> Sentence {
    let mut sentence = Sentence {
        title: title(&results.scenario),
        claim: "it has no outcome".to_owned(),
        figure: String::new(),
        doubt: String::new(),
        players: clean(&results.players),
        well: None,
        is_range: false,
    };
    if let Some(score) = results.score() {
        (sentence.claim, sentence.figure, sentence.doubt) = scored(results, score);
        return sentence;
    }
    let Some(outcome) = results.outcomes.first() else {
        return sentence;
    };
    (sentence.claim, sentence.figure, sentence.doubt) = claim(results, outcome);
    if let (Some(skill), Some(own)) = (skill, outcome.share) {
        let (low, high) = skill.range(own);
        if high - low >= NARROW && !sentence.players.is_empty() {
            let phrase = clean(&outcome.phrase);
            let [low, high] = [low, high].map(|share| percent(share, 0));
            sentence.claim = format!("{phrase} between {low} and {high} of the time");
            sentence.is_range = true;
            sentence.well = skill.well.map(|share| {
                let who = match skill.seats {
                    1 => "when played well",
                    2 => "when both play well",
                    _ => "when all play well",
                };
                format!("{} {who} ({})", percent(share, 0), skill.strongest)
            });
        }
    }
    sentence
}

/// How much it comes to, the figure, and how sure it is.
fn scored(results: &Results, score: &MetricResult) -> (String, String, String) {
    let name = words(score.base);
    let mean = score.mean.unwrap_or(0.0);
    let range = match (score.p05, score.p95) {
        (Some(low), Some(high)) if low < high => {
            format!(", 9 times in 10 from {} to {}", whole(low), whole(high))
        }
        _ => String::new(),
    };
    let unit = words(score.unit);
    let claim = format!(
        "the {name} is {} {unit} on average{range}",
        decimal(mean, 1)
    );
    let doubt = match (score.low, score.high) {
        (Some(low), Some(high)) if low < high && results.stopped != StopReason::Exact => {
            let level = decimal(results.interval.level * 100.0, 0);
            format!("{}-{} at {level} %", decimal(low, 2), decimal(high, 2))
        }
        _ => String::new(),
    };
    let exactly = if results.stopped == StopReason::Exact {
        "exactly "
    } else {
        ""
    };
    (claim, format!("{exactly}{}", decimal(mean, 2)), doubt)
}

/// How often the first outcome comes up, for those who began with the score.
#[cfg(feature = "charts")]
pub(in crate::report) fn beside_score(results: &Results) -> Option<String> {
    results.score()?;
    let outcome = results.outcomes.first()?;
    let (claim, figure, doubt) = claim(results, outcome);
    let behind = [figure, doubt];
    let behind: Vec<&String> = behind.iter().filter(|one| !one.is_empty()).collect();
    let behind = behind.into_iter().cloned().collect::<Vec<_>>().join(", ");
    Some(format!("{} ({behind}).", capital(&claim)))
}

/// What happens how often, the figure, and how sure it is.
fn claim(results: &Results, outcome: &OutcomeResult) -> (String, String, String) {
    let phrase = clean(&outcome.phrase);
    let Some(share) = outcome.share else {
        return (
            format!("nothing is known yet on whether {phrase}"),
            String::new(),
            String::new(),
        );
    };
    let exact = results.stopped == StopReason::Exact;
    let (figure, doubt) = figures(results, outcome, share);
    let words = match outcome.count {
        Some(0) => format!("in none of {} trials", grouped(results.trials)),
        Some(count) if count == results.trials => {
            format!("in all of {} trials", grouped(results.trials))
        }
        _ if is_edge(share) => format!("{figure} of the time"),
        _ => share_in_words(share, exact && !is_bounded(outcome)),
    };
    (format!("{phrase} {words}"), figure, doubt)
}

fn figures(results: &Results, outcome: &OutcomeResult, share: f64) -> (String, String) {
    let decimals = decimals(share, outcome.low, outcome.high);
    let figure = digits(share, decimals);
    let interval = format!(
        "{}-{}",
        digits(outcome.low, decimals),
        digits(outcome.high, decimals)
    );
    if results.stopped != StopReason::Exact {
        let level = decimal(results.interval.level * 100.0, 0);
        (format!("{figure} %"), format!("{interval} at {level} %"))
    } else if is_bounded(outcome) {
        (
            format!("{figure} %"),
            format!("solved to within {interval}"),
        )
    } else {
        (format!("exactly {}", exact_figure(share)), String::new())
    }
}

/// An exact share in percent, with an ellipsis where digits are left out.
fn exact_figure(share: f64) -> String {
    let decimals = decimals(share, share, share).max(3);
    let text = digits(share, decimals);
    let said: f64 = text.parse().unwrap_or(f64::NAN);
    if (said - share * 100.0).abs() > 1e-9 {
        return format!("{text}… %");
    }
    let short = if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.')
    } else {
        &text
    };
    format!("{short} %")
}

/// Whether a solver could only say that the share is somewhere within its interval.
fn is_bounded(outcome: &OutcomeResult) -> bool {
    outcome.high - outcome.low > 1e-9
}

#[cfg(test)]
mod tests {
    use super::super::super::sample::{Ambush, solved, with_outcomes};
    use super::*;

    fn said(count: u64, trials: u64) -> String {
        let mut results = Ambush::new().results(10);
        results.players.clear();
        let rest = trials - count;
        with_outcomes(
            &mut results,
            &[
                ("heroes", "heroes win", count, true),
                ("b", "b win", rest, true),
            ],
        );
        sentence(&results, None).to_string()
    }

    fn solved_as(share: f64, bound: f64) -> String {
        let mut results = Ambush::new().results(10);
        results.players.clear();
        solved(&mut results, &[share, 1.0 - share]);
        results.outcomes[0].low -= bound;
        results.outcomes[0].high += bound;
        sentence(&results, None).to_string()
    }

    #[test]
    fn a_game_master_can_read_it_aloud() {
        let mut results = Ambush::new().results(10);
        with_outcomes(
            &mut results,
            &[
                ("heroes", "heroes win", 243_300, true),
                ("b", "b win", 756_700, true),
            ],
        );
        assert_eq!(
            sentence(&results, None).to_string(),
            "Ambush in the canyon: heroes win about 1 time in 4 (24.3 %, 24.2-24.4 at 95 %), \
             players finisher v finisher."
        );
        assert_eq!(
            sentence(&results, None).headline(),
            "Heroes win about 1 time in 4."
        );
    }

    #[test]
    fn where_play_decides_it_is_a_range() {
        let mut results = Ambush::new().results(10);
        with_outcomes(
            &mut results,
            &[
                ("heroes", "heroes win", 243_300, true),
                ("b", "b win", 756_700, true),
            ],
        );
        let mut skill = Skill {
            weakest: "random",
            strongest: "expert",
            seats: 2,
            low: Some(0.054),
            high: Some(0.71),
            well: Some(0.501),
        };
        let said = |skill: &Skill| sentence(&results, Some(skill)).to_string();
        assert_eq!(
            said(&skill),
            "Ambush in the canyon: heroes win between 5 % and 71 % of the time: 24.3 % with finisher v \
             finisher (24.2-24.4 at 95 %), 50 % when both play well (expert)."
        );
        (skill.seats, skill.well) = (1, None);
        assert!(said(&skill).ends_with("24.3 % with finisher v finisher (24.2-24.4 at 95 %)."));
        // What is played is part of the range, and a narrow one is none.
        (skill.low, skill.high) = (None, Some(0.26));
        assert!(said(&skill).contains("heroes win about 1 time in 4 (24.3 %"));
        skill.high = Some(0.5);
        assert!(said(&skill).contains("heroes win between 24 % and 50 % of the time"));
    }

    #[test]
    fn few_trials_and_many_have_the_digits_that_they_deserve() {
        assert_eq!(
            said(3, 10),
            "Ambush in the canyon: heroes win about 3 times in 10 (30.0 %, 10.8-60.3 at 95 %)."
        );
        assert_eq!(
            said(243_300_000, 1_000_000_000),
            "Ambush in the canyon: heroes win about 1 time in 4 (24.330 %, 24.327-24.333 at 95 %)."
        );
    }

    #[test]
    fn never_and_always_are_said_of_the_trials_only() {
        assert_eq!(
            said(0, 1_000_000),
            "Ambush in the canyon: heroes win in none of 1,000,000 trials \
             (0 %, 0-0.00038 at 95 %)."
        );
        assert_eq!(
            said(1000, 1000),
            "Ambush in the canyon: heroes win in all of 1,000 trials (100 %, 99.62-100 at 95 %)."
        );
    }

    #[test]
    fn exact_shares_are_called_so_and_rounded_ones_show_it() {
        assert_eq!(
            solved_as(0.25, 0.0),
            "Ambush in the canyon: heroes win 1 time in 4 (exactly 25 %)."
        );
        assert_eq!(
            solved_as(1.0 / 3.0, 0.0),
            "Ambush in the canyon: heroes win 1 time in 3 (exactly 33.333… %)."
        );
        assert_eq!(
            solved_as(0.25, 0.002),
            "Ambush in the canyon: heroes win about 1 time in 4 (25.0 %, solved to within \
             24.8-25.2)."
        );
        assert_eq!(
            solved_as(0.0, 0.0),
            "Ambush in the canyon: heroes win in no case (exactly 0 %)."
        );
    }

    #[test]
    fn a_scenario_without_a_title_is_called_by_its_path() {
        let mut results = Ambush::new().results(10);
        results.scenario.title = " ".to_owned();
        assert_eq!(title(&results.scenario), "canyon.toml");
    }
}
