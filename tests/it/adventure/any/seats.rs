//! Random seats.

use super::Maker;
use crate::plain::adventure::{Class, Seat};

impl Maker {
    /// Returns a Class as a scene has it, or as a combatant that is not a character has it.
    pub(super) fn class(&mut self, name: &str) -> Class {
        Class {
            name: name.to_owned(),
            dice: self.between(1, 4),
            semi: self.percent(30),
            ignores_armor: self.percent(30),
        }
    }

    /// Returns a seat for a character or a base, and perhaps for others.
    pub(super) fn seat(&mut self, head: &str, in_a_fight: bool) -> Seat {
        let own = self.classes_of(head);
        let is_base = self.bases().iter().any(|base| base == head);
        if self.percent(30) && is_base {
            return Seat::Base {
                name: head.to_owned(),
                written: self.percent(30).then(|| self.between(1, 6)),
                semi: self.percent(30),
            };
        }
        if self.percent(30) && !is_base {
            let mut classes = Vec::new();
            if in_a_fight {
                let count = 1 + self.below(own.len());
                for name in self.some(&own, count) {
                    classes.push(self.class(&name));
                }
                if self.percent(40) {
                    let position = self.below(classes.len() + 1);
                    classes.insert(position, self.class("Club"));
                }
            } else {
                classes.push(self.class(""));
            }
            return Seat::Named {
                name: head.to_owned(),
                count: 1,
                classes,
            };
        }
        let mut characters = vec![head.to_owned()];
        for name in self.names() {
            if name != head && self.percent(40) {
                characters.push(name);
            }
        }
        if !in_a_fight {
            for name in self.bases() {
                let position = 1 + self.below(characters.len());
                if name != head && self.percent(40) {
                    characters.insert(position, name);
                }
            }
        }
        let mut classes = Vec::new();
        if self.percent(70) {
            let count = 1 + self.below(own.len());
            classes = self.some(&own, count);
            for other in &characters {
                for name in self.classes_of(other) {
                    if !classes.contains(&name) && self.percent(50) {
                        classes.push(name);
                    }
                }
            }
        }
        let semi: Vec<bool> = classes.iter().map(|_| self.percent(30)).collect();
        Seat::AnyOf {
            characters,
            classes: classes.into_iter().zip(semi).collect(),
        }
    }

    /// Returns the Classes of a character; a base has one, of its own name.
    pub(super) fn classes_of(&self, name: &str) -> Vec<String> {
        let mut characters = self.characters.iter();
        match characters.find(|one| one.name == name) {
            Some(character) => {
                let classes = character.classes.iter();
                classes.map(|(class, _)| class.clone()).collect()
            }
            None => vec![name.to_owned()],
        }
    }
}
