//! A checked file as a contest of teams. The submodule describes it.

mod described;

use super::super::keys::{At, Bounds, File, LimitKeys, MOST_ROUNDS, MemberKeys, Player, StepKeys};
use super::super::model::{by_name, vocabulary};
use super::super::{refuse_players, seat_at};
use super::optimal;
use super::plan::{Step, ValuePlan};
use super::position::Standing;
use super::read::Reader;
use super::roster::{self, Entry, EntryId, Field, Roster, Start};
use super::scope::{Bank, Known, WorldState, text_of, texts_of};
use super::{Ending, TeamContest};
use described::{outcomes, rollers, sides, unread_fields};
use evenodds_core::contest::{ActingSide, Cutoff, Description, MainFigure, Metric, Seat};
use evenodds_core::document::{CheckedTable, Faults, Item};
use evenodds_dice::expression::{BinaryOp, Node, NodeId, Program, Range};
use std::collections::BTreeMap;

/// Largest value of a state without bounds in the file.
const MOST_STATE: i64 = 1_000_000;
/// Limit of rounds without one in the file.
const USUAL_ROUNDS: u32 = 1_000;
/// Largest damage that is counted fastest.
const MOST_DAMAGE: i64 = 1_000;

/// Returns the seats of a checked file with teams, those that have choices.
pub fn seats(table: &CheckedTable) -> Vec<Seat> {
    let outcomes = table.tables("outcome");
    let contest = build(table, &mut Faults::new());
    let has_choices = |name: &str| {
        let contest = contest.as_ref();
        contest.is_none_or(|contest| {
            contest
                .roster
                .team(name)
                .is_some_and(|team| contest.chooses(team))
        })
    };
    let teams = table.map("team").iter();
    let seats = teams
        .filter(|one| has_choices(&one.0))
        .filter_map(|(name, team)| {
            let named = outcomes.iter().find(|one| one.text("name") == Some(name));
            let outcome = named.or(outcomes.first()).and_then(|one| one.text("name"));
            let team = team.as_table()?;
            seat_at(team, name, outcome.unwrap_or(name), Player::Focus)
        });
    seats.collect()
}

/// Returns the contest, or reports all faults.
pub fn build(table: &CheckedTable, faults: &mut Faults) -> Option<TeamContest> {
    let before = faults.len();
    let file = File::read(table)?;
    refuse_others(table, &file, faults);
    let vocabulary = vocabulary(&file, faults)?;
    let changed = roster::changed_fields(&file);
    let mut roster = roster::read(&file, &vocabulary, &changed, faults)?;
    let world = states(file.state.all(), faults)?;
    let limit = LimitKeys::read(&file.limit)?;
    let most_rounds = match limit.rounds {
        Some(rounds) => rounds.0?,
        None => USUAL_ROUNDS,
    };
    debug_assert!(most_rounds <= MOST_ROUNDS);
    for (name, item) in file.state.all().iter().chain(file.named.all()) {
        if roster.field(name).is_some() || roster.team(name).is_some() {
            let found = "has the name of a field or a team";
            faults.refuse_item(item, found, "expected another name", None);
        }
    }
    let named = file.named.all().iter();
    let named: BTreeMap<String, String> = named
        .filter_map(|(name, item)| Some((name.clone(), item.as_text()?.to_owned())))
        .collect();
    let mut streams = vec![vec!["player".to_owned()]; roster.entries.len()];
    let mut plain_streams = Vec::new();
    let mut start_rolls = Vec::new();
    for (entry, streams) in streams.iter_mut().enumerate() {
        let known = Known {
            vocabulary: &vocabulary,
            roster: &roster,
            world: &world,
            named: &named,
            most_rounds,
        };
        let of_entry = start_rolls_of(entry, &file, known, streams, faults);
        let of_entry = of_entry?;
        for (field, plan) in &of_entry {
            let range = plan.formulas.bounds(plan.value);
            if let Some(Field::Changing { bounds, .. }) = &mut roster.entries[entry].fields[*field]
            {
                bounds.low = bounds.low.min(range.low);
                if bounds.high == i64::MIN {
                    bounds.high = range.high;
                }
            }
        }
        start_rolls.push(of_entry);
    }
    let warnings = unread_fields(&file, &roster, &changed);
    let known = Known {
        vocabulary: &vocabulary,
        roster: &roster,
        world: &world,
        named: &named,
        most_rounds,
    };
    let mut standing = Vec::new();
    for (entry, streams) in streams.iter_mut().enumerate() {
        if roster.entries[entry].standing.is_none() {
            standing.push(Standing::Always);
            continue;
        }
        let read = once(faults, |faults| {
            Reader::new(known, None, streams, faults).standing(entry)
        });
        standing.push(read.map_or(Standing::Always, |(formulas, node)| {
            match above(&formulas.program, node, &formulas.sources) {
                Some((field, least)) => Standing::Above(field, least),
                None => Standing::If(Box::new(formulas), node),
            }
        }));
    }
    let mut steps = Vec::new();
    for (keys, table) in file.step.all().iter().zip(table.tables("step")) {
        let step = (keys, table);
        let step = read_step(step, known, (&mut streams, &mut plain_streams), faults);
        steps.extend(step);
    }
    if !table.given("step") {
        faults.refuse_table(
            table,
            "has no steps",
            "add a [[step]] with each = [TEAM, …]",
            None,
        );
    }
    let mut world_streams = Vec::new();
    let mut reader = Reader::new(known, None, &mut world_streams, faults);
    let mut from = Vec::new();
    for entry in &roster.entries {
        from.push(entry.from.as_ref().map(|item| reader.plain(item)));
    }
    let mut endings = Vec::new();
    for (index, outcome) in file.outcome.all().iter().enumerate() {
        endings.push(Ending {
            when: match &outcome.when {
                Some(item) => Some(reader.plain(item)?),
                None => None,
            },
            at_round: outcome.at.0? == At::Round || outcome.when.is_none(),
            outcome: index,
        });
    }
    let mut own_metrics = Vec::new();
    for (place, name, item) in by_name(file.metric.all()) {
        own_metrics.push((place, name.to_owned(), reader.plain(item)?));
    }
    let world_formulas = reader.formulas();
    if faults.len() > before {
        return None;
    }
    let from: Vec<Option<(NodeId, Vec<usize>)>> = from
        .into_iter()
        .map(|node| {
            let node = node.flatten()?;
            Some((node, world_formulas.reads([node])))
        })
        .collect();
    for (place, team) in order_of_turns(&steps, &roster).into_iter().enumerate() {
        roster.teams[team].place = place;
    }
    let outcomes = outcomes(&file, &roster, most_rounds);
    let mut display: Vec<usize> = (0..roster.teams.len()).collect();
    display.sort_by_key(|&team| roster.teams[team].place);
    let mut outcome_of = vec![0; roster.teams.len()];
    for (place, &team) in display.iter().enumerate() {
        outcome_of[team] = place;
    }
    let mut metrics = vec![Metric {
        help: "rounds that were played",
        ..Metric::number("rounds", "rounds", 1, i64::from(most_rounds.min(1_000)))
    }];
    let hit_points = roster
        .field("hp")
        .filter(|&field| roster.places[field].is_some());
    let mut standing_metrics = vec![0; roster.entries.len()];
    let mut survivors_metrics = vec![0; roster.teams.len()];
    let mut damage_metrics = vec![None; roster.entries.len()];
    // The team distinguishes members of two teams with the same name.
    let subject = |entry: EntryId| {
        let Entry { name, team, .. } = &roster.entries[entry];
        let equal = roster.entries.iter().filter(|other| other.name == *name);
        match equal.count() {
            1 => name.clone(),
            _ => format!("{} {name}", roster.teams[*team].name),
        }
    };
    for &team in &display {
        let Team { name, entries, .. } = &roster.teams[team];
        let members: u32 = (entries.clone())
            .map(|entry| roster.entries[entry].count as u32)
            .sum();
        survivors_metrics[team] = metrics.len();
        let metric = Metric {
            help: "members of the team that stand at the end",
            ..Metric::number("survivors", "", 0, 1).about(name, name)
        };
        metrics.push(metric.counting(members));
        for entry in entries.clone() {
            let of = &roster.entries[entry];
            standing_metrics[entry] = metrics.len();
            let metric = Metric {
                help: "members that stand at the end",
                ..Metric::number("standing", "", 0, 1).about(&subject(entry), name)
            };
            metrics.push(metric.counting(of.count as u32));
        }
        for entry in entries.clone().filter(|_| hit_points.is_some()) {
            damage_metrics[entry] = Some(metrics.len());
            metrics.push(Metric {
                help: "hit points that enemies lose by the members",
                ..Metric::number("damage", "", 0, MOST_DAMAGE).about(&subject(entry), name)
            });
        }
    }
    own_metrics.sort_by_key(|one| one.0);
    let mut own = Vec::new();
    for (_, name, node) in &own_metrics {
        let range = world_formulas.bounds(*node);
        own.push((*node, metrics.len()));
        metrics.push(Metric::number("value", "", range.low, range.high).about(name, ""));
    }
    let mut shown: Vec<usize> = (0..world.len()).collect();
    shown.sort_by_key(|&state| world[state].place);
    let mut state_metrics = Vec::new();
    for state in shown {
        let WorldState { name, bounds, .. } = &world[state];
        state_metrics.push((state, metrics.len()));
        metrics.push(Metric::number("state", "", bounds.low, bounds.high).about(name, ""));
    }
    let marked = file
        .outcome
        .all()
        .iter()
        .enumerate()
        .filter(|one| one.1.success);
    let marked: Vec<usize> = marked.map(|one| one.0).collect();
    let unresolved = outcomes.len() - 1;
    let sides = sides(&roster, &display, (&outcomes, &marked), endings.is_empty());
    let description = Description {
        warnings,
        actors: roster
            .teams
            .iter()
            .enumerate()
            .map(|(team, one)| ActingSide {
                side: display.iter().position(|&shown| shown == team).unwrap_or(0),
                ..ActingSide::alone(&one.name)
            })
            .collect(),
        sides,
        outcomes,
        metrics,
        highlights: &["value", "rounds", "standing", "damage", "state"],
        main: if marked.is_empty() {
            MainFigure::First
        } else {
            MainFigure::Successes(marked)
        },
        cutoffs: vec![
            Cutoff {
                key: "limit.rounds",
                most: most_rounds,
                unit: "rounds",
                outcome: Some(unresolved),
            },
            Cutoff {
                key: "limit.explode",
                most: limit.explode,
                unit: "explosions of a die",
                outcome: None,
            },
        ],
        ..Description::default()
    };
    let (rollers, rollers_of, lots) = rollers(&roster, &streams, &plain_streams);
    let (constants, bounds, text_places) = fields(&roster);
    let mut start_values = Vec::new();
    for &entry in &roster.entry_of {
        for (field, place) in roster.places.iter().enumerate() {
            if place.is_some() {
                start_values.push(match roster.field_of(entry, field) {
                    Some(
                        Field::Constant(value)
                        | Field::Changing {
                            start: Start::Number(value),
                            ..
                        },
                    ) => *value,
                    _ => 0,
                });
            }
        }
    }
    start_values.extend(world.iter().map(|state| state.start));
    let joined = roster.entry_of.iter().map(|&entry| from[entry].is_none());
    let joined: Vec<bool> = joined.collect();
    let mut late = vec![0; roster.teams.len()];
    for (member, joined) in joined.iter().enumerate() {
        late[roster.team_of(member)] += u32::from(!joined);
    }
    let orders = steps.iter_mut().filter_map(|step| step.order.as_mut());
    let orders = orders.flat_map(|plans| plans.iter_mut().flatten());
    let starts = start_rolls.iter_mut().flatten().map(|one| &mut one.1);
    for (number, plan) in starts.chain(orders).enumerate() {
        plan.number = number;
    }
    let ending_nodes = endings.iter().filter_map(|ending| ending.when);
    let mut contest = TeamContest {
        ending_reads: world_formulas.reads(ending_nodes),
        metric_reads: world_formulas.reads(own.iter().map(|one| one.0)),
        team_of: (0..roster.entry_of.len())
            .map(|member| roster.team_of(member))
            .collect(),
        world,
        start_values,
        joined,
        late,
        constants,
        bounds,
        text_places,
        standing,
        start_rolls,
        steps,
        world_formulas,
        has_late: from.iter().any(Option::is_some),
        from,
        endings,
        metrics: own,
        state_metrics,
        most_rounds,
        most_steps: limit.steps.map(i64::unsigned_abs),
        rollers,
        rollers_of,
        lots,
        hit_points,
        damage_metrics,
        standing_metrics,
        survivors_metrics,
        outcome_of,
        description,
        prepared: super::Prepared::default(),
        roster,
    };
    contest.name_players();
    let built = &contest;
    let with = |player: Player| {
        let teams = table.map("team").iter();
        teams.filter_map(move |(name, table)| {
            let team = &built.roster.teams[built.roster.team(name)?];
            (team.player == player).then_some(table.as_table()?)
        })
    };
    if contest.has_optimal()
        && let Some(reason) = optimal::undefined(&contest)
    {
        refuse_players(with(Player::Optimal), reason, faults)?;
    }
    if contest.steps.iter().any(|step| step.is_at_once) {
        let reason = "play-outs would know what others do at the same time (`at_once`)";
        refuse_players(with(Player::Rollout), reason, faults)?;
    }
    Some(contest)
}

use super::roster::Team;

/// Returns the teams in the order of their first turns, then the others: the order of their names in
/// the file means nothing.
fn order_of_turns(steps: &[Step], roster: &Roster) -> Vec<usize> {
    let turns = steps.iter().flat_map(|step| &step.members);
    let turns = turns.map(|&member| roster.team_of(member));
    let mut order = Vec::new();
    for team in turns.chain(0..roster.teams.len()) {
        if !order.contains(&team) {
            order.push(team);
        }
    }
    order
}

/// Reports keys that contests of teams do not have.
fn refuse_others(table: &CheckedTable, file: &File, faults: &mut Faults) {
    for (key, accepted) in [
        ("bag", "contests of teams have no bags; use dice or states"),
        (
            "roll",
            "write the rolls of a step under the step: roll = { hit = \"1d20\" }",
        ),
    ] {
        if let Some((_, item)) = table.map(key).first() {
            faults.refuse_item(item, "is not possible beside [team]", accepted, None);
        }
    }
    if let Some(side) = file.side.all().first() {
        let accepted = "the teams are the sides: set their `player`";
        faults.refuse_table(side, "is not possible beside [team]", accepted, None);
    }
    for step in file.step.all() {
        if let Some((_, item)) = step.choose.all().first() {
            let accepted = "members choose among actions, [[step.action]], and targets";
            faults.refuse_item(item, "is not possible beside [team]", accepted, None);
        }
        if let Some(item) = &step.roll
            && item.as_map().is_none()
        {
            let accepted = "expected rolls by name, such as { hit = \"1d20\" }";
            faults.refuse_item(item, "names rolls", accepted, None);
        }
    }
}

/// Reads the states.
fn states(entries: &[(String, Item)], faults: &mut Faults) -> Option<Vec<WorldState>> {
    let mut states = Vec::new();
    for (place, name, item) in by_name(entries) {
        let (start, least, most) = match item.as_table() {
            Some(table) => {
                let Bounds { value, least, most } = Bounds::read(table)?;
                (value, least, most)
            }
            None => (item.as_integer()?, None, None),
        };
        let low = least.unwrap_or(if start >= 0 { 0 } else { -MOST_STATE });
        let bounds = Range {
            low,
            high: most.unwrap_or(MOST_STATE.max(start)),
        };
        if !bounds.contains(start) {
            let accepted = format!("expected {} to {}", bounds.low, bounds.high);
            faults.refuse_item(item, format!("begins with {start}"), accepted, None);
            return None;
        }
        states.push(WorldState {
            name: name.to_owned(),
            place,
            start,
            bounds,
        });
    }
    Some(states)
}

/// Reads the start values of an entry that are rolled.
fn start_rolls_of(
    entry: EntryId,
    file: &File,
    known: Known<'_>,
    streams: &mut Vec<String>,
    faults: &mut Faults,
) -> Option<Vec<(usize, ValuePlan)>> {
    let roster = known.roster;
    let mut plans = Vec::new();
    let team = &roster.teams[roster.entries[entry].team];
    let (_, table) = file.team.all().iter().find(|one| one.0 == team.name)?;
    let members = table.tables("members");
    let member = members.get(entry - team.entries.start)?;
    let keys = MemberKeys::read(member)?;
    for (field, read) in roster.entries[entry].fields.iter().enumerate() {
        let Some(Field::Changing {
            start: Start::Roll(text),
            ..
        }) = read
        else {
            continue;
        };
        let name = &roster.fields[field];
        let item = &keys.fields.all().iter().find(|one| one.0 == *name)?.1;
        let item = item.as_table()?.item("roll")?.clone();
        let stream = format!("start/{name}");
        let reader = Reader::new(known, Some(entry), streams, faults);
        plans.push((field, reader.value(text, &item, &stream, Bank::Nobody)?));
    }
    Some(plans)
}

/// Reads a part of a file, and adds its faults unless they are known: entries that share a text have
/// the same faults.
fn once<T>(faults: &mut Faults, read: impl FnOnce(&mut Faults) -> T) -> T {
    let mut own = Faults::new();
    let read = read(&mut own);
    faults.extend_once(&own);
    read
}

/// Reads a step.
fn read_step(
    (keys, table): (&StepKeys, &CheckedTable),
    known: Known<'_>,
    (streams, plain): (&mut [Vec<String>], &mut Vec<String>),
    faults: &mut Faults,
) -> Option<Step> {
    let roster = known.roster;
    let mut teams = Vec::new();
    if let Some(item) = &keys.each {
        for item in item.as_list().unwrap_or(std::slice::from_ref(item)) {
            let name = item.as_text()?;
            let Some(team) = roster.team(name) else {
                let names: Vec<&str> = roster.teams.iter().map(|team| &*team.name).collect();
                let accepted = format!("expected one of \"{}\"", names.join("\", \""));
                faults.refuse_item(item, format!("is \"{name}\""), accepted, None);
                return None;
            };
            if teams.contains(&team) {
                faults.refuse_item(item, "is listed twice", "remove one of them", None);
                return None;
            }
            teams.push(team);
        }
        if teams.is_empty() {
            let accepted = "expected at least one team, or a step without `each`";
            faults.refuse_item(item, "is empty", accepted, None);
            return None;
        }
    }
    if keys.order_each_round && keys.order.is_none() {
        faults.refuse(
            table,
            "order_each_round",
            "add `order` with the initiative",
            None,
        );
        return None;
    }
    let mut turns: Vec<Option<super::plan::Turn>> = vec![None; roster.entries.len() + 1];
    let mut is_complete = true;
    let mut order: Option<Vec<Option<ValuePlan>>> = None;
    if teams.is_empty() {
        if let Some(action) = table.tables("action").first() {
            let accepted = "only members choose among actions: add `each` with their teams";
            faults.refuse_table(action, "is in a step without `each`", accepted, None);
            return None;
        }
        let reader = Reader::new(known, None, plain, faults);
        let turn = reader.turn(keys);
        is_complete &= turn.is_some();
        turns[roster.entries.len()] = turn;
    } else {
        for &team in &teams {
            for entry in roster.teams[team].entries.clone() {
                let turn = once(faults, |faults| {
                    Reader::new(known, Some(entry), &mut streams[entry], faults).turn(keys)
                });
                is_complete &= turn.is_some();
                turns[entry] = turn;
            }
        }
        if let Some(item) = &keys.order {
            let mut plans = vec![None; roster.entries.len()];
            let number = item.as_integer().map(|number| number.to_string());
            let text = item.as_text().map(str::to_owned).or(number)?;
            for &team in &teams {
                for entry in roster.teams[team].entries.clone() {
                    let plan = once(faults, |faults| {
                        let reader = Reader::new(known, Some(entry), &mut streams[entry], faults);
                        reader.value(&text, item, "order", Bank::Own)
                    });
                    is_complete &= plan.is_some();
                    plans[entry] = plan;
                }
            }
            order = Some(plans);
        }
    }
    let members = teams
        .iter()
        .flat_map(|&team| roster.teams[team].members.clone());
    is_complete.then(|| Step {
        members: members.collect(),
        turns,
        orders_each_round: order.is_some() && keys.order_each_round,
        order,
        is_at_once: keys.at_once,
    })
}

/// Returns the field and the number of a condition of the form `field > number`.
fn above(
    program: &Program,
    node: NodeId,
    sources: &[super::scope::Source],
) -> Option<(usize, i64)> {
    let (high, low, is_strict) = match *program.node(node) {
        Node::Binary(BinaryOp::Greater, a, b) => (a, b, true),
        Node::Binary(BinaryOp::GreaterOrEqual, a, b) => (a, b, false),
        Node::Binary(BinaryOp::Less, a, b) => (b, a, true),
        Node::Binary(BinaryOp::LessOrEqual, a, b) => (b, a, false),
        _ => return None,
    };
    let Node::Variable(variable) = *program.node(high) else {
        return None;
    };
    let least = program.constant(low)?;
    match sources[variable] {
        super::scope::Source::Each(field) => Some((field, least - i64::from(!is_strict))),
        _ => None,
    }
}

/// Constants, bounds and places of texts, by entry and field.
type FieldTables = (Vec<Vec<i64>>, Vec<Vec<Range>>, Vec<Vec<i64>>);

fn fields(roster: &Roster) -> FieldTables {
    let count = roster.fields.len();
    let mut tables: FieldTables = Default::default();
    let texts: Vec<Vec<String>> = (0..count).map(|field| texts_of(roster, field)).collect();
    for entry in &roster.entries {
        let (mut constants, mut bounds, mut places) =
            (vec![0; count], vec![Range::only(0); count], vec![0; count]);
        for (field, read) in entry.fields.iter().enumerate() {
            match read {
                Some(Field::Constant(value)) => {
                    constants[field] = *value;
                    bounds[field] = Range::only(*value);
                }
                Some(Field::Changing { bounds: of, .. }) => bounds[field] = *of,
                Some(Field::Text(_)) | None => {}
            }
            let text = read.as_ref().map(text_of);
            let place = texts[field]
                .iter()
                .position(|one| Some(one) == text.as_ref());
            places[field] = place.unwrap_or(0) as i64;
        }
        tables.0.push(constants);
        tables.1.push(bounds);
        tables.2.push(places);
    }
    tables
}
