//! Transcripts of shipped contests: one trial in which an optional rule, or an annotation, appears.

use crate::simple;
use evenodds::analysis::{Condition, find_trial};
use evenodds::contest::{Contest, Narration, narrate_with};
use evenodds::contests::survey::{FieldFrom, Player, Prize, Searcher, Setup, SupplyFrom, Survey};
use evenodds::dice::Scripted;
use evenodds::scenario::open;

/// Returns the lines of the first trial with seed 1 that meets all conditions.
fn story(scenario: &str, conditions: &[&str]) -> Vec<String> {
    let scenario = simple::scenario(scenario, &[]);
    let contest: &dyn Contest = scenario.contest.as_ref();
    let conditions: Vec<Condition> = conditions
        .iter()
        .map(|condition| Condition::read(condition, contest).unwrap())
        .collect();
    let trial = find_trial(contest, 1, 100_000, &conditions).unwrap();
    let mut lines = contest.narrate_trial(1, trial).lines;
    lines.insert(0, format!("trial {trial}"));
    lines
}

#[test]
fn behind_the_wall() {
    let conditions = [
        "cover_spent.defenders>=2",
        "cover_spent.raiders>=1",
        "turns<=10",
    ];
    insta::assert_snapshot!(story("@siege", &conditions).join("\n"));
}

#[test]
fn the_beast_comes_back() {
    let conditions = [
        "returns.Beast>=3",
        "cover_spent.gorge>=1",
        "taken_out.Beast=1",
        "turns<=12",
    ];
    insta::assert_snapshot!(story("@beast", &conditions).join("\n"));
}

#[test]
fn wounded_and_healed() {
    let conditions = [
        "died.Dirk=1",
        "wounds.Emily=1",
        "recovered.Emily=1",
        "wounds.Mark Four=1",
    ];
    insta::assert_snapshot!(story("@wounded", &conditions).join("\n"));
}

#[test]
fn the_sword_has_its_say() {
    let lines = (0..1_000)
        .map(|trial| {
            let scenario = simple::scenario("@talking-sword", &[]);
            scenario.contest.narrate_trial(1, trial).lines
        })
        .find(|lines| lines.iter().any(|line| line.contains("to Talking Sword")))
        .unwrap();
    insta::assert_snapshot!(lines.join("\n"));
}

#[test]
fn reinforcements_of_both_sides() {
    let conditions = [
        "entered_at.Ranger>=1",
        "entered_at.Late Drone>=1",
        "turns<=7",
    ];
    insta::assert_snapshot!(story("@late-drones", &conditions).join("\n"));
}

#[test]
fn the_end_of_a_battle_cut_down() {
    let lines = story(
        "@mass-scaled",
        &["entered_at.Late Warrior>=1", "entered_at.Late Invader>=1"],
    );
    let joins = lines
        .iter()
        .position(|line| line.contains("joins"))
        .unwrap();
    insta::assert_snapshot!(lines[joins - 4..].join("\n"));
}

#[test]
fn the_end_of_a_battle_at_full_size() {
    let lines = story("@mass-whole", &["turns<=45"]);
    insta::assert_snapshot!(lines[lines.len() - 12..].join("\n"));
}

/// The heist as in its source, with faces chosen for this course: the helper adds no die; the
/// corners in the lower left, in the lower right and at the top are not the Prize; the die beside
/// the top is the Prize, and no Supply is left.
#[test]
fn the_narration_of_the_heist() {
    let searcher = |name: &str, dice| Searcher {
        name: name.to_owned(),
        dice,
    };
    let survey = Survey::new(Setup {
        player: Player::Thrifty,
        field: FieldFrom::Rolled(4),
        supply: SupplyFrom::Rolled {
            leader: searcher("Kate", 4),
            helpers: vec![searcher("Demolitions Expert", 3)],
        },
        prize: Prize::Uniform,
        combine: false,
    });
    // 4 and 5 occur more than once: the Prize is the first of them.
    let mut dice = Scripted::new(vec![
        vec![3, 4, 5, 6, 4, 5, 1, 5, 4, 2],
        vec![0],
        // Of two dice of 4 the one beside the top, by lot.
        vec![0],
        vec![4, 1, 3, 2],
        vec![5, 2, 3],
    ]);
    let story = narrate_with(&survey, &mut dice);
    assert_eq!(dice.fault(), None);
    assert!(dice.left().iter().all(Vec::is_empty));
    assert_eq!(story.record.values, [4, 0, 4, 2, 0]);
    insta::assert_snapshot!(story.lines.join("\n"));
}

/// Returns the lines of a transcript, each with its annotation below.
fn with_advice(story: &Narration) -> String {
    let lines = story.lines.iter().zip(&story.advice);
    let lines: Vec<String> = lines
        .map(|(line, advice)| match advice {
            Some(advice) => format!("{line}\n  > {advice}"),
            None => line.clone(),
        })
        .collect();
    lines.join("\n")
}

/// Returns the first trial of the heist with seed 1 that has an annotation with `word`.
fn advised_heist(sets: &[&str], word: &str) -> String {
    let sets: Vec<String> = sets.iter().map(ToString::to_string).collect();
    let scenario = open("@heist", &sets).unwrap();
    (0..1_000)
        .map(|trial| scenario.contest.narrate_with_advice(1, trial).unwrap())
        .map(|story| with_advice(&story))
        .find(|story| story.contains(word))
        .unwrap()
}

#[test]
fn a_heist_with_steps_that_cost_something() {
    insta::assert_snapshot!(advised_heist(&["player=thrifty"], "33.3 points more"));
}

#[test]
fn a_heist_with_dice_combined() {
    insta::assert_snapshot!(advised_heist(&["rules.combine=true"], " and the "));
}

#[test]
fn the_best_player_is_never_advised_better() {
    for sets in [vec![], vec!["rules.combine=true".to_owned()]] {
        let scenario = open("@heist", &sets).unwrap();
        let mut advised = 0;
        for trial in 0..200 {
            let story = scenario.contest.narrate_with_advice(1, trial).unwrap();
            let advice: Vec<&String> = story.advice.iter().flatten().collect();
            assert!(
                advice.iter().all(|line| !line.starts_with("better")),
                "{advice:?}"
            );
            advised += advice.len();
        }
        assert!(advised > 200, "{advised}");
    }
}

#[test]
fn a_year_that_ends_in_ruin_and_goes_on() {
    let conditions = ["outcome=ruined", "ruined_at=8", "final_prosperity>=2"];
    insta::assert_snapshot!(story("@making-ends-meet", &conditions).join("\n"));
}

#[test]
fn goods_become_cargo_and_cargo_becomes_prosperity() {
    let conditions = ["bartered=2", "sales_gained=2", "bills_at_cost=1"];
    insta::assert_snapshot!(story("@foreign-goods", &conditions).join("\n"));
}

#[test]
fn the_hero_holds_out_against_all() {
    let conditions = ["hits.Emily=1", "outcome=hero", "rounds<=7"];
    insta::assert_snapshot!(story("@hero-and-mooks", &conditions).join("\n"));
}

#[test]
fn fencers_attack_with_two_dice_and_parry_with_the_third() {
    let conditions = ["outcome=blue", "rounds=3", "attacks.Rosa>=3"];
    insta::assert_snapshot!(story("@fencers", &conditions).join("\n"));
}

#[test]
fn the_sprinter_s_fourth_die_does_not_count() {
    insta::assert_snapshot!(story("@footrace", &["margin=1"]).join("\n"));
}
