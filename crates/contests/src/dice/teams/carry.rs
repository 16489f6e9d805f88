//! Fields whose values the scenes of an adventure take over from earlier scenes.

use super::TeamContest;
use super::players::Memory;
use super::roster::FieldId;
use super::rules::Position;
use evenodds_core::contest::game::{ActivePosition, Game};
use evenodds_core::contest::{CarriedValue, LastingEffects, SceneState};

impl TeamContest {
    /// Returns whether the start value of a field of a member comes from an earlier scene.
    pub(super) fn is_carried(&self, position: &Position, of: (usize, FieldId)) -> bool {
        let mut carried = self.roster.carried.iter().zip(&position.carried);
        carried.any(|(&one, value)| one == of && value.is_some())
    }

    /// Returns the carried fields on the board of a position, by index.
    pub(super) fn carried_after<'a>(
        &'a self,
        position: &'a Position,
    ) -> impl Iterator<Item = i64> + 'a {
        let carried = self.roster.carried.iter();
        carried.map(|&(member, field)| self.field(&position.state.board, member, field))
    }

    /// Returns whether the only team with carried fields has a standing member at the start, or one that
    /// joins later. With more such teams, the outcomes of the contest decide.
    fn may_begin(&self, position: &mut Position) -> bool {
        let mut teams = self.roster.carried.iter().map(|one| self.team_of[one.0]);
        let Some(team) = teams.next().filter(|team| teams.all(|one| one == *team)) else {
            return true;
        };
        self.restart(position);
        self.roster.teams[team].members.clone().any(|member| {
            let rolls = &self.start_rolls[self.roster.entry_of[member]];
            let is_rolled = rolls
                .iter()
                .any(|roll| !self.is_carried(position, (member, roll.0)));
            let Position { state, scratch, .. } = &mut *position;
            self.look_at(&mut state.board, member, scratch);
            is_rolled || state.board.stands[member] || !state.board.joined[member]
        })
    }
}

impl LastingEffects for TeamContest {
    fn carried(&self) -> Vec<CarriedValue> {
        let carried = self.roster.carried.iter().map(|&(member, field)| {
            let bounds = self.bounds[self.roster.entry_of[member]][field];
            CarriedValue {
                team: self.roster.teams[self.team_of[member]].name.clone(),
                owner: self.roster.member_name(member),
                name: self.roster.fields[field].clone(),
                bounds: (bounds.low, bounds.high),
            }
        });
        carried.collect()
    }

    fn carry_in(&self, stage: &mut SceneState, values: &[Option<i64>]) -> bool {
        let Some(state) = stage.state_mut::<ActivePosition<Position, Memory>>() else {
            return true;
        };
        let position = &mut state.position;
        position.carried.clear();
        position.carried.extend_from_slice(values);
        self.may_begin(position)
    }

    fn carry_out(&self, stage: &SceneState, values: &mut [Option<i64>]) {
        if let Some(state) = stage.state::<ActivePosition<Position, Memory>>() {
            for (value, after) in values.iter_mut().zip(self.carried_after(&state.position)) {
                *value = Some(after);
            }
        }
    }
}
