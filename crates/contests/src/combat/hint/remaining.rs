//! The rest of a fight, as a separate fight of the combatants that are standing or still to come.
//! With one combatant left on each of two sides, it is a duel.

use crate::combat::fight::Fight;
use crate::combat::player::Player;
use crate::combat::prepared::Combat;
use crate::combat::setup::{Arrival, Combatant, Cover, Setup, Side};
use evenodds_core::contest::{Erring, ErrorRate, Group};
use evenodds_core::dice::Pool;

impl Combat {
    /// Returns whether a combatant is still to come.
    pub(in crate::combat) fn is_still_to_come(&self, fight: &Fight, place: usize) -> bool {
        let arrival = self.combatants[place].arrival;
        arrival.is_some_and(|arrival| !fight.extras.entered[arrival])
    }

    /// Returns the indices of the combatants that are standing or still to come.
    pub(super) fn remaining_combatants(&self, fight: &Fight) -> Vec<usize> {
        let stays = |&place: &usize| {
            !fight.seats[place].pool.is_empty() || self.is_still_to_come(fight, place)
        };
        (0..self.combatants.len()).filter(stays).collect()
    }

    /// Returns the rest of the fight with its position. `player` returns the player of each
    /// combatant.
    pub(super) fn remaining_fight(
        &self,
        whole: &Fight,
        player: impl Fn(&Combatant) -> Erring<Player>,
    ) -> (Self, Fight) {
        let extras = &whole.extras;
        let cover = |pools: &[Pool], place: usize| {
            let pool = pools.get(place).copied().unwrap_or(Pool::EMPTY);
            (!pool.is_empty()).then_some(Cover::Faces(pool))
        };
        let mut setup = Setup {
            field_cover: cover(&[extras.field_cover], 0),
            options: self.options,
            ..Setup::default()
        };
        let places = self.remaining_combatants(whole);
        let mut arrivals = vec![None; self.arrivals.len()];
        let mut groups = vec![None; self.groups.len()];
        let mut sides = vec![None; self.sides.len()];
        for (new, &place) in places.iter().enumerate() {
            let who = &self.combatants[place];
            let side = *sides[who.side].get_or_insert_with(|| {
                setup.sides.push(Side {
                    name: self.sides[who.side].name.clone(),
                    members: new..new,
                    cover: cover(&extras.side_cover, who.side),
                    allowed: self.sides[who.side].allowed,
                });
                setup.sides.len() - 1
            });
            setup.sides[side].members.end = new + 1;
            let arrival = who.arrival.filter(|_| self.is_still_to_come(whole, place));
            let arrival = arrival.map(|arrival| {
                let known = *arrivals[arrival].get_or_insert_with(|| {
                    setup.arrivals.push(Arrival {
                        side,
                        members: new..new,
                        when: self.arrivals[arrival].when,
                    });
                    setup.arrivals.len() - 1
                });
                setup.arrivals[known].members.end = new + 1;
                known
            });
            let group = *groups[who.group].get_or_insert_with(|| {
                setup.groups.push(Group {
                    label: self.groups[who.group].label.clone(),
                    side,
                    size: 0,
                });
                setup.groups.len() - 1
            });
            setup.groups[group].size += 1;
            let Erring { player, error } = player(who);
            setup.combatants.push(Combatant {
                side,
                group,
                arrival,
                player,
                error,
                // Another player follows no orders.
                retreat: who.retreat.filter(|_| player == who.player),
                cover: cover(&extras.cover, place),
                ..who.clone()
            });
        }
        let left = Self::new(setup);
        let fight = left.remaining_position(whole, &places);
        (left, fight)
    }

    /// Returns the position of the rest of `whole`, whose combatants in `whole` are `places`.
    fn remaining_position(&self, whole: &Fight, places: &[usize]) -> Fight {
        let mut fight = Fight::new(self);
        fight.clear(self);
        for (new, &place) in places.iter().enumerate() {
            let seat = &whole.seats[place];
            if !self.is_basic() {
                let (own, extras) = (&mut fight.extras, &whole.extras);
                own.cover[new] = extras.cover[place];
                own.classes[new] = extras.classes[place];
                own.rolled[new] = extras.rolled[place];
                own.wounds[new].count = extras.wounds[place].count;
            }
            if !seat.pool.is_empty() {
                fight.enter(new, self.combatants[new].side, seat.pool);
                fight.seats[new].used = seat.used;
            }
            if whole.aided.contains(place) {
                fight.aided.add(new);
            }
            if place == whole.actor {
                fight.stop_at(new);
            }
        }
        if !self.is_basic() {
            for (side, cover) in self.sides.iter().zip(&mut fight.extras.side_cover) {
                if let Some(Cover::Faces(pool)) = side.cover {
                    *cover = pool;
                }
            }
            fight.extras.field_cover = whole.extras.field_cover;
        }
        fight.turn = whole.turn;
        fight
    }

    /// Returns the same fight with `expert` as the only player.
    pub(super) fn with_experts(&self) -> Self {
        let mut setup = Setup {
            sides: self.sides.clone(),
            combatants: self.combatants.clone(),
            groups: self.groups.clone(),
            arrivals: self.arrivals.clone(),
            field_cover: self.field_cover,
            options: self.options,
        };
        for who in &mut setup.combatants {
            who.player = Player::Expert { depth: 0 };
            who.error = ErrorRate::NONE;
            who.retreat = None;
        }
        Self::new(setup)
    }
}
