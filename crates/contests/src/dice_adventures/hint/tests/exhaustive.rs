//! Values of actions and plans in the last adventure, against an exhaustive search.

use super::*;
use crate::dice_adventures::reachable_parties::hired;
use crate::dice_adventures::result_effects::{after_losses, after_rise};

/// Reference evaluation of the last adventure: exhaustive search without the solver.
struct Plain<'a> {
    book: &'a Book,
    known: HashMap<GameState, f64>,
}

impl Plain<'_> {
    /// Returns the value of a game that ends with a result.
    fn end(&self, state: &GameState, result: u8) -> f64 {
        let book = self.book;
        let effect = book.effect(state.card, result);
        let gold = state.gold + u32::from(effect.gold) + book.thief_gold(&state.party, result);
        let (chosen, options) = after_rise(book, &state.party, effect);
        let values = options.iter().map(|party| {
            let ends = after_losses(book, party, effect);
            let score =
                |party: &Party, deaths: u32| book.score(party, gold, state.deaths + deaths) as f64;
            let sum: f64 = ends.iter().map(|end| score(&end.party, end.deaths)).sum();
            sum / ends.len() as f64
        });
        let values: Vec<f64> = values.collect();
        if chosen {
            values.into_iter().fold(f64::NEG_INFINITY, f64::max)
        } else {
            values.iter().sum::<f64>() / values.len() as f64
        }
    }

    fn stop(&self, state: &GameState) -> f64 {
        let modifier = self.book.modifier(state.adventure, state.card);
        let late = self.book.options.modifier_when == ModifierWhen::After && modifier.dice > 0;
        let count = if late {
            modifier.among(state.party.alive())
        } else {
            0
        };
        let living = state.party.seats_with(|_| true);
        let mut best = f64::NEG_INFINITY;
        for seats in (0_u8..8).filter(|set| set & !living == 0) {
            if seats.count_ones() as usize != count {
                continue;
            }
            let after = state.raised(seats, modifier.by);
            let ways = (0..SEATS).filter(|&seat| state.hireling && state.faces[seat] != 0);
            for stand_in in std::iter::once(None).chain(ways.map(Some)) {
                best = best.max(self.end(&after, after.read(stand_in)));
            }
        }
        best
    }

    fn action(&mut self, state: &GameState, action: Action) -> f64 {
        let book = self.book;
        let mut with = |face: u8, means: ChangeMeans, die: usize| {
            let mut next = *state;
            next.faces[die] = face;
            next.spend(means);
            self.value(&next)
        };
        match action {
            Action::Leave { .. } => self.stop(state),
            Action::Change { means, die, up } => {
                let face = state.faces[die];
                with(if up { face + 1 } else { face - 1 }, means, die)
            }
            Action::Reroll { means, die } => {
                let hero = state.party.seats.get(die).copied().flatten();
                let dice = hero.map_or(1, |hero| book.reroll_dice(hero.class, hero.level));
                let faces = lowest(dice);
                let values = (1..=6).map(|face| faces[face as usize] * with(face, means, die));
                values.sum()
            }
            _ => unreachable!("{action:?} is not about dice"),
        }
    }

    fn value(&mut self, state: &GameState) -> f64 {
        if let Some(&known) = self.known.get(state) {
            return known;
        }
        let mut all = vec![Action::Leave {
            raised: 0,
            stand_in: None,
        }];
        let means = [0, 1, 2].map(ChangeMeans::Power).into_iter();
        for means in means.chain([ChangeMeans::Provisions, ChangeMeans::Weapon]) {
            for die in 0..=HIRELING {
                let change = |up| Action::Change { means, die, up };
                all.extend([change(true), change(false), Action::Reroll { means, die }]);
            }
        }
        all.retain(|&action| matches!(action, Action::Leave { .. }) || state.allows(action));
        let values = all.into_iter().map(|action| self.action(state, action));
        let best = values.collect::<Vec<f64>>();
        let best = best.into_iter().fold(f64::NEG_INFINITY, f64::max);
        self.known.insert(*state, best);
        best
    }

    /// Returns the value of thrown dice before they are used.
    fn thrown(&mut self, state: &GameState) -> f64 {
        let modifier = self.book.modifier(state.adventure, state.card);
        if modifier.dice == 0 || self.book.options.modifier_when == ModifierWhen::After {
            return self.value(state);
        }
        let count = modifier.among(state.party.alive());
        let living = state.party.seats_with(|_| true);
        let sets = (0_u8..8).filter(|set| set & !living == 0 && set.count_ones() as usize == count);
        let values = sets.map(|seats| self.value(&state.raised(seats, modifier.by)));
        values.fold(f64::NEG_INFINITY, f64::max)
    }

    /// Returns the value before the dice are thrown.
    fn before(&mut self, state: &GameState) -> f64 {
        let mut all = vec![(*state, 1.0)];
        for seat in 0..=HIRELING {
            let dice = match state.party.seats.get(seat).copied().flatten() {
                Some(hero) => self.book.dice(hero.class, hero.level),
                None if seat == HIRELING && state.hireling => 1,
                None => continue,
            };
            let faces = lowest(dice);
            all = all
                .into_iter()
                .flat_map(|(state, chance)| {
                    (1..=6_u8).map(move |face| {
                        let mut next = state;
                        next.faces[seat] = face;
                        (next, chance * faces[face as usize])
                    })
                })
                .collect();
        }
        all.into_iter()
            .map(|(state, chance)| chance * self.thrown(&state))
            .sum()
    }
}

/// Returns the chances of the lowest of `dice` dice, by enumeration.
fn lowest(dice: u32) -> [f64; 7] {
    let mut chances = [0.0; 7];
    chances[6] = 1.0;
    for _ in 0..dice {
        let mut next = [0.0; 7];
        for (low, chance) in chances.iter().enumerate() {
            for face in 1..=6 {
                next[face.min(low)] += chance / 6.0;
            }
        }
        chances = next;
    }
    chances
}

/// Returns the value of an action in a hint.
fn about(game: &DiceAdventures, hint: &BestAction, position: &Position, action: Action) -> f64 {
    let deed = game.name(position, action);
    let found = hint.actions.iter().find(|one| one.action == deed);
    found
        .unwrap_or_else(|| panic!("{deed}: {position:?}"))
        .value
}

#[test]
fn every_action_has_the_value_found_by_exhaustive_search() {
    let mut seen = [0; 2];
    for game in games(2) {
        let mut dice = Sampled::new(3, &["/any".to_owned()]);
        let mut plain = Plain {
            book: game.book(),
            known: HashMap::new(),
        };
        for number in 0..120 {
            dice.start(number);
            let Some(mut position) = any_position(&game, &mut dice, GameStage::Act) else {
                continue;
            };
            let state = &mut position.state;
            let first = game.early_modifier(state).is_some() && number % 2 == 0;
            if first {
                for (seat, hero) in state.party.heroes() {
                    state.uses[seat] = hero.level;
                }
            }
            let state = *state;
            let best = if first {
                position.stage = GameStage::Raise;
                plain.thrown(&state)
            } else {
                plain.value(&state)
            };
            let hint = hinted(&game, &typed(&game, &position));
            assert!((hint.actions[0].value - best).abs() < 1e-9, "{state:?}");
            let costs: Vec<f64> = (0..hint.actions.len()).map(|at| hint.cost(at)).collect();
            assert!(costs.is_sorted());
            if !first {
                let mut actions = Vec::new();
                game.actions(&position, &mut actions);
                for action in actions.into_iter().filter(|&action| state.allows(action)) {
                    let found = about(&game, &hint, &position, action);
                    let known = plain.action(&state, action);
                    assert!((found - known).abs() < 1e-9, "{action:?}: {state:?}");
                }
            }
            seen[usize::from(first)] += 1;
        }
    }
    assert!(seen[0] > 100 && seen[1] > 10, "{seen:?}");
}

#[test]
fn every_plan_has_the_value_found_by_exhaustive_search() {
    let mut seen = 0;
    for game in games(2) {
        if game.book.deck.whole() != 0 {
            // The next card is unknown at this stage, so the position has no value.
            continue;
        }
        let mut dice = Sampled::new(5, &["/any".to_owned()]);
        let mut plain = Plain {
            book: game.book(),
            known: HashMap::new(),
        };
        for number in 0..20 {
            dice.start(number);
            let Some(position) = any_position(&game, &mut dice, GameStage::Shop) else {
                continue;
            };
            let state = position.state;
            let hint = hinted(&game, &typed(&game, &position));
            for (set, _) in hired(game.book(), &state.party).into_iter().take(3) {
                let spent = state.gold.min(3);
                let plan = Purchases {
                    provisions: spent % 2,
                    weapons: u32::from(spent == 2),
                    hireling: spent == 3,
                    hires: set,
                };
                if plan.price() > state.gold {
                    continue;
                }
                let joined = classes_of(set).fold(state.party, Party::with);
                let mut next = GameState {
                    party: joined,
                    adventure: state.adventure + 1,
                    card: state.card + 1,
                    gold: state.gold - plan.price(),
                    provisions: state.provisions + plan.provisions,
                    weapons: state.weapons + plan.weapons,
                    hireling: plan.hireling,
                    ..state
                };
                for (seat, hero) in joined.heroes() {
                    next.uses[seat] = hero.level;
                }
                let found = about(&game, &hint, &position, Action::Plan(plan));
                let known = plain.before(&next);
                assert!((found - known).abs() < 1e-9, "{plan:?}: {state:?}");
                seen += 1;
            }
        }
    }
    assert!(seen > 20, "{seen}");
}
