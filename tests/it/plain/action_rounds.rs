//! Exchanges of Action Dice by the rounds of the text, plainly: each fighter has dice for the
//! round, and declares their use, sequence by sequence.
//!
//! - this file: participants, rules, and the state of an exchange;
//! - `actions`: possible declarations and answers, the dice that they take, and their rolls;
//! - `players`: the choices of named players;
//! - `round`: one trial;
//! - `exact`: the value of a duel, by exhaustive search;
//! - `text`: exchanges as files;
//! - `order`: the declaring order of two, a contest of its own.
//!
//! Rollers are numbered: attacks of the fighters in file order, then their defenses, then the
//! policy randomness of the two sides, then lots.
//!
//! This program reads the rules as follows if they leave a choice:
//!
//! - The way of `defence = "general"` and `"dive"` is taken wherever it is possible, and is not
//!   compared with parry and dodge; where it is not, the one of these two with more dice. `"parry"`
//!   and `"dodge"` make no other defense than that.
//! - General Defense is rolled by Dodge or by the lower of the best skills, whichever has more dice
//!   with this number of action dice. On a tie it is Dodge, and only that uses dice specialized in
//!   Dodge.
//! - A fighter answers an attack although a defense against this attacker is in force.
//! - A hand-to-hand Group Attack targets the fighters at distance 0 when it is declared. Those out
//!   of reach then do not answer and are not struck.
//! - The range penalty is that of the distance when an attack happens. It takes skill dice first,
//!   then extra dice, and never action dice. A Group Attack takes the penalty of its farthest
//!   standing target, before its dice are halved.
//! - A target is chosen among all standing fighters, in reach or not. An attacker out of reach
//!   moves only with a die that serves a movement, and only with one that would also serve the
//!   attack; else it waits.
//! - `heavy` that has moved may still attack in the same round: an attack takes all its dice
//!   anyway.
//! - `guarded` with one die keeps it, so that it never attacks.
//! - Lots are drawn in each sequence, including the last one, as long as more than one tied fighter
//!   is to be placed.
//! - For `random` the defenses with one die come before those with two: parry with one, dodge with
//!   one, parry with two, and so on. The key `defence` does not restrict it.
//! - With `answers_reorder` a lot is drawn for each declaration for which more than one fighter is
//!   tied.
//! - With `defense_is_action` a fighter that answered before its declaration is skipped like one
//!   without dice.
//! - General Defense may be declared in every sequence, with any number of serving dice from two
//!   up. It is an action: a sequence in which it is declared is not one in which all wait.
//! - In the last sequence before a round ends named players choose as usual, and waiting keeps the
//!   dice.
//! - An optimal player counts a win as 1, and half if neither side wins, out of time or not.

pub mod actions;
pub mod exact;
pub mod order;
pub mod players;
pub mod round;
pub mod text;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    HandToHand,
    Ranged,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Skill {
    HandToHand,
    Ranged,
    Dodge,
    Movement,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stance {
    Single,
    Parry,
    Dodge,
    General,
    Dive,
}

/// Setup of an exchange.
#[derive(Clone, Debug)]
pub struct Exchange {
    pub sides: [Side; 2],
    pub rules: Rules,
}

#[derive(Clone, Debug)]
pub struct Side {
    pub name: String,
    pub player: Player,
    pub combatants: Vec<Combatant>,
}

/// One fighter, or more identical ones.
#[derive(Clone, Debug)]
pub struct Combatant {
    pub name: String,
    pub count: u32,
    /// General action dice, without that of a noncombatant.
    pub action: u32,
    pub for_attack: u32,
    pub for_defence: u32,
    pub specialised: Option<(Skill, u32)>,
    pub hand_to_hand: u32,
    pub ranged: u32,
    pub dodge: u32,
    pub movement: u32,
    pub attack: Reach,
    pub attack_extra: u32,
    pub defence_extra: u32,
    pub stance: Stance,
    pub noncombat: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    Keep(u32),
    AllOut,
    Guarded,
    Heavy,
    Random,
    Optimal,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttackOn {
    MostHit,
    First,
    Weakest,
    Strongest,
}

#[derive(Clone, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each is an option of a file")]
pub struct Rules {
    pub half_up: bool,
    pub extra_is_halved: bool,
    /// True if the fighters' total numbers of dice break ties in the declaring order before a lot.
    pub total_breaks_ties: bool,
    pub tie_hits: bool,
    pub dive_is_rolled: bool,
    pub attack_on: AttackOn,
    /// True if fighters with dice at the end of a round may declare once more.
    pub reserve_is_declared: bool,
    pub distance: u32,
    pub range_penalty: u32,
    /// True if Group Attacks lose dice to the range, too.
    pub group_penalty: bool,
    /// True if answers change the declaring order within a sequence.
    pub answers_reorder: bool,
    /// `defense_is_action`: whether a defense is the fighter's action of the sequence.
    pub defence_is_action: bool,
    /// `noncombat_choice = "each_round"`: whether each fighter chooses each round to be noncombat
    /// or not.
    pub noncombat_is_chosen: bool,
    pub hits_to_win: u32,
    pub max_rounds: u32,
}

impl Rules {
    pub fn half(&self, dice: u32) -> u32 {
        if self.half_up {
            dice.div_ceil(2)
        } else {
            (dice / 2).max(1)
        }
    }
}

/// A participant.
#[derive(Clone, Debug)]
pub struct Fighter {
    pub name: String,
    pub side: usize,
    /// Index of the combatant that it is a copy of.
    pub group: usize,
    pub sheet: Combatant,
}

/// An exchange with its fighters in file order.
#[derive(Clone, Debug)]
pub struct Game {
    pub exchange: Exchange,
    pub fighters: Vec<Fighter>,
}

/// Action dice by their sort.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ActionDice {
    pub specialised: u32,
    pub for_attack: u32,
    pub for_defence: u32,
    pub general: u32,
}

impl ActionDice {
    pub fn all(self) -> u32 {
        self.specialised + self.for_attack + self.for_defence + self.general
    }
}

/// A rolled defense.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rolled {
    /// A parry or a dodge, against one attacker for the rest of the round.
    Single { against: usize, value: u32 },
    /// A defense against all for the rest of the round.
    General { value: u32 },
    /// A defense against one attack of this attacker.
    Dive { against: usize, value: u32 },
}

/// State of an exchange; lists have an entry for each fighter.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Table {
    pub hits: Vec<u32>,
    /// Units covered since the beginning.
    pub covered: Vec<u32>,
    /// True for fighters that are noncombat in this round.
    pub noncombat: Vec<bool>,
    /// Action dice left in this round.
    pub dice: Vec<ActionDice>,
    pub rolled: Vec<Vec<Rolled>>,
}

impl Table {
    /// Returns whether a General Defense of a fighter is in force.
    pub fn defends_against_all(&self, who: usize) -> bool {
        let is_general = |rolled: &Rolled| matches!(rolled, Rolled::General { .. });
        self.rolled[who].iter().any(is_general)
    }
}

impl Game {
    pub fn new(exchange: &Exchange) -> Self {
        let mut fighters = Vec::new();
        let mut group = 0;
        for (side, one) in exchange.sides.iter().enumerate() {
            for sheet in &one.combatants {
                for copy in 1..=sheet.count {
                    let name = if sheet.count == 1 {
                        sheet.name.clone()
                    } else {
                        format!("{} {copy}", sheet.name)
                    };
                    fighters.push(Fighter {
                        name,
                        side,
                        group,
                        sheet: sheet.clone(),
                    });
                }
                group += 1;
            }
        }
        Self {
            exchange: exchange.clone(),
            fighters,
        }
    }

    pub fn rules(&self) -> &Rules {
        &self.exchange.rules
    }

    pub fn player(&self, who: usize) -> Player {
        self.exchange.sides[self.fighters[who].side].player
    }

    /// Returns the names of the rollers: of fighters, of defenses, of policy randomness, of lots.
    pub fn rollers(&self) -> Vec<String> {
        let mut names = Vec::new();
        for what in ["", "/defence of "] {
            for fighter in &self.fighters {
                let side = &self.exchange.sides[fighter.side].name;
                names.push(format!("{what}{side}/{}", fighter.name));
            }
        }
        for side in &self.exchange.sides {
            names.push(format!("/whims of {}", side.name));
        }
        names.push("/lots".to_owned());
        names
    }

    pub fn defences_of(&self, who: usize) -> usize {
        self.fighters.len() + who
    }

    pub fn whims_of(&self, side: usize) -> usize {
        2 * self.fighters.len() + side
    }

    pub fn lots(&self) -> usize {
        2 * self.fighters.len() + 2
    }

    /// Returns all action dice of a fighter in a round.
    pub fn dice_of_a_round(&self, table: &Table, who: usize) -> ActionDice {
        let sheet = &self.fighters[who].sheet;
        ActionDice {
            specialised: sheet.specialised.map_or(0, |(_, dice)| dice),
            for_attack: sheet.for_attack,
            for_defence: sheet.for_defence,
            general: sheet.action + u32::from(table.noncombat[who]),
        }
    }

    /// Returns the state before the first round.
    pub fn beginning(&self) -> Table {
        Table {
            hits: vec![0; self.fighters.len()],
            covered: vec![0; self.fighters.len()],
            noncombat: vec![false; self.fighters.len()],
            dice: vec![ActionDice::default(); self.fighters.len()],
            rolled: vec![Vec::new(); self.fighters.len()],
        }
    }

    /// Begins a round: all standing fighters have all their dice and the status of the file, and no
    /// defense is in force.
    pub fn begin_round(&self, table: &mut Table) {
        for who in 0..self.fighters.len() {
            table.rolled[who].clear();
            self.declare_noncombat(table, who, self.fighters[who].sheet.noncombat);
        }
    }

    /// Sets the status of a fighter for this round, before anything happens in it.
    pub fn declare_noncombat(&self, table: &mut Table, who: usize, noncombat: bool) {
        table.noncombat[who] = noncombat;
        table.dice[who] = if self.stands(table, who) {
            self.dice_of_a_round(table, who)
        } else {
            ActionDice::default()
        };
    }

    pub fn stands(&self, table: &Table, who: usize) -> bool {
        table.hits[who] < self.rules().hits_to_win
    }

    /// Returns the standing fighters of a side, in file order.
    pub fn standing(&self, table: &Table, side: usize) -> Vec<usize> {
        (0..self.fighters.len())
            .filter(|&who| self.fighters[who].side == side && self.stands(table, who))
            .collect()
    }

    pub fn opponents(&self, table: &Table, who: usize) -> Vec<usize> {
        self.standing(table, 1 - self.fighters[who].side)
    }

    /// Returns the index of the outcome, if the exchange is over: either side, or neither is left.
    pub fn ended(&self, table: &Table) -> Option<usize> {
        let left = [0, 1].map(|side| !self.standing(table, side).is_empty());
        match left {
            [true, true] => None,
            [true, false] => Some(0),
            [false, true] => Some(1),
            [false, false] => Some(2),
        }
    }

    pub fn distance(&self, table: &Table, one: usize, other: usize) -> u32 {
        let covered = table.covered[one] + table.covered[other];
        self.rules().distance.saturating_sub(covered)
    }

    /// Returns the defense of `target` against an attack of `attacker` at this moment.
    pub fn defence(&self, table: &Table, target: usize, attacker: usize) -> u32 {
        let sheet = &self.fighters[target].sheet;
        let reach = self.fighters[attacker].sheet.attack;
        let base = if table.noncombat[target] {
            0
        } else {
            5 + actions::skill(sheet, reach).max(sheet.dodge)
        };
        let mut best = 0;
        for rolled in &table.rolled[target] {
            let value = match *rolled {
                Rolled::General { value } => value,
                Rolled::Single { against, value } | Rolled::Dive { against, value } => {
                    if against == attacker { value } else { 0 }
                }
            };
            best = best.max(value);
        }
        base + best
    }

    /// Returns the standing fighters that have dice, in file order.
    pub fn with_dice(&self, table: &Table) -> Vec<usize> {
        (0..self.fighters.len())
            .filter(|&who| self.stands(table, who) && table.dice[who].all() > 0)
            .collect()
    }

    /// Returns these fighters in declaring order. `lot` chooses one of a number of tied fighters.
    pub fn declaring_order(
        &self,
        table: &Table,
        mut waiting: Vec<usize>,
        lot: &mut dyn FnMut(usize) -> usize,
    ) -> Vec<usize> {
        let mut order = Vec::new();
        while !waiting.is_empty() {
            let first = self.first_to_declare(table, &waiting, lot);
            order.push(first);
            waiting.retain(|&who| who != first);
        }
        order
    }

    /// Returns the one of these fighters that declares first.
    pub fn first_to_declare(
        &self,
        table: &Table,
        waiting: &[usize],
        lot: &mut dyn FnMut(usize) -> usize,
    ) -> usize {
        let key = |who: usize| {
            let dice = table.dice[who];
            let total = if self.rules().total_breaks_ties {
                self.dice_of_a_round(table, who).all()
            } else {
                0
            };
            let limited = dice.for_attack + dice.for_defence;
            (dice.all(), limited, dice.specialised, total)
        };
        let least = waiting.iter().map(|&who| key(who)).min();
        let mut equal = waiting.to_vec();
        equal.retain(|&who| Some(key(who)) == least);
        if equal.len() == 1 {
            equal[0]
        } else {
            equal[lot(equal.len())]
        }
    }
}
