//! Trials of a Survey.

use super::combined::each_exploration;
use super::field::{Faces, Field, each};
use super::narrate::Event;
use super::players::{POLICY, Player};
use super::prepared::Survey;
use super::search::Search;
use super::setup::{FieldFrom, Layout, NO_TRAIL, Prize, SUCCESS, SupplyFrom, TRAIL_LOST};
use super::view::{Exploration, View};
use evenodds_core::contest::game::{ActionValues, Game, GameStop, PlayoutGame, RatedGame};
use evenodds_core::contest::{Observer, Record};
use evenodds_core::dice::{Dice, Pool, Roller, Sampled};

const FIELD: Roller = 0;
const PRIZE: Roller = 1;
/// Roller of the leader's Supply; helpers follow in file order.
pub(super) const LEADER: Roller = 3;

/// Value of the Prize in a position that does not determine it.
pub(super) const UNKNOWN: u32 = 0;

/// A position of a Survey, including what the players do not see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SearchState {
    /// The players' view.
    pub view: View,
    /// The Prize, 1 to 6; 0 if the position does not determine it.
    pub prize: u32,
    /// Numbers shown by at least two dice at the start.
    pub eligible: Faces,
    /// True if players who know the Prize could have explored all its dice.
    pub solvable: bool,
    /// Number of Supply dice spent.
    pub steps: u32,
    /// Number of the spent die that found the trail, from 1; 0 if none did.
    pub trail_step: u32,
}

impl SearchState {
    /// Creates the position at the start, without eligible numbers and solvability.
    pub fn new(field: Field, supply: Pool, candidates: Faces, prize: u32) -> Self {
        Self {
            view: View {
                field,
                explored: 0,
                supply,
                trail: None,
                candidates,
            },
            prize,
            eligible: Faces::NONE,
            solvable: false,
            steps: 0,
            trail_step: 0,
        }
    }

    /// Returns whether players who know the Prize can still succeed.
    #[inline]
    pub(super) fn is_solvable(&self, search: &mut Search) -> bool {
        let prize = Faces::NONE.with(self.prize);
        !search.live(&self.view, prize).is_empty()
    }

    /// Returns the outcome, if the Survey has ended.
    #[inline]
    pub fn outcome(&self) -> Option<usize> {
        let view = &self.view;
        let is_explored = |face| view.field.showing(face) & !view.explored == 0;
        if view.trail.is_some_and(is_explored) {
            Some(SUCCESS)
        } else if view.affordable() != 0 {
            None
        } else if view.trail.is_some() {
            Some(TRAIL_LOST)
        } else {
            Some(NO_TRAIL)
        }
    }

    /// Spends a die on an exploration.
    #[inline]
    pub fn explore(&mut self, exploration: Exploration) {
        self.steps += 1;
        let trail = self.trail_with(exploration);
        if trail.is_some() && self.view.trail.is_none() {
            self.trail_step = self.steps;
        }
        self.view.spend(exploration, trail);
    }

    /// Returns the Prize, if the trail is known after an exploration.
    #[inline]
    fn trail_with(&self, exploration: Exploration) -> Option<u32> {
        let found = self.view.field.showing(self.prize) & exploration.places != 0;
        self.view.trail.or(found.then_some(self.prize))
    }
}

impl Survey {
    /// Returns the numbers that may be the Prize, as far as the players know.
    pub(super) fn candidates(
        &self,
        field: &Field,
        eligible: Faces,
        supply: Pool,
        search: &mut Search,
    ) -> Faces {
        let shown = |face| field.showing(face).count_ones();
        let only = |wanted: Option<u32>| {
            let faces = eligible.iter();
            faces
                .filter(|&face| Some(shown(face)) == wanted)
                .fold(Faces::NONE, Faces::with)
        };
        match self.setup.prize {
            Prize::Uniform | Prize::Number(_) => eligible,
            Prize::Commonest => only(eligible.iter().map(shown).max()),
            Prize::Rarest => only(eligible.iter().map(shown).min()),
            Prize::Solvable => {
                let start = SearchState::new(*field, supply, eligible, UNKNOWN).view;
                let solvable = search.live(&start, eligible);
                if solvable.is_empty() {
                    eligible
                } else {
                    solvable
                }
            }
        }
    }

    /// Returns whether a Field with these eligible numbers can have the Prize.
    #[inline]
    fn has_prize(&self, eligible: Faces) -> bool {
        match self.setup.prize {
            Prize::Number(face) => eligible.has(face),
            _ => !eligible.is_empty(),
        }
    }

    /// Returns the Field and its eligible numbers; rolls again until the Prize is possible.
    #[inline]
    pub(super) fn roll_field(&self, dice: &mut impl Dice) -> (Field, Faces) {
        let rows = match self.setup.field {
            FieldFrom::Given(field) => return (field, field.eligible()),
            FieldFrom::Rolled(rows) => rows,
        };
        loop {
            let field = Field::rolled(rows, || dice.die(FIELD, 6));
            let eligible = field.eligible();
            if self.has_prize(eligible) || dice.abandoned() {
                return (field, eligible);
            }
        }
    }

    #[inline]
    pub(super) fn supply(&self, dice: &mut impl Dice, observer: &mut impl Observer<Event>) -> Pool {
        let (leader, helpers) = match &self.setup.supply {
            SupplyFrom::Given(supply) => return *supply,
            SupplyFrom::Rolled { leader, helpers } => (leader, helpers),
        };
        let pool = dice.pool(LEADER, leader.dice);
        observer.note(|| Event::LeaderRolled { pool });
        let mut supply = pool;
        for (helper, searcher) in helpers.iter().enumerate() {
            let pool = dice.pool(LEADER + 1 + helper, searcher.dice);
            observer.note(|| Event::HelperRolled { helper, pool });
            supply = supply.joined(pool.above(5));
        }
        supply
    }
}

impl Game for Survey {
    type Position = SearchState;
    type Action = Exploration;
    type Memory = Search;

    fn start(&self) -> SearchState {
        let field = match self.setup.field {
            FieldFrom::Given(field) => field,
            FieldFrom::Rolled(rows) => Field::empty(rows),
        };
        SearchState::new(field, Pool::EMPTY, Faces::NONE, UNKNOWN)
    }

    #[inline]
    fn restart(&self, _: &mut SearchState) {
        // `begin` sets all fields.
    }

    fn memory(&self) -> Search {
        Search::new(self.setup.combine)
    }

    #[inline]
    fn begin<D: Dice, O: Observer<Event>>(
        &self,
        state: &mut SearchState,
        search: &mut Search,
        dice: &mut D,
        observer: &mut O,
    ) {
        let supply = self.supply(dice, observer);
        let (field, eligible) = self.roll_field(dice);
        let candidates = self.candidates(&field, eligible, supply, search);
        let prize = match self.setup.prize {
            Prize::Number(face) => face,
            _ => draw(candidates, dice),
        };
        *state = SearchState::new(field, supply, candidates, prize);
        observer.note(|| Event::Started { view: state.view });
        state.eligible = eligible;
        state.solvable = state.is_solvable(search);
    }

    #[inline]
    fn advance<D: Dice, O: Observer<Event>>(
        &self,
        state: &mut SearchState,
        _: &mut D,
        _: &mut O,
    ) -> GameStop {
        state.outcome().map_or(GameStop::Decision(0), GameStop::End)
    }

    #[inline]
    fn apply<D: Dice, O: Observer<Event>>(
        &self,
        state: &mut SearchState,
        exploration: Exploration,
        _: &mut D,
        observer: &mut O,
    ) {
        observer.note(|| Event::Explored {
            view: state.view,
            exploration,
            trail: state.trail_with(exploration),
        });
        state.explore(exploration);
    }

    fn actions(&self, state: &SearchState, explorations: &mut Vec<Exploration>) {
        let view = &state.view;
        let singles = each(view.affordable()).map(|place| view.single(place));
        let first = explorations.len();
        explorations.extend(singles);
        if self.setup.combine {
            each_exploration(
                &view.field,
                view.explored,
                view.supply,
                &mut |exploration| {
                    // An exploration of a single place may already be in the list.
                    if !(exploration.places.is_power_of_two()
                        && explorations[first..].contains(&exploration))
                    {
                        explorations.push(exploration);
                    }
                    true
                },
            );
        }
    }

    #[inline]
    fn choose<D: Dice>(
        &self,
        state: &SearchState,
        search: &mut Search,
        dice: &mut D,
    ) -> Exploration {
        self.setup.player.choose(&state.view, dice, search)
    }

    fn finish<D: Dice, O: Observer<Event>>(
        &self,
        state: &mut SearchState,
        _: usize,
        _: &mut D,
        observer: &mut O,
        record: &mut Record,
    ) {
        let SearchState { view, prize, .. } = *state;
        observer.note(|| Event::Ended { view, prize });
        record.values.copy_from_slice(&values(state));
    }
}

impl PlayoutGame for Survey {
    fn resampling(&self) -> Option<fn(&Self, &mut SearchState, &mut Sampled)> {
        Some(|survey, state, dice| {
            // A Prize fixed by the contest is drawn only if the position does not determine it.
            let is_given = matches!(survey.setup.prize, Prize::Number(_)) && state.prize != UNKNOWN;
            if state.view.trail.is_none() && !is_given {
                state.prize = draw(state.view.candidates, dice);
            }
        })
    }

    fn is_policy_roller(&self, roller: Roller) -> bool {
        roller == POLICY
    }

    fn decision_cost(&self, _: &SearchState) -> u64 {
        match self.setup.player {
            Player::Random | Player::Thrifty => 50,
            Player::Optimal => 300,
        }
    }
}

impl RatedGame for Survey {
    fn turn(&self, state: &SearchState) -> Option<u32> {
        Some(state.steps + u32::from(state.outcome().is_none()))
    }

    fn solve(
        &self,
        state: &SearchState,
        explorations: &[Exploration],
        search: &mut Search,
    ) -> Option<ActionValues> {
        let view = &state.view;
        let best = search.best_action(view);
        let values = explorations
            .iter()
            .map(|&exploration| (search.action_value(view, exploration).chance(), 0.0));
        let values = ActionValues::exact(values.collect());
        Some(values.preferring(|number| Some(explorations[number]) == best))
    }
}

/// Draws the Prize among equally likely numbers.
#[inline]
fn draw(candidates: Faces, dice: &mut impl Dice) -> u32 {
    let pick = dice.choose(PRIZE, candidates.len().max(1));
    // There is always a candidate, except in an abandoned trial.
    candidates.iter().nth(pick as usize).unwrap_or(1)
}

const METRICS: usize = Layout::HELP.len();

/// Returns the values of the metrics at the end.
pub(super) fn values(state: &SearchState) -> [i64; METRICS] {
    let mut values = [0; METRICS];
    values[Layout::EXPLORED] = i64::from(state.view.explored.count_ones());
    values[Layout::SUPPLY_LEFT] = i64::from(state.view.supply.len());
    values[Layout::TRAIL_STEP] = i64::from(state.trail_step);
    values[Layout::ELIGIBLE] = i64::from(state.eligible.len());
    values[Layout::SOLVABLE] = i64::from(state.solvable);
    values
}
