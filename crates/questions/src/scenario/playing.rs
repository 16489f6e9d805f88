//! Players that can be computed, in place of those that cannot.

use super::{LoadError, Scenario};
use crate::contest::{Replaced, Substitute};
use crate::document::{Fault, Faults};

/// Players of the contest of a scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Playing {
    /// Players of the file, whether they can be computed before trials or not.
    AsRead,
    /// Players of the file, which can be computed.
    AsWanted,
    /// Other players in place of some of them: the number of play-outs, if any, and the reason.
    Substituted(Option<u32>, String),
}

impl Scenario {
    /// Prepares the contest for trials: replaces players that cannot be computed before trials by
    /// others, also in all variants. A variant is refused if it would have other substitutes.
    /// Returns a warning that names the seats, the players and the reason, if there are any.
    ///
    /// Exact answers of the scenario are then those with these players. They have larger limits
    /// without this call.
    pub fn play(&mut self) -> Option<String> {
        if self.playing != Playing::AsRead {
            return None;
        }
        self.playing = Playing::AsWanted;
        let substitute = self.contest.substitute(Replaced::Uncomputable)?;
        let seats = substitute.seats.iter();
        let seats: Vec<String> = seats
            .map(|seat| match substitute.playouts {
                Some(count) => format!("{} ({count} play-outs) for {}", seat.player, seat.name),
                None => format!("{} for {}", seat.player, seat.name),
            })
            .collect();
        let Substitute { wanted, reason, .. } = &substitute;
        let warning = format!(
            "{} plays in place of {wanted}, since {reason}",
            seats.join(", ")
        );
        self.playing = Playing::Substituted(substitute.playouts, reason.clone());
        self.accept(substitute);
        Some(warning)
    }

    /// Takes the contest of a substitute.
    fn accept(&mut self, substitute: Substitute) {
        self.contest = substitute.contest;
        for seat in &mut self.seats {
            let mut replaced = substitute.seats.iter();
            if let Some(other) = replaced.find(|other| other.name == seat.name) {
                seat.player = other.player;
                seat.value.clone_from(&other.value);
                seat.has_settings = substitute.playouts.is_some();
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
        assignments: &[String],
    ) -> Result<(), LoadError> {
        self.playing = other.playing.clone();
        let (replaced, given) = match &other.playing {
            Playing::AsRead => return Ok(()),
            Playing::AsWanted => (Replaced::Uncomputable, ""),
            Playing::Substituted(playouts, reason) => (Replaced::All(*playouts), &**reason),
        };
        let is_forced = replaced != Replaced::Uncomputable;
        let Some(substitute) = self.contest.substitute(replaced) else {
            return Ok(());
        };
        let new = |one: &&String| !other.assignments.contains(one);
        let is_named = |path: &str| {
            let mut new = assignments.iter().filter(new);
            new.any(|one| one.split('=').next().map(str::trim) == Some(path))
        };
        let refused = self.seats.iter().find(|seat| {
            let is_replaced = substitute.seats.iter().any(|one| one.name == seat.name);
            is_replaced && (!is_forced || is_named(&seat.path))
        });
        let Some(seat) = refused else {
            self.accept(substitute);
            return Ok(());
        };
        let reason = if is_forced { given } else { &substitute.reason };
        let (list, _) = seat.path.split_once('.').unwrap_or_default();
        let tables = self.checked.tables(list).iter();
        let mut own = tables.filter(|table| table.text("name") == Some(&*seat.name));
        let mut named = self.checked.map(list).iter();
        let named = || named.find(|one| one.0 == seat.name)?.1.as_table();
        let own = own.next().or_else(named);
        let span = own.map_or_else(|| self.checked.own_span(), |own| own.span("player"));
        let found = format!("is {}", seat.player);
        let accepted = format!("expected another player, since {reason}");
        let mut faults = Faults::new();
        faults.push(Fault {
            reason: Some(reason.to_owned()),
            ..Fault::new(span, &*seat.path, found, accepted)
        });
        Err(LoadError::Faults(faults))
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::load;
    use super::*;

    /// Two sides, of which the first has an optimal player by default; the steps of the file are few.
    const FILE: &str = r#"
kind = "dice"
[limit]
steps = 10
[roll]
d = "1d6"
[state]
a = 5
[[side]]
name = "one"
wants = "win"
[[side]]
name = "two"
wants = "loss"
player = "random"
[[step]]
choose.x = { by = "one", among = [2, 1] }
choose.y = { by = "two", among = [1, 2] }
then = [{ a = "a - x - (d > y)" }]
[[outcome]]
name = "loss"
when = "a = 0 and rounds = 2"
[[outcome]]
name = "win"
when = "a = 0"
"#;

    /// A contest of teams with an optimal side.
    const TEAMS: &str = r#"
kind = "dice"
[limit]
steps = 10
[team.ants]
player = "optimal"
members = [{ name = "A", hp = 3 }]
[team.bees]
members = [{ name = "B", count = 2, hp = 3 }]
[[step]]
each = ["ants", "bees"]
target = {}
roll = { x = "1d3" }
then = [{ target.hp = "target.hp - x" }]
"#;

    fn played(set: &[&str]) -> (Scenario, Option<String>) {
        played_file(FILE, set)
    }

    fn played_file(text: &str, set: &[&str]) -> (Scenario, Option<String>) {
        let set: Vec<String> = set.iter().map(|&one| one.to_owned()).collect();
        let mut scenario = load("x.toml", text.as_bytes(), &set).unwrap();
        let warning = scenario.play();
        (scenario, warning)
    }

    fn players(scenario: &Scenario) -> Vec<String> {
        let players = scenario.contest.players();
        scenario
            .seats
            .iter()
            .map(|seat| format!("{}: {}", seat.name, seat.player))
            .chain([format!("{players:?}")])
            .collect()
    }

    #[test]
    fn players_that_cannot_be_computed_are_replaced_in_all_variants() {
        let (scenario, warning) = played(&[]);
        let warning = warning.unwrap();
        assert!(
            warning.starts_with("rollout (64 play-outs) for one plays in place of optimal, since ")
                && warning.contains("10 steps (`limit.steps`)"),
            "{warning}"
        );
        let first = players(&scenario);
        assert_eq!(first[..2], ["one: rollout", "two: random"]);
        assert!(!first[2].contains("optimal"), "{first:?}");
        // The hash is that of the file, and the figures are those of the other player.
        let (named, none) = played(&["side.one.player={ name = 'rollout', playouts = 64 }"]);
        assert_eq!(none, None);
        assert_eq!(scenario.seats[0].value, named.seats[0].value);
        for trial in 0..20 {
            let record = |scenario: &Scenario| scenario.contest.replay(1, trial);
            assert_eq!(record(&scenario), record(&named));
        }
        // Other settings change nothing, even if optimal play were computed.
        for change in ["state.a=4", "limit.steps=1000000"] {
            let variant = scenario.with(&[change.to_owned()]).unwrap();
            assert_eq!(players(&variant), first, "{change}");
            let varied = scenario.varied(&[change.to_owned()]).unwrap();
            assert_eq!(players(&varied), first, "{change}");
        }
        let other = scenario.with(&["side.two.player=first".to_owned()]);
        assert_eq!(
            players(&other.unwrap())[..2],
            ["one: rollout", "two: first"]
        );
    }

    #[test]
    fn focus_plays_in_place_of_optimal_teams() {
        let (scenario, warning) = played_file(TEAMS, &[]);
        let warning = warning.unwrap();
        assert!(
            warning.starts_with("focus for ants plays in place of optimal, since "),
            "{warning}"
        );
        let named = scenario.with(&["team.ants.player=optimal".to_owned()]);
        let error = named.unwrap_err().to_string();
        assert!(
            error.contains("team.ants.player is optimal; expected another player"),
            "{error}"
        );
    }

    #[test]
    fn a_variant_with_another_substitute_is_refused() {
        let (scenario, _) = played(&[]);
        let named = scenario.with(&["side.one.player=optimal".to_owned()]);
        let error = named.unwrap_err().to_string();
        assert!(
            error.contains("side.one.player") && error.contains("expected another player, since"),
            "{error}"
        );
        let (scenario, warning) = played(&["limit.steps=1000000"]);
        assert_eq!(warning, None);
        assert_eq!(players(&scenario)[0], "one: optimal");
        let error = scenario.varied(&["limit.steps=10".to_owned()]).unwrap_err();
        assert!(error.to_string().contains("expected another player, since"));
        let (scenario, _) = played(&["side.one.player=random"]);
        let error = scenario.with(&["side.one.player=optimal".to_owned()]);
        assert!(error.is_err());
    }

    #[test]
    fn a_scenario_keeps_its_players_until_it_is_played() {
        let scenario = load("x.toml", FILE.as_bytes(), &[]).unwrap();
        let why = scenario.exact().unwrap_err().to_string();
        assert!(why.contains("(`limit.steps`)"), "{why}");
        let allowed = scenario.with(&["limit.steps=1000000".to_owned()]).unwrap();
        assert_eq!(players(&allowed)[0], "one: optimal");
        assert!(allowed.exact().is_ok());
    }

    #[test]
    fn scenes_of_an_adventure_have_substitutes_too() {
        let played = |contest: &str| {
            let headers = contest.trim_start().replace("\n[[", "\n[=");
            let headers = headers.replace("\n[", "\n[scene.contest.");
            let nested = headers.replace("[scene.contest.=", "[[scene.contest.");
            let text = format!(
                "kind = \"adventure\"\nendings = {{ good = \"It ends well\" }}\n[[character]]\n\
                 name = \"Kate\"\nclasses = [{{ name = \"Burglar\", dice = 4 }}]\n[[scene]]\n\
                 name = \"duel\"\nthen = {{ win = \"good\" }}\n[scene.contest]\n{nested}"
            );
            let mut scenario = load("x.toml", text.as_bytes(), &[]).unwrap();
            let warning = scenario.play();
            (scenario.exact().unwrap(), warning)
        };
        // Enough for the exact answer with the other player, not for optimal play.
        let few = FILE.replace("steps = 10", "steps = 2500");
        let (exact, warning) = played(&few);
        let warning = warning.unwrap();
        let said = "first for one in duel plays in place of optimal, since ";
        assert!(warning.starts_with(said), "{warning}");
        let named = few.replace("wants = \"win\"", "wants = \"win\"\nplayer = \"first\"");
        assert_eq!(played(&named), (exact.clone(), None));
        let (optimal, warning) = played(&FILE.replace("steps = 10", "steps = 1000000"));
        assert_eq!(warning, None);
        assert_ne!(optimal, exact);
    }
}
