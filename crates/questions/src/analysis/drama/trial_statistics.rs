//! Drama statistics of one trial: the leaders, the choices, and the effects of dice and decisions.
//! All values are integers; chances and shares of a trial's turns are in units of [`CERTAIN`].

use crate::contest::{ActingSide, CERTAIN, DecisionKind, Trajectory};

/// Minimum chance of a side that counts as near-certain to win: 95%.
pub const SAFE: u32 = CERTAIN / 20 * 19;

/// Parts of a side's change in chance from the opening to the end. The effects of dice and of
/// policy randomness sum to the end minus the opening.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChanceParts {
    /// Chance before the first decision.
    pub opening: i64,
    /// Change caused by dice during the trial.
    pub dice: i64,
    /// Change caused by policy randomness.
    pub policy_randomness: i64,
    /// Total absolute change caused by dice.
    pub swing: i64,
    /// [`CERTAIN`] if the side won, else 0.
    pub end: i64,
    /// Loss of its decisions compared with the best actions, by the assessor's evaluation; 0 or
    /// less. It is not part of the sum, since the evaluated chances allow for the players' own
    /// decisions.
    pub lost: i64,
}

/// Drama statistics of one trial.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TrialStatistics {
    /// Number of lead changes; the first lead is not a change.
    pub lead_changes: u32,
    /// The side that led before the first turn.
    pub favorite: Option<usize>,
    /// Turns played before the winner took the lead for good, if a side won.
    pub settled: Option<u32>,
    /// First time before the end at which a side had [`SAFE`] or more: the number of turns before
    /// it, and the side.
    pub safe: Option<(u32, usize)>,
    /// The winner's lowest chance before any turn.
    pub lowest: Option<u32>,
    /// True if another side ever led.
    pub behind: bool,
    /// The winner's deficit to the leader, summed over the starts of all turns.
    pub behind_by: u64,
    /// Actor of each turn, and the kind of its decision.
    pub turns: Vec<(usize, DecisionKind)>,
    /// Parts of the change in chance, by side.
    pub parts: Vec<ChanceParts>,
}

impl TrialStatistics {
    /// Computes the statistics of a trial, replacing the previous ones.
    pub fn read(&mut self, trajectory: &Trajectory, actors: &[ActingSide]) {
        self.leads(trajectory);
        self.choices(trajectory);
        self.split(trajectory, actors);
    }

    fn leads(&mut self, trajectory: &Trajectory) {
        (self.lead_changes, self.settled, self.safe) = (0, None, None);
        (self.lowest, self.behind, self.behind_by) = (None, false, 0);
        self.favorite = trajectory
            .opening()
            .and_then(|chances| leads(chances, None));
        let mut leader = None;
        let mut since = 0;
        for (moment, decision) in (0..).zip(trajectory.turn_starts()) {
            let chances = trajectory.before(decision);
            let now = leads(chances, leader);
            if now != leader {
                self.lead_changes += u32::from(leader.is_some());
                (leader, since) = (now, moment);
            }
            if self.safe.is_none()
                && let Some(side) = chances.iter().position(|&chance| chance >= SAFE)
            {
                self.safe = Some((moment, side));
            }
            if let Some(winner) = trajectory.winner {
                let (own, most) = (chances[winner], chances.iter().copied().max().unwrap_or(0));
                self.lowest = Some(self.lowest.map_or(own, |lowest| lowest.min(own)));
                self.behind |= leader.is_some_and(|leader| leader != winner);
                self.behind_by += u64::from(most - own);
            }
        }
        if trajectory.winner.is_some() && !trajectory.decisions.is_empty() {
            if leader != trajectory.winner {
                self.lead_changes += u32::from(leader.is_some());
                since = trajectory.turns;
            }
            self.settled = Some(since);
        }
    }

    /// Records the kind of each turn: `Real` if any of its decisions is, else `Clear` if any is.
    fn choices(&mut self, trajectory: &Trajectory) {
        self.turns.clear();
        let mut turn = 0;
        for decision in &trajectory.decisions {
            match self.turns.last_mut() {
                Some((_, choice)) if turn == decision.turn => {
                    *choice = match (*choice, decision.choice) {
                        (DecisionKind::Real, _) | (_, DecisionKind::Real) => DecisionKind::Real,
                        (DecisionKind::Clear, _) | (_, DecisionKind::Clear) => DecisionKind::Clear,
                        (DecisionKind::Idle, DecisionKind::Idle) => DecisionKind::Idle,
                    };
                }
                _ => self.turns.push((decision.actor as usize, decision.choice)),
            }
            turn = decision.turn;
        }
    }

    fn split(&mut self, trajectory: &Trajectory, actors: &[ActingSide]) {
        let sides = 0..trajectory.sides;
        self.parts.clear();
        let Some(opening) = trajectory.opening() else {
            return;
        };
        self.parts.extend(sides.clone().map(|side| ChanceParts {
            opening: i64::from(opening[side]),
            end: i64::from(trajectory.end(side)),
            ..ChanceParts::default()
        }));
        for (number, decision) in trajectory.decisions.iter().enumerate() {
            let last = number + 1 == trajectory.decisions.len();
            let acting = actors[decision.actor as usize].side;
            self.parts[acting].lost -= i64::from(decision.best - decision.chosen);
            for side in sides.clone() {
                let [before, behind] = [trajectory.before(number), trajectory.behind(number)]
                    .map(|chances| i64::from(chances[side]));
                let after = i64::from(if last {
                    trajectory.end(side)
                } else {
                    trajectory.before(number + 1)[side]
                });
                let parts = &mut self.parts[side];
                parts.policy_randomness += behind - before;
                if decision.thrown {
                    parts.dice += after - behind;
                    parts.swing += (after - behind).abs();
                } else {
                    parts.policy_randomness += after - behind;
                }
            }
        }
    }
}

/// Returns the leader: the side with the highest chance. In a tie the previous leader stays.
fn leads(chances: &[u32], before: Option<usize>) -> Option<usize> {
    let most = chances.iter().copied().max()?;
    let mut first = (0..chances.len()).filter(|&side| chances[side] == most);
    let (one, other) = (first.next(), first.next());
    if other.is_none() { one } else { before }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contest::Decision;

    /// Returns an integer percentage as a chance.
    fn percent(chance: u32) -> u32 {
        (u64::from(CERTAIN) * u64::from(chance) / 100) as u32
    }

    fn actors() -> Vec<ActingSide> {
        let actor = |side| ActingSide {
            name: String::new(),
            side,
            count: 1,
        };
        vec![actor(0), actor(1)]
    }

    /// Returns the trajectory of a trial of two sides. Each decision has its turn, its actor, the
    /// first side's chance before it, the best and the chosen chance, and whether dice follow.
    fn trajectory(
        decisions: &[(u32, u32, u32, u32, u32, bool)],
        winner: Option<usize>,
    ) -> Trajectory {
        let mut trajectory = Trajectory::new(2);
        for &(turn, actor, chance, best, chosen, thrown) in decisions {
            trajectory.decisions.push(Decision {
                turn,
                actor,
                best: percent(best),
                chosen: percent(chosen),
                choice: DecisionKind::Real,
                thrown,
            });
            let chances = [percent(chance), CERTAIN - percent(chance)];
            trajectory.chances.extend(chances);
            trajectory.behind.extend(chances);
            trajectory.turns = turn;
        }
        trajectory.winner = winner;
        trajectory.outcome = winner.unwrap_or(2);
        trajectory
    }

    fn read(trajectory: &Trajectory) -> TrialStatistics {
        let mut statistics = TrialStatistics::default();
        statistics.read(trajectory, &actors());
        statistics
    }

    #[test]
    fn leads_are_counted_from_the_first_and_ties_change_nothing() {
        let path = |chances: &[u32], winner| {
            let decisions: Vec<_> = (1..)
                .zip(chances)
                .map(|(turn, &chance)| (turn, 0, chance, 50, 50, false))
                .collect();
            let statistics = read(&trajectory(&decisions, winner));
            (statistics.lead_changes, statistics.settled)
        };
        assert_eq!(path(&[60, 70], Some(0)), (0, Some(0)));
        assert_eq!(path(&[60, 40], Some(0)), (2, Some(2)));
        assert_eq!(path(&[50, 40], Some(1)), (0, Some(1)));
        assert_eq!(path(&[60, 50, 60], Some(0)), (0, Some(0)));
        assert_eq!(path(&[60, 50, 40], Some(1)), (1, Some(2)));
        assert_eq!(path(&[60, 30], None), (1, None));
        assert_eq!(path(&[50], Some(1)), (0, Some(1)));
        assert_eq!(path(&[], None), (0, None));
        let favorite = |chance| read(&trajectory(&[(1, 0, chance, 50, 50, false)], None)).favorite;
        assert_eq!([60, 40, 50].map(favorite), [Some(0), Some(1), None]);
    }

    #[test]
    fn only_the_beginnings_of_turns_count_for_the_lead() {
        let statistics = read(&trajectory(
            &[
                (1, 0, 60, 60, 60, true),
                (1, 0, 40, 60, 60, false),
                (2, 1, 70, 30, 30, false),
            ],
            Some(0),
        ));
        assert_eq!((statistics.lead_changes, statistics.turns.len()), (0, 2));
        assert_eq!(statistics.lowest, Some(percent(60)));
    }

    #[test]
    fn comebacks_and_near_certain_chances_are_recorded() {
        let statistics = read(&trajectory(
            &[
                (1, 0, 40, 40, 40, false),
                (2, 1, 4, 96, 80, false),
                (3, 0, 70, 70, 70, false),
            ],
            Some(0),
        ));
        assert!(statistics.behind);
        assert_eq!(statistics.lowest, Some(percent(4)));
        assert_eq!(statistics.safe, Some((1, 1)));
        // The winner is 20 and 92 points behind, then ahead.
        let points = (statistics.behind_by * 100 + u64::from(CERTAIN / 2)) / u64::from(CERTAIN);
        assert_eq!(points, 112);
    }

    #[test]
    fn the_kind_of_a_turn_is_that_of_its_most_real_decision() {
        let mut trajectory = trajectory(
            &[
                (1, 0, 50, 50, 50, true),
                (1, 0, 50, 50, 50, false),
                (2, 1, 50, 50, 50, false),
            ],
            None,
        );
        let mut kinds = |first, second| {
            trajectory.decisions[0].choice = first;
            trajectory.decisions[1].choice = second;
            read(&trajectory).turns[0].1
        };
        assert_eq!(
            kinds(DecisionKind::Idle, DecisionKind::Real),
            DecisionKind::Real
        );
        assert_eq!(
            kinds(DecisionKind::Clear, DecisionKind::Idle),
            DecisionKind::Clear
        );
        assert_eq!(
            kinds(DecisionKind::Idle, DecisionKind::Idle),
            DecisionKind::Idle
        );
        assert_eq!(
            kinds(DecisionKind::Real, DecisionKind::Clear),
            DecisionKind::Real
        );
    }

    proptest::proptest! {
        #[test]
        fn the_parts_add_up_to_the_end_minus_the_opening(
            sides in 2usize..5,
            steps in proptest::collection::vec(
                (0usize..5, 0u32..=CERTAIN, 0u32..=CERTAIN, proptest::bool::ANY,
                 proptest::collection::vec(0u32..=CERTAIN, 10)),
                1..12,
            ),
            winner in proptest::option::of(0usize..5),
        ) {
            let actors: Vec<ActingSide> = (0..sides)
                .map(|side| ActingSide { name: String::new(), side, count: 1 })
                .collect();
            let mut trajectory = Trajectory::new(sides);
            let mut lost = vec![0; sides];
            for (turn, (actor, one, other, thrown, chances)) in (1..).zip(steps) {
                trajectory.chances.extend(&chances[..sides]);
                trajectory.behind.extend(&chances[5..][..sides]);
                lost[actor % sides] -= i64::from(one.abs_diff(other));
                trajectory.decisions.push(Decision {
                    turn,
                    actor: (actor % sides) as u32,
                    best: one.max(other),
                    chosen: one.min(other),
                    choice: DecisionKind::Clear,
                    thrown,
                });
                trajectory.turns = turn;
            }
            trajectory.winner = winner.map(|winner| winner % sides);
            let mut statistics = TrialStatistics::default();
            statistics.read(&trajectory, &actors);
            for (parts, lost) in statistics.parts.iter().zip(lost) {
                proptest::prop_assert_eq!(parts.opening + parts.dice + parts.policy_randomness, parts.end);
                proptest::prop_assert!(parts.swing >= parts.dice.abs());
                proptest::prop_assert_eq!(parts.lost, lost);
            }
        }
    }
}
