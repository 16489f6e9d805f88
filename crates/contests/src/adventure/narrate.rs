//! Narration of an adventure, scene by scene; each contest narrates its own scene.

use super::consequences::TrialEvent;
use super::party::{Hurt, Recovery, Treated};
use super::trial::TrialPlayer;
use super::wounds::Wound;
use super::{Adventure, Character};
use evenodds_core::contest::{Narrate, Narration, Record, WoundEffect, counted};

impl Narrate for Adventure {
    fn narrate_trial(&self, seed: u64, trial: u64) -> Narration {
        self.narrate_any(seed, trial, false)
    }

    fn narrate_with_advice(&self, seed: u64, trial: u64) -> Option<Narration> {
        let transcript = self.narrate_any(seed, trial, true);
        transcript
            .advice
            .iter()
            .any(Option::is_some)
            .then_some(transcript)
    }
}

impl Adventure {
    fn narrate_any(&self, seed: u64, trial: u64, advised: bool) -> Narration {
        let mut lines = Vec::new();
        let mut advice = Vec::new();
        let mut record = Record::new(self);
        let mut number = 0;
        let mut session = 1;
        TrialPlayer::new(self, seed).play(trial, &mut record, &mut |moment| {
            let mut push = |line: String| {
                lines.push(line);
                advice.push(None);
            };
            match moment {
                TrialEvent::Session(of) => {
                    (session, number) = (of, 0);
                    if self.sessions > 1 {
                        push(format!("Session {session}"));
                    }
                }
                TrialEvent::Scene { scene, contest } => {
                    number += 1;
                    push(format!("Scene {number}: {}", self.scenes[scene].name));
                    match contest {
                        Some((staged, dice)) => {
                            let transcript = staged.part().narration_of(&mut dice.clone(), advised);
                            let outcome = &staged.contest().outcomes()[transcript.record.outcome];
                            let many = transcript.lines.len();
                            lines.extend(transcript.lines);
                            let clauses = transcript.advice.into_iter();
                            advice.extend(clauses.chain(std::iter::repeat(None)).take(many));
                            lines.push(format!("So {}.", outcome.phrase));
                            advice.push(None);
                        }
                        None => push("No character is left who could take part.".to_owned()),
                    }
                }
                TrialEvent::Hurt {
                    character,
                    hurt,
                    wounds,
                } => {
                    let character = &self.crew.characters[character];
                    if let Some(line) = hurt_line(character, hurt, wounds) {
                        push(line);
                    }
                }
                TrialEvent::Recovered {
                    character,
                    recovery,
                } => push(recovery_line(&self.crew.characters[character], recovery)),
                TrialEvent::Spent { name, dice, left } => push(format!(
                    "It costs {} of {name}; {left} left.",
                    counted(dice, "die", "dice")
                )),
                TrialEvent::SessionEnd => push("The session ends.".to_owned()),
                TrialEvent::Paid { dice, left } => push(format!(
                    "It costs {} of prosperity; {left} left.",
                    counted(dice, "die", "dice")
                )),
                TrialEvent::Treated {
                    healer,
                    patient,
                    wound,
                    total,
                    treated,
                } => {
                    let [healer, patient] =
                        [healer, patient].map(|one| &self.crew.characters[one]);
                    let (difficulty, result) = (
                        self.options.healing_difficulty,
                        treated_clause(patient, treated),
                    );
                    push(format!(
                        "{} treats {} ({}): {total} against a difficulty of {difficulty}, {result}.",
                        healer.name,
                        patient.name,
                        about(wound)
                    ));
                }
                TrialEvent::Ended { ending } => push(match ending {
                    Some(ending) => format!("The end: {}.", self.outcomes[ending].phrase),
                    None => format!(
                        "No ending is reached in {} scenes.",
                        self.options.max_scenes
                    ),
                }),
            }
        });
        Narration {
            lines,
            advice: if advised { advice } else { Vec::new() },
            record,
        }
    }
}

/// Narrates the harm to a character, including its new wounds.
fn hurt_line(character: &Character, hurt: Hurt, wounds: &[Wound]) -> Option<String> {
    let name = &character.name;
    if hurt.died {
        return Some(format!("{name} is dead."));
    }
    let mut parts = Vec::new();
    if hurt.wounds > 0 {
        let wounds: Vec<String> = wounds.iter().map(|&wound| about(wound)).collect();
        parts.push(match &wounds[..] {
            [] => "is wounded and healed at once".to_owned(),
            [wound] => format!("is wounded ({wound})"),
            more => format!("is wounded {} times ({})", more.len(), more.join("; ")),
        });
    }
    if hurt.lost != 0 {
        parts.push(format!("loses {}", classes(character, hurt.lost)));
    }
    if hurt.captured {
        parts.push("is captured".to_owned());
    }
    (!parts.is_empty()).then(|| format!("{name} {}.", parts.join(" and ")))
}

/// Narrates a character's recovery at the end of a session.
fn recovery_line(character: &Character, recovery: Recovery) -> String {
    let mut parts = Vec::new();
    if recovery.healed > 0 {
        let healed = counted(recovery.healed as u32, "wound", "wounds");
        parts.push(format!("recovers from {healed}"));
    }
    if recovery.open > 0 {
        let open = counted(recovery.open as u32, "open wound", "open wounds");
        parts.push(format!("keeps {open}"));
    }
    if recovery.returned != 0 {
        let returned = classes(character, recovery.returned);
        parts.push(format!("has {returned} again"));
    }
    format!("{} {}.", character.name, parts.join(" and "))
}

/// Describes the effect of a healer's attempt.
fn treated_clause(patient: &Character, treated: Option<Treated>) -> String {
    let Some(treated) = treated else {
        return "without success".to_owned();
    };
    let undone = match treated.undone {
        WoundEffect::NonCombatant => "being out of fights is undone",
        WoundEffect::PermanentLoss => "the loss is undone",
        WoundEffect::NastyWound => "the nasty wound is undone",
    };
    let mut effects = vec![undone.to_owned()];
    if treated.healed {
        effects.push("the wound is healed".to_owned());
    }
    if treated.returned != 0 {
        let returned = classes(patient, treated.returned);
        effects.push(format!("{} has {returned} again", patient.name));
    }
    format!("with success: {}", effects.join(", "))
}

/// Lists the options of a wound.
fn about(wound: Wound) -> String {
    let options = wound.chosen.options().map(|option| match option {
        WoundEffect::NonCombatant => "out of fights",
        WoundEffect::PermanentLoss => "a permanent loss",
        WoundEffect::NastyWound => "nasty",
    });
    let carried = wound.carried.then_some("carried over");
    options.chain(carried).collect::<Vec<_>>().join(", ")
}

/// Lists the names of a set of Classes; bit *k* means Class *k*.
fn classes(character: &Character, bits: u16) -> String {
    let classes = character.classes.iter().enumerate();
    let classes = classes.filter(|(class, _)| bits >> class & 1 == 1);
    let names: Vec<&str> = classes.map(|(_, class)| class.name.as_str()).collect();
    names.join(", ")
}
