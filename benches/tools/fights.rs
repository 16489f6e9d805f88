//! Random fights for training and testing the player `expert`.
//!
//! A fight has two or three sides with 2 to 16 combatants in total; one fight in five has a single combatant
//! per side. A party is mixed, or consists of a leader and copies of one other combatant. Most parties are
//! about as strong as their opponents; about one fight in five has arbitrary strengths.
//!
//! Four fights in ten use optional rules: monsters, wounds and armor, Cover of a combatant, a side or the
//! battlefield, weapons that ignore Cover, reinforcements by turn or by losses. All fights vary the options
//! of `[rules]`.

use evenodds::contests::combat::{
    Arrival, ArrivalCondition, Class, Combatant, Cover, Deadlock, Group, LastBlow, MonsterSpent,
    Options, Player, Setup, Side, WoundChoice,
};
use evenodds::dice::{Dice, Sampled};

/// Largest number of combatants in a fight.
const MAX_COMBATANTS: u32 = 16;

/// Adds a combatant of a side as a group of its own, named by its position.
pub fn add(setup: &mut Setup, mut combatant: Combatant) {
    let position = setup.combatants.len();
    combatant.name = position.to_string();
    combatant.group = position;
    setup.groups.push(Group {
        label: position.to_string(),
        side: combatant.side,
        size: 1,
    });
    setup.combatants.push(combatant);
}

/// Generator of random numbers and fights.
pub struct Draw(Sampled);

impl Draw {
    /// Creates the generator of a random seed; each purpose has independent random numbers.
    pub fn new(seed: u64, purpose: &str) -> Self {
        Self(Sampled::new(seed, &[purpose.to_owned()]))
    }

    /// Returns a random number from 0 to `options` - 1.
    pub fn below(&mut self, options: u32) -> u32 {
        self.0.choose(0, options)
    }

    /// Returns a random number from `low` to `high`.
    pub fn between(&mut self, low: u32, high: u32) -> u32 {
        low + self.below(high - low + 1)
    }

    /// Returns whether an event of this chance occurs.
    pub fn chance(&mut self, percent: u32) -> bool {
        self.below(100) < percent
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u32) as usize]
    }

    fn cover(&mut self, percent: u32) -> Option<Cover> {
        let is_present = self.chance(percent);
        is_present.then(|| Cover::Rolled(self.between(1, 4)))
    }

    fn combatant(&mut self, optional: bool) -> Combatant {
        let classes = self.pick(&[1, 1, 1, 1, 1, 1, 2, 2, 2, 3]);
        let class = |draw: &mut Self| Class {
            dice: draw.pick(&[1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 6]),
            ..Class::default()
        };
        let mut combatant = Combatant {
            classes: (0..classes).map(|_| class(self)).collect(),
            player: Player::Expert { depth: 0 },
            ..Combatant::default()
        };
        if optional {
            combatant.monster = self.chance(25);
            combatant.wounds = !combatant.monster && self.chance(30);
            combatant.armor = combatant.wounds && self.chance(50);
            combatant.cover = self.cover(20);
            combatant.classes[0].ignores_cover = self.chance(10);
        }
        combatant
    }

    /// Returns a rough estimate of a combatant's strength.
    fn strength(combatant: &Combatant) -> u32 {
        let dice = combatant.classes[0].dice;
        let later: u32 = combatant.classes[1..].iter().map(|class| class.dice).sum();
        // A monster returns with one die fewer each time, and each return is easier to take out.
        let first = if combatant.monster {
            dice * (dice + 3) / 2
        } else {
            2 * dice
        };
        first + later + if combatant.wounds { dice } else { 0 }
    }

    /// Returns a party of `size` combatants.
    fn party(&mut self, optional: bool, size: u32) -> Vec<Combatant> {
        let first = self.combatant(optional);
        let second = self.combatant(optional);
        let identical = self.chance(40);
        let others: Vec<Combatant> = (1..size)
            .map(|_| {
                if identical {
                    second.clone()
                } else {
                    self.combatant(optional)
                }
            })
            .collect();
        std::iter::once(first).chain(others).collect()
    }

    /// Returns a random number of combatants for each side.
    fn sizes(&mut self, sides: u32) -> Vec<u32> {
        let all = if self.chance(20) {
            sides
        } else {
            self.between(sides, MAX_COMBATANTS)
        };
        let mut sizes = vec![1; sides as usize];
        // Half of the combatants join a random side, so that large parties meet small ones.
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

    /// Returns a fight of two sides or, in one of four cases, of three.
    pub fn fight(&mut self) -> Setup {
        let sides = self.pick(&[2, 2, 2, 3]);
        let optional = self.chance(40);
        let sizes = self.sizes(sides);
        let any_strength = self.chance(if sizes.iter().all(|&size| size == 1) {
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
            if any_strength || 2 * most <= 3 * least {
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
                    ArrivalCondition::Turn(self.between(2, 7))
                } else {
                    ArrivalCondition::Standing(self.below((size - late) as u32))
                };
                for combatant in &mut party[size - late..] {
                    combatant.arrival = Some(setup.arrivals.len());
                }
                setup.arrivals.push(Arrival {
                    side,
                    members: first + size - late..first + size,
                    when,
                });
            }
            for mut combatant in party {
                combatant.side = side;
                add(&mut setup, combatant);
            }
            setup.sides.push(Side {
                name: side.to_string(),
                members: first..setup.combatants.len(),
                cover: if optional { self.cover(25) } else { None },
                ..Side::default()
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
