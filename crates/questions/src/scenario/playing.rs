//! Players that can be computed, in place of those that cannot.

use super::{LoadError, Scenario};
use crate::contest::Substitute;
use crate::document::{Fault, Faults};

/// Players of the contest of a scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Playing {
    /// Those of the file, whether they can be computed before trials or not.
    AsRead,
    /// Those of the file, which can be computed.
    AsWanted,
    /// Simpler ones in place of some of them.
    Substituted,
}

impl Scenario {
    /// Prepares the contest for trials: replaces players that cannot be computed before trials by
    /// simpler ones, also in all variants. A variant is refused if it would have other substitutes.
    /// Returns a warning that names the seats, the players and the reason, if there are any.
    ///
    /// Exact answers of the scenario are then those with these players. They have larger limits
    /// without this call.
    pub fn play(&mut self) -> Option<String> {
        if self.playing != Playing::AsRead {
            return None;
        }
        self.playing = Playing::AsWanted;
        let substitute = self.contest.substitute(false)?;
        let seats = substitute.seats.iter();
        let seats: Vec<String> = seats
            .map(|(seat, player)| format!("{player} for {seat}"))
            .collect();
        let Substitute { wanted, reason, .. } = &substitute;
        let warning = format!(
            "{} plays in place of {wanted}, since {reason}",
            seats.join(", ")
        );
        self.accept(substitute);
        Some(warning)
    }

    /// Takes the contest of a substitute.
    fn accept(&mut self, substitute: Substitute) {
        self.playing = Playing::Substituted;
        self.contest = substitute.contest;
        for seat in &mut self.seats {
            let mut replaced = substitute.seats.iter();
            if let Some((_, player)) = replaced.find(|(name, _)| *name == seat.name) {
                seat.player = player;
                (*player).clone_into(&mut seat.value);
            }
        }
    }

    /// Prepares a variant of another scenario for trials as that scenario is.
    ///
    /// # Errors
    /// The assignments of the variant name a player that cannot be computed, or a player of the
    /// variant cannot be computed although that of the other scenario can.
    pub(super) fn play_as(
        &mut self,
        other: &Self,
        assignments: Vec<String>,
    ) -> Result<(), LoadError> {
        self.playing = other.playing;
        let is_forced = match self.playing {
            Playing::AsRead => return Ok(()),
            Playing::AsWanted => false,
            Playing::Substituted => true,
        };
        let Some(substitute) = self.contest.substitute(is_forced) else {
            return Ok(());
        };
        let given = assignments
            .iter()
            .filter(|one| !other.assignments.contains(one));
        let is_named = |path: &str| {
            let mut given = given.clone();
            given.any(|one| one.split('=').next().map(str::trim) == Some(path))
        };
        let refused = self.seats.iter().find(|seat| {
            let is_replaced = substitute.seats.iter().any(|one| one.0 == seat.name);
            is_replaced && (!is_forced || is_named(&seat.path))
        });
        let Some(seat) = refused else {
            self.accept(substitute);
            return Ok(());
        };
        if substitute.reason.is_empty() {
            return Ok(());
        }
        let (list, _) = seat.path.split_once('.').unwrap_or_default();
        let tables = self.checked.tables(list).iter();
        let mut own = tables.filter(|table| table.text("name") == Some(&*seat.name));
        let span = own.next().unwrap_or(&self.checked).span("player");
        let found = format!("is {}", seat.player);
        let accepted = format!("expected another player, since {}", substitute.reason);
        let mut faults = Faults::new();
        faults.push(Fault {
            reason: Some(substitute.reason),
            ..Fault::new(span, &*seat.path, found, accepted)
        });
        Err(LoadError::Faults(faults))
    }
}
