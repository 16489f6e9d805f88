//! The player `rollout` against optimal play, and in what it cannot know.

use super::super::{DiceContest, KIND};
use super::{contest, pick};
use evenodds_core::contest::conformance::read;
use evenodds_core::contest::{Describe, LEAST_ATTEMPT, Play, Solve, Tally};
use evenodds_core::dice::{Dice, Sampled};
use evenodds_testing::size;
use std::fmt::Write as _;

/// Returns a random game of two sides who take turns, with three options each.
fn race(dice: &mut Sampled) -> String {
    let goal = 6 + dice.choose(0, 9);
    let mut text = format!(
        "[limit]\nrounds = 60\n[state]\nann = {{ value = 0, most = {goal} }}\nbob = {{ value = 0, \
         most = {goal} }}\nluck = {{ value = 2, most = 3 }}\n[roll]\nx = \"1d6\"\ny = \"2d4\"\n"
    );
    for side in ["Ann", "Bob"] {
        let _ = writeln!(
            text,
            "[[side]]\nname = \"{side}\"\nwants = \"{side}\"\nplayer = \"optimal\""
        );
    }
    for (own, other) in [("ann", "bob"), ("bob", "ann")] {
        let by = if own == "ann" { "Ann" } else { "Bob" };
        let _ = writeln!(
            text,
            "[[step]]\nchoose.{own}_does = {{ by = \"{by}\", among = [0, 1, 2] }}\nthen = ["
        );
        for option in 0..3 {
            let change = pick(
                dice,
                &[
                    "OWN = \"OWN + x\"",
                    "OWN = \"OWN + (if y >= 6 then 7 else 0)\"",
                    "OWN = \"OWN + (if x = 6 then 12 else 1)\"",
                    "OTHER = \"OTHER - y\"",
                    "OWN = \"OWN + 2\", OTHER = \"OTHER - 1\"",
                    "OWN = \"if x = 1 then 0 else OWN + x\"",
                    "OWN = \"OWN + luck\", luck = \"luck + (x >= 4) - (x <= 2)\"",
                    "OTHER = \"if x + luck >= 7 then 0 else OTHER\", luck = \"luck - 1\"",
                ],
            );
            let change = change.replace("OWN", own).replace("OTHER", other);
            let _ = writeln!(text, "  {{ if = \"{own}_does = {option}\", {change} }},");
        }
        text += "]\n";
    }
    text + &format!(
        "[[outcome]]\nname = \"Ann\"\nwhen = \"ann = {goal}\"\n[[outcome]]\nname = \"Bob\"\nwhen = \
         \"bob = {goal}\"\n"
    )
}

/// Returns the share of trials with the first outcome.
fn won(contest: &DiceContest, trials: u64) -> f64 {
    let mut tally = Tally::new(contest);
    contest.play(3, 0..trials, &mut tally);
    tally.outcomes()[0] as f64 / trials as f64
}

#[test]
fn rollout_loses_little_to_optimal_play_against_optimal_play() {
    let mut dice = Sampled::new(23, &["races".to_owned()]);
    let (games, trials) = (size(6, 100), size(40, 60));
    let [mut lost, mut by_random, mut played] = [0.0; 3];
    for game in 0..games {
        dice.start(game);
        let text = race(&mut dice);
        // A few races are too long to be solved within a second.
        let Some(Ok(exact)) = contest(&text).attempt(LEAST_ATTEMPT) else {
            continue;
        };
        let share = |player: &str| {
            let text = text.replacen("player = \"optimal\"", &format!("player = {player}"), 1);
            won(&contest(&text), trials)
        };
        lost += exact.outcomes[0] - share("\"rollout\"");
        by_random += exact.outcomes[0] - share("\"random\"");
        played += 1.0;
    }
    let [lost, by_random] = [lost, by_random].map(|one| 100.0 * one / played);
    println!("{played} games: rollout loses {lost:.2} points, random play {by_random:.2}");
    assert!(played >= 0.8 * games as f64, "{played}");
    // The small size has a standard error of three points.
    assert!(lost < if games < 100 { 15.0 } else { 4.0 }, "{lost}");
    assert!(lost < by_random / 2.0, "{lost} {by_random}");
}

const MATCHING: &str = r#"
[[side]]
name = "one"
wants = "one"
player = PLAYER
[[side]]
name = "two"
wants = "two"
player = "random"
[[step]]
choose.b = { by = "two", among = [0, 1] }
choose.a = { by = "one", among = [0, 1] }
[[outcome]]
name = "one"
when = "a = b"
[[outcome]]
name = "two"
"#;

#[test]
fn rollout_does_not_see_secret_choices() {
    for aim in ["a = b", "a != b"] {
        let text = MATCHING.replace("a = b", aim);
        let rollout = contest(&text.replace("PLAYER", "\"rollout\""));
        let share = won(&rollout, 4_000);
        assert!(
            (share - 0.5).abs() < 0.032,
            "{share}: 4 standard errors\n{text}"
        );
    }
}

#[test]
fn rollout_plays_for_metrics_too() {
    let text = r#"
[state]
left = 3
taken = { value = 0, most = 60 }
[roll]
d = "1d6"
[[side]]
name = "s"
wants = "WANTS"
player = PLAYER
[[step]]
choose.keep = { by = "s", among = [0, 1], sees = ["d"] }
then = [{ taken = "taken + keep * d", left = "left - 1" }]
[[outcome]]
name = "done"
when = "left = 0"
[metric]
total = "taken"
"#;
    for wants in ["high total", "low total"] {
        let text = text.replace("WANTS", wants);
        let totals = |player: &str| {
            let contest = contest(&text.replace("PLAYER", player));
            let mut tally = Tally::new(&contest);
            contest.play(3, 0..100, &mut tally);
            let of_total = |one: &usize| contest.metrics()[*one].name() == "value.total";
            let metric = (0..contest.metrics().len()).find(of_total).unwrap();
            tally.histogram(metric, 0).iter().collect::<Vec<_>>()
        };
        assert_eq!(totals("\"rollout\""), totals("\"optimal\""), "{wants}");
    }
}

#[test]
fn players_with_settings_that_they_do_not_have_are_refused() {
    let refused = |player: &str| {
        let text = MATCHING.replace("PLAYER", player);
        read(&KIND, &text, &[])
            .map(|_| ())
            .map_err(|faults| faults.replace("x.toml:5:", ""))
            .unwrap_err()
    };
    let all = [
        "{}",
        "{ name = \"random\", playouts = 8 }",
        "{ rule = \"1\", playouts = 8 }",
        "{ name = \"random\", rule = \"1\" }",
        "{ name = \"rollout\", playouts = 0 }",
    ]
    .map(refused);
    insta::assert_snapshot!(all.join("\n"), @r"
    10: side.one.player has no player; add `name` or `rule`
    40: side.one.player.playouts is 8; only rollout has play-outs; name rollout, or leave out playouts
    19: side.one.player.rule is given with name or playouts; a rule is a player of its own: remove the rule or the other keys
    36: side.one.player.rule is given with name or playouts; a rule is a player of its own: remove the rule or the other keys
    41: side.one.player.playouts is 0; expected an integer from 1 to 1000000
    ");
    let why = contest(&MATCHING.replace("PLAYER", "{ name = \"rollout\", playouts = 8 }"));
    let why = why.exact().unwrap_err().0;
    assert_eq!(
        why,
        "one plays by rollout, whose choices depend on sampled play-outs"
    );
}
