//! Conversion of a checked file to an adventure.

use super::carry;
use super::casting::CARGO;
use super::contest_keys::has_several_classes;
use super::crew::crew;
use super::flow::flow;
use super::keys::{CharacterKeys, File, GroupKeys, SceneKeys};
use super::measure::{Layout, Setup, timelines};
use super::names::{NameSearch, side_has_characters};
use super::party::Party;
use super::rest::Rest;
use super::scenes::{Cast, PreparedScene, Scenes};
use super::solve::MOST_SOLVING;
use super::{Adventure, Crew, Options, OutcomeTarget, Scene, Unmanned};
use crate::kind;
use evenodds_core::contest::{
    Build, CarriedValue, ConfiguredPlayers, Contest, Cost, Description, Kind, Outcome, Typed,
};
use evenodds_core::document::tree::TomlValue;
use evenodds_core::document::{CheckedTable, Fault, Faults, Item, Node, Path, not_known};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Name of the ending after the last scene.
const DONE: &str = "done";
/// Outcome of a session that reaches `rules.max_scenes` without an ending.
const UNRESOLVED: &str = "unresolved";
/// Estimated cost of a scene without its contest, in nanoseconds.
const SCENE_OVERHEAD: u64 = 200;

/// Adds the faults that key tables cannot express.
pub(super) fn examine(table: &CheckedTable, faults: &mut Faults) {
    adventure(table, faults);
}

/// Builds the adventure from a table without faults.
pub(super) fn build(table: &CheckedTable, _: &mut Faults) -> Option<Box<dyn Contest>> {
    let mut faults = Faults::new();
    let adventure = adventure(table, &mut faults)?;
    faults
        .is_empty()
        .then(|| Box::new(adventure) as Box<dyn Contest>)
}

/// Contents of a file, as far as they are valid.
pub(super) struct FileContents<'a> {
    pub(super) table: &'a CheckedTable,
    /// Characters in file order; `None` for an invalid one.
    pub(super) characters: Vec<Option<CharacterKeys>>,
    scenes: Vec<Option<SceneKeys>>,
    pub(super) has_group: bool,
    prosperity: u32,
    /// True if any scene may be skipped.
    skips: bool,
}

impl<'a> FileContents<'a> {
    fn of(table: &'a CheckedTable) -> Self {
        let group = GroupKeys::under(table, "group");
        let options = Options::under(table, "rules");
        let characters = table.tables("character").iter();
        let scenes = table.tables("scene").iter();
        Self {
            table,
            characters: characters.map(CharacterKeys::read).collect(),
            scenes: scenes.map(SceneKeys::read).collect(),
            has_group: table.item("group").is_some(),
            prosperity: group.map_or(0, |group| group.prosperity),
            skips: options.is_none_or(|options| options.unmanned == Unmanned::Skip),
        }
    }

    /// Returns the names of all scenes, including invalid ones.
    fn scene_names(&self) -> Vec<&'a str> {
        let scenes = self.table.tables("scene").iter();
        scenes
            .map(|scene| scene.text("name").unwrap_or_default())
            .collect()
    }

    /// Returns the endings with their texts.
    fn endings(&self) -> impl Iterator<Item = (&'a str, &'a Item)> + use<'a> {
        let endings = self.table.map("endings").iter();
        endings.map(|(name, item)| (name.as_str(), item))
    }
}

/// Builds the adventure of a file, and adds all faults.
fn adventure(table: &CheckedTable, faults: &mut Faults) -> Option<Adventure> {
    let contents = FileContents::of(table);
    let characters = table.tables("character").iter();
    Build::examine(
        table,
        characters,
        "add a [[character]] for each of them",
        faults,
    );
    let crew = crew(table, &contents.characters, faults);
    let endings = endings(&contents, faults);
    // Without valid characters, references to them in scenes cannot be checked.
    let crew = crew?;
    let mut start = Party::new(&crew, contents.prosperity);
    let names = contents.scene_names();
    let first = first(table, &names, faults);
    let mut reader = AdventureReader {
        contents: &contents,
        crew: &crew,
        start: &start,
        endings: &endings,
        names: &names,
        first: &first,
        faults,
        cost: Cost {
            setup: 0,
            per_trial: 0,
        },
        contests: BTreeSet::new(),
        is_slow: false,
        players: Vec::new(),
        carried: Vec::new(),
    };
    let scenes = reader.scenes();
    let of_scenes = std::mem::take(&mut reader.carried);
    let (cost, is_slow) = (reader.cost, reader.is_slow);
    let players = ConfiguredPlayers::of_parts(reader.players);
    let mut scenes = scenes.filter(|scenes| !scenes.is_empty())?;
    let scene_keys: Vec<&SceneKeys> = contents.scenes.iter().flatten().collect();
    let carried = carry::link(&mut scenes, &of_scenes, &scene_keys, faults)?;
    for (scene, keys) in scenes.iter_mut().zip(&scene_keys) {
        let rests = keys.rest.fields.iter();
        let rests = rests.map(|(field, item)| Rest::read((field, item), &carried, faults));
        // Collected before the check, so that the faults of all fields are found.
        let rests: Vec<Option<Rest>> = rests.collect();
        scene.rests = rests.into_iter().flatten().collect();
    }
    let warnings = carry::unused(&scenes, &carried, &scene_keys);
    check_endings_reachable((&scenes, &first), table, faults);
    check_solving_time(cost, table, faults);
    let file = File::read(table)?;
    let setup = Setup {
        scenes: &scenes,
        endings: &endings,
        characters: crew.people(),
        carried: &carried,
        sessions: file.sessions,
        group: contents.has_group,
    };
    let (metrics, layout) = Layout::new(&setup);
    let highlights: &[&str] = if crew.people().is_empty() && !carried.is_empty() {
        &["scenes", "carried", "ended_in"]
    } else {
        &[
            "scenes",
            "alive",
            "fit",
            "carried",
            "ended_in",
            "prosperity",
        ]
    };
    start.carried = vec![None; carried.len()];
    let mut adventure = Adventure {
        description: Description {
            outcomes: outcomes(&file.endings, &endings),
            metrics,
            timelines: timelines(crew.people()),
            highlights,
            warnings,
            players,
            is_slow,
            ..Description::default()
        },
        layout,
        cost: Cost {
            per_trial: cost.per_trial * u64::from(file.sessions),
            ..cost
        },
        prepared: Scenes::default(),
        sessions: file.sessions,
        has_group: contents.has_group,
        options: file.rules,
        start,
        first,
        carried,
        scenes,
        endings,
        crew,
    };
    adventure.description.flow = Some(flow(&adventure));
    Some(adventure)
}

/// Returns the names of the endings, `done` first.
fn endings(contents: &FileContents, faults: &mut Faults) -> Vec<String> {
    let mut endings = vec![DONE.to_owned()];
    let scenes = contents.scene_names();
    for (name, item) in contents.endings() {
        let accepted = if name == UNRESOLVED {
            "expected another name, as \"unresolved\" is the outcome without an ending"
        } else if scenes.contains(&name) {
            "expected another name, as a scene has this one"
        } else {
            if name != DONE {
                endings.push(name.to_owned());
            }
            continue;
        };
        faults.push(Fault::new(
            item.span(),
            item.path(),
            "is an ending",
            accepted,
        ));
    }
    for (name, table) in scenes.iter().zip(contents.table.tables("scene")) {
        if [DONE, UNRESOLVED].contains(name) {
            let accepted = "expected another name, as an ending or outcome has this one";
            faults.refuse(table, "name", accepted, None);
        }
    }
    endings
}

fn outcomes(sentences: &[(String, String)], endings: &[String]) -> Vec<Outcome> {
    let sentence = |name: &str| {
        let mut contents = sentences.iter();
        let contents = contents.find(|(other, _)| other == name);
        contents.map_or_else(
            || format!("it ends with {name}"),
            |(_, sentence)| clause(sentence),
        )
    };
    let usual =
        endings
            .iter()
            .enumerate()
            .map(|(number, name)| match Outcome::new(name, sentence(name)) {
                done if number == 0 => done,
                other => other.failing(),
            });
    let rare = Outcome::rare(UNRESOLVED, "no ending is reached");
    usual.chain([rare]).collect()
}

/// Converts a sentence to a clause: its first word becomes lower case unless it may be a name.
fn clause(sentence: &str) -> String {
    const COMMON: [&str; 12] = [
        "The",
        "A",
        "An",
        "It",
        "They",
        "There",
        "Nobody",
        "Everybody",
        "All",
        "No",
        "Our",
        "We",
    ];
    let sentence = sentence.trim().trim_end_matches('.');
    match sentence.split_once(' ') {
        Some((first, rest)) if COMMON.contains(&first) => {
            format!("{} {rest}", first.to_lowercase())
        }
        _ => sentence.to_owned(),
    }
}

/// Reports an adventure in which no ending can be reached.
fn check_endings_reachable(
    (scenes, first): (&[Scene], &[usize]),
    table: &CheckedTable,
    faults: &mut Faults,
) {
    let mut reached = vec![false; scenes.len()];
    let mut open = first.to_vec();
    while let Some(scene) = open.pop() {
        if std::mem::replace(&mut reached[scene], true) {
            continue;
        }
        for &target in &scenes[scene].targets {
            match target {
                OutcomeTarget::Scene(next) => open.push(next),
                OutcomeTarget::Ending(_) => return,
            }
        }
    }
    let found = "never ends, as its scenes lead to each other in a circle";
    let accepted = "let an outcome lead to an ending, as in then = { success = \"done\" }";
    let fault = Fault::new(table.span("scene"), table.path_of("scene"), found, accepted);
    faults.push(fault);
}

/// Reports an adventure that takes too long to solve for its players before the first trial.
fn check_solving_time(cost: Cost, table: &CheckedTable, faults: &mut Faults) {
    const SECOND: u64 = 1_000_000_000;
    if cost.setup <= MOST_SOLVING {
        return;
    }
    let seconds = cost.setup / SECOND;
    let fault = Fault::new(
        table.span("scene"),
        table.path_of("scene"),
        format!("takes about {seconds} s to solve"),
        format!("expected at most {} s", MOST_SOLVING / SECOND),
    );
    let help = "scenes with the same contest are solved once, and players such as one_by_one require no solution";
    faults.push(fault.with_help(Some(help.to_owned())));
}

pub(super) struct AdventureReader<'a> {
    pub(super) contents: &'a FileContents<'a>,
    pub(super) crew: &'a Crew,
    start: &'a Party,
    endings: &'a [String],
    names: &'a [&'a str],
    first: &'a [usize],
    pub(super) faults: &'a mut Faults,
    cost: Cost,
    /// Contests so far, by kind and text: equal contests are solved only once.
    contests: BTreeSet<(&'static str, String)>,
    is_slow: bool,
    players: Vec<(String, ConfiguredPlayers)>,
    /// Carried values of the contest of each scene.
    carried: Vec<Vec<CarriedValue>>,
}

/// Returns the first scenes of sessions; reports unknown names.
fn first(table: &CheckedTable, names: &[&str], faults: &mut Faults) -> Vec<usize> {
    let Some(item) = table.item("first") else {
        return vec![0];
    };
    let items = match item.as_list() {
        Some(items) => items,
        None => std::slice::from_ref(item),
    };
    let mut first = Vec::new();
    for item in items {
        let Some(name) = item.as_text() else {
            continue;
        };
        if let Some(scene) = names.iter().position(|&known| known == name) {
            first.push(scene);
        // The name may be that of a scene with an invalid name.
        } else if !names.contains(&"") {
            let (accepted, help) = not_known(name, names, "scenes");
            let found = format!("is \"{name}\"");
            let fault = Fault::new(item.span(), item.path(), found, accepted);
            faults.push(fault.with_help(help));
        }
    }
    if first.is_empty() {
        first.push(0);
    }
    first
}

impl AdventureReader<'_> {
    /// Builds all scenes; `None` if one of them is invalid.
    fn scenes(&mut self) -> Option<Vec<Scene>> {
        let contents = self.contents;
        let tables = contents.table.tables("scene");
        let scenes: Vec<Option<Scene>> = (contents.scenes.iter().zip(tables).enumerate())
            .map(|(position, (keys, table))| self.scene(position, keys.as_ref()?, table))
            .collect();
        let mut scenes: Vec<Scene> = scenes.into_iter().collect::<Option<_>>()?;
        let mut transitions = 0;
        for scene in &mut scenes {
            scene.first_transition = transitions;
            transitions += scene.targets.len();
        }
        Some(scenes)
    }

    fn scene(&mut self, position: usize, keys: &SceneKeys, table: &CheckedTable) -> Option<Scene> {
        let whole = &keys.contest;
        let kind = kind(whole.choice("kind")?)?;
        let contest = whole.to_node();
        let path = whole.own_path().clone();
        let before = self.faults.len();
        let has_class_lists = has_several_classes(kind.keys);
        let named_characters = NameSearch::named_characters(
            &contest,
            &path,
            (self.crew, has_class_lists),
            self.faults,
        );
        if self.faults.len() > before {
            return None;
        }
        let next = self.next(position);
        let mut scene = Scene {
            name: keys.name.clone(),
            kind,
            cargoes: cargoes(&contest, self.crew),
            contest,
            has_class_lists,
            fight: false,
            prosperous: self.contents.has_group
                && has_prosperity(kind)
                && !whole.given("prosperity"),
            named_characters,
            then: Vec::new(),
            next,
            targets: Vec::new(),
            first_transition: 0,
            worst: String::new(),
            rest: keys.rest.is_rest,
            rests: Vec::new(),
            carried: Vec::new(),
            session_ends: keys.session_ends,
            cost: Vec::new(),
            won: String::new(),
            has_substitutes: false,
        };
        let staged = self.prepared(&scene, table, &path)?;
        let contest = staged.contest();
        scene.fight = !contest.lasting_effects().participants().is_empty();
        self.carried.push(contest.lasting_effects().carried());
        let outcomes: Vec<&str> = contest
            .outcomes()
            .iter()
            .map(|one| one.name.as_str())
            .collect();
        outcomes
            .first()
            .copied()
            .unwrap_or_default()
            .clone_into(&mut scene.won);
        scene.worst = self.worst(keys, table, contest, &scene.contest);
        scene.then = self.then(keys, table, &outcomes);
        let leads = |outcome: &&str| scene.then.iter().any(|(name, _)| name == outcome);
        let continues = self.contents.skips || !outcomes.iter().all(leads);
        let others = scene.then.iter().map(|&(_, target)| target);
        for target in continues.then_some(next).into_iter().chain(others) {
            if !scene.targets.contains(&target) {
                scene.targets.push(target);
            }
        }
        scene.cost = self.cost(keys, table, &outcomes);
        Some(scene)
    }

    /// Returns the target of the outcomes of a scene without a target of their own.
    fn next(&self, position: usize) -> OutcomeTarget {
        // If sessions start at different scenes, each of these scenes starts a separate chain.
        let begins = |scene| self.first.len() > 1 && self.first.contains(&scene);
        match position + 1 {
            next if next < self.names.len() && !begins(next) => OutcomeTarget::Scene(next),
            _ => OutcomeTarget::Ending(0),
        }
    }

    /// Prepares the contest of a scene with the initial party, and adds its cost and players;
    /// reports its faults.
    fn prepared(
        &mut self,
        scene: &Scene,
        table: &CheckedTable,
        path: &Path,
    ) -> Option<Arc<PreparedScene>> {
        let mut party = self.start.clone();
        party.scene = 1;
        let cast = Cast::of(scene, self.crew, &party);
        let text = cast.as_ref().map(Cast::text).unwrap_or_default();
        // The check of the file's keys has already found most faults of a contest.
        let mut found = Faults::new();
        let staged = cast.and_then(|cast| cast.prepare(scene, self.crew, (path, &mut found)));
        self.faults.extend_once(&found);
        let Some(staged) = staged else {
            if found.is_empty() && is_whole(&scene.contest) {
                let accepted =
                    "expected a different character for every part, with all of them present";
                self.faults.refuse(table, "contest", accepted, None);
            }
            return None;
        };
        let contest = staged.contest();
        let cost = contest.cost();
        if self.contests.insert((scene.kind.name, text)) {
            self.cost.setup += cost.setup;
        }
        self.cost.per_trial += cost.per_trial + SCENE_OVERHEAD;
        self.is_slow |= contest.is_slow();
        let players = contest.players();
        if !players.is_empty() {
            self.players.push((scene.name.clone(), players));
        }
        Some(staged)
    }

    /// Returns the outcome of a scene in which a required part is empty.
    fn worst(
        &mut self,
        keys: &SceneKeys,
        table: &CheckedTable,
        contest: &dyn Contest,
        written: &Node,
    ) -> String {
        let outcomes = contest.outcomes();
        if let Some(worst) = &keys.worst {
            let known: Vec<&str> = outcomes.iter().map(|one| one.name.as_str()).collect();
            if !known.contains(&worst.as_str()) {
                let (accepted, help) = not_known(worst, &known, "outcomes");
                self.faults.refuse(table, "worst", accepted, help);
            }
            return worst.clone();
        }
        // A side of characters must not win because one of them is missing.
        let carried = contest.lasting_effects().carried();
        let ours = |name: &str| {
            side_has_characters(written, name, self.crew)
                || carried.iter().any(|value| value.team == name)
        };
        let mut usual = outcomes.iter().filter(|one| one.always_shown);
        let last = usual.rfind(|one| !ours(&one.name));
        last.or(outcomes.last())
            .map_or_else(String::new, |one| one.name.clone())
    }

    /// Returns whether an outcome exists; reports it otherwise.
    pub(super) fn is_outcome(&mut self, name: &str, item: &Item, outcomes: &[&str]) -> bool {
        let known = outcomes.contains(&name);
        if !known {
            let (accepted, help) = not_known(name, outcomes, "outcomes");
            let fault = Fault::new(item.span(), item.path(), "is not an outcome", accepted);
            self.faults.push(fault.with_help(help));
        }
        known
    }

    /// Returns the targets of outcomes; reports unknown outcomes and targets.
    fn then(
        &mut self,
        keys: &SceneKeys,
        table: &CheckedTable,
        outcomes: &[&str],
    ) -> Vec<(String, OutcomeTarget)> {
        let mut then = Vec::new();
        for ((outcome, target), (_, item)) in keys.then.iter().zip(table.map("then")) {
            if !self.is_outcome(outcome, item, outcomes) {
                continue;
            }
            let scene = self.names.iter().position(|name| name == target);
            let ending = self.endings.iter().position(|name| name == target);
            match (scene, ending) {
                (Some(scene), _) => then.push((outcome.clone(), OutcomeTarget::Scene(scene))),
                (_, Some(ending)) => then.push((outcome.clone(), OutcomeTarget::Ending(ending))),
                // The name may be that of a scene with an invalid name.
                _ if self.names.contains(&"") => {}
                _ => {
                    let endings = self.endings.iter().map(String::as_str);
                    let known: Vec<&str> = self.names.iter().copied().chain(endings).collect();
                    let (accepted, help) = not_known(target, &known, "scenes and endings");
                    let found = format!("is \"{target}\"");
                    let fault = Fault::new(item.span(), item.path(), found, accepted);
                    self.faults.push(fault.with_help(help));
                }
            }
        }
        then
    }
}

/// Returns the cargoes of the group that a contest names.
fn cargoes(contest: &Node, crew: &Crew) -> Vec<usize> {
    let cargo = contest.as_table().and_then(|table| table.get(CARGO));
    let cargoes = cargo.and_then(Node::as_list).unwrap_or_default().iter();
    cargoes
        .filter_map(|node| crew.cargo(node.own_name()?))
        .collect()
}

/// Returns whether a tree has no unreadable nodes, which are reported separately.
fn is_whole(node: &Node) -> bool {
    match &node.value {
        TomlValue::Bad => false,
        TomlValue::List(nodes) => nodes.iter().all(is_whole),
        TomlValue::Table(entries) => entries.iter().all(|entry| is_whole(&entry.node)),
        _ => true,
    }
}

fn has_prosperity(kind: &Kind) -> bool {
    kind.keys.iter().any(|key| key.name == "prosperity")
}
