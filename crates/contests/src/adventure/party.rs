//! State of the characters during an adventure: losses, wounds and captivity, with their durations.

use super::scenes::PreparedScene;
use super::wounds::{OpenWounds, Wound};
use super::{
    Advance, Between, Character, Crew, LostFor, Options, OutcomeCost, Possession, Retreated,
};
use evenodds_core::contest::{Aftermath, ParticipantFate, WoundEffect, WoundEffects};

/// Marker in `Role::classes` for a Class that belongs to the scene, such as a weapon found there.
pub(super) const SCENE_CLASS: u8 = u8::MAX;

/// Maximum number of characters.
pub(super) const MOST_CHARACTERS: usize = 32;

/// Maximum number of Classes of a character.
pub(super) const MOST_CLASSES: usize = 12;

/// Maximum number of Classes of a character.
const CLASSES: usize = MOST_CLASSES;
/// `available_from` of a Class that is not lost.
const NOT_LOST: u32 = 0;
/// `available_from` of a Class that is lost until the session ends.
const UNTIL_SESSION_ENDS: u32 = u32::MAX - 2;
/// `available_from` of a Class that is lost until the adventure ends.
const UNTIL_ADVENTURE_ENDS: u32 = u32::MAX - 1;
/// `available_from` of a Class that is permanently lost.
const PERMANENTLY: u32 = u32::MAX;

/// State of a character.
///
/// A Class can be lost for more than one reason: by `available_from`, for lack of dice, and by each
/// open wound. The character has the Class only if none of these applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Member {
    pub(super) dice: [u8; CLASSES],
    /// Scene of the session, from 1, from which each Class is available again. Covers losses by
    /// being taken out and by costs, and permanent losses not due to an open wound.
    available_from: [u32; CLASSES],
    pub(super) dead: bool,
    pub(super) captured: bool,
    pub(super) wounds: OpenWounds,
    /// True if the state ever changed; `false` allows a fast path, since few characters change.
    is_changed: bool,
}

impl Member {
    fn new(character: &Character) -> Self {
        let mut dice = [0; CLASSES];
        for (dice, class) in dice.iter_mut().zip(&character.classes) {
            *dice = class.dice as u8;
        }
        Self {
            dice,
            available_from: [NOT_LOST; CLASSES],
            dead: false,
            captured: false,
            wounds: OpenWounds::NONE,
            is_changed: false,
        }
    }

    /// Marks the character as dead. Resets all other state, so that all dead characters are equal.
    fn die(&mut self) {
        *self = Self {
            dice: [0; CLASSES],
            available_from: [NOT_LOST; CLASSES],
            dead: true,
            captured: false,
            wounds: OpenWounds::NONE,
            is_changed: true,
        };
    }

    /// Returns whether the character can take part in a scene, which is a fight if `fight` is true.
    pub(super) fn is_available(&self, fight: bool) -> bool {
        !(self.dead || self.captured || fight && self.wounds.keep_from_fights())
    }

    /// Returns whether the character has a Class in this scene of the session.
    pub(super) fn has(&self, class: usize, scene: u32) -> bool {
        self.dice[class] > 0 && self.available_from[class] <= scene && !self.wounds.cost(class)
    }

    /// Returns the set of Classes in this scene of the session; bit *k* means Class *k*.
    fn classes(&self, scene: u32) -> u16 {
        let has = (0..CLASSES).filter(|&class| self.has(class, scene));
        has.fold(0, |classes, class| classes | 1 << class)
    }

    /// Returns whether a Class is permanently lost, or lost by an open wound that a healer may
    /// undo.
    fn has_lost_permanently(&self, class: usize) -> bool {
        self.available_from[class] == PERMANENTLY || self.wounds.cost_permanently(class)
    }

    /// Marks a Class as lost until scene `available_from`, unless it is lost for longer.
    fn lose(&mut self, class: usize, available_from: u32) {
        self.available_from[class] = self.available_from[class].max(available_from);
    }

    /// Adds a wound received while using a Class; with `wounds_to_die` wounds the character dies.
    fn receive(
        &mut self,
        chosen: WoundEffects,
        in_use: Option<usize>,
        (losable, options): (&[usize], &Options),
    ) {
        if self.wounds.all().len() + 1 >= options.wounds_to_die as usize {
            self.die();
            return;
        }
        // A wound without options has no effect, so it does not stay open.
        if !chosen.is_none() {
            // The permanent loss is the last losable Class, else the one in use.
            let mut left = losable.iter().rev().copied().chain(in_use);
            let lost = left.find(|&class| !self.has_lost_permanently(class));
            self.wounds.push(Wound::new(chosen, in_use, lost));
        }
    }

    /// Ends a session before the scene `next`: all but nasty wounds heal, and the Classes return
    /// whose `available_from` satisfies `returns`.
    fn recover(&mut self, next: u32, returns: impl Fn(u32) -> bool) -> Recovery {
        let (had, wounds) = (self.classes(next), self.wounds.all().len());
        for available_from in &mut self.available_from {
            if returns(*available_from) {
                *available_from = NOT_LOST;
            }
        }
        for class in self.wounds.recover() {
            self.available_from[class] = PERMANENTLY;
        }
        let open = self.wounds.all().len();
        Recovery {
            healed: wounds - open,
            open,
            returned: self.classes(next) & !had,
        }
    }

    /// Returns whether it has no wounds, no lost Classes, and is neither dead nor captured.
    fn is_fit(&self, scene: u32) -> bool {
        !self.is_changed
            || self.is_available(true)
                && self.wounds.all().is_empty()
                && self
                    .available_from
                    .iter()
                    .all(|&available_from| available_from <= scene)
    }

    /// Returns the part of the state that scenes depend on, the Classes and their dice, as one
    /// word. An unchanged character has the same word in all scenes.
    #[inline]
    pub(super) fn state_word(&self, fight: bool, scene: u32) -> u64 {
        if self.is_changed {
            self.compute_state_word(fight, scene)
        } else {
            u64::MAX
        }
    }

    fn compute_state_word(&self, fight: bool, scene: u32) -> u64 {
        if !self.is_available(fight) {
            return 0;
        }
        let mut state_word = 1;
        for class in 0..CLASSES {
            let dice = if self.has(class, scene) {
                u64::from(self.dice[class])
            } else {
                0
            };
            state_word |= dice << (4 + 3 * class);
        }
        state_word
    }
}

/// Harm to a character in a scene, for counting and narration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Hurt {
    /// True if the character was taken out, wounded or killed.
    pub(super) harmed: bool,
    pub(super) died: bool,
    pub(super) captured: bool,
    /// Number of wounds received.
    pub(super) wounds: u32,
    /// Number of these wounds that are open.
    pub(super) open: u8,
    /// Set of lost Classes; bit *k* means Class *k*.
    pub(super) lost: u16,
}

/// A character's recovery at the end of a session.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Recovery {
    /// Number of wounds that healed.
    pub(super) healed: usize,
    pub(super) open: usize,
    /// Set of returned Classes; bit *k* means Class *k*.
    pub(super) returned: u16,
}

/// Effect of a healer's success.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Treated {
    /// Option of the wound that was undone.
    pub(super) undone: WoundEffect,
    pub(super) healed: bool,
    /// Set of returned Classes; bit *k* means Class *k*.
    pub(super) returned: u16,
}

/// State of a cargo, which is spent with 0 dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct CargoState {
    pub(super) dice: u8,
    pub(super) held: bool,
    pub(super) on_offer: bool,
    pub(super) foreign: bool,
    /// Set of the group's cargoes for which it was refused since the last journey, as bits.
    pub(super) refused: u16,
}

impl CargoState {
    /// Returns the state, all of which scenes depend on, as one word.
    pub(super) fn state_word(self) -> u64 {
        let flags = [self.held, self.on_offer, self.foreign];
        let dice = u64::from(self.dice) << 16 | u64::from(self.refused);
        flags
            .iter()
            .fold(dice, |state_word, &flag| state_word << 1 | u64::from(flag))
    }
}

/// State of all characters and their common possessions.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Party {
    /// The characters, then the bases.
    pub(super) members: Vec<Member>,
    people: usize,
    pub(super) prosperity: u8,
    pub(super) cargoes: Vec<CargoState>,
    /// Carried fields of members of teams; `None` before the first scene with them.
    pub(super) carried: Vec<Option<i64>>,
    /// Number of scenes played in this session, including the current one.
    pub(super) scene: u32,
}

impl Party {
    pub(super) fn new(crew: &Crew, prosperity: u32) -> Self {
        Self {
            members: crew.characters.iter().map(Member::new).collect(),
            people: crew.people,
            prosperity: prosperity as u8,
            cargoes: crew.cargoes.iter().map(|cargo| cargo.cargo_state).collect(),
            carried: Vec::new(),
            scene: 0,
        }
    }

    /// Returns the characters, without the bases.
    pub(super) fn people(&self) -> &[Member] {
        &self.members[..self.people]
    }

    /// Copies the initial state `other` without allocating.
    pub(super) fn reset(&mut self, other: &Self) {
        self.members.copy_from_slice(&other.members);
        self.cargoes.copy_from_slice(&other.cargoes);
        self.carried.copy_from_slice(&other.carried);
        self.prosperity = other.prosperity;
        self.scene = other.scene;
    }

    /// Returns the number of living characters.
    pub(super) fn alive(&self) -> usize {
        self.people().iter().filter(|one| !one.dead).count()
    }

    /// Returns the number of fit characters.
    pub(super) fn fit(&self) -> usize {
        let fit = |one: &&Member| one.is_fit(self.scene + 1);
        self.people().iter().filter(fit).count()
    }

    /// Applies the aftermath of a scene to a character.
    pub(super) fn apply_aftermath(
        &mut self,
        (who, character): (usize, &Character),
        classes: &[u8],
        after: &Aftermath,
        options: &Options,
    ) -> Hurt {
        if after.part == ParticipantFate::Stayed && after.wounds == 0 {
            return Hurt::default();
        }
        let scene = self.scene;
        let member = &mut self.members[who];
        member.is_changed = true;
        let had = member.classes(scene);
        let mut hurt = Hurt {
            wounds: u32::from(after.wounds),
            harmed: after.part == ParticipantFate::TakenOut || after.wounds > 0,
            ..Hurt::default()
        };
        // Classes of the scene are not the character's own, so they cannot be lost.
        let own = |class: &&u8| **class != SCENE_CLASS;
        let used = |class: usize| {
            classes
                .get(class)
                .filter(own)
                .map(|&class| usize::from(class))
        };
        if after.wounds > 0 {
            let open = member.wounds.all().len();
            for (class, chosen) in after.chosen.iter() {
                let in_use = used(usize::from(class));
                member.receive(chosen, in_use, (&character.losable, options));
                if member.dead {
                    break;
                }
                // The dead have no Classes, so the losses by earlier wounds are recorded here.
                hurt.lost = had & !member.classes(scene);
            }
            if after.died {
                member.die();
            }
            if member.dead {
                hurt.died = true;
                return hurt;
            }
            hurt.open = (member.wounds.all().len() - open) as u8;
        } else if after.part == ParticipantFate::TakenOut {
            if after.deadly {
                member.die();
                hurt.died = true;
                return hurt;
            }
            let scene_back = available_from(options.lost_for, scene);
            for position in (0..classes.len()).filter(|position| after.used >> position & 1 == 1) {
                if let Some(class) = used(position) {
                    member.lose(class, scene_back);
                }
            }
        }
        hurt.lost = had & !member.classes(scene);
        if after.part == ParticipantFate::Left
            && after.lost
            && options.retreated == Retreated::Captured
        {
            member.captured = true;
            hurt.captured = true;
        }
        hurt
    }

    /// Applies the cost of an outcome to a character that took part with these `classes`.
    pub(super) fn apply_cost(
        &mut self,
        (who, character): (usize, &Character),
        classes: &[u8],
        cost: &OutcomeCost,
        options: &Options,
    ) -> Hurt {
        let scene = self.scene;
        let scene_back = available_from(options.lost_for, scene);
        let member = &mut self.members[who];
        let mut hurt = Hurt::default();
        if member.dead {
            return hurt;
        }
        member.is_changed = true;
        let had = member.classes(scene);
        let mut own = classes.iter().filter(|&&class| class != SCENE_CLASS);
        let first = own.clone().next().map(|&class| usize::from(class));
        if cost.classes {
            for &class in &mut own {
                member.lose(usize::from(class), scene_back);
            }
        }
        // The dead have no Classes, so the earlier losses are recorded here.
        hurt.lost = had & !member.classes(scene);
        if let Some(chosen) = cost.harm.to(character) {
            member.receive(chosen, first, (&character.losable, options));
            (hurt.harmed, hurt.wounds) = (true, 1);
            if member.dead {
                hurt.died = true;
                return hurt;
            }
            hurt.open = 1;
            hurt.lost = had & !member.classes(scene);
        }
        if cost.captured {
            hurt.captured = !member.captured;
            member.captured = true;
        }
        hurt
    }

    /// Applies a healer's success to the wound of this index; `None` if there is nothing to undo.
    pub(super) fn treat(&mut self, who: usize, wound: usize) -> Option<Treated> {
        let next = self.scene + 1;
        let member = &mut self.members[who];
        let had = member.classes(next);
        let (undone, healed) = member.wounds.treat(wound)?;
        Some(Treated {
            undone,
            healed,
            returned: member.classes(next) & !had,
        })
    }

    /// Removes dice from a base or a cargo. Returns the number left.
    pub(super) fn spend(&mut self, possession: Possession, dice: u32) -> u32 {
        let left = match possession {
            Possession::Base(base) => {
                let member = &mut self.members[base];
                member.is_changed = true;
                &mut member.dice[0]
            }
            Possession::Cargo(cargo) => &mut self.cargoes[cargo].dice,
        };
        *left = left.saturating_sub(dice as u8);
        let left = *left;
        if let (Possession::Cargo(cargo), 0) = (possession, left) {
            let cargo = &mut self.cargoes[cargo];
            (cargo.held, cargo.on_offer) = (false, false);
        }
        u32::from(left)
    }

    /// Records the barters that a scene refused, as bits by number of the pair.
    pub(super) fn refuse(&mut self, staged: &PreparedScene, refused: u64) {
        for cargo in &mut self.cargoes {
            if refused == u64::MAX {
                cargo.refused = u16::MAX;
            } else if staged.travels {
                cargo.refused = 0;
            }
        }
        for &(pair, give, get) in &staged.barters {
            self.cargoes[give].refused |= ((refused >> pair & 1) as u16) << get;
        }
    }

    /// Sets the dice of a Class; with 0 dice it is permanently lost.
    pub(super) fn set_dice(&mut self, who: usize, class: usize, dice: u8) -> Hurt {
        let member = &mut self.members[who];
        member.is_changed |= member.dice[class] != dice;
        let had = member.classes(self.scene);
        if dice == 0 {
            member.lose(class, PERMANENTLY);
        }
        member.dice[class] = dice;
        Hurt {
            lost: had & !member.classes(self.scene),
            ..Hurt::default()
        }
    }

    /// Ends a session early, within the adventure; calls `see` with each character's recovery.
    pub(super) fn end_session_early(&mut self, see: &mut impl FnMut(usize, Recovery)) {
        let next = self.scene + 1;
        let members = self.members.iter_mut().enumerate();
        for (who, member) in members.filter(|(_, one)| one.is_changed && !one.dead) {
            see(
                who,
                member.recover(next, |available_from| available_from == UNTIL_SESSION_ENDS),
            );
        }
    }

    /// Starts the next session; calls `see` with each character's recovery.
    pub(super) fn rest(
        &mut self,
        characters: &[Character],
        options: &Options,
        see: &mut impl FnMut(usize, Recovery),
    ) {
        let next = self.scene + 1;
        let members = self.members[..self.people].iter_mut().zip(characters);
        for (who, (member, character)) in members.enumerate() {
            if member.dead {
                if options.between == Between::Replace {
                    *member = Member::new(character);
                }
                continue;
            }
            member.is_changed = true;
            see(
                who,
                member.recover(next, |available_from| available_from != PERMANENTLY),
            );
            member.captured = false;
            advance(member, character.classes.len(), options.advance);
        }
        self.carried.fill(None);
        self.scene = 0;
    }
}

/// Returns the first scene in which a Class lost in scene `scene` is available again.
fn available_from(lost_for: LostFor, scene: u32) -> u32 {
    match lost_for {
        LostFor::Adventure => UNTIL_ADVENTURE_ENDS,
        LostFor::Session => UNTIL_SESSION_ENDS,
        LostFor::Scenes(scenes) => scene + scenes + 1,
    }
}

/// Adds a die to a Class, if any Class has fewer than six dice.
fn advance(member: &mut Member, classes: usize, advance: Advance) {
    let mut able =
        (0..classes).filter(|&class| member.dice[class] < 6 && !member.has_lost_permanently(class));
    let class = match advance {
        Advance::None => None,
        Advance::First => able.next(),
        Advance::Lowest => able.min_by_key(|&class| member.dice[class]),
        // `max_by_key` returns the last maximum; in reverse order, ties go to the first Class, as
        // with `Lowest`.
        Advance::Highest => able.rev().max_by_key(|&class| member.dice[class]),
    };
    if let Some(class) = class {
        member.dice[class] += 1;
    }
}
