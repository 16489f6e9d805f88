//! Positions of a fight and their actions as text.
//!
//! - `read`: typed positions.
//! - `remaining`: the rest of a fight, as a separate fight.
//! - `estimate`: values of actions by `expert`.
//! - this module: positions and actions as text.

mod estimate;
mod read;
mod remaining;
#[cfg(test)]
mod tests;

use super::engine::{Engine, FightMove};
use super::event::Event;
use super::fight::Fight;
use super::player::Player;
use super::prepared::Combat;
use super::rules::turn_actions;
use super::setup::{Combatant, Cover};
use super::shield::{CoverDie, CoverOwner};
use super::view::{Action, View};
use estimate::LookaheadPlan;
use evenodds_core::contest::game::{ActionValues, Described, EstimateDepth, HintGame, Reduced};
use evenodds_core::contest::positions::{ContestNames, falling, quoted, typed};
use evenodds_core::contest::{Describe, DescribedEntry, Erring, ErrorRate, HintBy, counted};
use evenodds_core::dice::Sampled;
use evenodds_core::document::{Faults, Key, Source, distinct, listed};
use std::sync::Arc;

/// Keys of a typed position.
pub(super) const POSITIONS: &[Key] = read::Position::KEYS;

impl HintGame for Combat {
    fn example(&self) -> String {
        let names = self.names();
        let mut fight = Fight::new(self);
        let mut dice = Sampled::new(1, &self.rollers());
        dice.start(0);
        Engine::silent(self, &mut fight, &mut dice).open();
        let extras = &fight.extras;
        let mut entries = Vec::new();
        let mut cover = |label: String, cover: Option<Cover>, pool| {
            if let Some(Cover::Rolled(_)) = cover {
                entries.push(format!("{label}: {}", typed(pool)));
            }
        };
        cover("Cover".to_owned(), self.field_cover, extras.field_cover);
        for (side, &pool) in self.sides.iter().zip(&extras.side_cover) {
            cover(format!("Cover {}", side.name), side.cover, pool);
        }
        for (place, &pool) in extras.cover.iter().enumerate() {
            let own = self.combatants[place].cover;
            cover(format!("Cover {}", names.full(place)), own, pool);
        }
        for (place, seat) in fight.seats.iter().enumerate() {
            if !seat.pool.is_empty() {
                let name = quoted(names.full(place));
                entries.push(format!("{name}: {}", typed(seat.pool)));
            }
        }
        entries.join("; ")
    }

    fn read(&self, source: &Arc<Source>) -> Result<Fight, Faults> {
        read::read(self, source)
    }

    fn describe(&self, fight: &Fight) -> Described {
        let decision_text = DecisionText::new(self, fight);
        Described {
            actor: decision_text.name(fight.actor).to_owned(),
            turn: decision_text.turn(),
            table: decision_text.table(),
            missing: decision_text.missing(),
        }
    }

    fn name(&self, fight: &Fight, decision: FightMove) -> String {
        match decision {
            FightMove::Turn(action) => DecisionText::new(self, fight).action_text(action),
            FightMove::Cover(Some(CoverDie { of, face })) => {
                let whose = match of {
                    CoverOwner::Own => "its own",
                    CoverOwner::Side => "its side's",
                    CoverOwner::Field => "the battlefield's",
                };
                format!("spend the {face} of {whose} Cover")
            }
            FightMove::Cover(None) => "spend no Cover".to_owned(),
        }
    }

    fn effect(&self, fight: &Fight, decision: FightMove, alike: &[FightMove]) -> String {
        match (decision, turn_actions(alike)) {
            (FightMove::Turn(action), Some(alike)) => {
                DecisionText::new(self, fight).effect(action, &alike)
            }
            _ => String::new(),
        }
    }

    fn reduced(&self, fight: &Fight, declared: bool) -> Option<Reduced<Self>> {
        let side = self.combatants[fight.actor].side;
        let (left, position) = self.remaining_fight(fight, |who: &Combatant| {
            let (player, error) = if who.side == side && !declared {
                // The deciding side is assumed to play well, whatever its configured player.
                (Player::Expert { depth: 0 }, ErrorRate::NONE)
            } else {
                (who.player, who.error)
            };
            Erring { player, error }
        });
        Some(Reduced::one(left, position))
    }

    fn reduced_action(&self, fight: &Fight, decision: FightMove) -> Option<FightMove> {
        let places = self.remaining_combatants(fight);
        let place = |whole: usize| places.iter().position(|&place| place == whole);
        Some(match decision {
            FightMove::Turn(Action::Attack { face, target }) => FightMove::Turn(Action::Attack {
                face,
                target: place(target)?,
            }),
            FightMove::Turn(Action::Support { face, ally }) => FightMove::Turn(Action::Support {
                face,
                ally: place(ally)?,
            }),
            other => other,
        })
    }

    fn estimate(
        &self,
        fight: &Fight,
        actions: &[FightMove],
        care: EstimateDepth,
    ) -> Option<ActionValues> {
        let plan = LookaheadPlan::of(care);
        Some(estimate::values(self, fight, &turn_actions(actions)?, plan))
    }

    fn certain_wins(&self, fight: &Fight, actions: &[FightMove], care: EstimateDepth) -> Vec<bool> {
        estimate::certain_wins(self, fight, actions, care)
    }

    fn method(&self, fight: &Fight, by: HintBy, _: &[&Self]) -> String {
        DecisionText::new(self, fight).evaluator(by)
    }

    fn shows_decision(&self, event: &Event) -> bool {
        matches!(
            event,
            Event::Attacked { .. }
                | Event::Supported { .. }
                | Event::Changed { .. }
                | Event::Retreated { .. }
        )
    }
}

impl Combat {
    fn names(&self) -> ContestNames {
        let combatants = self.combatants.iter();
        let combatants = combatants.map(|who| (who.name.as_str(), who.group));
        ContestNames::new(&self.groups, |side| &self.sides[side].name, combatants)
    }
}

/// Texts about a decision.
struct DecisionText<'a> {
    combat: &'a Combat,
    fight: &'a Fight,
    view: View<'a>,
    names: ContestNames,
}

impl<'a> DecisionText<'a> {
    fn new(combat: &'a Combat, fight: &'a Fight) -> Self {
        Self {
            combat,
            fight,
            view: View::of(combat, fight),
            names: combat.names(),
        }
    }

    fn name(&self, place: usize) -> &str {
        self.names.full(place)
    }

    fn turn(&self) -> String {
        let (own, fight) = (self.view.own(), self.fight);
        let who = self.name(self.view.actor());
        let dice = format!("{} = {}", typed(own), own.sum());
        let aided = (0..fight.seats.len()).filter(|&place| fight.aided.contains(place));
        let aided: Vec<&str> = aided.map(|place| self.name(place)).collect();
        if !aided.is_empty() {
            return format!("{who} continues with {dice} after aiding {}", listed(aided));
        }
        match fight.order.next() {
            Some(_) => {
                format!("{who} has the turn with {dice}, the highest initiative that is not shared")
            }
            None => format!("{who} has the turn with {dice}, by lot"),
        }
    }

    /// Describes how actions were compared, and the players of the continuation.
    fn evaluator(&self, by: HintBy) -> String {
        let combat = self.combat;
        let players = combat.sides.iter().map(|side| {
            let members = &combat.combatants[side.members.clone()];
            let names = distinct(members.iter().map(Combatant::player_name));
            format!("{} as {}", side.name, names.join("+"))
        });
        let players = players.collect::<Vec<_>>().join(", ");
        match by {
            HintBy::Solved => "solved exactly, with optimal play of both sides".to_owned(),
            HintBy::Estimated => {
                let decisions = match LookaheadPlan::of(EstimateDepth::Full).at(&self.view).depth {
                    1 => "1 decision".to_owned(),
                    depth => format!("{depth} decisions"),
                };
                format!("evaluated by expert, {decisions} ahead; continued by {players}")
            }
            HintBy::Played(_) => format!("continued by {players}"),
        }
    }

    /// Returns the standing combatants and the remaining Cover, with their dice.
    fn table(&self) -> Vec<DescribedEntry> {
        let combat = self.combat;
        let mut table = Vec::new();
        let mut add_entry =
            |name: &str, side: &str, pool: evenodds_core::dice::Pool, about: String| {
                table.push(DescribedEntry {
                    name: name.to_owned(),
                    side: side.to_owned(),
                    dice: falling(pool),
                    about,
                });
            };
        for (place, who) in combat.combatants.iter().enumerate() {
            let pool = self.view.pool(place);
            if !pool.is_empty() {
                let side = &combat.sides[who.side].name;
                add_entry(self.name(place), side, pool, self.about(place, who));
            }
        }
        if combat.has_cover {
            let extras = &self.fight.extras;
            let sides = combat.sides.iter().zip(&extras.side_cover);
            let own = combat.combatants.iter().enumerate();
            for (place, who) in own {
                let side = &combat.sides[who.side].name;
                add_entry(
                    &format!("Cover {}", self.name(place)),
                    side,
                    extras.cover[place],
                    String::new(),
                );
            }
            for (side, &pool) in sides {
                add_entry(
                    &format!("Cover {}", side.name),
                    &side.name,
                    pool,
                    String::new(),
                );
            }
            add_entry("Cover", "", extras.field_cover, String::new());
        }
        table.retain(|one| !one.dice.is_empty());
        table
    }

    /// Returns notes on a combatant, apart from its dice.
    fn about(&self, place: usize, who: &Combatant) -> String {
        let fight = self.fight;
        let (seat, extras) = (&fight.seats[place], &fight.extras);
        let mut about = Vec::new();
        if who.classes.len() > 1 {
            let classes = || who.classes.iter().enumerate();
            let unused = classes().filter(|(class, _)| seat.used >> class & 1 == 0);
            let unused: Vec<&str> = unused.map(|(_, class)| class.name.as_str()).collect();
            about.push(match unused[..] {
                [] => "no Class left".to_owned(),
                _ => format!("{} left", listed(unused)),
            });
        }
        if !self.combat.is_basic() {
            if who.monster {
                about.push(format!("monster, last rolled {}", extras.rolled[place]));
            }
            match extras.wounds[place].count {
                0 => {}
                1 => about.push("wounded".to_owned()),
                count => about.push(format!("wounded {count} times")),
            }
        }
        if fight.aided.contains(place) {
            about.push("aided in this turn".to_owned());
        }
        about.join(", ")
    }

    /// Returns the names of the combatants that are not in the fight.
    fn missing(&self) -> Vec<String> {
        let absent = |&place: &usize| self.view.pool(place).is_empty();
        let names = (0..self.fight.seats.len()).filter(absent).map(|place| {
            let comes = self.combat.is_still_to_come(self.fight, place);
            let note = if comes { " (still to come)" } else { "" };
            format!("{}{note}", self.name(place))
        });
        names.collect()
    }

    /// Describes an action.
    fn action_text(&self, action: Action) -> String {
        match action {
            Action::Attack { face, target } => {
                format!("attack {} with the {face}", self.name(target))
            }
            Action::Support { face, ally } => format!("give the {face} to {}", self.name(ally)),
            Action::Change { class } => {
                let who = &self.combat.combatants[self.view.actor()];
                format!("change tactic to {}", who.classes[class].name)
            }
            Action::Retreat => "retreat".to_owned(),
        }
    }

    /// Describes the immediate effect of an action.
    fn effect(&self, action: Action, alike: &[Action]) -> String {
        let combat = self.combat;
        let own = self.view.own();
        match action {
            Action::Attack { face, target } => {
                let before = self.view.pool(target);
                let after = before.above(face);
                let who = &combat.combatants[target];
                let blow = if after == before {
                    "removes no dice".to_owned()
                } else if after.is_empty() && (who.monster || who.wounds) {
                    "removes all its dice".to_owned()
                } else if after.is_empty() {
                    "takes it out".to_owned()
                } else {
                    format!("leaves it {}", typed(after))
                };
                let mut effects = vec![if after == before && !alike.is_empty() {
                    "removes no dice from any target".to_owned()
                } else if after != before && self.may_be_covered(target, face) {
                    format!("{blow} unless Cover keeps more")
                } else {
                    blow
                }];
                if own.len() == 1 {
                    effects.push("spends the last die".to_owned());
                }
                if after != before {
                    effects.extend(self.alike(alike));
                }
                effects.join("; ")
            }
            Action::Support { .. } => {
                let mut effects = vec!["the die is re-rolled; the turn continues".to_owned()];
                effects.extend(self.alike(alike));
                effects.join("; ")
            }
            Action::Change { class } => {
                let dice = combat.combatants[self.view.actor()].classes[class].dice;
                format!(
                    "rolls {} in place of {}",
                    counted(dice, "die", "dice"),
                    typed(own)
                )
            }
            Action::Retreat => "leaves the fight".to_owned(),
        }
    }

    /// Names the other combatants for which the action has the same effect.
    fn alike(&self, actions: &[Action]) -> Option<String> {
        let names = actions.iter().filter_map(|&action| match action {
            Action::Attack { target: who, .. } | Action::Support { ally: who, .. } => {
                Some(self.name(who))
            }
            _ => None,
        });
        let names: Vec<&str> = names.collect();
        match names[..] {
            [] => None,
            [one] => Some(format!("or {one}")),
            [one, other] => Some(format!("or {one} or {other}")),
            _ => Some(format!("or {} others", names.len())),
        }
    }

    /// Returns whether Cover may keep dice from an attack.
    fn may_be_covered(&self, target: usize, face: u32) -> bool {
        let (combat, fight) = self.view.table();
        if !combat.has_cover {
            return false;
        }
        let shield = super::fight::Shield::of(combat, fight, self.view.actor(), face, target);
        !shield.choices().is_empty()
    }
}
