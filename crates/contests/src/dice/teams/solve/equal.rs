//! Interchangeable members of an entry: no result depends on which of them is which.

use super::super::TeamContest;
use super::super::plan::{Place, Simple, Turn};
use super::super::position::Board;
use super::super::scope::{Group, Source};
use crate::dice::keys::Player;

impl TeamContest {
    /// Returns for each entry whether it has interchangeable members.
    pub(in crate::dice::teams) fn sorted_entries(&self) -> Vec<bool> {
        let entries = &self.roster.entries;
        let has_order = self.steps.iter().any(|step| step.order.is_some());
        let mut sorted: Vec<bool> = entries
            .iter()
            .map(|entry| entry.count > 1 && !has_order)
            .collect();
        for step in &self.steps {
            for (index, turn) in step.turns.iter().enumerate() {
                let Some(turn) = turn else { continue };
                if let Some(sorted) = sorted.get_mut(index) {
                    *sorted &= self.ignores_itself(index, turn);
                }
                let team = entries.get(index).map(|entry| entry.team);
                let player = team.map(|team| self.roster.teams[team].player);
                for action in &turn.actions {
                    let Some(target) = &action.target else {
                        continue;
                    };
                    let is_in_order = match player {
                        Some(Player::First) => true,
                        Some(Player::Simple) => target.simple == Simple::First,
                        _ => false,
                    };
                    // The order of targets counts if an action on one can change its effect on the next.
                    let places = action.writes.iter().enumerate();
                    let places = places.filter(|write| action.once & 1 << write.0 == 0);
                    let mut places = places.flat_map(|write| &write.1.places);
                    let mut reads = action.writes.iter().flat_map(|write| &write.reads);
                    let reads_others = |variable: &usize| {
                        let source = turn.formulas.sources[*variable];
                        matches!(source, Source::Total(_) | Source::Member(..))
                    };
                    let reads_more = target.most > 1
                        && (reads.any(reads_others) || action.reads.iter().any(reads_others));
                    let changes_more =
                        target.most > 1 && places.any(|place| !matches!(place.1, Place::Target(_)));
                    if is_in_order || changes_more || reads_more {
                        for &member in &target.members {
                            sorted[self.roster.entry_of[member]] = false;
                        }
                    }
                }
            }
        }
        // Later scenes distinguish members with carried fields.
        for &(member, _) in &self.roster.carried {
            sorted[self.roster.entry_of[member]] = false;
        }
        sorted
    }

    /// Returns whether two members are the same one, or interchangeable members with equal values on a
    /// board.
    pub(in crate::dice::teams) fn are_equal(
        &self,
        sorted: &[bool],
        board: &Board,
        (one, other): (usize, usize),
    ) -> bool {
        let width = self.roster.width;
        let entry = self.roster.entry_of[one];
        let row = |member: usize| &board.values[member * width..][..width];
        one == other
            || sorted[entry] && entry == self.roster.entry_of[other] && row(one) == row(other)
    }

    /// Returns whether the turn of the members of an entry depends on none of their fields that
    /// change, and changes none of their team.
    fn ignores_itself(&self, entry: usize, turn: &Turn) -> bool {
        let team = self.roster.entries[entry].team;
        let changes = |field: usize| self.roster.places[field].is_some();
        let sources = turn.formulas.sources.iter();
        let reads_own = sources.clone().any(|source| match *source {
            Source::Own(field) => changes(field),
            Source::Total(total) => {
                let total = &turn.formulas.totals[total];
                total.of.is_some() && matches!(total.group, Group::Allies | Group::Others)
            }
            _ => false,
        });
        let targets = turn
            .actions
            .iter()
            .filter_map(|action| action.target.as_ref());
        let affects_own = targets.clone().any(|target| {
            target
                .members
                .iter()
                .any(|&member| self.team_of[member] == team)
        });
        let writes = turn.actions.iter().flat_map(|action| &action.writes);
        let mut places = writes.flat_map(|write| &write.places);
        let sets_own = places.any(|place| match place.1 {
            Place::Own(_) => true,
            Place::Member(member, _) => self.team_of[member] == team,
            Place::Target(_) | Place::World(_) => false,
        });
        !(reads_own || affects_own || sets_own)
    }
}
