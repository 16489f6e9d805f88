//! Players: who decides for a combatant. Any mix may sit at one table, so they are an enum, matched
//! at every decision.

mod brawler;
pub mod expert;
mod finisher;
mod random;
mod rollout;

pub(super) use rollout::{Noticed, Thought};

use super::cover::{Attacked, CoverDie};
use super::view::{Action, View, Whims};
use crate::contest::{PlayerHelp, choices};
use crate::dice::Dice;

/// The players by name.
pub(super) static HELP: [PlayerHelp; Sort::ALL.len()] = {
    let mut help = PlayerHelp::quick(&Sort::NAMES);
    help[Sort::Rollout as usize].slow = true;
    help
};

choices! {
    /// A player without its settings.
    pub(super) enum Sort {
        /// picks uniformly among all distinct attacks, supports and changes of tactic; never retreats
        Random = "random",
        /// hits the highest initiative with the highest die; changes tactic on the last die
        Brawler = "brawler",
        /// takes out an opponent with the smallest die that can, else removes the most initiative;
        /// changes tactic on the last die
        Finisher = "finisher",
        /// tries every action in `playouts` play-outs of the rest of the fight (64 unless set), with
        /// finishers in every seat, and takes the one that its side wins most often
        Rollout = "rollout",
        /// takes the action that leaves its side the best chance of winning, as a small network judges
        /// that has learnt it by playing; looks `depth` decisions further if told
        Expert = "expert",
        /// plays a duel of one against one perfectly, by solving it first; no other fight
        Optimal = "optimal",
    }
}

/// How often `rollout` tries each action unless the file says otherwise.
pub(super) const PLAYOUTS: u32 = 64;

/// Who decides for a combatant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// Uniform over the distinct legal actions but retreat.
    Random,
    /// The highest die at the highest initiative.
    Brawler,
    /// The smallest die that takes somebody out.
    Finisher,
    /// The action with most wins in play-outs.
    Rollout {
        /// How many play-outs each action gets, 1 or more.
        playouts: u32,
    },
    /// Perfect play, in duels that can be solved; elsewhere it plays as `finisher` does.
    Optimal,
    /// The action after which a trained network sees the best chance of winning.
    Expert {
        /// How many decisions behind its own it looks ahead; unless told, as many as pay:
        /// [`Combat::new`](super::Combat::new) settles it.
        depth: Option<u32>,
    },
}

impl Player {
    /// The player of that name.
    pub fn named(name: &str) -> Option<Self> {
        Sort::named(name).map(Self::usual)
    }

    /// A player with the settings that it has unless the file says otherwise.
    pub(super) fn usual(sort: Sort) -> Self {
        match sort {
            Sort::Random => Self::Random,
            Sort::Brawler => Self::Brawler,
            Sort::Finisher => Self::Finisher,
            Sort::Rollout => Self::Rollout { playouts: PLAYOUTS },
            Sort::Optimal => Self::Optimal,
            Sort::Expert => Self::Expert { depth: None },
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        let sort = match self {
            Self::Random => Sort::Random,
            Self::Brawler => Sort::Brawler,
            Self::Finisher => Sort::Finisher,
            Self::Rollout { .. } => Sort::Rollout,
            Self::Optimal => Sort::Optimal,
            Self::Expert { .. } => Sort::Expert,
        };
        sort.name()
    }

    /// Whether it needs a [`Thought`]: to think fights through, or where there are reinforcements to
    /// try single steps without making a table for each.
    pub(super) fn needs_thought(self, reinforced: bool) -> bool {
        self.thinks() || reinforced && matches!(self, Self::Expert { .. })
    }

    /// Whether it thinks fights through.
    pub(super) fn thinks(self) -> bool {
        match self {
            Self::Rollout { .. } => true,
            Self::Expert { depth } => depth.is_some_and(|depth| depth > 0),
            _ => false,
        }
    }

    /// Whether thousands of its fights are many.
    pub(super) fn is_slow(self) -> bool {
        matches!(self, Self::Rollout { .. })
    }

    /// How much work it makes of a trial, in nanoseconds: those of its own decisions, roughly.
    pub(super) fn effort(self) -> u64 {
        match self {
            Self::Random | Self::Brawler | Self::Finisher | Self::Optimal => 45,
            Self::Expert { depth: Some(1..) } => 100_000,
            Self::Expert { .. } => 1_350,
            Self::Rollout { playouts } => u64::from(playouts).saturating_mul(5_000),
        }
    }

    /// Whether its decisions use luck of its own.
    pub fn has_whims(self) -> bool {
        self == Self::Random || self.thinks()
    }

    /// What to do now. At least one opponent stands. A player who thinks does it with `thought`;
    /// without one `rollout` plays as `finisher` does and `expert` does not look ahead.
    #[inline]
    pub fn choose<D: Dice>(
        self,
        view: &View,
        whims: &mut Whims<D>,
        thought: Option<&mut Thought>,
    ) -> Action {
        match self {
            Self::Random => random::choose(view, whims),
            Self::Brawler => brawler::choose(view),
            Self::Finisher => finisher::choose(view),
            Self::Rollout { playouts } => match thought {
                Some(thought) => rollout::choose(playouts, view, whims, thought),
                None => finisher::choose(view),
            },
            Self::Optimal => view
                .perfect_action()
                .unwrap_or_else(|| finisher::choose(view)),
            Self::Expert { depth } => match (depth, thought) {
                (Some(depth @ 1..), Some(thought)) => {
                    expert::look_ahead(depth, view, whims, thought.scratch())
                }
                (_, thought) => {
                    let step = thought.map(Thought::step);
                    expert::choose_with(view, expert::fitting(view), step)
                }
            },
        }
    }

    /// Whether it thinks about which Cover to spend; all others spend what keeps most initiative.
    #[inline]
    pub(super) fn ponders_cover(self) -> bool {
        !matches!(self, Self::Random | Self::Brawler | Self::Finisher)
    }

    /// Which Cover die to spend next, being attacked. As with [`Player::choose`], `rollout` thinks
    /// with `thought`; without one it spends what `finisher` does.
    #[inline]
    pub fn cover<D: Dice>(
        self,
        attacked: &Attacked,
        whims: &mut Whims<D>,
        thought: Option<&mut Thought>,
    ) -> Option<CoverDie> {
        if self.ponders_cover() {
            self.pondered_cover(attacked, whims, thought)
        } else {
            attacked.most_kept()
        }
    }

    #[cold]
    fn pondered_cover<D: Dice>(
        self,
        attacked: &Attacked,
        whims: &mut Whims<D>,
        thought: Option<&mut Thought>,
    ) -> Option<CoverDie> {
        // Without a choice nobody thinks.
        let first = attacked.most_kept()?;
        match self {
            Self::Rollout { playouts } => match thought {
                Some(thought) => rollout::cover(playouts, attacked, whims, thought),
                None => Some(first),
            },
            Self::Optimal => attacked.perfect_cover(),
            Self::Expert { depth } => match (depth, thought) {
                (Some(depth @ 1..), Some(thought)) => {
                    expert::cover_ahead(depth, attacked, whims, thought.scratch())
                }
                (_, thought) => expert::cover(attacked, thought.map(Thought::step)),
            },
            Self::Random | Self::Brawler | Self::Finisher => Some(first),
        }
    }
}
