//! The player `rollout`: play-outs of each option of a decision, continued by `focus`.

use super::TeamContest;
use super::rules::{Choice, Position};
use crate::dice::keys::Player;
use evenodds_core::contest::ErrorRate;
use evenodds_core::contest::game::{Playouts, distinct, rollout, seed_of, shuffle};
use evenodds_core::dice::Dice;

impl TeamContest {
    /// Returns the first team that chooses by play-outs.
    pub(super) fn rollout_team(&self) -> Option<usize> {
        (0..self.roster.teams.len())
            .find(|&team| self.roster.teams[team].player == Player::Rollout && self.chooses(team))
    }

    /// Returns the contest with `focus` in place of the players that look ahead.
    pub(super) fn playout_contest(&self) -> &Self {
        self.prepared.playouts.get_or_init(|| {
            let mut contest = self.clone();
            for team in &mut contest.roster.teams {
                team.error = ErrorRate::NONE;
                if team.player.looks_ahead() {
                    team.player = Player::Focus;
                }
            }
            contest.name_players();
            Box::new(contest)
        })
    }

    /// Returns the option with the best result of play-outs; a lot decides between equal ones.
    #[cold]
    pub(super) fn rolled_out<D: Dice>(&self, position: &Position, dice: &mut D) -> Option<Choice> {
        let own = position.state.own?;
        let team = self.team_of[own];
        let options = distinct(self, position).into_iter();
        let mut options: Vec<Choice> = options.map(|one| one.0).collect();
        let roller = self.rollers_of[own];
        shuffle(dice, roller, &mut options);
        let seed = seed_of(dice, roller);
        let contest = self.playout_contest();
        let mut plans = [Playouts::new(contest, self.roster.teams[team].playouts)];
        let side = self.description.actors[team].side;
        rollout(self, &mut plans, (position, options), side, seed)
    }
}
