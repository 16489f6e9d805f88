//! Asks a question about each scenario in turn and delivers the answers. A faulty scenario does not stop
//! the others.

use super::answer::{Outputs, WantedAnswer};
use super::arguments::{Charted, FolderSources};
use super::call::Call;
use super::crash;
use super::failure::Failure;
use super::input::{self, InapplicableKeys};
use super::progress::ProgressDisplay;
use super::sources::request_batch;
use crate::ask::{Batch, Question, ScenarioAnswer};
use crate::document::joined;
use crate::report::{BatchNotes, Replay, option};
use crate::scenario::Scenario;
use clap::Args;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// Question with its scenarios and output options.
#[derive(Clone, Debug, Args)]
pub struct QuestionArguments<Q: Args, O: Args = Charted> {
    #[command(flatten)]
    pub sources: FolderSources,
    #[command(flatten)]
    pub question: Q,
    #[command(flatten)]
    pub outputs: O,
}

/// Sets the number of threads of the whole process.
pub fn prepare(call: &Call, threads: Option<u16>) {
    // A host program keeps its thread pool between calls.
    if let Some(threads) = threads.filter(|_| !call.is_hosted()) {
        // This fails only if the pool exists, and nothing else builds it.
        let _ = rayon::ThreadPoolBuilder::new()
            .num_threads(threads.into())
            .build_global();
    }
}

/// Opens all scenarios, asks the question about each and delivers the answers. Skips scenarios that do
/// not have the keys of the question, unless no scenario has them.
pub fn show<Q, O>(asked: &QuestionArguments<Q, O>, call: &Call) -> Result<(), Failure>
where
    Q: Question + Args + Send + 'static,
    O: Outputs + Args,
{
    let wanted = WantedAnswer::new(call, &asked.outputs)?;
    let several = request_batch(&asked.sources.files);
    if let Some(why) = asked.question.single().filter(|_| several) {
        return Err(Failure::Input(why.to_owned()));
    }
    prepare(
        call,
        asked.question.common().and_then(|common| common.threads),
    );
    if several && wanted.is_charted() && !Q::HAS_JOINT_CHART {
        return Err(Failure::Input(
            "--chart: expected one scenario, because a chart shows only one; name one FILE"
                .to_owned(),
        ));
    }
    if let Err(wrong) = asked.question.check_options() {
        for failure in Failure::all("", wrong) {
            call.fail(failure);
        }
        // Also reports the faults of the files.
        input::scenarios(call, &asked.sources);
        return Ok(());
    }
    let mut opened = input::scenarios(call, &asked.sources);
    if Q::IS_PLAYED {
        for scenario in &mut opened.scenarios {
            input::play(call, scenario);
        }
    }
    let mut question = asked.question.clone();
    if several {
        question = question.for_batch(&opened.scenarios);
    }
    let parts = question.split();
    if let ([scenario], false) = (&opened.scenarios[..], several) {
        let wrong = parts.iter().filter_map(|part| part.check(scenario).err());
        let wrong: Vec<_> = wrong.flatten().collect();
        if !wrong.is_empty() {
            return call.fail_all(Failure::all(&scenario.path, wrong));
        }
    }
    let session = Session {
        wanted,
        command: of_all(asked),
        question,
        several,
        is_list: (several || parts.len() > 1) && !Q::IS_JOINT,
        answered: Vec::new(),
        others: opened.others,
    };
    let scenarios = opened.scenarios.iter();
    let asked = scenarios.flat_map(|one| parts.iter().map(move |part| (one, part)));
    ask_all(&asked.collect::<Vec<_>>(), session, call)
}

/// Asks each question about its scenario in turn and delivers the answers.
fn ask_all<Q>(asked: &[(&Scenario, &Q)], session: Session<Q>, call: &Call) -> Result<(), Failure>
where
    Q: Question + Args + Send + 'static,
{
    let quiet = session.question.common().is_some_and(|common| common.quiet);
    let board = ProgressDisplay::alone(call, quiet);
    let context = session.wanted.context(&board);
    // Shared with the exit message, which delivers the answers so far if the work does not end in time.
    let shared = Arc::new(Mutex::new(session));
    let locked = || shared.lock().unwrap_or_else(PoisonError::into_inner);
    let mut absences = InapplicableKeys::default();
    for (index, (scenario, question)) in asked.iter().enumerate() {
        let path = &scenario.path;
        let rest = RemainingScenarios(&asked[index + 1..]);
        let half = question.interrupted(path);
        if asked.len() > 1 || Q::IS_JOINT {
            locked().others.unasked = RemainingScenarios(&asked[index..]).paths();
            let (line, call, shared) = (rest.added_to(&half), call.clone(), Arc::clone(&shared));
            call.clone().exit_message(move || {
                let session = shared.lock().unwrap_or_else(PoisonError::into_inner);
                // A failure to write is not reported: the call fails as interrupted.
                let _ = session.deliver(&session.batch());
                call.say(&line);
            });
        } else {
            call.last_line(&half);
        }
        let begun = Instant::now();
        let found = crash::tried_all(path, || {
            let found = question.ask(scenario, &context);
            found.map_err(|problems| Failure::all(path, problems))
        });
        locked().others.unasked.clear();
        let wrong = match found {
            Ok(Some(found)) => {
                let part = found.part.clone();
                locked().answered.push(ScenarioAnswer {
                    elapsed: Some(begun.elapsed()),
                    ..found
                });
                let Some(text) = part else {
                    continue;
                };
                vec![Failure::Interrupted(text)]
            }
            Ok(None) => vec![Failure::Interrupted(half)],
            Err(failures) => failures,
        };
        if locked().take_failures(wrong, (path, &rest), &mut absences, call) {
            break;
        }
    }
    // From here on, the exit message must not lock the answers, which are being written.
    call.last_line("interrupted: the answers may be incomplete");
    let mut session = locked();
    // A scenario has an answer only if it has all keys of the question.
    let any = !session.answered.is_empty();
    match absences.into_inapplicable(|_| any, true) {
        Ok(absent) => session.others.absent.extend(absent),
        Err(fault) => call.fail(fault),
    }
    session.finish(call)
}

/// Answers so far, with their output options.
struct Session<Q: Question> {
    wanted: WantedAnswer,
    question: Q,
    /// Reproduce command of the whole batch.
    command: String,
    several: bool,
    is_list: bool,
    answered: Vec<ScenarioAnswer<Q::Found>>,
    others: BatchNotes,
}

impl<Q: Question> Session<Q> {
    /// Reports the failures of a question about the scenario at `path`, before the `rest` is asked;
    /// keys that it does not have are added to `absences`. Returns whether the work was interrupted.
    fn take_failures(
        &mut self,
        failures: Vec<Failure>,
        (path, rest): (&str, &RemainingScenarios<'_, Q>),
        absences: &mut InapplicableKeys,
        call: &Call,
    ) -> bool {
        let mut is_interrupted = false;
        for failure in failures {
            match failure {
                Failure::InapplicableKey { keys, fault } if self.several => {
                    absences.add(path, keys, *fault);
                }
                Failure::Interrupted(text) => {
                    is_interrupted = true;
                    call.fail(Failure::Interrupted(rest.added_to(&text)));
                }
                failure => {
                    self.others.refuse(failure.file(path));
                    call.fail(failure);
                }
            }
        }
        if is_interrupted {
            self.others.unasked = rest.paths();
        }
        is_interrupted
    }

    fn batch(&self) -> Batch {
        let others = (self.several || Q::IS_JOINT).then_some(&self.others);
        let mut batch = self.question.join(self.answered.clone(), others);
        batch.is_list = self.is_list;
        batch.command.clone_from(&self.command);
        if Q::IS_JOINT && self.several {
            for one in &mut batch.answers {
                one.command.clone_from(&self.command);
            }
        }
        batch
    }

    fn deliver(&self, batch: &Batch) -> Result<(), Failure> {
        if self.answered.is_empty() && !Q::IS_JOINT {
            return Ok(());
        }
        // If no file has an answer, the messages suffice, without an empty table.
        let is_bare = self.answered.is_empty() && self.others.left_out.is_empty();
        if is_bare && self.wanted.is_table() {
            self.wanted.write_files(batch)
        } else {
            self.wanted.deliver(batch)
        }
    }

    /// Delivers the answers and reports what fails.
    fn finish(&self, call: &Call) -> Result<(), Failure> {
        let batch = crash::isolated(Q::NAME, || self.batch())?;
        for text in &batch.broken {
            call.fail(Failure::Broken(text.clone()));
        }
        if self.answered.iter().any(|one| !one.met) {
            call.fail(Failure::Unmet);
        }
        self.deliver(&batch)?;
        // Any other failure matters more.
        if let Some(text) = batch.untested.filter(|_| call.code() == 0) {
            call.fail(Failure::Untested(text));
        }
        Ok(())
    }
}

/// Questions not yet asked when a call is interrupted.
struct RemainingScenarios<'a, Q>(&'a [(&'a Scenario, &'a Q)]);

impl<Q: Question> RemainingScenarios<'_, Q> {
    /// Returns the paths of the scenarios, without repetitions.
    fn paths(&self) -> Vec<String> {
        let mut paths: Vec<String> = self.0.iter().map(|(one, _)| one.path.clone()).collect();
        paths.dedup();
        paths
    }

    /// Returns a message about an interruption, with a line that lists the scenarios not yet played.
    fn added_to(&self, text: &str) -> String {
        let left = self.0.iter();
        let left = left.map(|(scenario, question)| question.about(&scenario.path));
        match joined(left, ", ") {
            none if none.is_empty() => text.to_owned(),
            left => format!("{text}\nnot played: {left}"),
        }
    }
}

/// Returns the reproduce command of a whole batch.
fn of_all<Q: Question + Args, O: Args>(asked: &QuestionArguments<Q, O>) -> String {
    let files = asked.sources.files.iter().map(|path| {
        let file = Replay {
            path,
            assignments: &[],
        };
        format!(" {}", file.file())
    });
    let files: String = files.collect();
    let changes = asked.sources.changes.assignments.iter();
    let changes: String = changes.map(|one| option("--set", one)).collect();
    format!(
        "evenodds {}{files}{}{changes}",
        Q::NAME,
        asked.question.options()
    )
}
