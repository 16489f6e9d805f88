//! Faults that several contests find in their files beyond what a table of keys can say.

use super::{Half, class_dice};
use crate::document::{Fault, Faults, Table};

/// A fault of the value under a key, which is told as `found` instead of as it is written.
pub(crate) fn fault_of(
    table: &Table,
    key: &str,
    found: impl Into<String>,
    accepted: impl Into<String>,
) -> Fault {
    Fault::new(table.place(key), table.path_of(key), found, accepted)
}

/// Refuses a table that gives both of two keys of which each says `what`, or none; `help` is for those
/// who gave both.
pub(crate) fn one_of_two(
    table: &Table,
    [one, other]: [&str; 2],
    what: &str,
    help: Option<&str>,
    faults: &mut Faults,
) {
    match (table.given(one), table.given(other)) {
        (false, false) if !faults.explain(table) => {
            let found = format!("does not say {what}");
            faults.refuse_table(table, found, format!("give {one} or {other}"), None);
        }
        (true, true) => {
            let accepted = format!("give {one} or {other}, not both");
            let help = help.map(str::to_owned);
            faults.refuse_table(table, format!("says twice {what}"), accepted, help);
        }
        _ => {}
    }
}

/// How many dice the one under `first` and all helpers throw together, as far as they are valid; a
/// fault if that is more than `most`.
pub(crate) fn too_many_dice(table: &Table, first: &str, most: u32) -> Option<Fault> {
    let half = Half::read(table);
    let all = table.table(first).into_iter().chain(table.tables("helper"));
    let thrown = all.filter_map(|one| class_dice(one, half));
    let dice = thrown.fold(0_u32, |sum, (_, dice)| sum.saturating_add(dice));
    let found = format!("brings the dice thrown to {dice}");
    let accepted = format!("the {first} and all helpers may throw {most} dice together");
    (dice > most).then(|| fault_of(table, "helper", found, accepted))
}
