//! Kinds of contests on the command line.

use crate::contest::Kind;
use crate::contests;
use clap::Args;

/// The name of a kind of contest.
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

/// Which files a template or a schema is for.
#[derive(Debug, Args)]
pub struct KindArguments {
    /// Which kind of contest
    pub kind: KindName,
    /// Not a scenario, but a party: a file that scenarios name in `use`
    #[arg(long)]
    pub party: bool,
}

/// Reads the name of a kind.
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
        // clap's own parser of names makes the message for unknown ones.
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
