//! Positions of a contest of teams, and the values that expressions read from them.

use super::TeamContest;
use super::plan::{Formulas, Place, TotalPlan, ValuePlan};
use super::roster::FieldId;
use super::scope::Source;
use evenodds_dice::expression::{Evaluator, NodeId, TeamFunction, Values};

/// Fields and states, and which members stand.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Board {
    /// Changing fields of each member, then the states.
    pub values: Vec<i64>,
    /// For each member, true if it has joined.
    pub joined: Vec<bool>,
    /// For each member, true if it has joined and stands.
    pub stands: Vec<bool>,
    /// Number of standing members of each team.
    pub standing: Vec<u32>,
    /// Number of standing members of each entry.
    pub of_entry: Vec<u32>,
    /// Number of members of each team that have not joined.
    pub late: Vec<u32>,
}

impl Clone for Board {
    fn clone(&self) -> Self {
        Self {
            values: self.values.clone(),
            joined: self.joined.clone(),
            stands: self.stands.clone(),
            standing: self.standing.clone(),
            of_entry: self.of_entry.clone(),
            late: self.late.clone(),
        }
    }

    /// Reuses the allocations.
    fn clone_from(&mut self, other: &Self) {
        self.values.clone_from(&other.values);
        self.joined.clone_from(&other.joined);
        self.stands.clone_from(&other.stands);
        self.standing.clone_from(&other.standing);
        self.of_entry.clone_from(&other.of_entry);
        self.late.clone_from(&other.late);
    }
}

/// Member whose turn it is, and its target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Actors {
    pub own: Option<usize>,
    pub target: Option<usize>,
}

impl Actors {
    /// Returns the member whose field a place is.
    pub fn changed(self, place: Place) -> Option<usize> {
        match place {
            Place::Own(_) => self.own,
            Place::Target(_) => self.target,
            Place::Member(member, _) => Some(member),
            Place::World(_) => None,
        }
    }
}

impl TeamContest {
    /// Returns a field of a member.
    #[inline]
    pub(super) fn field(&self, board: &Board, member: usize, field: FieldId) -> i64 {
        match self.roster.places[field] {
            Some(place) => board.values[member * self.roster.width + place],
            None => self.constants[self.roster.entry_of[member]][field],
        }
    }

    /// Sets the place of a change to the nearest value within its bounds. Returns the change; `None` if
    /// the value stays the same, or the member is missing.
    #[inline]
    pub(super) fn set(
        &self,
        board: &mut Board,
        (place, value): (Place, i64),
        actors: Actors,
    ) -> Option<Change> {
        let (member, field) = match place {
            Place::Own(field) => (actors.own?, field),
            Place::Target(field) => (actors.target?, field),
            Place::Member(member, field) => (member, field),
            Place::World(state) => {
                let bounds = self.world[state].bounds;
                let at = self.world_start() + state;
                let value = value.clamp(bounds.low, bounds.high);
                let from = std::mem::replace(&mut board.values[at], value);
                return (from != value).then_some(Change {
                    place,
                    from,
                    to: value,
                });
            }
        };
        let at = member * self.roster.width + self.roster.places[field]?;
        let bounds = self.bounds[self.roster.entry_of[member]][field];
        let value = value.clamp(bounds.low, bounds.high);
        let from = std::mem::replace(&mut board.values[at], value);
        (from != value).then_some(Change {
            place: Place::Member(member, field),
            from,
            to: value,
        })
    }

    /// Returns the index of the first state among the values of a board.
    pub(super) fn world_start(&self) -> usize {
        self.roster.entry_of.len() * self.roster.width
    }

    /// Updates whether a member stands.
    #[inline]
    pub(super) fn look_at(&self, board: &mut Board, member: usize, scratch: &mut Scratch) {
        let stands = board.joined[member] && self.fulfils_standing(board, member, scratch);
        if board.stands[member] != stands {
            board.stands[member] = stands;
            let team = self.team_of[member];
            let entry = self.roster.entry_of[member];
            if stands {
                board.standing[team] += 1;
                board.of_entry[entry] += 1;
            } else {
                board.standing[team] -= 1;
                board.of_entry[entry] -= 1;
            }
        }
    }

    fn fulfils_standing(&self, board: &Board, member: usize, scratch: &mut Scratch) -> bool {
        let entry = self.roster.entry_of[member];
        match &self.standing[entry] {
            Standing::Always => true,
            Standing::Above(field, least) => self.field(board, member, *field) > *least,
            Standing::If(formulas, node) => {
                let values = scratch.of_entry(self, entry);
                for (variable, &source) in formulas.sources.iter().enumerate() {
                    values.variables[variable] = self.of_each(board, member, source);
                }
                values.forget();
                Evaluator(&formulas.program).value(values, *node) != 0
            }
        }
    }

    /// Loads variables.
    #[inline]
    pub(super) fn load(
        &self,
        (formulas, reads): (&Formulas, &[usize]),
        (board, round): (&Board, u32),
        actors: Actors,
        values: &mut Values,
    ) {
        for &variable in reads {
            let value = match formulas.sources[variable] {
                Source::Own(field) => actors.own.map_or(0, |own| self.field(board, own, field)),
                Source::Target(field) => actors
                    .target
                    .map_or(0, |target| self.field(board, target, field)),
                Source::TargetText(field) => actors.target.map_or(0, |target| {
                    self.text_places[self.roster.entry_of[target]][field]
                }),
                Source::Member(member, field) => self.field(board, member, field),
                Source::World(state) => board.values[self.world_start() + state],
                Source::Rounds => i64::from(round),
                Source::Total(total) => {
                    let bounds = formulas.program.variables[variable];
                    let total = &formulas.totals[total];
                    let total = self.total(formulas, total, (board, actors), values);
                    total.clamp(bounds.low, bounds.high)
                }
                Source::Each(_) | Source::EachText(_) => continue,
            };
            values.variables[variable] = value;
        }
    }

    /// Returns a value that each member has.
    fn of_each(&self, board: &Board, member: usize, source: Source) -> i64 {
        match source {
            Source::Each(field) => self.field(board, member, field),
            Source::EachText(field) => self.text_places[self.roster.entry_of[member]][field],
            _ => 0,
        }
    }

    /// Returns a number of a team.
    #[inline(never)]
    fn total(
        &self,
        formulas: &Formulas,
        total: &TotalPlan,
        (board, actors): (&Board, Actors),
        values: &mut Values,
    ) -> i64 {
        let team = actors.own.map(|own| self.team_of[own]);
        let mut sum = 0;
        let mut found: Option<i64> = None;
        for member in 0..board.stands.len() {
            let is_own = actors.own == Some(member);
            let belongs = if is_own {
                total.group.has_own(team)
            } else {
                total.group.has(team, self.team_of[member])
            };
            if !board.stands[member] || !belongs {
                continue;
            }
            let Some(of) = total.of else {
                sum += 1;
                continue;
            };
            for &(variable, source) in &total.each {
                values.variables[variable] = self.of_each(board, member, source);
            }
            values.forget();
            let value = Evaluator(&formulas.program).value(values, of);
            match total.function {
                TeamFunction::Standing => sum += 1,
                TeamFunction::Count => sum += i64::from(value != 0),
                TeamFunction::Sum => sum += value,
                TeamFunction::Lowest => found = Some(found.map_or(value, |low| low.min(value))),
                TeamFunction::Highest => found = Some(found.map_or(value, |high| high.max(value))),
            }
        }
        found.unwrap_or(sum)
    }

    /// Returns the value of a node after its variables were loaded.
    #[inline]
    pub(super) fn evaluate((formulas, node): (&Formulas, NodeId), values: &mut Values) -> i64 {
        values.forget();
        Evaluator(&formulas.program).value(values, node)
    }
}

/// A change of a field or a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    pub place: Place,
    pub from: i64,
    pub to: i64,
}

/// Condition under which a member stands.
#[derive(Clone, Debug)]
pub enum Standing {
    /// As long as the contest lasts.
    Always,
    /// While a field is above a number.
    Above(FieldId, i64),
    /// While a condition holds.
    If(Box<Formulas>, NodeId),
}

/// Values of the programs of a contest, which are prepared when they are first used. A copy is
/// empty.
#[derive(Debug, Default)]
pub struct Scratch {
    turns: Vec<Option<Box<Values>>>,
    entries: Vec<Option<Box<Values>>>,
    plans: Vec<Option<Box<Values>>>,
    world: Option<Box<Values>>,
    /// Initiatives of members.
    pub drawn: Vec<(i64, usize)>,
    /// Members that can be drawn by lot, or that join.
    pub candidates: Vec<usize>,
}

impl Clone for Scratch {
    fn clone(&self) -> Self {
        Self::default()
    }

    fn clone_from(&mut self, _: &Self) {}
}

impl Scratch {
    /// Returns the values of the turn of an entry in a step; those of a step without `each` come
    /// after the entries.
    #[inline]
    pub fn of_turn(&mut self, contest: &TeamContest, step: usize, entry: usize) -> &mut Values {
        let width = contest.roster.entries.len() + 1;
        let at = step * width + entry;
        if self.turns.len() <= at {
            self.turns.resize_with(contest.steps.len() * width, || None);
        }
        self.turns[at].get_or_insert_with(|| {
            let turn = contest.steps[step].turns[entry].as_ref();
            Box::new(turn.map_or_else(Values::default, |turn| Values::new(&turn.formulas.program)))
        })
    }

    /// Returns the values of the condition under which members of an entry stand.
    fn of_entry(&mut self, contest: &TeamContest, entry: usize) -> &mut Values {
        if self.entries.len() <= entry {
            self.entries
                .resize_with(contest.roster.entries.len(), || None);
        }
        self.entries[entry].get_or_insert_with(|| {
            Box::new(match &contest.standing[entry] {
                Standing::If(formulas, _) => Values::new(&formulas.program),
                Standing::Always | Standing::Above(..) => Values::default(),
            })
        })
    }

    /// Returns the values of the plan of a single value.
    pub fn of_plan(&mut self, plan: &ValuePlan) -> &mut Values {
        if self.plans.len() <= plan.number {
            self.plans.resize_with(plan.number + 1, || None);
        }
        self.plans[plan.number].get_or_insert_with(|| Box::new(Values::new(&plan.formulas.program)))
    }

    /// Returns the values of outcomes and metrics.
    pub fn of_world(&mut self, contest: &TeamContest) -> &mut Values {
        (self.world).get_or_insert_with(|| Box::new(Values::new(&contest.world_formulas.program)))
    }
}
