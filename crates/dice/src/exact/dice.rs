//! Distributions of single dice, and pools as mixtures of plain dice.

use super::budget::{Budget, TooLarge};
use crate::expression::{KnownDie, KnownRule, Rerolled, Selection};
use std::rc::Rc;

/// Values of a die, descending, with their probabilities.
pub type Faces = Vec<(i64, f64)>;

/// Mixtures with a smaller probability are left out; the bound of the error has them.
const NEGLIGIBLE: f64 = 1e-19;

/// Plain dice: equal dice that are thrown once, with their number.
#[derive(Clone, Debug, PartialEq)]
pub struct PlainDice {
    /// Values with their probabilities.
    pub faces: Rc<Faces>,
    /// Number of dice.
    pub count: u32,
    /// Symbols on the faces, by index of the die; values are then indices of faces.
    pub symbols: Option<usize>,
}

/// Returns what `count` dice amount to: plain dice, with the probability of each case.
///
/// # Errors
/// Returns the quantity that is too large.
pub fn mixture(
    die: &KnownDie,
    count: u32,
    budget: &mut Budget,
) -> Result<Vec<(f64, Vec<PlainDice>)>, TooLarge> {
    if let Some(own) = die.drawn {
        budget.take(u64::from(count) + 1, drawn_cases)?;
        return Ok(drawn(own, die.sides, count));
    }
    let faces = Rc::new(single(die));
    let plain = |faces: &Rc<Faces>, count: u32| PlainDice {
        faces: Rc::clone(faces),
        count,
        symbols: die.symbols,
    };
    let parted = |selection: Selection| {
        let (selected, rest) = parted(&faces, selection);
        (Rc::new(selected), Rc::new(rest))
    };
    Ok(match die.rules.last() {
        Some(&KnownRule::Penetrate(highest)) => {
            let values = faces.len() as u64 * u64::from(die.most_explosions + 1);
            budget.take(values, added_dice)?;
            let faces = penetrating(&faces, highest, die.most_explosions);
            vec![(1.0, vec![plain(&Rc::new(faces), count)])]
        }
        Some(&KnownRule::Explode(selection)) => {
            let (selected, rest) = parted(selection);
            exploding(&faces, selection, (die.most_explosions, count), budget)?
                .into_iter()
                .map(|(weight, [added, ended, limited])| {
                    let dice = [
                        plain(&selected, added),
                        plain(&rest, ended),
                        plain(&faces, limited),
                    ];
                    let dice = dice.into_iter().filter(|dice| dice.count > 0);
                    (weight, dice.collect())
                })
                .collect()
        }
        Some(&KnownRule::AddOnce(selection)) => {
            let (selected, rest) = parted(selection);
            let chance = share(&faces, selection);
            let cases = binomial(count, chance, share_of_rest(&faces, selection));
            let cases = cases
                .into_iter()
                .zip(0..)
                .filter(|case| case.0 > NEGLIGIBLE);
            cases
                .map(|(weight, matching)| {
                    let dice = [
                        plain(&selected, matching),
                        plain(&rest, count - matching),
                        plain(&faces, u32::from(matching > 0)),
                    ];
                    let dice = dice.into_iter().filter(|dice| dice.count > 0);
                    (weight, dice.collect())
                })
                .collect()
        }
        _ => vec![(1.0, vec![plain(&faces, count)])],
    })
}

/// Returns the cases of `count` draws without replacement from `all` things, `own` of which are a 1.
/// The number of ones has the hypergeometric distribution.
fn drawn(own: u32, all: u32, count: u32) -> Vec<(f64, Vec<PlainDice>)> {
    let others = all - own;
    let (least, most) = (count.saturating_sub(others), count.min(own));
    // Ratios of neighbouring terms, from the first one on, scaled by their sum.
    let mut weights = vec![1.0_f64];
    for ones in least..most {
        let [own, others, count, ones] = [own, others, count, ones].map(f64::from);
        let ratio = (own - ones) * (count - ones) / ((ones + 1.0) * (others - count + ones + 1.0));
        weights.push(weights[weights.len() - 1] * ratio);
        // Far terms stay within the range of numbers.
        if weights[weights.len() - 1] > 1e200 {
            for weight in &mut weights {
                *weight *= 1e-200;
            }
        }
    }
    let sum: f64 = weights.iter().sum();
    let dice = |value: i64, count: u32| PlainDice {
        faces: Rc::new(vec![(value, 1.0)]),
        count,
        symbols: None,
    };
    let cases = weights.into_iter().zip(least..);
    let cases = cases.filter(|case| case.0 / sum > NEGLIGIBLE);
    cases
        .map(|(weight, ones)| {
            let dice = [dice(1, ones), dice(0, count - ones)];
            let dice = dice.into_iter().filter(|dice| dice.count > 0);
            (weight / sum, dice.collect())
        })
        .collect()
}

/// The quantity of a budget.
fn drawn_cases() -> String {
    "the draws".to_owned()
}

/// Returns the probabilities of 0 to `count` successes of probability `yes`; `no` is that of a
/// failure.
pub fn binomial(count: u32, yes: f64, no: f64) -> Vec<f64> {
    let mut row = vec![0.0; count as usize + 1];
    row[0] = 1.0;
    for thrown in 1..row.len() {
        for place in (0..=thrown).rev() {
            let before = if place > 0 { row[place - 1] } else { 0.0 };
            row[place] = row[place] * no + before * yes;
        }
    }
    row
}

/// Returns the distribution of one throw with the rules that concern a single value.
pub fn single(die: &KnownDie) -> Faces {
    let total = f64::from(die.sides);
    let raw = die.all_faces().into_iter();
    let raw = raw.map(|(value, weight)| (value, f64::from(weight) / total));
    let mut faces = merged(raw.collect());
    // Those of a die that is thrown again.
    let mut again = faces.clone();
    for rule in &die.rules {
        match *rule {
            KnownRule::Reroll(selection) => {
                again = divided(&again, |value| selection.has(value)).1;
                faces = rerolled(&faces, selection, &again);
            }
            KnownRule::RerollOnce(selection) => faces = rerolled(&faces, selection, &again),
            KnownRule::AtLeast(least) => {
                [faces, again] = [faces, again].map(|one| mapped(one, |value| value.max(least)));
            }
            KnownRule::AtMost(most) => {
                [faces, again] = [faces, again].map(|one| mapped(one, |value| value.min(most)));
            }
            KnownRule::Explode(_) | KnownRule::Penetrate(_) | KnownRule::AddOnce(_) => {}
        }
    }
    faces
}

/// Returns the distribution after selected values are replaced by a new throw.
fn rerolled(faces: &Faces, selection: Rerolled, again: &Faces) -> Faces {
    let selected = faces.iter().filter(|face| selection.has(face.0));
    let selected = selected.fold(0.0, |sum, face| sum + face.1);
    let kept = faces.iter().filter(|face| !selection.has(face.0)).copied();
    let thrown = again.iter().map(|face| (face.0, selected * face.1));
    merged(kept.chain(thrown).collect())
}

/// Returns the distribution of a function of the value.
fn mapped(faces: Faces, value_of: impl Fn(i64) -> i64) -> Faces {
    let faces = faces.into_iter();
    let faces = faces.map(|(value, chance)| (value_of(value), chance));
    merged(faces.collect())
}

/// Returns faces with equal values merged, descending, without impossible ones.
fn merged(mut faces: Faces) -> Faces {
    faces.sort_by_key(|face| std::cmp::Reverse(face.0));
    faces
        .chunk_by(|a, b| a.0 == b.0)
        .map(|equal| (equal[0].0, equal.iter().map(|face| face.1).sum()))
        .filter(|face| face.1 > 0.0)
        .collect()
}

/// Smallest probability that a die explodes once more than the most times, by which exact answers
/// may be wrong.
const CUT: f64 = 1e-13;

/// Returns the probability that a die adds one more die; `None` if no rule does, or if the notation
/// states how many times.
pub fn chance_of_more(die: &KnownDie) -> Option<f64> {
    if die.has_own_limit {
        return None;
    }
    let faces = single(die);
    match die.rules.last() {
        Some(&KnownRule::Explode(selection)) => Some(share(&faces, selection)),
        Some(&KnownRule::Penetrate(highest)) => {
            let highest = faces.iter().find(|face| face.0 == highest);
            Some(highest.map_or(0.0, |face| face.1))
        }
        _ => None,
    }
}

/// Returns the number of explosions after which a die explodes with a negligible probability.
pub fn explosions(chance: f64) -> u32 {
    (CUT.ln() / chance.ln()).ceil() as u32
}

/// Returns the probability of the selected values.
fn share(faces: &Faces, selection: Selection) -> f64 {
    let selected = faces.iter().filter(|face| selection.has(face.0));
    selected.fold(0.0, |sum, face| sum + face.1)
}

/// Returns the distribution of the selected values, and that of the others; empty if there are
/// none.
pub fn parted(faces: &Faces, selection: Selection) -> (Faces, Faces) {
    divided(faces, |value| selection.has(value))
}

/// Returns the same as [`parted`] for the values of which a condition holds.
fn divided(faces: &Faces, is_selected: impl Fn(i64) -> bool) -> (Faces, Faces) {
    let (selected, rest): (Faces, Faces) = faces.iter().partition(|face| is_selected(face.0));
    let scaled = |faces: Faces| {
        let sum: f64 = faces.iter().map(|face| face.1).sum();
        faces
            .into_iter()
            .map(|face| (face.0, face.1 / sum))
            .collect()
    };
    (scaled(selected), scaled(rest))
}

/// Returns the distribution of a die whose highest value is added to the next throw, at most
/// `most` times.
fn penetrating(faces: &Faces, highest: i64, most: u32) -> Faces {
    let mut all = Faces::new();
    let mut reached = 1.0;
    let again: f64 = (faces.iter().find(|face| face.0 == highest)).map_or(0.0, |face| face.1);
    for times in 0..=most {
        let base = i64::from(times) * highest;
        let last = times == most;
        let ends = faces.iter().filter(|face| last || face.0 != highest);
        all.extend(ends.map(|face| (base + face.0, reached * face.1)));
        reached *= again;
    }
    merged(all)
}

/// Returns the numbers of dice that explode, of dice that end a chain, and of last dice of chains
/// with the most explosions, for `count` chains, with their probabilities.
fn exploding(
    faces: &Faces,
    selection: Selection,
    (most, count): (u32, u32),
    budget: &mut Budget,
) -> Result<Vec<(f64, [u32; 3])>, TooLarge> {
    let again = share(faces, selection);
    let stops = share_of_rest(faces, selection);
    // One chain: (explosions, whether it has reached the limit, probability).
    let mut chain = Vec::new();
    let mut reached = 1.0;
    for explosions in 0..most {
        chain.push((explosions, 0, reached * stops));
        reached *= again;
    }
    chain.push((most, 1, reached));
    let mut cases = super::WeightTable::certain(&[0, 0]);
    for _ in 0..count {
        budget.take((cases.rows() * chain.len()) as u64, added_dice)?;
        let mut next = super::WeightTable::new(2);
        for (key, weight) in cases.iter() {
            for &(explosions, limited, chance) in &chain {
                let weight = weight * chance;
                if weight > NEGLIGIBLE {
                    next.add(&[key[0] + i64::from(explosions), key[1] + limited], weight);
                }
            }
        }
        cases = next;
    }
    let cases = cases.iter().filter(|case| case.1 > NEGLIGIBLE);
    let cases = cases
        .map(|(key, weight)| {
            let (added, limited) = (key[0] as u32, key[1] as u32);
            (weight, [added, count - limited, limited])
        })
        .collect();
    Ok(cases)
}

/// The quantity of a budget.
fn added_dice() -> String {
    "the dice that explode".to_owned()
}

/// Returns the probability of the values that are not selected.
fn share_of_rest(faces: &Faces, selection: Selection) -> f64 {
    let rest = faces.iter().filter(|face| !selection.has(face.0));
    rest.fold(0.0, |sum, face| sum + face.1)
}
