//! Every part that an adventure may have comes up among those that are made, and changes something.

use super::library::Library;
use super::{MADE, any, plain};
use crate::plain::combat::{WoundChoice, WoundOption};
use crate::plain::trade::Step;
use plain::{Adventure, Choices, Contest, Cost, Fighter, Freight, Help, Seat};

/// What has to stand in some of the files.
const WRITTEN: [&str; 45] = [
    "base = [",
    "cargo = [",
    "origin = \"local\"",
    "origin = \"foreign\"",
    "held = true",
    "held = false",
    "on_offer = false",
    "character = \"Ship\"",
    "character = [\"Ship\"",
    ", \"Ship\"]",
    "{ name = \"Ship\" }",
    "{ name = \"Ship\", dice = ",
    "{ name = \"Ship\", fit = \"semi\" }",
    "crafter = { character = \"Ship\"",
    "backer = [{ character = \"Ship\"",
    "payer = \"Ship\"",
    "contributors = [\"Ship\"]",
    "payer = \"Ann\"",
    "type = \"sell\"",
    "type = \"barter\"",
    "type = \"travel\"",
    "restock = true",
    "repeat = 2",
    "last_die = \"keep\"",
    "assistance = \"Ship\"",
    "assistance = \"Ann\"",
    "facility = \"Ship\"",
    "facility = \"Ann\"",
    "dice = { \"Ship\" = 1",
    "\"Silk\" = 2",
    "wound = true",
    "wound = [\"non_combatant\"]",
    "wound = [\"permanent_loss\"]",
    "wound = [\"nasty_wound\"]",
    "wound = [\"nasty_wound\", \"non_combatant\"",
    "session_ends = true",
    "first = \"",
    "first = [\"",
    "\nwound_choice = \"fight_on\"",
    "\nwound_option = \"permanent_loss\"",
    "], wound_choice = \"stay_down\"",
    "ignores_armor = true",
    "armor_fits = true",
    "group = { prosperity = 0",
    "outcome = \"complications\"",
];

#[test]
fn every_part_of_an_adventure_is_among_them() {
    let adventures: Vec<String> = (0..MADE)
        .map(|number| any::adventure(number).written())
        .collect();
    let mut missing = WRITTEN.to_vec();
    missing.retain(|written| !adventures.iter().any(|text| text.contains(written)));
    assert!(missing.is_empty(), "no adventure has {missing:?}");
}

/// How an adventure may be otherwise.
type Change = fn(&mut Adventure);

fn group_of(adventure: &mut Adventure) -> impl Iterator<Item = &mut plain::Group> {
    adventure.group.iter_mut()
}

fn costs(adventure: &mut Adventure) -> impl Iterator<Item = &mut Cost> {
    let scenes = adventure.scenes.iter_mut();
    scenes.flat_map(|scene| scene.cost.iter_mut().map(|(_, cost)| cost))
}

fn contests(adventure: &mut Adventure) -> impl Iterator<Item = &mut Contest> {
    adventure.scenes.iter_mut().map(|scene| &mut scene.contest)
}

fn fighters(adventure: &mut Adventure) -> impl Iterator<Item = &mut Fighter> {
    let fights = contests(adventure).filter_map(|contest| match contest {
        Contest::Fight(fight) => Some(fight),
        _ => None,
    });
    fights.flat_map(|fight| &mut fight.sides).flat_map(|side| {
        let late = side.late.iter_mut().map(|(_, fighter)| fighter);
        side.combatants.iter_mut().chain(late)
    })
}

/// Classes of combatants with a name.
fn weapons(adventure: &mut Adventure) -> impl Iterator<Item = &mut plain::Class> {
    let named = |fighter| match fighter {
        &mut Fighter {
            seat: Seat::Named {
                ref mut classes, ..
            },
            ..
        } => classes.as_mut_slice(),
        _ => &mut [],
    };
    fighters(adventure).flat_map(named)
}

fn complicate(adventure: &mut Adventure, has_complications: bool) {
    for contest in contests(adventure) {
        if let Contest::Trade { rules, .. } = contest {
            rules.has_complications = has_complications;
        }
    }
}

/// Those of whom a fight or a file of characters says how they choose.
fn choices(adventure: &mut Adventure) -> impl Iterator<Item = &mut Choices> {
    let characters = adventure.characters.iter_mut();
    characters.map(|one| &mut one.choices)
}

fn wounds(adventure: &mut Adventure, options: &[WoundOption]) {
    for cost in costs(adventure) {
        cost.wound = cost.wound.as_ref().map(|_| options.to_vec());
    }
}

fn lose_dice(adventure: &mut Adventure, what: &[String]) {
    for cost in costs(adventure) {
        cost.dice.retain(|(name, _)| !what.contains(name));
    }
}

fn bases(adventure: &Adventure) -> Vec<String> {
    let all = adventure.group.iter().flat_map(|group| &group.bases);
    all.map(|(name, _)| name.clone()).collect()
}

fn cargoes(adventure: &Adventure) -> Vec<String> {
    let all = adventure.group.iter().flat_map(|group| &group.cargoes);
    all.map(|(name, _)| name.clone()).collect()
}

/// What is the scene's own is not held, and on offer or not.
fn offer_crates(adventure: &mut Adventure, is_offered: bool) {
    for contest in contests(adventure) {
        if let Contest::Trade { cargoes, .. } = contest {
            for freight in cargoes {
                if let Freight::Own(_, cargo) = freight {
                    (cargo.held, cargo.on_offer) = (false, is_offered);
                }
            }
        }
    }
}

/// All seats but those of fights.
fn seats(adventure: &mut Adventure) -> impl Iterator<Item = &mut Seat> {
    contests(adventure).flat_map(|contest| match contest {
        Contest::Quick { actor, helpers, .. } => {
            helpers.iter_mut().chain([actor]).collect::<Vec<_>>()
        }
        Contest::Workshop { crafter, .. } => vec![crafter],
        Contest::Trade { backers, .. } => backers.iter_mut().collect(),
        Contest::Fight(_) | Contest::Abstract { .. } => Vec::new(),
    })
}

/// Whether a base alone may take a seat.
fn is_for_a_base(seat: &Seat, bases: &[String]) -> bool {
    match seat {
        Seat::Base { .. } => true,
        Seat::AnyOf { characters, .. } => characters.iter().all(|name| bases.contains(name)),
        Seat::Named { .. } => false,
    }
}

/// Nobody helps in a Workshop by name.
fn nobody_helps(adventure: &mut Adventure, as_what: Help) {
    for contest in contests(adventure) {
        if let Contest::Workshop { before, behind, .. } = contest {
            before.retain(|(help, _)| *help != as_what);
            behind.retain(|(help, _)| *help != as_what);
        }
    }
}

const AS_IT_IS: Change = |_| {};

/// Ways in which an adventure may be, of which no two are the same.
const DIFFERENT: [(&str, &[Change]); 21] = [
    (
        "the dice of bases",
        &[AS_IT_IS, |adventure| {
            for (_, dice) in group_of(adventure).flat_map(|group| &mut group.bases) {
                *dice = 6;
            }
        }],
    ),
    (
        "bases as helpers",
        &[AS_IT_IS, |adventure| {
            let bases = bases(adventure);
            for contest in contests(adventure) {
                if let Contest::Quick { helpers, .. } = contest {
                    helpers.retain(|seat| !is_for_a_base(seat, &bases));
                }
            }
        }],
    ),
    (
        "bases in the place of somebody",
        &[AS_IT_IS, |adventure| {
            let bases = bases(adventure);
            for seat in seats(adventure) {
                if let Seat::AnyOf { characters, .. } = seat
                    && !bases.contains(&characters[0])
                {
                    characters.retain(|name| !bases.contains(name));
                }
            }
        }],
    ),
    (
        "dice of bases that are paid",
        &[AS_IT_IS, |adventure| {
            let bases = bases(adventure);
            lose_dice(adventure, &bases);
        }],
    ),
    (
        "dice of cargoes that are paid",
        &[AS_IT_IS, |adventure| {
            let cargoes = cargoes(adventure);
            lose_dice(adventure, &cargoes);
        }],
    ),
    (
        "cargo that is carried on",
        &[AS_IT_IS, |adventure| {
            let group = adventure.group.clone();
            for contest in contests(adventure) {
                if let Contest::Trade { cargoes, .. } = contest {
                    for freight in cargoes {
                        if let (Freight::Group(name), Some(group)) = (&*freight, &group) {
                            let mut all = group.cargoes.iter();
                            let (name, cargo) = all.find(|(other, _)| other == name).unwrap();
                            *freight = Freight::Own(name.clone(), cargo.clone());
                        }
                    }
                }
            }
        }],
    ),
    (
        "what is neither held nor on offer",
        &[
            |adventure| offer_crates(adventure, true),
            |adventure| offer_crates(adventure, false),
        ],
    ),
    (
        "the dice of characters as backers",
        &[AS_IT_IS, |adventure| {
            let characters = adventure.characters.clone();
            for contest in contests(adventure) {
                let Contest::Trade { backers, .. } = contest else {
                    continue;
                };
                for seat in backers {
                    if let Seat::AnyOf {
                        characters: names, ..
                    } = &*seat
                        && let Some(one) = characters
                            .iter()
                            .find(|one| [&one.name] == names[..].iter().collect::<Vec<_>>()[..])
                    {
                        // They are the scene's own then.
                        *seat = Seat::Named {
                            name: one.name.clone(),
                            count: 1,
                            classes: vec![plain::Class {
                                name: String::new(),
                                dice: one.classes[0].1,
                                ..plain::Class::default()
                            }],
                        };
                    }
                }
            }
        }],
    ),
    (
        "who pays",
        &[AS_IT_IS, |adventure| {
            for contest in contests(adventure) {
                let Contest::Trade { steps, .. } = contest else {
                    continue;
                };
                for step in steps {
                    if let Step::Bill {
                        payer,
                        contributors,
                        ..
                    } = step
                    {
                        contributors.extend(payer.take());
                    }
                }
            }
        }],
    ),
    (
        "what a wound means",
        &[
            |adventure| wounds(adventure, &[WoundOption::NonCombatant]),
            |adventure| wounds(adventure, &[WoundOption::PermanentLoss]),
            |adventure| wounds(adventure, &[WoundOption::NastyWound]),
            |adventure| {
                wounds(
                    adventure,
                    &[WoundOption::NonCombatant, WoundOption::PermanentLoss],
                );
            },
            |adventure| {
                wounds(
                    adventure,
                    &[WoundOption::NonCombatant, WoundOption::NastyWound],
                );
            },
            |adventure| {
                wounds(
                    adventure,
                    &[WoundOption::PermanentLoss, WoundOption::NastyWound],
                );
            },
            |adventure| costs(adventure).for_each(|cost| cost.wound = None),
        ],
    ),
    (
        "armor that fits",
        &[
            |adventure| costs(adventure).for_each(|cost| cost.armor_fits = false),
            |adventure| costs(adventure).for_each(|cost| cost.armor_fits = true),
        ],
    ),
    (
        "what armor is no help against",
        &[
            |adventure| weapons(adventure).for_each(|one| one.ignores_armor = false),
            |adventure| weapons(adventure).for_each(|one| one.ignores_armor = true),
        ],
    ),
    (
        "whether bills and barters make an outcome",
        &[
            |adventure| complicate(adventure, false),
            |adventure| complicate(adventure, true),
        ],
    ),
    (
        "where sessions end",
        &[
            AS_IT_IS,
            |adventure| {
                for scene in &mut adventure.scenes {
                    scene.session_ends = false;
                }
            },
            |adventure| {
                for scene in &mut adventure.scenes {
                    scene.session_ends = true;
                }
            },
        ],
    ),
    (
        "where it begins",
        &[
            |adventure| adventure.first.clear(),
            |adventure| adventure.first = vec![adventure.scenes[1].name.clone()],
            |adventure| {
                let name = |scene: usize| adventure.scenes[scene].name.clone();
                adventure.first = vec![name(0), name(1)];
            },
            |adventure| {
                let name = |scene: usize| adventure.scenes[scene].name.clone();
                adventure.first = vec![name(1), name(0)];
            },
        ],
    ),
    (
        "how a character chooses",
        &[
            |adventure| choices(adventure).for_each(|one| one.choice = None),
            |adventure| {
                choices(adventure).for_each(|one| one.choice = Some(WoundChoice::StayDown));
            },
            |adventure| choices(adventure).for_each(|one| one.choice = Some(WoundChoice::FightOn)),
        ],
    ),
    (
        "which option a character chooses",
        &[
            |adventure| choices(adventure).for_each(|one| one.option = None),
            |adventure| {
                choices(adventure).for_each(|one| one.option = Some(WoundOption::NastyWound));
            },
            |adventure| {
                choices(adventure).for_each(|one| one.option = Some(WoundOption::PermanentLoss));
            },
        ],
    ),
    (
        "how somebody chooses in a scene",
        &[AS_IT_IS, |adventure| {
            fighters(adventure).for_each(|one| one.choices.choice = None);
        }],
    ),
    (
        "which option somebody chooses in a scene",
        &[AS_IT_IS, |adventure| {
            fighters(adventure).for_each(|one| one.choices.option = None);
        }],
    ),
    (
        "who helps in a Workshop",
        &[
            AS_IT_IS,
            |adventure| nobody_helps(adventure, Help::Assistance),
            |adventure| nobody_helps(adventure, Help::Facility),
        ],
    ),
    (
        "who is asked first in a Workshop",
        &[AS_IT_IS, |adventure| {
            for contest in contests(adventure) {
                if let Contest::Workshop { before, behind, .. } = contest {
                    std::mem::swap(before, behind);
                }
            }
        }],
    ),
];

/// Ways in which an adventure may be written and is the same.
const SAME: [(&str, [Change; 2]); 3] = [
    (
        "a wound without options",
        [
            |adventure| wounds(adventure, &[]),
            |adventure| wounds(adventure, &[WoundOption::NonCombatant]),
        ],
    ),
    (
        "dice that are written of a base",
        [AS_IT_IS, |adventure| {
            for seat in seats(adventure) {
                if let Seat::Base { written, .. } = seat {
                    *written = written.xor(Some(5));
                }
            }
        }],
    ),
    (
        "a first scene that is the first",
        [
            |adventure| adventure.first.clear(),
            |adventure| adventure.first = vec![adventure.scenes[0].name.clone()],
        ],
    ),
];

/// The adventure of a number, and what it is otherwise; nothing if that is the same to the letter.
fn two(number: u64, [one, other]: [Change; 2]) -> Option<[Adventure; 2]> {
    let adventures = [one, other].map(|change| {
        let mut adventure = any::adventure(number);
        change(&mut adventure);
        adventure
    });
    let [one, other] = adventures.each_ref().map(Adventure::written);
    (one != other).then_some(adventures)
}

/// How some trials of both end.
fn trials([one, other]: &[Adventure; 2]) -> impl Iterator<Item = [plain::Report; 2]> {
    let mut luck = Library::new(1);
    (0..40).map(move |trial| {
        [one, other].map(|adventure| {
            luck.start(trial);
            plain::play(adventure, &mut luck)
        })
    })
}

/// Whether reports differ in something that both of them tell.
fn differ([one, other]: [plain::Report; 2]) -> bool {
    let mut metrics = one.metrics.iter();
    one.outcome != other.outcome
        || one.hurt_at != other.hurt_at
        || metrics.any(|(name, value)| other.metrics.get(name).is_some_and(|of| of != value))
}

#[test]
fn every_part_of_an_adventure_changes_something() {
    let mut missing = Vec::new();
    for (what, changes) in DIFFERENT {
        for (position, &one) in changes.iter().enumerate() {
            for &other in &changes[..position] {
                let differs = |number| {
                    let adventures = two(number, [one, other]);
                    adventures.is_some_and(|both| trials(&both).any(differ))
                };
                if !(0..MADE).any(differs) {
                    missing.push((what, position));
                }
            }
        }
    }
    assert!(missing.is_empty(), "these are alike: {missing:?}");
}

#[test]
fn what_is_written_otherwise_may_be_the_same() {
    for (what, changes) in SAME {
        for number in 0..MADE {
            for [one, other] in two(number, changes).iter().flat_map(trials) {
                assert_eq!(one, other, "{what}, adventure {number}");
            }
        }
    }
}
