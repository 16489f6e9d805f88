//! The words of the language against all plays, in random contests.

use super::super::KIND;
use super::{contest, pick, solved_mean};
use evenodds_core::contest::conformance::{assert_enumerated, read};
use evenodds_core::contest::{Narrate, Solve};
use evenodds_core::dice::Sampled;
use evenodds_testing::size;

/// Returns a random contest with repeated steps, draws from a bag, names, tables and rounds.
pub fn random(dice: &mut Sampled) -> String {
    let times = pick(dice, &["2", "a", "rounds", "max(0, 2 - a)"]);
    let drawn = pick(dice, &["1", "2", "(a + 1)", "5", "a - 1"]);
    let red = pick(dice, &["0", "1", "2"]);
    let refill = pick(
        dice,
        &[
            "",
            "refill = [\"cup\"], ",
            "refill = \"cup\", if = \"left(cup) < 2\", ",
        ],
    );
    let when = pick(dice, &["", "when = \"left(cup) > 0 or a > 0\"\n"]);
    let sides = pick(dice, &["2", "(tip[a])", "(a)"]);
    let rule = pick(dice, &["", "!1", "e1:2", "ro1"]);
    let value = pick(
        dice,
        &[
            "hot",
            "grid[a, three.red]",
            "tip[two]",
            "left(cup.red) * rounds",
            "three - three.blue",
            "late",
            "2 * late - a",
        ],
    );
    let player = pick(dice, &["simple", "optimal", "random", "first", "never"]);
    let allow = pick(
        dice,
        &[
            "",
            "allow = { wait = \"a > 0\" }, ",
            "allow = { act = \"a < 2\", wait = \"rounds = 1\" }, ",
        ],
    );
    let simple = pick(dice, &["act", "if a > 1 then wait else act"]);
    let order = pick(dice, &["[\"act\", \"wait\"]", "[\"wait\", \"act\"]"]);
    format!(
        r#"
[limit]
rounds = 2
[table]
tip = [1, 3, 2]
grid = [[0, 1, 2], [2, 1, 0]]
[bag]
cup = {{ red = {red}, blue = 1 }}
[state]
a = {{ value = 1, most = 2 }}
b = {{ value = 0, least = -2, most = 3 }}
[let]
hot = "three.red > 0 and two > 1"
[roll]
three = "{drawn} from cup"
two = "1d{sides}{rule}"
late = "1d2 + a - left(cup)"
[[step]]
times = "{times}"
{when}then = [{{ {refill}a = "a + hot - (three.blue > 0)" }}, {{ b = "b + {value}" }}]
[[step]]
choose.next = {{ by = "s", {allow}simple = "{simple}", among = {order} }}
then = [{{ if = "next = act", b = "b - 1", a = "a - 1" }}]
[[side]]
name = "s"
wants = "win"
player = "{player}"
[[outcome]]
name = "win"
when = "b >= 2"
at = "{}"
[[outcome]]
name = "loss"
when = "b < -1"
[metric]
m = "a + 10 * left(cup) + 100 * rounds"
"#,
        pick(dice, &["step", "round"]),
    )
}

#[test]
fn random_contests_of_all_words_agree_with_all_plays() {
    let mut dice = Sampled::new(5, &["words".to_owned()]);
    let mut compared = 0;
    for trial in 0..size(60, 300) {
        dice.start(trial);
        let text = random(&mut dice);
        let contest = contest(&text);
        if let Err(why) = contest.exact() {
            panic!("{why}\n{text}");
        }
        assert_enumerated(&contest, 200, 1e-9);
        compared += 1;
    }
    assert!(compared >= 60);
}

#[test]
fn games_in_the_new_words_have_the_published_figures() {
    let hand = r#"
[bag]
deck = { land = 24, other = 36 }
[roll]
hand = "7 from deck"
[[outcome]]
name = "keep"
when = "hand.land >= 2 and hand.land <= 4"
[[outcome]]
name = "mulligan"
"#;
    let keep = contest(hand).exact().unwrap().outcomes[0];
    assert!((keep - 0.774_567_042_97).abs() < 1e-10, "{keep}");
    let shipped = |text: &str| {
        // The keys of this kind alone.
        let text = text.split_once("\"\"\"\n\n").map_or(text, |(_, own)| own);
        contest(text.split_once("[expect").map_or(text, |(own, _)| own))
    };
    let attack = shipped(include_str!(
        "../../../../../scenarios/dice/attack-routine.toml"
    ));
    let damage = solved_mean(&attack, "state.damage");
    assert!((damage - 15.633_333_333_333).abs() < 1e-9, "{damage}");
    let score = shipped(include_str!("../../../../../scenarios/dice/score.toml"));
    let done = score.exact().unwrap().outcomes[0];
    assert!((done - 0.992_436_266_66).abs() < 1e-9, "{done}");
    let secret = shipped(include_str!(
        "../../../../../scenarios/dice/rock-paper-scissors.toml"
    ));
    let exact = secret.exact().unwrap();
    assert!((exact.outcomes[0] - 0.5).abs() < 1e-9, "{exact:?}");
    // Two of three rounds have no tie.
    assert!((solved_mean(&secret, "rounds") - 1.5).abs() < 1e-9);
}

#[test]
fn what_is_drawn_stays_the_same_after_states_and_bags_change() {
    // The names of things are in no order that matters.
    for (one, other) in [("red", "green"), ("a", "z")] {
        let text = format!(
            r#"
[bag]
cup = {{ {one} = 2, {other} = 2 }}
[state]
n = 3
seen = {{ value = 0, most = 9 }}
[roll]
three = "(n) from cup"
[[step]]
then = [{{ n = 1 }}, {{ seen = "three.{one} + 3 * three.{other}" }}]
[[outcome]]
name = "two"
when = "three.{one} = 2"
[[outcome]]
name = "one"
[metric]
all = "three"
left = "left(cup)"
"#
        );
        let contest = contest(&text);
        let share = contest.exact().unwrap().outcomes[0];
        assert!((share - 0.5).abs() < 1e-12, "{share}");
        for (metric, mean) in [("value.all", 3.0), ("value.left", 1.0), ("state.seen", 6.0)] {
            let found = solved_mean(&contest, metric);
            assert!((found - mean).abs() < 1e-12, "{metric}: {found}");
        }
        assert_enumerated(&contest, 200, 1e-9);
    }
}

#[test]
fn a_roll_keeps_the_value_of_its_throw_after_states_and_bags_change() {
    let text = r#"
[bag]
cup = { red = 2 }
[state]
n = 1
seen = { value = 0, most = 99 }
[roll]
one = "1 from cup"
a = "1d1 + n"
b = "2 * a + left(cup)"
[let]
both = "a + b"
[[step]]
then = [{ n = 5 }, { seen = "both" }, { n = "n + a" }]
[[outcome]]
name = "kept"
when = "a = 2 and b = 6"
[[outcome]]
name = "changed"
[metric]
a = "a + both"
n = "n - a + 1"
"#;
    let contest = contest(text);
    assert_eq!(contest.exact().unwrap().outcomes, [1.0, 0.0]);
    for (metric, value) in [("value.a", 10.0), ("value.n", 6.0), ("state.seen", 8.0)] {
        assert_eq!(solved_mean(&contest, metric), value, "{metric}");
    }
    assert_enumerated(&contest, 20, 1e-12);
    let transcript = contest.narrate_trial(1, 0).lines.join("\n");
    for line in ["a, 1d1 + n: 1. Result: 2.", "seen: 0 to 8.", "n: 1 to 7."] {
        assert!(transcript.contains(line), "{transcript}");
    }
}

#[test]
fn simple_players_throw_at_most_the_allowed_dice_again() {
    let text = r#"
[roll]
d = "3d6"
[[side]]
name = "me"
wants = "high sum_of_all"
player = "simple"
[[step]]
choose.again = { by = "me", reroll = "d", most = 1, simple = 7 }
[metric]
sum_of_all = "d"
[[outcome]]
name = "end"
"#;
    // The lowest die is thrown again: the mean of the two highest of three, and 3.5.
    let found = solved_mean(&contest(text), "value.sum_of_all");
    let highest = 10.5 - 441.0 / 216.0;
    assert!((found - highest - 3.5).abs() < 1e-12, "{found}");
}

#[test]
fn what_is_allowed_can_depend_on_a_secret_choice_of_the_side() {
    let text = r#"
[[side]]
name = "A"
wants = "high m"
player = "optimal"
[[side]]
name = "B"
wants = "low m"
player = "optimal"
[[step]]
choose.x = { by = "A", among = ["p", "r"] }
choose.y = { by = "B", among = ["p", "s"] }
choose.z = { by = "B", among = ["u", "v"], sees = ["y"], allow = { v = "y = s" } }
[metric]
m = "if z = v then (x = p) * 3 else if y = p then 3 * (x = r) else 3"
[[outcome]]
name = "s"
when = "y = s and z = v"
[[outcome]]
name = "t"
when = "y = s"
[[outcome]]
name = "p"
"#;
    let contest = contest(text);
    contest.exact().unwrap();
    assert_enumerated(&contest, 200, 1e-9);
}

#[test]
fn faces_and_weights_can_be_expressions_of_parameters() {
    let text = |x: i64, die: &str, value: &str| {
        format!(
            "[number]\nx = {x}\nhit = 4\n[table]\nworth = [5, 7, 9]\n[die]\nown = {die}\nother = [\"hit\", \"hit hit\", \"\"]\n\
             [roll]\ndice = \"2down\"\nplain = \"1dother\"\n[[outcome]]\nname = \"end\"\n[metric]\nm = \"{value}\"\nn = \"plain.hit\"\n"
        )
    };
    for x in [1, 2, 9] {
        for (die, plain, value) in [
            ("[1, 2, \"x\"]".to_owned(), format!("[1, 2, {x}]"), "dice"),
            (
                "[\"x\", \"x + 1\"]".to_owned(),
                format!("[{x}, {}]", x + 1),
                "dice",
            ),
            (
                "{ faces = [1, \"-x\", 5], weights = [\"x * 2\", 1, \"worth[x // 4]\"] }"
                    .to_owned(),
                format!(
                    "{{ faces = [1, {}, 5], weights = [{}, 1, {}] }}",
                    -x,
                    2 * x,
                    [5, 7, 9][x as usize / 4]
                ),
                "max(dice)",
            ),
            (
                "{ faces = [\"hit\", \"hit x\"], weights = [\"x\", 1] }".to_owned(),
                format!("{{ faces = [\"hit\", \"hit x\"], weights = [{x}, 1] }}"),
                "dice.x",
            ),
        ] {
            let found = contest(&text(x, &die, value)).exact().unwrap();
            let expected = contest(&text(x, &plain, value)).exact().unwrap();
            assert_eq!(
                format!("{:?}", found.metrics),
                format!("{:?}", expected.metrics),
                "{die}"
            );
        }
    }
    let faults = |die: &str| {
        let found = read(&KIND, &text(0, die, "dice"), &[]).map(|_| ());
        found
            .unwrap_err()
            .lines()
            .next()
            .unwrap_or_default()
            .to_owned()
    };
    for (die, fault) in [
        ("[1, \"y\"]", "7:12: die.own[1] has the unknown name \"y\""),
        ("[1, \"x + \"]", "7:16: die.own[1] ends too early"),
        ("[1, \"1d6\"]", "die.own[1] throws \"1d6\""),
        (
            "[1, \"1000000 * 1000000\"]",
            "7:11: die.own[1] is 1000000000000; expected -1000000000 to 1000000000",
        ),
        (
            "{ faces = [1, 2], weights = [\"x\", 1] }",
            "7:36: die.own.weights[0] is 0; expected 1 to 1000000",
        ),
        (
            "{ faces = [1, 2], weights = [\"dice\", 1] }",
            "die.own.weights[0] has the unknown name \"dice\"",
        ),
    ] {
        let found = faults(die);
        assert!(found.contains(fault), "{die}: {found}");
    }
}
