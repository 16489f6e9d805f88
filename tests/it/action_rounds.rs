//! Exchanges of Action Dice compared with the plain program on the same dice, and with exact values
//! from an exhaustive search.

mod any;

use crate::adventure::scenario;
use crate::plain::action_rounds::exact::{Chances, duel, means, value};
use crate::plain::action_rounds::order::{Actor, Sorts, declares_first};
use crate::plain::action_rounds::round::{Report, play};
use crate::plain::action_rounds::{
    AttackOn, Combatant, Exchange, Game, Player, Reach, Rules, Side, Stance,
};
use crate::tape::{Tape, Thrown};
use evenodds::contest::Metric;
use evenodds::dice::{Dice, Sampled};
use evenodds_testing::size;

/// Returns a fighter with `action` action dice, and `skill` for both attack and defense.
fn fencer(name: &str, action: u32, skill: u32) -> Combatant {
    Combatant {
        name: name.to_owned(),
        count: 1,
        action,
        for_attack: 0,
        for_defence: 0,
        specialised: None,
        hand_to_hand: skill,
        ranged: skill,
        dodge: skill,
        movement: 0,
        attack: Reach::HandToHand,
        attack_extra: 0,
        defence_extra: 0,
        stance: Stance::Single,
        noncombat: false,
    }
}

/// Returns the default rules with this number of rounds.
fn usual(max_rounds: u32) -> Rules {
    Rules {
        half_up: true,
        extra_is_halved: true,
        total_breaks_ties: true,
        tie_hits: true,
        dive_is_rolled: true,
        attack_on: AttackOn::MostHit,
        reserve_is_declared: true,
        distance: 0,
        range_penalty: 0,
        group_penalty: true,
        answers_reorder: false,
        defence_is_action: false,
        noncombat_is_chosen: false,
        hits_to_win: 1,
        max_rounds,
    }
}

fn between(red: (Combatant, Player), blue: (Combatant, Player), rules: Rules) -> Exchange {
    let side = |name: &str, (combatant, player)| Side {
        name: name.to_owned(),
        player,
        combatants: vec![combatant],
    };
    Exchange {
        sides: [side("red", red), side("blue", blue)],
        rules,
    }
}

/// Returns a duel of one die each, without skill, for one round.
fn mooks(red: Player, blue: Player) -> Exchange {
    let rules = usual(1);
    between(
        (fencer("Rosa", 1, 0), red),
        (fencer("Basil", 1, 0), blue),
        rules,
    )
}

fn assert_chances(found: Chances, by_hand: [u32; 4], of: u32) {
    for (one, other) in found.iter().zip(by_hand) {
        let other = f64::from(other) / f64::from(of);
        assert!(
            (one - other).abs() < 1e-12,
            "{found:?}, {by_hand:?} of {of}"
        );
    }
}

#[test]
fn with_one_die_each_and_no_skill_the_chances_are_those_found_by_hand() {
    // The first to declare attacks with its only die; the other parries with its only die. The
    // attack hits if 6 meets 5 and a 1.
    let both_answer = mooks(Player::AllOut, Player::AllOut);
    assert_chances(duel(&both_answer), [1, 1, 0, 70], 72);
    // Neither defends: 5 and 6 hit, and the higher die acts first.
    let none_answers = mooks(Player::Heavy, Player::Heavy);
    assert_chances(duel(&none_answers), [9, 9, 2, 16], 36);
    // Half of the time the second declares first and has no die for an answer; otherwise it has.
    let one_answers = mooks(Player::Heavy, Player::AllOut);
    assert_chances(duel(&one_answers), [10, 9, 2, 51], 72);
    // A fighter that keeps half of one die keeps it.
    let none_attacks = mooks(Player::Guarded, Player::Guarded);
    assert_chances(duel(&none_attacks), [0, 0, 0, 36], 36);
}

#[test]
fn an_optimal_player_attacks_back_instead_of_a_parry() {
    // If it declares second, it does not defend and attacks too, which has a value of one half; if
    // first, its opponent answers the attack.
    let found = value(duel(&mooks(Player::Optimal, Player::AllOut)));
    assert!((found - (0.5 + 1.0 / 144.0)).abs() < 1e-12, "{found}");
    let other = value(duel(&mooks(Player::AllOut, Player::Optimal)));
    assert!((found + other - 1.0).abs() < 1e-12, "{found} and {other}");
    let both = value(duel(&mooks(Player::Optimal, Player::Optimal)));
    assert!((both - 0.5).abs() < 1e-12, "{both}");
}

/// Returns the shares of the outcomes in `trials` trials of the plain program.
fn sampled(exchange: &Exchange, seed: u64, trials: u32) -> [f64; 4] {
    let mut tape = Tape::new(seed, Game::new(exchange).rollers().len());
    let mut shares = [0.0; 4];
    for trial in 0..trials {
        tape.start(u64::from(trial));
        shares[play(exchange, &mut tape).outcome] += 1.0 / f64::from(trials);
    }
    shares
}

fn assert_near(shares: &[f64], chances: &[f64], trials: u32, what: &str) {
    for (share, chance) in shares.iter().zip(chances) {
        let variance = (chance * (1.0 - chance)).max(0.0);
        let error = (variance / f64::from(trials)).sqrt();
        assert!(
            (share - chance).abs() <= 4.0 * error + 1e-9,
            "{shares:?} {chances:?}\n{what}"
        );
    }
}

#[test]
fn no_player_is_better_than_the_optimal_one() {
    let named = [
        Player::AllOut,
        Player::Keep(1),
        Player::Guarded,
        Player::Heavy,
        Player::Random,
    ];
    for (red, blue) in [((1, 2), (2, 0)), ((2, 1), (1, 1))] {
        let with = |one, other| {
            let red = fencer("Rosa", red.0, red.1);
            let blue = fencer("Basil", blue.0, blue.1);
            value(duel(&between((red, one), (blue, other), usual(2))))
        };
        for other in named {
            let best = with(Player::Optimal, other);
            let best_of_blue = with(other, Player::Optimal);
            let both = with(Player::Optimal, Player::Optimal);
            assert!(best_of_blue - 1e-9 <= both && both <= best + 1e-9);
            for one in named {
                assert!(with(one, other) <= best + 1e-9, "{one:?} v {other:?}");
                assert!(
                    with(other, one) >= best_of_blue - 1e-9,
                    "{other:?} v {one:?}"
                );
            }
        }
    }
}

fn duels() -> impl Iterator<Item = Exchange> {
    (0..40).map(any::duel)
}

fn small_duels() -> impl Iterator<Item = Exchange> {
    (0..size(12, 40)).map(any::small_duel)
}

#[test]
fn trials_of_the_plain_program_have_the_shares_that_going_through_everything_finds() {
    for exchange in small_duels() {
        let trials = size(500, 4_000);
        let shares = sampled(&exchange, 5, trials);
        assert_near(&shares, &duel(&exchange), trials, &exchange.written());
    }
}

#[test]
fn exchanges_of_all_sorts_have_all_options() {
    let texts: Vec<String> = duels()
        .chain((0..20).map(any::groups))
        .map(|exchange| exchange.written())
        .collect();
    for written in [
        "player = \"keep_",
        "player = \"all_out\"",
        "player = \"guarded\"",
        "player = \"heavy\"",
        "player = \"random\"",
        "half = \"down\"",
        "two_die_extra = \"whole\"",
        "declare_tie = \"random\"",
        "hit_tie = \"defender\"",
        "dive = \"dice\"",
        "reserve_rule = \"lost\"",
        "attack_on = \"first\"",
        "attack_on = \"weakest\"",
        "attack_on = \"strongest\"",
        "distance = 3",
        "range_penalty = 2",
        "hits_to_win = 2",
        "to = \"movement\"",
        "to = \"attack\"",
        "to = \"defence\"",
        "noncombat = true",
        "defence = \"dive\"",
        "defence = \"general\"",
        "count = 2",
        "group_penalty = false",
        "answers_reorder = true",
        "defense_is_action = true",
        "noncombat_choice = \"each_round\"",
    ] {
        let count = texts.iter().filter(|text| text.contains(written)).count();
        assert!(count >= 3, "{written} in {count}");
    }
}

/// Plays trials with both programs and compares all results.
fn agree(exchange: &Exchange, seed: u64, trials: u64) -> [f64; 4] {
    let text = exchange.written();
    let scenario = scenario(&text);
    let contest = scenario.contest.as_ref();
    let names: Vec<String> = contest.metrics().iter().map(Metric::name).collect();
    let mut dice = Thrown(Sampled::new(seed, &Game::new(exchange).rollers()));
    let mut shares = [0.0; 4];
    contest.watch(seed, 0..trials, &mut |trial, record| {
        dice.0.start(trial);
        let plainly = play(exchange, &mut dice);
        let mut ends: Vec<(usize, i64)> = record
            .ends
            .iter()
            .map(|&(group, round)| (group as usize, round))
            .collect();
        ends.sort_unstable();
        let found = Report {
            outcome: record.outcome,
            metrics: names.iter().cloned().zip(record.values.clone()).collect(),
            ends,
        };
        if found != plainly {
            let narration = contest.narrate_trial(seed, trial).lines.join("\n");
            panic!("trial {trial}: {found:#?}, plainly {plainly:#?}\n{text}\n{narration}");
        }
        shares[record.outcome] += 1.0 / trials as f64;
        true
    });
    shares
}

#[test]
fn the_plain_program_and_the_library_fight_the_same_duels() {
    let trials = size(60, 300);
    for exchange in duels() {
        agree(&exchange, 7, trials);
    }
    for exchange in small_duels() {
        let shares = agree(&exchange, 9, trials);
        assert_near(
            &shares,
            &duel(&exchange),
            trials as u32,
            &exchange.written(),
        );
    }
}

#[test]
fn the_plain_program_and_the_library_fight_alike_in_groups() {
    for number in 0..20 {
        agree(&any::groups(number), 8, size(60, 300));
    }
}

/// Returns the fighters of duels that are solved exactly: one or two action dice, and a skill of 0,
/// 2 or, in thorough tests, 1.
fn fencers(name: &str) -> Vec<Combatant> {
    let mut all = Vec::new();
    for action in 1..=2 {
        for skill in (0..=2).step_by(size(2, 1)) {
            all.push(fencer(name, action, skill));
        }
    }
    all
}

/// Returns the library's exact chances of a duel.
fn solved(exchange: &Exchange) -> Chances {
    let exact = scenario(&exchange.written()).contest.exact();
    let exact = exact.unwrap_or_else(|error| panic!("{error:?}\n{}", exchange.written()));
    exact.outcomes.try_into().unwrap()
}

#[test]
fn duels_solved_exactly_have_the_chances_that_going_through_everything_finds() {
    let players = [
        Player::AllOut,
        Player::Keep(1),
        Player::Guarded,
        Player::Heavy,
        Player::Random,
    ];
    let mut number = 0;
    for red in fencers("Rosa") {
        for blue in fencers("Basil").into_iter().step_by(size(2, 1)) {
            for one in players {
                // Each fighter is paired with another, in turn.
                number += 1;
                let other = players[number % players.len()];
                let exchange = between((red.clone(), one), (blue.clone(), other), usual(3));
                assert_solved(&exchange);
            }
        }
    }
    for exchange in small_duels() {
        assert_solved(&exchange);
    }
}

fn assert_solved(exchange: &Exchange) {
    let (found, plainly) = (solved(exchange), duel(exchange));
    for (one, other) in found.iter().zip(plainly) {
        let text = exchange.written();
        assert!((one - other).abs() < 1e-9, "{found:?} {plainly:?}\n{text}");
    }
}

#[test]
fn actions_and_unused_dice_are_on_average_what_going_through_everything_finds() {
    for exchange in small_duels() {
        assert_counted(&exchange);
    }
    let players = [
        Player::Heavy,
        Player::Random,
        Player::AllOut,
        Player::Guarded,
    ];
    for (number, red) in fencers("Rosa").into_iter().enumerate() {
        for blue in fencers("Basil") {
            let (one, other) = (players[number % 4], players[blue.hand_to_hand as usize]);
            assert_counted(&between((red.clone(), one), (blue, other), usual(3)));
        }
    }
}

fn assert_counted(exchange: &Exchange) {
    let (scenario, plainly) = (scenario(&exchange.written()), means(exchange));
    let contest = scenario.contest.as_ref();
    let exact = contest.exact().expect("duels are solved");
    let metrics: Vec<String> = contest.metrics().iter().map(Metric::name).collect();
    for (what, means) in ["attacks", "defences", "unused"].iter().zip(plainly) {
        for (side, mean) in exchange.sides.iter().zip(means) {
            let name = format!("{what}.{}", side.combatants[0].name);
            let metric = metrics.iter().position(|metric| *metric == name);
            let solved = exact
                .metrics
                .iter()
                .find(|solved| Some(solved.metric) == metric);
            let values = solved.expect("it is solved").overall();
            let found: f64 = values
                .iter()
                .map(|&(value, chance)| value as f64 * chance)
                .sum();
            let text = exchange.written();
            assert!((found - mean).abs() < 1e-9, "{name} {found} {mean}\n{text}");
        }
    }
}

#[test]
fn optimal_duels_have_the_values_of_full_enumeration() {
    let others = [
        Player::AllOut,
        Player::Guarded,
        Player::Heavy,
        Player::Random,
    ];
    let mut number = 0;
    for red in fencers("Rosa") {
        for blue in fencers("Basil").into_iter().step_by(size(2, 1)) {
            for (one, other) in [
                (Player::Optimal, Player::Optimal),
                (Player::Optimal, others[number % 4]),
                (others[(number + 2) % 4], Player::Optimal),
            ] {
                let rules = usual(1 + number as u32 % 2);
                let exchange = between((red.clone(), one), (blue.clone(), other), rules);
                let found = value(solved(&exchange));
                let plainly = value(duel(&exchange));
                let text = exchange.written();
                assert!((found - plainly).abs() < 1e-9, "{found} {plainly}\n{text}");
            }
            number += 1;
        }
    }
}

fn written(name: &str, actor: Actor) -> String {
    let sorts = |of: Sorts| {
        let Sorts {
            general,
            limited,
            specialised,
        } = of;
        format!("action = {general}, limited = {limited}, specialised = {specialised}")
    };
    format!(
        "{{ name = \"{name}\", {}, reserve = {{ {} }}, spent = {}, noncombat = {} }}",
        sorts(actor.used),
        sorts(actor.kept),
        actor.spent,
        actor.noncombat
    )
}

#[test]
fn the_fewest_remaining_action_dice_of_all_sorts_declare_first() {
    let with = |used: [u32; 3], kept: [u32; 3], spent| {
        let sorts = |[general, limited, specialised]: [u32; 3]| Sorts {
            general,
            limited,
            specialised,
        };
        Actor {
            used: sorts(used),
            kept: sorts(kept),
            spent,
            noncombat: false,
        }
    };
    // The number of dice decides, regardless of their type: three are fewer than five.
    let gunner = with([2, 0, 0], [1, 0, 0], 0);
    let magician = with([1, 1, 0], [1, 2, 0], 0);
    assert_eq!(declares_first([gunner, magician], true), Some(0));
    // Ties: fewer limited dice first, then fewer specialized ones, then fewer in total.
    for (one, other) in [
        (with([1, 0, 2], [0; 3], 0), with([1, 1, 1], [0; 3], 0)),
        (with([1, 1, 0], [1, 0, 0], 9), with([1, 1, 1], [0; 3], 0)),
        (with([1, 0, 0], [0; 3], 1), with([1, 0, 0], [0; 3], 2)),
    ] {
        assert_eq!(declares_first([one, other], true), Some(0));
        assert_eq!(declares_first([other, one], true), Some(1));
    }
    let (one, other) = (with([1, 0, 0], [0; 3], 1), with([1, 0, 0], [0; 3], 2));
    assert_eq!(declares_first([one, other], false), None);
}

#[test]
fn the_contest_about_order_declares_as_the_plain_program_does() {
    let mut random = Sampled::new(96, &["maker".to_owned()]);
    let mut lots = 0;
    for number in 0..300 {
        random.start(number);
        let mut below = |count: u32| random.choose(0, count);
        let mut actor = || Actor {
            used: Sorts {
                general: 1 + below(2),
                limited: below(2),
                specialised: below(2),
            },
            kept: Sorts {
                general: below(2),
                limited: below(2),
                specialised: below(2),
            },
            spent: below(2),
            noncombat: below(5) == 0,
        };
        let actors = [actor(), actor()];
        let by_total = number % 2 == 0;
        let tie = if by_total { "total" } else { "random" };
        let [a, b] = ["Ann", "Bob"];
        let text = format!(
            "kind = \"action_dice\"\ncontest = \"order\"\na = {}\nb = {}\nrules = {{ declare_tie = \"{tie}\" }}",
            written(a, actors[0]),
            written(b, actors[1])
        );
        let scenario = scenario(&text);
        let contest = scenario.contest.as_ref();
        let metrics: Vec<String> = contest.metrics().iter().map(Metric::name).collect();
        let first = [a, b].map(|name| {
            let name = format!("declares_first.{name}");
            metrics.iter().position(|metric| *metric == name).unwrap()
        });
        let mut counts = [0, 0];
        contest.watch(5, 0..60, &mut |_, record| {
            for (count, metric) in counts.iter_mut().zip(first) {
                *count += record.values[metric];
            }
            true
        });
        match declares_first(actors, by_total) {
            Some(0) => assert_eq!(counts, [60, 0], "{text}"),
            Some(_) => assert_eq!(counts, [0, 60], "{text}"),
            None => {
                lots += 1;
                let both = counts.iter().all(|&count| count > 0);
                assert!(both && counts[0] + counts[1] == 60, "{counts:?}\n{text}");
            }
        }
    }
    assert!(lots > 5, "{lots}");
}
