//! A prepared contest of the Workshop.

use super::optimal::SolvedWorkshop;
use super::player::Player;
use super::ranks::MOST_SOLVED;
use super::setup::{CraftStart, Layout, OUTCOMES, Setup};
use evenodds_core::contest::{
    ActingSide, ConfiguredPlayers, Cost, Describe, Description, ErrorRate, Evaluate, Hints,
    Outcome, RatedSide,
};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};

/// A prepared contest of the Workshop.
#[derive(Clone, Debug)]
pub struct Workshop {
    pub(super) setup: Setup,
    pub(super) description: Description,
    /// Optimal play, solved on first use.
    pub(super) perfect: Arc<OnceLock<SolvedWorkshop>>,
}

/// Returns optimal play for `size` piles and `supply` dice, solved or not. Contests with the same
/// numbers share it while any of them exists: five piles take seconds and 170 MB.
pub(super) fn shared(size: usize, supply: u32) -> Arc<OnceLock<SolvedWorkshop>> {
    type Known = BTreeMap<(usize, u32), Weak<OnceLock<SolvedWorkshop>>>;
    static KNOWN: Mutex<Known> = Mutex::new(BTreeMap::new());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let entry = known.entry((size, supply)).or_default();
    entry.upgrade().unwrap_or_else(|| {
        let perfect = Arc::default();
        *entry = Arc::downgrade(&perfect);
        perfect
    })
}

impl Workshop {
    /// Prepares a contest. [`Player::Optimal`] becomes [`Player::Matcher`] with too many piles to
    /// be [solved](MOST_SOLVED).
    pub fn new(mut setup: Setup) -> Self {
        setup.player = setup.player.for_size(setup.start.size());
        let crafter = &setup.crafter;
        let outcomes = vec![
            Outcome::of("success", crafter, "completes the Craft"),
            Outcome::of("failure", crafter, "runs out of Supply").failing(),
        ];
        let description = Description {
            sides: RatedSide::and_failure(crafter, OUTCOMES),
            actors: vec![ActingSide::alone(crafter)],
            outcomes,
            metrics: Layout::list(&setup),
            highlights: &["rounds", "supply_left"],
            players: ConfiguredPlayers::single(setup.player.name()),
            ..Description::default()
        };
        Self {
            description,
            perfect: shared(setup.start.size(), setup.supply.dice()),
            setup,
        }
    }

    /// Returns the contest with errors of the player.
    #[must_use]
    pub fn with_errors(mut self, rate: ErrorRate) -> Self {
        let rollers = self.rollers().len();
        self.description
            .set_player(self.setup.player.name(), rate, rollers);
        self
    }

    /// Returns the parameters.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Returns the number of piles of the Craft.
    pub(super) fn size(&self) -> usize {
        self.setup.start.size()
    }

    /// Returns whether optimal play can be solved.
    pub(super) fn is_solvable(&self) -> bool {
        self.size() <= MOST_SOLVED
    }

    /// Returns optimal play of a contest that [can be solved](Self::is_solvable); the first call
    /// solves it.
    #[inline]
    pub(super) fn perfect(&self) -> &SolvedWorkshop {
        self.perfect
            .get_or_init(|| SolvedWorkshop::solve(self.size(), self.setup.supply.dice()))
    }
}

impl Describe for Workshop {
    fn description(&self) -> &Description {
        &self.description
    }

    fn rollers(&self) -> Vec<String> {
        let rollers = ["craft", "supply"].map(str::to_owned).into_iter();
        rollers.chain(self.description.error_rollers()).collect()
    }

    fn cost(&self) -> Cost {
        // Costs by number of piles.
        const PERFECT: [u64; 3] = [90_000_000, 1_500_000_000, 9_000_000_000];
        const ONE_BY_ONE: [u64; 3] = [1_200_000_000, 0, 0];
        const MATCHER: [u64; 3] = [5_000_000_000, 0, 0];
        let size = self.size().clamp(3, 5) - 3;
        Cost {
            setup: match (self.setup.player, self.setup.start) {
                (Player::Optimal, _) => PERFECT[size],
                (Player::OneByOne, CraftStart::Rolled(_)) => ONE_BY_ONE[size],
                (Player::Matcher, CraftStart::Rolled(_)) => MATCHER[size],
                (Player::OneByOne, CraftStart::Given(_)) => 1_000_000,
                // Each die multiplies the cost by at most six, but many Crafts are the same.
                (Player::Matcher, CraftStart::Given(_)) => {
                    (6_u64.pow(self.setup.supply.dice()) * 1_000).min(1_000_000_000)
                }
            },
            per_trial: match self.setup.player {
                Player::Matcher => 10_000,
                Player::OneByOne | Player::Optimal => 1_000,
            },
        }
    }

    fn evaluation(&self) -> Option<&dyn Evaluate> {
        // With more piles, each decision would need play-outs, which take too long.
        self.is_solvable().then_some(self as &dyn Evaluate)
    }

    fn hints(&self) -> Result<&dyn Hints, &'static str> {
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use super::super::setup::Supply;
    use super::*;

    #[test]
    fn optimal_play_is_solved_once_for_contests_with_the_same_piles_and_dice() {
        let setup = |crafter: &str, class: u32, piles: usize| Setup {
            crafter: crafter.to_owned(),
            supply: Supply {
                class,
                ..Supply::default()
            },
            start: CraftStart::Rolled(piles),
            reroll_solved: false,
            player: Player::Optimal,
        };
        let gex = Workshop::new(setup("Gex", 5, 4));
        let shares = |other: Setup| Arc::ptr_eq(&gex.perfect, &Workshop::new(other).perfect);
        assert!(shares(setup("Mark Four", 5, 4)));
        assert!(!shares(setup("Gex", 4, 4)));
        assert!(!shares(setup("Gex", 5, 5)));
    }
}
