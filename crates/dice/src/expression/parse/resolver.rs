//! What names in expressions mean.

use super::{PathMeaning, TeamFunction};
use crate::expression::program::{Name, NodeId, Program};

/// Names that an expression can use.
pub trait Resolver {
    /// Returns the meaning of a name.
    fn name(&self, name: &str) -> Option<Name>;

    /// Returns all names, for suggestions.
    fn names(&self) -> Vec<String>;

    /// Returns the index of the roll that the expression defines; `None` where dice cannot be
    /// thrown.
    fn roll(&self) -> Option<usize>;

    /// Returns whether all names are known; `false` if the definitions of some could not be read.
    fn is_complete(&self) -> bool {
        true
    }

    /// Returns whether bags and dice with symbols can be declared.
    fn has_file(&self) -> bool {
        true
    }

    /// Returns why a name cannot be used here, and what to do.
    fn refused(&self, _name: &str) -> Option<String> {
        None
    }

    /// Returns whether a word begins a name with parts, such as `self.hp`.
    fn has_parts(&self, _word: &str) -> bool {
        false
    }

    /// Returns the meaning of a name with parts, or of a name that represents a text; `None` if
    /// it is neither.
    ///
    /// # Errors
    /// Returns what is accepted in place of the name.
    fn path(
        &self,
        _program: &mut Program,
        _parts: &[&str],
    ) -> Option<Result<PathMeaning<'_>, String>> {
        None
    }

    /// Receives the value of a name that represents a text, so that it is read once.
    fn remember(&self, _parts: &[&str], _value: NodeId) {}

    /// Returns the names of a member of a team; `None` if there is no such team.
    fn over(&self, _team: &str) -> Option<Box<dyn Resolver + '_>> {
        None
    }

    /// Returns the names of teams, for suggestions.
    fn teams(&self) -> Vec<String> {
        Vec::new()
    }

    /// Adds a number of a team, of a value that each member has.
    ///
    /// # Errors
    /// Returns the reason if there cannot be such a number.
    fn total(
        &self,
        _program: &mut Program,
        _function: TeamFunction,
        team: &str,
        _of: Option<NodeId>,
    ) -> Result<NodeId, String> {
        Err(format!("{team} is no team"))
    }
}

impl Resolver for Box<dyn Resolver + '_> {
    fn name(&self, name: &str) -> Option<Name> {
        (**self).name(name)
    }

    fn names(&self) -> Vec<String> {
        (**self).names()
    }

    fn roll(&self) -> Option<usize> {
        (**self).roll()
    }

    fn refused(&self, name: &str) -> Option<String> {
        (**self).refused(name)
    }

    fn has_parts(&self, word: &str) -> bool {
        (**self).has_parts(word)
    }

    fn path(
        &self,
        program: &mut Program,
        parts: &[&str],
    ) -> Option<Result<PathMeaning<'_>, String>> {
        (**self).path(program, parts)
    }

    fn remember(&self, parts: &[&str], value: NodeId) {
        (**self).remember(parts, value);
    }

    fn over(&self, team: &str) -> Option<Box<dyn Resolver + '_>> {
        (**self).over(team)
    }

    fn teams(&self) -> Vec<String> {
        (**self).teams()
    }

    fn total(
        &self,
        program: &mut Program,
        function: TeamFunction,
        team: &str,
        of: Option<NodeId>,
    ) -> Result<NodeId, String> {
        (**self).total(program, function, team, of)
    }
}
