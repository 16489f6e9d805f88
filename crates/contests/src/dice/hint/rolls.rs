//! Rolls of typed positions: dice, faces with symbols, and draws from bags.

use super::super::DiceContest;
use super::super::narrate;
use super::super::rules::Position;
use super::TypedRoll;
use evenodds_core::contest::game::Game;
use evenodds_core::document::{Faults, counted};
use evenodds_dice::exact::single as exact_faces;
use evenodds_dice::expression::{
    Die, DieRule, Evaluator, KnownDie, MOST_DICE, MOST_FACES, set_dice,
};

/// Reason why [`DiceContest::is_typed`] does not hold for a roll.
pub(super) const NOT_TYPED: &str = "hints cannot read dice with symbols together with other dice, nor more than one pool of \
                                    dice that add dice";

impl DiceContest {
    /// Returns a position at the start of the contest and of a step, up to its first choice.
    pub(super) fn example_at(&self, step: usize) -> String {
        let states = self.shown_states.iter();
        let mut entries: Vec<String> = states
            .map(|&state| &self.parts.states[state])
            .map(|state| format!("{}: {}", state.name, state.start))
            .collect();
        let mut position = self.start();
        let stages = &self.plans[step].stages;
        let until = stages.iter().position(|stage| stage.choice.is_some());
        let shown = &stages[..until.map_or(0, |until| until + 1)];
        for &roll in shown.iter().flat_map(|stage| &stage.rolls) {
            if self.is_typed(roll) {
                let name = &self.program.rolls[roll].name;
                let example = self.set_example(roll, &mut position);
                entries.push(format!("{name}: {example}"));
            }
        }
        entries.join("; ")
    }

    /// Sets possible dice of a roll that can be typed, and returns them as typed. What the roll reads
    /// is set.
    pub(super) fn set_example(&self, roll: usize, position: &mut Position) -> String {
        let values = &mut position.values;
        let evaluator = Evaluator(&self.program);
        let words = self.words_of(roll);
        let drawn = self.program.rolls[roll].drawn.is_some();
        let mut typed = Vec::new();
        for (item, pool) in self.program.rolls[roll].pools.clone().enumerate() {
            let mut dice = Vec::new();
            for component in &self.program.pools[pool].components {
                let die = KnownDie::new(evaluator, values, component);
                let count = die.count(evaluator.value(values, component.count));
                if let Some(own) = die.drawn {
                    let number = count.min(i64::from(own));
                    dice.extend((0..number).map(|_| 1));
                    let thing = words.get(item).filter(|_| number > 0);
                    typed.extend(thing.map(|thing| format!("{number} {}", thing.1)));
                    continue;
                }
                let mut faces: Vec<i64> = (exact_faces(&die).iter()).map(|face| face.0).collect();
                faces.sort_unstable_by(|a, b| b.cmp(a));
                dice.extend((0..count as usize).map(|die| faces[(die + roll) % faces.len()]));
            }
            set_dice(evaluator, values, pool, dice.iter().copied());
            let word = |die: &i64| {
                let named = words.iter().find(|one| one.0 == *die);
                named.map_or_else(|| die.to_string(), |named| named.1.clone())
            };
            typed.extend(dice.iter().filter(|_| !drawn).map(word));
        }
        typed.join(" ")
    }

    /// Returns whether a roll can be typed: a draw, dice with equal symbols, or dice without symbols
    /// whose number is known or that are one pool.
    pub(super) fn is_typed(&self, roll: usize) -> bool {
        let roll = &self.program.rolls[roll];
        let pools = self.program.pools[roll.pools.clone()].iter();
        let components: Vec<_> = pools.flat_map(|pool| &pool.components).collect();
        let has_symbols = (components.iter()).any(|one| matches!(one.die, Die::Symbols(_)));
        let adds_dice = (components.iter()).any(|one| one.rules.iter().any(DieRule::adds_dice));
        if has_symbols {
            return components.len() == 1;
        }
        roll.drawn.is_some() || !adds_dice || roll.pools.len() == 1
    }

    /// Returns the words for what a roll shows, with their values: things of a bag by index, faces
    /// with symbols by index, without spaces. Empty for dice with numbers.
    pub(super) fn words_of(&self, roll: usize) -> Vec<(i64, String)> {
        let roll = &self.program.rolls[roll];
        if let Some((bag, _)) = roll.drawn {
            let items = self.program.bags[bag].items.iter();
            return (0..).zip(items.map(|item| item.0.clone())).collect();
        }
        let pools = self.program.pools[roll.pools.clone()].iter();
        let mut components = pools.flat_map(|pool| &pool.components);
        let Some(Die::Symbols(die)) = components.next().map(|component| &component.die) else {
            return Vec::new();
        };
        let die = &self.program.symbol_dice[*die];
        let faces = (0..die.texts.len()).map(|face| narrate::face_text(die, face));
        let joined = faces.map(|text| text.split_whitespace().collect::<Vec<_>>().join("+"));
        (0..).zip(joined).collect()
    }

    /// Returns whether typed dice of a roll are in the order of the text: it has more than one pool, or
    /// types of dice that may be thrown again.
    fn is_ordered(&self, roll: usize) -> bool {
        let mut choices = self.parts.steps.iter().flat_map(|step| &step.choices);
        self.program.rolls[roll].pools.len() > 1
            || choices.any(|choice| choice.reroll().is_some_and(|again| again.0 == roll))
    }

    /// Sets what a roll shows, or reports what it cannot show. What the roll reads is set.
    pub(super) fn set_typed(
        &self,
        roll: usize,
        typed: &TypedRoll,
        position: &mut Position,
        faults: &mut Faults,
    ) -> Option<()> {
        if self.program.rolls[roll].drawn.is_some() {
            return self.set_drawn(roll, typed, position, faults);
        }
        let TypedRoll { name, dice, .. } = typed;
        let whose = &self.program.rolls[roll].name;
        let pools = self.program.rolls[roll].pools.clone();
        let is_alone = pools.len() == 1;
        let evaluator = Evaluator(&self.program);
        let before = faults.len();
        let is_ordered = self.is_ordered(roll);
        let (mut count, mut is_simple) = (0, true);
        let mut rest = &dice[..];
        for pool in pools {
            // The faces of each type of dice, and the number of dice up to it.
            let (mut types, mut own) = (Vec::new(), 0);
            for component in &self.program.pools[pool].components {
                let die = KnownDie::new(evaluator, &mut position.values, component);
                is_simple &= !component.rules.iter().any(DieRule::adds_dice);
                own += die.count(evaluator.value(&mut position.values, component.count));
                let faces: Vec<i64> = (exact_faces(&die).iter()).map(|face| face.0).collect();
                types.push((faces, own, &component.text));
            }
            count += own;
            let end = if is_alone { rest.len() } else { own as usize };
            let (these, others) = rest.split_at(end.min(rest.len()));
            rest = others;
            for (place, (die, word)) in (0..).zip(these) {
                let its_type = types.iter().find(|one| is_ordered && place < one.1);
                let is_face = match its_type {
                    Some((faces, ..)) => faces.contains(die),
                    None => types.iter().any(|one| one.0.contains(die)),
                };
                // Dice that are added to others can show more than a face.
                let is_shown = if is_simple {
                    is_face
                } else {
                    (-MOST_FACES..=MOST_FACES).contains(die)
                };
                if !is_shown {
                    let text = its_type.map_or(&self.program.rolls[roll].text, |one| one.2);
                    let accepted = format!("expected a face of {text}");
                    faults.push(word.fault(whose, format!("has a die of {}", word.text), accepted));
                }
            }
            if faults.len() == before {
                let these = these.iter().map(|die| die.0);
                set_dice(evaluator, &mut position.values, pool, these);
            }
        }
        let typed_count = dice.len() as i64;
        if is_simple && typed_count != count || typed_count > MOST_DICE {
            let found = format!("has {}", counted(dice.len() as u64, "die", "dice"));
            faults.push(name.fault(whose, found, format!("expected {count}")));
        }
        (faults.len() == before).then_some(())
    }

    /// Sets what is drawn from a bag, or reports what cannot be drawn.
    fn set_drawn(
        &self,
        roll: usize,
        typed: &TypedRoll,
        position: &mut Position,
        faults: &mut Faults,
    ) -> Option<()> {
        let TypedRoll { name, dice, .. } = typed;
        let whose = &self.program.rolls[roll].name;
        let evaluator = Evaluator(&self.program);
        let words = self.words_of(roll);
        let before = faults.len();
        let mut expected = None;
        for (item, pool) in self.program.rolls[roll].pools.clone().enumerate() {
            let Some(component) = self.program.pools[pool].components.first() else {
                continue;
            };
            let values = &mut position.values;
            let die = KnownDie::new(evaluator, values, component);
            let asked = die.count(evaluator.value(values, component.count));
            expected.get_or_insert(asked);
            let own = dice.iter().filter(|one| one.0 == item as i64);
            let number = own.clone().count();
            let left = die.drawn.unwrap_or(0) as usize;
            if let Some((_, word)) = own.clone().nth(left) {
                let thing = words.get(item).map_or("", |word| &word.1);
                let found = format!("has {number} {thing}");
                faults.push(word.fault(whose, found, format!("expected at most {left}")));
                return None;
            }
            set_dice(evaluator, values, pool, std::iter::repeat_n(1, number));
        }
        let expected = expected.unwrap_or(0);
        if dice.len() as i64 != expected {
            let found = format!("has {}", counted(dice.len() as u64, "thing", "things"));
            faults.push(name.fault(whose, found, format!("expected {expected}")));
        }
        (faults.len() == before).then_some(())
    }
}
