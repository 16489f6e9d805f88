//! Games with scripted dice: the example of the source text, and all other events.

use super::super::{CardOrder, Deck, Mode, Options, Player, Setup, Shop};
use super::*;
use evenodds_core::contest::{Describe, Events, Recorder, play_record};
use evenodds_core::dice::{Sampled, Scripted};

fn book(mode: Mode, adventures: u32) -> Book {
    Book {
        mode,
        adventures,
        options: Options::default(),
        shop: Shop::default(),
        deck: Deck::default(),
    }
}

fn game(heroes: [HeroClass; 3], book: Book) -> DiceAdventures {
    DiceAdventures::new(&Setup {
        heroes,
        book,
        player: Player::Passive,
    })
}

/// Plays with these faces, by roller: the six classes, lots, the hireling, and rerolls. Each action
/// is taken at the first decision that allows it; the passive player makes all other decisions.
fn replay(game: &DiceAdventures, lists: &[&[u32]], actions: &[Action]) -> (Record, String) {
    let mut lists: Vec<Vec<u32>> = lists.iter().map(|list| list.to_vec()).collect();
    lists.resize(game.rollers().len(), Vec::new());
    let mut dice = Scripted::new(lists);
    let mut record = Record::new(game);
    let mut recorder = Recorder(Vec::new());
    let (mut position, mut memory) = (game.start(), game.memory());
    let mut left = actions.iter();
    record.outcome = loop {
        match game.advance(&mut position, &mut dice, &mut recorder) {
            GameStop::Decision(_) => {
                let mut allowed = Vec::new();
                game.actions(&position, &mut allowed);
                let next = left.as_slice().first();
                let action = match next.filter(|next| allowed.contains(next)) {
                    Some(_) => *left.next().unwrap(),
                    None => game.choose(&position, &mut memory, &mut dice),
                };
                game.apply(&mut position, action, &mut dice, &mut recorder);
            }
            GameStop::End(outcome) => break outcome,
        }
    };
    let outcome = record.outcome;
    game.finish(
        &mut position,
        outcome,
        &mut dice,
        &mut recorder,
        &mut record,
    );
    assert_eq!(dice.fault(), None);
    assert!(dice.left().iter().all(Vec::is_empty), "{:?}", dice.left());
    assert_eq!(left.as_slice(), []);
    let lines: Vec<String> = recorder.0.iter().map(|event| game.narrate(event)).collect();
    (record, lines.join("\n"))
}

fn leave(stand_in: Option<u8>) -> Action {
    Action::Leave {
        raised: 0,
        stand_in,
    }
}

fn power(seat: u8, die: usize, up: bool) -> Action {
    Action::Change {
        means: ChangeMeans::Power(seat),
        die,
        up,
    }
}

#[test]
fn the_example_of_the_source_is_reproduced() {
    let party = [HeroClass::Warrior, HeroClass::Cleric, HeroClass::Wizard];
    let game = game(party, book(Mode::Basic, 2));
    let actions = [
        // The warrior uses his ability to get a 2, the cleric hers on the wizard's roll.
        power(0, 0, false),
        power(1, 2, true),
        leave(None),
        Action::Plan(Purchases {
            weapons: 1,
            ..Purchases::default()
        }),
        // A magic weapon for the warrior, the wizard's power, and the cleric's on the wizard.
        Action::Reroll {
            means: ChangeMeans::Weapon,
            die: 0,
        },
        Action::Reroll {
            means: ChangeMeans::Power(2),
            die: 2,
        },
        power(1, 2, false),
        leave(None),
    ];
    // Rollers: bard, cleric, ranger, thief, warrior, wizard; lots; hireling; rerolls.
    let lists: &[&[u32]] = &[
        &[],
        &[5, 1],
        &[],
        &[],
        &[3, 6],
        &[1, 6],
        &[],
        &[],
        &[],
        &[],
        &[],
        &[],
        &[4],
        &[5],
    ];
    let (record, story) = replay(&game, lists, &actions);
    insta::assert_snapshot!(story, @"
    Adventure 1: the warrior, the cleric and the wizard set out.
    The dice: warrior 3, cleric 5, wizard 1.
    Warrior: its own die is turned from 3 to 2.
    Cleric: the wizard's die is turned from 1 to 2.
    Result 2: a minor success.
    The party gains 2 gold.
    The party buys a magic weapon for 2 gold.
    Adventure 2: the warrior, the cleric and the wizard set out, with a magic weapon.
    The dice: warrior 6, cleric 1, wizard 6.
    Magic weapon: the warrior's die is rolled again, 6 becomes 4.
    Wizard: its own die is rolled again, 6 becomes 5.
    Cleric: the wizard's die is turned from 5 to 4.
    Result 4: a hero may lose a level.
    Nothing gained, nothing lost.
    The warrior, the cleric and the wizard come home: 3 levels and 0 treasures make a score of 3.
    ");
    // The score has three levels, no gold left, and no deaths.
    assert_eq!(record.values, [3, 3, 3, 0, 0, 0, 1, 0, 2, 4]);
    assert_eq!(record.outcome, SURVIVED);
}

#[test]
fn all_other_events_are_narrated() {
    let party = [HeroClass::Thief, HeroClass::Ranger, HeroClass::Bard];
    let game = game(party, book(Mode::HardcorePlus, 5));
    let hires = |hires| {
        Action::Plan(Purchases {
            hires,
            ..Purchases::default()
        })
    };
    let actions = [
        leave(None),
        Action::Rise(1),
        Action::Plan(Purchases {
            provisions: 1,
            hireling: true,
            ..Purchases::default()
        }),
        Action::Raise(0b001),
        Action::Reroll {
            means: ChangeMeans::Power(2),
            die: HIRELING,
        },
        Action::Change {
            means: ChangeMeans::Provisions,
            die: 0,
            up: false,
        },
        leave(Some(1)),
        Action::Rise(0),
        hires(0),
        Action::Raise(0b010),
        leave(None),
        hires(HeroClass::Wizard.bit()),
        Action::Raise(0b011),
        leave(None),
        hires(HeroClass::Cleric.bit() | HeroClass::Warrior.bit()),
        Action::Raise(0b110),
        leave(None),
    ];
    // 1: thief 1, ranger 1 of {1, 6}, bard 3: a major success; the thief finds one more. 2: the
    // thief's 1 becomes 2, and provisions turn it back to 1; the hireling's 5 is rerolled to 1 and
    // counts for the ranger's 6. 3: 5, 6 and 6: the ranger lives. 4: the wizard dies beside the
    // ranger. 5: only the ranger has a level to lose.
    let lists: &[&[u32]] = &[
        &[3, 4, 6],
        &[4],
        &[1, 6, 6, 6, 5, 6, 3, 4, 3, 6],
        &[1, 1, 5],
        &[6],
        &[4],
        &[1, 0],
        &[5],
        &[],
        &[],
        &[],
        &[],
        &[],
        &[],
        &[1],
    ];
    let (record, story) = replay(&game, lists, &actions);
    insta::assert_snapshot!(story, @"
    Adventure 1: the thief, the ranger and the bard set out.
    The dice: thief 1, ranger 1, bard 3.
    Result 1: a major success.
    The party gains 3 gold, and the thief finds 1 more.
    The ranger rises to level 2.
    The party buys provisions and a hireling for 4 gold.
    Adventure 2: the thief, the ranger of level 2 and the bard set out, with provisions and a hireling.
    The dice: thief 1, ranger 6, bard 4, hireling 5.
    The adventure is harder: the thief's die goes from 1 to 2.
    Bard: the hireling's die is rolled again, 5 becomes 1.
    Provisions: the thief's die is turned from 2 to 1.
    The ranger's die is replaced by the hireling's. Result 1: a major success.
    The party gains 3 gold, and the thief finds 1 more.
    The thief rises to level 2.
    The party keeps its 4 gold.
    Adventure 3: the thief of level 2, the ranger of level 2 and the bard set out, with 4 gold.
    The dice: thief 5, ranger 5, bard 6.
    The adventure is harder: the ranger's die goes from 5 to 6.
    Result 6: two heroes die.
    The thief of level 2 dies.
    The bard dies.
    The party keeps its 4 gold and hires a wizard.
    Adventure 4: the wizard and the ranger of level 2 set out, with 4 gold.
    The dice: wizard 4, ranger 3.
    The adventure is harder: the wizard's die goes from 4 to 5 and the ranger's die goes from 3 to 4.
    Result 5: a hero dies.
    The wizard dies.
    The party keeps its 4 gold and hires a cleric and a warrior.
    Adventure 5: the cleric, the ranger of level 2 and the warrior set out, with 4 gold.
    The dice: cleric 4, ranger 3, warrior 6.
    The adventure is harder: the ranger's die goes from 3 to 4 and the warrior's die stays at 6.
    Result 4: a hero may lose a level.
    The ranger falls to level 1.
    The cleric, the ranger and the warrior come home: 3 levels, 4 treasures and 6 for the mode, less 3 deaths, make a score of 10.
    ");
    assert_eq!(record.outcome, SURVIVED);
}

#[test]
fn cards_are_narrated_when_they_are_drawn() {
    let party = [HeroClass::Thief, HeroClass::Ranger, HeroClass::Bard];
    let mut book = book(Mode::Basic, 2);
    book.deck = Deck::sample(CardOrder::Shuffled);
    let names = ["The flooded crypt", "The tower", "The road"];
    let game = game(party, book).with_names(names.map(str::to_owned).to_vec());
    // First the tower: 1, 1 and 3, each raised by one. Then the crypt: 3 and 1 lowered by one (1
    // stays 1), and a 6. No lots are drawn if at most one hero is above level 1, or if all three
    // die.
    let lists: &[&[u32]] = &[
        &[3, 6],
        &[],
        &[1, 6, 1, 6],
        &[1, 3],
        &[],
        &[],
        &[],
        &[],
        &[],
        &[],
        &[],
        &[],
        &[],
        &[],
        &[],
        &[1, 0],
    ];
    let (record, story) = replay(&game, lists, &[]);
    insta::assert_snapshot!(story, @"
    Adventure 1, The tower: the thief, the ranger and the bard set out. Three dice have to go up by 1.
    The dice: thief 1, ranger 1, bard 3.
    The card changes dice: the thief's die goes from 1 to 2, the ranger's die goes from 1 to 2 and the bard's die goes from 3 to 4.
    Result 2: a hero rises and a hero may lose a level.
    The thief finds 1 gold.
    The thief rises to level 2.
    The thief falls to level 1.
    The party keeps its 1 gold.
    Adventure 2, The flooded crypt: the thief, the ranger and the bard set out, with 1 gold. Two dice have to go down by 1.
    The dice: thief 3, ranger 1, bard 6.
    The card changes dice: the thief's die goes from 3 to 2 and the ranger's die stays at 1.
    Result 6: a hero may lose a level and three heroes die.
    The thief dies.
    The ranger dies.
    The bard dies.
    No hero is left: 0 levels and 1 treasure, less 3 deaths, make a score of -2.
    ");
    assert_eq!(record.values, [-2, 0, 0, 1, 3, 0, 0, 0, 2, 6]);
}

#[test]
fn a_hardcore_party_that_is_wiped_out_scores_nothing() {
    let party = [HeroClass::Thief, HeroClass::Cleric, HeroClass::Bard];
    let game = game(party, book(Mode::Hardcore, 5));
    // Three sixes: the bard survives, and hires a ranger and a warrior. Three more sixes: the
    // ranger survives, and hires the wizard, the last unused class. Two more sixes kill both.
    let lists: &[&[u32]] = &[&[6, 6], &[6], &[6, 6, 6, 6], &[6], &[6], &[6], &[2, 0], &[]];
    let (record, story) = replay(&game, lists, &[]);
    insta::assert_snapshot!(story, @"
    Adventure 1: the thief, the cleric and the bard set out.
    The dice: thief 6, cleric 6, bard 6.
    Result 6: two heroes die.
    The thief dies.
    The cleric dies.
    The party buys nothing and hires a ranger and a warrior.
    Adventure 2: the ranger, the warrior and the bard set out.
    The dice: ranger 6, warrior 6, bard 6.
    Result 6: two heroes die.
    The warrior dies.
    The bard dies.
    The party buys nothing and hires a wizard.
    Adventure 3: the ranger and the wizard set out.
    The dice: ranger 6, wizard 6.
    Result 6: two heroes die.
    The ranger dies.
    The wizard dies.
    No hero is left: the score is 0.
    ");
    assert_eq!((record.outcome, record.values[0]), (WIPED_OUT, 0));
}

#[test]
fn illegal_actions_are_rejected() {
    let party = [HeroClass::Warrior, HeroClass::Cleric, HeroClass::Bard];
    let state = GameState {
        party: Party::new(party),
        faces: [1, 6, 3, 4],
        uses: [1, 1, 0],
        gold: 2,
        ..GameState::default()
    };
    let book = book(Mode::Basic, 5);
    let change = |means, die, up| state.allows(Action::Change { means, die, up });
    let reroll = |means, die| state.allows(Action::Reroll { means, die });
    // Dice stay within 1 and 6; the warrior turns its own die, the cleric those of others.
    assert!(change(ChangeMeans::Power(0), 0, true) && !change(ChangeMeans::Power(0), 0, false));
    assert!(!change(ChangeMeans::Power(0), 1, false) && !change(ChangeMeans::Power(1), 1, false));
    assert!(
        change(ChangeMeans::Power(1), HIRELING, true) && !change(ChangeMeans::Power(1), 4, true)
    );
    // Used powers and goods that the party does not have are illegal.
    assert!(!reroll(ChangeMeans::Power(2), 0) && !reroll(ChangeMeans::Weapon, 0));
    assert!(!change(ChangeMeans::Provisions, 0, true) && !change(ChangeMeans::Weapon, 0, true));
    let rich = GameState {
        weapons: 1,
        provisions: 1,
        uses: [1, 1, 1],
        ..state
    };
    let reroll = |means, die| rich.allows(Action::Reroll { means, die });
    assert!(reroll(ChangeMeans::Weapon, 2) && !reroll(ChangeMeans::Weapon, HIRELING));
    assert!(reroll(ChangeMeans::Power(2), HIRELING) && !reroll(ChangeMeans::Power(2), 2));
    assert!(!reroll(ChangeMeans::Provisions, 0) && !reroll(ChangeMeans::Power(0), 0));
    assert!(rich.allows_plan(
        &book,
        &Purchases {
            weapons: 1,
            ..Purchases::default()
        }
    ));
    assert!(!rich.allows_plan(
        &book,
        &Purchases {
            hireling: true,
            ..Purchases::default()
        }
    ));
    assert!(!rich.allows_plan(
        &book,
        &Purchases {
            hires: 4,
            ..Purchases::default()
        }
    ));
}

#[test]
fn first_throws_do_not_depend_on_rerolls() {
    let party = [HeroClass::Bard, HeroClass::Wizard, HeroClass::Thief];
    let [careless, clever] = [Player::Passive, Player::Greedy]
        .map(|player| game(party, book(Mode::Basic, 1)).played_by(player));
    let opening = |game: &DiceAdventures, trial| {
        let mut dice = Sampled::new(5, &game.rollers());
        dice.start(trial);
        let mut recorder = Recorder(Vec::new());
        play_record(game, &mut dice, &mut recorder);
        recorder.0[1]
    };
    for trial in 0..100 {
        assert_eq!(opening(&careless, trial), opening(&clever, trial));
    }
}

#[test]
fn ties_among_late_changes_go_to_the_first_seats() {
    let mut raised = 0;
    for heroes in [
        [HeroClass::Wizard, HeroClass::Thief, HeroClass::Bard],
        [HeroClass::Warrior, HeroClass::Cleric, HeroClass::Ranger],
    ] {
        let mut book = book(Mode::HardcorePlus, 5);
        book.options.modifier_when = ModifierWhen::After;
        let game = DiceAdventures::new(&Setup {
            heroes,
            book,
            player: Player::Greedy,
        });
        let mut dice = Sampled::new(1, &game.rollers());
        for trial in 0..200 {
            dice.start(trial);
            let mut recorder = Recorder(Vec::new());
            play_record(&game, &mut dice, &mut recorder);
            for event in recorder.0 {
                let Event::Raised { before, seats } = event else {
                    continue;
                };
                let living = before.party.seats_with(|_| true);
                let read = |seats: u8| before.raised(seats, 1).read(None);
                let first = (0..=living).find(|set| {
                    set & !living == 0
                        && set.count_ones() == seats.count_ones()
                        && read(*set) == read(seats)
                });
                assert_eq!(first, Some(seats), "{before:?}");
                raised += 1;
            }
        }
    }
    assert!(raised > 1_000);
}
