//! Who takes which part in a scene.

use super::super::combat;
use super::party::Member;
use super::{Adventure, Class, Contest, Fight, Seat, text};

/// A character in a scene.
#[derive(Clone, Debug)]
pub struct Role {
    pub character: usize,
    /// Its Classes there, by their positions among its own; those of the scene are none of them.
    pub classes: Vec<Option<usize>>,
    /// In a fight the number of the combatant.
    pub seat: Option<usize>,
}

/// A contest with everybody in it.
pub struct Cast {
    /// As it is written.
    pub text: String,
    pub roles: Vec<Role>,
    /// In a fight.
    pub combatants: Vec<combat::Combatant>,
}

/// Somebody in a seat.
#[derive(Clone, Debug)]
pub struct Taken {
    pub name: String,
    pub count: usize,
    pub classes: Vec<Class>,
    pub wounds: bool,
    pub armor: bool,
    character: Option<usize>,
    own: Vec<Option<usize>>,
}

struct Casting<'a> {
    adventure: &'a Adventure,
    members: &'a [Member],
    number: u32,
    in_a_fight: bool,
    roles: Vec<Role>,
}

/// Nothing if nobody can take a part that somebody has to.
pub fn cast(
    adventure: &Adventure,
    contest: &Contest,
    members: &[Member],
    number: u32,
    prosperity: u32,
) -> Option<Cast> {
    let mut casting = Casting {
        adventure,
        members,
        number,
        in_a_fight: matches!(contest, Contest::Fight(_)),
        roles: Vec::new(),
    };
    let mut combatants = Vec::new();
    let text = match contest {
        Contest::Abstract { skill, task } => text::abstract_rpg(*skill, *task),
        Contest::Quick {
            difficulty,
            actor,
            helpers,
        } => {
            let actor = casting.take(actor)?;
            let helpers = casting.all(helpers);
            text::quick(*difficulty, &actor, &helpers)
        }
        Contest::Workshop { crafter, rest } => text::workshop(&casting.take(crafter)?, rest),
        Contest::Trade {
            prosperity: own,
            backers,
            needed,
            rest,
        } => {
            let backers = casting.all(backers);
            let is_there = |name: &String| backers.iter().any(|one| one.name == *name);
            let prosperity = own.unwrap_or(prosperity);
            if prosperity == 0 || !needed.iter().all(is_there) {
                return None;
            }
            text::trade(prosperity, &backers, rest)
        }
        Contest::Fight(fight) => {
            let (text, all) = casting.fight(fight)?;
            combatants = all;
            text
        }
    };
    Some(Cast {
        text,
        roles: casting.roles,
        combatants,
    })
}

impl Casting<'_> {
    /// Those of the seats that are taken.
    fn all(&mut self, seats: &[Seat]) -> Vec<Taken> {
        seats.iter().filter_map(|seat| self.take(seat)).collect()
    }

    fn is_free(&self, character: usize) -> bool {
        let has_a_part = self.roles.iter().any(|role| role.character == character);
        self.members[character].is_there(self.in_a_fight) && !has_a_part
    }

    /// The Class of a character as it is now.
    fn class(&self, character: usize, class: usize, semi: bool) -> Class {
        Class {
            name: self.adventure.characters[character].classes[class]
                .0
                .clone(),
            dice: self.members[character].dice[class],
            semi,
        }
    }

    fn take(&mut self, seat: &Seat) -> Option<Taken> {
        let taken = match seat {
            Seat::Named {
                name,
                count,
                classes,
            } => self.take_by_name(name, *count, classes)?,
            Seat::AnyOf {
                characters,
                classes,
            } => characters
                .iter()
                .find_map(|name| self.take_if_it_suits(name, classes))?,
        };
        if let Some(character) = taken.character {
            self.roles.push(Role {
                character,
                classes: taken.own.clone(),
                seat: None,
            });
        }
        Some(taken)
    }

    fn take_by_name(&self, name: &str, count: usize, classes: &[Class]) -> Option<Taken> {
        let mut taken = Taken {
            name: name.to_owned(),
            count,
            classes: Vec::new(),
            wounds: false,
            armor: false,
            character: self.adventure.character(name),
            own: Vec::new(),
        };
        let Some(character) = taken.character else {
            taken.classes = classes.to_vec();
            return Some(taken);
        };
        if !self.is_free(character) {
            return None;
        }
        let about = &self.adventure.characters[character];
        for written in classes {
            let own = about
                .classes
                .iter()
                .position(|(name, _)| *name == written.name);
            match own {
                None => taken.classes.push(written.clone()),
                Some(class) if self.members[character].has(class, self.number) => {
                    taken
                        .classes
                        .push(self.class(character, class, written.semi));
                }
                Some(_) => continue,
            }
            // Dice without the name of a Class are none of its Classes.
            if !written.name.is_empty() {
                taken.own.push(own);
            }
        }
        (taken.wounds, taken.armor) = (about.wounds, about.armor);
        (!taken.classes.is_empty()).then_some(taken)
    }

    fn take_if_it_suits(&self, name: &str, suiting: &[(String, bool)]) -> Option<Taken> {
        let character = self.adventure.character(name)?;
        let about = &self.adventure.characters[character];
        let mut suiting = suiting.to_vec();
        if suiting.is_empty() {
            let all = about.classes.iter();
            suiting = all.map(|(name, _)| (name.clone(), false)).collect();
        }
        let mut taken = Taken {
            name: name.to_owned(),
            count: 1,
            classes: Vec::new(),
            wounds: about.wounds,
            armor: about.armor,
            character: Some(character),
            own: Vec::new(),
        };
        for (suits, semi) in &suiting {
            let class = about.classes.iter().position(|(name, _)| name == suits);
            if let Some(class) = class
                && self.members[character].has(class, self.number)
                // Outside of fights one Class is enough.
                && (self.in_a_fight || taken.classes.is_empty())
            {
                taken.classes.push(self.class(character, class, *semi));
                taken.own.push(Some(class));
            }
        }
        (self.is_free(character) && !taken.classes.is_empty()).then_some(taken)
    }

    fn fight(&mut self, fight: &Fight) -> Option<(String, Vec<combat::Combatant>)> {
        let mut combatants = Vec::new();
        let mut sides = Vec::new();
        let mut group = 0;
        for (number, side) in fight.sides.iter().enumerate() {
            let mut there = Vec::new();
            let mut late = Vec::new();
            let first = side.combatants.iter().map(|seat| (None, seat));
            let second = side
                .late
                .iter()
                .map(|(arrival, seat)| (Some(*arrival), seat));
            for (arrival, seat) in first.chain(second) {
                let Some(taken) = self.take(seat) else {
                    continue;
                };
                if taken.character.is_some() {
                    self.roles.last_mut().unwrap().seat = Some(combatants.len());
                }
                group += 1;
                for _ in 0..taken.count {
                    combatants.push(combat::Combatant {
                        side: number,
                        classes: taken.classes.iter().map(thrown).collect(),
                        player: side.player,
                        arrival,
                        group,
                        wounds: taken.wounds,
                        armor: taken.armor,
                        ..combat::Combatant::default()
                    });
                }
                match arrival {
                    None => there.push(taken),
                    Some(arrival) => late.push((arrival, taken)),
                }
            }
            if there.is_empty() {
                return None;
            }
            sides.push(text::side(&side.name, side.player, &there, &late));
        }
        Some((text::fight(&sides, fight), combatants))
    }
}

/// A Class in a fight: of one that fits but half, the larger half is thrown.
fn thrown(class: &Class) -> combat::Class {
    let dice = if class.semi {
        class.dice.div_ceil(2)
    } else {
        class.dice
    };
    combat::Class::from(dice as usize)
}
