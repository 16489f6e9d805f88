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
mod tests {
    use std::collections::BTreeMap;

    use super::super::dice::{PlainDice, Script};
    use super::{
        Action, Combatant, Event, Fate, Outcome, Player, Report, Rules, Seat, View, brawler, fight,
        fight_with, finisher, random,
    };

    const DEFAULTS: Rules = Rules {
        last_blow_draw: false,
        deadlock_lot: false,
        max_rerolls: 1000,
    };

    fn combatant(side: usize, classes: &[usize]) -> Combatant {
        Combatant {
            side,
            classes: classes.to_vec(),
            player: Player::Finisher,
        }
    }

    fn attack(face: u8, target: usize) -> Action {
        Action::Attack { face, target }
    }

    fn support(face: u8, ally: usize) -> Action {
        Action::Support { face, ally }
    }

    fn change(class: usize) -> Action {
        Action::ChangeTactic { class }
    }

    /// Dirk, Emily and Mark Four against Duke Zero and the drones alpha, beta, gamma and delta.
    fn canyon() -> Vec<Combatant> {
        vec![
            combatant(0, &[4, 3]),
            combatant(0, &[3]),
            combatant(0, &[2]),
            combatant(1, &[4]),
            combatant(1, &[2]),
            combatant(1, &[2]),
            combatant(1, &[2]),
            combatant(1, &[2]),
        ]
    }

    #[test]
    fn the_worked_fight_replays_die_by_die() {
        const DIRK: usize = 0;
        const EMILY: usize = 1;
        const MARK: usize = 2;
        const DUKE: usize = 3;
        const ALPHA: usize = 4;
        const BETA: usize = 5;
        const GAMMA: usize = 6;
        const DELTA: usize = 7;

        let mut dice = Script::new(vec![
            vec![2, 2, 4, 4, 4, 3, 2], // Dirk, then the Captain
            vec![6, 6, 4, 5, 6],       // Emily, Dirk's support, the re-roll
            vec![2, 4, 1],             // Mark, Dirk's support
            vec![6, 5, 3, 2],          // Duke
            vec![1, 1],                // alpha
            vec![3, 4],                // beta
            vec![4, 5, 5],             // gamma, the re-roll
            vec![4, 3, 3],             // delta, alpha's support
        ]);

        // The totals on the table before each decision, in file order, nought for who has left; whose
        // decision it is; and what it was.
        let story = [
            ([12, 16, 6, 16, 2, 7, 9, 7], DIRK, support(2, EMILY)),
            ([10, 21, 6, 16, 2, 7, 9, 7], DIRK, support(2, MARK)),
            ([8, 21, 7, 16, 2, 7, 9, 7], DIRK, attack(4, DUKE)),
            ([4, 21, 7, 11, 2, 7, 9, 7], EMILY, attack(6, DUKE)),
            ([4, 15, 7, 0, 2, 7, 9, 7], EMILY, attack(6, BETA)),
            ([4, 9, 7, 0, 2, 0, 9, 7], DIRK, change(1)),
            ([9, 9, 7, 0, 2, 0, 9, 7], ALPHA, support(1, DELTA)),
            ([9, 9, 7, 0, 1, 0, 9, 10], ALPHA, attack(1, MARK)),
            ([9, 9, 6, 0, 0, 0, 9, 10], DELTA, attack(4, MARK)),
            ([9, 9, 0, 0, 0, 0, 9, 6], DELTA, attack(3, DIRK)),
            ([4, 9, 0, 0, 0, 0, 9, 3], DIRK, attack(4, DELTA)),
            ([0, 11, 0, 0, 0, 0, 10, 0], EMILY, attack(5, GAMMA)),
        ];
        let mut decision = 0;
        let report = fight_with(&canyon(), 2, &DEFAULTS, &mut dice, &mut |view, _| {
            let (totals, actor, action) = story[decision];
            for (combatant, &total) in totals.iter().enumerate() {
                assert_eq!(
                    view.initiative(combatant),
                    total,
                    "the total of combatant {combatant} before decision {decision}"
                );
            }
            assert_eq!(view.actor, actor, "whose decision {decision} is");
            decision += 1;
            action
        });

        assert_eq!(decision, story.len());
        assert!(dice.is_used_up());
        assert_eq!(report.outcome, Outcome::Side(0));
        assert_eq!((report.turns, report.rerolls, report.lots), (9, 1, 0));
        assert_eq!(
            report.fates,
            [
                Fate::Retreated,
                Fate::Standing,
                Fate::TakenOut,
                Fate::TakenOut,
                Fate::Retreated,
                Fate::TakenOut,
                Fate::TakenOut,
                Fate::TakenOut,
            ]
        );
        assert_eq!(
            report.left_at,
            [
                Some(8),
                None,
                Some(6),
                Some(2),
                Some(5),
                Some(3),
                Some(9),
                Some(8)
            ]
        );
        assert_eq!(report.turns_taken, [3, 3, 0, 0, 1, 0, 0, 2]);
        assert_eq!(report.taken_out_by, [1, 3, 0, 0, 0, 0, 0, 1]);

        // The dice themselves, where totals could hide them.
        let attacks: Vec<(usize, usize, u8, Vec<u8>)> = report
            .log
            .iter()
            .filter_map(|event| match event.clone() {
                Event::Attack {
                    combatant,
                    target,
                    face,
                    lost,
                } => Some((combatant, target, face, lost)),
                _ => None,
            })
            .collect();
        assert_eq!(
            attacks,
            [
                (DIRK, DUKE, 4, vec![2, 3]),
                (EMILY, DUKE, 6, vec![5, 6]),
                (EMILY, BETA, 6, vec![3, 4]),
                (ALPHA, MARK, 1, vec![1]),
                (DELTA, MARK, 4, vec![2, 4]),
                (DELTA, DIRK, 3, vec![2, 3]),
                (DIRK, DELTA, 4, vec![3]),
                (EMILY, GAMMA, 5, vec![5, 5]),
            ]
        );
        let rerolls: Vec<&Event> = report
            .log
            .iter()
            .filter(|event| matches!(event, Event::Reroll { .. }))
            .collect();
        assert_eq!(
            rerolls,
            [
                &Event::Reroll {
                    combatant: EMILY,
                    from: 4,
                    to: 6
                },
                &Event::Reroll {
                    combatant: GAMMA,
                    from: 4,
                    to: 5
                },
            ]
        );
    }

    // ---- The rules, in small cases ----

    /// Combatants of one die each, one for each of these sides.
    fn single_dice(sides: &[usize]) -> Vec<Combatant> {
        sides.iter().map(|&side| combatant(side, &[1])).collect()
    }

    /// A fight of `finisher`s on written dice, all of which it must use.
    fn scripted(combatants: &[Combatant], sides: usize, rules: Rules, lists: &[&[u8]]) -> Report {
        let mut dice = Script::new(lists.iter().map(|list| list.to_vec()).collect());
        let report = fight(combatants, sides, &rules, &mut dice);
        assert!(dice.is_used_up());
        report
    }

    #[test]
    fn a_last_die_that_takes_out_the_last_opponent_wins() {
        let report = scripted(&single_dice(&[0, 1]), 2, DEFAULTS, &[&[5], &[3]]);
        assert_eq!(report.outcome, Outcome::Side(0));
        assert_eq!(report.fates, [Fate::Standing, Fate::TakenOut]);
        assert_eq!(report.left_at, [None, Some(1)]);
        assert_eq!(report.turns, 1);
    }

    #[test]
    fn last_blow_draw_makes_its_attacker_retreat_too() {
        let rules = Rules {
            last_blow_draw: true,
            ..DEFAULTS
        };
        let report = scripted(&single_dice(&[0, 1]), 2, rules, &[&[5], &[3]]);
        assert_eq!(report.outcome, Outcome::Draw);
        assert_eq!(report.fates, [Fate::Retreated, Fate::TakenOut]);
        assert_eq!(report.left_at, [Some(1), Some(1)]);
        assert_eq!(report.taken_out_by, [1, 0]);

        // An ally who stands there still wins for both.
        let report = scripted(&single_dice(&[0, 0, 1]), 2, rules, &[&[5], &[2], &[3]]);
        assert_eq!(report.outcome, Outcome::Side(0));
        assert_eq!(
            report.fates,
            [Fate::Retreated, Fate::Standing, Fate::TakenOut]
        );
    }

    #[test]
    fn a_last_die_hands_victory_to_the_third_side() {
        let report = scripted(&single_dice(&[0, 1, 2]), 3, DEFAULTS, &[&[6], &[2], &[1]]);
        assert_eq!(report.outcome, Outcome::Side(2));
        assert_eq!(
            report.fates,
            [Fate::Retreated, Fate::TakenOut, Fate::Standing]
        );
    }

    #[test]
    fn an_attacker_without_dice_retreats_and_may_lose_by_it() {
        // The two at 6 share it, so the 4 has the turn; all it can do is remove a 1.
        let fighters = [combatant(0, &[1]), combatant(1, &[2]), combatant(1, &[2])];
        let report = scripted(&fighters, 2, DEFAULTS, &[&[4], &[1, 5], &[1, 5]]);
        assert_eq!(report.outcome, Outcome::Side(1));
        assert_eq!(
            report.fates,
            [Fate::Retreated, Fate::Standing, Fate::Standing]
        );
        assert_eq!(report.left_at, [Some(1), None, None]);
        assert_eq!(
            report.log[3..],
            [
                Event::Attack {
                    combatant: 0,
                    target: 1,
                    face: 4,
                    lost: vec![1]
                },
                Event::Retreat { combatant: 0 },
            ]
        );
    }

    #[test]
    fn a_retreat_of_the_last_of_a_side_ends_the_fight() {
        let mut dice = Script::new(vec![vec![5], vec![3]]);
        let report = fight_with(
            &single_dice(&[0, 1]),
            2,
            &DEFAULTS,
            &mut dice,
            &mut |_, _| Action::Retreat,
        );
        assert_eq!(report.outcome, Outcome::Side(1));
        assert_eq!(report.fates, [Fate::Retreated, Fate::Standing]);
        assert_eq!(report.turns, 1);
    }

    #[test]
    fn a_side_that_came_alone_has_won_before_the_first_turn() {
        let report = scripted(&single_dice(&[1, 1]), 2, DEFAULTS, &[&[4], &[4]]);
        assert_eq!(report.outcome, Outcome::Side(1));
        assert_eq!((report.turns, report.rerolls), (0, 0));
        assert_eq!(scripted(&[], 2, DEFAULTS, &[]).outcome, Outcome::Draw);
    }

    #[test]
    fn everyone_standing_rerolls_the_lowest_die_and_only_that() {
        let three = [combatant(0, &[2]), combatant(0, &[2]), combatant(1, &[2])];
        let report = scripted(&three, 2, DEFAULTS, &[&[2, 4, 1], &[5, 1, 6], &[3, 3, 3]]);
        assert_eq!(
            report.log[3..6],
            [
                Event::Reroll {
                    combatant: 0,
                    from: 2,
                    to: 1
                },
                Event::Reroll {
                    combatant: 1,
                    from: 1,
                    to: 6
                },
                Event::Reroll {
                    combatant: 2,
                    from: 3,
                    to: 3
                },
            ]
        );
        // {5, 6} has the turn, and 5 is the smallest face that empties {3, 3}.
        assert_eq!(
            report.log[6],
            Event::Attack {
                combatant: 1,
                target: 2,
                face: 5,
                lost: vec![3, 3]
            }
        );
        assert_eq!((report.rerolls, report.turns), (1, 1));
    }

    #[test]
    fn patience_with_rerolls_ends_after_so_many_rounds_in_a_row() {
        let rules = Rules {
            max_rerolls: 2,
            ..DEFAULTS
        };
        let duel = single_dice(&[0, 1]);
        let report = scripted(&duel, 2, rules, &[&[3, 4, 2], &[3, 4, 2]]);
        assert_eq!(report.outcome, Outcome::Unresolved);
        assert_eq!((report.turns, report.rerolls), (0, 2));
        assert_eq!(report.fates, [Fate::Standing, Fate::Standing]);

        // The last round that patience allows may settle it.
        let report = scripted(&duel, 2, rules, &[&[3, 4, 2], &[3, 4, 1]]);
        assert_eq!(report.outcome, Outcome::Side(0));
        assert_eq!((report.turns, report.rerolls), (1, 2));

        let rules = Rules {
            max_rerolls: 0,
            ..DEFAULTS
        };
        let report = scripted(&duel, 2, rules, &[&[3], &[3]]);
        assert_eq!(report.outcome, Outcome::Unresolved);
        assert_eq!(report.rerolls, 0);
    }

    #[test]
    fn a_turn_renews_the_patience_with_rerolls() {
        let rules = Rules {
            max_rerolls: 1,
            ..DEFAULTS
        };
        let duel = [combatant(0, &[2]), combatant(1, &[2])];
        // 8 to 8; {3, 6} to {1, 6}; after the attack 6 to 6; 5 to 2.
        let mut dice = Script::new(vec![vec![2, 6, 3, 5], vec![2, 6, 1, 2]]);
        let mut attacks = [attack(3, 1), attack(5, 1)].into_iter();
        let report = fight_with(&duel, 2, &rules, &mut dice, &mut |_, _| {
            attacks.next().expect("two turns")
        });
        assert_eq!(report.outcome, Outcome::Side(0));
        assert_eq!((report.turns, report.rerolls), (2, 2));
    }

    #[test]
    fn a_lot_falls_among_the_highest_only() {
        let rules = Rules {
            deadlock_lot: true,
            ..DEFAULTS
        };
        let four = single_dice(&[0, 0, 1, 1]);
        // 3, 5, 3, 5: the first lot is between combatants 1 and 3. Combatant 3 takes out combatant 1
        // with its last die and retreats; the second lot is between combatants 0 and 2.
        let report = scripted(&four, 2, rules, &[&[3], &[5], &[3], &[5], &[1, 0]]);
        assert_eq!(
            report.log[4],
            Event::Lot {
                combatant: 3,
                among: vec![1, 3]
            }
        );
        assert_eq!((report.lots, report.rerolls, report.turns), (2, 0, 2));
        assert_eq!(
            report.fates,
            [
                Fate::Standing,
                Fate::TakenOut,
                Fate::TakenOut,
                Fate::Retreated
            ]
        );
        assert_eq!(report.outcome, Outcome::Side(0));
    }

    /// Plays these actions in order in a fight of two allies against one.
    fn two_against_one(first: &[u8], second: &[u8], actions: &[Action]) {
        let fighters = [
            combatant(0, &[first.len()]),
            combatant(0, &[second.len()]),
            combatant(1, &[1]),
        ];
        let mut dice = Script::new(vec![first.to_vec(), [second, &[1, 1, 1]].concat(), vec![1]]);
        let mut actions = actions.iter();
        fight_with(&fighters, 2, &DEFAULTS, &mut dice, &mut |_, _| {
            *actions.next().expect("an action for each decision")
        });
    }

    #[test]
    #[should_panic(expected = "may not do Support { face: 6, ally: 1 } in turn 1")]
    fn the_same_ally_is_not_aided_twice_in_a_turn() {
        two_against_one(&[6, 6, 6], &[1], &[support(6, 1), support(6, 1)]);
    }

    #[test]
    #[should_panic(expected = "may not do Support { face: 6, ally: 1 } in turn 1")]
    fn an_ally_with_six_dice_is_not_aided() {
        two_against_one(&[6, 6], &[1, 1, 1, 1, 1, 1], &[support(6, 1)]);
    }

    #[test]
    #[should_panic(expected = "may not do Support { face: 6, ally: 1 } in turn 1")]
    fn the_last_die_is_not_given_away() {
        two_against_one(&[6], &[1], &[support(6, 1)]);
    }

    #[test]
    #[should_panic(expected = "may not do ChangeTactic { class: 0 } in turn 1")]
    fn the_first_class_is_used_from_the_start() {
        two_against_one(&[6], &[1], &[change(0)]);
    }

    #[test]
    fn a_change_of_tactic_drops_all_dice_and_uses_up_the_class() {
        let duel = [combatant(0, &[2, 1, 3]), combatant(1, &[1])];
        // {5, 6} against {3}, then {4}, then {2, 1, 1}, with no Class left.
        let mut dice = Script::new(vec![vec![5, 6, 4, 2, 1, 1], vec![3]]);
        let mut legal_changes = Vec::new();
        let report = fight_with(&duel, 2, &DEFAULTS, &mut dice, &mut |view, _| {
            let mut changes = view.actions_but_retreat();
            changes.retain(|action| matches!(action, Action::ChangeTactic { .. }));
            let first = changes.first().copied();
            legal_changes.push(changes);
            first.unwrap_or(Action::Retreat)
        });
        assert_eq!(
            legal_changes,
            [vec![change(1), change(2)], vec![change(2)], vec![]]
        );
        assert!(dice.is_used_up());
        assert_eq!(report.turns_taken, [3, 0]);
    }

    // ---- The players, tie by tie ----

    /// A table in the middle of a fight: for each combatant its side, whether each of its Classes is
    /// used, and its dice. No dice: it has been taken out.
    struct Scene {
        combatants: Vec<Combatant>,
        seats: Vec<Seat>,
    }

    impl Scene {
        fn new(places: &[(usize, &[bool], &[u8])]) -> Self {
            let mut combatants = Vec::new();
            let mut seats = Vec::new();
            for &(side, used, pool) in places {
                combatants.push(combatant(side, &vec![1; used.len()]));
                seats.push(Seat {
                    pool: pool.to_vec(),
                    used: used.to_vec(),
                    fate: if pool.is_empty() {
                        Fate::TakenOut
                    } else {
                        Fate::Standing
                    },
                });
            }
            Self { combatants, seats }
        }

        /// Combatant 0, with Classes that are used or not, alone against the others.
        fn alone(used: &[bool], pool: &[u8], opponents: &[&[u8]]) -> Self {
            let mut places: Vec<(usize, &[bool], &[u8])> = vec![(0, used, pool)];
            places.extend(opponents.iter().map(|&pool| (1, &[true][..], pool)));
            Self::new(&places)
        }

        fn view<'a>(&'a self, actor: usize, aided: &'a [usize]) -> View<'a> {
            View {
                actor,
                combatants: &self.combatants,
                seats: &self.seats,
                aided,
            }
        }
    }

    #[track_caller]
    fn finisher_does(used: &[bool], pool: &[u8], opponents: &[&[u8]], expected: Action) {
        let scene = Scene::alone(used, pool, opponents);
        assert_eq!(finisher(&scene.view(0, &[])), expected);
    }

    #[track_caller]
    fn brawler_does(used: &[bool], pool: &[u8], opponents: &[&[u8]], expected: Action) {
        let scene = Scene::alone(used, pool, opponents);
        assert_eq!(brawler(&scene.view(0, &[])), expected);
    }

    /// A single Class, in use.
    const ONE: &[bool] = &[true];

    #[test]
    fn finisher_empties_with_the_smallest_face_that_can() {
        // The 5 would take out the stronger opponent, the 2 is the cheaper die.
        finisher_does(ONE, &[2, 5], &[&[4, 5], &[2]], attack(2, 2));
        // A die of the same face is emptied too, and a face that empties nobody is passed over.
        finisher_does(ONE, &[2, 3, 6], &[&[3, 3], &[6]], attack(3, 1));
        // Taking out comes before removing most.
        finisher_does(ONE, &[1, 5], &[&[1], &[5, 5, 6]], attack(1, 1));
    }

    #[test]
    fn finisher_empties_the_strongest_then_the_first() {
        finisher_does(ONE, &[4], &[&[1], &[3], &[2]], attack(4, 2));
        finisher_does(ONE, &[4], &[&[1], &[2, 2], &[4]], attack(4, 2));
        // Stronger ones that the face does not empty do not count.
        finisher_does(ONE, &[4, 4], &[&[5], &[1, 6], &[3]], attack(4, 3));
        // Nor do those who have left.
        finisher_does(ONE, &[4, 4], &[&[], &[1, 6], &[3]], attack(4, 3));
    }

    #[test]
    fn finisher_changes_tactic_on_the_last_die_that_empties_nobody() {
        finisher_does(&[true, false, false], &[3], &[&[4]], change(1));
        finisher_does(&[true, true, false], &[3], &[&[4]], change(2));
        // It empties somebody; there is no other Class; it is not the last die.
        finisher_does(&[true, false], &[3], &[&[3]], attack(3, 1));
        finisher_does(&[true, true], &[3], &[&[4]], attack(3, 1));
        finisher_does(&[true, false], &[3, 3], &[&[4]], attack(3, 1));
    }

    #[test]
    fn finisher_removes_most_initiative_otherwise() {
        finisher_does(ONE, &[3, 5], &[&[3, 6], &[5, 6]], attack(5, 2));
        // Equal: the smaller face, even at the weaker opponent.
        finisher_does(ONE, &[3, 5], &[&[3, 6]], attack(3, 1));
        finisher_does(ONE, &[3, 5], &[&[4, 6, 6], &[2, 2, 6]], attack(3, 2));
        // Equal with the same face: the stronger opponent, then file order.
        finisher_does(ONE, &[3, 5], &[&[3, 6], &[3, 6, 6]], attack(3, 2));
        finisher_does(ONE, &[3, 5], &[&[6], &[3, 6], &[3, 6]], attack(3, 2));
        // Nothing can be removed at all: the same ties decide.
        finisher_does(ONE, &[1, 2], &[&[6], &[6, 6], &[6, 6]], attack(1, 2));
    }

    #[test]
    fn brawler_strikes_the_strongest_with_its_highest_die() {
        brawler_does(ONE, &[2, 5], &[&[2], &[6, 6]], attack(5, 2));
        brawler_does(ONE, &[2, 5], &[&[2], &[3, 4], &[1, 6]], attack(5, 2));
        brawler_does(ONE, &[2, 5], &[&[], &[1]], attack(5, 2));
        brawler_does(ONE, &[2], &[&[1]], attack(2, 1));
    }

    #[test]
    fn brawler_changes_tactic_on_the_last_die_whatever_it_could_do() {
        brawler_does(&[true, false, false], &[6], &[&[1]], change(1));
        brawler_does(&[true, true, false], &[6], &[&[1]], change(2));
        brawler_does(&[true, false], &[6, 6], &[&[1]], attack(6, 1));
    }

    #[test]
    fn random_chooses_among_the_distinct_actions_in_their_order() {
        let used = [true];
        let scene = Scene::new(&[
            (0, &used, &[1, 2]),
            (1, &used, &[6]),
            (0, &[true, false, false], &[3, 3, 5]),
            (1, &used, &[]),
            (0, &used, &[1]),
            (1, &used, &[2]),
            (0, &used, &[1, 1, 1, 1, 1, 1]),
        ]);
        // Combatant 0 has been aided already, 6 has six dice, 3 has left.
        let view = scene.view(2, &[0]);
        let actions = [
            attack(3, 1),
            attack(3, 5),
            attack(5, 1),
            attack(5, 5),
            support(3, 4),
            support(5, 4),
            change(1),
            change(2),
        ];
        assert_eq!(view.actions_but_retreat(), actions);

        // The whims of combatant 2 of 7 are roller 7 + 1 + 2.
        let mut lists = vec![vec![]; 10];
        lists.push((0..8).collect());
        let mut dice = Script::new(lists);
        for action in actions {
            assert_eq!(random(&view, &mut dice), action);
        }
        assert!(dice.is_used_up());
    }

    #[test]
    fn random_draws_even_where_there_is_no_choice() {
        let mut duel = single_dice(&[0, 1]);
        duel[0].player = Player::Random;
        let report = scripted(&duel, 2, DEFAULTS, &[&[5], &[3], &[], &[0]]);
        assert_eq!(report.outcome, Outcome::Side(0));
    }

    // ---- Duels of one Class each, exactly ----

    /// Every pool of so many dice with its chance.
    fn pools(count: usize) -> Vec<(Vec<u8>, f64)> {
        let mut ways = BTreeMap::from([(Vec::new(), 1.0)]);
        for _ in 0..count {
            let mut longer = BTreeMap::new();
            for (pool, chance) in ways {
                for face in 1..=6 {
                    *longer.entry(with(&pool, face)).or_insert(0.0) += chance / 6.0;
                }
            }
            ways = longer;
        }
        ways.into_iter().collect()
    }

    fn with(pool: &[u8], face: u8) -> Vec<u8> {
        let mut pool = pool.to_vec();
        pool.push(face);
        pool.sort_unstable();
        pool
    }

    /// A's chance to win for each pair of pools, A's first.
    type Shares = BTreeMap<(Vec<u8>, Vec<u8>), f64>;

    /// The share of whoever has the turn, its pool first, when it attacks as `finisher` does. `shares`
    /// knows what the pools after the attack are worth to A, who is the attacker or not.
    fn share_of_attack(own: &[u8], other: &[u8], worth: impl Fn(&[u8], &[u8]) -> f64) -> f64 {
        let scene = Scene::alone(ONE, own, &[other]);
        let Action::Attack { face, .. } = finisher(&scene.view(0, &[])) else {
            panic!("a duel of one Class each is attacks only");
        };
        let kept: Vec<u8> = other.iter().copied().filter(|&die| die > face).collect();
        if kept.is_empty() {
            return 1.0;
        }
        if own.len() == 1 {
            return 0.0;
        }
        let spent = own.iter().position(|&die| die == face).expect("held");
        let left = [&own[..spent], &own[spent + 1..]].concat();
        worth(&left, &kept)
    }

    /// A's share in a duel of `finisher`s who roll so many dice each, with `last_blow = "win"`.
    ///
    /// An attack costs a die, so pools of fewer dice are solved first; only equal totals lead back to
    /// pools of the same sizes, through the re-roll, and are iterated until nothing moves.
    fn duel(dice_of_a: usize, dice_of_b: usize) -> f64 {
        let mut shares = Shares::new();
        let total = |pool: &[u8]| pool.iter().map(|&face| u32::from(face)).sum::<u32>();
        for a_count in 1..=dice_of_a {
            for b_count in 1..=dice_of_b {
                let mut tied = Vec::new();
                for (a, _) in pools(a_count) {
                    for (b, _) in pools(b_count) {
                        let share = match total(&a).cmp(&total(&b)) {
                            std::cmp::Ordering::Greater => {
                                share_of_attack(&a, &b, |a, b| shares[&(a.to_vec(), b.to_vec())])
                            }
                            std::cmp::Ordering::Less => {
                                1.0 - share_of_attack(&b, &a, |b, a| {
                                    1.0 - shares[&(a.to_vec(), b.to_vec())]
                                })
                            }
                            std::cmp::Ordering::Equal => {
                                tied.push((a.clone(), b.clone()));
                                0.5
                            }
                        };
                        shares.insert((a.clone(), b), share);
                    }
                }
                let mut moved = 1.0;
                while moved > 1e-12 {
                    moved = 0.0;
                    for (a, b) in &tied {
                        let mut share = 0.0;
                        for a_face in 1..=6 {
                            for b_face in 1..=6 {
                                // Pools are ascending: the first die is the lowest.
                                let pair = (with(&a[1..], a_face), with(&b[1..], b_face));
                                share += shares[&pair] / 36.0;
                            }
                        }
                        let pair = (a.clone(), b.clone());
                        moved = f64::max(moved, (share - shares[&pair]).abs());
                        shares.insert(pair, share);
                    }
                }
            }
        }
        let mut share = 0.0;
        for (a, a_chance) in pools(dice_of_a) {
            for (b, b_chance) in pools(dice_of_b) {
                share += a_chance * b_chance * shares[&(a.clone(), b)];
            }
        }
        share
    }

    #[test]
    fn finisher_duels_have_the_shares_of_the_rules() {
        for (a, b, printed) in [(1, 1, 0.5), (2, 3, 0.278_723), (3, 4, 0.311_993)] {
            let share = duel(a, b);
            assert!(
                (share - printed).abs() < 0.000_000_6,
                "{a} dice against {b}: {share}, the rules say {printed}"
            );
            let other_way_round = duel(b, a);
            assert!(
                (share + other_way_round - 1.0).abs() < 1e-9,
                "{share} and {other_way_round} are the two shares of one duel"
            );
        }
    }

    // ---- Sampled fights ----

    /// A seeded source for sampling: one sequence for all rollers, as each fight is looked at alone.
    struct SplitMix {
        state: u64,
    }

    impl SplitMix {
        fn below(&mut self, n: usize) -> usize {
            self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut bits = self.state;
            bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            bits ^= bits >> 31;
            // Uneven by less than one part in 2^50 for the few choices of a fight.
            ((u128::from(bits) * n as u128) >> 64) as usize
        }
    }

    impl PlainDice for SplitMix {
        fn throw(&mut self, _: usize, count: usize) -> Vec<u8> {
            (0..count).map(|_| self.below(6) as u8 + 1).collect()
        }

        fn choose(&mut self, _: usize, n: usize) -> usize {
            self.below(n)
        }
    }

    /// The share of fights that side 0 wins, and the mean number of turns.
    fn sampled(combatants: &[Combatant], fights: u64, seed: u64) -> (f64, f64) {
        let mut dice = SplitMix { state: seed };
        let mut wins = 0;
        let mut turns = 0;
        for _ in 0..fights {
            let report = fight(combatants, 2, &DEFAULTS, &mut dice);
            wins += u64::from(report.outcome == Outcome::Side(0));
            turns += report.turns;
        }
        (wins as f64 / fights as f64, turns as f64 / fights as f64)
    }

    #[test]
    fn the_canyon_is_a_quarter_of_a_chance() {
        let (share, turns) = sampled(&canyon(), 100_000, 1);
        // 4.4 standard errors of the share.
        assert!((share - 0.2433).abs() < 0.006, "heroes win {share}");
        assert!((turns - 5.42).abs() < 0.05, "{turns} turns on average");
    }

    #[test]
    fn sampled_duels_agree_with_exact_ones() {
        let (share, _) = sampled(&[combatant(0, &[2]), combatant(1, &[3])], 100_000, 2);
        // 4.2 standard errors.
        assert!((share - duel(2, 3)).abs() < 0.006, "{share} sampled");
    }
}
