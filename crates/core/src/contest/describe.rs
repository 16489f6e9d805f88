//! Description of a contest: kind, keys, outcomes and metrics.

use super::game::EvaluationDensity;
use super::{
    ActingSide, ConfiguredPlayers, Contest, ErrorRate, Evaluate, Hints, LastingEffects, Openings,
    PathFlow, PlayerErrors, RatedSide, Trials,
};
use crate::document::{CheckedTable, ChoiceName, Faults, Key, literal, literal_without};
use crate::stats::Histogram;
use std::sync::OnceLock;

/// A kind of contest, chosen by `kind = "..."`.
pub struct Kind {
    /// Value of `kind` in a file.
    pub name: &'static str,
    /// Short display name.
    pub title: &'static str,
    /// Question that the kind answers, as one sentence.
    pub summary: &'static str,
    /// Keys of its files, without those common to all scenarios.
    pub keys: &'static [Key],
    /// Meaning of the order of each list in a file, by path of the list, such as
    /// `side[].combatant`; `*` represents a name from the file.
    pub lists: &'static [(&'static str, ListOrder)],
    /// Keys of a typed position; empty for kinds without decisions or with the short form only.
    pub positions: &'static [Key],
    /// Players of the kind. Those that are not slow are in order of strength, weakest first. Empty
    /// if the kind has no decisions.
    pub players: &'static [PlayerHelp],
    /// Returns the seats of a checked file; empty if the contest has no decisions.
    pub seats: fn(&CheckedTable) -> Vec<Seat>,
    /// Description of the names of the outcomes, as one sentence.
    pub outcomes: &'static str,
    /// Names and meanings of the metrics; `*` represents a name from the file.
    pub metrics: &'static [(&'static str, &'static str)],
    /// Reports faults that the shapes of keys do not cover, such as an unknown name.
    pub examine: fn(&CheckedTable, &mut Faults),
    /// Builds the contest from a table without faults of the keys or of `examine`. Returns `None`
    /// for a remaining fault, which it can report.
    pub build: fn(&CheckedTable, &mut Faults) -> Option<Box<dyn Contest>>,
}

impl Kind {
    /// Returns the contest of a table without faults of its keys; `None`, with faults, if it is not
    /// valid.
    pub fn read(&self, table: &CheckedTable, faults: &mut Faults) -> Option<Box<dyn Contest>> {
        let before = faults.len();
        (self.examine)(table, faults);
        if faults.len() > before {
            return None;
        }
        (self.build)(table, faults)
    }
}

/// Meaning of the order of a list in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListOrder {
    /// The order has no meaning: in any order the figures are the same, by name.
    Free,
    /// The order has no meaning, unless the key of this path has this value.
    FreeUnless(&'static str, &'static str),
    /// The order has this meaning.
    Meaning(&'static str),
}

/// A player: the policy that makes a participant's decisions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayerHelp {
    /// Name of the player, the value of a key in a file.
    pub name: &'static str,
    /// Description of the policy, as one sentence.
    pub help: &'static str,
    /// True if decisions are slow, so that thousands of trials are expensive.
    pub slow: bool,
    /// Level of play that the player represents.
    pub level: Level,
    /// The same player with more lookahead, as the value of a key, and what it does, as a clause; empty
    /// if there is none.
    pub deeper: (&'static str, &'static str),
    /// Key that decides whether a file can have the player: it must be given, or must not be.
    pub with_key: Option<(&'static str, bool)>,
}

/// Level of play that a player represents in comparisons of good and simple play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Simple tactics; at most one player of a kind.
    Simple,
    /// Good play.
    Good,
    /// Any other level.
    Other,
}

impl PlayerHelp {
    /// Returns the choices of a key as players, none of them slow.
    pub const fn quick<const COUNT: usize>(choices: &[ChoiceName; COUNT]) -> [Self; COUNT] {
        let mut players = [Self {
            name: "",
            help: "",
            slow: false,
            level: Level::Other,
            deeper: ("", ""),
            with_key: None,
        }; COUNT];
        let mut index = 0;
        while index < COUNT {
            (players[index].name, players[index].help) = (choices[index].name, choices[index].help);
            index += 1;
        }
        players
    }

    /// Returns whether a file can have the player at all.
    pub fn is_for(&self, file: &CheckedTable) -> bool {
        self.with_key
            .is_none_or(|(key, given)| file.given(key) == given)
    }
}

/// A role with its own player, such as a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seat {
    /// Name of the seat, such as `heroes`.
    pub name: String,
    /// Path of the key for the player, as in `--set`.
    pub path: String,
    /// Outcome that the player tries to reach.
    pub outcome: String,
    /// Names of the participants in the seat that have their own players.
    pub own: Vec<String>,
    /// Name of the player.
    pub player: &'static str,
    /// Value of the key at `path` without an error rate, as in `--set`: the player's name, or a table
    /// with its settings.
    pub value: String,
    /// True if `value` is a table.
    pub has_settings: bool,
}

impl Seat {
    /// Returns the seat whose player is the key `player` of a checked table: a name, or a table
    /// with a `name`. Returns `None` if that is not valid.
    pub fn at(table: &CheckedTable, name: &str, outcome: &str) -> Option<Self> {
        let sitting = table.item("player")?;
        let (player, value) = match sitting.as_table() {
            Some(settings) => (settings.choice("name")?, literal_without(settings, "error")),
            None => (sitting.as_choice()?, literal(sitting)),
        };
        Some(Self {
            name: name.to_owned(),
            path: table.path_of("player"),
            outcome: outcome.to_owned(),
            own: Vec::new(),
            player,
            has_settings: value.starts_with('{'),
            value,
        })
    }

    /// Returns the player with an error rate, 0 to 1, as the value of the key at
    /// [`path`](Self::path).
    pub fn with_errors(&self, rate: f64) -> String {
        let settings = self.value.strip_suffix('}').filter(|_| self.has_settings);
        match settings {
            Some(settings) => format!("{settings}, error = {rate}}}"),
            None => format!("{{name = \"{}\", error = {rate}}}", self.player),
        }
    }

    /// Returns an empty list, for contests without decisions.
    pub fn none(_: &CheckedTable) -> Vec<Self> {
        Vec::new()
    }
}

/// A possible outcome of a contest. Outcomes are exclusive and exhaustive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Name in results, such as `heroes`.
    pub name: String,
    /// Event as a clause for a sentence: `heroes win`.
    pub phrase: String,
    /// Predicate of the clause if a side or an actor is its subject: `win`.
    pub predicate: Option<String>,
    /// True if the outcome is shown even if it never occurred.
    pub always_shown: bool,
    /// Owner of the outcome.
    pub owner: OutcomeOwner,
}

/// A limit of a file that can cut off trials.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cutoff {
    /// Key of the limit, such as `limit.rounds`.
    pub key: &'static str,
    /// Value of the limit.
    pub most: u32,
    /// Unit of the limit, as a plural, such as `rounds`.
    pub unit: &'static str,
    /// Index of the outcome of trials that were cut off; `None` if they have other outcomes, so that
    /// only [exact answers](super::ExactDistribution::cut_off) know their share.
    pub outcome: Option<usize>,
}

/// The main figure of an answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum MainFigure {
    /// Share of the first outcome.
    #[default]
    First,
    /// Share of these outcomes together, by index; at least one.
    Successes(Vec<usize>),
    /// Share of the most likely outcome, which is neither a success nor a failure.
    MostLikely,
    /// Mean of the score: the metric of this name. Answers that compare contests are about the first
    /// outcome.
    Score(String),
    /// Mean of the metric of this name.
    Metric(String),
}

/// Owner of an outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OutcomeOwner {
    /// The participant under test, or a side.
    #[default]
    Participant,
    /// A failure of the participant under test; a contest may have more than one failure.
    Failure,
    /// No owner.
    Unowned,
}

/// Returns the clause of an outcome for sentences about how often it occurs, such as `heroes win`.
pub(crate) fn clause(name: &str, phrase: &str) -> String {
    if phrase == Outcome::named(name) {
        format!("{name} occurs")
    } else {
        phrase.to_owned()
    }
}

impl Outcome {
    /// Returns an outcome that is shown even if it never occurred.
    pub fn new(name: impl Into<String>, phrase: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            phrase: phrase.into(),
            predicate: None,
            always_shown: true,
            owner: OutcomeOwner::Participant,
        }
    }

    /// Returns the clause of an outcome that has only a name.
    pub fn named(name: &str) -> String {
        format!("the outcome is {name}")
    }

    /// Returns whether the outcome has only a name, and no clause of its own.
    pub fn is_only_named(&self) -> bool {
        self.phrase == Self::named(&self.name)
    }

    /// Returns the outcome as a clause for sentences about how often it occurs.
    pub fn clause(&self) -> String {
        clause(&self.name, &self.phrase)
    }

    /// Returns an outcome like [`new`](Self::new) whose clause has a side or an actor as subject.
    pub fn of(name: impl Into<String>, subject: &str, predicate: impl Into<String>) -> Self {
        let predicate = predicate.into();
        Self {
            phrase: format!("{subject} {predicate}"),
            predicate: Some(predicate),
            ..Self::new(name, "")
        }
    }

    /// Returns the outcome as a failure of the participant under test.
    #[must_use]
    pub fn failing(self) -> Self {
        Self {
            owner: OutcomeOwner::Failure,
            ..self
        }
    }

    /// Returns the outcome as one without an owner, such as a tie.
    #[must_use]
    pub fn even(self) -> Self {
        Self {
            owner: OutcomeOwner::Unowned,
            ..self
        }
    }

    /// Returns an outcome that is shown only if it occurred.
    pub fn rare(name: impl Into<String>, phrase: impl Into<String>) -> Self {
        Self {
            always_shown: false,
            owner: OutcomeOwner::Unowned,
            ..Self::new(name, phrase)
        }
    }

    /// Returns the outcomes of a fight: one for each side (name and number of members), `draw`, and
    /// `unresolved` with the given phrase. A side with one member takes the singular verb.
    pub fn of_sides<'a>(
        sides: impl Iterator<Item = (&'a str, usize)>,
        unresolved: &str,
    ) -> Vec<Self> {
        let wins = |(name, count): (&str, usize)| {
            let verb = if count == 1 { "wins" } else { "win" };
            Self::of(name, name, verb)
        };
        let open = [
            Self::rare("draw", "no side is left standing"),
            Self::rare("unresolved", unresolved),
        ];
        sides.map(wins).chain(open).collect()
    }
}

/// Interpretation of a metric.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// A number, shown as mean and quantiles.
    Number,
    /// 0 or 1; the mean is a share.
    YesNo,
    /// A count out of a maximum; the mean divided by the maximum is a share.
    OutOf(u32),
    /// A number at each of a series of times. The subject is the time, in this unit; all metrics
    /// with the same base form a path.
    Path(&'static str),
}

/// An integer that each trial of a contest produces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Metric {
    /// Name of the quantity, such as `taken_out`.
    pub base: &'static str,
    /// Help text; may be empty.
    pub help: &'static str,
    /// Participant or thing that is measured, such as `Dirk`; empty for the whole contest.
    pub subject: String,
    /// Group in which the subject is shown, such as its side; may be empty.
    pub section: String,
    /// Unit of the values, such as `turns`.
    pub unit: &'static str,
    /// Interpretation of the values.
    pub scale: Scale,
    /// Lowest and highest expected value. Other values are counted too, but more slowly.
    pub expected: (i64, i64),
    /// Value of trials in which the metric is not measured, such as 0 for the turn of an event that
    /// never occurs. Mean, quantiles and histogram exclude these trials; the share of the other
    /// trials is shown.
    pub never: Option<i64>,
}

impl Metric {
    /// Returns a metric of the whole contest with expected values between `lowest` and `highest`.
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

    /// Returns the metric about `subject`, shown in the group `section`.
    #[must_use]
    pub fn about(mut self, subject: &str, section: &str) -> Self {
        subject.clone_into(&mut self.subject);
        section.clone_into(&mut self.section);
        self
    }

    /// Returns the metric as a count out of `most`, or as yes or no if `most` is 1.
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

    /// Returns the metric with expected values between `lowest` and `highest`.
    #[must_use]
    pub fn within(mut self, lowest: i64, highest: i64) -> Self {
        self.expected = (lowest, highest);
        self
    }

    /// Returns the metric with `value` for trials in which it is not measured.
    #[must_use]
    pub fn or_never(mut self, value: i64) -> Self {
        self.never = Some(value);
        self.expected.0 = self.expected.0.min(value);
        self
    }

    /// Returns whether a value is a measurement, rather than that of [`never`](Self::never).
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

    /// Returns the probability that the metric is measured, and its distribution in that case: the
    /// possible values, ascending, with their probabilities.
    pub fn distribution(&self, masses: &[(i64, f64)]) -> (f64, Vec<(i64, f64)>) {
        let measured = masses.iter().filter(|one| self.is_measured(one.0));
        // The `sum` of no terms would be negative zero.
        let all = measured.clone().fold(0.0, |all, one| all + one.1);
        let possible = measured.filter(|one| one.1 > 0.0);
        (
            all,
            possible.map(|&(value, mass)| (value, mass / all)).collect(),
        )
    }

    /// Returns the metric as a count out of `count`, like [`out_of`](Self::out_of). If `count` is
    /// 1, the unit also becomes `yes or no`.
    #[must_use]
    pub fn counting(mut self, count: u32) -> Self {
        if count == 1 {
            self.unit = "yes or no";
        }
        self.out_of(count)
    }

    /// Returns the name in results: `turns`, `taken_out.Dirk`.
    pub fn name(&self) -> String {
        if self.subject.is_empty() {
            self.base.to_owned()
        } else {
            format!("{}.{}", self.base, self.subject)
        }
    }
}

/// A state of participants that can end during a contest, such as `standing`. Charts show the share
/// still in the state after each turn as a survival curve.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Timeline {
    /// Name of the state, such as `standing`.
    pub base: &'static str,
    /// Subject of the state, such as `Dirk`.
    pub subject: String,
    /// Group in which the curve is shown, such as a side.
    pub section: String,
    /// Unit of time, such as `turns`.
    pub unit: &'static str,
    /// Number of units in the state at the start of each trial.
    pub of: u32,
}

/// Estimated cost of a contest, in nanoseconds of one ordinary core. It is computed from constants
/// and never measured, so that decisions based on it are the same on every machine. The true cost
/// differs by a small factor at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// One-time cost of solving: for optimal players and for the exact answer.
    pub setup: u64,
    /// Cost per trial.
    pub per_trial: u64,
}

impl Cost {
    /// Cost of a second on two cores, in nanoseconds.
    pub const SECOND: u64 = 2_000_000_000;
}

/// Description of a prepared contest.
#[derive(Clone, Debug, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "independent properties of a contest"
)]
pub struct Description {
    /// Outcomes, the most important one first.
    pub outcomes: Vec<Outcome>,
    /// Metrics, in a fixed order.
    pub metrics: Vec<Metric>,
    /// Timelines, in a fixed order.
    pub timelines: Vec<Timeline>,
    /// Flow between stages, for charts; `None` for a contest without stages.
    pub flow: Option<PathFlow>,
    /// Warnings about parts of the file, each with its place.
    pub warnings: Vec<String>,
    /// Bases of the metrics for a summary, the most informative first.
    pub highlights: &'static [&'static str],
    /// Main figure of an answer, with which summaries begin.
    pub main: MainFigure,
    /// Limits of the file that can cut off trials.
    pub cutoffs: Vec<Cutoff>,
    /// Configured players; empty without decisions.
    pub players: ConfiguredPlayers,
    /// True if any configured player is too slow for a million trials by default.
    pub is_slow: bool,
    /// True if the evaluation of a thousand trials is expensive although the trials are not.
    pub is_slow_to_evaluate: bool,
    /// True if good players of this contest may lose much to players with more lookahead; see
    /// [`PlayerHelp::deeper`].
    pub rewards_lookahead: bool,
    /// True if a player has standing orders, so that it counts as neither good nor simple play.
    pub has_orders: bool,
    /// Sides that may win, at least two; empty without decisions.
    pub sides: Vec<RatedSide>,
    /// Actors that decide, in the order of their sides; empty without decisions.
    pub actors: Vec<ActingSide>,
    /// Errors of the actors.
    pub errors: PlayerErrors,
    /// Density of the estimates along a trial, measured on first use.
    pub evaluation_density: OnceLock<EvaluationDensity>,
}

impl Description {
    /// Sets the only player of a contest with this number of rollers besides those of errors.
    pub fn set_player(&mut self, player: &str, rate: ErrorRate, other_rollers: usize) {
        self.players = ConfiguredPlayers::single(rate.named(player));
        self.errors = PlayerErrors::new([rate], other_rollers);
    }

    /// Returns the names of the rollers of errors, which follow all others of the contest.
    pub fn error_rollers(&self) -> impl Iterator<Item = String> {
        self.errors.rollers(&self.actors)
    }

    /// Returns the successes as one outcome, if the main figure adds up more than one. Successes with
    /// the same clause have it once.
    pub fn added_successes(&self) -> Option<Outcome> {
        let MainFigure::Successes(successes) = &self.main else {
            return None;
        };
        if successes.len() < 2 {
            return None;
        }
        let all: Vec<&Outcome> = successes.iter().map(|&one| &self.outcomes[one]).collect();
        let names: Vec<&str> = all.iter().map(|one| one.name.as_str()).collect();
        let name = names.join(" or ");
        let phrase = if all.iter().all(|one| one.is_only_named()) {
            Outcome::named(&name)
        } else {
            let mut phrases: Vec<&str> = Vec::new();
            for one in &all {
                if !phrases.contains(&&*one.phrase) {
                    phrases.push(&one.phrase);
                }
            }
            phrases.join(" or ")
        };
        Some(Outcome::new(name, phrase))
    }
}

/// Players that a [substitute](Describe::substitute) replaces, and by which.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replaced {
    /// Players that cannot be computed before trials, by the strongest players that are affordable.
    Uncomputable,
    /// All players that may need it, by this number of play-outs, or by simple players; none is computed.
    All(Option<u32>),
}

/// A contest in which other players take the places of those that cannot be computed.
pub struct Substitute {
    /// The contest, without a warning about it.
    pub contest: Box<dyn Contest>,
    /// Seats with other players.
    pub seats: Vec<ReplacedSeat>,
    /// Number of play-outs of the other players; `None` for players without play-outs.
    pub playouts: Option<u32>,
    /// Name of the players that cannot be computed.
    pub wanted: &'static str,
    /// Reason, as a sentence without a full stop; empty for [`Replaced::All`].
    pub reason: String,
}

/// A seat with another player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplacedSeat {
    /// Name of the seat.
    pub name: String,
    /// Name of the player.
    pub player: &'static str,
    /// The player as the value of a key.
    pub value: String,
}

/// A prepared contest: its description, and its optional parts.
pub trait Describe: Send + Sync {
    /// Returns the description.
    fn description(&self) -> &Description;

    /// Returns the stable names of all rollers, in the order of their indices.
    fn rollers(&self) -> Vec<String>;

    /// Returns the estimated cost with the configured players.
    fn cost(&self) -> Cost {
        Cost {
            setup: 0,
            per_trial: 1_000,
        }
    }

    /// Returns the openings with estimated chances, if the contest has a control variate.
    fn openings(&self) -> Option<&dyn Openings> {
        None
    }

    /// Returns a faster implementation of the trials of a seed that gives the same counts; `None`
    /// if the contest has none.
    fn fast_trials(&self, seed: u64) -> Option<Box<dyn Trials + '_>> {
        let _ = seed;
        None
    }

    /// Returns the lasting effects of trials on participants and possessions.
    fn lasting_effects(&self) -> &dyn LastingEffects {
        &()
    }

    /// Returns the contest with other players; `None` if there are none to replace.
    fn substitute(&self, replaced: Replaced) -> Option<Substitute> {
        let _ = replaced;
        None
    }

    /// Returns the position evaluation, if the contest has one.
    fn evaluation(&self) -> Option<&dyn Evaluate> {
        None
    }

    /// Returns the source of hints for typed positions.
    ///
    /// # Errors
    /// Returns the reason why the contest has no hints, with an alternative, as a clause.
    fn hints(&self) -> Result<&dyn Hints, &'static str> {
        Err("it has no decisions; `run` it instead")
    }

    /// Returns the [outcomes](Description::outcomes).
    fn outcomes(&self) -> &[Outcome] {
        &self.description().outcomes
    }

    /// Returns the [metrics](Description::metrics).
    fn metrics(&self) -> &[Metric] {
        &self.description().metrics
    }

    /// Returns the [timelines](Description::timelines).
    fn timelines(&self) -> &[Timeline] {
        &self.description().timelines
    }

    /// Returns the [configured players](Description::players).
    fn players(&self) -> ConfiguredPlayers {
        self.description().players.clone()
    }

    /// Returns whether any configured player [is slow](Description::is_slow).
    fn is_slow(&self) -> bool {
        self.description().is_slow
    }

    /// Returns the index of the first highlighted metric of the whole contest.
    fn leading(&self) -> Option<usize> {
        let Description {
            metrics,
            highlights,
            ..
        } = self.description();
        highlights.iter().find_map(|base| {
            let is_meant = |metric: &Metric| metric.base == *base && metric.subject.is_empty();
            metrics.iter().position(is_meant)
        })
    }
}
