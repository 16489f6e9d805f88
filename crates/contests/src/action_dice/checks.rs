//! Contests of one or two rolls, with their outcomes and metrics.

use super::roll::ActionRoll;
use evenodds_core::contest::{Describe, Description, Metric, Outcome};
use evenodds_core::dice::FACES;

/// A roll of a skill or an ability against a difficulty.
#[derive(Clone, Debug)]
pub struct DifficultyCheck {
    pub(super) roll: ActionRoll,
    pub(super) difficulty: i64,
    pub(super) description: Description,
}

/// Index of the outcome `success`.
pub(super) const SUCCESS: usize = 0;
/// Index of the outcome `failure`.
pub(super) const FAILURE: usize = 1;

impl DifficultyCheck {
    /// Creates a check against `difficulty`, 1 or more.
    pub fn new(roll: ActionRoll, difficulty: i64) -> Self {
        let (lowest, highest) = roll.range();
        let margin = (lowest - difficulty, highest - difficulty);
        let description = Description {
            outcomes: vec![
                Outcome::new("success", format!("{} succeeds", roll.name)),
                Outcome::new("failure", format!("{} fails", roll.name)).failing(),
            ],
            metrics: vec![
                Metric::number("total", "points", lowest, highest),
                Metric::number("margin", "points", margin.0, margin.1),
            ],
            highlights: &["total", "margin"],
            ..Description::default()
        };
        Self {
            roll,
            difficulty,
            description,
        }
    }
}

impl Describe for DifficultyCheck {
    fn description(&self) -> &Description {
        &self.description
    }

    fn rollers(&self) -> Vec<String> {
        vec![self.roll.name.clone()]
    }
}

/// Two rolls against each other: the higher total wins.
#[derive(Clone, Debug)]
pub struct Opposed {
    pub(super) rolls: [ActionRoll; 2],
    pub(super) description: Description,
}

/// Index of the outcome `tie`, after those of the two rollers.
pub(super) const TIE: usize = 2;

/// Returns the outcome of the roller with the higher total.
#[inline]
pub(super) fn ahead(values: [i64; 2]) -> usize {
    match values[0].cmp(&values[1]) {
        std::cmp::Ordering::Greater => 0,
        std::cmp::Ordering::Less => 1,
        std::cmp::Ordering::Equal => TIE,
    }
}

impl Opposed {
    /// Creates a contest of two rolls with different names.
    pub fn new(rolls: [ActionRoll; 2]) -> Self {
        let [a, b] = [0, 1].map(|actor: usize| rolls[actor].range());
        let wins = |actor: usize| {
            let name = &rolls[actor].name;
            Outcome::new(name, format!("{name} wins"))
        };
        let total = |actor: usize, (lowest, highest)| {
            Metric::number("total", "points", lowest, highest).about(&rolls[actor].name, "")
        };
        let description = Description {
            outcomes: vec![wins(0), wins(1), Outcome::new("tie", "it is a tie").even()],
            metrics: vec![
                total(0, a),
                total(1, b),
                Metric::number("margin", "points", a.0 - b.1, a.1 - b.0),
            ],
            highlights: &["total", "margin"],
            ..Description::default()
        };
        Self { rolls, description }
    }
}

impl Describe for Opposed {
    fn description(&self) -> &Description {
        &self.description
    }

    fn rollers(&self) -> Vec<String> {
        self.rolls.iter().map(|roll| roll.name.clone()).collect()
    }
}

/// Dice of an actor in an order of action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActorDice {
    /// Name of the actor, and of the outcome that it acts first.
    pub name: String,
    /// Action dice thrown: those used, minus one in a two-die action.
    pub action: u32,
    /// Dice that decide which actor declares first.
    pub declaration: DeclarationRoll,
}

/// Numbers of action dice that decide which actor declares first: compared field by field, the
/// lower number does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct DeclarationRoll {
    /// Action dice left of all sorts, including those about to be used.
    pub left: u32,
    /// Limited action dice left.
    pub limited: u32,
    /// Specialized action dice left.
    pub specialised: u32,
    /// All action dice of the round, including those used; 0 for both actors if the options ignore
    /// it.
    pub total: u32,
}

/// Order of two simultaneously declared actions, decided by their dice.
#[derive(Clone, Debug)]
pub struct InitiativeCheck {
    pub(super) actors: [ActorDice; 2],
    pub(super) description: Description,
}

impl InitiativeCheck {
    /// Creates an order of two actors with different names.
    pub fn new(actors: [ActorDice; 2]) -> Self {
        let acts = |actor: usize| {
            let name = &actors[actor].name;
            Outcome::new(name, format!("{name} acts first"))
        };
        let sum = |actor: usize| {
            let actor: &ActorDice = &actors[actor];
            let least = i64::from(actor.action);
            Metric::number("action_sum", "points", least, i64::from(FACES) * least)
                .about(&actor.name, "")
        };
        let declares = |actor: usize| {
            Metric::number("declares_first", "yes or no", 0, 0)
                .about(&actors[actor].name, "")
                .out_of(1)
        };
        let description = Description {
            outcomes: vec![
                acts(0),
                acts(1),
                Outcome::new("tie", "both act at once").even(),
            ],
            metrics: vec![sum(0), sum(1), declares(0), declares(1)],
            highlights: &["declares_first", "action_sum"],
            ..Description::default()
        };
        Self {
            actors,
            description,
        }
    }

    /// Returns the actor with more action dice, which acts first; `TIE` if the sums decide.
    pub(super) fn first_by_dice(&self) -> usize {
        ahead([0, 1].map(|actor: usize| i64::from(self.actors[actor].action)))
    }

    /// Returns the outcome for these sums of action dice.
    pub(super) fn first(&self, sums: [i64; 2]) -> usize {
        match self.first_by_dice() {
            TIE => ahead(sums),
            actor => actor,
        }
    }

    /// Returns the actor that declares first; `None` if a drawn lot decides.
    pub(super) fn declares(&self) -> Option<usize> {
        let [a, b] = [0, 1].map(|actor: usize| self.actors[actor].declaration);
        match a.cmp(&b) {
            std::cmp::Ordering::Less => Some(0),
            std::cmp::Ordering::Greater => Some(1),
            std::cmp::Ordering::Equal => None,
        }
    }
}

impl Describe for InitiativeCheck {
    fn description(&self) -> &Description {
        &self.description
    }

    fn rollers(&self) -> Vec<String> {
        let names = self.actors.iter().map(|actor| actor.name.clone());
        names.chain(["/lot".to_owned()]).collect()
    }
}
