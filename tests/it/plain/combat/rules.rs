//! The setup of a fight, and the options of the rules.

use super::MOST_DICE;

/// One combatant as the fight begins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Combatant {
    /// Side that it fights for.
    pub side: usize,
    /// Classes of the combatant. It rolls the first one as it joins the fight.
    pub classes: Vec<Class>,
    /// Player that decides for it.
    pub player: Player,
    /// Time of its arrival as a reinforcement; `None` if it is there from the start.
    pub arrival: Option<Arrival>,
    /// Reinforcement of its side that it belongs to: those of one group and one arrival come
    /// together.
    pub group: usize,
    /// True if it is a large monster, which returns with a die fewer than it last rolled when it is
    /// taken out.
    pub monster: bool,
    /// True if it is a player character: taken out, it is wounded instead and chooses what that
    /// means.
    pub wounds: bool,
    /// True if it has armor: one option a wound instead of two, unless the attack ignores armor.
    pub armor: bool,
    /// Choice when wounded, if it differs from the rules.
    pub wound_choice: Option<WoundChoice>,
    /// Second option when wounded, if it differs from the rules.
    pub wound_option: Option<WoundOption>,
    /// Cover of its own.
    pub cover: Option<Cover>,
}

/// Arrival of a reinforcement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// Before the turn of this number, if the fight is not over.
    AtTurn(u64),
    /// As soon as at most this number of its side stand.
    WhenStanding(usize),
}

/// A Class, after fit and halving are applied.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Class {
    /// Number of dice.
    pub dice: usize,
    /// True if its attacks ignore Cover.
    pub ignores_cover: bool,
    /// True if its attacks ignore armor.
    pub ignores_armor: bool,
}

/// Cover of the battlefield, of a side or of a combatant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cover {
    /// A number of dice, rolled at once as the fight begins.
    Rolled(usize),
    /// Dice that start with these faces.
    Faces(Vec<u8>),
}

impl From<usize> for Class {
    /// Returns a Class with this number of dice and default keys.
    fn from(dice: usize) -> Self {
        Self {
            dice,
            ..Self::default()
        }
    }
}

impl Combatant {
    /// Returns a combatant whose Classes have these numbers of dice, with default keys.
    pub fn rolling(side: usize, classes: &[usize]) -> Self {
        Self {
            side,
            classes: classes.iter().map(|&dice| dice.into()).collect(),
            ..Self::default()
        }
    }

    /// Panics if this combatant is invalid in a fight with `sides` sides.
    pub(super) fn check(&self, sides: usize) {
        assert!(self.side < sides, "{self:?} is of none of {sides} sides");
        assert!(!self.classes.is_empty(), "{self:?} has no Class");
        assert!(
            !(self.monster && self.wounds),
            "{self:?} is a monster and a player character"
        );
        assert!(
            self.wound_option != Some(WoundOption::NonCombatant),
            "{self:?}: the option besides being out of the fight is another one"
        );
        assert!(
            self.arrival != Some(Arrival::AtTurn(0)),
            "{self:?} comes before the first turn at the earliest"
        );
        for class in &self.classes {
            assert!(
                (1..=MOST_DICE).contains(&class.dice),
                "{self:?} has a Class of {} dice",
                class.dice
            );
        }
    }
}

/// Rule-based players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Player {
    /// A uniform choice among the legal actions except a retreat.
    Random,
    /// The strongest attack on the strongest opponent.
    Brawler,
    /// The cheapest die that takes an opponent out, else the attack that removes most.
    #[default]
    Finisher,
    /// The action that wins most of `playouts` play-outs by `finisher`s.
    Rollout { playouts: usize },
}

/// Options of the rules. The defaults are those of the base game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// `last_blow = "draw"`: a combatant that takes out the last opponent with its last die
    /// retreats like any other.
    pub last_blow_draw: bool,
    /// `deadlock = "lot"`: a lot among the highest instead of re-rolls.
    pub deadlock_lot: bool,
    /// Maximum number of rounds of re-rolling in a row.
    pub max_rerolls: u64,
    /// Cover of the battlefield, for all combatants.
    pub field_cover: Option<Cover>,
    /// Cover of each side; a side beyond the end of the list has none.
    pub side_cover: Vec<Option<Cover>>,
    /// Maximum number of Cover dice removed against one attack.
    pub cover_per_attack: usize,
    /// `monster_spent = "returns"`: a monster that spends its last die attacking returns as if it
    /// had been taken out.
    pub monster_spent_returns: bool,
    /// Number of the wound that kills.
    pub wounds_to_die: u64,
    /// Choice of the wounded.
    pub wound_choice: WoundChoice,
    /// Second option, or the only one with armor: a nasty wound or a permanent loss.
    pub wound_option: WoundOption,
    /// Healer of the wounded after the fight.
    pub healer: Healer,
    /// Option that a healer undoes first; then the others in their order.
    pub healer_undoes: WoundOption,
}

/// Options of a wound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WoundOption {
    /// The permanent loss of something important.
    PermanentLoss,
    /// Slower healing than that of other wounds.
    NastyWound,
    /// *Non-combatant*: the character leaves the fight.
    NonCombatant,
}

/// Choice of the wounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WoundChoice {
    /// Out of the fight, and without armor also the `wound_option`.
    StayDown,
    /// A permanent loss and a nasty wound, or with armor only the `wound_option`.
    FightOn,
}

/// Healer of the wounded after the fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Healer {
    /// No healer.
    None,
    /// A healer that never fails.
    Automatic,
    /// A healer that needs this sum with this number of dice.
    Rolls { dice: usize, difficulty: u64 },
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            last_blow_draw: false,
            deadlock_lot: false,
            max_rerolls: 1000,
            field_cover: None,
            side_cover: Vec::new(),
            cover_per_attack: 1,
            monster_spent_returns: false,
            wounds_to_die: 2,
            wound_choice: WoundChoice::StayDown,
            wound_option: WoundOption::NastyWound,
            healer: Healer::None,
            healer_undoes: WoundOption::PermanentLoss,
        }
    }
}

impl Rules {
    /// Panics if the rules are invalid.
    pub(super) fn check(&self) {
        assert!(
            self.wound_option != WoundOption::NonCombatant,
            "the option besides being out of the fight is another one"
        );
    }
}
