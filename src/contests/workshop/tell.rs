//! The Workshop in words.

use super::craft::Craft;
use super::{Event, Start, Supply, Workshop};
use std::fmt::Write as _;

/// An event as lines of a story.
pub(super) fn sentence(workshop: &Workshop, event: &Event) -> String {
    let setup = workshop.setup();
    let crafter = &setup.crafter;
    match *event {
        Event::Began { craft } => {
            let laid = match setup.start {
                Start::Rolled(_) => "is rolled",
                Start::Given(_) => "lies there",
            };
            format!(
                "{crafter} has {}. The Craft {laid}:\n{}",
                supply(setup.supply),
                craft.picture(None)
            )
        }
        Event::Again { craft } => {
            format!(
                "The Craft matches as rolled and is rolled again:\n{}",
                craft.picture(None)
            )
        }
        Event::Rolled {
            round,
            supply,
            rolled,
            ..
        } => {
            let count = rolled.len();
            let thrown = match supply {
                _ if count < supply => format!("{count} of {}", counted(supply, "die", "dice")),
                1 => "the last die".to_owned(),
                _ => format!("all {supply} dice left"),
            };
            format!("Round {round}: {crafter} rolls {thrown}, {rolled}.")
        }
        Event::Worked {
            craft, replacement, ..
        } => match replacement {
            None => format!("{crafter} replaces nothing."),
            Some(new) => {
                let after = craft.with(new);
                format!(
                    "{crafter} puts a {} in the place of a {} in pile {}; {}:\n{}",
                    new.face,
                    craft.piles()[new.pile][new.die],
                    new.pile + 1,
                    spread(&after),
                    after.picture(Some((new.pile, new.die)))
                )
            }
        },
        Event::Ended {
            craft,
            supply,
            rounds,
        } => ending(crafter, &craft, supply, rounds),
    }
}

fn ending(crafter: &str, craft: &Craft, supply: u32, rounds: u32) -> String {
    let rounds_taken = counted(rounds, "round", "rounds");
    if !craft.is_complete() {
        return format!(
            "The Supply is gone after {rounds_taken}, and {}: {crafter} fails.",
            spread(craft)
        );
    }
    let mut text = format!("All piles come to {}: ", craft.totals()[0]);
    let _ = match (rounds, supply) {
        (0, _) => write!(text, "there is nothing left to do for {crafter}."),
        (_, 0) => write!(
            text,
            "{crafter} succeeds after {rounds_taken}, with the last of the Supply."
        ),
        _ => write!(
            text,
            "{crafter} succeeds after {rounds_taken}, with {} left.",
            counted(supply, "die", "dice")
        ),
    };
    text
}

/// The Supply, and where it comes from.
fn supply(supply: Supply) -> String {
    let dice = supply.dice();
    let bonuses: Vec<&str> = [
        (supply.assistance, "assistance"),
        (supply.time, "time"),
        (supply.facility, "a facility"),
    ]
    .into_iter()
    .filter_map(|(has, name)| has.then_some(name))
    .collect();
    let mut text = format!("a Supply of {}", counted(dice, "die", "dice"));
    if let Some((last, others)) = bonuses.split_last() {
        let _ = write!(text, ": {} for skill, and one", supply.class);
        if !others.is_empty() {
            let _ = write!(text, " each for {} and", others.join(", "));
        } else {
            text.push_str(" for");
        }
        let _ = write!(text, " {last}");
    }
    text
}

/// How far the piles of a Craft are apart.
fn spread(craft: &Craft) -> String {
    match craft.spread() {
        0 => "all piles match".to_owned(),
        1 => "the piles are 1 point apart".to_owned(),
        points => format!("the piles are {points} points apart"),
    }
}

/// A number of things.
pub(super) fn counted(number: u32, one: &str, more: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { more })
}

#[cfg(test)]
mod tests {
    use super::super::{Player, Setup};
    use super::*;
    use crate::contest::{Tell, tell_with};
    use crate::dice::Scripted;

    fn workshop(supply: Supply, start: Start, player: Player) -> Workshop {
        Workshop::new(Setup {
            crafter: "Gex".to_owned(),
            supply,
            start,
            reroll_solved: true,
            player,
        })
    }

    fn story(workshop: &Workshop, craft: &[u32], supply: &[u32]) -> String {
        let mut dice = Scripted::new(vec![craft.to_vec(), supply.to_vec()]);
        let story = tell_with(workshop, &mut dice);
        assert_eq!(dice.fault(), None);
        assert_eq!(dice.left(), [vec![], vec![]] as [Vec<u32>; 2]);
        story.lines.join("\n")
    }

    #[test]
    fn a_story_draws_the_piles_and_marks_what_is_new() {
        let supply = Supply {
            class: 2,
            assistance: true,
            ..Supply::default()
        };
        let gex = workshop(supply, Start::Rolled(3), Player::OneByOne);
        let dice = [1, 2, 3, 1, 4, 1, 4, 1, 1, 3, 4, 6, 2, 4, 4, 1, 1, 6];
        insta::assert_snapshot!(story(&gex, &dice, &[6, 1, 1]), @"");
    }

    #[test]
    fn a_story_ends_with_what_is_left_or_missing() {
        let last = |supply, craft: [[u8; 3]; 3], dice: &[u32]| {
            let start = Start::Given(Craft::new(&craft).unwrap());
            let supply = Supply {
                class: supply,
                ..Supply::default()
            };
            let story = story(&workshop(supply, start, Player::OneByOne), &[], dice);
            story.lines().last().unwrap().to_owned()
        };
        let whole = [[1, 2, 3], [2, 2, 2], [4, 1, 1]];
        let near = [[1, 2, 3], [2, 2, 2], [5, 1, 1]];
        let lines = [
            last(3, whole, &[]),
            last(2, near, &[4]),
            last(1, near, &[4]),
            last(1, near, &[6]),
        ];
        insta::assert_snapshot!(lines.join("\n"), @"");
    }

    #[test]
    fn the_supply_is_told_by_where_it_comes_from() {
        let mut supply = Supply {
            class: 1,
            ..Supply::default()
        };
        let mut lines = vec![super::supply(supply)];
        supply.time = true;
        lines.push(super::supply(supply));
        supply.assistance = true;
        lines.push(super::supply(supply));
        supply.facility = true;
        lines.push(super::supply(supply));
        insta::assert_snapshot!(lines.join("\n"), @"");
    }

    #[test]
    fn a_trial_of_a_run_is_told_as_it_was_counted() {
        let supply = Supply {
            class: 5,
            assistance: true,
            time: true,
            facility: true,
        };
        let gex = workshop(supply, Start::Rolled(3), Player::Optimal);
        insta::assert_snapshot!(gex.tell(1, 0).lines.join("\n"), @"");
    }
}
