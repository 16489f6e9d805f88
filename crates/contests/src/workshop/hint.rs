//! Best action in a given position: the number of dice to roll, or the die to replace with one just
//! rolled.
//!
//! A position is typed as `Pile 1: 2 1 3; Pile 2: 4 6 5; Pile 3: 3 3 5; Supply: 4`, with `Rolled: 5
//! 2` if these dice have just been rolled; the Supply no longer includes them.

use super::craft::Craft;
use super::craft::MOST_PILES;
use super::piles::DICE;
use super::player::Player;
use super::prepared::Workshop;
use super::rules::{Action, WorkshopState};
use super::setup::Setup;
use super::solver::MOST_SUPPLY;
use evenodds_core::contest::game::{Described, Game as _, HintGame, Reduced};
use evenodds_core::contest::positions;
use evenodds_core::contest::{
    Describe, DescribedEntry, Lenient, Silent, Spanned, counted, optional, required, table, whole,
};
use evenodds_core::dice::{Pool, Sampled};
use evenodds_core::document::{Fault, Faults, Key, Source, ValueShape};
use std::sync::Arc;

/// Keys of a typed position.
pub(super) const POSITIONS: &[Key] = Position::KEYS;

table! {
    /// A position of a Workshop.
    struct Position {
        /// The piles of the Craft, all of them.
        pile: Vec<Lenient<Pile>> = optional(ValueShape::tables(Pile::KEYS, 0, MOST_PILES))
            .shown()
            .example("[{ name = 1, dice = [2, 1, 3] }, { name = 2, dice = [4, 6, 5] }]"),
        /// The number of dice of Supply that are left.
        supply: Lenient<Spanned<u32>> = required(whole(0, MOST_SUPPLY as i64)).example("4"),
        /// The dice just rolled, which are no longer part of the Supply; left out before a roll.
        rolled: Option<Lenient<Spanned<Vec<u32>>>> = optional(positions::faces(1, MOST_SUPPLY as usize))
            .accepts("one or more dice, each from 1 to 6")
            .example("[5, 2]"),
    }
}

table! {
    /// A pile of the Craft.
    struct Pile {
        /// The number of the pile, from 1.
        name: u32 = required(whole(1, MOST_PILES as i64)),
        /// The dice, in their places.
        dice: Lenient<Vec<u8>> = required(positions::faces(DICE, DICE))
            .accepts("three dice, each from 1 to 6")
            .example("[2, 1, 3]"),
    }
}

impl HintGame for Workshop {
    fn example(&self) -> String {
        let mut dice = Sampled::new(1, &self.rollers());
        dice.start(0);
        let mut state = self.start();
        self.begin(&mut state, &mut self.memory(), &mut dice, &mut Silent);
        let piles = state.craft.piles().iter().zip(1..);
        let mut entries: Vec<String> = piles
            .map(|(pile, number)| format!("Pile {number}: {}", faces(pile)))
            .collect();
        entries.push(format!("Supply: {}", state.supply));
        entries.join("; ")
    }

    fn read(&self, source: &Arc<Source>) -> Result<WorkshopState, Faults> {
        let keys = (Position::KEYS, Position::read);
        positions::read_position(source, keys, Some("pile"), |typed, faults| {
            self.read_state(typed, source, faults)
        })
    }

    fn describe(&self, state: &WorkshopState) -> Described {
        let crafter = &self.setup.crafter;
        let entry = |name, dice| DescribedEntry {
            name,
            dice,
            ..DescribedEntry::default()
        };
        let piles = state.craft.piles().iter().zip(1..);
        let piles = piles.map(|(pile, number)| {
            let dice = pile.iter().map(|&face| face.into()).collect();
            entry(format!("Pile {number}"), dice)
        });
        let mut table: Vec<DescribedEntry> = piles.collect();
        let supply = format!("{} of Supply left", counted(state.supply, "die", "dice"));
        let turn = if state.rolled.is_empty() {
            format!("{crafter} has {supply}")
        } else {
            table.push(entry("Rolled".to_owned(), positions::falling(state.rolled)));
            format!("{crafter} may replace a die by one of those just rolled, with {supply}")
        };
        Described {
            actor: crafter.clone(),
            turn,
            table,
            missing: Vec::new(),
        }
    }

    fn name(&self, state: &WorkshopState, action: Action) -> String {
        match action {
            Action::Roll(dice) => format!("roll {}", counted(dice, "die", "dice")),
            Action::Replace(None) => "replace nothing".to_owned(),
            Action::Replace(Some(new)) => format!(
                "replace a {} in pile {} with a {}",
                state.craft.piles()[new.pile][new.die],
                new.pile + 1,
                new.face
            ),
        }
    }

    fn effect(&self, state: &WorkshopState, action: Action, _: &[Action]) -> String {
        match action {
            Action::Roll(dice) => format!(
                "leaves {} of Supply",
                counted(state.supply - dice, "die", "dice")
            ),
            Action::Replace(new) => {
                let after = new.map_or(state.craft, |new| state.craft.with(new));
                let totals = after.totals();
                let totals = totals[..self.size()].iter().map(u8::to_string);
                format!("totals {}", totals.collect::<Vec<_>>().join(", "))
            }
        }
    }

    fn reduced(&self, state: &WorkshopState, declared: bool) -> Option<Reduced<Self>> {
        let best = Player::Optimal.for_size(self.size());
        (!declared && self.setup.player != best).then(|| {
            let optimal = Self::new(Setup {
                player: best,
                ..self.setup.clone()
            });
            Reduced::one(optimal, *state)
        })
    }
}

impl Workshop {
    /// Builds a position from typed values.
    fn read_state(
        &self,
        typed: Position,
        source: &Arc<Source>,
        faults: &mut Faults,
    ) -> Option<WorkshopState> {
        let (size, most) = (self.size() as u32, self.setup.supply.dice());
        let mut piles: Vec<Pile> = typed.pile.into_iter().filter_map(|pile| pile.0).collect();
        piles.sort_by_key(|pile| pile.name);
        let numbers: Vec<u32> = piles.iter().map(|pile| pile.name).collect();
        if !numbers.iter().copied().eq(1..=size) {
            let listed: Vec<String> = numbers.iter().map(u32::to_string).collect();
            let found = format!("the piles given are {}", listed.join(", "));
            let accepted = format!("give each of 1 to {size} once, such as Pile 1: 2 1 3");
            faults.push(positions::whole(source, found, accepted));
        }
        let supply = typed.supply.0.and_then(|Spanned { value, span: place }| {
            if value > most {
                let accepted = format!("expected a number of dice from 0 to {most}");
                faults.push(Fault::new(place, "Supply", format!("is {value}"), accepted));
            }
            (value <= most).then_some(value)
        });
        let left = most.saturating_sub(supply.unwrap_or(0));
        let rolled = typed.rolled.map_or(Some(Pool::EMPTY), |Lenient(dice)| {
            Some(positions::pool("Rolled", &dice?, left, faults))
        });
        if !faults.is_empty() {
            return None;
        }
        let piles = piles.into_iter().map(|pile| pile.dice.0?.try_into().ok());
        let craft = Craft::new(&piles.collect::<Option<Vec<[u8; DICE]>>>()?)?;
        Some(WorkshopState {
            rolled: rolled?,
            ..WorkshopState::new(craft, supply?)
        })
    }
}

/// Formats the dice of a pile as they are typed.
fn faces(pile: &[u8]) -> String {
    let faces: Vec<u32> = pile.iter().map(|&face| face.into()).collect();
    positions::listed(&faces)
}

#[cfg(test)]
mod tests {
    use super::super::{CraftStart, Replacement, Setup, Supply};
    use super::*;
    use evenodds_core::contest::game::{Game, RatedGame};
    use evenodds_core::contest::{
        CERTAIN, Evaluate, Events, HintBy, HintPlan, Hints, Narrate, Play, Recorder,
    };
    use evenodds_core::dice::{Dice as _, Scripted};

    fn gex() -> Workshop {
        Workshop::new(Setup {
            crafter: "Gex".to_owned(),
            supply: Supply {
                class: 4,
                assistance: true,
                time: false,
                facility: false,
            },
            start: CraftStart::Rolled(3),
            reroll_solved: true,
            player: Player::OneByOne,
        })
    }

    fn table(state: &WorkshopState) -> String {
        let piles = state.craft.piles().iter().enumerate();
        let piles: Vec<String> = piles
            .map(|(number, pile)| format!("Pile {}: {}", number + 1, faces(pile)))
            .collect();
        let rolled: Vec<String> = state.rolled.faces().map(|face| face.to_string()).collect();
        let rolled = match rolled[..] {
            [] => String::new(),
            _ => format!("; Rolled: {}", rolled.join(" ")),
        };
        format!("{}; Supply: {}{rolled}", piles.join("; "), state.supply)
    }

    #[test]
    fn the_first_hint_is_the_action_of_optimal() {
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
            let state = WorkshopState {
                rolled,
                ..WorkshopState::new(craft, supply)
            };
            let source = Source::new("--table", table(&state));
            let hint = gex.hint(&source, &HintPlan::default()).unwrap();
            let perfect = gex.perfect();
            let all = f64::from(6_u32.pow(supply));
            let costs: Vec<f64> = (0..hint.actions.len()).map(|at| hint.cost(at)).collect();
            assert!(costs.is_sorted());
            let (best, ending) = if rolled.is_empty() {
                let plan = perfect.plan_of(craft.sorted().rank(), supply);
                let ending = format!("roll {}", counted(plan.dice(), "die", "dice"));
                (perfect.value(&craft, supply), ending)
            } else {
                let best = perfect.best_replacement(&craft, supply, rolled);
                let after = best.map_or(craft, |best| craft.with(best));
                let ending = match best {
                    None => "replace nothing".to_owned(),
                    Some(best) => format!(" with a {}", best.face),
                };
                (perfect.value(&after, supply), ending)
            };
            assert!(
                hint.actions[0].action.ends_with(&ending),
                "{} {ending}",
                hint.actions[0].action
            );
            assert!((hint.actions[0].value - f64::from(best) / all).abs() < 1e-12);
        }
    }

    #[test]
    fn all_faults_of_a_position_are_reported() {
        let gex = gex();
        let refused = |table: &str| {
            gex.hint(&Source::new("--table", table), &HintPlan::default())
                .unwrap_err()
                .to_string()
        };
        let all =
            refused("Pile 1: 2 1; Pile 2: 7 1 1 1; Pile 2: 1 1 1; Heap: 3; Supply: 9; Rolled:");
        for part in [
            "Pile 1 has 2 dice; expected at least 3",
            "Pile 2 has 4 dice; expected at most 3",
            "Pile 2 has a die of 7; expected 1 to 6",
            "`Heap` is unknown; the entries are Pile, Supply, Rolled",
            "the piles given are 1, 2, 2; give each of 1 to 3 once",
            "Supply is 9; expected a number of dice from 0 to 5",
            "Rolled has 0 dice; expected at least 1",
        ] {
            assert!(all.contains(part), "{part}\n{all}");
        }
        let piles = "Pile 1: 1 2 3; Pile 2: 1 2 4; Pile 3: 6 5 4";
        for (table, part) in [
            (
                format!("{piles}; Supply: 0"),
                "the contest is over; Gex runs out of Supply",
            ),
            (
                format!("{piles}; Supply: 3; Rolled: 1 2 3"),
                "Rolled has 3 dice; expected at most 2",
            ),
            (
                "Pile 1: 1 2 3; Pile 2: 1 2 3; Pile 3: 2 2 2; Supply: 3".to_owned(),
                "the contest is over; Gex completes the Craft",
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
    fn the_short_form_and_toml_give_the_same_position() {
        let read = |text: &str| gex().read(&Source::new("--table", text)).unwrap();
        let short = "Pile 3: 3 3 5; 1: 2 1 3; pile 2: {4,6,5}; Rolled: 5; supply: 3";
        let toml = "supply = 3\nrolled = [5]\npile = [{ name = 1, dice = [2, 1, 3] }, \
            { name = 2, dice = [4, 6, 5] }, { name = 3, dice = [3, 3, 5] }]";
        assert_eq!(read(short), read(toml));
    }

    #[test]
    fn mutated_positions_are_read_or_refused() {
        let text = "Pile 1: 2 1 3; Pile 2: 4 6 5; Pile 3: 3 3 5; Supply: 3; Rolled: 5";
        evenodds_core::contest::conformance::assert_corrupted_positions_are_handled(
            &gex(),
            text,
            500,
        );
    }

    /// The repair of the source text: its totals, with faces that give them. The text's players are
    /// not optimal.
    #[test]
    fn the_published_repair_of_the_android_has_the_expected_values() {
        let craft = Craft::new(&[[2, 1, 3], [4, 6, 5], [3, 3, 5]]).unwrap();
        let mut gex = gex();
        gex.setup.start = CraftStart::Given(craft);
        // Dice, values of rolling that many and one, replacement with its value, totals.
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
        let mut plan_state = gex.memory();
        let mut state = gex.start();
        gex.begin(&mut state, &mut plan_state, &mut dice, &mut recorder);
        for (faces, rolls, ((pile, die, face), value), totals) in steps {
            let roll = Action::Roll(faces.len() as u32);
            let mut values = |state: &WorkshopState, actions: &[Action]| {
                let solved = gex.solve(state, actions, &mut plan_state).unwrap();
                let values = solved.values.into_iter();
                let hundredths = values.map(|(wins, _)| (10_000.0 * wins).round() / 100.0);
                hundredths.collect::<Vec<f64>>()
            };
            assert_eq!(values(&state, &[roll, Action::Roll(1)]), rolls);
            gex.apply(&mut state, roll, &mut dice, &mut recorder);
            let new = Action::Replace(Some(Replacement { pile, die, face }));
            assert_eq!(values(&state, &[new]), [value]);
            gex.apply(&mut state, new, &mut dice, &mut recorder);
            assert_eq!(state.craft.totals()[..3], totals);
        }
        assert!(state.craft.is_complete() && state.supply == 0);
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
            start: CraftStart::Rolled(3),
            reroll_solved: true,
            player,
        })
    }

    #[test]
    fn optimal_play_gets_no_correction() {
        let gex = rolled(Player::Optimal);
        let mut advised = 0;
        for trial in 0..300 {
            for advice in gex.narrate_with_advice(3, trial).unwrap().advice {
                assert!(
                    advice
                        .as_ref()
                        .is_none_or(|advice| advice.starts_with("best action: "))
                );
                advised += usize::from(advice.is_some());
            }
        }
        assert!(advised > 1_000);
    }

    #[test]
    fn some_steps_of_one_by_one_are_corrected() {
        // No step of one die per round beats optimal play, and some are worse.
        let gex = rolled(Player::OneByOne);
        let corrected = |trial| {
            let narration = gex.narrate_with_advice(3, trial).unwrap();
            assert_eq!(narration.advice.len(), narration.lines.len());
            let better = |advice: &String| advice.starts_with("better: ");
            narration
                .advice
                .iter()
                .flatten()
                .filter(|advice| better(advice))
                .count()
        };
        assert!((0..300).map(corrected).sum::<usize>() > 100);
    }

    #[test]
    fn the_last_die_gets_no_advice() {
        let gex = rolled(Player::OneByOne);
        let mut last = 0;
        for trial in 0..50 {
            let narration = gex.narrate_with_advice(3, trial).unwrap();
            for (line, advice) in narration.lines.iter().zip(&narration.advice) {
                if line.contains("rolls the last die") {
                    assert_eq!(*advice, None);
                    last += 1;
                }
            }
        }
        assert!(last > 10, "{last}");
    }

    #[test]
    fn play_outs_agree_with_the_solver_and_name_the_players() {
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
        let optimal = hint(&gex, Some(4_000), false);
        assert_eq!(optimal.method, "continued by player optimal");
        for action in &optimal.actions {
            let mut same = solved.actions.iter();
            let exact = same.find(|one| one.action == action.action).unwrap();
            assert!(
                (exact.value - action.value).abs() < 0.04,
                "{}",
                action.action
            );
        }
        let declared = hint(&gex, Some(1_000), true);
        assert_eq!(declared.method, "continued by player one_by_one");
    }

    #[test]
    fn hints_on_unsolved_crafts_use_play_outs() {
        let mut setup = gex().setup;
        setup.start = CraftStart::Rolled(6);
        let gex = Workshop::new(setup);
        let text = HintGame::example(&gex);
        let hint = gex.hint(&Source::new("--table", text), &HintPlan::default());
        let hint = hint.unwrap();
        assert!(matches!(hint.by, HintBy::Played(_)));
        assert_eq!(hint.method, "continued by player matcher");
    }

    #[test]
    fn evaluated_chances_are_right_on_average() {
        for player in [Player::OneByOne, Player::Optimal] {
            let gex = rolled(player);
            let sides = &gex.description().sides;
            assert_eq!((&*sides[0].name, &*sides[1].name), ("Gex", "failure"));
            let (mut before, mut wins) = (0.0, 0);
            gex.evaluate_trials(2, 0..400, &mut |trial, trajectory| {
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
