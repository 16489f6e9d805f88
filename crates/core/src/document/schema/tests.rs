use super::*;
use crate::document::sample::KEYS;
use std::fmt::Write as _;

/// Formats a schema with a line for each nested schema; the lines of keys begin with a dot.
fn outlined(schema: &Json) -> String {
    fn outline(name: &str, schema: &Json, depth: usize, page: &mut String) {
        let _ = write!(page, "{:1$}{name}", "", 2 * depth);
        let is_deep = |value: &Json| {
            let first = value.as_array().and_then(|list| list.first());
            value.is_object() || first.is_some_and(Json::is_object)
        };
        let (deep, flat): (Vec<_>, Vec<_>) = schema
            .as_object()
            .unwrap()
            .iter()
            .partition(|(_, value)| is_deep(value));
        for (word, value) in flat {
            let _ = write!(page, " {word}: {value}");
        }
        page.push('\n');
        for (word, value) in deep {
            match value {
                Json::Object(keys) if word == "properties" => {
                    for (key, schema) in keys {
                        outline(&format!(".{key}"), schema, depth + 1, page);
                    }
                }
                Json::Array(schemas) => {
                    for schema in schemas {
                        outline(word, schema, depth + 1, page);
                    }
                }
                schema => outline(word, schema, depth + 1, page),
            }
        }
    }
    let mut page = String::new();
    outline("schema", schema, 0, &mut page);
    page
}

#[test]
fn keys_of_other_documents_are_required_only_of_a_standalone_document() {
    static PART: [Key; 2] = [
        Key::required("name", ValueShape::Text),
        Key::required("dice", ValueShape::Integer { min: 1, max: 6 }),
    ];
    static WHOLE: [Key; 2] = [
        Key::required("name", ValueShape::Text),
        Key::required("part", ValueShape::named_tables(&PART, 1, 6)),
    ];
    static TABLE: [Key; 2] = [
        Key::required("kind", ValueShape::Text),
        Key::required("whole", ValueShape::named_tables(&WHOLE, 2, 9)).shared(),
    ];
    insta::assert_snapshot!(outlined(&json_schema("t", &TABLE, "use")), @r#"
    schema $schema: "https://json-schema.org/draft/2020-12/schema" title: "t" type: "object" required: ["kind"] additionalProperties: false
      .kind title: "Kind" type: "string" maxLength: 200
      .whole title: "Whole" type: "array" maxItems: 9
        items type: "object" required: ["name"] additionalProperties: false
          .name title: "Name" type: "string" maxLength: 200 minLength: 1
          .part title: "Part" type: "array" maxItems: 6
            items type: "object" required: ["name"] additionalProperties: false
              .name title: "Name" type: "string" maxLength: 200 minLength: 1
              .dice title: "Dice" type: "integer" minimum: 1 maximum: 6
      if required: ["use"]
      else required: ["whole"]
        .whole minItems: 2
          items required: ["name","part"]
            .part minItems: 1
              items required: ["name","dice"]
    "#);
}

#[test]
fn the_schema_describes_the_table_of_keys() {
    insta::assert_snapshot!(outlined(&json_schema("sample", &KEYS, "use")), @r#"
    schema $schema: "https://json-schema.org/draft/2020-12/schema" title: "sample" type: "object" required: ["kind","side"] additionalProperties: false
      .kind title: "Kind" description: "kind of contest" type: "string" maxLength: 200 examples: ["combat"]
      .title title: "Title" type: "string" maxLength: 200
      .side title: "Side" description: "sides of the fight" type: "array" minItems: 2 maxItems: 2
        items type: "object" required: ["name"] additionalProperties: false
          .name title: "Name" type: "string" maxLength: 200 minLength: 1
          .player title: "Player" description: "player of the side" default: "finisher"
            anyOf type: "string"
              oneOf const: "finisher"
              oneOf const: "rollout"
            anyOf type: "object" required: ["name"] additionalProperties: false
              .name title: "Name" type: "string" examples: ["rollout"]
                oneOf const: "finisher"
                oneOf const: "rollout"
              .playouts title: "Playouts" type: "integer" minimum: 1 maximum: 4096
          .combatant title: "Combatant" type: "array" maxItems: 3 default: []
            items type: "object" required: ["name","classes"] additionalProperties: false
              .name title: "Name" type: "string" maxLength: 200 minLength: 1 examples: ["Dirk"]
              .classes title: "Classes" type: "array" minItems: 1 maxItems: 6
                items type: "object" required: ["name","dice"] additionalProperties: false
                  .name title: "Name" type: "string" maxLength: 200 examples: ["Fighter"]
                  .dice title: "Dice" description: "how many dice the Class throws; 1 to 6 dice" type: "integer" minimum: 1 maximum: 6 examples: [4]
                  .cover title: "Cover" description: "whether it sees through cover" type: "boolean" default: false
              .count title: "Count" type: "integer" minimum: 1 maximum: 99 default: 1
          .reinforcement title: "Reinforcement" type: "array" maxItems: 9 default: []
            items type: "object" required: ["name","at_turn"] additionalProperties: false
              .name title: "Name" type: "string" maxLength: 200 minLength: 1 examples: ["Late"]
              .at_turn title: "At turn" description: "the turn on which it comes" type: "integer" minimum: 1 maximum: 6
      .rules title: "Rules" description: "options of the rules" type: "object" additionalProperties: false
        .half title: "Half" description: "rounding of halves, with a help text that is too long for the line of its key and is therefore placed above it" type: "string" default: "up"
          oneOf const: "up" description: "round up"
          oneOf const: "down" description: "round down"
        .healer title: "Healer" description: "healer, if there is one" type: "object" required: ["dice"] additionalProperties: false
          .dice title: "Dice" type: "integer" minimum: 1 maximum: 6 examples: [3]
        .bonus title: "Bonus" description: "dice added by name" type: "object" maxProperties: 10000
          additionalProperties type: "integer" minimum: 0
        default
      .field title: "Field" type: "object" additionalProperties: false
        .dice title: "Dice" description: "given faces" type: "array" minItems: 1
          items type: "integer" minimum: 1 maximum: 6
        .size title: "Size" type: "integer" minimum: 0
        .weight title: "Weight" type: "number" minimum: 0.0 default: 1
        default
      .expect title: "Expect" type: "object" additionalProperties: false
        .outcomes title: "Outcomes" description: "expected shares" type: "object" maxProperties: 10000
          additionalProperties type: "array" minItems: 2 maxItems: 2
            items type: "number" minimum: 0.0 maximum: 1.0
      .scene title: "Scene" description: "scenes that follow" type: "array" maxItems: 9
        items type: "object" required: ["name"] additionalProperties: false
          .name title: "Name" type: "string" maxLength: 200 minLength: 1 examples: ["ambush"]
          .file title: "File" type: "string" maxLength: 200
          .contest title: "Contest" description: "contest of the scene" type: "object"
            anyOf type: "object" additionalProperties: false
              .kind title: "Kind" description: "Kind of contest." type: "string"
                oneOf const: "fight" description: "last side that stands"
              .side title: "Side" type: "array" maxItems: 2
                items type: "object" required: ["name"] additionalProperties: false
                  .name title: "Name" type: "string" maxLength: 200 minLength: 1
                  .player title: "Player" description: "player of the side" default: "finisher"
                    anyOf type: "string"
                      oneOf const: "finisher"
                      oneOf const: "rollout"
                    anyOf type: "object" required: ["name"] additionalProperties: false
                      .name title: "Name" type: "string" examples: ["rollout"]
                        oneOf const: "finisher"
                        oneOf const: "rollout"
                      .playouts title: "Playouts" type: "integer" minimum: 1 maximum: 4096
                  .combatant title: "Combatant" type: "array" maxItems: 3 default: []
                    items type: "object" required: ["name"] additionalProperties: false
                      .name title: "Name" type: "string" maxLength: 200 minLength: 1 examples: ["Dirk"]
                      .classes title: "Classes" type: "array" minItems: 1 maxItems: 6
                        items type: "object" required: ["name","dice"] additionalProperties: false
                          .name title: "Name" type: "string" maxLength: 200 examples: ["Fighter"]
                          .dice title: "Dice" description: "how many dice the Class throws; 1 to 6 dice" type: "integer" minimum: 1 maximum: 6 examples: [4]
                          .cover title: "Cover" description: "whether it sees through cover" type: "boolean" default: false
                      .count title: "Count" type: "integer" minimum: 1 maximum: 99 default: 1
                  .reinforcement title: "Reinforcement" type: "array" maxItems: 9 default: []
                    items type: "object" required: ["name"] additionalProperties: false
                      .name title: "Name" type: "string" maxLength: 200 minLength: 1 examples: ["Late"]
                      .at_turn title: "At turn" description: "the turn on which it comes" type: "integer" minimum: 1 maximum: 6
              .rules title: "Rules" type: "object" additionalProperties: false
                .half title: "Half" description: "rounding of halves, with a help text that is too long for the line of its key and is therefore placed above it" type: "string" default: "up"
                  oneOf const: "up" description: "round up"
                  oneOf const: "down" description: "round down"
                .healer title: "Healer" description: "healer, if there is one" type: "object" additionalProperties: false
                  .dice title: "Dice" type: "integer" minimum: 1 maximum: 6 examples: [3]
                .bonus title: "Bonus" description: "dice added by name" type: "object" maxProperties: 10000
                  additionalProperties type: "integer" minimum: 0
                default
            anyOf type: "object" additionalProperties: false
              .kind title: "Kind" description: "Kind of contest." type: "string"
                oneOf const: "craft"
              .crafter title: "Crafter" type: "object" additionalProperties: false
                .name title: "Name" type: "string" maxLength: 200 examples: ["Gex"]
                .dice title: "Dice" type: "integer" minimum: 1 maximum: 6 examples: [4]
              .piles title: "Piles" type: "integer" minimum: 1 maximum: 6 default: 3
          allOf
            if required: ["file"]
            else
              .contest
                anyOf required: ["kind","side"]
                  .kind const: "fight"
                  .side minItems: 1
                    items required: ["name"]
                      .combatant
                        items required: ["name","classes"]
                      .reinforcement
                        items required: ["name","at_turn"]
                  .rules
                    .healer required: ["dice"]
                anyOf required: ["kind","crafter"]
                  .kind const: "craft"
                  .crafter required: ["name","dice"]
      .team title: "Team" description: "teams by name" type: "object" maxProperties: 10000
        additionalProperties type: "object" additionalProperties: false
          .player title: "Player" default: "finisher"
            anyOf type: "string"
              oneOf const: "finisher"
              oneOf const: "rollout"
            anyOf type: "object" required: ["name"] additionalProperties: false
              .name title: "Name" type: "string" examples: ["rollout"]
                oneOf const: "finisher"
                oneOf const: "rollout"
              .playouts title: "Playouts" type: "integer" minimum: 1 maximum: 4096
          .members title: "Members" type: "array" maxItems: 9 default: []
            items type: "object" required: ["name"] maxProperties: 10003
              .name title: "Name" type: "string" maxLength: 200 minLength: 1 examples: ["Goblin"]
              .count title: "Count" type: "integer" minimum: 1 maximum: 99 default: 1
              .lines title: "Lines" type: "array" maxItems: 3 default: []
                items type: "integer" minimum: 1 maximum: 6
              additionalProperties description: "fields of the file's own"
                anyOf type: "integer" minimum: 0
                anyOf type: "object" required: ["value"] additionalProperties: false
                  .value title: "Value" type: "integer" minimum: 0 examples: [2]
                  .most title: "Most" type: "integer" minimum: 0
                anyOf type: "string" maxLength: 200
    "#);
}
