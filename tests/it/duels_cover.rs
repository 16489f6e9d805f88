//! Duels with Cover, which optimal play chooses how to spend: known shares, samples, and an
//! independent search of all choices.

use crate::duels::{between, exact, fighter, sampled_agrees};
use evenodds::contest::{Build, Half, Solve};
use evenodds::contests::combat::{
    Combat, Cover, Deadlock, Healer, LastBlow, MonsterSpent, Options, Player, WoundChoice,
    WoundOption,
};
use evenodds::dice::Pool;
use std::collections::HashMap;

/// A duel of one Class each, with Cover of its own.
struct Behind<'a> {
    players: [Player; 2],
    dice: [u32; 2],
    cover: [&'a [u32]; 2],
    field: &'a [u32],
    options: Options,
}

impl Behind<'_> {
    fn combat(&self) -> Combat {
        let laid = |faces: &[u32]| {
            let laid = Cover::Faces(Pool::from_faces(faces));
            (!faces.is_empty()).then_some(laid)
        };
        let [one, other] = [0, 1].map(|side| {
            let mut fighter = fighter(self.players[side], &[self.dice[side]]);
            fighter.cover = laid(self.cover[side]);
            fighter
        });
        let mut setup = between(one, other, self.options);
        setup.field_cover = laid(self.field);
        Combat::new(setup)
    }
}

const DRAW: Options = Options {
    max_turns: None,
    half: Half::Up,
    last_blow: LastBlow::Draw,
    deadlock: Deadlock::Reroll,
    max_rerolls: 1_000,
    cover_per_attack: 1,
    monster_spent: MonsterSpent::Retreats,
    wounds_to_die: 2,
    wound_choice: WoundChoice::StayDown,
    wound_option: WoundOption::NastyWound,
    healer: Healer::None,
    deadly: false,
    build: Build::Any,
};

/// Returns the two duels with known shares: A's wins and half of the draws.
fn known() -> [(Behind<'static>, f64); 2] {
    let behind = |dice, cover| Behind {
        players: [Player::Optimal; 2],
        dice,
        cover,
        field: &[],
        options: DRAW,
    };
    [
        (behind([4, 3], [&[4], &[1, 6]]), 0.754_220),
        (behind([2, 3], [&[1, 4], &[1, 3]]), 0.131_256),
    ]
}

fn value(combat: &Combat) -> f64 {
    let shares = exact(combat).outcomes;
    shares[0] + shares[2] / 2.0
}

#[test]
fn duels_behind_cover_have_their_known_values_to_six_places() {
    for (duel, known) in known() {
        let value = value(&duel.combat());
        assert!((value - known).abs() < 5e-7, "{known}: {value}");
    }
}

#[test]
fn sampled_perfect_play_spends_cover_as_the_exact_answer_has_it() {
    for (duel, _) in known() {
        sampled_agrees(&duel.combat(), 60_000);
    }
}

#[test]
fn optimal_play_has_a_higher_value_than_the_rule_for_cover() {
    // Against an optimal opponent, `finisher` loses some of the value on either side.
    for (mut duel, known) in known() {
        for side in 0..2 {
            duel.players = [Player::Optimal; 2];
            duel.players[side] = Player::Finisher;
            let value = value(&duel.combat());
            let lost = if side == 0 {
                known - value
            } else {
                value - known
            };
            assert!(lost > 1e-4, "{known} {side}: {value}");
        }
    }
}

#[test]
fn sampled_duels_of_mixed_players_behind_much_cover_agree_with_the_exact_ones() {
    let (optimal, finisher, random) = (Player::Optimal, Player::Finisher, Player::Random);
    for (players, cover_per_attack) in [
        ([optimal, finisher], 1),
        ([finisher, optimal], 2),
        ([optimal, random], 2),
        ([optimal, optimal], 3),
        ([Player::Expert { depth: 0 }, optimal], 2),
    ] {
        let duel = Behind {
            players,
            dice: [3, 3],
            cover: [&[2, 5], &[3, 3, 6]],
            field: &[4],
            options: Options {
                cover_per_attack,
                ..DRAW
            },
        };
        sampled_agrees(&duel.combat(), 40_000);
    }
}

/// Search of all choices of a duel without re-rolls, where a lot decides the turn on equal
/// initiative.
#[derive(Default)]
struct Search {
    last_blow_draws: bool,
    cover_per_attack: usize,
    known: HashMap<Table, f64>,
}

/// A position: dice by side, Cover by side and of the battlefield; all sorted.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Table {
    dice: [Vec<u32>; 2],
    cover: [Vec<u32>; 3],
}

impl Search {
    /// Returns the value of the position for side 0.
    fn value(&mut self, table: &Table) -> f64 {
        if let Some(&value) = self.known.get(table) {
            return value;
        }
        let [one, other] = [0, 1].map(|side| table.dice[side].iter().sum::<u32>());
        let value = match (one > 0, other > 0) {
            (false, false) => 0.5,
            (true, false) => 1.0,
            (false, true) => 0.0,
            _ if one == other => 0.5 * (self.turn(table, 0) + self.turn(table, 1)),
            _ => self.turn(table, usize::from(other > one)),
        };
        self.known.insert(table.clone(), value);
        value
    }

    /// Returns the value of the best attack of a side. A retreat loses, so no attack is worse.
    fn turn(&mut self, table: &Table, side: usize) -> f64 {
        let faces = table.dice[side].clone();
        let values = faces
            .into_iter()
            .map(|face| self.attack(table, side, face, &[]));
        best(side, values.collect())
    }

    /// Returns the value of the best Cover against an attack of a side, when some faces are kept
    /// already.
    fn attack(&mut self, table: &Table, side: usize, face: u32, kept: &[u32]) -> f64 {
        let target = 1 - side;
        let mut after = table.clone();
        after.dice[target].retain(|die| *die > face || kept.contains(die));
        // A combatant that takes out the last opponent with its last die has won before it
        // retreats.
        let wins = after.dice[target].is_empty() && !self.last_blow_draws;
        if !(wins && after.dice[side].len() == 1) {
            let spent = after.dice[side].iter().position(|&die| die == face);
            after.dice[side].remove(spent.unwrap());
        }
        let mut values = vec![self.value(&after)];
        if kept.len() < self.cover_per_attack {
            for place in [target, 2] {
                for (position, &cover) in table.cover[place].iter().enumerate() {
                    let keeps = cover <= face && table.dice[target].contains(&cover);
                    if keeps && !kept.contains(&cover) {
                        let mut without = table.clone();
                        without.cover[place].remove(position);
                        let kept = [kept, &[cover]].concat();
                        values.push(self.attack(&without, side, face, &kept));
                    }
                }
            }
        }
        best(target, values)
    }

    /// Returns the mean over all openings.
    fn opening(&mut self, dice: [u32; 2], cover: [&[u32]; 3]) -> f64 {
        let all = 6_u32.pow(dice[0] + dice[1]);
        let mut sum = 0.0;
        for mut throw in 0..all {
            let mut die = || {
                let face = throw % 6 + 1;
                throw /= 6;
                face
            };
            let mut thrown = dice.map(|count| (0..count).map(|_| die()).collect::<Vec<_>>());
            for dice in &mut thrown {
                dice.sort_unstable();
            }
            sum += self.value(&Table {
                dice: thrown,
                cover: cover.map(<[u32]>::to_vec),
            });
        }
        sum / f64::from(all)
    }
}

fn best(side: usize, values: Vec<f64>) -> f64 {
    let choose = if side == 0 { f64::max } else { f64::min };
    values.into_iter().reduce(choose).unwrap()
}

#[test]
fn duels_behind_cover_have_the_values_of_an_exhaustive_search() {
    let covers: [[&[u32]; 3]; 4] = [
        [&[4], &[1, 6], &[]],
        [&[1, 4], &[1, 3], &[]],
        [&[], &[], &[2, 5]],
        [&[3], &[2, 5], &[4, 4]],
    ];
    for (dice, cover) in [[2, 2], [2, 3], [3, 2], [3, 3]].into_iter().zip(covers) {
        for (last_blow_draws, cover_per_attack) in [(false, 1), (true, 1), (true, 2), (false, 3)] {
            let mut search = Search {
                last_blow_draws,
                cover_per_attack,
                ..Search::default()
            };
            let duel = Behind {
                players: [Player::Optimal; 2],
                dice,
                cover: [cover[0], cover[1]],
                field: cover[2],
                options: Options {
                    last_blow: LastBlow::ALL[usize::from(last_blow_draws)],
                    deadlock: Deadlock::Lot,
                    cover_per_attack: cover_per_attack as u32,
                    ..DRAW
                },
            };
            let (found, solved) = (search.opening(dice, cover), value(&duel.combat()));
            assert!(
                (found - solved).abs() < 1e-12,
                "{dice:?} {cover:?} {found} {solved}"
            );
        }
    }
}

#[test]
fn no_player_does_better_behind_cover_than_perfect_play() {
    for opponent in [Player::Finisher, Player::Optimal] {
        let share = |player| {
            let duel = Behind {
                players: [player, opponent],
                dice: [3, 3],
                cover: [&[2, 5], &[3, 6]],
                field: &[4],
                options: DRAW,
            };
            duel.combat().exact().unwrap().outcomes
        };
        let score = |player| {
            let shares = share(player);
            shares[0] + shares[2] / 2.0
        };
        let best = score(Player::Optimal);
        for player in [Player::Finisher, Player::Brawler, Player::Random] {
            assert!(score(player) < best + 1e-12, "{player:?} {opponent:?}");
        }
    }
}
