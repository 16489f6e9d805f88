//! One trial.

use super::super::dice::PlainDice;
use super::actions::{Answer, Declaration, Defending, action_dice};
use super::{Exchange, Game, Player, Rolled, Table};
use std::collections::BTreeMap;

/// Results of a trial.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Index of the outcome: the first side wins, the second wins, neither is left, time runs out.
    pub outcome: usize,
    pub metrics: BTreeMap<String, i64>,
    /// Groups of the fighters that were put out, with the round, in ascending order.
    pub ends: Vec<(usize, i64)>,
}

/// Metrics of groups, by name.
pub const OUT: &str = "out";
pub const HITS: &str = "hits";
/// Number of declared attacks; a Group Attack is one.
pub const ATTACKS: &str = "attacks";
/// Number of defensive actions: answers, and General Defenses declared without an attack.
pub const DEFENCES: &str = "defences";
/// Number of dice that fighters have left when a round is over, or when they fall.
pub const UNUSED: &str = "unused";

/// An action in a sequence.
struct Act {
    who: usize,
    declaration: Declaration,
    /// Sum of the action dice.
    sum: u32,
}

struct Trial<'a> {
    game: Game,
    table: Table,
    dice: &'a mut dyn PlainDice,
    report: Report,
}

pub fn play(exchange: &Exchange, dice: &mut dyn PlainDice) -> Report {
    let game = Game::new(exchange);
    let mut trial = Trial {
        table: game.beginning(),
        game,
        dice,
        report: Report::default(),
    };
    trial.play();
    trial.report
}

fn sum(faces: &[u8]) -> u32 {
    faces.iter().map(|&face| u32::from(face)).sum()
}

impl Trial<'_> {
    fn play(&mut self) {
        for combatant in self
            .game
            .exchange
            .sides
            .iter()
            .flat_map(|one| &one.combatants)
        {
            for what in [OUT, HITS, ATTACKS, DEFENCES, UNUSED] {
                let name = format!("{what}.{}", combatant.name);
                self.report.metrics.insert(name, 0);
            }
        }
        let rules = self.game.rules().clone();
        let mut rounds = 0;
        let mut outcome = None;
        while outcome.is_none() && rounds < rules.max_rounds {
            rounds += 1;
            let before = self.table.clone();
            self.round();
            outcome = self.game.ended(&self.table);
            for who in 0..self.game.fighters.len() {
                let stood = self.game.stands(&before, who);
                if stood {
                    self.count(UNUSED, who, i64::from(self.table.dice[who].all()));
                }
                if stood && !self.game.stands(&self.table, who) {
                    let group = self.game.fighters[who].group;
                    self.report.ends.push((group, i64::from(rounds)));
                    self.count(OUT, who, 1);
                }
            }
        }
        self.report.ends.sort_unstable();
        self.report.outcome = outcome.unwrap_or(3);
        for who in 0..self.game.fighters.len() {
            self.count(HITS, who, i64::from(self.table.hits[who]));
        }
        let metrics = &mut self.report.metrics;
        metrics.insert("rounds".to_owned(), i64::from(rounds));
        for (side, one) in self.game.exchange.sides.iter().enumerate() {
            let standing = self.game.standing(&self.table, side).len();
            metrics.insert(format!("standing.{}", one.name), standing as i64);
        }
    }

    fn count(&mut self, what: &str, who: usize, more: i64) {
        let name = format!("{what}.{}", self.game.fighters[who].sheet.name);
        *self.report.metrics.entry(name).or_insert(0) += more;
    }

    fn round(&mut self) {
        self.game.begin_round(&mut self.table);
        if self.game.rules().noncombat_is_chosen {
            self.choose_noncombat();
        }
        while !self.game.with_dice(&self.table).is_empty() {
            let acts = self.declare();
            let all_wait = acts.is_empty();
            self.resolve(acts);
            if self.game.ended(&self.table).is_some() {
                return;
            }
            if all_wait {
                if self.game.rules().reserve_is_declared {
                    let acts = self.declare();
                    self.resolve(acts);
                }
                return;
            }
        }
    }

    /// Draws the status of the round for fighters of `random`; others keep that of the file. All
    /// choose one after another, by lot.
    fn choose_noncombat(&mut self) {
        let mut choosing: Vec<usize> = (0..self.game.fighters.len()).collect();
        choosing.retain(|&who| self.game.stands(&self.table, who));
        while !choosing.is_empty() {
            let who = self.drawn(&mut choosing);
            if self.game.player(who) == Player::Random {
                let noncombat = self.whim(who, 2) == 1;
                self.game.declare_noncombat(&mut self.table, who, noncombat);
            }
        }
    }

    /// Removes one of these fighters by lot.
    fn drawn(&mut self, fighters: &mut Vec<usize>) -> usize {
        match fighters.len() {
            1 => fighters.remove(0),
            several => fighters.remove(self.dice.choose(self.game.lots(), several)),
        }
    }

    /// Plays the declarations of a sequence, with answers at once, and returns all but waits, in
    /// order.
    fn declare(&mut self) -> Vec<Act> {
        let lots = self.game.lots();
        let reorders = self.game.rules().answers_reorder;
        let mut waiting = self.game.with_dice(&self.table);
        if !reorders {
            let dice = &mut *self.dice;
            let mut lot = |count| dice.choose(lots, count);
            waiting = self.game.declaring_order(&self.table, waiting, &mut lot);
        }
        let mut acts = Vec::new();
        loop {
            // Answers may have taken all of them.
            waiting.retain(|&who| self.table.dice[who].all() > 0);
            if waiting.is_empty() {
                return acts;
            }
            let who = if reorders {
                let dice = &mut *self.dice;
                let mut lot = |count| dice.choose(lots, count);
                self.game.first_to_declare(&self.table, &waiting, &mut lot)
            } else {
                waiting[0]
            };
            waiting.retain(|&one| one != who);
            let declaration = self.declaration(who);
            let targets = match &declaration {
                Declaration::Wait => continue,
                Declaration::Move { .. } => Vec::new(),
                Declaration::Attack { target, .. } => vec![*target],
                Declaration::Group { targets, .. } => targets.clone(),
                Declaration::Defend { dice } => {
                    let defending = self.game.general_defence(&self.table, who, *dice);
                    let value = self.defend(who, &defending.expect("declarations are legal"));
                    self.table.rolled[who].push(Rolled::General { value });
                    Vec::new()
                }
            };
            if !matches!(declaration, Declaration::Defend { .. }) {
                self.table.dice[who] = self.game.after(&self.table, who, &declaration);
            }
            if !targets.is_empty() {
                self.count(ATTACKS, who, 1);
            }
            // Of more than one target lots determine which answers next.
            let mut targets = targets;
            targets.retain(|&target| self.table.dice[target].all() > 0);
            while !targets.is_empty() {
                let target = self.drawn(&mut targets);
                let answers = self.answer(target, who);
                if answers && self.game.rules().defence_is_action {
                    waiting.retain(|&one| one != target);
                }
            }
            acts.push(Act {
                who,
                declaration,
                sum: 0,
            });
        }
    }

    fn declaration(&mut self, who: usize) -> Declaration {
        if self.game.player(who) == Player::Random {
            let all = self.game.declarations(&self.table, who);
            let chosen = self.whim(who, all.len());
            return all[chosen].clone();
        }
        let whims = self.game.whims_of(self.game.fighters[who].side);
        let dice = &mut *self.dice;
        let mut lot = |count| dice.choose(whims, count);
        self.game.named_declaration(&self.table, who, &mut lot)
    }

    fn whim(&mut self, who: usize, options: usize) -> usize {
        if options == 1 {
            return 0;
        }
        let whims = self.game.whims_of(self.game.fighters[who].side);
        self.dice.choose(whims, options)
    }

    /// Lets a target answer an attack, and returns whether it did.
    fn answer(&mut self, who: usize, attacker: usize) -> bool {
        let answer = match self.game.player(who) {
            Player::Random => {
                let all = self.game.answers(&self.table, who, attacker);
                all[self.whim(who, all.len())]
            }
            _ => self.game.named_answer(&self.table, who, attacker),
        };
        if answer == Answer::Nothing {
            return false;
        }
        let defending = self
            .game
            .defending(&self.table, who, attacker, answer)
            .expect("answers are legal");
        let value = self.defend(who, &defending);
        self.table.rolled[who].push(Game::in_force(answer, attacker, value));
        true
    }

    /// Takes the dice of a defense, rolls it and returns its value.
    fn defend(&mut self, who: usize, defending: &Defending) -> u32 {
        let roller = self.game.defences_of(who);
        let mut faces = self.throw(roller, defending.throw);
        faces.sort_unstable();
        faces.reverse();
        faces.truncate(defending.kept as usize);
        self.table.dice[who] = defending.left;
        self.count(DEFENCES, who, 1);
        sum(&faces) + defending.fixed
    }

    fn throw(&mut self, roller: usize, count: u32) -> Vec<u8> {
        self.dice.throw(roller, count as usize)
    }

    /// Resolves the declarations, in acting order.
    fn resolve(&mut self, mut acts: Vec<Act>) {
        for act in &mut acts {
            if !matches!(
                act.declaration,
                Declaration::Move { .. } | Declaration::Defend { .. }
            ) {
                let faces = self
                    .dice
                    .throw(act.who, action_dice(&act.declaration) as usize);
                act.sum = sum(&faces);
            }
        }
        let key = |act: &Act| (action_dice(&act.declaration), act.sum);
        while let Some(first) = acts.iter().map(key).max() {
            let (now, later): (Vec<Act>, Vec<Act>) =
                acts.into_iter().partition(|act| key(act) == first);
            acts = later;
            let before = self.table.clone();
            for act in now {
                if self.game.stands(&before, act.who) {
                    self.act(&act, &before);
                }
            }
        }
        for rolled in &mut self.table.rolled {
            rolled.retain(|one| !matches!(one, Rolled::Dive { .. }));
        }
    }

    /// Resolves one action, from the state `before` this moment.
    fn act(&mut self, act: &Act, before: &Table) {
        let targets = match &act.declaration {
            Declaration::Wait | Declaration::Defend { .. } => return,
            Declaration::Move { dice } => {
                self.table.covered[act.who] += self.game.covers(act.who, *dice);
                return;
            }
            Declaration::Attack { target, .. } => vec![*target],
            Declaration::Group { targets, .. } => targets.clone(),
        };
        let targets: Vec<usize> = targets
            .into_iter()
            .filter(|&target| self.game.stands(before, target))
            .collect();
        if targets.is_empty() {
            return;
        }
        let others = self.game.other_dice(before, act.who, &act.declaration);
        let total = act.sum + sum(&self.throw(act.who, others));
        for target in targets {
            let value = self.game.defence(before, target, act.who);
            let is_hit = total > value || total == value && self.game.rules().tie_hits;
            if is_hit && self.game.stands(&self.table, target) {
                self.table.hits[target] += 1;
            }
        }
    }
}
