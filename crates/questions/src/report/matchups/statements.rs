//! Headline and notes of `matchups`: what is proven about the designs.

use super::super::text::{clean, few, joined, listed, percent, trimmed};
use super::name;
use crate::analysis::{Matchups, Relation, Verdict, verdict};

/// Maximum number of pairs, cycles or designs in a note.
const MOST_NAMED: usize = 6;
/// Weight below which a design is left out of the equilibrium.
const LEAST_WEIGHT: f64 = 0.005;

/// Returns the headline without the title, ending in a full stop: the best design or a cycle, and the
/// even pairs.
pub fn headline(found: &Matchups) -> String {
    let mut clauses = Vec::new();
    let is_decided =
        |pair: &[usize; 2]| matches!(found.relation(*pair), Relation::Ahead | Relation::Behind);
    let cycles = found.cycles();
    match (found.best(), cycles.first()) {
        (Some(best), _) => clauses.push(ahead(found, best)),
        (None, Some(cycle)) => clauses.push(format!(
            "none is proven ahead of all others; {} form a cycle, each ahead of the next",
            listed(cycle.iter().map(|&one| name(found, one)))
        )),
        (None, None) if found.pairs().any(|pair| is_decided(&pair)) => {
            clauses.push("none is proven ahead of all others".to_owned());
        }
        (None, None) => clauses.push("none is proven ahead of another".to_owned()),
    }
    let even: Vec<[usize; 2]> = found.pairs().filter(|&pair| found.is_even(pair)).collect();
    let within = format!("within {} points", trimmed(found.margin * 100.0, 2));
    match &even[..] {
        [] => {}
        [pair] => clauses.push(format!("{} are even {within}", both(found, *pair))),
        pairs => clauses.push(format!("{} pairs are even {within}", pairs.len())),
    }
    format!("{}.", clauses.join("; "))
}

/// Returns the best design with the range of its scores.
fn ahead(found: &Matchups, best: usize) -> String {
    let own = name(found, best);
    let others = (0..found.designs.len()).filter(|&other| other != best);
    let scores = others.clone().map(|other| found.scores[best][other].value);
    let low = scores.clone().fold(f64::INFINITY, f64::min);
    let high = scores.fold(0.0, f64::max);
    let decimals = usize::from(percent(low, 0) == percent(high, 0));
    let (low, high) = (percent(low, decimals), percent(high, decimals));
    let range = if low == high {
        low
    } else {
        format!("{low} to {high}")
    };
    match &others.collect::<Vec<_>>()[..] {
        [other] => format!(
            "the better one is {own}, ahead of {} ({range})",
            name(found, *other)
        ),
        _ => format!("the best one is {own}, ahead of all others ({range})"),
    }
}

fn both(found: &Matchups, pair: [usize; 2]) -> String {
    listed(pair.map(|one| name(found, one)))
}

/// Returns notes: even pairs, cycles, dominated designs, the equilibrium, seats, verdicts on the range,
/// replaced players and the confidence.
pub fn notes(found: &Matchups, within: Option<[f64; 2]>) -> Vec<(&'static str, String)> {
    let even = found.pairs().filter(|&pair| found.is_even(pair));
    let cycle = |cycle: &Vec<usize>| {
        let first = cycle.first().copied();
        let all = cycle.iter().copied().chain(first);
        joined(all.map(|one| name(found, one)), " → ")
    };
    let cycles = found.cycles();
    let dominated = found.dominated().into_iter();
    let dominated =
        dominated.map(|[own, by]| format!("{} by {}", name(found, own), name(found, by)));
    let mut notes = vec![
        ("even", few(even.map(|pair| both(found, pair)), MOST_NAMED)),
        ("cycles", few(cycles.iter().map(cycle), MOST_NAMED)),
        ("dominated", few(dominated, MOST_NAMED)),
        ("equilibrium", equilibrium(found)),
        ("seats", seats(found)),
    ];
    if let Some(range) = within {
        notes.push(("outside", outside(found, range)));
    }
    let replaced = found.replaced.iter().map(|one| clean(one));
    notes.push(("players", joined(replaced, "; ")));
    if found.trials > 0 {
        notes.push((
            "certainty",
            format!(
                "the intervals of all pairs hold simultaneously with {}% confidence (Bonferroni, fixed \
                 number of trials), and so do all statements based on them",
                trimmed((1.0 - found.alpha) * 100.0, 4)
            ),
        ));
    }
    notes
}

/// Returns the weights of the equilibrium, and the designs that no equilibrium has.
fn equilibrium(found: &Matchups) -> String {
    let weights = found.weights();
    let mut chosen: Vec<(usize, f64)> = weights.into_iter().enumerate().collect();
    chosen.retain(|one| one.1 >= LEAST_WEIGHT);
    chosen.sort_by(|one, other| other.1.total_cmp(&one.1));
    let chosen = chosen
        .iter()
        .map(|&(own, weight)| format!("{} {}", name(found, own), percent(weight, 0)));
    let text = format!(
        "best choice against the best choice: {}",
        joined(chosen, ", ")
    );
    let never = found.never_chosen();
    if found.best().is_some() {
        return format!("{text}; never chosen, proven: all others");
    }
    let never = (0..never.len()).filter(|&own| never[own]);
    match few(never.map(|own| name(found, own)), MOST_NAMED) {
        none if none.is_empty() => text,
        never => format!("{text}; never chosen, proven: {never}"),
    }
}

/// Returns the mean score of the first seat over all pairs, with a 95% interval. The mean of a trial is
/// from 0 to 1, whatever pairs have in common, so its standard deviation is at most one half.
fn seats(found: &Matchups) -> String {
    let known: Vec<f64> = found.seated.iter().flatten().copied().flatten().collect();
    if known.is_empty() {
        return String::new();
    }
    let mean = known.iter().sum::<f64>() / known.len() as f64;
    let doubt = match found.trials {
        0 => String::new(),
        trials => format!(" ±{:.1}", 98.0 / (trials as f64).sqrt()),
    };
    let [first, second] = found.seats.each_ref().map(|seat| clean(seat));
    format!(
        "{first} scores {}{doubt} on average against {second}",
        percent(mean, 1)
    )
}

/// Returns the pairs whose scores are proven to be outside a range.
fn outside(found: &Matchups, range: [f64; 2]) -> String {
    let with = |wanted: Verdict| {
        found.pairs().filter(move |&[own, other]| {
            let score = &found.scores[own][other];
            verdict(score.interval, score.is_exact(), range) == wanted
        })
    };
    let failed = with(Verdict::Fails);
    let failed =
        failed.map(|[own, other]| format!("{} v {}", name(found, own), name(found, other)));
    let text = match few(failed, MOST_NAMED) {
        none if none.is_empty() => "no pair, proven".to_owned(),
        failed => failed,
    };
    match with(Verdict::Undecided).count() {
        0 => text,
        open => format!("{text}; {open} undecided"),
    }
}
