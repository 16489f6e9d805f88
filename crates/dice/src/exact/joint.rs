//! Joint distribution of nodes.

mod needs;
mod pairs;

use super::budget::{Budget, NODES_OF_STEP, TooLarge};
use super::dice::chance_of_more;
use super::figures::{KnownPool, PoolFigure, figures, needs_all_dice};
use super::table::WeightTable;
use crate::expression::KnownDie;
use crate::expression::{Evaluator, Node, NodeId, PoolId, Program, Values, keep_rules};
use needs::Needs;
use pairs::Pairs;
use std::collections::HashMap;

/// Plan for the joint distribution of some nodes.
///
/// Pools are visited in the order in which they are thrown. After each one, only the largest
/// subexpressions that are known by then are kept, and equal combinations of their values are
/// merged. Pools that a figure compares are visited together. What a known condition excludes is
/// neither thrown nor kept.
#[derive(Clone, Debug)]
pub struct Joint {
    targets: Vec<NodeId>,
    groups: Vec<Group>,
    /// Pools that were visited before, as bits.
    before: u64,
    /// True if a condition can be known before what it chooses from.
    is_conditional: bool,
    /// Steps of the budget for the targets of a combination.
    steps_of_row: u64,
    /// A pool whose dice depend on a pool that is visited together with it or later.
    circular: Option<PoolId>,
}

/// Pools that are visited together.
#[derive(Clone, Debug)]
struct Group {
    pools: Vec<PoolId>,
    /// Figures of these pools that are needed.
    figures: Vec<NodeId>,
    /// Nodes whose values are kept after the group.
    kept: Vec<NodeId>,
    /// Steps of the budget for a combination of the figures.
    steps_of_row: u64,
}

/// Upper bound of the bytes of a distribution of figures that is kept, besides its rows.
const BYTES_OF_FIGURES: usize = 500;

/// Distributions of figures that were computed already, by the dice.
pub type FigureCache = HashMap<(Vec<KnownPool>, Vec<PoolFigure>), WeightTable>;

impl Joint {
    /// Returns the plan for these nodes, after the pools in `done` (as bits) have been visited.
    pub fn new(program: &Program, targets: &[NodeId], done: u64) -> Self {
        // Figures that are needed, and pools that they read, also for the dice of other pools.
        let mut needed = vec![false; program.node_count()];
        let mut stack: Vec<NodeId> = targets.to_vec();
        let mut group_of: Vec<usize> = (0..program.pools.len()).collect();
        let mut used = vec![false; program.pools.len()];
        while let Some(node) = stack.pop() {
            let is_done = program.pools_read(node) & !done == 0;
            if is_done || std::mem::replace(&mut needed[node], true) {
                continue;
            }
            stack.extend(program.operands(node));
            if let Node::Figure(figure) = program.node(node) {
                for pool in figure.pools() {
                    used[pool] = true;
                    stack.extend(program.pools[pool].parameters());
                }
                if let Some(other) = figure.other {
                    let (a, b) = (group_of[figure.pool], group_of[other]);
                    for group in &mut group_of {
                        if *group == a.min(b) {
                            *group = a.max(b);
                        }
                    }
                }
            }
        }
        let mut groups: Vec<Group> = Vec::new();
        for last in 0..program.pools.len() {
            let pools = (0..program.pools.len())
                .filter(|&pool| used[pool] && done & 1 << pool == 0 && group_of[pool] == last);
            let pools: Vec<PoolId> = pools.collect();
            if pools.is_empty() {
                continue;
            }
            let figures = (0..program.node_count()).filter(|&node| {
                needed[node]
                    && matches!(program.node(node), Node::Figure(figure) if pools.contains(&figure.pool))
            });
            groups.push(Group {
                figures: figures.collect(),
                pools,
                kept: Vec::new(),
                steps_of_row: 0,
            });
        }
        let before = done;
        let mut done = done;
        let mut circular = None;
        for index in 0..groups.len() {
            for &pool in &groups[index].pools {
                let parameters = program.pools[pool].parameters().into_iter();
                let reads = parameters.fold(0, |all, node| all | program.pools_read(node));
                if reads & !done != 0 {
                    circular = Some(pool);
                }
            }
            done |= mask(&groups[index].pools);
            // Roots of what is still to be computed.
            let mut roots: Vec<NodeId> = targets.to_vec();
            for group in &groups[index + 1..] {
                for &pool in &group.pools {
                    roots.extend(program.pools[pool].parameters());
                }
            }
            groups[index].kept =
                program.largest(roots, before, |node| program.pools_read(node) & !done == 0);
            let nodes = program.count(groups[index].kept.clone());
            groups[index].steps_of_row = 1 + (nodes / NODES_OF_STEP) as u64;
        }
        let mut joint = Self {
            targets: targets.to_vec(),
            groups,
            before,
            is_conditional: false,
            steps_of_row: 1 + (program.count(targets.to_vec()) / NODES_OF_STEP) as u64,
            circular,
        };
        joint.is_conditional = needs::is_conditional(program, &joint.groups, &needed);
        if joint.is_conditional {
            // What each combination of dice leaves open is found among all nodes.
            let nodes = needed.iter().filter(|&&is_needed| is_needed).count();
            for group in &mut joint.groups {
                group.steps_of_row += nodes as u64;
            }
        }
        joint
    }

    /// Returns the joint distribution of the targets for the variables in `values`, and the `given`
    /// values of nodes that depend on pools visited before.
    ///
    /// # Errors
    /// Returns the quantity that is too large.
    pub fn distribution(
        &self,
        program: &Program,
        values: &mut Values,
        given: &[(NodeId, i64)],
        cache: &mut FigureCache,
        budget: &mut Budget,
    ) -> Result<WeightTable, TooLarge> {
        let evaluator = Evaluator(program);
        if let Some(pool) = self.circular {
            let roll = &program.rolls[program.pools[pool].roll].name;
            return Err(TooLarge(format!(
                "the number of dice of {roll} depends on dice that it is compared with, which \
                 exact answers do not cover"
            )));
        }
        let combinations = || "the combinations of the rolls".to_owned();
        let mut current = WeightTable::certain(&[]);
        let mut known: &[NodeId] = &[];
        let mut key = Vec::new();
        let mut done = self.before;
        let mut needs = Needs::new(program, self);
        let mut cut_off = 0.0;
        for group in &self.groups {
            let mut next = WeightTable::new(group.kept.len());
            let earlier = done;
            done |= mask(&group.pools);
            let pairs = if self.is_conditional {
                None
            } else {
                Pairs::of(program, group, known, self.before)
            };
            for (state, weight) in current.iter() {
                let set_state = |values: &mut Values| {
                    values.know(given.iter().copied());
                    for (&node, &value) in known.iter().zip(state) {
                        values.set(node, value);
                    }
                };
                let set_shown = |values: &mut Values, shown: &[i64]| {
                    set_state(values);
                    for (&figure, &value) in group.figures.iter().zip(shown) {
                        values.set(figure, value);
                    }
                };
                set_state(values);
                if self.is_conditional {
                    needs.find(evaluator, values, earlier);
                    if !group.figures.iter().any(|&figure| needs.has(figure)) {
                        // None of the dice matter.
                        key.clear();
                        let kept = group.kept.iter();
                        key.extend(kept.map(|&node| needs.value(evaluator, values, node)));
                        next.add(&key, weight);
                        continue;
                    }
                }
                let dice = group.dice(evaluator, values)?;
                let cut = chance_of_cut(&dice.0);
                cut_off += weight * cut;
                if !cache.contains_key(&dice) {
                    let table = figures(program, &dice.0, &dice.1, budget)?;
                    budget.keep(table.bytes() + BYTES_OF_FIGURES, combinations)?;
                    cache.insert(dice.clone(), table);
                }
                let table = &cache[&dice];
                if let Some(pairs) = &pairs {
                    // The dice are the same for all states, of which this is the first.
                    let tables = (&current, table);
                    let computed = (evaluator, &mut *values);
                    let limits = (&mut *budget, combinations as fn() -> String);
                    let all = pairs.distribution(computed, tables, set_shown, limits)?;
                    if let Some(all) = all {
                        cut_off += (1.0 - weight) * cut;
                        next = all;
                        break;
                    }
                }
                budget.take(group.steps_of_row * table.rows() as u64, combinations)?;
                for (shown, chance) in table.iter() {
                    set_shown(values, shown);
                    key.clear();
                    if self.is_conditional {
                        needs.find(evaluator, values, done);
                        let kept = group.kept.iter();
                        key.extend(kept.map(|&node| needs.value(evaluator, values, node)));
                    } else {
                        evaluator.all(values, &group.kept, &mut key);
                    }
                    next.add(&key, weight * chance);
                }
                budget.fits(current.bytes() + next.bytes(), combinations)?;
            }
            current = next;
            known = &group.kept;
        }
        let mut all = WeightTable::new(self.targets.len());
        all.cut_off = f64::min(cut_off, 1.0);
        for (state, weight) in current.iter() {
            values.know(given.iter().copied());
            for (&node, &value) in known.iter().zip(state) {
                values.set(node, value);
            }
            key.clear();
            evaluator.all(values, &self.targets, &mut key);
            all.add(&key, weight);
            budget.take(self.steps_of_row, combinations)?;
        }
        budget.fits(current.bytes() + all.bytes(), combinations)?;
        values.forget();
        Ok(all)
    }
}

impl Group {
    /// Returns the pools and figures with known operands.
    fn dice(
        &self,
        evaluator: Evaluator<'_>,
        values: &mut Values,
    ) -> Result<(Vec<KnownPool>, Vec<PoolFigure>), TooLarge> {
        let mut pools = Vec::new();
        for &pool in &self.pools {
            let components = evaluator.0.pools[pool].components.iter();
            let components = components.map(|component| {
                let die = KnownDie::new(evaluator, values, component);
                let count = die.count(evaluator.value(values, component.count));
                (die, count as u32)
            });
            let components = components.collect();
            let keep = keep_rules(evaluator, values, pool);
            let known = KnownPool { components, keep };
            if needs_all_dice(&known) {
                let roll = &evaluator.0.rolls[evaluator.0.pools[pool].roll].name;
                return Err(TooLarge(format!(
                    "the dice of {roll} are counted from the lowest after a rule by value, which \
                     exact answers do not cover"
                )));
            }
            pools.push(known);
        }
        let place = |pool: PoolId| self.pools.iter().position(|&one| one == pool);
        let figures = self.figures.iter().filter_map(|&node| {
            let Node::Figure(figure) = evaluator.0.node(node) else {
                return None;
            };
            Some(PoolFigure {
                function: evaluator.function(values, &figure.function),
                pool: place(figure.pool)?,
                other: figure.other.and_then(place),
            })
        });
        Ok((pools, figures.collect()))
    }
}

/// Returns the probability that a die of some pools would explode more often than the limit allows.
fn chance_of_cut(pools: &[KnownPool]) -> f64 {
    let dice = pools.iter().flat_map(|pool| &pool.components);
    let none = dice.map(|(die, count)| {
        let more = chance_of_more(die).unwrap_or(0.0);
        let cut = more.powi(die.most_explosions as i32 + 1);
        // Small probabilities keep their digits.
        f64::from(*count) * (-cut).ln_1p()
    });
    -none.sum::<f64>().exp_m1()
}

/// Returns pools as bits.
fn mask(pools: &[PoolId]) -> u64 {
    pools.iter().fold(0, |mask, pool| mask | 1 << pool)
}
