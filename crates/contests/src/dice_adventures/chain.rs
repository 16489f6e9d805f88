//! Exact distributions of all metrics for a player: the probabilities of situations, carried
//! forward from adventure to adventure.
//!
//! Players are deterministic, so a game is a Markov chain of *situations*: the heroes by seat, the
//! possessions of the party, and the classes used. Each situation has distributions of the counts
//! so far (deaths, purchases and results). The code that plays trials also computes the
//! consequences of results. With a shuffled deck a situation includes the set of remaining cards,
//! with identical cards merged.

use super::deck::MOST_ADVENTURES;
use super::deck::{MOST_CARDS, changed};
use super::draw_stages::draws;
use super::measure::{self, KINDS_OF_GOODS, Layout as At};
use super::party::{BY_CLASS, Hero, HeroClass, Party, SEATS, result};
use super::players::Player;
use super::prepared::{DiceAdventures, SURVIVED, WIPED_OUT};
use super::result_effects::Lots;
use super::throws::AdventureThrow;
use super::view::{GameStage, GameState, Position};
use evenodds_core::contest::game::Game;
use evenodds_core::contest::parallel;
use evenodds_core::contest::{Describe, Metric, MetricSums, Silent};
use std::cmp::Ordering;
use std::collections::HashMap;

/// Number of situations expanded together, which bounds memory.
const BATCH: usize = 4_096;

/// Number of results, including 0 for none.
const RESULTS: usize = 7;

/// Offsets of the distributions of counts of a situation, stored one after another.
struct Layout {
    /// Length of the distribution of deaths.
    deaths: usize,
    /// Start of the distribution of each kind of purchase, and end of the last one.
    purchases: [usize; KINDS_OF_GOODS + 1],
    /// Total length of all distributions.
    width: usize,
}

/// Exact distributions of a game.
pub(super) struct ExactMetrics {
    /// Distributions of the values of each metric.
    pub metrics: Vec<MetricSums>,
    /// Number of situations visited.
    pub situations: usize,
}

/// A transition from a situation to the next.
struct Edge {
    chance: f64,
    result: u8,
    deaths: u8,
    bought: [u8; KINDS_OF_GOODS],
    /// Situation after the transition, in which the adventure has just ended.
    state: GameState,
    continues: bool,
}

/// Computes the exact distributions of all metrics of a game.
pub(super) fn chances(game: &DiceAdventures) -> ExactMetrics {
    let book = &game.book;
    let most_gold = measure::most_gold(book) as usize;
    let deaths = measure::deaths_in_all(book) as usize + 1;
    let mut purchases = [deaths; KINDS_OF_GOODS + 1];
    for kind in 0..KINDS_OF_GOODS {
        purchases[kind + 1] = purchases[kind] + most_gold / (kind + 1) + 1;
    }
    let layout = Layout {
        deaths,
        purchases,
        width: purchases[KINDS_OF_GOODS] + RESULTS * book.adventures as usize,
    };
    let outcomes = game.outcomes().len();
    let sums = |metric: &Metric| MetricSums::new(outcomes, metric.expected.0, metric.expected.1);
    let mut ends = ExactMetrics {
        metrics: game.metrics().iter().map(sums).collect(),
        situations: 0,
    };
    let mut first = vec![0.0; layout.width];
    first[0] = 1.0;
    for kind in 0..KINDS_OF_GOODS {
        first[layout.purchases[kind]] = 1.0;
    }
    let mut now = vec![GameState::new(book, game.in_canonical_seats(game.party))];
    let mut counts = first;
    for adventure in 1..=book.adventures {
        ends.situations += now.len();
        let mut known: HashMap<u64, usize> = HashMap::new();
        let (mut next, mut next_counts) = (Vec::new(), Vec::new());
        for (batch, states) in now.chunks(BATCH).enumerate() {
            let edges = parallel::map(states.len(), |index, (): &mut ()| {
                game.transitions(states[index], adventure)
            });
            for (index, edges) in edges.into_iter().enumerate() {
                let start = (batch * BATCH + index) * layout.width;
                let from = &counts[start..start + layout.width];
                for edge in edges {
                    if edge.continues {
                        let position = *known.entry(key(&edge.state)).or_insert_with(|| {
                            next.push(edge.state);
                            next_counts.resize(next.len() * layout.width, 0.0);
                            next.len() - 1
                        });
                        let start = position * layout.width;
                        let to = &mut next_counts[start..start + layout.width];
                        layout.carry(from, &edge, adventure, to);
                    } else {
                        ends.add(game, &layout, from, &edge, adventure);
                    }
                }
            }
        }
        now = next;
        counts = next_counts;
    }
    ends
}

/// Returns a unique key for a situation between two adventures.
fn key(state: &GameState) -> u64 {
    let seats = state.party.seats.iter().fold(0, |key, hero| {
        let hero = hero.map_or(0, |hero| 1 + 4 * hero.class as u64 + u64::from(hero.level));
        key << 5 | hero
    });
    let owned = [state.gold, state.provisions, state.weapons];
    let owned = owned
        .iter()
        .fold(seats, |key, &count| key << 8 | u64::from(count));
    let all = owned << 7 | u64::from(state.party.used) << 1 | u64::from(state.hireling);
    all << MOST_CARDS | u64::from(state.left)
}

impl Layout {
    /// Adds the counts of a situation to those of the next one.
    fn carry(&self, from: &[f64], edge: &Edge, adventure: u32, to: &mut [f64]) {
        let chance = edge.chance;
        let shift = |range: std::ops::Range<usize>, by: usize, to: &mut [f64]| {
            let end = range.end - by;
            let source = &from[range.start..end];
            for (to, from) in to[range.start + by..range.end].iter_mut().zip(source) {
                *to += chance * from;
            }
        };
        shift(0..self.deaths, usize::from(edge.deaths), to);
        for kind in 0..KINDS_OF_GOODS {
            let range = self.purchases[kind]..self.purchases[kind + 1];
            shift(range, usize::from(edge.bought[kind]), to);
        }
        let past = self.purchases[KINDS_OF_GOODS]
            ..self.purchases[KINDS_OF_GOODS] + RESULTS * (adventure as usize - 1);
        let end = past.end;
        shift(past, 0, to);
        to[end + usize::from(edge.result)] += chance * self.mass(from);
    }

    /// Returns the probability of a situation.
    fn mass(&self, counts: &[f64]) -> f64 {
        counts[..self.deaths].iter().sum()
    }
}

impl ExactMetrics {
    /// Adds the counts of a situation with a transition that ends the game.
    fn add(
        &mut self,
        game: &DiceAdventures,
        layout: &Layout,
        from: &[f64],
        edge: &Edge,
        adventure: u32,
    ) {
        let party = &edge.state.party;
        let outcome = if party.alive() > 0 {
            SURVIVED
        } else {
            WIPED_OUT
        };
        let mass = edge.chance * layout.mass(from);
        let gold = edge.state.gold;
        for (metric, value) in [
            (At::LEVELS, party.levels()),
            (At::ALIVE, party.alive()),
            (At::TREASURES, gold),
        ] {
            self.metrics[metric].add(outcome, i64::from(value), mass);
        }
        for (before, count) in from[..layout.deaths].iter().enumerate() {
            if *count == 0.0 {
                continue;
            }
            let deaths = before + usize::from(edge.deaths);
            let score = game.book.score(party, gold, deaths as u32);
            self.metrics[At::SCORE].add(outcome, score, edge.chance * count);
            self.metrics[At::DEATHS].add(outcome, deaths as i64, edge.chance * count);
        }
        for kind in 0..KINDS_OF_GOODS {
            let counts = &from[layout.purchases[kind]..layout.purchases[kind + 1]];
            let sums = self.metrics[At::PROVISIONS + kind].of(outcome);
            for (sum, count) in sums.iter_mut().zip(counts) {
                *sum += edge.chance * count;
            }
        }
        for (played, sums) in self.metrics[At::RESULTS..].iter_mut().enumerate() {
            let sums = sums.of(outcome);
            let start = layout.purchases[KINDS_OF_GOODS] + RESULTS * played;
            match (played + 1).cmp(&(adventure as usize)) {
                Ordering::Less => {
                    for (sum, count) in sums.iter_mut().zip(&from[start..start + RESULTS]) {
                        *sum += edge.chance * count;
                    }
                }
                Ordering::Equal => sums[usize::from(edge.result)] += mass,
                Ordering::Greater => sums[0] += mass,
            }
        }
    }
}

impl DiceAdventures {
    /// Returns the party in canonical seats for `optimal`, which ignores seats; else unchanged.
    fn in_canonical_seats(&self, party: Party) -> Party {
        match self.player {
            Player::Optimal => party.sorted(),
            Player::Passive | Player::Greedy => party,
        }
    }

    /// Returns all transitions from a situation before an adventure.
    fn transitions(&self, mut state: GameState, adventure: u32) -> Vec<Edge> {
        state.adventure = adventure;
        let cards = state.left.count_ones();
        let mut ways = Vec::new();
        for (card, weight, left) in draws(&self.book, adventure, state.left) {
            (state.card, state.left) = (card, left);
            let drawn = self.transitions_after_draw(state);
            if weight >= cards {
                return drawn;
            }
            let chance = f64::from(weight) / f64::from(cards);
            ways.extend(drawn.into_iter().map(|edge| Edge {
                chance: chance * edge.chance,
                ..edge
            }));
        }
        ways
    }

    /// Returns all transitions from a position whose card has been drawn.
    fn transitions_after_draw(&self, state: GameState) -> Vec<Edge> {
        let spread = match self.player {
            Player::Passive => self.passive_spread(&state),
            Player::Greedy => {
                let (throw, policy) = self.greedy_tables().of(&state);
                throw.spread(&policy, 0, state.party.order())
            }
            Player::Optimal => {
                let Some((throw, policy)) = self.solved_game().initial_dice(&state) else {
                    debug_assert!(false, "{state:?} was not solved");
                    return Vec::new();
                };
                throw.spread(&policy, state.weapons as usize, BY_CLASS)
            }
        };
        self.after(&state, &spread)
    }

    /// Returns the chances of results without powers and items, as (result, 0, 0, chance).
    fn passive_spread(&self, state: &GameState) -> Vec<(u8, u8, u8, f64)> {
        let modifier = self.modifier(state);
        let seats = state.first_seats(usize::from(modifier.dice));
        let mut chances = [0.0; RESULTS];
        let dice: Vec<(usize, [f64; 6])> = (state.party.heroes())
            .map(|(seat, Hero { class, level })| {
                (seat, AdventureThrow::chances(self.book.dice(class, level)))
            })
            .collect();
        let hands = 6_usize.pow(dice.len() as u32);
        for hand in 0..hands {
            let (mut rest, mut chance) = (hand, 1.0);
            let mut faces = [0; SEATS];
            for ((seat, chances), face) in dice.iter().zip(&mut faces) {
                *face = rest as u8 % 6 + 1;
                if seats & 1 << seat != 0 {
                    *face = changed(*face, modifier.by);
                }
                chance *= chances[rest % 6];
                rest /= 6;
            }
            chances[usize::from(result(&faces[..dice.len()]))] += chance;
        }
        (1..=6_u8)
            .map(|result| (result, 0, 0, chances[usize::from(result)]))
            .filter(|&(.., chance)| chance > 0.0)
            .collect()
    }

    /// Returns all transitions from a position, given the chances of (result, cost, weapons left).
    fn after(&self, state: &GameState, spread: &[(u8, u8, u8, f64)]) -> Vec<Edge> {
        let mut edges = Vec::with_capacity(2 * spread.len());
        let mut memory = self.memory();
        for &(result, cost, weapons, chance) in spread {
            let mut lots = Lots::default();
            loop {
                let mut position = Position {
                    state: GameState {
                        provisions: state.provisions - u32::from(cost),
                        weapons: u32::from(weapons),
                        ..*state
                    },
                    stage: GameStage::Act,
                };
                self.apply_result(&mut position, result, &mut lots, &mut Silent);
                while matches!(position.stage, GameStage::Rise | GameStage::Shop) {
                    let action = self.decide(&position, &mut memory);
                    self.apply(&mut position, action, &mut lots, &mut Silent);
                }
                let next = position.state;
                let edge = Edge {
                    chance: chance / f64::from(lots.ways()),
                    result,
                    deaths: next.deaths as u8,
                    bought: next.bought.map(|count| count as u8),
                    state: GameState {
                        party: self.in_canonical_seats(next.party),
                        deaths: 0,
                        bought: [0; KINDS_OF_GOODS],
                        results: [0; MOST_ADVENTURES],
                        ..next
                    },
                    continues: position.stage != GameStage::Over,
                };
                edges.push(edge);
                if !lots.next() {
                    break;
                }
            }
        }
        edges
    }
}

const _: () = assert!(HeroClass::ALL.len() < 8);
