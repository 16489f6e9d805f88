//! Tests of the figures in `reports/claims.md`, which compares the probabilities in the rules with
//! those of the solver. Every figure of that page is asserted here.

use super::{AbstractRpg, FAILURE, RandomTermForm, SUCCESS, TIE, TieRule};
use evenodds_core::contest::Solve;

/// Returns the probability of an outcome for a skill of `skill` against a task of `task`.
fn chance(skill: i64, task: i64, tie: TieRule, form: RandomTermForm, outcome: usize) -> f64 {
    let contest = AbstractRpg::new(skill, task, tie, form);
    contest.exact().unwrap().outcomes[outcome]
}

fn success(ahead: i64, form: RandomTermForm) -> f64 {
    chance(ahead, 0, TieRule::Coin, form, SUCCESS)
}

fn failure(ahead: i64, form: RandomTermForm) -> f64 {
    chance(ahead, 0, TieRule::Coin, form, FAILURE)
}

/// Formats a percentage with two decimals, as on the page.
fn per_cent(share: f64) -> String {
    format!("{:.2}", 100.0 * share)
}

/// Returns the lead from 0 to 60 at which `form` differs most from the full roll, and the
/// difference in percentage points.
fn furthest(form: RandomTermForm) -> (i64, String) {
    let error = |ahead| success(ahead, form) - success(ahead, RandomTermForm::D5);
    let worst = (0..=60).max_by(|&a, &b| error(a).abs().total_cmp(&error(b).abs()));
    worst.map_or_else(Default::default, |ahead| (ahead, per_cent(error(ahead))))
}

#[test]
fn the_climber_succeeds_in_91_61_per_cent() {
    let climber = |form| per_cent(chance(57, 49, TieRule::Coin, form, SUCCESS));
    assert_eq!(climber(RandomTermForm::D5), "91.61");
    assert_eq!(climber(RandomTermForm::Shortcut), "91.61");
}

#[test]
fn six_sided_dice_err_by_3_33_points_a_die_and_up_to_3_71_on_an_outcome() {
    assert_eq!(per_cent(1.0 / 5.0 - 1.0 / 6.0), "3.33");
    assert_eq!(furthest(RandomTermForm::D6), (5, "-3.71".to_owned()));
    assert_eq!(per_cent(success(5, RandomTermForm::D5)), "83.62");
    assert_eq!(per_cent(success(5, RandomTermForm::D6)), "79.91");
}

#[test]
fn a_tenth_stands_for_0_107() {
    assert_eq!(
        format!("{:.4}", 2.0 * failure(10, RandomTermForm::Shortcut)),
        "0.1074"
    );
    assert_eq!(
        format!("{:.4}", 2.0 * failure(10, RandomTermForm::Tens)),
        "0.1000"
    );
    assert_eq!(per_cent(failure(10, RandomTermForm::Shortcut)), "5.37");
    assert_eq!(per_cent(failure(10, RandomTermForm::Tens)), "5.00");
    assert_eq!(per_cent(failure(20, RandomTermForm::Shortcut)), "0.58");
    assert_eq!(per_cent(failure(20, RandomTermForm::Tens)), "0.50");
}

#[test]
fn the_combined_table_s_zero_has_8_per_cent_for_11_11() {
    let zero = |form| per_cent(chance(0, 0, TieRule::Tie, form, TIE));
    assert_eq!(zero(RandomTermForm::D5), "11.11");
    assert_eq!(zero(RandomTermForm::First), "11.27");
    assert_eq!(zero(RandomTermForm::Combined), "8.00");
}

#[test]
fn the_first_table_errs_by_half_a_point_and_the_combined_one_by_one_and_a_half() {
    assert_eq!(furthest(RandomTermForm::First), (7, "0.49".to_owned()));
    assert_eq!(furthest(RandomTermForm::Combined).1, "-1.50");
    let at_7 = [RandomTermForm::D5, RandomTermForm::First].map(|form| per_cent(success(7, form)));
    assert_eq!(at_7, ["89.51", "90.00"]);
    let at_1 =
        [RandomTermForm::D5, RandomTermForm::Combined].map(|form| per_cent(success(1, form)));
    assert_eq!(at_1, ["60.00", "58.50"]);
}

#[test]
fn levels_0_10_20_30_centred_give_1_8_16_4_83_6_98_2_per_cent() {
    let found = [0, 10, 20, 30].map(|skill| {
        let share = chance(skill, 15, TieRule::Coin, RandomTermForm::D5, SUCCESS);
        format!("{:.1}", 100.0 * share)
    });
    assert_eq!(found, ["1.8", "16.4", "83.6", "98.2"]);
    assert_eq!(
        per_cent(chance(0, 15, TieRule::Coin, RandomTermForm::D5, SUCCESS)),
        "1.76"
    );
}

#[test]
fn five_and_35_per_cent_lie_at_leads_of_10_3_and_1_6_below() {
    // Below 0 success is 0.8^|d| / 2, so it is s at |d| = ln(2 s) / ln 0.8.
    let lead = |share: f64| format!("{:.1}", libm::log(2.0 * share) / libm::log(0.8));
    assert_eq!([lead(0.05), lead(0.35)], ["10.3", "1.6"]);
    let neighbours =
        [-11, -10, -2, -1, 1, 2, 10, 11].map(|ahead| per_cent(success(ahead, RandomTermForm::D5)));
    assert_eq!(
        neighbours,
        [
            "4.29", "5.37", "32.00", "40.00", "60.00", "68.00", "94.63", "95.71"
        ]
    );
}

#[test]
fn failure_is_0_4_and_0_32_where_0_8_and_0_64_are_promised() {
    let found = [0, 1, 2].map(|skill| failure(skill, RandomTermForm::D5));
    for (found, figure) in found.into_iter().zip([0.5, 0.4, 0.32]) {
        assert!((found - figure).abs() < 1e-15);
    }
    let by_tie = |tie| per_cent(chance(1, 0, tie, RandomTermForm::D5, FAILURE));
    assert_eq!(by_tie(TieRule::Active), "35.56");
    assert_eq!(by_tie(TieRule::Passive), "44.44");
}

#[test]
fn the_shortcut_keeps_to_the_coin_where_the_full_roll_follows_the_tie_rule() {
    let climber = |tie, form| per_cent(chance(57, 49, tie, form, SUCCESS));
    assert_eq!(climber(TieRule::Coin, RandomTermForm::D5), "91.61");
    assert_eq!(climber(TieRule::Active, RandomTermForm::D5), "92.54");
    assert_eq!(climber(TieRule::Passive, RandomTermForm::D5), "90.68");
    for tie in [
        TieRule::Coin,
        TieRule::Active,
        TieRule::Passive,
        TieRule::Tie,
    ] {
        assert_eq!(climber(tie, RandomTermForm::Shortcut), "91.61");
        assert_eq!(climber(tie, RandomTermForm::Tens), "91.61");
    }
}
