//! The kind `dice`: its keys, players and metrics for help and faults, and the seats and contests of
//! checked files.

use super::keys::{self, Player};
use super::{RULE, model, teams};
use evenodds_core::contest::{Contest, Kind, Level, ListOrder, PlayerHelp, Seat};
use evenodds_core::document::{CheckedTable, Faults, literal_without};

/// Kind of contests of one's own.
pub static KIND: Kind = Kind {
    name: "dice",
    title: "Dice",
    summary: "What happens in a dice game whose rules are in the file: rolls, rounds, choices?",
    keys: keys::KEYS,
    lists: &[
        ("die.*", ListOrder::Free),
        ("table.*", ListOrder::Meaning("the places from 0")),
        ("table.*[]", ListOrder::Meaning("the places from 0")),
        (
            "die.*.faces",
            ListOrder::Meaning("each face has the weight in the same place"),
        ),
        (
            "die.*.weights",
            ListOrder::Meaning("each weight is that of the face in the same place"),
        ),
        ("step", ListOrder::Meaning("the course of a round")),
        (
            "team.*.members",
            ListOrder::Meaning("the order of turns without `order`, and which target is first"),
        ),
        ("team.*.carry", ListOrder::Free),
        (
            "step[].each",
            ListOrder::Meaning("the order of turns of the teams"),
        ),
        ("step[].roll", ListOrder::Free),
        (
            "step[].action",
            ListOrder::Meaning("the player `first` takes the first one"),
        ),
        (
            "step[].action[].then",
            ListOrder::Meaning("the changes in their order"),
        ),
        (
            "step[].choose.*.among",
            ListOrder::Meaning("the player `first` takes the first value"),
        ),
        ("step[].choose.*.sees", ListOrder::Free),
        (
            "step[].then",
            ListOrder::Meaning("the changes in their order"),
        ),
        ("step[].then[].*", ListOrder::Free),
        ("side", ListOrder::Free),
        (
            "outcome",
            ListOrder::Meaning("the first outcome whose condition holds occurs"),
        ),
    ],
    positions: &[],
    players: &PLAYERS,
    seats,
    outcomes: "names of the file's outcomes, or of the last team that stands, and `draw` if none does; \
               `unresolved` after `limit.rounds` rounds",
    metrics: &[
        (
            "rounds",
            "rounds that were played; only with `[state]` or more than one round",
        ),
        ("value.*", "number under `[metric]`"),
        ("state.*", "state at the end"),
        (
            "survivors.*",
            "members of a team that stand at the end; only with `[team]`",
        ),
        (
            "standing.*",
            "members of one entry of a team that stand at the end; only with `[team]`",
        ),
        (
            "damage.*",
            "hit points that enemies lose by the member; only with `[team]` and a field `hp`",
        ),
    ],
    examine: |_, _| (),
    build,
};

static PLAYERS: [PlayerHelp; Player::ALL.len()] = {
    let mut players = PlayerHelp::quick(&Player::NAMES);
    players[Player::Simple as usize].level = Level::Simple;
    players[Player::First as usize].level = Level::Simple;
    players[Player::Focus as usize].level = Level::Good;
    players[Player::Focus as usize].with_key = Some(("team", true));
    players[Player::Never as usize].with_key = Some(("team", false));
    players[Player::Rollout as usize].slow = true;
    players[Player::Rollout as usize].level = Level::Good;
    players[Player::Optimal as usize].level = Level::Good;
    players
};

/// Returns the seats of a checked file.
fn seats(table: &CheckedTable) -> Vec<Seat> {
    if table.given("team") {
        return teams::seats(table);
    }
    let outcomes = table.tables("outcome");
    let first = (outcomes.first()).and_then(|outcome| outcome.text("name"));
    let seats = table.tables("side").iter().filter_map(|side| {
        let wants = side.text("wants")?;
        let is_outcome = outcomes
            .iter()
            .any(|outcome| outcome.text("name") == Some(wants));
        let outcome = if is_outcome { Some(wants) } else { first };
        seat_at(side, side.text("name")?, outcome?, Player::Optimal)
    });
    seats.collect()
}

/// Returns the seat of a side or a team; `usual` is the player that its table leaves out.
pub(super) fn seat_at(
    table: &CheckedTable,
    name: &str,
    outcome: &str,
    usual: Player,
) -> Option<Seat> {
    let settings = table.item("player")?.as_table();
    let Some(settings) = settings.filter(|settings| !settings.given("name")) else {
        return Seat::at(table, name, outcome);
    };
    let is_rule = settings.given("rule");
    let player = if is_rule { RULE } else { usual.name() };
    Some(Seat {
        name: name.to_owned(),
        path: table.path_of("player"),
        outcome: outcome.to_owned(),
        own: Vec::new(),
        player,
        value: if is_rule {
            literal_without(settings, "error")
        } else {
            player.to_owned()
        },
        has_settings: is_rule,
    })
}

/// Returns the contest, or reports all faults of names and expressions, and players that the file
/// names although what they compute is not defined.
fn build(table: &CheckedTable, faults: &mut Faults) -> Option<Box<dyn Contest>> {
    if table.given("team") {
        return teams::build(table, faults).map(|contest| Box::new(contest) as Box<dyn Contest>);
    }
    let contest = model::read(table, faults)?;
    if let Some(reason) = contest.hidden_information() {
        let sides = contest.parts.sides.iter().zip(table.tables("side"));
        let ahead = sides.filter(|(side, _)| side.looks_ahead());
        refuse_players(ahead.map(|one| one.1), &reason, faults)?;
    }
    Some(Box::new(contest))
}

/// Reports the players that these sides or teams name, for a reason. Returns `None` if there are any.
pub(super) fn refuse_players<'a>(
    tables: impl Iterator<Item = &'a CheckedTable>,
    reason: &str,
    faults: &mut Faults,
) -> Option<()> {
    let before = faults.len();
    for table in tables.filter(|table| table.given("player")) {
        let accepted = format!("expected another player, since {reason}");
        faults.refuse(table, "player", accepted, None);
    }
    (faults.len() == before).then_some(())
}
