//! Adventures of all sorts.

use crate::plain::adventure::{
    Advance, Adventure, Character, Class, Contest, Cost, Fight, Healing, LostFor, Rules, Scene,
    Seat, Side,
};
use crate::plain::combat::{self, Arrival, Healer, Player, WoundChoice, WoundOption};
use evenodds::dice::{Dice, Sampled};

const NAMES: [&str; 4] = ["Ann", "Bob", "Cleo", "Dan"];
const CLASSES: [&str; 5] = ["Pilot", "Soldier", "Doctor", "Thief", "Clerk"];
const SCENES: [&str; 5] = ["the gate", "the yard", "the hall", "the vault", "the roof"];

/// Makes adventures by chance.
struct Maker {
    luck: Sampled,
    characters: Vec<Character>,
    has_group: bool,
}

/// The adventure of this number.
pub fn adventure(number: u64) -> Adventure {
    let mut luck = Sampled::new(97, &["maker".to_owned()]);
    luck.start(number);
    let maker = Maker {
        luck,
        characters: Vec::new(),
        has_group: false,
    };
    maker.adventure(number as u32)
}

impl Maker {
    fn below(&mut self, count: usize) -> usize {
        self.luck.choose(0, count as u32) as usize
    }

    fn between(&mut self, least: u32, most: u32) -> u32 {
        least + self.luck.choose(0, most - least + 1)
    }

    fn percent(&mut self, chance: u32) -> bool {
        self.luck.choose(0, 100) < chance
    }

    fn one_of<T: Clone>(&mut self, all: &[T]) -> T {
        let position = self.below(all.len());
        all[position].clone()
    }

    /// So many of all, in any order.
    fn some<T: Clone>(&mut self, all: &[T], count: usize) -> Vec<T> {
        let mut left = all.to_vec();
        let mut some = Vec::new();
        for _ in 0..count.min(all.len()) {
            let position = self.below(left.len());
            some.push(left.remove(position));
        }
        some
    }

    fn adventure(mut self, number: u32) -> Adventure {
        // Options by the number, so that each comes up with many others.
        let rules = Rules {
            lost_for: match number % 2 {
                0 => LostFor::Adventure,
                _ => LostFor::Scenes(1 + number / 2 % 3),
            },
            wounds_to_die: 2 + number % 3,
            healing: [Healing::Scenes, Healing::Rest, Healing::Never][number as usize % 5 % 3],
            healing_difficulty: 4 + number % 7,
            retreated_are_captured: (number / 2).is_multiple_of(2),
            unmanned_is_skipped: (number / 3).is_multiple_of(2),
            advance: [
                Advance::Lowest,
                Advance::Highest,
                Advance::First,
                Advance::Nothing,
            ][number as usize % 4],
            dead_are_replaced: (number / 4).is_multiple_of(2),
            max_scenes: [3, 100, 6, 12][number as usize / 2 % 4],
        };
        let count = 1 + number as usize % 4;
        for name in &NAMES[..count] {
            let character = self.character(name);
            self.characters.push(character);
        }
        self.has_group = self.percent(70);
        let prosperity = self.has_group.then(|| self.between(1, 4));
        let endings = vec!["caught".to_owned(), "broke".to_owned()];
        let scenes = 2 + self.below(4);
        let mut targets: Vec<String> = SCENES[..scenes].iter().map(|&one| one.into()).collect();
        targets.extend(endings.clone());
        let scenes = SCENES[..scenes]
            .iter()
            .map(|name| self.scene(name, &targets));
        let scenes = scenes.collect();
        Adventure {
            sessions: 1 + number % 3,
            characters: self.characters,
            prosperity,
            scenes,
            endings,
            rules,
        }
    }

    fn character(&mut self, name: &str) -> Character {
        let count = 1 + self.below(3);
        let names = self.some(&CLASSES, count);
        let mut classes = Vec::new();
        for name in &names {
            classes.push(((*name).to_owned(), self.between(1, 5)));
        }
        let healer = self.percent(60).then(|| self.one_of(&names).to_owned());
        let losable = self.below(names.len() + 1);
        let losable = self.some(&names, losable);
        Character {
            name: name.to_owned(),
            classes,
            wounds: self.percent(60),
            armor: self.percent(40),
            healer,
            losable: losable.into_iter().map(str::to_owned).collect(),
        }
    }

    fn scene(&mut self, name: &str, targets: &[String]) -> Scene {
        let contest = self.contest();
        let mut outcomes = contest.outcomes();
        if matches!(contest, Contest::Fight(_)) {
            outcomes.push("draw".to_owned());
        }
        // One outcome goes on, so that there is an end.
        let goes_on = self.below(outcomes.len() - 1);
        let mut then = Vec::new();
        let mut cost = Vec::new();
        for (position, outcome) in outcomes.iter().enumerate() {
            if position != goes_on && self.percent(60) {
                then.push((outcome.clone(), self.one_of(targets)));
            }
            if self.percent(50) {
                cost.push((outcome.clone(), self.cost()));
            }
        }
        Scene {
            name: name.to_owned(),
            contest,
            then,
            worst: self.percent(40).then(|| self.one_of(&outcomes)),
            rest: self.percent(50),
            cost,
        }
    }

    fn cost(&mut self) -> Cost {
        let names: Vec<String> = self.characters.iter().map(|one| one.name.clone()).collect();
        let count = if self.percent(50) {
            0
        } else {
            1 + self.below(names.len())
        };
        Cost {
            prosperity: if self.has_group {
                self.between(0, 2)
            } else {
                0
            },
            of: self.some(&names, count),
            classes: self.percent(40),
            wound: self.percent(30),
            captured: self.percent(15),
        }
    }

    fn contest(&mut self) -> Contest {
        // Everybody begins the list of one seat at most, so at the beginning all seats are taken.
        let names: Vec<String> = self.characters.iter().map(|one| one.name.clone()).collect();
        let mut heads = self.some(&names, names.len());
        match self.below(9) {
            0..4 => self.fight(&heads),
            4 | 5 => {
                let actor = self.seat(&heads.pop().unwrap(), false);
                let mut helpers = Vec::new();
                while let Some(head) = heads.pop()
                    && self.percent(60)
                {
                    helpers.push(self.seat(&head, false));
                }
                if self.percent(50) {
                    helpers.push(Seat::Named {
                        name: "Stranger".to_owned(),
                        count: 1,
                        classes: vec![self.class("")],
                    });
                }
                Contest::Quick {
                    difficulty: self.between(4, 18),
                    actor,
                    helpers,
                }
            }
            6 => Contest::Workshop {
                crafter: self.seat(&heads[0], false),
                rest: "player = \"one_by_one\"\nassistance = true\n\
                       craft = { dice = [[1, 2, 3], [2, 2, 4], [1, 3, 3]] }"
                    .to_owned(),
            },
            7 => self.trade(&heads[0]),
            _ => Contest::Abstract {
                skill: self.between(0, 5) as i32,
                task: self.between(0, 5) as i32,
            },
        }
    }

    /// A Class of somebody who is no character, or as a scene has it.
    fn class(&mut self, name: &str) -> Class {
        Class {
            name: name.to_owned(),
            dice: self.between(1, 4),
            semi: self.percent(30),
        }
    }

    /// A seat for a character, perhaps for others too.
    fn seat(&mut self, head: &str, in_a_fight: bool) -> Seat {
        let mut own = self.characters.iter();
        let own = own.find(|one| one.name == head).unwrap().classes.clone();
        let own: Vec<String> = own.into_iter().map(|(name, _)| name).collect();
        if self.percent(30) {
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
        for position in 0..self.characters.len() {
            let name = self.characters[position].name.clone();
            if name != head && self.percent(40) {
                characters.push(name);
            }
        }
        let mut classes = Vec::new();
        if self.percent(70) {
            let count = 1 + self.below(own.len());
            classes = self.some(&own, count);
            for one in self.characters.clone() {
                for (name, _) in one.classes {
                    let known = characters.contains(&one.name) && !classes.contains(&name);
                    if known && self.percent(30) {
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

    fn trade(&mut self, head: &str) -> Contest {
        let mut backers = Vec::new();
        let mut needed = Vec::new();
        let mut steps = vec![format!(
            "{{ type = \"bill\", difficulty = {} }}",
            self.between(4, 14)
        )];
        if self.percent(50) {
            steps.push("{ type = \"windfall\", dice = 1 }".to_owned());
        }
        if self.percent(60) {
            let characters = vec![head.to_owned()];
            let seat = Seat::AnyOf {
                characters,
                classes: Vec::new(),
            };
            backers.push(seat);
            if self.percent(50) {
                needed.push(head.to_owned());
                steps.push(format!(
                    "{{ type = \"bill\", difficulty = {}, contributors = [\"{head}\"] }}",
                    self.between(8, 18)
                ));
            }
        }
        Contest::Trade {
            prosperity: (!self.has_group).then(|| self.between(1, 4)),
            backers,
            needed,
            rest: format!("step = [{}]", steps.join(", ")),
        }
    }

    fn fight(&mut self, heads: &[String]) -> Contest {
        let players = [Player::Finisher, Player::Brawler, Player::Random];
        let count = 1 + self.below(heads.len());
        let mut crew = Side {
            name: "crew".to_owned(),
            player: self.one_of(&players),
            combatants: Vec::new(),
            late: Vec::new(),
        };
        for (position, head) in heads[..count].iter().enumerate() {
            let seat = self.seat(head, true);
            if position > 0 && self.percent(15) {
                crew.late.push((Arrival::WhenStanding(1), seat));
            } else {
                crew.combatants.push(seat);
            }
        }
        let mut foes = Side {
            name: "foes".to_owned(),
            player: self.one_of(&players),
            combatants: Vec::new(),
            late: Vec::new(),
        };
        for name in ["Drone", "Guard"] {
            let seat = Seat::Named {
                name: name.to_owned(),
                count: 1 + self.below(count),
                // A Class that is called like somebody is a Class all the same.
                classes: vec![self.class("Gun"), self.class("Ann")],
            };
            if name == "Drone" {
                foes.combatants.push(seat);
            } else if self.percent(30) {
                foes.late.push((Arrival::AtTurn(3), seat));
            }
        }
        let mut sides = vec![crew, foes];
        if self.percent(30) {
            sides.reverse();
        }
        let healers = [
            Healer::None,
            Healer::None,
            Healer::Automatic,
            Healer::Rolls {
                dice: 2,
                difficulty: 7,
            },
        ];
        let fights_on = self.percent(50);
        Contest::Fight(Fight {
            sides,
            rules: combat::Rules {
                last_blow_draw: self.percent(40),
                deadlock_lot: self.percent(30),
                wounds_to_die: u64::from(self.between(1, 4)),
                wound_choice: if fights_on {
                    WoundChoice::FightOn
                } else {
                    WoundChoice::StayDown
                },
                wound_option: if self.percent(50) {
                    WoundOption::PermanentLoss
                } else {
                    WoundOption::NastyWound
                },
                healer: self.one_of(&healers),
                ..combat::Rules::default()
            },
            deadly: self.percent(25),
        })
    }
}
