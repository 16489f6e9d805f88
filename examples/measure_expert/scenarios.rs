//! Fresh fights to measure players in: drawn by seed, like nothing that the trainer draws its own from.

use evenodds::contests::combat::{
    Arrival, Class, Combatant, Cover, Group, MonsterSpent, Options, Setup, Side, When, WoundChoice,
};
use evenodds::dice::{Dice, Sampled};

/// Draws fights.
pub struct Draw(Sampled);

impl Draw {
    /// The draws of a seed.
    pub fn new(seed: u64) -> Self {
        Self(Sampled::new(seed, &["fresh scenarios".to_owned()]))
    }

    fn between(&mut self, low: u32, high: u32) -> u32 {
        low + self.0.choose(0, high - low + 1)
    }

    fn chance(&mut self, percent: u32) -> bool {
        self.0.choose(0, 100) < percent
    }

    fn cover(&mut self, percent: u32) -> Option<Cover> {
        let there = self.chance(percent);
        there.then(|| Cover::Rolled(self.between(1, 3)))
    }

    fn combatant(&mut self, traits: bool) -> Combatant {
        let classes = match self.between(1, 10) {
            1..=5 => 1,
            6..=8 => 2,
            _ => 3,
        };
        let mut who = Combatant {
            classes: (0..classes)
                .map(|_| Class {
                    // Semi-fitting Classes throw half their dice: small ones are frequent.
                    dice: if self.chance(20) {
                        self.between(1, 3)
                    } else {
                        self.between(2, 6)
                    },
                    ..Class::default()
                })
                .collect(),
            ..Combatant::default()
        };
        if traits {
            who.monster = self.chance(20);
            who.wounds = !who.monster && self.chance(35);
            who.armor = who.wounds && self.chance(40);
            who.cover = self.cover(25);
            who.classes[0].ignores_cover = self.chance(15);
        }
        who
    }

    /// How much somebody is worth, roughly.
    fn strength(who: &Combatant) -> u32 {
        let first = 4 * who.classes[0].dice;
        let later: u32 = who.classes[1..].iter().map(|class| 2 * class.dice).sum();
        let whole = first + later;
        if who.monster || who.wounds {
            whole + whole / 2
        } else {
            whole
        }
    }

    /// A fight of so many sides and 2 to 12 combatants, more or less even by its dice.
    pub fn setup(&mut self, sides: usize) -> Setup {
        let traits = self.chance(50);
        loop {
            let parties: Vec<Vec<Combatant>> = (0..sides)
                .map(|_| {
                    let size = self.between(1, 12 / sides as u32);
                    let crowd = self.chance(30).then(|| self.combatant(traits));
                    (0..size)
                        .map(|_| crowd.clone().unwrap_or_else(|| self.combatant(traits)))
                        .collect()
                })
                .collect();
            let strengths: Vec<u32> = parties
                .iter()
                .map(|party| party.iter().map(Self::strength).sum())
                .collect();
            let (least, most) = (strengths.iter().min(), strengths.iter().max());
            let even = least
                .zip(most)
                .is_some_and(|(least, most)| 8 * least >= 5 * most);
            if even {
                return self.assembled(parties, traits);
            }
        }
    }

    fn assembled(&mut self, parties: Vec<Vec<Combatant>>, traits: bool) -> Setup {
        let mut setup = Setup::default();
        for (side, mut party) in parties.into_iter().enumerate() {
            let first = setup.combatants.len();
            if traits && party.len() > 1 && self.chance(25) {
                let when = if self.chance(50) {
                    When::Turn(self.between(3, 6))
                } else {
                    When::Standing(self.between(0, party.len() as u32 - 2))
                };
                let last = first + party.len();
                if let Some(late) = party.last_mut() {
                    late.arrival = Some(setup.arrivals.len());
                }
                setup.arrivals.push(Arrival {
                    side,
                    members: last - 1..last,
                    when,
                });
            }
            for mut who in party {
                let position = setup.combatants.len();
                who.name = position.to_string();
                (who.side, who.group) = (side, position);
                setup.groups.push(Group {
                    label: position.to_string(),
                    side,
                    size: 1,
                });
                setup.combatants.push(who);
            }
            setup.sides.push(Side {
                name: side.to_string(),
                members: first..setup.combatants.len(),
                cover: if traits { self.cover(20) } else { None },
            });
        }
        if traits {
            setup.field_cover = self.cover(20);
        }
        setup.options = Options {
            wound_choice: WoundChoice::ALL[usize::from(self.chance(50))],
            monster_spent: MonsterSpent::ALL[usize::from(self.chance(30))],
            ..Options::default()
        };
        setup
    }
}
