//! A kind of contest of your own with the whole command line: Pig against the clock. In each of a few turns, the
//! player rolls a die as often as it likes; a 1 loses the points of the turn. The goal is a number of points.
//!
//! In a project of your own, it needs the crates `evenodds` and `evenodds-core` by path or git.
//!
//!     cargo run --example own_kind -- run @pig
//!     cargo run --example own_kind -- hint @pig --table "Turn: 4; Points: 20; Sum: 14"

use evenodds::Library;
use evenodds_core::contest::game::{
    ActionValues, Game, GameStop, HintGame, OptimalPolicy, PlayoutGame, RatedGame,
};
use evenodds_core::contest::positions::position;
use evenodds_core::contest::{
    ActingSide, Builtin, ConfiguredPlayers, Contest, Describe, Description, DistributionBuilder,
    Evaluate, Events, ExactDistribution, Hints, Kind, Level, NoExact, Observer, Outcome,
    PlayerHelp, RatedSide, Record, Seat, Silent, Solve, choices, default, metrics, table, whole,
};
use evenodds_core::dice::{Dice, Enumerated};
use evenodds_core::document::{CheckedTable, Faults, Source};
use std::collections::BTreeMap;
use std::process::ExitCode;
use std::sync::{Arc, OnceLock};

// The second text names the rules below: change it with them, so that no stored answer of earlier rules is used.
static LIBRARY: Library = Library::new(&[&KIND], &[PIG], &[], &[evenodds::BUILD, "pig 1"]);

const PIG: Builtin = Builtin {
    name: "pig",
    path: "scenarios/pig/pig.toml",
    text: "kind = \"pig\"\n",
};

fn main() -> ExitCode {
    ExitCode::from(evenodds::cli::main_for(&LIBRARY))
}

static KIND: Kind = Kind {
    name: "pig",
    title: "Pig against the clock",
    summary: "Does the player reach the goal before the turns are over?",
    keys: Rules::KEYS,
    lists: &[],
    positions: Position::KEYS,
    players: &PLAYERS,
    seats: |table| Seat::at(table, "player", "success").into_iter().collect(),
    outcomes: "`success` if the player reaches the goal, else `failure`",
    metrics: Layout::HELP,
    examine: |_, _| (),
    build,
};

choices! {
    /// Player of the game.
    enum Player {
        /// holds at 10 points or more
        Cautious = "cautious",
        /// plays optimally
        Optimal = "optimal",
    }
}

static PLAYERS: [PlayerHelp; 2] = {
    let mut players = PlayerHelp::quick(&Player::NAMES);
    players[0].level = Level::Simple;
    players[1].level = Level::Good;
    players
};

table! {
    /// A file: these keys, and those of all scenarios.
    #[derive(Clone, Copy)]
    struct Rules {
        /// Points to reach.
        goal: u32 = default("50", whole(2, 200)).tunable(5.0),
        /// Number of turns.
        turns: u32 = default("5", whole(1, 20)).tunable(1.0),
        /// Player that decides.
        player: Player = Player::Optimal.as_default(),
    }
}

table! {
    /// A position. Its order is that of play.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
    struct Position {
        /// Number of the turn, from 1.
        turn: u32 = default("1", whole(1, 20)),
        /// Points of earlier turns.
        points: u32 = default("0", whole(0, 200)),
        /// Points of this turn so far.
        sum: u32 = default("0", whole(0, 200)),
    }
}

metrics! {
    /// Indices of the metrics.
    const Layout(all, goal: u32) {
        /// points at the end
        POINTS = "points" => all.number("points", 0, i64::from(goal) + 5),
    }
}

struct Pig {
    rules: Rules,
    description: Description,
    policy: OnceLock<OptimalPolicy<Pig>>,
}

fn build(table: &CheckedTable, _: &mut Faults) -> Option<Box<dyn Contest>> {
    let rules = Rules::read(table)?;
    Some(Box::new(Pig {
        rules,
        description: Description {
            outcomes: vec![
                Outcome::new("success", "the player reaches the goal"),
                Outcome::new("failure", "the player does not reach the goal").failing(),
            ],
            metrics: Layout::list(rules.goal),
            highlights: &["points"],
            players: ConfiguredPlayers::single(rules.player.name()),
            sides: RatedSide::and_failure("player", 2),
            actors: vec![ActingSide::alone("player")],
            ..Description::default()
        },
        policy: OnceLock::new(),
    }))
}

impl Pig {
    fn policy(&self) -> &OptimalPolicy<Self> {
        let solve = || {
            OptimalPolicy::solve(self, 1_000_000).expect("at most 20 turns of 200 by 200 points")
        };
        self.policy.get_or_init(solve)
    }

    /// Returns whether the player rolls, rather than holds.
    fn rolls(&self, position: &Position) -> bool {
        match self.rules.player {
            Player::Cautious => position.sum < 10,
            Player::Optimal => self.policy().action(position).unwrap_or(true),
        }
    }
}

impl Describe for Pig {
    fn description(&self) -> &Description {
        &self.description
    }

    fn rollers(&self) -> Vec<String> {
        vec!["player".to_owned()]
    }
    fn evaluation(&self) -> Option<&dyn Evaluate> {
        Some(self)
    }
    fn hints(&self) -> Result<&dyn Hints, &'static str> {
        Ok(self)
    }
}

impl Events for Pig {
    /// An action and its roll.
    type Event = (Position, u32);

    fn narrate(&self, &(Position { turn, points, sum }, face): &(Position, u32)) -> String {
        match face {
            0 => format!("Turn {turn}: holds and has {} points.", points + sum),
            1 => format!("Turn {turn}: rolls 1 and loses {sum}."),
            _ => format!("Turn {turn}: rolls {face}."),
        }
    }
}

impl Game for Pig {
    type Position = Position;
    /// Whether to roll, rather than hold.
    type Action = bool;
    type Memory = ();

    fn start(&self) -> Position {
        Position {
            turn: 1,
            points: 0,
            sum: 0,
        }
    }
    fn memory(&self) {}
    fn advance<D: Dice, O: Observer<Self::Event>>(
        &self,
        position: &mut Position,
        _: &mut D,
        _: &mut O,
    ) -> GameStop {
        if position.points >= self.rules.goal {
            GameStop::End(0)
        } else if position.turn > self.rules.turns {
            GameStop::End(1)
        } else {
            GameStop::Decision(0)
        }
    }
    fn apply<D: Dice, O: Observer<Self::Event>>(
        &self,
        position: &mut Position,
        roll: bool,
        dice: &mut D,
        observer: &mut O,
    ) {
        let Position { turn, points, sum } = *position;
        let face = if roll { dice.die(0, 6) } else { 0 };
        observer.note(|| (Position { turn, points, sum }, face));
        *position = match face {
            0 => Position {
                turn: turn + 1,
                points: points + sum,
                sum: 0,
            },
            1 => Position {
                turn: turn + 1,
                points,
                sum: 0,
            },
            // A player with enough points holds.
            _ if points + sum + face >= self.rules.goal => Position {
                points: points + sum + face,
                turn,
                sum: 0,
            },
            _ => Position {
                sum: sum + face,
                ..*position
            },
        };
    }
    fn actions(&self, _: &Position, actions: &mut Vec<bool>) {
        actions.extend([true, false]);
    }
    fn choose<D: Dice>(&self, position: &Position, (): &mut (), _: &mut D) -> bool {
        self.rolls(position)
    }
    fn finish<D: Dice, O: Observer<Self::Event>>(
        &self,
        position: &mut Position,
        _: usize,
        _: &mut D,
        _: &mut O,
        record: &mut Record,
    ) {
        record.values[Layout::POINTS] = i64::from(position.points);
    }
}

impl PlayoutGame for Pig {}

impl RatedGame for Pig {
    fn solve(&self, position: &Position, actions: &[bool], (): &mut ()) -> Option<ActionValues> {
        Some(ActionValues::exact(
            self.policy().values(position, actions)?,
        ))
    }
}

impl HintGame for Pig {
    fn example(&self) -> String {
        "Turn: 3; Points: 20; Sum: 8".to_owned()
    }
    fn read(&self, source: &Arc<Source>) -> Result<Position, Faults> {
        let mut faults = Faults::new();
        let read = Position::read(&position(source, Position::KEYS, None, &mut faults));
        faults.into_result(read.unwrap_or(self.start()))
    }
    fn name(&self, _: &Position, roll: bool) -> String {
        if roll { "roll" } else { "hold" }.to_owned()
    }
}

impl Solve for Pig {
    fn exact(&self) -> Result<ExactDistribution, NoExact> {
        let mut ends = DistributionBuilder::new(self);
        let mut open = BTreeMap::from([(self.start(), 1.0)]);
        // Positions come in the order of play, so each is complete when it is taken.
        while let Some((from, weight)) = open.pop_first() {
            let play = |dice: &mut Enumerated| {
                let mut position = from;
                self.apply(&mut position, self.rolls(&from), dice, &mut Silent);
                (position, self.advance(&mut position, dice, &mut Silent))
            };
            Enumerated::explore(1, play, |chance, (position, next)| match next {
                GameStop::End(outcome) => {
                    ends.add(outcome, &[position.points.into()], weight * chance);
                }
                GameStop::Decision(_) => *open.entry(position).or_insert(0.0) += weight * chance,
            });
        }
        Ok(ends.build())
    }
}

#[cfg(test)]
mod tests {
    use super::KIND;
    use evenodds_core::contest::conformance::{assert_kind, read};

    #[test]
    fn pig_has_the_properties_of_every_kind() {
        assert_kind(&KIND);
    }

    #[test]
    fn samples_agree_with_the_exact_answer() {
        for player in ["cautious", "optimal"] {
            let pig = read(&KIND, &format!("player = \"{player}\""), &[]).unwrap();
            let exact = pig.exact().unwrap().outcomes[0];
            let mut successes = 0;
            pig.watch(1, 0..20_000, &mut |_, record| {
                successes += u32::from(record.outcome == 0);
                true
            });
            // The standard error is at most 0.0035.
            assert!(
                (f64::from(successes) / 20_000.0 - exact).abs() < 0.014,
                "{player}"
            );
        }
    }
}
