//! Wounds and recovery: player characters are wounded instead of being taken out.
//!
//! The wounded choose two options, or one in armor that the attack does not ignore. A character
//! that does not choose to be out of the fight changes tactic at once, or retreats if no Class is
//! left.

use super::super::dice::PlainDice;
use super::report::Event;
use super::rules::{Healer, WoundChoice, WoundOption};
use super::table::Table;

/// Wounds of a combatant. Options add up over its wounds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wounds {
    /// Number of wounds.
    pub number: u64,
    /// True if the last one killed.
    pub died: bool,
    /// Number of permanent losses that no healer undid.
    pub permanent_losses: u64,
    /// Number of nasty wounds that no healer undid.
    pub nasty: u64,
    /// Number of *non-combatant* options that no healer undid.
    pub non_combatant: u64,
    /// True if a healer undid something.
    pub recovered: bool,
}

impl Wounds {
    fn count(&mut self, option: WoundOption) -> &mut u64 {
        match option {
            WoundOption::PermanentLoss => &mut self.permanent_losses,
            WoundOption::NastyWound => &mut self.nasty,
            WoundOption::NonCombatant => &mut self.non_combatant,
        }
    }
}

impl Table<'_> {
    /// Wounds a player character that this attacker left without dice.
    pub(super) fn wound(&mut self, combatant: usize, attacker: usize, dice: &mut dyn PlainDice) {
        let wounds = &mut self.seats[combatant].wounds;
        wounds.number += 1;
        wounds.died = wounds.number >= self.rules.wounds_to_die;
        let died = wounds.died;
        let options = if died {
            Vec::new()
        } else {
            self.choose_options(combatant, attacker)
        };
        for &option in &options {
            *self.seats[combatant].wounds.count(option) += 1;
        }
        let stays_down = died || options.contains(&WoundOption::NonCombatant);
        self.log.push(Event::Wounded {
            combatant,
            died,
            options,
        });
        if stays_down {
            self.take_out_by(combatant, attacker);
        } else if let Some(class) = self.seats[combatant].first_unused_class() {
            self.change_tactic(combatant, class, dice);
        } else {
            self.retreat(combatant);
        }
    }

    fn choose_options(&self, combatant: usize, attacker: usize) -> Vec<WoundOption> {
        let about = &self.combatants[combatant];
        let weapon = self.combatants[attacker].classes[self.seats[attacker].class];
        let is_protected = about.armor && !weapon.ignores_armor;
        let choice = about.wound_choice.unwrap_or(self.rules.wound_choice);
        let option = about.wound_option.unwrap_or(self.rules.wound_option);
        match (choice, is_protected) {
            (WoundChoice::StayDown, true) => vec![WoundOption::NonCombatant],
            (WoundChoice::StayDown, false) => vec![WoundOption::NonCombatant, option],
            (WoundChoice::FightOn, true) => vec![option],
            (WoundChoice::FightOn, false) => {
                vec![WoundOption::PermanentLoss, WoundOption::NastyWound]
            }
        }
    }

    /// After the fight: the healer of each living wounded character undoes one option, if it can.
    pub(super) fn heal(&mut self, dice: &mut dyn PlainDice) {
        let rollers = self.rollers();
        let others = [
            WoundOption::PermanentLoss,
            WoundOption::NastyWound,
            WoundOption::NonCombatant,
        ];
        for (combatant, seat) in self.seats.iter_mut().enumerate() {
            let wounds = &mut seat.wounds;
            if wounds.died {
                continue;
            }
            let mut order = [self.rules.healer_undoes].into_iter().chain(others);
            let Some(option) = order.find(|&option| *wounds.count(option) > 0) else {
                continue;
            };
            let succeeds = match self.rules.healer {
                Healer::None => false,
                Healer::Automatic => true,
                Healer::Rolls {
                    dice: count,
                    difficulty,
                } => {
                    let faces = dice.throw(rollers.healer(combatant), count);
                    faces.into_iter().map(u64::from).sum::<u64>() >= difficulty
                }
            };
            if succeeds {
                *wounds.count(option) -= 1;
                wounds.recovered = true;
            }
        }
    }
}
