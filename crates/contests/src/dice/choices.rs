//! Choices: their actions, and which of them a side without a policy takes.
//!
//! An action is an integer: the chosen value, or the dice that are kept, as bits in the order of
//! [`ShownDie`].

use super::keys::Player;
use super::sight::Sight;
use super::{DiceContest, Side};
use evenodds_core::contest::ErrorRate;
use evenodds_dice::expression::{Evaluator, NodeId, Values, dice_of_component, set_dice};

/// A choice of a side.
#[derive(Clone, Debug)]
pub struct Choice {
    pub name: String,
    /// Index of the side.
    pub side: usize,
    pub options: Options,
    /// Rolls that the side sees.
    pub sees: Vec<usize>,
    /// All rolls and choices of the step that the side sees.
    pub sight: Sight,
    pub when: Option<NodeId>,
    /// The value that the player `simple` takes.
    pub simple: Option<NodeId>,
}

/// Options of a choice.
#[derive(Clone, Debug)]
pub enum Options {
    /// The value of a variable, by its index.
    Among {
        variable: usize,
        values: Vec<i64>,
        /// Names of the values; empty for numbers.
        names: Vec<String>,
        /// Condition of each value; empty if there is none.
        allow: Vec<Option<NodeId>>,
    },
    /// The dice of a roll that are thrown again, at most `times` times, and at most `most` each time.
    Reroll { roll: usize, times: u32, most: u32 },
}

/// A die that may be thrown again. Dice are ordered by their group, and those of a group by descending
/// value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShownDie {
    /// Group of equal dice: the components of the pools of the roll, in order.
    pub group: usize,
    pub value: i64,
}

/// Values of a choice that are allowed, as bits in the order of the list.
pub type Allowed = u128;
/// All values.
pub const ALL_ALLOWED: Allowed = Allowed::MAX;

/// Largest number of dice of which a side can throw some again.
pub const MOST_REROLLED: u32 = 12;

impl Choice {
    /// Returns the variable of the chosen value.
    pub fn variable(&self) -> Option<usize> {
        match self.options {
            Options::Among { variable, .. } => Some(variable),
            Options::Reroll { .. } => None,
        }
    }

    /// Returns the roll whose dice are thrown again, and how many times at most.
    pub fn reroll(&self) -> Option<(usize, u32)> {
        match self.options {
            Options::Among { .. } => None,
            Options::Reroll { roll, times, .. } => Some((roll, times)),
        }
    }

    /// Returns the rolls that the side sees, with the one whose dice it may throw again.
    pub fn shown(&self) -> impl Iterator<Item = usize> + '_ {
        let again = self.reroll().map(|reroll| reroll.0);
        self.sees.iter().copied().chain(again)
    }

    /// Returns the number of times that the side chooses in a step.
    pub fn times(&self) -> u32 {
        self.reroll().map_or(1, |reroll| reroll.1)
    }

    /// Returns the conditions of the choice and of its values.
    pub fn conditions(&self) -> impl Iterator<Item = NodeId> + '_ {
        let allow = match &self.options {
            Options::Among { allow, .. } => &allow[..],
            Options::Reroll { .. } => &[],
        };
        self.when.into_iter().chain(allow.iter().copied().flatten())
    }

    /// Returns the first value of the list, unless dice are thrown again.
    pub fn first(&self) -> Option<i64> {
        match &self.options {
            Options::Among { values, .. } => values.first().copied(),
            Options::Reroll { .. } => None,
        }
    }

    /// Returns a value as text: its name, if it has one.
    pub fn text(&self, value: i64) -> String {
        if let Options::Among { values, names, .. } = &self.options
            && let Some(place) = values.iter().position(|one| *one == value)
            && let Some(name) = names.get(place)
        {
            return name.clone();
        }
        value.to_string()
    }

    /// Returns whether the values have names.
    pub(super) fn has_names(&self) -> bool {
        matches!(&self.options, Options::Among { names, .. } if !names.is_empty())
    }

    /// Returns the maximum number of dice that are thrown again at once.
    fn most_again(&self) -> u32 {
        match self.options {
            Options::Among { .. } => 0,
            Options::Reroll { most, .. } => most,
        }
    }

    /// Returns the allowed actions, in a fixed order. The first one keeps all dice. `dice` are those
    /// that may be thrown again; of equal dice with equal values, the first ones are kept.
    pub fn actions<'a>(
        &'a self,
        dice: &'a [ShownDie],
        allowed: Allowed,
    ) -> impl Iterator<Item = i64> + Clone + 'a {
        let values: &[i64] = match &self.options {
            Options::Among { values, .. } => values,
            Options::Reroll { .. } => &[],
        };
        let bits = match self.options {
            Options::Among { .. } => 0..0,
            Options::Reroll { .. } => 0..1_i64 << dice.len(),
        };
        let most_again = self.most_again();
        let is_few = move |kept: &i64| dice.len() as u32 - kept.count_ones() <= most_again;
        let is_first = |kept: &i64| {
            (1..dice.len()).all(|die| {
                dice[die] != dice[die - 1] || kept >> die & 1 == 0 || kept >> (die - 1) & 1 == 1
            })
        };
        let values = values.iter().copied().enumerate();
        let values = values.filter(move |(place, _)| allowed & 1 << place != 0);
        let values = values.map(|(_, value)| value);
        values.chain(bits.rev().filter(is_few).filter(is_first))
    }
}

/// Returns the kept dice of an action.
pub fn kept_dice(dice: &[ShownDie], action: i64) -> impl Iterator<Item = ShownDie> + Clone + '_ {
    let dice = dice.iter().copied().enumerate();
    dice.filter(move |(die, _)| action >> die & 1 == 1)
        .map(|die| die.1)
}

/// Returns the action that throws dice below a value again, at most `most` of the lowest ones.
fn kept_above(dice: &[ShownDie], wanted: i64, most: u32) -> i64 {
    let above = dice.iter().filter(|die| die.value >= wanted).count();
    let kept = above.max(dice.len().saturating_sub(most as usize));
    let is_kept = |place: usize| {
        let is_before = |other: usize| {
            let (one, other_value) = (dice[place].value, dice[other].value);
            other_value > one || other_value == one && other < place
        };
        (0..dice.len()).filter(|&other| is_before(other)).count() < kept
    };
    let places = (0..dice.len()).filter(|&place| is_kept(place));
    places.fold(0, |all, place| all | 1 << place)
}

impl DiceContest {
    /// Sets `shown` to the dice of a roll that may be thrown again.
    pub(super) fn show_dice(&self, roll: usize, values: &mut Values, shown: &mut Vec<ShownDie>) {
        shown.clear();
        let mut group = 0;
        for pool in self.program.rolls[roll].pools.clone() {
            let mut start = 0;
            for component in 0..self.program.pools[pool].components.len() {
                let evaluator = Evaluator(&self.program);
                let count = dice_of_component(evaluator, values, (pool, component));
                let dice = values.pools[pool].all.iter().skip(start).take(count);
                shown.extend(dice.map(|&value| ShownDie { group, value }));
                start += count;
                group += 1;
            }
        }
    }

    /// Sets the dice of a roll that may be thrown again.
    pub(super) fn set_shown(&self, roll: usize, values: &mut Values, shown: &[ShownDie]) {
        let mut groups = 0;
        for pool in self.program.rolls[roll].pools.clone() {
            let own = groups..groups + self.program.pools[pool].components.len();
            groups = own.end;
            let dice = shown.iter().filter(|die| own.contains(&die.group));
            let dice = dice.map(|die| die.value);
            set_dice(Evaluator(&self.program), values, pool, dice);
        }
    }

    /// Returns the choice at the end of a stage, if it has one.
    pub(super) fn choice_of(&self, step: usize, stage: usize) -> Option<&Choice> {
        let choice = self.plans[step].stages[stage].choice?;
        Some(&self.parts.steps[step].choices[choice])
    }

    /// Returns the side that makes a choice.
    pub(super) fn side_of(&self, choice: &Choice) -> &Side {
        &self.parts.sides[choice.side]
    }

    /// Returns the expression by which the player of a choice takes a value.
    pub(super) fn rule_of(&self, choice: &Choice) -> Option<NodeId> {
        let side = self.side_of(choice);
        side.rule
            .or_else(|| choice.simple.filter(|_| side.player == Player::Simple))
    }

    /// Returns the values of a choice that are allowed: the first one if none is.
    pub(super) fn allowed(&self, choice: &Choice, values: &mut Values) -> Allowed {
        let Options::Among { allow, .. } = &choice.options else {
            return ALL_ALLOWED;
        };
        if allow.is_empty() {
            return ALL_ALLOWED;
        }
        let mut allowed = 0;
        for (place, condition) in allow.iter().enumerate() {
            let holds = condition
                .is_none_or(|condition| Evaluator(&self.program).value(values, condition) != 0);
            allowed |= Allowed::from(holds) << place;
        }
        allowed.max(1)
    }

    /// Returns whether a choice is made. Otherwise the first value is taken, and all dice are kept.
    pub(super) fn is_made(&self, choice: &Choice, values: &mut Values) -> bool {
        let when = choice.when;
        when.is_none_or(|when| Evaluator(&self.program).value(values, when) != 0)
    }

    /// Returns the actions that a side takes, with their probabilities; `None` for a side that looks
    /// ahead.
    pub(super) fn shares(
        &self,
        choice: &Choice,
        values: &mut Values,
        dice: &[ShownDie],
    ) -> Option<Vec<(i64, f64)>> {
        if let Some(action) = self.certain_action(choice, values, dice) {
            let error = self.side_of(choice).error;
            if error == ErrorRate::NONE || !self.is_made(choice, values) {
                return Some(vec![(action, 1.0)]);
            }
            // Errors lead to all actions; the values are those without errors.
            let all = choice.actions(dice, self.allowed(choice, values));
            let share = |one: i64| f64::from(u8::from(one == action));
            return Some(all.map(|one| (one, share(one))).collect());
        }
        let actions = choice.actions(dice, self.allowed(choice, values));
        if self.side_of(choice).looks_ahead() {
            return None;
        }
        let share = 1.0 / actions.clone().count() as f64;
        Some(actions.map(|action| (action, share)).collect())
    }

    /// Returns the action that a side takes without chance and without looking ahead; `None` for
    /// others.
    pub(super) fn certain_action(
        &self,
        choice: &Choice,
        values: &mut Values,
        dice: &[ShownDie],
    ) -> Option<i64> {
        if !self.is_made(choice, values) {
            return choice.actions(dice, ALL_ALLOWED).next();
        }
        let mut actions = choice.actions(dice, self.allowed(choice, values));
        let side = self.side_of(choice);
        let is_reroll = choice.reroll().is_some();
        if let Some(rule) = self.rule_of(choice) {
            let wanted = Evaluator(&self.program).value(values, rule);
            if is_reroll {
                return Some(kept_above(dice, wanted, choice.most_again()));
            }
            if choice.has_names() {
                let named = actions.clone().find(|&value| value == wanted);
                return named.or_else(|| actions.next());
            }
            return actions.min_by_key(|value| value.abs_diff(wanted));
        }
        match side.player {
            Player::Optimal | Player::Rollout | Player::Random => None,
            Player::Never if !is_reroll && !choice.has_names() => actions.min(),
            Player::First | Player::Never | Player::Simple | Player::Focus => actions.next(),
        }
    }
}
