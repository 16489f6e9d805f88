//! The headline of a result: the main figure with the players of the scenario, then with others.

use super::super::answer::title;
use super::super::text::{capital, clean, counted, decimal, grouped, join_parts, whole, words};
use super::outcomes::condition;
#[cfg(feature = "charts")]
use super::outcomes::ends;
use crate::analysis::{PlayLevel, Skill};
use crate::contest::{MainFigure, OutcomeOwner};
use crate::sim::{LEVEL, MetricResult, OutcomeResult, Results};
use crate::stats::{Figure, Interval};

/// Headline of a result.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Headline {
    /// Title of the scenario, or its path.
    pub title: String,
    /// Words from [`VERDICTS`] for the chance, `hard` or `hard to very hard`; `None` if the figure
    /// is not the chance of an attempt.
    pub verdict: Option<String>,
    /// Main clause, `heroes win 50.2% of the time`.
    pub main_clause: String,
    /// Players that it assumes: `when both sides play well (expert)`; may be empty.
    pub condition: String,
    /// Interval of the figure: `95% CI 24.2–24.4`; empty for exact figures.
    pub interval: String,
    /// True if the figure is exact.
    pub is_exact: bool,
    /// Figure with other players: `24.1% (95% CI 23.2–24.9) with simple tactics (finisher)`; may be
    /// empty.
    pub other: String,
    /// Limits that cut off trials: `0.39% is cut off after 8 explosions of a die (limit.explode)`; may be
    /// empty.
    pub cut_off: String,
    /// Players of the run: `players finisher v finisher`; may be empty.
    pub players: String,
}

/// Words for the chance of an attempt, or of one of two sides, each with its smallest share.
pub const VERDICTS: [(f64, &str); 7] = [
    (0.95, "nearly certain"),
    (0.75, "easy"),
    (0.55, "favorable"),
    (0.45, "even"),
    (0.25, "hard"),
    (0.05, "very hard"),
    (0.0, "nearly hopeless"),
];

/// Returns the word of [`VERDICTS`] for a share, 0 to 1, of one of some sides. More than two sides
/// change the odds by the factor at which an equal share counts as one half.
///
/// ```
/// use evenodds_questions::report::verdict_word;
/// assert_eq!(verdict_word(0.37, 2), "hard");
/// assert_eq!(verdict_word(0.37, 3), "even");
/// ```
pub fn verdict_word(share: f64, sides: usize) -> &'static str {
    let others = sides.saturating_sub(1).max(1) as f64;
    let share = share * others / (1.0 + share * (others - 1.0));
    let mut verdicts = VERDICTS.iter();
    verdicts
        .find(|&&(least, _)| share >= least)
        .map_or("nearly hopeless", |&(_, word)| word)
}

/// Returns the words for the ends of an interval of a share, the better one first: `hard`, or `hard
/// to very hard` if a limit between two words lies inside.
fn verdict_words(low: f64, high: f64, sides: usize) -> String {
    match (verdict_word(high, sides), verdict_word(low, sides)) {
        (better, worse) if better == worse => better.to_owned(),
        (better, worse) => format!("{better} to {worse}"),
    }
}

impl Headline {
    /// Returns the verdict with the main clause: `Even: heroes win 50.2% of the time.`
    pub fn brief(&self) -> String {
        match &self.verdict {
            Some(verdict) if self.main_clause.contains(": ") => {
                format!("{}. {}.", capital(verdict), capital(&self.main_clause))
            }
            Some(verdict) => format!("{}: {}.", capital(verdict), self.main_clause),
            None => format!("{}.", capital(&self.main_clause)),
        }
    }

    /// Returns the sentence without the title: `even. Heroes win 50.2% of the time (95% CI
    /// 50.0–50.4) with expert v expert.`
    pub fn untitled(&self) -> String {
        let own = match &self.verdict {
            Some(verdict) => format!("{verdict}. {}", capital(&self.main_clause)),
            None => self.main_clause.clone(),
        };
        let interval = match &*self.interval {
            "" => String::new(),
            interval => format!("({interval})"),
        };
        let own = join_parts([&own, &interval, &self.condition], " ");
        format!("{}.", join_parts([&own, &self.cut_off, &self.other], "; "))
    }

    /// Returns the conditions and the alternative of the main clause: `95% CI 50.0–50.4 when both sides
    /// play well (expert); 24.1% (95% CI 23.2–24.9) with simple tactics (finisher)`; may be empty.
    pub fn basis(&self) -> String {
        let own = join_parts([&self.interval, &self.condition], " ");
        join_parts([&own, &self.cut_off, &self.other], "; ")
    }
}

impl std::fmt::Display for Headline {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}: {}", self.title, self.untitled())
    }
}

/// Returns the headline of `results`, with the figure for other players from `skill`.
pub fn headline(results: &Results, skill: Option<&Skill>) -> Headline {
    let mut headline = Headline {
        title: title(&results.scenario),
        main_clause: "the contest has no outcome".to_owned(),
        players: clean(&results.players.to_string()),
        ..Headline::default()
    };
    let Some(main) = Main::of(results) else {
        return headline;
    };
    let Some(own) = results.main_figure() else {
        headline.main_clause = format!("there is no estimate yet of whether {}", main.clause());
        return headline;
    };
    let condition = condition(results);
    headline.main_clause = main.main_clause(&own, &condition);
    headline.cut_off = cut_off(results);
    headline.interval = main.interval(&own);
    headline.is_exact = own.is_exact();
    headline.verdict = main
        .verdict(&own, results.sides())
        .filter(|_| condition.is_empty() && results.main != MainFigure::MostLikely);
    let played_well = |seats, player| match seats {
        1 => format!("when played well ({player})"),
        2 => format!("when both sides play well ({player})"),
        _ => format!("when all sides play well ({player})"),
    };
    headline.condition = match (skill, results.players.names()) {
        (
            Some(Skill {
                seats,
                good: Some(good),
                played: PlayLevel::Good,
                ..
            }),
            _,
        ) => played_well(*seats, *good),
        (_, Some(players)) => format!("with {}", clean(&players)),
        (_, None) => String::new(),
    };
    if let Some((skill, other)) = skill.and_then(|skill| Some((skill, skill.other?))) {
        let how = match other.level {
            PlayLevel::Good => played_well(skill.seats, other.player),
            PlayLevel::Simple | PlayLevel::Other => {
                format!("with simple tactics ({})", other.player)
            }
        };
        let figure = main.figure(&other.figure);
        headline.other = match &*main.interval(&other.figure) {
            "" => format!("{figure} {how}"),
            interval => format!("{figure} ({interval}) {how}"),
        };
    }
    headline
}

/// Returns the limits that cut off trials, as clauses; may be empty.
fn cut_off(results: &Results) -> String {
    let clauses = results.cut_off.iter().map(|cut| {
        let at = format!(
            "after {} {} (`{}`)",
            grouped(cut.most.into()),
            cut.unit,
            cut.key
        );
        match cut.count {
            Some(count) => format!(
                "{} of {} are cut off {at}",
                grouped(count),
                counted(results.trials, "trial")
            ),
            None => format!("{} is cut off {at}", significant_percent(cut.share)),
        }
    });
    let clauses: Vec<String> = clauses.collect();
    clauses.join(" and ")
}

/// Returns a share in percent with at least two significant digits.
fn significant_percent(share: f64) -> String {
    let percent = 100.0 * share;
    let decimals = (1.0 - percent.log10().floor()).clamp(1.0, 6.0);
    format!("{}%", decimal(percent, decimals as usize))
}

/// Returns the main figure under another reading of the rules, as a clause: `heroes win 1.7% (95%
/// CI 1.4–2.1)`.
pub(super) fn under(results: &Results, figure: &Figure) -> Option<String> {
    let main = Main::of(results)?;
    let clause = main.with_figure(figure);
    Some(match &*main.interval(figure) {
        "" => clause,
        interval => format!("{clause} ({interval})"),
    })
}

/// Main figure of a headline.
struct Main<'a> {
    subject: Subject<'a>,
    /// True if a limit cuts off trials, so that no figure is called exact.
    is_cut: bool,
}

/// Subject of the main figure of a headline.
enum Subject<'a> {
    /// The mean of the score.
    Score(&'a MetricResult),
    /// The share of an outcome.
    Outcome(&'a OutcomeResult),
}

impl<'a> Main<'a> {
    fn of(results: &'a Results) -> Option<Self> {
        let score = results.score().map(Subject::Score);
        let outcome = || results.main_outcome().map(Subject::Outcome);
        Some(Self {
            subject: score.or_else(outcome)?,
            is_cut: !results.cut_off.is_empty(),
        })
    }

    fn clause(&self) -> String {
        match self.subject {
            Subject::Score(score) => format!("{} is high", score_name(score)),
            Subject::Outcome(outcome) => clean(&outcome.clause()),
        }
    }

    /// Returns the main clause with the figure of the run, which is that of the trials that meet a
    /// condition, ` where turns>=6`, or of all.
    fn main_clause(&self, found: &Figure, condition: &str) -> String {
        let clause = self.with_figure(found);
        match self.subject {
            Subject::Score(score) => {
                let trials = match condition {
                    "" => String::new(),
                    condition => format!(" in trials{condition}"),
                };
                let score = score.best();
                match (score.p05, score.p95) {
                    (Some(low), Some(high)) if low < high => {
                        format!("{clause}{trials} (90%: {}–{})", whole(low), whole(high))
                    }
                    _ => clause + &trials,
                }
            }
            Subject::Outcome(outcome) => match condition {
                "" if outcome.is_only_named() => clause,
                "" => format!("{clause} of the time"),
                condition => format!("{clause} of the trials{condition}"),
            },
        }
    }

    /// Returns the main clause with a figure, without its condition and the spread of a score.
    fn with_figure(&self, found: &Figure) -> String {
        let figure = self.figure(found);
        match self.subject {
            Subject::Score(score) => {
                let amount = join_parts([&figure, &words(score.unit)], " ");
                match &*score.subject {
                    "" => format!("{} is {amount} on average", score_name(score)),
                    // A name from the file may be a plural.
                    subject => format!("{}: {amount} on average", clean(subject)),
                }
            }
            Subject::Outcome(outcome) if outcome.is_only_named() => {
                format!("{}: {figure}", clean(&words(&outcome.name)))
            }
            Subject::Outcome(outcome) => format!("{} {figure}", clean(&outcome.phrase)),
        }
    }

    /// Returns the figure with the digits that its interval supports.
    fn figure(&self, found: &Figure) -> String {
        match self.subject {
            Subject::Score(_) if !found.is_exact() => decimal(found.value, 2),
            _ => {
                let text = found.value_text();
                let plain = text.strip_prefix("exactly ").filter(|_| self.is_cut);
                plain.map_or_else(|| text.clone(), str::to_owned)
            }
        }
    }

    /// Returns the interval as text; empty for exact figures.
    fn interval(&self, found: &Figure) -> String {
        match (&self.subject, found.interval) {
            (Subject::Score(_), Interval { low, high }) if !found.is_exact() && low < high => {
                let level = decimal(LEVEL * 100.0, 0);
                format!("{level}% CI {}–{}", decimal(low, 2), decimal(high, 2))
            }
            _ => found.interval_text(),
        }
    }

    /// Returns the verdict, if the figure is the chance of an attempt.
    fn verdict(&self, found: &Figure, sides: usize) -> Option<String> {
        match self.subject {
            Subject::Outcome(outcome) if outcome.owner == OutcomeOwner::Participant => Some(
                verdict_words(found.interval.low, found.interval.high, sides),
            ),
            _ => None,
        }
    }
}

/// Returns the name of a score with its article, if it has one.
fn score_name(score: &MetricResult) -> String {
    match &*score.subject {
        "" => format!("the {}", words(score.base)),
        subject => format!("the metric {}", clean(subject)),
    }
}

/// Returns the share of the first outcome as text, for results with a headline about a score and
/// more than one outcome.
#[cfg(feature = "charts")]
pub(in crate::report) fn beside_score(results: &Results) -> Option<String> {
    results.score()?;
    let first = results.outcomes.first()?;
    ends(results).nth(1)?;
    let found = first.best()?;
    let outcome = Main {
        subject: Subject::Outcome(first),
        is_cut: !results.cut_off.is_empty(),
    };
    let clause = capital(&outcome.main_clause(&found, &condition(results)));
    let interval = outcome.interval(&found);
    Some(match &*interval {
        "" => format!("{clause}."),
        interval => format!("{clause} ({interval})."),
    })
}

#[cfg(test)]
mod tests {
    use super::super::super::sample::{Ambush, solved, with_outcomes};
    use super::*;
    use crate::analysis::OtherPlay;
    use crate::contest::ConfiguredPlayers;
    use crate::stats::FigureKind;

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
        results.players = ConfiguredPlayers::default();
        headline(&results, None).to_string()
    }

    fn solved_as(share: f64, bound: f64) -> String {
        let mut results = Ambush::new().results(10);
        results.players = ConfiguredPlayers::default();
        solved(&mut results, &[share, 1.0 - share]);
        let share = results.outcomes[0].share.as_mut().unwrap();
        share.interval = Interval::new(share.value - bound, share.value + bound);
        headline(&results, None).to_string()
    }

    fn figure(value: f64) -> Figure {
        let interval = Interval::new(value - 0.015, value + 0.015);
        Figure::read(FigureKind::Share, value, interval, 4_000)
    }

    fn skill(played: PlayLevel, other: Option<(PlayLevel, f64)>) -> Skill {
        let other = other.map(|(level, value)| OtherPlay {
            level,
            player: if level == PlayLevel::Good {
                "expert"
            } else {
                "finisher"
            },
            figure: figure(value),
        });
        Skill {
            seats: 2,
            good: Some("expert"),
            simple: Some("finisher"),
            played,
            other,
        }
    }

    #[test]
    fn the_players_of_the_scenario_come_first() {
        let mut results = results(243_300, 1_000_000);
        let text = |results: &Results, skill| headline(results, Some(&skill)).to_string();
        for played in [PlayLevel::Simple, PlayLevel::Other] {
            let found = skill(played, Some((PlayLevel::Good, 0.501)));
            assert_eq!(
                text(&results, found.clone()),
                "Ambush in the canyon: very hard. Heroes win 24.3% of the time (95% CI 24.2–24.4) with finisher v \
                 finisher; 50.1% (95% CI 48.6–51.6) when both sides play well (expert)."
            );
            let found = headline(&results, Some(&found));
            assert_eq!(found.brief(), "Very hard: heroes win 24.3% of the time.");
        }
        assert_eq!(
            text(&results, skill(PlayLevel::Other, None)),
            "Ambush in the canyon: very hard. Heroes win 24.3% of the time (95% CI 24.2–24.4) with finisher v \
             finisher."
        );
        results.players = ConfiguredPlayers::of_sides([["expert"], ["expert"]]);
        let good_play = skill(PlayLevel::Good, Some((PlayLevel::Simple, 0.1)));
        assert_eq!(
            text(&results, good_play.clone()),
            "Ambush in the canyon: very hard. Heroes win 24.3% of the time (95% CI 24.2–24.4) when both sides play well \
             (expert); 10.0% (95% CI 8.5–11.5) with simple tactics (finisher)."
        );
        let found = headline(&results, Some(&good_play));
        assert_eq!(
            found.basis(),
            "95% CI 24.2–24.4 when both sides play well (expert); 10.0% (95% CI 8.5–11.5) with simple tactics (finisher)"
        );
    }

    #[test]
    fn a_verdict_whose_limits_lie_in_the_interval_has_both_words() {
        assert_eq!(verdict_words(0.249, 0.251, 2), "hard to very hard");
        assert_eq!(verdict_words(0.25, 0.251, 1), "hard");
        assert_eq!(
            verdict_words(0.0, 1.0, 2),
            "nearly certain to nearly hopeless"
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
            assert_eq!(verdict_word(share, 2), word, "{share}");
            assert_eq!(verdict_word(share, 1), word, "{share}");
        }
    }

    #[test]
    fn an_equal_share_of_any_number_of_sides_is_even() {
        for sides in 2..=100 {
            let equal = 1.0 / sides as f64;
            assert_eq!(verdict_word(equal, sides), "even", "{sides}");
            // Half of an equal share is hard, and a share halfway from it to 1 is easy.
            let half = verdict_word(equal / 2.0, sides);
            assert!(["hard", "very hard"].contains(&half), "{sides}: {half}");
            let much = verdict_word(f64::midpoint(1.0, equal), sides);
            assert!(
                ["easy", "nearly certain"].contains(&much),
                "{sides}: {much}"
            );
        }
    }

    #[test]
    fn figures_have_significant_digits() {
        for (count, trials, text) in [
            (
                3,
                10,
                "favorable to very hard. Heroes win 30.0% of the time (95% CI 10.8–60.3).",
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
    fn exact_shares_are_marked_and_cut_ones_have_an_ellipsis() {
        for (share, bound, text) in [
            (0.25, 0.0, "hard. Heroes win exactly 25% of the time."),
            (
                1.0 / 3.0,
                0.0,
                "hard. Heroes win exactly 33.333…% of the time.",
            ),
            (
                2.0 / 3.0,
                0.0,
                "favorable. Heroes win exactly 66.666…% of the time.",
            ),
            (
                0.25,
                0.002,
                "hard to very hard. Heroes win 25.0% of the time (solved to within 24.8–25.2).",
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
