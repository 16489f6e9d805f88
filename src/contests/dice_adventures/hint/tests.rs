//! Hints on tables of games.

use super::super::blows::{risen, struck};
use super::super::book::{Book, Mode, ModifierWhen, Options, Shop};
use super::super::deck::{Deck, Order};
use super::super::party::SEATS;
use super::super::reach::hired;
use super::super::view::{Action, Means, Plan, View};
use super::super::{Hero, Party, Setup};
use super::ways::deed;
use super::*;
use crate::contest::{Recorder, conformance};
use crate::dice::Dice;
use std::collections::HashMap;

fn game(
    heroes: [Class; 3],
    mode: Mode,
    adventures: u32,
    after: bool,
    deck: Deck,
) -> DiceAdventures {
    DiceAdventures::new(&Setup {
        heroes,
        book: Book {
            mode,
            adventures,
            options: Options {
                modifier_when: ModifierWhen::ALL[usize::from(after)],
                ..Options::default()
            },
            shop: Shop::default(),
            deck,
        },
        player: Player::Optimal,
    })
    .with_names(vec![
        "The flooded crypt".to_owned(),
        "Rats, and more".to_owned(),
        "The old road".to_owned(),
    ])
}

const BARDS: [Class; 3] = [Class::Bard, Class::Cleric, Class::Thief];
const FIGHTERS: [Class; 3] = [Class::Warrior, Class::Wizard, Class::Ranger];

/// Games in which everything happens, of so many adventures.
fn games(adventures: u32) -> Vec<DiceAdventures> {
    vec![
        game(BARDS, Mode::Basic, adventures, false, Deck::default()),
        game(
            FIGHTERS,
            Mode::HardcorePlus,
            adventures,
            false,
            Deck::default(),
        ),
        game(BARDS, Mode::HardcorePlus, adventures, true, Deck::default()),
        game(
            FIGHTERS,
            Mode::Hardcore,
            adventures,
            true,
            Deck::sample(Order::InOrder),
        ),
        game(
            BARDS,
            Mode::Basic,
            adventures,
            false,
            Deck::sample(Order::Shuffled),
        ),
    ]
}

fn hinted(game: &DiceAdventures, table: &str) -> Hint {
    match game.hint(&Source::new("--table", table), &HintPlan::default()) {
        Ok(hint) => hint,
        Err(faults) => panic!("{table}\n{faults}"),
    }
}

/// The last adventure played out by trying everything, as the rules have it and without the solver.
struct Plain<'a> {
    book: &'a Book,
    known: HashMap<Table, f64>,
}

impl Plain<'_> {
    /// What the end is worth after a result.
    fn end(&self, table: &Table, result: u8) -> f64 {
        let book = self.book;
        let effect = book.effect(table.card, result);
        let gold = table.gold + u32::from(effect.gold) + book.thief_gold(&table.party, result);
        let (chosen, options) = risen(book, &table.party, effect);
        let values = options.iter().map(|party| {
            let ends = struck(book, party, effect);
            let score =
                |party: &Party, deaths: u32| book.score(party, gold, table.deaths + deaths) as f64;
            let sum: f64 = ends.iter().map(|end| score(&end.party, end.deaths)).sum();
            sum / ends.len() as f64
        });
        let values: Vec<f64> = values.collect();
        if chosen {
            values.into_iter().fold(f64::NEG_INFINITY, f64::max)
        } else {
            values.iter().sum::<f64>() / values.len() as f64
        }
    }

    fn stop(&self, table: &Table) -> f64 {
        let modifier = self.book.modifier(table.adventure, table.card);
        let late = self.book.options.modifier_when == ModifierWhen::After && modifier.dice > 0;
        let count = if late {
            modifier.among(table.party.alive())
        } else {
            0
        };
        let living = table.party.seats_with(|_| true);
        let mut best = f64::NEG_INFINITY;
        for seats in (0_u8..8).filter(|set| set & !living == 0) {
            if seats.count_ones() as usize != count {
                continue;
            }
            let after = table.raised(seats, modifier.by);
            let ways = (0..SEATS).filter(|&seat| table.hireling && table.faces[seat] != 0);
            for stand_in in std::iter::once(None).chain(ways.map(Some)) {
                best = best.max(self.end(&after, after.read(stand_in)));
            }
        }
        best
    }

    fn action(&mut self, table: &Table, action: Action) -> f64 {
        let book = self.book;
        let mut with = |face: u8, means: Means, die: usize| {
            let mut next = *table;
            next.faces[die] = face;
            next.spend(means);
            self.value(&next)
        };
        match action {
            Action::Done => self.stop(table),
            Action::Change { means, die, up } => {
                let face = table.faces[die];
                with(if up { face + 1 } else { face - 1 }, means, die)
            }
            Action::Reroll { means, die } => {
                let hero = table.party.seats.get(die).copied().flatten();
                let dice = hero.map_or(1, |hero| book.dice_again(hero.class, hero.level));
                let faces = lowest(dice);
                let values = (1..=6).map(|face| faces[face as usize] * with(face, means, die));
                values.sum()
            }
        }
    }

    fn value(&mut self, table: &Table) -> f64 {
        if let Some(&known) = self.known.get(table) {
            return known;
        }
        let view = View {
            book: self.book,
            table,
        };
        let mut all = vec![Action::Done];
        let means = [0, 1, 2].map(Means::Power).into_iter();
        for means in means.chain([Means::Provisions, Means::Weapon]) {
            for die in 0..=HIRELING {
                let change = |up| Action::Change { means, die, up };
                all.extend([change(true), change(false), Action::Reroll { means, die }]);
            }
        }
        all.retain(|&action| view.allows(action));
        let values = all.into_iter().map(|action| self.action(table, action));
        let best = values.collect::<Vec<f64>>();
        let best = best.into_iter().fold(f64::NEG_INFINITY, f64::max);
        self.known.insert(*table, best);
        best
    }

    /// Before anything is done with the dice.
    fn thrown(&mut self, table: &Table) -> f64 {
        let modifier = self.book.modifier(table.adventure, table.card);
        if modifier.dice == 0 || self.book.options.modifier_when == ModifierWhen::After {
            return self.value(table);
        }
        let count = modifier.among(table.party.alive());
        let living = table.party.seats_with(|_| true);
        let sets = (0_u8..8).filter(|set| set & !living == 0 && set.count_ones() as usize == count);
        let values = sets.map(|seats| self.value(&table.raised(seats, modifier.by)));
        values.fold(f64::NEG_INFINITY, f64::max)
    }

    /// Before the dice are thrown.
    fn before(&mut self, table: &Table) -> f64 {
        let mut all = vec![(*table, 1.0)];
        for seat in 0..=HIRELING {
            let dice = match table.party.seats.get(seat).copied().flatten() {
                Some(hero) => self.book.dice(hero.class, hero.level),
                None if seat == HIRELING && table.hireling => 1,
                None => continue,
            };
            let faces = lowest(dice);
            all = all
                .into_iter()
                .flat_map(|(table, chance)| {
                    (1..=6_u8).map(move |face| {
                        let mut next = table;
                        next.faces[seat] = face;
                        (next, chance * faces[face as usize])
                    })
                })
                .collect();
        }
        all.into_iter()
            .map(|(table, chance)| chance * self.thrown(&table))
            .sum()
    }
}

/// The chances of the lowest of so many dice, thrown one by one.
fn lowest(dice: u32) -> [f64; 7] {
    let mut chances = [0.0; 7];
    chances[6] = 1.0;
    for _ in 0..dice {
        let mut next = [0.0; 7];
        for (low, chance) in chances.iter().enumerate() {
            for face in 1..=6 {
                next[face.min(low)] += chance / 6.0;
            }
        }
        chances = next;
    }
    chances
}

/// A table of the last adventure, as chance will have it; `None` where no game comes to it.
fn any_table(game: &DiceAdventures, dice: &mut Sampled, stage: Stage) -> Option<Table> {
    let book = &game.book;
    let adventure = if stage == Stage::Shop {
        book.adventures - 1
    } else {
        book.adventures
    };
    let mut party = game.party;
    for seat in 0..SEATS {
        match dice.choose(0, 6) {
            0 if seat > 0 => party = party.without(1 << seat),
            1 => party = party.at_level(seat, 2),
            2 if !book.is_hardcore() => {
                let free = !party.classes() & 0b11_1111;
                let class = classes_of(free).next()?;
                party.seats[seat] = Some(Hero { class, level: 1 });
            }
            _ => {}
        }
    }
    party.used |= party.classes();
    let mut table = Table {
        party,
        adventure,
        card: adventure as u8 - 1,
        gold: dice.choose(0, 3),
        provisions: dice.choose(0, 2),
        weapons: dice.choose(0, 2),
        deaths: (party.used & !party.classes()).count_ones(),
        ..Table::default()
    };
    let whole = book.deck.whole();
    if whole != 0 {
        table.card = dice.choose(0, whole.count_ones()) as u8;
        table.left = whole;
        let mut drawn = vec![table.card];
        while drawn.len() < adventure as usize {
            let other = dice.choose(0, whole.count_ones()) as u8;
            if !drawn.contains(&other) {
                drawn.push(other);
            }
        }
        for card in drawn {
            table.left &= !(1 << card);
        }
    }
    let with_dice = matches!(stage, Stage::Act | Stage::Raise);
    if with_dice {
        table.hireling = dice.choose(0, 4) == 0;
        for (seat, hero) in party.heroes() {
            table.faces[seat] = dice.die(0, 6) as u8;
            let full = stage == Stage::Raise || !has_power(hero.class);
            let spent = if full { 0 } else { dice.choose(0, 2) as u8 };
            table.uses[seat] = hero.level - spent;
        }
        if table.hireling {
            table.faces[HIRELING] = dice.die(0, 6) as u8;
        }
    }
    let known = game
        .perfect()
        .knows(&table, stage == Stage::Rise, with_dice);
    known.is_ok().then_some(table)
}

#[test]
fn every_way_is_worth_what_trying_everything_finds() {
    let mut seen = [0; 2];
    for game in games(2) {
        let mut dice = Sampled::new(3, &["/any".to_owned()]);
        let mut plain = Plain {
            book: game.book(),
            known: HashMap::new(),
        };
        for number in 0..120 {
            dice.start(number);
            let Some(mut table) = any_table(&game, &mut dice, Stage::Act) else {
                continue;
            };
            let first = game.raises_first(&table) && number % 2 == 0;
            let stage = if first { Stage::Raise } else { Stage::Act };
            if first {
                for (seat, hero) in table.party.heroes() {
                    table.uses[seat] = hero.level;
                }
            }
            let hint = hinted(&game, &typed(&game, &table, stage));
            let best = if first {
                plain.thrown(&table)
            } else {
                plain.value(&table)
            };
            assert!((hint.actions[0].worth - best).abs() < 1e-9, "{table:?}");
            let costs: Vec<f64> = (0..hint.actions.len()).map(|at| hint.cost(at)).collect();
            assert!(costs.is_sorted());
            if !first {
                let judge = Judge {
                    game: &game,
                    perfect: game.perfect(),
                };
                for action in judge
                    .actions(&table)
                    .filter(|&action| action != Action::Done)
                {
                    let deed = deed(&table, action);
                    let found = hint.actions.iter().find(|one| one.deed == deed).unwrap();
                    let known = plain.action(&table, action);
                    assert!((found.worth - known).abs() < 1e-9, "{deed}: {table:?}");
                }
            }
            seen[usize::from(first)] += 1;
        }
    }
    assert!(seen[0] > 100 && seen[1] > 10, "{seen:?}");
}

#[test]
fn what_is_bought_is_worth_what_trying_everything_finds() {
    let mut seen = 0;
    for game in games(2) {
        if game.book.deck.whole() != 0 {
            // Which card comes next is open there; the others are enough.
            continue;
        }
        let mut dice = Sampled::new(5, &["/any".to_owned()]);
        let mut plain = Plain {
            book: game.book(),
            known: HashMap::new(),
        };
        for number in 0..20 {
            dice.start(number);
            let Some(table) = any_table(&game, &mut dice, Stage::Shop) else {
                continue;
            };
            let hint = hinted(&game, &typed(&game, &table, Stage::Shop));
            for (set, _) in hired(game.book(), &table.party).into_iter().take(3) {
                let spent = table.gold.min(3);
                let plan = Plan {
                    provisions: spent % 2,
                    weapons: u32::from(spent == 2),
                    hireling: spent == 3,
                    hires: set,
                };
                if plan.price() > table.gold {
                    continue;
                }
                let joined = classes_of(set).fold(table.party, Party::with);
                let mut next = Table {
                    party: joined,
                    adventure: table.adventure + 1,
                    card: table.card + 1,
                    gold: table.gold - plan.price(),
                    provisions: table.provisions + plan.provisions,
                    weapons: table.weapons + plan.weapons,
                    hireling: plan.hireling,
                    ..table
                };
                for (seat, hero) in joined.heroes() {
                    next.uses[seat] = hero.level;
                }
                let deed = super::super::tell::deeds_as(&table, &plan, ["buy", "keep the", "hire"]);
                let found = hint.actions.iter().find(|one| one.deed == deed).unwrap();
                let known = plain.before(&next);
                assert!((found.worth - known).abs() < 1e-9, "{deed}: {table:?}");
                seen += 1;
            }
        }
    }
    assert!(seen > 20, "{seen}");
}

#[test]
fn the_first_hint_is_what_optimal_does() {
    let mut seen = [0; 4];
    for game in games(3) {
        let after = game.book.options.modifier_when == ModifierWhen::After;
        let mut dice = Sampled::new(7, &game.rollers());
        for trial in 0..12 {
            dice.start(trial);
            let mut recorder = Recorder(Vec::new());
            game.trial(&mut dice, &mut (), &mut recorder, &mut Record::new(&game));
            for event in recorder.0 {
                let (table, stage, wanted) = match event {
                    Event::Acted { before, action, .. } => {
                        (before, Stage::Act, deed(&before, action))
                    }
                    Event::Judged { before, .. } if !after => {
                        (before, Stage::Act, "leave the dice".to_owned())
                    }
                    Event::Rose {
                        before,
                        seat,
                        chosen: true,
                    } => {
                        let class = before.party.seats[seat].unwrap().class;
                        (
                            before,
                            Stage::Rise,
                            format!("let the {} rise", class.name()),
                        )
                    }
                    Event::Planned { before, plan } => {
                        let words = ["buy", "keep the", "hire"];
                        let deed = super::super::tell::deeds_as(&before, &plan, words);
                        (before, Stage::Shop, deed)
                    }
                    _ => continue,
                };
                let hint = hinted(&game, &typed(&game, &table, stage));
                let turned = stage == Stage::Act
                    && table.party.heroes().any(|(seat, hero)| {
                        let turns = matches!(hero.class, Class::Warrior | Class::Cleric);
                        turns && table.uses[seat] < hero.level
                    });
                if turned || stage == Stage::Act && wanted == "leave the dice" {
                    // Several may be as good: the one that is taken is among them.
                    let taken = (hint.actions.iter()).position(|one| one.deed.starts_with(&wanted));
                    assert!(hint.cost(taken.unwrap()) < 1e-9, "{wanted}: {table:?}");
                } else {
                    assert_eq!(hint.actions[0].deed, wanted, "{table:?}");
                }
                seen[match stage {
                    Stage::Raise => 0,
                    Stage::Act => 1,
                    Stage::Rise => 2,
                    Stage::Shop => 3,
                }] += 1;
            }
        }
    }
    assert!(seen[1] > 150 && seen[2] > 15 && seen[3] > 80, "{seen:?}");
}

#[test]
fn a_wrong_table_is_answered_with_all_its_faults() {
    let game = game(BARDS, Mode::HardcorePlus, 3, false, Deck::default());
    let refused = |table: &str| {
        let source = Source::new("--table", table);
        game.hint(&source, &HintPlan::default())
            .unwrap_err()
            .to_string()
    };
    let all = refused(
        "Adventure: 9; Brad: 1; Bard: 7 (level 5, used 2, x); Cleric: 3 4; Cleric: 2; Thief: 2 (used 1); \
         Gold: many; Gone: Elf",
    );
    for part in [
        "Adventure is `9`: it is the number of an adventure, 1 to 3",
        "`Brad` is unknown: did you mean Bard?",
        "Bard has a die of 7: a die shows 1 to 6",
        "Bard has `level 5`: level has a number, 1 to 3",
        "Bard has `x`: a hero has (level 2, used 1)",
        "Cleric is here twice",
        "Thief has used its power 1 times: with that class and level 0 is the most",
        "Gold is `many`",
        "Gone has `Elf`",
    ] {
        assert!(all.contains(part), "{part}\n{all}");
    }
    for (table, part) in [
        (
            "Bard: 1; Cleric: 2; Thief: 3",
            "the number of the adventure is missing",
        ),
        (
            "Adventure: 1; Bard: 1; Cleric:; Thief: 3",
            "Cleric has no die: either all dice lie there or none",
        ),
        (
            "Adventure: 2; Bard: 1; Cleric: 2; Thief: 3",
            "in this adventure dice are changed by +1",
        ),
        (
            "Adventure: 1; Bard: 1; Cleric: 2; Thief: 3; Change: done",
            "no dice have to be changed first",
        ),
        (
            "Adventure: 1; Bard:; Cleric:; Thief:; Wizard:",
            "Wizard is the fourth hero",
        ),
        (
            "Adventure: 3; Bard:; Cleric:; Thief:",
            "this was the last adventure",
        ),
        (
            "Adventure: 1; Bard:; Cleric:; Thief:; Gold: 40",
            "brings so much gold",
        ),
        (
            "Adventure: 1; Bard: (level 3); Cleric:; Thief:",
            "comes to such a party",
        ),
        (
            "Adventure: 1; Bard:; Cleric:; Thief:; Result: 4",
            "with a 4 nobody rises",
        ),
        (
            "Adventure: 2; Bard:; Cleric:; Gone: Bard",
            "Gone has Bard, who is here",
        ),
        (
            "Adventure: 1; Bard:; Cleric:; Thief:; Hireling: 3",
            "has left when it is over",
        ),
    ] {
        let faults = refused(table);
        assert!(faults.contains(part), "{part}\n{faults}");
    }
}

#[test]
fn spoilt_tables_are_read_or_refused() {
    for (game, text) in [
        (
            game(BARDS, Mode::HardcorePlus, 2, false, Deck::default()),
            "Adventure: 2; Bard: 4 (level 2, used 1); Cleric: 1; Thief: 6; Hireling: 3; Gold: 1; Change: done",
        ),
        (
            game(BARDS, Mode::Basic, 3, false, Deck::sample(Order::Shuffled)),
            "Adventure: 2 (old road, 'Rats, and more'); Bard: (level 2); Cleric:; Thief:; Wizard: dead; Gold: 2; Result: 1",
        ),
    ] {
        conformance::assert_spoilt_tables_are_answered(&game, text, 1_500);
    }
}
