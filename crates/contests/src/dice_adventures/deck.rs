//! Adventures as cards: effects of results, changes of dice, and the order of the cards.

use super::party::SEATS;
use evenodds_core::contest::{choices, default, optional, required, table, whole};
use evenodds_core::document::ValueShape;

/// Maximum number of adventures of a game.
pub const MOST_ADVENTURES: usize = 5;

/// Maximum number of cards of a deck.
pub const MOST_CARDS: usize = 6;

/// Number of results of an adventure.
pub const RESULTS: usize = 6;

/// Maximum gold of one result.
pub const MOST_GOLD: i64 = 9;

choices! {
    /// Order of the cards of a deck.
    pub enum CardOrder {
        /// in the order of the file; the first ones if there are more cards than adventures
        InOrder = "in_order",
        /// in a new random order in each game; a card is revealed when its adventure begins
        Shuffled = "shuffled",
    }
}

table! {
    /// A card in a file.
    #[derive(Debug)]
    pub(super) struct CardKeys {
        /// Name of the adventure.
        pub name: String = required(ValueShape::Text).example("\"The flooded crypt\""),
        /// Change of some heroes' dice that must be made, instead of that of the mode.
        pub modifier: Option<Modifier> = optional(ValueShape::Table(Modifier::KEYS))
            .example("{ dice = 1, by = 1 }"),
        /// Effects of the results 1 to 6; by default those of the source.
        pub results: Vec<CardEffect> = optional(ValueShape::tables(CardEffect::KEYS, RESULTS, RESULTS))
            .accepts("6 tables, the effects of the results 1 to 6")
            .example("[{ gold = 3, rise = 1 }, { gold = 2 }, {}, { fall = 1 }, { dies = 1 }, { dies = 2 }]"),
    }
}

table! {
    /// A change of dice that must be made.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub struct Modifier {
        /// Number of dice, each of another hero; all of them if fewer heroes live.
        pub dice: u8 = default("1", whole(0, SEATS as i64)).tunable(1.0),
        /// Change of each die, 1 or -1; dice stay within 1 and 6.
        pub by: i8 = default("1", whole(-1, 1)).accepts("1 or -1").tunable(2.0),
    }
}

table! {
    /// Effects of a result, in this order.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct CardEffect {
        /// Gold for the party, first.
        pub gold: u8 = default("0", whole(0, MOST_GOLD)).tunable(1.0),
        /// Number of heroes who rise by a level, second.
        pub rise: u8 = default("0", whole(0, 1)).tunable(1.0),
        /// Number of heroes who lose a level, third.
        pub fall: u8 = default("0", whole(0, 1)).tunable(1.0),
        /// Number of heroes who die, last.
        pub dies: u8 = default("0", whole(0, SEATS as i64)).tunable(1.0),
    }
}

impl CardEffect {
    /// Effects of the results of an adventure in the source text.
    pub const TEXT: [Self; RESULTS] = {
        let nothing = Self {
            gold: 0,
            rise: 0,
            fall: 0,
            dies: 0,
        };
        [
            Self {
                gold: 3,
                rise: 1,
                ..nothing
            },
            Self { gold: 2, ..nothing },
            nothing,
            Self { fall: 1, ..nothing },
            Self { dies: 1, ..nothing },
            Self { dies: 2, ..nothing },
        ]
    };

    /// Returns whether lots may be drawn after a hero has risen.
    #[inline]
    pub fn draws_lots(self) -> bool {
        self.fall | self.dies != 0
    }
}

impl Modifier {
    /// A modifier without effect.
    pub const NONE: Self = Self { dice: 0, by: 1 };

    /// Returns a modifier of +1 for this number of dice.
    pub const fn plus(dice: u8) -> Self {
        Self { dice, by: 1 }
    }

    /// Returns the number of the modifier: first those of +1, by number of dice.
    #[inline]
    pub(super) fn number(self) -> usize {
        usize::from(self.dice) + if self.by < 0 { SEATS } else { 0 }
    }

    /// Returns the number of dice that the modifier changes with this number of living heroes.
    #[inline]
    pub fn among(self, heroes: u32) -> usize {
        usize::from(self.dice).min(heroes as usize)
    }
}

/// Returns the face after a change, limited to 1 to 6.
#[inline]
pub fn changed(face: u8, by: i8) -> u8 {
    face.saturating_add_signed(by).clamp(1, 6)
}

/// An adventure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Card {
    /// Required change of dice; `None` for the default of the mode.
    pub modifier: Option<Modifier>,
    /// Effects of the results 1 to 6.
    pub results: [CardEffect; RESULTS],
}

impl Card {
    /// An adventure of the source text; all of them are alike.
    pub const TEXT: Self = Self {
        modifier: None,
        results: CardEffect::TEXT,
    };

    /// Returns the most gold that any of its results brings.
    pub fn most_gold(&self) -> u32 {
        let gold = self.results.iter().map(|effect| u32::from(effect.gold));
        gold.max().unwrap_or(0)
    }

    /// Returns the most heroes that any of its results kills.
    pub fn most_deaths(&self) -> u32 {
        let dies = self.results.iter().map(|effect| u32::from(effect.dies));
        dies.max().unwrap_or(0)
    }
}

/// Cards of a game.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Deck {
    cards: [Card; MOST_CARDS],
    /// Number of given cards; 0 for the identical adventures of the source text.
    count: u8,
    order: CardOrder,
    /// For each card, the first card that is identical to it.
    same: [u8; MOST_CARDS],
}

impl std::fmt::Debug for Deck {
    /// Formats the order and the given cards.
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{} {:?}", self.order.name(), self.given())
    }
}

impl Default for Deck {
    /// Returns the adventures of the source text.
    fn default() -> Self {
        Self {
            cards: [Card::TEXT; MOST_CARDS],
            count: 0,
            order: CardOrder::InOrder,
            same: [0; MOST_CARDS],
        }
    }
}

impl Deck {
    /// Creates a deck of up to [`MOST_CARDS`] cards, or the adventures of the source text if
    /// `cards` is empty.
    pub fn new(cards: &[Card], order: CardOrder) -> Self {
        let mut deck = Self::default();
        if cards.is_empty() {
            return deck;
        }
        deck.order = order;
        deck.count = cards.len().min(MOST_CARDS) as u8;
        for (place, card) in deck.cards.iter_mut().zip(cards) {
            *place = *card;
            if let Some(modifier) = &mut place.modifier
                && modifier.dice == 0
            {
                *modifier = Modifier::NONE;
            }
        }
        let all = deck.cards;
        deck.same = std::array::from_fn(|card| {
            let first = all.iter().position(|other| *other == all[card]);
            first.unwrap_or(card) as u8
        });
        deck
    }

    /// Returns whether the deck consists of the adventures of the source text.
    pub fn is_text(&self) -> bool {
        self.count == 0
    }

    /// Returns the maximum number of adventures of a game.
    pub fn most_adventures(&self) -> u32 {
        match self.count {
            0 => MOST_ADVENTURES as u32,
            count => u32::from(count).min(MOST_ADVENTURES as u32),
        }
    }

    /// Returns the cards that were given.
    pub fn given(&self) -> &[Card] {
        &self.cards[..usize::from(self.count)]
    }

    /// Returns the cards that may be drawn in this number of adventures: all cards if the deck is
    /// shuffled.
    pub fn cards(&self, adventures: u32) -> &[Card] {
        let count = match self.order {
            CardOrder::Shuffled => usize::from(self.count),
            CardOrder::InOrder => adventures as usize,
        };
        &self.cards[..count.min(MOST_CARDS)]
    }

    /// Returns the maximum sum of a property of the cards over this number of adventures.
    pub(super) fn most_of(&self, adventures: u32, number: fn(&Card) -> u32) -> u32 {
        let mut all: Vec<u32> = self.cards(adventures).iter().map(number).collect();
        all.sort_unstable_by_key(|number| std::cmp::Reverse(*number));
        all.iter().take(adventures as usize).sum()
    }

    /// Returns the card with this number.
    #[inline]
    pub fn card(&self, number: u8) -> &Card {
        &self.cards[usize::from(number)]
    }

    /// Returns the first card that is identical to the given one.
    #[inline]
    pub(super) fn same(&self, number: u8) -> u8 {
        self.same[usize::from(number)]
    }

    /// Returns the set of cards from which the first card is drawn; empty if cards come in order.
    #[inline]
    pub fn whole(&self) -> u8 {
        match self.order {
            CardOrder::Shuffled => ((1_u32 << self.count) - 1) as u8,
            CardOrder::InOrder => 0,
        }
    }

    /// Returns a set of cards in which the first of identical cards replaces the others.
    pub(super) fn merged(&self, cards: u8) -> u8 {
        let mut merged = 0;
        for number in numbers(cards) {
            let same = self.same(number);
            let places = (same..MOST_CARDS as u8).filter(|&other| self.same(other) == same);
            let mut free = places.filter(|&other| merged & 1 << other == 0);
            merged |= 1 << free.next().unwrap_or(number);
        }
        merged
    }
}

/// Returns the numbers of a set of cards.
pub(super) fn numbers(cards: u8) -> impl Iterator<Item = u8> + Clone {
    (0..MOST_CARDS as u8).filter(move |number| cards & 1 << number != 0)
}

#[cfg(test)]
impl Deck {
    /// Returns three cards that together have all kinds of effects.
    pub(super) fn sample(order: CardOrder) -> Self {
        let nothing = CardEffect::default();
        let all = CardEffect {
            gold: 1,
            rise: 1,
            fall: 1,
            dies: 1,
        };
        let mixed = Card {
            modifier: Some(Modifier { dice: 2, by: -1 }),
            results: [
                CardEffect { rise: 1, ..nothing },
                CardEffect {
                    gold: 4,
                    dies: 1,
                    ..nothing
                },
                all,
                nothing,
                CardEffect {
                    rise: 1,
                    dies: 2,
                    ..nothing
                },
                CardEffect {
                    fall: 1,
                    dies: 3,
                    ..nothing
                },
            ],
        };
        let hard = Card {
            modifier: Some(Modifier::plus(3)),
            results: [
                CardEffect {
                    gold: 5,
                    rise: 1,
                    ..nothing
                },
                CardEffect {
                    rise: 1,
                    fall: 1,
                    ..nothing
                },
                CardEffect { gold: 1, ..nothing },
                nothing,
                CardEffect {
                    fall: 1,
                    dies: 1,
                    ..nothing
                },
                CardEffect { dies: 2, ..nothing },
            ],
        };
        Self::new(&[mixed, hard, Card::TEXT], order)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_solver_merges_identical_cards() {
        let other = Card {
            modifier: Some(Modifier { dice: 1, by: -1 }),
            ..Card::TEXT
        };
        let deck = Deck::new(&[Card::TEXT, other, Card::TEXT, other], CardOrder::Shuffled);
        assert_eq!(deck.whole(), 0b1111);
        assert_eq!([0, 1, 2, 3].map(|card| deck.same(card)), [0, 1, 0, 1]);
        assert_eq!(deck.merged(0b1100), 0b0011);
        assert_eq!(deck.merged(0b1101), 0b0111);
        assert_eq!(deck.merged(0b1111), 0b1111);
        // A change of 0 dice has no effect, whatever its direction.
        let none = Card {
            modifier: Some(Modifier { dice: 0, by: -1 }),
            ..Card::TEXT
        };
        assert_eq!(
            Deck::new(&[none], CardOrder::InOrder).card(0).modifier,
            Some(Modifier::NONE)
        );
    }

    #[test]
    fn modifiers_have_distinct_numbers_and_faces_stay_within_1_and_6() {
        let mut seen = [false; 7];
        for by in [1, -1] {
            for dice in 0..=SEATS as u8 {
                let modifier = if dice == 0 {
                    Modifier::NONE
                } else {
                    Modifier { dice, by }
                };
                seen[modifier.number()] = true;
            }
        }
        assert_eq!(seen, [true; 7]);
        assert_eq!([changed(6, 1), changed(1, -1), changed(3, -1)], [6, 1, 2]);
    }
}
