//! The kinds of contest, each in a folder of its own. They are independent of each other; only this
//! module lists all of them.

pub mod abstract_rpg;
pub mod action_dice;
pub mod adventure;
pub mod combat;
pub mod dice;
pub mod dice_adventures;
pub mod quick;
pub mod survey;
pub mod trade;
pub mod workshop;

use crate::contest::Kind;

/// Every kind of contest, in the order in which they are listed.
pub static KINDS: &[&Kind] = &[
    &combat::KIND,
    &survey::KIND,
    &workshop::KIND,
    &quick::KIND,
    &trade::KIND,
    &action_dice::KIND,
    &dice_adventures::KIND,
    &abstract_rpg::KIND,
    &dice::KIND,
    &adventure::KIND,
];

/// Returns the kind with this name.
pub fn kind(name: &str) -> Option<&'static Kind> {
    KINDS.iter().copied().find(|kind| kind.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contest::conformance::assert_kind;

    #[test]
    fn every_kind_keeps_what_is_asked_of_all() {
        for (position, kind) in KINDS.iter().enumerate() {
            assert_kind(kind);
            let earlier = &KINDS[..position];
            assert!(earlier.iter().all(|earlier| earlier.name != kind.name));
        }
    }
}
