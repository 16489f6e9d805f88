//! What a table is worth to one who plays perfectly from there on, at each of the times at which somebody
//! decides.

use super::DiceAdventures;
use super::book::ModifierWhen;
use super::deck::Modifier;
use super::party::SEATS;
use super::perfect::Perfect;
use super::players::goods;
use super::reach::Branches;
use super::throws::{EQUAL, Throw, first_best};
use super::view::{Action, HIRELING, Means, Table, View};

/// A perfect player's judgement of tables.
pub(super) struct Judge<'a> {
    pub(super) game: &'a DiceAdventures,
    pub(super) perfect: &'a Perfect,
}

impl Judge<'_> {
    /// The change of dice that is still to come once they lie on the table.
    pub(super) fn late_modifier(&self, table: &Table) -> Modifier {
        if self.game.book.options.modifier_when == ModifierWhen::After {
            self.modifier(table)
        } else {
            Modifier::NONE
        }
    }

    /// The change of dice that has to be made.
    pub(super) fn modifier(&self, table: &Table) -> Modifier {
        self.game.book.modifier(table.adventure, table.card)
    }

    /// The worth of a table with its dice on it, to one who plays perfectly from there on.
    pub(super) fn standing(&self, table: &Table) -> f64 {
        let book = &self.game.book;
        let (party, order) = (table.party.sorted(), table.party.order());
        let uses = order.map(|seat| table.uses[seat]);
        let late = self.late_modifier(table);
        let throw = Throw::new(book, &party, uses, table.hireling, late, |turners| {
            self.perfect.aims(turners)
        });
        let face = |die: usize| {
            let place = if die < throw.heroes {
                order[die]
            } else {
                HIRELING
            };
            usize::from(table.faces[place]) - 1
        };
        let hand = (0..throw.dice)
            .rev()
            .fold(0, |hand, die| 6 * hand + face(die));
        throw.value(
            table.weapons as usize,
            table.provisions,
            hand,
            |weapons, result, cost| {
                let left = Table {
                    weapons: weapons as u32,
                    provisions: table.provisions - cost,
                    ..*table
                };
                self.after_result(&left, result)
            },
        )
    }

    pub(super) fn after_result(&self, table: &Table, result: u8) -> f64 {
        let branches = Branches::of(&self.game.book, table.card, &table.party.sorted(), result);
        let round = self.perfect.round(table);
        self.perfect.after_result(round, &branches, &goods(table))
    }

    /// The worth of reading the dice as they lie, the change that comes last made already.
    pub(super) fn read(&self, table: &Table) -> (Option<usize>, f64) {
        let ways: Vec<(Option<usize>, f64)> = std::iter::once(None)
            .chain(
                (0..SEATS)
                    .filter(|&seat| table.hireling && table.faces[seat] != 0)
                    .map(Some),
            )
            .map(|stand_in| (stand_in, self.after_result(table, table.read(stand_in))))
            .collect();
        let best = first_best(ways.iter().copied());
        let values = ways.iter().map(|&(_, value)| value);
        (best, values.fold(f64::NEG_INFINITY, f64::max))
    }

    /// The worth of doing nothing more with the dice.
    pub(super) fn stopped(&self, table: &Table) -> f64 {
        let late = self.late_modifier(table);
        let ways = raises(table, usize::from(late.dice))
            .map(|seats| self.read(&table.raised(seats, late.by)).1);
        ways.fold(f64::NEG_INFINITY, f64::max)
    }

    /// The worth of an action.
    pub(super) fn value(&self, table: &Table, action: Action) -> f64 {
        let with = |face: u8, means: Means, die: usize| {
            let mut next = *table;
            next.faces[die] = face;
            next.spend(means);
            self.standing(&next)
        };
        match action {
            Action::Done => self.stopped(table),
            Action::Change { means, die, up } => {
                let face = table.faces[die];
                with(if up { face + 1 } else { face - 1 }, means, die)
            }
            Action::Reroll { means, die } => {
                let hero = table.party.seats.get(die).copied().flatten();
                let dice = hero.map_or(1, |hero| self.game.book.dice_again(hero.class, hero.level));
                let chances = Throw::chances(dice);
                let values = (1..=6_u8).zip(chances);
                values
                    .map(|(face, chance)| chance * with(face, means, die))
                    .sum()
            }
        }
    }

    /// All actions that may be taken: to stop first, then those by powers in the order of seats, by
    /// provisions, and by weapons.
    pub(super) fn actions<'t>(&self, table: &'t Table) -> impl Iterator<Item = Action> + use<'t> {
        let book = self.game.book;
        let powers = (0..SEATS).map(Means::Power);
        let means = powers.chain([Means::Provisions, Means::Weapon]);
        let actions = means.flat_map(|means| {
            (0..=HIRELING).flat_map(move |die| {
                [
                    Action::Change {
                        means,
                        die,
                        up: false,
                    },
                    Action::Change {
                        means,
                        die,
                        up: true,
                    },
                    Action::Reroll { means, die },
                ]
            })
        });
        let all = std::iter::once(Action::Done).chain(actions);
        all.filter(move |&action| View { book: &book, table }.allows(action))
    }

    /// The first of the best actions.
    pub(super) fn best_action(&self, table: &Table) -> Action {
        let best = self.standing(table);
        self.actions(table)
            .find(|&action| self.value(table, action) >= best - EQUAL)
            .unwrap_or(Action::Done)
    }
}

/// The sets of so many seats whose heroes live, or of all of them where there are fewer.
pub(super) fn raises(table: &Table, count: usize) -> impl Iterator<Item = u8> + use<> {
    let living = table.party.seats_with(|_| true);
    let count = count.min(living.count_ones() as usize);
    (0..1_u8 << SEATS).filter(move |set| set & !living == 0 && set.count_ones() as usize == count)
}
