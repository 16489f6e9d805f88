//! A prepared game, and its parameters.

use super::book::Book;
use super::draw_stages::DrawStages;
use super::measure::Layout;
use super::optimal::SolvedGame;
use super::party::{HeroClass, Party};
use super::players::{GreedyTables, Player};
use evenodds_core::contest::{
    ActingSide, ConfiguredPlayers, Cost, Describe, Description, ErrorRate, Hints, MainFigure,
    Outcome, PlayerErrors, RatedSide,
};
use std::sync::{Arc, OnceLock};

/// Index of the outcome `survived`.
pub(super) const SURVIVED: usize = 0;
/// Index of the outcome `wiped_out`.
pub(super) const WIPED_OUT: usize = 1;

/// Parameters of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Classes of the heroes, all different, in the order of their seats.
    pub heroes: [HeroClass; 3],
    /// Rules of the game.
    pub book: Book,
    /// Player of the party.
    pub player: Player,
}

/// A prepared game.
#[derive(Clone)]
pub struct DiceAdventures {
    pub(super) book: Book,
    /// Names of the cards of the deck.
    pub(super) names: Arc<[String]>,
    pub(super) party: Party,
    pub(super) player: Player,
    /// Initial parties that the solution covers, including the party of this game.
    pub(super) initial_parties: Arc<Vec<Party>>,
    /// Solution of the game, computed on first use.
    pub(super) solved_game: Arc<OnceLock<SolvedGame>>,
    pub(super) greedy_tables: Arc<OnceLock<GreedyTables>>,
    pub(super) description: Description,
}

impl DiceAdventures {
    /// Prepares a game. Limits the adventures to 1 to 5, and to the number of cards of a deck.
    pub fn new(setup: &Setup) -> Self {
        let mut book = setup.book;
        book.adventures = book.adventures.clamp(1, book.deck.most_adventures());
        let party = Party::new(setup.heroes);
        Self {
            book,
            names: Arc::default(),
            party,
            player: setup.player,
            initial_parties: Arc::new(vec![party]),
            solved_game: Arc::default(),
            greedy_tables: Arc::default(),
            description: Description {
                outcomes: vec![
                    Outcome::new("survived", "a hero survives"),
                    Outcome::new("wiped_out", "no hero survives").failing(),
                ],
                metrics: Layout::list(&book),
                highlights: &["score", "deaths", "alive"],
                main: MainFigure::Score("score".to_owned()),
                players: ConfiguredPlayers::single(setup.player.name()),
                sides: RatedSide::each(["survived", "wiped_out"]),
                actors: vec![ActingSide {
                    side: SURVIVED,
                    ..ActingSide::alone("the party")
                }],
                ..Description::default()
            },
        }
    }

    /// Returns the games of all twenty parties of three classes, in the order of the source text.
    /// They share the solution.
    pub fn all(book: Book, player: Player) -> Vec<Self> {
        let mut games = Vec::new();
        for (first, &one) in HeroClass::ALL.iter().enumerate() {
            for (second, &two) in HeroClass::ALL.iter().enumerate().skip(first + 1) {
                for &three in &HeroClass::ALL[second + 1..] {
                    let heroes = [one, two, three];
                    games.push(Self::new(&Setup {
                        heroes,
                        book,
                        player,
                    }));
                }
            }
        }
        let initial_parties = Arc::new(games.iter().map(|game| game.party).collect::<Vec<Party>>());
        let (solved_game, greedy_tables) = (Arc::default(), Arc::default());
        for game in &mut games {
            game.initial_parties = Arc::clone(&initial_parties);
            game.solved_game = Arc::clone(&solved_game);
            game.greedy_tables = Arc::clone(&greedy_tables);
        }
        games
    }

    /// Returns the same game with these names for its cards.
    #[must_use]
    pub fn with_names(self, names: Vec<String>) -> Self {
        Self {
            names: names.into(),
            ..self
        }
    }

    /// Returns the game with errors of the player.
    #[must_use]
    pub fn with_errors(mut self, rate: ErrorRate) -> Self {
        let rollers = self.rollers().len();
        self.description
            .set_player(self.player.name(), rate, rollers);
        self
    }

    /// Returns the name of a card; `None` in the game without cards.
    pub(super) fn card_name(&self, card: u8) -> Option<String> {
        if self.book.deck.is_text() {
            return None;
        }
        let name = self.names.get(usize::from(card));
        Some(name.map_or_else(|| format!("adventure {}", card + 1), String::clone))
    }

    /// Returns the rules.
    pub fn book(&self) -> &Book {
        &self.book
    }

    /// Returns the initial party.
    pub fn party(&self) -> &Party {
        &self.party
    }

    /// Returns the expected score under optimal play, independent of the player. The first call
    /// solves the game.
    pub fn optimal_score(&self) -> f64 {
        // The solution covers this party, so the fallback is never used.
        self.solved_game().expected(&self.party).unwrap_or(f64::NAN)
    }

    /// Returns the number of situations that the solver evaluates, for all initial parties.
    pub fn situations(&self) -> usize {
        self.solved_game().situations()
    }

    /// Returns the same game with another player, without errors; both share the solution.
    #[must_use]
    pub fn played_by(&self, player: Player) -> Self {
        let mut game = self.clone();
        game.player = player;
        game.description.players = ConfiguredPlayers::single(player.name());
        game.description.errors = PlayerErrors::default();
        game
    }

    /// Returns the solution of the game, which the first call computes.
    pub(super) fn solved_game(&self) -> &SolvedGame {
        self.solved_game
            .get_or_init(|| SolvedGame::solve(&self.book, &self.initial_parties))
    }

    pub(super) fn greedy_tables(&self) -> &GreedyTables {
        self.greedy_tables
            .get_or_init(|| GreedyTables::new(&self.book))
    }
}

impl std::fmt::Debug for DiceAdventures {
    /// Formats the heroes, the player and the rules, without tables.
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
    fn description(&self) -> &Description {
        &self.description
    }

    fn rollers(&self) -> Vec<String> {
        let classes = || HeroClass::ALL.into_iter().map(HeroClass::name);
        let again = classes().chain(["hireling"]);
        let deck = (self.book.deck.whole() != 0).then(|| "/deck".to_owned());
        (classes().chain(["/fate", "hireling"]).map(str::to_owned))
            .chain(again.map(|name| format!("/again {name}")))
            .chain(deck)
            .chain(self.description.error_rollers())
            .collect()
    }

    fn cost(&self) -> Cost {
        // After an error, the rest of an adventure has to be solved again.
        let solving = match self.player {
            Player::Passive => 0.0,
            Player::Greedy | Player::Optimal => 400_000.0,
        };
        let errors = self.description.errors.rate(0).probability();
        Cost {
            setup: match self.player {
                Player::Passive | Player::Greedy => 15_000_000,
                // `optimal` first solves the whole game.
                Player::Optimal => 120_000_000 * DrawStages::new(&self.book).rounds.len() as u64,
            },
            per_trial: 600 + (errors * solving) as u64,
        }
    }

    fn hints(&self) -> Result<&dyn Hints, &'static str> {
        Ok(self)
    }
}
