//! Declarations of the sequence, and the combatant that decides.

use super::super::super::act::{Act, DeclaredAction, fighters_in};
use super::super::super::exchange_state::Phase;
use super::{ALL, ExchangeReader, TypedFighter};
use evenodds_core::contest::positions;
use evenodds_core::document::Span;

impl TypedFighter {
    /// Returns the spans of all declarations in the text.
    fn declared(&self) -> impl Iterator<Item = &Span> {
        let attacks = self.attacks.0.as_ref().map(|whom| &whom.span);
        let others = [&self.moves, &self.defends, &self.waits];
        let others = others.into_iter().map(|mark| mark.0.as_ref());
        [attacks].into_iter().chain(others).flatten()
    }
}

/// Returns the fighters for which a value was typed, each with the span of the value.
fn marked(
    typed: &[Option<TypedFighter>],
    mark: impl Fn(&TypedFighter) -> Option<&Span>,
) -> Vec<(usize, &Span)> {
    let all = typed.iter().enumerate();
    let marked = all.filter_map(|(fighter, one)| Some((fighter, mark(one.as_ref()?)?)));
    marked.collect()
}

impl ExchangeReader<'_> {
    /// Reads the declarations and determines the combatant that decides, if any.
    pub(super) fn decision(&mut self, typed: &[Option<TypedFighter>]) -> Option<()> {
        for (fighter, one) in typed.iter().enumerate() {
            if let Some(one) = one {
                self.act(fighter, one);
            }
        }
        let choices = marked(typed, |one| one.chooses.0.as_ref());
        let turns = marked(typed, |one| one.turn.0.as_ref());
        let answers = marked(typed, |one| Some(&one.answers.0.as_ref()?.span));
        for (marks, found, accepted) in [
            (&choices, "chooses too", "one combatant chooses at a time"),
            (&turns, "has the turn too", "one combatant has the turn"),
            (&answers, "answers too", "one combatant answers at a time"),
        ] {
            if let [_, (fighter, again), ..] = marks[..] {
                self.refuse(again, fighter, found, accepted);
            }
        }
        if !self.faults.is_empty() {
            return None;
        }
        let declared = marked(typed, |one| one.declared().next());
        let mut declared: Vec<usize> = declared.into_iter().map(|(fighter, _)| fighter).collect();
        if let Some(&(fighter, span)) = choices.first() {
            let is_alone = turns.is_empty() && answers.is_empty() && declared.is_empty();
            let has_chosen = marked(typed, |one| {
                one.noncombat.0.as_ref().or(one.combatant.0.as_ref())
            });
            return self.choice((fighter, span), &has_chosen, is_alone);
        }
        // If an answer is an action, a fighter that has answered may not declare.
        let is_action = self.rounds.options.defense_is_action;
        let has_answered = |fighter: usize| is_action && self.state.has_answered(fighter);
        let open: Vec<usize> = (0..typed.len())
            .filter(|fighter| !declared.contains(fighter) && !has_answered(*fighter))
            .filter(|&fighter| !self.state.fighters[fighter].left.is_none())
            .collect();
        let (now, actor, phase) = if let Some(&(fighter, span)) = answers.first() {
            let whom = &typed[fighter].as_ref()?.answers.0.as_ref()?.text;
            let attacker = self.attacker(fighter, whom, span)?;
            declared.retain(|&one| one != attacker);
            // The answered attack must be the last action. Other targets of a Group Attack may
            // answer after this one.
            let state = &mut self.state;
            state.acts.sort_by_key(|act| act.fighter == attacker);
            if let Some(DeclaredAction::Group { targets }) = state.acts.last().map(|act| act.kind) {
                let first = self.rounds.first_opponent(attacker);
                let passed = marked(typed, |one| one.passed.0.as_ref()).into_iter();
                let passed = passed.map(|(one, _)| one).chain([fighter]);
                let passed = passed.filter_map(|one| one.checked_sub(first));
                state.targets = passed.fold(targets, |targets, target| targets & !(1 << target));
            }
            (attacker, fighter, Phase::Answer)
        } else {
            let fighter = self.next_to_declare(&open, turns.first().copied())?;
            (fighter, fighter, Phase::Declaration)
        };
        let state = &mut self.state;
        self.rounds.set_order(state, &declared, now, &open);
        (state.actor, state.phase) = (actor, phase);
        Some(())
    }

    /// Sets the position to a combatant's choice of status, before any other action of the round.
    fn choice(
        &mut self,
        (fighter, span): (usize, &Span),
        has_chosen: &[(usize, &Span)],
        is_alone: bool,
    ) -> Option<()> {
        let state = &mut self.state;
        let is_beginning = (0..state.fighters.len()).all(|other| {
            let standing = &state.fighters[other];
            standing.is_out || standing.left == self.rounds.sheet(state, other).start
        });
        let chooses_again = has_chosen.iter().any(|&(other, _)| other == fighter);
        if is_alone && is_beginning && !state.last && !chooses_again {
            let others = (0..state.fighters.len()).filter(|&other| {
                let chosen = has_chosen.iter().any(|&(chosen, _)| chosen == other);
                !(state.fighters[other].is_out || chosen || other == fighter)
            });
            state.choosing = others.fold(0, |all, other| all | 1 << other);
            (state.actor, state.phase) = (fighter, Phase::Status);
            return Some(());
        }
        let accepted = "combatants choose one at a time, before any declaration: all that stand have all dice, and those that have chosen are marked noncombat or combatant";
        self.refuse(span, fighter, "chooses", accepted);
        None
    }

    /// Returns which of the fighters in `open`, none of which has declared, declares next.
    fn next_to_declare(&mut self, open: &[usize], turn: Option<(usize, &Span)>) -> Option<usize> {
        let first = self.rounds.first_to_declare(&self.state, open);
        let (found, accepted) = match turn {
            Some((fighter, _)) if open.contains(&fighter) => return Some(fighter),
            Some((fighter, span)) => {
                let accepted = "a combatant that has declared, or has no dice left, cannot declare";
                self.refuse(span, fighter, "has no turn", accepted);
                return None;
            }
            None if first.is_some() => return first,
            None if open.is_empty() => (
                "no combatant is left to declare",
                "the actions follow without a decision; give the next position",
            ),
            None => (
                "the combatants that declare first have the same dice left",
                "mark the one that won the lot, such as NAME: 3 (turn)",
            ),
        };
        self.faults
            .push(positions::whole(self.source, found, accepted));
        None
    }

    /// Returns the fighter whose attack is answered.
    fn attacker(&mut self, fighter: usize, whom: &str, span: &Span) -> Option<usize> {
        let attacker = self.opponent(fighter, whom, span)?;
        let first = self.rounds.first_opponent(attacker);
        let mut acts = self.state.acts.iter().filter(|act| act.fighter == attacker);
        let is_attacked = acts.any(|act| match act.kind {
            DeclaredAction::Attack { target } => target == fighter,
            DeclaredAction::Group { targets } => {
                fighters_in(targets, first).any(|target| target == fighter)
            }
            DeclaredAction::Move | DeclaredAction::General => false,
        });
        if !is_attacked {
            let accepted = "add the attack to the attacker, such as NAME: 2 (attacks NAME with 1)";
            self.refuse(span, fighter, "answers no attack", accepted);
        } else if self.state.fighters[fighter].left.is_none() {
            self.refuse(span, fighter, "cannot answer", "it has no die left");
        }
        self.faults.is_empty().then_some(attacker)
    }

    /// Reads the declaration of a combatant.
    fn act(&mut self, fighter: usize, typed: &TypedFighter) {
        let waits = typed.waits.0.is_some();
        let mut declared = typed.declared();
        let (span, found, accepted) = match (declared.next(), declared.next(), &typed.with.0) {
            (None, _, None) => return,
            (Some(_), None, None) if waits => return,
            (Some(span), None, Some(with)) if !waits => {
                return self.add_action(fighter, typed, span, with.value);
            }
            (_, Some(more), _) => {
                let accepted = "a combatant declares once in a sequence";
                (more, "declares twice", accepted)
            }
            (_, _, Some(with)) => {
                let accepted = "dice are used to attack, to move or for a General Defense";
                (&with.span, "uses dice for no action", accepted)
            }
            (Some(span), ..) => (
                span,
                "uses no dice",
                "give the number of dice, such as with 2",
            ),
        };
        self.refuse(span, fighter, found, accepted);
    }

    /// Adds an action that was declared with `used` dice.
    fn add_action(&mut self, fighter: usize, typed: &TypedFighter, span: &Span, used: u32) {
        const GENERAL: &str =
            "a General Defense takes two dice, and its roll is another note, such as general 7";
        let rounds = self.rounds;
        let (kind, verb, accepted) = match &typed.attacks.0 {
            Some(whom) if whom.text.eq_ignore_ascii_case(ALL) => {
                let group = rounds.group_on(&self.state, fighter, used);
                let kind = group.map(|(kind, _)| kind).filter(|_| used > 1);
                let accepted = "expected an opponent in reach, and at least two dice";
                (kind, "attacks all", accepted)
            }
            Some(whom) => {
                let Some(target) = self.opponent(fighter, &whom.text, &whom.span) else {
                    return;
                };
                let is_near = rounds.reaches(&self.state, fighter, target);
                let is_target = is_near && !self.state.fighters[target].is_out;
                let kind = is_target.then_some(DeclaredAction::Attack { target });
                (kind, "attacks", "expected a standing opponent in reach")
            }
            None if typed.moves.0.is_some() => (Some(DeclaredAction::Move), "moves", ""),
            None => {
                let is_rolled = self.state.has_general(fighter) && used > 1;
                (
                    is_rolled.then_some(DeclaredAction::General),
                    "defends",
                    GENERAL,
                )
            }
        };
        let sheet = rounds.sheet(&self.state, fighter);
        let (start, left) = (sheet.start, self.state.fighters[fighter].left);
        let serving = match kind {
            Some(DeclaredAction::Move) => start.serving(sheet.move_sorts),
            Some(DeclaredAction::General) => sheet.most_general(start),
            _ => start.serving(sheet.attack_sorts),
        };
        let all = start.count();
        let accepted = match kind {
            Some(kind) if used <= serving && used + left.count() <= all => {
                return self.state.acts.push(Act::new(fighter, kind, used));
            }
            Some(_) => format!("expected at most {serving} of its {all} dice, besides those left"),
            None => accepted.to_owned(),
        };
        let found = format!("{verb} with {used}");
        self.refuse(span, fighter, found, &accepted);
    }
}
