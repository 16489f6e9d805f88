//! Survey compared with the plain program: optimal play with exhaustive search, whole trials on the
//! same dice, and hidden information.

use crate::plain::survey as plain;
use crate::tape::Tape;
use evenodds::contest::{Describe as _, Play as _, Record, Recorder, Tally, play_record};
use evenodds::contests::survey::{
    Event, Exploration, Faces, Field, FieldFrom, Player, Prize, Search, Searcher, Setup,
    SupplyFrom, Survey, View, place,
};
use evenodds::dice::Pool;
use evenodds_testing::size;
use proptest::prelude::*;

const PLAYERS: [Player; 3] = [Player::Random, Player::Thrifty, Player::Optimal];
const PRIZES: [Prize; 5] = [
    Prize::Uniform,
    Prize::Solvable,
    Prize::Commonest,
    Prize::Rarest,
    Prize::Number(2),
];

/// Returns rules in code, without files.
fn setup(
    player: Player,
    field: FieldFrom,
    supply: SupplyFrom,
    prize: Prize,
    combine: bool,
) -> Setup {
    Setup {
        player,
        field,
        supply,
        prize,
        combine,
    }
}

fn rolled(leader: u32, helpers: &[u32]) -> SupplyFrom {
    let searcher = |name: String, dice| Searcher { name, dice };
    SupplyFrom::Rolled {
        leader: searcher("leader".to_owned(), leader),
        helpers: (helpers.iter().enumerate())
            .map(|(number, &dice)| searcher(format!("helper {number}"), dice))
            .collect(),
    }
}

/// Returns the same rules for the plain program. A given Field keeps its dice only here.
fn plain_of(setup: &Setup) -> plain::Rules {
    plain::Rules {
        field: match setup.field {
            FieldFrom::Rolled(rows) => plain::FieldFrom::Rolled((rows * (rows + 1) / 2) as usize),
            FieldFrom::Given(field) => plain::FieldFrom::Given(faces_of(&field)),
        },
        supply: match &setup.supply {
            SupplyFrom::Rolled { leader, helpers } => plain::SupplyFrom::Rolled {
                leader: leader.dice as usize,
                helpers: helpers.iter().map(|helper| helper.dice as usize).collect(),
            },
            SupplyFrom::Given(pool) => {
                plain::SupplyFrom::Given(pool.faces().map(|face| face as u8).collect())
            }
        },
        prize: match setup.prize {
            Prize::Uniform => plain::Prize::Uniform,
            Prize::Solvable => plain::Prize::Solvable,
            Prize::Commonest => plain::Prize::Commonest,
            Prize::Rarest => plain::Prize::Rarest,
            Prize::Number(face) => plain::Prize::Number(face as u8),
        },
        combine: setup.combine,
    }
}

fn faces_of(field: &Field) -> Vec<u8> {
    let size = field.all.count_ones();
    (0..size).map(|die| field.face(place(die)) as u8).collect()
}

fn view_of(view: &plain::View) -> View {
    let faces: Vec<u32> = view.field.iter().map(|&face| face.into()).collect();
    let supply: Vec<u32> = view.supply.iter().map(|&face| face.into()).collect();
    let explored = (0..).zip(&view.explored).filter(|(_, is_in)| **is_in);
    View {
        field: Field::from_faces(&faces).unwrap(),
        explored: explored.fold(0, |set, (die, _)| set | place(die)),
        supply: Pool::from_faces(&supply),
        trail: view.trail.map(u32::from),
        candidates: (view.candidates.iter()).fold(Faces::NONE, |set, &face| set.with(face.into())),
    }
}

fn plain_go(go: Exploration) -> plain::Go {
    plain::Go {
        die: go.die as u8,
        dice: (0..28)
            .filter(|&die| go.places & place(die as u32) != 0)
            .collect(),
    }
}

/// Strategy for a small position: some dice may be explored already, and the trail may be found.
fn small_table(combine: bool) -> impl Strategy<Value = plain::View> {
    let most = if combine { 3 } else { 4 };
    let face = 1..=6_u8;
    let field = prop_oneof![
        2 => prop::collection::vec(face.clone(), 6),
        3 => prop::collection::vec(face.clone(), 10),
        // Low dice, which combine best.
        1 => prop::collection::vec(1..=3_u8, 10),
    ];
    let supply = prop::collection::vec(face, 1..=most);
    let steps = prop::collection::vec(any::<prop::sample::Index>(), 0..=1);
    (
        field,
        supply,
        steps,
        0..PRIZES.len(),
        any::<prop::sample::Index>(),
    )
        .prop_filter_map(
            "no number occurs twice",
            move |(field, supply, steps, prize, lot)| {
                let rules = plain::Rules {
                    field: plain::FieldFrom::Given(field.clone()),
                    supply: plain::SupplyFrom::Given(supply.clone()),
                    prize: [
                        plain::Prize::Uniform,
                        plain::Prize::Solvable,
                        plain::Prize::Commonest,
                        plain::Prize::Rarest,
                        plain::Prize::Number(2),
                    ][prize],
                    combine,
                };
                let candidates = plain::candidates(&rules, &field, &supply);
                if candidates.is_empty() {
                    return None;
                }
                let prize = *lot.get(&candidates);
                let mut view = plain::View::start(&field, &supply, candidates);
                for step in steps {
                    let affordable = view.affordable();
                    if affordable.is_empty() || view.supply.len() < 2 {
                        break;
                    }
                    let go = view.single(*step.get(&affordable));
                    let found = view.trail.is_some() || view.field[go.dice[0]] == prize;
                    view = view.after(&go, found.then_some(prize));
                }
                (view.trail.is_some() || !view.candidates.is_empty()).then_some(view)
            },
        )
}

fn assert_best(view: &plain::View, combine: bool) -> Result<(), TestCaseError> {
    let best = plain::best_chance(view, combine);
    let mut search = Search::new(combine);
    let own = view_of(view);
    let value = search.value(&own).chance();
    prop_assert!((value - best).abs() < 1e-12, "{value} for {best}");
    if let Some(go) = search.best_action(&own) {
        let chance = plain::chance_of(view, &plain_go(go), combine);
        prop_assert!((chance - best).abs() < 1e-12, "{go:?} {chance} for {best}");
    } else {
        prop_assert_eq!(best, 0.0);
    }
    // The library also gives the value of each exploration of one die.
    for die in view.affordable() {
        let go = view.single(die);
        let chance = plain::chance_of(view, &go, combine);
        let own_go = own.single(place(die as u32));
        prop_assert_eq!(plain_go(own_go), go);
        let value = search.action_value(&own, own_go).chance();
        prop_assert!(
            (value - chance).abs() < 1e-12,
            "{die}: {value} for {chance}"
        );
    }
    if !combine {
        let explored = (0..).zip(&view.explored).filter(|(_, is_in)| **is_in);
        let explored = explored.fold(0, |set, (die, _)| set | 1 << die);
        let mut memo = plain::Memoised::new(&view.field);
        let chance = memo.chance(explored, &view.supply, view.trail, &view.candidates);
        prop_assert!((chance - best).abs() < 1e-12, "{chance} for {best}");
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: size(100, 400), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn best_play_is_as_good_as_trying_everything(view in small_table(false)) {
        assert_best(&view, false)?;
    }

    #[test]
    fn best_play_with_combine_is_as_good_as_trying_everything(view in small_table(true)) {
        assert_best(&view, true)?;
    }
}

/// Returns the decisions and the record of a trial.
fn played(survey: &Survey, tape: &mut Tape) -> (Vec<Event>, Record) {
    let mut recorder = Recorder(Vec::new());
    let record = play_record(survey, tape, &mut recorder);
    (recorder.0, record)
}

fn goes(events: &[Event]) -> Vec<(View, Exploration, Option<u32>)> {
    (events.iter())
        .filter_map(|event| match *event {
            Event::Explored {
                view,
                exploration,
                trail,
            } => Some((view, exploration, trail)),
            _ => None,
        })
        .collect()
}

/// Strategy for a Survey of moderate size.
fn any_setup() -> impl Strategy<Value = Setup> {
    let field = prop_oneof![
        4 => (3..=5_u32).prop_map(FieldFrom::Rolled),
        1 => prop::collection::vec(1..=6_u32, 10).prop_map(|faces| FieldFrom::Given(Field::from_faces(&faces).unwrap())),
    ];
    let supply = prop_oneof![
        4 => (1..=5_u32, prop::collection::vec(1..=4_u32, 0..=2))
            .prop_map(|(leader, helpers)| rolled(leader, &helpers)),
        1 => prop::collection::vec(1..=6_u32, 1..=5).prop_map(|faces| SupplyFrom::Given(Pool::from_faces(&faces))),
    ];
    (0..3_usize, field, supply, 0..PRIZES.len(), any::<bool>())
        .prop_map(|(player, field, supply, prize, combine)| {
            setup(PLAYERS[player], field, supply, PRIZES[prize], combine)
        })
        .prop_filter("the Prize must be there", |setup| match setup.field {
            FieldFrom::Rolled(_) => true,
            FieldFrom::Given(field) => match setup.prize {
                Prize::Number(face) => field.eligible().has(face),
                _ => !field.eligible().is_empty(),
            },
        })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: size(200, 1_000), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_plain_program_follows_on_the_same_dice(setup in any_setup(), seed in 0..1_000_u64) {
        let survey = Survey::new(setup.clone());
        let rollers = survey.rollers().len();
        let (events, record) = played(&survey, &mut Tape::new(seed, rollers));
        // Optimal play has ties: the plain program takes the choices of the library, if its own
        // rules allow them. Another test checks that they are optimal.
        let mut own = goes(&events).into_iter();
        let report = plain::survey_with(
            &plain_of(&setup),
            &mut Tape::new(seed, rollers),
            &mut |view, dice| match setup.player {
                Player::Random => plain::random(view, dice),
                Player::Thrifty => plain::thrifty(view, dice),
                Player::Optimal => {
                    let (seen, go, _) = own.next().expect("the library continues too");
                    let go = plain_go(go);
                    assert_eq!(seen, view_of(view));
                    assert!(view.goes(setup.combine).contains(&go), "{go:?} {view:?}");
                    go
                }
            },
        );
        let Some(&Event::Ended { view, prize }) = events.last() else {
            panic!("a Survey ends")
        };
        prop_assert_eq!(view, view_of(&report.end));
        prop_assert_eq!(prize, u32::from(report.prize));
        prop_assert_eq!(record.outcome, report.outcome as usize);
        let solvable = plain::is_solvable(&report.start, report.prize, setup.combine);
        let explored = report.end.explored.iter().filter(|is_in| **is_in).count();
        prop_assert_eq!(record.values, vec![
            explored as i64,
            report.end.supply.len() as i64,
            report.trail_step as i64,
            plain::eligible(&report.start.field).len() as i64,
            i64::from(solvable),
        ]);
    }

    #[test]
    fn players_do_not_see_the_prize(setup in any_setup(), seed in 0..1_000_u64) {
        // The same Survey with every number as the Prize: as long as players see the same, they act
        // the same.
        let (field, supply) = {
            let survey = Survey::new(setup.clone());
            let (events, _) = played(&survey, &mut Tape::new(seed, survey.rollers().len()));
            let laid = events.iter().find_map(|event| match event {
                Event::Started { view } => Some(*view),
                _ => None,
            });
            let view = laid.expect("there is a Field");
            (view.field, view.supply)
        };
        let worlds: Vec<_> = (field.eligible().iter())
            .map(|prize| {
                let survey = Survey::new(Setup {
                    field: FieldFrom::Given(field),
                    supply: SupplyFrom::Given(supply),
                    prize: Prize::Number(prize),
                    ..setup.clone()
                });
                goes(&played(&survey, &mut Tape::new(seed, survey.rollers().len())).0)
            })
            .collect();
        for one in &worlds {
            for other in &worlds {
                for ((view, go, trail), (their_view, their_go, their_trail)) in one.iter().zip(other) {
                    prop_assert_eq!(view, their_view);
                    prop_assert_eq!(go, their_go);
                    if trail != their_trail {
                        break;
                    }
                }
            }
        }
    }
}

/// Returns the share of success in `trials` trials.
fn share(setup: Setup, trials: u64) -> f64 {
    let survey = Survey::new(setup);
    let mut tally = Tally::new(&survey);
    survey.play(1, 0..trials, &mut tally);
    tally.outcomes()[0] as f64 / trials as f64
}

#[test]
fn a_field_of_ten_with_four_dice_has_its_known_share() {
    let share = share(
        setup(
            Player::Optimal,
            FieldFrom::Rolled(4),
            rolled(4, &[]),
            Prize::Uniform,
            false,
        ),
        200_000,
    );
    assert!((share - 0.3985).abs() < 0.002 + 4.0 * 0.0011, "{share}");
}

#[test]
fn success_falls_with_the_field_and_rises_with_the_supply() {
    // The smallest difference is many times the standard error of 10,000 trials, 0.005.
    for combine in [false, true] {
        for player in PLAYERS {
            let of = |rows, dice| {
                share(
                    setup(
                        player,
                        FieldFrom::Rolled(rows),
                        rolled(dice, &[]),
                        Prize::Uniform,
                        combine,
                    ),
                    10_000,
                )
            };
            let shares: Vec<Vec<f64>> = (3..=5)
                .map(|rows| (2..=6).step_by(2).map(|dice| of(rows, dice)).collect())
                .collect();
            for (smaller, larger) in shares.iter().zip(&shares[1..]) {
                for (more, fewer) in smaller.iter().zip(larger) {
                    assert!(more > fewer, "{player:?} {combine} {shares:?}");
                }
            }
            for row in &shares {
                assert!(
                    row.is_sorted_by(|less, more| less < more),
                    "{player:?} {combine} {shares:?}"
                );
            }
        }
    }
}
