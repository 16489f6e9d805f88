//! Wrong assignments (`--set`), by themselves and beside wrong files.

use super::answer;
use super::combat::{COMBAT, fight};
use evenodds::scenario::load;
use std::fmt::Write as _;

#[test]
fn wrong_assignments_are_answered_where_they_are_wrong() {
    let answers: String = [
        "side.heros.player=random",
        "side.heroes.dirk.count=2",
        "Emily.count=2",
        "Emily.cuont=2",
        "side.heroes.Dirk.classes[0].dice=7",
        "side.heroes.Dirk.classes[1].dice=4",
        "side[2].player=random",
        "side.heroes.Dirk",
        "side.heroes.Dirk.count 3",
        "",
        "=3",
        "rules=up",
        "rules.half",
        "side.villains=",
        "rules.half.up=1",
        "run.trials=1e6",
        "kind=quick",
        "expect.outcomes.villains=[0, 1]",
        "title=A 'new\" title",
    ]
    .iter()
    .fold(String::new(), |mut page, assignment| {
        let assignments = [assignment.to_string()];
        let answer = match load("x.toml", COMBAT.good.as_bytes(), &assignments) {
            Ok(scenario) => format!("taken: {}\n", scenario.title),
            Err(error) => error.to_string(),
        };
        let _ = writeln!(page, "--- --set {assignment}\n{answer}");
        page
    });
    insta::assert_snapshot!(answers, @r#"
    --- --set side.heros.player=random
    --set:1:6: side.heros is not a name here: did you mean heroes?
      |
    1 | side.heros.player=random
      |      ^^^^^
    help: names here are heroes, drones

    1 fault; nothing was run

    --- --set side.heroes.dirk.count=2
    --set:1:13: side.heroes.dirk is not a key here: did you mean Dirk?
      |
    1 | side.heroes.dirk.count=2
      |             ^^^^
    help: names and keys here are Dirk, Emily, name, player, combatant, reinforcement, cover

    1 fault; nothing was run

    --- --set Emily.count=2
    --set:1:1: Emily is not a key here: did you mean side.heroes.Emily.count?
      |
    1 | Emily.count=2
      | ^^^^^
    help: keys here are format, kind, title, notes, use, side, cover, rules, run, expect, sweep, tune

    1 fault; nothing was run

    --- --set Emily.cuont=2
    --set:1:1: Emily is not a key here: keys here are format, kind, title, notes, use, side, cover, rules, run, expect, sweep, tune
      |
    1 | Emily.cuont=2
      | ^^^^^

    1 fault; nothing was run

    --- --set side.heroes.Dirk.classes[0].dice=7
    --set:1:34: side.heroes.Dirk.classes[0].dice is 7: a Class has 1 to 6 dice
      |
    1 | side.heroes.Dirk.classes[0].dice=7
      |                                  ^

    1 fault; nothing was run

    --- --set side.heroes.Dirk.classes[1].dice=4
    --set:1:25: side.heroes.Dirk.classes[1] is not there: there is 1 element, [0]
      |
    1 | side.heroes.Dirk.classes[1].dice=4
      |                         ^^^

    1 fault; nothing was run

    --- --set side[2].player=random
    --set:1:5: side[2] is not there: there are 2 elements, [0] to [1]
      |
    1 | side[2].player=random
      |     ^^^

    1 fault; nothing was run

    --- --set side.heroes.Dirk
    --set:1:17: side.heroes.Dirk is no assignment: PATH=VALUE; a name with blanks or dots needs quotes
      |
    1 | side.heroes.Dirk
      |                 ^

    1 fault; nothing was run

    --- --set side.heroes.Dirk.count 3
    --set:1:23: side.heroes.Dirk.count 3 is no assignment: PATH=VALUE; a name with blanks or dots needs quotes
      |
    1 | side.heroes.Dirk.count 3
      |                       ^

    1 fault; nothing was run

    --- --set 
    --set:1:1: nothing is no assignment: PATH=VALUE

    1 fault; nothing was run

    --- --set =3
    --set:1:1: =3 is no path: a name belongs here; one with other characters than letters, digits, `_` and `-` needs quotes
      |
    1 | =3
      | ^

    1 fault; nothing was run

    --- --set rules=up
    --set:1:7: rules is "up": a table
      |
    1 | rules=up
      |       ^^
    help: a table is written rules = { … }

    1 fault; nothing was run

    --- --set rules.half
    --set:1:11: rules.half is no assignment: PATH=VALUE; a name with blanks or dots needs quotes
      |
    1 | rules.half
      |           ^

    1 fault; nothing was run

    --- --set side.villains=
    --set:1:6: side.villains is not a name here: names here are heroes, drones
      |
    1 | side.villains=
      |      ^^^^^^^^

    1 fault; nothing was run

    --- --set rules.half.up=1
    --set:1:12: rules.half.up is not there: rules.half is "down", and nothing is inside it
      |
    1 | rules.half.up=1
      |            ^^

    1 fault; nothing was run

    --- --set run.trials=1e6
    --set:1:12: run.trials is 1000000.0: an integer from 1 to 1000000000000000
      |
    1 | run.trials=1e6
      |            ^^^
    help: write 1000000

    1 fault; nothing was run

    --- --set kind=quick
    --set:1:6: kind is "quick": the file says "combat", its other keys belong to that, and --set cannot change it
      |
    1 | kind=quick
      |      ^^^^^

    1 fault; nothing was run

    --- --set expect.outcomes.villains=[0, 1]
    --set:1:26: expect.outcomes.villains is no outcome here: the outcomes here are heroes, drones, draw, unresolved
      |
    1 | expect.outcomes.villains=[0, 1]
      |                          ^^^^^^

    1 fault; nothing was run

    --- --set title=A 'new" title
    taken: A 'new" title
    "#);
}

#[test]
fn faults_of_a_file_come_before_those_of_assignments() {
    let text = fight("dice = 4", "dice = 9");
    insta::assert_snapshot!(answer(&text, &["rules.half=odd", "side.drones.Drone.count=0"]), @r#"
    x.toml:6:41: side.heroes.Dirk.classes[0].dice is 9: a Class has 1 to 6 dice
      |
    6 | classes = [{ name = "Mercenary", dice = 9 }]
      |                                         ^

    --set:1:12: rules.half is "odd": one of "up", "down"
      |
    1 | rules.half=odd
      |            ^^^

    --set:1:25: side.drones.Drone.count is 0: an integer from 1 to 1000
      |
    1 | side.drones.Drone.count=0
      |                         ^

    3 faults; nothing was run
    "#);
}
