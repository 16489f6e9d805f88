use super::super::network::{CERTAIN, HIDDEN, WEIGHTS};
use super::super::table::{Earlier, odds_at, odds_with, rivals, rows_before};
use super::super::{evaluate, evaluate_shield};
use super::*;
use crate::combat::Event;
use crate::combat::engine::{Engine, FightMove};
use crate::combat::fight::{FightStage, Shield};
use crate::combat::{
    Arrival, ArrivalCondition, Class, Combatant, Cover, Deadlock, Group, LastBlow, MonsterSpent,
    Options, Player, Setup, Side, WoundChoice,
};
use evenodds_core::contest::{Describe, Observer, Record, Rules};
use evenodds_core::dice::{Dice, Pool, Roller, Sampled};
use std::cell::Cell;

/// Generator of random fights with all optional rules.
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

    fn when(&mut self) -> ArrivalCondition {
        match self.below(2) {
            0 => ArrivalCondition::Turn(1 + self.below(8)),
            _ => ArrivalCondition::Standing(self.below(3)),
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
                let mut combatant = self.combatant(side, position);
                if position >= first + present {
                    combatant.arrival = Some(setup.arrivals.len());
                    setup.arrivals.push(Arrival {
                        side,
                        members: position..position + 1,
                        when: self.when(),
                    });
                }
                setup.combatants.push(combatant);
            }
            join(&mut setup, first, self.cover());
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

/// Adds a side of the combatants from index `first` to the last, each in its own group.
fn join(setup: &mut Setup, first: usize, cover: Option<Cover>) {
    let side = setup.sides.len();
    let members = first..setup.combatants.len();
    setup.groups.extend(members.clone().map(|position| Group {
        label: position.to_string(),
        side,
        size: 1,
    }));
    setup.sides.push(Side {
        name: side.to_string(),
        members,
        cover,
        ..Side::default()
    });
}

/// Returns a network with random weights.
fn random_network(seed: u64) -> Network {
    let mut draw = Sampled::new(seed, &["weights".to_owned()]);
    let weights: Vec<i8> = (0..WEIGHTS)
        .map(|_| (draw.choose(0, 41) as i32 - 20) as i8)
        .collect();
    Network::new(&weights)
}

/// Observer that sets a flag at each re-roll.
struct Rerolls<'a>(&'a Cell<bool>);

impl Observer<Event> for Rerolls<'_> {
    fn note(&mut self, event: impl FnOnce() -> Event) {
        if event() == Event::Deadlocked {
            self.0.set(true);
        }
    }
}

/// Plays a fight with random actions. Calls `visit` with every position, the action taken, and
/// whether dice were re-rolled since the previous action.
fn play(combat: &Combat, seed: u64, mut visit: impl FnMut(&View, Action, bool)) {
    let mut dice = Sampled::new(seed, &combat.rollers());
    let mut choices = Sampled::new(seed, &["actions".to_owned()]);
    let (mut record, rerolled) = (Record::new(combat), Cell::new(false));
    let mut state = combat.state();
    let (fight, observer) = (&mut state.position, &mut Rerolls(&rerolled));
    combat.fight(&mut dice, fight, observer, &mut record, |view, _| {
        let count = view.actions().count() as u32;
        let pick = choices.choose(0, count) as usize;
        let action = view.actions().nth(pick).unwrap_or(Action::Retreat);
        visit(view, action, rerolled.take());
        action
    });
}

/// Dice that all show the same face, and record the rollers of whole pools.
struct FixedDice {
    rollers: Vec<usize>,
    face: u32,
}

impl Dice for FixedDice {
    fn pool(&mut self, roller: Roller, count: u32) -> Pool {
        self.rollers.push(roller);
        Pool::from_faces(&vec![self.face; count as usize])
    }

    fn die(&mut self, _: Roller, _: u32) -> u32 {
        self.face
    }

    fn choose(&mut self, _: Roller, _: u32) -> u32 {
        panic!("a step chooses nothing at random")
    }
}

/// Step from a decision.
#[derive(Clone, Copy)]
enum Step<'a> {
    /// An action of the combatant whose turn it is.
    Action(Action),
    /// An attack on which the target spends this Cover.
    Shielded(&'a Shield),
}

/// Position that the engine reaches after a step.
struct Successor {
    fight: Fight,
    /// Combatants that have thrown dice during the step.
    thrown: Vec<usize>,
    /// Combatant that acts next, not counting those in `thrown`.
    actor: Option<usize>,
    over: bool,
}

impl Successor {
    /// Takes a step with the engine; all dice show `face`.
    fn after(view: &View, step: Step, face: u32) -> Self {
        let (combat, now) = view.table();
        let mut fight = now.clone();
        let mut dice = FixedDice {
            rollers: Vec::new(),
            face,
        };
        let decision = match step {
            Step::Action(action) => {
                fight.stop_at(view.actor());
                FightMove::Turn(action)
            }
            Step::Shielded(shield) => {
                fight.stop_at_attack(shield);
                FightMove::Cover(None)
            }
        };
        let mut engine = Engine::silent(combat, &mut fight, &mut dice);
        engine.apply(decision);
        while engine.fight.stage == FightStage::Attacked {
            engine.apply(FightMove::Cover(engine.fight.extras.shield.most_kept()));
        }
        let continues = engine.fight.stage == FightStage::Turn;
        let over = !continues && !engine.may_continue();
        if !continues && !over {
            engine.fight.turn += 1;
        }
        let actor = if continues {
            Some(view.actor())
        } else {
            table::next_except(&fight, &dice.rollers)
        };
        Self {
            fight,
            thrown: dice.rollers,
            actor,
            over,
        }
    }

    fn odds(&self, combat: &Combat, network: &Network, side: usize) -> i32 {
        match (self.over, self.fight.is_won_by(side)) {
            (true, true) => WON,
            (true, false) => LOST,
            _ => odds_with(combat, &self.fight, &self.thrown, network, side, self.actor),
        }
    }
}

#[derive(Debug, Default)]
struct Comparisons {
    /// Steps, by number of combatants that throw dice, with 3 or more in one entry.
    steps: [u32; 4],
    supports: u32,
    with_cover: u32,
    /// Steps after which reinforcements throw dice.
    reinforced: u32,
}

impl Comparisons {
    /// Asserts that the odds of a step are those of the position that the engine reaches.
    fn step(&mut self, view: &View, (network, side): (&Network, usize), odds: i32, step: Step) {
        let (combat, _) = view.table();
        let successor = Successor::after(view, step, 1);
        let all = successor.odds(combat, network, side);
        assert_eq!(odds, all, "side {side}, thrown {:?}", successor.thrown);
        self.steps[successor.thrown.len().min(3)] += 1;
        let is_reinforcement = |combatant: &usize| combat.combatants[*combatant].arrival.is_some();
        self.reinforced += u32::from(successor.thrown.iter().any(is_reinforcement));
    }

    /// Checks all actions at a decision, and all Cover against its attacks.
    fn decision(&mut self, view: &View, network: &Network) {
        let (combat, fight) = view.table();
        let side = combat.combatants[view.actor()].side;
        let mut actions = Vec::new();
        evaluate(view, network, |odds, action| {
            actions.push(action);
            let step = Step::Action(action);
            match action {
                Action::Support { ally, .. } => self.support(view, network, odds, step, ally),
                Action::Attack { face, target } if combat.has_cover => {
                    self.attack(view, network, odds, (face, target));
                }
                _ => self.step(view, (network, side), odds, step),
            }
        });
        assert!(actions.into_iter().eq(view.actions()));
        if combat.has_cover {
            for target in view.opponents() {
                let face = view.own().highest();
                let shield = Shield::of(combat, fight, view.actor(), face, target);
                let side = combat.combatants[target].side;
                evaluate_shield(view, network, &shield, |odds, shield, _| {
                    self.with_cover += u32::from(!shield.kept.is_empty());
                    self.step(view, (network, side), odds, Step::Shielded(shield));
                });
            }
        }
    }

    /// Asserts that the odds of an attack are those after the Cover that its target spends.
    fn attack(&mut self, view: &View, network: &Network, odds: i32, (face, target): (u32, usize)) {
        let (combat, fight) = view.table();
        let side = combat.combatants[view.actor()].side;
        let shield = Shield::of(combat, fight, view.actor(), face, target);
        let odds_after = |shield: &Shield| {
            Successor::after(view, Step::Shielded(shield), 1).odds(combat, network, side)
        };
        let (none, by_rule) = (odds_after(&shield), odds_after(&shield.spent_by_rule()));
        let expected = match combat.combatants[target].player {
            Player::Finisher => by_rule,
            _ => by_rule.min(none),
        };
        assert_eq!(odds, expected);
        self.with_cover += u32::from(none != by_rule);
    }

    /// Asserts that the odds of a support are those of the position that the engine reaches, with
    /// the mean row of the ally's new die.
    fn support(&mut self, view: &View, network: &Network, odds: i32, step: Step, ally: usize) {
        let (combat, now) = view.table();
        let side = combat.combatants[view.actor()].side;
        let number = |fight: &Fight| pools::number(fight.seats[ally].pool);
        for face in 1..=6 {
            let successor = Successor::after(view, step, face);
            let aided = View::new(combat, &successor.fight, view.actor());
            let mut each = Vec::new();
            for rival in 0..rivals(view, side) {
                let mut sum = Sum::of(network);
                table::rows(&aided, side, rival, |row| sum.push(row));
                let row =
                    |fight| &network.rows()[network::of_number(FeatureSide::Own, number(fight))];
                let mut sum = sum.row();
                sum.subtract(row(&successor.fight));
                sum.add(row(now));
                each.push(network.odds_of_two(&sum, network.aid(number(now))));
            }
            assert_eq!(Some(odds), network.against_all(&mut each));
        }
        self.supports += 1;
    }
}

#[test]
fn evaluated_positions_match_the_engine() {
    let network = &random_network(1);
    let mut draw = Draw::new(2);
    let mut compared = Comparisons::default();
    for seed in 0..200 {
        let combat = draw.combat();
        play(&combat, seed, |view, _, _| compared.decision(view, network));
    }
    println!("{compared:?}");
    let Comparisons {
        steps,
        supports,
        with_cover,
        reinforced,
    } = compared;
    let least = steps.into_iter().min().unwrap_or(0);
    assert!(
        least > 20 && supports.min(with_cover) > 1_000 && reinforced > 300,
        "{compared:?}"
    );
}

#[test]
fn a_winning_attack_is_the_first_action_with_the_highest_odds() {
    let network = &random_network(1);
    let mut draw = Draw::new(3);
    let mut won = 0;
    for seed in 0..200 {
        let mut setup = Setup::default();
        for side in 0..2 {
            let first = setup.combatants.len();
            for position in first..first + 1 + draw.below(3) as usize {
                setup.combatants.push(Combatant {
                    cover: None,
                    ..draw.combatant(side, position)
                });
            }
            join(&mut setup, first, None);
        }
        setup.options.last_blow = LastBlow::ALL[draw.below(2) as usize];
        play(&Combat::new(setup), seed, |view, _, _| {
            let Some(attack) = winning_attack(view) else {
                return;
            };
            let mut best = (i32::MIN, Action::Retreat);
            evaluate(view, network, |odds, action| {
                if odds > best.0 {
                    best = (odds, action);
                }
            });
            assert_eq!(best, (WON, attack));
            won += 1;
        });
    }
    assert!(won > 50, "{won}");
}

#[test]
fn odds_after_a_step_without_throws_match_the_next_decision() {
    let network = &random_network(1);
    let mut draw = Draw::new(3);
    let mut compared = 0;
    for seed in 0..120 {
        let combat = draw.combat();
        let mut before: Option<(usize, i32)> = None;
        play(&combat, seed, |view, action, _| {
            let (combat, _) = view.table();
            if let Some((side, odds)) = before.take() {
                assert_eq!(odds, odds_at(view, network, side));
                compared += 1;
            }
            let side = combat.combatants[view.actor()].side;
            let successor = Successor::after(view, Step::Action(action), 1);
            let throws = matches!(action, Action::Support { .. }) || !successor.thrown.is_empty();
            // Otherwise a re-roll or a random choice comes first, or there is no further decision.
            let continues = !successor.over && successor.actor.is_some() && !throws;
            before = continues.then(|| (side, successor.odds(combat, network, side)));
        });
    }
    assert!(compared > 300, "{compared}");
}

#[test]
fn rows_before_a_throw_match_the_evaluation() {
    let network = &random_network(6);
    let mut draw = Draw::new(7);
    let mut compared = 0;
    for seed in 0..120 {
        let combat = draw.combat();
        let mut before: Option<(usize, i32, Vec<usize>)> = None;
        play(&combat, seed, |view, action, rerolled| {
            let (combat, _) = view.table();
            if let Some((side, expected, thrown)) = before.take()
                && !rerolled
            {
                let earlier: Vec<_> = thrown
                    .into_iter()
                    .map(|combatant| (combatant, Earlier::Unknown))
                    .collect();
                let odds = (0..rivals(view, side)).map(|rival| {
                    let mut sum = Sum::of(network);
                    rows_before(view, side, rival, &earlier, |row| sum.push(row));
                    network.odds(&sum.row())
                });
                let odds = network.against_all(&mut odds.collect::<Vec<_>>());
                assert_eq!(odds, Some(expected));
                compared += 1;
            }
            let side = combat.combatants[view.actor()].side;
            let successor = Successor::after(view, Step::Action(action), 1);
            let is_in_fight = successor.fight.standing[side] > 0;
            if is_in_fight && !successor.over && !successor.thrown.is_empty() {
                let odds = successor.odds(combat, network, side);
                before = Some((side, odds, successor.thrown));
            }
        });
    }
    assert!(compared > 30, "{compared}");
}

#[test]
fn network_output_matches_a_direct_computation() {
    let mut draw = Sampled::new(5, &["weights".to_owned()]);
    let weights: Vec<i8> = (0..WEIGHTS)
        .map(|_| draw.choose(0, 255) as i32 as u8 as i8)
        .collect();
    let network = Network::new(&weights);
    for _ in 0..200 {
        let count = 1 + draw.choose(0, 80);
        let chosen: Vec<usize> = (0..count)
            .map(|_| draw.choose(0, ROWS as u32) as usize)
            .collect();
        let mut sum = Sum::of(&network);
        for &row in &chosen {
            sum.push(row);
        }
        let mut direct = i64::from(weights[WEIGHTS - 1]) * 256;
        for unit in 0..HIDDEN {
            let hidden: i64 = chosen
                .iter()
                .map(|row| 8 * i64::from(weights[row * HIDDEN + unit]))
                .sum();
            direct += hidden.clamp(0, 20_000) * i64::from(weights[ROWS * HIDDEN + unit]);
        }
        assert_eq!(i64::from(network.odds(&sum.row())), direct);
    }
}

#[test]
fn chances_follow_the_logistic_function() {
    let network = random_network(3);
    let mut last = 0;
    for odds in (-200_000..200_000).step_by(777) {
        let chance = network.chance(odds);
        assert!(chance >= last);
        last = chance;
        let exact = 1.0 / (1.0 + (-f64::from(odds) / 8_192.0).exp());
        assert!((f64::from(chance) / f64::from(CERTAIN) - exact).abs() < 1e-5);
        let both = network.against_both(odds, odds);
        assert!((odds - both - 5_678).abs() < 3, "{odds} {both}");
    }
}

#[test]
fn a_wave_of_hundreds_of_opponents_does_not_overflow_into_a_win() {
    let mut setup = Setup::default();
    for (side, count) in [4, 306].into_iter().enumerate() {
        let first = setup.combatants.len();
        for position in first..first + count {
            setup.combatants.push(Combatant {
                name: position.to_string(),
                side,
                group: position,
                classes: vec![Class {
                    dice: 3,
                    ..Class::default()
                }],
                arrival: (position >= 10).then_some(0),
                ..Combatant::default()
            });
        }
        join(&mut setup, first, None);
    }
    setup.arrivals.push(Arrival {
        side: 1,
        members: 10..310,
        when: ArrivalCondition::Turn(2),
    });
    let combat = Combat::new(setup);
    let network = Network::trained();
    let mut evaluated = 0;
    for seed in 0..20 {
        play(&combat, seed, |view, _, _| {
            if combat.combatants[view.actor()].side == 0 && view.table().1.turn == 1 {
                evaluate(view, network, |odds, action| {
                    let chance = super::super::chance(network, odds);
                    assert!(chance < CERTAIN / 10, "{action:?}: {chance}");
                    evaluated += 1;
                });
            }
        });
    }
    assert!(evaluated > 100);
}
