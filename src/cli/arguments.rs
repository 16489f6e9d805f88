//! The command line as a type.

mod advise;
mod report;
mod tune;

pub use advise::AdviseArguments;
pub use report::ReportArguments;
pub use tune::{AimArguments, TuneArguments};

use super::numbers;
use clap::{ArgGroup, Args, Parser, Subcommand, ValueEnum};
use evenodds::contest::Kind;
use evenodds::contests;
use evenodds::sim::Share;
use std::path::PathBuf;

/// Tells whether a tabletop dice contest is what its author wants it to be.
///
/// Plays the contest of a TOML file millions of times with players of a stated skill, and puts the
/// exact answer beside the sampled one wherever there is one.
#[derive(Debug, Parser)]
#[command(name = "evenodds", version, max_term_width = 100)]
#[command(after_help = "\
To begin with:
  evenodds run @canyon                  play a fight that is inside the program
  evenodds new combat > fight.toml      a commented file to change
  evenodds run fight.toml               how does it end?
  evenodds trace fight.toml --typical   how does it go?

FILE is a path, `-` for standard input, or @NAME for a scenario inside the program \
(`evenodds list` names them).

Exit codes: 0 done; 1 an expectation fails or is undecided (`check`), or no setting is proven to meet \
a target; 2 the input is wrong, or has no exact answer; 3 reading or writing failed; 130 interrupted.")]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// How do these contests end? Outcome shares with intervals, distributions
    Run(RunArguments),
    /// The same, exactly, where a solver exists
    Exact(ExactArguments),
    /// The story of one trial, die by die
    Trace(TraceArguments),
    /// Every pairing of players as a matrix: how much does play decide?
    Ladder(LadderArguments),
    /// Is B really different from A? Paired, on the same luck
    Compare(CompareArguments),
    /// Do scenarios keep what `[expect]` promises? For CI
    Check(CheckArguments),
    /// How does it go? Lead changes, choices, who sits out, what the opening throws settle, luck
    /// against decisions
    Drama(DramaArguments),
    /// What do other values of some keys do? The whole grid as a curve, a map or several maps
    Sweep(SweepArguments),
    /// Which value of a key meets a target? With its guarantee
    Tune(TuneArguments),
    /// Which single change brings this contest nearest to a target?
    Advise(AdviseArguments),
    /// A page with charts, and every figure as CSV, Parquet and JSON; of folders, with an index
    Report(ReportArguments),
    /// One result out of the parts of a run
    Merge(MergeArguments),
    /// A commented scenario to start from
    New(KindArguments),
    /// The kinds and the scenarios inside the program; of one kind: keys, options, players, metrics
    List {
        /// Which kind of contest
        kind: Option<KindName>,
    },
    /// JSON Schema of a kind's files, for editors
    Schema(KindArguments),
    /// Completions for a shell
    ///
    /// They are printed; where they belong is the shell's affair. For bash, for instance:
    ///
    ///   evenodds completions bash > ~/.local/share/bash-completion/completions/evenodds
    #[command(verbatim_doc_comment)]
    Completions {
        /// Which shell
        shell: clap_complete::Shell,
    },
}

/// Which scenarios, changed how.
#[derive(Debug, Args)]
pub struct Sources {
    /// Scenario files; `-` for standard input, @NAME for one inside the program
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<String>,
    #[command(flatten)]
    pub changes: Changes,
}

/// Changes to a scenario.
#[derive(Debug, Args)]
pub struct Changes {
    /// Change a key before anything is played (repeatable): rules.half=down,
    /// side.heroes.Dirk.classes[0].dice=5; side.heroes.Dirk= leaves out; names with blanks in quotes; `evenodds list KIND` names
    /// the keys
    #[arg(long = "set", value_name = "PATH=VALUE")]
    pub assignments: Vec<String>,
}

/// How to play.
#[derive(Clone, Debug, Args)]
pub struct Playing {
    /// How many trials: 1000000, 2e6, 10M [default: what the scenario says, else 1,000,000, or
    /// --precision 0.005 with players who think long]
    #[arg(short = 'n', long, value_name = "N", value_parser = numbers::count, allow_negative_numbers = true)]
    pub trials: Option<u64>,
    /// Which luck, 0 to 2^63 - 1 [default: what the scenario says, else 1]
    #[arg(short, long, value_name = "S", value_parser = numbers::seed, allow_negative_numbers = true)]
    pub seed: Option<u64>,
    /// Worker threads [default: one a core]; results do not depend on it
    #[arg(short = 'j', long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Stop once every outcome's interval is within +-H, such as 0.005 for half a per cent, looking
    /// at fixed numbers of trials; the intervals stay valid however often one looks. -n is the most
    /// to play [default: 100M]
    #[arg(long, value_name = "H", value_parser = numbers::half_width, allow_negative_numbers = true)]
    pub precision: Option<f64>,
    /// No progress bar
    #[arg(short, long)]
    pub quiet: bool,
}

/// How to play where the trials are a command's own affair.
#[derive(Debug, Args)]
pub struct Pace {
    /// Which luck, 0 to 2^63 - 1 [default: what the scenario says, else 1]
    #[arg(short, long, value_name = "S", value_parser = numbers::seed, allow_negative_numbers = true)]
    pub seed: Option<u64>,
    /// Worker threads [default: one a core]; results do not depend on it
    #[arg(short = 'j', long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// No progress bar
    #[arg(short, long)]
    pub quiet: bool,
}

impl Pace {
    /// The same with so many trials.
    pub fn playing(&self, trials: Option<u64>) -> Playing {
        Playing {
            trials,
            seed: self.seed,
            threads: self.threads,
            precision: None,
            quiet: self.quiet,
        }
    }
}

/// Where results go, and how they look.
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("written").multiple(true))]
pub struct Printing {
    /// How results look
    #[arg(short, long, value_enum, default_value_t = Format::Table)]
    pub format: Format,
    /// Which frame CSV holds
    #[cfg(feature = "frames")]
    #[arg(long, value_enum, default_value_t = FrameName::Outcomes)]
    pub frame: FrameName,
    /// Write to a file instead of standard output (`-`); results of an earlier call are replaced,
    /// other files only with --force
    #[arg(short, long, value_name = "PATH", group = "written")]
    pub out: Option<PathBuf>,
    /// Replace any file
    #[arg(long, requires = "written")]
    pub force: bool,
    /// Colours on the screen
    #[arg(long, value_enum, default_value_t = Color::Auto)]
    pub color: Color,
}

impl Printing {
    /// For commands that have but one frame, so that nobody chooses it.
    pub fn of_one_frame(format: Format, out: Option<&PathBuf>, force: bool, color: Color) -> Self {
        Self {
            format,
            #[cfg(feature = "frames")]
            frame: FrameName::Outcomes,
            out: out.cloned(),
            force,
            color,
        }
    }
}

/// `run`.
#[derive(Debug, Args)]
#[command(after_help = "\
A long run on several machines: give each a share of the trials, and put the parts together.
  evenodds run @canyon -n 1G --shard 1/4 -o part-1        and 2/4, 3/4, 4/4 elsewhere
  evenodds merge part-1 part-2 part-3 part-4              the same to the byte as one run")]
pub struct RunArguments {
    #[command(flatten)]
    pub sources: Sources,
    #[command(flatten)]
    pub playing: Playing,
    #[command(flatten)]
    pub parting: Parting,
    #[command(flatten)]
    pub printing: Printing,
}

/// How a run is parted or kept.
#[derive(Debug, Args)]
pub struct Parting {
    /// Play only share I of N of the trials, and write a part that `evenodds merge` puts together
    /// with the others; of one FILE
    #[arg(long, value_name = "I/N", value_parser = numbers::share, conflicts_with_all = ["precision", "format"])]
    pub shard: Option<Share>,
    /// Keep what is finished in a file, some times a minute, and go on from what is in it: after a
    /// crash the same command ends with the same results; of one FILE
    #[arg(long, value_name = "PATH")]
    pub checkpoint: Option<PathBuf>,
    /// Write a row for every trial into a Parquet file: trial, outcome and every metric, in the order
    /// of trials; samples of an earlier call are replaced, other files only with --force; of one FILE
    #[cfg_attr(
        feature = "frames",
        arg(
            long,
            value_name = "FILE.parquet",
            group = "written",
            conflicts_with = "checkpoint"
        )
    )]
    #[cfg_attr(not(feature = "frames"), arg(skip))]
    pub samples: Option<PathBuf>,
}

/// `merge`.
#[derive(Debug, Args)]
pub struct MergeArguments {
    /// Parts of one run, in any order: all shares of `evenodds run --shard`, or a finished checkpoint
    #[arg(required = true, value_name = "PART")]
    pub parts: Vec<PathBuf>,
    #[command(flatten)]
    pub printing: Printing,
}

/// `exact`.
#[derive(Debug, Args)]
pub struct ExactArguments {
    #[command(flatten)]
    pub sources: Sources,
    #[command(flatten)]
    pub printing: Printing,
}

/// `trace`.
#[derive(Debug, Args)]
#[command(after_help = "\
Without a choice trial 0 is told. A search looks at the first 100,000 trials (--within) in order:
  --find      the first trial that fulfils every condition: outcome=NAME, or a metric's name with
              =, !=, <, <=, > or >= and a number
  --typical   of the trials with the commonest outcome the one nearest to their medians, in all
              metrics of the summary, each difference measured in quartile ranges
  --extreme   the trial with the highest value of a metric
Of equals the first is taken.")]
pub struct TraceArguments {
    /// A scenario file; `-` for standard input, @NAME for one inside the program
    #[arg(value_name = "FILE")]
    pub file: String,
    #[command(flatten)]
    pub changes: Changes,
    /// Which luck, 0 to 2^63 - 1 [default: what the scenario says, else 1]
    #[arg(short, long, value_name = "S", value_parser = numbers::seed, allow_negative_numbers = true)]
    pub seed: Option<u64>,
    #[command(flatten)]
    pub choice: Choice,
    /// How many trials a search looks at
    #[arg(long, value_name = "N", value_parser = numbers::count, default_value = "100k", allow_negative_numbers = true)]
    pub within: u64,
    /// Says at each decision what the best player would have done, and what the difference costs;
    /// for contests that have a perfect player
    #[arg(long)]
    pub advice: bool,
    /// How the story looks
    #[arg(short, long, value_enum, default_value_t = StoryFormat::Text)]
    pub format: StoryFormat,
}

/// Which trial to tell.
#[derive(Debug, Args)]
#[group(multiple = false)]
pub struct Choice {
    /// The number of the trial, from 0
    #[arg(long, value_name = "K", value_parser = numbers::trial, allow_negative_numbers = true)]
    pub trial: Option<u64>,
    /// The first trial that fulfils a condition (repeatable): outcome=heroes, turns>=10
    #[arg(long, value_name = "CONDITION")]
    pub find: Vec<String>,
    /// A trial as they mostly go
    #[arg(long)]
    pub typical: bool,
    /// The trial with the highest value of a metric
    #[arg(long, value_name = "METRIC")]
    pub extreme: Option<String>,
}

/// `ladder`.
#[derive(Debug, Args)]
#[command(after_help = "\
Every cell is played on the same luck: it is what `evenodds run` finds with the same seed and trials
and `--set` for the player of each seat (--set side.heroes.player=finisher). Combatants with a player
of their own keep it.

With two sides the matrix has the players of the first one as rows and those of the second one as
columns. With more there is a matrix for each side: its player as rows, one player of all others as
columns.")]
pub struct LadderArguments {
    /// A scenario file; `-` for standard input, @NAME for one inside the program
    #[arg(value_name = "FILE")]
    pub file: String,
    #[command(flatten)]
    pub changes: Changes,
    /// Which players [default: all that can play the file; `evenodds list KIND` names them]
    #[arg(long, value_name = "A,B,C", value_delimiter = ',')]
    pub players: Vec<String>,
    /// How many trials in each cell: 10000, 2e6, 10M [default: 100,000; 2,000 where a player is a
    /// slow one]
    #[arg(short = 'n', long, value_name = "N", value_parser = numbers::count, allow_negative_numbers = true)]
    pub trials: Option<u64>,
    #[command(flatten)]
    pub pace: Pace,
    #[command(flatten)]
    pub printing: Printing,
}

/// The chance of a wrong verdict where nobody says otherwise.
pub const ALPHA: f64 = 0.05;
/// The difference of shares that does not matter, where nobody says otherwise.
pub const MARGIN: f64 = 0.005;

/// `compare`.
#[derive(Debug, Args)]
#[command(after_help = "\
Both contests are played on the same seed and trial numbers until every outcome that both have is
known to be different, or known not to differ by more than --margin. The verdicts together are wrong
with a chance of --alpha at most, however long it takes. Where both can be solved exactly, nothing is
played.

  evenodds compare old.toml new.toml
  evenodds compare @canyon --vary side.heroes.player=brawler
  evenodds compare @canyon --vary rules.half=down --figure heroes --figure mean.turns=0.1

The exit code is 0 whatever the verdict.")]
pub struct CompareArguments {
    /// One or two scenario files; `-` for standard input, @NAME for one inside the program
    #[arg(required = true, num_args = 1..=2, value_names = ["A", "B"])]
    pub files: Vec<String>,
    #[command(flatten)]
    pub changes: Changes,
    /// B is A with this change. With several values (2,4 or 1..6) each is compared with A; several
    /// keys (repeatable) have a value each and make one B
    #[arg(long, value_name = "PATH=VALUE")]
    pub vary: Vec<String>,
    /// What to decide on (repeatable): an outcome, or mean.METRIC; behind it the difference that does
    /// not matter, as in heroes=0.01 or mean.turns=0.1 [default: all outcomes that both have]
    #[arg(long = "figure", value_name = "NAME[=MARGIN]", value_parser = numbers::figure)]
    pub figures: Vec<(evenodds::analysis::Wanted, String)>,
    /// The difference of shares that does not matter
    #[arg(long, value_name = "D", value_parser = numbers::half_width, default_value_t = MARGIN, allow_negative_numbers = true)]
    pub margin: f64,
    /// Go on until the difference of every share that is decided on is known to within +-H
    #[arg(long, value_name = "H", value_parser = numbers::half_width, allow_negative_numbers = true)]
    pub precision: Option<f64>,
    /// The chance at which any of the verdicts may be wrong
    #[arg(long, value_name = "P", value_parser = numbers::alpha, default_value_t = ALPHA, allow_negative_numbers = true)]
    pub alpha: f64,
    /// The most trials of each [default: 10,000,000; 50,000 with players who think long]
    #[arg(long, value_name = "N", value_parser = numbers::count, allow_negative_numbers = true)]
    pub max_trials: Option<u64>,
    /// Which luck, 0 to 2^63 - 1 [default: what A says, else 1]
    #[arg(short, long, value_name = "S", value_parser = numbers::seed, allow_negative_numbers = true)]
    pub seed: Option<u64>,
    /// Worker threads [default: one a core]; results do not depend on it
    #[arg(short = 'j', long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// No progress bar
    #[arg(short, long)]
    pub quiet: bool,
    /// How results look
    #[arg(short, long, value_enum, default_value_t = Format::Table)]
    pub format: Format,
    /// Write to a file instead of standard output (`-`); results of an earlier call are replaced,
    /// other files only with --force
    #[arg(short, long, value_name = "PATH")]
    pub out: Option<PathBuf>,
    /// Replace any file
    #[arg(long, requires = "out")]
    pub force: bool,
    /// Colours on the screen
    #[arg(long, value_enum, default_value_t = Color::Auto)]
    pub color: Color,
}

impl CompareArguments {
    /// How to play.
    pub fn playing(&self) -> Playing {
        Playing {
            trials: None,
            seed: self.seed,
            threads: self.threads,
            precision: None,
            quiet: self.quiet,
        }
    }

    /// Where results go; there is but one frame, so nobody chooses it.
    pub fn printing(&self) -> Printing {
        Printing::of_one_frame(self.format, self.out.as_ref(), self.force, self.color)
    }
}

/// `check`.
#[derive(Debug, Args)]
#[command(after_help = "\
An expectation holds if the whole interval of its figure lies within the promised range, and fails if
it lies outside. Trials are doubled until all are decided or --max-trials is reached; what is still
open then is undecided. Figures that can be solved exactly are, and nothing is played for them.

Exit codes: 0 all hold; 1 one fails, or is undecided without --allow-undecided; 2 a file is faulty, and
the others are judged all the same; 3 reading or writing failed; 130 interrupted.")]
pub struct CheckArguments {
    #[command(flatten)]
    pub sources: FolderSources,
    #[arg(
        long,
        value_name = "FILE",
        help = "Write JUnit XML to this file as well, for CI systems"
    )]
    pub junit: Option<PathBuf>,
    /// What no number of trials decided is no failure
    #[arg(long)]
    pub allow_undecided: bool,
    /// The most trials of each file [default: 10,000,000; 50,000 with players who think long]
    #[arg(long, value_name = "N", value_parser = numbers::count, allow_negative_numbers = true)]
    pub max_trials: Option<u64>,
    /// Trials at the first look [default: what the scenario says, else 10,000; 1,000 with players who
    /// think long]
    #[arg(short = 'n', long, value_name = "N", value_parser = numbers::count, allow_negative_numbers = true)]
    pub trials: Option<u64>,
    /// The chance at which the verdict on an expectation may be wrong
    #[arg(long, value_name = "P", value_parser = numbers::alpha, default_value_t = ALPHA, allow_negative_numbers = true)]
    pub alpha: f64,
    #[command(flatten)]
    pub pace: Pace,
    /// How results look
    #[arg(short, long, value_enum, default_value_t = Format::Table)]
    pub format: Format,
    /// Write to a file instead of standard output (`-`); results of an earlier call are replaced,
    /// other files only with --force
    #[arg(short, long, value_name = "PATH")]
    pub out: Option<PathBuf>,
    /// Replace any file
    #[arg(long)]
    pub force: bool,
    /// Colours on the screen
    #[arg(long, value_enum, default_value_t = Color::Auto)]
    pub color: Color,
}

/// Which scenarios, also below folders, changed how.
#[derive(Debug, Args)]
pub struct FolderSources {
    /// Scenario files, or folders: all TOML files below them that have a `kind`, but none in hidden
    /// folders; `-` for standard input, @NAME for one inside the program
    #[arg(required = true, value_name = "FILE|DIR")]
    pub files: Vec<String>,
    #[command(flatten)]
    pub changes: Changes,
}

impl CheckArguments {
    /// How to play.
    pub fn playing(&self) -> Playing {
        self.pace.playing(self.trials)
    }

    /// Where results go; there is but one frame, so nobody chooses it.
    pub fn printing(&self) -> Printing {
        Printing::of_one_frame(self.format, self.out.as_ref(), self.force, self.color)
    }
}

/// `drama`.
#[derive(Debug, Args)]
#[command(after_help = "\
The trials are those that `evenodds run` plays with the same seed, by the same players. Before every \
turn the evaluation of the player `expert` says how likely each side is to win; docs/drama.md defines \
all figures that follow from it.

The scenario's own number of trials is for `run`: drama plays as many as -n says.")]
pub struct DramaArguments {
    #[command(flatten)]
    pub sources: Sources,
    /// How many trials: 10000, 2e6, 10M [default: 10,000; 2,000 where a player is a slow one]
    #[arg(short = 'n', long, value_name = "N", value_parser = numbers::count, allow_negative_numbers = true)]
    pub trials: Option<u64>,
    #[command(flatten)]
    pub pace: Pace,
    /// How results look
    #[arg(short, long, value_enum, default_value_t = Format::Table)]
    pub format: Format,
    /// Write to a file instead of standard output (`-`); results of an earlier call are replaced,
    /// other files only with --force
    #[arg(short, long, value_name = "PATH")]
    pub out: Option<PathBuf>,
    /// Replace any file
    #[arg(long, requires = "out")]
    pub force: bool,
    /// Colours on the screen
    #[arg(long, value_enum, default_value_t = Color::Auto)]
    pub color: Color,
}

impl DramaArguments {
    /// How to play.
    pub fn playing(&self) -> Playing {
        self.pace.playing(self.trials)
    }

    /// Where results go; there is but one frame, so nobody chooses it.
    pub fn printing(&self) -> Printing {
        Printing::of_one_frame(self.format, self.out.as_ref(), self.force, self.color)
    }
}

/// `sweep`.
#[derive(Debug, Args)]
#[command(after_help = "\
PATH is that of --set. VALUES are numbers from A to B as A..B or A..B/STEP, or values parted by commas:
  --vary difficulty=5..20/5
  --vary rules.half=up,down
  --vary \"side.ambushers.'Assassin Drone'.count=2..6\"
With several keys all combinations are played, 2,500 at most. All settings meet the same luck: each is
what `evenodds run` finds with the same seed and trials and --set for its values. Settings that have an
exact answer are solved and not played, unless -n asks for trials.

A FIGURE is an outcome (its share), or mean.METRIC, p05.METRIC, p25.METRIC, p50.METRIC, p75.METRIC or
p95.METRIC.

A scenario with a [sweep] table is swept without any options; --vary wins over it.")]
pub struct SweepArguments {
    /// A scenario file; `-` for standard input, @NAME for one inside the program
    #[arg(value_name = "FILE")]
    pub file: String,
    /// A key, and the values that it takes in turn (repeatable) [default: what the scenario's [sweep]
    /// says]
    #[arg(long, value_name = "PATH=VALUES")]
    pub vary: Vec<String>,
    /// What to look at (repeatable) [default: what [sweep] says, else the first outcome]
    #[arg(long = "figure", value_name = "FIGURE")]
    pub figures: Vec<String>,
    #[command(flatten)]
    pub changes: Changes,
    /// How many trials of each setting: 10000, 2e6, 10M [default: what [sweep] says, else 100,000;
    /// 2,000 where a player is a slow one]
    #[arg(short = 'n', long, value_name = "N", value_parser = numbers::count, allow_negative_numbers = true)]
    pub trials: Option<u64>,
    #[command(flatten)]
    pub pace: Pace,
    /// Draw a chart as well: a curve for one key, a map for two, several maps for more. FILE ends in
    /// .svg or .png; a chart of an earlier call is replaced, other files only with --force
    #[cfg(feature = "charts")]
    #[arg(long, value_name = "FILE")]
    pub chart: Option<PathBuf>,
    /// How results look
    #[arg(short, long, value_enum, default_value_t = Format::Table)]
    pub format: Format,
    /// Which frame CSV holds
    #[cfg(feature = "frames")]
    #[arg(long, value_enum, default_value_t = FrameName::Outcomes)]
    pub frame: FrameName,
    /// Write to a file instead of standard output (`-`); results of an earlier call are replaced,
    /// other files only with --force
    #[arg(short, long, value_name = "PATH")]
    pub out: Option<PathBuf>,
    /// Replace any file
    #[arg(long)]
    pub force: bool,
    /// Colours on the screen
    #[arg(long, value_enum, default_value_t = Color::Auto)]
    pub color: Color,
}

impl SweepArguments {
    /// How to play.
    pub fn playing(&self) -> Playing {
        self.pace.playing(self.trials)
    }

    /// Where results go, and how they look.
    pub fn printing(&self) -> Printing {
        Printing {
            format: self.format,
            #[cfg(feature = "frames")]
            frame: self.frame,
            out: self.out.clone(),
            force: self.force,
            color: self.color,
        }
    }
}

/// How results look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// A sentence and a table for people
    Table,
    /// Everything; an object, or an array for several scenarios
    Json,
    /// One frame in long form
    #[cfg(feature = "frames")]
    Csv,
    /// Tables for a document
    Markdown,
}

/// How a story looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum StoryFormat {
    /// Lines for people
    Text,
    /// An object
    Json,
}

/// A frame of results.
#[cfg(feature = "frames")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FrameName {
    /// A row for each outcome
    Outcomes,
    /// A row for each metric, overall and by outcome
    Metrics,
    /// A row for each value of each metric
    Histograms,
}

#[cfg(feature = "frames")]
impl FrameName {
    /// The frame of that name.
    pub fn frame(self) -> evenodds::frames::Frame {
        use evenodds::frames::Frame;
        match self {
            Self::Outcomes => Frame::Outcomes,
            Self::Metrics => Frame::Metrics,
            Self::Histograms => Frame::Histograms,
        }
    }
}

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On a terminal, unless `NO_COLOR` is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// The name of a kind of contest.
#[derive(Clone)]
pub struct KindName(pub &'static Kind);

impl std::fmt::Debug for KindName {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(self.0.name)
    }
}

impl clap::builder::ValueParserFactory for KindName {
    type Parser = KindParser;

    fn value_parser() -> KindParser {
        KindParser
    }
}

/// Which files a template or a schema is for.
#[derive(Debug, Args)]
pub struct KindArguments {
    /// Which kind of contest
    pub kind: KindName,
    /// Not a scenario, but a party: a file that scenarios name in `use`
    #[arg(long)]
    pub party: bool,
}

/// Reads the name of a kind.
#[derive(Clone)]
pub struct KindParser;

impl clap::builder::TypedValueParser for KindParser {
    type Value = KindName;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<KindName, clap::Error> {
        let names = contests::KINDS.iter().map(|kind| kind.name);
        // clap's own parser of names makes the message for unknown ones.
        let name =
            clap::builder::PossibleValuesParser::new(names).parse_ref(command, argument, value)?;
        contests::kind(&name)
            .map(KindName)
            .ok_or_else(|| clap::Error::new(clap::error::ErrorKind::InvalidValue))
    }

    fn possible_values(
        &self,
    ) -> Option<Box<dyn Iterator<Item = clap::builder::PossibleValue> + '_>> {
        Some(Box::new(contests::KINDS.iter().map(|kind| {
            clap::builder::PossibleValue::new(kind.name).help(kind.summary)
        })))
    }
}
