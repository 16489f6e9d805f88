//! `evenodds dice`: exact distributions of expressions.

use super::answer::WantedAnswer;
use super::arguments::Charted;
use super::call::Call;
use super::failure::Failure;
use crate::ask::{Batch, ScenarioAnswer};
use crate::contests::dice::{LineDistribution, LineError};
use crate::report::dice_answer;
use clap::Args;

/// Arguments of `dice`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  evenodds dice 4d6kh3                       the highest three of four d6
  evenodds dice '2d20kh1 + 5' '1d20 + 5' --at-least 15
  evenodds dice '6d6c>=5 > 5d6c>=5'          more successes with 6 dice than with 5
  evenodds dice 'wins(3d6, 2d6)'             pairs that three dice win against two, as in Risk

Dice: 3d6 d20 d% 4dF 2d{1,1,2}. Rules: kh3 kl1 ph1 pl1 keep or drop, k>=5 p1 by value, c>=5 counts, rr1 ro1 \
throw again, mi2 ma5 limit, ! and e6 add a die, !! adds to the die. A rule's number may be an expression in \
parentheses. Functions: sum count max min kth size distinct set set_face straight has wins over cancel abs \
clamp. Operators: + - * // % < <= = != >= > and or not, if a then b else c.

For contests with rounds, states and choices, write a scenario: `evenodds new dice`.")]
pub struct DiceArguments {
    /// Expressions of dice, such as '4d6kh3'
    #[arg(required = true, value_name = "EXPRESSION", num_args = 1..)]
    pub expressions: Vec<String>,
    /// State the probability of at least this value (repeatable)
    #[arg(long = "at-least", value_name = "N", allow_negative_numbers = true)]
    pub marks: Vec<i64>,
    #[command(flatten)]
    pub output: Charted,
}

/// Delivers the distributions.
pub fn show(arguments: &DiceArguments, call: &Call) -> Result<(), Failure> {
    let wanted = WantedAnswer::new(call, &arguments.output)?;
    let mut all = Vec::new();
    for text in &arguments.expressions {
        match LineDistribution::of(text) {
            Ok(found) => all.push(found),
            Err(error) => call.fail(Failure::Input(described(text, &error))),
        }
    }
    if all.len() < arguments.expressions.len() {
        return Ok(());
    }
    let answered = ScenarioAnswer::new(dice_answer(&all, &arguments.marks), String::new());
    wanted.deliver(&Batch::new(vec![answered], None))
}

/// Describes an error, with a caret below the fault.
fn described(text: &str, error: &LineError) -> String {
    match error {
        LineError::Syntax(place, found, accepted) => {
            let separator = if accepted.is_empty() { "" } else { "; " };
            let column = text[..place.start].chars().count();
            let width = text[place.clone()].chars().count().max(1);
            let marks = format!("{}{}", " ".repeat(column), "^".repeat(width));
            format!("the expression {found}{separator}{accepted}\n  {text}\n  {marks}")
        }
        LineError::TooLarge(quantity) => format!(
            "{text} has no exact distribution here: {quantity}; write a scenario of kind \"dice\", which \
             `run` samples"
        ),
    }
}
