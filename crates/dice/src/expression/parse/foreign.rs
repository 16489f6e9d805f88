//! Notation of other programs, for the messages of faults.

/// Starts of a text that follows an expression, with what is accepted instead.
const AFTER: [(&str, &str); 41] = [
    ("dl", "expected pl to drop the lowest dice, such as 4d6pl1"),
    ("dh", "expected ph to drop the highest dice, such as 4d6ph1"),
    (
        "d",
        "expected the number of faces after \"d\", and parentheses around dice that are a number of dice, such as (1d6)d6",
    ),
    ("D", "expected a small letter, such as 2d6"),
    ("w", "expected dice such as 2d6"),
    ("cs", "expected c, such as 6d6c>=5"),
    ("cf", "expected c, such as 6d6c<=2"),
    (
        "rr",
        "expected a number after the rule, such as rr1 or ro<3",
    ),
    (
        "ro",
        "expected a number after the rule, such as rr1 or ro<3",
    ),
    (
        "r",
        "expected rr1, which throws again until no die is a 1, or ro1, which does so once",
    ),
    ("mod", "expected %"),
    ("&", "expected `and`"),
    ("|", "expected `or`"),
    ("?", "expected if … then … else …"),
    ("^", "expected a product; there are no powers"),
    (
        "#",
        "expected one result; an outcome or a metric of a file can have its own",
    ),
    ("@", "expected kth(dice, 3) for the third highest die"),
    (
        "!",
        "expected \"!\" after dice and before the rules that keep or drop them, such as 4d6!kh3",
    ),
    (
        "c",
        "expected dice before `c`, and the values to count after it, such as 6d6c>=5",
    ),
    (
        "k",
        "expected dice before `k`, and the dice to keep after it, such as 4d6kh3 or 4d6k>=5",
    ),
    (
        "p",
        "expected dice before `p`, and the dice to drop after it, such as 4d6pl1 or 4d6p<=2",
    ),
    (
        "e",
        "expected dice before `e`, and the values that explode after it, such as 3d6e>=5",
    ),
    ("drop", DROP),
    ("dropping", DROP),
    ("explode", EXPLODES),
    ("explodes", EXPLODES),
    ("exploding", EXPLODES),
    ("reroll", REROLLS),
    ("rerolling", REROLLS),
    (
        "keep",
        "expected kh1, which keeps the highest die, or kl1, which keeps the lowest, such as 2d20kh1",
    ),
    ("adv", ADVANTAGE),
    ("advantage", ADVANTAGE),
    ("dis", DISADVANTAGE),
    ("disadv", DISADVANTAGE),
    ("disadvantage", DISADVANTAGE),
    (
        "x",
        "expected * for a product, such as 3 * d6, or ! for dice that explode, such as 8d10!",
    ),
    ("vs", VERSUS),
    ("dc", VERSUS),
    ("DC", VERSUS),
    ("against", VERSUS),
    (
        ".",
        "expected a whole number; 3 * d6 // 2 is one and a half times a d6",
    ),
];

const EXPLODES: &str = "expected \"!\" after the dice, such as 3d6!";
const REROLLS: &str = "expected rr or ro after the dice, such as 3d6rr1";
const DROP: &str =
    "expected pl1, which drops the lowest die, or ph1, which drops the highest, such as 4d6pl1";
const ADVANTAGE: &str = "expected 2d20kh1 for advantage";
const DISADVANTAGE: &str = "expected 2d20kl1 for disadvantage";
const VERSUS: &str = "expected a comparison, such as d20 + 5 >= 15";

/// Accepted text instead of a number other than 1 after `!`.
const EXPLOSIONS: &str = "expected \"!\" for any number of explosions, !1 for at most one, e2:6 for at most two of a die that shows a 6, \
                          or e5 for dice that show a 5";

/// Starts of a text in place of an expression, with what is accepted instead.
const INSTEAD: [(&str, &str); 6] = [
    (
        "[",
        "expected a rule or a function instead of words in brackets, such as 4d6kh3 for the highest 3 of 4d6",
    ),
    (
        "{",
        "expected \"d\" before faces, such as 1d{1,1,2}, and parentheses around dice of different types, such as (1d8, 1d6)kh1",
    ),
    ("!", "expected `not`"),
    (
        ">",
        "expected a value on each side of >, and != for different values",
    ),
    ("/", "expected an expression alone, such as 4d6kh3"),
    ("@", "expected kth(dice, 3) for the third highest die"),
];

/// Functions of other programs, with ours.
const FUNCTIONS: [(&str, &str); 12] = [
    ("highest", "expected max(dice)"),
    ("lowest", "expected min(dice)"),
    (
        "floor",
        "expected //, the quotient rounded down, such as 1d6 // 2",
    ),
    ("ceil", "expected (a + b - 1) // b for a / b rounded up"),
    (
        "round",
        "expected //, the quotient rounded down, such as 1d6 // 2",
    ),
    ("explode", EXPLODES),
    ("reroll", REROLLS),
    (
        "output",
        "expected an expression alone, such as 3d6kh2 for AnyDice's output [highest 2 of 3d6]",
    ),
    ("adv", ADVANTAGE),
    ("advantage", ADVANTAGE),
    ("dis", DISADVANTAGE),
    ("disadvantage", DISADVANTAGE),
];

/// Returns the entry whose first text starts a text; a word has to be the whole word there, without
/// `h` or `l` after `k` or `p`.
fn of(table: &[(&str, &'static str)], text: &str) -> Option<&'static str> {
    let end = text.find(|c: char| !c.is_alphabetic());
    let word = match &text[..end.unwrap_or(text.len())] {
        "kh" | "kl" => "k",
        "ph" | "pl" => "p",
        word => word,
    };
    let found = table.iter().find(|(start, _)| {
        if word.is_empty() {
            text.starts_with(start)
        } else {
            word == *start
        }
    });
    found.map(|found| found.1)
}

/// Returns what is accepted instead of a text that follows an expression, which is `before`.
pub fn after(before: &str, text: &str) -> &'static str {
    let is_number = text.starts_with(|c: char| c.is_ascii_digit());
    if is_number && before.ends_with('!') {
        return EXPLOSIONS;
    }
    of(&AFTER, text).unwrap_or("expected an operator or the end")
}

/// Returns what is accepted instead of a text in place of an expression, where `before` is the text
/// before it.
pub fn instead(before: &str, text: &str) -> &'static str {
    let before = before.trim_end();
    match text.chars().next() {
        Some('>') if before.ends_with('=') => return "expected >=",
        Some('=') if before.ends_with(['+', '-', '*']) => {
            return "expected one expression; a step of a file changes a state, such as hits = \"hits + 1\"";
        }
        _ => {}
    }
    of(&INSTEAD, text).unwrap_or("expected a number, a name, dice such as 2d6, or \"(\"")
}

/// Returns what is accepted instead of a function or a word of another program.
pub fn function(word: &str) -> Option<&'static str> {
    let known = FUNCTIONS.iter().find(|(name, _)| *name == word);
    known.map(|known| known.1)
}
