//! List of the keys of a key table, for printing.

use super::key_shapes::key_shapes;
use super::keys::{Key, Presence};
use super::shape::{ChoiceName, ValueShape};

/// Description of one key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyRow {
    /// Path, such as `side[].combatant[].classes[].dice`, with `*` for a free key.
    pub path: String,
    /// Accepted values.
    pub accepts: String,
    /// The default as a TOML literal, `required`, or empty.
    pub default: String,
    /// One-line description.
    pub help: String,
    /// True if the key is a tunable parameter.
    pub tunable: bool,
    /// Names to choose from; empty if the value is not a choice.
    pub choices: &'static [ChoiceName],
}

/// Returns a row for every key, in the order of the key table. The rows of an inner table follow
/// the row of its key.
pub fn describe_keys(keys: &'static [Key]) -> Vec<KeyRow> {
    let key_shapes = key_shapes(keys).into_iter().filter(|entry| entry.is_whole);
    key_shapes
        .map(|entry| KeyRow {
            path: entry.path,
            accepts: entry.key.accepted(),
            default: match entry.key.presence {
                Presence::Required => "required".to_owned(),
                Presence::Optional => String::new(),
                Presence::Default(literal) => literal.to_owned(),
            },
            help: entry.key.help.to_owned(),
            tunable: entry.key.tunable.is_some(),
            choices: choices(entry.shape),
        })
        .collect()
}

/// Returns the names from which a value of the shape, or each of its elements, is chosen.
fn choices(shape: &ValueShape) -> &'static [ChoiceName] {
    match shape {
        ValueShape::Choice(choices) => choices,
        ValueShape::List { item, .. } => choices(item),
        ValueShape::Either(shapes) => shapes
            .iter()
            .map(choices)
            .find(|choices| !choices.is_empty())
            .unwrap_or_default(),
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::sample::KEYS;

    #[test]
    fn every_key_has_a_row() {
        let rows = describe_keys(&KEYS);
        let lines: Vec<String> = rows
            .iter()
            .map(|row| {
                let tunable = if row.tunable { "tunable" } else { "" };
                format!(
                    "{} | {} | {} | {} | {}",
                    row.path,
                    row.accepts,
                    row.default,
                    tunable,
                    row.choices.len()
                )
            })
            .collect();
        insta::assert_snapshot!(lines.join("\n"), @r#"
        kind | a text in quotes | required |  | 0
        title | a text in quotes |  |  | 0
        side | a list of 2 tables | required |  | 0
        side[].name | a text in quotes | required |  | 0
        side[].player | one of "finisher", "rollout", or a table | "finisher" |  | 2
        side[].player.name | one of "finisher", "rollout" | required |  | 2
        side[].player.playouts | an integer from 1 to 4096 |  | tunable | 0
        side[].combatant | a list of at most 3 tables | [] |  | 0
        side[].combatant[].name | a text in quotes | required |  | 0
        side[].combatant[].classes | a list of 1 to 6 tables | required |  | 0
        side[].combatant[].classes[].name | a text in quotes | required |  | 0
        side[].combatant[].classes[].dice | 1 to 6 dice | required | tunable | 0
        side[].combatant[].classes[].cover | true or false | false |  | 0
        side[].combatant[].count | an integer from 1 to 99 | 1 | tunable | 0
        side[].reinforcement | a list of at most 9 tables | [] |  | 0
        side[].reinforcement[].name | a text in quotes | required |  | 0
        side[].reinforcement[].at_turn | an integer from 1 to 6 | required |  | 0
        rules | a table | {} |  | 0
        rules.half | one of "up", "down" | "up" | tunable | 2
        rules.healer | a table |  |  | 0
        rules.healer.dice | an integer from 1 to 6 | required |  | 0
        rules.bonus | a table |  |  | 0
        field | a table | {} |  | 0
        field.dice | a list of one or more integers, each from 1 to 6 |  |  | 0
        field.size | an integer of at least 0 |  | tunable | 0
        field.weight | a number of at least 0 | 1 |  | 0
        expect | a table |  |  | 0
        expect.outcomes | a table |  |  | 0
        scene | a list of at most 9 tables |  |  | 0
        scene[].name | a text in quotes | required |  | 0
        scene[].file | a text in quotes |  |  | 0
        scene[].contest | a table whose `kind` is one of "fight", "craft" |  |  | 0
        team | a table |  |  | 0
        team.*.player | one of "finisher", "rollout", or a table | "finisher" |  | 2
        team.*.player.name | one of "finisher", "rollout" | required |  | 2
        team.*.player.playouts | an integer from 1 to 4096 |  | tunable | 0
        team.*.members | a list of at most 9 tables | [] |  | 0
        team.*.members[].name | a text in quotes | required |  | 0
        team.*.members[].count | an integer from 1 to 99 | 1 | tunable | 0
        team.*.members[].* | an integer of at least 0, or a table, or a text in quotes |  | tunable | 0
        team.*.members[].*.value | an integer of at least 0 | required | tunable | 0
        team.*.members[].*.most | an integer of at least 0 |  |  | 0
        team.*.members[].lines | a list of at most 3 integers, each from 1 to 6 | [] |  | 0
        "#);
    }
}
