//! Transcript of the Abstract RPG.

use super::{AbstractRpg, RandomTermForm, SUCCESS, TIE, TieRule, lead_dice};
use evenodds_core::contest::Events;
use evenodds_core::document::{capital, joined};

/// Side of the contest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The character who makes the attempt.
    Active,
    /// The opposition.
    Passive,
}

/// Event of a trial.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// The trial begins.
    Opened,
    /// A side threw.
    Counted {
        /// Side that threw.
        side: Side,
        /// All faces, in order.
        faces: Vec<u32>,
        /// Random term of the side: its number of dice before the last, or its result on the first table.
        count: i64,
    },
    /// The combined table was used.
    CombinedTable {
        /// All faces, in order.
        faces: Vec<u32>,
        /// Net random term of both sides.
        random_term: i64,
    },
    /// The dice for the lead were thrown.
    Thrown {
        /// All faces: first the dice for ten points each, then the rest.
        faces: Vec<u32>,
        /// Number of dice that stop the lower side.
        stops: i64,
    },
    /// The net was determined.
    Net {
        /// Random term of the active side minus that of the passive side.
        random_term: i64,
        /// Skill minus task plus the random term.
        net: i64,
    },
    /// The trial ended.
    Ended {
        /// True if the sides were level.
        level: bool,
        /// Index of the outcome.
        outcome: usize,
    },
    /// The decimals of the net were rolled.
    Refined {
        /// One face per decimal.
        faces: Vec<u32>,
        /// Net with its decimals, in parts of a point.
        fine: i64,
    },
}

impl Events for AbstractRpg {
    type Event = Event;

    fn narrate(&self, event: &Event) -> String {
        match event {
            Event::Opened => format!(
                "Skill {} against task {}: {}.",
                self.skill,
                self.task,
                match self.ahead() {
                    0 => "neither is ahead".to_owned(),
                    ahead @ 1.. => format!("the skill is {ahead} ahead"),
                    ahead => format!("the task is {} ahead", -ahead),
                }
            ),
            Event::Counted { side, faces, count } => {
                let side = match side {
                    Side::Active => "active",
                    Side::Passive => "passive",
                };
                let meaning = if self.form == RandomTermForm::First {
                    format!("{count} in the table")
                } else {
                    format!("{count} before it stops")
                };
                format!("The {side} side throws {}: {meaning}.", listed(faces))
            }
            Event::CombinedTable { faces, random_term } => format!(
                "The throw for both sides is {}: {} in the combined table.",
                listed(faces),
                signed(*random_term)
            ),
            Event::Thrown { faces, stops } => thrown(self, faces, *stops),
            Event::Net { random_term, net } => format!(
                "{} - {}, and {} by the dice, is a net of {}.",
                self.skill,
                bracketed(self.task),
                signed(*random_term),
                signed(*net)
            ),
            Event::Ended { level, outcome } => {
                let end = match *outcome {
                    SUCCESS => "the attempt succeeds",
                    TIE => "neither side prevails",
                    _ => "the attempt fails",
                };
                match (level, self.tie, *outcome) {
                    (false, ..) => format!("{}.", capital(end)),
                    (true, TieRule::Coin, SUCCESS) => {
                        format!("A tie, which the coin gives to the active side: {end}.")
                    }
                    (true, TieRule::Coin, _) => {
                        format!("A tie, which the coin gives to the passive side: {end}.")
                    }
                    (true, TieRule::Active, _) => {
                        format!("A tie, which is enough for the active side: {end}.")
                    }
                    (true, TieRule::Passive, _) => {
                        format!("A tie, which is not enough for the active side: {end}.")
                    }
                    (true, TieRule::Tie, _) => format!("A tie: {end}."),
                }
            }
            Event::Refined { faces, fine } => format!(
                "{} for the decimals: a finer result of {}.",
                match faces.len() {
                    1 => format!("A d10 shows {}", listed(faces)),
                    _ => format!("Two d10 show {}", listed(faces)),
                },
                decimal(self, *fine)
            ),
        }
    }
}

/// Formats a net with its decimals.
fn decimal(contest: &AbstractRpg, fine: i64) -> String {
    let (scale, width) = (contest.scale(), contest.decimals as usize);
    let sign = match fine {
        0 => "",
        1.. => "+",
        _ => "-",
    };
    let (whole, rest) = (fine.abs() / scale, fine.abs() % scale);
    format!("{sign}{whole}.{rest:0width$}")
}

fn thrown(contest: &AbstractRpg, faces: &[u32], stops: i64) -> String {
    let (tens, ones) = lead_dice(contest.ahead(), contest.form);
    let lower = if contest.ahead() > 0 { "task" } else { "skill" };
    let (first, rest) = faces.split_at(faces.len().min(tens as usize));
    let shown: Vec<String> = [
        (first, tens, "for ten points each (1 continues)"),
        (rest, ones, "for a point each (1 and 2 stop)"),
    ]
    .into_iter()
    .filter(|&(_, count, _)| count > 0)
    .map(|(faces, count, meaning)| {
        let dice = if count == 1 { "die" } else { "dice" };
        format!("{count} {dice} {meaning}: {}", listed(faces))
    })
    .collect();
    let result = match (stops, shown.len()) {
        (_, 0) => return "Neither side leads, so no dice are thrown.".to_owned(),
        (0, _) => format!("Nothing stops the {lower}: it has caught up."),
        (1, _) => format!("One die stops the {lower}."),
        (stops, _) => format!("{stops} dice stop the {lower}."),
    };
    format!(
        "The {lower} has to catch up, {}. {result}",
        shown.join("; ")
    )
}

fn listed(faces: &[u32]) -> String {
    joined(faces.iter().map(u32::to_string), ", ")
}

fn bracketed(number: i64) -> String {
    if number < 0 {
        format!("({number})")
    } else {
        number.to_string()
    }
}

fn signed(number: i64) -> String {
    if number == 0 {
        "0".to_owned()
    } else {
        format!("{number:+}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use evenodds_core::contest::{Narrate, narrate_with};
    use evenodds_core::dice::Scripted;

    fn story(contest: &AbstractRpg, lists: &[&[u32]]) -> String {
        let lists = lists.iter().map(|list| list.to_vec()).collect();
        narrate_with(contest, &mut Scripted::new(lists))
            .lines
            .join("\n")
    }

    #[test]
    fn runs_are_narrated_face_by_face() {
        let contest = AbstractRpg::new(57, 49, TieRule::Coin, RandomTermForm::D5);
        let lists: &[&[u32]] = &[&[], &[3, 5, 1], &[2, 1]];
        insta::assert_snapshot!(story(&contest, lists), @"
        Skill 57 against task 49: the skill is 8 ahead.
        The active side throws 3, 5, 1: 2 before it stops.
        The passive side throws 2, 1: 1 before it stops.
        57 - 49, and +1 by the dice, is a net of +9.
        The attempt succeeds.
        ");
    }

    #[test]
    fn decimals_are_narrated_after_the_outcome() {
        let contest = AbstractRpg::new(0, 0, TieRule::Coin, RandomTermForm::D10);
        let active: &[u32] = &[3, 8, 10, 7, 9, 4, 6, 3, 10, 10, 8, 4, 2];
        let passive: &[u32] = &[3, 6, 9, 4, 4, 1];
        let fine = contest.clone().with_decimals(2);
        insta::assert_snapshot!(story(&fine, &[&[], active, passive, &[3, 5]]), @"
        Skill 0 against task 0: neither is ahead.
        The active side throws 3, 8, 10, 7, 9, 4, 6, 3, 10, 10, 8, 4, 2: 12 before it stops.
        The passive side throws 3, 6, 9, 4, 4, 1: 5 before it stops.
        0 - 0, and +7 by the dice, is a net of +7.
        The attempt succeeds.
        Two d10 show 3, 5 for the decimals: a finer result of +7.35.
        ");
        let last = |contest: &AbstractRpg, lists: &[&[u32]]| {
            let story = story(contest, lists);
            story.lines().last().unwrap_or_default().to_owned()
        };
        let lines = [
            last(&fine, &[&[1], &[1], &[1], &[10, 5]]),
            last(&fine, &[&[0], &[1], &[1], &[10, 10]]),
            last(&contest.with_decimals(1), &[&[], &[1], &[3, 4, 1], &[10]]),
            last(
                &AbstractRpg::new(0, 0, TieRule::Tie, RandomTermForm::D10).with_decimals(1),
                &[&[], &[1], &[1], &[]],
            ),
        ];
        insta::assert_snapshot!(lines.join("\n"), @"
        Two d10 show 10, 5 for the decimals: a finer result of -0.05.
        Two d10 show 10, 10 for the decimals: a finer result of 0.00.
        A d10 shows 10 for the decimals: a finer result of -2.0.
        A tie: neither side prevails.
        ");
    }

    #[test]
    fn the_narration_of_a_tie_names_the_side_that_wins_it() {
        let lists: &[&[u32]] = &[&[1], &[2, 1], &[3, 3, 1]];
        let last = |tie| {
            let contest = AbstractRpg::new(0, -1, tie, RandomTermForm::D6);
            story(&contest, lists)
        };
        insta::assert_snapshot!(last(TieRule::Coin), @"
        Skill 0 against task -1: the skill is 1 ahead.
        The active side throws 2, 1: 1 before it stops.
        The passive side throws 3, 3, 1: 2 before it stops.
        0 - (-1), and -1 by the dice, is a net of 0.
        A tie, which the coin gives to the passive side: the attempt fails.
        ");
        let ends = [TieRule::Active, TieRule::Passive, TieRule::Tie].map(|tie| {
            let story = last(tie);
            story.lines().last().unwrap_or_default().to_owned()
        });
        insta::assert_snapshot!(ends.join("\n"), @"
        A tie, which is enough for the active side: the attempt succeeds.
        A tie, which is not enough for the active side: the attempt fails.
        A tie: neither side prevails.
        ");
    }

    #[test]
    fn tables_are_narrated_roll_by_roll() {
        let first = AbstractRpg::new(3, 4, TieRule::Coin, RandomTermForm::First);
        insta::assert_snapshot!(story(&first, &[&[], &[24], &[95, 50]]), @"
        Skill 3 against task 4: the task is 1 ahead.
        The active side throws 24: 1 in the table.
        The passive side throws 95, 50: 13 in the table.
        3 - 4, and -12 by the dice, is a net of -13.
        The attempt fails.
        ");
        let combined = AbstractRpg::new(3, 4, TieRule::Coin, RandomTermForm::Combined);
        insta::assert_snapshot!(story(&combined, &[&[], &[96, 99, 93, 61]]), @"
        Skill 3 against task 4: the task is 1 ahead.
        The throw for both sides is 96, 99, 93, 61: +34 in the combined table.
        3 - 4, and +34 by the dice, is a net of +33.
        The attempt succeeds.
        ");
    }

    #[test]
    fn the_throw_of_the_climber_is_narrated_die_by_die() {
        let climber = AbstractRpg::new(57, 49, TieRule::Coin, RandomTermForm::Shortcut);
        let faces: &[u32] = &[3, 5, 6, 1, 3, 9, 9, 8];
        insta::assert_snapshot!(story(&climber, &[&[], faces]), @"
        Skill 57 against task 49: the skill is 8 ahead.
        The task has to catch up, 8 dice for a point each (1 and 2 stop): 3, 5, 6, 1, 3, 9, 9, 8. One die stops the task.
        The attempt succeeds.
        ");
        let close: &[u32] = &[3, 5, 6, 7, 3, 9, 9, 8];
        insta::assert_snapshot!(story(&climber, &[&[0], close]), @"
        Skill 57 against task 49: the skill is 8 ahead.
        The task has to catch up, 8 dice for a point each (1 and 2 stop): 3, 5, 6, 7, 3, 9, 9, 8. Nothing stops the task: it has caught up.
        A tie, which the coin gives to the active side: the attempt succeeds.
        ");
    }

    #[test]
    fn dice_for_tens_are_separate_from_the_rest() {
        let contest = AbstractRpg::new(0, 21, TieRule::Coin, RandomTermForm::Tens);
        insta::assert_snapshot!(story(&contest, &[&[], &[1, 4, 1]]), @"
        Skill 0 against task 21: the task is 21 ahead.
        The skill has to catch up, 2 dice for ten points each (1 continues): 1, 4; 1 die for a point each (1 and 2 stop): 1. 2 dice stop the skill.
        The attempt fails.
        ");
        let level = AbstractRpg::new(4, 4, TieRule::Tie, RandomTermForm::Tens);
        insta::assert_snapshot!(story(&level, &[&[1], &[]]), @"
        Skill 4 against task 4: neither is ahead.
        Neither side leads, so no dice are thrown.
        A tie, which the coin gives to the passive side: the attempt fails.
        ");
    }

    #[test]
    fn the_narration_of_a_trial_matches_its_counts() {
        let contest = AbstractRpg::new(57, 49, TieRule::Coin, RandomTermForm::D5);
        insta::assert_snapshot!(contest.narrate_trial(1, 2).lines.join("\n"), @"
        Skill 57 against task 49: the skill is 8 ahead.
        The active side throws 2, 4, 5, 4, 4, 2, 5, 3, 4, 4, 1: 10 before it stops.
        The passive side throws 2, 4, 2, 3, 1: 4 before it stops.
        57 - 49, and +6 by the dice, is a net of +14.
        The attempt succeeds.
        ");
    }
}
