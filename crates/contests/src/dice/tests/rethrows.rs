//! Dice of more than one type that a side may throw again, and dice with symbols that a rule throws
//! again, against a plain enumeration.

use super::*;
use evenodds_testing::size;

/// A type of dice: its text, and for each face its value, what it adds to the score, and its
/// probability.
type DieType = (&'static str, &'static [(i64, i64, f64)]);

const THIRD: f64 = 1.0 / 3.0;
const NUMBERS: [DieType; 6] = [
    ("d2", &[(1, 1, 0.5), (2, 2, 0.5)]),
    ("d3", &[(1, 1, THIRD), (2, 2, THIRD), (3, 3, THIRD)]),
    ("d{0, 2, 2}", &[(0, 0, THIRD), (2, 2, 2.0 * THIRD)]),
    ("d3rr1", &[(2, 2, 0.5), (3, 3, 0.5)]),
    ("d2ro1", &[(1, 1, 0.25), (2, 2, 0.75)]),
    ("dodd", &[(-1, -1, 0.75), (4, 4, 0.25)]),
];
const SYMBOLS: [DieType; 6] = [
    ("dred", &[(0, 1, THIRD), (1, 0, THIRD), (2, 2, THIRD)]),
    ("dred rr blank", &[(0, 1, 0.5), (2, 2, 0.5)]),
    (
        "dred ro hit>=2",
        &[(0, 1, 4.0 / 9.0), (1, 0, 4.0 / 9.0), (2, 2, 1.0 / 9.0)],
    ),
    ("dgreen", &[(0, 0, 0.25), (1, 1, 0.5), (2, 0, 0.25)]),
    ("dgreen rr miss", &[(1, 1, 2.0 * THIRD), (2, 0, THIRD)]),
    (
        "dgreen rr miss ro hit=0",
        &[(1, 1, 8.0 / 9.0), (2, 0, 1.0 / 9.0)],
    ),
];

/// The score of what the dice of each pool add.
type Score = fn(&[Vec<i64>]) -> i64;

/// A roll that may be thrown again, and the number of times.
struct Rethrown {
    /// Type and pool of each die.
    dice: Vec<(DieType, usize)>,
    score: Score,
    times: u32,
    most: usize,
    player: String,
    /// The score from which on all dice are kept.
    enough: i64,
}

/// A die: its type, its pool, and its face.
type Shown = (usize, usize);

impl Rethrown {
    fn score_of(&self, faces: &[usize]) -> i64 {
        let pools = self.dice.iter().map(|die| die.1).max().unwrap() + 1;
        let mut values = vec![Vec::new(); pools];
        for ((die, pool), &face) in self.dice.iter().zip(faces) {
            values[*pool].push(die.1[face].1);
        }
        (self.score)(&values)
    }

    /// Returns the mean of the score over all results of the dice that are not kept.
    fn thrown(&self, faces: &mut Vec<usize>, kept: u32, place: usize, left: u32) -> f64 {
        let Some((die, _)) = self.dice.get(place) else {
            return self.best(faces, left);
        };
        if kept >> place & 1 != 0 {
            return self.thrown(faces, kept, place + 1, left);
        }
        let before = faces[place];
        let mut mean = 0.0;
        for face in 0..die.1.len() {
            faces[place] = face;
            mean += die.1[face].2 * self.thrown(faces, kept, place + 1, left);
        }
        faces[place] = before;
        mean
    }

    /// Returns the kinds of dice that an action keeps.
    fn kept(&self, faces: &[usize], kept: u32) -> Vec<Shown> {
        let dice = (0..faces.len()).filter(|place| kept >> place & 1 != 0);
        let mut dice: Vec<Shown> = dice.map(|place| (self.kind(place), faces[place])).collect();
        dice.sort_unstable();
        dice
    }

    /// Returns the first die of the same type and pool.
    fn kind(&self, place: usize) -> usize {
        let (die, pool) = self.dice[place];
        let is_equal = |other: &(DieType, usize)| other.0.0 == die.0 && other.1 == pool;
        self.dice.iter().position(is_equal).unwrap()
    }

    /// Returns the values of the different actions.
    fn actions(&self, faces: &[usize], left: u32) -> Vec<f64> {
        let all = faces.len();
        let mut known: Vec<Vec<Shown>> = Vec::new();
        let mut values = Vec::new();
        for kept in 0..1_u32 << all {
            if all - kept.count_ones() as usize <= self.most {
                let dice = self.kept(faces, kept);
                if !known.contains(&dice) {
                    known.push(dice);
                    values.push(self.after(faces, kept, left));
                }
            }
        }
        values
    }

    fn after(&self, faces: &[usize], kept: u32, left: u32) -> f64 {
        if kept.count_ones() as usize == faces.len() {
            return self.score_of(faces) as f64;
        }
        self.thrown(&mut faces.to_vec(), kept, 0, left - 1)
    }

    /// Returns the mean of the score when the dice may be thrown again `left` times.
    fn best(&self, faces: &[usize], left: u32) -> f64 {
        if left == 0 || self.score_of(faces) >= self.enough {
            return self.score_of(faces) as f64;
        }
        let values = || self.actions(faces, left);
        match &*self.player {
            "\"optimal\"" => values().into_iter().fold(f64::NEG_INFINITY, f64::max),
            "\"random\"" => {
                let values = values();
                values.iter().sum::<f64>() / values.len() as f64
            }
            "\"never\"" => self.score_of(faces) as f64,
            // The rule of this test: the dice below 2, at most `most` of the lowest ones.
            _ => {
                let value = |place: usize| self.dice[place].0.1[faces[place]].0;
                let mut low: Vec<usize> = (0..faces.len()).filter(|&die| value(die) < 2).collect();
                // Dice of the same pool and type are together, where they first occur.
                low.sort_by_key(|&place| {
                    let (_, pool) = self.dice[place];
                    (value(place), std::cmp::Reverse((pool, self.kind(place))))
                });
                low.truncate(self.most);
                let again = low.iter().fold(0, |all, die| all | 1 << die);
                self.after(faces, ((1 << faces.len()) - 1) & !again, left)
            }
        }
    }

    fn mean(&self) -> f64 {
        self.thrown(&mut vec![0; self.dice.len()], 0, 0, self.times)
    }
}

fn sum(values: &[Vec<i64>]) -> i64 {
    values.iter().flatten().sum()
}

fn two_highest(values: &[Vec<i64>]) -> i64 {
    let mut all: Vec<i64> = values.iter().flatten().copied().collect();
    all.sort_unstable_by(|a, b| b.cmp(a));
    all.iter().take(2).sum()
}

fn first_twice(values: &[Vec<i64>]) -> i64 {
    2 * values[0].iter().sum::<i64>() + values[1].iter().sum::<i64>() + 1
}

fn highest_less(values: &[Vec<i64>]) -> i64 {
    values[0].iter().max().unwrap() - values[1].iter().sum::<i64>()
}

/// Returns a random file, and what it means.
fn random(dice: &mut Sampled) -> (String, Rethrown) {
    let has_symbols = dice.choose(0, 3) == 0;
    let types = if has_symbols { SYMBOLS } else { NUMBERS };
    let form = if has_symbols { 4 } else { dice.choose(0, 4) };
    let mut all = Vec::new();
    let mut texts = Vec::new();
    let groups = if form < 2 || has_symbols { 3 } else { 2 };
    for group in 0..groups {
        let die = types[dice.choose(0, 6) as usize];
        let most = if all.len() > 2 { 1 } else { 2 };
        let count = 1 + dice.choose(0, most) as usize;
        let pool = if groups == 2 { group } else { 0 };
        all.extend(std::iter::repeat_n((die, pool), count));
        texts.push(format!("{count}{}", die.0));
    }
    let set = format!("({})", texts.join(", "));
    let (roll, score, value): (_, Score, _) = match form {
        0 => (set, sum, "dice"),
        1 => (format!("{set}kh2"), two_highest, "dice"),
        2 => (
            format!("2 * {} + {} + 1", texts[0], texts[1]),
            first_twice,
            "dice",
        ),
        3 => (
            format!("max({}) - {}", texts[0], texts[1]),
            highest_less,
            "dice",
        ),
        _ => (set, sum, "dice.hit"),
    };
    let enough = i64::from(dice.choose(0, 3)) + 3;
    let times = 1 + dice.choose(0, 2);
    let most = [1, 2, 12][dice.choose(0, 3) as usize];
    let player = pick(
        dice,
        &[
            "\"optimal\"",
            "\"optimal\"",
            "\"random\"",
            "\"never\"",
            "{ rule = \"2\" }",
        ],
    );
    let text = format!(
        r#"
[die]
odd = {{ faces = [4, -1], weights = [1, 3] }}
red = ["hit", "", "hit hit"]
green = {{ faces = ["miss", "hit", ""], weights = [1, 2, 1] }}
[roll]
dice = "{roll}"
[[side]]
name = "me"
wants = "high score"
player = {player}
[[step]]
choose.again = {{ by = "me", reroll = "dice", times = {times}, most = {most}, when = "{value} < {enough}" }}
[metric]
score = "{value}"
[[outcome]]
name = "end"
"#
    );
    let meaning = Rethrown {
        dice: all,
        score,
        times,
        most,
        player,
        enough,
    };
    (text, meaning)
}

#[test]
fn rethrows_of_mixed_dice_have_the_values_of_a_plain_enumeration() {
    let mut dice = Sampled::new(11, &["rethrows".to_owned()]);
    let mut optimal = 0;
    for trial in 0..size(120, 1_000) {
        dice.start(trial);
        let (text, meaning) = random(&mut dice);
        let contest = contest(&text);
        let (found, expected) = (solved_mean(&contest, "value.score"), meaning.mean());
        assert!(
            (found - expected).abs() < 1e-9,
            "{found} {expected}\n{text}"
        );
        optimal += u32::from(meaning.player == "\"optimal\"");
        if trial % 10 == 0 {
            assert_sampled(&contest, 3, 5_000);
        }
    }
    assert!(optimal > 30, "{optimal}");
}

#[test]
fn hints_on_mixed_dice_have_the_values_of_a_plain_enumeration() {
    let mut dice = Sampled::new(13, &["hints".to_owned()]);
    let mut compared = 0;
    for trial in 0..size(120, 800) {
        dice.start(trial);
        let (text, mut meaning) = random(&mut dice);
        let contest = contest(&text);
        let hints = contest.hints().unwrap();
        let hint = |table: &str| hints.hint(&Source::new("table", table), &HintPlan::default());
        let example = hints.example();
        if let Err(faults) = hint(&example) {
            let no_choice = faults.to_string();
            assert!(!no_choice.contains("has a die"), "{faults}\n{example}");
        }
        let is_symbol = text.contains("dice.hit");
        meaning.player = "\"optimal\"".to_owned();
        // Dice of a type in order, as typed after the types in the text.
        let count = meaning.dice.len();
        let faces: Vec<usize> = (0..count)
            .map(|place| dice.choose(0, meaning.dice[place].0.1.len() as u32) as usize)
            .collect();
        if is_symbol || meaning.score_of(&faces) >= meaning.enough {
            continue;
        }
        let mut order: Vec<usize> = (0..count).collect();
        order.sort_by_key(|&place| (meaning.dice[place].1, meaning.kind(place)));
        let typed = order
            .iter()
            .map(|&place| meaning.dice[place].0.1[faces[place]].0);
        let typed = format!(
            "dice: {}",
            typed
                .map(|die| die.to_string())
                .collect::<Vec<_>>()
                .join(" ")
        );
        let hint = hint(&typed).unwrap_or_else(|faults| panic!("{faults}\n{typed}\n{text}"));
        let mut names: Vec<&str> = hint.actions.iter().map(|one| &*one.action).collect();
        names.sort_unstable();
        names.dedup();
        let mut expected = meaning.actions(&faces, meaning.times);
        expected.sort_by(|a, b| b.total_cmp(a));
        assert_eq!(names.len(), expected.len(), "{names:?}\n{text}");
        for (action, expected) in hint.actions.iter().zip(expected) {
            assert!(
                (action.value - expected).abs() < 1e-9,
                "{action:?} {expected}\n{typed}\n{text}"
            );
        }
        compared += 1;
    }
    assert!(compared > 15, "{compared}");
}

#[test]
fn transcripts_name_the_types_of_mixed_dice() {
    let text = |roll: &str| {
        format!(
            r#"
[die]
red = ["hit", "", "hit hit"]
[roll]
dice = "{roll}"
[[side]]
name = "hero"
wants = "high size"
player = {{ rule = "2" }}
[[step]]
choose.again = {{ by = "hero", reroll = "dice", times = 2 }}
[metric]
size = "1"
[[outcome]]
name = "end"
"#
        )
    };
    let transcript = |roll: &str| contest(&text(roll)).narrate_trial(3, 0).lines.join("\n");
    let all = [
        "(1d6, 2d8, 2d6)kh2",
        "2d6 + 1d8 - 1",
        "2d4 + max(2d4)",
        "(2dred, 2dred rr blank)",
    ];
    insta::assert_snapshot!(all.map(transcript).join("\n\n"));
}

#[test]
fn rolls_whose_dice_are_not_known_before_they_are_thrown_are_no_dice_to_throw_again() {
    for roll in [
        "(1d4)d6",
        "if 1d2 = 1 then 1d6 else 1d8",
        "2d6 + 1d6!",
        "12d6 + 1d4",
        "3",
        "1d6ra6",
    ] {
        let text = format!(
            "[roll]\ndice = \"{roll}\"\n[[side]]\nname = \"me\"\nwants = \"end\"\n[[step]]\n\
             choose.again = {{ by = \"me\", reroll = \"dice\" }}\n[[outcome]]\nname = \"end\"\n"
        );
        let faults = read(&KIND, &text, &[]).map(|_| ()).unwrap_err();
        assert!(
            faults.contains("expected a roll of at most 12 dice"),
            "{roll}: {faults}"
        );
    }
}

#[test]
fn rules_for_symbols_name_symbols_of_the_die() {
    let faults = |dice: &str| {
        let text = format!(
            "[die]\nred = [\"hit\", \"\", \"hit hit\"]\nblue = [\"crit\", \"hit\"]\n[roll]\n\
             dice = \"{dice}\"\n[[outcome]]\nname = \"end\"\n[metric]\nhits = \"dice.hit\"\n"
        );
        read(&KIND, &text, &[])
            .map(|_| ())
            .err()
            .unwrap_or_default()
    };
    for (dice, fault) in [
        ("2dred rr blank", ""),
        ("2dredrrblank", ""),
        ("2dred RR Blank ro hit >= 2", ""),
        ("(2dred rr hit=1, 1dblue ro crit)", ""),
        ("2dblue rr blank", ""),
        (
            "2dred rr crit",
            "5:18: roll.dice has \"crit\", which the die does not have; expected one of hit, blank",
        ),
        (
            "2dred rr1",
            "on dice with symbols; expected no rule, or one such as \"rr blank\"",
        ),
        ("2dred!", "has \"!\" on dice with symbols"),
        (
            "2dred rr hit rr blank",
            "throws \"2dred rr hit rr blank\" without end",
        ),
        ("2dred ra hit", "is followed by \"ra\""),
        ("2dred rr hit>=(1d4)", "known number"),
    ] {
        let found = faults(dice);
        let is_fitting = if fault.is_empty() {
            found.is_empty()
        } else {
            found.contains(fault)
        };
        assert!(is_fitting, "{dice}: {found}");
    }
}

#[test]
fn numbers_of_equal_dice_add_up_also_when_they_depend_on_states() {
    let text = |roll: &str| {
        format!(
            r#"
[state]
a = {{ value = 1, least = -1, most = 3 }}
total = {{ value = 0, most = 40 }}
[roll]
dice = "{roll}"
[[side]]
name = "me"
wants = "high points"
[[step]]
choose.again = {{ by = "me", reroll = "dice", most = 2 }}
then = [{{ total = "total + dice", a = "a - 2" }}]
[metric]
points = "total"
[[outcome]]
name = "end"
when = "rounds = 2"
at = "round"
"#
        )
    };
    // In the second round, -1 dice are none.
    let apart = contest(&text("((a)d4, 1d3, (2 - a)d4)kh2"));
    let joined = contest(&text("((max(0, a) + max(0, 2 - a))d4, 1d3)kh2"));
    let [apart, joined] = [apart, joined].map(|contest| {
        assert_sampled(&contest, 3, 5_000);
        solved_mean(&contest, "value.points")
    });
    assert!((apart - joined).abs() < 1e-12, "{apart} {joined}");
}
