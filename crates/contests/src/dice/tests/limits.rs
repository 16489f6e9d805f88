//! Limits of exact answers and of optimal play.

use super::super::optimal::Policy;
use super::{DiceContest, assert_sampled, contest, random_contest, words};
use evenodds_core::contest::{Describe, ExactDistribution, LEAST_ATTEMPT, Replaced, Solve};
use evenodds_core::dice::Sampled;
use evenodds_dice::exact::{Limits, TooLarge};
use evenodds_testing::size;
use std::fmt::Write as _;

/// Returns the exact answer within limits of optimal play and of the rest, and the steps of the
/// longer one.
fn answered(contest: &DiceContest, steps: u64) -> Result<(ExactDistribution, u64), TooLarge> {
    let limits = Limits {
        steps,
        ..Limits::LONG
    };
    let policy = if contest.has_optimal() {
        Some(Policy::solve(contest, &[], limits)?)
    } else {
        None
    };
    let (exact, taken) = contest.solved(policy.as_ref(), limits)?;
    let of_policy = policy.map_or(0, |policy| policy.taken());
    Ok((exact, taken.max(of_policy)))
}

/// Fails unless an answer takes as many steps as before, whatever the limit, if that allows it.
fn assert_limited(text: &str) -> u64 {
    let contest = contest(text);
    let Ok((exact, steps)) = answered(&contest, Limits::LONG.steps) else {
        return 0;
    };
    // A forecast may be wrong by a factor of two.
    for enough in [2 * steps, 5 * steps] {
        let found = answered(&contest, enough).unwrap_or_else(|why| panic!("{why:?}\n{text}"));
        assert_eq!(found, (exact.clone(), steps), "{text}");
    }
    for few in [steps - 1, steps / 2, steps / 50] {
        assert!(answered(&contest, few).is_err(), "{text}");
    }
    steps
}

#[test]
fn random_contests_are_decided_within_a_million_steps() {
    let mut dice = Sampled::new(29, &["limits".to_owned()]);
    for trial in 0..size(60, 500) {
        dice.start(trial);
        let steps = assert_limited(&match trial % 2 {
            0 => random_contest(&mut dice),
            _ => words::random(&mut dice),
        });
        assert!(steps < 1_000_000, "{steps}");
    }
}

/// A duel in which one side may strike harder, and hits itself.
const DUEL: &str = r#"
[state]
a = 12
b = 12
turn = { value = 0, most = 1 }
[roll]
d = "1d3"
[[step]]
choose.hard = { by = "one", among = [0, 1], when = "turn = 0" }
then = [{ if = "turn = 0", a = "a - hard", b = "b - d - hard", turn = "1" }, { if = "turn = 1", a = "a - d", turn = "d = 1" }]
[[side]]
name = "one"
wants = "win"
[[outcome]]
name = "win"
when = "b = 0"
[[outcome]]
name = "loss"
when = "a = 0"
"#;

/// A walk that ends after many rounds.
const WALK: &str = r#"
[state]
x = { value = 10, most = 20 }
[roll]
d = "1d2"
[[step]]
then = [{ x = "x + 2 * d - 3" }]
[[outcome]]
name = "high"
when = "x = 20"
[[outcome]]
name = "low"
when = "x = 0"
"#;

#[test]
fn long_contests_are_forecast_within_a_factor_of_two() {
    for change in [
        ("", ""),
        ("12", "40"),
        ("1d3", "1d20"),
        ("1d3", "3d2ro1"),
        ("turn = \"d = 1\"", "turn = \"d > 1\""),
        ("player", "player"),
    ] {
        let text = DUEL.replace(change.0, change.1);
        assert!(assert_limited(if change.0.is_empty() { DUEL } else { &text }) > 1_000);
    }
    assert!(assert_limited(WALK) > 1_000);
}

#[test]
fn what_takes_too_many_steps_is_named_with_its_key_and_played_by_others() {
    let limited = |steps: &str| contest(&format!("[limit]\nsteps = {steps}\n{DUEL}"));
    let large = limited("10000");
    let why = large.exact().unwrap_err().0;
    assert!(why.contains("10000 steps (`limit.steps`)"), "{why}");
    assert_eq!(large.attempt(u64::MAX).unwrap().unwrap_err().0, why);
    let seats = |contest: &DiceContest, replaced| -> Vec<[String; 3]> {
        let seats = contest.substitute(replaced).unwrap().seats.into_iter();
        let each = seats.map(|seat| [seat.name, seat.player.to_owned(), seat.value]);
        each.collect()
    };
    let substitute = large.substitute(Replaced::Uncomputable).unwrap();
    assert_eq!((substitute.playouts, substitute.reason), (Some(32), why));
    let rollout = ["one", "rollout", "{name = \"rollout\", playouts = 32}"];
    assert_eq!(seats(&large, Replaced::Uncomputable), [rollout]);
    let simpler = Replaced::All(None);
    assert_eq!(seats(&large, simpler), [["one", "first", "first"]]);
    let first = contest(&DUEL.replace("wants", "player = \"first\"\nwants"));
    let replaced = large.substitute(simpler).unwrap();
    assert_eq!(replaced.contest.players(), first.players());
    let simple = DUEL.replace("among = [0, 1]", "among = [0, 1], simple = \"1\"");
    let simple = contest(&format!("[limit]\nsteps = 10000\n{simple}"));
    assert_eq!(seats(&simple, simpler), [["one", "simple", "simple"]]);
    let allowed = limited("1000000");
    assert!(allowed.substitute(Replaced::Uncomputable).is_none());
    assert_eq!(allowed.attempt(LEAST_ATTEMPT), Some(allowed.exact()));
    assert!(contest(WALK).substitute(simpler).is_none());
}

#[test]
fn trials_of_which_most_end_at_once_and_some_never_cost_what_the_long_ones_do() {
    // With a probability of a half in the first round, a trial has 100,000 rounds, of about 0.1 us each.
    let text = "[state]\nfirst = 1\nstuck = 0\n[roll]\nx = \"1d2\"\n[[step]]\nthen = [{ if = \"first and x = 1\", \
                stuck = 1 }, { first = 0 }]\n[[outcome]]\nname = \"out\"\nwhen = \"not stuck\"\n";
    let cost = contest(text).cost().per_trial;
    assert!((1_000_000..100_000_000).contains(&cost), "{cost}");
}

#[test]
fn play_outs_do_not_replace_optimal_play_in_rounds_of_many_choices() {
    let among: Vec<String> = (0..64).map(|value| value.to_string()).collect();
    let text = format!(
        r#"
[limit]
steps = 10000
[state]
s = {{ value = 0, most = 1000000 }}
[[side]]
name = "one"
wants = "w"
[[step]]
times = 1000
choose.c = {{ by = "one", among = [{}] }}
then = [{{ s = "s + c" }}]
[[outcome]]
name = "w"
when = "s >= 900000"
[[outcome]]
name = "l"
when = "rounds = 100"
"#,
        among.join(", ")
    );
    let substitute = contest(&text).substitute(Replaced::Uncomputable).unwrap();
    assert_eq!(substitute.playouts, None);
    assert_eq!(substitute.seats[0].player, "first");
}

/// Returns names of which the first is an expression, and each of the others reads the one before,
/// `L` in `next`, more than once.
fn doubled(first: &str, next: &str) -> String {
    let mut text = format!("[let]\nl0 = \"{first}\"\n");
    for index in 1..60 {
        let next = next.replace('L', &format!("l{}", index - 1));
        let _ = writeln!(text, "l{index} = \"{next}\"");
    }
    text
}

#[test]
fn names_that_are_read_twice_in_each_other_are_computed_once() {
    const REST: &str = r#"
[number]
k = 1
[state]
s = { value = 0, most = 5 }
[roll]
r = "1d6"
q = "(DICE)d6"
[[side]]
name = "p"
wants = "w"
[[step]]
when = "WHEN < 100"
choose.c = { by = "p", among = [0, 1], sees = ["r"], allow = { 1 = "l59 > 3" } }
then = [{ if = "l59 > 2", s = "s + (l59 + c + q) % 3" }, { s = "s + 1" }]
[[outcome]]
name = "w"
when = "s = 5"
at = "round"
[[outcome]]
name = "l"
when = "rounds = 3"
[metric]
m = "s"
"#;
    for next in [
        "(L - L + 1 - L) % 7",
        "if L > 3 then L - 1 else L + 1",
        "max(L, 3) - min(L, 3)",
        "(L = 2 or L > 4) + 2 * (L > 3 and L < 6)",
    ] {
        let named = doubled("r + k", next);
        let text = REST.replace("WHEN", "s").replace("DICE", "k");
        assert_sampled(&contest(&format!("{named}{text}")), 5, 400);
        let named = doubled("s + k", next);
        let text = REST.replace("WHEN", "l59").replace("DICE", "l59");
        assert_sampled(&contest(&format!("{named}{text}")), 5, 400);
    }
}
