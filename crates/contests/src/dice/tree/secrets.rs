//! Successors of secret choices.

use super::super::DiceContest;
use super::super::branches::{NewBranch, Tree};
use super::super::decision::Secret;
use super::{Explorer, STEPS_OF_BRANCH};
use evenodds_dice::exact::TooLarge;
use evenodds_dice::expression::NodeId;

/// Numbers of a game of secret choices that are changed in one step, while it is solved.
const CHANGES_OF_STEP: usize = 4;

/// Joint choices of some choices of a step, with their probabilities: the values of variables.
type JointChoices = Vec<(f64, Vec<(usize, i64)>)>;

impl Explorer {
    /// Adds the successors of a step from the first stage of secret choices on; the last branch is
    /// their start. Returns the joint choices of the optimal sides: of the one that chooses the row,
    /// and of the other, if there is one.
    pub(super) fn grow_secret(
        &mut self,
        contest: &DiceContest,
        (step, stage): (usize, usize),
        known: &[(NodeId, i64)],
        tree: &mut Tree,
    ) -> Result<[JointChoices; 2], TooLarge> {
        let members = contest.plans[step].stages[stage].secret.clone();
        let start = self.values.variables.clone();
        let sides = contest.optimal_sides(step, members.clone());
        let mut joint = |of: Option<usize>| {
            let own = members.clone().filter(|&member| {
                let side = contest.choice_of(step, member).map(|choice| choice.side);
                match of {
                    Some(_) => side == of,
                    None => side.is_some_and(|side| !sides.contains(&side)),
                }
            });
            let own: Vec<usize> = own.collect();
            self.joint_choices(contest, (step, &own), known, &start)
        };
        let rows = joint(sides.first().copied());
        let columns = match sides.get(1) {
            Some(&side) => joint(Some(side)),
            None => vec![(1.0, Vec::new())],
        };
        let others = joint(None);
        let combinations = rows.len() * columns.len() * others.len();
        let solving = match sides[..] {
            [_, _, ..] => rows.len() * columns.len() * (rows.len() + columns.len()),
            _ => 0,
        };
        self.take(
            STEPS_OF_BRANCH * combinations + solving / CHANGES_OF_STEP,
            "the secret choices",
        )?;
        let mut options = Vec::new();
        for (_, row) in &rows {
            for (_, column) in &columns {
                let mut parts = Vec::new();
                for (share, other) in &others {
                    self.values.variables.clone_from(&start);
                    for &(variable, value) in row.iter().chain(column).chain(other) {
                        self.values.variables[variable] = value;
                    }
                    let next = self.grow(contest, (step, members.end), known, tree)?;
                    parts.push((*share, next));
                }
                options.push(match parts[..] {
                    [(_, only)] => only,
                    _ => self.push(NewBranch::Split(parts), tree)?,
                });
            }
        }
        self.values.variables.clone_from(&start);
        let branch = match sides[..] {
            // A side without a choice has no secret.
            [row, _, ..] if columns.len() == 1 => NewBranch::Best(row, options),
            [_, column, ..] if rows.len() == 1 => NewBranch::Best(column, options),
            [row, column, ..] => NewBranch::Secret(Secret {
                sides: [row, column],
                columns: columns.len(),
                options,
            }),
            [side] => NewBranch::Best(side, options),
            // Secret choices without an optimal side are not grown here.
            [] => NewBranch::Split(options.into_iter().map(|option| (1.0, option)).collect()),
        };
        self.push(branch, tree)?;
        let columns = if sides.len() > 1 { columns } else { Vec::new() };
        Ok([rows, columns])
    }

    /// Returns the joint choices at these stages of a step. The share of choices of optimal sides
    /// is 1.
    fn joint_choices(
        &mut self,
        contest: &DiceContest,
        (step, stages): (usize, &[usize]),
        known: &[(NodeId, i64)],
        start: &[i64],
    ) -> JointChoices {
        let mut all: JointChoices = vec![(1.0, Vec::new())];
        for &stage in stages {
            let Some(choice) = contest.choice_of(step, stage) else {
                continue;
            };
            let Some(variable) = choice.variable() else {
                continue;
            };
            let mut next = Vec::new();
            for (share, set) in all {
                self.values.variables.copy_from_slice(start);
                for &(variable, value) in &set {
                    self.values.variables[variable] = value;
                }
                self.values.know(known.iter().copied());
                let shares = contest.shares(choice, &mut self.values, &[]);
                let allowed = contest.allowed(choice, &mut self.values);
                let shares = shares.unwrap_or_else(|| {
                    let actions = choice.actions(&[], allowed);
                    actions.map(|action| (action, 1.0)).collect()
                });
                for (value, own) in shares {
                    let set = set.iter().copied().chain([(variable, value)]).collect();
                    next.push((share * own, set));
                }
            }
            all = next;
        }
        all
    }
}
