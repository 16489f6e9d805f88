//! The zero-sum equilibrium of a player matrix: mixed strategies that neither of two seats can
//! improve on.

use super::ladder::LadderResult;
use crate::stats::{Equilibrium, zero_sum_equilibrium};

impl LadderResult {
    /// Returns the score of each pairing for the first seat, row by row: the share of its outcome,
    /// plus half of the share of all outcomes of neither seat. `None` unless there are two seats
    /// and every pairing was played.
    pub fn scores(&self) -> Option<Vec<Vec<f64>>> {
        if self.seats.len() != 2 {
            return None;
        }
        let score = |own: &&'static str, other: &&'static str| {
            let cell = self.cell(&[own, other])?;
            let own = self.own_share(cell, 0)?.value;
            let other = self.own_share(cell, 1)?.value;
            Some(own + (1.0 - own - other) / 2.0)
        };
        let row = |own| self.players.iter().map(|other| score(own, other)).collect();
        self.players.iter().map(row).collect()
    }

    /// Returns the equilibrium of the matrix of [`scores`](Self::scores): the weights of the
    /// players in each seat. The game is zero-sum, so it is a saddle point. It inherits the
    /// sampling error of the shares.
    pub fn mix(&self) -> Option<Equilibrium> {
        zero_sum_equilibrium(&self.scores()?)
    }
}

#[cfg(test)]
mod tests {
    use crate::analysis::{LadderPlan, ladder};
    use crate::scenario::open_simple as open;
    use crate::sim::NoProgress;

    fn mix(name: &str, players: &[&str]) -> Option<crate::stats::Equilibrium> {
        let plan = LadderPlan {
            players: Some(players.iter().map(|&name| name.to_owned()).collect()),
            trials: Some(5_000),
            ..LadderPlan::default()
        };
        let scenario = open(name, &[]).unwrap();
        let played = ladder(&scenario, &plan, &NoProgress, &|_, _| {});
        played.unwrap().unwrap().mix()
    }

    #[test]
    fn no_player_gains_against_the_mix() {
        let found = mix("@fencers", &["keep_1", "all_out", "heavy"]).unwrap();
        assert!(found.high - found.low < 1e-12);
        assert!((found.value() - 0.5).abs() < 0.02, "{found:?}");
        assert!(found.rows[1] > 0.999, "{found:?}");
    }

    #[test]
    fn more_than_two_seats_have_no_equilibrium() {
        assert_eq!(mix("@three-sides", &["brawler", "random"]), None);
    }
}
