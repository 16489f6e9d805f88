//! What holds in every fight, whatever the options.

use proptest::prelude::*;

use super::super::{
    Action, Arrival, Attacked, Class, Combatant, Cover, CoverFrom, Decide, Declared, Event, Fate,
    Healer, Outcome, Player, Report, Rules, View, WoundChoice, WoundOption, fight, fight_by,
};
use super::SplitMix;
use super::replay::Replay;
use crate::plain::dice::PlainDice;

/// A fight of up to three sides.
#[derive(Clone, Debug)]
struct Setting {
    combatants: Vec<Combatant>,
    sides: usize,
    rules: Rules,
}

impl Setting {
    /// Plays it, every combatant by its own player; what is on the table is compared with the log
    /// before each decision.
    fn play(&self, seed: u64) -> Report {
        let mut dice = SplitMix::new(seed);
        let mut replay = Replay::new(&self.combatants, &self.rules);
        let report = fight_by(
            &self.combatants,
            self.sides,
            &self.rules,
            &mut dice,
            &mut Compared(&mut replay),
        );
        replay.read_on(&report.log);
        report
    }

    /// More turns than any fight of these can have: each ends with a die spent, a Class used or
    /// somebody gone.
    fn most_turns(&self) -> u64 {
        let of_class = |monster: bool, class: &Class| {
            if monster {
                // All of its dice, then one fewer, and so on.
                class.dice * (class.dice + 1) / 2 + 1
            } else {
                class.dice + 1
            }
        };
        let of_combatant = |combatant: &Combatant| {
            let classes = combatant.classes.iter();
            1 + classes
                .map(|class| of_class(combatant.monster, class))
                .sum::<usize>()
        };
        self.combatants.iter().map(of_combatant).sum::<usize>() as u64
    }

    fn members(&self, side: usize) -> impl Iterator<Item = usize> {
        let everyone = 0..self.combatants.len();
        everyone.filter(move |&combatant| self.combatants[combatant].side == side)
    }
}

/// Everybody's own player; the log is compared with the table before each decision.
struct Compared<'a, 'b>(&'a mut Replay<'b>);

impl Decide for Compared<'_, '_> {
    fn act(&mut self, view: &View, dice: &mut dyn PlainDice) -> Action {
        self.0.catch_up(view.table);
        Declared.act(view, dice)
    }

    fn cover(&mut self, attacked: &Attacked, dice: &mut dyn PlainDice) -> Option<(CoverFrom, u8)> {
        Declared.cover(attacked, dice)
    }
}

fn player() -> impl Strategy<Value = Player> {
    prop_oneof![
        6 => Just(Player::Random),
        4 => Just(Player::Brawler),
        6 => Just(Player::Finisher),
        1 => Just(Player::Rollout { playouts: 2 }),
    ]
}

fn cover() -> impl Strategy<Value = Option<Cover>> {
    prop_oneof![
        2 => Just(None),
        1 => (1usize..=4).prop_map(|dice| Some(Cover::Rolled(dice))),
        1 => prop::collection::vec(1u8..=6, 1..=4).prop_map(|faces| Some(Cover::Faces(faces))),
    ]
}

fn arrival() -> impl Strategy<Value = Option<Arrival>> {
    prop_oneof![
        4 => Just(None),
        1 => (1u64..=6).prop_map(|turn| Some(Arrival::AtTurn(turn))),
        1 => (0usize..=3).prop_map(|most| Some(Arrival::WhenStanding(most))),
    ]
}

fn combatant() -> impl Strategy<Value = Combatant> {
    let flag = || prop::bool::weighted(0.3);
    let class =
        (1usize..=6, flag(), flag()).prop_map(|(dice, ignores_cover, ignores_armor)| Class {
            dice,
            ignores_cover,
            ignores_armor,
        });
    let classes = prop::collection::vec(class, 1..=3);
    let kind = (0..3, any::<bool>());
    let choices = (
        prop::option::of(wound_choice()),
        prop::option::of(wound_option()),
    );
    (
        classes,
        player(),
        kind,
        choices,
        cover(),
        arrival(),
        0usize..2,
    )
        .prop_map(
            |(classes, player, (kind, armor), choices, cover, arrival, group)| Combatant {
                side: 0,
                classes,
                player,
                arrival,
                group,
                monster: kind == 1,
                wounds: kind == 2,
                armor,
                wound_choice: choices.0,
                wound_option: choices.1,
                cover,
            },
        )
}

fn wound_choice() -> impl Strategy<Value = WoundChoice> {
    prop_oneof![Just(WoundChoice::StayDown), Just(WoundChoice::FightOn)]
}

fn wound_option() -> impl Strategy<Value = WoundOption> {
    prop_oneof![
        Just(WoundOption::PermanentLoss),
        Just(WoundOption::NastyWound)
    ]
}

fn rules() -> impl Strategy<Value = Rules> {
    let base = (any::<bool>(), any::<bool>(), 0u64..=30);
    let shelter = (cover(), prop::collection::vec(cover(), 0..=3), 0usize..=3);
    let wounds = (1u64..=3, wound_choice(), wound_option());
    let healer = prop_oneof![
        Just(Healer::None),
        Just(Healer::Automatic),
        (1usize..=3, 1u64..=12).prop_map(|(dice, difficulty)| Healer::Rolls { dice, difficulty })
    ];
    let undoes = prop_oneof![wound_option(), Just(WoundOption::NonCombatant)];
    (base, shelter, any::<bool>(), wounds, healer, undoes).prop_map(
        |(base, shelter, monster_spent_returns, wounds, healer, healer_undoes)| Rules {
            last_blow_draw: base.0,
            deadlock_lot: base.1,
            max_rerolls: base.2,
            field_cover: shelter.0,
            side_cover: shelter.1,
            cover_per_attack: shelter.2,
            monster_spent_returns,
            wounds_to_die: wounds.0,
            wound_choice: wounds.1,
            wound_option: wounds.2,
            healer,
            healer_undoes,
        },
    )
}

fn setting() -> impl Strategy<Value = Setting> {
    let side = prop::collection::vec(combatant(), 1..=4);
    (prop::collection::vec(side, 2..=3), rules()).prop_map(|(sides, rules)| {
        let mut combatants = Vec::new();
        for (side, mut members) in sides.iter().cloned().enumerate() {
            // Reinforcements are written after those who are there.
            members.sort_by_key(|member| member.arrival.is_some());
            combatants.extend(
                members
                    .into_iter()
                    .map(|member| Combatant { side, ..member }),
            );
        }
        Setting {
            combatants,
            sides: sides.len(),
            rules,
        }
    })
}

fn count(report: &Report, what: impl Fn(&Event) -> bool) -> u64 {
    report.log.iter().filter(|event| what(event)).count() as u64
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_000, ..ProptestConfig::default() })]

    #[test]
    fn the_log_explains_every_die_and_nobody_acts_who_is_not_there(
        setting in setting(),
        seed in any::<u64>(),
    ) {
        setting.play(seed);
    }

    #[test]
    fn a_fight_ends_as_its_fates_say(setting in setting(), seed in any::<u64>()) {
        let report = setting.play(seed);
        prop_assert!(report.turns <= setting.most_turns());
        let standing: Vec<usize> = (0..setting.sides)
            .filter(|&side| {
                let mut members = setting.members(side);
                members.any(|combatant| report.fates[combatant] == Fate::Standing)
            })
            .collect();
        match report.outcome {
            Outcome::Side(side) => prop_assert_eq!(standing, [side]),
            Outcome::Draw => prop_assert_eq!(standing, [0; 0]),
            Outcome::Unresolved => {
                prop_assert!(standing.len() >= 2);
                prop_assert!(!setting.rules.deadlock_lot);
            }
        }
    }

    #[test]
    fn a_report_counts_what_the_log_tells(setting in setting(), seed in any::<u64>()) {
        let report = setting.play(seed);
        prop_assert_eq!(report.turns_taken.iter().sum::<u64>(), report.turns);
        for (who, combatant) in setting.combatants.iter().enumerate() {
            let fate = report.fates[who];
            let entries = count(&report, |event| {
                matches!(event, Event::Entered { combatant, .. } if *combatant == who)
            });
            let there = combatant.arrival.is_none();
            prop_assert_eq!(entries == 1, report.entered_at[who].is_some());
            prop_assert_eq!(fate == Fate::NotEntered, entries == 0 && !there);
            if let Some(Arrival::AtTurn(turn)) = combatant.arrival {
                prop_assert!(report.entered_at[who].is_none_or(|entered| entered == turn));
            }
            let gone = matches!(fate, Fate::TakenOut | Fate::Retreated);
            prop_assert_eq!(gone, report.left_at[who].is_some());
            if let (Some(entered), Some(left)) = (report.entered_at[who], report.left_at[who]) {
                prop_assert!(entered <= left);
            }
            let returns = count(&report, |event| {
                matches!(event, Event::Returned { combatant, .. } if *combatant == who)
            });
            prop_assert_eq!(report.returns[who], returns);
            let wounds = count(&report, |event| {
                matches!(event, Event::Wounded { combatant, .. } if *combatant == who)
            });
            prop_assert_eq!(report.wounds[who], wounds);
            prop_assert_eq!(report.died[who], wounds >= setting.rules.wounds_to_die);
            prop_assert!(!report.died[who] || fate == Fate::TakenOut);
            prop_assert!(!report.recovered[who] || (wounds > 0 && !report.died[who]));
            let is_safe = combatant.armor
                && !setting.combatants.iter().flat_map(|one| &one.classes).any(|class| class.ignores_armor);
            prop_assert!(!is_safe || report.permanent_losses[who] + report.nasty_wounds[who] <= wounds);
        }
        for side in 0..setting.sides {
            let spent = count(&report, |event| {
                matches!(event, Event::Cover { target, .. }
                    if setting.combatants[*target].side == side)
            });
            prop_assert_eq!(report.cover_spent[side], spent);
        }
        // Taken out by others, but for monsters that spent what they had.
        let out = report.fates.iter().filter(|&&fate| fate == Fate::TakenOut).count() as u64;
        let credited: u64 = report.taken_out_by.iter().sum();
        prop_assert!(credited <= out);
        prop_assert!(credited == out || setting.rules.monster_spent_returns);
    }

    #[test]
    fn reinforcements_of_a_kind_come_together(setting in setting(), seed in any::<u64>()) {
        let report = setting.play(seed);
        for (who, one) in setting.combatants.iter().enumerate() {
            for (other, another) in setting.combatants.iter().enumerate() {
                if (one.side, one.arrival, one.group) == (another.side, another.arrival, another.group) {
                    prop_assert_eq!(report.entered_at[who], report.entered_at[other]);
                }
            }
        }
    }

    #[test]
    fn cover_is_nothing_to_those_who_ignore_it(mut setting in setting(), seed in any::<u64>()) {
        for combatant in &mut setting.combatants {
            for class in &mut combatant.classes {
                class.ignores_cover = true;
            }
        }
        let report = setting.play(seed);
        prop_assert_eq!(report.cover_spent, vec![0; setting.sides]);
    }

    #[test]
    fn a_fight_by_its_players_is_the_fight_of_their_decisions(
        setting in setting(),
        seed in any::<u64>(),
    ) {
        let Setting { combatants, sides, rules } = &setting;
        let report = fight(combatants, *sides, rules, &mut SplitMix::new(seed));
        prop_assert_eq!(report, setting.play(seed));
    }

    #[test]
    fn the_base_game_has_none_of_the_optional_rules(
        mut setting in setting(),
        seed in any::<u64>(),
    ) {
        setting.rules = Rules::default();
        for combatant in &mut setting.combatants {
            combatant.arrival = None;
            combatant.cover = None;
            combatant.monster = false;
            combatant.wounds = false;
        }
        let report = setting.play(seed);
        let optional = count(&report, |event| matches!(
            event,
            Event::Cover { .. } | Event::Entered { .. } | Event::Returned { .. } | Event::Wounded { .. }
        ));
        prop_assert_eq!(optional, 0);
    }
}
