//! Dice Adventures, plainly: the game of the careless player, and the value of the game to an
//! optimal one.
//!
//! It follows the text of the rules and favors readability over speed. The solver searches
//! everything that the rules allow at every point, in any order, and caches only the results of its
//! search.

mod greedy;

pub use greedy::Greedy;

use super::dice::PlainDice;
use std::collections::HashMap;

/// Indexes of the classes, in the order of the source.
pub const BARD: usize = 0;
pub const CLERIC: usize = 1;
pub const RANGER: usize = 2;
pub const THIEF: usize = 3;
pub const WARRIOR: usize = 4;
pub const WIZARD: usize = 5;

/// Roller of lots; the classes come before it.
const FATE: usize = 6;
/// Roller of cards, after the hireling, and six classes and the hireling again.
const DECK: usize = 15;

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    Basic,
    Hardcore,
    HardcorePlus,
}

/// Effect of a result, in this order.
#[derive(Clone, Copy)]
pub struct Effect {
    pub gold: i64,
    pub rises: bool,
    pub falls: bool,
    pub dies: usize,
}

const NOTHING: Effect = Effect {
    gold: 0,
    rises: false,
    falls: false,
    dies: 0,
};

/// Table of the source, results 1 to 6.
const SOURCE: [Effect; 6] = [
    Effect {
        gold: 3,
        rises: true,
        ..NOTHING
    },
    Effect { gold: 2, ..NOTHING },
    NOTHING,
    Effect {
        falls: true,
        ..NOTHING
    },
    Effect { dies: 1, ..NOTHING },
    Effect { dies: 2, ..NOTHING },
];

/// An adventure of a deck: the number of dice with a modifier, and the effects of results, if it
/// has its own.
#[derive(Clone)]
pub struct Card {
    pub modifier: Option<(usize, i64)>,
    pub results: Option<[Effect; 6]>,
}

/// Adventures in this order, or in random order if shuffled; empty for those of the source.
#[derive(Clone, Default)]
pub struct Deck {
    pub cards: Vec<Card>,
    pub shuffled: bool,
}

#[derive(Clone)]
pub struct Rules {
    pub mode: Mode,
    pub adventures: usize,
    /// True if the ranger's die is re-rolled as a single one.
    pub ranger_rerolls_kept: bool,
    /// True if empty seats are filled as long as any hero may be hired.
    pub must_replace: bool,
    /// True if the +1s come after everything else.
    pub modifiers_after: bool,
    pub deck: Deck,
}

impl Rules {
    /// Returns the cards that may come next, if these are left of a deck.
    fn may_come(&self, left: &[usize]) -> Vec<usize> {
        if self.deck.cards.is_empty() {
            vec![usize::MAX]
        } else if self.deck.shuffled {
            left.to_vec()
        } else {
            left[..1].to_vec()
        }
    }

    /// Returns the effect of a result with a card.
    fn effect(&self, card: usize, result: i64) -> Effect {
        let results = self.deck.cards.get(card).and_then(|card| card.results);
        results.unwrap_or(SOURCE)[result as usize - 1]
    }

    /// Returns the number of dice with a modifier in an adventure with a card, and the modifier.
    fn modifier(&self, adventure: usize, card: usize) -> (usize, i64) {
        let own = self.deck.cards.get(card).and_then(|card| card.modifier);
        own.unwrap_or((modifiers(self, adventure), 1))
    }
}

/// A hero: class and level.
type Hero = (usize, i64);

/// Result of a game.
#[derive(Debug, PartialEq, Eq)]
pub struct End {
    pub score: i64,
    pub levels: i64,
    pub alive: i64,
    pub treasures: i64,
    pub deaths: i64,
    pub results: Vec<i64>,
}

/// Returns the face that two or three dice share, else the highest.
fn read(faces: &[i64]) -> i64 {
    for face in 1..=6 {
        if faces.iter().filter(|&&other| other == face).count() >= 2 {
            return face;
        }
    }
    *faces.iter().max().unwrap()
}

fn modifiers(rules: &Rules, adventure: usize) -> usize {
    match adventure {
        _ if rules.mode != Mode::HardcorePlus => 0,
        1 => 0,
        2 | 3 => 1,
        _ => 2,
    }
}

fn final_score(rules: &Rules, levels: i64, alive: usize, gold: i64, deaths: i64) -> i64 {
    match rules.mode {
        Mode::Basic => levels + gold - deaths,
        _ if alive == 0 => 0,
        Mode::Hardcore => levels + gold - deaths + 5,
        Mode::HardcorePlus => levels + gold - deaths + 6,
    }
}

/// Plays a game in which nothing is used and the first choice is always taken.
pub fn careless(heroes: [usize; 3], rules: &Rules, dice: &mut dyn PlainDice) -> End {
    let mut seats: Vec<Option<Hero>> = heroes.iter().map(|&class| Some((class, 1))).collect();
    let mut ever: Vec<usize> = heroes.to_vec();
    let (mut gold, mut deaths) = (0, 0);
    let mut results = vec![0; rules.adventures];
    let mut left: Vec<usize> = (0..rules.deck.cards.len()).collect();
    for adventure in 1..=rules.adventures {
        let may_come = rules.may_come(&left);
        let card = match may_come.len() {
            1 => may_come[0],
            count => may_come[dice.choose(DECK, count)],
        };
        left.retain(|&other| other != card);
        let mut faces = Vec::new();
        for (class, _) in seats.iter().flatten() {
            let count = if *class == RANGER { 2 } else { 1 };
            let thrown = dice.throw(*class, count);
            faces.push(i64::from(*thrown.iter().min().unwrap()));
        }
        let (count, by) = rules.modifier(adventure, card);
        for face in faces.iter_mut().take(count) {
            *face = (*face + by).clamp(1, 6);
        }
        let result = read(&faces);
        results[adventure - 1] = result;
        let living: Vec<usize> = (0..3).filter(|&seat| seats[seat].is_some()).collect();
        let thief = seats.iter().flatten().any(|(class, _)| *class == THIEF);
        if thief && result <= 3 {
            gold += 1;
        }
        let effect = rules.effect(card, result);
        gold += effect.gold;
        if effect.rises {
            let first = seats.iter_mut().flatten().find(|(_, level)| *level < 3);
            if let Some((_, level)) = first {
                *level += 1;
            }
        }
        if effect.falls {
            let high: Vec<usize> = living
                .iter()
                .copied()
                .filter(|&seat| seats[seat].unwrap().1 > 1)
                .collect();
            if !high.is_empty() {
                let seat = high[one_of(dice, high.len())];
                seats[seat] = seats[seat].map(|(class, level)| (class, level - 1));
            }
        }
        let dead: Vec<usize> = if effect.dies >= living.len() {
            living
        } else if effect.dies == 2 {
            let saved = living[one_of(dice, 3)];
            living.into_iter().filter(|&seat| seat != saved).collect()
        } else if effect.dies == 1 {
            vec![living[one_of(dice, living.len())]]
        } else {
            Vec::new()
        };
        for seat in dead {
            seats[seat] = None;
            deaths += 1;
        }
        if adventure == rules.adventures {
            break;
        }
        // The first classes that may come take the empty seats, in the order of the source.
        let empty = seats.iter().filter(|seat| seat.is_none()).count();
        let mut coming: Vec<usize> = (0..6)
            .filter(|class| match rules.mode {
                Mode::Basic => !seats.iter().flatten().any(|(other, _)| other == class),
                _ => !ever.contains(class),
            })
            .take(empty)
            .collect();
        for seat in &mut seats {
            if seat.is_none() && !coming.is_empty() {
                let class = coming.remove(0);
                ever.push(class);
                *seat = Some((class, 1));
            }
        }
        if seats.iter().all(Option::is_none) {
            break;
        }
    }
    let levels = seats.iter().flatten().map(|(_, level)| level).sum();
    let alive = seats.iter().flatten().count();
    End {
        score: final_score(rules, levels, alive, gold, deaths),
        levels,
        alive: alive as i64,
        treasures: gold,
        deaths,
        results,
    }
}

/// Returns a lot, if there is more than one choice.
fn one_of(dice: &mut dyn PlainDice, count: usize) -> usize {
    if count == 1 {
        0
    } else {
        dice.choose(FATE, count)
    }
}

/// State before an adventure, with heroes sorted.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Situation {
    adventure: usize,
    /// Cards that are left.
    left: Vec<usize>,
    /// Card of the adventure.
    card: usize,
    heroes: Vec<Hero>,
    ever: Vec<usize>,
    deaths: i64,
    gold: i64,
    provisions: i64,
    weapons: i64,
    hireling: bool,
}

/// Dice of an adventure while powers and items are used.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Dice {
    /// Faces of the heroes in order, then the hireling's.
    faces: Vec<i64>,
    /// Powers left, by hero.
    uses: Vec<i64>,
    provisions: i64,
    weapons: i64,
}

/// Cache of searched states.
pub struct Solver {
    rules: Rules,
    situations: HashMap<Situation, f64>,
}

impl Solver {
    pub fn new(rules: &Rules) -> Self {
        Self {
            rules: rules.clone(),
            situations: HashMap::new(),
        }
    }

    /// Returns the expected score of a game that begins with these classes.
    pub fn worth(&mut self, classes: [usize; 3]) -> f64 {
        let mut heroes: Vec<Hero> = classes.iter().map(|&class| (class, 1)).collect();
        heroes.sort_unstable();
        let mut ever = classes.to_vec();
        ever.sort_unstable();
        self.drawing(&Situation {
            adventure: 1,
            left: (0..self.rules.deck.cards.len()).collect(),
            card: 0,
            heroes,
            ever: if self.rules.mode == Mode::Basic {
                Vec::new()
            } else {
                ever
            },
            deaths: 0,
            gold: 0,
            provisions: 0,
            weapons: 0,
            hireling: false,
        })
    }

    /// Returns the value before a card is drawn: any that may come, with equal chances.
    fn drawing(&mut self, situation: &Situation) -> f64 {
        let may_come = self.rules.may_come(&situation.left);
        let mut sum = 0.0;
        for &card in &may_come {
            let left = situation.left.iter().copied();
            sum += self.before(&Situation {
                card,
                left: left.filter(|&other| other != card).collect(),
                ..situation.clone()
            });
        }
        sum / may_come.len() as f64
    }

    /// Returns the value before the dice are rolled.
    fn before(&mut self, situation: &Situation) -> f64 {
        if let Some(value) = self.situations.get(situation) {
            return *value;
        }
        let mut throws: Vec<(Vec<i64>, f64)> = vec![(Vec::new(), 1.0)];
        for die in 0..situation.heroes.len() + usize::from(situation.hireling) {
            let mut longer = Vec::new();
            for (faces, chance) in &throws {
                for (face, share) in first_throw(situation, die) {
                    let mut faces = faces.clone();
                    faces.push(face);
                    longer.push((faces, chance * share));
                }
            }
            throws = longer;
        }
        let mut tried = HashMap::new();
        let mut value = 0.0;
        let (count, by) = self.rules.modifier(situation.adventure, situation.card);
        let count = count.min(situation.heroes.len());
        for (faces, chance) in throws {
            let mut best = f64::NEG_INFINITY;
            let raised = if self.rules.modifiers_after { 0 } else { count };
            for faces in all_raised(&faces, situation.heroes.len(), (raised, by)) {
                let dice = Dice {
                    faces,
                    uses: situation.heroes.iter().map(|(_, level)| *level).collect(),
                    provisions: situation.provisions,
                    weapons: situation.weapons,
                };
                best = best.max(self.thrown(situation, &dice, &mut tried));
            }
            value += chance * best;
        }
        self.situations.insert(situation.clone(), value);
        value
    }

    /// Returns the value with the dice rolled, over all choices.
    fn thrown(
        &mut self,
        situation: &Situation,
        dice: &Dice,
        tried: &mut HashMap<Dice, f64>,
    ) -> f64 {
        if let Some(value) = tried.get(dice) {
            return *value;
        }
        let heroes = situation.heroes.len();
        let mut best = self.stopped(situation, dice);
        for die in 0..dice.faces.len() {
            // Sources that can turn a die by one, and sources that can re-roll it: `None` is an
            // item.
            let mut turn = Vec::new();
            let mut again = Vec::new();
            for (hero, (class, _)) in situation.heroes.iter().enumerate() {
                if dice.uses[hero] == 0 {
                    continue;
                }
                match (*class, hero == die) {
                    (WARRIOR, true) | (CLERIC, false) => turn.push(Some(hero)),
                    (WIZARD, true) | (BARD, false) => again.push(Some(hero)),
                    _ => {}
                }
            }
            if dice.provisions > 0 {
                turn.push(None);
            }
            if dice.weapons > 0 && die < heroes {
                again.push(None);
            }
            for by in turn {
                let mut next = dice.clone();
                match by {
                    Some(hero) => next.uses[hero] -= 1,
                    None => next.provisions -= 1,
                }
                for change in [-1, 1] {
                    if (1..=6).contains(&(dice.faces[die] + change)) {
                        next.faces[die] = dice.faces[die] + change;
                        best = best.max(self.thrown(situation, &next, tried));
                    }
                }
            }
            for by in again {
                let mut next = dice.clone();
                match by {
                    Some(hero) => next.uses[hero] -= 1,
                    None => next.weapons -= 1,
                }
                let throws = if self.rules.ranger_rerolls_kept {
                    one_die()
                } else {
                    first_throw(situation, die)
                };
                let mut mean = 0.0;
                for (face, share) in throws {
                    next.faces[die] = face;
                    mean += share * self.thrown(situation, &next, tried);
                }
                best = best.max(mean);
            }
        }
        tried.insert(dice.clone(), best);
        best
    }

    /// Returns the value when nothing more is used: +1s that come last, the hireling's die for one
    /// or none, and the effect of the result.
    fn stopped(&mut self, situation: &Situation, dice: &Dice) -> f64 {
        let heroes = situation.heroes.len();
        let (mut count, by) = self.rules.modifier(situation.adventure, situation.card);
        if !self.rules.modifiers_after {
            count = 0;
        }
        let mut best = f64::NEG_INFINITY;
        for faces in all_raised(&dice.faces, heroes, (count.min(heroes), by)) {
            best = best.max(self.ended(situation, dice, read(&faces[..heroes])));
            if situation.hireling {
                for hero in 0..heroes {
                    let mut faces = faces.clone();
                    faces[hero] = faces[heroes];
                    best = best.max(self.ended(situation, dice, read(&faces[..heroes])));
                }
            }
        }
        best
    }

    /// Returns the value after the effect of a result.
    fn ended(&mut self, situation: &Situation, dice: &Dice, result: i64) -> f64 {
        let mut after = Situation {
            provisions: dice.provisions,
            weapons: dice.weapons,
            hireling: false,
            ..situation.clone()
        };
        let thief = situation.heroes.iter().any(|(class, _)| *class == THIEF);
        if thief && result <= 3 {
            after.gold += 1;
        }
        let effect = self.rules.effect(situation.card, result);
        after.gold += effect.gold;
        let low: Vec<usize> = (0..after.heroes.len())
            .filter(|&hero| effect.rises && after.heroes[hero].1 < 3)
            .collect();
        if low.is_empty() {
            return self.fallen(&after, effect);
        }
        let mut best = f64::NEG_INFINITY;
        for hero in low {
            let mut risen = after.clone();
            risen.heroes[hero].1 += 1;
            best = best.max(self.fallen(&risen, effect));
        }
        best
    }

    /// Returns the value after the rise, over all heroes that may fall.
    fn fallen(&mut self, after: &Situation, effect: Effect) -> f64 {
        let high: Vec<usize> = (0..after.heroes.len())
            .filter(|&hero| effect.falls && after.heroes[hero].1 > 1)
            .collect();
        if high.is_empty() {
            return self.dead(after, effect);
        }
        let mut sum = 0.0;
        for &hero in &high {
            let mut lower = after.clone();
            lower.heroes[hero].1 -= 1;
            sum += self.dead(&lower, effect);
        }
        sum / high.len() as f64
    }

    /// Returns the value after the fall, over all heroes that may die: any of the living, or all if
    /// there are not enough.
    fn dead(&mut self, after: &Situation, effect: Effect) -> f64 {
        let living = after.heroes.len();
        let dies = effect.dies.min(living);
        let (mut sum, mut ways) = (0.0, 0.0);
        for dead in 0..1_u32 << living {
            if dead.count_ones() as usize != dies {
                continue;
            }
            let mut left = after.clone();
            left.heroes = (0..living)
                .filter(|hero| dead & 1 << hero == 0)
                .map(|hero| after.heroes[hero])
                .collect();
            left.deaths += dies as i64;
            sum += self.between(&left);
            ways += 1.0;
        }
        sum / ways
    }

    /// Returns the value between adventures, over all purchases and hires.
    fn between(&mut self, after: &Situation) -> f64 {
        if after.adventure == self.rules.adventures {
            let levels = after.heroes.iter().map(|(_, level)| level).sum();
            let alive = after.heroes.len();
            return final_score(&self.rules, levels, alive, after.gold, after.deaths) as f64;
        }
        let empty = 3 - after.heroes.len();
        let may: Vec<usize> = (0..6)
            .filter(|class| match self.rules.mode {
                Mode::Basic => !after.heroes.iter().any(|(other, _)| other == class),
                _ => !after.ever.contains(class),
            })
            .collect();
        let most = empty.min(may.len());
        if most == 0 && after.heroes.is_empty() {
            return final_score(&self.rules, 0, 0, after.gold, after.deaths) as f64;
        }
        let least = match after.heroes.len() {
            _ if self.rules.must_replace => most,
            0 => 1,
            _ => 0,
        };
        let mut best = f64::NEG_INFINITY;
        for chosen in 0..1_u32 << may.len() {
            if !(least..=most).contains(&(chosen.count_ones() as usize)) {
                continue;
            }
            let mut hired = after.clone();
            hired.adventure += 1;
            for (place, &class) in may.iter().enumerate() {
                if chosen & 1 << place != 0 {
                    hired.heroes.push((class, 1));
                    if self.rules.mode != Mode::Basic {
                        hired.ever.push(class);
                    }
                }
            }
            hired.heroes.sort_unstable();
            hired.ever.sort_unstable();
            for provisions in 0..=hired.gold {
                for weapons in 0..=(hired.gold - provisions) / 2 {
                    for hireling in [false, true] {
                        let price = provisions + 2 * weapons + if hireling { 3 } else { 0 };
                        if price <= hired.gold {
                            best = best.max(self.drawing(&Situation {
                                gold: hired.gold - price,
                                provisions: hired.provisions + provisions,
                                weapons: hired.weapons + weapons,
                                hireling,
                                ..hired.clone()
                            }));
                        }
                    }
                }
            }
        }
        best
    }
}

fn one_die() -> Vec<(i64, f64)> {
    (1..=6).map(|face| (face, 1.0 / 6.0)).collect()
}

/// Returns the faces of a die's first roll with their chances: the ranger keeps the lower of two.
fn first_throw(situation: &Situation, die: usize) -> Vec<(i64, f64)> {
    let class = situation.heroes.get(die).map(|(class, _)| *class);
    if class != Some(RANGER) {
        return one_die();
    }
    let mut shares = [0.0; 7];
    for one in 1..=6_usize {
        for other in 1..=6_usize {
            shares[one.min(other)] += 1.0 / 36.0;
        }
    }
    (1..=6).map(|face| (face, shares[face as usize])).collect()
}

/// Returns the dice with a modifier on the dice of this number of different heroes, in all ways.
fn all_raised(faces: &[i64], heroes: usize, (count, by): (usize, i64)) -> Vec<Vec<i64>> {
    (0..1_u32 << heroes)
        .filter(|set| set.count_ones() as usize == count)
        .map(|set| {
            let raised = |(die, face): (usize, &i64)| {
                let more = die < heroes && set & 1 << die != 0;
                if more { (face + by).clamp(1, 6) } else { *face }
            };
            faces.iter().enumerate().map(raised).collect()
        })
        .collect()
}
