//! The parts of an adventure.

use super::super::{combat, trade};

/// An adventure. Characters, Classes, bases, cargoes, scenes and endings are identified by their
/// names.
#[derive(Clone, Debug)]
pub struct Adventure {
    pub sessions: u32,
    pub characters: Vec<Character>,
    pub group: Option<Group>,
    pub scenes: Vec<Scene>,
    /// Scenes where the plays begin, in turn, repeating from the start; empty for the first scene.
    pub first: Vec<String>,
    /// Endings beside `done`.
    pub endings: Vec<String>,
    pub rules: Rules,
}

#[derive(Clone, Debug)]
pub struct Character {
    pub name: String,
    /// Names with dice.
    pub classes: Vec<(String, u32)>,
    pub wounds: bool,
    pub armor: bool,
    pub healer: Option<String>,
    pub losable: Vec<String>,
    /// Default choices; a fight may override them.
    pub choices: Choices,
}

/// Choices of the wounded, if given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Choices {
    pub choice: Option<combat::WoundChoice>,
    pub option: Option<combat::WoundOption>,
}

/// Common property of the characters.
#[derive(Clone, Debug)]
pub struct Group {
    pub prosperity: u32,
    /// Names with dice.
    pub bases: Vec<(String, u32)>,
    pub cargoes: Vec<(String, trade::Cargo)>,
}

#[derive(Clone, Debug)]
pub struct Scene {
    pub name: String,
    pub contest: Contest,
    /// Next scene or ending, by outcome.
    pub then: Vec<(String, String)>,
    pub worst: Option<String>,
    pub rest: bool,
    pub session_ends: bool,
    pub cost: Vec<(String, Cost)>,
}

#[derive(Clone, Debug, Default)]
pub struct Cost {
    pub prosperity: u32,
    /// Empty for all participants.
    pub of: Vec<String>,
    pub classes: bool,
    /// Options of a wound; an empty list is `true`, the same as a non-combatant.
    pub wound: Option<Vec<combat::WoundOption>>,
    /// True if armor leaves only the first of these options.
    pub armor_fits: bool,
    pub captured: bool,
    /// Dice of bases and cargoes.
    pub dice: Vec<(String, u32)>,
}

/// Contest of a scene.
#[derive(Clone, Debug)]
pub enum Contest {
    Fight(Fight),
    Quick {
        difficulty: u32,
        actor: Seat,
        helpers: Vec<Seat>,
    },
    Workshop {
        crafter: Seat,
        /// Named helpers, in the order of the file before and after the crafter.
        before: Vec<(Help, String)>,
        behind: Vec<(Help, String)>,
        /// All other keys.
        rest: String,
    },
    Trade {
        /// Prosperity, if it is not that of the group.
        prosperity: Option<u32>,
        backers: Vec<Seat>,
        cargoes: Vec<Freight>,
        /// Steps with backers and cargoes by name. The scene cannot be played if a backer of a step
        /// is absent.
        steps: Vec<trade::Step<String>>,
        rules: TradeRules,
    },
    /// A contest without named participants.
    Abstract {
        skill: i32,
        task: i32,
    },
}

#[derive(Clone, Debug)]
pub struct Fight {
    pub sides: Vec<Side>,
    pub rules: combat::Rules,
    pub deadly: bool,
}

#[derive(Clone, Debug)]
pub struct Side {
    pub name: String,
    pub player: combat::Player,
    pub combatants: Vec<Fighter>,
    pub late: Vec<(combat::Arrival, Fighter)>,
}

/// A seat in a fight.
#[derive(Clone, Debug)]
pub struct Fighter {
    pub seat: Seat,
    pub choices: Choices,
}

impl From<Seat> for Fighter {
    /// Returns a seat with default keys.
    fn from(seat: Seat) -> Self {
        Self {
            seat,
            choices: Choices::default(),
        }
    }
}

/// Role of a helper in a Workshop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Help {
    Assistance,
    Facility,
}

/// A cargo in a trade scene.
#[derive(Clone, Debug)]
pub enum Freight {
    Group(String),
    /// A cargo of the scene itself.
    Own(String, trade::Cargo),
}

/// Keys of a trade scene beside the participants and steps.
#[derive(Clone, Copy, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each is an option of a file")]
pub struct TradeRules {
    pub repeat: u32,
    pub restock: bool,
    pub tie_trades: bool,
    pub port_refuses: bool,
    pub keeps_last_die: bool,
    /// True for `outcome = "complications"`.
    pub has_complications: bool,
}

impl Default for TradeRules {
    fn default() -> Self {
        Self {
            repeat: 1,
            restock: false,
            tie_trades: true,
            port_refuses: false,
            keeps_last_die: false,
            has_complications: false,
        }
    }
}

/// A seat in a contest.
#[derive(Clone, Debug)]
pub enum Seat {
    /// A character of this name, or a participant of the scene itself.
    Named {
        name: String,
        count: usize,
        /// Contests without Classes have one, without a name.
        classes: Vec<Class>,
    },
    /// A base by name; dice in the file have no effect.
    Base {
        name: String,
        written: Option<u32>,
        semi: bool,
    },
    /// The first of these characters and bases that is available and has a suitable Class.
    AnyOf {
        characters: Vec<String>,
        /// Suitable Classes, the best first, and whether each fits only half; empty for all.
        classes: Vec<(String, bool)>,
    },
}

#[derive(Clone, Debug, Default)]
pub struct Class {
    pub name: String,
    pub dice: u32,
    /// Whether it fits only half.
    pub semi: bool,
    /// Whether its attacks ignore armor, in a fight.
    pub ignores_armor: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LostFor {
    Adventure,
    Session,
    Scenes(u32),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Healing {
    Scenes,
    Rest,
    Never,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Advance {
    Nothing,
    Lowest,
    Highest,
    First,
}

#[derive(Clone, Debug)]
pub struct Rules {
    pub lost_for: LostFor,
    pub wounds_to_die: u32,
    pub healing: Healing,
    pub healing_difficulty: u32,
    /// True for `retreated = "captured"`.
    pub retreated_are_captured: bool,
    /// True for `unmanned = "skip"`.
    pub unmanned_is_skipped: bool,
    pub advance: Advance,
    /// True for `between = "replace"`.
    pub dead_are_replaced: bool,
    pub max_scenes: u32,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            lost_for: LostFor::Adventure,
            wounds_to_die: 2,
            healing: Healing::Scenes,
            healing_difficulty: 10,
            retreated_are_captured: false,
            unmanned_is_skipped: false,
            advance: Advance::Nothing,
            dead_are_replaced: false,
            max_scenes: 100,
        }
    }
}

impl Adventure {
    /// Returns the next scene or ending after an outcome of a scene.
    pub(super) fn target(&self, scene: usize, outcome: &str) -> String {
        let mut then = self.scenes[scene].then.iter();
        match then.find(|(name, _)| name == outcome) {
            Some((_, target)) => target.clone(),
            None => self.behind(scene),
        }
    }

    /// Returns the default next scene or ending of a scene, for outcomes without one of their own.
    pub(super) fn behind(&self, scene: usize) -> String {
        match self.scenes.get(scene + 1) {
            // With more than one start scene, each ends the sequence of scenes before it.
            Some(next) if self.first.len() < 2 || !self.first.contains(&next.name) => {
                next.name.clone()
            }
            _ => "done".to_owned(),
        }
    }

    /// Returns whether a scene may lead to the next one.
    pub(super) fn goes_on(&self, scene: usize) -> bool {
        let scene = &self.scenes[scene];
        let mut outcomes = scene.contest.outcomes();
        if let Contest::Fight(_) = scene.contest {
            outcomes.extend(["draw", "unresolved"].map(str::to_owned));
        }
        let leads = |outcome: &String| scene.then.iter().any(|(name, _)| name == outcome);
        self.rules.unmanned_is_skipped || !outcomes.iter().all(leads)
    }

    /// Returns the scene where a play begins, counted from 1.
    pub(super) fn beginning(&self, play: u32) -> usize {
        if self.first.is_empty() {
            return 0;
        }
        let name = &self.first[(play as usize - 1) % self.first.len()];
        let position = self.scenes.iter().position(|scene| scene.name == *name);
        position.unwrap()
    }

    pub(super) fn base(&self, name: &str) -> Option<usize> {
        let bases = &self.group.as_ref()?.bases;
        bases.iter().position(|(base, _)| base == name)
    }

    pub(super) fn cargo(&self, name: &str) -> Option<usize> {
        let cargoes = &self.group.as_ref()?.cargoes;
        cargoes.iter().position(|(cargo, _)| cargo == name)
    }

    pub(super) fn character(&self, name: &str) -> Option<usize> {
        self.characters.iter().position(|one| one.name == name)
    }

    /// Returns the worst outcome, for a scene that cannot be manned: ruin of a trade, else the last
    /// outcome that is not the side of a character.
    pub(super) fn worst(&self, scene: usize) -> String {
        let scene = &self.scenes[scene];
        if let Some(worst) = &scene.worst {
            return worst.clone();
        }
        let fight = match &scene.contest {
            Contest::Fight(fight) => fight,
            Contest::Trade { .. } => return "ruined".to_owned(),
            other => return other.outcomes().pop().unwrap(),
        };
        let is_character = |fighter: &Fighter| match &fighter.seat {
            Seat::Named { name, .. } => self.character(name).is_some(),
            Seat::Base { .. } | Seat::AnyOf { .. } => true,
        };
        let of_characters = |side: &&Side| {
            let late = side.late.iter().map(|(_, fighter)| fighter);
            side.combatants.iter().chain(late).any(is_character)
        };
        let last = fight.sides.iter().rfind(|side| !of_characters(side));
        last.map_or("unresolved".to_owned(), |side| side.name.clone())
    }
}

impl Contest {
    /// Returns the possible outcomes; the first is the one called won.
    pub fn outcomes(&self) -> Vec<String> {
        let names = match self {
            Self::Fight(fight) => fight.sides.iter().map(|side| side.name.as_str()).collect(),
            Self::Trade { rules, .. } => {
                let all = ["solvent", "ruined", "unpaid", "refused"];
                all[..if rules.has_complications { 4 } else { 2 }].to_vec()
            }
            _ => vec!["success", "failure"],
        };
        names.into_iter().map(str::to_owned).collect()
    }
}
