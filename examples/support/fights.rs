//! Random fights in which the player `expert` is trained and tested.
//!
//! Two or three sides of 2 to 16 combatants together, a fifth of the fights duels. A party is a mixed one, or
//! copies of one combatant with or without a leader. Most parties are about as strong as their opponents; every
//! sixth fight is of any strengths. In four fights of ten optional rules apply: monsters, wounds and armor, Cover
//! of a combatant, a side or the battlefield, weapons that ignore it, reinforcements by turn or by losses, and
//! the options of `[rules]`.

use evenodds::contests::combat::{
    Arrival, Class, Combatant, Cover, Deadlock, Group, LastBlow, MonsterSpent, Options, Player,
    Setup, Side, When, WoundChoice,
};
use evenodds::dice::{Dice, Sampled};

/// The most combatants of a fight.
const MOST: u32 = 16;

/// Draws numbers and fights.
pub struct Draw(Sampled);

impl Draw {
    /// The draws of a seed; draws for another purpose are others.
    pub fn new(seed: u64, purpose: &str) -> Self {
        Self(Sampled::new(seed, &[purpose.to_owned()]))
    }

    /// One of the numbers from 0 on.
    pub fn below(&mut self, options: u32) -> u32 {
        self.0.choose(0, options)
    }

    fn between(&mut self, low: u32, high: u32) -> u32 {
        low + self.below(high - low + 1)
    }

    fn chance(&mut self, percent: u32) -> bool {
        self.below(100) < percent
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u32) as usize]
    }

    fn cover(&mut self, percent: u32) -> Option<Cover> {
        let there = self.chance(percent);
        there.then(|| Cover::Rolled(self.between(1, 4)))
    }

    fn combatant(&mut self, optional: bool) -> Combatant {
        let classes = self.pick(&[1, 1, 1, 1, 1, 1, 2, 2, 2, 3]);
        let class = |draw: &mut Self| Class {
            dice: draw.pick(&[1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 6]),
            ..Class::default()
        };
        let mut who = Combatant {
            classes: (0..classes).map(|_| class(self)).collect(),
            player: Player::Expert { depth: 0 },
            ..Combatant::default()
        };
        if optional {
            who.monster = self.chance(25);
            who.wounds = !who.monster && self.chance(30);
            who.armor = who.wounds && self.chance(50);
            who.cover = self.cover(20);
            who.classes[0].ignores_cover = self.chance(10);
        }
        who
    }

    /// How much somebody is worth, roughly.
    fn strength(who: &Combatant) -> u32 {
        let dice = who.classes[0].dice;
        let later: u32 = who.classes[1..].iter().map(|class| class.dice).sum();
        // A monster has all its throws to come; each is easier to take out than the one before.
        let first = if who.monster {
            dice * (dice + 3) / 2
        } else {
            2 * dice
        };
        first + later + if who.wounds { dice } else { 0 }
    }

    /// A party of so many.
    fn party(&mut self, optional: bool, size: u32) -> Vec<Combatant> {
        let first = self.combatant(optional);
        let second = self.combatant(optional);
        let alike = self.chance(40);
        let others: Vec<Combatant> = (1..size)
            .map(|_| {
                if alike {
                    second.clone()
                } else {
                    self.combatant(optional)
                }
            })
            .collect();
        std::iter::once(first).chain(others).collect()
    }

    /// How many stand on each of so many sides.
    fn sizes(&mut self, sides: u32) -> Vec<u32> {
        let all = if self.chance(20) {
            sides
        } else {
            self.between(sides, MOST)
        };
        let mut sizes = vec![1; sides as usize];
        // The first half goes anywhere, so that parties of many meet few.
        for number in sides..all {
            let side = if number % 2 == 0 {
                self.below(sides)
            } else {
                number % sides
            };
            sizes[side as usize] += 1;
        }
        sizes
    }

    /// A fight of two sides, or of three in one of four cases.
    pub fn fight(&mut self) -> Setup {
        let sides = self.pick(&[2, 2, 2, 3]);
        let optional = self.chance(40);
        let sizes = self.sizes(sides);
        let any = self.chance(if sizes.iter().all(|&size| size == 1) {
            50
        } else {
            15
        });
        loop {
            let parties: Vec<Vec<Combatant>> = sizes
                .iter()
                .map(|&size| self.party(optional, size))
                .collect();
            let strengths = parties
                .iter()
                .map(|party| party.iter().map(Self::strength).sum());
            let (least, most) = strengths.fold((u32::MAX, 0), |(low, high), one: u32| {
                (low.min(one), high.max(one))
            });
            if any || 2 * most <= 3 * least {
                return self.assembled(parties, optional);
            }
        }
    }

    fn assembled(&mut self, parties: Vec<Vec<Combatant>>, optional: bool) -> Setup {
        let mut setup = Setup::default();
        for (side, mut party) in parties.into_iter().enumerate() {
            let first = setup.combatants.len();
            let size = party.len();
            if optional && size > 1 && self.chance(30) {
                let late = 1 + self.below((size as u32 - 1).min(3)) as usize;
                let when = if self.chance(50) {
                    When::Turn(self.between(2, 7))
                } else {
                    When::Standing(self.below((size - late) as u32))
                };
                for who in &mut party[size - late..] {
                    who.arrival = Some(setup.arrivals.len());
                }
                setup.arrivals.push(Arrival {
                    side,
                    members: first + size - late..first + size,
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
                cover: if optional { self.cover(25) } else { None },
            });
        }
        if optional {
            setup.field_cover = self.cover(25);
        }
        setup.options = Options {
            last_blow: LastBlow::ALL[usize::from(self.chance(5))],
            deadlock: Deadlock::ALL[usize::from(self.chance(10))],
            max_rerolls: 100,
            cover_per_attack: 1 + u32::from(self.chance(10)),
            monster_spent: MonsterSpent::ALL[usize::from(self.chance(30))],
            wound_choice: WoundChoice::ALL[usize::from(self.chance(50))],
            wounds_to_die: self.between(1, 3),
            ..Options::default()
        };
        setup
    }
}
