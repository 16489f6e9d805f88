//! What `sweep` prints: the sentence, the tables, and how to see it again.

use super::super::screen::{ScreenOptions, duration, glued};
use super::super::tables::Table;
use super::super::text::{clean, pad, width, wrap};
use super::words::all;
use super::{fixed, played, players, sweep_claim, tables, title};
use crate::analysis::Sweep;
use crate::charts::terminal::bar;

/// Blanks at the left of everything but the sentence.
const MARGIN: &str = "  ";
/// Blanks between columns.
const GAP: usize = 2;
/// The longest bar in character cells, and the shortest that still tells something.
const LONGEST_BAR: usize = 30;
const SHORTEST_BAR: usize = 8;
/// Bars of shares are of the whole unless all of them would be shorter than this.
const SMALL: f64 = 0.25;

/// The text for a screen, ending in a line break.
pub fn sweep_screen(sweep: &Sweep, options: &ScreenOptions) -> String {
    let room = options.width.max(40);
    let claims: Vec<String> = (0..sweep.figures.len())
        .map(|figure| sweep_claim(sweep, figure))
        .collect();
    let mut sentence = format!("{}: {}", title(sweep), claims.join("; "));
    let players = players(sweep);
    if !players.is_empty() {
        sentence = format!("{sentence}; {players}");
    }
    sentence.push('.');
    let mut lines = wrapped(&sentence, room);
    if options.color {
        for line in &mut lines {
            *line = format!("\u{1b}[1m{line}\u{1b}[0m");
        }
    }
    let inner = room - MARGIN.len();
    let indented = |line: &String| format!("{MARGIN}{line}");
    let axes = sweep.axes();
    let is_list = axes.len() == 1 || axes.len() > 3;
    for (caption, table) in tables(sweep) {
        lines.push(String::new());
        if !is_list {
            lines.extend(wrapped(&caption, inner).iter().map(indented));
        }
        let names = if is_list { axes.len() } else { 1 };
        let mut rows = aligned(&table, names, inner);
        if axes.len() == 1 && sweep.figures.len() == 1 {
            with_bars(sweep, &mut rows, inner);
        }
        lines.extend(rows.iter().map(indented));
    }
    lines.push(String::new());
    if let Some(fixed) = fixed(sweep) {
        lines.extend(wrapped(&fixed, inner).iter().map(indented));
    }
    let mut facts = played(sweep);
    if let Some(elapsed) = options.elapsed {
        facts = format!("{facts}, {}", duration(elapsed));
    }
    let command = clean(options.command);
    if command.is_empty() {
        lines.extend(wrapped(&facts, inner).iter().map(indented));
    } else if width(&facts) + 3 + width(&command) <= inner {
        lines.push(format!("{MARGIN}{facts} · {command}"));
    } else {
        // A command that is broken over lines could not be copied.
        lines.extend(wrapped(&facts, inner).iter().map(indented));
        lines.push(format!("{MARGIN}{command}"));
    }
    let mut text = String::new();
    for line in lines {
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

fn wrapped(text: &str, room: usize) -> Vec<String> {
    let words = text.split_whitespace().map(str::to_owned).collect();
    wrap(&glued(words), room)
}

/// The rows in columns, the first `names` of them to the left and all others to the right; those that
/// do not fit beside the others stand below them, with the names once more.
fn aligned(table: &Table, names: usize, room: usize) -> Vec<String> {
    let widths: Vec<usize> = (0..table.headings.len())
        .map(|column| {
            let cells = table.rows.iter().map(|row| width(&row[column]));
            let heading = width(&table.headings[column]);
            cells.chain([heading]).max().unwrap_or(0)
        })
        .collect();
    let taken = widths[..names].iter().sum::<usize>() + (names - 1) * GAP;
    let mut parts: Vec<Vec<usize>> = Vec::new();
    let mut used = 0;
    for (column, &own) in widths.iter().enumerate().skip(names) {
        match parts.last_mut() {
            Some(part) if taken + used + GAP + own <= room => part.push(column),
            _ => {
                parts.push(vec![column]);
                used = 0;
            }
        }
        used += GAP + own;
    }
    let mut lines = Vec::new();
    for (index, part) in parts.iter().enumerate() {
        if index > 0 {
            lines.push(String::new());
        }
        for row in std::iter::once(&table.headings).chain(&table.rows) {
            let front: Vec<String> = (0..names)
                .map(|column| pad(&row[column], widths[column]))
                .collect();
            let mut line = front.join(&" ".repeat(GAP));
            for &column in part {
                let blanks = GAP + widths[column] - width(&row[column]);
                line.push_str(&" ".repeat(blanks));
                line.push_str(&row[column]);
            }
            lines.push(line);
        }
    }
    lines
}

/// A bar behind each row, where there is room for it and no value lies below zero.
fn with_bars(sweep: &Sweep, lines: &mut [String], room: usize) {
    let widest = lines.iter().map(|line| width(line)).max().unwrap_or(0);
    let length = room.saturating_sub(widest + GAP).min(LONGEST_BAR);
    let least = all(sweep, 0).map(|known| known.value).fold(0.0, f64::min);
    let most = all(sweep, 0).map(|known| known.value).fold(0.0, f64::max);
    let whole_rows = lines.len() == sweep.settings.len() + 1;
    if length < SHORTEST_BAR || least < 0.0 || most <= 0.0 || !whole_rows {
        return;
    }
    let is_share = all(sweep, 0).all(|known| known.share);
    let whole = if is_share && most >= SMALL { 1.0 } else { most };
    for (line, setting) in lines.iter_mut().skip(1).zip(&sweep.settings) {
        if let Some(known) = setting.readings[0] {
            let bar = bar(known.value / whole, length);
            *line = format!("{}{bar}", pad(line, widest + GAP));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{SweepPlan, grid};
    use crate::scenario::open;
    use crate::sim::Unwatched;
    use insta::assert_snapshot;

    fn swept(name: &str, vary: &[&str], figures: &[&str], trials: Option<u64>) -> Sweep {
        let scenario = open(name, &[]).unwrap();
        let plan = SweepPlan {
            vary: vary.iter().map(|text| text.parse().unwrap()).collect(),
            figures: figures.iter().map(|&name| name.to_owned()).collect(),
            trials,
            seed: 1,
            ..SweepPlan::default()
        };
        let grid = grid(&scenario, &plan).unwrap();
        grid.play(&Unwatched, &|_, _| {}).unwrap().unwrap()
    }

    fn shown(sweep: &Sweep, width: usize) -> String {
        let options = ScreenOptions {
            width,
            command: "evenodds sweep FILE",
            ..ScreenOptions::default()
        };
        sweep_screen(sweep, &options)
    }

    #[test]
    fn one_key_is_a_list_with_bars() {
        let exact = swept("@lockpick", &["difficulty=6..16/2"], &[], None);
        assert_snapshot!(shown(&exact, 100), @"");
        let vary = ["side.heroes.Dirk.classes[0].dice=1..6"];
        let sampled = swept("@canyon", &vary, &[], Some(2_000));
        assert_snapshot!(shown(&sampled, 100), @"");
    }

    #[test]
    fn choices_have_no_direction_and_several_figures_stand_side_by_side() {
        let vary = ["side.heroes.player=random,brawler,finisher"];
        let figures = ["heroes", "mean.turns", "p95.turns"];
        let sweep = swept("@canyon", &vary, &figures, Some(2_000));
        assert_snapshot!(shown(&sweep, 100), @"");
    }

    #[test]
    fn two_keys_are_a_matrix_and_three_are_several() {
        let vary = ["difficulty=8..12/2", "actor.dice=1..3"];
        assert_snapshot!(shown(&swept("@lockpick", &vary, &[], None), 100), @"");
        let vary = ["difficulty=8..10", "actor.dice=1..2", "actor.fit=full,semi"];
        assert_snapshot!(shown(&swept("@lockpick", &vary, &[], None), 100), @"");
    }

    #[test]
    fn four_keys_are_a_list_and_a_key_of_one_value_is_said_once() {
        let vary = [
            "difficulty=8..9",
            "actor.dice=1..2",
            "actor.fit=full,semi",
            "rules.half=up",
            "helper[0].dice=1,6",
        ];
        let text = shown(&swept("@lockpick", &vary, &[], None), 100);
        assert_eq!(text.matches("semi").count(), 8 + 1, "{text}");
        assert!(text.contains("everywhere with rules.half=up"), "{text}");
    }

    #[test]
    fn exact_values_have_the_sampled_ones_beside_them_if_there_are_some() {
        let sweep = swept("@lockpick", &["difficulty=9..10"], &[], Some(1_000));
        assert_snapshot!(shown(&sweep, 100), @"");
    }

    #[test]
    fn what_trials_do_not_show_is_not_claimed() {
        let vary = ["side.heroes.Emily.classes[0].name=Hunter,Scout"];
        let sweep = swept("@canyon", &vary, &[], Some(500));
        let text = shown(&sweep, 100);
        assert!(text.contains("so many trials show no difference"), "{text}");
        let vary = ["rules.max_rerolls=900..1000/50"];
        let sweep = swept("@canyon", &vary, &["mean.turns"], Some(500));
        let text = shown(&sweep, 100);
        assert!(text.contains("whatever rules.max_rerolls is"), "{text}");
    }

    #[test]
    fn lines_fit_the_screen_and_names_cannot_steer_it() {
        let vary = ["difficulty=5..20", "actor.dice=1..6"];
        let mut sweep = swept("@lockpick", &vary, &[], None);
        sweep.scenario.title = "a\u{1b}[31m".to_owned();
        let plain = shown(&sweep, 40);
        assert!(!plain.contains('\u{1b}'));
        assert!(plain.lines().all(|line| width(line) <= 40), "{plain}");
        let options = ScreenOptions {
            color: true,
            ..ScreenOptions::default()
        };
        let colored = sweep_screen(&sweep, &options);
        assert_eq!(
            colored.replace("\u{1b}[1m", "").replace("\u{1b}[0m", ""),
            sweep_screen(&sweep, &ScreenOptions::default())
        );
    }
}
