//! What an adventure is made of.

use super::super::{combat, trade};

/// An adventure. Characters, Classes, bases, cargoes, scenes and endings go by their names.
#[derive(Clone, Debug)]
pub struct Adventure {
    pub sessions: u32,
    pub characters: Vec<Character>,
    pub group: Option<Group>,
    pub scenes: Vec<Scene>,
    /// The scenes where the plays begin, one after another and again from the start; none: the first.
    pub first: Vec<String>,
    /// The endings beside `done`.
    pub endings: Vec<String>,
    pub rules: Rules,
}

#[derive(Clone, Debug)]
pub struct Character {
    pub name: String,
    /// Each with its dice.
    pub classes: Vec<(String, u32)>,
    pub wounds: bool,
    pub armor: bool,
    pub healer: Option<String>,
    pub losable: Vec<String>,
    /// Unless a fight says so of itself.
    pub choices: Choices,
}

/// How somebody chooses who is wounded, where that is said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Choices {
    pub choice: Option<combat::WoundChoice>,
    pub option: Option<combat::WoundOption>,
}

/// What the characters own together.
#[derive(Clone, Debug)]
pub struct Group {
    pub prosperity: u32,
    /// Each with its dice.
    pub bases: Vec<(String, u32)>,
    pub cargoes: Vec<(String, trade::Cargo)>,
}

#[derive(Clone, Debug)]
pub struct Scene {
    pub name: String,
    pub contest: Contest,
    /// By outcome the scene or ending that follows.
    pub then: Vec<(String, String)>,
    pub worst: Option<String>,
    pub rest: bool,
    pub session_ends: bool,
    pub cost: Vec<(String, Cost)>,
}

#[derive(Clone, Debug, Default)]
pub struct Cost {
    pub prosperity: u32,
    /// Empty for all who took part.
    pub of: Vec<String>,
    pub classes: bool,
    /// A wound with these options; none of them is `true`, which is the same as a non-combatant.
    pub wound: Option<Vec<combat::WoundOption>>,
    /// True if armor leaves only the first of these options.
    pub armor_fits: bool,
    pub captured: bool,
    /// Dice of bases and cargoes.
    pub dice: Vec<(String, u32)>,
}

/// The contest of a scene.
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
        /// Those who are named to help, as they stand before the crafter and behind.
        before: Vec<(Help, String)>,
        behind: Vec<(Help, String)>,
        /// All other keys.
        rest: String,
    },
    Trade {
        /// Unless it is the group's.
        prosperity: Option<u32>,
        backers: Vec<Seat>,
        cargoes: Vec<Freight>,
        /// Backers and cargoes go by their names. Without a backer whom a step names it cannot be played.
        steps: Vec<trade::Step<String>>,
        rules: TradeRules,
    },
    /// Nobody takes part by name.
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

/// A place in a fight.
#[derive(Clone, Debug)]
pub struct Fighter {
    pub seat: Seat,
    pub choices: Choices,
}

impl From<Seat> for Fighter {
    /// A place of which nothing else is said.
    fn from(seat: Seat) -> Self {
        Self {
            seat,
            choices: Choices::default(),
        }
    }
}

/// What somebody is in a Workshop beside the crafter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Help {
    Assistance,
    Facility,
}

/// A cargo in a trade scene.
#[derive(Clone, Debug)]
pub enum Freight {
    Group(String),
    /// It is the scene's own.
    Own(String, trade::Cargo),
}

/// The keys of a trade scene beside those who take part and its steps.
#[derive(Clone, Copy, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each is an option of a file")]
pub struct TradeRules {
    pub repeat: u32,
    pub restock: bool,
    pub tie_trades: bool,
    pub port_refuses: bool,
    pub keeps_last_die: bool,
    /// `outcome = "complications"`.
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

/// A place in a contest for somebody.
#[derive(Clone, Debug)]
pub enum Seat {
    /// Somebody with this name: a character who is called so, or somebody of the scene's own.
    Named {
        name: String,
        count: usize,
        /// Where a contest knows no Classes there is one, without a name.
        classes: Vec<Class>,
    },
    /// A base by name. Dice that are written are as good as none.
    Base {
        name: String,
        written: Option<u32>,
        semi: bool,
    },
    /// The first of these characters and bases who is there and has a Class that suits.
    AnyOf {
        characters: Vec<String>,
        /// The Classes that suit, the best first, and whether they fit but half; none are all.
        classes: Vec<(String, bool)>,
    },
}

#[derive(Clone, Debug, Default)]
pub struct Class {
    pub name: String,
    pub dice: u32,
    /// Whether it fits but half.
    pub semi: bool,
    /// In a fight, whether armor is no help against its attacks.
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
    /// `retreated = "captured"`.
    pub retreated_are_captured: bool,
    /// `unmanned = "skip"`.
    pub unmanned_is_skipped: bool,
    pub advance: Advance,
    /// `between = "replace"`.
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
    /// Where an outcome of a scene leads.
    pub(super) fn target(&self, scene: usize, outcome: &str) -> String {
        let mut then = self.scenes[scene].then.iter();
        match then.find(|(name, _)| name == outcome) {
            Some((_, target)) => target.clone(),
            None => self.behind(scene),
        }
    }

    /// Where a scene leads of which nothing is said.
    pub(super) fn behind(&self, scene: usize) -> String {
        match self.scenes.get(scene + 1) {
            // Of several beginnings each is the end of what stands before it.
            Some(next) if self.first.len() < 2 || !self.first.contains(&next.name) => {
                next.name.clone()
            }
            _ => "done".to_owned(),
        }
    }

    /// Whether a scene may lead to what is behind it.
    pub(super) fn goes_on(&self, scene: usize) -> bool {
        let scene = &self.scenes[scene];
        let mut outcomes = scene.contest.outcomes();
        if let Contest::Fight(_) = scene.contest {
            outcomes.extend(["draw", "unresolved"].map(str::to_owned));
        }
        let leads = |outcome: &String| scene.then.iter().any(|(name, _)| name == outcome);
        self.rules.unmanned_is_skipped || !outcomes.iter().all(leads)
    }

    /// The scene where a play begins, counted from 1.
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

    /// Returns the worst outcome, for a scene that cannot be manned: ruin of a trade, else the last outcome
    /// that is not the side of a character.
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
    /// The outcomes that are to be expected; the first is the one that is called won.
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
