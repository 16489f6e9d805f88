//! Built-in scenarios, such as `@canyon`, built-in parties for scenarios to use, and templates.

use evenodds_core::contest::{Builtin, Template};

macro_rules! builtins {
    ($($folder:literal / $name:literal),* $(,)?) => {
        &[$(Builtin {
            name: $name,
            path: concat!("scenarios/", $folder, "/", $name, ".toml"),
            text: include_str!(concat!("../../../scenarios/", $folder, "/", $name, ".toml")),
        }),*]
    };
}

/// All built-in scenarios, by kind, then by name.
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
    "survey" / "heist",
    "survey" / "prospect",
    "quick" / "lockpick",
    "quick" / "challenging",
    "quick" / "borderline",
    "workshop" / "android-repair",
    "workshop" / "bomb",
    "workshop" / "surgery",
    "abstract" / "climber",
    "action_dice" / "chase",
    "action_dice" / "fencers",
    "action_dice" / "footrace",
    "action_dice" / "hero-and-mooks",
    "action_dice" / "lockpicking",
    "action_dice" / "quick-draw",
    "action_dice" / "scale",
    "action_dice" / "tavern-brawl",
    "dice" / "ability-scores",
    "dice" / "action-roll",
    "dice" / "attack-routine",
    "dice" / "best-of-three",
    "dice" / "brawl",
    "dice" / "chaos-bag",
    "dice" / "clock",
    "dice" / "death-saves",
    "dice" / "dragon",
    "dice" / "effect-die",
    "dice" / "five-of-a-kind",
    "dice" / "fleet",
    "dice" / "gamebook",
    "dice" / "glitch",
    "dice" / "goblins",
    "dice" / "horde",
    "dice" / "king-of-tokyo",
    "dice" / "mechs",
    "dice" / "modifier-deck",
    "dice" / "morale",
    "dice" / "move",
    "dice" / "ogre",
    "dice" / "opposed-pools",
    "dice" / "percentile-bonus",
    "dice" / "push",
    "dice" / "re-roll",
    "dice" / "risk",
    "dice" / "risus",
    "dice" / "rock-paper-scissors",
    "dice" / "score",
    "dice" / "squad",
    "dice" / "symbols",
    "dice" / "wild-die",
    "dice" / "wolves",
    "dice" / "zombie-dice",
    "trade" / "foreign-goods",
    "trade" / "making-ends-meet",
    "trade" / "millionaire",
    "dice_adventures" / "adventurers",
    "dice_adventures" / "careless",
    "dice_adventures" / "gauntlet",
    "dice_adventures" / "quests",
    "dice_adventures" / "troupe",
    "adventure" / "canyon-evening",
    "adventure" / "five-winters",
    "adventure" / "museum-night",
    "adventure" / "spice-run",
    "adventure" / "three-fights",
];

/// All built-in files that scenarios can use, by kind, then by name. They are not scenarios
/// themselves.
pub static PARTIES: &[Builtin] = builtins![
    "combat/parties" / "canyon-ambushers",
    "combat/parties" / "canyon-heroes",
];

/// Templates of types of contest that are no kinds, for `evenodds new`.
pub static TEMPLATES: &[Template] = &[Template {
    name: "teams",
    kind: "dice",
    key: "team",
    summary: "Fights with hit points, armor and attacks of your own game",
    page: "docs/kinds/teams.md",
    text: include_str!("dice/teams/template.toml"),
}];

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::path::Path;

    /// Adds the TOML files of a folder and its subfolders, with paths relative to `root`.
    fn files(root: &Path, folder: &Path, found: &mut Vec<String>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                files(root, &path, found);
            } else if path.extension().is_some_and(|ending| ending == "toml") {
                let path = path.strip_prefix(root).unwrap();
                found.push(path.to_string_lossy().replace('\\', "/"));
            }
        }
    }

    #[test]
    fn every_scenario_of_the_source_tree_is_built_in() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let root = root.as_path();
        let mut found = Vec::new();
        files(root, &root.join("scenarios"), &mut found);
        found.sort();
        let (parties, scenarios): (Vec<String>, Vec<String>) = found
            .into_iter()
            .partition(|path| path.contains("/parties/"));
        for (found, listed) in [(scenarios, BUILTINS), (parties, PARTIES)] {
            let mut listed: Vec<&str> = listed.iter().map(|file| file.path).collect();
            listed.sort_unstable();
            assert_eq!(found, listed);
        }
        let all = || BUILTINS.iter().chain(PARTIES);
        let names: BTreeSet<&str> = all().map(|file| file.name).collect();
        assert_eq!(names.len(), all().count(), "names are unique over all");
    }
}
