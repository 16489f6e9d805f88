//! An exchange of attacks in the frame `split`: two groups who split their action dice between attack
//! and defence, round by round, until one of them is out.
//!
//! The frame is simpler than the rounds of the source: everybody fixes the split at the start of a round, defences are rolled before any attack, attacks come in acting order and go to the
//! first opponent who stands. So hits fall on one after another, and how far a side has come is one
//! number: its hits taken.
//!
//! - `sheet`: what each split lets a fighter roll; `round`: one round; `rules`: a trial and its events.
//! - `players`: who splits how; `policy`: the best replies.
//! - `chances`: what a round may lead to, exactly; `solve`: the answer.
//! - `hint`: how to split now, on a table that somebody describes.
//! - `measure`: metrics; `tell`: the story.

mod chances;
mod hint;
mod measure;
mod players;
mod policy;
mod round;
mod rules;
mod sheet;
mod solve;
mod tell;
#[cfg(test)]
mod tests;

pub use super::fighters::{Fighter, Guard, GuardKind, Reach, Skill, Stance};
pub use crate::contest::Group;
pub use players::Player;
pub use round::Act;
pub use rules::{Event, Table};

use super::fighters::measure::{self as measures, Layout};
use super::fighters::{self, DRAW, UNRESOLVED};
use super::{Frame, Options};
use crate::contest::{Describe, Effort, Hints, Metric, Outcome, Timeline};
use crate::dice::Roller;
use policy::Policy;
use sheet::Sheet;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

/// One of the two groups.
pub type Side = fighters::Side<Player>;
/// Everything that makes an exchange in this frame.
pub type Setup = fighters::Setup<Player>;

/// A prepared exchange.
#[derive(Clone, Debug)]
pub struct Exchange {
    pub(super) sides: [Side; 2],
    fighters: Vec<Fighter>,
    options: Options,
    sheets: Vec<Sheet>,
    outcomes: Vec<Outcome>,
    metrics: Vec<Metric>,
    timelines: Vec<Timeline>,
    layout: Layout,
    /// The best replies, found when they are first asked for.
    policy: Arc<OnceLock<Policy>>,
}

/// Hits that either side has taken.
pub(super) type Hits = [u32; 2];

impl Exchange {
    /// Prepares an exchange.
    pub fn new(setup: Setup) -> Self {
        let sides = setup.sides.iter();
        let sides = sides.map(|side| (side.name.as_str(), side.members.len()));
        let outcomes = Outcome::of_fight(sides, "nobody wins in time");
        let sheets = setup
            .fighters
            .iter()
            .map(|fighter| Sheet::new(fighter, &setup.options))
            .collect();
        let (metrics, layout) = measures::layout(&setup, Frame::Split);
        Self {
            sheets,
            outcomes,
            metrics,
            layout,
            timelines: measures::timelines(&setup),
            sides: setup.sides,
            fighters: setup.fighters,
            options: setup.options,
            policy: Arc::default(),
        }
    }

    /// Hits that put a whole side out.
    #[inline]
    fn most_hits(&self, side: usize) -> u32 {
        self.sides[side].members.len() as u32 * self.options.hits_to_win
    }

    /// The positions of those of a side who stand.
    #[inline]
    fn standing(&self, side: usize, hits: Hits) -> Range<usize> {
        let members = &self.sides[side].members;
        members.start + (hits[side] / self.options.hits_to_win) as usize..members.end
    }

    /// The hits of a side after so many more at once: all of them fall on the first who stands.
    #[inline]
    fn after(&self, hits: u32, more: u32) -> u32 {
        let needed = self.options.hits_to_win;
        hits + more.min(needed - hits % needed)
    }

    /// How it ended, if it did.
    #[inline]
    fn ended(&self, hits: Hits) -> Option<usize> {
        match [0, 1].map(|side| hits[side] >= self.most_hits(side)) {
            [true, true] => Some(DRAW),
            [true, false] => Some(1),
            [false, true] => Some(0),
            [false, false] => None,
        }
    }

    /// The roller of a fighter's attacks; those of defences and of whims come behind all of them.
    fn attacks_of(fighter: usize) -> Roller {
        fighter
    }

    fn defences_of(&self, fighter: usize) -> Roller {
        self.fighters.len() + fighter
    }

    fn whims_of(&self, side: usize) -> Roller {
        2 * self.fighters.len() + side
    }

    /// Whether a side may choose by chance: `best` against itself.
    fn has_whims(&self) -> bool {
        self.sides.iter().all(|side| side.player == Player::Best)
    }

    /// The best replies; found once, by whoever asks first.
    fn policy(&self) -> &Policy {
        self.policy.get_or_init(|| Policy::solve(self))
    }
}

impl Describe for Exchange {
    fn outcomes(&self) -> &[Outcome] {
        &self.outcomes
    }

    fn metrics(&self) -> &[Metric] {
        &self.metrics
    }

    fn timelines(&self) -> &[Timeline] {
        &self.timelines
    }

    fn highlights(&self) -> &[&'static str] {
        &["rounds", "out"]
    }

    fn effort(&self) -> Effort {
        let solves = |side: &Side| side.player == Player::Best;
        Effort {
            once: 50_000_000 * u64::from(self.sides.iter().any(solves)),
            trial: 600,
        }
    }

    fn players(&self) -> String {
        let names = [0, 1].map(|side: usize| self.sides[side].player.name());
        format!("players {} v {}", names[0], names[1])
    }

    fn hints(&self) -> Option<&dyn Hints> {
        Some(self)
    }
}
