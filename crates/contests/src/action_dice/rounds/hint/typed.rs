//! Formats positions in the form in which they are typed.

use super::super::act::{DeclaredAction, fighters_in};
use super::super::dice_left::DiceLeft;
use super::super::exchange::Rounds;
use super::super::exchange_state::{ExchangeState, Phase};
use evenodds_core::contest::counted;
use evenodds_core::contest::positions::quoted;

/// Names of the sorts of action dice, in the order of [`DiceLeft::sorts`].
pub(super) const SORTS: [&str; 4] = ["general", "attack", "defence", "specialised"];

impl Rounds {
    /// Formats a position in the form in which it is typed.
    pub(super) fn typed(&self, state: &ExchangeState) -> String {
        let names = self.names();
        let mut entries = Vec::new();
        for (fighter, standing) in state.fighters.iter().enumerate() {
            let name = quoted(names.full(fighter));
            if standing.is_out {
                entries.push(format!("{name}: out"));
                continue;
            }
            let mut notes = self.notes(state, fighter);
            if fighter == state.actor {
                notes.push(match state.phase {
                    Phase::Answer => {
                        format!("answers {}", quoted(&self.fighters[state.attacker()].name))
                    }
                    Phase::Status => "chooses".to_owned(),
                    _ => "turn".to_owned(),
                });
            }
            let dice = dice(standing.left, self.sheet(state, fighter).start);
            entries.push(match notes[..] {
                [] => format!("{name}: {dice}"),
                _ => format!("{name}: {dice} ({})", notes.join(", ")),
            });
        }
        entries.push(format!("Round: {}", self.number(state)));
        if state.last {
            entries.push("Last: yes".to_owned());
        }
        entries.join("; ")
    }

    /// Returns the notes on a fighter, without its dice.
    pub(super) fn notes(&self, state: &ExchangeState, fighter: usize) -> Vec<String> {
        let standing = &state.fighters[fighter];
        let name = |fighter: usize| quoted(&self.fighters[fighter].name);
        let mut notes = Vec::new();
        if standing.hits > 0 {
            notes.push(counted(standing.hits, "hit", "hits"));
        }
        if standing.covered > 0 {
            notes.push(format!("covered {}", standing.covered));
        }
        let has_chosen = state.phase == Phase::Status && fighter != state.actor;
        if standing.noncombat {
            notes.push("noncombat".to_owned());
        } else if has_chosen && state.choosing >> fighter & 1 == 0 {
            notes.push("combatant".to_owned());
        }
        if self.options.defense_is_action && state.has_answered(fighter) {
            notes.push("answered".to_owned());
        }
        let declared = state.acts.iter().find(|act| act.fighter == fighter);
        if let Some(act) = declared {
            notes.push(match act.kind {
                DeclaredAction::Attack { target } => {
                    format!("attacks {} with {}", name(target), act.used)
                }
                DeclaredAction::Group { .. } => format!("attacks all with {}", act.used),
                DeclaredAction::Move => format!("moves with {}", act.used),
                DeclaredAction::General => format!("defends with {}", act.used),
            });
        } else {
            let before = state.order[..state.processed.saturating_sub(1)].iter();
            let answered = self.options.defense_is_action && state.has_answered(fighter);
            if !answered && before.clone().any(|turn| turn.fighter() == fighter) {
                notes.push("waits".to_owned());
            }
        }
        if state.has_general(fighter) {
            notes.push(format!("general {}", standing.general.roll_at(state.round)));
        }
        if self.has_passed(state, fighter) {
            notes.push("passed".to_owned());
        }
        for attacker in 0..self.fighters.len() {
            let pair = fighter * self.fighters.len() + attacker;
            match state.parries[pair].roll_at(state.round) {
                0 => {}
                roll => notes.push(format!("parry {roll} {}", name(attacker))),
            }
            match state.dives[pair].roll_at(state.sequence) {
                0 => {}
                roll => notes.push(format!("dive {roll} {}", name(attacker))),
            }
        }
        notes
    }
}

impl Rounds {
    /// Returns whether a fighter has dice left, but no longer an answer to the Group Attack that is
    /// being answered.
    fn has_passed(&self, state: &ExchangeState, fighter: usize) -> bool {
        let act = state.acts.last().filter(|_| state.phase == Phase::Answer);
        let Some(DeclaredAction::Group { targets }) = act.map(|act| act.kind) else {
            return false;
        };
        let first = self.first_opponent(state.attacker());
        fighters_in(targets & !state.targets, first).any(|target| target == fighter)
            && fighter != state.actor
            && !state.fighters[fighter].left.is_none()
    }
}

/// Formats the action dice left; only a number if there is one sort.
fn dice(left: DiceLeft, start: DiceLeft) -> String {
    let sorts = start.sorts().into_iter().zip(left.sorts()).zip(SORTS);
    let known: Vec<(u32, &str)> = sorts
        .filter(|((all, _), _)| *all > 0)
        .map(|((_, left), sort)| (left, sort))
        .collect();
    if let [(left, _)] = known[..] {
        return left.to_string();
    }
    let each = known.iter().map(|(left, sort)| format!("{left} {sort}"));
    each.collect::<Vec<_>>().join(" ")
}
