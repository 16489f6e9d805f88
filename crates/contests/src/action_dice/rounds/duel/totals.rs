//! Distributions of the numbers of actions until the end: counted in single rounds, then combined.
//!
//! A round leads from a beginning (hits taken and distance) to the next one or to an end, with a
//! count. These transitions are computed for each beginning, and again when the optimal decisions
//! change. Then the rounds are convolved.

use super::super::super::fighters::UNRESOLVED;
use super::super::exchange::Rounds;
use super::counts::CountedQuantity;
use super::pass::{Pass, Slots};
use super::round_graph::{DuelGraph, MOST_CELLS};
use super::solution::RoundDecisions;

/// Maximum number of steps for all counts together (a few seconds).
const MOST_WORK: u64 = 10_000_000_000;

/// Distribution of a count over the whole duel, by outcome: the chance of each count from 0.
pub(in super::super) type Totals = [Vec<f64>; UNRESOLVED + 1];

/// Transitions of a round from one beginning: to the next beginning or to an outcome, with their
/// counts and chances.
#[derive(Default)]
struct Transitions {
    next: Vec<(usize, usize, f64)>,
    ends: Vec<(usize, usize, f64)>,
}

/// Returns the totals of each counted quantity for both fighters; `None` if that would exceed
/// [`MOST_WORK`] steps.
pub(super) fn totals(
    rounds: &Rounds,
    graph: &DuelGraph,
    decisions_of_round: &RoundDecisions,
) -> Option<[[Totals; 2]; CountedQuantity::ALL.len()]> {
    let mut work = 0;
    let mut all: [[Totals; 2]; CountedQuantity::ALL.len()] = Default::default();
    for (what, both) in CountedQuantity::ALL.into_iter().zip(&mut all) {
        for (fighter, totals) in both.iter_mut().enumerate() {
            let dice = rounds.sheets_of(fighter).map(|sheet| sheet.start.count());
            let slots = Slots {
                what: Some((what, fighter)),
                // Every action uses a die, and each die is lost at most once.
                count: dice.max().unwrap_or(0) as usize + 1,
            };
            let nodes = graph.nodes.len() + graph.layers() * graph.after.len();
            if nodes * graph.levels.cells() * slots.count > MOST_CELLS {
                return None;
            }
            let mut pass = Pass::new(graph, decisions_of_round, slots);
            pass.work = work;
            *totals = count_distributions(rounds, graph, decisions_of_round, &mut pass)?;
            work = pass.work;
        }
    }
    Some(all)
}

/// Returns the totals of the quantity that a pass counts.
fn count_distributions(
    rounds: &Rounds,
    graph: &DuelGraph,
    decisions_of_round: &RoundDecisions,
    pass: &mut Pass,
) -> Option<Totals> {
    let begins = graph.layers() * graph.roots.len();
    let mut transitions: Vec<Option<Transitions>> = (0..begins).map(|_| None).collect();
    let mut open = vec![Vec::new(); begins];
    open[0].push(1.0);
    let mut totals = Totals::default();
    let changes = decisions_of_round.changes();
    let mut since = None;
    for left in (1..=rounds.options.max_rounds).rev() {
        let last = changes.partition_point(|&from| from <= left);
        if since.replace(last) != Some(last) {
            transitions.fill_with(|| None);
        }
        let mut next = vec![Vec::new(); begins];
        for (begin, chances) in open.iter().enumerate() {
            if chances.is_empty() {
                continue;
            }
            let transitions = match &mut transitions[begin] {
                Some(known) => known,
                unknown => unknown.insert(Transitions::from(rounds, graph, pass, begin, left)?),
            };
            pass.work += (chances.len() * (transitions.next.len() + transitions.ends.len())) as u64;
            if pass.work > MOST_WORK {
                return None;
            }
            for &(to, count, chance) in &transitions.next {
                add_shifted(&mut next[to], chances, count, chance);
            }
            for &(outcome, count, chance) in &transitions.ends {
                add_shifted(&mut totals[outcome], chances, count, chance);
            }
        }
        open = next;
    }
    for chances in &open {
        add_shifted(&mut totals[UNRESOLVED], chances, 0, 1.0);
    }
    Some(totals)
}

/// Adds chances multiplied by `chance` and shifted up by `higher`.
fn add_shifted(to: &mut Vec<f64>, chances: &[f64], higher: usize, chance: f64) {
    if to.len() < chances.len() + higher {
        to.resize(chances.len() + higher, 0.0);
    }
    for (sum, share) in to[higher..].iter_mut().zip(chances) {
        *sum += share * chance;
    }
}

impl Transitions {
    /// Returns the transitions of a round from a beginning with `left` rounds left; `None` beyond
    /// [`MOST_WORK`] steps.
    fn from(
        rounds: &Rounds,
        graph: &DuelGraph,
        pass: &mut Pass,
        begin: usize,
        left: u32,
    ) -> Option<Self> {
        let mut begins = vec![0.0; graph.layers() * graph.roots.len()];
        begins[begin] = 1.0;
        if !pass.round(&begins, left, MOST_WORK) {
            return None;
        }
        let slots = pass.slots.count;
        let possible = |chances: &[f64]| -> Vec<(usize, usize, f64)> {
            let chances = chances.iter().enumerate();
            chances
                .filter(|&(_, &chance)| chance > 0.0)
                .map(|(place, &chance)| (place / slots, place % slots, chance))
                .collect()
        };
        let mut ends = possible(&pass.ends);
        for (place, ..) in &mut ends {
            *place = rounds.outcome(graph.ended(*place));
        }
        Some(Self {
            next: possible(&pass.next),
            ends,
        })
    }
}
