//! Results of an action, with their probabilities.

use super::TeamContest;
use super::act::Act;
use super::plan::Place;
use super::position::Actors;
use super::rules::Position;
use evenodds_core::contest::Silent;
use evenodds_dice::exact::{Budget, FigureCache, TooLarge};
use evenodds_dice::expression::NodeId;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// New values of the places that an action changes, with their probability.
pub type Results = Vec<(Vec<i64>, f64)>;

/// Key of results: step, turn and action; what it depends on.
type Key = ([usize; 3], Vec<i64>);

/// Results of actions that were computed.
#[derive(Debug)]
pub struct ResultCache {
    figures: FigureCache,
    results: FxHashMap<Key, Rc<Results>>,
    shared: FxHashMap<Key, Rc<Results>>,
    /// Largest probability that a limit cut off dice of an action.
    pub cut_off: f64,
    pub budget: Budget,
}

/// Quantity of a budget.
const QUANTITY: &str = "the results of the actions";

impl ResultCache {
    /// Returns a cache without results.
    pub fn new(budget: Budget) -> Self {
        Self {
            figures: FigureCache::new(),
            results: FxHashMap::default(),
            shared: FxHashMap::default(),
            cut_off: 0.0,
            budget,
        }
    }

    /// Returns the values of the rolls that are thrown once for all targets of an action; one empty
    /// list if there are none.
    pub fn shared(
        &mut self,
        contest: &TeamContest,
        position: &mut Position,
        act: &Act<'_>,
    ) -> Result<Rc<Results>, TooLarge> {
        let exact = &act.action.exact;
        let Some(joint) = &exact.shared else {
            return Ok(Rc::new(vec![(Vec::new(), 1.0)]));
        };
        let formulas = &act.turn.formulas;
        let Position { state, scratch, .. } = position;
        let step = state.step;
        let board = state.seen(&contest.steps[step]);
        let values = scratch.of_turn(contest, step, act.index);
        let at = (board, state.round);
        contest.load((formulas, &exact.shared_reads), at, act.actors, values);
        let key: Vec<i64> = exact
            .shared_reads
            .iter()
            .map(|&one| values.variables[one])
            .collect();
        let key = ([step, act.index, act.place], key);
        if let Some(known) = self.shared.get(&key) {
            return Ok(Rc::clone(known));
        }
        let table = joint.distribution(
            &formulas.program,
            values,
            &[],
            &mut self.figures,
            &mut self.budget,
        )?;
        self.cut_off = self.cut_off.max(table.cut_off);
        let rows: Results = table
            .iter()
            .map(|(row, chance)| (row.to_vec(), chance))
            .collect();
        let rows = Rc::new(rows);
        self.budget.keep(table.bytes(), || QUANTITY.to_owned())?;
        self.shared.insert(key, Rc::clone(&rows));
        Ok(rows)
    }

    /// Returns the results of an action on one target: new values of its [`places`](places), with
    /// probabilities. `shared` are the values of the rolls that are thrown once.
    pub fn results(
        &mut self,
        contest: &TeamContest,
        position: &mut Position,
        act: &Act<'_>,
        shared: &[i64],
    ) -> Result<Rc<Results>, TooLarge> {
        let exact = &act.action.exact;
        let formulas = &act.turn.formulas;
        let places = places(act);
        let Position { state, scratch, .. } = &mut *position;
        let step = state.step;
        let values = scratch.of_turn(contest, step, act.index);
        let mut key = Vec::new();
        key.push(i64::from(act.is_first));
        key.extend_from_slice(shared);
        // Changes read the current board; conditions and dice read the board before the step if all
        // act at once.
        for write in &act.action.writes {
            let at = (&state.board, state.round);
            contest.load((formulas, &write.reads), at, act.actors, values);
            key.extend(write.reads.iter().map(|&one| values.variables[one]));
        }
        key.extend(
            places
                .iter()
                .map(|&place| contest.value_at(&state.board, place, act.actors)),
        );
        // The entries determine the bounds; places of a member that is its own target coincide.
        let entry =
            |member: Option<usize>| member.map_or(-1, |one| contest.roster.entry_of[one] as i64);
        key.extend([entry(act.actors.own), entry(act.actors.target)]);
        key.push(i64::from(act.actors.own == act.actors.target));
        if act.action.names_members() {
            key.extend(
                [act.actors.own, act.actors.target].map(|one| one.map_or(-1, |one| one as i64)),
            );
        }
        let seen = state.seen(&contest.steps[step]);
        contest.load(
            (formulas, &exact.reads),
            (seen, state.round),
            act.actors,
            values,
        );
        key.extend(exact.reads.iter().map(|&one| values.variables[one]));
        let key = ([step, act.index, act.place], key);
        if let Some(known) = self.results.get(&key) {
            return Ok(Rc::clone(known));
        }
        let given: Vec<(NodeId, i64)> = exact
            .shared_nodes
            .iter()
            .copied()
            .zip(shared.iter().copied())
            .collect();
        let table = exact.joint.distribution(
            &formulas.program,
            values,
            &given,
            &mut self.figures,
            &mut self.budget,
        )?;
        self.cut_off = self.cut_off.max(table.cut_off);
        let before = state.board.clone();
        let mut results: FxHashMap<Vec<i64>, usize> = FxHashMap::default();
        let mut list: Results = Vec::new();
        let writes = act.action.writes.len();
        for (row, chance) in table.iter() {
            for bit in 0..writes {
                let is_left_out = act.action.once & 1 << bit != 0 && !act.is_first;
                if row[bit] == 0 || is_left_out {
                    continue;
                }
                let values = position.scratch.of_turn(contest, step, act.index);
                let known = exact.known.iter().zip(&row[writes..]);
                for (&(of, node), &value) in known {
                    if of == bit {
                        values.set(node, value);
                    }
                }
                contest.write(position, act, (bit, true), &mut Silent);
            }
            let board = &position.state.board;
            let new: Vec<i64> = places
                .iter()
                .map(|&place| contest.value_at(board, place, act.actors))
                .collect();
            position.state.board.clone_from(&before);
            if let Some(&index) = results.get(&new) {
                list[index].1 += chance;
            } else {
                results.insert(new.clone(), list.len());
                list.push((new, chance));
            }
        }
        let steps = table.rows() * (1 + writes) * 4;
        self.budget.take(steps as u64, || QUANTITY.to_owned())?;
        let bytes = 100 + key.1.len() * 8 + list.len() * (40 + places.len() * 8);
        self.budget.keep(bytes, || QUANTITY.to_owned())?;
        let list = Rc::new(list);
        self.results.insert(key, Rc::clone(&list));
        Ok(list)
    }
}

/// Returns the places that an action can change, each once.
pub fn places(act: &Act<'_>) -> Vec<Place> {
    let writes = act.action.writes.iter().flat_map(|write| &write.places);
    let mut places: Vec<Place> = Vec::new();
    for &(_, place) in writes {
        if !places.contains(&place) {
            places.push(place);
        }
    }
    places
}

impl TeamContest {
    /// Returns the current value of a place that a change sets.
    pub(super) fn value_at(
        &self,
        board: &super::position::Board,
        place: Place,
        actors: Actors,
    ) -> i64 {
        match place {
            Place::Own(field) => actors.own.map_or(0, |own| self.field(board, own, field)),
            Place::Target(field) => actors
                .target
                .map_or(0, |target| self.field(board, target, field)),
            Place::Member(member, field) => self.field(board, member, field),
            Place::World(state) => board.values[self.world_start() + state],
        }
    }

    /// Sets the results of an action.
    pub(super) fn set_results(
        &self,
        position: &mut Position,
        (places, new): (&[Place], &[i64]),
        actors: Actors,
    ) {
        let Position { state, scratch, .. } = position;
        let board = &mut state.board;
        for (&place, &value) in places.iter().zip(new) {
            self.set(board, (place, value), actors);
        }
        for &place in places {
            if let Some(member) = actors.changed(place) {
                self.look_at(board, member, scratch);
            }
        }
    }
}
