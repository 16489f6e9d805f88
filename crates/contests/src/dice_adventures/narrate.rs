//! Events of a game, and their narration.

use super::book::Book;
use super::deck::{CardEffect, changed};
use super::party::{Hero, SEATS, classes_of};
use super::prepared::DiceAdventures;
use super::view::{Action, ChangeMeans, GameState, HIRELING, Purchases};
use evenodds_core::contest::Events;
use evenodds_core::document::{capital, counted, listed};

/// An event of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// An adventure begins.
    SetOut {
        /// Position at the start of the adventure.
        state: GameState,
    },
    /// The dice were thrown for an adventure.
    Rolled {
        /// Position after the throw.
        state: GameState,
    },
    /// The required change was applied to dice.
    Raised {
        /// Position before the change.
        before: GameState,
        /// Set of seats whose dice are changed.
        seats: u8,
    },
    /// A die was turned or rerolled.
    DieChanged {
        /// Position before the action.
        before: GameState,
        /// The action.
        action: Action,
        /// Face of the die after the action.
        face: u8,
    },
    /// The result of the dice was determined.
    ResultRead {
        /// Position before the result is applied.
        before: GameState,
        /// Seat whose die the hireling's die replaces.
        stand_in: Option<usize>,
        /// The result, 1 to 6.
        result: u8,
    },
    /// Gold was found.
    GoldFound {
        /// Gold from the result.
        gold: u32,
        /// Additional gold from the thief.
        thief: u32,
    },
    /// A hero rose by a level.
    Rose {
        /// Position before the rise.
        before: GameState,
        /// Seat of the hero.
        seat: usize,
        /// True if the player chose the hero.
        chosen: bool,
    },
    /// The result had no effect.
    NoEffect,
    /// A hero lost a level.
    Fell {
        /// The hero before the loss.
        hero: Hero,
    },
    /// A hero died.
    Died {
        /// The hero.
        hero: Hero,
    },
    /// The plan between two adventures: purchases and hires, which may be none.
    Planned {
        /// Position before the plan.
        before: GameState,
        /// Purchases and hires.
        plan: Purchases,
    },
    /// The game is over.
    Ended {
        /// Final position.
        state: GameState,
        /// Final score.
        score: i64,
    },
}

impl Events for DiceAdventures {
    type Event = Event;

    fn narrate(&self, event: &Event) -> String {
        match *event {
            Event::SetOut { state } => set_out(self, &state),
            Event::Rolled { state } => format!("The dice: {}.", dice(&state)),
            Event::Raised { before, seats } => {
                let by = self.book.modifier(before.adventure, before.card).by;
                let is_of_the_card = self.book.deck.card(before.card).modifier.is_some();
                let why = if is_of_the_card {
                    "The card changes dice"
                } else {
                    "The adventure is harder"
                };
                format!("{why}: {}.", raised(&before, seats, by))
            }
            Event::DieChanged {
                before,
                action,
                face,
            } => acted(&before, action, face),
            Event::ResultRead {
                before,
                stand_in,
                result,
            } => {
                let counts = stand_in.map_or_else(String::new, |seat| {
                    let place = capital(&die_name(&before, seat));
                    format!("{place} is replaced by the hireling's. ")
                });
                let result_text = result_text(&self.book, before.card, result);
                format!("{counts}Result {result}: {result_text}.")
            }
            Event::GoldFound { gold, thief } => match (gold, thief) {
                (0, thief) => format!("The thief finds {thief} gold."),
                (gold, 0) => format!("The party gains {gold} gold."),
                (gold, thief) => {
                    format!("The party gains {gold} gold, and the thief finds {thief} more.")
                }
            },
            Event::Rose {
                before,
                seat,
                chosen,
            } => before.party.seats[seat].map_or_else(String::new, |hero| {
                let (class, level) = (hero.class.name(), hero.level + 1);
                if chosen {
                    format!("The {class} rises to level {level}.")
                } else {
                    format!("The {class} rises to level {level}, chosen by lot.")
                }
            }),
            Event::NoEffect => "Nothing gained, nothing lost.".to_owned(),
            Event::Fell { hero } => {
                format!(
                    "The {} falls to level {}.",
                    hero.class.name(),
                    hero.level - 1
                )
            }
            Event::Died { hero } => format!("The {} dies.", named(hero)),
            Event::Planned { before, plan } => {
                let purchases_text = purchases_text(&before, &plan, ["buys", "keeps its", "hires"]);
                format!("The party {purchases_text}.")
            }
            Event::Ended { state, score } => ended(&self.book, &state, score),
        }
    }
}

fn set_out(game: &DiceAdventures, state: &GameState) -> String {
    let party = listed(
        state
            .party
            .heroes()
            .map(|(_, hero)| format!("the {}", named(hero))),
    );
    let mut owned = Vec::new();
    if state.gold > 0 {
        owned.push(format!("{} gold", state.gold));
    }
    owned.extend(goods(state.provisions, state.weapons, state.hireling));
    let with = if owned.is_empty() {
        String::new()
    } else {
        format!(", with {}", listed(owned))
    };
    let verb = if state.party.alive() == 1 {
        "sets"
    } else {
        "set"
    };
    let Some(name) = game.card_name(state.card) else {
        return format!("Adventure {}: {party} {verb} out{with}.", state.adventure);
    };
    let modifier = game.book.modifier(state.adventure, state.card);
    let way = if modifier.by < 0 { "down" } else { "up" };
    let change = match modifier.dice {
        0 => String::new(),
        1 => format!(" One die has to go {way} by 1."),
        2 => format!(" Two dice have to go {way} by 1."),
        _ => format!(" Three dice have to go {way} by 1."),
    };
    format!(
        "Adventure {}, {name}: {party} {verb} out{with}.{change}",
        state.adventure
    )
}

/// Formats a hero: `wizard of level 2`, or only the class at level 1.
fn named(hero: Hero) -> String {
    match hero.level {
        1 => hero.class.name().to_owned(),
        level => format!("{} of level {level}", hero.class.name()),
    }
}

fn goods(provisions: u32, weapons: u32, hireling: bool) -> Vec<String> {
    let mut goods = Vec::new();
    match provisions {
        0 => {}
        1 => goods.push("provisions".to_owned()),
        count => goods.push(format!("{count} provisions")),
    }
    match weapons {
        0 => {}
        1 => goods.push("a magic weapon".to_owned()),
        count => goods.push(format!("{count} magic weapons")),
    }
    if hireling {
        goods.push("a hireling".to_owned());
    }
    goods
}

/// Returns the class of the hero in a seat, or `hireling`.
pub(super) fn owner(state: &GameState, die: usize) -> &'static str {
    let hero = state.party.seats.get(die).copied().flatten();
    hero.map_or("hireling", |hero| hero.class.name())
}

/// Formats the owner of a die: `the wizard's die`.
pub(super) fn die_name(state: &GameState, die: usize) -> String {
    format!("the {}'s die", owner(state, die))
}

fn dice(state: &GameState) -> String {
    let all = (0..=HIRELING)
        .filter(|&die| state.faces[die] != 0)
        .map(|die| format!("{} {}", owner(state, die), state.faces[die]));
    all.collect::<Vec<_>>().join(", ")
}

/// Describes a change of the dice of a set of seats.
pub(super) fn raised(before: &GameState, seats: u8, by: i8) -> String {
    let raised = (0..SEATS).filter(|seat| seats & 1 << seat != 0);
    listed(raised.map(|seat| {
        let from = before.faces[seat];
        let die_name = die_name(before, seat);
        match changed(from, by) {
            same if same == from => format!("{die_name} stays at {from}"),
            face => format!("{die_name} goes from {from} to {face}"),
        }
    }))
}

fn acted(before: &GameState, action: Action, face: u8) -> String {
    let (Action::Change { means, die, .. } | Action::Reroll { means, die }) = action else {
        return String::new();
    };
    let target = match means {
        ChangeMeans::Power(seat) if usize::from(seat) == die => "its own die".to_owned(),
        _ => die_name(before, die),
    };
    let from = before.faces[die];
    let done = match action {
        Action::Reroll { .. } => format!("{target} is rolled again, {from} becomes {face}"),
        _ => format!("{target} is turned from {from} to {face}"),
    };
    let by = match means {
        ChangeMeans::Power(seat) => owner(before, seat.into()),
        ChangeMeans::Provisions => "provisions",
        ChangeMeans::Weapon => "magic weapon",
    };
    format!("{}: {done}.", capital(by))
}

/// Describes the effect of a result, in the words of the source text if it has that effect.
pub(super) fn result_text(book: &Book, card: u8, result: u8) -> String {
    let effect = book.effect(card, result);
    let is_source_effect = usize::from(result)
        .checked_sub(1)
        .map(|result| CardEffect::TEXT[result])
        == Some(effect);
    match result {
        1 if is_source_effect => "a major success".to_owned(),
        2 if is_source_effect => "a minor success".to_owned(),
        3 if is_source_effect => "everyone gets out alive".to_owned(),
        _ => {
            let mut parts = Vec::new();
            if effect.gold > 0 {
                parts.push(format!("{} gold", effect.gold));
            }
            if effect.rise > 0 {
                parts.push("a hero rises".to_owned());
            }
            if effect.fall > 0 {
                parts.push("a hero may lose a level".to_owned());
            }
            match effect.dies {
                0 => {}
                1 => parts.push("a hero dies".to_owned()),
                2 => parts.push("two heroes die".to_owned()),
                _ => parts.push("three heroes die".to_owned()),
            }
            if parts.is_empty() {
                return "nothing".to_owned();
            }
            listed(parts)
        }
    }
}

/// Describes purchases and hires, with these verbs for buying, keeping and hiring.
pub(super) fn purchases_text(
    before: &GameState,
    plan: &Purchases,
    [buys, keeps, hires]: [&str; 3],
) -> String {
    let bought = listed(goods(plan.provisions, plan.weapons, plan.hireling));
    let mut purchases_text = Vec::new();
    if bought.is_empty() {
        purchases_text.push(match before.gold {
            0 => format!("{buys} nothing"),
            gold => format!("{keeps} {gold} gold"),
        });
    } else {
        purchases_text.push(format!("{buys} {bought} for {} gold", plan.price()));
    }
    if plan.hires != 0 {
        let hired = classes_of(plan.hires).map(|class| format!("a {}", class.name()));
        purchases_text.push(format!("{hires} {}", listed(hired)));
    }
    purchases_text.join(" and ")
}

fn ended(book: &Book, state: &GameState, score: i64) -> String {
    let alive = listed(
        state
            .party
            .heroes()
            .map(|(_, hero)| format!("the {}", named(hero))),
    );
    if state.party.alive() == 0 && book.is_hardcore() {
        return "No hero is left: the score is 0.".to_owned();
    }
    let mut parts = vec![
        counted(state.party.levels(), "level", "levels"),
        counted(state.gold, "treasure", "treasures"),
    ];
    let bonus = book.score(&state.party, 0, 0) - i64::from(state.party.levels());
    if bonus > 0 {
        parts.push(format!("{bonus} for the mode"));
    }
    let deaths = match state.deaths {
        0 => String::new(),
        count => format!(", less {},", counted(count, "death", "deaths")),
    };
    let end = if alive.is_empty() {
        "No hero is left".to_owned()
    } else {
        let verb = if state.party.alive() == 1 {
            "comes"
        } else {
            "come"
        };
        format!("{} {verb} home", capital(&alive))
    };
    format!("{end}: {}{deaths} make a score of {score}.", listed(parts))
}
