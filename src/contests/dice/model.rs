//! A checked file as a contest: names, expressions, steps.

use super::choices::{Choice, MOST_REROLLED, Options};
use super::exact::chance_of_more;
use super::expression::{
    BinaryOp, Die, DieRule, Evaluator, FUNCTIONS, KnownDie, Name, Node, NodeId, Parser, PoolId,
    Program, Range, Reader, Roll, SymbolDie, SyntaxFault, Values, weighted,
};
use super::keys::{At, LARGEST_VALUE, Player};
use super::sight::{Sight, order, sights};
use super::writes::combined;
use super::{Aim, DiceContest, Ending, Parts, Side, State, Step, Write};
use crate::contest::Typed;
use crate::document::{CheckedTable, Fault, Faults, Item, Span};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// Probability of explosions beyond the default limit from which on a warning says so.
const NOTABLE: f64 = 1e-6;
/// Largest value of a state without bounds in the file.
const MOST_STATE: i64 = 1_000_000;
/// Words that cannot be names.
const WORDS: [&str; 8] = ["or", "and", "not", "if", "then", "else", "rounds", "ties"];
/// Maximum number of variables: states and choices.
const MOST_VARIABLES: usize = 64;

/// Reads a checked file and reports all faults of names and expressions.
pub(super) fn read(table: &CheckedTable, faults: &mut Faults) -> Option<DiceContest> {
    let before = faults.iter().count();
    let never_raised = never_raised(table);
    // Limits of values that follow from faulty changes are not reported.
    let is_draft = never_raised.is_none();
    let mut builder = Builder::new(faults, never_raised.unwrap_or_default());
    builder.program.is_draft = is_draft;
    let contents = builder.contents(table).filter(|_| !is_draft);
    let (mut program, mut parts) = contents.filter(|_| faults.iter().count() == before)?;
    for step in &mut parts.steps {
        step.writes = combined(&mut program, &step.writes);
    }
    Some(DiceContest::new(program, parts))
}

/// Returns the states that no step raises above their start value, by place. They follow from the
/// changes of the states, which are read with generous bounds; `None` if that finds faults.
fn never_raised(table: &CheckedTable) -> Option<Vec<bool>> {
    if table.map("state").is_empty() {
        return Some(Vec::new());
    }
    let mut faults = Faults::new();
    let mut draft = Builder::new(&mut faults, Vec::new());
    draft.program.is_draft = true;
    let (program, parts) = draft.contents(table)?;
    let states = 0..parts.states.len();
    let raised = states.map(|state| !is_raised(&program, &parts, state));
    Some(raised.collect())
}

/// Returns whether a step can raise a state above its start value.
fn is_raised(program: &Program, parts: &Parts, state: usize) -> bool {
    let start = parts.states[state].start;
    let writes = parts.steps.iter().flat_map(|step| &step.writes);
    let mut changes = writes.flat_map(|write| &write.changes);
    changes.any(|&(changed, node)| changed == state && !is_at_most(program, node, (state, start)))
}

/// Returns whether two conditions cannot both hold, by their form: they need a variable to have
/// different values.
fn exclude(program: &Program, one: NodeId, other: NodeId) -> bool {
    let (one, other) = (needed(program, one), needed(program, other));
    one.iter().any(|&(variable, value)| {
        other
            .iter()
            .any(|&(also, then)| also == variable && then != value)
    })
}

/// Returns the values that variables have if a condition holds, as far as its form shows.
fn needed(program: &Program, condition: NodeId) -> Vec<(usize, i64)> {
    match *program.node(condition) {
        Node::Binary(BinaryOp::And, a, b) => {
            let mut all = needed(program, a);
            all.extend(needed(program, b));
            all
        }
        Node::Binary(BinaryOp::Equal, a, b) => {
            let value = |variable: NodeId, number: NodeId| match *program.node(variable) {
                Node::Variable(variable) => Some((variable, program.constant(number)?)),
                _ => None,
            };
            value(a, b).or_else(|| value(b, a)).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// Returns whether a node is at most a bound, by its form, if a variable is at most the bound.
fn is_at_most(program: &Program, node: NodeId, at: (usize, i64)) -> bool {
    if program.bounds(node).high <= at.1 {
        return true;
    }
    match *program.node(node) {
        Node::Variable(read) => read == at.0,
        Node::Binary(BinaryOp::Subtract, a, b) => {
            is_at_most(program, a, at) && program.bounds(b).low >= 0
        }
        Node::Binary(BinaryOp::Min, a, b) => {
            is_at_most(program, a, at) || is_at_most(program, b, at)
        }
        Node::Binary(BinaryOp::Max, a, b) | Node::If(_, a, b) => {
            is_at_most(program, a, at) && is_at_most(program, b, at)
        }
        _ => false,
    }
}

/// Reader of a file.
struct Builder<'a> {
    program: Program,
    names: BTreeMap<String, Named>,
    /// Variables of the choices by name.
    choices: BTreeMap<String, usize>,
    faults: &'a mut Faults,
    /// Whether the start value of each state is its highest.
    never_raised: Vec<bool>,
    warnings: Vec<String>,
}

impl<'a> Builder<'a> {
    fn new(faults: &'a mut Faults, never_raised: Vec<bool>) -> Self {
        Self {
            program: Program::new(),
            names: BTreeMap::new(),
            choices: BTreeMap::new(),
            faults,
            never_raised,
            warnings: Vec::new(),
        }
    }

    fn contents(mut self, table: &CheckedTable) -> Option<(Program, Parts)> {
        let parts = self.parts(table)?;
        Some((self.program, parts))
    }
}

/// A name of the file.
#[derive(Clone, Debug)]
struct Named {
    meaning: Name,
    place: Span,
}

/// Rolls and choices that an expression may read; `None` for all.
#[derive(Clone, Copy, Default)]
struct Readable<'a> {
    rolls: Option<&'a [usize]>,
    /// Why other rolls cannot be read.
    no_roll: &'static str,
    /// Variables of the choices.
    choices: Option<&'a [usize]>,
    /// Why other choices cannot be read.
    no_choice: &'static str,
}

/// Names that an expression may read.
struct Scope<'a> {
    names: &'a BTreeMap<String, Named>,
    choices: &'a BTreeMap<String, usize>,
    /// Index of the roll that the expression defines.
    roll: Option<usize>,
    readable: Readable<'a>,
    /// Rolls that are not parsed yet.
    pending: &'a BTreeSet<&'a str>,
    /// The first of them that the expression reads.
    wanted: RefCell<Option<String>>,
}

impl Reader for Scope<'_> {
    fn name(&self, name: &str) -> Option<Name> {
        let known = self.names.get(name).map(|named| named.meaning.clone());
        if known.is_none() && self.pending.contains(name) {
            let mut wanted = self.wanted.borrow_mut();
            wanted.get_or_insert_with(|| name.to_owned());
        }
        known
    }

    fn names(&self) -> Vec<String> {
        self.names.keys().cloned().collect()
    }

    fn roll(&self) -> Option<usize> {
        self.roll
    }

    fn refused(&self, name: &str) -> Option<String> {
        let Readable {
            rolls,
            no_roll,
            choices,
            no_choice,
        } = self.readable;
        let is_in = |all: Option<&[usize]>, one| all.is_none_or(|all| all.contains(&one));
        let is_refused = |is_allowed: bool, reason: &str| (!is_allowed).then(|| reason.to_owned());
        match (self.name(name)?, self.choices.get(name)) {
            (Name::Roll(roll), _) => is_refused(is_in(rolls, roll), no_roll),
            (_, Some(&choice)) => is_refused(is_in(choices, choice), no_choice),
            _ => None,
        }
    }
}

/// Returns the entries of a map in the order of their names, with their positions in the file.
fn by_name(entries: &[(String, Item)]) -> Vec<(usize, &str, &Item)> {
    let entries = entries.iter().enumerate();
    let mut sorted: Vec<_> = entries
        .map(|(place, (name, item))| (place, &**name, item))
        .collect();
    sorted.sort_by_key(|entry| entry.1);
    sorted
}

impl Builder<'_> {
    fn parts(&mut self, table: &CheckedTable) -> Option<Parts> {
        let limit = table.table("limit")?;
        self.program.most_explosions = u32::under(limit, "explode")?;
        for (_, name, item) in by_name(table.map("number")) {
            let (value, _) = self.bounded(item, None)?;
            let node = self.program.number(value);
            self.name(name, item, Name::Value(node));
        }
        self.dice(table.map("die"));
        let mut states = Vec::new();
        for (place, name, item) in by_name(table.map("state")) {
            let never_raised = self.never_raised.get(states.len()) == Some(&true);
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
        let sides = Self::sides(table);
        // Choices are variables too. Their conditions are read with the steps.
        for step in table.tables("step") {
            for (_, name, item) in by_name(step.map("choose")) {
                let among = item.as_table().map(|choice| choice.list("among"));
                let among: Vec<i64> = (among.unwrap_or_default().iter())
                    .filter_map(Item::as_integer)
                    .collect();
                let is_reroll = item.as_table().is_some_and(|choice| choice.given("reroll"));
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
        self.rolls(table.map("roll"));
        let mut next_choice = states.len();
        if !limit.given("explode") && !self.program.is_draft {
            self.warn_of_explosions(table);
        }
        let mut steps = Vec::new();
        let tables = table.tables("step");
        let single = tables.len() <= 1;
        for step in tables {
            steps.push(self.step(step, &states, &sides, &mut next_choice)?);
        }
        let reason = "outcomes and metrics of contests with more than one step read no rolls and no \
                      choices; store the value in a state";
        let readable = if single {
            Readable::default()
        } else {
            Readable {
                rolls: Some(&[]),
                no_roll: reason,
                choices: Some(&[]),
                no_choice: reason,
            }
        };
        let mut endings = Vec::new();
        for outcome in table.tables("outcome") {
            let name = String::under(outcome, "name")?;
            let when = match outcome.item("when") {
                Some(item) => Some(self.expression(item, readable)?),
                None => None,
            };
            endings.push(Ending {
                phrase: Option::<String>::under(outcome, "phrase")?
                    .unwrap_or_else(|| format!("the outcome is {name}")),
                name,
                when,
                at_round: At::under(outcome, "at")? == At::Round,
            });
        }
        let (mut metrics, mut metric_places) = (Vec::new(), Vec::new());
        for (place, name, item) in by_name(table.map("metric")) {
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
        self.check_rolls(&steps, states.len(), table)?;
        let names: Vec<String> = endings.iter().map(|ending| ending.name.clone()).collect();
        let metric_names: Vec<String> = metrics.iter().map(|metric| metric.0.clone()).collect();
        let sides = sides.into_iter().zip(table.tables("side"));
        let sides = sides
            .map(|(side, table)| self.aim(side, table, &names, &metric_names))
            .collect::<Option<Vec<Side>>>()?;
        self.check_rules(&sides, &steps, table)?;
        Some(Parts {
            states,
            steps,
            endings,
            metrics,
            metric_places,
            sides,
            warnings: std::mem::take(&mut self.warnings),
            most_rounds: u32::under(limit, "rounds")?,
            most_states: u32::under(limit, "states")? as usize,
        })
    }

    /// Declares a name, and reports one that is not allowed or used twice.
    fn name(&mut self, name: &str, item: &Item, meaning: Name) {
        let is_word = name
            .chars()
            .enumerate()
            .all(|(place, c)| c.is_alphabetic() || c == '_' || place > 0 && c.is_numeric());
        if !is_word || WORDS.contains(&name) || FUNCTIONS.contains(&name) {
            let found = if is_word {
                "is a word of expressions"
            } else {
                "is not a name"
            };
            let accepted = "expected letters, digits and _, beginning with a letter";
            self.faults.refuse_item(item, found, accepted, None);
            return;
        }
        if let Some(earlier) = self.names.get(name) {
            let found = format!("has a name that is already used at {}", earlier.place);
            self.faults
                .refuse_item(item, found, "expected another name", None);
            return;
        }
        let place = item.place();
        self.names.insert(name.to_owned(), Named { meaning, place });
    }

    /// Adds a variable.
    fn variable(&mut self, name: &str, item: &Item, bounds: Range) -> Option<NodeId> {
        let variable = self.program.variables.len();
        if variable >= MOST_VARIABLES {
            let found = format!("makes {name} one variable too many");
            let accepted = format!("expected at most {MOST_VARIABLES} states and choices");
            self.faults.refuse_item(item, found, accepted, None);
            return None;
        }
        self.program.variables.push(bounds);
        self.program.add(Node::Variable(variable)).ok()
    }

    /// Returns the value and the bounds of a parameter or a state. `most` is the highest value
    /// without a bound in the file.
    fn bounded(&mut self, item: &Item, most: Option<i64>) -> Option<(i64, Range)> {
        let (value, least, highest) = match item.as_table() {
            Some(table) => (
                i64::under(table, "value")?,
                Option::<i64>::under(table, "least")?,
                Option::<i64>::under(table, "most")?,
            ),
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

    /// Reads the dice. Symbols are numbered in the order in which they appear.
    fn dice(&mut self, dice: &[(String, Item)]) {
        for (_, name, item) in by_name(dice) {
            let (faces, weights) = match item.as_table() {
                Some(table) => (table.list("faces"), Vec::<u32>::under(table, "weights")),
                None => (item.as_list().unwrap_or_default(), Some(Vec::new())),
            };
            let Some(weights) = weights else { continue };
            if !weights.is_empty() && weights.len() != faces.len() {
                let found = format!("has {} weights for {} faces", weights.len(), faces.len());
                self.faults
                    .refuse_item(item, found, "expected one weight for each face", None);
                self.name(name, item, Name::Die(Die::Weighted(vec![(1, 1)])));
                continue;
            }
            let weight = |index: usize| weights.get(index).copied().unwrap_or(1);
            let numbers: Vec<Option<i64>> = faces.iter().map(Item::as_integer).collect();
            let meaning = if numbers.iter().all(Option::is_some) {
                let faces = numbers.into_iter().flatten().enumerate();
                Die::Weighted(weighted(faces.map(|(index, value)| (value, weight(index)))))
            } else if numbers.iter().all(Option::is_none) {
                let texts: Vec<String> = (faces.iter())
                    .map(|face| face.as_text().unwrap_or_default().to_owned())
                    .collect();
                let faces = texts.iter().enumerate().map(|(index, text)| {
                    let mut counts: Vec<u8> = Vec::new();
                    for symbol in text.split_whitespace() {
                        let symbols = &mut self.program.symbols;
                        let place = symbols.iter().position(|known| known == symbol);
                        let place = place.unwrap_or_else(|| {
                            symbols.push(symbol.to_owned());
                            symbols.len() - 1
                        });
                        if counts.len() <= place {
                            counts.resize(place + 1, 0);
                        }
                        counts[place] = counts[place].saturating_add(1);
                    }
                    (counts, weight(index))
                });
                let faces = faces.collect();
                self.program.symbol_dice.push(SymbolDie {
                    name: name.to_owned(),
                    faces,
                    texts,
                });
                Die::Symbols(self.program.symbol_dice.len() - 1)
            } else {
                let found = "has integers and texts as faces";
                self.faults
                    .refuse_item(item, found, "expected only integers or only texts", None);
                Die::Weighted(vec![(1, 1)])
            };
            self.name(name, item, Name::Die(meaning));
        }
        let symbols = self.program.symbols.len();
        for die in &mut self.program.symbol_dice {
            for (counts, _) in &mut die.faces {
                counts.resize(symbols, 0);
            }
        }
    }

    /// Parses the rolls: in the order of their names, each after those that it reads.
    fn rolls(&mut self, rolls: &[(String, Item)]) {
        let rolls = by_name(rolls);
        let mut pending: BTreeSet<&str> = rolls.iter().map(|roll| roll.1).collect();
        for &(_, first, _) in &rolls {
            // Each roll is read by the one before it.
            let mut stack = vec![first];
            while let Some(&name) = stack.last() {
                let found = rolls.binary_search_by_key(&name, |roll| roll.1);
                let (place, _, item) = rolls[found.unwrap_or_default()];
                if !pending.remove(name) {
                    stack.pop();
                    continue;
                }
                let text = item.as_text().unwrap_or_default().to_owned();
                let is_later = pending.iter().any(|later| text.contains(later));
                let before = is_later.then(|| self.program.clone());
                let (index, pools) = (self.program.rolls.len(), self.program.pools.len());
                let (parsed, wanted) =
                    self.parsed(&text, Some(index), Readable::default(), &pending);
                let wanted = wanted.and_then(|wanted| pending.get(&*wanted).copied());
                let is_circle = wanted.is_some_and(|wanted| stack.contains(&wanted));
                if let (Some(before), Some(wanted), false) = (before, wanted, is_circle) {
                    self.program = before;
                    pending.insert(name);
                    stack.push(wanted);
                    continue;
                }
                let (value, pool) = match parsed {
                    _ if is_circle => {
                        let found = format!("reads {}, which reads it", wanted.unwrap_or_default());
                        let accepted = "expected rolls that do not read each other";
                        self.faults.refuse_item(item, found, accepted, None);
                        (self.program.number(0), None)
                    }
                    Ok(parsed) => parsed,
                    Err(fault) => {
                        self.faults.push(located(item, &text, fault));
                        (self.program.number(0), None)
                    }
                };
                let pool = pool.filter(|&pool| self.program.pools[pool].roll == index);
                self.program.rolls.push(Roll {
                    name: name.to_owned(),
                    text,
                    place,
                    value,
                    pool,
                    pools: pools..self.program.pools.len(),
                });
                self.name(name, item, Name::Roll(index));
                stack.pop();
            }
        }
    }

    /// Warns of rolls of which the default limit of explosions cuts off a notable part.
    fn warn_of_explosions(&mut self, table: &CheckedTable) {
        for (name, item) in table.map("roll") {
            let mut rolls = self.program.rolls.iter();
            let Some(roll) = rolls.find(|roll| roll.name == *name) else {
                continue;
            };
            let components = self.program.pools[roll.pools.clone()].iter();
            let components = components.flat_map(|pool| &pool.components);
            let cut = components.map(|component| {
                let mut operands = component.operands().into_iter();
                if !operands.all(|node| self.program.constant(node).is_some()) {
                    return 0.0;
                }
                let evaluator = Evaluator(&self.program);
                let die = KnownDie::new(evaluator, &mut Values::new(&self.program), component);
                let most = self.program.most_explosions as i32 + 1;
                let dice = self.program.bounds(component.count).high.max(0) as f64;
                dice * chance_of_more(&die).map_or(0.0, |chance| chance.powi(most))
            });
            let cut: f64 = cut.sum();
            if cut > NOTABLE {
                let most = self.program.most_explosions;
                let found = format!(
                    "is cut off after {most} explosions of a die with a probability of {cut:.2e}"
                );
                self.warn(item, found, "set `limit.explode`");
            }
        }
    }

    /// Parses an expression of the file and reports its fault.
    fn expression(&mut self, item: &Item, readable: Readable<'_>) -> Option<NodeId> {
        if let Some(number) = item.as_integer() {
            return Some(self.program.number(number));
        }
        let text = item.as_text()?;
        let (parsed, _) = self.parsed(text, None, readable, &BTreeSet::new());
        match parsed {
            Ok((node, _)) => Some(node),
            Err(fault) => {
                self.faults.push(located(item, text, fault));
                None
            }
        }
    }

    /// Parses a text, and returns the first of the `pending` rolls that it reads as well.
    #[expect(clippy::type_complexity)]
    fn parsed(
        &mut self,
        text: &str,
        roll: Option<usize>,
        readable: Readable<'_>,
        pending: &BTreeSet<&str>,
    ) -> (
        Result<(NodeId, Option<PoolId>), SyntaxFault>,
        Option<String>,
    ) {
        let scope = Scope {
            names: &self.names,
            choices: &self.choices,
            roll,
            readable,
            pending,
            wanted: RefCell::new(None),
        };
        let parsed = Parser::parse(&mut self.program, &scope, text);
        (parsed, scope.wanted.into_inner())
    }

    fn sides(table: &CheckedTable) -> Vec<Side> {
        let sides = table.tables("side").iter();
        sides
            .map(|side| Side {
                name: side.text("name").unwrap_or_default().to_owned(),
                aim: Aim::Outcome(0),
                // A rule is a table.
                player: (side.item("player").and_then(Player::of)).unwrap_or(Player::First),
                rule: None,
            })
            .collect()
    }

    /// Returns a side with its aim and its player.
    fn aim(
        &mut self,
        side: Side,
        table: &CheckedTable,
        outcomes: &[String],
        metrics: &[String],
    ) -> Option<Side> {
        let wants = table.text("wants")?;
        let metric = |text: &str| metrics.iter().position(|name| name == text.trim());
        let aim = if let Some(outcome) = outcomes.iter().position(|name| name == wants) {
            Some(Aim::Outcome(outcome))
        } else if let Some(metric) = wants.strip_prefix("high ").and_then(metric) {
            Some(Aim::High(metric))
        } else {
            wants.strip_prefix("low ").and_then(metric).map(Aim::Low)
        };
        let Some(aim) = aim else {
            let of_metrics = metrics
                .iter()
                .flat_map(|name| [format!("high {name}"), format!("low {name}")]);
            let all: Vec<String> = outcomes.iter().cloned().chain(of_metrics).collect();
            self.faults
                .refuse(table, "wants", one_of(all.iter(), ""), None);
            return None;
        };
        let item = table.item("player")?;
        let (player, rule) = match item.as_table() {
            Some(settings) => {
                let rule = self.expression(settings.item("rule")?, Readable::default())?;
                (Player::First, Some(rule))
            }
            None => (Player::of(item)?, None),
        };
        Some(Side {
            aim,
            player,
            rule,
            ..side
        })
    }

    fn step(
        &mut self,
        table: &CheckedTable,
        states: &[State],
        sides: &[Side],
        next_choice: &mut usize,
    ) -> Option<Step> {
        let before = "a condition is read before the dice of its step are thrown; use `if` in \
                      `then`";
        let at_start = Readable {
            rolls: Some(&[]),
            no_roll: before,
            choices: Some(&[]),
            no_choice: "a condition is read before the choices of its step; use `if` in `then`",
        };
        let when = match table.item("when") {
            Some(item) => Some(self.expression(item, at_start)?),
            None => None,
        };
        let listed = match table.item("roll") {
            Some(item) => Some(self.roll_names(item)?),
            None => None,
        };
        let choices = self.choices(table.map("choose"), sides, next_choice)?;
        let variables: Vec<usize> = choices.iter().filter_map(Choice::variable).collect();
        let readable = Readable {
            rolls: listed.as_deref(),
            no_roll: "the step does not throw this roll; add it to `roll`",
            choices: Some(&variables),
            no_choice: "the choice is made in another step; store the value in a state",
        };
        let mut writes = Vec::new();
        for write in table.list("then") {
            let entries = write.as_map().unwrap_or_default();
            let mut condition = None;
            let mut changes = Vec::new();
            for (place, name, item) in by_name(entries) {
                let node = self.expression(item, readable)?;
                if name == "if" {
                    condition = Some(node);
                    continue;
                }
                let Some(state) = states.iter().position(|state| state.name == *name) else {
                    let names = states.iter().map(|state| &state.name);
                    let accepted = one_of(names, "expected a state; add it under [state]");
                    self.faults
                        .refuse_item(item, "changes no state", accepted, None);
                    return None;
                };
                changes.push((state, node));
                let mut earlier = entries[..place].iter().map(|entry| &*entry.0);
                if let Some(state) = earlier.find(|earlier| {
                    let state = states.iter().position(|state| state.name == *earlier);
                    state.is_some_and(|state| self.program.reads_variable(node, state))
                }) {
                    let found = format!("reads {state}, which the same table sets before it");
                    let accepted = "the value before the table is read now; for the new one, use a \
                                    table of its own";
                    self.warn(item, found, accepted);
                }
            }
            writes.push(Write { condition, changes });
        }
        let mut step = Step {
            when,
            rolls: Vec::new(),
            choices,
            writes,
        };
        let roots = step.roots();
        self.add_rolls(&mut step, &roots);
        for roll in listed.into_iter().flatten() {
            if !step.rolls.contains(&roll) {
                step.rolls.push(roll);
            }
        }
        for choice in &step.choices {
            for roll in choice.shown() {
                if !step.rolls.contains(&roll) {
                    step.rolls.push(roll);
                }
            }
        }
        step.rolls.sort_unstable();
        Some(step)
    }

    /// Warns of a meaning that differs from earlier versions.
    fn warn(&mut self, item: &Item, found: impl Into<String>, accepted: impl Into<String>) {
        let warning = Fault::new(item.place(), item.path(), found, accepted);
        self.warnings.push(warning.to_string());
    }

    /// Returns the choices of a step in the order in which they are made.
    fn choices(
        &mut self,
        entries: &[(String, Item)],
        sides: &[Side],
        next_choice: &mut usize,
    ) -> Option<Vec<Choice>> {
        let named = by_name(entries);
        let names: Vec<&str> = named.iter().map(|entry| entry.1).collect();
        let (mut choices, mut seen) = (Vec::new(), Vec::new());
        for &(_, name, item) in &named {
            let choice = item.as_table()?;
            let by = choice.text("by")?;
            let Some(side) = sides.iter().position(|side| side.name == by) else {
                let names = sides.iter().map(|side| &side.name);
                let accepted = one_of(names, "expected a side; add [[side]] with its name");
                self.faults.refuse(choice, "by", accepted, None);
                return None;
            };
            let (sees, choices_seen) = match choice.item("sees") {
                Some(item) => self.seen(item, &names, name)?,
                None => (Vec::new(), Vec::new()),
            };
            let options = self.options(choice, &sees, next_choice)?;
            choices.push(Choice {
                name: name.to_owned(),
                side,
                options,
                sees,
                sight: Sight::default(),
                when: None,
            });
            seen.push(choices_seen);
        }
        let sights = sights(&self.program, &choices, &seen);
        let is_optimal = |choice: usize| sides[choices[choice].side].is_optimal();
        let order = match order(&sights, is_optimal) {
            Ok(order) => order,
            Err(circular) => {
                let item = named[circular].2;
                let others = sights[circular].choices.iter().map(|&other| names[other]);
                let found = format!(
                    "sees itself through {}",
                    others.collect::<Vec<_>>().join(", ")
                );
                let accepted = "expected choices that do not see each other; a roll shows the \
                                choices of its dice";
                self.faults.refuse_item(item, found, accepted, None);
                return None;
            }
        };
        for (index, (choice, sight)) in choices.iter_mut().zip(&sights).enumerate() {
            let Some(item) = named[index]
                .2
                .as_table()
                .and_then(|table| table.item("when"))
            else {
                continue;
            };
            let rolls: Vec<usize> = sight.rolls.iter().copied().collect();
            let variables: Vec<usize> = (sight.choices.iter())
                .filter_map(|&other| self.choices.get(names[other]).copied())
                .collect();
            let readable = Readable {
                rolls: Some(&rolls),
                no_roll: "the side does not see this roll; add it to `sees`",
                choices: Some(&variables),
                no_choice: "the side does not see this choice; add it to `sees`",
            };
            choice.when = Some(self.expression(item, readable)?);
        }
        self.warn_of_order(&named, &choices, &sights, sides);
        let place = |choice: &usize| order.iter().position(|one| one == choice);
        let ordered = order.iter().map(|&index| {
            let sight = Sight {
                rolls: sights[index].rolls.clone(),
                choices: sights[index].choices.iter().filter_map(place).collect(),
            };
            let choice = choices[index].clone();
            Choice { sight, ..choice }
        });
        Some(ordered.collect())
    }

    /// Warns of optimal choices that knew an earlier choice of the step, or its dice, in versions in
    /// which the order of keys had a meaning.
    fn warn_of_order(
        &mut self,
        named: &[(usize, &str, &Item)],
        choices: &[Choice],
        sights: &[Sight],
        sides: &[Side],
    ) {
        for (index, &(place, _, item)) in named.iter().enumerate() {
            let is_unseen = |&other: &usize| {
                let is_other = choices[other].side != choices[index].side;
                let knew_more = is_other && !sights[index].choices.contains(&other)
                    || !sights[other].rolls.is_subset(&sights[index].rolls);
                let conditions = choices[index].when.zip(choices[other].when);
                knew_more
                    && !conditions.is_some_and(|(one, other)| exclude(&self.program, one, other))
            };
            let mut earlier = (0..named.len()).filter(|&other| named[other].0 < place);
            let Some(unseen) = earlier.find(is_unseen) else {
                continue;
            };
            if sides[choices[index].side].is_optimal() {
                let unseen = named[unseen].1;
                let found = format!("does not see {unseen} any more, which stands before it");
                let accepted = format!("for a choice that knows it, add \"{unseen}\" to `sees`");
                self.warn(item, found, accepted);
            }
        }
    }

    /// Returns the rolls and the choices of a step that a list names.
    fn seen(
        &mut self,
        item: &Item,
        choices: &[&str],
        own: &str,
    ) -> Option<(Vec<usize>, Vec<usize>)> {
        let (mut rolls, mut seen) = (Vec::new(), Vec::new());
        for item in item.as_list()? {
            let name = item.as_text()?;
            if let Some(choice) = choices.iter().position(|choice| *choice == name) {
                seen.push(choice);
            } else if let Some(Name::Roll(roll)) = self.names.get(name).map(|one| &one.meaning) {
                rolls.push(*roll);
            } else {
                let rolls = self.program.rolls.iter().map(|roll| roll.name.clone());
                let others = choices.iter().filter(|&&choice| choice != own);
                let all: Vec<String> = rolls
                    .chain(others.map(|&choice| choice.to_owned()))
                    .collect();
                let accepted = one_of(all.iter(), "");
                self.faults
                    .refuse_item(item, format!("is \"{name}\""), accepted, None);
                return None;
            }
        }
        Some((rolls, seen))
    }

    /// Reports rolls of a step whose dice depend on a choice of another step.
    fn check_rolls(&mut self, steps: &[Step], states: usize, table: &CheckedTable) -> Option<()> {
        for step in steps {
            let own = step.choices.iter().filter_map(Choice::variable);
            let states = u64::MAX.checked_shr(64 - states as u32).unwrap_or(0);
            let own = own.fold(states, |all, variable| all | 1 << variable);
            for &roll in &step.rolls {
                if self.program.dice_variables(roll) & !own == 0 {
                    continue;
                }
                let name = &self.program.rolls[roll].name;
                let found = "reads a choice of another step than the one that throws it";
                let accepted = "expected states, or choices of the same step";
                let mut rolls = table.map("roll").iter();
                let item = &rolls.find(|one| one.0 == *name)?.1;
                self.faults.refuse_item(item, found, accepted, None);
                return None;
            }
        }
        Some(())
    }

    /// Returns what a side chooses.
    fn options(
        &mut self,
        choice: &CheckedTable,
        sees: &[usize],
        next_choice: &mut usize,
    ) -> Option<Options> {
        let Some(item) = choice.item("reroll") else {
            let Some(values) = Option::<Vec<i64>>::under(choice, "among")? else {
                let place = choice.own_place();
                // A value that cannot be read is a fault already.
                if !choice.given("reroll") && !self.faults.is_broken(place.source()) {
                    let accepted = "expected `among` with the values, or `reroll` with a roll";
                    let fault = Fault::new(place, choice.path(), "has no options", accepted);
                    self.faults.push(fault);
                }
                return None;
            };
            if choice.given("times") {
                let accepted = "expected `reroll` with a roll, or no `times`";
                self.faults.refuse(choice, "times", accepted, None);
                return None;
            }
            *next_choice += 1;
            return Some(Options::Among {
                variable: *next_choice - 1,
                values,
            });
        };
        if choice.given("among") {
            let found = "cannot be used together with `among`";
            (self.faults).refuse_item(item, found, "remove one of them", None);
            return None;
        }
        let roll = *self.roll_names(item)?.first()?;
        let program = &self.program;
        let Roll {
            pools, pool, name, ..
        } = &program.rolls[roll];
        let dice = pool
            .filter(|_| pools.len() == 1)
            .map(|pool| &program.pools[pool].components[..]);
        let fits = match dice {
            Some([dice]) => {
                let most = program.bounds(dice.count).high;
                !matches!(dice.die, Die::Symbols(_))
                    && !dice.rules.iter().any(DieRule::adds_dice)
                    && (program.is_draft || most <= i64::from(MOST_REROLLED))
            }
            _ => false,
        };
        let fault = if fits {
            let reader = sees
                .iter()
                .find(|&&other| other == roll || program.reads(other, roll));
            reader.map(|&reader| {
                let reader = &program.rolls[reader].name;
                let found = format!("throws {name} again after the side has seen {reader}");
                (found, format!("remove {reader} from `sees`"))
            })
        } else {
            let accepted = format!(
                "expected a roll of at most {MOST_REROLLED} equal dice with numbers that add no \
                 dice, such as 5d6"
            );
            Some((format!("is \"{name}\""), accepted))
        };
        if let Some((found, accepted)) = fault {
            self.faults.refuse_item(item, found, accepted, None);
            return None;
        }
        let times = u32::under(choice, "times")?;
        Some(Options::Reroll { roll, times })
    }

    /// Reports rules of players that read rolls that the side does not see.
    fn check_rules(&mut self, sides: &[Side], steps: &[Step], table: &CheckedTable) -> Option<()> {
        for (index, (side, table)) in sides.iter().zip(table.tables("side")).enumerate() {
            let Some(rule) = side.rule else { continue };
            let reads = self.program.pools_read(rule);
            let variables = self.program.variables_read(rule);
            for step in steps {
                for choice in step.choices.iter().filter(|choice| choice.side == index) {
                    let pools = self.program.pools.iter().enumerate();
                    let mut rolls = pools
                        .filter(|&(pool, read)| {
                            reads & 1 << pool != 0 && !choice.sight.rolls.contains(&read.roll)
                        })
                        .map(|(_, read)| &self.program.rolls[read.roll].name);
                    let seen = choice.sight.choices.iter().map(|&seen| &step.choices[seen]);
                    let seen: Vec<usize> = seen.filter_map(Choice::variable).collect();
                    let mut choices = self.choices.iter().filter(|(_, variable)| {
                        variables & 1 << **variable != 0 && !seen.contains(variable)
                    });
                    let unseen = rolls.next().or_else(|| Some(choices.next()?.0));
                    if let Some(unseen) = unseen {
                        let accepted =
                            format!("add \"{unseen}\" to `sees` of the choice {}", choice.name);
                        self.faults.refuse(table, "player", accepted, None);
                        return None;
                    }
                }
            }
        }
        Some(())
    }

    /// Returns the rolls that are named by a text or a list of texts.
    fn roll_names(&mut self, item: &Item) -> Option<Vec<usize>> {
        let items = item.as_list().unwrap_or(std::slice::from_ref(item));
        let mut rolls = Vec::new();
        for item in items {
            let name = item.as_text()?;
            if let Some(Name::Roll(roll)) = self.names.get(name).map(|named| &named.meaning) {
                rolls.push(*roll);
                continue;
            }
            let names = self.program.rolls.iter().map(|roll| &roll.name);
            let accepted = one_of(names, "");
            self.faults
                .refuse_item(item, format!("is \"{name}\""), accepted, None);
            return None;
        }
        Some(rolls)
    }

    /// Adds to a step the rolls that expressions read, and those that these rolls read.
    fn add_rolls(&mut self, step: &mut Step, roots: &[NodeId]) {
        let reads = roots
            .iter()
            .fold(0, |all, &node| all | self.program.pools_read(node));
        for (pool, read) in self.program.pools.iter().enumerate() {
            if reads & 1 << pool != 0 && !step.rolls.contains(&read.roll) {
                step.rolls.push(read.roll);
            }
        }
        step.rolls.sort_unstable();
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
fn located(item: &Item, text: &str, fault: SyntaxFault) -> Fault {
    let place = item.place();
    let span = place.span();
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
