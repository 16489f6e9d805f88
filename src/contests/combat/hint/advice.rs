//! What would have been better at each decision of a fight that is told, and what the one that was made
//! costs: by the ranking of hints.

use super::left::{Left, OnTable};
use super::names::Names;
use super::weigh::{BRISK, weigh};
use super::{Told, then};
use crate::contest::{Advised, HintPlan, Observer, Record, Rules};
use crate::contests::combat::Combat;
use crate::contests::combat::event::Event;
use crate::contests::combat::players::Declared;
use crate::contests::combat::rules::Table;
use crate::contests::combat::view::{Action, View};
use crate::dice::Dice;
use std::cell::RefCell;

/// Chances that differ by less are the same, where they are judged.
const SAME: f64 = 0.000_5;

/// Keeps every event, and with the one that shows a decision what was said of it.
struct Listener<'a> {
    told: Advised<Event>,
    said: &'a RefCell<Option<String>>,
}

impl Observer<Event> for Listener<'_> {
    fn note(&mut self, event: impl FnOnce() -> Event) {
        let event = event();
        let is_decision = matches!(
            event,
            Event::Attacked { .. }
                | Event::Supported { .. }
                | Event::Changed { .. }
                | Event::Retreated { .. }
        );
        let said = if is_decision { self.said.take() } else { None };
        self.told.push((event, said));
    }
}

/// A fight with what there is to say of its decisions.
pub(in crate::contests::combat) fn advised<D: Dice>(
    combat: &Combat,
    dice: &mut D,
) -> (Advised<Event>, Record) {
    let Table {
        mut fight,
        mut thought,
    } = combat.state();
    let mut record = Record::new(combat);
    let said = RefCell::new(None);
    let mut observer = Listener {
        told: Vec::new(),
        said: &said,
    };
    let players = Declared {
        thought: thought.as_mut(),
        see: |view: &View, action| {
            said.replace(Some(verdict(view, action)));
        },
    };
    combat.fight_by(dice, &mut fight, &mut observer, &mut record, players);
    (observer.told, record)
}

/// What to say of an action that was chosen.
fn verdict(view: &View, chosen: Action) -> String {
    let (combat, fight) = view.table();
    let on_table = OnTable::seen(combat, fight);
    let side = combat.combatants[view.actor()].side;
    let left = combat.left_of(&on_table, side, false);
    let nothing = || "nothing is better".to_owned();
    let (Some(own), Some(chosen)) = (left.place(view.actor()), among(&left, chosen)) else {
        return nothing();
    };
    let plan = HintPlan {
        playouts: None,
        quick: true,
        declared: false,
        seed: 0,
    };
    let (_, worth) = weigh(&left, own, &plan, BRISK);
    let Some((best, made)) = worth.first().zip(worth.iter().find(|one| one.has(chosen))) else {
        return nothing();
    };
    let then = then(&combat.outcomes[side].phrase);
    let share = 100.0 * best.wins;
    let more = best.score() - made.score();
    if more < SAME {
        return format!("nothing is better: {then} {share:.1} %");
    }
    let names = Names::of(combat);
    let told = Told {
        left: &left,
        view: View::new(&left.combat, &left.fight, own),
        names: &names,
    };
    let deed = told.deed(best.action);
    format!(
        "better {deed}: {then} {share:.1} %, {:.1} points more",
        100.0 * more
    )
}

/// An action of the whole fight in what is left of it.
fn among(left: &Left, action: Action) -> Option<Action> {
    Some(match action {
        Action::Attack { face, target } => Action::Attack {
            face,
            target: left.place(target)?,
        },
        Action::Support { face, ally } => Action::Support {
            face,
            ally: left.place(ally)?,
        },
        other => other,
    })
}
