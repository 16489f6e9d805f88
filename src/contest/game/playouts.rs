//! Play-outs: a game played to its end many times from one position, by the contest's players.

use super::{Game, Next, Watched, winner};
use crate::contest::{CERTAIN, Side, Silent, deadline};
use crate::dice::{Dice, Pool, Roller, Sampled};

/// Room for play-outs of one game, made once for many positions.
pub struct Playouts<'a, G: Game> {
    game: &'a G,
    count: u32,
    dice: Sampled,
    sides: Vec<Side>,
    memory: G::Memory,
    position: G::Position,
    /// The position before the step in which dice were first thrown, where all play-outs are still the same.
    common: G::Position,
    /// The die that an action begins with and throws alone, as its roller and faces.
    die: Option<(Roller, u32)>,
    /// The same as `common` after each face of that die.
    forks: Vec<(Option<Start<G::Action>>, G::Position)>,
    wins: Vec<u32>,
    cost: u64,
}

/// What follows the part that all play-outs have in common.
#[derive(Clone, Copy)]
enum Start<A> {
    /// Nothing: the game ended without a throw, and that side won.
    Ended(Option<usize>),
    /// A choice of the contest's player, or dice.
    Choice,
    /// This action.
    Action(A),
}

impl<'a, G: Game> Playouts<'a, G> {
    /// Prepares `count` play-outs from each position, 1 or more.
    pub fn new(game: &'a G, count: u32) -> Self {
        let sides = game.sides();
        Self {
            game,
            count: count.max(1),
            dice: Sampled::new(0, &game.roller_names()),
            wins: vec![0; sides.len()],
            sides,
            memory: game.memory(),
            position: game.start(),
            common: game.start(),
            die: None,
            forks: Vec::new(),
            cost: 0,
        }
    }

    /// Returns the number of play-outs from each position.
    pub(super) fn count(&self) -> u32 {
        self.count
    }

    /// Returns the estimated cost of all play-outs so far, in nanoseconds.
    pub(crate) fn cost(&self) -> u64 {
        self.cost
    }

    /// Changes the random seed. Positions judged under one seed meet the same dice: the n-th roll of every
    /// roller is the same in play-out k of each.
    pub fn reseed(&mut self, seed: u64) {
        self.dice.reseed(seed);
    }

    /// Appends the share of play-outs that each side wins, of [`CERTAIN`]; what is left is the share that nobody
    /// wins.
    pub(crate) fn chances(
        &mut self,
        from: &G::Position,
        action: Option<G::Action>,
        chances: &mut Vec<u32>,
    ) {
        let count = u64::from(self.count);
        let wins = self.count_wins(from, action).iter();
        chances.extend(wins.map(|&wins| (u64::from(wins) * u64::from(CERTAIN) / count) as u32));
    }

    /// Returns the number of play-outs that each side wins.
    pub fn count_wins(&mut self, from: &G::Position, action: Option<G::Action>) -> &[u32] {
        let mut wins = std::mem::take(&mut self.wins);
        wins.fill(0);
        self.play_each(from, action, |won, _| {
            if let Some(side) = won {
                wins[side] += 1;
            }
            true
        });
        self.wins = wins;
        &self.wins
    }

    /// Plays all of them from a decision, with `action` there if it is given. `ended` receives the side that won
    /// and the position at the end, or one before it after a [shortcut](Game::shortcut), and returns whether to
    /// continue.
    pub fn play_each(
        &mut self,
        from: &G::Position,
        action: Option<G::Action>,
        mut ended: impl FnMut(Option<usize>, &G::Position) -> bool,
    ) {
        let first = if G::HIDDEN {
            // Each play-out begins with a draw of what is hidden.
            self.common.clone_from(from);
            action.map_or(Start::Choice, Start::Action)
        } else {
            self.dice.start(0);
            self.position.clone_from(from);
            self.first_throw(action)
        };
        if let Start::Ended(won) = first {
            // Without dice one play-out is as good as many.
            let _ = (0..self.count).all(|_| ended(won, &self.position));
            return;
        }
        self.die = None;
        self.forks.iter_mut().for_each(|fork| fork.0 = None);
        let mut may_fork = !G::HIDDEN;
        for playout in 0..self.count {
            deadline::check();
            self.dice.start(playout.into());
            let fork = match first {
                Start::Action(action) if may_fork => self.fork(action, playout.into()),
                _ => None,
            };
            may_fork &= fork.is_some();
            let won = self.play_on(first, fork);
            if !ended(won, &self.position) {
                return;
            }
        }
    }

    /// Plays on until dice are thrown and keeps the position before that step in `common`.
    fn first_throw(&mut self, mut action: Option<G::Action>) -> Start<G::Action> {
        let game = self.game;
        game.attend(&self.position, &mut self.memory);
        loop {
            self.common.clone_from(&self.position);
            let mut watched = Watched::new(game, &mut self.dice);
            let next = match action {
                None => game.advance(&mut self.position, &mut watched, &mut Silent),
                Some(_) => Next::Decision(0),
            };
            if watched.drawn {
                return Start::Choice;
            }
            if let Next::End(outcome) = next {
                return Start::Ended(winner(&self.sides, outcome));
            }
            let chosen = action.unwrap_or_else(|| {
                self.cost += game.decision_cost(&self.position);
                game.choose(&self.position, &mut self.memory, &mut watched)
            });
            if !watched.drawn {
                game.apply(&mut self.position, chosen, &mut watched, &mut Silent);
            }
            if watched.drawn {
                return action.map_or(Start::Choice, Start::Action);
            }
            action = None;
        }
    }

    /// Throws the die that an action begins with, and returns the place of what follows its face; `None` where the
    /// action throws anything else, and the dice lie as before.
    fn fork(&mut self, action: G::Action, playout: u64) -> Option<usize> {
        if let Some((roller, faces)) = self.die {
            let place = self.dice.die(roller, faces) as usize - 1;
            if self.forks[place].0.is_some() {
                return Some(place);
            }
            self.dice.start(playout);
        }
        self.position.clone_from(&self.common);
        let mut thrown = OneDie {
            dice: &mut self.dice,
            die: None,
            others: false,
        };
        self.game
            .apply(&mut self.position, action, &mut thrown, &mut Silent);
        let die = thrown.die.filter(|_| !thrown.others);
        let place = die.map(|(roller, faces, face)| {
            self.die = Some((roller, faces));
            let faces = faces as usize;
            if self.forks.len() < faces {
                self.forks.resize_with(faces, || (None, self.game.start()));
            }
            let place = face as usize - 1;
            // What all have in common is needed for other faces.
            std::mem::swap(&mut self.common, &mut self.forks[place].1);
            let start = self.first_throw(None);
            if let Start::Ended(_) = start {
                self.common.clone_from(&self.position);
            }
            std::mem::swap(&mut self.common, &mut self.forks[place].1);
            self.forks[place].0 = Some(start);
            place
        });
        self.dice.start(playout);
        if let Some((roller, faces, _)) = die {
            self.dice.die(roller, faces);
        }
        place
    }

    /// Plays to the end of a play-out from what is common, or behind a fork. Returns the side that wins.
    fn play_on(&mut self, first: Start<G::Action>, fork: Option<usize>) -> Option<usize> {
        let game = self.game;
        let (start, from) = match fork {
            Some(place) => {
                let (start, position) = &self.forks[place];
                (start.unwrap_or(first), position)
            }
            None => (first, &self.common),
        };
        let mut action = match start {
            Start::Ended(won) => {
                self.position.clone_from(from);
                return won;
            }
            Start::Choice => None,
            Start::Action(action) => Some(action),
        };
        game.attend(from, &mut self.memory);
        if action.is_none()
            && !G::HIDDEN
            && let Some((outcome, cost)) = game.shortcut(from, &mut self.memory, &mut self.dice)
        {
            self.cost += cost;
            return winner(&self.sides, outcome);
        }
        self.position.clone_from(from);
        if G::HIDDEN {
            game.resample(&mut self.position, &mut self.dice);
        }
        loop {
            let chosen = match action.take() {
                Some(action) => action,
                None => match game.advance(&mut self.position, &mut self.dice, &mut Silent) {
                    Next::Decision(_) => {
                        self.cost += game.decision_cost(&self.position);
                        game.choose(&self.position, &mut self.memory, &mut self.dice)
                    }
                    Next::End(outcome) => return winner(&self.sides, outcome),
                },
            };
            game.apply(&mut self.position, chosen, &mut self.dice, &mut Silent);
            if let Some((outcome, cost)) =
                game.shortcut(&self.position, &mut self.memory, &mut self.dice)
            {
                self.cost += cost;
                return winner(&self.sides, outcome);
            }
        }
    }
}

/// Dice that record the first die, and whether anything else was thrown or drawn.
struct OneDie<'a> {
    dice: &'a mut Sampled,
    /// Its roller, its faces and the face that it shows.
    die: Option<(Roller, u32, u32)>,
    others: bool,
}

impl Dice for OneDie<'_> {
    fn pool(&mut self, roller: Roller, count: u32) -> Pool {
        self.others = true;
        self.dice.pool(roller, count)
    }

    fn die(&mut self, roller: Roller, sides: u32) -> u32 {
        let face = self.dice.die(roller, sides);
        self.others |= self.die.is_some();
        self.die.get_or_insert((roller, sides, face));
        face
    }

    fn choose(&mut self, roller: Roller, options: u32) -> u32 {
        self.others = true;
        self.dice.choose(roller, options)
    }
}
