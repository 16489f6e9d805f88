//! Tests of hints at positions of fights.

mod endings;

use super::*;
use crate::combat::optimal::{Solver, score};
use crate::combat::{Class, KIND, LastBlow, Options, Setup, Side};
use evenodds_core::contest::game::{Game, GameStop, rank};
use evenodds_core::contest::{BestAction, HintPlan, Hints, Silent};
use evenodds_core::dice::{Dice, Pool};
use evenodds_core::document::{check, parse};
use evenodds_testing::size;

const PLAN: HintPlan = HintPlan {
    playouts: None,
    quick: true,
    declared: false,
    seed: 1,
};

fn canyon() -> Combat {
    combat_from(include_str!("../../../../../scenarios/combat/canyon.toml"))
}

fn beast() -> Combat {
    combat_from(include_str!("../../../../../scenarios/combat/beast.toml"))
}

/// Returns the fight of a scenario file, which may lack the common keys of scenarios.
fn combat_from(text: &str) -> Combat {
    let mut faults = Faults::new();
    let tree = parse(&Source::new("x.toml", text), &mut faults);
    Combat::read(&check(&tree, KIND.keys, &mut faults)).unwrap()
}

/// Returns a fight with reinforcements of both kinds.
fn waves() -> Combat {
    combat_from(
        r#"
[[side]]
name = "heroes"
[[side.combatant]]
name = "Dirk"
classes = [{ name = "Captain", dice = 4 }, { name = "Mercenary", dice = 3 }]
[[side.reinforcement]]
at_turn = 5
name = "Ranger"
classes = [{ name = "Ranger", dice = 3 }]
[[side]]
name = "ambushers"
[[side.combatant]]
name = "Drone"
count = 2
classes = [{ name = "Drone", dice = 2 }]
[[side.reinforcement]]
when_standing = 1
name = "Late Drone"
count = 2
classes = [{ name = "Drone", dice = 2 }]
"#,
    )
}

/// Returns a fight with wounds, and Cover of the battlefield, of a side and of a combatant.
fn wounds() -> Combat {
    combat_from(
        r#"
cover = { faces = [3, 5] }
[[side]]
name = "heroes"
cover = { dice = 2 }
[[side.combatant]]
name = "Dirk"
wounds = true
classes = [{ name = "Captain", dice = 4 }, { name = "Mercenary", dice = 3 }]
[[side.combatant]]
name = "Emily"
classes = [{ name = "Pilot", dice = 3 }]
[[side]]
name = "ambushers"
[[side.combatant]]
name = "Duke"
cover = { dice = 1 }
classes = [{ name = "Hunter", dice = 4 }]
[rules]
wound_choice = "fight_on"
wounds_to_die = 3
"#,
    )
}

/// Returns a duel of combatants with these Classes.
fn duel(one: &[u32], other: &[u32], options: Options) -> Combat {
    let combatant = |(side, dice): (usize, &[u32])| Combatant {
        name: ["Rosa", "Bruno"][side].to_owned(),
        side,
        group: side,
        classes: (dice.iter().enumerate())
            .map(|(number, &dice)| Class {
                name: format!("Class {number}"),
                dice,
                ..Class::default()
            })
            .collect(),
        ..Combatant::default()
    };
    let combatants: Vec<Combatant> = [one, other]
        .into_iter()
        .enumerate()
        .map(combatant)
        .collect();
    Combat::new(Setup {
        sides: (0..2)
            .map(|side| Side {
                name: ["red", "blue"][side].to_owned(),
                members: side..side + 1,
                cover: None,
                ..Side::default()
            })
            .collect(),
        groups: (0..2)
            .map(|side| evenodds_core::contest::Group {
                label: combatants[side].name.clone(),
                side,
                size: 1,
            })
            .collect(),
        combatants,
        options,
        ..Setup::default()
    })
}

/// Returns the position at the first decision of a trial.
fn opening(combat: &Combat, seed: u64, trial: u64) -> Fight {
    let mut fight = combat.start();
    let mut dice = Sampled::new(seed, &combat.rollers());
    dice.start(trial);
    let next = combat.advance(&mut fight, &mut dice, &mut Silent);
    assert!(matches!(next, GameStop::Decision(_)));
    fight
}

/// Returns a plan that compares actions by this number of play-outs.
fn playing(playouts: u32, seed: u64) -> HintPlan {
    HintPlan {
        playouts: Some(playouts),
        seed,
        ..PLAN
    }
}

/// Returns by how many percentage points play-outs rate the best action above the recommended one,
/// at the opening positions of some trials, ascending.
fn regrets(combat: &Combat, trials: std::ops::Range<u64>, playouts: u32) -> Vec<f64> {
    let mut regrets = Vec::new();
    for trial in trials {
        let left = combat.reduced(&opening(combat, 7, trial), false).unwrap();
        let ranked =
            |plan: &HintPlan| rank(&[&left.games[0]], &left.position, plan, EstimateDepth::Full);
        let (_, found) = ranked(&playing(playouts, 99));
        let advised = ranked(&PLAN).1[0].action;
        let share = found.iter().find(|one| one.has(advised)).unwrap().wins;
        regrets.push(100.0 * (found[0].wins - share));
    }
    regrets.sort_by(f64::total_cmp);
    regrets
}

#[test]
fn the_first_choice_in_the_canyon_is_near_the_best_of_play_outs() {
    // The maximum over many estimates is biased upward, more so with few play-outs.
    let (trials, playouts, most) = size((3, 1_000, 6.0), (8, 10_000, 2.5));
    let regrets = regrets(&canyon(), 0..trials, playouts);
    assert!(regrets[regrets.len() - 2] < most, "{regrets:?}");
}

#[test]
fn expert_looks_one_decision_ahead_in_large_fights() {
    let depth = |goblins: u32| {
        let combat = combat_from(&format!(
            r#"
[[side]]
name = "heroes"
combatant = [{{ name = "Dirk", count = 3, classes = [{{ name = "Captain", dice = 4 }}] }}]
[[side]]
name = "goblins"
combatant = [{{ name = "Goblin", count = {goblins}, classes = [{{ name = "Goblin", dice = 2 }}] }}]
"#
        ));
        let left = combat.reduced(&opening(&combat, 7, 0), false).unwrap();
        let view = View::of(&left.games[0], &left.position);
        LookaheadPlan::of(EstimateDepth::Full).at(&view).depth
    };
    assert_eq!(depth(4), 6);
    assert_eq!(depth(900), 1);
}

#[test]
#[ignore = "a minute: the figure of docs/reference/hint.md"]
fn measure_the_first_choice_in_the_canyon() {
    let regrets = regrets(&canyon(), 0..100, 10_000);
    let within = regrets.iter().filter(|&&regret| regret <= 1.0).count();
    let mean = regrets.iter().sum::<f64>() / regrets.len() as f64;
    println!(
        "{within} of {} within a point of the best; {mean:.3} points on average, {:?} at most",
        regrets.len(),
        &regrets[regrets.len() - 5..]
    );
    assert!(within >= 95);
}

/// Compares hints in duels, at positions that occur in play, with the values of the solver.
#[test]
fn duel_rankings_match_the_solver() {
    let mut dice = Sampled::new(5, &["/any".to_owned()]);
    let mut positions = 0;
    for number in 0..40 {
        dice.start(number);
        let mut dice_of = || -> Vec<u32> {
            (0..=dice.choose(0, 2))
                .map(|_| 1 + dice.choose(0, 3))
                .collect()
        };
        let (one, other) = (dice_of(), dice_of());
        let options = Options {
            last_blow: [LastBlow::Win, LastBlow::Draw][number as usize % 2],
            ..Options::default()
        };
        let combat = duel(&one, &other, options);
        let mut record = evenodds_core::contest::Record::new(&combat);
        let mut dice_of_trial = Sampled::new(number, &combat.rollers());
        for trial in 0..5 {
            dice_of_trial.start(trial);
            let mut table = Fight::new(&combat);
            let mut random = 0_usize;
            combat.fight(
                &mut dice_of_trial,
                &mut table,
                &mut Silent,
                &mut record,
                |view, randomness| {
                    let now = view.position();
                    let left = combat.reduced(now, false).unwrap();
                    let (games, position) = ([&left.games[0]], &left.position);
                    let (by, ranked) = rank(&games, position, &PLAN, EstimateDepth::Full);
                    assert_eq!(by, HintBy::Solved);
                    // A lot decides between equal Classes.
                    let best = view.optimal_action(randomness).unwrap();
                    let first = turn_actions(&[ranked[0].action]).unwrap()[0];
                    assert_eq!(first.rank(), best.rank(), "{now:?}");
                    let mut solver = Solver::new(&combat, [None; 2]);
                    let scores = ranked.windows(2).map(|two| two[0].score() - two[1].score());
                    assert!(scores.into_iter().all(|ahead| ahead > -1e-12));
                    for one in &ranked {
                        let actions = turn_actions(&[one.action]).unwrap();
                        let exact = solver.evaluate(view, &actions)[0];
                        assert!((one.score() - score(&exact, view.actor())).abs() < 1e-12);
                    }
                    positions += 1;
                    random += 5;
                    let actions: Vec<Action> = view.actions().collect();
                    actions[random % actions.len()]
                },
            );
        }
    }
    assert!(positions >= 200, "{positions}");
}

#[test]
fn exact_chances_match_play_outs_of_optimal_players() {
    let mut combat = duel(&[3, 2], &[4], Options::default());
    for who in &mut combat.combatants {
        who.player = Player::Optimal;
    }
    for trial in 0..6 {
        let left = combat.reduced(&opening(&combat, 3, trial), true).unwrap();
        let ranked =
            |plan: &HintPlan| rank(&[&left.games[0]], &left.position, plan, EstimateDepth::Full);
        let (by, exact) = ranked(&PLAN);
        assert_eq!(by, HintBy::Solved);
        for found in ranked(&playing(10_000, 4)).1 {
            let known = exact.iter().find(|one| one.has(found.action)).unwrap();
            let error = (known.wins * (1.0 - known.wins) / 10_000.0).sqrt();
            assert!(
                (known.wins - found.wins).abs() <= 4.5 * error,
                "{known:?} {found:?}"
            );
        }
    }
}

/// Checks that the remaining sides and groups are renumbered, whichever combatants have left.
#[test]
fn groups_of_the_remaining_fight_belong_to_its_sides() {
    let mut dice = Sampled::new(3, &["/any".to_owned()]);
    let three_sides = combat_from(include_str!(
        "../../../../../scenarios/combat/three-sides.toml"
    ));
    for combat in [three_sides, canyon(), waves(), wounds()] {
        for number in 0..100 {
            dice.start(number);
            let mut fight = combat.start();
            for (place, who) in combat.combatants.iter().enumerate() {
                if dice.choose(0, 2) == 0 {
                    fight.enter(place, who.side, Pool::from_faces(&[3, 5]));
                }
            }
            let places = combat.remaining_combatants(&fight);
            let (left, _) = combat.remaining_fight(&fight, |who| Erring {
                player: who.player,
                error: who.error,
            });
            for (who, &place) in left.combatants.iter().zip(&places) {
                let group = &left.groups[who.group];
                assert_eq!(group.side, who.side, "{}", who.name);
                let whole = &combat.groups[combat.combatants[place].group];
                assert_eq!(group.label, whole.label);
            }
            let sizes: u32 = left.groups.iter().map(|group| group.size).sum();
            assert_eq!(sizes as usize, places.len());
        }
    }
}

#[test]
fn a_fight_of_one_against_one_is_solved() {
    let canyon = canyon();
    let hint = hinted(&canyon, "Dirk: 6 2 (Captain); Duke Zero: 5 2");
    assert_eq!(hint.by, HintBy::Solved);
    assert_eq!(hint.actor, "Dirk");
    let alone = duel(&[3], &[4], Options::default());
    let same = hinted(&alone, "Rosa: 6 2; Bruno: 5 2");
    let chances =
        |hint: &BestAction| -> Vec<f64> { hint.actions.iter().map(|one| one.value).collect() };
    assert_eq!(chances(&hint), chances(&same));
    assert_eq!(hint.missing.len(), 6);
}

fn hinted(combat: &Combat, table: &str) -> BestAction {
    match combat.hint(&Source::new("--table", table), &PLAN) {
        Ok(hint) => hint,
        Err(faults) => panic!("{faults}"),
    }
}

#[test]
fn the_turn_follows_the_rules_and_continues_after_an_aid() {
    let canyon = canyon();
    let who = |table: &str| hinted(&canyon, table).turn;
    assert_eq!(
        who("Dirk: 4 4 2 2; Emily: 6 6 4; Mark: 2 4; Duke: 6 5 3 2; Drone: 1 1; Drone: 3 4"),
        "Dirk has the turn with 4 4 2 2 = 12, the highest initiative that is not shared"
    );
    assert_eq!(
        who("Dirk: 4 4 2 (turn); Emily: 6 6 5 4 (aided); Mark: 2 4; Duke: 6 5 3 2; Drone 3: 3 4"),
        "Dirk continues with 4 4 2 = 10 after aiding Emily"
    );
    let aided = hinted(
        &canyon,
        "Dirk: 4 4 2 (turn); Emily: 6 6 5 4 (aided); Mark: 2 4; Duke: 6 5",
    );
    assert!(
        aided
            .actions
            .iter()
            .all(|one| !one.action.contains("to Emily"))
    );
    assert!(
        aided
            .actions
            .iter()
            .any(|one| one.action.contains("to Mark Four"))
    );
}

#[test]
fn actions_on_identical_targets_are_merged() {
    let canyon = canyon();
    let hint = hinted(&canyon, "Emily: 6 4 1; Drone: 2 2; Drone: 2 2; Drone: 5 2");
    let actions_and_effects: Vec<String> = (hint.actions.iter())
        .map(|one| format!("{}: {}", one.action, one.effect))
        .collect();
    assert!(
        actions_and_effects.contains(
            &"attack Assassin Drone 1 with the 4: takes it out; or Assassin Drone 2".to_owned()
        ),
        "{actions_and_effects:#?}"
    );
    assert!(
        actions_and_effects.contains(
            &"attack Assassin Drone 1 with the 1: removes no dice from any target".to_owned()
        ),
        "{actions_and_effects:#?}"
    );
}

/// Returns the faults of a typed position.
fn refused(combat: &Combat, table: &str) -> String {
    combat
        .hint(&Source::new("--table", table), &PLAN)
        .unwrap_err()
        .to_string()
}

#[test]
fn all_faults_of_a_position_are_reported() {
    let canyon = canyon();
    let all = "Dirk: 6 5 2 1 1 1 1; Emly: 4 4; Emily: 7 652 x (Pirate); Duke Zero 5 3; \
               Mark Four: 2; Mark: 3; Assassin Drone 9: 1; Drone: (Gunner; Duke:";
    insta::assert_snapshot!("a wrong table", refused(&canyon, all));
    let own = [
        (
            "one name too often",
            "Drone: 1; Drone: 2; Drone: 3; Drone: 4; Drone: 5; Dirk: 6",
        ),
        ("a fight that is over", "Dirk: 6 5; Emily: 3"),
        ("an empty position", ""),
        ("initiatives shared", "Dirk: 6 5; Duke: 5 6"),
        ("the wrong turn", "Dirk: 6 5; Emily: 1 (turn); Duke: 4"),
        ("two turns", "Dirk: 6 5 (turn); Emily: 1 (turn); Duke: 4"),
        (
            "aided without a turn",
            "Dirk: 6 5; Emily: 1 (aided); Duke: 4",
        ),
        ("aided by an opponent", "Dirk: 6 5 (turn); Duke: 4 (aided)"),
        ("out with notes", "Dirk: out (turn); Emily: 6 4; Duke: 4"),
        (
            "Cover and turns",
            "Cover: 4; Cover heroes: 3; Turn: x; Turn: 3; Dirk: 6; Duke: 4 1",
        ),
    ];
    let described: Vec<String> = own
        .iter()
        .map(|(name, table)| format!("## {name}\n{}", refused(&canyon, table)))
        .collect();
    insta::assert_snapshot!("other wrong tables", described.join("\n"));
    let alone = duel(&[3], &[4], Options::default());
    insta::assert_snapshot!(
        "wrong tables of a duel",
        refused(&alone, "Rosa: 6 5 4 3; Bruno: 1 (rolled 2)")
    );
}

#[test]
fn unnamed_reinforcements_are_to_come_or_out() {
    let waves = waves();
    let missing = |table: &str| hinted(&waves, table).missing.join(", ");
    assert_eq!(
        missing("Dirk: 6 5; Drone: 2 1; Drone: 3 3"),
        "Ranger (still to come), Late Drone 1 (still to come), Late Drone 2 (still to come)"
    );
    // The others arrive once only one drone is standing.
    assert_eq!(
        missing("Dirk: 6 5; Drone: 2 1"),
        "Ranger (still to come), Drone 2, Late Drone 1, Late Drone 2"
    );
    assert_eq!(
        missing("Dirk: 6 5; Drone: 2 1; Drone: 3 3; Late Drone: out; Turn: 5"),
        "Ranger, Late Drone 1, Late Drone 2"
    );
    assert_eq!(
        missing("Dirk: 6 5; Ranger: 2; Drone: 2 1; Late Drone: 3 3"),
        "Drone 2, Late Drone 2"
    );
    let early = refused(
        &waves,
        "Turn: 3; Dirk: 6 5; Ranger: 2; Drone: 2 1; Drone: 3 3",
    );
    assert!(
        early.contains("Ranger arrives on turn 5; the position is of turn 3"),
        "{early}"
    );
}

#[test]
fn positions_with_optional_rules_are_read() {
    let wounds = wounds();
    let table = "Cover heroes: 4; Cover Duke: none; Dirk: 6 6 (Mercenary, Captain, wounded 2); Emily: 1; Duke: 5 4 1";
    let hint = hinted(&wounds, table);
    let entries: Vec<String> = (hint.table.iter())
        .map(|one| format!("{} {:?} {}", one.name, one.dice, one.about))
        .collect();
    assert_eq!(
        entries,
        [
            "Dirk [6, 6] no Class left, wounded 2 times",
            "Emily [1] ",
            "Duke [5, 4, 1] ",
            "Cover heroes [4] ",
            "Cover [5, 3] ",
        ]
    );
    insta::assert_snapshot!(
        "wrong Cover and wounds",
        refused(
            &wounds,
            "Cover: 3 3; Cover heroes: 4 4 4; Dirk: 6 6 (wounded 3); Cover Emily: 2; Emily: 1 (wounded); Duke: 5"
        )
    );
}

/// Returns the text of a position with random errors.
fn mutated(text: &str, dice: &mut Sampled) -> String {
    const SIGNS: &[char] = &[
        ';', ':', '(', ')', ',', '\'', '"', '\n', ' ', '7', '0', '6', 'é', '{', 'x',
    ];
    let mut signs: Vec<char> = text.chars().collect();
    for _ in 0..=dice.choose(0, 5) {
        let place = dice.choose(0, signs.len() as u32 + 1) as usize;
        let sign = SIGNS[dice.choose(0, SIGNS.len() as u32) as usize];
        match dice.choose(0, 4) {
            0 => signs.insert(place, sign),
            1 if place < signs.len() => drop(signs.remove(place)),
            2 if place < signs.len() => signs[place] = sign,
            _ => {
                let from = place.min(signs.len());
                let to = (from + 12).min(signs.len());
                let part: Vec<char> = signs[from..to].to_vec();
                signs.extend(part);
            }
        }
    }
    signs.into_iter().collect()
}

#[test]
fn mutated_positions_are_read_or_rejected() {
    // A single play-out, since only the parser is tested here.
    let brief = playing(1, 1);
    let mut dice = Sampled::new(11, &["/any".to_owned()]);
    let (mut read, mut refused) = (0, 0);
    let least = size(250, 2_000);
    for (combat, count) in [
        (canyon(), 2 * least),
        (beast(), least),
        (waves(), least),
        (wounds(), least),
    ] {
        let tables = [
            HintGame::example(&combat),
            format!(
                "{}; Turn: 4; Cover: none",
                HintGame::example(&combat).replace(": ", ": (aided, rolled 2) ")
            ),
        ];
        for number in 0..count {
            dice.start(number);
            let text = mutated(&tables[usize::from(number % 4 == 3)], &mut dice);
            let source = Source::new("--table", text.as_str());
            match combat.read(&source) {
                Ok(_) => {
                    read += 1;
                    if read % 7 == 0 {
                        let hint = combat.hint(&source, &brief).unwrap();
                        assert!(!hint.actions.is_empty(), "{text}");
                    }
                }
                Err(faults) => {
                    refused += 1;
                    assert!(!faults.is_empty(), "{text}");
                    let _ = faults.render(true);
                }
            }
        }
    }
    assert!(read > least / 10 && refused > least, "{read} {refused}");
}

#[test]
fn hints_describe_state_of_optional_rules() {
    let beast = beast();
    let table = "Cover Beast: 3; Huntress: 4 4 1 1; Villager: 2; Beast: 6 6 (rolled 3)";
    let hint = hinted(&beast, table);
    let about = hint.table.iter().find(|one| one.name == "Beast").unwrap();
    assert!(about.about.contains("last rolled 3"), "{about:?}");
    assert!(Pool::from_faces(&about.dice).sum() == 12);
}
