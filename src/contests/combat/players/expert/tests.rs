use super::table::odds_at;
use super::*;
use crate::contest::{Record, Rules, Silent};
use crate::contests::combat::{Arrival, Class, Combatant, Cover, Group, Options, Setup, Side};
use crate::dice::{Dice, Sampled};

/// Draws random fights with all optional rules but reinforcements that wait for something.
struct Draw(Sampled);

impl Draw {
    fn below(&mut self, options: u32) -> u32 {
        self.0.choose(0, options)
    }

    fn cover(&mut self) -> Option<Cover> {
        (self.below(3) == 0).then(|| Cover::Rolled(1 + self.0.choose(0, 3)))
    }

    fn combatant(&mut self, side: usize, position: usize) -> Combatant {
        let class = |dice| Class {
            dice,
            ..Class::default()
        };
        let classes = 1 + self.below(3);
        let special = self.below(4);
        Combatant {
            name: position.to_string(),
            side,
            group: position,
            classes: (0..classes).map(|_| class(1 + self.below(6))).collect(),
            monster: special == 1,
            wounds: special == 2,
            cover: self.cover(),
            ..Combatant::default()
        }
    }

    fn combat(&mut self) -> Combat {
        let mut setup = Setup::default();
        for side in 0..2 + self.below(5) as usize {
            let first = setup.combatants.len();
            for position in first..=first + self.below(3) as usize {
                let who = self.combatant(side, position);
                setup.combatants.push(who);
                setup.groups.push(Group {
                    label: position.to_string(),
                    side,
                    size: 1,
                });
            }
            let present = setup.combatants.len();
            if self.below(4) == 0 {
                let mut late = self.combatant(side, present);
                late.arrival = Some(setup.arrivals.len());
                setup.combatants.push(late);
                setup.groups.push(Group {
                    label: present.to_string(),
                    side,
                    size: 1,
                });
                setup.arrivals.push(Arrival {
                    side,
                    members: present..present + 1,
                    when: When::Turn(1_000),
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
            last_blow_draws: self.below(2) == 0,
            cover_per_attack: 1 + self.below(2),
            monster_spent_returns: self.below(2) == 0,
            fights_on: self.below(2) == 0,
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

/// What the judge says of an action without new throws.
fn foreseen<const N: usize>(judge: &Judge<'_, N>, view: &View, action: Action) -> Option<i32> {
    match action {
        Action::Attack { face, target } => {
            let rest = view.own().without(face);
            let spent = judge.spent(&judge.now, rest)?;
            let safe = !view.pool(target).above(face).is_empty();
            let throws = !safe && matches!(judge.emptied(target), Change::Thrown(_));
            (!throws).then(|| judge.attack(Some(&spent), rest, face, target))
        }
        Action::Retreat => {
            let left = judge.changed(&judge.now, view.actor(), Change::Gone);
            Some(judge.odds(&left))
        }
        Action::Support { .. } | Action::Change { .. } => None,
    }
}

#[test]
fn differences_give_what_all_rows_give() {
    let network = random_network(1);
    let mut draw = Draw(Sampled::new(2, &["fights".to_owned()]));
    let mut compared = 0;
    for seed in 0..3_000 {
        let combat = draw.combat();
        let mut before: Option<(usize, u32, i32)> = None;
        play(&combat, seed, |view, action| {
            let (combat, fight) = view.table();
            // Where sides are judged together, others may be once one has fallen.
            if let Some((side, sides, odds)) = before.take()
                && (fight.sides == sides || combat.sides.len() <= 5)
                && fight.standing[side] > 0
            {
                assert_eq!(odds, odds_at(view, &network, side));
                compared += 1;
            }
            let side = combat.combatants[view.actor()].side;
            let rivals = Rivals::of(combat, fight, side);
            let foreseen = match rivals.count() {
                1 => foreseen(
                    &Judge::<1>::new(view, &network, side, &rivals),
                    view,
                    action,
                ),
                2 => foreseen(
                    &Judge::<2>::new(view, &network, side, &rivals),
                    view,
                    action,
                ),
                3 => foreseen(
                    &Judge::<3>::new(view, &network, side, &rivals),
                    view,
                    action,
                ),
                _ => foreseen(
                    &Judge::<4>::new(view, &network, side, &rivals),
                    view,
                    action,
                ),
            };
            // A table at which nobody acts without re-rolls, or that has changed by itself, is
            // another one.
            let next = foreseen.filter(|&odds| odds != WON && odds != LOST);
            before = next.map(|odds| (side, fight.sides, odds));
            if is_followed_by_rerolls(view, action) {
                before = None;
            }
        });
    }
    assert!(compared > 5_000, "{compared}");
}

/// Whether nobody has an initiative of its own after the action.
fn is_followed_by_rerolls(view: &View, action: Action) -> bool {
    let (combat, fight) = view.table();
    let mut order = fight.order.clone();
    order.leave(view.actor(), view.initiative(view.actor()));
    if let Action::Attack { face, target } = action {
        let rest = view.own().without(face);
        if !rest.is_empty() {
            order.enter(view.actor(), rest.sum());
        }
        let mut after = view.pool(target).above(face);
        if combat.has_cover {
            let actor = view.actor();
            after = after.joined(cover::foreseen(
                combat,
                fight,
                actor,
                face,
                target,
                |_, _| {},
            ));
        }
        order.leave(target, view.initiative(target));
        if !after.is_empty() {
            order.enter(target, after.sum());
        }
    }
    order.next().is_none()
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
