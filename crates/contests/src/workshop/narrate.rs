//! Narration of the Workshop.

use super::craft::Craft;
use super::prepared::Workshop;
use super::rules::Event;
use super::setup::{CraftStart, Supply};
use evenodds_core::contest::{Events, counted};
use evenodds_core::document::listed;

impl Events for Workshop {
    type Event = Event;

    fn narrate(&self, event: &Event) -> String {
        let setup = self.setup();
        let crafter = &setup.crafter;
        match *event {
            Event::Started { craft } => {
                let start = match setup.start {
                    CraftStart::Rolled(_) => "is rolled",
                    CraftStart::Given(_) => "is given",
                };
                format!(
                    "{crafter} has {}. The Craft {start}:\n{}",
                    supply(setup.supply),
                    craft.picture(None)
                )
            }
            Event::Rerolled { craft } => {
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
            Event::Replaced {
                craft, replacement, ..
            } => match replacement {
                None => format!("{crafter} replaces nothing."),
                Some(new) => {
                    let after = craft.with(new);
                    format!(
                        "{crafter} replaces a {} in pile {} with a {}; {}:\n{}",
                        craft.piles()[new.pile][new.die],
                        new.pile + 1,
                        new.face,
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
}

fn ending(crafter: &str, craft: &Craft, supply: u32, rounds: u32) -> String {
    let rounds_taken = counted(rounds, "round", "rounds");
    if !craft.is_complete() {
        return format!(
            "The Supply is gone after {rounds_taken}, and {}: {crafter} fails.",
            spread(craft)
        );
    }
    let total = craft.totals()[0];
    let left = counted(supply, "die", "dice");
    match (rounds, supply) {
        (0, _) => format!("All piles come to {total}: {crafter} succeeds without a round."),
        (_, 0) => format!(
            "All piles come to {total}: {crafter} succeeds after {rounds_taken}, with the last of the Supply."
        ),
        _ => format!(
            "All piles come to {total}: {crafter} succeeds after {rounds_taken}, with {left} left."
        ),
    }
}

/// Describes the Supply and the sources of its dice.
fn supply(supply: Supply) -> String {
    let (dice, class) = (counted(supply.dice(), "die", "dice"), supply.class);
    let bonuses: Vec<&str> = [
        (supply.assistance, "assistance"),
        (supply.time, "time"),
        (supply.facility, "a facility"),
    ]
    .into_iter()
    .filter_map(|(has, name)| has.then_some(name))
    .collect();
    match bonuses[..] {
        [] => format!("a Supply of {dice}"),
        [only] => format!("a Supply of {dice}: {class} for skill, and one for {only}"),
        _ => format!(
            "a Supply of {dice}: {class} for skill, and one each for {}",
            listed(bonuses)
        ),
    }
}

/// Describes the spread of a Craft.
fn spread(craft: &Craft) -> String {
    match craft.spread() {
        0 => "all piles match".to_owned(),
        1 => "the piles are 1 point apart".to_owned(),
        points => format!("the piles are {points} points apart"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Player, Setup};
    use super::*;
    use evenodds_core::contest::{Narrate, narrate_with};
    use evenodds_core::dice::Scripted;

    fn workshop(supply: Supply, start: CraftStart, player: Player) -> Workshop {
        Workshop::new(Setup {
            crafter: "Gex".to_owned(),
            supply,
            start,
            reroll_solved: true,
            player,
        })
    }

    fn narration(workshop: &Workshop, craft: &[u32], supply: &[u32]) -> String {
        let mut dice = Scripted::new(vec![craft.to_vec(), supply.to_vec()]);
        let narration = narrate_with(workshop, &mut dice);
        assert_eq!(dice.fault(), None);
        assert_eq!(dice.left(), [vec![], vec![]] as [Vec<u32>; 2]);
        narration.lines.join("\n")
    }

    #[test]
    fn narrations_draw_the_piles_and_mark_replaced_dice() {
        let supply = Supply {
            class: 2,
            assistance: true,
            ..Supply::default()
        };
        let gex = workshop(supply, CraftStart::Rolled(3), Player::OneByOne);
        let dice = [1, 2, 3, 1, 4, 1, 4, 1, 1, 3, 4, 6, 2, 4, 4, 1, 1, 6];
        insta::assert_snapshot!(narration(&gex, &dice, &[6, 1, 1]), @"
        The Craft matches as rolled and is rolled again:
        pile    1    2    3
                1    1    4
                2    4    1
                3    1    1
        total   6    6    6
        Gex has a Supply of 3 dice: 2 for skill, and one for assistance. The Craft is rolled:
        pile    1    2    3
                3    2    1
                4    4    1
                6    4    6
        total  13   10    8
        Round 1: Gex rolls 1 of 3 dice, {6}.
        Gex replaces a 1 in pile 3 with a 6; the piles are 3 points apart:
        pile    1    2    3
                3    2   [6]
                4    4    1
                6    4    6
        total  13   10   13
        Round 2: Gex rolls 1 of 2 dice, {1}.
        Gex replaces nothing.
        Round 3: Gex rolls the last die, {1}.
        Gex replaces nothing.
        The Supply is gone after 3 rounds, and the piles are 3 points apart: Gex fails.
        ");
    }

    #[test]
    fn the_last_line_names_the_supply_or_spread_left() {
        let last = |supply, craft: [[u8; 3]; 3], dice: &[u32]| {
            let start = CraftStart::Given(Craft::new(&craft).unwrap());
            let supply = Supply {
                class: supply,
                ..Supply::default()
            };
            let narration = narration(&workshop(supply, start, Player::OneByOne), &[], dice);
            narration.lines().last().unwrap().to_owned()
        };
        let whole = [[1, 2, 3], [2, 2, 2], [4, 1, 1]];
        let near = [[1, 2, 3], [2, 2, 2], [5, 1, 1]];
        let lines = [
            last(3, whole, &[]),
            last(2, near, &[4]),
            last(1, near, &[4]),
            last(1, near, &[6]),
        ];
        insta::assert_snapshot!(lines.join("\n"), @"
        All piles come to 6: Gex succeeds without a round.
        All piles come to 6: Gex succeeds after 1 round, with 1 die left.
        All piles come to 6: Gex succeeds after 1 round, with the last of the Supply.
        The Supply is gone after 1 round, and the piles are 1 point apart: Gex fails.
        ");
    }

    #[test]
    fn the_supply_is_described_by_its_sources() {
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
        insta::assert_snapshot!(lines.join("\n"), @"
        a Supply of 1 die
        a Supply of 2 dice: 1 for skill, and one for time
        a Supply of 3 dice: 1 for skill, and one each for assistance and time
        a Supply of 4 dice: 1 for skill, and one each for assistance, time and a facility
        ");
    }

    #[test]
    fn a_trial_of_a_run_is_narrated() {
        let supply = Supply {
            class: 5,
            assistance: true,
            time: true,
            facility: true,
        };
        let gex = workshop(supply, CraftStart::Rolled(3), Player::Optimal);
        insta::assert_snapshot!(gex.narrate_trial(1, 0).lines.join("\n"), @"
        Gex has a Supply of 8 dice: 5 for skill, and one each for assistance, time and a facility. The Craft is rolled:
        pile    1    2    3
                4    6    3
                4    2    1
                4    2    6
        total  12   10   10
        Round 1: Gex rolls 1 of 8 dice, {1}.
        Gex replaces a 4 in pile 1 with a 1; the piles are 1 point apart:
        pile    1    2    3
               [1]   6    3
                4    2    1
                4    2    6
        total   9   10   10
        Round 2: Gex rolls 1 of 7 dice, {4}.
        Gex replaces nothing.
        Round 3: Gex rolls 1 of 6 dice, {3}.
        Gex replaces a 4 in pile 1 with a 3; the piles are 2 points apart:
        pile    1    2    3
                1    6    3
               [3]   2    1
                4    2    6
        total   8   10   10
        Round 4: Gex rolls 1 of 5 dice, {5}.
        Gex replaces a 3 in pile 1 with a 5; all piles match:
        pile    1    2    3
                1    6    3
               [5]   2    1
                4    2    6
        total  10   10   10
        All piles come to 10: Gex succeeds after 4 rounds, with 4 dice left.
        ");
    }
}
