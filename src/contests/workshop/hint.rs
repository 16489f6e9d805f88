//! What to do with a Craft as it lies: how many dice to roll, or which die to replace by one that was rolled.
//!
//! The table is typed as `Pile 1: 2 1 3; Pile 2: 4 6 5; Pile 3: 3 3 5; Supply: 4`, and with `Rolled: 5 2` if
//! these dice of the Supply have just been rolled and are not counted in it any more.

use super::craft::Craft;
use super::piles::DICE;
use super::{Action, Bench, Player, Start, Workshop};
use crate::contest::game::{Described, Explain, Reduced};
use crate::contest::laid::{self, Once};
use crate::contest::{Describe, HintBy, Lying, counted};
use crate::dice::{Dice, Pool, Sampled};
use crate::document::{Faults, Source};
use std::sync::Arc;

impl Explain for Workshop {
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

    fn read(&self, source: &Arc<Source>) -> Result<Bench, Faults> {
        let mut faults = Faults::new();
        match self.bench(source, &mut faults) {
            Some(bench) if faults.is_empty() => Ok(bench),
            _ => Err(faults),
        }
    }

    fn describe(&self, bench: &Bench) -> Described {
        let crafter = &self.setup.crafter;
        let lying = |name: String, dice| Lying {
            name,
            side: String::new(),
            dice,
            about: String::new(),
        };
        let piles = bench.craft.piles().iter().zip(1..);
        let piles = piles.map(|(pile, number)| {
            let dice = pile.iter().map(|&face| face.into()).collect();
            lying(format!("Pile {number}"), dice)
        });
        let mut table: Vec<Lying> = piles.collect();
        let supply = format!("{} of Supply left", counted(bench.supply, "die", "dice"));
        let turn = if bench.rolled.is_empty() {
            format!("{crafter} has {supply}")
        } else {
            table.push(lying("Rolled".to_owned(), laid::falling(bench.rolled)));
            format!("{crafter} may replace a die by one of those just rolled, {supply}")
        };
        Described {
            who: crafter.clone(),
            turn,
            table,
            missing: Vec::new(),
        }
    }

    fn name(&self, bench: &Bench, action: Action) -> String {
        match action {
            Action::Roll(dice) => format!("roll {}", counted(dice, "die", "dice")),
            Action::Replace(None) => "replace nothing".to_owned(),
            Action::Replace(Some(new)) => format!(
                "put a {} in the place of a {} in pile {}",
                new.face,
                bench.craft.piles()[new.pile][new.die],
                new.pile + 1
            ),
        }
    }

    fn effect(&self, bench: &Bench, action: Action, _: &[Action]) -> String {
        match action {
            Action::Roll(dice) => format!(
                "leaves {} of Supply",
                counted(bench.supply - dice, "die", "dice")
            ),
            Action::Replace(new) => {
                let after = new.map_or(bench.craft, |new| bench.craft.with(new));
                let totals = after.totals();
                let totals = totals[..self.size()].iter().map(u8::to_string);
                format!("totals {}", totals.collect::<Vec<_>>().join(", "))
            }
        }
    }

    fn reduced(&self, bench: &Bench, declared: bool) -> Option<Reduced<Self>> {
        let best = Player::Optimal.for_size(self.size());
        (!declared && self.setup.player != best).then(|| {
            let mut well = self.clone();
            well.setup.player = best;
            Reduced::one(well, *bench)
        })
    }

    fn method(&self, _: &Bench, by: HintBy, games: &[&Self]) -> String {
        let player = games[0].setup.player.name();
        let solved = "solved exactly, all that follows played perfectly";
        by.alone(solved, &self.setup.crafter, player)
    }

    fn then(&self, side: usize) -> String {
        let crafter = &self.setup.crafter;
        let phrase = &self.outcomes()[side].phrase;
        let rest = phrase.strip_prefix(crafter.as_str()).unwrap_or(phrase);
        format!("{crafter} then{rest}")
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
            rolled,
            ..Bench::new(craft, supply)
        })
    }
}

/// The dice of a pile.
fn faces(pile: &[u8]) -> String {
    let faces: Vec<u32> = pile.iter().map(|&face| face.into()).collect();
    laid::listed(&faces)
}

#[cfg(test)]
mod tests {
    use super::super::{Replacement, Setup, Supply};
    use super::*;
    use crate::contest::game::Game;
    use crate::contest::{Appraise, CERTAIN, HintPlan, Hints, Play, Recorder, Tell};
    use crate::dice::Scripted;

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
                rolled,
                ..Bench::new(craft, supply)
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

    /// The repair of the source: its totals, with faces that give them. The players are not perfect.
    #[test]
    fn the_repair_of_the_android_goes_as_told_and_each_step_has_a_value() {
        let craft = Craft::new(&[[2, 1, 3], [4, 6, 5], [3, 3, 5]]).unwrap();
        let mut gex = gex();
        gex.setup.start = Start::Given(craft);
        // (dice, values of rolling so many and one, what is replaced and its value, totals)
        let steps = [
            (&[2, 5][..], [94.25, 96.70], ((1, 1, 2), 94.08), [6, 11, 11]),
            (&[1, 3], [93.03, 94.08], ((0, 1, 3), 85.42), [8, 11, 11]),
            (
                &[1, 4, 6, 6],
                [80.25, 85.42],
                ((0, 2, 6), 100.0),
                [11, 11, 11],
            ),
        ];
        gex.setup.supply.time = true;
        gex.setup.supply.facility = true;
        gex.setup.supply.class = 5;
        gex = Workshop::new(gex.setup);
        let thrown = steps.iter().flat_map(|(faces, ..)| faces.iter().copied());
        let mut dice = Scripted::new(vec![Vec::new(), thrown.collect()]);
        let mut recorder = Recorder(Vec::new());
        let mut mind = gex.memory();
        let mut bench = gex.start();
        gex.begin(&mut bench, &mut mind, &mut dice, &mut recorder);
        for (faces, rolls, ((pile, die, face), value), totals) in steps {
            let roll = Action::Roll(faces.len() as u32);
            let mut values = |bench: &Bench, actions: &[Action]| {
                let solved = gex.solve(bench, actions, &mut mind).unwrap();
                let values = solved.values.into_iter();
                let hundredths = values.map(|(wins, _)| (10_000.0 * wins).round() / 100.0);
                hundredths.collect::<Vec<f64>>()
            };
            assert_eq!(values(&bench, &[roll, Action::Roll(1)]), rolls);
            gex.apply(&mut bench, roll, &mut dice, &mut recorder);
            let new = Action::Replace(Some(Replacement { pile, die, face }));
            assert_eq!(values(&bench, &[new]), [value]);
            gex.apply(&mut bench, new, &mut dice, &mut recorder);
            assert_eq!(bench.craft.totals()[..3], totals);
        }
        assert!(bench.craft.is_complete() && bench.supply == 0);
        assert_eq!(dice.fault(), None);
        let lines = recorder.0.iter().map(|event| gex.narrate(event));
        let lines: Vec<String> = lines.filter(|line| line.starts_with("Round")).collect();
        insta::assert_snapshot!(lines.join("\n"), @"
        Round 1: Gex rolls 2 of 8 dice, {2,5}.
        Round 2: Gex rolls 2 of 6 dice, {1,3}.
        Round 3: Gex rolls all 4 dice left, {1,4,6,6}.
        ");
    }

    fn rolled(player: Player) -> Workshop {
        Workshop::new(Setup {
            crafter: "Gex".to_owned(),
            supply: Supply {
                class: 4,
                ..Supply::default()
            },
            start: Start::Rolled(3),
            reroll_solved: true,
            player,
        })
    }

    #[test]
    fn the_perfect_player_is_never_corrected() {
        let gex = rolled(Player::Optimal);
        let mut judged = 0;
        for trial in 0..300 {
            for advice in gex.tell_with_advice(3, trial).unwrap().advice {
                assert!(
                    advice
                        .as_ref()
                        .is_none_or(|advice| advice.starts_with("nothing"))
                );
                judged += usize::from(advice.is_some());
            }
        }
        assert!(judged > 1_000);
    }

    #[test]
    fn what_steps_cost_and_luck_gives_adds_up_over_a_story() {
        // One die a round, each step worse or as good; some are worse.
        let gex = rolled(Player::OneByOne);
        let corrected = |trial| {
            let story = gex.tell_with_advice(3, trial).unwrap();
            assert_eq!(story.advice.len(), story.lines.len());
            let better = |advice: &String| advice.starts_with("better ");
            story
                .advice
                .iter()
                .flatten()
                .filter(|advice| better(advice))
                .count()
        };
        assert!((0..300).map(corrected).sum::<usize>() > 100);
    }

    #[test]
    fn a_single_die_of_supply_leaves_no_choice_of_how_many() {
        let gex = rolled(Player::OneByOne);
        let mut last = 0;
        for trial in 0..50 {
            let story = gex.tell_with_advice(3, trial).unwrap();
            for (line, advice) in story.lines.iter().zip(&story.advice) {
                if line.contains("rolls the last die") {
                    assert_eq!(*advice, None);
                    last += 1;
                }
            }
        }
        assert!(last > 10, "{last}");
    }

    #[test]
    fn play_outs_agree_with_what_is_solved_and_say_who_plays_on() {
        let text = "Pile 1: 2 1 3; Pile 2: 4 6 5; Pile 3: 3 3 5; Supply: 3; Rolled: 5";
        let source = Source::new("--table", text);
        let hint = |gex: &Workshop, playouts, declared| {
            let plan = HintPlan {
                playouts,
                declared,
                ..HintPlan::default()
            };
            gex.hint(&source, &plan).unwrap()
        };
        let gex = gex();
        let solved = hint(&gex, None, false);
        let well = hint(&gex, Some(4_000), false);
        assert_eq!(well.judge, "played on by Gex as optimal");
        for action in &well.actions {
            let mut same = solved.actions.iter();
            let exact = same.find(|one| one.deed == action.deed).unwrap();
            assert!((exact.worth - action.worth).abs() < 0.04, "{}", action.deed);
        }
        let declared = hint(&gex, Some(1_000), true);
        assert_eq!(declared.judge, "played on by Gex as one_by_one");
    }

    #[test]
    fn crafts_that_are_not_solved_are_hinted_by_play_outs() {
        let mut setup = gex().setup;
        setup.start = Start::Rolled(6);
        let gex = Workshop::new(setup);
        let text = Explain::example(&gex);
        let hint = gex.hint(&Source::new("--table", text), &HintPlan::default());
        let hint = hint.unwrap();
        assert!(matches!(hint.by, HintBy::Played(_)));
        assert_eq!(hint.judge, "played on by Gex as matcher");
    }

    #[test]
    fn trials_are_followed_and_chances_are_right_on_average() {
        for player in [Player::OneByOne, Player::Optimal] {
            let gex = rolled(player);
            let sides = Appraise::sides(&gex);
            assert_eq!((&*sides[0].name, &*sides[1].name), ("Gex", "failure"));
            let (mut before, mut wins) = (0.0, 0);
            gex.appraise(2, 0..400, &mut |trial, trajectory| {
                let record = gex.replay(2, trial);
                assert_eq!(trajectory.outcome, record.outcome);
                assert_eq!(i64::from(trajectory.turns), record.values[0]);
                assert_eq!(trajectory.turn_starts().count() as u32, trajectory.turns);
                for (place, one) in trajectory.decisions.iter().enumerate() {
                    assert_eq!(trajectory.before(place).iter().sum::<u32>(), CERTAIN);
                    assert!(player != Player::Optimal || one.chosen == one.best);
                }
                before += f64::from(trajectory.before(0)[0]) / f64::from(CERTAIN);
                wins += u32::from(record.outcome == 0);
                true
            });
            assert!((before - f64::from(wins)).abs() < 40.0, "{before} {wins}");
        }
    }
}
