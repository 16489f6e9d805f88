//! What `ladder` prints: the sentence, the matrix, what its marks mean, and how to see it again.

use super::super::lines::{GAP, Lines};
use super::super::screen::ScreenOptions;
use super::super::text::{pad, width};
use super::{ladder_claim, legend, notes, played, tables, title};
use crate::analysis::Ladder;

/// The text for a screen, ending in a line break.
pub fn ladder_screen(ladder: &Ladder, options: &ScreenOptions) -> String {
    let sentence = format!("{}: {}", title(ladder), ladder_claim(ladder));
    let mut lines = Lines::new(&sentence, options);
    for (caption, table) in tables(ladder) {
        lines.gap();
        lines.paragraph(&caption);
        lines.rows(&matrix(&table.headings, &table.rows, lines.inner()));
    }
    lines.gap();
    lines.paragraph(&legend(ladder).join("; "));
    lines.notes(&notes(ladder), &[]);
    let facts = format!("{}, seed {}", played(ladder), ladder.seed);
    lines.finish(&facts, options)
}

/// The rows in aligned columns; those that do not fit beside the others stand below them, with the
/// rows' names once more.
fn matrix(headings: &[String], rows: &[Vec<String>], room: usize) -> Vec<String> {
    let widths: Vec<usize> = (0..headings.len())
        .map(|column| {
            let cells = rows.iter().map(|row| width(&row[column]));
            cells.chain([width(&headings[column])]).max().unwrap_or(0)
        })
        .collect();
    let names = widths[0];
    let widest = widths[1..].iter().copied().max().unwrap_or(0);
    let beside = (room.saturating_sub(names) / (widest + GAP)).max(1);
    let columns: Vec<usize> = (1..headings.len()).collect();
    let mut lines = Vec::new();
    for (index, part) in columns.chunks(beside).enumerate() {
        if index > 0 {
            lines.push(String::new());
        }
        let line = |cells: &[String], is_heading: bool| {
            let mut line = pad(&cells[0], names);
            for &column in part {
                // Shares end in a mark with a blank before it; headings stand above the figures.
                let cell = &cells[column];
                let behind = if is_heading { 2 } else { 0 };
                let blanks = (widest + GAP).saturating_sub(width(cell) + behind);
                line.push_str(&" ".repeat(blanks));
                line.push_str(cell);
                line.push_str(&" ".repeat(behind));
            }
            line
        };
        lines.push(line(headings, true));
        lines.extend(rows.iter().map(|row| line(row, false)));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::super::sample::ladder;
    use super::*;
    use insta::assert_snapshot;

    fn canyon() -> Ladder {
        let shares = [(2_230, 7_770), (830, 9_170), (4_370, 5_630), (2_430, 7_570)];
        ladder(&["random", "finisher"], &shares, 10_000)
    }

    #[test]
    fn the_matrix_is_aligned_and_marked() {
        let options = ScreenOptions {
            command: "evenodds ladder @canyon --players random,finisher -n 10000 -s 42",
            ..ScreenOptions::default()
        };
        assert_snapshot!(ladder_screen(&canyon(), &options), @"
        Ambush in the canyon: heroes win between 8 % and 44 % of the time, depending on who plays; on the
        same luck play decides at least 33 times in 100; better play helps heroes and ambushers about as
        much (19 points and 17 points).

          How often heroes win: rows are players of heroes, columns of ambushers
          heroes \\ ambushers       random       finisher
          random              22.3 % ±0.8     8.3 % ±0.5 ◀
          finisher            43.7 % ±1.0 ▲  24.3 % ±0.8 ◆

          ▲ best reply of heroes in its column; ◀ best reply of ambushers in its row; ◆ best for both:
          nobody gains by another player alone
          equilibrium  finisher v finisher (24.3 %)
          4 pairings, 10,000 trials each, seed 42
          evenodds ladder @canyon --players random,finisher -n 10000 -s 42
        ");
    }

    #[test]
    fn where_no_pairing_is_best_for_both_the_mix_is_shown() {
        let shares = [
            (50, 50),
            (20, 80),
            (90, 10),
            (80, 20),
            (50, 40),
            (30, 70),
            (10, 90),
            (70, 30),
            (50, 50),
        ];
        let shares = shares.map(|(own, other)| (own * 1_000, other * 1_000));
        let ladder = ladder(&["rock", "paper", "scissors"], &shares, 100_000);
        let text = ladder_screen(&ladder, &ScreenOptions::default());
        let start = text.find("  equilibrium").unwrap();
        let end = text.find("  9 pairings").unwrap();
        assert_snapshot!(&text[start..end], @"
        equilibrium  none with one player a side
        mix          heroes: rock 25 %, paper 44 %, scissors 31 %; ambushers: rock 20 %, paper 44 %,
                     scissors 36 %; neither gains by another mix: worth 51.0 % to heroes, with half of
                     what neither wins
        ");
    }

    #[test]
    fn columns_that_do_not_fit_stand_below_the_others() {
        let options = ScreenOptions {
            width: 40,
            ..ScreenOptions::default()
        };
        let text = ladder_screen(&canyon(), &options);
        assert_eq!(text.matches("heroes \\ ambushers").count(), 2, "{text}");
        assert!(text.lines().all(|line| width(line) <= 40), "{text}");
    }

    #[test]
    fn colour_changes_nothing_but_colour_and_names_cannot_steer() {
        let mut ladder = canyon();
        ladder.seats[1].name = "a\u{1b}[31m".to_owned();
        let plain = ladder_screen(&ladder, &ScreenOptions::default());
        assert!(!plain.contains('\u{1b}'));
        let options = ScreenOptions {
            color: true,
            ..ScreenOptions::default()
        };
        let colored = ladder_screen(&ladder, &options);
        assert_eq!(
            colored.replace("\u{1b}[1m", "").replace("\u{1b}[0m", ""),
            plain
        );
    }
}
