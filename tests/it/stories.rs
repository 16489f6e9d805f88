//! The shipped fights with optional rules, each told once: one trial in which the rule shows.

use evenodds::analysis::{Condition, find_trial};
use evenodds::contest::Contest;
use evenodds::scenario::open;

/// The lines of the first trial with seed 1 that fulfils all conditions.
fn story(scenario: &str, conditions: &[&str]) -> Vec<String> {
    let scenario = open(scenario, &[]).unwrap();
    let contest: &dyn Contest = scenario.contest.as_ref();
    let conditions: Vec<Condition> = conditions
        .iter()
        .map(|condition| Condition::read(condition, contest).unwrap())
        .collect();
    let trial = find_trial(contest, 1, 100_000, &conditions).unwrap();
    let mut lines = contest.tell(1, trial).lines;
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
            let scenario = open("@talking-sword", &[]).unwrap();
            scenario.contest.tell(1, trial).lines
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
fn brawlers_mix_their_splits() {
    let conditions = ["outcome=sailor", "rounds=2"];
    insta::assert_snapshot!(story("@tavern-brawl", &conditions).join("\n"));
}

#[test]
fn the_sprinter_s_fourth_die_does_not_count() {
    insta::assert_snapshot!(story("@footrace", &["margin=1"]).join("\n"));
}
