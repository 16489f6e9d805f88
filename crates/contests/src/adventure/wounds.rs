//! Open wounds of a character: the chosen options of each, and the Classes that it costs.

use evenodds_core::contest::{WoundEffect, WoundEffects};

/// Maximum number of open wounds of a living character: one fewer than the maximum of
/// `wounds_to_die`.
const MOST_OPEN: usize = super::MOST_TO_DIE - 1;
/// Marks the absence of a Class.
const NONE: u8 = u8::MAX;

/// An open wound. Classes are indices among the character's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Wound {
    pub(super) chosen: WoundEffects,
    /// True if the wound is from an earlier session.
    pub(super) carried: bool,
    /// Class that is lost while the wound keeps its character out of fights.
    in_use: u8,
    /// Class that is permanently lost.
    lost: u8,
}

impl Wound {
    const EMPTY: Self = Self {
        chosen: WoundEffects::NONE,
        carried: false,
        in_use: NONE,
        lost: NONE,
    };

    /// Creates a wound of this session. A Class is stored only with the option that costs it.
    pub(super) fn new(chosen: WoundEffects, in_use: Option<usize>, lost: Option<usize>) -> Self {
        let class = |class: Option<usize>, option| {
            let class = class.filter(|_| chosen.has(option));
            class.map_or(NONE, |class| class as u8)
        };
        Self {
            chosen,
            carried: false,
            in_use: class(in_use, WoundEffect::NonCombatant),
            lost: class(lost, WoundEffect::PermanentLoss),
        }
    }

    /// Undoes one option, as a healer's success does. Returns the option and whether the wound is
    /// healed. A wound carried over from an earlier session is healed when it is no longer nasty.
    fn undo(&mut self) -> Option<(WoundEffect, bool)> {
        let undone = self.chosen.undo()?;
        match undone {
            WoundEffect::PermanentLoss => self.lost = NONE,
            WoundEffect::NonCombatant => self.in_use = NONE,
            WoundEffect::NastyWound => {}
        }
        let healed = self.chosen.is_none() || self.carried && undone == WoundEffect::NastyWound;
        Some((undone, healed))
    }
}

/// Open wounds of a character, oldest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct OpenWounds {
    count: u8,
    /// Default wounds after the last one, so that equal sets of wounds are equal arrays.
    all: [Wound; MOST_OPEN],
}

impl OpenWounds {
    pub(super) const NONE: Self = Self {
        count: 0,
        all: [Wound::EMPTY; MOST_OPEN],
    };

    /// Returns the wounds, oldest first.
    pub(super) fn all(&self) -> &[Wound] {
        &self.all[..usize::from(self.count)]
    }

    /// Adds the latest wound. Panics if there is no room.
    pub(super) fn push(&mut self, wound: Wound) {
        self.all[usize::from(self.count)] = wound;
        self.count += 1;
    }

    /// Returns whether any wound keeps its character out of fights.
    pub(super) fn keep_from_fights(&self) -> bool {
        let mut all = self.all().iter();
        all.any(|wound| wound.chosen.has(WoundEffect::NonCombatant))
    }

    /// Returns whether any wound costs this Class, temporarily or permanently.
    pub(super) fn cost(&self, class: usize) -> bool {
        let mut all = self.all().iter();
        all.any(|wound| [wound.in_use, wound.lost].contains(&(class as u8)))
    }

    /// Returns whether any wound costs this Class permanently.
    pub(super) fn cost_permanently(&self, class: usize) -> bool {
        self.all().iter().any(|wound| wound.lost == class as u8)
    }

    /// Undoes an option of the wound of this index, as a healer's success does. Returns the option
    /// and whether the wound is healed.
    pub(super) fn treat(&mut self, position: usize) -> Option<(WoundEffect, bool)> {
        let (undone, healed) = self.all[position].undo()?;
        if healed {
            self.retain(|place, _| place != position);
        }
        Some((undone, healed))
    }

    /// Ends a session: nasty wounds of this session stay open for the next one, and all others
    /// heal. Returns the Classes that the healed wounds cost permanently.
    pub(super) fn recover(&mut self) -> impl Iterator<Item = usize> + use<> {
        let before = *self;
        let stays = |wound: &Wound| !wound.carried && wound.chosen.has(WoundEffect::NastyWound);
        self.retain(|_, wound| stays(wound));
        for wound in &mut self.all[..usize::from(self.count)] {
            wound.carried = true;
        }
        let healed = before.all.into_iter().take(usize::from(before.count));
        let healed = healed.filter(move |wound| !stays(wound) && wound.lost != NONE);
        healed.map(|wound| usize::from(wound.lost))
    }

    /// Keeps the wounds that satisfy `keep`, in order.
    fn retain(&mut self, keep: impl Fn(usize, &Wound) -> bool) {
        let before = *self;
        *self = Self::NONE;
        for (position, wound) in before.all().iter().enumerate() {
            if keep(position, wound) {
                self.push(*wound);
            }
        }
    }
}
