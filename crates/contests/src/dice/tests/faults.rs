//! Faults of files: each is reported once, without those that follow from it.

use super::super::{KIND, model};
use evenodds_core::document::{Faults, Source, check, parse};

/// A valid file in which most names are read by others.
const GOOD: &str = r#"
[number]
n = 2
[die]
fate = ["", "up"]
even = ["n", "2 * n"]
odd = { faces = [1, "n + 1"], weights = ["n * n", 1] }
[bag]
cup = { red = 3, blue = 2 }
[let]
a = "n + 1"
hit = "x + a > 3"
[table]
worth = [0, 2, 5]
grid = [[1, 2], [3, 4]]
[state]
hp = { value = 3, most = 5 }
[roll]
x = "1d6 + a"
y = "worth[n] + x + grid[0, 1]"
f = "2dfate"
three = "2 from cup"
z = "2devenkh1 + 3doddkh1"
[[side]]
name = "A"
wants = "low m"
[[step]]
choose.one = { by = "A", among = ["go", "stop"], sees = ["x"] }
choose.two = { by = "A", reroll = "f", sees = ["x"] }
then = [{ if = "hit and one = go", hp = "hp - worth[1] + y + f.up", refill = ["cup"] }]
[[outcome]]
name = "dead"
when = "hp = 0 and hit and three.red > 1"
[[outcome]]
name = "alive"
[metric]
m = "left(cup.red) + hp + z"
"#;

fn faults(text: &str) -> Faults {
    let mut faults = Faults::new();
    let root = parse(&Source::new("x.toml", text), &mut faults);
    let table = check(&root, KIND.keys, &mut faults);
    model::read(&table, &mut faults);
    faults
}

#[test]
fn a_wrong_value_or_name_is_one_fault() {
    assert!(faults(GOOD).is_empty(), "{}", faults(GOOD));
    let wrong = [
        "3",
        "-7",
        "true",
        "\"q +\"",
        "\"nope\"",
        "\"unclosed",
        "[]",
        "[1, \"x\"]",
        "[[1], 2]",
        "{}",
    ];
    let mut refused = 0;
    for line in GOOD.lines() {
        // The elements of a list have faults of their own.
        let is_one = |entry: &(&str, &str)| !["name", "then"].contains(&entry.0);
        let entry = line.split_once(" = ").filter(is_one);
        let changed: Vec<String> = match entry {
            Some((name, _)) => wrong
                .iter()
                .map(|value| format!("{name} = {value}"))
                .collect(),
            // The table of some names has another name, or is a list.
            None if line.starts_with('[') && !line.starts_with("[[") => {
                vec![format!("[x{}", &line[1..]), format!("[{line}]")]
            }
            None => continue,
        };
        for changed in changed {
            let faults = faults(&GOOD.replacen(line, &changed, 1));
            assert!(faults.len() <= 1, "{changed}\n{faults}");
            refused += faults.len();
        }
    }
    assert!(refused > 180, "{refused}");
}

#[test]
fn a_name_with_two_definitions_or_of_a_function_is_one_fault() {
    for (from, to) in [
        ("f = \"2dfate\"", "cup = \"2dfate\"\nf = \"2dfate\""),
        ("hp = {", "n = 3\nhp = {"),
        ("grid = [[", "count = [2]\ngrid = [["),
        ("a = \"n + 1\"", "a = \"n + 1\"\nx = \"n\""),
        ("hit = \"x", "left = \"count\"\ncount = \"n\"\nhit = \"x"),
    ] {
        let faults = faults(&GOOD.replacen(from, to, 1));
        assert_eq!(faults.len(), 1, "{to}\n{faults}");
    }
}
