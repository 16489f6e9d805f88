//! What a fight is made of, and the options of the rules.

use super::MOST_DICE;

/// One combatant as the fight begins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Combatant {
    /// The side it fights for.
    pub side: usize,
    /// Its Classes. It rolls the first one as it joins the fight.
    pub classes: Vec<Class>,
    /// Who decides for it.
    pub player: Player,
    /// When it comes, as a reinforcement; nothing: it is there from the start.
    pub arrival: Option<Arrival>,
    /// Which reinforcement of its side it belongs to: those of one group and one arrival come together.
    pub group: usize,
    /// A large monster: taken out, it returns with a die fewer than it last rolled.
    pub monster: bool,
    /// A player character: taken out, it is wounded instead and chooses what that means.
    pub wounds: bool,
    /// It has armor: one option a wound, not two, unless the attack ignores armor.
    pub armor: bool,
    /// How it chooses when it is wounded, if not as the rules say.
    pub wound_choice: Option<WoundChoice>,
    /// Which option it chooses besides, if not that of the rules.
    pub wound_option: Option<WoundOption>,
    /// Cover of its own.
    pub cover: Option<Cover>,
}

/// When a reinforcement comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// Before the turn of this number, if the fight still goes on.
    AtTurn(u64),
    /// As soon as this many of its side stand, or fewer.
    WhenStanding(usize),
}

/// A Class, once fit and halves are settled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Class {
    /// How many dice it rolls.
    pub dice: usize,
    /// Its attacks are not stopped by Cover.
    pub ignores_cover: bool,
    /// Armor is no help against its attacks.
    pub ignores_armor: bool,
}

/// The Cover of the battlefield, of a side or of a combatant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cover {
    /// So many dice, rolled in one throw as the fight begins.
    Rolled(usize),
    /// Dice that lie there with these faces.
    Faces(Vec<u8>),
}

impl From<usize> for Class {
    /// A Class that rolls so many dice, and nothing else about it.
    fn from(dice: usize) -> Self {
        Self {
            dice,
            ..Self::default()
        }
    }
}

impl Combatant {
    /// A combatant whose Classes roll so many dice, and nothing else about it.
    pub fn rolling(side: usize, classes: &[usize]) -> Self {
        Self {
            side,
            classes: classes.iter().map(|&dice| dice.into()).collect(),
            ..Self::default()
        }
    }

    /// Panics if this is no combatant of a fight of so many sides.
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

/// The players that decide by rule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Player {
    /// Anything legal but a retreat, each with the same chance.
    Random,
    /// The strongest blow at the strongest opponent.
    Brawler,
    /// The cheapest die that takes somebody out, else the blow that removes most.
    #[default]
    Finisher,
    /// The action that wins most of so many play-outs by `finisher`s.
    Rollout { playouts: usize },
}

/// The options of the rules. Unless said otherwise they are those of the base game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// `last_blow = "draw"`: who takes out the last opponent with the last die retreats like any other.
    pub last_blow_draw: bool,
    /// `deadlock = "lot"`: a lot among the highest instead of re-rolls.
    pub deadlock_lot: bool,
    /// How many rounds of re-rolling in a row the table has patience for.
    pub max_rerolls: u64,
    /// Cover of the battlefield, which shields anyone.
    pub field_cover: Option<Cover>,
    /// Cover of each side; a side beyond the end of the list has none.
    pub side_cover: Vec<Option<Cover>>,
    /// How many Cover dice may be removed against one attack.
    pub cover_per_attack: usize,
    /// `monster_spent = "returns"`: a monster that spends its last die attacking returns as if it had
    /// been taken out.
    pub monster_spent_returns: bool,
    /// The wound that kills.
    pub wounds_to_die: u64,
    /// How the wounded choose.
    pub wound_choice: WoundChoice,
    /// The option that is chosen besides, or by armor instead: a nasty wound or a permanent loss.
    pub wound_option: WoundOption,
    /// Who looks after the wounded once the fight is over.
    pub healer: Healer,
    /// What a healer undoes first; then the others in their order.
    pub healer_undoes: WoundOption,
}

/// What the wounded choose from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WoundOption {
    /// Something important is lost for good.
    PermanentLoss,
    /// The wound heals later than others do.
    NastyWound,
    /// Out of the fight.
    NonCombatant,
}

/// How the wounded choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WoundChoice {
    /// Out of the fight, and without armor the `wound_option`.
    StayDown,
    /// A permanent loss and a nasty wound, or with armor only the `wound_option`.
    FightOn,
}

/// Who looks after the wounded once the fight is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Healer {
    /// Nobody.
    None,
    /// Somebody who never fails.
    Automatic,
    /// Somebody who needs this sum of so many dice.
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
    /// Panics if the rules are not in order.
    pub(super) fn check(&self) {
        assert!(
            self.wound_option != WoundOption::NonCombatant,
            "the option besides being out of the fight is another one"
        );
    }
}
