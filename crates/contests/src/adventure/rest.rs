//! Rests after scenes, which change carried fields.

use super::party::Party;
use super::{Adventure, OutcomeTarget};
use evenodds_core::contest::CarriedValue;
use evenodds_core::dice::Dice;
use evenodds_core::document::{Fault, Faults, Item, not_known};
use evenodds_dice::exact::{Budget, FigureCache, Joint, TooLarge};
use evenodds_dice::expression::{
    Evaluator, Name, Node, NodeId, Parser, PathMeaning, Program, Range, Resolver, Roll, Throw,
    Values,
};
use std::cell::RefCell;
use std::collections::BTreeSet;

/// Name of the highest value of the field that is set.
const MOST: &str = "most";
/// Maximum number of fields that an expression reads.
const MOST_READ: usize = 60;

/// New value of a carried field after a scene.
#[derive(Clone, Debug)]
pub(super) struct Rest {
    program: Program,
    value: NodeId,
    throws: Vec<Throw>,
    joint: Joint,
    /// Values that are set.
    pub(super) changed: Vec<Changed>,
}

/// A value that is set, and what its expression reads.
#[derive(Clone, Debug)]
pub(super) struct Changed {
    pub(super) slot: usize,
    bounds: (i64, i64),
    /// Value of each variable; `None` for the highest value of the field.
    pub(super) reads: Vec<Option<usize>>,
}

impl Changed {
    /// Loads what the expression reads; `None` if a value is not known before its first scene.
    fn load(&self, carried: &[Option<i64>], values: &mut Values) -> Option<()> {
        carried[self.slot]?;
        for (variable, read) in self.reads.iter().enumerate() {
            values.variables[variable] = match *read {
                Some(slot) => carried[slot]?,
                None => self.bounds.1,
            };
        }
        Some(())
    }

    /// Returns the carried values on which the new value depends.
    pub(super) fn values_before(&self, carried: &[Option<i64>]) -> Vec<Option<i64>> {
        let reads = self.reads.iter().map(|read| carried[(*read)?]);
        reads.chain([carried[self.slot].map(|_| 0)]).collect()
    }
}

/// Names of an expression: the carried fields, and [`MOST`].
struct Scope<'a> {
    slots: &'a [CarriedValue],
    names: &'a BTreeSet<&'a str>,
    /// Bounds of the highest value.
    most: Range,
    /// Name of each variable.
    read: RefCell<Vec<String>>,
}

impl Resolver for Scope<'_> {
    fn name(&self, _: &str) -> Option<Name> {
        None
    }

    fn names(&self) -> Vec<String> {
        let names = self.names.iter().copied().chain([MOST]);
        names.map(str::to_owned).collect()
    }

    fn roll(&self) -> Option<usize> {
        Some(0)
    }

    fn has_file(&self) -> bool {
        false
    }

    fn path(
        &self,
        program: &mut Program,
        parts: &[&str],
    ) -> Option<Result<PathMeaning<'_>, String>> {
        let [name] = *parts else { return None };
        let of_field = self.slots.iter().filter(|slot| slot.name == name);
        let ranges = of_field.map(|slot| Range {
            low: slot.bounds.0,
            high: slot.bounds.1,
        });
        let bounds = match ranges.reduce(Range::joined) {
            Some(bounds) => bounds,
            None if name == MOST => self.most,
            None => return None,
        };
        let mut read = self.read.borrow_mut();
        let known = read.iter().position(|one| one == name);
        let variable = known.unwrap_or_else(|| {
            read.push(name.to_owned());
            program.variables.push(bounds);
            read.len() - 1
        });
        if variable >= MOST_READ {
            return Some(Err(format!("expected at most {MOST_READ} fields")));
        }
        Some(
            program
                .add(Node::Variable(variable))
                .map(PathMeaning::Value),
        )
    }
}

impl Rest {
    /// Reads the new value of a field; reports a field that is not carried, and a fault of its
    /// expression.
    pub(super) fn read(
        (field, item): (&str, &Item),
        slots: &[CarriedValue],
        faults: &mut Faults,
    ) -> Option<Self> {
        let names: BTreeSet<&str> = slots.iter().map(|slot| &*slot.name).collect();
        if !names.contains(field) {
            let known: Vec<&str> = names.iter().copied().collect();
            let (accepted, help) = if known.is_empty() {
                let accepted = "expected a field that a team carries, as in carry = [\"hp\"]";
                (accepted.to_owned(), None)
            } else {
                not_known(field, &known, "carried fields")
            };
            faults.refuse_item(item, "is not a carried field", accepted, help);
            return None;
        }
        let of_field = slots.iter().filter(|slot| slot.name == field);
        let highest = of_field.map(|slot| Range::only(slot.bounds.1));
        let scope = Scope {
            slots,
            names: &names,
            most: highest.reduce(Range::joined)?,
            read: RefCell::default(),
        };
        let mut program = Program::new();
        let mut pool = None;
        let (number, text) = (item.as_integer(), item.as_text());
        let text = text.or(number.map(|_| ""))?;
        let value = match number {
            Some(number) => program.number(number),
            None => match Parser::parse(&mut program, &scope, text) {
                Ok(parsed) => {
                    pool = parsed.pool;
                    parsed.value
                }
                Err(fault) => {
                    let fault = Fault::new(item.span(), item.path(), fault.found, fault.accepted);
                    faults.push(fault);
                    return None;
                }
            },
        };
        let read = scope.read.take();
        let mut changed = Vec::new();
        for (slot, of) in slots.iter().enumerate().filter(|slot| slot.1.name == field) {
            let mut reads = Vec::new();
            for name in &read {
                let is_own = |other: &CarriedValue| {
                    other.name == *name && other.team == of.team && other.owner == of.owner
                };
                let own = slots.iter().position(is_own);
                if own.is_none() && name != MOST {
                    let CarriedValue { team, owner, .. } = of;
                    let found = format!("reads {name}, which {owner} of {team} does not carry");
                    let accepted = format!("add it to {owner} and to `carry`");
                    faults.refuse_item(item, found, accepted, None);
                    return None;
                }
                reads.push(own);
            }
            changed.push(Changed {
                slot,
                bounds: of.bounds,
                reads,
            });
        }
        let pools = 0..program.pools.len();
        program.rolls.push(Roll {
            name: field.to_owned(),
            text: text.to_owned(),
            place: 0,
            value,
            pool,
            pools: pools.clone(),
            drawn: None,
        });
        Some(Self {
            throws: pools.map(|pool| Throw::new(&program, pool)).collect(),
            joint: Joint::new(&program, &[value], 0),
            value,
            program,
            changed,
        })
    }

    /// Returns the values of the program for [`roll`](Self::roll).
    pub(super) fn values(&self) -> Values {
        Values::new(&self.program)
    }

    /// Rolls a new value; `None` if the value is not known before its first scene.
    pub(super) fn roll<D: Dice>(
        &self,
        changed: &Changed,
        carried: &[Option<i64>],
        values: &mut Values,
        (dice, roller): (&mut D, usize),
    ) -> Option<i64> {
        changed.load(carried, values)?;
        for throw in &self.throws {
            throw.throw(Evaluator(&self.program), values, (&mut *dice, roller));
        }
        values.forget();
        let value = Evaluator(&self.program).value(values, self.value);
        Some(value.clamp(changed.bounds.0, changed.bounds.1))
    }

    /// Returns the distribution of a new value; empty if the value is not known before its first
    /// scene.
    pub(super) fn chances(
        &self,
        changed: &Changed,
        carried: &[Option<i64>],
        budget: &mut Budget,
    ) -> Result<Vec<(i64, f64)>, TooLarge> {
        let mut values = self.values();
        if changed.load(carried, &mut values).is_none() {
            return Ok(Vec::new());
        }
        let cache = &mut FigureCache::new();
        let table = (self.joint).distribution(&self.program, &mut values, &[], cache, budget)?;
        let mut chances: Vec<(i64, f64)> = Vec::new();
        for (row, chance) in table.iter() {
            let value = row[0].clamp(changed.bounds.0, changed.bounds.1);
            match chances.iter_mut().find(|one| one.0 == value) {
                Some(one) => one.1 += chance,
                None => chances.push((value, chance)),
            }
        }
        Ok(chances)
    }
}

impl Adventure {
    /// Returns whether carried fields change after a scene: in a rest before another scene.
    pub(super) fn rests(&self, position: usize, target: OutcomeTarget, party: &Party) -> bool {
        let continues =
            matches!(target, OutcomeTarget::Scene(_)) && party.scene < self.options.max_scenes;
        continues && !self.scenes[position].rests.is_empty()
    }
}
