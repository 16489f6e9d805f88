//! The nodes that matter once some conditions are known.

use super::{Group, Joint, mask};
use crate::expression::{BinaryOp, Evaluator, Node, NodeId, Program, Values};

/// Returns whether a condition of the needed nodes can be known before what it chooses from.
pub fn is_conditional(program: &Program, groups: &[Group], needed: &[bool]) -> bool {
    let visited_last = |node: NodeId| {
        let reads = program.pools_read(node);
        groups
            .iter()
            .rposition(|group| mask(&group.pools) & reads != 0)
    };
    let mut nodes = (0..needed.len()).filter(|&node| needed[node]);
    nodes.any(|node| match *program.node(node) {
        Node::If(condition, yes, no) => {
            visited_last(condition) < visited_last(yes).max(visited_last(no))
        }
        Node::Binary(BinaryOp::And | BinaryOp::Or, a, b) => visited_last(a) != visited_last(b),
        _ => false,
    })
}

/// Finder of the nodes that still determine the targets.
pub struct Needs<'a> {
    program: &'a Program,
    joint: &'a Joint,
    /// Number of the search that has found each node.
    found: Vec<u32>,
    search: u32,
    stack: Vec<NodeId>,
}

impl<'a> Needs<'a> {
    pub fn new(program: &'a Program, joint: &'a Joint) -> Self {
        let nodes = if joint.is_conditional {
            program.node_count()
        } else {
            0
        };
        Self {
            program,
            joint,
            found: vec![0; nodes],
            search: 0,
            stack: Vec::new(),
        }
    }

    /// Finds the needed nodes if the dice of the pools in `done` (as bits) are known.
    pub fn find(&mut self, evaluator: Evaluator<'_>, values: &mut Values, done: u64) {
        let (program, before) = (self.program, self.joint.before);
        self.search += 1;
        self.stack.clear();
        self.stack.extend(&self.joint.targets);
        while let Some(node) = self.stack.pop() {
            let reads = program.pools_read(node);
            if reads & !before == 0 || self.found[node] == self.search {
                continue;
            }
            self.found[node] = self.search;
            if reads & !done == 0 {
                continue;
            }
            let mut value_if_known = |node: NodeId| {
                let is_known = program.pools_read(node) & !done == 0;
                is_known.then(|| evaluator.value(values, node))
            };
            match *program.node(node) {
                Node::If(condition, yes, no) => {
                    self.stack.push(condition);
                    match value_if_known(condition) {
                        Some(0) => self.stack.push(no),
                        Some(_) => self.stack.push(yes),
                        None => self.stack.extend([yes, no]),
                    }
                }
                Node::Binary(op @ (BinaryOp::And | BinaryOp::Or), a, b) => {
                    // One operand can decide: 0 of `and`, another number of `or`.
                    let decides = |value: i64| (value == 0) == (op == BinaryOp::And);
                    let mut decided = [a, b]
                        .into_iter()
                        .filter(|&one| value_if_known(one).is_some_and(decides));
                    match decided.next() {
                        Some(one) => self.stack.push(one),
                        None => self.stack.extend([a, b]),
                    }
                }
                _ => {
                    program.add_operands(node, &mut self.stack);
                    if let Node::Figure(figure) = program.node(node) {
                        for pool in figure.pools() {
                            self.stack.extend(program.pools[pool].parameters());
                        }
                    }
                }
            }
        }
    }

    /// Returns whether the last search has found a node.
    pub fn has(&self, node: NodeId) -> bool {
        self.found[node] == self.search
    }

    /// Returns the value of a node that the known dice determine, or 0 for one that does not matter, so
    /// that combinations that differ only in it are equal.
    pub fn value(&self, evaluator: Evaluator<'_>, values: &mut Values, node: NodeId) -> i64 {
        if self.has(node) {
            evaluator.value(values, node)
        } else {
            0
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::exact::{Budget, FigureCache, Joint};
    use crate::expression::{Name, Parser, Program, Resolver, Values};
    use evenodds_core::dice::{Dice, Sampled};

    struct OneRoll;

    impl Resolver for OneRoll {
        fn name(&self, _: &str) -> Option<Name> {
            None
        }

        fn names(&self) -> Vec<String> {
            Vec::new()
        }

        fn roll(&self) -> Option<usize> {
            Some(0)
        }
    }

    /// Returns a random expression of conditions and dice.
    fn random(dice: &mut Sampled, depth: u32) -> String {
        let leaves = ["1d2", "1d3", "count(2d3, 3)", "2", "0", "(1d2 - 1)"];
        let next = |dice: &mut Sampled| random(dice, depth.saturating_sub(1));
        match dice.choose(0, if depth == 0 { 1 } else { 8 }) {
            0 => leaves[dice.choose(0, leaves.len() as u32) as usize].to_owned(),
            1 => format!("({} + {})", next(dice), next(dice)),
            2 => format!("({} = {})", next(dice), next(dice)),
            3 => format!("({} and {})", next(dice), next(dice)),
            4 => format!("({} or not {})", next(dice), next(dice)),
            5 => format!("(clamp({}, 0, 3))d2", next(dice)),
            _ => {
                let parts = [next(dice), next(dice), next(dice)];
                format!("(if {} then {} else {})", parts[0], parts[1], parts[2])
            }
        }
    }

    #[test]
    fn known_conditions_change_no_distribution() {
        let mut dice = Sampled::new(3, &["conditions".to_owned()]);
        let (mut conditional, mut compared) = (0, 0);
        for trial in 0..400 {
            dice.start(trial);
            let mut program = Program::new();
            let texts = [random(&mut dice, 3), random(&mut dice, 2)];
            let targets = texts.each_ref().map(|text| {
                let parsed = Parser::parse(&mut program, &OneRoll, text);
                parsed.map(|parsed| parsed.value)
            });
            let [Ok(one), Ok(other)] = targets else {
                continue;
            };
            let joint = Joint::new(&program, &[one, other], 0);
            let plain = Joint {
                is_conditional: false,
                ..joint.clone()
            };
            conditional += u32::from(joint.is_conditional);
            let found = [joint, plain].map(|joint| {
                let mut budget = Budget::default();
                let values = &mut Values::new(&program);
                let table =
                    joint.distribution(&program, values, &[], &mut FigureCache::new(), &mut budget);
                let table = table.unwrap();
                let rows = table.iter().map(|(key, weight)| (key.to_vec(), weight));
                let mut rows: Vec<(Vec<i64>, f64)> = rows.collect();
                rows.sort_by(|a, b| a.0.cmp(&b.0));
                rows
            });
            assert_eq!(found[0].len(), found[1].len(), "{texts:?}");
            for (a, b) in found[0].iter().zip(&found[1]) {
                assert!(
                    a.0 == b.0 && (a.1 - b.1).abs() < 1e-12,
                    "{texts:?}: {a:?} {b:?}"
                );
            }
            compared += 1;
        }
        assert!(
            compared > 250 && conditional > 100,
            "{compared} {conditional}"
        );
    }
}
