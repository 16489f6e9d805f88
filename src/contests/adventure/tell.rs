//! An adventure in words: its scenes one after another, each told by its contest.

use super::Adventure;
use super::evening::{Evening, Moment};
use super::party::Hurt;
use crate::contest::{Record, Story, Tell, counted};

impl Tell for Adventure {
    fn tell(&self, seed: u64, trial: u64) -> Story {
        self.told(seed, trial, false)
    }

    fn tell_with_advice(&self, seed: u64, trial: u64) -> Option<Story> {
        let story = self.told(seed, trial, true);
        story.advice.iter().any(Option::is_some).then_some(story)
    }
}

impl Adventure {
    fn told(&self, seed: u64, trial: u64, advised: bool) -> Story {
        let mut lines = Vec::new();
        let mut advice = Vec::new();
        let mut record = Record::new(self);
        let mut number = 0;
        let mut session = 1;
        Evening::new(self, seed).play(trial, &mut record, &mut |moment| {
            let mut say = |line: String| {
                lines.push(line);
                advice.push(None);
            };
            match moment {
                Moment::Session(of) => {
                    (session, number) = (of, 0);
                    if self.sessions > 1 {
                        say(format!("Session {session}"));
                    }
                }
                Moment::Scene { scene, contest } => {
                    number += 1;
                    say(format!("Scene {number}: {}", self.scenes[scene].name));
                    match contest {
                        Some((staged, dice)) => {
                            let story = staged.part().tell_of(&mut dice.clone(), advised);
                            let outcome = &staged.contest().outcomes()[story.record.outcome];
                            let many = story.lines.len();
                            lines.extend(story.lines);
                            let clauses = story.advice.into_iter();
                            advice.extend(clauses.chain(std::iter::repeat(None)).take(many));
                            lines.push(format!("So {}.", outcome.phrase));
                            advice.push(None);
                        }
                        None => say("Nobody is left who could take part.".to_owned()),
                    }
                }
                Moment::Hurt { character, hurt } => {
                    let name = &self.crew.characters[character].name;
                    if let Some(line) = hurt_line(name, hurt) {
                        say(line);
                    }
                }
                Moment::Spent { name, dice, left } => say(format!(
                    "It costs {} of {name}; {left} left.",
                    counted(dice, "die", "dice")
                )),
                Moment::Night => say("The session ends.".to_owned()),
                Moment::Paid { dice, left } => say(format!(
                    "It costs {} of prosperity; {left} left.",
                    counted(dice, "die", "dice")
                )),
                Moment::Treated {
                    healer,
                    patient,
                    total,
                    success,
                } => {
                    let [healer, patient] =
                        [healer, patient].map(|one| &self.crew.characters[one].name);
                    let with = if success { "with success" } else { "in vain" };
                    let difficulty = self.options.healing_difficulty;
                    say(format!(
                        "{healer} treats {patient}: {total} against a difficulty of {difficulty}, {with}."
                    ));
                }
                Moment::Ended { ending } => say(match ending {
                    Some(ending) => format!("The end: {}.", self.outcomes[ending].phrase),
                    None => format!(
                        "No end after {} scenes.",
                        self.options.max_scenes
                    ),
                }),
            }
        });
        Story {
            lines,
            advice: if advised { advice } else { Vec::new() },
            record,
        }
    }
}

fn hurt_line(name: &str, hurt: Hurt) -> Option<String> {
    if hurt.died {
        return Some(format!("{name} is dead."));
    }
    let mut parts = Vec::new();
    if hurt.wounds > 0 {
        parts.push("is wounded".to_owned());
    }
    if hurt.classes > 0 {
        parts.push(format!(
            "loses {}",
            counted(hurt.classes, "Class", "Classes")
        ));
    }
    if hurt.captured {
        parts.push("is captured".to_owned());
    }
    (!parts.is_empty()).then(|| format!("{name} {}.", parts.join(" and ")))
}
