//! Cover, and the players that decide how to spend it.

use crate::combat::{Switched, play};
use crate::fights::{class, setup};
use crate::tape::Tape;
use evenodds::contests::combat::{
    Combat, Combatant, Cover, Event, LastBlow, Options, Player, Setup,
};
use evenodds::dice::Pool;

const ROLLOUT: Player = Player::Rollout { playouts: 8 };
const EXPERT: Player = Player::Expert { depth: 0 };
const AHEAD: Player = Player::Expert { depth: 2 };

/// Returns a fight in which finishers attack a combatant with much Cover, alone or with a
/// companion.
fn besieged(player: Player, companions: usize, cover_per_attack: u32) -> Setup {
    let options = Options {
        last_blow: LastBlow::Draw,
        cover_per_attack,
        ..Options::default()
    };
    let who = |player, dice| Combatant {
        player,
        classes: vec![class(dice)],
        ..Combatant::default()
    };
    let attackers = vec![who(Player::Finisher, 3); 1 + companions];
    let mut targets = vec![who(player, 3); 1 + companions];
    targets[0].cover = Some(Cover::Faces(Pool::from_faces(&[1, 6])));
    let mut setup = setup([attackers, targets].into_iter(), options);
    setup.sides[1].cover = Some(Cover::Faces(Pool::from_faces(&[3])));
    setup.field_cover = Some(Cover::Faces(Pool::from_faces(&[3, 4])));
    setup
}

/// Returns the events up to the first attack against which Cover could be spent, and whether its
/// target spent none.
fn first_choice(combat: &Combat, seed: u64, future: u64) -> Option<(Vec<Event>, bool)> {
    let size = combat.combatants().len();
    let rollers = 4 * size + 4;
    let mut dice = Switched {
        before: Tape::new(seed, rollers),
        after: Tape::new(future, rollers),
        openings: size,
        whims_from: size + 1,
    };
    let (_, mut events) = play(combat, &mut dice);
    let attack = events
        .iter()
        .position(|event| matches!(event, Event::Attacked { .. }))?;
    let thrown = |event: &Event| {
        matches!(
            event,
            Event::Rerolled { .. } | Event::Supported { .. } | Event::Changed { .. }
        )
    };
    events.truncate(attack + 1);
    let Event::Attacked {
        face,
        target,
        before,
        ..
    } = events[attack]
    else {
        return None;
    };
    let open = combat.combatants()[target].side == 1 && !before.up_to(face).is_empty();
    let covers = |event: &Event| matches!(event, Event::Covered { .. });
    let none = !events.iter().any(covers);
    (open && !events.iter().any(thrown)).then_some((events, none))
}

#[test]
fn a_choice_of_cover_is_not_moved_by_dice_to_come() {
    for player in [Player::Finisher, ROLLOUT, EXPERT, AHEAD, Player::Optimal] {
        for (companions, cover_per_attack) in [(0, 1), (0, 2), (2, 1), (2, 3)] {
            if player == Player::Optimal && companions > 0 {
                continue;
            }
            let combat = Combat::new(besieged(player, companions, cover_per_attack));
            let mut choices = 0;
            for seed in 0..60 {
                let one = first_choice(&combat, seed, 1_000 + seed);
                choices += u32::from(one.is_some());
                assert_eq!(one, first_choice(&combat, seed, 2_000 + seed), "{player:?}");
            }
            assert!(choices > 10, "{player:?}: {choices}");
        }
    }
}

#[test]
fn thinking_players_choose_other_cover_than_the_rule() {
    let firsts = |player| {
        let combat = Combat::new(besieged(player, 0, 1));
        let first = move |seed| first_choice(&combat, seed, seed);
        (0..200).map(first).collect::<Vec<_>>()
    };
    let ruled = firsts(Player::Finisher);
    for player in [ROLLOUT, EXPERT, Player::Optimal] {
        let (mut others, mut declined) = (0, 0);
        for (thought, ruled) in firsts(player).iter().zip(&ruled) {
            if let (Some((thought, spends_none)), Some((ruled, rule_spends_none))) =
                (thought, ruled)
            {
                others += u32::from(thought != ruled);
                declined += u32::from(*spends_none && !*rule_spends_none);
            }
        }
        println!("{player:?}: other Cover {others} times of 200, none {declined} times");
        assert!(others > 0, "{player:?}");
    }
}
