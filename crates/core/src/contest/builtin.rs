//! A scenario, or a file that scenarios use, which the program contains.

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
