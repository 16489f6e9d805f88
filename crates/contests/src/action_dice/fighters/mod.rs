//! Combatants and sides of an exchange, their players, their defense rolls, and the metrics.

mod fighter;
mod guard;
pub(super) mod measure;
pub(super) mod players;
mod setup;

pub use fighter::{AttackReach, Fighter, Specialty, Stance};
pub use guard::{Guard, GuardKind};
pub use players::Player;
pub(super) use setup::{DRAW, UNRESOLVED};
pub use setup::{Setup, Side};

#[cfg(test)]
pub(super) mod tests {
    use super::super::Options;
    use super::{AttackReach, Fighter, Player, Setup, Side, Stance};
    use evenodds_core::contest::{ErrorRate, Group};

    /// Returns a fighter with `general` action dice and `skill` dice in every skill.
    pub(in super::super) fn plain(general: u32, skill: u32) -> Fighter {
        Fighter {
            name: String::new(),
            side: 0,
            group: 0,
            general,
            for_attack: 0,
            for_defence: 0,
            specialised: None,
            hand_to_hand: skill,
            ranged: skill,
            dodge: skill,
            movement: skill,
            attack: AttackReach::HandToHand,
            attack_extra: 0,
            defence_extra: 0,
            stance: Stance::Single,
            noncombat: false,
        }
    }

    /// Returns the default options with this number of rounds.
    pub(in super::super) fn rounds(max_rounds: u32) -> Options {
        Options {
            max_rounds,
            ..Options::default()
        }
    }

    /// Returns a setup with two sides, red and blue; each fighter is a group.
    pub(in super::super) fn setup(
        fighting: [Vec<Fighter>; 2],
        players: [Player; 2],
        options: Options,
    ) -> Setup {
        let mut fighters: Vec<Fighter> = Vec::new();
        let mut fighting = fighting.into_iter();
        let sides = [("red", 0), ("blue", 1)].map(|(name, side): (&str, usize)| {
            let first = fighters.len();
            for (number, one) in fighting.next().into_iter().flatten().enumerate() {
                fighters.push(Fighter {
                    name: format!("{name} {number}"),
                    side,
                    group: fighters.len(),
                    ..one
                });
            }
            Side {
                name: name.to_owned(),
                members: first..fighters.len(),
                player: players[side],
                error: ErrorRate::NONE,
            }
        });
        let groups = fighters.iter().map(|fighter| Group {
            label: fighter.name.clone(),
            side: fighter.side,
            size: 1,
        });
        Setup {
            groups: groups.collect(),
            sides,
            fighters,
            options,
        }
    }
}
