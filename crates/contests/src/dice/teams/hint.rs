//! Hints: typed positions, and actions as text.
//!
//! A position names the member whose turn it is, and what differs from the start: `Wizard: slots 1
//! (turn); Goblin 1: hp 0; Goblin 2: hp 3`. The name of several equal members means all of them.
//! `round` and `step` have numbers, and a state has its value: `round: 3; alarm: 2`.

use super::super::keys::Player;
use super::TeamContest;
use super::narrate::Event;
use super::plan::{Place, TargetPlan};
use super::position::Actors;
use super::roster::{Field, FieldId, Start};
use super::rules::{At, Choice, Position, State};
use super::scope::Group;
use evenodds_core::contest::game::{Described, Game, HintGame, Reduced};
use evenodds_core::contest::positions::{
    FoundName, PositionEntry, SpannedText, find, placed, quoted, read, unknown, whole,
};
use evenodds_core::contest::{Describe, DescribedEntry, HintBy, Silent};
use evenodds_core::document::{Faults, Source, joined};
use evenodds_dice::expression::Range;
use std::collections::HashSet;
use std::sync::Arc;

/// Names of a position that are no members and no states.
const WORDS: [&str; 2] = ["round", "step"];
/// Maximum number of play-outs of each option for the advice on a turn, of which a trial can have
/// hundreds.
const MOST_QUICK_PLAYOUTS: u32 = 1_000;
/// Note of the member whose turn it is.
const TURN: &str = "turn";

/// Meaning of a name in a typed position.
#[derive(Clone, Copy, Debug)]
enum Meaning {
    Round,
    Step,
    /// All members of an entry.
    Entry(usize),
    Member(usize),
    State(usize),
}

/// A typed position.
#[derive(Default)]
struct Typed {
    turn: Option<(usize, SpannedText)>,
    round: Option<i64>,
    step: Option<(usize, SpannedText)>,
    /// Members with their fields and values.
    fields: Vec<(usize, FieldId, i64)>,
    states: Vec<(usize, i64)>,
}

impl HintGame for TeamContest {
    fn example(&self) -> String {
        let members = 0..self.team_of.len();
        let mut choosing = members
            .clone()
            .filter(|&member| self.step_of(member).is_some());
        let Some(own) = choosing.next() else {
            return String::new();
        };
        let other = members
            .clone()
            .rfind(|&member| self.team_of[member] != self.team_of[own]);
        let name = |member: usize| quoted(&self.roster.member_name(member));
        let mut entries = Vec::new();
        for member in members {
            let entry = self.roster.entry_of[member];
            let mut fields: Vec<String> = Vec::new();
            for (field, read) in self.roster.entries[entry].fields.iter().enumerate() {
                let value = match read {
                    Some(Field::Changing {
                        start: Start::Roll(_),
                        bounds,
                    }) => bounds.high,
                    Some(Field::Changing {
                        start: Start::Number(_),
                        bounds,
                    }) if Some(member) == other && Some(field) == self.hit_points => {
                        (bounds.low + 1).min(bounds.high)
                    }
                    _ => continue,
                };
                fields.push(format!("{} {value}", self.roster.fields[field]));
            }
            if member == own {
                fields.push(format!("({TURN})"));
            }
            if !fields.is_empty() {
                entries.push(format!("{}: {}", name(member), fields.join(" ")));
            }
        }
        entries.join("; ")
    }

    fn read(&self, source: &Arc<Source>) -> Result<Position, Faults> {
        placed(
            |faults| self.typed(source, faults),
            |typed, faults| self.placed(typed, source, faults),
        )
    }

    fn describe(&self, position: &Position) -> Described {
        let state = &position.state;
        let Some(own) = state.own else {
            return Described::default();
        };
        let actor = self.roster.member_name(own);
        let mut table = Vec::new();
        let mut missing = Vec::new();
        for member in 0..self.team_of.len() {
            let name = self.roster.member_name(member);
            if !state.board.stands[member] {
                missing.push(name);
                continue;
            }
            let fields = self.shown_fields(member).map(|field| {
                let value = self.field(&state.board, member, field);
                format!("{} {value}", self.roster.fields[field])
            });
            table.push(DescribedEntry {
                name,
                about: fields.collect::<Vec<_>>().join(", "),
                ..DescribedEntry::default()
            });
        }
        for &(world, _) in &self.state_metrics {
            table.push(DescribedEntry {
                name: self.world[world].name.clone(),
                about: state.board.values[self.world_start() + world].to_string(),
                ..DescribedEntry::default()
            });
        }
        Described {
            turn: format!("{actor} has the turn"),
            actor,
            table,
            missing,
        }
    }

    fn name(&self, position: &Position, choice: Choice) -> String {
        let turn = self.turn_of(&position.state);
        let action = turn.map_or("", |turn| &*turn.actions[choice.action].name);
        let verb = if action.is_empty() { "act" } else { action };
        match choice.target {
            Some(target) => {
                let target = self.roster.member_name(target);
                if action.is_empty() {
                    format!("choose {target}")
                } else {
                    format!("{action}, {target}")
                }
            }
            None => verb.to_owned(),
        }
    }

    fn effect(&self, _: &Position, _: Choice, alike: &[Choice]) -> String {
        let others = alike.iter().filter_map(|choice| choice.target);
        let others = joined(others.map(|other| self.roster.member_name(other)), ", ");
        if others.is_empty() {
            String::new()
        } else {
            format!("like {others}")
        }
    }

    fn reduced(&self, position: &Position, _: bool) -> Option<Reduced<Self>> {
        let team = self.team_of[position.state.own?];
        let is_played_out = self.rollout_team().is_some() && self.advisor(team).policy().is_err();
        is_played_out.then(|| Reduced::one(self.playout_contest().clone(), position.clone()))
    }

    fn most_quick_playouts(&self) -> u32 {
        MOST_QUICK_PLAYOUTS
    }

    fn method(&self, _: &Position, by: HintBy, _: &[&Self]) -> String {
        match by {
            HintBy::Solved => {
                let others = self.roster.teams.iter();
                if others.clone().all(|team| team.player == Player::Optimal) {
                    "solved exactly, with optimal play afterwards".to_owned()
                } else {
                    format!("solved exactly, the others play by {}", self.players())
                }
            }
            _ => format!("continued by {}", self.players()),
        }
    }

    fn shows_decision(&self, event: &Event) -> bool {
        matches!(event, Event::Acts { .. })
    }
}

impl TeamContest {
    /// Returns the first step in which a member can have a choice.
    fn step_of(&self, member: usize) -> Option<usize> {
        let entry = self.roster.entry_of[member];
        let team = Some(self.team_of[member]);
        let has_two = |target: &TargetPlan| {
            let group = target.group;
            let is_free = |&&one: &&usize| one != member || group.has_own(team);
            target.most != usize::MAX
                && group != Group::Own
                && target.members.iter().filter(is_free).count() > 1
        };
        (0..self.steps.len()).find(|&step| {
            self.steps[step].turns[entry].as_ref().is_some_and(|turn| {
                let mut targets = turn.actions.iter().filter_map(|one| one.target.as_ref());
                turn.actions.len() > 1 || targets.any(has_two)
            })
        })
    }

    /// Returns whether a member has a choice somewhere.
    pub(super) fn has_choices(&self) -> bool {
        (0..self.roster.teams.len()).any(|team| self.chooses(team))
    }

    /// Returns whether a member of a team has a choice somewhere.
    pub(super) fn chooses(&self, team: usize) -> bool {
        let mut members = self.roster.teams[team].members.clone();
        members.any(|member| self.step_of(member).is_some())
    }

    /// Returns the fields of a member that can change.
    fn shown_fields(&self, member: usize) -> impl Iterator<Item = FieldId> {
        let fields = self.roster.entries[self.roster.entry_of[member]]
            .fields
            .iter();
        let fields = fields.enumerate();
        fields
            .filter(|one| matches!(one.1, Some(Field::Changing { .. })))
            .map(|one| one.0)
    }

    /// Returns the names of a typed position, with their meaning.
    fn typed_names(&self) -> (Vec<String>, Vec<Meaning>) {
        let words = WORDS.iter().map(|word| (*word).to_owned());
        let words = words.zip([Meaning::Round, Meaning::Step]);
        let entries = self.roster.entries.iter().enumerate();
        let entries = entries.map(|(index, entry)| (entry.name.clone(), Meaning::Entry(index)));
        let members = (0..self.team_of.len())
            .filter(|&member| self.roster.entries[self.roster.entry_of[member]].count > 1)
            .map(|member| (self.roster.member_name(member), Meaning::Member(member)));
        let states = self.world.iter().enumerate();
        let states = states.map(|(index, state)| (state.name.clone(), Meaning::State(index)));
        words.chain(entries).chain(members).chain(states).unzip()
    }

    fn typed(&self, source: &Arc<Source>, faults: &mut Faults) -> Typed {
        let (names, meanings) = self.typed_names();
        let mut typed = Typed::default();
        let mut seen = HashSet::new();
        for entry in read(source, faults) {
            let name = &entry.name;
            let found = find(&name.text, &names, &[]);
            let FoundName::One(place) = found else {
                faults.push(unknown("", name, found, ("names", &names)));
                continue;
            };
            for note in &entry.notes {
                self.typed_turn((note, meanings[place]), &mut typed, faults);
            }
            if !seen.insert(place) {
                faults.push(name.fault(&names[place], "occurs twice", "give each entry once"));
                continue;
            }
            match meanings[place] {
                Meaning::Round => {
                    let most = i64::from(self.most_rounds);
                    typed.round = number(&entry, Range { low: 1, high: most }, faults);
                }
                Meaning::Step => {
                    let high = self.steps.len() as i64;
                    let step = number(&entry, Range { low: 1, high }, faults);
                    typed.step = step.map(|step| (step as usize - 1, name.clone()));
                }
                Meaning::State(state) => {
                    let value = number(&entry, self.world[state].bounds, faults);
                    typed.states.extend(value.map(|value| (state, value)));
                }
                Meaning::Entry(index) => {
                    let of = &self.roster.entries[index];
                    let members = of.first..of.first + of.count;
                    self.typed_fields((&entry, members), &mut typed, faults);
                }
                Meaning::Member(member) => {
                    // A single member counts more than all of its entry.
                    self.typed_fields((&entry, member..member + 1), &mut typed, faults);
                }
            }
        }
        typed.fields.sort_by_key(|&(member, ..)| member);
        typed
    }

    /// Reads the note of the member whose turn it is.
    fn typed_turn(
        &self,
        (note, meaning): (&SpannedText, Meaning),
        typed: &mut Typed,
        faults: &mut Faults,
    ) {
        let member = match meaning {
            Meaning::Member(member) => Some(member),
            Meaning::Entry(entry) if self.roster.entries[entry].count == 1 => {
                Some(self.roster.entries[entry].first)
            }
            _ => None,
        };
        let is_turn = note.text.eq_ignore_ascii_case(TURN);
        let (found, accepted) = match member {
            Some(member) if is_turn && typed.turn.is_none() => {
                typed.turn = Some((member, note.clone()));
                return;
            }
            Some(_) if is_turn => ("is the second one", "one member has the turn"),
            None if is_turn => ("is no single member", "add (turn) to one member"),
            _ => ("is unknown", "expected (turn)"),
        };
        faults.push(note.fault(&format!("({})", note.text), found, accepted));
    }

    /// Reads the fields of some members.
    fn typed_fields(
        &self,
        (entry, members): (&PositionEntry, std::ops::Range<usize>),
        typed: &mut Typed,
        faults: &mut Faults,
    ) {
        let fields: Vec<FieldId> = self.shown_fields(members.start).collect();
        let names: Vec<&str> = (fields.iter())
            .map(|&field| &*self.roster.fields[field])
            .collect();
        let whose = &entry.name.text;
        let mut seen = HashSet::new();
        for pair in entry.words.chunks(2) {
            let [name, value] = pair else {
                let found = format!("ends with `{}`", pair[0].text);
                let accepted = "expected fields with their values, such as hp 3";
                faults.push(pair[0].fault(whose, found, accepted));
                continue;
            };
            let Some(place) = names.iter().position(|one| *one == name.text) else {
                let found = format!("has `{}`", name.text);
                let accepted = match &names[..] {
                    [] => "it has no field that changes".to_owned(),
                    names => format!("expected one of {}", names.join(", ")),
                };
                faults.push(name.fault(whose, found, accepted));
                continue;
            };
            let field = fields[place];
            if !seen.insert(field) {
                let found = format!("has {} twice", name.text);
                faults.push(name.fault(whose, found, "give each field once"));
                continue;
            }
            let bounds = self.bounds[self.roster.entry_of[members.start]][field];
            let Some(number) = value.text.parse().ok().filter(|one| bounds.contains(*one)) else {
                let accepted = format!("expected {} to {}", bounds.low, bounds.high);
                faults.push(value.fault(
                    whose,
                    format!("has {} {}", name.text, value.text),
                    accepted,
                ));
                continue;
            };
            let is_single = members.len() == 1;
            for member in members.clone() {
                let known = typed
                    .fields
                    .iter()
                    .position(|one| (one.0, one.1) == (member, field));
                match known {
                    Some(known) if is_single => typed.fields[known].2 = number,
                    Some(_) => {}
                    None => typed.fields.push((member, field, number)),
                }
            }
        }
    }

    /// Returns the position before the decision of a member.
    fn placed(&self, typed: &Typed, source: &Arc<Source>, faults: &mut Faults) -> Option<Position> {
        let Some((own, word)) = &typed.turn else {
            let accepted = "add (turn) to the member, such as NAME: (turn)";
            faults.push(whole(source, "has no member with the turn", accepted));
            return None;
        };
        let (own, name) = (*own, self.roster.member_name(*own));
        let mut position = self.start();
        let state = &mut position.state;
        for &(world, value) in &typed.states {
            let place = (Place::World(world), value);
            self.set(&mut state.board, place, Actors::default());
        }
        for member in 0..self.team_of.len() {
            let entry = self.roster.entry_of[member];
            for (field, _) in &self.start_rolls[entry] {
                let mut known = typed.fields.iter();
                if !known.any(|one| (one.0, one.1) == (member, *field)) {
                    let (who, field) =
                        (self.roster.member_name(member), &self.roster.fields[*field]);
                    let found = format!("lacks {field} of {who}, which is rolled");
                    let accepted = format!("add {who}: {field} VALUE");
                    faults.push(whole(source, found, accepted));
                }
            }
        }
        for &(member, field, value) in &typed.fields {
            let place = (Place::Member(member, field), value);
            self.set(&mut state.board, place, Actors::default());
        }
        if !faults.is_empty() {
            return None;
        }
        for member in 0..self.team_of.len() {
            self.look_at(&mut position.state.board, member, &mut position.scratch);
        }
        position.state.round = typed.round.map_or(1, |round| round as u32);
        self.join(&mut position, &mut Silent);
        if let Some(outcome) = self.ended(&mut position, false) {
            position.state.at = At::End(outcome);
            return Some(position);
        }
        let State { board, before, .. } = &mut position.state;
        before.clone_from(board);
        for (one, order) in self.steps.iter().zip(&mut position.state.orders) {
            // The initiative is not known, so turns are in the order of the file, this one first.
            if one.order.is_some() {
                order.clone_from(&one.members);
                if let Some(place) = order.iter().position(|&member| member == own) {
                    order.rotate_left(place);
                }
            }
        }
        if let Some((step, at)) = &typed.step
            && !self.steps[*step].members.contains(&own)
        {
            let found = format!("is {}", step + 1);
            let accepted = format!("{name} has no turn in this step");
            faults.push(at.fault("step", found, accepted));
            return None;
        }
        let given = typed.step.as_ref().map(|step| step.0);
        let is_meant = |step: &usize| given.is_none_or(|given| given == *step);
        let stands = position.state.board.stands[own];
        for step in (0..self.steps.len()).filter(is_meant).filter(|_| stands) {
            let state = &mut position.state;
            state.step = step;
            let order = match self.steps[step].order {
                Some(_) => &state.orders[step],
                None => &self.steps[step].members,
            };
            let Some(slot) = order.iter().position(|&member| member == own) else {
                continue;
            };
            self.enter(state, slot);
            if self.may_act(&mut position) && self.decide(&mut position) {
                return Some(position);
            }
        }
        let accepted = if stands {
            "the member has no choice in this position"
        } else {
            "the member does not stand in this position"
        };
        faults.push(word.fault(&name, "has the turn", accepted));
        None
    }
}

/// Returns the only number of an entry.
fn number(entry: &PositionEntry, bounds: Range, faults: &mut Faults) -> Option<i64> {
    let Range { low, high } = bounds;
    let accepted = format!("a number from {low} to {high}");
    let (at, found) = match &entry.words[..] {
        [word] => match word.text.parse().ok().filter(|one| bounds.contains(*one)) {
            Some(number) => return Some(number),
            None => (word, format!("is {}", word.text)),
        },
        words => (&entry.name, format!("has {} values", words.len())),
    };
    faults.push(at.fault(&entry.name.text, found, format!("expected {accepted}")));
    None
}
