//! `evenodds advise`: which single change brings a contest nearest to a target, or what does each change?

use super::again::{options, replay, typed};
use super::answer::{Wanted, check_chart};
use super::arguments::{AimArguments, Drawn, FolderSources, Output, Pace};
use super::failure::{Failure, Failures};
use super::numbers;
use super::progress::Changes;
use super::several::{self, Asked};
use super::{input, play, tune};
use crate::analysis::{Advice, AdviseError, AdvisePlan, Ranking, Reach, Reason, advise};
use crate::report::advise_answer;
use crate::scenario::{Scenario, Target};
use clap::Args;

/// `advise`.
#[derive(Debug, Args)]
#[command(after_help = "\
Without a target, every parameter is ranked by how much one step of it changes the chance of the first outcome, \
in percentage points, the largest effect first.

A change of one step is a turn of one key: a die more or fewer, one of a kind more or fewer, the next \
name of a choice, a table such as Cover put in or taken away, somebody left out, another player. \
`evenodds list KIND` marks the keys that are turned: tunable. What the file does not accept is no change. \
Readings of the rules are turned with --all or --only rules.

Changes are tried one after the other, players who think long last, until the time of --budget is over: 30 \
seconds, most of them for trying, the rest for telling the nearest apart. Time decides how many changes are \
tried, how often the nearest are compared, and nothing else: --first K, with --looks L where the answer names it, \
gives the same answer again, and --budget off tries all. Where no single \
change will do, the answer ends with the `tune` command that looks among several together.

All changes meet the same luck as the contest as it is. They stop by themselves: once every effect is \
known to within the tolerance, and no other change can be nearer to the target than the first one by more \
than that. With a confidence of 1 - alpha all that is said is true.

Exit codes: 0 a change, or the contest as it is, is proven to be within the tolerance of the target, or there is no \
target; 1 none is; 2 wrong input, or the time was over before one change was known; 3 reading or writing failed, or the \
program itself failed; 130 interrupted.")]
pub struct AdviseArguments {
    #[command(flatten)]
    pub sources: FolderSources,
    #[command(flatten)]
    pub aim: AimArguments,
    /// Only changes of keys below this path (repeatable): side.ambushers, rules
    #[arg(long, value_name = "PATH")]
    pub only: Vec<String>,
    /// No changes of keys below this path (repeatable): side.heroes
    #[arg(long, value_name = "PATH")]
    pub keep: Vec<String>,
    /// Try other readings of the rules, too
    #[arg(long)]
    pub all: bool,
    /// Try players who think long, too, where none plays
    #[arg(long)]
    pub slow: bool,
    /// How long it may take: 30s, 2m, off. Changes that cost little are tried first, and those for which there is no
    /// time are named
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = numbers::budget, allow_negative_numbers = true)]
    pub budget: numbers::Budget,
    /// Only so many changes, the first in the order in which they are tried, whatever the time: what an answer that
    /// ran out of it says, again
    #[arg(long, value_name = "K", value_parser = numbers::count, allow_negative_numbers = true)]
    pub first: Option<u64>,
    /// Compare those that may be the nearest at most L times, whatever the time, as an answer that ran out of it did
    #[arg(long, value_name = "L", requires = "first")]
    pub looks: Option<u64>,
    /// So many trials of every change: 10000, 2e6, 10M [default: they stop by themselves]
    #[arg(short = 'n', long, value_name = "N", value_parser = numbers::count, allow_negative_numbers = true, conflicts_with = "max_trials")]
    pub trials: Option<u64>,
    #[command(flatten)]
    pub pace: Pace,
    #[command(flatten)]
    pub drawn: Drawn,
    #[command(flatten)]
    pub output: Output,
}

/// Plays all changes of one step of each scenario and shows them.
pub fn show(arguments: &AdviseArguments, failures: &mut Failures) -> Result<(), Failure> {
    let wanted = Wanted::new(&arguments.output)?;
    let chart = arguments.drawn.chart.as_deref();
    check_chart(chart)?;
    let playing = arguments.pace.playing(arguments.trials);
    play::prepare(&playing);
    let first = arguments.first.map(|first| format!(" --first {first}"));
    let looks = arguments.looks.map(|looks| format!(" --looks {looks}"));
    let again = format!(
        "{}{}{}",
        first.unwrap_or_default(),
        looks.unwrap_or_default(),
        typed(arguments.trials, arguments.pace.seed)
    );
    let asked_of_all = Asked {
        command: "advise",
        sources: &arguments.sources,
        wanted,
        chart,
        again,
    };
    let half = |scenario: &Scenario| {
        format!(
            "interrupted: half of the changes compare nothing, so nothing is said about {}",
            scenario.path
        )
    };
    let mut is_met = true;
    several::each(&asked_of_all, failures, half, |scenario| {
        let wrong = |failure| vec![failure];
        let plan = AdvisePlan {
            seed: play::seed(scenario, &playing),
            threads: playing.threads.map_or(0, usize::from),
            ..asked(scenario, arguments).map_err(wrong)?
        };
        let advice = played(scenario, &plan, arguments.pace.quiet).map_err(wrong)?;
        Ok(advice.map(|advice| {
            is_met &= advice.ranking == Ranking::Largest || advice.is_met();
            let again = repeated(arguments, scenario, &advice);
            (advise_answer(&advice, Some(&replay(scenario))), again)
        }))
    })?;
    if !is_met {
        failures.add(Failure::Unmet);
    }
    Ok(())
}

/// The command that gives the same answer again. Where the time ran out, the number of changes that were tried and of
/// looks at the nearest are part of it.
fn repeated(arguments: &AdviseArguments, scenario: &Scenario, advice: &Advice) -> String {
    let trials = arguments.trials.map(|trials| format!(" -n {trials}"));
    let is_part = advice.untried_for(Reason::Time).next().is_some() || advice.looks.is_some();
    let first = is_part.then(|| format!(" --first {}", advice.tried()));
    let looks = advice.looks.map(|looks| format!(" --looks {looks}"));
    let off = (first.is_none() && arguments.budget.0.is_none()).then(|| " --budget off".to_owned());
    let seed = format!(" -s {}", advice.seed);
    let mut all = options(&[]);
    all.extend(
        [trials, first, looks, off, Some(seed)]
            .into_iter()
            .flatten(),
    );
    replay(scenario).command("advise", &all)
}

/// Plays the changes under a progress bar; `None` after Ctrl-C.
fn played(scenario: &Scenario, plan: &AdvisePlan, quiet: bool) -> Result<Option<Advice>, Failure> {
    let progress = Changes::new(&scenario.title, plan.budget, quiet);
    let found = advise(scenario, plan, &progress);
    progress.finish();
    found.map_err(|error| match error {
        AdviseError::Unreadable(refused) => input::failure(&scenario.path, refused),
        AdviseError::NothingBelow(ref path) => Failure::Absent {
            keys: vec![path.clone()],
            fault: Box::new(Failure::Input(format!("{}: {error}", scenario.path))),
        },
        other => Failure::Input(format!("{}: {other}", scenario.path)),
    })
}

/// What the command line asks for, and the scenario's `[tune]` where it says nothing.
fn asked(scenario: &Scenario, arguments: &AdviseArguments) -> Result<AdvisePlan, Failure> {
    let aim = &arguments.aim;
    let wrong = |problem: String| Failure::Input(format!("{}: {problem}", scenario.path));
    let is_race = aim.target.is_some() || scenario.tune.is_some();
    let target = if is_race {
        tune::target(scenario, aim.target.as_deref()).map_err(wrong)?
    } else {
        let outcomes = scenario.contest.outcomes();
        let first = outcomes
            .first()
            .ok_or_else(|| wrong("it has no outcomes".to_owned()))?;
        Target::even(&first.name)
    };
    let own = tune::own_target(scenario, aim.target.as_deref());
    let tolerance = aim.tolerance.or(own.and_then(|table| table.tolerance));
    let tolerance = tolerance.unwrap_or_else(|| target.usual_tolerance());
    if let Some(accepted) = target.refuses_tolerance(tolerance) {
        return Err(wrong(format!("--tolerance {tolerance}: {accepted}")));
    }
    Ok(AdvisePlan {
        target,
        ranking: if is_race {
            Ranking::Nearest
        } else {
            Ranking::Largest
        },
        tolerance,
        alpha: tune::alpha(scenario, aim),
        trials: arguments.trials,
        most: aim.max_trials,
        reach: if arguments.all {
            Reach::Rules
        } else {
            Reach::Scenario
        },
        only: arguments.only.clone(),
        keep: arguments.keep.clone(),
        slow: arguments.slow,
        first: arguments.first.map(|first| first as usize),
        looks: arguments.looks,
        budget: arguments.budget.0.filter(|_| arguments.first.is_none()),
        seed: play::SEED,
        threads: 0,
    })
}
