//! Random fights as game masters write them: small parties, some with optional rules, some with a third side.

use super::fights::{Draw, add};
use evenodds::contests::combat::{
    Arrival, ArrivalCondition, Class, Combatant, Cover, LastBlow, Setup, Side,
};

/// Returns `count` fights of two or three sides with one to four combatants each, some of them twice or three times.
pub fn fights(seed: u64, count: u64) -> Vec<Setup> {
    let mut draw = Draw::new(seed, "seats");
    (0..count).map(|_| fight(&mut draw)).collect()
}

fn class(draw: &mut Draw, has_cover: bool) -> Class {
    let dice = draw.between(1, 6);
    // A Class that fits half of the task rolls half of its dice.
    let dice = if draw.chance(10) {
        dice.div_ceil(2)
    } else {
        dice
    };
    Class {
        dice,
        ignores_cover: has_cover && draw.chance(10),
        ..Class::default()
    }
}

/// Returns a fight, which may have optional rules in 55 of 100 cases.
fn fight(draw: &mut Draw) -> Setup {
    let mut setup = Setup::default();
    let sides = if draw.chance(15) { 3 } else { 2 };
    let optional = draw.chance(55);
    let field = optional && draw.chance(30);
    let of_side = (optional && !field && draw.chance(20)).then(|| draw.below(sides) as usize);
    let has_cover = field || of_side.is_some();
    if field {
        setup.field_cover = Some(Cover::Rolled(draw.between(1, 3)));
    }
    for side in 0..sides as usize {
        let first = setup.combatants.len();
        for _ in 0..draw.between(1, 4) {
            let copies = if draw.chance(20) {
                draw.between(2, 3)
            } else {
                1
            };
            let classes = (0..draw.between(1, 3))
                .map(|_| class(draw, has_cover))
                .collect();
            let monster = optional && draw.chance(15);
            let combatant = Combatant {
                side,
                classes,
                monster,
                wounds: optional && !monster && draw.chance(25),
                ..Combatant::default()
            };
            for _ in 0..copies {
                add(&mut setup, combatant.clone());
            }
        }
        let end = setup.combatants.len();
        if optional && end - first > 1 && draw.chance(15) {
            setup.combatants[end - 1].arrival = Some(setup.arrivals.len());
            setup.arrivals.push(Arrival {
                side,
                members: end - 1..end,
                when: ArrivalCondition::Turn(draw.between(2, 5)),
            });
        }
        setup.sides.push(Side {
            name: side.to_string(),
            members: first..end,
            cover: (of_side == Some(side)).then(|| Cover::Rolled(draw.between(1, 3))),
            ..Side::default()
        });
    }
    if optional && draw.chance(30) {
        setup.options.last_blow = LastBlow::Draw;
    }
    setup
}
