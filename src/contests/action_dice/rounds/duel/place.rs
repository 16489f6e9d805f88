//! Where a duel may be within a round, apart from the defence rolls in force.

use super::super::left::Left;
use super::super::sheet::{Blow, Sheet};

/// What stands still while dice are rolled: who has which dice left, what is declared, whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in super::super) struct Place {
    pub(in super::super) left: [Left; 2],
    /// The units between both.
    pub(in super::super) distance: u32,
    /// True for those who chose to be noncombatants in this round.
    pub(in super::super) noncombat: [bool; 2],
    /// Whether a General Defense is in force that its player minds.
    pub(in super::super) general: [bool; 2],
    /// Whether everybody is asked for the last time in the round.
    pub(in super::super) last: bool,
    /// What is declared in the sequence.
    pub(in super::super) plans: [Option<Plan>; 2],
    /// The rolls of dives from it, as far as they matter.
    pub(in super::super) dived: [u32; 2],
    pub(in super::super) stage: Stage,
}

/// What is declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in super::super) enum Plan {
    /// An attack with so many dice.
    Attack(u32),
    /// A Group Attack.
    Group(u32),
    /// A move.
    Move(u32),
    /// A General Defense, which has been rolled.
    General,
}

impl Plan {
    /// Whether it may be answered.
    pub(super) fn is_attack(self) -> bool {
        matches!(self, Self::Attack(_) | Self::Group(_))
    }
}

/// How far a sequence has come. `more` tells whether the one who is attacked is still to declare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in super::super) enum Stage {
    /// The round begins, and a fighter chooses whether to be a noncombatant.
    Chooses { who: usize },
    /// It begins.
    Start,
    /// A fighter declares.
    Declares { who: usize, more: bool },
    /// A fighter answers.
    Answers { who: usize, more: bool },
    /// All have declared.
    Acts,
}

impl Place {
    /// A sequence begins.
    pub(super) fn start(left: [Left; 2], distance: u32) -> Self {
        Self {
            left,
            distance,
            noncombat: [false; 2],
            general: [false; 2],
            last: false,
            plans: [None; 2],
            dived: [0; 2],
            stage: Stage::Start,
        }
    }

    /// Returns the beginning of a round, in which `who` chooses whether to be a noncombatant; `first` is the
    /// choice of the first fighter if `who` is the second.
    pub(super) fn choice(who: usize, first: bool, distance: u32) -> Self {
        Self {
            noncombat: [who > 0 && first, false],
            ..Self::start([Left::NONE; 2], distance)
        }
        .at(Stage::Chooses { who })
    }

    /// Returns the same place without what does not matter any more, so that places with one future are one.
    pub(super) fn settled(mut self, sheets: [&Sheet; 2]) -> Self {
        for (who, sheet) in sheets.into_iter().enumerate() {
            self.general[who] &= sheet.minds_general(self.left[who]);
        }
        if sheets.iter().all(|sheet| sheet.is_near(self.distance)) {
            self.distance = 0;
        }
        self
    }

    /// The same at another stage.
    pub(super) fn at(self, stage: Stage) -> Self {
        Self { stage, ..self }
    }

    /// Who declares first: one, both with the same chance, or nobody.
    pub(super) fn first(&self, sheets: [&Sheet; 2]) -> Vec<Self> {
        let [one, other] = self.left.map(Left::is_none);
        let declares = |who, more| self.at(Stage::Declares { who, more });
        match (one, other) {
            (true, true) => Vec::new(),
            (false, true) => vec![declares(0, false)],
            (true, false) => vec![declares(1, false)],
            (false, false) => {
                let key = |who: usize| (self.left[who].key(), sheets[who].total);
                match key(0).cmp(&key(1)) {
                    std::cmp::Ordering::Less => vec![declares(0, true)],
                    std::cmp::Ordering::Greater => vec![declares(1, true)],
                    std::cmp::Ordering::Equal => vec![declares(0, true), declares(1, true)],
                }
            }
        }
    }

    /// Somebody has declared: next the other one answers, declares, or all have declared.
    pub(super) fn declared(
        mut self,
        who: usize,
        more: bool,
        plan: Option<Plan>,
        sheets: [&Sheet; 2],
    ) -> Self {
        let other = 1 - who;
        self.plans[who] = plan;
        let sheet = sheets[who];
        if let Some(plan) = plan {
            let (sorts, dice) = match plan {
                Plan::Attack(dice) | Plan::Group(dice) => (sheet.to_attack, dice),
                Plan::Move(dice) => (sheet.to_move, dice),
                // Its dice are used as it is rolled.
                Plan::General => (sheet.to_attack, 0),
            };
            self.left[who] = self.left[who].without(sorts, dice);
        }
        let is_attack = plan.is_some_and(Plan::is_attack);
        let may_answer = !self.left[other].is_none() && sheets[other].answers();
        if is_attack && may_answer {
            self.at(Stage::Answers { who: other, more })
        } else {
            self.goes_on(other, more)
        }
    }

    /// What comes after an answer, or after an action that asks for none.
    pub(super) fn goes_on(self, next: usize, more: bool) -> Self {
        if more && !self.left[next].is_none() {
            self.at(Stage::Declares {
                who: next,
                more: false,
            })
        } else {
            self.at(Stage::Acts)
        }
    }

    /// The attacks that all have declared, with the dice that settle who acts first, and the distance
    /// afterwards. A move with more dice comes before an attack, one with as many after it.
    pub(super) fn acts(&self, sheets: [&Sheet; 2]) -> ([Option<Blow>; 2], u32) {
        let mut after = self.distance;
        for (plan, sheet) in self.plans.iter().zip(sheets) {
            if let Some(Plan::Move(dice)) = *plan {
                after = after.saturating_sub(sheet.stride(dice));
            }
        }
        let blows = [0, 1].map(|who: usize| {
            let distance = |action: u32| {
                let is_later =
                    matches!(self.plans[1 - who], Some(Plan::Move(moving)) if moving > action);
                if is_later { after } else { self.distance }
            };
            match self.plans[who]? {
                Plan::Move(_) | Plan::General => None,
                Plan::Group(dice) => Some(sheets[who].group_blow(dice, distance(dice - 1))),
                Plan::Attack(dice) => Some(sheets[who].blow(dice, distance(dice))),
            }
        });
        (blows, after)
    }
}
