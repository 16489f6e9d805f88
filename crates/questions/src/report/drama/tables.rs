//! The tables of `drama`.

use super::super::table::{NONE, Table};
use super::super::text::{clean, decimal, grouped, percent, whole};
use crate::analysis::{
    ActorDrama, ChangeSources, DramaFigures, EvaluatedBin, MeanEstimate, Proportion, SAFE,
    SideDrama,
};
use crate::contest::{CERTAIN, NEAR};
use crate::records::{Cell, Columns};
use crate::stats::{Figure, Interval};

/// Returns the sentences that explain the figures.
pub fn lead(drama: &DramaFigures) -> String {
    let mut text = format!(
        "The chance of each side before a turn is estimated by {}. The side with the highest chance \
         leads. A turn offers a real choice if {} rates another action, but not every action, \
         within {} points of the best one; between two actions, if it does not.",
        drama.evaluation,
        drama.assessor,
        points_of(NEAR)
    );
    if let Some(fault) = &drama.pilot.fault {
        text = format!(
            "{text} The effect of luck is not shown, because the estimates fail a check on {} other \
             trials: {}.",
            grouped(drama.pilot.trials),
            clean(fault)
        );
    }
    text
}

fn points_of(chance: u32) -> String {
    // Both constants are whole points apart from rounding.
    format!("{:.0}", f64::from(chance) / f64::from(CERTAIN) * 100.0)
}

/// Returns the tables with their captions.
pub fn tables(drama: &DramaFigures) -> Vec<(String, Table)> {
    let mut tables = vec![("Course of play".to_owned(), course(drama))];
    tables.push(("Turns missed, and choices".to_owned(), actors(drama)));
    if let Some(side) = drama.sides.first() {
        let caption = format!(
            "Opening rolls: the estimated chance of {} before the first turn, and the share of these \
             trials won",
            clean(&side.name)
        );
        tables.push((caption, estimated(&side.opening.bins)));
    }
    let caption = format!(
        "Luck and decisions, in points of the chance of winning: mean ± half of its 95% interval, with \
         the standard deviation between trials in parentheses; decisions as rated by {}",
        drama.assessor
    );
    tables.push((caption, change_sources(drama)));
    if let Some(side) = drama.pilot.sides.first() {
        let caption = format!(
            "Calibration of the estimates on {} other trials: the chance of {} at one moment of each \
             trial, and the share of these trials won; the mean effect of dice is {}",
            grouped(drama.pilot.trials),
            clean(&side.name),
            signed_points(&side.dice)
        );
        tables.push((caption, estimated(&side.bins)));
    }
    tables
}

fn share(figure: &Figure) -> Option<String> {
    figure.known().map(|value| percent(value, 1))
}

/// Returns the interval of a share: `54.8–56.7%`; `None` without data.
fn range(figure: &Figure) -> Option<String> {
    let Interval { low, high } = figure.interval;
    let known = figure.known();
    known.map(|_| format!("{:.1}–{:.1}%", low * 100.0, high * 100.0))
}

/// Row of a table: name, value and interval of a figure.
type Line = (String, Option<String>, Option<String>);

fn course(drama: &DramaFigures) -> Table {
    let of_share = |name: &str, of: &Figure| (name.to_owned(), share(of), range(of));
    let proportion = |name: &str, of: &Proportion| of_share(name, &of.share);
    let part = |name: &str, of: &MeanEstimate| of_share(name, &of.mean);
    let count = |name: &str, of: &MeanEstimate| {
        let number = |value: f64| decimal(value, 2);
        let (value, ends) = (of.mean.known(), of.mean.interval);
        let ends = value.map(|_| format!("{}–{}", number(ends.low), number(ends.high)));
        (name.to_owned(), value.map(number), ends)
    };
    let mut rows: Vec<Line> = vec![
        count("turns", &drama.turns),
        count("lead changes", &drama.leads.changes),
        proportion("trials without a lead change", &drama.leads.none),
        proportion(
            "the side that leads before the first turn wins",
            &drama.settled.favourite_won,
        ),
        part(
            "share of the turns before the winner leads for good",
            &drama.settled.at,
        ),
        proportion(
            "the winner does not lead before the last turn",
            &drama.settled.at_the_end,
        ),
        proportion("the winner was behind", &drama.comebacks.behind),
        part("lowest chance of the winner", &drama.comebacks.lowest),
    ];
    rows.extend(drama.comebacks.depths.iter().map(|depth| {
        let name = format!("the winner was below {}%", depth.below);
        proportion(&name, &depth.trials)
    }));
    let safe = format!("a side reaches {}% before the end", points_of(SAFE));
    rows.extend([
        proportion(&safe, &drama.aftermath.seen),
        count("turns played after that", &drama.aftermath.turns),
        proportion("that side does not win", &drama.aftermath.upsets),
        part("turns with a real choice", &drama.choices.real),
        part("turns with one good action", &drama.choices.clear),
        part("turns where nothing is at stake", &drama.choices.idle),
    ]);
    rows.extend(drama.sides.first().map(|side| {
        let of = match drama.sides.len() {
            0..=2 => String::new(),
            _ => format!(" (whether {} win)", clean(&side.name)),
        };
        part(
            &format!("variance explained by the opening{of}"),
            &side.opening.settles,
        )
    }));
    let columns = Columns::of(&rows)
        .cell("", |row| row.0.as_str())
        .cell("mean or share", |row| row.1.as_deref())
        .cell("95% CI", |row| row.2.as_deref());
    Table::of(&columns.shown)
}

fn actors(drama: &DramaFigures) -> Table {
    let mut rows: Vec<Result<&ActorDrama, &SideDrama>> = Vec::new();
    for side in &drama.sides {
        let own = drama.actors.iter().filter(|actor| actor.side == side.name);
        rows.extend(own.map(Ok));
        // A side such as failure has no actors.
        if rows.last().is_some_and(Result::is_ok) {
            rows.push(Err(side));
        }
    }
    // The row of a side has only the figures of its choices.
    let cell = |get: fn(&ActorDrama) -> Option<String>| {
        move |row: Result<&ActorDrama, &SideDrama>| match row {
            Ok(actor) => get(actor).text(),
            Err(_) => String::new(),
        }
    };
    let columns = Columns::of(rows)
        .cell("", |row| match row {
            Ok(actor) => format!("{}{}", clean(&actor.name), each(actor)),
            Err(side) => format!("all of {}", clean(&side.name)),
        })
        .cell("leaves", cell(|actor| share(&actor.leaves.mean)))
        .cell("median turn", cell(|actor| actor.turn.map(whole)))
        .cell("missed after", cell(|actor| share(&actor.then_misses.mean)))
        .cell("missed overall", cell(|actor| share(&actor.misses.mean)))
        .cell("real choices", |row| {
            let choices = row.map_or_else(|side| &side.choices, |actor| &actor.choices);
            share(&choices.real.mean)
        });
    Table::of(&columns.shown)
}

/// Returns the number of members of an actor's group, as text after its name.
pub fn each(actor: &ActorDrama) -> String {
    match actor.count {
        0 | 1 => String::new(),
        count => format!(" (each of {count})"),
    }
}

/// Returns the evaluated chances with the observed frequencies.
fn estimated(bins: &[EvaluatedBin]) -> Table {
    let columns = Columns::of(bins)
        .cell("estimate", |bin| {
            format!("{:.0}–{:.0}%", bin.from * 100.0, bin.to * 100.0)
        })
        .cell("trials", |bin| grouped(bin.won.of))
        .cell("mean estimate", |bin| {
            bin.estimated.map(|value| percent(value, 1))
        })
        .cell("won", |bin| share(&bin.won.share))
        .cell("95% CI", |bin| range(&bin.won.share));
    Table::of(&columns.shown)
}

/// Returns a mean in points with its sign, half of its interval, and the standard deviation: `+48.7
/// ±1.0 (52)`.
fn signed_points(of: &MeanEstimate) -> String {
    points(of, |mean| format!("{mean:+.1}"))
}

/// Returns a mean in points like [`signed_points`], without a plus sign.
fn unsigned_points(of: &MeanEstimate) -> String {
    points(of, |mean| format!("{mean:.1}"))
}

fn points(of: &MeanEstimate, shown: fn(f64) -> String) -> String {
    let Some(mean) = of.mean.known() else {
        return NONE.to_owned();
    };
    let half = of.mean.interval.half_width() * 100.0;
    let spread = of.sd.map(|sd| format!(" ({:.0})", sd * 100.0));
    let spread = spread.unwrap_or_default();
    // Avoids a negative zero.
    let mean = if (mean * 100.0).abs() < 0.05 {
        0.0
    } else {
        mean
    };
    format!("{} ±{half:.1}{spread}", shown(mean * 100.0))
}

fn change_sources(drama: &DramaFigures) -> Table {
    let mut headings = vec![String::new()];
    headings.extend(drama.sides.iter().map(|side| clean(&side.name)));
    let row = |name: &str, get: &dyn Fn(&SideDrama) -> String| {
        let cells = drama.sides.iter().map(get);
        std::iter::once(name.to_owned()).chain(cells).collect()
    };
    let of_sources = |text: fn(&MeanEstimate) -> String,
                      get: fn(&ChangeSources) -> &MeanEstimate| {
        move |side: &SideDrama| {
            let sources = side.change_sources.as_ref();
            sources.map(|sources| text(get(sources))).text()
        }
    };
    let has_random_policy =
        |sources: ChangeSources| sources.policy_randomness.sd.is_some_and(|sd| sd > 0.0);
    let mut sources = drama.sides.iter().filter_map(|side| side.change_sources);
    let any_random_policy = sources.any(has_random_policy);
    let mut rows = vec![
        row("chance after the opening rolls", &|side| {
            unsigned_points(&side.opening.estimated)
        }),
        row(
            "effect of dice after that",
            &of_sources(signed_points, |sources| &sources.dice),
        ),
    ];
    if any_random_policy {
        rows.push(row(
            "effect of the policies' randomness",
            &of_sources(signed_points, |sources| &sources.policy_randomness),
        ));
    }
    rows.extend([
        row("wins", &|side| {
            let won = &side.won.share;
            let half = won.interval.half_width() * 100.0;
            let share = won.known().map(|share| share * 100.0);
            share.map(|share| format!("{share:.1} ±{half:.1}")).text()
        }),
        row(
            "total absolute effect of dice",
            &of_sources(unsigned_points, |sources| &sources.swing),
        ),
    ]);
    // For a player that is rated by its own evaluation, all figures of this row are 0.
    let is_rated = |side: &SideDrama| side.lost.mean.known().is_some_and(|lost| lost != 0.0);
    if drama.assessor == "optimal" || drama.sides.iter().any(is_rated) {
        rows.push(row("own decisions against the best ones", &|side| {
            signed_points(&side.lost)
        }));
    }
    Table::new(headings, rows)
}
