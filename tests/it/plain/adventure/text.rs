//! Contests as files.

use super::super::combat::{Arrival, Healer, Player, WoundChoice, WoundOption};
use super::super::trade::{Cargo, Step};
use super::cast::Taken;
use super::{Choices, Class, Contest, Fight, Fighter, Freight, Help, Seat, TradeRules};

/// Keys with their values, of a file or of an inline table.
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

/// Keys as prepared text, one a line.
fn written(rest: &str) -> Keys {
    let lines = rest.lines().map(|line| line.split_once(" = ").unwrap());
    let known = ["craft", "player", "assistance", "facility"];
    lines
        .map(|(key, value)| {
            let key = known.into_iter().find(|&one| one == key);
            (key.unwrap(), value.to_owned())
        })
        .collect()
}

/// Returns a participant with dice.
fn with_dice(taken: &Taken) -> String {
    let class = &taken.classes[0];
    table(&vec![
        ("name", quoted(&taken.name)),
        ("dice", class.dice.to_string()),
        ("fit", fit(class.semi)),
    ])
}

fn fit(semi: bool) -> String {
    quoted(if semi { "semi" } else { "full" })
}

fn class(class: &Class) -> String {
    let mut keys = vec![
        ("name", quoted(&class.name)),
        ("dice", class.dice.to_string()),
        ("fit", fit(class.semi)),
    ];
    if class.ignores_armor {
        keys.push(("ignores_armor", "true".to_owned()));
    }
    table(&keys)
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

fn help(help: Help) -> &'static str {
    match help {
        Help::Assistance => "assistance",
        Help::Facility => "facility",
    }
}

fn trade_keys(
    prosperity: Option<u32>,
    backers: String,
    cargoes: &[Freight],
    steps: &[Step<String>],
    rules: TradeRules,
) -> Keys {
    let cargoes: Vec<String> = cargoes.iter().map(freight).collect();
    let steps: Vec<String> = steps.iter().map(step).collect();
    let of_two = |yes: bool, one: &str, other: &str| quoted(if yes { one } else { other });
    let mut readings = vec![
        ("barter_tie", of_two(rules.tie_trades, "trade", "no")),
        ("barter_refused", of_two(rules.port_refuses, "port", "pair")),
        ("last_die", of_two(rules.keeps_last_die, "keep", "spend")),
    ];
    if rules.has_complications {
        readings.push(("outcome", quoted("complications")));
    }
    let mut keys = vec![
        ("backer", backers),
        ("cargo", list(&cargoes)),
        ("step", list(&steps)),
        ("repeat", rules.repeat.to_string()),
        ("restock", rules.restock.to_string()),
        ("rules", table(&readings)),
    ];
    if let Some(prosperity) = prosperity {
        keys.push(("prosperity", prosperity.to_string()));
    }
    keys
}

/// Returns a cargo with all its keys.
pub(super) fn cargo(name: &str, cargo: &Cargo) -> Keys {
    let origin = if cargo.foreign { "foreign" } else { "local" };
    let mut keys = vec![
        ("name", quoted(name)),
        ("dice", cargo.dice.to_string()),
        ("origin", quoted(origin)),
        ("held", cargo.held.to_string()),
    ];
    // Otherwise it is on offer if it is not held.
    if cargo.on_offer == cargo.held {
        keys.push(("on_offer", cargo.on_offer.to_string()));
    }
    keys
}

fn freight(freight: &Freight) -> String {
    match freight {
        Freight::Group(name) => table(&vec![("name", quoted(name))]),
        Freight::Own(name, own) => table(&cargo(name, own)),
    }
}

fn step(step: &Step<String>) -> String {
    let kind = |kind: &str| vec![("type", quoted(kind))];
    let mut keys;
    match step {
        Step::Bill {
            difficulty,
            contributors,
            payer,
            pay_on_failure,
        } => {
            keys = kind("bill");
            keys.push(("difficulty", difficulty.to_string()));
            keys.push(("pay_on_failure", pay_on_failure.to_string()));
            if !contributors.is_empty() {
                keys.push(("contributors", names(contributors)));
            }
            if let Some(payer) = payer {
                keys.push(("payer", quoted(payer)));
            }
        }
        Step::Sell(cargo) => {
            keys = kind("sell");
            keys.push(("cargo", quoted(cargo)));
        }
        Step::Barter { give, get } => {
            keys = kind("barter");
            keys.push(("give", quoted(give)));
            keys.push(("get", quoted(get)));
        }
        Step::Travel => keys = kind("travel"),
        Step::Windfall(dice) => {
            keys = kind("windfall");
            keys.push(("dice", dice.to_string()));
        }
        Step::Expense(dice) => {
            keys = kind("expense");
            keys.push(("dice", dice.to_string()));
        }
    }
    table(&keys)
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
    let rules = vec![
        ("last_blow", of_two(rules.last_blow_draw, "draw", "win")),
        ("deadlock", of_two(rules.deadlock_lot, "lot", "reroll")),
        ("wounds_to_die", rules.wounds_to_die.to_string()),
        ("wound_choice", wound_choice(rules.wound_choice)),
        ("wound_option", wound_option(rules.wound_option)),
        ("healer", healer),
        ("deadly", fight.deadly.to_string()),
    ];
    vec![("side", list(sides)), ("rules", table(&rules))]
}

/// Returns a contest as a file of its own.
fn alone(kind: &str, keys: &Keys) -> String {
    format!("kind = \"{kind}\"\n{}", file(keys))
}

pub fn quick(difficulty: u32, actor: &Taken, helpers: &[Taken]) -> String {
    let keys = quick_keys(difficulty, with_dice(actor), all_with_dice(helpers));
    alone("quick", &keys)
}

pub fn workshop(crafter: &Taken, helping: &[(Help, bool)], rest: &str) -> String {
    let mut keys = vec![("crafter", with_dice(crafter))];
    let helping = helping.iter();
    keys.extend(helping.map(|&(one, helps)| (help(one), helps.to_string())));
    keys.extend(written(rest));
    alone("workshop", &keys)
}

pub fn abstract_rpg(skill: i32, task: i32) -> String {
    alone("abstract", &abstract_keys(skill, task))
}

pub fn fight(sides: &[String], fight: &Fight) -> String {
    alone("combat", &fight_keys(sides, fight))
}

/// Returns a side of a fight with all its combatants.
pub fn side(name: &str, player: Player, there: &[Taken], late: &[(Arrival, Taken)]) -> String {
    let keys = |taken: &Taken| {
        let mut keys = vec![
            ("name", quoted(&taken.name)),
            ("count", taken.count.to_string()),
            ("classes", classes(&taken.classes)),
            ("wounds", taken.wounds.to_string()),
            ("armor", taken.armor.to_string()),
        ];
        keys.extend(choices(taken.choices));
        keys
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

/// Returns the given choices of the wounded.
pub(super) fn choices(choices: Choices) -> Keys {
    let mut keys = Keys::new();
    if let Some(choice) = choices.choice {
        keys.push(("wound_choice", wound_choice(choice)));
    }
    if let Some(option) = choices.option {
        keys.push(("wound_option", wound_option(option)));
    }
    keys
}

fn wound_choice(choice: WoundChoice) -> String {
    quoted(match choice {
        WoundChoice::StayDown => "stay_down",
        WoundChoice::FightOn => "fight_on",
    })
}

pub(super) fn wound_option(option: WoundOption) -> String {
    quoted(match option {
        WoundOption::PermanentLoss => "permanent_loss",
        WoundOption::NastyWound => "nasty_wound",
        WoundOption::NonCombatant => "non_combatant",
    })
}

fn player_name(player: Player) -> String {
    quoted(match player {
        Player::Random => "random",
        Player::Brawler => "brawler",
        Player::Finisher => "finisher",
        Player::Rollout { .. } => "rollout",
    })
}

/// Returns the key of a seat in the file of an adventure.
fn seat(one: &Seat) -> String {
    table(&seat_keys(one, false))
}

fn fighter(fighter: &Fighter, late: Option<Arrival>) -> String {
    let mut keys: Keys = late.into_iter().map(when).collect();
    keys.extend(seat_keys(&fighter.seat, true));
    keys.extend(choices(fighter.choices));
    table(&keys)
}

fn seat_keys(seat: &Seat, in_a_fight: bool) -> Keys {
    let mut keys = Keys::new();
    match seat {
        Seat::Base {
            name,
            written,
            semi,
        } => {
            keys.push(("name", quoted(name)));
            if let Some(dice) = written {
                keys.push(("dice", dice.to_string()));
            }
            if *semi {
                keys.push(("fit", fit(true)));
            }
        }
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
            // Either all are names, or all are tables.
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
    keys
}

impl Contest {
    /// Returns the contest of a scene, with open seats.
    pub(super) fn written(&self) -> String {
        let open = |seats: &[Seat]| {
            let seats: Vec<String> = seats.iter().map(seat).collect();
            list(&seats)
        };
        let (kind, keys) = match self {
            Self::Abstract { skill, task } => ("abstract", abstract_keys(*skill, *task)),
            Self::Quick {
                difficulty,
                actor,
                helpers,
            } => {
                let keys = quick_keys(*difficulty, seat(actor), open(helpers));
                ("quick", keys)
            }
            Self::Workshop {
                crafter,
                before,
                behind,
                rest,
            } => {
                let named = |(one, name): &(Help, String)| (help(*one), quoted(name));
                let mut keys: Keys = before.iter().map(named).collect();
                keys.push(("crafter", seat(crafter)));
                keys.extend(behind.iter().map(named));
                keys.extend(written(rest));
                ("workshop", keys)
            }
            Self::Trade {
                prosperity,
                backers,
                cargoes,
                steps,
                rules,
            } => {
                let keys = trade_keys(*prosperity, open(backers), cargoes, steps, *rules);
                ("trade", keys)
            }
            Self::Fight(fight) => {
                let sides = fight.sides.iter().map(|side| {
                    let there = side.combatants.iter().map(|one| fighter(one, None));
                    let late = side.late.iter();
                    let late = late.map(|(arrival, one)| fighter(one, Some(*arrival)));
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
