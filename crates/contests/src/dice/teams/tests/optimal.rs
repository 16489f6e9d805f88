//! Optimal play of teams, and how close the player `focus` comes to it.

use super::super::super::keys::Player;
use super::super::TeamContest;
use super::super::optimal::undefined;
use super::{contest, random};
use evenodds_core::contest::conformance::assert_enumerated_as_solved;
use evenodds_core::contest::game::{Game, HintGame, RatedGame};
use evenodds_core::contest::{Describe, Play, Solve, Tally};
use evenodds_core::dice::{Dice, Sampled};
use evenodds_core::document::Source;
use evenodds_testing::size;
use std::fmt::Write as _;

const OTHERS: [Player; 4] = [Player::Focus, Player::Simple, Player::Random, Player::First];

/// Returns the exact share of contests that a team wins.
fn share(fight: &TeamContest, team: usize) -> f64 {
    let side = &fight.description().sides[fight.description().actors[team].side];
    let exact = fight.exact().unwrap_or_else(|why| panic!("{why}"));
    side.outcomes
        .iter()
        .map(|&outcome| exact.outcomes[outcome])
        .sum()
}

#[test]
fn optimal_play_of_random_teams_is_at_least_as_good_as_any_other() {
    let mut dice = Sampled::new(13, &["teams".to_owned()]);
    let mut compared = 0;
    let (mut better, mut tried) = (0, 0);
    while compared < size(30, 100) {
        dice.start(tried);
        tried += 1;
        // Values that converge too slowly are refused after about five seconds.
        let text = random(&mut dice).replace("[limit]\n", "[limit]\nsteps = 500000000\n");
        let short = contest(&text);
        let is_solved = |team| short.with_player(team, Player::Optimal).exact().is_ok();
        if undefined(&short).is_some() || !(0..2).all(is_solved) {
            continue;
        }
        compared += 1;
        let text = text.replace("steps = 500000000\n", "");
        let text = text.replace("rounds = 1\n", "rounds = 500\n");
        let long = contest(&text.replace("rounds = 2\n", "rounds = 500\n"));
        for team in 0..2 {
            let optimal = short.with_player(team, Player::Optimal);
            let played = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                assert_enumerated_as_solved(&optimal, 60, 1e-9);
            }));
            assert!(played.is_ok(), "{text}");
            let best = share(&long.with_player(team, Player::Optimal), team);
            for player in OTHERS {
                let other = share(&long.with_player(team, player), team);
                assert!(
                    best >= other - 1e-9,
                    "{}: {other} > {best}\n{text}",
                    player.name()
                );
                better += u32::from(best > other + 1e-9);
            }
        }
    }
    assert!(better > 10, "{better}");
    assert!(tried < 8 * compared, "{tried}");
}

#[test]
fn wrong_positions_are_refused_with_the_place_and_what_to_do() {
    let fight = contest(super::HEROES);
    let cases = [
        (
            "Ann: hp 3",
            "has no member with the turn; add (turn) to the member, such as NAME: (turn)",
        ),
        (
            "Ann: hp (turn)",
            "ends with `hp`; expected fields with their values, such as hp 3",
        ),
        ("Ann: hp 99 (turn)", "has hp 99; expected 0 to 12"),
        ("Ann: luck 1 (turn)", "has `luck`; expected one of hp"),
        (
            "Ann: (turn); Ben: (turn)",
            "is the second one; one member has the turn",
        ),
        (
            "Goblin: (turn)",
            "is no single member; add (turn) to one member",
        ),
        ("Ann: (tired)", "(tired) is unknown; expected (turn)"),
        (
            "Ann: hp 0 (turn)",
            "Ann has the turn; the member does not stand in this position",
        ),
        (
            "Ann: (turn); Goblin: hp 0; Goblin 2: hp 1",
            "Ann has the turn; the member has no choice in this position",
        ),
        (
            "Ann: (turn); round: 0",
            "round is 0; expected a number from 1 to 1000",
        ),
        (
            "Ann: (turn); step: 2",
            "step is 2; expected a number from 1 to 1",
        ),
        ("Zoe: (turn)", "Zoe"),
    ];
    for (text, message) in cases {
        let faults = match HintGame::read(&fight, &Source::new("", text)) {
            Ok(_) => panic!("{text}"),
            Err(faults) => faults.to_string(),
        };
        assert!(faults.contains(message), "{text}: {faults}");
    }
}

#[test]
fn the_turns_of_equal_members_are_those_of_as_many_entries() {
    let one = super::HEROES.replace("\"simple\"\n", "\"optimal\"\n");
    let all =
        "{ name = \"Goblin\", count = 3, hp = 7, ac = 15, attack = 4, dice = \"1d6\", bonus = 2 }";
    let each: Vec<String> = (["Goblin", "Hobgoblin", "Imp"].iter())
        .map(|name| all.replace("\"Goblin\", count = 3", &format!("\"{name}\"")))
        .collect();
    let three = one.replace(all, &each.join(", "));
    assert_ne!(one, three);
    let (one, three) = (contest(&one), contest(&three));
    let value = |fight: &TeamContest, text: &str| {
        let position = HintGame::read(fight, &Source::new("", text)).unwrap();
        let mut actions = Vec::new();
        fight.actions(&position, &mut actions);
        let mut found = (fight
            .solve(&position, &actions, &mut fight.memory())
            .unwrap())
        .values;
        found.sort_by(|a, b| a.0.total_cmp(&b.0));
        found
    };
    for (of_one, of_three) in [
        (
            "Goblin 1: hp 0; Goblin 2: (turn)",
            "Goblin: hp 0; Hobgoblin: (turn)",
        ),
        (
            "Goblin 2: hp 0; Goblin 3: (turn)",
            "Hobgoblin: hp 0; Imp: (turn)",
        ),
        (
            "Goblin 2: hp 0; Goblin 1: (turn)",
            "Hobgoblin: hp 0; Goblin: (turn)",
        ),
        (
            "Goblin 1: hp 0; Goblin 3: hp 2; Goblin 2: (turn); Ann: hp 3",
            "Goblin: hp 0; Imp: hp 2; Hobgoblin: (turn); Ann: hp 3",
        ),
    ] {
        let (a, b) = (value(&one, of_one), value(&three, of_three));
        assert_eq!(a.len(), b.len(), "{of_one}");
        for (a, b) in a.iter().zip(&b) {
            assert!((a.0 - b.0).abs() < 1e-9, "{of_one}: {a:?} {b:?}");
        }
    }
}

/// Returns a random fight with this number of entries of each team.
fn fight(dice: &mut Sampled, entries: [u32; 2], life: u32) -> String {
    let mut text = String::new();
    for (team, count) in ["heroes", "monsters"].into_iter().zip(entries) {
        writeln!(text, "[team.{team}]\nmembers = [").unwrap();
        for entry in 0..count {
            let mut from = |low: u32, high: u32| low + dice.choose(0, high - low + 1);
            let (hp, ac) = (from(2, life), from(10, 17));
            let (attack, faces, bonus) = (
                from(2, 7),
                [4, 6, 8, 10, 12][from(0, 4) as usize],
                from(0, 4),
            );
            writeln!(
                text,
                "{{ name = \"{team}{entry}\", hp = {hp}, ac = {ac}, attack = {attack}, dice = \"1d{faces}\", bonus = {bonus} }},"
            )
            .unwrap();
        }
        text.push_str("]\n");
    }
    text.push_str(
        "[[step]]\neach = [\"heroes\", \"monsters\"]\ntarget = { simple = \"lowest hp\" }\n\
         roll = { hit = \"1d20\", damage = \"self.dice\" }\n\
         then = [{ if = \"hit = 20 or hit > 1 and hit + self.attack >= target.ac\", target.hp = \"target.hp - damage - self.bonus\" }]\n",
    );
    text
}

/// The targets of `focus` and of `simple` against optimal ones, with `focus` on the other side.
#[test]
fn focus_loses_little_to_optimal_targets() {
    let mut dice = Sampled::new(17, &["fights".to_owned()]);
    let (mut lost, mut by_simple, mut worst) = (0.0, 0.0, 0.0_f64);
    let fights = size(12, 100);
    for trial in 0..fights {
        dice.start(trial);
        let entries = [2 + dice.choose(0, 2), 2 + dice.choose(0, 2)];
        let fight = contest(&fight(&mut dice, entries, 9));
        let solved = fight.with_player(0, Player::Optimal);
        let best = share(&solved, 0);
        let focus = best - share(&fight, 0);
        lost += focus;
        by_simple += best - share(&fight.with_player(0, Player::Simple), 0);
        worst = worst.max(focus);
    }
    let [lost, by_simple] = [lost, by_simple].map(|sum| 100.0 * sum / fights as f64);
    println!(
        "focus loses {lost:.3} points on average, {:.2} at most; simple {by_simple:.3}",
        100.0 * worst
    );
    assert!(lost < 1.5, "{lost}");
    assert!(lost < by_simple, "{lost} {by_simple}");
}

/// Returns the share of trials that the first team wins.
fn won(fight: &TeamContest, trials: u64) -> f64 {
    let mut tally = Tally::new(fight);
    fight.play(5, 0..trials, &mut tally);
    let won = &fight.description().sides[0].outcomes;
    let won: u64 = won.iter().map(|&one| tally.outcomes()[one]).sum();
    won as f64 / trials as f64
}

#[test]
fn focus_loses_little_to_playouts_in_larger_fights() {
    let mut dice = Sampled::new(19, &["fights".to_owned()]);
    let (fights, trials) = (size(2, 50), size(40, 60));
    let mut lost = 0.0;
    for trial in 0..fights {
        dice.start(trial);
        let entries = [3 + dice.choose(0, 3), 4 + dice.choose(0, 3)];
        let fight = contest(&fight(&mut dice, entries, 24));
        lost += won(&fight.with_player(0, Player::Rollout), trials) - won(&fight, trials);
    }
    let lost = 100.0 * lost / fights as f64;
    println!("focus loses {lost:.2} points on average to 64 play-outs");
    // Twice the standard error of the average of these trials.
    let error = 200.0 * (0.5 / (fights * trials) as f64).sqrt();
    assert!(lost < 1.5 + error, "{lost} {error}");
}

#[test]
fn typed_positions_have_the_values_of_optimal_play() {
    let fight = contest(super::HEROES);
    let example = HintGame::example(&fight);
    let read = |text: &str| HintGame::read(&fight, &Source::new("", text));
    if let Err(faults) = read(&example) {
        panic!("{example}: {faults}");
    }
    let position =
        read("Ben: (turn); Ann: hp 0; Goblin: hp 7; Goblin 1: hp 0; Goblin 3: hp 2").unwrap();
    let mut actions = Vec::new();
    fight.actions(&position, &mut actions);
    let names: Vec<String> = actions
        .iter()
        .map(|&one| HintGame::name(&fight, &position, one))
        .collect();
    assert_eq!(names, ["choose Goblin 2", "choose Goblin 3"]);
    let values = fight
        .solve(&position, &actions, &mut fight.memory())
        .unwrap()
        .values;
    assert!(values[1].0 > values[0].0 + 0.01, "{values:?}");
    // The start is a position that every solution has.
    let start = read("Ann: (turn)").unwrap();
    let mut actions = Vec::new();
    fight.actions(&start, &mut actions);
    let values = fight
        .solve(&start, &actions, &mut fight.memory())
        .unwrap()
        .values;
    let solved = share(
        &fight.with_player(fight.roster.team("heroes").unwrap(), Player::Optimal),
        1,
    );
    assert!((values[0].0 - solved).abs() < 1e-9, "{values:?} {solved}");
}
