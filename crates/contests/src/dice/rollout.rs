//! The player `rollout`: play-outs of each action of a choice, continued by players that do not look
//! ahead.

use super::DiceContest;
use super::choices::Choice;
use super::keys::{PLAYOUTS, Player};
use super::rules::{At, Position};
use evenodds_core::contest::ErrorRate;
use evenodds_core::contest::game::{Playouts, rollout, seed_of, shuffle};
use evenodds_core::dice::{Dice, Roller, Sampled};

/// Largest cost of a trial in which play-outs replace optimal play, in nanoseconds.
const MOST_COST: u64 = 500_000;
/// Smallest number of play-outs of an action that replace optimal play.
const FEWEST_PLAYOUTS: u32 = 4;

impl DiceContest {
    /// Returns whether the file defines simple play of a side.
    pub(super) fn has_simple(&self, side: usize) -> bool {
        let choices = self.parts.steps.iter().flat_map(|step| &step.choices);
        let mut own = choices.filter(|choice| choice.side == side);
        own.any(|choice| choice.simple.is_some())
    }

    /// Returns a copy of the contest for play-outs: players that do not look ahead take the places of
    /// those that do.
    fn playout_contest(&self) -> Self {
        let mut parts = self.parts.clone();
        for (index, side) in parts.sides.iter_mut().enumerate() {
            side.error = ErrorRate::NONE;
            if side.looks_ahead() {
                side.player = if self.has_simple(index) {
                    Player::Simple
                } else {
                    Player::Random
                };
            }
        }
        let mut contest = Self::new(self.program.clone(), parts);
        // Play-outs start from positions of this contest, so the plans must be the same.
        contest.plans.clone_from(&self.plans);
        let mut stages = self.plans.iter().flat_map(|plan| &plan.stages);
        contest.redraws_secrets = stages.any(|stage| !stage.secret.is_empty());
        contest
    }

    /// Returns the contest of the play-outs for a hint at a position, if it takes the place of a contest
    /// with `rollout` that is not solved.
    pub(super) fn hint_contest(&self, position: &Position) -> Option<Self> {
        let side = self.choice(position)?.side;
        let is_played_out = self.has_rollout() && self.advisor(side).policy().is_err();
        is_played_out.then(|| self.playout_contest())
    }

    /// Returns the number of play-outs of each action with which optimal sides can be replaced, so that a
    /// thousand trials take about half a second; `None` if there are too few.
    pub(super) fn affordable_playouts(&self) -> Option<u32> {
        if self.hidden_information().is_some() {
            return None;
        }
        let mut parts = self.parts.clone();
        for side in parts.sides.iter_mut().filter(|side| side.is_optimal()) {
            (side.player, side.playouts) = (Player::Rollout, 1);
        }
        let [own, each] = Self::new(self.program.clone(), parts).trial_costs();
        let most = MOST_COST.saturating_sub(own) / each.max(1);
        let most = most.min(u64::from(PLAYOUTS)) as u32;
        (most >= FEWEST_PLAYOUTS).then(|| 1 << most.ilog2())
    }

    /// Returns the rated side whose chances a choice is to raise, and the roller of its lots.
    pub(super) fn rated_by(&self, choice: &Choice) -> (usize, Roller) {
        let side = self.description.actors[choice.side].side;
        (side, self.program.rolls.len() + choice.side)
    }

    /// Returns the contest of play-outs.
    pub(super) fn contest_of_playouts(&self) -> &Self {
        self.playouts
            .get_or_init(|| Box::new(self.playout_contest()))
    }

    /// Returns the action with the best result of play-outs; a lot decides between equal ones.
    #[cold]
    pub(super) fn rolled_out<D: Dice>(
        &self,
        position: &Position,
        choice: &Choice,
        dice: &mut D,
    ) -> Option<i64> {
        let (side, roller) = self.rated_by(choice);
        let actions = choice.actions(&position.dice, position.allowed);
        let mut actions: Vec<i64> = actions.collect();
        shuffle(dice, roller, &mut actions);
        let seed = seed_of(dice, roller);
        let count = self.side_of(choice).playouts;
        let mut plans = [Playouts::new(self.contest_of_playouts(), count)];
        rollout(self, &mut plans, (position, actions), side, seed)
    }

    /// Makes the earlier choices anew that the side of a position does not see.
    pub(super) fn redraw_secrets(&self, position: &mut Position, dice: &mut Sampled) {
        let At::Choice(stage, _) = position.at else {
            return;
        };
        let hidden = self.plans[position.step].stages[stage].hidden;
        for earlier in 0..stage {
            let Some(choice) = self.choice_of(position.step, earlier) else {
                continue;
            };
            let Some(variable) = choice.variable().filter(|one| hidden & 1 << one != 0) else {
                continue;
            };
            let values = &mut position.values;
            let certain = self.certain_action(choice, values, &[]);
            values.variables[variable] = certain.unwrap_or_else(|| {
                let actions = choice.actions(&[], self.allowed(choice, values));
                self.drawn_action(choice, actions, dice)
            });
        }
    }
}
