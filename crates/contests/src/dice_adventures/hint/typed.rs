//! Formats positions of games in the form in which they are typed.

use super::super::deck::numbers;
use super::super::party::classes_of;
use super::super::prepared::DiceAdventures;
use super::super::view::{GameStage, HIRELING, Position};
use evenodds_core::contest::positions::quoted;
use evenodds_core::document::capital;

/// Returns a position in the form in which it is typed.
pub(super) fn typed(game: &DiceAdventures, position: &Position) -> String {
    let Position { state, stage } = position;
    let with_dice = stage.has_dice();
    let mut entries = Vec::new();
    let mut adventure = format!("Adventure: {}", state.adventure);
    let whole = game.book.deck.whole();
    if whole != 0 {
        // The order of earlier cards does not affect the position.
        let before = numbers(whole & !state.left & !(1 << state.card));
        let cards = before.chain([state.card]);
        let names = cards.map(|card| quoted(&game.card_name(card).unwrap_or_default()));
        adventure = format!("{adventure} ({})", names.collect::<Vec<_>>().join(", "));
    }
    entries.push(adventure);
    for (seat, hero) in state.party.heroes() {
        let mut notes = Vec::new();
        if hero.level > 1 {
            notes.push(format!("level {}", hero.level));
        }
        let used = hero.level - state.uses[seat].min(hero.level);
        if with_dice && used > 0 {
            notes.push(format!("used {used}"));
        }
        let mut entry = format!("{}:", capital(hero.class.name()));
        if with_dice {
            entry = format!("{entry} {}", state.faces[seat]);
        }
        if !notes.is_empty() {
            entry = format!("{entry} ({})", notes.join(", "));
        }
        entries.push(entry);
    }
    if with_dice && state.faces[HIRELING] != 0 {
        entries.push(format!("Hireling: {}", state.faces[HIRELING]));
    }
    let owned = [
        ("Gold", state.gold),
        ("Provisions", state.provisions),
        ("Weapons", state.weapons),
    ];
    let owned = owned.into_iter().filter(|&(_, count)| count > 0);
    entries.extend(owned.map(|(name, count)| format!("{name}: {count}")));
    if *stage == GameStage::Rise {
        let result = state.results[state.adventure as usize - 1];
        entries.push(format!("Result: {result}"));
    }
    let gone = classes_of(state.party.used & !state.party.classes());
    let mut gone: Vec<String> = gone.map(|class| capital(class.name())).collect();
    if !game.book.is_hardcore() {
        // A hero may have died more than once, or may have been hired again.
        let any = classes_of(state.party.used).next();
        let others = any.into_iter().cycle().map(|class| capital(class.name()));
        gone = gone
            .into_iter()
            .chain(others)
            .take(state.deaths as usize)
            .collect();
    }
    if !gone.is_empty() {
        entries.push(format!("Gone: {}", gone.join(" ")));
    }
    if with_dice && game.early_modifier(state).is_some() {
        let change = if *stage == GameStage::Raise {
            "to come"
        } else {
            "done"
        };
        entries.push(format!("Change: {change}"));
    }
    entries.join("; ")
}
