//! Generator of files of the kind `dice`, and of lines for the command `dice`, with small and with
//! large dice and numbers, most of which are valid.

use super::make::{Input, Pick, SCENARIO};
use evenodds::analysis::{HintError, hint};
use evenodds::contest::HintPlan;
use evenodds::dice::Sampled;
use std::fmt::Write as _;

/// Commands that are called with a file.
const COMMANDS: [&str; 8] = [
    "check", "run", "exact", "report", "given", "sweep", "link", "hint",
];

/// Returns the input of this number: one of eight is a line, the others are files.
pub fn input(number: u64) -> Input {
    let mut dice = Sampled::new(4, &["dice".to_owned()]);
    dice.start(number);
    let mut maker = Maker {
        pick: Pick(dice),
        large: 1,
        rolls: Vec::new(),
        numbers: Vec::new(),
    };
    // Large values are rare in half of the inputs and impossible in a quarter.
    maker.large = [0, 1, 1, 8][maker.pick.below(4)];
    if maker.pick.chance(8) {
        let mut line = maker.pool();
        if maker.pick.chance(3) {
            line = format!("{line} {} {}", maker.operator(), maker.pool());
        }
        let arguments = words(&["dice", "-f", "json", "--", &line]);
        return Input {
            files: vec![(SCENARIO, Vec::new())],
            before: Vec::new(),
            arguments,
        };
    }
    let text = maker.file();
    // Only contests with choices have hints.
    let count = COMMANDS.len() - usize::from(!text.contains("choose"));
    let command = COMMANDS[maker.pick.below(count)];
    let is_long = text.contains("rounds = 100000");
    let trials = if is_long { "20" } else { "2000" };
    let of_setting = if is_long { "2" } else { "20" };
    let more: &[&str] = match command {
        "check" => &["-n", "60", "--max-trials", "100"],
        "run" => &["-n", trials, "-f", "json"],
        "exact" => &["-f", "json"],
        "report" => &["-n", "60", "--out", "report"],
        "given" => &["--when", "value.m>=-1000000000", "-n", "20", "-f", "json"],
        "hint" => &["--playouts", "20", "-f", "json"],
        "sweep" => &["--vary", "number.n=1..3", "-n", of_setting, "-f", "json"],
        _ => &["-n", "60"],
    };
    let mut arguments = words(&[command, SCENARIO]);
    arguments.extend(words(more));
    if command == "hint"
        && let Some(position) = first_position(&text)
    {
        arguments.extend(["--table".to_owned(), position]);
    }
    Input {
        files: vec![(SCENARIO, text.into_bytes())],
        before: Vec::new(),
        arguments,
    }
}

/// Returns a possible first position of the contest of a file; `None` if the file is faulty.
fn first_position(text: &str) -> Option<String> {
    let scenario = evenodds::scenario::load(SCENARIO, text.as_bytes(), &[]).ok()?;
    match hint(&scenario, None, &HintPlan::default()) {
        Err(HintError::NoTable(position)) => Some(position),
        _ => None,
    }
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}

struct Maker {
    pick: Pick,
    /// Large values among a hundred.
    large: usize,
    /// Rolls that can be read.
    rolls: Vec<&'static str>,
    /// Numbers and states that can be read.
    numbers: Vec<&'static str>,
}

impl Maker {
    /// Returns a number: small, or now and then as large as 10^18 or beside a limit.
    fn number(&mut self) -> i64 {
        if self.pick.below(100) >= self.large {
            return 1 + self.pick.below(8) as i64;
        }
        match self.pick.below(4) {
            0 => 0,
            1 => 10_i64.pow(self.pick.below(19) as u32),
            2 => {
                let limits = [12, 64, 1_000, 10_000, 1_000_000, 1_000_000_000, 1_i64 << 32];
                limits[self.pick.below(limits.len())] + self.pick.below(3) as i64 - 1
            }
            _ => 20 + self.pick.below(200) as i64,
        }
    }

    fn operator(&mut self) -> &'static str {
        let operators = [
            "+", "-", "*", ">", ">=", "=", "!=", "and", "or", "//", "%", "<",
        ];
        operators[self.pick.below(operators.len())]
    }

    /// Returns dice with rules.
    fn pool(&mut self) -> String {
        let count = match self.pick.below(6) {
            0 if !self.numbers.is_empty() => {
                format!("({})", self.numbers[self.pick.below(self.numbers.len())])
            }
            _ => self.number().to_string(),
        };
        let faces = match self.pick.below(8) {
            0 => "%".to_owned(),
            1 => format!("{{0, {}, {}}}", self.number(), self.number()),
            2 => "F".to_owned(),
            _ => (self.number() + 1).to_string(),
        };
        let rule = self
            .pick
            .one(&["", "", "", "", "ro", "rr", "mi", "ma", "e", "ra", "!", "!!"]);
        let rule = match rule {
            "" | "!" | "!!" => rule.to_owned(),
            rule => format!("{rule}{}", self.number()),
        };
        let keep = self
            .pick
            .one(&["", "", "", "", "kh", "kl", "ph", "pl", "k>=", "p<"]);
        let keep = match keep {
            "" => String::new(),
            keep => format!("{keep}{}", self.number()),
        };
        format!("{count}d{faces}{rule}{keep}")
    }

    /// Returns a value.
    fn value(&mut self, depth: usize) -> String {
        if depth == 0 || self.pick.chance(3) {
            let names = self.numbers.len() + self.rolls.len();
            return match self.pick.below(names + 1) {
                0 => self.number().to_string(),
                place if place <= self.numbers.len() => self.numbers[place - 1].to_owned(),
                place => self.rolls[place - 1 - self.numbers.len()].to_owned(),
            };
        }
        match self.pick.below(6) {
            0 => format!("min({}, {})", self.value(depth - 1), self.value(depth - 1)),
            1 => format!("abs({})", self.value(depth - 1)),
            2 => {
                let (yes, no) = (self.value(depth - 1), self.value(depth - 1));
                format!(
                    "(if {} > {} then {yes} else {no})",
                    self.value(0),
                    self.number()
                )
            }
            _ => {
                let operator = self.operator();
                format!(
                    "({} {operator} {})",
                    self.value(depth - 1),
                    self.value(depth - 1)
                )
            }
        }
    }

    fn condition(&mut self) -> String {
        let operator = self.pick.one(&[">", ">=", "=", "<"]);
        format!("{} {operator} {}", self.value(1), self.value(1))
    }

    fn file(&mut self) -> String {
        let mut text = "kind = \"dice\"\n".to_owned();
        let has_states = self.pick.chance(2);
        if has_states {
            let rounds = self.pick.one(&["1", "2", "20", "300", "100000"]);
            let _ = writeln!(text, "[limit]\nrounds = {rounds}");
            if self.pick.chance(4) {
                text.push_str("states = 20000000\n");
            }
        }
        let _ = writeln!(text, "[number]\nn = {}", self.number());
        self.numbers.push("n");
        if has_states {
            text.push_str("[state]\n");
            for state in ["x", "y"].into_iter().take(1 + self.pick.below(2)) {
                let value = self.pick.below(4) as i64;
                let most = value + self.number();
                let _ = match self.pick.below(3) {
                    0 => writeln!(text, "{state} = {value}"),
                    _ => writeln!(text, "{state} = {{ value = {value}, most = {most} }}"),
                };
                self.numbers.push(state);
            }
        }
        text.push_str("[roll]\n");
        for roll in ["a", "b", "c"].into_iter().take(1 + self.pick.below(3)) {
            let mut value = self.pool();
            if self.pick.chance(3) {
                value = format!("{value} {} {}", self.operator(), self.number());
            }
            let _ = writeln!(text, "{roll} = \"{value}\"");
            self.rolls.push(roll);
        }
        let has_choice = self.pick.chance(3);
        if has_choice {
            text.push_str("[[side]]\nname = \"s\"\nwants = \"won\"\n");
            let player = self.pick.one(&["optimal", "random", "first"]);
            let _ = writeln!(text, "player = \"{player}\"");
        }
        if has_states || has_choice {
            text.push_str("[[step]]\n");
            if has_choice {
                let sees = self.pick.one(&["", ", sees = [\"a\"]"]);
                let among = self.pick.one(&["[0, 1]", "[1, 2, 3]", "[0, 1000000]"]);
                let _ = writeln!(
                    text,
                    "choose = {{ go = {{ by = \"s\", among = {among}{sees} }} }}"
                );
                self.numbers.push("go");
            }
            if has_states {
                let change = format!("x + {}", self.value(1));
                let condition = self.condition();
                let _ = writeln!(
                    text,
                    "then = [{{ x = \"{change}\" }}, {{ if = \"{condition}\", x = \"x + 1\" }}]"
                );
            }
        }
        let won = if has_states && self.pick.chance(2) {
            format!("x >= {}", self.number())
        } else {
            self.condition()
        };
        let _ = writeln!(text, "[[outcome]]\nname = \"won\"\nwhen = \"{won}\"");
        if !has_states || self.pick.chance(2) {
            text.push_str("[[outcome]]\nname = \"lost\"\n");
        }
        let _ = writeln!(text, "[metric]\nm = \"{}\"", self.value(1));
        text.push_str("[expect.outcomes]\nwon = [0, 1]\n");
        text
    }
}
