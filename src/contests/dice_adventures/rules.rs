//! A game, played with dice from anywhere, and what an observer is told of it.

use super::book::{Blow, Book};
use super::party::{Class, Hero, Party, SEATS, classes_of, result};
use super::view::{Action, Decide, HIRELING, Means, Plan, Table, View};
use super::{DiceAdventures, SURVIVED, WIPED_OUT, advice, measure, tell};
use crate::contest::{Observer, Record, Rules};
use crate::dice::{Dice, Roller};

/// Who draws lots. Before it are the classes with the dice of their first throws.
pub(super) const FATE: Roller = 6;
/// Who throws the hireling's die.
const HIRED: Roller = 7;
/// The dice that are thrown again have luck of their own, so that a re-roll moves no later throw:
/// the classes from here on, then the hireling.
const AGAIN: Roller = 8;

/// What happens in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// An adventure begins.
    SetOut {
        /// The table.
        table: Table,
    },
    /// The dice were thrown.
    Rolled {
        /// The table.
        table: Table,
    },
    /// Dice got a +1 that had to be given.
    Raised {
        /// The table before.
        before: Table,
        /// The set of their seats.
        seats: u8,
    },
    /// A die was turned or thrown again.
    Acted {
        /// The table before.
        before: Table,
        /// What was done.
        action: Action,
        /// What the die shows now.
        face: u8,
    },
    /// The dice were read.
    Judged {
        /// The table before.
        before: Table,
        /// In place of whose die the hireling's was read.
        stand_in: Option<usize>,
        /// What was read.
        result: u8,
    },
    /// Gold was found.
    Found {
        /// By the party.
        gold: u32,
        /// By the thief besides.
        thief: u32,
    },
    /// A hero rose by a level.
    Rose {
        /// The table before.
        before: Table,
        /// Whose seat.
        seat: usize,
        /// Whether that was a choice.
        chosen: bool,
    },
    /// The result brought nothing, good or bad.
    Unharmed,
    /// A hero lost a level.
    Fell {
        /// Who, before.
        hero: Hero,
    },
    /// A hero died.
    Died {
        /// Who.
        hero: Hero,
    },
    /// Things were bought and heroes hired, or nothing of it.
    Planned {
        /// The table before.
        before: Table,
        /// What was bought, who was hired.
        plan: Plan,
    },
    /// The game is over.
    Ended {
        /// The table at the end.
        table: Table,
        /// What it is worth.
        score: i64,
    },
}

impl Table {
    /// A table before the first adventure.
    #[inline]
    pub(super) fn new(party: Party) -> Self {
        Self {
            party,
            ..Self::default()
        }
    }

    /// The dice that count: those of the living, the hireling's in place of one of them.
    #[inline]
    pub(super) fn read(&self, stand_in: Option<usize>) -> u8 {
        let mut faces = [0; SEATS];
        let mut count = 0;
        for seat in 0..SEATS {
            if self.faces[seat] != 0 {
                let die = if stand_in == Some(seat) {
                    HIRELING
                } else {
                    seat
                };
                faces[count] = self.faces[die];
                count += 1;
            }
        }
        result(&faces[..count])
    }

    /// The same table with a +1 on the dice of a set of seats.
    #[inline]
    pub(super) fn raised(mut self, seats: u8) -> Self {
        for seat in 0..SEATS {
            if seats & 1 << seat != 0 {
                self.faces[seat] = (self.faces[seat] + 1).min(6);
            }
        }
        self
    }

    /// Takes away what a change of a die takes; it must be there.
    #[inline]
    pub(super) fn spend(&mut self, means: Means) {
        match means {
            Means::Power(seat) => self.uses[seat] -= 1,
            Means::Provisions => self.provisions -= 1,
            Means::Weapon => self.weapons -= 1,
        }
    }

    /// What follows from a result: gold, levels and deaths, then shopping and hiring unless this was
    /// the last adventure. `lot` draws one of so many. False once nobody is left to go on.
    #[inline]
    pub(super) fn settle<P: Decide, O: Observer<Event>>(
        &mut self,
        book: &Book,
        result: u8,
        lot: impl FnOnce(u32) -> u32,
        decide: &mut P,
        observer: &mut O,
    ) -> bool {
        self.results[self.adventure as usize - 1] = result;
        self.faces = [0; SEATS + 1];
        self.hireling = false;
        let (gold, thief) = (Book::gold(result), book.thief_gold(&self.party, result));
        if gold + thief > 0 {
            observer.note(|| Event::Found { gold, thief });
        }
        self.gold += gold + thief;
        let blow = match book.lots(&self.party, result) {
            1 => book.blow(&self.party, result, 0),
            lots => book.blow(&self.party, result, lot(lots)),
        };
        self.strike(book, blow, gold + thief > 0, decide, observer);
        if self.adventure == book.adventures {
            return false;
        }
        let (_, most) = book.hires(&self.party);
        if self.party.alive() + most == 0 {
            return false;
        }
        let view = View { book, table: self };
        let mut plan = decide.plan(&view);
        if !view.allows_plan(&plan) {
            debug_assert!(false, "{plan:?} is not allowed: {self:?}");
            plan = view.plain_plan();
        }
        let before = *self;
        observer.note(|| Event::Planned { before, plan });
        self.gold -= plan.price();
        self.provisions += plan.provisions;
        self.weapons += plan.weapons;
        self.hireling = plan.hireling;
        let bought = [plan.provisions, plan.weapons, u32::from(plan.hireling)];
        for (sum, more) in self.bought.iter_mut().zip(bought) {
            *sum += more;
        }
        if plan.hires != 0 {
            for class in classes_of(plan.hires) {
                self.party = self.party.with(class);
            }
        }
        true
    }

    #[inline]
    fn strike<P: Decide, O: Observer<Event>>(
        &mut self,
        book: &Book,
        blow: Blow,
        found: bool,
        decide: &mut P,
        observer: &mut O,
    ) {
        let before = *self;
        let mut rise = |party: &mut Party, seat: usize, chosen| {
            if let Some(hero) = &mut party.seats[seat] {
                hero.level += 1;
            }
            observer.note(|| Event::Rose {
                before,
                seat,
                chosen,
            });
        };
        match blow {
            Blow::None => {
                if !found {
                    observer.note(|| Event::Unharmed);
                }
            }
            Blow::Rise(seats) => {
                let view = View { book, table: self };
                let mut seat = decide.rise(&view, seats);
                if seats.checked_shr(seat as u32).unwrap_or(0) & 1 == 0 {
                    debug_assert!(false, "seat {seat} cannot rise: {self:?}");
                    seat = seats.trailing_zeros() as usize;
                }
                rise(&mut self.party, seat, true);
            }
            Blow::Rises(seat) => rise(&mut self.party, seat, false),
            Blow::Falls(seat) => {
                if let Some(hero) = &mut self.party.seats[seat] {
                    let fallen = *hero;
                    hero.level -= 1;
                    observer.note(|| Event::Fell { hero: fallen });
                }
            }
            Blow::Dies(seats) => {
                self.deaths += seats.count_ones();
                self.party = self.party.without(seats);
                for (seat, hero) in before.party.heroes() {
                    if seats & 1 << seat != 0 {
                        observer.note(|| Event::Died { hero });
                    }
                }
            }
        }
    }
}

/// A game under way.
struct Game<'a, D, O, P> {
    book: &'a Book,
    table: Table,
    dice: &'a mut D,
    observer: &'a mut O,
    decide: &'a mut P,
}

impl<D: Dice, O: Observer<Event>, P: Decide> Game<'_, D, O, P> {
    /// One adventure; false after the last one.
    #[inline]
    fn adventure(&mut self) -> bool {
        self.table.adventure += 1;
        let table = self.table;
        self.observer.note(|| Event::SetOut { table });
        self.decide.begin(&View {
            book: self.book,
            table: &self.table,
        });
        self.roll();
        let modifiers = self.book.modifiers(self.table.adventure);
        if modifiers > 0 && !self.book.options.modifiers_after {
            self.raise(modifiers);
        }
        while !self.dice.abandoned() && self.act() {}
        if modifiers > 0 && self.book.options.modifiers_after {
            self.raise(modifiers);
        }
        let result = self.judge();
        let Self {
            book,
            table,
            dice,
            observer,
            decide,
        } = self;
        let lot = |lots| dice.choose(FATE, lots);
        table.settle(book, result, lot, *decide, *observer)
    }

    #[inline]
    fn roll(&mut self) {
        let table = &mut self.table;
        for (seat, hero) in table.party.seats.into_iter().enumerate() {
            (table.faces[seat], table.uses[seat]) = match hero {
                None => (0, 0),
                Some(Hero { class, level }) => {
                    let roller = class as usize;
                    let face = match self.book.dice(class, level) {
                        1 => self.dice.die(roller, 6),
                        count => self.dice.pool(roller, count).lowest(),
                    };
                    (face as u8, level)
                }
            };
        }
        if table.hireling {
            table.faces[HIRELING] = self.dice.die(HIRED, 6) as u8;
        }
        let table = self.table;
        self.observer.note(|| Event::Rolled { table });
    }

    /// Gives the +1s that have to be given.
    #[inline]
    fn raise(&mut self, count: usize) {
        let view = View {
            book: self.book,
            table: &self.table,
        };
        let living = self.table.party.seats_with(|_| true);
        let count = count.min(living.count_ones() as usize);
        let mut seats = self.decide.raise(&view, count);
        if seats & !living != 0 || seats.count_ones() as usize != count {
            debug_assert!(false, "{seats:#b} are not {count}: {view:?}");
            seats = view.first_seats(count);
        }
        let before = self.table;
        self.table = before.raised(seats);
        self.observer.note(|| Event::Raised { before, seats });
    }

    /// Lets the player do one thing with the dice; false once nothing more is done.
    #[inline]
    fn act(&mut self) -> bool {
        let view = View {
            book: self.book,
            table: &self.table,
        };
        let action = self.decide.act(&view);
        if action == Action::Done {
            return false;
        }
        if !view.allows(action) {
            debug_assert!(false, "{action:?} is not allowed: {view:?}");
            return false;
        }
        let before = self.table;
        let (means, die) = match action {
            Action::Change { means, die, .. } | Action::Reroll { means, die } => (means, die),
            Action::Done => return false,
        };
        self.table.faces[die] = match action {
            Action::Change { up: true, .. } => before.faces[die] + 1,
            Action::Change { up: false, .. } => before.faces[die] - 1,
            _ => self.again(die),
        };
        self.table.spend(means);
        let face = self.table.faces[die];
        self.observer.note(|| Event::Acted {
            before,
            action,
            face,
        });
        true
    }

    /// Throws a die again.
    #[inline]
    fn again(&mut self, die: usize) -> u8 {
        let hero = self.table.party.seats.get(die).copied().flatten();
        let face = match hero {
            None => self.dice.die(AGAIN + Class::ALL.len(), 6),
            Some(Hero { class, level }) => {
                let roller = AGAIN + class as usize;
                match self.book.dice_again(class, level) {
                    1 => self.dice.die(roller, 6),
                    count => self.dice.pool(roller, count).lowest(),
                }
            }
        };
        face as u8
    }

    /// Reads the dice.
    #[inline]
    fn judge(&mut self) -> u8 {
        let mut stand_in = None;
        if self.table.faces[HIRELING] != 0 {
            let view = View {
                book: self.book,
                table: &self.table,
            };
            stand_in = self.decide.stand_in(&view);
            stand_in = stand_in.filter(|&seat| seat < SEATS && self.table.faces[seat] != 0);
        }
        let result = self.table.read(stand_in);
        let before = self.table;
        self.observer.note(|| Event::Judged {
            before,
            stand_in,
            result,
        });
        result
    }
}

impl DiceAdventures {
    /// Plays a game in which `decide` decides everything: what [`Rules::trial`] does with the player
    /// of the file.
    #[inline]
    pub fn game<D: Dice, O: Observer<Event>, P: Decide>(
        &self,
        dice: &mut D,
        observer: &mut O,
        record: &mut Record,
        decide: &mut P,
    ) {
        let mut game = Game {
            book: &self.book,
            table: Table::new(self.party),
            dice,
            observer,
            decide,
        };
        while game.adventure() {}
        let table = game.table;
        let score = self.book.score(&table.party, table.gold, table.deaths);
        game.observer.note(|| Event::Ended { table, score });
        record.outcome = if table.party.alive() > 0 {
            SURVIVED
        } else {
            WIPED_OUT
        };
        measure::record(&table, score, &mut record.values);
    }
}

impl Rules for DiceAdventures {
    type Event = Event;
    type State = ();

    fn rollers(&self) -> Vec<String> {
        let classes = || Class::ALL.into_iter().map(Class::name);
        let again = classes().chain(["hireling"]);
        (classes().chain(["/fate", "hireling"]).map(str::to_owned))
            .chain(again.map(|name| format!("/again {name}")))
            .collect()
    }

    fn state(&self) {}

    #[inline]
    fn trial<D: Dice, O: Observer<Event>>(
        &self,
        dice: &mut D,
        (): &mut (),
        observer: &mut O,
        record: &mut Record,
    ) {
        self.play_with(dice, observer, record);
    }

    fn sentence(&self, event: &Event) -> String {
        tell::sentence(self, event)
    }

    fn advice(&self, event: &Event) -> Option<String> {
        advice::advice(self, event)
    }

    fn has_advice(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Mode, Options, Player, Setup, Shop};
    use super::*;
    use crate::contest::Recorder;
    use crate::dice::Scripted;

    fn book(mode: Mode, adventures: u32) -> Book {
        Book {
            mode,
            adventures,
            options: Options::default(),
            shop: Shop::default(),
        }
    }

    fn game(heroes: [Class; 3], book: Book) -> DiceAdventures {
        DiceAdventures::new(&Setup {
            heroes,
            book,
            player: Player::Passive,
        })
    }

    /// Does what is written down, in order.
    #[derive(Default)]
    struct Reader {
        actions: Vec<Action>,
        stand_ins: Vec<Option<usize>>,
        rises: Vec<usize>,
        plans: Vec<Plan>,
        raises: Vec<u8>,
    }

    fn next<T: Copy>(list: &mut Vec<T>) -> Option<T> {
        (!list.is_empty()).then(|| list.remove(0))
    }

    impl Decide for Reader {
        fn raise(&mut self, view: &View, count: usize) -> u8 {
            next(&mut self.raises).unwrap_or_else(|| view.first_seats(count))
        }

        fn act(&mut self, _view: &View) -> Action {
            next(&mut self.actions).unwrap_or(Action::Done)
        }

        fn stand_in(&mut self, _view: &View) -> Option<usize> {
            next(&mut self.stand_ins).flatten()
        }

        fn rise(&mut self, view: &View, _seats: u8) -> usize {
            next(&mut self.rises).unwrap_or_else(|| view.first_to_rise())
        }

        fn plan(&mut self, view: &View) -> Plan {
            next(&mut self.plans).unwrap_or_else(|| view.plain_plan())
        }
    }

    /// Plays with these faces: of the six classes, lots, the hireling, and re-rolls in that order.
    fn replay(game: &DiceAdventures, lists: &[&[u32]], mut reader: Reader) -> (Record, String) {
        let mut lists: Vec<Vec<u32>> = lists.iter().map(|list| list.to_vec()).collect();
        lists.resize(game.rollers().len(), Vec::new());
        let mut dice = Scripted::new(lists);
        let mut record = Record::new(game);
        let mut recorder = Recorder(Vec::new());
        game.game(&mut dice, &mut recorder, &mut record, &mut reader);
        assert_eq!(dice.fault(), None);
        assert!(dice.left().iter().all(Vec::is_empty), "{:?}", dice.left());
        assert!(reader.actions.is_empty() && reader.plans.is_empty());
        let lines: Vec<String> = recorder
            .0
            .iter()
            .map(|event| game.sentence(event))
            .collect();
        (record, lines.join("\n"))
    }

    fn power(seat: usize, die: usize, up: bool) -> Action {
        Action::Change {
            means: Means::Power(seat),
            die,
            up,
        }
    }

    #[test]
    fn the_source_s_example_comes_out_as_it_is_told_there() {
        let party = [Class::Warrior, Class::Cleric, Class::Wizard];
        let game = game(party, book(Mode::Basic, 2));
        let reader = Reader {
            actions: vec![
                // The warrior uses his ability to get a 2, the cleric hers on the wizard's roll.
                power(0, 0, false),
                power(1, 2, true),
                Action::Done,
                // A magic weapon for the warrior, the wizard's power, the cleric's on the wizard.
                Action::Reroll {
                    means: Means::Weapon,
                    die: 0,
                },
                Action::Reroll {
                    means: Means::Power(2),
                    die: 2,
                },
                power(1, 2, false),
                Action::Done,
            ],
            plans: vec![Plan {
                weapons: 1,
                ..Plan::default()
            }],
            ..Reader::default()
        };
        // Bard, cleric, ranger, thief, warrior, wizard; lots; hireling; then what is rolled again.
        let lists: &[&[u32]] = &[
            &[],
            &[5, 1],
            &[],
            &[],
            &[3, 6],
            &[1, 6],
            &[],
            &[],
            &[],
            &[],
            &[],
            &[],
            &[4],
            &[5],
        ];
        let (record, story) = replay(&game, lists, reader);
        insta::assert_snapshot!(story, @"
        Adventure 1: the warrior, the cleric and the wizard set out.
        The dice: warrior 3, cleric 5, wizard 1.
        Warrior: the own die is turned from 3 to 2.
        Cleric: the wizard's die is turned from 1 to 2.
        Result 2: a minor success.
        The party gains 2 gold.
        The party buys a magic weapon for 2 gold.
        Adventure 2: the warrior, the cleric and the wizard set out, with a magic weapon.
        The dice: warrior 6, cleric 1, wizard 6.
        Magic weapon: the warrior's die is rolled again, 6 becomes 4.
        Wizard: the own die is rolled again, 6 becomes 5.
        Cleric: the wizard's die is turned from 5 to 4.
        Result 4: somebody may lose a level.
        Nothing gained, nothing lost.
        The warrior, the cleric and the wizard come home: 3 levels and 0 treasures make a score of 3.
        ");
        // Three levels, the gold spent, nobody dead.
        assert_eq!(record.values, [3, 3, 3, 0, 0, 0, 1, 0, 2, 4]);
        assert_eq!(record.outcome, SURVIVED);
    }

    #[test]
    fn everything_else_that_can_happen_is_told() {
        let party = [Class::Thief, Class::Ranger, Class::Bard];
        let game = game(party, book(Mode::HardcorePlus, 5));
        let reader = Reader {
            actions: vec![
                Action::Done,
                Action::Reroll {
                    means: Means::Power(2),
                    die: HIRELING,
                },
                Action::Change {
                    means: Means::Provisions,
                    die: 0,
                    up: false,
                },
                Action::Done,
                Action::Done,
                Action::Done,
            ],
            plans: vec![
                Plan {
                    provisions: 1,
                    hireling: true,
                    ..Plan::default()
                },
                Plan::default(),
                Plan {
                    hires: Class::Wizard.bit(),
                    ..Plan::default()
                },
                Plan {
                    hires: Class::Cleric.bit() | Class::Warrior.bit(),
                    ..Plan::default()
                },
            ],
            stand_ins: vec![Some(1)],
            raises: vec![0b001, 0b010, 0b011, 0b110],
            rises: vec![1],
        };
        // 1: thief 1, ranger 1 of {1, 6}, bard 3: a major success, the thief finds one more.
        // 2: the thief's 1 becomes 2, by provisions 1 again; the hireling's 5, thrown again, is 1 and
        //    counts for the ranger's 6. 3: 5, 6 and 6: the ranger lives.
        // 4: the wizard dies beside the ranger. 5: only the ranger has a level to lose.
        let lists: &[&[u32]] = &[
            &[3, 4, 6],
            &[4],
            &[1, 6, 6, 6, 5, 6, 3, 4, 3, 6],
            &[1, 1, 5],
            &[6],
            &[4],
            &[1, 0],
            &[5],
            &[],
            &[],
            &[],
            &[],
            &[],
            &[],
            &[1],
        ];
        let (record, story) = replay(&game, lists, reader);
        insta::assert_snapshot!(story, @"
        Adventure 1: the thief, the ranger and the bard set out.
        The dice: thief 1, ranger 1, bard 3.
        Result 1: a major success.
        The party gains 3 gold, and the thief finds 1 more.
        The ranger rises to level 2.
        The party buys provisions and a hireling for 4 gold.
        Adventure 2: the thief, the ranger of level 2 and the bard set out, with provisions and a hireling.
        The dice: thief 1, ranger 6, bard 4, hireling 5.
        The adventure is harder: the thief's die goes from 1 to 2.
        Bard: the hireling's die is rolled again, 5 becomes 1.
        Provisions: the thief's die is turned from 2 to 1.
        The ranger's die is left out for the hireling's. Result 1: a major success.
        The party gains 3 gold, and the thief finds 1 more.
        The thief rises to level 2.
        The party keeps its 4 gold.
        Adventure 3: the thief of level 2, the ranger of level 2 and the bard set out, with 4 gold.
        The dice: thief 5, ranger 5, bard 6.
        The adventure is harder: the ranger's die goes from 5 to 6.
        Result 6: two die.
        The thief of level 2 dies.
        The bard dies.
        The party keeps its 4 gold and hires a wizard.
        Adventure 4: the wizard and the ranger of level 2 set out, with 4 gold.
        The dice: wizard 4, ranger 3.
        The adventure is harder: the wizard's die goes from 4 to 5 and the ranger's die goes from 3 to 4.
        Result 5: somebody dies.
        The wizard dies.
        The party keeps its 4 gold and hires a cleric and a warrior.
        Adventure 5: the cleric, the ranger of level 2 and the warrior set out, with 4 gold.
        The dice: cleric 4, ranger 3, warrior 6.
        The adventure is harder: the ranger's die goes from 3 to 4 and the warrior's die stays at 6.
        Result 4: somebody may lose a level.
        The ranger falls to level 1.
        The cleric, the ranger and the warrior come home: 3 levels, 4 treasures and 6 for the mode, less 3 deaths, make a score of 10.
        ");
        assert_eq!(record.outcome, SURVIVED);
    }

    #[test]
    fn a_hardcore_party_that_is_wiped_out_scores_nothing() {
        let party = [Class::Thief, Class::Cleric, Class::Bard];
        let game = game(party, book(Mode::Hardcore, 5));
        // Three sixes: the bard lives, and hires a ranger and a warrior. Three more: the ranger lives,
        // and hires the wizard, the last class that was never here. Two more.
        let lists: &[&[u32]] = &[&[6, 6], &[6], &[6, 6, 6, 6], &[6], &[6], &[6], &[2, 0], &[]];
        let (record, story) = replay(&game, lists, Reader::default());
        insta::assert_snapshot!(story, @"
        Adventure 1: the thief, the cleric and the bard set out.
        The dice: thief 6, cleric 6, bard 6.
        Result 6: two die.
        The thief dies.
        The cleric dies.
        The party buys nothing and hires a ranger and a warrior.
        Adventure 2: the ranger, the warrior and the bard set out.
        The dice: ranger 6, warrior 6, bard 6.
        Result 6: two die.
        The warrior dies.
        The bard dies.
        The party buys nothing and hires a wizard.
        Adventure 3: the ranger and the wizard set out.
        The dice: ranger 6, wizard 6.
        Result 6: two die.
        The ranger dies.
        The wizard dies.
        Nobody is left: the score is 0.
        ");
        assert_eq!((record.outcome, record.values[0]), (WIPED_OUT, 0));
    }

    #[test]
    fn what_is_not_allowed_is_not_done() {
        let party = [Class::Warrior, Class::Cleric, Class::Bard];
        let table = Table {
            party: Party::new(party),
            faces: [1, 6, 3, 4],
            uses: [1, 1, 0],
            gold: 2,
            ..Table::default()
        };
        let book = book(Mode::Basic, 5);
        let view = View {
            book: &book,
            table: &table,
        };
        let change = |means, die, up| view.allows(Action::Change { means, die, up });
        let reroll = |means, die| view.allows(Action::Reroll { means, die });
        // Dice stay within 1 and 6; the warrior turns the own die, the cleric those of others.
        assert!(change(Means::Power(0), 0, true) && !change(Means::Power(0), 0, false));
        assert!(!change(Means::Power(0), 1, false) && !change(Means::Power(1), 1, false));
        assert!(change(Means::Power(1), HIRELING, true) && !change(Means::Power(1), 4, true));
        // Powers that are used up, things that are not there.
        assert!(!reroll(Means::Power(2), 0) && !reroll(Means::Weapon, 0));
        assert!(!change(Means::Provisions, 0, true) && !change(Means::Weapon, 0, true));
        let rich = Table {
            weapons: 1,
            provisions: 1,
            uses: [1, 1, 1],
            ..table
        };
        let view = View {
            book: &book,
            table: &rich,
        };
        let reroll = |means, die| view.allows(Action::Reroll { means, die });
        assert!(reroll(Means::Weapon, 2) && !reroll(Means::Weapon, HIRELING));
        assert!(reroll(Means::Power(2), HIRELING) && !reroll(Means::Power(2), 2));
        assert!(!reroll(Means::Provisions, 0) && !reroll(Means::Power(0), 0));
        assert!(view.allows_plan(&Plan {
            weapons: 1,
            ..Plan::default()
        }));
        assert!(!view.allows_plan(&Plan {
            hireling: true,
            ..Plan::default()
        }));
        assert!(!view.allows_plan(&Plan {
            hires: 4,
            ..Plan::default()
        }));
    }

    #[test]
    fn luck_of_the_first_throws_does_not_hang_on_what_is_thrown_again() {
        let party = [Class::Bard, Class::Wizard, Class::Thief];
        let [careless, clever] = [Player::Passive, Player::Greedy]
            .map(|player| game(party, book(Mode::Basic, 1)).played_by(player));
        let opening = |game: &DiceAdventures, trial| {
            let mut dice = crate::dice::Sampled::new(5, &game.rollers());
            dice.start(trial);
            let mut recorder = Recorder(Vec::new());
            game.trial(&mut dice, &mut (), &mut recorder, &mut Record::new(game));
            recorder.0[1]
        };
        for trial in 0..100 {
            assert_eq!(opening(&careless, trial), opening(&clever, trial));
        }
    }
}
