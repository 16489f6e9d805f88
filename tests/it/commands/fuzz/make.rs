//! Generator of fuzz inputs: damaged copies of good files, and command lines that are nearly right.

use crate::mutations::{Spot, replaced, spots};
use evenodds::dice::{Dice, Sampled};
use evenodds::document::{Faults, Source, parse};
use evenodds::scenario::{BUILTINS, LIBRARY, PARTIES, load};
use std::fmt;

/// File that most command lines name.
pub const SCENARIO: &str = "a.toml";
/// Second file, for command lines with two.
const OTHER: &str = "b.toml";

/// Files and a command line.
pub struct Input {
    pub files: Vec<(&'static str, Vec<u8>)>,
    /// Command lines that run first, for the files that they write.
    pub before: Vec<Vec<String>>,
    pub arguments: Vec<String>,
}

impl Input {
    pub fn command(&self) -> &str {
        self.arguments.first().map_or("", String::as_str)
    }

    /// Returns whether players that look ahead or solvers are used, which may take long.
    pub fn thinks(&self) -> bool {
        if self.command() == "drama" {
            // Its evaluator plays every position out.
            return true;
        }
        let named = |name: &str| self.arguments.iter().any(|argument| argument == name);
        let read = self
            .files
            .iter()
            .filter(|(name, _)| named(name) || named("-"));
        let mut texts: Vec<String> = read
            .map(|(_, bytes)| String::from_utf8_lossy(bytes).into_owned())
            .collect();
        let shipped = self
            .arguments
            .iter()
            .filter_map(|argument| LIBRARY.builtin(argument));
        texts.extend(shipped.map(|one| one.text.to_owned()));
        texts.extend(self.before.iter().map(|line| line.join(" ")));
        texts.push(self.arguments.join(" "));
        texts
            .iter()
            .any(|text| THINKING.iter().any(|word| text.contains(word)))
    }
}

impl fmt::Display for Input {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for arguments in self.before.iter().chain([&self.arguments]) {
            writeln!(formatter, "  {arguments:?}")?;
        }
        for (name, bytes) in &self.files {
            let text = String::from_utf8_lossy(bytes);
            let short: String = text.chars().take(3_000).collect();
            writeln!(formatter, "--- {name}\n{short}")?;
        }
        Ok(())
    }
}

/// Words in files and command lines that mean slow players or solvers. The heroes of
/// `dice_adventures` and the searchers of a `survey` are solved, too.
pub const THINKING: [&str; 6] = [
    "rollout",
    "expert",
    "optimal",
    "workshop",
    "dice_adventures",
    "survey",
];

/// A shipped scenario with values that fit it.
struct Good {
    text: &'static str,
    /// Places where it can be changed.
    spots: Vec<Spot>,
    /// Tunable parameters with ranges around their values.
    ranges: Vec<String>,
    /// Assignments that it accepts.
    assignments: Vec<String>,
    /// Possible targets.
    targets: Vec<String>,
    /// Names of figures to report.
    figures: Vec<String>,
    /// Conditions on its trials.
    conditions: Vec<String>,
    /// Players that it accepts.
    players: Vec<&'static str>,
}

impl Good {
    fn new(path: &str, text: &'static str) -> Self {
        let mut faults = Faults::new();
        let root = parse(&Source::new(path, text), &mut faults);
        assert!(faults.is_empty());
        let mut found = Vec::new();
        spots(&root, "", &mut found);
        let mut good = Self {
            text,
            spots: found,
            ranges: Vec::new(),
            assignments: Vec::new(),
            targets: Vec::new(),
            figures: Vec::new(),
            conditions: Vec::new(),
            players: Vec::new(),
        };
        let Ok(scenario) = load(path, text.as_bytes(), &[]) else {
            return good; // A part that others use.
        };
        for step in scenario.steps() {
            good.assignments.push(step.assignment());
            if let Ok(value) = step.value.parse::<i64>() {
                good.ranges
                    .push(format!("{}={}..{}", step.path, value - 1, value + 1));
            }
        }
        for outcome in scenario.contest.outcomes() {
            good.targets.push(format!("{}=0.5", outcome.name));
            good.figures.push(outcome.name.clone());
            good.conditions.push(format!("outcome={}", outcome.name));
        }
        for metric in scenario.contest.metrics() {
            good.targets.push(format!("mean.{}=5", metric.name()));
            good.targets.push(format!("p50.{}=4", metric.name()));
            good.figures.push(format!("p90.{}", metric.name()));
            good.conditions.push(format!("{}>=2", metric.name()));
        }
        if !scenario.seats.is_empty() {
            good.players = scenario.kind.players.iter().map(|one| one.name).collect();
        }
        good
    }
}

/// Shipped scenarios, and shards of runs.
pub struct Maker {
    good: Vec<Good>,
    parts: Vec<Vec<u8>>,
}

/// Replacements for good values.
const VALUES: [&str; 30] = [
    "0",
    "1",
    "2",
    "6",
    "7",
    "-1",
    "1000",
    "1e309",
    "-0.0",
    "0.5",
    "nan",
    "inf",
    "99999999999999999999",
    "9223372036854775807",
    "true",
    "\"\"",
    "\"x\"",
    "\"Dirk\"",
    "\"finisher\"",
    "\"random\"",
    "\"draw\"",
    "\"up\"",
    "[]",
    "[1, 2]",
    "[[]]",
    "{}",
    "{ dice = 2 }",
    "{ name = \"x\", dice = 3 }",
    "'''\n'''",
    "\"\\u001b[31m\\u202e\"",
];
/// Assignments without their values.
const PATHS: [&str; 18] = [
    "difficulty",
    "rules.half",
    "rules",
    "side",
    "side.heroes.player",
    "side.heroes.Dirk.classes[0].dice",
    "side.heroes.Dirk",
    "side.ambushers.'Assassin Drone'.count",
    "side[0].name",
    "actor.dice",
    "helper[0].dice",
    "field.size",
    "kind",
    "run.trials",
    "expect.outcomes.success",
    "use",
    "a.b.c[99999999999]",
    "\u{1b}[31m",
];
const RANGES: [&str; 14] = [
    "1..3",
    "3..1",
    "1..999999999",
    "0.1..0.5/0.1",
    "1..2/0",
    "up,down",
    "",
    ",",
    "1",
    "x",
    "1..",
    "nan..1",
    "'a,b'",
    "-3..3",
];
/// Keys of shipped scenarios with values that they accept.
const FITTING: [&str; 10] = [
    "difficulty=8..11",
    "actor.dice=1..3",
    "rules.half=up,down",
    "side.heroes.Dirk.classes[0].dice=2..4",
    "side.heroes.player=finisher,random",
    "prosperity=2,3",
    "field.size=6,10",
    "skill=30,60",
    "a.skill=2,3",
    "mode=basic,hardcore",
];
const TARGETS: [&str; 12] = [
    "success=0.5",
    "heroes=50%",
    "red=0.4",
    "mean.turns=5",
    "p50.turns=6",
    "x=1",
    "=",
    "success=",
    "success=nan",
    "success=2",
    "mean.total=7",
    "-a=0.5",
];
const FORMATS: [&str; 4] = ["json", "json", "table", "markdown"];

/// Random choices.
pub struct Pick(pub Sampled);

impl Pick {
    pub fn below(&mut self, options: usize) -> usize {
        self.0.choose(0, options as u32) as usize
    }

    pub fn one<'a>(&mut self, options: &[&'a str]) -> &'a str {
        options[self.below(options.len())]
    }

    pub fn chance(&mut self, of: usize) -> bool {
        self.below(of) == 0
    }
}

impl Maker {
    /// Returns a generator; with `quick`, of scenarios without slow players only.
    pub fn new(quick: bool) -> Self {
        let is_quick = |text: &str| {
            let mut slow = THINKING.iter().chain(&["\nuse "]);
            !slow.any(|word| text.contains(word)) && text.len() < 3_000
        };
        let shipped = BUILTINS.iter().chain(PARTIES);
        let good = shipped
            .filter(|one| !quick || is_quick(one.text))
            .map(|one| Good::new(one.path, one.text))
            .collect();
        let home = super::super::folder();
        let parts = ["1/2", "2/2"].map(|share| {
            let run = [
                "run",
                "@lockpick",
                "-n",
                "60",
                "--shard",
                share,
                "-o",
                "part",
            ];
            assert_eq!(super::super::call_in(home.path(), &run).code, Some(0));
            std::fs::read(home.path().join("part")).unwrap()
        });
        Self {
            good,
            parts: parts.to_vec(),
        }
    }

    /// Returns the input of this number.
    pub fn input(&self, number: u64) -> Input {
        let mut dice = Sampled::new(2, &["fuzz".to_owned()]);
        dice.start(number);
        let mut pick = Pick(dice);
        // A third of the inputs are nearly valid, so that many run to the end.
        let sound = pick.chance(3);
        let (one, two) = [(); 2]
            .map(|()| &self.good[pick.below(self.good.len())])
            .into();
        let mut scenario = |good: &Good| {
            if sound && !pick.chance(8) {
                good.text.as_bytes().to_vec()
            } else {
                self.changed(good, &mut pick)
            }
        };
        let mut files = vec![(SCENARIO, scenario(one)), (OTHER, scenario(two))];
        let arguments = if sound {
            sound_arguments(one, &mut pick)
        } else {
            arguments(&mut pick)
        };
        let reads_parts = ["one", "two", "kept"];
        for (index, name) in reads_parts.into_iter().enumerate() {
            if arguments.iter().any(|argument| argument == name) {
                let mut bytes = self.parts[index.min(1)].clone();
                if !pick.chance(3) {
                    scramble(&mut bytes, &mut pick);
                }
                files.push((name, bytes));
            }
        }
        Input {
            files,
            before: Vec::new(),
            arguments,
        }
    }

    /// Returns a shipped scenario with up to three changes.
    fn changed(&self, good: &Good, pick: &mut Pick) -> Vec<u8> {
        let spots = &good.spots;
        let mut text = good.text.to_owned();
        // Positions are those of the good text, so later ones are replaced first.
        let mut chosen: Vec<&Spot> = (0..[0, 0, 1, 1, 2][pick.below(5)])
            .map(|_| &spots[pick.below(spots.len())])
            .collect();
        chosen.sort_by_key(|spot| std::cmp::Reverse(spot.key.start));
        chosen.dedup_by_key(|spot| spot.key.start);
        for spot in chosen {
            text = match pick.below(4) {
                0 => {
                    let others = &self.good[pick.below(self.good.len())].spots;
                    let path = &others[pick.below(others.len())].path;
                    let name = path.rsplit('.').next().unwrap_or(path);
                    replaced(&text, spot.key.clone(), name)
                }
                _ => replaced(&text, spot.value.clone(), pick.one(&VALUES)),
            };
        }
        match pick.below(16) {
            0 => {
                // Inserts lines of another scenario in the middle.
                let other = self.good[pick.below(self.good.len())].text;
                let (lines, others): (Vec<&str>, Vec<&str>) =
                    (text.lines().collect(), other.lines().collect());
                let (at, from) = (pick.below(lines.len() + 1), pick.below(others.len()));
                let to = (from + 1 + pick.below(6)).min(others.len());
                [&lines[..at], &others[from..to], &lines[at..]]
                    .concat()
                    .join("\n")
                    .into_bytes()
            }
            1 => {
                let mut lines: Vec<&str> = text.lines().collect();
                lines.remove(pick.below(lines.len()));
                lines.join("\n").into_bytes()
            }
            2 => {
                let mut bytes = text.into_bytes();
                scramble(&mut bytes, pick);
                bytes
            }
            _ => text.into_bytes(),
        }
    }
}

/// Changes, removes, repeats or cuts off bytes.
fn scramble(bytes: &mut Vec<u8>, pick: &mut Pick) {
    for _ in 0..=pick.below(3) {
        if bytes.is_empty() {
            return;
        }
        let at = pick.below(bytes.len());
        match pick.below(5) {
            0 => bytes[at] = pick.below(256) as u8,
            1 => bytes[at] = b"[]{}\"'=.,#\n 0-\\"[pick.below(15)],
            2 => drop(bytes.remove(at)),
            3 => {
                let end = (at + 1 + pick.below(60)).min(bytes.len());
                let copy = bytes[at..end].to_vec();
                let to = pick.below(bytes.len());
                bytes.splice(to..to, copy);
            }
            _ => bytes.truncate(bytes.len() - at.min(20)),
        }
    }
}

/// Returns a command line that fits a scenario.
fn sound_arguments(good: &Good, pick: &mut Pick) -> Vec<String> {
    let commands = [
        "run", "run", "exact", "trace", "ladder", "drama", "check", "compare", "sweep", "tune",
        "advise", "report",
    ];
    let command = pick.one(&commands);
    let mut arguments = vec![command.to_owned(), SCENARIO.to_owned()];
    let mut add =
        |option: &str, value: &str| arguments.extend([option.to_owned(), value.to_owned()]);
    let trials = pick.one(&["1", "7", "40", "60"]);
    let fitting = |values: &[String], pick: &mut Pick| match values {
        [] => "dice=1..2".to_owned(),
        _ => values[pick.below(values.len())].clone(),
    };
    if pick.chance(3) {
        add("--set", &fitting(&good.assignments, pick));
    }
    match command {
        "trace" => match pick.below(3) {
            0 => add("--trial", pick.one(&["0", "3", "1000000"])),
            1 => add("--within", "30"),
            _ => {
                add("--find", &fitting(&good.conditions, pick));
                add("--within", "40");
            }
        },
        "ladder" => {
            add("-n", trials);
            if good.players.len() > 1 {
                add(
                    "--players",
                    &format!("{},{}", good.players[0], good.players[1]),
                );
            }
        }
        "check" => add("--max-trials", "100"),
        "compare" | "sweep" => {
            add("--vary", &fitting(&good.ranges, pick));
            if command == "compare" {
                add("--max-trials", "200");
            } else {
                add("-n", trials);
                add("--figure", &fitting(&good.figures, pick));
            }
        }
        "tune" | "advise" => {
            add("--target", &fitting(&good.targets, pick));
            add("--tolerance", pick.one(&["0.05", "0.3"]));
            if command == "tune" {
                add("--vary", &fitting(&good.ranges, pick));
            }
            add("--max-trials", "2000");
        }
        "exact" => {}
        _ => add("-n", trials),
    }
    if command != "report" && command != "trace" {
        add("-f", pick.one(&FORMATS));
    }
    if !["exact", "trace"].contains(&command) {
        add("-j", "1");
    }
    arguments
}

/// Returns a command line with few trials.
fn arguments(pick: &mut Pick) -> Vec<String> {
    let command = pick.one(&[
        "run", "run", "run", "exact", "trace", "ladder", "drama", "check", "compare", "sweep",
        "tune", "advise", "report", "merge",
    ]);
    let mut arguments = vec![command.to_owned()];
    let mut add = |words: &[&str]| arguments.extend(words.iter().map(|&word| word.to_owned()));
    let trials = if pick.chance(20) {
        pick.one(&["0", "-3", "1e99", "x"])
    } else {
        pick.one(&["1", "2", "20", "60", "1e1"])
    };
    if command == "merge" {
        let parts = [
            &["one", "two"][..],
            &["two", "one"],
            &["one"],
            &["one", "one", "two"],
            &["one", SCENARIO],
        ];
        add(parts[pick.below(parts.len())]);
    } else {
        let file = if pick.chance(8) {
            pick.one(&["@lockpick", "gone", "@x", "."])
        } else {
            pick.one(&[SCENARIO, SCENARIO, SCENARIO, "-"])
        };
        add(&[file]);
        if pick.chance(if command == "compare" { 2 } else { 12 }) {
            add(&[OTHER]);
        }
    }
    for _ in 0..pick.below(3) {
        if command != "merge" && pick.chance(6) {
            let path = pick.one(&PATHS);
            let value = pick.one(&VALUES);
            add(&["--set", &format!("{path}={value}")]);
        }
    }
    let vary = |pick: &mut Pick| {
        if pick.chance(3) {
            return format!("{}={}", pick.one(&PATHS), pick.one(&RANGES));
        }
        pick.one(&FITTING).to_owned()
    };
    match command {
        "run" => {
            add(&["-n", trials]);
            match pick.below(8) {
                0 => add(&[
                    "--checkpoint",
                    pick.one(&["kept", "kept", "new", SCENARIO, "."]),
                ]),
                1 => add(&[
                    "--shard",
                    pick.one(&["1/1", "1/2", "2/2", "3/2", "0/1", "x"]),
                ]),
                2 => add(&["--precision", pick.one(&["0.2", "0.4", "0", "nan"])]),
                _ => {}
            }
        }
        "trace" => match pick.below(5) {
            0 => add(&[
                "--trial",
                pick.one(&["0", "7", "18446744073709551615", "-1"]),
            ]),
            1 => add(&["--typical", "--within", "20"]),
            2 => add(&[
                "--extreme",
                pick.one(&["turns", "total", "x", ""]),
                "--within",
                "20",
            ]),
            3 => add(&[
                "--find",
                pick.one(&["outcome=success", "turns>=2", "total<", "=", "x=1"]),
                "--within",
                "20",
            ]),
            _ => add(&["--advice"]),
        },
        "ladder" => add(&[
            "-n",
            trials,
            "--players",
            pick.one(&["random,brawler", "finisher", "x", "one_by_one,optimal", ""]),
        ]),
        "drama" | "report" => add(&["-n", trials]),
        "check" => add(&["-n", trials, "--max-trials", "100"]),
        "compare" => {
            if pick.chance(2) {
                add(&["--vary", &vary(pick)]);
            }
            add(&["--max-trials", "100"]);
        }
        "sweep" => {
            for _ in 0..=pick.below(2) {
                add(&["--vary", &vary(pick)]);
            }
            if pick.chance(3) {
                add(&[
                    "--figure",
                    pick.one(&["success", "mean.turns", "p99.turns", "", "heroes"]),
                ]);
            }
            add(&["-n", trials]);
        }
        "tune" => {
            add(&[
                "--vary",
                &vary(pick),
                "--target",
                pick.one(&TARGETS),
                "--max-trials",
                "200",
            ]);
        }
        "advise" => add(&[
            "--target",
            pick.one(&TARGETS),
            "-n",
            "20",
            "--max-trials",
            "200",
        ]),
        _ => {}
    }
    if !["report", "trace"].contains(&command) {
        add(&["-f", pick.one(&FORMATS)]);
        if pick.chance(6) {
            add(&[
                "-o",
                pick.one(&["out", "out", "nowhere/out", ".", SCENARIO, "one"]),
            ]);
        }
    }
    if !["exact", "merge"].contains(&command) && pick.chance(3) {
        let seed = ["0", "1", "7", "9223372036854775807", "9223372036854775808"];
        add(&["-s", pick.one(&seed)]);
    }
    if !["exact", "merge", "trace"].contains(&command) {
        add(&["-j", "1", "-q"]);
    }
    if pick.chance(40) {
        add(&[pick.one(&[
            "--what",
            "--color",
            "--safe-csv",
            "--png",
            "\u{1b}[2J",
            "-f",
            "--shard",
        ])]);
    }
    arguments
}
