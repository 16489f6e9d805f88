//! The characters on their way: what they have lost, who is out, and for how long.

use super::cast::OWN;
use super::{Advance, Between, Character, Cost, Crew, LostFor, Options, Possession, Retreated};
use crate::contest::{Aftermath, Part};

/// The most Classes of a character.
const CLASSES: usize = super::keys::MOST_CLASSES;
/// A Class that nobody has lost.
const NEVER: u32 = 0;
/// A Class that is lost until the session ends.
const TO_THE_NIGHT: u32 = u32::MAX - 2;
/// A Class that is lost until the adventure ends.
const TO_THE_END: u32 = u32::MAX - 1;
/// A Class that is lost for good.
const FOR_GOOD: u32 = u32::MAX;

/// A character on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "what is wrong with somebody, each by itself"
)]
pub(super) struct Member {
    /// The dice of each Class.
    pub(super) dice: [u8; CLASSES],
    /// Before which scene, counted through a session from 1, each Class is there again.
    back: [u32; CLASSES],
    pub(super) dead: bool,
    pub(super) captured: bool,
    /// Cannot fight until the session ends.
    pub(super) non_combatant: bool,
    /// Wounds that are open, and how many of them take a session longer.
    pub(super) wounds: u8,
    pub(super) nasty: u8,
    /// Nasty wounds of the session before.
    pub(super) carried: u8,
    /// Whether anything has become of it: most are as they began, most of the time.
    touched: bool,
}

impl Member {
    fn new(character: &Character) -> Self {
        let mut dice = [0; CLASSES];
        for (dice, class) in dice.iter_mut().zip(&character.classes) {
            *dice = class.dice as u8;
        }
        Self {
            dice,
            back: [NEVER; CLASSES],
            dead: false,
            captured: false,
            non_combatant: false,
            wounds: 0,
            nasty: 0,
            carried: 0,
            touched: false,
        }
    }

    /// Whether it can take part in a scene of that sort at all.
    pub(super) fn is_there(&self, fight: bool) -> bool {
        !(self.dead || self.captured || fight && self.non_combatant)
    }

    /// Whether it has that Class in scene number `scene`.
    pub(super) fn has(&self, class: usize, scene: u32) -> bool {
        self.dice[class] > 0 && self.back[class] <= scene
    }

    /// Takes a Class until then, unless it is lost for longer already.
    fn lose(&mut self, class: usize, back: u32) -> bool {
        let news = self.back[class] < back;
        self.back[class] = self.back[class].max(back);
        news
    }

    /// Is wounded so often more, and dies of too many wounds.
    fn wound(&mut self, wounds: u8, nasty: u8, options: &Options) {
        self.nasty = self.nasty.saturating_add(nasty);
        self.wounds = self.wounds.saturating_add(wounds);
        self.dead |= u32::from(self.wounds) + u32::from(self.carried) >= options.wounds_to_die;
    }

    /// Loses a Class for good: the last of those that may be lost, else the one in use.
    fn lose_for_good(&mut self, losable: &[usize], in_use: Option<usize>) -> bool {
        let mut left = losable.iter().rev().copied().chain(in_use);
        let class = left.find(|&class| self.back[class] < FOR_GOOD);
        class.is_some_and(|class| self.lose(class, FOR_GOOD))
    }

    /// The session ends: wounds heal but those that take another one.
    fn recover(&mut self) {
        (self.carried, self.nasty, self.wounds) = (self.nasty, 0, 0);
        self.non_combatant &= self.carried > 0;
    }

    /// Whether nothing at all is wrong with it.
    fn is_fit(&self, scene: u32) -> bool {
        !self.touched
            || self.is_there(true)
                && self.wounds == 0
                && self.carried == 0
                && self.back.iter().all(|&back| back <= scene)
    }

    /// All that scenes can see of it, in one word: which Classes it has and their dice. One that is as it
    /// began is the same in all scenes.
    #[inline]
    pub(super) fn seen(&self, fight: bool, scene: u32) -> u64 {
        if self.touched {
            self.seen_now(fight, scene)
        } else {
            u64::MAX
        }
    }

    fn seen_now(&self, fight: bool, scene: u32) -> u64 {
        if !self.is_there(fight) {
            return 0;
        }
        let mut seen = 1;
        for class in 0..CLASSES {
            let dice = if self.has(class, scene) {
                u64::from(self.dice[class])
            } else {
                0
            };
            seen |= dice << (4 + 3 * class);
        }
        seen
    }
}

/// What became of somebody in a scene, for those who count it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Hurt {
    /// Taken out, wounded or dead.
    pub(super) harmed: bool,
    pub(super) died: bool,
    pub(super) captured: bool,
    pub(super) wounds: u32,
    pub(super) classes: u32,
}

/// A cargo on its way; at 0 dice it is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Parcel {
    pub(super) dice: u8,
    pub(super) held: bool,
    pub(super) on_offer: bool,
    pub(super) foreign: bool,
}

impl Parcel {
    /// All of it, in one word.
    pub(super) fn seen(self) -> u64 {
        let flags = [self.held, self.on_offer, self.foreign];
        flags.iter().fold(u64::from(self.dice), |seen, &flag| {
            seen << 1 | u64::from(flag)
        })
    }
}

/// All characters on their way, and what they own together.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Party {
    /// The characters, and behind them the bases.
    pub(super) members: Vec<Member>,
    people: usize,
    pub(super) prosperity: u8,
    pub(super) cargoes: Vec<Parcel>,
    /// Scenes that were played in this session.
    pub(super) scene: u32,
}

impl Party {
    pub(super) fn new(crew: &Crew, prosperity: u32) -> Self {
        Self {
            members: crew.characters.iter().map(Member::new).collect(),
            people: crew.people,
            prosperity: prosperity as u8,
            cargoes: crew.cargoes.iter().map(|cargo| cargo.parcel).collect(),
            scene: 0,
        }
    }

    /// Those who are no bases.
    pub(super) fn people(&self) -> &[Member] {
        &self.members[..self.people]
    }

    /// The same as at the beginning, in the same place.
    pub(super) fn reset(&mut self, other: &Self) {
        self.members.copy_from_slice(&other.members);
        self.cargoes.copy_from_slice(&other.cargoes);
        self.prosperity = other.prosperity;
        self.scene = other.scene;
    }

    /// How many live.
    pub(super) fn alive(&self) -> usize {
        self.people().iter().filter(|one| !one.dead).count()
    }

    /// How many have nothing wrong with them.
    pub(super) fn fit(&self) -> usize {
        let fit = |one: &&Member| one.is_fit(self.scene + 1);
        self.people().iter().filter(fit).count()
    }

    /// Applies what a scene left behind of a character.
    pub(super) fn suffer(
        &mut self,
        (who, character): (usize, &Character),
        classes: &[u8],
        after: &Aftermath,
        options: &Options,
    ) -> Hurt {
        if after.part == Part::Stayed && after.wounds == 0 {
            return Hurt::default();
        }
        let scene = self.scene;
        let member = &mut self.members[who];
        member.touched = true;
        let mut hurt = Hurt {
            wounds: u32::from(after.wounds),
            harmed: after.part == Part::TakenOut || after.wounds > 0,
            ..Hurt::default()
        };
        // What was the scene's own stays there.
        let own = |class: &&u8| **class != OWN;
        let used = |class: usize| {
            classes
                .get(class)
                .filter(own)
                .map(|&class| usize::from(class))
        };
        if after.wounds > 0 {
            member.wound(after.wounds, after.nasty, options);
            member.dead |= after.died;
            if member.dead {
                hurt.died = true;
                return hurt;
            }
            if after.non_combatant {
                member.non_combatant = true;
                if let Some(class) = used(usize::from(after.class)) {
                    hurt.classes += u32::from(member.lose(class, TO_THE_NIGHT));
                }
            }
            for _ in 0..after.losses {
                let in_use = used(usize::from(after.class));
                let lost = member.lose_for_good(&character.losable, in_use);
                hurt.classes += u32::from(lost);
            }
        } else if after.part == Part::TakenOut {
            if after.deadly {
                member.dead = true;
                hurt.died = true;
                return hurt;
            }
            let back = back(options.lost_for, scene);
            for position in (0..classes.len()).filter(|position| after.used >> position & 1 == 1) {
                if let Some(class) = used(position) {
                    hurt.classes += u32::from(member.lose(class, back));
                }
            }
        }
        if after.part == Part::Left && after.lost && options.retreated == Retreated::Captured {
            member.captured = true;
            hurt.captured = true;
        }
        hurt
    }

    /// A character pays what an outcome costs, with the Classes with which it took part.
    pub(super) fn pay(
        &mut self,
        (who, character): (usize, &Character),
        classes: &[u8],
        cost: &Cost,
        options: &Options,
    ) -> Hurt {
        let back = back(options.lost_for, self.scene);
        let member = &mut self.members[who];
        member.touched = true;
        let mut hurt = Hurt::default();
        if member.dead {
            return hurt;
        }
        let mut own = classes.iter().filter(|&&class| class != OWN);
        let first = own.clone().next().map(|&class| usize::from(class));
        if cost.classes {
            for &class in &mut own {
                hurt.classes += u32::from(member.lose(usize::from(class), back));
            }
        }
        let wound = cost.wound;
        if wound.wounds {
            member.wound(1, u8::from(wound.nasty), options);
            member.non_combatant |= wound.non_combatant;
            if wound.loss && !member.dead {
                let lost = member.lose_for_good(&character.losable, first);
                hurt.classes += u32::from(lost);
            }
            (hurt.harmed, hurt.wounds) = (true, 1);
            hurt.died = member.dead;
        }
        if cost.captured {
            hurt.captured = !member.captured;
            member.captured = true;
        }
        hurt
    }

    /// A treated wound: what was chosen for it is undone, the nasty part first, then being out of
    /// fights; with nothing left it is healed.
    pub(super) fn treated(&mut self, who: usize) {
        let member = &mut self.members[who];
        if member.nasty > 0 {
            member.nasty -= 1;
        } else {
            member.non_combatant = false;
            member.wounds = member.wounds.saturating_sub(1);
        }
    }

    /// A base or a cargo loses dice; how many are left.
    pub(super) fn spend(&mut self, possession: Possession, dice: u32) -> u32 {
        let left = match possession {
            Possession::Base(base) => {
                let member = &mut self.members[base];
                member.touched = true;
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

    /// Somebody has so many dice of a Class from now on; without any it is lost for good.
    pub(super) fn set_dice(&mut self, who: usize, class: usize, dice: u8) -> Hurt {
        let member = &mut self.members[who];
        member.touched |= member.dice[class] != dice;
        let lost = dice == 0 && member.dice[class] > 0 && member.lose(class, FOR_GOOD);
        member.dice[class] = dice;
        Hurt {
            classes: u32::from(lost),
            ..Hurt::default()
        }
    }

    /// A session ends within the adventure.
    pub(super) fn night(&mut self) {
        for member in self
            .members
            .iter_mut()
            .filter(|one| one.touched && !one.dead)
        {
            member.recover();
            for back in &mut member.back {
                if *back == TO_THE_NIGHT {
                    *back = NEVER;
                }
            }
        }
    }

    /// What happens between two sessions.
    pub(super) fn rest(&mut self, characters: &[Character], options: &Options) {
        for (member, character) in self.members[..self.people].iter_mut().zip(characters) {
            if member.dead {
                if options.between == Between::Replace {
                    *member = Member::new(character);
                }
                continue;
            }
            member.touched = true;
            // A nasty wound takes this session and the next.
            member.recover();
            member.captured = false;
            for back in &mut member.back {
                if *back != FOR_GOOD {
                    *back = NEVER;
                }
            }
            advance(member, character.classes.len(), options.advance);
        }
        self.scene = 0;
    }
}

/// Before which scene a Class is there again that is lost in scene number `scene`.
fn back(lost_for: LostFor, scene: u32) -> u32 {
    match lost_for {
        LostFor::Adventure => TO_THE_END,
        LostFor::Session => TO_THE_NIGHT,
        LostFor::Scenes(scenes) => scene + scenes + 1,
    }
}

/// One die more in a Class, if there is one below six dice.
fn advance(member: &mut Member, classes: usize, advance: Advance) {
    let mut able =
        (0..classes).filter(|&class| member.dice[class] < 6 && member.back[class] != FOR_GOOD);
    let class = match advance {
        Advance::None => None,
        Advance::First => able.next(),
        Advance::Lowest => able.min_by_key(|&class| member.dice[class]),
        // The first of equals, as with the lowest.
        Advance::Highest => able.rev().max_by_key(|&class| member.dice[class]),
    };
    if let Some(class) = class {
        member.dice[class] += 1;
    }
}
