//! Loads a scenario from the bytes of a file, in stages.
//!
//! The bytes are [parsed](ParsedFile::read) once. The tree is copied to a [`ScenarioDraft`]: the
//! files that it uses or names are inserted, then assignments are applied. The draft is
//! [checked](ScenarioDraft::check) as a whole. Every stage collects faults and continues as far as
//! it can. Without faults, a scenario is [built](CheckedDraft::build). A variant of a scenario is
//! another draft of the same tree.

use super::error::LoadError;
use super::expect;
use super::files::{BaseFolder, Files, Identity, identity_and_base};
use super::gather::{GatherResult, USE, UseRules, gather};
use super::grid::VARIED;
use super::include::{IncludingDocument, include, names_files, slots};
use super::keys::shared_key;
use super::kind::{keep_kind, kind_of, report_kind};
use super::library::Library;
use super::link::Link;
use super::parsed::Parsed;
use super::playing::Playing;
use super::varied;
use super::{Expectation, Scenario, SweepTable, TuneTable};
use crate::contest::{Contest, Kind};
use crate::document::{
    CheckedTable, Fault, Faults, Key, Node, Path, Segment, Source, TomlValue, canonical, check,
    file, set, written,
};
use std::sync::Arc;

/// Keys that do not affect how a contest plays, and are therefore not hashed.
pub(super) const NOT_HASHED: [&str; 8] = [
    "format", "title", "notes", "use", "run", "expect", "sweep", "tune",
];

impl Library {
    /// Opens a file argument of the command line: a path, `@name` or a [`Link`], but not standard
    /// input.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or has faults; it contains all faults.
    pub fn open(
        &'static self,
        argument: &str,
        assignments: &[String],
    ) -> Result<Scenario, LoadError> {
        if let Some(name) = argument.strip_prefix('@') {
            let found = match self.party(name) {
                Some(party) => party,
                None => self.known_builtin(name)?,
            };
            return self.load(argument, found.text.as_bytes(), assignments);
        }
        if let Some(link) = Link::read(argument) {
            let link = link.map_err(|reason| LoadError::Link { reason })?;
            let mut scenario = link.open(self, assignments)?;
            argument.clone_into(&mut scenario.path);
            return Ok(scenario);
        }
        let bytes = file::read(std::path::Path::new(argument))
            .map_err(|error| LoadError::unread(argument, error))?;
        self.load(argument, &bytes, assignments)
    }

    /// Loads a scenario from the bytes of a file, called `name` in messages. Paths of used files
    /// are relative to the folder of `name`, or to the working folder for `-`. For `@name`, used
    /// files are built-in.
    ///
    /// # Errors
    /// Returns an error if the bytes are not text, or if they or used files have faults; it
    /// contains all faults.
    pub fn load(
        &'static self,
        name: &str,
        bytes: &[u8],
        assignments: &[String],
    ) -> Result<Scenario, LoadError> {
        ParsedFile::read(self, name, bytes)?.open(assignments)
    }

    /// Loads a scenario from the text and the assignments of a shard of a run, which can only use
    /// built-in files.
    ///
    /// # Errors
    /// Returns an error if the text or the assignments have faults; it contains all faults.
    pub fn load_part(
        &'static self,
        name: &str,
        text: &str,
        assignments: &[String],
    ) -> Result<Scenario, LoadError> {
        let mut scenario = self.open_closed(SANDBOX, Some(text), assignments)?;
        name.clone_into(&mut scenario.path);
        Ok(scenario)
    }

    /// Opens a built-in scenario by its `@name`, or the `text` of a scenario, called `@name` in
    /// messages. Neither the text nor the assignments can use files on the disk.
    ///
    /// # Errors
    /// Returns an error if there is no such built-in scenario, or if the text or the assignments
    /// have faults.
    pub fn open_closed(
        &'static self,
        name: &str,
        text: Option<&str>,
        assignments: &[String],
    ) -> Result<Scenario, LoadError> {
        let text = match text {
            Some(text) => text,
            None => {
                self.known_builtin(name.strip_prefix('@').unwrap_or(name))?
                    .text
            }
        };
        load_sandboxed(self, name, text, Sandbox::default(), assignments)
    }
}

impl Link {
    /// Opens the scenario with further assignments. The text and the assignments of the link can
    /// only use built-in files; those given here can use files of the user who opens it.
    ///
    /// # Errors
    /// Returns an error if the text or the assignments have faults.
    pub fn open(
        &self,
        library: &'static Library,
        assignments: &[String],
    ) -> Result<Scenario, LoadError> {
        let sandbox = Sandbox {
            assignments: self.set.clone(),
            typed: assignments.len(),
        };
        let mut scenario = load_sandboxed(library, SANDBOX, &self.text, sandbox, assignments)?;
        scenario.seed = self.seed.or(scenario.seed);
        scenario.trials = self.trials.or(scenario.trials);
        Ok(scenario)
    }
}

/// Loads a text that can use no files on the disk: its author must not read the disk of the user
/// who opens it. `name` in messages begins with `@`.
fn load_sandboxed(
    library: &'static Library,
    name: &str,
    text: &str,
    sandbox: Sandbox,
    given: &[String],
) -> Result<Scenario, LoadError> {
    let origin = ParsedFile {
        sandbox: Some(sandbox),
        ..ParsedFile::read(library, name, text.as_bytes())?
    };
    origin.open(given)
}

/// Returns the scenario of a parsed file with other assignments. `varied` assignments are applied
/// last, with their own source name in faults. Files that have been read are not read again.
///
/// # Errors
/// Returns an error if the assignments have faults.
pub(super) fn variant(
    origin: &Arc<ParsedFile>,
    files: &Files,
    given: &[String],
    varied: &[String],
) -> Result<Scenario, LoadError> {
    origin.draft(files, given, varied).check().build()
}

/// Returns the tree of a parsed file with assignments.
pub(super) fn tree(origin: &Arc<ParsedFile>, files: &Files, given: &[String]) -> Node {
    origin.draft(files, given, &[]).root
}

/// Returns the scenario of that tree after a change.
///
/// # Errors
/// Returns an error if the changed tree has faults.
pub(super) fn rebuilt(
    origin: &Arc<ParsedFile>,
    files: &Files,
    given: &[String],
    change: impl FnOnce(&mut Node),
) -> Result<Scenario, LoadError> {
    let mut draft = origin.draft(files, given, &[]);
    change(&mut draft.root);
    draft.check().build()
}

/// Name in messages of a text without access to files on the disk.
const SANDBOX: &str = "@link";
/// Name in messages of the assignments of such a text.
const SANDBOX_SET: &str = "@link --set";

/// Assignments of a text without access to files on the disk.
#[derive(Default)]
struct Sandbox {
    /// Assignments that are applied before all others.
    assignments: Vec<String>,
    /// Number of given assignments that the user typed. Later ones come from the text, such as the
    /// values of its `[tune]`.
    typed: usize,
}

/// A parsed file of a known kind.
pub(super) struct ParsedFile {
    pub(super) library: &'static Library,
    /// Name in messages.
    name: String,
    kind: &'static Kind,
    parsed: Parsed,
    /// Identity of the file.
    identity: Identity,
    /// Base folder of its references.
    base: BaseFolder,
    /// Rules for used files; `None` if the kind allows none.
    scope: Option<UseRules>,
    /// Assignments, for a text without access to files on the disk.
    sandbox: Option<Sandbox>,
}

impl ParsedFile {
    /// Parses the bytes of the file `name`.
    ///
    /// # Errors
    /// Returns an error if they are not text or have no kind, without which the other keys cannot
    /// be checked.
    fn read(library: &'static Library, name: &str, bytes: &[u8]) -> Result<Self, LoadError> {
        let parsed =
            Parsed::read(name, bytes).map_err(|error| LoadError::not_text(name, &error))?;
        let Some(kind) = kind_of(&parsed.root, library) else {
            let mut faults = parsed.faults;
            report_kind(&parsed.root, library, &mut faults);
            return Err(LoadError::Faults(faults));
        };
        let (identity, base) = identity_and_base(name, library);
        let scope = shared_key(kind)
            .zip(library.part_keys_of(kind))
            .map(|(key, part_keys)| UseRules {
                key,
                part_keys,
                identity: identity.clone(),
                base: base.clone(),
                scenario: base.clone(),
            });
        Ok(Self {
            library,
            name: name.to_owned(),
            kind,
            parsed,
            identity,
            base,
            scope,
            sandbox: None,
        })
    }

    /// Builds the scenario with assignments.
    fn open(self, assignments: &[String]) -> Result<Scenario, LoadError> {
        let origin = Arc::new(self);
        let mut checked = origin
            .draft(&Files::new(origin.library), assignments, &[])
            .check();
        // With assignments, a sweep itself reports the faults of its settings.
        if assignments.is_empty() && origin.own_assignments().is_empty() {
            checked.try_settings();
        }
        checked.build()
    }

    /// Returns all keys of the file.
    pub(super) fn keys(&self) -> &'static [Key] {
        self.library.keys_of(self.kind)
    }

    /// Returns the assignments that belong to the text.
    pub(super) fn own_assignments(&self) -> &[String] {
        self.sandbox
            .as_ref()
            .map_or(&[], |sandbox| &sandbox.assignments)
    }

    /// Returns all assignments as sources, in the order of application.
    fn sources(&self, given: &[String], varied: &[String]) -> Vec<Arc<Source>> {
        let own = self.own_assignments().iter();
        let own = own.map(|text| Source::new(SANDBOX_SET, text.as_str()));
        let typed = self
            .sandbox
            .as_ref()
            .map_or(usize::MAX, |sandbox| sandbox.typed);
        let given = given.iter().enumerate().map(|(index, text)| {
            if index < typed {
                Source::typed(set::SOURCE_NAME, text.as_str())
            } else {
                Source::new(set::SOURCE_NAME, text.as_str())
            }
        });
        let varied = varied.iter().map(|text| match self.sandbox {
            None => Source::typed(VARIED, text.as_str()),
            Some(_) => Source::new(VARIED, text.as_str()),
        });
        own.chain(given).chain(varied).collect()
    }

    /// Returns a draft of the tree with used files inserted and assignments applied.
    fn draft(
        self: &Arc<Self>,
        files: &Files,
        given: &[String],
        varied: &[String],
    ) -> ScenarioDraft {
        let mut draft = ScenarioDraft {
            origin: Arc::clone(self),
            assignments: [given, varied].concat(),
            is_varied: !varied.is_empty(),
            root: self.parsed.root.clone(),
            faults: self.parsed.faults.clone(),
            files: files.clone(),
            gathered: GatherResult::default(),
            whole: String::new(),
        };
        let sources = self.sources(given, varied);
        // Used files must be inserted before assignments can change their values.
        let (first, then): (Vec<_>, Vec<_>) = sources
            .into_iter()
            .partition(|source| is_about_files(source.text(), self.keys()));
        draft.assign(&first);
        draft.gather(!first.is_empty());
        draft.assign(&then);
        keep_kind(&mut draft.root, self.kind, &mut draft.faults);
        draft
    }
}

/// A tree with used files inserted and assignments applied.
struct ScenarioDraft {
    origin: Arc<ParsedFile>,
    assignments: Vec<String>,
    /// True if some of the assignments are varied values.
    is_varied: bool,
    root: Node,
    faults: Faults,
    /// Files that the scenario uses.
    files: Files,
    gathered: GatherResult,
    /// Text of the file with all used files inserted; empty if there are none.
    whole: String,
}

impl ScenarioDraft {
    /// Inserts the contents of used files. `assigned` is whether assignments named these files.
    fn gather(&mut self, assigned: bool) {
        let origin = Arc::clone(&self.origin);
        let (source, keys) = (&origin.parsed.source, origin.keys());
        let uses = |root: &Node| {
            root.as_table()
                .is_some_and(|table| table.get(USE).is_some())
        };
        let is_whole = !assigned && !uses(&self.root) && !names_files(&self.root, keys);
        let (files, faults) = (&mut self.files, &mut self.faults);
        if let Some(scope) = &origin.scope {
            self.gathered = gather(&mut self.root, scope, source, files, faults);
        }
        let host = IncludingDocument {
            library: origin.library,
            keys,
            source,
            identity: &origin.identity,
            base: &origin.base,
        };
        let included = include(&mut self.root, host, files, faults);
        self.gathered.incomplete |= included.incomplete;
        self.gathered.unreadable |= included.unreadable;
        if !is_whole {
            self.whole = whole_text(&self.root, source);
        }
    }

    fn assign(&mut self, assignments: &[Arc<Source>]) {
        let (kind, keys) = (self.origin.kind, self.origin.keys());
        let mut found = Faults::new();
        let faults = if self.gathered.incomplete {
            &mut found
        } else {
            &mut self.faults
        };
        for source in assignments {
            set::apply_from(&mut self.root, keys, source, faults);
        }
        // Missing elements may be in a file that could not be read.
        let arrays = slots(keys).map(|slot| slot.array);
        let arrays: Vec<&Key> = arrays.chain(shared_key(kind)).collect();
        let is_there = |fault: &&Fault| arrays.iter().any(|key| fault.path.starts_with(key.name));
        let others = found.iter().filter(|fault| !is_there(fault));
        others.for_each(|fault| self.faults.push(fault.clone()));
    }

    /// Checks the keys, then the contest, then tables about the contest such as `[expect]`.
    fn check(mut self) -> CheckedDraft {
        let (kind, keys) = (self.origin.kind, self.origin.keys());
        let faults = &mut self.faults;
        let table = check(&self.root, keys, faults);
        // The contest may be valid even if other keys have faults; then the names in `[expect]` can
        // be checked.
        let contest = if self.gathered.incomplete {
            None
        } else {
            kind.read(&table, faults)
        };
        let expectations = expect::read(&table, contest.as_deref(), faults);
        // A varied contest may lack outcomes that the figures of the file name.
        let named_for = contest.as_deref().filter(|_| !self.is_varied);
        let sweep = varied::read_sweep(&table, named_for, faults);
        let tune = varied::read_tune(&table, named_for, faults);
        CheckedDraft {
            draft: self,
            table,
            contest,
            expectations,
            sweep,
            tune,
        }
    }
}

struct CheckedDraft {
    draft: ScenarioDraft,
    table: CheckedTable,
    /// The contest, if it can be built.
    contest: Option<Box<dyn Contest>>,
    expectations: Vec<Expectation>,
    sweep: Option<SweepTable>,
    tune: Option<TuneTable>,
}

impl CheckedDraft {
    /// Builds all settings of `[sweep]` and `[tune]`, to find their faults.
    fn try_settings(&mut self) {
        let draft = &mut self.draft;
        if draft.gathered.incomplete {
            return;
        }
        let hash = |varied: &[String]| {
            let variant = variant(&draft.origin, &draft.files, &draft.assignments, varied);
            variant.map(|scenario| scenario.hash)
        };
        let all = [
            (
                "sweep",
                self.sweep.as_ref().map(|one| (&one.vary, &one.constraints)),
            ),
            (
                "tune",
                self.tune.as_ref().map(|one| (&one.vary, &one.constraints)),
            ),
        ];
        for (key, grid) in all {
            if let (Some((vary, constraints)), Some(own)) = (grid, self.table.table(key)) {
                let tables = (own, &self.table);
                varied::try_all((vary, constraints), tables, hash, &mut draft.faults);
            }
        }
    }

    /// Returns the scenario, if there are no faults.
    fn build(self) -> Result<Scenario, LoadError> {
        let Self { draft, table, .. } = self;
        let mut faults = draft.faults;
        if draft.gathered.unreadable {
            return Err(LoadError::PartUnreadable(faults));
        }
        if !faults.is_empty() {
            return Err(LoadError::Faults(faults));
        }
        let Some(contest) = self.contest else {
            // Only a bug in `examine` leads here; an error is better than a wrong result.
            let accepted = "the contest cannot be built; please report this file";
            faults.refuse(&table, "kind", accepted, None);
            return Err(LoadError::Faults(faults));
        };
        let ParsedFile {
            name, kind, parsed, ..
        } = &*draft.origin;
        let run = |key| Some(table.table("run")?.integer(key)? as u64);
        let content = canonical(&table, &NOT_HASHED);
        Ok(Scenario {
            path: name.clone(),
            title: table
                .text("title")
                .map_or_else(|| stem(name), str::to_owned),
            notes: table.text("notes").unwrap_or_default().to_owned(),
            kind,
            hash: blake3::hash(content.as_bytes()).to_hex()[..16].to_owned(),
            trials: run("trials"),
            seed: run("seed"),
            expectations: self.expectations,
            sweep: self.sweep,
            tune: self.tune,
            text: parsed.source.text().to_owned(),
            whole: draft.whole,
            files: draft.files,
            assignments: draft.assignments,
            seats: (kind.seats)(&table),
            origin: draft.origin,
            checked: table,
            contest,
            solutions: None,
            playing: Playing::AsRead,
        })
    }
}

/// Returns whether an assignment changes the files that are used or inserted.
pub(super) fn is_about_files(assignment: &str, keys: &'static [Key]) -> bool {
    let Ok((path, _, _)) = Path::read(assignment) else {
        return false;
    };
    let is = |segment: &Segment, name: &str| *segment == Segment::Name(name.to_owned());
    let has_use = || keys.iter().any(|key| key.name == USE);
    match path.segments() {
        [first, ..] if is(first, USE) && has_use() => true,
        // The value of a whole array or element may also name files.
        [array] => slots(keys).any(|slot| is(array, slot.array.name)),
        [array, key] => {
            slots(keys).any(|slot| is(array, slot.array.name) || slot.elided && is(key, slot.file))
        }
        [array, _, key] => slots(keys).any(|slot| is(array, slot.array.name) && is(key, slot.file)),
        _ => false,
    }
}

/// Returns the assignments that do not change the used files.
pub(super) fn beyond_files(origin: &ParsedFile, assignments: &[String]) -> Vec<String> {
    let others = assignments.iter();
    others
        .filter(|assignment| !is_about_files(assignment, origin.keys()))
        .cloned()
        .collect()
}

/// Returns a document with all used files inserted, as one text.
fn whole_text(root: &Node, source: &Source) -> String {
    let mut root = root.clone();
    let TomlValue::Table(entries) = &mut root.value else {
        return String::new();
    };
    entries.remove(USE);
    let name = source
        .name()
        .replace(|character: char| character.is_control(), "?");
    format!(
        "# {name}, with the files that it uses merged into it.\n{}",
        written(&root)
    )
}

/// Returns the name of a file without its folders and extension.
fn stem(name: &str) -> String {
    std::path::Path::new(name.trim_start_matches('@'))
        .file_stem()
        .map_or_else(
            || name.to_owned(),
            |stem| stem.to_string_lossy().into_owned(),
        )
}

#[cfg(test)]
mod tests {
    use crate::scenario::open;

    const NAME: &str = "@late-drones";

    fn set(assignments: &[&str]) -> Vec<String> {
        assignments.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_variant_equals_the_file_with_all_assignments() {
        let first = open(NAME, &set(&["rules.half=down"])).unwrap();
        for more in [
            "side.heroes.Dirk.count=2",
            "title=Another",
            "use=[\"@canyon-heroes\"]",
            "rules.half=up",
        ] {
            let whole = open(NAME, &set(&["rules.half=down", more]));
            let whole = whole.map_err(|error| error.to_string());
            let variant = first.with(&set(&[more])).map_err(|error| error.to_string());
            match (variant, whole) {
                (Ok(variant), Ok(whole)) => {
                    assert_eq!(variant.hash, whole.hash, "{more}");
                    assert_eq!(variant.title, whole.title);
                    assert_eq!(variant.assignments, whole.assignments);
                    assert_eq!(variant.whole_text(), whole.whole_text());
                }
                (Err(variant), Err(whole)) => assert_eq!(variant, whole),
                (variant, whole) => panic!("{more}: {variant:?} {whole:?}"),
            }
        }
    }

    #[test]
    fn a_variant_has_the_faults_that_the_file_has_with_all_assignments() {
        let wrong = set(&["side.heroes.Dirk.count=0", "rules.halff=up", "kind=quick"]);
        let first = open(NAME, &[]).unwrap();
        let whole = open(NAME, &wrong).unwrap_err().to_string();
        assert_eq!(first.with(&wrong).unwrap_err().to_string(), whole);
        let varied = first.varied(&wrong).unwrap_err().to_string();
        assert_eq!(
            varied.lines().next(),
            Some("--vary:1:24: side.heroes.Dirk.count is 0; expected an integer from 1 to 1000")
        );
    }
}
