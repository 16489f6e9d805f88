//! Drama analysis with made-up figures, for tests.

use crate::analysis::{
    ActorDrama, ChangeSources, Comebacks, DecidedPlay, DecisionShares, Depth, DramaFigures,
    EvaluatedBin, EvaluatedTrial, ExtremeTrial, FinalLead, LeadChanges, MeanEstimate, Opening,
    Pilot, PilotSide, Proportion, SideDrama, Swing,
};
use crate::contest::ConfiguredPlayers;
use crate::sim::{LEVEL, ScenarioIdentity, StopReason};
use crate::stats::{Figure, FigureKind, Interval, wilson};

fn estimate(mean: f64, half: f64) -> MeanEstimate {
    let interval = Interval::new(mean - half, mean + half);
    MeanEstimate {
        mean: Figure::read(FigureKind::Mean, mean, interval, 10_000),
        sd: None,
    }
}

fn spread(mean: f64, half: f64, sd: f64) -> MeanEstimate {
    MeanEstimate {
        sd: Some(sd),
        ..estimate(mean, half)
    }
}

fn proportion(count: u64, of: u64) -> Proportion {
    let share = Figure::share(count, of, wilson(count, of, LEVEL));
    Proportion { count, of, share }
}

fn choices(real: f64) -> DecisionShares {
    DecisionShares {
        turns: 54_247,
        real: estimate(real, 0.004),
        clear: estimate(0.3, 0.004),
        idle: estimate(0.7 - real, 0.004),
    }
}

/// Returns ten bins of `each` trials, one of them empty.
fn bins(each: u64) -> Vec<EvaluatedBin> {
    let bin = |place: u32| EvaluatedBin {
        from: f64::from(place) / 10.0,
        to: f64::from(place + 1) / 10.0,
        estimated: (place != 4).then(|| f64::from(place) / 10.0 + 0.05),
        won: if place == 4 {
            proportion(0, 0)
        } else {
            proportion(each / 10 * u64::from(place), each)
        },
    };
    (0..10).map(bin).collect()
}

fn pilot_side(name: &str, sign: f64) -> PilotSide {
    PilotSide {
        name: name.to_owned(),
        bins: bins(200),
        dice: spread(0.001 * sign, 0.007, 0.16),
    }
}

fn side(name: &str, won: u64, sign: f64) -> SideDrama {
    SideDrama {
        name: name.to_owned(),
        won: proportion(won, 10_000),
        choices: choices(0.46),
        opening: Opening {
            estimated: spread(0.5 - 0.02 * sign, 0.009, 0.445),
            settles: estimate(0.375, 0.018),
            bins: bins(1_000),
        },
        lost: spread(-0.35 - 0.14 * sign, 0.01, 0.52),
        change_sources: Some(ChangeSources {
            dice: spread(-0.0002 * sign, 0.003, 0.16),
            policy_randomness: spread(0.0, 0.0, 0.0),
            swing: spread(0.056, 0.003, 0.16),
        }),
    }
}

fn actor(name: &str, side: &str, count: u32, misses: f64) -> ActorDrama {
    ActorDrama {
        name: name.to_owned(),
        side: side.to_owned(),
        count,
        choices: choices(0.4),
        leaves: estimate(0.85, 0.007),
        turn: Some(3),
        then_misses: estimate(0.4, 0.006),
        misses: estimate(misses, 0.006),
    }
}

pub fn ambush() -> DramaFigures {
    DramaFigures {
        scenario: ScenarioIdentity {
            path: "@canyon".to_owned(),
            title: "Ambush in the canyon".to_owned(),
            kind: "combat".to_owned(),
            hash: "0f3a9c51d27be684".to_owned(),
        },
        seed: 42,
        trials: 10_000,
        stopped: StopReason::Trials,
        evaluation: "512 play-outs by these very players".to_owned(),
        assessor: "expert",
        pilot: Pilot {
            trials: 2_500,
            fault: None,
            sides: vec![pilot_side("heroes", 1.0), pilot_side("ambushers", -1.0)],
        },
        played_by: ConfiguredPlayers::of_sides([["finisher"], ["finisher"]]),
        turns: spread(5.42, 0.03, 1.7),
        leads: LeadChanges {
            changes: spread(0.81, 0.02, 1.1),
            none: proportion(5_575, 10_000),
            histogram: vec![(0, 5_575), (1, 2_129), (2, 2_296)],
            most: Some(ExtremeTrial {
                trial: 6_282,
                value: 2.0,
            }),
        },
        settled: FinalLead {
            at: estimate(0.197, 0.005),
            favourite_won: proportion(6_600, 10_000),
            at_the_end: proportion(49, 10_000),
        },
        aftermath: DecidedPlay {
            seen: proportion(9_888, 10_000),
            turns: spread(4.6, 0.04, 1.8),
            upsets: proportion(899, 9_888),
        },
        comebacks: Comebacks {
            behind: proportion(4_425, 10_000),
            behind_by: estimate(0.086, 0.003),
            lowest: estimate(0.579, 0.008),
            depths: vec![Depth {
                below: 10,
                trials: proportion(1_893, 10_000),
            }],
            deepest: Some(ExtremeTrial {
                trial: 9_121,
                value: 0.000_78,
            }),
        },
        choices: choices(0.455),
        sides: vec![side("heroes", 2_354, 1.0), side("ambushers", 7_646, -1.0)],
        actors: vec![
            actor("Dirk", "heroes", 1, 0.34),
            actor("Emily", "heroes", 1, 0.28),
            actor("Assassin Drone", "ambushers", 4, 0.22),
        ],
        typical: Some(EvaluatedTrial {
            trial: 29,
            outcome: "ambushers".to_owned(),
            chances: vec![vec![0.44, 0.38, 0.01, 0.0], vec![0.56, 0.62, 0.99, 1.0]],
            swings: vec![Swing {
                turn: 2,
                change: -0.37,
            }],
            lead_changes: 0,
            turn_starts: Vec::new(),
        }),
        closest: Some(EvaluatedTrial {
            trial: 6_282,
            outcome: "heroes".to_owned(),
            chances: vec![vec![0.56, 0.39, 0.65, 1.0], vec![0.44, 0.61, 0.35, 0.0]],
            swings: vec![
                Swing {
                    turn: 2,
                    change: 0.26,
                },
                Swing {
                    turn: 3,
                    change: 0.35,
                },
            ],
            lead_changes: 2,
            turn_starts: Vec::new(),
        }),
    }
}

/// Returns the figures of an ambush without trials.
pub fn nothing() -> DramaFigures {
    let mut drama = ambush();
    let none = MeanEstimate::default();
    let no_choices = DecisionShares {
        turns: 0,
        real: none,
        clear: none,
        idle: none,
    };
    drama.trials = 0;
    drama.turns = none;
    drama.leads = LeadChanges {
        changes: none,
        none: proportion(0, 0),
        histogram: Vec::new(),
        most: None,
    };
    drama.settled.at = none;
    drama.aftermath.turns = none;
    drama.comebacks.deepest = None;
    drama.comebacks.lowest = none;
    drama.choices = no_choices;
    for side in &mut drama.sides {
        side.choices = no_choices;
        side.won = proportion(0, 0);
        side.opening.estimated = none;
        side.opening.settles = none;
        for bin in &mut side.opening.bins {
            (bin.estimated, bin.won) = (None, proportion(0, 0));
        }
        side.lost = none;
        side.change_sources = Some(ChangeSources {
            dice: none,
            policy_randomness: none,
            swing: none,
        });
    }
    drama.pilot.trials = 0;
    for side in &mut drama.pilot.sides {
        side.dice = none;
        for bin in &mut side.bins {
            (bin.estimated, bin.won) = (None, proportion(0, 0));
        }
    }
    for actor in &mut drama.actors {
        actor.choices = no_choices;
        (actor.leaves, actor.turn) = (none, None);
        (actor.then_misses, actor.misses) = (none, none);
    }
    (drama.typical, drama.closest) = (None, None);
    drama
}
