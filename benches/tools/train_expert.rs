//! Trains the network of Combat's player `expert` and writes its weights to a file:
//!
//! ```sh
//! cargo build --release -p evenodds-benches --bin train_expert
//! target/release/train_expert crates/contests/src/combat/players/expert/network.bin 6000000 2
//! ```
//!
//! The arguments are the output file, the number of training fights and a random seed. Those above reproduce
//! the built-in weights in about five minutes on one thread. The same arguments give the same bytes on every
//! machine: floating-point arithmetic uses only `+ - * /`, square roots (which IEEE 754 rounds exactly) and
//! `libm`.
//!
//! The training is TD(lambda) by self-play in random fights, with Adagrad steps. Each fight is processed
//! backwards: the target of a position mixes the result of the fight with the value of the next position.
//! Some actions are random; positions before a random action do not learn from those after it.

mod fights;

use evenodds::contest::{Describe, Observer, Record, Rules};
use evenodds::contests::combat::expert::{self, Earlier, HIDDEN, Network, ROWS, WEIGHTS};
use evenodds::contests::combat::{Action, Combat, Event, View};
use evenodds::dice::{Pool, Sampled};
use fights::Draw;
use std::cell::RefCell;
use std::ops::Range;
use std::process::ExitCode;

/// Lambda of TD(lambda): the weight of later positions. 0.8 and 0.9 gave weaker players.
const LAMBDA: f32 = 0.6;
/// Learning rate at the start. It decreases linearly to [`LAST_RATE`].
const RATE: f32 = 0.1;
/// Learning rate at the end.
const LAST_RATE: f32 = 0.005;
/// Consecutive fights of the same scenario.
const FIGHTS_A_SCENARIO: u64 = 8;
/// Factor between trained weights and the integers in the file.
const SCALE: f32 = 32.0;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, fights, seed] = arguments.as_slice() else {
        eprintln!(
            "error: expected an output file, the number of training fights and a random seed"
        );
        return ExitCode::FAILURE;
    };
    let (Ok(fights), Ok(seed)) = (fights.parse(), seed.parse()) else {
        eprintln!("error: the number of fights and the seed must be non-negative integers");
        return ExitCode::FAILURE;
    };
    let weights = train(fights, seed);
    let bytes: Vec<u8> = weights.iter().map(|&weight| weight as u8).collect();
    match std::fs::write(file, bytes) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {file}: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Trains a network on a number of fights, from the positions of all sides. Returns its weights.
fn train(fights: u64, seed: u64) -> Vec<i8> {
    let mut draw = Draw::new(seed, "lessons");
    let mut learner = Learner::new(&mut draw);
    let mut network = Network::new(&learner.rounded());
    let mut episode = Episode::default();
    let mut renewal = 256;
    let mut fight = 0;
    while fight < fights {
        let combat = Combat::new(draw.fight());
        let mut dice = Sampled::new(u64::from(draw.below(1 << 31)), &combat.rollers());
        let mut state = combat.state();
        let mut record = Record::new(&combat);
        for trial in 0..FIGHTS_A_SCENARIO {
            dice.start(trial);
            record.ends.clear();
            let percent_random = if draw.below(2) == 0 { 0 } else { 5 };
            let sides = 0..combat.sides().len();
            episode.clear();
            let throws = RefCell::new(Throws::default());
            combat.fight(
                &mut dice,
                &mut state.position,
                &mut ThrowObserver(&throws),
                &mut record,
                |view, randomness| {
                    let is_random = draw.below(100) < percent_random;
                    for before in throws.borrow_mut().take() {
                        episode.add_before(view, sides.clone(), &before);
                    }
                    episode.add(view, sides.clone(), is_random);
                    if is_random {
                        random_action(view, &mut draw)
                    } else {
                        expert::choose(view, &network, randomness)
                    }
                },
            );
            let done = fight as f32 / fights as f32;
            learner.rate = LAST_RATE + (RATE - LAST_RATE) * (1.0 - done);
            for side in sides {
                learner.learn(&episode, side, record.outcome == side);
            }
            fight += 1;
            if fight == renewal {
                network = Network::new(&learner.rounded());
                renewal += renewal.min(16_384);
            }
            if fight % (fights / 10).max(1) == 0 {
                let mean = learner.error / learner.positions;
                eprintln!("{fight} fights, mean squared error {mean:.4}");
                (learner.error, learner.positions) = (0.0, 0.0);
            }
        }
    }
    learner.rounded()
}

/// Returns a random action other than retreat.
fn random_action(view: &View, draw: &mut Draw) -> Action {
    let actions = view.actions().count() as u32 - 1;
    let pick = draw.below(actions);
    view.actions().nth(pick as usize).unwrap_or(Action::Retreat)
}

/// Throws since the last action.
#[derive(Default)]
struct Throws {
    /// Combatants that threw all their dice.
    thrown: Vec<usize>,
    /// Combatants that re-rolled dice, each with its dice before the first re-roll.
    rerolled: Vec<(usize, Pool)>,
}

impl Throws {
    /// Returns the positions since the last action, each as the dice that differ from the current ones:
    /// first before the throws, then before the re-rolls. Clears the throws.
    fn take(&mut self) -> Vec<Vec<(usize, Earlier)>> {
        let Self { thrown, rerolled } = std::mem::take(self);
        let dice = |(combatant, pool)| (combatant, Earlier::Dice(pool));
        let rerolled: Vec<_> = rerolled.into_iter().map(dice).collect();
        let mut positions = Vec::new();
        if !thrown.is_empty() {
            let known = rerolled
                .iter()
                .filter(|(combatant, _)| !thrown.contains(combatant));
            let unknown = thrown
                .iter()
                .map(|&combatant| (combatant, Earlier::Unknown));
            positions.push(unknown.chain(known.copied()).collect());
        }
        if !rerolled.is_empty() {
            positions.push(rerolled);
        }
        positions
    }
}

/// Observer that records throws.
struct ThrowObserver<'a>(&'a RefCell<Throws>);

impl Observer<Event> for ThrowObserver<'_> {
    fn note(&mut self, event: impl FnOnce() -> Event) {
        let mut throws = self.0.borrow_mut();
        match event() {
            Event::Changed { actor: thrower, .. }
            | Event::Returned {
                combatant: thrower, ..
            }
            | Event::Entered {
                combatant: thrower, ..
            } => throws.thrown.push(thrower),
            Event::Rerolled {
                combatant,
                from,
                to,
                pool,
            } if throws.rerolled.iter().all(|&(other, _)| other != combatant) => {
                throws
                    .rerolled
                    .push((combatant, pool.without(to).with(from)));
            }
            _ => {}
        }
    }
}

/// Training data of one fight.
#[derive(Default)]
struct Episode {
    /// Positions from the view of each side: (side, number of its rivals, whether the action is random).
    positions: Vec<(usize, usize, bool)>,
    /// Ends of the rows for each rival in `rows`.
    ends: Vec<usize>,
    rows: Vec<u16>,
}

impl Episode {
    fn clear(&mut self) {
        self.positions.clear();
        self.ends.clear();
        self.rows.clear();
    }

    /// Adds a position before some throws, from the view of each side.
    fn add_before(&mut self, view: &View, sides: Range<usize>, before: &[(usize, Earlier)]) {
        for side in sides {
            let rivals = expert::rivals(view, side);
            self.positions.push((side, rivals, false));
            for rival in 0..rivals {
                expert::rows_before(view, side, rival, before, |row| {
                    self.rows.push(row as u16);
                });
                self.ends.push(self.rows.len());
            }
        }
    }

    /// Adds the position before an action, from the view of each side.
    fn add(&mut self, view: &View, sides: Range<usize>, is_random: bool) {
        for side in sides {
            let rivals = expert::rivals(view, side);
            self.positions.push((side, rivals, is_random));
            for rival in 0..rivals {
                expert::rows(view, side, rival, |row| self.rows.push(row as u16));
                self.ends.push(self.rows.len());
            }
        }
    }
}

type Row = [f32; HIDDEN];

/// Weights during training, with the sums of squared gradients that Adagrad needs.
struct Learner {
    rows: Vec<Row>,
    row_squares: Vec<Row>,
    output: Row,
    output_squares: Row,
    constant: f32,
    constant_square: f32,
    rate: f32,
    /// Sum of squared errors since the last progress line.
    error: f64,
    /// Number of positions in that sum.
    positions: f64,
}

impl Learner {
    fn new(draw: &mut Draw) -> Self {
        let mut rows = vec![[0.0; HIDDEN]; ROWS];
        for weight in rows.iter_mut().flatten() {
            *weight = (draw.below(2_001) as f32 - 1_000.0) / 20_000.0;
        }
        let output = std::array::from_fn(|unit| if unit % 2 == 0 { 0.4 } else { -0.4 });
        for row in &mut rows {
            for (weight, output) in row.iter_mut().zip(&output) {
                *weight += 0.01 * f32::abs(*output);
            }
        }
        Self {
            row_squares: vec![[1.0; HIDDEN]; ROWS],
            rows,
            output,
            output_squares: [1.0; HIDDEN],
            constant: 0.0,
            constant_square: 1.0,
            rate: RATE,
            error: 0.0,
            positions: 0.0,
        }
    }

    /// Returns the weights as integers in the format of the file.
    fn rounded(&self) -> Vec<i8> {
        let all = self.rows.iter().flatten().chain(&self.output);
        let weights: Vec<i8> = all
            .chain([&self.constant])
            .map(|&weight| {
                let nearest = weight * SCALE + if weight < 0.0 { -0.5 } else { 0.5 };
                nearest.clamp(-127.0, 127.0) as i8
            })
            .collect();
        assert_eq!(weights.len(), WEIGHTS);
        weights
    }

    /// Learns from all positions of one side, from the last to the first.
    fn learn(&mut self, episode: &Episode, side: usize, won: bool) {
        let mut target = if won { 1.0 } else { 0.0 };
        let mut end = episode.ends.len();
        for &(of_side, rivals, is_random) in episode.positions.iter().rev() {
            let first = end - rivals;
            if of_side == side {
                let chance = self.evaluate(episode, first..end, target, is_random);
                target = if is_random {
                    chance
                } else {
                    LAMBDA * target + (1.0 - LAMBDA) * chance
                };
            }
            end = first;
        }
    }

    /// Returns the chance that the network gives to a position, then learns from that position.
    fn evaluate(
        &mut self,
        episode: &Episode,
        rivals: Range<usize>,
        target: f32,
        is_random: bool,
    ) -> f32 {
        let rows_of = |rival: usize| {
            let start = if rival == 0 {
                0
            } else {
                episode.ends[rival - 1]
            };
            &episode.rows[start..episode.ends[rival]]
        };
        let mut sums = [[0.0; HIDDEN]; 4];
        let mut against = [0.0; 4];
        let mut all_against = 0.0;
        for (number, rival) in rivals.clone().enumerate() {
            let mut sum = [0.0; HIDDEN];
            for &row in rows_of(rival) {
                for (sum, weight) in sum.iter_mut().zip(&self.rows[usize::from(row)]) {
                    *sum += weight;
                }
            }
            let mut odds = self.constant;
            for (sum, weight) in sum.iter_mut().zip(&self.output) {
                *sum = sum.max(0.0);
                odds += *sum * weight;
            }
            sums[number] = sum;
            against[number] = libm::expf(-odds.clamp(-30.0, 30.0));
            all_against += against[number];
        }
        let chance = 1.0 / (1.0 + all_against);
        let error = target - chance;
        self.error += f64::from(error * error);
        self.positions += 1.0;
        if is_random || rivals.is_empty() {
            return chance;
        }
        for (number, rival) in rivals.enumerate() {
            let slope = error * (against[number] / all_against);
            let sum = &sums[number];
            let mut slopes = [0.0; HIDDEN];
            for ((slopes, sum), output) in slopes.iter_mut().zip(sum).zip(&self.output) {
                *slopes = if *sum > 0.0 { slope * output } else { 0.0 };
            }
            let rate = self.rate;
            let outputs = self.output.iter_mut().zip(&mut self.output_squares);
            for ((output, square), sum) in outputs.zip(sum) {
                let slope = slope * sum;
                *square += slope * slope;
                *output += rate * slope / square.sqrt();
            }
            self.constant_square += slope * slope;
            self.constant += rate * slope / self.constant_square.sqrt();
            for &row in rows_of(rival) {
                let row = usize::from(row);
                let weights = &mut self.rows[row];
                let squares = &mut self.row_squares[row];
                for ((weight, square), slope) in weights.iter_mut().zip(squares).zip(&slopes) {
                    *square += slope * slope;
                    *weight += rate * slope / square.sqrt();
                }
            }
        }
        chance
    }
}
