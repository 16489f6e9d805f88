//! Typed positions of an exchange.
//!
//! - this module: the keys of a position, and the combatants; `turn`: the declarations, and the
//!   combatant that decides.

mod turn;

use super::super::dice_left::DiceLeft;
use super::super::exchange::Rounds;
use super::super::exchange_state::ExchangeState;
use super::typed::SORTS;
use evenodds_core::contest::positions::{self, FoundName, SpannedText};
use evenodds_core::contest::{Lenient, Spanned, default, flag, optional, required, table, whole};
use evenodds_core::document::{Fault, Faults, Source, Span, ValueShape};
use std::sync::Arc;

/// Maximum defense roll, number of dice used, and number of units covered.
const MOST: u32 = 1_000;
const NUMBER: ValueShape = whole(0, MOST as i64);
const ROLLS: ValueShape = ValueShape::tables(TypedRoll::KEYS, 0, 100);
/// Target name of an attack on all opponents.
const ALL: &str = "all";

table! {
    /// A position of an exchange.
    pub(in super::super) struct Position {
        /// The number of the round.
        round: Lenient<Spanned<u32>> = default("1", whole(1, 1_000)),
        /// Whether all combatants have waited and choose once more.
        last: Lenient<bool> = flag(false),
        /// The combatants. Those that are not named are out.
        combatant: Vec<Lenient<TypedFighter>> = optional(ValueShape::tables(TypedFighter::KEYS, 0, 1_000)),
    }
}

table! {
    /// A combatant.
    pub(in super::super) struct TypedFighter {
        /// Name; of identical combatants with the number, or without it for any of them.
        name: SpannedText = required(ValueShape::Text).example("\"Rosa\""),
        /// Action dice left in the round: a number, "all", or by sorts, such as "2 general 1
        /// attack".
        dice: Option<Lenient<SpannedText>> = optional(ValueShape::Either(&[whole(0, 100), ValueShape::Text]))
            .accepts("a number, \"all\", or numbers with their sorts, such as \"2 general 1 attack\"")
            .example("2"),
        /// Whether the combatant is out.
        out: Lenient<Span> = flag(false),
        /// The hits taken.
        hits: Lenient<Spanned<u32>> = default("0", NUMBER),
        /// The units covered toward the opponents.
        covered: Lenient<Spanned<u32>> = default("0", NUMBER),
        /// The opponent that the combatant attacks in this sequence; "all" for a Group Attack.
        attacks: Lenient<SpannedText> = optional(ValueShape::Text).example("\"Basil\""),
        /// Whether the combatant moves closer in this sequence.
        moves: Lenient<Span> = flag(false),
        /// Whether the combatant declared a General Defense in this sequence.
        defends: Lenient<Span> = flag(false),
        /// Whether the combatant waits in this sequence.
        waits: Lenient<Span> = flag(false),
        /// The action dice used to attack, move or defend, which are not among those left.
        with: Lenient<Spanned<u32>> = optional(whole(1, MOST as i64)).example("1"),
        /// The roll of a General Defense in force.
        general: Lenient<u32> = optional(NUMBER).example("12"),
        /// Parries in force.
        parry: Vec<Lenient<TypedRoll>> = optional(ROLLS).example("[{ name = \"Basil\", roll = 9 }]"),
        /// Dodges in force.
        dodge: Vec<Lenient<TypedRoll>> = optional(ROLLS).example("[{ name = \"Basil\", roll = 9 }]"),
        /// Dives for cover in this sequence.
        dive: Vec<Lenient<TypedRoll>> = optional(ROLLS).example("[{ name = \"Basil\", roll = 8 }]"),
        /// The opponent whose attack the combatant may answer now.
        answers: Lenient<SpannedText> = optional(ValueShape::Text).example("\"Basil\""),
        /// Whether the combatant declares now; required after a lot, or where answers changed the
        /// order.
        turn: Lenient<Span> = flag(false),
        /// With `rules.defense_is_action`: whether the combatant answered in this sequence.
        answered: Lenient<Span> = flag(false),
        /// With `rules.noncombat_choice = "each_round"`: whether the combatant is noncombat in this
        /// round.
        noncombat: Lenient<Span> = flag(false),
        /// With `rules.noncombat_choice = "each_round"`: whether the combatant chooses that now.
        chooses: Lenient<Span> = flag(false),
        /// While others choose: whether the combatant has chosen not to be noncombat in this round.
        combatant: Lenient<Span> = flag(false),
        /// Whether the combatant has had its answer to the Group Attack that others answer now.
        passed: Lenient<Span> = flag(false),
    }
}

table! {
    /// A roll in defense that is in force.
    struct TypedRoll {
        /// The roll.
        roll: Spanned<u32> = required(NUMBER).example("9"),
        /// The opponent that the roll applies to; may be left out where there is only one.
        name: Option<SpannedText> = optional(ValueShape::Text).example("\"Basil\""),
    }
}

/// Reader of a position.
struct ExchangeReader<'a> {
    rounds: &'a Rounds,
    source: &'a Arc<Source>,
    state: ExchangeState,
    faults: &'a mut Faults,
}

/// Reads a position and determines the combatant that decides.
pub(super) fn read(rounds: &Rounds, source: &Arc<Source>) -> Result<ExchangeState, Faults> {
    let keys = (Position::KEYS, Position::read);
    positions::read_position(source, keys, Some("combatant"), |typed, faults| {
        let most = rounds.options.max_rounds;
        let round = typed.round.0.map_or(1, |Spanned { value, span }| {
            if value > most {
                let accepted = format!("expected a number from 1 to {most}");
                faults.push(Fault::new(span, "Round", format!("is {value}"), accepted));
            }
            value.min(most)
        });
        let combatants = typed.combatant.into_iter().filter_map(|one| one.0);
        let names = rounds.names();
        let mut typed_of = names.assign(combatants, |one| &one.name, faults);
        for typed in &mut typed_of {
            typed.take_if(|one| one.out.0.is_some());
        }
        let mut reader = ExchangeReader {
            rounds,
            source,
            state: rounds.round_start(round),
            faults,
        };
        reader.state.last = typed.last.0 == Some(true);
        for (fighter, typed) in typed_of.iter().enumerate() {
            reader.combatant(fighter, typed.as_ref());
        }
        reader.standing();
        reader.decision(&typed_of)?;
        Some(reader.state)
    })
}

impl ExchangeReader<'_> {
    fn name(&self, fighter: usize) -> &str {
        &self.rounds.fighters[fighter].name
    }

    fn refuse(&mut self, span: &Span, fighter: usize, found: impl Into<String>, accepted: &str) {
        let fault = Fault::new(span.clone(), self.name(fighter), found, accepted);
        self.faults.push(fault);
    }

    /// Reads a combatant except its declarations. Combatants that are not given are out.
    fn combatant(&mut self, fighter: usize, typed: Option<&TypedFighter>) {
        let options = &self.rounds.options;
        let needed = options.hits_to_win;
        let Some(typed) = typed else {
            let standing = &mut self.state.fighters[fighter];
            (standing.left, standing.is_out, standing.hits) = (DiceLeft::NONE, true, needed);
            return;
        };
        let chooses = self.rounds.chooses_status();
        let fixed = "with rules.noncombat_choice = \"fixed\", the file determines who is noncombat";
        let free = "answers are actions only with rules.defense_is_action = true";
        for (mark, is_known, accepted) in [
            (&typed.noncombat, chooses, fixed),
            (&typed.chooses, chooses, fixed),
            (&typed.combatant, chooses, fixed),
            (&typed.answered, options.defense_is_action, free),
        ] {
            if let Some(span) = mark.0.as_ref().filter(|_| !is_known) {
                self.refuse(span, fighter, format!("has `{}`", span.text()), accepted);
            }
        }
        let accepted = match needed {
            1 => "a combatant is out after one hit".to_owned(),
            _ => format!("expected 0 to {} for a combatant that stands", needed - 1),
        };
        let hits = self.at_most(fighter, "hits", &typed.hits, (needed - 1, &accepted));
        let distance = options.distance;
        let accepted = format!("expected at most {distance}, the distance at the beginning");
        let covered = self.at_most(fighter, "covered", &typed.covered, (distance, &accepted));
        let (round, sequence) = (self.state.round, self.state.sequence);
        let standing = &mut self.state.fighters[fighter];
        (standing.hits, standing.covered) = (hits, covered);
        standing.noncombat = chooses && typed.noncombat.0.is_some();
        if typed.answered.0.is_some() {
            standing.answered = sequence;
        }
        if let Some(roll) = typed.general.0 {
            standing.general.raise_to(round, roll);
        }
        // The dice depend on the noncombat status.
        self.state.fighters[fighter].left = self.dice(fighter, typed);
        let parries = typed.parry.iter().chain(&typed.dodge);
        let parries = parries.map(|roll| (roll, false));
        for (roll, is_dive) in parries.chain(typed.dive.iter().map(|roll| (roll, true))) {
            let Lenient(Some(TypedRoll { roll, name })) = roll else {
                continue;
            };
            let against = match name {
                Some(name) => self.opponent(fighter, &name.text, &name.span),
                None => self.opponent(fighter, "", &roll.span),
            };
            let Some(attacker) = against else {
                continue;
            };
            let pair = fighter * self.rounds.fighters.len() + attacker;
            if is_dive {
                self.state.dives[pair].raise_to(sequence, roll.value);
            } else {
                self.state.parries[pair].raise_to(round, roll.value);
            }
        }
    }

    /// Returns a number, limited to `most`; reports a larger one.
    fn at_most(
        &mut self,
        fighter: usize,
        what: &str,
        given: &Lenient<Spanned<u32>>,
        (most, accepted): (u32, &str),
    ) -> u32 {
        let Some(Spanned { value, span }) = &given.0 else {
            return 0;
        };
        if *value > most {
            self.refuse(span, fighter, format!("has {what} {value}"), accepted);
        }
        (*value).min(most)
    }

    /// Returns the action dice that are left.
    fn dice(&mut self, fighter: usize, typed: &TypedFighter) -> DiceLeft {
        let start = self.rounds.sheet(&self.state, fighter).start;
        let (span, found) = match &typed.dice {
            None => (&typed.name.span, "has no dice".to_owned()),
            Some(Lenient(None)) => return start,
            Some(Lenient(Some(dice))) => match left_of(&dice.text, start) {
                Some(left) => return left,
                None => (&dice.span, format!("has {}", dice.text)),
            },
        };
        let each = start.sorts().into_iter().zip(SORTS);
        let each = each.filter(|&(all, _)| all > 0);
        let each: Vec<String> = each
            .map(|(all, sort)| format!("0 to {all} {sort}"))
            .collect();
        let each = each.join(", ");
        let accepted = format!("expected the action dice left in the round: all, or {each}");
        self.refuse(span, fighter, found, &accepted);
        start
    }

    /// Returns the opponent of that name; for an empty name, the only opponent.
    fn opponent(&mut self, fighter: usize, name: &str, span: &Span) -> Option<usize> {
        let rounds = self.rounds;
        let members = rounds.sides[1 - rounds.fighters[fighter].side]
            .members
            .clone();
        let name = name.trim_matches(['"', '\'']);
        if name.is_empty() && members.len() == 1 {
            return Some(members.start);
        }
        if name.is_empty() {
            let found = format!("has `{}`", span.text());
            let accepted = "give the name of the opponent, as there is more than one";
            self.refuse(span, fighter, found, accepted);
            return None;
        }
        let opponents = &rounds.fighters[members.clone()];
        let names: Vec<&str> = opponents.iter().map(|one| one.name.as_str()).collect();
        match positions::find(name, &names, &[]) {
            FoundName::One(opponent) => Some(members.start + opponent),
            found => {
                let typed = SpannedText {
                    text: name.to_owned(),
                    span: span.clone(),
                };
                let known = ("opponents", &names[..]);
                let fault = positions::unknown(self.name(fighter), &typed, found, known);
                self.faults.push(fault);
                None
            }
        }
    }

    /// Counts the standing combatants of both sides; reports a side without any.
    fn standing(&mut self) {
        for (side, of) in self.rounds.sides.iter().enumerate() {
            let stands = |fighter: &usize| !self.state.fighters[*fighter].is_out;
            let count = of.members.clone().filter(stands).count();
            self.state.standing[side] = count as u32;
            self.state.first[side] = of.members.clone().find(stands).unwrap_or(of.members.end);
            if count == 0 && self.faults.is_empty() {
                let found = format!("no combatant of {} is standing", of.name);
                let accepted =
                    "the exchange is over; give all combatants that stand, such as NAME: 2";
                self.faults
                    .push(positions::whole(self.source, found, accepted));
            }
        }
    }
}

/// Parses a number of action dice left; `None` if the fighter has no such dice in a round.
fn left_of(text: &str, start: DiceLeft) -> Option<DiceLeft> {
    if text.eq_ignore_ascii_case(ALL) {
        return Some(start);
    }
    let all = start.sorts();
    let mut left = [0; SORTS.len()];
    let mut words = text.split_whitespace().peekable();
    words.peek()?;
    while let Some(word) = words.next() {
        let number: u32 = word.parse().ok()?;
        let sort = match words.next_if(|next| next.parse::<u32>().is_err()) {
            None => all.iter().position(|&all| all > 0),
            Some(named) => SORTS
                .iter()
                .position(|sort| sort.eq_ignore_ascii_case(named)),
        }?;
        left[sort] += number.min(MOST);
        if left[sort] > all[sort] {
            return None;
        }
    }
    let [general, attack, defence, special] = left;
    Some(DiceLeft::new(general, attack, defence, special))
}
