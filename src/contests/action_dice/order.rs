//! Who acts first, and who has to declare first.

use super::opposed::{ahead, compared, outcomes};
use super::roll::dice;
use crate::contest::{
    Describe, Exact, ExactMetric, Metric, NoExact, Observer, Outcome, Record, Rules, Solve,
};
use crate::dice::{Dice, Distribution, FACES, Pool};

/// Somebody who acts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Actor {
    /// The name.
    pub name: String,
    /// The action dice that are thrown: those used, and of a two-die action one fewer.
    pub action: u32,
    /// What settles who declares first.
    pub declaration: Declaration,
}

/// The action dice of a round that settle who declares first: fewer go first, number by number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Declaration {
    /// Action dice left, those about to be used among them.
    pub left: u32,
    /// Limited ones left.
    pub limited: u32,
    /// Specialised ones left.
    pub specialised: u32,
    /// All action dice of the round, used ones among them; 0 for both if that settles nothing.
    pub total: u32,
}

/// Two who act at the same time, as far as dice do not put one before the other.
#[derive(Clone, Debug)]
pub struct Order {
    actors: [Actor; 2],
    outcomes: [Outcome; 3],
    metrics: [Metric; 4],
}

/// What happens before two actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OrderEvent {
    /// It was settled who declares first.
    Declared {
        /// Who, 0 or 1.
        first: usize,
        /// Whether a lot settled it.
        by_lot: bool,
    },
    /// Somebody threw action dice.
    Threw {
        /// Who, 0 or 1.
        who: usize,
        /// The dice.
        pool: Pool,
    },
    /// It was settled who acts first.
    Judged {
        /// The sums of both.
        sums: [i64; 2],
    },
}

/// Who draws the lot.
const LOT: usize = 2;
/// Position of the outcome `tie`.
const TIE: usize = 2;

impl Order {
    /// Two whose names differ.
    pub fn new(actors: [Actor; 2]) -> Self {
        let sum = |who: usize| {
            let actor: &Actor = &actors[who];
            let least = i64::from(actor.action);
            Metric::number("action_sum", "points", least, i64::from(FACES) * least)
                .about(&actor.name, "")
        };
        let declares = |who: usize| {
            Metric::number("declares_first", "yes or no", 0, 0)
                .about(&actors[who].name, "")
                .out_of(1)
        };
        let names = [actors[0].name.as_str(), actors[1].name.as_str()];
        Self {
            outcomes: outcomes(names, "acts first", "both act at once"),
            metrics: [sum(0), sum(1), declares(0), declares(1)],
            actors,
        }
    }

    /// Who acts first, by the sums of the action dice: the position of the outcome.
    fn first(&self, sums: [i64; 2]) -> usize {
        let used = [0, 1].map(|who: usize| i64::from(self.actors[who].action));
        match ahead(used) {
            TIE => ahead(sums),
            who => who,
        }
    }

    /// Who declares first, if that is no matter of luck.
    fn declares(&self) -> Option<usize> {
        let [a, b] = [0, 1].map(|who: usize| self.actors[who].declaration);
        match a.cmp(&b) {
            std::cmp::Ordering::Less => Some(0),
            std::cmp::Ordering::Greater => Some(1),
            std::cmp::Ordering::Equal => None,
        }
    }
}

impl Describe for Order {
    fn outcomes(&self) -> &[Outcome] {
        &self.outcomes
    }

    fn metrics(&self) -> &[Metric] {
        &self.metrics
    }

    fn highlights(&self) -> &[&'static str] {
        &["declares_first", "action_sum"]
    }
}

impl Rules for Order {
    type Event = OrderEvent;
    type State = ();

    fn rollers(&self) -> Vec<String> {
        let names = self.actors.iter().map(|actor| actor.name.clone());
        names.chain(["/lot".to_owned()]).collect()
    }

    fn state(&self) -> Self::State {}

    #[inline]
    fn trial<D: Dice, O: Observer<OrderEvent>>(
        &self,
        dice: &mut D,
        (): &mut (),
        observer: &mut O,
        record: &mut Record,
    ) {
        let settled = self.declares();
        let first = settled.unwrap_or_else(|| dice.choose(LOT, 2) as usize);
        observer.note(|| OrderEvent::Declared {
            first,
            by_lot: settled.is_none(),
        });
        let mut sums = [0; 2];
        for (who, (sum, actor)) in sums.iter_mut().zip(&self.actors).enumerate() {
            let pool = dice.pool(who, actor.action);
            observer.note(|| OrderEvent::Threw { who, pool });
            *sum = i64::from(pool.sum());
        }
        observer.note(|| OrderEvent::Judged { sums });
        record.outcome = self.first(sums);
        let declares = [0, 1].map(|who| i64::from(who == first));
        record
            .values
            .copy_from_slice(&[sums[0], sums[1], declares[0], declares[1]]);
    }

    fn sentence(&self, event: &OrderEvent) -> String {
        let name = |who: usize| &self.actors[who].name;
        match *event {
            OrderEvent::Declared { first, by_lot } => {
                let by = if by_lot { ", by lot" } else { "" };
                format!("{} declares first{by}.", name(first))
            }
            OrderEvent::Threw { who, pool } => format!(
                "{} throws {} of action, {pool}: {}.",
                name(who),
                dice(pool.len()),
                pool.sum()
            ),
            OrderEvent::Judged { sums } => {
                let [a, b] = [0, 1].map(|who: usize| self.actors[who].action);
                let why = if a == b {
                    format!("{} against {}", sums[0], sums[1])
                } else {
                    format!("{a} against {}", dice(b))
                };
                match self.first(sums) {
                    TIE => format!("{why}: both act at once."),
                    who => format!("{why}: {} acts first.", name(who)),
                }
            }
        }
    }
}

impl Solve for Order {
    fn exact(&self) -> Result<Exact, NoExact> {
        let sums = |who: usize| {
            Distribution::of_dice(self.actors[who].action, FACES)
                .ok_or_else(super::check::too_many_dice)
        };
        let (a, b) = (sums(0)?, sums(1)?);
        let second: Vec<(i64, f64)> = b.probabilities().collect();
        let used = [0, 1].map(|who: usize| i64::from(self.actors[who].action));
        let mut exact = compared(a.probabilities(), &second, |_, _| 0);
        exact.metrics.truncate(2);
        if ahead(used) != TIE {
            // Whatever the sums are.
            let who = ahead(used);
            exact.outcomes = vec![0.0; 3];
            exact.outcomes[who] = 1.0;
            for (metric, distribution) in exact.metrics.iter_mut().zip([&a, &b]) {
                metric.by_outcome = vec![Vec::new(); 3];
                metric.by_outcome[who] = distribution.probabilities().collect();
            }
        }
        for who in 0..2 {
            let yes = match self.declares() {
                Some(first) => f64::from(first == who),
                None => 0.5,
            };
            exact.metrics.push(ExactMetric {
                metric: 2 + who,
                by_outcome: exact
                    .outcomes
                    .iter()
                    .map(|share| {
                        let values = [(0, share * (1.0 - yes)), (1, share * yes)];
                        values
                            .into_iter()
                            .filter(|&(_, share)| share > 0.0)
                            .collect()
                    })
                    .collect(),
            });
        }
        Ok(exact)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contest::conformance::{assert_enumerated, assert_sampled};
    use crate::contest::tell_with;
    use crate::dice::Scripted;

    fn order(actions: [u32; 2], declarations: [Declaration; 2]) -> Order {
        let actor = |who: usize, name: &str| Actor {
            name: name.to_owned(),
            action: actions[who],
            declaration: declarations[who],
        };
        Order::new([actor(0, "Knight"), actor(1, "Magician")])
    }

    fn left(left: u32, limited: u32, specialised: u32, total: u32) -> Declaration {
        Declaration {
            left,
            limited,
            specialised,
            total,
        }
    }

    #[test]
    fn fewer_dice_left_declare_first_then_limited_then_specialised_then_total() {
        let first = |a, b| order([1, 1], [a, b]).declares();
        assert_eq!(first(left(1, 9, 9, 9), left(2, 0, 0, 0)), Some(0));
        assert_eq!(first(left(2, 3, 0, 0), left(2, 2, 9, 9)), Some(1));
        assert_eq!(first(left(2, 2, 0, 9), left(2, 2, 1, 0)), Some(0));
        assert_eq!(first(left(2, 2, 1, 4), left(2, 2, 1, 3)), Some(1));
        assert_eq!(first(left(2, 2, 1, 3), left(2, 2, 1, 3)), None);
    }

    #[test]
    fn more_action_dice_act_first_and_sums_break_ties() {
        let story = |actions, lists: [&[u32]; 3]| {
            let lists = lists.map(<[u32]>::to_vec).to_vec();
            let same = [left(2, 0, 0, 0); 2];
            let mut dice = Scripted::new(lists);
            let lines = tell_with(&order(actions, same), &mut dice).lines;
            assert_eq!(dice.fault(), None);
            lines.join("\n")
        };
        insta::assert_snapshot!(story([2, 1], [&[1, 1], &[6], &[1]]), @"
        Magician declares first, by lot.
        Knight throws 2 dice of action, {1,1}: 2.
        Magician throws 1 die of action, {6}: 6.
        2 against 1 die: Knight acts first.
        ");
        insta::assert_snapshot!(story([2, 2], [&[1, 4], &[3, 3], &[0]]), @"
        Knight declares first, by lot.
        Knight throws 2 dice of action, {1,4}: 5.
        Magician throws 2 dice of action, {3,3}: 6.
        5 against 6: Magician acts first.
        ");
        insta::assert_snapshot!(story([2, 2], [&[2, 4], &[3, 3], &[0]]), @"
        Knight declares first, by lot.
        Knight throws 2 dice of action, {2,4}: 6.
        Magician throws 2 dice of action, {3,3}: 6.
        6 against 6: both act at once.
        ");
    }

    #[test]
    fn the_solver_agrees_with_every_throw_enumerated() {
        let even = [left(2, 0, 0, 0); 2];
        let uneven = [left(1, 0, 0, 0), left(2, 0, 0, 0)];
        for actions in [[1, 1], [2, 2], [1, 3], [3, 2], [0, 1]] {
            for declarations in [even, uneven] {
                assert_enumerated(&order(actions, declarations), 4, 0.0);
            }
        }
    }

    #[test]
    fn samples_agree_within_four_standard_errors() {
        for actions in [[1, 1], [2, 2], [4, 4], [2, 3]] {
            for declarations in [[left(2, 0, 0, 0); 2], [left(3, 0, 0, 0), left(2, 0, 0, 0)]] {
                assert_sampled(&order(actions, declarations), 3, 20_000);
            }
        }
    }
}
