//! Base Combat, plainly: rules 1 to 4, their options `last_blow`, `deadlock` and `max_rerolls`, and the
//! players `random`, `brawler` and `finisher`. None of the optional rules.
//!
//! Combatants are numbered in file order: sides, then combatants as written, then copies. A pool is a
//! vector of faces in ascending order, so its first die is the lowest. With N combatants, roller i
//! throws the dice of combatant i, roller N draws the lots of the table, and roller N + 1 + i has the
//! whims of combatant i.

use std::cmp::Reverse;

use super::dice::PlainDice;

/// Nobody holds more dice than this.
const MOST_DICE: usize = 6;

/// One combatant as the fight begins.
#[derive(Clone, Debug)]
pub struct Combatant {
    /// The side it fights for.
    pub side: usize,
    /// How many dice each of its Classes rolls here, once fit and halves are settled.
    pub classes: Vec<usize>,
    /// Who decides for it.
    pub player: Player,
}

/// The players that decide by rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// Anything legal but a retreat, each with the same chance.
    Random,
    /// The strongest blow at the strongest opponent.
    Brawler,
    /// The cheapest die that takes somebody out, else the blow that removes most.
    Finisher,
}

/// The options of the base rules.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// `last_blow = "draw"`: who takes out the last opponent with the last die retreats like any other.
    pub last_blow_draw: bool,
    /// `deadlock = "lot"`: a lot among the highest instead of re-rolls.
    pub deadlock_lot: bool,
    /// How many rounds of re-rolling in a row the table has patience for.
    pub max_rerolls: u64,
}

/// How a fight ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The one side left standing.
    Side(usize),
    /// Nobody is left standing.
    Draw,
    /// Re-rolling went on for longer than the table has patience for.
    Unresolved,
}

/// What has become of a combatant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// Still in the fight, or in it when it ended.
    Standing,
    /// Lost its last die to an attack.
    TakenOut,
    /// Left by choice, or spent its last die attacking.
    Retreated,
}

/// The account of a whole fight. Lists have one entry for each combatant, in file order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// How it ended.
    pub outcome: Outcome,
    /// Completed turns; re-rolls are none.
    pub turns: u64,
    /// Rounds of re-rolling.
    pub rerolls: u64,
    /// Lots drawn.
    pub lots: u64,
    /// What became of each combatant.
    pub fates: Vec<Fate>,
    /// The turn, counted from one, in which each combatant left the fight.
    pub left_at: Vec<Option<u64>>,
    /// How many turns each combatant had.
    pub turns_taken: Vec<u64>,
    /// How many opponents each combatant took out.
    pub taken_out_by: Vec<u64>,
    /// Everything that happened, in order.
    pub log: Vec<Event>,
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A combatant rolled its first Class.
    Start { combatant: usize, faces: Vec<u8> },
    /// A combatant re-rolled its lowest die in a round of re-rolls.
    Reroll { combatant: usize, from: u8, to: u8 },
    /// The lot gave the turn to one of those who share the highest initiative.
    Lot { combatant: usize, among: Vec<usize> },
    /// A die was given to an ally, who re-rolled it.
    Support {
        combatant: usize,
        ally: usize,
        given: u8,
        rolled: u8,
    },
    /// A die was spent to attack; the target lost these dice.
    Attack {
        combatant: usize,
        target: usize,
        face: u8,
        lost: Vec<u8>,
    },
    /// A combatant dropped its dice and rolled another Class.
    ChangeTactic {
        combatant: usize,
        class: usize,
        faces: Vec<u8>,
    },
    /// An attack left a combatant without dice.
    TakenOut { combatant: usize },
    /// A combatant left, by choice or for want of dice.
    Retreat { combatant: usize },
}

/// What the one who has the turn may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Spend a die of this face against this opponent.
    Attack { face: u8, target: usize },
    /// Give a die of this face to this ally.
    Support { face: u8, ally: usize },
    /// Drop all dice and roll this Class.
    ChangeTactic { class: usize },
    /// Leave.
    Retreat,
}

/// What lies on the table for one combatant.
#[derive(Clone, Debug)]
pub struct Seat {
    /// Its dice, lowest first; none once it has left.
    pub pool: Vec<u8>,
    /// Which of its Classes it has used in this fight.
    pub used: Vec<bool>,
    /// Whether it still stands.
    pub fate: Fate,
}

impl Seat {
    fn is_standing(&self) -> bool {
        self.fate == Fate::Standing
    }

    fn initiative(&self) -> u64 {
        self.pool.iter().map(|&face| u64::from(face)).sum()
    }

    fn add(&mut self, face: u8) {
        self.pool.push(face);
        self.pool.sort_unstable();
    }

    fn remove(&mut self, face: u8) {
        let position = self.pool.iter().position(|&held| held == face);
        self.pool
            .remove(position.expect("only a die that is held can be removed"));
    }
}

/// The table as whoever has the turn sees it. Nothing on it is hidden.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// Whose decision it is.
    pub actor: usize,
    /// The combatants as they came.
    pub combatants: &'a [Combatant],
    /// What lies before each of them.
    pub seats: &'a [Seat],
    /// The allies that the actor has supported in this turn.
    pub aided: &'a [usize],
}

impl View<'_> {
    /// The sum of a combatant's dice.
    pub fn initiative(&self, combatant: usize) -> u64 {
        self.seats[combatant].initiative()
    }

    /// The actor's dice, lowest first.
    pub fn own_pool(&self) -> &[u8] {
        &self.seats[self.actor].pool
    }

    /// The standing opponents of the actor, in file order.
    pub fn opponents(&self) -> Vec<usize> {
        (0..self.seats.len())
            .filter(|&other| self.is_opponent(other))
            .collect()
    }

    /// The distinct legal actions, retreat left out: attacks (face ascending, then opponents in file
    /// order), supports (face ascending, then allies in file order), changes (Classes in file order).
    pub fn actions_but_retreat(&self) -> Vec<Action> {
        let mut actions = Vec::new();
        for face in 1..=6 {
            for target in 0..self.seats.len() {
                actions.push(Action::Attack { face, target });
            }
        }
        for face in 1..=6 {
            for ally in 0..self.seats.len() {
                actions.push(Action::Support { face, ally });
            }
        }
        for class in 0..self.seats[self.actor].used.len() {
            actions.push(Action::ChangeTactic { class });
        }
        actions.retain(|&action| self.is_legal(action));
        actions
    }

    /// Whether the actor may do this.
    pub fn is_legal(&self, action: Action) -> bool {
        match action {
            Action::Attack { face, target } => {
                self.own_pool().contains(&face) && self.is_opponent(target)
            }
            Action::Support { face, ally } => {
                self.own_pool().len() >= 2
                    && self.own_pool().contains(&face)
                    && self.is_ally(ally)
                    && self.seats[ally].pool.len() < MOST_DICE
                    && !self.aided.contains(&ally)
            }
            Action::ChangeTactic { class } => {
                self.seats[self.actor].used.get(class) == Some(&false)
            }
            Action::Retreat => true,
        }
    }

    fn is_opponent(&self, other: usize) -> bool {
        self.seats[other].is_standing()
            && self.combatants[other].side != self.combatants[self.actor].side
    }

    fn is_ally(&self, other: usize) -> bool {
        self.seats[other].is_standing()
            && self.combatants[other].side == self.combatants[self.actor].side
            && other != self.actor
    }
}

/// `random`: exactly one whim for each decision, even where only one action is legal.
pub fn random(view: &View, dice: &mut dyn PlainDice) -> Action {
    let whims = view.combatants.len() + 1 + view.actor;
    let actions = view.actions_but_retreat();
    actions[dice.choose(whims, actions.len())]
}

/// `brawler`: on the last die the first unused Class; else the highest die at the opponent with the
/// highest initiative.
pub fn brawler(view: &View) -> Action {
    if let Some(change) = change_on_last_die(view) {
        return change;
    }
    let face = *view.own_pool().last().expect("who has the turn has dice");
    let target = strongest(view, &view.opponents()).expect("a fight goes on against opponents");
    Action::Attack { face, target }
}

/// `finisher`: the smallest face that empties some opponent, at the strongest that it empties. If there
/// is none, on the last die the first unused Class; else the attack that removes most initiative.
pub fn finisher(view: &View) -> Action {
    for &face in view.own_pool() {
        let mut emptied = view.opponents();
        emptied.retain(|&opponent| view.seats[opponent].pool.iter().all(|&die| die <= face));
        if let Some(target) = strongest(view, &emptied) {
            return Action::Attack { face, target };
        }
    }
    if let Some(change) = change_on_last_die(view) {
        return change;
    }
    most_removed(view)
}

/// The one of `combatants` with the highest initiative, the first in file order of equals.
fn strongest(view: &View, combatants: &[usize]) -> Option<usize> {
    let mut best: Option<usize> = None;
    for &combatant in combatants {
        if best.is_none_or(|best| view.initiative(combatant) > view.initiative(best)) {
            best = Some(combatant);
        }
    }
    best
}

/// The change to the first unused Class, for an actor that holds exactly one die and has such a Class.
fn change_on_last_die(view: &View) -> Option<Action> {
    if view.own_pool().len() != 1 {
        return None;
    }
    let used = &view.seats[view.actor].used;
    let class = used.iter().position(|&used| !used)?;
    Some(Action::ChangeTactic { class })
}

/// The attack that removes most initiative. Ties: the smaller face, then the opponent with the higher
/// initiative, then file order.
fn most_removed(view: &View) -> Action {
    let merit = |face: u8, target: usize| {
        let lost = view.seats[target].pool.iter().filter(|&&die| die <= face);
        let removed: u64 = lost.map(|&die| u64::from(die)).sum();
        (removed, Reverse(face), view.initiative(target))
    };
    let mut best: Option<(u8, usize)> = None;
    for &face in view.own_pool() {
        for target in view.opponents() {
            // Strictly better only: of equals the first in file order stays.
            if best.is_none_or(|(best_face, best_target)| {
                merit(face, target) > merit(best_face, best_target)
            }) {
                best = Some((face, target));
            }
        }
    }
    let (face, target) = best.expect("who has the turn has dice and opponents");
    Action::Attack { face, target }
}

/// Plays a fight to its end, every combatant by its own player.
pub fn fight(
    combatants: &[Combatant],
    sides: usize,
    rules: &Rules,
    dice: &mut dyn PlainDice,
) -> Report {
    fight_with(
        combatants,
        sides,
        rules,
        dice,
        &mut |view, dice| match view.combatants[view.actor].player {
            Player::Random => random(view, dice),
            Player::Brawler => brawler(view),
            Player::Finisher => finisher(view),
        },
    )
}

/// Plays a fight to its end with every decision from `choose`, whatever the combatants' players. It is
/// handed the dice as well, for the whims of those who decide by chance.
///
/// Panics on an illegal action.
pub fn fight_with(
    combatants: &[Combatant],
    sides: usize,
    rules: &Rules,
    dice: &mut dyn PlainDice,
    choose: &mut dyn FnMut(&View, &mut dyn PlainDice) -> Action,
) -> Report {
    let mut table = Table::start(combatants, sides, *rules, dice);
    loop {
        // Before the first turn too: a side may have come alone.
        if let Some(outcome) = table.decided() {
            return table.report(outcome);
        }
        let Some(actor) = table.next_actor(dice) else {
            return table.report(Outcome::Unresolved);
        };
        table.turn(actor, dice, choose);
    }
}

/// A fight as it goes on.
struct Table<'a> {
    combatants: &'a [Combatant],
    sides: usize,
    rules: Rules,
    seats: Vec<Seat>,
    turns: u64,
    rerolls: u64,
    lots: u64,
    left_at: Vec<Option<u64>>,
    turns_taken: Vec<u64>,
    taken_out_by: Vec<u64>,
    log: Vec<Event>,
}

impl<'a> Table<'a> {
    /// Rule 1: everyone rolls its first Class.
    fn start(
        combatants: &'a [Combatant],
        sides: usize,
        rules: Rules,
        dice: &mut dyn PlainDice,
    ) -> Self {
        let mut seats = Vec::new();
        let mut log = Vec::new();
        for (combatant, described) in combatants.iter().enumerate() {
            let (side, classes) = (described.side, &described.classes);
            assert!(
                side < sides,
                "combatant {combatant} fights for side {side} of {sides}"
            );
            assert!(!classes.is_empty(), "combatant {combatant} has no Class");
            assert!(
                classes.iter().all(|count| (1..=MOST_DICE).contains(count)),
                "the Classes of combatant {combatant} roll {classes:?} dice"
            );
            let faces = dice.throw(combatant, classes[0]);
            let mut pool = faces.clone();
            pool.sort_unstable();
            let mut used = vec![false; classes.len()];
            used[0] = true;
            seats.push(Seat {
                pool,
                used,
                fate: Fate::Standing,
            });
            log.push(Event::Start { combatant, faces });
        }
        Self {
            combatants,
            sides,
            rules,
            seats,
            turns: 0,
            rerolls: 0,
            lots: 0,
            left_at: vec![None; combatants.len()],
            turns_taken: vec![0; combatants.len()],
            taken_out_by: vec![0; combatants.len()],
            log,
        }
    }

    /// Rule 4: the outcome, once at most one side is left standing.
    fn decided(&self) -> Option<Outcome> {
        let sides_standing: Vec<usize> = (0..self.sides)
            .filter(|&side| {
                self.standing()
                    .iter()
                    .any(|&combatant| self.combatants[combatant].side == side)
            })
            .collect();
        match sides_standing[..] {
            [] => Some(Outcome::Draw),
            [side] => Some(Outcome::Side(side)),
            _ => None,
        }
    }

    /// Rule 2: who has the turn. Nobody, once patience with re-rolls has run out.
    fn next_actor(&mut self, dice: &mut dyn PlainDice) -> Option<usize> {
        let mut rounds_in_a_row = 0;
        loop {
            if let Some(actor) = self.highest_unshared() {
                return Some(actor);
            }
            if self.rules.deadlock_lot {
                return Some(self.lot_among_the_highest(dice));
            }
            if rounds_in_a_row == self.rules.max_rerolls {
                return None;
            }
            self.reroll_lowest_dice(dice);
            rounds_in_a_row += 1;
        }
    }

    /// The combatant with the highest initiative that nobody else holds.
    fn highest_unshared(&self) -> Option<usize> {
        let standing = self.standing();
        let holders = |initiative: u64| {
            standing
                .iter()
                .filter(|&&combatant| self.seats[combatant].initiative() == initiative)
                .count()
        };
        standing
            .iter()
            .copied()
            .filter(|&combatant| holders(self.seats[combatant].initiative()) == 1)
            .max_by_key(|&combatant| self.seats[combatant].initiative())
    }

    fn lot_among_the_highest(&mut self, dice: &mut dyn PlainDice) -> usize {
        let mut among = self.standing();
        let highest = among
            .iter()
            .map(|&combatant| self.seats[combatant].initiative())
            .max();
        among.retain(|&combatant| Some(self.seats[combatant].initiative()) == highest);
        let combatant = among[dice.choose(self.combatants.len(), among.len())];
        self.lots += 1;
        self.log.push(Event::Lot { combatant, among });
        combatant
    }

    fn reroll_lowest_dice(&mut self, dice: &mut dyn PlainDice) {
        for combatant in self.standing() {
            let from = self.seats[combatant].pool[0];
            let to = throw_one(dice, combatant);
            self.seats[combatant].remove(from);
            self.seats[combatant].add(to);
            self.log.push(Event::Reroll {
                combatant,
                from,
                to,
            });
        }
        self.rerolls += 1;
    }

    /// Rule 3: any number of supports, then one action that ends the turn.
    fn turn(
        &mut self,
        actor: usize,
        dice: &mut dyn PlainDice,
        choose: &mut dyn FnMut(&View, &mut dyn PlainDice) -> Action,
    ) {
        self.turns += 1;
        self.turns_taken[actor] += 1;
        let mut aided = Vec::new();
        loop {
            let view = View {
                actor,
                combatants: self.combatants,
                seats: &self.seats,
                aided: &aided,
            };
            let action = choose(&view, dice);
            assert!(
                view.is_legal(action),
                "combatant {actor} may not do {action:?} in turn {}",
                self.turns
            );
            match action {
                Action::Support { face, ally } => {
                    self.support(actor, face, ally, dice);
                    aided.push(ally);
                }
                Action::Attack { face, target } => return self.attack(actor, face, target),
                Action::ChangeTactic { class } => return self.change_tactic(actor, class, dice),
                Action::Retreat => return self.retreat(actor),
            }
        }
    }

    fn support(&mut self, combatant: usize, given: u8, ally: usize, dice: &mut dyn PlainDice) {
        let rolled = throw_one(dice, ally);
        self.seats[combatant].remove(given);
        self.seats[ally].add(rolled);
        self.log.push(Event::Support {
            combatant,
            ally,
            given,
            rolled,
        });
    }

    fn attack(&mut self, combatant: usize, face: u8, target: usize) {
        self.seats[combatant].remove(face);
        let (lost, kept): (Vec<u8>, Vec<u8>) = self.seats[target]
            .pool
            .iter()
            .partition(|&&die| die <= face);
        self.seats[target].pool = kept;
        self.log.push(Event::Attack {
            combatant,
            target,
            face,
            lost,
        });
        if self.seats[target].pool.is_empty() {
            self.taken_out_by[combatant] += 1;
            self.leave(target, Fate::TakenOut);
            self.log.push(Event::TakenOut { combatant: target });
            let own_side = self.combatants[combatant].side;
            if self.decided() == Some(Outcome::Side(own_side)) && !self.rules.last_blow_draw {
                // The last opponent of all is out: decided before a retreat for want of dice.
                return;
            }
        }
        if self.seats[combatant].pool.is_empty() {
            self.retreat(combatant);
        }
    }

    fn change_tactic(&mut self, combatant: usize, class: usize, dice: &mut dyn PlainDice) {
        let faces = dice.throw(combatant, self.combatants[combatant].classes[class]);
        let seat = &mut self.seats[combatant];
        seat.used[class] = true;
        seat.pool.clone_from(&faces);
        seat.pool.sort_unstable();
        self.log.push(Event::ChangeTactic {
            combatant,
            class,
            faces,
        });
    }

    fn retreat(&mut self, combatant: usize) {
        self.leave(combatant, Fate::Retreated);
        self.log.push(Event::Retreat { combatant });
    }

    fn leave(&mut self, combatant: usize, fate: Fate) {
        self.seats[combatant].pool.clear();
        self.seats[combatant].fate = fate;
        self.left_at[combatant] = Some(self.turns);
    }

    /// Everyone standing, in file order.
    fn standing(&self) -> Vec<usize> {
        (0..self.seats.len())
            .filter(|&combatant| self.seats[combatant].is_standing())
            .collect()
    }

    fn report(self, outcome: Outcome) -> Report {
        Report {
            outcome,
            turns: self.turns,
            rerolls: self.rerolls,
            lots: self.lots,
            fates: self.seats.iter().map(|seat| seat.fate).collect(),
            left_at: self.left_at,
            turns_taken: self.turns_taken,
            taken_out_by: self.taken_out_by,
            log: self.log,
        }
    }
}

fn throw_one(dice: &mut dyn PlainDice, roller: usize) -> u8 {
    dice.throw(roller, 1)[0]
}

#[cfg(test)]
mod tests;
