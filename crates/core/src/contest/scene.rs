//! Contests as parts of a larger one that continues from their lasting effects, such as scenes of
//! an adventure.

use super::play::{Notes, narrate_advised, narrate_on, narrate_with};
use super::{GroupMeans, Narration, Owned, Record, Rules, Silent, WoundList};
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
    /// True if a participant who is taken out dies.
    pub deadly: bool,
    /// True if another side won.
    pub lost: bool,
    /// Set of Classes used; bit *k* means the Class of index *k*.
    pub used: u16,
    /// Index of the Class in use at the end.
    pub class: u8,
    /// Number of wounds received, including a deadly one.
    pub wounds: u8,
    /// True if the participant died of wounds.
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

impl SceneState {
    /// Returns the state, a [`Rules::State`], with the record of the last trial.
    pub fn new(state: impl Any + Send, record: Record) -> Self {
        Self {
            state: Box::new(state),
            record,
        }
    }

    /// Returns the state after the last trial; `None` if it is that of another contest.
    pub fn state<State: Any>(&self) -> Option<&State> {
        self.state.downcast_ref()
    }

    /// Returns the state for changes before the next trial; `None` if it is that of another contest.
    pub fn state_mut<State: Any>(&mut self) -> Option<&mut State> {
        self.state.downcast_mut()
    }
}

/// A number that a contest leaves to later ones, such as the hit points of a member of a team.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CarriedValue {
    /// Name of the team of its owner.
    pub team: String,
    /// Name of its owner, unique in the team.
    pub owner: String,
    /// Name of the number, unique for the owner.
    pub name: String,
    /// Lowest and highest value in this contest.
    pub bounds: (i64, i64),
}

/// Lasting effects of the trials of a contest, for those that have any.
pub trait LastingEffects {
    /// Returns the names of the participants with lasting effects, by index.
    fn participants(&self) -> Vec<String> {
        Vec::new()
    }

    /// Returns the lasting effects of the last trial on one of the
    /// [`participants`](Self::participants).
    fn aftermath(&self, stage: &SceneState, participant: usize) -> Aftermath {
        let _ = (stage, participant);
        Aftermath::default()
    }

    /// Returns the group's prosperity, backers and cargoes after the last trial, if the contest
    /// changes them.
    fn means(&self, stage: &SceneState) -> Option<GroupMeans> {
        let _ = stage;
        None
    }

    /// Returns the names of the backers and cargoes in [`means`](Self::means), by index.
    fn owned(&self) -> Owned {
        Owned::default()
    }

    /// Returns the numbers that the contest takes over from earlier ones and leaves to later ones.
    fn carried(&self) -> Vec<CarriedValue> {
        Vec::new()
    }

    /// Sets the [`carried`](Self::carried) numbers with which the next trials begin, by index;
    /// `None` for the start value of the contest. Returns whether their owners can take part.
    fn carry_in(&self, stage: &mut SceneState, values: &[Option<i64>]) -> bool {
        let _ = (stage, values);
        true
    }

    /// Stores the [`carried`](Self::carried) numbers after the last trial, by index.
    fn carry_out(&self, stage: &SceneState, values: &mut [Option<i64>]) {
        let _ = (stage, values);
    }
}

/// No lasting effects.
impl LastingEffects for () {}

/// A contest that plays single trials on a state that the caller owns.
pub trait Perform {
    /// Returns a state for any number of trials.
    fn stage(&self) -> SceneState;

    /// Plays one trial. `dice` must be at the start of the trial and have the rollers of
    /// [`rollers`](super::Describe::rollers); `stage` must be from this contest.
    fn perform(&self, stage: &mut SceneState, dice: &mut Sampled);

    /// Narrates the trial of these dice on a state of this contest, with advice if requested and
    /// available.
    fn narration_of(&self, stage: &mut SceneState, dice: &mut Sampled, advised: bool) -> Narration;
}

impl<R: Rules> Perform for R {
    fn stage(&self) -> SceneState {
        SceneState::new(self.state(), Record::new(self))
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

    fn narration_of(&self, stage: &mut SceneState, dice: &mut Sampled, advised: bool) -> Narration {
        let Some(state) = stage.state_mut() else {
            return narrate_with(self, dice);
        };
        let narration = advised.then(|| narrate_advised(self, state, dice, Notes::Advice));
        let narration = narration.flatten();
        narration.unwrap_or_else(|| narrate_on(self, state, dice))
    }
}
