//! Duels: exact results compared with known shares, samples and each other; the player `optimal`.

use crate::fights::{Sketch, class, setup};
use evenodds::contest::{ExactDistribution, Play, Solve, Tally};
use evenodds::contests::combat::{
    Combat, Combatant, Cover, Deadlock, KIND, LastBlow, MonsterSpent, Options, Player, Setup,
    WoundChoice,
};
use evenodds::dice::Pool;
use evenodds::document::{Faults, Source, check, parse};
use evenodds::scenario::LIBRARY;
use evenodds_testing::size;

const FIXED: [Player; 3] = [Player::Finisher, Player::Brawler, Player::Random];

pub fn exact(combat: &Combat) -> ExactDistribution {
    let exact = combat.exact().unwrap();
    let sum: f64 = exact.outcomes.iter().sum();
    assert!((sum - 1.0).abs() < 1e-12, "{exact:?}");
    assert!(exact.bound < 1e-17, "{exact:?}");
    exact
}

fn duel(player: Player, dice: u32, opponent: Player, their_dice: u32) -> Combat {
    Sketch::duel(player, dice, opponent, their_dice).packed()
}

/// Returns the share of side 0 in a duel of one Class each.
fn share(player: Player, dice: u32, opponent: Player, their_dice: u32) -> f64 {
    exact(&duel(player, dice, opponent, their_dice)).outcomes[0]
}

/// Asserts that the sampled shares of all outcomes match the exact ones.
pub fn sampled_agrees(combat: &Combat, trials: u64) {
    let exact = exact(combat);
    let mut tally = Tally::new(combat);
    combat.play(7, 0..trials, &mut tally);
    for (count, share) in tally.outcomes().iter().zip(&exact.outcomes) {
        let sampled = *count as f64 / trials as f64;
        let error = (share * (1.0 - share) / trials as f64).sqrt();
        assert!(
            (sampled - share).abs() <= 4.0 * error,
            "{exact:?} {sampled}"
        );
    }
}

/// Returns a duel of two combatants.
pub fn between(one: Combatant, other: Combatant, options: Options) -> Setup {
    setup([vec![one], vec![other]].into_iter(), options)
}

pub fn fighter(player: Player, classes: &[u32]) -> Combatant {
    Combatant {
        player,
        classes: classes.iter().map(|&dice| class(dice)).collect(),
        ..Combatant::default()
    }
}

#[test]
fn duels_have_their_known_shares_to_six_places() {
    let (optimal, finisher) = (Player::Optimal, Player::Finisher);
    for (player, a, b, known) in [
        (optimal, 1, 1, 0.5),
        (optimal, 1, 2, 0.202_092),
        (optimal, 2, 3, 0.246_578),
        (optimal, 3, 4, 0.257_230),
        (finisher, 1, 1, 0.5),
        (finisher, 2, 3, 0.278_723),
        (finisher, 3, 4, 0.311_993),
    ] {
        let share = share(player, a, player, b);
        assert!(
            (share - known).abs() < 5e-7,
            "{player:?} {a} v {b}: {share}"
        );
    }
}

#[test]
fn optimal_never_loses_to_another_player_in_the_same_seat() {
    let most = size(3, 4);
    for a in 1..=most {
        for b in 1..=most {
            for opponent in [Player::Optimal].into_iter().chain(FIXED) {
                let best = share(Player::Optimal, a, opponent, b);
                for player in FIXED {
                    let other = share(player, a, opponent, b);
                    assert!(
                        other < best + 1e-12,
                        "{a} v {b} against {opponent:?}: {player:?} {other}, optimal {best}"
                    );
                }
            }
        }
    }
}

#[test]
fn swapped_sides_have_swapped_shares() {
    for (player, opponent) in [
        (Player::Optimal, Player::Optimal),
        (Player::Optimal, Player::Random),
        (Player::Finisher, Player::Brawler),
    ] {
        for (a, b) in [(1, 3), (2, 2), (3, 2)] {
            let one = exact(&duel(player, a, opponent, b)).outcomes;
            let other = exact(&duel(opponent, b, player, a)).outcomes;
            assert!((one[0] - other[1]).abs() < 1e-12 && (one[1] - other[0]).abs() < 1e-12);
        }
    }
}

#[test]
fn sampled_duels_agree_with_the_exact_ones() {
    let players = [Player::Optimal].into_iter().chain(FIXED);
    for player in players {
        for (last_blow, deadlock, max_rerolls) in [
            (LastBlow::Win, Deadlock::Reroll, 1_000),
            (LastBlow::Draw, Deadlock::Lot, 1_000),
            (LastBlow::Draw, Deadlock::Reroll, 1),
        ] {
            let options = Options {
                last_blow,
                deadlock,
                max_rerolls,
                ..Options::default()
            };
            let one = fighter(player, &[3, 2]);
            let other = fighter(Player::Finisher, &[2, 3, 1]);
            sampled_agrees(
                &Combat::new(between(one, other, options)),
                size(5_000, 50_000),
            );
        }
    }
}

#[test]
fn few_rounds_of_re_rolls_leave_their_exact_share_unresolved() {
    // One die each: a sixth of the openings are shared, and a sixth of the re-rolls.
    for max_rerolls in 1..=3 {
        let mut sketch = Sketch::duel(Player::Optimal, 1, Player::Finisher, 1);
        sketch.options.max_rerolls = max_rerolls;
        let exact = exact(&sketch.packed());
        let unresolved = 6f64.powi(-1 - max_rerolls as i32);
        assert!((exact.outcomes[3] - unresolved).abs() < 1e-15, "{exact:?}");
        assert_eq!(exact.bound, 0.0);
    }
}

#[test]
fn sampled_duels_with_monsters_cover_and_wounds_agree_with_the_exact_ones() {
    for player in [Player::Optimal, Player::Finisher] {
        for on in [false, true] {
            let options = Options {
                monster_spent: MonsterSpent::ALL[usize::from(on)],
                last_blow: LastBlow::ALL[usize::from(on)],
                wound_choice: WoundChoice::FightOn,
                cover_per_attack: 1 + u32::from(on),
                ..Options::default()
            };
            let hero = fighter(player, &[3, 2]);
            let monster = Combatant {
                monster: true,
                ..fighter(player, &[3])
            };
            sampled_agrees(
                &Combat::new(between(hero.clone(), monster, options)),
                size(5_000, 50_000),
            );

            let mut gunner = fighter(player, &[2, 1]);
            gunner.classes[1].ignores_cover = true;
            gunner.cover = Some(Cover::Rolled(1));
            let mut covered = between(gunner, fighter(Player::Random, &[2]), options);
            covered.sides[1].cover = Some(Cover::Faces(Pool::from_faces(&[2, 5])));
            covered.field_cover = Some(Cover::Rolled(1));
            sampled_agrees(&Combat::new(covered), size(5_000, 50_000));

            let tough = Combatant {
                wounds: true,
                ..fighter(player, &[2, 1, 2])
            };
            sampled_agrees(
                &Combat::new(between(tough, hero, options)),
                size(5_000, 50_000),
            );
        }
    }
}

#[test]
fn an_expert_loses_at_most_a_fifth_of_a_point_to_perfect_play() {
    for dice in 1..=4 {
        for theirs in 1..=4 {
            let of = |player| share(player, dice, Player::Optimal, theirs);
            let lost = of(Player::Optimal) - of(Player::Expert { depth: 0 });
            assert!(
                (-1e-12..=0.002).contains(&lost),
                "{dice} v {theirs}: {lost}"
            );
        }
    }
}

#[test]
fn contests_that_are_not_duels_are_rejected_with_the_reason() {
    let reason = |combat: &Combat| combat.exact().unwrap_err().to_string();
    assert_eq!(
        reason(&Sketch::canyon(Player::Finisher).packed()),
        "only duels of two sides with one combatant each are solved exactly; `run` it instead"
    );
    assert_eq!(
        reason(&duel(
            Player::Rollout { playouts: 4 },
            2,
            Player::Finisher,
            2
        )),
        "c0 is played by rollout, whose choices depend on simulated fights: `run` it instead, or choose another player"
    );
    let many = Combat::new(between(
        fighter(Player::Finisher, &[6, 6]),
        fighter(Player::Finisher, &[6, 6]),
        Options::default(),
    ));
    assert_eq!(
        reason(&many),
        "this duel has up to 3,407,716 positions, more than the limit of 1,000,000: use fewer dice, Classes or Cover dice; `run` it instead"
    );
}

#[test]
fn optimal_is_refused_where_there_is_no_duel() {
    let text = "kind = \"combat\"\n[[side]]\nname = \"a\"\nplayer = \"optimal\"\n\
        combatant = [{ name = \"x\", classes = [{ name = \"c\", dice = 2 }] }]\n\
        [[side]]\nname = \"b\"\n\
        combatant = [{ name = \"y\", count = 2, classes = [{ name = \"c\", dice = 2 }] }]\n";
    let faults = |text: &str| {
        let mut faults = Faults::new();
        let root = parse(&Source::new("file", text), &mut faults);
        let table = check(&root, LIBRARY.keys_of(&KIND), &mut faults);
        (KIND.examine)(&table, &mut faults);
        (faults.iter())
            .map(|fault| format!("{} {}; {}", fault.path, fault.found, fault.accepted))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        faults(text),
        [
            "side.a.player is \"optimal\"; expected another player: only duels of two sides with one combatant each are solved exactly"
        ]
    );
    assert!(faults(&text.replace("count = 2, ", "")).is_empty());
}
