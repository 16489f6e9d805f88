//! Keys of a Quick Formula file, and construction of the contest.

use super::{Quick, Thrower};
use evenodds_core::contest::{
    CLASS_DICE, CLASS_FIT, Contest, Fit, Half, default, optional, required, table, too_many_dice,
    whole,
};
use evenodds_core::dice::MOST_D6;
use evenodds_core::document::{CheckedTable, Fault, Faults, Key, ValueShape};

/// Keys of the file.
pub(super) static KEYS: &[Key] = File::KEYS;

table! {
    /// A file.
    struct File {
        /// Total that the throw must reach: 10 is challenging, 20 borderline impossible.
        difficulty: i64 = required(whole(1, i64::MAX))
            .accepts("a positive whole number")
            .tunable(1.0)
            .example("10"),
        /// The actor, whose dice all count.
        actor: ActorKeys = required(ValueShape::Table(ActorKeys::KEYS))
            .example("{ name = \"Skinner\", dice = 2 }"),
        /// Helpers: each six that they throw adds 6, all other dice nothing.
        helper: Vec<Helper> = optional(ValueShape::named_tables(Helper::KEYS, 0, 100))
            .example("[{ name = \"Legendary Lockpick\", dice = 6 }]"),
        /// Options where the rules leave a choice.
        rules: RulesKeys = default("{}", ValueShape::Table(RulesKeys::KEYS)),
    }
}

table! {
    /// The actor.
    struct ActorKeys {
        /// Name of the actor.
        name: String = required(ValueShape::Text).example("\"Skinner\""),
        dice: u32 = CLASS_DICE,
        fit: Fit = CLASS_FIT,
    }
}

table! {
    /// A helper.
    struct Helper {
        /// Name of the helper; must be unique, as it also selects the helper's random numbers.
        name: String = required(ValueShape::Text).example("\"Legendary Lockpick\""),
        dice: u32 = CLASS_DICE,
        fit: Fit = CLASS_FIT,
    }
}

table! {
    /// The keys under `[rules]`.
    struct RulesKeys {
        half: Half = Half::KEY,
    }
}

/// Reports more dice than the solver can count.
pub(super) fn examine(table: &CheckedTable, faults: &mut Faults) {
    if let Some(fault) = too_many_dice(table, "actor", MOST_D6) {
        faults.push(Fault {
            help: Some(format!(
                "the number of throws must fit in 128 bits, which allows 6^{MOST_D6}"
            )),
            ..fault
        });
    }
}

/// Builds the contest.
pub(super) fn build(table: &CheckedTable, _: &mut Faults) -> Option<Box<dyn Contest>> {
    let file = File::read(table)?;
    let thrower = |name, dice, fit: Fit| Thrower {
        name,
        class: dice,
        dice: fit.thrown(dice, file.rules.half),
    };
    let helpers = file.helper.into_iter();
    Some(Box::new(Quick::new(
        file.difficulty,
        thrower(file.actor.name, file.actor.dice, file.actor.fit),
        helpers
            .map(|helper| thrower(helper.name, helper.dice, helper.fit))
            .collect(),
    )))
}

#[cfg(test)]
mod tests {
    use super::super::KIND;
    use evenodds_core::contest::Contest;
    use evenodds_core::contest::conformance;

    fn read(text: &str, sets: &[&str]) -> Result<Box<dyn Contest>, String> {
        conformance::read(&KIND, text, sets)
    }

    const SKINNER: &str = r#"
difficulty = 10
actor  = { name = "Skinner", dice = 2, fit = "full" }
helper = [{ name = "Legendary Lockpick", dice = 6 }]
"#;

    /// Returns the expected range of the total: from the number of the actor's dice to six times
    /// that of all dice.
    fn range(text: &str, sets: &[&str]) -> (i64, i64) {
        read(text, sets).unwrap().metrics()[0].expected
    }

    #[test]
    fn a_file_sets_the_dice_of_each_thrower() {
        assert_eq!(range(SKINNER, &[]), (2, 48));
        assert_eq!(range(SKINNER, &["actor.dice=5"]), (5, 66));
        assert_eq!(range(SKINNER, &["actor.dice=5", "actor.fit=semi"]), (3, 54));
        assert_eq!(
            range(
                SKINNER,
                &["actor.dice=5", "actor.fit=semi", "rules.half=down"]
            ),
            (2, 48)
        );
        assert_eq!(
            range(
                SKINNER,
                &[
                    "helper.'Legendary Lockpick'.fit=semi",
                    "helper.'Legendary Lockpick'.dice=3"
                ]
            ),
            (2, 24)
        );
        assert_eq!(
            range("difficulty = 1\nactor = { name = \"x\", dice = 6 }", &[]),
            (6, 36)
        );
    }

    #[test]
    fn all_faults_are_reported_together() {
        let text = r#"
difficulty = 0
actor = { nam = "Skinner", dice = 9, fit = "half" }
[[helper]]
name = "Rock"
dice = 2
[[helper]]
name = "Rock"
[rules]
half = "sideways"
"#;
        insta::assert_snapshot!(read(text, &[]).err().unwrap_or_default(), @r#"
        x.toml:2:14: difficulty is 0; expected a positive whole number
        x.toml:3:11: actor.nam is not a key here; did you mean name?
        x.toml:3:35: actor.dice is 9; expected 1 to 6 dice
        x.toml:3:44: actor.fit is "half"; expected one of "full", "semi"
        x.toml:7:1: helper[1].dice is missing; expected 1 to 6 dice
        x.toml:8:8: helper[1].name is "Rock"; the name is already used at x.toml:5:8
        x.toml:10:8: rules.half is "sideways"; expected one of "up", "down"
        "#);
    }

    #[test]
    fn too_many_dice_are_a_fault_and_semi_classes_count_half() {
        use std::fmt::Write as _;
        let mut text = "difficulty = 60\nactor = { name = \"x\", dice = 2 }\n".to_owned();
        for helper in 1..=8 {
            let _ = writeln!(text, "[[helper]]\nname = \"{helper}\"\ndice = 6");
        }
        insta::assert_snapshot!(read(&text, &[]).err().unwrap_or_default(), @"x.toml:3:1: helper raises the number of dice to 50; expected at most 49 dice of the actor and all helpers together");
        assert!(read(&text, &["actor.fit=semi"]).is_ok());
    }

    #[test]
    fn the_shipped_scenarios_keep_what_they_promise() {
        let found = [
            include_str!("../../../../scenarios/quick/lockpick.toml"),
            include_str!("../../../../scenarios/quick/challenging.toml"),
            include_str!("../../../../scenarios/quick/borderline.toml"),
        ]
        .map(|text| {
            let success = conformance::assert_shipped(&KIND, text).outcomes[0];
            format!("{success:.4}")
        });
        assert_eq!(found, ["0.6874", "0.9437", "0.6543"]);
    }
}
