//! The contests of scenes, prepared when somebody comes there for the first time in that state.

use super::cast::{Casting, OWN, Role};
use super::party::Party;
use super::{Adventure, Crew, Scene};
use crate::contest::{Build, Contest, Perform};
use crate::document::tree::Value;
use crate::document::{Faults, Node, Path, check_at, written};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The most states of scenes that are kept; with more than that contests are prepared anew.
pub(super) const MOST_KEPT: usize = 4_096;
/// The most that those may take to be solved which are kept, in nanoseconds: as long as that they fit into
/// memory.
const MOST_SOLVING: u64 = 60_000_000_000;

/// A scene with the characters as they are: the contest; none where nobody takes a part that somebody
/// has to.
pub(super) type Ready = Option<Arc<Staged>>;

/// A contest and who is in it.
pub(super) struct Staged {
    contest: Arc<dyn Contest>,
    pub(super) rollers: Vec<String>,
    /// All who take part.
    pub(super) roles: Vec<Role>,
    /// Those of them to whom something may happen, with their positions in the contest.
    pub(super) actors: Vec<(usize, Role)>,
    /// Those with means of their own: the position in the contest, who it is, and the Class.
    pub(super) backers: Vec<(usize, usize, usize)>,
    /// The group's cargoes: the position in the contest, and the cargo.
    pub(super) cargoes: Vec<(usize, usize)>,
    /// By outcome: the target, and the cost.
    pub(super) outcomes: Vec<Lead>,
}

/// What an outcome leads to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lead {
    pub(super) target: super::Target,
    /// The position of the cost in the scene's list.
    pub(super) cost: Option<usize>,
    pub(super) won: bool,
    /// Whether somebody was hurt on the way to it.
    pub(super) harmed: bool,
}

impl Scene {
    /// What an outcome leads to.
    pub(super) fn lead(&self, outcome: &str) -> Lead {
        Lead {
            target: self.target(outcome),
            cost: self.cost.iter().position(|(name, _)| name == outcome),
            won: outcome == self.won,
            harmed: false,
        }
    }
}

impl std::fmt::Debug for Staged {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Staged")
            .field("roles", &self.roles)
            .finish_non_exhaustive()
    }
}

/// The contests that are kept.
#[derive(Debug, Default)]
pub(super) struct Scenes(Mutex<Kept>);

#[derive(Debug, Default)]
struct Kept {
    /// By what scenes see of the characters.
    by_sight: HashMap<Vec<u64>, Ready>,
    /// By scene, text and who takes part with which Classes: characters who are not needed make no other
    /// contest of it, and some take long to be solved.
    by_text: HashMap<(usize, String, Vec<Role>), Ready>,
    /// By kind and text: scenes with the same contest share what is solved for it.
    contests: HashMap<(&'static str, String), Arc<Staged>>,
    /// How long they take to be solved.
    solving: u64,
}

impl Kept {
    /// The scene at this position with a cast, prepared if it is not there yet.
    fn scene(&mut self, position: usize, cast: Cast, adventure: &Adventure) -> Ready {
        // Where Classes are but dice, two of them may be written the same.
        let text = cast.text();
        let key = (position, text.clone(), cast.roles.clone());
        if let Some(ready) = self.by_text.get(&key) {
            return ready.clone();
        }
        let scene = &adventure.scenes[position];
        let same = (scene.kind.name, text);
        let ready = if let Some(known) = self.contests.get(&same) {
            let contest = Arc::clone(&known.contest);
            staged(scene, &adventure.crew, contest, cast.roles).map(Arc::new)
        } else {
            // Where a character is missing the worst outcome comes up.
            let faults = &mut Faults::new();
            let ready = cast.prepare(scene, &adventure.crew, (&Path::root(), faults));
            if let Some(staged) = &ready {
                let effort = staged.contest().effort().once;
                self.solving = self.solving.saturating_add(effort);
                self.contests.insert(same, Arc::clone(staged));
            }
            ready
        };
        self.by_text.insert(key, ready.clone());
        ready
    }
}

impl Adventure {
    /// A scene with the characters as they are now; `seen` is what it [sees](seen) of them.
    pub(super) fn ready(&self, position: usize, party: &Party, seen: &[u64]) -> Ready {
        let Scenes(kept) = &self.prepared;
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(ready) = kept.by_sight.get(seen) {
            return ready.clone();
        }
        let cast = Cast::of(&self.scenes[position], &self.crew, party);
        let ready = cast.and_then(|cast| kept.scene(position, cast, self));
        if kept.by_sight.len() >= MOST_KEPT || kept.solving > MOST_SOLVING {
            *kept = Kept::default();
        }
        kept.by_sight.insert(seen.to_vec(), ready.clone());
        ready
    }
}

/// All that a scene can see of the party, as words; the first is the scene's.
pub(super) fn seen(scene: &Scene, position: usize, party: &Party, words: &mut Vec<u64>) {
    words.push(position as u64);
    for &character in &scene.concerned {
        words.push(party.members[character].seen(scene.fight, party.scene));
    }
    if scene.prosperous {
        words.push(u64::from(party.prosperity));
    }
    for &cargo in &scene.cargoes {
        words.push(party.cargoes[cargo].seen());
    }
}

/// The contest of a scene with the characters as they are, as it would be written.
pub(super) struct Cast {
    contest: Node,
    roles: Vec<Role>,
}

impl Cast {
    /// None where nobody takes a part that somebody has to.
    pub(super) fn of(scene: &Scene, crew: &Crew, party: &Party) -> Option<Self> {
        let mut casting = Casting {
            crew,
            party,
            scene: party.scene,
            fight: scene.fight,
            several: scene.several,
            roles: Vec::new(),
        };
        let mut contest = casting.cast(&scene.contest).ok()?;
        if let Value::Table(entries) = &mut contest.value {
            entries.remove("kind");
            // A scene has the Classes that suit it, as they are now: no character starts with them.
            if let Some(Value::Table(rules)) = entries.get_mut("rules").map(|node| &mut node.value)
            {
                rules.remove(Build::KEY.name);
            }
            if scene.prosperous && entries.get("prosperity").is_none() {
                let prosperity = Value::Integer(i64::from(party.prosperity));
                entries.set("prosperity", prosperity, &contest.place);
            }
        }
        Some(Self {
            contest,
            roles: casting.roles,
        })
    }

    /// The contest as a text, which tells it from others of its kind.
    pub(super) fn text(&self) -> String {
        written(&self.contest)
    }

    /// The contest itself; none, with faults, where it is none.
    pub(super) fn prepare(
        self,
        scene: &Scene,
        crew: &Crew,
        (path, faults): (&Path, &mut Faults),
    ) -> Ready {
        let before = faults.len();
        let table = check_at(&self.contest, scene.kind.keys, path, faults);
        if faults.len() == before {
            (scene.kind.examine)(&table, faults);
        }
        if faults.len() > before {
            return None;
        }
        let contest = (scene.kind.build)(&table)?;
        staged(scene, crew, contest.into(), self.roles).map(Arc::new)
    }
}

impl Staged {
    /// The contest.
    pub(super) fn contest(&self) -> &dyn Contest {
        self.contest.as_ref()
    }

    /// Tells contests apart that are not shared.
    pub(super) fn identity(&self) -> *const () {
        Arc::as_ptr(&self.contest).cast()
    }

    /// Whether it may leave more behind than how it ends.
    pub(super) fn leaves_something(&self) -> bool {
        !(self.actors.is_empty() && self.backers.is_empty() && self.cargoes.is_empty())
    }

    /// The same, to be played.
    pub(super) fn part(&self) -> &dyn Perform {
        let part = self.contest.as_part();
        part.expect("whoever made it asked whether it can be a part")
    }
}

fn staged(
    scene: &Scene,
    crew: &Crew,
    contest: Arc<dyn Contest>,
    roles: Vec<Role>,
) -> Option<Staged> {
    let actors = contest.as_part()?.actors().into_iter().enumerate();
    let actors = actors.filter_map(|(actor, name)| {
        let character = crew.position(&name)?;
        let role = roles.iter().find(|role| role.character == character)?;
        Some((actor, role.clone()))
    });
    let owned = contest.as_part()?.owned();
    let backers = owned.backers.iter().enumerate();
    let backers = backers.filter_map(|(backer, name)| {
        let character = crew.position(name)?;
        let role = roles.iter().find(|role| role.character == character)?;
        let class = role.classes.first().filter(|&&class| class != OWN)?;
        Some((backer, character, usize::from(*class)))
    });
    let cargoes = owned.cargoes.iter().enumerate();
    let cargoes = cargoes.filter_map(|(position, name)| Some((position, crew.cargo(name)?)));
    let outcomes = contest.outcomes().iter();
    let outcomes = outcomes.map(|outcome| scene.lead(&outcome.name));
    Some(Staged {
        rollers: contest.who_rolls(),
        actors: actors.collect(),
        backers: backers.collect(),
        cargoes: cargoes.collect(),
        outcomes: outcomes.collect(),
        roles,
        contest,
    })
}
