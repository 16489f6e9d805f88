//! Metrics of an adventure.

use super::party::Party;
use super::{Character, OutcomeTarget, Scene};
use evenodds_core::contest::{CarriedValue, Metric, Record, Scale, Timeline, metrics};

/// Value of `prosperity_after` for a scene that was never reached.
const NOT_REACHED: i64 = -1;

/// Properties of an adventure that determine its metrics.
pub(super) struct Setup<'a> {
    pub(super) scenes: &'a [Scene],
    pub(super) endings: &'a [String],
    /// Characters without bases.
    pub(super) characters: &'a [Character],
    /// Carried fields of members of teams.
    pub(super) carried: &'a [CarriedValue],
    pub(super) sessions: u32,
    /// True if there is a group with prosperity.
    pub(super) group: bool,
}

metrics! {
    /// Positions of the metrics in a record.
    #[derive(Clone, Debug)]
    pub(super) struct Layout(all, setup: &Setup) {
        /// scenes played, in all sessions
        pub(super) scenes: usize = "scenes" => {
            let most = setup.scenes.len() as i64 * i64::from(setup.sessions);
            all.number("scenes", 1, most.clamp(2, 63))
        },
        /// whether the scene was reached; with several sessions, the number of them in which it was
        pub(super) reached: usize = "reached.<scene>" => in_sessions(all, setup),
        /// whether the scene had its first outcome, such as success; with several sessions, the
        /// number in which it had
        pub(super) won: usize = "won.<scene>" => in_sessions(all, setup),
        /// whether the adventure ended after the scene; with several sessions, the number in which
        /// it did
        pub(super) ended_in: usize = "ended_in.<scene>" => in_sessions(all, setup),
        /// number of transitions from the scene to a scene or an ending
        pub(super) transitions: usize = "way.<from> > <to>" => {
            let transitions = transitions(setup.scenes, setup.endings);
            let most = i64::from(setup.sessions).clamp(1, 63);
            all.each("times", transitions, |metric, (from, to)| {
                metric.about(&format!("{from} > {to}"), "").within(0, most)
            })
        },
        /// characters alive at the end
        pub(super) alive: usize = "alive" => number_of_characters(all, setup),
        /// characters free of wounds, losses and captivity at the end
        pub(super) fit: usize = "fit" => number_of_characters(all, setup),
        /// wounds received
        pub(super) wounds: usize = "wounds" => all.number("wounds", 0, 15),
        /// Classes lost, for a time or for good
        pub(super) classes_lost: usize = "classes_lost" => all.number("Classes", 0, 31),
        /// whether a character was taken out or wounded in the scene; with several sessions, the
        /// number in which one was
        pub(super) hurt_in: usize = "hurt_in.<scene>" => in_sessions(all, setup),
        /// wounds received in the scene
        pub(super) wounds_in: usize = "wounds_in.<scene>" => of_scenes(all, setup, "wounds", 15),
        /// Classes lost in the scene, for a time or for good
        pub(super) classes_lost_in: usize = "classes_lost_in.<scene>" =>
            of_scenes(all, setup, "Classes", 31),
        /// whether the character was ever taken out or wounded
        pub(super) hurt: usize = "hurt.<character>" => of_characters(all, setup),
        /// whether the character is dead at the end
        pub(super) died: usize = "died.<character>" => of_characters(all, setup),
        /// whether the character is dead or captured at the end
        pub(super) out: usize = "out.<character>" => of_characters(all, setup),
        /// the carried field of the member at the end, in the trials with a scene that has it
        pub(super) carried: usize = "carried.<member> <field>" => {
            let varies = setup.carried.iter().filter(|value| varies(value));
            all.each("", varies, |metric, value| {
                let (low, high) = value.bounds;
                metric.about(&subject(value, setup.carried), "").within(low, high).or_never(low - 1)
            })
        },
        /// with a group: dice of its prosperity at the end
        pub(super) prosperity: Option<usize> = "prosperity" =>
            setup.group.then(|| all.number("dice", 0, 6)),
        /// with a group: dice of its prosperity after the last time of the scene, in the trials in
        /// which it was reached
        pub(super) prosperity_after: Option<usize> = "prosperity_after.<scene>" =>
            setup.group.then(|| {
                all.each("dice", setup.scenes, |metric, scene| {
                    metric.about(&scene.name, "").within(0, 6).or_never(NOT_REACHED)
                })
            }),
        /// with several sessions: whether the session ended well, with done
        pub(super) done: Option<usize> = "done.<session>" => by_session(all, setup, ("sessions", 1)),
        /// with several sessions: characters alive at the end of the session
        pub(super) alive_after: Option<usize> = "alive_after.<session>" =>
            by_session(all, setup, ("characters", setup.characters.len() as i64)),
    }
}

/// Returns a timeline for each character: whether it is unhurt, by number of scenes.
pub(super) fn timelines(characters: &[Character]) -> Vec<Timeline> {
    let characters = characters.iter();
    characters
        .map(|character| Timeline {
            base: "unhurt",
            subject: character.name.clone(),
            section: String::new(),
            unit: "scenes",
            of: 1,
        })
        .collect()
}

/// Adds a metric for each scene: whether an event occurs in it, or in how many sessions.
fn in_sessions(all: &mut evenodds_core::contest::Metrics, setup: &Setup) -> usize {
    all.each("sessions", setup.scenes, |metric, scene| {
        metric.about(&scene.name, "").counting(setup.sessions)
    })
}

/// Adds a metric for each scene, with values from 0 to `most`.
fn of_scenes(
    all: &mut evenodds_core::contest::Metrics,
    setup: &Setup,
    unit: &'static str,
    most: i64,
) -> usize {
    all.each(unit, setup.scenes, |metric, scene| {
        metric.about(&scene.name, "").within(0, most)
    })
}

/// Returns whether a carried field has more than one possible value.
pub(super) fn varies(value: &CarriedValue) -> bool {
    value.bounds.0 < value.bounds.1
}

/// Returns the name of a carried field, with its team if another team has a member of the same name.
fn subject(value: &CarriedValue, all: &[CarriedValue]) -> String {
    let CarriedValue {
        team, owner, name, ..
    } = value;
    if all
        .iter()
        .any(|one| one.owner == *owner && one.team != *team)
    {
        format!("{team} {owner} {name}")
    } else {
        format!("{owner} {name}")
    }
}

fn number_of_characters(all: &mut evenodds_core::contest::Metrics, setup: &Setup) -> usize {
    all.number("characters", 0, setup.characters.len().max(1) as i64)
}

fn of_characters(all: &mut evenodds_core::contest::Metrics, setup: &Setup) -> usize {
    all.each("characters", setup.characters, |metric, character| {
        metric.about(&character.name, "").counting(1)
    })
}

fn by_session(
    all: &mut evenodds_core::contest::Metrics,
    setup: &Setup,
    (unit, most): (&'static str, i64),
) -> Option<usize> {
    (setup.sessions > 1).then(|| {
        all.each(unit, 1..=setup.sessions, |metric, session| Metric {
            scale: Scale::Path("session"),
            ..metric
                .about(&session.to_string(), "")
                .within(0, most.max(1))
        })
    })
}

/// Returns all transitions from a scene to a scene or ending, as pairs of names.
pub(super) fn transitions<'a>(
    scenes: &'a [Scene],
    endings: &'a [String],
) -> Vec<(&'a str, &'a str)> {
    let mut all = Vec::new();
    for scene in scenes {
        for &target in &scene.targets {
            all.push((scene.name.as_str(), name_of(target, scenes, endings)));
        }
    }
    all
}

/// Returns the name of a scene or an ending.
pub(super) fn name_of<'a>(
    target: OutcomeTarget,
    scenes: &'a [Scene],
    endings: &'a [String],
) -> &'a str {
    match target {
        OutcomeTarget::Scene(scene) => &scenes[scene].name,
        OutcomeTarget::Ending(ending) => &endings[ending],
    }
}

impl Layout {
    /// Sets the values that are known only at the end of a trial.
    pub(super) fn finish(
        &self,
        party: &Party,
        (scenes, carried): (usize, &[CarriedValue]),
        record: &mut Record,
    ) {
        let values = &mut record.values;
        let carried = party.carried.iter().zip(carried);
        let carried = carried.filter(|(_, of)| varies(of));
        for (metric, (value, of)) in (self.carried..).zip(carried) {
            values[metric] = value.unwrap_or(of.bounds.0 - 1);
        }
        values[self.alive] = party.alive() as i64;
        values[self.fit] = party.fit() as i64;
        for (position, member) in party.people().iter().enumerate() {
            values[self.died + position] = i64::from(member.dead);
            values[self.out + position] = i64::from(member.dead || member.captured);
        }
        if let Some(prosperity) = self.prosperity {
            values[prosperity] = i64::from(party.prosperity);
        }
        if let Some(after) = self.prosperity_after {
            for scene in 0..scenes {
                if values[self.reached + scene] == 0 {
                    values[after + scene] = NOT_REACHED;
                }
            }
        }
    }
}
