//! Fights for tests: in code, without files, for the library and for the plain program.

use crate::plain::combat as plain;
use evenodds::contests::combat::{
    ArrivalCondition, Class, Combat, Combatant, Cover, Deadlock, Group, Healer, LastBlow,
    MonsterSpent, Options, Player, Setup, Side, WoundChoice, WoundOption,
};

/// A fight in short: for each side its combatants, each with its player and the dice of its
/// Classes.
#[derive(Clone, Debug)]
pub struct Sketch {
    pub sides: Vec<Vec<(Player, Vec<u32>)>>,
    pub options: Options,
}

impl Sketch {
    /// Returns a fight of these sides with the default options.
    pub fn new(sides: Vec<Vec<(Player, Vec<u32>)>>) -> Self {
        Self {
            sides,
            options: Options::default(),
        }
    }

    /// Returns a duel of one Class each.
    pub fn duel(player: Player, dice: u32, opponent: Player, their_dice: u32) -> Self {
        Self::new(vec![
            vec![(player, vec![dice])],
            vec![(opponent, vec![their_dice])],
        ])
    }

    /// Returns the canyon ambush.
    pub fn canyon(player: Player) -> Self {
        let mut ambushers = vec![(player, vec![4])];
        ambushers.extend(vec![(player, vec![2]); 4]);
        Self::new(vec![
            vec![(player, vec![4, 3]), (player, vec![3]), (player, vec![2])],
            ambushers,
        ])
    }

    /// Returns the setup of the fight, with every combatant in a group of its own.
    pub fn setup(&self) -> Setup {
        let combatant = |(player, classes): &(Player, Vec<u32>)| Combatant {
            classes: classes.iter().map(|&dice| class(dice)).collect(),
            player: *player,
            ..Combatant::default()
        };
        let sides = self.sides.iter();
        setup(
            sides.map(|members| members.iter().map(combatant).collect()),
            self.options,
        )
    }

    /// Returns the fight for the library.
    pub fn packed(&self) -> Combat {
        Combat::new(self.setup())
    }
}

/// Returns a Class of `dice` dice.
pub fn class(dice: u32) -> Class {
    Class {
        name: format!("Class of {dice}"),
        dice,
        ..Class::default()
    }
}

/// Returns a fight of these combatants by side, with generated names, sides and groups.
pub fn setup(sides: impl Iterator<Item = Vec<Combatant>>, options: Options) -> Setup {
    let mut setup = Setup {
        options,
        ..Setup::default()
    };
    for (side, members) in sides.enumerate() {
        let first = setup.combatants.len();
        for member in members {
            let name = format!("c{}", setup.combatants.len());
            setup.groups.push(Group {
                label: name.clone(),
                side,
                size: 1,
            });
            setup.combatants.push(Combatant {
                name,
                side,
                group: setup.combatants.len(),
                ..member
            });
        }
        setup.sides.push(Side {
            name: format!("side {side}"),
            members: first..setup.combatants.len(),
            cover: None,
            ..Side::default()
        });
    }
    setup
}

/// Returns the same fight for the plain program.
pub fn plain_of(setup: &Setup) -> (Vec<plain::Combatant>, plain::Rules) {
    let options = &setup.options;
    let combatants = setup
        .combatants
        .iter()
        .map(|who| plain::Combatant {
            side: who.side,
            classes: who
                .classes
                .iter()
                .map(|class| plain::Class {
                    dice: class.dice as usize,
                    ignores_cover: class.ignores_cover,
                    ..plain::Class::default()
                })
                .collect(),
            player: match who.player {
                Player::Random => plain::Player::Random,
                Player::Brawler => plain::Player::Brawler,
                // The plain program has no expert, and no test needs it there.
                Player::Finisher | Player::Expert { .. } => plain::Player::Finisher,
                Player::Rollout { playouts } => plain::Player::Rollout {
                    playouts: playouts as usize,
                },
                Player::Optimal => unreachable!("the plain program has no perfect player"),
            },
            arrival: who
                .arrival
                .map(|arrival| match setup.arrivals[arrival].when {
                    ArrivalCondition::Turn(turn) => plain::Arrival::AtTurn(turn.into()),
                    ArrivalCondition::Standing(most) => plain::Arrival::WhenStanding(most as usize),
                }),
            group: who.arrival.unwrap_or(0),
            monster: who.monster,
            wounds: who.wounds,
            armor: who.armor,
            wound_choice: who.wound_choice.map(wound_choice),
            wound_option: who.wound_option.map(wound_option),
            cover: cover(who.cover),
        })
        .collect();
    let rules = plain::Rules {
        last_blow_draw: options.last_blow == LastBlow::Draw,
        deadlock_lot: options.deadlock == Deadlock::Lot,
        max_rerolls: u64::from(options.max_rerolls),
        field_cover: cover(setup.field_cover),
        side_cover: setup.sides.iter().map(|side| cover(side.cover)).collect(),
        cover_per_attack: options.cover_per_attack as usize,
        monster_spent_returns: options.monster_spent == MonsterSpent::Returns,
        wounds_to_die: options.wounds_to_die.into(),
        wound_choice: wound_choice(options.wound_choice),
        wound_option: wound_option(options.wound_option),
        healer: match options.healer {
            Healer::None => plain::Healer::None,
            Healer::Automatic => plain::Healer::Automatic,
            Healer::Rolls { dice, difficulty } => plain::Healer::Rolls {
                dice: dice as usize,
                difficulty: difficulty as u64,
            },
        },
        ..plain::Rules::default()
    };
    (combatants, rules)
}

fn cover(cover: Option<Cover>) -> Option<plain::Cover> {
    cover.map(|cover| match cover {
        Cover::Rolled(count) => plain::Cover::Rolled(count as usize),
        Cover::Faces(pool) => plain::Cover::Faces(pool.faces().map(|face| face as u8).collect()),
    })
}

fn wound_choice(choice: WoundChoice) -> plain::WoundChoice {
    match choice {
        WoundChoice::FightOn => plain::WoundChoice::FightOn,
        WoundChoice::StayDown => plain::WoundChoice::StayDown,
    }
}

fn wound_option(option: WoundOption) -> plain::WoundOption {
    match option {
        WoundOption::PermanentLoss => plain::WoundOption::PermanentLoss,
        WoundOption::NastyWound => plain::WoundOption::NastyWound,
    }
}
