//! Conformance tests that every kind of contest must pass.

mod orders;

pub use orders::{assert_orders_are_stated, assert_orders_mean_nothing};

use super::{
    Contest, ExactDistribution, FlowLink, HintBy, HintPlan, Hints, Kind, PathFlow, Record, Rules,
    Scale, Silent, Solve, Tally, play_record,
};
use crate::dice::{Dice, Enumerated, Sampled};
use crate::document::{
    Faults, Key, Node, Path, Shown, Source, TomlValue, ValueShape, check, lint, parse, set,
    template,
};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{Debug, Display};

/// Builds the contest of a file without the common keys of scenarios. `sets` has assignments as in
/// `--set`.
///
/// # Errors
/// All faults of the file, one per line.
pub fn read(kind: &Kind, text: &str, sets: &[&str]) -> Result<Box<dyn Contest>, String> {
    let mut faults = Faults::new();
    let mut root = parse(&Source::new("x.toml", text), &mut faults);
    for set in sets {
        set::apply(&mut root, kind.keys, set, &mut faults);
    }
    build(kind, &root, faults)
}

fn build(kind: &Kind, root: &Node, mut faults: Faults) -> Result<Box<dyn Contest>, String> {
    let table = check(root, kind.keys, &mut faults);
    let contest = kind.read(&table, &mut faults);
    if faults.is_empty() {
        Ok(contest.expect("a table without faults makes a contest"))
    } else {
        let lines: Vec<String> = faults.iter().map(ToString::to_string).collect();
        Err(lines.join("\n"))
    }
}

/// Asserts that a shipped scenario has an expectation for its first outcome, and that its exact
/// answer meets all expectations of outcomes. Returns the answer.
pub fn assert_shipped(kind: &Kind, text: &str) -> ExactDistribution {
    let mut faults = Faults::new();
    let mut root = parse(&Source::new("shipped.toml", text), &mut faults);
    let TomlValue::Table(entries) = &mut root.value else {
        panic!("a document is a table")
    };
    for common in ["kind", "title", "notes"] {
        entries.remove(common).unwrap();
    }
    entries.remove("sweep");
    let expect = entries.remove("expect").unwrap();
    let promised = expect.node.as_table().and_then(|all| all.get("outcomes"));
    let promised = promised.and_then(Node::as_table).unwrap();
    let contest = build(kind, &root, faults).unwrap_or_else(|faults| panic!("{faults}"));
    let exact = contest.exact().unwrap();
    let outcomes = contest.outcomes();
    assert!(promised.get(&outcomes[0].name).is_some());
    let mut kept = 0;
    for (outcome, share) in outcomes.iter().zip(&exact.outcomes) {
        let Some(bounds) = promised.get(&outcome.name) else {
            continue;
        };
        let bounds: Vec<f64> = bounds
            .as_list()
            .unwrap()
            .iter()
            .map(|bound| bound.literal().parse().unwrap())
            .collect();
        assert_eq!(bounds.len(), 2);
        assert!(
            (bounds[0]..=bounds[1]).contains(share),
            "{}: {share}",
            outcome.name
        );
        kept += 1;
    }
    assert_eq!(kept, promised.len(), "something else is promised too");
    exact
}

/// Probabilities by (outcome, metric, value).
type Cells = BTreeMap<(usize, usize, i64), f64>;

fn cells(exact: &ExactDistribution) -> Cells {
    let mut cells = Cells::new();
    for metric in &exact.metrics {
        for (outcome, values) in metric.by_outcome.iter().enumerate() {
            for &(value, share) in values {
                cells.insert((outcome, metric.metric, value), share);
            }
        }
    }
    cells
}

/// Asserts that the probabilities of the outcomes sum to 1, and that those of each metric's values
/// sum to the probability of their outcome.
pub fn assert_sums_to_one(exact: &ExactDistribution) {
    assert!((exact.outcomes.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    for metric in &exact.metrics {
        assert_eq!(metric.by_outcome.len(), exact.outcomes.len());
        for (values, &share) in metric.by_outcome.iter().zip(&exact.outcomes) {
            let sum: f64 = values.iter().map(|&(_, chance)| chance).sum();
            assert!((sum - share).abs() < 1e-12, "{sum} {share}");
        }
    }
}

/// Asserts that the solver has every metric, and that every cell of its answer agrees with all
/// plays of at most `depth` rolls. Longer plays, of total probability at most `most_left`, may have
/// any result.
pub fn assert_enumerated(rules: &(impl Rules + Solve + Debug), depth: usize, most_left: f64) {
    let exact = rules.exact().unwrap();
    assert_eq!(exact.metrics.len(), rules.metrics().len(), "{rules:?}");
    assert_enumerated_as_solved(rules, depth, most_left);
}

/// Same as [`assert_enumerated`], but the solver may lack metrics.
pub fn assert_enumerated_as_solved(
    rules: &(impl Rules + Solve + Debug),
    depth: usize,
    most_left: f64,
) {
    let exact = rules.exact().unwrap();
    let solved: BTreeSet<usize> = exact.metrics.iter().map(|metric| metric.metric).collect();
    let mut outcomes = vec![0.0; rules.outcomes().len()];
    let mut found = Cells::new();
    let seen = Enumerated::explore(
        depth,
        |dice| play_record(rules, dice, &mut Silent),
        |chance,
         Record {
             outcome, values, ..
         }| {
            outcomes[outcome] += chance;
            for &metric in &solved {
                *found
                    .entry((outcome, metric, values[metric]))
                    .or_insert(0.0) += chance;
            }
        },
    );
    assert!(seen.left <= most_left, "{rules:?}: {} left", seen.left);
    // The tolerance of 1e-11 covers the rounding error of a sum over a million plays.
    let within =
        |exact: f64, found: f64| exact > found - 1e-11 && exact < found + seen.left + 1e-11;
    assert_eq!(exact.outcomes.len(), outcomes.len(), "{rules:?}");
    for (&share, found) in exact.outcomes.iter().zip(outcomes) {
        assert!(within(share, found), "{rules:?} {share} {found}");
    }
    let cells = cells(&exact);
    for cell in found.keys() {
        assert!(cells.contains_key(cell), "{rules:?} {cell:?} is not solved");
    }
    for (cell, share) in cells {
        let found = found.get(&cell).copied();
        assert!(
            found.is_some() || seen.left > 0.0,
            "{rules:?} {cell:?} never comes up"
        );
        let found = found.unwrap_or(0.0);
        assert!(within(share, found), "{rules:?} {cell:?} {share} {found}");
    }
}

/// Asserts that the solver has every metric, and that sampled shares agree with its answer: within
/// 4 standard errors for outcomes, and within 5 for the many values of metrics.
pub fn assert_sampled(contest: &(impl Contest + Debug), seed: u64, trials: u64) {
    let exact = contest.exact().unwrap();
    assert_eq!(exact.metrics.len(), contest.metrics().len(), "{contest:?}");
    sampled(contest, &exact, seed, trials, &format!("{contest:?}"));
}

/// Same as [`assert_sampled`], but the solver may lack metrics.
pub fn assert_sampled_as_solved(contest: &(impl Contest + Debug), seed: u64, trials: u64) {
    let exact = contest.exact().unwrap();
    sampled(contest, &exact, seed, trials, &format!("{contest:?}"));
}

/// Asserts that sampled shares agree with the exact answer, except for metrics that it lacks.
fn sampled(contest: &dyn Contest, exact: &ExactDistribution, seed: u64, trials: u64, about: &str) {
    let mut tally = Tally::new(contest);
    contest.play(seed, 0..trials, &mut tally);
    let within = |count: u64, share: f64, errors: f64| {
        let error = (share * (1.0 - share) / trials as f64).sqrt();
        let bound = errors * error + 1.5 / trials as f64;
        (count as f64 / trials as f64 - share).abs() <= bound
    };
    assert_eq!(exact.outcomes.len(), tally.outcomes().len(), "{about}");
    for (outcome, (&share, &count)) in exact.outcomes.iter().zip(tally.outcomes()).enumerate() {
        assert!(
            within(count, share, 4.0),
            "{about}: outcome {outcome}: {count} {share}"
        );
    }
    let cells = cells(exact);
    let mut counts: BTreeMap<(usize, usize, i64), u64> =
        cells.keys().map(|&cell| (cell, 0)).collect();
    for metric in exact.metrics.iter().map(|solved| solved.metric) {
        for outcome in 0..exact.outcomes.len() {
            for (value, count) in tally.histogram(metric, outcome).iter() {
                counts.insert((outcome, metric, value), count);
            }
        }
    }
    for (cell, count) in counts {
        let share = cells.get(&cell).copied();
        let share = share.unwrap_or_else(|| panic!("{about}: {cell:?} cannot come up"));
        assert!(
            within(count, share, 5.0),
            "{about}: {cell:?}: {count} {share}"
        );
    }
}

/// Number of trials of the contest of each template.
const TRIALS: u64 = 200;

/// Asserts the properties common to all kinds, for the contest of the kind's template.
pub fn assert_kind(kind: &Kind) {
    let name = kind.name;
    assert_eq!(lint(kind.keys), Vec::<String>::new(), "{name}");
    assert_orders_are_stated(kind);
    let text = template(kind.keys, Shown::All);
    let contest =
        read(kind, &text, &[]).unwrap_or_else(|faults| panic!("{name}: {faults}\n{text}"));
    assert_named(kind, &*contest, &text);
    assert_players(kind, &*contest, &text);
    assert_splits(&*contest, name);
    assert_narrations(&*contest, name);
    match contest.exact() {
        Ok(exact) => {
            assert_sums_to_one(&exact);
            sampled(&*contest, &exact, 3, 20_000, name);
        }
        Err(why) => assert!(!why.0.is_empty() && !why.0.ends_with('.'), "{name}: {why}"),
    }
}

fn assert_unique<T: Ord + Display>(names: impl IntoIterator<Item = T>, what: &str) {
    let mut seen = BTreeSet::new();
    for name in names {
        assert!(!seen.contains(&name), "{what}: {name} is there twice");
        seen.insert(name);
    }
}

/// Asserts that names are unique, and that the help of the kind covers all outcomes and metrics.
fn assert_named(kind: &Kind, contest: &dyn Contest, text: &str) {
    let name = kind.name;
    let outcomes = contest.outcomes();
    assert!(outcomes.len() > 1, "{name}: nothing is open");
    assert_unique(outcomes.iter().map(|outcome| &outcome.name), name);
    assert_unique(contest.metrics().iter().map(super::Metric::name), name);
    assert!(!contest.rollers().is_empty(), "{name}: nobody rolls");
    assert_unique(contest.rollers(), name);
    assert_unique(kind.metrics.iter().map(|(metric, _)| metric), name);
    assert_unique(kind.players.iter().map(|player| player.name), name);

    let root = parse(&Source::new("template", text), &mut Faults::new());
    let mut texts = BTreeSet::new();
    texts_in(&root, &mut texts);
    for outcome in outcomes {
        let own = &outcome.name;
        assert!(
            kind.outcomes.contains(&format!("`{own}`")) || texts.contains(own.as_str()),
            "{name}: the outcome {own} is neither in the kind's help nor a name out of the file"
        );
    }
    // The help lists a metric with a subject as `base.<subject>`.
    let named = |base: &str, about: bool| {
        let mut all = kind.metrics.iter();
        all.any(|(metric, _)| match metric.split_once('.') {
            Some((known, _)) => about && known == base,
            None => !about && *metric == base,
        })
    };
    for metric in contest.metrics() {
        assert!(
            named(metric.base, !metric.subject.is_empty()),
            "{name}: the metric {} is not in the kind's help",
            metric.name()
        );
        assert!(metric.expected.0 <= metric.expected.1, "{name}: {metric:?}");
    }
    for base in contest.description().highlights {
        assert!(
            named(base, false) || named(base, true),
            "{name}: the highlight {base} is no metric"
        );
    }
}

/// Collects all string values of a document.
fn texts_in<'a>(node: &'a Node, texts: &mut BTreeSet<&'a str>) {
    texts.extend(node.as_text());
    for entry in node.as_table().into_iter().flatten() {
        texts_in(&entry.node, texts);
    }
    for element in node.as_list().into_iter().flatten() {
        texts_in(element, texts);
    }
}

/// Asserts that each player can be set in every seat of the template, and is then among the
/// contest's players.
fn assert_players(kind: &Kind, contest: &dyn Contest, text: &str) {
    let name = kind.name;
    let root = parse(&Source::new("template", text), &mut Faults::new());
    let mut seats = Vec::new();
    if !kind.players.is_empty() {
        seats_in(kind, kind.keys, &root, &Path::root(), &mut seats);
        assert!(
            !seats.is_empty(),
            "{name}: no key has the players to choose"
        );
    }
    // A kind without players may contain contests that have some.
    let parted = kind.players.is_empty() && has_parts(kind.keys);
    assert!(
        parted || contest.players().is_empty() == seats.is_empty(),
        "{name}"
    );
    for player in kind.players {
        assert!(!player.help.is_empty(), "{name}: {}", player.name);
        // A seat has no decisions if all its participants have their own players, so all seats are
        // set together.
        let all: Vec<String> = seats
            .iter()
            .map(|seat| format!("{seat}={}", player.name))
            .collect();
        // A player may not support every contest of a kind; then the fault must be at its name.
        let refused: Vec<String> = all
            .iter()
            .filter_map(|assignment| read(kind, text, &[assignment]).err())
            .collect();
        if !refused.is_empty() {
            assert!(
                refused.iter().all(|fault| fault.contains(player.name)),
                "{name}: {refused:?}"
            );
            continue;
        }
        let all: Vec<&str> = all.iter().map(String::as_str).collect();
        let playing = read(kind, text, &all).unwrap().players();
        for other in kind.players {
            let plays = playing.sides().flatten().any(|name| name == other.name);
            assert_eq!(plays, other == player, "{name}: {playing}");
        }
    }
}

/// Returns whether a file with these keys contains other contests.
fn has_parts(keys: &[Key]) -> bool {
    keys.iter().any(|key| match &key.shape {
        ValueShape::Kinded(_) => true,
        ValueShape::Table(keys)
        | ValueShape::Tables { keys, .. }
        | ValueShape::Map(ValueShape::Table(keys)) => has_parts(keys),
        _ => false,
    })
}

/// Collects the paths of all keys that choose a player, whether or not the file has these keys.
fn seats_in(kind: &Kind, keys: &'static [Key], node: &Node, path: &Path, seats: &mut Vec<Path>) {
    for key in keys {
        let path = path.name(key.name);
        if chooses_player(kind, &key.shape) {
            seats.push(path);
            continue;
        }
        let Some(node) = node.as_table().and_then(|table| table.get(key.name)) else {
            continue;
        };
        match &key.shape {
            ValueShape::Table(keys) => seats_in(kind, keys, node, &path, seats),
            ValueShape::Map(ValueShape::Table(keys)) => {
                for entry in node.as_table().into_iter().flatten() {
                    seats_in(kind, keys, &entry.node, &path.name(&entry.name), seats);
                }
            }
            ValueShape::Tables { keys, .. } => {
                for (index, element) in node.as_list().into_iter().flatten().enumerate() {
                    seats_in(kind, keys, element, &path.index(index), seats);
                }
            }
            _ => {}
        }
    }
}

fn chooses_player(kind: &Kind, shape: &ValueShape) -> bool {
    match shape {
        ValueShape::Choice(choices) => {
            let choices = choices.iter().map(|choice| choice.name);
            choices.eq(kind.players.iter().map(|player| player.name))
        }
        ValueShape::Either(shapes) => shapes.iter().any(|shape| chooses_player(kind, shape)),
        _ => false,
    }
}

/// Asserts that a run in two parts gives the same tally as a single run, whether the parts are
/// merged or added to one tally.
fn assert_splits(contest: &dyn Contest, name: &str) {
    let play = |trials| {
        let mut tally = Tally::new(contest);
        contest.play(7, trials, &mut tally);
        tally
    };
    let whole = play(0..TRIALS);
    assert_eq!(whole.trials(), TRIALS, "{name}");
    let mut merged = play(TRIALS / 3..TRIALS);
    merged.merge(&play(0..TRIALS / 3));
    assert_eq!(merged, whole, "{name}");
    let mut added = play(0..TRIALS / 3);
    contest.play(7, TRIALS / 3..TRIALS, &mut added);
    assert_eq!(added, whole, "{name}");
}

/// Asserts consistent counts: no node is left more often than entered, ends are never left, the end
/// of the outcome is entered, and metrics of nodes and links agree.
fn assert_flows(flow: &PathFlow, record: &Record, name: &str) {
    let count = |is_there: &dyn Fn(&&FlowLink) -> bool| -> i64 {
        let links = flow.links.iter().filter(is_there);
        links.map(|link| record.values[link.metric]).sum()
    };
    for (position, node) in flow.nodes.iter().enumerate() {
        let begun = if position == 0 { flow.of } else { 0 };
        let came = i64::from(begun) + count(&|link| link.to == position);
        let left = count(&|link| link.from == position);
        assert!(left <= came, "{name}: {}", node.name);
        if let Some(end) = node.end {
            assert_eq!(left, 0, "{name}: {}", node.name);
            assert!(end != record.outcome || came > 0, "{name}: {}", node.name);
        }
        if let Some(reached) = node.reached {
            let reached = record.values[reached];
            assert!((0..=i64::from(flow.of)).contains(&reached), "{name}");
            assert!(reached == 0 || came > 0, "{name}: {}", node.name);
        }
    }
}

/// Asserts that each trial has the same record when it is watched in sequence, replayed alone or
/// narrated, and that the record fits the contest's description.
pub fn assert_narrations(contest: &dyn Contest, name: &str) {
    let flow = &contest.description().flow;
    let mut next = 0;
    contest.watch(7, 0..TRIALS, &mut |trial, record| {
        assert_eq!(trial, next, "{name}");
        next += 1;
        let story = contest.narrate_trial(7, trial);
        assert_eq!(&story.record, record, "{name}: trial {trial}");
        assert_eq!(&contest.replay(7, trial), record, "{name}: trial {trial}");
        assert!(!story.lines.is_empty(), "{name}: trial {trial}");
        assert!(record.outcome < contest.outcomes().len(), "{name}");
        assert_eq!(record.values.len(), contest.metrics().len(), "{name}");
        for (metric, value) in contest.metrics().iter().zip(&record.values) {
            let most = match metric.scale {
                Scale::Number | Scale::Path(_) => continue,
                Scale::YesNo => 1,
                Scale::OutOf(most) => i64::from(most),
            };
            assert!((0..=most).contains(value), "{name}: {metric:?} {value}");
        }
        if let Some(flow) = flow {
            assert_flows(flow, record, name);
        }
        for (position, timeline) in contest.timelines().iter().enumerate() {
            let ends = record.ends.iter();
            let ended = ends.filter(|&&(own, _)| own as usize == position).count();
            assert!(ended <= timeline.of as usize, "{name}: {timeline:?}");
        }
        let timelines = contest.timelines().len();
        assert!(
            record
                .ends
                .iter()
                .all(|&(own, _)| (own as usize) < timelines),
            "{name}: trial {trial}"
        );
        true
    });
    assert_eq!(next, TRIALS, "{name}");
}

/// Asserts that positions with random typing errors (characters changed, removed or inserted)
/// result in a ranking or in faults with a message.
pub fn assert_corrupted_positions_are_handled(hints: &impl Hints, text: &str, times: u64) {
    let signs: Vec<char> = text.chars().chain(";:(., 07é'\"\n".chars()).collect();
    let plan = HintPlan {
        playouts: Some(2),
        quick: true,
        ..HintPlan::default()
    };
    let mut dice = Sampled::new(2, &["/any".to_owned()]);
    let mut read = 0;
    for number in 0..times {
        dice.start(number);
        let mut spoilt: Vec<char> = text.chars().collect();
        for _ in 0..=dice.choose(0, 4) {
            let place = dice.choose(0, spoilt.len() as u32) as usize;
            let sign = signs[dice.choose(0, signs.len() as u32) as usize];
            match dice.choose(0, 4) {
                0 => drop(spoilt.remove(place)),
                1 => spoilt.insert(place, sign),
                _ => spoilt[place] = sign,
            }
        }
        let spoilt: String = spoilt.into_iter().collect();
        match hints.hint(&Source::new("--table", spoilt.as_str()), &plan) {
            Ok(hint) => {
                read += 1;
                assert!(!hint.actions.is_empty(), "{spoilt}");
                if hint.by != HintBy::Played(2) {
                    let costs: Vec<f64> = (0..hint.actions.len()).map(|at| hint.cost(at)).collect();
                    assert!(costs.is_sorted(), "{spoilt}: {costs:?}");
                }
            }
            Err(faults) => assert!(!faults.is_empty() && !faults.to_string().is_empty()),
        }
    }
    assert!(read > 0, "all of {times} spoilt tables were refused");
}

#[cfg(test)]
mod tests;
