//! Tests of hints in positions of searches.

use super::super::rules::SearchState;
use super::super::search::Search;
use super::super::view::View;
use super::super::{Player, Prize, Searcher, Setup, SupplyFrom};
use super::*;
use evenodds_core::contest::conformance::assert_corrupted_positions_are_handled;
use evenodds_core::contest::{BestAction, CERTAIN, Evaluate, HintPlan, Hints as _, Play as _};
use evenodds_core::dice::{Dice, Pool};

fn survey(prize: Prize, combine: bool) -> Survey {
    Survey::new(Setup {
        player: Player::Optimal,
        field: FieldFrom::Rolled(4),
        supply: SupplyFrom::Rolled {
            leader: Searcher {
                name: "Kate".to_owned(),
                dice: 5,
            },
            helpers: Vec::new(),
        },
        prize,
        combine,
    })
}

fn hinted(survey: &Survey, table: &str) -> BestAction {
    match survey.hint(&Source::new("--table", table), &HintPlan::default()) {
        Ok(hint) => hint,
        Err(faults) => panic!("{table}\n{faults}"),
    }
}

/// Returns the position of a view in typed form.
fn described(view: &View, began: Pool) -> String {
    let explored: Vec<String> = each(view.explored).map(at).collect();
    let mut text = format!(
        "Field: {}; Supply: {}",
        faces(&view.field),
        positions::typed(view.supply)
    );
    if !explored.is_empty() {
        let explored = explored.join(" ");
        text = format!(
            "{text}; Explored: {explored}; Began: {}",
            positions::typed(began)
        );
    }
    match view.trail {
        Some(face) => format!("{text}; Trail: {face}"),
        None => text,
    }
}

#[test]
fn the_first_hint_is_the_action_of_optimal() {
    let mut seen = 0;
    for (prize, combine) in [
        (Prize::Uniform, false),
        (Prize::Solvable, false),
        (Prize::Uniform, true),
        (Prize::Rarest, false),
    ] {
        let survey = survey(prize, combine);
        let mut dice = Sampled::new(9, &survey.rollers());
        for trial in 0..25 {
            dice.start(trial);
            let supply = survey.supply(&mut dice, &mut Silent);
            let (field, eligible) = survey.roll_field(&mut dice);
            let mut search = Search::new(combine);
            let candidates = survey.candidates(&field, eligible, supply, &mut search);
            let prize = candidates
                .iter()
                .nth(trial as usize % candidates.len() as usize);
            let mut table = SearchState::new(field, supply, candidates, prize.unwrap());
            while table.outcome().is_none() {
                let view = table.view;
                let hint = hinted(&survey, &described(&view, supply));
                let best = search.value(&view).chance();
                assert!((hint.actions[0].value - best).abs() < 1e-12, "{view:?}");
                let costs: Vec<f64> = (0..hint.actions.len()).map(|at| hint.cost(at)).collect();
                assert!(costs.is_sorted());
                if let Some(exploration) = search.best_action(&view) {
                    assert_eq!(hint.actions[0].action, survey.name(&table, exploration));
                }
                seen += 1;
                // Mixes random and optimal decisions.
                let player = [Player::Random, Player::Optimal][usize::from(dice.choose(2, 3) > 0)];
                let exploration = player.choose(&view, &mut dice, &mut search);
                table.explore(exploration);
            }
        }
    }
    assert!(seen > 200, "{seen}");
}

#[test]
fn all_faults_of_a_position_are_reported() {
    let survey = survey(Prize::Solvable, false);
    let refused = |table: &str| {
        survey
            .hint(&Source::new("--table", table), &HintPlan::default())
            .unwrap_err()
            .to_string()
    };
    let all = refused(
        "Feild: 1; Field: 1 2 3; Supply: 7; Explored: 5.1; Trail: 3; Trail: 2 (x); Began: 1 1 1 1 1 1",
    );
    for part in [
        "`Feild` is unknown; did you mean Field?",
        "Field has 3 dice; expected 10 for 4 rows",
        "Supply has a die of 7; expected 1 to 6",
        "Began has 6 dice; expected at most 5",
        "Trail occurs twice; give each entry once",
        "Trail has `x`; expected no notes",
    ] {
        assert!(all.contains(part), "{part}\n{all}");
    }
    assert!(refused("Supply: 5").contains("the Field is missing"));
    for (table, part) in [
        ("Explored: 1.1", "the Supply is missing"),
        (
            "Supply: 5; Explored: 1.1",
            "Began is missing; give the Supply at the start",
        ),
        (
            "Supply: 5; Began: 6 5; Explored: 3.2",
            "Explored has `3.2`; expected a corner",
        ),
        (
            "Supply: 5; Began: 6 5; Explored: 1.1 1.1",
            "Explored has `1.1`; give each place once",
        ),
        (
            "Supply: 5; Began: 6 5; Explored: 1.2",
            "has `1.2`; expected a row from 1 to 4",
        ),
        (
            "Supply: 5; Began: 6 6 6 6 5; Explored: 1.1; Trail: 4",
            "Trail is 4; expected ",
        ),
        (
            "Supply: 1; Began: 6 1",
            "the contest is over; Kate finds no trail",
        ),
        (
            "Supply: 5; Began: 6 6 6 6 5; Explored: 1.1 2.1 3.1 4.1 4.2 4.3; Trail: 3",
            "the contest is over; Kate succeeds",
        ),
    ] {
        let faults = refused(&format!("Field: 3 1 5 2 2 6 4 1 3 5; {table}"));
        assert!(faults.contains(part), "{part}\n{faults}");
    }
}

#[test]
fn the_short_form_and_toml_give_the_same_position() {
    let survey = survey(Prize::Uniform, false);
    let read = |text: &str| survey.read(&Source::new("--table", text)).unwrap();
    let short = "Trail: 3; field: {3,1,5,2,2,6,4,1,3,5}; Supply: 5 4 2; Explored: 1.1 2.2";
    let toml = "field = [3, 1, 5, 2, 2, 6, 4, 1, 3, 5]\nsupply = [2, 4, 5]\n\
        explored = ['1.1', '2.2']\ntrail = 3";
    assert_eq!(read(short), read(toml));
}

#[test]
fn mutated_positions_are_read_or_refused() {
    let survey = survey(Prize::Uniform, false);
    let text = "Field: 3 1 5 2 2 6 4 1 3 5; Supply: 5 4 2; Explored: 1.1 2.2; Trail: 3";
    assert_corrupted_positions_are_handled(&survey, text, 3_000);
}

#[test]
fn play_outs_agree_with_the_solver_and_name_the_players() {
    let survey = Survey::new(Setup {
        player: Player::Random,
        ..survey(Prize::Uniform, false).setup
    });
    let source = Source::new(
        "--table",
        "Field: 3 1 5 2 2 6 4 1 3 5; Supply: 5 4 2; Explored: 1.1",
    );
    let hint = |playouts, declared| {
        let plan = HintPlan {
            playouts,
            declared,
            ..HintPlan::default()
        };
        survey.hint(&source, &plan).unwrap()
    };
    let solved = hint(None, false);
    let optimal = hint(Some(4_000), false);
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
    let declared = hint(Some(4_000), true);
    assert_eq!(declared.method, "continued by player random");
    assert!(declared.actions[0].value < optimal.actions[0].value);
}

#[test]
fn evaluated_chances_are_right_on_average() {
    let survey = survey(Prize::Solvable, false);
    let sides = &survey.description().sides;
    assert_eq!((&*sides[0].name, &*sides[1].name), ("Kate", "failure"));
    let (mut before, mut wins) = (0.0, 0);
    survey.evaluate_trials(2, 0..400, &mut |trial, trajectory| {
        let record = survey.replay(2, trial);
        assert_eq!(trajectory.outcome, record.outcome);
        assert_eq!(trajectory.turns as usize, trajectory.decisions.len());
        for decision in 0..trajectory.decisions.len() {
            assert_eq!(trajectory.before(decision).iter().sum::<u32>(), CERTAIN);
            let one = &trajectory.decisions[decision];
            assert_eq!(one.chosen, one.best, "optimal never errs");
        }
        let opening = trajectory
            .opening()
            .map_or(trajectory.end(0), |chances| chances[0]);
        before += f64::from(opening) / f64::from(CERTAIN);
        wins += u32::from(record.outcome == 0);
        true
    });
    assert!((before - f64::from(wins)).abs() < 40.0, "{before} {wins}");
}
