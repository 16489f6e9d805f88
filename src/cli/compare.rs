//! `evenodds compare`: is B really different from A?

mod family;

use super::again::options;
use super::answer::{Answered, Chart, Wanted, check_chart};
use super::arguments::{ALPHA, Drawn, FolderSources, Output};
use super::call::Call;
use super::failure::Failure;
use super::progress::Board;
use super::question::prepare;
use super::{crash, input};
use crate::analysis::{ComparePlan, Comparison, Vary, compare};
use crate::ask::{Observer as _, Pace, Work, numbers, replay};
use crate::report::{Replay, compare_answer, compare_charts, option};
use crate::scenario::Scenario;
use crate::sim::StopReason;
use clap::Args;
use std::time::Instant;

/// The difference of shares that does not matter, where nobody says otherwise.
const MARGIN: f64 = 0.005;

/// `compare`.
#[derive(Debug, Args)]
#[command(after_help = "\
Both contests are played on the same seed and trial numbers until every outcome that both have is \
known to be different, or known not to differ by more than --margin. The verdicts together are wrong \
with a chance of --alpha at most, however long it takes. Where both can be solved exactly, nothing is \
played.

  evenodds compare old.toml new.toml
  evenodds compare @canyon --vary side.heroes.player=brawler
  evenodds compare @canyon --vary rules.half=down --figure heroes --figure mean.turns=0.1
  evenodds compare scenarios --vary rules.half=down

With --vary, of several files or a folder each scenario is compared with itself changed, on its first \
outcome or on --figure; those that do not have the key are left out. Verdicts are corrected for the number \
of all (Holm), and the largest difference comes first.

The exit code is 0 whatever the verdict.")]
pub struct CompareArguments {
    #[command(flatten)]
    pub sources: FolderSources,
    /// B is A with this change. With several values (2,4 or 1..6) each is compared with A; several
    /// keys (repeatable) have a value each and make one B
    #[arg(long, value_name = "PATH=VALUE")]
    pub vary: Vec<String>,
    /// What to decide on (repeatable): an outcome, or mean.METRIC; behind it the difference that does
    /// not matter, as in heroes=0.01 or mean.turns=0.1 [default: all outcomes that both have]
    #[arg(long = "figure", value_name = "NAME[=MARGIN]", value_parser = numbers::figure)]
    pub figures: Vec<crate::analysis::Wanted>,
    /// The difference of shares that does not matter
    #[arg(long, value_name = "D", value_parser = numbers::half_width, default_value_t = MARGIN, allow_negative_numbers = true)]
    pub margin: f64,
    /// Go on until the difference of every share that is decided on is known to within +-H
    #[arg(long, value_name = "H", value_parser = numbers::half_width, allow_negative_numbers = true)]
    pub precision: Option<f64>,
    /// The chance at which any of the verdicts may be wrong
    #[arg(long, value_name = "P", value_parser = numbers::alpha, default_value_t = ALPHA, allow_negative_numbers = true)]
    pub alpha: f64,
    /// The most trials of each [default: as many as about 30 s pay for on two cores, at most 10,000,000]
    #[arg(short = 'n', long, visible_alias = "trials", value_name = "N", value_parser = numbers::count, allow_negative_numbers = true)]
    pub max_trials: Option<u64>,
    #[command(flatten)]
    pub pace: Pace,
    #[command(flatten)]
    pub drawn: Drawn,
    #[command(flatten)]
    pub output: Output,
}

/// The second contest, with the changes that made it out of the first.
type Other = (Scenario, Vec<String>);

/// Compares two scenarios, or one with others that are made of it, and shows what differs.
pub fn show(arguments: &CompareArguments, call: &Call) -> Result<(), Failure> {
    let wanted = Wanted::new(call, &arguments.output)?;
    let chart = arguments.drawn.chart.as_deref();
    check_chart(call, chart)?;
    prepare(call, &arguments.pace);
    if !arguments.vary.is_empty() && input::are_several(&arguments.sources.files) {
        return family::show(arguments, &wanted, call);
    }
    let Some((first, others)) = opened(arguments, call) else {
        return Ok(());
    };
    let asked = others.len();
    let wanted = wanted.of(asked);
    let mut answered = Vec::new();
    let mut comparisons = Vec::new();
    for (second, changes) in others {
        let missing = match asked - answered.len() {
            1 => "1 value was".to_owned(),
            missing => format!("{missing} values were"),
        };
        wanted.tell_at_the_end(&answered, format!("interrupted: {missing} not compared"));
        let begun = Instant::now();
        let comparison = match played(call, (&first, &second), &changes, arguments, |plan| plan) {
            Ok(comparison) => comparison,
            Err(failure) => {
                call.fail(failure);
                break;
            }
        };
        answered.push(Answered {
            answer: compare_answer(&comparison),
            elapsed: Some(begun.elapsed()),
            again: again(call, (&first, &second), &comparison),
        });
        let (stopped, trials) = (comparison.stopped, comparison.trials);
        comparisons.push(comparison);
        if stopped == StopReason::Interrupted {
            let missing = match asked - answered.len() {
                0 => String::new(),
                1 => "; 1 further value was not compared".to_owned(),
                many => format!("; {many} further values were not compared"),
            };
            call.fail(Failure::Interrupted(format!(
                "interrupted after {trials} trials of each, and the figures are of those{missing}"
            )));
            break;
        }
    }
    let chart = chart.and_then(|path| {
        let figure = compare_charts(&comparisons).into_iter().next()?;
        Some(Chart { figure, path })
    });
    wanted.deliver_with(&answered, chart.as_ref())
}

/// A, and each B with the changes that made it out of A. All that is wrong is said at once; `None` if
/// anything is.
fn opened(arguments: &CompareArguments, call: &Call) -> Option<(Scenario, Vec<Other>)> {
    let assignments = &arguments.sources.changes.assignments;
    let [first, rest @ ..] = &arguments.sources.files[..] else {
        return None;
    };
    let vary = readable(&arguments.vary, call);
    match (rest, arguments.vary.is_empty()) {
        ([_], true) | (_, false) => {}
        ([_, ..], true) => call.fail(Failure::Input(format!(
            "{} files are compared with what? Give two, or --vary PATH=VALUE to compare each with itself \
             changed",
            arguments.sources.files.len()
        ))),
        ([], true) => call.fail(Failure::Input(format!(
            "{first} is compared with what? Give a second file, or --vary PATH=VALUE for the same file \
             with a change"
        ))),
    }
    if rest
        .first()
        .is_some_and(|second| first == "-" && second == "-")
    {
        call.fail(input::read_twice());
        return None;
    }
    let mut open = |file: &String| match input::scenario(call, file, assignments) {
        Ok(scenario) => Some(scenario),
        Err(failure) => {
            call.fail(failure);
            None
        }
    };
    let (one, second) = (open(first), rest.first().map(&mut open));
    let (one, vary) = (one?, vary?);
    let others = match second {
        Some(second) => vec![(second?, Vec::new())],
        None => match made(&one, &settings(&vary, call)?) {
            Ok(others) => others,
            Err(wrong) => {
                for failure in wrong {
                    call.fail(failure);
                }
                return None;
            }
        },
    };
    (!others.is_empty() && call.code() == 0).then_some((one, others))
}

/// The keys with their values; `None` if one is wrong.
fn readable(texts: &[String], call: &Call) -> Option<Vec<Vary>> {
    let mut all = Some(Vec::new());
    for text in texts {
        match text.parse::<Vary>() {
            Ok(vary) => {
                if let Some(all) = &mut all {
                    all.push(vary);
                }
            }
            Err(error) => {
                call.fail(Failure::Input(format!("--vary {error}")));
                all = None;
            }
        }
    }
    all
}

/// The changes that make a B each: each value of one key, or the values of several keys at once; `None` if several
/// keys have several values.
fn settings(vary: &[Vary], call: &Call) -> Option<Vec<Vec<String>>> {
    let [one] = vary else {
        let mut wrong = vary.iter().filter(|one| one.values.len() > 1).peekable();
        let is_right = wrong.peek().is_none();
        for one in wrong {
            call.fail(Failure::Input(format!(
                "--vary {} has {} values: of several keys each takes one, and the second contest has all of \
                 them",
                one.path,
                one.values.len()
            )));
        }
        let all = vary.iter().map(|one| one.assignment(0)).collect();
        return is_right.then_some(vec![all]);
    };
    let values = 0..one.values.len();
    Some(values.map(|value| vec![one.assignment(value)]).collect())
}

/// The scenario with each of these changes, or all that is wrong with them.
fn made(first: &Scenario, settings: &[Vec<String>]) -> Result<Vec<Other>, Vec<Failure>> {
    let mut others = Vec::new();
    let mut wrong = Vec::new();
    for changes in settings {
        match first.varied(changes) {
            Ok(second) => others.push((second, changes.clone())),
            Err(error) => wrong.push(input::failure(&first.path, error)),
        }
    }
    if wrong.is_empty() {
        Ok(others)
    } else {
        Err(wrong)
    }
}

/// Compares two scenarios under a progress bar.
fn played(
    call: &Call,
    (first, second): (&Scenario, &Scenario),
    changes: &[String],
    arguments: &CompareArguments,
    planned: impl Fn(ComparePlan) -> ComparePlan,
) -> Result<Comparison, Failure> {
    let plan = planned(ComparePlan {
        figures: arguments.figures.clone(),
        margin: arguments.margin,
        precision: arguments.precision,
        alpha: arguments.alpha,
        most: arguments.max_trials,
        seed: arguments.pace.seed(first),
        threads: arguments.pace.threads(),
        chunk: None,
    });
    let most = plan.most_of(first, second);
    crash::tried(&first.path, || {
        let open_end = true;
        let board = Board::alone(call, arguments.pace.quiet);
        let progress = board.begin(&first.title, Work::Trials { most, open_end });
        let comparison = compare((first, second), changes, &plan, &*progress);
        comparison.map_err(|error| Failure::Input(error.to_string()))
    })
}

/// The command that gives the same comparison again.
fn again(call: &Call, (first, second): (&Scenario, &Scenario), comparison: &Comparison) -> String {
    let mut arguments = String::new();
    if comparison.changes.is_empty() {
        let other = Replay {
            path: &second.path,
            assignments: &[],
        };
        arguments.extend([format!(" {}", other.file())]);
    }
    let changes = comparison.changes.iter();
    arguments.extend(changes.map(|change| option("--vary", change)));
    arguments.push_str(&options(call, &["vary"]));
    arguments.extend([format!(" -s {}", comparison.seed)]);
    replay(first).command("compare", &arguments)
}
