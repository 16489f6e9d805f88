//! What to do with a Craft as it lies: how many dice to roll, or which die to replace by one that was rolled.
//!
//! The table is typed as `Pile 1: 2 1 3; Pile 2: 4 6 5; Pile 3: 3 3 5; Supply: 4`, and with `Rolled: 5 2` if
//! these dice of the Supply have just been rolled and are not counted in it any more.

use super::craft::{Craft, Replacement};
use super::piles::DICE;
use super::{SUCCESS, Start, Workshop};
use crate::contest::laid::{self, Once};
use crate::contest::{Considered, Describe, Hint, HintBy, HintOf, HintPlan, Hints, Lying, counted};
use crate::dice::{Dice, Pool, Sampled};
use crate::document::{Faults, Source};
use std::sync::Arc;

/// What lies on the table.
struct Bench {
    craft: Craft,
    /// The dice that are left.
    supply: u32,
    /// Those just rolled; none where nothing was rolled yet.
    rolled: Pool,
}

impl Hints for Workshop {
    fn example(&self) -> String {
        let craft = match self.setup.start {
            Start::Given(craft) => craft,
            Start::Rolled(size) => {
                let mut dice = Sampled::new(1, &["craft".to_owned()]);
                dice.start(0);
                Craft::rolled(size, || dice.die(0, 6) as u8)
            }
        };
        let piles = craft.piles().iter().enumerate();
        let mut entries: Vec<String> = piles
            .map(|(number, pile)| format!("Pile {}: {}", number + 1, faces(pile)))
            .collect();
        entries.push(format!("Supply: {}", self.setup.supply.dice()));
        entries.join("; ")
    }

    fn hint(&self, table: &Arc<Source>, _: &HintPlan) -> Result<Hint, Faults> {
        let mut faults = Faults::new();
        match self.bench(table, &mut faults) {
            Some(bench) if faults.is_empty() => Ok(self.hint_at(&bench)),
            _ => Err(faults),
        }
    }
}

impl Workshop {
    /// The table out of words.
    fn bench(&self, source: &Arc<Source>, faults: &mut Faults) -> Option<Bench> {
        let size = self.size();
        let mut names: Vec<String> = (1..=size).map(|number| format!("Pile {number}")).collect();
        names.extend(["Supply".to_owned(), "Rolled".to_owned()]);
        let entries = Once::without_notes(source, &names, faults);
        let whole = |faults: &mut Faults, found: String, accepted: &str| {
            faults.push(laid::whole(source, found, accepted));
        };
        let mut piles = vec![[0; DICE]; size];
        for (number, pile) in piles.iter_mut().enumerate() {
            let Some(entry) = entries.get(number) else {
                let found = format!("{} is missing", names[number]);
                whole(faults, found, "say all piles, such as Pile 1: 2 1 3");
                continue;
            };
            let known = laid::dice(&names[number], &entry.words, DICE as u32, faults);
            if known.is_some_and(|pool| pool.len() as usize != DICE) {
                let found = format!("has {}", counted(entry.words.len() as u32, "die", "dice"));
                faults.push(entry.name.fault(&names[number], found, "a pile has three"));
            }
            // The dice keep their places.
            for (die, word) in pile.iter_mut().zip(&entry.words) {
                *die = word.text.parse().unwrap_or(1);
            }
        }
        let most = self.setup.supply.dice();
        let supply = match entries.get(size) {
            None => {
                whole(
                    faults,
                    "the Supply is missing".to_owned(),
                    "say how many dice are left, such as Supply: 4",
                );
                None
            }
            Some(entry) => laid::number("Supply", entry, 0..=most, "a number of dice", faults),
        };
        let rolled = match entries.get(size + 1) {
            None => Some(Pool::EMPTY),
            Some(entry) => {
                let left = most.saturating_sub(supply.unwrap_or(0));
                let rolled = laid::dice("Rolled", &entry.words, left, faults);
                if rolled.is_some_and(Pool::is_empty) {
                    let accepted = "say the dice, or leave it out before they are rolled";
                    faults.push(entry.name.fault("Rolled", "has no dice", accepted));
                }
                rolled
            }
        };
        if !faults.is_empty() {
            return None;
        }
        let (craft, supply, rolled) = (Craft::new(&piles)?, supply?, rolled?);
        if craft.is_complete() {
            whole(
                faults,
                "all piles match".to_owned(),
                "the Craft is complete and there is nothing to do",
            );
        } else if supply == 0 && rolled.is_empty() {
            whole(
                faults,
                "the Supply is gone".to_owned(),
                "there is nothing left to do",
            );
        }
        Some(Bench {
            craft,
            supply,
            rolled,
        })
    }

    fn hint_at(&self, bench: &Bench) -> Hint {
        let crafter = &self.setup.crafter;
        let mut actions = if bench.rolled.is_empty() {
            self.rolls(bench)
        } else {
            self.replacements(bench)
        };
        // What `optimal` does comes first of what is as good, and the others keep their order.
        actions.sort_by(|one, other| other.worth.total_cmp(&one.worth));
        let piles = bench
            .craft
            .piles()
            .iter()
            .zip(bench.craft.totals())
            .enumerate();
        let mut table: Vec<Lying> = piles
            .map(|(number, (pile, _))| Lying {
                name: format!("Pile {}", number + 1),
                side: String::new(),
                dice: pile.iter().map(|&face| u32::from(face)).collect(),
                about: String::new(),
            })
            .collect();
        let supply = format!("{} of Supply left", counted(bench.supply, "die", "dice"));
        let turn = if bench.rolled.is_empty() {
            format!("{crafter} has {supply}")
        } else {
            table.push(Lying {
                name: "Rolled".to_owned(),
                side: String::new(),
                dice: laid::falling(bench.rolled),
                about: String::new(),
            });
            format!("{crafter} may replace a die by one of those just rolled, {supply}")
        };
        let phrase = &self.outcomes()[SUCCESS].phrase;
        let rest = phrase.strip_prefix(crafter.as_str()).unwrap_or(phrase);
        Hint {
            who: crafter.clone(),
            turn,
            then: format!("{crafter} then{rest}"),
            of: HintOf::Chance,
            judge: "solved exactly, all that follows played perfectly".to_owned(),
            by: HintBy::Solved,
            table,
            missing: Vec::new(),
            actions,
        }
    }

    /// How many dice may be rolled.
    fn rolls(&self, bench: &Bench) -> Vec<Considered> {
        let perfect = self.perfect();
        let all = f64::from(6_u32.pow(bench.supply));
        let rolls = (1..=bench.supply).map(|dice| Considered {
            deed: format!("roll {}", counted(dice, "die", "dice")),
            effect: format!(
                "leaves {} of Supply",
                counted(bench.supply - dice, "die", "dice")
            ),
            worth: f64::from(perfect.worth_of_rolling(&bench.craft, bench.supply, dice)) / all,
            ..Considered::default()
        });
        rolls.collect()
    }

    /// Which dice may be replaced, those of the same face in a pile once; first what `optimal` does.
    fn replacements(&self, bench: &Bench) -> Vec<Considered> {
        let (perfect, craft) = (self.perfect(), &bench.craft);
        let best = perfect.best_replacement(craft, bench.supply, bench.rolled);
        let mut options = vec![best];
        let mut offer = |option: Option<Replacement>| {
            let is_same = |known: &Option<Replacement>| match (known, option) {
                (Some(one), Some(other)) => {
                    let face = |at: Replacement| craft.piles()[at.pile][at.die];
                    one.pile == other.pile && one.face == other.face && face(*one) == face(other)
                }
                (one, other) => one.is_none() && other.is_none(),
            };
            if !options.iter().any(is_same) {
                options.push(option);
            }
        };
        offer(None);
        for face in bench.rolled.distinct() {
            for (pile, dice) in craft.piles().iter().enumerate() {
                for (die, &now) in dice.iter().enumerate() {
                    if u32::from(now) != face {
                        let face = face as u8;
                        offer(Some(Replacement { pile, die, face }));
                    }
                }
            }
        }
        let all = f64::from(6_u32.pow(bench.supply));
        let considered = options.into_iter().map(|option| {
            let after = option.map_or(*craft, |replacement| craft.with(replacement));
            let totals = after.totals();
            let totals = totals[..craft.piles().len()].iter().map(u8::to_string);
            Considered {
                deed: match option {
                    None => "replace nothing".to_owned(),
                    Some(new) => format!(
                        "put a {} in the place of a {} in pile {}",
                        new.face,
                        craft.piles()[new.pile][new.die],
                        new.pile + 1
                    ),
                },
                effect: format!("totals {}", totals.collect::<Vec<_>>().join(", ")),
                worth: f64::from(perfect.worth(&after, bench.supply)) / all,
                ..Considered::default()
            }
        });
        considered.collect()
    }
}

/// The dice of a pile.
fn faces(pile: &[u8]) -> String {
    let faces: Vec<u32> = pile.iter().map(|&face| face.into()).collect();
    laid::listed(&faces)
}

#[cfg(test)]
mod tests {
    use super::super::{Player, Setup, Supply};
    use super::*;

    fn gex() -> Workshop {
        Workshop::new(Setup {
            crafter: "Gex".to_owned(),
            supply: Supply {
                class: 4,
                assistance: true,
                time: false,
                facility: false,
            },
            start: Start::Rolled(3),
            reroll_solved: true,
            player: Player::OneByOne,
        })
    }

    fn table(bench: &Bench) -> String {
        let piles = bench.craft.piles().iter().enumerate();
        let piles: Vec<String> = piles
            .map(|(number, pile)| format!("Pile {}: {}", number + 1, faces(pile)))
            .collect();
        let rolled: Vec<String> = bench.rolled.faces().map(|face| face.to_string()).collect();
        let rolled = match rolled[..] {
            [] => String::new(),
            _ => format!("; Rolled: {}", rolled.join(" ")),
        };
        format!("{}; Supply: {}{rolled}", piles.join("; "), bench.supply)
    }

    #[test]
    fn at_every_bench_the_first_hint_is_what_optimal_does() {
        let gex = gex();
        let mut dice = Sampled::new(4, &["/any".to_owned()]);
        for number in 0..300 {
            dice.start(number);
            let craft = Craft::rolled(3, || dice.die(0, 6) as u8);
            if craft.is_complete() {
                continue;
            }
            let supply = 1 + dice.choose(0, 4);
            let count = dice.choose(0, 2).min(5 - supply);
            let rolled = if count == 0 {
                Pool::EMPTY
            } else {
                dice.pool(0, count)
            };
            let bench = Bench {
                craft,
                supply,
                rolled,
            };
            let source = Source::new("--table", table(&bench));
            let hint = gex.hint(&source, &HintPlan::default()).unwrap();
            let perfect = gex.perfect();
            let all = f64::from(6_u32.pow(supply));
            let costs: Vec<f64> = (0..hint.actions.len()).map(|at| hint.cost(at)).collect();
            assert!(costs.is_sorted());
            let (best, first) = if rolled.is_empty() {
                let plan = perfect.plan_of(craft.sorted().rank(), supply);
                let first = format!("roll {}", counted(plan.dice(), "die", "dice"));
                (perfect.worth(&craft, supply), first)
            } else {
                let best = perfect.best_replacement(&craft, supply, rolled);
                let after = best.map_or(craft, |best| craft.with(best));
                let first = match best {
                    None => "replace nothing".to_owned(),
                    Some(best) => format!("put a {} in the place of a", best.face),
                };
                (perfect.worth(&after, supply), first)
            };
            assert!(
                hint.actions[0].deed.starts_with(&first),
                "{} {first}",
                hint.actions[0].deed
            );
            assert!((hint.actions[0].worth - f64::from(best) / all).abs() < 1e-12);
        }
    }

    #[test]
    fn a_wrong_bench_is_answered_with_all_its_faults() {
        let gex = gex();
        let refused = |table: &str| {
            gex.hint(&Source::new("--table", table), &HintPlan::default())
                .unwrap_err()
                .to_string()
        };
        let all =
            refused("Pile 1: 2 1; Pile 2: 7 1 1 1; Pile 2: 1 1 1; Heap: 3; Supply: 9; Rolled:");
        for part in [
            "Pile 1 has 2 dice: a pile has three",
            "Pile 2 is here twice: each entry is typed once",
            "`Heap` is unknown",
            "Pile 3 is missing: say all piles",
            "Supply is `9`: it is a number of dice, 0 to 5",
            "Rolled has no dice",
        ] {
            assert!(all.contains(part), "{part}\n{all}");
        }
        let piles = "Pile 1: 1 2 3; Pile 2: 1 2 4; Pile 3: 6 5 4";
        for (table, part) in [
            (format!("{piles}; Supply: 0"), "the Supply is gone"),
            (
                format!("{piles}; Supply: 3; Rolled: 1 2 3"),
                "Rolled has 3 dice: 2 are the most",
            ),
            (
                "Pile 1: 1 2 3; Pile 2: 1 2 3; Pile 3: 2 2 2; Supply: 3".to_owned(),
                "all piles match",
            ),
        ] {
            assert!(
                refused(&table).contains(part),
                "{part}\n{}",
                refused(&table)
            );
        }
    }

    #[test]
    fn spoilt_benches_are_read_or_refused() {
        let text = "Pile 1: 2 1 3; Pile 2: 4 6 5; Pile 3: 3 3 5; Supply: 3; Rolled: 5";
        crate::contest::conformance::assert_spoilt_tables_are_answered(&gex(), text, 500);
    }
}
