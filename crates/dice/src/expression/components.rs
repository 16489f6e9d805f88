//! Pools of dice with their rules, tables and bags, as nodes refer to them.

use super::program::NodeId;

/// Selection of values: those from the first to the second bound, where they are given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SelectionNode {
    /// Lowest selected value.
    pub least: Option<NodeId>,
    /// Highest selected value.
    pub most: Option<NodeId>,
    /// True if the values outside the bounds are selected instead.
    pub inverted: bool,
}

/// Dice that are thrown together, and which of them are kept.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pool {
    /// Index of the roll that the pool belongs to, which is the roller of its dice.
    pub roll: usize,
    /// Position of the pool among those of its roll, so that equal pools of a roll are two pools.
    pub position: usize,
    /// Dice by type.
    pub components: Vec<Component>,
    /// Rules that keep or drop dice, in order.
    pub keep: Vec<KeepRuleNode>,
}

/// Equal dice of a pool, with the rules for throwing each of them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Component {
    /// Number of dice.
    pub count: NodeId,
    /// The die.
    pub die: Die,
    /// Rules that change how a die is thrown, in order.
    pub rules: Vec<DieRule>,
    /// A die as written, with its rules, such as `d6ro1`.
    pub text: String,
}

/// A type of dice.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Die {
    /// Faces 1 to a number.
    Sides(NodeId),
    /// Equally likely faces.
    Faces(Vec<NodeId>),
    /// Constant faces with weights, by descending value.
    Weighted(Vec<(i64, u32)>),
    /// A die with symbols, by index in the program.
    Symbols(usize),
    /// A draw from a bag, without replacement: 1 for each of these things, and 0 for each of the
    /// other ones.
    Drawn(NodeId, NodeId),
}

/// A table of numbers, in rows of equal length. A table of one dimension has one row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// Name as written under `[table]`.
    pub name: String,
    /// True if a lookup takes a row and a column; false if the table is one list.
    pub has_rows: bool,
    /// The rows.
    pub rows: Vec<Vec<i64>>,
}

impl Table {
    /// Returns the number at two places from 0, or at the nearest ones of the table.
    pub fn at(&self, row: i64, column: i64) -> i64 {
        let nearest = |place: i64, count: usize| place.clamp(0, count as i64 - 1) as usize;
        let row = &self.rows[nearest(row, self.rows.len())];
        row[nearest(column, row.len())]
    }

    /// Returns the number at the places of a [`Node::Lookup`](super::Node::Lookup); the second one
    /// counts if there are rows.
    pub fn looked_up(&self, first: i64, second: i64) -> i64 {
        if self.has_rows {
            self.at(first, second)
        } else {
            self.at(0, first)
        }
    }
}

/// A bag from which is drawn without replacement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bag {
    /// Name as written under `[bag]`.
    pub name: String,
    /// Names of the things in the bag, with the variables of the numbers that are left.
    pub items: Vec<(String, usize)>,
}

/// A die with symbols on its faces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SymbolDie {
    /// Name as written under `[die]`.
    pub name: String,
    /// Faces: the number of each symbol of the program, and the weight of the face.
    pub faces: Vec<(Vec<u8>, u32)>,
    /// The faces as written.
    pub texts: Vec<String>,
}

/// Rule for throwing one die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DieRule {
    /// `rr`: throw again until the value is not selected; nothing if all values are.
    Reroll(SelectionNode),
    /// `ro`: throw once more if the value is selected, and keep the new value.
    RerollOnce(SelectionNode),
    /// `rr` of a die with symbols: as `Reroll`, for faces by index, as bits.
    RerollFaces(u128),
    /// `ro` of a die with symbols: as `RerollOnce`, for faces by index, as bits.
    RerollFacesOnce(u128),
    /// `mi`: lower values count as this one.
    AtLeast(NodeId),
    /// `ma`: higher values count as this one.
    AtMost(NodeId),
    /// `!` and `e`: each selected value adds a die, which can add another, at most this number of
    /// times.
    Explode(Option<SelectionNode>, Option<u32>),
    /// `!!`: the highest value is added to the next throw of the same die.
    Penetrate,
    /// `ra`: one more die if at least one value of the pool is selected.
    AddOnce(SelectionNode),
}

impl DieRule {
    /// Returns whether the rule adds dice, or throws to a die.
    pub fn adds_dice(&self) -> bool {
        matches!(self, Self::Explode(..) | Self::Penetrate | Self::AddOnce(_))
    }
}

/// Rule that keeps or drops dice of a pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KeepRuleNode {
    /// `kh`: keep the highest dice.
    Highest(NodeId),
    /// `kl`: keep the lowest dice.
    Lowest(NodeId),
    /// `ph`: drop the highest dice.
    DropHighest(NodeId),
    /// `pl`: drop the lowest dice.
    DropLowest(NodeId),
    /// `k`: keep the selected values.
    Keep(SelectionNode),
    /// `p`: drop the selected values.
    Drop(SelectionNode),
}

impl KeepRuleNode {
    /// Returns the operands.
    pub fn operands(self) -> Vec<NodeId> {
        match self {
            Self::Highest(n) | Self::Lowest(n) | Self::DropHighest(n) | Self::DropLowest(n) => {
                vec![n]
            }
            Self::Keep(selection) | Self::Drop(selection) => selection.operands(),
        }
    }
}

impl SelectionNode {
    /// Returns the operands.
    pub fn operands(self) -> Vec<NodeId> {
        self.least.into_iter().chain(self.most).collect()
    }
}

impl DieRule {
    /// Returns the operands.
    fn operands(self) -> Vec<NodeId> {
        match self {
            Self::Reroll(selection)
            | Self::RerollOnce(selection)
            | Self::AddOnce(selection)
            | Self::Explode(Some(selection), _) => selection.operands(),
            Self::AtLeast(n) | Self::AtMost(n) => vec![n],
            Self::RerollFaces(_)
            | Self::RerollFacesOnce(_)
            | Self::Explode(None, _)
            | Self::Penetrate => Vec::new(),
        }
    }
}

impl Component {
    /// Returns the operands of the die and its rules, without the number of dice.
    pub fn operands(&self) -> Vec<NodeId> {
        let faces = match &self.die {
            Die::Sides(sides) => std::slice::from_ref(sides),
            Die::Faces(faces) => faces,
            Die::Drawn(own, others) => &[*own, *others][..],
            Die::Weighted(_) | Die::Symbols(_) => &[],
        };
        let rules = self.rules.iter().flat_map(|rule| rule.operands());
        faces.iter().copied().chain(rules).collect()
    }
}

impl Pool {
    /// Returns the nodes that determine which dice are thrown and kept.
    pub fn parameters(&self) -> Vec<NodeId> {
        let mut nodes = Vec::new();
        for component in &self.components {
            nodes.push(component.count);
            nodes.extend(component.operands());
        }
        nodes.extend(self.keep.iter().flat_map(|rule| rule.operands()));
        nodes
    }
}
