//! `evenodds man`: pages of the manual, made of what the commands say about themselves.

use super::call::Call;
use super::failure::Failure;
use super::output;
use crate::document::shown;
use clap::{Args, Command, ValueHint};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};
use std::io;
use std::path::PathBuf;

/// `man`.
#[derive(Debug, Args)]
#[command(after_help = "\
To read a page, and to put all of them where `man` finds them:
  evenodds man report | man -l -
  evenodds man --out ~/.local/share/man/man1")]
pub struct ManualArguments {
    /// The page of which command [default: that of the program, which names the others]
    #[arg(value_name = "COMMAND", conflicts_with = "out")]
    pub command: Option<String>,
    /// Write all pages into this folder, a file each; files that are there are replaced
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
    let files: Vec<output::Planned> = pages
        .into_iter()
        .map(|page| output::Planned {
            path: folder.join(page.file),
            text: page.text,
        })
        .collect();
    std::fs::create_dir_all(folder).map_err(|error| {
        Failure::Storage(format!("cannot write pages to {}: {error}", shown(folder)))
    })?;
    output::write_all(call, &files)?;
    call.print(&format!("{} pages in {}\n", files.len(), shown(folder)))
}

fn unknown(name: &str, pages: &[Page]) -> Failure {
    let names: Vec<&str> = pages
        .iter()
        .filter_map(|page| page.command.as_deref())
        .collect();
    Failure::Input(format!(
        "there is no command {}: pages are those of {}, and without a name that of the program",
        crate::document::printable(name),
        names.join(", ")
    ))
}

/// A page of the manual.
struct Page {
    /// Of which command; of the program itself if it is none.
    command: Option<String>,
    /// The name of its file.
    file: String,
    text: String,
}

/// The page of the program and that of each of its commands, in the order of the help.
fn pages(program: Command) -> Result<Vec<Page>, Failure> {
    let mut program = program.disable_help_subcommand(true);
    program.build();
    let own = page(&program, None);
    let commands = program.get_subcommands();
    let others = commands.map(|command| page(command, Some(command.get_name().to_owned())));
    let pages: io::Result<Vec<Page>> = std::iter::once(own).chain(others).collect();
    // Memory has room for a page.
    pages.map_err(|error| Failure::Storage(format!("cannot make pages: {error}")))
}

fn page(command: &Command, name: Option<String>) -> io::Result<Page> {
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
    // The library leaves the empty date out of the title, so that what stands behind it is taken for the date.
    let title = file.trim_end_matches(".1").to_uppercase();
    let version = env!("CARGO_PKG_VERSION");
    Ok(Page {
        command: name,
        text: format!(
            ".TH {title} 1 \"\" \"evenodds {version}\" \"Dice contests\"\n{}",
            tidy(&String::from_utf8_lossy(&text))
        ),
        file,
    })
}

/// The sections without what formatters warn of: each begins with the same definitions of a macro for quotation marks,
/// which are needed once, and blank lines and blanks at the ends of lines come out of empty texts.
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

/// What stands below the help of a command. Indented lines are commands to be typed, and are left as they are.
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
