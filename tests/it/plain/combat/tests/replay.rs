//! A log read by somebody who has not seen the table: what must lie there if the log is all that
//! happened, and whether it could have happened.

use super::super::{Combatant, CoverDice, CoverFrom, Event, Rules, Table};

/// What the log says about one combatant so far.
#[derive(Clone, Debug, Default)]
struct Place {
    came: bool,
    left: bool,
    pool: Vec<u8>,
    used: Vec<usize>,
    /// How many dice it last rolled by a Class or a return.
    rolled: usize,
}

/// The reader of a log.
pub struct Replay<'a> {
    combatants: &'a [Combatant],
    rules: &'a Rules,
    places: Vec<Place>,
    cover: Option<CoverDice>,
    /// Faces shielded against the attack that comes next, and whose.
    shielded: Vec<(usize, u8)>,
    read: usize,
}

impl<'a> Replay<'a> {
    pub fn new(combatants: &'a [Combatant], rules: &'a Rules) -> Self {
        Self {
            combatants,
            rules,
            places: vec![Place::default(); combatants.len()],
            cover: None,
            shielded: Vec::new(),
            read: 0,
        }
    }

    /// Reads what is new in the log and compares the table.
    pub fn catch_up(&mut self, table: &Table) {
        // Cover is used in attacks only, so before the first decision it lies as it was rolled.
        self.cover.get_or_insert_with(|| table.cover.clone());
        self.read_on(&table.log);
        for (place, seat) in self.places.iter().zip(&table.seats) {
            assert_eq!(place.pool, seat.pool);
            assert_eq!(place.came && !place.left, seat.is_standing());
            assert_eq!(seat.is_standing(), !seat.pool.is_empty());
        }
        assert_eq!(self.cover.as_ref(), Some(&table.cover));
    }

    /// Reads what is new in the log.
    pub fn read_on(&mut self, log: &[Event]) {
        for event in &log[self.read..] {
            self.read(event);
        }
        self.read = log.len();
    }

    fn read(&mut self, event: &Event) {
        assert!(
            self.shielded.is_empty() || matches!(event, Event::Cover { .. } | Event::Attack { .. }),
            "Cover is used against the attack that comes next, not {event:?}"
        );
        match event {
            Event::Start { combatant, faces } | Event::Entered { combatant, faces } => {
                let late = matches!(event, Event::Entered { .. });
                assert_eq!(self.combatants[*combatant].arrival.is_some(), late);
                let place = &mut self.places[*combatant];
                assert!(!place.came, "{event:?} comes twice");
                place.came = true;
                self.rolls(*combatant, 0, faces);
            }
            &Event::Reroll {
                combatant,
                from,
                to,
            } => {
                let pool = self.pool(combatant);
                assert_eq!(pool.first(), Some(&from));
                swap(pool, from, Some(to));
            }
            Event::Lot { combatant, among } => {
                assert!(among.contains(combatant));
                for &other in among {
                    self.pool(other);
                }
            }
            &Event::Support {
                combatant,
                ally,
                given,
                rolled,
            } => {
                assert!(combatant != ally && self.side(combatant) == self.side(ally));
                assert!(self.pool(combatant).len() >= 2);
                swap(self.pool(combatant), given, None);
                self.pool(ally).push(rolled);
                self.pool(ally).sort_unstable();
                assert!(self.pool(ally).len() <= 6);
            }
            &Event::Cover { target, from, face } => {
                assert!(self.pool(target).contains(&face), "nothing to keep");
                assert!(!self.shielded.contains(&(target, face)), "kept already");
                self.shielded.push((target, face));
                let side = self.side(target);
                let cover = self.cover.as_mut().expect("known before anyone acts");
                let dice = match from {
                    CoverFrom::Own => &mut cover.own[target],
                    CoverFrom::Side => &mut cover.sides[side],
                    CoverFrom::Field => &mut cover.field,
                };
                swap(dice, face, None);
            }
            Event::Attack {
                combatant,
                target,
                face,
                lost,
            } => self.attack(*combatant, *target, *face, lost),
            Event::ChangeTactic {
                combatant,
                class,
                faces,
            } => {
                // By its own turn, or wounded and without dice.
                self.is_there(*combatant);
                self.rolls(*combatant, *class, faces);
            }
            Event::Returned { combatant, faces } => {
                self.is_emptied(*combatant);
                assert!(self.combatants[*combatant].monster);
                let place = &mut self.places[*combatant];
                assert_eq!(faces.len() + 1, place.rolled);
                place.rolled = faces.len();
                place.pool.clone_from(faces);
                place.pool.sort_unstable();
            }
            Event::Wounded { combatant, .. } => {
                self.is_emptied(*combatant);
                assert!(self.combatants[*combatant].wounds);
            }
            &Event::TakenOut { combatant } => {
                self.is_emptied(combatant);
                self.places[combatant].left = true;
            }
            &Event::Retreat { combatant } => {
                self.is_there(combatant);
                self.places[combatant].left = true;
                self.places[combatant].pool.clear();
            }
        }
    }

    fn attack(&mut self, combatant: usize, target: usize, face: u8, lost: &[u8]) {
        assert_ne!(self.side(combatant), self.side(target));
        let class = *self.places[combatant].used.last().expect("a Class in use");
        if self.combatants[combatant].classes[class].ignores_cover {
            assert_eq!(self.shielded, [], "no Cover against such a Class");
        }
        assert!(self.shielded.len() <= self.rules.cover_per_attack);
        let shielded: Vec<u8> = self
            .shielded
            .drain(..)
            .map(|(whose, kept)| {
                assert!(whose == target && kept <= face, "no use of Cover");
                kept
            })
            .collect();
        swap(self.pool(combatant), face, None);
        let in_danger = |die: u8| die <= face && !shielded.contains(&die);
        let mut expected = self.pool(target).clone();
        self.pool(target).retain(|&die| !in_danger(die));
        expected.retain(|&die| in_danger(die));
        assert_eq!(lost, expected);
    }

    fn rolls(&mut self, combatant: usize, class: usize, faces: &[u8]) {
        let dice = self.combatants[combatant].classes[class].dice;
        let place = &mut self.places[combatant];
        assert!(!place.used.contains(&class), "a Class is used once");
        assert_eq!(faces.len(), dice);
        place.used.push(class);
        place.rolled = dice;
        place.pool = faces.to_vec();
        place.pool.sort_unstable();
    }

    /// The dice of a combatant that takes part in something with them.
    fn pool(&mut self, combatant: usize) -> &mut Vec<u8> {
        self.is_there(combatant);
        &mut self.places[combatant].pool
    }

    fn is_there(&self, combatant: usize) {
        let place = &self.places[combatant];
        assert!(place.came && !place.left, "{combatant} is not there");
    }

    fn is_emptied(&self, combatant: usize) {
        self.is_there(combatant);
        assert!(self.places[combatant].pool.is_empty());
    }

    fn side(&self, combatant: usize) -> usize {
        self.combatants[combatant].side
    }
}

/// Takes a die away, which must lie there, and lays another one in its place.
fn swap(dice: &mut Vec<u8>, from: u8, to: Option<u8>) {
    let position = dice.iter().position(|&die| die == from);
    dice.remove(position.unwrap_or_else(|| panic!("no {from} in {dice:?}")));
    dice.extend(to);
    dice.sort_unstable();
}
