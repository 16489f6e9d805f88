//! The one sentence that a game master can read aloud.

use super::super::answer::title;
use super::super::text::{capital, clean, decimal, grouped};
use super::super::words::{decimals, digits, percent, share_in_words};
use crate::analysis::Stronger;
use crate::sim::{OutcomeResult, Results, StopReason};

/// The parts of the sentence about a scenario's first outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// The scenario's title, or its path.
    pub title: String,
    /// What happens how often: `heroes win about 1 time in 4`.
    pub claim: String,
    /// The figure and how sure it is: `24.3 %, 24.3-24.4 at 95 %`; may be empty.
    pub figures: String,
    /// Who played: `players finisher v finisher`; may be empty.
    pub players: String,
    /// What stronger players would change: `with expert for both 50 %`; may be empty.
    pub better: String,
}

impl Sentence {
    /// The claim with a capital first letter and a full stop.
    pub fn headline(&self) -> String {
        format!("{}.", capital(&self.claim))
    }
}

impl std::fmt::Display for Sentence {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}: {}", self.title, self.claim)?;
        if !self.figures.is_empty() {
            write!(formatter, " ({})", self.figures)?;
        }
        if !self.players.is_empty() {
            write!(formatter, ", {}", self.players)?;
        }
        if !self.better.is_empty() {
            write!(formatter, "; {}", self.better)?;
        }
        formatter.write_str(".")
    }
}

/// The sentence about `results`, with what stronger players would change.
pub fn sentence(results: &Results, stronger: &[Stronger]) -> Sentence {
    let (claim, figures) = match results.outcomes.first() {
        Some(outcome) => claim(results, outcome),
        None => ("it has no outcome".to_owned(), String::new()),
    };
    Sentence {
        title: title(&results.scenario),
        claim,
        figures,
        players: clean(&results.players),
        better: better(stronger),
    }
}

/// With whom the share would be which.
fn better(figures: &[Stronger]) -> String {
    let Some(first) = figures.first() else {
        return String::new();
    };
    let parts: Vec<String> = figures
        .iter()
        .map(|better| {
            let who = match (&better.seat, better.seats) {
                (Some(seat), _) => format!("for {} ", clean(seat)),
                (None, 1) => String::new(),
                (None, 2) => "for both ".to_owned(),
                (None, _) => "for all ".to_owned(),
            };
            format!("{who}{}", percent(better.share, 0))
        })
        .collect();
    format!("with {} {}", first.player, parts.join(", "))
}

fn claim(results: &Results, outcome: &OutcomeResult) -> (String, String) {
    let phrase = clean(&outcome.phrase);
    let Some(share) = outcome.share else {
        return (
            format!("nothing is known yet on whether {phrase}"),
            String::new(),
        );
    };
    let exact = results.stopped == StopReason::Exact;
    let words = match outcome.count {
        Some(0) => format!("in none of {} trials", grouped(results.trials)),
        Some(count) if count == results.trials => {
            format!("in all of {} trials", grouped(results.trials))
        }
        _ => share_in_words(share, exact && !is_bounded(outcome)),
    };
    (
        format!("{phrase} {words}"),
        figures(results, outcome, share),
    )
}

fn figures(results: &Results, outcome: &OutcomeResult, share: f64) -> String {
    let decimals = decimals(share, outcome.low, outcome.high);
    let figure = digits(share, decimals);
    let interval = format!(
        "{}-{}",
        digits(outcome.low, decimals),
        digits(outcome.high, decimals)
    );
    if results.stopped != StopReason::Exact {
        let level = decimal(results.interval.level * 100.0, 0);
        format!("{figure} %, {interval} at {level} %")
    } else if is_bounded(outcome) {
        format!("{figure} %, solved to within {interval}")
    } else {
        format!("exactly {}", exact_figure(share))
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
        sentence(&results, &[]).to_string()
    }

    fn solved_as(share: f64, bound: f64) -> String {
        let mut results = Ambush::new().results(10);
        results.players.clear();
        solved(&mut results, &[share, 1.0 - share]);
        results.outcomes[0].low -= bound;
        results.outcomes[0].high += bound;
        sentence(&results, &[]).to_string()
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
            sentence(&results, &[]).to_string(),
            "Ambush in the canyon: heroes win about 1 time in 4 (24.3 %, 24.2-24.4 at 95 %), \
             players finisher v finisher."
        );
        assert_eq!(
            sentence(&results, &[]).headline(),
            "Heroes win about 1 time in 4."
        );
    }

    #[test]
    fn it_says_what_stronger_players_would_change() {
        let results = Ambush::new().results(10);
        let better = |seat: Option<&str>, seats, share| Stronger {
            player: "expert",
            seat: seat.map(str::to_owned),
            seats,
            share,
        };
        let all = [
            better(Some("heroes"), 2, 0.597),
            better(Some("ambushers"), 2, 0.171),
            better(None, 2, 0.5),
        ];
        let text = |stronger: &[Stronger]| sentence(&results, stronger).better;
        assert_eq!(
            text(&all),
            "with expert for heroes 60 %, for ambushers 17 %, for both 50 %"
        );
        assert!(
            sentence(&results, &all)
                .to_string()
                .ends_with("; with expert for heroes 60 %, for ambushers 17 %, for both 50 %.")
        );
        assert_eq!(text(&[better(None, 1, 0.0002)]), "with expert <1 %");
        assert_eq!(text(&[better(None, 4, 0.33)]), "with expert for all 33 %");
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
