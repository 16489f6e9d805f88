//! Faults that the shapes of keys do not cover, for more than one contest.

use super::{Half, class_dice};
use crate::document::{CheckedTable, Fault, Faults};

/// Returns a fault of the value of a key. The message has `found` in place of the value.
pub fn fault_of(
    table: &CheckedTable,
    key: &str,
    found: impl Into<String>,
    accepted: impl Into<String>,
) -> Fault {
    Fault::new(table.span(key), table.path_of(key), found, accepted)
}

/// Reports a table with both or neither of two keys, of which it must have exactly one. With both,
/// `help` is added to the fault.
pub fn one_of_two(
    table: &CheckedTable,
    [one, other]: [&str; 2],
    help: Option<&str>,
    faults: &mut Faults,
) {
    match (table.given(one), table.given(other)) {
        (false, false) if !faults.explain(table) => {
            let found = format!("has neither {one} nor {other}");
            faults.refuse_table(table, found, "give one of them", None);
        }
        (true, true) => {
            let found = format!("has both {one} and {other}");
            let help = help.map(str::to_owned);
            faults.refuse_table(table, found, "give only one of them", help);
        }
        _ => {}
    }
}

/// Returns a fault if the participant under the key `first` and all helpers throw more than `most`
/// dice together. Invalid entries are skipped.
pub fn too_many_dice(table: &CheckedTable, first: &str, most: u32) -> Option<Fault> {
    let half = Half::read(table);
    let all = table.table(first).into_iter().chain(table.tables("helper"));
    let thrown = all.filter_map(|one| class_dice(one, half));
    let dice = thrown.fold(0_u32, |sum, (_, dice)| sum.saturating_add(dice));
    let found = format!("raises the number of dice to {dice}");
    let accepted = format!("expected at most {most} dice of the {first} and all helpers together");
    (dice > most).then(|| fault_of(table, "helper", found, accepted))
}
