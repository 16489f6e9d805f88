//! Lookahead of `expert`: simulates some decisions after each of its best actions, and evaluates
//! the resulting positions.

use super::network::{CERTAIN, Network};
use super::table::odds_at;
use super::{chance, choose, cover, evaluate, evaluate_cover};
use crate::combat::engine::{Engine, FightMove};
use crate::combat::fight::Shield;
use crate::combat::fight::{Fight, FightStage};
use crate::combat::player::Player;
use crate::combat::players::finisher;
use crate::combat::players::rollout::{Scratch, SimulationBuffers, TrackedDice};
use crate::combat::prepared::Combat;
use crate::combat::shield::{CoverDie, CoverView};
use crate::combat::view::{Action, PolicyRandomness, View};
use evenodds_core::contest::deadline;
use evenodds_core::dice::{Dice, Stream};

/// Maximum number of choices to simulate.
const MAX_CANDIDATES: usize = 8;
/// Maximum difference from the best choice, in units of 1/[`CERTAIN`], at which a choice is
/// simulated.
const MARGIN: u32 = CERTAIN / 4;
/// Number of simulations of a choice whose simulation throws dice.
const SAMPLES: u64 = 8;

/// The choices with the highest evaluations, in descending order; of equal ones, the lower key
/// comes first.
struct TopChoices<T>([(i32, u64, T); MAX_CANDIDATES]);

impl<T: Copy> TopChoices<T> {
    fn new(none: T) -> Self {
        Self([(i32::MIN, 0, none); MAX_CANDIDATES])
    }

    fn offer(&mut self, odds: i32, key: u64, choice: T) {
        let is_worse =
            |&(other, its_key, _): &(i32, u64, T)| odds > other || odds == other && key < its_key;
        if let Some(index) = self.0.iter().position(is_worse) {
            self.0[index..].rotate_right(1);
            self.0[index] = (odds, key, choice);
        }
    }

    /// Returns the choices within [`MARGIN`] of the best one; empty if the best one is a certain
    /// win, or the only such choice.
    fn contenders(&self, network: &Network) -> &[(i32, u64, T)] {
        let best = chance(network, self.0[0].0);
        let least = best.saturating_sub(MARGIN);
        let contenders =
            |&&(odds, ..): &&(i32, u64, T)| odds > i32::MIN && chance(network, odds) >= least;
        let count = self.0.iter().filter(contenders).count();
        let clear = count == 1 || best == CERTAIN;
        &self.0[..if clear { 0 } else { count }]
    }
}

/// Returns the action with the highest mean chance of the actor's side after `depth` more
/// decisions.
///
/// The simulated decisions use no lookahead: `finisher` decides for the combatants with that
/// player, `expert` for all others.
pub(in crate::combat::players) fn look_ahead<D: Dice>(
    depth: u32,
    view: &View,
    randomness: &mut PolicyRandomness<D>,
    mut scratch: Scratch,
) -> Action {
    let (combat, position) = view.table();
    let network = Network::trained();
    let seed = randomness.seed();
    // Lots order equal actions of the same rank.
    let mut lots = Stream::new(seed, 0);
    let mut best = TopChoices::new(Action::Retreat);
    evaluate(view, network, |odds, action| {
        let key = u64::from(action.rank()) << 32 | lots.next_word() >> 32;
        best.offer(odds, key, action);
    });
    let side = combat.combatants()[view.actor()].side;
    let lookahead = Lookahead {
        combat,
        position,
        network,
        side,
        depth,
        samples: SAMPLES,
    };
    let contenders = best.contenders(network);
    if contenders.is_empty() {
        return best.0[0].2;
    }
    scratch.dice.reseed(seed);
    let options = contenders.iter().map(|&(.., action)| action);
    let chosen = lookahead.best_of(
        options,
        |action| LookaheadStep::Action(*action),
        &mut scratch,
    );
    chosen.unwrap_or(best.0[0].2)
}

/// Returns the Cover die that the target of an attack spends, or `None`, by the same lookahead.
///
/// The choice by rule is always the first option, whatever its evaluation, since the network was
/// trained on fights in which Cover is spent by rule.
pub(in crate::combat::players) fn cover_ahead<D: Dice>(
    depth: u32,
    attacked: &CoverView,
    randomness: &mut PolicyRandomness<D>,
    mut scratch: Scratch,
) -> Option<CoverDie> {
    let (combat, position, shield) = attacked.table();
    let side = combat.combatants()[shield.target].side;
    let network = Network::trained();
    let mut best = TopChoices::new((*shield, None));
    evaluate_cover(attacked, |odds, shield, first| {
        best.offer(odds, 0, (*shield, first));
    });
    let lookahead = Lookahead {
        combat,
        position,
        network,
        side,
        depth,
        samples: SAMPLES,
    };
    let by_rule = (shield.spent_by_rule(), attacked.most_kept());
    let contenders = match best.contenders(network) {
        [] => &best.0[..1],
        contenders => contenders,
    };
    let others = contenders.iter().map(|&(.., option)| option);
    let others = others.filter(|(shield, _)| shield.places != by_rule.0.places);
    if others.clone().next().is_none() {
        return by_rule.1;
    }
    scratch.dice.reseed(randomness.seed());
    let options = [by_rule].into_iter().chain(others);
    let chosen = lookahead.best_of(
        options,
        |(shield, _)| LookaheadStep::Shielded(shield),
        &mut scratch,
    );
    chosen.unwrap_or(by_rule).1
}

/// Returns the mean chance of the actor's side, in units of 1/[`CERTAIN`], `depth` decisions after
/// an action, over `samples` simulations.
///
/// All actions use common random numbers. The simulated decisions are those of [`look_ahead`].
pub(in crate::combat) fn estimate_action(
    (depth, samples): (u32, u64),
    view: &View,
    action: Action,
    thought: &mut SimulationBuffers,
) -> u32 {
    let (combat, position) = view.table();
    let lookahead = Lookahead {
        combat,
        position,
        network: Network::trained(),
        side: combat.combatants()[view.actor()].side,
        depth,
        samples,
    };
    let mut scratch = thought.scratch();
    scratch.dice.reseed(0);
    let sum = lookahead.total_chance(LookaheadStep::Action(action), &mut scratch);
    (sum / samples.max(1)) as u32
}

/// Simulation of choices from one position, for one side.
struct Lookahead<'a> {
    combat: &'a Combat,
    position: &'a Fight,
    network: &'a Network,
    side: usize,
    depth: u32,
    /// Number of simulations of a choice whose simulation throws dice.
    samples: u64,
}

impl Lookahead<'_> {
    /// Returns the option with the highest mean chance, the first one of a tie.
    fn best_of<T>(
        &self,
        options: impl Iterator<Item = T>,
        step: impl for<'t> Fn(&'t T) -> LookaheadStep<'t>,
        scratch: &mut Scratch,
    ) -> Option<T> {
        let mut best = None;
        let mut highest = 0;
        for option in options {
            let chance = self.total_chance(step(&option), scratch);
            if best.is_none() || chance > highest {
                (best, highest) = (Some(option), chance);
            }
        }
        best
    }

    /// Returns the chance to win after a step, summed over all samples.
    fn total_chance(&self, step: LookaheadStep, scratch: &mut Scratch) -> u64 {
        let mut sum = 0;
        for sample in 0..self.samples {
            deadline::check();
            scratch.dice.start(sample);
            let (chance, thrown) = self.simulate(step, scratch);
            if !thrown {
                return u64::from(chance) * self.samples;
            }
            sum += u64::from(chance);
        }
        sum
    }

    /// Plays a step and the decisions that follow. Returns the side's chance after them, and
    /// whether dice were thrown.
    fn simulate(&self, step: LookaheadStep, scratch: &mut Scratch) -> (u32, bool) {
        let combat = self.combat;
        scratch.fight.clone_from(self.position);
        let mut tracked = TrackedDice {
            dice: scratch.dice,
            thrown: false,
            lots: 0,
            given: None,
        };
        let mut engine = Engine::silent(combat, &mut *scratch.fight, &mut tracked);
        let first = match step {
            LookaheadStep::Action(action) => FightMove::Turn(action),
            LookaheadStep::Shielded(shield) => {
                engine.fight.stop_at_attack(shield);
                FightMove::Cover(None)
            }
        };
        engine.apply(first);
        let mut left = self.depth;
        while engine.advance() {
            let decision = if engine.fight.stage == FightStage::Attacked {
                let attacked = CoverView::of(combat, engine.fight);
                FightMove::Cover(if attacked.player().chooses_cover() {
                    cover(&attacked)
                } else {
                    attacked.most_kept()
                })
            } else {
                let view = View::of(combat, engine.fight);
                if left == 0 {
                    let odds = odds_at(&view, self.network, self.side);
                    return (chance(self.network, odds), engine.dice.are_used());
                }
                left -= 1;
                let roller = combat.policy_randomness(view.actor());
                let randomness = &mut PolicyRandomness::new(engine.dice, roller);
                FightMove::Turn(match view.player() {
                    Player::Finisher => finisher::choose(&view, randomness),
                    _ => choose(&view, Network::trained(), randomness),
                })
            };
            engine.apply(decision);
        }
        let won = engine.fight.is_won_by(self.side);
        (if won { CERTAIN } else { 0 }, engine.dice.are_used())
    }
}

/// Step from which a simulation starts.
#[derive(Clone, Copy)]
enum LookaheadStep<'a> {
    /// An action of the combatant whose turn it is.
    Action(Action),
    /// An attack on which the target spends this Cover.
    Shielded(&'a Shield),
}
