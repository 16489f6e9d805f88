//! Random exchanges of all sorts.

use crate::plain::action_rounds::{
    AttackOn, Combatant, Exchange, Player, Reach, Rules, Side, Skill, Stance,
};
use evenodds::dice::{Dice, Sampled};

const SKILLS: [Skill; 4] = [
    Skill::HandToHand,
    Skill::Ranged,
    Skill::Dodge,
    Skill::Movement,
];
const STANCES: [Stance; 5] = [
    Stance::Single,
    Stance::Parry,
    Stance::Dodge,
    Stance::General,
    Stance::Dive,
];
const NAMES: [[&str; 3]; 2] = [["Rosa", "Rita", "Rolf"], ["Basil", "Bette", "Boris"]];

/// Generator of random exchanges.
struct Maker {
    random: Sampled,
    /// True if the exchange is small enough for an exhaustive search.
    is_small: bool,
}

/// Returns the duel of this number.
pub fn duel(number: u64) -> Exchange {
    Maker::new(number).exchange(number, [1, 1])
}

/// Returns the duel of this number among those with few dice and rounds.
pub fn small_duel(number: u64) -> Exchange {
    let maker = Maker::new(2_000 + number);
    let mut small = Maker {
        is_small: true,
        ..maker
    };
    small.exchange(number, [1, 1])
}

/// Returns the groups of this number, of up to six fighters a side.
pub fn groups(number: u64) -> Exchange {
    let mut maker = Maker::new(1_000 + number);
    let sizes = [0, 1].map(|_| maker.between(1, 3) as usize);
    maker.exchange(number, sizes)
}

impl Maker {
    fn new(number: u64) -> Self {
        let mut random = Sampled::new(98, &["maker".to_owned()]);
        random.start(number);
        Self {
            random,
            is_small: false,
        }
    }

    fn between(&mut self, least: u32, most: u32) -> u32 {
        least + self.random.choose(0, most - least + 1)
    }

    fn percent(&mut self, chance: u32) -> bool {
        self.random.choose(0, 100) < chance
    }

    fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.random.choose(0, all.len() as u32) as usize]
    }

    fn exchange(&mut self, number: u64, sizes: [usize; 2]) -> Exchange {
        let is_duel = sizes == [1, 1];
        let mut side = |side: usize, name: &str| {
            let names = &NAMES[side][..sizes[side]];
            let combatants: Vec<Combatant> = names
                .iter()
                .map(|name| self.combatant(name, is_duel))
                .collect();
            Side {
                name: name.to_owned(),
                player: self.player(&combatants),
                combatants,
            }
        };
        let sides = [side(0, "red"), side(1, "blue")];
        // Options depend on the bits of the number, so that each occurs with many others.
        let is_odd = |number: u64| number % 2 == 1;
        let distance = [0, 0, 3, 6][number as usize / 2 % 4];
        Exchange {
            sides,
            rules: Rules {
                half_up: !is_odd(number),
                extra_is_halved: !is_odd(number / 2),
                total_breaks_ties: !is_odd(number / 3),
                tie_hits: !is_odd(number / 4),
                dive_is_rolled: !is_odd(number / 5),
                attack_on: [
                    AttackOn::MostHit,
                    AttackOn::First,
                    AttackOn::Weakest,
                    AttackOn::Strongest,
                ][number as usize % 4],
                reserve_is_declared: !is_odd(number / 6),
                distance,
                range_penalty: if distance > 0 { self.between(0, 2) } else { 0 },
                group_penalty: !is_odd(number / 4),
                answers_reorder: is_odd(number / 3),
                defence_is_action: number % 5 < 2,
                noncombat_is_chosen: number % 7 < 2,
                hits_to_win: 1 + u32::from(is_odd(number / 3)),
                max_rounds: if self.is_small {
                    1 + number as u32 % 2
                } else {
                    [2, 100, 5][number as usize % 3]
                },
            },
        }
    }

    fn player(&mut self, combatants: &[Combatant]) -> Player {
        let dice = |one: &Combatant| {
            let special = one.specialised.map_or(0, |(_, dice)| dice);
            let limited = one.for_attack + one.for_defence;
            one.action + u32::from(one.noncombat) + limited + special
        };
        // `keep_N` is limited to the maximum number of dice of a fighter.
        let most = combatants.iter().map(dice).max().unwrap_or(0);
        match self.between(0, 5) {
            0 => Player::AllOut,
            1 => Player::Guarded,
            2 => Player::Heavy,
            3 => Player::Keep(self.between(1, most.min(6)) - 1),
            _ => Player::Random,
        }
    }

    fn combatant(&mut self, name: &str, is_duel: bool) -> Combatant {
        let (most, special) = if self.is_small { (1, 25) } else { (2, 50) };
        let limited = if self.percent(special) {
            self.between(1, most)
        } else {
            0
        };
        let for_attack = if self.percent(50) { limited } else { 0 };
        let skill = self.one_of(&SKILLS);
        let noncombat = self.percent(15);
        let mut stance = self.one_of(&STANCES);
        if noncombat && stance == Stance::General {
            stance = Stance::Single;
        }
        Combatant {
            name: name.to_owned(),
            count: if is_duel { 1 } else { self.between(1, 2) },
            action: self.between(1, 2 * most),
            for_attack,
            for_defence: limited - for_attack,
            specialised: self
                .percent(special)
                .then(|| (skill, self.between(1, most))),
            hand_to_hand: self.between(0, 4),
            ranged: self.between(0, 4),
            dodge: self.between(0, 3),
            movement: self.between(0, 3),
            attack: if self.percent(50) {
                Reach::Ranged
            } else {
                Reach::HandToHand
            },
            attack_extra: u32::from(self.percent(25)),
            defence_extra: u32::from(self.percent(25)),
            stance,
            noncombat,
        }
    }
}
