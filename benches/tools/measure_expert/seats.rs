//! Random fights as game masters write them: small parties, some with optional rules, some with a third side.

use super::fights::Draw;
use evenodds::contests::combat::{
    Arrival, ArrivalCondition, Class, Combatant, Cover, Group, LastBlow, Setup, Side,
};

/// Generator of fights of two or three sides with one to four combatants each, some of them twice or three times.
pub struct Seats(Draw);

impl Seats {
    pub fn new(seed: u64) -> Self {
        Self(Draw::new(seed, "seats"))
    }

    fn between(&mut self, low: u32, high: u32) -> u32 {
        low + self.0.below(high - low + 1)
    }

    fn chance(&mut self, percent: u32) -> bool {
        self.0.below(100) < percent
    }

    fn class(&mut self, has_cover: bool) -> Class {
        let dice = self.between(1, 6);
        // A Class that fits half of the task rolls half of its dice.
        let dice = if self.chance(10) {
            dice.div_ceil(2)
        } else {
            dice
        };
        Class {
            dice,
            ignores_cover: has_cover && self.chance(10),
            ..Class::default()
        }
    }

    /// Returns a fight, which may have optional rules in 55 of 100 cases.
    pub fn fight(&mut self) -> Setup {
        let mut setup = Setup::default();
        let sides = if self.chance(15) { 3 } else { 2 };
        let optional = self.chance(55);
        let field = optional && self.chance(30);
        let of_side = (optional && !field && self.chance(20)).then(|| self.0.below(sides) as usize);
        let has_cover = field || of_side.is_some();
        if field {
            setup.field_cover = Some(Cover::Rolled(self.between(1, 3)));
        }
        for side in 0..sides as usize {
            let first = setup.combatants.len();
            for _ in 0..self.between(1, 4) {
                let copies = if self.chance(20) {
                    self.between(2, 3)
                } else {
                    1
                };
                let classes = (0..self.between(1, 3))
                    .map(|_| self.class(has_cover))
                    .collect();
                let monster = optional && self.chance(15);
                let combatant = Combatant {
                    side,
                    classes,
                    monster,
                    wounds: optional && !monster && self.chance(25),
                    ..Combatant::default()
                };
                for _ in 0..copies {
                    let position = setup.combatants.len();
                    setup.groups.push(Group {
                        label: position.to_string(),
                        side,
                        size: 1,
                    });
                    setup.combatants.push(Combatant {
                        name: position.to_string(),
                        group: position,
                        ..combatant.clone()
                    });
                }
            }
            let end = setup.combatants.len();
            if optional && end - first > 1 && self.chance(15) {
                setup.combatants[end - 1].arrival = Some(setup.arrivals.len());
                setup.arrivals.push(Arrival {
                    side,
                    members: end - 1..end,
                    when: ArrivalCondition::Turn(self.between(2, 5)),
                });
            }
            setup.sides.push(Side {
                name: side.to_string(),
                members: first..end,
                cover: (of_side == Some(side)).then(|| Cover::Rolled(self.between(1, 3))),
            });
        }
        if optional && self.chance(30) {
            setup.options.last_blow = LastBlow::Draw;
        }
        setup
    }
}
