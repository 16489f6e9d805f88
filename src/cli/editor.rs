//! `evenodds new`: a commented file to start from; with `--editor` also the files that an editor needs to
//! complete and check it.

use super::arguments::{ContestType, KindArguments, KindName, TemplateStart};
use super::call::Call;
use super::failure::{Failure, failure};
use super::library;
use super::output::{self, PlannedFile};
use super::schema;
use crate::document::{Shown, printable_path};
use clap::Args;
use std::path::PathBuf;

/// Keys of every kind that a first file does without.
const LEFT_OUT: [&str; 3] = ["format", "notes", "use"];

/// Arguments of `new`.
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is a flag of the command line"
)]
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  evenodds new combat > fight.toml
  evenodds new combat --all > fight.toml          with all keys that can be left out, as comments
  evenodds new teams > fight.toml                 a fight with hit points, armor and attacks
  evenodds new @canyon > fight.toml               a copy of a built-in scenario
  evenodds new combat --editor -o fight.toml      with combat.schema.json and .taplo.toml beside it

--editor is for editors with taplo (in VS Code, Even Better TOML). An existing scenario is never replaced, \
and an existing .taplo.toml is kept.")]
pub struct NewArguments {
    /// Kind of contest, teams, or a built-in scenario such as @canyon
    #[arg(value_name = "KIND|@NAME")]
    pub start: TemplateStart,
    /// Print a party, which scenarios include with `use`, instead of a scenario
    #[arg(long)]
    pub party: bool,
    /// Show all keys of the kind; optional keys are comments with their defaults
    #[arg(long, conflicts_with_all = ["party", "position"])]
    pub all: bool,
    /// Print a position, which `hint --table` reads, instead of a scenario
    #[arg(long, conflicts_with_all = ["party", "editor"])]
    pub position: bool,
    /// Write the file, with its JSON Schema and editor settings beside it, instead of printing it
    #[arg(long)]
    pub editor: bool,
    /// File that --editor writes [default: KIND.toml, or party.toml]
    #[arg(short, long, value_name = "FILE", requires = "editor")]
    pub out: Option<PathBuf>,
}

/// Prints or writes a new file.
pub fn new(arguments: &NewArguments, call: &Call) -> Result<(), Failure> {
    let party = arguments.party;
    let (kind, name, text) = match arguments.start {
        TemplateStart::Type(ContestType::Kind(kind)) => (kind, kind.name.to_owned(), None),
        TemplateStart::Type(ContestType::Template(template, kind)) => {
            let text = template.text.to_owned();
            (kind, template.name.to_owned(), Some(text))
        }
        TemplateStart::Builtin(file) => {
            let name = format!("@{}", file.name);
            let scenario = library()
                .open(&name, &[])
                .map_err(|error| failure(&name, error))?;
            (scenario.kind, name, Some(copied(file.text)))
        }
    };
    if text.is_some() && (party || arguments.position) {
        let (what, flag) = if party {
            ("party", "--party")
        } else {
            ("position", "--position")
        };
        return Err(Failure::Input(format!(
            "{name} is a scenario, not a {what}; remove {flag}"
        )));
    }
    if text.is_some() && arguments.all {
        return Err(Failure::Input(format!(
            "{name} is a whole file; remove --all"
        )));
    }
    let start = KindArguments {
        kind: KindName(kind),
        party,
        position: arguments.position,
    };
    let template = match text {
        Some(text) => text,
        None if arguments.all || party || arguments.position => {
            schema::template(&start, Shown::All)?
        }
        None => {
            let template = schema::template(&start, Shown::Usual(&LEFT_OUT))?;
            format!(
                "{template}\n# `evenodds new {name} --all` shows all keys, `evenodds list {name}` the most used.\n"
            )
        }
    };
    if !arguments.editor {
        return call.print(&template);
    }
    let file = match (&arguments.out, arguments.start) {
        (Some(out), _) => out.clone(),
        (None, _) if party => PathBuf::from("party.toml"),
        (None, TemplateStart::Type(one)) => PathBuf::from(format!("{}.toml", one.name())),
        (None, TemplateStart::Builtin(_)) => PathBuf::from(format!("{}.toml", kind.name)),
    };
    let suffix = if party { ".party" } else { "" };
    let schema_name = format!("{}{suffix}.schema.json", kind.name);
    let beside = |name: &str| file.with_file_name(name);
    let planned = |path: PathBuf, text: String| PlannedFile { path, text };
    let scenario = format!("#:schema ./{schema_name}\n{template}");
    let files = [
        planned(beside(&schema_name), schema::schema(&start)?),
        planned(beside(SETTINGS), TAPLO.to_owned()),
        planned(file.clone(), scenario),
    ];
    if let Some(clash) = files[..2].iter().find(|other| other.path == file) {
        return Err(Failure::Input(format!(
            "--out {} conflicts with a file that --editor writes; choose another name",
            printable_path(&clash.path)
        )));
    }
    // Scenarios and settings are the user's work and are kept; schemas are generated.
    if std::fs::symlink_metadata(&file).is_ok() {
        return Err(Failure::Storage(format!(
            "{} already exists; choose another name with -o, or remove it",
            printable_path(&file)
        )));
    }
    let (kept, files): (Vec<PlannedFile>, Vec<PlannedFile>) = files
        .into_iter()
        .partition(|file| file.path.ends_with(SETTINGS) && file.path.exists());
    output::write_all(call, &files)?;
    let line = |file: &PlannedFile, what: &str| format!("{}: {what}\n", printable_path(&file.path));
    let written = files.iter().map(|file| line(file, "written"));
    let kept = kept.iter().map(|file| line(file, "exists, not changed"));
    call.print(&written.chain(kept).collect::<String>())
}

/// Returns the text of a built-in scenario for a file in any folder, with names of parties instead of paths.
fn copied(text: &str) -> String {
    library()
        .parties
        .iter()
        .fold(text.to_owned(), |text, party| {
            let path = format!("\"parties/{}.toml\"", party.name);
            text.replace(&path, &format!("\"@{}\"", party.name))
        })
}

/// Name of taplo's settings file.
const SETTINGS: &str = ".taplo.toml";

/// Settings of taplo that keep the layout of templates.
const TAPLO: &str = include_str!("editor/taplo.toml");
