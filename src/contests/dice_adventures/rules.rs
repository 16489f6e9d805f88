//! A game, played with dice from anywhere, and what an observer is told of it.

use super::blows::Rise;
use super::book::{Book, ModifierWhen};
use super::deck::{Effect, Modifier, changed, numbers};
use super::party::{Class, Hero, Party, SEATS, classes_of, result};
use super::view::{Action, Decide, HIRELING, Means, Plan, Table, View};
use super::{DiceAdventures, SURVIVED, WIPED_OUT, advice, measure, tell};
use crate::contest::{Observer, Record, Rules};
use crate::dice::{Dice, Roller};

/// Who draws lots. Before it are the classes with the dice of their first throws.
pub(super) const FATE: Roller = 6;
/// Who throws the hireling's die.
const HIRED: Roller = 7;
/// The dice that are thrown again have luck of their own, so that a re-roll moves no later throw:
/// the classes from here on, then the hireling.
const AGAIN: Roller = 8;
/// Who shuffles the deck, if it is to be shuffled: behind all others.
const DECK: Roller = AGAIN + Class::ALL.len() + 1;

/// What happens in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// An adventure begins.
    SetOut {
        /// The table.
        table: Table,
    },
    /// The dice were thrown.
    Rolled {
        /// The table.
        table: Table,
    },
    /// Dice were changed as they had to be.
    Raised {
        /// The table before.
        before: Table,
        /// The set of their seats.
        seats: u8,
    },
    /// A die was turned or thrown again.
    Acted {
        /// The table before.
        before: Table,
        /// What was done.
        action: Action,
        /// What the die shows now.
        face: u8,
    },
    /// The dice were read.
    Judged {
        /// The table before.
        before: Table,
        /// In place of whose die the hireling's was read.
        stand_in: Option<usize>,
        /// What was read.
        result: u8,
    },
    /// Gold was found.
    Found {
        /// By the party.
        gold: u32,
        /// By the thief besides.
        thief: u32,
    },
    /// A hero rose by a level.
    Rose {
        /// The table before.
        before: Table,
        /// Whose seat.
        seat: usize,
        /// Whether that was a choice.
        chosen: bool,
    },
    /// The result brought nothing, good or bad.
    Unharmed,
    /// A hero lost a level.
    Fell {
        /// Who, before.
        hero: Hero,
    },
    /// A hero died.
    Died {
        /// Who.
        hero: Hero,
    },
    /// Things were bought and heroes hired, or nothing of it.
    Planned {
        /// The table before.
        before: Table,
        /// What was bought, who was hired.
        plan: Plan,
    },
    /// The game is over.
    Ended {
        /// The table at the end.
        table: Table,
        /// What it is worth.
        score: i64,
    },
}

impl Table {
    /// A table before the first adventure.
    #[inline]
    pub(super) fn new(book: &Book, party: Party) -> Self {
        Self {
            party,
            left: book.deck.whole(),
            ..Self::default()
        }
    }

    /// What the result of the last adventure brings.
    #[inline]
    pub(super) fn effect(&self, book: &Book) -> Effect {
        book.effect(self.card, self.results[self.adventure as usize - 1])
    }

    /// The dice that count: those of the living, the hireling's in place of one of them.
    #[inline]
    pub(super) fn read(&self, stand_in: Option<usize>) -> u8 {
        let mut faces = [0; SEATS];
        let mut count = 0;
        for seat in 0..SEATS {
            if self.faces[seat] != 0 {
                let die = if stand_in == Some(seat) {
                    HIRELING
                } else {
                    seat
                };
                faces[count] = self.faces[die];
                count += 1;
            }
        }
        result(&faces[..count])
    }

    /// The same table with a change of the dice of a set of seats.
    #[inline]
    pub(super) fn raised(mut self, seats: u8, by: i8) -> Self {
        for seat in 0..SEATS {
            if seats & 1 << seat != 0 {
                self.faces[seat] = changed(self.faces[seat], by);
            }
        }
        self
    }

    /// Takes away what a change of a die takes; it must be there.
    #[inline]
    pub(super) fn spend(&mut self, means: Means) {
        match means {
            Means::Power(seat) => self.uses[seat] -= 1,
            Means::Provisions => self.provisions -= 1,
            Means::Weapon => self.weapons -= 1,
        }
    }

    /// What follows from a result: gold, levels and deaths, then shopping and hiring unless this was
    /// the last adventure. `lot` draws one of so many. False once nobody is left to go on.
    #[inline]
    pub(super) fn settle<P: Decide, O: Observer<Event>>(
        &mut self,
        book: &Book,
        result: u8,
        lot: impl FnMut(u32) -> u32,
        decide: &mut P,
        observer: &mut O,
    ) -> bool {
        self.results[self.adventure as usize - 1] = result;
        self.faces = [0; SEATS + 1];
        self.hireling = false;
        let effect = book.effect(self.card, result);
        let gold = u32::from(effect.gold);
        let thief = book.thief_gold(&self.party, result);
        if gold + thief > 0 {
            observer.note(|| Event::Found { gold, thief });
        }
        self.gold += gold + thief;
        let struck = self.strike(book, effect, lot, decide, observer);
        if !struck && gold + thief == 0 {
            observer.note(|| Event::Unharmed);
        }
        if self.adventure == book.adventures {
            return false;
        }
        if self.party.alive() == 0 && book.hires(&self.party).1 == 0 {
            return false;
        }
        let view = View { book, table: self };
        let mut plan = decide.plan(&view);
        if !view.allows_plan(&plan) {
            debug_assert!(false, "{plan:?} is not allowed: {self:?}");
            plan = view.plain_plan();
        }
        let before = *self;
        observer.note(|| Event::Planned { before, plan });
        if plan.is_nothing() {
            self.hireling = false;
            return true;
        }
        self.gold -= plan.price();
        self.provisions += plan.provisions;
        self.weapons += plan.weapons;
        self.hireling = plan.hireling;
        let bought = [plan.provisions, plan.weapons, u32::from(plan.hireling)];
        for (sum, more) in self.bought.iter_mut().zip(bought) {
            *sum += more;
        }
        if plan.hires != 0 {
            for class in classes_of(plan.hires) {
                self.party = self.party.with(class);
            }
        }
        true
    }

    /// Who rises, then who loses a level, then who dies; false where none of it happens.
    #[inline]
    fn strike<P: Decide, O: Observer<Event>>(
        &mut self,
        book: &Book,
        effect: Effect,
        mut lot: impl FnMut(u32) -> u32,
        decide: &mut P,
        observer: &mut O,
    ) -> bool {
        let mut happens = false;
        if effect.rise > 0 {
            let (seat, chosen) = match book.rise(&self.party, &mut lot) {
                Rise::Nobody => (SEATS, false),
                Rise::Of(seat) => (seat, false),
                Rise::OneOf(seats) => {
                    let view = View { book, table: self };
                    let mut seat = decide.rise(&view, seats);
                    if seats.checked_shr(seat as u32).unwrap_or(0) & 1 == 0 {
                        debug_assert!(false, "seat {seat} cannot rise: {self:?}");
                        seat = seats.trailing_zeros() as usize;
                    }
                    (seat, true)
                }
            };
            let before = *self;
            if let Some(Some(hero)) = self.party.seats.get_mut(seat) {
                observer.note(|| Event::Rose {
                    before,
                    seat,
                    chosen,
                });
                hero.level += 1;
                happens = true;
            }
        }
        if effect.fall > 0
            && let Some(seat) = book.fall(&self.party, &mut lot)
            && let Some(hero) = &mut self.party.seats[seat]
        {
            let fallen = *hero;
            hero.level -= 1;
            observer.note(|| Event::Fell { hero: fallen });
            happens = true;
        }
        if effect.dies > 0 {
            let dead = Book::dead(&self.party, effect.dies, &mut lot);
            let party = self.party;
            for (seat, hero) in party.heroes() {
                if dead & 1 << seat != 0 {
                    observer.note(|| Event::Died { hero });
                    self.deaths += 1;
                    self.party.seats[seat] = None;
                    happens = true;
                }
            }
        }
        happens
    }
}

/// A game under way.
struct Game<'a, D, O, P> {
    book: &'a Book,
    table: Table,
    dice: &'a mut D,
    observer: &'a mut O,
    decide: &'a mut P,
}

impl<D: Dice, O: Observer<Event>, P: Decide> Game<'_, D, O, P> {
    /// One adventure; false after the last one.
    #[inline]
    fn adventure(&mut self) -> bool {
        self.table.adventure += 1;
        self.draw();
        let table = self.table;
        self.observer.note(|| Event::SetOut { table });
        self.decide.begin(&View {
            book: self.book,
            table: &self.table,
        });
        self.roll();
        let modifier = self.book.modifier(self.table.adventure, self.table.card);
        let is_changed = modifier.dice > 0;
        if is_changed && self.book.options.modifier_when == ModifierWhen::Before {
            self.raise(modifier);
        }
        while !self.dice.abandoned() && self.act() {}
        if is_changed && self.book.options.modifier_when == ModifierWhen::After {
            self.raise(modifier);
        }
        let result = self.judge();
        let Self {
            book,
            table,
            dice,
            observer,
            decide,
        } = self;
        let lot = |lots| dice.choose(FATE, lots);
        table.settle(book, result, lot, *decide, *observer)
    }

    /// Takes the next card: if the deck is shuffled, any of those left.
    #[inline]
    fn draw(&mut self) {
        let table = &mut self.table;
        if table.left == 0 {
            table.card = table.adventure as u8 - 1;
            return;
        }
        let drawn = match table.left.count_ones() {
            1 => 0,
            cards => self.dice.choose(DECK, cards),
        };
        let card = numbers(table.left).nth(drawn as usize);
        table.card = card.unwrap_or_else(|| table.left.trailing_zeros() as u8);
        table.left &= !(1 << table.card);
    }

    #[inline]
    fn roll(&mut self) {
        let table = &mut self.table;
        for (seat, hero) in table.party.seats.into_iter().enumerate() {
            (table.faces[seat], table.uses[seat]) = match hero {
                None => (0, 0),
                Some(Hero { class, level }) => {
                    let roller = class as usize;
                    let face = match self.book.dice(class, level) {
                        1 => self.dice.die(roller, 6),
                        count => self.dice.pool(roller, count).lowest(),
                    };
                    (face as u8, level)
                }
            };
        }
        if table.hireling {
            table.faces[HIRELING] = self.dice.die(HIRED, 6) as u8;
        }
        let table = self.table;
        self.observer.note(|| Event::Rolled { table });
    }

    /// Makes the change of dice that has to be made.
    #[inline]
    fn raise(&mut self, modifier: Modifier) {
        let view = View {
            book: self.book,
            table: &self.table,
        };
        let living = self.table.party.seats_with(|_| true);
        let count = modifier.among(living.count_ones());
        let mut seats = self.decide.raise(&view, count);
        if seats & !living != 0 || seats.count_ones() as usize != count {
            debug_assert!(false, "{seats:#b} are not {count}: {view:?}");
            seats = view.first_seats(count);
        }
        let before = self.table;
        self.table = before.raised(seats, modifier.by);
        self.observer.note(|| Event::Raised { before, seats });
    }

    /// Lets the player do one thing with the dice; false once nothing more is done.
    #[inline]
    fn act(&mut self) -> bool {
        let view = View {
            book: self.book,
            table: &self.table,
        };
        let action = self.decide.act(&view);
        if action == Action::Done {
            return false;
        }
        if !view.allows(action) {
            debug_assert!(false, "{action:?} is not allowed: {view:?}");
            return false;
        }
        let (means, die, face) = match action {
            Action::Change { means, die, up } => {
                let now = self.table.faces[die];
                (means, die, if up { now + 1 } else { now - 1 })
            }
            Action::Reroll { means, die } => (means, die, self.again(die)),
            Action::Done => return false,
        };
        let before = self.table;
        self.observer.note(|| Event::Acted {
            before,
            action,
            face,
        });
        self.table.faces[die] = face;
        self.table.spend(means);
        true
    }

    /// Throws a die again.
    #[inline]
    fn again(&mut self, die: usize) -> u8 {
        let hero = self.table.party.seats.get(die).copied().flatten();
        let face = match hero {
            None => self.dice.die(AGAIN + Class::ALL.len(), 6),
            Some(Hero { class, level }) => {
                let roller = AGAIN + class as usize;
                match self.book.dice_again(class, level) {
                    1 => self.dice.die(roller, 6),
                    count => self.dice.pool(roller, count).lowest(),
                }
            }
        };
        face as u8
    }

    /// Reads the dice.
    #[inline]
    fn judge(&mut self) -> u8 {
        let mut stand_in = None;
        if self.table.faces[HIRELING] != 0 {
            let view = View {
                book: self.book,
                table: &self.table,
            };
            stand_in = self.decide.stand_in(&view);
            stand_in = stand_in.filter(|&seat| seat < SEATS && self.table.faces[seat] != 0);
        }
        let result = self.table.read(stand_in);
        let before = self.table;
        self.observer.note(|| Event::Judged {
            before,
            stand_in,
            result,
        });
        result
    }
}

impl DiceAdventures {
    /// Plays a game in which `decide` decides everything: what [`Rules::trial`] does with the player
    /// of the file.
    #[inline]
    pub fn game<D: Dice, O: Observer<Event>, P: Decide>(
        &self,
        dice: &mut D,
        observer: &mut O,
        record: &mut Record,
        decide: &mut P,
    ) {
        let mut game = Game {
            book: &self.book,
            table: Table::new(&self.book, self.party),
            dice,
            observer,
            decide,
        };
        while game.adventure() {}
        let table = game.table;
        let score = self.book.score(&table.party, table.gold, table.deaths);
        game.observer.note(|| Event::Ended { table, score });
        record.outcome = if table.party.alive() > 0 {
            SURVIVED
        } else {
            WIPED_OUT
        };
        measure::record(&table, score, &mut record.values);
    }
}

impl Rules for DiceAdventures {
    type Event = Event;
    type State = ();

    fn rollers(&self) -> Vec<String> {
        let classes = || Class::ALL.into_iter().map(Class::name);
        let again = classes().chain(["hireling"]);
        let deck = (self.book.deck.whole() != 0).then(|| "/deck".to_owned());
        (classes().chain(["/fate", "hireling"]).map(str::to_owned))
            .chain(again.map(|name| format!("/again {name}")))
            .chain(deck)
            .collect()
    }

    fn state(&self) {}

    #[inline]
    fn trial<D: Dice, O: Observer<Event>>(
        &self,
        dice: &mut D,
        (): &mut (),
        observer: &mut O,
        record: &mut Record,
    ) {
        self.play_with(dice, observer, record);
    }

    fn sentence(&self, event: &Event) -> String {
        tell::sentence(self, event)
    }

    fn advice(&self, event: &Event) -> Option<String> {
        advice::advice(self, event)
    }

    fn has_advice(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests;
