//! Evaluation of a player matrix: best responses, the spread of the shares, and the effect of each
//! seat's player.

use super::ladder::{LadderResult, PlayerPairing};
use crate::sim::OutcomeResult;
use crate::stats::Figure;

/// Comparison of a choice with the other choices of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum BestResponse {
    /// Not a best response, or without another choice to compare with.
    No,
    /// The choice with the highest share, but its interval overlaps that of another choice.
    Possible,
    /// The choice with the highest share, and its interval is above those of all other choices.
    Significant,
}

/// Spread of the shares of the first seat's outcome.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread<'a> {
    /// The pairing with the lowest share.
    pub lowest: &'a PlayerPairing,
    /// The pairing with the highest share.
    pub highest: &'a PlayerPairing,
    /// Lower bound on the difference of the two: the gap between their intervals, 0 if they
    /// overlap.
    ///
    /// Both were played on common random numbers, so only the players can cause a different outcome
    /// in a trial. The share of such trials is at least the difference between the two shares.
    pub apart: f64,
}

/// Effect of a seat's choice of player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ResponseValue {
    /// Share of the best choice minus that of the worst one, averaged over the choices of the
    /// other seats.
    pub points: f64,
    /// Margin of error of `points`: the mean sum of the half-widths of both intervals.
    pub margin: f64,
}

impl LadderResult {
    /// Returns the cell with these players.
    pub fn cell(&self, players: &[&str]) -> Option<&PlayerPairing> {
        self.cells.iter().find(|cell| cell.players == players)
    }

    /// Returns the outcome of a seat in a cell.
    pub fn own_outcome<'a>(
        &self,
        cell: &'a PlayerPairing,
        seat: usize,
    ) -> Option<&'a OutcomeResult> {
        cell.outcome(&self.seats.get(seat)?.outcome)
    }

    /// Returns the share of a seat's outcome in a cell; `None` without trials.
    pub fn own_share(&self, cell: &PlayerPairing, seat: usize) -> Option<Figure> {
        self.own_outcome(cell, seat)?.share
    }

    /// Returns the cells with each player in `seat` and the other players of `cell`.
    fn choices(&self, cell: &PlayerPairing, seat: usize) -> Vec<&PlayerPairing> {
        let mut players = cell.players.clone();
        self.players
            .iter()
            .filter_map(|player| {
                *players.get_mut(seat)? = player;
                self.cell(&players)
            })
            .collect()
    }

    /// Returns whether the player of `seat` in `cell` is its best response to the players of
    /// the other seats.
    pub fn best_response(&self, cell: &PlayerPairing, seat: usize) -> BestResponse {
        let Some(own) = self.own_share(cell, seat) else {
            return BestResponse::No;
        };
        let mut others = self.choices(cell, seat);
        others.retain(|other| other.players != cell.players);
        let others = others
            .into_iter()
            .filter_map(|other| self.own_share(other, seat));
        let others: Vec<Figure> = others.collect();
        if others.is_empty() || others.iter().any(|other| other.value > own.value) {
            BestResponse::No
        } else if others
            .iter()
            .all(|other| other.interval.high < own.interval.low)
        {
            BestResponse::Significant
        } else {
            BestResponse::Possible
        }
    }

    /// Returns whether no seat gains by changing its player alone: a pure equilibrium among these
    /// players. Also returns `No` if not all choices were played.
    pub fn equilibrium(&self, cell: &PlayerPairing) -> BestResponse {
        let of_seat = |seat| {
            if self.choices(cell, seat).len() < self.players.len() {
                BestResponse::No
            } else {
                self.best_response(cell, seat)
            }
        };
        let replies = (0..self.seats.len()).map(of_seat);
        replies.min().unwrap_or(BestResponse::No)
    }

    /// Returns the spread of the shares; `None` without trials or with a single cell.
    pub fn spread(&self) -> Option<Spread<'_>> {
        if self.cells.len() < 2 {
            return None;
        }
        let mut shares = Vec::new();
        for cell in &self.cells {
            shares.push((self.own_share(cell, 0)?, cell));
        }
        // In a tie, both searches find the first share.
        let by_share = |a: &&(Figure, _), b: &&(Figure, _)| a.0.value.total_cmp(&b.0.value);
        let &(low, lowest) = shares.iter().min_by(by_share)?;
        let &(high, highest) = shares.iter().rev().max_by(by_share)?;
        let gap = high.interval.low - low.interval.high;
        Some(Spread {
            lowest,
            highest,
            apart: gap.max(0.0),
        })
    }

    /// Returns the effect of a seat's choice of player; `None` without a choice.
    pub fn response_value(&self, seat: usize) -> Option<ResponseValue> {
        let mut points = Vec::new();
        let mut margin = 0.0;
        for cell in &self.cells {
            let choices = self.choices(cell, seat);
            // Cells that differ only in this seat's player count once, at the first player.
            let is_first = cell.players.get(seat) == self.players.first();
            if !is_first || choices.len() < self.players.len().max(2) {
                continue;
            }
            let own = choices.iter().filter_map(|cell| self.own_share(cell, seat));
            let by_share = |a: &Figure, b: &Figure| a.value.total_cmp(&b.value);
            let best = own.clone().max_by(by_share)?;
            let worst = own.min_by(by_share)?;
            points.push(best.value - worst.value);
            margin += best.interval.half_width() + worst.interval.half_width();
        }
        let count = points.len() as f64;
        (!points.is_empty()).then(|| ResponseValue {
            points: points.iter().sum::<f64>() / count,
            margin: margin / count,
        })
    }
}
