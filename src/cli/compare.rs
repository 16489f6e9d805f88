//! `evenodds compare`: is B really different from A?

use super::arguments::{CompareArguments, Format, Playing, Printing};
use super::failure::{Failure, Failures, say};
use super::interrupts::last_words;
use super::progress::{Board, Progress};
use super::{input, output, play, typed};
use evenodds::analysis::{CompareEnd, ComparePlan, Comparison, Vary, compare};
use evenodds::report::{self, compare_screen};
use evenodds::scenario::Scenario;
use std::fmt::Write as _;
use std::time::{Duration, Instant};

/// One comparison with what only the screen shows.
struct Shown {
    comparison: Comparison,
    elapsed: Duration,
    again: String,
}

/// The second contest, with the changes that made it out of the first.
type Other = (Scenario, Vec<String>);

/// Compares two scenarios, or one with others that are made of it, and shows what differs.
pub fn show(arguments: &CompareArguments, failures: &mut Failures) -> Result<(), Failure> {
    let printing = arguments.output.printing();
    output::check(&printing)?;
    let playing = arguments.playing();
    play::prepare(&playing);
    let Some((first, others)) = opened(arguments, failures) else {
        return Ok(());
    };
    let mut shown = Vec::new();
    let asked = others.len();
    for (second, changes) in others {
        tell_at_the_end(&shown, asked, &printing);
        match played(&first, &second, &changes, arguments, &playing) {
            Ok(one) => {
                let interrupted = one.comparison.stopped == CompareEnd::Interrupted;
                shown.push(one);
                if interrupted {
                    failures.add(Failure::Interrupted(interruption(&shown, asked)));
                    break;
                }
            }
            Err(failure) => {
                failures.add(failure);
                break;
            }
        }
    }
    if shown.is_empty() {
        return Ok(());
    }
    output::deliver(&text(&shown, asked, &printing)?, &printing)
}

/// The comparisons as the command line wants them.
#[cfg_attr(
    not(feature = "frames"),
    expect(clippy::unnecessary_wraps, reason = "only frames can fail")
)]
fn text(shown: &[Shown], asked: usize, printing: &Printing) -> Result<String, Failure> {
    Ok(match printing.format {
        Format::Table => screens(shown, printing),
        // A script that named several values gets an array, though some may be missing.
        Format::Json if asked > 1 => report::compare_json_array(&all(shown)),
        Format::Json => shown
            .iter()
            .map(|one| report::compare_json(&one.comparison))
            .collect(),
        Format::Markdown => report::compare_markdown(&all(shown)),
        #[cfg(feature = "frames")]
        Format::Csv => output::csv_of(evenodds::frames::compare(&all(shown)))?,
    })
}

/// If nobody can wait for the next comparison, those before are shown all the same.
fn tell_at_the_end(shown: &[Shown], asked: usize, printing: &Printing) {
    let known = (!shown.is_empty()).then(|| text(shown, asked, printing));
    let (printing, missing) = (printing.clone(), asked - shown.len());
    last_words(move || {
        if let Some(Ok(text)) = known {
            // What is wrong with the place where it goes is no news any more.
            let _ = output::deliver(&text, &printing);
        }
        let values = if missing == 1 {
            "value was"
        } else {
            "values were"
        };
        say(&format!("interrupted: {missing} {values} not compared"));
    });
}

fn all(shown: &[Shown]) -> Vec<Comparison> {
    shown.iter().map(|one| one.comparison.clone()).collect()
}

fn screens(shown: &[Shown], printing: &Printing) -> String {
    let screens: Vec<String> = shown
        .iter()
        .map(|one| {
            let options = output::screen_options(printing, Some(one.elapsed), &one.again);
            compare_screen(&one.comparison, &options)
        })
        .collect();
    screens.join("\n")
}

/// A, and each B with the changes that made it out of A. All that is wrong is said at once; `None` if
/// anything is.
fn opened(arguments: &CompareArguments, failures: &mut Failures) -> Option<(Scenario, Vec<Other>)> {
    let assignments = &arguments.changes.assignments;
    let [first, rest @ ..] = &arguments.files[..] else {
        return None;
    };
    let vary = readable(&arguments.vary, failures);
    match (rest.first(), arguments.vary.is_empty()) {
        (Some(_), true) | (None, false) => {}
        (Some(_), false) => failures.add(Failure::Input(
            "give either a second file or --vary: with --vary the second contest is the first one with \
             that change"
                .to_owned(),
        )),
        (None, true) => failures.add(Failure::Input(format!(
            "{first} is compared with what? Give a second file, or --vary PATH=VALUE for the same file \
             with a change"
        ))),
    }
    if rest
        .first()
        .is_some_and(|second| first == "-" && second == "-")
    {
        failures.add(input::read_twice());
        return None;
    }
    let mut open = |file: &String| match input::scenario(file, assignments) {
        Ok(scenario) => Some(scenario),
        Err(failure) => {
            failures.add(failure);
            None
        }
    };
    let (one, second) = (open(first), rest.first().map(&mut open));
    let (one, vary) = (one?, vary?);
    let others = match second {
        Some(second) => vec![(second?, Vec::new())],
        None => made(&one, &vary, failures)?,
    };
    (!others.is_empty() && failures.is_empty()).then_some((one, others))
}

/// The keys with their values; `None` if one is wrong.
fn readable(texts: &[String], failures: &mut Failures) -> Option<Vec<Vary>> {
    let mut all = Some(Vec::new());
    for text in texts {
        match text.parse::<Vary>() {
            Ok(vary) => {
                if let Some(all) = &mut all {
                    all.push(vary);
                }
            }
            Err(error) => {
                failures.add(Failure::Input(format!("--vary {error}")));
                all = None;
            }
        }
    }
    all
}

/// The scenario with each value of one key, or with the values of several keys at once.
fn made(first: &Scenario, vary: &[Vary], failures: &mut Failures) -> Option<Vec<Other>> {
    let settings: Vec<Vec<String>> = match vary {
        [one] => (0..one.values.len())
            .map(|value| vec![one.assignment(value)])
            .collect(),
        several => {
            for one in several.iter().filter(|one| one.values.len() > 1) {
                failures.add(Failure::Input(format!(
                    "--vary {} has {} values: of several keys each takes one, and the second contest has \
                     all of them",
                    one.path,
                    one.values.len()
                )));
            }
            vec![several.iter().map(|one| one.assignment(0)).collect()]
        }
    };
    let mut others = Some(Vec::new());
    for changes in settings {
        match first.varied(&changes) {
            Ok(second) => {
                if let Some(others) = &mut others {
                    others.push((second, changes));
                }
            }
            Err(error) => {
                failures.add(input::failure(&first.path, error));
                others = None;
            }
        }
    }
    others
}

/// Compares two scenarios under a progress bar.
fn played(
    first: &Scenario,
    second: &Scenario,
    changes: &[String],
    arguments: &CompareArguments,
    playing: &Playing,
) -> Result<Shown, Failure> {
    let plan = ComparePlan {
        figures: arguments.figures.iter().map(|one| one.0.clone()).collect(),
        margin: arguments.margin,
        precision: arguments.precision,
        alpha: arguments.alpha,
        most: arguments.max_trials,
        seed: play::seed(first, playing),
        threads: playing.threads.map_or(0, usize::from),
        piece: None,
    };
    let most = plan.most_of(first, second);
    let progress = Progress::new(&first.title, most, true, Board::alone(playing.quiet));
    let begun = Instant::now();
    let comparison = compare((first, second), changes, &plan, &progress);
    let elapsed = begun.elapsed();
    progress.finish();
    let comparison = comparison.map_err(|error| Failure::Input(error.to_string()))?;
    Ok(Shown {
        again: again(first, second, &comparison, arguments),
        comparison,
        elapsed,
    })
}

fn interruption(shown: &[Shown], asked: usize) -> String {
    let trials = shown.last().map_or(0, |one| one.comparison.trials);
    let mut text =
        format!("interrupted after {trials} trials of each, and the figures are of those");
    let missing = asked - shown.len();
    let _ = match missing {
        0 => Ok(()),
        1 => write!(text, "; 1 further value was not compared"),
        _ => write!(text, "; {missing} further values were not compared"),
    };
    text
}

/// The command that gives the same comparison again.
fn again(
    first: &Scenario,
    second: &Scenario,
    comparison: &Comparison,
    arguments: &CompareArguments,
) -> String {
    let mut again = format!("evenodds compare {}", typed::file(&first.path));
    if comparison.changes.is_empty() {
        let _ = write!(again, " {}", typed::file(&second.path));
    }
    for change in &comparison.changes {
        again.push_str(&typed::option("--vary", change));
    }
    for figure in &arguments.figures {
        again.push_str(&typed::option("--figure", &figure.1));
    }
    if arguments.margin != super::arguments::MARGIN {
        let _ = write!(again, " --margin {}", arguments.margin);
    }
    if let Some(precision) = arguments.precision {
        let _ = write!(again, " --precision {precision}");
    }
    if arguments.alpha != super::arguments::ALPHA {
        let _ = write!(again, " --alpha {}", arguments.alpha);
    }
    if let Some(most) = arguments.max_trials {
        let _ = write!(again, " --max-trials {most}");
    }
    let _ = write!(again, " -s {}", comparison.seed);
    again.push_str(&typed::assignments(first));
    again
}
