//! Keys of scenarios: common keys, the keys of each kind, and the keys of used files.

use super::gather::{MOST_FILES, USE};
use super::library::Library;
use crate::contest::Kind;
use crate::document::{ChoiceName, Key, ValueShape};
use std::sync::LazyLock;

/// Maximum number of trials in a run.
pub(super) const MOST_TRIALS: i64 = 1_000_000_000_000_000;

const TRIALS: ValueShape = ValueShape::integer(1, MOST_TRIALS);

static RUN: &[Key] = &[
    Key::optional("trials", TRIALS)
        .help("Number of trials; the command line overrides it.")
        .example("1_000_000"),
    Key::default("seed", ValueShape::integer(0, i64::MAX), "1")
        .help("Random seed; the same seed gives the same results, to the byte."),
];

static RANGE: ValueShape =
    ValueShape::list(&ValueShape::number(f64::NEG_INFINITY, f64::INFINITY), 2, 2);

static SHARES: ValueShape = ValueShape::list(&SHARE, 2, 2);
const SHARE: ValueShape = ValueShape::Share { min: 0.0, max: 1.0 };

static EXPECT: &[Key] = &[
    Key::default("outcomes", ValueShape::Map(&SHARES), "{}")
        .help("Expected share of outcomes, by name.")
        .accepts("the lowest and the highest share, from 0 to 1, as in [0.60, 0.70] or [\"60%\", \"70%\"]"),
    Key::default("metrics", ValueShape::Map(&RANGE), "{}")
        .help("Expected range of figures of metrics, such as \"mean.turns\" or \"p95.turns\".")
        .accepts("the lowest and the highest value, as in [4, 7]"),
];

/// Text of `[expect]` in the template, commented out since names differ between kinds.
const EXAMPLE: &str = r#"[expect.outcomes]
# "name of an outcome" = [0.60, 0.70]   # the lowest and the highest expected share
[expect.metrics]
# "mean.name of a metric" = [4, 7]      # mean, sd, min, p05, p25, p50, p75, p95 or max
"#;

/// Maximum number of figures in a sweep.
const MOST_FIGURES: usize = 10;
/// Maximum number of varied keys.
const MOST_KEYS: usize = 20;

const FIGURES: ValueShape = ValueShape::Either(&[
    ValueShape::Prose,
    ValueShape::list(&ValueShape::Prose, 1, MOST_FIGURES),
]);

const VARY: Key = Key::required("vary", ValueShape::list(&ValueShape::Prose, 1, MOST_KEYS))
    .example("[\"rules.half=up,down\"]");

const WHERE: Key = Key::optional("where", ValueShape::list(&ValueShape::Prose, 1, MOST_KEYS))
    .help("Conditions on the keys; settings that violate one are left out.")
    .accepts("a list of conditions, as in [\"leader.dice + field.size <= 15\"]")
    .example("[\"leader.dice + field.size <= 15\"]");

static SWEEP: &[Key] = &[
    VARY.help("Keys to vary, with their values; all combinations are played.")
        .accepts("a list of keys with their values, as in [\"rules.half=up,down\"] or [\"difficulty=5..20/5\"]"),
    WHERE,
    Key::optional("figure", FIGURES)
        .help("Figure to report: an outcome, or a figure of a metric such as \"mean.turns\" or \"p95.turns\".")
        .accepts("the name of an outcome or of a metric's figure, or a list of such names")
        .example("\"mean.turns\""),
    Key::optional("trials", TRIALS)
        .help("Number of trials of each setting without an exact answer; by default as many as take about a second on two cores, at most 100,000.")
        .example("100_000"),
];

static TUNE: &[Key] = &[
    VARY.help("Keys to change, with the values to try.")
        .accepts("a list of keys with their values, as in [\"rules.half=up,down\"] or [\"difficulty=5..20\"]"),
    WHERE,
    Key::required("target", ValueShape::Prose)
        .help("The target: an outcome with its share, or a figure of a metric with its value.")
        .accepts("a figure and its value, as in \"success=0.6\" or \"p50.turns=6\"")
        .example("\"success=0.6\""),
    Key::optional("tolerance", ValueShape::Share { min: 0.0, max: f64::INFINITY })
        .help("Largest accepted distance from the target; by default 0.01 for a share, 0.1 for a mean, 0 for a quantile.")
        .example("0.02"),
    Key::optional("alpha", ValueShape::Share { min: 1e-9, max: 0.5 })
        .help("Largest accepted probability of a wrong answer; 0.05 by default.")
        .example("0.01"),
    Key::optional("max_trials", TRIALS)
        .help("Upper bound on the trials of all settings together; by default as many as take about 30 s on two cores, at most 20,000,000.")
        .example("5_000_000"),
];

/// Text of `[tune]` in the template, commented out since tunable parameters differ between kinds.
const TUNE_EXAMPLE: &str = r#"# [tune]
# vary   = ["path.of.a.key=1..6"]         # or "path=a,b"; of several keys all combinations
# target = "name of an outcome=0.6"       # or "mean.name of a metric=5", "p50.name of a metric=6"
"#;

/// Text of `[sweep]` in the template, commented out since tunable parameters differ between kinds.
const SWEEP_EXAMPLE: &str = r#"# [sweep]
# vary   = ["path.of.a.key=1..6"]         # or "path=a,b"; two keys give a map, three give several
# figure = "name of an outcome"           # or "mean.name of a metric"; the first outcome unless set
"#;

/// Version of the format of scenarios and parties.
pub const SCENARIO_FORMAT: i64 = 1;

static FORMAT_LITERAL: LazyLock<String> = LazyLock::new(|| SCENARIO_FORMAT.to_string());

static FORMAT_ACCEPTS: LazyLock<String> =
    LazyLock::new(|| format!("{SCENARIO_FORMAT}, the format of this version of the program"));

/// Keys of scenarios of any of these kinds.
fn common_keys(kinds: &[&Kind]) -> Vec<Key> {
    let names = kinds
        .iter()
        .map(|kind| ChoiceName::new(kind.name, kind.summary));
    let names: &'static [ChoiceName] = names.collect::<Vec<_>>().leak();
    vec![
        Key::default(
            "format",
            ValueShape::integer(SCENARIO_FORMAT, SCENARIO_FORMAT),
            &FORMAT_LITERAL,
        )
        .help("Version of this file format.")
        .accepts(&FORMAT_ACCEPTS),
        Key::required("kind", ValueShape::Choice(names)).help("Kind of contest."),
        Key::optional("title", ValueShape::Text)
            .help("Title on charts and reports.")
            .example("\"Ambush in the canyon\""),
        Key::optional("notes", ValueShape::Prose)
            .help("Notes about the scenario; they change no result.")
            .example("\"Source and purpose of the scenario.\""),
        Key::default("run", ValueShape::Table(RUN), "{}")
            .help("Trials and seed of a run; the command line overrides them."),
        Key::default("expect", ValueShape::Table(EXPECT), "{}")
            .help("Expected results, which `evenodds check` tests.")
            .example(EXAMPLE),
        Key::optional("sweep", ValueShape::Table(SWEEP))
            .help("Settings of `evenodds sweep`, also shown in reports.")
            .example(SWEEP_EXAMPLE),
        Key::optional("tune", ValueShape::Table(TUNE))
            .help("Target of `evenodds tune`, also shown in reports.")
            .example(TUNE_EXAMPLE),
    ]
}

/// Tables of keys for one kind.
#[derive(Debug)]
pub(super) struct KindKeys {
    kind: &'static str,
    /// All keys of scenarios: those of the kind and the common ones.
    pub(super) whole: Vec<Key>,
    /// Keys of scenarios that do not describe the contest: the common ones and the key for used
    /// files.
    pub(super) frame: Vec<Key>,
    /// Keys of a used file; `None` if scenarios of this kind use none.
    pub(super) part: Option<Vec<Key>>,
}

/// Tables of keys for all kinds of a library.
#[derive(Debug)]
pub(super) struct LibraryKeys {
    /// Keys common to scenarios of all kinds.
    pub(super) common: Vec<Key>,
    kinds: Vec<KindKeys>,
}

impl LibraryKeys {
    pub(super) fn new(library: &Library) -> Self {
        let common = common_keys(library.kinds);
        let kinds = library.kinds.iter().map(|kind| {
            let whole = whole_keys(kind, &common, library);
            let is_own = |key: &Key| kind.keys.iter().any(|own| own.name == key.name);
            let frame = whole.iter().filter(|key| !is_own(key));
            KindKeys {
                kind: kind.name,
                frame: frame.copied().collect(),
                part: shared_key(kind).map(|shared| part_keys(shared, &common, library)),
                whole,
            }
        });
        Self {
            kinds: kinds.collect(),
            common,
        }
    }

    /// Returns the tables of keys for a kind of the library.
    pub(super) fn of(&self, kind: &Kind) -> Option<&KindKeys> {
        self.kinds.iter().find(|keys| keys.kind == kind.name)
    }
}

fn whole_keys(kind: &Kind, common: &[Key], library: &Library) -> Vec<Key> {
    let (first, last) = common.split_at(4);
    let mut keys = first.to_vec();
    if let Some(own) = keys.iter_mut().find(|key| key.name == "kind") {
        // In these tables the kind is fixed, so the key accepts only its name.
        let only = ChoiceName::new(kind.name, kind.summary);
        own.shape = ValueShape::Choice(vec![only].leak());
        own.example = format!("\"{}\"", kind.name).leak();
    }
    if let (Some(own), Some(title)) = (
        keys.iter_mut().find(|key| key.name == "title"),
        known_title(kind, library),
    ) {
        own.example = title;
    }
    keys.extend(shared_key(kind).map(|shared| used_files(shared, library)));
    keys.extend(kind.keys);
    keys.extend(last);
    keys
}

/// Returns the title of a built-in scenario of this kind as a TOML literal.
fn known_title(kind: &Kind, library: &Library) -> Option<&'static str> {
    let folder = format!("scenarios/{}/", kind.name);
    let mut shipped = library.scenarios.iter();
    let one = shipped.find(|builtin| builtin.path.starts_with(&folder))?;
    let mut lines = one.text.lines();
    let title =
        lines.find_map(|line| line.strip_prefix("title")?.trim_start().strip_prefix('='))?;
    Some(title.trim()).filter(|title| title.starts_with('"') && title.ends_with('"'))
}

fn part_keys(shared: &'static Key, common: &[Key], library: &Library) -> Vec<Key> {
    let mut own = *shared;
    // A used file may have a single element, or only use other files.
    if let ValueShape::Tables { min, .. } = &mut own.shape {
        *min = 1;
    }
    // The example is shortened to one element.
    let header = format!("\n[[{}]]", shared.name);
    let first = shared.example.split(&header).next();
    let common = common.iter();
    common
        .filter(|key| ["format", "title", "notes"].contains(&key.name))
        .copied()
        .chain([
            used_files(shared, library),
            own.help("Elements that this file adds to scenarios that use it.")
                .example(first.unwrap_or_default()),
        ])
        .collect()
}

/// Returns the key that lists the files with further elements of `shared`.
fn used_files(shared: &Key, library: &Library) -> Key {
    const FILES: ValueShape = ValueShape::list(&ValueShape::Prose, 0, MOST_FILES);
    let help = format!(
        "Files shared by more than one scenario, each with one {} or more, which come before those of this file.",
        shared.name
    );
    let example = library.parties.first().map_or("", |party| party.name);
    let accepts = format!(
        "a list of at most {MOST_FILES} paths, relative to the folder of this file, or names such as \"@{example}\""
    );
    Key::optional(USE, FILES)
        .help(help.leak())
        .accepts(accepts.leak())
        .example("[\"party.toml\"]")
}

/// Returns the array of a kind to which other files may add elements, if there is one.
pub fn shared_key(kind: &Kind) -> Option<&'static Key> {
    kind.keys.iter().find(|key| key.shared)
}
