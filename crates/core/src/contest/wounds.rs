//! Options of wounded characters, and the wounds of a fight.

use super::options::choices;

choices! {
    /// Choice of a wounded character to be out of the fight or not.
    pub enum WoundChoice {
        /// the character is out of the fight
        StayDown = "stay_down",
        /// the character changes tactic at once, or retreats if no Class is left unused
        FightOn = "fight_on",
    }
}

choices! {
    /// Option that a wounded character chooses besides being out of the fight, or instead of it.
    pub enum WoundOption {
        /// the wound takes a session longer to heal
        NastyWound = "nasty_wound",
        /// something important is lost for good
        PermanentLoss = "permanent_loss",
    }
}

choices! {
    /// Option chosen for a wound.
    pub enum WoundEffect {
        /// no fights until the wound heals, and the Class in use is lost until then
        NonCombatant = "non_combatant",
        /// a Class is lost for good
        PermanentLoss = "permanent_loss",
        /// the wound takes a session longer to heal
        NastyWound = "nasty_wound",
    }
}

impl From<WoundOption> for WoundEffect {
    fn from(option: WoundOption) -> Self {
        match option {
            WoundOption::NastyWound => Self::NastyWound,
            WoundOption::PermanentLoss => Self::PermanentLoss,
        }
    }
}

/// Set of the options chosen for a wound and not undone by a healer. Bit *k* means
/// `WoundEffect::ALL[k]`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct WoundEffects(u8);

impl WoundEffects {
    /// The empty set.
    pub const NONE: Self = Self(0);

    /// Order in which a healer undoes options.
    const HEALING_ORDER: [WoundEffect; 3] = [
        WoundEffect::PermanentLoss,
        WoundEffect::NastyWound,
        WoundEffect::NonCombatant,
    ];

    /// Returns the set with an additional option.
    #[must_use]
    pub const fn with(self, option: WoundEffect) -> Self {
        Self(self.0 | 1 << option as u8)
    }

    /// Returns whether the set contains an option.
    pub const fn has(self, option: WoundEffect) -> bool {
        self.0 >> option as u8 & 1 == 1
    }

    /// Returns whether the set is empty.
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// Yields the options in the order of [`WoundEffect::ALL`].
    pub fn options(self) -> impl Iterator<Item = WoundEffect> {
        WoundEffect::ALL
            .into_iter()
            .filter(move |&option| self.has(option))
    }

    /// Undoes the first option in the healer's order: a permanent loss, else the nasty part, else
    /// being out of fights. Returns that option; `None` for an empty set.
    pub fn undo(&mut self) -> Option<WoundEffect> {
        let mut order = Self::HEALING_ORDER.into_iter();
        let undone = order.find(|&option| self.has(option))?;
        self.0 &= !(1 << undone as u8);
        Some(undone)
    }
}

impl FromIterator<WoundEffect> for WoundEffects {
    fn from_iter<I: IntoIterator<Item = WoundEffect>>(options: I) -> Self {
        options.into_iter().fold(Self::NONE, Self::with)
    }
}

/// Wounds of a fight in the order received, each with the index of the Class in use and the chosen
/// options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WoundList {
    count: u8,
    /// Packed wounds: the lower four bits are the index of the Class, the upper four the options.
    wounds: [u8; Self::MOST],
}

impl WoundList {
    /// Maximum number of wounds. After each wound a character needs another Class to fight on, and
    /// the index of a Class has four bits.
    const MOST: usize = 16;

    /// Adds a wound; ignored if there are already 16.
    pub fn push(&mut self, class: u8, chosen: WoundEffects) {
        let place = self.wounds.get_mut(usize::from(self.count));
        debug_assert!(place.is_some() && usize::from(class) < Self::MOST);
        if let Some(place) = place {
            *place = chosen.0 << 4 | class & 15;
            self.count += 1;
        }
    }

    /// Yields the Class in use and the options of each wound.
    pub fn iter(&self) -> impl Iterator<Item = (u8, WoundEffects)> {
        let wounds = self.wounds[..usize::from(self.count)].iter();
        wounds.map(|&wound| (wound & 15, WoundEffects(wound >> 4)))
    }

    /// Returns the number of wounds with this option.
    pub fn count(&self, option: WoundEffect) -> usize {
        self.iter().filter(|(_, chosen)| chosen.has(option)).count()
    }

    /// Undoes the first option in the healer's order, on the latest wound with that option. Returns
    /// it; `None` if no wound has any.
    pub fn undo(&mut self) -> Option<WoundEffect> {
        let mut order = WoundEffects::HEALING_ORDER.into_iter();
        order.find(|&option| {
            let bit = WoundEffects::NONE.with(option).0 << 4;
            let mut wounds = self.wounds[..usize::from(self.count)].iter_mut();
            let latest = wounds.rfind(|wound| **wound & bit != 0);
            latest.map(|wound| *wound &= !bit).is_some()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use WoundEffect::{NastyWound, NonCombatant, PermanentLoss};

    #[test]
    fn a_healer_undoes_the_permanent_loss_first_and_being_out_of_fights_last() {
        let mut chosen: WoundEffects = WoundEffect::ALL.into_iter().collect();
        let undone: Vec<WoundEffect> = std::iter::from_fn(|| chosen.undo()).collect();
        assert_eq!(undone, [PermanentLoss, NastyWound, NonCombatant]);
        assert!(chosen.is_none());
    }

    #[test]
    fn a_healer_undoes_a_permanent_loss_of_any_wound_before_a_nasty_one() {
        let mut wounds = WoundList::default();
        wounds.push(0, WoundEffects::NONE.with(PermanentLoss).with(NastyWound));
        wounds.push(1, WoundEffects::NONE.with(PermanentLoss));
        wounds.push(15, WoundEffects::NONE.with(NastyWound));
        let left = |wounds: &WoundList| -> Vec<(u8, usize)> {
            let all = wounds.iter();
            all.map(|(class, chosen)| (class, chosen.options().count()))
                .collect()
        };
        let mut undoing = std::iter::from_fn(|| Some((wounds.undo()?, left(&wounds))));
        for expected in [
            (PermanentLoss, vec![(0, 2), (1, 0), (15, 1)]),
            (PermanentLoss, vec![(0, 1), (1, 0), (15, 1)]),
            (NastyWound, vec![(0, 1), (1, 0), (15, 0)]),
            (NastyWound, vec![(0, 0), (1, 0), (15, 0)]),
        ] {
            assert_eq!(undoing.next(), Some(expected));
        }
        assert_eq!(undoing.next(), None);
    }
}
