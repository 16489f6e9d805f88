//! What is left of a fight: those who stand and those who are still to come, as a fight of its own. So an
//! encounter that has come down to one against one is a duel, and whoever is gone is thought of no more.

use crate::contests::combat::fight::{Fate, Fight};
use crate::contests::combat::player::Player;
use crate::contests::combat::{Arrival, Combat, Combatant, Cover, Group, Setup, Side};
use crate::dice::Pool;

/// What lies before one combatant now.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Before {
    /// The dice; none for those who are out or not there yet.
    pub(super) pool: Pool,
    /// Bit *k* is set once Class *k* was used.
    pub(super) used: u16,
    /// The Class in use.
    pub(super) class: u8,
    /// How many dice a monster last rolled.
    pub(super) rolled: u8,
    /// Wounds of one who fights on.
    pub(super) wounds: u8,
    /// Cover of its own.
    pub(super) cover: Pool,
}

/// The table between two decisions.
#[derive(Clone, Debug)]
pub(super) struct OnTable {
    /// One for each combatant.
    pub(super) seats: Vec<Before>,
    /// Cover of each side, and of the battlefield.
    pub(super) side_cover: Vec<Pool>,
    pub(super) field_cover: Pool,
    /// Which reinforcements are still to come.
    pub(super) awaited: Vec<bool>,
    /// The number of the turn.
    pub(super) turn: u32,
    /// Whom the one whose turn it is has aided in it.
    pub(super) aided: Vec<usize>,
}

impl OnTable {
    /// The table of a fight in which nobody stands.
    pub(super) fn of(combat: &Combat) -> Self {
        Self {
            seats: vec![Before::default(); combat.combatants.len()],
            side_cover: vec![Pool::EMPTY; combat.sides.len()],
            field_cover: Pool::EMPTY,
            awaited: vec![false; combat.arrivals.len()],
            turn: 1,
            aided: Vec::new(),
        }
    }

    /// The table as it lies in a fight that is being played.
    pub(super) fn seen(combat: &Combat, fight: &Fight) -> Self {
        let extras = &fight.extras;
        let mut on_table = Self::of(combat);
        on_table.turn = fight.turn;
        for (place, before) in on_table.seats.iter_mut().enumerate() {
            let seat = &fight.seats[place];
            if seat.fate != Fate::Standing {
                continue;
            }
            *before = Before {
                pool: seat.pool,
                used: seat.used,
                ..Before::default()
            };
            if fight.aided.contains(place) {
                on_table.aided.push(place);
            }
            if !combat.is_basic() {
                before.class = extras.classes[place];
                before.rolled = extras.rolled[place];
                before.wounds = extras.wounds[place].count;
                before.cover = extras.cover[place];
            }
        }
        if !combat.is_basic() {
            on_table.side_cover.clone_from(&extras.side_cover);
            on_table.field_cover = extras.field_cover;
            on_table.awaited = extras.entered.iter().map(|entered| !entered).collect();
        }
        on_table
    }

    /// Whether somebody has a place in what is left.
    fn stays(&self, combat: &Combat, place: usize) -> bool {
        let arrival = combat.combatants[place].arrival;
        !self.seats[place].pool.is_empty() || arrival.is_some_and(|arrival| self.awaited[arrival])
    }
}

/// A fight that goes on, as a fight of its own.
#[derive(Clone, Debug)]
pub(super) struct Left {
    pub(super) combat: Combat,
    pub(super) fight: Fight,
    /// Who they are in the whole fight.
    pub(super) places: Vec<usize>,
}

impl Left {
    /// What is left of `combat`; those whom `player` names play otherwise than the file says.
    pub(super) fn of(
        combat: &Combat,
        on_table: &OnTable,
        player: impl Fn(&Combatant) -> Player,
    ) -> Self {
        let mut setup = Setup {
            field_cover: faces(on_table.field_cover),
            options: combat.options,
            ..Setup::default()
        };
        let mut places = Vec::new();
        let mut arrivals = vec![None; combat.arrivals.len()];
        let mut groups = vec![None; combat.groups.len()];
        for (index, side) in combat.sides.iter().enumerate() {
            let from = places.len();
            let staying = side.members.clone();
            places.extend(staying.filter(|&place| on_table.stays(combat, place)));
            if places.len() == from {
                continue;
            }
            let own = setup.sides.len();
            for (new, &place) in places.iter().enumerate().skip(from) {
                let who = &combat.combatants[place];
                let arrival = who.arrival.filter(|&arrival| on_table.awaited[arrival]);
                let arrival = arrival.map(|arrival| {
                    let known = *arrivals[arrival].get_or_insert_with(|| {
                        setup.arrivals.push(Arrival {
                            side: own,
                            members: new..new,
                            when: combat.arrivals[arrival].when,
                        });
                        setup.arrivals.len() - 1
                    });
                    setup.arrivals[known].members.end = new + 1;
                    known
                });
                let group = *groups[who.group].get_or_insert_with(|| {
                    setup.groups.push(Group {
                        label: combat.groups[who.group].label.clone(),
                        side: own,
                        size: 0,
                    });
                    setup.groups.len() - 1
                });
                setup.groups[group].size += 1;
                setup.combatants.push(Combatant {
                    side: own,
                    group,
                    arrival,
                    player: player(who),
                    // Those who come later lay their own Cover when the fight begins.
                    cover: faces(on_table.seats[place].cover),
                    ..who.clone()
                });
            }
            setup.sides.push(Side {
                name: side.name.clone(),
                members: from..places.len(),
                cover: faces(on_table.side_cover[index]),
            });
        }
        let left = Combat::new(setup);
        let fight = laid(&left, on_table, &places);
        Self {
            combat: left,
            fight,
            places,
        }
    }

    /// The same among experts alone.
    pub(super) fn among_experts(&self) -> Self {
        let combat = &self.combat;
        let mut setup = Setup {
            sides: combat.sides.clone(),
            combatants: combat.combatants.clone(),
            groups: combat.groups.clone(),
            arrivals: combat.arrivals.clone(),
            field_cover: combat.field_cover,
            options: combat.options,
        };
        for who in &mut setup.combatants {
            who.player = Player::Expert { depth: 0 };
        }
        Self {
            combat: Combat::new(setup),
            ..self.clone()
        }
    }

    /// Where somebody of the whole fight has a place.
    pub(super) fn place(&self, whole: usize) -> Option<usize> {
        self.places.iter().position(|&place| place == whole)
    }
}

fn faces(pool: Pool) -> Option<Cover> {
    (!pool.is_empty()).then_some(Cover::Faces(pool))
}

/// The table of what is left.
fn laid(left: &Combat, on_table: &OnTable, places: &[usize]) -> Fight {
    let mut fight = Fight::new(left);
    fight.clear(left);
    for (new, &place) in places.iter().enumerate() {
        let before = &on_table.seats[place];
        if !left.is_basic() {
            fight.extras.cover[new] = before.cover;
        }
        if before.pool.is_empty() {
            continue;
        }
        fight.enter(new, left.combatants[new].side, before.pool);
        fight.seats[new].used = before.used;
        if !left.is_basic() {
            fight.extras.classes[new] = before.class;
            fight.extras.rolled[new] = before.rolled;
            fight.extras.wounds[new].count = before.wounds;
        }
        if on_table.aided.contains(&place) {
            fight.aided.add(new);
        }
    }
    if !left.is_basic() {
        let sides = left.sides.iter().zip(&mut fight.extras.side_cover);
        for (side, cover) in sides {
            if let Some(Cover::Faces(pool)) = side.cover {
                *cover = pool;
            }
        }
        fight.extras.field_cover = on_table.field_cover;
    }
    fight.turn = on_table.turn;
    fight
}
