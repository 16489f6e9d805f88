//! `why`: what decides a contest, in a few sentences from the answers of other questions.

use super::run::changes;
use super::{
    CommonOptions, Context, Drama, Ladder, Problem, Question, Restrict, Run, ScenarioAnswer,
    TrialOptions, replay,
};
use crate::analysis::affordable;
use crate::report::{Finding, advise_answer, why_answer};
use crate::scenario::Scenario;
use serde::{Deserialize, Serialize};

/// Upper bound on the default number of trials.
const TRIALS: u64 = 10_000;

/// Options of `why`.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[serde(default)]
pub struct Why {
    /// Trials of the run and of each pairing; maximum for each option and for drama [default: as
    /// many as take about 1 s on two cores, at most 10,000]
    #[cfg_attr(feature = "cli", arg(short = 'n', long, value_name = "N", value_parser = super::numbers::count, allow_negative_numbers = true))]
    pub trials: Option<u64>,
    /// Seed, threads and progress.
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    pub common: CommonOptions,
}

impl Why {
    /// Notes below the help.
    #[cfg(feature = "cli")]
    pub const NOTES: &str = "\
The sentences are the headlines of `run`, `ladder` (how much players decide), `drama` (when it is decided, and \
by whom), `restrict` (which options matter) and `advise` (which single change matters most), as far as the \
contest has them. Each comes with the command that shows the whole answer.";

    /// Adds the headline of a question, if the contest has an answer. Returns false if the question
    /// was interrupted.
    fn found<Q: Question>(
        question: &Q,
        (scenario, context): (&Scenario, &Context<'_>),
        findings: &mut Vec<Finding>,
    ) -> Result<bool, Vec<Problem>> {
        match question.ask(scenario, context) {
            Ok(Some(found)) if found.part.is_none() => {
                findings.push(Finding::of(&found.answer, found.command));
                Ok(true)
            }
            Ok(_) => Ok(false),
            // The contest has no players, no positions or no options.
            Err(wrong) if wrong.iter().all(|one| matches!(one, Problem::Input(_))) => Ok(true),
            Err(wrong) => Err(wrong),
        }
    }
}

impl Question for Why {
    const NAME: &'static str = "why";

    type Found = ();

    fn ask(
        &self,
        scenario: &Scenario,
        context: &Context<'_>,
    ) -> Result<Option<ScenarioAnswer>, Vec<Problem>> {
        let usual = || affordable(scenario.contest.as_ref(), 1, TRIALS);
        let trials = self.trials.unwrap_or_else(usual);
        let trials = context.most.map_or(trials, |most| most.min(trials));
        let common = self.common.with(self.common.seed(scenario));
        let context = Context {
            most: Some(trials),
            has_headline: true,
            ..*context
        };
        let trial_options = TrialOptions {
            trials: Some(trials),
            common: common.clone(),
            ..TrialOptions::default()
        };
        let at = (scenario, &context);
        let mut findings = Vec::new();
        let run = Run {
            trial_options: trial_options.clone(),
            no_stronger: false,
        };
        // The run has an answer for every contest; its problems are those of the question.
        let Some(played) = run.ask(scenario, &context)? else {
            return Ok(None);
        };
        if played.part.is_some() {
            return Ok(None);
        }
        findings.push(Finding::of(&played.answer, played.command.clone()));
        let ladder = Ladder {
            trials: Some(trials),
            common: common.clone(),
            ..Ladder::default()
        };
        let drama = Drama {
            common: common.clone(),
            ..Drama::default()
        };
        let restrict = Restrict {
            max_trials: Some(trials),
            common: common.clone(),
            ..Restrict::default()
        };
        let has_players = !scenario.seats.is_empty();
        let is_done = (!has_players || Self::found(&ladder, at, &mut findings)?)
            && Self::found(&drama, at, &mut findings)?
            && Self::found(&restrict, at, &mut findings)?;
        if !is_done {
            return Ok(None);
        }
        let Ok(changes) = changes(scenario, &trial_options, trials, context.observer) else {
            return Ok(None);
        };
        let changes = changes.filter(|found| !found.changes.is_empty());
        findings.extend(changes.map(|advice| {
            let seed = format!(" -s {}", advice.seed);
            let command = replay(scenario).command("advise", &seed);
            Finding::of(&advise_answer(&advice, None), command)
        }));
        let same = Self {
            common,
            ..self.clone()
        };
        let answer = why_answer(&scenario.identity(), &findings);
        Ok(Some(ScenarioAnswer::new(
            answer,
            same.command_line(scenario),
        )))
    }

    fn common(&self) -> Option<&CommonOptions> {
        Some(&self.common)
    }
}
