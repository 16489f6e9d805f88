//! Pools of dice that were thrown: the plain rules, die by die.

use super::code::Code;
use super::components::{Component, Die, DieRule, KeepRuleNode, Pool};
use super::evaluate::{Evaluator, Values};
use super::program::{NodeId, PoolId, Program};
use super::selection::{Rerolled, Selection};
use evenodds_core::dice::{Dice, Roller};
use std::ops::Range;

/// Dice of a pool after a throw.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Thrown {
    /// Values of all dice, in the order in which they were thrown, without those thrown again.
    pub all: Vec<i64>,
    /// Values of the kept dice, descending.
    pub kept: Vec<i64>,
    /// Dice with symbols: die and face, by index.
    pub symbols: Vec<(usize, usize)>,
}

/// Rule that keeps or drops dice, with known operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KeepRule {
    /// Positions from the first to before the second, counted from the highest die.
    FromTop(i64, i64),
    /// Positions from the first to before the second, counted from the lowest die.
    FromBottom(i64, i64),
    /// The selected values.
    Values(Selection),
}

/// Returns the keep rules of a pool with known operands.
pub fn keep_rules(evaluator: Evaluator<'_>, values: &mut Values, pool: PoolId) -> Vec<KeepRule> {
    let rules = evaluator.0.pools[pool].keep.iter();
    rules
        .map(|&rule| keep_rule(evaluator, values, rule))
        .collect()
}

/// Returns a keep rule with known operands.
fn keep_rule(evaluator: Evaluator<'_>, values: &mut Values, rule: KeepRuleNode) -> KeepRule {
    match rule {
        KeepRuleNode::Highest(n) => KeepRule::FromTop(0, evaluator.value(values, n).max(0)),
        KeepRuleNode::Lowest(n) => KeepRule::FromBottom(0, evaluator.value(values, n).max(0)),
        KeepRuleNode::DropHighest(n) => {
            KeepRule::FromTop(evaluator.value(values, n).max(0), i64::MAX)
        }
        KeepRuleNode::DropLowest(n) => {
            KeepRule::FromBottom(evaluator.value(values, n).max(0), i64::MAX)
        }
        KeepRuleNode::Keep(selection) => KeepRule::Values(evaluator.selection(values, selection)),
        KeepRuleNode::Drop(selection) => {
            let selection = evaluator.selection(values, selection);
            KeepRule::Values(Selection {
                inverted: !selection.inverted,
                ..selection
            })
        }
    }
}

/// Applies a keep rule to descending values.
fn keep(values: &mut Vec<i64>, rule: KeepRule) {
    let size = values.len();
    let place = |position: i64| usize::try_from(position).map_or(size, |at| at.min(size));
    match rule {
        KeepRule::FromTop(first, end) => {
            values.truncate(place(end));
            values.drain(..place(first).min(values.len()));
        }
        KeepRule::FromBottom(first, end) => {
            let end = place(end);
            values.truncate(size - place(first));
            values.drain(..(size - end).min(values.len()));
        }
        KeepRule::Values(selection) => values.retain(|&value| selection.has(value)),
    }
}

/// A throw of a pool, with compiled numbers of dice and faces where it has no rules.
#[derive(Clone, Debug)]
pub struct Throw {
    /// The pool.
    pub pool: PoolId,
    /// Number of dice and faces, for equal dice with faces from 1 on and without rules.
    plain: Option<[NodeId; 2]>,
    code: Code,
}

impl Throw {
    /// Returns the throw of a pool.
    pub fn new(program: &Program, pool: PoolId) -> Self {
        let Pool {
            components, keep, ..
        } = &program.pools[pool];
        let plain = match (&components[..], &keep[..]) {
            ([component], []) if component.rules.is_empty() => match component.die {
                Die::Sides(sides) => Some([component.count, sides]),
                _ => None,
            },
            _ => None,
        };
        let nodes = plain.as_ref().map_or(&[][..], |nodes| nodes);
        Self {
            pool,
            plain,
            code: Code::of_values(program, &[], nodes),
        }
    }

    /// Throws the dice and keeps those that the rules of the pool keep.
    pub fn throw<D: Dice>(
        &self,
        evaluator: Evaluator<'_>,
        values: &mut Values,
        (dice, roller): (&mut D, Roller),
    ) {
        let Some([count, sides]) = self.plain else {
            throw(evaluator, values, self.pool, (dice, roller));
            return;
        };
        if !self.code.is_empty() {
            self.code.run(evaluator.0, values);
        }
        let [count, sides] = [count, sides].map(|node| values.cell(node).max(0));
        let thrown = &mut values.pools[self.pool];
        thrown.all.clear();
        if sides > 0 {
            for _ in 0..count {
                thrown.all.push(i64::from(dice.die(roller, sides as u32)));
            }
        }
        thrown.keep_all();
    }
}

impl Thrown {
    /// Keeps all dice.
    #[inline]
    fn keep_all(&mut self) {
        self.kept.clear();
        self.kept.extend_from_slice(&self.all);
        if self.kept.len() > 1 {
            self.kept.sort_unstable_by(|a, b| b.cmp(a));
        }
    }
}

/// Throws the dice of a pool and keeps those that its rules keep.
fn throw<D: Dice>(
    evaluator: Evaluator<'_>,
    values: &mut Values,
    pool: PoolId,
    (dice, roller): (&mut D, Roller),
) {
    values.pools[pool].all.clear();
    values.pools[pool].symbols.clear();
    for (index, component) in evaluator.0.pools[pool].components.iter().enumerate() {
        let computed = die_to_compute(evaluator, values, pool, index);
        let count = evaluator.value(values, component.count);
        let die = computed.as_ref().or(values.dice[pool][index].as_ref());
        if let Some(die) = die {
            let thrown = &mut values.pools[pool];
            throw_component(die, die.count(count), (dice, roller), thrown);
        }
    }
    keep_dice(evaluator, values, pool);
}

/// Returns the die of a component of a pool, unless the values have it because it is constant.
fn die_to_compute(
    evaluator: Evaluator<'_>,
    values: &mut Values,
    pool: PoolId,
    index: usize,
) -> Option<KnownDie> {
    let component = &evaluator.0.pools[pool].components[index];
    let is_constant = values.dice[pool][index].is_some();
    (!is_constant).then(|| KnownDie::new(evaluator, values, component))
}

/// Keeps the thrown dice that the rules of a pool keep.
fn keep_dice(evaluator: Evaluator<'_>, values: &mut Values, pool: PoolId) {
    values.pools[pool].keep_all();
    for &rule in &evaluator.0.pools[pool].keep {
        let rule = keep_rule(evaluator, values, rule);
        keep(&mut values.pools[pool].kept, rule);
    }
}

/// Returns the number of dice of a component of a pool, by its index.
#[inline]
pub fn dice_of_component(
    evaluator: Evaluator<'_>,
    values: &mut Values,
    (pool, index): (PoolId, usize),
) -> usize {
    let computed = die_to_compute(evaluator, values, pool, index);
    let count = evaluator.value(values, evaluator.0.pools[pool].components[index].count);
    let die = computed.as_ref().or(values.dice[pool][index].as_ref());
    die.map_or(0, |die| die.count(count) as usize)
}

/// Replaces the symbols of a pool by those of its dice, which are in the order of its components.
fn replace_symbols(evaluator: Evaluator<'_>, values: &mut Values, pool: PoolId) {
    let components = &evaluator.0.pools[pool].components;
    if !(components.iter()).any(|component| matches!(component.die, Die::Symbols(_))) {
        return;
    }
    values.pools[pool].symbols.clear();
    let mut start = 0;
    for (index, component) in components.iter().enumerate() {
        let count = dice_of_component(evaluator, values, (pool, index));
        if let Die::Symbols(die) = component.die {
            let Thrown { all, symbols, .. } = &mut values.pools[pool];
            let own = all.iter().skip(start).take(count);
            symbols.extend(own.map(|&face| (die, face as usize)));
        }
        start += count;
    }
}

/// Sets the dice of a pool, in the order of its components.
pub fn set_dice(
    evaluator: Evaluator<'_>,
    values: &mut Values,
    pool: PoolId,
    dice: impl Iterator<Item = i64>,
) {
    let all = &mut values.pools[pool].all;
    all.clear();
    all.extend(dice);
    replace_symbols(evaluator, values, pool);
    keep_dice(evaluator, values, pool);
}

/// Throws the dice of pools again, except those that are kept: the bits of `kept`, in the order of
/// the dice. The pools have no rules that add dice; the dice of each component are then in descending
/// order.
pub fn throw_again<D: Dice>(
    evaluator: Evaluator<'_>,
    values: &mut Values,
    (pools, kept): (Range<PoolId>, i64),
    (dice, roller): (&mut D, Roller),
) {
    let mut place = 0;
    for pool in pools {
        let mut start = 0;
        for (index, component) in evaluator.0.pools[pool].components.iter().enumerate() {
            let computed = die_to_compute(evaluator, values, pool, index);
            let count = evaluator.value(values, component.count);
            let Some(die) = computed.as_ref().or(values.dice[pool][index].as_ref()) else {
                continue;
            };
            let end = start + die.count(count) as usize;
            if let Some(own) = values.pools[pool].all.get_mut(start..end) {
                for value in &mut *own {
                    if kept >> place & 1 == 0 {
                        *value = die.throw(dice, roller);
                    }
                    place += 1;
                }
                own.sort_unstable_by(|a, b| b.cmp(a));
            }
            start = end;
        }
        replace_symbols(evaluator, values, pool);
        keep_dice(evaluator, values, pool);
    }
}

/// Sorts the dice of each component of a pool, in descending order.
pub fn sort_dice(evaluator: Evaluator<'_>, values: &mut Values, pool: PoolId) {
    let mut start = 0;
    for index in 0..evaluator.0.pools[pool].components.len() {
        let end = start + dice_of_component(evaluator, values, (pool, index));
        if let Some(own) = values.pools[pool].all.get_mut(start..end) {
            own.sort_unstable_by(|a, b| b.cmp(a));
        }
        start = end;
    }
}

/// Rule for throwing one die, with known operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KnownRule {
    /// Throws again until the value is not selected.
    Reroll(Rerolled),
    /// Throws once more if the value is selected.
    RerollOnce(Rerolled),
    /// Lower values count as this one.
    AtLeast(i64),
    /// Higher values count as this one.
    AtMost(i64),
    /// Each selected value adds a die.
    Explode(Selection),
    /// The highest value, which is stated, is added to the next throw of the same die.
    Penetrate(i64),
    /// One more die if at least one value of the pool is selected.
    AddOnce(Selection),
}

/// A type of dice with known operands.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct KnownDie {
    /// Faces of a die without equal weights: values, by descending value, with their weights.
    /// Empty for a die with faces 1 to `sides`.
    pub faces: Vec<(i64, u32)>,
    /// Total weight of the faces.
    pub sides: u32,
    /// Symbols on the faces, by index of the die; the values are then indices of faces.
    pub symbols: Option<usize>,
    /// For draws from a bag: the number of things that count, of all `sides` ones.
    pub drawn: Option<u32>,
    /// Rules, in order, without rerolls of all values.
    pub rules: Vec<KnownRule>,
    /// Maximum number of explosions of a die.
    pub most_explosions: u32,
    /// True if the notation states this maximum, so that more explosions are not cut off.
    pub has_own_limit: bool,
    /// True if a rule selects all values, so that it would never end.
    pub is_endless: bool,
}

impl KnownDie {
    /// Returns the die of a component.
    pub fn new(evaluator: Evaluator<'_>, values: &mut Values, component: &Component) -> Self {
        let mut drawn = None;
        let (faces, sides, symbols) = match &component.die {
            Die::Sides(sides) => {
                let sides = evaluator.value(values, *sides).max(0);
                (Vec::new(), sides as u32, None)
            }
            Die::Faces(faces) => {
                let faces = faces.iter().map(|&face| (evaluator.value(values, face), 1));
                let mut faces: Vec<(i64, u32)> = faces.collect();
                faces.sort_unstable_by(|a, b| b.cmp(a));
                let sides = faces.len() as u32;
                (faces, sides, None)
            }
            Die::Weighted(faces) => {
                let sides = faces.iter().map(|face| face.1).sum();
                (faces.clone(), sides, None)
            }
            Die::Symbols(die) => {
                let faces = evaluator.0.symbol_dice[*die].faces.iter().enumerate().rev();
                let faces: Vec<(i64, u32)> =
                    faces.map(|(index, face)| (index as i64, face.1)).collect();
                let sides = faces.iter().map(|face| face.1).sum();
                (faces, sides, Some(*die))
            }
            Die::Drawn(own, others) => {
                let left = [*own, *others].map(|node| evaluator.value(values, node).max(0) as u32);
                drawn = Some(left[0]);
                (Vec::new(), left[0] + left[1], None)
            }
        };
        let mut die = Self {
            faces,
            sides,
            symbols,
            drawn,
            rules: Vec::new(),
            most_explosions: evaluator.0.most_explosions,
            has_own_limit: false,
            is_endless: false,
        };
        for rule in &component.rules {
            if let DieRule::Explode(_, Some(most)) = *rule {
                die.most_explosions = most;
                die.has_own_limit = true;
            }
            let rule = match *rule {
                DieRule::Reroll(selection) => {
                    KnownRule::Reroll(Rerolled::Values(evaluator.selection(values, selection)))
                }
                DieRule::RerollOnce(selection) => {
                    let selection = evaluator.selection(values, selection);
                    KnownRule::RerollOnce(Rerolled::Values(selection))
                }
                DieRule::RerollFaces(faces) => KnownRule::Reroll(Rerolled::Faces(faces)),
                DieRule::RerollFacesOnce(faces) => KnownRule::RerollOnce(Rerolled::Faces(faces)),
                DieRule::AtLeast(n) => KnownRule::AtLeast(evaluator.value(values, n)),
                DieRule::AtMost(n) => KnownRule::AtMost(evaluator.value(values, n)),
                DieRule::Explode(Some(selection), _) => {
                    KnownRule::Explode(evaluator.selection(values, selection))
                }
                DieRule::Explode(None, _) => {
                    let highest = die.highest();
                    KnownRule::Explode(Selection {
                        least: highest,
                        most: i64::MAX,
                        inverted: false,
                    })
                }
                DieRule::Penetrate => KnownRule::Penetrate(die.highest()),
                DieRule::AddOnce(selection) => {
                    KnownRule::AddOnce(evaluator.selection(values, selection))
                }
            };
            let is_endless = match rule {
                KnownRule::Reroll(selection) => die.always_shows(|value| selection.has(value)),
                KnownRule::Explode(selection) => {
                    !die.has_own_limit && die.always_shows(|value| selection.has(value))
                }
                KnownRule::Penetrate(highest) => die.always_shows(|value| value == highest),
                _ => false,
            };
            die.is_endless |= is_endless;
            if !(is_endless && matches!(rule, KnownRule::Reroll(_))) {
                die.rules.push(rule);
            }
        }
        die
    }

    /// Returns the number of dice that are thrown of `count` ones: none if they have no faces, and
    /// no more draws than there are things left.
    pub fn count(&self, count: i64) -> i64 {
        if self.sides == 0 {
            return 0;
        }
        let most = self.drawn.map_or(i64::MAX, |_| i64::from(self.sides));
        count.clamp(0, most)
    }

    /// Returns the values and weights of the faces, by descending value.
    pub fn all_faces(&self) -> Vec<(i64, u32)> {
        if self.faces.is_empty() {
            (1..=i64::from(self.sides))
                .rev()
                .map(|face| (face, 1))
                .collect()
        } else {
            self.faces.clone()
        }
    }

    /// Returns the highest value that one throw can show after the rules so far.
    fn highest(&self) -> i64 {
        let highest = (self.faces.first()).map_or(i64::from(self.sides), |face| face.0);
        self.rules
            .iter()
            .fold(highest, |highest, rule| match *rule {
                KnownRule::AtLeast(least) => highest.max(least),
                KnownRule::AtMost(most) => highest.min(most),
                _ => highest,
            })
    }

    /// Returns whether every value after the rules so far has a property.
    fn always_shows(&self, property: impl Fn(i64) -> bool) -> bool {
        let holds = |face: i64| {
            let mut value = face;
            for rule in &self.rules {
                match *rule {
                    KnownRule::Reroll(selection) if selection.has(value) => return true,
                    KnownRule::AtLeast(least) => value = value.max(least),
                    KnownRule::AtMost(most) => value = value.min(most),
                    _ => {}
                }
            }
            property(value)
        };
        if self.faces.is_empty() {
            (1..=i64::from(self.sides)).all(holds)
        } else {
            self.faces.iter().all(|face| holds(face.0))
        }
    }

    #[inline]
    fn face<D: Dice>(&self, (dice, roller): (&mut D, Roller)) -> i64 {
        let number = dice.die(roller, self.sides);
        if self.faces.is_empty() {
            return i64::from(number);
        }
        // Weights are laid out from the last face, so that higher numbers are higher values.
        let mut left = number;
        for &(value, weight) in self.faces.iter().rev() {
            if left <= weight {
                return value;
            }
            left -= weight;
        }
        self.faces.first().map_or(0, |face| face.0)
    }

    /// Throws one die with the rules that concern a single value.
    fn throw<D: Dice>(&self, dice: &mut D, roller: Roller) -> i64 {
        self.throw_with(&self.rules, false, (dice, roller))
    }

    /// Throws one die with the first rules. A die that is thrown again obeys the rules before, but
    /// no [`RerollOnce`](KnownRule::RerollOnce).
    fn throw_with<D: Dice>(
        &self,
        rules: &[KnownRule],
        is_again: bool,
        (dice, roller): (&mut D, Roller),
    ) -> i64 {
        let Some((rule, before)) = rules.split_last() else {
            return self.face((dice, roller));
        };
        let mut value = self.throw_with(before, is_again, (dice, roller));
        match *rule {
            KnownRule::Reroll(selection) => {
                while selection.has(value) && !dice.abandoned() {
                    value = self.throw_with(before, true, (dice, roller));
                }
                value
            }
            KnownRule::RerollOnce(selection) if selection.has(value) && !is_again => {
                self.throw_with(before, true, (dice, roller))
            }
            KnownRule::AtLeast(least) => value.max(least),
            KnownRule::AtMost(most) => value.min(most),
            _ => value,
        }
    }
}

/// Throws the dice of a component.
fn throw_component<D: Dice>(
    die: &KnownDie,
    count: i64,
    (dice, roller): (&mut D, Roller),
    thrown: &mut Thrown,
) {
    if let Some(drawn) = die.drawn {
        let (mut own, mut left) = (drawn, die.sides);
        for _ in 0..count {
            let is_own = dice.die(roller, left) <= own;
            left -= 1;
            own -= u32::from(is_own);
            thrown.all.push(i64::from(is_own));
        }
        return;
    }
    let mut added = false;
    for _ in 0..count {
        let mut value = die.throw(dice, roller);
        match die.rules.last() {
            Some(&KnownRule::Explode(selection)) => {
                for _ in 0..die.most_explosions {
                    if !selection.has(value) {
                        break;
                    }
                    thrown.all.push(value);
                    value = die.throw(dice, roller);
                }
            }
            Some(&KnownRule::Penetrate(highest)) => {
                let mut last = value;
                for _ in 0..die.most_explosions {
                    if last != highest {
                        break;
                    }
                    last = die.throw(dice, roller);
                    value += last;
                }
            }
            Some(&KnownRule::AddOnce(selection)) => added |= selection.has(value),
            _ => {}
        }
        thrown.all.push(value);
        if let Some(symbols) = die.symbols {
            thrown.symbols.push((symbols, value as usize));
        }
    }
    if added {
        thrown.all.push(die.throw(dice, roller));
    }
}
