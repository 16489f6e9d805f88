//! Combat: the packed rules compared with the plain ones, the worked fight, and known figures.

use crate::fights::{Sketch, class, plain_of, setup};
use crate::plain::combat as plain;
use crate::tape::Tape;
use evenodds::contest::{Describe, Events, Play, Record, Recorder, Rules, Silent, Tally};
use evenodds::contests::combat::{
    Action, Arrival, ArrivalCondition, Class, Combat, Combatant, Cover, CoverOwner, Deadlock,
    Event, Healer, KIND, LastBlow, MonsterSpent, Options, Player, Setup, WoundChoice, WoundOption,
};
use evenodds::dice::{Dice, Enumerated, Pool, Sampled, Scripted};
use evenodds::document::{Faults, Source, check, parse};
use evenodds::scenario::LIBRARY;
use evenodds_testing::size;
use proptest::prelude::*;
use std::collections::BTreeMap;

/// Plays a fight with the library and returns its record and events.
pub fn play(combat: &Combat, dice: &mut impl Dice) -> (Record, Vec<Event>) {
    let mut record = Record::new(combat);
    let mut recorder = Recorder(Vec::new());
    combat.trial(dice, &mut combat.state(), &mut recorder, &mut record);
    (record, recorder.0)
}

fn faces(pool: Pool) -> Vec<u8> {
    pool.faces().map(|face| face as u8).collect()
}

/// Translates the library's events to those of the plain program. It adds events that are implied
/// there, and leaves out events that only the library has.
fn translated(setup: &Setup, events: &[Event]) -> Vec<plain::Event> {
    let mut log = Vec::new();
    for (position, event) in events.iter().enumerate() {
        match *event {
            Event::Opened { combatant, pool } => log.push(plain::Event::Start {
                combatant,
                faces: faces(pool),
            }),
            Event::Entered { combatant, pool } => log.push(plain::Event::Entered {
                combatant,
                faces: faces(pool),
            }),
            Event::Rerolled {
                combatant,
                from,
                to,
                ..
            } => log.push(plain::Event::Reroll {
                combatant,
                from: from as u8,
                to: to as u8,
            }),
            Event::Supported {
                actor,
                face,
                ally,
                rolled,
                ..
            } => log.push(plain::Event::Support {
                combatant: actor,
                ally,
                given: face as u8,
                rolled: rolled as u8,
            }),
            Event::Covered {
                target, of, face, ..
            } => log.push(plain::Event::Cover {
                target,
                from: match of {
                    CoverOwner::Own => plain::CoverFrom::Own,
                    CoverOwner::Side => plain::CoverFrom::Side,
                    CoverOwner::Field => plain::CoverFrom::Field,
                },
                face: face as u8,
            }),
            Event::Attacked {
                actor,
                face,
                target,
                before,
                after,
            } => {
                log.push(plain::Event::Attack {
                    combatant: actor,
                    target,
                    face: face as u8,
                    lost: faces(before.minus(after)),
                });
                let spared = matches!(
                    events.get(position + 1),
                    Some(Event::Returned { combatant, .. }) if *combatant == target
                );
                if after.is_empty() && !spared && !setup.combatants[target].wounds {
                    log.push(plain::Event::TakenOut { combatant: target });
                }
            }
            Event::Returned { combatant, pool } => log.push(plain::Event::Returned {
                combatant,
                faces: faces(pool),
            }),
            Event::Died { character } => {
                log.push(plain::Event::Wounded {
                    combatant: character,
                    died: true,
                    options: Vec::new(),
                });
                log.push(plain::Event::TakenOut {
                    combatant: character,
                });
            }
            Event::Wounded {
                character,
                stays_down,
                armored,
            } => {
                let who = &setup.combatants[character];
                let second = match who.wound_option.unwrap_or(setup.options.wound_option) {
                    WoundOption::PermanentLoss => plain::WoundOption::PermanentLoss,
                    WoundOption::NastyWound => plain::WoundOption::NastyWound,
                };
                let options = match (stays_down, armored) {
                    (true, true) => vec![plain::WoundOption::NonCombatant],
                    (true, false) => vec![second, plain::WoundOption::NonCombatant],
                    (false, true) => vec![second],
                    (false, false) => vec![
                        plain::WoundOption::PermanentLoss,
                        plain::WoundOption::NastyWound,
                    ],
                };
                log.push(plain::Event::Wounded {
                    combatant: character,
                    died: false,
                    options,
                });
                if stays_down {
                    log.push(plain::Event::TakenOut {
                        combatant: character,
                    });
                }
            }
            Event::Changed { actor, class, pool } => log.push(plain::Event::ChangeTactic {
                combatant: actor,
                class,
                faces: faces(pool),
            }),
            Event::Retreated { combatant, .. } => log.push(plain::Event::Retreat { combatant }),
            Event::Spent { combatant } => log.push(plain::Event::TakenOut { combatant }),
            Event::Lot { combatant, .. } => log.push(plain::Event::Lot {
                combatant,
                among: Vec::new(),
            }),
            Event::Turn { .. }
            | Event::Recovered { .. }
            | Event::Vanquished { .. }
            | Event::Deadlocked
            | Event::Won { .. }
            | Event::Drawn
            | Event::Unresolved { .. } => {}
        }
    }
    sorted(&log)
}

/// Returns a log with faces in ascending order and options in a fixed order, without the
/// participants of lots.
fn sorted(log: &[plain::Event]) -> Vec<plain::Event> {
    log.iter()
        .cloned()
        .map(|mut event| {
            match &mut event {
                plain::Event::Start { faces, .. }
                | plain::Event::Entered { faces, .. }
                | plain::Event::Returned { faces, .. }
                | plain::Event::ChangeTactic { faces, .. } => faces.sort_unstable(),
                plain::Event::Attack { lost, .. } => lost.sort_unstable(),
                plain::Event::Wounded { options, .. } => {
                    options.sort_by_key(|option| *option as u8);
                }
                plain::Event::Lot { among, .. } => among.clear(),
                _ => {}
            }
            event
        })
        .collect()
}

/// Plays the fight with both programs on the same dice and compares everything.
fn compare(setup: &Setup, seed: u64) -> Result<(), TestCaseError> {
    let combat = Combat::new(setup.clone());
    let (combatants, rules) = plain_of(setup);
    let rollers = 4 * combatants.len() + setup.sides.len() + 2;
    let tape = || Tape::new(seed, rollers).thinking(combat.rollers());
    let (record, events) = play(&combat, &mut tape());
    let report = plain::fight(&combatants, setup.sides.len(), &rules, &mut tape());
    prop_assert_eq!(translated(setup, &events), sorted(&report.log));
    let outcome = match report.outcome {
        plain::Outcome::Side(side) => side,
        plain::Outcome::Draw => setup.sides.len(),
        plain::Outcome::Unresolved => setup.sides.len() + 1,
    };
    prop_assert_eq!(record.outcome, outcome);
    let expected = figures(setup, &report);
    for (metric, &value) in combat.metrics().iter().zip(&record.values) {
        let name = metric.name();
        prop_assert_eq!((&name, Some(&value)), (&name, expected.get(&name)));
    }
    let mut ends = record.ends.clone();
    ends.sort_unstable();
    let left = report.left_at.iter().enumerate();
    let left: Vec<(u32, i64)> = left
        .filter_map(|(who, turn)| turn.map(|turn| (who as u32, turn as i64)))
        .collect();
    prop_assert_eq!(ends, left);
    Ok(())
}

/// Returns every metric by name, from the report of the plain program.
fn figures(setup: &Setup, report: &plain::Report) -> BTreeMap<String, i64> {
    let mut figures = BTreeMap::new();
    let mut set = |name: String, value: u64| figures.insert(name, value as i64);
    set("turns".to_owned(), report.turns);
    set("rerolls".to_owned(), report.rerolls);
    set("lots".to_owned(), report.lots);
    for (position, side) in setup.sides.iter().enumerate() {
        let fates = &report.fates[side.members.clone()];
        let count = |wanted| fates.iter().filter(|&&fate| fate == wanted).count() as u64;
        let there = fates.len() as u64 - count(plain::Fate::NotEntered);
        let out = count(plain::Fate::TakenOut);
        set(
            format!("standing.{}", side.name),
            count(plain::Fate::Standing),
        );
        set(format!("party_lost.{}", side.name), u64::from(out == there));
        set(format!("anyone_lost.{}", side.name), u64::from(out > 0));
        set(
            format!("cover_spent.{}", side.name),
            report.cover_spent[position],
        );
    }
    for (who, combatant) in setup.combatants.iter().enumerate() {
        let is = |fate| u64::from(report.fates[who] == fate);
        for (base, value) in [
            ("left_standing", is(plain::Fate::Standing)),
            ("taken_out", is(plain::Fate::TakenOut)),
            ("retreated", is(plain::Fate::Retreated)),
            ("turns_taken", report.turns_taken[who]),
            ("opponents_taken_out", report.taken_out_by[who]),
            ("returns", report.returns[who]),
            ("entered_at", report.entered_at[who].unwrap_or(0)),
            ("wounds", report.wounds[who]),
            ("died", u64::from(report.died[who])),
            ("permanent_losses", report.permanent_losses[who]),
            ("nasty_wounds", report.nasty_wounds[who]),
            ("recovered", u64::from(report.recovered[who])),
        ] {
            set(format!("{base}.{}", combatant.name), value);
        }
    }
    figures
}

fn player() -> impl Strategy<Value = Player> {
    prop_oneof![
        6 => Just(Player::Finisher),
        3 => Just(Player::Brawler),
        6 => Just(Player::Random),
        1 => (1u32..=4).prop_map(|playouts| Player::Rollout { playouts }),
    ]
}

fn sketch() -> impl Strategy<Value = Sketch> {
    let combatant = (player(), prop::collection::vec(1u32..=6, 1..=3));
    let side = prop::collection::vec(combatant, 1..=5);
    let options =
        (0..2usize, 0..2usize, 1u32..=40).prop_map(|(last_blow, deadlock, max_rerolls)| Options {
            last_blow: LastBlow::ALL[last_blow],
            deadlock: Deadlock::ALL[deadlock],
            max_rerolls,
            ..Options::default()
        });
    (prop::collection::vec(side, 2..=4), options)
        .prop_map(|(sides, options)| Sketch { sides, options })
}

/// Strategy for optional Cover: none, rolled dice, or given faces.
fn cover() -> impl Strategy<Value = Option<Cover>> {
    prop_oneof![
        3 => Just(None),
        1 => (1u32..=4).prop_map(|count| Some(Cover::Rolled(count))),
        1 => prop::collection::vec(1u32..=6, 1..=3)
            .prop_map(|faces| Some(Cover::Faces(Pool::from_faces(&faces)))),
    ]
}

fn full_combatant() -> impl Strategy<Value = Combatant> {
    let class = (1u32..=6, prop::bool::weighted(0.2)).prop_map(|(dice, ignores_cover)| Class {
        ignores_cover,
        ..class(dice)
    });
    (
        player(),
        prop::collection::vec(class, 1..=3),
        0..4,
        any::<bool>(),
        prop::array::uniform2(0..3usize),
        cover(),
    )
        .prop_map(
            |(player, classes, special, armor, [choice, option], cover)| Combatant {
                classes,
                player,
                monster: special == 1,
                wounds: special == 2,
                armor,
                wound_choice: WoundChoice::ALL.get(choice).copied(),
                wound_option: WoundOption::ALL.get(option).copied(),
                cover,
                ..Combatant::default()
            },
        )
}

fn full_options() -> impl Strategy<Value = Options> {
    let healer = prop_oneof![
        Just(Healer::None),
        Just(Healer::Automatic),
        (1u32..=6, 1i64..=20).prop_map(|(dice, difficulty)| Healer::Rolls { dice, difficulty }),
    ];
    (
        prop::array::uniform5(0..2usize),
        1u32..=40,
        1u32..=3,
        1u32..=3,
        healer,
    )
        .prop_map(
            |([last_blow, deadlock, spent, choice, option], max_rerolls, cover, die, healer)| {
                Options {
                    last_blow: LastBlow::ALL[last_blow],
                    deadlock: Deadlock::ALL[deadlock],
                    max_rerolls,
                    cover_per_attack: cover,
                    monster_spent: MonsterSpent::ALL[spent],
                    wounds_to_die: die,
                    wound_choice: WoundChoice::ALL[choice],
                    wound_option: WoundOption::ALL[option],
                    healer,
                    ..Options::default()
                }
            },
        )
}

/// Strategy for reinforcements: their time and their members.
fn arrival() -> impl Strategy<Value = (ArrivalCondition, Vec<Combatant>)> {
    let when = prop_oneof![
        (1u32..=6).prop_map(ArrivalCondition::Turn),
        (0u32..=3).prop_map(ArrivalCondition::Standing)
    ];
    (when, prop::collection::vec(full_combatant(), 1..=2))
}

/// Strategy for fights with any of the optional rules.
pub fn full_setup() -> impl Strategy<Value = Setup> {
    let side = (
        prop::collection::vec(full_combatant(), 1..=4),
        prop::collection::vec(arrival(), 0..=2),
        cover(),
    );
    (prop::collection::vec(side, 2..=3), full_options(), cover()).prop_map(
        |(sides, options, field_cover)| {
            let mut arrivals: Vec<Arrival> = Vec::new();
            let mut first = 0;
            let mut members_of = Vec::new();
            let mut covers = Vec::new();
            for (side, (present, late, cover)) in sides.into_iter().enumerate() {
                let mut members = present;
                for (when, who) in late {
                    let start = first + members.len();
                    for combatant in who {
                        members.push(Combatant {
                            arrival: Some(arrivals.len()),
                            ..combatant
                        });
                    }
                    arrivals.push(Arrival {
                        side,
                        members: start..first + members.len(),
                        when,
                    });
                }
                first += members.len();
                members_of.push(members);
                covers.push(cover);
            }
            let mut setup = setup(members_of.into_iter(), options);
            for (side, cover) in setup.sides.iter_mut().zip(covers) {
                side.cover = cover;
            }
            Setup {
                arrivals,
                field_cover,
                ..setup
            }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: size(500, 6_000), ..ProptestConfig::default() })]

    #[test]
    fn packed_and_plain_rules_play_every_basic_fight_alike(sketch in sketch(), seed in any::<u64>()) {
        compare(&sketch.setup(), seed)?;
    }

    #[test]
    fn packed_and_plain_rules_play_every_fight_with_optional_rules_alike(
        setup in full_setup(),
        seed in any::<u64>(),
    ) {
        compare(&setup, seed)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: size(30, 500), ..ProptestConfig::default() })]

    /// The engine itself asserts that every action is allowed.
    #[test]
    fn an_expert_plays_by_the_rules_and_by_what_it_sees(
        setup in full_setup(),
        seed in any::<u64>(),
    ) {
        let combat = Combat::new(setup);
        let mut dice = Sampled::new(seed, &combat.rollers());
        dice.start(1);
        let mut record = Record::new(&combat);
        let mut state = combat.state();
        combat.fight(&mut dice, &mut state.position, &mut Silent, &mut record, |view, policy_roller| {
            let action = Player::Expert { depth: 0 }.choose(view, policy_roller, None);
            assert!(view.allows(action));
            // Another lot may draw another one of equal actions, of the same kind and face.
            let again = Player::Expert { depth: 0 }.choose(view, policy_roller, None);
            let kind = |action| match action {
                Action::Attack { face, .. } => (0, face),
                Action::Support { face, .. } => (1, face),
                Action::Change { .. } => (2, 0),
                Action::Retreat => (3, 0),
            };
            assert_eq!(kind(action), kind(again));
            action
        });
    }
}

#[test]
fn looking_ahead_pays_in_the_canyon() {
    let with = |depth| {
        let mut sketch = Sketch::canyon(Player::Expert { depth: 0 });
        for (player, _) in &mut sketch.sides[0] {
            *player = Player::Expert { depth };
        }
        share(&sketch.packed(), 12, 4_000).0
    };
    let (none, some) = (with(0), with(2));
    assert!(some >= none + 0.01, "{none} {some}");
}

#[test]
fn experts_beat_finishers_in_the_canyon() {
    let mut sketch = Sketch::canyon(Player::Finisher);
    for (player, _) in &mut sketch.sides[0] {
        *player = Player::Expert { depth: 0 };
    }
    let (share, _) = share(&sketch.packed(), 11, 20_000);
    assert!(share >= 0.56, "{share}");
}

#[test]
fn packed_and_plain_rules_play_a_battle_of_a_hundred_alike() {
    let side = |dice| vec![(Player::Finisher, vec![dice]); 50];
    let mut sketch = Sketch::new(vec![side(2), side(3)]);
    sketch.options.deadlock = Deadlock::Lot;
    for seed in 0..20 {
        compare(&sketch.setup(), seed).unwrap();
    }
}

/// Returns the share of fights that side 0 wins, and its standard error.
fn share(combat: &Combat, seed: u64, trials: u64) -> (f64, f64) {
    let mut tally = Tally::new(combat);
    combat.play(seed, 0..trials, &mut tally);
    let share = tally.outcomes()[0] as f64 / trials as f64;
    (share, (share * (1.0 - share) / trials as f64).sqrt())
}

#[test]
fn finishers_in_duels_win_their_known_shares() {
    for (a, b, expected) in [(1, 1, 0.5), (2, 3, 0.278_723), (3, 4, 0.311_993)] {
        let duel = Sketch::duel(Player::Finisher, a, Player::Finisher, b).packed();
        let (share, error) = share(&duel, 1, 400_000);
        assert!((share - expected).abs() < 4.0 * error, "{a} v {b}: {share}");
    }
}

#[test]
fn an_enumerated_duel_encloses_the_known_share() {
    let duel = Sketch::duel(Player::Finisher, 1, Player::Finisher, 2).packed();
    let mut won = 0.0;
    let seen = Enumerated::explore(
        6,
        |dice| play(&duel, dice).0.outcome,
        |chance, outcome| {
            if outcome == 0 {
                won += chance;
            }
        },
    );
    let (share, error) = share(&duel, 3, 400_000);
    assert!(seen.left < 0.01, "{seen:?}");
    assert!(won - 4.0 * error < share && share < won + seen.left + 4.0 * error);
}

#[test]
fn the_canyon_is_a_24_percent_fight_for_finishers() {
    let canyon = Sketch::canyon(Player::Finisher).packed();
    let mut tally = Tally::new(&canyon);
    canyon.play(42, 0..200_000, &mut tally);
    let share = tally.outcomes()[0] as f64 / 200_000.0;
    assert!((share - 0.2433).abs() < 0.004, "{share}");
    let turns: i64 = (0..2)
        .flat_map(|outcome| {
            let histogram = tally.histogram(0, outcome);
            histogram
                .iter()
                .map(|(value, count)| value * count as i64)
                .collect::<Vec<_>>()
        })
        .sum();
    let mean = turns as f64 / 200_000.0;
    assert!((mean - 5.42).abs() < 0.04, "{mean}");
}

/// Returns the fight of a built-in scenario.
fn shipped(name: &str) -> Combat {
    let text = LIBRARY.builtin(name).unwrap().text;
    let mut faults = Faults::new();
    let root = parse(&Source::new(name, text), &mut faults);
    let table = check(&root, LIBRARY.keys_of(&KIND), &mut faults);
    Combat::read(&table).unwrap()
}

#[test]
fn the_worked_fight_replays_die_by_die() {
    let (dirk, emily, mark, duke, a, b, c, d) = (0, 1, 2, 3, 4, 5, 6, 7);
    let combat = shipped("canyon");
    let mut dice = Scripted::new(vec![
        vec![2, 2, 4, 4, 4, 3, 2],
        vec![6, 6, 4, 5, 6],
        vec![2, 4, 1],
        vec![6, 5, 3, 2],
        vec![1, 1],
        vec![3, 4],
        vec![4, 5, 5],
        vec![4, 3, 3],
        vec![],
    ]);
    let mut script = [
        (
            dirk,
            Action::Support {
                face: 2,
                ally: emily,
            },
        ),
        (
            dirk,
            Action::Support {
                face: 2,
                ally: mark,
            },
        ),
        (
            dirk,
            Action::Attack {
                face: 4,
                target: duke,
            },
        ),
        (
            emily,
            Action::Attack {
                face: 6,
                target: duke,
            },
        ),
        (emily, Action::Attack { face: 6, target: b }),
        (dirk, Action::Change { class: 1 }),
        (a, Action::Support { face: 1, ally: d }),
        (
            a,
            Action::Attack {
                face: 1,
                target: mark,
            },
        ),
        (
            d,
            Action::Attack {
                face: 4,
                target: mark,
            },
        ),
        (
            d,
            Action::Attack {
                face: 3,
                target: dirk,
            },
        ),
        (dirk, Action::Attack { face: 4, target: d }),
        (emily, Action::Attack { face: 5, target: c }),
    ]
    .into_iter();
    let mut record = Record::new(&combat);
    let mut recorder = Recorder(Vec::new());
    combat.fight(
        &mut dice,
        &mut combat.state().position,
        &mut recorder,
        &mut record,
        |view, _| {
            let (actor, action) = script.next().expect("the fight continues after the script");
            assert_eq!(view.actor(), actor, "before {action:?}");
            assert!(view.allows(action), "{action:?}");
            action
        },
    );
    assert_eq!(script.next(), None);
    assert_eq!(dice.fault(), None);
    assert!(dice.left().iter().all(Vec::is_empty));
    let story: Vec<String> = recorder
        .0
        .iter()
        .map(|event| combat.narrate(event))
        .collect();
    insta::assert_snapshot!("the worked fight", story.join("\n"));
    assert_eq!(record.outcome, 0);
    assert_eq!(record.values[..2], [9, 1]);
}

#[test]
fn a_player_is_not_moved_by_dice_to_come() {
    // With the same view and policy randomness, but other dice from some point on, the first action
    // after it must be the same.
    let expert = Player::Expert { depth: 0 };
    for player in [Player::Finisher, Player::Brawler, Player::Random, expert] {
        let combat = Sketch::canyon(player).packed();
        let size = combat.combatants().len();
        for seed in 0..50 {
            let actions = |other: u64| {
                let mut first = Vec::new();
                let mut dice = Switched {
                    before: Tape::new(seed, 2 * size + 1),
                    after: Tape::new(other, 2 * size + 1),
                    openings: size,
                    whims_from: size + 1,
                };
                let mut record = Record::new(&combat);
                combat.fight(
                    &mut dice,
                    &mut combat.state().position,
                    &mut Silent,
                    &mut record,
                    |view, policy_roller| {
                        let action = player.choose(view, policy_roller, None);
                        if first.is_empty() {
                            first.push((view.actor(), action));
                        }
                        action
                    },
                );
                first
            };
            assert_eq!(actions(1_000 + seed), actions(2_000 + seed), "{player:?}");
        }
    }
}

/// One source for the opening rolls and policy randomness, another one for the rest.
pub struct Switched {
    pub before: Tape,
    pub after: Tape,
    pub openings: usize,
    pub whims_from: usize,
}

impl Dice for Switched {
    fn pool(&mut self, roller: usize, count: u32) -> Pool {
        if self.openings > 0 {
            self.openings -= 1;
            self.before.pool(roller, count)
        } else {
            self.after.pool(roller, count)
        }
    }

    fn die(&mut self, roller: usize, sides: u32) -> u32 {
        self.after.die(roller, sides)
    }

    fn choose(&mut self, roller: usize, options: u32) -> u32 {
        if roller >= self.whims_from {
            Dice::choose(&mut self.before, roller, options)
        } else {
            Dice::choose(&mut self.after, roller, options)
        }
    }
}
