//! Information states of a game with a known deck.
//!
//! A *stage* is the time before an adventure's card is drawn, identified by the set of remaining
//! cards. A *round* is a card drawn at a stage. Identical cards form one round with a higher
//! weight. If the deck is not shuffled, each adventure is a stage with one round.

use super::book::Book;
use super::deck::{MOST_CARDS, Modifier, numbers};
use super::view::GameState;
use std::ops::Range;

const SETS: usize = 1 << MOST_CARDS;

/// A card drawn at a stage.
#[derive(Clone, Copy, Debug)]
pub(super) struct StageRound {
    /// Number of the adventure, from 1.
    #[cfg(test)]
    pub adventure: u32,
    /// Stage at which the card is drawn.
    pub draw_stage: usize,
    pub card: u8,
    /// Number of remaining cards that are identical to this one, including itself.
    pub weight: u32,
    /// Required change of dice.
    pub modifier: Modifier,
    /// Set of cards left after the draw.
    pub left: u8,
    /// Stage after the round; `None` after the last adventure.
    pub next: Option<usize>,
}

/// Time before the card of an adventure is drawn.
#[derive(Clone, Debug)]
pub(super) struct DrawStage {
    /// Indices of its rounds, one per different card.
    pub rounds: Range<usize>,
    /// Number of cards left, at least 1.
    pub cards: u32,
}

/// All stages of a game, those of earlier adventures first.
#[derive(Debug)]
pub(super) struct DrawStages {
    pub rounds: Vec<StageRound>,
    pub all: Vec<DrawStage>,
    /// Indices of rounds by the set of cards left after the draw, and by card; `None` if the deck
    /// is not shuffled.
    places: Option<Box<[[u8; MOST_CARDS]; SETS]>>,
}

impl DrawStages {
    pub(super) fn new(book: &Book) -> Self {
        let deck = &book.deck;
        let mut stages = Self {
            rounds: Vec::new(),
            all: Vec::new(),
            places: None,
        };
        let is_shuffled = deck.whole() != 0;
        // Sets of cards that may be left before each adventure.
        let mut sets = vec![deck.whole()];
        for adventure in 1..=book.adventures {
            let first = stages.all.len() + sets.len();
            let mut later: Vec<u8> = Vec::new();
            for &set in &sets {
                let begin = stages.rounds.len();
                for (card, weight, left) in draws(book, adventure, set) {
                    let next = (adventure < book.adventures).then(|| {
                        let known = later.iter().position(|&other| other == left);
                        first
                            + known.unwrap_or_else(|| {
                                later.push(left);
                                later.len() - 1
                            })
                    });
                    stages.rounds.push(StageRound {
                        #[cfg(test)]
                        adventure,
                        draw_stage: stages.all.len(),
                        card,
                        weight,
                        modifier: book.modifier(adventure, card),
                        left,
                        next,
                    });
                }
                stages.all.push(DrawStage {
                    rounds: begin..stages.rounds.len(),
                    cards: set.count_ones().max(1),
                });
            }
            sets = later;
        }
        if is_shuffled {
            stages.places = Some(stages.placed(book));
        }
        stages
    }

    /// Returns the index of the round for each set of cards left after the draw and each card;
    /// identical cards are merged.
    fn placed(&self, book: &Book) -> Box<[[u8; MOST_CARDS]; SETS]> {
        let deck = &book.deck;
        let mut places = Box::new([[0; MOST_CARDS]; SETS]);
        for (left, cards) in places.iter_mut().enumerate() {
            let left = left as u8;
            for (card, place) in (0..).zip(cards) {
                let drawn = (self.rounds.iter()).position(|round| {
                    round.card == deck.same(card) && round.left == deck.merged(left)
                });
                *place = drawn.unwrap_or(0) as u8;
            }
        }
        places
    }

    /// Returns the round of a position: the current one, or the last one if it is over.
    #[inline]
    pub(super) fn round(&self, state: &GameState) -> usize {
        match &self.places {
            None => state.adventure as usize - 1,
            Some(places) => {
                let left = usize::from(state.left) % SETS;
                usize::from(places[left][usize::from(state.card)])
            }
        }
    }
}

/// Returns the possible draws for an adventure from a set of cards: the card, the number of
/// identical cards, and the cards left.
pub(super) fn draws(book: &Book, adventure: u32, set: u8) -> Vec<(u8, u32, u8)> {
    let deck = &book.deck;
    if set == 0 {
        return vec![(adventure as u8 - 1, 1, 0)];
    }
    let first = |card: &u8| deck.same(*card) == *card;
    (0..MOST_CARDS as u8)
        .filter(first)
        .filter_map(|card| {
            let alike = numbers(set).filter(|&other| deck.same(other) == card);
            let weight = alike.clone().count() as u32;
            let drawn = alike.last()?;
            Some((card, weight, deck.merged(set & !(1 << drawn))))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::book::{Mode, Options, Shop};
    use super::super::deck::{Card, CardOrder, Deck};
    use super::*;

    fn stages(cards: &[Card], order: CardOrder, adventures: u32) -> DrawStages {
        DrawStages::new(&Book {
            mode: Mode::HardcorePlus,
            adventures,
            options: Options::default(),
            shop: Shop::default(),
            deck: Deck::new(cards, order),
        })
    }

    fn cards(count: u8) -> Vec<Card> {
        let card = |number| Card {
            modifier: Some(Modifier::plus(number % 4)),
            results: {
                let mut results = Card::TEXT.results;
                results[0].gold = number;
                results
            },
        };
        (0..count).map(card).collect()
    }

    #[test]
    fn in_order_each_adventure_is_a_stage() {
        let stages = stages(&[], CardOrder::Shuffled, 5);
        assert_eq!((stages.all.len(), stages.rounds.len()), (5, 5));
        let dice = stages.rounds.iter().map(|round| round.modifier.dice);
        assert_eq!(dice.collect::<Vec<_>>(), [0, 1, 1, 2, 2]);
        for (number, round) in stages.rounds.iter().enumerate() {
            assert_eq!(usize::from(round.card), number);
            assert_eq!(round.next, (number < 4).then_some(number + 1));
        }
    }

    #[test]
    fn shuffled_decks_have_a_stage_for_each_set_of_cards_left() {
        // Numbers of sets of 6, 5, 4, 3 and 2 of six cards.
        let all = stages(&cards(6), CardOrder::Shuffled, 5);
        assert_eq!(all.all.len(), 1 + 6 + 15 + 20 + 15);
        assert_eq!(all.rounds.len(), 6 + 30 + 60 + 60 + 30);
        let same = stages(&[Card::TEXT; 6], CardOrder::Shuffled, 5);
        assert_eq!((same.all.len(), same.rounds.len()), (5, 5));
        for (number, round) in all.rounds.iter().enumerate() {
            let state = GameState {
                adventure: round.adventure,
                card: round.card,
                left: round.left,
                ..GameState::default()
            };
            assert_eq!(all.round(&state), number);
            if let Some(next) = round.next {
                let next = &all.rounds[all.all[next].rounds.start];
                assert_eq!(next.adventure, round.adventure + 1);
                assert_eq!(next.left | 1 << next.card, round.left);
            }
        }
        for draw_stage in &all.all {
            let weights = all.rounds[draw_stage.rounds.clone()].iter();
            assert_eq!(
                weights.map(|round| round.weight).sum::<u32>(),
                draw_stage.cards
            );
        }
    }
}
