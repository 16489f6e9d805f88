//! A checked file as a contest. `scope` has its names and what its expressions may read; the other submodules read the
//! rolls, the steps and the sides.

mod form;
mod kept;
mod rolls;
mod scope;
mod sides;
mod steps;

use super::keys::{At, Bounds, ChoiceKeys, File, LARGEST_VALUE, LimitKeys, OutcomeKeys, StepKeys};
use super::writes::combined;
use super::{DiceContest, Ending, Parts, Side, State, Step};
use evenodds_core::contest::{Lenient, Outcome};
use evenodds_core::document::{CheckedTable, Fault, Faults, Item, Span};
use evenodds_dice::expression::functions;
use evenodds_dice::expression::{
    Name, Node, NodeId, ParsedText, Parser, Program, Range, SyntaxFault,
};
use form::Draft;
use scope::{AFTER_STEPS, Named, Readable, Scope};
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

/// Largest value of a state without bounds in the file.
const MOST_STATE: i64 = 1_000_000;
/// Words that cannot be names.
pub(super) const WORDS: [&str; 10] = [
    "or", "and", "not", "if", "then", "else", "rounds", "ties", "from", "refill",
];
/// Limit of rounds in contests with choices, and in those that read the number of rounds.
const SHORT_ROUNDS: u32 = 1_000;
/// Name of the number of rounds in expressions.
const ROUNDS: &str = "rounds";
/// Maximum number of variables: states, things in bags and choices.
const MOST_VARIABLES: usize = 64;
/// Maximum number of times that a step is taken in a row.
const MOST_TIMES: i64 = 1_000;

/// Reads a checked file and reports all faults of names and expressions.
pub(super) fn read(table: &CheckedTable, faults: &mut Faults) -> Option<DiceContest> {
    let before = faults.iter().count();
    refuse_turns(table, faults);
    let file = File::read(table)?;
    let draft = Draft::of(&file);
    // Limits of values that follow from faulty changes are not reported.
    let is_draft = draft.is_none();
    let is_complete = !faults.iter().any(hides_names);
    let mut builder = Builder::new(faults, draft.unwrap_or_default());
    builder.is_complete = is_complete;
    builder.program.is_draft = is_draft;
    let contents = builder.contents(&file).filter(|_| !is_draft);
    let (mut program, mut parts) = contents.filter(|_| faults.iter().count() == before)?;
    for step in &mut parts.steps {
        step.writes = combined(&mut program, &step.writes);
    }
    Some(DiceContest::new(program, parts))
}

/// Returns whether expressions can read a name: letters, digits and _, beginning with a letter.
pub(super) fn is_word(name: &str) -> bool {
    let mut letters = name.chars().enumerate();
    letters.all(|(place, c)| c.is_alphabetic() || c == '_' || place > 0 && c.is_numeric())
}

/// Names that mean the same in all expressions of a file, with the program that has them.
pub(super) struct Vocabulary {
    pub program: Program,
    pub names: BTreeMap<String, Name>,
}

/// Reads the numbers, tables and dice of a file.
pub(super) fn vocabulary(file: &File, faults: &mut Faults) -> Option<Vocabulary> {
    let mut builder = Builder::new(faults, Draft::default());
    builder.program.most_explosions = LimitKeys::read(&file.limit)?.explode;
    builder.numbers(file.number.all())?;
    builder.tables(file.table.all());
    builder.dice(file.die.all());
    let names = builder.names.into_iter();
    Some(Vocabulary {
        program: builder.program,
        names: names.map(|(name, named)| (name, named.meaning)).collect(),
    })
}

/// Reports keys that only contests of teams have, and a file without outcomes.
fn refuse_turns(table: &CheckedTable, faults: &mut Faults) {
    let keys = [
        "each",
        "order",
        "order_each_round",
        "at_once",
        "target",
        "against",
        "action",
    ];
    for step in table.tables("step") {
        for key in keys.into_iter().filter(|key| step.given(key)) {
            let accepted = "only contests of teams have turns; add [team.NAME] with members";
            faults.refuse(step, key, accepted, None);
        }
        if let Some(roll) = step.item("roll")
            && roll.as_map().is_some()
        {
            let accepted = "expected names of rolls; only contests of teams have rolls in a step";
            faults.refuse_item(roll, "has rolls", accepted, None);
        }
    }
    let is_broken = faults.is_broken(table.own_span().source());
    if !table.given("outcome") && !is_broken {
        let accepted = "expected at least one [[outcome]], or teams under [team]";
        faults.refuse(table, "outcome", accepted, None);
    }
}

/// Tables whose keys are names that expressions read.
const OF_NAMES: [&str; 8] = [
    "number", "die", "let", "table", "bag", "roll", "state", "metric",
];

/// Returns whether names of the file may be missing because of a fault of its syntax or of a whole
/// table.
fn hides_names(fault: &Fault) -> bool {
    let is_table = OF_NAMES.contains(&&*fault.path);
    let is_mistyped = !fault.path.contains(['.', '[']) && fault.found == "is not a key here";
    fault.path.is_empty() || is_table || is_mistyped
}

/// Reader of a file.
struct Builder<'a> {
    program: Program,
    names: BTreeMap<String, Named>,
    /// Variables of the choices by name.
    choices: BTreeMap<String, usize>,
    /// Numbers of the options that have names.
    options: BTreeMap<String, i64>,
    faults: &'a mut Faults,
    /// Facts that the form of the expressions shows.
    draft: Draft,
    /// True if an expression has read the number of rounds.
    reads_rounds: Cell<bool>,
    /// True if all names of the file could be read.
    is_complete: bool,
    warnings: Vec<String>,
}

impl<'a> Builder<'a> {
    fn new(faults: &'a mut Faults, draft: Draft) -> Self {
        Self {
            program: Program::new(),
            names: BTreeMap::new(),
            choices: BTreeMap::new(),
            options: BTreeMap::new(),
            faults,
            draft,
            reads_rounds: Cell::new(false),
            is_complete: true,
            warnings: Vec::new(),
        }
    }

    fn contents(mut self, file: &File) -> Option<(Program, Parts)> {
        let parts = self.parts(file)?;
        Some((self.program, parts))
    }
}

/// Returns the entries of a map in the order of their names, with their positions in the file.
pub(super) fn by_name(entries: &[(String, Item)]) -> Vec<(usize, &str, &Item)> {
    let entries = entries.iter().enumerate();
    let mut sorted: Vec<_> = entries
        .map(|(place, (name, item))| (place, &**name, item))
        .collect();
    sorted.sort_by_key(|entry| entry.1);
    sorted
}

impl Builder<'_> {
    fn parts(&mut self, file: &File) -> Option<Parts> {
        let limit = LimitKeys::read(&file.limit)?;
        self.program.most_explosions = limit.explode;
        self.numbers(file.number.all())?;
        self.tables(file.table.all());
        self.dice(file.die.all());
        let mut states = self.states(file.state.all())?;
        let declared = states.len();
        let is_single = file
            .outcome
            .all()
            .iter()
            .any(|outcome| outcome.when.is_none());
        let most_rounds = self.most_rounds(file, limit.rounds)?;
        let rounds = self.rounds(&mut states, is_single, most_rounds);
        self.bags(file.bag.all(), &mut states)?;
        let counters = self.counters(file.step.all(), &mut states)?;
        let sides = Self::sides(file.side.all());
        self.choice_variables(file.step.all())?;
        self.rolls(file.roll.all(), file.named.all());
        let mut next_choice = states.len();
        if !file.limit.given("explode") && !self.program.is_draft {
            self.warn_of_explosions(file.roll.all());
        }
        let mut steps = Vec::new();
        let single = file.step.all().len() <= 1 && counters.iter().all(Option::is_none);
        let mut refills = Vec::new();
        for (step, counter) in file.step.all().iter().zip(counters) {
            let mut refill = Vec::new();
            let all = (&states[..declared], &mut refill);
            let mut read = self.step(step, all, &sides, &mut next_choice)?;
            if let (Some(times), Some(counter)) = (&step.times, counter) {
                read.times = Some((self.times(times, counter, &mut states)?, counter));
            }
            steps.push(read);
            refills.push(refill);
        }
        let readable = if single {
            Readable::default()
        } else {
            AFTER_STEPS
        };
        let endings = self.endings(file.outcome.all(), readable)?;
        let (mut metrics, mut metric_places) = (Vec::new(), Vec::new());
        for (place, name, item) in by_name(file.metric.all()) {
            let node = self.expression(item, readable)?;
            metrics.push((name.to_owned(), node));
            metric_places.push(place);
        }
        if steps.is_empty() {
            steps.push(Step::default());
        }
        if single {
            let roots = endings.iter().filter_map(|ending| ending.when);
            let roots: Vec<NodeId> = roots.chain(metrics.iter().map(|metric| metric.1)).collect();
            self.add_rolls(&mut steps[0], &roots);
        }
        for (index, step) in steps.iter_mut().enumerate() {
            let refills = refills.get_mut(index).map(std::mem::take);
            self.draw(step, refills.unwrap_or_default(), file.roll.all())?;
        }
        self.check_rolls(&steps, states.len(), file.roll.all())?;
        let names: Vec<String> = endings.iter().map(|ending| ending.name.clone()).collect();
        let metric_names: Vec<String> = metrics.iter().map(|metric| metric.0.clone()).collect();
        let sides = sides.into_iter().zip(file.side.all());
        let sides = sides
            .map(|(side, table)| self.aim(side, table, &names, &metric_names))
            .collect::<Option<Vec<Side>>>()?;
        self.check_rules(&sides, &steps, file.side.all())?;
        Some(Parts {
            states,
            declared,
            rounds,
            steps,
            endings,
            metrics,
            metric_places,
            sides,
            warnings: std::mem::take(&mut self.warnings),
            most_rounds,
            most_explosions: limit.explode,
            most_states: limit.states.0? as usize,
            most_steps: limit.steps.map(i64::unsigned_abs),
        })
    }

    /// Reads the parameters.
    fn numbers(&mut self, numbers: &[(String, Item)]) -> Option<()> {
        for (_, name, item) in by_name(numbers) {
            let (value, _) = self.bounded(item, None)?;
            let node = self.program.number(value);
            self.name(name, item, Name::Value(node));
        }
        Some(())
    }

    /// Reads the states, whose variables are the first ones.
    fn states(&mut self, entries: &[(String, Item)]) -> Option<Vec<State>> {
        let mut states = Vec::new();
        for (place, name, item) in by_name(entries) {
            let never_raised = self.draft.never_raised.get(states.len()) == Some(&true);
            let (start, bounds) = self.bounded(item, Some(MOST_STATE))?;
            let is_open = item.as_table().is_none_or(|table| !table.given("most"));
            let high = if never_raised && is_open {
                start
            } else {
                bounds.high
            };
            let bounds = Range { high, ..bounds };
            let node = self.variable(name, item, bounds)?;
            self.name(name, item, Name::Value(node));
            states.push(State {
                name: name.to_owned(),
                place,
                start,
                bounds,
            });
        }
        Some(states)
    }

    /// Adds the variables of the choices. Their conditions are read with the steps.
    fn choice_variables(&mut self, steps: &[StepKeys]) -> Option<()> {
        self.option_names(steps);
        for step in steps {
            for (_, name, item) in by_name(step.choose.all()) {
                let choice = item.as_table().and_then(ChoiceKeys::read);
                let is_reroll = choice
                    .as_ref()
                    .is_some_and(|choice| choice.reroll.is_some());
                let among = choice.and_then(|choice| choice.among);
                let among = among.as_ref().and_then(Item::as_list).unwrap_or_default();
                let among: Vec<i64> = among.iter().filter_map(|one| self.option(one)).collect();
                if is_reroll && among.is_empty() {
                    continue;
                }
                let low = among.iter().min().copied().unwrap_or(0);
                let high = among.iter().max().copied().unwrap_or(0);
                self.choices
                    .insert(name.to_owned(), self.program.variables.len());
                let node = self.variable(name, item, Range { low, high })?;
                self.name(name, item, Name::Value(node));
            }
        }
        Some(())
    }

    /// Reads the outcomes.
    fn endings(&mut self, outcomes: &[OutcomeKeys], readable: Readable<'_>) -> Option<Vec<Ending>> {
        let mut endings = Vec::new();
        for outcome in outcomes {
            let name = outcome.name.0.clone()?;
            let when = match &outcome.when {
                Some(item) => Some(self.expression(item, readable)?),
                None => None,
            };
            let phrase = match &outcome.phrase {
                Some(Lenient(phrase)) => phrase.clone()?,
                None => Outcome::named(&name),
            };
            endings.push(Ending {
                name,
                phrase,
                when,
                at_round: outcome.at.0? == At::Round,
                is_success: outcome.success,
            });
        }
        Some(endings)
    }

    /// Declares a name, and reports one that is not allowed or used twice.
    fn name(&mut self, name: &str, item: &Item, meaning: Name) {
        let is_word = is_word(name);
        if !is_word || WORDS.contains(&name) || functions::named(name).is_some() {
            let found = if is_word {
                "is a word of expressions"
            } else {
                "is not a name"
            };
            let accepted = if is_word {
                "expected another name"
            } else {
                "expected letters, digits and _, beginning with a letter"
            };
            self.faults.refuse_item(item, found, accepted, None);
            if is_word {
                self.faulty(name);
            }
            return;
        }
        if let Some(Named {
            place: Some(place), ..
        }) = self.names.get(name)
        {
            let found = format!("has a name that is already used at {place}");
            self.faults
                .refuse_item(item, found, "expected another name", None);
            self.faulty(name);
            return;
        }
        let choices: BTreeSet<usize> = self.choices.values().copied().collect();
        let (mut rolls, mut read) = (Vec::new(), Vec::new());
        if let Name::Value(node) = meaning {
            rolls.extend(self.program.rolls_shown(node));
            let is_read = |choice: &usize| self.program.reads_variable(node, *choice);
            read.extend(choices.into_iter().filter(is_read));
        }
        let named = Named {
            meaning,
            place: Some(item.span()),
            rolls,
            choices: read,
        };
        self.names.insert(name.to_owned(), named);
    }

    /// Lets expressions that read a name report nothing, since its definition has a fault.
    fn faulty(&mut self, name: &str) {
        let named = self.names.entry(name.to_owned()).or_insert(Named {
            meaning: Name::Faulty,
            place: None,
            rolls: Vec::new(),
            choices: Vec::new(),
        });
        named.meaning = Name::Faulty;
    }

    /// Returns whether the definition of a name has a fault.
    fn is_faulty(&self, name: &str) -> bool {
        let named = self.names.get(name);
        named.is_some_and(|named| named.meaning == Name::Faulty)
    }

    /// Reports a value that names nothing of the file, unless its definition could not be read.
    fn refuse_unknown(&mut self, item: &Item, found: impl Into<String>, accepted: String) {
        if self.is_complete {
            self.faults.refuse_item(item, found, accepted, None);
        }
    }

    /// Reports the place of a variable if there are too many.
    fn has_room(&mut self, item: &Item, name: &str) -> Option<()> {
        if self.program.variables.len() < MOST_VARIABLES {
            return Some(());
        }
        let found = format!("makes {name} one variable too many");
        let accepted =
            format!("expected at most {MOST_VARIABLES} states, things in bags and choices");
        self.faults.refuse_item(item, found, accepted, None);
        None
    }

    /// Adds a variable.
    fn variable(&mut self, name: &str, item: &Item, bounds: Range) -> Option<NodeId> {
        let variable = self.program.variables.len();
        self.has_room(item, name)?;
        self.program.variables.push(bounds);
        self.program.add(Node::Variable(variable)).ok()
    }

    /// Returns the value and the bounds of a parameter or a state. `most` is the highest value
    /// without a bound in the file.
    fn bounded(&mut self, item: &Item, most: Option<i64>) -> Option<(i64, Range)> {
        let (value, least, highest) = match item.as_table() {
            Some(table) => {
                let Bounds { value, least, most } = Bounds::read(table)?;
                (value, least, most)
            }
            None => (item.as_integer()?, None, None),
        };
        let default_most = most.unwrap_or(LARGEST_VALUE);
        let default_least = if most.is_some() && value >= 0 {
            0
        } else {
            -default_most
        };
        let bounds = Range {
            low: least.unwrap_or(default_least.min(value)),
            high: highest.unwrap_or(default_most.max(value)),
        };
        if bounds.contains(value) {
            return Some((value, bounds));
        }
        let table = item.as_table()?;
        let accepted = format!("expected {} to {}", bounds.low, bounds.high);
        self.faults.refuse(table, "value", accepted, None);
        None
    }

    /// Parses an expression of the file and reports its fault.
    fn expression(&mut self, item: &Item, readable: Readable<'_>) -> Option<NodeId> {
        if let Some(number) = item.as_integer() {
            return Some(self.program.number(number));
        }
        let Some(text) = item.as_text() else {
            if item.as_list().is_some() {
                let accepted = "expected an expression; only `refill` has a list";
                self.faults.refuse_item(item, "is a list", accepted, None);
            }
            return None;
        };
        let (parsed, _) = self.parsed(text, None, readable, &BTreeSet::new());
        match parsed {
            Ok(parsed) => Some(parsed.value),
            Err(fault) => {
                self.report(item, text, fault);
                None
            }
        }
    }

    /// Reports the fault of an expression, unless it follows from another one.
    fn report(&mut self, item: &Item, text: &str, fault: SyntaxFault) {
        if !fault.is_consequence {
            self.faults.push(located(item, text, fault));
        }
    }

    /// Parses a text, and returns the first of the `pending` rolls that it reads as well.
    fn parsed(
        &mut self,
        text: &str,
        roll: Option<usize>,
        readable: Readable<'_>,
        pending: &BTreeSet<&str>,
    ) -> (Result<ParsedText, SyntaxFault>, Option<String>) {
        let scope = Scope {
            names: &self.names,
            choices: &self.choices,
            roll,
            readable,
            pending,
            wanted: RefCell::new(None),
            reads_rounds: &self.reads_rounds,
            is_complete: self.is_complete,
        };
        let parsed = Parser::parse(&mut self.program, &scope, text);
        (parsed, scope.wanted.into_inner())
    }

    /// Warns of a meaning that differs from earlier versions.
    fn warn(&mut self, item: &Item, found: impl Into<String>, accepted: impl Into<String>) {
        let warning = Fault::new(item.span(), item.path(), found, accepted);
        self.warnings.push(warning.to_string());
    }
}

/// Returns what a fault accepts: one of these names, or `none` if there are none.
fn one_of<'a>(names: impl Iterator<Item = &'a String>, none: &str) -> String {
    let names: Vec<&str> = names.map(String::as_str).collect();
    if names.is_empty() && !none.is_empty() {
        return none.to_owned();
    }
    format!("expected one of \"{}\"", names.join("\", \""))
}

/// Returns the fault of an expression at its place in the file.
pub(super) fn located(item: &Item, text: &str, fault: SyntaxFault) -> Fault {
    let place = item.span();
    let span = place.range();
    let written = &place.source().text()[span.clone()];
    // A text with escapes is reported as a whole.
    let quote = ["\"\"\"", "'''", "\"", "'"];
    let mut quote = quote.into_iter();
    let inner = quote
        .find_map(|quote| {
            let inner = written.strip_prefix(quote)?.strip_suffix(quote)?;
            (inner == text).then_some(quote.len())
        })
        .or((written == text).then_some(0));
    let place = match inner {
        Some(start) => Span::new(
            place.source(),
            span.start + start + fault.place.start..span.start + start + fault.place.end,
        ),
        None => place,
    };
    Fault::new(place, item.path(), fault.found, fault.accepted)
}
