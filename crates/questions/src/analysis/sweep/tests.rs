use super::*;
use crate::document::brief;
use crate::scenario::{load, open_simple as open};
use crate::sim::{NoProgress, Plan, Shard, Share, ShareEstimator, StopReason, metric_names, run};

fn plan(vary: &[&str], trials: Option<u64>, threads: usize) -> SweepPlan {
    SweepPlan {
        vary: vary.iter().map(|text| text.parse().unwrap()).collect(),
        trials,
        seed: 7,
        threads,
        ..SweepPlan::default()
    }
}

fn played(name: &str, plan: &SweepPlan) -> SweepResult {
    let scenario = open(name, &[]).unwrap();
    let grid = grid(&scenario, plan).unwrap();
    let played = grid.play(&NoProgress, &|_, _| {});
    played.expect("the work is not cancelled")
}

fn refused(name: &str, plan: &SweepPlan) -> String {
    let scenario = open(name, &[]).unwrap();
    let errors = grid(&scenario, plan).unwrap_err();
    let texts = errors.iter().map(|error| match error {
        SweepError::Refused(LoadError::Faults(faults)) => brief(faults),
        other => other.to_string(),
    });
    texts.collect::<Vec<_>>().join("\n")
}

#[test]
fn conditions_of_the_table_leave_out_settings() {
    let with = |condition: &str| {
        let text = format!(
            "kind = 'quick'\ndifficulty = 10\nactor = {{ name = 'Ann', dice = 2 }}\n[sweep]\n\
             vary = ['difficulty=5..14', 'actor.dice=1..4']\nwhere = ['{condition}']\n"
        );
        load("a.toml", text.as_bytes(), &[])
    };
    let scenario = with("difficulty + actor.dice <= 8").unwrap();
    let sweep = |vary: &[&str]| grid(&scenario, &plan(vary, Some(10), 1)).unwrap().len();
    assert_eq!(sweep(&[]), 6);
    // Other keys have other conditions.
    assert_eq!(sweep(&["difficulty=5..14"]), 10);
    let refused = [
        "difficulty <",
        "dice < 3",
        "difficulty > 20",
        "actor.hp < 3",
    ]
    .map(|one| match with(one) {
        Err(LoadError::Faults(faults)) => brief(&faults),
        Err(other) => other.to_string(),
        Ok(_) => String::new(),
    });
    insta::assert_snapshot!(refused.join("\n"), @r#"
    a.toml:6:10: sweep.where[0] is not a condition; the end is unexpected; expected a number, a key such as classes[0].dice, or (

    a.toml:6:9: sweep.where is ["difficulty > 20"]; none of 40 settings satisfies every condition; allow more values, or relax a condition
    a.toml:6:9: sweep.where is ["actor.hp < 3"]; actor.hp < 3: actor.hp is neither a varied key nor a number of the scenario; varied are difficulty, actor.dice
    "#);
}

#[test]
fn every_setting_is_the_run_with_the_same_assignments() {
    let vary = [
        "side.heroes.Dirk.classes[0].dice=3..4",
        "rules.half=up,down",
    ];
    let sweep = played("@canyon", &plan(&vary, Some(300), 0));
    assert_eq!(sweep.settings.len(), 4);
    for setting in &sweep.settings {
        let single = open("@canyon", &assignments(&sweep.vary, &setting.values)).unwrap();
        let contest = single.contest.as_ref();
        let trials = Plan {
            threads: 1,
            ..Plan::new(7, 0..300)
        };
        let finished = run(contest, &trials, &NoProgress);
        let results = Results::sampled(single.identity(), contest, 7, &finished, false, None);
        assert_eq!(setting.results, results);
        assert_eq!(sweep.setting(&setting.values), Some(setting));
        let reading = setting.readings[0].unwrap();
        assert_eq!(
            Some(reading.value),
            results.outcomes[0].share.map(|share| share.value)
        );
    }
}

#[test]
fn results_do_not_depend_on_threads() {
    let on = |threads| {
        let vary = ["side.ambushers.'Assassin Drone'.count=3..5"];
        played("@canyon", &plan(&vary, Some(500), threads))
    };
    assert_eq!(on(1), on(2));
    assert_eq!(on(1), on(8));
}

#[test]
fn settings_with_exact_answers_are_played_only_on_request() {
    let vary = ["difficulty=8..10"];
    let solved = played("@lockpick", &plan(&vary, None, 0));
    for setting in &solved.settings {
        let reading = setting.readings[0].unwrap();
        assert_eq!(setting.results.stopped, StopReason::Exact);
        assert!(reading.is_exact());
    }
    assert_eq!(
        solved.monotonicities(0, 0),
        [Monotonicity {
            trend: Trend::Falls,
            each_step: true
        }]
    );
    let sampled = played("@lockpick", &plan(&vary, Some(1_000), 0));
    for (one, other) in sampled.settings.iter().zip(&solved.settings) {
        let reading = one.readings[0].unwrap();
        assert_eq!(one.results.trials, 1_000);
        assert!(reading.is_exact());
        assert_eq!(Some(reading.value), other.readings[0].map(|one| one.value));
    }
    // A duel has exact answers for its outcomes only; its metrics are sampled.
    let vary = ["side.red.Rosa.classes[0].dice=3..4"];
    let mut duel = plan(&vary, None, 0);
    duel.most = Some(200);
    duel.figures = vec!["red".to_owned(), "mean.turns".to_owned()];
    for setting in played("@duel", &duel).settings {
        let [Some(share), Some(turns)] = setting.readings[..] else {
            panic!("{setting:?}");
        };
        assert!(share.is_exact() && setting.results.trials > 0);
        assert!(!turns.is_exact() && turns.interval.half_width() > 0.0);
        assert!(turns.interval.contains(turns.value));
    }
}

#[test]
fn slow_players_get_fewer_trials_unless_the_file_has_a_number() {
    let trials = |text: &str, plan: &SweepPlan| {
        let scenario = load("x.toml", text.as_bytes(), &[]).unwrap();
        let grid = grid(&scenario, plan).unwrap();
        grid.plan.trials_of(scenario.contest.as_ref(), grid.trials)
    };
    let duel = include_str!("../../../../../scenarios/combat/duel.toml");
    let own = format!("{duel}\n[sweep]\nvary = ['rules.half=up,down']\ntrials = 5_000\n");
    let usual = plan(&["rules.half=up,down"], None, 0);
    assert_eq!(trials(duel, &usual), 100_000);
    assert_eq!(trials(&own, &usual), 100_000);
    assert_eq!(trials(&own, &SweepPlan::default()), 5_000);
    let most = |most| SweepPlan {
        most: Some(most),
        ..SweepPlan::default()
    };
    assert_eq!(trials(&own, &most(300)), 300);
    let asked = SweepPlan {
        trials: Some(700),
        ..most(300)
    };
    assert_eq!(trials(&own, &asked), 700);
    let slow = duel.replace("\"finisher\"", "\"rollout\"");
    let slow = if slow == duel {
        duel.replacen("name = \"red\"", "name = \"red\"\nplayer = \"rollout\"", 1)
    } else {
        slow
    };
    assert_eq!(trials(&slow, &usual), 20_000);
}

#[test]
fn all_faults_are_reported_together_and_each_once() {
    let wrong = [
        "side.heroes.Dirk.classes[0].dice=5..8",
        "side.ambushers.Droon.count=1..3",
        "rules.half=up,down,sideways",
    ];
    let mut plan = plan(&wrong, None, 0);
    plan.figures = vec!["heros".to_owned(), "mean.turns".to_owned()];
    insta::assert_snapshot!(refused("@canyon", &plan), @r#"
    --vary:1:16: side.ambushers.Droon is not a key here; the names and keys here are 'Duke Zero', 'Assassin Drone', name, player, combatant, reinforcement, cover, allow
    --vary:1:12: rules.half is "sideways"; expected one of "up", "down"
    --vary:1:34: side.heroes.Dirk.classes[0].dice is 7; expected 1 to 6 dice
    --vary:1:34: side.heroes.Dirk.classes[0].dice is 8; expected 1 to 6 dice
    heros is not a figure of this scenario: unknown outcome heros; did you mean heroes? The outcomes are heroes, ambushers, draw, unresolved
    "#);
}

#[test]
fn keys_without_effect_and_conflicting_settings_are_rejected() {
    insta::assert_snapshot!(refused("@canyon", &plan(&["run.trials=1..2", "rules.half=up,down"], None, 0)), @"no value of run.trials changes the contest; expected a key of the contest, given once");
    // Two sides have the same name: the error is in the file, so the message names the setting.
    insta::assert_snapshot!(refused("@canyon", &plan(&["rules.half=up,down", "side[1].name=ambushers,heroes"], None, 0)), @r#"--vary:1:14: side[1].name is "heroes"; the name is already used at @canyon:14:8"#);
    insta::assert_snapshot!(refused("@canyon", &SweepPlan::default()), @"there is nothing to vary; pass a key with its values, as in --vary rules.half=up,down, or add a [sweep] table to the scenario");
}

#[test]
fn a_figure_may_be_known_in_some_settings_only() {
    let mut plan = plan(&["side[1].name=ambushers,raiders"], Some(100), 0);
    plan.figures = vec!["raiders".to_owned()];
    let sweep = played("@canyon", &plan);
    assert_eq!(sweep.settings[0].readings, [None]);
    assert!(sweep.settings[1].readings[0].is_some());
}

struct AlwaysCancelled;

impl Progress for AlwaysCancelled {
    fn advanced(&self, _: u64) {}

    fn cancelled(&self) -> bool {
        true
    }
}

#[test]
fn a_cancelled_sweep_has_no_result() {
    let scenario = open("@lockpick", &[]).unwrap();
    let grid = grid(&scenario, &plan(&["difficulty=8..10"], None, 0)).unwrap();
    assert!(grid.play(&AlwaysCancelled, &|_, _| {}).is_none());
}

#[test]
fn settings_from_shards_are_not_played() {
    let plan = plan(&["rules.half=up,down"], Some(400), 0);
    let scenario = open("@canyon", &[]).unwrap();
    let mut grid = grid(&scenario, &plan).unwrap();
    // The shards have another seed than they declare, so that their figures are recognizable.
    let part = |variant: &Scenario| {
        let other = Plan {
            threads: 1,
            ..Plan::new(8, 0..400)
        };
        let shard = Shard {
            tool: env!("CARGO_PKG_VERSION").to_owned(),
            build: variant.library().build(),
            scenario: variant.identity(),
            text: variant.whole_text().to_owned(),
            assignments: variant.whole_assignments(),
            seed: 7,
            run: 400,
            precision: None,
            estimator: ShareEstimator::Plain,
            share: Share::WHOLE,
            first_trial: 0,
            end: 400,
            metrics: metric_names(variant.contest.as_ref()),
            counts: run(variant.contest.as_ref(), &other, &NoProgress)
                .tally
                .counts(),
        };
        (variant.hash.clone(), shard)
    };
    grid.take(vec![part(&grid.variants.scenarios[1])]).unwrap();
    let sweep = grid.play(&NoProgress, &|_, _| {}).unwrap();
    let of_seed = |seed| {
        played(
            "@canyon",
            &SweepPlan {
                seed,
                ..plan.clone()
            },
        )
    };
    let outcomes =
        |sweep: &SweepResult, setting: usize| sweep.settings[setting].results.outcomes.clone();
    assert_eq!(outcomes(&sweep, 0), outcomes(&of_seed(7), 0));
    assert_eq!(outcomes(&sweep, 1), outcomes(&of_seed(8), 1));
    assert_ne!(outcomes(&sweep, 1), outcomes(&of_seed(7), 1));
}
