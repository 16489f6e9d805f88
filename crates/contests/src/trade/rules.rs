//! Trials of trade.

use super::effects::Throw;
use super::narrate::{Event, StepThrower};
use super::prepared::Trade;
use super::setup::Setup;
use super::step::{Holdings, Step};
use evenodds_core::contest::{
    GroupMeans, LastingEffects, Observer, Owned, Record, Rules, SceneState,
};
use evenodds_core::dice::{Dice, Roller};

impl Trade {
    /// Returns the roller of a thrower.
    fn roller(&self, who: StepThrower) -> Roller {
        match who {
            StepThrower::Group => 0,
            StepThrower::Backer(backer) => 1 + backer,
            StepThrower::Cargo(cargo) => 1 + self.setup.backers.len() + cargo,
        }
    }

    /// Throws the dice of a step; returns their sum and the target.
    #[inline]
    fn throw<D: Dice, O: Observer<Event>>(
        &self,
        dice: &mut D,
        observer: &mut O,
        holdings: &Holdings,
        throw: Throw,
    ) -> (i64, i64) {
        let mut sum = |who: StepThrower, count: u32, observer: &mut O| {
            let pool = dice.pool(self.roller(who), count);
            if count > 0 {
                observer.note(|| Event::Threw { who, pool });
            }
            i64::from(pool.sum())
        };
        match throw {
            Throw::Bill {
                difficulty,
                payer,
                dice: count,
                contributors,
            } => {
                let mut total = sum(
                    payer.map_or(StepThrower::Group, StepThrower::Backer),
                    count,
                    observer,
                );
                for &backer in contributors {
                    let count = u32::from(holdings.backers[backer]);
                    let pool = dice.pool(self.roller(StepThrower::Backer(backer)), count);
                    if count > 0 {
                        observer.note(|| Event::Contributed { backer, pool });
                    }
                    total += i64::from(6 * pool.count(6));
                }
                (total, difficulty)
            }
            Throw::Barter { give, get } => {
                let own = sum(
                    StepThrower::Cargo(give),
                    self.setup.cargoes[give].dice,
                    observer,
                );
                let other = sum(
                    StepThrower::Cargo(get),
                    self.setup.cargoes[get].dice,
                    observer,
                );
                (own, other + self.setup.options.barter_tie.lead())
            }
        }
    }
}

impl Rules for Trade {
    type State = Holdings;

    fn state(&self) -> Holdings {
        self.setup.start()
    }

    #[inline]
    fn trial<D: Dice, O: Observer<Event>>(
        &self,
        dice: &mut D,
        holdings: &mut Holdings,
        observer: &mut O,
        record: &mut Record,
    ) {
        let layout = &self.layout;
        let values = &mut record.values;
        values[..layout.path].fill(0);
        *holdings = self.setup.start();
        values[layout.path] = i64::from(holdings.prosperity);
        observer.note(|| Event::Opened {
            prosperity: self.setup.prosperity,
        });
        for (number, position, step) in self.played() {
            observer.note(|| Event::Begun {
                number,
                step: position,
            });
            self.begin(holdings, position);
            let mut thrown = None;
            let result = match self.attempt(holdings, step) {
                Err(result) => result,
                Ok(throw) => {
                    let (total, target) = self.throw(dice, observer, holdings, throw);
                    thrown = Some((total, target));
                    self.resolve_throw(holdings, step, total >= target)
                }
            };
            let was_ruined = holdings.ruined;
            self.settle(holdings, step, result);
            observer.note(|| Event::Ended {
                step: position,
                dice: thrown,
                result,
                holdings: *holdings,
            });
            if let Some(metric) = layout.counted(result) {
                values[metric] += 1;
            }
            values[layout.path + number as usize] = i64::from(holdings.prosperity);
            if holdings.ruined && !was_ruined {
                observer.note(|| Event::Ruined);
                values[layout.ruined_at] = i64::from(number);
                record.ends.push((0, i64::from(number)));
            }
        }
        values[layout.final_prosperity] = i64::from(holdings.prosperity);
        for (backer, metric) in layout.backers() {
            values[metric] = i64::from(holdings.backers[backer]);
        }
        record.outcome = self.outcome(holdings);
    }
}

impl LastingEffects for Trade {
    fn means(&self, stage: &SceneState) -> Option<GroupMeans> {
        stage.state().map(Holdings::means)
    }

    fn owned(&self) -> Owned {
        let Setup {
            backers,
            cargoes,
            steps,
            ..
        } = &self.setup;
        Owned {
            backers: backers.iter().map(|one| one.name.clone()).collect(),
            cargoes: cargoes.iter().map(|one| one.name.clone()).collect(),
            barters: self.setup.barters().collect(),
            travels: steps.iter().any(|(_, step)| *step == Step::Travel),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{
        Backer, BarterRefused, BarterTie, Cargo, CargoOrigin, LastDie, Options, OutcomeSet,
    };
    use super::*;
    use evenodds_core::contest::{Describe, Narration, narrate_with};
    use evenodds_core::dice::Scripted;

    fn narrated(setup: Setup, lists: &[&[u32]]) -> Narration {
        let mut dice = Scripted::new(lists.iter().map(|list| list.to_vec()).collect());
        let story = narrate_with(&Trade::new(setup), &mut dice);
        assert_eq!(dice.fault(), None);
        assert!(dice.left().iter().all(Vec::is_empty), "{:?}", dice.left());
        story
    }

    /// Returns the value of a metric.
    fn value(setup: &Setup, story: &Narration, name: &str) -> i64 {
        let trade = Trade::new(setup.clone());
        let place = trade
            .metrics()
            .iter()
            .position(|metric| metric.name() == name);
        story.record.values[place.unwrap()]
    }

    /// Returns the name of the outcome.
    fn outcome(setup: &Setup, story: &Narration) -> String {
        let trade = Trade::new(setup.clone());
        trade.outcomes()[story.record.outcome].name.clone()
    }

    fn bill(difficulty: i64) -> Step {
        Step::Bill {
            difficulty,
            contributors: vec![],
            payer: None,
            pay_on_failure: true,
        }
    }

    fn setup(prosperity: u32, steps: Vec<Step>) -> Setup {
        Setup {
            prosperity,
            repeat: 1,
            steps: steps
                .into_iter()
                .map(|step| (String::new(), step))
                .collect(),
            ..Setup::default()
        }
    }

    /// Returns a setup with the cargoes of the source text's example.
    fn goods(steps: Vec<Step>) -> Setup {
        let cargo = |name: &str, dice, foreign: bool, held| Cargo {
            name: name.to_owned(),
            dice,
            origin: CargoOrigin::ALL[usize::from(!foreign)],
            held,
            on_offer: None,
            refused: Vec::new(),
        };
        Setup {
            cargoes: vec![
                cargo("Shipful of Foreign Goods", 2, true, true),
                cargo("Expensive Local Cargo", 3, false, false),
            ],
            ..setup(2, steps)
        }
    }

    const BARTER: Step = Step::Barter {
        give: 0,
        get: 1,
        pair: 0,
    };

    #[test]
    fn goods_that_match_the_local_cargo_are_exchanged_and_sold() {
        let steps = vec![BARTER, Step::Sell { cargo: 1 }, Step::Sell { cargo: 0 }];
        let story = narrated(goods(steps), &[&[], &[4, 5], &[2, 3, 4]]);
        insta::assert_snapshot!(story.lines.join("\n"), @"
        Prosperity starts with 2 dice.
        1. Shipful of Foreign Goods for Expensive Local Cargo.
           Shipful of Foreign Goods throws 2 dice, {4,5}: 9.
           Expensive Local Cargo throws 3 dice, {2,3,4}: 9.
           9 against 9: the cargoes are exchanged.
        2. Expensive Local Cargo is for sale.
           Sold: prosperity now has 3 dice.
        3. Shipful of Foreign Goods is for sale.
           The cargo is not on board.
        ");
    }

    #[test]
    fn no_broker_accepts_a_second_try_before_a_journey() {
        let steps = vec![BARTER, BARTER, Step::Travel, BARTER];
        let story = narrated(
            goods(steps.clone()),
            &[&[], &[4, 4, 6, 6], &[2, 3, 4, 1, 1, 1]],
        );
        insta::assert_snapshot!(story.lines.join("\n"), @"
        Prosperity starts with 2 dice.
        1. Shipful of Foreign Goods for Expensive Local Cargo.
           Shipful of Foreign Goods throws 2 dice, {4,4}: 8.
           Expensive Local Cargo throws 3 dice, {2,3,4}: 9.
           8 against 9: the broker refuses.
        2. Shipful of Foreign Goods for Expensive Local Cargo.
           The broker refuses until the next journey.
        3. A journey.
           All cargo on board now counts as foreign.
        4. Shipful of Foreign Goods for Expensive Local Cargo.
           Shipful of Foreign Goods throws 2 dice, {6,6}: 12.
           Expensive Local Cargo throws 3 dice, {1,1,1}: 3.
           12 against 3: the cargoes are exchanged.
        ");
        // With the other option a tie is not enough, and all barters fail after a refusal.
        let mut setup = goods(steps);
        setup.options.barter_tie = BarterTie::No;
        let story = narrated(setup, &[&[], &[4, 5, 1, 1], &[2, 3, 4, 1, 1, 1]]);
        assert_eq!(story.lines[4], "   9 against 9: the broker refuses.");
        let mut setup = goods(vec![BARTER]);
        setup.cargoes.push(Cargo {
            name: "Spice".to_owned(),
            dice: 1,
            origin: CargoOrigin::Local,
            held: false,
            on_offer: None,
            refused: Vec::new(),
        });
        let other = Step::Barter {
            give: 0,
            get: 2,
            pair: 1,
        };
        setup.steps.push((String::new(), other));
        let pair = narrated(setup.clone(), &[&[], &[1, 1, 1, 1], &[1, 1, 1], &[2]]);
        assert_eq!(
            pair.lines.last().unwrap(),
            "   2 against 2: the cargoes are exchanged."
        );
        setup.options.barter_refused = BarterRefused::Port;
        let port = narrated(setup, &[&[], &[1, 1], &[1, 1, 1], &[]]);
        let last = "   The broker refuses until the next journey.";
        assert_eq!(port.lines.last().unwrap(), last);
    }

    #[test]
    fn cargo_taken_on_again_is_refused_until_the_next_journey() {
        let once_more = |steps, repeat| Setup {
            repeat,
            restock: true,
            ..goods(steps)
        };
        let narrated = |setup, lists| narrated(setup, lists).lines.join("\n");
        insta::assert_snapshot!(narrated(once_more(vec![BARTER], 2), &[&[], &[1, 1], &[1, 1, 1]]), @"
        Prosperity starts with 2 dice.
        1. Shipful of Foreign Goods for Expensive Local Cargo.
           Shipful of Foreign Goods throws 2 dice, {1,1}: 2.
           Expensive Local Cargo throws 3 dice, {1,1,1}: 3.
           2 against 3: the broker refuses.
        2. Shipful of Foreign Goods for Expensive Local Cargo.
           The broker refuses until the next journey.
        ");
        let steps = vec![BARTER, Step::Travel];
        let journey = once_more(steps, 2);
        let narrated = narrated(journey, &[&[], &[1, 1, 6, 6], &[1, 1, 1, 2, 2, 2]]);
        assert!(narrated.ends_with("12 against 6: the cargoes are exchanged.\n4. A journey.\n   All cargo on board now counts as foreign."), "{narrated}");
    }

    #[test]
    fn local_cargo_is_not_exchanged_for_local_cargo_before_a_journey() {
        let mut setup = goods(vec![]);
        setup.cargoes[0].origin = CargoOrigin::Local;
        setup.steps = [BARTER, Step::Travel, BARTER]
            .map(|step| (String::new(), step))
            .to_vec();
        let story = narrated(setup, &[&[], &[6, 6], &[1, 1, 1]]);
        insta::assert_snapshot!(story.lines.join("\n"), @"
        Prosperity starts with 2 dice.
        1. Shipful of Foreign Goods for Expensive Local Cargo.
           The cargo is local and cannot be bartered here.
        2. A journey.
           All cargo on board now counts as foreign.
        3. Shipful of Foreign Goods for Expensive Local Cargo.
           Shipful of Foreign Goods throws 2 dice, {6,6}: 12.
           Expensive Local Cargo throws 3 dice, {1,1,1}: 3.
           12 against 3: the cargoes are exchanged.
        ");
    }

    #[test]
    fn a_millionaire_adds_sixes_or_takes_the_bill_alone() {
        let alone = |pay_on_failure| Step::Bill {
            difficulty: 7,
            contributors: vec![],
            payer: Some(0),
            pay_on_failure,
        };
        let helped = Step::Bill {
            difficulty: 14,
            contributors: vec![0, 1],
            payer: None,
            pay_on_failure: true,
        };
        let setup = Setup {
            backers: [("Travelling Millionaire", 4), ("Secret Base", 1)]
                .map(|(name, dice)| Backer {
                    name: name.to_owned(),
                    dice,
                })
                .to_vec(),
            ..setup(1, vec![helped, alone(false), alone(true), alone(true)])
        };
        let millionaire = [6, 1, 6, 2, 1, 1, 2, 1, 1, 1, 2, 1, 2, 1, 3];
        let story = narrated(setup.clone(), &[&[2], &millionaire, &[5]]);
        insta::assert_snapshot!(story.lines.join("\n"), @"
        Prosperity starts with 1 die.
        1. A bill of 14.
           The group throws 1 die, {2}: 2.
           Travelling Millionaire contributes with 4 dice, {1,2,6,6}: 2 sixes add 12.
           Secret Base contributes with 1 die, {5}: no sixes, so nothing is added.
           14 against 14: paid at no cost.
        2. A bill of 7 for Travelling Millionaire.
           Travelling Millionaire throws 4 dice, {1,1,1,2}: 5.
           5 against 7: left unpaid.
        3. A bill of 7 for Travelling Millionaire.
           Travelling Millionaire throws 4 dice, {1,1,1,2}: 5.
           5 against 7: paid with a die of Travelling Millionaire, 3 dice left.
        4. A bill of 7 for Travelling Millionaire.
           Travelling Millionaire throws 3 dice, {1,2,3}: 6.
           6 against 7: paid with a die of Travelling Millionaire, 2 dice left.
        ");
        let values = [
            "bills_paid",
            "bills_at_cost",
            "bills_unpaid",
            "backer_dice.Travelling Millionaire",
        ];
        assert_eq!(values.map(|name| value(&setup, &story, name)), [1, 2, 1, 2]);
    }

    #[test]
    fn ruin_is_noted_and_a_windfall_restores_prosperity() {
        let steps = vec![
            bill(6),
            bill(1),
            Step::Windfall { dice: 2 },
            bill(13),
            Step::Expense { dice: 6 },
        ];
        let setup = setup(1, steps);
        let story = narrated(setup.clone(), &[&[5]]);
        insta::assert_snapshot!(story.lines.join("\n"), @"
        Prosperity starts with 1 die.
        1. A bill of 6.
           The group throws 1 die, {5}: 5.
           5 against 6: paid with a die, prosperity now has no dice.
           The group is ruined.
        2. A bill of 1.
           Out of reach: no roll can pay the bill.
        3. A windfall of 2 dice.
           Prosperity now has 2 dice.
        4. A bill of 13.
           Out of reach: no roll can pay the bill.
        5. An expense of 6 dice.
           Prosperity now has no dice.
        ");
        assert_eq!(outcome(&setup, &story), "ruined");
        assert_eq!(story.record.ends, [(0, 1)]);
        let path = (0..=5).map(|step| value(&setup, &story, &format!("prosperity.{step}")));
        assert_eq!(path.collect::<Vec<_>>(), [1, 0, 0, 2, 2, 0]);
        let counts = [
            "ruined_at",
            "bills_paid",
            "bills_at_cost",
            "bills_unpaid",
            "bills_out_of_reach",
        ];
        assert_eq!(
            counts.map(|name| value(&setup, &story, name)),
            [1, 0, 1, 0, 2]
        );
    }

    #[test]
    fn a_group_without_dice_plays_its_steps_and_a_windfall_saves_it_from_ruin() {
        let windfall = Step::Windfall { dice: 1 };
        for (steps, thrown, expected) in [
            (vec![windfall.clone(), bill(4)], &[4][..], "solvent"),
            (vec![bill(4), windfall], &[], "ruined"),
        ] {
            let setup = setup(0, steps);
            let story = narrated(setup.clone(), &[thrown]);
            assert_eq!(outcome(&setup, &story), expected);
            assert_eq!(value(&setup, &story, "final_prosperity"), 1);
        }
    }

    #[test]
    fn complications_are_outcomes_if_the_file_requests_them() {
        let unpaid = bill(13);
        let ruin = [Step::Expense { dice: 2 }, Step::Windfall { dice: 1 }];
        for (steps, barters, expected) in [
            (vec![bill(2)], false, "solvent"),
            (vec![BARTER, bill(2)], true, "refused"),
            (vec![unpaid.clone(), BARTER], true, "unpaid"),
            (
                [vec![BARTER, unpaid], ruin.to_vec()].concat(),
                true,
                "ruined",
            ),
        ] {
            let mut setup = goods(steps);
            let pays = setup.steps.iter().any(|(_, step)| *step == bill(2));
            let group = if pays { &[1, 1][..] } else { &[] };
            let cargo = |dice: &'static [u32]| if barters { dice } else { &[] };
            let lists = [group, cargo(&[1, 1]), cargo(&[1, 1, 1])];
            let usual = narrated(setup.clone(), &lists);
            let name = outcome(&setup, &usual);
            assert_eq!(
                name,
                if expected == "ruined" {
                    "ruined"
                } else {
                    "solvent"
                }
            );
            setup.options.outcome = OutcomeSet::Complications;
            let story = narrated(setup.clone(), &lists);
            assert_eq!(outcome(&setup, &story), expected);
            assert_eq!(story.lines, usual.lines);
        }
    }

    #[test]
    fn the_last_die_may_be_kept() {
        let mut setup = setup(2, vec![bill(12), bill(6)]);
        let spent = narrated(setup.clone(), &[&[5, 6, 5]]);
        assert_eq!(outcome(&setup, &spent), "ruined");
        setup.options = Options {
            last_die: LastDie::Keep,
            ..Options::default()
        };
        let story = narrated(setup.clone(), &[&[5, 6, 5]]);
        assert_eq!(outcome(&setup, &story), "solvent");
        assert_eq!(story.lines.last().unwrap(), "   5 against 6: left unpaid.");
    }

    #[test]
    fn a_payer_without_dice_lets_others_throw_but_cannot_pay() {
        let mut setup = setup(1, vec![Step::Expense { dice: 1 }]);
        setup.backers.push(Backer {
            name: "Base".to_owned(),
            dice: 2,
        });
        let helped = Step::Bill {
            difficulty: 12,
            contributors: vec![0],
            payer: None,
            pay_on_failure: true,
        };
        setup
            .steps
            .extend([(String::new(), helped.clone()), (String::new(), helped)]);
        let story = narrated(setup, &[&[], &[6, 6, 6, 5]]);
        assert_eq!(story.lines[6], "   12 against 12: paid at no cost.");
        assert_eq!(story.lines[9], "   6 against 12: left unpaid.");
    }
}
