//! Reads typed positions of games.
//!
//! The given values determine the decision: with dice, their use; with `result`, the hero that
//! rises; otherwise purchases and hires.

use super::super::book::LevelUp;
use super::super::deck::MOST_ADVENTURES;
use super::super::deck::MOST_CARDS;
use super::super::party::{Hero, HeroClass, MOST_LEVEL, SEATS, classes_of};
use super::super::prepared::DiceAdventures;
use super::super::view::{GameStage, GameState, HIRELING, Position};
use super::has_power;
use evenodds_core::contest::positions::{self, FoundName, SpannedText};
use evenodds_core::contest::{
    Lenient, Spanned, choices, default, flag, optional, required, table, whole,
};
use evenodds_core::document::{Fault, Faults, Source, Span, ValueShape, capital};
use std::sync::Arc;

/// Maximum of gold, provisions, weapons and deaths; no game reaches it.
const MOST: i64 = 99;

/// An absent value, or a given one that may be invalid.
type Typed<T> = Option<Lenient<Spanned<T>>>;

choices! {
    /// State of the dice that must be changed first.
    enum RequiredChange {
        /// the dice must still be changed
        ToCome = "to come",
        /// the dice have been changed
        Done = "done",
    }
}

table! {
    /// A position of a game.
    pub(super) struct TypedPosition {
        /// The adventure; if no hero has a die, the last one that took place. May be left out in a
        /// game of one adventure.
        adventure: Option<Lenient<TypedAdventure>> = optional(ValueShape::Table(TypedAdventure::KEYS)).shown(),
        /// The living heroes. A hero of the file that is not named is dead.
        hero: Vec<Lenient<TypedHero>> = optional(ValueShape::named_tables(TypedHero::KEYS, 0, 20)).shown(),
        /// Die of the hireling.
        hireling: Lenient<Spanned<u8>> = optional(whole(1, 6)).example("3"),
        /// Gold of the party.
        gold: Lenient<u32> = default("0", whole(0, MOST)),
        /// Provisions of the party.
        provisions: Lenient<u32> = default("0", whole(0, MOST)),
        /// Magic weapons of the party.
        weapons: Lenient<u32> = default("0", whole(0, MOST)),
        /// Result of the adventure, while a hero is still to rise by a level; the gold that it
        /// brings is in `gold`.
        result: Typed<u8> = optional(whole(1, 6)),
        /// Class of each hero that died; by default those of the file that are not among the
        /// heroes.
        gone: Lenient<Spanned<Vec<Lenient<Spanned<HeroClass>>>>> =
            optional(ValueShape::list(&HeroClass::SHAPE, 0, MOST as usize)).example("[\"ranger\"]"),
        /// Whether the dice were changed, where they must be changed before anything else.
        change: Typed<RequiredChange> = optional(RequiredChange::SHAPE),
    }
}

table! {
    /// The adventure of a position.
    struct TypedAdventure {
        /// Number of the adventure, from 1.
        number: Lenient<Spanned<u32>> = required(whole(1, MOST_ADVENTURES as i64)),
        /// Cards drawn from a shuffled deck, the one of this adventure last.
        cards: Vec<SpannedText> = optional(ValueShape::list(&ValueShape::Text, 0, MOST_CARDS)).example("[\"The old road\", \"Rats in the cellar\"]"),
    }
}

table! {
    /// A hero of a position.
    struct TypedHero {
        /// Class of the hero.
        name: Spanned<HeroClass> = required(HeroClass::SHAPE).example("\"warrior\""),
        /// Die of the hero.
        dice: Typed<Vec<u8>> = optional(positions::faces(1, 1)).accepts("one die, from 1 to 6").example("[4]"),
        /// Level of the hero; 1 by default.
        level: Lenient<Spanned<u8>> = optional(whole(1, MOST_LEVEL as i64)),
        /// Number of times that the hero used its power in this adventure; 0 by default.
        used: Lenient<Spanned<u8>> = optional(whole(0, MOST_LEVEL as i64)),
        /// Whether the hero is dead.
        dead: bool = flag(false),
        /// The same as `dead`.
        out: bool = flag(false),
    }
}

impl TypedHero {
    fn title(&self) -> String {
        capital(self.name.value.name())
    }
}

pub(super) fn read(game: &DiceAdventures, source: &Arc<Source>) -> Result<Position, Faults> {
    let keys = (TypedPosition::KEYS, TypedPosition::read);
    positions::read_position(source, keys, Some("hero"), |typed, faults| {
        let reader = GameReader {
            game,
            source,
            faults,
            state: GameState::default(),
        };
        reader.position(typed)
    })
}

/// Position read so far, with its faults.
struct GameReader<'a> {
    game: &'a DiceAdventures,
    source: &'a Arc<Source>,
    faults: &'a mut Faults,
    state: GameState,
}

impl GameReader<'_> {
    fn refuse(
        &mut self,
        span: &Span,
        name: impl Into<String>,
        found: impl Into<String>,
        accepted: impl Into<String>,
    ) {
        let fault = Fault::new(span.clone(), name, found, accepted);
        self.faults.push(fault);
    }

    /// Reports a fault of the position as a whole.
    fn fault(&mut self, found: impl Into<String>, accepted: impl Into<String>) {
        self.faults
            .push(positions::whole(self.source, found, accepted));
    }

    /// Builds a position from typed values; `None` if there are faults.
    fn position(mut self, typed: TypedPosition) -> Option<Position> {
        let TypedPosition {
            adventure,
            hero,
            hireling,
            gold,
            provisions,
            weapons,
            result,
            gone,
            change,
        } = typed;
        self.state.gold = gold.0.unwrap_or(0);
        self.state.provisions = provisions.0.unwrap_or(0);
        self.state.weapons = weapons.0.unwrap_or(0);
        self.adventure(adventure);
        let heroes = self.party(hero);
        self.gone(gone.0);
        let has_dice = heroes.iter().any(|hero| hero.dice.is_some());
        if let Some(hireling) = hireling.0 {
            self.hireling(&hireling, has_dice);
        }
        let stage = if has_dice {
            self.with_dice(&heroes, result, change)
        } else {
            self.without_dice(&heroes, result, change)
        };
        if !self.faults.is_empty() {
            return None;
        }
        let position = Position {
            state: self.state,
            stage: stage?,
        };
        if let Err((found, accepted)) = self.game.solved_game().check_reachable(&position) {
            self.fault(found, accepted);
        }
        Some(position)
    }

    /// Reads the number of the adventure and the cards drawn so far.
    fn adventure(&mut self, typed: Option<Lenient<TypedAdventure>>) {
        let (game, last) = (self.game, self.game.book.adventures);
        let whole = game.book.deck.whole();
        let Some(Lenient(typed)) = typed else {
            if last == 1 && whole == 0 {
                self.state.adventure = 1;
            } else {
                let accepted = "give that of this adventure, or of the last one if there are no dice, such as Adventure: 2";
                self.fault("the number of the adventure is missing", accepted);
            }
            return;
        };
        let Some(TypedAdventure { number, cards }) = typed else {
            return;
        };
        let mut number = number.0;
        if let Some(Spanned { value, span }) = number.take_if(|number| number.value > last) {
            let accepted = format!("expected a number from 1 to {last}");
            self.refuse(&span, "Adventure", format!("is {value}"), accepted);
        }
        self.state.adventure = number.as_ref().map_or(0, |number| number.value);
        if whole == 0 {
            self.state.card = self.state.adventure.max(1) as u8 - 1;
            if let Some(card) = cards.first() {
                let found = format!("has `{}`", card.text);
                let accepted = "cards are given only for a shuffled deck";
                self.refuse(&card.span, "Adventure", found, accepted);
            }
            return;
        }
        let names: Vec<String> = (0..whole.count_ones() as u8)
            .map(|card| game.card_name(card).unwrap_or_default())
            .collect();
        self.state.left = whole;
        for typed in &cards {
            match positions::find(&typed.text, &names, &[]) {
                FoundName::One(card) if self.state.left >> card & 1 == 0 => {
                    let found = format!("has {} twice", names[card]);
                    let accepted = "give each card once";
                    self.refuse(&typed.span, "Adventure", found, accepted);
                }
                FoundName::One(card) => {
                    self.state.left &= !(1 << card);
                    self.state.card = card as u8;
                }
                other => {
                    let fault = positions::unknown("Adventure", typed, other, ("cards", &names));
                    self.faults.push(fault);
                }
            }
        }
        let came = cards.len();
        if let Some(Spanned { value, span }) = number
            && value as usize != came
        {
            let found = format!("is {value}, with {came} of its cards");
            let accepted = format!(
                "give the cards so far, this one last, such as ({})",
                names[..(value as usize).min(names.len())].join(", ")
            );
            self.refuse(&span, "Adventure", found, accepted);
        }
    }

    /// Seats the living heroes: heroes of the file in their own seats, then others in empty seats.
    fn party(&mut self, typed: Vec<Lenient<TypedHero>>) -> Vec<TypedHero> {
        let own = self.game.party;
        let own_seat = |hero: &TypedHero| {
            let is_own = |one: &Option<Hero>| one.is_some_and(|one| one.class == hero.name.value);
            own.seats.iter().position(is_own)
        };
        let typed = typed.into_iter().filter_map(|hero| hero.0);
        let mut living: Vec<TypedHero> = typed.filter(|hero| !self.is_dead(hero)).collect();
        living.sort_by_key(|hero| (own_seat(hero).is_none(), hero.name.value));
        let mut heroes = Vec::new();
        for hero in living {
            let class = hero.name.value;
            let free = || self.state.party.seats.iter().position(Option::is_none);
            let Some(seat) = own_seat(&hero).or_else(free) else {
                let accepted = format!("expected at most {SEATS}");
                self.refuse(
                    &hero.name.span,
                    hero.title(),
                    "is the fourth hero",
                    accepted,
                );
                continue;
            };
            let level = hero.level.0.as_ref().map_or(1, |level| level.value);
            let most = if has_power(class) { level } else { 0 };
            let mut used = 0;
            if let Some(Spanned { value, span }) = &hero.used.0 {
                if *value > most {
                    let found = format!("has used its power {value} times");
                    let accepted = format!("expected at most {most} with this class and level");
                    self.refuse(span, hero.title(), found, accepted);
                } else {
                    used = *value;
                }
            }
            let state = &mut self.state;
            state.party.seats[seat] = Some(Hero { class, level });
            state.uses[seat] = level - used;
            if let Some(Lenient(Some(dice))) = &hero.dice {
                state.faces[seat] = dice.value.first().copied().unwrap_or(0);
            }
            heroes.push(hero);
        }
        self.state.party.used = own.used | self.state.party.classes();
        heroes
    }

    /// Returns whether a hero is dead; reports any other value of a dead hero as a fault.
    fn is_dead(&mut self, hero: &TypedHero) -> bool {
        let is_dead = hero.dead || hero.out;
        let dice = hero.dice.as_ref().and_then(|dice| dice.0.as_ref());
        let dice = dice.map(|dice| &dice.span);
        let [level, used] =
            [&hero.level, &hero.used].map(|number| number.0.as_ref().map(|number| &number.span));
        if let Some(span) = dice.or(level).or(used).filter(|_| is_dead) {
            let found = format!("is dead, and has `{}`", span.text());
            let accepted = "expected nothing else about a dead hero";
            self.refuse(span, hero.title(), found, accepted);
        }
        is_dead
    }

    /// Reads the heroes that died.
    fn gone(&mut self, typed: Option<Spanned<Vec<Lenient<Spanned<HeroClass>>>>>) {
        let (living, own) = (self.state.party.classes(), self.game.party.used);
        let Some(Spanned { value, span }) = typed else {
            self.state.deaths = (own & !living).count_ones();
            return;
        };
        let is_hardcore = self.game.book.is_hardcore();
        let mut gone = 0;
        for one in value.into_iter().filter_map(|one| one.0) {
            let (class, span) = (one.value, one.span);
            let name = class.name();
            if is_hardcore && living & class.bit() != 0 {
                let found = format!("has the {name}, who is in the party");
                let accepted = "in this mode the dead do not return";
                self.refuse(&span, "Gone", found, accepted);
            } else if is_hardcore && gone & class.bit() != 0 {
                let found = format!("has the {name} twice");
                let accepted = "in this mode each class dies at most once";
                self.refuse(&span, "Gone", found, accepted);
            }
            gone |= class.bit();
            self.state.deaths += 1;
        }
        for class in classes_of(own & !living & !gone) {
            let found = format!(
                "does not have the {}, who is not in the party",
                class.name()
            );
            let accepted = "give all heroes that died, or leave it out if there are no others";
            self.refuse(&span, "Gone", found, accepted);
        }
        self.state.party.used |= gone;
    }

    fn hireling(&mut self, die: &Spanned<u8>, has_dice: bool) {
        if !self.game.book.shop.hireling {
            let accepted = "the shop of this game has no hireling";
            self.refuse(&die.span, "Hireling", "is not expected", accepted);
        }
        if !has_dice {
            let accepted = "the hireling leaves after one adventure, so leave it out without dice";
            self.refuse(&die.span, "Hireling", "is not expected", accepted);
        }
        self.state.faces[HIRELING] = die.value;
        self.state.hireling = true;
    }

    /// Returns the decision of a position with dice.
    fn with_dice(
        &mut self,
        heroes: &[TypedHero],
        result: Typed<u8>,
        change: Typed<RequiredChange>,
    ) -> Option<GameStage> {
        for hero in heroes.iter().filter(|hero| hero.dice.is_none()) {
            let accepted = "give the dice of all heroes or of none";
            self.refuse(&hero.name.span, hero.title(), "has no die", accepted);
        }
        if let Some(Lenient(Some(result))) = result {
            let accepted =
                "the result is given without dice: after the gold is counted, before a hero rises";
            self.refuse(&result.span, "Result", "is given with dice", accepted);
        }
        let first = (self.state.adventure > 0)
            .then(|| self.game.early_modifier(&self.state))
            .flatten();
        let Some(Lenient(change)) = change else {
            if let Some(modifier) = first {
                self.fault(
                    format!(
                        "this adventure changes the dice by {:+} before any power",
                        modifier.by
                    ),
                    "give Change: to come, or Change: done",
                );
            }
            return Some(GameStage::Act);
        };
        let Spanned { value, span } = change?;
        if first.is_none() {
            let accepted =
                "leave it out: this adventure does not change dice before powers are used";
            self.refuse(&span, "Change", "is not expected", accepted);
        }
        if value == RequiredChange::Done {
            return Some(GameStage::Act);
        }
        let state = &self.state;
        if (state.party.heroes()).any(|(seat, hero)| state.uses[seat] < hero.level) {
            let found = "is to come, but powers were used";
            let accepted = "powers are used after it, so give Change: done";
            self.refuse(&span, "Change", found, accepted);
        }
        Some(GameStage::Raise)
    }

    /// Returns the decision of a position without dice.
    fn without_dice(
        &mut self,
        heroes: &[TypedHero],
        result: Typed<u8>,
        change: Typed<RequiredChange>,
    ) -> Option<GameStage> {
        if let Some(Lenient(Some(change))) = change {
            let accepted = "leave it out without dice";
            self.refuse(&change.span, "Change", "is not expected", accepted);
        }
        for hero in heroes {
            if let Some(used) = hero.used.0.as_ref().filter(|used| used.value > 0) {
                let accepted =
                    "powers return with the next adventure, so leave it out without dice";
                self.refuse(&used.span, hero.title(), "has used its power", accepted);
            }
        }
        if let Some(Lenient(result)) = result {
            return self.rises(&result?);
        }
        if self.state.adventure == self.game.book.adventures {
            let accepted = "the game is over, so there is nothing to buy or hire";
            self.fault(
                "there are no dice, and this was the last adventure",
                accepted,
            );
        } else if heroes.is_empty() && self.game.book.hires(&self.state.party).1 == 0 {
            self.fault(
                "no hero is alive, and none can be hired",
                "the game is over",
            );
        }
        Some(GameStage::Shop)
    }

    /// Checks that the result lets the player choose which hero rises.
    fn rises(&mut self, result: &Spanned<u8>) -> Option<GameStage> {
        let adventure = (self.state.adventure as usize).checked_sub(1)?;
        let Spanned { value, ref span } = *result;
        let book = &self.game.book;
        let why = if book.effect(self.state.card, value).rise == 0 {
            format!("with a {value} no hero rises")
        } else if self.state.able_to_rise() == 0 {
            "no hero can rise".to_owned()
        } else if book.options.level_up == LevelUp::Random {
            "the hero that rises is drawn".to_owned()
        } else {
            String::new()
        };
        if !why.is_empty() {
            let accepted = format!("{why}, so leave it out and give the party after the result");
            self.refuse(span, "Result", format!("is {value}"), accepted);
        }
        self.state.results[adventure] = value;
        Some(GameStage::Rise)
    }
}
