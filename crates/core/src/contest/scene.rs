//! Contests as parts of a larger one that continues from their lasting effects, such as scenes of
//! an adventure.

use super::{GroupMeans, Narration, Owned, Record, Rules, Silent, WoundList, play::narrate_any};
use crate::dice::Sampled;
use std::any::Any;

/// Fate of a participant in a contest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ParticipantFate {
    /// Still in the contest at its end, or the contest has no lasting effects.
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
    /// Fate of the participant.
    pub part: ParticipantFate,
    /// Whether a participant who is taken out dies.
    pub deadly: bool,
    /// Whether another side won.
    pub lost: bool,
    /// Set of Classes used; bit *k* means the Class of index *k*.
    pub used: u16,
    /// Index of the Class in use at the end.
    pub class: u8,
    /// Number of wounds received, including a deadly one.
    pub wounds: u8,
    /// Whether the participant died of wounds.
    pub died: bool,
    /// Wounds that did not kill the participant, with the chosen options.
    pub chosen: WoundList,
}

/// State of a contest, reused for many trials.
#[derive(Debug)]
pub struct SceneState {
    state: Box<dyn Any + Send>,
    /// Record of the last trial.
    pub record: Record,
}

/// A contest that plays single trials on a state that the caller owns.
pub trait Perform {
    /// Returns a state for any number of trials.
    fn stage(&self) -> SceneState;

    /// Plays one trial. `dice` must be at the start of the trial and have the rollers of
    /// [`dice_rollers`](super::Play::dice_rollers); `stage` must be from this contest.
    fn perform(&self, stage: &mut SceneState, dice: &mut Sampled);

    /// Narrates the trial of these dice, with advice if requested and available.
    fn narration_of(&self, dice: &mut Sampled, advised: bool) -> Narration;

    /// Returns the names of the participants with lasting effects, by index.
    fn actors(&self) -> Vec<String>;

    /// Returns the lasting effects of the last trial on one of the [`actors`](Self::actors).
    fn aftermath(&self, stage: &SceneState, actor: usize) -> Aftermath;

    /// Returns the group's prosperity, backers and cargoes after the last trial, if the contest
    /// changes them.
    fn means(&self, stage: &SceneState) -> Option<GroupMeans>;

    /// Returns the names of the backers and cargoes in [`means`](Self::means), by index.
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

    fn narration_of(&self, dice: &mut Sampled, advised: bool) -> Narration {
        narrate_any(self, dice, advised && self.has_advice())
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
