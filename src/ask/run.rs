//! How does it end? Plays a scenario, with what stands beside the results.

use super::{Answered, Context, Observer, Pace, Problem, Progress, Question, Work, replay};
use crate::analysis::{
    Advice, Cancelled, ExpectationResult, Glanced, Ladder, Skill, affordable, nearby, skill,
    verdicts,
};
use crate::contest::{Effort, Exact};
use crate::report::{Answer, Background, results_answer};
use crate::scenario::Scenario;
use crate::sim::{Finished, LEVEL, Plan, Results, StopReason, run};
use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};

/// Upper bound on the default number of trials.
const TRIALS: u64 = 1_000_000;
/// Time that a run may take on two cores by default, in seconds.
const SECONDS: u64 = 1;
/// The most trials of a run that stops by itself, where nobody says otherwise.
const MOST_TRIALS: u64 = 100_000_000;
/// Solving time that the exact answer may take however few trials are asked for, in nanoseconds.
const MOST_SOLVING: u64 = 60_000_000_000;
/// The seed where nobody says otherwise.
pub const SEED: u64 = 1;

/// How to play.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[serde(default)]
pub struct Playing {
    /// How many trials: 1000000, 2e6, 10M [default: what the scenario says, else as many as about
    /// a second on two cores pays for, at most 1,000,000]
    #[cfg_attr(feature = "cli", arg(short = 'n', long, value_name = "N", value_parser = super::numbers::count, allow_negative_numbers = true))]
    pub trials: Option<u64>,
    /// Stop once every outcome's interval is within +-H, such as 0.005 for half a per cent, looking
    /// at fixed numbers of trials; the intervals stay valid however often one looks. -n is the most
    /// to play [default: 100M]
    #[cfg_attr(feature = "cli", arg(long, value_name = "H", value_parser = super::numbers::half_width, allow_negative_numbers = true))]
    pub precision: Option<f64>,
    /// Seed and threads.
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    pub pace: Pace,
}

/// The options of `run`.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[serde(default)]
pub struct Run {
    /// How to play.
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    pub playing: Playing,
    /// Leave good and simple play out of the headline; -q leaves it out too
    #[cfg_attr(feature = "cli", arg(long))]
    pub no_stronger: bool,
}

impl Run {
    /// Returns the answer that a run has, with figures of good and of simple play where they are shown.
    pub(crate) fn answered(
        &self,
        scenario: &Scenario,
        mut shown: Shown,
        context: &Context<'_>,
    ) -> Answered {
        let mut part = (shown.results.stopped == StopReason::Interrupted).then(|| {
            format!(
                "interrupted: {} has {} finished trials, and its figures are of those; a run with --checkpoint can be \
                 gone on with",
                scenario.path, shown.results.trials
            )
        });
        // Only text for people shows them.
        let is_glanced = context.is_read && !self.no_stronger && !self.playing.pace.quiet;
        if part.is_none() && is_glanced {
            let trials = (shown.results.trials, None);
            match glance(scenario, &self.playing, trials, context.observer) {
                Ok(skill) => shown.skill = skill,
                Err(_) => {
                    part = Some(format!(
                        "interrupted: {} was played to its end, and other players were not",
                        scenario.path
                    ));
                }
            }
        }
        Answered {
            elapsed: shown.elapsed,
            part,
            ..Answered::new(shown.answer(), shown.command)
        }
    }
}

impl Question for Run {
    const NAME: &'static str = "run";

    type Found = ();

    fn ask(
        &self,
        scenario: &Scenario,
        context: &Context<'_>,
    ) -> Result<Option<Answered>, Vec<Problem>> {
        let shown = play(scenario, &self.playing, Self::NAME, context.observer);
        Ok(Some(self.answered(scenario, shown, context)))
    }

    fn interrupted(&self, path: &str) -> String {
        format!("interrupted: {path} was not finished")
    }

    fn pace(&self) -> Option<&Pace> {
        Some(&self.playing.pace)
    }
}

/// Results of one scenario with what only the screen shows.
pub struct Shown {
    /// What was found out.
    pub results: Results,
    /// How long it took.
    pub elapsed: Option<Duration>,
    /// The command that gives the same again.
    pub command: String,
    /// How the scenario's expectations fared.
    pub verdicts: Vec<ExpectationResult>,
    /// Figures of good and of simple play, where they are shown.
    pub skill: Option<Skill>,
    /// Who plays, each with how it plays.
    pub players: Vec<(&'static str, &'static str)>,
}

impl Shown {
    /// What is known beside the results.
    pub fn background(&self) -> Background<'_> {
        Background {
            verdicts: &self.verdicts,
            skill: self.skill.as_ref(),
            players: &self.players,
            ..Background::default()
        }
    }

    /// The answer to how it ends.
    pub fn answer(&self) -> Answer {
        results_answer(&self.results, &self.background())
    }
}

/// What the command line asks for, of one scenario.
pub struct Asked {
    /// What to play.
    pub plan: Plan,
    /// The most trials.
    pub trials: u64,
}

/// What is played of a scenario.
pub fn asked(scenario: &Scenario, playing: &Playing) -> Asked {
    let asked = playing.trials.or(scenario.trials);
    let precision = playing.precision;
    let trials = match precision {
        Some(_) => playing.trials.unwrap_or(MOST_TRIALS),
        None => asked.unwrap_or_else(|| affordable(scenario.contest.as_ref(), SECONDS, TRIALS)),
    };
    let plan = Plan {
        seed: playing.pace.seed(scenario),
        trials: 0..trials,
        threads: playing.pace.threads(),
        precision,
        alpha: 1.0 - LEVEL,
        chunk: None,
    };
    Asked { plan, trials }
}

/// Plays one scenario. `command` is the word that comes after `evenodds`.
pub fn play(
    scenario: &Scenario,
    playing: &Playing,
    command: &str,
    observer: &dyn Observer,
) -> Shown {
    let asked = asked(scenario, playing);
    let begun = Instant::now();
    // First: players who play perfectly would do it with their first trial, without a word.
    let exact = solved(scenario, asked.trials, observer);
    let progress = watch(scenario, &asked.plan, observer);
    let finished = run(scenario.contest.as_ref(), &asked.plan, &*progress);
    let elapsed = begun.elapsed();
    drop(progress);
    let finished = (&finished, exact.as_ref());
    shown(scenario, &asked, finished, Some(elapsed), command)
}

/// Returns the exact answer beside a run of `trials` trials, if there is one; a line shows that it is being computed.
/// The trials bound all work of a run: if solving would take much more, there is no exact answer. That depends on the
/// cost estimate of the contest, so it is the same on every machine.
pub fn solved(scenario: &Scenario, trials: u64, observer: &dyn Observer) -> Option<Exact> {
    let Effort { once, trial } = scenario.contest.effort();
    if once > trial.saturating_mul(trials).saturating_add(MOST_SOLVING) {
        return None;
    }
    let _solving = observer.begin(&scenario.title, Work::Other("solving"));
    scenario.contest.exact().ok()
}

/// A progress bar for the trials of a plan.
pub fn watch<'a>(
    scenario: &Scenario,
    plan: &Plan,
    observer: &'a dyn Observer,
) -> Box<dyn Progress + 'a> {
    let most = plan.trials.end - plan.trials.start;
    let open_end = plan.precision.is_some();
    observer.begin(&scenario.title, Work::Trials { most, open_end })
}

/// What is shown of a finished run, with the exact answer beside it.
pub fn shown(
    scenario: &Scenario,
    asked: &Asked,
    (finished, exact): (&Finished, Option<&Exact>),
    elapsed: Option<Duration>,
    command: &str,
) -> Shown {
    let Plan {
        seed, precision, ..
    } = asked.plan;
    let contest = scenario.contest.as_ref();
    let results = Results::sampled(
        scenario.identity(),
        contest,
        seed,
        finished,
        precision.is_some(),
        exact,
    );
    let same = match precision {
        Some(half_width) => {
            // An interrupted run is played again up to where it was.
            let most = match results.stopped {
                StopReason::Interrupted => results.trials,
                _ => asked.trials,
            };
            format!(" -n {most} --precision {half_width} -s {seed}")
        }
        None => format!(" -n {} -s {seed}", results.trials),
    };
    Shown {
        verdicts: verdicts(&scenario.expectations, contest, exact, &results),
        skill: None,
        players: scenario.players(),
        results,
        elapsed,
        command: replay(scenario).command(command, &same),
    }
}

/// Returns the figures of good and of simple play after a run of `trials`.
///
/// # Errors
/// Ctrl-C.
pub fn glance(
    scenario: &Scenario,
    playing: &Playing,
    (trials, ladder): (u64, Option<&Ladder>),
    observer: &dyn Observer,
) -> Result<Option<Skill>, Cancelled> {
    let doing = observer.begin(&scenario.title, Work::Other("other players"));
    let glanced = Glanced {
        ladder,
        ..glanced(scenario, playing, trials)
    };
    skill(scenario, &glanced, &*doing)
}

/// What single changes do, after a run of so many trials.
///
/// # Errors
/// Ctrl-C.
pub fn changes(
    scenario: &Scenario,
    playing: &Playing,
    trials: u64,
    observer: &dyn Observer,
) -> Result<Option<Advice>, Cancelled> {
    let doing = observer.begin(&scenario.title, Work::Other("changes"));
    nearby(scenario, &glanced(scenario, playing, trials), &*doing)
}

/// A run of so many trials that is given a glance at something else.
fn glanced(scenario: &Scenario, playing: &Playing, trials: u64) -> Glanced<'static> {
    Glanced {
        seed: playing.pace.seed(scenario),
        trials,
        threads: playing.pace.threads(),
        ladder: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::load;
    use std::fmt::Write as _;

    #[test]
    fn few_trials_ask_for_no_exact_answer_that_is_much_more_work() {
        let mut text = "kind = 'adventure'\n".to_owned();
        for scene in 0..24 {
            let _ = writeln!(
                text,
                "[[scene]]\nname = 's{scene}'\n[scene.contest]\nkind = 'workshop'\nplayer = 'optimal'\n\
                 crafter = {{ name = 'G{scene}', dice = 6 }}\ncraft = {{ piles = 5 }}"
            );
        }
        let workshops = load("x.toml", text.as_bytes(), &[]).unwrap();
        let begun = Instant::now();
        assert!(solved(&workshops, 10, &crate::sim::Unwatched).is_none());
        assert!(begun.elapsed() < Duration::from_secs(5));
        let duel = crate::scenario::open("@duel", &[]).unwrap();
        assert!(solved(&duel, 10, &crate::sim::Unwatched).is_some());
    }
}
