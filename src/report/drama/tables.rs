//! The tables of drama.

use super::super::table::{NONE, Table};
use super::super::text::{clean, decimal, grouped, whole};
use super::super::words::percent;
use crate::analysis::{Choices, Drama, Estimate, JudgedBin, Luck, Proportion, SAFE, SideDrama};
use crate::contest::{CERTAIN, NEAR};

/// What has to be known to read the figures.
pub fn lead(drama: &Drama) -> String {
    let mut text = format!(
        "How likely each side is to win before a turn is judged as these players play: {} go on from \
         there. Who has the highest chance leads. A turn is a real choice if {} sees another action within {} points \
         of the best one and not every action is.",
        drama.judge,
        drama.assessor,
        points_of(NEAR)
    );
    if let Some(fault) = &drama.pilot.fault {
        text = format!(
            "{text} What luck does is not shown, since the judge fails its own check on {} other \
             trials: {}.",
            grouped(drama.pilot.trials),
            clean(fault)
        );
    }
    text
}

fn points_of(chance: u32) -> String {
    // Both constants are whole points but for the rounding of their unit.
    format!("{:.0}", f64::from(chance) / f64::from(CERTAIN) * 100.0)
}

/// The tables with what they show.
pub fn tables(drama: &Drama) -> Vec<(String, Table)> {
    let mut tables = vec![("How it goes".to_owned(), course(drama))];
    tables.push((
        "Who sits out, and who has a choice".to_owned(),
        actors(drama),
    ));
    if let Some(side) = drama.sides.first() {
        let caption = format!(
            "What the opening throws settle: the judged chance of {} before the first turn, and how \
             often it came true",
            clean(&side.name)
        );
        tables.push((caption, judged(&side.opening.bins)));
    }
    let caption = format!(
        "Luck and decisions, in points of the chance to win: means with half of their intervals, and in \
         brackets the standard deviation from trial to trial; decisions as {} sees them",
        drama.assessor
    );
    tables.push((caption, luck(drama)));
    if let Some(side) = drama.pilot.sides.first() {
        let caption = format!(
            "How right the judge is, on {} other trials: the chance of {} at some moment of each, and \
             how often it came true; what dice do averages {}",
            grouped(drama.pilot.trials),
            clean(&side.name),
            points(&side.dice)
        );
        tables.push((caption, judged(&side.bins)));
    }
    tables
}

fn share(value: Option<f64>) -> String {
    value.map_or_else(|| NONE.to_owned(), |value| percent(value, 1))
}

/// A range of shares: `54.8-56.7 %`.
fn range(low: Option<f64>, high: Option<f64>) -> String {
    match (low, high) {
        (Some(low), Some(high)) => format!("{:.1}-{:.1} %", low * 100.0, high * 100.0),
        _ => NONE.to_owned(),
    }
}

fn number(value: Option<f64>) -> String {
    value.map_or_else(|| NONE.to_owned(), |value| decimal(value, 2))
}

fn course(drama: &Drama) -> Table {
    let proportion = |name: &str, share_of: &Proportion| {
        let interval = match share_of.share {
            Some(_) => range(Some(share_of.low), Some(share_of.high)),
            None => NONE.to_owned(),
        };
        vec![name.to_owned(), share(share_of.share), interval]
    };
    let part =
        |name: &str, of: &Estimate| vec![name.to_owned(), share(of.mean), range(of.low, of.high)];
    let count = |name: &str, of: &Estimate| {
        let interval = match (of.low, of.high) {
            (Some(low), Some(high)) => format!("{}-{}", decimal(low, 2), decimal(high, 2)),
            _ => NONE.to_owned(),
        };
        vec![name.to_owned(), number(of.mean), interval]
    };
    let safe = points_of(SAFE);
    let mut rows = vec![
        count("turns", &drama.turns),
        count("lead changes", &drama.leads.changes),
        proportion("no lead change at all", &drama.leads.none),
        proportion(
            "whoever leads before the first turn wins",
            &drama.settled.favourite_won,
        ),
        part(
            "part of the turns before the winner leads for good",
            &drama.settled.at,
        ),
        proportion(
            "the winner does not lead before the last turn",
            &drama.settled.at_the_end,
        ),
        proportion("the winner was behind", &drama.comebacks.behind),
        part("the winner's chance at its lowest", &drama.comebacks.lowest),
    ];
    rows.extend(drama.comebacks.depths.iter().map(|depth| {
        let name = format!("the winner was below {} %", depth.below);
        proportion(&name, &depth.trials)
    }));
    rows.extend([
        proportion(
            &format!("somebody reaches {safe} % before the end"),
            &drama.aftermath.seen,
        ),
        count("turns still played then", &drama.aftermath.turns),
        proportion("that side does not win", &drama.aftermath.upsets),
        part("turns with a real choice", &drama.choices.real),
        part("turns with one good action", &drama.choices.clear),
        part("turns where nothing is at stake", &drama.choices.idle),
    ]);
    if let Some(side) = drama.sides.first() {
        rows.push(part(
            &if drama.sides.len() > 2 {
                format!(
                    "what the opening settles of whether {} win",
                    clean(&side.name)
                )
            } else {
                "what the opening settles of who wins".to_owned()
            },
            &side.opening.settles,
        ));
    }
    Table::new(["", "mean or share", "95 % interval"], rows)
}

fn real(choices: &Choices) -> String {
    share(choices.real.mean)
}

fn actors(drama: &Drama) -> Table {
    let headings = [
        "",
        "leaves",
        "median turn",
        "then misses",
        "misses in all",
        "real choices",
    ];
    let mut rows = Vec::new();
    for side in &drama.sides {
        let own = drama.actors.iter().filter(|actor| actor.side == side.name);
        for actor in own {
            let each = if actor.count > 1 {
                format!(" (each of {})", actor.count)
            } else {
                String::new()
            };
            rows.push(vec![
                format!("{}{each}", clean(&actor.name)),
                share(actor.leaves.mean),
                actor.turn.map_or_else(|| NONE.to_owned(), whole),
                share(actor.then_misses.mean),
                share(actor.misses.mean),
                real(&actor.choices),
            ]);
        }
        // A side such as failure has nobody who decides.
        if drama.actors.iter().any(|actor| actor.side == side.name) {
            rows.push(vec![
                format!("all of {}", clean(&side.name)),
                String::new(),
                String::new(),
                String::new(),
                String::new(),
                real(&side.choices),
            ]);
        }
    }
    Table::new(headings, rows)
}

/// Judged chances and what came of them.
fn judged(bins: &[JudgedBin]) -> Table {
    let rows = bins.iter().map(|bin| {
        let won = &bin.won;
        let seen = won.share.is_some();
        let interval = if seen {
            range(Some(won.low), Some(won.high))
        } else {
            NONE.to_owned()
        };
        vec![
            format!("{:.0}-{:.0} %", bin.from * 100.0, bin.to * 100.0),
            grouped(won.of),
            share(bin.judged),
            share(won.share),
            interval,
        ]
    });
    Table::new(
        ["judged", "trials", "mean judged", "won", "95 % interval"],
        rows,
    )
}

/// A mean in points with half of its interval and the standard deviation: `-48.7 ±1.0 (52)`.
fn points(of: &Estimate) -> String {
    let (Some(mean), Some(low), Some(high)) = (of.mean, of.low, of.high) else {
        return NONE.to_owned();
    };
    let half = (high - low) * 50.0;
    let spread = of
        .sd
        .map_or_else(String::new, |sd| format!(" ({:.0})", sd * 100.0));
    // What rounding leaves of a zero is a zero.
    let mean = if (mean * 100.0).abs() < 0.05 {
        0.0
    } else {
        mean
    };
    format!("{:+.1} ±{half:.1}{spread}", mean * 100.0)
}

fn luck(drama: &Drama) -> Table {
    let mut headings = vec![String::new()];
    headings.extend(drama.sides.iter().map(|side| clean(&side.name)));
    let row = |name: &str, get: &dyn Fn(&SideDrama) -> String| {
        let mut row = vec![name.to_owned()];
        row.extend(drama.sides.iter().map(get));
        row
    };
    let opening = |of: &Estimate| points(of).trim_start_matches('+').to_owned();
    let of_luck = |get: fn(&Luck) -> &Estimate| {
        move |side: &SideDrama| {
            let luck = side.luck.as_ref();
            luck.map_or_else(|| NONE.to_owned(), |luck| points(get(luck)))
        }
    };
    let wavers = drama.sides.iter().any(|side| {
        let whims = side.luck.map(|luck| luck.whims);
        whims.is_some_and(|whims| whims.sd.is_some_and(|sd| sd > 0.0))
    });
    let mut rows = vec![
        row("chance after the opening throws", &|side| {
            opening(&side.opening.judged)
        }),
        row("what dice do from then on", &of_luck(|luck| &luck.dice)),
    ];
    if wavers {
        rows.push(row(
            "what players leave to luck of their own",
            &of_luck(|luck| &luck.whims),
        ));
    }
    rows.extend([
        row("wins", &|side| {
            let won = &side.won;
            won.share.map_or_else(
                || NONE.to_owned(),
                |share| format!("{:.1} ±{:.1}", share * 100.0, (won.high - won.low) * 50.0),
            )
        }),
        row("how much dice move it, up and down", &|side| {
            let moved = of_luck(|luck| &luck.swing)(side);
            moved.trim_start_matches('+').to_owned()
        }),
        row("what its own decisions lose", &|side| points(&side.lost)),
    ]);
    Table::new(headings, rows)
}
