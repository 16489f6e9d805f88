//! The participants of a scene.

use super::super::{combat, trade};
use super::{Choices, Class, Contest, Evening, Fight, Freight, Help, Seat, TradeRules, text};

/// A character in a scene.
#[derive(Clone, Debug)]
pub struct Role {
    pub character: usize,
    /// Its Classes there, by index among its own; `None` for Classes of the scene.
    pub classes: Vec<Option<usize>>,
    /// Index of the combatant, in a fight.
    pub seat: Option<usize>,
}

/// A contest with all participants.
pub struct Cast {
    pub table: Table,
    pub roles: Vec<Role>,
}

pub enum Table {
    /// Text of the contest.
    Written(String),
    Fight {
        text: String,
        combatants: Vec<combat::Combatant>,
    },
    Trade(Dealing),
}

/// A trade scene.
pub struct Dealing {
    pub plan: trade::Plan,
    /// Names of the rollers, in the numbering of the plain program.
    pub rollers: Vec<String>,
    /// Owner of the dice of each backer.
    pub backers: Vec<Purse>,
    /// Index among the group's cargoes, for each cargo.
    pub cargoes: Vec<Option<usize>>,
}

/// Owner of a backer's dice.
#[derive(Clone, Copy, Debug)]
pub enum Purse {
    /// A character, with the index of the Class.
    Class(usize, usize),
    Base(usize),
    /// The scene itself: the dice do not last beyond it.
    OfTheScene,
}

/// A character in a seat.
#[derive(Clone, Debug)]
pub struct Taken {
    pub name: String,
    pub count: usize,
    pub classes: Vec<Class>,
    pub wounds: bool,
    pub armor: bool,
    pub choices: Choices,
    who: Who,
    own: Vec<Option<usize>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Who {
    Stranger,
    Character(usize),
    Base(usize),
}

struct Casting<'a> {
    evening: &'a Evening<'a>,
    in_a_fight: bool,
    roles: Vec<Role>,
    /// Bases that have a part.
    bases: Vec<usize>,
}

/// Returns the cast; `None` if a required seat cannot be filled.
pub fn cast(evening: &Evening, contest: &Contest) -> Option<Cast> {
    let mut casting = Casting {
        evening,
        in_a_fight: matches!(contest, Contest::Fight(_)),
        roles: Vec::new(),
        bases: Vec::new(),
    };
    let table = match contest {
        Contest::Abstract { skill, task } => Table::Written(text::abstract_rpg(*skill, *task)),
        Contest::Quick {
            difficulty,
            actor,
            helpers,
        } => {
            let actor = casting.take(actor)?;
            let helpers = casting.all(helpers);
            Table::Written(text::quick(*difficulty, &actor, &helpers))
        }
        Contest::Workshop {
            crafter,
            before,
            behind,
            rest,
        } => {
            let before = casting.all_who_help(before);
            let crafter = casting.take(crafter)?;
            let behind = casting.all_who_help(behind);
            let help = [before, behind].concat();
            Table::Written(text::workshop(&crafter, &help, rest))
        }
        Contest::Trade {
            prosperity,
            backers,
            cargoes,
            steps,
            rules,
        } => {
            let prosperity = prosperity.unwrap_or(evening.prosperity);
            Table::Trade(casting.dealing(prosperity, backers, cargoes, steps, *rules)?)
        }
        Contest::Fight(fight) => casting.fight(fight)?,
    };
    Some(Cast {
        table,
        roles: casting.roles,
    })
}

impl Casting<'_> {
    /// Fills the seats that can be taken.
    fn all(&mut self, seats: &[Seat]) -> Vec<Taken> {
        seats.iter().filter_map(|seat| self.take(seat)).collect()
    }

    fn is_free(&self, who: Who) -> bool {
        match who {
            Who::Stranger => true,
            Who::Character(character) => {
                let has_a_part = self.roles.iter().any(|role| role.character == character);
                self.evening.members[character].is_there(self.in_a_fight) && !has_a_part
            }
            Who::Base(base) => self.evening.bases[base] > 0 && !self.bases.contains(&base),
        }
    }

    /// Returns whether a character has a Class now.
    fn has(&self, character: usize, class: usize) -> bool {
        self.evening.members[character].has(class, self.evening.number)
    }

    /// Returns the Class of a character in its current state.
    fn class(&self, character: usize, class: usize, semi: bool) -> Class {
        let about = &self.evening.adventure.characters[character];
        Class {
            name: about.classes[class].0.clone(),
            dice: self.evening.members[character].dice[class],
            semi,
            ignores_armor: false,
        }
    }

    /// Returns the named helpers of a Workshop, each with whether it helps.
    fn all_who_help(&mut self, named: &[(Help, String)]) -> Vec<(Help, bool)> {
        let named = named.iter();
        named
            .map(|(help, name)| (*help, self.helps(name)))
            .collect()
    }

    fn helps(&mut self, name: &str) -> bool {
        let adventure = self.evening.adventure;
        let (who, can) = if let Some(base) = adventure.base(name) {
            (Who::Base(base), true)
        } else {
            let character = adventure.character(name).unwrap();
            let mut classes = 0..adventure.characters[character].classes.len();
            let has_one = classes.any(|class| self.has(character, class));
            (Who::Character(character), has_one)
        };
        let helps = can && self.is_free(who);
        if helps {
            self.takes_part(who, Vec::new());
        }
        helps
    }

    fn takes_part(&mut self, who: Who, classes: Vec<Option<usize>>) {
        match who {
            Who::Stranger => {}
            Who::Character(character) => self.roles.push(Role {
                character,
                classes,
                seat: None,
            }),
            Who::Base(base) => self.bases.push(base),
        }
    }

    fn take(&mut self, seat: &Seat) -> Option<Taken> {
        let taken = match seat {
            Seat::Named {
                name,
                count,
                classes,
            } => self.take_by_name(name, *count, classes)?,
            Seat::Base { name, semi, .. } => self.take_base(name, *semi)?,
            Seat::AnyOf {
                characters,
                classes,
            } => characters
                .iter()
                .find_map(|name| self.take_if_it_suits(name, classes))?,
        };
        self.takes_part(taken.who, taken.own.clone());
        Some(taken)
    }

    fn take_base(&self, name: &str, semi: bool) -> Option<Taken> {
        let base = self.evening.adventure.base(name)?;
        let taken = Taken {
            name: name.to_owned(),
            count: 1,
            // A base has one Class, of its own name.
            classes: vec![Class {
                name: name.to_owned(),
                dice: self.evening.bases[base],
                semi,
                ignores_armor: false,
            }],
            wounds: false,
            armor: false,
            choices: Choices::default(),
            who: Who::Base(base),
            own: Vec::new(),
        };
        self.is_free(taken.who).then_some(taken)
    }

    fn take_by_name(&self, name: &str, count: usize, classes: &[Class]) -> Option<Taken> {
        let mut taken = Taken {
            name: name.to_owned(),
            count,
            classes: Vec::new(),
            wounds: false,
            armor: false,
            choices: Choices::default(),
            who: Who::Stranger,
            own: Vec::new(),
        };
        let adventure = self.evening.adventure;
        let Some(character) = adventure.character(name) else {
            taken.classes = classes.to_vec();
            return Some(taken);
        };
        taken.who = Who::Character(character);
        if !self.is_free(taken.who) {
            return None;
        }
        let about = &adventure.characters[character];
        for written in classes {
            let own = about
                .classes
                .iter()
                .position(|(name, _)| *name == written.name);
            match own {
                None => taken.classes.push(written.clone()),
                Some(class) if self.has(character, class) => {
                    taken.classes.push(Class {
                        ignores_armor: written.ignores_armor,
                        ..self.class(character, class, written.semi)
                    });
                }
                Some(_) => continue,
            }
            // Dice without the name of a Class belong to none of its Classes.
            if !written.name.is_empty() {
                taken.own.push(own);
            }
        }
        (taken.wounds, taken.armor) = (about.wounds, about.armor);
        taken.choices = about.choices;
        (!taken.classes.is_empty()).then_some(taken)
    }

    fn take_if_it_suits(&self, name: &str, suiting: &[(String, bool)]) -> Option<Taken> {
        let adventure = self.evening.adventure;
        let Some(character) = adventure.character(name) else {
            let class = suiting.iter().find(|(class, _)| class == name);
            let suits = suiting.is_empty() || class.is_some();
            let semi = class.is_some_and(|&(_, semi)| semi);
            return self.take_base(name, semi).filter(|_| suits);
        };
        let about = &adventure.characters[character];
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
            choices: about.choices,
            who: Who::Character(character),
            own: Vec::new(),
        };
        for (suits, semi) in &suiting {
            let class = about.classes.iter().position(|(name, _)| name == suits);
            if let Some(class) = class
                && self.has(character, class)
                // Outside of fights one Class is enough.
                && (self.in_a_fight || taken.classes.is_empty())
            {
                taken.classes.push(self.class(character, class, *semi));
                taken.own.push(Some(class));
            }
        }
        (self.is_free(taken.who) && !taken.classes.is_empty()).then_some(taken)
    }

    /// Returns `None` if a step names an absent backer.
    fn dealing(
        &mut self,
        prosperity: u32,
        backers: &[Seat],
        cargoes: &[Freight],
        steps: &[trade::Step<String>],
        rules: TradeRules,
    ) -> Option<Dealing> {
        let backers = self.all(backers);
        let mut names = Vec::new();
        let mut group = Vec::new();
        let mut freight = Vec::new();
        for cargo in cargoes {
            match cargo {
                Freight::Group(name) => {
                    let position = self.evening.adventure.cargo(name).unwrap();
                    names.push(name.clone());
                    group.push(Some(position));
                    freight.push(self.evening.cargoes[position].clone());
                }
                Freight::Own(name, cargo) => {
                    names.push(name.clone());
                    group.push(None);
                    freight.push(cargo.clone());
                }
            }
        }
        let known = |one: usize| group.iter().position(|&position| position == Some(one));
        let refused = self.evening.refused.iter();
        let refused = refused.filter_map(|&(give, get)| Some((known(give)?, known(get)?)));
        let refused = refused.collect();
        let backer = |name: &String| backers.iter().position(|one| one.name == *name);
        let cargo = |name: &String| names.iter().position(|one| one == name).unwrap();
        let mut numbered = Vec::new();
        for step in steps {
            numbered.push(match step {
                trade::Step::Bill {
                    difficulty,
                    contributors,
                    payer,
                    pay_on_failure,
                } => trade::Step::Bill {
                    difficulty: *difficulty,
                    contributors: contributors.iter().map(backer).collect::<Option<_>>()?,
                    payer: match payer {
                        Some(payer) => Some(backer(payer)?),
                        None => None,
                    },
                    pay_on_failure: *pay_on_failure,
                },
                trade::Step::Sell(name) => trade::Step::Sell(cargo(name)),
                trade::Step::Barter { give, get } => trade::Step::Barter {
                    give: cargo(give),
                    get: cargo(get),
                },
                trade::Step::Travel => trade::Step::Travel,
                trade::Step::Windfall(dice) => trade::Step::Windfall(*dice),
                trade::Step::Expense(dice) => trade::Step::Expense(*dice),
            });
        }
        let purse = |taken: &Taken| match (taken.who, taken.own.first()) {
            (Who::Base(base), _) => Purse::Base(base),
            (Who::Character(character), Some(&Some(class))) => Purse::Class(character, class),
            _ => Purse::OfTheScene,
        };
        let mut rollers = vec!["prosperity".to_owned()];
        rollers.extend(backers.iter().map(|one| format!("backer/{}", one.name)));
        rollers.extend(names.iter().map(|name| format!("cargo/{name}")));
        Some(Dealing {
            plan: trade::Plan {
                prosperity,
                backers: backers.iter().map(|one| one.classes[0].dice).collect(),
                cargoes: freight,
                steps: numbered,
                repeat: rules.repeat,
                restock: rules.restock,
                tie_trades: rules.tie_trades,
                port_refuses: rules.port_refuses,
                keeps_last_die: rules.keeps_last_die,
                refused,
            },
            rollers,
            backers: backers.iter().map(purse).collect(),
            cargoes: group,
        })
    }

    fn fight(&mut self, fight: &Fight) -> Option<Table> {
        let mut combatants = Vec::new();
        let mut sides = Vec::new();
        let mut group = 0;
        for (number, side) in fight.sides.iter().enumerate() {
            let mut there = Vec::new();
            let mut late = Vec::new();
            let first = side.combatants.iter().map(|fighter| (None, fighter));
            let second = side
                .late
                .iter()
                .map(|(arrival, fighter)| (Some(*arrival), fighter));
            for (arrival, fighter) in first.chain(second) {
                let Some(mut taken) = self.take(&fighter.seat) else {
                    continue;
                };
                let said = fighter.choices;
                taken.choices.choice = said.choice.or(taken.choices.choice);
                taken.choices.option = said.option.or(taken.choices.option);
                if taken.who != Who::Stranger {
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
                        wound_choice: taken.choices.choice,
                        wound_option: taken.choices.option,
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
        let text = text::fight(&sides, fight);
        Some(Table::Fight { text, combatants })
    }
}

/// Returns a Class for a fight: a half-fit Class rolls the larger half.
fn thrown(class: &Class) -> combat::Class {
    let dice = if class.semi {
        class.dice.div_ceil(2)
    } else {
        class.dice
    };
    combat::Class {
        ignores_armor: class.ignores_armor,
        ..combat::Class::from(dice as usize)
    }
}
