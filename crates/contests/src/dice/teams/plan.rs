//! Turns and actions of a step, with compiled expressions.

use super::roster::FieldId;
use super::scope::{Group, Source};
use evenodds_dice::exact::Joint;
use evenodds_dice::expression::{Code, NodeId, Program, Range, TeamFunction, Throw};

/// Expressions, and the values that they read.
#[derive(Clone, Debug, Default)]
pub struct Formulas {
    pub program: Program,
    /// Value of each variable of the program.
    pub sources: Vec<Source>,
    pub totals: Vec<TotalPlan>,
}

/// A number of a team.
#[derive(Clone, Debug)]
pub struct TotalPlan {
    pub function: TeamFunction,
    pub group: Group,
    /// Value of each member.
    pub of: Option<NodeId>,
    /// Values of each member that it reads, with their variables.
    pub each: Vec<(usize, Source)>,
}

/// Turns of the members of an entry in a step.
#[derive(Clone, Debug)]
pub struct Turn {
    pub formulas: Formulas,
    pub when: Option<NodeId>,
    pub times: Option<NodeId>,
    /// Variables of the conditions before a decision.
    pub reads: Vec<usize>,
    /// True if there is a condition, or a number of repetitions.
    pub has_conditions: bool,
    /// The group of which the only action affects one member, if it is any of them.
    pub any_of: Option<Group>,
    pub actions: Vec<Action>,
}

/// An action.
#[derive(Clone, Debug)]
pub struct Action {
    /// Name; empty in steps with one action.
    pub name: String,
    pub when: Option<NodeId>,
    pub target: Option<TargetPlan>,
    pub rolls: Vec<RollPlan>,
    /// Conditions of the changes, by index.
    pub conditions: Code,
    /// Variables that the conditions read.
    pub reads: Vec<usize>,
    /// Rolls that the conditions read, as bits.
    pub condition_rolls: u64,
    /// Changes without a condition, as bits.
    pub unconditional: u128,
    /// Changes that are made once, whatever the number of targets, as bits.
    pub once: u128,
    /// Rolls that are thrown for each target, as bits.
    pub against: u64,
    /// Figures of dice that keep the value that they have when all dice are thrown.
    pub frozen: Vec<NodeId>,
    pub frozen_code: Code,
    /// Variables that the frozen figures read.
    pub frozen_reads: Vec<usize>,
    pub writes: Vec<Write>,
    pub exact: ExactPlan,
}

/// Plan to compute the results of an action.
#[derive(Clone, Debug)]
pub struct ExactPlan {
    /// Rolls that are thrown once for all targets; `None` if there are none, or one target only.
    pub shared: Option<Joint>,
    /// Nodes of the shared rolls that are known after them.
    pub shared_nodes: Vec<NodeId>,
    /// Variables that the shared rolls read.
    pub shared_reads: Vec<usize>,
    /// The conditions and what the changes read, after the shared rolls.
    pub joint: Joint,
    /// Variables on which the joint distribution depends.
    pub reads: Vec<usize>,
    /// For each node after the conditions: the change that reads it, and the node that it stands
    /// for.
    pub known: Vec<(usize, NodeId)>,
}

/// A roll of an action.
#[derive(Clone, Debug)]
pub struct RollPlan {
    pub name: String,
    /// Index in the program.
    pub roll: usize,
    pub throws: Vec<Throw>,
    /// Variables that the dice depend on.
    pub reads: Vec<usize>,
    /// Index of its random stream among those of the member.
    pub stream: usize,
}

/// Changes with one condition.
#[derive(Clone, Debug)]
pub struct Write {
    /// Rolls that the changes read, as bits.
    pub rolls: u64,
    /// Variables that the changes read.
    pub reads: Vec<usize>,
    /// Code of the changes after dice were thrown.
    pub changes: Code,
    /// Code of the changes from known nodes.
    pub known_changes: Code,
    /// Changed places, each with the variable that has the new value.
    pub places: Vec<(usize, Place)>,
}

/// Field or state that a change sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A field of the member whose turn it is.
    Own(FieldId),
    /// A field of the target.
    Target(FieldId),
    /// A field of a certain member.
    Member(usize, FieldId),
    /// A state.
    World(usize),
}

/// Targets of an action.
#[derive(Clone, Debug)]
pub struct TargetPlan {
    pub group: Group,
    /// Members that can belong to it, in the order of the file.
    pub members: Vec<usize>,
    /// Condition of a target.
    pub condition: Option<NodeId>,
    /// Variables that the condition reads.
    pub reads: Vec<usize>,
    /// Maximum number of targets.
    pub most: usize,
    /// Choice of simple play.
    pub simple: Simple,
}

/// Rule by which simple play chooses a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Simple {
    First,
    Random,
    Lowest(FieldId),
    Highest(FieldId),
}

/// Dice of a single value, such as an initiative or a start value.
#[derive(Clone, Debug)]
pub struct ValuePlan {
    /// Number of the plan among those of the contest.
    pub number: usize,
    pub formulas: Formulas,
    pub value: NodeId,
    pub throws: Vec<Throw>,
    pub reads: Vec<usize>,
    pub stream: usize,
}

/// A step of a round.
#[derive(Clone, Debug)]
pub struct Step {
    /// Members that have a turn, in the order of the file; empty for a step without `each`.
    pub members: Vec<usize>,
    /// Turns by entry; that of a step without `each` is the last one.
    pub turns: Vec<Option<Turn>>,
    /// Initiative by entry.
    pub order: Option<Vec<Option<ValuePlan>>>,
    pub orders_each_round: bool,
    pub is_at_once: bool,
}

impl Formulas {
    /// Returns the variables with these bits and those of the numbers of teams among them, without
    /// the fields of each member.
    pub fn closure(&self, mut reads: u64) -> Vec<usize> {
        for (variable, source) in self.sources.iter().enumerate().rev() {
            if reads & 1 << variable != 0
                && let Source::Total(total) = source
                && let Some(of) = self.totals[*total].of
            {
                reads |= self.program.variables_read(of);
            }
        }
        let is_read = |variable: &usize| {
            reads & 1 << *variable != 0
                && !matches!(
                    self.sources[*variable],
                    Source::Each(_) | Source::EachText(_)
                )
        };
        (0..self.sources.len()).filter(is_read).collect()
    }

    /// Returns the variables that nodes read.
    pub fn reads(&self, nodes: impl IntoIterator<Item = NodeId>) -> Vec<usize> {
        let all = nodes
            .into_iter()
            .fold(0, |all, node| all | self.program.variables_read(node));
        self.closure(all)
    }

    /// Returns the bounds of a node.
    pub fn bounds(&self, node: NodeId) -> Range {
        self.program.bounds(node)
    }
}

impl Action {
    /// Returns whether the action reads or changes a certain member.
    pub fn names_members(&self) -> bool {
        let places = self.writes.iter().flat_map(|write| &write.places);
        let mut places = places.map(|place| place.1);
        places.any(|place| matches!(place, Place::Member(..)))
    }
}
