//! Cache of exact answers on the disk, so that later calls need not solve the same contest again.
//!
//! The folder has one file for each contest, which only the program with the same sources reads. It may be
//! deleted at any time. Reading and writing fail silently: without an entry, the contest is solved.

use super::library;
use super::output::{DraftFile, UNFINISHED, tidy};
use crate::contest::{ExactDistribution, ExactMetric};
use crate::document::file;
use crate::scenario::{NamedSolution, SolutionStore};
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// Environment variable with the folder, or [`OFF`].
const VARIABLE: &str = "EVENODDS_CACHE";
/// Value of the variable for no cache.
const OFF: &str = "off";
/// Version of the format of entries.
const FORMAT: u32 = 2;
/// Extension of entries. Other files in the folder are left alone.
const EXTENSION: &str = "solution";
/// Length of the hash of a scenario, which names its entry.
const HASH: usize = 16;
/// Maximum size of all entries in bytes.
const MOST_BYTES: u64 = 64 << 20;
/// Solving time from which on an answer is stored.
const WORTH_STORING: Duration = Duration::from_millis(100);
/// Length of a checksum in hexadecimal digits.
const CHECKSUM: usize = 2 * blake3::OUT_LEN;

/// Folder of exact answers.
#[derive(Debug)]
pub struct SolutionFolder {
    folder: PathBuf,
    /// Maximum size of all entries in bytes.
    most_bytes: u64,
    /// Solving time from which on an answer is stored.
    worth_storing: Duration,
}

impl SolutionFolder {
    /// Returns the folder that the environment names, else `evenodds` in the user's cache folder; `None`
    /// if the cache is off or the user has no such folder.
    pub fn of_environment() -> Option<Self> {
        let named = std::env::var_os(VARIABLE).filter(|named| !named.is_empty());
        let folder = match named {
            Some(named) if named.eq_ignore_ascii_case(OFF) => return None,
            Some(named) => PathBuf::from(named),
            None => usual_folder()?,
        };
        Some(Self {
            folder,
            most_bytes: MOST_BYTES,
            worth_storing: WORTH_STORING,
        })
    }

    fn path(&self, hash: &str) -> PathBuf {
        self.folder.join(format!("{hash}.{EXTENSION}"))
    }

    fn write(&self, hash: &str, solution: &NamedSolution) -> io::Result<()> {
        let bytes = to_bytes(hash, solution);
        if bytes.len() as u64 > file::MOST_BYTES.min(self.most_bytes) {
            return Ok(());
        }
        fs::create_dir_all(&self.folder)?;
        // Removes what killed calls left.
        tidy(&self.folder, UNFINISHED)?;
        let draft = DraftFile::new(&self.path(hash))?;
        draft.file().write_all(&bytes)?;
        draft.keep()?;
        self.trim()
    }

    /// Deletes the least recently used entries beyond the maximum size.
    fn trim(&self) -> io::Result<()> {
        let is_hash =
            |stem: &str| stem.len() == HASH && stem.bytes().all(|one| one.is_ascii_hexdigit());
        let is_entry = |path: &Path| {
            path.extension().is_some_and(|own| own == EXTENSION)
                && path
                    .file_stem()
                    .and_then(OsStr::to_str)
                    .is_some_and(is_hash)
        };
        let mut entries = Vec::new();
        for entry in fs::read_dir(&self.folder)?.flatten() {
            if let Ok(about) = entry.metadata()
                && about.is_file()
                && is_entry(&entry.path())
            {
                entries.push((about.modified()?, about.len(), entry.path()));
            }
        }
        entries.sort_unstable();
        let mut sum = 0;
        for (_, length, path) in entries.into_iter().rev() {
            sum += length;
            if sum > self.most_bytes {
                fs::remove_file(path)?;
            }
        }
        Ok(())
    }
}

impl SolutionStore for SolutionFolder {
    fn load(&self, hash: &str) -> Option<NamedSolution> {
        let path = self.path(hash);
        let solution = from_bytes(hash, &file::read(&path).ok()?)?;
        // The time of the last use, for `trim`. Windows changes times only of files open for writing.
        let used = File::options().append(true).open(path);
        let _ = used.and_then(|file| file.set_modified(SystemTime::now()));
        Some(solution)
    }

    fn save(&self, hash: &str, solution: &NamedSolution, time: Duration) {
        if time >= self.worth_storing {
            let _ = self.write(hash, solution);
        }
    }
}

/// Returns `evenodds` in the cache folder of the platform.
fn usual_folder() -> Option<PathBuf> {
    use etcetera::base_strategy::{BaseStrategy, choose_native_strategy};
    Some(choose_native_strategy().ok()?.cache_dir().join("evenodds"))
}

/// Returns the start of an entry: format, program and contest.
fn head(hash: &str) -> String {
    let (version, build) = (env!("CARGO_PKG_VERSION"), library().build());
    format!("evenodds solution {FORMAT} {version} {build} {hash}\n")
}

/// Returns an entry: its start, the checksum of the rest, the names of the outcomes and metrics in a line
/// each, and the distribution in 64-bit words, since decimal numbers would have to be rounded back.
fn to_bytes(hash: &str, solution: &NamedSolution) -> Vec<u8> {
    let NamedSolution {
        outcomes,
        metrics,
        exact,
    } = solution;
    let mut words = vec![
        exact.bound.to_bits(),
        exact.cut_off.to_bits(),
        exact.outcomes.len() as u64,
    ];
    words.extend(exact.outcomes.iter().map(|chance| chance.to_bits()));
    words.push(exact.metrics.len() as u64);
    for metric in &exact.metrics {
        words.extend([metric.metric as u64, metric.by_outcome.len() as u64]);
        for values in &metric.by_outcome {
            words.push(values.len() as u64);
            let values = values.iter();
            words.extend(values.flat_map(|&(value, chance)| [value as u64, chance.to_bits()]));
        }
    }
    let line = |names: &[String]| serde_json::to_string(names).unwrap_or_default() + "\n";
    let names = line(outcomes) + &line(metrics);
    let words = words.into_iter().flat_map(u64::to_le_bytes);
    let body: Vec<u8> = names.into_bytes().into_iter().chain(words).collect();
    let checksum = blake3::hash(&body).to_hex();
    [head(hash).as_bytes(), checksum.as_bytes(), &body].concat()
}

/// Returns the answer of an entry; `None` if it is damaged, or of another contest or program.
fn from_bytes(hash: &str, bytes: &[u8]) -> Option<NamedSolution> {
    let rest = bytes.strip_prefix(head(hash).as_bytes())?;
    let (checksum, body) = rest.split_at_checked(CHECKSUM)?;
    if blake3::hash(body).to_hex().as_bytes() != checksum {
        return None;
    }
    let mut lines = body.splitn(3, |&byte| byte == b'\n');
    let mut names = || -> Option<Vec<String>> { serde_json::from_slice(lines.next()?).ok() };
    let (outcome_names, metric_names) = (names()?, names()?);
    let (words, _) = lines.next()?.as_chunks();
    let mut words = words.iter().map(|word| u64::from_le_bytes(*word));
    let bound = f64::from_bits(words.next()?);
    let cut_off = f64::from_bits(words.next()?);
    let outcomes = list(&mut words, |words| words.next().map(f64::from_bits))?;
    let metrics = list(&mut words, |words| {
        Some(ExactMetric {
            metric: words.next()? as usize,
            by_outcome: list(words, |words| {
                list(words, |words| {
                    Some((words.next()? as i64, f64::from_bits(words.next()?)))
                })
            })?,
        })
    })?;
    words.next().is_none().then_some(NamedSolution {
        outcomes: outcome_names,
        metrics: metric_names,
        exact: ExactDistribution {
            outcomes,
            bound,
            cut_off,
            metrics,
        },
    })
}

/// Reads a length and as many items; `None` if the words end before.
fn list<W: Iterator<Item = u64>, T>(
    words: &mut W,
    item: impl Fn(&mut W) -> Option<T>,
) -> Option<Vec<T>> {
    let length = words.next()?;
    (0..length).map(|_| item(words)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::{BUILTINS, Scenario, open};
    use evenodds_testing::size;
    use std::collections::BTreeSet;
    use std::sync::Arc;

    fn folder(home: &Path) -> SolutionFolder {
        SolutionFolder {
            folder: home.join("cache"),
            most_bytes: MOST_BYTES,
            worth_storing: Duration::ZERO,
        }
    }

    fn named(scenario: &Scenario) -> Option<NamedSolution> {
        let exact = scenario.exact().ok()?;
        Some(NamedSolution::new(&*scenario.contest, exact))
    }

    fn duel() -> NamedSolution {
        named(&open("@duel", &[]).unwrap()).unwrap()
    }

    /// Returns the built-in scenarios that are solved within moments, with their answers.
    fn solved() -> Vec<(Scenario, NamedSolution)> {
        let all = BUILTINS.iter();
        let all = all.map(|builtin| open(&format!("@{}", builtin.name), &[]).unwrap());
        let fast = all.filter(|scenario| scenario.contest.cost().setup < 100_000_000);
        let solved = fast.map(|scenario| (named(&scenario), scenario));
        let solved = solved.filter_map(|(exact, scenario)| Some((scenario, exact?)));
        solved.collect()
    }

    #[test]
    fn stored_answers_are_equal_bit_by_bit() {
        let home = tempfile::tempdir().unwrap();
        let store = folder(home.path());
        let mut kinds = BTreeSet::new();
        for (scenario, exact) in solved() {
            kinds.insert(scenario.kind.name);
            let hash = &scenario.hash;
            assert_eq!(store.load(hash), None);
            store.save(hash, &exact, Duration::ZERO);
            let loaded = store.load(hash).unwrap();
            assert_eq!(
                to_bytes(hash, &loaded),
                to_bytes(hash, &exact),
                "{}",
                scenario.path
            );
            assert_eq!(loaded, exact);
        }
        assert!(kinds.len() > 5, "{kinds:?}");
    }

    #[test]
    fn damaged_and_foreign_entries_are_ignored_and_overwritten() {
        let home = tempfile::tempdir().unwrap();
        let (mut duel, store) = (open("@duel", &[]).unwrap(), Arc::new(folder(home.path())));
        let exact = named(&duel).unwrap();
        duel.solutions = Some(store.clone());
        let path = store.path(&duel.hash);
        let whole = to_bytes(&duel.hash, &exact);
        let mut changed = whole.clone();
        changed[whole.len() - 3] ^= 1;
        let foreign =
            String::from_utf8_lossy(&whole).replacen(&library().build(), "0123456789abcdef", 1);
        let mut all = vec![
            changed,
            foreign.into_bytes(),
            to_bytes("other", &exact),
            Vec::new(),
        ];
        all.extend([b"evenodds".to_vec(), [&whole[..], b"x"].concat()]);
        all.extend(
            (0..whole.len())
                .step_by(size(100, 5))
                .map(|end| whole[..end].to_vec()),
        );
        for bytes in all {
            fs::create_dir_all(home.path().join("cache")).unwrap();
            fs::write(&path, &bytes).unwrap();
            assert_eq!(store.load(&duel.hash), None, "{}", bytes.len());
            assert_eq!(duel.exact().unwrap(), exact.exact);
            assert_eq!(fs::read(&path).unwrap(), whole);
        }
        // Entries with probabilities that are no distribution, or with names of another contest.
        for change in [
            |solution: &mut NamedSolution| solution.exact.outcomes[0] = 1.5,
            |solution: &mut NamedSolution| solution.exact.outcomes[0] = -0.1,
            |solution: &mut NamedSolution| solution.exact.outcomes[0] /= 2.0,
            |solution: &mut NamedSolution| solution.exact.bound = f64::NAN,
            |solution: &mut NamedSolution| {
                let by_outcome = vec![vec![(1, 1.0)]; solution.outcomes.len()];
                let metric = 0;
                solution
                    .exact
                    .metrics
                    .push(ExactMetric { metric, by_outcome });
            },
            |solution: &mut NamedSolution| "other".clone_into(&mut solution.outcomes[0]),
            |solution: &mut NamedSolution| "other".clone_into(&mut solution.metrics[0]),
        ] {
            let mut solution = exact.clone();
            change(&mut solution);
            fs::write(&path, to_bytes(&duel.hash, &solution)).unwrap();
            assert_eq!(duel.exact().unwrap(), exact.exact);
            assert_eq!(fs::read(&path).unwrap(), whole);
        }
        // An entry with impossible lengths, but a correct checksum.
        let words = [0, u64::MAX, 1].into_iter().flat_map(u64::to_le_bytes);
        let body: Vec<u8> = b"[]\n[]\n".iter().copied().chain(words).collect();
        let checksum = blake3::hash(&body).to_hex();
        let bytes = [head("x").as_bytes(), checksum.as_bytes(), &body].concat();
        assert_eq!(from_bytes("x", &bytes), None);
    }

    #[test]
    fn the_least_recently_used_entries_are_deleted() {
        const OTHER: &str = "4444444444444444";
        let hashes = [
            "0000000000000000",
            "1111111111111111",
            "2222222222222222",
            "abcdefabcdefabcd",
        ];
        let home = tempfile::tempdir().unwrap();
        let mut store = folder(home.path());
        let exact = duel();
        store.most_bytes = 3 * to_bytes(hashes[0], &exact).len() as u64;
        let day = Duration::from_hours(24);
        for (age, hash) in [(3, hashes[0]), (2, hashes[1]), (1, hashes[2])] {
            store.save(hash, &exact, Duration::ZERO);
            let entry = File::options().append(true).open(store.path(hash)).unwrap();
            entry.set_modified(SystemTime::now() - age * day).unwrap();
        }
        let other = home.path().join("cache").join("notes.txt");
        fs::write(&other, vec![0; 100_000]).unwrap();
        let mine = home.path().join("cache").join("data.solution");
        fs::write(&mine, vec![0; 100_000]).unwrap();
        let leftover = home.path().join("cache").join(format!("{UNFINISHED}x"));
        fs::write(&leftover, "half").unwrap();
        // A use makes an entry the most recent one.
        assert!(store.load(hashes[0]).is_some());
        store.save(hashes[3], &exact, Duration::ZERO);
        let is_there = hashes.map(|hash| store.path(hash).exists());
        assert_eq!(is_there, [true, false, true, true]);
        assert!(other.exists() && mine.exists() && !leftover.exists());
        // An answer above the maximum is not stored.
        store.most_bytes = 10;
        store.save(OTHER, &exact, Duration::ZERO);
        assert!(!store.path(OTHER).exists());
    }

    #[test]
    fn fast_answers_and_failures_store_nothing() {
        let home = tempfile::tempdir().unwrap();
        let mut store = folder(home.path());
        let exact = duel();
        store.worth_storing = WORTH_STORING;
        store.save("a", &exact, Duration::from_millis(99));
        assert!(!home.path().join("cache").exists());
        fs::write(home.path().join("cache"), "a file").unwrap();
        store.save("a", &exact, Duration::from_secs(1));
        assert_eq!(store.load("a"), None);
    }

    #[test]
    fn concurrent_writers_of_one_entry_leave_a_complete_one() {
        let home = tempfile::tempdir().unwrap();
        let store = folder(home.path());
        let exact = duel();
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..5 {
                        store.save("a", &exact, Duration::ZERO);
                        assert_eq!(store.load("a").as_ref(), Some(&exact));
                    }
                });
            }
        });
    }
}
