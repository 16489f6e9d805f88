//! What to do on the table of a fight as it stands.
//!
//! - `names`: who is meant; `read`: the table out of words; `left`: what is left of a fight, as a fight of
//!   its own; `weigh`: what every action is worth; `advice`: the same of every decision of a story; here: in
//!   words.

mod advice;
mod left;
mod names;
mod read;
#[cfg(test)]
mod tests;
mod weigh;

use super::engine::Engine;
use super::ledger::Uncounted;
use super::player::Player;
use super::view::{Action, View, Whims};
use super::{Combat, Combatant, Cover};
use crate::contest::laid::{falling, quoted, typed};
use crate::contest::{
    Considered, Hint, HintBy, HintOf, HintPlan, Hints, Lying, Silent, counted, then,
};
use crate::dice::Sampled;
use crate::document::Key;
use crate::document::{Faults, Source};
use left::{Left, OnTable};
use names::Names;
use std::sync::Arc;
use weigh::{CAREFUL, Foresight, Worth, weigh};

pub(super) use advice::advised;

/// The keys of a typed position.
pub(super) const POSITIONS: &[Key] = read::Position::KEYS;

impl Hints for Combat {
    fn example(&self) -> String {
        let names = Names::of(self);
        let mut fight = super::fight::Fight::new(self);
        let mut dice = Sampled::new(1, &self.roller_names());
        dice.start(0);
        let mut engine = Engine {
            combat: self,
            fight: &mut fight,
            dice: &mut dice,
            observer: Silent,
            ledger: Uncounted,
            decide: |_: &View, _: &mut Whims<Sampled>| Action::Retreat,
        };
        engine.open();
        let on_table = OnTable::seen(self, &fight);
        let mut entries = Vec::new();
        let mut cover = |called: String, cover: Option<Cover>, pool| {
            if let Some(Cover::Rolled(_)) = cover {
                entries.push(format!("{called}: {}", typed(pool)));
            }
        };
        cover("Cover".to_owned(), self.field_cover, on_table.field_cover);
        for (side, &pool) in self.sides.iter().zip(&on_table.side_cover) {
            cover(format!("Cover {}", side.name), side.cover, pool);
        }
        for (place, who) in self.combatants.iter().enumerate() {
            cover(
                format!("Cover {}", names.full(place)),
                who.cover,
                on_table.seats[place].cover,
            );
        }
        for (place, before) in on_table.seats.iter().enumerate() {
            if !before.pool.is_empty() {
                entries.push(format!(
                    "{}: {}",
                    quoted(names.full(place)),
                    typed(before.pool)
                ));
            }
        }
        entries.join("; ")
    }

    fn hint(&self, table: &Arc<Source>, plan: &HintPlan) -> Result<Hint, Faults> {
        let read = read::read(self, table)?;
        Ok(self.hint_at(&read.on_table, read.actor, plan, CAREFUL))
    }
}

impl Combat {
    /// What `actor` should do on a table.
    fn hint_at(
        &self,
        on_table: &OnTable,
        actor: usize,
        plan: &HintPlan,
        foresight: Foresight,
    ) -> Hint {
        let side = self.combatants[actor].side;
        let left = self.left_of(on_table, side, plan.declared);
        let Some(own) = left.place(actor) else {
            debug_assert!(false, "who has the turn stands");
            return Hint::default();
        };
        let (by, worth) = weigh(&left, own, plan, foresight);
        let names = Names::of(self);
        let told = Told {
            left: &left,
            view: View::new(&left.combat, &left.fight, own),
            names: &names,
        };
        Hint {
            who: names.full(actor).to_owned(),
            turn: told.turn(),
            then: then(&self.outcomes[side].phrase),
            of: HintOf::Chance,
            judge: told.judge(by),
            by,
            table: told.table(),
            missing: told.missing(self, on_table),
            actions: told.actions(&worth),
        }
    }

    /// What is left on a table for one side to decide about.
    fn left_of(&self, on_table: &OnTable, side: usize, declared: bool) -> Left {
        Left::of(self, on_table, |who: &Combatant| {
            if who.side == side && !declared {
                // Who asks for advice goes on as well as can be.
                Player::Expert { depth: 0 }
            } else {
                who.player
            }
        })
    }
}

/// A decision in words.
struct Told<'a> {
    left: &'a Left,
    view: View<'a>,
    names: &'a Names,
}

impl Told<'_> {
    /// What somebody who is left is called.
    fn name(&self, place: usize) -> &str {
        self.names.full(self.left.places[place])
    }

    fn turn(&self) -> String {
        let (own, fight) = (self.view.own(), &self.left.fight);
        let who = self.name(self.view.actor());
        let dice = format!("{} = {}", typed(own), own.sum());
        let aided = (0..self.left.places.len()).filter(|&place| fight.aided.contains(place));
        let aided: Vec<&str> = aided.map(|place| self.name(place)).collect();
        if !aided.is_empty() {
            return format!("{who} goes on with {dice}, having aided {}", listed(&aided));
        }
        match fight.order.next() {
            Some(_) => format!(
                "{who} has the turn with {dice}, the highest initiative that one alone holds"
            ),
            None => format!("{who} has the turn with {dice}, by lot"),
        }
    }

    /// By what actions were compared, and who plays on.
    fn judge(&self, by: HintBy) -> String {
        let combat = &self.left.combat;
        let how = match by {
            HintBy::Solved => return "solved exactly, both sides playing perfectly".to_owned(),
            HintBy::Judged => {
                let decisions = match CAREFUL.at(&self.view).depth {
                    1 => "1 decision".to_owned(),
                    depth => format!("{depth} decisions"),
                };
                format!("judged by expert, {decisions} ahead; ")
            }
            HintBy::Played(_) => String::new(),
        };
        let players = combat.sides.iter().map(|side| {
            let mut names: Vec<&str> = Vec::new();
            for who in &combat.combatants[side.members.clone()] {
                if !names.contains(&who.player.name()) {
                    names.push(who.player.name());
                }
            }
            format!("{} as {}", side.name, names.join("+"))
        });
        let players: Vec<String> = players.collect();
        format!("{how}played on by {}", players.join(", "))
    }

    /// Who stands, with what.
    fn table(&self) -> Vec<Lying> {
        let combat = &self.left.combat;
        let mut table = Vec::new();
        let mut lying = |name: &str, side: &str, pool: crate::dice::Pool, about: String| {
            table.push(Lying {
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
                lying(self.name(place), side, pool, self.about(place, who));
            }
        }
        if combat.has_cover {
            let extras = &self.left.fight.extras;
            let sides = combat.sides.iter().zip(&extras.side_cover);
            let own = combat.combatants.iter().enumerate();
            for (place, who) in own {
                let side = &combat.sides[who.side].name;
                lying(
                    &format!("Cover {}", self.name(place)),
                    side,
                    extras.cover[place],
                    String::new(),
                );
            }
            for (side, &pool) in sides {
                lying(
                    &format!("Cover {}", side.name),
                    &side.name,
                    pool,
                    String::new(),
                );
            }
            lying("Cover", "", extras.field_cover, String::new());
        }
        table.retain(|one| !one.dice.is_empty());
        table
    }

    /// What there is to say of somebody besides the dice.
    fn about(&self, place: usize, who: &Combatant) -> String {
        let fight = &self.left.fight;
        let (seat, extras) = (&fight.seats[place], &fight.extras);
        let mut about = Vec::new();
        if who.classes.len() > 1 {
            let classes = || who.classes.iter().enumerate();
            let unused = classes().filter(|(class, _)| seat.used >> class & 1 == 0);
            let unused: Vec<&str> = unused.map(|(_, class)| class.name.as_str()).collect();
            about.push(match unused[..] {
                [] => "no Class left".to_owned(),
                _ => format!("{} left", listed(&unused)),
            });
        }
        if !self.left.combat.is_basic() {
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

    /// Who is not there.
    fn missing(&self, whole: &Combat, on_table: &OnTable) -> Vec<String> {
        let all = whole.combatants.iter().zip(&on_table.seats).enumerate();
        let missing = all.filter(|(_, (_, before))| before.pool.is_empty());
        let told = missing.map(|(place, (who, _))| {
            let name = self.names.full(place);
            let comes = who.arrival.is_some_and(|arrival| on_table.awaited[arrival]);
            format!("{name}{}", if comes { " (still to come)" } else { "" })
        });
        told.collect()
    }

    /// All actions in words.
    fn actions(&self, worth: &[Worth]) -> Vec<Considered> {
        let considered = worth.iter().map(|worth| Considered {
            deed: self.deed(worth.action),
            effect: self.effect(worth),
            worth: worth.wins,
            nobody: worth.nobody,
            played: worth.played,
        });
        considered.collect()
    }

    /// What somebody should do.
    fn deed(&self, action: Action) -> String {
        match action {
            Action::Attack { face, target } => {
                format!("attack {} with the {face}", self.name(target))
            }
            Action::Support { face, ally } => format!("give the {face} to {}", self.name(ally)),
            Action::Change { class } => {
                let who = &self.left.combat.combatants[self.view.actor()];
                format!("change tactic to {}", who.classes[class].name)
            }
            Action::Retreat => "retreat".to_owned(),
        }
    }

    /// What comes of it at once.
    fn effect(&self, worth: &Worth) -> String {
        let combat = &self.left.combat;
        let own = self.view.own();
        match worth.action {
            Action::Attack { face, target } => {
                let before = self.view.pool(target);
                let after = before.above(face);
                let who = &combat.combatants[target];
                let mut effect = if after == before {
                    "takes nothing".to_owned()
                } else if after.is_empty() && (who.monster || who.wounds) {
                    "takes all its dice".to_owned()
                } else if after.is_empty() {
                    "takes it out".to_owned()
                } else {
                    format!("leaves it {}", typed(after))
                };
                if after == before && !worth.alike.is_empty() {
                    effect += ", whoever is attacked";
                } else if after != before && self.may_be_covered(target, face) {
                    effect += " unless Cover keeps more";
                }
                if own.len() == 1 {
                    effect += ", and spends the last die";
                }
                if after != before {
                    effect += &self.alike(&worth.alike);
                }
                effect
            }
            Action::Support { .. } => {
                format!("re-rolled; the turn goes on{}", self.alike(&worth.alike))
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

    /// To whom the same might be done, as a clause behind another.
    fn alike(&self, actions: &[Action]) -> String {
        let names = actions.iter().filter_map(|&action| match action {
            Action::Attack { target: who, .. } | Action::Support { ally: who, .. } => {
                Some(self.name(who))
            }
            _ => None,
        });
        let names: Vec<&str> = names.collect();
        match names[..] {
            [] => String::new(),
            [one] => format!("; or {one}"),
            [one, other] => format!("; or {one} or {other}"),
            _ => format!("; or {} others", names.len()),
        }
    }

    /// Whether Cover may keep dice from an attack.
    fn may_be_covered(&self, target: usize, face: u32) -> bool {
        let (combat, fight) = self.view.table();
        if !combat.has_cover {
            return false;
        }
        let shield = super::shield::Shield::of(combat, fight, self.view.actor(), face, target);
        !shield.choices().is_empty()
    }
}

/// `a`, `a and b`, `a, b and c`.
fn listed(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
