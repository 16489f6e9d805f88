//! The Cover that is left.

use super::{MOST, Reader, Whose};
use crate::contest::laid::{self, Entry, Said};
use crate::contests::combat::Cover;

impl Reader<'_> {
    /// Reads the Cover dice that are left.
    pub(super) fn cover(&mut self, whose: Whose, entry: &Entry) {
        let (began, seen, called) = match whose {
            Whose::Field => (
                self.combat.field_cover,
                &mut self.field_cover,
                "the battlefield's Cover".to_owned(),
            ),
            Whose::Side(side) => (
                self.combat.sides[side].cover,
                &mut self.side_cover[side],
                format!("the Cover of {}", self.combat.sides[side].name),
            ),
            Whose::Own(place) => (
                self.combat.combatants[place].cover,
                &mut self.own_cover[place],
                format!("the Cover of {}", self.combat.combatants[place].name),
            ),
        };
        if let Some(first) = seen {
            let again = format!("is here twice, first at {first}");
            self.faults
                .push(entry.name.fault(&called, again, "it before there once"));
            return;
        }
        *seen = Some(entry.name.place.clone());
        let Some(began) = began else {
            let accepted = "the scenario gives none";
            self.faults
                .push(entry.name.fault(&called, "is not in this fight", accepted));
            return;
        };
        let most = match began {
            Cover::Rolled(count) => count,
            Cover::Faces(pool) => pool.len(),
        };
        let spent = matches!(&entry.words[..], [word] if word.text.eq_ignore_ascii_case("none"));
        let words: &[Said] = if spent { &[] } else { &entry.words };
        if words.is_empty() && !spent {
            let accepted = "say the dice that are left, such as 4 6, or none";
            self.faults
                .push(entry.name.fault(&called, "has no dice", accepted));
            return;
        }
        let Some(pool) = laid::dice(&called, words, most, &mut self.faults) else {
            return;
        };
        if let Cover::Faces(began) = began
            && let Some(face) = (1..=MOST).find(|&face| pool.count(face) > began.count(face))
        {
            let found = format!("has {} dice of {face}", pool.count(face));
            let accepted = format!("it began with {began}");
            self.faults.push(entry.name.fault(&called, found, accepted));
        }
        match whose {
            Whose::Field => self.on_table.field_cover = pool,
            Whose::Side(side) => self.on_table.side_cover[side] = pool,
            Whose::Own(place) => self.on_table.seats[place].cover = pool,
        }
    }

    /// Cover that nobody spoke of: as it began where that is known.
    pub(super) fn lay_cover(&mut self) {
        let mut unsaid = Vec::new();
        let mut began = |cover: Option<Cover>, said: bool, typed: &dyn Fn() -> String| match cover {
            Some(Cover::Faces(pool)) if !said => Some(pool),
            Some(Cover::Rolled(_)) if !said => {
                unsaid.push(typed());
                None
            }
            _ => None,
        };
        let field = began(self.combat.field_cover, self.field_cover.is_some(), &|| {
            "Cover".to_owned()
        });
        self.on_table.field_cover = field.unwrap_or(self.on_table.field_cover);
        for (index, side) in self.combat.sides.iter().enumerate() {
            let said = self.side_cover[index].is_some();
            let cover = began(side.cover, said, &|| format!("Cover {}", side.name));
            let known = &mut self.on_table.side_cover[index];
            *known = cover.unwrap_or(*known);
        }
        for (place, who) in self.combat.combatants.iter().enumerate() {
            let before = &mut self.on_table.seats[place];
            // Of those who are out nobody asks.
            let said = self.own_cover[place].is_some()
                || before.pool.is_empty() && (who.arrival.is_none() || self.named[place].is_some());
            let cover = began(who.cover, said, &|| format!("Cover {}", who.name));
            before.cover = cover.unwrap_or(before.cover);
        }
        for typed in unsaid {
            let accepted =
                format!("say what is left of it, such as {typed}: 4 6, or {typed}: none");
            self.fault(&format!("{typed} is missing"), &accepted, None);
        }
    }
}
