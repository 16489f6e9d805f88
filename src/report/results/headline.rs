//! The headline of a result: the main figure under good play, then the figures under other play.

use super::super::answer::title;
use super::super::text::{
    capital, clean, decimal, decimals, digits, join_parts, listed, trimmed, whole, words,
};
use crate::analysis::{PlayFigure, PlayLevel, Skill};
use crate::contest::OutcomeOwner;
use crate::sim::{MetricResult, OutcomeResult, Results};

/// Headline of a result.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Headline {
    /// Title of the scenario, or its path.
    pub title: String,
    /// Word from [`VERDICTS`] for the chance under good play, if known.
    pub verdict: Option<&'static str>,
    /// Main clause, `heroes win 50.2% of the time`: the figure under good play if known, else of
    /// the run.
    pub claim: String,
    /// Players that the claim assumes: `when both sides play good_play (expert)`; may be empty.
    pub condition: String,
    /// Figure of the run: `24.3%`; may be empty.
    pub figure: String,
    /// Interval of the figure: `95% CI 24.2–24.4`; empty for exact figures.
    pub interval: String,
    /// Whether the claim is the figure of the run itself.
    pub is_own: bool,
    /// Whether the figure of the run is exact.
    pub is_exact: bool,
    /// Figures with other players: `24.3% with finisher v finisher`, `2% with simple tactics
    /// (finisher)`.
    pub others: Vec<String>,
    /// Main figure under good play, if known: a share from 0 to 1, or the mean of the score.
    pub good_play: Option<f64>,
    /// Main figure under simple play, if known.
    pub simple: Option<f64>,
    /// Players of the run: `players finisher v finisher`; may be empty.
    pub players: String,
}

/// Words for the chance of an attempt, each with its smallest share.
pub const VERDICTS: [(f64, &str); 7] = [
    (0.95, "nearly certain"),
    (0.75, "easy"),
    (0.55, "favorable"),
    (0.45, "even"),
    (0.25, "hard"),
    (0.05, "very hard"),
    (0.0, "nearly hopeless"),
];

/// Returns the word of [`VERDICTS`] for a share, 0 to 1.
///
/// ```
/// use evenodds::report::verdict_word;
/// assert_eq!(verdict_word(0.37), "hard");
/// ```
pub fn verdict_word(share: f64) -> &'static str {
    let mut verdicts = VERDICTS.iter();
    verdicts
        .find(|&&(least, _)| share >= least)
        .map_or("nearly hopeless", |&(_, word)| word)
}

impl Headline {
    /// Returns the verdict with the claim: `Even: heroes win 50.2% of the time.`
    pub fn short(&self) -> String {
        match self.verdict {
            Some(verdict) => format!("{}: {}.", capital(verdict), self.claim),
            None => format!("{}.", capital(&self.claim)),
        }
    }

    /// Returns the conditions and alternatives of the claim: `95% CI 50.0–50.4 when both sides play
    /// well (expert); 24% with simple tactics (finisher)`; may be empty.
    pub fn basis(&self) -> String {
        let own = if self.is_own { &*self.interval } else { "" };
        let first = join_parts([own, &self.condition], " ");
        join_parts(std::iter::once(&first).chain(&self.others), "; ")
    }
}

impl std::fmt::Display for Headline {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (title, claim) = (&self.title, &self.claim);
        match self.verdict {
            Some(verdict) => write!(formatter, "{title}: {verdict}. {}", capital(claim))?,
            None => write!(formatter, "{title}: {claim}")?,
        }
        if self.is_own && !self.interval.is_empty() {
            write!(formatter, " ({})", self.interval)?;
        }
        if !self.condition.is_empty() {
            write!(formatter, " {}", self.condition)?;
        }
        if !self.others.is_empty() {
            write!(formatter, "; {}", listed(&self.others))?;
        }
        formatter.write_str(".")
    }
}

/// Returns the headline of `results`, with figures for other players from `skill`.
pub fn headline(results: &Results, skill: Option<&Skill>) -> Headline {
    let mut headline = Headline {
        title: title(&results.scenario),
        claim: "the contest has no outcome".to_owned(),
        is_own: true,
        players: clean(&results.players),
        ..Headline::default()
    };
    let main = match (results.score(), results.outcomes.first()) {
        (Some(score), _) => Main::Score(score),
        (None, Some(outcome)) => Main::Outcome(outcome),
        (None, None) => return headline,
    };
    let Some(own) = main.of_run(results) else {
        headline.claim = format!("there is no estimate yet of whether {}", main.clause());
        return headline;
    };
    headline.claim = main.claim(&own, results);
    headline.figure = main.figure(&own);
    headline.interval = main.interval(&own, results);
    headline.is_exact = own.exact;
    let players = results.player_names();
    let as_played = players.map(|players| format!("with {}", clean(players)));
    let (Some(skill), Some(as_played)) = (skill, &as_played) else {
        if results.players.is_empty() {
            headline.verdict = main.verdict(own.value);
        }
        headline.condition = as_played.unwrap_or_default();
        return headline;
    };
    let good_play = skill.good.map(|good| match skill.seats {
        1 => format!("when played well ({good})"),
        2 => format!("when both sides play well ({good})"),
        _ => format!("when all sides play well ({good})"),
    });
    match (skill.played, skill.good_play, good_play) {
        (PlayLevel::Good, _, Some(good_play)) => {
            headline.verdict = main.verdict(own.value);
            headline.condition = good_play;
        }
        (_, Some(found), Some(good_play)) => {
            headline.is_own = false;
            headline.verdict = main.verdict(found.value);
            headline.claim = main.claim(&found, results);
            headline.condition = good_play;
            let own = match &*headline.interval {
                "" => format!("{} {as_played}", headline.figure),
                interval => format!("{} ({interval}) {as_played}", headline.figure),
            };
            headline.others.push(own);
        }
        _ => headline.condition.clone_from(as_played),
    }
    let value = |wanted, other: Option<PlayFigure>| {
        let own = (skill.played == wanted).then_some(own.value);
        own.or(other.map(|other| other.value))
    };
    headline.good_play = value(PlayLevel::Good, skill.good_play);
    headline.simple = value(PlayLevel::Simple, skill.simple_play);
    if let (Some(simple), Some(found)) = (skill.simple, skill.simple_play) {
        let figure = main.rounded(&found);
        let text = format!("{figure} with simple tactics ({simple})");
        headline.others.push(text);
    }
    headline
}

/// Main figure of a headline.
enum Main<'a> {
    /// The mean of the score.
    Score(&'a MetricResult),
    /// The share of the first outcome.
    Outcome(&'a OutcomeResult),
}

impl Main<'_> {
    fn clause(&self) -> String {
        match self {
            Self::Score(score) => format!("the {} is high", words(score.base)),
            Self::Outcome(outcome) => clean(&outcome.phrase),
        }
    }

    /// Returns the figure of the run itself; `None` without trials.
    fn of_run(&self, results: &Results) -> Option<PlayFigure> {
        match self {
            Self::Score(score) => PlayFigure::of_score(score, results),
            Self::Outcome(outcome) => PlayFigure::of_outcome(outcome, results),
        }
    }

    /// Returns the main clause with a figure.
    fn claim(&self, found: &PlayFigure, results: &Results) -> String {
        let own = self.of_run(results).is_some_and(|own| own == *found);
        match self {
            Self::Score(score) => {
                let (name, unit) = (words(score.base), words(score.unit));
                let mean = decimal(found.value, 1);
                match (score.p05, score.p95) {
                    (Some(low), Some(high)) if own && low < high => format!(
                        "the {name} is {mean} {unit} on average (90%: {}–{})",
                        whole(low),
                        whole(high)
                    ),
                    _ => format!("the {name} is {mean} {unit} on average"),
                }
            }
            Self::Outcome(outcome) => {
                let figure = if own {
                    self.figure(found)
                } else {
                    self.rounded(found)
                };
                format!("{} {figure} of the time", clean(&outcome.phrase))
            }
        }
    }

    /// Returns the figure with the digits that its interval supports.
    fn figure(&self, found: &PlayFigure) -> String {
        let (value, low, high) = (found.value, found.low, found.high);
        match self {
            Self::Score(_) if found.exact => format!("exactly {}", decimal(value, 2)),
            Self::Score(_) => decimal(value, 2),
            Self::Outcome(_) if is_exact(found) => format!("exactly {}", exact_figure(value)),
            Self::Outcome(_) => format!("{}%", digits(value, decimals(value, low, high))),
        }
    }

    /// Returns a figure from a few thousand trials: the exact one, or whole percents, with a digit more
    /// near 0% or 100%.
    fn rounded(&self, found: &PlayFigure) -> String {
        match self {
            Self::Outcome(_) if is_exact(found) => self.figure(found),
            Self::Score(_) => decimal(found.value, 1),
            Self::Outcome(_) => {
                let share = found.value;
                let edge = share.min(1.0 - share);
                let decimals = usize::from(found.exact || edge < 0.02);
                match format!("{:.decimals$}%", share * 100.0) {
                    text if share > 0.0 && text == "0.0%" => "<0.1%".to_owned(),
                    text if share < 1.0 && text == "100.0%" => ">99.9%".to_owned(),
                    text => text,
                }
            }
        }
    }

    /// Returns the interval as text; empty for exact figures.
    fn interval(&self, found: &PlayFigure, results: &Results) -> String {
        let (value, low, high) = (found.value, found.low, found.high);
        if low >= high || is_exact(found) {
            return String::new();
        }
        let ends = match self {
            Self::Score(_) => format!("{}–{}", decimal(low, 2), decimal(high, 2)),
            Self::Outcome(_) => {
                let decimals = decimals(value, low, high);
                format!("{}–{}", digits(low, decimals), digits(high, decimals))
            }
        };
        if found.exact {
            return format!("solved to within {ends}");
        }
        format!("{}% CI {ends}", decimal(results.interval.level * 100.0, 0))
    }

    /// Returns the verdict word, if the figure is the chance of an attempt.
    fn verdict(&self, value: f64) -> Option<&'static str> {
        match self {
            Self::Outcome(outcome) if outcome.belongs == OutcomeOwner::Participant => {
                Some(verdict_word(value))
            }
            _ => None,
        }
    }
}

/// Returns whether a figure is exact, rather than only bounded by a solver.
fn is_exact(found: &PlayFigure) -> bool {
    found.exact && found.high - found.low <= 1e-9
}

/// Returns an exact share in percent, with an ellipsis if digits are left out.
fn exact_figure(share: f64) -> String {
    let decimals = decimals(share, share, share).max(3);
    let text = digits(share, decimals);
    let rounded: f64 = text.parse().unwrap_or(f64::NAN);
    if (rounded - share * 100.0).abs() > 1e-9 {
        return format!("{text}…%");
    }
    format!("{}%", trimmed(share * 100.0, decimals))
}

/// Returns the share of the first outcome as text, for results with a headline about a score.
#[cfg(feature = "charts")]
pub(in crate::report) fn beside_score(results: &Results) -> Option<String> {
    results.score()?;
    let outcome = Main::Outcome(results.outcomes.first()?);
    let found = outcome.of_run(results)?;
    let claim = capital(&outcome.claim(&found, results));
    let interval = outcome.interval(&found, results);
    Some(match &*interval {
        "" => format!("{claim}."),
        interval => format!("{claim} ({interval})."),
    })
}

#[cfg(test)]
mod tests {
    use super::super::super::sample::{Ambush, solved, with_outcomes};
    use super::*;

    fn results(count: u64, trials: u64) -> Results {
        let mut results = Ambush::new().results(10);
        let rest = trials - count;
        with_outcomes(
            &mut results,
            &[
                ("heroes", "heroes win", count, true),
                ("b", "b win", rest, true),
            ],
        );
        results
    }

    fn without_players(count: u64, trials: u64) -> String {
        let mut results = results(count, trials);
        results.players.clear();
        headline(&results, None).to_string()
    }

    fn solved_as(share: f64, bound: f64) -> String {
        let mut results = Ambush::new().results(10);
        results.players.clear();
        solved(&mut results, &[share, 1.0 - share]);
        results.outcomes[0].low -= bound;
        results.outcomes[0].high += bound;
        headline(&results, None).to_string()
    }

    fn figure(value: f64) -> PlayFigure {
        PlayFigure {
            value,
            low: value - 0.015,
            high: value + 0.015,
            exact: false,
        }
    }

    fn skill(played: PlayLevel, good_play: Option<f64>, simple_play: Option<f64>) -> Skill {
        Skill {
            seats: 2,
            good: Some("expert"),
            simple: Some("finisher"),
            played,
            good_play: good_play.map(figure),
            simple_play: simple_play.map(figure),
        }
    }

    #[test]
    fn the_figure_of_good_play_comes_first() {
        let mut results = results(243_300, 1_000_000);
        let text = |results: &Results, skill| headline(results, Some(&skill)).to_string();
        let simple_play = skill(PlayLevel::Simple, Some(0.501), None);
        assert_eq!(
            text(&results, simple_play.clone()),
            "Ambush in the canyon: even. Heroes win 50% of the time when both sides play well (expert); 24.3% (95% CI \
             24.2–24.4) with finisher v finisher."
        );
        let found = headline(&results, Some(&simple_play));
        assert_eq!(found.short(), "Even: heroes win 50% of the time.");
        assert_eq!((found.good_play, found.simple), (Some(0.501), Some(0.2433)));
        assert_eq!(
            text(&results, skill(PlayLevel::Other, Some(0.37), Some(0.0004))),
            "Ambush in the canyon: hard. Heroes win 37% of the time when both sides play well (expert); 24.3% (95% CI \
             24.2–24.4) with finisher v finisher and <0.1% with simple tactics (finisher)."
        );
        assert_eq!(
            text(&results, skill(PlayLevel::Other, None, None)),
            "Ambush in the canyon: heroes win 24.3% of the time (95% CI 24.2–24.4) with finisher v finisher."
        );
        results.players = "players expert v expert".to_owned();
        let good_play = skill(PlayLevel::Good, None, Some(0.02));
        assert_eq!(
            text(&results, good_play.clone()),
            "Ambush in the canyon: very hard. Heroes win 24.3% of the time (95% CI 24.2–24.4) when both sides play well \
             (expert); 2% with simple tactics (finisher)."
        );
        let found = headline(&results, Some(&good_play));
        assert_eq!(
            found.basis(),
            "95% CI 24.2–24.4 when both sides play well (expert); 2% with simple tactics (finisher)"
        );
    }

    #[test]
    fn verdict_words_depend_on_the_chance() {
        for (share, word) in [
            (0.0, "nearly hopeless"),
            (0.05, "very hard"),
            (0.37, "hard"),
            (0.45, "even"),
            (0.6, "favorable"),
            (0.9, "easy"),
            (1.0, "nearly certain"),
        ] {
            assert_eq!(verdict_word(share), word, "{share}");
        }
    }

    #[test]
    fn figures_have_significant_digits() {
        for (count, trials, text) in [
            (
                3,
                10,
                "hard. Heroes win 30.0% of the time (95% CI 10.8–60.3).",
            ),
            (
                243_300_000,
                1_000_000_000,
                "very hard. Heroes win 24.330% of the time (95% CI 24.327–24.333).",
            ),
            (
                0,
                1_000_000,
                "nearly hopeless. Heroes win 0% of the time (95% CI 0–0.00038).",
            ),
            (
                1_000,
                1_000,
                "nearly certain. Heroes win 100% of the time (95% CI 99.62–100).",
            ),
        ] {
            assert_eq!(
                without_players(count, trials),
                format!("Ambush in the canyon: {text}")
            );
        }
        assert_eq!(
            without_players(0, 0),
            "Ambush in the canyon: there is no estimate yet of whether heroes win."
        );
    }

    #[test]
    fn exact_shares_are_marked_and_rounded_ones_have_an_ellipsis() {
        for (share, bound, text) in [
            (0.25, 0.0, "hard. Heroes win exactly 25% of the time."),
            (
                1.0 / 3.0,
                0.0,
                "hard. Heroes win exactly 33.333…% of the time.",
            ),
            (
                0.25,
                0.002,
                "hard. Heroes win 25.0% of the time (solved to within 24.8–25.2).",
            ),
            (
                0.0,
                0.0,
                "nearly hopeless. Heroes win exactly 0% of the time.",
            ),
        ] {
            assert_eq!(
                solved_as(share, bound),
                format!("Ambush in the canyon: {text}")
            );
        }
    }

    #[test]
    fn a_scenario_without_a_title_is_named_by_its_path() {
        let mut results = results(1, 2);
        results.scenario.title = " ".to_owned();
        results.scenario.path = "a.toml".to_owned();
        assert!(headline(&results, None).to_string().starts_with("a.toml: "));
    }
}
