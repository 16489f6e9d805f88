//! Heat map of the player matrix.

use super::super::chart::ReportChart;
use super::super::text::{clean, decimal, percent};
use super::played;
use super::player_matrix::{PlayerMatrix, often};
use crate::analysis::LadderResult;
use crate::charts::{Chart, HeatMap};
use crate::sim::LEVEL;

/// Returns a heat map of the shares: one matrix for two seats, the rows of all seats in one chart
/// for more.
pub fn figures(ladder: &LadderResult) -> Vec<ReportChart> {
    let matrices = PlayerMatrix::all(ladder);
    let Some(first) = matrices.first() else {
        return Vec::new();
    };
    let many = matrices.len() > 1;
    let mut rows = Vec::new();
    let mut cells = Vec::new();
    let mut widest: f64 = 0.0;
    for matrix in &matrices {
        let seat = clean(&ladder.seats[matrix.seat].name);
        for (player, row) in ladder.players.iter().zip(&matrix.cells) {
            rows.push(if many {
                format!("{seat}: {player}")
            } else {
                (*player).to_owned()
            });
            let shown = row.iter().map(|cell| {
                let share = ladder.own_share((*cell)?, matrix.seat)?;
                widest = widest.max(share.interval.half_width());
                let mark = matrix.mark(ladder, (*cell)?);
                let label = format!("{} {mark}", percent(share.value, 1));
                Some((share.value, label.trim_end().to_owned()))
            });
            cells.push(shown.collect());
        }
    }
    let own = clean(&ladder.seats[first.seat].name);
    let level = decimal(LEVEL * 100.0, 0);
    let title = if many {
        "How often each side wins, by player".to_owned()
    } else {
        format!("{}, by player", often(ladder, first))
    };
    vec![ReportChart::answer(
        "ladder",
        Chart::HeatMap(HeatMap {
            title,
            subtitle: format!(
                "{}; {level}% CI at most ±{} points",
                played(ladder),
                decimal(widest * 100.0, 1)
            ),
            x_label: if first.against.is_empty() {
                String::new()
            } else {
                format!("player of {}", first.against)
            },
            y_label: if many {
                "player of a side".to_owned()
            } else {
                format!("player of {own}")
            },
            columns: first.columns(ladder),
            rows,
            cells,
            even: 1.0 / ladder.seats.len().max(2) as f64,
            ends: None,
            ..HeatMap::default()
        }),
    )]
}
