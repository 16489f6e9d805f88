//! All that may be done on a table, and what it is worth to one who plays perfectly from there on.

use super::super::judge::{Judge, raises};
use super::super::party::{Class, MOST_LEVEL, SEATS};
use super::super::perfect::purchases;
use super::super::players::{Optimal, goods};
use super::super::reach::hired;
use super::super::tell;
use super::super::throws::EQUAL;
use super::super::view::{Action, Decide, HIRELING, Means, Plan, Table, View};
use super::table::Stage;

/// Something that may be done.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Way {
    pub(super) deed: String,
    pub(super) effect: String,
    /// The score to be expected, deaths so far left out in the basic mode.
    pub(super) worth: f64,
    /// Whether a perfect player takes it.
    is_first: bool,
}

/// All that may be done, the best first; of equals the one that `optimal` takes.
pub(super) fn ways(judge: &Judge, table: &Table, stage: Stage) -> Vec<Way> {
    let mut ways = match stage {
        Stage::Raise => judge.raising(table),
        Stage::Act => judge.acting(table),
        Stage::Rise => judge.rising(table),
        Stage::Shop => judge.shopping(table),
    };
    let best = ways
        .iter()
        .fold(f64::NEG_INFINITY, |best, way| best.max(way.worth));
    ways.sort_by(|one, other| {
        let last = |way: &Way| !(way.is_first && way.worth >= best - EQUAL);
        let better = other.worth.total_cmp(&one.worth);
        last(one).cmp(&last(other)).then(better)
    });
    ways
}

impl Judge<'_> {
    /// Whether a perfect player would come to a table with these powers: that one throws dice again first
    /// and turns them then, and has a plan only for all who turn them.
    fn is_planned(table: &Table) -> bool {
        let turns = |class: Class| matches!(class, Class::Cleric | Class::Warrior);
        let mut heroes = table.party.heroes();
        heroes.all(|(seat, hero)| !turns(hero.class) || table.uses[seat] == hero.level)
    }

    /// Whose dice are changed before anything else.
    fn raising(&self, table: &Table) -> Vec<Way> {
        let modifier = self.modifier(table);
        let view = View {
            book: &self.game.book,
            table,
        };
        let count = modifier.among(table.party.alive());
        let mut optimal = Optimal::new(self.perfect);
        optimal.begin(&view);
        let first = optimal.raise(&view, count);
        let ways = raises(table, count).map(|seats| Way {
            deed: format!(
                "change {} by {:+}",
                Self::dice_of(table, seats),
                modifier.by
            ),
            effect: tell::raised(table, seats, modifier.by),
            worth: self.standing(&table.raised(seats, modifier.by)),
            is_first: seats == first,
        });
        ways.collect()
    }

    /// What is done with the dice.
    fn acting(&self, table: &Table) -> Vec<Way> {
        let view = View {
            book: &self.game.book,
            table,
        };
        let mut optimal = Optimal::new(self.perfect);
        let first = if Self::is_planned(table) {
            optimal.begin(&view);
            Some(optimal.act(&view))
        } else {
            None
        };
        let mut ways: Vec<Way> = self
            .actions(table)
            .filter(|&action| action != Action::Done)
            .map(|action| Way {
                deed: deed(table, action),
                effect: effect(table, action),
                worth: self.value(table, action),
                is_first: first.is_none_or(|first| first == action),
            })
            .collect();
        let late = self.late_modifier(table);
        let stops = if first == Some(Action::Done) {
            let seats = match late.among(table.party.alive()) {
                0 => 0,
                count => optimal.raise(&view, count),
            };
            let after = table.raised(seats, late.by);
            let of = View {
                book: &self.game.book,
                table: &after,
            };
            let stand_in = if table.hireling {
                optimal.stand_in(&of)
            } else {
                None
            };
            Some((seats, stand_in))
        } else {
            None
        };
        let count = usize::from(late.dice);
        let all = raises(table, count).flat_map(|seats| {
            let heroes = (0..SEATS).filter(|&seat| table.hireling && table.faces[seat] != 0);
            std::iter::once(None)
                .chain(heroes.map(Some))
                .map(move |stand_in| (seats, stand_in))
        });
        // What the perfect player reads comes before other ways to the same result.
        let mut results = Vec::new();
        for (seats, stand_in) in stops.into_iter().chain(all) {
            let after = table.raised(seats, late.by);
            let result = after.read(stand_in);
            if results.contains(&result) {
                continue;
            }
            results.push(result);
            let mut deed = "leave the dice".to_owned();
            if count > 0 {
                let dice = Self::dice_of(table, seats);
                deed = format!("leave the dice and change {dice} by {:+}", late.by);
            }
            if let Some(seat) = stand_in {
                let whose = tell::whose(table, seat);
                deed = format!("{deed}, the hireling's in place of {whose}");
            }
            let meaning = tell::meaning(&self.game.book, table.card, result);
            ways.push(Way {
                deed,
                effect: format!("the result is {result}: {meaning}"),
                worth: self.after_result(&after, result),
                is_first: first.is_none() || stops == Some((seats, stand_in)),
            });
        }
        if first.is_none() {
            // Somebody who has begun to turn dice goes on as it comes: to stop is the plainest.
            ways.rotate_right(results.len());
        }
        ways
    }

    /// Who rises by a level.
    fn rising(&self, table: &Table) -> Vec<Way> {
        let goods = goods(table);
        let view = View {
            book: &self.game.book,
            table,
        };
        let able = table.party.seats_with(|hero| hero.level < MOST_LEVEL);
        let first = Optimal::new(self.perfect).rise(&view, able);
        let heroes = table.party.order().into_iter().filter_map(|seat| {
            let hero = table.party.seats[seat].filter(|hero| hero.level < MOST_LEVEL)?;
            let party = table.party.at_level(seat, hero.level + 1).sorted();
            Some(Way {
                deed: format!("let the {} rise", hero.class.name()),
                effect: format!("to level {}", hero.level + 1),
                worth: self.perfect.after_rise(table, &party, &goods),
                is_first: seat == first,
            })
        });
        heroes.collect()
    }

    /// What is bought, and who is hired.
    fn shopping(&self, table: &Table) -> Vec<Way> {
        let view = View {
            book: &self.game.book,
            table,
        };
        let first = self.perfect.plan(&view);
        let mut ways = Vec::new();
        for (hires, party) in hired(&self.game.book, &table.party) {
            for plan in purchases(&view, hires) {
                if let Some(worth) = self.perfect.plan_value(&view, &plan, &party) {
                    ways.push(Way {
                        deed: tell::deeds_as(table, &plan, ["buy", "keep the", "hire"]),
                        effect: left_after(table, &plan),
                        worth,
                        is_first: first == Some(plan),
                    });
                }
            }
        }
        ways
    }

    /// The dice of a set of seats.
    fn dice_of(table: &Table, seats: u8) -> String {
        let whose = (0..SEATS).filter(|seat| seats & 1 << seat != 0);
        tell::listed(whose.map(|seat| tell::whose(table, seat)))
    }
}

/// What is done with a die.
pub(super) fn deed(table: &Table, action: Action) -> String {
    let (means, die) = match action {
        Action::Change { means, die, .. } | Action::Reroll { means, die } => (means, die),
        Action::Done => return "leave the dice".to_owned(),
    };
    let by = match means {
        Means::Power(seat) => {
            let class = tell::class_at(table, seat).map_or("hero", Class::name);
            format!("have the {class}")
        }
        Means::Provisions => "use provisions to".to_owned(),
        Means::Weapon => "use a magic weapon to".to_owned(),
    };
    let whose = match means {
        Means::Power(seat) if seat == die => "the own die".to_owned(),
        _ => tell::whose(table, die),
    };
    match action {
        Action::Change { up, .. } => {
            let from = table.faces[die];
            let to = if up { from + 1 } else { from - 1 };
            format!("{by} turn {whose} from {from} to {to}")
        }
        _ => format!("{by} throw {whose} again"),
    }
}

/// What comes of it at once.
fn effect(table: &Table, action: Action) -> String {
    match action {
        Action::Change { die, up, .. } => {
            let mut next = *table;
            next.faces[die] = if up {
                next.faces[die] + 1
            } else {
                next.faces[die] - 1
            };
            match die {
                HIRELING => String::new(),
                _ => format!("the result is {} as the dice lie", next.read(None)),
            }
        }
        Action::Reroll { die, .. } => format!("the {} is gone", table.faces[die]),
        Action::Done => String::new(),
    }
}

/// What a plan leaves.
fn left_after(table: &Table, plan: &Plan) -> String {
    let gold = table.gold.saturating_sub(plan.price());
    let heroes = table.party.alive() + plan.hires.count_ones();
    let heroes = crate::contest::counted(heroes, "hero", "heroes");
    format!("{heroes} set out, {gold} gold left")
}
