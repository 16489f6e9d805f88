//! Scenarios in the address of a page: `https://...#v1.eJyr...`. What stands behind the `#` is all that there is; no
//! network is asked.
//!
//! It is the version of the form, a dot and, in the letters of RFC 4648's base64url without padding, a JSON object that
//! was compressed as RFC 1951 has it. A link of version 1 opens the same in every later version.

use super::Scenario;
use super::error::LoadError;
use super::load::load;
use crate::document::file::MOST_BYTES;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_with_limit};
use serde::{Deserialize, Serialize};

/// The version of the form of links, with which they begin behind the `#`.
pub const LINK_FORMAT: &str = "v1";
/// How hard texts are compressed, from 0 to 10.
const LEVEL: u8 = 9;

/// What a link holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Link {
    /// The text of the scenario, with all files that it uses put into it.
    pub text: String,
    /// Assignments to be applied to it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub set: Vec<String>,
    /// The seed, where it is not that of the scenario.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// How many trials, where that is not for the scenario to say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trials: Option<u64>,
}

impl Link {
    /// A link to a scenario as it is.
    pub fn to(scenario: &Scenario) -> Self {
        Self {
            text: scenario.whole_text().replace("\r\n", "\n"),
            set: scenario.whole_assignments(),
            seed: None,
            trials: None,
        }
    }

    /// What stands behind the `#` of an address.
    ///
    /// ```
    /// use evenodds::scenario::{Link, open};
    /// let duel = open("@duel", &[])?;
    /// let address = format!("https://example.org/evenodds.html#{}", Link::to(&duel).fragment());
    /// assert_eq!(open(&address, &[])?.hash, duel.hash);
    /// # Ok::<(), evenodds::scenario::LoadError>(())
    /// ```
    pub fn fragment(&self) -> String {
        // Plain data without maps always becomes JSON.
        let json = serde_json::to_vec(self).unwrap_or_default();
        let letters = URL_SAFE_NO_PAD.encode(compress_to_vec(&json, LEVEL));
        format!("{LINK_FORMAT}.{letters}")
    }

    /// Reads an address, or what stands behind its `#`; `None` where the text is none.
    ///
    /// # Errors
    /// It is an address, but holds no scenario, or not a whole one: why, and what to do.
    pub fn read(address: &str) -> Option<Result<Self, String>> {
        match address.split_once('#') {
            Some((before, fragment)) if is_web(before) || is_versioned(fragment) => Some(Self::of(fragment)),
            _ if is_web(address) => Some(Err(
                "it is an address without a scenario in it, and nothing is fetched: give a link that was copied \
                 whole, with the `#` and all behind it"
                    .to_owned(),
            )),
            _ => None,
        }
    }

    fn of(fragment: &str) -> Result<Self, String> {
        let broken = |why: &str| {
            format!(
                "{why}: a part of the link was lost; copy it again, with the `#` and all behind it"
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
                    format!("its form is {version}, and this program reads v1: get a newer one")
                }
                None => "what stands behind the `#` is no scenario of ours".to_owned(),
            });
        };
        let packed = URL_SAFE_NO_PAD.decode(letters.trim_end_matches('='));
        let packed =
            packed.map_err(|_| broken("it has letters that no link has, or one too few"))?;
        let json = decompress_to_vec_with_limit(&packed, MOST_BYTES as usize).map_err(|error| {
            if error.status == TINFLStatus::HasMoreOutput {
                "it holds more than a scenario may have".to_owned()
            } else {
                broken("it ends too early or was changed")
            }
        })?;
        serde_json::from_slice(&json).map_err(|_| broken("what it holds is no scenario of ours"))
    }

    /// Opens the scenario. Files that it uses are looked for inside the program alone: whoever wrote a link may not read
    /// the disk of whoever opens it.
    ///
    /// # Errors
    /// The text has faults, or the assignments.
    pub fn open(&self, assignments: &[String]) -> Result<Scenario, LoadError> {
        let all: Vec<String> = self.set.iter().chain(assignments).cloned().collect();
        let mut scenario = load(INSIDE, self.text.as_bytes(), &all)?;
        scenario.seed = self.seed.or(scenario.seed);
        scenario.trials = self.trials.or(scenario.trials);
        Ok(scenario)
    }
}

/// What a linked scenario is called in messages.
const INSIDE: &str = "@link";

/// Whether a text is the address of a page, or the beginning of one.
fn is_web(text: &str) -> bool {
    ["https://", "http://", "file://"].iter().any(|start| {
        text.get(..start.len())
            .is_some_and(|own| own.eq_ignore_ascii_case(start))
    })
}

/// Whether what stands behind a `#` begins with the version of a form.
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
    use crate::scenario::{BUILTINS, open};
    use proptest::prelude::*;

    #[test]
    fn a_link_of_every_scenario_inside_the_program_opens_the_same_contest() {
        for builtin in BUILTINS {
            let scenario = open(&format!("@{}", builtin.name), &[]).unwrap();
            let link = Link::to(&scenario);
            let address = format!("https://example.org/evenodds.html#{}", link.fragment());
            let read = Link::read(&address).unwrap().unwrap();
            assert_eq!(read, link);
            let again = open(&address, &[]).unwrap();
            assert_eq!((again.hash, again.path), (scenario.hash, address));
        }
    }

    #[test]
    fn a_link_made_long_ago_opens_as_it_did() {
        let link = "#v1.JcyxCsMwDATQXxE3e3C6FAwd-g1dtRjbARFXoY4CLSH_XifZjnfHbbDyNQRMopkexPiskiYGq4nVctKT6nxZlnGUtFb79WLwrDHZ3HreSOP7Wr_6lZbGcJQlHXajnRUOSykZ4e5gTWJdEAbv_f4H";
        let read = Link::read(link).unwrap().unwrap();
        assert_eq!((read.seed, read.trials), (Some(7), Some(1000)));
        let scenario = read.open(&[]).unwrap();
        assert_eq!((&*scenario.title, scenario.seed), ("A lock", Some(7)));
        assert!(
            read.text
                .ends_with("actor = { name = \"Skinner\", dice = 2 }\n")
        );
    }

    #[test]
    fn what_is_no_link_is_left_to_be_a_file() {
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
    fn a_broken_link_says_what_is_wrong_with_it() {
        let whole = Link::to(&open("@duel", &[]).unwrap()).fragment();
        let said = |address: &str| Link::read(address).unwrap().unwrap_err();
        assert!(said("https://example.org/").contains("nothing is fetched"));
        assert!(said("https://example.org/#top").contains("no scenario of ours"));
        assert!(said("#v2.abc").contains("its form is v2"));
        assert!(
            said(&format!("#{}", &whole[..whole.len() / 2]))
                .contains("a part of the link was lost")
        );
        assert!(said("#v1.!").contains("letters that no link has"));
        let bomb = compress_to_vec(&vec![b' '; MOST_BYTES as usize + 1], 6);
        let bomb = format!("#v1.{}", URL_SAFE_NO_PAD.encode(bomb));
        assert!(said(&bomb).contains("more than a scenario may have"));
    }

    #[test]
    fn a_link_reads_no_file_of_whoever_opens_it() {
        let home = tempfile::tempdir().unwrap();
        let secret = home.path().join("secret.toml");
        std::fs::write(&secret, "secret = 'x'").unwrap();
        let link = Link {
            text: format!("kind = 'combat'\nuse = ['{}']", secret.display()),
            set: Vec::new(),
            seed: None,
            trials: None,
        };
        let Err(refused) = open(&format!("#{}", link.fragment()), &[]) else {
            panic!("it has no sides");
        };
        let refused = refused.to_string();
        assert!(!refused.contains("secret = "), "{refused}");
    }

    proptest! {
        #[test]
        fn no_spoilt_link_ends_the_program(place in 0usize..2_000, letter in any::<u8>(), cut in 0usize..2_000) {
            let mut whole = Link::to(&open("@duel", &[]).unwrap()).fragment().into_bytes();
            let place = place % whole.len();
            whole[place] = letter;
            whole.truncate(whole.len() - cut % whole.len());
            let spoilt = String::from_utf8_lossy(&whole).into_owned();
            if let Some(Ok(link)) = Link::read(&format!("#{spoilt}")) {
                let _ = link.open(&[]);
            }
        }
    }
}
