//! Trees of branches: the successors of a state, with the choices of optimal sides.

use super::decision::{Comparison, Secret};

/// Probabilities and indices of branches of a [`Tree`].
type Parts = Vec<(f64, usize)>;

/// A branch that is added to a [`Tree`].
pub enum NewBranch<'a> {
    /// States and ends, with their probabilities.
    Ends(&'a [(Target, f64)]),
    /// Branches with their probabilities.
    Split(Parts),
    /// The branches of a choice, of which the optimal side takes the best.
    Best(usize, Vec<usize>),
    /// The branches of secret choices of two optimal sides.
    Secret(Secret),
}

/// A branch of a [`Tree`]; see [`NewBranch`].
pub enum Branch<'a> {
    Ends(Edges<'a>),
    Split(Edges<'a>),
    Best(usize, &'a [u32]),
    Secret(&'a Secret),
}

/// States and ends, or branches, with their probabilities.
#[derive(Clone, Copy)]
pub struct Edges<'a> {
    to: &'a [u32],
    chances: &'a [f64],
    lasts: &'a [(usize, usize)],
}

impl<'a> Edges<'a> {
    /// Returns the indices of branches, with their probabilities.
    #[inline]
    pub fn branches(self) -> impl Iterator<Item = (usize, f64)> + 'a {
        let to = self.to.iter().map(|&branch| branch as usize);
        to.zip(self.chances.iter().copied())
    }

    /// Returns states and ends, with their probabilities.
    #[inline]
    pub fn targets(self) -> impl Iterator<Item = (Target, f64)> + 'a {
        let lasts = self.lasts;
        let to = self.to.iter().map(move |&packed| {
            let index = (packed >> KIND_BITS) as usize;
            match packed & ((1 << KIND_BITS) - 1) {
                0 => Target::State(index),
                1 => Target::End(index),
                _ => Target::Last(lasts[index].0, lasts[index].1),
            }
        });
        to.zip(self.chances.iter().copied())
    }
}

/// A state at the start of a step, or an end of a contest, by index in an
/// [`Explorer`](super::tree::Explorer).
#[derive(Clone, Copy, Debug)]
pub enum Target {
    State(usize),
    End(usize),
    /// A state after the last round, and the end with its metrics.
    Last(usize, usize),
}

/// Bits of the kind of a packed target.
const KIND_BITS: u32 = 2;

/// Successors of a state, or of a stage of a step: branches, each after its successors. The last one
/// is the start. All branches share a few lists, since contests can have millions of states.
#[derive(Default)]
pub struct Tree {
    nodes: Vec<Node>,
    to: Vec<u32>,
    chances: Vec<f64>,
    options: Vec<u32>,
    secrets: Vec<Secret>,
    /// Bytes of the secrets.
    secret_bytes: usize,
    lasts: Vec<(usize, usize)>,
}

/// A branch: a part of one of the lists of its tree.
#[derive(Clone, Copy)]
struct Node {
    kind: Kind,
    start: u32,
    end: u32,
}

#[derive(Clone, Copy)]
enum Kind {
    Ends,
    Split,
    Best(u16),
    Secret,
}

impl Tree {
    /// Returns the number of branches.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns an upper bound of the bytes that the tree takes.
    pub fn bytes(&self) -> usize {
        self.nodes.len() * size_of::<Node>()
            + self.to.len() * 4
            + self.chances.len() * 8
            + self.options.len() * 4
            + self.lasts.len() * 16
            + self.secret_bytes
    }

    /// Adds a branch, and returns its index.
    pub fn push(&mut self, branch: NewBranch<'_>) -> usize {
        let start = self.to.len();
        let (kind, start, end) = match branch {
            NewBranch::Ends(targets) => {
                self.to.reserve(targets.len());
                self.chances.reserve(targets.len());
                for &(target, chance) in targets {
                    let (kind, index) = match target {
                        Target::State(state) => (0, state),
                        Target::End(end) => (1, end),
                        Target::Last(state, end) => {
                            self.lasts.push((state, end));
                            (2, self.lasts.len() - 1)
                        }
                    };
                    self.to.push((index as u32) << KIND_BITS | kind);
                    self.chances.push(chance);
                }
                (Kind::Ends, start, self.to.len())
            }
            NewBranch::Split(parts) => {
                for (chance, part) in parts {
                    self.to.push(part as u32);
                    self.chances.push(chance);
                }
                (Kind::Split, start, self.to.len())
            }
            NewBranch::Best(side, options) => {
                let start = self.options.len();
                let options = options.into_iter().map(|option| option as u32);
                self.options.extend(options);
                (Kind::Best(side as u16), start, self.options.len())
            }
            NewBranch::Secret(secret) => {
                self.secret_bytes += size_of::<Secret>() + 8 * secret.options.len();
                self.secrets.push(secret);
                (Kind::Secret, self.secrets.len() - 1, self.secrets.len())
            }
        };
        self.nodes.push(Node {
            kind,
            start: start as u32,
            end: end as u32,
        });
        self.nodes.len() - 1
    }

    /// Returns the whole tree.
    pub fn view(&self) -> TreeView<'_> {
        TreeView {
            lists: self,
            first: 0,
            end: self.nodes.len(),
        }
    }
}

/// The trees of many states.
#[derive(Default)]
pub struct Forest {
    /// The lists of all trees.
    lists: Tree,
    /// The end of each tree among the branches, and among the parts of all branches.
    ends: Vec<[usize; 2]>,
}

impl Forest {
    /// Returns the number of trees.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns the number of parts of all branches.
    pub fn parts(&self) -> usize {
        self.lists.to.len() + self.lists.options.len() + self.lists.secrets.len()
    }

    /// Returns the ends of the trees before a state, among the branches and among their parts.
    #[inline]
    fn start(&self, state: usize) -> [usize; 2] {
        state
            .checked_sub(1)
            .map_or([0; 2], |before| self.ends[before])
    }

    /// Returns the number of parts of the branches of a tree.
    #[inline]
    pub fn parts_of(&self, state: usize) -> usize {
        self.ends[state][1] - self.start(state)[1]
    }

    /// Returns the next successor of a state, and advances the place: a branch before `end`, and a part
    /// of it.
    fn next_state(&self, end: usize, (branch, part): &mut (usize, usize)) -> Option<usize> {
        while *branch < end {
            let node = self.lists.nodes[*branch];
            if matches!(node.kind, Kind::Ends) {
                while node.start as usize + *part < node.end as usize {
                    let packed = self.lists.to[node.start as usize + *part];
                    *part += 1;
                    if packed & ((1 << KIND_BITS) - 1) == 0 {
                        return Some((packed >> KIND_BITS) as usize);
                    }
                }
            }
            (*branch, *part) = (*branch + 1, 0);
        }
        None
    }

    /// Returns the components of the states: all states of one lead to each other. A component comes
    /// after those that it leads to, and a state after those that were reached from it first (Tarjan,
    /// *Depth-first search and linear graph algorithms*, 1972).
    pub fn components(&self) -> Components {
        const UNSEEN: u32 = u32::MAX;
        let mut components = Components::default();
        let mut lowest = vec![UNSEEN; self.len()];
        let mut open: Vec<u32> = Vec::new();
        let mut path: Vec<(usize, u32, (usize, usize), usize)> = Vec::new();
        let mut seen = 0;
        for root in 0..self.len() {
            if lowest[root] != UNSEEN {
                continue;
            }
            let mut entered = Some(root);
            while let Some(state) = entered.take().or_else(|| path.last().map(|one| one.0)) {
                if lowest[state] == UNSEEN {
                    lowest[state] = seen;
                    path.push((state, seen, (self.start(state)[0], 0), open.len()));
                    seen += 1;
                }
                let Some((_, number, place, finished)) = path.last_mut() else {
                    break;
                };
                let (number, finished) = (*number, *finished);
                while let Some(next) = self.next_state(self.ends[state][0], place) {
                    if lowest[next] == UNSEEN {
                        entered = Some(next);
                        break;
                    }
                    lowest[state] = lowest[state].min(lowest[next]);
                }
                if entered.is_some() {
                    continue;
                }
                path.pop();
                if let Some(before) = path.last() {
                    lowest[before.0] = lowest[before.0].min(lowest[state]);
                }
                open.push(state as u32);
                if lowest[state] == number {
                    for &member in &open[finished..] {
                        // A finished component does not lead back to the path.
                        lowest[member as usize] = UNSEEN - 1;
                    }
                    components.states.extend(open.drain(finished..));
                    components.ends.push(components.states.len());
                }
            }
        }
        components
    }

    /// Returns whether a state leads to itself in one step.
    pub fn is_loop(&self, state: usize) -> bool {
        let mut place = (self.start(state)[0], 0);
        let end = self.ends[state][0];
        std::iter::from_fn(|| self.next_state(end, &mut place)).any(|next| next == state)
    }

    /// Adds a tree without states after the last round.
    pub fn push(&mut self, tree: Tree) {
        let Self { lists, ends } = self;
        let (to, options) = (lists.to.len() as u32, lists.options.len() as u32);
        let secrets = lists.secrets.len() as u32;
        lists.nodes.extend(tree.nodes.into_iter().map(|node| {
            let before = match node.kind {
                Kind::Ends | Kind::Split => to,
                Kind::Best(_) => options,
                Kind::Secret => secrets,
            };
            Node {
                start: node.start + before,
                end: node.end + before,
                ..node
            }
        }));
        lists.to.extend(tree.to);
        lists.chances.extend(tree.chances);
        lists.options.extend(tree.options);
        lists.secrets.extend(tree.secrets);
        let parts = lists.to.len() + lists.options.len() + lists.secrets.len();
        ends.push([lists.nodes.len(), parts]);
    }

    /// Returns the tree of a state.
    #[inline]
    pub fn tree(&self, state: usize) -> TreeView<'_> {
        TreeView {
            lists: &self.lists,
            first: self.start(state)[0],
            end: self.ends[state][0],
        }
    }

    /// Returns the trees of all states.
    pub fn trees(&self) -> impl DoubleEndedIterator<Item = TreeView<'_>> {
        (0..self.len()).map(|state| self.tree(state))
    }
}

/// Components of the states of a [`Forest`].
#[derive(Default)]
pub struct Components {
    states: Vec<u32>,
    /// The end of each component among the states.
    ends: Vec<usize>,
}

impl Components {
    /// Upper bound of the bytes for a state, also while they are found.
    pub const BYTES_OF_STATE: usize = 64;

    /// Returns the states of each component.
    pub fn iter(&self) -> impl Iterator<Item = &[u32]> {
        let mut start = 0;
        self.ends.iter().map(move |&end| {
            let states = &self.states[start..end];
            start = end;
            states
        })
    }
}

/// A tree, alone or in a [`Forest`].
#[derive(Clone, Copy)]
pub struct TreeView<'a> {
    lists: &'a Tree,
    first: usize,
    end: usize,
}

impl<'a> TreeView<'a> {
    /// Returns the number of branches.
    #[inline]
    pub fn len(self) -> usize {
        self.end - self.first
    }

    /// Returns the branches.
    #[inline]
    pub fn branches(self) -> impl DoubleEndedIterator<Item = Branch<'a>> {
        let lists = self.lists;
        let nodes = lists.nodes[self.first..self.end].iter();
        nodes.map(move |node| {
            let place = node.start as usize..node.end as usize;
            let edges = |place: std::ops::Range<usize>| Edges {
                to: &lists.to[place.clone()],
                chances: &lists.chances[place],
                lasts: &lists.lasts,
            };
            match node.kind {
                Kind::Ends => Branch::Ends(edges(place)),
                Kind::Split => Branch::Split(edges(place)),
                Kind::Best(side) => Branch::Best(side.into(), &lists.options[place]),
                Kind::Secret => Branch::Secret(&lists.secrets[place.start]),
            }
        })
    }

    /// Sets `values` to the row of each branch; see [`Comparison`]. `tied` is memory for the options
    /// of a choice. Returns a hash of the actions that optimal sides take.
    pub fn values<'b>(
        self,
        comparison: Comparison,
        (values, tied): (&mut Vec<f64>, &mut Vec<usize>),
        of_target: impl Fn(Target) -> &'b [f64],
    ) -> u64 {
        let values = (values, tied, of_target);
        // A constant width makes the loops over columns short ones.
        match comparison.width() {
            1 => self.values_of_width(1, comparison, values),
            2 => self.values_of_width(2, comparison, values),
            3 => self.values_of_width(3, comparison, values),
            4 => self.values_of_width(4, comparison, values),
            width => self.values_of_width(width, comparison, values),
        }
    }

    #[allow(clippy::inline_always, reason = "the width is to be a constant")]
    #[inline(always)]
    fn values_of_width<'b>(
        self,
        width: usize,
        comparison: Comparison,
        (values, tied, of_target): (&mut Vec<f64>, &mut Vec<usize>, impl Fn(Target) -> &'b [f64]),
    ) -> u64 {
        let mut hash = 0;
        values.clear();
        values.resize(self.len() * width, 0.0);
        for (index, branch) in self.branches().enumerate() {
            let (before, after) = values.split_at_mut(index * width);
            let sums = &mut after[..width];
            match branch {
                Branch::Ends(edges) => {
                    for (target, chance) in edges.targets() {
                        add_row(sums, chance, of_target(target));
                    }
                }
                Branch::Split(edges) => {
                    for (part, chance) in edges.branches() {
                        add_row(sums, chance, &before[part * width..]);
                    }
                }
                Branch::Best(side, options) => {
                    let row = |option: usize| &before[options[option] as usize * width..][..width];
                    comparison.best(options.len(), side, row, tied);
                    hash = mix(hash, FIRST_OPTION | tied[0] as u64);
                    sums.copy_from_slice(row(tied[0]));
                    if tied.len() > 1 {
                        hash = (tied[1..].iter()).fold(hash, |hash, &one| mix(hash, one as u64));
                        for (column, sum) in sums.iter_mut().enumerate() {
                            let each = tied.iter().map(|&one| row(one)[column]);
                            *sum = if column == side {
                                each.fold(f64::NEG_INFINITY, f64::max)
                            } else {
                                each.sum::<f64>() / tied.len() as f64
                            };
                        }
                    }
                }
                Branch::Secret(secret) => {
                    let [rows, columns] = secret.mixes(|branch| &before[branch * width..][..width]);
                    for (row, one) in rows.iter().enumerate() {
                        hash = mix(hash, one.to_bits());
                        for (column, other) in columns.iter().enumerate() {
                            hash = mix(hash, other.to_bits());
                            let branch = secret.options[secret.place(row, column)];
                            add_row(sums, one * other, &before[branch * width..]);
                        }
                    }
                }
            }
        }
        hash
    }
}

/// Marks the first option of a choice in a hash.
const FIRST_OPTION: u64 = 1 << 32;

/// Returns a hash with one more number.
#[inline]
pub fn mix(hash: u64, number: u64) -> u64 {
    (hash.rotate_left(5) ^ number).wrapping_mul(0x517c_c1b7_2722_0a95)
}

/// Adds a row times a weight to sums.
#[inline]
fn add_row(sums: &mut [f64], weight: f64, row: &[f64]) {
    let row = &row[..sums.len()];
    for column in 0..sums.len() {
        sums[column] += weight * row[column];
    }
}
