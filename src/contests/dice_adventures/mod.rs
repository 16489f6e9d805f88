//! Dice Adventures (`kind = "dice_adventures"`): three heroes, five adventures, one player.
//!
//! - `party`, `deck`, `book`, `blows`: heroes, adventures, and what a result brings and whom it strikes:
//!   the rules without dice and players.
//! - `view`: positions and actions; `rules`: a game from any position; `tell`: its events in words.
//! - `players`: `passive`, `greedy`, `optimal`.
//! - `aims`, `throws`, `policy`: the dice of one adventure solved; `course`, `reach`, `grid`, `backward`,
//!   `perfect`: the whole game.
//! - `judge`: the actions of every decision with their values under perfect play; `hint`: both in words, and
//!   positions out of words.
//! - `chain`: the exact chances of everything under a player; `solve`: the exact answers.

#![expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "parties are handed on alike, whatever their size"
)]

mod aims;
mod backward;
mod blows;
mod book;
mod chain;
mod course;
mod deck;
mod grid;
mod hint;
mod judge;
mod keys;
mod measure;
mod party;
mod perfect;
mod players;
mod policy;
mod reach;
mod rules;
mod solve;
mod tell;
mod throws;
mod view;

pub use blows::Rise;
pub use book::{
    Book, LevelUp, LoseLevel, Mode, ModifierWhen, Options, RangerDice, RangerReroll, Replace, Shop,
    ThiefGold,
};
pub use deck::{Card, Deck, Effect, MOST_CARDS, Modifier, Order};
pub use party::{Class, Hero, Party, result};
pub use players::{Memory, Player};
pub use rules::Event;
pub use view::{Action, HIRELING, Means, Plan, Position, Stage, Table};

use crate::contest::{Describe, Effort, Hints, Kind, Metric, Outcome};
use course::Course;
use measure::Layout;
use perfect::Perfect;
use players::Habits;
use std::sync::{Arc, OnceLock};

/// Dice Adventures, as `kind = "dice_adventures"` chooses it.
pub static KIND: Kind = Kind {
    name: "dice_adventures",
    title: "Dice Adventures",
    summary: "What do three heroes bring home from five adventures, and who of them?",
    keys: keys::KEYS,
    positions: hint::POSITIONS,
    players: &players::HELP,
    seats: keys::seats,
    outcomes: "`survived` if a hero lives at the end, else `wiped_out`",
    metrics: Layout::HELP,
    examine: keys::examine,
    build: keys::build,
};

/// Position of the outcome `survived`.
const SURVIVED: usize = 0;
/// Position of the outcome `wiped_out`.
const WIPED_OUT: usize = 1;

/// Everything that makes a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The heroes, three different ones, in the order of their seats.
    pub heroes: [Class; 3],
    /// The rules.
    pub book: Book,
    /// Who decides.
    pub player: Player,
}

/// A prepared game.
#[derive(Clone)]
pub struct DiceAdventures {
    book: Book,
    /// What the cards of the deck are called.
    names: Arc<[String]>,
    party: Party,
    player: Player,
    /// The parties with which the game is solved, this one among them.
    beginnings: Arc<Vec<Party>>,
    /// Solved when they are first asked for.
    perfect: Arc<OnceLock<Perfect>>,
    habits: Arc<OnceLock<Habits>>,
    outcomes: [Outcome; 2],
    metrics: Vec<Metric>,
}

impl DiceAdventures {
    /// Prepares a game. Of the adventures there are 1 to 5, and no more than cards of a deck.
    pub fn new(setup: &Setup) -> Self {
        let mut book = setup.book;
        book.adventures = book.adventures.clamp(1, book.deck.most_adventures());
        let party = Party::new(setup.heroes);
        Self {
            book,
            names: Arc::default(),
            party,
            player: setup.player,
            beginnings: Arc::new(vec![party]),
            perfect: Arc::default(),
            habits: Arc::default(),
            outcomes: [
                Outcome::usual("survived", "somebody survives"),
                Outcome::usual("wiped_out", "nobody survives").failing(),
            ],
            metrics: Layout::list(&book),
        }
    }

    /// The games of all twenty parties of three classes, in the order of the source, which share what
    /// has to be solved for them.
    pub fn all(book: Book, player: Player) -> Vec<Self> {
        let mut games = Vec::new();
        for (first, &one) in Class::ALL.iter().enumerate() {
            for (second, &two) in Class::ALL.iter().enumerate().skip(first + 1) {
                for &three in &Class::ALL[second + 1..] {
                    let heroes = [one, two, three];
                    games.push(Self::new(&Setup {
                        heroes,
                        book,
                        player,
                    }));
                }
            }
        }
        let beginnings = Arc::new(games.iter().map(|game| game.party).collect::<Vec<Party>>());
        let (perfect, habits) = (Arc::default(), Arc::default());
        for game in &mut games {
            game.beginnings = Arc::clone(&beginnings);
            game.perfect = Arc::clone(&perfect);
            game.habits = Arc::clone(&habits);
        }
        games
    }

    /// The same game whose cards are called so in stories.
    #[must_use]
    pub fn with_names(self, names: Vec<String>) -> Self {
        Self {
            names: names.into(),
            ..self
        }
    }

    /// What a card is called; nothing in the game without cards.
    fn card_name(&self, card: u8) -> Option<String> {
        if self.book.deck.is_text() {
            return None;
        }
        let name = self.names.get(usize::from(card));
        Some(name.map_or_else(|| format!("adventure {}", card + 1), String::clone))
    }

    /// The rules.
    pub fn book(&self) -> &Book {
        &self.book
    }

    /// The party at the beginning.
    pub fn party(&self) -> &Party {
        &self.party
    }

    /// The expected score under perfect play, whoever plays; solved by who asks first.
    pub fn worth(&self) -> f64 {
        // The own party is among those with which the game is solved.
        self.perfect().expected(&self.party).unwrap_or(f64::NAN)
    }

    /// How many situations the solver has valued, for the parties it was asked about together.
    pub fn situations(&self) -> usize {
        self.perfect().situations()
    }

    /// The same game with another player, sharing what is solved.
    #[must_use]
    pub fn played_by(&self, player: Player) -> Self {
        Self {
            player,
            ..self.clone()
        }
    }

    /// Perfect play; solved once, by whoever asks first.
    fn perfect(&self) -> &Perfect {
        self.perfect
            .get_or_init(|| Perfect::solve(&self.book, &self.beginnings))
    }

    fn habits(&self) -> &Habits {
        self.habits.get_or_init(|| Habits::new(&self.book))
    }
}

impl std::fmt::Debug for DiceAdventures {
    /// What is played by whom, without the tables.
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let heroes = self.party.heroes().map(|(_, hero)| hero.class.name());
        let heroes: Vec<&str> = heroes.collect();
        write!(
            formatter,
            "{} by {} under {:?}",
            heroes.join(", "),
            self.player.name(),
            self.book
        )
    }
}

impl Describe for DiceAdventures {
    fn outcomes(&self) -> &[Outcome] {
        &self.outcomes
    }

    fn metrics(&self) -> &[Metric] {
        &self.metrics
    }

    fn highlights(&self) -> &[&'static str] {
        &["score", "deaths", "alive"]
    }

    fn scored(&self) -> Option<&'static str> {
        Some("score")
    }

    fn effort(&self) -> Effort {
        Effort {
            once: match self.player {
                Player::Passive | Player::Greedy => 15_000_000,
                // The whole game is solved.
                Player::Optimal => 120_000_000 * Course::new(&self.book).rounds.len() as u64,
            },
            trial: 600,
        }
    }

    fn players(&self) -> String {
        format!("player {}", self.player.name())
    }

    fn hints(&self) -> Option<&dyn Hints> {
        Some(self)
    }
}
