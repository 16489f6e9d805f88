//! The careless player: uses nothing, buys nothing.

use super::super::view::{Action, Decide, Plan, View};

/// Leaves the dice as they fall; where something has to be decided, takes the first.
#[derive(Clone, Copy, Debug, Default)]
pub struct Passive;

impl Decide for Passive {
    #[inline]
    fn raise(&mut self, view: &View, count: usize) -> u8 {
        view.first_seats(count)
    }

    #[inline]
    fn act(&mut self, _view: &View) -> Action {
        Action::Done
    }

    #[inline]
    fn stand_in(&mut self, _view: &View) -> Option<usize> {
        None
    }

    #[inline]
    fn rise(&mut self, view: &View, _seats: u8) -> usize {
        view.first_to_rise()
    }

    #[inline]
    fn plan(&mut self, view: &View) -> Plan {
        view.plain_plan()
    }
}
