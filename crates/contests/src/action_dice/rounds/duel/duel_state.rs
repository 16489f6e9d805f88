//! State of a duel within a round, without the defense rolls in force.

use super::super::dice_left::DiceLeft;
use super::super::fighter_sheet::{AttackDice, FighterSheet};

/// State of a round without the defense rolls: dice left, declarations and stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in super::super) struct DuelState {
    pub(in super::super) left: [DiceLeft; 2],
    /// Distance between both fighters, in units.
    pub(in super::super) distance: u32,
    /// For each fighter, true if it chose to be a noncombatant in this round.
    pub(in super::super) noncombat: [bool; 2],
    /// For each fighter, true if a General Defense is in force that affects its decisions.
    pub(in super::super) general: [bool; 2],
    /// True if this is the last declaration of each fighter in this round.
    pub(in super::super) last: bool,
    /// Declarations of both fighters in the sequence.
    pub(in super::super) plans: [Option<DuelPlan>; 2],
    /// Levels of the dives for cover in this sequence.
    pub(in super::super) dived: [u32; 2],
    pub(in super::super) stage: DuelStage,
}

/// Declaration of a fighter in a duel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in super::super) enum DuelPlan {
    /// An attack with this number of dice.
    Attack(u32),
    /// A Group Attack with this number of dice.
    Group(u32),
    /// A move with this number of dice.
    Move(u32),
    /// A General Defense, already rolled.
    General,
}

impl DuelPlan {
    /// Returns whether the declaration is an attack, which the target may answer.
    pub(super) fn is_attack(self) -> bool {
        matches!(self, Self::Attack(_) | Self::Group(_))
    }
}

/// Stage of a sequence. `more` is whether another declaration may follow, unless stated otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in super::super) enum DuelStage {
    /// Start of the round: a fighter chooses whether to be a noncombatant. `more` is whether the
    /// other one chooses after it.
    Chooses { fighter: usize, more: bool },
    /// Start of the sequence.
    Start,
    /// A fighter declares.
    Declares { fighter: usize, more: bool },
    /// A fighter answers.
    Answers { fighter: usize, more: bool },
    /// All fighters have declared; the actions take place.
    Acts,
}

impl DuelState {
    /// Returns the start of a sequence.
    pub(super) fn start(left: [DiceLeft; 2], distance: u32) -> Self {
        Self {
            left,
            distance,
            noncombat: [false; 2],
            general: [false; 2],
            last: false,
            plans: [None; 2],
            dived: [0; 2],
            stage: DuelStage::Start,
        }
    }

    /// Returns the start of a round, at which `fighter` chooses whether to be a noncombatant.
    /// `other` is the choice of the other fighter, if that one has chosen.
    pub(super) fn choice(fighter: usize, other: Option<bool>, distance: u32) -> Self {
        let mut state = Self::start([DiceLeft::NONE; 2], distance);
        state.noncombat[1 - fighter] = other.unwrap_or(false);
        let more = other.is_none();
        state.at(DuelStage::Chooses { fighter, more })
    }

    /// Resets all values that do not affect the rest of the round, so that equivalent states are
    /// equal.
    pub(super) fn normalized(mut self, sheets: [&FighterSheet; 2]) -> Self {
        for (fighter, sheet) in sheets.into_iter().enumerate() {
            self.general[fighter] &= sheet.general_matters(self.left[fighter]);
        }
        if sheets.iter().all(|sheet| sheet.is_near(self.distance)) {
            self.distance = 0;
        }
        self
    }

    /// Returns the same state at another stage.
    pub(super) fn at(self, stage: DuelStage) -> Self {
        Self { stage, ..self }
    }

    /// Returns the states at the first declaration of a sequence: one, two with equal chances, or
    /// none.
    pub(super) fn first(&self, sheets: [&FighterSheet; 2]) -> Vec<Self> {
        let [one, other] = self.left.map(DiceLeft::is_none);
        let declares = |fighter, more| self.at(DuelStage::Declares { fighter, more });
        match (one, other) {
            (true, true) => Vec::new(),
            (false, true) => vec![declares(0, false)],
            (true, false) => vec![declares(1, false)],
            (false, false) => {
                let key = |fighter: usize| (self.left[fighter].key(), sheets[fighter].total);
                match key(0).cmp(&key(1)) {
                    std::cmp::Ordering::Less => vec![declares(0, true)],
                    std::cmp::Ordering::Greater => vec![declares(1, true)],
                    std::cmp::Ordering::Equal => vec![declares(0, true), declares(1, true)],
                }
            }
        }
    }

    /// Returns the state after a declaration: at the next answer or declaration, or at the actions.
    pub(super) fn declared(
        mut self,
        fighter: usize,
        more: bool,
        plan: Option<DuelPlan>,
        sheets: [&FighterSheet; 2],
    ) -> Self {
        let other = 1 - fighter;
        self.plans[fighter] = plan;
        let sheet = sheets[fighter];
        if let Some(plan) = plan {
            let (sorts, dice) = match plan {
                DuelPlan::Attack(dice) | DuelPlan::Group(dice) => (sheet.attack_sorts, dice),
                DuelPlan::Move(dice) => (sheet.move_sorts, dice),
                // The dice of a General Defense are removed when it is rolled.
                DuelPlan::General => (sheet.attack_sorts, 0),
            };
            self.left[fighter] = self.left[fighter].without(sorts, dice);
        }
        let is_attack = plan.is_some_and(DuelPlan::is_attack);
        let may_answer = !self.left[other].is_none() && sheets[other].answers();
        if is_attack && may_answer {
            self.at(DuelStage::Answers {
                fighter: other,
                more,
            })
        } else {
            self.following(other, more)
        }
    }

    /// Returns the state after an answer, or after an action that cannot be answered.
    pub(super) fn following(self, next: usize, more: bool) -> Self {
        if more && !self.left[next].is_none() {
            self.at(DuelStage::Declares {
                fighter: next,
                more: false,
            })
        } else {
            self.at(DuelStage::Acts)
        }
    }

    /// Returns the declared attacks, and the distance after the actions. A move takes place before
    /// attacks with fewer dice, and after all others.
    pub(super) fn acts(&self, sheets: [&FighterSheet; 2]) -> ([Option<AttackDice>; 2], u32) {
        let mut after = self.distance;
        for (plan, sheet) in self.plans.iter().zip(sheets) {
            if let Some(DuelPlan::Move(dice)) = *plan {
                after = after.saturating_sub(sheet.move_distance(dice));
            }
        }
        let attack_dice = [0, 1].map(|fighter: usize| {
            let distance = |action: u32| {
                let is_later =
                    matches!(self.plans[1 - fighter], Some(DuelPlan::Move(moving)) if moving > action);
                if is_later { after } else { self.distance }
            };
            match self.plans[fighter]? {
                DuelPlan::Move(_) | DuelPlan::General => None,
                DuelPlan::Group(dice) => {
                    Some(sheets[fighter].group_attack_dice(dice, distance(dice - 1)))
                }
                DuelPlan::Attack(dice) => Some(sheets[fighter].attack_dice(dice, distance(dice))),
            }
        });
        (attack_dice, after)
    }
}
