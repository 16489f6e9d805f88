//! One trial.

use super::super::dice::PlainDice;
use super::actions::{Answer, Declaration, action_dice};
use super::{Exchange, Game, Player, Rolled, Table};
use std::collections::BTreeMap;

/// What came of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// The first side, the second, nobody is left, nobody in time.
    pub outcome: usize,
    pub metrics: BTreeMap<String, i64>,
    /// Those who were put out, by group, with the round: in ascending order.
    pub ends: Vec<(usize, i64)>,
}

/// The metrics of groups, by name.
pub const OUT: &str = "out";
pub const HITS: &str = "hits";
/// Attacks that were declared; a Group Attack is one.
pub const ATTACKS: &str = "attacks";
/// Answers that took dice.
pub const DEFENCES: &str = "defences";
/// Dice that somebody has left when a round is over, or when it falls.
pub const UNUSED: &str = "unused";

/// Somebody's action in a sequence.
struct Act {
    who: usize,
    declaration: Declaration,
    /// The sum of the action dice.
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
        while self.has_dice() {
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

    /// Whether anybody who stands has dice.
    fn has_dice(&self) -> bool {
        (0..self.game.fighters.len())
            .any(|who| self.game.stands(&self.table, who) && self.table.dice[who].all() > 0)
    }

    /// Everybody declares in turn, and those attacked answer at once.
    fn declare(&mut self) -> Vec<Act> {
        let lots = self.game.lots();
        let order = {
            let (game, table, dice) = (&self.game, &self.table, &mut *self.dice);
            game.declaring_order(table, &mut |count| dice.choose(lots, count))
        };
        let mut acts = Vec::new();
        for who in order {
            // Answers may have taken all of them.
            if self.table.dice[who].all() == 0 {
                continue;
            }
            let declaration = self.declaration(who);
            self.table.dice[who] = self.game.after(&self.table, who, &declaration);
            let targets = match &declaration {
                Declaration::Wait => continue,
                Declaration::Move { .. } => Vec::new(),
                Declaration::Attack { target, .. } => vec![*target],
                Declaration::Group { targets, .. } => targets.clone(),
            };
            if !targets.is_empty() {
                self.count(ATTACKS, who, 1);
            }
            for target in targets {
                self.answer(target, who);
            }
            acts.push(Act {
                who,
                declaration,
                sum: 0,
            });
        }
        acts
    }

    fn declaration(&mut self, who: usize) -> Declaration {
        match self.game.player(who) {
            Player::Random => {
                let all = self.game.declarations(&self.table, who);
                let chosen = self.whim(who, all.len());
                all[chosen].clone()
            }
            _ => self.game.named_declaration(&self.table, who),
        }
    }

    fn whim(&mut self, who: usize, options: usize) -> usize {
        if options == 1 {
            return 0;
        }
        let whims = self.game.whims_of(self.game.fighters[who].side);
        self.dice.choose(whims, options)
    }

    fn answer(&mut self, who: usize, attacker: usize) {
        let answer = match self.game.player(who) {
            Player::Random => {
                let all = self.game.answers(&self.table, who, attacker);
                all[self.whim(who, all.len())]
            }
            _ => self.game.named_answer(&self.table, who, attacker),
        };
        if answer == Answer::Nothing {
            return;
        }
        let defending = self
            .game
            .defending(&self.table, who, attacker, answer)
            .expect("answers are legal");
        let roller = self.game.defences_of(who);
        let mut faces = self.throw(roller, defending.throw);
        faces.sort_unstable();
        faces.reverse();
        faces.truncate(defending.kept as usize);
        let value = sum(&faces) + defending.fixed;
        self.table.dice[who] = defending.left;
        self.table.rolled[who].push(Game::in_force(answer, attacker, value));
        self.count(DEFENCES, who, 1);
    }

    fn throw(&mut self, roller: usize, count: u32) -> Vec<u8> {
        self.dice.throw(roller, count as usize)
    }

    /// What was declared happens, in acting order.
    fn resolve(&mut self, mut acts: Vec<Act>) {
        for act in &mut acts {
            if !matches!(act.declaration, Declaration::Move { .. }) {
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

    /// One acts, as things were before this moment.
    fn act(&mut self, act: &Act, before: &Table) {
        let targets = match &act.declaration {
            Declaration::Wait => return,
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
