//! The configured players of a contest, for results and reports.

use std::fmt;

/// Configured players of a contest: those of its sides, else those of its parts.
///
/// ```
/// use evenodds_core::contest::ConfiguredPlayers;
/// let players = ConfiguredPlayers::of_sides([vec!["finisher"], vec!["expert", "random"]]);
/// assert_eq!(players.names().unwrap(), "finisher v expert+random");
/// assert_eq!(players.to_string(), "players finisher v expert+random");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ConfiguredPlayers {
    sides: Vec<Vec<String>>,
    parts: Vec<(String, ConfiguredPlayers)>,
}

impl ConfiguredPlayers {
    /// Returns the players of the sides; a side has more than one if its members have different
    /// players.
    pub fn of_sides<Side>(sides: impl IntoIterator<Item = Side>) -> Self
    where
        Side: IntoIterator<Item: Into<String>>,
    {
        let names = |side: Side| side.into_iter().map(Into::into).collect();
        Self {
            sides: sides.into_iter().map(names).collect(),
            parts: Vec::new(),
        }
    }

    /// Returns the one player of a contest with a single side.
    pub fn single(name: impl Into<String>) -> Self {
        Self::of_sides([[name]])
    }

    /// Returns the players of the parts of a contest, by name of the part. Parts without players
    /// are left out.
    pub fn of_parts(parts: impl IntoIterator<Item = (String, Self)>) -> Self {
        let parts = parts.into_iter().filter(|(_, players)| !players.is_empty());
        Self {
            sides: Vec::new(),
            parts: parts.collect(),
        }
    }

    /// Returns whether the contest has no decisions.
    pub fn is_empty(&self) -> bool {
        self.sides.is_empty() && self.parts.is_empty()
    }

    /// Yields the names of the players of each side.
    pub fn sides(&self) -> impl Iterator<Item = &[String]> {
        self.sides.iter().map(Vec::as_slice)
    }

    /// Returns the names of all sides, `expert v finisher`; `None` if there are no sides.
    pub fn names(&self) -> Option<String> {
        let sides = self.sides().map(|names| names.join("+"));
        let sides: Vec<String> = sides.collect();
        (!sides.is_empty()).then(|| sides.join(" v "))
    }
}

impl fmt::Display for ConfiguredPlayers {
    /// Formats the players as a phrase, `players finisher v finisher`; empty without decisions.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(names) = self.names() {
            let noun = if self.sides.len() == 1 {
                "player"
            } else {
                "players"
            };
            return write!(formatter, "{noun} {names}");
        }
        for (index, (part, players)) in self.parts.iter().enumerate() {
            let between = if index == 0 { "" } else { "; " };
            write!(formatter, "{between}{part}: {players}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_of_parts_are_listed_by_part_and_have_no_names_of_sides() {
        let parts = [
            (
                "ambush",
                ConfiguredPlayers::of_sides([["expert"], ["random"]]),
            ),
            ("rest", ConfiguredPlayers::default()),
            ("player one", ConfiguredPlayers::single("optimal")),
        ];
        let parts = parts.map(|(part, players)| (part.to_owned(), players));
        let players = ConfiguredPlayers::of_parts(parts);
        assert_eq!(
            players.to_string(),
            "ambush: players expert v random; player one: player optimal"
        );
        assert_eq!(players.names(), None);
        assert!(!players.is_empty());
        assert!(ConfiguredPlayers::of_parts([]).is_empty());
    }
}
