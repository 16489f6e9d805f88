//! Scenarios, files that scenarios use, and templates, which the program contains.

/// A built-in file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Builtin {
    /// Name without the `@`.
    pub name: &'static str,
    /// Path in the source tree: `scenarios/KIND/NAME.toml`; its second part is the name of the kind.
    pub path: &'static str,
    /// Text of the file.
    pub text: &'static str,
}

/// A file to start from for one type of contest of a kind, beside the template of all its keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Template {
    /// Name, which is not that of a kind.
    pub name: &'static str,
    /// Name of the kind of the file.
    pub kind: &'static str,
    /// Key at the top of a file that only contests of this type have.
    pub key: &'static str,
    /// The type of contest, as a noun phrase.
    pub summary: &'static str,
    /// Path of its page in the source tree.
    pub page: &'static str,
    /// Text of the file, a scenario.
    pub text: &'static str,
}
