//! A trial of a fight, and what an observer is told of it.

use super::cover::CoverOf;
use super::decide::{Decide, Declared};
use super::engine::Engine;
use super::fight::Fight;
use super::players::Thought;
use super::view::{Action, View, Whims};
use super::wounds::Undone;
use super::{Combat, measure, tell, wounds};
use crate::contest::{Observer, Record, Rules};
use crate::dice::{Dice, Pool};

/// What happens in a fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A combatant rolls its first Class.
    Opened {
        /// Who.
        combatant: usize,
        /// Its dice.
        pool: Pool,
    },
    /// A turn begins.
    Turn {
        /// Number of the turn, from 1.
        number: u32,
        /// Whose it is.
        actor: usize,
        /// Its dice.
        pool: Pool,
    },
    /// An attack.
    Attacked {
        /// Who attacks.
        actor: usize,
        /// With which die.
        face: u32,
        /// Whom.
        target: usize,
        /// The target's dice before.
        before: Pool,
        /// The target's dice after; none: it is taken out.
        after: Pool,
    },
    /// A die was given to an ally.
    Supported {
        /// Who gives.
        actor: usize,
        /// The die given.
        face: u32,
        /// To whom.
        ally: usize,
        /// What it became.
        rolled: u32,
        /// The ally's dice now.
        pool: Pool,
    },
    /// Another Class was rolled.
    Changed {
        /// Who changed tactic.
        actor: usize,
        /// Position of the Class.
        class: usize,
        /// Its dice now.
        pool: Pool,
    },
    /// A combatant left.
    Retreated {
        /// Who.
        combatant: usize,
        /// Whether for having spent the last die.
        spent: bool,
    },
    /// A Cover die was spent on an attack that follows.
    Covered {
        /// Who attacks.
        actor: usize,
        /// With which die.
        attack: u32,
        /// Who is attacked.
        target: usize,
        /// Whose Cover it was.
        of: CoverOf,
        /// Its face.
        face: u32,
        /// The dice that it keeps.
        saved: Pool,
    },
    /// A monster came back.
    Returned {
        /// Which.
        combatant: usize,
        /// Its dice now.
        pool: Pool,
    },
    /// A monster was taken out and cannot come back with fewer dice.
    Vanquished {
        /// Which.
        monster: usize,
    },
    /// A character was wounded.
    Wounded {
        /// Who.
        character: usize,
        /// Whether being out of the fight was chosen.
        stays_down: bool,
    },
    /// A character was wounded once too often.
    Died {
        /// Who.
        character: usize,
    },
    /// A healer undid one of the choices for a wound.
    Recovered {
        /// Whose.
        character: usize,
        /// What was undone.
        from: Undone,
    },
    /// A reinforcement came and rolled its first Class.
    Entered {
        /// Who.
        combatant: usize,
        /// Its dice.
        pool: Pool,
    },
    /// A monster has spent the last die and does not come back.
    Spent {
        /// Which.
        combatant: usize,
    },
    /// No initiative is unshared: everybody re-rolls the lowest die.
    Deadlocked,
    /// A lowest die was re-rolled.
    Rerolled {
        /// Whose.
        combatant: usize,
        /// What it showed.
        from: u32,
        /// What it shows.
        to: u32,
        /// All dice now.
        pool: Pool,
    },
    /// No initiative is unshared: a lot gives the turn to one of the highest.
    Lot {
        /// Who drew it.
        combatant: usize,
        /// Among how many.
        among: u32,
    },
    /// One side alone stands.
    Won {
        /// Which.
        side: usize,
    },
    /// Nobody stands.
    Drawn,
    /// The deadlock did not end.
    Unresolved,
}

/// What lies on the table during a trial, and in the heads of those who think.
#[derive(Clone, Debug)]
pub struct Table {
    pub(super) fight: Fight,
    pub(super) thought: Option<Thought>,
}

impl Table {
    /// The dice and fates on the table.
    pub fn fight_mut(&mut self) -> &mut Fight {
        &mut self.fight
    }
}

impl Rules for Combat {
    type Event = Event;
    type State = Table;

    fn rollers(&self) -> Vec<String> {
        self.roller_names()
    }

    fn state(&self) -> Table {
        Table {
            fight: Fight::new(self),
            thought: {
                let reinforced = !self.arrivals.is_empty();
                let mut combatants = self.combatants.iter();
                let thinks = combatants.any(|who| who.player.needs_thought(reinforced));
                thinks.then(|| Thought::new(self))
            },
        }
    }

    #[inline]
    fn trial<D: Dice, O: Observer<Event>>(
        &self,
        dice: &mut D,
        table: &mut Table,
        observer: &mut O,
        record: &mut Record,
    ) {
        let Table { fight, thought } = table;
        let declared = Declared {
            thought: thought.as_mut(),
            see: |_: &View, _| (),
        };
        self.fight_by(dice, fight, observer, record, declared);
    }

    fn sentence(&self, event: &Event) -> String {
        tell::sentence(self, event)
    }
}

impl Combat {
    /// Plays a fight in which `choose` decides for everybody: what [`Rules::trial`] does with the
    /// players of the file. It must choose what [`View::allows`]. Cover is spent as `finisher` does.
    #[inline]
    pub fn fight<D: Dice, O: Observer<Event>>(
        &self,
        dice: &mut D,
        fight: &mut Fight,
        observer: &mut O,
        record: &mut Record,
        choose: impl FnMut(&View, &mut Whims<D>) -> Action,
    ) {
        self.fight_by(dice, fight, observer, record, choose);
    }

    /// The same with somebody who decides about Cover too.
    #[inline]
    pub fn fight_by<D: Dice, O: Observer<Event>>(
        &self,
        dice: &mut D,
        fight: &mut Fight,
        observer: &mut O,
        record: &mut Record,
        decide: impl Decide<D>,
    ) {
        record.values.fill(0);
        let mut engine = Engine {
            combat: self,
            fight,
            dice,
            observer,
            ledger: record,
            decide,
        };
        engine.open();
        let resolved = engine.play();
        let Engine {
            fight,
            dice,
            observer,
            ledger: record,
            ..
        } = engine;
        record.outcome = match fight.winner() {
            _ if !resolved => {
                observer.note(|| Event::Unresolved);
                self.sides.len() + 1
            }
            Some(side) => {
                observer.note(|| Event::Won { side });
                side
            }
            None => {
                observer.note(|| Event::Drawn);
                self.sides.len()
            }
        };
        if !self.is_basic() {
            for character in 0..self.combatants.len() {
                if self.combatants[character].wounds
                    && let Some(from) = wounds::heal(self, fight, dice, character)
                {
                    observer.note(|| Event::Recovered { character, from });
                    measure::recovered(self, character, record);
                }
            }
        }
        measure::finish(self, fight, record);
    }
}
