//! Fights for tests: in code, without files.

use crate::plain::combat as plain;
use evenodds::contests::combat::{Class, Combat, Combatant, Group, Options, Player, Setup, Side};

/// A fight in the fewest words: for each side the combatants, each with its player and the dice of
/// its Classes.
#[derive(Clone, Debug)]
pub struct Sketch {
    pub sides: Vec<Vec<(Player, Vec<u32>)>>,
    pub options: Options,
}

impl Sketch {
    /// A fight of these sides by the default options.
    pub fn new(sides: Vec<Vec<(Player, Vec<u32>)>>) -> Self {
        Self {
            sides,
            options: Options::default(),
        }
    }

    /// A duel of one Class each.
    pub fn duel(player: Player, dice: u32, opponent: Player, their_dice: u32) -> Self {
        Self::new(vec![
            vec![(player, vec![dice])],
            vec![(opponent, vec![their_dice])],
        ])
    }

    /// The canyon ambush.
    pub fn canyon(player: Player) -> Self {
        let mut ambushers = vec![(player, vec![4])];
        ambushers.extend(vec![(player, vec![2]); 4]);
        Self::new(vec![
            vec![(player, vec![4, 3]), (player, vec![3]), (player, vec![2])],
            ambushers,
        ])
    }

    /// The fight for the library, every combatant a group of its own.
    pub fn packed(&self) -> Combat {
        let (mut sides, mut combatants, mut groups) = (Vec::new(), Vec::new(), Vec::new());
        for (side, members) in self.sides.iter().enumerate() {
            let first = combatants.len();
            for (player, classes) in members {
                let name = format!("c{}", combatants.len());
                groups.push(Group {
                    label: name.clone(),
                    side,
                    size: 1,
                });
                combatants.push(Combatant {
                    name,
                    side,
                    group: combatants.len(),
                    classes: classes
                        .iter()
                        .map(|&dice| Class {
                            name: format!("Class of {dice}"),
                            dice,
                            ..Class::default()
                        })
                        .collect(),
                    player: *player,
                    ..Combatant::default()
                });
            }
            sides.push(Side {
                name: format!("side {side}"),
                members: first..combatants.len(),
                cover: None,
            });
        }
        Combat::new(Setup {
            sides,
            combatants,
            groups,
            options: self.options,
            ..Setup::default()
        })
    }

    /// The fight for the plain program.
    pub fn plain(&self) -> (Vec<plain::Combatant>, plain::Rules) {
        let combatants = self
            .sides
            .iter()
            .enumerate()
            .flat_map(|(side, members)| {
                members
                    .iter()
                    .map(move |(player, classes)| plain::Combatant {
                        side,
                        classes: classes.iter().map(|&dice| (dice as usize).into()).collect(),
                        player: match player {
                            Player::Random => plain::Player::Random,
                            Player::Brawler => plain::Player::Brawler,
                            Player::Finisher => plain::Player::Finisher,
                        },
                        ..plain::Combatant::default()
                    })
            })
            .collect();
        let rules = plain::Rules {
            last_blow_draw: self.options.last_blow_draws,
            deadlock_lot: self.options.deadlock_lot,
            max_rerolls: u64::from(self.options.max_rerolls),
            ..plain::Rules::default()
        };
        (combatants, rules)
    }
}
