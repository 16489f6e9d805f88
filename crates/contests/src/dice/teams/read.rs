//! The steps of a file with teams. The submodules read changes, and compile actions.

mod changes;
mod compiled;

use super::super::keys::{ActionKeys, StepKeys, TargetKeys};
use super::super::model::{WORDS, by_name, is_word, located};
use super::plan::{Action, Formulas, Simple, TargetPlan, TotalPlan, Turn, ValuePlan};
use super::roster::{Entry, EntryId, Field, FieldId};
use super::scope::{Bank, Group, Known, Registers, Scope, Source, entries};
use compiled::{Draft, DraftRoll};
use evenodds_core::document::nearest::nearest;
use evenodds_core::document::{CheckedTable, Faults, Item};
use evenodds_dice::expression::{NodeId, ParsedText, Parser, Program, Range, Roll, Throw};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Maximum number of times that a member acts in a turn.
const MOST_TIMES: i64 = 1_000;
/// Maximum number of fields in a message.
const MOST_EXAMPLES: usize = 5;
/// Maximum number of rolls of an action.
const MOST_ROLLS: usize = 32;

/// Reader of the expressions of one program.
pub struct Reader<'a> {
    known: Known<'a>,
    own: Option<EntryId>,
    program: Program,
    registers: Registers,
    read: RefCell<HashMap<String, NodeId>>,
    /// Names of the random streams of the member.
    streams: &'a mut Vec<String>,
    faults: &'a mut Faults,
}

/// Targets, rolls and names that an expression of an action can read.
#[derive(Clone, Copy)]
struct Readable<'a> {
    targets: Option<&'a [EntryId]>,
    rolls: &'a BTreeMap<String, usize>,
    roll: Option<usize>,
    bank: Bank,
}

/// States and numbers of teams only.
const PLAIN: Readable<'static> = Readable {
    targets: None,
    rolls: &BTreeMap::new(),
    roll: None,
    bank: Bank::Nobody,
};

impl<'a> Reader<'a> {
    /// Returns a reader for the turns of the members of `own`; without an entry, for the expressions
    /// that belong to none.
    pub fn new(
        known: Known<'a>,
        own: Option<EntryId>,
        streams: &'a mut Vec<String>,
        faults: &'a mut Faults,
    ) -> Self {
        Self {
            known,
            own,
            program: known.vocabulary.program.clone(),
            registers: Registers::default(),
            read: RefCell::default(),
            streams,
            faults,
        }
    }

    fn parse(&mut self, text: &str, place: Readable<'_>) -> Result<ParsedText, Box<ParseFault>> {
        let scope = Scope {
            known: self.known,
            registers: &self.registers,
            read: &self.read,
            own: self.own,
            targets: place.targets,
            rolls: place.rolls,
            roll: place.roll,
            bank: place.bank,
        };
        Parser::parse(&mut self.program, &scope, text).map_err(Box::new)
    }

    /// Parses a text of the file and reports its fault.
    fn parsed(&mut self, item: &Item, text: &str, place: Readable<'_>) -> Option<ParsedText> {
        match self.parse(text, place) {
            Ok(parsed) => Some(parsed),
            Err(mut fault) => {
                let place = "under `roll` of the step";
                fault.accepted = fault.accepted.replace("under [roll]", place);
                self.faults.push(located(item, text, *fault));
                None
            }
        }
    }

    /// Parses an expression of the file and reports its fault.
    fn expression(&mut self, item: &Item, place: Readable<'_>) -> Option<NodeId> {
        if let Some(number) = item.as_integer() {
            return Some(self.program.number(number));
        }
        let Some(text) = item.as_text() else {
            let accepted = "expected an expression";
            self.faults.refuse_item(item, "is a list", accepted, None);
            return None;
        };
        Some(self.parsed(item, text, place)?.value)
    }

    /// Parses an expression that reads states and numbers of teams only.
    pub fn plain(&mut self, item: &Item) -> Option<NodeId> {
        self.expression(item, PLAIN)
    }

    /// Returns the index of a random stream of the member.
    fn stream(&mut self, name: &str) -> usize {
        let known = self.streams.iter().position(|one| one == name);
        known.unwrap_or_else(|| {
            self.streams.push(name.to_owned());
            self.streams.len() - 1
        })
    }

    /// Returns the expressions that were read.
    pub fn formulas(&mut self) -> Formulas {
        let sources = self.registers.sources.take();
        let program = std::mem::take(&mut self.program);
        let totals = self.registers.totals.take().into_iter();
        let totals = totals.map(|total| {
            let reads = total.of.map_or(0, |of| program.variables_read(of));
            let each = sources
                .iter()
                .enumerate()
                .filter_map(|(variable, source)| match source {
                    Source::Each(_) | Source::EachText(_) if reads & 1 << variable != 0 => {
                        Some((variable, *source))
                    }
                    _ => None,
                });
            TotalPlan {
                function: total.function,
                group: total.team,
                of: total.of,
                each: each.collect(),
            }
        });
        let totals = totals.collect();
        Formulas {
            program,
            sources,
            totals,
        }
    }

    /// Reads the condition under which members of an entry stand.
    pub fn standing(mut self, entry: EntryId) -> Option<(Formulas, NodeId)> {
        let roster = self.known.roster;
        let (text, item) = roster.entries[entry].standing.clone()?;
        let place = Readable {
            bank: Bank::Entry(entry),
            ..PLAIN
        };
        let node = match item {
            Some(item) => self.expression(&item, place)?,
            None => self.parse(&text, place).ok()?.value,
        };
        let is_own = |source: &Source| matches!(source, Source::Each(_) | Source::EachText(_));
        let reads_others = !self.registers.sources.borrow().iter().all(is_own);
        if let (true, Some((_, Some(item)))) = (reads_others, &roster.entries[entry].standing) {
            let accepted = "expected fields of the member and numbers only";
            self.faults
                .refuse_item(item, "reads a state or another member", accepted, None);
            return None;
        }
        Some((self.formulas(), node))
    }

    /// Reads dice of a single value.
    pub fn value(mut self, text: &str, item: &Item, stream: &str, bank: Bank) -> Option<ValuePlan> {
        let pools = self.program.pools.len();
        let place = Readable {
            roll: Some(0),
            bank,
            ..PLAIN
        };
        let parsed = self.parsed(item, text, place)?;
        let pools = pools..self.program.pools.len();
        self.program.rolls.push(Roll {
            name: stream.to_owned(),
            text: text.to_owned(),
            place: 0,
            value: parsed.value,
            pool: parsed.pool,
            pools: pools.clone(),
            drawn: None,
        });
        let stream = self.stream(stream);
        let formulas = self.formulas();
        let parameters = pools
            .clone()
            .flat_map(|pool| formulas.program.pools[pool].parameters());
        let reads = formulas.reads(parameters.chain([parsed.value]));
        let throws = pools
            .map(|pool| Throw::new(&formulas.program, pool))
            .collect();
        Some(ValuePlan {
            number: 0,
            value: parsed.value,
            throws,
            reads,
            stream,
            formulas,
        })
    }

    /// Reads the turn of the members of the entry in a step, or the actions of a step without `each`.
    pub fn turn(mut self, keys: &StepKeys) -> Option<Turn> {
        let before = self.faults.len();
        let own = Readable {
            bank: Bank::Nobody,
            ..PLAIN
        };
        let when = keys.when.as_ref().map(|item| self.expression(item, own));
        let times = keys.times.as_ref().map(|item| self.expression(item, own));
        if let (Some(Some(node)), Some(item)) = (times, &keys.times) {
            let Range { low, high } = self.program.bounds(node);
            if high > MOST_TIMES {
                let found = if low == high {
                    format!("acts {high} times in a turn")
                } else {
                    format!("acts up to {high} times in a turn")
                };
                let accepted = format!("expected at most {MOST_TIMES}");
                self.faults.refuse_item(item, found, accepted, None);
            }
        }
        let mut drafts = Vec::new();
        if keys.action.all().is_empty() {
            let rolls = keys
                .roll
                .as_ref()
                .and_then(Item::as_map)
                .unwrap_or_default();
            let source = ActionSource {
                name: "",
                when: None,
                target: keys.target.as_ref(),
                rolls,
                against: keys.against.all(),
                then: keys.then.all(),
            };
            drafts.push(self.action(&source));
        } else {
            for action in keys.action.all() {
                drafts.push(self.action(&ActionSource::of(action)));
            }
        }
        if self.faults.len() > before {
            return None;
        }
        let (when, times) = (
            when.map_or(Some(None), |one| one.map(Some))?,
            times.map_or(Some(None), |one| one.map(Some))?,
        );
        let drafts: Vec<Draft> = drafts.into_iter().collect::<Option<_>>()?;
        let mut exacts = Vec::new();
        for draft in &drafts {
            exacts.push(self.exact_nodes(draft)?);
        }
        let formulas = self.formulas();
        let conditions = drafts.iter().filter_map(|draft| draft.when);
        let reads = formulas.reads(conditions.chain(when).chain(times));
        let actions = drafts.into_iter().zip(exacts);
        let actions = actions.map(|(draft, nodes)| draft.compiled(&formulas, &nodes));
        let actions: Vec<Action> = actions.collect();
        let any_of = match &actions[..] {
            [action] => action.target.as_ref(),
            _ => None,
        };
        let any_of = any_of.filter(|target| target.most == 1 && target.condition.is_none());
        Some(Turn {
            has_conditions: when.is_some()
                || times.is_some()
                || actions.iter().any(|action| action.when.is_some()),
            any_of: any_of.map(|target| target.group),
            formulas,
            when,
            times,
            reads,
            actions,
        })
    }

    fn action(&mut self, source: &ActionSource<'_>) -> Option<Draft> {
        // Rolls and named expressions have their meanings in this action only.
        self.read.borrow_mut().clear();
        self.registers.naming_target.borrow_mut().clear();
        let when = match source.when {
            Some(item) => Some(self.expression(item, PLAIN)?),
            None => None,
        };
        let target = match source.target {
            Some(table) => Some(self.target(table)?),
            None => None,
        };
        let of_target = |target: &TargetPlan| entries(self.known.roster, self.own, target.group);
        let targets = target.as_ref().map(of_target);
        let targets = targets.as_deref();
        let is_single = target.as_ref().is_none_or(|target| target.most == 1);
        let (mut rolls, mut names) = (Vec::new(), BTreeMap::new());
        let all = source.rolls.len() + source.against.len();
        if all > MOST_ROLLS {
            let item = &source.rolls.first().or(source.against.first())?.1;
            let accepted = format!("expected at most {MOST_ROLLS}");
            self.faults
                .refuse_item(item, format!("is one of {all} rolls"), accepted, None);
            return None;
        }
        for (is_against, entries) in [(false, source.rolls), (true, source.against)] {
            let readable = targets.filter(|_| is_single || is_against);
            self.rolls(entries, (is_against, readable), &mut names, &mut rolls)?;
        }
        let place = Readable {
            targets,
            rolls: &names,
            ..PLAIN
        };
        let mut writes = Vec::new();
        for item in source.then {
            writes.push(self.write(item, place)?);
        }
        Some(Draft {
            name: source.name.to_owned(),
            when,
            target,
            rolls,
            writes,
            is_single,
        })
    }

    fn target(&mut self, table: &CheckedTable) -> Option<TargetPlan> {
        let keys = TargetKeys::read(table)?;
        let roster = self.known.roster;
        let among = keys.among.0?;
        let group = Group::named(roster, &among);
        let group = group.filter(|group| self.own.is_some() || matches!(group, Group::Team(_)));
        let Some(group) = group else {
            let teams = roster.teams.iter().map(|team| &*team.name);
            let own = ["enemies", "allies", "others", "self"]
                .into_iter()
                .filter(|_| self.own.is_some());
            let all: Vec<&str> = own.chain(teams).collect();
            let mut accepted = format!("expected one of \"{}\"", all.join("\", \""));
            if self.own.is_none() && Group::named(roster, &among).is_some() {
                accepted
                    .push_str(", or `each` in the step with the teams whose members have turns");
            }
            let near = nearest(&among, all).map(|near| format!("did you mean \"{near}\"?"));
            self.faults.refuse(table, "among", accepted, near);
            return None;
        };
        if keys.all && table.given("most") {
            self.faults
                .refuse(table, "most", "remove `most` or `all`", None);
            return None;
        }
        let targets = entries(roster, self.own, group);
        let place = Readable {
            targets: Some(&targets),
            ..PLAIN
        };
        let condition = match &keys.condition {
            Some(item) => Some(self.expression(item, place)?),
            None => None,
        };
        let simple = keys.simple.0?;
        let is_number = |&field: &FieldId| {
            let fields = targets.iter().map(|&entry| roster.field_of(entry, field));
            let mut fields = fields.flatten();
            targets
                .iter()
                .all(|&entry| roster.field_of(entry, field).is_some())
                && fields.all(|field| !matches!(field, Field::Text(_)))
        };
        if let Some(("lowest" | "highest", name)) = simple.split_once(' ')
            && let Some(field) = roster.field(name.trim())
            && let Some(&lacks) =
                (targets.iter()).find(|&&entry| roster.field_of(entry, field).is_none())
        {
            let Entry {
                name: who, team, ..
            } = &roster.entries[lacks];
            let team = &roster.teams[*team].name;
            let accepted = format!("add {} to {who} of {team}", name.trim());
            self.faults.refuse(table, "simple", accepted, None);
            return None;
        }
        let field = |name: &str| roster.field(name.trim()).filter(is_number);
        let simple = match simple.split_once(' ') {
            None if simple == "first" => Some(Simple::First),
            None if simple == "random" => Some(Simple::Random),
            Some(("lowest", name)) => field(name).map(Simple::Lowest),
            Some(("highest", name)) => field(name).map(Simple::Highest),
            _ => None,
        };
        let Some(simple) = simple else {
            let fields = (0..roster.fields.len()).filter(is_number);
            let fields = fields.map(|field| format!(", \"lowest {}\"", roster.fields[field]));
            let examples: String = fields.take(MOST_EXAMPLES).collect();
            let accepted = format!(
                "expected \"first\", \"random\", or \"lowest\" or \"highest\" and a field that all \
                 targets have as a number{examples}"
            );
            self.faults.refuse(table, "simple", accepted, None);
            return None;
        };
        let members = targets.iter().flat_map(|&entry| {
            let entry = &roster.entries[entry];
            entry.first..entry.first + entry.count
        });
        Some(TargetPlan {
            group,
            members: members.collect(),
            condition,
            reads: Vec::new(),
            most: if keys.all {
                usize::MAX
            } else {
                keys.most as usize
            },
            simple,
        })
    }

    /// Parses the rolls of an action, each after those that it reads.
    fn rolls(
        &mut self,
        entries: &[(String, Item)],
        (is_against, targets): (bool, Option<&[EntryId]>),
        names: &mut BTreeMap<String, usize>,
        rolls: &mut Vec<DraftRoll>,
    ) -> Option<()> {
        let mut left = by_name(entries);
        let first = left.first().map(|entry| entry.2.clone());
        while !left.is_empty() {
            let texts: Vec<(&str, BTreeSet<String>)> = left
                .iter()
                .map(|&(_, name, item)| (name, self.words(item.as_text().unwrap_or_default())))
                .collect();
            let waits = |index: usize| {
                texts
                    .iter()
                    .enumerate()
                    .any(|(other, (name, _))| other != index && texts[index].1.contains(*name))
            };
            let next = (0..left.len()).find(|&index| !waits(index));
            let Some(next) = next else {
                let found = "reads a roll that reads it";
                let accepted = "expected rolls that do not read each other";
                self.faults
                    .refuse_item(first.as_ref()?, found, accepted, None);
                return None;
            };
            let (_, name, item) = left.remove(next);
            let is_known = |name: &str| {
                let Known {
                    vocabulary,
                    roster,
                    world,
                    named,
                    ..
                } = self.known;
                vocabulary.names.contains_key(name)
                    || names.contains_key(name)
                    || named.contains_key(name)
                    || roster.team(name).is_some()
                    || world.iter().any(|state| state.name == name)
            };
            let is_reserved = WORDS.contains(&name)
                || ["self", "target"].contains(&name)
                || evenodds_dice::expression::functions::named(name).is_some();
            let fault = if !is_word(name) {
                let accepted = "expected letters, digits and _, beginning with a letter";
                Some(("is not a name of a roll", accepted))
            } else if is_reserved {
                Some((
                    "has a name that a roll cannot have",
                    "expected another name",
                ))
            } else if is_known(name) {
                Some(("has a name that is already used", "expected another name"))
            } else {
                None
            };
            if let Some((found, accepted)) = fault {
                self.faults.refuse_item(item, found, accepted, None);
                return None;
            }
            let (index, pools) = (self.program.rolls.len(), self.program.pools.len());
            let text = item.as_text()?.to_owned();
            let place = Readable {
                targets,
                rolls: names,
                roll: Some(index),
                bank: Bank::Nobody,
            };
            let parsed = self.parsed(item, &text, place)?;
            let mut value = parsed.value;
            if pools == self.program.pools.len() && self.program.constant(value).is_none() {
                // A roll without dice keeps the value that it has when it is thrown.
                value = match self.program.certain(index, value) {
                    Ok(value) => value,
                    Err(found) => {
                        self.faults.refuse_item(item, found, "", None);
                        return None;
                    }
                };
            }
            let pools = pools..self.program.pools.len();
            self.program.rolls.push(Roll {
                name: name.to_owned(),
                text,
                place: index,
                value,
                pool: parsed
                    .pool
                    .filter(|&pool| self.program.pools[pool].roll == index),
                pools: pools.clone(),
                drawn: None,
            });
            names.insert(name.to_owned(), index);
            let stream = self.stream(name);
            rolls.push(DraftRoll {
                name: name.to_owned(),
                roll: index,
                pools,
                is_against,
                stream,
            });
        }
        Some(())
    }

    /// Returns the words of a text, and those of the named expressions among them.
    fn words(&self, text: &str) -> BTreeSet<String> {
        let mut words = BTreeSet::new();
        let mut stack = vec![text];
        while let Some(text) = stack.pop() {
            for word in text.split(|c: char| !c.is_alphanumeric() && c != '_') {
                if words.insert(word.to_owned())
                    && let Some(named) = self.known.named.get(word)
                {
                    stack.push(named);
                }
            }
        }
        words
    }
}

/// Fault of a text.
type ParseFault = evenodds_dice::expression::SyntaxFault;

/// Parts of an action as written in the file.
struct ActionSource<'a> {
    name: &'a str,
    when: Option<&'a Item>,
    target: Option<&'a CheckedTable>,
    rolls: &'a [(String, Item)],
    against: &'a [(String, Item)],
    then: &'a [Item],
}

impl<'a> ActionSource<'a> {
    fn of(keys: &'a ActionKeys) -> Self {
        Self {
            name: keys.name.0.as_deref().unwrap_or_default(),
            when: keys.when.as_ref(),
            target: keys.target.as_ref(),
            rolls: keys.roll.all(),
            against: keys.against.all(),
            then: keys.then.all(),
        }
    }
}
