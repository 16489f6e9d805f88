//! Hints on tables of exchanges.

use super::super::chances::Chances;
use super::super::fighters::tests::{fighter, plain, rounds, setup};
use super::super::{Fighter, Player, UNRESOLVED};
use super::*;
use crate::contest::conformance::assert_spoilt_tables_are_answered;
use crate::contest::{Solve, counted};
use crate::contests::action_dice::Options;
use std::collections::BTreeMap;

fn exchange(fighting: [Vec<Fighter>; 2], players: [Player; 2], options: Options) -> Exchange {
    Exchange::new(setup(fighting, players, options))
}

fn hinted(exchange: &Exchange, table: &str, plan: &HintPlan) -> Hint {
    match exchange.hint(&Source::new("--table", table), plan) {
        Ok(hint) => hint,
        Err(faults) => panic!("{table}\n{faults}"),
    }
}

/// A few exchanges, small enough to be gone over at every table.
fn exchanges() -> Vec<Exchange> {
    let two = || vec![plain(2, 1), plain(3, 0)];
    let mut all = Vec::new();
    for other in [
        Player::Guarded,
        Player::AllOut,
        Player::Attack(1),
        Player::Best,
    ] {
        let own = if other == Player::Best {
            Player::Best
        } else {
            Player::Guarded
        };
        let options = Options {
            hits_to_win: 2,
            ..rounds(4)
        };
        all.push(exchange(
            [vec![fighter("a", 0)], two()],
            [own, other],
            options,
        ));
        all.push(exchange(
            [two(), vec![plain(4, 1)]],
            [other, own],
            rounds(3),
        ));
    }
    all
}

/// What a side may reach at most with so many rounds left, by trying everything: its chances to win and to
/// lose, where the other side splits as it does.
fn best(
    exchange: &Exchange,
    chances: &mut Chances,
    side: usize,
    (left, hits): (u32, Hits),
    known: &mut BTreeMap<(u32, Hits), [f64; 2]>,
) -> [f64; 2] {
    if let Some(&found) = known.get(&(left, hits)) {
        return found;
    }
    let mut found = [-1.0, 1.0];
    if left == 0 {
        found = [0.0, 0.0];
    } else {
        for split in exchange.choices(side) {
            let [wins, losses] = behind(exchange, chances, side, (left, hits), split, known);
            if wins > found[0] + 1e-12 {
                found = [wins, losses];
            }
        }
    }
    known.insert((left, hits), found);
    found
}

/// The same behind a split of this round.
fn behind(
    exchange: &Exchange,
    chances: &mut Chances,
    side: usize,
    (left, hits): (u32, Hits),
    split: usize,
    known: &mut BTreeMap<(u32, Hits), [f64; 2]>,
) -> [f64; 2] {
    let other = exchange.sides[1 - side].player.split().unwrap();
    let mut both = [split; 2];
    both[1 - side] = other;
    let mut sums = [0.0; 2];
    for (after, chance) in chances.after(hits, both).to_vec() {
        let later = match exchange.ended(after) {
            Some(winner) if winner == side => [1.0, 0.0],
            Some(winner) if winner == 1 - side => [0.0, 1.0],
            Some(_) => [0.0; 2],
            None => best(exchange, chances, side, (left - 1, after), known),
        };
        for (sum, later) in sums.iter_mut().zip(later) {
            *sum += chance * later;
        }
    }
    sums
}

#[test]
fn every_split_is_worth_what_trying_everything_finds() {
    let mut seen = 0;
    for exchange in exchanges() {
        for side in 0..2 {
            if exchange.sides[1 - side].player == Player::Best {
                continue;
            }
            let asking = exchange.asked_by(side, Player::Best);
            let mut chances = Chances::new(&asking);
            let mut known = BTreeMap::new();
            let all: Vec<Hits> = exchange.unended().collect();
            for left in 1..=exchange.options.max_rounds {
                for &hits in &all {
                    let standing = Standing { hits, left, side };
                    let hint = hinted(&exchange, &exchange.typed(standing), &HintPlan::default());
                    assert_eq!(hint.by, HintBy::Solved);
                    for split in asking.choices(side) {
                        let [wins, _] =
                            behind(&asking, &mut chances, side, (left, hits), split, &mut known);
                        let deed = exchange.deed(side, split);
                        let found = hint.actions.iter().find(|one| one.deed == deed).unwrap();
                        assert!((found.worth - wins).abs() < 1e-9, "{standing:?}: {deed}");
                    }
                    // The first one is what `best` does.
                    let mix = asking.policy().mix(side, left, hits);
                    let sure = mix.iter().position(|&weight| weight == WHOLE).unwrap();
                    assert_eq!(hint.actions[0].deed, exchange.deed(side, sure));
                    let costs: Vec<f64> = (0..hint.actions.len()).map(|at| hint.cost(at)).collect();
                    assert!(costs.is_sorted());
                    seen += 1;
                }
            }
        }
    }
    assert!(seen > 100, "{seen}");
}

#[test]
fn against_one_who_mixes_no_split_gains_and_the_first_is_the_commonest() {
    for exchange in exchanges() {
        if exchange
            .sides
            .iter()
            .any(|side| side.player != Player::Best)
        {
            continue;
        }
        for hits in exchange.unended() {
            for left in 1..=exchange.options.max_rounds {
                for side in 0..2 {
                    let standing = Standing { hits, left, side };
                    let hint = hinted(&exchange, &exchange.typed(standing), &HintPlan::default());
                    let mix = exchange.policy().mix(side, left, hits);
                    for (split, &weight) in
                        mix.iter().enumerate().filter(|(_, weight)| **weight > 100)
                    {
                        let deed = exchange.deed(side, split);
                        let place = hint
                            .actions
                            .iter()
                            .position(|one| one.deed == deed)
                            .unwrap();
                        assert!(hint.cost(place) < 1e-4, "{standing:?}: {deed} {weight}");
                    }
                    let most = mix.iter().max().copied().unwrap();
                    let first = mix.iter().position(|&weight| weight == most).unwrap();
                    assert_eq!(
                        hint.actions[0].deed,
                        exchange.deed(side, first),
                        "{standing:?}"
                    );
                }
            }
        }
    }
    // At the beginning the score is that of the exact answer.
    let tavern = exchange(
        [vec![plain(4, 0)], vec![plain(3, 0)]],
        [Player::Best; 2],
        rounds(20),
    );
    let hint = hinted(&tavern, &tavern.example(), &HintPlan::default());
    let exact = tavern.exact().unwrap().outcomes;
    let score = exact[0] + f64::midpoint(exact[super::super::DRAW], exact[UNRESOLVED]);
    assert!((hint.actions[0].score() - score).abs() < 1e-5);
}

#[test]
fn play_outs_come_to_what_is_solved_and_know_what_they_do_not_know() {
    let exchange = &exchanges()[0];
    let standing = Standing {
        hits: [1, 2],
        left: 3,
        side: 0,
    };
    let table = exchange.typed(standing);
    let exact = hinted(exchange, &table, &HintPlan::default());
    let plan = HintPlan {
        playouts: Some(20_000),
        quick: true,
        ..HintPlan::default()
    };
    let played = hinted(exchange, &table, &plan);
    for one in &played.actions {
        let known = exact
            .actions
            .iter()
            .find(|known| known.deed == one.deed)
            .unwrap();
        let error = (known.worth * (1.0 - known.worth) / 20_000.0).sqrt();
        assert!((known.worth - one.worth).abs() <= 4.5 * error, "{one:?}");
        let behind = one.played.unwrap().behind;
        assert_eq!(behind.pairs, 20_000);
    }
    let cost = |place: usize| played.actions[place].played.unwrap().behind.mean().unwrap();
    assert!((cost(1) - played.cost(1)).abs() < 1e-12 && cost(0) == 0.0);
}

#[test]
fn a_wrong_exchange_is_answered_with_all_its_faults() {
    let options = Options {
        hits_to_win: 2,
        ..rounds(4)
    };
    let two = || vec![plain(2, 1), plain(3, 0)];
    let exchange = exchange([two(), two()], [Player::Guarded; 2], options);
    let refused = |table: &str| {
        let source = Source::new("--table", table);
        exchange
            .hint(&source, &HintPlan::default())
            .unwrap_err()
            .to_string()
    };
    let all = refused(
        "red 0: in (3 hits); red 0: in; red 1: 7; bleu 0: in; blue 1: in (parry 3); Round: 9; For: green",
    );
    for part in [
        "red 0 is here twice: everybody is on the table once",
        "red 1 has `7`: who stands is in",
        "`bleu 0` is unknown: did you mean blue 0?",
        "blue 1 has `parry 3`: only hits are said here",
        "Round is `9`: it is the number of a round, 1 to 4",
        "For has `green`",
    ] {
        assert!(all.contains(part), "{part}\n{all}");
    }
    for (table, part) in [
        (
            "red 0: in; blue 0: in (1 hit); blue 1: in (1 hit); red 1: in",
            "hits fall on the first who stands",
        ),
        (
            "red 0: in; red 1: out; blue 1: in",
            "red 0 would be out before",
        ),
        ("red 1: in", "only red stands: the exchange is over"),
        (
            "red 1: in (2 hits); blue 1: in",
            "who stands has taken 0 to 1 hits",
        ),
    ] {
        let faults = refused(table);
        assert!(faults.contains(part), "{part}\n{faults}");
    }
    let text = "red 0: out; red 1: in (1 hit); blue 0: in; blue 1: in; Round: 2; For: blue";
    assert_spoilt_tables_are_answered(&exchange, text, 1_000);
    assert_eq!(counted(1, "hit", "hits"), "1 hit");
}
