//! From a checked file to a contest.

use super::super::exchange::{Exchange, Fighter, Group, Player, Reach, Setup, Side, Skill, Stance};
use super::super::order::{Actor, Declaration, Order};
use super::super::roll::{Effort, Roll};
use super::super::{Check, Opposed, Options};
use crate::contest::{Contest, Seat};
use crate::document::{Table, literal};
use std::collections::HashMap;

/// Makes the contest.
pub(in super::super) fn build(table: &Table) -> Option<Box<dyn Contest>> {
    let options = Options::read(table)?;
    let roll = |key| roll(table.table(key)?, &options);
    let actor = |key| actor(table.table(key)?, &options);
    Some(
        match (table.choice("contest")?, table.integer("difficulty")) {
            ("check" | "ability", Some(difficulty)) => Box::new(Check::new(roll("a")?, difficulty)),
            ("opposed" | "ability", None) => Box::new(Opposed::new([roll("a")?, roll("b")?])),
            ("order", _) => Box::new(Order::new([actor("a")?, actor("b")?])),
            ("exchange", _) => Box::new(exchange(table)?),
            _ => return None,
        },
    )
}

fn dice(table: &Table, key: &str) -> Option<u32> {
    Some(table.integer(key)? as u32)
}

/// The action dice of all kinds that are used.
fn used(table: &Table) -> Option<u32> {
    let all = ["action", "limited", "specialised"].map(|key| dice(table, key));
    let sum: u32 = all.into_iter().sum::<Option<u32>>()?;
    Some(sum + u32::from(table.flag("noncombat")?))
}

fn roll(table: &Table, options: &Options) -> Option<Roll> {
    let passive = table.flag("passive")?;
    let ability = table.integer("ability").map(|dice| dice as u32);
    let effort = Effort {
        action: if passive { 0 } else { used(table)? },
        bonus: ability.or_else(|| dice(table, "skill"))?,
        extra: dice(table, "extra")?,
        two_die: table.flag("two_die")?,
    };
    let (action, other) = effort.thrown(options);
    let one_more = u32::from(!(passive && options.passive_cap_is_flat));
    Some(Roll {
        name: table.text("name")?.to_owned(),
        action,
        other,
        kept: ability.map(|dice| match table.integer("cap") {
            Some(cap) => cap as u32,
            None => dice + one_more,
        }),
    })
}

fn actor(table: &Table, options: &Options) -> Option<Actor> {
    let effort = Effort {
        action: used(table)?,
        two_die: table.flag("two_die")?,
        ..Effort::default()
    };
    let reserve = table.table("reserve")?;
    let left = |key| Some(dice(table, key)? + dice(reserve, key)?);
    let mut declaration = Declaration {
        left: left("action")? + u32::from(table.flag("noncombat")?),
        limited: left("limited")?,
        specialised: left("specialised")?,
        total: 0,
    };
    if options.total_declares {
        let Declaration {
            left,
            limited,
            specialised,
            ..
        } = declaration;
        declaration.total = left + limited + specialised + dice(table, "spent")?;
    }
    Some(Actor {
        name: table.text("name")?.to_owned(),
        action: effort.thrown(options).0,
        declaration,
    })
}

/// The names of the copies of a combatant.
pub(super) fn copies(name: &str, count: i64) -> Vec<String> {
    if count == 1 {
        vec![name.to_owned()]
    } else {
        (1..=count).map(|copy| format!("{name} {copy}")).collect()
    }
}

/// The exchange of a checked file.
pub(super) fn exchange(table: &Table) -> Option<Exchange> {
    let options = Options::read(table)?;
    let mut names: HashMap<&str, u32> = HashMap::new();
    for combatant in table
        .tables("side")
        .iter()
        .flat_map(|side| side.tables("combatant"))
    {
        *names.entry(combatant.text("name")?).or_insert(0) += 1;
    }
    let (mut sides, mut fighters, mut groups) = (Vec::new(), Vec::new(), Vec::new());
    for (position, side) in table.tables("side").iter().enumerate() {
        let side_name = side.text("name")?;
        let first = fighters.len();
        for combatant in side.tables("combatant") {
            let (name, count) = (combatant.text("name")?, combatant.integer("count")?);
            let one = fighter(combatant, position, groups.len())?;
            let named = |name| Fighter {
                name,
                ..one.clone()
            };
            fighters.extend(copies(name, count).into_iter().map(named));
            groups.push(Group {
                // Two sides may both have a "Guard".
                label: if names[name] == 1 {
                    name.to_owned()
                } else {
                    format!("{side_name}.{name}")
                },
                side: position,
                size: count as u32,
            });
        }
        sides.push(Side {
            name: side_name.to_owned(),
            members: first..fighters.len(),
            player: Player::named(side.choice("player")?)?,
        });
    }
    Some(Exchange::new(Setup {
        sides: sides.try_into().ok()?,
        fighters,
        groups,
        options,
    }))
}

fn fighter(table: &Table, side: usize, group: usize) -> Option<Fighter> {
    let noncombat = table.flag("noncombat")?;
    let limited = |to: &str| match table.table("limited") {
        Some(limited) if limited.choice("to") == Some(to) => dice(limited, "dice"),
        _ => Some(0),
    };
    let specialised = match table.table("specialised") {
        None => None,
        Some(specialised) => {
            let skill = match specialised.choice("to")? {
                "hand_to_hand" => Skill::HandToHand,
                "ranged" => Skill::Ranged,
                "dodge" => Skill::Dodge,
                _ => Skill::Movement,
            };
            Some((skill, dice(specialised, "dice")?))
        }
    };
    Some(Fighter {
        name: String::new(),
        side,
        group,
        general: dice(table, "action")? + u32::from(noncombat),
        for_attack: limited("attack")?,
        for_defence: limited("defence")?,
        specialised,
        hand_to_hand: dice(table, "hand_to_hand")?,
        ranged: dice(table, "ranged")?,
        dodge: dice(table, "dodge")?,
        movement: dice(table, "movement")?,
        attack: match table.choice("attack")? {
            "ranged" => Reach::Ranged,
            _ => Reach::HandToHand,
        },
        attack_extra: dice(table, "attack_extra")?,
        defence_extra: dice(table, "defence_extra")?,
        stance: match table.choice("defence")? {
            "parry" => Stance::Parry,
            "dodge" => Stance::Dodge,
            "general" => Stance::General,
            "dive" => Stance::Dive,
            _ => Stance::Single,
        },
        noncombat,
    })
}

/// A seat for each side of an exchange.
pub(in super::super) fn seats(table: &Table) -> Vec<Seat> {
    if table.choice("contest") != Some("exchange") {
        return Vec::new();
    }
    let seat = |side: &Table| {
        let name = side.text("name")?;
        let sitting = side.item("player")?;
        Some(Seat {
            name: name.to_owned(),
            path: side.path_of("player"),
            outcome: name.to_owned(),
            own: Vec::new(),
            player: Player::named(sitting.as_choice()?)?.name(),
            value: literal(sitting),
        })
    };
    table.tables("side").iter().filter_map(seat).collect()
}
