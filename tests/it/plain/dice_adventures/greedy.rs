//! Dice Adventures, plainly: the value of the game to a player that considers each adventure alone.
//!
//! The seating matters to this player, so parties are lists of seats here. On ties it takes the
//! first of stopping, the wizard's own die, and the bard by the class that owns the die; among
//! equal results the lower one; for the +1s the dice of the first seats.

use super::{
    BARD, CLERIC, Effect, Hero, Mode, RANGER, Rules, THIEF, WARRIOR, WIZARD, final_score, read,
};
use std::collections::HashMap;

/// Difference up to which values are equal.
const EQUAL: f64 = 1e-9;

/// Expected change of the score by an adventure, and the chances of results 1 to 6.
type Prospect = (f64, [f64; 7]);

type Seats = [Option<Hero>; 3];

type Dealt = (Vec<Hero>, usize, (usize, i64));

/// State before an adventure. Gold and deaths matter only by their difference.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Situation {
    adventure: usize,
    /// Cards that are left.
    left: Vec<usize>,
    seats: Seats,
    ever: Vec<usize>,
    gold_less_deaths: i64,
}

pub struct Greedy {
    rules: Rules,
    /// Chances of results 1 to 6, by party, card and modifier.
    results: HashMap<Dealt, [f64; 7]>,
    situations: HashMap<Situation, f64>,
}

impl Greedy {
    pub fn new(rules: &Rules) -> Self {
        Self {
            rules: rules.clone(),
            results: HashMap::new(),
            situations: HashMap::new(),
        }
    }

    /// Returns the expected score of a game that begins with these classes in these seats.
    pub fn worth(&mut self, classes: [usize; 3]) -> f64 {
        self.before(&Situation {
            adventure: 1,
            left: (0..self.rules.deck.cards.len()).collect(),
            seats: classes.map(|class| Some((class, 1))),
            ever: classes.to_vec(),
            gold_less_deaths: 0,
        })
    }

    fn before(&mut self, situation: &Situation) -> f64 {
        if let Some(value) = self.situations.get(situation) {
            return *value;
        }
        let may_come = self.rules.may_come(&situation.left);
        let mut value = 0.0;
        for &card in &may_come {
            value += self.with_card(situation, card) / may_come.len() as f64;
        }
        self.situations.insert(situation.clone(), value);
        value
    }

    fn with_card(&mut self, situation: &Situation, card: usize) -> f64 {
        let party: Vec<Hero> = situation.seats.iter().flatten().copied().collect();
        let (more, by) = self.rules.modifier(situation.adventure, card);
        let more = (more.min(party.len()), by);
        let chances = *self
            .results
            .entry((party.clone(), card, more))
            .or_insert_with(|| Adventure::new(&party, &self.rules, card, more).results());
        let left = situation.left.iter().copied();
        let left: Vec<usize> = left.filter(|&other| other != card).collect();
        let mut value = 0.0;
        for result in 1..=6 {
            let effect = self.rules.effect(card, result);
            for (chance, seats, change) in ends(&situation.seats, result, effect) {
                let share = chances[result as usize] * chance;
                if share > 0.0 {
                    let after = Situation {
                        left: left.clone(),
                        seats,
                        gold_less_deaths: situation.gold_less_deaths + change,
                        ..situation.clone()
                    };
                    value += share * self.after(after);
                }
            }
        }
        value
    }

    /// Returns the value after an adventure: the first classes that may come take the empty seats.
    fn after(&mut self, mut after: Situation) -> f64 {
        if after.adventure < self.rules.adventures {
            for seat in 0..3 {
                let sits = |class: usize| after.seats.iter().flatten().any(|hero| hero.0 == class);
                let may_come = |class: &usize| match self.rules.mode {
                    Mode::Basic => !sits(*class),
                    _ => !after.ever.contains(class),
                };
                if after.seats[seat].is_none()
                    && let Some(class) = (0..6).find(may_come)
                {
                    after.seats[seat] = Some((class, 1));
                    after.ever.push(class);
                }
            }
            if after.seats.iter().any(Option::is_some) {
                after.adventure += 1;
                after.ever.sort_unstable();
                after.ever.dedup();
                return self.before(&after);
            }
        }
        let levels = after.seats.iter().flatten().map(|hero| hero.1).sum();
        let alive = after.seats.iter().flatten().count();
        final_score(&self.rules, levels, alive, after.gold_less_deaths, 0) as f64
    }
}

/// Returns the consequences of a result for a party: chances, seats, and gold less deaths. The
/// first possible hero rises: in these rules a level has the same value for every hero, whichever
/// falls or dies.
fn ends(seats: &Seats, result: i64, effect: Effect) -> Vec<(f64, Seats, i64)> {
    let living: Vec<usize> = (0..3).filter(|&seat| seats[seat].is_some()).collect();
    let thief = seats.iter().flatten().any(|hero| hero.0 == THIEF);
    let gold = effect.gold + i64::from(thief && result <= 3);
    let level = |seats: &Seats, seat: usize| seats[seat].map_or(0, |hero| hero.1);
    let with_level = |seats: &Seats, seat: usize, change: i64| {
        let mut seats = *seats;
        seats[seat] = seats[seat].map(|(class, level)| (class, level + change));
        seats
    };
    let mut risen = *seats;
    if effect.rises
        && let Some(&first) = living.iter().find(|&&seat| level(seats, seat) < 3)
    {
        risen = with_level(seats, first, 1);
    }
    let high = living.iter().filter(|&&seat| level(&risen, seat) > 1);
    let mut fallen: Vec<Seats> = high
        .filter(|_| effect.falls)
        .map(|&seat| with_level(&risen, seat, -1))
        .collect();
    if fallen.is_empty() {
        fallen.push(risen);
    }
    let dies = effect.dies.min(living.len());
    let dead: Vec<Vec<usize>> = (0..8_u32)
        .map(|set| (0..3).filter(|seat| set & 1 << seat != 0).collect())
        .filter(|dead: &Vec<usize>| dead.len() == dies)
        .filter(|dead| dead.iter().all(|seat| living.contains(seat)))
        .collect();
    let chance = 1.0 / (fallen.len() * dead.len()) as f64;
    let mut ends = Vec::new();
    for seats in &fallen {
        for dead in &dead {
            let mut left = *seats;
            for &seat in dead {
                left[seat] = None;
            }
            ends.push((chance, left, gold - dies as i64));
        }
    }
    ends
}

/// Dice of one adventure, heroes in the order of their seats.
struct Adventure<'a> {
    party: &'a [Hero],
    rules: &'a Rules,
    /// Number of dice with a modifier, and the modifier.
    more: (usize, i64),
    /// Value of each result.
    worth: [f64; 7],
    stops: HashMap<Vec<i64>, (f64, usize)>,
    thrown: HashMap<(Vec<i64>, i64, i64), Prospect>,
}

impl<'a> Adventure<'a> {
    fn new(party: &'a [Hero], rules: &'a Rules, card: usize, more: (usize, i64)) -> Self {
        let mut seats = [None; 3];
        for (seat, hero) in seats.iter_mut().zip(party) {
            *seat = Some(*hero);
        }
        let levels = |seats: &Seats| seats.iter().flatten().map(|hero| hero.1).sum::<i64>();
        let worth = |result: i64| {
            let changes = ends(&seats, result, rules.effect(card, result))
                .into_iter()
                .map(|(chance, left, change)| {
                    chance * (change + levels(&left) - levels(&seats)) as f64
                });
            changes.sum()
        };
        Self {
            party,
            rules,
            more,
            worth: std::array::from_fn(|result| worth(result.max(1) as i64)),
            stops: HashMap::new(),
            thrown: HashMap::new(),
        }
    }

    fn level(&self, class: usize) -> i64 {
        let hero = self.party.iter().find(|hero| hero.0 == class);
        hero.map_or(0, |hero| hero.1)
    }

    /// Returns the chances of the results.
    fn results(&mut self) -> [f64; 7] {
        let (wizard, bard) = (self.level(WIZARD), self.level(BARD));
        let (mut at_once, by) = self.more;
        if self.rules.modifiers_after {
            at_once = 0;
        }
        let mut results = [0.0; 7];
        for (faces, chance) in self.throws() {
            let raised: Vec<Prospect> = all_raised(&faces, (at_once, by))
                .into_iter()
                .map(|faces| self.prospect(&faces, wizard, bard))
                .collect();
            let (_, ends) = first_best(&raised);
            add(&mut results, chance, &ends);
        }
        results
    }

    fn throws(&self) -> Vec<(Vec<i64>, f64)> {
        let mut throws = vec![(Vec::new(), 1.0)];
        for &(class, _) in self.party {
            let mut longer = Vec::new();
            for (faces, chance) in throws {
                for face in 1..=6 {
                    let mut faces = faces.clone();
                    faces.push(face);
                    longer.push((faces, chance * chance_of(face, class == RANGER)));
                }
            }
            throws = longer;
        }
        throws
    }

    /// Returns the prospect of these dice with this number of re-rolls of wizard and bard left.
    fn prospect(&mut self, faces: &[i64], wizard: i64, bard: i64) -> Prospect {
        let key = (faces.to_vec(), wizard, bard);
        if let Some(known) = self.thrown.get(&key) {
            return *known;
        }
        let (value, result) = self.stop(faces);
        let mut ends = [0.0; 7];
        ends[result] = 1.0;
        let mut ways = vec![(value, ends)];
        let seat_of = |class: usize| self.party.iter().position(|hero| hero.0 == class);
        let mut again: Vec<(usize, i64, i64)> = Vec::new();
        if let Some(own) = seat_of(WIZARD)
            && wizard > 0
        {
            again.push((own, wizard - 1, bard));
        }
        if seat_of(BARD).is_some() && bard > 0 {
            for class in (0..6).filter(|&class| class != BARD) {
                again.extend(seat_of(class).map(|die| (die, wizard, bard - 1)));
            }
        }
        for (die, wizard, bard) in again {
            let lower_of_two = self.party[die].0 == RANGER && !self.rules.ranger_rerolls_kept;
            let mut mean = (0.0, [0.0; 7]);
            for face in 1..=6 {
                let mut faces = faces.to_vec();
                faces[die] = face;
                let chance = chance_of(face, lower_of_two);
                let (value, ends) = self.prospect(&faces, wizard, bard);
                mean.0 += chance * value;
                add(&mut mean.1, chance, &ends);
            }
            ways.push(mean);
        }
        let best = first_best(&ways);
        self.thrown.insert(key, best);
        best
    }

    /// Returns the best result that turning dice, and the +1s that come last, can reach.
    fn stop(&mut self, faces: &[i64]) -> (f64, usize) {
        if let Some(known) = self.stops.get(faces) {
            return *known;
        }
        let (mut last, by) = self.more;
        if !self.rules.modifiers_after {
            last = 0;
        }
        let mut can = [false; 7];
        for target in 0..6_i64.pow(faces.len() as u32) {
            let place = |die: usize| 6_i64.pow(die as u32);
            let turned: Vec<i64> = (0..faces.len())
                .map(|die| target / place(die) % 6 + 1)
                .collect();
            if self.can_turn(faces, &turned) {
                for raised in all_raised(&turned, (last, by)) {
                    can[read(&raised) as usize] = true;
                }
            }
        }
        let reached: Vec<usize> = (1..=6).filter(|&result| can[result]).collect();
        let best = (reached.iter()).fold(f64::NEG_INFINITY, |best, &one| best.max(self.worth[one]));
        let first = reached
            .into_iter()
            .find(|&one| self.worth[one] >= best - EQUAL);
        let stop = (best, first.unwrap());
        self.stops.insert(faces.to_vec(), stop);
        stop
    }

    /// Returns whether warrior and cleric can turn the dice into others: a warrior turns its own
    /// die, a cleric those of others.
    fn can_turn(&self, from: &[i64], to: &[i64]) -> bool {
        let mut by_cleric = 0;
        for (die, (class, level)) in self.party.iter().enumerate() {
            let steps = (from[die] - to[die]).abs();
            match *class {
                CLERIC if steps > 0 => return false,
                WARRIOR => by_cleric += (steps - level).max(0),
                _ => by_cleric += steps,
            }
        }
        by_cleric <= self.level(CLERIC)
    }
}

fn first_best(ways: &[Prospect]) -> Prospect {
    let best = ways
        .iter()
        .fold(f64::NEG_INFINITY, |best, way| best.max(way.0));
    let first = ways.iter().find(|way| way.0 >= best - EQUAL);
    (best, first.unwrap().1)
}

fn add(sum: &mut [f64; 7], chance: f64, ends: &[f64; 7]) {
    for (sum, end) in sum.iter_mut().zip(ends) {
        *sum += chance * end;
    }
}

fn chance_of(face: i64, lower_of_two: bool) -> f64 {
    if lower_of_two {
        (13 - 2 * face) as f64 / 36.0
    } else {
        1.0 / 6.0
    }
}

/// Returns the dice with a modifier on this number of them, in all ways, those on the first dice
/// first.
fn all_raised(faces: &[i64], count: (usize, i64)) -> Vec<Vec<i64>> {
    super::all_raised(faces, faces.len(), count)
}
