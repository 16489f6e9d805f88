//! Optional rules: large monsters that come back, and characters that are wounded instead of taken
//! out.

use super::engine::Engine;
use super::event::Event;
use super::fight::{Fate, Fight};
use super::options::Healer;
use super::prepared::Combat;
use super::setup::{Class, Combatant};
use super::view::View;
use evenodds_core::contest::{Observer, WoundEffect, WoundEffects};
use evenodds_core::contest::{WoundChoice, WoundOption};
use evenodds_core::dice::Dice;

impl<D: Dice, O: Observer<Event>> Engine<'_, D, O> {
    /// Rolls a monster that would leave the fight again, with one die fewer than its last roll of a
    /// Class or a return. Returns false if no die would be left.
    #[cold]
    pub(super) fn return_monster(&mut self, monster: usize) -> bool {
        let dice = self.fight.extras.rolled[monster] - 1;
        if dice == 0 {
            return false;
        }
        let pool = self.dice.pool(monster, u32::from(dice));
        self.fight.extras.rolled[monster] = dice;
        self.fight.change(monster, pool);
        let group = self.combat.combatants[monster].group;
        if let Some(returns) = self.combat.layout.returns[group] {
            self.observer.count(returns, 1);
        }
        self.observer.note(|| Event::Returned {
            combatant: monster,
            pool,
        });
        true
    }

    /// Wounds a character that an attack by `actor` would take out. Returns whether the character
    /// leaves the fight as taken out; otherwise it has changed tactic or retreated.
    #[cold]
    pub(super) fn wound(&mut self, actor: usize, character: usize) -> bool {
        let options = &self.combat.options;
        let who = &self.combat.combatants[character];
        let stays_down = !self.combat.fights_on_wounded(who);
        let [by, in_use] = [actor, character].map(|one| self.fight.extras.classes[one]);
        let weapon = &self.combat.combatants[actor].classes[usize::from(by)];
        let armored = who.is_armored_against(weapon);
        let wounds = &mut self.fight.extras.wounds[character];
        wounds.count += 1;
        if u32::from(wounds.count) >= options.wounds_to_die {
            wounds.died = true;
            self.observer.note(|| Event::Died { character });
            return true;
        }
        wounds.chosen.push(in_use, self.combat.chosen(who, armored));
        self.observer.note(|| Event::Wounded {
            character,
            stays_down,
            armored,
        });
        if stays_down {
            return true;
        }
        let unused = View::new(self.combat, self.fight, character).unused_class();
        match unused {
            Some(class) => self.change_tactic(character, class),
            None => self.leave(character, Fate::Retreated, false),
        }
        false
    }
}

impl Combat {
    /// Returns whether a wounded character chooses to fight on if it can.
    pub(super) fn fights_on_wounded(&self, who: &Combatant) -> bool {
        who.wound_choice.unwrap_or(self.options.wound_choice) == WoundChoice::FightOn
    }

    /// Returns the options that a wounded character chooses.
    pub(super) fn chosen(&self, who: &Combatant, armored: bool) -> WoundEffects {
        let other = WoundEffect::from(self.wound_option(who));
        let chosen = WoundEffects::NONE;
        match (self.fights_on_wounded(who), armored) {
            (false, true) => chosen.with(WoundEffect::NonCombatant),
            (false, false) => chosen.with(WoundEffect::NonCombatant).with(other),
            (true, true) => chosen.with(other),
            (true, false) => chosen
                .with(WoundEffect::PermanentLoss)
                .with(WoundEffect::NastyWound),
        }
    }

    /// Returns the option that a wounded character chooses in addition to, or instead of, being out
    /// of the fight.
    pub(super) fn wound_option(&self, who: &Combatant) -> WoundOption {
        who.wound_option.unwrap_or(self.options.wound_option)
    }
}

impl Combatant {
    /// Returns whether armor reduces the options of a wound by one for attacks with this Class.
    pub(super) fn is_armored_against(&self, weapon: &Class) -> bool {
        self.armor && !weapon.ignores_armor
    }
}

/// Applies the healer to a wounded, living character. Returns the option that the healer undoes, if
/// any.
pub(super) fn heal<D: Dice>(
    combat: &Combat,
    fight: &mut Fight,
    dice: &mut D,
    character: usize,
) -> Option<WoundEffect> {
    let wounds = &mut fight.extras.wounds[character];
    if wounds.died || wounds.chosen.iter().all(|(_, chosen)| chosen.is_none()) {
        return None;
    }
    let recovers = match combat.options.healer {
        Healer::None => false,
        Healer::Automatic => true,
        Healer::Rolls {
            dice: count,
            difficulty,
        } => {
            let roller = combat.healer_roller(character);
            i64::from(dice.pool(roller, count).sum()) >= difficulty
        }
    };
    if recovers { wounds.chosen.undo() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::keys;
    use evenodds_core::contest::{
        Aftermath, Describe, LastingEffects, Record, Rules, SceneState, Silent,
    };
    use evenodds_core::dice::Scripted;
    use evenodds_core::document::{Faults, Source, check, parse};

    /// Returns the aftermath of a fight for a hero wounded by two attacks of one opponent.
    fn wounded_twice(hero: &str, weapon: &str, rules: &str) -> Aftermath {
        let text = format!(
            r#"
[[side]]
name = "us"
[[side.combatant]]
name = "Ann"
wounds = true
{hero}
classes = [{{ name = "Sword", dice = 1 }}, {{ name = "Bow", dice = 1 }}]
[[side]]
name = "them"
[[side.combatant]]
name = "Ogre"
classes = [{{ name = "Club", dice = 3{weapon} }}]
[rules]
wound_choice = "fight_on"
wounds_to_die = 3
{rules}
"#
        );
        let faults = &mut Faults::new();
        let root = parse(&Source::new("x.toml", text.as_str()), faults);
        let table = check(&root, keys::KEYS, faults);
        assert!(faults.is_empty(), "{text}");
        let combat = Combat::read(&table).unwrap();
        let mut lists = vec![Vec::new(); combat.rollers().len()];
        (lists[0], lists[1]) = (vec![1, 1], vec![6, 6, 6]);
        let mut dice = Scripted::new(lists);
        let (mut table, mut record) = (combat.state(), Record::new(&combat));
        combat.trial(&mut dice, &mut table, &mut Silent, &mut record);
        assert_eq!(dice.fault(), None);
        combat.aftermath(&SceneState::new(table, record), 0)
    }

    #[test]
    fn aftermath_keeps_the_class_and_choices_of_each_wound() {
        const LOSS: WoundEffect = WoundEffect::PermanentLoss;
        const NASTY: WoundEffect = WoundEffect::NastyWound;
        let armor = "armor = true";
        let ignores = ", ignores_armor = true";
        let healer = "healer = \"automatic\"";
        for (hero, weapon, rules, expected) in [
            ("", "", "", [&[LOSS, NASTY][..], &[LOSS, NASTY]]),
            // The permanent loss of the latest wound is undone.
            ("", "", healer, [&[LOSS, NASTY], &[NASTY]]),
            (armor, "", "", [&[NASTY], &[NASTY]]),
            (armor, "", healer, [&[NASTY], &[]]),
            (armor, ignores, "", [&[LOSS, NASTY], &[LOSS, NASTY]]),
            ("", ignores, "", [&[LOSS, NASTY], &[LOSS, NASTY]]),
        ] {
            let after = wounded_twice(hero, weapon, rules);
            assert_eq!((after.wounds, after.died), (2, false));
            let found: Vec<_> = after.chosen.iter().collect();
            let expected = expected.map(|options| options.iter().copied().collect());
            assert_eq!(
                found,
                [(0, expected[0]), (1, expected[1])],
                "{hero}{weapon}{rules}"
            );
        }
    }
}
