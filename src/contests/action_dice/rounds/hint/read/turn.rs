//! What was declared in the sequence, and whose turn it is.

use super::super::super::resolve::{Act, Deed};
use super::super::Moment;
use super::{Reader, Typed};
use crate::contest::laid::{self, Said};

impl Reader<'_> {
    /// What was declared, and who is to decide.
    pub(super) fn moment(&mut self) -> Option<Moment> {
        for fighter in 0..self.rounds.fighters.len() {
            if let Some((typed, note)) = self.declared[fighter].clone() {
                self.act(fighter, &typed, &note);
            }
        }
        if !self.faults.is_empty() {
            return None;
        }
        let has_declared = |fighter: &usize| self.declared[*fighter].is_some();
        let all = 0..self.rounds.fighters.len();
        let mut before: Vec<usize> = all.clone().filter(has_declared).collect();
        let open: Vec<usize> = all
            .filter(|fighter| !has_declared(fighter))
            .filter(|&fighter| !self.table.fighters[fighter].left.is_none())
            .collect();
        if let [_, (_, again), ..] = &self.turns[..] {
            let fault = again.fault("turn", "is here twice", "one has the turn");
            self.faults.push(fault);
        }
        if let [_, (_, _, again), ..] = &self.answers[..] {
            let fault = again.fault("answers", "is here twice", "one answers at a time");
            self.faults.push(fault);
        }
        if let Some((fighter, whom, note)) = self.answers.first().cloned() {
            let attacker = self.answered(fighter, whom, &note)?;
            before.retain(|&one| one != attacker);
            let all: Vec<usize> = before
                .iter()
                .copied()
                .chain([attacker])
                .chain(open)
                .collect();
            self.rounds
                .in_turn(&mut self.table, &before, attacker, &all);
            return Some(self.at(fighter, Some(attacker)));
        }
        let fighter = self.whose(&open)?;
        let all: Vec<usize> = before.iter().copied().chain(open).collect();
        self.rounds.in_turn(&mut self.table, &before, fighter, &all);
        Some(self.at(fighter, None))
    }

    fn at(&self, fighter: usize, attacker: Option<usize>) -> Moment {
        Moment {
            table: self.table.clone(),
            fighter,
            attacker,
        }
    }

    /// Who declares next of those who have not yet.
    fn whose(&mut self, open: &[usize]) -> Option<usize> {
        if let Some((fighter, note)) = self.turns.first().cloned() {
            if open.contains(&fighter) {
                return Some(fighter);
            }
            let accepted = "who has declared, or has no dice left, is not asked";
            self.refuse(&note, fighter, "has no turn", accepted);
            return None;
        }
        if open.is_empty() {
            let accepted =
                "there is nothing to decide before the actions happen: say the next table";
            let found = "nobody is left to declare";
            self.faults.push(laid::whole(self.source, found, accepted));
            return None;
        }
        let first = self.rounds.first_of(&self.table, open);
        if first.is_none() {
            let accepted = "say on whom the lot fell, such as NAME: 3 (turn)";
            let found = "those who declare first have the same dice left";
            self.faults.push(laid::whole(self.source, found, accepted));
        }
        first
    }

    /// Whose attack is answered.
    fn answered(&mut self, fighter: usize, whom: Option<usize>, note: &Said) -> Option<usize> {
        let attacks = |attacker: usize| {
            let first = self.rounds.first_opponent(attacker);
            self.table.acts.iter().any(|act| {
                act.fighter == attacker
                    && match act.deed {
                        Deed::Attack { target } => target == fighter,
                        Deed::Group { targets } => {
                            let bit = fighter.checked_sub(first).unwrap_or(64);
                            targets.checked_shr(bit as u32).unwrap_or(0) & 1 == 1
                        }
                        Deed::Move => false,
                    }
            })
        };
        let attacker = whom.filter(|&whom| attacks(whom));
        if attacker.is_none() {
            let accepted = "an answer is given to an attack that was declared: say it of the attacker, such as NAME: 2 (attacks NAME with 1)";
            self.refuse(note, fighter, "answers nobody", accepted);
        } else if self.table.fighters[fighter].left.is_none() {
            let accepted = "there is no die left for it";
            self.refuse(note, fighter, "cannot answer", accepted);
            return None;
        }
        attacker
    }

    /// Something that was declared.
    fn act(&mut self, fighter: usize, typed: &Typed, note: &Said) {
        let sheet = &self.rounds.sheets[fighter];
        let (deed, used, sorts) = match *typed {
            Typed::Wait => return,
            Typed::Move(used) => (Some(Deed::Move), used, sheet.to_move),
            Typed::Group(used) => {
                let group = self.rounds.group_on(&self.table, fighter, used);
                let deed = group.map(|(deed, _)| deed).filter(|_| used > 1);
                (deed, used, sheet.to_attack)
            }
            Typed::Attack(target, used) => {
                let target = target.filter(|&target| {
                    let table = &self.table;
                    !table.fighters[target].is_out && self.rounds.reaches(table, fighter, target)
                });
                (
                    target.map(|target| Deed::Attack { target }),
                    used,
                    sheet.to_attack,
                )
            }
        };
        let left = self.table.fighters[fighter].left;
        let start = sheet.start;
        let fits = used <= start.serving(sorts) && used + left.count() <= start.count();
        match deed {
            Some(deed) if fits => self.table.acts.push(Act::new(fighter, deed, used)),
            Some(_) => {
                let accepted = format!(
                    "{} of its {} dice may serve it, and those left are besides",
                    start.serving(sorts),
                    start.count()
                );
                self.refuse(note, fighter, format!("has `{}`", note.text), &accepted);
            }
            None => {
                let accepted =
                    "the opponent stands and is in reach, and a Group Attack takes two dice";
                self.refuse(note, fighter, format!("has `{}`", note.text), accepted);
            }
        }
    }
}
