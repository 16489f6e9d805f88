//! A contest as a part of something larger: played by whoever goes on from what it leaves behind.

use super::{Means, Owned, Record, Rules, Silent, Story, WoundList, play::told};
use crate::dice::Sampled;
use std::any::Any;

/// How somebody's part in a contest ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Part {
    /// Still there, or nothing can happen to anybody.
    #[default]
    Stayed,
    /// Left of its own accord.
    Left,
    /// Taken out.
    TakenOut,
}

/// What a contest leaves behind of one who took part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Aftermath {
    /// How it ended.
    pub part: Part,
    /// Whether being taken out is death.
    pub deadly: bool,
    /// Whether somebody else won.
    pub lost: bool,
    /// Bit *k* is set where Class *k* was used.
    pub used: u16,
    /// The Class in use at the end.
    pub class: u8,
    /// The number of wounds received, the one that killed among them.
    pub wounds: u8,
    /// Whether it is dead of them.
    pub died: bool,
    /// Those that did not kill, with what was chosen for each.
    pub chosen: WoundList,
}

/// A table of some contest, with what the last trial on it yielded.
#[derive(Debug)]
pub struct Stage {
    state: Box<dyn Any + Send>,
    /// What the last trial yielded.
    pub record: Record,
}

/// Plays trials one by one on a table that the caller keeps.
pub trait Perform {
    /// A table.
    fn stage(&self) -> Stage;

    /// Plays one trial with dice that stand at its beginning and are for those who
    /// [roll](super::Play::who_rolls) in it. The table is one of this contest's own.
    fn perform(&self, stage: &mut Stage, dice: &mut Sampled);

    /// Tells such a trial, with advice where that is asked for and somebody can give it.
    fn tell_of(&self, dice: &mut Sampled, advised: bool) -> Story;

    /// The names of those to whom something may happen, in the order of their positions.
    fn actors(&self) -> Vec<String>;

    /// What the last trial on a table left behind of one of them.
    fn aftermath(&self, stage: &Stage, actor: usize) -> Aftermath;

    /// What means the group has after the last trial on a table, where the contest is about them.
    fn means(&self, stage: &Stage) -> Option<Means>;

    /// Who and what those means are.
    fn owned(&self) -> Owned;
}

impl<R: Rules> Perform for R {
    fn stage(&self) -> Stage {
        Stage {
            state: Box::new(self.state()),
            record: Record::new(self),
        }
    }

    fn perform(&self, stage: &mut Stage, dice: &mut Sampled) {
        let Stage { state, record } = stage;
        let Some(state) = state.downcast_mut::<R::State>() else {
            debug_assert!(false, "the table of another contest");
            return;
        };
        record.ends.clear();
        self.trial(dice, state, &mut Silent, record);
    }

    fn tell_of(&self, dice: &mut Sampled, advised: bool) -> Story {
        told(self, dice, advised && self.has_advice())
    }

    fn actors(&self) -> Vec<String> {
        Rules::actors(self)
    }

    fn aftermath(&self, stage: &Stage, actor: usize) -> Aftermath {
        let state = stage.state.downcast_ref::<R::State>();
        state.map_or_else(Aftermath::default, |state| {
            Rules::aftermath(self, state, &stage.record, actor)
        })
    }

    fn means(&self, stage: &Stage) -> Option<Means> {
        Rules::means(self, stage.state.downcast_ref::<R::State>()?)
    }

    fn owned(&self) -> Owned {
        Rules::owned(self)
    }
}
