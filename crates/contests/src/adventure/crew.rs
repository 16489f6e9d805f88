//! Reads the characters, bases and cargoes from a checked file.

use super::keys::{CharacterKeys, ClassKeys, GroupKeys};
use super::party::CargoState;
use super::{Character, CharacterClass, Crew, InitialCargo};
use evenodds_core::contest::{CargoOrigin, Typed};
use evenodds_core::document::{CheckedTable, Faults, not_known};

/// Returns the characters and possessions; `None`, with faults, if any character is not valid.
pub(super) fn crew(
    file: &CheckedTable,
    characters: &[Option<CharacterKeys>],
    faults: &mut Faults,
) -> Option<Crew> {
    let tables = file.tables("character").iter();
    let characters = characters.iter().zip(tables).map(|(keys, table)| {
        let keys = keys.as_ref()?;
        let classes = keys.classes.iter().map(|class| CharacterClass {
            name: class.name.clone(),
            dice: class.dice,
        });
        let mut character = Character {
            name: keys.name.clone(),
            classes: classes.collect(),
            wounds: keys.wounds,
            armor: keys.armor,
            wound_choice: keys.wound_choice,
            wound_option: keys.wound_option,
            healer: None,
            losable: Vec::new(),
            span: table.own_span(),
        };
        let known: Vec<&str> = keys
            .classes
            .iter()
            .map(|class| class.name.as_str())
            .collect();
        let mut class = |name: &String, key: &str| {
            let found = character.class(name);
            if found.is_none() {
                let what = format!("Classes of {}", keys.name);
                let (accepted, help) = not_known(name, &known, &what);
                faults.refuse(table, key, accepted, help);
            }
            found
        };
        let healer = keys.healer.as_ref().and_then(|name| class(name, "healer"));
        let losable = keys.losable.iter();
        let losable = losable.filter_map(|name| class(name, "losable")).collect();
        (character.healer, character.losable) = (healer, losable);
        Some(character)
    });
    // Collected before the check, so that the faults of all characters are found.
    let characters: Vec<Option<Character>> = characters.collect();
    let mut characters: Vec<Character> = characters.into_iter().collect::<Option<_>>()?;
    let people = characters.len();
    let mut cargoes = Vec::new();
    if let Some(group) = GroupKeys::under(file, "group") {
        let tables = file.table("group");
        let tables = |key| tables.map_or(&[] as &[CheckedTable], |group| group.tables(key));
        for (base, table) in group.base.into_iter().zip(tables("base")) {
            if is_new(&base.name, &characters, table, faults) {
                characters.push(Character::base(base, table));
            }
        }
        for (cargo, table) in group.cargo.into_iter().zip(tables("cargo")) {
            if is_new(&cargo.name, &characters, table, faults) {
                cargoes.push(InitialCargo {
                    name: cargo.name,
                    cargo_state: CargoState {
                        dice: cargo.dice as u8,
                        held: cargo.held,
                        on_offer: !cargo.held,
                        foreign: cargo.origin == CargoOrigin::Foreign,
                        refused: 0,
                    },
                });
            }
        }
    }
    Some(Crew {
        characters,
        people,
        cargoes,
    })
}

/// Returns whether a name is new; reports it otherwise.
fn is_new(name: &str, characters: &[Character], table: &CheckedTable, faults: &mut Faults) -> bool {
    let known = characters.iter().any(|one| one.name == name);
    if known {
        let accepted = "expected another name, as a character or a base has this one";
        faults.refuse(table, "name", accepted, None);
    }
    !known
}

impl Character {
    /// Creates a base: it lends one Class, and has no wounds and no armor.
    fn base(base: ClassKeys, table: &CheckedTable) -> Self {
        Self {
            name: base.name.clone(),
            classes: vec![CharacterClass {
                name: base.name,
                dice: base.dice,
            }],
            wounds: false,
            armor: false,
            wound_choice: None,
            wound_option: None,
            healer: None,
            losable: Vec::new(),
            span: table.own_span(),
        }
    }
}
