//! What a contest tells about itself: its kind and keys, its outcomes and its metrics.

use super::{Appraise, Contest, Flow, Hints};
use crate::document::{Choice, Faults, Key, Table, literal};
use crate::stats::Histogram;

/// A kind of contest: what `kind = "..."` chooses.
pub struct Kind {
    /// The word in the file.
    pub name: &'static str,
    /// A short name for people.
    pub title: &'static str,
    /// One sentence: which question of the game it answers.
    pub summary: &'static str,
    /// The keys of its file, without those that every scenario has.
    pub keys: &'static [Key],
    /// The keys of a typed position; none for kinds without decisions, or whose positions have the short form alone.
    pub positions: &'static [Key],
    /// The players that may play it, of those that are not slow the stronger behind the weaker; empty
    /// where nobody decides anything.
    pub players: &'static [PlayerHelp],
    /// The seats of a checked file: for whom a player can be chosen. None where nobody decides
    /// anything.
    pub seats: fn(&Table) -> Vec<Seat>,
    /// How its outcomes are named, one sentence.
    pub outcomes: &'static str,
    /// Its metrics: name and meaning, one row each; `*` stands for a name out of the file.
    pub metrics: &'static [(&'static str, &'static str)],
    /// Finds the faults that a table of keys cannot say, such as a reference to nothing.
    pub examine: fn(&Table, &mut Faults),
    /// Makes the contest out of a table in which neither the keys nor `examine` found a fault;
    /// `None` if it has one after all.
    pub build: fn(&Table) -> Option<Box<dyn Contest>>,
}

/// A player: someone who decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayerHelp {
    /// The word in the file.
    pub name: &'static str,
    /// One sentence: how it decides.
    pub help: &'static str,
    /// Whether it thinks so long about a decision that thousands of trials are many.
    pub slow: bool,
    /// Whether it stands for good play or for simple play.
    pub level: Level,
}

/// What a player stands for where figures of good and of simple play are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Simple tactics; at most one player of a kind.
    Simple,
    /// Good play.
    Good,
    /// Neither.
    Other,
}

impl PlayerHelp {
    /// The choices of a key as players, none of them slow.
    pub const fn quick<const COUNT: usize>(choices: &[Choice; COUNT]) -> [Self; COUNT] {
        let mut players = [Self {
            name: "",
            help: "",
            slow: false,
            level: Level::Other,
        }; COUNT];
        let mut index = 0;
        while index < COUNT {
            (players[index].name, players[index].help) = (choices[index].name, choices[index].help);
            index += 1;
        }
        players
    }
}

/// A place at the table for which a player is chosen, such as a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seat {
    /// What it is called, such as `heroes`.
    pub name: String,
    /// The path of the key that chooses its player, as `--set` takes it.
    pub path: String,
    /// The outcome that its player strives for.
    pub outcome: String,
    /// Those in it who keep a player of their own, whoever has the seat.
    pub own: Vec<String>,
    /// The name of the player who sits there.
    pub player: &'static str,
    /// That player with its settings, as `--set` takes them.
    pub value: String,
}

impl Seat {
    /// The seat whose player the key `player` of a checked table chooses, alone or as a table with a
    /// `name`; `None` where it is not valid.
    pub fn at(table: &Table, name: &str, outcome: &str) -> Option<Self> {
        let sitting = table.item("player")?;
        let player = match sitting.as_table() {
            Some(settings) => settings.choice("name")?,
            None => sitting.as_choice()?,
        };
        Some(Self {
            name: name.to_owned(),
            path: table.path_of("player"),
            outcome: outcome.to_owned(),
            own: Vec::new(),
            player,
            value: literal(sitting),
        })
    }

    /// No seats: for contests in which nobody decides anything.
    pub fn none(_: &Table) -> Vec<Self> {
        Vec::new()
    }
}

/// One way for a contest to end. Outcomes are exclusive and exhaustive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Its name in results, such as `heroes`.
    pub name: String,
    /// What happens then, as a clause for a sentence: `heroes win`.
    pub phrase: String,
    /// Whether it is shown even if it never came up.
    pub usual: bool,
    /// Whose it is.
    pub belongs: Belongs,
}

/// Whose an outcome is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Belongs {
    /// That of whoever tries, or of a side.
    #[default]
    Somebody,
    /// A failure of whoever tries, of several perhaps.
    Failure,
    /// Nobody's.
    Nobody,
}

impl Outcome {
    /// An outcome that is shown even if it never came up.
    pub fn usual(name: impl Into<String>, phrase: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            phrase: phrase.into(),
            usual: true,
            belongs: Belongs::Somebody,
        }
    }

    /// The same as a failure of whoever tries.
    #[must_use]
    pub fn failing(self) -> Self {
        Self {
            belongs: Belongs::Failure,
            ..self
        }
    }

    /// The same as one that is nobody's, such as a tie.
    #[must_use]
    pub fn even(self) -> Self {
        Self {
            belongs: Belongs::Nobody,
            ..self
        }
    }

    /// An outcome that is shown where it came up.
    pub fn rare(name: impl Into<String>, phrase: impl Into<String>) -> Self {
        Self {
            usual: false,
            belongs: Belongs::Nobody,
            ..Self::usual(name, phrase)
        }
    }

    /// The outcomes of a fight: its sides, told by their names and how many they are, `draw`, and
    /// `unresolved`, told by that phrase.
    pub fn of_fight<'a>(
        sides: impl Iterator<Item = (&'a str, usize)>,
        unresolved: &str,
    ) -> Vec<Self> {
        let wins = |(name, count): (&str, usize)| {
            // One alone wins, unless the name sounds like several.
            let one = count == 1 && !name.ends_with('s');
            Self::usual(name, format!("{name} {}", if one { "wins" } else { "win" }))
        };
        let open = [
            Self::rare("draw", "nobody is left standing"),
            Self::rare("unresolved", unresolved),
        ];
        sides.map(wins).chain(open).collect()
    }
}

/// How a metric is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// A number: shown as mean and quantiles.
    Number,
    /// 0 or 1: its mean is a share.
    YesNo,
    /// How many of so many; its mean over that many is a share each.
    OutOf(u32),
    /// A number at one of several times: the subject is the time, in this unit, and all metrics of the
    /// base together are a path.
    Path(&'static str),
}

/// A whole number that every trial of a contest yields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Metric {
    /// What is measured, such as `taken_out`.
    pub base: &'static str,
    /// What it tells, for people; may be empty.
    pub help: &'static str,
    /// Of whom or what, such as `Dirk`; empty for a metric of the whole contest.
    pub subject: String,
    /// The group of subjects that this one is shown with, such as its side; may be empty.
    pub section: String,
    /// What it counts, such as `turns`.
    pub unit: &'static str,
    /// How it is read.
    pub scale: Scale,
    /// The values that are expected, lowest and highest; others are counted too, only slower.
    pub expected: (i64, i64),
    /// The value of trials in which the metric is not measured, such as 0 for the turn of an event that never
    /// comes. Mean, quantiles and histogram leave these trials out, and the share of the others is shown beside
    /// them.
    pub never: Option<i64>,
}

impl Metric {
    /// A number of the whole contest, expected between `lowest` and `highest`.
    pub fn number(base: &'static str, unit: &'static str, lowest: i64, highest: i64) -> Self {
        Self {
            base,
            help: "",
            subject: String::new(),
            section: String::new(),
            unit,
            scale: Scale::Number,
            expected: (lowest, highest),
            never: None,
        }
    }

    /// The same metric about `subject`, shown with the others of `section`.
    #[must_use]
    pub fn about(mut self, subject: &str, section: &str) -> Self {
        subject.clone_into(&mut self.subject);
        section.clone_into(&mut self.section);
        self
    }

    /// The same metric read as how many of `most`, or as yes or no where `most` is 1.
    #[must_use]
    pub fn out_of(mut self, most: u32) -> Self {
        self.scale = if most == 1 {
            Scale::YesNo
        } else {
            Scale::OutOf(most)
        };
        self.expected = (0, i64::from(most));
        self
    }

    /// The same metric, expected between `lowest` and `highest`.
    #[must_use]
    pub fn within(mut self, lowest: i64, highest: i64) -> Self {
        self.expected = (lowest, highest);
        self
    }

    /// The same metric, in which `value` means "not measured".
    #[must_use]
    pub fn or_never(mut self, value: i64) -> Self {
        self.never = Some(value);
        self.expected.0 = self.expected.0.min(value);
        self
    }

    /// Returns whether a value was measured.
    pub fn is_measured(&self, value: i64) -> bool {
        self.never != Some(value)
    }

    /// Returns the measured values of a histogram.
    #[must_use]
    pub fn measured(&self, histogram: Histogram) -> Histogram {
        match self.never {
            Some(never) => histogram.without(never),
            None => histogram,
        }
    }

    /// Returns the probability that the metric is measured, and its distribution then: the possible values,
    /// ascending.
    pub fn distribution(&self, masses: &[(i64, f64)]) -> (f64, Vec<(i64, f64)>) {
        let measured = masses.iter().filter(|one| self.is_measured(one.0));
        // A sum of no terms would be a negative zero.
        let all = measured.clone().fold(0.0, |all, one| all + one.1);
        let possible = measured.filter(|one| one.1 > 0.0);
        (
            all,
            possible.map(|&(value, mass)| (value, mass / all)).collect(),
        )
    }

    /// The same metric about `count` of a kind: to how many of them something happens, or of one
    /// whether it does.
    #[must_use]
    pub fn counting(mut self, count: u32) -> Self {
        if count == 1 {
            self.unit = "yes or no";
        }
        self.out_of(count)
    }

    /// The name in results: `turns`, `taken_out.Dirk`.
    pub fn name(&self) -> String {
        if self.subject.is_empty() {
            self.base.to_owned()
        } else {
            format!("{}.{}", self.base, self.subject)
        }
    }
}

/// Something that ends during a contest for each of several subjects, such as standing: the
/// share that still lasts after each turn can be drawn as a falling line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Timeline {
    /// What lasts, such as `standing`.
    pub base: &'static str,
    /// Whose, such as `Dirk`.
    pub subject: String,
    /// The group that the line is shown with, such as a side.
    pub section: String,
    /// The unit of time, such as `turns`.
    pub unit: &'static str,
    /// How many lasted at the start of each trial.
    pub of: u32,
}

/// How much work a contest is, in nanoseconds of an ordinary core. It is told by constants and never
/// measured, so that what hangs on it is the same on every machine; within a small factor it is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// What is solved once: for players who play perfectly, and for the exact answer.
    pub once: u64,
    /// A trial.
    pub trial: u64,
}

impl Effort {
    /// Nanoseconds of work that two cores do in a second.
    pub const SECOND: u64 = 2_000_000_000;
}

/// What a prepared contest tells about itself.
pub trait Describe: Send + Sync {
    /// Its outcomes, the one that people ask about first.
    fn outcomes(&self) -> &[Outcome];

    /// Its metrics, in a fixed order.
    fn metrics(&self) -> &[Metric];

    /// Its timelines, in a fixed order.
    fn timelines(&self) -> &[Timeline] {
        &[]
    }

    /// The ways through it, where it goes from one place to another: they become a chart.
    fn flow(&self) -> Option<Flow> {
        None
    }

    /// The bases of the metrics that a short summary shows, the most telling first.
    fn highlights(&self) -> &[&'static str] {
        &[]
    }

    /// The base of the metric that is played for, where that is more than how it ends: it is what a summary
    /// begins with.
    fn scored(&self) -> Option<&'static str> {
        None
    }

    /// The position of the first of those metrics that is about the whole contest.
    fn leading(&self) -> Option<usize> {
        let metrics = self.metrics();
        self.highlights().iter().find_map(|base| {
            let is_meant = |metric: &Metric| metric.base == *base && metric.subject.is_empty();
            metrics.iter().position(is_meant)
        })
    }

    /// Whether somebody plays it who thinks so long that a million trials would be too many to ask
    /// for unasked.
    fn is_slow(&self) -> bool {
        false
    }

    /// How much work it is with those who play it.
    fn effort(&self) -> Effort {
        Effort {
            once: 0,
            trial: 1_000,
        }
    }

    /// Who plays, as a phrase such as `players finisher v finisher`; empty where nobody decides.
    fn players(&self) -> String {
        String::new()
    }

    /// Who judges its positions, where somebody can.
    fn appraised(&self) -> Option<&dyn Appraise> {
        None
    }

    /// Who says what to do on a table as it stands, where somebody can.
    fn hints(&self) -> Option<&dyn Hints> {
        None
    }

    /// Why nobody does, as a clause with what to do instead.
    fn unhinted(&self) -> &'static str {
        "nobody decides anything in it; `run` it instead"
    }
}
