//! Scenarios in the URL of a page: `https://...#v1.eJyr...`. The text after the `#` contains the
//! whole scenario; no network is used.
//!
//! It consists of the version of the format, a dot and a JSON object, compressed with DEFLATE
//! (RFC 1951) and encoded as base64url (RFC 4648) without padding. Every later version must open a
//! link of version 1 as the same scenario.

use super::Scenario;
use super::keys::MOST_TRIALS;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_with_limit};
use serde::{Deserialize, Serialize};

/// Version of the format of links, directly after the `#`.
pub const LINK_FORMAT: &str = "v1";
/// Compression level, from 0 to 10.
const LEVEL: u8 = 9;
/// Maximum size of an unpacked link in bytes (1 MB).
pub const MOST_LINK_BYTES: usize = 1_000_000;
/// Maximum number of assignments in a link.
pub const MOST_LINK_ASSIGNMENTS: usize = 1_000;

/// Content of a link.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Link {
    /// Text of the scenario, with all used files inserted.
    pub text: String,
    /// Assignments to apply to the scenario.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub set: Vec<String>,
    /// Random seed; `None` for that of the scenario.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Number of trials; `None` for that of the scenario.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trials: Option<u64>,
}

impl Link {
    /// Creates a link to a scenario.
    pub fn to(scenario: &Scenario) -> Self {
        Self {
            text: scenario.whole_text().replace("\r\n", "\n"),
            set: scenario.whole_assignments(),
            seed: None,
            trials: None,
        }
    }

    /// Returns the text that follows the `#` in a URL.
    ///
    /// ```
    /// use evenodds_contests::{BUILTINS, KINDS, PARTIES};
    /// use evenodds_questions::scenario::{Library, Link};
    /// static LIBRARY: Library = Library::new(KINDS, BUILTINS, PARTIES, &[]);
    /// let duel = LIBRARY.open("@duel", &[])?;
    /// let address = format!("https://example.org/evenodds.html#{}", Link::to(&duel).fragment()?);
    /// assert_eq!(LIBRARY.open(&address, &[])?.hash, duel.hash);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns a message with the limit that the link exceeds.
    pub fn fragment(&self) -> Result<String, String> {
        // Serialization of plain data without maps cannot fail.
        let json = serde_json::to_vec(self).unwrap_or_default();
        let too_long = (json.len() > MOST_LINK_BYTES).then(too_long);
        if let Some(fault) = too_long.or_else(|| self.fault()) {
            return Err(fault);
        }
        let letters = URL_SAFE_NO_PAD.encode(compress_to_vec(&json, LEVEL));
        Ok(format!("{LINK_FORMAT}.{letters}"))
    }

    /// Parses a URL, or the text after its `#`. Returns `None` for any other text.
    ///
    /// # Errors
    /// Returns the reason, with advice, if the URL contains no complete scenario.
    pub fn read(address: &str) -> Option<Result<Self, String>> {
        match address.split_once('#') {
            Some((before, fragment)) if is_web(before) || is_versioned(fragment) => Some(Self::of(fragment)),
            _ if is_web(address) => Some(Err(
                "the address contains no scenario, and nothing is downloaded; give the whole link, including \
                 the `#` and everything after it"
                    .to_owned(),
            )),
            _ => None,
        }
    }

    fn of(fragment: &str) -> Result<Self, String> {
        let broken = |why: &str| {
            format!(
                "it is damaged: {why}; copy the whole link again, including the `#` and everything after it"
            )
        };
        let start = fragment.strip_prefix(LINK_FORMAT);
        let Some(letters) = start.and_then(|rest| rest.strip_prefix('.')) else {
            let version = fragment
                .split('.')
                .next()
                .filter(|_| is_versioned(fragment));
            return Err(match version {
                Some(version) => {
                    format!(
                        "its format is {version}, and this program reads v1; install a newer version"
                    )
                }
                None => "the text after the `#` is not a scenario".to_owned(),
            });
        };
        let packed = URL_SAFE_NO_PAD.decode(letters.trim_end_matches('='));
        let packed = packed.map_err(|_| broken("it has invalid characters, or is too short"))?;
        let json = decompress_to_vec_with_limit(&packed, MOST_LINK_BYTES).map_err(|error| {
            if error.status == TINFLStatus::HasMoreOutput {
                too_long()
            } else {
                broken("it is truncated or was changed")
            }
        })?;
        let link: Self =
            serde_json::from_slice(&json).map_err(|_| broken("it does not contain a scenario"))?;
        link.fault().map_or(Ok(link), Err)
    }

    /// Describes the first value that exceeds the limits of the command line or of links.
    fn fault(&self) -> Option<String> {
        let Self {
            set, seed, trials, ..
        } = self;
        if set.len() > MOST_LINK_ASSIGNMENTS {
            let count = set.len();
            return Some(format!(
                "it has {count} assignments; expected at most {MOST_LINK_ASSIGNMENTS}"
            ));
        }
        if let Some(seed) = seed.filter(|&seed| i64::try_from(seed).is_err()) {
            return Some(format!("its seed is {seed}; expected 0 to 2^63 - 1"));
        }
        let trials = trials.filter(|&trials| !(1..=MOST_TRIALS as u64).contains(&trials));
        trials.map(|trials| format!("its number of trials is {trials}; expected 1 to 10^15"))
    }
}

fn too_long() -> String {
    format!("it has more than {MOST_LINK_BYTES} bytes; save a larger scenario to a file")
}

/// Returns whether a text is the URL of a page, or the start of a URL.
fn is_web(text: &str) -> bool {
    ["https://", "http://", "file://"].iter().any(|start| {
        text.get(..start.len())
            .is_some_and(|own| own.eq_ignore_ascii_case(start))
    })
}

/// Returns whether the text after a `#` begins with a format version.
fn is_versioned(fragment: &str) -> bool {
    let number = fragment
        .strip_prefix('v')
        .and_then(|rest| rest.split_once('.'));
    number.is_some_and(|(number, _)| {
        !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::open;
    use crate::scenario::testing::LIBRARY;
    use proptest::prelude::*;

    #[test]
    fn links_to_all_built_in_scenarios_open_the_same_contests() {
        for builtin in LIBRARY.scenarios {
            let scenario = open(&format!("@{}", builtin.name), &[]).unwrap();
            let link = Link::to(&scenario);
            let fragment = link.fragment().unwrap();
            let address = format!("https://example.org/evenodds.html#{fragment}");
            let read = Link::read(&address).unwrap().unwrap();
            assert_eq!(read, link);
            let again = open(&address, &[]).unwrap();
            assert_eq!((again.hash, again.path), (scenario.hash, address));
        }
    }

    #[test]
    fn a_link_of_an_old_version_opens_the_same_scenario() {
        let link = "#v1.JcyxCsMwDATQXxE3e3C6FAwd-g1dtRjbARFXoY4CLSH_XifZjnfHbbDyNQRMopkexPiskiYGq4nVctKT6nxZlnGUtFb79WLwrDHZ3HreSOP7Wr_6lZbGcJQlHXajnRUOSykZ4e5gTWJdEAbv_f4H";
        let read = Link::read(link).unwrap().unwrap();
        assert_eq!((read.seed, read.trials), (Some(7), Some(1000)));
        let scenario = read.open(&LIBRARY, &[]).unwrap();
        assert_eq!((&*scenario.title, scenario.seed), ("A lock", Some(7)));
        assert!(
            read.text
                .ends_with("actor = { name = \"Skinner\", dice = 2 }\n")
        );
    }

    #[test]
    fn other_arguments_are_not_parsed_as_links() {
        for file in [
            "canyon.toml",
            "a#b.toml",
            "@canyon",
            "-",
            "C:\\fights\\a.toml",
            "v1.abc",
            "#",
            "",
        ] {
            assert!(Link::read(file).is_none(), "{file}");
        }
    }

    #[test]
    fn errors_of_broken_links_name_the_problem() {
        let whole = Link::to(&open("@duel", &[]).unwrap()).fragment().unwrap();
        let error_of = |address: &str| Link::read(address).unwrap().unwrap_err();
        assert!(error_of("https://example.org/").contains("nothing is downloaded"));
        assert!(error_of("https://example.org/#top").contains("is not a scenario"));
        assert!(error_of("#v2.abc").contains("its format is v2"));
        assert!(
            error_of(&format!("#{}", &whole[..whole.len() / 2]))
                .contains("copy the whole link again")
        );
        assert!(error_of("#v1.!").starts_with("it is damaged: it has invalid characters"));
        let bomb = compress_to_vec(&vec![b' '; MOST_LINK_BYTES + 1], 6);
        let bomb = format!("#v1.{}", URL_SAFE_NO_PAD.encode(bomb));
        assert!(error_of(&bomb).contains("more than 1000000 bytes"));
    }

    /// Returns the URL of a link without checking its limits.
    fn address(link: &Link) -> String {
        let packed = compress_to_vec(&serde_json::to_vec(link).unwrap(), 1);
        format!("#{LINK_FORMAT}.{}", URL_SAFE_NO_PAD.encode(packed))
    }

    fn holding(text: &str, set: &[String]) -> Link {
        Link {
            text: text.to_owned(),
            set: set.to_vec(),
            seed: None,
            trials: None,
        }
    }

    #[test]
    fn the_numbers_of_a_link_have_the_limits_of_the_command_line() {
        let duel = Link::to(&open("@duel", &[]).unwrap());
        let seed = |seed| Link {
            seed: Some(seed),
            ..duel.clone()
        };
        let trials = |trials| Link {
            trials: Some(trials),
            ..duel.clone()
        };
        let set = |count| Link {
            set: vec!["rules.half=down".to_owned(); count],
            ..duel.clone()
        };
        for good in [
            seed(i64::MAX as u64),
            trials(1),
            trials(1_000_000_000_000_000),
            set(MOST_LINK_ASSIGNMENTS),
        ] {
            assert_eq!(Link::read(&address(&good)), Some(Ok(good.clone())));
            assert!(good.fragment().is_ok());
        }
        let long = "#".repeat(MOST_LINK_BYTES);
        for (wrong, why) in [
            (
                seed(u64::MAX),
                "its seed is 18446744073709551615; expected 0 to 2^63 - 1",
            ),
            (trials(0), "its number of trials is 0; expected 1 to 10^15"),
            (
                trials(1_000_000_000_000_001),
                "its number of trials is 1000000000000001; expected 1 to 10^15",
            ),
            (
                set(MOST_LINK_ASSIGNMENTS + 1),
                "it has 1001 assignments; expected at most 1000",
            ),
            (
                holding(&long, &[]),
                "it has more than 1000000 bytes; save a larger scenario to a file",
            ),
        ] {
            assert_eq!(Link::read(&address(&wrong)), Some(Err(why.to_owned())));
            assert_eq!(wrong.fragment(), Err(why.to_owned()));
        }
    }

    #[test]
    fn a_link_cannot_use_files_on_the_disk() {
        let base = tempfile::tempdir().unwrap();
        let secret = base.path().join("secret.env");
        std::fs::write(&secret, "TOKEN=hunter2\n[[side]]\nname = 'hunter2'\n").unwrap();
        let party = base.path().join("party.toml");
        let fight = base.path().join("fight.toml");
        let canyon = LIBRARY.builtin("duel").unwrap().text;
        std::fs::write(&party, format!("use = ['{}']", secret.display())).unwrap();
        std::fs::write(&fight, canyon.replace("red", "hunter2")).unwrap();
        // Covers absolute paths and paths relative to the working folder, which in tests is the
        // source folder.
        let (secret, party, fight) = (secret.display(), party.display(), fight.display());
        let combat = "kind = 'combat'\n";
        let evening = "kind = 'adventure'\n[[scene]]\nname = 'a'\n[scene.contest]\nkind = 'quick'\n\
                       difficulty = 9\nactor = { name = 'A', dice = 2 }\n";
        let with_sweep = |table: &str, value: &str| {
            let target = if table == "tune" {
                "target = 'red=0.5'\n"
            } else {
                ""
            };
            format!("{canyon}\n[{table}]\n{target}vary = ['''{value}''']\n")
        };
        let files = [
            secret.to_string(),
            party.to_string(),
            "Cargo.toml".to_owned(),
        ];
        let mut cases: Vec<(String, Vec<String>)> = Vec::new();
        for file in &files {
            cases.extend([
                (format!("{combat}use = ['{file}']"), vec![]),
                (combat.to_owned(), vec![format!("use=['{file}']")]),
                (
                    combat.to_owned(),
                    vec!["use=['a']".to_owned(), format!("use[0]='{file}'")],
                ),
                (
                    with_sweep("sweep", &format!("use=['{file}'],['./{file}']")),
                    vec![],
                ),
                (
                    with_sweep("tune", &format!("use=['{file}'],['./{file}']")),
                    vec![],
                ),
            ]);
        }
        for file in files.iter().chain([&fight.to_string()]) {
            cases.extend([
                (
                    format!("kind = 'adventure'\n[[scene]]\nname = 'a'\nfile = '{file}'"),
                    vec![],
                ),
                (evening.to_owned(), vec![format!("scene.a.file='{file}'")]),
                (evening.to_owned(), vec![format!("scene[0].file='{file}'")]),
                (
                    evening.to_owned(),
                    vec![format!("scene.a={{ name = 'a', file = '{file}' }}")],
                ),
                (
                    evening.to_owned(),
                    vec![format!("scene=[{{ name = 'a', file = '{file}' }}]")],
                ),
            ]);
        }
        for (text, set) in cases {
            let link = holding(&text, &set);
            let refused = match open(&address(&link), &[]) {
                Err(refused) => refused.to_string(),
                Ok(_) => panic!("{text}\n{set:?} opens"),
            };
            assert!(!refused.contains("hunter2"), "{refused}");
            assert!(!refused.contains("package]"), "{refused}");
            assert!(
                refused.contains("there is no built-in file"),
                "{text}\n{set:?}\n{refused}"
            );
            let part = crate::scenario::load_part("part", &text, &set);
            let refused = part.map(|_| ()).unwrap_err().to_string();
            assert!(!refused.contains("hunter2"), "{refused}");
        }
    }

    #[test]
    fn typed_assignments_to_a_link_may_name_files_on_the_disk() {
        let base = tempfile::tempdir().unwrap();
        let party = base.path().join("party.toml");
        std::fs::write(
            &party,
            "[[side]]\nname = 'third'\n[[side.combatant]]\nname = 'T'\nclasses = [{ name = 'C', dice = 1 }]\n",
        )
        .unwrap();
        let duel = address(&Link::to(&open("@duel", &[]).unwrap()));
        let typed = open(&duel, &[format!("use=['{}']", party.display())]).unwrap();
        assert_eq!(typed.used_files(), [party.canonicalize().unwrap()]);
        assert!(typed.whole_text().contains("third"));
        // Names of built-in files are accepted anywhere.
        let late = open("@late-drones", &[]).unwrap();
        let used = holding(&late.text, &["use=['@canyon-heroes']".to_owned()]);
        assert!(open(&address(&used), &[]).is_ok());
    }

    #[test]
    fn the_command_of_an_opened_link_repeats_only_typed_assignments() {
        let duel = open("@duel", &["rules.half=down".to_owned()]).unwrap();
        let address = format!("#{}", Link::to(&duel).fragment().unwrap());
        let again = open(&address, &["title=Again".to_owned()]).unwrap();
        assert_eq!(again.hash, duel.hash);
        assert_eq!(again.assignments, ["title=Again"]);
        assert_eq!(
            again.whole_assignments(),
            ["rules.half=down", "title=Again"]
        );
        assert_eq!(Link::to(&again).set, again.whole_assignments());
    }

    proptest! {
        #[test]
        fn no_corrupted_link_panics(place in 0usize..2_000, letter in any::<u8>(), cut in 0usize..2_000) {
            let mut whole = Link::to(&open("@duel", &[]).unwrap()).fragment().unwrap().into_bytes();
            let place = place % whole.len();
            whole[place] = letter;
            whole.truncate(whole.len() - cut % whole.len());
            let spoilt = String::from_utf8_lossy(&whole).into_owned();
            if let Some(Ok(link)) = Link::read(&format!("#{spoilt}")) {
                let _ = link.open(&LIBRARY, &[]);
            }
        }
    }
}
