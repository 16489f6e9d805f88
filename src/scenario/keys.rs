//! The keys that every scenario has, the whole table of keys of each kind, and that of the files that its scenarios use.

use super::builtin::PARTIES;
use super::gather::{MOST_FILES, USE};
use crate::contest::Kind;
use crate::contests::KINDS;
use crate::document::{Choice, Key, Shape};
use std::sync::LazyLock;

/// Seeds are 0 to 2^63 - 1, as TOML's integers are.
const MOST_TRIALS: i64 = 1_000_000_000_000_000;

static RUN: &[Key] = &[
    Key::optional(
        "trials",
        Shape::Integer {
            min: 1,
            max: MOST_TRIALS,
        },
    )
    .help("How many trials to play unless the command line says otherwise.")
    .example("1_000_000"),
    Key::default(
        "seed",
        Shape::Integer {
            min: 0,
            max: i64::MAX,
        },
        "1",
    )
    .help("Which luck; the same seed gives the same results, to the byte."),
];

static RANGE: Shape = Shape::List {
    item: &Shape::Number {
        min: f64::NEG_INFINITY,
        max: f64::INFINITY,
    },
    min: 2,
    max: 2,
};

static SHARES: Shape = Shape::List {
    item: &Shape::Number { min: 0.0, max: 1.0 },
    min: 2,
    max: 2,
};

static EXPECT: &[Key] = &[
    Key::default("outcomes", Shape::Map(&SHARES), "{}")
        .help("For outcomes by name, how often they are meant to come up.")
        .accepts("the lowest and the highest share, from 0 to 1, as in [0.60, 0.70]"),
    Key::default("metrics", Shape::Map(&RANGE), "{}")
        .help("For figures such as \"mean.turns\" or \"p95.turns\", where they are meant to lie.")
        .accepts("the lowest and the highest value, as in [4, 7]"),
];

/// Names differ from kind to kind, so they are shown and not set.
const EXAMPLE: &str = r#"[expect.outcomes]
# "name of an outcome" = [0.60, 0.70]   # the lowest and the highest share that is meant
[expect.metrics]
# "mean.name of a metric" = [4, 7]      # mean, sd, min, p05, p25, p50, p75, p95 or max
"#;

const FIGURES: Shape = Shape::Either(&[
    Shape::Text,
    Shape::List {
        item: &Shape::Text,
        min: 1,
        max: MOST_FIGURES,
    },
]);

/// Nobody reads more.
const MOST_FIGURES: usize = 10;
/// The same.
const MOST_KEYS: usize = 20;

static SWEEP: &[Key] = &[
    Key::required(
        "vary",
        Shape::List {
            item: &Shape::Text,
            min: 1,
            max: MOST_KEYS,
        },
    )
    .help("The keys that take several values in turn; all settings of the grid are played.")
    .accepts("a list of keys with their values, as in [\"rules.half=up,down\"] or [\"difficulty=5..20/5\"]")
    .example("[\"rules.half=up,down\"]"),
    Key::optional("figure", FIGURES)
        .help("What to look at: an outcome, or a figure of a metric such as \"mean.turns\" or \"p95.turns\".")
        .accepts("the name of an outcome or of a metric's figure, or a list of such names")
        .example("\"mean.turns\""),
    Key::optional(
        "trials",
        Shape::Integer {
            min: 1,
            max: MOST_TRIALS,
        },
    )
    .help("How many trials of each setting, where it has no exact answer; 100,000 unless set, 2,000 with slow players.")
    .example("100_000"),
];

static TUNE: &[Key] = &[
    Key::required(
        "vary",
        Shape::List {
            item: &Shape::Text,
            min: 1,
            max: MOST_KEYS,
        },
    )
    .help("The keys that may be turned, with the values that each may have.")
    .accepts("a list of keys with their values, as in [\"rules.half=up,down\"] or [\"difficulty=5..20\"]")
    .example("[\"rules.half=up,down\"]"),
    Key::required("target", Shape::Text)
        .help("What is meant: an outcome with its share, or a figure of a metric with its value.")
        .accepts("a figure and its value, as in \"success=0.6\" or \"p50.turns=6\"")
        .example("\"success=0.6\""),
    Key::optional(
        "tolerance",
        Shape::Number {
            min: 0.0,
            max: f64::INFINITY,
        },
    )
    .help("How near is near enough; unless set 0.01 for a share, 0.1 for a mean, 0 for a quantile.")
    .example("0.02"),
    Key::optional(
        "alpha",
        Shape::Number {
            min: 1e-9,
            max: 0.5,
        },
    )
    .help("The chance that the answer may be wrong; 0.05 unless set.")
    .example("0.01"),
    Key::optional(
        "max_trials",
        Shape::Integer {
            min: 1,
            max: MOST_TRIALS,
        },
    )
    .help("The most trials of all settings together; 20,000,000 unless set, 200,000 with slow players.")
    .example("5_000_000"),
];

/// As with `[sweep]`.
const TUNE_EXAMPLE: &str = r#"# [tune]
# vary   = ["path.of.a.key=1..6"]         # or "path=a,b"; with several keys all of their settings
# target = "name of an outcome=0.6"       # or "mean.name of a metric=5", "p50.name of a metric=6"
"#;

/// What can be varied differs from kind to kind, so it is shown and not set.
const SWEEP_EXAMPLE: &str = r#"# [sweep]
# vary   = ["path.of.a.key=1..6"]         # or "path=a,b"; with two keys a map, with three several
# figure = "name of an outcome"           # or "mean.name of a metric"; the first outcome unless set
"#;

static KIND_CHOICES: LazyLock<Vec<Choice>> = LazyLock::new(|| {
    KINDS
        .iter()
        .map(|kind| Choice::new(kind.name, kind.summary))
        .collect()
});

static COMMON: LazyLock<Vec<Key>> = LazyLock::new(|| {
    let kinds: &'static [Choice] = &KIND_CHOICES;
    vec![
        Key::default("format", Shape::Integer { min: 1, max: 1 }, "1")
            .help("Version of this file format.")
            .accepts("this program reads format 1"),
        Key::required("kind", Shape::Choice(kinds)).help("Which contest this is."),
        Key::optional("title", Shape::Text)
            .help("What it is called on charts and reports.")
            .example("\"Ambush in the canyon\""),
        Key::optional("notes", Shape::Text)
            .help("Anything to be remembered about it.")
            .example("\"Where it comes from, what it is for.\""),
        Key::default("run", Shape::Table(RUN), "{}").help("How to play it; the command line wins."),
        Key::default("expect", Shape::Table(EXPECT), "{}")
            .help("What it promises.")
            .example(EXAMPLE),
        Key::optional("sweep", Shape::Table(SWEEP))
            .help("What `evenodds sweep` varies, and what reports show of it.")
            .example(SWEEP_EXAMPLE),
        Key::optional("tune", Shape::Table(TUNE))
            .help("What it is meant to be: what `evenodds tune` looks for, and reports show.")
            .example(TUNE_EXAMPLE),
    ]
});

/// The keys of all kinds together with the common ones, in the order of [`KINDS`].
static WHOLE: LazyLock<Vec<Vec<Key>>> = LazyLock::new(|| {
    KINDS
        .iter()
        .map(|kind| {
            let (first, last) = COMMON.split_at(4);
            let mut keys = first.to_vec();
            if let Some(own) = keys.iter_mut().find(|key| key.name == "kind") {
                // Here the kind is known.
                let only = Choice::new(kind.name, kind.summary);
                own.shape = Shape::Choice(vec![only].leak());
                own.example = format!("\"{}\"", kind.name).leak();
            }
            keys.extend(shared_key(kind).map(used_files));
            keys.extend(kind.keys);
            keys.extend(last);
            keys
        })
        .collect()
});

/// By kind, in the order of [`KINDS`]: the keys of a file that its scenarios use; none where they use none.
static PARTS: LazyLock<Vec<Option<Vec<Key>>>> = LazyLock::new(|| {
    KINDS
        .iter()
        .map(|kind| {
            let shared = shared_key(kind)?;
            let mut keys: Vec<Key> = COMMON
                .iter()
                .filter(|key| ["format", "title", "notes"].contains(&key.name))
                .copied()
                .collect();
            keys.push(used_files(shared));
            let shape = match shared.shape {
                // A part may hold a single one, or only hand on those of the files that it uses.
                Shape::Tables {
                    keys,
                    max,
                    named,
                    elided,
                    ..
                } => Shape::Tables {
                    keys,
                    min: 1,
                    max,
                    named,
                    elided,
                },
                shape => shape,
            };
            // One is enough to begin with.
            let header = format!("\n[[{}]]", shared.name);
            let first = shared.example.split(&header).next();
            let key = Key { shape, ..*shared };
            keys.push(
                key.help("What scenarios that use this file get from it.")
                    .example(first.unwrap_or_default()),
            );
            Some(keys)
        })
        .collect()
});

/// The key that names the files with more elements of `shared`.
fn used_files(shared: &Key) -> Key {
    const FILES: Shape = Shape::List {
        item: &Shape::Text,
        min: 0,
        max: MOST_FILES,
    };
    let help = format!(
        "Files with a {} or more that many scenarios share. Theirs come before those of this file.",
        shared.name
    );
    let example = PARTIES.first().map_or("", |party| party.name);
    let accepts = format!(
        "a list of at most {MOST_FILES} paths, counted from the folder of this file, or names such as \"@{example}\""
    );
    Key::optional(USE, FILES)
        .help(help.leak())
        .accepts(accepts.leak())
        .example("[\"party.toml\"]")
}

/// The array of a kind whose elements may come from other files too, if it has one.
pub fn shared_key(kind: &Kind) -> Option<&'static Key> {
    kind.keys.iter().find(|key| key.shared)
}

/// All keys of a file that scenarios of that kind may use; none if they use no others.
pub fn part_keys_of(kind: &Kind) -> Option<&'static [Key]> {
    let position = KINDS.iter().position(|known| known.name == kind.name)?;
    PARTS[position].as_deref()
}

/// The keys that every scenario has, whatever its kind.
pub fn common_keys() -> &'static [Key] {
    &COMMON
}

/// All keys of a scenario of that kind.
pub fn keys_of(kind: &Kind) -> &'static [Key] {
    let position = KINDS.iter().position(|known| known.name == kind.name);
    position.map_or(common_keys(), |position| &WHOLE[position])
}
