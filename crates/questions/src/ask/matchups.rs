//! `matchups`: a round robin of designs against each other.

use super::sweep::keys;
use super::{
    Batch, CommonOptions, Context, Problem, Question, ScenarioAnswer, Work, command, numbers,
};
use crate::analysis::{
    self, ALPHA, Entrants, EntrantsError, MATCHUP_MARGIN, MatchupPlan, Verdict, verdict,
};
use crate::document::counted;
use crate::report::{BatchNotes, Replay, matchups_answer, matchups_junit};
use crate::scenario::Scenario;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Options of `matchups`.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[serde(default)]
pub struct Matchups {
    /// Table of each file that is its design, such as side.red or team.heroes; the one beside it is the
    /// other seat [with --vary: the first part of PATH that has one beside it]
    #[cfg_attr(feature = "cli", arg(long, value_name = "PATH"))]
    pub seat: Option<String>,
    /// Key inside the seat with its values, which make a design each (repeatable: all combinations); for
    /// one FILE
    #[cfg_attr(feature = "cli", arg(long, value_name = "PATH=VALUES"))]
    pub vary: Vec<String>,
    /// Range around 50% in which each score is expected, such as 45..55%; one proven outside fails
    #[cfg_attr(feature = "cli", arg(long, value_name = "LOW..HIGH"))]
    pub within: Option<String>,
    /// Largest distance of scores from 50% that counts as even [default: 0.03]
    #[cfg_attr(feature = "cli", arg(long, value_name = "D", value_parser = numbers::half_width, allow_negative_numbers = true))]
    pub margin: Option<f64>,
    /// Upper bound on the probability that any interval misses its score [default: 0.05]
    #[cfg_attr(feature = "cli", arg(long, value_name = "P", value_parser = numbers::alpha, allow_negative_numbers = true))]
    pub alpha: Option<f64>,
    /// Trials of each pair in each seat: 10000, 2e6, 10M [default: as many as take about 30 s on two
    /// cores for all pairs, at most 100,000]
    #[cfg_attr(feature = "cli", arg(short = 'n', long, value_name = "N", value_parser = numbers::count, allow_negative_numbers = true))]
    pub trials: Option<u64>,
    /// Seed, threads and progress.
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    pub common: CommonOptions,
    /// Scenarios of the designs after the first.
    #[cfg_attr(feature = "cli", arg(skip))]
    #[serde(skip)]
    pub others: Arc<Vec<Scenario>>,
}

impl Matchups {
    /// Notes below the help.
    #[cfg(feature = "cli")]
    pub const NOTES: &str = "\
A design is the table at --seat, such as a side or a team. Each pair is played twice, with each design \
in that seat and the other in the seat beside it. The rules and all else are those of the first file; files \
may differ only in the two seats, titles and notes.

  evenodds matchups armies/*.toml --seat side.red
  evenodds matchups @duel --vary side.red.Rosa.classes[0].dice=2..6
  evenodds matchups armies/*.toml --seat side.red --within 45..55% --junit matchups.xml

The score of a design is its share of wins plus half of the share of trials that neither wins, averaged \
over both seats. All pairs share common random numbers, and pairs with an exact answer are solved. The \
intervals of all pairs hold simultaneously (Bonferroni), and so do all statements based on them.

Exit codes: 1 with --within if a score is proven outside the range.";

    /// Returns the designs.
    ///
    /// # Errors
    /// All problems with the files, the seat and the values.
    fn entrants<'a>(&self, scenario: &'a Scenario) -> Result<Entrants<'a>, Vec<Problem>> {
        if self.vary.is_empty() {
            let found =
                Entrants::of_files(scenario, &self.others, self.seat.as_deref().unwrap_or(""));
            found.map_err(|error| vec![problem(error)])
        } else {
            let found = Entrants::of_values(scenario, &keys(&self.vary)?, self.seat.as_deref());
            found.map_err(|errors| errors.into_iter().map(problem).collect())
        }
    }

    fn alpha(&self) -> f64 {
        self.alpha.unwrap_or(ALPHA)
    }

    fn range(&self) -> Option<[f64; 2]> {
        numbers::even_range(self.within.as_deref()?).ok()
    }
}

fn problem(error: EntrantsError) -> Problem {
    match error {
        EntrantsError::Load(error) => Problem::Refused(error),
        other => Problem::Input(other.to_string()),
    }
}

impl Question for Matchups {
    const NAME: &'static str = "matchups";
    /// Each pair is prepared for trials by itself.
    const IS_PLAYED: bool = false;

    type Found = analysis::Matchups;

    fn ask(
        &self,
        scenario: &Scenario,
        context: &Context<'_>,
    ) -> Result<Option<ScenarioAnswer<analysis::Matchups>>, Vec<Problem>> {
        let entrants = self.entrants(scenario)?;
        let plan = MatchupPlan {
            trials: self.trials,
            most: context.most,
            alpha: self.alpha(),
            margin: self.margin.unwrap_or(MATCHUP_MARGIN),
            seed: self.common.seed(scenario),
            threads: self.common.threads(),
        };
        let progress = context
            .observer
            .begin(&scenario.title, Work::Steps("pairs"));
        let played = entrants.play(&plan, &*progress, &|done, all| progress.reached(done, all));
        let played = played.map_err(|error| vec![Problem::Refused(error)])?;
        let same = Self {
            common: self.common.with(plan.seed),
            ..self.clone()
        };
        let command = same.command_line(scenario);
        let answer = |found: analysis::Matchups| {
            let answer = matchups_answer(&found, self.range());
            ScenarioAnswer::new(answer, command).with(found)
        };
        Ok(played.map(answer))
    }

    fn common(&self) -> Option<&CommonOptions> {
        Some(&self.common)
    }

    fn check_options(&self) -> Result<(), Vec<Problem>> {
        let mut wrong = keys(&self.vary).err().unwrap_or_default();
        if self.vary.is_empty() && self.seat.is_none() {
            let text = "--seat is missing; pass the path of the table that is the design, such as --seat \
                        side.red, or --vary PATH=VALUES";
            wrong.push(Problem::Input(text.to_owned()));
        }
        if let Some(text) = &self.within
            && let Err(expected) = numbers::even_range(text)
        {
            wrong.push(Problem::Input(format!("--within {text}: {expected}")));
        }
        if wrong.is_empty() { Ok(()) } else { Err(wrong) }
    }

    fn check(&self, scenario: &Scenario) -> Result<(), Vec<Problem>> {
        if self.common.seed.is_none()
            && let Some(other) = self.others.iter().find(|one| one.seed != scenario.seed)
        {
            let text = format!(
                "run.seed is not the same in {} and {}; pass --seed",
                scenario.path, other.path
            );
            return Err(vec![Problem::Input(text)]);
        }
        self.entrants(scenario).map(drop)
    }

    fn single(&self) -> Option<&'static str> {
        let text = "--vary: expected one FILE, whose keys have the values; without --vary, each FILE is a design";
        (!self.vary.is_empty()).then_some(text)
    }

    fn join(
        &self,
        answered: Vec<ScenarioAnswer<analysis::Matchups>>,
        _: Option<&BatchNotes>,
    ) -> Batch {
        let range = self.range();
        let found = range.zip(answered.first().map(|one| &one.found));
        let outside = found.map_or(0, |(range, found)| {
            let verdicts = found.pairs().map(|[own, other]| {
                let score = &found.scores[own][other];
                verdict(score.interval, score.is_exact(), range)
            });
            verdicts.filter(|one| *one == Verdict::Fails).count()
        });
        let broken = counted(outside as u64, "pair is", "pairs are");
        Batch {
            junit: found.map(|(range, found)| matchups_junit(found, range)),
            broken: (outside > 0)
                .then(|| format!("{broken} outside {}", self.within.as_deref().unwrap_or("")))
                .into_iter()
                .collect(),
            ..Batch::new(
                answered.into_iter().map(ScenarioAnswer::bare).collect(),
                None,
            )
        }
    }

    fn options(&self) -> String {
        let others = self.others.iter().map(|other| {
            let other = Replay {
                path: &other.path,
                assignments: &[],
            };
            format!(" {}", other.file())
        });
        others.collect::<String>() + &command::options(self)
    }
}
