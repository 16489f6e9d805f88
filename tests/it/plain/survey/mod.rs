//! Survey, plainly: the rules, their options, and the rule-based players.
//!
//! Dice of the Field are numbered from zero, the apex first, then row by row. Rollers: the Field
//! (0), the lot for the Prize (1), the policy randomness (2), the leader (3), then the helpers.

mod search;

pub use search::{Memoised, best_chance, chance_of, is_solvable};

use super::dice::PlainDice;

/// Choice of the Prize.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prize {
    Uniform,
    Solvable,
    Commonest,
    Rarest,
    Number(u8),
}

/// Source of the Field.
#[derive(Clone, Debug)]
pub enum FieldFrom {
    /// Number of dice that are rolled.
    Rolled(usize),
    Given(Vec<u8>),
}

/// Source of the Supply.
#[derive(Clone, Debug)]
pub enum SupplyFrom {
    Rolled { leader: usize, helpers: Vec<usize> },
    Given(Vec<u8>),
}

/// Setup of a Survey.
#[derive(Clone, Debug)]
pub struct Rules {
    pub field: FieldFrom,
    pub supply: SupplyFrom,
    pub prize: Prize,
    pub combine: bool,
}

/// Information of the players.
#[derive(Clone, Debug)]
pub struct View {
    pub field: Vec<u8>,
    /// For each die of the Field, true if it was explored.
    pub explored: Vec<bool>,
    /// Dice of Supply left, in ascending order.
    pub supply: Vec<u8>,
    /// The Prize, once a die of it was explored.
    pub trail: Option<u8>,
    /// Numbers that may still be the Prize.
    pub candidates: Vec<u8>,
}

/// A die of Supply is spent on dice of the Field, those in ascending order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Go {
    pub die: u8,
    pub dice: Vec<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Success,
    NoTrail,
    TrailLost,
}

/// Results of a Survey.
#[derive(Clone, Debug)]
pub struct Report {
    pub outcome: Outcome,
    pub prize: u8,
    /// Information of the players at the start.
    pub start: View,
    /// Information of the players at the end.
    pub end: View,
    /// Number of dice of Supply spent until the trail was found; 0 if it was not.
    pub trail_step: usize,
}

/// Returns the row of a die and its place in the row, both from zero.
fn row_and_place(die: usize) -> (i32, i32) {
    let (mut row, mut first) = (0, 0);
    while first + row < die {
        first += row + 1;
        row += 1;
    }
    (row as i32, (die - first) as i32)
}

/// Returns whether two dice of a Field touch.
pub fn touch(one: usize, other: usize) -> bool {
    let ((row, place), (other_row, other_place)) = (row_and_place(one), row_and_place(other));
    let step = (other_row - row, other_place - place);
    [(0, 1), (0, -1), (1, 0), (1, 1), (-1, 0), (-1, -1)].contains(&step)
}

/// Returns whether a die is one of the three corners of a Field of `size` dice.
pub fn is_corner(die: usize, size: usize) -> bool {
    let (last_row, _) = row_and_place(size - 1);
    die == 0 || die == size - 1 || row_and_place(die) == (last_row, 0)
}

/// Returns the number of dice of a Field with a face.
fn standing(field: &[u8], face: u8) -> usize {
    let mut count = 0;
    for &die in field {
        count += usize::from(die == face);
    }
    count
}

/// Returns the numbers that occur at least twice.
pub fn eligible(field: &[u8]) -> Vec<u8> {
    (1..=6).filter(|&face| standing(field, face) >= 2).collect()
}

impl View {
    /// Returns the view at the start.
    pub fn start(field: &[u8], supply: &[u8], candidates: Vec<u8>) -> Self {
        let mut supply = supply.to_vec();
        supply.sort_unstable();
        Self {
            field: field.to_vec(),
            explored: vec![false; field.len()],
            supply,
            trail: None,
            candidates,
        }
    }

    /// Returns whether a die may be explored next, whatever it costs.
    pub fn is_open(&self, die: usize) -> bool {
        let touched = (0..self.field.len()).any(|other| self.explored[other] && touch(die, other));
        !self.explored[die] && (touched || is_corner(die, self.field.len()))
    }

    /// Returns the dice that may be explored with some die of Supply.
    pub fn affordable(&self) -> Vec<usize> {
        let highest = self.supply.last().copied().unwrap_or(0);
        (0..self.field.len())
            .filter(|&die| self.is_open(die) && self.field[die] <= highest)
            .collect()
    }

    /// Returns the exploration of one die with the smallest die of Supply that suffices.
    pub fn single(&self, die: usize) -> Go {
        let sufficient = |spent: &&u8| **spent >= self.field[die];
        Go {
            die: *self
                .supply
                .iter()
                .find(sufficient)
                .expect("a sufficient die"),
            dice: vec![die],
        }
    }

    /// Returns all legal explorations, with every die of Supply.
    pub fn goes(&self, combine: bool) -> Vec<Go> {
        let mut goes = Vec::new();
        for &die in &self.supply {
            // Sets grow by one die at a time, each from those of one die fewer.
            let mut sets: Vec<Vec<usize>> = vec![Vec::new()];
            while !sets.is_empty() {
                let mut larger = Vec::new();
                for set in &sets {
                    let mut after = self.clone();
                    for &die in set {
                        after.explored[die] = true;
                    }
                    let spent: u8 = set.iter().map(|&die| self.field[die]).sum();
                    for next in 0..self.field.len() {
                        if after.is_open(next) && spent + self.field[next] <= die {
                            let mut set = set.clone();
                            set.push(next);
                            set.sort_unstable();
                            larger.push(set);
                        }
                    }
                }
                larger.sort();
                larger.dedup();
                goes.extend(larger.iter().map(|dice| Go {
                    die,
                    dice: dice.clone(),
                }));
                sets = if combine { larger } else { Vec::new() };
            }
        }
        goes.dedup();
        goes
    }

    /// Returns the view after an exploration; `trail` is the Prize if it is known then.
    pub fn after(&self, go: &Go, trail: Option<u8>) -> Self {
        let mut after = self.clone();
        let spent = after.supply.iter().position(|&die| die == go.die);
        after
            .supply
            .remove(spent.expect("the die is in the Supply"));
        for &die in &go.dice {
            after.explored[die] = true;
            if trail.is_none() {
                after.candidates.retain(|&face| face != self.field[die]);
            }
        }
        after.trail = trail;
        after
    }

    /// Returns whether all dice of a number are explored.
    pub fn is_whole(&self, face: u8) -> bool {
        (0..self.field.len()).all(|die| self.field[die] != face || self.explored[die])
    }
}

/// Returns the numbers that may be the Prize, from the view of the players.
pub fn candidates(rules: &Rules, field: &[u8], supply: &[u8]) -> Vec<u8> {
    let eligible = eligible(field);
    let standing = |&face: &u8| standing(field, face);
    match rules.prize {
        Prize::Uniform | Prize::Number(_) => eligible,
        Prize::Commonest => {
            let most = eligible.iter().map(standing).max();
            let common = |face: &u8| Some(standing(face)) == most;
            eligible.iter().copied().filter(common).collect()
        }
        Prize::Rarest => {
            let least = eligible.iter().map(standing).min();
            let rare = |face: &u8| Some(standing(face)) == least;
            eligible.iter().copied().filter(rare).collect()
        }
        Prize::Solvable => {
            let start = View::start(field, supply, eligible.clone());
            let solvable: Vec<u8> = (eligible.iter().copied())
                .filter(|&face| is_solvable(&start, face, rules.combine))
                .collect();
            if solvable.is_empty() {
                eligible
            } else {
                solvable
            }
        }
    }
}

/// Plays a Survey to its end, with every decision from `choose`, which also gets the dice for
/// random decisions. The decisions must be among [`View::goes`].
pub fn survey_with(
    rules: &Rules,
    dice: &mut dyn PlainDice,
    choose: &mut dyn FnMut(&View, &mut dyn PlainDice) -> Go,
) -> Report {
    let supply = match &rules.supply {
        SupplyFrom::Given(supply) => supply.clone(),
        SupplyFrom::Rolled { leader, helpers } => {
            let mut supply = dice.throw(3, *leader);
            for (helper, &count) in helpers.iter().enumerate() {
                let thrown = dice.throw(4 + helper, count);
                supply.extend(thrown.iter().filter(|&&face| face == 6));
            }
            supply
        }
    };
    let field = match &rules.field {
        FieldFrom::Given(field) => field.clone(),
        FieldFrom::Rolled(size) => loop {
            let field = dice.throw(0, *size);
            let eligible = eligible(&field);
            let playable = match rules.prize {
                Prize::Number(face) => eligible.contains(&face),
                _ => !eligible.is_empty(),
            };
            if playable {
                break field;
            }
        },
    };
    let candidates = candidates(rules, &field, &supply);
    let prize = match rules.prize {
        Prize::Number(face) => face,
        _ => candidates[dice.choose(1, candidates.len())],
    };
    let start = View::start(&field, &supply, candidates);
    let mut view = start.clone();
    let (mut step, mut trail_step) = (0, 0);
    while !view.is_whole(prize) && !view.affordable().is_empty() {
        let go = choose(&view, dice);
        step += 1;
        if trail_step == 0 && go.dice.iter().any(|&die| field[die] == prize) {
            trail_step = step;
        }
        view = view.after(&go, (trail_step > 0).then_some(prize));
    }
    Report {
        outcome: if view.is_whole(prize) {
            Outcome::Success
        } else if trail_step > 0 {
            Outcome::TrailLost
        } else {
            Outcome::NoTrail
        },
        prize,
        start,
        end: view,
        trail_step,
    }
}

/// Plays a Survey without `combine` with optimal play; also returns whether a player that had the
/// Prize revealed could have succeeded.
pub fn survey_at_best(rules: &Rules, dice: &mut dyn PlainDice) -> (Report, bool) {
    let mut memo = None;
    let report = survey_with(rules, dice, &mut |view, _| {
        let memo = memo.get_or_insert_with(|| Memoised::new(&view.field));
        view.single(memo.choose(view).expect("an affordable die"))
    });
    let start = &report.start;
    let mut memo = memo.unwrap_or_else(|| Memoised::new(&start.field));
    let knowing = memo.chance(0, &start.supply, Some(report.prize), &start.candidates);
    (report, knowing == 1.0)
}

/// Returns a random affordable die.
pub fn random(view: &View, dice: &mut dyn PlainDice) -> Go {
    let affordable = view.affordable();
    view.single(affordable[dice.choose(2, affordable.len())])
}

/// Returns an affordable die of the Prize once the trail is found; else one of the cheapest dice.
/// A lot breaks ties.
pub fn thrifty(view: &View, dice: &mut dyn PlainDice) -> Go {
    let affordable = view.affordable();
    let showing = |face: u8| -> Vec<usize> {
        let places = affordable.iter().copied();
        places.filter(|&die| view.field[die] == face).collect()
    };
    let prize = view.trail.map(showing).filter(|dice| !dice.is_empty());
    let cheapest = || showing(affordable.iter().map(|&die| view.field[die]).min().unwrap());
    let tied = prize.unwrap_or_else(cheapest);
    let drawn = match tied.len() {
        1 => 0,
        several => dice.choose(2, several),
    };
    view.single(tied[drawn])
}
