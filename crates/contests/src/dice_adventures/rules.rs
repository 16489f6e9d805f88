//! Rules of a game as steps, with their events.

#![expect(
    clippy::inline_always,
    reason = "measured: a step costs as much as its call"
)]

use super::book::{Book, ModifierWhen};
use super::deck::{CardEffect, Modifier, changed, numbers};
use super::measure;
use super::narrate::Event;
use super::party::{Hero, HeroClass, Party, SEATS, classes_of, result};
use super::players::Memory;
use super::prepared::{DiceAdventures, SURVIVED, WIPED_OUT};
use super::result_effects::Rise;
use super::view::{Action, ChangeMeans, GameStage, GameState, HIRELING, Position, Purchases};
use evenodds_core::contest::game::{ActionValues, Game, GameStop, PlayoutGame, RatedGame};
use evenodds_core::contest::{Observer, Record};
use evenodds_core::dice::{Dice, Roller};

/// Roller of lots, after the classes, which roll the first throws.
pub(super) const LOT_ROLLER: Roller = 6;
/// Roller of the hireling's die.
const HIRELING_ROLLER: Roller = 7;
/// First roller of rerolls: the classes, then the hireling. Rerolls have their own random streams,
/// so that they do not change later throws.
const FIRST_REROLL_ROLLER: Roller = 8;
/// Roller of the draws from a shuffled deck, after all others.
const DECK_ROLLER: Roller = FIRST_REROLL_ROLLER + HeroClass::ALL.len() + 1;

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

    /// Returns the effect of the last result.
    #[inline]
    pub(super) fn effect(&self, book: &Book) -> CardEffect {
        book.effect(self.card, self.results[self.adventure as usize - 1])
    }

    /// Returns the result of the dice of living heroes. The hireling's die replaces that of the
    /// seat `stand_in`.
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
    pub(super) fn modifier(&self, state: &GameState) -> Modifier {
        self.book.modifier(state.adventure, state.card)
    }

    /// Returns the required change of dice if it precedes all actions.
    #[inline]
    pub(super) fn early_modifier(&self, state: &GameState) -> Option<Modifier> {
        self.modifier_at(state, ModifierWhen::Before)
    }

    /// Returns the required change of dice if it follows all actions.
    #[inline]
    pub(super) fn late_modifier(&self, state: &GameState) -> Option<Modifier> {
        self.modifier_at(state, ModifierWhen::After)
    }

    #[inline]
    fn modifier_at(&self, state: &GameState, when: ModifierWhen) -> Option<Modifier> {
        if self.book.options.modifier_when != when {
            return None;
        }
        let modifier = self.modifier(state);
        (modifier.dice > 0).then_some(modifier)
    }

    /// Draws the next card, at random if the deck is shuffled.
    #[inline(always)]
    fn draw(state: &mut GameState, dice: &mut impl Dice) {
        if state.left == 0 {
            state.card = state.adventure as u8 - 1;
            return;
        }
        let drawn = match state.left.count_ones() {
            1 => 0,
            cards => dice.choose(DECK_ROLLER, cards),
        };
        let card = numbers(state.left).nth(drawn as usize);
        state.card = card.unwrap_or_else(|| state.left.trailing_zeros() as u8);
        state.left &= !(1 << state.card);
    }

    #[inline(always)]
    fn roll(&self, state: &mut GameState, dice: &mut impl Dice) {
        for (seat, hero) in state.party.seats.into_iter().enumerate() {
            (state.faces[seat], state.uses[seat]) = match hero {
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
        if state.hireling {
            state.faces[HIRELING] = dice.die(HIRELING_ROLLER, 6) as u8;
        }
    }

    /// Returns the face of a rerolled die.
    #[inline]
    fn reroll(&self, state: &GameState, die: usize, dice: &mut impl Dice) -> u8 {
        let hero = state.party.seats.get(die).copied().flatten();
        let face = match hero {
            None => dice.die(FIRST_REROLL_ROLLER + HeroClass::ALL.len(), 6),
            Some(Hero { class, level }) => {
                let roller = FIRST_REROLL_ROLLER + class as usize;
                match self.book.reroll_dice(class, level) {
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
        let Position { state, stage } = position;
        state.adventure += 1;
        Self::draw(state, dice);
        observer.note(|| Event::SetOut { state: *state });
        self.roll(state, dice);
        observer.note(|| Event::Rolled { state: *state });
        *stage = match self.early_modifier(state) {
            Some(_) => GameStage::Raise,
            None => GameStage::Act,
        };
    }

    /// Applies the required change to the dice of a set of seats.
    #[inline]
    fn raise(state: &mut GameState, seats: u8, by: i8, observer: &mut impl Observer<Event>) {
        let before = *state;
        observer.note(|| Event::Raised { before, seats });
        *state = before.raised(seats, by);
    }

    /// Uses up the means of an action; the die then shows `face`.
    #[inline]
    fn act(
        state: &mut GameState,
        action: Action,
        (means, die, face): (ChangeMeans, usize, u8),
        observer: &mut impl Observer<Event>,
    ) {
        debug_assert!(state.allows(action), "{action:?} is not allowed: {state:?}");
        let before = *state;
        observer.note(|| Event::DieChanged {
            before,
            action,
            face,
        });
        state.faces[die] = face;
        state.spend(means);
    }

    /// Applies a result and advances to the next decision.
    #[inline]
    pub(super) fn apply_result<D: Dice, O: Observer<Event>>(
        &self,
        position: &mut Position,
        result: u8,
        dice: &mut D,
        observer: &mut O,
    ) {
        let state = &mut position.state;
        state.results[state.adventure as usize - 1] = result;
        state.faces = [0; SEATS + 1];
        state.hireling = false;
        let effect = self.book.effect(state.card, result);
        let gold = u32::from(effect.gold);
        let thief = self.book.thief_gold(&state.party, result);
        if gold + thief > 0 {
            observer.note(|| Event::GoldFound { gold, thief });
        }
        state.gold += gold + thief;
        let mut eventful = gold + thief > 0;
        if effect.rise > 0 {
            match (self.book).rise(&state.party, |lots| dice.choose(LOT_ROLLER, lots)) {
                Rise::None => {}
                Rise::Drawn(seat) => {
                    Self::rise(state, seat, false, observer);
                    eventful = true;
                }
                Rise::Choice(_) => {
                    position.stage = GameStage::Rise;
                    return;
                }
            }
        }
        self.apply_losses(position, effect, eventful, dice, observer);
    }

    /// Raises the hero of a seat by a level.
    #[inline]
    fn rise(state: &mut GameState, seat: usize, chosen: bool, observer: &mut impl Observer<Event>) {
        let before = *state;
        if let Some(hero) = &mut state.party.seats[seat] {
            observer.note(|| Event::Rose {
                before,
                seat,
                chosen,
            });
            hero.level += 1;
        }
    }

    /// Draws the heroes that lose a level and the heroes that die, after rises. `eventful` is
    /// whether the result already had an effect.
    #[inline(always)]
    fn apply_losses<D: Dice, O: Observer<Event>>(
        &self,
        position: &mut Position,
        effect: CardEffect,
        mut eventful: bool,
        dice: &mut D,
        observer: &mut O,
    ) {
        let state = &mut position.state;
        if effect.fall > 0
            && let Some(seat) = (self.book).fall(&state.party, |lots| dice.choose(LOT_ROLLER, lots))
            && let Some(hero) = &mut state.party.seats[seat]
        {
            let fallen = *hero;
            hero.level -= 1;
            observer.note(|| Event::Fell { hero: fallen });
            eventful = true;
        }
        if effect.dies > 0 {
            let dead = Book::dead(&state.party, effect.dies, |lots| {
                dice.choose(LOT_ROLLER, lots)
            });
            let party = state.party;
            for (seat, hero) in party.heroes() {
                if dead & 1 << seat != 0 {
                    observer.note(|| Event::Died { hero });
                    state.deaths += 1;
                    state.party.seats[seat] = None;
                    eventful = true;
                }
            }
        }
        if !eventful {
            observer.note(|| Event::NoEffect);
        }
        let is_last = state.adventure == self.book.adventures;
        position.stage =
            if is_last || state.party.alive() == 0 && self.book.hires(&state.party).1 == 0 {
                GameStage::Over
            } else {
                GameStage::Shop
            };
    }

    #[inline]
    fn shop(&self, state: &mut GameState, plan: Purchases, observer: &mut impl Observer<Event>) {
        debug_assert!(
            state.allows_plan(&self.book, &plan),
            "{plan:?} is not allowed: {state:?}"
        );
        let before = *state;
        observer.note(|| Event::Planned { before, plan });
        if plan.is_nothing() {
            return;
        }
        state.gold -= plan.price();
        state.provisions += plan.provisions;
        state.weapons += plan.weapons;
        state.hireling = plan.hireling;
        let bought = [plan.provisions, plan.weapons, u32::from(plan.hireling)];
        for (sum, more) in state.bought.iter_mut().zip(bought) {
            *sum += more;
        }
        if plan.hires != 0 {
            for class in classes_of(plan.hires) {
                state.party = state.party.with(class);
            }
        }
    }
}

impl Game for DiceAdventures {
    type Position = Position;
    type Action = Action;
    type Memory = Memory;

    #[inline]
    fn start(&self) -> Position {
        Position {
            state: GameState::new(&self.book, self.party),
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
            GameStage::Over if position.state.party.alive() > 0 => return GameStop::End(SURVIVED),
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
        let Position { state, stage } = position;
        match action {
            Action::Raise(seats) => {
                Self::raise(state, seats, self.modifier(state).by, observer);
                *stage = GameStage::Act;
            }
            Action::Change { means, die, up } => {
                let face = state.faces[die];
                let face = if up { face + 1 } else { face - 1 };
                Self::act(state, action, (means, die, face), observer);
            }
            Action::Reroll { means, die } => {
                let face = self.reroll(state, die, dice);
                Self::act(state, action, (means, die, face), observer);
            }
            Action::Leave { raised, stand_in } => {
                if let Some(late) = self.late_modifier(state) {
                    Self::raise(state, raised, late.by, observer);
                }
                let stand_in = stand_in.map(usize::from);
                let result = state.read(stand_in);
                let before = *state;
                observer.note(|| Event::ResultRead {
                    before,
                    stand_in,
                    result,
                });
                self.apply_result(position, result, dice, observer);
            }
            Action::Rise(seat) => {
                Self::rise(state, seat, true, observer);
                let effect = state.effect(&self.book);
                self.apply_losses(position, effect, true, dice, observer);
            }
            Action::Plan(plan) => {
                self.shop(state, plan, observer);
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
        let state = position.state;
        let score = self.book.score(&state.party, state.gold, state.deaths);
        observer.note(|| Event::Ended { state, score });
        measure::record(&state, score, &mut record.values);
    }
}

impl PlayoutGame for DiceAdventures {
    fn restore_memory(&self, _: &Position, memory: &mut Memory) {
        *memory = Memory::default();
    }
}

impl RatedGame for DiceAdventures {
    fn turn(&self, position: &Position) -> Option<u32> {
        Some(position.state.adventure)
    }

    /// Returns whether two actions are equivalent: equal, or with the same result of the dice.
    fn alike(&self, position: &Position, one: Action, other: Action) -> bool {
        match (
            self.result_of(&position.state, one),
            self.result_of(&position.state, other),
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
}

#[cfg(test)]
mod tests;
