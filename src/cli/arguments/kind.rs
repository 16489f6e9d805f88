//! Arguments that name a kind of contest, or a template.

use crate::cli::library;
use crate::contest::{Builtin, Kind, Template};
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

/// A kind of contest, or a type of contest of a kind that has a template.
#[derive(Clone, Copy)]
pub enum ContestType {
    /// Kind.
    Kind(&'static Kind),
    /// Template, with its kind.
    Template(&'static Template, &'static Kind),
}

impl ContestType {
    /// Returns all kinds, each with its templates after it.
    pub fn all() -> impl Iterator<Item = Self> {
        library().kinds.iter().flat_map(|&kind| {
            let templates = library()
                .templates
                .iter()
                .filter(|one| one.kind == kind.name);
            let templates = templates.map(move |one| Self::Template(one, kind));
            std::iter::once(Self::Kind(kind)).chain(templates)
        })
    }

    /// Returns the name for commands.
    pub fn name(self) -> &'static str {
        match self {
            Self::Kind(kind) => kind.name,
            Self::Template(template, _) => template.name,
        }
    }

    /// Returns what its contests are, in one line.
    pub fn summary(self) -> String {
        match self {
            Self::Kind(kind) => kind.summary.to_owned(),
            Self::Template(template, kind) => format!("{} ({})", template.summary, kind.name),
        }
    }
}

impl std::fmt::Debug for ContestType {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(self.name())
    }
}

impl ValueParserFactory for ContestType {
    type Parser = ValueParser;

    fn value_parser() -> ValueParser {
        ValueParser::new(contest_types())
    }
}

/// Returns the parser of the name of a kind or a template.
fn contest_types() -> impl TypedValueParser<Value = ContestType> {
    let names = ContestType::all().map(|one| PossibleValue::new(one.name()).help(one.summary()));
    PossibleValuesParser::new(names).try_map(|name| {
        ContestType::all()
            .find(|one| one.name() == name)
            .ok_or("unknown name")
    })
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
#[derive(Clone, Copy)]
pub enum TemplateStart {
    /// Template of a kind, or of a type of contest.
    Type(ContestType),
    /// Built-in scenario.
    Builtin(&'static Builtin),
}

impl std::fmt::Debug for TemplateStart {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(match self {
            Self::Type(one) => one.name(),
            Self::Builtin(file) => file.name,
        })
    }
}

impl ValueParserFactory for TemplateStart {
    type Parser = ValueParser;

    fn value_parser() -> ValueParser {
        ValueParser::new(StartParser(contest_types()))
    }
}

/// Parser of the name of a type of contest, with the parser of types, or `@` and the name of a
/// built-in scenario.
#[derive(Clone)]
struct StartParser<P>(P);

impl<P: TypedValueParser<Value = ContestType>> TypedValueParser for StartParser<P> {
    type Value = TemplateStart;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<TemplateStart, Error> {
        let Some(name) = value.to_str().and_then(|text| text.strip_prefix('@')) else {
            return self
                .0
                .parse_ref(command, argument, value)
                .map(TemplateStart::Type);
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
