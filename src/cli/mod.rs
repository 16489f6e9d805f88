//! The command line: arguments, progress bars, files and exit codes.
//!
//! No other module uses indicatif. `question` runs the commands that ask one of the [questions](crate::ask); most
//! other commands have a module each.

mod answer;
mod arguments;
mod call;
mod call_files;
mod checkpoint;
mod compare;
mod crash;
mod dice;
mod diff;
mod editor;
mod failure;
mod input;
mod interrupts;
mod link;
mod list;
mod manual;
mod matchups;
#[cfg(feature = "mcp")]
mod mcp;
mod merge;
mod output;
mod progress;
mod question;
mod report;
mod run;
#[cfg(feature = "frames")]
mod samples;
mod schema;
pub mod session;
mod solutions;
mod sources;
mod trace;
mod usage_error;
mod version;

use crate::ask::{
    Advise, Check, Compare, Drama, Exact, Given, Hint, Ladder, Matchups, Restrict, Sweep, Trace,
    Tune, Why,
};
use crate::document::printable::is_control;
use crate::document::printable_path;
use crate::scenario::{LIBRARY, Library};
use arguments::{ChartedVerdicts, Framed, NO_CACHE, Output, VerdictOptions};
use call::Call;
use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use failure::Failure;
use interrupts::Interrupts;
use question::QuestionArguments;
use solutions::SolutionFolder;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::sync::{Arc, OnceLock};

/// Simulate tabletop dice contests
///
/// Plays the contest of a TOML file many times with players of a stated skill, and reports how often each
/// outcome occurs, with the exact answer where a solver exists.
#[derive(Debug, Parser)]
#[command(name = "evenodds", version, max_term_width = 100, arg = version::verbose())]
#[command(help_template = "\
{about-with-newline}
{usage-heading} {usage}

{before-help}
Options:
{options}{after-help}")]
#[command(after_help = "\
Examples:
  evenodds run @canyon                  play a built-in fight
  evenodds new combat > fight.toml      create a commented scenario
  evenodds run fight.toml               estimate the chance of each outcome
  evenodds trace fight.toml --typical   narrate a typical trial

FILE is a path, `-` for standard input, @NAME for a built-in scenario (`evenodds list` names them), or a \
link that contains a scenario.

Exit codes: 0 success; 1 an expectation fails or is undecided (`check`, `report --fail`), no setting or \
change is proven to meet a target (`tune`, `advise`), a pair is outside a range (`matchups --within`), or \
something changed (`diff --fail`); 2 the input is invalid, or has no exact answer; 3 reading or writing failed, or the program itself failed on a scenario; \
4 no file has an expectation (`check`); 130 interrupted.")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

/// Command with its arguments.
#[derive(Debug, Subcommand)]
enum Command {
    /// Estimate the chance of each outcome and the distributions
    Run(run::RunArguments),
    /// Compute outcomes and distributions exactly, where a solver exists
    Exact(QuestionArguments<Exact, Framed>),
    /// Compute the exact distributions of expressions such as '4d6kh3'
    Dice(dice::DiceArguments),
    /// Estimate outcomes among the trials that meet conditions
    #[command(after_help = Given::NOTES)]
    Given(QuestionArguments<Given, Framed>),
    /// Narrate one trial, die by die
    #[command(after_help = Trace::NOTES)]
    Trace(trace::TraceArguments),
    /// Play every pairing of players: how much does play decide?
    #[command(after_help = Ladder::NOTES)]
    Ladder(QuestionArguments<Ladder, Framed>),
    /// Play designs against each other, each pair in both seats
    #[command(after_help = Matchups::NOTES)]
    Matchups(QuestionArguments<Matchups, ChartedVerdicts>),
    /// Test whether B differs from A, on common random numbers
    #[command(after_help = Compare::NOTES)]
    Compare(QuestionArguments<Compare>),
    /// Show what changed between two results or two folders of reports
    Diff(diff::DiffArguments),
    /// Test the expectations of scenarios (`[expect]`), for CI
    #[command(after_help = Check::NOTES)]
    Check(QuestionArguments<Check, VerdictOptions>),
    /// Measure lead changes, real choices, and the effects of dice and decisions
    #[command(after_help = Drama::NOTES)]
    Drama(QuestionArguments<Drama>),
    /// Explain in a few sentences what decides a contest
    #[command(after_help = Why::NOTES)]
    Why(QuestionArguments<Why, Output>),
    /// Estimate the value of each option of a side by forbidding it
    #[command(after_help = Restrict::NOTES)]
    Restrict(QuestionArguments<Restrict>),
    /// Play all combinations of values of some keys
    #[command(after_help = Sweep::NOTES)]
    Sweep(QuestionArguments<Sweep, Framed>),
    /// Find the values of keys that meet a target
    #[command(after_help = Tune::NOTES)]
    Tune(QuestionArguments<Tune>),
    /// Rank the actions in a position by their chance to win
    #[command(after_help = Hint::NOTES)]
    Hint(QuestionArguments<Hint, Output>),
    /// Find the single change that comes nearest to a target
    #[command(after_help = Advise::NOTES)]
    Advise(QuestionArguments<Advise>),
    /// Write pages with charts and tables, for one scenario or folders
    Report(report::ReportArguments),
    /// Merge the parts of a run into one result
    Merge(merge::MergeArguments),
    /// Print a commented scenario to start from
    New(editor::NewArguments),
    /// List kinds and scenarios, or keys, players and metrics of a kind
    List(list::ListArguments),
    /// Print a link that opens a scenario in a browser or this program
    Link(link::LinkArguments),
    /// Print the JSON Schema of a kind, or the options of all commands
    Schema(schema::SchemaArguments),
    /// Print completions for a shell
    ///
    /// Save the output where your shell looks for completions. For bash, for example:
    ///
    ///   evenodds completions bash > ~/.local/share/bash-completion/completions/evenodds
    #[command(verbatim_doc_comment)]
    Completions {
        /// Name of the shell
        shell: clap_complete::Shell,
    },
    /// Print or write manual pages
    Man(manual::ManualArguments),
    /// Answer the calls of an assistant (Model Context Protocol)
    #[cfg(feature = "mcp")]
    Mcp(mcp::McpArguments),
}

/// Groups of commands, in the order of the help.
const GROUPS: [(&str, &[&str]); 4] = [
    (
        "Ask",
        &[
            "run", "exact", "dice", "given", "hint", "trace", "compare", "matchups", "ladder",
            "drama", "why",
        ],
    ),
    ("Change", &["sweep", "tune", "advise", "restrict"]),
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
            "mcp",
        ],
    ),
];

/// Returns the command line as a clap command, whose help lists the commands in groups.
fn program() -> clap::Command {
    let command = Arguments::command();
    let mut list = String::new();
    for (group, names) in GROUPS {
        let _ = writeln!(list, "{group}:");
        for command in names
            .iter()
            .filter_map(|name| command.find_subcommand(name))
        {
            let about = command.get_about().map(ToString::to_string);
            let name = command.get_name();
            let _ = writeln!(list, "  {name:<12}{}", about.unwrap_or_default());
        }
        list.push('\n');
    }
    command.before_help(list)
}

/// Library of this process.
static CHOSEN: OnceLock<&'static Library> = OnceLock::new();

/// Returns the library of this process: the one passed to [`main_for`], else that of this program.
fn library() -> &'static Library {
    CHOSEN.get_or_init(|| &LIBRARY)
}

/// Runs the command line of this process with the kinds and files of another library, such as one with your own
/// game, and returns the exit code. `examples/own_kind.rs` is a program with one kind. Printed commands and the help
/// still name the program `evenodds` and its scenarios.
pub fn main_for(library: &'static Library) -> u8 {
    CHOSEN.get_or_init(|| library);
    main()
}

/// Runs the command line of this process and returns the exit code.
pub fn main() -> u8 {
    main_with(&std::env::args_os().collect::<Vec<_>>())
}

/// Runs a command line, which begins with the name of the program, and returns the exit code.
///
/// Takes over the process: it installs a handler for Ctrl-C, which may end the process.
pub fn main_with(arguments: &[OsString]) -> u8 {
    let interrupts = Arc::default();
    Interrupts::catch(&interrupts);
    let call = Call::new(interrupts);
    run_with(arguments, &call);
    call.code()
}

/// Parses and runs a command line, which begins with the name of the program.
fn run_with(all: &[OsString], call: &Call) {
    let all = &dice::with_negative_expressions(all)[..];
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
        // Commands that solve nothing lack the option.
        let is_off = matches.try_get_one(NO_CACHE).ok().flatten();
        if is_off == Some(&false) && !call.is_hosted() {
            call.use_solutions(SolutionFolder::of_environment());
        }
        named = call.places().check(command, matches);
    }
    let done = named.and_then(|()| crash::tried("evenodds", || done(&arguments.command, call)));
    if let Err(failure) = done {
        call.fail(failure);
    }
}

/// Runs a command.
fn done(command: &Command, call: &Call) -> Result<(), Failure> {
    match command {
        Command::Run(arguments) => run::run(arguments, call),
        Command::Exact(arguments) => question::show(arguments, call),
        Command::Dice(arguments) => dice::show(arguments, call),
        Command::Given(arguments) => question::show(arguments, call),
        Command::Trace(arguments) => trace::trace(arguments, call),
        Command::Ladder(arguments) => question::show(arguments, call),
        Command::Matchups(arguments) => matchups::show(arguments, call),
        Command::Compare(arguments) => compare::show(arguments, call),
        Command::Diff(arguments) => diff::show(arguments, call),
        Command::Check(arguments) => question::show(arguments, call),
        Command::Drama(arguments) => question::show(arguments, call),
        Command::Why(arguments) => question::show(arguments, call),
        Command::Restrict(arguments) => question::show(arguments, call),
        Command::Sweep(arguments) => question::show(arguments, call),
        Command::Hint(arguments) => question::show(arguments, call),
        Command::Advise(arguments) => question::show(arguments, call),
        Command::Tune(arguments) => question::show(arguments, call),
        Command::Report(arguments) => report::report(arguments, call),
        Command::Merge(arguments) => merge::merge(arguments, call),
        Command::New(arguments) => editor::new(arguments, call),
        Command::List(arguments) => call.print(&list::list(arguments, output::width())),
        Command::Link(arguments) => link::show(arguments, call),
        Command::Schema(arguments) => schema::show(arguments, &program(), call),
        Command::Completions { shell } => {
            let mut text = Vec::new();
            clap_complete::generate(*shell, &mut program(), "evenodds", &mut text);
            call.print(&String::from_utf8_lossy(&text))
        }
        Command::Man(arguments) => manual::show(arguments, program(), call),
        #[cfg(feature = "mcp")]
        Command::Mcp(arguments) => mcp::serve(arguments, &program(), call),
    }
}

/// Reports the errors of a command line, or prints the requested help or version.
fn refused(error: &clap::Error, arguments: &[OsString], call: &Call) {
    let no_text = arguments.iter().filter(|one| one.to_str().is_none());
    let no_text: Vec<String> = no_text.map(|one| printable_path(Path::new(one))).collect();
    let steers = |argument: &OsString| argument.to_string_lossy().contains(is_control);
    let printed = if error.kind() == ErrorKind::DisplayVersion && version::is_verbose(arguments) {
        call.print(&version::all())
    } else if error.kind() == ErrorKind::InvalidUtf8 && !no_text.is_empty() {
        Err(Failure::Input(format!(
            "{} is not valid UTF-8; rename the file, or correct the value",
            no_text.join(", ")
        )))
    } else if let Some(message) = usage_error::message(error, arguments) {
        Err(Failure::Input(message))
    } else if error.use_stderr() && (call.is_hosted() || arguments.iter().any(steers)) {
        // clap repeats arguments without escaping control characters.
        Err(Failure::Input(error.render().to_string()))
    } else if call.is_hosted() {
        call.print(&error.render().to_string())
    } else if error.use_stderr() {
        // clap prints the message and ends the program.
        error.exit();
    } else {
        let printed = error.print().and_then(|()| std::io::stdout().flush());
        printed.map_err(|error| output::unprinted(&error))
    };
    if let Err(failure) = printed {
        call.fail(failure);
    }
}
