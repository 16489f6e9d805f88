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
//! and a seed. One thread, four minutes for each; the same arguments give the same bytes on every
//! machine: the floating-point work is made of `+ - * /`, square roots (which are exact to the last
//! bit everywhere) and `libm`.
//!
//! The network plays random fights, against itself or against finishers, and learns from each of them
//! backwards: what it should have thought of a table is a mixture of what came of the fight and what
//! it thought of the next table, TD(lambda). Some moves are made at random; nothing before such a move
//! learns from what came after it. Steps are Adagrad's.

use evenodds::contest::{Observer, Record, Rules};
use evenodds::contests::combat::expert::{self, HIDDEN, Network, ROWS, WEIGHTS};
use evenodds::contests::combat::{
    Action, Arrival, Class, Combat, Combatant, Cover, Deadlock, Event, Group, LastBlow,
    MonsterSpent, Options, Player, Setup, Side, View, When, WoundChoice,
};
use evenodds::dice::{Dice, Pool, Sampled};
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
    let mut luck = Luck(Sampled::new(seed, &["scenarios and moves".to_owned()]));
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
        let combat = Combat::new(luck.setup());
        let mut dice = Sampled::new(luck.seed(), &combat.rollers());
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
                        luck.action(view)
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
    fn new(luck: &mut Luck, lambda: f32) -> Self {
        let mut rows = vec![[0.0; HIDDEN]; ROWS];
        for weight in rows.iter_mut().flatten() {
            *weight = luck.around_zero() * 0.05;
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

/// Draws scenarios and stray moves.
struct Luck(Sampled);

impl Luck {
    fn below(&mut self, options: u32) -> u32 {
        self.0.choose(0, options)
    }

    fn chance(&mut self, percent: u32) -> bool {
        self.below(100) < percent
    }

    fn seed(&mut self) -> u64 {
        u64::from(self.below(1 << 31))
    }

    /// Between -1 and 1.
    fn around_zero(&mut self) -> f32 {
        (self.below(2_001) as f32 - 1_000.0) / 1_000.0
    }

    /// Any action but retreat.
    fn action(&mut self, view: &View) -> Action {
        let actions = view.actions().count() as u32 - 1;
        let pick = self.below(actions);
        view.actions().nth(pick as usize).unwrap_or(Action::Retreat)
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u32) as usize]
    }

    fn class(&mut self) -> Class {
        Class {
            dice: self.pick(&[1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 6]),
            ..Class::default()
        }
    }

    fn combatant(&mut self, special: bool) -> Combatant {
        let classes = self.pick(&[1, 1, 1, 1, 1, 1, 2, 2, 2, 3]);
        let mut who = Combatant {
            classes: (0..classes).map(|_| self.class()).collect(),
            player: Player::Expert { depth: 0 },
            ..Combatant::default()
        };
        if special {
            who.monster = self.chance(25);
            who.wounds = !who.monster && self.chance(30);
            who.armor = who.wounds && self.chance(50);
            who.cover = self.cover(20);
            who.classes[0].ignores_cover = self.chance(10);
        }
        who
    }

    fn cover(&mut self, percent: u32) -> Option<Cover> {
        let there = self.chance(percent);
        there.then(|| Cover::Rolled(1 + self.below(4)))
    }

    /// The members of a side: all different, or all alike but the first.
    fn party(&mut self, special: bool, most: u32) -> Vec<Combatant> {
        let size = 1 + self.below(most);
        let first = self.combatant(special);
        let alike = self.chance(40);
        let second = self.combatant(special);
        let mut party = vec![first];
        for _ in 1..size {
            party.push(if alike {
                second.clone()
            } else {
                self.combatant(special)
            });
        }
        party
    }

    /// A random fight. Most are more or less even.
    fn setup(&mut self) -> Setup {
        let special = self.chance(25);
        let count = if self.chance(25) { 3 } else { 2 };
        let most = if self.chance(20) { 1 } else { 6 };
        // Uneven duels are where it matters most to know exactly what a die is worth.
        let any = self.chance(if most == 1 { 50 } else { 15 });
        let strength = |party: &Vec<Combatant>| -> u32 {
            let later =
                |who: &Combatant| who.classes[1..].iter().map(|class| class.dice).sum::<u32>();
            party
                .iter()
                .map(|who| 2 * who.classes[0].dice + later(who))
                .sum()
        };
        let mut parties: Vec<Vec<Combatant>>;
        loop {
            parties = (0..count).map(|_| self.party(special, most)).collect();
            let strengths = parties.iter().map(strength);
            let (least, greatest) = strengths.fold((u32::MAX, 0), |(low, high), one| {
                (low.min(one), high.max(one))
            });
            if any || greatest * 2 <= least * 3 {
                break;
            }
        }
        let mut setup = Setup::default();
        for (side, mut members) in parties.into_iter().enumerate() {
            let first = setup.combatants.len();
            if special && self.chance(30) {
                let start = first + members.len();
                let when = if self.chance(50) {
                    When::Turn(2 + self.below(6))
                } else {
                    When::Standing(self.below(3))
                };
                for _ in 0..=self.below(2) {
                    let mut late = self.combatant(special);
                    late.arrival = Some(setup.arrivals.len());
                    members.push(late);
                }
                setup.arrivals.push(Arrival {
                    side,
                    members: start..first + members.len(),
                    when,
                });
            }
            for member in members {
                let position = setup.combatants.len();
                setup.groups.push(Group {
                    label: String::new(),
                    side,
                    size: 1,
                });
                setup.combatants.push(Combatant {
                    name: position.to_string(),
                    side,
                    group: position,
                    ..member
                });
            }
            setup.sides.push(Side {
                name: side.to_string(),
                members: first..setup.combatants.len(),
                cover: if special { self.cover(25) } else { None },
            });
        }
        if special {
            setup.field_cover = self.cover(25);
        }
        setup.options = Options {
            last_blow: LastBlow::ALL[usize::from(self.chance(5))],
            deadlock: Deadlock::ALL[usize::from(self.chance(10))],
            max_rerolls: 100,
            cover_per_attack: 1 + u32::from(self.chance(10)),
            monster_spent: MonsterSpent::ALL[usize::from(self.chance(30))],
            wound_choice: WoundChoice::ALL[usize::from(self.chance(50))],
            wounds_to_die: 1 + self.below(3),
            ..Options::default()
        };
        setup
    }
}
