//! Arguments that name a kind of contest.

use crate::contest::Kind;
use crate::contests;
use crate::scenario::{Builtin, LoadError, builtin};
use clap::Args;

/// Kind of contest, parsed from its name.
#[derive(Clone)]
pub struct KindName(pub &'static Kind);

impl std::fmt::Debug for KindName {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(self.0.name)
    }
}

impl clap::builder::ValueParserFactory for KindName {
    type Parser = KindParser;

    fn value_parser() -> KindParser {
        KindParser
    }
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

impl clap::builder::ValueParserFactory for TemplateStart {
    type Parser = StartParser;

    fn value_parser() -> StartParser {
        StartParser
    }
}

/// Parser of the name of a kind, or `@` and the name of a built-in scenario.
#[derive(Clone)]
pub struct StartParser;

impl clap::builder::TypedValueParser for StartParser {
    type Value = TemplateStart;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<TemplateStart, clap::Error> {
        let Some(name) = value.to_str().and_then(|text| text.strip_prefix('@')) else {
            let kind = KindParser.parse_ref(command, argument, value)?;
            return Ok(TemplateStart::Kind(kind.0));
        };
        builtin(name).map(TemplateStart::Builtin).ok_or_else(|| {
            let error = clap::error::ErrorKind::InvalidValue;
            clap::Error::raw(error, format!("{}\n", LoadError::no_builtin(name))).with_cmd(command)
        })
    }

    fn possible_values(
        &self,
    ) -> Option<Box<dyn Iterator<Item = clap::builder::PossibleValue> + '_>> {
        // Without the built-in scenarios, which are too many for the help.
        KindParser.possible_values()
    }
}

/// Parser of the name of a kind.
#[derive(Clone)]
pub struct KindParser;

impl clap::builder::TypedValueParser for KindParser {
    type Value = KindName;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<KindName, clap::Error> {
        let names = contests::KINDS.iter().map(|kind| kind.name);
        // clap's parser reports unknown names.
        let name =
            clap::builder::PossibleValuesParser::new(names).parse_ref(command, argument, value)?;
        contests::kind(&name)
            .map(KindName)
            .ok_or_else(|| clap::Error::new(clap::error::ErrorKind::InvalidValue))
    }

    fn possible_values(
        &self,
    ) -> Option<Box<dyn Iterator<Item = clap::builder::PossibleValue> + '_>> {
        Some(Box::new(contests::KINDS.iter().map(|kind| {
            clap::builder::PossibleValue::new(kind.name).help(kind.summary)
        })))
    }
}
