//! Rule for the starting Classes of player characters.

use super::examine::fault_of;
use super::options::{Typed, choices};
use crate::document::{CheckedTable, Faults, Key, counted};

/// Total dice of a starting character.
const DICE: u32 = 10;
/// Minimum and maximum number of Classes of a character.
const CLASSES: (usize, usize) = (3, 4);
/// Maximum number of dice per Class.
const MOST_OF_A_CLASS: u32 = 4;

choices! {
    /// Classes that player characters may have.
    pub enum Build {
        /// any
        Any = "any",
        /// those of a new character: ten dice in three or four Classes, none with more than 4
        Starting = "starting",
        /// as `starting`, with ten dice or fewer
        Limit = "limit",
    }
}

impl Build {
    /// The key `build` of a contest's `[rules]`.
    pub const KEY: Key = Key {
        name: "build",
        ..Self::Any
            .as_default()
            .help("Classes that player characters may have; a file with other Classes is rejected.")
            .added()
    };

    /// Reports player characters with Classes that break the `[rules]` of a checked file.
    /// `characters` are tables with `name` and `classes`. A file without player characters is
    /// reported with the advice `marked`, unless it has other faults, which may be the cause.
    pub fn examine<'a>(
        table: &CheckedTable,
        characters: impl Iterator<Item = &'a CheckedTable>,
        marked: &str,
        faults: &mut Faults,
    ) {
        let Some(rules) = table.table("rules") else {
            return;
        };
        let (fewest, dice) = match Self::under(rules, "build") {
            None | Some(Self::Any) => return,
            Some(Self::Starting) => (DICE, "ten dice"),
            Some(Self::Limit) => (0, "ten dice or fewer"),
        };
        let allowed = format!("{dice} in three or four Classes, none with more than 4");
        let mut characters = characters.peekable();
        if characters.peek().is_none() && faults.is_empty() {
            let accepted = format!("expected player characters with {allowed}");
            faults.refuse(rules, "build", accepted, Some(marked.to_owned()));
        }
        for character in characters {
            if let Some(found) = unlike(character, fewest) {
                let accepted = format!("rules.build requires {allowed}");
                faults.push(fault_of(character, "classes", found, accepted));
            }
        }
    }
}

/// Describes the dice and Classes of a character that breaks the rule; `None` if they follow it, or
/// if the Classes have other faults.
fn unlike(character: &CheckedTable, fewest: u32) -> Option<String> {
    let classes = character.tables("classes");
    let each: Option<Vec<u32>> = (classes.iter())
        .map(|class| u32::under(class, "dice"))
        .collect();
    let each = each.filter(|each| !each.is_empty())?;
    let dice: u32 = each.iter().sum();
    let highest = each.iter().position(|&dice| dice > MOST_OF_A_CLASS);
    let (least, most) = CLASSES;
    if (fewest..=DICE).contains(&dice) && (least..=most).contains(&each.len()) && highest.is_none()
    {
        return None;
    }
    let dice = counted(dice, "die", "dice");
    let count = counted(each.len() as u32, "Class", "Classes");
    Some(match highest {
        Some(highest) => {
            let name = classes[highest].text("name").unwrap_or_default();
            format!(
                "has {dice} in {count}, {} of them in \"{name}\"",
                each[highest]
            )
        }
        None => format!("has {dice} in {count}"),
    })
}
