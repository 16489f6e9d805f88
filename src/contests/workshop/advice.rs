//! What the perfect player would have decided, and what it costs to decide otherwise.
//!
//! Costs are in the chance of success if all that follows is played perfectly.

use super::Event;
use super::craft::{Craft, Replacement};
use super::perfect::Perfect;
use crate::contest::counted;
use crate::dice::Pool;

/// What would have been better than what an event shows, as one clause; `None` where nothing was
/// decided.
pub(super) fn advice(perfect: &Perfect, event: &Event) -> Option<String> {
    match *event {
        Event::Rolled {
            craft,
            supply,
            rolled,
            ..
        } => (supply > 1).then(|| how_many(perfect, &craft, supply, rolled.len())),
        Event::Worked {
            craft,
            supply,
            rolled,
            replacement,
        } => Some(which(perfect, &craft, supply, rolled, replacement)),
        Event::Began { .. } | Event::Again { .. } | Event::Ended { .. } => None,
    }
}

/// About how many dice of the Supply to roll.
fn how_many(perfect: &Perfect, craft: &Craft, supply: u32, chosen: u32) -> String {
    let best = perfect.plan_of(craft.sorted().rank(), supply).dice();
    let chances = Chances {
        best: perfect.worth(craft, supply),
        chosen: perfect.worth_of_rolling(craft, supply, chosen),
        all: 6_u32.pow(supply),
    };
    chances.verdict(&format!("roll {}", counted(best, "die", "dice")))
}

/// About which die to replace.
fn which(
    perfect: &Perfect,
    craft: &Craft,
    supply: u32,
    rolled: Pool,
    chosen: Option<Replacement>,
) -> String {
    let after = |replacement: Option<Replacement>| {
        let craft = replacement.map_or(*craft, |replacement| craft.with(replacement));
        perfect.worth(&craft, supply)
    };
    let best = perfect.best_replacement(craft, supply, rolled);
    let chances = Chances {
        best: after(best),
        chosen: after(chosen),
        all: 6_u32.pow(supply),
    };
    chances.verdict(&match best {
        None => "replace nothing".to_owned(),
        Some(new) => format!(
            "put a {} in the place of a {} in pile {}",
            new.face,
            craft.piles()[new.pile][new.die],
            new.pile + 1
        ),
    })
}

/// In how many of all ways the best choice succeeds, and the one that was made.
struct Chances {
    best: u32,
    chosen: u32,
    all: u32,
}

impl Chances {
    /// What to say of the choice that was made, when it is best to do as `best` says.
    fn verdict(&self, best: &str) -> String {
        let percent = |ways: u32| 100.0 * f64::from(ways) / f64::from(self.all);
        let success = percent(self.best);
        if self.best == 0 {
            "nothing can help any more".to_owned()
        } else if self.chosen == self.best {
            format!("nothing is better: success {success:.2} %")
        } else {
            // Two counts apart are 10^-5 points apart or more.
            let more = percent(self.best - self.chosen);
            let digits = if more < 0.01 { 5 } else { 2 };
            format!("better {best}: success {success:.2} %, {more:.digits$} points more")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Player, Setup, Start, Supply, Workshop};
    use super::*;
    use crate::contest::{Rules, Tell};

    /// The repair of the source: its totals, with faces that give them. Somebody decides who is not
    /// perfect.
    #[test]
    fn the_repair_of_the_android_goes_as_told_and_each_step_is_judged() {
        let start = Craft::new(&[[2, 1, 3], [4, 6, 5], [3, 3, 5]]).unwrap();
        let gex = Workshop::new(Setup {
            crafter: "Gex".to_owned(),
            supply: Supply {
                class: 5,
                assistance: true,
                time: true,
                facility: true,
            },
            start: Start::Given(start),
            reroll_solved: true,
            player: Player::Optimal,
        });
        // (dice, what is replaced, totals)
        let steps = [
            (&[2, 5][..], (1, 1, 2), [6, 11, 11]),
            (&[1, 3], (0, 1, 3), [8, 11, 11]),
            (&[1, 4, 6, 6], (0, 2, 6), [11, 11, 11]),
        ];
        let mut events = vec![Event::Began { craft: start }];
        let (mut craft, mut supply) = (start, 8);
        for (round, (faces, (pile, die, face), totals)) in (1..).zip(steps) {
            let rolled = Pool::from_faces(faces);
            events.push(Event::Rolled {
                round,
                craft,
                supply,
                rolled,
            });
            supply -= rolled.len();
            let new = Replacement { pile, die, face };
            events.push(Event::Worked {
                craft,
                supply,
                rolled,
                replacement: Some(new),
            });
            assert!(!craft.is_complete());
            craft.replace(new);
            assert_eq!(craft.totals()[..3], totals);
        }
        assert!(craft.is_complete());
        events.push(Event::Ended {
            craft,
            supply,
            rounds: 3,
        });
        let mut lines = Vec::new();
        for event in &events {
            lines.push(gex.sentence(event));
            lines.extend(gex.advice(event).map(|advice| format!("    > {advice}")));
        }
        insta::assert_snapshot!(lines.join("\n"), @"
        Gex has a Supply of 8 dice: 5 for skill, and one each for assistance, time and a facility. The Craft lies there:
        pile    1    2    3
                2    4    3
                1    6    3
                3    5    5
        total   6   15   11
        Round 1: Gex rolls 2 of 8 dice, {2,5}.
            > better roll 1 die: success 96.70 %, 2.45 points more
        Gex puts a 2 in the place of a 6 in pile 2; the piles are 5 points apart:
        pile    1    2    3
                2    4    3
                1   [2]   3
                3    5    5
        total   6   11   11
            > nothing is better: success 94.08 %
        Round 2: Gex rolls 2 of 6 dice, {1,3}.
            > better roll 1 die: success 94.08 %, 1.05 points more
        Gex puts a 3 in the place of a 1 in pile 1; the piles are 3 points apart:
        pile    1    2    3
                2    4    3
               [3]   2    3
                3    5    5
        total   8   11   11
            > nothing is better: success 85.42 %
        Round 3: Gex rolls all 4 dice left, {1,4,6,6}.
            > better roll 1 die: success 85.42 %, 5.17 points more
        Gex puts a 6 in the place of a 3 in pile 1; all piles match:
        pile    1    2    3
                2    4    3
                3    2    3
               [6]   5    5
        total  11   11   11
            > nothing is better: success 100.00 %
        All piles come to 11: Gex succeeds after 3 rounds, with the last of the Supply.
        ");
    }

    fn rolled(player: Player) -> Workshop {
        Workshop::new(Setup {
            crafter: "Gex".to_owned(),
            supply: Supply {
                class: 4,
                ..Supply::default()
            },
            start: Start::Rolled(3),
            reroll_solved: true,
            player,
        })
    }

    #[test]
    fn the_perfect_player_is_never_corrected() {
        let gex = rolled(Player::Optimal);
        let mut judged = 0;
        for trial in 0..300 {
            for advice in gex.tell_with_advice(3, trial).unwrap().advice {
                assert!(
                    advice
                        .as_ref()
                        .is_none_or(|advice| advice.starts_with("nothing"))
                );
                judged += usize::from(advice.is_some());
            }
        }
        assert!(judged > 1_000);
    }

    #[test]
    fn what_steps_cost_and_luck_gives_adds_up_over_a_story() {
        // One die a round, each step worse or as good; some are worse.
        let gex = rolled(Player::OneByOne);
        let corrected = |trial| {
            let story = gex.tell_with_advice(3, trial).unwrap();
            assert_eq!(story.advice.len(), story.lines.len());
            let better = |advice: &String| advice.starts_with("better ");
            story
                .advice
                .iter()
                .flatten()
                .filter(|advice| better(advice))
                .count()
        };
        assert!((0..300).map(corrected).sum::<usize>() > 100);
    }

    #[test]
    fn a_single_die_of_supply_leaves_no_choice_of_how_many() {
        let craft = Craft::new(&[[1, 2, 3], [2, 2, 2], [5, 1, 1]]).unwrap();
        let perfect = Perfect::solve(3, 2);
        let event = |supply| Event::Rolled {
            round: 1,
            craft,
            supply,
            rolled: Pool::one(4),
        };
        assert_eq!(advice(&perfect, &event(1)), None);
        assert!(advice(&perfect, &event(2)).is_some());
        assert_eq!(advice(&perfect, &Event::Began { craft }), None);
    }
}
