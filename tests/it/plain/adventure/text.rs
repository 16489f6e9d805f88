//! Contests as files.

use super::super::combat::{Arrival, Healer, Player, WoundChoice, WoundOption};
use super::cast::Taken;
use super::{Class, Contest, Fight, Seat};

/// Keys with their values, of a file or of a table in braces.
pub(super) type Keys = Vec<(&'static str, String)>;

pub(super) fn file(keys: &Keys) -> String {
    let lines = keys.iter().map(|(key, value)| format!("{key} = {value}\n"));
    lines.collect()
}

pub(super) fn table(keys: &Keys) -> String {
    let keys = keys.iter().map(|(key, value)| format!("{key} = {value}"));
    format!("{{ {} }}", keys.collect::<Vec<_>>().join(", "))
}

pub(super) fn list(values: &[String]) -> String {
    format!("[{}]", values.join(", "))
}

pub(super) fn quoted(name: &str) -> String {
    format!("\"{name}\"")
}

pub(super) fn names(names: &[String]) -> String {
    list(&names.iter().map(|name| quoted(name)).collect::<Vec<_>>())
}

/// Keys that were written beforehand, one a line.
fn written(rest: &str) -> Keys {
    let lines = rest.lines().map(|line| line.split_once(" = ").unwrap());
    let known = ["craft", "player", "assistance", "step", "rules"];
    lines
        .map(|(key, value)| {
            let key = known.into_iter().find(|&one| one == key);
            (key.unwrap(), value.to_owned())
        })
        .collect()
}

/// Somebody with dice.
fn with_dice(taken: &Taken) -> String {
    let class = &taken.classes[0];
    table(&vec![
        ("name", quoted(&taken.name)),
        ("dice", class.dice.to_string()),
        ("fit", fit(class.semi)),
    ])
}

/// A backer: those have no fit.
fn with_dice_alone(taken: &Taken) -> String {
    table(&vec![
        ("name", quoted(&taken.name)),
        ("dice", taken.classes[0].dice.to_string()),
    ])
}

fn fit(semi: bool) -> String {
    quoted(if semi { "semi" } else { "full" })
}

fn class(class: &Class) -> String {
    table(&vec![
        ("name", quoted(&class.name)),
        ("dice", class.dice.to_string()),
        ("fit", fit(class.semi)),
    ])
}

fn classes(all: &[Class]) -> String {
    list(&all.iter().map(class).collect::<Vec<_>>())
}

fn all_with_dice(all: &[Taken]) -> String {
    list(&all.iter().map(with_dice).collect::<Vec<_>>())
}

fn quick_keys(difficulty: u32, actor: String, helpers: String) -> Keys {
    vec![
        ("difficulty", difficulty.to_string()),
        ("actor", actor),
        ("helper", helpers),
    ]
}

fn workshop_keys(crafter: String, rest: &str) -> Keys {
    let mut keys = vec![("crafter", crafter)];
    keys.extend(written(rest));
    keys
}

fn trade_keys(prosperity: Option<u32>, backers: String, rest: &str) -> Keys {
    let mut keys = vec![("backer", backers)];
    if let Some(prosperity) = prosperity {
        keys.push(("prosperity", prosperity.to_string()));
    }
    keys.extend(written(rest));
    keys
}

fn abstract_keys(skill: i32, task: i32) -> Keys {
    vec![("skill", skill.to_string()), ("task", task.to_string())]
}

fn fight_keys(sides: &[String], fight: &Fight) -> Keys {
    let rules = &fight.rules;
    let healer = match rules.healer {
        Healer::None => quoted("none"),
        Healer::Automatic => quoted("automatic"),
        Healer::Rolls { dice, difficulty } => {
            format!("{{ dice = {dice}, difficulty = {difficulty} }}")
        }
    };
    let of_two = |yes: bool, one: &str, other: &str| quoted(if yes { one } else { other });
    let fights_on = rules.wound_choice == WoundChoice::FightOn;
    let is_loss = rules.wound_option == WoundOption::PermanentLoss;
    let rules = vec![
        ("last_blow", of_two(rules.last_blow_draw, "draw", "win")),
        ("deadlock", of_two(rules.deadlock_lot, "lot", "reroll")),
        ("wounds_to_die", rules.wounds_to_die.to_string()),
        ("wound_choice", of_two(fights_on, "fight_on", "stay_down")),
        (
            "wound_option",
            of_two(is_loss, "permanent_loss", "nasty_wound"),
        ),
        ("healer", healer),
        ("deadly", fight.deadly.to_string()),
    ];
    vec![("side", list(sides)), ("rules", table(&rules))]
}

/// A contest as a file of its own.
fn alone(kind: &str, keys: &Keys) -> String {
    format!("kind = \"{kind}\"\n{}", file(keys))
}

pub fn quick(difficulty: u32, actor: &Taken, helpers: &[Taken]) -> String {
    let keys = quick_keys(difficulty, with_dice(actor), all_with_dice(helpers));
    alone("quick", &keys)
}

pub fn workshop(crafter: &Taken, rest: &str) -> String {
    alone("workshop", &workshop_keys(with_dice(crafter), rest))
}

pub fn trade(prosperity: u32, backers: &[Taken], rest: &str) -> String {
    let backers: Vec<String> = backers.iter().map(with_dice_alone).collect();
    alone("trade", &trade_keys(Some(prosperity), list(&backers), rest))
}

pub fn abstract_rpg(skill: i32, task: i32) -> String {
    alone("abstract", &abstract_keys(skill, task))
}

pub fn fight(sides: &[String], fight: &Fight) -> String {
    alone("combat", &fight_keys(sides, fight))
}

/// A side of a fight with everybody in it.
pub fn side(name: &str, player: Player, there: &[Taken], late: &[(Arrival, Taken)]) -> String {
    let keys = |taken: &Taken| {
        vec![
            ("name", quoted(&taken.name)),
            ("count", taken.count.to_string()),
            ("classes", classes(&taken.classes)),
            ("wounds", taken.wounds.to_string()),
            ("armor", taken.armor.to_string()),
        ]
    };
    let there: Vec<String> = there.iter().map(|taken| table(&keys(taken))).collect();
    let late = late.iter().map(|(arrival, taken)| {
        let mut all = vec![when(*arrival)];
        all.extend(keys(taken));
        table(&all)
    });
    side_table(name, player, &there, &late.collect::<Vec<_>>())
}

fn side_table(name: &str, player: Player, there: &[String], late: &[String]) -> String {
    table(&vec![
        ("name", quoted(name)),
        ("player", player_name(player)),
        ("combatant", list(there)),
        ("reinforcement", list(late)),
    ])
}

fn when(arrival: Arrival) -> (&'static str, String) {
    match arrival {
        Arrival::AtTurn(turn) => ("at_turn", turn.to_string()),
        Arrival::WhenStanding(standing) => ("when_standing", standing.to_string()),
    }
}

fn player_name(player: Player) -> String {
    quoted(match player {
        Player::Random => "random",
        Player::Brawler => "brawler",
        Player::Finisher => "finisher",
        Player::Rollout { .. } => "rollout",
    })
}

/// A seat as the file of an adventure says who may sit there.
fn seat(seat: &Seat, in_a_fight: bool, late: Option<Arrival>) -> String {
    let mut keys: Keys = late.into_iter().map(when).collect();
    match seat {
        Seat::Named {
            name,
            count,
            classes: all,
        } => {
            keys.push(("name", quoted(name)));
            if in_a_fight {
                keys.push(("count", count.to_string()));
                keys.push(("classes", classes(all)));
            } else {
                keys.push(("dice", all[0].dice.to_string()));
                if all[0].semi {
                    keys.push(("fit", fit(true)));
                }
            }
        }
        Seat::AnyOf {
            characters,
            classes,
        } => {
            let one = |characters: &[String]| quoted(&characters[0]);
            let alone = characters.len() == 1;
            keys.push((
                "character",
                if alone {
                    one(characters)
                } else {
                    names(characters)
                },
            ));
            // All are names, or all are tables.
            let in_full = classes.iter().any(|(_, semi)| *semi);
            let classes: Vec<String> = classes
                .iter()
                .map(|(name, semi)| {
                    if in_full {
                        table(&vec![("name", quoted(name)), ("fit", fit(*semi))])
                    } else {
                        quoted(name)
                    }
                })
                .collect();
            if !classes.is_empty() {
                keys.push(("classes", list(&classes)));
            }
        }
    }
    table(&keys)
}

impl Contest {
    /// The contest of a scene, with the seats open.
    pub(super) fn written(&self) -> String {
        let open = |seats: &[Seat]| {
            let seats: Vec<String> = seats.iter().map(|one| seat(one, false, None)).collect();
            list(&seats)
        };
        let (kind, keys) = match self {
            Self::Abstract { skill, task } => ("abstract", abstract_keys(*skill, *task)),
            Self::Quick {
                difficulty,
                actor,
                helpers,
            } => {
                let actor = seat(actor, false, None);
                ("quick", quick_keys(*difficulty, actor, open(helpers)))
            }
            Self::Workshop { crafter, rest } => {
                ("workshop", workshop_keys(seat(crafter, false, None), rest))
            }
            Self::Trade {
                prosperity,
                backers,
                rest,
                ..
            } => ("trade", trade_keys(*prosperity, open(backers), rest)),
            Self::Fight(fight) => {
                let sides = fight.sides.iter().map(|side| {
                    let there = side.combatants.iter().map(|one| seat(one, true, None));
                    let late = side.late.iter();
                    let late = late.map(|(arrival, one)| seat(one, true, Some(*arrival)));
                    let (there, late): (Vec<_>, Vec<_>) = (there.collect(), late.collect());
                    side_table(&side.name, side.player, &there, &late)
                });
                ("combat", fight_keys(&sides.collect::<Vec<_>>(), fight))
            }
        };
        let mut all = vec![("kind", quoted(kind))];
        all.extend(keys);
        table(&all)
    }
}
