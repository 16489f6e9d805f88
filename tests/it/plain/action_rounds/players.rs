//! Declarations and answers of named players.

use super::actions::{Answer, Declaration, Purpose, serve};
use super::{AttackOn, Game, Player, Reach, Stance, Table};

impl Game {
    /// Returns the declaration of a fighter with a named player. `lot` chooses one of a number of
    /// targets.
    pub fn named_declaration(
        &self,
        table: &Table,
        who: usize,
        lot: &mut dyn FnMut(usize) -> usize,
    ) -> Declaration {
        let sheet = &self.fighters[who].sheet;
        let most = serve(sheet, table.dice[who], Purpose::Attack(sheet.attack));
        let (keeps, dice) = match self.player(who) {
            Player::Keep(keeps) => (keeps, 1),
            Player::AllOut => (0, 1),
            Player::Guarded => (self.rules().half(self.dice_of_a_round(table, who).all()), 1),
            Player::Heavy => (0, most),
            Player::Random | Player::Optimal => panic!("this player chooses"),
        };
        if table.dice[who].all() <= keeps || most == 0 {
            return Declaration::Wait;
        }
        let target = self.target(table, who, lot);
        if self.in_reach(table, who, target) {
            return Declaration::Attack { target, dice };
        }
        if serve(sheet, table.dice[who], Purpose::Move) == 0 {
            return Declaration::Wait;
        }
        Declaration::Move { dice: 1 }
    }

    /// Returns the target of a fighter by the rules.
    fn target(&self, table: &Table, who: usize, lot: &mut dyn FnMut(usize) -> usize) -> usize {
        let mut suitable = self.opponents(table, who);
        let defences: Vec<u32> = suitable
            .iter()
            .map(|&one| self.defence(table, one, who))
            .collect();
        let wanted = match self.rules().attack_on {
            AttackOn::First => return suitable[0],
            AttackOn::MostHit => {
                let is_near = |&one: &usize| self.in_reach(table, who, one);
                if suitable.iter().any(is_near) {
                    suitable.retain(is_near);
                    let most = suitable.iter().map(|&one| table.hits[one]).max();
                    suitable.retain(|&one| Some(table.hits[one]) == most);
                }
                None
            }
            AttackOn::Weakest => defences.iter().min(),
            AttackOn::Strongest => defences.iter().max(),
        };
        if let Some(&wanted) = wanted {
            suitable.retain(|&one| self.defence(table, one, who) == wanted);
        }
        match suitable.len() {
            1 => suitable[0],
            several => suitable[lot(several)],
        }
    }

    /// Returns the answer of a fighter with a deterministic player.
    pub fn named_answer(&self, table: &Table, who: usize, attacker: usize) -> Answer {
        match self.player(who) {
            Player::Heavy => return Answer::Nothing,
            Player::Random | Player::Optimal => panic!("this player chooses"),
            Player::Keep(_) | Player::AllOut | Player::Guarded => {}
        }
        let thrown = |answer: Answer| {
            self.defending(table, who, attacker, answer)
                .map(|defending| defending.throw)
        };
        let (parry, dodge) = (Answer::Parry(1), Answer::Dodge(1));
        let wanted = match self.fighters[who].sheet.stance {
            Stance::Single => None,
            Stance::Parry if thrown(parry).is_some() => return parry,
            Stance::Dodge if thrown(dodge).is_some() => return dodge,
            Stance::Parry | Stance::Dodge => return Answer::Nothing,
            Stance::General => {
                let is_in_force = table.defends_against_all(who);
                (!is_in_force).then_some(Answer::General(2))
            }
            Stance::Dive => {
                let is_ranged = self.fighters[attacker].sheet.attack == Reach::Ranged;
                is_ranged.then_some(Answer::Dive(1))
            }
        };
        if let Some(wanted) = wanted
            && thrown(wanted).is_some()
        {
            return wanted;
        }
        match (thrown(parry), thrown(dodge)) {
            (Some(one), Some(other)) if other > one => dodge,
            (Some(_), _) => parry,
            (None, Some(_)) => dodge,
            (None, None) => Answer::Nothing,
        }
    }
}
