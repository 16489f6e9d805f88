//! Optimal play: the value of a position, and the explorations.

use super::combined::Combined;
use super::field::{Faces, Field};
use super::field_search::FieldSearch;
use super::view::{Exploration, View};

/// A search with its cached results for one Field.
#[derive(Clone, Debug)]
pub struct Search {
    mode: SearchMode,
    /// The Field of the cached results.
    field: Option<Field>,
}

#[derive(Clone, Debug)]
enum SearchMode {
    Single(FieldSearch),
    Combined(Box<Combined>),
}

/// Value of a position under optimal play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchValue {
    /// Number of candidates for which the searchers succeed if it is the Prize; on the trail 0 or
    /// 1.
    pub wins: u32,
    /// Number of candidates, at least 1.
    pub of: u32,
}

impl SearchValue {
    /// Returns the chance of success.
    pub fn chance(self) -> f64 {
        f64::from(self.wins) / f64::from(self.of)
    }
}

impl Search {
    /// Creates a search by the rules with or without `combine`.
    pub fn new(combine: bool) -> Self {
        Self {
            mode: if combine {
                SearchMode::Combined(Box::default())
            } else {
                SearchMode::Single(FieldSearch::default())
            },
            field: None,
        }
    }

    /// Creates a search by the rules with `combine` that stops after `limit` explorations. Its
    /// results are then not valid.
    pub fn combined_up_to(limit: u64) -> Self {
        Self {
            mode: SearchMode::Combined(Box::new(Combined::up_to(limit))),
            field: None,
        }
    }

    /// Returns the number of positions searched so far, or with `combine`, of explorations visited.
    pub fn effort(&self) -> u64 {
        match &self.mode {
            SearchMode::Single(single) => single.effort(),
            SearchMode::Combined(combined) => combined.effort(),
        }
    }

    /// Prepares for a Field; clears the cached results of any other Field.
    #[inline]
    fn set_field(&mut self, field: &Field) {
        if !self
            .field
            .as_ref()
            .is_some_and(|known| known.has_same_faces(field))
        {
            self.field = Some(*field);
            match &mut self.mode {
                SearchMode::Single(single) => single.clear(),
                SearchMode::Combined(combined) => combined.clear(),
            }
        }
    }

    /// Returns the `numbers` whose dice can all still be explored.
    pub fn live(&mut self, view: &View, numbers: Faces) -> Faces {
        self.set_field(&view.field);
        match &mut self.mode {
            SearchMode::Single(single) => {
                let known = single.at(view.explored, view.supply);
                known.live(&view.field, numbers)
            }
            SearchMode::Combined(combined) => {
                combined.live(&view.field, view.explored, view.supply, numbers)
            }
        }
    }

    /// Returns the value of a position.
    pub fn value(&mut self, view: &View) -> SearchValue {
        match view.trail {
            Some(face) => SearchValue {
                wins: self.live(view, Faces::NONE.with(face)).len(),
                of: 1,
            },
            None => SearchValue {
                wins: self.best(view).0,
                of: view.candidates.len().max(1),
            },
        }
    }

    /// Returns the value after an exploration, over all candidates.
    pub fn action_value(&mut self, view: &View, exploration: Exploration) -> SearchValue {
        let SearchValue { of, .. } = self.value(view);
        if view.trail.is_some() {
            return self.value(&view.after(exploration, view.trail));
        }
        let shown = view.field.faces(exploration.places).and(view.candidates);
        let found = shown.iter().map(|face| {
            let after = view.after(exploration, Some(face));
            self.value(&after).wins
        });
        let found: u32 = found.sum();
        SearchValue {
            wins: found + self.best(&view.after(exploration, None)).0,
            of,
        }
    }

    /// Returns the best exploration; `None` if success is impossible.
    pub fn best_action(&mut self, view: &View) -> Option<Exploration> {
        let Some(face) = view.trail else {
            return self.best(view).1;
        };
        self.set_field(&view.field);
        match &mut self.mode {
            SearchMode::Single(single) => {
                let known = single.at(view.explored, view.supply);
                let place = known.next_toward(&view.field, face);
                (place != 0).then(|| view.single(place))
            }
            SearchMode::Combined(combined) => {
                combined.next_toward(&view.field, view.explored, view.supply, face)
            }
        }
    }

    /// Moves the cached knowledge to the position after an exploration with the smallest sufficient
    /// die. Call it right after [`best_action`](Self::best_action).
    #[inline]
    pub fn follow(&mut self, view: &View, exploration: Exploration) {
        if let SearchMode::Single(single) = &mut self.mode {
            let known = single.at(view.explored, view.supply);
            known.follow(&view.field, exploration.places, exploration.die);
        }
    }

    /// Returns the number of candidates that optimal play wins before the trail is found, and its
    /// next exploration.
    fn best(&mut self, view: &View) -> (u32, Option<Exploration>) {
        self.set_field(&view.field);
        match &mut self.mode {
            SearchMode::Single(single) => {
                let (wins, place) =
                    single.best(&view.field, view.explored, view.supply, view.candidates);
                (wins, (wins > 0).then(|| view.single(place)))
            }
            SearchMode::Combined(combined) => {
                combined.best(&view.field, view.explored, view.supply, view.candidates)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::memo::Memo;
    use super::super::rules::SearchState;
    use super::*;
    use evenodds_core::dice::Pool;

    #[test]
    fn evicted_entries_do_not_change_answers() {
        let mut seed = 5_u64;
        let mut faces = |count: usize| -> Vec<u32> {
            let mut face = || {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                (seed >> 33) as u32 % 6 + 1
            };
            (0..count).map(|_| face()).collect()
        };
        let mut recomputed = 0;
        for combine in [false, true] {
            for _ in 0..300 {
                let field = Field::from_faces(&faces(21)).unwrap();
                let supply = Pool::from_faces(&faces(9));
                let view = SearchState::new(field, supply, field.eligible(), 0).view;
                let mut whole = Search::new(combine);
                let mut small = Search::new(combine);
                match &mut small.mode {
                    SearchMode::Single(single) => single.evict_beyond(Memo::up_to(1 << 8)),
                    SearchMode::Combined(combined) => combined.evict_beyond(Memo::up_to(1 << 8)),
                }
                assert_eq!(whole.value(&view), small.value(&view), "{view:?}");
                assert_eq!(
                    whole.best_action(&view),
                    small.best_action(&view),
                    "{view:?}"
                );
                recomputed += u32::from(small.effort() > whole.effort());
            }
        }
        assert!(recomputed > 10, "{recomputed}");
    }
}
