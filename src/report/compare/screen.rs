//! What `compare` prints: the sentence, the figures side by side, and how to see it again.

use super::super::lines::{GAP, Lines, MARGIN};
use super::super::screen::ScreenOptions;
use super::super::tables::Table;
use super::super::text::{width, wrap};
use super::compare_claim;
use super::rows::{decided, further, notes, played};
use crate::analysis::{CompareEnd, Comparison, Difference};

/// The text for a screen, ending in a line break.
pub fn compare_screen(comparison: &Comparison, options: &ScreenOptions) -> String {
    let mut lines = Lines::new(&compare_claim(comparison), options);
    let tables = [decided(comparison), further(comparison, false)];
    for table in tables.iter().filter(|table| !table.rows.is_empty()) {
        lines.gap();
        lines.rows(&laid_out(table, lines.inner()));
    }
    lines.gap();
    lines.notes(&notes(comparison), &[]);
    let open = comparison
        .figures
        .iter()
        .any(|one| one.verdict == Some(Difference::Undecided));
    if open && comparison.stopped == CompareEnd::Trials {
        lines.paragraph(
            "undecided: more trials (--max-trials) or a wider margin (--margin) may decide it",
        );
    }
    let facts = match comparison.stopped {
        CompareEnd::Exact => played(comparison),
        _ => format!("{}, seed {}", played(comparison), comparison.seed),
    };
    lines.finish(&facts, options)
}

/// Names to the left, figures to the right, the verdict behind them; on a screen that is too narrow
/// what does not fit stands below.
fn laid_out(table: &Table, room: usize) -> Vec<String> {
    let columns = table.headings.len();
    let widths: Vec<usize> = (0..columns)
        .map(|column| {
            let cells = table.rows.iter().map(|row| width(&row[column]));
            cells
                .chain([width(&table.headings[column])])
                .max()
                .unwrap_or(0)
        })
        .collect();
    let whole: usize = widths.iter().sum::<usize>() + GAP * (columns - 1);
    if whole > room {
        return stacked(table, room);
    }
    let line = |cells: &[String]| {
        let mut line = String::new();
        for (column, (cell, &room)) in cells.iter().zip(&widths).enumerate() {
            if column > 0 {
                line.push_str(&" ".repeat(GAP));
            }
            let blanks = " ".repeat(room.saturating_sub(width(cell)));
            if (1..5).contains(&column) {
                line.push_str(&blanks);
                line.push_str(cell);
            } else {
                line.push_str(cell);
                line.push_str(&blanks);
            }
        }
        line.trim_end().to_owned()
    };
    std::iter::once(line(&table.headings))
        .chain(table.rows.iter().map(|row| line(row)))
        .collect()
}

/// The name of a figure on a line, all about it on the next ones.
fn stacked(table: &Table, room: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for row in &table.rows {
        lines.push(row[0].clone());
        let mut pieces = vec![
            format!("A {},", row[1]),
            format!("B {},", row[2]),
            format!("difference {}", row[3]),
            format!("({})", row[4]),
        ];
        if let Some(verdict) = row.get(5) {
            pieces.pop();
            pieces.extend([format!("({});", row[4]), verdict.clone()]);
        }
        lines.extend(
            wrap(&pieces, room - GAP)
                .iter()
                .map(|line| format!("{MARGIN}{line}")),
        );
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::super::sample::comparison;
    use super::*;
    use insta::assert_snapshot;

    #[test]
    fn the_figures_stand_side_by_side() {
        let options = ScreenOptions {
            command: "evenodds compare @canyon --vary side.heroes.player=brawler -s 1",
            ..ScreenOptions::default()
        };
        assert_snapshot!(compare_screen(&comparison(), &options), @"
        Ambush in the canyon: with side.heroes.player=brawler heroes win less often, 14.33 % instead of
        24.33 % (9.60 to 10.40 points less at 95 %).

                           A        B  difference         interval  verdict
          heroes     24.33 %  14.33 %      -10.00  -10.40 to -9.60  different
          ambushers  75.67 %  85.67 %      +10.00  +9.60 to +10.40  different
          crowd       1.00 %   1.10 %       +0.10   -0.30 to +0.50  no larger than 0.5 points

                          A      B  difference          interval
          mean.turns  5.420  5.110      -0.310  -0.350 to -0.270

          A          Ambush in the canyon (players finisher v finisher)
          B          with side.heroes.player=brawler (players brawler v finisher)
          certainty  all verdicts together are right with 95 %, however long it was played; other intervals
                     each by itself
          same luck  14.58 % of the trials end otherwise; heroes in 12.29 % only with A, in 2.29 % only with
                     B
          pairing    on luck of their own heroes would have taken 1.8 times as many trials
          never      draw: in neither
          only in A  returns.Beast
          12,207 trials of each, seed 1 · evenodds compare @canyon --vary side.heroes.player=brawler -s 1
        ");
    }

    #[test]
    fn on_a_narrow_screen_they_stand_below_each_other() {
        let options = ScreenOptions {
            width: 44,
            ..ScreenOptions::default()
        };
        let text = compare_screen(&comparison(), &options);
        assert!(text.lines().all(|line| width(line) <= 44), "{text}");
        assert_snapshot!(text, @"
        Ambush in the canyon: with
        side.heroes.player=brawler heroes win less
        often, 14.33 % instead of 24.33 % (9.60 to
        10.40 points less at 95 %).

          heroes
            A 24.33 %, B 14.33 %, difference -10.00
            (-10.40 to -9.60); different
          ambushers
            A 75.67 %, B 85.67 %, difference +10.00
            (+9.60 to +10.40); different
          crowd
            A 1.00 %, B 1.10 %, difference +0.10
            (-0.30 to +0.50);
            no larger than 0.5 points

          mean.turns
            A 5.420, B 5.110, difference -0.310
            (-0.350 to -0.270)

          A          Ambush in the canyon (players
                     finisher v finisher)
          B          with side.heroes.player=brawler
                     (players brawler v finisher)
          certainty  all verdicts together are right
                     with 95 %, however long it was
                     played; other intervals each by
                     itself
          same luck  14.58 % of the trials end
                     otherwise; heroes in 12.29 %
                     only with A, in 2.29 % only
                     with B
          pairing    on luck of their own heroes
                     would have taken 1.8 times as
                     many trials
          never      draw: in neither
          only in A  returns.Beast
          12,207 trials of each, seed 1
        ");
    }

    #[test]
    fn colour_changes_nothing_but_colour_and_names_cannot_steer() {
        let mut comparison = comparison();
        comparison.first.title = "a\u{1b}[31m".to_owned();
        comparison.only[0] = vec!["b\u{1b}[2J".to_owned()];
        let plain = compare_screen(&comparison, &ScreenOptions::default());
        assert!(!plain.contains('\u{1b}'));
        let options = ScreenOptions {
            color: true,
            ..ScreenOptions::default()
        };
        let colored = compare_screen(&comparison, &options);
        assert_eq!(
            colored.replace("\u{1b}[1m", "").replace("\u{1b}[0m", ""),
            plain
        );
    }
}
