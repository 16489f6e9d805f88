//! A good file of every kind, and what is wrong with it after changes that no single key refuses.
//!
//! A case is one change a line, `FROM -> TO` or `--set PATH=VALUE`, and below, indented, the faults
//! with their places.

use super::Cases;

pub(super) static CASES: [Cases; 10] = [
    Cases {
        kind: "combat",
        good: r#"kind = "combat"
[[side]]
name = "heroes"
[[side.combatant]]
name = "Dirk"
classes = [{ name = "Mercenary", dice = 4 }]
[[side.combatant]]
name = "Emily"
classes = [{ name = "Survivalist", dice = 3 }]
[[side]]
name = "drones"
player = "brawler"
[[side.combatant]]
name = "Drone"
count = 2
classes = [{ name = "Drone", dice = 2, fit = "semi" }]
[rules]
half = "down"
[expect.outcomes]
heroes = [0.2, 1.0]
[expect.metrics]
"mean.turns" = [1, 9]
"#,
        bad: r#"
"Dirk" -> Dirk
    5:8: text without quotes; expected a number, true, false, or a text in quotes / help: write "Dirk" where a text is accepted
dice = 4 }] -> dice = 4 }
    6:11: unclosed array; expected `]` before line 7
[rules] -> [rules
    17:7: unclosed table; expected `]`
dice = 4 -> dice = "4"
    6:41: side.heroes.Dirk.classes[0].dice is "4"; expected 1 to 6 dice / help: write 4, without quotes
[{ name = "Mercenary", dice = 4 }] -> { name = "Mercenary", dice = 4 }
    6:11: side.heroes.Dirk.classes is { name = "Mercenary", dice = 4 }; expected a list of 1 to 12 tables / help: write a list in brackets, even of one element: [{ … }]
"Emily" -> "Dirk"
    8:8: side.heroes.combatant[1].name is "Dirk"; the name is already used at x.toml:5:8
"brawler" -> { name = "wizard" }
    12:19: side.drones.player.name is "wizard"; expected one of "random", "brawler", "finisher", "rollout", "expert", "optimal"
[0.2, 1.0] -> [20, 1.0]
    20:11: expect.outcomes.heroes[0] is 20; expected the lowest and the highest share, from 0 to 1, as in [0.60, 0.70] or ["60%", "70%"] / help: write "20%"
[0.2, 1.0] -> [0.9, 0.2]
    20:10: expect.outcomes.heroes is [0.9, 0.2]; expected the lowest value first
heroes = [ -> heros = [
    20:9: expect.outcomes.heros is not an outcome; did you mean heroes? / help: the outcomes are heroes, drones, draw, unresolved
mean.turns -> turns
    22:11: expect.metrics.turns is not a figure of a metric; expected one of mean, sd, min, p05, p25, p50, p75, p95, max, a dot, and a metric, as in "mean.turns" / help: did you mean "mean.turns"?
mean.turns -> p06.turns
    22:15: expect.metrics.'p06.turns' is not a figure of a metric; expected one of mean, sd, min, p05, p25, p50, p75, p95, max, a dot, and a metric, as in "mean.turns" / help: did you mean p05?
"drones" -> "draw"
"heroes" -> "unresolved"
    3:8: side.unresolved.name is "unresolved"; expected another name, as "draw" and "unresolved" are outcomes that no side wins
    11:8: side.draw.name is "draw"; expected another name, as "draw" and "unresolved" are outcomes that no side wins
[rules] -> [[side.combatant]]\nname = "Drone 2"\nclasses = [{ name = "Drone", dice = 2 }]\n[rules]
    18:8: side.drones.'Drone 2'.name is "Drone 2"; expected a name that no other combatant of the side has
[rules] -> [[side.reinforcement]]\nat_turn = 6\nname = "Drone 2"\nclasses = [{ name = "Drone", dice = 2 }]\n[rules]
    19:8: side.drones.'Drone 2'.name is "Drone 2"; expected a name that no other combatant of the side has
[rules] -> [[side.reinforcement]]\nat_turn = 6\ncount = 2\nname = "Drone"\nclasses = [{ name = "Drone", dice = 2 }]\n[rules]
    20:8: side.drones.reinforcement.Drone.name is "Drone"; expected another name, as its copies are numbered and "Drone 1" is taken
[rules] -> [[side.reinforcement]]\nname = "Late"\nclasses = [{ name = "Drone", dice = 2 }]\n[rules]
    17:1: side.drones.Late has neither at_turn nor when_standing; give one of them
[rules] -> [[side.reinforcement]]\nat_trun = 6\nname = "Late"\nclasses = [{ name = "Drone", dice = 2 }]\n[rules]
    18:1: side.drones.Late.at_trun is not a key here; did you mean at_turn? / help: the keys here are at_turn, when_standing, name, count, classes, player, monster, wounds, armor, pc, wound_choice, wound_option, cover
[rules] -> [[side.reinforcement]]\nat_turn = 6\nwhen_standing = 1\nname = "Late"\nclasses = [{ name = "Drone", dice = 2 }]\n[rules]
    17:1: side.drones.Late has both at_turn and when_standing; give only one of them
[rules] -> [[side.combatant]]\nname = "A"\ncount = 1000\nclasses = [{ name = "A", dice = 1 }]\n[[side.combatant]]\nname = "B"\ncount = 1000\nclasses = [{ name = "B", dice = 1 }]\n[rules]
count = 2 -> count = 1000\nclasses = [{ name = "A", dice = 1 }]\n[[side.combatant]]\nname = "C"\ncount = 999
    2:1: side has 4,001 combatants; expected at most 4,000 on all sides together
"Dirk" -> "Dirk"\ncover = {}
    6:9: side.heroes.Dirk.cover has neither dice nor faces; give one of them
"Dirk" -> "Dirk"\ncover = { dice = 2, faces = [4, 6] }
    6:9: side.heroes.Dirk.cover has both dice and faces; give only one of them
"heroes" -> "heroes"\ncover = { dice = 1, faces = [6] }
    4:9: side.heroes.cover has both dice and faces; give only one of them
"combat" -> "combat"\ncover = {}
    2:9: cover has neither dice nor faces; give one of them
"Dirk" -> "Dirk"\nmonster = true\nwounds = true
    7:10: side.heroes.Dirk.wounds is true; a large monster returns instead of being wounded, so leave out monster or wounds
"Dirk" -> "Dirk"\nat_turn = 6
    6:1: side.heroes.Dirk.at_turn is not a key here; the keys here are name, count, classes, player, monster, wounds, armor, pc, wound_choice, wound_option, cover
--set side.heros.player=random
    --set:1:6: side.heros is not a name here; did you mean heroes? / help: the names here are heroes, drones
--set side.heroes.dirk.count=2
    --set:1:13: side.heroes.dirk is not a key here; did you mean Dirk? / help: the names and keys here are Dirk, Emily, name, player, combatant, reinforcement, cover, allow
--set Emily.count=2
    --set:1:1: Emily is not a key here; did you mean side.heroes.Emily.count? / help: the keys here are format, kind, title, notes, use, side, cover, rules, run, expect, sweep, tune
--set Emily.cuont=2
    --set:1:1: Emily is not a key here; did you mean side.heroes.Emily? / help: the keys here are format, kind, title, notes, use, side, cover, rules, run, expect, sweep, tune
--set side.heroes.Dirk.classes[0].dice=7
    --set:1:34: side.heroes.Dirk.classes[0].dice is 7; expected 1 to 6 dice
--set side.heroes.Dirk.classes[1].dice=4
    --set:1:25: side.heroes.Dirk.classes[1] does not exist; there is 1 element, [0]
--set side[2].player=random
    --set:1:5: side[2] does not exist; there are 2 elements, [0] to [1]
--set side.heroes.Dirk
    --set:1:17: side.heroes.Dirk is not an assignment; expected PATH=VALUE, with quotes around names that have dots
--set side.heroes.Dirk.count 3
    --set:1:25: side.heroes.Dirk.count 3 is not an assignment; expected PATH=VALUE, with quotes around names that have dots
--set
    --set:1:1: the assignment is empty; expected PATH=VALUE
--set =3
    --set:1:1: =3 is not a path; expected a name, in quotes if it has other characters than letters, digits, `_` and `-`
--set rules=up
    --set:1:7: rules is "up"; expected a table / help: write a table as rules = { … }
--set rules.half
    --set:1:11: rules.half is not an assignment; expected PATH=VALUE, with quotes around names that have dots
--set side.villains=
    --set:1:6: side.villains is not a name here; the names here are heroes, drones
--set rules.half.up=1
    --set:1:12: rules.half.up does not exist; rules.half is "down", which has no keys or elements
--set run.trials=1e6
    --set:1:12: run.trials is 1000000.0; expected an integer from 1 to 1000000000000000 / help: write 1000000
--set kind=quick
    --set:1:6: kind is "quick"; the kind of the file is "combat", which --set cannot change, as the other keys depend on it
--set expect.outcomes.villains=[0, 1]
    --set:1:26: expect.outcomes.villains is not an outcome; the outcomes are heroes, drones, draw, unresolved
dice = 4 -> dice = 9
--set rules.half=odd
--set side.drones.Drone.count=0
    6:41: side.heroes.Dirk.classes[0].dice is 9; expected 1 to 6 dice
    --set:1:12: rules.half is "odd"; expected one of "up", "down"
    --set:1:25: side.drones.Drone.count is 0; expected an integer from 1 to 1000
"#,
    },
    Cases {
        kind: "survey",
        good: r#"kind = "survey"
player = "optimal"
leader = { name = "Kate", dice = 4 }
helper = [{ name = "Expert", dice = 3 }, { name = "Friend", dice = 2, fit = "semi" }]
field = { size = 10 }
[rules]
prize = "uniform"
combine = false
[expect.outcomes]
success = [0.5, 1.0]
[expect.metrics]
"mean.explored" = [1, 10]
"#,
        bad: r#"
"uniform" -> 7
    7:9: rules.prize is 7; expected one of "uniform", "solvable", "commonest", "rarest", or a number from 1 to 6
size = 10 -> size = 12
    5:18: field.size is 12; expected 6, 10, 15, 21 or 28 dice
{ size = 10 } -> {}
    5:9: field has neither size nor dice; give one of them
size = 10 -> size = 10, dice = [1, 1, 2, 3, 4, 5]
    5:9: field has both size and dice; give only one of them
size = 10 -> dice = [1, 1, 2, 3, 4, 5, 6]
    5:18: field.dice has 7 dice; expected 6, 10, 15, 21 or 28 dice
size = 10 -> dice = [1, 2, 3, 4, 5, 6]
    5:18: field.dice is [1, 2, 3, 4, 5, 6]; expected at least one number twice, as the Prize is such a number
size = 10 -> dice = [1, 1, 2, 3, 4, 5]
"uniform" -> 2
    7:9: rules.prize is 2; expected a number that is on the Field at least twice
leader = { name = "Kate", dice = 4 } -> supply = { dice = [2, 0] }
helper = [{ name = "Expert", dice = 3 }, { name = "Friend", dice = 2, fit = "semi" }] -> leadr = 1
    3:23: supply.dice[1] is 0; expected an integer from 1 to 6
    4:1: leadr is not a key here; did you mean leader? / help: the keys here are format, kind, title, notes, player, leader, helper, supply, field, rules, run, expect, sweep, tune
leader = { -> supply = { dice = [2, 3] }\nleader = {
    3:10: supply is { dice = [2, 3] }; the leader rolls the Supply, so leave out leader or supply
leader = { name = "Kate", dice = 4 } -> supply = { dice = [2, 3] }
    4:10: helper is [{ name = "Expert", dice = 3 }, { name…semi" }]; helpers add to the roll of a leader, so leave out helper or supply
leader = { name = "Kate", dice = 4 } ->
    1:1: leader is missing; expected leader, or supply.dice instead / help: for example leader = { name = "Kate", dice = 4 }
leader = { name = "Kate", dice = 4 } -> supply = { dice = [2, 3, 5, 5, 6, 6] }
helper = [{ name = "Expert", dice = 3 }, { name = "Friend", dice = 2, fit = "semi" }] ->
size = 10 -> dice = [2, 6, 5, 3, 3, 1, 1, 1, 1, 1, 1, 1, 1, 6, 1, 1, 1, 4, 1, 1, 4, 1, 1, 1, 5, 3, 2, 1]
combine = false -> combine = true
    5:18: field.dice takes too long to search with combine; expected a search of at most 5,000,000 actions / help: use fewer low dice on the Field or fewer dice of Supply, or set combine to false
player = "optimal" -> player = "perfect"
name = "Kate", dice = 4 -> name = "", dice = 0
size = 10 -> size = 11
prize = "uniform" -> prize = "common"
combine = false -> combine = 1\nhalves = "up"
    2:10: player is "perfect"; expected one of "random", "thrifty", "optimal"
    3:30: leader.dice is 0; expected 1 to 6 dice
    5:18: field.size is 11; expected 6, 10, 15, 21 or 28 dice
    7:9: rules.prize is "common"; expected one of "uniform", "solvable", "commonest", "rarest", or a number from 1 to 6 / help: did you mean "commonest"?
    8:11: rules.combine is 1; expected true or false / help: write true
    9:1: rules.halves is not a key here; the keys here are prize, combine, half
"#,
    },
    Cases {
        kind: "workshop",
        good: r#"kind = "workshop"
player = "one_by_one"
crafter = { name = "Gex", dice = 5, fit = "semi" }
assistance = true
craft = { piles = 4 }
[rules]
half = "down"
reroll_solved = false
[expect.outcomes]
success = [0.0, 1.0]
[expect.metrics]
"mean.rounds" = [1, 9]
"#,
        bad: r#"
{ piles = 4 } -> { dice = [1, 2, 3] }
    5:18: craft.dice is [1, 2, 3]; expected 3 to 10 piles, each a list of three faces from 1 to 6 / help: write [[1, 2, 3], …]
{ piles = 4 } -> { dice = [[1, 2, 3], [4, 5, 6], [1, 2]] }
    5:41: craft.dice[2] has 2 elements; expected 3 to 10 piles, each a list of three faces from 1 to 6
{ piles = 4 } -> {}
    5:9: craft has neither piles nor dice; give one of them
{ piles = 4 } -> { piles = 3, dice = [[1, 2, 3], [4, 5, 6], [2, 4, 6]] }
    5:9: craft has both piles and dice; give only one of them / help: --set replaces the whole table: --set 'craft={ piles = 4 }'
{ piles = 4 } -> { dise = [[1, 2, 3], [4, 5, 6], [2, 4, 6]] }
    5:11: craft.dise is not a key here; did you mean dice? / help: the keys here are piles, dice
one_by_one -> optimal
piles = 4 -> piles = 6
    2:10: player is "optimal"; expected "matcher" or "one_by_one" with 6 piles, as optimal solves at most 5
one_by_one -> optimal
piles = 4 -> dice = [[1,2,3],[1,2,3],[1,2,3],[1,2,3],[1,2,3],[1,2,3],[1,2,4]]
    2:10: player is "optimal"; expected "matcher" or "one_by_one" with 7 piles, as optimal solves at most 5
"#,
    },
    Cases {
        kind: "quick",
        good: r#"kind = "quick"
difficulty = 10
actor = { name = "Skinner", dice = 2 }
helper = [{ name = "Pick", dice = 6 }, { name = "Friend", dice = 3, fit = "semi" }]
[rules]
half = "up"
[expect.outcomes]
success = [0.5, 1.0]
[expect.metrics]
"p50.total" = [1, 40]
"#,
        bad: r#"
= 10 ->
    2:12: key without a value; expected = and a value after the key
difficulty = 10 -> difficulty = 0
    2:14: difficulty is 0; expected a positive whole number
difficulty = 10 -> player = "optimal"\ndifficulty = 10
    2:1: player is not a key here; the keys here are format, kind, title, notes, difficulty, actor, helper, rules, run, expect, sweep, tune
= [1, 40] -> = [1, 40]\n[sweep]\nvary = 'difficulty=1..3'
    12:8: sweep.vary is "difficulty=1..3"; expected a list of keys with their values, as in ["rules.half=up,down"] or ["difficulty=5..20/5"] / help: write a list in brackets, even of one element: [ … ]
= [1, 40] -> = [1, 40]\n[sweep]\nvary = ['difficulty', 'actor.dice=5..2', 'rules.half=up,up']
    12:9: sweep.vary[0] is not a key with values; expected PATH=VALUES, where VALUES are numbers from A to B as A..B or A..B/STEP, or values separated by commas
    12:23: sweep.vary[1] is not a key with values; 5..2 is empty; expected the lower number first
    12:42: sweep.vary[2] is not a key with values; the value up occurs twice
= [1, 40] -> = [1, 40]\n[sweep]\nvary = ['difficulty=1..100', 'actor.dice=1..30']
    12:8: sweep.vary is ["difficulty=1..100", "actor.dice=1..30"]; 100 x 30 = 3000 settings are too many for a sweep; expected at most 2500: take fewer values, or wider steps as in 10..30/5
= [1, 40] -> = [1, 40]\n[sweep]\nvary = ['difficulty=1..3', "'difficulty'=4"]
    12:28: sweep.vary[1] is invalid; difficulty is varied twice; give all its values together
= [1, 40] -> = [1, 40]\n[sweep]\nvary = ['dificulty=1..3', 'actor.dice=0..7', 'rules.half=up,sideways']
    12:9: sweep.vary[0] does not fit; dificulty is not a key here; did you mean difficulty? / help: the keys here are format, kind, title, notes, difficulty, actor, helper, rules, run, expect, sweep, tune
    12:27: sweep.vary[1] does not fit; actor.dice is 0; expected 1 to 6 dice
    12:27: sweep.vary[1] does not fit; actor.dice is 7; expected 1 to 6 dice
    12:46: sweep.vary[2] does not fit; rules.half is "sideways"; expected one of "up", "down"
= [1, 40] -> = [1, 40]\n[sweep]\nvary = ['title=a,b', 'difficulty=1..2']
    12:9: sweep.vary[0] makes no difference; no value of title changes the contest; expected a key of the contest, given once
= [1, 40] -> = [1, 40]\n[sweep]\nvary = ['difficulty=1..3']\nfigure = 'sucess'\ntrials = 0
    13:10: sweep.figure is not a figure of this contest; unknown outcome sucess; did you mean success? The outcomes are success, failure
    14:10: sweep.trials is 0; expected an integer from 1 to 1000000000000000
= [1, 40] -> = [1, 40]\n[sweep]\nvary = ['difficulty=1..3']\nfigure = ['success', 'mean.totl', 'success']\nfigur = 1
    13:22: sweep.figure[1] is not a figure of this contest; unknown metric totl; did you mean total? The metrics are total, margin, helper_sixes
    13:35: sweep.figure[2] is a duplicate; name each figure once
    14:1: sweep.figur is not a key here; did you mean figure? / help: the keys here are vary, where, figure, trials
= [1, 40] -> = [1, 40]\n[tune]\nvary = ['difficulty=1..3']\ntarget = 0.5
    13:10: tune.target is 0.5; expected a figure and its value, as in "success=0.6" or "p50.turns=6" / help: write it in quotes
= [1, 40] -> = [1, 40]\n[tune]\nvary = ['difficulty=1..3']\ntarget = 'success'\nalpha = 0\nmax_trials = 0
    13:10: tune.target is "success"; expected OUTCOME=SHARE, such as success=0.6, or a figure of a metric, such as mean.turns=5 or p50.turns=6
    14:9: tune.alpha is 0; expected a number from 0.000000001 to 0.5, or a percentage such as "50%"
    15:14: tune.max_trials is 0; expected an integer from 1 to 1000000000000000
= [1, 40] -> = [1, 40]\n[tune]\nvary = ['difficulty=1..3']\ntarget = 'sucess=1.5'\ntolerance = -1
    13:10: tune.target is "sucess=1.5"; unknown outcome sucess; did you mean success? The outcomes are success, failure
    14:13: tune.tolerance is -1; expected a number of at least 0, or a percentage such as "50%"
= [1, 40] -> = [1, 40]\n[tune]\nvary = ['difficulty=1..3']\ntarget = 'success=1.5'\ntolerence = 0.1
    13:10: tune.target is "success=1.5"; 1.5 is not a share; expected a number from 0 to 1, or a percentage, such as 0.6 or 60%
    14:1: tune.tolerence is not a key here; did you mean tolerance? / help: the keys here are vary, where, target, tolerance, alpha, max_trials
= [1, 40] -> = [1, 40]\n[tune]\nvary = ['difficulty=1..3']\ntarget = 'success=50%'\ntolerance = 0
    14:13: tune.tolerance is 0; expected a tolerance above 0 and below 0.5 for a share, such as 0.01 or 1% for one point
= [1, 40] -> = [1, 40]\n[tune]\nvary = ['difficulty=1..3']\ntarget = 'mean.total=9'\ntolerance = 0
    14:13: tune.tolerance is 0; expected a tolerance above 0 for a mean, in units of the metric
= [1, 40] -> = [1, 40]\n[tune]\nvary = ['difficulty=1..100', 'actor.dice=1..30']\ntarget = 'success=0.5'
    12:8: tune.vary is ["difficulty=1..100", "actor.dice=1..30"]; 100 x 30 = 3000 settings are too many for a tuning; expected at most 2500: take fewer values, or wider steps as in 10..30/5
= [1, 40] -> = [1, 40]\n[tune]\nvary = ['dificulty=1..3', 'actor.dice=5..8']\ntarget = 'mean.totl=9'
    12:9: tune.vary[0] does not fit; dificulty is not a key here; did you mean difficulty? / help: the keys here are format, kind, title, notes, difficulty, actor, helper, rules, run, expect, sweep, tune
    12:27: tune.vary[1] does not fit; actor.dice is 7; expected 1 to 6 dice
    12:27: tune.vary[1] does not fit; actor.dice is 8; expected 1 to 6 dice
    13:10: tune.target is "mean.totl=9"; unknown metric totl; did you mean total? The metrics are total, margin, helper_sixes
= [1, 40] -> = [1, 40]\n[tune]\nvary = ['title=a,b']\ntarget = 'p50.total=9'\ntolerance = 0
    12:9: tune.vary[0] makes no difference; no value of title changes the contest; expected a key of the contest, given once
= [1, 40] -> = [1, 40]\n[sweep]\nvary = ['actor.dice=6..7', 'rules.half=up,down']
difficulty = 10 -> difficulty = 0
    2:14: difficulty is 0; expected a positive whole number
    12:9: sweep.vary[0] does not fit; actor.dice is 7; expected 1 to 6 dice
"#,
    },
    Cases {
        kind: "dice",
        good: r#"kind = "dice"
[number]
target = { value = 5, least = 2, most = 6 }
[die]
fate = ["", "up"]
odd = { faces = [1, 3], weights = [2, 1] }
[roll]
attack = "(dice)d6"
luck = "2dfate"
other = "1dodd!1 + 1"
[state]
hits = { value = 0, most = 3 }
wounds = 0
[[side]]
name = "hero"
wants = "success"
[[step]]
choose = { dice = { by = "hero", among = [1, 2], sees = ["luck"], when = "luck.up > 0" } }
then = [{ if = "max(attack) >= target", hits = "hits + 1" }, { if = "count(attack, 1) > 0", wounds = "wounds + 1" }]
[[outcome]]
name = "success"
when = "hits = 3"
[[outcome]]
name = "failure"
when = "wounds >= 3"
[metric]
lead = "hits - wounds + other * 0 + doubled"
[let]
doubled = "hits * worth[hits]"
[table]
worth = [0, 2, 5, 9]
[bag]
cup = { red = 1, blue = 2 }
[expect.outcomes]
success = [0.1, 1.0]
[expect.metrics]
"mean.rounds" = [1, 9]
"#,
        bad: r#"
"(dice)d6" -> "(dice)d6 +"
    8:21: roll.attack ends too early; expected a number, a name, dice such as 2d6, or "("
value = 5 -> value = 7
    3:20: number.target.value is 7; expected 2 to 6
[1, 3] -> [1, "x"]
    6:22: die.odd.faces[1] has the unknown name "x"; expected one of target, worth
[2, 1] -> [2, 0]
    6:39: die.odd.weights[1] is 0; expected an integer from 1 to 1000000
[2, 1] -> [2, "target - 5"]
    6:39: die.odd.weights[1] is 0; expected 1 to 1000000
"2dfate" -> "2dfate rr down"
    9:19: roll.luck has "down", which the die does not have; expected one of up, blank
"2dfate" -> "2dfate rr up ro blank rr blank"
    9:9: roll.luck throws "2dfate rr up ro blank rr blank" without end; expected a rule for some of the faces
[2, 1] -> [2]
    6:7: die.odd has 1 weights for 2 faces; expected one weight for each face
by = "hero" -> by = "heroine"
    18:26: step[0].choose.dice.by is "heroine"; expected one of "hero"
sees = ["luck"] -> sees = ["lucky"]
    18:58: step[0].choose.dice.sees[0] is "lucky"; expected one of "attack", "luck", "other"
luck.up > 0 -> attack > 0
    18:75: step[0].choose.dice.when reads "attack"; the side does not see this roll; add it to `sees`
"hits + 1" -> "hits + mana"
    19:56: step[0].then[0].hits has the unknown name "mana"; expected one of attack, cup, dice, doubled, fate, hits, luck, odd, other, target, worth, wounds
{ if = "count(attack, 1) > 0", wounds = -> { if = "count(attack, 1) > 0", blood =
    19:101: step[0].then[1].blood changes no state; expected one of "hits", "wounds"
wants = "success" -> wants = "victory"
    16:9: side.hero.wants is "victory"; expected one of "success", "failure", "high lead", "low lead"
wants = "success" -> wants = "success"\nplayer = { rule = "attack + 0" }
    17:10: side.hero.player is { rule = "attack + 0" }; the rule reads "attack", which the choice dice does not see; add it to `sees`
"wounds >= 3" -> "wounds // hits > 3"
    25:9: outcome.failure.when has a divisor that is 0 to 3 and can be 0; write max(1, …) around the divisor
among = [1, 2], sees = ["luck"] -> sees = ["luck"]
    18:19: step[0].choose.dice has no options; expected `among` with the values, or `reroll` with a roll
among = [1, 2], -> reroll = "attack", among = [1, 2],
    18:43: step[0].choose.dice.reroll cannot be used together with `among`; remove one of them
among = [1, 2], sees = ["luck"] -> among = [1, 2], sees = ["luck"] }, again = { by = "hero", reroll = "other"
    18:101: step[0].choose.again.reroll is "other"; expected a roll of at most 12 dice that add no dice, such as 5d6 or 2d6 + 1d8
among = [1, 2], sees = ["luck"] -> among = [1, 2], sees = ["luck", "attack"] }, again = { by = "hero", reroll = "attack"
    18:87: step[0].choose.again sees itself through dice; expected choices that do not see each other; a roll shows the choices of its dice
worth = [0, 2, 5, 9] -> worth = [[0, 2], [5]]
    31:9: table.worth has rows of different lengths; expected a list of numbers, or rows of equal length
worth[hits] -> worth[hits + 4]
    29:19: let.doubled reads place 4 to 7 of worth, which has the places 0 to 3
worth[hits] -> worth
    29:19: let.doubled has the table "worth" without a place; expected worth[x]
worth[hits] -> doubled
    29:19: let.doubled has the unknown name "doubled"; expected one of attack, cup, dice, fate, hits, odd, target, worth, wounds
cup = { red = 1, blue = 2 } -> cup = {}
    33:7: bag.cup has 0 things; expected 1 to 1000, such as { green = 6, red = 3 }
"2dfate" -> "2 from cap"
    9:16: roll.luck draws from "cap"; expected one of cup
"2dfate" -> "2 from cup"
    18:80: step[0].choose.dice.when has "up", which cup does not have; expected one of blue, red
then = [{ if -> times = "0"\nthen = [{ if
    28:25: metric.lead reads "other"; outcomes and metrics of contests with more than one step read no rolls and no choices; store the value in a state
then = [{ if -> times = "attack"\nthen = [{ if
    19:10: step[0].times reads "attack"; a condition is read before the dice of its step are thrown; use `if` in `then`
then = [{ if -> then = [{ refill = ["cap"], if
    19:21: step[0].then[0].refill[0] refills "cap"; expected one of "cup"
among = [1, 2] -> among = [1, "two"]
    18:42: step[0].choose.dice.among has integers and names; expected only integers or only names
among = [1, 2] -> allow = { 3 = "hits > 0" }, among = [1, 2]
    18:48: step[0].choose.dice.allow.3 is the condition of no value; expected one of "1", "2"
among = [1, 2] -> most = 1, among = [1, 2]
    18:41: step[0].choose.dice.most is 1; expected `reroll` with a roll, or no `most`
wants = "success" -> wants = "success"\nplayer = "simple"
    17:10: side.hero.player is "simple"; expected another player, or `simple` in a choice of hero
luck = "2dfate" -> hits = "2dfate"\nluck = "2dfate"
    9:8: roll.hits has a name that is already used at x.toml:13:8; expected another name
doubled = "hits * worth[hits]" -> doubled = 3
    29:11: let.doubled is 3; expected a text of at most 20000 characters / help: write it in quotes
doubled = "hits * worth[hits]" -> doubled = "hits * "
    29:19: let.doubled ends too early; expected a number, a name, dice such as 2d6, or "("
worth = [0, 2, 5, 9] -> worth = []
    31:9: table.worth has 0 elements; expected a list of 1 to 1000 values, each from -1000000000 to 1000000000, or a list of 1 to 1000 integers, each from -1000000000 to 1000000000
worth = [0, 2, 5, 9] -> worth = [0, "x", 5, 9]
    31:13: table.worth[1] is "x"; expected an integer from -1000000000 to 1000000000, or a list of 1 to 1000 integers, each from -1000000000 to 1000000000
worth = [0, 2, 5, 9] -> worth = [[0, 2], 5, 9]
    31:9: table.worth has numbers beside rows; expected a list of numbers, or rows of equal length
[table] -> [tables]
    30:2: tables is not a key here; did you mean table? / help: the keys here are format, kind, title, notes, number, die, let, table, bag, roll, state, team, step, side, outcome, metric, limit, run, expect, sweep, tune
cup = { red = 1, blue = 2 } -> cup = 3
    33:7: bag.cup is 3; expected a table
among = [1, 2], sees = ["luck"] -> among = [1, 2], sees = ["luck"] }, again = { by = "hero", reroll = "attack" }, more = { by = "hero", reroll = "attack"
    18:120: step[0].choose.more throws attack again, as again does; expected one such choice of a roll in a step; `times` lets it throw more than once
among = [1, 2], sees = ["luck"] -> among = [1, 2], sees = ["luck", "dice"]
    18:66: step[0].choose.dice.sees[1] names its own choice; expected one of "attack", "luck", "other"
among = [1, 2], -> among = [1, 2], simple = "dice + 1",
    18:60: step[0].choose.dice.simple reads "dice"; expected only the value that this choice takes, such as 1
luck.up > 0 -> dice > 0
    18:75: step[0].choose.dice.when reads "dice"; a condition of a choice is read before it is made
"hits + 1" }, -> "hits + 1" }, { refill = 3 },
    19:73: step[0].then[1].refill is a number; expected one of "cup"
among = [1, 2], sees = ["luck"] -> among = [1, 2], sees = ["luck"] }, again = { by = "hero", reroll = "luck", allow = { 1 = "hits > 0" }
    18:117: step[0].choose.again.allow is { 1 = "hits > 0" }; expected `among` with values, or no `allow`
[[outcome]]\nname = "success" -> [[step]]\nchoose = { next = { by = "hero", among = [1, 2], when = "dice = 1" } }\n[[outcome]]\nname = "success"
    21:58: step[1].choose.next.when reads "dice"; the choice is made in another step; store the value in a state
[[outcome]]\nname = "success" -> [[step]]\nchoose = { next = { by = "hero", among = [1, 2], sees = ["dice"] } }\n[[outcome]]\nname = "success"
    21:58: step[1].choose.next.sees[0] names dice, a choice of another step; store its value in a state, which the side knows
lead = "hits - wounds + other * 0 + doubled" -> lead = "hits"
then = [{ if -> times = "wounds"\nthen = [{ if
    19:9: step[0].times can be 1000000; expected at most 1000; bound the state, such as wounds = { value = 0, most = 1000 }
"(dice)d6" -> "(dice)d6!0"
    8:20: roll.attack is followed by "0"; expected "!" for any number of explosions, !1 for at most one, e2:6 for at most two of a die that shows a 6, or e5 for dice that show a 5
"(dice)d6" -> "(dice)d6!51"
    8:20: roll.attack is followed by "51"; expected "!" for any number of explosions, !1 for at most one, e2:6 for at most two of a die that shows a 6, or e5 for dice that show a 5
"(dice)d6" -> "(dice)d6e51:6"
    8:20: roll.attack has 51 before ":"; expected 1 to 50 explosions
"#,
    },
    Cases {
        kind: "trade",
        good: r#"kind = "trade"
prosperity = 3
repeat = 2
backer = [{ name = "Base", dice = 2 }, { name = "Patron", dice = 4 }]
cargo = [{ name = "Goods", dice = 2 }, { name = "Spice", dice = 3, origin = "local", held = false }]
[[step]]
type = "bill"
difficulty = 8
contributors = ["Base"]
[[step]]
type = "bill"
difficulty = 9
payer = "Patron"
[[step]]
type = "barter"
give = "Goods"
get = "Spice"
[[step]]
type = "expense"
dice = 1
[rules]
last_die = "spend"
[expect.outcomes]
solvent = [0.1, 1.0]
[expect.metrics]
"mean.prosperity.3" = [0, 6]
"#,
        bad: r#"
"expense" -> "expense
    19:16: unclosed string; expected `"` before the line ends / help: write type = "expense"
["Base"] -> "Base"
    9:16: step[0].contributors is "Base"; expected a list of 1 to 7 texts / help: write a list in brackets, even of one element: [ … ]
repeat = 2 -> repeat = 126
    3:10: repeat makes 504 steps of 4; expected at most 500 steps, all repetitions together
difficulty = 9 ->
    10:1: step[1].difficulty is missing; a step of type "bill" requires it / help: for example difficulty = 10
difficulty = 9 -> dificulty = 9
    12:1: step[1].dificulty is not a key here; did you mean difficulty? / help: the keys here are type, name, difficulty, contributors, payer, pay_on_failure, cargo, give, get, dice
get = "Spice" ->
    14:1: step[2].get is missing; a step of type "barter" requires it / help: for example get = "Expensive Local Cargo"
["Base"] -> ["Bass", "Base", "Base"]
    9:17: step[0].contributors[0] is "Bass"; did you mean Base? / help: the backers are Base, Patron
    9:33: step[0].contributors[2] is "Base"; expected each backer once
payer = "Patron" -> payer = "Nobody"\ncontributors = ["Base"]
    13:9: step[1].payer is "Nobody"; the backers are Base, Patron
    13:9: step[1].payer is "Nobody"; a payer pays the whole bill alone; remove payer or contributors
give = "Goods" -> give = "Good"
    16:8: step[2].give is "Good"; did you mean Goods? / help: the cargoes are Goods, Spice
get = "Spice" -> get = "Goods"
    17:7: step[2].get is "Goods"; expected a cargo other than the one given
, held = false -> , held = true
    17:7: step[2].get is "Spice"; expected a cargo on offer, with held = false
give = "Goods" -> give = "Spice"
get = "Spice" -> get = "Goods"
    17:7: step[2].get is "Goods"; expected a local cargo, with origin = "local" and held = false
, held = false -> , on_offer = true, held = true
    5:97: cargo.Spice.on_offer is true; expected false, or held = false: a cargo on board is not on offer
    17:7: step[2].get is "Spice"; expected a cargo on offer, with held = false
dice = 1 -> dice = 1\npayer = "Base"
    21:9: step[3].payer is "Base"; a step of type "expense" takes dice
type = "expense" -> type = "travel"
    20:8: step[3].dice is 1; a step of type "travel" takes no keys but its name
"#,
    },
    Cases {
        kind: "action_dice",
        good: r#"kind = "action_dice"
contest = "exchange"
[[side]]
name = "red"
player = "keep_1"
[[side.combatant]]
name = "Rosa"
action = 3
hand_to_hand = 4
limited = { dice = 1, to = "attack" }
[[side]]
name = "blue"
[[side.combatant]]
name = "Basil"
count = 2
action = 2
defence = "general"
[[side.combatant]]
name = "Bella"
action = 1
[rules]
hit_tie = "attacker"
[expect.outcomes]
red = [0.0, 1.0]
[expect.metrics]
"mean.out.Rosa" = [0, 1]
"#,
        bad: r#"
"Bella" -> "Basil 2"
    19:8: side.blue.'Basil 2'.name is "Basil 2"; expected another name, as "Basil 2" is taken
"keep_1" -> "attack_2"
    5:10: side.red.player is "attack_2"; expected one of "random", "keep_6", "keep_5", "keep_4", "keep_3", "keep_2", "keep_1", "keep_0", "heavy", "guarded", "all_out", "rollout", "optimal" / help: the frame "split" and its players were removed; use "optimal" for duels, else "guarded"
"keep_1" -> "keep_6"
    5:10: side.red.player is "keep_6"; expected another player: no combatant has more than 4 action dice, so this is keep_4
hit_tie = "attacker" -> frame = "split"
    22:9: rules.frame is "split"; expected "actions", or no frame, as the frame "split" was removed
"#,
    },
    Cases {
        kind: "dice_adventures",
        good: r#"kind = "dice_adventures"
player = "greedy"
heroes = ["warrior", "cleric", "wizard"]
mode = "hardcore+"
adventures = 3
deck = "shuffled"
[[adventure]]
name = "The flooded crypt"
modifier = { dice = 1, by = -1 }
results = [{ gold = 3, rise = 1 }, { gold = 2 }, {}, { fall = 1 }, { dies = 1 }, { dies = 2 }]
[[adventure]]
name = "The tower"
[[adventure]]
name = "The road"
[rules]
ranger = "two"
modifier_when = "after"
[expect.outcomes]
survived = [0.5, 1.0]
[expect.metrics]
"mean.score" = [1, 40]
"p50.bought.provisions" = [0, 3]
"#,
        bad: r#"
"cleric" -> 2
    3:22: heroes[1] is 2; expected one of "bard", "cleric", "ranger", "thief", "warrior", "wizard"
"wizard" -> "warrior"
    3:32: heroes[2] is "warrior"; expected three different classes, and this one is already at x.toml:3:11
, "wizard" ->
    3:10: heroes has 2 elements; expected a list of 3 names, each one of "bard", "cleric", "ranger", "thief", "warrior", "wizard"
adventures = 3 -> adventures = 4
    5:14: adventures is 4; expected at most 3, the number of cards / help: without it, each card is an adventure; a lower number plays the first cards, or any cards with deck = "shuffled"
adventures = 3\ndeck = "shuffled" -> adventures = 4\ndeck = "in_order"
    5:14: adventures is 4; expected at most 3, the number of cards / help: without it, each card is an adventure; a lower number plays the first cards, or any cards with deck = "shuffled"
by = -1 -> by = 0
    9:29: adventure.'The flooded crypt'.modifier.by is 0; expected 1 or -1 / help: for no change, use dice = 0
name = "The tower" -> name = "The tower"\nresults = [{ gold = 9 }, {}, {}, {}, {}, { gold = 1 }]\n[[adventure]]\nname = "The hoard"\nresults = [{}, {}, {}, {}, {}, { gold = 4 }]
    6:8: deck is "shuffled" with up to 16 gold in a game; expected at most 15 gold, counting the richest cards of a game / help: with more, a shuffled game takes too long to solve; in_order has no such limit
"#,
    },
    Cases {
        kind: "abstract",
        good: r#"kind = "abstract"
skill = 57
task = 49
[rules]
tie = "coin"
[expect.outcomes]
success = [0.5, 1.0]
[expect.metrics]
"mean.net" = [1, 40]
"#,
        bad: r#"
skill = 57 -> skill: 57
    2:8: key without a value; expected = and a value after the key / help: write skill = 57
"coin" -> 'coin"
    5:13: unclosed string; expected `'` before the line ends
task -> skill
    3:1: duplicate key; expected each key once in a table / help: the first is on line 2; delete one of them
[expect.outcomes] -> [rules]
    6:2: duplicate key; expected each key once in a table
    7:1: rules.success is not a key here; the keys here are tie, dice, decimals
kind = "abstract" ->
    1:1: kind is missing; expected one of "combat", "survey", "workshop", "quick", "trade", "action_dice", "dice_adventures", "abstract", "dice", "adventure" / help: for example kind = "combat"; `evenodds new combat` prints a whole file to start from
"abstract" -> "abstract rpg"
    1:8: kind is "abstract rpg"; expected one of "combat", "survey", "workshop", "quick", "trade", "action_dice", "dice_adventures", "abstract", "dice", "adventure" / help: did you mean "abstract"?
"abstract" -> 7
    1:8: kind is 7; expected one of "combat", "survey", "workshop", "quick", "trade", "action_dice", "dice_adventures", "abstract", "dice", "adventure"
"#,
    },
    Cases {
        kind: "adventure",
        good: r#"kind = "adventure"
first = "door"
[group]
prosperity = 3
base = [{ name = "Ship", dice = 2 }]
cargo = [{ name = "Silk", dice = 2 }]
[[character]]
name = "Ann"
healer = "Doctor"
classes = [{ name = "Doctor", dice = 3 }, { name = "Pilot", dice = 2 }]
[[character]]
name = "Ben"
classes = [{ name = "Thief", dice = 4 }]
[[scene]]
name = "door"
then = { success = "fight", failure = "caught" }
cost = { failure = { prosperity = 1, of = ["Ben"], classes = true, dice = { Ship = 1 } } }
[scene.contest]
kind = "quick"
difficulty = 9
actor = { character = ["Ben"], classes = ["Thief"] }
[[scene]]
name = "fight"
then = { them = "caught" }
[scene.contest]
kind = "combat"
[[scene.contest.side]]
name = "us"
combatant = [{ character = "Ann" }, { name = "Dog", classes = [{ name = "Dog", dice = 1 }] }]
[[scene.contest.side]]
name = "them"
combatant = [{ name = "Guard", classes = [{ name = "Guard", dice = 5 }] }]
[endings]
caught = "They are caught."
[rules]
advance = "none"
[expect.outcomes]
done = [0, 1]
[expect.metrics]
"mean.scenes" = [1, 2]
"#,
        bad: r#"
"Ben"\nclasses -> "Ann"\nclasses
    12:8: character[1].name is "Ann"; the name is already used at x.toml:8:8
    21:24: scene.door.contest.actor.character is "Ben"; the characters are Ann, Ann, Ship
kind = "quick" -> kind = "adventure"
    19:8: scene.door.contest.kind is "adventure"; expected one of "combat", "survey", "workshop", "quick", "trade", "action_dice", "dice_adventures", "abstract", "dice"
name = "Dog", classes -> name = "Ann", classes
    29:46: scene.fight.contest.side[0].combatant[1].name is "Ann"; expected another character, as Ann already has a part in this scene
actor = { character = ["Ben"], classes = ["Thief"] } -> actor = { character = ["Ben"], classes = ["Thief"] }\nhelper = [{ character = "Ben" }]
    22:25: scene.door.contest.helper[0].character is "Ben"; expected another character, as Ben already has a part in this scene
them = "caught" -> us2 = "caught"
    24:16: scene.fight.then.us2 is not an outcome; did you mean us? / help: the outcomes are us, them, draw, unresolved
cost = { failure -> cost = { failed
    17:19: scene.door.cost.failed is not an outcome; the outcomes are success, failure
failure = "caught" -> failure = "cauhgt"
    16:39: scene.door.then.failure is "cauhgt"; did you mean caught? / help: the scenes and endings are door, fight, done, caught
failure = "caught" } -> failure = "door" }\nworst = "draw"
    17:9: scene.door.worst is "draw"; the outcomes are success, failure
["Thief"] -> ["Theif"]
    21:43: scene.door.contest.actor.classes[0] is "Theif"; did you mean Thief? / help: the Classes of these characters are Thief
character = ["Ben"] -> character = ["Bne"]
    21:24: scene.door.contest.actor.character is "Bne"; did you mean Ben? / help: the characters are Ann, Ben, Ship
healer = "Doctor" -> healer = "Docter"\nlosable = ["Pilot", "Pen"]
    9:10: Ann.healer is "Docter"; did you mean Doctor? / help: the Classes of Ann are Doctor, Pilot
    10:11: Ann.losable is ["Pilot", "Pen"]; the Classes of Ann are Doctor, Pilot
of = ["Ben"] -> of = ["Ben", "Bill"]
    17:43: scene.door.cost.failure.of is ["Ben", "Bill"]; the characters are Ann, Ben
of = ["Ben"] -> of = ["Ship"]
    17:43: scene.door.cost.failure.of is ["Ship"]; the characters are Ann, Ben
{ Ship = 1 } -> { Shop = 1 }
    17:84: scene.door.cost.failure.dice.Shop is neither a base nor a cargo; did you mean Ship? / help: the bases and cargoes are Ship, Silk
first = "door" -> first = ["dor", "fight"]
    2:10: first[0] is "dor"; did you mean door? / help: the scenes are door, fight
name = "Ship" -> name = "Ann"
    5:18: group.base.Ann.name is "Ann"; expected another name, as a character or a base has this one
    17:84: scene.door.cost.failure.dice.Ship is neither a base nor a cargo; the bases and cargoes are Silk
name = "Silk" -> name = "Ship"
    6:19: group.cargo.Ship.name is "Ship"; expected another name, as a character or a base has this one
character = "Ann" } -> character = ["Ship", "Ann"] }
    29:29: scene.fight.contest.side[0].combatant[0].character is "Ship"; expected a character, as a base takes no part in a fight
name = "Dog", classes -> name = "Ship", classes
    29:46: scene.fight.contest.side[0].combatant[1].name is "Ship"; expected a character, as a base takes no part in a fight
name = "Guard", classes -> name = "Ship", classes
    32:23: scene.fight.contest.side[1].combatant[0].name is "Ship"; expected a character, as a base takes no part in a fight
{ character = "Ann" } -> { name = "Ship" }
    29:23: scene.fight.contest.side[0].combatant[0].name is "Ship"; expected a character, as a base takes no part in a fight
classes = true -> wound = ["nasty"]
    17:61: scene.door.cost.failure.wound[0] is "nasty"; expected true, false, or a list of "non_combatant", "permanent_loss", "nasty_wound"
name = "fight" -> name = "caught"
    16:20: scene.door.then.success is "fight"; the scenes and endings are door, caught, done
    34:10: endings.caught is an ending; expected another name, as a scene has this one
name = "fight" -> name = "done"
success = "fight" -> success = "done"
    23:8: scene.done.name is "done"; expected another name, as an ending or outcome has this one
caught = "They are caught." -> unresolved = "It is open."\ncaught = 3
    34:14: endings.unresolved is an ending; expected another name, as "unresolved" is the outcome without an ending
    35:10: endings.caught is 3; expected a sentence for each ending, as in done = "The crew flies home." / help: write it in quotes
character = "Ann" } -> character = "Ann", count = 2 }
    29:43: scene.fight.contest.side[0].combatant[0].count is 2; expected 1, as a character exists once
[group]\nprosperity = 3\nbase = [{ name = "Ship", dice = 2 }]\ncargo = [{ name = "Silk", dice = 2 }] ->
, dice = { Ship = 1 } ->
    14:35: scene.door.cost.failure.prosperity is 1; expected 0, as there is no group with prosperity / help: add a group: group = { prosperity = 3 }
{ them = "caught" } -> { us = "door", them = "door", draw = "door", unresolved = "door" }
failure = "caught" -> failure = "door"
    14:1: scene never ends, as its scenes lead to each other in a circle; let an outcome lead to an ending, as in then = { success = "done" }
"#,
    },
];
