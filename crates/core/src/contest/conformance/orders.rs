//! The order of the lists of a file: what means nothing changes nothing.

use super::{build, seats_in};
use crate::contest::{Contest, ExactDistribution, Kind, ListOrder, Tally};
use crate::dice::{Dice, Sampled};
use crate::document::{
    Faults, Key, Node, Path, Source, TomlValue, ValueShape, parse, set, written,
};
use std::collections::{BTreeMap, BTreeSet};

/// Maximum difference of exact probabilities.
const EXACT: f64 = 1e-12;
/// Maximum difference of sampled figures, in standard errors.
const ERRORS: f64 = 4.0;
/// Maximum number of trials. A share that differs by 3 percentage points is 6 standard errors away.
const MOST_TRIALS: u64 = 20_000;
/// Minimum number of trials, for players that take long.
const FEWEST_TRIALS: u64 = 40;
/// Time for the trials of a contest, in nanoseconds.
const TIME: u64 = 300_000_000;

/// Asserts that a kind states the meaning of the order of every list of its files.
pub fn assert_orders_are_stated(kind: &Kind) {
    let mut found = BTreeSet::new();
    lists_of(kind.keys, "", &mut found);
    let stated: BTreeSet<String> = kind
        .lists
        .iter()
        .map(|(path, _)| (*path).to_owned())
        .collect();
    assert_eq!(
        stated.len(),
        kind.lists.len(),
        "{}: a list is stated twice",
        kind.name
    );
    assert_eq!(
        stated, found,
        "{}: `lists` states the meaning of the order of every list in a file",
        kind.name
    );
}

fn lists_of(keys: &[Key], before: &str, found: &mut BTreeSet<String>) {
    for key in keys {
        let (name, shape) = key.pattern();
        lists_in(shape, format!("{before}{name}"), found);
    }
}

fn lists_in(shape: &ValueShape, path: String, found: &mut BTreeSet<String>) {
    match shape {
        ValueShape::List { item, .. } => {
            lists_in(item, format!("{path}[]"), found);
            found.insert(path);
        }
        ValueShape::Tables { keys, .. } => {
            lists_of(keys, &format!("{path}[]."), found);
            found.insert(path);
        }
        ValueShape::Table(keys) => lists_of(keys, &format!("{path}."), found),
        ValueShape::Map(value) => lists_in(value, format!("{path}.*"), found),
        ValueShape::Either(shapes) => {
            for shape in *shapes {
                lists_in(shape, path.clone(), found);
            }
        }
        // The lists of a contest within a contest are those of its kind.
        ValueShape::Kinded(_) => drop(found.insert(path)),
        _ => {}
    }
}

/// Asserts that the figures of a file do not depend on the order of its lists, with its own players
/// and with each of the first `players` of the kind, and that equal members of a list have equal
/// figures. Adds the paths of the lists that were permuted, and the names of the equal members that
/// were compared.
pub fn assert_orders_mean_nothing(
    kind: &Kind,
    text: &str,
    players: usize,
    permuted: &mut BTreeSet<&'static str>,
    compared: &mut BTreeSet<String>,
) {
    let root = parse(&Source::new("x.toml", text), &mut Faults::new());
    let mut seats = Vec::new();
    if !kind.players.is_empty() {
        seats_in(kind, kind.keys, &root, &Path::root(), &mut seats);
    }
    let mut lineups: Vec<Vec<String>> = vec![Vec::new()];
    for player in kind.players.iter().take(players) {
        let all = seats.iter();
        lineups.push(all.map(|seat| format!("{seat}={}", player.name)).collect());
    }
    for sets in lineups {
        let mut root = root.clone();
        let mut faults = Faults::new();
        for set in &sets {
            set::apply(&mut root, kind.keys, set, &mut faults);
        }
        let about = format!("{}: {sets:?}\n{text}", kind.name);
        match build(kind, &root, faults) {
            Ok(contest) => {
                assert_unordered(kind, &root, contest.as_ref(), &about, permuted);
                assert_equal_members(kind, &root, contest.as_ref(), &about, compared);
            }
            // A player may not support every contest of a kind.
            Err(faults) => assert!(!sets.is_empty(), "{about}\n{faults}"),
        }
    }
}

/// Asserts that the figures of a contest do not depend on the order of the lists of its file.
fn assert_unordered(
    kind: &Kind,
    root: &Node,
    contest: &dyn Contest,
    about: &str,
    permuted: &mut BTreeSet<&'static str>,
) {
    let mut figures = None;
    let mut dice = Sampled::new(5, &["/order".to_owned()]);
    for number in 0..2 {
        dice.start(number);
        let mut other = root.clone();
        let mut changed = BTreeSet::new();
        // A reversal moves every element that can move; lots find the rest.
        permute(
            kind,
            root,
            &mut other,
            "",
            (number == 0, &mut dice),
            &mut changed,
        );
        if changed.is_empty() {
            continue;
        }
        let changed_contest = build(kind, &other, Faults::new())
            .unwrap_or_else(|faults| panic!("{about}\n{}\n{faults}", written(&other)));
        let about = format!(
            "{about}\nin another order ({changed:?}):\n{}",
            written(&other)
        );
        let figures = figures.get_or_insert_with(|| Figures::of(contest, 21));
        figures.assert_equal(&Figures::of(changed_contest.as_ref(), 22), &about);
        permuted.extend(changed);
    }
}

/// Returns the path by which the kind states that the order of a list means nothing; `None` if it has a meaning.
fn free_order(kind: &Kind, root: &Node, path: &str) -> Option<&'static str> {
    let fits = |pattern: &str| {
        let (pattern, path) = (pattern.split('.'), path.split('.'));
        pattern.clone().count() == path.clone().count()
            && pattern
                .zip(path)
                .all(|(known, own)| known == own || known == "*")
    };
    let (path, order) = kind.lists.iter().find(|(pattern, _)| fits(pattern))?;
    let has = |key: &str, value: &str| {
        let mut node = Some(root);
        for name in key.split('.') {
            node = node.and_then(|node| node.as_table()?.get(name));
        }
        node.and_then(Node::as_text) == Some(value)
    };
    let free = match order {
        ListOrder::Free => true,
        ListOrder::FreeUnless(key, value) => !has(key, value),
        ListOrder::Meaning(meaning) => {
            assert!(!meaning.is_empty());
            false
        }
    };
    free.then_some(*path)
}

fn permute(
    kind: &Kind,
    root: &Node,
    node: &mut Node,
    path: &str,
    (reverses, dice): (bool, &mut Sampled),
    changed: &mut BTreeSet<&'static str>,
) {
    match &mut node.value {
        TomlValue::List(nodes) => {
            if let Some(stated) = free_order(kind, root, path) {
                let before = nodes.clone();
                if reverses {
                    nodes.reverse();
                } else {
                    for place in 1..nodes.len() {
                        nodes.swap(place, dice.choose(0, place as u32 + 1) as usize);
                    }
                }
                if *nodes != before {
                    changed.insert(stated);
                }
            }
            for node in nodes {
                permute(
                    kind,
                    root,
                    node,
                    &format!("{path}[]"),
                    (reverses, dice),
                    changed,
                );
            }
        }
        TomlValue::Table(entries) => {
            for entry in entries.iter_mut() {
                let path = inner(path, &entry.name);
                permute(
                    kind,
                    root,
                    &mut entry.node,
                    &path,
                    (reverses, dice),
                    changed,
                );
            }
        }
        _ => {}
    }
}

fn inner(path: &str, name: &str) -> String {
    let name = name.replace('.', "_");
    if path.is_empty() {
        name
    } else {
        format!("{path}.{name}")
    }
}

/// Figures of a contest by name: probabilities, or numbers of trials.
struct Figures {
    /// Number of trials; 1 for exact figures.
    trials: f64,
    outcomes: BTreeMap<String, f64>,
    /// Weights of the values of each metric, by outcome and value.
    metrics: BTreeMap<String, BTreeMap<(String, i64), f64>>,
}

impl Figures {
    fn of(contest: &dyn Contest, seed: u64) -> Self {
        let names: Vec<&str> = contest
            .outcomes()
            .iter()
            .map(|one| one.name.as_str())
            .collect();
        let metrics = contest.metrics();
        let mut figures = Self {
            trials: 1.0,
            outcomes: BTreeMap::new(),
            metrics: BTreeMap::new(),
        };
        if let Ok(exact) = contest.exact() {
            for (name, share) in names.iter().zip(&exact.outcomes) {
                figures.outcomes.insert((*name).to_owned(), *share);
            }
            for metric in &exact.metrics {
                let values = figures
                    .metrics
                    .entry(metrics[metric.metric].name())
                    .or_default();
                for (name, shares) in names.iter().zip(&metric.by_outcome) {
                    for &(value, share) in shares {
                        values.insert(((*name).to_owned(), value), share);
                    }
                }
            }
            return figures;
        }
        let trials = trials(contest);
        let mut tally = Tally::new(contest);
        contest.play(seed, 0..trials, &mut tally);
        figures.trials = trials as f64;
        for (outcome, name) in names.iter().enumerate() {
            let count = tally.outcomes()[outcome] as f64;
            figures.outcomes.insert((*name).to_owned(), count);
            for (metric, about) in metrics.iter().enumerate() {
                let values = figures.metrics.entry(about.name()).or_default();
                for (value, count) in tally.histogram(metric, outcome).iter() {
                    values.insert(((*name).to_owned(), value), count as f64);
                }
            }
        }
        figures
    }

    fn assert_equal(&self, other: &Self, about: &str) {
        assert_eq!(self.trials, other.trials, "{about}");
        let names = |figures: &Self| -> Vec<String> {
            let outcomes = figures.outcomes.keys();
            outcomes.chain(figures.metrics.keys()).cloned().collect()
        };
        assert_eq!(names(self), names(other), "{about}");
        for (name, &share) in &self.outcomes {
            self.assert_near(
                &[(1.0, share)],
                &[(1.0, other.outcomes[name])],
                &format!("{name}: {about}"),
            );
        }
        for (name, values) in &self.metrics {
            let others = &other.metrics[name];
            if self.trials == 1.0 {
                for cell in values.keys().chain(others.keys()) {
                    let of = |values: &BTreeMap<(String, i64), f64>| {
                        values.get(cell).copied().unwrap_or(0.0)
                    };
                    let (one, other) = (of(values), of(others));
                    assert!(
                        (one - other).abs() < EXACT,
                        "{name} {cell:?}: {one} {other}: {about}"
                    );
                }
                continue;
            }
            let list = |values: &BTreeMap<(String, i64), f64>| -> Vec<(f64, f64)> {
                values
                    .iter()
                    .map(|((_, value), &count)| (*value as f64, count))
                    .collect()
            };
            self.assert_near(&list(values), &list(others), &format!("{name}: {about}"));
        }
    }

    /// Asserts that the means of two lists of values, each with its weight, are equal, up to the
    /// sampling error. Values without weight are 0.
    fn assert_near(&self, one: &[(f64, f64)], other: &[(f64, f64)], about: &str) {
        let moments = |values: &[(f64, f64)]| {
            let mean = |power: i32| {
                let sum: f64 = values
                    .iter()
                    .map(|(value, weight)| value.powi(power) * weight)
                    .sum();
                sum / self.trials
            };
            (mean(1), mean(2) - mean(1).powi(2))
        };
        let ((one, own), (other, others)) = (moments(one), moments(other));
        let bound = if self.trials == 1.0 {
            EXACT
        } else {
            ERRORS * ((own + others) / self.trials).sqrt() + 1e-9
        };
        assert!(
            (one - other).abs() <= bound,
            "{one} {other}, bound {bound}: {about}"
        );
    }
}

/// Returns the number of trials that take about [`TIME`].
fn trials(contest: &dyn Contest) -> u64 {
    (TIME / contest.cost().per_trial.max(1)).clamp(FEWEST_TRIALS, MOST_TRIALS)
}

/// Asserts that members of a list that differ only in names have equal figures.
fn assert_equal_members(
    kind: &Kind,
    root: &Node,
    contest: &dyn Contest,
    about: &str,
    compared: &mut BTreeSet<String>,
) {
    let mut pairs = Vec::new();
    equal_members(kind, root, root, "", &mut pairs);
    if pairs.is_empty() {
        return;
    }
    let pairs = EqualPairs::of(contest, pairs, compared);
    if let Ok(exact) = contest.exact() {
        pairs.assert_exact(contest, &exact, about);
    } else {
        pairs.assert_sampled(contest, about);
    }
}

/// Asserts that two figures differ at most by a bound.
fn assert_near(one: f64, other: f64, bound: f64, what: &str, about: &str) {
    assert!(
        (one - other).abs() <= bound,
        "{what}: {one} {other}, bound {bound}: {about}"
    );
}

/// Pairs of outcomes, and pairs of metrics, whose figures must be equal.
struct EqualPairs {
    outcomes: BTreeSet<(usize, usize)>,
    metrics: BTreeSet<(usize, usize)>,
}

impl EqualPairs {
    /// Returns the outcomes and metrics of pairs of names, and adds the names to `compared`.
    fn of(
        contest: &dyn Contest,
        names: Vec<(String, String)>,
        compared: &mut BTreeSet<String>,
    ) -> Self {
        let outcome = |name: &str| contest.outcomes().iter().position(|one| one.name == name);
        let metric = |base: &str, subject: &str| {
            let mut all = contest.metrics().iter();
            all.position(|one| one.base == base && one.subject == subject)
        };
        let (mut outcomes, mut metrics) = (BTreeSet::new(), BTreeSet::new());
        for (one, other) in names {
            if let (Some(first), Some(second)) = (outcome(&one), outcome(&other)) {
                outcomes.insert((first, second));
                compared.insert(one.clone());
            }
            let all = contest.metrics().iter();
            for about in all.filter(|metric| metric.subject == one) {
                if let (Some(first), Some(second)) =
                    (metric(about.base, &one), metric(about.base, &other))
                {
                    metrics.insert((first, second));
                    compared.insert(one.clone());
                }
            }
        }
        Self { outcomes, metrics }
    }

    /// Asserts that the exact figures of each pair are equal.
    fn assert_exact(&self, contest: &dyn Contest, exact: &ExactDistribution, about: &str) {
        for &(one, other) in &self.outcomes {
            let (first, second) = (exact.outcomes[one], exact.outcomes[other]);
            assert_near(first, second, EXACT, "equal sides", about);
        }
        for &(one, other) in &self.metrics {
            let of = |metric: usize| exact.metrics.iter().find(|solved| solved.metric == metric);
            let (Some(first), Some(second)) = (of(one), of(other)) else {
                continue;
            };
            let (first, second) = (first.overall(), second.overall());
            let all = |values: &[(i64, f64)]| values.iter().copied().collect::<BTreeMap<_, _>>();
            let (first, second) = (all(&first), all(&second));
            let name = contest.metrics()[one].name();
            for value in first.keys().chain(second.keys()) {
                let of = |all: &BTreeMap<i64, f64>| all.get(value).copied().unwrap_or(0.0);
                assert_near(of(&first), of(&second), EXACT, &name, about);
            }
        }
    }

    /// Asserts that the figures of each pair are equal in trials, up to the sampling error.
    fn assert_sampled(&self, contest: &dyn Contest, about: &str) {
        // The differences of both members in each trial, as a sum and a sum of squares.
        let mut sums: BTreeMap<(bool, usize, usize), (f64, f64)> = BTreeMap::new();
        let trials = trials(contest);
        contest.watch(23, 0..trials, &mut |_, record| {
            let is = |outcome: usize| i64::from(record.outcome == outcome);
            let of_outcomes = (self.outcomes.iter())
                .map(|&(one, other)| ((true, one, other), is(one) - is(other)));
            let of_metrics = self.metrics.iter().map(|&(one, other)| {
                let difference = record.values[one] - record.values[other];
                ((false, one, other), difference)
            });
            for (pair, difference) in of_outcomes.chain(of_metrics) {
                let sum = sums.entry(pair).or_default();
                sum.0 += difference as f64;
                sum.1 += (difference * difference) as f64;
            }
            true
        });
        for ((is_outcome, one, other), (sum, squares)) in sums {
            let trials = trials as f64;
            let error = ((squares / trials - (sum / trials).powi(2)) / trials).sqrt();
            let [one, other] = [one, other].map(|index| {
                if is_outcome {
                    contest.outcomes()[index].name.clone()
                } else {
                    contest.metrics()[index].name()
                }
            });
            let what = format!("{one} and {other}");
            assert_near(sum / trials, 0.0, ERRORS * error + 1e-9, &what, about);
        }
    }
}

/// Collects the names of members of a list that differ only in names, as pairs.
fn equal_members(
    kind: &Kind,
    root: &Node,
    node: &Node,
    path: &str,
    pairs: &mut Vec<(String, String)>,
) {
    for entry in node.as_table().into_iter().flatten() {
        equal_members(kind, root, &entry.node, &inner(path, &entry.name), pairs);
    }
    let Some(nodes) = node.as_list() else {
        return;
    };
    for node in nodes {
        equal_members(kind, root, node, &format!("{path}[]"), pairs);
    }
    if free_order(kind, root, path).is_none() {
        return;
    }
    let nameless: Vec<String> = nodes
        .iter()
        .map(|node| without_names(node).literal())
        .collect();
    for (position, one) in nodes.iter().enumerate() {
        for (other, _) in nodes
            .iter()
            .zip(&nameless)
            .skip(position + 1)
            .filter(|(_, other)| **other == nameless[position])
        {
            let (mut names, mut others) = (Vec::new(), Vec::new());
            names_in(one, &mut names);
            names_in(other, &mut others);
            // A member that other parts of the file name is not equal to one that they do not name.
            let is_own = |member: &Node, names: &[String]| {
                names
                    .iter()
                    .all(|name| count(root, name) == count(member, name))
            };
            if is_own(one, &names) && is_own(other, &others) {
                pairs.extend(
                    names
                        .into_iter()
                        .zip(others)
                        .filter(|(one, other)| one != other),
                );
            }
        }
    }
}

fn without_names(node: &Node) -> Node {
    let mut node = node.clone();
    match &mut node.value {
        TomlValue::Table(entries) => {
            for entry in entries.iter_mut() {
                entry.node = without_names(&entry.node);
                if entry.name == "name" {
                    entry.node.value = TomlValue::Text(String::new());
                }
            }
        }
        TomlValue::List(nodes) => nodes
            .iter_mut()
            .for_each(|node| *node = without_names(node)),
        _ => {}
    }
    node
}

fn names_in(node: &Node, names: &mut Vec<String>) {
    names.extend(node.own_name().map(str::to_owned));
    for entry in node.as_table().into_iter().flatten() {
        names_in(&entry.node, names);
    }
    for node in node.as_list().into_iter().flatten() {
        names_in(node, names);
    }
}

/// Returns the number of strings equal to `text`.
fn count(node: &Node, text: &str) -> usize {
    let own = usize::from(node.as_text() == Some(text));
    let entries = node.as_table().into_iter().flatten();
    let elements = node.as_list().into_iter().flatten();
    own + entries.map(|entry| count(&entry.node, text)).sum::<usize>()
        + elements.map(|node| count(node, text)).sum::<usize>()
}
