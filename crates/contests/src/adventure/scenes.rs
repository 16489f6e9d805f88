//! Contests of scenes, prepared for and cached by states of the party.

use super::casting::{Casting, Role};
use super::party::{Party, SCENE_CLASS};
use super::{Adventure, Crew, Scene};
use evenodds_core::contest::{Build, Contest, Perform, Replaced};
use evenodds_core::document::tree::TomlValue;
use evenodds_core::document::{Faults, Node, Path, check_at, written};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Maximum number of cached states; at this number the cache is cleared.
pub(super) const MAX_CACHED: usize = 4_096;
/// Maximum total solving time of cached contests, in nanoseconds, as a proxy for their memory.
const MOST_SOLVING: u64 = 60_000_000_000;

/// A scene with the characters in their current state; `None` if a required part is empty.
pub(super) type CastScene = Option<Arc<PreparedScene>>;

/// A prepared contest with its participants.
pub(super) struct PreparedScene {
    contest: Arc<dyn Contest>,
    pub(super) rollers: Vec<String>,
    /// All characters and bases that take part.
    pub(super) roles: Vec<Role>,
    /// Roles that can be harmed, each with its index in the contest.
    pub(super) actors: Vec<(usize, Role)>,
    /// Bases and characters whose dice the contest may change: index in the contest, character,
    /// Class.
    pub(super) backers: Vec<(usize, usize, usize)>,
    /// Cargoes of the group: index in the contest, and cargo.
    pub(super) cargoes: Vec<(usize, usize)>,
    /// Barters of the group's cargoes: number of the pair, cargo given and cargo wanted.
    pub(super) barters: Vec<(u32, usize, usize)>,
    /// True if the contest has a journey.
    pub(super) travels: bool,
    /// Effects by outcome.
    pub(super) outcomes: Vec<OutcomeEffects>,
}

/// Effects of an outcome on the progress of the adventure.
#[derive(Clone, Copy, Debug)]
pub(super) struct OutcomeEffects {
    pub(super) target: super::OutcomeTarget,
    /// Index of the cost in the scene's list; `None` without a cost.
    pub(super) cost: Option<usize>,
    pub(super) won: bool,
    /// True if a character was hurt in the scene.
    pub(super) harmed: bool,
}

impl Scene {
    /// Returns the effects of an outcome.
    pub(super) fn lead(&self, outcome: &str) -> OutcomeEffects {
        OutcomeEffects {
            target: self.target(outcome),
            cost: self.cost.iter().position(|(name, _)| name == outcome),
            won: outcome == self.won,
            harmed: false,
        }
    }
}

impl std::fmt::Debug for PreparedScene {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("PreparedScene")
            .field("roles", &self.roles)
            .finish_non_exhaustive()
    }
}

/// Cache of prepared contests.
#[derive(Debug, Default)]
pub(super) struct Scenes(Mutex<SceneCacheMaps>);

#[derive(Debug, Default)]
struct SceneCacheMaps {
    /// Contests by the words of [`state_words`]: the part of the party's state that a scene depends
    /// on.
    by_state: HashMap<Vec<u64>, CastScene>,
    /// Contests by scene, text and roles. The state of unused candidates does not affect the
    /// contest, so this key avoids solving it again.
    by_text: HashMap<(usize, String, Vec<Role>), CastScene>,
    /// Contests by kind and text: scenes with equal contests share the solution.
    contests: HashMap<(&'static str, String), Arc<PreparedScene>>,
    /// Total solving time of the contests, in nanoseconds.
    solving: u64,
}

impl SceneCacheMaps {
    /// Returns a scene, given by index, with its cast; prepares it if it is not cached.
    fn scene(&mut self, position: usize, cast: Cast, adventure: &Adventure) -> CastScene {
        // Two casts with Classes of the same dice may have equal texts.
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
            // The faults of a missing character are discarded, since the worst outcome follows.
            let faults = &mut Faults::new();
            let ready = cast.prepare(scene, &adventure.crew, (&Path::root(), faults));
            if let Some(staged) = &ready {
                let cost = staged.contest().cost().setup;
                self.solving = self.solving.saturating_add(cost);
                self.contests.insert(same, Arc::clone(staged));
            }
            ready
        };
        self.by_text.insert(key, ready.clone());
        ready
    }
}

impl Adventure {
    /// Returns a scene in the current state of the party; `words` is the output of [`state_words`].
    pub(super) fn ready(&self, position: usize, party: &Party, words: &[u64]) -> CastScene {
        let Scenes(cache) = &self.prepared;
        let mut cache = cache.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(ready) = cache.by_state.get(words) {
            return ready.clone();
        }
        let cast = Cast::of(&self.scenes[position], &self.crew, party);
        let ready = cast.and_then(|cast| cache.scene(position, cast, self));
        if cache.by_state.len() >= MAX_CACHED || cache.solving > MOST_SOLVING {
            *cache = SceneCacheMaps::default();
        }
        cache.by_state.insert(words.to_vec(), ready.clone());
        ready
    }
}

/// Appends the part of the party's state that a scene depends on, as words. The first word is the
/// index of the scene.
pub(super) fn state_words(scene: &Scene, position: usize, party: &Party, words: &mut Vec<u64>) {
    words.push(position as u64);
    for &character in &scene.named_characters {
        words.push(party.members[character].state_word(scene.fight, party.scene));
    }
    if scene.prosperous {
        words.push(u64::from(party.prosperity));
    }
    for &cargo in &scene.cargoes {
        words.push(party.cargoes[cargo].state_word());
    }
}

/// Contest of a scene with the characters in their current state, as a tree of the file format.
pub(super) struct Cast {
    contest: Node,
    roles: Vec<Role>,
}

impl Cast {
    /// Casts a scene; `None` if a required part is empty.
    pub(super) fn of(scene: &Scene, crew: &Crew, party: &Party) -> Option<Self> {
        let mut casting = Casting {
            crew,
            party,
            scene: party.scene,
            fight: scene.fight,
            has_class_lists: scene.has_class_lists,
            roles: Vec::new(),
        };
        let mut contest = casting.cast(&scene.contest).ok()?;
        if let TomlValue::Table(entries) = &mut contest.value {
            entries.remove("kind");
            // `rules.build` limits initial Classes only; those of a scene are current ones.
            if let Some(TomlValue::Table(rules)) =
                entries.get_mut("rules").map(|node| &mut node.value)
            {
                rules.remove(Build::KEY.name);
            }
            if scene.prosperous && entries.get("prosperity").is_none() {
                let prosperity = TomlValue::Integer(i64::from(party.prosperity));
                entries.set("prosperity", prosperity, &contest.span);
            }
        }
        Some(Self {
            contest,
            roles: casting.roles,
        })
    }

    /// Returns the contest as text; equal texts of the same kind mean equal contests.
    pub(super) fn text(&self) -> String {
        written(&self.contest)
    }

    /// Prepares the contest; `None`, with faults, if it is not valid.
    pub(super) fn prepare(
        self,
        scene: &Scene,
        crew: &Crew,
        (path, faults): (&Path, &mut Faults),
    ) -> CastScene {
        let before = faults.len();
        let table = check_at(&self.contest, scene.kind.keys, path, faults);
        if faults.len() > before {
            return None;
        }
        let mut contest = scene.kind.read(&table, faults)?;
        if scene.has_substitutes
            && let Some(substitute) = contest.substitute(Replaced::All(None))
        {
            contest = substitute.contest;
        }
        staged(scene, crew, contest.into(), self.roles).map(Arc::new)
    }
}

impl PreparedScene {
    pub(super) fn contest(&self) -> &dyn Contest {
        self.contest.as_ref()
    }

    /// Returns the address of the contest; scenes have equal addresses only if they share it.
    pub(super) fn identity(&self) -> *const () {
        Arc::as_ptr(&self.contest).cast()
    }

    /// Returns whether the contest can change the party's state directly, beyond its outcome.
    pub(super) fn has_aftermath(&self) -> bool {
        !(self.actors.is_empty() && self.backers.is_empty() && self.cargoes.is_empty())
    }

    /// Returns the contest in the form for playing it within an adventure.
    pub(super) fn part(&self) -> &dyn Perform {
        let part = self.contest.as_scene();
        part.expect("only contests that can be parts are prepared")
    }
}

fn staged(
    scene: &Scene,
    crew: &Crew,
    contest: Arc<dyn Contest>,
    roles: Vec<Role>,
) -> Option<PreparedScene> {
    contest.as_scene()?;
    let effects = contest.lasting_effects();
    let actors = effects.participants().into_iter().enumerate();
    let actors = actors.filter_map(|(actor, name)| {
        let character = crew.position(&name)?;
        let role = roles.iter().find(|role| role.character == character)?;
        Some((actor, role.clone()))
    });
    let owned = effects.owned();
    let backers = owned.backers.iter().enumerate();
    let backers = backers.filter_map(|(backer, name)| {
        let character = crew.position(name)?;
        let role = roles.iter().find(|role| role.character == character)?;
        let class = role
            .classes
            .first()
            .filter(|&&class| class != SCENE_CLASS)?;
        Some((backer, character, usize::from(*class)))
    });
    let cargoes = owned.cargoes.iter().enumerate();
    let cargoes = cargoes.filter_map(|(position, name)| Some((position, crew.cargo(name)?)));
    let barters = owned.barters.iter().filter_map(|&(give, get, pair)| {
        let cargo = |position: usize| crew.cargo(&owned.cargoes[position]);
        Some((pair, cargo(give)?, cargo(get)?))
    });
    let outcomes = contest.outcomes().iter();
    let outcomes = outcomes.map(|outcome| scene.lead(&outcome.name));
    Some(PreparedScene {
        rollers: contest.rollers(),
        actors: actors.collect(),
        backers: backers.collect(),
        cargoes: cargoes.collect(),
        barters: barters.collect(),
        travels: owned.travels,
        outcomes: outcomes.collect(),
        roles,
        contest,
    })
}
