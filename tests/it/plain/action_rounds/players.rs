//! Declarations and answers of named players.

use super::actions::{Answer, Declaration, Purpose, serve};
use super::{AttackOn, Game, Player, Reach, Stance, Table};

impl Game {
    /// Returns the declaration of a fighter with a deterministic player.
    pub fn named_declaration(&self, table: &Table, who: usize) -> Declaration {
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
        let target = self.target(table, who);
        if self.in_reach(table, who, target) {
            return Declaration::Attack { target, dice };
        }
        if serve(sheet, table.dice[who], Purpose::Move) == 0 {
            return Declaration::Wait;
        }
        Declaration::Move { dice: 1 }
    }

    /// Returns the target of a fighter by the rules.
    fn target(&self, table: &Table, who: usize) -> usize {
        let opponents = self.opponents(table, who);
        let mut chosen = opponents[0];
        for &one in &opponents {
            let value = self.defence(table, one, who);
            let best = self.defence(table, chosen, who);
            let is_better = match self.rules().attack_on {
                AttackOn::First => false,
                AttackOn::Weakest => value < best,
                AttackOn::Strongest => value > best,
            };
            if is_better {
                chosen = one;
            }
        }
        chosen
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
