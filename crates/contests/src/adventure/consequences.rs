//! Consequences of scenes for the characters, for trials and for the exact solution.

use super::casting::Role;
use super::party::{Hurt, MOST_CHARACTERS, Member, Party, Recovery, Treated};
use super::scenes::{OutcomeEffects, PreparedScene};
use super::wounds::Wound;
use super::{Adventure, OutcomeTarget, Possession, Unmanned, WhenHealed};
use evenodds_core::contest::{Aftermath, GroupMeans, Record};
use evenodds_core::dice::Sampled;

/// An event during a trial, for narration.
pub(super) enum TrialEvent<'m> {
    /// A session starts; contains its number, from 1.
    Session(u32),
    /// A scene with its contest and the initial random streams; no contest if a required part is
    /// empty.
    Scene {
        scene: usize,
        contest: Option<(&'m PreparedScene, &'m Sampled)>,
        /// Carried values before the contest, by their index in it.
        carried: &'m [Option<i64>],
    },
    /// A rest changed a carried value.
    Rested { slot: usize, from: i64, to: i64 },
    /// A character was hurt; `wounds` has the new open wounds.
    Hurt {
        character: usize,
        hurt: Hurt,
        wounds: &'m [Wound],
    },
    /// A character recovered at the end of a session.
    Recovered {
        character: usize,
        recovery: Recovery,
    },
    /// A base or cargo lost dice.
    Spent { name: &'m str, dice: u32, left: u32 },
    /// The session ended early, within the adventure.
    SessionEnd,
    /// The group paid dice of prosperity.
    Paid { dice: u32, left: u32 },
    /// A healer tried to treat a wound; contains the wound before, and the effect of a success.
    Treated {
        healer: usize,
        patient: usize,
        wound: Wound,
        total: u32,
        treated: Option<Treated>,
    },
    /// A session ended; `None` if it reached `rules.max_scenes` without an ending.
    Ended { ending: Option<usize> },
}

/// Progress of an adventure, without the state of the characters.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct TrialProgress {
    pub(super) session: u32,
    pub(super) scene: usize,
    /// Sets of scenes reached, won, and with harm in this session: bit *k* means scene *k*.
    reached: u128,
    won: u128,
    harmed: u128,
    /// Outcome of the last session that ended.
    pub(super) outcome: usize,
}

impl TrialProgress {
    /// Returns the start of the first session, at the given scene.
    pub(super) fn new(scene: usize) -> Self {
        Self {
            session: 1,
            scene,
            reached: 0,
            won: 0,
            harmed: 0,
            outcome: 0,
        }
    }
}

/// Result of a scene's contest, as far as it affects the adventure.
pub(super) struct SceneResult<'a, A> {
    pub(super) outcome: usize,
    /// Function from an actor's index in the contest to its state after the contest.
    pub(super) aftermath: A,
    pub(super) means: Option<GroupMeans>,
    /// Carried values after the contest, by their index in it.
    pub(super) carried: &'a [Option<i64>],
}

impl Adventure {
    /// Applies the result of a scene's contest. Returns the consequences of the outcome, including
    /// whether a character was hurt.
    pub(super) fn apply_scene_result(
        &self,
        position: usize,
        staged: &PreparedScene,
        left: &SceneResult<'_, impl Fn(usize) -> Aftermath>,
        party: &mut Party,
        record: &mut Record,
        see: &mut impl FnMut(TrialEvent<'_>),
    ) -> OutcomeEffects {
        let lead = staged.outcomes[left.outcome];
        for (&slot, &value) in self.scenes[position].carried.iter().zip(left.carried) {
            party.carried[slot] = value;
        }
        let mut harmed = false;
        for (actor, role) in &staged.actors {
            let after = (left.aftermath)(*actor);
            let of = (role.character, &self.crew.characters[role.character]);
            let hurt = party.apply_aftermath(of, &role.classes, &after, &self.options);
            self.count(
                (position, role.character),
                (hurt, &mut harmed),
                (&*party, &mut *record),
                see,
            );
        }
        if let Some(means) = &left.means {
            if self.scenes[position].prosperous {
                party.prosperity = means.prosperity;
            }
            for &(backer, character, class) in &staged.backers {
                let hurt = party.set_dice(character, class, means.backers[backer]);
                if !self.crew.is_base(character) {
                    self.count(
                        (position, character),
                        (hurt, &mut harmed),
                        (&*party, &mut *record),
                        see,
                    );
                }
            }
            for &(bit, cargo) in &staged.cargoes {
                let cargo_state = &mut party.cargoes[cargo];
                cargo_state.held = means.held >> bit & 1 == 1;
                cargo_state.on_offer = means.on_offer >> bit & 1 == 1;
                cargo_state.foreign = means.foreign >> bit & 1 == 1;
            }
            party.refuse(staged, means.refused);
        }
        self.charge(
            (position, lead),
            (&staged.roles, &mut harmed),
            party,
            record,
            see,
        );
        OutcomeEffects { harmed, ..lead }
    }

    /// Applies the cost of an outcome to the participants `roles`; sets `harmed` to true if a
    /// character is hurt.
    fn charge(
        &self,
        (position, lead): (usize, OutcomeEffects),
        (roles, harmed): (&[Role], &mut bool),
        party: &mut Party,
        record: &mut Record,
        see: &mut impl FnMut(TrialEvent<'_>),
    ) {
        let scene = &self.scenes[position];
        let Some(cost) = lead.cost.map(|cost| &scene.cost[cost].1) else {
            return;
        };
        if cost.prosperity > 0 && self.has_group {
            let paid = cost.prosperity.min(u32::from(party.prosperity));
            party.prosperity -= paid as u8;
            see(TrialEvent::Paid {
                dice: paid,
                left: u32::from(party.prosperity),
            });
        }
        for &(possession, dice) in &cost.dice {
            let name = match possession {
                Possession::Base(base) => &self.crew.characters[base].name,
                Possession::Cargo(cargo) => &self.crew.cargoes[cargo].name,
            };
            let left = party.spend(possession, dice);
            see(TrialEvent::Spent { name, dice, left });
        }
        let mut pay = |character: usize, classes: &[u8]| {
            if self.crew.is_base(character) {
                return;
            }
            let who = (character, &self.crew.characters[character]);
            let hurt = party.apply_cost(who, classes, cost, &self.options);
            self.count(
                (position, character),
                (hurt, harmed),
                (&*party, &mut *record),
                see,
            );
        };
        if cost.of.is_empty() {
            for role in roles {
                pay(role.character, &role.classes);
            }
        }
        for &character in &cost.of {
            let role = roles.iter().find(|role| role.character == character);
            pay(character, role.map_or(&[], |role| &role.classes));
        }
    }

    /// Applies a scene in which a required part is empty, by `rules.unmanned`. Returns the
    /// consequences of the outcome.
    pub(super) fn unmanned(
        &self,
        position: usize,
        party: &mut Party,
        record: &mut Record,
        see: &mut impl FnMut(TrialEvent<'_>),
    ) -> OutcomeEffects {
        let scene = &self.scenes[position];
        let lead = match self.options.unmanned {
            Unmanned::Worst => scene.lead(&scene.worst),
            Unmanned::Skip => OutcomeEffects {
                target: scene.next,
                cost: None,
                won: false,
                harmed: false,
            },
        };
        let mut harmed = false;
        self.charge((position, lead), (&[], &mut harmed), party, record, see);
        OutcomeEffects { harmed, ..lead }
    }

    /// Records a played scene and the transition that follows it.
    pub(super) fn counts(
        &self,
        progress: &mut TrialProgress,
        lead: OutcomeEffects,
        party: &Party,
        values: &mut [i64],
    ) {
        if let Some(prosperity) = self.layout.prosperity_after {
            values[prosperity + progress.scene] = i64::from(party.prosperity);
        }
        values[self.layout.scenes] += 1;
        progress.reached |= 1 << progress.scene;
        progress.won |= u128::from(lead.won) << progress.scene;
        progress.harmed |= u128::from(lead.harmed) << progress.scene;
        let scene = &self.scenes[progress.scene];
        let transition = scene.targets.iter().position(|&one| one == lead.target);
        values[self.layout.transitions + scene.first_transition + transition.unwrap_or(0)] += 1;
    }

    /// Returns the first scene of a session.
    pub(super) fn begins(&self, session: u32) -> usize {
        self.first[(session as usize - 1) % self.first.len()]
    }

    /// Leaves a scene. Ends the session if the scene has `session_ends` and another scene follows.
    pub(super) fn leave_scene(
        &self,
        position: usize,
        target: OutcomeTarget,
        party: &mut Party,
        see: &mut impl FnMut(TrialEvent<'_>),
    ) {
        let continues =
            matches!(target, OutcomeTarget::Scene(_)) && party.scene < self.options.max_scenes;
        if self.scenes[position].session_ends && continues {
            see(TrialEvent::SessionEnd);
            party.end_session_early(&mut |character, recovery| recovered(character, recovery, see));
        }
    }

    /// Returns whether wounds are treated after a scene and any wound is open.
    pub(super) fn treats(&self, position: usize, party: &Party) -> bool {
        let treats = match self.options.healing {
            WhenHealed::Scenes => true,
            WhenHealed::Rest => self.scenes[position].rest,
            WhenHealed::Never => false,
        };
        let wounded = |one: &Member| !one.wounds.all().is_empty();
        treats && party.members.iter().any(wounded)
    }

    /// Ends a session and starts the next. Returns whether it was the last session.
    pub(super) fn ends_session(
        &self,
        progress: &mut TrialProgress,
        ending: Option<usize>,
        party: &mut Party,
        values: &mut [i64],
        see: &mut impl FnMut(TrialEvent<'_>),
    ) -> bool {
        let layout = &self.layout;
        for position in 0..self.scenes.len() {
            values[layout.reached + position] += (progress.reached >> position & 1) as i64;
            values[layout.won + position] += (progress.won >> position & 1) as i64;
            values[layout.hurt_in + position] += (progress.harmed >> position & 1) as i64;
        }
        values[layout.ended_in + progress.scene] += i64::from(ending.is_some());
        progress.outcome = ending.unwrap_or(self.endings.len());
        let by_session = progress.session as usize - 1;
        if let Some(done) = layout.done {
            values[done + by_session] = i64::from(progress.outcome == 0);
        }
        if let Some(alive) = layout.alive_after {
            values[alive + by_session] = party.alive() as i64;
        }
        if progress.session == self.sessions {
            return true;
        }
        let mut see = |character, recovery| recovered(character, recovery, see);
        party.rest(&self.crew.characters, &self.options, &mut see);
        *progress = TrialProgress {
            session: progress.session + 1,
            ..TrialProgress::new(self.begins(progress.session + 1))
        };
        false
    }

    /// Records the harm to a character in a scene, and sets `harmed` to true if there is any.
    fn count(
        &self,
        (position, character): (usize, usize),
        (hurt, harmed): (Hurt, &mut bool),
        (party, record): (&Party, &mut Record),
        see: &mut impl FnMut(TrialEvent<'_>),
    ) {
        if hurt == Hurt::default() {
            return;
        }
        let layout = &self.layout;
        let values = &mut record.values;
        if hurt.harmed && values[layout.hurt + character] == 0 {
            let scenes = values[layout.scenes] + 1;
            record.ends.push((character as u32, scenes));
        }
        *harmed |= hurt.harmed;
        values[layout.hurt + character] |= i64::from(hurt.harmed);
        values[layout.wounds] += i64::from(hurt.wounds);
        let lost = i64::from(hurt.lost.count_ones());
        values[layout.classes_lost] += lost;
        values[layout.wounds_in + position] += i64::from(hurt.wounds);
        values[layout.classes_lost_in + position] += lost;
        let wounds = party.members[character].wounds.all();
        see(TrialEvent::Hurt {
            character,
            hurt,
            wounds: &wounds[wounds.len() - usize::from(hurt.open)..],
        });
    }

    /// Treats each open wound once, oldest first, by the other character with the most dice in a
    /// healer's Class before all treatments. `attempt` rolls a number of dice for a patient; it
    /// returns their sum and whether that reaches the difficulty.
    pub(super) fn treat(
        &self,
        party: &mut Party,
        mut attempt: impl FnMut(usize, u32) -> (u32, bool),
        see: &mut impl FnMut(TrialEvent<'_>),
    ) {
        let characters = &self.crew.characters;
        // The treatments are simultaneous: a healer who is healed now treats no one yet.
        let mut dice = [0; MOST_CHARACTERS];
        for (dice, (member, character)) in
            dice.iter_mut().zip(party.people().iter().zip(characters))
        {
            let class = character.healer.filter(|_| member.is_available(false));
            let class = class.filter(|&class| member.has(class, party.scene + 1));
            *dice = class.map_or(0, |class| member.dice[class]);
        }
        for patient in 0..party.members.len() {
            let member = &party.members[patient];
            if member.dead || member.captured {
                continue;
            }
            let mut position = 0;
            for _ in 0..member.wounds.all().len() {
                let healers = (0..dice.len()).filter(|&one| one != patient && dice[one] > 0);
                // This patient may be the only healer, so others may still have one.
                let Some(healer) = healers.rev().max_by_key(|&healer| dice[healer]) else {
                    break;
                };
                let wound = party.members[patient].wounds.all()[position];
                let count = u32::from(dice[healer]);
                let (total, success) = attempt(patient, count);
                let treated = success.then(|| party.treat(patient, position)).flatten();
                // A healed wound is removed, so the next wound takes its index.
                position += usize::from(!treated.is_some_and(|treated| treated.healed));
                see(TrialEvent::Treated {
                    healer,
                    patient,
                    wound,
                    total,
                    treated,
                });
            }
        }
    }
}

/// Reports the recovery of a character unless it is empty.
fn recovered(character: usize, recovery: Recovery, see: &mut impl FnMut(TrialEvent<'_>)) {
    if recovery != Recovery::default() {
        see(TrialEvent::Recovered {
            character,
            recovery,
        });
    }
}
