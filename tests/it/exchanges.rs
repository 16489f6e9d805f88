//! Exchanges of the plain program as the library has them, for tests and benchmarks.

use crate::plain::action_dice as plain;
use evenodds::contest::Half;
use evenodds::contests::action_dice::exchange::{
    Exchange, Fighter, Group, Player, Reach, Setup, Side, Skill, Stance,
};
use evenodds::contests::action_dice::{Dive, HitTie, Options, Threat, TwoDieExtra, rounds};

/// The library's exchange. The fighters of the first side come first; each is a group.
pub fn packed(
    fighters: &[plain::Fighter],
    splits: [plain::Split; 2],
    rules: &plain::Rules,
) -> Exchange {
    let first = fighters.iter().filter(|fighter| fighter.side == 0).count();
    let side = |side: usize, name: &str, members| Side {
        name: name.to_owned(),
        members,
        player: match splits[side] {
            plain::Split::Attack(dice) => Player::Attack(dice),
            plain::Split::Guarded => Player::Guarded,
            plain::Split::AllOut => Player::AllOut,
        },
    };
    let numbered = || fighters.iter().enumerate();
    Exchange::new(Setup {
        sides: [
            side(0, "red", 0..first),
            side(1, "blue", first..fighters.len()),
        ],
        fighters: numbered()
            .map(|(number, one)| fighter(number, one))
            .collect(),
        groups: numbered()
            .map(|(number, one)| Group {
                label: number.to_string(),
                side: one.side,
                size: 1,
            })
            .collect(),
        options: Options {
            half: if rules.half_up { Half::Up } else { Half::Down },
            two_die_extra: if rules.extra_is_halved {
                TwoDieExtra::Halved
            } else {
                TwoDieExtra::Whole
            },
            hit_tie: if rules.tie_hits {
                HitTie::Attacker
            } else {
                HitTie::Defender
            },
            defend_against: if rules.against_strongest {
                Threat::Strongest
            } else {
                Threat::First
            },
            dive: if rules.dive_is_rolled {
                Dive::Roll
            } else {
                Dive::Dice
            },
            hits_to_win: rules.hits_to_win,
            max_rounds: rules.max_rounds,
            ..Options::default()
        },
    })
}

/// The same fighters in the frame `actions`, with its usual readings.
#[allow(dead_code, reason = "only benchmarks have one")]
pub fn declared(fighters: &[plain::Fighter], player: rounds::Player) -> rounds::Rounds {
    let first = fighters.iter().filter(|fighter| fighter.side == 0).count();
    let side = |name: &str, members| rounds::Side {
        name: name.to_owned(),
        members,
        player,
    };
    let numbered = || fighters.iter().enumerate();
    let group = |(number, one): (usize, &plain::Fighter)| Group {
        label: number.to_string(),
        side: one.side,
        size: 1,
    };
    rounds::Rounds::new(rounds::Setup {
        sides: [side("red", 0..first), side("blue", first..fighters.len())],
        fighters: numbered()
            .map(|(number, one)| fighter(number, one))
            .collect(),
        groups: numbered().map(group).collect(),
        options: Options::default(),
    })
}

fn fighter(number: usize, one: &plain::Fighter) -> Fighter {
    Fighter {
        name: number.to_string(),
        side: one.side,
        group: number,
        general: one.general,
        for_attack: one.for_attack,
        for_defence: one.for_defence,
        specialised: one.specialised.map(|(skill, dice)| {
            let skill = match skill {
                plain::Skill::HandToHand => Skill::HandToHand,
                plain::Skill::Ranged => Skill::Ranged,
                plain::Skill::Dodge => Skill::Dodge,
                plain::Skill::Movement => Skill::Movement,
            };
            (skill, dice)
        }),
        hand_to_hand: one.hand_to_hand,
        ranged: one.ranged,
        dodge: one.dodge,
        movement: one.movement,
        attack: match one.attack {
            plain::Reach::HandToHand => Reach::HandToHand,
            plain::Reach::Ranged => Reach::Ranged,
        },
        attack_extra: one.attack_extra,
        defence_extra: one.defence_extra,
        stance: match one.stance {
            plain::Stance::Single => Stance::Single,
            plain::Stance::Parry => Stance::Parry,
            plain::Stance::Dodge => Stance::Dodge,
            plain::Stance::General => Stance::General,
            plain::Stance::Dive => Stance::Dive,
        },
        noncombat: one.noncombat,
    }
}

/// Somebody with three action dice and a skill of four.
#[allow(dead_code, reason = "only benchmarks have one")]
pub fn fencer(side: usize) -> plain::Fighter {
    plain::Fighter {
        side,
        general: 3,
        for_attack: 0,
        for_defence: 0,
        specialised: None,
        hand_to_hand: 4,
        ranged: 0,
        dodge: 0,
        movement: 0,
        attack: plain::Reach::HandToHand,
        attack_extra: 0,
        defence_extra: 0,
        stance: plain::Stance::Single,
        noncombat: false,
    }
}

/// The rules of a file that says nothing.
#[allow(dead_code, reason = "only benchmarks need them")]
pub fn usual() -> plain::Rules {
    plain::Rules {
        half_up: true,
        extra_is_halved: true,
        tie_hits: true,
        against_strongest: false,
        dive_is_rolled: true,
        hits_to_win: 1,
        max_rounds: 100,
    }
}
