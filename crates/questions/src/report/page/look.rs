//! Style, script and content security policy of pages. The policy blocks all other styles and
//! scripts and all network access, so code injected by a file cannot run.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

/// Style and script of a page; the script may be empty.
pub struct Look {
    pub style: &'static str,
    pub script: &'static str,
}

macro_rules! styles {
    ($($file:literal),*) => {
        concat!($(include_str!(concat!("../../../templates/", $file))),*)
    };
}

const SCRIPT: &str = include_str!("../../../templates/page.js");

pub const PAGE: Look = Look {
    style: styles!("colors.css", "charts.css", "page.css"),
    script: SCRIPT,
};
pub const INDEX: Look = Look {
    style: styles!("colors.css", "charts.css", "page.css", "index.css"),
    script: SCRIPT,
};
pub const FAULT: Look = Look { script: "", ..PAGE };
pub const HANDOUT: Look = Look {
    style: styles!("colors.css", "page.css", "handout.css"),
    script: "",
};

impl Look {
    /// Returns the content security policy of a page with this style and script. Charts have style
    /// attributes, which can neither load nor run anything. Browsers that do not distinguish them
    /// from style elements allow all styles.
    pub fn policy(&self) -> String {
        let script = match self.script {
            "" => "'none'".to_owned(),
            script => hash(script),
        };
        format!(
            "default-src 'none'; script-src {script}; style-src 'unsafe-inline'; style-src-elem {}; \
             style-src-attr 'unsafe-inline'; base-uri 'none'; form-action 'none'",
            hash(self.style)
        )
    }
}

/// Returns the hash of a text for the policy. Browsers normalize line ends to LF before they hash.
fn hash(text: &str) -> String {
    let digest = Sha256::digest(text.replace("\r\n", "\n"));
    format!("'sha256-{}'", STANDARD.encode(digest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_named_by_its_hash() {
        // echo -n 'doSomething();' | openssl sha256 -binary | openssl base64
        assert_eq!(
            hash("doSomething();"),
            "'sha256-RFWPLDbv2BY+rCkDzsE+0fr8ylGr2R2faWMhq4lfEQc='"
        );
    }

    #[test]
    fn no_style_or_script_contains_its_end_tag() {
        for look in [PAGE, INDEX, FAULT, HANDOUT] {
            assert!(!look.style.contains("</") && !look.script.contains("</script"));
        }
    }
}
