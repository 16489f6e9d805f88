//! What a perfect player would have done instead, and what the difference costs.
//!
//! Each decision of a story comes with the table before it, so it can be valued anew: what the table
//! would be worth to a perfect player from there on, after what was done and after what would have
//! been best.

use super::DiceAdventures;
use super::book::ModifierWhen;
use super::judge::{Judge, raises};
use super::party::MOST_LEVEL;
use super::players::goods;
use super::reach::hired;
use super::rules::Event;
use super::tell;
use super::throws::{EQUAL, first_best};
use super::view::{Action, Plan, Table, View};

/// What a perfect player would have decided in place of what an event shows, and by how many points
/// that is better; `None` where it was a best decision, or none at all.
pub(super) fn advice(game: &DiceAdventures, event: &Event) -> Option<String> {
    let (gain, better) = judged(game, event)?;
    let gain = if gain < 0.005 {
        "less than 0.01 points".to_owned()
    } else {
        format!("{gain:.2} points")
    };
    Some(format!("better by {gain}: {better}"))
}

/// The points that were lost, and what would have kept them.
fn judged(game: &DiceAdventures, event: &Event) -> Option<(f64, String)> {
    let judge = Judge {
        game,
        perfect: game.perfect(),
    };
    match *event {
        Event::Raised { before, seats } => judge.raised(&before, seats),
        Event::Acted { before, action, .. } => judge.acted(&before, action),
        Event::Judged {
            before, stand_in, ..
        } => judge.judged(&before, stand_in),
        Event::Rose {
            before,
            seat,
            chosen: true,
        } => judge.rose(&before, seat),
        Event::Planned { before, plan } => judge.planned(&before, &plan),
        _ => None,
    }
}

impl Judge<'_> {
    fn acted(&self, before: &Table, action: Action) -> Option<(f64, String)> {
        let gain = self.standing(before) - self.value(before, action);
        if gain <= EQUAL {
            return None;
        }
        Some((gain, tell::intended(before, self.best_action(before))))
    }

    fn raised(&self, before: &Table, seats: u8) -> Option<(f64, String)> {
        let after = self.game.book.options.modifier_when == ModifierWhen::After;
        let by = self.modifier(before).by;
        let worth = |seats: u8| {
            let table = before.raised(seats, by);
            if after {
                self.read(&table).1
            } else {
                self.standing(&table)
            }
        };
        let count = seats.count_ones() as usize;
        let ways: Vec<(u8, f64)> = raises(before, count).map(|set| (set, worth(set))).collect();
        let best = (ways.iter()).fold(f64::NEG_INFINITY, |best, &(_, value)| best.max(value));
        if after {
            // By changing dice at last the player has also done with them.
            let standing = self.standing(before);
            if standing - best > EQUAL {
                let gain = standing - worth(seats);
                return Some((gain, tell::intended(before, self.best_action(before))));
            }
        }
        let gain = best - worth(seats);
        if gain <= EQUAL {
            return None;
        }
        let first = first_best(ways.iter().copied());
        Some((gain, tell::raised(before, first, by)))
    }

    fn judged(&self, before: &Table, stand_in: Option<usize>) -> Option<(f64, String)> {
        let late = self.late_modifier(before).dice > 0;
        if !late {
            let gain = self.standing(before) - self.stopped(before);
            if gain > EQUAL {
                return Some((gain, tell::intended(before, self.best_action(before))));
            }
        }
        let (best, value) = self.read(before);
        let gain = value - self.after_result(before, before.read(stand_in));
        if gain <= EQUAL {
            return None;
        }
        Some((gain, tell::read_for(before, best)))
    }

    fn rose(&self, before: &Table, seat: usize) -> Option<(f64, String)> {
        let goods = goods(before);
        let ways: Vec<(usize, f64)> = (before.party.order().into_iter())
            .filter_map(|seat| {
                let hero = before.party.seats[seat].filter(|hero| hero.level < MOST_LEVEL)?;
                let party = before.party.at_level(seat, hero.level + 1).sorted();
                let value = self.perfect.after_rise(before, &party, &goods);
                Some((seat, value))
            })
            .collect();
        let best = ways
            .iter()
            .fold(f64::NEG_INFINITY, |best, &(_, value)| best.max(value));
        let &(_, own) = ways.iter().find(|(other, _)| *other == seat)?;
        if best - own <= EQUAL {
            return None;
        }
        let seat = first_best(ways.iter().copied());
        let hero = before.party.seats[seat]?;
        Some((best - own, format!("the {} rises", hero.class.name())))
    }

    fn planned(&self, before: &Table, plan: &Plan) -> Option<(f64, String)> {
        let view = View {
            book: &self.game.book,
            table: before,
        };
        let worth = |plan: &Plan| {
            let joined = hired(&self.game.book, &before.party);
            let (_, party) = joined.into_iter().find(|(set, _)| *set == plan.hires)?;
            self.perfect.plan_value(&view, plan, &party)
        };
        let best = self.perfect.plan(&view)?;
        let gain = worth(&best)? - worth(plan)?;
        if gain <= EQUAL {
            return None;
        }
        Some((gain, tell::deeds(before, &best)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{
        Book, Class, Deck, DiceAdventures, Mode, Options, Order, Player, Setup, Shop,
    };
    use super::*;
    use crate::contest::{Record, Recorder, Rules, Solve, Tell};
    use crate::dice::{Enumerated, Sampled};

    const MODES: [Mode; 3] = [Mode::Basic, Mode::Hardcore, Mode::HardcorePlus];

    fn game(
        heroes: [Class; 3],
        player: Player,
        mode: Mode,
        adventures: u32,
        after: bool,
    ) -> DiceAdventures {
        DiceAdventures::new(&Setup {
            heroes,
            book: Book {
                mode,
                adventures,
                options: Options {
                    modifier_when: ModifierWhen::ALL[usize::from(after)],
                    ..Options::default()
                },
                shop: Shop::default(),
                deck: Deck::default(),
            },
            player,
        })
    }

    /// The same game with three cards in which everything happens.
    fn with_deck(game: &DiceAdventures, order: Order) -> DiceAdventures {
        DiceAdventures::new(&Setup {
            heroes: game.party.seats.map(|hero| hero.unwrap().class),
            book: Book {
                deck: Deck::sample(order),
                ..game.book
            },
            player: game.player,
        })
    }

    fn lost(game: &DiceAdventures, events: &[Event]) -> f64 {
        let gains = events.iter().filter_map(|event| judged(game, event));
        gains.map(|(gain, _)| gain).sum()
    }

    #[test]
    fn a_perfect_player_needs_no_advice() {
        for mode in MODES {
            for after in [false, true] {
                let heroes = [Class::Wizard, Class::Cleric, Class::Bard];
                let game = game(heroes, Player::Optimal, mode, 3, after);
                let decks = Order::ALL.map(|order| with_deck(&game, order));
                for game in [game].iter().chain(&decks) {
                    let mut dice = Sampled::new(1, &game.rollers());
                    for trial in 0..30 {
                        dice.start(trial);
                        let mut recorder = Recorder(Vec::new());
                        game.trial(&mut dice, &mut (), &mut recorder, &mut Record::new(game));
                        assert_eq!(lost(game, &recorder.0), 0.0, "{game:?}: {trial}");
                    }
                }
            }
        }
    }

    /// The points that decisions lose add up, over all ways a game can go, to what the player earns
    /// less than a perfect one.
    #[test]
    fn what_decisions_lose_is_what_the_player_earns_less() {
        for (mode, after, adventures, deck) in [
            (Mode::Basic, false, 1, None),
            (Mode::HardcorePlus, false, 2, None),
            (Mode::HardcorePlus, true, 2, None),
            (Mode::Basic, false, 1, Some(Order::InOrder)),
            (Mode::HardcorePlus, true, 1, Some(Order::Shuffled)),
        ] {
            // Two of three would take long, and this is about the sum, not about the party.
            let heroes = [Class::Thief, Class::Warrior, Class::Cleric];
            let mut game = game(heroes, Player::Passive, mode, adventures, after);
            if let Some(order) = deck {
                game = with_deck(&game, order);
            }
            let score = game.exact().unwrap().metrics[0].overall();
            let mean: f64 = score
                .iter()
                .map(|&(score, share)| score as f64 * share)
                .sum();
            let missing = game.worth() - mean;
            let mut all = 0.0;
            let mut known = std::collections::HashMap::new();
            let play = |dice: &mut Enumerated| {
                let mut recorder = Recorder(Vec::new());
                game.trial(dice, &mut (), &mut recorder, &mut Record::new(&game));
                recorder.0
            };
            Enumerated::explore(16, play, |chance, events| {
                // The same decision comes up in many plays.
                for event in events {
                    let gain = *(known.entry(event))
                        .or_insert_with(|| judged(&game, &event).map_or(0.0, |(gain, _)| gain));
                    all += chance * gain;
                }
            });
            assert!((all - missing).abs() < 1e-9, "{game:?}: {all} {missing}");
        }
    }

    #[test]
    fn advice_says_what_and_how_much() {
        let heroes = [Class::Warrior, Class::Cleric, Class::Wizard];
        let game = game(heroes, Player::Passive, Mode::Basic, 2, false);
        let story = game.tell_with_advice(1, 0).unwrap();
        let mut lines = Vec::new();
        for (line, advice) in story.lines.iter().zip(story.advice) {
            lines.push(line.clone());
            lines.extend(advice.map(|advice| format!("  > {advice}")));
        }
        insta::assert_snapshot!(lines.join("\n"), @"
        Adventure 1: the warrior, the cleric and the wizard set out.
        The dice: warrior 6, cleric 1, wizard 1.
        Result 1: a major success.
        The party gains 3 gold.
        The warrior rises to level 2.
          > better by 0.22 points: the cleric rises
        The party keeps its 3 gold.
          > better by 0.08 points: buys provisions for 1 gold
        Adventure 2: the warrior of level 2, the cleric and the wizard set out, with 3 gold.
        The dice: warrior 2, cleric 2, wizard 3.
        Result 2: a minor success.
          > better by 0.67 points: the warrior for the own die, from 2 to 1
        The party gains 2 gold.
        The warrior of level 2, the cleric and the wizard come home: 4 levels and 5 treasures make a score of 9.
        ");
    }
}
