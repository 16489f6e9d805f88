//! Arguments that name a kind of contest.

use crate::cli::library;
use crate::contest::Builtin;
use crate::contest::Kind;
use clap::builder::{
    PossibleValue, PossibleValuesParser, TypedValueParser, ValueParser, ValueParserFactory,
};
use clap::error::ErrorKind;
use clap::{Arg, Args, Command, Error};
use std::ffi::OsStr;

/// Kind of contest, parsed from its name.
#[derive(Clone)]
pub struct KindName(pub &'static Kind);

impl std::fmt::Debug for KindName {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(self.0.name)
    }
}

impl ValueParserFactory for KindName {
    type Parser = ValueParser;

    fn value_parser() -> ValueParser {
        ValueParser::new(kinds().map(KindName))
    }
}

/// Returns the parser of the name of a kind.
fn kinds() -> impl TypedValueParser<Value = &'static Kind> {
    let kinds = library().kinds.iter();
    let names = kinds.map(|kind| PossibleValue::new(kind.name).help(kind.summary));
    PossibleValuesParser::new(names).try_map(|name| library().kind(&name).ok_or("unknown kind"))
}

/// Type of file: a scenario of a kind, or a party or a position for it.
#[derive(Debug, Args)]
pub struct KindArguments {
    /// Kind of contest
    pub kind: KindName,
    /// Print the schema of a party, a file that scenarios include with `use`
    #[arg(long)]
    pub party: bool,
    /// Print the schema of a position, as in `hint --table`
    #[arg(long, conflicts_with = "party")]
    pub position: bool,
}

/// Source of a new file.
#[derive(Clone)]
pub enum TemplateStart {
    /// Template of a kind.
    Kind(&'static Kind),
    /// Built-in scenario.
    Builtin(&'static Builtin),
}

impl std::fmt::Debug for TemplateStart {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(match self {
            Self::Kind(kind) => kind.name,
            Self::Builtin(file) => file.name,
        })
    }
}

impl ValueParserFactory for TemplateStart {
    type Parser = ValueParser;

    fn value_parser() -> ValueParser {
        ValueParser::new(StartParser(kinds()))
    }
}

/// Parser of the name of a kind, with the parser of kinds, or `@` and the name of a built-in
/// scenario.
#[derive(Clone)]
struct StartParser<P>(P);

impl<P: TypedValueParser<Value = &'static Kind>> TypedValueParser for StartParser<P> {
    type Value = TemplateStart;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<TemplateStart, Error> {
        let Some(name) = value.to_str().and_then(|text| text.strip_prefix('@')) else {
            let kind = self.0.parse_ref(command, argument, value)?;
            return Ok(TemplateStart::Kind(kind));
        };
        let found = library().known_builtin(name);
        found.map(TemplateStart::Builtin).map_err(|error| {
            let text = format!("{error}\n");
            Error::raw(ErrorKind::InvalidValue, text).with_cmd(command)
        })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        // Without the built-in scenarios, which are too many for the help.
        self.0.possible_values()
    }
}
