//! Errors of players: decisions in which a player takes an action at random.

use super::ActingSide;
use super::options::Typed;
use crate::dice::{Dice, Roller};
use crate::document::{Item, Key, ValueShape};

/// Number of parts of a decision's probability, so that whether a player errs is an exact draw.
const PARTS: u32 = 1_000_000_000;

/// Probability that a decision of a player is an error, in billionths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct ErrorRate(u32);

impl ErrorRate {
    /// The rate of a player that never errs.
    pub const NONE: Self = Self(0);

    /// The key `error` in the table of a player.
    pub const KEY: Key = Key::default("error", ValueShape::Share { min: 0.0, max: 1.0 }, "0.0")
        .help("Share of the decisions that are errors: the action is drawn uniformly among all but retreat.")
        .added()
        .example("0.2");

    /// Returns the rate nearest to a probability; a number below 0 counts as 0, one above 1 as 1.
    pub fn of(probability: f64) -> Self {
        Self((probability.clamp(0.0, 1.0) * f64::from(PARTS)).round() as u32)
    }

    /// Returns the probability of an error, 0 to 1.
    pub fn probability(self) -> f64 {
        f64::from(self.0) / f64::from(PARTS)
    }

    /// Returns the name of a player with this rate: `expert with 20% errors`.
    pub fn named(self, player: &str) -> String {
        if self == Self::NONE {
            return player.to_owned();
        }
        let percent = f64::from(self.0) / f64::from(PARTS / 100);
        format!("{player} with {percent}% errors")
    }
}

impl Typed for ErrorRate {
    fn of(item: &Item) -> Option<Self> {
        item.as_number().map(Self::of)
    }
}

/// A player of a file with its error rate: a name, or a table with the key `error`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Erring<Player> {
    /// The player.
    pub player: Player,
    /// Error rate of the player.
    pub error: ErrorRate,
}

impl<Player: Typed> Typed for Erring<Player> {
    fn of(item: &Item) -> Option<Self> {
        let table = item.as_table();
        // A player without settings of its own is read from the name in the table.
        let named = || Player::under(table?, "name");
        Some(Self {
            player: Player::of(item).or_else(named)?,
            error: match table {
                Some(table) => ErrorRate::under(table, "error")?,
                None => ErrorRate::NONE,
            },
        })
    }
}

/// Returns the keys of the table of a player without settings of its own; `name` is that of the
/// player.
pub const fn player_keys(name: Key) -> [Key; 2] {
    [
        Key {
            name: "name",
            ..name
        }
        .help("Name of the player."),
        ErrorRate::KEY,
    ]
}

/// Error rates of the actors of a contest. Each actor draws from a roller of its own, after all other
/// rollers of the contest; without errors there are none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayerErrors {
    /// Error rates by actor; empty if no player errs.
    rates: Vec<ErrorRate>,
    first_roller: Roller,
}

impl PlayerErrors {
    /// Reason why a contest with errors has no exact answer.
    pub const NOT_EXACT: &str =
        "players with errors are only sampled: `run` it instead, or leave out error";

    /// Creates the errors of actors with these rates, in a contest with this number of other rollers.
    pub fn new(rates: impl IntoIterator<Item = ErrorRate>, other_rollers: usize) -> Self {
        let mut rates: Vec<ErrorRate> = rates.into_iter().collect();
        if rates.iter().all(|&rate| rate == ErrorRate::NONE) {
            rates.clear();
        }
        Self {
            rates,
            first_roller: other_rollers,
        }
    }

    /// Returns whether no player errs.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.rates.is_empty()
    }

    /// Returns the error rate of an actor.
    pub fn rate(&self, actor: usize) -> ErrorRate {
        self.rates.get(actor).copied().unwrap_or_default()
    }

    /// Returns the names of the rollers.
    pub(super) fn rollers(&self, actors: &[ActingSide]) -> impl Iterator<Item = String> {
        let actors = actors.iter().take(self.rates.len());
        actors.map(|actor| format!("/errors of {}", actor.name))
    }

    /// Returns whether the errors are drawn with a roller.
    #[inline]
    pub fn is_roller(&self, roller: Roller) -> bool {
        (self.first_roller..self.first_roller + self.rates.len()).contains(&roller)
    }

    /// Draws whether an actor errs at a decision, and the place of its action among `choices()`
    /// actions; `None` if it does not err. Every decision takes two draws, whatever the rate, so that
    /// with common random numbers the errors of a rate include those of a lower one.
    pub(super) fn draw<D: Dice>(
        &self,
        actor: usize,
        dice: &mut D,
        choices: impl FnOnce() -> usize,
    ) -> Option<usize> {
        let ErrorRate(rate) = self.rate(actor);
        if rate == 0 {
            return None;
        }
        let roller = self.first_roller + actor;
        let errs = dice.choose(roller, PARTS) < rate;
        let choices = if errs { choices().max(1) } else { 1 };
        let place = dice.choose(roller, choices as u32) as usize;
        errs.then_some(place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Sampled;

    fn errors(rate: f64) -> PlayerErrors {
        PlayerErrors::new([ErrorRate::NONE, ErrorRate::of(rate)], 1)
    }

    /// Returns the draws of 2,000 decisions.
    fn drawn(errors: &PlayerErrors) -> Vec<Option<usize>> {
        let names = ["Dirk", "of none", "of one"].map(str::to_owned);
        let mut dice = Sampled::new(3, &names);
        (0..2_000)
            .map(|_| errors.draw(1, &mut dice, || 4))
            .collect()
    }

    #[test]
    fn rates_are_decimal_and_part_of_the_name() {
        for (rate, name) in [
            (0.0, "expert"),
            (0.2, "expert with 20% errors"),
            (0.125, "expert with 12.5% errors"),
            (0.07, "expert with 7% errors"),
            (0.001, "expert with 0.1% errors"),
            (1.0, "expert with 100% errors"),
        ] {
            assert_eq!(ErrorRate::of(rate).named("expert"), name);
            assert_eq!(ErrorRate::of(rate).probability(), rate);
        }
    }

    #[test]
    fn the_errors_of_a_rate_include_those_of_a_lower_one() {
        let all = [0.0, 0.1, 0.2, 0.4, 1.0].map(|rate| drawn(&errors(rate)));
        for pair in all.windows(2) {
            for (fewer, more) in pair[0].iter().zip(&pair[1]) {
                assert!(fewer.is_none() || fewer == more);
            }
        }
        let counts = all.map(|drawn| drawn.into_iter().flatten().count());
        assert_eq!((counts[0], counts[4]), (0, 2_000));
        // Four standard errors.
        for (count, expected) in counts[1..4].iter().zip([200.0, 400.0, 800.0]) {
            assert!((*count as f64 - expected).abs() < 90.0, "{counts:?}");
        }
    }

    #[test]
    fn the_actions_of_errors_are_uniform() {
        let mut counts = [0; 4];
        for place in drawn(&errors(1.0)).into_iter().flatten() {
            counts[place] += 1;
        }
        assert!(
            counts.iter().all(|count| (400..600).contains(count)),
            "{counts:?}"
        );
    }

    #[test]
    fn without_errors_there_are_no_rollers() {
        assert!(errors(0.0).is_empty() && !errors(0.1).is_empty());
        let actors = [ActingSide::alone("Dirk"), ActingSide::alone("Emily")];
        assert_eq!(errors(0.0).rollers(&actors).count(), 0);
        let names: Vec<String> = errors(0.1).rollers(&actors).collect();
        assert_eq!(names, ["/errors of Dirk", "/errors of Emily"]);
        let is_roller = |roller| errors(0.1).is_roller(roller);
        assert_eq!([0, 1, 2, 3].map(is_roller), [false, true, true, false]);
        assert!(!errors(0.0).is_roller(1));
    }
}
