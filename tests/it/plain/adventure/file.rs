//! Adventures as files.

use super::text::{cargo, choices, file, list, names, quoted, table, wound_option};
use super::{Advance, Adventure, Character, Cost, Group, Healing, LostFor, Rules, Scene};
use std::fmt::Write as _;

impl Adventure {
    /// Returns the file of the adventure.
    pub fn written(&self) -> String {
        let mut text = format!("kind = \"adventure\"\nsessions = {}\n", self.sessions);
        if let Some(group) = &self.group {
            let _ = writeln!(text, "group = {}", group.written());
        }
        match self.first.as_slice() {
            [] => {}
            [one] => {
                let _ = writeln!(text, "first = {}", quoted(one));
            }
            several => {
                let _ = writeln!(text, "first = {}", names(several));
            }
        }
        let _ = writeln!(text, "rules = {}", self.rules.written());
        for character in &self.characters {
            let _ = writeln!(text, "[[character]]\n{}", character.written());
        }
        for scene in &self.scenes {
            let _ = writeln!(text, "[[scene]]\n{}", scene.written());
        }
        text.push_str("[endings]\n");
        for ending in &self.endings {
            let _ = writeln!(text, "{ending} = \"It is {ending}.\"");
        }
        text
    }
}

impl Rules {
    fn written(&self) -> String {
        let lost_for = match self.lost_for {
            LostFor::Adventure => quoted("adventure"),
            LostFor::Session => quoted("session"),
            LostFor::Scenes(scenes) => format!("{{ scenes = {scenes} }}"),
        };
        let healing = match self.healing {
            Healing::Scenes => "scenes",
            Healing::Rest => "rest",
            Healing::Never => "none",
        };
        let advance = match self.advance {
            Advance::Nothing => "none",
            Advance::Lowest => "lowest",
            Advance::Highest => "highest",
            Advance::First => "first",
        };
        let of_two = |yes: bool, one: &str, other: &str| quoted(if yes { one } else { other });
        table(&vec![
            ("lost_for", lost_for),
            ("wounds_to_die", self.wounds_to_die.to_string()),
            ("healing", quoted(healing)),
            ("healing_difficulty", self.healing_difficulty.to_string()),
            (
                "retreated",
                of_two(self.retreated_are_captured, "captured", "escape"),
            ),
            (
                "unmanned",
                of_two(self.unmanned_is_skipped, "skip", "worst"),
            ),
            ("advance", quoted(advance)),
            ("between", of_two(self.dead_are_replaced, "replace", "none")),
            ("max_scenes", self.max_scenes.to_string()),
        ])
    }
}

/// Returns tables with a name and dice.
fn with_dice(all: &[(String, u32)]) -> String {
    let all = all.iter();
    let all: Vec<String> = all
        .map(|(name, dice)| table(&vec![("name", quoted(name)), ("dice", dice.to_string())]))
        .collect();
    list(&all)
}

impl Group {
    fn written(&self) -> String {
        let cargoes = self.cargoes.iter();
        let cargoes: Vec<String> = cargoes
            .map(|(name, one)| table(&cargo(name, one)))
            .collect();
        let mut keys = vec![("prosperity", self.prosperity.to_string())];
        if !self.bases.is_empty() {
            keys.push(("base", with_dice(&self.bases)));
        }
        if !cargoes.is_empty() {
            keys.push(("cargo", list(&cargoes)));
        }
        table(&keys)
    }
}

impl Character {
    fn written(&self) -> String {
        let mut keys = vec![
            ("name", quoted(&self.name)),
            ("classes", with_dice(&self.classes)),
            ("wounds", self.wounds.to_string()),
            ("armor", self.armor.to_string()),
            ("losable", names(&self.losable)),
        ];
        if let Some(healer) = &self.healer {
            keys.push(("healer", quoted(healer)));
        }
        keys.extend(choices(self.choices));
        file(&keys)
    }
}

impl Scene {
    fn written(&self) -> String {
        let then = self.then.iter();
        let then: Vec<String> = then
            .map(|(outcome, target)| format!("{outcome} = \"{target}\""))
            .collect();
        let cost = self.cost.iter();
        let cost: Vec<String> = cost
            .map(|(outcome, cost)| format!("{outcome} = {}", cost.written()))
            .collect();
        let mut keys = vec![
            ("name", quoted(&self.name)),
            ("contest", self.contest.written()),
            ("then", format!("{{ {} }}", then.join(", "))),
            ("cost", format!("{{ {} }}", cost.join(", "))),
            ("rest", self.rest.to_string()),
        ];
        if let Some(worst) = &self.worst {
            keys.push(("worst", quoted(worst)));
        }
        if self.session_ends {
            keys.push(("session_ends", "true".to_owned()));
        }
        file(&keys)
    }
}

impl Cost {
    fn written(&self) -> String {
        let wound = match &self.wound {
            None => "false".to_owned(),
            Some(options) if options.is_empty() => "true".to_owned(),
            Some(options) => {
                let options: Vec<String> = options.iter().copied().map(wound_option).collect();
                list(&options)
            }
        };
        let mut keys = vec![
            ("classes", self.classes.to_string()),
            ("wound", wound),
            ("captured", self.captured.to_string()),
        ];
        if self.armor_fits && self.wound.is_some() {
            keys.push(("armor_fits", "true".to_owned()));
        }
        if self.prosperity > 0 {
            keys.push(("prosperity", self.prosperity.to_string()));
        }
        if !self.of.is_empty() {
            keys.push(("of", names(&self.of)));
        }
        if !self.dice.is_empty() {
            let dice = self.dice.iter();
            let dice: Vec<String> = dice
                .map(|(name, dice)| format!("{} = {dice}", quoted(name)))
                .collect();
            keys.push(("dice", format!("{{ {} }}", dice.join(", "))));
        }
        table(&keys)
    }
}
