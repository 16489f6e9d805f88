//! Tests of file keys and of their faults.

use super::super::KIND;
use evenodds_core::contest::{Contest, Metric, conformance};
use evenodds_testing::size;

fn read(text: &str, sets: &[&str]) -> Result<Box<dyn Contest>, String> {
    conformance::read(&KIND, text, sets)
}

/// Returns the share of the first outcome as text.
fn share(text: &str, sets: &[&str]) -> String {
    let contest = read(text, sets).unwrap_or_else(|faults| panic!("{faults}"));
    format!("{:.6}", contest.exact().unwrap().outcomes[0])
}

/// Returns the minimum and maximum of the totals.
fn range(text: &str, sets: &[&str]) -> (i64, i64) {
    read(text, sets)
        .unwrap_or_else(|faults| panic!("{faults}"))
        .metrics()[0]
        .expected
}

#[test]
fn all_dice_of_a_check_are_thrown() {
    let text = "contest = 'check'\ndifficulty = 20\na = { name = 'Burglar', skill = 2 }";
    assert_eq!(range(text, &[]), (3, 18));
    assert_eq!(range(text, &["a.action=3"]), (5, 30));
    assert_eq!(range(text, &["a.action=0", "a.limited=2"]), (4, 24));
    assert_eq!(range(text, &["a.specialised=2"]), (5, 30));
    assert_eq!(range(text, &["a.extra=2"]), (5, 30));
    assert_eq!(range(text, &["a.noncombat=true"]), (4, 24));
    assert_eq!(range(text, &["a.noncombat=true", "a.action=0"]), (3, 18));
    // The sum has half of the two action dice and the skill dice, and the further action dice in
    // full.
    let two = ["a.two_die=true", "a.action=2"];
    assert_eq!(range(text, &two), (2, 12));
    assert_eq!(range(text, &["a.two_die=true", "a.action=4"]), (4, 24));
    let odd = [&two[..], &["a.skill=3"]].concat();
    assert_eq!(range(text, &odd), (3, 18));
    assert_eq!(
        range(text, &[&odd[..], &["rules.half=down"]].concat()),
        (2, 12)
    );
    let extra = [&two[..], &["a.extra=2"]].concat();
    assert_eq!(range(text, &extra), (3, 18));
    assert_eq!(
        range(text, &[&extra[..], &["rules.two_die_extra=whole"]].concat()),
        (4, 24)
    );
}

#[test]
fn an_ability_counts_one_die_more_than_it_has_by_default() {
    let text =
        "contest = 'ability'\ndifficulty = 9\na = { name = 'Runner', action = 2, ability = 2 }";
    assert_eq!(range(text, &[]), (3, 18));
    assert_eq!(range(text, &["a.extra=3"]), (3, 18));
    assert_eq!(range(text, &["a.cap=4"]), (4, 24));
    let tough = "contest = 'ability'\ndifficulty = 9\na = { name = 'Rock', ability = 3, passive = true, extra = 2 }";
    assert_eq!(range(tough, &[]), (4, 24));
    assert_eq!(range(tough, &["rules.passive_cap=flat"]), (3, 18));
    assert_eq!(range(tough, &["a.extra=0"]), (3, 18));
    let rival =
        "contest = 'ability'\na = { name = 'A', ability = 2 }\nb = { name = 'B', ability = 3 }";
    assert_eq!(read(rival, &[]).unwrap().outcomes().len(), 3);
}

#[test]
fn the_dice_left_decide_who_declares_first() {
    let text = "contest = 'order'\na = { name = 'A', action = 2 }\nb = { name = 'B', action = 2 }";
    let first = |sets: &[&str]| {
        let contest = read(text, sets).unwrap_or_else(|faults| panic!("{faults}"));
        let metrics: Vec<String> = contest.metrics().iter().map(Metric::name).collect();
        let place = metrics
            .iter()
            .position(|name| name == "declares_first.A")
            .unwrap();
        let values = contest.exact().unwrap().metrics[place].overall();
        values
            .iter()
            .map(|&(value, share)| value as f64 * share)
            .sum::<f64>()
    };
    let first = |sets: &[&str]| (1e12 * first(sets)).round() / 1e12;
    assert_eq!(first(&[]), 0.5);
    assert_eq!(first(&["b.reserve.action=1"]), 1.0);
    assert_eq!(first(&["a.reserve.limited=1"]), 0.0);
    assert_eq!(first(&["b.reserve.specialised=1"]), 1.0);
    assert_eq!(first(&["a.spent=1"]), 0.0);
    assert_eq!(first(&["a.spent=1", "rules.declare_tie=random"]), 0.5);
    assert_eq!(first(&["a.noncombat=true"]), 0.0);
    // Dice of all sorts count: four dice, two of them limited, against three general dice.
    let limited = ["a.reserve.limited=2", "b.reserve.action=1"];
    assert_eq!(first(&limited), 0.0);
    let specialised = ["b.reserve.specialised=2", "a.reserve.action=1"];
    assert_eq!(first(&specialised), 1.0);
}

#[test]
fn a_two_die_action_counts_one_die_less_in_the_order() {
    let text = "contest = 'order'\na = { name = 'A', action = 2, two_die = true }\nb = { name = 'B', action = 1 }";
    assert_eq!(share(text, &[]), format!("{:.6}", 15.0 / 36.0));
    assert_eq!(share(text, &["a.action=3"]), "1.000000");
    assert_eq!(share(text, &["b.action=2"]), "0.000000");
}

const DUEL: &str = r#"
contest = "exchange"
[[side]]
name = "red"
player = "keep_1"
[[side.combatant]]
name = "Rosa"
action = 3
hand_to_hand = 3
dodge = 1
[[side]]
name = "blue"
player = "guarded"
[[side.combatant]]
name = "Basil"
action = 3
hand_to_hand = 2
[rules]
max_rounds = 5
"#;

#[test]
fn every_key_of_a_duel_changes_the_results() {
    let usual = share(DUEL, &[]);
    for same in [
        "rules.frame=actions",
        "rules.half=up",
        "rules.hit_tie=attacker",
        "rules.declare_tie=total",
        "rules.attack_on=weakest",
        "rules.reserve_rule=lost",
        "rules.distance=0",
        "rules.range_penalty=3",
        "rules.group_penalty=false",
        "rules.answers_reorder=true",
        "rules.noncombat_choice=each_round",
        "side.blue.player=guarded",
        "side.red.Rosa.defence=single",
        "side.red.Rosa.movement=3",
        "side.red.Rosa.specialised={ dice = 1, to = 'movement' }",
    ]
    .into_iter()
    .step_by(size(4, 1))
    {
        let sets: &[&str] = &[same];
        let keeps_more = same.contains("movement' }");
        assert_eq!(share(DUEL, sets) == usual, !keeps_more, "{same}");
    }
    for other in [
        "rules.half=down",
        "rules.hit_tie=defender",
        "rules.hits_to_win=2",
        "rules.max_rounds=1",
        "rules.distance=5",
        "rules.defense_is_action=true",
        "side.red.player=all_out",
        "side.red.player=keep_0",
        "side.red.player=keep_2",
        "side.red.player=guarded",
        "side.red.player=heavy",
        "side.red.player=random",
        "side.red.player=optimal",
        "side.red.Rosa.action=4",
        "side.red.Rosa.hand_to_hand=2",
        "side.red.Rosa.dodge=4",
        "side.red.Rosa.defence=dodge",
        "side.red.Rosa.defence=general",
        "side.red.Rosa.attack=ranged",
        "side.red.Rosa.attack_extra=1",
        "side.red.Rosa.defence_extra=1",
        "side.red.Rosa.noncombat=true",
        "side.red.Rosa.limited={ dice = 1, to = 'attack' }",
        "side.red.Rosa.limited={ dice = 1, to = 'defence' }",
        "side.red.Rosa.specialised={ dice = 1, to = 'hand_to_hand' }",
        "side.red.Rosa.specialised={ dice = 1, to = 'dodge' }",
    ]
    .into_iter()
    .step_by(size(4, 1))
    {
        assert_ne!(share(DUEL, &[other]), usual, "{other}");
    }
    assert_eq!(
        share(DUEL, &["side.red.player=keep_0"]),
        share(DUEL, &["side.red.player=all_out"])
    );
    let afar = [
        "side.red.Rosa.attack=ranged",
        "side.red.Rosa.ranged=1",
        "rules.max_rounds=2",
        "rules.distance=3",
    ];
    for other in [
        "rules.range_penalty=1",
        "side.blue.Basil.movement=2",
        "side.blue.Basil.defence=dive",
    ] {
        let changed = [&afar[..], &[other]].concat();
        assert_ne!(share(DUEL, &afar), share(DUEL, &changed), "{other}");
    }
    let holding = ["side.red.player=random", "side.blue.player=random"];
    let lost = [&holding[..], &["rules.reserve_rule=lost"]].concat();
    assert_ne!(share(DUEL, &holding), share(DUEL, &lost));
    let chosen = [&holding[..], &["rules.noncombat_choice=each_round"]].concat();
    assert_ne!(share(DUEL, &holding), share(DUEL, &chosen));
    let group = [
        &afar[..],
        &["rules.range_penalty=1", "side.red.player=random"],
    ]
    .concat();
    let whole = [&group[..], &["rules.group_penalty=false"]].concat();
    assert_ne!(share(DUEL, &group), share(DUEL, &whole));
}

#[test]
fn sides_without_a_player_play_optimally_in_solvable_duels() {
    let unnamed = |text: &str| text.replace("player = \"guarded\"\n", "");
    let players = |text: &str, sets: &[&str]| read(text, sets).unwrap().players().to_string();
    let duel = unnamed(DUEL);
    assert_eq!(players(&duel, &[]), "players keep_1 v optimal");
    assert_eq!(
        players(&duel, &["side.blue.Basil.count=2"]),
        "players keep_1 v guarded"
    );
}

#[test]
fn names_players_and_metrics_are_listed() {
    let contest = read(DUEL, &[]).unwrap();
    assert_eq!(contest.players().to_string(), "players keep_1 v guarded");
    let names: Vec<String> = contest.metrics().iter().map(Metric::name).collect();
    assert_eq!(
        names,
        [
            "rounds",
            "standing.red",
            "standing.blue",
            "out.Rosa",
            "out.Basil",
            "hits.Rosa",
            "hits.Basil",
            "attacks.Rosa",
            "attacks.Basil",
            "defences.Rosa",
            "defences.Basil",
            "unused.Rosa",
            "unused.Basil"
        ]
    );
}

#[test]
fn the_removed_frame_and_players_without_dice_or_solution_are_refused() {
    let of = |sets: &[&str]| read(DUEL, sets).err().unwrap_or_default();
    insta::assert_snapshot!(of(&["rules.frame=split"]), @r#"--set:1:13: rules.frame is "split"; expected "actions", or no frame, as the frame "split" was removed"#);
    assert_eq!(of(&["rules.frame=actions"]), "");
    insta::assert_snapshot!(of(&["side.red.player=keep_4"]), @r#"--set:1:17: side.red.player is "keep_4"; expected another player: no combatant has more than 3 action dice, so this is keep_3"#);
    insta::assert_snapshot!(of(&["side.red.player=optimal", "side.blue.Basil.count=2"]), @r#"--set:1:17: side.red.player is "optimal"; expected another player: only duels of one combatant against another can be solved"#);
    let many = ["Rosa", "Basil"].map(|name| {
        let side = if name == "Rosa" { "red" } else { "blue" };
        format!("side.{side}.{name}.action=6")
    });
    let sets = [
        "side.red.player=optimal",
        "side.blue.player=optimal",
        &many[0],
        &many[1],
        "rules.hits_to_win=5",
    ];
    insta::assert_snapshot!(of(&sets), @r#"
    --set:1:17: side.red.player is "optimal"; expected another player: the duel has too many positions: use fewer action dice, hits or rounds
    --set:1:18: side.blue.player is "optimal"; expected another player: the duel has too many positions: use fewer action dice, hits or rounds
    "#);
    assert_eq!(of(&["side.red.player=keep_3"]), "");
}

#[test]
fn groups_are_played_rather_than_solved() {
    let group = read(DUEL, &["side.blue.Basil.count=2"]).unwrap();
    insta::assert_snapshot!(group.exact().unwrap_err().to_string(), @"only duels of one combatant against another can be solved; `run` it instead");
}

#[test]
fn all_faults_of_rolls_are_reported_together() {
    let of = |text: &str| read(text, &[]).err().unwrap_or_default();
    insta::assert_snapshot!(of("contest = 'check'\nb = { name = 'x', skill = 1 }\n[a]\nname = 'y'\nability = 2\ncap = 3\nspent = 1\naction = 0"), @r#"
    x.toml:1:1: difficulty is missing; the contest "check" requires it
    x.toml:2:5: b does not belong here; the contest "check" takes difficulty and a
    x.toml:5:11: a.ability does not belong here; the contest "check" rolls the dice under skill
    x.toml:7:9: a.spent does not belong here; only the contest "order" takes it
    x.toml:8:10: a.action leaves the action without action dice; expected at least 1 for an action
    "#);
    insta::assert_snapshot!(of("contest = 'ability'\n[a]\nname = 'tie'\npassive = true\nability = 2\nlimited = 1\n"), @"
    x.toml:1:11: contest has neither difficulty nor b; give one of them
    x.toml:6:11: a.limited does not belong here; a passive ability takes no action dice
    ");
    insta::assert_snapshot!(of("contest = 'ability'\ndifficulty = 3\n[a]\nname = 'x'\nability = 2\n[b]\nname = 'x'\ntwo_die = true\nskill = 3"), @r#"
    x.toml:1:11: contest has both difficulty and b; give only one of them
    x.toml:7:8: b.name is "x"; expected another name than that of a, as both are outcomes
    x.toml:8:11: b.two_die has only 1 action die; expected at least 2 for a two-die action
    x.toml:9:9: b.skill does not belong here; the contest "ability" rolls the dice under ability
    "#);
    insta::assert_snapshot!(of("contest = 'opposed'\ndifficulty = 3\n[a]\nname = 'x'\nability = 2\nskill = 1\n[b]\nname = 'tie'\npassive = true\n"), @r#"
    x.toml:2:14: difficulty does not belong here; the contest "opposed" takes a and b
    x.toml:3:1: a has both a skill and an ability; give only one of them
    x.toml:7:1: b has neither a skill nor an ability; give one of them; it may be 0
    x.toml:8:8: b.name is "tie"; expected another name, as "tie" is the outcome that no side wins
    x.toml:9:11: b.passive does not belong here; only an ability takes it
    "#);
    insta::assert_snapshot!(of("contest = 'order'\n[a]\nname = 'x'\nskill = 2\nextra = 1\n[b]\nname = 'y'\nreserve = { actions = 3 }"), @"
    x.toml:4:9: a.skill does not belong here; action dice alone determine who acts first
    x.toml:5:9: a.extra does not belong here; action dice alone determine who acts first
    x.toml:8:13: b.reserve.actions is not a key here; did you mean action?
    ");
    insta::assert_snapshot!(of("contest = 'opposed'\n[[side]]\nname = 'x'\n"), @r#"
    x.toml:1:11: contest is "opposed"; expected "exchange" for side
    x.toml:2:1: side has 1 element; expected a list of 2 tables
    x.toml:2:1: side.x.combatant is missing; expected a list of 1 to 50 tables
    "#);
}

#[test]
fn all_faults_of_exchanges_are_reported_together() {
    let text = r#"
contest = "exchange"
a = { name = "x", skill = 1 }
[[side]]
name = "draw"
player = "attack_4"
[[side.combatant]]
name = "Rosa"
action = 3
noncombat = true
defence = "general"
[[side.combatant]]
name = "Guard"
count = 2
action = 1
[[side.combatant]]
name = "Guard 2"
action = 7
[[side]]
name = "blue"
player = "keep1"
[[side.combatant]]
name = "Basil"
action = 2
limited = { dice = 1 }
specialised = { dice = 1, to = "magic" }
[rules]
frame = "split"
defend_against = "first"
distance = 51
group_penalty = false
answers_reorder = true
defense_is_action = true
noncombat_choice = "each_round"
hits_to_win = 0
"#;
    insta::assert_snapshot!(read(text, &[]).err().unwrap_or_default(), @r#"
    x.toml:3:5: a does not belong here; the contest "exchange" takes side
    x.toml:5:8: side.draw.name is "draw"; expected another name, as "draw" is an outcome that no side wins
    x.toml:6:10: side.draw.player is "attack_4"; expected one of "random", "keep_6", "keep_5", "keep_4", "keep_3", "keep_2", "keep_1", "keep_0", "heavy", "guarded", "all_out", "rollout", "optimal"
    x.toml:11:11: side.draw.Rosa.defence is "general"; expected another defence, as a noncombatant may not use General Defense
    x.toml:17:8: side.draw.'Guard 2'.name is "Guard 2"; expected another name, as "Guard 2" is taken
    x.toml:18:10: side.draw.'Guard 2'.action is 7; expected 1 to 6 general action dice
    x.toml:21:10: side.blue.player is "keep1"; expected one of "random", "keep_6", "keep_5", "keep_4", "keep_3", "keep_2", "keep_1", "keep_0", "heavy", "guarded", "all_out", "rollout", "optimal"
    x.toml:25:11: side.blue.Basil.limited.to is missing; expected one of "attack", "defence"
    x.toml:26:32: side.blue.Basil.specialised.to is "magic"; expected one of "hand_to_hand", "ranged", "dodge", "movement"
    x.toml:28:9: rules.frame is "split"; expected "actions", or no frame, as the frame "split" was removed
    x.toml:29:1: rules.defend_against is not a key here; the keys here are frame, half, two_die_extra, passive_cap, declare_tie, hit_tie, attack_on, reserve_rule, distance, range_penalty, group_penalty, answers_reorder, defense_is_action, noncombat_choice, dive, hits_to_win, max_rounds
    x.toml:30:12: rules.distance is 51; expected an integer from 0 to 50
    x.toml:35:15: rules.hits_to_win is 0; expected an integer from 1 to 20
    "#);
    let crowd = ["side.blue.Basil.count=50", "side.red.Rosa.count=50"];
    assert!(read(DUEL, &crowd).is_ok());
}
