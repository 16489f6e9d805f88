//! `evenodds dice`: exact distributions of expressions.

use super::answer::WantedAnswer;
use super::arguments::Charted;
use super::call::Call;
use super::failure::Failure;
use crate::ask::{Batch, ScenarioAnswer, numbers};
use crate::expressions::{ExpressionDistribution, ExpressionError, ExpressionLink};
use crate::report::dice_answer;
use clap::Args;
use std::ffi::OsString;

const EXAMPLES: &str = "\
Examples:
  evenodds dice 4d6kh3                       the highest three of four d6
  evenodds dice '2d20kh1 + 5' '1d20 + 5' --at-least 15
  evenodds dice '6d6c>=5 > 5d6c>=5'          more successes with 6 dice than with 5
  evenodds dice 'wins(3d6, 2d6)'             pairs that three dice win against two, as in Risk
  evenodds dice 'p = 5d10' 'count(p, >=7) + count(p, 10)'   a roll with a name, read twice";

/// Summary of the notation of expressions.
pub const NOTATION: &str = "\
Dice: 3d6 d20 d% 4dF 2d{1,1,2}. Rules: kh3 kl1 ph1 pl1 keep or drop, k>=5 p1 by value, c>=5 counts, rr1 ro1 \
throw again, mi2 ma5 limit, ! and e>=5 add a die at most 8 times, !! adds to the die, ra6 adds one die. A rule's \
number may be an expression in parentheses. Functions: sum count max min kth size distinct set set_face \
straight pair_sum has wins over above cancel abs clamp. Operators: + - * // % < <= = != >= > and or not, if a then b \
else c.";

const SCENARIOS: &str =
    "For contests with rounds, states and choices, write a scenario: `evenodds new dice`.";

/// Arguments of `dice`.
#[derive(Debug, Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{NOTATION}\n\n{SCENARIOS}"))]
pub struct DiceArguments {
    /// Dice expressions, such as '4d6kh3', or a link that contains them
    #[arg(required = true, value_name = "EXPRESSION", num_args = 1..)]
    pub expressions: Vec<String>,
    /// State the probability of at least this value (repeatable)
    #[arg(long = "at-least", value_name = "N", value_parser = numbers::integer, allow_negative_numbers = true)]
    pub marks: Vec<i64>,
    /// Print a link to the expressions instead; ADDRESS is the page that opens it [default: evenodds.html]
    #[arg(long, value_name = "ADDRESS", num_args = 0..=1, require_equals = true, default_missing_value = "evenodds.html")]
    pub link: Option<String>,
    #[command(flatten)]
    pub output: Charted,
}

/// Returns a command line in which expressions such as `-1d6 + 10` are no options.
pub fn with_negative_expressions(all: &[OsString]) -> Vec<OsString> {
    let mut arguments = all.to_vec();
    if all.get(1).is_none_or(|command| command != "dice") {
        return arguments;
    }
    for place in 2..all.len() {
        let text = all[place].to_string_lossy();
        let rest = text.strip_prefix('-').unwrap_or_default().trim_start();
        let is_dice = rest
            .strip_prefix(['d', 'D'])
            .is_some_and(|faces| faces.starts_with(|c: char| c.is_ascii_digit()));
        // A space makes it a value, and is removed again.
        if (is_dice || rest.starts_with(|c: char| c.is_ascii_digit() || c == '('))
            && all[place - 1] != "--at-least"
        {
            arguments[place] = format!(" {text}").into();
        }
    }
    arguments
}

/// Delivers the distributions.
pub fn show(arguments: &DiceArguments, call: &Call) -> Result<(), Failure> {
    let line = line(arguments)?;
    if let Some(page) = &arguments.link {
        let page = page.split('#').next().unwrap_or_default();
        return call.print(&format!("{page}#{}\n", line.fragment()));
    }
    let wanted = WantedAnswer::new(call, &arguments.output)?;
    let texts = line.expressions.iter().map(String::as_str);
    let (mut all, mut is_faulty) = (Vec::new(), false);
    for (text, found) in ExpressionDistribution::of_line(texts) {
        match found {
            Ok(found) => all.push(found),
            Err(error) => {
                call.fail(Failure::Input(described(text, &error)));
                is_faulty = true;
            }
        }
    }
    if is_faulty {
        return Ok(());
    }
    let answered = ScenarioAnswer::new(dice_answer(&all, &line.marks), String::new());
    wanted.deliver(&Batch::new(vec![answered], None))
}

/// Returns the expressions and values of "at least", with those of links inserted.
fn line(arguments: &DiceArguments) -> Result<ExpressionLink, Failure> {
    let mut line = ExpressionLink {
        expressions: Vec::new(),
        marks: arguments.marks.clone(),
    };
    for text in &arguments.expressions {
        match ExpressionLink::read(text) {
            Some(Ok(link)) => {
                line.expressions.extend(link.expressions);
                line.marks.extend(link.marks);
            }
            Some(Err(reason)) => {
                return Err(Failure::Input(format!("cannot open the link: {reason}")));
            }
            None => line.expressions.push(text.trim().to_owned()),
        }
    }
    if line.expressions.is_empty() {
        return Err(Failure::Input("the link has no expressions".to_owned()));
    }
    Ok(line)
}

/// Describes an error, with a caret below the fault.
fn described(text: &str, error: &ExpressionError) -> String {
    let mut marks = String::new();
    if let ExpressionError::Syntax(place, ..) = error {
        let column = text[..place.start].chars().count();
        let width = text[place.clone()].chars().count().max(1);
        marks = format!("\n  {}{}", " ".repeat(column), "^".repeat(width));
    }
    format!("{error}\n  {text}{marks}")
}
