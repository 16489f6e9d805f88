//! Exact solution of duels: all nodes of a round, the optimal decisions, and the chance of each
//! end.
//!
//! A duel is a game of perfect information: only future dice are unknown, and declarations are
//! sequential. It is solved by backward induction over the nodes of a round, and over the rounds
//! from the last one (R. Bellman, *Dynamic Programming*, 1957). Each seat maximizes its chance to
//! win plus half the chance of no winner, so the game is constant-sum. Among decisions of equal
//! value the one with the fewest expected rounds is taken, so the expected number of rounds is
//! computed with the value. Without this rule a fighter that cannot lose would wait until the last
//! round.
//!
//! - `duel_state`: the state within a round; `round_graph`: all nodes of a round; `graph_builder`
//!   builds them, once; `chances`: the chances of rolls and attacks.
//! - `values`: the values of nodes, computed backward; `pass`: the chances of a round, computed
//!   forward; `duel_flow`: the chances of ends, round by round; `counts`: counters along the paths;
//!   `totals`: distributions of the counts over a duel.
//! - `solution`: what is computed once per duel.

mod chances;
mod counts;
mod duel_flow;
mod duel_state;
mod graph_builder;
mod pass;
mod round_graph;
pub(super) mod solution;
mod totals;
mod values;

pub(super) use duel_flow::DuelFlow;

use super::act::DeclaredAction;
use super::exchange::Rounds;
use super::exchange_state::{ExchangeState, Phase};
use counts::CountedQuantity;
use duel_state::{DuelPlan, DuelStage, DuelState};
use evenodds_core::contest::Describe;
use graph_builder::GraphBuilder;
use round_graph::{DuelGraph, GraphNode, MOST_CELLS};
use solution::RoundDecisions;
use totals::Totals;
use values::RoundValues;

/// Maximum of steps times cells, layers and rounds (about 30 s).
const MOST_WORK: u64 = 40_000_000_000;

impl DuelGraph {
    /// Builds the graph of a duel.
    ///
    /// # Errors
    /// Returns the reason, as a clause, if the exchange cannot be solved.
    fn of(rounds: &Rounds) -> Result<Self, String> {
        // A side without combatants is possible in a file with faults.
        if rounds.sides.iter().any(|side| side.members.len() != 1) {
            return Err("only duels of one combatant against another can be solved".to_owned());
        }
        if rounds.is_slow() {
            return Err("players that use play-outs cannot be solved".to_owned());
        }
        let graph = GraphBuilder::build(rounds, MOST_CELLS).ok();
        graph
            .filter(|graph| graph.work(rounds) <= MOST_WORK)
            .filter(|graph| graph.after() <= MOST_CELLS)
            .ok_or_else(|| {
                "the duel has too many positions: use fewer action dice, hits or rounds".to_owned()
            })
    }

    /// Estimates the number of steps to evaluate the graph in all rounds.
    fn work(&self, rounds: &Rounds) -> u64 {
        let steps = (self.step_count() * self.levels.cells()) as u64;
        steps * self.layers() as u64 * u64::from(rounds.options.max_rounds)
    }

    /// Returns the number of cells of nodes after strikes, over all layers.
    fn after(&self) -> usize {
        self.layers() * self.after.len() * self.levels.cells()
    }
}

impl Rounds {
    /// Returns the graph, built on first use.
    fn graph(&self) -> Result<&DuelGraph, &str> {
        let graph = self.duel.graph.get_or_init(|| DuelGraph::of(self));
        graph.as_ref().map_err(String::as_str)
    }

    /// Returns the optimal decisions, computed on first use.
    fn decisions_of_round(&self, graph: &DuelGraph) -> &RoundDecisions {
        self.duel.decisions_of_round.get_or_init(|| {
            let mut decisions_of_round = RoundDecisions::new(graph.layers(), graph.decisions);
            if graph.decisions > 0 {
                let mut values = RoundValues::new(graph);
                for left in 1..=self.options.max_rounds {
                    if !values.round(left, &mut decisions_of_round) {
                        break;
                    }
                }
            }
            decisions_of_round
        })
    }

    /// Returns the chances before the first round.
    ///
    /// # Errors
    /// Returns the reason, as a clause, if they cannot be computed.
    pub(super) fn flow(&self) -> Result<DuelFlow<'_>, &str> {
        let graph = self.graph()?;
        Ok(DuelFlow::new(graph, self.decisions_of_round(graph)))
    }

    /// Returns the distributions of all counted quantities, each with the index of its metric;
    /// empty if they are too expensive.
    pub(super) fn totals(&self) -> Vec<(usize, Totals)> {
        let graph = self.graph().ok();
        let all =
            graph.and_then(|graph| totals::totals(self, graph, self.decisions_of_round(graph)));
        let metrics = CountedQuantity::ALL.map(|what| match what {
            CountedQuantity::Attacks => self.layout.attacks,
            CountedQuantity::Defences => self.layout.defences,
            CountedQuantity::Unused => self.layout.unused,
        });
        let both = metrics.into_iter().zip(all.into_iter().flatten());
        both.flat_map(|(metric, both)| {
            let fighters = self.fighters.iter().zip(both);
            fighters.map(move |(fighter, totals)| (metric + fighter.group, totals))
        })
        .collect()
    }

    /// Estimates the number of steps to solve the duel; 0 if it cannot be solved.
    pub(super) fn solving(&self) -> u64 {
        self.graph().map_or(0, |graph| graph.work(self))
    }

    /// Checks whether the exchange is a duel that can be solved.
    ///
    /// # Errors
    /// Returns the reason, as a clause, if it cannot.
    pub fn solvable(&self) -> Result<(), String> {
        self.graph().map(|_| ()).map_err(str::to_owned)
    }

    /// Returns the values at the end of a round for the first fighter, by the number of rounds left
    /// after it, up to the last number at which they change. The first array has the chances to
    /// win, the second the chances to win or to have no winner.
    fn ends(&self, graph: &DuelGraph, decisions_of_round: &RoundDecisions) -> &[Vec<Vec<f64>>; 2] {
        self.duel.ends.get_or_init(|| {
            // With more rounds left than this, no decision changes.
            let settled = decisions_of_round.changes().last().copied().unwrap_or(0);
            [0.0, 1.0].map(|no_winner| {
                let mut values = RoundValues::counting(graph, no_winner);
                let mut ends = vec![values.ends().to_vec()];
                for left in 1..self.options.max_rounds {
                    let changes = values.follow(left, decisions_of_round);
                    ends.push(values.ends().to_vec());
                    if !changes && left >= settled {
                        break;
                    }
                }
                ends
            })
        })
    }

    /// Returns the number of the optimal action.
    pub(super) fn best(&self, state: &ExchangeState) -> u32 {
        let Some((graph, now)) = self.graph_position(state) else {
            return 0;
        };
        let Some(GraphNode::Best { decision, .. }) = graph.nodes.get(now.number) else {
            return 0;
        };
        let decisions_of_round = self.decisions_of_round(graph);
        let best = decisions_of_round.best(now.layer, *decision, state.rounds_left);
        best.get(now.cell).copied().unwrap_or(0).into()
    }

    /// Returns whether the duel can be solved and the position is in its graph.
    pub(super) fn has_solution_for(&self, state: &ExchangeState) -> bool {
        self.graph_position(state).is_some()
    }

    /// Returns the values of all actions of a decision for the actor, by number: the chance to win,
    /// and the chance of no winner. Returns `None` if the duel cannot be solved or the position is
    /// not in its graph. `is_alone` is whether there is only one action.
    pub(super) fn action_chances(
        &self,
        state: &ExchangeState,
        is_alone: bool,
    ) -> Option<Vec<[f64; 2]>> {
        let (graph, now) = self.graph_position(state)?;
        let decisions_of_round = self.decisions_of_round(graph);
        let [least, most] = self.ends(graph, decisions_of_round);
        let step_values = |no_winner: f64, ends: &[Vec<f64>]| {
            let later = (state.rounds_left as usize).min(ends.len()) - 1;
            let mut values = RoundValues::counting(graph, no_winner);
            values.end_with(&ends[later]);
            let at = (state.rounds_left, now.layer);
            values.step_values(at, (now.number, now.cell), decisions_of_round)
        };
        // Values for the first fighter, excluding and including the chance of no winner.
        let (least, most) = (step_values(0.0, least), step_values(1.0, most));
        let both = least.into_iter().zip(most).map(|(least, most)| {
            let no_winner = (most - least).clamp(0.0, 1.0);
            let wins = if state.actor == 0 { least } else { 1.0 - most };
            [wins.clamp(0.0, 1.0), no_winner]
        });
        let mut both: Vec<[f64; 2]> = both.collect();
        if is_alone && both.len() > 1 {
            // A single action has no node in the graph: the node is that of the next decision,
            // whose optimal choice is taken.
            let Some(GraphNode::Best { decision, .. }) = graph.nodes.get(now.number) else {
                return None;
            };
            let best = decisions_of_round.best(now.layer, *decision, state.rounds_left);
            let chosen = usize::from(best.get(now.cell).copied().unwrap_or(0));
            both = vec![*both.get(chosen)?];
        }
        Some(both)
    }

    /// Returns the graph and the place of a position in it, if it is at a decision.
    fn graph_position(&self, state: &ExchangeState) -> Option<(&DuelGraph, GraphPosition)> {
        let fighter = state.actor;
        let stage = match state.phase {
            Phase::Status => DuelStage::Chooses {
                fighter,
                more: state.choosing != 0,
            },
            Phase::Declaration => DuelStage::Declares {
                fighter,
                more: state.processed < state.declaring,
            },
            _ => DuelStage::Answers {
                fighter,
                more: state.declares_last(fighter),
            },
        };
        let (Ok(graph), [one, other]) = (self.graph(), &state.fighters[..]) else {
            return None;
        };
        let mut plans = [None; 2];
        for act in &state.acts {
            plans[act.fighter] = Some(match act.kind {
                DeclaredAction::Attack { .. } => DuelPlan::Attack(act.used),
                DeclaredAction::Group { .. } => DuelPlan::Group(act.used),
                DeclaredAction::Move => DuelPlan::Move(act.used),
                DeclaredAction::General => DuelPlan::General,
            });
        }
        let levels = graph.levels;
        let distance = self.distance(state, 0, 1);
        let node_state = DuelState {
            left: [one.left, other.left],
            distance,
            noncombat: [one.noncombat, other.noncombat],
            general: [0, 1].map(|fighter| state.has_general(fighter)),
            last: state.last,
            plans,
            dived: [0, 1].map(|fighter: usize| {
                let dived = self.dive_roll(state, fighter, 1 - fighter);
                dived.min(levels.most[fighter] as u32)
            }),
            stage,
        };
        let node_state = match stage {
            DuelStage::Chooses { fighter, more } => {
                let other = state.fighters[1 - fighter].noncombat;
                DuelState::choice(fighter, (!more).then_some(other), distance)
            }
            _ => node_state,
        };
        let node_state = node_state.normalized([0, 1].map(|fighter| self.sheet(state, fighter)));
        let rolls = [0, 1].map(|fighter: usize| self.in_force(state, fighter, 1 - fighter));
        // A roll above the maximum is impossible, so it has no level.
        let can_be = |fighter: usize| {
            let attack = self.sheets[1 - fighter].attack;
            rolls[fighter] <= self.sheet(state, fighter).highest_roll(attack)
        };
        if !can_be(0) || !can_be(1) {
            return None;
        }
        let layer = one.hits * self.options.hits_to_win + other.hits;
        let now = GraphPosition {
            number: graph.numbers.get(&node_state)?.to,
            layer: layer as usize,
            cell: levels.cell(rolls),
        };
        Some((graph, now))
    }
}

/// Place of a position in the graph.
#[derive(Clone, Copy, Debug)]
struct GraphPosition {
    number: usize,
    layer: usize,
    cell: usize,
}
