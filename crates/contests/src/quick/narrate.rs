//! Transcript of the Quick Formula.

use super::{Event, Quick, Thrower};
use evenodds_core::contest::{Events, counted, sixes_add};

impl Events for Quick {
    type Event = Event;

    fn narrate(&self, event: &Event) -> String {
        match *event {
            Event::Acted { pool } => format!(
                "{} throws {}, {pool}: {}.",
                self.actor.name,
                thrown(&self.actor),
                counted(pool.sum(), "point", "points")
            ),
            Event::Helped { helper, pool } => format!(
                "{} helps with {}, {pool}: {}.",
                self.helpers[helper].name,
                thrown(&self.helpers[helper]),
                sixes_add(pool)
            ),
            Event::Resolved { total } => {
                let (name, margin) = (&self.actor.name, total - self.difficulty);
                let ending = match margin {
                    0 => "succeeds with nothing to spare".to_owned(),
                    1.. => format!("succeeds with {margin} to spare"),
                    _ => format!("fails, {} short", -margin),
                };
                format!(
                    "{total} against a difficulty of {}: {name} {ending}.",
                    self.difficulty
                )
            }
        }
    }
}

/// Formats the number of dice thrown, and the size of the Class if it fits only half.
fn thrown(thrower: &Thrower) -> String {
    if thrower.dice == thrower.class {
        counted(thrower.dice, "die", "dice")
    } else {
        format!("{} of {} dice", thrower.dice, thrower.class)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Half;
    use super::*;
    use evenodds_core::contest::{Narrate, narrate_with};
    use evenodds_core::dice::Scripted;

    #[test]
    fn a_transcript_shows_every_die() {
        let quick = Quick::new(
            20,
            Thrower::full("Skinner the Burglar", 2),
            vec![
                Thrower::full("Legendary Lockpick", 6),
                Thrower::semi("Lookout", 3, Half::Up),
                Thrower::full("Rookie", 1),
            ],
        );
        let lists = vec![vec![5, 3], vec![6, 1, 6, 2, 2, 4], vec![6, 5], vec![1]];
        let transcript = narrate_with(&quick, &mut Scripted::new(lists));
        insta::assert_snapshot!(transcript.lines.join("\n"), @r"
        Skinner the Burglar throws 2 dice, {3,5}: 8 points.
        Legendary Lockpick helps with 6 dice, {1,2,2,4,6,6}: 2 sixes add 12.
        Lookout helps with 2 of 3 dice, {5,6}: 1 six adds 6.
        Rookie helps with 1 die, {1}: no sixes, so nothing is added.
        26 against a difficulty of 20: Skinner the Burglar succeeds with 6 to spare.
        ");
    }

    #[test]
    fn a_transcript_ends_with_the_margin() {
        let last = |difficulty| {
            let quick = Quick::new(difficulty, Thrower::full("Skinner", 1), vec![]);
            narrate_with(&quick, &mut Scripted::new(vec![vec![3]]))
                .lines
                .pop()
        };
        let lines = [last(1), last(3), last(i64::MAX)];
        insta::assert_snapshot!(lines.map(Option::unwrap).join("\n"), @r"
        3 against a difficulty of 1: Skinner succeeds with 2 to spare.
        3 against a difficulty of 3: Skinner succeeds with nothing to spare.
        3 against a difficulty of 9223372036854775807: Skinner fails, 9223372036854775804 short.
        ");
    }

    #[test]
    fn the_narration_of_a_trial_agrees_with_its_record() {
        let quick = Quick::new(14, Thrower::full("Expert", 4), vec![]);
        let transcript = quick.narrate_trial(1, 5);
        insta::assert_snapshot!(transcript.lines.join("\n"), @r"
        Expert throws 4 dice, {1,2,5,6}: 14 points.
        14 against a difficulty of 14: Expert succeeds with nothing to spare.
        ");
    }
}
