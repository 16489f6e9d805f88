//! A contest as a part of a larger one that continues from its lasting effects.

use super::{GroupMeans, Owned, Record, Rules, Silent, Story, WoundList, play::told};
use crate::dice::Sampled;
use std::any::Any;

/// Fate of a participant in a contest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ParticipantFate {
    /// Still there; also for contests without lasting effects.
    #[default]
    Stayed,
    /// Left voluntarily.
    Left,
    /// Taken out of the contest.
    TakenOut,
}

/// Lasting effects of a contest on a participant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Aftermath {
    /// The fate of the participant.
    pub part: ParticipantFate,
    /// Whether being taken out means death.
    pub deadly: bool,
    /// Whether another side won.
    pub lost: bool,
    /// Bit *k* is set if Class *k* was used.
    pub used: u16,
    /// The Class in use at the end.
    pub class: u8,
    /// The number of wounds received, including a deadly one.
    pub wounds: u8,
    /// Whether the participant died of wounds.
    pub died: bool,
    /// The wounds that did not kill, with the options chosen for each.
    pub chosen: WoundList,
}

/// The state of a contest, with the record of the last trial.
#[derive(Debug)]
pub struct SceneState {
    state: Box<dyn Any + Send>,
    /// Record of the last trial.
    pub record: Record,
}

/// Plays trials one by one on a state that the caller keeps.
pub trait Perform {
    /// Returns a state.
    fn stage(&self) -> SceneState;

    /// Plays one trial. The dice must be at its beginning and have the rollers of
    /// [`who_rolls`](super::Play::who_rolls); the state must come from this contest.
    fn perform(&self, stage: &mut SceneState, dice: &mut Sampled);

    /// Narrates such a trial, with advice if requested and available.
    fn narration_of(&self, dice: &mut Sampled, advised: bool) -> Story;

    /// Returns the names of the participants with lasting effects, in the order of their indices.
    fn actors(&self) -> Vec<String>;

    /// Returns the lasting effects of the last trial on one of them.
    fn aftermath(&self, stage: &SceneState, actor: usize) -> Aftermath;

    /// Returns the group's means after the last trial, if the contest is about them.
    fn means(&self, stage: &SceneState) -> Option<GroupMeans>;

    /// Returns the owners and kinds of these means.
    fn owned(&self) -> Owned;
}

impl<R: Rules> Perform for R {
    fn stage(&self) -> SceneState {
        SceneState {
            state: Box::new(self.state()),
            record: Record::new(self),
        }
    }

    fn perform(&self, stage: &mut SceneState, dice: &mut Sampled) {
        let SceneState { state, record } = stage;
        let Some(state) = state.downcast_mut::<R::State>() else {
            debug_assert!(false, "the state of another contest");
            return;
        };
        record.ends.clear();
        self.trial(dice, state, &mut Silent, record);
    }

    fn narration_of(&self, dice: &mut Sampled, advised: bool) -> Story {
        told(self, dice, advised && self.has_advice())
    }

    fn actors(&self) -> Vec<String> {
        Rules::actors(self)
    }

    fn aftermath(&self, stage: &SceneState, actor: usize) -> Aftermath {
        let state = stage.state.downcast_ref::<R::State>();
        state.map_or_else(Aftermath::default, |state| {
            Rules::aftermath(self, state, &stage.record, actor)
        })
    }

    fn means(&self, stage: &SceneState) -> Option<GroupMeans> {
        Rules::means(self, stage.state.downcast_ref::<R::State>()?)
    }

    fn owned(&self) -> Owned {
        Rules::owned(self)
    }
}
