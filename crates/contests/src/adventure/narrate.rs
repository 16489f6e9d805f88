//! Narration of an adventure, scene by scene; each contest narrates its own scene.

use super::consequences::TrialEvent;
use super::measure::varies;
use super::party::{Hurt, Recovery, Treated};
use super::scenes::PreparedScene;
use super::trial::TrialPlayer;
use super::wounds::Wound;
use super::{Adventure, Character, Scene};
use evenodds_core::contest::{
    CarriedValue, Describe, Narrate, Narration, Record, WoundEffect, counted,
};
use evenodds_core::dice::Sampled;

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
        let mut record = Record::new(self);
        let mut narrator = Narrator {
            adventure: self,
            advised,
            scenes: 0,
            lines: Vec::new(),
            advice: Vec::new(),
        };
        TrialPlayer::new(self, seed)
            .play(trial, &mut record, &mut |event| narrator.narrate(&event));
        Narration {
            lines: narrator.lines,
            advice: if advised { narrator.advice } else { Vec::new() },
            record,
        }
    }
}

/// Narration of a trial up to an event.
struct Narrator<'a> {
    adventure: &'a Adventure,
    /// True if the contests of scenes give advice.
    advised: bool,
    /// Number of scenes of the session so far.
    scenes: u32,
    lines: Vec<String>,
    /// Advice on each line.
    advice: Vec<Option<String>>,
}

impl Narrator<'_> {
    /// Adds a line without advice.
    fn push(&mut self, line: String) {
        self.lines.push(line);
        self.advice.push(None);
    }

    /// Adds the lines of an event.
    fn narrate(&mut self, event: &TrialEvent<'_>) {
        let adventure = self.adventure;
        match *event {
            TrialEvent::Session(session) => {
                self.scenes = 0;
                if adventure.sessions > 1 {
                    self.push(format!("Session {session}"));
                }
            }
            TrialEvent::Scene {
                scene,
                contest,
                carried,
            } => self.narrate_scene(scene, contest, carried),
            TrialEvent::Rested { slot, from, to } => {
                let CarriedValue { owner, name, .. } = &adventure.carried[slot];
                self.push(format!("{owner} rests: {name} {from} to {to}."));
            }
            TrialEvent::Hurt {
                character,
                hurt,
                wounds,
            } => {
                let character = &adventure.crew.characters[character];
                if let Some(line) = hurt_line(character, hurt, wounds) {
                    self.push(line);
                }
            }
            TrialEvent::Recovered {
                character,
                recovery,
            } => {
                let character = &adventure.crew.characters[character];
                self.push(recovery_line(character, recovery));
            }
            TrialEvent::Spent { name, dice, left } => {
                let dice = counted(dice, "die", "dice");
                self.push(format!("It costs {dice} of {name}; {left} left."));
            }
            TrialEvent::SessionEnd => self.push("The session ends.".to_owned()),
            TrialEvent::Paid { dice, left } => {
                let dice = counted(dice, "die", "dice");
                self.push(format!("It costs {dice} of prosperity; {left} left."));
            }
            TrialEvent::Treated {
                healer,
                patient,
                wound,
                total,
                treated,
            } => {
                let [healer, patient] =
                    [healer, patient].map(|one| &adventure.crew.characters[one]);
                let difficulty = adventure.options.healing_difficulty;
                let result = treated_clause(patient, treated);
                self.push(format!(
                    "{} treats {} ({}): {total} against a difficulty of {difficulty}, {result}.",
                    healer.name,
                    patient.name,
                    about(wound)
                ));
            }
            TrialEvent::Ended { ending } => {
                let scenes = adventure.options.max_scenes;
                self.push(ending.map_or_else(
                    || format!("No ending is reached in {scenes} scenes."),
                    |ending| format!("The end: {}.", adventure.outcomes()[ending].phrase),
                ));
            }
        }
    }

    /// Adds the lines of a scene, with those of its contest.
    fn narrate_scene(
        &mut self,
        scene: usize,
        contest: Option<(&PreparedScene, &Sampled)>,
        carried: &[Option<i64>],
    ) {
        self.scenes += 1;
        let Scene {
            name, carried: of, ..
        } = &self.adventure.scenes[scene];
        self.push(format!("Scene {}: {name}", self.scenes));
        let of = of.iter().map(|&slot| &self.adventure.carried[slot]);
        let before: Vec<(&CarriedValue, &Option<i64>)> = of.zip(carried).collect();
        let known = before.iter().filter(|(of, _)| varies(of));
        let known = known.filter_map(|&(of, value)| Some((of, (*value)?)));
        if let Some(line) = carried_line(known) {
            self.push(line);
        }
        let Some((staged, dice)) = contest else {
            self.push(match before.first() {
                Some((of, _)) => format!("Of {} no member is left who could take part.", of.team),
                None => "No character is left who could take part.".to_owned(),
            });
            return;
        };
        let mut stage = staged.part().stage();
        staged
            .contest()
            .lasting_effects()
            .carry_in(&mut stage, carried);
        let dice = &mut dice.clone();
        let transcript = staged.part().narration_of(&mut stage, dice, self.advised);
        let outcome = &staged.contest().outcomes()[transcript.record.outcome];
        let many = transcript.lines.len();
        self.lines.extend(transcript.lines);
        let clauses = transcript.advice.into_iter();
        self.advice
            .extend(clauses.chain(std::iter::repeat(None)).take(many));
        self.push(format!("So {}.", outcome.phrase));
    }
}

/// Lists values that a scene takes over; `None` if there are none.
fn carried_line<'a>(values: impl Iterator<Item = (&'a CarriedValue, i64)>) -> Option<String> {
    let mut owners: Vec<((&str, &str), String)> = Vec::new();
    for (of, value) in values {
        let owner = (&*of.team, &*of.owner);
        let field = format!("{} {value}", of.name);
        match owners.last_mut() {
            Some((last, fields)) if *last == owner => *fields = format!("{fields}, {field}"),
            _ => owners.push((owner, format!("{}: {field}", of.owner))),
        }
    }
    let owners: Vec<String> = owners.into_iter().map(|one| one.1).collect();
    (!owners.is_empty()).then(|| format!("Carried over: {}.", owners.join("; ")))
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
