//! Tests of `ladder`.

use super::{json, keys, refused, stdout};
use evenodds_testing::size;
use serde_json::Value;

#[test]
fn a_ladder_holds_the_runs_with_the_same_assignments() {
    let ladder = json(&[
        "ladder",
        "@duel",
        "-n",
        "300",
        "-s",
        "5",
        "--players",
        "random,brawler",
        "-f",
        "json",
        "--set",
        "side.red.Rosa.classes[0].dice=5",
    ]);
    assert_eq!(
        keys(&ladder),
        [
            "format", "tool", "scenario", "seed", "interval", "outcome", "seats", "players",
            "settings", "left_out", "cells", "mix"
        ]
    );
    assert_eq!(ladder["outcome"], "red");
    let cells = ladder["cells"].as_array().unwrap();
    assert_eq!(cells.len(), 4);
    for cell in cells.iter().step_by(size(3, 1)) {
        assert_eq!(keys(cell), ["players", "hash", "trials", "outcomes"]);
        let red = format!("side.red.player={}", cell["players"][0].as_str().unwrap());
        let blue = format!("side.blue.player={}", cell["players"][1].as_str().unwrap());
        let run = json(&[
            "run",
            "@duel",
            "-n",
            "300",
            "-s",
            "5",
            "-f",
            "json",
            "--set",
            "side.red.Rosa.classes[0].dice=5",
            "--set",
            &red,
            "--set",
            &blue,
        ]);
        assert_eq!(cell["hash"], run["scenario"]["hash"]);
        let outcomes = cell["outcomes"].as_array().unwrap();
        for (own, other) in outcomes.iter().zip(run["outcomes"].as_array().unwrap()) {
            assert_eq!(
                keys(own),
                ["name", "count", "share", "low", "high", "standard_error"]
            );
            for key in keys(own) {
                assert_eq!(own[key].to_string(), other[key].to_string());
            }
        }
    }
}

#[test]
fn a_ladder_of_three_sides_has_a_table_for_each_and_names_fixed_players() {
    let text = stdout(&[
        "ladder",
        "@three-sides",
        "-n",
        "100",
        "--players",
        "finisher,random",
    ]);
    for side in ["pirates", "navy", "guards"] {
        let caption = format!("rows are players of {side}, columns of all others");
        assert!(text.contains(&caption), "{text}");
    }
    assert!(
        text.contains("Merchant of guards has a fixed player"),
        "{text}"
    );
    assert!(
        text.contains("8 pairings, 100 trials each, seed 1"),
        "{text}"
    );
    let again = "evenodds ladder @three-sides --players finisher,random -n 100 -s 1";
    assert!(text.trim_end().ends_with(again), "{text}");
}

#[test]
fn an_impossible_ladder_is_rejected_with_the_reason() {
    insta::assert_snapshot!(
        refused(2, &["ladder", "@lockpick"]),
        @"@lockpick: contests of kind quick have no decisions, so there is no player matrix"
    );
    insta::assert_snapshot!(
        refused(2, &["ladder", "@duel", "--players", "finsher"]),
        @"@duel: --players: unknown player finsher; did you mean finisher? The players are random, brawler, finisher, rollout, expert, optimal"
    );
}

#[test]
fn a_craft_too_large_to_solve_has_a_ladder_without_optimal() {
    let large = ["--set", "craft={ piles = 6 }", "-f", "json"];
    let ladder = stdout(&[&["ladder", "@bomb", "-n", "50"][..], &large].concat());
    let ladder: Value = serde_json::from_str(&ladder).unwrap();
    let players = ladder["players"].as_array().unwrap();
    assert_eq!(players[..], ["one_by_one", "matcher"]);
    let left_out = &ladder["left_out"][0];
    assert_eq!(left_out["player"], "optimal");
    let reason = left_out["reason"].as_str().unwrap();
    assert!(reason.ends_with("optimal solves at most 5"), "{reason}");
}

#[test]
fn of_two_players_who_do_not_play_against_each_other_the_slower_is_left_out() {
    let ladder = stdout(&[
        "ladder",
        "@fencers",
        "-n",
        "5",
        "-f",
        "json",
        "--set",
        "rules.max_rounds=2",
    ]);
    let ladder: Value = serde_json::from_str(&ladder).unwrap();
    let left_out = ladder["left_out"].as_array().unwrap();
    let rollout = left_out.iter().find(|one| one["player"] == "rollout");
    let reason = "players that use play-outs cannot be solved";
    assert_eq!(rollout.unwrap()["reason"], reason);
    let players = ladder["players"].as_array().unwrap();
    assert!(players.contains(&"optimal".into()) && !players.contains(&"rollout".into()));
}
