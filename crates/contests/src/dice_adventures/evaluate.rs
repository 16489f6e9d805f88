//! Legal actions of every decision, and the expected score after each under optimal play.

use super::backward::lost;
use super::optimal::plans;
use super::party::SEATS;
use super::players::Player;
use super::prepared::DiceAdventures;
use super::throws::{AdventureThrow, EQUAL};
use super::view::{Action, ChangeMeans, GameStage, GameState, HIRELING, Position};
use evenodds_core::contest::game::{ActionValues, Game, RatedGame};

impl DiceAdventures {
    /// Appends all legal actions.
    pub(super) fn list_actions(&self, position: &Position, actions: &mut Vec<Action>) {
        let state = &position.state;
        match position.stage {
            GameStage::Raise => {
                let count = self.modifier(state).dice;
                actions.extend(raises(state, count).map(Action::Raise));
            }
            GameStage::Act => {
                let count = self.late_modifier(state).map_or(0, |late| late.dice);
                for raised in raises(state, count) {
                    let replaced = (0..SEATS as u8).filter(|&seat| {
                        state.faces[HIRELING] != 0 && state.faces[usize::from(seat)] != 0
                    });
                    let stand_ins = std::iter::once(None).chain(replaced.map(Some));
                    actions.extend(stand_ins.map(|stand_in| Action::Leave { raised, stand_in }));
                }
                let means = (0..SEATS as u8).map(ChangeMeans::Power);
                for means in means.chain([ChangeMeans::Provisions, ChangeMeans::Weapon]) {
                    let ways = (0..=HIRELING).flat_map(|die| {
                        let change = |up| Action::Change { means, die, up };
                        [change(false), change(true), Action::Reroll { means, die }]
                    });
                    actions.extend(ways.filter(|&action| state.allows(action)));
                }
            }
            GameStage::Rise => {
                let able = state.able_to_rise();
                let seats = state.party.order().into_iter();
                actions.extend(seats.filter(|seat| able & 1 << seat != 0).map(Action::Rise));
            }
            GameStage::Shop => actions.extend(plans(&self.book, state).map(Action::Plan)),
            GameStage::Begin | GameStage::Over => {}
        }
    }

    /// Returns the result after the final action about the dice; `None` for other actions.
    pub(super) fn result_of(&self, state: &GameState, action: Action) -> Option<u8> {
        let Action::Leave { raised, stand_in } = action else {
            return None;
        };
        let by = self.late_modifier(state).map_or(0, |late| late.by);
        Some(state.raised(raised, by).read(stand_in.map(usize::from)))
    }

    /// Returns the expected score after an action; in the basic mode it does not include deaths so
    /// far. Returns `None` if no game reaches the position.
    fn value(&self, state: &GameState, action: Action) -> Option<f64> {
        let solved_game = self.solved_game();
        let with = |face: u8, means: ChangeMeans, die: usize| {
            let mut next = *state;
            next.faces[die] = face;
            next.spend(means);
            solved_game.dice_value(&next)
        };
        Some(match action {
            Action::Raise(seats) => {
                solved_game.dice_value(&state.raised(seats, self.modifier(state).by))
            }
            Action::Change { means, die, up } => {
                let face = state.faces[die];
                with(if up { face + 1 } else { face - 1 }, means, die)
            }
            Action::Reroll { means, die } => {
                let hero = state.party.seats.get(die).copied().flatten();
                let dice = hero.map_or(1, |hero| self.book.reroll_dice(hero.class, hero.level));
                let values = (1..=6_u8).zip(AdventureThrow::chances(dice));
                values
                    .map(|(face, chance)| chance * with(face, means, die))
                    .sum()
            }
            Action::Leave { .. } => solved_game.after_result(state, self.result_of(state, action)?),
            Action::Rise(seat) => solved_game.after_rise(state, seat),
            Action::Plan(plan) => solved_game.plan_value(state, &plan)?,
        })
    }

    /// Returns the expected scores after actions. In a tie, the action of `optimal` is best.
    pub(super) fn values(&self, position: &Position, actions: &[Action]) -> Option<ActionValues> {
        let state = &position.state;
        let values = actions.iter().map(|&action| self.value(state, action));
        let values: Vec<f64> = values.collect::<Option<_>>()?;
        let best = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        // Values within the rounding error of the best count as equal to it.
        let equal = |value: f64| if value >= best - EQUAL { best } else { value };
        let lost = lost(&self.book, state.deaths);
        let optimal = self.played_by(Player::Optimal);
        let first = optimal.decide(position, &mut self.memory());
        let preference = actions
            .iter()
            .map(|&action| f64::from(u8::from(self.alike(position, action, first))));
        Some(ActionValues {
            preference: preference.collect(),
            ..ActionValues::exact(
                values
                    .iter()
                    .map(|&value| (equal(value) - lost, 0.0))
                    .collect(),
            )
        })
    }
}

/// Returns all sets of `count` seats with heroes, or the set of all heroes if there are fewer.
fn raises(state: &GameState, count: u8) -> impl Iterator<Item = u8> + use<> {
    let living = state.party.seats_with(|_| true);
    let count = u32::from(count).min(living.count_ones());
    (0..1_u8 << SEATS).filter(move |set| set & !living == 0 && set.count_ones() == count)
}
