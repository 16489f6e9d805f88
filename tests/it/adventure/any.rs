//! Random adventures of all sorts.

mod fights;
mod seats;
mod trades;

use crate::plain::adventure::{
    Advance, Adventure, Character, Choices, Contest, Cost, Group, Healing, Help, LostFor, Rules,
    Scene, Seat,
};
use crate::plain::combat::{WoundChoice, WoundOption};
use crate::plain::trade::Cargo;
use evenodds::dice::{Dice, Sampled};

const NAMES: [&str; 4] = ["Ann", "Bob", "Cleo", "Dan"];
const CLASSES: [&str; 5] = ["Pilot", "Soldier", "Doctor", "Thief", "Clerk"];
const BASES: [&str; 2] = ["Ship", "Yard"];
const CARGOES: [&str; 3] = ["Silk", "Spice", "Tea"];
const SCENES: [&str; 5] = ["the gate", "the yard", "the hall", "the vault", "the roof"];

/// Generator of random adventures.
struct Maker {
    random: Sampled,
    characters: Vec<Character>,
    group: Option<Group>,
}

/// Returns the adventure of this number.
pub fn adventure(number: u64) -> Adventure {
    let mut random = Sampled::new(97, &["maker".to_owned()]);
    random.start(number);
    let maker = Maker {
        random,
        characters: Vec::new(),
        group: None,
    };
    maker.adventure(number as u32)
}

impl Maker {
    fn below(&mut self, count: usize) -> usize {
        self.random.choose(0, count as u32) as usize
    }

    fn between(&mut self, least: u32, most: u32) -> u32 {
        least + self.random.choose(0, most - least + 1)
    }

    fn percent(&mut self, chance: u32) -> bool {
        self.random.choose(0, 100) < chance
    }

    fn one_of<T: Clone>(&mut self, all: &[T]) -> T {
        let position = self.below(all.len());
        all[position].clone()
    }

    /// Returns `count` of all items, in any order.
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
        // Options depend on the bits of the number, so that each occurs with many others.
        let rules = Rules {
            lost_for: match number % 3 {
                0 => LostFor::Adventure,
                1 => LostFor::Session,
                _ => LostFor::Scenes(1 + number / 3 % 3),
            },
            wounds_to_die: 1 + number % 4,
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
        if self.percent(80) {
            self.group = Some(self.group());
        }
        let endings = vec!["caught".to_owned(), "broke".to_owned()];
        let scenes = 3 + self.below(3);
        let mut targets: Vec<String> = SCENES[..scenes].iter().map(|&one| one.into()).collect();
        targets.extend(endings.clone());
        let scenes = SCENES[..scenes]
            .iter()
            .map(|name| self.scene(name, &targets));
        let scenes: Vec<Scene> = scenes.collect();
        let names: Vec<String> = scenes.iter().map(|one| one.name.clone()).collect();
        let beginnings = [0, 2, 0, 1, 3][number as usize % 5];
        let first = self.some(&names, beginnings);
        Adventure {
            sessions: 1 + number % 3,
            characters: self.characters,
            group: self.group.clone(),
            first,
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
            choices: self.choices(40),
        }
    }

    /// Returns choices for the wounded; each is given with this chance.
    fn choices(&mut self, chance: u32) -> Choices {
        Choices {
            choice: self.percent(chance).then(|| self.wound_choice()),
            option: self.percent(chance).then(|| self.wound_option()),
        }
    }

    fn wound_choice(&mut self) -> WoundChoice {
        self.one_of(&[WoundChoice::StayDown, WoundChoice::FightOn])
    }

    fn wound_option(&mut self) -> WoundOption {
        self.one_of(&[WoundOption::PermanentLoss, WoundOption::NastyWound])
    }

    fn group(&mut self) -> Group {
        let bases = self.one_of(&[0, 1, 2, 2]);
        let bases = BASES[..bases].iter();
        let cargoes = self.one_of(&[0, 2, 3, 3]);
        let cargoes = CARGOES[..cargoes].iter();
        Group {
            prosperity: self.between(0, 3),
            bases: bases
                .map(|&base| (base.to_owned(), self.between(1, 3)))
                .collect(),
            cargoes: cargoes
                .map(|&cargo| (cargo.to_owned(), self.cargo()))
                .collect(),
        }
    }

    fn cargo(&mut self) -> Cargo {
        let held = self.percent(60);
        Cargo {
            dice: self.between(2, 5),
            // Cargo on offer is usually local.
            foreign: self.percent(if held { 80 } else { 20 }),
            held,
            on_offer: !held,
        }
    }

    fn names(&self) -> Vec<String> {
        self.characters.iter().map(|one| one.name.clone()).collect()
    }

    fn bases(&self) -> Vec<String> {
        let bases = self.group.iter().flat_map(|group| &group.bases);
        bases.map(|(name, _)| name.clone()).collect()
    }

    fn cargoes(&self) -> Vec<String> {
        let cargoes = self.group.iter().flat_map(|group| &group.cargoes);
        cargoes.map(|(name, _)| name.clone()).collect()
    }

    fn scene(&mut self, name: &str, targets: &[String]) -> Scene {
        let contest = self.contest();
        let mut outcomes = contest.outcomes();
        if matches!(contest, Contest::Fight(_)) {
            outcomes.push("draw".to_owned());
        }
        // One outcome always continues, so that the end can be reached.
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
            session_ends: self.percent(30),
            cost,
        }
    }

    fn cost(&mut self) -> Cost {
        let names = self.names();
        let mut dice = Vec::new();
        for name in [self.bases(), self.cargoes()].concat() {
            if self.percent(20) {
                dice.push((name, self.one_of(&[1, 1, 2])));
            }
        }
        let count = if self.percent(50) {
            0
        } else {
            1 + self.below(names.len())
        };
        Cost {
            prosperity: if self.group.is_some() {
                self.between(0, 2)
            } else {
                0
            },
            of: self.some(&names, count),
            classes: self.percent(50),
            wound: self.percent(35).then(|| self.options()),
            armor_fits: self.percent(50),
            captured: self.percent(25),
            dice,
        }
    }

    /// Returns the options of a wound; an empty list is every wound.
    fn options(&mut self) -> Vec<WoundOption> {
        let all = [
            WoundOption::NonCombatant,
            WoundOption::PermanentLoss,
            WoundOption::NastyWound,
        ];
        let count = self.below(all.len() + 1);
        self.some(&all, count)
    }

    fn contest(&mut self) -> Contest {
        // Each character heads the list of at most one seat, so all seats can be taken at the
        // beginning.
        let names = self.names();
        let mut heads = self.some(&names, names.len());
        match self.below(14) {
            0..4 => return self.fight(&heads),
            4 => {
                return Contest::Abstract {
                    skill: self.between(0, 5) as i32,
                    task: self.between(0, 5) as i32,
                };
            }
            _ => {}
        }
        // Where no one can be hurt, bases may take part too.
        heads.extend(self.bases());
        heads = self.some(&heads, heads.len());
        match self.below(10) {
            0..3 => {
                let actor = self.seat(&heads.pop().unwrap(), false);
                let mut helpers = Vec::new();
                for head in heads {
                    if self.percent(60) {
                        helpers.push(self.seat(&head, false));
                    }
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
            3..6 => self.workshop(&mut heads),
            _ => self.trade(&mut heads),
        }
    }

    fn workshop(&mut self, heads: &mut Vec<String>) -> Contest {
        let crafter = self.seat(&heads.pop().unwrap(), false);
        let mut rest = "player = \"one_by_one\"\n\
                        craft = { dice = [[1, 2, 3], [2, 2, 4], [1, 3, 3]] }"
            .to_owned();
        let (mut before, mut behind) = (Vec::new(), Vec::new());
        for help in self.some(&[Help::Assistance, Help::Facility], 2) {
            match heads.pop() {
                Some(head) if self.percent(60) => {
                    let one_side = self.percent(50);
                    let named = if one_side { &mut before } else { &mut behind };
                    named.push((help, head));
                }
                _ if help == Help::Assistance => rest.push_str("\nassistance = true"),
                _ => {}
            }
        }
        Contest::Workshop {
            crafter,
            before,
            behind,
            rest,
        }
    }
}
