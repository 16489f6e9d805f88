//! The scenarios that are shipped inside the program: `@canyon`.

/// A scenario inside the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Builtin {
    /// Its name without the `@`.
    pub name: &'static str,
    /// Where it stands in the source tree.
    pub path: &'static str,
    /// Its text.
    pub text: &'static str,
}

macro_rules! builtins {
    ($($kind:literal / $name:literal),* $(,)?) => {
        &[$(Builtin {
            name: $name,
            path: concat!("scenarios/", $kind, "/", $name, ".toml"),
            text: include_str!(concat!("../../scenarios/", $kind, "/", $name, ".toml")),
        }),*]
    };
}

/// All of them, by kind, then by name.
pub static BUILTINS: &[Builtin] = builtins![
    "combat" / "beast",
    "combat" / "canyon",
    "combat" / "duel",
    "combat" / "late-drones",
    "combat" / "mass-scaled",
    "combat" / "mass-whole",
    "combat" / "siege",
    "combat" / "talking-sword",
    "combat" / "three-sides",
    "combat" / "wounded",
    "quick" / "lockpick",
    "quick" / "challenging",
    "quick" / "borderline",
    "abstract" / "climber",
    "dice_adventures" / "adventurers",
    "dice_adventures" / "careless",
    "dice_adventures" / "gauntlet",
    "dice_adventures" / "troupe",
];

/// The one of that name, without the `@`.
pub fn builtin(name: &str) -> Option<&'static Builtin> {
    BUILTINS.iter().find(|builtin| builtin.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_scenario_of_the_source_tree_is_inside_the_program() {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut found = Vec::new();
        for kind in std::fs::read_dir(root.join("scenarios")).unwrap() {
            let kind = kind.unwrap().path();
            if !kind.is_dir() {
                continue;
            }
            for file in std::fs::read_dir(&kind).unwrap() {
                let file = file.unwrap().path();
                if file
                    .extension()
                    .is_some_and(|extension| extension == "toml")
                {
                    let path = file.strip_prefix(root).unwrap();
                    found.push(path.to_string_lossy().replace('\\', "/"));
                }
            }
        }
        found.sort();
        let mut listed: Vec<&str> = BUILTINS.iter().map(|builtin| builtin.path).collect();
        listed.sort_unstable();
        assert_eq!(found, listed);
        let mut names: Vec<&str> = BUILTINS.iter().map(|builtin| builtin.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(
            names.len(),
            BUILTINS.len(),
            "names are unique over all kinds"
        );
    }
}
