//! Checks beyond the tables of keys: the keys that each contest requires and accepts.

use super::fighters::players::settings_fit;
use super::fighters::{Player, Stance};
use super::keys::{ContestSort, exchange};
use evenodds_core::contest::{Typed, copies, fault_of};
use evenodds_core::document::{CheckedTable, Fault, Faults};
use std::collections::HashSet;

/// Maximum number of combatants of an exchange, both sides together.
const MOST_COMBATANTS: u32 = 100;

/// Adds the faults that key tables cannot express.
pub(super) fn examine(table: &CheckedTable, faults: &mut Faults) {
    let Some(sort) = ContestSort::under(table, "contest") else {
        return;
    };
    let contest = sort.name();
    let (needed, allowed) = keys_of(sort);
    let given = PARTICIPANTS.into_iter().filter(|key| table.given(key));
    let given: Vec<&str> = given.collect();
    let other = ContestSort::ALL
        .into_iter()
        .filter(|other| *other != ContestSort::Ability)
        .find(|other| keys_of(*other).0 == given);
    if let Some(other) = other
        && !given
            .iter()
            .any(|key| needed.contains(key) || allowed.contains(key))
        && !is_explained(table, faults)
    {
        let (other, keys, own) = (other.name(), given.join(" and "), needed.join(" and "));
        let accepted = format!("expected {other:?} for {keys}");
        let help = format!("write contest = {other:?}, or {own} instead of {keys}");
        faults.refuse(table, "contest", accepted, Some(help));
        return;
    }
    for key in PARTICIPANTS {
        if needed.contains(&key) {
            if !table.given(key) && !is_explained(table, faults) {
                let accepted = format!("the contest {contest:?} requires it");
                // The example of the key has a skill.
                let dice = match sort {
                    ContestSort::Order => Some(""),
                    ContestSort::Ability => Some(", ability = 2"),
                    _ => None,
                };
                let help = dice.map(|dice| {
                    format!("for example {key} = {{ name = \"Runner\", action = 2{dice} }}")
                });
                faults.refuse(table, key, accepted, help);
            }
        } else if table.given(key) && !allowed.contains(&key) {
            let accepted = format!("the contest {contest:?} takes {}", needed.join(" and "));
            faults.push(unfitting(table, key, accepted));
        }
    }
    if sort == ContestSort::Ability {
        let (found, accepted) = match (table.given("difficulty"), table.given("b")) {
            (true, true) => ("has both difficulty and b", "give only one of them"),
            (false, false) => ("has neither difficulty nor b", "give one of them"),
            _ => ("", ""),
        };
        if !found.is_empty() && !is_explained(table, faults) {
            faults.push(fault_of(table, "contest", found, accepted));
        }
    }
    for key in ["a", "b"] {
        if let Some(roll) = table.table(key)
            && (needed.contains(&key) || allowed.contains(&key))
        {
            examine_roll(roll, sort, faults);
        }
    }
    names_of_two(table, faults);
    advise_of_split(faults);
    if sort == ContestSort::Exchange {
        examine_exchange(table, faults);
    }
}

/// Keys of participants and difficulty, of which each contest takes some.
const PARTICIPANTS: [&str; 4] = ["difficulty", "a", "b", "side"];

/// Returns the keys of [`PARTICIPANTS`] that a contest requires, and those that it also accepts.
fn keys_of(sort: ContestSort) -> (&'static [&'static str], &'static [&'static str]) {
    match sort {
        ContestSort::Check => (&["difficulty", "a"], &[]),
        ContestSort::Opposed | ContestSort::Order => (&["a", "b"], &[]),
        ContestSort::Ability => (&["a"], &["b", "difficulty"]),
        ContestSort::Exchange => (&["side"], &[]),
    }
}

/// Returns the fault for a key that the contest or roll does not accept.
fn unfitting(table: &CheckedTable, key: &str, accepted: String) -> Fault {
    fault_of(table, key, "does not belong here", accepted)
}

/// Returns whether a fault found earlier may explain why a key is missing.
fn is_explained(table: &CheckedTable, faults: &Faults) -> bool {
    let own = table.path();
    faults.iter().any(|fault| {
        let inside = match fault.path.strip_prefix(&own) {
            Some(rest) if own.is_empty() => rest,
            Some(rest) => rest.trim_start_matches('.'),
            None => return false,
        };
        fault.path.is_empty() || fault.found == "is not a key here" && !inside.contains('.')
    })
}

fn examine_roll(roll: &CheckedTable, sort: ContestSort, faults: &mut Faults) {
    let contest = sort.name();
    let wanted = match sort {
        ContestSort::Check => Some("skill"),
        ContestSort::Ability => Some("ability"),
        ContestSort::Opposed => None,
        ContestSort::Order | ContestSort::Exchange => {
            for key in ["skill", "ability", "cap", "extra", "passive"] {
                if roll.given(key) {
                    let accepted = "action dice alone determine who acts first".to_owned();
                    faults.push(unfitting(roll, key, accepted));
                }
            }
            dice_are_enough(roll, faults);
            return;
        }
    };
    for key in ["reserve", "spent"] {
        if roll.given(key) {
            let accepted = "only the contest \"order\" takes it".to_owned();
            faults.push(unfitting(roll, key, accepted));
        }
    }
    match wanted {
        Some(key) => {
            let other = if key == "skill" { "ability" } else { "skill" };
            if roll.given(other) {
                let accepted = format!("the contest {contest:?} rolls the dice under {key}");
                faults.push(unfitting(roll, other, accepted));
            } else if !roll.given(key) && !is_explained(roll, faults) {
                let accepted = format!("the contest {contest:?} requires it; it may be 0");
                faults.refuse(roll, key, accepted, None);
            }
        }
        None => match (roll.given("skill"), roll.given("ability")) {
            (true, true) => faults.refuse_table(
                roll,
                "has both a skill and an ability",
                "give only one of them",
                None,
            ),
            (false, false) if !is_explained(roll, faults) => faults.refuse_table(
                roll,
                "has neither a skill nor an ability",
                "give one of them; it may be 0",
                None,
            ),
            _ => {}
        },
    }
    for key in ["cap", "passive"] {
        if roll.given(key) && !roll.given("ability") {
            faults.push(unfitting(roll, key, "only an ability takes it".to_owned()));
        }
    }
    if roll.flag("passive") == Some(true) {
        for key in ["action", "limited", "specialised", "two_die", "noncombat"] {
            if roll.given(key) {
                let accepted = "a passive ability takes no action dice".to_owned();
                faults.push(unfitting(roll, key, accepted));
            }
        }
    } else {
        dice_are_enough(roll, faults);
    }
}

/// Checks that an action has at least one action die, and a two-die action two.
fn dice_are_enough(roll: &CheckedTable, faults: &mut Faults) {
    let dice = ["action", "limited", "specialised"].map(|key| roll.integer(key));
    let (Some(noncombat), Some(two_die)) = (roll.flag("noncombat"), roll.flag("two_die")) else {
        return;
    };
    let Some(dice) = dice.into_iter().sum::<Option<i64>>() else {
        return;
    };
    let (dice, least) = (dice + i64::from(noncombat), if two_die { 2 } else { 1 });
    if dice < least {
        let key = if two_die { "two_die" } else { "action" };
        let found = match dice {
            0 => "leaves the action without action dice".to_owned(),
            _ => format!("has only {dice} action die"),
        };
        let accepted = if two_die {
            "expected at least 2 for a two-die action"
        } else {
            "expected at least 1 for an action"
        };
        faults.push(fault_of(roll, key, found, accepted));
    }
}

/// Checks that the two names differ and that neither is `tie`, since names become outcomes.
fn names_of_two(table: &CheckedTable, faults: &mut Faults) {
    let (Some(a), Some(b)) = (table.table("a"), table.table("b")) else {
        return;
    };
    if a.text("name").is_some() && a.text("name") == b.text("name") {
        faults.refuse(
            b,
            "name",
            "expected another name than that of a, as both are outcomes",
            None,
        );
    }
    for roll in [a, b] {
        if roll.text("name") == Some("tie") {
            let accepted = "expected another name, as \"tie\" is the outcome that no side wins";
            faults.refuse(roll, "name", accepted, None);
        }
    }
}

/// Adds hints to faults about players and options that only the removed frame `split` had.
fn advise_of_split(faults: &mut Faults) {
    let is_player = |fault: &Fault| {
        let is_old = fault.found.starts_with("is \"attack_") || fault.found == "is \"best\"";
        is_old && (fault.path.ends_with(".player") || fault.path.ends_with(".player.name"))
    };
    let help = "the frame \"split\" and its players were removed; use \"optimal\" for duels, else \"guarded\"";
    faults.advise(is_player, help);
    let is_reading = |fault: &Fault| fault.path.ends_with("rules.defend_against");
    let help = "it was removed with the frame \"split\"; leave it out";
    faults.advise(is_reading, help);
}

fn examine_exchange(table: &CheckedTable, faults: &mut Faults) {
    let mut total = 0;
    for side in table.tables("side") {
        if let Some(name @ ("draw" | "unresolved")) = side.text("name") {
            let accepted =
                format!("expected another name, as {name:?} is an outcome that no side wins");
            faults.refuse(side, "name", accepted, None);
        }
        let mut taken: HashSet<String> = HashSet::new();
        for combatant in side.tables("combatant") {
            let (Some(name), Some(count)) =
                (combatant.text("name"), u32::under(combatant, "count"))
            else {
                continue;
            };
            total += count;
            let copies = copies(name, count);
            let is_repeated = side
                .tables("combatant")
                .iter()
                .take_while(|other| !std::ptr::eq(*other, combatant))
                .any(|other| other.text("name") == Some(name));
            let clash = copies.into_iter().find(|copy| !taken.insert(copy.clone()));
            // A name that occurs twice is a fault of the list itself.
            if let Some(copy) = clash
                && !is_repeated
            {
                let accepted = format!("expected another name, as {copy:?} is taken");
                faults.refuse(combatant, "name", accepted, None);
            }
            if combatant.flag("noncombat") == Some(true)
                && Stance::under(combatant, "defence") == Some(Stance::General)
            {
                let accepted =
                    "expected another defence, as a noncombatant may not use General Defense";
                faults.refuse(combatant, "defence", accepted, None);
            }
        }
    }
    if total > MOST_COMBATANTS {
        let accepted = format!("expected at most {MOST_COMBATANTS} on both sides together");
        faults.push(fault_of(
            table,
            "side",
            format!("has {total} combatants"),
            accepted,
        ));
        return;
    }
    players_fit(table, faults);
}

/// Refuses settings that a player does not have, players that need more dice than any combatant
/// has, and `optimal` where the exchange cannot be solved.
fn players_fit(table: &CheckedTable, faults: &mut Faults) {
    for side in table.tables("side") {
        settings_fit(side, faults);
    }
    dice_fit(table, faults);
    let solves = |side: &&CheckedTable| Player::under(side, "player") == Some(Player::Optimal);
    let solving: Vec<&CheckedTable> = table.tables("side").iter().filter(solves).collect();
    if solving.is_empty() || !faults.is_empty() {
        return;
    }
    let Some(Err(reason)) = exchange(table).map(|exchange| exchange.is_solved_everywhere()) else {
        return;
    };
    for side in solving {
        faults.refuse_because(side, "player", "expected another player", &reason);
    }
}

/// Refuses players that keep more dice than any combatant has.
fn dice_fit(table: &CheckedTable, faults: &mut Faults) {
    let sides = table.tables("side");
    let dice = |combatant: &CheckedTable| {
        let further = |key: &str| match combatant.table(key) {
            Some(further) => further.integer("dice"),
            None => Some(0),
        };
        let general = combatant.integer("action")? + i64::from(combatant.flag("noncombat")?);
        Some(general + further("limited")? + further("specialised")?)
    };
    let combatants = sides.iter().flat_map(|side| side.tables("combatant"));
    let most = combatants.map(dice).collect::<Option<Vec<i64>>>();
    let Some(most) = most.and_then(|dice| dice.into_iter().max()) else {
        return;
    };
    for side in sides {
        let player = Player::under(side, "player");
        if let Some(Player::Keep(keep)) = player
            && i64::from(keep) > most
        {
            let reason =
                format!("no combatant has more than {most} action dice, so this is keep_{most}");
            faults.refuse_because(side, "player", "expected another player", reason);
        }
    }
}
