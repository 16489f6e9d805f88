//! What was declared in the sequence, and whose turn it is.

use super::super::super::resolve::{Act, Deed};
use super::super::super::standing::Phase;
use super::{Reader, Typed};
use crate::contest::laid::{self, Said};

impl Reader<'_> {
    /// Reads what was declared, and who decides; `None` where nobody can.
    pub(super) fn decision(&mut self) -> Option<()> {
        for fighter in 0..self.rounds.fighters.len() {
            if let Some((typed, note)) = self.declared[fighter].clone() {
                self.act(fighter, &typed, &note);
            }
        }
        if !self.faults.is_empty() {
            return None;
        }
        if let Some((fighter, note)) = self.choices.first().cloned() {
            return self.choice(fighter, &note);
        }
        let has_declared = |fighter: &usize| self.declared[*fighter].is_some();
        let all = 0..self.rounds.fighters.len();
        let mut before: Vec<usize> = all.clone().filter(has_declared).collect();
        // Who has answered declares no more, where that is an action.
        let may_declare = |fighter: &usize| {
            !(self.rounds.options.defense_is_action && self.table.has_answered(*fighter))
        };
        let open: Vec<usize> = all
            .filter(|fighter| !has_declared(fighter))
            .filter(may_declare)
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
            self.answers_to(fighter, attacker);
            let all: Vec<usize> = before
                .iter()
                .copied()
                .chain([attacker])
                .chain(open)
                .collect();
            self.rounds
                .in_turn(&mut self.table, &before, attacker, &all);
            self.stops_at(fighter, Phase::Answer);
            return Some(());
        }
        let fighter = self.whose(&open)?;
        let all: Vec<usize> = before.iter().copied().chain(open).collect();
        self.rounds.in_turn(&mut self.table, &before, fighter, &all);
        self.stops_at(fighter, Phase::Declaration);
        Some(())
    }

    fn stops_at(&mut self, fighter: usize, phase: Phase) {
        (self.table.actor, self.table.phase) = (fighter, phase);
    }

    /// Reads who chooses whether to be a noncombatant, before anything happens in the round.
    fn choice(&mut self, fighter: usize, note: &Said) -> Option<()> {
        let chosen = |other: usize| {
            let standing = &self.table.fighters[other];
            let is_full = standing.left == self.rounds.sheet(&self.table, other).start;
            standing.is_out || is_full && !(other >= fighter && standing.noncombat)
        };
        let is_beginning = (0..self.rounds.fighters.len()).all(chosen)
            && self.choices.len() == 1
            && self.turns.is_empty()
            && self.answers.is_empty()
            && self.declared.iter().all(Option::is_none)
            && !self.table.last;
        if is_beginning {
            self.stops_at(fighter, Phase::Status);
            return Some(());
        }
        let accepted = "one chooses at a time, in file order, before anything is declared: all who stand have all dice, and only those before it may be noncombat";
        self.refuse(note, fighter, "chooses", accepted);
        None
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
                        Deed::Move | Deed::General => false,
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

    /// Puts the attack that is answered last, after which the later targets of a Group Attack answer.
    fn answers_to(&mut self, fighter: usize, attacker: usize) {
        let table = &mut self.table;
        table.acts.sort_by_key(|act| act.fighter == attacker);
        if let Some(Act {
            deed: Deed::Group { targets },
            ..
        }) = table.acts.last()
        {
            let place = fighter - self.rounds.first_opponent(attacker);
            table.targets = targets & (u64::MAX << place << 1);
        }
    }

    /// Something that was declared.
    fn act(&mut self, fighter: usize, typed: &Typed, note: &Said) {
        let sheet = self.rounds.sheet(&self.table, fighter);
        let (start, left) = (sheet.start, self.table.fighters[fighter].left);
        let (deed, used, serving) = match *typed {
            Typed::Wait => return,
            Typed::Move(used) => (Some(Deed::Move), used, start.serving(sheet.to_move)),
            Typed::General(used) => {
                let is_rolled = self.table.has_general(fighter) && used > 1;
                let deed = is_rolled.then_some(Deed::General);
                (deed, used, sheet.most_general(start))
            }
            Typed::Group(used) => {
                let group = self.rounds.group_on(&self.table, fighter, used);
                let deed = group.map(|(deed, _)| deed).filter(|_| used > 1);
                (deed, used, start.serving(sheet.to_attack))
            }
            Typed::Attack(target, used) => {
                let target = target.filter(|&target| {
                    let table = &self.table;
                    !table.fighters[target].is_out && self.rounds.reaches(table, fighter, target)
                });
                let deed = target.map(|target| Deed::Attack { target });
                (deed, used, start.serving(sheet.to_attack))
            }
        };
        let fits = used <= serving && used + left.count() <= start.count();
        let accepted = match deed {
            Some(deed) if fits => {
                self.table.acts.push(Act::new(fighter, deed, used));
                return;
            }
            Some(_) => format!(
                "{serving} of its {} dice may serve it, and those left are besides",
                start.count()
            ),
            None if matches!(typed, Typed::General(_)) => {
                "a General Defense takes two dice, and what it rolls is another note, such as general 7"
                    .to_owned()
            }
            None => "the opponent stands and is in reach, and a Group Attack takes two dice".to_owned(),
        };
        self.refuse(note, fighter, format!("has `{}`", note.text), &accepted);
    }
}
