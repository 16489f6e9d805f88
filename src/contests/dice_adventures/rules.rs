//! Rules of a game, step by step, and its events.

#![expect(
    clippy::inline_always,
    reason = "measured: a step costs as much as its call"
)]

use super::blows::Rise;
use super::book::{Book, ModifierWhen};
use super::deck::{CardEffect, Modifier, changed, numbers};
use super::party::{Hero, HeroClass, Party, SEATS, classes_of, result};
use super::players::Memory;
use super::view::{Action, ChangeMeans, GameStage, GameState, HIRELING, Position, Purchases};
use super::{DiceAdventures, SURVIVED, WIPED_OUT, measure, narrate};
use crate::contest::game::{ActionValues, Game, GameStop};
use crate::contest::{ActingSide, Observer, Record};
use crate::dice::{Dice, Roller};

/// Roller of lots, after the classes, which are the rollers of first throws.
pub(super) const FATE: Roller = 6;
/// Roller of the hireling's die.
const HIRED: Roller = 7;
/// First roller of rerolls: the classes, then the hireling. Rerolls have separate random streams,
/// so that they do not change later throws.
const AGAIN: Roller = 8;
/// Roller of the deck's draws, if the deck is shuffled: after all others.
const DECK: Roller = AGAIN + HeroClass::ALL.len() + 1;

/// An event of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// An adventure begins.
    SetOut {
        /// Position at the start of the adventure.
        table: GameState,
    },
    /// The dice were thrown.
    Rolled {
        /// Position after the throw.
        table: GameState,
    },
    /// Dice got their required change.
    Raised {
        /// Position before the change.
        before: GameState,
        /// Set of seats whose dice are changed.
        seats: u8,
    },
    /// A die was turned or rerolled.
    Acted {
        /// Position before the action.
        before: GameState,
        /// The action.
        action: Action,
        /// Face of the die after the action.
        face: u8,
    },
    /// The dice were read.
    Judged {
        /// Position before the result is applied.
        before: GameState,
        /// Seat whose die the hireling's replaces.
        stand_in: Option<usize>,
        /// The result, 1 to 6.
        result: u8,
    },
    /// Gold was found.
    Found {
        /// Gold of the result.
        gold: u32,
        /// Additional gold by the thief.
        thief: u32,
    },
    /// A hero rose by a level.
    Rose {
        /// Position before the rise.
        before: GameState,
        /// Seat of the hero.
        seat: usize,
        /// Whether the player chose the hero.
        chosen: bool,
    },
    /// The result changed nothing.
    Unharmed,
    /// A hero lost a level.
    Fell {
        /// The hero before the loss.
        hero: Hero,
    },
    /// A hero died.
    Died {
        /// The hero.
        hero: Hero,
    },
    /// The party bought goods and hired heroes, or nothing.
    Planned {
        /// Position before the plan.
        before: GameState,
        /// Purchases and hires.
        plan: Purchases,
    },
    /// The game is over.
    Ended {
        /// Final position.
        table: GameState,
        /// Final score.
        score: i64,
    },
}

impl GameState {
    /// Returns the position before the first adventure.
    #[inline]
    pub(super) fn new(book: &Book, party: Party) -> Self {
        Self {
            party,
            left: book.deck.whole(),
            ..Self::default()
        }
    }

    /// Returns the effect of the last adventure's result.
    #[inline]
    pub(super) fn effect(&self, book: &Book) -> CardEffect {
        book.effect(self.card, self.results[self.adventure as usize - 1])
    }

    /// Returns the result of the dice of the living, with the hireling's in place of that of
    /// `stand_in`.
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

    /// Returns the position after the required change of the dice of a set of seats.
    #[inline]
    pub(super) fn raised(mut self, seats: u8, by: i8) -> Self {
        for seat in 0..SEATS {
            if seats & 1 << seat != 0 {
                self.faces[seat] = changed(self.faces[seat], by);
            }
        }
        self
    }

    /// Uses up the means of an action, which must be available.
    #[inline]
    pub(super) fn spend(&mut self, means: ChangeMeans) {
        match means {
            ChangeMeans::Power(seat) => self.uses[usize::from(seat)] -= 1,
            ChangeMeans::Provisions => self.provisions -= 1,
            ChangeMeans::Weapon => self.weapons -= 1,
        }
    }
}

impl DiceAdventures {
    /// Returns the required change of dice in an adventure.
    #[inline]
    pub(super) fn modifier(&self, table: &GameState) -> Modifier {
        self.book.modifier(table.adventure, table.card)
    }

    /// Returns the required change of dice if it comes before all actions.
    #[inline]
    pub(super) fn early_modifier(&self, table: &GameState) -> Option<Modifier> {
        self.modifier_at(table, ModifierWhen::Before)
    }

    /// Returns the required change of dice if it comes after all actions.
    #[inline]
    pub(super) fn late_modifier(&self, table: &GameState) -> Option<Modifier> {
        self.modifier_at(table, ModifierWhen::After)
    }

    #[inline]
    fn modifier_at(&self, table: &GameState, when: ModifierWhen) -> Option<Modifier> {
        if self.book.options.modifier_when != when {
            return None;
        }
        let modifier = self.modifier(table);
        (modifier.dice > 0).then_some(modifier)
    }

    /// Draws the next card, at random if the deck is shuffled.
    #[inline(always)]
    fn draw(table: &mut GameState, dice: &mut impl Dice) {
        if table.left == 0 {
            table.card = table.adventure as u8 - 1;
            return;
        }
        let drawn = match table.left.count_ones() {
            1 => 0,
            cards => dice.choose(DECK, cards),
        };
        let card = numbers(table.left).nth(drawn as usize);
        table.card = card.unwrap_or_else(|| table.left.trailing_zeros() as u8);
        table.left &= !(1 << table.card);
    }

    #[inline(always)]
    fn roll(&self, table: &mut GameState, dice: &mut impl Dice) {
        for (seat, hero) in table.party.seats.into_iter().enumerate() {
            (table.faces[seat], table.uses[seat]) = match hero {
                None => (0, 0),
                Some(Hero { class, level }) => {
                    let roller = class as usize;
                    let face = match self.book.dice(class, level) {
                        1 => dice.die(roller, 6),
                        count => dice.pool(roller, count).lowest(),
                    };
                    (face as u8, level)
                }
            };
        }
        if table.hireling {
            table.faces[HIRELING] = dice.die(HIRED, 6) as u8;
        }
    }

    /// Returns the face of a rerolled die.
    #[inline]
    fn again(&self, table: &GameState, die: usize, dice: &mut impl Dice) -> u8 {
        let hero = table.party.seats.get(die).copied().flatten();
        let face = match hero {
            None => dice.die(AGAIN + HeroClass::ALL.len(), 6),
            Some(Hero { class, level }) => {
                let roller = AGAIN + class as usize;
                match self.book.dice_again(class, level) {
                    1 => dice.die(roller, 6),
                    count => dice.pool(roller, count).lowest(),
                }
            }
        };
        face as u8
    }

    /// Begins the next adventure: draws its card and throws the dice.
    #[inline]
    fn begin_adventure<D: Dice, O: Observer<Event>>(
        &self,
        position: &mut Position,
        dice: &mut D,
        observer: &mut O,
    ) {
        let Position { table, stage } = position;
        table.adventure += 1;
        Self::draw(table, dice);
        observer.note(|| Event::SetOut { table: *table });
        self.roll(table, dice);
        observer.note(|| Event::Rolled { table: *table });
        *stage = match self.early_modifier(table) {
            Some(_) => GameStage::Raise,
            None => GameStage::Act,
        };
    }

    /// Changes the dice of a set of seats.
    #[inline]
    fn raise(table: &mut GameState, seats: u8, by: i8, observer: &mut impl Observer<Event>) {
        let before = *table;
        observer.note(|| Event::Raised { before, seats });
        *table = before.raised(seats, by);
    }

    /// Uses up the means of an action, after which the die shows `face`.
    #[inline]
    fn act(
        table: &mut GameState,
        action: Action,
        (means, die, face): (ChangeMeans, usize, u8),
        observer: &mut impl Observer<Event>,
    ) {
        debug_assert!(table.allows(action), "{action:?} is not allowed: {table:?}");
        let before = *table;
        observer.note(|| Event::Acted {
            before,
            action,
            face,
        });
        table.faces[die] = face;
        table.spend(means);
    }

    /// Applies a result and advances to the next decision.
    #[inline]
    pub(super) fn settle<D: Dice, O: Observer<Event>>(
        &self,
        position: &mut Position,
        result: u8,
        dice: &mut D,
        observer: &mut O,
    ) {
        let table = &mut position.table;
        table.results[table.adventure as usize - 1] = result;
        table.faces = [0; SEATS + 1];
        table.hireling = false;
        let effect = self.book.effect(table.card, result);
        let gold = u32::from(effect.gold);
        let thief = self.book.thief_gold(&table.party, result);
        if gold + thief > 0 {
            observer.note(|| Event::Found { gold, thief });
        }
        table.gold += gold + thief;
        let mut eventful = gold + thief > 0;
        if effect.rise > 0 {
            match (self.book).rise(&table.party, |lots| dice.choose(FATE, lots)) {
                Rise::NoOne => {}
                Rise::Of(seat) => {
                    Self::rise(table, seat, false, observer);
                    eventful = true;
                }
                Rise::OneOf(_) => {
                    position.stage = GameStage::Rise;
                    return;
                }
            }
        }
        self.strike(position, effect, eventful, dice, observer);
    }

    /// Raises the hero of a seat by a level.
    #[inline]
    fn rise(table: &mut GameState, seat: usize, chosen: bool, observer: &mut impl Observer<Event>) {
        let before = *table;
        if let Some(hero) = &mut table.party.seats[seat] {
            observer.note(|| Event::Rose {
                before,
                seat,
                chosen,
            });
            hero.level += 1;
        }
    }

    /// Draws the heroes that lose a level and the heroes that die, after rises. `eventful` is
    /// whether the result has had an effect so far.
    #[inline(always)]
    fn strike<D: Dice, O: Observer<Event>>(
        &self,
        position: &mut Position,
        effect: CardEffect,
        mut eventful: bool,
        dice: &mut D,
        observer: &mut O,
    ) {
        let table = &mut position.table;
        if effect.fall > 0
            && let Some(seat) = (self.book).fall(&table.party, |lots| dice.choose(FATE, lots))
            && let Some(hero) = &mut table.party.seats[seat]
        {
            let fallen = *hero;
            hero.level -= 1;
            observer.note(|| Event::Fell { hero: fallen });
            eventful = true;
        }
        if effect.dies > 0 {
            let dead = Book::dead(&table.party, effect.dies, |lots| dice.choose(FATE, lots));
            let party = table.party;
            for (seat, hero) in party.heroes() {
                if dead & 1 << seat != 0 {
                    observer.note(|| Event::Died { hero });
                    table.deaths += 1;
                    table.party.seats[seat] = None;
                    eventful = true;
                }
            }
        }
        if !eventful {
            observer.note(|| Event::Unharmed);
        }
        let is_last = table.adventure == self.book.adventures;
        position.stage =
            if is_last || table.party.alive() == 0 && self.book.hires(&table.party).1 == 0 {
                GameStage::Over
            } else {
                GameStage::Shop
            };
    }

    #[inline]
    fn shop(&self, table: &mut GameState, plan: Purchases, observer: &mut impl Observer<Event>) {
        debug_assert!(
            table.allows_plan(&self.book, &plan),
            "{plan:?} is not allowed: {table:?}"
        );
        let before = *table;
        observer.note(|| Event::Planned { before, plan });
        if plan.is_nothing() {
            return;
        }
        table.gold -= plan.price();
        table.provisions += plan.provisions;
        table.weapons += plan.weapons;
        table.hireling = plan.hireling;
        let bought = [plan.provisions, plan.weapons, u32::from(plan.hireling)];
        for (sum, more) in table.bought.iter_mut().zip(bought) {
            *sum += more;
        }
        if plan.hires != 0 {
            for class in classes_of(plan.hires) {
                table.party = table.party.with(class);
            }
        }
    }
}

impl Game for DiceAdventures {
    type Event = Event;
    type Position = Position;
    type Action = Action;
    type Memory = Memory;

    fn roller_names(&self) -> Vec<String> {
        let classes = || HeroClass::ALL.into_iter().map(HeroClass::name);
        let again = classes().chain(["hireling"]);
        let deck = (self.book.deck.whole() != 0).then(|| "/deck".to_owned());
        (classes().chain(["/fate", "hireling"]).map(str::to_owned))
            .chain(again.map(|name| format!("/again {name}")))
            .chain(deck)
            .collect()
    }

    fn narrate(&self, event: &Event) -> String {
        narrate::sentence(self, event)
    }

    #[inline]
    fn start(&self) -> Position {
        Position {
            table: GameState::new(&self.book, self.party),
            stage: GameStage::Begin,
        }
    }

    fn memory(&self) -> Memory {
        Memory::default()
    }

    #[inline]
    fn advance<D: Dice, O: Observer<Event>>(
        &self,
        position: &mut Position,
        dice: &mut D,
        observer: &mut O,
    ) -> GameStop {
        match position.stage {
            GameStage::Over if position.table.party.alive() > 0 => return GameStop::End(SURVIVED),
            GameStage::Over => return GameStop::End(WIPED_OUT),
            GameStage::Begin => self.begin_adventure(position, dice, observer),
            _ => {}
        }
        GameStop::Decision(0)
    }

    #[inline]
    fn apply<D: Dice, O: Observer<Event>>(
        &self,
        position: &mut Position,
        action: Action,
        dice: &mut D,
        observer: &mut O,
    ) {
        let Position { table, stage } = position;
        match action {
            Action::Raise(seats) => {
                Self::raise(table, seats, self.modifier(table).by, observer);
                *stage = GameStage::Act;
            }
            Action::Change { means, die, up } => {
                let face = table.faces[die];
                let face = if up { face + 1 } else { face - 1 };
                Self::act(table, action, (means, die, face), observer);
            }
            Action::Reroll { means, die } => {
                let face = self.again(table, die, dice);
                Self::act(table, action, (means, die, face), observer);
            }
            Action::Leave { raised, stand_in } => {
                if let Some(late) = self.late_modifier(table) {
                    Self::raise(table, raised, late.by, observer);
                }
                let stand_in = stand_in.map(usize::from);
                let result = table.read(stand_in);
                let before = *table;
                observer.note(|| Event::Judged {
                    before,
                    stand_in,
                    result,
                });
                self.settle(position, result, dice, observer);
            }
            Action::Rise(seat) => {
                Self::rise(table, seat, true, observer);
                let effect = table.effect(&self.book);
                self.strike(position, effect, true, dice, observer);
            }
            Action::Plan(plan) => {
                self.shop(table, plan, observer);
                *stage = GameStage::Begin;
            }
        }
    }

    fn actions(&self, position: &Position, actions: &mut Vec<Action>) {
        self.list_actions(position, actions);
    }

    #[inline(always)]
    fn choose<D: Dice>(&self, position: &Position, memory: &mut Memory, _: &mut D) -> Action {
        self.decide(position, memory)
    }

    fn finish<D: Dice, O: Observer<Event>>(
        &self,
        position: &mut Position,
        _: usize,
        _: &mut D,
        observer: &mut O,
        record: &mut Record,
    ) {
        let table = position.table;
        let score = self.book.score(&table.party, table.gold, table.deaths);
        observer.note(|| Event::Ended { table, score });
        measure::record(&table, score, &mut record.values);
    }

    fn restore_memory(&self, _: &Position, memory: &mut Memory) {
        *memory = Memory::default();
    }

    /// Returns whether two actions are equivalent: the same, or with the same result of the dice.
    fn alike(&self, position: &Position, one: Action, other: Action) -> bool {
        match (
            self.result_of(&position.table, one),
            self.result_of(&position.table, other),
        ) {
            (Some(one), Some(other)) => one == other,
            _ => one == other,
        }
    }

    fn solve(
        &self,
        position: &Position,
        actions: &[Action],
        _: &mut Memory,
    ) -> Option<ActionValues> {
        self.values(position, actions)
    }

    /// Returns `None`, as scores are not winning chances.
    fn evaluate(&self, _: &Position, _: &[Action], _: &mut Memory) -> Option<Vec<f64>> {
        None
    }

    fn actors(&self) -> Vec<ActingSide> {
        vec![ActingSide {
            name: "the party".to_owned(),
            side: SURVIVED,
            count: 1,
        }]
    }

    fn turn(&self, position: &Position) -> Option<u32> {
        Some(position.table.adventure)
    }
}

#[cfg(test)]
mod tests;
