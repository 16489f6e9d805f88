//! Trains the networks of Combat's player `expert` and writes their weights:
//!
//! ```sh
//! cargo build --release --no-default-features --example train_expert
//! cd src/contests/combat/players/expert
//! train_expert experts.bin experts 4000000 1
//! train_expert finishers.bin finishers 8000000 1
//! ```
//!
//! The arguments are the file to write, the opponents to learn against, how many fights to learn from
//! and a seed. One thread, ten to twenty minutes for each; the same arguments give the same bytes on every
//! machine: the floating-point work is made of `+ - * /`, square roots (which are exact to the last
//! bit everywhere) and `libm`.
//!
//! The network plays random fights, against itself or against finishers, and learns from each of them
//! backwards: what it should have thought of a table is a mixture of what came of the fight and what
//! it thought of the next table, TD(lambda). Some moves are made at random; nothing before such a move
//! learns from what came after it. Steps are Adagrad's.

#[path = "support/fights.rs"]
mod fights;

use evenodds::contest::{Observer, Record, Rules};
use evenodds::contests::combat::expert::{self, HIDDEN, Network, ROWS, WEIGHTS};
use evenodds::contests::combat::{Action, Combat, Event, Player, View};
use evenodds::dice::{Pool, Sampled};
use fights::Draw;
use std::cell::RefCell;
use std::ops::Range;
use std::process::ExitCode;

/// How much later tables count. Against itself the network learns more from its own judgement, since
/// fights to come are played better than those of the lesson.
const LAMBDA_AGAINST_EXPERTS: f32 = 0.6;
const LAMBDA_AGAINST_FINISHERS: f32 = 0.8;
/// The first steps, and what they shrink to.
const RATE: f32 = 0.1;
const LAST_RATE: f32 = 0.005;
/// Fights of one scenario in a row.
const FIGHTS_A_SCENARIO: u64 = 8;
/// A weight in the file is so many times the weight learnt.
const SCALE: f32 = 32.0;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, opponents, fights, seed] = arguments.as_slice() else {
        eprintln!(
            "give a file to write, `experts` or `finishers`, how many fights to learn from and a seed"
        );
        return ExitCode::FAILURE;
    };
    let opponents = match opponents.as_str() {
        "experts" => Player::Expert { depth: 0 },
        "finishers" => Player::Finisher,
        other => {
            eprintln!("{other}: the opponents are `experts` or `finishers`");
            return ExitCode::FAILURE;
        }
    };
    let (Ok(fights), Ok(seed)) = (fights.parse(), seed.parse()) else {
        eprintln!("the number of fights and the seed are whole numbers");
        return ExitCode::FAILURE;
    };
    let weights = train(opponents, fights, seed);
    let bytes: Vec<u8> = weights.iter().map(|&weight| weight as u8).collect();
    match std::fs::write(file, bytes) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{file}: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Learns from that many fights: what all sides see where the opponents are experts, else what one
/// side sees whose opponents play so.
fn train(opponents: Player, fights: u64, seed: u64) -> Vec<i8> {
    let mut luck = Draw::new(seed, "lessons");
    let lambda = match opponents {
        Player::Expert { .. } => LAMBDA_AGAINST_EXPERTS,
        _ => LAMBDA_AGAINST_FINISHERS,
    };
    let mut learner = Learner::new(&mut luck, lambda);
    let mut network = Network::new(&learner.rounded());
    let mut lesson = Lesson::default();
    let mut renewal = 256;
    let mut fight = 0;
    while fight < fights {
        let combat = Combat::new(luck.fight());
        let mut dice = Sampled::new(u64::from(luck.below(1 << 31)), &combat.rollers());
        let mut state = combat.state();
        let mut record = Record::new(&combat);
        for trial in 0..FIGHTS_A_SCENARIO {
            dice.start(trial);
            record.ends.clear();
            let random = if luck.below(2) == 0 { 0 } else { 5 };
            let learners = if matches!(opponents, Player::Expert { .. }) {
                0..combat.sides().len()
            } else {
                let learner = luck.below(combat.sides().len() as u32) as usize;
                learner..learner + 1
            };
            lesson.clear();
            let rerolls = RefCell::new(Vec::new());
            combat.fight(
                &mut dice,
                state.fight_mut(),
                &mut Rerolls(&rerolls),
                &mut record,
                |view, whims| {
                    let learns = learners.contains(&combat.combatants()[view.actor()].side);
                    let strays = learns && luck.below(100) < random;
                    let mut before = rerolls.borrow_mut();
                    if !before.is_empty() {
                        lesson.see_before(view, learners.clone(), &before);
                        before.clear();
                    }
                    lesson.see(view, learners.clone(), strays);
                    if strays {
                        stray(view, &mut luck)
                    } else if learns {
                        expert::choose(view, &network)
                    } else {
                        opponents.choose(view, whims, None)
                    }
                },
            );
            let done = fight as f32 / fights as f32;
            learner.rate = LAST_RATE + (RATE - LAST_RATE) * (1.0 - done);
            for side in learners {
                learner.learn(&lesson, side, record.outcome == side);
            }
            fight += 1;
            if fight == renewal {
                network = Network::new(&learner.rounded());
                renewal += renewal.min(16_384);
            }
            if fight % (fights / 10).max(1) == 0 {
                let mean = learner.error / learner.lessons;
                eprintln!("{fight} fights, mean error {mean:.4}");
                (learner.error, learner.lessons) = (0.0, 0.0);
            }
        }
    }
    learner.rounded()
}

/// Any action but retreat.
fn stray(view: &View, luck: &mut Draw) -> Action {
    let actions = view.actions().count() as u32 - 1;
    let pick = luck.below(actions);
    view.actions().nth(pick as usize).unwrap_or(Action::Retreat)
}

/// Keeps the dice before the first of some rounds of re-rolls.
struct Rerolls<'a>(&'a RefCell<Vec<(usize, Pool)>>);

impl Observer<Event> for Rerolls<'_> {
    fn note(&mut self, event: impl FnOnce() -> Event) {
        if let Event::Rerolled {
            combatant,
            from,
            to,
            pool,
        } = event()
        {
            let mut before = self.0.borrow_mut();
            if before.iter().all(|&(who, _)| who != combatant) {
                before.push((combatant, pool.without(to).with(from)));
            }
        }
    }
}

/// What there is to learn from a fight.
#[derive(Default)]
struct Lesson {
    /// The tables that somebody acted at, as each side sees them: (side, its rivals, strayed).
    tables: Vec<(usize, usize, bool)>,
    /// Where the rows for a rival end.
    ends: Vec<usize>,
    rows: Vec<u16>,
}

impl Lesson {
    fn clear(&mut self) {
        self.tables.clear();
        self.ends.clear();
        self.rows.clear();
    }

    fn see_before(&mut self, view: &View, sides: Range<usize>, before: &[(usize, Pool)]) {
        for side in sides {
            let rivals = expert::rivals(view, side);
            self.tables.push((side, rivals, false));
            for rival in 0..rivals {
                expert::rows_before_rerolls(view, side, rival, before, |row| {
                    self.rows.push(row as u16);
                });
                self.ends.push(self.rows.len());
            }
        }
    }

    fn see(&mut self, view: &View, sides: Range<usize>, strays: bool) {
        for side in sides {
            let rivals = expert::rivals(view, side);
            self.tables.push((side, rivals, strays));
            for rival in 0..rivals {
                expert::rows(view, side, rival, |row| self.rows.push(row as u16));
                self.ends.push(self.rows.len());
            }
        }
    }
}

type Row = [f32; HIDDEN];

/// The weights while they are learnt, and the sums of squares that Adagrad keeps of each.
struct Learner {
    rows: Vec<Row>,
    row_squares: Vec<Row>,
    output: Row,
    output_squares: Row,
    constant: f32,
    constant_square: f32,
    rate: f32,
    lambda: f32,
    error: f64,
    lessons: f64,
}

impl Learner {
    fn new(luck: &mut Draw, lambda: f32) -> Self {
        let mut rows = vec![[0.0; HIDDEN]; ROWS];
        for weight in rows.iter_mut().flatten() {
            *weight = (luck.below(2_001) as f32 - 1_000.0) / 20_000.0;
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
            lambda,
            error: 0.0,
            lessons: 0.0,
        }
    }

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

    /// Learns backwards from all that one side saw.
    fn learn(&mut self, lesson: &Lesson, side: usize, won: bool) {
        let mut target = if won { 1.0 } else { 0.0 };
        let mut end = lesson.ends.len();
        for &(whose, rivals, strayed) in lesson.tables.iter().rev() {
            let first = end - rivals;
            if whose == side {
                let chance = self.judge(lesson, first..end, target, strayed);
                target = if strayed {
                    chance
                } else {
                    self.lambda * target + (1.0 - self.lambda) * chance
                };
            }
            end = first;
        }
    }

    /// The chance that the network sees at a table, before it learns from it.
    fn judge(&mut self, lesson: &Lesson, rivals: Range<usize>, target: f32, strayed: bool) -> f32 {
        let rows_of = |rival: usize| {
            let start = if rival == 0 {
                0
            } else {
                lesson.ends[rival - 1]
            };
            &lesson.rows[start..lesson.ends[rival]]
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
        let miss = target - chance;
        self.error += f64::from(miss * miss);
        self.lessons += 1.0;
        if strayed || rivals.is_empty() {
            return chance;
        }
        for (number, rival) in rivals.enumerate() {
            let slope = miss * (against[number] / all_against);
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
