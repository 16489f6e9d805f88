//! The turns of a fight.

use super::fight::{Fate, Fight};
use super::players::Player;
use super::view::{Action, View, Whims};
use super::{Combat, measure, tell};
use crate::contest::{Observer, Record, Rules};
use crate::dice::{Dice, Pool, Roller};

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

impl Rules for Combat {
    type Event = Event;
    type State = Fight;

    fn rollers(&self) -> Vec<String> {
        let names = || {
            self.combatants
                .iter()
                .map(|combatant| format!("{}/{}", self.sides[combatant.side].name, combatant.name))
        };
        let mut rollers: Vec<String> = names().collect();
        rollers.push("/lot".to_owned());
        // Only players with luck of their own need streams for it.
        if self
            .combatants
            .iter()
            .any(|combatant| combatant.player.has_whims())
        {
            rollers.extend(names().map(|name| format!("/whims of {name}")));
        }
        rollers
    }

    fn state(&self) -> Fight {
        Fight::new(self)
    }

    #[inline]
    fn trial<D: Dice, O: Observer<Event>>(
        &self,
        dice: &mut D,
        fight: &mut Fight,
        observer: &mut O,
        record: &mut Record,
    ) {
        self.fight(dice, fight, observer, record, |view, whims| {
            let player: Player = self.combatants[view.actor()].player;
            player.choose(view, whims)
        });
    }

    fn sentence(&self, event: &Event) -> String {
        tell::sentence(self, event)
    }
}

impl Combat {
    /// Who draws lots.
    fn lot(&self) -> Roller {
        self.combatants.len()
    }

    /// Whose whims those of `combatant` are.
    #[inline]
    fn whims(&self, combatant: usize) -> Roller {
        self.combatants.len() + 1 + combatant
    }

    /// Plays a fight in which `choose` decides for everybody: what [`Rules::trial`] does with the
    /// players of the file. An action that the rules do not allow counts as a retreat.
    pub fn fight<D: Dice, O: Observer<Event>>(
        &self,
        dice: &mut D,
        fight: &mut Fight,
        observer: &mut O,
        record: &mut Record,
        mut choose: impl FnMut(&View, &mut Whims<D>) -> Action,
    ) {
        record.values.fill(0);
        fight.clear(self);
        for (combatant, who) in self.combatants.iter().enumerate() {
            let pool = dice.pool(combatant, who.classes[0].dice);
            observer.note(|| Event::Opened { combatant, pool });
            fight.open(combatant, pool);
        }
        let mut turn = 0;
        let resolved = loop {
            if fight.sides <= 1 || dice.abandoned() {
                break true;
            }
            let actor = match fight.order.next() {
                Some(actor) => actor,
                None => match self.break_deadlock(dice, fight, observer, record) {
                    Some(actor) => actor,
                    None => break false,
                },
            };
            turn += 1;
            self.turn(turn, actor, dice, fight, observer, record, &mut choose);
        };
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
        measure::finish(self, fight, turn, record);
    }

    /// Finds whose turn it is where all initiatives are shared; `None` if re-rolls do not help.
    #[cold]
    fn break_deadlock<D: Dice, O: Observer<Event>>(
        &self,
        dice: &mut D,
        fight: &mut Fight,
        observer: &mut O,
        record: &mut Record,
    ) -> Option<usize> {
        if self.options.deadlock_lot {
            let (initiative, among) = fight.order.highest()?;
            let drawn = dice.choose(self.lot(), among) as usize;
            let combatant = (0..fight.pools.len())
                .filter(|&combatant| u32::from(fight.initiatives[combatant]) == initiative)
                .nth(drawn)?;
            record.values[self.layout.lots] += 1;
            observer.note(|| Event::Lot { combatant, among });
            return Some(combatant);
        }
        for _ in 0..self.options.max_rerolls {
            record.values[self.layout.rerolls] += 1;
            observer.note(|| Event::Deadlocked);
            for combatant in 0..fight.pools.len() {
                let pool = fight.pools[combatant];
                if pool.is_empty() {
                    continue;
                }
                let from = pool.lowest();
                let to = dice.die(combatant, 6);
                let pool = pool.without(from).with(to);
                observer.note(|| Event::Rerolled {
                    combatant,
                    from,
                    to,
                    pool,
                });
                fight.change(combatant, pool);
            }
            if let Some(actor) = fight.order.next() {
                return Some(actor);
            }
            if dice.abandoned() {
                return None;
            }
        }
        None
    }

    /// One completed chain of actions of one combatant.
    #[inline]
    #[expect(
        clippy::too_many_arguments,
        reason = "the parts of a fight, passed through once"
    )]
    fn turn<D: Dice, O: Observer<Event>>(
        &self,
        number: u32,
        actor: usize,
        dice: &mut D,
        fight: &mut Fight,
        observer: &mut O,
        record: &mut Record,
        choose: &mut impl FnMut(&View, &mut Whims<D>) -> Action,
    ) {
        let who = &self.combatants[actor];
        observer.note(|| Event::Turn {
            number,
            actor,
            pool: fight.pools[actor],
        });
        record.values[self.layout.turns_taken + who.group] += 1;
        fight.aided.clear();
        loop {
            let view = View::new(self, fight, actor);
            let action = choose(&view, &mut Whims::new(dice, self.whims(actor)));
            debug_assert!(view.allows(action), "{action:?} in {fight:?}");
            match action {
                Action::Support { face, ally } => {
                    let rolled = dice.die(ally, 6);
                    let pool = fight.pools[ally].with(rolled);
                    fight.change(actor, fight.pools[actor].without(face));
                    fight.change(ally, pool);
                    fight.aided.add(ally);
                    observer.note(|| Event::Supported {
                        actor,
                        face,
                        ally,
                        rolled,
                        pool,
                    });
                }
                Action::Attack { face, target } => {
                    self.attack(number, actor, face, target, fight, observer, record);
                    return;
                }
                Action::Change { class } => {
                    let pool = dice.pool(actor, who.classes[class].dice);
                    fight.used[actor] |= 1 << class;
                    fight.change(actor, pool);
                    observer.note(|| Event::Changed { actor, class, pool });
                    return;
                }
                Action::Retreat => {
                    self.leave(number, actor, Fate::Retreated, fight, record);
                    observer.note(|| Event::Retreated {
                        combatant: actor,
                        spent: false,
                    });
                    return;
                }
            }
        }
    }

    #[inline]
    #[expect(
        clippy::too_many_arguments,
        reason = "the parts of a fight, passed through once"
    )]
    fn attack<O: Observer<Event>>(
        &self,
        number: u32,
        actor: usize,
        face: u32,
        target: usize,
        fight: &mut Fight,
        observer: &mut O,
        record: &mut Record,
    ) {
        let rest = fight.pools[actor].without(face);
        let before = fight.pools[target];
        let after = before.above(face);
        observer.note(|| Event::Attacked {
            actor,
            face,
            target,
            before,
            after,
        });
        if after.is_empty() {
            self.leave(number, target, Fate::TakenOut, fight, record);
            record.values[self.layout.opponents_taken_out + self.combatants[actor].group] += 1;
        } else if after != before {
            fight.change(target, after);
        }
        if !rest.is_empty() {
            fight.change(actor, rest);
        } else if fight.sides > 1 || self.options.last_blow_draws {
            // Otherwise the fight is decided before the attacker would retreat.
            self.leave(number, actor, Fate::Retreated, fight, record);
            observer.note(|| Event::Retreated {
                combatant: actor,
                spent: true,
            });
        }
    }

    #[inline]
    fn leave(
        &self,
        number: u32,
        combatant: usize,
        fate: Fate,
        fight: &mut Fight,
        record: &mut Record,
    ) {
        let who = &self.combatants[combatant];
        fight.leave(combatant, who.side, fate);
        record.ends.push((who.group as u32, i64::from(number)));
    }
}
