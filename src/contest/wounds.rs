//! What characters choose who are wounded instead of simply taken out.

use super::options::choices;

choices! {
    /// Whether the wounded choose to be out of the fight.
    pub enum WoundChoice {
        /// they are out of the fight
        StayDown = "stay_down",
        /// they change tactic at once, or retreat without an unused Class
        FightOn = "fight_on",
    }
}

choices! {
    /// What a wounded character may choose besides being out of the fight, or instead of it.
    pub enum WoundOption {
        /// the wound takes a session longer to heal
        NastyWound = "nasty_wound",
        /// something important is lost for good
        PermanentLoss = "permanent_loss",
    }
}

choices! {
    /// An option that is chosen for a wound.
    pub enum OfWound {
        /// no fights until the wound heals, and the Class in use is lost until then
        NonCombatant = "non_combatant",
        /// a Class is lost for good
        PermanentLoss = "permanent_loss",
        /// the wound takes a session longer to heal
        NastyWound = "nasty_wound",
    }
}

impl From<WoundOption> for OfWound {
    fn from(option: WoundOption) -> Self {
        match option {
            WoundOption::NastyWound => Self::NastyWound,
            WoundOption::PermanentLoss => Self::PermanentLoss,
        }
    }
}

/// The options chosen for a wound that no healer has undone: bit *k* stands for `OfWound::ALL[k]`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Chosen(u8);

impl Chosen {
    /// No option.
    pub const NONE: Self = Self(0);

    /// The order in which a healer undoes options.
    const UNDOING: [OfWound; 3] = [
        OfWound::PermanentLoss,
        OfWound::NastyWound,
        OfWound::NonCombatant,
    ];

    /// Adds an option.
    #[must_use]
    pub const fn with(self, option: OfWound) -> Self {
        Self(self.0 | 1 << option as u8)
    }

    /// Returns whether this option is among them.
    pub const fn has(self, option: OfWound) -> bool {
        self.0 >> option as u8 & 1 == 1
    }

    /// Returns whether there is no option.
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// Lists the options in the order of [`OfWound::ALL`].
    pub fn options(self) -> impl Iterator<Item = OfWound> {
        OfWound::ALL
            .into_iter()
            .filter(move |&option| self.has(option))
    }

    /// Undoes the option that a healer undoes first: a permanent loss, else the nasty part, else being
    /// out of fights. Returns it, or `None` where there is no option.
    pub fn undo(&mut self) -> Option<OfWound> {
        let mut order = Self::UNDOING.into_iter();
        let undone = order.find(|&option| self.has(option))?;
        self.0 &= !(1 << undone as u8);
        Some(undone)
    }
}

impl FromIterator<OfWound> for Chosen {
    fn from_iter<I: IntoIterator<Item = OfWound>>(options: I) -> Self {
        options.into_iter().fold(Self::NONE, Self::with)
    }
}

/// Wounds of one fight in the order in which they were received, each with the position of the Class in
/// use and the options chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WoundList {
    count: u8,
    /// The Class in the lower four bits, the options above.
    wounds: [u8; Self::MOST],
}

impl WoundList {
    /// Most wounds: fighting on after one needs another Class.
    const MOST: usize = 16;

    /// Adds a wound.
    pub fn push(&mut self, class: u8, chosen: Chosen) {
        let place = self.wounds.get_mut(usize::from(self.count));
        debug_assert!(place.is_some() && usize::from(class) < Self::MOST);
        if let Some(place) = place {
            *place = chosen.0 << 4 | class & 15;
            self.count += 1;
        }
    }

    /// Lists the Class in use and the options of each wound.
    pub fn iter(&self) -> impl Iterator<Item = (u8, Chosen)> {
        let wounds = self.wounds[..usize::from(self.count)].iter();
        wounds.map(|&wound| (wound & 15, Chosen(wound >> 4)))
    }

    /// Returns the number of wounds with this option.
    pub fn count(&self, option: OfWound) -> usize {
        self.iter().filter(|(_, chosen)| chosen.has(option)).count()
    }

    /// Undoes an option of the latest wound that has one. Returns it, or `None` where no wound has any.
    pub fn undo(&mut self) -> Option<OfWound> {
        let wounds = self.wounds[..usize::from(self.count)].iter_mut();
        let latest = wounds.rev().find(|wound| **wound >> 4 != 0)?;
        let mut chosen = Chosen(*latest >> 4);
        let undone = chosen.undo();
        *latest = chosen.0 << 4 | *latest & 15;
        undone
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use OfWound::{NastyWound, NonCombatant, PermanentLoss};

    #[test]
    fn a_healer_undoes_the_permanent_loss_first_and_being_out_of_fights_last() {
        let mut chosen: Chosen = OfWound::ALL.into_iter().collect();
        let undone: Vec<OfWound> = std::iter::from_fn(|| chosen.undo()).collect();
        assert_eq!(undone, [PermanentLoss, NastyWound, NonCombatant]);
        assert!(chosen.is_none());
    }

    #[test]
    fn a_healer_undoes_an_option_of_the_latest_wound_that_has_one() {
        let mut wounds = WoundList::default();
        wounds.push(0, Chosen::NONE.with(PermanentLoss));
        wounds.push(15, Chosen::NONE.with(NastyWound));
        let options = |wounds: &WoundList| -> Vec<(u8, Vec<OfWound>)> {
            let all = wounds.iter();
            all.map(|(class, chosen)| (class, chosen.options().collect()))
                .collect()
        };
        assert_eq!(wounds.undo(), Some(NastyWound));
        assert_eq!(options(&wounds), [(0, vec![PermanentLoss]), (15, vec![])]);
        assert_eq!(wounds.undo(), Some(PermanentLoss));
        assert_eq!((wounds.undo(), wounds.count(PermanentLoss)), (None, 0));
    }
}
