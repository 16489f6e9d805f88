//! The Workshop compared with plain programs: the same trials on the same dice, and the same values
//! of Crafts.

use crate::plain::workshop as plain;
use crate::tape::Tape;
use evenodds::contest::{Half, Silent, Solve, Tally, play_record};
use evenodds::contests::workshop::{
    Craft, CraftStart, FEWEST_PILES, MOST_PILES, Player, Setup, SolvedWorkshop, Supply, Workshop,
};
use evenodds::dice::{Dice, Sampled};
use evenodds::scenario::{load, open};
use evenodds_testing::size;
use plain::Values;

fn supply(dice: u32) -> Supply {
    Supply {
        class: dice.min(6),
        assistance: dice > 6,
        time: dice > 7,
        facility: dice > 8,
    }
}

fn packed(setting: &plain::Setting) -> Workshop {
    Workshop::new(Setup {
        crafter: "Gex".to_owned(),
        supply: supply(setting.supply),
        start: match &setting.craft {
            Ok(craft) => CraftStart::Given(Craft::new(craft).unwrap()),
            Err(piles) => CraftStart::Rolled(*piles),
        },
        reroll_solved: setting.reroll_solved,
        player: match setting.player {
            plain::Player::OneByOne => Player::OneByOne,
            plain::Player::Matcher => Player::Matcher,
            plain::Player::Optimal => Player::Optimal,
        },
    })
}

/// Yields distinct random Crafts; they have a separate random stream.
fn crafts(seed: u64, piles: usize) -> impl Iterator<Item = plain::Craft> {
    let mut dice = Sampled::new(seed, &["craft".to_owned()]);
    (0..).map(move |number| {
        dice.start(number);
        let mut die = || dice.die(0, 6) as u8;
        (0..piles).map(|_| [die(), die(), die()]).collect()
    })
}

/// Plays trials on the same dice with both programs.
fn assert_same(setting: &plain::Setting, trials: u64, values: &mut Values) {
    let workshop = packed(setting);
    for trial in 0..trials {
        let mut tape = Tape::new(trial, 2);
        let expected = plain::work(setting, &mut tape, values);
        let record = play_record(&workshop, &mut Tape::new(trial, 2), &mut Silent);
        let all = i64::from(setting.supply);
        let found = (record.outcome == 0, record.values.as_slice());
        let expected = (
            expected.success,
            &[
                i64::from(expected.rounds),
                all - i64::from(expected.supply_left),
                i64::from(expected.supply_left),
                i64::from(expected.replacements),
                i64::from(expected.spread),
                i64::from(expected.start_spread),
            ][..],
        );
        assert_eq!(found, expected, "{setting:?}, trial {trial}");
    }
}

/// Plays Crafts of all sizes, rolled and given, with both programs.
fn assert_plays_all_sizes(player: plain::Player, trials: u64) {
    for piles in FEWEST_PILES..=MOST_PILES {
        for supply in [1, 4, 9] {
            for reroll_solved in [true, false] {
                let setting = plain::Setting {
                    craft: Err(piles),
                    supply,
                    reroll_solved,
                    player,
                };
                assert_same(&setting, trials, &mut Values::default());
            }
        }
        for craft in crafts(1, piles).take(trials as usize / 5) {
            let setting = plain::Setting {
                craft: Ok(craft),
                supply: 6,
                reroll_solved: true,
                player,
            };
            assert_same(&setting, 5, &mut Values::default());
        }
    }
}

#[test]
fn one_by_one_plays_as_the_plain_program_does() {
    assert_plays_all_sizes(plain::Player::OneByOne, 500);
}

#[test]
fn matcher_plays_as_the_plain_program_does() {
    assert_plays_all_sizes(plain::Player::Matcher, size(10, 50));
}

/// Returns a file with `piles` rolled piles.
fn large(piles: usize, player: &str) -> String {
    format!(
        "kind = \"workshop\"\n{player}crafter = {{ name = \"Gex\", dice = 6 }}\nassistance = true\ntime = true\nfacility = true\ncraft = {{ piles = {piles} }}\n"
    )
}

/// Returns the share of successes among these trials.
fn sampled(text: &str, trials: u64) -> f64 {
    let scenario = load("x.toml", text.as_bytes(), &[]).unwrap();
    let mut tally = Tally::new(scenario.contest.as_ref());
    scenario.contest.play(1, 0..trials, &mut tally);
    tally.outcomes()[0] as f64 / trials as f64
}

#[test]
fn crafts_too_large_to_solve_are_played_by_matcher_unless_the_file_names_another_player() {
    for (piles, player) in [(5, "optimal"), (6, "matcher"), (10, "matcher")] {
        let scenario = load("x.toml", large(piles, "").as_bytes(), &[]).unwrap();
        assert_eq!(scenario.contest.players().names().unwrap(), player);
        let seat = &scenario.seats[0];
        assert_eq!((seat.player, seat.value.as_str()), (player, player));
    }
    // With six piles `matcher` succeeds in three of four trials, and `one_by_one` in 3%.
    let matcher = sampled(&large(6, ""), 2_000);
    assert!((0.73..0.80).contains(&matcher), "{matcher}");
    let one_by_one = sampled(&large(6, "player = \"one_by_one\"\n"), 2_000);
    assert!((0.02..0.04).contains(&one_by_one), "{one_by_one}");
}

#[test]
fn matcher_is_nearly_as_good_as_optimal_where_that_can_be_solved() {
    // With 10,000 trials these shares have errors of at most half a point.
    for (piles, optimal) in [(3, 0.9703), (4, 0.9166)] {
        let text = large(piles, "player = \"matcher\"\n").replace("facility = true\n", "");
        let matcher = sampled(&text, 10_000);
        let loss = optimal - matcher;
        assert!((-0.005..0.03).contains(&loss), "{piles}: {matcher}");
    }
}

#[test]
fn optimal_plays_as_the_plain_program_does() {
    let mut values = Values::default();
    for (piles, supply, trials) in [
        (3, 1, 300),
        (3, 2, 300),
        (3, 4, 40),
        (4, 2, 100),
        (5, 2, 20),
    ]
    .into_iter()
    .take(size(2, 5))
    {
        let setting = plain::Setting {
            craft: Err(piles),
            supply,
            reroll_solved: true,
            player: plain::Player::Optimal,
        };
        assert_same(&setting, trials, &mut values);
    }
}

#[test]
fn perfect_values_are_those_of_brute_force() {
    let tried = size(10, 150);
    let mut compared = 0;
    let cases = size(&[(3, 3), (4, 2)][..], &[(3, 3), (4, 2), (5, 2)]);
    for &(piles, most) in cases {
        let perfect = SolvedWorkshop::solve(piles, most);
        for (number, craft) in crafts(2, piles).take(tried).enumerate() {
            // Brute force with the maximum Supply is slow, so only every tenth Craft has it.
            let supply = if number % 10 == 0 {
                most
            } else {
                2 - number as u32 % 2
            };
            let table = Craft::new(&craft).unwrap();
            let chance = plain::brute_force(&craft, supply);
            let found = f64::from(perfect.value(&table, supply)) / 6_f64.powi(supply as i32);
            assert!((found - chance).abs() < 1e-12, "{table} {supply}");
            compared += 1;
        }
    }
    assert_eq!(compared, cases.len() * tried);
}

#[test]
fn perfect_values_are_those_of_plain_dynamic_programming() {
    let mut values = Values::default();
    let perfect = SolvedWorkshop::solve(3, 4);
    for craft in plain::all_crafts(3).into_iter().step_by(size(21, 7)) {
        let table = Craft::new(&craft).unwrap();
        for supply in 0..=3 {
            let found = u64::from(perfect.value(&table, supply));
            assert_eq!(found, values.of(&craft, supply), "{table} {supply}");
        }
    }
    for craft in crafts(3, 3).take(size(5, 20)) {
        let table = Craft::new(&craft).unwrap();
        if table.is_complete() {
            continue;
        }
        assert_eq!(u64::from(perfect.value(&table, 4)), values.of(&craft, 4));
        for count in 1..=4 {
            let found = u64::from(perfect.value_of_rolling(&table, 4, count));
            assert_eq!(
                found,
                values.of_rolling(&craft, 4, count),
                "{table} {count}"
            );
        }
    }
}

/// Returns the exact chance of success.
fn success(piles: usize, dice: u32, player: Player) -> f64 {
    let workshop = Workshop::new(Setup {
        crafter: "Gex".to_owned(),
        supply: supply(dice),
        start: CraftStart::Rolled(piles),
        reroll_solved: true,
        player,
    });
    workshop.exact().unwrap().outcomes[0]
}

#[test]
fn the_checked_values_hold() {
    assert_eq!(format!("{:.6}", success(3, 5, Player::Optimal)), "0.817907");
    assert_eq!(format!("{:.6}", success(3, 8, Player::Optimal)), "0.970267");
}

#[test]
fn half_of_an_odd_class_is_an_option() {
    let share = |half: &str| {
        let sets = ["crafter.fit=semi".to_owned(), format!("rules.half={half}")];
        let scenario = open("@android-repair", &sets).unwrap();
        scenario.contest.exact().unwrap().outcomes[0]
    };
    // Three dice for bonuses, and half of five for skill.
    let expected = |half: Half| success(3, 3 + half.of(5), Player::Optimal);
    assert_eq!(share("up"), expected(Half::Up));
    assert_eq!(share("down"), expected(Half::Down));
}
