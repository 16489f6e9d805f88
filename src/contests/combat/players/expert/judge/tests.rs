use super::super::chance;
use super::super::network::{CERTAIN, HIDDEN, ROWS, TYPICAL, WEIGHTS};
use super::super::table::{odds_at, odds_with};
use super::*;
use crate::contest::{Record, Rules, Silent};
use crate::contests::combat::{
    Arrival, Class, Combatant, Cover, Deadlock, Group, LastBlow, MonsterSpent, Options, Player,
    Setup, Side, WoundChoice,
};
use crate::dice::{Dice, Roller, Sampled};

/// Draws random fights with all optional rules.
struct Draw(Sampled);

impl Draw {
    fn new(seed: u64) -> Self {
        Self(Sampled::new(seed, &["fights".to_owned()]))
    }

    fn below(&mut self, options: u32) -> u32 {
        self.0.choose(0, options)
    }

    fn cover(&mut self) -> Option<Cover> {
        match self.below(6) {
            0 => Some(Cover::Rolled(1 + self.below(3))),
            1 => {
                let faces: Vec<u32> = (0..=self.below(3)).map(|_| 1 + self.below(6)).collect();
                Some(Cover::Faces(Pool::from_faces(&faces)))
            }
            _ => None,
        }
    }

    fn combatant(&mut self, side: usize, position: usize) -> Combatant {
        let classes = (0..=self.below(3)).map(|_| Class {
            dice: 1 + self.below(6),
            ignores_cover: self.below(5) == 0,
            ..Class::default()
        });
        let classes = classes.collect();
        let special = self.below(4);
        Combatant {
            name: position.to_string(),
            side,
            group: position,
            classes,
            player: [Player::Finisher, Player::Expert { depth: 0 }][self.below(2) as usize],
            monster: special == 1,
            wounds: special == 2,
            cover: self.cover(),
            ..Combatant::default()
        }
    }

    fn when(&mut self) -> When {
        match self.below(2) {
            0 => When::Turn(1 + self.below(8)),
            _ => When::Standing(self.below(3)),
        }
    }

    fn combat(&mut self) -> Combat {
        let mut setup = Setup::default();
        for side in 0..2 + self.below(4) as usize {
            let first = setup.combatants.len();
            let present = 1 + self.below(3) as usize;
            let late = if self.below(3) == 0 {
                1 + self.below(2) as usize
            } else {
                0
            };
            for position in first..first + present + late {
                let mut who = self.combatant(side, position);
                if position >= first + present {
                    who.arrival = Some(setup.arrivals.len());
                    setup.arrivals.push(Arrival {
                        side,
                        members: position..position + 1,
                        when: self.when(),
                    });
                }
                setup.combatants.push(who);
                setup.groups.push(Group {
                    label: position.to_string(),
                    side,
                    size: 1,
                });
            }
            setup.sides.push(Side {
                name: side.to_string(),
                members: first..setup.combatants.len(),
                cover: self.cover(),
            });
        }
        setup.field_cover = self.cover();
        setup.options = Options {
            last_blow: LastBlow::ALL[usize::from(self.below(2) == 0)],
            deadlock: Deadlock::ALL[usize::from(self.below(3) == 0)],
            cover_per_attack: 1 + self.below(3),
            monster_spent: MonsterSpent::ALL[usize::from(self.below(2) == 0)],
            wound_choice: WoundChoice::ALL[usize::from(self.below(2) == 0)],
            wounds_to_die: 1 + self.below(3),
            ..Options::default()
        };
        Combat::new(setup)
    }
}

/// Weights that mean nothing.
fn random_network(seed: u64) -> Network {
    let mut luck = Sampled::new(seed, &["weights".to_owned()]);
    let weights: Vec<i8> = (0..WEIGHTS)
        .map(|_| (luck.choose(0, 41) as i32 - 20) as i8)
        .collect();
    Network::new(&weights)
}

/// Plays with stray actions: `see` is shown every table and the action taken there.
fn play(combat: &Combat, seed: u64, mut see: impl FnMut(&View, Action)) {
    let mut dice = Sampled::new(seed, &combat.rollers());
    let mut luck = Sampled::new(seed, &["actions".to_owned()]);
    let mut record = Record::new(combat);
    let mut state = combat.state();
    combat.fight(
        &mut dice,
        state.fight_mut(),
        &mut Silent,
        &mut record,
        |view, _| {
            let count = view.actions().count() as u32;
            let pick = luck.choose(0, count) as usize;
            let action = view.actions().nth(pick).unwrap_or(Action::Retreat);
            see(view, action);
            action
        },
    );
}

/// Dice that show one outcome of those that stand for all: a digit of its number for each throw.
struct Digits<'a> {
    network: &'a Network,
    number: u32,
    throws: u32,
}

impl Digits<'_> {
    fn next(&mut self, options: u32) -> u32 {
        let digit = self.number % options;
        self.number /= options;
        self.throws += 1;
        digit
    }
}

impl Dice for Digits<'_> {
    fn pool(&mut self, _: Roller, count: u32) -> Pool {
        let place = self.next(TYPICAL);
        self.network.throws(count)[place as usize]
    }

    fn die(&mut self, _: Roller, _: u32) -> u32 {
        self.next(6) + 1
    }

    fn choose(&mut self, _: Roller, _: u32) -> u32 {
        panic!("a step draws no lots")
    }
}

/// The log odds behind a step over all throws, and how many throws there are; none where there are
/// too many.
fn made(view: &View, network: &Network, side: usize, step: Step) -> Option<(i32, u32)> {
    let (combat, now) = view.table();
    let mut after = now.clone();
    let (mut all, mut chances, mut number) = (1, 0, 0);
    while number < all {
        let mut dice = Digits {
            network,
            number,
            throws: 0,
        };
        let odds = after::outcome(combat, (now, &mut after), (network, side), step, &mut dice);
        if dice.throws == 0 {
            return Some((odds, 0));
        }
        if dice.throws > 2 {
            return None;
        }
        all = TYPICAL.pow(dice.throws);
        chances += u64::from(chance(network, odds));
        number += 1;
    }
    let odds = network.odds_of((chances / u64::from(all)) as u32);
    Some((odds, if all == TYPICAL { 1 } else { 2 }))
}

/// What was compared.
#[derive(Debug, Default)]
struct Compared {
    /// By the number of throws.
    steps: [u32; 3],
    supports: u32,
    with_cover: u32,
    by_engine: u32,
}

impl Compared {
    /// Holds a judgement to what the engine makes of the step.
    fn step<const N: usize>(&mut self, judge: &Judge<N>, view: &View, odds: i32, step: Step) {
        let Some((made, throws)) = made(view, judge.network, judge.side, step) else {
            return;
        };
        self.steps[throws as usize] += 1;
        if throws < 2 {
            assert_eq!(odds, made, "{throws} throws, side {}: {view:?}", judge.side);
        } else {
            let [odds, made] = [odds, made].map(|odds| chance(judge.network, odds));
            // Reinforcements that come together are averaged over fewer throws than all.
            let near = if judge.combat.arrivals.is_empty() {
                10_000
            } else {
                4
            };
            assert!(
                odds.abs_diff(made) < CERTAIN / near,
                "{odds} {made}: {view:?}"
            );
        }
    }

    fn attacks<const N: usize>(&mut self, judge: &Judge<N>, view: &View, target: usize) {
        for face in view.own().distinct() {
            let rest = view.own().without(face);
            let spent = judge.spent(rest);
            let attack = Attack {
                spent: spent.as_ref(),
                rest,
                face,
                target,
            };
            let action = Action::Attack { face, target };
            if !judge.combat.has_cover {
                let odds = judge.attack(&attack);
                self.step(judge, view, odds, Step::Action(view.actor(), action));
                continue;
            }
            let shield = Shield::of(judge.combat, judge.fight, view.actor(), face, target);
            every_cover(shield, None, &mut |shield, _| {
                self.with_cover += u32::from(!shield.kept.is_empty());
                let odds = judge.shielded(&attack, shield);
                self.step(judge, view, odds, Step::Shielded(shield));
            });
        }
    }

    /// Holds what comes of an aid, but for the dice of the ally, to what the engine makes of it.
    fn supports<const N: usize>(&mut self, judge: &Judge<N>, view: &View) {
        let (combat, now) = view.table();
        let mut after = now.clone();
        for face in view.own().distinct() {
            let rest = view.own().without(face);
            for ally in view.aidable() {
                let spent = judge.spent(rest).unwrap();
                let mut given = spent.sums;
                judge.give(&mut given, rest);
                for number in 0..6 {
                    let mut dice = Digits {
                        network: judge.network,
                        number,
                        throws: 0,
                    };
                    let step = Step::Action(view.actor(), Action::Support { face, ally });
                    let judged = (judge.network, judge.side);
                    after::outcome(combat, (now, &mut after), judged, step, &mut dice);
                    let (before, there) = (now.seats[ally].pool, after.seats[ally].pool);
                    assert_eq!(there, before.with(number + 1));
                    let aided = View::new(combat, &after, view.actor());
                    for (rival, given) in given.iter().enumerate() {
                        let mut sum = Sum::ZERO;
                        table::rows(&aided, judge.side, rival, |row| {
                            sum.add(judge.network.row(row));
                        });
                        let mut made = sum.row();
                        made.subtract(judge.network.row(network::of_pool(Role::Own, there)));
                        made.add(judge.network.row(network::of_pool(Role::Own, before)));
                        assert_eq!(*given, made, "{view:?}");
                    }
                    self.supports += 1;
                }
            }
        }
    }

    fn decision<const N: usize>(&mut self, judge: &Judge<N>, view: &View) {
        let own = judge.combat.combatants[view.actor()].side == judge.side;
        for target in view.opponents() {
            if own || judge.combat.combatants[target].side == judge.side {
                self.attacks(judge, view, target);
            }
        }
        if !own {
            return;
        }
        self.supports(judge, view);
        for class in view.unused_classes() {
            let step = Step::Action(view.actor(), Action::Change { class });
            self.step(judge, view, judge.change(class), step);
        }
        let step = Step::Action(view.actor(), Action::Retreat);
        self.step(judge, view, judge.retreat(), step);
        self.by_engine += u32::from(judge.calls_help([Some(view.actor()), None]));
    }
}

#[test]
fn every_table_that_is_foreseen_is_the_one_that_the_engine_makes() {
    let network = &random_network(1);
    let mut draw = Draw::new(2);
    let mut compared = Compared::default();
    for seed in 0..120 {
        let combat = draw.combat();
        play(&combat, seed, |view, _| {
            let (combat, fight) = view.table();
            for side in 0..combat.sides.len() {
                if fight.standing[side] == 0 {
                    continue;
                }
                let rivals = &Rivals::of(combat, fight, side);
                let compared = &mut compared;
                match rivals.count() {
                    1 => {
                        compared
                            .decision(&Judge::<1>::new(view, network, side, rivals, None), view);
                    }
                    2 => {
                        compared
                            .decision(&Judge::<2>::new(view, network, side, rivals, None), view);
                    }
                    3 => {
                        compared
                            .decision(&Judge::<3>::new(view, network, side, rivals, None), view);
                    }
                    _ => {
                        compared
                            .decision(&Judge::<4>::new(view, network, side, rivals, None), view);
                    }
                }
            }
        });
    }
    println!("{compared:?}");
    assert!(
        compared.steps.iter().all(|&steps| steps > 300),
        "{compared:?}"
    );
    let Compared {
        supports,
        with_cover,
        by_engine,
        ..
    } = compared;
    assert!(
        supports.min(with_cover) > 1_000 && by_engine > 100,
        "{compared:?}"
    );
}

#[test]
fn what_is_foreseen_of_a_step_without_throws_is_there_at_the_next_decision() {
    let network = &random_network(1);
    let mut draw = Draw::new(3);
    let mut compared = 0;
    for seed in 0..120 {
        let combat = draw.combat();
        let mut before: Option<(usize, i32)> = None;
        play(&combat, seed, |view, action| {
            let (combat, fight) = view.table();
            if let Some((side, odds)) = before.take() {
                assert_eq!(odds, odds_at(view, network, side));
                compared += 1;
            }
            let side = combat.combatants[view.actor()].side;
            let mut dice = Digits {
                network,
                number: 0,
                throws: 0,
            };
            let mut after = fight.clone();
            let step = Step::Action(view.actor(), action);
            let odds = after::outcome(
                combat,
                (fight, &mut after),
                (network, side),
                step,
                &mut dice,
            );
            // Re-rolls and lots come between, and fights that are over have no next decision.
            let next = after.order.next();
            let goes_on = after.sides > 1 && next.is_some() && dice.throws == 0;
            before = goes_on.then_some((side, odds));
            if goes_on {
                assert_eq!(odds, odds_with(combat, &after, network, side, next));
            }
        });
    }
    assert!(compared > 300, "{compared}");
}

#[test]
fn a_target_that_thinks_is_expected_to_spend_what_is_worst_for_the_attacker() {
    let network = &random_network(4);
    let mut draw = Draw::new(5);
    let (mut by_rule, mut worst) = (0, 0);
    for seed in 0..300 {
        let combat = draw.combat();
        play(&combat, seed, |view, _| {
            let (combat, fight) = view.table();
            let side = combat.combatants[view.actor()].side;
            let rivals = &Rivals::of(combat, fight, side);
            if rivals.count() != 1 || !combat.has_cover {
                return;
            }
            let judge = Judge::<1>::new(view, network, side, rivals, None);
            for target in view.opponents() {
                let face = view.own().highest();
                let rest = view.own().without(face);
                let spent = judge.spent(rest);
                let attack = Attack {
                    spent: spent.as_ref(),
                    rest,
                    face,
                    target,
                };
                let shield = Shield::of(combat, fight, view.actor(), face, target);
                let ruled = judge.shielded(&attack, &shield.spent_by_rule());
                let mut least = i32::MAX;
                every_cover(shield, None, &mut |shield, _| {
                    least = least.min(judge.shielded(&attack, shield));
                });
                if combat.combatants[target].player == Player::Finisher {
                    assert_eq!(judge.attack(&attack), ruled);
                    by_rule += u32::from(least < ruled);
                } else {
                    assert_eq!(judge.attack(&attack), least);
                    worst += u32::from(least < ruled);
                }
            }
        });
    }
    assert!(by_rule.min(worst) > 50, "{by_rule} {worst}");
}

#[test]
fn the_network_is_a_plain_sum() {
    let mut luck = Sampled::new(5, &["weights".to_owned()]);
    let weights: Vec<i8> = (0..WEIGHTS)
        .map(|_| luck.choose(0, 255) as i32 as u8 as i8)
        .collect();
    let network = Network::new(&weights);
    for _ in 0..200 {
        let chosen: Vec<usize> = (0..12)
            .map(|_| luck.choose(0, ROWS as u32) as usize)
            .collect();
        let mut sum = Sum::ZERO;
        for &row in &chosen {
            sum.add(network.row(row));
        }
        let mut plain = i64::from(weights[WEIGHTS - 1]) * 256;
        for unit in 0..HIDDEN {
            let hidden: i64 = chosen
                .iter()
                .map(|row| 8 * i64::from(weights[row * HIDDEN + unit]))
                .sum();
            plain += hidden.max(0) * i64::from(weights[ROWS * HIDDEN + unit]);
        }
        assert_eq!(i64::from(network.odds(&sum.row())), plain);
    }
}

#[test]
fn odds_and_chances_fit_each_other() {
    let network = random_network(3);
    let mut last = 0;
    for odds in (-200_000..200_000).step_by(777) {
        let chance = network.chance(odds);
        assert!(chance >= last);
        last = chance;
        let exact = 1.0 / (1.0 + (-f64::from(odds) / 8_192.0).exp());
        assert!((f64::from(chance) / f64::from(CERTAIN) - exact).abs() < 1e-5);
        if odds.abs() < 60_000 {
            assert!((network.odds_of(chance) - odds).abs() < 40, "{odds}");
        }
        let both = network.against_both(odds, odds);
        assert!((odds - both - 5_678).abs() < 3, "{odds} {both}");
    }
}
