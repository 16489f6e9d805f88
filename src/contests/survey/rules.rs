//! One trial of a Survey.

use super::field::{Faces, Field};
use super::players::Whims;
use super::search::Search;
use super::view::{Go, View};
use super::{FieldFrom, Layout, NO_TRAIL, Prize, SUCCESS, SupplyFrom, Survey, TRAIL_LOST, tell};
use crate::contest::{Observer, Record, Rules};
use crate::dice::{Dice, Pool, Roller};

/// Who rolls the Field.
const FIELD: Roller = 0;
/// Who draws the Prize.
const PRIZE: Roller = 1;
/// The luck in the player's head.
const WHIMS: Roller = 2;
/// Who rolls the Supply; helpers follow in file order.
const LEADER: Roller = 3;

/// What happens in a Survey.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// The leader rolled.
    Supplied {
        /// The dice.
        pool: Pool,
    },
    /// A helper rolled.
    Helped {
        /// Its position among the helpers.
        helper: usize,
        /// The dice.
        pool: Pool,
    },
    /// The Field lies open and the Prize is chosen.
    Laid {
        /// The table.
        view: View,
    },
    /// A die of the Supply was spent.
    Explored {
        /// The table before.
        view: View,
        /// What was done.
        go: Go,
        /// The Prize, if the trail is known now.
        trail: Option<u32>,
    },
    /// It is over.
    Ended {
        /// The table.
        view: View,
        /// The Prize.
        prize: u32,
    },
}

/// A Survey on the table, with what the players do not see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Table {
    /// What the players see.
    pub view: View,
    /// The Prize, 1 to 6.
    pub prize: u32,
    /// How many dice of Supply were spent.
    pub steps: u32,
    /// With which of them the trail was found, from 1; 0 if it was not.
    pub trail_step: u32,
}

impl Table {
    /// The table at the start.
    pub fn new(field: Field, supply: Pool, candidates: Faces, prize: u32) -> Self {
        Self {
            view: View {
                field,
                explored: 0,
                supply,
                trail: None,
                candidates,
            },
            prize,
            steps: 0,
            trail_step: 0,
        }
    }

    /// Whether it is over, and how.
    #[inline]
    pub fn outcome(&self) -> Option<usize> {
        let view = &self.view;
        if view.field.showing(self.prize) & !view.explored == 0 {
            Some(SUCCESS)
        } else if view.affordable() != 0 {
            None
        } else if view.trail.is_some() {
            Some(TRAIL_LOST)
        } else {
            Some(NO_TRAIL)
        }
    }

    /// Spends a die.
    #[inline]
    pub fn explore(&mut self, go: Go) {
        self.steps += 1;
        let trail = self.trail_with(go);
        if trail.is_some() && self.view.trail.is_none() {
            self.trail_step = self.steps;
        }
        self.view.spend(go, trail);
    }

    /// The Prize, if the trail is known once a die was spent.
    #[inline]
    fn trail_with(&self, go: Go) -> Option<u32> {
        let found = self.view.field.showing(self.prize) & go.places != 0;
        self.view.trail.or(found.then_some(self.prize))
    }
}

impl Survey {
    /// The numbers that may be the Prize, as the players see it.
    pub(super) fn candidates(
        &self,
        field: &Field,
        eligible: Faces,
        supply: Pool,
        search: &mut Search,
    ) -> Faces {
        let standing = |face| field.showing(face).count_ones();
        let only = |wanted: Option<u32>| {
            let faces = eligible.iter();
            faces
                .filter(|&face| Some(standing(face)) == wanted)
                .fold(Faces::NONE, Faces::with)
        };
        match self.setup.prize {
            Prize::Uniform | Prize::Number(_) => eligible,
            Prize::Commonest => only(eligible.iter().map(standing).max()),
            Prize::Rarest => only(eligible.iter().map(standing).min()),
            Prize::Solvable => {
                let start = Table::new(*field, supply, eligible, 0).view;
                let solvable = search.live(&start, eligible);
                if solvable.is_empty() {
                    eligible
                } else {
                    solvable
                }
            }
        }
    }

    /// Whether the Prize may be found on a Field with these eligible numbers.
    #[inline]
    fn is_playable(&self, eligible: Faces) -> bool {
        match self.setup.prize {
            Prize::Number(face) => eligible.has(face),
            _ => !eligible.is_empty(),
        }
    }

    /// The Field, and its eligible numbers.
    #[inline]
    pub(super) fn lay(&self, dice: &mut impl Dice) -> (Field, Faces) {
        let rows = match self.setup.field {
            FieldFrom::Given(field) => return (field, field.eligible()),
            FieldFrom::Rolled(rows) => rows,
        };
        loop {
            let field = Field::laid(rows, || dice.die(FIELD, 6));
            let eligible = field.eligible();
            if self.is_playable(eligible) || dice.abandoned() {
                return (field, eligible);
            }
        }
    }

    #[inline]
    pub(super) fn supply(&self, dice: &mut impl Dice, observer: &mut impl Observer<Event>) -> Pool {
        let (leader, helpers) = match &self.setup.supply {
            SupplyFrom::Given(supply) => return *supply,
            SupplyFrom::Rolled { leader, helpers } => (leader, helpers),
        };
        let pool = dice.pool(LEADER, leader.dice);
        observer.note(|| Event::Supplied { pool });
        let mut supply = pool;
        for (helper, searcher) in helpers.iter().enumerate() {
            let pool = dice.pool(LEADER + 1 + helper, searcher.dice);
            observer.note(|| Event::Helped { helper, pool });
            supply = supply.joined(pool.above(5));
        }
        supply
    }
}

impl Rules for Survey {
    type Event = Event;
    type State = Search;

    fn rollers(&self) -> Vec<String> {
        let mut rollers = vec!["field", "prize", "whims", "leader"]
            .into_iter()
            .map(str::to_owned)
            .collect::<Vec<_>>();
        if let SupplyFrom::Rolled { helpers, .. } = &self.setup.supply {
            rollers.extend(
                helpers
                    .iter()
                    .map(|helper| format!("helper/{}", helper.name)),
            );
        }
        rollers
    }

    fn state(&self) -> Search {
        Search::new(self.setup.combine)
    }

    fn trial<D: Dice, O: Observer<Event>>(
        &self,
        dice: &mut D,
        search: &mut Search,
        observer: &mut O,
        record: &mut Record,
    ) {
        let supply = self.supply(dice, observer);
        let (field, eligible) = self.lay(dice);
        let candidates = self.candidates(&field, eligible, supply, search);
        let prize = if let Prize::Number(face) = self.setup.prize {
            face
        } else {
            let pick = dice.choose(PRIZE, candidates.len().max(1));
            // There is a candidate, but for a play that was abandoned.
            candidates.iter().nth(pick as usize).unwrap_or(1)
        };
        let mut table = Table::new(field, supply, candidates, prize);
        observer.note(|| Event::Laid { view: table.view });
        let solvable = !search.live(&table.view, Faces::NONE.with(prize)).is_empty();
        let outcome = loop {
            if let Some(outcome) = table.outcome() {
                break outcome;
            }
            let mut whims = Whims {
                dice,
                roller: WHIMS,
            };
            let go = self.setup.player.choose(&table.view, &mut whims, search);
            observer.note(|| Event::Explored {
                view: table.view,
                go,
                trail: table.trail_with(go),
            });
            table.explore(go);
        };
        observer.note(|| Event::Ended {
            view: table.view,
            prize,
        });
        record.outcome = outcome;
        record
            .values
            .copy_from_slice(&values(&table, eligible, solvable));
    }

    fn sentence(&self, event: &Event) -> String {
        tell::sentence(self, event)
    }

    fn has_advice(&self) -> bool {
        true
    }

    fn advice(&self, event: &Event) -> Option<String> {
        tell::advice(self, event)
    }
}

/// How many metrics there are.
const METRICS: usize = Layout::HELP.len();

/// What is measured at the end.
pub(super) fn values(table: &Table, eligible: Faces, solvable: bool) -> [i64; METRICS] {
    let mut values = [0; METRICS];
    values[Layout::EXPLORED] = i64::from(table.view.explored.count_ones());
    values[Layout::SUPPLY_LEFT] = i64::from(table.view.supply.len());
    values[Layout::TRAIL_STEP] = i64::from(table.trail_step);
    values[Layout::ELIGIBLE] = i64::from(eligible.len());
    values[Layout::SOLVABLE] = i64::from(solvable);
    values
}
