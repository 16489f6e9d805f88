//! Boards at the start of the contest and of a round: rolled start values, members that join,
//! orders of turns.

use super::super::plan::{Place, ValuePlan};
use super::super::position::Actors;
use super::{BOARDS, Chain, STEPS_OF_WAY};
use evenodds_core::contest::Silent;
use evenodds_core::contest::game::Game;
use evenodds_dice::exact::{FigureCache, Joint, TooLarge, WeightTable};
use evenodds_dice::expression::Values;

/// Maximum number of members whose orders of turns are enumerated.
const MOST_ORDERED: usize = 7;

impl Chain<'_> {
    /// Returns the boards after the start values and initiatives are rolled.
    pub fn starts(&mut self) -> Result<Vec<(u32, f64)>, TooLarge> {
        let contest = self.contest;
        contest.restart(&mut self.position);
        for member in 0..contest.team_of.len() {
            contest.look_at(
                &mut self.position.state.board,
                member,
                &mut self.position.scratch,
            );
        }
        let first = self.key();
        let mut current = WeightTable::new(1);
        current.add(&[i64::from(first)], 1.0);
        for member in 0..contest.team_of.len() {
            let entry = contest.roster.entry_of[member];
            for (field, plan) in &contest.start_rolls[entry] {
                if contest.is_carried(&self.position, (member, *field)) {
                    continue;
                }
                let values = self.values_of(plan, member)?;
                let mut next = WeightTable::new(1);
                for (key, chance) in current.iter() {
                    for &(value, part) in &values {
                        self.restore(key[0] as u32, 0);
                        let place = Place::Member(member, *field);
                        let board = &mut self.position.state.board;
                        contest.set(board, (place, value), Actors::default());
                        contest.look_at(board, member, &mut self.position.scratch);
                        // The order of members counts while their values are rolled.
                        let sorted = std::mem::replace(
                            &mut self.sorted,
                            vec![false; contest.roster.entries.len()],
                        );
                        let board = self.key();
                        self.sorted = sorted;
                        next.add(&[i64::from(board)], chance * part);
                        self.cache
                            .budget
                            .fits(self.boards.bytes(), || BOARDS.to_owned())?;
                        self.cache.budget.take(STEPS_OF_WAY, || BOARDS.to_owned())?;
                    }
                }
                current = next;
            }
            // From here on the members up to this one are equal.
            if contest.roster.entries[entry].first + contest.roster.entries[entry].count
                == member + 1
            {
                let mut next = WeightTable::new(1);
                for (key, chance) in current.iter() {
                    self.restore(key[0] as u32, 0);
                    let board = self.key();
                    next.add(&[i64::from(board)], chance);
                }
                current = next;
            }
        }
        for (number, step) in contest.steps.iter().enumerate() {
            if step.order.is_some() && !step.orders_each_round {
                current = self.with_orders(&current, number, 0)?;
            }
        }
        Ok(current
            .iter()
            .map(|(key, chance)| (key[0] as u32, chance))
            .collect())
    }

    /// Returns the distribution of a value of a member, at the position.
    fn values_of(&mut self, plan: &ValuePlan, member: usize) -> Result<Vec<(i64, f64)>, TooLarge> {
        let formulas = &plan.formulas;
        let mut values = Values::new(&formulas.program);
        let actors = Actors {
            own: Some(member),
            target: None,
        };
        let at = (&self.position.state.board, self.position.state.round);
        self.contest
            .load((formulas, &plan.reads), at, actors, &mut values);
        let joint = Joint::new(&formulas.program, &[plan.value], 0);
        let mut figures = FigureCache::new();
        let table = joint.distribution(
            &formulas.program,
            &mut values,
            &[],
            &mut figures,
            &mut self.cache.budget,
        )?;
        self.cache.cut_off = self.cache.cut_off.max(table.cut_off);
        Ok(table.iter().map(|(row, chance)| (row[0], chance)).collect())
    }

    /// Returns the boards with all orders of turns of a step.
    fn with_orders(
        &mut self,
        current: &WeightTable,
        number: usize,
        round: u32,
    ) -> Result<WeightTable, TooLarge> {
        let step = &self.contest.steps[number];
        if step.members.len() > MOST_ORDERED {
            return Err(TooLarge(format!(
                "the orders of {} members are too many; at most {MOST_ORDERED} are enumerated",
                step.members.len()
            )));
        }
        let mut next = WeightTable::new(1);
        let orders_of_one: usize = (1..=step.members.len()).product();
        let bytes = current.rows() * orders_of_one * self.contest.key_width() * 16;
        self.cache
            .budget
            .fits(self.boards.bytes() + bytes, || BOARDS.to_owned())?;
        for (key, chance) in current.iter() {
            self.restore(key[0] as u32, round);
            let mut initiatives = Vec::new();
            for &member in &step.members {
                let entry = self.contest.roster.entry_of[member];
                let plan = step.order.as_ref().and_then(|plans| plans[entry].as_ref());
                let Some(plan) = plan else { continue };
                initiatives.push((member, self.values_of(plan, member)?));
            }
            for (order, part) in orders(&initiatives) {
                self.restore(key[0] as u32, round);
                self.position.state.orders[number] = order;
                let board = self.key();
                next.add(&[i64::from(board)], chance * part);
                self.cache.budget.take(STEPS_OF_WAY, || BOARDS.to_owned())?;
            }
        }
        Ok(next)
    }

    /// Returns the boards after members have joined and drawn the orders of a round.
    pub fn begin_round(
        &mut self,
        current: &WeightTable,
        round: u32,
    ) -> Result<WeightTable, TooLarge> {
        let contest = self.contest;
        let has_late = contest.from.iter().any(Option::is_some);
        let orders: Vec<usize> = (0..contest.steps.len())
            .filter(|&step| contest.steps[step].orders_each_round)
            .collect();
        let mut next = WeightTable::new(1);
        for (key, chance) in current.iter() {
            if !has_late && orders.is_empty() {
                next.add(key, chance);
                continue;
            }
            self.restore(key[0] as u32, round);
            contest.join(&mut self.position, &mut Silent);
            for &step in &orders {
                self.position.state.orders[step].clear();
            }
            let board = self.key();
            next.add(&[i64::from(board)], chance);
        }
        for step in orders {
            next = self.with_orders(&next, step, round)?;
        }
        Ok(next)
    }
}

/// Returns the possible orders of members with these initiatives: the highest first, equal ones by
/// lot.
fn orders(initiatives: &[(usize, Vec<(i64, f64)>)]) -> Vec<(Vec<usize>, f64)> {
    let mut all = Vec::new();
    let mut order = Vec::new();
    permute(initiatives, &mut order, &mut all);
    all.into_iter()
        .map(|order: Vec<usize>| {
            let chance = chance_of_order(initiatives, &order);
            (
                order.iter().map(|&place| initiatives[place].0).collect(),
                chance,
            )
        })
        .filter(|(_, chance): &(Vec<usize>, f64)| *chance > 0.0)
        .collect()
}

fn permute(
    initiatives: &[(usize, Vec<(i64, f64)>)],
    order: &mut Vec<usize>,
    all: &mut Vec<Vec<usize>>,
) {
    if order.len() == initiatives.len() {
        all.push(order.clone());
        return;
    }
    for place in 0..initiatives.len() {
        if !order.contains(&place) {
            order.push(place);
            permute(initiatives, order, all);
            order.pop();
        }
    }
}

/// Returns the probability of an order: the values do not rise, and each run of equal ones has its
/// order by lot.
fn chance_of_order(initiatives: &[(usize, Vec<(i64, f64)>)], order: &[usize]) -> f64 {
    let mut values: Vec<i64> = initiatives
        .iter()
        .flat_map(|one| one.1.iter().map(|value| value.0))
        .collect();
    values.sort_unstable_by(|a, b| b.cmp(a));
    values.dedup();
    let count = order.len();
    // Probability that the first members are placed with values above the current one.
    let mut placed = vec![0.0; count + 1];
    placed[0] = 1.0;
    for value in values {
        let mut next = placed.clone();
        for (start, &before) in placed[..count].iter().enumerate() {
            let mut chance = before;
            for end in start..count {
                let of = &initiatives[order[end]].1;
                let part = of
                    .iter()
                    .find(|one| one.0 == value)
                    .map_or(0.0, |one| one.1);
                chance *= part / (end - start + 1) as f64;
                if chance == 0.0 {
                    break;
                }
                next[end + 1] += chance;
            }
        }
        placed = next;
    }
    placed[count]
}
