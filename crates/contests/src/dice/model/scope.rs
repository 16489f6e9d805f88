//! Names of a file, and what each of its expressions may read.

use super::ROUNDS;
use evenodds_core::document::Span;
use evenodds_dice::expression::{Name, Resolver};
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

/// A name of the file.
#[derive(Clone, Debug)]
pub struct Named {
    pub meaning: Name,
    pub place: Option<Span>,
    /// Rolls that an expression under `[let]` reads.
    pub rolls: Vec<usize>,
    /// Variables of the choices that an expression under `[let]` reads.
    pub choices: Vec<usize>,
}

/// Rolls and choices that an expression may read; `None` for all.
#[derive(Clone, Copy, Default)]
pub struct Readable<'a> {
    pub rolls: Option<&'a [usize]>,
    /// Reason why other rolls cannot be read.
    pub no_roll: &'static str,
    /// Variables of the choices.
    pub choices: Option<&'a [usize]>,
    /// Reason why other choices cannot be read.
    pub no_choice: &'static str,
    /// Choice to which a condition or a value belongs; `None` for other expressions.
    pub of_choice: Option<OfChoice<'a>>,
}

/// Choice to which an expression belongs.
#[derive(Clone, Copy)]
pub struct OfChoice<'a> {
    /// Variable of the choice; `None` if dice are thrown again.
    pub own: Option<usize>,
    /// Reason why the expression cannot read the choice itself.
    pub no_own: &'a str,
    /// Variables of the choices of the same step.
    pub of_step: &'a [usize],
}

impl Readable<'_> {
    /// Returns why a roll cannot be read; `None` if it can.
    fn refuses_roll(&self, roll: usize) -> Option<String> {
        let is_read = self.rolls.is_none_or(|all| all.contains(&roll));
        (!is_read).then(|| self.no_roll.to_owned())
    }

    /// Returns why the choice of a variable cannot be read; `None` if it can.
    fn refuses_choice(&self, choice: usize) -> Option<String> {
        if self.choices.is_none_or(|all| all.contains(&choice)) {
            return None;
        }
        let reason = match self.of_choice {
            Some(OfChoice { own, no_own, .. }) if own == Some(choice) => no_own,
            Some(OfChoice { of_step, .. }) if !of_step.contains(&choice) => MADE_ELSEWHERE,
            _ => self.no_choice,
        };
        Some(reason.to_owned())
    }
}

/// Reason why a step cannot read the choices of others.
pub const MADE_ELSEWHERE: &str = "the choice is made in another step; store the value in a state";

/// Reason for [`AFTER_STEPS`].
pub const IN_ANOTHER_STEP: &str = "outcomes and metrics of contests with more than one step read no rolls and no choices; \
                               store the value in a state";
/// Limits of what outcomes and metrics of contests with more than one step may read.
pub const AFTER_STEPS: Readable<'static> = Readable {
    rolls: Some(&[]),
    no_roll: IN_ANOTHER_STEP,
    choices: Some(&[]),
    no_choice: IN_ANOTHER_STEP,
    of_choice: None,
};

/// Limits of what the condition of a step and the number of its repetitions may read.
pub const BEFORE_DICE: Readable<'static> = Readable {
    rolls: Some(&[]),
    no_roll: "a condition is read before the dice of its step are thrown; use `if` in `then`",
    choices: Some(&[]),
    no_choice: "a condition is read before the choices of its step; use `if` in `then`",
    of_choice: None,
};

/// Names that an expression may read.
pub struct Scope<'a> {
    pub names: &'a BTreeMap<String, Named>,
    pub choices: &'a BTreeMap<String, usize>,
    /// Index of the roll that the expression defines.
    pub roll: Option<usize>,
    pub readable: Readable<'a>,
    /// Rolls that are not parsed yet.
    pub pending: &'a BTreeSet<&'a str>,
    /// The first of them that the expression reads.
    pub wanted: RefCell<Option<String>>,
    pub reads_rounds: &'a Cell<bool>,
    pub is_complete: bool,
}

impl Resolver for Scope<'_> {
    fn name(&self, name: &str) -> Option<Name> {
        let known = self.names.get(name).map(|named| named.meaning.clone());
        if name == ROUNDS {
            self.reads_rounds.set(true);
        }
        if known.is_none() && self.pending.contains(name) {
            let mut wanted = self.wanted.borrow_mut();
            wanted.get_or_insert_with(|| name.to_owned());
        }
        known
    }

    fn names(&self) -> Vec<String> {
        let names = self.names.keys().filter(|name| *name != ROUNDS);
        names.cloned().collect()
    }

    fn roll(&self) -> Option<usize> {
        self.roll
    }

    fn is_complete(&self) -> bool {
        self.is_complete
    }

    fn refused(&self, name: &str) -> Option<String> {
        let readable = self.readable;
        let named = self.names.get(name)?;
        let mut rolls = named.rolls.iter();
        let mut choices = named.choices.iter();
        let reason = rolls.find_map(|&roll| readable.refuses_roll(roll));
        let reason = reason.or_else(|| choices.find_map(|&one| readable.refuses_choice(one)));
        reason.or_else(|| match (&named.meaning, self.choices.get(name)) {
            (Name::Roll(roll), _) => readable.refuses_roll(*roll),
            (Name::Faulty, _) => None,
            (_, Some(&choice)) => readable.refuses_choice(choice),
            _ => None,
        })
    }
}
