//! Generator of valid inputs: changes of shipped scenarios within what their keys declare, with
//! every command and the options that fit. So no finding can be blamed on an invalid file.

use super::make::{Input, Pick, SCENARIO, THINKING};
use evenodds::dice::Sampled;
use evenodds::document::{
    Faults, Key, Node, Presence, Source, TomlValue, TunableStep, ValueShape, parse,
};
use evenodds::scenario::{BUILTINS, Builtin, Link, Scenario, load, open};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Maximum number of attempts to draw changes that the scenario accepts.
const ATTEMPTS: usize = 8;

/// A shipped scenario as a file that works in any folder.
struct Shipped {
    text: String,
    /// All assignable keys of its contest, with their accepted values.
    places: Vec<(String, &'static ValueShape)>,
    /// Changes of one step.
    steps: Vec<String>,
}

impl Shipped {
    fn new(shipped: &Builtin) -> Option<Self> {
        let whole = open(&format!("@{}", shipped.name), &[]).ok()?;
        let text = whole.whole_text().to_owned();
        let root = parse(&Source::new(SCENARIO, &*text), &mut Faults::new());
        let mut places = Vec::new();
        walk(Some(&root), whole.kind.keys, "", &mut places);
        let steps = whole.steps();
        Some(Self {
            text,
            places,
            steps: steps.iter().map(TunableStep::assignment).collect(),
        })
    }

    /// Returns up to three changes.
    fn changes(&self, pick: &mut Pick) -> Vec<String> {
        let count = pick.below(4);
        let changes = (0..count).map(|_| {
            if !self.steps.is_empty() && pick.chance(3) {
                return self.steps[pick.below(self.steps.len())].clone();
            }
            let (path, shape) = &self.places[pick.below(self.places.len())];
            format!("{path}={}", value(shape, pick, 0))
        });
        changes.collect()
    }

    /// Returns the scenario with changes: `Err` if it panics, which the command then reproduces,
    /// `Ok(None)` if it is rejected.
    fn with(&self, changes: &[String]) -> std::thread::Result<Option<Scenario>> {
        let loaded = || load(SCENARIO, self.text.as_bytes(), changes).ok();
        catch_unwind(AssertUnwindSafe(loaded))
    }
}

/// Shipped scenarios with their possible changes.
pub struct Changer(Vec<Shipped>);

impl Changer {
    /// Returns the changer of all shipped scenarios; with `quick`, of the short ones without slow
    /// players.
    pub fn new(quick: bool) -> Self {
        let is_quick = |one: &&Builtin| {
            one.text.len() < 3_000 && !THINKING.iter().any(|word| one.text.contains(word))
        };
        let shipped = BUILTINS.iter().filter(|one| !quick || is_quick(one));
        Self(shipped.filter_map(Shipped::new).collect())
    }

    /// Returns the input of this number.
    pub fn input(&self, number: u64) -> Input {
        let mut dice = Sampled::new(3, &["valid".to_owned()]);
        dice.start(number);
        let mut pick = Pick(dice);
        let shipped = &self.0[pick.below(self.0.len())];
        let mut changes = Vec::new();
        let mut scenario = shipped.with(&changes);
        for _ in 0..ATTEMPTS {
            let drawn = shipped.changes(&mut pick);
            let changed = shipped.with(&drawn);
            if !matches!(changed, Ok(None)) {
                (changes, scenario) = (drawn, changed);
                break;
            }
        }
        let mut commands = match scenario {
            Ok(Some(scenario)) => commands(&scenario, &mut pick),
            _ => vec![words(&["check", SCENARIO, "--max-trials", "50"])],
        };
        for command in &mut commands {
            // A link contains its changes, and commands on earlier answers have none of their own.
            if command.get(1).is_some_and(|file| file == SCENARIO) {
                for change in &changes {
                    command.extend(["--set".to_owned(), change.clone()]);
                }
            }
        }
        let arguments = commands.pop().unwrap_or_default();
        Input {
            files: vec![(SCENARIO, shipped.text.clone().into_bytes())],
            before: commands,
            arguments,
        }
    }
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}

/// Collects every key that a scenario's contest may have, present or not, with its accepted values.
fn walk(
    node: Option<&Node>,
    keys: &'static [Key],
    path: &str,
    places: &mut Vec<(String, &'static ValueShape)>,
) {
    let entries = match node.map(|node| &node.value) {
        Some(TomlValue::Table(entries)) => Some(entries),
        _ => None,
    };
    // Other names are those of the file.
    for key in keys.iter().filter(|key| !key.others) {
        let path = if path.is_empty() {
            key.name.to_owned()
        } else {
            format!("{path}.{}", key.name)
        };
        if let Some(given) = entries.and_then(|entries| entries.get(key.name)) {
            inside(given, &key.shape, &path, places);
        }
        places.push((path, &key.shape));
    }
}

/// Collects the keys inside a value.
fn inside(
    node: &Node,
    shape: &'static ValueShape,
    path: &str,
    places: &mut Vec<(String, &'static ValueShape)>,
) {
    match (shape, &node.value) {
        (ValueShape::Table(keys), TomlValue::Table(_)) => walk(Some(node), keys, path, places),
        (ValueShape::Tables { keys, .. }, TomlValue::List(nodes)) => {
            for (index, node) in nodes.iter().enumerate() {
                walk(Some(node), keys, &format!("{path}[{index}]"), places);
            }
        }
        (ValueShape::Kinded(kinded), TomlValue::Table(entries)) => {
            let tag = entries.get(kinded.tag).map(|node| &node.value);
            if let Some(TomlValue::Text(tag)) = tag
                && let Some(variant) = kinded.variant(tag)
            {
                walk(Some(node), variant.keys, path, places);
            }
        }
        (ValueShape::List { item, .. }, TomlValue::List(nodes)) => {
            for (index, node) in nodes.iter().enumerate() {
                inside(node, item, &format!("{path}[{index}]"), places);
            }
        }
        (ValueShape::Either(shapes), _) => {
            for shape in *shapes {
                inside(node, shape, path, places);
            }
        }
        _ => {}
    }
}

/// Returns a TOML value of a shape, often a boundary value.
fn value(shape: &ValueShape, pick: &mut Pick, depth: usize) -> String {
    match shape {
        ValueShape::Text | ValueShape::Prose => {
            format!("\"{}\"", pick.one(&["x", "Ä b", "a.b", "draw", "1"]))
        }
        ValueShape::Flag => pick.one(&["true", "false"]).to_owned(),
        ValueShape::Integer { min, max } => integer(*min, *max, pick).to_string(),
        ValueShape::Share { max, .. } => pick
            .one(&["\"50%\"", "0.5", "\"0.1%\"", &max.min(1.0).to_string()])
            .to_owned(),
        ValueShape::Number { min, max } => {
            let ends = [min.max(-1e300), max.min(1e300), 0.5_f64.clamp(*min, *max)];
            format!("{:?}", ends[pick.below(3)])
        }
        ValueShape::Choice(choices) => format!("\"{}\"", choices[pick.below(choices.len())].name),
        ValueShape::List { item, min, max } => {
            let count = count(*min, *max, pick);
            let items = (0..count).map(|_| value(item, pick, depth + 1));
            format!("[{}]", items.collect::<Vec<_>>().join(", "))
        }
        ValueShape::Table(keys) => table(keys, None, pick, depth),
        ValueShape::Tables {
            keys,
            min,
            max,
            named,
            ..
        } => {
            let count = count(*min, *max, pick);
            let tables = (0..count).map(|number| {
                let name = named.then(|| format!("N{depth}{number}"));
                table(keys, name.as_deref(), pick, depth)
            });
            format!("[{}]", tables.collect::<Vec<_>>().join(", "))
        }
        ValueShape::Kinded(kinded) => {
            let variants = kinded.variants();
            table(variants[pick.below(variants.len())].keys, None, pick, depth)
        }
        ValueShape::Map(item) => format!("{{ x = {} }}", value(item, pick, depth + 1)),
        ValueShape::Either(shapes) => value(&shapes[pick.below(shapes.len())], pick, depth),
    }
}

/// Returns a table with the required keys, and some optional ones.
fn table(keys: &[Key], name: Option<&str>, pick: &mut Pick, depth: usize) -> String {
    let mut entries = Vec::new();
    for key in keys {
        let wanted = key.presence == Presence::Required || depth < 2 && pick.chance(4);
        let value = match name {
            Some(name) if key.name == "name" => format!("\"{name}\""),
            _ if !wanted => continue,
            _ => value(key.pattern().1, pick, depth + 1),
        };
        entries.push(format!("{} = {value}", key.name));
    }
    format!("{{ {} }}", entries.join(", "))
}

fn count(min: usize, max: usize, pick: &mut Pick) -> usize {
    let few = pick.below(4);
    // The maximum length is rare.
    let count = if pick.chance(12) { max.min(100) } else { few };
    count.clamp(min, max)
}

fn integer(min: i64, max: i64, pick: &mut Pick) -> i64 {
    let small = pick.below(12) as i64;
    let value = match pick.below(8) {
        0 => min,
        1 => max,
        2 => max / 2 + min / 2,
        3 => 10_i64.pow(pick.below(19) as u32),
        _ => small,
    };
    value.clamp(min, max)
}

/// Returns a command that fits a scenario, after the commands that write its input files.
fn commands(scenario: &Scenario, pick: &mut Pick) -> Vec<Vec<String>> {
    let fits = Fits::of(scenario, pick);
    let mut before = Vec::new();
    let command = pick.one(&[
        "run", "run", "exact", "trace", "trace", "ladder", "sweep", "compare", "drama", "tune",
        "advise", "hint", "hint", "report", "check", "link", "diff", "merge",
    ]);
    let trials = pick.one(&["1", "7", "60"]);
    let mut line = words(&[command, SCENARIO]);
    let mut add = |more: &[&str]| line.extend(words(more));
    match command {
        "run" => {
            add(&["-n", trials]);
            match pick.below(7) {
                0 => add(&["--no-stronger"]),
                1 => add(&["--precision", "0.3"]),
                2 => add(&["--checkpoint", "kept"]),
                3 if cfg!(feature = "frames") => add(&["--samples", "rows.parquet"]),
                4 => {
                    // The same scenario by its link.
                    let fragment = Link::to(scenario).fragment().unwrap();
                    line = words(&["run", &format!("evenodds.html#{fragment}"), "-n", trials]);
                }
                _ => {}
            }
        }
        "trace" => {
            match pick.below(5) {
                0 => add(&["--trial", pick.one(&["0", "3", "9223372036854775807"])]),
                1 => add(&["--typical", "--within", "30"]),
                2 => add(&["--extreme", &fits.metric, "--within", "30"]),
                3 => add(&["--find", &fits.condition, "--within", "40"]),
                _ => {}
            }
            if pick.chance(2) {
                add(&["--advice"]);
            }
            if pick.chance(3) {
                add(&["-f", "json"]);
            }
        }
        "ladder" => {
            add(&["-n", trials]);
            if let Some(players) = &fits.players {
                add(&["--players", players]);
            }
        }
        "sweep" => {
            add(&["--vary", &fits.range, "-n", trials]);
            if pick.chance(2) {
                add(&["--figure", &fits.figure]);
            }
        }
        "compare" => {
            add(&["--vary", &fits.change, "--max-trials", "300"]);
            match pick.below(3) {
                0 => add(&["--figure", &fits.figure]),
                1 => add(&["--precision", "0.2", "--margin", "0.1"]),
                _ => {}
            }
        }
        "drama" => add(&["-n", trials]),
        "tune" => add(&[
            "--vary",
            &fits.range,
            "--target",
            &fits.target,
            "--max-trials",
            "2000",
        ]),
        "advise" => {
            add(&["--target", &fits.outcome, "--max-trials", "2000"]);
            match pick.below(4) {
                0 => add(&["--all", "--first", "5"]),
                1 => add(&["--slow", "--budget", "1s"]),
                2 => add(&["--budget", "500ms"]),
                _ => add(&["--first", "3", "--looks", "1"]),
            }
        }
        "hint" => {
            if let Some(table) = &fits.table {
                add(&["--table", table]);
            }
            match pick.below(3) {
                0 => add(&["--playouts", "20"]),
                1 => add(&["--declared"]),
                _ => {}
            }
        }
        "report" => {
            add(&["-n", trials, "--out", "report"]);
            for extra in [
                "--ladder",
                "--drama",
                "--no-stronger",
                "--no-changes",
                "--no-stories",
                "--fail",
            ] {
                if pick.chance(3) {
                    add(&[extra]);
                }
            }
            if cfg!(feature = "charts") && pick.chance(2) {
                add(&["--handout"]);
            }
        }
        "check" => add(&["-n", trials, "--max-trials", "100", "--junit", "junit.xml"]),
        "link" => add(&["-n", trials, "-s", "7"]),
        "diff" => {
            for (name, trials) in [("one", "60"), ("two", "200")] {
                before.push(words(&[
                    "run", SCENARIO, "-n", trials, "-f", "json", "-o", name,
                ]));
            }
            line = words(&["diff", "one", "two"]);
        }
        _ => {
            for (name, share) in [("one", "1/2"), ("two", "2/2")] {
                before.push(words(&[
                    "run", SCENARIO, "-n", "60", "--shard", share, "-o", name,
                ]));
            }
            line = words(&["merge", "one", "two"]);
        }
    }
    let mut add = |more: &[&str]| line.extend(words(more));
    if !["trace", "report", "link"].contains(&command) {
        let mut formats = vec!["table", "json", "markdown"];
        if cfg!(feature = "charts") {
            formats.extend(["html", "html"]);
        }
        if cfg!(feature = "frames") && command != "hint" {
            formats.push("csv");
        }
        add(&["-f", pick.one(&formats)]);
    }
    let draws = ["ladder", "sweep", "compare", "tune", "advise"].contains(&command);
    if cfg!(feature = "charts") && draws && pick.chance(3) {
        add(&[
            "--chart",
            pick.one(&["chart.svg", "chart.svg", "chart.png"]),
        ]);
    }
    if !["exact", "trace", "link", "diff", "merge"].contains(&command) {
        add(&["-j", "1"]);
    }
    before.push(line);
    before
}

/// Option values that fit a scenario, drawn from its own names.
struct Fits {
    /// A key with a range of values, and with one.
    range: String,
    change: String,
    figure: String,
    metric: String,
    condition: String,
    /// A target to tune, and the share of an outcome.
    target: String,
    outcome: String,
    players: Option<String>,
    table: Option<String>,
}

impl Fits {
    fn of(scenario: &Scenario, pick: &mut Pick) -> Self {
        let contest = scenario.contest.as_ref();
        let steps = scenario.steps();
        let change = match &steps[..] {
            [] => "run.seed=2".to_owned(),
            steps => steps[pick.below(steps.len())].assignment(),
        };
        let numbers = steps
            .iter()
            .filter_map(|step| Some((&step.path, step.value.parse::<i64>().ok()?)));
        let numbers: Vec<_> = numbers.collect();
        let range = match &numbers[..] {
            [] => change.clone(),
            all => {
                let (path, value) = all[pick.below(all.len())];
                format!("{path}={}..{}", value - 1, value + 1)
            }
        };
        let outcomes = contest.outcomes();
        let outcome = &outcomes[pick.below(outcomes.len())].name;
        let metrics = contest.metrics();
        let metric = match metrics {
            [] => "none".to_owned(),
            all => all[pick.below(all.len())].name(),
        };
        let of_metric = pick.one(&["mean", "sd", "p50", "p95", "min", "max"]);
        let figure = if pick.chance(3) {
            outcome.clone()
        } else {
            format!("{of_metric}.{metric}")
        };
        let players: Vec<&str> = scenario.kind.players.iter().map(|one| one.name).collect();
        let two = (!scenario.seats.is_empty() && players.len() > 1).then(|| {
            let first = pick.below(players.len());
            let other = (first + 1 + pick.below(players.len() - 1)) % players.len();
            format!("{},{}", players[first], players[other])
        });
        let share = pick.one(&["0.01", "0.3", "0.5", "1"]);
        let outcome_target = format!("{outcome}={share}");
        Self {
            condition: match pick.below(2) {
                0 => format!("outcome={outcome}"),
                _ => format!("{metric}>={}", pick.below(4)),
            },
            target: match pick.below(2) {
                0 => outcome_target.clone(),
                _ => format!("{figure}={share}"),
            },
            range,
            change,
            figure,
            metric,
            outcome: outcome_target,
            players: two,
            table: table_of(
                contest.hints().ok().map(evenodds::contest::Hints::example),
                pick,
            ),
        }
    }
}

/// Returns a table of the scenario's own names: some entries of its example, with other dice.
fn table_of(example: Option<String>, pick: &mut Pick) -> Option<String> {
    let example = example?;
    let mut entries = Vec::new();
    for entry in example.split("; ") {
        if pick.chance(3) {
            continue;
        }
        let changed = entry.split_once(": ").map(|(name, dice)| {
            let mut kept = Vec::new();
            for die in dice.split(' ') {
                let is_die = die.len() == 1 && die.parse::<u32>().is_ok();
                match pick.below(5) {
                    0 => {}
                    1 | 2 if is_die => kept.push((1 + pick.below(6)).to_string()),
                    _ => kept.push(die.to_owned()),
                }
            }
            format!("{name}: {}", kept.join(" "))
        });
        entries.push(changed.unwrap_or_else(|| entry.to_owned()));
    }
    Some(entries.join("; "))
}
