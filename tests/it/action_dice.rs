//! Exchanges of attacks beside the plain program, on the same dice.

use crate::exchanges::packed;
use crate::plain::action_dice::{Fighter, Reach, Report, Rules, Skill, Split, Stance, exchange};
use crate::tape::Tape;
use evenodds::contest::{Describe, Rules as _, Silent, play_record};
use proptest::prelude::*;

fn fighter(side: usize) -> impl Strategy<Value = Fighter> {
    let skill = prop_oneof![
        Just(Skill::HandToHand),
        Just(Skill::Ranged),
        Just(Skill::Dodge),
        Just(Skill::Movement)
    ];
    let stance = prop_oneof![
        Just(Stance::Single),
        Just(Stance::Parry),
        Just(Stance::Dodge),
        Just(Stance::General),
        Just(Stance::Dive)
    ];
    (
        (
            1..=5u32,
            0..=2u32,
            0..=2u32,
            prop::option::of((skill, 1..=2u32)),
        ),
        [0..=5u32, 0..=5u32, 0..=5u32, 0..=5u32],
        (any::<bool>(), 0..=2u32, 0..=2u32),
        (stance, any::<bool>()),
    )
        .prop_map(
            move |(
                action,
                skills,
                (is_ranged, attack_extra, defence_extra),
                (stance, noncombat),
            )| {
                let (general, for_attack, for_defence, specialised) = action;
                let [hand_to_hand, ranged, dodge, movement] = skills;
                Fighter {
                    side,
                    general,
                    for_attack,
                    for_defence,
                    specialised,
                    hand_to_hand,
                    ranged,
                    dodge,
                    movement,
                    attack: if is_ranged {
                        Reach::Ranged
                    } else {
                        Reach::HandToHand
                    },
                    attack_extra,
                    defence_extra,
                    stance,
                    noncombat,
                }
            },
        )
}

fn fighters() -> impl Strategy<Value = Vec<Fighter>> {
    let group = |side: usize| prop::collection::vec(fighter(side), 1..5);
    (group(0), group(1)).prop_map(|(mut first, second)| {
        first.extend(second);
        first
    })
}

fn split() -> impl Strategy<Value = Split> {
    prop_oneof![
        (0..=6u32).prop_map(Split::Attack),
        Just(Split::Guarded),
        Just(Split::AllOut)
    ]
}

fn rules() -> impl Strategy<Value = Rules> {
    (any::<[bool; 5]>(), 1..4u32, 1..12u32).prop_map(|(flags, hits_to_win, max_rounds)| Rules {
        half_up: flags[0],
        extra_is_halved: flags[1],
        tie_hits: flags[2],
        against_strongest: flags[3],
        dive_is_rolled: flags[4],
        hits_to_win,
        max_rounds,
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]
    #[test]
    fn the_plain_program_and_the_library_fight_alike(
        fighters in fighters(),
        splits in [split(), split()],
        rules in rules(),
        seed in 0..u64::MAX / 2,
    ) {
        let library = packed(&fighters, splits, &rules);
        let rollers = library.rollers().len();
        let record = play_record(&library, &mut Tape::new(seed, rollers), &mut Silent);
        let value = |name: String| {
            let place = library.metrics().iter().position(|metric| metric.name() == name).unwrap();
            record.values[place]
        };
        let hits: Vec<u32> = (0..fighters.len()).map(|one| value(format!("hits.{one}")) as u32).collect();
        for (one, &hits) in hits.iter().enumerate() {
            prop_assert_eq!(value(format!("out.{one}")) == 1, hits == rules.hits_to_win);
            let ends = record.ends.iter().filter(|end| end.0 as usize == one).count();
            prop_assert_eq!(ends == 1, hits == rules.hits_to_win);
        }
        let report = Report {
            outcome: record.outcome,
            rounds: value("rounds".to_owned()) as u32,
            hits,
        };
        prop_assert_eq!(report, exchange(&fighters, splits, &rules, &mut Tape::new(seed, rollers)));
    }
}

/// Whether `docs/players.md` has the shares of a duel: a row a player of the first seat, a cell a player of
/// the second.
fn assert_on_the_page(name: &str, seats: [&str; 2], rows: &[&str], columns: &[&str]) {
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/players.md"));
    let page = page.unwrap();
    let row = |own: &&str| {
        let shares = columns.iter().map(|other| {
            let sets = [(seats[0], own), (seats[1], other)]
                .map(|(side, player)| format!("side.{side}.player={player}"));
            let duel = evenodds::scenario::open(name, &sets).unwrap();
            let share = duel.contest.exact().unwrap().outcomes[0];
            format!("{:.1} %", 100.0 * share)
        });
        format!("| `{own}` | {} |", shares.collect::<Vec<_>>().join(" | "))
    };
    let missing: Vec<String> = (rows.iter().map(row))
        .filter(|row| !page.contains(row))
        .collect();
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

#[test]
fn the_page_about_players_has_the_shares_of_the_brawl() {
    let rows = ["attack_1", "attack_2", "attack_3", "all_out", "best"];
    let columns = ["attack_1", "attack_2", "all_out", "best"];
    assert_on_the_page("@tavern-brawl", ["sailor", "local"], &rows, &columns);
}

#[test]
fn the_page_about_players_has_the_shares_of_the_fencers() {
    let all = ["random", "keep_1", "guarded", "all_out", "heavy", "optimal"];
    assert_on_the_page("@fencers", ["red", "blue"], &all, &all);
}
