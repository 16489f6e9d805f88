//! Words, flags, progress bars and exit codes: the only place with clap and indicatif. Each command
//! is a file.

mod answer;
mod arguments;
mod call;
mod checkpoint;
mod compare;
mod crash;
mod diff;
mod editor;
pub mod embedded;
mod failure;
mod input;
mod interrupts;
mod link;
mod list;
mod manual;
mod merge;
mod output;
mod places;
mod progress;
mod question;
mod report;
mod run;
#[cfg(feature = "frames")]
mod samples;
mod schema;
mod trace;
mod version;

use crate::ask::{Advise, Check, Compare, Drama, Exact, Given, Hint, Ladder, Sweep, Trace, Tune};
use crate::document::printable::is_steering;
use crate::document::shown;
use arguments::{Framed, Judged, KindName, Output};
use call::Call;
use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use failure::Failure;
use interrupts::Interrupts;
use question::Asking;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

/// Tells whether a tabletop dice contest is what its author wants it to be.
///
/// Plays the contest of a TOML file millions of times with players of a stated skill, and puts the
/// exact answer beside the sampled one wherever there is one.
#[derive(Debug, Parser)]
#[command(name = "evenodds", version, max_term_width = 100, arg = version::verbose())]
#[command(help_template = "\
{about-with-newline}
{usage-heading} {usage}

{before-help}
Options:
{options}{after-help}")]
#[command(after_help = "\
To begin with:
  evenodds run @canyon                  play a fight that is inside the program
  evenodds new combat > fight.toml      a commented file to change
  evenodds run fight.toml               how does it end?
  evenodds trace fight.toml --typical   how does it go?

FILE is a path, `-` for standard input, @NAME for a scenario inside the program (`evenodds list` names \
them), or a link that holds one.

Exit codes: 0 done; 1 an expectation fails or is undecided (`check`), no setting is proven to meet a \
target, or something changed (`diff --fail`); 2 the input is wrong, or has no exact answer; 3 reading or \
writing failed, or the program itself failed on a scenario; 130 interrupted.")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
enum Command {
    /// How does it end? The chance of each outcome, and distributions
    Run(run::RunArguments),
    /// The same, exactly, where a solver exists
    Exact(Asking<Exact, Framed>),
    /// How does it end where conditions are met?
    #[command(after_help = Given::NOTES)]
    Given(Asking<Given, Framed>),
    /// Tell one trial, die by die
    #[command(after_help = Trace::NOTES)]
    Trace(trace::TraceArguments),
    /// Every pairing of players: how much does play decide?
    #[command(after_help = Ladder::NOTES)]
    Ladder(Asking<Ladder, Framed>),
    /// Is B really different from A? On the same random numbers
    #[command(after_help = Compare::NOTES)]
    Compare(Asking<Compare>),
    /// What changed between two results, or two folders of reports?
    Diff(diff::DiffArguments),
    /// Do scenarios meet their expectations (`[expect]`)? For CI
    #[command(after_help = Check::NOTES)]
    Check(Asking<Check, Judged>),
    /// How does it go? Lead changes, choices, luck against decisions
    #[command(after_help = Drama::NOTES)]
    Drama(Asking<Drama>),
    /// What do other values of some keys do? The whole grid
    #[command(after_help = Sweep::NOTES)]
    Sweep(Asking<Sweep, Framed>),
    /// Which value of a key meets a target?
    #[command(after_help = Tune::NOTES)]
    Tune(Asking<Tune>),
    /// What to do now? Every action ranked by its chance to win
    #[command(after_help = Hint::NOTES)]
    Hint(Asking<Hint, Output>),
    /// Which single change comes nearest to a target?
    #[command(after_help = Advise::NOTES)]
    Advise(Asking<Advise>),
    /// Write pages with charts and tables, for one scenario or folders
    Report(report::ReportArguments),
    /// Join the parts of a run to one result
    Merge(merge::MergeArguments),
    /// Print a commented scenario to start from
    New(editor::NewArguments),
    /// List kinds and scenarios, or keys, players and metrics of a kind
    List {
        /// Which kind of contest
        kind: Option<KindName>,
    },
    /// Print a link that opens a scenario in a browser, and here
    Link(link::LinkArguments),
    /// Print JSON Schema of a kind's files, or of the commands
    Schema(schema::SchemaArguments),
    /// Print completions for a shell
    ///
    /// They are printed; where they belong is the shell's affair. For bash, for instance:
    ///
    ///   evenodds completions bash > ~/.local/share/bash-completion/completions/evenodds
    #[command(verbatim_doc_comment)]
    Completions {
        /// Which shell
        shell: clap_complete::Shell,
    },
    /// Print or write pages of the manual
    Man(manual::ManualArguments),
}

/// The commands by what they are for, in the order of the help.
const GROUPS: [(&str, &[&str]); 4] = [
    (
        "Ask",
        &[
            "run", "exact", "given", "hint", "trace", "compare", "ladder", "drama",
        ],
    ),
    ("Change", &["sweep", "tune", "advise"]),
    ("Watch", &["check", "report", "diff"]),
    (
        "Files",
        &[
            "new",
            "list",
            "link",
            "schema",
            "merge",
            "completions",
            "man",
        ],
    ),
];

/// Returns the program as the library that reads command lines knows it. Its help lists the commands in groups.
fn program() -> clap::Command {
    let command = Arguments::command();
    let mut list = String::new();
    for (group, names) in GROUPS {
        let _ = writeln!(list, "{group}:");
        let commands = names
            .iter()
            .filter_map(|name| command.find_subcommand(name));
        for command in commands {
            let about = command.get_about().map(ToString::to_string);
            let name = command.get_name();
            let _ = writeln!(list, "  {name:<12}{}", about.unwrap_or_default());
        }
        list.push('\n');
    }
    command.before_help(list)
}

/// Reads the command line of this process, does what it says and returns the exit code.
pub fn main() -> u8 {
    main_with(&std::env::args_os().collect::<Vec<_>>())
}

/// The same for a command line that begins with the name of the program. The process is the command's own: it catches
/// Ctrl-C and may end it.
pub fn main_with(arguments: &[OsString]) -> u8 {
    let interrupts = Arc::default();
    Interrupts::catch(&interrupts);
    let call = Call::new(interrupts);
    run_with(arguments, &call);
    call.code()
}

/// Does what a command line says, which begins with the name of the program.
fn run_with(all: &[OsString], call: &Call) {
    let mut command = program();
    let read = command.try_get_matches_from_mut(all);
    let read = read.and_then(|matches| Ok((Arguments::from_arg_matches(&matches)?, matches)));
    let (arguments, matches) = match read {
        Ok(read) => read,
        Err(error) => return refused(&error, &all[1..], call),
    };
    let mut named = Ok(());
    if let Some((name, matches)) = matches.subcommand()
        && let Some(command) = command.find_subcommand(name)
    {
        named = call.places().check(command, matches);
    }
    let done = named.and_then(|()| crash::tried("evenodds", || done(&arguments.command, call)));
    if let Err(failure) = done {
        call.fail(failure);
    }
}

/// Does what a command says.
fn done(command: &Command, call: &Call) -> Result<(), Failure> {
    match command {
        Command::Run(arguments) => run::run(arguments, call),
        Command::Exact(arguments) => question::show(arguments, call),
        Command::Given(arguments) => question::show(arguments, call),
        Command::Trace(arguments) => trace::trace(arguments, call),
        Command::Ladder(arguments) => question::show(arguments, call),
        Command::Compare(arguments) => compare::show(arguments, call),
        Command::Diff(arguments) => diff::show(arguments, call),
        Command::Check(arguments) => question::show(arguments, call),
        Command::Drama(arguments) => question::show(arguments, call),
        Command::Sweep(arguments) => question::show(arguments, call),
        Command::Hint(arguments) => question::show(arguments, call),
        Command::Advise(arguments) => question::show(arguments, call),
        Command::Tune(arguments) => question::show(arguments, call),
        Command::Report(arguments) => report::report(arguments, call),
        Command::Merge(arguments) => merge::merge(arguments, call),
        Command::New(arguments) => editor::new(arguments, call),
        Command::List { kind } => call.print(&list::list(kind.as_ref().map(|kind| kind.0))),
        Command::Link(arguments) => link::show(arguments, call),
        Command::Schema(arguments) => schema::show(arguments, &program(), call),
        Command::Completions { shell } => {
            let mut text = Vec::new();
            clap_complete::generate(*shell, &mut program(), "evenodds", &mut text);
            call.print(&String::from_utf8_lossy(&text))
        }
        Command::Man(arguments) => manual::show(arguments, program(), call),
    }
}

/// Says what is wrong with the command line, or shows the help that it asks for.
fn refused(error: &clap::Error, arguments: &[OsString], call: &Call) {
    let no_text = arguments
        .iter()
        .filter(|argument| argument.to_str().is_none());
    let no_text: Vec<String> = no_text.map(|argument| shown(Path::new(argument))).collect();
    let steers = |argument: &OsString| argument.to_string_lossy().contains(is_steering);
    let told = if error.kind() == ErrorKind::DisplayVersion && version::is_verbose(arguments) {
        call.print(&version::all())
    } else if error.kind() == ErrorKind::InvalidUtf8 && !no_text.is_empty() {
        Err(Failure::Input(format!(
            "{} is not valid UTF-8: names of scenarios and all values are text; give the file another name",
            no_text.join(", ")
        )))
    } else if error.use_stderr() && (call.is_hosted() || arguments.iter().any(steers)) {
        // The library repeats arguments as they are.
        Err(Failure::Input(error.render().to_string()))
    } else if call.is_hosted() {
        call.print(&error.render().to_string())
    } else {
        // Prints and ends the program, as the library sees fit.
        error.exit();
    };
    if let Err(failure) = told {
        call.fail(failure);
    }
}
