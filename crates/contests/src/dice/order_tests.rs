//! The order of keys, of lists and of choices.

use super::tests::{contest, random_contest, solved_mean};
use super::{DiceContest, KIND};
use evenodds_core::contest::conformance::{
    assert_enumerated, assert_sampled, assert_sums_to_one, read,
};
use evenodds_core::contest::{Contest, Describe, HintPlan, Replaced, Solve, Tally};
use evenodds_core::dice::{Dice, Sampled};
use evenodds_core::document::{Faults, Node, Source, TomlValue, canonical, check, parse};
use std::collections::BTreeMap;

/// Shuffles the keys of every table.
fn shuffle(node: &mut Node, dice: &mut Sampled) {
    match &mut node.value {
        TomlValue::Table(entries) => {
            for last in (1..entries.len()).rev() {
                let other = dice.choose(0, last as u32 + 1) as usize;
                entries.swap(last, other);
            }
            for entry in entries.iter_mut() {
                shuffle(&mut entry.node, dice);
            }
        }
        TomlValue::List(items) => items.iter_mut().for_each(|item| shuffle(item, dice)),
        _ => {}
    }
}

/// Returns the contest of a file with shuffled keys, and its canonical text.
fn shuffled(text: &str, dice: Option<&mut Sampled>) -> Result<(Box<dyn Contest>, String), String> {
    let mut faults = Faults::new();
    let mut root = parse(&Source::new("x.toml", text), &mut faults);
    if let TomlValue::Table(entries) = &mut root.value {
        for common in ["kind", "title", "notes", "expect", "sweep"] {
            entries.remove(common);
        }
    }
    if let Some(dice) = dice {
        shuffle(&mut root, dice);
    }
    let table = check(&root, KIND.keys, &mut faults);
    let contest = KIND.read(&table, &mut faults);
    let contest = contest.filter(|_| faults.is_empty());
    contest
        .map(|contest| (contest, canonical(&table, &[])))
        .ok_or_else(|| faults.to_string())
}

/// Exact and sampled figures by name: numbers in bits, so that they are equal to the last digit.
#[derive(Debug, PartialEq)]
struct Figures {
    exact: Option<BTreeMap<String, Vec<(i64, u64)>>>,
    sampled: BTreeMap<String, Vec<(i64, u64)>>,
}

fn figures(contest: &dyn Contest) -> Figures {
    let metric = |index: usize| contest.metrics()[index].name();
    let outcome = |index: usize| contest.outcomes()[index].name.clone();
    let exact = contest.exact().ok().map(|exact| {
        let shares = exact.outcomes.iter().enumerate();
        let shares = shares.map(|(one, share)| (outcome(one), vec![(0, share.to_bits())]));
        let mut all: BTreeMap<_, _> = shares.collect();
        for solved in &exact.metrics {
            for (one, values) in solved.by_outcome.iter().enumerate() {
                let values = values.iter().map(|value| (value.0, value.1.to_bits()));
                let name = format!("{}/{}", metric(solved.metric), outcome(one));
                all.insert(name, values.collect());
            }
        }
        all
    });
    let mut tally = Tally::new(contest);
    contest.play(7, 0..200, &mut tally);
    let mut sampled = BTreeMap::new();
    for index in 0..contest.metrics().len() {
        for one in 0..contest.outcomes().len() {
            let name = format!("{}/{}", metric(index), outcome(one));
            sampled.insert(name, tally.histogram(index, one).iter().collect());
        }
    }
    Figures { exact, sampled }
}

/// Two sides with choices that see rolls, rethrows and each other, a roll that reads a later one, and
/// a table whose values read each other.
const BUSY: &str = r#"
[number]
target = { value = 3, least = 1 }
bonus = 1
[die]
odd = [1, 3, 5]
signs = ["a", "b a", ""]
[roll]
first = "(zeal)dodd + bonus"
again = "2d4"
zeal = "1d2"
omens = "1dsigns"
[state]
x = { value = 1, most = 4 }
y = { value = 2, most = 4 }
[[side]]
name = "one"
wants = "up"
player = PLAYER
[[side]]
name = "two"
wants = "down"
player = "random"
[[step]]
[step.choose]
keep = { by = "one", reroll = "again" }
late = { by = "two", among = [0, 1], sees = ["again", "early"], when = "early = 1" }
early = { by = "one", among = [0, 1] }
[[step.then]]
if = "first + late > again + omens.a"
x = "y"
y = "x + early"
[[step.then]]
y = "y + 1"
[[outcome]]
name = "up"
when = "x >= target"
[[outcome]]
name = "down"
when = "y >= 4"
[metric]
sum = "x + y"
gap = "x - y"
[limit]
rounds = 5
"#;

#[test]
fn the_order_of_keys_changes_neither_the_hash_nor_a_figure() {
    let shipped = [
        include_str!("../../../../scenarios/dice/action-roll.toml"),
        include_str!("../../../../scenarios/dice/clock.toml"),
        include_str!("../../../../scenarios/dice/five-of-a-kind.toml"),
        include_str!("../../../../scenarios/dice/glitch.toml"),
        include_str!("../../../../scenarios/dice/ogre.toml"),
        include_str!("../../../../scenarios/dice/risk.toml"),
        include_str!("../../../../scenarios/dice/symbols.toml"),
        include_str!("../../../../scenarios/dice/wild-die.toml"),
        include_str!("../../../../site/risus/pairs.toml"),
    ];
    let mut dice = Sampled::new(3, &["order".to_owned()]);
    let mut texts: Vec<String> = shipped.iter().map(|&text| text.to_owned()).collect();
    texts.extend(
        ["\"random\"", "\"optimal\"", "{ rule = \"x\" }"].map(|player| {
            let text = BUSY.replace("PLAYER", player);
            shuffled(&text, None).unwrap_or_else(|faults| panic!("{faults}"));
            text
        }),
    );
    for trial in 0..60 {
        dice.start(trial);
        texts.push(random_contest(&mut dice));
    }
    let mut compared = 0;
    for (trial, text) in texts.iter().enumerate() {
        let Ok((plain, canonical)) = shuffled(text, None) else {
            continue;
        };
        let expected = figures(&*plain);
        for shuffle in 0..2 {
            dice.start(1_000 + 2 * trial as u64 + shuffle);
            let (other, other_text) = shuffled(text, Some(&mut dice)).unwrap();
            assert_eq!(canonical, other_text);
            assert_eq!(expected, figures(&*other), "{text}");
            compared += usize::from(expected.exact.is_some());
        }
    }
    assert!(compared > 100, "{compared}");
}

#[test]
fn files_that_differ_in_meaning_have_different_texts() {
    let canonical = |text: &str| shuffled(text, None).unwrap().1;
    let busy = BUSY.replace("PLAYER", "\"random\"");
    let plain = canonical(&busy);
    for (from, to) in [
        ("[1, 3, 5]", "[1, 3, 7]"),
        ("x = \"y\"", "x = \"y + 0\""),
        (
            "sees = [\"again\", \"early\"]",
            "sees = [\"early\"]\nwhen = \"1\"\ntimes = 1",
        ),
        ("among = [0, 1], sees", "among = [1, 0], sees"),
        (
            "name = \"one\"\nwants = \"up\"",
            "name = \"one\"\nwants = \"down\"",
        ),
        ("most = 4", "most = 5"),
        ("(zeal)dodd", "(zeal)d3"),
    ] {
        let text = busy.replacen(from, to, 1);
        assert_ne!(text, busy, "{from}");
        if let Ok((_, other)) = shuffled(&text, None) {
            assert_ne!(other, plain, "{from}");
        }
    }
    let entry = "[[step.then]]\ny = \"y + 1\"\n";
    let moved = busy.replace(entry, "");
    let moved = moved.replacen("[[step.then]]", &format!("{entry}[[step.then]]"), 1);
    assert_ne!(canonical(&moved), plain);
}

#[test]
fn a_table_is_at_once_and_a_list_is_in_order() {
    let text = |then: &str| {
        format!(
            "[state]\na = {{ value = 1, most = 9 }}\nb = {{ value = 5, most = 9 }}\n[roll]\nx = \
             \"1d2\"\n[[step]]\nthen = [{then}]\n[[outcome]]\nname = \"done\"\n"
        )
    };
    for (then, a, b) in [
        ("{ a = \"b\", b = \"a\" }", 5.0, 1.0),
        ("{ b = \"a\", a = \"b\" }", 5.0, 1.0),
        ("{ a = \"b\" }, { b = \"a\" }", 5.0, 5.0),
        ("{ b = \"a\" }, { a = \"b\" }", 1.0, 1.0),
        // All conditions are read before anything changes.
        ("{ a = \"b\" }, { if = \"a = 5\", b = 9 }", 5.0, 5.0),
    ] {
        let contest = contest(&text(then));
        assert_eq!(
            (
                solved_mean(&contest, "state.a"),
                solved_mean(&contest, "state.b")
            ),
            (a, b)
        );
        assert_enumerated(&contest, 10, 0.0);
    }
    let warned = |then: &str| contest(&text(then)).description.warnings.join("\n");
    let place = warned("{ a = \"b\", b = \"a\" }");
    assert!(
        place.contains("x.toml:7:24") && place.contains("reads a"),
        "{place}"
    );
    // The number of dice is read when they are thrown, before any change.
    let dice = text("{ a = 1, b = \"x\" }").replace("1d2", "(a)d2");
    assert_eq!(contest(&dice).description.warnings, [""; 0]);
    assert_eq!(warned("{ a = \"b\" }, { b = \"a\" }"), "");
}

#[test]
fn values_outside_their_bounds_within_a_step_do_no_harm() {
    let text = "[state]\na = { value = 1, least = 1, most = 9 }\nb = { value = 1000000000, most = 1000000000 }\n\
                [roll]\nd = \"1d2\"\n[[step]]\nthen = [{ a = \"a - 1\" }, { b = \"10 // a + b * 100000\" }, { b = \"b * \
                1000000\" }, { a = \"a + 1 + 7 % a\" }]\n[[outcome]]\nname = \"done\"\n";
    let contest = contest(text);
    assert_eq!(
        (
            solved_mean(&contest, "state.a"),
            solved_mean(&contest, "state.b")
        ),
        (1.0, 1e9)
    );
    assert_enumerated(&contest, 10, 0.0);
}

#[test]
fn rolls_that_read_each_other_are_refused_in_any_order() {
    let text =
        "[roll]\na = \"(b)d6\"\nb = \"(c)d2\"\nc = \"1d(a)\"\n[[outcome]]\nname = \"done\"\n";
    let faults = read(&KIND, text, &[]).map(|_| ()).unwrap_err();
    assert!(
        faults.contains("reads") && faults.contains("do not read each other"),
        "{faults}"
    );
    let chain = text.replace("1d(a)", "1d3");
    let contest = contest(&format!("{chain}[metric]\nsum = \"a\"\n"));
    assert!((solved_mean(&contest, "value.sum") - 2.0 * 1.5 * 3.5).abs() < 1e-12);
}

/// Two sides choose; CHOICES and WHEN are to be replaced.
const TWO_SIDES: &str = "[roll]\nd = \"1d6\"\n[[side]]\nname = \"one\"\nwants = \"one\"\n[[side]]\nname = \"two\"\n\
     wants = \"two\"\n[[step]]\nchoose = { CHOICES }\n[[outcome]]\nname = \"one\"\nwhen = \"WHEN\"\n\
     [[outcome]]\nname = \"two\"\n";

fn two_sides(choices: &str, when: &str) -> String {
    TWO_SIDES.replace("CHOICES", choices).replace("WHEN", when)
}

#[test]
fn choices_that_do_not_see_each_other_are_an_equilibrium() {
    let [a, b] = [
        "a = { by = \"one\", among = [1, 2, 3] }",
        "b = { by = \"two\", among = [3, 1, 2] }",
    ];
    for choices in [format!("{a}, {b}"), format!("{b}, {a}")] {
        let text = two_sides(&choices, "a = b");
        let pennies = contest(&text);
        let exact = pennies.exact().unwrap();
        assert!((exact.outcomes[0] - 1.0 / 3.0).abs() < 1e-12, "{exact:?}");
        assert_sampled(&pennies, 3, 20_000);
        assert_enumerated(&pennies, 10, 0.0);
        let hints = pennies
            .hints()
            .unwrap()
            .hint(&Source::new("", "a: 2"), &HintPlan::default());
        let hints = hints.unwrap();
        assert!(
            hints
                .actions
                .iter()
                .all(|one| (one.value - 2.0 / 3.0).abs() < 1e-9),
            "{hints:?}"
        );
    }
    // A side that sees a choice answers it.
    let seen = b.replace("[3, 1, 2]", "[3, 1, 2], sees = [\"a\"]");
    let exact = contest(&two_sides(&format!("{a}, {seen}"), "a = b"))
        .exact()
        .unwrap();
    assert!(exact.outcomes[0] < 1e-12 && exact.outcomes[1] > 1.0 - 1e-12);
    // An unequal game: the first side plays 1 with probability 2/5, the second with 3/10.
    let when =
        "if a = 1 then (if b = 1 then d <= 3 else d <= 2) else (if b = 1 then d = 1 else d <= 4)";
    let choices = "a = { by = \"one\", among = [1, 2] }, b = { by = \"two\", among = [1, 2] }";
    let unequal = contest(&two_sides(choices, when));
    let value = (3.0 * 4.0 - 2.0 * 1.0) / (3.0 + 4.0 - 2.0 - 1.0) / 6.0;
    assert!((unequal.exact().unwrap().outcomes[0] - value).abs() < 1e-12);
    assert_sampled(&unequal, 5, 50_000);
}

#[test]
fn secret_choices_are_answered_by_a_side_alone_whatever_the_other_plays() {
    // The second side plays 1 twice as often as 2, without being seen.
    let choices = "a = { by = \"one\", among = [1, 2] }, b = { by = \"two\", among = [1, 1, 2] }";
    let random = two_sides(choices, "a = b")
        .replace("wants = \"two\"", "wants = \"two\"\nplayer = \"random\"");
    let contest_of = contest(&random);
    assert!((contest_of.exact().unwrap().outcomes[0] - 2.0 / 3.0).abs() < 1e-12);
    assert_sampled(&contest_of, 3, 20_000);
    // A side makes its own secret choices together.
    let joint = "a = { by = \"one\", among = [0, 1] }, c = { by = \"one\", among = [0, 1] }, b = { by = \
                 \"two\", among = [0, 1, 2, 3] }";
    let joint = contest(&two_sides(joint, "2 * a + c = b"));
    assert!((joint.exact().unwrap().outcomes[0] - 0.25).abs() < 1e-12);
    assert_sampled(&joint, 3, 20_000);
    let answered = random.replace("a = b", "2 * a = b");
    assert_sums_to_one(&contest(&answered).exact().unwrap());
}

#[test]
fn secret_choices_with_other_aims_and_hidden_dice_have_no_optimal_play() {
    let refused = |text: &str| {
        let named = text.replace("wants", "player = \"optimal\"\nwants");
        let faults = read(&KIND, &named, &[]).map(|_| ()).unwrap_err();
        // If `optimal` is only the default, another player replaces it.
        let default = read(&KIND, text, &[]).unwrap_or_else(|faults| panic!("{faults}"));
        let why = default.exact().unwrap_err().0;
        assert!(faults.contains(&why), "{faults}\n{why}");
        let substitute = default.substitute(Replaced::Uncomputable).unwrap();
        assert_eq!(substitute.reason, why);
        assert_sums_to_one(&substitute.contest.exact().unwrap());
        for player in ["random", "first", "never"] {
            let text = text.replace("wants", &format!("player = \"{player}\"\nwants"));
            let other = read(&KIND, &text, &[]).unwrap_or_else(|faults| panic!("{faults}"));
            assert_sums_to_one(&other.exact().unwrap());
        }
        faults
    };
    let choices = "a = { by = \"one\", among = [1, 2] }, b = { by = \"two\", among = [1, 2] }";
    let text = two_sides(choices, "a = b");
    let third = text.replace(
        "[[outcome]]\nname = \"one\"",
        "[[outcome]]\nname = \"tie\"\nwhen = \"d = 6\"\n[[outcome]]\nname = \"one\"",
    );
    assert!(refused(&third).contains("their aims are not opposite"));
    let same = text.replace("wants = \"two\"", "wants = \"one\"");
    assert!(refused(&same).contains("their aims are not opposite"));
    let hidden = "a = { by = \"one\", among = [1, 2], sees = [\"d\"] }, b = { by = \"two\", among = [1, 2], sees = [\"a\"] }";
    let hidden = refused(&two_sides(hidden, "a = b and d > 3"));
    assert!(
        hidden.contains("two does not see d when it chooses b"),
        "{hidden}"
    );
    let own = "a = { by = \"one\", among = [1, 2], sees = [\"d\"] }, b = { by = \"one\", among = [1, 2], sees = [\"e\"] }";
    let own = two_sides(own, "a = b and d > 3").replace("[roll]", "[roll]\ne = \"1d6\"");
    assert!(refused(&own).contains("does not see"));
}

#[test]
fn a_choice_reads_only_what_it_sees() {
    let faults = |choices: &str| {
        read(&KIND, &two_sides(choices, "a = 1"), &[])
            .map(|_| ())
            .unwrap_err()
    };
    let b = "b = { by = \"two\", among = [1, 2], when = \"a = 1\" }";
    let unseen = faults(&format!("a = {{ by = \"one\", among = [1, 2] }}, {b}"));
    assert!(
        unseen.contains("the side does not see this choice; add it to `sees`"),
        "{unseen}"
    );
    let circle = "a = { by = \"one\", among = [1, 2], sees = [\"b\"] }, b = { by = \"two\", among = [1, 2], sees = [\"a\"] }";
    assert!(faults(circle).contains("sees itself through"));
    let unknown = faults("a = { by = \"one\", among = [1, 2], sees = [\"e\"] }");
    assert!(
        unknown.contains("is \"e\"; expected one of \"d\""),
        "{unknown}"
    );
    // The number of dice depends on the choice, so that they show it.
    let text = two_sides("a = { by = \"one\", among = [1, 2] }, b = { by = \"two\", among = [1, 2], sees = [\"d\"] }", "a = b")
        .replace("1d6", "(a)d6");
    assert_eq!(contest(&text).exact().unwrap().outcomes, [0.0, 1.0]);
    let warnings = |choices: &str| {
        contest(&two_sides(choices, "a = 1"))
            .description
            .warnings
            .len()
    };
    let [a, b] = [
        "a = { by = \"one\", among = [1, 2] }",
        "b = { by = \"two\", among = [1, 2] }",
    ];
    assert_eq!(warnings(&format!("{a}, {b}")), 1);
    assert_eq!(
        warnings(&format!("{a}, {}", b.replace("2]", "2], sees = [\"a\"]"))),
        0
    );
}

#[test]
fn choices_of_another_step_are_not_read() {
    let text = "[state]\nx = { value = 0, most = 3 }\n[roll]\nd = \"1d2\"\n[[side]]\nname = \"s\"\nwants = \"end\"\n\
                [[step]]\nchoose = { c = { by = \"s\", among = [1, 2] } }\n[[step]]\nthen = [{ x = \"x + c\" }]\n\
                [[outcome]]\nname = \"end\"\nwhen = \"x = 3\"\n";
    let faults = read(&KIND, text, &[]).map(|_| ()).unwrap_err();
    assert!(
        faults.contains("the choice is made in another step"),
        "{faults}"
    );
    let dice = text.replace("1d2", "(c)d2").replace("x + c", "x + d");
    let faults = read(&KIND, &dice, &[]).map(|_| ()).unwrap_err();
    assert!(
        faults.contains("reads a choice of another step"),
        "{faults}"
    );
}

fn among_both_ways(text: &str) -> [DiceContest; 2] {
    let plain = contest(text);
    let turned = text.replace("[0, 1]", "[1, 0]").replace("[0, 2]", "[2, 0]");
    assert_ne!(turned, text);
    [plain, contest(&turned)]
}

#[test]
fn optimal_play_does_not_wait_where_acting_is_as_good() {
    let strike = "[state]\nhero = 3\norc = 3\n[roll]\nattack = \"1d6\"\n[[side]]\nname = \"hero\"\nwants = \"win\"\n\
                  [[step]]\nchoose = { strike = { by = \"hero\", among = [0, 1] } }\n\
                  then = [{ if = \"strike = 1 and attack >= 4\", orc = \"orc - 1\" }]\n\
                  [[outcome]]\nname = \"win\"\nwhen = \"orc = 0\"\n[[outcome]]\nname = \"loss\"\nwhen = \"hero = 0\"\n";
    for contest in among_both_ways(strike) {
        let exact = contest.exact().unwrap();
        assert!(exact.outcomes[0] > 1.0 - 1e-12, "{exact:?}");
        assert!((solved_mean(&contest, "rounds") - 6.0).abs() < 1e-9);
        assert_sampled(&contest, 3, 5_000);
    }
    let spent = "[state]\nhp = { value = 4, least = -1, most = 4 }\n[roll]\nd = \"1d6\"\n[[side]]\nname = \"a\"\nwants = \"win\"\n\
                 [[step]]\nchoose = { c = { by = \"a\", among = [0, 2] } }\nthen = [{ hp = \"hp - c\" }]\n\
                 [[outcome]]\nname = \"win\"\nwhen = \"hp <= 0\"\n[[outcome]]\nname = \"loss\"\nwhen = \"hp = 1\"\n";
    for contest in among_both_ways(spent) {
        assert_eq!(contest.exact().unwrap().outcomes[0], 1.0);
        let hint = contest
            .hints()
            .unwrap()
            .hint(&Source::new("", "hp: 4"), &HintPlan::default());
        let hint = hint.unwrap();
        assert!(
            hint.actions
                .iter()
                .all(|one| (one.value - 1.0).abs() < 1e-12),
            "{hint:?}"
        );
    }
    let fewest = "[state]\nwounds = { value = 0, most = 10 }\nout = { value = 0, most = 1 }\n[roll]\nd = \"1d6\"\n\
                  [[side]]\nname = \"hero\"\nwants = \"low harm\"\n[metric]\nharm = \"wounds\"\n\
                  [[step]]\nchoose = { leave = { by = \"hero\", among = [0, 1] } }\n\
                  then = [{ if = \"leave = 1\", wounds = \"wounds + 2\", out = 1 }, { if = \"leave = 0 and d >= 3\", wounds = \"wounds + 1\" }]\n\
                  [[outcome]]\nname = \"away\"\nwhen = \"out = 1\"\n";
    for contest in among_both_ways(fewest) {
        assert!((solved_mean(&contest, "value.harm") - 2.0).abs() < 1e-12);
        assert!((solved_mean(&contest, "rounds") - 1.0).abs() < 1e-12);
    }
    // Never ending is not better than a negative mean either.
    let debt = fewest
        .replace("low harm", "high harm")
        .replace("\"wounds\"", "\"-wounds\"");
    assert!((solved_mean(&contest(&debt), "value.harm") + 2.0).abs() < 1e-12);
}

#[test]
fn two_sides_that_avoid_unresolved_do_so() {
    let text = "[state]\na = 2\nb = 2\n[roll]\nd = \"1d6\"\n[[side]]\nname = \"x\"\nwants = \"xwins\"\n[[side]]\nname = \"y\"\nwants = \"ywins\"\n\
                [[step]]\nchoose = { p = { by = \"x\", among = [0, 1] }, q = { by = \"y\", among = [0, 1] } }\n\
                then = [{ if = \"p = 1 and d >= 4\", b = \"b - 1\" }, { if = \"p = 1 and d < 4\", a = \"a - 1\" }, { if = \"q = 1 and d >= 3\", a = \"a - 1\" }]\n\
                [[outcome]]\nname = \"xwins\"\nwhen = \"b = 0\"\n[[outcome]]\nname = \"ywins\"\nwhen = \"a = 0\"\n";
    let [one, other] = among_both_ways(text).map(|contest| {
        assert_sampled(&contest, 3, 10_000);
        contest.exact().unwrap().outcomes
    });
    assert!(one[2] < 1e-12, "{one:?}");
    assert!((one[0] - other[0]).abs() < 1e-12, "{one:?} {other:?}");
    let seen = text.replace("among = [0, 1] } }", "among = [0, 1], sees = [\"p\"] } }");
    for contest in among_both_ways(&seen) {
        assert!(contest.exact().unwrap().outcomes[2] < 1e-12);
    }
}

#[test]
fn ties_that_change_a_metric_are_broken_by_lot() {
    let text = "[roll]\nd = \"1d6\"\n[[side]]\nname = \"s\"\nwants = \"win\"\n\
                [[step]]\nchoose = { c = { by = \"s\", among = [0, 1, 5] } }\n\
                [[outcome]]\nname = \"win\"\nwhen = \"c < 5 and d > 2\"\n[[outcome]]\nname = \"loss\"\n[metric]\nchosen = \"c\"\n";
    for text in [text.to_owned(), text.replace("[0, 1, 5]", "[5, 1, 0]")] {
        let contest = contest(&text);
        assert!((solved_mean(&contest, "value.chosen") - 0.5).abs() < 1e-12);
        assert_sampled(&contest, 3, 20_000);
        assert_enumerated(&contest, 10, 0.0);
    }
}

#[test]
fn metrics_of_unresolved_trials_read_the_dice_of_the_last_round() {
    let text = "[state]\nhp = { value = 3, most = 3 }\n[roll]\nd = \"1d6 + 2\"\n[[side]]\nname = \"s\"\nwants = \"win\"\n\
                [[step]]\nWHENchoose = { c = { by = \"s\", among = [0, 1] } }\nthen = [{ if = \"d = 3\", hp = \"hp - c\" }]\n\
                [[outcome]]\nname = \"win\"\nwhen = \"hp = 0\"\n[metric]\nlast = \"d\"\nchosen = \"c\"\n[limit]\nrounds = 3\n";
    let always = contest(&text.replace("WHEN", ""));
    assert_enumerated(&always, 20, 0.0);
    assert_sampled(&always, 3, 20_000);
    assert!((solved_mean(&always, "value.last") - 5.5).abs() < 1e-9);
    // In a round whose step is not taken, no dice are thrown and nothing is chosen.
    let sometimes = contest(&text.replace("WHEN", "when = \"hp = 3\"\n"));
    assert_enumerated(&sometimes, 20, 0.0);
    assert_sampled(&sometimes, 3, 20_000);
}
