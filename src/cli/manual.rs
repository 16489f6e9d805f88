//! `evenodds man`: manual pages, generated from the help of the commands.

use super::call::Call;
use super::failure::Failure;
use super::output;
use crate::document::{self, file, printable_path};
use clap::{Args, Command, ValueHint};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};
use std::io;
use std::path::PathBuf;

/// Arguments of `man`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  evenodds man report | man -l -                 read a page
  evenodds man --out ~/.local/share/man/man1     install all pages")]
pub struct ManualArguments {
    /// Command of the page [default: the program, whose page lists the commands]
    #[arg(value_name = "COMMAND", conflicts_with = "out")]
    pub command: Option<String>,
    /// Write all pages to this folder; replaces existing files
    #[arg(short, long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub out: Option<PathBuf>,
}

/// Prints a page, or writes all of them.
pub fn show(arguments: &ManualArguments, program: Command, call: &Call) -> Result<(), Failure> {
    let pages = pages(program)?;
    let Some(folder) = &arguments.out else {
        let wanted = arguments.command.as_deref();
        let found = pages.iter().find(|page| page.command.as_deref() == wanted);
        let page = found.ok_or_else(|| unknown(wanted.unwrap_or_default(), &pages))?;
        return call.print(&page.text);
    };
    let files = pages.into_iter().map(|page| output::PlannedFile {
        path: folder.join(page.file),
        text: page.text,
    });
    let files: Vec<output::PlannedFile> = files.collect();
    std::fs::create_dir_all(folder).map_err(|error| {
        Failure::Storage(format!(
            "cannot write pages to {}: {}",
            printable_path(folder),
            file::reason(&error)
        ))
    })?;
    output::write_all(call, &files)?;
    call.print(&format!(
        "{} pages in {}\n",
        files.len(),
        printable_path(folder)
    ))
}

fn unknown(name: &str, pages: &[ManualPage]) -> Failure {
    let names = pages.iter().filter_map(|page| page.command.as_deref());
    let names: Vec<&str> = names.collect();
    Failure::Input(document::unknown("command", name, &names))
}

/// Manual page.
struct ManualPage {
    /// Name of the command; `None` for the program itself.
    command: Option<String>,
    /// Name of the file.
    file: String,
    text: String,
}

/// Returns the page of the program, then that of each command in the order of the help.
fn pages(program: Command) -> Result<Vec<ManualPage>, Failure> {
    let mut program = program.disable_help_subcommand(true);
    program.build();
    let own = page(&program, None);
    let commands = program.get_subcommands();
    let others = commands.map(|command| page(command, Some(command.get_name().to_owned())));
    let pages: io::Result<Vec<ManualPage>> = std::iter::once(own).chain(others).collect();
    // Writing to memory does not fail in practice.
    pages.map_err(|error| Failure::Storage(format!("cannot create the manual pages: {error}")))
}

fn page(command: &Command, name: Option<String>) -> io::Result<ManualPage> {
    let man = Man::new(command.clone());
    let mut text = Vec::new();
    man.render_name_section(&mut text)?;
    man.render_synopsis_section(&mut text)?;
    man.render_description_section(&mut text)?;
    man.render_options_section(&mut text)?;
    if command.has_subcommands() {
        man.render_subcommands_section(&mut text)?;
    }
    if let Some(notes) = command.get_after_long_help().or(command.get_after_help()) {
        notes_section(&notes.to_string()).to_writer(&mut text)?;
    }
    let file = man.get_filename();
    // clap_mangen omits an empty date from the title line, so the next field would become the date.
    let title = file.trim_end_matches(".1").to_uppercase();
    let version = env!("CARGO_PKG_VERSION");
    Ok(ManualPage {
        command: name,
        text: format!(
            ".TH {title} 1 \"\" \"evenodds {version}\" \"Dice contests\"\n{}",
            tidy(&String::from_utf8_lossy(&text))
        ),
        file,
    })
}

/// Removes from the sections what formatters warn about: repeated definitions of the macro for quotation
/// marks, blank lines and trailing blanks.
fn tidy(sections: &str) -> String {
    let mut lines: Vec<&str> = Vec::new();
    for line in sections.lines().map(str::trim_end) {
        let is_definition = line.contains(".ds Aq ");
        match line {
            "" => {}
            _ if is_definition && lines.contains(&line) => {}
            ".PP" if lines.last() == Some(&".PP") => {}
            ".br" if lines.last() == Some(&".br") => {
                lines.pop();
                lines.push(".sp");
            }
            _ => lines.push(line),
        }
    }
    lines.join("\n") + "\n"
}

/// Returns the section with the notes below the help. Indented lines are commands and keep their layout.
fn notes_section(notes: &str) -> Roff {
    let mut roff = Roff::new();
    roff.control("SH", ["NOTES"]);
    let mut typed = false;
    let mut begun = false;
    for line in notes.lines() {
        let is_typed = line.starts_with("  ");
        if is_typed != typed {
            let words: &[&str] = if is_typed {
                &["PP", "RS 4", "nf"]
            } else {
                &["fi", "RE"]
            };
            for word in words {
                let (name, rest) = word.split_once(' ').unwrap_or((word, ""));
                roff.control(name, (!rest.is_empty()).then_some(rest));
            }
            typed = is_typed;
        }
        if line.is_empty() {
            if begun {
                roff.control("PP", []);
            }
        } else {
            roff.text([roman(line.trim_start())]);
            begun = true;
        }
    }
    if typed {
        roff.control("fi", []);
        roff.control("RE", []);
    }
    roff
}
