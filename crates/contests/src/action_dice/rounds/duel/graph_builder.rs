//! Construction of the graph of a round: a node for each state that a round can reach.

use super::super::super::fighters::{AttackReach, GuardKind, Player};
use super::super::super::options::{HitTie, ReserveRule};
use super::super::dice_left::DiceLeft;
use super::super::exchange::Rounds;
use super::super::fighter_sheet::{AttackAnswer, AttackDice, FighterSheet};
use super::super::legal::{Answers, Declaration, Declarations};
use super::chances::{DefenceLevels, RollChances, attacks};
use super::counts::{CountedQuantity, DuelCounts};
use super::duel_state::{DuelPlan, DuelStage, DuelState};
use super::round_graph::{DuelGraph, EdgeTarget, GraphEdge, GraphNode};
use evenodds_core::contest::deadline;
use std::collections::HashMap;

pub(super) struct GraphBuilder<'a> {
    rounds: &'a Rounds,
    graph: DuelGraph,
    rolls: HashMap<(u32, u32, u32), usize>,
    chances: HashMap<StrikeKey, usize>,
    /// Maximum number of cells.
    most: usize,
}

/// Key of the hit chances of a strike: attacks of both fighters, totals that hit their defenses
/// without a roll, and whether one more hit puts each fighter out.
type StrikeKey = ([Option<AttackDice>; 2], [u32; 2], [bool; 2]);

enum Declared {
    /// A declaration; `None` to wait.
    Plan(Option<DuelPlan>),
    Defense(AttackAnswer),
}

/// Error: the graph exceeds the maximum number of cells.
pub(super) struct TooManyNodes;

impl<'a> GraphBuilder<'a> {
    /// Builds the graph of a duel.
    pub(super) fn build(rounds: &'a Rounds, most: usize) -> Result<DuelGraph, TooManyNodes> {
        let graph = DuelGraph {
            levels: levels(rounds),
            hits: rounds.options.hits_to_win as usize,
            distances: vec![rounds.options.distance],
            ..DuelGraph::default()
        };
        let mut builder = Self {
            rounds,
            graph,
            rolls: HashMap::new(),
            chances: HashMap::new(),
            most,
        };
        let start = [0, 1].map(|fighter: usize| rounds.sheets[fighter].start);
        let mut next = 0;
        while let Some(&distance) = builder.graph.distances.get(next) {
            let root = if rounds.chooses_status() {
                // A lot determines which fighter chooses first.
                let first = [0, 1].map(|fighter| DuelState::choice(fighter, None, distance));
                let node = builder.mixed_node(first.into())?;
                builder.add(node)?
            } else {
                builder.number(DuelState::start(start, distance))?
            };
            builder.graph.roots.push(root);
            next += 1;
        }
        Ok(builder.graph)
    }

    /// Returns the sheets of both fighters in a state.
    fn sheets(&self, state: &DuelState) -> [&'a FighterSheet; 2] {
        [0, 1].map(|fighter| {
            if self.rounds.chooses_status() {
                self.rounds.sheet_as(fighter, state.noncombat[fighter])
            } else {
                &self.rounds.sheets[fighter]
            }
        })
    }

    /// Returns the node of a state; adds it if it is new.
    fn number(&mut self, state: DuelState) -> Result<EdgeTarget, TooManyNodes> {
        let sheets = self.sheets(&state);
        let state = state.normalized(sheets);
        if let Some(&known) = self.graph.numbers.get(&state) {
            return Ok(known);
        }
        deadline::check();
        let node = match state.stage {
            DuelStage::Chooses { fighter, more } => self.status_node(state, fighter, more)?,
            DuelStage::Start => {
                let first = state.first(sheets);
                if first.is_empty() {
                    self.end_node(state.distance, DuelCounts::NONE)
                } else {
                    self.mixed_node(first)?
                }
            }
            DuelStage::Declares { fighter, more } => self.declaration_node(state, fighter, more)?,
            DuelStage::Answers { fighter, more } => self.answer_node(state, fighter, more)?,
            DuelStage::Acts => self.strike_node(state)?,
        };
        // A node with a single step is replaced by the target of that step.
        let only = match &node {
            GraphNode::Mix(steps) => match steps[..] {
                [GraphEdge::To(next)] => Some(next),
                _ => None,
            },
            _ => None,
        };
        let next = if let Some(next) = only {
            next
        } else {
            self.add(node)?
        };
        self.graph.numbers.insert(state, next);
        Ok(next)
    }

    /// Adds a node.
    fn add(&mut self, node: GraphNode) -> Result<EdgeTarget, TooManyNodes> {
        self.graph.nodes.push(node);
        if self.graph.nodes.len() * self.graph.levels.cells() > self.most {
            return Err(TooManyNodes);
        }
        Ok(EdgeTarget {
            to: self.graph.nodes.len() - 1,
            counts: DuelCounts::NONE,
        })
    }

    fn mixed_node(&mut self, states: Vec<DuelState>) -> Result<GraphNode, TooManyNodes> {
        let steps: Result<Vec<GraphEdge>, TooManyNodes> = states
            .into_iter()
            .map(|state| Ok(GraphEdge::To(self.number(state)?)))
            .collect();
        Ok(GraphNode::Mix(steps?))
    }

    /// Returns the end of the round.
    fn end_node(&mut self, distance: u32, unused: DuelCounts) -> GraphNode {
        let distances = &mut self.graph.distances;
        let known = distances.iter().position(|&known| known == distance);
        let distance = known.unwrap_or_else(|| {
            distances.push(distance);
            distances.len() - 1
        });
        GraphNode::End { distance, unused }
    }

    /// Returns the node of a decision by a player that chooses at random or optimally.
    fn decision_node(
        &mut self,
        fighter: usize,
        steps: Vec<GraphEdge>,
        waits: Option<usize>,
    ) -> GraphNode {
        if self.rounds.sheets[fighter].player != Player::Optimal || steps.len() == 1 {
            return GraphNode::Mix(steps);
        }
        self.graph.decisions += 1;
        GraphNode::Best {
            fighter,
            steps,
            decision: self.graph.decisions - 1,
            waits,
        }
    }

    fn status_node(
        &mut self,
        state: DuelState,
        fighter: usize,
        more: bool,
    ) -> Result<GraphNode, TooManyNodes> {
        let all = match self.rounds.sheets[fighter].player {
            Player::Keep(_) | Player::Heavy => vec![self.rounds.fighters[fighter].noncombat],
            _ => vec![false, true],
        };
        let steps: Result<Vec<GraphEdge>, TooManyNodes> = all
            .into_iter()
            .map(|noncombat| {
                let next = if more {
                    DuelState::choice(1 - fighter, Some(noncombat), state.distance)
                } else {
                    let mut next = state.at(DuelStage::Start);
                    next.noncombat[fighter] = noncombat;
                    next.left = self.sheets(&next).map(|sheet| sheet.start);
                    next
                };
                Ok(GraphEdge::To(self.number(next)?))
            })
            .collect();
        Ok(self.decision_node(fighter, steps?, None))
    }

    fn declaration_node(
        &mut self,
        state: DuelState,
        fighter: usize,
        more: bool,
    ) -> Result<GraphNode, TooManyNodes> {
        let sheets = self.sheets(&state);
        let plans = self.plans(state, fighter);
        let mut waiting = plans.iter();
        let waits = waiting.position(|plan| matches!(plan, Declared::Plan(None)));
        let steps: Result<Vec<GraphEdge>, TooManyNodes> = plans
            .into_iter()
            .map(|declared| {
                let plan = match declared {
                    Declared::Plan(plan) => plan,
                    Declared::Defense(answer) => {
                        let plan = Some(DuelPlan::General);
                        let state = state.declared(fighter, more, plan, sheets);
                        return self.defence_edge(state, fighter, answer, |state| state);
                    }
                };
                let next = self.number(state.declared(fighter, more, plan, sheets))?;
                let is_attack = plan.is_some_and(DuelPlan::is_attack);
                Ok(GraphEdge::To(if is_attack {
                    next.with(DuelCounts::one(CountedQuantity::Attacks, fighter))
                } else {
                    next
                }))
            })
            .collect();
        Ok(self.decision_node(fighter, steps?, waits))
    }

    /// Returns all legal declarations of a fighter, or the one of its rule-based player.
    fn plans(&self, state: DuelState, fighter: usize) -> Vec<Declared> {
        let (sheet, left) = (self.sheets(&state)[fighter], state.left[fighter]);
        let reaches = sheet.attack == AttackReach::Ranged || state.distance == 0;
        let fixed = |dice: u32| match (reaches, left.serves(sheet.move_sorts)) {
            (true, _) => Some(DuelPlan::Attack(dice)),
            (false, true) => Some(DuelPlan::Move(1)),
            (false, false) => None,
        };
        match sheet.player {
            Player::Keep(_) | Player::Heavy => match sheet.dice_to_attack(left) {
                0 => vec![Declared::Plan(None)],
                dice => vec![Declared::Plan(fixed(dice))],
            },
            _ => {
                let (targets, general) = (u32::from(reaches), state.general[fighter]);
                let all = Declarations::of(sheet, left, targets, state.distance, general);
                let declared = |number| {
                    Declared::Plan(match all.at(number) {
                        Declaration::Wait => None,
                        Declaration::Attack { dice, .. } => Some(DuelPlan::Attack(dice)),
                        Declaration::Group { dice } => Some(DuelPlan::Group(dice)),
                        Declaration::Move { dice } => Some(DuelPlan::Move(dice)),
                        Declaration::General { dice } => {
                            let way =
                                sheet.answer_with(GuardKind::General, left, dice, sheet.attack);
                            return way.map_or(Declared::Plan(None), Declared::Defense);
                        }
                    })
                };
                (0..all.count()).map(declared).collect()
            }
        }
    }

    fn answer_node(
        &mut self,
        state: DuelState,
        fighter: usize,
        more: bool,
    ) -> Result<GraphNode, TooManyNodes> {
        let (sheet, left) = (self.sheets(&state)[fighter], state.left[fighter]);
        let attack = self.rounds.sheets[1 - fighter].attack;
        let answers: Vec<Option<AttackAnswer>> = match sheet.player {
            Player::Keep(_) | Player::Heavy => {
                vec![sheet.answer(left, attack, state.general[fighter])]
            }
            _ => {
                let all = Answers::of(sheet, left, attack);
                (0..all.count())
                    .map(|number| all.at(number, sheet))
                    .collect()
            }
        };
        let steps: Result<Vec<GraphEdge>, TooManyNodes> = answers
            .into_iter()
            .map(|answer| self.answer_edge(state, fighter, more, answer))
            .collect();
        // Ties go to the first answer, which is none and costs no dice.
        Ok(self.decision_node(fighter, steps?, None))
    }

    fn answer_edge(
        &mut self,
        state: DuelState,
        fighter: usize,
        more: bool,
        answer: Option<AttackAnswer>,
    ) -> Result<GraphEdge, TooManyNodes> {
        let Some(answer) = answer else {
            return Ok(GraphEdge::To(self.number(state.following(fighter, more))?));
        };
        let more = more && !self.rounds.options.defense_is_action;
        self.defence_edge(state, fighter, answer, |state| {
            state.following(fighter, more)
        })
    }

    /// Returns the step for a defense roll; `next_state` returns the state after it.
    fn defence_edge(
        &mut self,
        mut state: DuelState,
        fighter: usize,
        answer: AttackAnswer,
        next_state: impl Fn(DuelState) -> DuelState,
    ) -> Result<GraphEdge, TooManyNodes> {
        let AttackAnswer { guard, sorts, dice } = answer;
        let counts = DuelCounts::one(CountedQuantity::Defences, fighter);
        state.left[fighter] = state.left[fighter].without(sorts, dice);
        let most = self.graph.levels.most[fighter];
        if guard.kind == GuardKind::Dive {
            let chances = RollChances::new(guard, most)
                .exactly
                .into_iter()
                .enumerate();
            let targets: Result<Vec<(f64, EdgeTarget)>, TooManyNodes> = chances
                .filter(|&(_, chance)| chance > 0.0)
                .map(|(level, chance)| {
                    let mut dived = state;
                    dived.dived[fighter] = level as u32;
                    let next = self.number(next_state(dived))?;
                    Ok((chance, next.with(counts)))
                })
                .collect();
            return Ok(GraphEdge::Dives(targets?));
        }
        state.general[fighter] |= guard.kind == GuardKind::General;
        let next = self.number(next_state(state))?.with(counts);
        let rolls = &mut self.graph.rolls;
        let key = (most as u32, guard.dice, guard.kept);
        let roll = *self.rolls.entry(key).or_insert_with(|| {
            rolls.push(RollChances::new(guard, most));
            rolls.len() - 1
        });
        Ok(GraphEdge::Throws {
            fighter,
            roll,
            next,
        })
    }

    fn strike_node(&mut self, state: DuelState) -> Result<GraphNode, TooManyNodes> {
        if state.plans == [None; 2] {
            if state.last || self.rounds.options.reserve_rule == ReserveRule::Lost {
                return Ok(self.end_node(state.distance, DuelCounts::unused(state.left)));
            }
            let last = DuelState {
                last: true,
                ..state
            };
            return self.mixed_node(vec![last.at(DuelStage::Start)]);
        }
        let sheets = self.sheets(&state);
        let (attack_dice, distance) = state.acts(sheets);
        let next = DuelState {
            distance,
            plans: [None; 2],
            dived: [0; 2],
            ..state
        };
        let next = if state.last {
            // All remaining dice are lost.
            let nothing = DuelState::start([DiceLeft::NONE; 2], distance);
            self.number(nothing)?.with(DuelCounts::unused(state.left))
        } else {
            self.number(next.at(DuelStage::Start))?
        };
        if attack_dice == [None; 2] {
            return Ok(GraphNode::Mix(vec![GraphEdge::To(next)]));
        }
        let chances = [[false, false], [true, false], [false, true], [true, true]]
            .map(|falls| self.chances(sheets, attack_dice, falls));
        let after = &mut self.graph.after;
        let known = after.iter().position(|&known| known == next.to);
        Ok(GraphNode::Strike {
            chances,
            dived: state.dived,
            fallen: DuelCounts::unused(state.left),
            next,
            place: known.unwrap_or_else(|| {
                after.push(next.to);
                after.len() - 1
            }),
        })
    }

    fn chances(
        &mut self,
        sheets: [&FighterSheet; 2],
        attack_dice: [Option<AttackDice>; 2],
        falls: [bool; 2],
    ) -> usize {
        let ends = self.rounds.options.hits_to_win == 1;
        // Equivalent cases share a key. If every hit is the last one, both fighters fall; with
        // fewer than two attacks `falls` has no effect.
        let falls = match attack_dice {
            [Some(_), Some(_)] if ends => [true; 2],
            [Some(_), Some(_)] => falls,
            _ => [false; 2],
        };
        let needed = [0, 1].map(|fighter: usize| {
            let attack = sheets[1 - fighter].attack;
            let tie = u32::from(self.rounds.options.hit_tie == HitTie::Defender);
            sheets[fighter].base(attack) + tie
        });
        let (all, levels) = (&mut self.graph.chances, self.graph.levels);
        let key = (attack_dice, needed, falls);
        *self.chances.entry(key).or_insert_with(|| {
            all.push(attacks(attack_dice, needed, falls, levels));
            all.len() - 1
        })
    }
}

/// Returns the relevant levels of the defense rolls in a duel.
fn levels(rounds: &Rounds) -> DefenceLevels {
    let most = [0, 1].map(|fighter: usize| {
        let attack = rounds.sheets[1 - fighter].attack;
        // One more than the highest total of an attack: a defense value that no attack hits.
        let beyond = rounds.sheets_of(1 - fighter).map(|other| {
            let action = other.start.serving(other.attack_sorts);
            let attack_dice = other.attack_dice(action, 0);
            6 * (attack_dice.action + attack_dice.other) + 1
        });
        let beyond = beyond.max().unwrap_or(0);
        let levels = rounds.sheets_of(fighter).map(|own| {
            let beyond = beyond.saturating_sub(own.base(attack));
            beyond.min(own.highest_roll(attack))
        });
        levels.max().unwrap_or(0) as usize
    });
    DefenceLevels { most }
}
