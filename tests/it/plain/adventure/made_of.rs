//! What an adventure is made of.

use super::super::combat;

#[derive(Clone, Debug)]
pub struct Adventure {
    pub sessions: u32,
    pub characters: Vec<Character>,
    /// Of the group, if there is one.
    pub prosperity: Option<u32>,
    pub scenes: Vec<Scene>,
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
}

#[derive(Clone, Debug)]
pub struct Scene {
    pub name: String,
    pub contest: Contest,
    /// By outcome the scene or ending that follows.
    pub then: Vec<(String, String)>,
    pub worst: Option<String>,
    pub rest: bool,
    pub cost: Vec<(String, Cost)>,
}

#[derive(Clone, Debug, Default)]
pub struct Cost {
    pub prosperity: u32,
    /// Nobody stands for all who took part.
    pub of: Vec<String>,
    pub classes: bool,
    pub wound: bool,
    pub captured: bool,
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
        /// All other keys.
        rest: String,
    },
    Trade {
        /// Unless it is the group's.
        prosperity: Option<u32>,
        backers: Vec<Seat>,
        /// Those of them without whom it cannot be played.
        needed: Vec<String>,
        /// All other keys.
        rest: String,
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
    pub combatants: Vec<Seat>,
    pub late: Vec<(combat::Arrival, Seat)>,
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
    /// The first of these characters who is there and has a Class that suits.
    AnyOf {
        characters: Vec<String>,
        /// The Classes that suit, the best first, and whether they fit but half; none are all.
        classes: Vec<(String, bool)>,
    },
}

#[derive(Clone, Debug)]
pub struct Class {
    pub name: String,
    pub dice: u32,
    /// Whether it fits but half.
    pub semi: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LostFor {
    Adventure,
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
            Some(next) => next.name.clone(),
            None => "done".to_owned(),
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

    pub(super) fn character(&self, name: &str) -> Option<usize> {
        self.characters.iter().position(|one| one.name == name)
    }

    /// The outcome where nobody takes a part: the last that is no side of a character.
    pub(super) fn worst(&self, scene: usize) -> String {
        let scene = &self.scenes[scene];
        if let Some(worst) = &scene.worst {
            return worst.clone();
        }
        let Contest::Fight(fight) = &scene.contest else {
            return scene.contest.outcomes().pop().unwrap();
        };
        let is_character = |seat: &Seat| match seat {
            Seat::Named { name, .. } => self.character(name).is_some(),
            Seat::AnyOf { .. } => true,
        };
        let of_characters = |side: &&Side| {
            let late = side.late.iter().map(|(_, seat)| seat);
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
            Self::Trade { .. } => vec!["solvent", "ruined"],
            _ => vec!["success", "failure"],
        };
        names.into_iter().map(str::to_owned).collect()
    }
}
