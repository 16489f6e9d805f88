//! Random fights.

use super::Maker;
use crate::plain::adventure::{Contest, Fight, Fighter, Seat, Side};
use crate::plain::combat::{self, Arrival, Healer, Player};

impl Maker {
    pub(super) fn fight(&mut self, heads: &[String]) -> Contest {
        let players = [Player::Finisher, Player::Brawler, Player::Random];
        let count = 1 + self.below(heads.len());
        let mut crew = Side {
            name: "crew".to_owned(),
            player: self.one_of(&players),
            combatants: Vec::new(),
            late: Vec::new(),
        };
        for (position, head) in heads[..count].iter().enumerate() {
            let fighter = Fighter {
                seat: self.seat(head, true),
                choices: self.choices(15),
            };
            if position > 0 && self.percent(15) {
                crew.late.push((Arrival::WhenStanding(1), fighter));
            } else {
                crew.combatants.push(fighter);
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
                // A Class with the name of a character is still a Class.
                classes: vec![self.class("Gun"), self.class("Ann")],
            };
            if name == "Drone" {
                foes.combatants.push(seat.into());
            } else if self.percent(30) {
                foes.late.push((Arrival::AtTurn(3), seat.into()));
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
        Contest::Fight(Fight {
            sides,
            rules: combat::Rules {
                last_blow_draw: self.percent(40),
                deadlock_lot: self.percent(30),
                wounds_to_die: u64::from(self.between(1, 4)),
                wound_choice: self.wound_choice(),
                wound_option: self.wound_option(),
                healer: self.one_of(&healers),
                ..combat::Rules::default()
            },
            deadly: self.percent(25),
        })
    }
}
